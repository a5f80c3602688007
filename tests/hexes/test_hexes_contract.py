"""The contract: sorted choices that pass the check, records, replay, undo, pages, secrets, the end; and random play with all options."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, dumps, secret_free
from bob.core.hexes import Hex
from bob.core.match import Match, first_difference
from bob.core.record import entry_from_json
from bob.tactical.hexes import HexDogfight
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.mixes import TABLES, mixed
from bob.tactical.hexes.options import shipped_missions
from bob.tactical.hexes.position import SWITCHES, HexPosition
from bob.tactical.hexes.telling import HexTeller
from bob.words import Words
from tests.hexes.duels import chosen_seat
from tests.random_battles import RandomBattles
from tests.sizes import WHOLE, fifth, some

GAME = HexDogfight()


BATTLES = RandomBattles(GAME, mixed, chosen_seat)
begun, match = BATTLES.begun, BATTLES.match


@pytest.mark.rule("FIS-003")
@pytest.mark.rule("FIS-010")
@pytest.mark.parametrize("seed", range(fifth(60)))
def test_random_battles_hold_every_invariant_and_end(seed: int) -> None:
    BATTLES.ends(seed, 20_000)


@pytest.mark.rule("FIS-205")
def test_the_mixes_hold_every_switch_by_itself() -> None:
    """An advanced rule that the fuzzer does not play is not tried; nor is one that it always plays beside another."""
    drawn = [mixed(seed)[1] for seed in range(300)]
    on = [{name for name in (*SWITCHES, "new_clouds") if options.get(name)} for options in drawn]
    assert set().union(*on) == {*SWITCHES, "new_clouds"}
    for one in SWITCHES:
        assert not set.intersection(*[found - {one} for found in on if one in found])
    assert {options.get("wind", {}).get("force", 0) for options in drawn} == {0, 1, 2, 3} and any(o["structure"] for o in drawn)


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(range(6)))
def test_choices_are_sorted_and_are_what_passes_the_check(seed: int) -> None:
    position, dice, bots = begun(1000 + seed)
    stale: list[Any] = []
    for number in range(250):
        if not position.owing:
            break
        for seat in position.seats:
            listed = GAME.choices(position, seat).listed
            assert bool(listed) == (seat in position.owing)
            keys = [o.sort_key(x) for x in listed]
            assert all(a < b for a, b in pairwise(keys)), "sorted, and none twice"
            for order in listed:
                GAME.check(position, seat, order)
                assert GAME.order(json.loads(dumps(encode(order)))) == order
            for order in stale[-25:]:
                if order not in listed:
                    before = GAME.dump(position) if number % 50 == 0 else None
                    with pytest.raises(Refused) as caught:
                        GAME.check(position, seat, order)
                    assert str(caught.value) and caught.value.rule
                    assert before is None or GAME.dump(position) == before
        seat = chosen_seat(position, bots)
        order = GAME.sample(position, seat, bots)
        stale += [*list(GAME.choices(position, seat).listed[:3]), order]
        GAME.apply(position, seat, order, dice)


ABSURD = [
    o.PlaceCloud(Hex(0, 0)),
    o.PlaceCloud(Hex(90, -40)),
    o.SetUp(99, Hex(0, 0), 9),
    o.SetUp(-1, Hex(-5, 3), 1),
    o.Offer("nobody", "no_card"),
    o.Swap("no_card"),
    o.Choose("no_card"),
    o.PlayCard("no_card"),
    o.PlayCard("full_throttle", 99),
    o.PlayCard("quick_hands", -7, "guns"),
    o.ShiftCloud("tally_ho", Hex(0, 0), Hex(0, 1)),
    o.ShiftCloud("shifting_cloud", Hex(3, 3), Hex(9, 9)),
    o.Reroll("no_card", ("blank",)),
    o.Reroll("aim", ()),
    o.Reroll("cool_nerves", ("blank",) * 40),
    o.Join(0, 0),
    o.Join(-1, 99),
    o.Leave(77),
    o.Activate(-3),
    o.Advance("up"),
    o.Advance("ahead", 7),
    o.Advance("ahead", 0, "credit"),
    o.Rotate("ahead"),
    o.Rotate("left", 99),
    o.Manoeuvre("pirouette"),
    o.Manoeuvre("zoom", 9),
    o.ForceThrough(99, "ahead", "ahead"),
    o.Fire(99, "front"),
    o.Fire(0, "belly"),
    o.Counter(0, Hex(0, 0), 7, 9, "front"),
    o.Dodge(-1),
    o.Dodge(99),
    o.Help(99),
    o.Cancel(9, 9),
]


@pytest.mark.parametrize("seed", range(fifth(12)))
def test_absurd_orders_are_refused_in_words(seed: int) -> None:
    BATTLES.refuses(2000 + seed, ABSURD, 120)


@pytest.mark.slow
@pytest.mark.parametrize("seed", some([1, 4, 7, 12]))
def test_a_record_is_saved_loaded_and_played_again(seed: int) -> None:
    made = match(seed)
    lines = [json.loads(dumps(e.as_json())) for e in made.entries]
    entries = [entry_from_json(line, GAME) for line in lines]
    again = Match.replayed(GAME, made.header, entries)
    assert GAME.dump(again.position) == GAME.dump(made.position)
    assert [e.as_json() for e in again.entries] == [e.as_json() for e in made.entries]
    assert first_difference(GAME, made.header, entries) is None
    half = len(entries) // 2
    branch = made.branch(half)
    assert GAME.dump(branch.position) == GAME.dump(made.at(half))


@pytest.mark.parametrize("seed", range(fifth(8)))
def test_a_position_is_a_page_and_back(seed: int) -> None:
    position, dice, bots = begun(3000 + seed)
    for number in range(200):
        if number % 6 == 0 or not position.owing:
            page = GAME.dump(position)
            twin = GAME.parse(page)
            GAME.invariants(twin)
            assert GAME.dump(twin) == page
            assert twin == position
        if not position.owing:
            break
        seat = chosen_seat(position, bots)
        GAME.apply(position, seat, GAME.sample(position, seat, bots), dice)


@pytest.mark.parametrize(
    "text", ["", "turn = 3", "terms = {}", "nonsense", "terms = {\nx", '[aircraft 0]\ntype = "x"', "[go]\nside = 0", "[tea]\nx = 1"]
)
def test_a_bad_page_is_an_error(text: str) -> None:
    with pytest.raises(BobError) as caught:
        GAME.parse(text)
    assert str(caught.value)


@pytest.mark.parametrize("seed", range(fifth(8)))
def test_a_copy_is_its_own(seed: int) -> None:
    BATTLES.copies(4000 + seed, 120)


# ---- undo


def flying(mission: str = "duel", seed: int = 5) -> Match[HexPosition]:
    """A match played by passes until an aircraft is activated."""
    made = Match.new(GAME, mission, seed)
    while made.position.stage != "fly":
        seat = made.to_move[0]
        listed = GAME.choices(made.position, seat).listed
        made.play(seat, next((x for x in listed if isinstance(x, o.Activate)), o.PASS))
    return made


def test_steps_can_be_taken_back_until_dice_and_the_others_do_not_see_them() -> None:
    made = flying()
    mine = made.to_move[0]
    other = next(s for s in made.position.seats if s != mine)
    before, seen = GAME.dump(made.position), secret_free(GAME.view(made.position, other))
    for step in (o.Advance("ahead"), o.Rotate("left"), o.Advance("left")):
        made.play(mine, step)
        assert secret_free(GAME.view(made.position, other)) == seen
    assert not [e for _, e in made.log(other) if e.code in ("stepped", "flew")]
    for _ in range(3):
        made.undo()
    assert GAME.dump(made.position) == before
    made.play(mine, o.Advance("ahead"))
    made.play(mine, o.END)
    assert made.undo_refused() is not None
    lines = [e for _, e in made.log(other) if e.code == "flew"]
    assert len(lines) == 1 and lines[0].data["path"] == ("ahead",)
    assert secret_free(GAME.view(made.position, other)) != seen


def test_wep_is_dice_and_ends_taking_back() -> None:
    made = flying()
    mine = made.to_move[0]
    made.play(mine, o.Advance("ahead"))
    made.play(mine, o.Advance("ahead", 0, "wep"))
    assert made.undo_refused() == "game.undo_dice"
    assert [e for _, e in made.log(made.position.seats[0]) if e.code in ("flew", "stepped")]


# ---- secrets


def twin_of(position: HexPosition, seat: str, stream: Stream) -> HexPosition:
    """The same position but for what the seat cannot know: others' hands, the order of the pile, the bag and the markers face down."""
    twin = position.copy()
    own = position.seats.index(seat)
    known = {own}
    if position.offer is not None and own in position.offer[:2]:
        known |= set(position.offer[:2])
    top = twin.pile[-20:]
    pool = twin.pile[:-20]
    others = [i for i in range(len(twin.seats)) if i not in known]
    for i in others:
        pool += list(twin.hands[i])
    pool.sort()
    stream.shuffle(pool)
    for i in others:
        size = len(twin.hands[i])
        twin.hands[i] = tuple(sorted(pool[:size]))
        pool = pool[size:]
    twin.pile = pool + top
    if position.offer is not None and position.offer[0] not in known:
        twin.offer = (position.offer[0], position.offer[1], twin.hands[position.offer[0]][0])
        twin.returned = twin.hands[position.offer[1]][0] if position.returned else ""
    return twin


