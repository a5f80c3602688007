"""`bob post`: a game whose seats are days apart. The office takes answers out of one folder and puts sheets into another; a seat reads its
sheet and writes its answer."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bob.cli import Parser, passphrases
from bob.core.errors import BobError, UsageError
from bob.words import Words

if TYPE_CHECKING:
    from bob.driver import Driver
    from bob.post import PostNews, TurnFile

_DOING = ("new", "invite", "answer", "read")
"""The options for a task other than calling the office."""
_NEEDS = {
    "new": ("out",),
    "invite": ("out",),
    "answer": ("key",),
    "read": ("key",),
    "": ("inbox", "out"),
}
_OF = {
    "new": {"game", "seats", "option", "pilots", "languages", "inbox", "out"},
    "invite": {"out"},
    "answer": {"key", "orders", "go_on", "out"},
    "read": {"key"},
    "": {"inbox", "out"},
}
"""The further options of each task."""
_CALLED = {"inbox": "--in", "go_on": "--go-on"}


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", nargs="?", metavar=words("cli.play.file_meta"), help=words("cli.post.file"))
    parser.add_argument("--in", dest="inbox", metavar=words("cli.folder_meta"), help=words("cli.post.in"))
    parser.add_argument("--out", metavar=words("cli.folder_meta"), help=words("cli.post.out"))
    parser.add_argument("--new", nargs="?", const="", metavar=words("cli.simulate.scenario_meta"), help=words("cli.post.new"))
    parser.add_argument("--game", metavar="GAME", help=words("cli.post.game"))
    parser.add_argument("--seats", metavar="SEAT=WHO,...", help=words("cli.play.seats"))
    parser.add_argument("--option", action="append", metavar="NAME=VALUE", help=words("cli.post.option"))
    parser.add_argument("--pilots", metavar="SEAT=WHO,...", help=words("cli.play.pilots"))
    parser.add_argument("--languages", metavar="SEAT=en|fr,...", help=words("cli.post.languages"))
    parser.add_argument("--invite", metavar="SEAT", help=words("cli.post.invite"))
    parser.add_argument("--answer", metavar=words("cli.play.file_meta"), help=words("cli.post.answer"))
    parser.add_argument("--read", metavar=words("cli.play.file_meta"), help=words("cli.post.read"))
    parser.add_argument("--key", metavar=words("cli.play.file_meta"), help=words("cli.post.key"))
    parser.add_argument("--orders", metavar=words("cli.play.file_meta"), help=words("cli.post.orders"))
    parser.add_argument("--go-on", dest="go_on", action="store_true", default=None, help=words("cli.post.go_on"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))
    passphrases.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    doing = [name for name in _DOING if getattr(args, name) is not None]
    if len(doing) > 1:
        raise UsageError("post.alone", option=f"--{doing[1]}", other=f"--{doing[0]}")
    what = doing[0] if doing else ""
    for name in sorted(set().union(*_OF.values())):
        if getattr(args, name) is not None and name not in _OF[what]:
            raise UsageError("post.alone", option=_option(name), other=f"--{what}" if what else "--in")
    if what in ("answer", "read") and args.file is not None:
        raise UsageError("post.alone", option=args.file, other=f"--{what}")
    if what not in ("answer", "read") and args.file is None:
        raise UsageError("post.needs", option=words("cli.play.file_meta"))
    for name in _NEEDS[what]:
        if getattr(args, name) is None:
            raise UsageError("post.needs", option=_option(name))
    if what in ("answer", "read"):
        return _answer(args, words) if what == "answer" else _read(args, words)
    return _keep(args, words, what)


def _option(name: str) -> str:
    return _CALLED.get(name, f"--{name}")


# ---- the office


def _keep(args: argparse.Namespace, words: Words, what: str) -> int:
    from bob.post import Office, PostNews, invite_again

    out, messages = Path(args.out), list[PostNews]()
    for folder in (args.inbox, args.out):
        if folder is not None and not Path(folder).is_dir():
            raise UsageError("post.no_folder", file=folder)
    languages, there = dict(_pairs(args.languages)), Path(args.file).exists()
    driver = _sitting(args, words, what == "new")
    try:
        if what == "new":
            made = _begun(driver, languages, words, out, there)
            messages += [PostNews("invited", {"seat": path.parent.name, "file": str(path)}) for path in made]
        elif what == "invite":
            path = invite_again(driver, args.invite, words.language, out)
            messages.append(PostNews("invited", {"seat": args.invite, "file": str(path)}))
        if what == "" or (what == "new" and args.inbox is not None):
            messages += Office(driver).call(Path(args.inbox), out)
    finally:
        driver.close()
    for found in messages:
        print(json.dumps(_as_json(found, words), ensure_ascii=False) if args.json else found.describe(words))
    return 1 if any(found.key == "undelivered" for found in messages) else 0


def _begun(driver: Driver, languages: Mapping[str, str], words: Words, out: Path, there: bool) -> list[Path]:
    """The invitations of a game that is played by post from now on; a new game that cannot be is taken away again. Raises BobError."""
    from bob.post import open_post

    try:
        return open_post(driver, languages, words.language, out)
    except BobError:
        if not there and driver.save is not None:
            driver.close()
            driver.save.path.unlink(missing_ok=True)
        raise


def _as_json(messages: PostNews, words: Words) -> dict[str, Any]:
    values = {name: value.key if isinstance(value, BobError) else value for name, value in messages.values.items()}
    return {"news": messages.key, **values, "told": messages.describe(words)}


def _sitting(args: argparse.Namespace, words: Words, new: bool) -> Driver:
    """Return the game of the file; a new one where there is none yet and the options ask for it."""
    from bob.driver import Driver
    from bob.games import games

    if not new or Path(args.file).exists():
        if args.new:
            raise UsageError("play.open_alone", option="SCENARIO")
        return passphrases.opened(args, words, lambda key: Driver.open(args.file, games(), key=key))
    from bob.cli.commands.play import pilots_of, seats_of, typed_options
    from bob.core.kit import HUMAN
    from bob.core.seeds import fresh_seed
    from bob.driver import OUTSIDE
    from bob.games import kit
    from bob.staff.fliers import Fliers

    found = kit(args.game or "day")
    game, scenario = found.make(), args.new or found.usual
    if scenario.endswith(".toml"):
        game, scenario = found.with_file(game, Path(scenario))
    options = typed_options(args.option or ())
    cast = found.casting(game, scenario, options)
    everybody = ",".join(f"{seat}={HUMAN}" for seat in cast.alone)
    seats = seats_of(args.seats if args.seats is not None else everybody, False, cast)
    options = found.settled(scenario, options, [seat for seat, who in seats.items() if who in OUTSIDE])
    fliers = Fliers()
    if args.pilots is not None:
        pilots_of(args.pilots, seats, fliers, found.pilots(game))
    return Driver.new(game, scenario, fresh_seed(), options, seats, args.file, fliers=fliers)


def _pairs(text: str | None) -> Iterable[tuple[str, str]]:
    for part in (text or "").split(","):
        if part.strip():
            seat, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals:
                raise UsageError("play.option_form", text=part[:60])
            yield seat, value


# ---- a seat


def _named(path: str, error: BobError) -> UsageError:
    """Return the fault of a file, with its name."""
    return UsageError("post.bad.named", file=path, why=error)


def _opened(args: argparse.Namespace, path: str) -> tuple[TurnFile, Any]:
    """A sheet, held to be the office's by the invitation. Raises UsageError that names the file."""
    from bob.post import PostError, read_invitation, read_turn_file

    try:
        invitation = read_invitation(args.key)
    except PostError as error:
        raise _named(args.key, error) from error
    try:
        return read_turn_file(path, invitation), invitation
    except PostError as error:
        raise _named(path, error) from error


