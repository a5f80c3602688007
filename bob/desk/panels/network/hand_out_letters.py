"""The letters of a drawing as Qt can draw them. Its SVG paints the rim of a letter over the letter, and sets a text at its first place
alone; so each rim becomes a text of its own below, and each letter with a place of its own, or spaced, becomes a separate text. Dots are
made long enough to be drawn."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape, unescape

from PySide6.QtGui import QFont, QFontMetricsF

_RULE = re.compile(r"^\.(t-[\w-]+)\{([^}]*)\}$", re.MULTILINE)
_FAMILIES = re.compile(r"^text\{[^}]*\}$", re.MULTILINE)
"""Qt takes no list of families, and a rule goes before an attribute."""
_DOT = re.compile(r"h0(?=[M\"])")
"""A line without length, which Qt leaves out though its ends are round."""
_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_FACE = ("font-size", "font-weight", "font-style")
_RIM = ("stroke", "stroke-width", "stroke-linejoin")
_INK = ("fill", "fill-opacity")
_EM = 100
"""Letters are measured at this size, in pixels, and scaled."""

_Rules = Mapping[str, str]


def lettered(svg: str) -> str:
    """The drawing with its letters as Qt can draw them."""
    looks = {name: dict(part.split(":", 1) for part in rules.split(";") if ":" in part) for name, rules in _RULE.findall(svg)}

    def text_of(found: re.Match[str]) -> str:
        given = dict(_ATTRIBUTE.findall(found[1]))
        return "".join(_set(given, found[2], looks.get(given.get("class", ""), {})))

    return _TEXT.sub(text_of, _DOT.sub("h.01", _FAMILIES.sub("", svg)))


def _set(given: _Rules, text: str, look: _Rules) -> Iterator[str]:
    placed = list(_letters(given, unescape(text), look)) if text else []
    face = _as_text({"font-family": "Cabin"} | {name: look[name] for name in _FACE if name in look})
    if "stroke" in look:
        rim = _as_text({name: look[name] for name in _RIM if name in look} | {"fill": "none"})
        yield from (f"<text {at} {face} {rim}>{letter}</text>" for at, letter in placed)
    ink = _as_text({name: look[name] for name in _INK if name in look} | {"stroke": "none"})
    yield from (f"<text {at} {face} {ink}>{letter}</text>" for at, letter in placed)


def _letters(given: _Rules, text: str, look: _Rules) -> Iterator[tuple[str, str]]:
    """Yield the place of each part of a text, and the part."""
    xs, ys, turns = (given.get(name, "").split() for name in ("x", "y", "rotate"))
    spacing = float(look.get("letter-spacing", "0").removesuffix("px"))
    if len(xs) > 1:
        for letter, x, y, turn in zip(text, xs, ys, turns, strict=False):
            yield f'x="{x}" y="{y}" transform="rotate({turn} {x} {y})"', escape(letter)
    elif spacing and xs and ys:
        metrics, size = _metrics(look)
        wide = [metrics.horizontalAdvance(letter) * size / _EM + spacing for letter in text]
        part = {"middle": 0.5, "end": 1.0}.get(given.get("text-anchor", ""), 0.0)
        at = float(xs[0]) - part * math.fsum(wide)
        turn = _as_text({"transform": given["transform"]}) if "transform" in given else ""
        for letter, step in zip(text, wide, strict=True):
            yield f'x="{at:.1f}" y="{ys[0]}" {turn}', escape(letter)
            at += step
    else:
        yield _as_text({name: value for name, value in given.items() if name != "class"}), escape(text)


def _metrics(look: _Rules) -> tuple[QFontMetricsF, float]:
    font = QFont("Cabin")
    font.setWeight(QFont.Weight(int(look.get("font-weight", "400"))))
    font.setItalic(look.get("font-style") == "italic")
    font.setPixelSize(_EM)
    font.setKerning(False)
    return QFontMetricsF(font), float(look.get("font-size", "16").removesuffix("px"))


def _as_text(values: _Rules) -> str:
    return " ".join(f'{name}="{value}"' for name, value in values.items())
