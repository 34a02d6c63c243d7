"""The settings of the server: command-line flags override ROUNDHOUSE_* variables, which override the defaults here."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from roundhouse.core.sentence import BadSetup, say
from roundhouse.ui.languages import LANGUAGES, SOURCE

_PREFIX: Final = "ROUNDHOUSE_"
_POSTGRES: Final = ("postgresql://", "postgres://")
_SQLITE: Final = "sqlite:///"  # before a path, as in SQLAlchemy: a fourth slash begins an absolute one
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|:memory:|://")  # a drive of Windows has one letter
_URL: Final = re.compile(r"https?://(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::[0-9]{1,5})?/?")
_YES: Final = ("1", "on", "true", "yes")
_NO: Final = ("0", "off", "false", "no", "")


@dataclass(frozen=True)
class Settings:
    """Everything that the administrator of a server may choose."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = field(default="", repr=False)  # an SQLite file, or postgresql://...; empty: a file in this user's data folder
    lang: str = SOURCE  # default language, if the browser accepts none that is available
    hosts: str = ""  # host names of this server, separated by commas; empty: any, or on loopback only its own names
    https: bool = False  # reached by https, through a proxy; makes cookies secure
    workers: int = 2  # bot processes
    thinking: int = 30  # seconds after which a bot is stopped
    review_seconds: int = 60  # of CPU time that the review of a game may take
    rooms: int = 256  # tables kept in memory
    streams: int = 2000  # open live streams in all
    streams_each: int = 40  # open live streams of one address
    limits: bool = True  # whether rate limits are enforced
    processes: int = 1  # processes that share the store: each has its share of every limit
    cpu_each: int = 20  # seconds of CPU time in a minute that requests of one address may use
    waiting_hours: int = 24  # after which a table that has not begun is closed; 0: never
    record_days: int = 30  # that imported records are kept; 0: forever
    records_each: int = 50  # imported records that one guest may keep
    tables_each: int = 200  # tables that one guest may host
    bot_tables_each: int = 50  # unfinished tables with bots that one guest may host
    substitute_after: int = 600  # seconds without a client before others may let a bot play for a player, if there is no clock
    url: str = ""  # public URL of this server, for invitations and links in e-mails; empty: the host of the request
    mail: str = field(default="", repr=False)  # URL of a mail server, with its password; empty: e-mails become files in a folder
    mail_from: str = ""  # sender of e-mails; empty: roundhouse at the host of `url`
    notice_after: int = 30  # grace period in seconds before an absent player is notified by push, webhook or e-mail
    webhooks: bool = False  # whether people may set a webhook for their notifications
    inside: bool = False  # whether webhooks and push services may be on this machine or a private network
    log: str = "text"  # or json: one object per line, for log collectors
    log_level: str = "warning"  # info: every request, by its route
    metrics_token: str = field(default="", repr=False)  # bearer token for /metrics; empty: the page does not exist

    @property
    def shared(self) -> bool:
        """Whether the store is PostgreSQL, which several processes can share."""
        return self.db.startswith(_POSTGRES)

    def place(self) -> str:
        """Return the location of the store without its password."""
        if not self.shared:
            return str(self.path())
        address = urlsplit(self.db)
        return f"{address.scheme}://{address.netloc.rpartition('@')[2]}{address.path}"

    def path(self) -> Path:
        """Return the file of a SQLite store."""
        if self.db:
            return _expanded(Path(self.db))
        return data_folder() / "house.db"

    def outbox(self) -> Path:
        """Return the folder for e-mails if there is no mail server: beside the store."""
        return (data_folder() if self.shared else self.path().parent) / "outbox"

    def address(self) -> str:
        """Return the URL of the server, for links that are made outside a request."""
        return self.url.rstrip("/") or f"http://{self.host}:{self.port}"

    def sender(self) -> str:
        """Return the sender of e-mails."""
        return self.mail_from or f"Roundhouse <roundhouse@{urlsplit(self.url).hostname or 'localhost'}>"

    def allowed_hosts(self) -> list[str]:
        """Return the values of the Host header that are accepted; on loopback only its own names, against DNS rebinding."""
        if self.hosts:
            return [name.strip() for name in self.hosts.split(",") if name.strip()]
        return ["127.0.0.1", "localhost", "[::1]"] if self.host in ("127.0.0.1", "localhost", "::1") else ["*"]


def data_folder() -> Path:
    """Return the data folder of this user, where the system keeps such folders."""
    usual = {"win32": os.environ.get("LOCALAPPDATA") or "~/AppData/Local", "darwin": "~/Library/Application Support"}
    return _expanded(Path(os.environ.get("XDG_DATA_HOME") or usual.get(sys.platform, "~/.local/share"))) / "roundhouse"


def _expanded(path: Path) -> Path:
    """Return a path with the home folder for `~`. Raise BadSetup if this user has none, as in some containers."""
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise BadSetup(say("this user has no home folder; name the database with --db FILE")) from error


def settings_from(environment: Mapping[str, str], **flags: Any) -> Settings:
    """Return the settings of an environment; `flags` that are not None override it. Raises BadSetup for invalid values."""
    chosen: dict[str, Any] = {}
    for setting in fields(Settings):
        name = _PREFIX + setting.name.upper()
        if name in environment:
            chosen[setting.name] = _value(name, environment[name], type(setting.default))
    chosen |= {name: flag for name, flag in flags.items() if flag is not None}
    chosen["db"] = _database(chosen.get("db", ""))
    settings = Settings(**chosen)
    if settings.lang not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise BadSetup(say("there is no language '{name}'; choose one of: {languages}", name=settings.lang, languages=known))
    if settings.url and not _URL.fullmatch(settings.url):
        raise BadSetup(say("ROUNDHOUSE_URL must be written like https://play.example.org, not '{text}'", text=settings.url))
    if not 0 <= settings.port < 65536:
        raise BadSetup(say("the port must be a number from 0 to 65535, not {port}", port=settings.port))
    return settings


def _database(given: str) -> str:
    """Return a file or a URL of PostgreSQL. Raise BadSetup for other URLs, and for what other programs read as one."""
    file = given.removeprefix(_SQLITE)
    scheme = _SCHEME.match(file)
    if (scheme and not file.startswith(_POSTGRES)) or (given and not file):
        found = given if scheme is None else f"{scheme[0]}…"  # the rest may hold a password
        raise BadSetup(say("the database must be a file, sqlite:///FILE or postgresql://…, not {found}", found=found))
    return file


def _value(name: str, text: str, kind: type) -> str | int | bool:
    if kind is bool:
        if text.lower() in _YES or text.lower() in _NO:
            return text.lower() in _YES
        raise BadSetup(say("{name} must be 'on' or 'off', not '{text}'", name=name, text=text))
    if kind is int:
        if not text.isdecimal():
            raise BadSetup(say("{name} must be a whole number, not '{text}'", name=name, text=text))
        return int(text)
    return text
