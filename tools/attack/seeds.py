"""Seeds: whether one that the program drew can be found by trying, and whether what a side sees at first tells what it must not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from math import sqrt
from typing import Any

from bob.core.codec import encode
from bob.core.dice import SecretStream, Stream
from bob.core.game import REFEREE
from bob.core.kit import Setting
from bob.core.match import Match
from bob.core.seeds import fresh_seed
from bob.games import game
from tools.attack.report import Report

BITS = 128
"""What a drawn seed has at least."""
SMALL = 10**9
"""The seeds among which one could be found by trying, as it once was."""
TRIALS, DAYS, SHORT_DAYS, DRAWN = 4000, 150, 12, 200
SIGMAS = 6.0
"""By how much two figures must go together to be a finding: chance alone does it once in 500 million."""
SETTINGS = tuple(Setting("free", {"period": period}) for period in range(1, 6))
PUBLIC_CAUSES = ("date", "sky", "weather", "period", "clock", "start", "turns", "bands")
"""Parts of a view that both sides have from the history or the sky: they may go together with what the rules make hang on them."""


def attack(report: Report) -> None:
    """One round: seeds drawn, small seeds tried, and days of one period set up and compared."""
    _strength(report)
    _trials(report)
    setting = SETTINGS[report.round % len(SETTINGS)]
    _figures(report, setting)


def _strength(report: Report) -> None:
    seeds = [fresh_seed() for _ in range(DRAWN)]
    report.tried["seeds drawn"] += DRAWN
    report.holds(len(set(seeds)) == DRAWN, "the same seed was drawn twice")
    ones = [bin(int(seed, 16)).count("1") for seed in seeds]
    report.holds(all(len(seed) * 4 >= BITS for seed in seeds), f"a seed of fewer than {BITS} bits: {min(seeds, key=len)}")
    mean = sum(ones) / DRAWN
    report.holds(abs(mean - BITS / 2) < SIGMAS * sqrt(BITS / 4 / DRAWN), f"drawn seeds have {mean} ones of {BITS}")


def _trials(report: Report) -> None:
    """The old way: of all that small seeds would give, whether one gives the dice of a seed that was drawn."""
    stream = Stream.of(report.key, "seeds")
    hidden = SecretStream.of(fresh_seed(), "game")
    wanted = hidden.bits()
    for _ in range(TRIALS):
        if SecretStream.of(stream.below(SMALL), "game").bits() == wanted:
            report.found("a small seed gives the dice of a drawn one")
    report.tried["small seeds tried"] += TRIALS


@cache
def _day() -> Any:
    return game("day")


def _figures(report: Report, setting: Setting) -> None:
    """What each side sees at first against what it must not know, over many drawn days."""
    rows: dict[str, list[tuple[dict[str, float], dict[str, float]]]] = {"raf": [], "luftwaffe": []}
    days = SHORT_DAYS if report.short else DAYS
    for number in range(days):
        match: Match[Any] = Match.new(_day(), setting.scenario, f"attack/{report.key}/{number}", setting.options)
        truth = encode(match.view(REFEREE))
        for seat, row in rows.items():
            row.append((dict(figures(encode(match.view(seat)))), hidden_figures(seat, truth)))
    report.tried["days set up"] += days
    for seat, row in rows.items() if not report.short else ():
        for public, secret, sigmas in together(row):
            report.found(f"{setting}: of {days} days the {seat}'s {public} goes with {secret} by {sigmas:.1f} sigmas")
        report.tried["pairs of figures compared"] += len({k for a, _ in row for k in a}) * len({k for _, b in row for k in b})


def figures(view: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """Every figure of a view by its place, and how many members each of its lists has."""
    if isinstance(view, Mapping):
        for key, inner in view.items():
            if key not in PUBLIC_CAUSES:
                yield from figures(inner, f"{place}.{key}")
    elif isinstance(view, list | tuple):
        yield f"{place}#", float(len(view))
        for key, count in Counter(str(inner) for inner in view if isinstance(inner, str)).items():
            yield f"{place}[{key}]", float(count)
    elif isinstance(view, bool | int | float):
        yield place, float(view)


def hidden_figures(seat: str, truth: Mapping[str, Any]) -> dict[str, float]:
    """What a side must not know of a day that begins: for the RAF how many raids of each kind there are and how strong."""
    found: Counter[str] = Counter()
    raids = truth["luftwaffe"]["raids"]
    if seat == "raf":
        for raid in raids.values() if isinstance(raids, Mapping) else raids:
            plan = raid.get("plan", raid)
            found["raids"] += 1
            found[f"raids.{plan['type']}"] += 1
            found["aircraft"] += sum(unit["aircraft"] for unit in plan["units"] if isinstance(unit.get("aircraft"), int))
            found["first"] = min(found["first"] or 999, plan["form_turn"])
    else:
        squadrons = truth["raf"]["squadrons"]
        for unit in squadrons.values() if isinstance(squadrons, Mapping) else squadrons:
            found[f"squadrons.{unit['experience']}"] += 1
            found["strength"] += unit["strength"]
        found["response_level"] = truth["raf"].get("response_level") or 0
    return {key: float(value) for key, value in found.items()}


def together(rows: list[tuple[dict[str, float], dict[str, float]]]) -> Iterator[tuple[str, str, float]]:
    """The public and the secret figures that go together beyond chance, and by how many standard deviations."""
    publics = sorted({key for public, _ in rows for key in public})
    secrets = sorted({key for _, secret in rows for key in secret})
    for one in publics:
        mine = [public.get(one, 0.0) for public, _ in rows]
        if len(set(mine)) < 2:
            continue
        for other in secrets:
            theirs = [secret.get(other, 0.0) for _, secret in rows]
            sigmas = abs(correlation(mine, theirs)) * sqrt(len(rows) - 1)
            if sigmas > SIGMAS:
                yield one, other, sigmas


def correlation(one: list[float], other: list[float]) -> float:
    """Pearson's, 0 where one of them never varies."""
    n = len(one)
    mean, mean_other = sum(one) / n, sum(other) / n
    spread = sqrt(sum((x - mean) ** 2 for x in one) * sum((y - mean_other) ** 2 for y in other))
    return sum((x - mean) * (y - mean_other) for x, y in zip(one, other, strict=True)) / spread if spread else 0.0
