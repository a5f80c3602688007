"""The drawing tools of the card table: tones, fonts, mixed colours, and the names of its things."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from bob.chart.tones import Look
from bob.core.kit import seat_text
from bob.day.telling.situation import behind_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import fitted
from bob.desk.session.screen_game import ScreenGame
from bob.tactical.cards import CardDogfight
from bob.tactical.cards.data import ActionCard, CardTables
from bob.tactical.cards.telling import IN_DAY, CardTeller
from bob.tactical.cards.view import CardTableView, SeenCraft
from bob.tactical.models import model_name, place
from bob.words import Words


class Pens:
    """Tones and words of the moment for a table of cards."""

    def __init__(
        self, settings: Settings, tables: CardTables, models: tuple[str | None, ...] = (), scale: int = 1, *, in_day: bool = False
    ) -> None:
        """`models` are the units of the aircraft by their numbers inside a day, each standing for `scale`."""
        self.seats = IN_DAY if in_day else {}
        self.settings, self.tables, self.models, self.scale = settings, tables, models, scale
        self.table: ScreenGame | None = None
        self.look: Look = theme.look(settings)
        self.words: Words = settings.words
        self.teller = CardTeller(settings.words, tables, seats=self.seats)

    @classmethod
    def of(cls, settings: Settings, table: ScreenGame) -> Pens:
        """Those for a game that is played by cards."""
        assert isinstance(table.game, CardDogfight)
        found = cls(settings, table.game.tables, table.models, table.scale, in_day=table.in_day)
        found.table = table
        return found

    # ---- what a card says; another edition says it in its own way

    def effect(self, card: ActionCard) -> str:
        """Return the effect of the card as an action."""
        if card.fuel_tank:
            return self.words("desk_cards.effect.fuel_tank")
        return self.words(f"desk_cards.effect.{card.action}", hits=card.hits)

    def answers(self, card: ActionCard) -> str:
        """Return the cards that this card answers."""
        if "any" in card.react_to:
            return self.words("desk_cards.face.any")
        return ", ".join(sorted(self.teller.answered(key) for key in card.react_to))

    def foot(self, card: ActionCard) -> str:
        """Return the line at the foot of the card, with the cards that it answers."""
        return self.words("desk_cards.face.answers", what=self.answers(card)) if card.react_to else ""

    def symbol(self, card: ActionCard) -> str:
        """Return the symbol printed on the card; this edition has none."""
        return ""

    def uses(self, card: ActionCard) -> list[str]:
        """Describe the uses of a card beside its effect, a line each."""
        words = self.words
        found = [words("desk_cards.face.manoeuvre", steps=card.manoeuvre) if card.manoeuvre else words("desk_cards.face.no_manoeuvre")]
        if card.manoeuvre:
            found.append(f"({words('desk_cards.explain.card_manoeuvre')})")
        found.append(self.foot(card))
        if card.bomber.usable:
            less, plus = card.bomber.less, card.bomber.plus
            found.append(words("desk_cards.face.bomber", shot=card.bomber.shot or 0, less=less, plus=plus))
        return found

    def seat(self, seat: str) -> str:
        """The name of a seat or a side."""
        return seat_text(self.words, self.seats.get(seat, seat))

    def side(self, side: str, parties: tuple[str, ...] = ()) -> QColor:
        """The tone of a side."""
        chart = self.look.chart
        usual = {"allied": chart.slate, "axis": chart.luftwaffe}
        if side in usual:
            return QColor(usual[side])
        return QColor((chart.slate, chart.luftwaffe, chart.brass_ink)[parties.index(side) % 3 if side in parties else 0])

    def names(self, view: CardTableView) -> dict[int, str]:
        """The aircraft by their numbers: own ones of a day by their units, the others by their types."""
        names = names_of(view, self.tables)
        return {number: model_name(self.words, self.models, number) or name for number, name in names.items()}

    def notes(self, view: CardTableView, number: int) -> tuple[str, ...]:
        """Return further facts of an aircraft inside a day, in short lines: its type, place in the unit, and number of aircraft
        represented."""
        models, words = self.models, self.words
        lines = []
        if number < len(models) and models[number] is not None:
            name = self.tables.aircraft[view.aircraft[number].type].name
            which, count = place(models, number)
            lines.append(words("desk_fights.model_of", aircraft=name, number=which, count=count) if count > 1 else name)
        if self.table is not None and self.scale > 1:
            lines.append(behind_text(words, *self.table.behind(number)))
        return tuple(lines)

    def named(self, view: CardTableView | None) -> CardTeller:
        """A teller that knows the aircraft of the table."""
        names = self.names(view) if view is not None else {}
        return CardTeller(self.words, self.tables, lambda number: names.get(number, str(number + 1)), self.seats)

    def text(self, painter: QPainter, box: QRectF, flags: int, text: str, pixels: float, tone: QColor | str, bold: bool = False) -> None:
        """A text in a box, smaller if it must be."""
        fitted(painter, box, flags, text, pixels, tone, bold)


def names_of(view: CardTableView, tables: CardTables) -> dict[int, str]:
    """The aircraft by their numbers: the type, and a number where there are several of it."""
    many = Counter(a.type for a in view.aircraft)
    count: Counter[str] = Counter()
    names = {}
    for aircraft in view.aircraft:
        count[aircraft.type] += 1
        name = tables.aircraft[aircraft.type].name
        names[aircraft.number] = f"{name} ({count[aircraft.type]})" if many[aircraft.type] > 1 else name
    return names


def decides(view: CardTableView) -> int:
    """The aircraft that a decision is owed for: it answers, follows, or has its turn; -1 for none."""
    if view.chain is not None:
        return view.chain.to
    return view.following[0] if view.following else view.active


def own(view: CardTableView) -> list[SeenCraft]:
    """The aircraft whose hands the seat sees, that which decides first; of all hands only those that the moment is about."""
    first = decides(view)
    found = [a for a in view.aircraft if a.cards is not None and not a.out and (not a.bomber or a.cards)]
    if len({a.seat for a in found}) > 1:
        chain = view.chain
        about = {first} | ({chain.actor, chain.target} if chain is not None else set())
        about |= {a.holds for a in found if a.number in about} | {a.number for a in found if a.holds in about}
        found = [a for a in found if a.number in about] or [a for a in found if a.seat in view.owing]
    return sorted(found, key=lambda a: (a.number != first, a.number))
