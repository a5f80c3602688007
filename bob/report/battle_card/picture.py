"""The picture of the card: the aircraft by height, with each model on the table, the sun and the weather."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from bob.chart.marks import Anchor, Box, Point, Ring
from bob.chart.page import WHITE
from bob.data.units import SIDES
from bob.report.battle_card.content import ModelStack
from bob.report.battle_card.leaf import INK, LEFT, QUIET, RED, RIGHT, SLATE, Leaf, ring
from bob.report.battle_card.outlines import outline
from bob.tactical.engagement import Engagement
from bob.tactical.tabletop import up_sun
from bob.words import Words

_SCALE = 7.0
"""The room of the figures of height at the left."""
_MIDDLE = 22.0
"""The room between the sides."""
_LEAST = 3.9
"""The least length of an aircraft; where there is no room for that only words are left."""
_FAINT = "#CFC9B4"


def picture(leaf: Leaf, engagement: Engagement, stacks: Sequence[ModelStack], words: Words, foot: float) -> None:
    """Draw it from where the leaf is down to `foot`."""
    top, left = leaf.y, LEFT + _SCALE
    lowest, highest = min(s.angels for s in stacks), max(s.angels for s in stacks)
    low, high = max(0, (lowest - 3) // 5 * 5), (highest + 6) // 5 * 5
    ends = (top + 3.0, foot - 3.0)

    def y(angels: float) -> float:
        return ends[1] - (ends[1] - ends[0]) * (angels - low) / (high - low)

    leaf.box(left, top, RIGHT, foot, "#FBF9F1", INK, 0.25)
    _weather(leaf, engagement.weather, left, top, RIGHT, foot)
    small = leaf.look("regular", 2.3, QUIET)
    for angels in range(low, high + 1, 5):
        leaf.line([(left, y(angels)), (RIGHT, y(angels))], _FAINT, 0.15, (0.6, 1.0))
        leaf.text(small, str(angels), (left - 1.2, y(angels) + 0.8), "end")
    leaf.text(leaf.look("italic", 2.1, QUIET), words("card.column.angels"), (LEFT - 1.0, top - 0.9))
    middle = (left + RIGHT) / 2
    spans = {"raf": (left + 1.5, middle - _MIDDLE / 2), "luftwaffe": (middle + _MIDDLE / 2, RIGHT - 1.5)}
    taken: list[Box] = []
    for side in SIDES:
        taken += _side(leaf, [s for s in stacks if s.side == side], words, spans[side], (top + 0.6, foot - 0.8), y)
    taken.append(_arrow(leaf, engagement, stacks, middle, y))
    r = 5.6
    edge = r + 3.4
    places = [(x, at) for at in (top + edge, foot - edge, (top + foot) / 2) for x in (middle, RIGHT - edge, left + edge)]
    _compass(leaf, engagement, words, next((at for at in places if not any(_covers(box, at, edge) for box in taken)), places[0]), r)
    leaf.y = foot


def _covers(box: Box, at: Point, r: float) -> bool:
    left, top, right, foot = box
    return left - r < at[0] < right + r and top - r < at[1] < foot + r


def _side(
    leaf: Leaf,
    stacks: Sequence[ModelStack],
    words: Words,
    span: tuple[float, float],
    ends: tuple[float, float],
    y: Callable[[float], float],
) -> list[Box]:
    """Draw the aircraft of a side, each type at its height, moved apart where they would overlap; return the boxes that they cover."""
    if not stacks:
        return []
    high = min(15.0, (ends[1] - ends[0]) / len(stacks))
    size = min(6.9, (high - 5.6) / 1.36)
    if size < _LEAST:
        size, high = 0.0, min(4.2, high)
    tops: list[float] = []
    for stack in stacks:
        wished = y(stack.angels) - size * 0.68
        tops.append(max(wished, tops[-1] + high if tops else ends[0]))
    for i in range(len(tops)):
        tops[i] = min(tops[i], ends[1] - high * (len(tops) - i))
    return [_stack(leaf, stack, words, span, (at, size), y(stack.angels)) for stack, at in zip(stacks, tops, strict=True)]


def _stack(leaf: Leaf, stack: ModelStack, words: Words, span: tuple[float, float], place: tuple[float, float], height: float) -> Box:
    raf = stack.side == "raf"
    way = 1 if raf else -1
    outer, inner = span if raf else (span[1], span[0])
    top, size = place
    middle = top + (size * 0.68 if size else 1.6)
    leaf.line([(outer - 1.5 * way, height), (outer + 1.4 * way, middle)], SLATE if raf else INK, 0.3)
    label = words("card.stack", count=stack.count, aircraft=stack.name, angels=stack.angels)
    names = [words(f"card.cards.model_{stack.side}", number=number) for number in stack.models]
    anchor: Anchor = "start" if raf else "end"
    start, room = outer + 1.8 * way, abs(inner - outer) - 2
    if not size:
        text = words("card.label", label=label, text=" ".join(names) or words("card.slip.no_model"))
        look = leaf.fitted(text, leaf.look("semibold", 2.3), room)
        leaf.text(look, text, (start, middle + 0.8), anchor)
        return _span(outer, outer + way * (look.length(text) + 2), middle - 2, middle + 2)
    step = min(size * 1.2, (room - 1) / max(1, len(names)))
    plane = min(size, step / 1.1)
    small, look = leaf.look("regular", 2.1, QUIET), leaf.fitted(label, leaf.look("semibold", 2.75), room)
    x = outer + (2.0 + step / 2) * way
    for name in names:
        for part in outline(stack.aircraft):
            leaf.shape([tuple((x + px * plane * way, middle + py * plane) for px, py in part)], SLATE if raf else INK)
        leaf.text(small, name, (x, top + size * 1.36 + small.size * 0.85), "middle")
        x += step * way
    if not names:
        leaf.text(leaf.look("italic", 2.2, QUIET), words("card.slip.no_model"), (start, middle + 0.8), anchor)
    base = top + size * 1.36 + small.size + look.size
    leaf.text(look, label, (start, base), anchor)
    return _span(outer, outer + way * max(look.length(label) + 2, 2.0 + step * len(names)), top, base + 0.6)


def _span(one: float, other: float, top: float, foot: float) -> Box:
    return min(one, other), top, max(one, other), foot


def _arrow(leaf: Leaf, engagement: Engagement, stacks: Sequence[ModelStack], x: float, y: Callable[[float], float]) -> Box:
    """Draw an arrow from the attackers, at their height, to their target; return the box that it covers."""
    way = 1 if engagement.attackers == "raf" else -1
    heights = {side: [s.angels for s in stacks if s.side == side] for side in SIDES}
    mine = heights[engagement.attackers]
    theirs = heights["luftwaffe" if engagement.attackers == "raf" else "raf"]
    start, end = (x - 7.5 * way, y(max(mine))), (x + 7.5 * way, y(sum(theirs) / len(theirs)))
    length = math.dist(start, end)
    c, s = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    body: list[Point] = [
        (0, -0.9),
        (length - 5, -0.9),
        (length - 5, -2.5),
        (length, 0),
        (length - 5, 2.5),
        (length - 5, 0.9),
        (0, 0.9),
        (1.1, 0),
    ]
    leaf.shape([tuple((start[0] + px * c - py * s, start[1] + px * s + py * c) for px, py in body)], RED)
    return _span(start[0], end[0], min(start[1], end[1]) - 2, max(start[1], end[1]) + 2)


def _compass(leaf: Leaf, engagement: Engagement, words: Words, at: Point, r: float) -> None:
    """Draw a compass rose with the sun at its bearing, filled when it helps one side."""
    x, y = at
    leaf.shape([ring(x, y, r)], WHITE, INK, 0.25)
    for i in range(8):
        a = math.radians(45 * i)
        inner = r - (1.3 if i % 2 == 0 else 0.7)
        leaf.line([(x + inner * math.sin(a), y - inner * math.cos(a)), (x + r * math.sin(a), y - r * math.cos(a))], INK, 0.2)
    leaf.text(leaf.look("bold", 2.2), words("card.direction.N"), (x, y - r + 3.2), "middle")
    turn = math.radians(engagement.sun)
    sx, sy = x + r * math.sin(turn), y - r * math.cos(turn)
    for i in range(12):
        a = math.radians(30 * i)
        leaf.line([(sx + 1.7 * math.sin(a), sy - 1.7 * math.cos(a)), (sx + 2.5 * math.sin(a), sy - 2.5 * math.cos(a))], RED, 0.25)
    leaf.shape([ring(sx, sy, 1.3)], RED if up_sun(engagement) is not None else WHITE, RED, 0.3)
    leaf.line([(sx - 1.9 * math.sin(turn), sy + 1.9 * math.cos(turn)), (x, y)], RED, 0.2, (0.7, 0.7))


# ---- weather, as texture


def _weather(leaf: Leaf, weather: str, left: float, top: float, right: float, foot: float) -> None:
    if weather in ("scattered", "cloudy", "overcast"):
        step = {"scattered": 34.0, "cloudy": 21.0, "overcast": 13.0}[weather]
        for x, y in _lattice(left + 5, top + 4, right - 9, foot - 4, step, 9.0 if weather == "overcast" else 13.0):
            leaf.line(_cloud(x, y), "#DDD8C6", 0.3)
    elif weather in ("haze", "dense_haze", "fog"):
        step = {"haze": 5.0, "dense_haze": 3.2, "fog": 2.0}[weather]
        for i in range(1, int((foot - top) / step)):
            leaf.line([(left + 1, top + i * step), (right - 1, top + i * step)], _FAINT, 0.18)
    elif weather == "rain":
        for x, y in _lattice(left + 3, top + 2, right - 3, foot - 4, 5.0, 5.0):
            leaf.line([(x, y), (x - 1.0, y + 2.6)], _FAINT, 0.25)


def _lattice(left: float, top: float, right: float, foot: float, across: float, down: float) -> Iterator[Point]:
    """Places in rows set off against one another."""
    for j in range(int((foot - top) / down) + 1):
        x = left + (across / 2 if j % 2 else 0.0)
        while x <= right:
            yield x, top + j * down
            x += across


def _cloud(x: float, y: float) -> Ring:
    return (
        *ring(x, y, 1.4, 250, 380, 8),
        *ring(x + 2.6, y - 0.6, 2.0, 290, 430, 8),
        *ring(x + 5.2, y, 1.4, 340, 470, 8),
        (x - 1.3, y + 0.5),
    )
