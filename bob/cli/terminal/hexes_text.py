"""The hex dogfight in the terminal: the sheet as a seat sees it, the aircraft, the hand, a shot with its dice, and the possible orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from bob.cli.letters import LetteredScreens
from bob.cli.terminal.hexes_map import drawn
from bob.core.codec import encode
from bob.core.game import Event
from bob.core.kit import seat_text
from bob.core.text import neat, width
from bob.report.plain_view import plain_value
from bob.tactical.hexes import hints
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.data import HexTables
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.position import DODGE, NOBODY
from bob.tactical.hexes.rules.courses import Way
from bob.tactical.hexes.rules.gunnery import Reason
from bob.tactical.hexes.telling import HexTeller
from bob.tactical.hexes.view import HexTableView, SeenAircraft, SeenShot
from bob.words import Words

STEPS = (o.Advance, o.Rotate, o.Manoeuvre)
GROUPS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("activate", (o.Activate,)),
    ("fire", (o.Fire, o.Strafe, o.Bomb, o.Counter)),
    ("steps", (*STEPS, o.ForceThrough)),
    ("dodge", (o.Dodge, o.Help, o.Cancel)),
    ("formation", (o.Join, o.Leave)),
    ("cards", (o.PlayCard, o.ShiftCloud, o.Reroll, o.Choose, o.Offer, o.Swap)),
    ("place", (o.SetUp, o.PlaceCloud)),
    ("rest", (o.End, o.Pass)),
)
"""The groups of the possible orders, in this order."""


class HexScreens(LetteredScreens):
    """The pages of a dogfight by hexes, for any seat."""

    scored: ClassVar[bool] = True
    """True when points are counted and shown."""

    def __init__(self, words: Words, tables: HexTables, title: str, text: str = "", called: Callable[[int], str] | None = None) -> None:
        super().__init__(words, title, text, called)
        self.tables = tables
        self.teller = HexTeller(words, tables, self.aircraft)
        self.view: HexTableView | None = None

    def said(self, key: str, **values: Any) -> str:
        return self.words(f"hexes.page.{key}", **values)

    def look(self, view: HexTableView) -> None:
        super().look(view)
        self.view = view
        self.types = {a.number: a.dash.name for a in view.aircraft}

    # ---- the page

    def head(self, view: HexTableView) -> str:
        turn = self.said("turn", turn=view.turn, turns=view.terms.turns) if view.turn else self.said("set_up")
        return f"{self.title} · {turn} · {self.teller.stage(view.stage)}"

    def page(self, view: HexTableView) -> list[str]:
        self.look(view)
        blocks = ["\n".join(drawn(view, self.letters, width(), self.bare)), self._table(view)]
        if self.scored:
            blocks += self._aims(view) if view.turn <= 1 else []
            score = [f"{seat_text(self.words, side)} {points}" for side, points in zip(view.sides, view.score, strict=True)]
            blocks.append(self.said("score", score=", ".join(score)))
        if view.terms.wind is not None:
            blocks.append(self.said("wind", to=self.teller.facing(view.terms.wind.to), force=view.terms.wind.force))
        if view.hand:
            cards = " · ".join(f"{self.teller.card(code)} ({self.teller.timing(code)})" for code in view.hand)
            blocks.append(self.said("hand", cards=cards))
        if view.shots:
            blocks += self._shot(view, view.shots[-1])
        return blocks

    def _aims(self, view: HexTableView) -> list[str]:
        """Return the aim of the mission, and the sources of points besides aircraft shot down."""
        found = [self.text] if self.text else []
        for aim in view.terms.aims:
            of = self.said(f"of.{aim.of}")
            where = self.words(f"hexes.edge.{aim.edge}") if aim.edge != "any" else ""
            what = {"exit": "aim_exit_by" if where else "aim_exit"}.get(aim.kind, f"aim_{aim.kind}")
            found.append(self.said(what, side=seat_text(self.words, aim.side), of=of, edge=where, points=f"{aim.points:+}"))
        return found

    def _table(self, view: HexTableView) -> str:
        terms = view.terms
        heads = ["aircraft", "hex", "facing", "speed", "structure", *(["level"] * terms.altimeter), *(["fuel"] * terms.fuel), "state"]
        rows = []
        for a in view.aircraft:
            if a.out:
                rows.append([self.aircraft(a.number), *["–"] * (len(heads) - 2), self.said(f"out.{a.out}")])
                continue
            figures = [self.teller.facing(a.facing), f"{a.speed}/{a.dash.speed}", str(a.structure)]
            figures += [str(a.level)] * terms.altimeter + [str(a.fuel)] * terms.fuel
            rows.append([self.aircraft(a.number), a.at.label if a.at.q >= 0 else "–", *figures, self._state(view, a)])
        return neat([self.said(f"column.{head}") for head in heads], rows, limit=width())

    def _state(self, view: HexTableView, a: SeenAircraft) -> str:
        said = []
        if view.go is not None and a.number in view.go.active:
            said.append(self.said("active"))
        if a.leader:
            said.append(self.teller.leader(a.leader))
        if a.wingman_of != NOBODY:
            said.append(self.said("wingman", leader=self.letters.get(a.wingman_of, "?")))
        if a.formation != NOBODY:
            said.append(self.said("formation", number=a.formation + 1))
        if a.at in view.clouds:
            said.append(self.said("in_cloud"))
        if a.fired:
            said.append(self.said("fired"))
        if a.bombs:
            said.append(self.said("bombs", count=a.bombs))
        said += [f"{self.teller.marker(name)} {count}" for name, count in (("overheat", a.overheat), ("shocked", a.shocked)) if count]
        said += [self.teller.marker(code) for code in a.criticals]
        if a.unseen:
            said.append(self.said("unseen", count=a.unseen))
        return ", ".join(said)

    # ---- a shot

    def _shot(self, view: HexTableView, shot: SeenShot) -> list[str]:
        lines = [
            self.said("shot", shooter=self.aircraft(shot.shooter), target=self.aircraft(shot.target)),
            self.said("attack", dice=self.reasons(shot.attack_reasons)),
        ]
        if shot.attack:
            faces = ", ".join(self.words(f"hexes.face.{face}") for face in shot.attack)
            lines.append(self.said("rolled", faces=faces, criticals=shot.criticals, damages=shot.damages))
        if shot.dodge_reasons:
            lines.append(self.said("dodge", dice=self.reasons(shot.dodge_reasons)))
        if shot.dodge:
            lines.append(self.said("dodged", faces=", ".join(self.words(f"hexes.face.{face}") for face in shot.dodge)))
        return lines

    def reasons(self, reasons: Sequence[Reason]) -> str:
        """Dice and why: the sum, then each reason."""
        total = sum(reason.dice for reason in reasons)
        return f"{total} ({', '.join(f'{self.teller.reason(r.code)} {r.dice:+}' for r in reasons)})"

    # ---- what may be ordered

    def order(self, order: Any, seat: str) -> str:
        """An order, with its odds where it has some."""
        text = self.teller.order(order, seat)
        view = self.view
        if view is None or view.seat not in view.seats:
            return text
        if isinstance(order, o.Fire) and view.go is not None and view.go.active:
            found = hints.prospect(view, self.tables, view.go.active[0], order.target, order.arc)
            attack, dodge = (sum(r.dice for r in reasons) for reasons in (found.attack, found.dodge))
            return self.words.label(text, self.said("odds", attack=max(1, attack), dodge=dodge, hit=_share(1 - found.lost[0])))
        if isinstance(order, o.Dodge) and view.stage == DODGE and view.shots and not view.shots[-1].collision:
            chances = hints.dodge_chances(view, self.tables, order.speed)
            left = view.aircraft[view.shots[-1].target].structure
            return self.words.label(text, self.said("dodge_odds", safe=_share(chances[0]), lost=_share(sum(chances[left:]))))
        return text

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        return [(number, self.teller.event(event)) for number, event in events]

    def value(self, value: Any) -> str:
        return plain_value(encode(value), self.words, HexDogfight.name)

    def grouped(self, listed: Sequence[Any], lines: Sequence[str]) -> list[tuple[str, list[str]]]:
        """The lines of the orders under the heads of their groups."""
        found = []
        for name, kinds in GROUPS:
            mine = [line for order, line in zip(listed, lines, strict=True) if isinstance(order, kinds)]
            if mine:
                found.append((self.said("head", group=self.said(f"group.{name}")), mine))
        return found

    def way(self, way: Way) -> str:
        """Return the end of a course, the movement left, and its notation."""
        path = " ".join(typed(self.words, order) for order in way.orders)
        view = self.view
        level = self.said("at_level", level=way.level) if view is not None and view.terms.altimeter else ""
        return self.said("way", at=way.at[0].label, facing=self.teller.facing(way.facing), level=level, speed=way.speed, path=path)


def typed(words: Words, order: Any) -> str:
    """A step as it is typed: ahead, left+1, wep-ahead, turn-left, zoom3."""
    if isinstance(order, o.Rotate):
        return words(f"hexes.typed.turn_{order.way}") + (f"/{order.pivot}" if order.pivot >= 0 else "")
    if isinstance(order, o.Manoeuvre):
        return words(f"hexes.typed.{order.kind}") + (str(order.levels) if order.levels else "")
    by = "" if order.by == "pay" else words(f"hexes.typed.{order.by}") + "-"
    return f"{by}{words(f'hexes.typed.{order.way}')}{f'{order.climb:+}' if order.climb else ''}"


def _share(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def book(words: Words, game: Any, position: Any, scenario: str) -> HexScreens:
    """The pages of a dogfight by itself."""
    assert isinstance(game, HexDogfight)
    mission = game.missions.get(scenario)
    title = words(f"hexes.mission.{scenario}") if words.has(f"hexes.mission.{scenario}") else scenario
    if mission is None:
        return HexScreens(words, game.tables, title)
    return HexScreens(words, game.tables, words.of(mission.name, title), words.of(mission.text, ""))
