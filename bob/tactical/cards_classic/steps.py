"""The sequence of a flight: its legs and turns, whose turn it is, the steps of a player turn, the end."""

from __future__ import annotations

from bob.core.game import Outcome
from bob.tactical.cards.flight import FIXED, HOME, STRAFING
from bob.tactical.cards.movement import climb_refusal, dive_refusal, settle_stall
from bob.tactical.cards.position import NOBODY, Craft, Following, Stall
from bob.tactical.cards_classic import attack, bombing
from bob.tactical.cards_classic.aftermath import tally
from bob.tactical.cards_classic.contacts import bombers_near, leave_refusal, waits_alone
from bob.tactical.cards_classic.data import FIGHTER_SPEED, ClassicTables
from bob.tactical.cards_classic.execution import FlightRun, pinned, reaches
from bob.tactical.cards_classic.orders import NameBomber
from bob.tactical.cards_classic.position import (
    ACTIONS,
    ALTITUDE,
    ANYWHERE,
    BOMB_TURN,
    BOMBING,
    CHOOSE,
    DISCARD,
    EGRESS,
    FIGHT,
    HOMEBOUND,
    INGRESS,
    JETTISON,
    OUTBOUND,
    OUTSIDE,
    OVER,
    OVERHEAD,
    PREPARE,
    RELEASE,
    STAND_OFF,
    SWAP,
    WINGMAN,
    FlightPosition,
)


def proceed(run: FlightRun, tables: ClassicTables) -> None:
    """Run on until a seat owes a decision, or the flight is over."""
    position = run.position
    while position.phase != OVER:
        if _pending_owes(run):
            return
        if position.exchange is not None:
            exchange = position.exchange
            position.owing = (seat_of(position, exchange.party if exchange.stage != "fire" else position.crafts[exchange.target].party),)
            return
        if position.passage is not None:
            if position.passage.stage != "flak" and position.passage.queue and position.crafts[position.passage.queue[0]].bomber:
                position.passage = None
                continue
            if bombing.passage_owes(run, tables.display):
                passage = position.passage
                assert passage is not None
                position.owing = (position.seats[position.crafts[passage.queue[0]].seat],)
                return
            continue
        if position.begun and ended(position):
            end(run)
            return
        if position.assault is not None:
            if _assault_owes(run):
                return
            continue
        if position.active == NOBODY:
            if not _run_between(run, tables):
                return
            continue
        craft = position.crafts[position.active]
        if craft.out and not _goes_on_without(position, craft):
            end_turn(run)
            continue
        if _step_owes(run, position.crafts[position.active]):
            position.owing = (position.seats[craft.seat],)
            return


def seat_of(position: FlightPosition, party: int) -> str:
    """The seat that decides for a side."""
    return position.seats[position.party_of.index(party)]


def _pending_owes(run: FlightRun) -> bool:
    pending = run.position.pending
    if pending is None:
        return False
    number = pending.queue[0][0] if isinstance(pending, Following) else pending.aircraft if isinstance(pending, Stall) else NOBODY
    run.position.owing = (run.position.seats[run.position.crafts[number].seat],)
    return True


def _assault_owes(run: FlightRun) -> bool:
    """Return whether a seat owes a decision in the current attack."""
    position = run.position
    assault = position.assault
    assert assault is not None
    if attack.assault_over(position):
        attack.end_attack(run)
        return False
    craft = position.crafts[assault.attacker]
    if assault.stage in ("choose", "name"):
        near = bombers_near(position, craft)
        if len(near) == 1:
            attack.name_target(run, NameBomber(near[0].number))
            return False
    party = 1 - craft.party if assault.stage == "name" else craft.party
    position.owing = (seat_of(position, party),)
    return True


def _goes_on_without(position: FlightPosition, craft: Craft) -> bool:
    """Return whether a turn goes on although the acting aircraft is lost: a Wingman alone has its steps before the cards (CAM-GAP-65)."""
    if position.phase not in (JETTISON, WINGMAN, ALTITUDE):
        return False
    wingman = position.wingman_of(craft)
    if wingman is None or position.leads(wingman):
        return False
    position.active = wingman.number
    return True


# ---- the steps of a player turn (CAM-15.2b)


def _step_owes(run: FlightRun, craft: Craft) -> bool:
    """Return whether the owner of the acting Element owes a decision in this step; if not, the step is passed over."""
    position = run.position
    if position.phase == JETTISON:
        if may_jettison(position, craft) or may_leave(position, craft):
            return True
        position.phase = WINGMAN
    if position.phase == WINGMAN:
        found: list[object] = []
        if not skips_wingman(position, craft):
            attack.wingman_orders(position, craft, found)
        if found:
            return True
        position.phase = ALTITUDE
    if position.phase == ALTITUDE:
        if may_change(position, craft):
            return True
        position.phase = BOMBING
    if position.phase == BOMBING:
        position.phase, position.attacked = ACTIONS, False
        if position.leg == BOMB_TURN and position.sorties[craft.number].zone == OVERHEAD:
            bombing.begin_passage(run, craft)
            return False
    if position.phase == ACTIONS:
        if position.leads(craft) and not skips_play(position, craft) and (craft.hand or craft.holds != NOBODY):
            return True
        position.phase = DISCARD
    if position.phase == DISCARD and position.leads(craft) and craft.hand:
        return True
    draw_step(run, craft)
    end_turn(run)
    return False


