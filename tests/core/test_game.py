"""The contract, shown by the toy game: refusals, undo, the time machine, the record, and what each seat learns."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bob.core.dice import Dice, SeededDice, Stream, TypedDice
from bob.core.errors import BobError, DiceError, Refused
from bob.core.game import REFEREE, Event, dumps, secret_free
from bob.core.kit import PlainTeller
from bob.core.match import Match, first_difference
from bob.core.position_history import StoredRow
from bob.core.record import Entry, entry_from_json
from bob.words import Words
from tests.toy import SEATS, TOY, Plan, Show, Strike, Toy, ToyPosition, Wait

PLAN = Plan(3, "Tangmere")


def new(seed: int = 5, **options: Any) -> Match[ToyPosition]:
    return Match.new(TOY, "short", seed, options)


def played(seed: int = 5, orders: int = 60) -> Match[ToyPosition]:
    """A match of random orders."""
    match, stream = new(seed, rounds=1000), Stream.of(seed, "player")
    while len(match.entries) <= orders:
        match.play(match.to_move[0], TOY.sample(match.position, match.to_move[0], stream))
    return match


def state(match: Match[ToyPosition]) -> tuple[str, str, int]:
    """All that an order may change."""
    return TOY.dump(match.position), dumps([e.as_json() for e in match.entries]), match._stream.count


def typing(*answers: str | None) -> Callable[[SeededDice], Dice]:
    """Dice typed by a referee who gives these answers."""
    left = list(answers)
    return lambda seeded: TypedDice(lambda *_: left.pop(0), seeded)


class Cancelled(Exception):
    """The referee closed the window instead of typing."""


def cancelling(seeded: SeededDice) -> Dice:
    def ask(*_: Any) -> str:
        raise Cancelled

    return TypedDice(ask, seeded)


# ---- playing


def test_a_game_plays_to_its_end() -> None:
    match = new()
    while match.to_move:
        assert match.game.outcome(match.position) is None
        match.play(match.to_move[0], Strike())
        match.game.invariants(match.position)
    outcome = match.game.outcome(match.position)
    assert outcome is not None
    assert outcome.winner in (*SEATS, None)
    assert TOY.choices(match.position, "blue").listed == ()


@pytest.mark.parametrize(
    ("seat", "order", "rule"),
    [("red", Strike(), "TOY-1"), ("blue", Show(99), "TOY-2"), ("blue", Plan(10, ""), "TOY-3"), ("nobody", Wait(), "TOY-1")],
)
def test_a_refused_order_changes_nothing(seat: str, order: Any, rule: str) -> None:
    match = new()
    before, position = state(match), match.position
    with pytest.raises(Refused) as error:
        match.play(seat, order)
    assert error.value.rule == rule
    assert rule in str(error.value)
    assert state(match) == before
    assert match.position is position


def test_all_that_is_listed_is_legal() -> None:
    match = played()
    for order in TOY.choices(match.position, match.to_move[0]).listed:
        TOY.check(match.position, match.to_move[0], order)


@pytest.mark.parametrize(
    ("data", "key", "told"),
    [
        ({"code": "charge"}, "game.unknown_order", "charge"),
        ({"code": ["strike"]}, "game.unknown_order", "strike"),
        ({}, "game.unknown_order", "plan, show, strike, wait"),
        ({}, "game.unknown_order", "“{}”"),
        (5, "game.unknown_order", "“5”"),
        ("strike", "game.unknown_order", "strike"),
        (None, "game.unknown_order", "None"),
        ({"code": "show"}, "game.bad_order", "card"),
        ({"code": "show", "card": "7"}, "game.bad_order", "a whole number"),
        ({"code": "show", "card": 7, "x": 1}, "game.bad_order", "'x'"),
        ({"code": "plan", "place": 1, "text": "\ud800"}, "game.bad_order", "text"),
    ],
)
def test_an_order_that_is_no_order_is_refused(data: Any, key: str, told: str) -> None:
    with pytest.raises(Refused) as error:
        TOY.order(data)
    assert error.value.key == key
    for language in ("en", "fr"):
        error.value.describe(Words(language))
    assert told in str(error.value) or data == "strike"


def test_orders_come_back_from_json() -> None:
    for order in (PLAN, Show(3), Strike(), Wait()):
        entry = Entry(1, "blue", order, (), (), False)
        assert entry_from_json(json.loads(dumps(entry.as_json())), TOY) == entry


# ---- undo


def test_planning_is_taken_back_as_often_as_one_likes() -> None:
    match = new()
    states = [state(match)]
    for place in range(5):
        assert match.play("blue", Plan(place, "x")).free
        states.append(state(match))
    for before in reversed(states[:-1]):
        assert match.undo_refused() is None
        match.undo()
        assert state(match) == before
    assert match.undo_refused() == "game.undo_nothing"
    with pytest.raises(Refused):
        match.undo()


@pytest.mark.parametrize(
    ("order", "key"),
    [(Strike(), "game.undo_dice"), (Wait(), "game.undo_revealed"), ("show", "game.undo_revealed")],
)
def test_undo_stops_at_dice_at_a_reveal_and_at_a_change_of_seat(order: Any, key: str) -> None:
    match = new()
    match.play("blue", PLAN)
    entry = match.play("blue", Show(match.position.hands["blue"][0]) if order == "show" else order)
    assert not entry.free
    before = state(match)
    with pytest.raises(Refused) as error:
        match.undo()
    assert error.value.key == match.undo_refused() == key
    assert state(match) == before
    assert error.value.describe(Words("fr"))


def test_what_follows_an_undo_falls_as_if_it_had_not_been() -> None:
    plain, undone = new(), new()
    undone.play("blue", PLAN)
    undone.snapshot()
    undone.undo()
    for match in (plain, undone):
        match.play("blue", Strike())
    assert state(plain) == state(undone)


# ---- the time machine


def test_every_position_of_the_past_can_be_seen() -> None:
    match, stream = new(rounds=100), Stream.of(1, "player")
    pages = [TOY.dump(match.position)]
    for number in range(40):
        if number in (10, 25):
            match.snapshot()
        match.play(match.to_move[0], TOY.sample(match.position, match.to_move[0], stream))
        pages.append(TOY.dump(match.position))
    before = state(match)
    assert [TOY.dump(match.at(number)) for number in range(41)] == pages
    match.at(20).points["blue"] = 999
    assert state(match) == before
    assert TOY.dump(match.at(20)) == pages[20]


@pytest.mark.parametrize("number", [-1, 61, 1000])
def test_there_is_no_other_past(number: int) -> None:
    match = played()
    with pytest.raises(IndexError):
        match.at(number)
    with pytest.raises(IndexError):
        match.branch(number)


def test_a_branch_goes_its_own_way() -> None:
    match = played()
    before = state(match)
    branch = match.branch(30)
    assert TOY.dump(branch.position) == TOY.dump(match.at(30))
    assert len(branch.entries) == 31
    again = match.entries[31]
    for entry in match.entries[31:]:
        branch.play(entry.seat, entry.order)
    assert branch.entries[31] == again
    assert state(branch) == before
    branch.play(branch.to_move[0], Strike())
    assert state(match) == before


def test_a_page_can_be_read_back() -> None:
    match = played()
    assert TOY.parse(TOY.dump(match.position)) == match.position
    for text in ("", "{}", '{"turn": 1}'):
        with pytest.raises(BobError):
            TOY.parse(text)


# ---- the record


def round_trip(match: Match[ToyPosition]) -> list[Entry]:
    return [entry_from_json(json.loads(dumps(entry.as_json())), TOY) for entry in match.entries]


@pytest.mark.parametrize("seed", range(5))
def test_a_record_replays_to_the_same_game(seed: int) -> None:
    match = played(seed)
    again = Match.replayed(TOY, match.header, round_trip(match))
    assert state(again) == state(match)
    for one in (match, again):
        one.play(one.to_move[0], Strike())
    assert state(again) == state(match)
    assert first_difference(TOY, match.header, round_trip(match)) is None


def test_a_record_of_nothing_is_none() -> None:
    with pytest.raises(BobError) as error:
        Match.replayed(TOY, new().header, [])
    assert error.value.key == "game.record_gap"


def strikes(count: int = 6) -> Match[ToyPosition]:
    match = new(rounds=100)
    for _ in range(count):
        match.play(match.to_move[0], Strike())
    return match


@pytest.mark.parametrize("lost", [0, 3])
def test_a_gap_in_the_record_is_noticed(lost: int) -> None:
    match = strikes()
    entries = [entry for entry in match.entries if entry.number != lost]
    with pytest.raises(BobError) as error:
        Match.replayed(TOY, match.header, entries)
    assert (error.value.key, error.value.values) == ("game.record_gap", {"number": lost + 1, "expected": lost})


def other_event(entry: Entry) -> Entry:
    return replace(entry, events=(*entry.events, Event("struck", {"hit": 99})))


def other_faces(entry: Entry) -> Entry:
    roll = entry.rolls[0]
    return replace(entry, rolls=(replace(roll, faces=tuple(face % 6 + 1 for face in roll.faces)), *entry.rolls[1:]))


def more_dice(entry: Entry) -> Entry:
    return replace(entry, rolls=(*entry.rolls, replace(entry.rolls[0], faces=(1,))))


def fewer_dice(entry: Entry) -> Entry:
    return replace(entry, rolls=())


def other_purpose(entry: Entry) -> Entry:
    return replace(entry, rolls=(replace(entry.rolls[0], purpose="flak"), *entry.rolls[1:]))


def made_free(entry: Entry) -> Entry:
    return replace(entry, free=True)


@pytest.mark.parametrize("forge", [other_event, other_faces, more_dice, fewer_dice, other_purpose, made_free])
@pytest.mark.parametrize("number", [0, 3])
def test_an_entry_that_does_not_follow_is_noticed(forge: Callable[[Entry], Entry], number: int) -> None:
    match = strikes()
    entries = [forge(entry) if entry.number == number else entry for entry in match.entries]
    with pytest.raises(BobError) as error:
        Match.replayed(TOY, match.header, entries)
    assert error.value.key == "game.record_differs" or isinstance(error.value, DiceError)
    assert first_difference(TOY, match.header, entries) == number


def test_an_illegal_entry_is_refused_and_found() -> None:
    match = strikes()
    entries = [replace(entry, seat="red") if entry.number == 3 else entry for entry in match.entries]
    with pytest.raises(Refused):
        Match.replayed(TOY, match.header, entries)
    assert first_difference(TOY, match.header, entries) == 3


def test_an_entry_without_an_order_is_none() -> None:
    entry = strikes().entries[2].as_json() | {"order": None}
    with pytest.raises(Refused):
        entry_from_json(entry, TOY)


def test_the_seed_gives_the_record_again_around_typed_dice() -> None:
    match = new(rounds=100)
    match.play("blue", Strike(), typing("3,4"))
    match.play("red", Strike())
    match.play("blue", Strike(), typing(None))
    match.play("red", Strike(), typing("6 6", ""))  # half typed, half thrown
    match.play("blue", Strike())
    assert [[roll.origin for roll in entry.rolls] for entry in match.entries[1:]] == [
        ["typed"], ["seeded"], ["seeded"], ["typed", "seeded"], ["seeded"],
    ]  # fmt: skip
    entries = round_trip(match)
    assert first_difference(TOY, match.header, entries) is None
    again = Match.replayed(TOY, match.header, entries)
    assert state(again) == state(match)
    forged = [other_faces(entry) if entry.number == 5 else entry for entry in entries]
    assert first_difference(TOY, match.header, forged) == 5
    other_seed = replace(match.header, seed="6")
    assert first_difference(TOY, other_seed, entries) == 0


def test_a_setup_with_typed_dice_replays_too() -> None:
    match = Match.new(TOY, "short", 5, dice=typing("9 9 1", "2 2 2"))
    assert match.position.hands == {"blue": [1, 9, 9], "red": [2, 2, 2]}
    match.play("blue", Strike())
    assert first_difference(TOY, match.header, round_trip(match)) is None
    assert match.at(0).hands == {"blue": [1, 9, 9], "red": [2, 2, 2]}
    assert state(Match.replayed(TOY, match.header, round_trip(match))) == state(match)


@pytest.mark.parametrize("scenario", ["", "huge"])
def test_an_unknown_scenario_is_an_error_in_words(scenario: str) -> None:
    with pytest.raises(BobError):
        Match.new(TOY, scenario, 1)


# ---- what a seat learns


def test_a_seat_learns_what_was_told_to_it() -> None:
    match = new()
    card = match.position.hands["blue"][0]
    match.play("blue", PLAN)
    match.play("blue", Show(card))
    match.play("blue", Strike())
    codes = {seat: [(number, event.code) for number, event in match.log(seat)] for seat in (*SEATS, REFEREE, "nobody")}
    both = [(0, "begun"), (2, "shown"), (3, "struck")]
    assert codes["red"] == [(0, "dealt"), *both]
    assert codes["blue"] == [(0, "dealt"), (0, "begun"), (1, "planned"), *both[1:]]
    assert codes[REFEREE] == [(0, "dealt"), (0, "dealt"), (0, "begun"), (1, "planned"), *both[1:]]
    assert codes["nobody"] == []


def test_a_secret_is_in_neither_the_view_nor_the_log_of_the_other() -> None:
    match = new()
    hidden = secret_free(match.view("red")), dumps([event.code for _, event in match.log("red")])
    match.play("blue", Plan(3, "Lympne at dawn"))
    assert (secret_free(match.view("red")), dumps([event.code for _, event in match.log("red")])) == hidden
    for seat, seen in (("blue", True), (REFEREE, True), ("red", False)):
        text = secret_free(match.view(seat)) + str(match.log(seat))
        assert ("Lympne" in text) == seen


# ---- broken off half-way


class Breaking(Toy):
    """Its blows change the position, roll, and then fail."""

    def apply(self, position: ToyPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        events = super().apply(position, seat, order, dice)
        if isinstance(order, Wait):
            dice.roll("fault", 5)
            position.plans[seat][9] = "half done"
            raise ZeroDivisionError
        return events


class Refusing:
    """A keeper whose disk is full from some entry on."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.kept: list[int] = []

    def append(self, entry: Entry, row: StoredRow | None = None) -> None:
        if len(self.kept) >= self.room:
            raise OSError("disk full")
        self.kept.append(entry.number)

    def replace(self, number: int, kept: Sequence[tuple[Entry, StoredRow | None]]) -> None:
        if self.room == 0:
            raise OSError("read-only")
        self.kept[number:] = [entry.number for entry, _ in kept]


