"""All pieces of a miniatures dogfight as pages: scenario, squadrons, aid, aircraft cards, counters, Action cards, templates, clouds."""

from __future__ import annotations

from typing import Any

from bob.chart.marks import ChartSheet
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.report.miniatures.action_cards import sky_cards
from bob.report.miniatures.aid import sky_aid
from bob.report.miniatures.cards_of_types import cards_of_types
from bob.report.miniatures.counters import sky_counters
from bob.report.miniatures.forces import set_out
from bob.report.miniatures.roster import roster
from bob.report.miniatures.scenario import scenario_page
from bob.report.miniatures.templates import arc_template, clouds, ruler
from bob.report.pieces.naming import heading_of
from bob.report.pieces.paper import PieceSheets
from bob.tactical.miniatures.data import SkyTables
from bob.tactical.miniatures.game import SkyDogfight
from bob.tactical.miniatures.names import SkyNames
from bob.tactical.miniatures.position import SkyTerms
from bob.tactical.miniatures.view import known_terms
from bob.words import Words


def sky_sheets(
    terms: SkyTerms, tables: SkyTables, words: Words, title: str, text: str = "", paper: str = "a4", seat: str = REFEREE
) -> PieceSheets:
    """The pages of terms that can be fought, as a seat may know them: decks are its own only. `paper` is that of the front arc."""
    known = known_terms(terms, seat) if seat != REFEREE else terms
    sheets = PieceSheets(title, words, words("sky_pieces.file_title", title=title))
    forces, names = set_out(known, tables, words), SkyNames(words, tables)
    decks = [out for out in forces if known.deck and seat in (REFEREE, out.force.seat)]
    scenario_page(sheets, known, forces, tables, text)
    left = [out for out in forces if not roster(sheets, out, names, deck=out in decks)]
    sky_aid(sheets, known, forces)
    if left:
        cards_of_types(sheets, left, names)
    sky_counters(sheets, known, forces, names)
    for out in decks:
        sky_cards(sheets, out, names)
    arc_template(sheets, paper)
    ruler(sheets, forces)
    clouds(sheets, known)
    return sheets


def pages(match: Match[Any], words: Words, paper: str, seat: str = REFEREE) -> list[ChartSheet]:
    """The pages of a battle as it was set up, for a seat."""
    game, position, code = match.game, match.position, match.header.scenario
    assert isinstance(game, SkyDogfight)
    title, text = heading_of(words, f"skies.scenario.{code}", code, game.scenarios)
    return sky_sheets(position.terms, position.tables, words, title, text, paper, seat).sheets()
