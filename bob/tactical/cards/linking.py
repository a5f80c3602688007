"""The parts of the card dogfight for a game that links several of them: its game, terms, aircraft, damage, the end of a battle."""

from __future__ import annotations

from bob.tactical.cards import CardDogfight, orders
from bob.tactical.cards.damage import deal, leave, points
from bob.tactical.cards.data import ALLIED, ALTITUDES, AXIS, MEDIUM, NATIONS, ORIGINS, SIDES, AircraftCard, CardTables, shipped
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.heights import from_the_top, height_means
from bob.tactical.cards.pilots.sight import BattleReader
from bob.tactical.cards.position import NOBODY, CardMount, CardPosition, CardSeat, CardTerms, Craft
from bob.tactical.cards.sequence import end, won
from bob.tactical.cards.setup import craft_of, new_position
from bob.tactical.cards.telling import CardTeller
from bob.tactical.cards.view import CardTableView
from bob.tactical.cards_classic.bombing import cards_drawn
from bob.tactical.cards_classic.editions import edition_of, editions_named
from bob.tactical.cards_classic.game import FlightGame
from bob.tactical.cards_classic.hidden import hidden_of_flight
from bob.tactical.cards_classic.orders import FLIGHT_ORDERS
from bob.tactical.cards_classic.pilots.sound import FLAK_CARD
from bob.tactical.cards_classic.position import FlightPosition
from bob.tactical.cards_classic.shares import asked_unit, units_of
from bob.tactical.cards_classic.telling import FlightTeller
from bob.tactical.cards_classic.view import FlightView

__all__ = [
    "ALLIED",
    "ALTITUDES",
    "AXIS",
    "FLAK_CARD",
    "FLIGHT_ORDERS",
    "MEDIUM",
    "NATIONS",
    "NOBODY",
    "ORIGINS",
    "SIDES",
    "AircraftCard",
    "BattleReader",
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
    "asked_unit",
    "cards_drawn",
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
    "units_of",
    "won",
]
