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
from bob.driver import Sitting
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


def day(**seats: str) -> Sitting:
    return Sitting.new(kit("day").make(), "one_raid", "wire", {}, seats)


class Afar:
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
    sitting = day(raf="park", luftwaffe="kesselring")
    afar = Afar(Channel(sitting, seat))
    for _ in range(40):
        sitting.step()
        afar.take(afar.channel.refresh())
        later = {**afar.channel.whole()}
        assert dumps(encode(afar.got)) == dumps(encode(later))
    assert afar.channel.refresh() is None


def test_who_comes_back_gets_the_rest_or_the_whole() -> None:
    sitting = day(raf="park", luftwaffe="kesselring")
    channel = Channel(sitting, "raf")
    mark = channel.mark
    told = []
    for _ in range(12):
        sitting.step()
        message = channel.refresh()
        told += [message] if message is not None else []
    assert channel.since(mark) == told
    assert channel.since(channel.mark) == []
    for strange in (None, "", "x.1", f"{channel.epoch}.99", f"{channel.epoch}.-1", f"{channel.epoch}.{'9' * 5000}", "." + mark):
        assert [message["type"] for message in channel.since(strange)] == ["state"]


def test_an_order_taken_back_sends_the_whole_anew() -> None:
    sitting = day(raf="human", luftwaffe="human")
    channel = Channel(sitting, "luftwaffe")
    plan = next(order for order in sitting.choices("luftwaffe").listed if order.code == "seal")
    drop = sitting.match.view("luftwaffe").raids[0].plan.code
    sitting.give("luftwaffe", sitting.match.game.order({"code": "drop_raid", "raid": drop}))
    assert plan is not None
    news = channel.refresh()
    assert news is not None and news["type"] == "news" and news["items"][0]["order"]["raid"] == drop
    sitting.undo("luftwaffe")
    again = channel.refresh()
    assert again is not None and again["type"] == "state" and again["items"] == channel.whole()["items"]


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from(["drop", "undo", "nothing"]), min_size=1, max_size=4))
def test_what_the_other_side_plans_sends_nothing(deeds: list[str]) -> None:
    sitting = day(raf="human", luftwaffe="human")
    channel = Channel(sitting, "raf")
    before = dumps(channel.whole())
    raids = [raid.plan.code for raid in sitting.match.view("luftwaffe").raids]
    for deed in deeds:
        if deed == "drop" and raids:
            sitting.give("luftwaffe", sitting.match.game.order({"code": "drop_raid", "raid": raids.pop()}))
        elif deed == "undo" and sitting.undo_reason("luftwaffe") is None:
            sitting.undo("luftwaffe")
        assert channel.refresh() is None
        assert dumps(channel.whole()) == before


def test_the_referee_is_sent_the_record() -> None:
    sitting = day(raf="park", luftwaffe="kesselring", referee="human")
    channel = Channel(sitting, REFEREE)
    assert [entry["number"] for entry in channel.whole()["record"]["entries"]] == list(range(len(sitting.match.entries)))
    assert "record" not in Channel(sitting, "raf").whole()
    assert Done.code in {order["code"] for order in encode(sitting.choices("raf"))["listed"]} or not sitting.choices("raf").listed
