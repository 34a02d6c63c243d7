"""News for people who look elsewhere: a bell in the page, web push, webhooks and letters."""