def may_jettison(position: FlightPosition, craft: Craft) -> list[Craft]:
    """The aircraft of the acting Element that could throw their ordnance away (CAM-15.2c, CAM-15.2e)."""
    if waits_alone(position, craft):
        return []  # CAM-23.53c, CAM-GAP-26
    return [m for m in position.element(craft) if position.carries(m)]


def may_leave(position: FlightPosition, craft: Craft) -> list[Craft]:
    """Return the aircraft of the acting Element that could leave for good: all by the Leader's number, a Damaged Wingman alone by its
    own (CAM-S.7a)."""
    return [m for m in position.element(craft) if leave_refusal(position, m) is None]


def skips_wingman(position: FlightPosition, craft: Craft) -> bool:
    """The first Element to act in the first turn, or the first side in all of it, makes no Wingman Attack (CAM-15.2i, CAM-GAP-55)."""
    if position.turn != 1 or craft.party != position.first:
        return False
    if position.flight.edition.first_skip == "side":
        return True
    return sum(c.acted for c in position.crafts if not c.bomber and c.leader == NOBODY) == 1


def may_change(position: FlightPosition, craft: Craft) -> bool:
    """Return whether the Element could climb or dive; if not, the step asks nothing (CAM-15.2j)."""
    return climb_step_refusal(position, craft) is None or dive_step_refusal(position, craft) is None


def climb_step_refusal(position: FlightPosition, craft: Craft) -> tuple[str, str] | None:
    """Return the reason why the Element cannot climb; a Wingman alone pays nothing (CAM-GAP-61, CAM-GAP-65, CAM-S.6)."""
    if pinned(position, craft):
        return "pinned", "CAM-S.6b"
    if not reaches(position, craft, 1):
        return "forbidden_band", "CAM-16.22"
    return climb_refusal(craft) if position.leads(craft) else None


def dive_step_refusal(position: FlightPosition, craft: Craft) -> tuple[str, str] | None:
    if pinned(position, craft):
        return "pinned", "CAM-S.6b"
    return dive_refusal(craft) or (None if reaches(position, craft, -1) else ("forbidden_band", "CAM-16.22"))


def skips_play(position: FlightPosition, craft: Craft) -> bool:
    """Return whether an aircraft plays no cards: it bombs or strafes, or waits alone (CAM-23.62c, CAM-GAP-16, CAM-23.53c)."""
    sortie = position.sorties[craft.number]
    if position.leg == BOMB_TURN and sortie.busy:
        return sortie.bombed != STRAFING or position.flight.edition.strafing_skips_play
    return waits_alone(position, craft)


def draw_step(run: FlightRun, craft: Craft) -> None:
    """Horsepower with the band's figure, up to Performance; below nothing it is a stall (CAM-15.2o, CAM-S.1e)."""
    position = run.position
    if not position.leads(craft):
        return
    figure = craft.now.pre + position.flight.edition.altitude_draw[craft.altitude]
    if figure >= 0:
        run.draw(craft, min(figure, craft.now.performance - len(craft.hand)), "horsepower")
        return
    run.tell("stalls", aircraft=craft.number)
    if reaches(position, craft, -1) and not pinned(position, craft):
        position.pending = Stall(craft.number)
        settle_stall(run, craft)
        run.keep_together()
        run.settle_following()
    elif craft.hand:
        position.pending = Stall(craft.number)


def begin_turn(run: FlightRun, craft: Craft) -> None:
    """An Element takes its turn."""
    position = run.position
    position.active, position.phase = craft.number, JETTISON
    position.edges, position.attacked, position.angle = (), False, ""
    for member in position.element(craft):
        member.acted = True
        member.bursts_used = member.gunner_used = 0
        position.sorties[member.number].aimed = ""
    position.began = craft.altitude
    run.tell("turn", aircraft=craft.number)


def end_turn(run: FlightRun) -> None:
    position = run.position
    craft = position.crafts[position.active]
    position.active = position.began = NOBODY
    position.edges = ()
    position.phase = CHOOSE
    position.party = 1 - craft.party


# ---- between player turns


