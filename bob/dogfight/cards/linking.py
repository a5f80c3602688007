"""What a game may use of the card dogfight that links several of them: its game, terms, aircraft, damage, the end of a battle."""

from __future__ import annotations

from bob.dogfight.cards import CardDogfight, orders
from bob.dogfight.cards.damage import deal, leave, points
from bob.dogfight.cards.data import ALLIED, ALTITUDES, AXIS, MEDIUM, ORIGINS, Aircraft, Tables, shipped
from bob.dogfight.cards.position import NOBODY, Craft, Mount, Player, Position, Terms
from bob.dogfight.cards.sequence import end, won
from bob.dogfight.cards.setup import craft_of, new_position
from bob.dogfight.cards.table import Run
from bob.dogfight.cards.telling import Teller
from bob.dogfight.cards.view import TableView

__all__ = [
    "ALLIED",
    "ALTITUDES",
    "AXIS",
    "MEDIUM",
    "NOBODY",
    "ORIGINS",
    "Aircraft",
    "CardDogfight",
    "Craft",
    "Mount",
    "Player",
    "Position",
    "Run",
    "TableView",
    "Tables",
    "Teller",
    "Terms",
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