LAYS_OPEN = frozenset({"reshuffled", "end_of_turn", "over", "lost_card", "chose", "hit"})
"""What lays hands open or draws markers: what was hidden before shows then."""


@pytest.mark.rule("FIS-019")
@pytest.mark.parametrize("seed", range(fifth(16)))
def test_a_seat_learns_nothing_of_what_it_cannot_know(seed: int) -> None:
    """Twins that differ only in the hidden look the same to the seat: view, choices, log, and who owes a decision next."""
    position, dice, bots = begun(5000 + seed)
    compared = 0
    for _ in range(400):
        if not position.owing or compared >= 60:
            break
        seat = chosen_seat(position, bots)
        order = GAME.sample(position, seat, bots)
        for watcher in position.seats:
            if position.stage == "choose":
                continue
            twin = twin_of(position, watcher, bots)
            GAME.invariants(twin)
            BATTLES.same_seen(position, twin, watcher)
            if seat not in twin.owing or order not in GAME.choices(twin, seat).listed:
                continue
            compared += BATTLES.same_heard(position, twin, (seat, order, watcher), dice, LAYS_OPEN)
        GAME.apply(position, seat, order, dice)
    assert compared >= 20 or not position.owing


def test_only_the_referee_sees_hands_the_pile_and_markers() -> None:
    made = match(8, 60)
    truth = dict(GAME.view(made.position, REFEREE).secrets)
    assert truth["pile"] == tuple(made.position.pile)
    for i, seat in enumerate(made.position.seats):
        seen = GAME.view(made.position, seat)
        assert truth[seat] == made.position.hands[i] == seen.hand
        assert seen.secrets == () and seen.hands == tuple(len(h) for h in made.position.hands)
        drawn = [e for _, e in made.log(seat) if e.code == "drawn"]
        assert all(e.to == (seat,) for e in drawn)


