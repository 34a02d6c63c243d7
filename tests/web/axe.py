"""What axe finds on a page that keeps somebody out."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

from tests.web.browser import Person

ALL: dict[str, Any] = {"resultTypes": ["violations"]}
CONTRAST: dict[str, Any] = {**ALL, "runOnly": {"type": "rule", "values": ["color-contrast"]}}


def serious(person: Person, options: dict[str, Any] = ALL) -> list[str]:
    """The faults that matter most, each with the first place where it was found."""
    found = Axe().run(person.page, options=options).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")]


def serious_in_both_colours(person: Person, name: str) -> list[str]:
    """Everything in light colours; of the dark ones only contrast, since nothing else depends on them. Keeps a picture of each."""
    person.page.emulate_media(color_scheme="light")
    person.keep_picture(f"{name}-light")
    found = serious(person)
    person.page.emulate_media(color_scheme="dark")
    person.keep_picture(f"{name}-dark")
    return found + serious(person, CONTRAST)
