"""The Action deck of a side to cut out: traits, Doctrine, Theatre and Ace Ability cards, with backs in its colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bob.chart.marks import Box
from bob.chart.page import WHITE
from bob.report.battle_card.leaf import ring
from bob.report.miniatures.forces import SetOut, deck_of
from bob.report.pieces.deck import card_backs, card_foot, card_frame, card_pages
from bob.report.pieces.naming import side_name
from bob.report.pieces.paper import INK, RED, SLATE, PiecePage, PiecePages, dark
from bob.tactical.miniatures.data import ABILITY, DOCTRINE, THEATRE, TRAIT
from bob.tactical.miniatures.names import MiniatureNames

COLOURS = {TRAIT: SLATE, DOCTRINE: "#4D7A4A", THEATRE: "#A9842B", ABILITY: RED}
"""The ink of the kinds; each has its word and a mark of its own besides."""
GOLD = "#D9B23C"


def miniature_cards(pages: PiecePages, out: SetOut, names: MiniatureNames) -> None:
    """Draw the cards that are in the deck for certain, the pools from which some are dealt into it, and a page of backs."""
    words = pages.words
    sure, pools = deck_of(out.force, names.tables)
    who = side_name(words, out.force.seat)
    card_pages(pages, _fronts(sure, names), words("sky_pieces.note.cards"), who)
    for pool in pools:
        text = words("sky_pieces.note.pool", kind=words(f"skies.kind.{pool.kind}"), count=pool.dealt)
        card_pages(pages, _fronts(pool.cards, names), text, who)
    if sure or pools:
        card_backs(pages, words("sky_pieces.card.back"), out.types[0].code, dark(out.side), who)


def _fronts(cards: Sequence[str], names: MiniatureNames) -> list[partial[None]]:
    return [partial(_draw_front, held=held, names=names) for held in cards]


def _draw_front(page: PiecePage, box: Box, held: str, names: MiniatureNames) -> None:
    words, card = names.words, names.tables.card(held)
    left, top, right, foot = box
    colour, x = COLOURS[card.kind], (left + right) / 2
    code, _, type = held.partition("@")
    card_frame(page, box, names.card(code), colour)
    kind = names.kind(held)
    text = words("sky_pieces.card.of_type", kind=kind, aircraft=names.type(type)) if type else kind
    page.write(text, (left + 3, top + 10.2, right - 3, top + 14.2), 2.8, "semibold", colour, "middle")
    if type:
        page.aircraft(type, (x, top + 21.5), 12.5, colour)
    else:
        _KINDS[card.kind](page, x, top + 21.5, colour)
    below = foot - 9.8
    extra = []
    if card.bonus is not None:
        extra.append(words("sky_pieces.card.bonus", trait=names.card(card.bonus)))
    if card.deployment:
        extra.append(words("sky_pieces.card.deployment"))
    for line in extra:
        page.write(line, (left + 4, below - 4.0, right - 4, below), 2.7, "semibold", INK, "middle")
        below -= 4.6
    page.write(names.text(held), (left + 4, top + 29.0, right - 4, below - 0.4), 3.2, "regular", INK, "middle")
    card_foot(page, box, names.retention(held), colour, 9.5)
    if card.reaction:
        reaction_mark(page, (right - 6.4, foot - 5.9), 2.7)


def reaction_mark(page: PiecePage, at: tuple[float, float], r: float) -> None:
    """Draw the mark of a card that may be played in an enemy's activation: a flash on a disc, in the lower right corner."""
    x, y = at
    flash = ((0.25, -0.75), (-0.5, 0.12), (-0.05, 0.12), (-0.25, 0.75), (0.5, -0.12), (0.05, -0.12))
    page.shape([ring(x, y, r)], RED)
    page.shape([tuple((x + dx * r, y + dy * r) for dx, dy in flash)], WHITE)


def _doctrine(page: PiecePage, x: float, y: float, colour: str) -> None:
    """Four arrowheads in the order of a flight."""
    for dx, dy in ((0.0, -4.2), (-4.4, 0.0), (4.4, 0.0), (8.8, 4.2)):
        cx, cy = x + dx - 2.2, y + dy
        page.shape([((cx, cy - 2.6), (cx + 2.4, cy + 2.4), (cx, cy + 1.1), (cx - 2.4, cy + 2.4))], colour)


def _theatre(page: PiecePage, x: float, y: float, colour: str) -> None:
    """The sun behind a cloud."""
    page.shape([ring(x + 3.4, y - 2.0, 3.4)], GOLD)
    for dx, dy, r in ((-5.4, 1.4, 3.0), (-1.2, -0.6, 4.0), (3.4, 1.2, 3.2)):
        page.shape([ring(x + dx, y + dy, r)], colour)
    page.box(x - 5.4, y + 1.4, x + 3.4, y + 4.4, colour, None)


def _ability(page: PiecePage, x: float, y: float, colour: str) -> None:
    page.shape([ring(x, y, 6.2)], None, colour, 0.5)
    page.star((x, y), 5.0, GOLD)


_KINDS = {DOCTRINE: _doctrine, THEATRE: _theatre, ABILITY: _ability}


def counted(cards: Sequence[str]) -> dict[str, int]:
    """Return each card of a deck with its number of copies, in their order."""
    return {card: cards.count(card) for card in dict.fromkeys(cards)}


def mark_legend(page: PiecePage, at: tuple[float, float], size: float, text: str, right: float) -> float:
    """Draw the mark of reactions and its meaning; return the depth."""
    x, y = at
    reaction_mark(page, (x + size * 0.75, y + size * 0.55), size * 0.65)
    return page.write(text, (x + size * 2.0, y, right, y + size * 14), size, up=0.0)
