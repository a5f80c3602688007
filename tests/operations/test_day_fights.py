"""Engagements while the day waits (OPS-B8.4 to OPS-B8.6): who says how, by cards, at the players' own table, what each side sees."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import SeededDice, Stream, Throw, TypedDice
from bob.core.errors import BobError, Refused
from bob.core.game import Log, dumps
from bob.core.match import Match
from bob.core.ranges import Described
from bob.day.phases import fights
from bob.day.phases.fights import how_by_rule
from bob.day.phases.sequence import run
from bob.day.rules import readiness
from bob.day.rules.fight_orders import Impossible
from bob.day.scenarios.scenario import engaging_of, presets
from bob.day.state.combat_state import Engaging
from bob.day.state.execution import Play
from bob.day.state.orders import Correct, Done, Engage, EnterResult, Fly, Note, Resolve
from bob.day.state.position import DayPosition, Vector
from bob.driver import Driver, driver_among, play_out
from bob.files import Save
from bob.games import games
from bob.staff.fights import Pilots
from bob.tactical import engagement_figures
from bob.tactical.engagement import Loss
from tests.dogfight.forces import fight, force, german
from tests.operations.build import BOMBERS, GAME, SEA, W, day, order, raid, refusal, squadron, step, track, unit

ASK = Engaging("ask", "ask", "ask")


def met(rule: Engaging = ASK, *, chooser: Any = "raf", squadrons: int = 1, **given: Any) -> DayPosition:
    """A day that waits for a word about an engagement: squadrons over the sea have tallied a raid in their hex."""
    r = raid(SEA, unit(strength=18, angels=14), **given)
    made = [squadron(f"{i} Squadron", hex=SEA, angels=16, tally="raid") for i in range(squadrons)]
    p = day(raids=[r], squadrons=made, tracks=[track("raid", 7, 4)], engaging=rule, chooser=chooser, step=6)
    p.phase = "engagement"
    run(seeded(p))
    return p


def seeded(p: DayPosition, seed: object = 1) -> Play:
    """An order being carried out with dice of a seed."""
    return Play(W, p, SeededDice(Stream.of(str(seed), "fights")), Log())


def give(p: DayPosition, seat: str, given: Any, seed: object = 1) -> Any:
    """Check an order and carry it out with dice of a seed."""
    GAME.check(p, seat, given)
    return GAME.apply(p, seat, given, SeededDice(Stream.of(str(seed), "order")))


def entered(p: DayPosition, **given: Any) -> EnterResult:
    """A result that adds up: two of eighteen bombers, one Hurricane."""
    assert p.combat.now is not None
    losses = []
    for f in p.combat.now.engagement.forces:
        bombers = f.side == "luftwaffe"
        loss = Loss(f.unit, 2 if bombers else 1, 1, 1, "full" if bombers else "low", False, False, 1)
        losses.append(replace(loss, **given.get(f.unit, {})))
    return EnterResult(tuple(losses), given.get("turns", 2))


# Which way


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(
    ("aircraft", "foe", "how"), [(8, "bf_109e_4", "quick"), (9, "bf_109e_4", "table"), (8, "do_17z", "quick"), (9, "do_17z", "cards")]
)
def test_the_standing_rule_goes_by_size_and_by_bombers(aircraft: int, foe: str, how: str) -> None:
    rule = Engaging("quick", "cards", "table", 16)
    assert how_by_rule(rule, fight(force(count=8), german(foe, aircraft))) == how


@pytest.mark.rule("OPS-B8.4")
def test_options_name_a_rule_or_give_its_parts() -> None:
    assert engaging_of({}, GAME.slot) == (Engaging(), "raf")
    assert engaging_of({"engagements": "bombers", "chooser": "luftwaffe"}, GAME.slot) == (presets(GAME.slot)["bombers"], "luftwaffe")
    assert engaging_of({"engagements": {"small": "table", "small_most": 9}}, GAME.slot)[0] == Engaging("table", "quick", "quick", 9)
    for wrong in ({"engagements": "dice"}, {"engagements": {"small": "dice"}}, {"engagements": 3}, {"chooser": "referee"}):
        with pytest.raises(BobError):
            engaging_of(wrong, GAME.slot)


def test_dice_after_a_table_of_one_s_own_are_asked_for_with_their_fight() -> None:
    p = met()
    give(p, "raf", Resolve("table"))
    assert p.combat.now is not None
    units = {side: [f.unit for f in p.combat.now.engagement.of(side)] for side in ("raf", "luftwaffe")}
    asked: list[Throw] = []
    GAME.apply(p, "raf", entered(p), TypedDice(lambda throw: asked.append(throw), SeededDice(Stream.of("1", "order"))))
    claims = [throw for throw in asked if throw.purpose == "claims"]
    assert [throw.by for throw in claims] == ["raf", "luftwaffe"]
    assert all((t.about["unit"], t.about["against"]) == tuple(map(", ".join, units.values())) for t in claims)


@pytest.mark.rule("OPS-B8.4")
def test_the_day_waits_for_the_chooser_and_goes_on() -> None:
    p = met()
    assert p.phase == "engagement" and GAME.to_move(p) == ("raf",) and p.engagements == 1
    assert GAME.choices(p, "raf").listed == tuple(map(Resolve, ("cards", "flight", "hexes", "quick", "skies", "table")))
    assert GAME.choices(p, "luftwaffe").listed == ()
    assert refusal(p, "luftwaffe", Resolve("quick"))[0] == "not_owing"
    assert refusal(p, "raf", Done())[0] == "fight_first"
    assert refusal(p, "raf", EnterResult((), 2))[0] == "not_at_table"
    events = give(p, "raf", Resolve("quick"))
    assert [e.data["how"] for e in events if e.code == "resolver"] == ["quick"]
    assert p.phase == "orders" and p.combat.now is None and p.turn == 4
    GAME.invariants(p)


@pytest.mark.rule("OPS-B8.4")
def test_the_luftwaffe_may_be_the_chooser() -> None:
    p = met(chooser="luftwaffe")
    assert GAME.to_move(p) == ("luftwaffe",)
    give(p, "luftwaffe", Resolve("table"))
    assert GAME.to_move(p) == ("luftwaffe",) and refusal(p, "raf", entered(p))[0] == "not_owing"


@pytest.mark.rule("OPS-B8.4")
def test_a_quick_rule_waits_for_nobody() -> None:
    p = met(Engaging())
    assert p.phase in ("orders", "choice") and p.engagements == 1 and p.combat.now is None


@pytest.mark.rule("OPS-B8.4")
def test_the_rule_can_be_changed_by_the_chooser_and_the_referee() -> None:
    p = met()
    rule = Engage("quick", "table", "cards", 10)
    assert refusal(p, "luftwaffe", rule)[0] == "not_owing"
    events = give(p, "raf", rule)
    assert p.engaging == Engaging("quick", "table", "cards", 10) and p.combat.now is not None and p.combat.now.how == "ask"
    assert events[0].data == encode(p.engaging) and set(events[0].to) == {"raf", "luftwaffe"}
    give(p, "referee", Engage("ask", "ask", "ask", 0))
    assert p.engaging == ASK
    quiet = day()
    give(quiet, "raf", rule)
    assert refusal(quiet, "luftwaffe", rule)[0] == "not_chooser"
    assert refusal(quiet, "raf", replace(rule, small_most=1000))[0] == "small_most"
    assert refusal(quiet, "referee", replace(rule, small_most=-1))[0] == "small_most"


def test_orders_about_an_engagement_need_one() -> None:
    for seat in ("raf", "referee"):
        for given in (Resolve("quick"), EnterResult((), 1), Fly("cards", Done())):
            assert refusal(day(), seat, given)[0] == "no_fight"


@pytest.mark.rule("OPS-B8.4")
def test_fatigue_is_the_times_that_a_unit_was_up_before() -> None:
    s = squadron(box="ready", strength=12)
    p = day(squadrons=[s])
    for before in (0, 1, 2):
        s.box, s.ordered_off, s.vector = "ready", Vector("hex", SEA, 16), None
        readiness.take_off(seeded(p))
        assert s.box == "airborne" and fights.force_of(seeded(p), s).fatigue == before
        p.airfields["Biggin Hill"].used = 0
    assert s.sorties == 36 and fights.force_of(seeded(p), unit()).fatigue == 0


# At the players' own table


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.rule("OPS-B8.6")
def test_the_result_from_the_players_table_changes_the_war() -> None:
    p = met(Engaging("table", "table", "table"))
    assert [d.code for d in GAME.choices(p, "raf").described] == ["enter_result", "engage"]
    assert GAME.choices(p, "raf").listed == ()
    events = give(p, "raf", entered(p))
    mine, theirs = (e for e in events if e.code == "combat")
    assert mine.to == ("raf",) and mine.data["lost"] == {"0 Squadron": 1} and mine.data["resolver"] == "table"
    assert theirs.to == ("luftwaffe",) and theirs.data["lost"] == {BOMBERS: 2} and theirs.data["damaged"] == {BOMBERS: 1}
    s, u = p.squadrons["0 Squadron"], p.raids["raid"].units[0]
    assert (s.strength, s.lost, s.ammo, s.disruption, s.contacts) == (11, 1, "low", 1, 12)
    assert (u.strength, u.disruption, u.ammo) == (16, 1, "full")
    assert {(x.code, x.count) for x in p.points} == {("raf_shot_down", 1), ("raf_not_over_england", 1), ("bomber_shot_down", 2)}
    assert p.phase == "orders"


@pytest.mark.rule("OPS-B8.6")
def test_bombers_that_broke_off_from_a_fight_stay_with_their_raid() -> None:
    p = met(Engaging("table", "table", "table"))
    give(p, "raf", entered(p, **{BOMBERS: {"broke_off": True}}))
    assert p.raids["raid"].units[0].state == "with_raid" and p.phase == "orders"


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize(
    ("given", "misfits"),
    [
        ({BOMBERS: {"destroyed": 19}}, ["too_many"]),
        ({BOMBERS: {"destroyed": 18, "damaged": 1}, "0 Squadron": {"crews_lost": 2}}, ["crews", "too_many"]),
        ({"turns": 3}, ["turns"]),
    ],
)
def test_a_result_that_does_not_add_up_is_refused_with_all_that_is_wrong(given: dict[str, Any], misfits: list[str]) -> None:
    p = met(Engaging("table", "table", "table"))
    before = GAME.dump(p)
    for seat in ("raf", "referee"):
        with pytest.raises(Impossible) as caught:
            GAME.check(p, seat, entered(p, **given))
        assert sorted(m.key.rpartition(".")[2] for m in caught.value.misfits) == misfits
        assert caught.value.rule == "OPS-B8.6"
    assert GAME.dump(p) == before


def test_a_result_that_is_no_result_is_refused() -> None:
    for data in (
        {"code": "enter_result"},
        {"code": "enter_result", "losses": [{"unit": 3}], "turns": 1},
        {"code": "resolve", "how": "ask"},
    ):
        with pytest.raises(Refused):
            GAME.order(data)
    whole = encode(entered(met(Engaging("table", "table", "table"))))
    assert GAME.order(json.loads(dumps(whole))) == entered(met(Engaging("table", "table", "table")))


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("chooser", ["raf", "luftwaffe"])
def test_what_was_laid_open_is_fought_out_at_the_table(chooser: str, asked: bool) -> None:
    """Whoever chooses sees nothing of the enemy's units before, and goes no other way after."""
    p = met(Engaging(*["ask" if asked else "table"] * 3), chooser=chooser)
    if asked:
        assert GAME.view(p, chooser).engagement.sheet is None
        give(p, chooser, Resolve("table"))
    assert GAME.view(p, chooser).engagement.sheet is not None
    before = GAME.dump(p)
    for how in ("quick", "cards", "table"):
        assert refusal(p, chooser, Resolve(how)) == ("laid_open", "OPS-B8.4")
    assert GAME.choices(p, chooser).listed == () and GAME.dump(p) == before
    give(p, chooser, Engage("quick", "quick", "quick", 0))
    assert p.combat.now is not None and p.combat.now.how == "table", "the standing rule is for those to come"
    assert refusal(p, chooser, Resolve("quick")) == ("laid_open", "OPS-B8.4")
    give(p, chooser, entered(p))
    assert p.phase == "orders"


