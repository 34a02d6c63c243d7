"""The shared builder, the theme, and drawings as PNG."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.game import DrawingRequest
from roundhouse.games.tickets import GAME
from roundhouse.ui import columns, svg
from roundhouse.ui.columns import WIDTH, cells, flowed
from roundhouse.ui.picture import picture, png, theme
from roundhouse.ui.svg import (
    SEAT_SIGNS,
    SIGNS,
    button,
    definitions,
    escape,
    number,
    press,
    seat_mark,
    shorten,
    smooth,
    text_width,
    wrap,
    write,
)
from tests.games.tickets.positions import position

NAMES = ("Ada", "Bo")
_COLOURS = re.compile(r"^\s*--([a-z0-9-]+):\s*light-dark\((#[0-9A-F]{6}), (#[0-9A-F]{6})\);", re.MULTILINE)


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG between two colours."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("text", ['"><script>', "a & b", "it's", "tab\there", "nul\x00", "\ud800 alone", "\uffff", "Évariste"])
def test_no_text_breaks_a_drawing(text: str) -> None:
    """Markup, quotes, control characters and half a surrogate, in an element and in an attribute."""
    root = ET.fromstring(f'<g title="{escape(text)}">{escape(text)}</g>')

    assert (root.text or "") == root.attrib["title"]
    assert "\x00" not in (root.text or "")


def test_a_press_tells_its_move_and_can_be_reached_by_keyboard() -> None:
    """The move as data, a title in words, a place in the order of the tab key."""
    element = ET.fromstring(press('say "x"', "Say x & y", "<rect/>"))

    assert element.attrib["data-move"] == 'say "x"'
    assert (element.attrib["tabindex"], element.attrib["role"]) == ("0", "button")
    assert element[0].text == "Say x & y"


def test_a_button_carries_its_word() -> None:
    """What a button says is its title and its text."""
    element = ET.fromstring(button("pass", "Pass", (0, 0, 80, 44)))

    assert [part.text for part in element.iter() if part.text] == ["Pass", "Pass"]


def test_every_seat_has_a_mark_of_its_own() -> None:
    """Six seats, six shapes, all of them defined."""
    assert len(set(SEAT_SIGNS)) == len(SEAT_SIGNS) == 6
    assert set(SEAT_SIGNS) <= set(SIGNS)
    assert 'href="#sign-square"' in seat_mark(1, 0, 0, 10)


def test_all_signs_are_defined_once() -> None:
    """The definitions are well-formed, and their ids differ."""
    ids = [element.attrib["id"] for element in ET.fromstring(definitions())]

    assert sorted(ids) == sorted(f"sign-{name}" for name in SIGNS)


def test_lines_break_between_words_and_fit() -> None:
    """No line is wider than its room, and no word is lost."""
    text = "Your turn: draw two cards, claim a route or take tickets"
    lines = wrap(text, 17, 200)

    assert " ".join(lines) == text
    assert len(lines) > 1
    assert all(text_width(line, 17) <= 200 for line in lines)


def test_a_text_too_long_ends_in_an_ellipsis() -> None:
    """A long name is cut to its room; a short one stays."""
    assert shorten("Bo", 14, 80) == "Bo"
    assert shorten("Bartholomew the Elder", 14, 80).endswith("…")
    assert text_width(shorten("Bartholomew the Elder", 14, 80), 14) <= 80


# Long texts.


def shortened_by_trial(text: str, size: float, room: float) -> str:
    """What `shorten` means: the longest beginning that fits with its ellipsis, found by trying each."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped_by_trial(text: str, size: float, room: float) -> list[str]:
    """What `wrap` means: each line measured whole whenever a word is added."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def flowed_by_trial(head: str, items: list[str], gap: str) -> list[str]:
    """What `flowed` means: each line measured whole whenever an item is added."""
    lines = [f"{head} " if head else ""]
    for item in items:
        if cells(lines[-1]) + cells(item) + len(gap) > WIDTH:
            lines.append("  ")
        lines[-1] += item + gap
    lines[-1] = lines[-1].removesuffix(gap)
    return [line.rstrip() for line in lines]


LETTERS = st.sampled_from("iImMw .,é李\u0301…") | st.characters(codec="utf-8")
SIZES = st.sampled_from([10.0, 12, 14, 17, 22.5])


@given(st.text(LETTERS, max_size=300), SIZES, st.floats(0, 2500))
def test_a_text_is_shortened_as_if_every_beginning_were_tried(text: str, size: float, room: float) -> None:
    """Short and long texts, narrow and wide rooms."""
    assert shorten(text, size, room) == shortened_by_trial(text, size, room)


@given(st.text(LETTERS, max_size=300), SIZES, st.floats(0, 2500))
def test_a_text_is_wrapped_as_if_every_line_were_measured(text: str, size: float, room: float) -> None:
    """Short and long texts, narrow and wide rooms."""
    assert wrap(text, size, room) == wrapped_by_trial(text, size, room)


@given(
    st.sampled_from(["", "Cards:", "李小龍:"]),
    st.lists(st.text(LETTERS, max_size=40), max_size=12),
    st.sampled_from([", ", " ", ""]),
)
def test_items_flow_as_if_every_line_were_measured(head: str, items: list[str], gap: str) -> None:
    """Narrow and wide signs, accents, empty items."""
    assert flowed(head, items, gap) == flowed_by_trial(head, items, gap)


@pytest.mark.parametrize(
    ("work", "most"),
    [
        (lambda text: shorten(text, 14, 80), 1_000),
        (lambda text: wrap(text, 14, 1e9), 300_000),
        (lambda text: text_width(text, 14), 300_000),
    ],
    ids=["shorten", "wrap", "text_width"],
)
def test_a_long_text_is_measured_once(work: Callable[[str], object], most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name of a megabyte once hung the server: every beginning of it was measured. Here letters are counted."""
    measured = 0

    def advance(char: str) -> int:
        nonlocal measured
        measured += 1
        return 500

    monkeypatch.setattr(svg, "_advance", advance)
    work("abc " * 50_000)

    assert 0 < measured <= most


