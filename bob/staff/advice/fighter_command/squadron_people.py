"""Squadrons as people: type, base, commander, call-sign, claims, losses, fatigue. From view and log alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bob.core.game import Event
from bob.data.units import Posting
from bob.day.state.view import RafView, SquadronView
from bob.day.state.world import World
from bob.day.telling.period_names import code_word
from bob.words import Words


@dataclass(frozen=True, slots=True)
class SquadronPeople:
    """A squadron today. `kills` is its share of its fights' claims, by aircraft; `sorties` the number of its takeoffs."""

    unit: str
    aircraft: str
    station: str
    commander: str | None
    call_sign: str | None
    experience: str
    kills: int
    lost: int
    sorties: int
    disruption: int

    @property
    def fatigue(self) -> int:
        """Return the fatigue of its pilots: each sortie after the first, as a fight counts it, and the disruption."""
        return max(0, self.sorties - 1) + self.disruption


def shares(claims: int, units: Sequence[Sequence[object]]) -> dict[str, int]:
    """Split the claims of a fight by the number of aircraft of each unit; the parts add up."""
    flown = [(str(unit), int(str(count))) for unit, count in units]
    total = sum(count for _, count in flown) or 1
    found = {unit: claims * count // total for unit, count in flown}
    order = sorted(flown, key=lambda f: (-(claims * f[1] % total), f[0]))
    for unit, _ in order[: claims - sum(found.values())]:
        found[unit] += 1
    return found


def postings(world: World, view: RafView) -> dict[str, Posting]:
    """The RAF's squadrons of the day by name."""
    return {u.unit: u for u in world.order_of_battle(view.settings.order_of_battle, off_map=True) if u.side == "raf"}


def people(world: World, view: RafView, posted: Mapping[str, Posting], log: Iterable[tuple[int, Event]]) -> dict[str, SquadronPeople]:
    """Return every squadron of a view by its name, as recorded in the log of the RAF."""
    kills: dict[str, int] = {}
    sorties: dict[str, int] = {}
    for _, event in log:
        if event.code == "took_off":
            sorties[event.data["unit"]] = sorties.get(event.data["unit"], 0) + 1
        elif event.code == "combat" and "track" in event.data:
            for unit, count in shares(int(event.data["claims"] or 0), event.data["units"]).items():
                kills[unit] = kills.get(unit, 0) + count
    return {s.unit: _people_of(world, s, posted, kills, sorties) for s in view.squadrons}


def _people_of(
    world: World, s: SquadronView, posted: Mapping[str, Posting], kills: Mapping[str, int], sorties: Mapping[str, int]
) -> SquadronPeople:
    whole = s.unit.removesuffix(" A").removesuffix(" B") if s.flight else s.unit
    names = dict.fromkeys((s.unit, whole))  # what a flight did before it was split off counts for it, too
    entry = posted.get(whole)
    return SquadronPeople(
        s.unit,
        world.types[s.aircraft].name,
        s.station,
        entry.commander if entry is not None else None,
        entry.call_sign if entry is not None else None,
        s.experience,
        sum(kills.get(name, 0) for name in names),
        s.lost,
        sum(sorties.get(name, 0) for name in names),
        s.disruption,
    )


def who(words: Words, p: SquadronPeople) -> str:
    """Its commander and its call-sign, as far as they are known."""
    parts = [p.commander or words("desk_orders.people.vacant")]
    if p.call_sign is not None:
        parts.append(words("desk_orders.people.called", sign=p.call_sign))
    return " · ".join(parts)


def record(words: Words, p: SquadronPeople) -> str:
    """Describe its claims, losses and fatigue."""
    return words("desk_orders.people.record", kills=p.kills, lost=p.lost, sorties=p.sorties, fatigue=p.fatigue)


def introduced(words: Words, p: SquadronPeople) -> str:
    """All of it in one line: for lists, tips and menus."""
    head = words("desk_orders.people.head", aircraft=p.aircraft, station=p.station, experience=code_word(words, "experience", p.experience))
    return " · ".join((head, who(words, p), record(words, p)))
