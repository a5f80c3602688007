"""The operational day as it is played from outside, with its officers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import Refused
from bob.core.game import Choices, Event, Game, PendingFight
from bob.core.kit import HUMAN, RANDOM, Casting, Contest, Decision, Player, Setting, Teller, WorldChange, game_of
from bob.core.match import Match
from bob.data.units import SIDES
from bob.day import sampling
from bob.day.game import OperationalDay
from bob.day.rules.legality import check
from bob.day.scenarios.scenario import check_period, scenarios
from bob.day.secret_changes import secret_changes
from bob.day.state.orders import Fly, Resolve
from bob.day.state.position import DayPosition
from bob.day.state.raid_plan import RaidPlan
from bob.day.telling.period_names import FAMILIES, Names
from bob.day.telling.sentences import sentence
from bob.day.telling.situation import way_text
from bob.files import Save
from bob.staff.fights import Pilots
from bob.staff.kit import CHOOSER, DayKit
from bob.staff.officer import Officer
from bob.staff.roster import OFFICERS, officer
from bob.staff.rules import rules
from bob.tactical.slot import Slot, shipped
from bob.words import Words


class DeskOfficer:
    """An officer as a player: the orders of a turn, and pilots for the officer's dogfights."""

    def __init__(self, officer: Officer, seed: str, day: OperationalDay) -> None:
        self.officer = officer
        self.day = day
        self.name, self.seat = officer.name, officer.seat
        self._aloft = PilotPlayer("", officer.seat, seed, day.slot)

    @property
    def on_entry(self) -> Callable[[int, int], None] | None:
        return self.officer.on_entry

    @on_entry.setter
    def on_entry(self, on_entry: Callable[[int, int], None] | None) -> None:
        self.officer.on_entry = on_entry

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        if view.engagement is not None:
            return self._aloft.orders(view, choices, number)
        return self.officer.orders(view, rules(self.day.world.under(view.common.switches)))


class PilotPlayer:
    """A pilot who flies for a seat in the dogfights of a day; the usual one without a name."""

    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: str, slot: Slot) -> None:
        self.name, self.seat, self.seed, self.slot = name, seat, seed, slot

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        return [Pilots(f"{self.seed}/{number}", self.slot).answer(view, choices, self.name or None)]


def _day(game: Game[Any]) -> OperationalDay:
    return game_of(OperationalDay, game)


class DayTeller:
    """Describes a day: events as its log does, orders by their codes and figures, those of a dogfight as its game does."""

    def __init__(self, words: Words, game: Game[Any]) -> None:
        played = game_of(OperationalDay, game)
        self.words, self.names = words, Names(played.world.theatre, played.slot)

    def event(self, event: Event) -> str:
        return sentence(self.words, event, self.names)

    def order(self, order: Any, seat: str) -> str:
        if isinstance(order, Fly):
            teller = self.names.slot[order.game].dogfight_teller(self.words, lambda number: self.names.model(self.words, number))
            return teller.order(order.order, seat)
        if isinstance(order, Resolve):
            return way_text(self.words, order.how, self.names.slot)
        assert order.code in FAMILIES["order"]
        values = (getattr(order, name) for name in type(order).__dataclass_fields__ if name != "code")
        figures = ", ".join(value.code if isinstance(value, RaidPlan) else str(encode(value)) for value in values if value is not None)
        text = self.words(f"ops.order.{order.code}")
        return self.words.label(text, figures) if figures else text


def after(game: Game[DayPosition], code: str, save: Path) -> OperationalDay:
    """The game with a day that begins with the damage left by the finished day of a save (OPS-C7.2). Raises BobError."""
    opened, match = Save.open(save, {DayKit.name: OperationalDay()}, read_only=True)
    opened.close()
    return _day(game).after(code, match.position)


