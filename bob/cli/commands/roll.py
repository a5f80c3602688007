"""`bob roll`: roll a table, or look up dice that were rolled by hand."""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

from bob.cli import Parser
from bob.cli.show import choice_code, described_row, result_text
from bob.core.dice import Dice, ScriptedDice, SeededDice, Stream, Throw, TypedDice, parse_faces
from bob.core.errors import UsageError
from bob.core.seeds import fresh_seed
from bob.core.text import plain, shift, signed, width
from bob.data.tables import Circumstance, Lookup, Table, Tables
from bob.words import Words


def circumstances() -> dict[str, Circumstance]:
    """All that a lookup may ask for, by name."""
    from bob.core.resources import data_folder
    from bob.data.table_files import load_circumstances

    return load_circumstances(data_folder("tables") / "operations")


def option(name: str) -> str:
    """The option of a circumstance."""
    return "--" + name.replace("_", "-")


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("name", metavar=words("cli.roll.name_meta"), help=words("cli.roll.name"))
    parser.add_argument("--dice", metavar="D1[,D2]", help=words("cli.roll.dice"))
    parser.add_argument("--ask", action="store_true", help=words("cli.roll.ask"))
    parser.add_argument("--seed", metavar="S", help=words("cli.roll.seed"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))
    parser.add_argument("--switch", action="append", default=[], metavar=words("cli.roll.switch_meta"), help=words("cli.roll.switch"))
    parser.add_argument("--tables", action="append", default=[], metavar=words("cli.folder_meta"), help=words("cli.tables_folder"))
    group = parser.add_argument_group(words("cli.roll.circumstances"))
    for name, circumstance in circumstances().items():
        text = words(f"tables.circumstance.{name}")
        if circumstance.kind == "flag":
            group.add_argument(option(name), dest=f"c_{name}", action="store_true", default=None, help=text)
        else:
            fits = ", ".join(circumstance.choices) if circumstance.choices else f"{circumstance.least}-{circumstance.most}"
            group.add_argument(option(name), dest=f"c_{name}", metavar=words("cli.value"), help=f"{text} ({fits})")


def run(args: argparse.Namespace, words: Words) -> int:
    tables = Tables.shipped(*(Path(folder) for folder in args.tables))
    table = tables.rolled(plain(args.name).replace(" ", "_"))
    given: dict[str, Any] = {}
    for name, circumstance in circumstances().items():
        typed = getattr(args, f"c_{name}")
        if typed is not None:
            given[name] = _value(circumstance, typed)
    readings = _switches(table, args.switch)
    table.completed(given)
    seed, dice = _dice(args, table, words)
    lookup = table.roll(dice, readings, **given)
    origin = dice.ledger.rolls[-1].origin if table.dice_count else None
    if args.json:
        answer: dict[str, Any] = lookup.as_json()
        answer["origin"] = {"scripted": "typed"}.get(origin or "", origin)
        answer["seed"] = seed if origin == "seeded" else None
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print(describe(lookup, table, words))
        if origin == "seeded" and args.seed is None:
            print(words("cli.roll.seed_was", seed=seed))
    return 0


def _value(circumstance: Circumstance, text: object) -> object:
    """Return the value typed for a circumstance: yes for a flag, a number, or a word in either language."""
    if not isinstance(text, str):
        return text
    if circumstance.kind == "number":
        if not re.fullmatch(r"-?[0-9]{1,5}", text):
            circumstance.checked(text)
        return int(text)
    return choice_code(circumstance.choices, text)


def _switches(table: Table, typed: list[str]) -> dict[str, str]:
    readings: dict[str, str] = {}
    for text in typed:
        name, equals, reading = text.partition("=")
        if not equals:
            raise UsageError("error.switch_form", text=text)
        if name not in {switch.name for switch in table.switches}:
            raise UsageError("error.switch_unknown", table=table.name, name=name, choices=", ".join(s.name for s in table.switches) or "-")
        readings[name] = reading
    return table.readings(readings)


def _dice(args: argparse.Namespace, table: Table, words: Words) -> tuple[str, Dice]:
    seed = args.seed if args.seed is not None else fresh_seed()
    seeded = SeededDice(Stream.of(seed, f"roll/{table.name}"))
    if args.dice is not None:
        if not table.dice_count:
            raise UsageError("error.dice_needless", name=table.name)
        return seed, ScriptedDice(parse_faces(args.dice, table.dice_count, table.sides))
    if args.ask:

        def ask(throw: Throw) -> str | None:
            print(
                words("cli.roll.prompt", count=throw.count, sides=throw.sides, table=words(f"tables.title.{throw.purpose}")),
                end=" ",
                flush=True,
                file=sys.stderr,
            )
            return sys.stdin.readline()

        return seed, TypedDice(ask, seeded)
    return seed, seeded


def describe(lookup: Lookup, table: Table, words: Words) -> str:
    """The lookup for a person: dice, each modifier with its rule, total, row and column, result."""
    lines = [f"{words(f'tables.title.{lookup.table}')}  [{table.rule}]"]

    def say(head: str, text: str) -> None:
        lines.append(f"  {head:<12} {text}")

    if lookup.dice:
        say(words("cli.roll.dice_head"), " + ".join(map(str, lookup.dice)) + (f" = {sum(lookup.dice)}" if len(lookup.dice) > 1 else ""))
    for modifier in lookup.modifiers:
        head = signed(modifier.value)
        first, *more = textwrap.wrap(words(f"rules.{modifier.rule}"), max(30, width() - 28))
        say(f"  {head}", f"{modifier.rule:<12} {first}")
        for piece in more:
            say("", " " * 13 + piece)
    if lookup.total is not None and (lookup.modifiers or table.acts_on == "column"):
        say(words("cli.roll.total_head"), shift(lookup.total) if table.acts_on == "column" else str(lookup.total))
    say(words("cli.roll.row_head"), described_row(table, lookup.row, words))
    if lookup.column is not None:
        key = f"tables.column.{table.name}.{lookup.column}"
        label = shift(int(lookup.column)) if table.columns_by == "shift" else lookup.column
        say(words("cli.roll.column_head"), f"{label} ({words(key)})" if words.has(key) and words(key) != label else label)
    say(words("cli.roll.result_head"), result_text(table.name, lookup.result, lookup.details, words))
    if lookup.becomes is not None:
        say("", f"[{lookup.becomes}] {words(f'rules.{lookup.becomes}')}")
    for face in table.faces:
        if lookup.details.get(face.triggers):
            say("", f"[{face.rule}] {words(f'tables.trigger.{face.triggers}')}")
    follow = lookup.details.get("roll")
    if follow:
        say("", words("cli.roll.follow", name=follow))
    elif lookup.rule != table.rule and words.has(f"rules.{lookup.rule}"):
        say("", f"[{lookup.rule}] {words(f'rules.{lookup.rule}')}")
    return "\n".join(lines)
