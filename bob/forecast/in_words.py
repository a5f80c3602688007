"""A forecast in words, for the terminal, the desk and the page."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bob.core.text import capital, signed
from bob.day.rules.raid_goals import aims
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.time_of_day import MINUTES
from bob.day.state.view import Common, LuftwaffeView, RafView
from bob.day.state.world import world
from bob.day.telling.period_names import Names, raid_called
from bob.day.telling.sentences import sentence
from bob.day.telling.target_notes import TargetNotes, grade_text
from bob.forecast.answer import ForecastAnswer, ForecastShare, ForecastSpread, RaidForecast
from bob.forecast.asking import Forecast, own_title
from bob.forecast.facts import DECIDED_FROM, DecidingFact
from bob.forecast.looking_back import LookedBack, WeighedPart, WeighedTurn
from bob.forecast.question import AS_PLANNED, ForecastQuestion
from bob.words import Words

DAY_FIGURES = ("points", "luftwaffe_lost", "raf_lost", "raf_on_ground", "raf_sorties")
CHANCES = ("primary", "secondary", "astray", "met", "met_before", "raf_above")
DROPS = ("primary", "secondary", "astray")
RAID_FIGURES = ("bombs", "lost", "downed", "flak", "landing", "squadrons", "warning", "met_at", "bombers", "escorts", "fuel")
"""The figures shown, in this order."""


def head_text(found: Forecast, words: Words) -> list[str]:
    """Return the head of a forecast: its side and subject, the number of days, and the parts drawn by chance."""
    asked = found.asked
    common = asked.view.common
    lines = [
        words(
            "forecast.head",
            title=words.of(common.title),
            side=words(f"cli.side.{asked.seat}"),
            clock=common.clock,
            runs=len(found.days),
            leader=leader_text(asked.leader, words),
            against=", ".join(words(f"staff.officer.{name}") for name, _ in asked.against),
            seed=asked.seed,
        ),
        words("forecast.honest"),
        believed_text(asked, words),
    ]
    if common.phase != "planning":
        lines.append(words("forecast.to_come"))
    return lines


def leader_text(name: str, words: Words) -> str:
    """Return the leader of the own side in words."""
    return words("forecast.leader.as_planned") if name == AS_PLANNED else words(f"staff.officer.{name}")


def raid_text(asked: ForecastQuestion, code: str, words: Words) -> str:
    """Return the asking side's name of a raid."""
    title = words.of(own_title(asked, code))
    if title:
        return title
    if isinstance(asked.view, RafView):
        track = next((track for track in asked.view.tracks if code == f"track_{track.number}"), None)
        return track.label if track is not None else code
    plain, called = capital(code.replace("_", " ") if code.islower() else code), raid_called(words, code, {})
    return plain if called == words("log.raid.named", name=plain) else capital(called)


def worth_line(asked: ForecastQuestion, code: str, words: Words) -> str:
    """The targets of a raid with their grades under the Luftwaffe's orders (OPS-D2.1); empty without a directive."""
    view, theatre = asked.view, world()
    raid = view.raid(code) if isinstance(view, LuftwaffeView) and view.directive is not None else None
    if raid is None or not isinstance(view, LuftwaffeView):
        return ""
    notes, names = TargetNotes(theatre, view, raid.plan.form_at), Names(theatre.theatre)
    found = ((name, notes.of(name)) for name in aims(raid.plan))
    return " · ".join(words.label(names.target(words, name), grade_text(words, note.grade)) for name, note in found if note and note.grade)


def chance_text(share: ForecastShare, words: Words) -> list[str]:
    """Return a chance in per cent, and its 95 % interval."""
    low, high = share.interval
    text = words("forecast.range", low=f"{100 * low:.0f}", high=f"{100 * high:.0f}")
    return [words("forecast.share", share=f"{100 * share.share:.0f}"), text]


def ends_text(answer: ForecastAnswer, words: Words) -> list[list[str]]:
    """Return the results of the days, the most frequent first, each with its chance and interval; none before the days are over."""
    bands = sorted(answer.bands.items(), key=lambda band: -band[1].count)
    return [[words(f"ops.band.{band}"), *chance_text(share, words)] for band, share in bands]


def figures_text(spread: ForecastSpread, words: Words, common: Common | None = None) -> list[str]:
    """Return a mean, its uncertainty, 10 %, the median and 90 %, in whole units; of turns as times of day, where the day is given."""
    if not spread.counted:
        return ["–"] * 5
    ends = [spread.at(share) for share in (0.1, 0.5, 0.9)]
    if common is not None:
        half = f"±{MINUTES * spread.half:.0f} min" if math.isfinite(spread.half) else "–"
        return [common.time_of(round(spread.mean)), half, *(common.time_of(round(end)) for end in ends)]
    counted = all(value == round(value) for value, _ in spread.counted)
    figures = (f"{round(end)}" if counted else f"{end:.1f}".removesuffix(".0") for end in ends)
    return [
        _plain_figure(f"{spread.mean:.1f}", words),
        half_text(spread.half, words),
        *(_plain_figure(figure, words) for figure in figures),
    ]


def _plain_figure(figure: str, words: Words) -> str:
    """A figure with a true minus, as its language writes it."""
    return words.figure(figure.replace("-", "−"))


def half_text(half: float, words: Words) -> str:
    """Return the uncertainty of a mean, either way."""
    return words.figure(f"±{half:.1f}") if math.isfinite(half) else "–"