class LoadedDayKit(DayKit):
    """The operational day, with the tactical games that engagements are fought out in."""

    def __init__(self, slot: Callable[[], Slot] = shipped) -> None:
        self.slot = slot

    def make(self, own: Path | None = None) -> OperationalDay:
        made = OperationalDay(slot=self.slot().values())
        if own is None:
            return made
        found = OperationalDay.over(own)
        return made.beside(found.days, found.own)

    def with_file(self, game: Game[Any], path: Path) -> tuple[OperationalDay, str]:
        return _day(game).with_day(path)

    def scenarios(self, words: Words) -> Mapping[str, str]:
        found = sorted(scenarios().values(), key=lambda s: (s.free, s.date, s.turns))
        return {s.code: words.of(s.title) for s in found}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        usual = {seat: OFFICERS[seat][0] for seat in SIDES}
        return Casting({"raf": HUMAN, "luftwaffe": usual["luftwaffe"]}, {seat: usual[seat] for seat in reversed(SIDES)})

    def players(self, seat: str) -> tuple[str, ...]:
        return OFFICERS[seat]

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        return DeskOfficer(officer(name, seed, seat), seed, _day(game))

    def pilots(self, game: Game[Any]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(n for kit in _day(game).slot.values() for side in SIDES for n in kit.players(side) if n != RANDOM))

    def pilot(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        if name not in self.pilots(game):
            return super().pilot(name, seat, seed, game)
        return PilotPlayer(name, seat, seed, _day(game).slot)

    def check_seen(self, game: Game[Any], view: Any, choices: Choices, order: Any) -> None:
        """Check an order by the rules as far as a view shows them; in a dogfight by its choices."""
        if isinstance(order, Fly):
            choices.check(order)
        elif (error := rules(_day(game).world.under(view.common.switches)).refusal(view, order)) is not None:
            raise error

    def pending_seen(self, view: Any) -> PendingFight | None:
        fight = view.engagement
        return PendingFight(fight.number, fight.battle is not None) if fight is not None else None

    def sort_key(self, order: Any) -> Any:
        return self.slot()[order.game].sort_key(order.order) if isinstance(order, Fly) else super().sort_key(order)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        return DayTeller(words, game)

    def settled(self, scenario: str, options: Mapping[str, Any], persons: Sequence[str]) -> dict[str, Any]:
        """Let the first outside player's side decide how engagements are resolved, unless a seat was named."""
        if (found := scenarios().get(scenario)) is not None:
            check_period(found, options)
        first = next((seat for seat in persons if seat in SIDES), SIDES[0])
        return {CHOOSER: first, **options} if first != SIDES[0] else dict(options)

    def moment(self, view: Any) -> Any:
        """Return the key of a moment: the orders of a turn, of the planning, or an answer; None in a dogfight, where each order
        determines the next choices."""
        common, fight = view.common, view.engagement
        if fight is not None and fight.battle is not None:
            return None
        return [common.turn, common.phase, encode(view.choice), None if fight is None else [fight.number, fight.how]]

    def doubt(self, game: Game[Any], view: Any, order: Any) -> Refused | None:
        if view.engagement is None and order.code not in self.last_words:
            try:
                check(_day(game).world.under(view.common.switches), view, view.seat, order, _day(game).slot)
            except Refused as error:
                return error
        return None

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        day = _day(game)
        return secret_changes(day.world, day.slot, seat)

    def contest(self) -> Contest:
        fought = tuple(self.slot())
        dated = [s.code for s in sorted(scenarios().values(), key=lambda s: s.date) if not s.free and s.code not in ("lesson", "one_raid")]
        mixed = [{"small": "table", "with_bombers": how, "others": "ask", "small_most": 20} for how in fought]
        return Contest(
            (
                Setting("lesson", weight=4),
                Setting("one_raid", weight=6),
                *(Setting("free", {"period": period}, 4) for period in range(1, 6)),
                *(Setting(code) for code in dated),
                Setting("one_raid", {"engagements": "ask"}, 2),
                Setting("free", {"period": 2, "engagements": "ask", "chooser": "luftwaffe"}, 2),
                *(Setting("18_august_1940", {"engagements": how}) for how in fought),
                *(Setting("15_september_1940", {"engagements": rule}) for rule in mixed),
            ),
            audit=audit,
            besides=besides,
        )


def besides(match: Match[Any], stream: Stream) -> tuple[str, Any] | None:
    """Return an order of a day outside the owed ones, now and then."""
    return sampling.besides(_day(match.game), match.position, stream)


def audit(match: Match[Any]) -> None:
    """Check that the victory points add up, line by line, and agree with the reported losses."""
    p: DayPosition = match.position
    found = match.game.outcome(p)
    assert found is not None
    total = sum(point.points for point in p.points)
    assert abs(found.points["luftwaffe"] - total) < 1e-9 and abs(found.points["raf"] + total) < 1e-9, found
    worth = {
        "raf_on_ground": 0.5,
        "raf_shot_down": 1.0,
        "raf_not_over_england": 0.5,
        "fighter_shot_down": -1.0,
        "bomber_shot_down": -1.5,
        "luftwaffe_over_england": -0.5,
        "balloon_points": 0.25,
        "squadron_beyond_response": 3.0,
        "flight_beyond_response": 1.5,
        "return_escort": -0.5,
        "patrol_freie_jagd": -2.0,
        "bombers_short": -1.5,
        "aircraft_beyond": -0.25,
    }
    counts: Counter[str] = Counter()
    for point in p.points:
        others = point.rule == "OPS-C7.3"  # aircraft of other Commands: half, and of no squadron
        counts[f"others_{point.code}" if others else point.code] += point.count
        if point.code in worth:
            assert abs(point.points - worth[point.code] * point.count / (2 if others else 1)) < 1e-9, point
    lines = [event for _, event in match.log("referee")]
    shot = sum(sum(e.data["lost"].values()) for e in lines if e.code == "combat" and e.to == ("raf",))
    down = sum(e.data["destroyed"] for e in lines if e.code == "hit_on_ground")
    landing = sum(e.data["aircraft"] for e in lines if e.code == "lost_landing" and e.to == ("raf",))
    assert counts["raf_shot_down"] == shot and counts["raf_on_ground"] == down, (counts, shot, down)
    lost = sum(s.lost for s in p.squadrons.values())
    assert lost == shot + down + landing, (lost, shot, down, landing)
    over = next(e for e in lines if e.code == "over")
    assert abs(over.data["points"] - total) < 1e-9
    revealed = next(e for e in lines if e.code == "revealed")
    assert revealed.data["kept"] is True, "the revealed plan is not the sealed one"
