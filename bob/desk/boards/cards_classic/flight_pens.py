"""The shared tools of the drawings of a flight: names of its aircraft, their cards, their groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bob.day.telling.situation import behind_text
from bob.desk.base.settings import Settings
from bob.desk.boards.cards.pens import Pens
from bob.desk.boards.cards.planes import Plane, bursts_text
from bob.desk.session.own_game import OwnGame
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.flight_consequences import USUAL, FlightConsequences
from bob.staff.advice.fights.flight_figures import figures_of, is_wingman
from bob.staff.advice.fights.flight_orders import FlightLines
from bob.tactical.cards.data import ActionCard, shipped
from bob.tactical.cards.flight import FlightEdition
from bob.tactical.cards.telling import IN_DAY, CardTeller
from bob.tactical.cards_classic.data import FORMED, ClassicCard, ClassicTables
from bob.tactical.cards_classic.execution import kind_of
from bob.tactical.cards_classic.game import FlightGame
from bob.tactical.cards_classic.telling import FlightTeller, aircraft_name, names_seen
from bob.tactical.cards_classic.view import FlightView, SeenSortie
from bob.tactical.models import model_name

FOLDED = ("attack", "change_altitude", "climb", "follow", "gain_edge", "manoeuvre")
"""The orders that may be one line with others that differ only in their cards."""
DECISIONS = ("target", "aircraft", "actor")


@dataclass(frozen=True, slots=True)
class SkyGroup:
    """Aircraft drawn together: a Leader with a Wingman, a single one, or a formation."""

    members: tuple[SeenSortie, ...]
    formed: bool


class _ClassicCards(CardTeller):
    """Calls cards as the classic edition does, for drawings that both editions share."""

    __slots__ = ()

    def card(self, code: str) -> str:
        key = f"flight.card.{kind_of(code)}"
        return self.words(key) if self.words.has(key) else super().card(code)


class _ClassicPens(Pens):
    """Draws cards and their words by the classic edition."""

    def __init__(self, settings: Settings, tables: ClassicTables) -> None:
        super().__init__(settings, shipped())
        self.classic = tables
        self.teller = _ClassicCards(self.words, self.tables)

    def effect(self, card: ActionCard) -> str:
        return self.words(f"desk_flight.effect.{card.title}", hits=card.hits)

    def foot(self, card: ActionCard) -> str:
        return super().foot(card) or self.words("desk_cards.answered_by", cards=self._answered_by(card, whole=False))

    def symbol(self, card: ActionCard) -> str:
        return self.words("desk_flight.spoils") if isinstance(card, ClassicCard) and card.spoils else ""

    def uses(self, card: ActionCard) -> list[str]:
        found = [self.words(f"desk_flight.told.{card.title}"), super().foot(card)]
        if by := self._answered_by(card, whole=True):
            found.append(self.words("desk_cards.answered_by", cards=by))
        return [*found, self.words("desk_flight.spoils_told") if self.symbol(card) else ""]

    def _answered_by(self, card: ActionCard, *, whole: bool) -> str:
        """Return the titles that answer a card; with `whole` also those that answer any."""
        known = self.classic.deck.cards.values()
        titles = {other.title for other in known if card.title in other.react_to or (whole and "any" in other.react_to)}
        return ", ".join(sorted(map(self.teller.answered, titles)))


class FlightPens:
    """Tones and words of the moment for a flight."""

    def __init__(self, settings: Settings, table: ScreenGame) -> None:
        tables = getattr(table.game, "tables", None)
        assert isinstance(tables, ClassicTables)
        self.settings, self.words, self.tables, self.table = settings, settings.words, tables, table
        self.plain = _ClassicPens(settings, tables)
        self.look = self.plain.look

    def teller(self, view: FlightView | None) -> FlightTeller:
        """Return the describer of orders and events; aircraft are named by type and number."""
        seen = names_seen(view, self.words, self.tables) if view is not None else []
        names = [model_name(self.words, self.table.models, number) or name for number, name in enumerate(seen)]
        return FlightTeller(
            self.words,
            self.tables,
            name=lambda number: names[number] if 0 <= number < len(names) else str(number + 1),
            target=self.target,
            seats=IN_DAY if self.table.in_day else {},
        )

    @property
    def edition(self) -> FlightEdition:
        """Return the edition that the flight is played by, as far as it is known here."""
        if isinstance(self.table, OwnGame) and isinstance(self.table.game, FlightGame):
            header = self.table.match.header
            return self.table.game.terms(header.scenario, header.options).edition
        return USUAL

    def lines(self, view: FlightView, listed: Sequence[Any]) -> FlightLines:
        """Return the describer of the decision."""
        teller = self.teller(view)
        return FlightLines(view, self.words, teller, FlightConsequences(view, self.words, teller, self.tables, self.edition), listed)

    def target(self, code: str) -> str:
        """Return the name of a target: the campaign's, or the game's own."""
        return self.table.target_named(code) or FlightTeller(self.words, self.tables).target(code)

    def plane(self, seen: SeenSortie, name: str) -> Plane:
        """An aircraft's card."""
        words = self.words
        notes = [] if seen.airman is None else [self.airman(seen)]
        if seen.load:
            notes.append(words(f"flight.load.{seen.load}"))
        models, number = self.table.models, seen.number
        if number < len(models) and models[number] is not None:
            notes.append(aircraft_name(self.tables, seen.type))
        if self.table.scale > 1:
            notes.append(behind_text(words, *self.table.behind(number)))
        if seen.zone and not (is_wingman(seen) and seen.leader >= 0):  # a Wingman has the Leader's zone
            notes.append(words(f"desk_flight.zone.{seen.zone}"))
        marks = []
        if seen.bombed:
            marks.append(words("desk_flight.bombed"))
        if seen.ratings.bursts and seen.bursts_used:
            marks.append(bursts_text(words, seen.bursts_used, seen.ratings.bursts))
        return Plane(
            seen.type, name, seen.side, seen.ratings, seen.damaged, seen.hits, seen.kind in FORMED, tuple(notes), " ".join(marks),
            seen.hand if seen.hand else -1, figures=figures_of(seen, self.tables.aircraft),
        )  # fmt: skip

    def airman(self, seen: SeenSortie) -> str:
        """Return a Skilled Pilot or Crew with skills."""
        name = self.table.airman_named(seen.airman or "")
        return f"{name} [{' '.join(seen.skills)}]" if seen.skills else name


