"""`bob vassal`: the map and the counters of a day as pictures, for a virtual table."""

from __future__ import annotations

import argparse
from pathlib import Path

from bob.cli import Parser
from bob.core.atomic_files import put_file, put_files
from bob.core.errors import UsageError
from bob.data.units import aircraft_types, order_of_battle, parse_day
from bob.words import Words

WIDTH, COUNTER = 4000, 96
"""The widths of map and counters, in pixels."""


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("day", metavar=words("cli.forces.day_meta"), help=words("cli.forces.day"))
    parser.add_argument("--out", required=True, metavar=words("cli.folder_meta"), help=words("cli.vassal.out"))


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.chart import chart
    from bob.chart.qt import cut_out, save_png
    from bob.data.theatre import Theatre
    from bob.report.loose_pieces import ACROSS, GAP, SIDE, bare, counters, grid_of

    day, folder = parse_day(args.day), Path(args.out)
    if not folder.is_dir():
        raise UsageError("error.no_folder", path=args.out)
    theatre = Theatre.load()
    page = bare(chart(theatre, words))
    save_png(page, folder / "theatre.png", WIDTH)
    wide = round(COUNTER * (ACROSS * (SIDE + GAP) + GAP) / SIDE)
    laid, placed = counters(order_of_battle(day), aircraft_types(), words, words("cli.vassal.counters", day=f"{day:%d.%m.%Y}"))
    save_png(laid, folder / "counters.png", wide)
    put_files(cut_out(laid, wide, {folder / f"unit_{c.code}.png": (c.left, c.top, SIDE, SIDE) for c in placed}))
    grid = grid_of(theatre, page, WIDTH)
    figures = {name: f"{getattr(grid, name):.2f}" for name in ("x", "y", "column", "row")}
    put_file(folder / "grid.txt", words("cli.vassal.grid", columns=grid.columns, rows=grid.rows, **figures) + "\n")
    print(words("cli.vassal.written", count=len(placed), path=args.out))
    return 0
