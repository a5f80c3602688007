"""Engagements built by hand and drawn by hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from bob.tactical.engagement import POSTURES, Engagement, Force

FIGHTERS = {"raf": ("spitfire_i", "hurricane_i", "defiant_i", "gladiator_ii"), "luftwaffe": ("bf_109e_4", "bf_109e_4b", "bf_110c")}
BOMBERS = ("do_17z", "he_111h", "ju_88a", "ju_87r")


def force(unit: str = "79 Squadron", side: Any = "raf", aircraft: str = "hurricane_i", count: int = 12, **given: Any) -> Force:
    """A fresh unit at Angels 16."""
    fighter = aircraft not in BOMBERS
    role = "interceptor" if side == "raf" else "sweep" if fighter else "bomber"
    values: dict[str, Any] = {"experience": "regular", "disruption": 0, "ammo": "full", "angels": 16, "role": role, "fuel": 9}
    return Force(unit=unit, side=side, aircraft=aircraft, fighter=fighter, count=count, **(values | given))


def german(aircraft: str = "bf_109e_4", count: int = 12, unit: str = "II./JG 26", **given: Any) -> Force:
    return force(unit, "luftwaffe", aircraft, count, **given)


def fight(*forces: Force, **given: Any) -> Engagement:
    """A squadron of Hurricanes against a Gruppe, even, over the Channel."""
    values: dict[str, Any] = {
        "raid": "raid",
        "turn": 7,
        "hex": "4930",
        "over_england": False,
        "weather": "fair",
        "sun": 135.0,
        "posture": "even",
        "surprise": "none",
        "attackers": "raf",
        "aim": "sweep",
        "length": 2,
        "number": 1,
    }
    return Engagement(forces=forces or (force(), german()), **(values | given))


@st.composite
def engagements(draw: st.DrawFn) -> Engagement:
    """Any engagement that a day could bring about: fighters against fighters, or against bombers."""
    bombers = draw(st.booleans())
    units: list[Force] = []
    for side in ("raf", "luftwaffe"):
        kinds = BOMBERS if bombers and side == "luftwaffe" else FIGHTERS[side]
        for i in range(draw(st.integers(1, 4))):
            units.append(
                force(
                    f"{side} {i}",
                    side,
                    draw(st.sampled_from(kinds)),
                    draw(st.integers(1, 14 if side == "raf" else 40)),
                    experience=draw(st.sampled_from(("green", "regular", "veteran"))),
                    disruption=draw(st.integers(0, 3)),
                    ammo=draw(st.sampled_from(("full", "low", "none"))),
                    angels=2 * draw(st.integers(0, 14)),
                    fuel=draw(st.integers(-2, 12)),
                    fatigue=draw(st.integers(0, 4)),
                )
            )
    return fight(
        *units,
        over_england=draw(st.booleans()),
        weather=draw(st.sampled_from(("fair", "cloudy", "haze", "overcast"))),
        posture=draw(st.sampled_from(POSTURES)),
        surprise=draw(st.sampled_from(("raf", "luftwaffe", "none"))),
        attackers=draw(st.sampled_from(("raf", "luftwaffe"))),
        aim="reach_bombers" if bombers else "sweep",
    )