@pytest.mark.rule("OPS-B8.4")
def test_the_way_to_the_table_is_not_taken_back() -> None:
    match = Match.new(GAME, "one_raid", 2, {"engagements": "ask"})
    staff = {"raf": "park", "luftwaffe": "kesselring"}
    driver = Driver(match, staff)
    driver.advance(lambda: match.position.phase == "engagement")
    match.play("raf", Resolve("table"))
    assert match.undo_refused() == "game.undo_revealed"
    with pytest.raises(Refused) as refused:
        match.play("raf", Resolve("quick"))
    assert refused.value.key == "ops.refused.laid_open"
    play_out(match, staff)
    assert next(e.data["resolver"] for _, e in match.log("raf") if e.code == "combat") == "table"


@pytest.mark.rule("OPS-B8.4")
def test_the_referee_knows_all_and_may_have_it_otherwise() -> None:
    p = met(Engaging("table", "table", "table"))
    assert GAME.choices(p, "referee").listed == tuple(map(Resolve, ("cards", "flight", "hexes", "quick", "skies")))
    give(p, "referee", Resolve("cards"))
    assert p.combat.now is not None and p.combat.now.battle is not None
    assert refusal(p, GAME.to_move(p)[0], Resolve("quick"))[0] == "dogfight_first"
    give(p, "referee", Resolve("table"))
    assert p.combat.now.battle is None and GAME.to_move(p) == ("raf",)
    give(p, "referee", entered(p))
    assert p.phase == "orders"


