"""Settings of the house: flags win over ROUNDHOUSE_* variables, which win over what is written here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from roundhouse.core.sentence import BadSetup, say
from roundhouse.ui.text import LANGUAGES

_PREFIX: Final = "ROUNDHOUSE_"
_POSTGRES: Final = ("postgresql://", "postgres://")
_YES: Final = ("1", "on", "true", "yes")
_NO: Final = ("0", "off", "false", "no", "")


@dataclass(frozen=True)
class Settings:
    """Everything that the person who runs a house may choose."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = field(default="", repr=False)  # the file of the store, or postgresql://...; empty: the place for data of this user
    lang: str = "en"  # of readers whose browser asks for none that the house speaks
    hosts: str = (
        ""  # the names this house is reached by, separated by commas; empty: any, or this machine's where it listens on loopback
    )
    https: bool = False  # reached by https, through a proxy: cookies are then bound to it
    workers: int = 2  # processes for bots
    thinking: int = 30  # seconds after which a bot is stopped
    rooms: int = 256  # tables kept in memory
    streams: int = 2000  # open live streams, all together
    streams_each: int = 40  # of one address
    limits: bool = True  # on how often one guest may do something
    tables_each: int = 200  # tables that one guest may host
    url: str = ""  # how people reach this house, for the links in letters; empty: as the reader addresses it
    mail: str = field(default="", repr=False)  # a mail server, with its password; empty: letters become files in a folder
    mail_from: str = ""  # who writes letters; empty: roundhouse at the name of the url
    notice_after: int = 30  # seconds that somebody who looks elsewhere has before he is told there
    webhooks: bool = False  # people may name an address that is told when it is their turn
    inside: bool = False  # webhooks and push services may be on this machine or its own network
    log: str = "text"  # or json: an object a line, for programs that collect logs
    log_level: str = "warning"  # info: every request, by its route
    metrics_token: str = field(default="", repr=False)  # who shows it may read /metrics; empty: nobody

    @property
    def shared(self) -> bool:
        """Whether the store is PostgreSQL, which several houses may share."""
        return self.db.startswith(_POSTGRES)

    def place(self) -> str:
        """Where the store is, as it may be shown: without a password."""
        if not self.shared:
            return str(self.path())
        address = urlsplit(self.db)
        return f"{address.scheme}://{address.netloc.rpartition('@')[2]}{address.path}"

    def path(self) -> Path:
        """The file of a SQLite store."""
        if self.db:
            return Path(self.db).expanduser()
        return _home() / "house.db"

    def outbox(self) -> Path:
        """Where letters lie that go to no mail server: beside the store."""
        return (_home() if self.shared else self.path().parent) / "outbox"

    def address(self) -> str:
        """How people reach the house, where nobody's request says it."""
        return self.url.rstrip("/") or f"http://{self.host}:{self.port}"

    def sender(self) -> str:
        """Who writes the letters of the house."""
        return self.mail_from or f"Roundhouse <roundhouse@{urlsplit(self.url).hostname or 'localhost'}>"

    def allowed_hosts(self) -> list[str]:
        """The host names that requests may bear. On loopback only its own names: no web page elsewhere can borrow another."""
        if self.hosts:
            return [name.strip() for name in self.hosts.split(",") if name.strip()]
        return ["127.0.0.1", "localhost", "[::1]"] if self.host in ("127.0.0.1", "localhost", "::1") else ["*"]


def _home() -> Path:
    """The place for data of this user."""
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "roundhouse"


def settings_from(environment: Mapping[str, str], **flags: Any) -> Settings:
    """The settings of an environment; `flags` that are not None win."""
    chosen: dict[str, Any] = {}
    for setting in fields(Settings):
        name = _PREFIX + setting.name.upper()
        if name in environment:
            chosen[setting.name] = _value(name, environment[name], type(setting.default))
    chosen |= {name: flag for name, flag in flags.items() if flag is not None}
    settings = Settings(**chosen)
    if settings.lang not in LANGUAGES:
        raise BadSetup(
            say("there is no language '{wish}'; choose one of: {languages}", wish=settings.lang, languages=", ".join(LANGUAGES))
        )
    if not 0 <= settings.port < 65536:
        raise BadSetup(say("a port is a number from 0 to 65535, not {port}", port=settings.port))
    return settings


def _value(name: str, text: str, kind: type) -> str | int | bool:
    if kind is bool:
        if text.lower() in _YES or text.lower() in _NO:
            return text.lower() in _YES
        raise BadSetup(say("{name} is 'on' or 'off', not '{text}'", name=name, text=text))
    if kind is int:
        if not text.isdecimal():
            raise BadSetup(say("{name} is a whole number, not '{text}'", name=name, text=text))
        return int(text)
    return text
