"""The battle card on paper: one A5 page for both sides, one with a slip for each to cut or fold off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bob.chart.marks import ChartPage, Dots, Glyph, Letters, Mark, Path, TextMark
from bob.chart.page import WHITE
from bob.day.state.time_of_day import SEGMENTS
from bob.report.battle_card.content import BattleCard, SidePart, cards
from bob.report.battle_card.facts import Facts
from bob.report.battle_card.leaf import HEIGHT, INK, LEFT, LINE, QUIET, RED, RIGHT, SLATE, WIDTH, Leaf, ring
from bob.report.battle_card.picture import picture
from bob.report.maps import CLOCK
from bob.tactical.engagement import Engagement
from bob.words import Words

FOOT = HEIGHT - 12.0
SIZE = 2.8
SHRINK = (1.0, 0.95, 0.9, 0.86, 0.82, 0.78, 0.74, 0.7)
"""Scales of letters and rows, tried in turn until the text fits."""
GROWN = (1.15, 1.07)
"""Larger scales, tried first on slips with less text."""
_LEAST_PICTURE = 50.0
_MOST_PICTURE = 84.0


def pages(card: BattleCard, engagement: Engagement, words: Words) -> list[ChartPage]:
    """Return the pages: the part for both sides, then the slips, on a page together where there is room."""
    leaves = [_front_leaf(card, engagement, words), *_slips(card)]
    for number, leaf in enumerate(leaves, 1):
        _furniture(leaf, card, words("card.page", number=card.number, page=number, pages=len(leaves)), frame=number == 1)
    return [leaf.page(card.file_title, words.language) for leaf in leaves]


def all_pages(engagement: Engagement, where: Facts, words: Words) -> list[ChartPage]:
    """Return the pages of the cards of all tables of an engagement."""
    return [page for table, found in cards(engagement, where, words) for page in pages(found, table, words)]


def spread(pages: Sequence[ChartPage]) -> ChartPage:
    """All pages side by side on one sheet."""
    marks = [_moved(mark, i * WIDTH) for i, page in enumerate(pages) for mark in page.furniture]
    return replace(pages[0], width=WIDTH * len(pages), furniture=tuple(marks))


def _moved(mark: Mark, right: float) -> Mark:
    if isinstance(mark, Path):
        return replace(mark, rings=tuple(tuple((x + right, y) for x, y in ring) for ring in mark.rings))
    if isinstance(mark, TextMark | Glyph):
        return replace(mark, at=(mark.at[0] + right, mark.at[1]))
    assert not isinstance(mark, Dots | Letters), "a card has none"
    return mark


def _furniture(leaf: Leaf, card: BattleCard, number: str, *, frame: bool) -> None:
    look = leaf.look("regular", 2.1, QUIET)
    leaf.text(leaf.fitted(card.imprint, look, RIGHT - LEFT - 26), card.imprint, (LEFT, HEIGHT - 8.6))
    leaf.text(look, number, (RIGHT, HEIGHT - 8.6), "end")
    if frame:
        leaf.box(5.2, 5.2, WIDTH - 5.2, HEIGHT - 5.2, None, INK, 0.5)
        leaf.box(6.1, 6.1, WIDTH - 6.1, HEIGHT - 6.1, None, INK, 0.15)


# ---- the page for both


def _front_leaf(card: BattleCard, engagement: Engagement, words: Words) -> Leaf:
    for shrink in SHRINK:
        leaf, below = Leaf(SIZE * shrink), Leaf(SIZE * shrink)
        _head(leaf, card)
        _story(leaf, card)
        _add_below(below, card)
        room = FOOT - below.y - leaf.y - 3.5
        if room >= _LEAST_PICTURE or shrink == SHRINK[-1]:
            break
    leaf.y += 3.5
    picture(leaf, engagement, card.stacks, words, leaf.y + min(room, _MOST_PICTURE))
    final = Leaf(leaf.size, leaf.y + max(0.0, room - _MOST_PICTURE) * 0.5)
    _add_below(final, card)
    leaf.marks += final.marks
    return leaf


def _head(leaf: Leaf, card: BattleCard) -> None:
    over = leaf.look("semibold", 2.3, RED, 0.35)
    room = RIGHT - LEFT - 26
    upper = card.over_title.upper()
    leaf.text(leaf.fitted(upper, over, room), upper, (LEFT, 13.0))
    leaf.text(leaf.fitted(card.title, leaf.look("bold", 8.4), room), card.title, (LEFT, 21.4))
    when = card.day
    leaf.text(leaf.fitted(when, leaf.look("semibold", 3.7), room), when, (LEFT, 27.4))
    leaf.text(leaf.fitted(card.place, leaf.look("regular", 3.3), room), card.place, (LEFT, 31.8))
    _clock(leaf, card.clock, RIGHT - 11.0, 21.0, 11.0)
    leaf.line([(LEFT, 34.4), (RIGHT, 34.4)], INK, 0.5)
    leaf.line([(LEFT, 35.2), (RIGHT, 35.2)], INK, 0.15)
    leaf.y = 35.6


def _clock(leaf: Leaf, clock: str, x: float, y: float, r: float) -> None:
    """The Sector clock at the hour of the engagement, its segments lettered."""
    leaf.shape([ring(x, y, r)], WHITE, INK, 0.4)
    for i in range(12):
        colour = SEGMENTS[i % 3]
        wedge = (*ring(x, y, r * 0.94, 30 * i, 30 * i + 30, 6), *reversed(ring(x, y, r * 0.74, 30 * i, 30 * i + 30, 6)))
        leaf.shape([wedge], CLOCK["table"][colour], WHITE, 0.2)
    for i in range(1, 13):
        at = ring(x, y, r * 0.59, 30 * i, 30 * i, 1)[0]
        leaf.text(leaf.look("semibold", r * 0.2), str(i), (at[0], at[1] + r * 0.07), "middle")
    figures = [int(part) for part in re.findall(r"\d+", clock)[:2]]
    if len(figures) == 2:
        hour, minute = figures
        for turn, length, width in ((30 * hour + minute / 2, 0.42, 0.9), (6 * minute, 0.72, 0.5)):
            tip = ring(x, y, r * length, turn, turn, 1)[0]
            leaf.line([(x, y), tip], INK, width)
    leaf.shape([ring(x, y, r * 0.06)], INK)


def _story(leaf: Leaf, card: BattleCard) -> None:
    leaf.y += 0.8
    leaf.paragraph(" ".join(card.story), leaf.look("regular", leaf.size * 1.12))
    leaf.y += 1.8
    label, value = leaf.look("italic", leaf.size * 0.85, QUIET), leaf.look("semibold", leaf.size * 0.98)
    cells = [(name, text, max(label.length(name), value.length(text)) + 3.4) for name, text in card.facts]
    whole = sum(width for _, _, width in cells) <= RIGHT - LEFT
    rows = [cells] if whole else [cells[: (len(cells) + 1) // 2], cells[(len(cells) + 1) // 2 :]]
    high = leaf.size * 2.55
    for row in rows:
        more = (RIGHT - LEFT - sum(width for _, _, width in row)) / len(row)
        x = LEFT
        for name, text, width in row:
            leaf.box(x, leaf.y, x + width + more, leaf.y + high, None, INK, 0.15)
            leaf.text(label, name, (x + 1.4, leaf.y + leaf.size * 0.98))
            leaf.text(leaf.fitted(text, value, width + more - 2.0), text, (x + 1.4, leaf.y + leaf.size * 2.1))
            x += width + more
        leaf.y += high


def _add_below(leaf: Leaf, card: BattleCard) -> None:
    """The set-up of the games, and how losses come back."""
    leaf.heading(card.set_title)
    leaf.y += 0.4
    leaf.paragraph(card.set_models, leaf.look("semibold"))
    strong, look = leaf.look("semibold", colour=RED), leaf.look()
    side = LEFT + max(strong.length(name) for name, _ in card.games) + 2.4
    for name, text in card.games:
        leaf.y += leaf.size * 0.3
        leaf.text(strong, name, (LEFT, leaf.y + look.size * LINE))
        leaf.paragraph(text, look, side)
    leaf.y += 0.6
    leaf.heading(card.back_title)
    leaf.y += 0.4
    for line in card.back:
        leaf.paragraph(line, leaf.look("regular", leaf.size * 0.93))
        leaf.y += leaf.size * 0.2


# ---- the slips


def _slips(card: BattleCard) -> list[Leaf]:
    for shrink in (*GROWN, *SHRINK, 0.66):
        leaf = Leaf(SIZE * 0.96 * shrink, 8.0)
        for slip in card.slips:
            _slip(leaf, slip, card.tag, shrink)
            _cut(leaf, card.cut)
        _close(leaf, card)
        if leaf.y <= FOOT:
            return [leaf]
    return [leaf for i, slip in enumerate(card.slips) for leaf in _slip_leaf(card, slip, close=i == len(card.slips) - 1)]


def _slip_leaf(card: BattleCard, slip: SidePart, *, close: bool) -> list[Leaf]:
    """A slip that needs a page for itself."""
    leaf = Leaf(SIZE, 8.0)
    for shrink in (*SHRINK, 0.6, 0.5):
        leaf = Leaf(SIZE * 0.96 * shrink, 8.0)
        _slip(leaf, slip, card.tag, shrink)
        if close:
            _cut(leaf, card.cut)
            _close(leaf, card)
        if leaf.y <= FOOT:
            break
    return [leaf]


def _slip(leaf: Leaf, slip: SidePart, tag: str, shrink: float) -> None:
    top = leaf.y
    high = leaf.size * 2.3
    leaf.box(LEFT, top, RIGHT, top + high, SLATE if slip.side == "raf" else INK, None)
    leaf.emblem(slip.side, (LEFT + high * 0.62, top + high / 2), high * 0.72)
    title = slip.title.upper()
    look = leaf.look("bold", leaf.size * 1.12, WHITE, 0.3)
    small = leaf.look("semibold", leaf.size, WHITE)
    base = top + high / 2 + look.size * 0.36
    leaf.text(small, tag, (RIGHT - 2.0, base), "end")
    leaf.text(leaf.fitted(title, look, RIGHT - LEFT - high * 1.4 - small.length(tag) - 5), title, (LEFT + high * 1.35, base))
    leaf.y = top + high + 0.4
    leaf.paragraph(" ".join(slip.lines), leaf.look())
    dense = shrink < 0.95
    for grid, pitch in ((slip.own, 4.0), (slip.table, 4.0), (slip.fill, 5.6)):
        leaf.y += leaf.size * (0.2 if dense else 0.6)
        leaf.grid(grid, pitch * shrink * (0.86 if dense else 1.0), LEFT, RIGHT, fill=grid is slip.fill)
    leaf.y += 1.2


def _cut(leaf: Leaf, text: str) -> None:
    """A line to cut along, with scissors."""
    y = leaf.y + 2.2
    leaf.line([(2.0, y), (WIDTH - 2.0, y)], INK, 0.25, (1.6, 1.2))
    for sign in (1, -1):
        leaf.shape([ring(6.0, y + 1.0 * sign, 0.75)], WHITE, INK, 0.25)
        leaf.line([(6.6, y + 0.6 * sign), (10.2, y - 0.8 * sign)], INK, 0.35)
    look = leaf.look("italic", 2.2, QUIET)
    wide = look.length(text)
    leaf.box(WIDTH / 2 - wide / 2 - 1.5, y - 1.2, WIDTH / 2 + wide / 2 + 1.5, y + 1.2, WHITE, None)
    leaf.text(look, text, (WIDTH / 2, y + 0.75), "middle")
    leaf.y = y + 2.6


def _close(leaf: Leaf, card: BattleCard) -> None:
    """Draw the boxes to fill in for the whole fight."""
    look, strong, side = leaf.look(), leaf.look("semibold"), leaf.size
    leaf.heading(card.close_title)
    for i, (label, choices) in enumerate(card.close):
        leaf.y += leaf.size * 1.75
        leaf.text(strong, label, (LEFT, leaf.y))
        x = LEFT + max(strong.length(name) for name, _ in card.close) + 3.0
        room = RIGHT - x - (side + 4.8) * len(choices)
        look = leaf.look(size=leaf.size * min(1.0, room / sum(leaf.look().length(choice) for choice in choices)))
        for choice in choices:
            leaf.box(x, leaf.y - side * 0.86, x + side, leaf.y + side * 0.14, WHITE)
            leaf.text(look, choice, (x + side + 0.8, leaf.y))
            x += side + look.length(choice) + 4.8
        if i == len(card.close) - 1:
            hint = leaf.fitted(card.hint, leaf.look("italic", leaf.size * 0.95, QUIET), RIGHT - x)
            leaf.text(hint, card.hint, (x, leaf.y))
    leaf.y += leaf.size * 0.4
