"""Notifications: the bell on a page, web push, webhooks and e-mail."""
