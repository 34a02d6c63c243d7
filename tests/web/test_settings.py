"""Settings: flags win over the environment, the environment over what is built in; nonsense is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.core.sentence import BadSetup
from roundhouse.web.settings import Settings, settings_from


def test_flags_win_over_the_environment() -> None:
    """A flag that was not given leaves the variable, a missing variable the default."""
    environment = {"ROUNDHOUSE_PORT": "9000", "ROUNDHOUSE_LANG": "fr", "ROUNDHOUSE_LIMITS": "off", "HOME": "/nowhere"}

    settings = settings_from(environment, port=8080, lang=None)

    assert (settings.port, settings.lang, settings.limits, settings.host) == (8080, "fr", False, "127.0.0.1")


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"ROUNDHOUSE_PORT": "x"}, "ROUNDHOUSE_PORT must be a whole number, not 'x'"),
        ({"ROUNDHOUSE_PORT": "70000"}, "the port must be a number from 0 to 65535"),
        ({"ROUNDHOUSE_HTTPS": "maybe"}, "ROUNDHOUSE_HTTPS must be 'on' or 'off'"),
        ({"ROUNDHOUSE_LANG": "xx"}, "there is no language 'xx'"),
        ({"ROUNDHOUSE_URL": "javascript:alert(1)"}, "ROUNDHOUSE_URL must be written like https://play.example.org, not 'java"),
        ({"ROUNDHOUSE_URL": "play.example.org"}, "ROUNDHOUSE_URL must be written like"),
    ],
)
def test_nonsense_is_refused_in_words(environment: dict[str, str], words: str) -> None:
    """By the name of the variable."""
    with pytest.raises(BadSetup, match=words):
        settings_from(environment)


def test_the_store_is_kept_where_data_of_users_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless a file is named."""
    monkeypatch.setenv("XDG_DATA_HOME", "/data")

    assert Settings().path() == Path("/data/roundhouse/house.db")
    assert Settings(db="here.db").path() == Path("here.db")


def test_a_user_without_a_home_folder_is_told_to_name_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container with a number for a user; a named file needs no home."""

    def fails(path: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "expanduser", fails)
    with pytest.raises(BadSetup, match="this user has no home folder; name the database with --db FILE"):
        Settings().path()


def test_on_loopback_only_its_own_names_are_answered() -> None:
    """Elsewhere all, unless they are named."""
    assert Settings().allowed_hosts() == ["127.0.0.1", "localhost", "[::1]"]
    assert Settings(host="0.0.0.0").allowed_hosts() == ["*"]
    assert Settings(hosts="play.example, example").allowed_hosts() == ["play.example", "example"]


def test_a_password_of_the_database_is_never_shown() -> None:
    """Neither where the house says what it keeps its games in, nor where settings are printed by mistake."""
    settings = Settings(db="postgresql://house:open-sesame@db.example.org/house", metrics_token="for-the-collector")

    assert settings.place() == "postgresql://db.example.org/house"
    assert "open-sesame" not in repr(settings)
    assert "for-the-collector" not in repr(settings)