def test_the_referee_does_not_correct_a_unit_in_the_middle_of_its_fight() -> None:
    p = met()
    for what, name in (("squadron_strength", "0 Squadron"), ("raid_unit_strength", BOMBERS)):
        assert refusal(p, "referee", Correct(what, name, "3", "miscounted"))[0] == "in_fight"  # type: ignore[arg-type]
    give(p, "referee", Note("raf", "Well met."))
    give(p, "referee", Correct("points", "", "2", "bonus"))


def test_who_was_taken_off_before_his_fight_does_not_fight() -> None:
    there = step(SEA, 4, 6)
    raids = [raid(SEA, unit(strength=18)), raid(there, unit("II./KG 3", h=there), code="other")]
    made = [squadron(f"{i} Squadron", hex=r.hex, angels=16, tally=r.plan.code) for i, r in enumerate(raids)]
    p = day(raids=raids, squadrons=made, engaging=ASK, step=6, phase="engagement")
    q = seeded(p, 4)
    run(q)
    assert p.combat.now is not None
    left = [s for s in made if s.unit not in p.combat.now.arranged.squadrons]
    assert len(p.combat.attacks) == 1 and len(left) == 1
    give(p, "referee", Correct("squadron_strength", left[0].unit, "0", "never there"))
    give(p, "raf", Resolve("quick"))
    assert p.phase == "orders" and p.engagements == 1


