"""The miniatures dogfight in the terminal: the table as a seat sees it, aircraft, hand, an attack with its dice, the possible orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bob.cli.letters import LetteredScreens
from bob.cli.terminal.miniatures_map import drawn
from bob.core.codec import encode
from bob.core.game import Event
from bob.core.kit import seat_text
from bob.core.ranges import Described, Grid, OneOf, Whole
from bob.core.text import neat, width
from bob.report.plain_view import plain_value
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.data import MiniatureTables, MiniatureWeapon
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.position import NOWHERE, MiniatureAircraft, MiniaturePosition, Volley
from bob.tactical.miniatures.rules import attack, cards, legal, standing
from bob.tactical.miniatures.rules.odds import more
from bob.tactical.miniatures.telling import MiniatureTeller, inches
from bob.tactical.miniatures.view import MiniatureTableView, imagined
from bob.words import Words


class MiniatureScreens(LetteredScreens):
    """The pages of a dogfight of miniatures, for any seat."""

    def __init__(
        self, words: Words, tables: MiniatureTables, title: str, text: str = "", called: Callable[[int], str] | None = None
    ) -> None:
        super().__init__(words, title, text, called)
        self.tables = tables
        self.teller = MiniatureTeller(words, tables, self.aircraft)
        self.view: MiniatureTableView | None = None
        self._thought: MiniaturePosition | None = None

    def said(self, key: str, **values: Any) -> str:
        return self.words(f"skies.page.{key}", **values)

    def look(self, view: MiniatureTableView) -> None:
        super().look(view)
        self.view, self._thought = view, None
        self.types = {a.number: a.type.name for a in view.aircraft}

    @property
    def thought(self) -> MiniaturePosition:
        """A position to think with, of the view that was looked at last."""
        assert self.view is not None
        if self._thought is None:
            self._thought = imagined(self.view, self.tables)
        return self._thought

    # ---- the page

    def head(self, view: MiniatureTableView) -> str:
        turn = self.said("turn", turn=view.turn, turns=view.terms.turns) if view.turn else self.said("set_up")
        return f"{self.title} · {turn} · {self.teller.stage(view.stage)}"

    def page(self, view: MiniatureTableView) -> list[str]:
        self.look(view)
        blocks = ["\n".join(drawn(view, self.letters, width(), self.bare)), self._table(view)]
        blocks += [self.text] if self.text and not view.turn else []
        blocks += self._score(view)
        if view.hand:
            blocks.append(self.said("hand", cards=self.teller.names.cards(view.hand)))
        if view.attack is not None:
            blocks += self._attack(view)
        return [*blocks, *self.forms()]

    def _table(self, view: MiniatureTableView) -> str:
        heads = ("aircraft", "pilot", "at", "heading", "level", "speed", "state")
        rows = []
        for a in view.aircraft:
            if a.out:
                rows.append([self.aircraft(a.number), *["–"] * (len(heads) - 2), self.said(f"out.{a.out}")])
                continue
            placed = a.at != NOWHERE
            where = [self.teller.spot(a.at), f"{a.heading}°"] if placed else ["–", "–"]
            level = self.teller.names.level(a.level)
            rows.append([self.aircraft(a.number), self._pilot(a), *where, level, str(a.speed), ", ".join(self._state(view, a, placed))])
        return neat([self.said(f"column.{head}") for head in heads], rows, limit=width())

    def _pilot(self, a: MiniatureAircraft) -> str:
        names = self.teller.names
        return f"{a.ps} {names.ace(a.ace)}" if a.ace else str(a.ps)

    def _state(self, view: MiniatureTableView, a: MiniatureAircraft, placed: bool) -> Iterator[str]:
        if view.go is not None and view.go.number == a.number:
            yield self.said("active")
        for code in ("zoom", "loaded", "carded", "gifted", "cowed"):
            if getattr(a, code):
                yield self.said(f"flag.{code}")
        yield from self.teller.names.needs(a)
        if a.chits:
            yield self.said("chits", count=a.chits)
        if placed and view.turn:
            position = self.thought
            foes = list(standing.enemies(position, a))
            aiming = [b for b in foes if standing.shot_refusal(position, b, a) is None or standing.bearing(position, b, a)]
            if aiming:
                yield self.said("aimed_at", by=", ".join(self.letters[b.number] for b in aiming))
            tailing = [b for b in foes if standing.holds_tail(position, b, a)]
            if tailing:
                yield self.said("tailed", by=", ".join(self.letters[b.number] for b in tailing))

    def _score(self, view: MiniatureTableView) -> list[str]:
        position, texts = self.thought, []
        for side, seat in enumerate(view.seats):
            for which in standing.squadrons(position, side):
                figures = {"chits": view.chits[side][which], "strength": standing.strength(position, side, which)}
                key = "broken" if view.broken[side][which] else "score"
                texts.append(self.said(key, seat=seat_text(self.words, seat), squadron=self.teller.squadron(which), **figures))
        lines = [" ".join(texts)]
        strike = view.terms.strike
        if strike is not None:
            lines.append(self.said("strike", seat=seat_text(self.words, strike.seat), hits=view.hits, wanted=strike.hits))
        for way in view.terms.exits:
            key = "exit_multis" if way.multis else "exit"
            lines.append(self.said(key, seat=seat_text(self.words, way.seat), edge=self.words(f"skies.edge.{way.edge}")))
        return lines

    def _attack(self, view: MiniatureTableView) -> list[str]:
        """Return the attack under way: attacker, target, dice, and results so far."""
        assert view.attack is not None
        lines = []
        for volley, answering in ((view.attack.volley, False), (view.attack.answer, True)):
            if volley is not None:
                names = {"shooter": self.aircraft(volley.by), "target": self.aircraft(volley.at)}
                lines.append(self.said("answering" if answering else "attacking", **names, dice=self._dice(volley, answering)))
                if volley.faces:
                    lines.append(self.said("thrown", dice=self.teller.dice(volley.faces), dodge=self.teller.dice(volley.dodge)))
        return lines

    # ---- what may be ordered

    def _dice(self, volley: Volley, answering: bool = False) -> str:
        """The dice of a volley and of the dodge, and how likely a hit gets through."""
        position = self.thought
        mine = attack.attack_dice(position, volley, answering)
        his = attack.dodge_dice(position, position.aircraft[volley.by], position.aircraft[volley.at])
        return self._odds(mine, his)

    def _odds(self, mine: int, his: int) -> str:
        return self.said("odds", dice=mine, against=his, share=f"{100 * more(mine, his):.0f} %")

    def order(self, order: Any, seat: str) -> str:
        """An order, with its odds where it has some."""
        view = self.view
        text = self.teller.order(order, seat, self._weapons(view, order) if view is not None else ())
        if view is None or view.go is None or view.seat not in view.seats:
            return text
        if isinstance(order, o.ShootAt):
            return self.words("plain.pair", name=text, value=self._dice(Volley(view.go.number, order.target, guns=True)))
        if isinstance(order, o.Outmanoeuvre):
            position = self.thought
            a, b = position.active, position.aircraft[order.target]
            mine = a.ps + a.type.agility + cards.signature(position, a, "outmanoeuvre")
            mine += self.tables.card(order.card).value if order.card is not None else 0
            his = b.ps + b.type.agility + cards.signature(position, b, "outmanoeuvre")
            return self.words("plain.pair", name=text, value=self._odds(mine, his))
        return text

    def _weapons(self, view: MiniatureTableView, order: Any) -> tuple[MiniatureWeapon, ...]:
        """Return the weapon positions of the aircraft that fires with such an order."""
        if isinstance(order, o.DefendWith) and view.go is not None:
            return view.aircraft[view.go.number].type.weapons
        return view.aircraft[view.attack.volley.at].type.weapons if isinstance(order, o.AnswerFire) and view.attack is not None else ()

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        return [(number, self.teller.event(event)) for number, event in events]

    def value(self, value: Any) -> str:
        return plain_value(encode(value), self.words, MiniatureDogfight.name)

    def forms(self) -> list[str]:
        """Return the notation of the orders that are too many to list."""
        view = self.view
        if view is None or view.seat not in view.owing:
            return []
        found = [self._form(form) for form in legal.choices(self.thought, view.seat).described]
        return [self.said("type"), *[f"   {text}" for text in found]] if found else []

    def _form(self, form: Described) -> str:
        """A described order as it is typed, with its ranges."""
        spans = {field.name: self._span(field.name, field.kind) for field in form.fields}
        choices = {field.name: str(field.kind.choices[0]) for field in form.fields if isinstance(field.kind, OneOf)}
        words = [{"brake": "brake", "turn": "hard"}[choices["burn"]]] if "burn" in choices else []
        if form.code == "move" and "card" in choices:
            words.append("tight")
        elif form.code == "dive" and "card" in choices:
            words.append("great")
        lines = [*(typed(self.words, word) for word in words), self.said(f"form.{form.code}", **spans)]
        lines += [self.said("form.after", after=spans["after"])] if "after" in spans else []
        return " ".join(lines)

    def _span(self, name: str, found: Any) -> str:
        """Return a range in words: inches, degrees to either side, a point."""
        if isinstance(found, Grid):
            return " ".join(self._span("distance", part) for part in (found.x, found.y))
        if not isinstance(found, Whole):
            return ""
        if name in ("turn", "heading"):
            return f"{max(0, found.least)}–{found.most}°"
        return f"{inches(self.words, found.least)}–{inches(self.words, found.most)}"


def typed(words: Words, name: str) -> str:
    """A word as it is typed; the first where there are several."""
    return words(f"skies.typed.{name}").partition("|")[0]


def book(words: Words, game: Any, position: Any, scenario: str) -> MiniatureScreens:
    """The pages of a dogfight by itself."""
    assert isinstance(game, MiniatureDogfight)
    found = game.scenarios.get(scenario)
    if found is None:
        return MiniatureScreens(words, game.tables, words("skies.scenario.random"))
    return MiniatureScreens(words, game.tables, words.of(found.name, scenario), words.of(found.text, ""))
