"""All pieces of a mission of the hex dogfight as pages: mission, aid, dashboards, counters, markers, cards, template, sheet of hexes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from bob.chart.marks import Box, ChartPage
from bob.chart.page import WHITE
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.report.battle_card import Facts
from bob.report.battle_card.leaf import ring
from bob.report.hexes.aid import aid
from bob.report.hexes.board import board, template
from bob.report.hexes.counters import counters
from bob.report.hexes.dashboards import dashboards
from bob.report.hexes.forces import flown_of
from bob.report.hexes.mission_page import mission_page
from bob.report.pieces.deck import card_backs, card_foot, card_frame, card_pages
from bob.report.pieces.naming import heading_of
from bob.report.pieces.paper import INK, QUIET, RED, PiecePage, PiecePages
from bob.tactical.engagement import Engagement
from bob.tactical.hexes import resolver
from bob.tactical.hexes.data import EITHER, INITIATIVE, OPPONENT, OWN, HexCard, HexTables, shipped
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.position import HexTerms
from bob.words import Words

COLOURS = {INITIATIVE: QUIET, OPPONENT: RED, OWN: "#4D7A4A", EITHER: "#A9842B"}
"""The ink of the four timings; the same is in words and in the mark of each."""


def action_cards(pages: PiecePages, tables: HexTables) -> None:
    """Every card of the deck, in the order of its file, then the backs."""
    words = pages.words
    deck = [partial(_front, card=card, words=words) for card in tables.cards.values() for _ in range(card.copies)]
    card_pages(pages, deck, words("hex_pieces.note.cards"))
    if deck:
        card_backs(pages, words("hex_pieces.card.back"), "spitfire_i")


def _front(page: PiecePage, box: Box, card: HexCard, words: Words) -> None:
    left, top, right, foot = box
    colour = COLOURS[card.timing]
    card_frame(page, box, words(f"hexes.card.{card.code}"), colour)
    _mark(page, card.timing, ((left + right) / 2, top + 19.5), colour)
    text = words(f"hexes.card_text.{card.code}", value=card.value)
    page.write(text, (left + 4, top + 29.0, right - 4, foot - 10.0), 3.3, "regular", INK, "middle")
    card_foot(page, box, words(f"hex_pieces.card.colour_{card.timing}"), colour)


def _mark(page: PiecePage, timing: str, at: tuple[float, float], colour: str) -> None:
    """The mark of a timing: a die, an arrow that comes, one that goes, both."""
    x, y = at
    if timing == INITIATIVE:
        page.box(x - 5.5, y - 5.5, x + 5.5, y + 5.5, WHITE, colour, 0.8)
        for dx, dy in ((-2.8, -2.8), (2.8, 2.8), (0.0, 0.0)):
            page.shape([ring(x + dx, y + dy, 1.0)], colour)
        return
    ways = {OWN: (1,), OPPONENT: (-1,), EITHER: (1, -1)}[timing]
    for way in ways:
        cx = x + (4.2 * way if len(ways) == 2 else 0.0)
        tip, tail = (y - 7.0, y + 6.0) if way > 0 else (y + 7.0, y - 6.0)
        neck = tip + 5.5 * way
        half = ((1.5, neck), (1.5, tail))
        shaft = ((cx + 4.0, neck), *((cx + dx, dy) for dx, dy in half), *((cx - dx, dy) for dx, dy in reversed(half)), (cx - 4.0, neck))
        page.shape([((cx, tip), *shaft)], colour)


def pieces_of(
    terms: HexTerms, tables: HexTables, words: Words, title: str, text: str = "", paper: str = "a4", units: Sequence[str] = ()
) -> PiecePages:
    """The pages of terms that can be fought; `paper` is that of the sheet of hexes, `units` are those of the aircraft in the day."""
    pages, flown = PiecePages(title, words, words("hex_pieces.file_title", title=title)), flown_of(terms, tables, words, units)
    mission_page(pages, terms, flown, text)
    aid(pages, terms, tables)
    dashboards(pages, terms, flown)
    counters(pages, terms, flown, tables.bag())
    action_cards(pages, tables)
    template(pages)
    board(pages, terms, flown, paper)
    return pages


def pages(match: Match[Any], words: Words, paper: str, seat: str = REFEREE) -> list[ChartPage]:
    """The pages of a game's mission, as it was set up; the same for every seat, since both draw from one open deck."""
    game, position, scenario = match.game, match.position, match.header.scenario
    assert isinstance(game, HexDogfight)
    title, text = heading_of(words, f"hexes.mission.{scenario}", scenario, game.missions)
    return pieces_of(position.terms, position.tables, words, title, text, paper).leaves()


def fought(engagement: Engagement, where: Facts, words: Words, paper: str) -> list[ChartPage]:
    """The pages of an engagement of the day, set out as on its battle card."""
    drawn = resolver.drawn_up(engagement)
    title = words("card.file_title", number=engagement.number, title=words.of(where.title), clock=where.clock)
    scale = words("card.set.title_one") if drawn.scale == 1 else words("card.set.title", scale=drawn.scale)
    text = words("hex_pieces.mission.fought", place=words.of(where.place), scale=scale)
    return pieces_of(drawn.terms, shipped(), words, title, text[:1].upper() + text[1:], paper, drawn.models).leaves()
