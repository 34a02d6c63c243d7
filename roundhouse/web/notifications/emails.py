"""The letters of the house: links that sign in, and what happens at the tables. Nothing of a table but whose turn it is."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.ui.text import translate
from roundhouse.web.notifications.mailer import Email
from roundhouse.web.notifications.notices import Notice
from roundhouse.web.people.links import LIFE

_ID_BYTES: Final = 12


def sign_in_email(to: str, link: str, house: str, language: str) -> Email:
    """A link that signs in, or makes an account where there is none: the letter does not say which."""
    lines = (
        say("Somebody, hopefully you, wants to sign in to {house} with this address.", house=house),
        say("This link does it, once, within {minutes} minutes:", minutes=LIFE // 60),
        link,
        say("If it was not you, do nothing: without this e-mail nobody can sign in."),
    )
    return Email(to, translate(say("Sign in to Roundhouse"), language), _text(lines, language), secrets.token_hex(_ID_BYTES))


def confirm_email(to: str, name: str, link: str, house: str, language: str) -> Email:
    """A link that ties an address to an account."""
    lines = (
        say("{name} at {house} wants to use this address for signing in and for e-mails.", name=name, house=house),
        say("This link confirms it, once, within {minutes} minutes:", minutes=LIFE // 60),
        link,
        say("If it was not you, do nothing."),
    )
    return Email(to, translate(say("Is this your address?"), language), _text(lines, language), secrets.token_hex(_ID_BYTES))


def changed_email(to: str, name: str, house: str, language: str) -> Email:
    """Told to an address that an account no longer uses, in case it was somebody else's doing."""
    lines = (
        say("The account {name} at {house} no longer uses this address.", name=name, house=house),
        say("If it was not you, sign in and look at the devices that are signed in."),
    )
    return Email(to, translate(say("Your address was removed"), language), _text(lines, language), secrets.token_hex(_ID_BYTES))


def notice_email(id: str, to: str, notice: Notice, house: str, stop: str, language: str) -> Email:
    """One thing that happened."""
    lines: tuple[Sentence | str, ...] = (notice.sentence, f"{house}{notice.url}", *_foot(house, stop))
    return Email(to, translate(notice.sentence, language), _text(lines, language), id, stop)


def digest_email(id: str, to: str, notices: Sequence[Notice], house: str, stop: str, language: str) -> Email:
    """What a day has brought."""
    count = len(notices)
    subject = say_many("{count} thing waits for you", "{count} things wait for you", count=count)
    told = [say("{sentence}: {link}", sentence=notice.sentence, link=f"{house}{notice.url}") for notice in notices]
    return Email(to, translate(subject, language), _text((*told, *_foot(house, stop)), language), id, stop)


def _foot(house: str, stop: str) -> tuple[Sentence, ...]:
    return (
        say("What you are told, and how: {link}", link=f"{house}/account/notifications"),
        say("No more e-mails: {link}", link=stop),
    )


def _text(lines: Sequence[Sentence | str], language: str) -> str:
    return "\n\n".join(line if isinstance(line, str) else translate(line, language) for line in lines) + "\n"