# By cards


def flown(p: DayPosition, most: int = 4000, until: Any = None) -> int:
    """Let pilots fly until the dogfight is over, or something is so; how many orders it took."""
    pilots, count = Pilots(1), 0
    while p.combat.now is not None and p.combat.now.battle is not None and (until is None or not until(p)):
        seat = GAME.to_move(p)[0]
        decision = pilots.answer(GAME.view(p, seat), GAME.choices(p, seat))
        give(p, seat, decision.order, seed=count)
        GAME.invariants(p)
        count += 1
        assert count < most
    return count


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.rule("OPS-B8.5")
@pytest.mark.rule("OPS-B8.6")
def test_a_dogfight_by_cards_is_flown_inside_the_day() -> None:
    p = met(squadrons=2)
    give(p, "raf", Resolve("cards"))
    now = p.combat.now
    assert now is not None and now.battle is not None and now.scale == 2 and len(now.models) == 4 + 6
    assert GAME.to_move(p) == now.battle.owing and p.phase == "engagement"
    before = {s.unit: s.strength for s in p.squadrons.values()}
    assert flown(p) > 20
    assert p.phase == "orders" and p.combat.now is None
    assert all(s.ammo == "low" and s.contacts == 12 for s in p.squadrons.values())
    assert sum(before.values()) - sum(s.strength for s in p.squadrons.values()) == sum(s.lost for s in p.squadrons.values())


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("how", ["cards", "flight", "hexes", "skies"])
def test_after_a_flown_fight_each_side_hears_what_was_flown_beside_what_is_booked(how: str) -> None:
    p = met()
    events = give(p, "raf", Resolve(how))
    drawn, stream = p.combat.now, Stream.of(how, "flown")
    assert drawn is not None
    models = drawn.models
    while p.combat.now is not None:
        seat = GAME.to_move(p)[0]
        events = give(p, seat, GAME.sample(p, seat, stream), len(events))
    told = {e.to[0]: e.data for e in events if e.code == "combat"}
    assert set(told) == {"raf", "luftwaffe"} and all(data["resolver"] == how for data in told.values())
    for side, data in told.items():
        flown, own = data["flown"], [unit for unit, _ in data["units"]]
        assert [unit for unit, _, _ in flown["models"]] == [unit for unit in models if unit in own]
        assert sum(number for *_, number in flown["foes"]) == len(models) - len(flown["models"])
        fell = {unit for unit, fate, _ in flown["models"] if fate == "down"}
        assert all(data["lost"][unit] <= flown["behind"][unit] and (unit in fell) >= (data["lost"][unit] > 0) for unit in own)
        assert not {unit for unit in models if unit not in own} & set(str(flown).split("'")), side


