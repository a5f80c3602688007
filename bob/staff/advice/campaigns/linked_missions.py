"""The past of a campaign of linked missions: the newspaper, the bombing and the squadron book, from a seat's knowledge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bob.campaigns.linked.position import DAMAGED, DESTROYED, INTACT, Mission, MissionPoints, enemy_of
from bob.campaigns.sides import SIDES
from bob.core.kit import seat_text
from bob.staff.advice.campaigns.book_pages import better_off, met_text, under_text
from bob.staff.advice.campaigns.linked_chronicle import BombDrop, CraftAccount, MissionAccount
from bob.staff.advice.campaigns.linked_state import SYMBOLS, CampaignDesk
from bob.staff.advice.campaigns.room_state import BombRun, BombScene, LevelBox, NewsColumn, NewsPage, PilotCard, SquadronLine, SquadronPage


class MissionPages:
    """Writes the pages of a seat's past in the words of a desk."""

    def __init__(self, desk: CampaignDesk, flown: Sequence[MissionAccount]) -> None:
        self.desk, self.view, self.campaign = desk, desk.view, desk.campaign
        self.flown = {mission.number: mission for mission in flown}

    # ---- the newspaper

    def news(self) -> tuple[NewsPage, ...]:
        """A page for each mission that was flown."""
        return tuple([self._page(line, self.flown.get(line.number, MissionAccount(line.number))) for line in self.view.score_sheet])

    def _page(self, line: Mission, flown: MissionAccount) -> NewsPage:
        desk, say = self.desk, self.desk.say
        target, defender = desk.name(line.target), enemy_of(line.attacker)
        status = "" if line.status == INTACT else line.status
        raid, defence = list(flown.of(line.attacker)), list(flown.of(defender))
        lost = {side: sum(craft.lost for craft in flown.of(side)) for side in SIDES}
        columns = (
            NewsColumn(say("news.raid"), met_text(desk.words, self._types(raid), self._types(defence) if defence else "")),
            NewsColumn(say("news.fight"), self._fight(line, flown)),
            NewsColumn(say("news.bombs"), self._bombs(line, flown)),
        )
        heads = ("", say("book.flown"), say("book.damaged"), say("book.lost"), say("news.points"))
        rows = [
            (
                seat_text(desk.words, side), str(len(list(flown.of(side)))), str(sum(c.damaged and not c.lost for c in flown.of(side))),
                str(lost[side]), str(points.total),
            )
            for side, points in ((line.attacker, _points(line, line.attacker)), (defender, _points(line, defender)))
        ]  # fmt: skip
        return NewsPage(
            paper=say(f"news.paper.{'axis' if self.view.seat == 'axis' else 'allied'}"),
            date=say("news.date", campaign=desk.teller.campaign(), number=line.number),
            headline=say(f"news.headline.{line.status}", target=target),
            under=under_text(desk.words, line.attacker, lost[line.attacker], lost[defender]),
            columns=columns,
            table=(heads, *rows),
            symbol=SYMBOLS[self.campaign.targets[line.target].type],
            status=status,
            raiders=tuple([craft.type for craft in raid]),
        )

    def _types(self, crafts: Iterable[CraftAccount]) -> str:
        """Aircraft by their types: “2 Ju 88A, 1 Bf 110C”."""
        many = Counter(craft.type for craft in crafts)
        return ", ".join(f"{count} {self.desk.aircraft(code)}" for code, count in many.items()) or "–"

    def _fight(self, line: Mission, flown: MissionAccount) -> str:
        say = self.desk.say
        lines = []
        for side in (line.attacker, enemy_of(line.attacker)):
            down = [craft for craft in flown.of(side) if craft.lost]
            hurt = [craft for craft in flown.of(side) if craft.damaged and not craft.lost]
            if down:
                lines.append(say(f"news.lost.{side}", aircraft=self._types(down)))
            if hurt:
                lines.append(say(f"news.hurt.{side}", aircraft=self._types(hurt)))
        best = max(flown.crafts.values(), key=lambda craft: craft.victories, default=None)
        if best is not None and best.victories > 1:
            lines.append(say("news.best", aircraft=self._named(best), count=best.victories))
        return " ".join(lines) or say("news.no_losses")

    def _bombs(self, line: Mission, flown: MissionAccount) -> str:
        say = self.desk.say
        target = self.campaign.targets[line.target]
        scale = self.view.scale
        lines = [say("news.bombs_fell", count=line.bombs, damaged=target.damaged * scale, destroyed=target.destroyed * scale)]
        lines.append(say("news.through", count=len(flown.drops)))
        shot = [craft for craft in flown.crafts.values() if craft.by_flak]
        if shot:
            lines.append(say("news.flak_shot", aircraft=self._types(shot)))
        lines.append(better_off(self.desk.words, -line.result))
        return " ".join(lines)

    def _named(self, craft: CraftAccount) -> str:
        """An aircraft by its pilot, else by its type."""
        pilots = self.desk.game.cards.tables.pilots
        return pilots[craft.pilot].name if craft.pilot in pilots else self.desk.aircraft(craft.type)

    # ---- the bombing

    def scenes(self) -> tuple[BombScene | None, ...]:
        """The bombing of each mission that was flown; None for one that no bomber came through."""
        return tuple([self._scene(line, self.flown.get(line.number)) for line in self.view.score_sheet])

    def _scene(self, line: Mission, flown: MissionAccount | None) -> BombScene | None:
        if flown is None or not flown.drops:
            return None
        say, words = self.desk.say, self.desk.words
        target, scale = self.campaign.targets[line.target], self.view.scale
        boxes = (
            LevelBox(words("campaign.status.damaged"), say("bombs_needed", count=target.damaged * scale), line.status != INTACT),
            LevelBox(words("campaign.status.destroyed"), say("bombs_needed", count=target.destroyed * scale), line.status == DESTROYED),
        )
        status = words(f"campaign.status.{line.status}").lower()
        return BombScene(
            title=say("scene.title", target=self.desk.name(line.target)),
            symbol=SYMBOLS[target.type],
            flak=say("scene.flak", pattern=words(f"campaign.pattern.{flown.flak}").lower(), value=flown.flak_value),
            runs=tuple([self._run(flown, drop) for drop in flown.drops.values()]),
            boxes=boxes,
            result=say("scene.result", count=line.bombs, status=status),
            status=line.status if line.status in (DAMAGED, DESTROYED) else "",
            guns=flown.flak_value,
        )

    def _run(self, flown: MissionAccount, drop: BombDrop) -> BombRun:
        say, words = self.desk.say, self.desk.words
        craft = flown.crafts[drop.number]
        pattern = words(f"campaign.pattern.{drop.pattern}").lower()
        said = say("scene.down") if drop.bombs is None else say("scene.bombs", count=drop.bombs)
        if drop.hits:
            said = say("scene.hit", hits=drop.hits, said=said)
        return BombRun(craft.type, self._named(craft), pattern, drop.hits, drop.fate, drop.bombs, said)

    # ---- the book

    def book(self) -> tuple[SquadronPage, ...]:
        """A page for each side: its aircraft by type, named pilots below them."""
        say, words = self.desk.say, self.desk.words
        heads = tuple([say(f"book.{name}") for name in ("flown", "won", "damaged", "lost")])
        pages = []
        for side in SIDES:
            crafts = [craft for mission in self.flown.values() for craft in mission.of(side)]
            types = dict.fromkeys(craft.type for craft in crafts)
            lines = [self._line(side, code, [c for c in crafts if c.type == code], self.desk.aircraft(code)) for code in types]
            pilots = dict.fromkeys(craft.pilot for craft in crafts if craft.pilot)
            cards = tuple([self._pilot(side, [craft for craft in crafts if craft.pilot == pilot]) for pilot in pilots])
            pages.append(SquadronPage(side, say("book.title", side=seat_text(words, side)), heads, tuple(lines), cards))
        return tuple(pages) if any(page.lines for page in pages) else ()

    def _pilot(self, side: str, flights: Sequence[CraftAccount]) -> PilotCard:
        """Return the card of a named pilot over all flights."""
        name, won, lost = self._named(flights[0]), sum(craft.victories for craft in flights), any(craft.lost for craft in flights)
        damaged = sum(craft.damaged and not craft.lost for craft in flights)
        text = self.desk.say("book.told", name=name, flown=len(flights), won=won, damaged=damaged, lost=int(lost))
        return PilotCard(side, name, (), "", self.desk.aircraft(flights[0].type), won, len(flights), lost, hint=text)

    def _line(self, side: str, code: str, crafts: Sequence[CraftAccount], name: str) -> SquadronLine:
        won = sum(craft.victories for craft in crafts)
        figures = (len(crafts), won, sum(c.damaged and not c.lost for c in crafts), sum(c.lost for c in crafts))
        text = self.desk.say("book.told", name=name, flown=figures[0], won=won, damaged=figures[2], lost=figures[3])
        return SquadronLine(side, code, name, tuple([str(figure) if figure else "·" for figure in figures]), won, hint=text)


def _points(line: Mission, side: str) -> MissionPoints:
    return line.axis if side == "axis" else line.allied
