"""Letters: into a folder while a house is tried, to a mail server when it is real; what cannot be delivered says why."""

from __future__ import annotations

import asyncio
import stat
from dataclasses import replace
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from roundhouse.core.sentence import BadSetup
from roundhouse.web.notifications.mailer import Email, FolderMailer, SmtpMailer, make_mailer
from roundhouse.web.notifications.webhooks import DeliveryError
from roundhouse.web.settings import Settings
from tests.web.notifications.receivers import postbox

LETTER = Email(
    "ada@example.org", "À vous de jouer", "It is your turn.\nhttps://house.example/table/x\n", "abc", "https://house.example/u"
)
SENDER = "Roundhouse <house@house.example>"


def test_a_letter_in_the_folder_is_a_whole_mail_for_this_user_alone(tmp_path: Path) -> None:
    """Sender, recipient, words with their accents, and no rights for others."""
    asyncio.run(FolderMailer(tmp_path / "outbox", SENDER).send(LETTER))

    path = tmp_path / "outbox" / "abc.eml"
    mail = message_from_bytes(path.read_bytes(), policy=default)
    assert (mail["To"], mail["From"], mail["Subject"]) == ("ada@example.org", SENDER, "À vous de jouer")
    assert mail["Message-ID"] == "<abc@house.example>"
    assert "https://house.example/table/x" in mail.get_content()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.rglob("*.part")) == []


def test_a_mail_server_gets_the_letter() -> None:
    """Over a real connection, with the way to have no more of them."""
    with postbox() as box:
        mailer = SmtpMailer(box.address, SENDER)
        asyncio.run(mailer.send(LETTER))
        mailer.close()

    (mail,) = box.letters
    assert mail["To"] == "ada@example.org"
    assert mail["List-Unsubscribe"] == "<https://house.example/u>"
    assert mail.get_content().splitlines()[0] == "It is your turn."


@pytest.mark.parametrize(("answer", "final"), [("550 no such person", True), ("450 try again", False)])
def test_a_refused_address_is_given_up_and_a_busy_one_is_not(answer: str, final: bool) -> None:
    """What a mail server says for good is not asked again."""
    with postbox() as box:
        box.refused = answer
        mailer = SmtpMailer(box.address, SENDER)
        with pytest.raises(DeliveryError) as told:
            asyncio.run(mailer.send(LETTER))
        mailer.close()

    assert told.value.final is final


def test_a_mail_server_that_is_not_there_may_be_tomorrow() -> None:
    """Nobody listens: not for good."""
    with postbox() as box:
        pass
    mailer = SmtpMailer(box.address, SENDER)

    with pytest.raises(DeliveryError) as told:
        asyncio.run(mailer.send(LETTER))

    mailer.close()
    assert not told.value.final


def test_the_words_of_a_letter_are_not_printed() -> None:
    """They may hold a link that signs in."""
    assert "https://house.example/table" not in repr(LETTER)


def test_the_password_of_the_mail_server_is_not_printed() -> None:
    """Settings are sometimes shown."""
    assert "hush" not in repr(Settings(mail="smtps://ada:hush@mail.example"))


def test_without_a_mail_server_letters_lie_beside_the_store(settings: Settings, tmp_path: Path) -> None:
    """In a folder of the name outbox."""
    mailer = make_mailer(settings)

    assert isinstance(mailer, FolderMailer)
    assert mailer.folder == tmp_path / "outbox"


@pytest.mark.parametrize(
    ("mail", "url", "words"),
    [
        ("pigeon://roof", "https://house.example", "smtps://user:password@host"),
        ("smtps://", "https://house.example", "smtps://user:password@host"),
        ("smtps://mail.example", "", "ROUNDHOUSE_URL"),
    ],
)
def test_settings_that_cannot_work_are_told_at_once(settings: Settings, mail: str, url: str, words: str) -> None:
    """Another kind of address, none at all, and links that would lead wherever the asking browser says."""
    with pytest.raises(BadSetup, match=words):
        make_mailer(replace(settings, mail=mail, url=url))
