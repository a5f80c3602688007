"""`bob forecast`: the forecast of a plan, or of a day from the present of a game, as far as a side knows."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bob.cli import Parser, passphrases, truth, worker_options
from bob.cli.worker_options import number, one_of
from bob.core.errors import UsageError
from bob.core.text import neat
from bob.words import Words

if TYPE_CHECKING:
    from bob.core.match import Match
    from bob.core.workers import Workers
    from bob.day.state.raid_plan import RaidPlan
    from bob.forecast.answer import ForecastAnswer, RaidForecast
    from bob.forecast.asking import Forecast, Gain
    from bob.forecast.question import ForecastQuestion
    from bob.forecast.variants import PlanVariant


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("what", metavar=words("cli.forecast.what_meta"), help=words("cli.forecast.what"))
    parser.add_argument("--plan", metavar=words("cli.play.file_meta"), help=words("cli.forecast.plan"))
    parser.add_argument("--seat", metavar="luftwaffe|raf", help=words("cli.forecast.seat"))
    parser.add_argument("--runs", metavar="N", default="400", help=words("cli.forecast.runs"))
    parser.add_argument("--sure", metavar=words("cli.forecast.points_meta"), help=words("cli.forecast.sure"))
    parser.add_argument("--leader", metavar=words("cli.simulate.officer_meta"), help=words("cli.forecast.leader"))
    parser.add_argument("--against", metavar=words("cli.forecast.officers_meta"), help=words("cli.forecast.against"))
    parser.add_argument("--look-back", action="store_true", help=words("cli.forecast.look_back"))
    parser.add_argument("--out", metavar=words("cli.map.out_meta"), help=words("cli.forecast.out"))
    parser.add_argument("--what-if", action="store_true", help=words("cli.forecast.what_if"))
    parser.add_argument("--order", metavar="JSON", action="append", help=words("cli.forecast.order"))
    parser.add_argument("--seed", metavar="S", default="1", help=words("cli.simulate.seed"))
    worker_options.arguments(parser, words)
    parser.add_argument("--json", action="store_true", help=words("cli.json"))
    truth.arguments(parser, words)
    passphrases.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.forecast.asking import Forecast

    runs = number(args.runs, "--runs", 1, 10_000_000)
    within = _points(args.sure)
    out = Path(args.out) if args.out is not None else None
    if out is not None:
        from bob.report.forecast import check_ending

        check_ending(out)
    if args.look_back:
        return _looked_back(args, runs, words)
    asked = _asked(args, words)
    if args.what_if and not _unsealed(asked):
        raise UsageError("forecast.what_if_luftwaffe")
    found = Forecast(asked)
    beside = [*([_ordered(asked, args.order)] if args.order else []), *(_variants(asked) if args.what_if else ())]
    with worker_options.open_workers(args) as workers:
        whole = _fly_days(found, runs, workers, within)
        others = list(_compared(found, beside, workers)) if whole else []
    if not found.days:
        return 130
    if args.json:
        print(json.dumps(_listed(found, others, whole), ensure_ascii=False))
    else:
        if not whole:
            print(words("forecast.broken_off", done=len(found.days), runs=runs))
        print(_describe(found, others, words))
    if out is not None:
        from bob.report.forecast import write

        write(found, out, words, None if whole else runs)
        print(words("cli.map.written", path=str(out)), file=sys.stderr)
    return 0 if whole else 130


def _points(text: str | None) -> float | None:
    """Return the points to which the answer is to be known. Raises UsageError."""
    if text is None:
        return None
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0.01 <= found <= 1000:
        raise UsageError("error.number", option="--sure", least="0.01", most="1000", value=text[:40])
    return found


# ---- what is asked


def _asked(args: argparse.Namespace, words: Words) -> ForecastQuestion:
    """The question of a line: of a scenario's plan, or of a kept game. Raises BobError."""
    from bob.day.game import OperationalDay
    from bob.day.state.position import LUFTWAFFE, RAF
    from bob.forecast.question import question

    if args.seat is not None:
        one_of(args.seat, "--seat", (LUFTWAFFE, RAF))
    against = None
    if args.against is not None:
        against = dict[str, int]()
        for name in (name.strip() for name in args.against.split(",")):
            against[name] = against.get(name, 0) + 1
    is_kept = Path(args.what).is_file() and not args.what.endswith(".toml")
    if args.plan is not None and (is_kept or args.seat == RAF):
        raise UsageError("forecast.plan_luftwaffe")
    match, seat = _opened(args, words) if is_kept else _begun(args.what, args.seat or LUFTWAFFE)
    days = match.game.days if isinstance(match.game, OperationalDay) else {}
    view = match.view(seat)
    plans = _planned(view, Path(args.plan), words) if args.plan is not None else None
    return question(view, leader=args.leader, against=against, seed=args.seed, plans=plans, days=days)


