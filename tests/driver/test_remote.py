"""A sitting seen from afar: it has what its seat has and no more, orders go one after another, and what is past goes out no more."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.dice import Roll
from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, dumps
from bob.core.kit import HUMAN
from bob.core.record import Entry
from bob.day.state.orders import Done, Note, Scramble
from bob.driver import Driver
from bob.driver.remote import AnyRemoteDriver, RemoteReferee, Said, remote_driver
from bob.driver.wire import Channel
from bob.games import kit


def over_the_line(message: Any) -> Any:
    return json.loads(json.dumps(message))


class Host:
    """The host's end: orders wait until they are let through, and the messages until they are."""

    def __init__(self, driver: Driver, seat: str) -> None:
        self.driver = driver
        self.channel = Channel(driver, seat)
        self.far: AnyRemoteDriver = remote_driver(over_the_line(self.channel.whole()))
        self.notice: list[Entry] = []
        self.turned_down: list[str] = []
        self.out: list[Said] = []
        self.messages: list[Any] = []
        self.far.on_entry = self.notice.append
        self.far.outbox.post = self.out.append
        self.far.outbox.refused = lambda said, error: self.turned_down.append(error.key)

    def carry_out(self) -> None:
        """Carry out the order that came, and answer it; what it brought about comes later."""
        said = self.out.pop(0)
        try:
            if said.path == "undo":
                self.driver.undo(self.channel.seat)
            else:
                body = over_the_line(said.body)
                self.driver.give(self.channel.seat, self.driver.match.game.order(body["order"]), body["number"])
            answer = {"type": "accepted", "number": self.driver.number(self.channel.seat)}
        except BobError as error:
            answer = {"type": "refused", "reason": str(error), "key": error.key, "rule": error.rule}
        self.far.outbox.answered(said.key, answer)
        self.note()

    def note(self) -> None:
        """Write down what there is to tell."""
        if (message := self.channel.refresh()) is not None:
            self.messages.append(over_the_line(message))

    def bring(self) -> None:
        """Bring what was written down."""
        while self.messages:
            self.far.tell(self.messages.pop(0))

    def through(self) -> None:
        """Until nothing is under way."""
        while self.out or self.messages:
            if self.out:
                self.carry_out()
            self.bring()


def day(seed: str = "wire", scenario: str = "one_raid", **seats: str) -> Driver:
    return Driver.new(kit("day").make(), scenario, seed, {}, seats)


def ordered(driver: Driver) -> Driver:
    """A day in its first turn of orders."""
    driver.advance()
    while driver.match.position.phase != "orders":
        driver.give("raf", driver.company.anything("raf"))
        driver.advance()
    return driver


def planned() -> Host:
    """The RAF in the first turn of orders."""
    return Host(ordered(day("line", raf=HUMAN, luftwaffe="kesselring")), "raf")


def describe(entries: Any) -> list[str]:
    return [event.code for entry in entries for event in entry.events]


def rolled(far: AnyRemoteDriver) -> list[Roll]:
    return [roll for entry in far.match.entries for roll in entry.rolls]


def open_rolls(driver: Driver, seat: str) -> list[Roll]:
    """What a seat may see of the dice, up to what it did or heard last."""
    game, last = driver.match.game, driver.items(seat)[-1].entry
    found = [roll for entry in driver.match.entries[: last + 1] for roll in entry.rolls]
    return [roll for roll in found if roll.purpose in game.open_rolls or game.sees_own(seat, roll.purpose, roll.by)]


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["raf", "luftwaffe"])
@pytest.mark.parametrize("rule", ["quick", "cards"])
def test_it_has_the_view_the_choices_and_the_log_of_its_seat(seat: str, rule: str) -> None:
    driver = Driver.new(kit("day").make(), "one_raid", "wire", {"engagements": rule}, {"raf": "park", "luftwaffe": "kesselring"})
    host = Host(driver, seat)
    far = host.far
    for _ in range(160):
        if driver.thinker is None:
            break
        driver.step()
        host.note()
        host.bring()
        assert far.view(seat) == driver.view(seat)
        assert far.choices(seat) == driver.choices(seat)
        assert far.pending == driver.pending
        assert far.is_over == driver.is_over and (seat in far.to_move) == (seat in driver.asked_seats)
    assert [(e.code, dict(e.data)) for _, e in far.log(seat)] == [
        (e["code"], e["data"]) for e in over_the_line([{"code": e.code, "data": e.data} for _, e in driver.log(seat)])
    ]
    later = remote_driver(over_the_line(Channel(driver, seat).whole()))
    assert describe(later.match.entries) == describe(far.match.entries)
    assert [e.order for e in later.match.entries if e.order] == [e.order for e in far.match.entries if e.order]
    assert rolled(far) == rolled(later) == open_rolls(driver, seat) and not far.match.header.seed


