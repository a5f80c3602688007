"""The sequence of play: game turns, whose turn it is, the phases of a turn, the end."""

from __future__ import annotations

from bob.core.game import Outcome
from bob.tactical.cards import bombers, movement, setup
from bob.tactical.cards.damage import leave, points
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.position import (
    ACTIONS,
    ALTITUDE,
    ALTITUDES,
    BOMBS,
    CHOOSE,
    DISCARD,
    FORMATION,
    NOBODY,
    OVER,
    PAIR,
    PICK,
    POST,
    PRE,
    SPEED,
    CardPosition,
    Chain,
    Craft,
    Following,
    Giving,
    Stall,
)


def proceed(run: CardRun) -> None:
    """Run on until a seat owes a decision, or the battle is over."""
    position = run.position
    if position.phase == OVER:
        return
    if position.active == NOBODY:
        send_home(run)
    elif won(position):
        end(run)
    while position.phase != OVER:
        pending = position.pending
        if pending is not None:
            position.owing = (position.seats[_decider(position, pending)],)
            return
        phase = position.phase
        if position.active == NOBODY:
            if not _between_turns(run, phase):
                return
            continue
        craft = position.crafts[position.active]
        if craft.out:
            end_turn(run)
            continue
        if _phase_owes(run, craft, phase):
            position.owing = (position.seats[craft.seat],)
            return


def _decider(position: CardPosition, pending: Chain | Following | Stall | Giving) -> int:
    if isinstance(pending, Chain):
        return position.crafts[pending.to].seat
    if isinstance(pending, Following):
        return position.crafts[pending.queue[0][0]].seat
    if isinstance(pending, Stall):
        return position.crafts[pending.aircraft].seat
    return pending.seat


def _phase_owes(run: CardRun, craft: Craft, phase: str) -> bool:
    """Return whether the acting aircraft's owner owes a decision in this phase; if not, the phase is done or passed over (DIF-054)."""
    position = run.position
    if phase in (PRE, POST):
        if not position.drawn:
            position.drawn = True
            movement.draw_phase(run, craft, phase == POST)
            if position.pending is not None:
                return False
        if phase == POST:
            end_turn(run)
            return False
        position.phase = ALTITUDE
        return True
    if phase == SPEED:
        if movement.speed_matters(position, craft):
            return True
        position.phase = phase = ACTIONS
    if phase == ACTIONS:
        if craft.hand or craft.markers or craft.holds != NOBODY:
            return True
        position.phase = phase = DISCARD
    if phase == DISCARD:
        if craft.hand:
            return True
        position.phase, position.drawn = POST, False
        return False
    return True


def next_phase(run: CardRun) -> None:
    """The owner of the acting aircraft is done with the phase."""
    position = run.position
    position.phase = {ALTITUDE: SPEED, SPEED: ACTIONS, ACTIONS: DISCARD, DISCARD: POST}[position.phase]
    position.drawn = False
    position.declared = ()


# ---- turns


def _between_turns(run: CardRun, phase: str) -> bool:
    """Run the sequence while no aircraft is acting: True when it ran on, False when a seat owes a decision or the battle is over."""
    position = run.position
    if phase in (PICK, PAIR, ALTITUDES):
        position.owing = tuple(seat for seat, ready in zip(position.seats, position.ready, strict=True) if not ready)
        return False
    if phase == FORMATION:
        craft = setup.to_place(position)
        assert craft is not None
        position.owing = (position.seats[craft.seat],)
        return False
    if position.turn == 0:
        if position.terms.first is not None:
            position.party = position.parties.index(position.terms.first)
        elif not position.terms.free_for_all:
            position.party = run.dice.roll("cards.dice.first", 1, sides=2).faces[0] - 1  # DIF-015, GAP-71
        new_turn(run)
        return position.phase != OVER
    waiting = [c for c in position.crafts if not c.acted and takes_turns(position, c)]
    if not waiting:
        new_turn(run)
        return position.phase != OVER
    if position.terms.free_for_all:
        number = next(n for n in position.order if not position.crafts[n].acted and takes_turns(position, position.crafts[n]))
        begin_turn(run, position.crafts[number])
        return True
    # Turns alternate between the sides; one with no aircraft left to act is passed over (DIF-016, DIF-367, DIF-370).
    own = [c for c in waiting if c.party == position.party]
    if not own:
        position.party, own = 1 - position.party, waiting
    if len(own) == 1:
        begin_turn(run, own[0])
        return True
    position.owing = (captain(position),)
    return False


def captain(position: CardPosition) -> str:
    """The seat that says which of its side's aircraft acts: the first of the side (DIF-369)."""
    return position.seats[position.party_of.index(position.party)]


def takes_turns(position: CardPosition, craft: Craft) -> bool:
    """Fighters take turns, and loaded fighter-bombers, to be rid of their bombs; bombers do not (DIF-211, DIF-268)."""
    return not craft.out and position.turn > craft.late and (not craft.bomber or craft.loaded)


