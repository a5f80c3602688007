"""Section 16: flak and bombing patterns."""

from __future__ import annotations

import pytest

from bob.campaigns.linked import orders as o
from bob.campaigns.linked.mission import flak_value
from bob.campaigns.linked.patterns import PATTERNS, shipped_patterns
from bob.tactical.cards import orders as c
from tests.campaign.linked.build import GAME, Desk, describe, flown

P = shipped_patterns()


def hits(flak: str, value: int) -> list[int]:
    return [P.flak_hits(flak, bombing, value) for bombing in PATTERNS]


@pytest.mark.rule("DIF-330")
@pytest.mark.rule("DIF-331")
@pytest.mark.rule("DIF-332")
@pytest.mark.rule("DIF-EX-61")
def test_dispersed_flak_hits_all_by_half() -> None:
    assert PATTERNS == ("dispersed", "normal", "tight") == tuple(P.flak)
    assert hits("dispersed", 2) == [1, 1, 1] and hits("dispersed", 3) == [1, 1, 1], "GAP-63"


@pytest.mark.rule("DIF-333")
@pytest.mark.rule("DIF-EX-62")
def test_normal_flak_spares_the_dispersed() -> None:
    assert hits("normal", 2) == [0, 2, 2]


@pytest.mark.rule("DIF-334")
@pytest.mark.rule("DIF-EX-63")
def test_tight_flak_hits_the_tight_twice_over() -> None:
    assert hits("tight", 2) == [0, 0, 4]


@pytest.mark.rule("DIF-337")
@pytest.mark.rule("DIF-EX-64")
def test_options_come_before_halving_and_doubling() -> None:
    desk = flown(allied=1)
    value = flak_value(desk.position, desk.sheet)
    assert value == 4 and [P.flak_hits(flak, "tight", value) for flak in PATTERNS] == [2, 4, 8]
    assert P.bombs("dispersed", flown(axis=2).own("axis")[0].now.bombs) == 8


@pytest.mark.rule("DIF-344")
@pytest.mark.rule("DIF-345")
@pytest.mark.rule("DIF-346")
@pytest.mark.rule("DIF-347")
@pytest.mark.rule("DIF-EX-65")
@pytest.mark.rule("DIF-EX-66")
@pytest.mark.rule("DIF-EX-67")
@pytest.mark.parametrize(("pattern", "whole", "damaged"), [("normal", 14, 8), ("tight", 28, 16), ("dispersed", 7, 4)])
def test_the_kate_bombs(pattern: str, whole: int, damaged: int) -> None:
    for hurt, bombs in ((0, whole), (2, damaged)):
        desk = Desk()
        desk.fly(1, axis=5, flak="dispersed")  # Flak 1, halved: no hits
        kate = desk.own("axis")[0]
        assert (kate.front.bombs, kate.back.bombs) == (14, 8)
        desk.hurt(kate, hurt)
        desk.land()
        assert describe(desk.bomb(pattern), "bombs") == [{"aircraft": kate.number, "bombs": bombs}]


@pytest.mark.rule("DIF-329")
@pytest.mark.rule("DIF-348")
@pytest.mark.rule("DIF-350")
@pytest.mark.rule("DIF-351")
@pytest.mark.rule("DIF-EX-68")
def test_flak_then_bombs() -> None:
    desk = Desk()
    desk.fly(1, flak="dispersed")
    kate = desk.own("axis")[0]
    desk.land()
    events = desk.bomb("normal")
    codes = [event.code for event in events]
    assert codes[:6] == ["bombing_chosen", "bombing", "flak", "hit", "bombs", "target"]
    assert describe(events, "flak") == [{"pattern": "dispersed", "flak_value": 2}]
    assert kate.hits == 1 and describe(events, "bombs")[0]["bombs"] == 14, "GAP-67"
    assert desk.position.mission == 2


@pytest.mark.rule("DIF-349")
def test_flak_cannot_be_avoided_and_scores() -> None:
    desk = Desk()
    desk.fly(1, flak="tight")
    kate = desk.own("axis")[0]
    desk.land()
    events = desk.bomb("tight")
    # Four hits fell the Kate at once: it drops nothing (GAP-68), and nobody was asked to answer.
    assert [event.code for event in events][2:5] == ["flak", "hit", "shot_down"] and describe(events, "bombs") == []
    line = desk.position.missions[0]
    assert (line.status, line.allied.aircraft) == ("intact", kate.vp)


def test_flak_that_flips_a_bomber_costs_bombs() -> None:
    desk = Desk()
    desk.fly(1, flak="normal")
    desk.land()
    assert describe(desk.bomb("normal"), "bombs")[0]["bombs"] == 8, "GAP-68"


@pytest.mark.rule("DIF-328")
@pytest.mark.rule("DIF-341")
@pytest.mark.rule("DIF-342")
@pytest.mark.rule("DIF-343")
def test_each_bomber_has_its_pattern_and_all_bombs_count() -> None:
    desk = flown(2)
    desk.position.flak = "tight"
    desk.land()
    number = [craft.number for craft in desk.crafts if craft.bomber]
    assert desk.refused(o.PickBombing(number[1], "tight")) == "DIF-341"
    assert desk.refused(o.PickBombing(number[0], "wild")) == "DIF-330"
    events = desk.bomb("normal", "dispersed", "normal")
    assert [data["bombs"] for data in describe(events, "bombs")] == [14, 7, 3]
    assert desk.position.missions[0].bombs == 24


def test_a_fighter_bomber_without_its_bombs_drops_none() -> None:
    desk = flown(2)
    jabo = next(craft for craft in desk.crafts if craft.loaded)
    for _ in range(400):
        seat = GAME.to_move(desk.position)[0]
        listed = GAME.choices(desk.position, seat).listed
        order = next((x for kind in (c.DropBombs, c.Stay, c.EndPhase, c.NoAnswer) for x in listed if isinstance(x, kind)), listed[0])
        desk.do(order)
        if isinstance(order, c.DropBombs):
            break
    assert not jabo.loaded and not jabo.bomber
    desk.land()
    assert jabo.number not in GAME.view(desk.position, "axis").bombers


@pytest.mark.rule("DIF-327")
@pytest.mark.rule("DIF-335")
@pytest.mark.rule("DIF-336")
def test_the_defender_lays_his_flak_face_down() -> None:
    desk = Desk()
    desk.do(o.PickArrow(1))
    desk.options()
    assert GAME.to_move(desk.position) == ("allied",)
    assert desk.refused(o.LayFlak("normal"), "axis") == "DIF-300"
    assert desk.refused(o.LayFlak("thick")) == "DIF-330"
    events = desk.do(o.LayFlak("tight"))
    assert [event.to for event in events if "pattern" in event.data] == [("allied",)]
    assert GAME.view(desk.position, "axis").flak is None
    assert GAME.view(desk.position, "allied").flak == "tight" == GAME.view(desk.position, "referee").flak
