"""What comes into a dogfight and what may come back (OPS-B8.4, OPS-B8.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core.codec import decode, encode
from bob.tactical.engagement import POSTURES, Engagement, Loss, doubts, misfits, turned
from bob.words import LANGUAGES, Words
from tests.dogfight.forces import fight, force, german


def loss(unit: str, destroyed: int = 0, **given: Any) -> Loss:
    values: dict[str, Any] = {"damaged": 0, "disruption": 1, "ammo": "low", "jettisoned": False, "broke_off": False}
    return Loss(unit, destroyed, **(values | given))


BOTH = (loss("79 Squadron", 2, crews_lost=1), loss("II./JG 26", 1))


def keys(losses: tuple[Loss, ...], turns: int = 2, engagement: Engagement | None = None) -> list[str]:
    found = list(misfits(engagement or fight(), losses, turns))
    for misfit in found:
        for language in LANGUAGES:
            assert Words(language)(misfit.key, unit=misfit.unit, **misfit.values)
    return [m.key.removeprefix("engagement.misfit.") for m in found]


@pytest.mark.rule("OPS-B8.3")
def test_a_posture_is_the_others_turned_over() -> None:
    assert [turned(p) for p in POSTURES] == list(reversed(POSTURES))
    assert fight(posture="bounce").posture_of("luftwaffe") == "bounced" and fight(posture="bounce").posture_of("raf") == "bounce"


@pytest.mark.rule("OPS-B8.4")
def test_an_engagement_comes_back_from_json() -> None:
    engagement = fight(force(fatigue=2), german(), german("do_17z", 27, "I./KG 3"))
    assert decode(Engagement, encode(engagement)) == engagement
    assert engagement.bombers and engagement.minutes == 10 and engagement.aircraft("luftwaffe") == 39
    assert not fight().bombers
    with pytest.raises(KeyError):
        engagement.force("nobody")


@pytest.mark.rule("OPS-B8.6")
def test_a_result_that_adds_up_has_no_misfits() -> None:
    assert keys(BOTH) == []
    assert keys((loss("79 Squadron", 12, crews_lost=12), loss("II./JG 26", 0, damaged=12)), 1) == []


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize(
    ("losses", "turns", "wrong"),
    [
        ((BOTH[0],), 2, ["missing"]),
        ((*BOTH, loss("601 Squadron")), 2, ["stranger"]),
        ((*BOTH, BOTH[0]), 2, ["twice"]),
        ((loss("79 Squadron", 13, crews_lost=1), BOTH[1]), 2, ["too_many"]),
        ((loss("79 Squadron", 7, damaged=6), BOTH[1]), 2, ["too_many"]),
        ((loss("79 Squadron", 7, damaged=5), BOTH[1]), 2, []),
        ((loss("79 Squadron", -1), BOTH[1]), 2, ["below_nothing"]),
        ((loss("79 Squadron", 0, damaged=-1), BOTH[1]), 2, ["below_nothing"]),
        ((loss("79 Squadron", 2, crews_lost=3), BOTH[1]), 2, ["crews"]),
        ((loss("79 Squadron", 2, crews_lost=-1), BOTH[1]), 2, ["crews"]),
        ((loss("79 Squadron", disruption=5), BOTH[1]), 2, ["disruption"]),
        ((loss("79 Squadron", disruption=4), BOTH[1]), 2, []),
        ((loss("79 Squadron", ammo="plenty"), BOTH[1]), 2, ["ammo"]),
        ((loss("79 Squadron", ammo="full"), BOTH[1]), 2, []),
        ((loss("79 Squadron", jettisoned=True), BOTH[1]), 2, ["no_bombs"]),
        ((BOTH[0], loss("II./JG 26", jettisoned=True)), 2, ["no_bombs"]),
        (BOTH, 0, ["turns"]),
        (BOTH, 1, []),
        (BOTH, 3, ["turns"]),
    ],
)
def test_what_cannot_be_is_told(losses: tuple[Loss, ...], turns: int, wrong: list[str]) -> None:
    assert keys(losses, turns) == wrong


@pytest.mark.rule("OPS-B8.6")
def test_ammunition_does_not_grow_and_bombs_are_the_bombers() -> None:
    low = fight(force(ammo="low"), german("do_17z", 9, "I./KG 3"))
    bombers = loss("I./KG 3", ammo="full", jettisoned=True)
    assert keys((loss("79 Squadron", ammo="full"), bombers), engagement=low) == ["ammo"]
    assert keys((loss("79 Squadron", ammo="low"), bombers), engagement=low) == []
    jabos = fight(force(), german("bf_110c", 9, "Erprobungsgruppe 210", role="jabo"))
    assert keys((loss("79 Squadron"), loss("Erprobungsgruppe 210", jettisoned=True)), engagement=jabos) == []


@pytest.mark.rule("OPS-B8.6")
def test_who_cannot_shoot_brings_nobody_down() -> None:
    empty = fight(force(ammo="none"), german(ammo="none"))
    assert keys((loss("79 Squadron", 1, ammo="none"), loss("II./JG 26", 1, ammo="none")), engagement=empty) == ["no_guns", "no_guns"]
    bombers = fight(force(), german("do_17z", 9, "I./KG 3", ammo="none"))
    assert keys((loss("79 Squadron", 1), loss("I./KG 3", 1, ammo="none")), engagement=bombers) == [], "gunners always have rounds"


def test_what_is_odd_is_asked_about() -> None:
    def asked(*losses: Loss) -> list[str]:
        return [d.key.removeprefix("engagement.doubt.") for d in doubts(fight(), losses)]

    assert asked(*BOTH) == []
    assert asked(loss("79 Squadron", 6), BOTH[1]) == [] and asked(loss("79 Squadron", 7), BOTH[1]) == ["half_lost"]
    assert asked(replace(BOTH[0], ammo="full"), BOTH[1]) == ["nothing_fired"]
