"""Section 15: the options, each kind; scaling."""

from __future__ import annotations

import pytest

from bob.campaigns.linked import orders as o
from bob.campaigns.linked.campaign_data import KINDS
from bob.campaigns.linked.mission import flak_value, terms, turns
from bob.campaigns.linked.scoring import tally
from bob.tactical.cards.data import ALTITUDES
from tests.campaign.linked.build import CAMPAIGNS, GAME, TABLES, Desk, describe, flown, hold

# ---- choosing


@pytest.mark.rule("DIF-300")
@pytest.mark.rule("DIF-301")
@pytest.mark.rule("DIF-302")
def test_one_option_a_mission_and_each_but_once() -> None:
    desk = Desk()
    desk.do(o.PickArrow(1))
    assert desk.refused(o.PickOption(99), "axis") == "DIF-302"
    desk.do(o.PickOption(2), seat="axis")
    assert desk.refused(o.PickOption(3), "axis") == "DIF-300"
    desk.do(o.PickOption(None), seat="allied")
    desk.do(o.LayFlak("tight"))
    assert GAME.view(desk.position, "allied").options == (("axis", 2), ("allied", None))
    assert 2 not in dict(GAME.view(desk.position, "allied").unused)["axis"]
    other = Desk()
    other.mission(1, "intact", axis=2, allied=2)
    other.do(o.PickArrow(11))
    assert other.refused(o.PickOption(2), "axis") == "DIF-301" and other.refused(o.PickOption(2), "allied") == "DIF-301"
    assert o.PickOption(3) in GAME.choices(other.position, "axis").listed


@pytest.mark.rule("DIF-326")
def test_options_are_chosen_unseen_and_revealed_before_the_flak() -> None:
    desk = Desk()
    desk.do(o.PickArrow(1))
    first = desk.do(o.PickOption(4), seat="axis")
    assert all(event.to == ("axis",) for event in first)
    assert GAME.view(desk.position, "allied").own_option is None and GAME.view(desk.position, "allied").options == ()
    assert GAME.to_move(desk.position) == ("allied",)
    both = desk.do(o.PickOption(2), seat="allied")
    assert describe(both, "options") == [{"axis": 4, "allied": 2}] and desk.position.phase == "flak"


@pytest.mark.rule("DIF-303")
def test_an_option_goes_before_the_rules() -> None:
    # A bomber flies at the altitude of its card, and an opening hand has Performance cards; but not with these options.
    low = flown(axis=1, way="down").own("axis")[0]
    assert low.altitude == (TABLES.aircraft["b5n2"].altitude or 0) - 1
    zeke = flown(2, axis=13).own("axis")
    fighters = [craft for craft in zeke if craft.type == "a6m5_zeke"]
    assert all(craft.extra_cards == 2 for craft in fighters)


@pytest.mark.rule("DIF-325")
def test_an_option_may_bundle_effects() -> None:
    desk = flown(2, allied=6)
    assert desk.types("allied") == ["defiant_i", "p_51d", "p_51d"]
    assert all(craft.late == 1 for craft in desk.own("axis") if not craft.bomber)


def test_every_kind_of_option_is_on_a_shipped_sheet() -> None:
    shipped = [s for code, s in CAMPAIGNS.items() if "trial" not in code]
    found = {e.kind for s in shipped for side in s.options.values() for option in side.values() for e in option.effects}
    assert found == set(KINDS)


# ---- the kinds


@pytest.mark.rule("DIF-304")
@pytest.mark.parametrize(("way", "change"), [("up", 1), ("down", -1)])
def test_altitude(way: str, change: int) -> None:
    desk = Desk()
    desk.do(o.PickArrow(1))
    desk.options(axis=1)
    assert GAME.to_move(desk.position) == ("axis",) and desk.refused(o.Declare("more")) == "DIF-304"
    desk.do(o.Declare(way), o.LayFlak("normal"))
    mount = desk.position.battle.terms.players[0].aircraft[0] if desk.position.battle is not None else None
    normal = TABLES.aircraft["b5n2"].altitude
    assert mount is not None and normal is not None and mount.altitude == ALTITUDES[normal + change]


@pytest.mark.rule("DIF-304")
@pytest.mark.parametrize(("arrow", "phase"), [(1, "declare"), (2, "flak")])
def test_whoever_flies_no_bombers_is_not_asked_for_their_altitude(arrow: int, phase: str) -> None:
    """GAP-53: Erprobungsgruppe 210 flies fighter-bombers alone, which choose their own altitude."""
    desk = Desk("airfields_1940")
    number = next(n for n, option in desk.sheet.options["axis"].items() if "up" in option.ways)
    desk.do(o.PickArrow(arrow))
    desk.options(axis=number)
    assert (desk.position.phase, desk.position.declared) == (phase, {})


