"""All pieces of a mission of the hex dogfight as pages: mission, aid, dashboards, counters, markers, cards, template, sheet of hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.chart.marks import ChartPage
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.report.battle_card import Facts
from bob.report.hexes.action_cards import action_cards
from bob.report.hexes.aid import aid
from bob.report.hexes.board import board, template
from bob.report.hexes.counters import counters
from bob.report.hexes.dashboards import dashboards
from bob.report.hexes.forces import flown_of
from bob.report.hexes.mission_page import mission_page
from bob.report.pieces.naming import heading_of
from bob.report.pieces.paper import PiecePages
from bob.tactical.engagement import Engagement
from bob.tactical.hexes import resolver
from bob.tactical.hexes.data import HexTables, shipped
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.position import HexTerms
from bob.words import Words


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
    drawn = resolver.on_paper(engagement)
    title = words("card.file_title", number=engagement.number, title=words.of(where.title), clock=where.clock)
    scale = words("card.set.title_one") if drawn.scale == 1 else words("card.set.title", scale=drawn.scale)
    text = words("hex_pieces.mission.fought", place=words.of(where.place), scale=scale)
    return pieces_of(drawn.terms, shipped(), words, title, text[:1].upper() + text[1:], paper, drawn.models).leaves()
