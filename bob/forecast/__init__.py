"""Many runs of one day: on this machine's cores."""

from __future__ import annotations

import gc
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bob.core.game import dumps
from bob.core.match import Match
from bob.core.workers import Workers
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.forecast.measure import DayObserver, MeasuredDay, lost_on_ground, quantiles


@dataclass(frozen=True, slots=True)
class Job:
    """One run: its game, players and seed."""

    scenario: str
    seed: str
    officers: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, Any], ...] = ()
    own: tuple[tuple[str, str], ...] = ()
    """The user's own days that the game has beside those that ship, by name."""


@cache
def _a_day() -> OperationalDay:
    """The day for all runs of a process. Its world lasts as long: the collector of garbage need not look through it again and again."""
    game = OperationalDay()
    assert game.world is not None
    gc.collect()
    gc.freeze()
    return game


def run(job: Job) -> dict[str, Any]:
    """Play a day out by staff officers and sum it up. Raises BobError for an unknown scenario or officer."""
    from bob.driver import play_out

    game = _a_day().with_own(dict(job.own))
    match: Match[DayPosition] = Match.new(game, job.scenario, job.seed, dict(job.options))
    play_out(match, dict(job.officers), looked_back=False)
    return {"officers": dict(job.officers), **summary(match)}


def measure(job: Job) -> MeasuredDay:
    """Play a day out by staff officers and measure it aspect by aspect. Raises BobError for an unknown scenario or officer."""
    from bob.driver import play_out

    match: Match[DayPosition] = Match.new(_a_day(), job.scenario, job.seed, dict(job.options))
    observer = DayObserver(match)
    play_out(match, dict(job.officers), observer.look, looked_back=False)
    return observer.measured()


def summary(match: Match[DayPosition]) -> dict[str, Any]:
    """Return the results of a day: points, losses, sorties, contacts, raids, and the digest of its record."""
    p, game = match.position, match.game
    outcome = game.outcome(p)
    points: Counter[str] = Counter()
    for point in p.points:
        points[point.code] += point.points  # type: ignore[assignment]
    types = game.world.types if isinstance(game, OperationalDay) else {}
    lost: Counter[str] = Counter()
    sent: Counter[str] = Counter()
    for raid in p.raids.values():
        for unit in raid.units:
            kind = "fighters" if types[unit.aircraft].fighter else "bombers"
            lost[kind] += unit.sent - unit.strength
            sent[kind] += unit.sent
    digest = hashlib.sha256()
    for entry in match.entries:
        digest.update(dumps(entry.as_json()).encode())
    sorties = sum(s.sorties for s in p.squadrons.values())
    contacts = sum(s.contacts for s in p.squadrons.values())
    return {
        "scenario": match.header.scenario,
        "seed": match.header.seed,
        "turns": p.turn - 1,
        "vp": p.score,
        "outcome": outcome.code if outcome is not None else None,
        "winner": outcome.winner if outcome is not None else None,
        RAF: {
            "lost": sum(s.lost for s in p.squadrons.values()),
            "on_ground": lost_on_ground(p),
            "sorties": sorties,
            "contacts": contacts,
            "squadrons": sum(s.committed for s in p.squadrons.values()),
        },
        LUFTWAFFE: {
            "lost": sum(lost.values()),
            "lost_bombers": lost["bombers"],
            "lost_fighters": lost["fighters"],
            "sorties": sum(sent.values()),
            "raids": len(p.raids),
            "raids_bombed": sum(r.bombed for r in p.raids.values()),
        },
        "points": {code: round(value, 1) for code, value in sorted(points.items())},
        "digest": digest.hexdigest()[:16],
    }


AT_ONCE = 8
"""The most days given to a process at once."""


def many(jobs: Sequence[Job], workers: Workers) -> Iterator[dict[str, Any]]:
    """Run the jobs, giving each result as it comes, in the order of the jobs."""
    yield from workers.each(run, jobs, AT_ONCE)


def spreads(results: Sequence[Mapping[str, Any]]) -> dict[str, list[float]]:
    """10 %, median and 90 % of the figures that matter, over many runs."""
    figures: dict[str, list[float]] = {
        "vp": [r["vp"] for r in results],
        "luftwaffe_lost": [r[LUFTWAFFE]["lost"] for r in results],
        "raf_lost": [r[RAF]["lost"] - r[RAF]["on_ground"] for r in results],
        "raf_on_ground": [r[RAF]["on_ground"] for r in results],
        "contact_share": [100 * r[RAF]["contacts"] / max(1, r[RAF]["sorties"]) for r in results],
    }
    return {name: quantiles(values) for name, values in figures.items()}
