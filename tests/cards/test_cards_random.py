"""The contract: sorted choices that pass the check, records, replay, undo, pages, secrets, the end; and random play with all options."""

from __future__ import annotations

import pytest

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, secret_free
from bob.core.match import Match
from bob.tactical.cards import CardDogfight
from bob.tactical.cards import orders as o
from bob.tactical.cards.game import shipped_scenarios
from bob.tactical.cards.legal import is_legal, orders
from bob.tactical.cards.position import CardPosition
from bob.tactical.cards.telling import CardTeller
from bob.words import Words
from tests.cards.mixes import TABLES, chosen_seat, mixed
from tests.random_battles import RandomBattles
from tests.sizes import fifth

GAME = CardDogfight()


BATTLES = RandomBattles(GAME, mixed, chosen_seat)
begun, match = BATTLES.begun, BATTLES.match


@pytest.mark.rule("DIF-103")
@pytest.mark.parametrize("seed", range(fifth(240)))
def test_random_battles_hold_every_invariant_and_end(seed: int) -> None:
    BATTLES.ends(seed, 5000)


ABSURD = [
    o.Attack("ims_1", -1),
    o.Attack("no_card", 0),
    o.PlayManoeuvre("yo_yo", 0, -4),
    o.PlayManoeuvre("ace_marker", 1, 99),
    o.PickBomber(99, "free"),
    o.PickBomber(0, "wish", "yo_yo"),
    o.GiveBomber(5),
    o.Follow(("no_card",)),
    o.BomberFire("tight_turn", ("tight_turn",) * 4),
    o.StartAltitude(9, "moon"),
    o.StartAltitude(0, "very_high"),
    o.PlaceBomber(0, 0, 0),
    o.Act(77),
    o.Pair(0, 0),
    o.PickAircraft("ufo"),
    o.PickPilot("nobody"),
    o.Climb("no_card"),
    o.Redline("yo_yo"),
    o.Barrage("yo_yo"),
    o.Tactic("ims_1"),
    o.Compare(-7),
    o.AgileScissors("yo_yo", 3),
    o.ChangeAltitude("yo_yo", True, "yo_yo"),
    o.React("ace_marker"),
    o.Evade("yo_yo"),
]


@pytest.mark.parametrize("seed", range(fifth(12)))
def test_absurd_orders_are_refused_in_words(seed: int) -> None:
    BATTLES.refuses(2000 + seed, ABSURD, 60)


@pytest.mark.parametrize("seed", range(fifth(20)))
def test_an_order_is_legal_if_and_only_if_it_is_listed(seed: int) -> None:
    """The check lists only the orders like the one given: any of the battle so far, legal now or not, is judged as by the whole list."""
    made, bots = match(3000 + seed, 0), Stream.of(seed, "legal")
    heard: dict[object, None] = dict.fromkeys(ABSURD)
    for _ in range(120):
        if not made.to_move:
            break
        for seat in made.game.seats(made.position):
            listed = orders(made.position, seat, made.game.tables)
            heard |= dict.fromkeys(listed)
            assert all(is_legal(made.position, seat, order, made.game.tables) == (order in listed) for order in heard)
        made.play(made.to_move[0], made.game.sample(made.position, made.to_move[0], bots))


def test_a_snapshot_goes_back() -> None:
    made = match(3, 60)
    made.snapshot()
    there = GAME.dump(made.position)
    bots = Stream.of(9, "more")
    for _ in range(10):
        if made.to_move:
            made.play(made.to_move[0], GAME.sample(made.position, made.to_move[0], bots))
    assert GAME.dump(made.at(60)) == there


def test_undo_is_free_while_picking_and_not_after_a_reveal() -> None:
    players = [{"seat": s, "side": s, "picks": 2} for s in ("axis", "allied")]
    made = Match.new(GAME, "duel", 5, {"players": players, "vp_limit": 30})
    before = GAME.dump(made.position)
    made.play("axis", o.PickAircraft("bf_109e"))
    assert made.undo_refused() is None
    made.undo()
    assert GAME.dump(made.position) == before
    made.play("axis", o.PickAircraft("bf_109e"))
    made.play("axis", o.PicksDone())
    assert made.undo_refused() == "game.undo_revealed", "the decision has passed on"
    made.play("allied", o.PickAircraft("spitfire_i"))
    made.play("allied", o.PicksDone())
    with pytest.raises(Refused):
        made.undo()


def test_undo_is_free_while_forming_up_and_choosing_altitudes() -> None:
    players = [
        {"seat": "a", "side": "axis", "aircraft": [{"aircraft": "do_17z", "count": 4}]},
        {"seat": "b", "side": "allied", "aircraft": [{"aircraft": "spitfire_i", "count": 2}]},
    ]
    made = Match.new(GAME, "raid", 5, {"players": players})
    made.play("b", o.StartAltitude(4, "low"))
    made.undo()
    made.play("b", o.StartAltitude(4, "medium"))
    made.play("b", o.StartAltitude(5, "medium"))
    assert made.to_move == ("a",) and made.undo_refused() is not None
    before = GAME.dump(made.position)
    made.play("a", GAME.choices(made.position, "a").listed[0])
    assert secret_free(GAME.view(made.position, "b")) == secret_free(GAME.view(GAME.parse(before), "b"))
    made.undo()
    assert GAME.dump(made.position) == before


