"""Aircraft cards: the values of a type, the bearing of its weapons, its traits, and the effect of chits on its base."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from bob.chart.marks import Box, FontFace
from bob.chart.page import WHITE
from bob.report.battle_card.leaf import ring
from bob.report.miniatures.forces import SetOut
from bob.report.pieces.paper import FAINT, INK, QUIET, RED, SLATE, PiecePage, PiecePages, dark, ground
from bob.tactical.miniatures.data import MiniatureType
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.position import MiniatureAircraft
from bob.tactical.miniatures.rules.geometry import ARCS, FRONT
from bob.tactical.miniatures.rules.movement import least
from bob.words import Words

WIDE, HIGH = 95.0, 64.0
BEARS, OWN_GUNS = "#E9DFC2", "#F1D9CF"


def cards_of_types(pages: PiecePages, forces: Sequence[SetOut], names: MiniatureNames) -> None:
    """A card for each type of the forces."""
    types = [(out, type) for out in forces for type in out.types]
    places = pages.places("aircraft_cards", pages.words("sky_pieces.note.aircraft_cards"), [[(WIDE, HIGH)] * len(types)], gap=0.0)
    for (out, type), (page, box) in zip(types, places, strict=True):
        type_card(page, box, out.side, type, names)


def type_card(page: PiecePage, box: Box, side: str, type: MiniatureType, names: MiniatureNames) -> None:
    """The card of a type, in the colours of a side."""
    left, top, right, foot = box
    words, colour = names.words, dark(side)
    page.box(left, top, right, top + 8.0, colour, None)
    page.emblem(type.side, (left + 5.0, top + 4.0), 5.2)
    page.write(type.name, (left + 9.6, top + 1.0, right - 36.0, top + 7.0), 4.8, "bold", WHITE)
    points = words("sky_pieces.card.points", points=type.points)
    page.write(points, (right - 35.0, top + 1.0, right - 1.8, top + 7.0), 2.8, "regular", WHITE, "end")
    shown = [
        (words("sky_pieces.card.speed"), str(type.speed), f"{least(_clean(type)) // 100}–{type.speed}″"),
        (words("sky_pieces.card.mph"), str(type.mph), ""),
        (words("sky_pieces.card.agility"), str(type.agility), ""),
        (words("sky_pieces.card.firepower"), str(type.firepower), ""),
        (words("sky_pieces.card.engine" if type.engines == 1 else "sky_pieces.card.engines"), str(type.engines), ""),
    ]
    wide = (right - left - 3.0) / len(shown)
    for i, (label, value, more) in enumerate(shown):
        x, y = left + 1.5 + i * wide, top + 9.4
        page.box(x + 0.4, y, x + wide - 0.4, y + 11.6, WHITE, colour, 0.3)
        page.write(label, (x + 0.9, y + 0.4, x + wide - 0.9, y + 3.6), 2.3, "semibold", SLATE, "middle")
        room = x + wide - (8.6 if more else 0.9)
        page.write(value, (x + 0.9, y + 3.8, room, y + 11.0), 6.4, "bold", INK, "middle")
        if more:
            page.write(more, (room, y + 4.6, x + wide - 1.0, y + 10.2), 2.6, "regular", QUIET, "middle")
    _arcs(page, (left + 16.2, (top + 22.4 + foot - 1.2) / 2), type, side, names)
    page.paragraphs(list(_describe(type, names)), (left + 33.0, top + 23.0, right - 1.8, foot - 1.4 - _damage_high(type)), 3.0)
    if type.multi:
        _damage(page, (left + 33.0, foot - 1.4 - _damage_high(type), right - 1.8, foot - 1.4), type, words)
    page.cut(box)


def _clean(type: MiniatureType, chits: int = 0) -> MiniatureAircraft:
    """Return an aircraft of the type with `chits` chits on its base."""
    return MiniatureAircraft(0, 0, type, 3, chits=chits)


def _describe(type: MiniatureType, names: MiniatureNames) -> Iterator[tuple[FontFace, str]]:
    """Weapon positions, trait cards, what always holds."""
    words = names.words
    for weapon in type.weapons:
        arcs = ", ".join(names.arc(arc) for arc in weapon.arcs)
        key = "sky_pieces.card.weapon_one" if weapon.firepower == 1 else "sky_pieces.card.weapon"
        name = names.weapon(weapon)
        yield "semibold", words(key, name=name[:1].upper() + name[1:], arcs=arcs, dice=weapon.firepower)
    for code in type.cards:
        yield "regular", words("sky_pieces.card.trait", name=names.card(code), text=names.text(code))
    if not (type.cards or type.traits or type.negative):
        yield "regular", words("sky_pieces.card.no_cards")
    for code in (*(trait for trait in type.traits if trait not in type.cards), *type.negative):
        yield "regular", words("sky_pieces.card.permanent", name=names.permanent(code), text=names.permanent_text(code))
    if type.dive_bomber:
        yield "regular", words("sky_pieces.card.dive_bomber")


def _arcs(page: PiecePage, at: tuple[float, float], type: MiniatureType, side: str, names: MiniatureNames) -> None:
    """The base from above: the four arcs, in each the dice that bear there."""
    x, y = at
    r = 14.4
    page.shape([ring(x, y, r)], WHITE, dark(side), 0.3)
    for i, arc in enumerate(ARCS):
        dice = sum(weapon.firepower for weapon in type.weapons if arc in weapon.arcs)
        own = type.firepower if arc == FRONT else 0
        if dice or own:
            sector = ((x, y), *ring(x, y, r, 90 * i - 45, 90 * i + 45, 16))
            page.shape([sector], OWN_GUNS if own else BEARS, dark(side), 0.15)
            lines = [f"{own}+{names.words('sky_pieces.ps')}"] * bool(own) + [str(dice)] * bool(dice)
            turn = math.radians(90 * i)
            cx, cy = x + 11.2 * math.sin(turn), y - 11.2 * math.cos(turn)
            page.write(" · ".join(lines), (cx - 4.6, cy - 2.0, cx + 4.6, cy + 2.0), 3.0, "bold", RED if own else INK, "middle")
    for i in range(4):
        ends = [ring(x, y, reach, 90 * i + 45, 90 * i + 45, 1)[0] for reach in (8.5, r)]
        page.line(ends, dark(side), 0.3)
    page.shape([ring(x, y, 8.5)], ground(side), dark(side), 0.15)
    page.aircraft(type.code, (x, y), 13.5, dark(side))
    page.shape([((x - 1.5, y - r - 0.3), (x, y - r - 2.3), (x + 1.5, y - r - 0.3))], dark(side))


# ---- what chits take away


def _damage_row(type: MiniatureType) -> float:
    """Return the height of a row: the more rows, the less."""
    return min(3.6, 16.0 / (type.engines + 2))


def _damage_high(type: MiniatureType) -> float:
    return (type.engines + 2) * _damage_row(type) + 1.0 if type.multi else 0.0


def _damage(page: PiecePage, box: Box, type: MiniatureType, words: Words) -> None:
    """For each number of chits on the base the Speed, the mph and the dice of each turret that are left (BRS-121, BRS-122)."""
    left, top, right, _ = box
    heads = [words("sky_pieces.card.damage"), words("sky_pieces.card.speed"), words("sky_pieces.card.mph")]
    heads += [words("sky_pieces.card.damage_weapons")] * bool(type.weapons)
    rows = [heads]
    for chits in range(type.engines + 1):
        a = _clean(type, chits)
        if chits == type.engines or not a.speed:
            rows.append([str(chits), words("sky_pieces.card.down")])
            break
        dice = [" ".join(str(a.firepower_of(weapon)) for weapon in range(len(type.weapons)))] * bool(type.weapons)
        rows.append([str(chits), str(a.speed), str(max(0, a.mph)), *dice])
    edges = (0.0, 0.38, 0.58, 0.76, 1.0)
    y, high = top + 0.8, _damage_row(type)
    page.line([(left, y), (right, y)], FAINT, 0.2)
    for number, row in enumerate(rows):
        for i, cell in enumerate(row):
            room = left + edges[i] * (right - left), y + 0.2, left + edges[i + 1] * (right - left) - 0.6, y + high - 0.1
            page.write(cell, room, 2.3, "italic" if not number else "semibold", QUIET if not number else INK)
        y += high
        if number < len(rows) - 1:
            page.line([(left, y), (right, y)], FAINT, 0.12)
