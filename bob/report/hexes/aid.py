"""The aid: a game turn, moving, firing, dodging and the die on one page, in our own words, with the advanced rules that are in force."""

from __future__ import annotations

from collections.abc import Iterator

from bob.chart.marks import Box
from bob.chart.page import WHITE
from bob.report.battle_card.leaf import ring
from bob.report.pieces.aid import AidSection, aid_page
from bob.report.pieces.paper import FAINT, INK, RED, PiecePage, PiecePages
from bob.tactical.hexes.data import BLANK, CRITICAL, DAMAGE, SPECIAL, HexTables
from bob.tactical.hexes.position import ADVANCED, HexTerms
from bob.tactical.hexes.rules.sequence import DEALT, DEALT_EACH
from bob.words import Words

_MANOEUVRES = ("loop", "roll", "immelmann", "split_s", "zoom", "dive")
_ABOUT = ("immelmann", "split_s")


def aid(pages: PiecePages, terms: HexTerms, tables: HexTables) -> None:
    """Draw one page in two columns."""
    words = pages.words

    def die(page: PiecePage, room: Box, size: float) -> float:
        return _die(page, tables, words, room, size)

    def section(name: str) -> AidSection:
        return AidSection(words(f"hex_pieces.aid.{name}.title"), tuple(_lines(name, terms, words)), picture=die if name == "die" else None)

    aid_page(pages, [[section(name) for name in names] for names in (("turn", "move", "manoeuvre"), ("die", "fire", "dodge", "table"))])


def _die(page: PiecePage, tables: HexTables, words: Words, room: Box, size: float) -> float:
    """Draw each face with its numbers on a common die and its uses."""
    left, y, right, _ = room
    for face in (CRITICAL, DAMAGE, SPECIAL, BLANK):
        numbers = [i for i, found in enumerate(tables.die, 1) if found == face]
        side = size * 2.5
        symbol(page, face, (left + side / 2, y + side / 2), side)
        text = words("pieces.label", label=words(f"hexes.face.{face}").capitalize(), text=words(f"hex_pieces.aid.die.{face}"))
        page.write(", ".join(map(str, numbers)), (left + side + 1.5, y, left + side + 12, y + side), size * 1.15, "bold")
        page.write(text, (left + side + 13, y, right, y + side), size)
        y += side + size * 0.4
    return y


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
    """Yield the lines of a section, each with its mark."""

    def text_of(key: str, mark: str = "", **values: object) -> tuple[str, str]:
        return mark, words(f"hex_pieces.aid.{name}.{key}", **values)

    t = terms
    if name == "turn":
        yield text_of("cards", dealt=DEALT, each=DEALT_EACH)
        yield from map(text_of, ("initiative", "go", "end", "window"))
    elif name == "move":
        in_force = {"slip_limit": t.slip_limit, "altimeter": t.altimeter, "fuel": t.fuel, "wind": t.wind is not None}
        keys = ("order", "hex", "slip_limit", "turn", "stop", "altimeter", "wep", "formation", "collision", "fuel", "wind")
        yield from (text_of(key) for key in keys if in_force.get(key, True))
    elif name == "manoeuvre":
        for code in _MANOEUVRES:
            if t.altimeter or code not in ("zoom", "dive"):
                title = words("hex_pieces.dash.roll" if code == "roll" else f"hexes.manoeuvre.{code}")
                yield "", words("pieces.label", label=title, text=text_of(code if t.altimeter or code not in _ABOUT else "half_turn")[1])
    elif name == "fire":
        level = {"same_level": t.altimeter and not t.altitude_fire, "night": t.night}
        yield from (text_of(key) for key in ("where", "night", "same_level", "cloud") if level.get(key, True))
        yield text_of("guns", "=")
        yield text_of("adjacent", "+1")
        yield text_of("sight", "+1")
        if t.above and t.altimeter:
            yield text_of("above", "+1")
        if t.altimeter:
            yield text_of("shocked", "−1")
        yield text_of("guns_hit", "−1")
        yield text_of("wingman")
        if t.ships:
            yield from map(text_of, ("ship", "bombs"))
    elif name == "dodge":
        yield text_of("hit", "+1")
        yield text_of("speed", "+1")
        yield text_of("fourth_hex", "+1")
        yield text_of("cloud", "+1")
        if t.deflection:
            yield text_of("deflection", "+1")
        if t.altimeter and t.altitude_fire:
            yield text_of("altitude", "+")
        yield text_of("own", "+")
        yield text_of("after")
    elif name == "table":
        advanced = any(getattr(t, rule) for rule in ADVANCED)
        # Who plays, what to learn first, how a doubtful rule is settled (FIS-002, FIS-297, FIS-274, FIS-275).
        yield from (text_of(key) for key in ("players", "first_games", "dispute", "note") if key != "first_games" or advanced)
