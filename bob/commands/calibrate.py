"""`bob calibrate`: many runs of historical days beside the history (OPS-B13)."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from bob.cli import Parser
from bob.commands.simulate import number
from bob.dogfight.slot import Slot, how_told
from bob.text import neat
from bob.toml_files import read_toml
from bob.words import Words

if TYPE_CHECKING:
    from bob.forecast.fights import Compared


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("--runs", metavar="N", default="200", help=words("cli.calibrate.runs"))
    parser.add_argument("--engagements", metavar="N", default="50", help=words("cli.calibrate.engagements"))
    parser.add_argument("--seed", metavar="S", default="1940", help=words("cli.simulate.seed"))
    parser.add_argument("--jobs", metavar="N", help=words("cli.simulate.jobs"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.forecast import Job, many, told
    from bob.resources import data_folder

    runs = number(args.runs, "--runs", 2, 100_000)
    jobs = number(args.jobs, "--jobs", 1, 256) if args.jobs is not None else None
    count = number(args.engagements, "--engagements", 0, 10_000)
    rows = []
    listed: list[dict[str, Any]] = []
    for target in read_toml(data_folder("tables") / "history.toml").tables("target"):
        scenario = target.text("scenario")
        work = [Job(scenario, f"{args.seed}/{i}", (("luftwaffe", "kesselring"), ("raf", "park"))) for i in range(runs)]
        figures = told(list(many(work, jobs)))
        for figure in target.tables("figure"):
            name, true, low, high = (
                figure.text("name"),
                figure.number("true", 0, 5000),
                figure.number("low", 0, 5000),
                figure.number("high", 0, 5000),
            )
            ten, median, ninety = figures[name]
            near = abs(median - true) <= 0.35 * true
            within = low <= ninety and ten <= high
            rule, source = figure.text("rule"), figure.text("source")
            entry = {"scenario": scenario, "figure": name, "rule": rule, "history": [low, high], "runs": runs}
            listed.append({**entry, "10%": ten, "median": median, "90%": ninety, "near": near, "within": within, "source": source})
            history = f"{low:g}" if low == high else f"{low:g}-{high:g}"
            marks = " ".join(
                (
                    words("cli.calibrate.near" if near else "cli.calibrate.far"),
                    words("cli.calibrate.within" if within else "cli.calibrate.outside"),
                )
            )
            rows.append(
                [
                    scenario,
                    words(f"cli.simulate.{name}"),
                    history,
                    f"{ten:.1f}",
                    f"{median:.1f}",
                    f"{ninety:.1f}",
                    rule,
                    f"{marks}; {source}",
                ]
            )
    fights = _fights(count, args.seed)
    if args.json:
        listed += [
            {
                "figure": "lost_in_an_engagement",
                "game": f.game,
                "side": f.side,
                "engagements": count,
                "quick": f.quick,
                "played": f.played,
                "near": _near(f),
            }
            for f in fights
        ]
        print(json.dumps(listed, ensure_ascii=False))
    else:
        heads = [
            words("cli.scenarios.code"),
            "",
            words("cli.calibrate.history"),
            "10 %",
            words("cli.simulate.median"),
            "90 %",
            words("cli.tables.rule"),
            "",
        ]
        print(neat(heads, rows, right=(2, 3, 4, 5), limit=170))
        if fights:
            print("\n" + words("cli.calibrate.fights", count=count))
            lines = [
                [
                    how_told(words, f.game, _slot()),
                    words(f"cli.side.{f.side}"),
                    f"{f.quick:.2f}",
                    f"{f.played:.2f}",
                    f"{100 * f.difference:+.0f} %",
                    words("cli.calibrate.alike" if _near(f) else "cli.calibrate.unlike"),
                ]
                for f in fights
            ]
            print(neat(["", "", words("cli.calibrate.quick"), words("cli.calibrate.played"), "", ""], lines, right=(2, 3, 4)))
    return 0


def _fights(count: int, seed: str) -> list[Compared]:
    """What so many engagements cost each side, quickly and in each tactical game; nothing for none."""
    from bob.forecast.fights import compare, drawn

    return compare(drawn(count, seed), seed, _slot()) if count else []


def _slot() -> Slot:
    """The tactical games that a day can be fought out in."""
    from bob.games import game
    from bob.operations.day import OperationalDay

    day = game(OperationalDay.name)
    assert isinstance(day, OperationalDay)
    return day.slot


def _near(f: Compared) -> bool:
    """Whether the way of resolving changes a side's losses by less than a quarter."""
    return abs(f.difference) < 0.25
