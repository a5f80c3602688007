"""The sheet of a carrier campaign: its room. Each flight that was flown has its page, its scene and its lines in the book."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bob.campaigns.carriers.game import Carriers
from bob.campaigns.carriers.orders import TakeResource
from bob.campaigns.carriers.position import FLIGHT, FORM, PLAN, RESOURCE, SCOUT, FlownSortie
from bob.campaigns.carriers.telling import OWN_EVENTS, CarrierTeller
from bob.campaigns.carriers.view import CarrierView
from bob.campaigns.land.book import book, types
from bob.campaigns.land.position import DAMAGED, DESTROYED, LEFT_DAMAGED
from bob.campaigns.sides import SIDES
from bob.core.game import Event
from bob.desk.campaigns.room.flight import MissionFlight
from bob.desk.campaigns.room.room import CampaignPanel
from bob.desk.session.own_game import OwnGame
from bob.desk.session.screen_game import ScreenGame
from bob.games import kit
from bob.staff.advice.campaigns.bomb_runs import bomb_runs
from bob.staff.advice.campaigns.book_pages import BookWriter, met_text, under_text
from bob.staff.advice.campaigns.carriers_state import CarrierDesk, by_range, order_of_the_desk
from bob.staff.advice.campaigns.room_state import BombScene, CampaignState, NewsColumn, NewsPage, SquadronPage


class SortiePages:
    """Writes the pages of the flights that were flown."""

    def __init__(self, desk: CarrierDesk) -> None:
        self.desk, self.words = desk, desk.words

    def paper(self, key: str, **values: object) -> str:
        """Words of the room that all campaigns share."""
        return self.words(f"desk_campaign.{key}", **values)

    def news(self) -> tuple[NewsPage, ...]:
        return tuple([self._page(flown) for flown in self.desk.view.log])

    def _outcome(self, flown: FlownSortie) -> str:
        """Return the kind of result of a flight: a hard hit ticks as many boxes as score first on the target's track."""
        if flown.sortie.kind == SCOUT:
            return "scouted" if flown.success else "unseen"
        if not flown.fought:
            return "unseen"
        first = self.desk.campaign.base_of(flown.sortie.target).track.vps[0][0]
        return "missed" if not flown.damage else "hard" if flown.damage >= first else "hit"

    def _page(self, flown: FlownSortie) -> NewsPage:
        desk, sortie = self.desk, flown.sortie
        target, attacker = desk.teller.base(sortie.target), sortie.side
        raid = [fate for fate in flown.fates if fate.side == attacker]
        other = [fate for fate in flown.fates if fate.side != attacker]
        lost = {side: sum(fate.fate == DESTROYED for fate in flown.fates if fate.side == side) for side in SIDES}
        fight = []
        for side in SIDES:
            own = [fate for fate in flown.fates if fate.side == side]
            down, hurt = [f.aircraft for f in own if f.fate == DESTROYED], [f.aircraft for f in own if f.fate in (DAMAGED, LEFT_DAMAGED)]
            fight += [self.paper(f"news.lost.{side}", aircraft=desk.types(down))] if down else []
            fight += [self.paper(f"news.hurt.{side}", aircraft=desk.types(hurt))] if hurt else []
        ticks = " ".join(desk.say("base_ticked", base=desk.teller.base(base), boxes=boxes) for base, boxes in flown.ticks if boxes)
        met = desk.types([fate.aircraft for fate in other]) if other else ""
        flown_by = met_text(self.words, desk.types([fate.aircraft for fate in raid]), met)
        heads = ("", *(self.paper(f"book.{name}") for name in ("flown", "damaged", "lost")))
        rows = []
        for side, fates in ((attacker, raid), ("allied" if attacker == "axis" else "axis", other)):
            hurt_ = sum(fate.fate in (DAMAGED, LEFT_DAMAGED) for fate in fates)
            rows.append((desk.side(side), str(len(fates)), str(hurt_), str(lost[side])))
        return NewsPage(
            paper=self.paper(f"news.paper.{'axis' if desk.view.seat == 'axis' else 'allied'}"),
            date=desk.say("date", campaign=desk.teller.campaign(), number=flown.turn),
            headline=desk.say(f"headline.{self._outcome(flown)}", target=target),
            under=under_text(self.words, attacker, lost[attacker], sum(lost.values()) - lost[attacker]),
            columns=(
                NewsColumn(self.paper("news.raid"), flown_by),
                NewsColumn(self.paper("news.fight"), " ".join(fight) or self.paper("news.no_losses")),
                NewsColumn(desk.say("tracks"), ticks or desk.say("none_ticked")),
            ),
            table=(heads, *rows),
            symbol=desk.symbol(sortie.target),
            status="damaged" if self._outcome(flown) == "hard" else "",
            raiders=tuple([fate.aircraft for fate in raid]),
        )

    def scenes(self) -> tuple[BombScene | None, ...]:
        return tuple([self._scene(flown) for flown in self.desk.view.log])

    def _scene(self, flown: FlownSortie) -> BombScene | None:
        desk = self.desk
        names = [desk.teller.aircraft(fate.aircraft) for fate in flown.fates]
        runs = bomb_runs(self.words, names, flown.fates, flown.results, flown.sortie.side)
        if not runs:
            return None
        target = desk.teller.base(flown.sortie.target)
        return BombScene(
            self.paper("scene.title", target=target), desk.symbol(flown.sortie.target), "", tuple(runs), (),
            desk.say("ticked", boxes=flown.damage), "damaged" if self._outcome(flown) == "hard" else "", 3,
        )  # fmt: skip

    def book(self, pilots_lost: str) -> tuple[SquadronPage, ...]:
        """A page for each side: its airmen, and its aircraft by type."""
        teller, log = self.desk.teller, self.desk.view.log
        writer = BookWriter(self.words, teller.aircraft, teller.tables.counters, "desk_carriers.pilot_flights")
        return writer.pages(book(log, pilots_lost), types(log))