def _read(args: argparse.Namespace, words: Words) -> int:
    """Show whether a sheet is the office's, and its content."""
    from bob.cli.registry import terminal_parts_of
    from bob.core.codec import encode
    from bob.games import kit
    from bob.report.plain_view import figures

    turn_file, _ = _opened(args, args.read)
    if args.json:
        values = {"genuine": True, **encode(turn_file.head), "notes": list(turn_file.notes), "view": encode(turn_file.view)}
        print(json.dumps({**values, "choices": encode(turn_file.choices), "over": turn_file.over}, ensure_ascii=False))
        return 0
    print(words("post.cli.genuine"))
    for note in turn_file.notes:
        print(words("post.cli.notes", note=note))
    game = kit(turn_file.game).make()
    teller = kit(turn_file.game).teller(words, game, turn_file.head.scenario)
    pages = terminal_parts_of(turn_file.game).pages
    made: Any = game
    if pages is not None:
        page = pages.load()(made.world, words, made.slot).page(turn_file.view)
    else:
        page = "\n".join(figures(turn_file.view, words, turn_file.game))
    for _, event in turn_file.fresh:
        print(teller.event(event))
    print()
    print(page)
    for number, order in enumerate(turn_file.choices.listed, 1):
        print(f"{number:>3}  {teller.order(order, turn_file.seat)}")
    return 0


