"""The first page of a mission: what it is about, who flies from where, clouds, aims, the advanced rules in force, a track of turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bob.chart.page import shared
from bob.dogfight.hexes.position import HexTerms
from bob.dogfight.hexes.sheet import on_sheet
from bob.report.hexes.board import overview
from bob.report.hexes.forces import FlownAircraft
from bob.report.hexes.paper import FAINT, INK, QUIET, RED, SLATE, PieceSheets, ground
from bob.words import Words

SWITCHES = ("altimeter", "deflection", "slip_limit", "altitude_fire", "above", "fuel", "night", "wep_once", "named")
_ROW = 5.4
_MAP = 90.0
"""The least room that the small sheet is drawn in; else it has a page of its own."""


def side_name(words: Words, side: str) -> str:
    key = f"cli.side.{side}"
    return words(key) if words.has(key) else side


def mission_page(sheets: PieceSheets, terms: HexTerms, flown: list[FlownAircraft], text: str) -> None:
    """One page, or more where many fly."""
    words = sheets.words
    page = sheets.begin("mission")
    page.y = 20.0
    if text:
        page.y = page.write(text, (page.left, page.y, page.right, page.y + 22), 3.5, up=0.0) + 4.0
    page.write(words("hex_pieces.mission.turns"), (page.left, page.y, page.left + 40, page.y + 5), 3.0, "semibold", SLATE)
    page.y += 6.0
    per = 18
    for turn in range(1, terms.turns + 1):
        left, top = page.left + (turn - 1) % per * 10.5, page.y + (turn - 1) // per * 10.5
        page.box(left, top, left + 10.0, top + 10.0, "#FBF9F1", INK, 0.2)
        page.write(str(turn), (left + 1, top + 1, left + 9, top + 9), 4.2, "bold", QUIET, "middle")
    page.y += (terms.turns + per - 1) // per * 10.5 + 3.0
    in_day = any(one.unit for one in flown)
    for line in _set_up(terms, words, in_day):
        page.y = page.write(line, (page.left, page.y, page.right, page.y + 10), 3.0, up=0.0) + 1.4
    in_force = [words(f"hexes.option.{name}") for name in SWITCHES if getattr(terms, name)]
    if terms.structure:
        in_force.append(words("hex_pieces.label", label=words("hexes.option.structure"), text=str(terms.structure)))
    told = words(
        "hex_pieces.label", label=words("hex_pieces.mission.in_force"), text=", ".join(in_force) or words("hex_pieces.mission.none")
    )
    page.y = page.write(told, (page.left, page.y, page.right, page.y + 12), 3.0, "semibold", up=0.0) + 3.0
    heads = words(f"hex_pieces.mission.{'columns_day' if in_day else 'columns'}").split("|")
    rows = [_row(one, flown, terms, words) for one in flown]
    look, bold = page.look("regular", 2.8), page.look("semibold", 2.8)
    need = [max(bold.length(head), *(look.length(row[i]) for row in rows)) + 2.6 for i, head in enumerate(heads)]
    across = page.right - page.left
    spare = across - sum(need)
    widths = [n + spare / len(need) for n in need] if spare >= 0 else shared(need, across, keep=(0,))
    for number, row in enumerate([heads, *rows]):
        if page.y + _ROW > page.height - 16:
            page = sheets.begin("mission")
            page.y = 20.0
        x = page.left
        if number:
            page.box(x, page.y, page.right, page.y + _ROW, ground(flown[number - 1].side), None)
        for cell, width in zip(row, widths, strict=True):
            room = (x + 0.8, page.y + 0.2, x + width - 0.6, page.y + _ROW - 0.2)
            page.write(cell, room, 2.8, "regular" if number else "semibold", INK if number else RED)
            x += width
        page.y += _ROW
        page.line([(page.left, page.y), (page.right, page.y)], FAINT, 0.15)
    if page.height - page.y < _MAP:
        page = sheets.begin("mission")
        page.y = 15.0
    overview(page, terms, flown, (page.left, page.y + 5.0, page.right, page.height - 14), words("card.direction.N"))


def _set_up(terms: HexTerms, words: Words, in_day: bool) -> Iterator[str]:
    """How the table is set; an engagement of the day counts no points."""

    def told(name: str, **values: object) -> str:
        return words(f"hex_pieces.mission.{name}", **values)

    yield told("sheet", columns=terms.columns, rows=terms.rows)
    if terms.clouds:
        yield told("clouds_at", hexes=" ".join(at.label for at in terms.clouds))
    if terms.cloud_count:
        yield told("clouds_laid", count=terms.cloud_count)
    if terms.wind is not None:
        yield told("wind", to=words(f"hexes.facing.{terms.wind.to}"), force=terms.wind.force)
    if terms.new_clouds:
        yield told("new_clouds")
    for ship in terms.ships:
        yield told("ship", side=side_name(words, ship.side), at=ship.at.label, structure=ship.structure)
    if terms.first is not None:
        yield told("first", side=side_name(words, terms.first))
    for player in terms.players:
        if player.cards:
            yield told("more_cards", seat=side_name(words, player.seat), count=player.cards)
    if terms.limit:
        yield told("limit", points=terms.limit)
    if in_day:
        yield told("result")
        return
    yield told("score")
    for aim in terms.aims:
        of, edge = words(f"hex_pieces.of.{aim.of}"), words(f"hex_pieces.edge.{aim.edge}")
        name = "ship_aim" if aim.kind == "ship" else aim.kind
        yield told(name, side=side_name(words, aim.side), points=str(aim.points).replace("-", "−"), of=of, edge=edge)
    for side, points in sorted(terms.handicap.items()):
        yield told("handicap", side=side_name(words, side), points=points)


def _row(one: FlownAircraft, flown: Sequence[FlownAircraft], terms: HexTerms, words: Words) -> list[str]:
    a = one.aircraft
    start = words("hex_pieces.mission.to_place")
    if on_sheet(terms, a.at):
        key = "hex_pieces.mission.at_level" if terms.altimeter else "hex_pieces.mission.at"
        start = words(key, at=a.at.label, level=a.level, facing=words(f"hexes.facing.{a.facing}"))
    more = [one.unit] if one.unit else []
    if one.leader:
        more.append(one.leader)
    if a.wingman_of >= 0:
        more.append(words("hex_pieces.dash.wingman", leader=flown[a.wingman_of].label))
    if one.formation >= 0:
        more.append(words("hex_pieces.mission.formation", number=one.formation + 1))
    return [one.label, a.dash.name, side_name(words, one.seat), start, ", ".join(more)]
