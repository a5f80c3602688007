"""The referee goes back to where the game stood, forward again to where it was, and everybody concerned is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import Refused
from bob.core.game import REFEREE, dumps
from bob.core.match import Match, first_difference
from bob.day.state.orders import Correct, Done, InName, Note, Readiness, Seal, WentBack
from bob.day.state.position import LUFTWAFFE, RAF
from bob.driver import Driver, EventMessage, Over, TakenBack
from bob.files import Save
from bob.forecast.looking_back import parts
from bob.games import games

SEATS = {RAF: "human", LUFTWAFFE: "human", REFEREE: "human"}
BOTH = (LUFTWAFFE, RAF)


def on(driver: Driver, turns: int) -> None:
    """Let so many turns go by, all orders by the referee."""
    until = driver.match.position.turn + turns
    while driver.match.position.turn < until and not driver.is_over:
        listed = [o for o in driver.choices(REFEREE).listed if isinstance(o, InName)]
        ends = next((o for o in listed if isinstance(o.order, Seal | Done)), listed[0])
        driver.give(REFEREE, ends)


def begun(path: Path | None = None) -> Driver:
    driver = Driver.new(games()["day"], "lesson", "11", {}, SEATS, path)
    driver.screen.sit(REFEREE)
    on(driver, 1)
    return driver


def looks(driver: Driver) -> list[Any]:
    """Everything that all have: the record, the position, what each sees and has heard."""
    match = driver.match
    heard = [[dumps([e.code, dict(e.data)]) for _, e in driver.log(seat)] for seat in (RAF, LUFTWAFFE, REFEREE)]
    return [[dumps(e.as_json()) for e in match.entries], match.game.dump(match.position), heard]


def turn_began(driver: Driver, turn: int) -> int:
    found = [e.number for e in driver.match.entries if any(v.code == "turn" and v.data["turn"] == turn for v in e.events)]
    return found[-1]


def test_back_a_turn_and_forward_again(tmp_path: Path) -> None:
    driver = begun(tmp_path / "a.bob1940")
    number = turn_began(driver, 2)
    then = looks(driver)[0][: number + 1], driver.match.game.dump(driver.match.at(number))
    on(driver, 2)
    was, counts = looks(driver), {seat: driver.number(seat) for seat in BOTH}
    assert not driver.may_go_forward

    messages = driver.go_back(number, WentBack(False, BOTH))
    match = driver.match
    assert looks(driver)[0][:-1] == then[0] and looks(driver)[1] == then[1] and match.position.turn == 2
    assert [e.code for e in match.entries[-1].events] == ["went_back"] and match.entries[-1].events[0].to == BOTH
    assert {type(m) for m in messages} == {TakenBack, EventMessage} and {m.seat for m in messages} == {*BOTH, REFEREE}
    assert all(driver.number(seat) > counts[seat] for seat in BOTH), "who still answers a question of before is told it is late"
    assert [e.code for _, e in driver.log(RAF)][-1] == "went_back"
    assert first_difference(match.game, match.header, match.entries) is None

    driver.go_forward(WentBack(True, BOTH))
    assert looks(driver)[0][:-1] == was[0] and looks(driver)[1] == was[1]
    assert [e.code for _, e in driver.log(LUFTWAFFE)][-1] == "went_forward" and not driver.may_go_forward
    with pytest.raises(Refused):
        driver.go_forward(WentBack(True, BOTH))
    driver.close()
    save, opened = Save.open(tmp_path / "a.bob1940", games())
    assert [dumps(e.as_json()) for e in opened.entries] == looks(driver)[0]
    assert opened.game.dump(opened.at(number)) == then[1]
    save.close()


def test_what_is_taken_off_is_kept_in_the_file_until_something_else_is_done(tmp_path: Path) -> None:
    path = tmp_path / "a.bob1940"
    driver = begun(path)
    on(driver, 2)
    was = looks(driver)
    driver.go_back(turn_began(driver, 3), WentBack(False, BOTH))
    driver.go_back(turn_began(driver, 2), WentBack(False, BOTH))  # twice: the whole way is kept
    driver.close()
    again = Driver.open(path, games())
    again.screen.sit(REFEREE)
    assert again.may_go_forward
    again.go_forward(WentBack(True, BOTH))
    assert looks(again)[0][:-1] == was[0] and looks(again)[1] == was[1]
    again.go_back(turn_began(again, 2), WentBack(False, BOTH))
    on(again, 1)
    assert not again.may_go_forward
    assert first_difference(again.match.game, again.match.header, again.match.entries) is None
    again.close()


def test_back_from_the_end_of_the_day_and_to_it_again() -> None:
    driver = begun()
    while not driver.is_over:
        on(driver, 1)
    was = looks(driver)
    driver.go_back(turn_began(driver, driver.match.position.turns - 1), WentBack(False, BOTH))
    assert not driver.is_over
    driver.go_forward(WentBack(True, BOTH))
    assert driver.is_over and looks(driver)[0][:-1] == was[0] and looks(driver)[1] == was[1]


def test_the_same_orders_after_it_roll_the_same_dice() -> None:
    driver = begun()
    number = turn_began(driver, 2)
    on(driver, 1)
    was = [roll for e in driver.match.entries[number + 1 :] for roll in e.rolls]
    driver.go_back(number, WentBack(False, BOTH))
    on(driver, 1)
    assert was and [roll for e in driver.match.entries[number + 1 :] for roll in e.rolls] == was


def test_a_correction_that_a_side_heard_of_is_taken_back_so() -> None:
    driver = begun()
    before = looks(driver)
    driver.give(REFEREE, Correct("plot_false", "4125", "30", "birds", ""))
    assert driver.undo_reason(REFEREE) is not None
    driver.go_back(driver.match.entries[-1].number - 1, WentBack(False, (RAF,)))
    assert looks(driver)[1] == before[1] and looks(driver)[2][1] == before[2][1], "the Luftwaffe heard of nothing"
    assert len(looks(driver)[2][0]) == len(before[2][0]) + 1
    free = begun()
    free.give(REFEREE, Correct("squadron_strength", next(iter(free.match.position.squadrons)), "7", "miscounted"))
    assert free.undo_reason(REFEREE) is None


def test_only_a_referee_goes_back_and_never_beyond_what_can_be_gone_on_from() -> None:
    alone = Driver.new(games()["day"], "lesson", "11", {}, {RAF: "human", LUFTWAFFE: "human"})
    with pytest.raises(Refused, match="referee"):
        alone.go_back(0, WentBack(False, BOTH))
    driver = begun()
    last = len(driver.match.entries) - 1
    assert [driver.back_refused(n) for n in (-1, last)] == ["game.undo_nothing"] * 2
    driver.match.since = 1
    assert driver.back_refused(0) == "game.back_rules" and driver.back_refused(1) is None
    driver.match.header = replace(driver.match.header, fair={RAF: "x"})
    assert driver.back_refused(1) == "game.back_fair"


def test_a_disk_that_is_full_leaves_all_as_it_was(tmp_path: Path) -> None:
    driver = begun(tmp_path / "a.bob1940")
    on(driver, 1)
    was = looks(driver)

    def full(*_: Any) -> None:
        raise OSError("full")

    assert driver.match.keep is not None
    driver.match.keep.replace = full  # type: ignore[method-assign]
    with pytest.raises(OSError, match="full"):
        driver.go_back(turn_began(driver, 2), WentBack(False, BOTH))
    assert looks(driver) == was and not driver.may_go_forward
    driver.close()


def test_forward_entries_of_another_place_are_refused() -> None:
    driver = begun()
    on(driver, 1)
    match: Match[Any] = driver.match
    taken = match.go_back(turn_began(driver, 2), WentBack(False, BOTH))
    with pytest.raises(Refused):
        match.go_forward(taken[1:], WentBack(True, BOTH))
    with pytest.raises(Refused):
        match.go_forward([], WentBack(True, BOTH))


@pytest.mark.parametrize("secret", [Done(), InName(LUFTWAFFE, Done()), None, Note(LUFTWAFFE, "Fog at Kent")], ids=str)
def test_a_side_takes_its_order_back_whatever_the_referee_does_for_the_other(secret: Any) -> None:
    """A refusal would tell it that the other side was told something, or that orders were given in its name."""
    driver = begun()
    before = dumps(encode(driver.match.view(RAF)))
    driver.give(RAF, _another_state(driver))
    driver.give(LUFTWAFFE if isinstance(secret, Done) else REFEREE, secret or _secret(driver))
    heard = [event for _, event in driver.log(LUFTWAFFE)]
    assert driver.undo_reason(RAF) is None
    assert {message.seat for message in driver.undo(RAF)} == {RAF, REFEREE}
    assert dumps(encode(driver.match.view(RAF))) == before and [event for _, event in driver.log(LUFTWAFFE)] == heard


def test_a_side_that_the_referee_told_something_takes_nothing_back() -> None:
    driver = begun()
    driver.give(RAF, _another_state(driver))
    driver.give(REFEREE, Note(RAF, "Fog at Kent"))
    assert driver.undo_reason(RAF) == "game.undo_revealed"


def _another_state(driver: Driver) -> Readiness:
    squadron = next(s for s in driver.match.position.squadrons.values() if s.box in ("available", "ready"))
    return Readiness(squadron.unit, "available" if squadron.box == "ready" else "ready")


def _secret(driver: Driver) -> InName:
    """An order in the name of the Luftwaffe of which it alone is told."""
    match, stream = driver.match, Stream.of(1, "secret")
    found = (match.game.sample(match.position, LUFTWAFFE, stream) for _ in range(600))
    return InName(LUFTWAFFE, next(order for order in found if not isinstance(order, Done)))


def test_a_day_that_ends_again_is_told_again_and_looked_back_upon_with_orders_in_the_names_of_sides() -> None:
    driver = begun()
    on(driver, 999)
    assert {message.seat for message in driver.advance() if isinstance(message, Over)} == {RAF, LUFTWAFFE, REFEREE}
    assert not driver.advance()
    driver.go_back(turn_began(driver, driver.match.position.turn - 2), WentBack(False, BOTH))
    assert not driver.is_over and not [message for message in driver.advance() if isinstance(message, Over)]
    on(driver, 999)
    assert {message.seat for message in driver.advance() if isinstance(message, Over)} == {RAF, LUFTWAFFE, REFEREE}
    given = parts(driver.match)[0].given
    assert {seat for seat, _ in given} == {RAF, LUFTWAFFE} and given[RAF, 2] == [Done()]
