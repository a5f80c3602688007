"""The past of a land campaign: the newspaper, the bombing, the squadron book, from its Log Sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bob.campaigns.land.campaign_data import LandTarget
from bob.campaigns.land.position import DAMAGED, DESTROYED, FLAK, LEFT_DAMAGED, AircraftFate, FlownMission, enemy_of
from bob.campaigns.sides import SIDES
from bob.staff.advice.campaigns.bomb_runs import bomb_runs
from bob.staff.advice.campaigns.book_pages import BookWriter, better_off, met_text, under_text
from bob.staff.advice.campaigns.land_state import AirWarDesk
from bob.staff.advice.campaigns.room_state import BombScene, LevelBox, NewsColumn, NewsPage, SquadronPage


class LoggedPages:
    """Writes the pages of the Log Sheet in the words of a desk."""

    def __init__(self, desk: AirWarDesk) -> None:
        self.desk, self.view, self.words = desk, desk.view, desk.words

    def paper(self, key: str, **values: object) -> str:
        """Words of the room that all campaigns share."""
        return self.words(f"desk_campaign.{key}", **values)

    # ---- the newspaper

    def news(self) -> tuple[NewsPage, ...]:
        """A page for each mission that was flown."""
        return tuple([self._page(flown) for flown in self.view.log])

    def _page(self, flown: FlownMission) -> NewsPage:
        desk = self.desk
        entry = desk.campaign.target_of(flown.target)
        attacker, defender = entry.attacker, enemy_of(entry.attacker)
        raid, defence = self._fates_of(flown, attacker), self._fates_of(flown, defender)
        lost = {side: sum(fate.fate == DESTROYED for fate in self._fates_of(flown, side)) for side in SIDES}
        columns = (
            NewsColumn(self.paper("news.raid"), self._raid(flown, raid, defence)),
            NewsColumn(self.paper("news.fight"), self._fight(flown, attacker)),
            NewsColumn(desk.say("news.account"), self._account(entry, flown)),
        )
        heads = ("", *(self.paper(f"book.{name}") for name in ("flown", "damaged", "lost")), self.paper("news.points"))
        rows = []
        for side, fates in ((attacker, raid), (defender, defence)):
            hurt = sum(fate.fate in (DAMAGED, LEFT_DAMAGED) for fate in fates)
            rows.append((desk.side(side), str(len(fates)), str(hurt), str(lost[side]), str(flown.points(side))))
        name = desk.name(entry)
        return NewsPage(
            paper=self.paper(f"news.paper.{'axis' if self.view.seat == 'axis' else 'allied'}"),
            date=self.paper("news.date", campaign=desk.teller.campaign(), number=flown.number),
            headline=desk.say("news.headline", target=name, result=desk.came_of(flown).lower()),
            under=under_text(self.words, attacker, lost[attacker], lost[defender]),
            columns=columns,
            table=(heads, *rows),
            symbol=desk.symbol(entry),
            status=self._status(entry, flown),
            raiders=tuple([fate.aircraft for fate in raid]),
        )

    def _fates_of(self, flown: FlownMission, side: str) -> list[AircraftFate]:
        return [fate for fate in flown.fates if fate.side == side]

    def _status(self, entry: LandTarget, flown: FlownMission) -> str:
        card = self.desk.target_card(entry)
        if card is None or not flown.level or flown.level == card.levels[0].code:
            return ""
        return "destroyed" if flown.level == card.levels[-1].code else "damaged"

    def _types(self, fates: Iterable[AircraftFate]) -> str:
        """Aircraft by their types."""
        many = Counter(fate.aircraft for fate in fates)
        return ", ".join(f"{count} {self.desk.teller.aircraft(code)}" for code, count in many.items()) or "–"

    def _raid(self, flown: FlownMission, raid: list[AircraftFate], defence: list[AircraftFate]) -> str:
        desk = self.desk
        lines = [met_text(self.words, self._types(raid), self._types(defence) if defence else "")]
        for side, number in (("axis", flown.axis_resource), ("allied", flown.allied_resource)):
            if number:
                found = desk.campaign.resources(side)[number]
                key = "resource" if found.effect("elements") else "circumstance"
                lines.append(desk.say(f"news.{key}.{side}", name=self.words.of(found.name)))
        return " ".join(lines)

    def _fight(self, flown: FlownMission, attacker: str) -> str:
        desk, lines = self.desk, []
        for side in (attacker, enemy_of(attacker)):
            fates = self._fates_of(flown, side)
            down = [fate for fate in fates if fate.fate == DESTROYED]
            hurt = [fate for fate in fates if fate.fate in (DAMAGED, LEFT_DAMAGED)]
            if down:
                lines.append(self.paper(f"news.lost.{side}", aircraft=self._types(down)))
            if hurt:
                lines.append(self.paper(f"news.hurt.{side}", aircraft=self._types(hurt)))
        for place, fate in enumerate(flown.fates):
            won = [other for other in flown.fates if other.by == place]
            if fate.airman is not None and won:
                lines.append(desk.say("news.airman_won", airman=desk.teller.airman_named(fate.airman.key), aircraft=self._types(won)))
            if fate.airman is not None and fate.fate == DESTROYED:
                lines.append(desk.say("news.airman_lost", airman=desk.teller.airman_named(fate.airman.key)))
        return " ".join(lines) or self.paper("news.no_losses")

    def _account(self, entry: LandTarget, flown: FlownMission) -> str:
        desk, lines = self.desk, []
        if entry.sheet is not None:
            lines.append(desk.say("news.damage", points=flown.damage, result=desk.came_of(flown).lower()))
        else:
            lines.append(f"{desk.came_of(flown)[:1].upper()}{desk.came_of(flown)[1:]}.")
        guns = [fate for fate in flown.fates if fate.by == FLAK]
        if guns:
            lines.append(self.paper("news.flak_shot", aircraft=self._types(guns)))
        for side in SIDES:
            sums: Counter[str] = Counter()
            for line in flown.lines:
                if line.side == side:
                    sums[line.what] += line.points
            if sums:
                parts = ", ".join(desk.say(f"news.points.{what}", points=points) for what, points in sums.items())
                lines.append(desk.say(f"news.side_points.{side}", total=sum(sums.values()), parts=parts))
        lines.append(better_off(self.words, flown.points("axis") - flown.points("allied")))
        return " ".join(lines)

    # ---- the bombing

    def scenes(self) -> tuple[BombScene | None, ...]:
        """The bombing of each mission that was flown; None for one that bombed nothing."""
        return tuple([self._scene(flown) for flown in self.view.log])

    def _scene(self, flown: FlownMission) -> BombScene | None:
        desk = self.desk
        entry = desk.campaign.target_of(flown.target)
        card = desk.target_card(entry)
        names = [desk.teller.aircraft(fate.aircraft) for fate in flown.fates]
        runs = bomb_runs(self.words, names, flown.fates, flown.results, entry.attacker)
        if card is None or not runs:
            return None
        boxes = tuple(
            [
                LevelBox(self.words.of(level.name), desk.say("level", points=level.least, vp=level.vp), flown.damage >= level.least)
                for level in card.levels[1:]
            ]
        )
        return BombScene(
            title=self.paper("scene.title", target=desk.name(entry)),
            symbol=desk.symbol(entry),
            flak=desk.say("flak", area=card.area_flak, target=card.target_flak),
            runs=tuple(runs),
            boxes=boxes,
            result=desk.say("scene_result", points=flown.damage, result=desk.came_of(flown).lower()),
            status=self._status(entry, flown),
            guns=card.target_flak,
        )

    # ---- the book

    def book(self) -> tuple[SquadronPage, ...]:
        """A page for each side: its pilots and crews, and its aircraft by type."""
        teller = self.desk.teller
        writer = BookWriter(self.words, teller.aircraft, teller.tables.counters, "desk_air_war.pilot_flights")
        return writer.pages(self.view.book, self.view.types)
