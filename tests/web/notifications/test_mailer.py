"""E-mails: as files in a folder or to a mail server; failures say why."""

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

EMAIL = Email(
    "ada@example.org", "À vous de jouer", "It is your turn.\nhttps://house.example/table/x\n", "abc", "https://house.example/u"
)
SENDER = "Roundhouse <house@house.example>"


def test_an_email_in_the_folder_is_complete_and_private(tmp_path: Path) -> None:
    """Sender, recipient, text with its accents, and no permissions for others."""
    asyncio.run(FolderMailer(tmp_path / "outbox", SENDER).send(EMAIL))

    path = tmp_path / "outbox" / "abc.eml"
    mail = message_from_bytes(path.read_bytes(), policy=default)
    assert (mail["To"], mail["From"], mail["Subject"]) == ("ada@example.org", SENDER, "À vous de jouer")
    assert mail["Message-ID"] == "<abc@house.example>"
    assert "https://house.example/table/x" in mail.get_content()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.rglob("*.part")) == []


def test_a_mail_server_gets_the_email() -> None:
    """Over a real connection, with the unsubscribe header."""
    with postbox() as box:
        mailer = SmtpMailer(box.address, SENDER)
        asyncio.run(mailer.send(EMAIL))
        mailer.close()

    (mail,) = box.emails
    assert mail["To"] == "ada@example.org"
    assert mail["List-Unsubscribe"] == "<https://house.example/u>"
    assert mail.get_content().splitlines()[0] == "It is your turn."


@pytest.mark.parametrize(("answer", "final"), [("550 no such person", True), ("450 try again", False)])
def test_a_refused_address_is_given_up_and_a_busy_one_is_not(answer: str, final: bool) -> None:
    """A permanent failure is not retried."""
    with postbox() as box:
        box.refused = answer
        mailer = SmtpMailer(box.address, SENDER)
        with pytest.raises(DeliveryError) as error:
            asyncio.run(mailer.send(EMAIL))
        mailer.close()

    assert error.value.final is final


def test_an_unreachable_mail_server_is_a_temporary_failure() -> None:
    """Nothing listens on the port."""
    with postbox() as box:
        pass
    mailer = SmtpMailer(box.address, SENDER)

    with pytest.raises(DeliveryError) as error:
        asyncio.run(mailer.send(EMAIL))

    mailer.close()
    assert not error.value.final


def test_the_text_of_an_email_is_not_printed() -> None:
    """It may contain a sign-in link."""
    assert "https://house.example/table" not in repr(EMAIL)


def test_the_password_of_the_mail_server_is_not_printed() -> None:
    """Settings are sometimes shown."""
    assert "hush" not in repr(Settings(mail="smtps://ada:hush@mail.example"))


def test_without_a_mail_server_emails_are_written_beside_the_store(settings: Settings, tmp_path: Path) -> None:
    """Into a folder named outbox."""
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
def test_settings_that_cannot_work_are_refused_at_once(settings: Settings, mail: str, url: str, words: str) -> None:
    """Another scheme, no host, and no URL: links would lead to whatever host a request names."""
    with pytest.raises(BadSetup, match=words):
        make_mailer(replace(settings, mail=mail, url=url))
