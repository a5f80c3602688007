"""A land campaign in the terminal: the mission in hand, what flies in it, the Log Sheet, the pilots, and the flight while it is flown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from bob.campaigns.land.game import AirWar
from bob.campaigns.land.kit import KIT
from bob.campaigns.land.orders import OWN, SetAltitude, SetCrew, SetLoad
from bob.campaigns.land.position import RESOURCE, AirWarPosition, FlownMission
from bob.campaigns.land.telling import AirWarTeller
from bob.campaigns.land.view import AirWarView, SeenGroup
from bob.campaigns.sides import SIDES
from bob.cli.terminal.cards_classic_text import FlightBook
from bob.core.codec import encode
from bob.core.game import Event
from bob.core.kit import seat_text
from bob.core.text import neat
from bob.report.plain_view import plain_value
from bob.staff.advice.campaigns.land_stakes import awards_text, success_text
from bob.words import Words


class AirWarBook:
    """The pages of a land campaign."""

    def __init__(self, words: Words, game: Any, scenario: str) -> None:
        assert isinstance(game, AirWar)
        teller = KIT.teller(words, game, scenario)
        assert isinstance(teller, AirWarTeller)
        self.words, self.game, self.teller = words, game, teller
        self.view: AirWarView | None = None
        self.flights = FlightBook(words, teller.flights)

    def look(self, view: AirWarView) -> None:
        self.view = view
        self.teller.look(view)
        self.flights.look(view.flight)

    def order(self, order: Any, seat: str) -> str:
        """An order; those of a plan with the aircraft of their group."""
        if not isinstance(order, OWN):
            return self.flights.order(order, seat)
        text = self.teller.order(order, seat)
        if isinstance(order, SetAltitude | SetLoad | SetCrew) and self.view is not None:
            group = next((g for g in self.view.groups if g.number == order.group), None)
            if group is not None:
                return self.words("play.air_war.of_group", order=text, aircraft=self.teller.aircraft(group.aircraft))
        return text

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        return [(number, self.teller.event(event)) for number, event in events]

    def value(self, value: Any) -> str:
        return plain_value(encode(value), self.words, "air_war")

    def head(self, view: AirWarView) -> str:
        axis, allied = (dict(view.totals)[side] for side in SIDES)
        return self.words(
            "play.air_war.head",
            campaign=self.teller.campaign(),
            period=self.teller.period(view.period),
            mission=view.mission,
            missions=view.missions,
            phase=self.words(f"air_war.phase.{view.phase}"),
            axis=axis,
            allied=allied,
        )

    def page(self, view: AirWarView) -> list[str]:
        """The mission in hand; then the flight while it is flown, the Log Sheet and the pilots while not."""
        if view.flight is not None:
            return [self._name(view), *self._flight(view)]
        return [*self._mission(view), *self._log(view), *self._pilots(view)]

    # ---- the mission

    def _name(self, view: AirWarView) -> str:
        return self.words("play.air_war.mission", target=self.teller.target(view.target), side=seat_text(self.words, view.bombing))

    def _mission(self, view: AirWarView) -> list[str]:
        words, teller = self.words, self.teller
        if not view.target:
            return []
        entry = teller.data.target_of(view.target)
        lines = [self._name(view)]
        if entry.brief:
            lines.append(words.of(entry.brief))
        if entry.sheet is not None:
            card = teller.tables.targets[entry.sheet]
            levels = ", ".join(
                words("play.air_war.level", level=words.of(level.name), least=level.least, vp=level.vp) for level in card.levels
            )
            lines.append(words("play.air_war.flak", area=card.area_flak, target=card.target_flak, damage=view.damage))
            lines.append(words("play.air_war.levels", levels=levels))
        flown = [group.aircraft for group in view.groups] or [f.aircraft for f in (*entry.attackers, *entry.defenders)]
        stakes = (success_text(teller, entry), awards_text(teller, teller.tables.awards, flown))
        lines += [line for line in stakes if line]
        if view.phase == RESOURCE:
            for side, flyers in (("attackers", entry.attackers), ("defenders", entry.defenders)):
                forces = ", ".join(teller.force(f.aircraft, f.count, f.wingmen) for f in flyers)
                if forces:
                    lines.append(words(f"play.air_war.{side}", forces=forces, altitude=words(f"air_war.altitude.{entry.altitude}")))
        if view.turns:
            out, *home = view.turns
            lines.append(words("play.air_war.turns_phased", out=out, home=home[0]) if home else words("play.air_war.turns", turns=out))
        for side, number in view.picks:
            lines.append(words("play.air_war.resource", side=seat_text(words, side), resource=teller.resource(side, number)))
        if not view.picks and view.own_pick is not None:
            lines.append(words("play.air_war.own_resource", resource=teller.resource(view.seat, view.own_pick)))
        if view.groups:
            heads = [words(f"play.air_war.column.{name}") for name in ("group", "side", "aircraft", "altitude", "load", "pilot")]
            lines.append(neat(heads, [self._row(group) for group in view.groups], right=(0,)))
        for airman in view.waiting:
            lines.append(words("play.air_war.waiting", airman=teller.airman(airman.key)))
        return lines

    def _row(self, group: SeenGroup) -> list[str]:
        words, teller = self.words, self.teller
        count = group.count if not group.element else 1
        return [
            str(group.number + 1),
            seat_text(words, group.side),
            teller.force(group.aircraft, count, group.count > 1),
            words(f"air_war.altitude.{group.altitude}") if group.altitude is not None else "?",
            words(f"air_war.load.{group.load}") if group.load is not None else "?",
            ", ".join(teller.airman(airman.key) for airman in group.airmen),
        ]

    def _flight(self, view: AirWarView) -> list[str]:
        assert view.flight is not None
        return [self.flights.head(view.flight), *self.flights.page(view.flight)]

    # ---- what is past

    def _log(self, view: AirWarView) -> list[str]:
        """The Log Sheet, if a mission has been flown."""
        words = self.words
        if not view.log:
            return []
        heads = [words(f"play.air_war.column.{name}") for name in ("mission", "axis", "allied", "damage", "target")]
        return ["", neat(heads, [self._flown(flown) for flown in view.log], right=(0, 1, 2, 3))]

    def _flown(self, flown: FlownMission) -> list[str]:
        teller = self.teller
        entry = teller.data.target_of(flown.target)
        came = f"{flown.damage}, {teller.level(entry, flown.level)}" if flown.level else "–"
        return [str(flown.number), str(flown.points(SIDES[0])), str(flown.points(SIDES[1])), came, teller.target(flown.target)]

    def _pilots(self, view: AirWarView) -> list[str]:
        """Return the Skilled that have flown: missions, aircraft shot down, fates."""
        words, teller = self.words, self.teller
        if not view.book:
            return []
        heads = [words(f"play.air_war.column.{name}") for name in ("pilot", "side", "flights", "fate", "kills")]
        rows = []
        for line in view.book:
            fate = words("play.air_war.shot_down", missions=", ".join(map(str, line.shot_down))) if line.shot_down else "–"
            rows.append(
                [teller.airman(line.airman.key), seat_text(words, line.side), str(len(line.missions)), fate, self._kills(line.kills)]
            )
        return ["", neat(heads, rows, right=(2,))]

    def _kills(self, kills: Sequence[str]) -> str:
        counted = Counter(self.teller.aircraft(code) for code in kills)
        return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in sorted(counted.items())) or "–"


def book(words: Words, game: Any, position: AirWarPosition, scenario: str) -> AirWarBook:
    """The pages of a land campaign."""
    return AirWarBook(words, game, scenario)
