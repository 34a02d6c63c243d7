"""Accounts in real browsers: a guest who comes back from another device, a bell that rings, devices that are signed out."""

from __future__ import annotations

from tests.web.axe import serious_in_both_colours
from tests.web.browser import PHONE, Meet, Person
from tests.web.people.guests import friends, make_account, sign_in


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
    """Its page is loaded again by itself and leads to the invitation, as for any stranger: nothing of the seat is left on it."""
    ada, _, table = friends(meet, "Ada Stolen")
    lost = meet()
    sign_in(lost, "Ada Stolen")
    lost.page.goto(table)
    lost.wait_for_board()
    assert lost.page.locator("[data-move]").count() > 0
    ada.visit("/account")
    ada.page.click("section[aria-labelledby=devices-title] div > form button")
    ada.page.wait_for_url("**/account?done=devices")
    lost.page.wait_for_url("**/join/**")

    assert "This table is full" in lost.text("h1")
    assert lost.page.locator("[data-move]").count() == 0


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
