"""`bob simulate`: days played out by staff officers."""

from __future__ import annotations

import argparse
import json
from typing import Any

from bob.cli import Parser, worker_options
from bob.cli.worker_options import number, one_of, progress
from bob.core.text import neat
from bob.tactical.slot import shipped
from bob.words import Words

HEADS = ("vp", "luftwaffe_lost", "raf_lost", "raf_on_ground", "contact_share")


def unasked() -> tuple[str, ...]:
    """Return the ways to resolve engagements that need no answers."""
    return ("quick", *shipped(), "bombers")


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("scenario", metavar=words("cli.simulate.scenario_meta"), help=words("cli.simulate.scenario"))
    parser.add_argument("--runs", metavar="N", default="1", help=words("cli.simulate.runs"))
    parser.add_argument("--seed", metavar="S", default="1", help=words("cli.simulate.seed"))
    parser.add_argument("--raf", metavar=words("cli.simulate.officer_meta"), default="park", help=words("cli.simulate.raf"))
    parser.add_argument(
        "--luftwaffe", metavar=words("cli.simulate.officer_meta"), default="kesselring", help=words("cli.simulate.luftwaffe")
    )
    parser.add_argument("--period", metavar="1-5", help=words("cli.simulate.period"))
    parser.add_argument("--effort", metavar=words("cli.simulate.effort_meta"), help=words("cli.simulate.effort"))
    parser.add_argument(
        "--engagements",
        metavar="|".join(unasked()),
        help=words("cli.simulate.engagements", games=", ".join(shipped()), first=next(iter(shipped()))),
    )
    worker_options.arguments(parser, words)
    parser.add_argument("--json", action="store_true", help=words("cli.simulate.json"))


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.day.game import OperationalDay
    from bob.day.scenarios.scenario import check_period
    from bob.day.state.efforts import EFFORTS
    from bob.forecast import Job, many
    from bob.staff.roster import OFFICERS

    game, scenario = OperationalDay.of(args.scenario)
    runs = number(args.runs, "--runs", 1, 1_000_000)
    options: tuple[tuple[str, Any], ...] = ()
    if args.period is not None:
        options += (("period", number(args.period, "--period", 1, 5)),)
    if args.effort is not None:
        options += (("effort", one_of(args.effort, "--effort", EFFORTS)),)
    check_period(scenario, dict(options))
    if args.engagements is not None:
        options += (("engagements", one_of(args.engagements, "--engagements", unasked())),)
    for seat, name in (("raf", args.raf), ("luftwaffe", args.luftwaffe)):
        one_of(name, f"--{seat}", OFFICERS[seat])
    seeds = [args.seed] if runs == 1 else [f"{args.seed}/{i}" for i in range(1, runs + 1)]
    officers, own = (("luftwaffe", args.luftwaffe), ("raf", args.raf)), tuple(game.own.items())
    work = [Job(scenario.code, seed, officers, options, own) for seed in seeds]
    results = []
    with worker_options.open_workers(args, None if runs > 1 else 1) as workers:
        for i, result in enumerate(many(work, workers), 1):
            if args.json:
                print(json.dumps(result, ensure_ascii=False), flush=True)
                continue
            results.append(result)
            progress(i, runs)
    if not args.json:
        print(_summary(results, words) if runs > 1 else _one_result(results[0], words))
    return 0


def _summary(results: list[dict[str, Any]], words: Words) -> str:
    from bob.forecast import spreads

    figures = spreads(results)
    rows = [[words(f"cli.simulate.{name}"), *(f"{value:.1f}" for value in figures[name])] for name in HEADS]
    heads = [words("cli.simulate.of", runs=len(results)), "10 %", words("cli.simulate.median"), "90 %"]
    wins: dict[str, int] = {}
    for result in results:
        wins[result["outcome"]] = wins.get(result["outcome"], 0) + 1
    bands = [
        [words(f"ops.band.{band}"), str(count), f"{100 * count / len(results):.0f} %"]
        for band, count in sorted(wins.items(), key=lambda w: -w[1])
    ]
    return neat(heads, rows, right=(1, 2, 3)) + "\n\n" + neat(["", "", ""], bands, right=(1, 2))


def _one_result(result: dict[str, Any], words: Words) -> str:
    from bob.forecast import spreads

    figures = spreads([result])
    rows = [[words(f"cli.simulate.{name}"), f"{figures[name][1]:.1f}"] for name in HEADS]
    rows += [[words(f"ops.award.{code}"), f"{points:+.1f} VP"] for code, points in result["points"].items()]
    return words(f"ops.band.{result['outcome']}") + "\n\n" + neat(["", ""], rows, right=(1,))
