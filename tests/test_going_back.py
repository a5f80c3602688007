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
from bob.driver import Over, Sitting, TakenBack, Told
from bob.files import Save
from bob.forecast.looking_back import parts
from bob.games import games

SEATS = {RAF: "human", LUFTWAFFE: "human", REFEREE: "human"}
BOTH = (LUFTWAFFE, RAF)


def on(sitting: Sitting, turns: int) -> None:
    """Let so many turns go by, all orders by the referee."""
    until = sitting.match.position.turn + turns
    while sitting.match.position.turn < until and not sitting.is_over:
        listed = [o for o in sitting.choices(REFEREE).listed if isinstance(o, InName)]
        ends = next((o for o in listed if isinstance(o.order, Seal | Done)), listed[0])
        sitting.give(REFEREE, ends)


def begun(path: Path | None = None) -> Sitting:
    sitting = Sitting.new(games()["day"], "lesson", "11", {}, SEATS, path)
    sitting.screen.sit(REFEREE)
    on(sitting, 1)
    return sitting


def looks(sitting: Sitting) -> list[Any]:
    """What all have: the record, the position, what each sees and has heard."""
    match = sitting.match
    heard = [[dumps([e.code, dict(e.data)]) for _, e in sitting.log(seat)] for seat in (RAF, LUFTWAFFE, REFEREE)]
    return [[dumps(e.as_json()) for e in match.entries], match.game.dump(match.position), heard]


def turn_began(sitting: Sitting, turn: int) -> int:
    found = [e.number for e in sitting.match.entries if any(v.code == "turn" and v.data["turn"] == turn for v in e.events)]
    return found[-1]


def test_back_a_turn_and_forward_again(tmp_path: Path) -> None:
    sitting = begun(tmp_path / "a.bob1940")
    number = turn_began(sitting, 2)
    then = looks(sitting)[0][: number + 1], sitting.match.game.dump(sitting.match.at(number))
    on(sitting, 2)
    was, counts = looks(sitting), {seat: sitting.number(seat) for seat in BOTH}
    assert not sitting.may_go_forward

    news = sitting.go_back(number, WentBack(False, BOTH))
    match = sitting.match
    assert looks(sitting)[0][:-1] == then[0] and looks(sitting)[1] == then[1] and match.position.turn == 2
    assert [e.code for e in match.entries[-1].events] == ["went_back"] and match.entries[-1].events[0].to == BOTH
    assert {type(m) for m in news} == {TakenBack, Told} and {m.seat for m in news} == {*BOTH, REFEREE}
    assert all(sitting.number(seat) > counts[seat] for seat in BOTH), "who still answers a question of before is told it is late"
    assert [e.code for _, e in sitting.log(RAF)][-1] == "went_back"
    assert first_difference(match.game, match.header, match.entries) is None

    sitting.go_forward(WentBack(True, BOTH))
    assert looks(sitting)[0][:-1] == was[0] and looks(sitting)[1] == was[1]
    assert [e.code for _, e in sitting.log(LUFTWAFFE)][-1] == "went_forward" and not sitting.may_go_forward
    with pytest.raises(Refused):
        sitting.go_forward(WentBack(True, BOTH))
    sitting.close()
    save, opened = Save.open(tmp_path / "a.bob1940", games())
    assert [dumps(e.as_json()) for e in opened.entries] == looks(sitting)[0]
    assert opened.game.dump(opened.at(number)) == then[1]
    save.close()


def test_what_is_taken_off_is_kept_in_the_file_until_something_else_is_done(tmp_path: Path) -> None:
    path = tmp_path / "a.bob1940"
    sitting = begun(path)
    on(sitting, 2)
    was = looks(sitting)
    sitting.go_back(turn_began(sitting, 3), WentBack(False, BOTH))
    sitting.go_back(turn_began(sitting, 2), WentBack(False, BOTH))  # twice: the whole way is kept
    sitting.close()
    again = Sitting.open(path, games())
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
    sitting = begun()
    while not sitting.is_over:
        on(sitting, 1)
    was = looks(sitting)
    sitting.go_back(turn_began(sitting, sitting.match.position.turns - 1), WentBack(False, BOTH))
    assert not sitting.is_over
    sitting.go_forward(WentBack(True, BOTH))
    assert sitting.is_over and looks(sitting)[0][:-1] == was[0] and looks(sitting)[1] == was[1]


def test_the_same_orders_after_it_roll_the_same_dice() -> None:
    sitting = begun()
    number = turn_began(sitting, 2)
    on(sitting, 1)
    was = [roll for e in sitting.match.entries[number + 1 :] for roll in e.rolls]
    sitting.go_back(number, WentBack(False, BOTH))
    on(sitting, 1)
    assert was and [roll for e in sitting.match.entries[number + 1 :] for roll in e.rolls] == was