def _planned(view: Any, path: Path, words: Words) -> tuple[RaidPlan, ...]:
    """The raids of a plan's file for the day of a view. Raises BobError for a file that is wrong, and for a raid that can't be flown."""
    from bob.day.game import OperationalDay
    from bob.day.scenarios.plan_files import plans_read
    from bob.day.telling.period_names import Names
    from bob.day.telling.sentences import fault_text
    from bob.staff.rules import rules

    world = OperationalDay().world.under(view.common.switches)
    plans = tuple(plans_read(world, view, path))
    for plan in plans:
        for fault in rules(world).faults(view, plan, [other for other in plans if other is not plan]):
            raise UsageError("forecast.plan_fault", file=str(path), raid=plan.code, why=fault_text(words, fault, Names(world.theatre)))
    return plans


def _begun(named: str, seat: str) -> tuple[Match[Any], str]:
    """A day as it begins for a seat: the Luftwaffe has its plan, the RAF the first turn under a plan that it does not know."""
    from bob.core.match import Match
    from bob.day.game import OperationalDay
    from bob.day.state.orders import Seal
    from bob.day.state.position import LUFTWAFFE, RAF

    game, scenario = OperationalDay.of(named)
    match: Match[Any] = Match.new(game, scenario.code, "forecast", {})
    if seat == RAF:
        match.play(LUFTWAFFE, Seal())
    return match, seat


def _opened(args: argparse.Namespace, words: Words) -> tuple[Match[Any], str]:
    """A kept day, and the seat that asks. Raises BobError."""
    from bob.cli.commands.replay import opened

    def fits(game: str) -> None:
        if game != "day":
            raise UsageError("forecast.only_day", file=args.file, name=game)

    args.file = args.what
    return opened(args, words, fits)


def _unsealed(asked: ForecastQuestion) -> bool:
    from bob.day.state.position import LUFTWAFFE

    return asked.seat == LUFTWAFFE and asked.view.common.phase == "planning"


# ---- flying


def _fly_days(found: Forecast, runs: int, workers: Workers, within: float | None = None) -> bool:
    """Fly the days; whether it was not broken off."""
    try:
        for done in found.grow(runs, workers, within):
            worker_options.progress(done, runs)
    except KeyboardInterrupt:
        return False
    return True


HeldBeside = tuple["PlanVariant", "Gain | None"]


def _variants(asked: ForecastQuestion) -> Iterator[PlanVariant]:
    """Other plans to hold beside one."""
    from bob.day.game import OperationalDay
    from bob.forecast.variants import variants
    from bob.staff.rules import rules

    return variants(rules(OperationalDay().world.under(asked.view.common.switches)), asked)


def _ordered(asked: ForecastQuestion, lines: Sequence[str]) -> PlanVariant:
    """The same day with these orders given now. Raises BobError for one that cannot be read or given."""
    from bob.core.codec import CodecError, parsed
    from bob.day.game import OperationalDay
    from bob.forecast.variants import with_orders
    from bob.staff.rules import rules

    game = OperationalDay()

    def read(line: str) -> object:
        try:
            return game.order(parsed(line))
        except CodecError as error:
            raise UsageError("play.not_json", why=error.values["found"]) from error

    return with_orders(rules(game.world.under(asked.view.common.switches)), asked, map(read, lines))


def _compared(found: Forecast, beside: Sequence[PlanVariant], workers: Workers) -> Iterator[HeldBeside]:
    """The plan beside others, by the same luck; one with a fault gains nothing."""
    from bob.forecast.asking import Forecast, gain

    for variant in beside:
        if variant.faults:
            yield variant, None
            continue
        other = Forecast(variant.asked)
        if not _fly_days(other, len(found.days), workers):
            return
        yield variant, gain(found.days, other.days)


# ---- for programs


def _listed(found: Forecast, others: Sequence[HeldBeside], whole: bool) -> dict[str, Any]:
    asked = found.asked
    return {
        "scenario": asked.view.common.scenario,
        "seat": asked.seat,
        "turn": asked.view.common.turn,
        "leader": asked.leader,
        "against": dict(asked.against),
        "seed": asked.seed,
        "whole": whole,
        **found.answer.as_json(),
        "what_if": [
            {
                "variant": variant.name,
                "of": variant.of,
                "faults": [fault.rule for fault in variant.faults],
                **({"gain": made.points.as_json()} if made is not None else {}),
            }
            for variant, made in others
        ],
    }


# ---- for people