def takes_turns(position: FlightPosition, craft: Craft) -> bool:
    """Return whether an aircraft takes turns: a Leader for its Element, and a Wingman alone; not an aircraft in formation (CAM-S.1c,
    CAM-23.63)."""
    return not craft.out and not craft.bomber and (position.leads(craft) or position.is_alone(craft))


def waiting(position: FlightPosition) -> list[Craft]:
    return [c for c in position.crafts if not c.acted and takes_turns(position, c)]


def _run_between(run: FlightRun, tables: ClassicTables) -> bool:
    """Run the sequence while no aircraft is acting: True when it ran on, False when a seat owes a decision."""
    position = run.position
    if position.phase == PREPARE:
        position.owing = tuple(seat for seat, ready in zip(position.seats, position.ready, strict=True) if not ready)
        return False
    if position.phase == SWAP:
        swapper = to_swap(position)
        if swapper is None:
            begin_flight(run)
            return True
        position.owing = (position.seats[swapper.seat],)
        return False
    if position.phase == STAND_OFF:
        undecided = to_decide(position)
        if undecided is None:
            begin_over_target(run)
            return True
        position.owing = (position.seats[undecided.seat],)
        return False
    if position.phase == RELEASE:
        return _release(run, tables)
    still = waiting(position)
    if not still:
        end_game_turn(run)
        return True
    # The sides alternate Element by Element; one that has none left to act is passed over (CAM-S.1c).
    own = [c for c in still if c.party == position.party]
    if not own:
        position.party, own = 1 - position.party, still
    if len(own) == 1:
        begin_turn(run, own[0])
        return True
    position.owing = (seat_of(position, position.party),)
    return False


def to_swap(position: FlightPosition) -> Craft | None:
    """Return the next Leader with Combat Vision that may still exchange cards (CAM-19.25CVa)."""
    for craft in position.crafts:
        if "CV" in position.sorties[craft.number].skills and not position.sorties[craft.number].swapped:
            return craft
    return None


def end_swap(run: FlightRun) -> None:
    """Draw as many as were discarded, once only (CAM-19.25CVa, CAM-19.25CVb)."""
    position = run.position
    craft = to_swap(position)
    assert craft is not None
    position.sorties[craft.number].swapped = True
    run.draw(craft, position.swaps, "combat_vision")
    position.swaps = 0


def begin_flight(run: FlightRun) -> None:
    """The lot for the side that begins, kept for the whole flight (CAM-15.2a, CAM-GAP-55); then the first leg."""
    position = run.position
    flight = position.flight
    if flight.first is not None:
        position.first = position.parties.index(flight.first)
    else:
        position.first = run.dice.roll("cards.dice.first", 1, sides=2).faces[0] - 1
    run.tell("initiative", side=position.parties[position.first])
    position.begun = True
    if flight.structure == FIXED:
        begin_leg(run, FIGHT, flight.turns)
    else:
        begin_leg(run, OUTBOUND, flight.target_bound)


def begin_leg(run: FlightRun, leg: str, turns: int) -> None:
    """Begin a leg of `turns` turns; one of none is skipped (CAM-23.25b), but not the decision to stand off (CAM-S.8a)."""
    position = run.position
    position.leg, position.leg_turn, position.leg_turns = leg, 0, turns
    if turns > 0:
        new_turn(run)
    else:
        end_leg(run)


def new_turn(run: FlightRun) -> None:
    """Begin a game turn: the side that won the lot begins each (CAM-S.1c). Where the terms send the Damaged home, they go before it."""
    position = run.position
    if position.flight.damaged == HOME:
        for craft in position.crafts:
            if craft.damaged and not craft.out:
                run.go(craft)
                run.lost(craft)
        if ended(position):
            return
    position.turn += 1
    position.leg_turn += 1
    position.party = position.first
    position.phase = CHOOSE
    for craft in position.crafts:
        craft.acted = False
    run.tell("game_turn", turn=position.turn, leg=position.leg, leg_turn=position.leg_turn, leg_turns=position.leg_turns)


def end_game_turn(run: FlightRun) -> None:
    """After the last player turn: Area Flak, or the bombers over the target (CAM-S.8e)."""
    position = run.position
    if position.leg == BOMB_TURN and position.phase != RELEASE:
        position.phase = RELEASE
        return
    if position.leg in (INGRESS, EGRESS):
        bombing.area_flak(run)
        if ended(position):
            return
    if position.leg == INGRESS:
        for craft in position.crafts:
            position.sorties[craft.number].low = not craft.out and craft.altitude == 0
    if position.leg_turn < position.leg_turns:
        new_turn(run)
    else:
        end_leg(run)


def _release(run: FlightRun, tables: ClassicTables) -> bool:
    """The bombers come over the target one after another, in their owner's order."""
    position = run.position
    orders = bombing.release_orders(position, tables.display)
    if not orders:
        position.phase = CHOOSE
        end_leg(run)
        return True
    if len(orders) == 1:
        bombing.play_release(run, tables.display, orders[0])
        return True
    position.owing = (position.seats[position.crafts[orders[0].aircraft].seat],)
    return False