def test_a_correction_that_a_side_heard_of_is_taken_back_so() -> None:
    sitting = begun()
    before = looks(sitting)
    sitting.give(REFEREE, Correct("plot_false", "4125", "30", "birds", ""))
    assert sitting.undo_reason(REFEREE) is not None
    sitting.go_back(sitting.match.entries[-1].number - 1, WentBack(False, (RAF,)))
    assert looks(sitting)[1] == before[1] and looks(sitting)[2][1] == before[2][1], "the Luftwaffe heard of nothing"
    assert len(looks(sitting)[2][0]) == len(before[2][0]) + 1
    free = begun()
    free.give(REFEREE, Correct("squadron_strength", next(iter(free.match.position.squadrons)), "7", "miscounted"))
    assert free.undo_reason(REFEREE) is None


def test_only_a_referee_goes_back_and_never_beyond_what_can_be_gone_on_from() -> None:
    alone = Sitting.new(games()["day"], "lesson", "11", {}, {RAF: "human", LUFTWAFFE: "human"})
    with pytest.raises(Refused, match="referee"):
        alone.go_back(0, WentBack(False, BOTH))
    sitting = begun()
    last = len(sitting.match.entries) - 1
    assert [sitting.back_refused(n) for n in (-1, last)] == ["game.undo_nothing"] * 2
    sitting.match.since = 1
    assert sitting.back_refused(0) == "game.back_rules" and sitting.back_refused(1) is None
    sitting.match.header = replace(sitting.match.header, fair={RAF: "x"})
    assert sitting.back_refused(1) == "game.back_fair"


def test_a_disk_that_is_full_leaves_all_as_it_was(tmp_path: Path) -> None:
    sitting = begun(tmp_path / "a.bob1940")
    on(sitting, 1)
    was = looks(sitting)

    def full(*_: Any) -> None:
        raise OSError("full")

    assert sitting.match.keep is not None
    sitting.match.keep.replace = full  # type: ignore[method-assign]
    with pytest.raises(OSError, match="full"):
        sitting.go_back(turn_began(sitting, 2), WentBack(False, BOTH))
    assert looks(sitting) == was and not sitting.may_go_forward
    sitting.close()


def test_forward_entries_of_another_place_are_refused() -> None:
    sitting = begun()
    on(sitting, 1)
    match: Match[Any] = sitting.match
    taken = match.go_back(turn_began(sitting, 2), WentBack(False, BOTH))
    with pytest.raises(Refused):
        match.go_forward(taken[1:], WentBack(True, BOTH))
    with pytest.raises(Refused):
        match.go_forward([], WentBack(True, BOTH))


@pytest.mark.parametrize("secret", [Done(), InName(LUFTWAFFE, Done()), None, Note(LUFTWAFFE, "Fog at Kent")], ids=str)
def test_a_side_takes_its_order_back_whatever_the_referee_does_for_the_other(secret: Any) -> None:
    """A refusal would tell it that the other side was told something, or that orders were given in its name."""
    sitting = begun()
    before = dumps(encode(sitting.match.view(RAF)))
    sitting.give(RAF, _another_state(sitting))
    sitting.give(LUFTWAFFE if isinstance(secret, Done) else REFEREE, secret or _secret(sitting))
    heard = [event for _, event in sitting.log(LUFTWAFFE)]
    assert sitting.undo_reason(RAF) is None
    assert {message.seat for message in sitting.undo(RAF)} == {RAF, REFEREE}
    assert dumps(encode(sitting.match.view(RAF))) == before and [event for _, event in sitting.log(LUFTWAFFE)] == heard


def test_a_side_that_the_referee_told_something_takes_nothing_back() -> None:
    sitting = begun()
    sitting.give(RAF, _another_state(sitting))
    sitting.give(REFEREE, Note(RAF, "Fog at Kent"))
    assert sitting.undo_reason(RAF) == "game.undo_revealed"


def _another_state(sitting: Sitting) -> Readiness:
    squadron = next(s for s in sitting.match.position.squadrons.values() if s.box in ("available", "ready"))
    return Readiness(squadron.unit, "available" if squadron.box == "ready" else "ready")


def _secret(sitting: Sitting) -> InName:
    """An order in the name of the Luftwaffe of which it alone is told."""
    match, stream = sitting.match, Stream.of(1, "secret")
    found = (match.game.sample(match.position, LUFTWAFFE, stream) for _ in range(600))
    return InName(LUFTWAFFE, next(order for order in found if not isinstance(order, Done)))


def test_a_day_that_ends_again_is_told_again_and_looked_back_upon_with_orders_in_the_names_of_sides() -> None:
    sitting = begun()
    on(sitting, 999)
    assert {message.seat for message in sitting.advance() if isinstance(message, Over)} == {RAF, LUFTWAFFE, REFEREE}
    assert not sitting.advance()
    sitting.go_back(turn_began(sitting, sitting.match.position.turn - 2), WentBack(False, BOTH))
    assert not sitting.is_over and not [message for message in sitting.advance() if isinstance(message, Over)]
    on(sitting, 999)
    assert {message.seat for message in sitting.advance() if isinstance(message, Over)} == {RAF, LUFTWAFFE, REFEREE}
    given = parts(sitting.match)[0].given
    assert {seat for seat, _ in given} == {RAF, LUFTWAFFE} and given[RAF, 2] == [Done()]
