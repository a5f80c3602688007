"""A report as one HTML file: styles, fonts, map and timeline inside it, for light and dark screens and for paper."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path

from bob.chart.palette import NIGHT, TABLE
from bob.chart.svg import to_svg
from bob.core.game import REFEREE
from bob.data.theatre import Theatre
from bob.report import maps, timeline
from bob.report.content import Content
from bob.report.maps import EYES
from bob.report.parts import Account, ReportContent, Section, TablePart

_CSS = Path(__file__).with_name("style.css")


def html(content: Content, theatre: Theatre) -> str:
    """The whole report."""
    words = content.words
    table, night = (to_svg(maps.sheet(content.tale, theatre, words, palette)) for palette in ("table", "night"))
    fonts, light = _css_of(table)
    _, dark = _css_of(night)
    swaps = "\n".join(
        f'.map [fill="{a}"]{{fill:{b}}}.map [stroke="{a}"]{{stroke:{b}}}' for a, b in _swaps() if f'="{a}"' in table and a != b
    )
    rules = "\n".join((fonts, styles(), light, f"@media screen and (prefers-color-scheme: dark) {{\n{dark}\n{swaps}\n}}"))
    body = [
        _head(content),
        _map(content, table),
        _timeline(content),
        *(_section(section) for section in content.sections()),
        _log(content),
        _dice(content),
        _foot(content),
    ]
    return document(content.title, content.words.language, rules, body)


def account_html(content: ReportContent) -> str:
    """The report of a game that has no map of its own: its head and its parts."""
    return document(content.title, content.words.language, styles(), [_head(content), *map(_section, content.sections()), _foot(content)])


def _head(content: ReportContent) -> str:
    head = f"<header><p class='eyebrow'>{escape(content.subtitle)}</p><h1>{escape(content.title)}</h1>"
    return f"{head}\n<p class='result'>{escape(content.result)}</p></header>"


def _foot(content: ReportContent) -> str:
    return f"<footer><p>{escape(content.imprint)}</p></footer>"


def styles() -> str:
    """The rules of the pages."""
    return _CSS.read_text(encoding="utf-8")


def document(title: str, language: str, rules: str, body: Iterable[str]) -> str:
    """A page of these parts, whole."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="{language}">',
            '<head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>',
            f"<title>{escape(title)}</title>",
            f"<style>\n{rules}\n</style></head>",
            "<body><main>",
            *(part for part in body if part),
            "</main></body>",
            "</html>",
            "",
        ]
    )


def _swaps() -> list[tuple[str, str]]:
    """Colours written on symbols themselves, light and dark."""
    names = ("paper", "sea", "land", "far", "coast", "water", "ink", "quiet", "red", "slate", "brass", "brass_ink", "luftwaffe")
    return list(dict.fromkeys((getattr(TABLE, name), getattr(NIGHT, name)) for name in names))


def _css_of(svg: str) -> tuple[str, str]:
    """The fonts of a map, and its other rules kept to the map."""
    rules = svg[svg.index("<style>") + 7 : svg.index("</style>")].strip().splitlines()
    fonts = [rule for rule in rules if rule.startswith("@font-face")]
    paper = re.search(r'<rect [^>]*fill="([^"]+)"/>', svg)
    others = [f".map {rule}" for rule in rules if not rule.startswith("@font-face")]
    if paper is not None:
        others.append(f".map .paper{{fill:{paper[1]}}}")
    return "\n".join(fonts), "\n".join(others)


