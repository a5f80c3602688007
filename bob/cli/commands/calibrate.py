"""`bob calibrate`: many runs of historical days beside the history (OPS-B13, OPS-C10)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bob.cli import Parser, worker_options
from bob.cli.worker_options import number, one_of
from bob.core.errors import UsageError
from bob.core.text import neat
from bob.tactical.slot import Slot, how_text
from bob.words import Words

if TYPE_CHECKING:
    from bob.forecast.anchored import AnchoredFigure
    from bob.forecast.calibrated import AimedAspect, CalibratedAspect, CalibratedDay
    from bob.forecast.fights import ComparedGame, ComparedRatio, ComparedSide

ENDINGS = (".svg", ".png", ".pdf")


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("--runs", metavar="N", default="200", help=words("cli.calibrate.runs"))
    parser.add_argument("--all", action="store_true", help=words("cli.calibrate.all"))
    parser.add_argument("--day", metavar=words("cli.simulate.scenario_meta"), action="append", help=words("cli.calibrate.day"))
    parser.add_argument("--raf", metavar=words("cli.simulate.officer_meta"), default="park", help=words("cli.simulate.raf"))
    parser.add_argument(
        "--luftwaffe", metavar=words("cli.simulate.officer_meta"), default="kesselring", help=words("cli.simulate.luftwaffe")
    )
    parser.add_argument("--out", metavar=words("cli.map.out_meta"), help=words("cli.calibrate.out"))
    parser.add_argument("--engagements", metavar="N", nargs="?", const="", help=words("cli.calibrate.engagements"))
    parser.add_argument("--game", metavar=words("cli.calibrate.game_meta"), action="append", help=words("cli.calibrate.game"))
    parser.add_argument("--tuning", action="store_true", help=words("cli.calibrate.tuning"))
    parser.add_argument("--plans", action="store_true", help=words("cli.calibrate.plans"))
    parser.add_argument("--change", metavar=words("cli.calibrate.change_meta"), action="append", help=words("cli.calibrate.change"))
    parser.add_argument("--seed", metavar="S", default="1940", help=words("cli.simulate.seed"))
    worker_options.arguments(parser, words)
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.forecast.calibrated import calibrate
    from bob.forecast.history import history
    from bob.staff.roster import OFFICERS

    if args.engagements is not None:
        return _fights(args, words)
    runs = number(args.runs, "--runs", 2, 100_000)
    out = Path(args.out) if args.out is not None else None
    if out is not None and out.suffix.lower() not in ENDINGS:
        raise UsageError("calibration.ending", path=args.out)
    for seat, name in (("raf", args.raf), ("luftwaffe", args.luftwaffe)):
        one_of(name, f"--{seat}", OFFICERS[seat])
    recorded = history()
    codes = [day.scenario for day in recorded.day]
    chosen = [one_of(day, "--day", codes) for day in args.day or ()]
    if not chosen:
        chosen = [day.scenario for day in recorded.day if args.all or day.tuned]
    if args.plans:
        return _plans(args, chosen, runs, words)
    officers = (("luftwaffe", args.luftwaffe), ("raf", args.raf))
    days: list[CalibratedDay] = []
    with worker_options.open_workers(args) as workers:
        for day in calibrate(recorded, chosen, runs, args.seed, officers, workers):
            days.append(day)
            if sys.stderr.isatty():
                print(f"{day.recorded.scenario} ({len(days)}/{len(chosen)})", file=sys.stderr, flush=True)
    if args.json:
        print(json.dumps(_listed(days, dict(officers)), ensure_ascii=False))
    else:
        values = {seat: words(f"staff.officer.{name}") for seat, name in officers}
        intro = words("calibration.officers", **values, runs=runs, seed=args.seed)
        print("\n\n".join([intro, *(_day(day, words) for day in days), *_verdicts(days, words)]))
    if out is not None:
        _picture(days, words, out)
    return 0


# ---- plans that were not flown


def _plans(args: argparse.Namespace, chosen: Sequence[str], runs: int, words: Words) -> int:
    """Hold the anchors of plans, crews, stations and doctrines; 1 when one fails (OPS-D4)."""
    from bob.forecast.anchored import CHANGES, anchors, hold

    changes = [one_of(name, "--change", tuple(CHANGES)) for name in args.change or ()]
    asked = [anchor for anchor in anchors() if not changes or anchor.change in changes]
    found: list[AnchoredFigure] = []
    with worker_options.open_workers(args) as workers:
        for figures in hold(asked, chosen, runs, args.seed, workers):
            found += figures
            if not args.json:
                print(_anchored(figures, words) + "\n", flush=True)
    if args.json:
        print(json.dumps([figure.as_json() for figure in found]))
    else:
        held, excused = sum(figure.holds for figure in found), sum(not figure.holds and bool(figure.excused) for figure in found)
        print(words("calibration.plans.verdict", held=held, excused=excused, count=len(found), runs=runs, seed=args.seed))
    return 0 if all(figure.holds or figure.excused for figure in found) else 1


def _anchored(figures: Sequence[AnchoredFigure], words: Words) -> str:
    """The anchors of a day as a table."""
    heads = ["", "", "", words("calibration.plans.before"), words("calibration.plans.after"), words("calibration.plans.difference")]
    heads += ["±", words("calibration.wanted"), ""]
    rows = []
    for f in figures:
        a, unit = f.anchor, " %" if f.anchor.per_cent else ""
        change, than = (words(f"calibration.plans.change.{name}") for name in (a.change, a.than))
        rows.append(
            [
                a.rule,
                change if a.than == "as_it_is" else words("calibration.plans.than", change=change, than=than),
                words(f"calibration.plans.figure.{a.figure}"),
                f"{f.before:.1f}",
                f"{f.after:.1f}",
                f"{f.difference:+.1f}{unit}",
                f"{f.give:.1f}",
                f"{a.least:+g} … {a.most:+g}{unit}",
                words(f"calibration.{'passes' if f.holds else 'plans.excused' if f.excused else 'fails'}"),
            ]
        )
    return (figures[0].scenario if figures else "") + "\n" + neat(heads, rows, right=(3, 4, 5, 6, 7), limit=190)


# ---- the days


def _listed(days: Sequence[CalibratedDay], officers: dict[str, str]) -> list[dict[str, Any]]:
    """Every aspect and aim of every day for programs."""
    listed = []
    for day in days:
        head = {"scenario": day.recorded.scenario, "tuned": day.recorded.tuned, "runs": day.runs, "officers": officers}
        listed += [{**head, **aspect.as_json()} for aspect in day.aspects]
        listed += [{**head, **aim.as_json()} for aim in day.aims]
    return listed


def _day(day: CalibratedDay, words: Words) -> str:
    """A day as a table."""
    heads = ["", words("calibration.history"), "10 %", "25 %", words("cli.simulate.median"), "75 %", "90 %"]
    heads += [words("calibration.place"), ""]
    rows = [_aspect(aspect, words) for aspect in day.aspects] + [_aim(aim, words) for aim in day.aims]
    kind = words("calibration.tuned" if day.recorded.tuned else "calibration.reported")
    return f"{day.recorded.scenario} ({kind})\n" + neat(heads, rows, right=(1, 2, 3, 4, 5, 6, 7), limit=190)


def _name(aspect: CalibratedAspect, words: Words) -> str:
    """Return the name of an aspect, with the hours in which it counts."""
    return words(f"calibration.aspect.{aspect.recorded.name}") + aspect.recorded.part_text


def _aspect(aspect: CalibratedAspect, words: Words) -> list[str]:
    from bob.forecast.calibrated import quantiles_of

    recorded, spread = aspect.recorded, aspect.spread
    marks = [words(f"calibration.{'middle' if aspect.middle else 'inside' if aspect.inside else 'outside'}")]
    if aspect.tested:
        marks.insert(0, words(f"calibration.{'near' if aspect.near else 'far'}"))
        marks.append(words(f"calibration.{'passes' if aspect.passes else 'fails'}"))
    place = f"{100 * spread.place(recorded.figure):.0f} %"
    figures = [f"{value:.1f}" for value in quantiles_of(spread).values()]
    return [_name(aspect, words), recorded.describe, *figures, place, words.separated((", ".join(marks), words.of(recorded.sources)))]


def _aim(aim: AimedAspect, words: Words) -> list[str]:
    from bob.forecast.calibrated import quantiles_of
    from bob.forecast.history import span

    aimed = aim.aimed
    figures = [f"{value:.1f}" for value in quantiles_of(aim.spread).values()]
    mark = words(f"calibration.{'hit' if aim.passes else 'missed'}")
    name, wanted = words(f"calibration.aspect.{aimed.name}"), words("calibration.wanted")
    return [name, f"({wanted} {span(aimed.least, aimed.most)})", *figures, "", f"{mark} ({aimed.rule})"]


def _verdicts(days: Sequence[CalibratedDay], words: Words) -> list[str]:
    """Return the results of the tuned days in the test of OPS-C10.1, and those of the others."""
    from bob.forecast.calibrated import CalibrationVerdict

    found = []
    for tuned, key in ((True, "verdict_tuned"), (False, "verdict_reported")):
        these = [day for day in days if day.recorded.tuned == tuned]
        if these:
            verdict = CalibrationVerdict.of(these)
            found.append(
                words(
                    f"calibration.{key}",
                    losses=verdict.losses,
                    losses_passed=verdict.losses_passed,
                    aspects=verdict.aspects,
                    inside=verdict.inside,
                    middle=verdict.middle,
                    verdict=words(f"calibration.{'passes' if verdict.passes else 'fails'}"),
                )
            )
    return found


def _picture(days: Sequence[CalibratedDay], words: Words, path: Path) -> None:
    """The distributions and history's marks as SVG, PNG or PDF."""
    from bob.report.calibration import sheet

    drawn = sheet(days, words)
    if path.suffix.lower() == ".svg":
        from bob.chart.svg import to_svg
        from bob.core.atomic_files import put_file

        put_file(path, to_svg(drawn))
    else:
        from bob.chart.qt import save_pdf, save_png

        if path.suffix.lower() == ".png":
            save_png(drawn, path, width=2400)
        else:
            save_pdf(drawn, path, page="a3")
    print(words("cli.map.written", path=str(path)), file=sys.stderr)


