"""The turn: phases, goes, initiative, and the end of the battle."""

from __future__ import annotations

import pytest

from bob.core.dice import SeededDice, Stream
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.execution import HexRun
from tests.hexes.tabletop import GAME, B, D, Fly, Table, activated, ahead, at, battle, new_turn
from tests.tabletops import codes, describe

SPARE = Fly("bf_109e", (0, -25), 3)
FRIEND = Fly("hurricane_i", (0, 25), side="raf")


# ---- phases


@pytest.mark.rule("FIS-004")
@pytest.mark.rule("FIS-005")
@pytest.mark.rule("FIS-006")
@pytest.mark.rule("FIS-007")
@pytest.mark.rule("FIS-040")
def test_cards_then_initiative_then_activation_then_the_end() -> None:
    table = new_turn(Fly(speed=0), SPARE, faces=(2, 5))
    table.passes()
    assert table.stage == "go" and table.seat == "luftwaffe", "the higher die begins"
    order = [c for c in codes(table.events) if c in ("turn", "dealt", "initiative_dice", "initiative")]
    assert order == ["turn", "dealt", "dealt", "initiative_dice", "initiative"]
    while table.position.turn == 2 and table.position.owing:
        kinds = table.legal()
        table.do(
            next((x for x in kinds if isinstance(x, o.Activate | o.End)), None) or next((x for x in kinds if x.code == "pass"), kinds[0])
        )
    rest = [c for c in codes(table.events) if c in ("initiative", "activated", "end_of_turn", "turn")]
    assert rest[1] == "initiative" and rest[2] == "activated"
    assert rest.index("end_of_turn") == len(rest) - 1 - rest[::-1].index("end_of_turn")


@pytest.mark.rule("FIS-009")
@pytest.mark.rule("FIS-010")
@pytest.mark.rule("FIS-011")
@pytest.mark.rule("FIS-036")
def test_sides_alternate_until_every_counter_stands_at_nothing() -> None:
    table = Table(battle(Fly(speed=2), Fly("bf_109e", (0, -20), 3, speed=1)))
    table.do(o.Activate(0), *ahead(1), o.END)
    assert table.seat == "luftwaffe"
    events = table.do(o.Activate(1), *ahead(1), o.END)
    assert table.seat == "raf" and "end_of_turn" not in codes(events)
    events = table.do(o.Activate(0), *ahead(1), o.END)
    assert "end_of_turn" in codes(events)


@pytest.mark.rule("FIS-131")
@pytest.mark.rule("FIS-132")
@pytest.mark.rule("FIS-285")
def test_who_has_no_speed_and_no_cards_waits_while_the_other_flies_and_fires() -> None:
    table = Table(battle(Fly(speed=0), Fly("bf_109e", (0, -3), 3), Fly("hurricane_i", (0, 25), side="raf", speed=0), go=1))
    for _ in range(2):
        assert table.seat == "luftwaffe"
        table.do(o.Activate(1), o.Fire(0, "front")) if not table[1].fired else table.do(o.Activate(1))
        table.passes()
        table.do(o.Advance("left"), o.END)
    assert table.seat == "luftwaffe"


@pytest.mark.rule("FIS-285")
@pytest.mark.rule("FIS-043")
def test_full_throttle_lets_a_side_without_speed_activate() -> None:
    position = battle(Fly(speed=0), Fly("bf_109e", (0, -20), 3, speed=3), hands={"raf": "full_throttle tally_ho"})
    table = Table(position)
    assert table.seat == "raf" and set(table.legal()) == {o.PASS, o.PlayCard("full_throttle", 0)}
    table.do(o.PlayCard("full_throttle", 0))
    assert table[0].speed == 2
    table.do(o.Activate(0), *ahead(2), o.END)
    assert table.seat == "luftwaffe"
    table.do(o.Activate(1), *ahead(1), o.END)
    assert table.seat == "raf", "asked again: it holds cards, whatever they are"
    table.do(o.PASS)
    assert table.seat == "luftwaffe"


@pytest.mark.rule("FIS-285")
def test_no_card_reopens_phase_three() -> None:
    table = activated(Fly(speed=1), Fly("bf_109e", (0, -20), 3, speed=0), hands={"luftwaffe": "full_throttle"})
    events = table.do(*ahead(1), o.END)
    assert "end_of_turn" in codes(events)


