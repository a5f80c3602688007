"""The sitting: what is kept, what each seat is told, who is asked, who types which dice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.cli.jsonl import Pipe
from bob.core.codec import encode
from bob.core.dice import Throw
from bob.core.errors import BobError, Refused, UsageError
from bob.core.game import REFEREE, Game
from bob.core.kit import Casting, Contest, Kit, Player
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.orders import Done, DropRaid, PlanRaid, Readiness, Seal
from bob.day.state.position import LUFTWAFFE, RAF
from bob.driver import Accepted, Driver, EventMessage, Over, SeatLog
from bob.files import Save, SaveError
from bob.games import registered
from bob.words import Words
from tests.toy import TOY, Plan, Show, Strike, Wait

EN = Words("en")
BOTH = {"blue": "human", "red": "human"}


class ToyKit(Kit):
    """The toy game, played by persons and by chance."""

    name = "toy"
    usual = "short"
    endings = ("toy.over",)

    def make(self, own: Path | None = None) -> Game[Any]:
        return TOY

    def scenarios(self, words: Words) -> Mapping[str, str]:
        return {"short": "short"}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        return Casting(BOTH)

    def players(self, seat: str) -> tuple[str, ...]:
        return ("random",)

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        raise UsageError("staff.no_officer", name=name, choices="random")

    def contest(self) -> Contest:
        raise NotImplementedError


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    with registered(ToyKit()):
        yield


def toy(seats: Mapping[str, str] = BOTH, path: Path | None = None, **more: Any) -> Driver:
    return Driver.new(TOY, "short", "7", {}, seats, path, **more)


def kept(path: Path) -> list[Any]:
    """The entries of a file."""
    save, match = Save.open(path, {"toy": TOY}, read_only=True)
    save.close()
    return [entry.as_json() for entry in match.entries]


# ---- keeping, and taking back


ORDERS = st.one_of(
    st.builds(Plan, st.integers(-1, 10), st.sampled_from(["", "a", "b"])),
    st.builds(Show, st.integers(1, 10)),
    st.just(Strike()),
    st.just(Wait()),
)
SEAT = st.sampled_from(["blue", "red", REFEREE, "green"])
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("give"), SEAT, ORDERS, st.sampled_from([None, 0, 0, -1])),
        st.tuples(st.just("undo"), st.sampled_from(["blue", "red"])),
        st.tuples(st.just("open")),
        st.tuples(st.just("copy")),
    ),
    max_size=14,
)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(DEEDS)
def test_whatever_is_done_the_file_is_the_record(deeds: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.bob1940"
        driver = toy(path=path)
        for i, deed in enumerate(deeds):
            before = [e.as_json() for e in driver.match.entries]
            numbers = {seat: driver.number(seat) for seat in BOTH}
            try:
                if deed[0] == "give":
                    _, seat, order, late = deed
                    number = None if late is None or seat not in BOTH else driver.number(seat) + late
                    driver.give(seat, order, number)
                elif deed[0] == "undo":
                    driver.undo(deed[1])
                elif deed[0] == "copy":
                    path = Path(folder) / f"{i}.bob1940"
                    driver.keep_in(path)
                else:
                    driver.close()
                    driver = Driver.open(path, {"toy": TOY})
                    numbers = dict.fromkeys(BOTH, 0)
            except Refused:
                assert [e.as_json() for e in driver.match.entries] == before
            now = [e.as_json() for e in driver.match.entries]
            assert kept(path) == now
            assert all(driver.number(seat) >= number for seat, number in numbers.items()), "a number is never given twice"
            for seat in (*BOTH, REFEREE):
                again = SeatLog(seat, driver.match.entries)
                assert [e for _, e in driver.log(seat)] == [e for _, e in again.events()] == [e for _, e in driver.match.log(seat)]
                assert [n for n, _ in driver.log(seat)] == sorted({n for n, _ in driver.log(seat)})
        driver.close()


def test_it_is_in_the_file_before_it_is_told_and_what_cannot_be_kept_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "a.bob1940"
    driver = toy(path=path)
    seen: list[int] = []
    driver.on_entry = lambda entry: seen.append(len(kept(path)))
    driver.give("blue", Wait())
    assert seen == [2]
    assert driver.save is not None
    driver.save.close()
    before = driver.number("blue"), driver.number("red")
    with pytest.raises(SaveError):
        driver.give("red", Strike())
    assert seen == [2] and (driver.number("blue"), driver.number("red")) == before and driver.to_move == ("red",)


# ---- messages


def test_a_seat_counts_its_own_orders_and_what_it_hears() -> None:
    driver = toy()
    at = driver.number("red")
    lines = driver.give("blue", Plan(1, "x"))
    assert [(type(m), m.seat) for m in lines] == [(Accepted, "blue"), (EventMessage, "blue")]
    assert driver.number("red") == at
    lines = driver.give("blue", Strike())
    assert [(type(m), m.seat) for m in lines] == [(Accepted, "blue"), (EventMessage, "blue"), (EventMessage, "red")]
    assert [m.number for m in lines if m.seat == "red"] == [at + 1]
    assert [m.number for m in lines if m.seat == "blue"] == [driver.number("blue") - 1, driver.number("blue")]


def test_a_late_answer_is_dropped_with_words() -> None:
    driver = toy()
    question = driver.asked()[0]
    driver.give("blue", Plan(1, "x"), question.number)
    with pytest.raises(Refused) as caught:
        driver.give("blue", Plan(2, "y"), question.number)
    assert caught.value.key == "sitting.late" and str(question.number) in caught.value.describe(EN)
    driver.undo("blue")
    with pytest.raises(Refused):
        driver.give("blue", Plan(2, "y"), question.number)
    driver.give("blue", Plan(2, "y"), driver.asked()[0].number)


def test_a_thought_about_what_is_past_is_dropped() -> None:
    driver = toy({"blue": "human", "red": "random"})
    driver.give("blue", Wait())
    thought = driver.thought("red")
    decisions = thought.think(None)
    driver.take(thought, decisions)
    entries = len(driver.match.entries)
    assert entries == 3
    assert driver.take(thought, decisions) == [] and len(driver.match.entries) == entries


def test_the_end_is_told_once_to_each_seat() -> None:
    driver = toy()
    while not driver.is_over:
        driver.give(driver.to_move[0], Wait())
    assert [(m.seat, type(m)) for m in driver.advance()] == [("blue", Over), ("red", Over)]
    assert driver.advance() == []


def test_nobody_gives_for_a_seat_that_is_not_outside() -> None:
    driver = toy({"blue": "random", "red": "human"})
    for seat in ("blue", REFEREE, "green"):
        with pytest.raises(Refused) as caught:
            driver.give(seat, Wait())
        assert caught.value.key == "sitting.not_outside"


def test_a_player_whom_the_game_does_not_know_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(BobError):
        toy({"blue": "human", "red": "nelson"}, tmp_path / "a.bob1940")
    assert not list(tmp_path.glob("a.bob1940*"))


# ---- secrets


def lines_of_raf(hidden: bool, luftwaffe_first: bool, turns: int = 6) -> list[str]:
    """All that goes to the RAF over lines, while the Luftwaffe gives more or fewer orders that leave everything as it is, and is done
    before the RAF or after it."""
    match: Match[Any] = Match.new(OperationalDay(), "lesson", "twins")
    pipe = Pipe(Driver(match, {RAF: "jsonl", LUFTWAFFE: "jsonl"}), EN)
    out = pipe.begun()

    def send(seat: str, *orders: Any) -> None:
        for order in orders:
            answers = pipe.answered(json.dumps({"seat": seat, "order": encode(order)}))
            assert answers[0]["type"] == "accepted", answers[0]
            out.extend(answers)

    raid = list(match.position.raids.values())[-1].plan
    send(LUFTWAFFE, *([DropRaid(raid.code), PlanRaid(raid)] if hidden else []), Seal())
    for _ in range(turns):
        if match.position.phase == "choice":
            seat = match.to_move[0]
            send(seat, match.game.choices(match.position, seat).listed[0])
            continue
        unit = match.view(RAF).squadrons[0]
        ready = [Readiness(unit.unit, "available")] if unit.box == "ready" else []
        if luftwaffe_first:
            send(LUFTWAFFE, Done())
        send(RAF, *ready)
        out.extend(pipe.answered(json.dumps({"seat": RAF, "type": "log"})))
        send(RAF, Done())
        if not luftwaffe_first and LUFTWAFFE in match.to_move and match.position.phase == "orders":
            send(LUFTWAFFE, Done())
    out.extend(pipe.answered(json.dumps({"seat": RAF, "type": "view"})))
    return [json.dumps(answer, ensure_ascii=False) for answer in out if answer.get("seat") == RAF]


@pytest.mark.rule("OPS-B4.1")
def test_worlds_alike_to_a_seat_give_the_same_bytes() -> None:
    worlds = [lines_of_raf(hidden, first) for hidden in (False, True) for first in (False, True)]
    assert worlds[0] == worlds[1] == worlds[2] == worlds[3]
    assert len(worlds[0]) > 15 and sum('"prompt"' in line for line in worlds[0]) > 5


def test_the_numbers_of_a_replay_are_those_of_the_seat() -> None:
    logs = []
    for hidden in (False, True):
        match: Match[Any] = Match.new(OperationalDay(), "lesson", "twins")
        raid = list(match.position.raids.values())[-1].plan
        for order in [*([DropRaid(raid.code), PlanRaid(raid)] if hidden else []), Seal()]:
            match.play(LUFTWAFFE, order)
        logs.append(SeatLog(RAF, match.entries))
    assert [n for n, _ in logs[0].events()] == [n for n, _ in logs[1].events()] and logs[0].number == logs[1].number
    assert logs[0].entry_of(logs[0].number) != logs[1].entry_of(logs[1].number)
    with pytest.raises(KeyError):
        logs[0].entry_of(logs[0].number + 1)


# ---- typed dice


@pytest.mark.parametrize("seats", [{RAF: "human", LUFTWAFFE: "kesselring"}, {RAF: "human", LUFTWAFFE: "human"}])
def test_a_side_types_only_its_own_open_dice(seats: dict[str, str]) -> None:
    asked: list[tuple[str, str, str]] = []

    def ask(throw: Throw) -> str | None:
        asked.append((throw.purpose, throw.by, driver.screen.seat if made else ""))
        return None

    made = False
    driver = Driver.new(OperationalDay(), "one_raid", "5", {}, seats, ask=ask, typed=True)
    assert asked == [], "nobody sits there yet, and no roll of the setup is open to all"
    made = True
    for _ in range(400):
        driver.advance()
        seat = driver.screen.waiting
        if seat is None:
            break
        driver.screen.sit(seat)
        listed = driver.choices(seat).listed
        driver.give(seat, listed[0])
    assert driver.is_over and asked
    open_to = driver.match.game.own_rolls
    assert all(purpose in open_to and by == there for purpose, by, there in asked), asked
    assert not {"detection", "tally", "shooting", "salt"} & {purpose for purpose, _, _ in asked}


def test_a_referee_types_hidden_dice_too() -> None:
    asked: set[str] = set()

    def ask(throw: Throw) -> str | None:
        asked.add(throw.purpose)
        return None

    seats = {RAF: "park", LUFTWAFFE: "kesselring", REFEREE: "human"}
    driver = Driver.new(OperationalDay(), "one_raid", "5", {}, seats, ask=ask, typed=True)
    driver.advance()
    assert driver.is_over and driver.screen.seat == REFEREE
    assert "detection" in asked and not asked & driver.match.game.unthrown


# ---- the screen


def test_the_screen_calls_whoever_owes_and_shows_nobody_elses_room() -> None:
    driver = toy()
    screen = driver.screen
    assert screen.seat == "blue" and screen.waiting == "blue" and screen.called is None
    driver.give("blue", Wait())
    assert screen.waiting == screen.called == "red"
    for seat in ("red", REFEREE):
        with pytest.raises(Refused):
            screen.look(seat)
    screen.sit("red")
    assert screen.called is None and screen.may_look("red") and not screen.may_look("blue")
    with pytest.raises(Refused):
        screen.sit("green")
    while not driver.is_over:
        driver.give(driver.to_move[0], Wait())
    assert screen.may_look("blue") and screen.may_look(REFEREE)


def test_no_seat_reads_who_else_was_told() -> None:
    """Who else heard of a thing would say what they know of it: over lines, in a seat's file, in the log of a match."""
    driver = toy()
    driver.give("blue", Strike())
    for seat in BOTH:
        got = [event for _, event in driver.log(seat)]
        assert got and {event.to for event in got} == {(seat,)} == {event.to for _, event in driver.match.log(seat)}
        assert {event.to for entry in driver.match.entries for event in driver.heard(entry, seat).events} == {(seat,)}
    assert any(len(event.to) > 1 for _, event in driver.log(REFEREE))
