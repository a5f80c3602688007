"""Flights made by hand, and a sky in which tests fly them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bob.core.dice import ScriptedDice
from bob.core.errors import Refused
from bob.core.game import Event
from bob.core.resources import data_folder
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import ALTITUDES
from bob.tactical.cards.flight import (
    FlightAirman,
    FlightEdition,
    FlightEffects,
    FlightElement,
    FlightFormation,
    FlightSide,
    FlightTarget,
    FlightTerms,
)
from bob.tactical.cards.orders import PASS
from bob.tactical.cards.position import NOBODY, Craft
from bob.tactical.cards_classic import steps
from bob.tactical.cards_classic.data import (
    CLASSIC_DECK,
    CLASSIC_DISPLAY,
    ClassicTables,
    load_classic_aircraft,
    load_classic_deck,
    load_display,
)
from bob.tactical.cards_classic.execution import FlightRun
from bob.tactical.cards_classic.game import FlightGame
from bob.tactical.cards_classic.position import ACTIONS, FIGHT, OVER_TARGET, OVERHEAD, FlightPosition, Sortie

FOLDER = data_folder("tables") / "cards"
DECK = load_classic_deck(FOLDER / CLASSIC_DECK)
AIRCRAFT = load_classic_aircraft(FOLDER / "classic_regression.toml")
DISPLAY = load_display(FOLDER / CLASSIC_DISPLAY)
TABLES = ClassicTables(DECK, AIRCRAFT, DISPLAY)
RAIL = FlightTarget("rail_complex", area_flak=1, target_flak=3, hit=1, direct=3, vital=5)
SHIP = FlightTarget("destroyer", naval=True, target_flak=2, hit=2, direct=4, vital=6)


def with_card(code: str, **changes: Any) -> ClassicTables:
    """The tables with one aircraft card changed: `front=dict(...)`, `back=dict(...)`, or fields of the card."""
    card = AIRCRAFT[code]
    sides = {side: replace(getattr(card, side), **changes.pop(side)) for side in ("front", "back") if side in changes}
    return ClassicTables(DECK, {**AIRCRAFT, code: replace(card, **sides, **changes)}, DISPLAY)


@dataclass(frozen=True)
class El:
    """An Element: its card, the Leader's hand, and what a flight hands over."""

    aircraft: str
    hand: str = ""
    wingman: bool = False
    load: str = ""
    altitude: str | None = "medium"
    skills: str = ""

    def flown(self, unit: str) -> FlightElement:
        pilot = FlightAirman("ace", tuple(self.skills.split())) if self.skills else None
        return FlightElement(unit, self.aircraft, self.wingman, self.load, self.altitude, pilot)


@dataclass(frozen=True)
class Fo:
    """A Formation: its cards, and the skills of each crew."""

    aircraft: str
    load: str = "bombs"
    altitude: str | None = "medium"
    crews: tuple[str, ...] = ()

    def flown(self, unit: str) -> FlightFormation:
        crews = tuple(FlightAirman(f"crew{i}", tuple(skills.split())) if skills else None for i, skills in enumerate(self.crews))
        return FlightFormation(unit, tuple(self.aircraft.split()), self.load, self.altitude, crews)


def terms_of(axis: Sequence[El | Fo], allied: Sequence[El | Fo], **terms: Any) -> FlightTerms:
    sides = []
    for side, flown in (("axis", axis), ("allied", allied)):
        elements = tuple(e.flown(f"{side}{i}") for i, e in enumerate(flown) if isinstance(e, El))
        formations = tuple(e.flown(f"{side}{i}") for i, e in enumerate(flown) if isinstance(e, Fo))
        sides.append(FlightSide(side, side, elements, formations))
    edition = {name: terms.pop(name) for name in list(terms) if name in FlightEdition.__dataclass_fields__}
    effects = {name: terms.pop(name) for name in list(terms) if name in FlightEffects.__dataclass_fields__}
    given: dict[str, Any] = {"structure": "fixed", "turns": 6, "first": "axis"}
    if terms.get("target") is not None:
        given = {"structure": "phased", "bombing": "axis", "target_bound": 2, "home_bound": 7, "first": "axis"}
    return FlightTerms((sides[0], sides[1]), edition=FlightEdition(**edition), effects=FlightEffects(**effects), **{**given, **terms})