@pytest.mark.rule("DIF-305")
def test_bombs() -> None:
    craft = flown(axis=2).own("axis")[0]
    assert (craft.front.bombs, craft.back.bombs) == (16, 10)
    craft = flown(allied=3).own("axis")[0]
    assert (craft.front.bombs, craft.back.bombs) == (5, 0), "never below 0"
    loaded = next(c for c in flown(2, axis=2).own("axis") if c.loaded)
    assert loaded.front.bombs == TABLES.aircraft["bf_109e"].front.bombs + 2, "GAP-53"


@pytest.mark.rule("DIF-306")
@pytest.mark.rule("DIF-322")
def test_defense_and_support() -> None:
    card = TABLES.aircraft["b5n2"].front
    assert flown(axis=3).own("axis")[0].front.dt == card.dt + 1
    assert flown(axis=14).own("axis")[0].front.st == card.st + 1
    assert flown(allied=4).own("axis")[0].front.dt == card.dt - 1
    assert flown(allied=5).own("axis")[0].front.st == 0
    assert flown(axis=3, allied=4).own("axis")[0].front.dt == card.dt


@pytest.mark.rule("DIF-307")
@pytest.mark.rule("DIF-308")
@pytest.mark.rule("DIF-309")
@pytest.mark.rule("DIF-EX-60")
def test_fighters_and_bombers_gained() -> None:
    desk = flown(allied=2)
    gained = [craft for craft in desk.own("allied") if craft.type == "spitfire_i"]
    assert len(gained) == 1 and not gained[0].loaded and not gained[0].bomber
    desk = flown(axis=17)
    assert desk.types("axis") == ["b5n2", "b5n2"] and all(craft.bomber for craft in desk.own("axis"))


@pytest.mark.rule("DIF-310")
def test_flak() -> None:
    for axis, allied, value in ((None, None, 2), (5, None, 1), (None, 1, 4), (5, 1, 3)):
        desk = flown(axis=axis, allied=allied)
        assert flak_value(desk.position, desk.sheet) == value == describe(desk.events, "begins")[0]["flak_value"]
    # The target's Flak is the defender's: the attacker's own is not raised.
    desk = flown(11, allied=1)
    assert flak_value(desk.position, desk.sheet) == 1


@pytest.mark.rule("DIF-311")
def test_fuel() -> None:
    desk = flown(2, allied=7)
    assert {craft.leaves for craft in desk.own("axis") if craft.type != "b5n2"} == {6}
    assert {craft.leaves for craft in desk.own("allied")} == {None}


@pytest.mark.rule("DIF-312")
def test_gunner() -> None:
    desk = flown(2, axis=7)
    zerstoerer = next(craft for craft in desk.own("axis") if craft.type == "bf_110c")
    defiant = next(craft for craft in desk.own("allied") if craft.type == "defiant_i")
    assert zerstoerer.front.gunner == TABLES.aircraft["bf_110c"].front.gunner + 1, "GAP-58: both"
    assert defiant.front.gunner == TABLES.aircraft["defiant_i"].front.gunner - 1
    assert all(craft.front.gunner == 0 for craft in desk.crafts if craft.type in ("a6m5_zeke", "p_51d"))


@pytest.mark.rule("DIF-313")
@pytest.mark.rule("DIF-314")
@pytest.mark.rule("DIF-315")
def test_late() -> None:
    desk = flown(axis=8)
    battle = desk.position.battle
    assert battle is not None
    corsair = desk.own("allied")[0]
    assert battle.turn == 2 or not battle.present(corsair)
    assert len(corsair.hand) > 0 and corsair.altitude >= 0


@pytest.mark.rule("DIF-316")
@pytest.mark.rule("DIF-317")
def test_named_pilots() -> None:
    desk = flown(2, axis=9)
    pilots = [craft.pilot for craft in desk.own("axis") if craft.type == "a6m5_zeke"]
    assert pilots == ["veteran", None]
    ace = next(craft for craft in desk.own("axis") if craft.pilot)
    desk.down(ace)
    desk.land()
    desk.bomb("dispersed")
    value = TABLES.aircraft["a6m5_zeke"].vp + TABLES.pilots["veteran"].vp
    assert desk.position.missions[0].allied.aircraft == value
    assert all(craft.pilot is None for craft in flown(1, axis=9).crafts), "no such aircraft, no pilot"


