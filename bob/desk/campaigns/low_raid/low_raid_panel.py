"""The sheet of a low-level raid: its room. Aircraft of the wave are dragged to their targets; each pass has its scene and its page."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bob.campaigns.low_raid.game import LowRaid
from bob.campaigns.low_raid.orders import Allot, StrafeTargets, TurnHome
from bob.campaigns.low_raid.position import ALLOT, DESTROYED, OVER, RETURN, LowRaidView, SeenRaider, WaveLine
from bob.campaigns.low_raid.telling import LowRaidTeller
from bob.core.game import Event
from bob.day.state.world import world
from bob.desk.campaigns.room.room import CampaignPanel
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.campaigns.low_raid_odds import odds_text
from bob.staff.advice.campaigns.room_state import (
    BOMB_CARD,
    COMING,
    NOW,
    OPEN,
    PAST,
    BombRun,
    BombScene,
    CalendarLeaf,
    CampaignCard,
    CampaignForce,
    CampaignState,
    CampaignTarget,
    ForceRow,
    LevelBox,
    MissionProspect,
    NewsColumn,
    NewsPage,
    PlannedMission,
    PlanToken,
    SceneCard,
    SquadronLine,
    SquadronPage,
    TrackStep,
    VictoryMarker,
)
from bob.staff.advice.fights.choice_keys import KEYS

SYMBOL = "airfield"


class RaidDesk:
    """Makes the room's contents for a raid, in the words of a teller."""

    def __init__(self, game: LowRaid, view: LowRaidView, listed: tuple[Any, ...], teller: LowRaidTeller) -> None:
        self.game, self.view, self.listed, self.teller = game, view, listed, teller
        self.words, self.mission = teller.words, teller.mission
        self.side = self.mission.side

    def say(self, key: str, **values: Any) -> str:
        return self.words(f"desk_low_raid.{key}", **values)

    def paper(self, key: str, **values: Any) -> str:
        """Words of the room that all campaigns share."""
        return self.words(f"desk_campaign.{key}", **values)

    def aircraft(self, code: str) -> str:
        return str(self.teller.aircraft[code].name)

    def types(self, codes: list[str]) -> str:
        """Aircraft by their types."""
        return ", ".join(f"{count} {self.aircraft(code)}" for code, count in Counter(codes).items()) or "–"

    def state(self) -> CampaignState:
        view = self.view
        passes = [(line, self.game.raiders_of(self.mission, line.wave)) for line in view.log]
        return CampaignState(
            title=self._title(),
            targets=self._place(),
            leaves=tuple(self._leaves()),
            cards_title=self.say("return_cards") if view.phase == RETURN else "",
            cards=self._cards(),
            mission=self._mission(),
            is_over=view.phase == OVER,
            track=self._track(),
            news=tuple([self._page(i, line, types) for i, (line, types) in enumerate(passes)]),
            scenes=tuple([self._scene(i, line, types) for i, (line, types) in enumerate(passes)]),
            book=self._book(passes),
            plan=tuple([self._token(raider) for raider in view.raiders]) if view.phase == ALLOT else (),
            bands=tuple([self.teller.target(part.target) for part in view.targets]),
            plan_title=self.say("plan_head"),
            plan_unknown=self.say("not_allotted"),
        )

    def _title(self) -> str:
        view = self.view
        phase = self.words(f"low_raid.phase.{view.phase}")
        return phase if view.phase == OVER else self.say("wave_of", number=view.wave, count=view.waves, phase=phase)

    def _place(self) -> tuple[CampaignTarget, ...]:
        if not self.mission.at:
            return ()
        place = world().theatre.find(self.mission.at)
        defender = "allied" if self.side == "axis" else "axis"
        brief = self.words.of(self.mission.brief)
        return (
            CampaignTarget(
                "raid",
                place.name,
                SYMBOL,
                defender,
                (place.latitude, place.longitude),
                hint=f"{self.words.of(self.mission.name)}\n{brief}",
            ),
        )

    def _leaves(self) -> list[CalendarLeaf]:
        view, made = self.view, []
        for number, wave in enumerate(self.mission.wave, 1):
            lines = [line for line in view.log if line.wave == number]
            points = sum(run.points for line in lines for run in line.runs)
            state = PAST if number < view.wave or view.phase == OVER else NOW if number == view.wave else COMING
            alarm = self.words(f"low_raid.alarm.{view.alarm if state == NOW else wave.alarm}")
            text = self.say("points", points=points) if lines else alarm
            made.append(CalendarLeaf(self.say("wave", number=number), self.words.of(wave.name), text, state, self.side))
        return made

    def _cards(self) -> tuple[CampaignCard, ...]:
        made = []
        lines = {"strafe": (self.say("strafe_told"), *odds_text(self.words, self.game, self.mission, self.view))}
        lines["turn_home"] = (self.say("turn_home_told"), self.say("turn_home_sure", points=str(self.view.points).replace("-", "−")))
        for order, key in ((StrafeTargets(), "strafe"), (TurnHome(), "turn_home")):
            if order in self.listed:
                title = self.words(f"low_raid.order.{key}")
                number = KEYS[self.listed.index(order)]
                made.append(CampaignCard(number, title, lines[key], OPEN, self.side, order, hint="\n".join((title, *lines[key]))))
        return tuple(made)

    def _track(self) -> VictoryMarker:
        view = self.view
        other = "allied" if self.side == "axis" else "axis"
        sides = (other, "", self.side, self.side)
        ends = self.mission.victory
        steps = [
            TrackStep(step.least if i else None, self.words(f"low_raid.outcome.{step.code}"), side)
            for i, (step, side) in enumerate(zip(ends, sides, strict=True))
        ]
        now = self.words(f"low_raid.outcome.{self.mission.end(view.points)}")
        said = self.say("track" if view.log else "track_before", points=str(view.points).replace("-", "−"), outcome=now)
        return VictoryMarker(view.points, tuple(steps), said, self.say("track_told", lost=self.mission.lost, hurt=self.mission.hurt))

    # ---- the wave in hand

    def _mission(self) -> PlannedMission:
        """Return the wave with its actions so far; once the raid is over, with the results at the targets."""
        view, words = self.view, self.words
        flies = view.phase != OVER
        wave = self.mission.wave[view.wave - 1]
        flying = [raider for raider in view.raiders if raider.status != DESTROYED]
        rows = [ForceRow(code, self.aircraft(code), count) for code, count in Counter(raider.aircraft for raider in flying).items()]
        prospects = []
        for part in view.targets:
            target = self.mission.target_of(part.target)
            top = target.levels[-1].least * 1.1
            marks = tuple([level.least / top for level in target.levels[1:]])
            name, level = self.teller.target(part.target), self.teller.level(part.target, part.level)
            text = "\n".join(self.say("level", level=words.of(lv.name), points=lv.least, vp=lv.vp) for lv in target.levels[1:])
            prospects.append(
                MissionProspect(
                    name, self.say("taken", points=part.damage, level=level, vp=part.vp), part.damage / top, 0.0, marks, hint=text
                )
            )
        alarm, altitude = words(f"low_raid.alarm.{view.alarm}"), words(f"low_raid.altitude.{view.altitude}")
        return PlannedMission(
            self.say("wave", number=view.wave) if flies else "",
            words.of(wave.name) if flies else words.of(self.mission.name),
            SYMBOL,
            self.say("defence", alarm=alarm, altitude=altitude) if flies else "",
            (),
            (CampaignForce(self.side, self.say("in_the_air"), tuple(rows)),) if flies else (),
            tuple(prospects),
            (self.say("losses", lost=view.lost, hurt=view.hurt), words.of(self.mission.brief)),
        )

    def _token(self, raider: SeenRaider) -> PlanToken:
        codes = [part.target for part in self.view.targets]
        moves = [order for order in self.listed if isinstance(order, Allot) and order.aircraft == raider.number]
        name = self.teller.raider(raider.number, raider.aircraft)
        text = "\n".join((name, self.words(f"low_raid.status.{raider.status}")))
        orders = tuple([(codes.index(order.target), order) for order in moves])
        band = codes.index(raider.target) if raider.target else None
        return PlanToken(str(raider.number + 1), self.side, raider.aircraft, name, 1, band, "", "", orders, text)

    # ---- the past

    def _kind(self, line: WaveLine) -> str:
        return self.say("guns" if line.strafing else "bombs")

    def _page(self, i: int, line: WaveLine, types: list[str]) -> NewsPage:
        by_target = Counter[str]()
        for run in line.runs:
            by_target[run.target] += run.points
        hit = ", ".join(self.say("on_target", target=self.teller.target(code), points=n) for code, n in by_target.items()) or "–"
        card = self.words(f"low_raid.row.{line.card}")
        lost, hurt = [types[n] for n in line.destroyed], [types[n] for n in line.damaged]
        fight = " ".join(
            (
                self.say("defence_card", card=card),
                *([self.paper(f"news.lost.{self.side}", aircraft=self.types(lost))] if lost else []),
                *([self.paper(f"news.hurt.{self.side}", aircraft=self.types(hurt))] if hurt else []),
                *([] if lost or hurt else [self.paper("news.no_losses")]),
            )
        )
        points = sum(run.points for run in line.runs)
        columns = (
            NewsColumn(
                self.paper("news.raid"),
                self.say("went_in", wave=self.words.of(self.mission.wave[line.wave - 1].name), aircraft=self.types(types)),
            ),
            NewsColumn(self.paper("news.fight"), fight),
            NewsColumn(self._kind(line), hit),
        )
        return NewsPage(
            paper=self.paper(f"news.paper.{'axis' if self.side == 'axis' else 'allied'}"),
            date=self.words.of(self.mission.name),
            headline=self._headline(line, by_target),
            under=self.say("losses", lost=len(line.destroyed), hurt=len(line.damaged)),
            columns=columns,
            table=(),
            symbol=SYMBOL,
            status="damaged" if points else "",
            raiders=tuple(types),
        )

    def _headline(self, line: WaveLine, by_target: Counter[str]) -> str:
        """Return the headline of a wave: the two targets that took most."""
        hit = ", ".join(self.teller.target(code) for code, points in by_target.most_common(2) if points)
        return self.say(f"headline_{'guns' if line.strafing else 'bombs'}", targets=hit) if hit else self.say("headline_nothing")

    def _scene(self, i: int, line: WaveLine, types: list[str]) -> BombScene:
        runs = []
        for run in line.runs:
            cards = tuple(
                [
                    SceneCard(BOMB_CARD, self.words(f"low_raid.result.{result}"), result in ("hit", "direct", "vital"))
                    for result in run.results
                ]
            )
            fate = "damaged" if run.aircraft in line.damaged else ""
            said = self.say("points", points=run.points)
            runs.append(
                BombRun(
                    types[run.aircraft],
                    self.aircraft(types[run.aircraft]),
                    self.teller.target(run.target),
                    0,
                    fate,
                    None,
                    said,
                    cards,
                )
            )
        for number in line.destroyed:
            runs.append(BombRun(types[number], self.aircraft(types[number]), "", 3, "down", None, self.paper("scene.down")))
        boxes = []
        for part in self.view.targets:
            done = sum(run.points for past in self.view.log[: i + 1] for run in past.runs if run.target == part.target)
            had = done - sum(run.points for run in line.runs if run.target == part.target)
            target = self.mission.target_of(part.target)
            text, before = (self.say("taken_short", points=points, vp=target.level(points).vp) for points in (done, had))
            reached = target.level(done).code != target.levels[0].code
            boxes.append(LevelBox(self.teller.target(part.target), text, reached, before))
        points = sum(run.points for run in line.runs)
        return BombScene(
            title=self.say("scene", number=line.wave, kind=self._kind(line).lower()),
            symbol=SYMBOL,
            flak=self.say("defence_card", card=self.words(f"low_raid.row.{line.card}")),
            runs=tuple(runs),
            boxes=tuple(boxes),
            result=self.say("points", points=points),
            status="damaged" if points else "",
            guns=1 + len(line.damaged) + len(line.destroyed),
        )

    def _book(self, passes: list[tuple[WaveLine, list[str]]]) -> tuple[SquadronPage, ...]:
        flown, damaged, lost = Counter[str](), Counter[str](), Counter[str]()
        for line, types in passes:
            if not line.strafing:
                flown.update(types)
            damaged.update(types[n] for n in line.damaged)
            lost.update(types[n] for n in line.destroyed)
        heads = tuple([self.paper(f"book.{name}") for name in ("flown", "damaged", "lost")])
        lines = []
        for code, count in flown.items():
            text = self.paper("book.told", name=self.aircraft(code), flown=count, won=0, damaged=damaged[code], lost=lost[code])
            lines.append(SquadronLine(self.side, code, self.aircraft(code), (str(count), str(damaged[code]), str(lost[code])), hint=text))
        return (SquadronPage(self.side, self.say("raiders"), heads, tuple(lines)),) if lines else ()


