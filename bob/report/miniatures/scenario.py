"""The first page of a battle: its story, set-up and victory, the readings in force, the table as it begins."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from bob.chart.marks import Box, Point
from bob.chart.page import WHITE
from bob.report.battle_card.leaf import ring
from bob.report.miniatures.forces import FlownModel, SetOut
from bob.report.pieces.naming import side_name
from bob.report.pieces.paper import INK, QUIET, RED, PiecePage, PiecePages, dark, ground
from bob.report.pieces.rows import turn_track
from bob.tactical.miniatures.data import MiniatureTables
from bob.tactical.miniatures.position import MiniatureTerms
from bob.tactical.miniatures.rules.geometry import PER, Spot
from bob.tactical.miniatures.rules.standing import BOMBING, CLOUD
from bob.tactical.miniatures.setup import CLOUD_APART, CLOUD_EDGE, ZONE, zone
from bob.tactical.miniatures.telling import spots_text
from bob.words import Words

READINGS = ("opening_shot", "setup_levels", "equal_level_shot", "saved_hit_chit", "formation_fire", "ability_beside_any")
GRID = 6
"""Inches from one line of the drawn table to the next."""
_TABLE = 95.0
"""The least room that the table is drawn in; else it has a page of its own."""
SEA, LINE_COLOUR = "#E3EAE7", "#B9C6C1"


def scenario_page(pages: PiecePages, terms: MiniatureTerms, forces: tuple[SetOut, ...], tables: MiniatureTables, text: str) -> None:
    """Draw one page, with the table as large as the room below the text allows."""
    words = pages.words
    page = pages.begin("scenario", words("sky_pieces.note.scenario"))
    page.y = 21.5
    if text:
        page.y = page.write(text, (page.left, page.y, page.right, page.y + 22), 3.5, up=0.0) + 3.0
    turn_track(page, words("pieces.turns"), terms.turns)
    for line in _set_up(terms, forces, tables, words):
        page.y = page.write(line, (page.left, page.y, page.right, page.y + 14), 3.3, up=0.0) + 1.4
    readings = ", ".join(words(f"skies.option.{name}") for name in READINGS if getattr(terms, name))
    wording = words(
        "pieces.label", label=words("sky_pieces.scenario.readings"), text=readings or words("sky_pieces.scenario.readings_none")
    )
    page.y = page.write(wording, (page.left, page.y, page.right, page.y + 12), 3.0, "semibold", up=0.0) + 2.0
    if page.height - 14 - page.y < _TABLE:
        page = pages.begin("scenario")
        page.y = 17.0
    _table(page, terms, forces, (page.left, page.y, page.right, page.height - 14), words)


def _set_up(terms: MiniatureTerms, forces: tuple[SetOut, ...], tables: MiniatureTables, words: Words) -> Iterator[str]:
    def text_of(name: str, **values: object) -> str:
        return words(f"sky_pieces.scenario.{name}", **values)

    names = {out.force.seat: side_name(words, out.force.seat) for out in forces}
    edges = [text_of("edge", side=names[out.force.seat], edge=words(f"skies.edge.{out.force.edge}")) for out in forces]
    yield " ".join([text_of("table", width=terms.width, height=terms.height), *edges])
    placing = [names[out.force.seat] for out in forces if any(model.mount.at is None for model in out.models)]
    if placing:
        yield text_of("to_place", sides=", ".join(placing), inches=ZONE // PER)
    radius = CLOUD // PER
    if terms.clouds:
        yield text_of("clouds_at", radius=radius, spots=spots_text(words, [cloud.spot for cloud in terms.clouds]))
    if terms.cloud_count:
        yield text_of("clouds_laid", radius=radius, count=terms.cloud_count, edge=CLOUD_EDGE // PER, apart=CLOUD_APART // PER)
    if terms.setup_levels:
        yield text_of("levels")
    if terms.first is not None:
        yield text_of("first", side=names[terms.first])
    yield " ".join(_hands(forces, tables, words)) if terms.deck else text_of("no_cards")
    strike = terms.strike
    if strike is not None:
        line = text_of("strike", side=names[strike.seat], spots=spots_text(words, [at.spot for at in strike.targets]), hits=strike.hits)
        yield f"{line} {text_of('strafe')}" if strike.strafe else line
    for way in terms.exits:
        yield text_of("exit_multis" if way.multis else "exit", side=names[way.seat], edge=words(f"skies.edge.{way.edge}"))
    if terms.limit:
        yield text_of("limit", points=terms.limit)
    for seat, chits in sorted(terms.handicap.items()):
        yield text_of("handicap", side=names[seat], chits=str(chits).replace("-", "−"))
    yield text_of("bombed" if strike is not None else "chits", turns=terms.turns)


def _hands(forces: tuple[SetOut, ...], tables: MiniatureTables, words: Words) -> Iterator[str]:
    for out in forces:
        key = "sky_pieces.scenario.hand_more" if out.force.cards else "sky_pieces.scenario.hand"
        hand = tables.sizes.hand_of(len(out.models))
        yield words(key, side=side_name(words, out.force.seat), count=hand, more=out.force.cards)


# ---- the table


def _table(page: PiecePage, terms: MiniatureTerms, forces: tuple[SetOut, ...], box: Box, words: Words) -> None:
    """The table from above, small: clouds, targets, edges to leave by, the aircraft where they begin, or the strips to place them in."""
    left, top, right, foot = box
    margin = 7.0
    scale = min((right - left - 2 * margin) / terms.width, (foot - top - 2 * margin - 4.0) / terms.height)
    wide, high = scale * terms.width, scale * terms.height
    x0, y0 = (left + right - wide) / 2, top + margin

    def place(at: Spot) -> Point:
        return x0 + at.x * scale / PER, y0 + at.y * scale / PER

    page.box(x0, y0, x0 + wide, y0 + high, SEA, INK, 0.4)
    for out in forces:
        if any(model.mount.at is None for model in out.models):
            (west, north), (east, south) = map(place, zone(terms, out.force))
            page.box(west, north, east, south, ground(out.side), None)
    for i in range(0, terms.width + 1, GRID):
        page.line([(x0 + i * scale, y0), (x0 + i * scale, y0 + high)], LINE_COLOUR, 0.12)
        page.write(str(i), (x0 + i * scale - 3, y0 - 3.4, x0 + i * scale + 3, y0 - 0.6), 2.2, "regular", QUIET, "middle")
    for i in range(0, terms.height + 1, GRID):
        page.line([(x0, y0 + i * scale), (x0 + wide, y0 + i * scale)], LINE_COLOUR, 0.12)
        if i:
            page.write(str(i), (x0 - 5.5, y0 + i * scale - 1.4, x0 - 0.8, y0 + i * scale + 1.4), 2.2, "regular", QUIET, "end")
    for out in forces:
        if any(model.mount.at is None for model in out.models):
            first, last = zone(terms, out.force)
            middle = place(Spot((first.x + last.x) // 2, (first.y + last.y) // 2))
            cell = scale * GRID / 2
            x, y = (middle[0] + cell, middle[1]) if out.force.edge in ("north", "south") else (middle[0], middle[1] + cell)
            page.write(side_name(words, out.force.seat), (x - cell, y - 2.4, x + cell, y + 2.4), 4.0, "semibold", dark(out.side), "middle")
    for cloud in terms.clouds:
        page.shape([ring(*place(cloud.spot), scale * CLOUD / PER)], "#F7F7F2", QUIET, 0.25)
    if terms.strike is not None:
        for target in terms.strike.targets:
            x, y = place(target.spot)
            page.shape([ring(x, y, scale * BOMBING / PER)], None, RED, 0.2)
            page.shape([ring(x, y, 1.6)], WHITE, RED, 0.4)
            page.shape([ring(x, y, 0.5)], RED)
    for way in terms.exits:
        side = next(out.side for out in forces if out.force.seat == way.seat)
        _exit(page, way.edge, (x0, y0, x0 + wide, y0 + high), dark(side))
    _aircraft(page, [(model, place(model.mount.at.spot)) for out in forces for model in out.models if model.mount.at is not None])
    page.shape([((right - 3.0, y0), (right - 1.2, y0 + 5.4), (right - 3.0, y0 + 4.1), (right - 4.8, y0 + 5.4))], RED)
    page.write(words("card.direction.N"), (right - 6.0, y0 + 5.8, right, y0 + 9.4), 3.0, "bold", INK, "middle")
    y = y0 + high + 3.4
    for x in (x0, x0 + GRID * scale):
        page.line([(x, y - 0.8), (x, y + 0.8)], INK, 0.2)
    page.line([(x0, y), (x0 + GRID * scale, y)], INK, 0.2)
    page.write(
        words("sky_pieces.scenario.scale"), (x0 + GRID * scale + 1.5, y - 1.5, x0 + GRID * scale + 30, y + 1.5), 2.3, "regular", QUIET
    )


def _aircraft(page: PiecePage, models: Sequence[tuple[FlownModel, Point]]) -> None:
    """The aircraft with their numbers, as large as the nearest two of them allow."""
    spots = [at for _, at in models]
    apart = min((math.dist(one, other) for one, other in combinations(spots, 2)), default=20.0)
    size, high = min(6.5, max(2.4, 0.6 * apart)), min(2.4, max(1.3, 0.28 * apart))
    labelled: list[Point] = []
    for model, (x, y) in models:
        page.aircraft(model.type.code, (x, y), size, dark(model.side), turn=model.mount.heading)
        half, top = 1.3 * high, y + 0.62 * size + 0.1
        # Where there is no room for a number, the roster identifies the aircraft.
        if all(abs(x - a) >= 2 * half or abs(top - b) >= high for a, b in labelled):
            labelled.append((x, top))
            page.write(model.label, (x - half, top, x + half, top + high), high, "bold", INK, "middle")


def _exit(page: PiecePage, edge: str, box: Box, colour: str) -> None:
    """Arrows that leave by an edge."""
    left, top, right, foot = box
    for share in (0.2, 0.4, 0.6, 0.8):
        x, y = left + share * (right - left), top + share * (foot - top)
        at, (dx, dy) = {
            "north": ((x, top), (0, -1)),
            "south": ((x, foot), (0, 1)),
            "west": ((left, y), (-1, 0)),
            "east": ((right, y), (1, 0)),
        }[edge]
        tip = (at[0] - 0.6 * dx, at[1] - 0.6 * dy)
        back = (tip[0] - 3.2 * dx, tip[1] - 3.2 * dy)
        page.shape([(tip, (back[0] + 1.7 * dy, back[1] + 1.7 * dx), (back[0] - 1.7 * dy, back[1] - 1.7 * dx))], colour)
        page.line([back, (back[0] - 2.4 * dx, back[1] - 2.4 * dy)], colour, 0.7)