class CarrierPanel(CampaignPanel):
    """The room of the carrier campaigns."""

    loud = ("carrier_turn", "plan", "sortie", "turn_over", "campaign_over")

    @property
    def campaign(self) -> Carriers:
        game = self.table.game
        assert isinstance(game, Carriers)
        return game

    def flight_of(self, table: ScreenGame) -> MissionFlight:
        flights = self.campaign.flights
        return MissionFlight(table, flights, kit(flights.name), _flight_in_air, of_the_sortie, self, self._airman, self._target_named)

    def _airman(self, key: str) -> str:
        """Return an airman's name, by the code of a counter and its face."""
        return self._teller().airman_named(key)

    def _teller(self) -> CarrierTeller:
        teller = self.table.teller(self.settings.words)
        assert isinstance(teller, CarrierTeller)
        return teller

    def _target_named(self, code: str) -> str:
        """Return the name of a target, by its sheet."""
        return self.settings.words.of(self.campaign.tables.targets[code].name)

    def _desk(self, view: CarrierView) -> CarrierDesk:
        return CarrierDesk(self.campaign, view, self.table.choices, self._teller(), self.armed)

    def state_of(self, view: CarrierView) -> CampaignState:
        desk = self._desk(view)
        pages = SortiePages(desk)
        terms = self.table.match.header.options if isinstance(self.table, OwnGame) else {}
        pilots_lost = str(terms.get("pilots_lost", "return"))
        return replace(desk.state(), news=pages.news(), scenes=pages.scenes(), book=pages.book(pilots_lost))

    def asked(self, view: CarrierView) -> tuple[str, str]:
        phase = view.phase if view.phase in (PLAN, RESOURCE, FORM) else PLAN
        words = self.settings.words
        if view.phase == FLIGHT:
            return words("desk_campaign.ask.in_air"), words("desk_campaign.ask_how.in_air")
        how = words(f"desk_carriers.ask_how.{phase}")
        return words(f"desk_carriers.ask.{phase}"), f"{how} {words('carriers.ranges')}" if phase == PLAN else how

    def desk_log(self, log: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
        return [(number, event) for number, event in log if event.code in OWN_EVENTS]

    def in_order(self, listed: tuple[Any, ...]) -> list[Any]:
        return by_range(super().in_order(listed))

    def numbered(self, order: object) -> int | None:
        return (order.number or 0) if isinstance(order, TakeResource) else None

    def order_text(self, teller: Any, order: Any) -> str:
        return order_of_the_desk(self._desk(self.table.view), order) or super().order_text(teller, order)


def _flight_in_air(view: CarrierView) -> Any:
    """The flight that is in the air."""
    return view.flight if view.phase == FLIGHT else None


def of_the_sortie(log: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """Return the log of the current flight: everything since the last take-off except the campaign's own events."""
    start = max((i for i, (_, event) in enumerate(log) if event.code in ("takes_off", "sortie")), default=len(log))
    return [(number, event) for number, event in log[start:] if event.code not in OWN_EVENTS]