class LowRaidPanel(CampaignPanel):
    """The room of a low-level raid."""

    loud = ("wave", "defence", "wave_home", "raid_over")

    def flight_of(self, table: ScreenGame) -> None:
        return None

    def _desk(self, view: LowRaidView) -> RaidDesk:
        teller, game = self.table.teller(self.settings.words), self.table.game
        assert isinstance(teller, LowRaidTeller) and isinstance(game, LowRaid)
        return RaidDesk(game, view, self.table.choices.listed, teller)

    def state_of(self, view: LowRaidView) -> CampaignState:
        return self._desk(view).state()

    def asked(self, view: LowRaidView) -> tuple[str, str]:
        phase = view.phase if view.phase != OVER else ALLOT
        words = self.settings.words
        mission = self._desk(view).mission
        return words(f"desk_low_raid.ask.{phase}"), words(f"desk_low_raid.ask_how.{phase}", lost=mission.lost, hurt=mission.hurt)

    def desk_log(self, log: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
        return log

    def first_armed(self) -> Any:
        """While an aircraft has no target yet, an order that gives it one."""
        waiting = {raider.number for raider in self.table.view.raiders if not raider.target}
        orders = self.table.choices.listed
        return next((order for order in orders if isinstance(order, Allot) and order.aircraft in waiting), super().first_armed())

    def order_text(self, teller: Any, order: Any) -> str:
        if isinstance(order, Allot):
            raider = self.table.view.raiders[order.aircraft]
            who = teller.raider(raider.number, raider.aircraft)
            return self.settings.words("desk_low_raid.allot", aircraft=who, target=teller.target(order.target))
        return super().order_text(teller, order)