@pytest.mark.rule("OPS-B8.4")
def test_orders_of_the_dogfight_are_checked_by_its_own_rules() -> None:
    p = met()
    give(p, "raf", Resolve("cards"))
    seat = GAME.to_move(p)[0]
    other = "luftwaffe" if seat == "raf" else "raf"
    listed = GAME.choices(p, seat).listed
    assert listed and all(isinstance(o, Fly) for o in listed) and GAME.choices(p, other).listed == ()
    assert refusal(p, other, listed[0])[0] == "not_owing"
    assert refusal(p, "referee", listed[0])[0] == "no_fight"
    wrong = GAME.order({"code": "fly", "game": "cards", "order": {"code": "give_up"}})
    with pytest.raises(Refused) as caught:
        GAME.check(p, seat, wrong)
    assert caught.value.key.startswith("cards.refuse.")
    with pytest.raises(Refused):
        GAME.order({"code": "fly", "game": "cards", "order": {"code": "scramble"}})
    for o in listed:
        assert GAME.order(json.loads(dumps(encode(o)))) == o


@pytest.mark.rule("OPS-B8.6")
def test_the_position_comes_back_from_its_page_in_the_middle_of_a_chain() -> None:
    p = met()
    give(p, "raf", Resolve("cards"))
    flown(p, until=lambda q: q.combat.now.battle.pending is not None)
    assert p.combat.now is not None and p.combat.now.battle is not None
    page = GAME.dump(p)
    again = GAME.parse(page)
    assert GAME.dump(again) == page and again.combat.now is not None and again.combat.now.battle == p.combat.now.battle
    for seat in ("raf", "luftwaffe", "referee"):
        assert GAME.view(again, seat) == GAME.view(p, seat)


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.6")
def test_a_game_file_holds_the_dogfight_and_undo_does_not_cross_back(tmp_path: Path) -> None:
    path = tmp_path / "day.bob1940"
    save, match = Save.begin(path, GAME, "one_raid", 3, {"engagements": "cards"})
    staff = {"raf": "park", "luftwaffe": "kesselring"}
    driver_among(match, staff).advance(
        lambda: match.position.combat.now is not None and match.position.combat.now.battle.pending is not None
    )
    assert match.position.combat.now is not None, "nobody met anybody"
    entry = match.entries[-1]
    assert isinstance(entry.order, Fly) and match.undo_refused() is not None
    views = {seat: match.view(seat) for seat in ("raf", "luftwaffe", "referee")}
    save.close()
    opened, found = Save.open(path, games())
    with opened:
        assert [dumps(e.as_json()) for e in found.entries] == [dumps(e.as_json()) for e in match.entries]
        assert {seat: found.view(seat) for seat in views} == views
        play_out(found, staff)
        again = Match.replayed(GAME, found.header, found.entries)
        assert GAME.dump(again.position) == GAME.dump(found.position)
        assert GAME.dump(found.at(entry.number)) == GAME.dump(match.position)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["cards", "bombers", "ask", "table"])
