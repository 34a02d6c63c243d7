"""Reviews in the house: asked for once, made in the background, shown as they grow, and only of finished games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.review.result import decode
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Store
from roundhouse.web.tables.reviews import Reviews
from tests.web.conftest import Browser
from tests.web.test_ratings import finished, play_out, two_people
from tests.web.test_store import place, within  # noqa: F401 - a fixture: both databases

Browsers = Callable[..., Browser]
Until = Callable[[Callable[[], bool]], None]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A review takes a second of CPU time."""
    return replace(settings, review_seconds=1)


def finished_table(browser: Browsers, house: House, portal: BlockingPortal) -> tuple[Browser, str, str]:
    """A finished game of Ada and Bo: Ada's browser, the path of the table, and that of its review."""
    ada, _, table = two_people(browser)
    play_out(house, portal, table)
    return ada, table, table.replace("table", "replay") + "/review"


def test_a_review_is_made_once_and_shown(browser: Browsers, house: House, portal: BlockingPortal, until: Until) -> None:
    """Asked for on its page, made in the background, kept; asked for again, nothing begins."""
    ada, table, review = finished_table(browser, house, portal)
    before = ada.get(review).text
    asked = ada.send(review)

    assert "Review this game" in before
    assert f'href="{review}"' in ada.get(table).text
    assert (asked.status_code, asked.headers["location"]) == (303, review)
    assert ada.get(f"{review}/parts").json()["working"] is True
    until(lambda: ada.get(f"{review}/parts").json()["progress"] == 1.0)
    page, document = ada.get(review).text, ada.get(f"{review}.json").text
    assert 'class="chance-curve"' in page
    assert "Review this game" not in page
    assert "Ada" in page
    assert decode(document).seats == 2
    assert ada.post(review).status_code == 200
    assert ada.get(f"{review}/parts").json()["working"] is False
    assert ada.get(f"{review}.json").text == document
    assert 'class="review-strip"' in ada.get(table.replace("table", "replay")).text


def test_a_review_can_be_shared_and_taken_home(browser: Browsers, house: House, portal: BlockingPortal, until: Until) -> None:
    """A guest with the link sees it; the page that is downloaded needs nothing else; drawings are well-formed."""
    ada, _, review = finished_table(browser, house, portal)
    ada.send(review)
    until(lambda: ada.get(f"{review}/parts").json()["progress"] == 1.0)
    assert "The table is private" not in ada.get(review).text
    stranger = browser()
    page, file = stranger.get(review), stranger.get(f"{review}.html")

    assert page.status_code == 200
    assert 'class="chance-curve"' in page.text
    assert file.headers["content-disposition"].endswith('.html"')
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", file.text)
    for address in re.findall(r'src="([^"]+\.svg)"', page.text):
        if address.startswith(review):
            ElementTree.fromstring(stranger.get(address).text)
    assert stranger.get(f"{review}/0/better.svg").status_code == 404
    assert stranger.get(f"{review}/0/other.svg").status_code == 404


def test_an_unfinished_game_has_no_review(browser: Browsers) -> None:
    """It would show what is hidden; nothing about it can be asked."""
    ada, _, table = two_people(browser)
    review = table.replace("table", "replay") + "/review"

    for answer in (
        ada.get(review),
        ada.post(review),
        ada.get(f"{review}/parts"),
        ada.get(f"{review}.json"),
        ada.post(f"{review}/stop"),
    ):
        assert answer.status_code == 409
        assert "the game is not over" in answer.text.lower()


def test_only_a_player_stops_a_review(browser: Browsers, house: House, portal: BlockingPortal, until: Until) -> None:
    """What is known stays, and it can be asked for again."""
    ada, _, review = finished_table(browser, house, portal)
    stranger = browser()
    ada.send(review)

    assert stranger.post(f"{review}/stop").status_code == 403
    assert ada.post(f"{review}/stop").status_code == 200
    assert ada.get(f"{review}/parts").json()["working"] is False
    until(lambda: house.review_worker.idle)
    ada.send(review)
    until(lambda: ada.get(f"{review}/parts").json()["progress"] == 1.0)


def test_reviews_are_limited(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """Ten in an hour for each guest: the next one is refused, with the time to wait."""
    ada, _, review = finished_table(browser, house, portal)
    codes = []
    for _ in range(11):
        codes.append(ada.post(review))
        portal.call(house.reviews.stop, review.split("/")[2])

    assert [answer.status_code for answer in codes] == [200] * 10 + [429]
    assert int(codes[-1].headers["retry-after"]) > 0


def test_a_lease_is_held_by_one_process(place: str) -> None:  # noqa: F811
    """While it is valid no other may begin; a finished review is never begun again; one of an older game is."""

    async def act(store: Store) -> list[object]:
        reviews, id = Reviews(store, lambda: 100.0), "one"
        await store.write(*finished(id))
        found: list[object] = [await reviews.claim(id, 5), await reviews.claim(id, 5)]
        found += [await reviews.save(id, 5, 0.5, json.dumps({})), await reviews.find(id, 6)]
        await reviews.stop(id)
        found += [await reviews.save(id, 5, 0.6, None), await reviews.claim(id, 5), await reviews.save(id, 5, 1.0, "{}")]
        found += [await reviews.claim(id, 5), await reviews.claim(id, 6)]
        return found

    assert within(place, act) == [True, False, True, None, False, True, True, False, True]