def new_turn(run: CardRun) -> None:
    """Begin a game turn, or end the battle after the last (DIF-017, DIF-018)."""
    position = run.position
    if position.turn >= position.terms.turns or (position.turn and won(position)):
        end(run)
        return
    position.turn += 1
    run.tell("game_turn", turn=position.turn)
    for craft in position.crafts:
        craft.acted = False
        if craft.leaves == position.turn and not craft.out and not craft.bomber:
            leave(position, craft, "left")
            run.tell("went_home", aircraft=craft.number)
    if position.terms.free_for_all:
        # The order is drawn again each game turn (DIF-383).
        order = list(range(len(position.crafts)))
        for i in range(len(order) - 1, 0, -1):
            j = run.dice.roll("cards.dice.order", 1, sides=i + 1).faces[0] - 1
            order[i], order[j] = order[j], order[i]
        position.order = order
        run.tell("order", aircraft=tuple(n for n in order if not position.crafts[n].out))
    else:
        if position.turn == 1:
            position.first = position.party
            run.tell("initiative", side=position.parties[position.party])
        position.party = position.first  # the side with the initiative begins every game turn (DIF-368)
    if won(position):
        end(run)  # the last of a side went home, or fell before the battle began


def begin_turn(run: CardRun, craft: Craft) -> None:
    """An aircraft takes its turn: its Evasive ends, its Bursts are new."""
    position = run.position
    position.active = craft.number
    craft.acted = True
    craft.evasive = 0  # DIF-118
    craft.bursts_used = craft.gunner_used = craft.next_hits = 0
    craft.agile_used = False
    position.began = craft.altitude
    position.speed_target, position.speed_points, position.declared = NOBODY, 0, ()
    position.turrets = ()
    position.phase, position.drawn = (BOMBS if craft.loaded else PRE), False
    run.tell("turn", aircraft=craft.number)


def end_turn(run: CardRun) -> None:
    """Positions on bombers and +1 hits end with the turn (DIF-233, DIF-234, GAP-19, GAP-42); the other side is next."""
    position = run.position
    craft = position.crafts[position.active]
    craft.next_hits = 0
    if craft.holds != NOBODY and position.crafts[craft.holds].bomber:
        run.tell("position", aircraft=craft.number, target=craft.holds, relation=0)
        craft.holds, craft.level = NOBODY, 0
    for number in position.turrets:
        bombers.empty_turrets(run, position.crafts[number])
    position.turrets = ()
    position.speed_target, position.speed_points, position.declared = NOBODY, 0, ()
    position.active = position.began = NOBODY
    position.phase = CHOOSE
    if not position.terms.free_for_all:
        position.party = 1 - craft.party
    send_home(run)


def send_home(run: CardRun) -> None:
    """Send Damaged fighters home, where the terms have it; the battle ends when a side has no aircraft left."""
    position = run.position
    if position.terms.damaged_goes_home and position.turn:
        for craft in position.crafts:
            if craft.damaged and not craft.out and not craft.bomber:
                leave(position, craft, "left")
                run.tell("withdrew", aircraft=craft.number)
    if position.turn and won(position):
        end(run)


# ---- the end


def won(position: CardPosition) -> bool:
    """Return whether at most one party has aircraft left (DIF-017, DIF-020, GAP-16)."""
    first = NOBODY
    for craft in position.crafts:
        if not craft.out:
            if first == NOBODY:
                first = craft.party
            elif craft.party != first:
                return False
    return True


def is_duel(position: CardPosition) -> bool:
    """Two fighters, one against the other: victory points do not decide it (DIF-019 to DIF-021)."""
    return len(position.crafts) == 2 and not position.terms.mission and not any(c.bomber for c in position.crafts)


def _hits_that_count(position: CardPosition, craft: Craft) -> int:
    """Return the hits that decide a duel: those that the enemy inflicted, by the other reading the own Redlines' too (DIF-021, GAP-03)."""
    return craft.hits - (craft.own_hits if position.terms.own_damage == "apart" else 0)


def end(run: CardRun) -> None:
    """End the battle, and announce the winner."""
    position = run.position
    position.phase, position.active, position.owing, position.pending = OVER, NOBODY, (), None
    run.clear_played()
    for craft in position.crafts:
        if craft.bomber:
            bombers.empty_turrets(run, craft)
    total = points(position)
    best = [party for party, vp in enumerate(total) if vp == max(total)]
    code = "points"
    if is_duel(position):
        one, other = position.crafts
        code = "shot_down" if one.out or other.out else "damage"
        if bool(one.out) != bool(other.out):
            best = [other.party if one.out else one.party]
        elif _hits_that_count(position, one) != _hits_that_count(position, other):
            best = [other.party if _hits_that_count(position, one) > _hits_that_count(position, other) else one.party]
        elif position.terms.balance:
            code = "points"  # the difference with which the lesser aircraft began (DIF-393)
        else:
            best = [0, 1]  # GAP-02
    winner = position.parties[best[0]] if len(best) == 1 else None
    seats = {seat: float(total[party]) for seat, party in zip(position.seats, position.party_of, strict=True)}
    position.outcome = Outcome(f"cards.outcome.{code if winner else 'draw'}", seats, _winner(position, best))
    run.tell("over", winner=winner or "none", points=tuple(total))


def _winner(position: CardPosition, best: list[int]) -> str | None:
    """The seat that won, or the side when it has several seats."""
    if len(best) != 1:
        return None
    seats = [seat for seat, party in zip(position.seats, position.party_of, strict=True) if party == best[0]]
    return seats[0] if len(seats) == 1 else position.parties[best[0]]
