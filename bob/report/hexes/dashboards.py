"""The dashboard of each aircraft: counters of speed, level and fuel, prices, guns, dodge, structure, its leader, room for markers."""

from __future__ import annotations

from collections.abc import Iterator

from bob.chart.marks import Box, FontFace
from bob.chart.page import WHITE
from bob.core.text import signed
from bob.report.hexes.counters import STARS
from bob.report.hexes.forces import FlownAircraft
from bob.report.pieces.paper import FAINT, INK, QUIET, RED, SLATE, PiecePage, PiecePages, dark, ground
from bob.tactical.hexes.data import DIVE, IMMELMANN, LOOP, ROLL_LEFT, SPLIT_S, ZOOM, Dashboard, LeaderClass
from bob.tactical.hexes.position import TOP, HexTerms
from bob.tactical.hexes.rules import flight, gunnery
from bob.tactical.hexes.rules.geometry import REACH
from bob.words import Words

WIDE, HIGH = 95.0, 64.0
_PRICES = (LOOP, ROLL_LEFT, IMMELMANN, SPLIT_S)
_WITH_LEVELS = (ZOOM, DIVE)
_MORE = 2
"""The greatest rise of a counter above its maximum by cards."""


def dashboards(pages: PiecePages, terms: HexTerms, flown: list[FlownAircraft]) -> None:
    """A card for each aircraft."""
    words = pages.words
    places = pages.places("dashboards", words("hex_pieces.note.dashboards"), [[(WIDE, HIGH)] * len(flown)], gap=0.0)
    for one, (page, box) in zip(flown, places, strict=True):
        _dashboard(page, box, one, terms, flown, words)


def _dashboard(page: PiecePage, box: Box, one: FlownAircraft, terms: HexTerms, flown: list[FlownAircraft], words: Words) -> None:
    left, top, right, foot = box
    a, colour = one.aircraft, dark(one.side)
    page.box(left, top, right, top + 8.0, colour, None)
    page.emblem(one.side, (left + 5.0, top + 4.0), 5.2)
    page.write(one.label, (left + 8.6, top + 1.0, left + 17.0, top + 7.0), 5.0, "bold", WHITE)
    page.write(a.dash.name, (left + 18.0, top + 1.0, right - 24.0, top + 7.0), 4.6, "bold", WHITE)
    if a.rank is not None:
        page.star((right - 20.0, top + 4.0), 2.6, STARS[a.rank.code])
    points = words("hex_pieces.dash.points", points=a.dash.points)
    page.write(points, (right - 15.0, top + 1.0, right - 1.5, top + 7.0), 2.8, "regular", WHITE, "end")
    y = top + 9.4
    rows = [("speed", a.dash.speed + _MORE, a.dash.speed, 0)]
    if terms.altimeter:
        rows.append(("level", TOP, a.level, 0))
    if terms.fuel:
        rows.append(("fuel", a.fuel + _MORE, a.fuel, 0))
    for name, most, start, least in rows:
        page.write(words(f"hex_pieces.dash.{name}"), (left + 1.5, y, left + 15.0, y + 5.4), 2.5, "semibold", SLATE)
        _track(page, (left + 15.5, y, right - 1.5, y + 5.4), least, most, start)
        y += 6.4
    page.write(words("hex_pieces.dash.structure"), (left + 1.5, y, left + 15.0, y + 5.4), 2.5, "semibold", SLATE)
    for i in range(a.structure):
        side = min(5.4, 78.0 / a.structure)
        x, deep = left + 15.5 + i * side, y + (5.4 - side) / 2
        page.box(x, deep, x + 0.88 * side, deep + 0.88 * side, WHITE, RED, 0.35)
    y += 7.0
    _prices(page, (left + 1.5, y, left + 46.0, foot - 1.2), one, words, levels=terms.altimeter)
    _arms(page, (left + 48.0, y, right - 1.5, foot - 1.2), one, flown, words)
    page.cut(box)


def _track(page: PiecePage, box: Box, least: int, most: int, start: int) -> None:
    """Boxes with figures, that at which the counter begins marked."""
    left, top, right, foot = box
    count = most - least + 1
    wide = min(6.6, (right - left) / count)
    for i in range(count):
        x, value = left + i * wide, least + i
        face: FontFace = "semibold" if value <= start else "regular"
        page.box(x, top, x + wide, foot, "#F1E3B8" if value == start else WHITE, INK, 0.15)
        ink = INK if value <= start else QUIET
        page.write(str(value), (x + 0.2, top + 0.4, x + wide - 0.2, foot - 0.4), 3.0, face, ink, "middle")