class Sky:
    """A flight being flown; the seat that owes the decision gives the orders. Aircraft are numbered side by side, Elements first, each
    Leader before his Wingman."""

    def __init__(
        self, axis: Sequence[El | Fo], allied: Sequence[El | Fo], tables: ClassicTables = TABLES, faces: Sequence[int] = (), **terms: Any
    ) -> None:
        self.game = FlightGame(tables, {})
        self.dice = ScriptedDice(list(faces) or [1] * 3000)
        made = terms_of(axis, allied, **terms)
        self.position, self.events = self.game.setup_terms(made, self.dice)
        self._hands: dict[int, str] = {}
        number = 0
        for flown in (axis, allied):
            for e in sorted(flown, key=lambda e: isinstance(e, Fo)):
                if isinstance(e, El):
                    self._hands[number] = e.hand
                    number += 1 + e.wingman
                else:
                    number += len(e.aircraft.split())

    def at(self, step: str = ACTIONS, active: int = 0, leg: str = FIGHT, turn: int = 2, outside: Sequence[int] = ()) -> Sky:
        """Put the flight where a test wants it: that step of that aircraft's turn, hands as they were given, all over the target in the
        turns over it but for those `outside`."""
        position = self.position
        position.pending = position.exchange = position.assault = position.passage = None
        position.edges, position.attacked, position.angle = (), False, ""
        position.discard += position.played
        position.played.clear()
        position.begun, position.leg, position.leg_turn, position.leg_turns, position.turn = True, leg, 1, 1, turn
        position.phase, position.active = step, active
        position.first = position.party = 0
        for craft in position.crafts:
            craft.acted = False
            craft.bursts_used = craft.gunner_used = 0
            sortie = position.sorties[craft.number]
            sortie.aimed = ""
            if leg in OVER_TARGET:
                sortie.zone = "outside" if craft.number in outside else OVERHEAD
                sortie.overflew = sortie.zone == OVERHEAD
            self.hand(craft.number, "")
        for number, cards in self._hands.items():
            self.hand(number, cards)
        if active != NOBODY:
            craft = position.crafts[active]
            position.party = craft.party
            for member in position.element(craft):
                member.acted = True
        self.go_on()
        return self

    def go_on(self) -> None:
        run = FlightRun(self.position, self.dice)
        steps.proceed(run, self.game.tables)
        self.events += run.events
        self.game.invariants(self.position)

    # ---- cards

    def _face(self, wanted: str) -> str:
        """A face of the pile or the discards: a kind, or `*` for any that does nothing in the Flak, and if wanted what it says:
        `tight_turn/direct`, `/s` strafing hit, `/b` blue."""
        kind, *says = wanted.split("/")
        for pile in (self.position.pile, self.position.discard):
            for code in pile:
                face = DECK.faces[code]
                if (face.card.code == kind or (kind == "*" and not face.card.shoots and not face.card.spoils)) and all(
                    _says(face, what) for what in says
                ):
                    pile.remove(code)
                    return code
        raise LookupError(wanted)

    def hand(self, number: int, cards: str) -> None:
        """Give an aircraft that hand; what it had goes under the pile."""
        craft = self.position.crafts[number]
        self.position.pile[:0] = craft.hand
        craft.hand = tuple(self._face(card) for card in cards.split())

    def stack(self, cards: str) -> None:
        """Put cards on top of the pile, the first to be drawn first."""
        top = [self._face(card) for card in cards.split()]
        self.position.pile.extend(reversed(top))

    # ---- play

    def __getitem__(self, number: int) -> Craft:
        return self.position.crafts[number]

    def sortie(self, number: int) -> Sortie:
        return self.position.sorties[number]

    @property
    def seat(self) -> str:
        return self.position.owing[0]

    def legal(self, *kinds: type) -> list[Any]:
        """The legal orders of the seat that owes a decision, all or of some kinds."""
        return [order for order in self.game.choices(self.position, self.seat).listed if not kinds or isinstance(order, kinds)]

    def do(self, *orders: Any) -> list[Event]:
        """Play orders one after another, whoever owes; the events of all of them."""
        lines: list[Event] = []
        for order in orders:
            self.game.check(self.position, self.seat, order)
            lines += self.game.apply(self.position, self.seat, order, self.dice)
            self.game.invariants(self.position)
        self.events += lines
        return lines

    def let_pass(self) -> list[Event]:
        """Nobody answers any more."""
        lines: list[Event] = []
        while self.position.owing and (self.position.exchange is not None or self.position.pending is not None):
            lines += self.do(PASS)
        return lines

    def to(self, step: str) -> Sky:
        """Fly on with nobody doing anything until that step."""
        while self.position.phase != step:
            self.do(self.legal(o.Act, o.Stay, o.EndPhase, o.NoAnswer)[0])
        return self

    def refused(self, order: Any, rule: str) -> None:
        """The order is refused by that rule."""
        with pytest.raises(Refused) as found:
            self.game.check(self.position, self.seat, order)
        assert found.value.rule == rule, (found.value.key, found.value.rule)

    def behind(self, one: int, other: int, level: int = 1) -> None:
        """Make one Advantaged (1) or Tailing (2) on the other."""
        self.position.relate(one, other, level)

    def height(self, number: int) -> str:
        return ALTITUDES[self[number].altitude]

    def points(self) -> int:
        return sum(found.points for found in self.position.scored)


def _says(face: Any, what: str) -> bool:
    return {"s": face.strafing, "-": not face.strafing, "b": face.blue, "p": not face.blue}.get(what, face.bombing == what)


def describe(events: Sequence[Event], code: str) -> list[dict[str, Any]]:
    """What the events of a code say."""
    return [dict(event.data) for event in events if event.code == code]


def kinds_of(position: FlightPosition, number: int) -> list[str]:
    """The hand of an aircraft by kinds."""
    return [face.partition(".")[0] for face in position.crafts[number].hand]
