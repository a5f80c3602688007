"""What a game may use of the card dogfight that links several of them: its game, terms, aircraft, damage, the end of a battle."""

from __future__ import annotations

from bob.dogfight.cards import CardDogfight, orders
from bob.dogfight.cards.damage import deal, leave, points
from bob.dogfight.cards.data import ALLIED, ALTITUDES, AXIS, MEDIUM, NATIONS, ORIGINS, AircraftCard, CardTables, shipped
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
    "craft_of",
    "deal",
    "end",
    "leave",
    "new_position",
    "orders",
    "points",
    "shipped",
    "won",
]