def check_nothing_happened(match: Match[ToyPosition], before: tuple[str, str, int]) -> None:
    assert state(match) == before
    clean = match.branch(len(match.entries) - 1)
    match.keep = None
    for one in (match, clean):
        one.play(one.to_move[0], Strike())
    assert state(match) == state(clean)


@pytest.mark.parametrize("snapshot", [False, True])
def test_a_fault_in_the_middle_of_an_order_changes_nothing(snapshot: bool) -> None:
    match: Match[ToyPosition] = Match.new(Breaking(), "short", 5)
    match.play("blue", Strike())
    match.play("red", PLAN)
    if snapshot:
        match.snapshot()
    before = state(match)
    with pytest.raises(ZeroDivisionError):
        match.play("red", Wait())
    check_nothing_happened(match, before)


def test_typing_that_is_cancelled_changes_nothing() -> None:
    match = strikes(1)
    before = state(match)
    with pytest.raises(Cancelled):
        match.play("red", Strike(), cancelling)
    check_nothing_happened(match, before)


@pytest.mark.parametrize("typed", ["7 7", "1", "x"])
def test_dice_that_cannot_fall_so_change_nothing(typed: str) -> None:
    match = strikes(1)
    before = state(match)
    with pytest.raises(DiceError):
        match.play("red", Strike(), typing(typed))
    check_nothing_happened(match, before)