def test_officers_play_a_day_under_every_rule(rule: str) -> None:
    match = Match.new(GAME, "one_raid", 2, {"engagements": rule})
    play_out(match, {"raf": "park", "luftwaffe": "kesselring"})
    assert not match.to_move and any(e.code == "combat" for _, e in match.log("referee"))


# What each side sees

HIDDEN = {"experience": "green", "disruption": 2, "fuel": 1, "ammo": "low", "fatigue": 4, "role": "jabo"}


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("how", ["ask", "cards"])
@pytest.mark.parametrize("side", ["raf", "luftwaffe"])
def test_a_side_knows_of_the_enemy_what_can_be_seen(how: str, side: str) -> None:
    """Types, numbers and heights; not whose they are, nor how they feel, nor their cards."""
    p = met()
    if how == "cards":
        give(p, "raf", Resolve("cards"))
    now = p.combat.now
    assert now is not None
    before = GAME.view(p, side)
    changed = pickle.loads(pickle.dumps(p))
    foes = tuple(replace(f, **HIDDEN, unit=f"X {f.unit}") if f.side != side else f for f in now.engagement.forces)
    raid_code = "other" if side == "raf" else now.engagement.raid
    changed.combat.now.engagement = replace(now.engagement, forces=foes, raid=now.engagement.raid if side == "raf" else raid_code)
    changed.combat.now.models = tuple(f"X {u}" if now.engagement.force(u).side != side else u for u in now.models)
    if changed.combat.now.battle is not None:
        for craft in changed.combat.now.battle.crafts:
            if changed.combat.now.battle.seats[craft.seat] != side:
                craft.hand = tuple("evasive" for _ in craft.hand)
        changed.combat.now.battle.pile.reverse()
    assert GAME.view(changed, side) == before
    text = dumps(encode(before.engagement))
    assert (BOMBERS in text) == (side == "luftwaffe") and ("0 Squadron" in text) == (side == "raf")
    assert ('"raid"' in text and '"raid":null' in text) == (side == "raf")
    assert before.engagement.sheet is None and before.engagement.track == (7 if side == "raf" else None)
    assert before.engagement.posture == ("advantage" if side == "raf" else "disadvantage")


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("side", ["raf", "luftwaffe"])
def test_the_cards_of_a_dogfight_do_not_tell_what_the_enemys_units_are(side: str) -> None:
    """Two engagements that differ in what the other side's units are alone: the views, choices and messages of a seat are the same but
    for the number of cards that it sees in the other's hands."""
    kit, seen = GAME.slot["cards"], []
    plain = {"experience": "regular", "disruption": 0, "ammo": "full", "fatigue": 0, "fuel": 9}
    for hidden in (plain, {"experience": "veteran", "disruption": 1, "ammo": "low", "fatigue": 3, "fuel": 1}):
        foes = "luftwaffe" if side == "raf" else "raf"
        forces = [replace(f, **hidden, unit=f"{hidden['ammo']} {f.unit}") if f.side == foes else f for f in fight().forces]
        made = replace(fight(), forces=tuple(forces))
        p = met()
        assert p.combat.now is not None
        drawn = kit.drawn_up(made, SeededDice(Stream.of(1, "pair")))
        position, lines = kit.begin(drawn, SeededDice(Stream.of(2, "pair")))
        p.combat.now = replace(p.combat.now, engagement=made, how="cards", battle=position, models=drawn.models, scale=drawn.scale)
        for number, craft in enumerate(c for c in position.crafts):
            craft.hand = () if position.seats[craft.seat] == foes else ("evasive",) * (number % 2)
        position.pile = position.pile[:9]
        shown = [encode(GAME.view(p, side)), encode(GAME.choices(p, side).listed)]
        heard = [encode(e) for e in lines if e.code not in ("drew", "dealt") and side in e.to]
        seen.append(dumps([shown, heard]))
        truth = GAME.view(p, "referee").engagement.battle
        common = 0 if made.bombers else engagement_figures.figures().cards.bursts_fighters
        told = [m.bursts != common or m.performance for pl in truth.terms.players if pl.seat == foes for m in pl.aircraft]
        assert any(told) == (hidden is not plain)
    assert seen[0] == seen[1]