@pytest.mark.rule("FIS-016")
@pytest.mark.rule("FIS-D20")
def test_counters_return_to_the_dashboard_less_engine_hits() -> None:
    table = new_turn(
        Fly(speed=0), Fly("hurricane_i", (9, 9), side="raf", speed=3), Fly("bf_109e", (0, -20), speed=0, criticals=("engine", "engine"))
    )
    assert [a.speed for a in table.position.aircraft] == [6, 5, 4]


# ---- initiative


@pytest.mark.rule("FIS-031")
@pytest.mark.rule("FIS-032")
@pytest.mark.rule("FIS-035")
@pytest.mark.rule("FIS-038")
@pytest.mark.parametrize(
    ("faces", "kills", "winner"),
    [
        ((4, 3), (0, 0), "raf"),
        ((3, 4), (0, 0), "luftwaffe"),
        ((2, 3), (2, 0), "raf"),
        ((4, 5), (1, 0), None),
        ((6, 4), (0, 3), "luftwaffe"),
    ],
)
def test_die_and_last_turns_kills_decide_and_ties_are_rolled_again(
    faces: tuple[int, int], kills: tuple[int, int], winner: str | None
) -> None:
    table = new_turn(Fly(), SPARE, faces=(*faces, 1, 6), kills=kills).passes()
    assert table.seat == (winner or "luftwaffe")
    assert describe(table.events, "initiative")[0]["side"] == table.seat
    assert table.position.kills == [0, 0], "kills count for the next initiative alone"


@pytest.mark.rule("FIS-033")
@pytest.mark.rule("FIS-034")
@pytest.mark.rule("FIS-036")
def test_a_kill_is_a_point_and_counts_for_the_next_initiative() -> None:
    table = activated(Fly(speed=1), Fly("bf_109e", (0, -3), 3, structure=1, speed=0), Fly("bf_109e", (0, -20), speed=0), faces=(D, B, B))
    table.do(o.Fire(1, "front"))
    assert table[1].out == "down" and table[1].at != at(0, -3)
    assert table.position.score == [1, 0] and table.position.kills == [1, 0]
    table.next_dice(3, 3)
    table.do(*ahead(1), o.END)
    table.passes()
    assert describe(table.events, "initiative")[-1]["side"] == "raf"


# ---- the end


@pytest.mark.rule("FIS-276")
@pytest.mark.rule("FIS-D04")
def test_the_last_turn_ends_the_battle_on_points() -> None:
    table = activated(Fly(speed=1), Fly("bf_109e", (0, -20), speed=0), turns=1)
    table.position.score = [2, 1]
    table.do(*ahead(1), o.END)
    outcome = table.position.outcome
    assert outcome is not None and outcome.winner == "raf" and outcome.points == {"raf": 2.0, "luftwaffe": 1.0}
    table = activated(Fly(speed=1), Fly("bf_109e", (0, -20), speed=0), turns=1, handicap={"luftwaffe": 1})
    table.position.score = [1, 0]
    table.do(*ahead(1), o.END)
    assert table.position.outcome is not None and table.position.outcome.winner is None, "equal is a draw"


@pytest.mark.rule("FIS-D42")
@pytest.mark.rule("FIS-D04")
def test_a_side_without_aircraft_ends_the_battle_at_once_and_a_leader_is_worth_more() -> None:
    table = activated(Fly(), Fly("bf_109e", (0, -3), 3, structure=1, leader="silver", speed=0), faces=(D, B, B))
    events = table.do(o.Fire(1, "front"))
    if table.position.owing:
        events = table.next_dice(B, B, B).do(o.Dodge(0))
    assert "over" in codes(events) and table.position.outcome is not None
    assert table.position.outcome.points["raf"] == 3.0 and table.position.outcome.code == "hexes.outcome.last"


@pytest.mark.rule("FIS-276")
def test_a_missions_aims_score() -> None:
    aims = [{"side": "luftwaffe", "kind": "kill", "points": 4, "of": "fighter"}]
    position = GAME.setup("duel", {"aims": aims}, SeededDice(Stream.of(1, "x")))[0]
    from bob.tactical.hexes.rules.damage import destroy, leave_mat

    run = HexRun(position, SeededDice(Stream.of(1, "y")))
    destroy(run, position.aircraft[0], "shot_down")
    assert position.score == [0, 5]
    aims = [{"side": "luftwaffe", "kind": "exit", "points": 3, "edge": "west"}]
    for column, points in ((0, 3), (20, 0)):
        position = GAME.setup("duel", {"aims": aims}, SeededDice(Stream.of(1, "x")))[0]
        leave_mat(HexRun(position, SeededDice(Stream.of(1, "y"))), position.aircraft[1], at(0, 0)._replace(q=column, r=0))
        assert position.score == [0, points]
