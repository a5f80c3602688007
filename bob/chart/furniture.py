"""The furniture around the map on the paper: border, title, scale, north, sources, legend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bob.chart.draft import GROUPS, Draft, LegendEntry
from bob.chart.marks import Dots, FontFace, Frame, Glyph, Lettering, Letters, Mark, Path, Point, Ring, Style, TextMark
from bob.core import hexes

_BAND = 4.2
"""Width of each of the two bands of the border."""
_MILES_TO_MM = 1609344.0


def furnish(draft: Draft, width: float, height: float, angels: int) -> tuple[tuple[Mark, ...], float]:
    """All furniture of a sheet of that width and at most that height, in drawing order, and the height it needs."""
    foot, needed = _foot(draft, height, angels)
    return (*_border(draft), *_title(draft, width), *foot), needed


def _look(draft: Draft, name: str, face: FontFace, size: float, spacing: float = 0.0, quiet: bool = False) -> Lettering:
    return Lettering(name, face, size, draft.palette.quiet if quiet else draft.palette.ink, None, 0.0, spacing)


# ---- the border


def _border(draft: Draft) -> list[Mark]:
    f, p = draft.frame, draft.palette
    marks: list[Mark] = [Path(Style("neat", stroke=p.ink, width=0.3), (_ring_around(f, 0),), closed=True)]
    marks.append(Path(Style("outer", stroke=p.ink, width=0.9), (_ring_around(f, 2 * _BAND + 1.1),), closed=True))
    marks.append(Path(Style("neat", stroke=p.ink, width=0.3), (_ring_around(f, 2 * _BAND),), closed=True))
    marks.append(Path(Style("hair", stroke=p.ink, width=0.15), (_ring_around(f, _BAND),), closed=True))
    if "hexes" in draft.shown:
        marks += _hex_numbers(draft)
    if "graticule" in draft.shown:
        marks += _degrees(draft)
    return marks


def _ring_around(f: Frame, by: float) -> Ring:
    left, top, right, bottom = f.left - by, f.top - by, f.left + f.width + by, f.top + f.height + by
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _hex_numbers(draft: Draft) -> list[Mark]:
    """Column and row figures in the inner band, each fifth one stronger."""
    t, f = draft.theatre, draft.frame
    plain, strong = _look(draft, "hex-figure", "regular", 1.75, quiet=True), _look(draft, "hex-fifth", "bold", 1.9)
    marks: list[Mark] = []
    for column in range(t.columns):
        x = f.to_paper(t.middle(hexes.at_offset(column, 0)))[0]
        look = strong if column % 5 == 0 else plain
        for y in (f.top - _BAND / 2, f.top + f.height + _BAND / 2):
            marks.append(TextMark(look, f"{column:02d}", (x, y + 0.35 * look.size), "middle"))
    for row in range(t.rows):
        look = strong if row % 5 == 0 else plain
        for column, x in ((0, f.left - _BAND / 2), (t.columns - 1, f.left + f.width + _BAND / 2)):
            y = f.to_paper(t.middle(hexes.at_offset(column, row)))[1]
            marks.append(TextMark(look, f"{row:02d}", (x, y + 0.35 * look.size), "middle"))
    return marks


def _degrees(draft: Draft) -> list[Mark]:
    """Latitude and longitude in the outer band: ticks each ten minutes, bars each half degree, figures at whole and half degrees."""
    t, f, p = draft.theatre, draft.frame, draft.palette
    tick = Style("tick", stroke=p.ink, width=0.16)
    bars = Style("bar", fill=p.ink)
    marks: list[Mark] = []
    ticks: list[Ring] = []
    dark: list[Ring] = []
    inner, outer = _BAND, 2 * _BAND
    for side in ("top", "bottom", "left", "right"):
        across = side in ("top", "bottom")
        edge = {"top": t.north, "bottom": t.south, "left": t.west, "right": t.east}[side]
        first, last = (-6 * 6, 6 * 6) if across else (46 * 6, 56 * 6)

        def where(value: float, across: bool = across, edge: float = edge) -> float | None:
            return _crossing(draft, value, across, edge)

        sign = -1.0 if side in ("top", "left") else 1.0
        start = {"top": f.top, "bottom": f.top + f.height, "left": f.left, "right": f.left + f.width}[side]
        lo, hi = (f.left, f.left + f.width) if across else (f.top, f.top + f.height)
        for n in range(first, last):
            at, after = where(n / 6), where((n + 1) / 6)
            if at is None or after is None:
                continue
            a, b = max(lo, min(at, after)), min(hi, max(at, after))
            if a >= b:
                continue
            if n % 2 == 0:
                o, q = start + sign * (outer - 0.9), start + sign * outer
                dark.append(((a, o), (b, o), (b, q), (a, q)) if across else ((o, a), (q, a), (q, b), (o, b)))
            if n % 3 == 0 and lo + 0.5 < at < hi - 0.5:
                reach = inner if n % 6 == 0 else outer - 2.1
                u, v = start + sign * reach, start + sign * (outer - 0.9)
                ticks.append(((at, u), (at, v)) if across else ((u, at), (v, at)))
            if n % 3 == 0 and lo + 7 < at < hi - 7:
                marks.append(_figure(draft, n / 6, at, start + sign * (inner + 1.55), side))
    inset = _ring_around(f, outer - 0.9)
    return [Path(tick, (*ticks, (*inset, inset[0]))), Path(bars, tuple(dark), closed=True), *marks]


def _figure(draft: Draft, value: float, at: float, off: float, side: str) -> TextMark:
    words = draft.words
    across = side in ("top", "bottom")
    letter = words("map.north_south") if not across else "" if value == 0 else words("map.east") if value > 0 else words("map.west")
    whole, minutes = divmod(round(abs(value) * 60), 60)
    text = f"{whole}°" + (f"{minutes:02d}’" if minutes else "") + letter
    look = _look(draft, "degree-figure", "semibold" if not minutes else "regular", 1.95)
    if minutes:
        look = replace(look, name="minute-figure", size=1.7)
    if across:
        return TextMark(look, text, (at + 0.7, off + 0.35 * look.size), "start")
    turn = -90.0
    return TextMark(look, text, (off + 0.35 * look.size, at - 0.7), "start", turn)


def _crossing(draft: Draft, value: float, across: bool, edge: float) -> float | None:
    """Return the point where a meridian or a parallel crosses an edge of the frame, on paper; None where it does not."""

    def point(free: float) -> Point:
        return draft.plane(free, value) if across else draft.plane(value, free)

    def miss(free: float) -> float:
        x, y = point(free)
        return (y if across else x) - edge

    low, high = (45.0, 57.0) if across else (-8.0, 8.0)
    a = miss(low)
    if a * miss(high) > 0:
        return None
    for _ in range(40):
        half = (low + high) / 2
        if a * miss(half) <= 0:
            high = half
        else:
            low = half
    x, y = draft.frame.to_paper(point((low + high) / 2))
    return x if across else y


# ---- title and foot


def _title(draft: Draft, width: float) -> list[Mark]:
    p = draft.palette
    top = draft.frame.top - 2 * _BAND - 1.1
    big = Lettering("title", "semibold", 13.0, p.ink, None, 0.0, 3.4)
    small = Lettering("subtitle", "regular", 4.1, p.quiet, None, 0.0, 0.75)
    text = draft.words("map.title").upper()
    length = big.length(text)
    below = TextMark(small, draft.words("map.subtitle"), (width / 2, top - 5.2), "middle")
    marks: list[Mark] = [TextMark(big, text, (width / 2, top - 13.2), "middle"), below]
    rule = Style("title-rule", stroke=p.brass, width=0.5)
    y = top - 13.2 - 4.5
    left, right = draft.frame.left - 2 * _BAND - 1.1, draft.frame.left + draft.frame.width + 2 * _BAND + 1.1
    gap = length / 2 + 9
    if width / 2 - gap - left > 12:
        marks.append(Path(rule, (((left, y), (width / 2 - gap, y)), ((width / 2 + gap, y), (right, y)))))
    return marks


def _foot(draft: Draft, height: float, angels: int) -> tuple[list[Mark], float]:
    f, p, words = draft.frame, draft.palette, draft.words
    edge = 2 * _BAND + 1.1
    top = f.top + f.height + edge + 12.0
    left, right = f.left - edge, f.left + f.width + edge
    split = left + 104.0
    marks = _scale(draft, left, top, angels)
    legend, end = _legend(draft, split + 10.0, top, right, height - 13.0)
    bottom = max(end, top + 58.0)
    marks += legend
    marks.append(Path(Style("foot-rule", stroke=p.brass, width=0.4), (((split, top - 2.0), (split, bottom)),)))
    small = _look(draft, "credit", "regular", 2.4, quiet=True)
    south, north = draft.theatre.projection.parallel_1, draft.theatre.projection.parallel_2
    lines = [
        words("map.credits.projection", south=f"{south:g}", north=f"{north:g}"),
        words("map.credits.lines"),
        words("map.credits.coast"),
    ]
    for i, text in enumerate(lines):
        marks.append(TextMark(small, text, (left, bottom - 3.7 * (len(lines) - 1 - i))))
    return marks, round(bottom + 13.0, 1)


def _scale(draft: Draft, left: float, top: float, angels: int) -> list[Mark]:
    f, p, t, words = draft.frame, draft.palette, draft.theatre, draft.words
    figure = _look(draft, "scale-figure", "regular", 2.4)
    label = _look(draft, "scale-label", "italic", 2.5)
    head = _look(draft, "scale-head", "semibold", 3.2)
    ratio = round(_MILES_TO_MM / f.scale / 1000) * 1000
    number = words("map.number", thousands=f"{ratio // 1000000} {ratio // 1000 % 1000:03d}", rest=f"{ratio % 1000:03d}")
    number = number.replace(" ", number[-4] if number[-4] == "," else " ", 1)
    marks: list[Mark] = [TextMark(head, words("map.scale", number=number, miles=f"{t.across:g}"), (left, top + 1.5))]
    black, line = Style("bar", fill=p.ink), Style("bar-line", stroke=p.ink, width=0.22)

    def bar(y: float, step: float, count: int, each: Callable[[int], str], unit: str) -> None:
        long = step * count
        marks.append(Path(line, (((left, y), (left + long, y), (left + long, y + 1.5), (left, y + 1.5)),), closed=True))
        starts = [left + step * i for i in range(0, count, 2)]
        marks.append(Path(black, tuple(((x, y), (x + step, y), (x + step, y + 1.5), (x, y + 1.5)) for x in starts), closed=True))
        for i in range(count + 1):
            marks.append(TextMark(figure, each(i), (left + step * i, y - 1.1), "start" if i == 0 else "middle"))
        marks.append(TextMark(label, unit, (left, y + 4.6)))

    bar(top + 9.5, 10 * f.scale, 6, lambda i: str(10 * i), words("map.miles"))
    bar(top + 22.0, 2 * t.across * f.scale, 6, lambda i: str(2 * i), words("map.hexes"))
    if "coverage" in draft.shown:
        note = _look(draft, "scale-note", "regular", 2.6)
        feet = words("map.number", thousands=angels, rest="000") if angels else "0"
        marks.append(TextMark(note, words("map.height", angels=angels, feet=feet), (left, top + 33.0)))
    marks += _draw_north(draft, left + 88.0, top + 13.0)
    return marks


def _draw_north(draft: Draft, x: float, y: float) -> list[Mark]:
    p = draft.palette
    style = Style("north", fill=p.ink, stroke=p.ink, width=0.25, ground=p.paper)
    label = _look(draft, "scale-label", "italic", 2.5)
    letter = _look(draft, "north-letter", "bold", 4.0)
    return [
        Glyph(style, "north", (x, y), 15.0),
        TextMark(letter, draft.words("map.north_south"), (x, y - 8.8), "middle"),
        TextMark(label, draft.words("map.true_north"), (x, y + 11.2), "middle"),
    ]


# ---- the legend


def _legend(draft: Draft, left: float, top: float, right: float, bottom: float) -> tuple[list[Mark], float]:
    """The legend in columns, group by group, and where it ends; the lines close up until everything fits."""
    groups = [(g, [e for e in draft.entries if e.group == g]) for g in GROUPS]
    groups = [(g, entries) for g, entries in groups if entries]
    columns = 3
    for pitch in (7.6, 7.0, 6.4, 5.9, 5.4, 5.0, 4.7):
        layout = _columns([(len(entries) + 2.1) * pitch for _, entries in groups], bottom - top + pitch, columns)
        if layout is not None:
            break
    else:
        layout, pitch = [min(i * columns // len(groups), columns - 1) for i in range(len(groups))], 4.4
    head = _look(draft, "legend-head", "semibold", min(3.1, pitch * 0.5), 0.4)
    text = _look(draft, "legend-text", "regular", min(3.2, pitch * 0.48))
    marks: list[Mark] = []
    width = (right - left) / columns
    used = [top + 1.5] * columns
    last = top
    for (group, entries), column in zip(groups, layout, strict=True):
        x, y = left + column * width, used[column]
        marks.append(TextMark(head, draft.words(f"map.legend.group.{group}").upper(), (x, y)))
        y += pitch * 0.25
        for entry in entries:
            y += pitch
            marks += _sample(entry, x + 5.0, y - 0.35 * text.size)
            marks.append(TextMark(text, entry.text, (x + 13.0, y)))
        last = max(last, y)
        used[column] = y + pitch * 1.85
    return marks, last


def _columns(heights: list[float], room: float, columns: int) -> list[int] | None:
    """A column for each group, in order, or None where they do not fit."""
    best: tuple[float, list[int]] | None = None
    n = len(heights)

    def walk(i: int, column: int, taken: list[int], loads: list[float]) -> None:
        nonlocal best
        if i == n:
            worst = max(loads)
            if worst <= room and (best is None or worst < best[0]):
                best = worst, taken
            return
        for c in (column, column + 1):
            if 0 <= c < columns:
                walk(i + 1, c, [*taken, c], [load + (heights[i] if k == c else 0) for k, load in enumerate(loads)])

    walk(0, 0, [], [0.0] * columns)
    return best[1] if best else None


def _sample(entry: LegendEntry, x: float, y: float) -> list[Mark]:
    return [moved(mark, x, y) for mark in entry.sample]


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """A mark carried by that much."""
    if isinstance(mark, Path):
        return replace(mark, rings=tuple(tuple((x + dx, y + dy) for x, y in ring) for ring in mark.rings))
    if isinstance(mark, Dots):
        return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
    if isinstance(mark, Letters):
        return replace(mark, places=tuple((x + dx, y + dy, turn) for x, y, turn in mark.places))
    return replace(mark, at=(mark.at[0] + dx, mark.at[1] + dy))