# ---- the quick resolver beside the tactical games


def _fights(args: argparse.Namespace, words: Words) -> int:
    """Hold the tactical games against the quick resolver by kind; 1 when one fails (OPS-D1.7)."""
    from bob.forecast.fights import ENGAGEMENTS, FEWER, DrawnFrom, as_json, compare, drawn

    asked = number(args.engagements, "--engagements", 2, 10_000) if args.engagements else None
    every = _slot()
    slot = {name: every[name] for name in [one_of(name, "--game", tuple(every)) for name in args.game or every]}
    most = {name: asked or FEWER.get(name, ENGAGEMENTS) for name in slot}
    source = DrawnFrom.TUNING if args.tuning else DrawnFrom.JUDGING
    found: list[ComparedGame] = []
    with worker_options.open_workers(args) as workers:
        engagements = drawn(max(most.values()), args.seed, workers, source)
        if not args.json:
            days = ", ".join(source.value)
            print(words("cli.calibrate.fights", days=days, seed=args.seed, use=words(f"cli.calibrate.use.{source.name.lower()}")) + "\n")
        for game in compare(engagements, args.seed, slot, workers, count_for=most.get):
            found.append(game)
            if not args.json:
                print(_compared(game, words) + "\n", flush=True)
    sides = [side for game in found for side in game.sides]
    if args.json:
        print(json.dumps([line for game in found for line in as_json(game)]))
    else:
        figures = {"held": sum(side.holds for side in sides), "inside": sum(side.inside for side in sides), "count": len(sides)}
        print(words("cli.calibrate.fights_verdict", **figures))
    return 0 if all(side.holds for side in sides) else 1