def _map(content: Content, svg: str) -> str:
    """Return the map with checkboxes for its layers."""
    words, tale = content.words, content.tale
    inner = svg[svg.index("<svg") :]
    inner = inner[: inner.index("<style>")] + inner[inner.index("</style>") + 8 :]
    inner = re.sub(r'(<rect [^>]*) fill="[^"]+"/>', r'\1 class="paper"/>', inner, count=1)
    box = re.search(r'viewBox="([^"]+)"', inner)
    inner = re.sub(r"<svg [^>]*>", f'<svg class="map" role="img" viewBox="{box[1] if box else ""}">', inner, count=1)
    viewer = ["truth", "raf", "luftwaffe", "all"] if tale.seat == REFEREE else ["all"]
    out = ['<section class="sheet">', f"<h2>{escape(words('report.map'))}</h2>"]
    if len(viewer) > 1:
        for i, eye in enumerate(viewer):
            checked = ' checked="checked"' if i == 0 else ""
            out.append(f'<input type="radio" name="eyes" id="eyes-{eye}"{checked}/>')
            said = escape(words(f"report.eyes.{eye}"))
            out.append(f'<label for="eyes-{eye}">{said}</label>')
        hide = []
        for eye in viewer:
            off = [name for name in EYES["all"] if name not in EYES[eye]]
            targets = ",".join(f"#eyes-{eye}:checked~figure #{part}-{name}" for name in off for part in ("layer", "names"))
            hide.append(f"{targets}{{display:none}}" if targets else "")
        out.append(f"<style>{''.join(hide)}</style>")
    out += [f"<figure>{inner.strip()}", f"<figcaption>{escape(words('report.map_note'))}</figcaption></figure></section>"]
    return "\n".join(out)


# ---- the timeline

_LEFT, _STEP, _HIGH = 210, 17, 900


def _timeline(content: Content) -> str:
    words, tale = content.words, content.tale
    shown = timeline.rows(tale, words)
    if not shown:
        return ""
    first, last = timeline.span(tale, shown)
    wide = _HIGH - _LEFT - 10
    high = _STEP * len(shown) + 34

    def x(turn: float) -> float:
        return _LEFT + wide * (turn - first) / max(1, last - first)

    out = [f'<svg class="hours" role="img" viewBox="0 0 {_HIGH} {high}">', f"<title>{escape(words('report.section.timeline'))}</title>"]
    every = next(n for n in (1, 2, 3, 6, 12, 24, 48) if (last - first) / n <= 13)
    for turn in range(first, last + 1):
        if (turn - first) % every == 0:
            out.append(f'<path class="hour" d="M{x(turn):.1f} 20V{high - 4}"/>')
            out.append(f'<text class="clock" x="{x(turn):.1f}" y="13" text-anchor="middle">{tale.clock(turn)}</text>')
    for i, row in enumerate(shown):
        y = 28 + i * _STEP
        name = row.name if len(row.name) <= 34 else row.name[:33].rstrip() + "…"
        title = f"<title>{escape(row.name)}</title>"
        out.append(f'<text class="row {row.side}" x="{_LEFT - 8}" y="{y + 8}" text-anchor="end">{escape(name)}{title}</text>')
        for bar in row.bars:
            span = f"{tale.clock(bar.first)}–{tale.clock(bar.last)}"
            width = max(3.0, x(bar.last) - x(bar.first))
            shape = f'x="{x(bar.first):.1f}" y="{y}" width="{width:.1f}" height="9" rx="2"'
            out.append(f'<rect class="bar {row.side}" {shape}><title>{span}</title></rect>')
        for tick in row.ticks:
            at = x(tick.turn + (0.5 if tick.kind != "plot" else 0.0))
            clock = tale.clock(tick.turn)
            lines = [words("report.combat_at", number=number, clock=clock) for number in tick.numbers]
            said = f"<title>{escape(chr(10).join(lines) or f'{clock}, ' + words(f'report.mark.{tick.kind}'))}</title>"
            if tick.kind == "plot":
                out.append(f'<path class="plot {tick.colour}" d="M{at:.1f} {y - 2}v13l6 -6.5z">{said}</path>')
            elif tick.kind == "combat":
                hold = f'<rect class="hold" x="{at - 7:.1f}" y="{y - 3}" width="14" height="15"/>'
                cross = f'<path class="fight" d="M{at - 4:.1f} {y}l8 9m-8 0l8 -9"/>'
                out.append(f'<a href="#{tick.anchor}">{said}{hold}{cross}</a>')
            else:
                out.append(f'<circle class="bombs" cx="{at:.1f}" cy="{y + 4.5}" r="5.5">{said}</circle>')
    out.append("</svg>")
    legend = "".join(
        f'<span class="key {kind}"></span>{escape(words(f"report.mark.{mark}"))} '
        for kind, mark in (("air", "air"), ("plot", "plot"), ("fight", "combat"), ("bombs", "bombs"))
    )
    head = f"<h2>{escape(words('report.section.timeline'))}</h2>"
    return f"<section>{head}<figure>{''.join(out)}<figcaption>{legend}</figcaption></figure></section>"