# ---- words


@pytest.mark.slow
def test_every_order_and_event_is_told_in_both_languages() -> None:
    tellers = [HexTeller(Words(language), TABLES, lambda n: f"#{n}") for language in ("en", "fr")]
    wanted = {"flew", "stepped", "hit", "destroyed", "converted", "turned_over", "counters", "joined", "overheated", "rerolled"}
    wanted |= {"lost_card", "chosen", "swapped", "dry", "left_sheet", "clouds_moved", "levelled", "played", "scored"}
    BATTLES.all_told(tellers, wanted, 40 if WHOLE else 1, 200)
    for teller in tellers:
        assert teller.game()
        for card in TABLES.cards:
            assert teller.card(card) and teller.card_text(card) and teller.timing(card)
        for marker in TABLES.markers:
            assert teller.marker(marker) and teller.marker_text(marker)
        for leader in (*TABLES.classes, *TABLES.leaders):
            assert teller.leader(leader)
        for option in encode(match(0, 0).position.terms):
            assert teller.option(option)


def test_steps_within_a_line_begin_small_but_for_names() -> None:
    values = {
        step: HexTeller(Words("fr"), GAME.tables).step(step) for step in ("turn_left", "roll_right", "zoom2", "immelmann", "left/wep")
    }
    assert list(values.values()) == ["virer à gauche", "tonneau à droite", "montée en chandelle, paliers 2", "Immelmann", "WEP, à gauche"]


def test_missions_are_named_in_both_languages() -> None:
    for mission in shipped_missions().values():
        assert set(mission.name) == set(mission.text) == {"en", "fr"} and all(mission.name.values())


# ---- one seed, one record

SCRIPT = """
import hashlib
from bob.core.game import dumps
from tests.hexes.test_hexes_contract import match

digest = hashlib.sha256()
for seed in (2, 5, 11):
    for entry in match(seed).entries:
        digest.update(dumps(entry.as_json()).encode())
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_one_seed_gives_one_record_under_any_hash_seed() -> None:
    found = set()
    for value in ("1", "77"):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT], env={**os.environ, "PYTHONHASHSEED": value}, capture_output=True, text=True, check=True
        )
        found.add(run.stdout)
    assert len(found) == 1