def _describe(found: Forecast, others: Sequence[HeldBeside], words: Words) -> str:
    from bob.forecast.in_words import deciders_text, head_text

    answer = found.answer
    parts = ["\n".join(head_text(found, words)), _day(answer, words), *(_raid(found, raid, words) for raid in answer.raids)]
    parts.append("\n  ".join([words("forecast.deciders"), *deciders_text(found, words)]))
    if others:
        parts.append(_what_if(others, words))
    return "\n\n".join(parts)


def _heads(words: Words) -> list[str]:
    return [words("forecast.mean"), words("forecast.sure"), "10 %", words("cli.simulate.median"), "90 %"]


def _day(answer: ForecastAnswer, words: Words) -> str:
    from bob.forecast.in_words import DAY_FIGURES, ends_text, figures_text

    rows = [[words(f"forecast.figure.{name}"), *figures_text(answer.spreads[name], words)] for name in DAY_FIGURES]
    table = neat(["", *_heads(words)], rows, right=(1, 2, 3, 4, 5))
    ends = ends_text(answer, words)
    if not ends:
        return table
    return table + "\n\n" + neat([words("forecast.ends"), words("forecast.chance"), words("forecast.between")], ends, right=(1, 2))


def _raid(found: Forecast, raid: RaidForecast, words: Words) -> str:
    from bob.forecast.in_words import figures_text, raid_chances, raid_figures, raid_text, worth_line

    common = found.asked.view.common
    chances = [list(line) for line in raid_chances(found.asked, raid, words)]
    figures = [[text, *figures_text(s, words, common if name == "met_at" else None)] for name, text, s in raid_figures(raid, words)]
    units = [[unit, *figures_text(spread, words)] for unit, spread in raid.units.items()]
    worth = worth_line(found.asked, raid.code, words)
    parts = ["\n".join(filter(None, (raid_text(found.asked, raid.code, words), worth)))]
    if chances:
        parts.append(neat(["", words("forecast.chance"), words("forecast.between")], chances, right=(1, 2)))
    if figures:
        parts.append(neat(["", *_heads(words)], figures, right=(1, 2, 3, 4, 5)))
    if len(units) > 1:
        parts.append(neat([words("forecast.lost_by_unit"), *_heads(words)], units, right=(1, 2, 3, 4, 5)))
    return "\n".join(parts)


def _what_if(others: Sequence[HeldBeside], words: Words) -> str:
    from bob.forecast.in_words import half_text, points_text

    rows = []
    for variant, made in others:
        name = words(f"forecast.variant.{variant.name}", of=variant.of)
        if made is None:
            why = words(variant.faults[0].key, **variant.faults[0].values)
            rows.append(["", "", words("forecast.faulty", name=name, why=why)])
        else:
            rows.append([points_text(made.points.mean, words), half_text(made.points.half, words), name])
    return neat([words("forecast.gains"), words("forecast.sure"), words("forecast.what_if")], rows, right=(0, 1))


# ---- a day that is over


def _looked_back(args: argparse.Namespace, runs: int, words: Words) -> int:
    """Print the place of a kept day among the possible ones, and the part of luck in it. Raises BobError."""
    from dataclasses import asdict

    from bob.core.codec import encode
    from bob.core.game import REFEREE
    from bob.day.state.world import world
    from bob.day.telling.period_names import Names
    from bob.forecast.in_words import part_text, place_text, turn_text
    from bob.forecast.looking_back import LookedBack, PlacedDay, looked_back

    if not Path(args.what).is_file():
        raise UsageError("forecast.not_over")
    match, _ = _opened(args, words)
    heads = [words("forecast.part"), words("forecast.choices"), words("forecast.sure"), words("forecast.luck"), words("forecast.sure")]
    rows = []
    with worker_options.open_workers(args) as workers:
        for found in looked_back(match, runs, args.seed, workers):
            if isinstance(found, PlacedDay):
                continue  # the last result includes it
            if not isinstance(found, LookedBack):
                rows.append(part_text(found, words))
            elif args.json:
                listed = [{**asdict(turn), "events": [encode(event) for event in turn.events]} for turn in found.turns]
                print(json.dumps({**asdict(found), "foreseen": found.foreseen.as_json(), "turns": listed}, ensure_ascii=False))
            else:
                print("\n".join([*place_text(found, words), "", neat(heads, rows, right=(1, 2, 3, 4))]))
                names = Names(world().theatre)
                names.learn(match.view(REFEREE))
                turns = [turn_text(turn, words, names) for turn in found.turns]
                of = [words("forecast.turn"), words("forecast.luck"), words("forecast.sure"), words("forecast.rolled")]
                text = neat(of, turns, right=(1, 2)) if turns else words("forecast.no_turns")
                print("\n".join(["", words("forecast.turns"), text]))
    return 0
