"""The sound pilot: gets behind the enemy at its own height, fires when the odds are good, keeps speed to dodge with, and lets formations
of bombers hold together. It throws no dice and keeps no memory: its order follows from its view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.game import Choices
from bob.core.hexes import distance, offset
from bob.core.kit import Decision
from bob.tactical.hexes import hints
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.data import BLANK, CRITICAL, DAMAGE, SPECIAL, HexTables
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.pilots.judgement import KEPT, PlaceJudgement
from bob.tactical.hexes.pilots.look_ahead import AHEAD_BY, boosted, is_met, moved_to, near, reason
from bob.tactical.hexes.pilots.open_sky import Rest
from bob.tactical.hexes.pilots.worth import SPENT, best_shot, danger, lie, unmet, weights
from bob.tactical.hexes.position import (
    AFTER,
    AIM,
    BEFORE,
    CANCEL,
    CHOOSE,
    CLOUDS,
    COUNTER,
    DODGE,
    FLY,
    GO,
    NOBODY,
    OVERHEAT,
    PLACE,
    SHOOTER,
    STEADY,
    TARGET,
    HexAircraft,
    HexPosition,
)
from bob.tactical.hexes.rules import flight, gunnery, odds
from bob.tactical.hexes.rules.geometry import AHEAD, TURN, around
from bob.tactical.hexes.view import HexTableView

SHOT = 0.12
"""The least worth of a shot to be fired."""
GOOD_SHOT = 0.35
"""The least worth of a shot to be fired before the move."""
FORMED_SHOT = 0.3
"""The least worth of a shot for a bomber to leave its formation."""
HEAT = 0.03
"""The cost of a hex of war emergency power, since the engine may overheat."""
WORTH_A_CARD = 0.4
"""The structure at stake that justifies a card."""
LIKED = ("long_burst", "break_turn", "full_throttle", "point_blank", "armour_plate", "stoppage", "second_pass", "tally_ho")
"""The cards that a leader picks, the best first."""


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """The final place of a step: its worth, and the next order with its reason."""

    worth: float
    order: Any
    why: str


class SoundHexPilot:
    """Decides for one seat, from its view and its choices."""

    ahead = AHEAD_BY
    wary = True
    """The flag of a pilot that considers the enemy's guns."""
    worth_a_card = WORTH_A_CARD

    def __init__(self, seat: str, tables: HexTables) -> None:
        self.seat, self.tables = seat, tables

    def decide(self, view: HexTableView, choices: Choices) -> Decision:
        """Return the next order of the seat, and its reason."""
        listed = choices.listed
        if len(listed) == 1:
            return said(listed[0], "only")
        mat = hints.mat_of(view, self.tables)
        stage = view.stage
        if stage == FLY:
            return self._fly(mat, view, listed)
        if stage == GO:
            return self._go(mat, view, listed)
        if stage == DODGE:
            return self._dodge(view, listed)
        if stage == CANCEL:
            return said(max(listed, key=lambda order: (order.criticals + order.damages, order.criticals)), "cancels")
        if stage == PLACE:
            return self._place(mat, view, listed)
        if stage == COUNTER:
            return self._counter(mat, view, listed)
        if stage in (AIM, STEADY, OVERHEAT):
            return self._reroll(view, listed)
        if stage == CHOOSE:
            return said(min(listed, key=lambda order: LIKED.index(order.card) if order.card in LIKED else 99), "card")
        if stage == CLOUDS:
            return said(self._cloud(view, listed), "set_up")
        return self._card(view, listed)

    # ---- cards

    def _card(self, view: HexTableView, listed: Sequence[Any]) -> Decision:
        plays = {order.card: order for order in listed if isinstance(order, o.PlayCard)}
        passing = next((order for order in listed if isinstance(order, o.Pass)), listed[0])
        wanted: tuple[str, ...] = ()
        if view.stage == BEFORE:
            wanted = ("tally_ho", "out_of_the_sun")
        elif view.stage == AFTER:
            mine = view.side_of[view.seats.index(self.seat)]
            wanted = ("radio_intercept",) if view.dice[mine] < view.dice[1 - mine] else ()
        elif view.stage == SHOOTER:
            wanted = ("point_blank", "long_burst", "mutual_support")
        elif view.stage == TARGET:
            dice = gunnery.total(view.shots[-1].attack_reasons)
            wanted = ("stoppage", "into_the_haze") if dice >= 3 else ()
        found = next((plays[code] for code in wanted if code in plays), None)
        return said(found, "card") if found is not None else said(passing, "keeps_cards")

    def _reroll(self, view: HexTableView, listed: Sequence[Any]) -> Decision:
        """Dice that are worth nothing are thrown again, all of them."""
        passing = next((order for order in listed if isinstance(order, o.Pass)), listed[0])
        rolls = [order for order in listed if isinstance(order, o.Reroll)]
        if view.stage == OVERHEAT:
            return said(rolls[0], "card") if rolls else said(passing, "keeps_cards")
        if not view.shots:
            return said(passing, "keeps_cards")
        shot = view.shots[-1]
        hits = shot.criticals + shot.damages
        good = (CRITICAL, DAMAGE)
        if view.stage == STEADY:
            stopped = sum(face in good for face in shot.dodge)
            if stopped >= hits:
                return said(passing, "keeps_cards")
        useless = [order for order in rolls if all(face in (BLANK, SPECIAL) for face in order.faces)]
        best = max(useless, key=lambda order: (order.faces.count(BLANK), -order.faces.count(SPECIAL)), default=None)
        return said(best, "card") if best is not None and BLANK in best.faces else said(passing, "keeps_cards")

    # ---- a shot at the own aircraft

    def _dodge(self, view: HexTableView, listed: Sequence[Any]) -> Decision:
        shot = view.shots[-1]
        target = view.aircraft[shot.target]
        base = gunnery.total(shot.dodge_reasons) - shot.converted
        special = hints.special_of(target, "dodge")

        def lost(dice: int) -> float:
            chances = odds.left(self.tables.die, shot.criticals, shot.damages, max(0, dice), special)
            return sum(min(points, target.structure) * chance for points, chance in enumerate(chances)) + (
                sum(chances[target.structure :]) if target.structure < len(chances) else 0.0
            )

        dodges = [order for order in listed if isinstance(order, o.Dodge)]
        best = min(dodges, key=lambda order: (lost(base + order.speed) + self._price(view, order.speed), order.speed))
        if lost(base + best.speed) > self.worth_a_card:
            for order in listed:
                if isinstance(order, o.Help) or (isinstance(order, o.PlayCard) and order.card in ("break_turn", "armour_plate")):
                    return said(order, "card")
        return said(best, "dodges" if best.speed else "sits_tight")

    def _price(self, view: HexTableView, speed: int) -> float:
        """Return the worth of that many speed points to the target, in points of structure."""
        return SPENT * speed

    def _counter(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        target = view.shots[-1].shooter
        best: tuple[float, Any] = (SHOT, None)
        for order in listed:
            if isinstance(order, o.Counter):
                a = mat.aircraft[order.aircraft]
                kept = a.at, a.facing, a.level, a.formation
                a.at, a.facing, a.level, a.formation = order.at, order.facing, order.level, NOBODY
                shot = best_shot(mat, a, {target: 1.0})
                a.at, a.facing, a.level, a.formation = kept
                if shot is not None and shot[2] == order.arc and shot[0] > best[0]:
                    best = shot[0], order
        if best[1] is not None:
            return said(best[1], "covers")
        return said(next((order for order in listed if isinstance(order, o.Pass)), listed[0]), "keeps_cards")

    # ---- setting up

    def _cloud(self, view: HexTableView, listed: Sequence[Any]) -> Any:
        """Choose the point opposite another cloud on the map, so that neither side has more of them before it; else any."""
        columns, rows = view.terms.columns - 1, view.terms.rows - 1
        lie = {offset(at) for at in view.clouds}
        for order in listed:
            column, row = offset(order.at)
            if (columns - column, rows - row) in lie:
                return order
        return listed[(11 + 37 * len(view.clouds)) % len(listed)]

    def _place(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        places = [order for order in listed if isinstance(order, o.SetUp)]
        if not places:
            return said(o.PASS, "set_up")
        terms = view.terms
        mine = [a for a in mat.aircraft if a.at.q >= 0 and a.seat == view.seats.index(self.seat)]

        def key(order: o.SetUp) -> tuple[float, ...]:
            column, row = offset(order.at)
            west = column < terms.columns // 2
            inward = order.facing in ((1, 2) if west else (4, 5))
            near = min((abs(distance(order.at, a.at) - 2) for a in mine), default=0)
            aside = row - (terms.rows - 1) / 2
            if not west:  # the two edges judge alike, the one turned about
                column, aside = terms.columns - 1 - column, -aside
            return (-inward, near + abs(aside) / 3, order.facing, column, aside)

        return said(min(places, key=key), "set_up")

    # ---- what to activate

    def _go(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        seat = view.seats.index(self.seat)
        side = view.side_of[seat]
        foes = weights(mat, side)
        for order in listed:
            if isinstance(order, o.Leave):
                a = mat.aircraft[order.aircraft]
                if not a.dash.bomber and not unmet(mat, a):
                    return said(order, "leaves_to_fight")
                if self._leaves(mat, a, foes):
                    return said(order, "leaves_to_fire")
            if isinstance(order, o.Join):
                one, other = mat.aircraft[order.aircraft], mat.aircraft[order.to]
                if not (one.dash.bomber or other.dash.bomber) and one.speed == other.speed and unmet(mat, one) and unmet(mat, other):
                    return said(order, "forms_up")
            if isinstance(order, o.PlayCard) and order.card == "second_pass":
                a = mat.aircraft[order.aircraft]
                a.fired = False
                shot = best_shot(mat, a, foes) if a.speed else None
                a.fired = True
                if shot is not None and shot[0] > WORTH_A_CARD:
                    return said(order, "card")
        names = [order for order in listed if isinstance(order, o.Activate)]
        if not names:
            return said(o.PASS if o.PASS in listed else listed[0], "keeps_cards")
        enemies = [mat.aircraft[n] for n in foes]

        def urgency(order: o.Activate) -> tuple[float, ...]:
            a = mat.aircraft[order.aircraft]
            shot = best_shot(mat, a, foes)
            near = max((lie(a, other, view.terms.altimeter) for other in enemies), default=-9.0)
            turn = 0.0 if shot is None else 2 * shot[0]
            waits = -0.6 if a.dash.bomber or a.fired else 0.0
            return (turn + danger(mat, a, enemies) + near + 0.05 * a.speed + waits, -a.number)

        return said(max(names, key=urgency), "activates")

    def _leaves(self, mat: HexPosition, a: HexAircraft, foes: dict[int, float]) -> bool:
        """Return whether a member of a formation has a shot good enough to leave for."""
        if not a.speed or a.fired or a.formation == NOBODY:
            return False
        formation, a.formation = a.formation, NOBODY
        shot = best_shot(mat, a, foes)
        a.formation = formation
        return shot is not None and shot[0] >= FORMED_SHOT

    # ---- flying

    def _fly(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        go = mat.go
        assert go is not None
        flying = [mat.aircraft[n] for n in go.active]
        bombs = next((order for order in listed if isinstance(order, o.Bomb)), None)
        if bombs is not None:
            return said(bombs, "bombs")
        lead = flying[0]
        judge = PlaceJudgement(mat, lead.side, self.wary)
        fires = {(order.target, order.arc): order for order in listed if isinstance(order, o.Fire)}
        shot = best_shot(mat, lead, judge.foes) if fires else None
        if shot is not None and (shot[1], shot[2]) not in fires:
            shot = None
        if lead.dash.bomber:
            if shot is not None and shot[0] >= SHOT:
                return said(fires[shot[1], shot[2]], "fires")
            return self._straight(mat, view, lead, listed)
        boosts = () if len(flying) > 1 or is_met(mat, lead) else self._cool(view, lead, listed)
        plan = self._plan(judge, flying, boosts, may_fire=len(flying) == 1 and not go.shot and not lead.fired)
        ends = o.END in listed
        stays = judge.value(lead)
        if shot is not None and shot[0] >= SHOT:
            good = plan is None or shot[0] + stays >= plan.worth - 0.05 or (not go.displaced and shot[0] > GOOD_SHOT)
            if good:
                return said(fires[shot[1], shot[2]], "fires")
        if ends and (plan is None or stays + KEPT >= plan.worth):
            return said(o.END, "in_place")
        if plan is not None and plan.order in listed:
            return said(plan.order, plan.why)
        return self._straight(mat, view, lead, listed)

    def _straight(self, page: HexPosition, view: HexTableView, a: HexAircraft, listed: Sequence[Any]) -> Decision:
        """Ahead, or aside where the way ahead is barred, fast enough to get there; a single-seater never leaves the sheet of itself."""
        steps = [order for order in listed if isinstance(order, o.Advance) and order.by == flight.PAY and not order.climb]
        if o.END in listed and (not a.dash.bomber or a.speed <= 1):
            return said(o.END, "in_place")

        def key(order: o.Advance) -> tuple[bool, bool, str]:
            at = around(a.at)[(a.facing + TURN[order.way]) % 6]
            return (not on_mat(view.terms, at) and not a.dash.bomber, order.way != AHEAD, order.way)

        if steps:
            return said(min(steps, key=key), "holds_course" if a.dash.bomber else "goes_on")
        turns = [order for order in listed if isinstance(order, o.Rotate | o.Manoeuvre | o.Advance)]
        other = next((order for order in listed if isinstance(order, o.ForceThrough)), listed[0])
        return said(o.END if o.END in listed else turns[0] if turns else other, "goes_on")

    def _cool(self, view: HexTableView, a: HexAircraft, listed: Sequence[Any]) -> Sequence[Any]:
        """The hexes of war emergency power that an engine may fly that is cool, and that no hit has struck which is not yet turned over."""
        if a.overheat or view.aircraft[a.number].unseen:
            return ()
        return [order for order in listed if isinstance(order, o.Advance) and order.by == flight.WEP]

    def _plan(self, judge: PlaceJudgement, flying: list[HexAircraft], boosts: Sequence[Any], may_fire: bool) -> PlannedStep | None:
        """The best place that a few speed points bring the active aircraft to, and the first order towards it."""
        mat = judge.mat
        go = mat.go
        assert go is not None
        lead = flying[0]
        best: tuple[float, Rest, bool] | None = None
        now = judge.parts(lead)
        places = [(rest, 0.0) for rest in near(mat, go, flying, self.ahead)]
        if boosts:
            places += [(rest, HEAT) for rest in boosted(mat, go, lead, boosts)]
        for rest, price in places:
            with moved_to(flying, rest):
                worth = judge.value(lead) - price
                shot = best_shot(mat, lead, judge.foes) if may_fire else None
            fires = shot is not None and shot[0] >= SHOT
            if shot is not None and fires:
                worth += shot[0]
            if best is None or worth > best[0] + 1e-9:
                best = worth, rest, fires
        if best is None:
            return None
        worth, rest, fires = best
        with moved_to(flying, rest):
            why = "to_fire" if fires else reason(judge, lead, now)
        return PlannedStep(worth, rest.order, why if rest.order not in boosts else "full_power")


def said(order: Any, why: str) -> Decision:
    return Decision(order, f"pilots.hexes.{why}")