def test_each_entry_is_told_once_and_its_view_can_be_looked_at() -> None:
    host = planned()
    far, known = host.far, len(host.far.match.entries)
    seen = [far.view("raf")]
    for _ in range(6):
        far.give("raf", Done())
        host.through()
        host.driver.advance()
        host.note()
        host.bring()
        seen.append(far.view("raf"))
        if host.far.choices("raf").listed and not isinstance(host.far.choices("raf").listed[0], Done):
            break
    assert [entry.number for entry in host.notice] == list(range(known, len(far.match.entries)))
    assert far.view_after(known - 1, "raf") == seen[0] and far.view_after(len(far.match.entries) - 1, "raf") == seen[-1]
    with pytest.raises(BobError) as missing:
        far.view_after(0, "raf")
    assert missing.value.key == "wire.view_not_here" and not far.has_view(0)
    asked: list[int] = []
    shown: list[int] = []
    far.wanted, far.seen = asked.append, shown.append
    far.ask_view(0)
    far.put_view(asked[0], over_the_line(host.channel.whole()["view"]))
    assert shown == [0] and far.has_view(0) and far.view_after(0, "raf") == far.view("raf")


def ready(host: Host) -> list[Scramble]:
    view = host.far.view("raf")
    over = next(s.hex for s in view.squadrons)
    return [Scramble(s.unit, 12, hex=over) for s in view.squadrons if s.box == "ready"][:3]


def first_scrambles(host: Host) -> list[Scramble]:
    found = []
    for order in ready(host):
        try:
            host.far.check("raf", order)
        except Refused:
            continue
        found.append(order)
    return found


def test_orders_in_quick_succession_go_one_after_another() -> None:
    host = planned()
    scrambles = first_scrambles(host)
    assert len(scrambles) == 3
    turn = host.far.view("raf").turn
    for order in (*scrambles, Done()):
        host.far.give("raf", order)
    assert [said.order for said in host.out] == scrambles[:1] and host.far.under_way
    host.carry_out()
    assert not host.out, "the next waits until what the first brought about is known"
    host.through()
    assert [entry.order for entry in host.notice if entry.order] == [*scrambles, Done()] and not host.far.under_way
    assert host.far.view("raf").turn >= turn and not host.turned_down


def test_an_order_given_twice_goes_once() -> None:
    host = planned()
    host.far.give("raf", Done())
    with pytest.raises(Refused) as twice:
        host.far.give("raf", Done())
    assert twice.value.key == "wire.under_way"
    host.through()
    assert [entry.order for entry in host.notice if entry.order] == [Done()]


def test_what_waits_is_not_said_when_its_moment_is_past() -> None:
    host = planned()
    (scramble, *_) = first_scrambles(host)
    host.far.give("raf", Done())
    host.far.give("raf", scramble)
    host.carry_out()
    host.driver.advance()
    host.note()
    host.bring()
    host.through()
    assert host.turned_down and host.turned_down[0] in ("wire.too_late", "ops.refused.not_owing")
    assert [entry.order for entry in host.notice if entry.order] == [Done()]


def test_where_the_seat_has_moved_on_the_order_is_looked_at_once_more() -> None:
    host = planned()
    first, second, third = first_scrambles(host)
    host.driver.give("raf", first)  # somebody else of the side
    host.far.give("raf", second)
    host.carry_out()
    assert not host.out and not host.turned_down
    host.through()
    assert [entry.order for entry in host.notice if entry.order] == [first, second] and not host.turned_down
    host.driver.give("raf", Done())
    host.driver.advance()
    host.far.give("raf", third)
    host.carry_out()
    host.through()
    assert host.turned_down == ["wire.too_late"] and not host.far.under_way
    assert third not in [entry.order for entry in host.driver.match.entries]


def test_what_the_host_refuses_is_told_in_its_words_and_the_rest_goes_on() -> None:
    host = planned()
    scrambles = first_scrambles(host)
    for order in scrambles[:2]:
        host.far.give("raf", order)
    said = host.out.pop(0)
    host.far.outbox.answered("another", {"type": "accepted"})
    assert not host.out
    errors: list[Refused] = []
    host.far.outbox.refused = lambda said, error: errors.append(error)
    host.far.outbox.answered(said.key, {"type": "refused", "reason": "Too late [OPS-1]", "key": "x", "rule": "OPS-1"})
    assert [str(error) for error in errors] == ["Too late [OPS-1]"]
    assert [one.order for one in host.out] == scrambles[1:2]


