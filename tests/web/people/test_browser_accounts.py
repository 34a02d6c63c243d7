"""Accounts and news in real browsers: a guest who comes back from another device, bells that ring, devices that are signed out."""

from __future__ import annotations

import json

import pytest

from tests.web.axe import serious_in_both_colours
from tests.web.browser import PHONE, WHOLE, Door, Meet, Person

PASSWORD = "straight on to Duluth"
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


def make_account(person: Person, name: str) -> None:
    """An account of whoever sits at this browser."""
    person.visit("/account")
    person.page.fill("#name", name)
    person.page.fill("#new-password", PASSWORD)
    person.page.click("section[aria-labelledby=new] button")
    person.page.wait_for_url("**/account?done=made")


def sign_in(person: Person, name: str) -> None:
    """By name and password."""
    person.visit("/account")
    person.page.fill("#word", name)
    person.page.fill("#password", PASSWORD)
    person.page.click("section[aria-labelledby=in] button")
    person.page.wait_for_url(person.house + "/")


def friends(meet: Meet, name: str) -> tuple[Person, Person, str]:
    """Somebody with an account and Bo at a table of Chicago Express; the one with the account is to move."""
    ada, bo = meet(), meet()
    link = ada.open_table("express", ["you", "open"], name)
    table = ada.page.url
    bo.join(link, "Bo")
    ada.wait_for_board()
    bo.wait_for_board()
    make_account(ada, name)
    return ada, bo, table


def test_a_guest_makes_an_account_and_plays_on_from_a_phone(meet: Meet) -> None:
    """A table, a name, an account; a second device signs in, finds the table, moves; the first one sees it at once."""
    ada, phone = meet(), meet(size=PHONE)
    ada.open_table("express", ["you", "novice"], "Ada")
    ada.wait_for_board()
    table = ada.page.url
    make_account(ada, "Ada")
    ada.page.goto(table)
    ada.wait_for_board()
    ada.wait_for_turn()
    before = ada.n
    sign_in(phone, "ada")
    phone.page.click("section[aria-labelledby=yours] a")
    phone.wait_for_board()
    phone.keep_picture("phone-second-device")
    assert phone.page.url == table
    assert phone.make_first_move()
    ada.wait_for_news(before)

    assert ada.n > before


def test_the_bell_rings_on_another_page_and_leads_to_the_table(meet: Meet) -> None:
    """Ada reads the rules while Bo moves: a number, a line, a click; at the table the bell is silent, since the page says it."""
    ada, bo, table = friends(meet, "Ada Byron")
    ada.page.goto(table)
    ada.wait_for_board()
    while ada.page.locator(".turn-of[data-yours=yes]").count():
        ada.make(ada.moves()[0])
    ada.visit("/rules/express")
    bo.make_first_move()
    ada.page.wait_for_selector("[data-bell-count]:not([hidden])")
    ada.page.click(".bell summary")
    assert "Your turn Chicago Express with Bo" in " ".join(ada.text(".bell-list").split())
    ada.keep_picture("bell")
    ada.page.click(".bell-list a")
    ada.wait_for_board()

    assert ada.page.url == table
    assert ada.page.locator("[data-bell-count]").is_hidden()


def test_a_device_that_is_signed_out_elsewhere_shows_it_at_once(meet: Meet) -> None:
    """Its page is loaded anew by itself: nothing of the seat is left on it."""
    ada, _, table = friends(meet, "Ada Stolen")
    lost = meet()
    sign_in(lost, "Ada Stolen")
    lost.page.goto(table)
    lost.wait_for_board()
    assert lost.page.locator("[data-move]").count() > 0
    ada.visit("/account")
    ada.page.click("section[aria-labelledby=devices-title] div > form button")
    ada.page.wait_for_url("**/account?done=devices")
    lost.page.wait_for_selector(".error-number")

    assert "This table is private" in lost.text("h1")
    lost.problems = [problem for problem in lost.problems if "403" not in problem]


def test_a_push_is_shown_while_no_page_looks(meet: Meet, door: Door) -> None:
    """The worker of the house is allowed by its policy, speaks for all of it, and shows what a push says."""
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
    while not found:
        ada.page.wait_for_timeout(20)
    words = {"title": "Your turn", "body": "Chicago Express with Bo", "url": "/table/x", "tag": "turn-x"}
    push = {"origin": door.url, "registrationId": found[-1], "data": json.dumps(words)}
    for _ in range(20):  # a browser under load drops one now and then; the same tag is shown once
        tools.send("ServiceWorker.deliverPushMessage", push)
        if ada.page.evaluate(SHOWN):
            break

    assert ada.page.evaluate(SHOWN) == [["Your turn", "Chicago Express with Bo"]]
    ada.problems = [problem for problem in ada.problems if NO_SERVICE not in problem]


def test_a_page_that_nobody_looks_at_notifies(meet: Meet) -> None:
    """Its window is hidden while Bo moves: the browser says it, although it has no push service."""
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


def test_axe_finds_nothing_serious_on_the_pages_about_people(meet: Meet) -> None:
    """In French on a phone, in light and dark, where nothing is wider than the screen; with the bell open where there is one."""
    person = meet(size=PHONE, language="fr-FR")
    person.visit("/account")
    check(person, "sign-in")
    make_account(person, "Zoé")
    for page in ("account", "account/notifications", "account/delete", "notices"):
        person.visit(f"/{page}")
        person.page.click(".bell summary")
        check(person, page.replace("/", "-"))


def check(person: Person, name: str) -> None:
    """Looks at one page in both colours."""
    assert serious_in_both_colours(person, f"people-{name}") == []
    assert person.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE[0], name
