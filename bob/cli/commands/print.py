"""`bob print`: the pieces of a game for a real table, as a PDF to print and cut."""

from __future__ import annotations

import argparse
from pathlib import Path

from bob.cli import Parser, passphrases
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.words import Words

OWN_DATA = ("hexes", "skies")
"""The games that allow a folder of one's own data over ours."""


def arguments(parser: Parser, words: Words) -> None:
    from bob.games import kit
    from bob.report.pieces import PAPERS
    from bob.report.registry import printable

    parser.add_argument("game", metavar="GAME", help=words("cli.print.game", games=", ".join(printable())))
    parser.add_argument("scenario", nargs="?", metavar=words("cli.simulate.scenario_meta"), help=words("cli.print.scenario"))
    parser.add_argument("--out", required=True, metavar=words("cli.play.file_meta"), help=words("cli.print.out"))
    parser.add_argument("--paper", metavar="|".join(PAPERS), default=PAPERS[0], help=words("cli.print.paper"))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=words("cli.print.option"))
    parser.add_argument("--hexes", metavar=words("cli.folder_meta"), help=words("cli.play.hexes"))
    parser.add_argument("--skies", metavar=words("cli.folder_meta"), help=words("cli.print.skies"))
    parser.add_argument("--seat", metavar="SEAT", help=words("cli.print.seat"))
    parser.add_argument("--seed", metavar="S", help=words("cli.print.seed"))
    passphrases.arguments(parser, words)
    lines = []
    for name in printable():
        lines.append(words("cli.play.scenarios_list", game=name))
        lines += [f"  {code:<22}{title}" for code, title in kit(name).scenarios(words).items()]
    parser.epilog = "\n".join([f"{parser.epilog}\n", *lines])


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.cli.commands.play import typed_options
    from bob.core.match import Match
    from bob.core.seeds import fresh_seed
    from bob.files import ENDING
    from bob.games import kit
    from bob.report.pieces import check_pieces, save_pieces

    path = Path(args.out)
    check_pieces(args.game, path, args.paper)
    found = kit(args.game)
    for other in OWN_DATA:
        if other != args.game and getattr(args, other) is not None:
            raise UsageError("play.other_game", option=f"--{other}", game=args.game)
    own = getattr(args, args.game, None)
    game = found.make(Path(own) if own is not None else None)
    scenario = args.scenario if args.scenario is not None else found.usual
    if scenario.endswith(ENDING):
        count = _fought(args, words, path, scenario)
        print(words("pieces.written", path=args.out, pages=count))
        return 0
    if scenario.endswith(".toml"):
        game, scenario = found.with_file(game, Path(scenario))
    seed = args.seed if args.seed is not None else fresh_seed()
    match = Match.new(game, scenario, seed, typed_options(args.option))
    count = save_pieces(match, words, path, args.paper, args.seat if args.seat is not None else REFEREE)
    print(words("pieces.written", path=args.out, pages=count))
    return 0


def _fought(args: argparse.Namespace, words: Words, path: Path, file: str) -> int:
    """Write the pieces of the engagement that is fought at the players' own table in the game of a day. Raises BobError."""
    from bob.day.game import OperationalDay
    from bob.day.state.position import RAF
    from bob.files import Save
    from bob.games import games
    from bob.report.battle_card import Facts
    from bob.report.pieces import save_fought

    save, match = passphrases.opened(args, words, lambda key: Save.open(file, games(), read_only=True, key=key))
    save.close()
    if not isinstance(match.game, OperationalDay):
        raise UsageError("game.not_a_day", file=file, name=match.game.name)
    view = match.view(RAF)
    if view.engagement is None or view.engagement.sheet is None:
        raise UsageError("play.fight.no_table")
    return save_fought(args.game, view.engagement.sheet, Facts.of(view, match.game.world), words, path, args.paper)