def _compared(game: ComparedGame, words: Words) -> str:
    """A game beside the quick resolver as two tables: losses by kind and side, ratios by posture and odds."""
    quick, played, title = words("cli.calibrate.quick"), words("cli.calibrate.played"), how_text(words, game.sides[0].game, _slot())
    heads = [title, "", "n", quick, played, words("calibration.plans.difference"), "±", words("cli.calibrate.tolerance"), ""]
    sides = neat(heads, [_compared_side(side, words) for side in game.sides], right=(2, 3, 4, 5, 6, 7), limit=190)
    heads = [words("cli.calibrate.ratio"), "", "n", quick, played, ""]
    return sides + "\n\n" + neat(heads, [_compared_ratio(ratio, words) for ratio in game.ratios], right=(2, 3, 4), limit=190)


def _compared_side(s: ComparedSide, words: Words) -> list[str]:
    """A line of losses; a difference is in per cent, or in aircraft where few are lost."""
    numbers = (s.difference, s.give, s.tolerance)
    if s.in_aircraft:
        off, give, allowed = f"{numbers[0]:+.2f}", f"{numbers[1]:.2f}", f"{numbers[2]:.1f}"
    else:
        off, give, allowed = f"{100 * numbers[0]:+.0f} %", f"{100 * numbers[1]:.0f}", f"{100 * numbers[2]:.0f} %"
    verdict = "fails" if not s.holds else "passes" if s.inside else "held"
    mark = words("cli.calibrate.held") if verdict == "held" else words(f"calibration.{verdict}")
    kind, side = words(f"cli.calibrate.kind.{s.kind}"), words(f"cli.calibrate.lost.{s.side}")
    return [kind, side, str(s.count), f"{s.quick:.2f}", f"{s.played:.2f}", off, give, allowed, mark]


def _compared_ratio(r: ComparedRatio, words: Words) -> list[str]:
    """A line of ratios; a dash where the Luftwaffe lost no fighter."""
    ratios = ["–" if ratio is None else f"{ratio:.2f}" for ratio in (r.quick, r.played)]
    mark = "" if r.alike is None else words(f"cli.calibrate.{'alike' if r.alike else 'unlike'}")
    return [words(f"cli.calibrate.kind.{r.kind}"), words(f"cli.calibrate.group.{r.group}"), str(r.count), *ratios, mark]


def _slot() -> Slot:
    """The tactical games that a day can be fought out in."""
    from bob.day.game import OperationalDay
    from bob.games import game

    day = game(OperationalDay.name)
    assert isinstance(day, OperationalDay)
    return day.slot