@pytest.mark.rule("DIF-318")
@pytest.mark.rule("DIF-319")
def test_press_and_rest() -> None:
    for option, vp in ((10, -3), (11, 3)):
        desk = Desk()
        line = desk.mission(1, "damaged", axis=option)
        assert line.axis.option == vp and line.axis.total == 5 + vp


@pytest.mark.rule("DIF-320")
def test_shortage() -> None:
    desk = flown(2, allied=8)
    assert {craft.hits for craft in desk.own("axis")} == {2} and {craft.hits for craft in desk.own("allied")} == {0}


@pytest.mark.rule("DIF-321")
def test_sun() -> None:
    desk = Desk()
    hold(desk.position, "field", "axis")
    desk.do(o.PickArrow(2))
    desk.options(axis=13)
    desk.do(o.LayFlak("normal"))
    for craft in desk.own("axis"):
        assert len(craft.hand) == (0 if craft.bomber else craft.now.performance + 2)


@pytest.mark.rule("DIF-323")
def test_vital_mission() -> None:
    desk = Desk()
    line = desk.mission(1, "damaged", axis=15)
    assert (line.axis.times, line.axis.total, line.allied.times) == (2, 10, 1)
    assert tally(10, 5, vital=True, option=-5).total == 30 - 5, "Press and Rest are not doubled (GAP-60)"


@pytest.mark.rule("DIF-318", "DIF-319", "DIF-391")
@pytest.mark.parametrize("status", ["intact", "damaged"])
@pytest.mark.parametrize(("option", "brought"), [(11, 3), (10, -3)])
def test_rest_and_press_are_divided_by_the_scale_with_all_points_or_left_whole(status: str, option: int, brought: int) -> None:
    """A whole mission at twice the size, with Rest or with Press."""
    totals = {}
    for reading in ("scaled", "whole"):
        line = Desk(scale=2, option_points=reading).mission(1, status, axis=option)
        flown = line.axis.target + line.axis.aircraft
        totals[reading] = line.axis.total
    assert totals == {"scaled": (flown + brought) // 2, "whole": flown // 2 + brought}
    assert Desk().mission(1, status, axis=option).axis.option == brought, "at the sheet's own size both are the same"


@pytest.mark.rule("DIF-324")
def test_winds() -> None:
    for way, count in (("more", 8), ("fewer", 4)):
        desk = flown(axis=16, way=way)
        assert turns(desk.position, desk.sheet) == count == describe(desk.events, "begins")[0]["turns"]
    desk = Desk()
    desk.do(o.PickArrow(1))
    desk.options(axis=16, allied=10)
    told_ways = desk.do(o.Declare("fewer")) + desk.do(o.Declare("more"))
    assert [data["side"] for data in describe(told_ways, "declared")] == ["axis", "allied"], "the attacker first"
    assert turns(desk.position, desk.sheet) == 5


# ---- scaling


@pytest.mark.rule("DIF-EX-77")
@pytest.mark.rule("DIF-EX-78")
@pytest.mark.rule("DIF-387")
@pytest.mark.rule("DIF-388")
@pytest.mark.rule("DIF-389")
@pytest.mark.rule("DIF-390")
@pytest.mark.parametrize("scale", [1, 3])
def test_poland_at_one_to_one_and_three_to_one(scale: int) -> None:
    desk = Desk("poland_1939", scale=scale)
    desk.do(o.PickArrow(3))
    desk.options(axis=1, allied=2)
    desk.do(o.LayFlak("normal"))
    assert desk.types("axis") == ["bf_110c"] * scale + ["ju_87b"] * scale
    assert desk.types("allied") == ["p_11c"] * 2 * scale
    assert {craft.late for craft in desk.own("axis") if not craft.bomber} == {1}
    begins = describe(desk.events, "begins")[0]
    assert (begins["damaged"], begins["destroyed"], begins["flak_value"]) == (4 * scale, 8 * scale, 2)
    assert not any(craft.loaded for craft in desk.crafts), "fighters gained carry no bombs"


def test_a_pilot_is_not_multiplied() -> None:
    desk = Desk(scale=2)
    hold(desk.position, "field", "axis")
    desk.fly(2, axis=9)
    assert sum(craft.pilot is not None for craft in desk.crafts) == 1 and desk.types("axis").count("a6m5_zeke") == 4
    assert terms(desk.position, desk.sheet, TABLES).decks == 2
