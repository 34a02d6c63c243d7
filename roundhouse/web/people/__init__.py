"""People who come back: accounts, passwords, sign-in links, the devices they are signed in on."""
