"""Notifications in a real browser while its page is hidden or closed."""

from __future__ import annotations

import json

import pytest

from tests.patience import wait_until
from tests.web.browser import WHOLE, Door, Meet
from tests.web.people.guests import friends

SHOWN = (  # what the browser shows, once it shows something
    "async () => { const worker = await navigator.serviceWorker.ready; for (let i = 0; i < 100; i++) {"
    " const all = await worker.getNotifications(); if (all.length) return all.map((one) => [one.title, one.body]);"
    " await new Promise((done) => setTimeout(done, 50)); } return []; }"
)
NO_SERVICE = "Push API in incognito mode"  # what Chromium says when a test's browser subscribes: it has no push service


@pytest.fixture(scope="module")
def browsers() -> tuple[str, ...]:
    """The shell shows no notifications."""
    return WHOLE


def test_a_push_is_shown_while_no_page_looks(meet: Meet, door: Door) -> None:
    """The service worker is allowed by the content policy, covers the whole site, and shows a push message."""
    ada, _, _ = friends(meet, "Ada Pushed")
    ada.page.context.grant_permissions(["notifications"])
    ada.visit("/account/notifications")
    ada.page.click("[data-allow]")
    ada.page.wait_for_selector("[data-forbid]:not([hidden])")
    scope = ada.page.evaluate("async () => (await navigator.serviceWorker.ready).scope")
    assert scope == door.url + "/"
    tools = ada.page.context.new_cdp_session(ada.page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"] if one["scopeURL"] == scope),
    )
    tools.send("ServiceWorker.enable")
    wait_until(lambda: ada.page.title() and found, "the registration of the worker")  # events arrive while the page is asked
    words = {"title": "Your turn", "body": "Chicago Express with Bo", "url": "/table/x", "tag": "turn-x"}
    push = {"origin": door.url, "registrationId": found[-1], "data": json.dumps(words)}
    for _ in range(20):  # a browser under load drops one now and then; the same tag is shown once
        tools.send("ServiceWorker.deliverPushMessage", push)
        if ada.page.evaluate(SHOWN):
            break

    assert ada.page.evaluate(SHOWN) == [["Your turn", "Chicago Express with Bo"]]
    ada.problems = [problem for problem in ada.problems if NO_SERVICE not in problem]


def test_a_hidden_page_notifies(meet: Meet) -> None:
    """Its window is hidden while Bo moves: the browser notifies, although it has no push service."""
    ada, bo, table = friends(meet, "Ada Hidden")
    ada.page.context.grant_permissions(["notifications"])
    ada.visit("/account/notifications")
    ada.page.click("[data-allow]")
    ada.page.wait_for_selector("[data-forbid]:not([hidden])")
    ada.page.goto(table)
    ada.wait_for_board()
    while ada.page.locator(".turn-of[data-yours=yes]").count():
        ada.make(ada.moves()[0])
    ada.page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    ada.visit("/rules/express")
    ada.page.wait_for_function("() => document.querySelector('[data-bell-count]').hidden")
    bo.make_first_move()
    ada.page.wait_for_selector("[data-bell-count]:not([hidden])")

    assert ada.page.evaluate(SHOWN) == [["Your turn", "Chicago Express with Bo"]]
    ada.visit("/account/notifications")
    ada.page.click("[data-forbid]")
    ada.page.wait_for_selector("[data-allow]:not([hidden])")
    ada.problems = [problem for problem in ada.problems if NO_SERVICE not in problem]