def _answer(args: argparse.Namespace, words: Words) -> int:
    from bob.day.telling.sentences import refusal
    from bob.games import kit
    from bob.post import answer_name, doubts, write_answer

    turn_file, invitation = _opened(args, args.answer)
    orders = _orders(turn_file, _lines(args, words), words)
    path = Path(args.out) if args.out is not None else Path(answer_name(turn_file))
    if path.is_dir():
        path /= answer_name(turn_file)
    found, of_game = doubts(turn_file, orders), kit(turn_file.game)
    written = write_answer(turn_file, orders, path, invitation, go_on=bool(args.go_on))
    if args.json:
        lines = [{"order": order.code, "key": error.key} for order, error in found]
        print(json.dumps({"file": str(written), "orders": len(orders), "doubts": lines}))
        return 0
    teller = of_game.teller(words, of_game.make(), turn_file.head.scenario)
    for order, error in found:
        print(words("post.cli.doubt", order=teller.order(order, turn_file.seat), why=refusal(words, error)), file=sys.stderr)
    listed = [order for order in turn_file.choices.listed if order.code in of_game.last_words]
    if listed and not (orders and orders[-1].code in of_game.last_words):
        print(words("post.cli.unended", last=", ".join(teller.order(order, turn_file.seat) for order in listed)), file=sys.stderr)
    print(words("post.cli.written", file=written, orders=len(orders)))
    return 0


def _lines(args: argparse.Namespace, words: Words) -> list[str]:
    if args.orders not in (None, "-"):
        from bob.post.signed import PostError, as_text, raw_of

        try:
            return as_text(raw_of(args.orders)).split("\n")
        except PostError as error:
            raise _named(args.orders, error) from error
    if sys.stdin.isatty():
        print(words("post.cli.type_orders"), file=sys.stderr)
    return sys.stdin.read().splitlines()


def _orders(turn_file: TurnFile, lines: Iterable[str], words: Words) -> list[Any]:
    """The orders of lines: typed as at the terminal, by their numbers in the list, or as JSON. Raises UsageError that names the line."""
    read = _reader(turn_file, words)
    found = list[Any]()
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("\ufeff")
        if not text or text.startswith("#"):
            continue
        try:
            found += read(text)
        except BobError as error:
            raise UsageError("post.line", number=number, why=error) from error
    return found


def _reader(turn_file: TurnFile, words: Words) -> Any:
    from bob.cli.terminal.books import chosen
    from bob.cli.terminal.day_orders import LineParser
    from bob.core.codec import parsed
    from bob.day.game import OperationalDay
    from bob.day.state.view import LuftwaffeView, RafView
    from bob.games import kit

    game = kit(turn_file.game).make()
    line_parser = LineParser(game.world, words, game.slot) if isinstance(game, OperationalDay) else None

    def read(text: str) -> list[Any]:
        if text.startswith("{"):
            data = parsed(text)
            return [game.order(data["order"] if isinstance(data.get("order"), dict) and "code" not in data else data)]
        if line_parser is None or turn_file.view.engagement is not None:
            order = chosen(text, turn_file.choices.listed)
            if order is not None:
                return [order]
        if line_parser is None or not isinstance(turn_file.view, RafView | LuftwaffeView):
            raise UsageError("post.number", text=text[:40], count=len(turn_file.choices.listed))
        typed = line_parser.read(text, turn_file.view)
        if not typed.orders:
            raise UsageError("post.no_order", text=text[:40])
        return list(typed.orders)

    return read
