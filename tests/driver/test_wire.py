"""What goes over a line: differences fit together again, and a seat is sent its own view and events and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.codec import encode
from bob.core.game import REFEREE, dumps
from bob.day.state.orders import Done
from bob.driver import Driver
from bob.driver.wire import Channel, WireError, difference, patched
from bob.games import kit

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "="]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["a", "b", "in", "=", "to"]), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, VALUES)
def test_a_difference_makes_the_one_of_the_other(before: Any, after: Any) -> None:
    text = json.dumps(before)
    change = json.loads(json.dumps(difference(before, after)))
    assert dumps(patched(before, change)) == dumps(after)
    assert json.dumps(before) == text
    assert (change is None) == (dumps(before) == dumps(after))


@pytest.mark.parametrize("change", [{}, {"in": 3}, {"in": {"0": {"=": 1}}}, {"in": {"a": {"in": {}}}}])
def test_a_change_that_does_not_fit_is_told(change: Any) -> None:
    with pytest.raises(WireError):
        patched(7 if "in" not in change or change["in"] == 3 else {"a": 3} if "a" in change["in"] else "text", change)


def day(**seats: str) -> Driver:
    return Driver.new(kit("day").make(), "one_raid", "wire", {}, seats)


class AnyRemoteDriver:
    """The other end of a channel."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.got: dict[str, Any] = {}
        self.take(channel.whole())

    def take(self, message: dict[str, Any] | None) -> None:
        message = json.loads(json.dumps(message))
        if message is None:
            return
        if message["type"] == "state":
            self.got = message
            return
        for key, change in message["changes"].items():
            self.got[key] = patched(self.got[key], change)
        self.got["items"] += message["items"]
        self.got["mark"] = message["mark"]
        if "entries" in message:
            self.got["record"]["entries"] += message["entries"]


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["raf", "luftwaffe", REFEREE])
def test_whoever_gets_the_changes_has_what_whoever_comes_later_gets(seat: str) -> None:
    driver = day(raf="park", luftwaffe="kesselring")
    remote = AnyRemoteDriver(Channel(driver, seat))
    for _ in range(40):
        driver.step()
        remote.take(remote.channel.refresh())
        later = {**remote.channel.whole()}
        assert dumps(encode(remote.got)) == dumps(encode(later))
    assert remote.channel.refresh() is None


def test_who_comes_back_gets_the_rest_or_the_whole() -> None:
    driver = day(raf="park", luftwaffe="kesselring")
    channel = Channel(driver, "raf")
    mark = channel.mark
    lines = []
    for _ in range(12):
        driver.step()
        message = channel.refresh()
        lines += [message] if message is not None else []
    assert channel.since(mark) == lines
    assert channel.since(channel.mark) == []
    for strange in (None, "", "x.1", f"{channel.epoch}.99", f"{channel.epoch}.-1", f"{channel.epoch}.{'9' * 5000}", "." + mark):
        assert [message["type"] for message in channel.since(strange)] == ["state"]


def test_an_order_taken_back_sends_the_whole_anew() -> None:
    driver = day(raf="human", luftwaffe="human")
    channel = Channel(driver, "luftwaffe")
    plan = next(order for order in driver.choices("luftwaffe").listed if order.code == "seal")
    drop = driver.match.view("luftwaffe").raids[0].plan.code
    driver.give("luftwaffe", driver.match.game.order({"code": "drop_raid", "raid": drop}))
    assert plan is not None
    messages = channel.refresh()
    assert messages is not None and messages["type"] == "news" and messages["items"][0]["order"]["raid"] == drop
    driver.undo("luftwaffe")
    again = channel.refresh()
    assert again is not None and again["type"] == "state" and again["items"] == channel.whole()["items"]


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from(["drop", "undo", "nothing"]), min_size=1, max_size=4))
def test_what_the_other_side_plans_sends_nothing(deeds: list[str]) -> None:
    driver = day(raf="human", luftwaffe="human")
    channel = Channel(driver, "raf")
    before = dumps(channel.whole())
    raids = [raid.plan.code for raid in driver.match.view("luftwaffe").raids]
    for deed in deeds:
        if deed == "drop" and raids:
            driver.give("luftwaffe", driver.match.game.order({"code": "drop_raid", "raid": raids.pop()}))
        elif deed == "undo" and driver.undo_reason("luftwaffe") is None:
            driver.undo("luftwaffe")
        assert channel.refresh() is None
        assert dumps(channel.whole()) == before


def test_the_referee_is_sent_the_record() -> None:
    driver = day(raf="park", luftwaffe="kesselring", referee="human")
    channel = Channel(driver, REFEREE)
    assert [entry["number"] for entry in channel.whole()["record"]["entries"]] == list(range(len(driver.match.entries)))
    assert "record" not in Channel(driver, "raf").whole()
    assert Done.code in {order["code"] for order in encode(driver.choices("raf"))["listed"]} or not driver.choices("raf").listed
