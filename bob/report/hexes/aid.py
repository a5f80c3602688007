"""The aid: a game turn, moving, firing, dodging and the die on one page, in our own words, with the advanced rules that are in force."""

from __future__ import annotations

from collections.abc import Iterator

from bob.chart.page import WHITE
from bob.dogfight.hexes.data import BLANK, CRITICAL, DAMAGE, SPECIAL, HexTables
from bob.dogfight.hexes.position import HexTerms
from bob.dogfight.hexes.sequence import DEALT, DEALT_EACH
from bob.report.battle_card.leaf import ring
from bob.report.hexes.paper import FAINT, FOOT, INK, RED, SLATE, PiecePage, PieceSheets
from bob.words import Words

_GAP = 6.0
_MANOEUVRES = ("loop", "roll", "immelmann", "split_s", "zoom", "dive")
_ABOUT = ("immelmann", "split_s")
_SIZES = tuple(round(4.0 - 0.1 * i, 1) for i in range(20))


def aid(sheets: PieceSheets, terms: HexTerms, tables: HexTables) -> None:
    """One page in two columns, its letters as large as they can be."""
    words = sheets.words
    page = sheets.begin("aid")
    for size in _SIZES:
        trial = PiecePage("aid")
        if _set(trial, terms, tables, words, size) <= page.height - FOOT or size == _SIZES[-1]:
            break
    _set(page, terms, tables, words, size)


def _set(page: PiecePage, terms: HexTerms, tables: HexTables, words: Words, size: float) -> float:
    """Lay the sections out; how deep they go."""
    wide = (page.right - page.left - _GAP) / 2
    deep = []
    for column, names in enumerate((("turn", "move", "manoeuvre"), ("die", "fire", "dodge"))):
        left = page.left + column * (wide + _GAP)
        page.y = 17.0
        for name in names:
            _title(page, words(f"hex_pieces.aid.{name}.title"), left, left + wide, size)
            if name == "die":
                _die(page, tables, words, left, left + wide, size)
            for mark, text in _lines(name, terms, words):
                _line(page, mark, text, left, left + wide, size)
        deep.append(page.y)
    return max(deep)


def _title(page: PiecePage, title: str, left: float, right: float, size: float) -> None:
    page.y += size * 0.9
    page.write(title, (left, page.y, right, page.y + size * 1.9), size * 1.35, "bold", RED)
    page.y += size * 2.0
    page.line([(left, page.y), (right, page.y)], SLATE, 0.25)
    page.y += size * 0.5


def _line(page: PiecePage, mark: str, text: str, left: float, right: float, size: float) -> None:
    """A line of the aid; `mark`, such as +1, stands before it."""
    room = 11.0 if mark else 0.0
    if mark:
        page.write(mark, (left, page.y, left + room - 1, page.y + size * 1.1), size, "bold", INK, up=0.0)
    page.y = page.write(text, (left + room, page.y, right, page.y + size * 12), size, up=0.0) + size * 0.42


def _die(page: PiecePage, tables: HexTables, words: Words, left: float, right: float, size: float) -> None:
    """Each face with its numbers on a common die and what it is good for."""
    for face in (CRITICAL, DAMAGE, SPECIAL, BLANK):
        numbers = [i for i, found in enumerate(tables.die, 1) if found == face]
        side = size * 2.5
        symbol(page, face, (left + side / 2, page.y + side / 2), side)
        told = words("hex_pieces.label", label=words(f"hexes.face.{face}").capitalize(), text=words(f"hex_pieces.aid.die.{face}"))
        page.write(", ".join(map(str, numbers)), (left + side + 1.5, page.y, left + side + 12, page.y + side), size * 1.15, "bold")
        page.write(told, (left + side + 13, page.y, right, page.y + side), size)
        page.y += side + size * 0.4


def symbol(page: PiecePage, face: str, at: tuple[float, float], size: float) -> None:
    """A face of the combat die."""
    x, y = at
    half = size / 2
    page.box(x - half, y - half, x + half, y + half, WHITE, INK, 0.25)
    if face == CRITICAL:
        points = [ring(x, y, half * (0.85 if i % 2 == 0 else 0.38), 22.5 * i, 22.5 * i, 1)[0] for i in range(16)]
        page.shape([tuple(points)], RED)
    elif face == DAMAGE:
        page.shape([ring(x, y, half * 0.55)], INK)
        page.shape([ring(x, y, half * 0.2)], WHITE)
    elif face == SPECIAL:
        page.star((x, y), half * 0.8, "#D9B23C")
    else:
        page.line([(x - half * 0.4, y), (x + half * 0.4, y)], FAINT, 0.5)


def _lines(name: str, terms: HexTerms, words: Words) -> Iterator[tuple[str, str]]:
    """The lines of a section, each with what stands before it."""

    def told(key: str, mark: str = "", **values: object) -> tuple[str, str]:
        return mark, words(f"hex_pieces.aid.{name}.{key}", **values)

    t = terms
    if name == "turn":
        yield told("cards", dealt=DEALT, each=DEALT_EACH)
        yield from map(told, ("initiative", "go", "end", "window"))
    elif name == "move":
        in_force = {"slip_limit": t.slip_limit, "altimeter": t.altimeter, "fuel": t.fuel, "wind": t.wind is not None}
        keys = ("order", "hex", "slip_limit", "turn", "stop", "altimeter", "wep", "formation", "collision", "fuel", "wind")
        yield from (told(key) for key in keys if in_force.get(key, True))
    elif name == "manoeuvre":
        for code in _MANOEUVRES:
            if t.altimeter or code not in ("zoom", "dive"):
                title = words("hex_pieces.dash.roll" if code == "roll" else f"hexes.manoeuvre.{code}")
                yield "", words("hex_pieces.label", label=title, text=told(code if t.altimeter or code not in _ABOUT else "half_turn")[1])
    elif name == "fire":
        level = {"same_level": t.altimeter and not t.altitude_fire, "night": t.night}
        yield from (told(key) for key in ("where", "night", "same_level", "cloud") if level.get(key, True))
        yield told("guns", "=")
        yield told("adjacent", "+1")
        yield told("sight", "+1")
        if t.above and t.altimeter:
            yield told("above", "+1")
        if t.altimeter:
            yield told("shocked", "−1")
        yield told("guns_hit", "−1")
        yield told("wingman")
        if t.ships:
            yield from map(told, ("ship", "bombs"))
    elif name == "dodge":
        yield told("hit", "+1")
        yield told("speed", "+1")
        yield told("fourth_hex", "+1")
        yield told("cloud", "+1")
        if t.deflection:
            yield told("deflection", "+1")
        if t.altimeter and t.altitude_fire:
            yield told("altitude", "+")
        yield told("own", "+")
        yield told("after")
