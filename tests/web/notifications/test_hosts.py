"""Hosts that do not answer hold few places, however many there are, and are left alone for a while."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from roundhouse.web.notifications.hosts import MAX_EACH, MAX_UNPROVEN, HostBusy, Hosts


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def held(hosts: Hosts, stack: ExitStack, names: list[str]) -> int:
    """Begin a request to each of these hosts; return how many were admitted."""
    count = 0
    for name in names:
        try:
            stack.enter_context(hosts.request(name))
        except HostBusy:
            continue
        count += 1
    return count


def test_many_hosts_that_have_not_answered_share_a_few_places() -> None:
    """A hundred guests with a hundred names; a host that has answered before is not delayed."""
    hosts = Hosts(Clock())
    hosts.answered("push.example.org")
    with ExitStack() as stack:
        assert held(hosts, stack, [f"{i}.example.net" for i in range(100)]) == MAX_UNPROVEN
        assert held(hosts, stack, ["push.example.org"] * 20) == MAX_EACH
    with ExitStack() as stack:
        assert held(hosts, stack, ["new.example.com"]) == 1


def test_a_host_that_did_not_answer_is_left_alone_for_longer_each_time() -> None:
    """Ten seconds, twenty, at most ten minutes; an answer ends that."""
    clock = Clock()
    hosts = Hosts(clock)
    pauses = []
    for _ in range(9):
        hosts.timed_out("slow.example.net")
        with pytest.raises(HostBusy) as busy, hosts.request("slow.example.net"):
            pass
        pauses.append(busy.value.delay)
        clock.now += busy.value.delay
        with hosts.request("slow.example.net"):
            pass
    hosts.answered("slow.example.net")
    hosts.timed_out("slow.example.net")
    with pytest.raises(HostBusy) as busy, hosts.request("slow.example.net"):
        pass

    assert pauses == [10, 20, 40, 80, 160, 320, 600, 600, 600]
    assert busy.value.delay == 10


def test_a_host_that_stops_to_answer_loses_its_place() -> None:
    """It is like one that has never answered."""
    clock = Clock()
    hosts = Hosts(clock)
    hosts.answered("push.example.org")
    hosts.timed_out("push.example.org")
    clock.now += 60
    with ExitStack() as stack:
        held(hosts, stack, [f"{i}.example.net" for i in range(100)])
        assert held(hosts, stack, ["push.example.org"]) == 0


def test_hosts_are_not_remembered_without_end() -> None:
    """Anyone can name any number of them."""
    hosts = Hosts(Clock())
    for i in range(10_000):
        hosts.timed_out(f"{i}.example.net")

    assert len(hosts._hosts) <= 2000
