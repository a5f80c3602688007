"""Invariants of a carrier campaign."""

from __future__ import annotations

from itertools import pairwise

from bob.campaigns.carriers.campaign_data import CarrierTables
from bob.campaigns.carriers.position import FLIGHT, FORM, OVER, PHASES, PLAN, RESOURCE, SCOUT, CarrierPosition
from bob.campaigns.carriers.sequence import length, operation_refused, tactic_refused
from bob.campaigns.land.mission import levels_of
from bob.campaigns.land.position import LOADS
from bob.campaigns.sides import SIDES
from bob.tactical.cards.linking import FlightGame
from bob.tactical.cards_classic.data import HEAVY_BOMBER


def check(position: CarrierPosition, tables: CarrierTables, game: FlightGame) -> None:
    """Raise AssertionError when the position breaks an invariant."""
    campaign = tables.campaigns[position.sheet]
    assert position.phase in PHASES
    assert (position.phase == OVER) == (position.outcome is not None), "over without an outcome"
    assert (position.phase == FLIGHT) == (position.flight is not None), "a flight out of its phase"
    assert 1 <= position.turn <= length(position, campaign)
    assert len(position.turns) == position.turn - (position.phase in (PLAN, RESOURCE)), "the Log Sheet is not whole"
    for side in SIDES:
        used = position.used[side]
        assert len(set(used)) == len(used) and set(used) <= set(campaign.resources(side)), "a Resource used twice"
        lines = [getattr(line, side) for line in position.turns]
        for before, after in pairwise(lines):
            assert not tactic_refused(before, after.tactic) and not operation_refused(before, after.operation, campaign, side)
    _tracks(position, tables)
    if position.phase not in (FORM, FLIGHT):
        assert position.sortie is None and not position.groups and not position.queue
        return
    assert position.sortie is not None
    target = campaign.base_of(position.sortie.target)
    assert position.sortie.side != target.side
    for number, group in enumerate(position.groups):
        card = game.tables.aircraft[group.aircraft]
        assert group.number == number and group.element == (not card.formed) and group.load in LOADS
        assert 0 <= group.count <= (12 if card.formed else 2) and group.altitude in levels_of(card)
        assert group.element or group.airman is None
        assert not group.crews or (card.kind == HEAVY_BOMBER and set(dict(group.crews)) <= set(range(group.count)))
        together = sum(g.count for g in position.groups if g.side == group.side and g.aircraft == group.aircraft)
        assert card.copies is None or together <= card.copies, "more aircraft than the box has cards"
    if position.flight is not None:
        game.invariants(position.flight)
        assert game.outcome(position.flight) is None and all(group.count for group in position.groups)


def _tracks(position: CarrierPosition, tables: CarrierTables) -> None:
    """The tracks are the log's ticks added up; scouts tick nothing, and CAP and other sides' aircraft never test for recovery."""
    campaign = tables.campaigns[position.sheet]
    made: dict[str, int] = {}
    for line in position.log:
        assert line.sortie.kind != SCOUT or (not line.ticks and not line.recoveries)
        for code, boxes in line.ticks:
            made[code] = made.get(code, 0) + boxes
            assert boxes > 0
        for test in line.recoveries:
            fate = line.fates[test.craft]
            assert fate.side == line.sortie.side and (test.landed or fate.fate == "destroyed")
    assert made == position.tracks and set(made) <= {base.code for base in campaign.base}
