"""Guests with accounts, in real browsers."""

from __future__ import annotations

from tests.web.browser import Meet, Person

PASSWORD = "straight on to Duluth"


def make_account(person: Person, name: str) -> None:
    """Create an account for the guest of this browser."""
    person.visit("/account")
    person.page.fill("#name", name)
    person.page.fill("#new-password", PASSWORD)
    person.page.click("section[aria-labelledby=new] button")
    person.page.wait_for_url("**/account?done=made")


def sign_in(person: Person, name: str) -> None:
    """Sign in by name and password."""
    person.visit("/account")
    person.page.fill("#word", name)
    person.page.fill("#password", PASSWORD)
    person.page.click("section[aria-labelledby=in] button")
    person.page.wait_for_url(person.house + "/")


def friends(meet: Meet, name: str) -> tuple[Person, Person, str]:
    """Seat a player with an account and Bo at a table of Chicago Express; the player with the account is to move."""
    ada, bo = meet(), meet()
    link = ada.open_table("express", ["you", "open"], name)
    table = ada.page.url
    bo.join(link, "Bo")
    ada.wait_for_board()
    bo.wait_for_board()
    make_account(ada, name)
    return ada, bo, table
