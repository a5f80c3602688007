"""The parts of the card dogfight for a game that links several of them: its game, terms, aircraft, damage, the end of a battle."""

from __future__ import annotations

from bob.dogfight.cards import CardDogfight, orders
from bob.dogfight.cards.classic.editions import edition_of, editions_named
from bob.dogfight.cards.classic.game import FlightGame
from bob.dogfight.cards.classic.hidden import hidden_of_flight
from bob.dogfight.cards.classic.orders import FLIGHT_ORDERS
from bob.dogfight.cards.classic.position import FlightPosition
from bob.dogfight.cards.classic.telling import FlightTeller
from bob.dogfight.cards.classic.view import FlightView
from bob.dogfight.cards.damage import deal, leave, points
from bob.dogfight.cards.data import ALLIED, ALTITUDES, AXIS, MEDIUM, NATIONS, ORIGINS, AircraftCard, CardTables, shipped
from bob.dogfight.cards.heights import from_the_top, height_means
from bob.dogfight.cards.pilots.sight import TableReader
from bob.dogfight.cards.position import NOBODY, CardMount, CardPosition, CardSeat, CardTerms, Craft
from bob.dogfight.cards.sequence import end, won
from bob.dogfight.cards.setup import craft_of, new_position
from bob.dogfight.cards.table import CardRun
from bob.dogfight.cards.telling import CardTeller
from bob.dogfight.cards.view import CardTableView

__all__ = [
    "ALLIED",
    "ALTITUDES",
    "AXIS",
    "FLIGHT_ORDERS",
    "MEDIUM",
    "NATIONS",
    "NOBODY",
    "ORIGINS",
    "AircraftCard",
    "CardDogfight",
    "CardMount",
    "CardPosition",
    "CardRun",
    "CardSeat",
    "CardTableView",
    "CardTables",
    "CardTeller",
    "CardTerms",
    "Craft",
    "FlightGame",
    "FlightPosition",
    "FlightTeller",
    "FlightView",
    "TableReader",
    "craft_of",
    "deal",
    "edition_of",
    "editions_named",
    "end",
    "from_the_top",
    "height_means",
    "hidden_of_flight",
    "leave",
    "new_position",
    "orders",
    "points",
    "shipped",
    "won",
]