def end_leg(run: FlightRun) -> None:
    """A leg is over: the next begins."""
    position = run.position
    leg = position.leg
    if leg == OUTBOUND:
        begin_stand_off(run)
    elif leg == INGRESS:
        begin_leg(run, BOMB_TURN, 1)
    elif leg == BOMB_TURN:
        begin_leg(run, EGRESS, 1)
    elif leg == EGRESS:
        rejoin(run)
        begin_leg(run, HOMEBOUND, home_turns(position))
    else:
        end(run)


# ---- over the target


def begin_stand_off(run: FlightRun) -> None:
    """Each side decides for its Elements whether they fly on over the target: the Defender first, openly (CAM-23.51, CAM-S.8c)."""
    position = run.position
    position.phase = STAND_OFF


def to_decide(position: FlightPosition) -> Craft | None:
    """The next Element that must decide."""
    defender = 1 - position.bombing_party()
    undecided = [c for c in position.crafts if takes_turns(position, c) and position.sorties[c.number].zone == ANYWHERE]
    return next((c for c in undecided if c.party == defender), undecided[0] if undecided else None)


def decide_zone(run: FlightRun, craft: Craft, zone: str) -> None:
    for member in run.position.element(craft):
        run.position.sorties[member.number].zone = zone
    run.tell("decided", aircraft=craft.number, zone=zone)


def begin_over_target(run: FlightRun) -> None:
    """Positions between the zones are broken (CAM-GAP-27); clouds are drawn for (CAM-24.53d); who flies on is over the target."""
    position = run.position
    for craft in position.crafts:
        sortie = position.sorties[craft.number]
        if craft.out:
            continue
        if craft.bomber:
            sortie.zone = OVERHEAD  # CAM-GAP-26
        if craft.holds != NOBODY and position.sorties[craft.holds].zone != sortie.zone:
            run.part(craft, "stands_off")
        if sortie.zone == OVERHEAD:
            sortie.overflew = True
    if position.flight.effects.clouds:
        drawn = run.open_draw(1)
        position.cloudy = any(face.blue for face in run.faces(drawn))
        run.tell("clouds", faces=drawn, cloudy=position.cloudy)
        run.clear_played()
    begin_leg(run, INGRESS, 1)


def rejoin(run: FlightRun) -> None:
    """Join the zones after the Egress Turn: only an aircraft that stayed outside keeps its Position (CAM-23.72, CAM-GAP-28)."""
    position = run.position
    for craft in position.crafts:
        sortie = position.sorties[craft.number]
        if craft.holds != NOBODY and sortie.zone != OUTSIDE:
            run.part(craft, "egress")
    for sortie in position.sorties:
        sortie.zone = ANYWHERE
    run.tell("rejoined")


def home_turns(position: FlightPosition) -> int:
    """The Home-Bound turns, worked out once: in a Mission less the Speed of the slowest attacker left (CAM-23.8b, CAM-23.8d,
    CAM-GAP-18)."""
    flight = position.flight
    turns = flight.home_bound + flight.home_change
    if flight.speed_shortens:
        party = position.bombing_party()
        speeds = [c.now.speed if c.bomber else FIGHTER_SPEED for c in position.crafts if c.party == party and not c.out]
        turns -= min(speeds, default=FIGHTER_SPEED)
    return max(0, turns)


# ---- the end


def ended(position: FlightPosition) -> bool:
    """Return whether the flight has ended: a dogfight-like Mission when one side has no aircraft left, a phased flight when the bombing
    side has none (CAM-GAP-54). In an engagement of a day any flight ends with the enemy."""
    flying = {c.party for c in position.crafts if not c.out}
    if position.flight.structure == FIXED or position.flight.damaged == HOME:
        return len(flying) < 2
    return position.bombing_party() not in flying


def end(run: FlightRun) -> None:
    """End the flight. A campaign takes its result; by itself it is compared by points (CAM-S.9c)."""
    position = run.position
    run.clear_played()
    position.phase, position.active, position.owing = OVER, NOBODY, ()
    position.pending = position.exchange = position.assault = position.passage = None
    for craft in position.crafts:
        run.empty(craft)
    totals = tally(position)
    winner = None if totals[0] == totals[1] else position.parties[totals.index(max(totals))]
    seats = {seat: float(totals[party]) for seat, party in zip(position.seats, position.party_of, strict=True)}
    code = "flight.outcome.ahead" if winner else "flight.outcome.draw"
    position.outcome = Outcome(code, seats, seat_of(position, position.parties.index(winner)) if winner else None)
    run.tell("flight_over", turns=position.turn, points=sum(found.points for found in position.scored))