# ---- tables

_BRIEF = 13
"""The most letters of a cell that stays on one line."""


def _section(section: Section) -> str:
    out = [f'<section id="{section.code}"><h2>{escape(section.title)}</h2>']
    if section.note:
        out.append(f"<p>{escape(section.note)}</p>")
    many = len(section.tables) > 1
    out.append('<div class="beside">' if many else "")
    for caption, table in section.tables:
        out.append(table_html(table, caption))
    out.append("</div>" if many else "")
    return "".join((*out, *map(_account, section.accounts), "</section>"))


def _account(account: Account) -> str:
    """Return the account of an engagement: its head, origin, the sides beside each other, the resolution."""
    score = f'<span class="score">{escape(account.score)}</span>' if account.score else ""
    out = [
        f'<article class="told" id="{account.anchor}"><h3><span class="number">{account.number}</span>{escape(account.head)}{score}</h3>'
    ]
    out.append(f"<p>{escape(account.arose)}</p>")
    out.append('<div class="beside">')
    for sight in account.sights:
        title = f"<h4>{escape(sight.title)}</h4>" if sight.title else ""
        before, after = ("".join(f"<p>{escape(line)}</p>" for line in lines) for lines in (sight.before, sight.after))
        out.append(f'<div class="sight {sight.side}">{title}{before}{table_html(sight.units)}{after}</div>')
    out.append(f'</div><p class="how">{escape(" ".join(account.resolved))}</p></article>')
    return "".join(out)


def table_html(table: TablePart, caption: str = "") -> str:
    """A table with its caption, where it has one."""
    right = set(table.right)

    def cells(row: Iterable[str], tag: str, link: str = "") -> str:
        kinds = ["n" if i in right else "s" if len(cell) <= _BRIEF else "" for i, cell in enumerate(row)]
        looks = [f' class="{kind}"' if kind else "" for kind in kinds]
        said = [escape(cell) for cell in row]
        if link:
            said[0] = f'<a href="#{link}">{said[0]}</a>'
        return "".join(f"<{tag}{look}>{cell}</{tag}>" for look, cell in zip(looks, said, strict=True))

    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    links = table.links or ("",) * len(table.rows)
    body = "".join(f"<tr>{cells(row, 'td', link)}</tr>" for row, link in zip(table.rows, links, strict=True))
    return f'<div class="scroll"><table>{head}<thead><tr>{cells(table.heads, "th")}</tr></thead><tbody>{body}</tbody></table></div>'


def _log(content: Content) -> str:
    out = [f"<section><h2>{escape(content.words('report.section.log'))}</h2>", '<dl class="log">']
    for turn in content.turns():
        out.append(f"<dt>{turn.clock}</dt><dd>")
        for to, line in turn.lines:
            who = content.who(to)
            side = to[0] if who and to else ""
            tag = f'<span class="who {side}">{escape(who)}</span> ' if who else ""
            out.append(f"<p>{tag}{escape(line)}</p>")
        out.append("</dd>")
    return "".join((*out, "</dl></section>"))


def _dice(content: Content) -> str:
    if content.tale.seat != REFEREE:
        return ""
    head = f"<summary><h2>{escape(content.words('report.section.dice'))}</h2> {escape(content.dice_note())}</summary>"
    return f"<section><details>{head}{table_html(content.dice())}</details></section>"
