"""Names in the miniatures dogfight: cards, levels, arcs, weapon positions, pilots, the traits that always hold."""

from __future__ import annotations

from collections.abc import Sequence

from bob.tactical.miniatures.data import DEFENSIVE_TACTICS, NUMBERS, MiniatureAce, MiniatureTables, MiniatureType, MiniatureWeapon
from bob.tactical.miniatures.position import NO_ROUNDS, SKY_LEVELS, MiniatureAircraft
from bob.words import Words

_DOUBLED = (DEFENSIVE_TACTICS, NUMBERS)
"""The cards whose text also gives twice their value."""


class MiniatureNames:
    """The names in one language."""

    def __init__(self, words: Words, tables: MiniatureTables) -> None:
        self.words = words
        self.tables = tables

    def type(self, code: str) -> str:
        """The name of an aircraft card; of one that there is not its code."""
        return self.tables.aircraft[code].name if code in self.tables.aircraft else code

    def ace(self, code: str) -> str:
        """Return the name of a named Ace; the code of an unknown one."""
        return self.tables.aces[code].name if code in self.tables.aces else code

    def card(self, held: str) -> str:
        """Return the name of a card in a hand; a trait's also names its type (BRS-017)."""
        code, _, type = held.partition("@")
        name = self.words(f"skies.card.{code}")
        return self.words("skies.card.of_type", card=name, aircraft=self.type(type)) if type else name

    def cards(self, held: Sequence[str]) -> str:
        return ", ".join([self.card(card) for card in held])

    def text(self, held: str) -> str:
        """Return the effect of a card, on a line."""
        card = self.tables.card(held)
        figures = {"value": card.value} | ({"double": 2 * card.value} if card.code in _DOUBLED else {})
        return self.words(f"skies.card_text.{card.code}", **figures)

    def kind(self, held: str) -> str:
        return self.words(f"skies.kind.{self.tables.card(held).kind}")

    def retention(self, held: str) -> str:
        """Return the fate of a card once it is played."""
        return self.words(f"skies.retention.{self.tables.card(held).retention}")

    def level(self, number: int) -> str:
        return self.words(f"skies.level.{SKY_LEVELS[number]}")

    def arc(self, code: str) -> str:
        return self.words(f"skies.arc.{code}")

    def weapon(self, weapon: MiniatureWeapon) -> str:
        """Return the name of a weapon position; for a user's own without words, its name in their file."""
        key = f"skies.weapon.{weapon.name}"
        return self.words(key) if self.words.has(key) else weapon.name

    def skill(self, number: int) -> str:
        return self.words(f"skies.skill.{number}")

    def traits(self, type: MiniatureType) -> str:
        """The traits of an aircraft card, the negative ones too."""
        always = [self.permanent(code) for code in (*(t for t in type.traits if t not in type.cards), *type.negative)]
        return ", ".join([*[self.card(code) for code in type.cards], *always])

    def permanent(self, code: str) -> str:
        """A trait that is no card."""
        return self.words(f"skies.permanent.{code}")

    def permanent_text(self, code: str) -> str:
        return self.words(f"skies.permanent_text.{code}")

    def needs(self, a: MiniatureAircraft) -> list[str]:
        """Return the shortages of an aircraft: rounds, fuel."""
        found = []
        if a.guns:
            empty = a.guns == NO_ROUNDS
            found.append(self.words("skies.roster.no_rounds") if empty else self.words("skies.roster.guns", dice=f"{a.guns:+d}"))
        if a.leaves:
            found.append(self.words("skies.roster.leaves", turn=a.leaves))
        return found

    def signature(self, ace: MiniatureAce) -> str:
        """A named Ace's Signature trait (BRS-084)."""
        return self.words("skies.roster.signature", name=ace.name, test=self.words(f"skies.test.{ace.test}"), dice=ace.dice)
