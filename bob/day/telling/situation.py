"""The current engagement described for a side, or for the referee with both."""

from __future__ import annotations

from collections.abc import Iterator

from bob.core.game import REFEREE
from bob.core.text import capital
from bob.day.state.position import LUFTWAFFE
from bob.day.state.view import EngagementView
from bob.day.telling.period_names import COMPASS, Names
from bob.tactical.engagement import Force, enemy
from bob.tactical.engagement_figures import shares_of
from bob.tactical.slot import Slot, how_text
from bob.words import Words


def against(s: EngagementView, words: Words, names: Names) -> str:
    """Describe the opponents of the own side."""
    if s.seat == LUFTWAFFE:
        return words("engagement.british")
    if s.track is not None:
        return names.track(s.track)
    return names.raid(words, s.raid) if s.raid is not None else words("log.raid.enemy")


def party(s: EngagementView, words: Words) -> str:
    """The own units in short: `253 Squadron and 2 more`."""
    units = [f.unit for f in s.own]
    if len(units) == 2:
        return words("engagement.two_units", unit=units[0])
    return units[0] if len(units) == 1 else words("engagement.units", unit=units[0], more=len(units) - 1)


def headline(s: EngagementView, words: Words, names: Names) -> str:
    """Describe the opponents and the place: `253 Squadron against H3, over Kenley`."""
    return words("engagement.headline", who=party(s, words), foe=against(s, words, names), place=names.at(words, s.hex))


def facts(s: EngagementView, words: Words) -> list[tuple[str, str]]:
    """Return the known facts, each under its name: its own, then the table in hand."""
    if s.surprise == "none":
        seen = words("engagement.seen.late" if s.posture in ("bounce", "bounced") else "engagement.seen.both")
    elif s.seat == REFEREE:
        seen = words("engagement.seen.other", side=_side(words, enemy(s.surprise)), unseen=words(f"ops.seat.{s.surprise}"))
    else:
        seen = words("engagement.seen.unseen" if s.surprise == s.seat else "engagement.seen.surprised")
    weather = words(f"ops.weather.{s.weather}")
    return [
        (words("engagement.fact.posture"), words(f"engagement.posture_{_whose(s)}.{s.posture}")),
        (words("engagement.fact.seen"), seen),
        (words("engagement.fact.sun"), capital(words(f"log.direction.{COMPASS[round(s.sun / 45) % 8]}"))),
        (words("engagement.fact.weather"), capital(weather)),
        (words("engagement.fact.over"), words("engagement.over_england" if s.over_england else "engagement.over_sea")),
        (words("engagement.fact.minutes"), words("engagement.minutes", minutes=s.minutes)),
        (words("engagement.fact.aim"), words("engagement.aim", side=_side(words, s.attackers), aim=words(f"ops.aim.{s.aim}"))),
        *table_facts(words, s),
    ]


def table_facts(words: Words, s: EngagementView) -> Iterator[tuple[str, str]]:
    """Yield the aircraft on the table in hand, never as the whole fight, and the terms of the dogfight (OPS-D1.7)."""
    if s.table is None:
        return
    bombers = any(not f.fighter for f in (*s.own, *s.foes))
    part = words(f"engagement.table.{s.table.part if bombers else 'fighters'}")
    on = {"own": sum(count for _, count in s.table.own), "foes": sum(count for _, count in s.table.foes)}
    all_own, all_foes = (sum(f.count for f in side) for side in (s.own, s.foes))
    text = words(f"engagement.table.on_{_whose(s)}", part=part, all_own=all_own, all_foes=all_foes, **on)
    several = s.table.count > 1
    yield (
        words("engagement.fact.table"),
        words("engagement.table.numbered", number=s.table.number, count=s.table.count, text=text) if several else capital(text),
    )
    key = f"engagement.terms.{s.how}"
    if words.has(key):
        yield words("engagement.fact.terms"), words(key)


def behind(s: EngagementView, number: int) -> tuple[int, int]:
    """Return the least and the greatest number of aircraft behind a model; of a model whose unit is not known, up to the scale."""
    whole_units = [(f.unit, f.count) for f in (*s.own, *s.foes) if isinstance(f, Force)]
    forces = dict(whole_units if s.table is None else (*s.table.own, *s.table.foes))
    unit = s.models[number] if number < len(s.models) else None
    if unit is None or unit not in forces:
        return 1, s.scale
    whole, part = divmod(forces[unit], s.models.count(unit))
    return whole, whole + (part > 0)


def behind_text(words: Words, least: int, most: int) -> str:
    """Return the number of aircraft behind a model in words."""
    if least == most:
        return words("desk_fights.stands_for", count=most)
    return words("desk_fights.stands_or" if most == least + 1 else "desk_fights.stands_to", least=least, most=most)


def _whose(s: EngagementView) -> str:
    return "referee" if s.seat == REFEREE else "own"


def _side(words: Words, side: str) -> str:
    return capital(words(f"ops.seat.{side}"))


def about_way(words: Words, s: EngagementView, how: str, slot: Slot) -> str:
    """Describe a way of resolution before it is chosen."""
    if how not in slot:
        return words(f"engagement.about.{how}")
    return " ".join((slot[how].about(words), *slot[how].stakes(words, slot[how].scale(*s.counts))))


def stakes(words: Words, s: EngagementView, slot: Slot) -> list[str]:
    """Describe models and their booking before a game is chosen (OPS-D1.8): the common text, then each group of games that differ."""
    scales: set[int] = set()
    whole: dict[str, list[str]] = {}
    losses: dict[str, list[str]] = {}
    for how, kit in slot.items():
        scales.add(kit.scale(*s.counts))
        for text in kit.stakes(words, kit.scale(*s.counts)):
            whole.setdefault(text, []).append(how_text(words, how, slot))
        for text in kit.lost_behind(words):
            losses.setdefault(text, []).append(how_text(words, how, slot))
    fewer = [words("flown.stakes.fewer")] if any(kit.scale(*s.counts) > 1 and shares_of(how) for how, kit in slot.items()) else []
    if len(whole) < 2:
        return [*whole, *fewer]
    if len(scales) > 1:
        return [*(words.label(capital(", ".join(hows)), text) for text, hows in whole.items()), *fewer]
    groups = [words("flown.stakes.group", hows=", ".join(hows), lost=text) for text, hows in losses.items()]
    return [words("flown.stakes.common", scale=scales.pop()), words("flown.stakes.falls", groups=words.separated(groups))]


def way_text(words: Words, how: str, slot: Slot) -> str:
    """A way to resolve it as a button says it."""
    key = f"engagement.way.{how}"
    return words(key) if words.has(key) else capital(how_text(words, how, slot))
