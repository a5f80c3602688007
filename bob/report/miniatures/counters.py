"""Bases of the aircraft with the place of their level, chits of levels, Zoom and Boom, discs of Pilot Skill, other markers."""

from __future__ import annotations

from bob.chart.marks import Box
from bob.chart.page import WHITE
from bob.report.battle_card.leaf import ring
from bob.report.miniatures.forces import IN, FlownModel, SetOut
from bob.report.pieces.paper import FAINT, INK, QUIET, RED, SLATE, PiecePage, PiecePages, dark, ground
from bob.tactical.miniatures.data import ACE
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.position import ADVANTAGED, DISADVANTAGED, NEUTRAL, MiniatureTerms

BASE = 1.5 * IN
CHIT = 13.0
"""The width of a base and of a chit, in millimetres."""
TARGET = IN
SPARE = 2
"""Boom chits of a squadron beyond what breaks it."""
HIGHER, LOWER = "#DCE6EA", "#F6DFD6"
"""The grounds of the two faces of a level chit."""


def miniature_counters(pages: PiecePages, terms: MiniatureTerms, forces: tuple[SetOut, ...], names: MiniatureNames) -> None:
    """A base, a level chit, a Zoom chit and a disc of Pilot Skill for each aircraft; Boom chits for each squadron; bombs and targets."""
    words = pages.words
    models = [model for out in forces for model in out.models]
    loaded = [model for model in models if model.mount.loaded]
    small = [(words("sky_pieces.counter.zoom"), SLATE)] * len(models)
    small += [(words("sky_pieces.counter.boom"), RED)] * sum(map(_booms, forces))
    small += [(words("sky_pieces.counter.first"), INK), (words("sky_pieces.counter.turn"), INK)]
    targets = len(terms.strike.targets) if terms.strike is not None else 0
    groups = [
        [(BASE, BASE)] * len(models),
        [(2 * CHIT, CHIT)] * len(models),
        [(CHIT, CHIT)] * (len(models) + len(loaded)),
        [(CHIT, CHIT)] * len(small),
        [(TARGET, TARGET)] * targets,
    ]
    places = pages.places("counters", words("sky_pieces.note.counters"), [group for group in groups if group], gap=2.0)
    for model in models:
        _base(*next(places), model, names)
    for model in models:
        _level(*next(places), model, names)
    for model in models:
        _skill(*next(places), model, names)
    for model in loaded:
        _bombs(*next(places), model, words("sky_pieces.counter.bombs"))
    for text, colour in small:
        _small(*next(places), text, colour)
    for number in range(1, targets + 1):
        _target(*next(places), words("sky_pieces.figure", label=words("sky_pieces.counter.target"), text=str(number)))


def _booms(out: SetOut) -> int:
    """Boom chits that a side can have before its squadrons break, and some more."""
    fighters = sum(not model.type.multi for model in out.models)
    engines = sum(model.type.engines for model in out.models if model.type.multi)
    return sum(count + SPARE for count in (fighters, engines) if count)