def test_no_cache_keeps_a_long_text() -> None:
    """Neither measured nor escaped nor written, in a drawing or for a terminal."""
    caches = (svg._advance_of, svg._escaped, svg._written, svg._wrapped, columns._cells)
    before = [cache.cache_info().currsize for cache in caches]
    text = "abc " * 100

    assert escape(text) == text
    assert write(1, 2, text, "t14") == f'<text x="1" y="2" class="t14">{text}</text>'
    assert len(wrap(text, 14, 1e9)) == 1
    assert shorten(text, 14, 80).endswith("…")
    assert text_width(text, 14) > 0
    assert cells(text) == 400
    assert [cache.cache_info().currsize for cache in caches] == before


def test_a_soft_curve_goes_through_its_points() -> None:
    """Each point is the end of a piece of the curve; a closed one returns to its first."""
    points = [(0.0, 0.0), (10.0, 5.0), (20.0, 0.0)]

    assert [piece.split()[-2:] for piece in smooth(points, closed=False).split("C")[1:]] == [["10", "5"], ["20", "0"]]
    assert smooth(points, closed=True).endswith("0 0Z")


def test_coordinates_are_short() -> None:
    """One decimal, no minus before zero."""
    assert [number(value) for value in (1.0, 1.25, -0.04, 1000000.5)] == ["1", "1.2", "0", "1000000.5"]


def test_the_theme_uses_only_colours_that_it_tells() -> None:
    """Every variable has a value for light and, unless it is the same, for dark."""
    css = theme()

    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", css)) <= set(re.findall(r"^\s*--([a-z0-9-]+):", css, re.MULTILINE))


def test_no_class_of_the_theme_is_told_twice() -> None:
    """Games share one sheet: a second rule for the same class would change the drawings of another game."""
    selectors = re.findall(r"^(\.[^{}]+?) \{", theme(), re.MULTILINE)
    alone = Counter(one for selector in selectors for one in selector.split(", ") if re.fullmatch(r"\.[\w-]+", one))

    assert [name for name, count in alone.items() if count > 1] == []


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text_can_be_read_on_every_ground(scheme: int) -> None:
    """4.5 to 1 for every ink on every ground that it is written on."""
    colours = {name: values[scheme] for name, *values in _COLOURS.findall(theme())}

    for ink in ("ink", "quiet", "accent", "danger"):
        for ground in ("ground", "panel"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    assert contrast(colours["ink"], colours["land"]) >= 4.5
    assert contrast(colours["ink"], colours["water"]) >= 4.5
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_signs_can_be_told_on_their_cards_and_spaces(scheme: int) -> None:
    """3 to 1 for the sign of every colour, on cards and on empty spaces."""
    colours = {name: values[scheme] for name, *values in _COLOURS.findall(theme())} | {"card-ink": "#22262B"}
    dark_signs = {"white", "yellow", "orange", "gray"}

    for name in ("white", "blue", "yellow", "green", "red", "purple", "black", "orange"):
        assert contrast(colours["card-ink" if name in dark_signs else "paper"], colours[name]) >= 3, name
        ink = {"white": "card-ink", "yellow": "card-ink", "black": "paper"}.get(name, "on-space")
        assert contrast(colours[ink], colours[f"{name}-space"]) >= 3, name
    for seat in (1, 2, 3, 5, 6):
        assert contrast(colours["on-seat"], colours[f"seat-{seat}"]) >= 3, seat


def test_a_picture_is_one_document_with_all_parts() -> None:
    """Theme, signs, map and every moving part by its id."""
    view = GAME.view(position(), 0)
    root = ET.fromstring(picture(GAME, DrawingRequest(view=view, names=NAMES)))
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}

    assert {"backdrop", "prompt", "display", "hand", "seats", "tickets", "track-0", "track-99"} <= ids
    assert root.attrib["viewBox"] == "0 0 1280 800"
    assert not [element for element in root.iter() if "style" in element.attrib]


@pytest.mark.parametrize("width", [240, 390])
def test_a_png_has_the_width_asked_for(width: int) -> None:
    """The size stands in the head of the file."""
    data = png(picture(GAME, DrawingRequest(view=GAME.view(position(), 0), names=NAMES, layout="narrow")), width)

    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == width


def test_a_png_shows_text_without_any_font_of_the_system() -> None:
    """The same drawing with and without its words gives different pictures: the house's own type was found."""
    svg = picture(GAME, DrawingRequest(view=GAME.view(position(), 0), names=NAMES))

    assert png(svg, 640) != png(re.sub(r"<text[^>]*>[^<]*</text>", "", svg), 640)


def test_a_png_is_light_and_nothing_in_it_is_hovered() -> None:
    """No variable, no dark value and no hover rule reaches the rasteriser."""
    css = "<style>:root {\n  --a: light-dark(#FF0000, #00FF00);\n}\n.x { fill: var(--a); }\n.x:hover { fill: #0000FF; }\n</style>"
    dot = '<rect width="1" height="1" class="x"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="1" height="1">{css}{dot}</svg>'
    plain = svg.replace(css, "").replace('class="x"', 'fill="#FF0000"')

    assert png(svg, 4) == png(plain, 4)
