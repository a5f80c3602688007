"""Undo: a seat takes its own last order back while nobody else could have learnt of it, though others have planned since."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.codec import encode
from bob.core.dice import Dice, Stream
from bob.core.errors import Refused
from bob.core.game import REFEREE, Event, dumps
from bob.core.match import Match
from bob.day.state.orders import Done
from bob.driver import Driver
from bob.driver.local_messages import TakenBack
from bob.driver.seat_log import SeatLog
from bob.files import Save, SaveError
from bob.games import games
from tests.sizes import WHOLE
from tests.toy import SEATS, Plan, Show, Strike, Toy, ToyPosition

OTHER = {"blue": "red", "red": "blue"}


class Both(Toy):
    """The toy game with both seats planning at once. A plan `after` stands only while the other seat has planned; one of `how many`
    tells its seat how many plans the other has."""

    name = "both"

    def to_move(self, position: ToyPosition) -> tuple[str, ...]:
        return SEATS if position.turn < position.rounds else ()

    def check(self, position: ToyPosition, seat: str, order: Any) -> None:
        super().check(position, seat, order)
        if isinstance(order, Plan) and order.text == "after" and not position.plans[OTHER[seat]]:
            raise Refused("game.bad_order", rule="TOY-5", code="plan", place="text", expected="-", found="after")

    def apply(self, position: ToyPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        events = super().apply(position, seat, order, dice)
        if isinstance(order, Plan) and order.text == "how many":
            events.append(Event("counted", {"plans": len(position.plans[OTHER[seat]])}, (seat,)))
        return events


BOTH = Both()
GAMES = {"both": BOTH}


def seen(match: Match[ToyPosition], seat: str) -> Any:
    """All that a seat sees, is offered and has heard or done, in the order that it came to it."""
    log = [(event.code, dumps(encode(event))) for _, event in match.log(seat)]
    orders = [dumps(encode(entry.order)) for entry in match.entries if entry.seat == seat and entry.order is not None]
    return dumps(encode(match.view(seat))), match.game.choices(match.position, seat), log, orders


def record(match: Match[Any]) -> list[Any]:
    return [entry.as_json() for entry in match.entries]


SEAT = st.sampled_from(SEATS)
ORDER = st.one_of(
    st.builds(Plan, st.integers(0, 3), st.sampled_from(["a", "b", "after", "how many"])),
    st.just(Strike()),
    st.just("show"),
)
DEEDS = st.lists(st.one_of(st.tuples(st.just("give"), SEAT, ORDER), st.tuples(st.just("undo"), SEAT, st.none())), max_size=24)


@pytest.mark.smoke
@settings(max_examples=120 if WHOLE else 30, deadline=None)
@given(DEEDS)
def test_an_undo_changes_nothing_of_what_the_other_seat_saw_or_ordered(deeds: list[tuple[str, str, Any]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.bob1940"
        driver = Driver.new(BOTH, "short", 1, {}, dict.fromkeys(SEATS, "human"), path)
        match = driver.match
        for deed, seat, order in deeds:
            other, before, whole = OTHER[seat], seen(match, OTHER[seat]), record(match)
            number, own = driver.number(other), match.last_order(seat)
            try:
                if deed == "give":
                    hand = match.position.hands[seat]
                    driver.give(seat, (Show(hand[0]) if hand else Strike()) if order == "show" else order)
                    continue
                lines = driver.undo(seat)
            except Refused:
                assert record(match) == whole
                continue
            assert own is not None and not own.rolls and own.seat == seat
            assert seen(match, other) == before and driver.number(other) == number, "the other seat can tell that an order was taken back"
            assert [type(message) for message in lines] == [TakenBack] and lines[0].seat == seat
            left = [entry for entry in whole if entry["number"] != own.number]
            assert [{**entry, "number": i} for i, entry in enumerate(left)] == record(match)
            assert [e.seat for e in match.entries[own.number :]] == [other] * (len(match.entries) - own.number)
        again = Match.replayed(BOTH, match.header, match.entries)
        assert BOTH.dump(again.position) == BOTH.dump(match.position)
        for seat in (*SEATS, REFEREE):
            fresh, log = SeatLog(seat, match.entries), driver._logs[seat]
            assert [(i.entry, i.event) for i in log.items] == [(i.entry, i.event) for i in fresh.items]
        driver.close()
        save, opened = Save.open(path, GAMES)
        with save:
            assert record(opened) == record(match) and BOTH.dump(opened.position) == BOTH.dump(match.position)
            assert [BOTH.dump(opened.at(n)) for n in range(len(opened.entries))] == [
                BOTH.dump(match.at(n)) for n in range(len(match.entries))
            ]


def planned() -> Match[ToyPosition]:
    match = Match.new(BOTH, "short", 1)
    match.play("blue", Plan(0, "a"))
    return match


def test_a_free_order_of_the_other_side_does_not_stand_in_the_way() -> None:
    match = planned()
    match.play("red", Plan(1, "b"))
    match.play("red", Plan(2, "c"))
    assert match.undo_refused("blue") is None
    assert match.undo("blue").order == Plan(0, "a")
    assert match.position.plans == {"blue": {}, "red": {1: "b", 2: "c"}}
    assert [(e.number, e.seat) for e in match.entries] == [(0, REFEREE), (1, "red"), (2, "red")]
    assert match.undo_refused("blue") == "game.undo_nothing"
    assert match.undo("red").order == Plan(2, "c") and match.undo().order == Plan(1, "b")


@pytest.mark.parametrize("order", [Strike(), "show", Plan(1, "after"), Plan(1, "how many")])
def test_what_others_did_since_that_hangs_on_it_stands_in_the_way(order: Any) -> None:
    match = planned()
    match.play("red", Show(match.position.hands["red"][0]) if order == "show" else order)
    before = record(match)
    with pytest.raises(Refused) as caught:
        match.undo("blue")
    assert caught.value.key == match.undo_refused("blue") == "game.undo_revealed"
    assert record(match) == before and match.position.plans["blue"] == {0: "a"}


class Closing(Both):
    """A game in which a seat whose plan is `closed` has no more to order, and only it knows so."""

    name = "closing"

    def to_move(self, position: ToyPosition) -> tuple[str, ...]:
        return tuple(seat for seat in super().to_move(position) if "closed" not in position.plans[seat].values())


def test_a_refusal_does_not_tell_that_the_other_side_has_no_more_to_order() -> None:
    match = Match.new(Closing(), "short", 1)
    match.play("blue", Plan(0, "a"))
    entry = match.play("red", Plan(1, "closed"))
    assert match.to_move == ("blue",) and not entry.free, "red cannot take it back"
    assert match.undo_refused("red") == "game.undo_revealed"
    assert match.undo_refused("blue") is None, "blue would learn that red is ready"
    match.undo("blue")
    assert match.to_move == ("blue",) and [(e.seat, e.free) for e in match.entries[1:]] == [("red", False)]


class Watched(Both):
    """A game in which each seat sees how many plans there are."""

    def view(self, position: ToyPosition, seat: str) -> Any:
        return super().view(position, seat), sum(map(len, position.plans.values()))


def test_what_another_seat_sees_stands_in_the_way() -> None:
    match = Match.new(Watched(), "short", 1)
    match.play("blue", Plan(0, "a"))
    match.play("red", Plan(1, "b"))
    assert match.undo_refused("blue") == "game.undo_revealed" and match.undo_refused("red") is None


def test_a_seat_takes_back_its_own_orders_alone() -> None:
    match = planned()
    assert match.undo_refused("red") == "game.undo_nothing"
    with pytest.raises(Refused):
        match.undo("red")


def test_an_undo_between_others_is_in_the_file_or_did_not_happen(tmp_path: Path) -> None:
    path = tmp_path / "a.bob1940"
    save, match = Save.begin(path, BOTH, "short", 1, {})
    match.play("blue", Plan(0, "a"))
    match.play("red", Plan(1, "b"))
    before = record(match)
    with save:
        for number in (0, 3):
            with pytest.raises(SaveError):
                save.replace(number, ())
        save._con.execute("CREATE TEMP TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'full'); END")
        with pytest.raises(SaveError):
            match.undo("blue")
        assert record(match) == before
        save._con.execute("DROP TRIGGER full")
        match.play("red", Plan(2, "c"))
        match.undo("blue")
        match.play("blue", Plan(5, "d"))
    reopened, opened = Save.open(path, GAMES)
    with reopened:
        assert record(opened) == record(match)
        assert opened.position.plans == {"blue": {5: "d"}, "red": {1: "b", 2: "c"}}


def test_in_a_day_a_side_cannot_tell_by_undo_whether_the_other_is_done() -> None:
    game = games()["day"]
    match: Match[Any] = Match.new(game, "one_raid", "abc")
    stream = Stream.of(1, "player")
    while match.position.phase != "orders":
        match.play(match.to_move[0], game.sample(match.position, match.to_move[0], stream))
    samples = (game.sample(match.position, "raf", stream) for _ in range(200))
    assert match.play("raf", next(order for order in samples if order.code == "readiness")).free
    driver = Driver(match, dict.fromkeys(("raf", "luftwaffe"), "jsonl"))
    assert driver.undo_reason("raf") is None
    driver.give("luftwaffe", Done())
    assert match.to_move == ("raf",) and driver.undo_reason("raf") is None
    assert [type(message) for message in driver.undo("raf")] == [TakenBack]
    assert match.to_move == ("raf",)
