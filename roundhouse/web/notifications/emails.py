"""The texts of e-mails: sign-in links, and notices from the tables. They say nothing about a table but whose turn it is."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.ui.text import translate
from roundhouse.web.notifications.mailer import Email
from roundhouse.web.notifications.notices import Notice
from roundhouse.web.people.links import LIFETIME

_ID_BYTES: Final = 12


def sign_in_email(to: str, link: str, house: str, language: str) -> Email:
    """Return an e-mail with a sign-in link. It does not say whether the address has an account."""
    lines = (
        say("Someone, hopefully you, asked to sign in to {house} with this address.", house=house),
        say("This link signs you in. It works once, within {minutes} minutes:", minutes=LIFETIME // 60),
        link,
        say("If this was not you, ignore this e-mail: nobody can sign in without it."),
    )
    return Email(to, translate(say("Sign in to Roundhouse"), language), _text(lines, language), secrets.token_hex(_ID_BYTES))


def confirm_email(to: str, name: str, link: str, house: str, language: str) -> Email:
    """Return an e-mail with a link that adds the address to an account."""
    lines = (
        say("{name} at {house} wants to use this address to sign in and to receive e-mails.", name=name, house=house),
        say("This link confirms it. It works once, within {minutes} minutes:", minutes=LIFETIME // 60),
        link,
        say("If this was not you, ignore this e-mail."),
    )
    return Email(to, translate(say("Is this your address?"), language), _text(lines, language), secrets.token_hex(_ID_BYTES))


def changed_email(to: str, name: str, house: str, language: str) -> Email:
    """Return a warning to an address that an account no longer uses, in case someone else removed it."""
    lines = (
        say("The account {name} at {house} no longer uses this address.", name=name, house=house),
        say("If this was not you, sign in and check your list of devices."),
    )
    return Email(to, translate(say("Your address was removed"), language), _text(lines, language), secrets.token_hex(_ID_BYTES))


def notice_email(id: str, to: str, notice: Notice, house: str, unsubscribe: str, language: str) -> Email:
    """Return an e-mail about one notice."""
    lines: tuple[Sentence | str, ...] = (notice.sentence, f"{house}{notice.url}", *_footer(house, unsubscribe))
    return Email(to, translate(notice.sentence, language), _text(lines, language), id, unsubscribe)


def digest_email(id: str, to: str, notices: Sequence[Notice], house: str, unsubscribe: str, language: str) -> Email:
    """Return an e-mail that lists several notices."""
    subject = say_many("You have {count} notification", "You have {count} notifications", count=len(notices))
    lines = [say("{sentence}: {link}", sentence=notice.sentence, link=f"{house}{notice.url}") for notice in notices]
    return Email(to, translate(subject, language), _text((*lines, *_footer(house, unsubscribe)), language), id, unsubscribe)


def _footer(house: str, unsubscribe: str) -> tuple[Sentence, ...]:
    return (
        say("Notification settings: {link}", link=f"{house}/account/notifications"),
        say("Unsubscribe: {link}", link=unsubscribe),
    )


def _text(lines: Sequence[Sentence | str], language: str) -> str:
    return "\n\n".join(line if isinstance(line, str) else translate(line, language) for line in lines) + "\n"