@pytest.mark.rule("OPS-B8.4")
def test_at_the_players_own_table_both_sides_lie_open_but_the_raid() -> None:
    p = met(Engaging("table", "table", "table"))
    for side in ("raf", "luftwaffe"):
        page = GAME.view(p, side).engagement.sheet
        assert {f.unit for f in page.forces} == {"0 Squadron", BOMBERS} and page.raid == ""
    referee = GAME.view(p, "referee")
    assert referee.engagement.raid == "raid" and referee.engagement.sheet.raid == "raid" and referee.engagement.battle is None
    assert {f.unit for f in referee.engagement.foes} == {BOMBERS} and referee.engagement.left == "raf"
    give(p, "referee", Resolve("cards"))
    assert GAME.view(p, "referee").engagement.battle.draw_pile is not None and None not in GAME.view(p, "referee").engagement.models
    assert GAME.view(p, "raf").engagement.sheet is None


@pytest.mark.rule("OPS-B8.4")
def test_both_sides_learn_how_it_arose_each_in_its_own_words() -> None:
    p = met()
    q = seeded(p)
    fights._tell_met(q, "raid", p.combat.now.engagement)  # type: ignore[union-attr]
    mine, theirs = q.log.events
    assert mine.to == ("raf",) and mine.data["track"] == 7 and "raid" not in mine.data
    assert mine.data["units"] == [["0 Squadron", 12]] and mine.data["foes"] == [["do_17z", 18, 14]]
    assert theirs.to == ("luftwaffe",) and theirs.data["raid"] == "raid" and "track" not in theirs.data
    assert theirs.data["units"] == [[BOMBERS, 18]] and theirs.data["foes"] == [["hurricane_i", 12, 16]]


def test_dogfight_events_go_to_those_who_learnt_of_them_there() -> None:
    p = met(squadrons=2)
    events = give(p, "raf", Resolve("cards"))
    drawn = [e for e in events if e.code == "dogfight" and e.data["what"] == "drawn"]
    assert drawn and all(len(e.to) == 1 for e in drawn)
    lines = [e for e in events if e.code == "dogfight" and e.data["what"] == "starts"]
    assert lines and all(set(e.to) == {"raf", "luftwaffe"} for e in lines)


def test_a_random_side_always_has_an_order() -> None:
    p = met(squadrons=2)
    stream = Stream.of(5, "sample")
    kinds = set()
    for seed in range(60):
        q = pickle.loads(pickle.dumps(p))
        while q.phase == "engagement" and len(kinds) < 9:
            seat = GAME.to_move(q)[0]
            sampled = GAME.sample(q, seat, stream)
            kinds.add(sampled.code)
            give(q, seat, sampled, seed)
            if sampled.code == "fly":
                break
    assert kinds == {"resolve", "enter_result", "fly"}
    assert all(isinstance(d, Described) for d in GAME.choices(p, "referee").described)
    assert order(day(), "raf", Done()) == []