def has_bombed(asked: ForecastQuestion, code: str) -> str | None:
    """Return the target that a raid of the asking side has bombed already, `primary` or `secondary`; None before it has."""
    raid = asked.view.raid(code) if isinstance(asked.view, LuftwaffeView) else None
    return None if raid is None or not raid.bombed else "secondary" if raid.diverted else "primary"


def chances_left(asked: ForecastQuestion, raid: RaidForecast) -> tuple[str, ...]:
    """Return the names of the chances of a raid that are still open."""
    return CHANCES if has_bombed(asked, raid.code) is None else tuple(name for name in CHANCES if name not in (*DROPS, "met_before"))


def raid_chances(asked: ForecastQuestion, raid: RaidForecast, words: Words) -> Iterator[tuple[str, str, str]]:
    """Yield the chances of a raid with a count: name, per cent, interval; also the chance that it bombs nothing. Completed bombing has no
    per cent. The chance to be met before bombing is left out for a raid that never bombs."""
    if (done := has_bombed(asked, raid.code)) is not None:
        yield words(f"forecast.done.{done}"), words("forecast.done.done"), ""
    dropped = sum(raid.shares[name].count for name in DROPS)
    for name in chances_left(asked, raid):
        if raid.shares[name].count and (name != "met_before" or dropped):
            chance, between = chance_text(raid.shares[name], words)
            yield words(f"forecast.raid.{name}"), chance, between
        if name == DROPS[-1] and 0 < dropped < raid.shares[name].runs:
            chance, between = chance_text(ForecastShare(raid.shares[name].runs - dropped, raid.shares[name].runs), words)
            yield words("forecast.raid.nothing"), chance, between


def believed_text(asked: ForecastQuestion, words: Words) -> str:
    """Return the assumptions about the other side (OPS-D6.1)."""
    officers = ", ".join(words(f"staff.officer.{name}") for name, _ in asked.against)
    return words(f"forecast.believed.{asked.seat}", officers=officers)


def raid_figures(raid: RaidForecast, words: Words) -> Iterator[tuple[str, str, ForecastSpread]]:
    """Yield the figures of a raid that are worth a line: name, words, distribution."""
    for name in RAID_FIGURES:
        if any(raid.spreads[name].values):
            yield name, words(f"forecast.raid.{name}"), raid.spreads[name]


def deciders_text(found: Forecast, words: Words) -> list[str]:
    """Return the deciding facts, each with its value; or the line that there are none, or too few days to say."""
    lines = [_decider(found.asked, decider, words) for decider in found.answer.deciders]
    return lines or [words("forecast.too_few" if found.answer.runs < DECIDED_FROM else "forecast.no_deciders")]


def _decider(asked: ForecastQuestion, decider: DecidingFact, words: Words) -> str:
    of = words(f"staff.officer.{decider.of}") if decider.kind == "enemy" else raid_text(asked, decider.of, words)
    if own_title(asked, decider.of):
        of = words("forecast.titled", title=of)  # a title may hold a colon
    return words(
        "forecast.decider",
        fact=capital(words(f"forecast.fact.{decider.kind}", of=of)),
        gain=points_text(decider.gain, words),
        low=points_text(decider.gain - decider.half, words),
        high=points_text(decider.gain + decider.half, words),
        share=f"{100 * decider.share:.0f}",
    )


def points_text(points: float, words: Words) -> str:
    """Points with their sign."""
    return words.figure(signed(round(points, 1)))


def part_text(part: WeighedPart, words: Words) -> list[str]:
    """A part of a day: from when to when, what decisions and what dice changed, each with how sure it is."""
    choices, luck = (points_text(points, words) for points in (part.choices, part.luck))
    return [f"{part.clock}–{part.until}", choices, half_text(part.choices_half, words), luck, half_text(part.luck_half, words)]


def turn_text(turn: WeighedTurn, words: Words, names: Names) -> list[str]:
    """Return a turn that dice moved: its time, the change and its uncertainty, and the events decided by dice."""
    fights: dict[int, dict[str, int]] = {}
    wheres: dict[int, str] = {}
    things: list[str] = []
    for event in turn.events:
        if event.code == "combat":
            side = RAF if RAF in event.to else LUFTWAFFE
            fights.setdefault(event.data["number"], {})[side] = sum(event.data["lost"].values())
            wheres[event.data["number"]] = names.at(words, event.data["hex"])
        elif RAF not in event.to or LUFTWAFFE in event.to:
            things.append(sentence(words, event, names))
    fought = [
        words("forecast.fought", place=wheres[number], luftwaffe=lost.get(LUFTWAFFE, 0), raf=lost.get(RAF, 0))
        for number, lost in fights.items()
    ]
    return [turn.clock, points_text(turn.luck, words), half_text(turn.luck_half, words), " ".join(dict.fromkeys([*fought, *things]))]


def place_text(back: LookedBack, words: Words) -> list[str]:
    """Return the place of a day among the possible ones, and the parts of decisions and of dice in that."""
    made_of = words("forecast.made_of", choices=points_text(back.choices, words), luck=points_text(back.luck, words))
    return [fell_text("forecast.fell", back.points, back.foreseen, words), made_of]


def fell_text(key: str, points: float, foreseen: ForecastSpread, words: Words) -> str:
    """Return the place of these points among those of other days, by the words of a key."""
    low, high = (points_text(foreseen.at(share), words) for share in (0.25, 0.75))
    place = f"{100 * foreseen.place(points):.0f}"
    return words(key, points=points_text(points, words), place=place, low=low, high=high, days=foreseen.runs)
