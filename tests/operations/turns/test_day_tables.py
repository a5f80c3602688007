"""An engagement of bombers with escort flown in the day over two tables, and what each side is told of them (OPS-D1.7, OPS-D1.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.game import Log
from bob.day.phases.sequence import run
from bob.day.state.combat_state import Engaging
from bob.day.state.execution import Play
from bob.day.state.orders import Resolve
from bob.day.state.position import DayPosition
from bob.day.telling import situation
from bob.words import Words
from tests.operations.build import GAME, SEA, W, day, raid, squadron, track, unit


def met() -> DayPosition:
    """A squadron that has tallied bombers with an escort in their hex; half of the escort is in position."""
    made = raid(SEA, unit(strength=18, angels=14), unit("I./JG 3", "close_escort", strength=12, angels=16))
    p = day(raids=[made], squadrons=[squadron("1 Squadron", hex=SEA, angels=16, tally="raid")], tracks=[track("raid", 7, 4)], step=6)
    p.engaging, p.phase = Engaging("ask", "ask", "ask"), "engagement"
    run(Play(W, p, SeededDice(Stream.of("1", "tables")), Log()))
    now = p.combat.now
    assert now is not None
    forces = tuple([replace(f, share=0.5) if f.role == "close_escort" else f for f in now.engagement.forces])
    assert [f.role for f in forces] == ["interceptor", "bomber", "close_escort"]
    now.engagement = replace(now.engagement, forces=forces)
    return p


def give(p: DayPosition, seat: str, order: Any, number: int) -> list[Any]:
    GAME.check(p, seat, order)
    return list(GAME.apply(p, seat, order, SeededDice(Stream.of(str(number), "order"))))


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.rule("OPS-D1.7")
@pytest.mark.rule("OPS-D1.1")
@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("how", ["cards", "hexes", "skies"])
def test_an_escorted_raid_is_flown_over_two_tables(how: str, en: Words) -> None:
    p, stream = met(), Stream.of(how, "tables")
    squadrons, units = p.squadrons["1 Squadron"], {u.unit: u for u in p.raids["raid"].units}
    events = give(p, "raf", Resolve(how), 0)
    seen: list[tuple[int, str]] = []
    while (now := p.combat.now) is not None:
        view = GAME.view(p, GAME.to_move(p)[0]).engagement
        assert view is not None and view.table is not None and view.table.count == len(now.tables) == 2
        if (view.table.number, view.table.part) not in seen:
            seen.append((view.table.number, view.table.part))
            bombers = {f.unit for f in now.engagement.forces if not f.fighter}
            assert bool(bombers & set(now.models)) == (view.table.part == "attack")
            facts = dict(situation.facts(view, en))
            assert f"Table {view.table.number} of 2" in facts["On the table"] and "find no target" in facts["On the table"]
            assert ("Terms" in facts) == en.has(f"engagement.terms.{how}")
            again = GAME.parse(GAME.dump(p))
            assert again.combat.now is not None and (again.combat.now.tables, again.combat.now.outcomes) == (now.tables, now.outcomes)
        seat = GAME.to_move(p)[0]
        events = give(p, seat, GAME.sample(p, seat, stream), len(seen) + len(events))
        GAME.invariants(p)
    assert seen == [(1, "screen"), (2, "attack")]
    told = {e.to[0]: e.data for e in events if e.code == "combat"}
    assert sum(told["raf"]["lost"].values()) == 12 - squadrons.strength
    assert sum(told["luftwaffe"]["lost"].values()) == 30 - sum(u.strength for u in units.values())
    assert squadrons.ammo == "low" and units["I./JG 3"].drawn > 0


@pytest.mark.rule("OPS-D1.7")
@pytest.mark.rule("OPS-B5.8")
def test_of_the_enemy_on_a_table_a_side_is_told_types_and_numbers_alone() -> None:
    p = met()
    give(p, "raf", Resolve("cards"), 0)
    own, foes = (GAME.view(p, seat).engagement for seat in ("raf", "luftwaffe"))
    assert own is not None and foes is not None and own.table is not None and foes.table is not None
    assert [name for name, _ in own.table.own] == ["1 Squadron"] and [name for name, _ in own.table.foes] == ["bf_109e_4"]
    assert [name for name, _ in foes.table.own] == ["I./JG 3"] and [name for name, _ in foes.table.foes] == ["hurricane_i"]
    assert "JG 3" not in str(own.table) and "Squadron" not in str(foes.table)
