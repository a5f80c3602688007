"""Requests to other Groups (OPS-C3.2): 11 Group asks, and the officer of the other Group agrees or refuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from bob.core import hexes
from bob.day.state.execution import Play
from bob.day.state.known import KnownSquadron, KnownToRaf
from bob.day.state.position import RAF, Squadron
from bob.day.state.scenario_lines import reading
from bob.day.state.world import World

ASKED: Mapping[str, tuple[int, ...]] = {"one_hand": (), "requests": (12,), "requests_all": (10, 12)}
"""By the reading of the switch, the Groups that are asked."""


def must_ask(world: World, known: KnownToRaf, squadron: KnownSquadron) -> bool:
    """Return whether a scramble of a squadron is a request: not with an enemy near its own Sector station."""
    return squadron.sector in sectors_that_ask(world, known, (squadron,))


def sectors_that_ask(world: World, known: KnownToRaf, squadrons: Iterable[KnownSquadron]) -> frozenset[str]:
    """Of the Sectors of some squadrons, those whose scrambles are requests."""
    asked = ASKED[reading(known.switches, "groups")]
    sectors = {s.sector for s in squadrons if s.group in asked}
    if not sectors:
        return frozenset()
    near = world.figures["requests"]["near"]
    enemies = [t.plots[-1].hex for t in known.tracks if not t.faded and t.level > 0]
    return frozenset(name for name in sectors if all(hexes.distance(h, world.fields[name].near) > near for h in enemies))


def readiness_to_help(world: World, group: int, group_12: str, largest: int, asked_before: int) -> int:
    """Return the modifier of an officer's roll: character, earlier requests in vain, and where 12 Group helps by Wings (`group_12`) a
    whole Sector asked for."""
    figures = world.figures["requests"]
    own = int(figures["group_10"] if group == 10 else figures["group_12"])
    if group == 12 and group_12 == "wing" and largest >= figures["wing"]:
        own = int(figures["group_12_wing"])
    return own + asked_before


def phase(play: Play) -> None:
    """After both sides' orders: each Group that was asked answers once for all that it was asked for."""
    p = play.p
    asked: dict[int, list[Squadron]] = {}
    for squadron in p.squadrons.values():
        if squadron.scrambling and must_ask(play.world, p, squadron):
            asked.setdefault(squadron.group, []).append(squadron)
    for group in ASKED["requests_all"]:
        wanted = asked.get(group, [])
        if not wanted:
            p.in_vain.pop(str(group), None)
            continue
        before = p.in_vain.get(str(group), 0)
        largest = max(Counter(s.sector for s in wanted).values())
        helps = readiness_to_help(play.world, group, p.settings.group_12, largest, before)
        sent = play.roll("request", by=RAF, unit=", ".join(s.unit for s in wanted)) + helps >= play.world.figures["requests"]["at"]
        names = [s.unit for s in wanted]
        play.tell("request_answered", (RAF,), "OPS-C3.2", group=group, units=names, sent=sent)
        if sent:
            p.in_vain.pop(str(group), None)
            continue
        p.in_vain[str(group)] = before + 1
        for squadron in wanted:
            squadron.ordered_off = None