def test_an_order_taken_back_leaves_what_was_before_it() -> None:
    driver = day(raf=HUMAN, luftwaffe=HUMAN)
    host = Host(driver, "luftwaffe")
    far = host.far
    again: list[int] = []
    far.on_restored = again.append
    assert far.undo_reason("luftwaffe") == "game.undo_nothing"
    raid = far.view("luftwaffe").raids[0].plan.code
    far.give("luftwaffe", driver.match.game.order({"code": "drop_raid", "raid": raid}))
    host.through()
    count = len(far.match.entries)
    assert raid not in [r.plan.code for r in far.view("luftwaffe").raids]
    far.undo("luftwaffe")
    host.through()
    assert again == [count - 1] and len(far.match.entries) == count - 1
    assert raid in [r.plan.code for r in far.view("luftwaffe").raids]


def test_a_message_that_does_not_follow_changes_nothing() -> None:
    host = planned()
    far = host.far
    host.driver.give("raf", Done())
    host.note()
    messages = host.messages.pop()
    before = dumps(repr((far.view("raf"), far.mark, far.match.entries)))
    epoch, _, number = messages["mark"].partition(".")
    for wrong in (
        {**messages, "mark": f"{epoch}.{int(number) + 1}"},
        {**messages, "mark": "other.1"},
        {**messages, "items": [{"number": "x"}]},
        {**messages, "items": 7},
        {**messages, "changes": {"view": {"in": {"squadrons": {"=": 7}}}}},
        {**messages, "changes": None},
        {"type": "state", "wire": 1},
    ):
        with pytest.raises(BobError):
            far.tell(wrong)
        assert dumps(repr((far.view("raf"), far.mark, far.match.entries))) == before
    far.tell(messages)
    far.tell(messages)
    assert [entry.order for entry in far.match.entries].count(Done()) == 1


def test_another_program_at_the_host_is_said() -> None:
    state = over_the_line(Channel(day(raf=HUMAN, luftwaffe="kesselring"), "raf").whole())
    for change, key in (("wire", "other_form"), ("rules", "other_rules"), ("game", "other_rules")):
        with pytest.raises(BobError) as other:
            remote_driver({**state, change: "of another day"})
        assert other.value.key == f"wire.{key}"


def test_nothing_but_the_own_seat_is_there() -> None:
    far = planned().far
    for seat in ("luftwaffe", REFEREE):
        with pytest.raises(Refused):
            far.view(seat)
        with pytest.raises(Refused):
            far.screen.look(seat)
        assert not far.screen.may_look(seat) and far.match.log(seat) == []
    for asked in (far.truth, lambda: far.keep_in("x"), lambda: far.branched("x", 0)):
        with pytest.raises(Refused):
            asked()


def test_the_referee_has_the_match_itself() -> None:
    driver = ordered(day("line", raf=HUMAN, luftwaffe="kesselring", referee=HUMAN))
    host = Host(driver, REFEREE)
    far = host.far
    assert isinstance(far, RemoteReferee)
    driver.give("raf", Done())
    driver.advance()
    host.note()
    host.bring()
    far.give(REFEREE, Note("raf", "Look out"))
    host.through()
    assert [entry.as_json() for entry in far.match.entries] == [entry.as_json() for entry in driver.match.entries]
    assert far.match.game.dump(far.match.position) == driver.match.game.dump(driver.match.position)
    assert far.view(REFEREE) == driver.view(REFEREE) and [log[1].code for log in far.log("raf")][-1] == "note"
    again: list[int] = []
    far.on_restored = again.append
    count = len(far.match.entries)
    far.undo(REFEREE) if far.undo_reason(REFEREE) is None else far.give(REFEREE, Note("raf", "Once more"))
    host.through()
    assert [entry.as_json() for entry in far.match.entries] == [entry.as_json() for entry in driver.match.entries]
    assert (again == [count - 1]) == (len(far.match.entries) < count)


def played(deeds: list[str]) -> Iterator[Host]:
    host = planned()
    for deed in deeds:
        if deed == "scramble":
            for order in first_scrambles(host)[:1]:
                host.far.give("raf", order)
        elif deed == "done" and "raf" in host.far.to_move and host.far.view("raf").phase == "orders":
            with contextlib.suppress(Refused):
                host.far.give("raf", Done())
        elif deed == "answer" and host.out:
            host.carry_out()
        elif deed == "other":
            host.driver.advance()
            host.note()
        elif deed == "bring":
            host.bring()
        yield host


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["scramble", "done", "answer", "other", "bring"]), max_size=14))
def test_however_answers_and_news_fall_all_ends_as_the_host_has_it(deeds: list[str]) -> None:
    for host in played(deeds):
        assert len(host.out) <= 1
    if deeds:
        host.through()
        host.driver.advance()
        host.note()
        host.through()
        assert host.far.view("raf") == host.driver.view("raf") and not host.far.under_way
        given_here = [entry.order for entry in host.driver.match.entries if entry.seat == "raf" and entry.order is not None]
        assert [entry.order for entry in host.far.match.entries if entry.order is not None] == given_here
