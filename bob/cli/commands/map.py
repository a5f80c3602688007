"""`bob map`: the map as SVG, PNG or PDF, and its objects as GeoJSON."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from bob.cli import Parser
from bob.core.atomic_files import put_file
from bob.core.errors import UsageError
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    from bob.chart import DEFAULT_LAYERS, LAYERS, PALETTES

    parser.add_argument("--out", required=True, metavar=words("cli.map.out_meta"), help=words("cli.map.out"))
    parser.add_argument("--layers", metavar="L[,L]", help=words("cli.map.layers", all=", ".join(LAYERS), usual=", ".join(DEFAULT_LAYERS)))
    parser.add_argument("--angels", metavar="N", default="18", help=words("cli.map.angels"))
    parser.add_argument("--sector", metavar=words("cli.map.sector_meta"), help=words("cli.map.sector"))
    parser.add_argument("--palette", metavar="P", default=PALETTES[0], help=words("cli.map.palette") + " " + ", ".join(PALETTES))
    parser.add_argument("--width", metavar=words("cli.map.width_meta"), default="3200", help=words("cli.map.width"))
    parser.add_argument("--page", metavar="a1|a2|a3|a4", default="a2", help=words("cli.map.page"))


def _layers(text: str | None) -> tuple[str, ...]:
    """The layers that a person asks for: a list, `all`, or additions to the usual ones as `+radio,-zones`."""
    from bob.chart import DEFAULT_LAYERS, LAYERS

    if text is None:
        return DEFAULT_LAYERS
    wanted = [word.strip() for word in text.split(",") if word.strip()]
    if not wanted:
        raise UsageError("map.unknown_layer", name=text, choices=", ".join(LAYERS))
    if wanted == ["all"]:
        return LAYERS
    chosen = set(DEFAULT_LAYERS) if wanted and all(word[0] in "+-" for word in wanted) else set()
    for word in wanted:
        name = word.lstrip("+-")
        if name not in LAYERS:
            raise UsageError("map.unknown_layer", name=name, choices=", ".join(LAYERS))
        if word.startswith("-"):
            chosen.discard(name)
        else:
            chosen.add(name)
    return tuple(layer for layer in LAYERS if layer in chosen)


def _number(text: str, key: str, least: int, most: int, step: int = 1) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or not least <= int(text) <= most or int(text) % step:
        raise UsageError(key, value=text)
    return int(text)


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.chart import LAYERS, PALETTES, chart
    from bob.core.text import plain
    from bob.data.theatre import Theatre

    path = Path(args.out)
    ending = path.suffix.lower()
    if ending not in (".svg", ".png", ".pdf", ".geojson"):
        raise UsageError("error.map_ending", path=args.out)
    layers = LAYERS if ending == ".geojson" and args.layers is None else _layers(args.layers)
    angels = _number(args.angels, "error.angels", 0, 34, 2)
    width = _number(args.width, "error.width", 400, 12000)
    if args.palette not in PALETTES:
        raise UsageError("error.one_of", option="--palette", choices=", ".join(PALETTES), value=args.palette)
    if args.page not in ("a1", "a2", "a3", "a4"):
        raise UsageError("error.one_of", option="--page", choices="a1, a2, a3, a4", value=args.page)
    theatre = Theatre.load()
    sector = None
    if args.sector is not None:
        known = {plain(p.name): p.name for p in theatre.of_kind("sector_station") if p.hex is not None}
        sector = known.get(plain(args.sector))
        if sector is None:
            raise UsageError("error.no_sector", name=args.sector, choices=", ".join(known.values()))
    if ending == ".geojson":
        from bob.chart.geojson import to_geojson

        put_file(path, to_geojson(theatre, words, layers, angels, sector))
        print(words("cli.map.written", path=args.out))
        return 0
    chart_page = chart(theatre, words, layers=layers, angels=angels, palette=args.palette, sector=sector)
    if ending == ".svg":
        from bob.chart.svg import to_svg

        put_file(path, to_svg(chart_page, named=True))
    else:
        from bob.chart.qt import save_pdf, save_png

        if ending == ".png":
            save_png(chart_page, path, width=width)
        else:
            save_pdf(chart_page, path, page=args.page)
    print(words("cli.map.written", path=args.out))
    return 0