def _prices(page: PiecePage, box: Box, one: FlownAircraft, words: Words, *, levels: bool) -> None:
    """Draw the silhouette, and the cost of a turn and of each manoeuvre."""
    left, top, right, foot = box
    a = one.aircraft
    page.box(left, top, left + 17.0, foot, ground(one.side), None)
    page.aircraft(a.dash.code, (left + 8.5, (top + foot) / 2), min(11.0, (foot - top) * 0.8), dark(one.side))
    left += 18.5
    kinds = (*_PRICES, *(_WITH_LEVELS if levels else ()))
    names = [words("hexes.manoeuvre." + kind) if kind != ROLL_LEFT else words("hex_pieces.dash.roll") for kind in kinds]
    prices = [flight.manoeuvre_price(a, kind) for kind in kinds]
    rows = [(words("hex_pieces.dash.turn"), flight.rotation_price(a)), *((n, p or None) for n, p in zip(names, prices, strict=True))]
    step = min(4.2, (foot - top - 3.4) / len(rows))
    page.write(words("hex_pieces.dash.prices"), (left, top, right, top + 3.2), 2.3, "italic", QUIET)
    for i, (name, price) in enumerate(rows):
        y = top + 3.4 + i * step
        page.line([(left, y), (right, y)], FAINT, 0.12)
        page.write(name, (left, y, right - 5.0, y + step), 2.5)
        text = words("hex_pieces.dash.cannot") if price is None else str(price)
        page.write(text, (right - 4.5, y, right, y + step), 2.8, "bold", INK, "end")


def _arms(page: PiecePage, box: Box, one: FlownAircraft, flown: list[FlownAircraft], words: Words) -> None:
    """Guns, dodge, the special faces, who leads; the rest is room for markers."""
    left, top, right, foot = box
    room = (foot - top) * 0.26
    page.box(left, foot - room, right, foot, None, FAINT, 0.2)
    page.write(words("hex_pieces.dash.markers"), (left + 0.8, foot - room + 0.3, right - 0.8, foot - 0.3), 2.1, "italic", QUIET, up=0.0)
    page.paragraphs(list(_arms_text(one, flown, words)), (left, top, right, foot - room - 0.6), 2.6)


def _arms_text(one: FlownAircraft, flown: list[FlownAircraft], words: Words) -> Iterator[tuple[FontFace, str]]:
    a = one.aircraft
    guns = ", ".join(f"{words(f'hexes.arc.{gun.arc}')} {max(1, gun.dice + a.guns)}" for gun in a.dash.guns)
    yield "semibold", words("pieces.label", label=words("hex_pieces.dash.guns"), text=guns)
    own = gunnery.own_dodge(a)
    if own:
        text = ", ".join(f"{words(f'hexes.reason.{reason.code}')} {signed(reason.dice)}" for reason in own)
        yield "regular", words("pieces.label", label=words("hex_pieces.dash.dodge"), text=text)
    yield "regular", special_text(a.dash, words)
    if a.dash.steady:
        yield "regular", words("hex_pieces.dash.steady")
    if a.bombs:
        yield "regular", words("hex_pieces.dash.bombs", dice=a.bombs)
    if a.rank is not None:
        yield "semibold", words("pieces.label", label=one.leader, text=", ".join(leader_text(a.rank, words)))
    if a.rule:
        yield "semibold", words(f"hexes.rule.{a.rule}")
    if a.wingman_of >= 0:
        yield "semibold", words("hex_pieces.dash.wingman", leader=flown[a.wingman_of].label)


def special_text(dash: Dashboard, words: Words) -> str:
    """Return the effect of the special faces for a type in words."""
    rule = dash.special
    if rule is None:
        return words("hex_pieces.dash.special_none")
    face = words(f"hexes.face.{rule.counts}")
    parts = [
        words("hex_pieces.dash.each", face=face)
        if rule.most >= 99
        else words("hex_pieces.dash.only_first", face=face)
        if rule.most == 1
        else words("hex_pieces.dash.at_most", most=rule.most, face=face)
    ]
    if rule.within < REACH:
        parts.append(words("hex_pieces.dash.within", range=rule.within))
    if rule.against != "any":
        parts.append(words("hex_pieces.dash.bombers"))
    if rule.arc != "any":
        parts.append(words(f"hexes.arc.{rule.arc}"))
    return words("pieces.label", label=words(f"hex_pieces.dash.special_{rule.when}"), text=", ".join(parts))


def leader_text(rank: LeaderClass, words: Words) -> Iterator[str]:
    """Yield the advantages of a leader in words, except dodge dice and prices, which are on the dashboard already."""
    yield words("hex_pieces.dash.card_chosen" if rank.chooses else "hex_pieces.dash.card")
    if rank.aircraft > 1:
        yield words("hex_pieces.dash.two")
