"""`bob table`: a whole table with its modifiers, its readings and its words."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bob.cli import Parser
from bob.cli.show import cell_text, described_row
from bob.core.text import neat, plain, shift, signed, width
from bob.data.tables import ListTable, Modifier, Table, Tables
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("name", metavar=words("cli.roll.name_meta"), help=words("cli.roll.name"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))
    parser.add_argument("--tables", action="append", default=[], metavar=words("cli.folder_meta"), help=words("cli.tables_folder"))


def run(args: argparse.Namespace, words: Words) -> int:
    table = Tables.shipped(*(Path(folder) for folder in args.tables))[plain(args.name).replace(" ", "_")]
    if args.json:
        print(json.dumps(table.as_json(), ensure_ascii=False))
    else:
        print(_list(table, words) if isinstance(table, ListTable) else _table(table, words))
    return 0


def _list(table: ListTable, words: Words) -> str:
    rows = []
    for entry in table.entries:
        figure = signed(entry.values["points"]) if "points" in entry.values else ""
        rows.append([entry.rule, figure, words(f"tables.entry.{table.name}.{entry.code}")])
    return f"{words(f'tables.title.{table.name}')}\n\n" + neat(["", "", ""], rows, right=(1,))


def _table(table: Table, words: Words) -> str:
    name = table.name
    dice = f", {table.dice_count}d{table.sides}" if table.dice_count else ""
    parts = [f"{words(f'tables.title.{name}')}{dice}  [{table.rule}]"]
    first = f"{table.dice_count}d{table.sides}" if table.rows_by == "dice" else words(f"tables.circumstance.{table.rows_by}")
    heads = [first, *(_column(table, c.label, words) for c in table.columns)]
    marked = any(r.readings for r in table.rows)
    rows = []
    for row in table.rows:
        cells = [described_row(table, row.label, words), *(cell_text(name, c, words) for c in row.cells)]
        if marked:
            cells.append(words.separated(f"{n}={v}" for n, v in row.readings))
        rows.append(cells)
    numbers = (
        tuple(range(1, len(table.columns) + 1)) if all(isinstance(c, int) for r in table.rows for c in r.cells if c is not None) else ()
    )
    parts.append(neat(heads + ([""] if marked else []), rows, right=numbers, limit=max(width(), 100)))
    if table.modifiers:
        key = {"roll": "cli.table.on_roll", "column": "cli.table.on_column", "result": "cli.table.on_result"}[table.acts_on]
        worth: dict[str, list[str]] = {}
        for m in table.modifiers:
            if _worth(m) not in worth.setdefault(m.rule, []):
                worth[m.rule].append(_worth(m))
        lines = [[" ".join(values), rule, words(f"rules.{rule}")] for rule, values in worth.items()]
        parts.append(words(key) + "\n" + neat(["", "", ""], lines))
    for change in table.becomes:
        parts.append(f"[{change.rule}] {words(f'rules.{change.rule}')}")
    for face in table.faces:
        parts.append(f"[{face.rule}] {words('cli.table.face', face=face.face)} {words(f'tables.trigger.{face.triggers}')}")
    if table.circumstances:
        lines = []
        for circumstance, known in table.circumstances.items():
            fits = ", ".join(known.choices) if known.choices else f"{known.least}-{known.most}" if known.kind == "number" else ""
            needed = words("cli.table.required") if circumstance in table.required else ""
            lines.append(
                [
                    "--" + circumstance.replace("_", "-"),
                    needed,
                    words(f"tables.circumstance.{circumstance}") + (f" ({fits})" if fits else ""),
                ]
            )
        parts.append(words("cli.table.asks") + "\n" + neat(["", "", ""], lines))
    for switch in table.switches:
        lines = [
            [
                f"--switch {switch.name}={reading}",
                words("cli.table.default") if reading == switch.default else "",
                words(f"tables.reading.{switch.name}.{reading}"),
            ]
            for reading in switch.readings
        ]
        parts.append(words(f"tables.switch.{switch.name}") + f"  [{switch.rule}]\n" + neat(["", "", ""], lines))
    return "\n\n".join(parts)


def _column(table: Table, label: str, words: Words) -> str:
    if table.columns_by is None:
        return words("cli.roll.result_head")
    if table.columns_by == "shift":
        return shift(int(label))
    key = f"tables.column.{table.name}.{label}"
    return words(key) if words.has(key) else label


def _worth(modifier: Modifier) -> str:
    return signed(modifier.value) + ("×" if modifier.per is not None else "")
