"""`bob print`: the pieces of a game for a real table, as a PDF to print and cut."""

from __future__ import annotations

import argparse
from pathlib import Path

from bob.cli import Parser
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    from bob.games import kit
    from bob.report.pieces import PAPERS, printable

    parser.add_argument("game", metavar="GAME", help=words("cli.print.game", games=", ".join(printable())))
    parser.add_argument("scenario", nargs="?", metavar=words("cli.simulate.scenario_meta"), help=words("cli.print.scenario"))
    parser.add_argument("--out", required=True, metavar=words("cli.play.file_meta"), help=words("cli.print.out"))
    parser.add_argument("--paper", metavar="|".join(PAPERS), default=PAPERS[0], help=words("cli.print.paper"))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=words("cli.print.option"))
    parser.add_argument("--hexes", metavar=words("cli.folder_meta"), help=words("cli.play.hexes"))
    parser.add_argument("--seed", metavar="S", help=words("cli.print.seed"))
    lines = []
    for name in printable():
        lines.append(words("cli.play.scenarios_list", game=name))
        lines += [f"  {code:<22}{title}" for code, title in kit(name).scenarios(words).items()]
    parser.epilog = "\n".join([f"{parser.epilog}\n", *lines])


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.commands.play import typed_options
    from bob.games import kit
    from bob.match import Match
    from bob.report.pieces import check_pieces, save_pieces
    from bob.seeds import fresh_seed

    path = Path(args.out)
    check_pieces(args.game, path, args.paper)
    found = kit(args.game)
    game = found.make(Path(args.hexes) if args.hexes is not None else None)
    scenario = args.scenario if args.scenario is not None else found.usual
    if scenario.endswith(".toml"):
        game, scenario = found.with_file(game, Path(scenario))
    seed = args.seed if args.seed is not None else fresh_seed()
    count = save_pieces(Match.new(game, scenario, seed, typed_options(args.option)), words, path, args.paper)
    print(words("pieces.written", path=args.out, pages=count))
    return 0