@pytest.mark.parametrize("text", ["", "turn = 3", "terms = {}", "nonsense", "terms = {\nx", '[aircraft 0]\ntype = "x"'])
def test_a_bad_page_is_an_error(text: str) -> None:
    with pytest.raises(BobError) as caught:
        GAME.parse(text)
    assert str(caught.value)


@pytest.mark.parametrize("seed", range(fifth(8)))
def test_a_copy_is_its_own(seed: int) -> None:
    BATTLES.copies(4000 + seed, 80)


# ---- secrets


def twin_of(position: CardPosition, seat: str, stream: Stream) -> CardPosition:
    """The same position but for what the seat cannot know: others' hands are changed for cards from the bottom of the pile."""
    twin = position.copy()
    own = position.seats.index(seat)
    hidden = [c for c in twin.crafts if c.seat != own and c.hand]
    size = sum(len(c.hand) for c in hidden)
    # The top of the pile stays: what the seat draws next is not known to it, but would be told to it.
    bottom = min(size, max(0, len(twin.pile) - 15))
    pool = twin.pile[:bottom] + [card for c in hidden for card in c.hand]
    stream.shuffle(pool)
    twin.pile[:bottom] = pool[:bottom]
    at = bottom
    for craft in hidden:
        craft.hand = tuple(pool[at : at + len(craft.hand)])
        at += len(craft.hand)
    if position.phase == "altitudes":
        for craft in twin.crafts:
            if craft.seat != own and craft.start != -1:
                craft.start = 2 - craft.start if craft.start <= 2 else craft.start
    if position.phase == "formation":
        for craft in twin.crafts:
            if craft.seat != own and craft.row != -1:
                craft.row, craft.column = craft.column + 30, craft.row + 30
    if position.phase == "pick":
        for i, picks in enumerate(twin.picks):
            if i != own:
                twin.picks[i] = tuple(("bf_109e", None) for _ in picks)
    return twin


LAYS_OPEN = frozenset({"reshuffled", "over", "shot_down", "turrets_done", "went_home"})
"""What lays hands open: the discards show then what was hidden before."""


@pytest.mark.parametrize("seed", range(fifth(40)))
def test_a_seat_learns_nothing_of_what_it_cannot_know(seed: int) -> None:
    """Twins that differ only in the hidden look the same to the seat: view, choices, log, and who owes a decision next."""
    position, dice, bots = begun(5000 + seed)
    compared = 0
    while position.owing and compared < 60:
        seat = chosen_seat(position, bots)
        order = GAME.sample(position, seat, bots)
        for watcher in position.seats:
            twin = twin_of(position, watcher, bots)
            GAME.invariants(twin)
            BATTLES.same_seen(position, twin, watcher)
            if position.phase in ("pick", "altitudes", "pair", "formation"):
                continue
            if order not in GAME.choices(twin, seat).listed:
                continue
            compared += BATTLES.same_heard(position, twin, (seat, order, watcher), dice, LAYS_OPEN)
        GAME.apply(position, seat, order, dice)
    assert compared >= 20 or not position.owing


def test_only_the_referee_sees_hands_and_the_pile() -> None:
    made = match(8, 40)
    truth = GAME.view(made.position, REFEREE)
    assert truth.draw_pile == tuple(made.position.pile)
    assert all(a.cards is not None for a in truth.aircraft)
    for seat in made.position.seats:
        seen = GAME.view(made.position, seat)
        assert seen.draw_pile is None
        for craft, shown in zip(made.position.crafts, seen.aircraft, strict=True):
            assert (shown.cards is not None) == (made.position.seats[craft.seat] == seat)
            assert shown.hand == len(craft.hand)
        drawn = [e for _, e in made.log(seat) if e.code == "drawn"]
        assert all(made.position.seats[made.position.crafts[e.data["aircraft"]].seat] == seat for e in drawn)


# ---- words


def test_every_order_and_event_is_told_in_both_languages() -> None:
    tellers = [CardTeller(Words(language), TABLES, lambda n: f"#{n}") for language in ("en", "fr")]
    wanted = {"drew", "hit", "flipped", "shot_down", "bomber_fires", "bomber_shields", "evaded", "stalls", "order", "paired", "fuel_tank"}
    BATTLES.all_told(tellers, wanted, fifth(60), 400)
    for teller in tellers:
        assert teller.game()
        for card in TABLES.deck.cards:
            assert teller.card(card) != card
        for key in TABLES.deck.answers:
            assert teller.answered(key)
        for scenario in shipped_scenarios():
            assert teller.scenario(scenario) != scenario
        for phase in (
            "pick",
            "pair",
            "altitudes",
            "formation",
            "choose",
            "bombs",
            "pre",
            "altitude",
            "speed",
            "actions",
            "discard",
            "post",
            "over",
        ):
            assert teller.phase(phase)
        for relation in range(-2, 3):
            assert teller.position(relation)
        for level in range(5):
            assert teller.altitude(level)
        for option in encode(match(0, 0).position.terms):
            assert teller.option(option)