def _middle_of(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _base(page: PiecePage, box: Box, model: FlownModel, names: MiniatureNames) -> None:
    """The four arcs, the nose upward; behind it the place for a level chit, on which Neutral is printed."""
    (x, y), r, colour = _middle_of(box), BASE / 2, dark(model.side)
    page.shape([ring(x, y, r)], ground(model.side), INK, 0.15)
    page.shape([((x, y), *ring(x, y, r, -45, 45, 16))], WHITE, None)
    page.shape([ring(x, y, r - 0.9)], None, colour, 0.4)
    for turn in (45, 135, 225, 315):
        page.line([ring(x, y, reach, turn, turn, 1)[0] for reach in (12.6, r)], colour, 0.35)
    page.shape([((x - 1.9, y - r + 3.6), (x, y - r + 1.1), (x + 1.9, y - r + 3.6))], RED)
    page.aircraft(model.type.code, (x, y - 5.2), 15.0, colour)
    for dx, dy in ((1.0, 0.0), (0.0, 1.0)):
        page.line([(x - dx, y - dy), (x + dx, y + dy)], WHITE, 0.25)
    page.write(model.label, (x - 17.0, y - 1.2, x - 8.2, y + 4.2), 5.0, "bold", INK, "middle")
    skill = names.words("sky_pieces.figure", label=names.words("sky_pieces.ps"), text=str(model.mount.skill))
    page.write(skill, (x + 8.2, y - 0.8, x + 17.0, y + 3.8), 3.6, "bold", RED if model.mount.skill == ACE else INK, "middle")
    page.write(model.type.name, (x - 7.6, y + 2.5, x + 7.6, y + 5.2), 2.2, "semibold", INK, "middle")
    spot = y + r - CHIT / 2 - 0.7
    page.shape([ring(x, spot, CHIT / 2 - 0.6)], WHITE, QUIET, 0.25)
    page.box(x - 2.6, spot - 2.5, x + 2.6, spot - 1.5, QUIET, None)
    page.write(names.level(NEUTRAL), (x - 5.0, spot - 0.6, x + 5.0, spot + 2.6), 2.3, "semibold", QUIET, "middle")


def _level(page: PiecePage, box: Box, model: FlownModel, names: MiniatureNames) -> None:
    """Both faces: Advantaged and Disadvantaged."""
    left, top, _, foot = box
    middle = left + CHIT
    for x0, level, fill, way in ((left, ADVANTAGED, HIGHER, -1), (middle, DISADVANTAGED, LOWER, 1)):
        x, y = x0 + CHIT / 2, top + 4.3
        page.box(x0, top, x0 + CHIT, foot, fill, None)
        colour = dark("raf") if way < 0 else RED
        page.shape([((x - 3.0, y - 2.0 * way), (x, y + 2.2 * way), (x + 3.0, y - 2.0 * way))], colour)
        page.write(names.level(level), (x0 + 0.7, top + 7.0, x0 + CHIT - 0.7, top + 9.6), 2.2, "semibold", INK, "middle")
        page.write(model.label, (x0 + 0.7, top + 9.7, x0 + CHIT - 0.7, foot - 0.5), 2.5, "bold", colour, "middle")
    page.fold((middle, top), (middle, foot))
    page.cut(box)


def _skill(page: PiecePage, box: Box, model: FlownModel, names: MiniatureNames) -> None:
    """Draw the disc of a pilot: with the Skill, a star for an Ace, the name of a named one."""
    x, y = _middle_of(box)
    skill = model.mount.skill
    page.shape([ring(x, y, CHIT / 2)], ground(model.side), INK, 0.15)
    page.shape([ring(x, y, CHIT / 2 - 0.7)], None, dark(model.side), 0.35)
    page.write(model.label, (x - 3.0, y - 5.2, x + 3.0, y - 3.2), 2.1, "bold", QUIET, "middle")
    if skill == ACE:
        page.star((x - 3.9, y - 0.6), 1.2, "#D9B23C")
        page.star((x + 3.9, y - 0.6), 1.2, "#D9B23C")
    page.write(str(skill), (x - 2.6, y - 2.7, x + 2.6, y + 2.1), 5.2, "bold", RED if skill == ACE else INK, "middle")
    text = names.ace(model.mount.ace) if model.mount.ace else names.skill(skill)
    page.write(text, (x - 4.6, y + 2.4, x + 4.6, y + 4.7), 2.0, "semibold", INK, "middle")


def _bombs(page: PiecePage, box: Box, model: FlownModel, text: str) -> None:
    x, y = _middle_of(box)
    page.shape([ring(x, y, CHIT / 2)], WHITE, INK, 0.15)
    half = ((1.2, -4.6), (0.4, -3.0), (1.4, -0.6), (0.0, 1.4))
    page.shape([(*((x + dx, y + dy) for dx, dy in half), *((x - dx, y + dy) for dx, dy in reversed(half)))], INK)
    page.write(text, (x - 5.2, y + 1.6, x + 5.2, y + 3.6), 1.9, "semibold", INK, "middle")
    page.write(model.label, (x - 3.4, y + 3.7, x + 3.4, y + 5.7), 2.0, "bold", QUIET, "middle")


def _small(page: PiecePage, box: Box, text: str, colour: str) -> None:
    x, y = _middle_of(box)
    page.shape([ring(x, y, CHIT / 2)], WHITE, colour, 0.5)
    page.write(text, (x - 5.3, y - 2.4, x + 5.3, y + 2.4), 3.0, "bold", colour, "middle")


def _target(page: PiecePage, box: Box, text: str) -> None:
    x, y = _middle_of(box)
    for r, fill in ((TARGET / 2, WHITE), (TARGET / 2 - 3.0, FAINT), (TARGET / 2 - 6.0, WHITE)):
        page.shape([ring(x, y, r)], fill, RED, 0.4)
    for dx, dy in ((1.0, 0.0), (0.0, 1.0)):
        page.line([(x - 2 * dx, y - 2 * dy), (x + 2 * dx, y + 2 * dy)], RED, 0.4)
    page.write(text, (x - 9.0, y + 3.0, x + 9.0, y + 6.4), 2.6, "semibold", INK, "middle")
