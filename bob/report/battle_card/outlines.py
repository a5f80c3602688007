"""Aircraft from above as outlines: one unit long, nose to the right, around the origin."""

from __future__ import annotations

from dataclasses import dataclass

from bob.chart.marks import Point, Ring


@dataclass(frozen=True, slots=True)
class Proportions:
    """The proportions of an aircraft: half its span, the chords of its wing at root and tip, how round it is, engines, fins."""

    span: float
    root: float
    tip: float
    round: bool = False
    engines: tuple[float, ...] = ()
    fins: float = 0.0
    wide: float = 0.06
    at: float = 0.12


_SPITFIRE = Proportions(0.62, 0.28, 0.02, True)
_HURRICANE = Proportions(0.63, 0.27, 0.14, wide=0.065)
_PLANS = {
    "spitfire": _SPITFIRE,
    "hurricane": _HURRICANE,
    "defiant": Proportions(0.56, 0.26, 0.13, wide=0.075),
    "gladiator": Proportions(0.58, 0.2, 0.19),
    "blenheim": Proportions(0.66, 0.24, 0.09, engines=(0.2,)),
    "beaufighter": Proportions(0.69, 0.26, 0.09, engines=(0.2,)),
    "whirlwind": Proportions(0.69, 0.24, 0.09, engines=(0.22,)),
    "anson": Proportions(0.66, 0.26, 0.1, engines=(0.18,)),
    "bf_109": Proportions(0.56, 0.22, 0.12, wide=0.055),
    "bf_110": Proportions(0.67, 0.2, 0.09, engines=(0.2,), fins=0.19),
    "ju_87": Proportions(0.63, 0.24, 0.12),
    "ju_88": Proportions(0.64, 0.24, 0.07, engines=(0.21,)),
    "do_": Proportions(0.56, 0.24, 0.08, engines=(0.18,), fins=0.18),
    "he_111": Proportions(0.68, 0.32, 0.05, True, engines=(0.2,)),
    "fw_200": Proportions(0.7, 0.22, 0.06, engines=(0.18, 0.36)),
    "he_59": Proportions(0.68, 0.2, 0.18, engines=(0.2,)),
    "hs_126": Proportions(0.66, 0.17, 0.13),
    "cr_42": Proportions(0.58, 0.19, 0.17),
    "g_50": Proportions(0.6, 0.26, 0.14, wide=0.07),
    "br_20": Proportions(0.66, 0.25, 0.09, engines=(0.2,), fins=0.18),
}


def outline(code: str) -> list[Ring]:
    """The parts of an aircraft of that code; they overlap, so each is to be filled by itself."""
    plan = next((plan for start, plan in _PLANS.items() if code.startswith(start)), _HURRICANE)
    body = _mirrored([(0.5, 0.0), (0.47, plan.wide * 0.7), (0.3, plan.wide), (0.0, plan.wide), (-0.3, plan.wide * 0.45), (-0.5, 0.012)])
    parts = [
        body,
        _wing(plan),
        _mirrored([(-0.36, 0.0), (-0.38, plan.span * 0.3), (-0.41, plan.span * 0.36), (-0.48, plan.span * 0.34), (-0.47, 0.0)]),
    ]
    for y in plan.engines:
        for sign in (1, -1):
            parts.append(_box(plan.at + plan.root * 0.85, plan.at - plan.root * 0.45, sign * y, 0.042))
    if plan.fins:
        parts += [_box(-0.34, -0.53, sign * plan.fins, 0.02) for sign in (1, -1)]
    return parts


def _wing(plan: Proportions) -> Ring:
    lead, trail = plan.at + plan.root * 0.5, plan.at - plan.root * 0.5
    if plan.round:
        steps = [i / 12 for i in range(13)]
        front = [(plan.at + (lead - plan.at) * (1 - t**2.6) ** 0.5, plan.span * t) for t in steps]
        back = [(plan.at - (plan.at - trail) * (1 - t**2.6) ** 0.5, plan.span * t) for t in reversed(steps)]
        return _mirrored([*front, *back])
    mid = plan.at + (lead - plan.at) * 0.1
    tip = plan.tip
    return _mirrored(
        [
            (lead, 0.0),
            (mid + tip * 0.6, plan.span * 0.93),
            (mid + tip * 0.35, plan.span * 0.99),
            (mid - tip * 0.35, plan.span),
            (mid - tip * 0.6, plan.span * 0.94),
            (trail, 0.0),
        ]
    )


def _mirrored(half: list[Point]) -> Ring:
    """A shape and its other half across the middle."""
    return (*half, *((x, -y) for x, y in reversed(half)))


def _box(front: float, back: float, y: float, half: float) -> Ring:
    return ((front, y - half * 0.6), (front, y + half * 0.6), (back + half, y + half), (back, y), (back + half, y - half))