def test_cancelling_the_second_throw_gives_the_first_back_to_the_stream() -> None:
    match = strikes(1)
    before = state(match)
    answers = ["6,6"]

    def ask(*_: Any) -> str:
        if not answers:
            raise Cancelled
        return answers.pop()

    with pytest.raises(Cancelled):
        match.play("red", Strike(), lambda seeded: TypedDice(ask, seeded))
    check_nothing_happened(match, before)


@pytest.mark.parametrize("order", [PLAN, Strike(), Wait()])
def test_an_order_that_cannot_be_kept_has_not_happened(order: Any) -> None:
    keeper = Refusing(2)
    match = Match.new(TOY, "short", 5, keep=keeper)
    match.play("blue", Strike())
    before = state(match)
    for _ in range(3):
        with pytest.raises(OSError, match="disk full"):
            match.play("red", order)
        assert state(match) == before
    keeper.room = 3
    match.play("red", order)
    assert keeper.kept == [0, 1, 2]


def test_an_undo_that_cannot_be_kept_has_not_happened() -> None:
    keeper = Refusing(9)
    match = Match.new(TOY, "short", 5, keep=keeper)
    match.play("blue", PLAN)
    before = state(match)
    keeper.room = 0
    with pytest.raises(OSError, match="read-only"):
        match.undo()
    assert state(match) == before
    keeper.room = 9
    match.undo()
    assert keeper.kept == [0]


def test_a_setup_that_cannot_be_kept_makes_no_match() -> None:
    with pytest.raises(OSError, match="disk full"):
        Match.new(TOY, "short", 5, keep=Refusing(0))


def test_plain_words_name_the_code_of_an_order_once() -> None:
    assert PlainTeller().order(Strike(), "red") == "strike"
    assert PlainTeller().order(Show(7), "red") == "show: card 7"