def groups_of(aircraft: Iterable[SeenSortie]) -> list[SkyGroup]:
    """Return the groups drawn together, in the order of the numbers."""
    found: list[SkyGroup] = []
    there = list(aircraft)
    done: set[int] = set()
    for seen in there:
        if seen.number in done:
            continue
        if seen.formed:
            members = [other for other in there if other.formed and other.formation == seen.formation and other.side == seen.side]
        else:
            members = [seen, *(other for other in there if other.number == seen.wingman and not other.formed)]
        done |= {member.number for member in members}
        found.append(SkyGroup(tuple(members), seen.formed))
    return found


def aircraft_in(order: Any) -> tuple[int, ...]:
    """The aircraft that an order names."""
    found = [getattr(order, name, None) for name in DECISIONS]
    return tuple([number for number in found if isinstance(number, int)])


def kinds_in(order: Any) -> tuple[str, ...]:
    """The kinds of card that an order plays or pays with."""
    found = [getattr(order, name, None) for name in ("card", "pay")]
    return (*(card for card in found if card is not None), *getattr(order, "cards", ()))


def family_in(order: Any) -> tuple[str, int] | None:
    """Return the key shared by orders that differ only in their cards."""
    return (order.code, getattr(order, "target", -1)) if order.code in FOLDED else None
