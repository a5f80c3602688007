"""All pieces of a miniatures dogfight as pages: scenario, squadrons, aid, aircraft cards, counters, Action cards, templates, clouds."""

from __future__ import annotations

from typing import Any

from bob.chart.marks import ChartPage
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.report.miniatures.action_cards import miniature_cards
from bob.report.miniatures.aid import miniature_aid
from bob.report.miniatures.cards_of_types import cards_of_types
from bob.report.miniatures.counters import miniature_counters
from bob.report.miniatures.forces import set_out
from bob.report.miniatures.roster import roster
from bob.report.miniatures.scenario import scenario_page
from bob.report.miniatures.templates import arc_template, clouds, ruler
from bob.report.pieces.naming import heading_of
from bob.report.pieces.paper import PiecePages
from bob.tactical.miniatures.data import MiniatureTables
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.position import MiniatureTerms
from bob.tactical.miniatures.view import known_terms
from bob.words import Words


def miniature_pages(
    terms: MiniatureTerms, tables: MiniatureTables, words: Words, title: str, text: str = "", paper: str = "a4", seat: str = REFEREE
) -> PiecePages:
    """The pages of terms that can be fought, as a seat may know them: decks are its own only. `paper` is that of the front arc."""
    known = known_terms(terms, seat) if seat != REFEREE else terms
    pages = PiecePages(title, words, words("sky_pieces.file_title", title=title))
    forces, names = set_out(known, tables, words), MiniatureNames(words, tables)
    decks = [out for out in forces if known.deck and seat in (REFEREE, out.force.seat)]
    scenario_page(pages, known, forces, tables, text)
    left = [out for out in forces if not roster(pages, out, names, deck=out in decks)]
    miniature_aid(pages, known, forces)
    if left:
        cards_of_types(pages, left, names)
    miniature_counters(pages, known, forces, names)
    for out in decks:
        miniature_cards(pages, out, names)
    arc_template(pages, paper)
    ruler(pages, forces)
    clouds(pages, known)
    return pages


def pages(match: Match[Any], words: Words, paper: str, seat: str = REFEREE) -> list[ChartPage]:
    """The pages of a battle as it was set up, for a seat."""
    game, position, code = match.game, match.position, match.header.scenario
    assert isinstance(game, MiniatureDogfight)
    title, text = heading_of(words, f"skies.scenario.{code}", code, game.scenarios)
    return miniature_pages(position.terms, position.tables, words, title, text, paper, seat).leaves()
