"""A chart as SVG: one file with its fonts inside. Pure Python, the same bytes each time."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable
from pathlib import Path as FilePath
from xml.sax.saxutils import escape, quoteattr

import bob
from bob.chart.marks import ChartPage, Dots, FontFace, Glyph, Lettering, Letters, Mark, Path, Point, Style, TextMark
from bob.chart.symbols import parts
from bob.words import Words

FONTS: dict[FontFace, tuple[str, int, str]] = {
    "regular": ("Cabin-Regular.otf", 400, "normal"),
    "italic": ("Cabin-Italic.otf", 400, "italic"),
    "semibold": ("Cabin-SemiBold.otf", 600, "normal"),
    "bold": ("Cabin-Bold.otf", 700, "normal"),
}
"""The shipped fonts: file, weight and slant of each face."""

_UNIT = 10.0
"""User units in a millimetre; with one decimal a coordinate is exact to a hundredth of a millimetre."""

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
"""The namespace of the attributes that let Inkscape show a group as a layer with a name."""

Projecting = Callable[[Point], Point]


def font_file(face: FontFace) -> FilePath:
    """Return the path of the font of a face."""
    return FilePath(bob.__file__).parent / "fonts" / FONTS[face][0]


def to_svg(page: ChartPage, *, named: bool = False) -> str:
    """The chart as one SVG document. A layer is the group `layer-NAME`, its names the group `names-NAME`.

    With `named`, Inkscape has them as layers by their titles: for a file of its own, not for a drawing within a page.
    """
    writer = _Writer(page, named)
    inkscape = f'xmlns:inkscape="{INKSCAPE}" ' if named else ""
    body = writer.body()
    w, h = _n(page.width * _UNIT), _n(page.height * _UNIT)
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" {inkscape}'
            f'width="{page.width:g}mm" height="{page.height:g}mm" viewBox="0 0 {w} {h}" '
            f"xml:lang={quoteattr(page.language)}>",
            f"<title>{escape(page.title)}</title>",
            f"<style>\n{writer.css()}\n</style>",
            f"<defs>\n{writer.defs()}\n</defs>",
            f'<rect width="{w}" height="{h}" fill="{page.paper}"/>',
            body,
            "</svg>",
            "",
        ]
    )


def _n(value: float) -> str:
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


class _Writer:
    """Writes the marks and remembers which styles, letterings and symbols they used."""

    def __init__(self, page: ChartPage, named: bool) -> None:
        self.page, self.named = page, named
        self.styles: dict[str, Style] = {}
        self.letterings: dict[str, Lettering] = {}
        self.glyphs: dict[str, tuple[Style, str, float]] = {}

    def body(self) -> str:
        f, words = self.page.frame, Words(self.page.language)
        out = ['<g clip-path="url(#frame)">']
        for layer in self.page.layers:
            out += self._group(f"layer-{layer.name}", layer.title, layer.marks, f.to_paper)
        for layer in self.page.layers:
            if layer.names:
                called = words("map.names_of", layer=layer.title)
                out += self._group(f"names-{layer.name}", layer.title, layer.names, f.to_paper, called)
        out.append("</g>")
        out += self._group("furniture", "", self.page.furniture, lambda p: p, words("map.furniture"))
        return "\n".join(out)

    def _group(self, name: str, title: str, marks: tuple[Mark, ...], place: Projecting, called: str = "") -> list[str]:
        label = f' inkscape:groupmode="layer" inkscape:label={quoteattr(called or title or name)}' if self.named else ""
        head = [f'<g id="{name}"{label}>'] + ([f"<title>{escape(title)}</title>"] if title else [])
        return [*head, *(self._mark(mark, place) for mark in marks), "</g>"]

    def _mark(self, mark: Mark, place: Projecting) -> str:
        if isinstance(mark, Path):
            data = "".join(_path([place(p) for p in ring], mark.closed) for ring in mark.rings)
            drawn = self._titled("path", f'class="{self._style(mark.style)}" d="{data}"', mark.title)
            return f"<a href={quoteattr(mark.link)}>{drawn}</a>" if mark.link else drawn
        if isinstance(mark, Dots):
            data = "".join(f"M{_n(x * _UNIT)} {_n(y * _UNIT)}h0" for x, y in map(place, mark.points))
            return f'<path class="{self._style(mark.style)}" d="{data}"/>'
        if isinstance(mark, Glyph):
            x, y = place(mark.at)
            return self._titled("use", f'href="#{self._glyph(mark)}" x="{_n(x * _UNIT)}" y="{_n(y * _UNIT)}"', mark.title)
        return self._letters(mark, place) if isinstance(mark, Letters) else self._text(mark, place)

    def _titled(self, tag: str, attributes: str, title: str) -> str:
        return f"<{tag} {attributes}><title>{escape(title)}</title></{tag}>" if title else f"<{tag} {attributes}/>"

    def _text(self, mark: TextMark, place: Projecting) -> str:
        x, y = place(mark.at)
        name = self._lettering(mark.lettering)
        anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
        # The space after the last letter counts in SVG and not here.
        x += mark.lettering.spacing * {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor] if not mark.turn else 0.0
        at = f'x="{_n(x * _UNIT)}" y="{_n(y * _UNIT)}"'
        turn = f' transform="rotate({mark.turn:g} {_n(x * _UNIT)} {_n(y * _UNIT)})"' if mark.turn else ""
        return f'<text class="{name}" {at}{anchor}{turn}>{escape(mark.text)}</text>'

    def _letters(self, mark: Letters, place: Projecting) -> str:
        """Letters each with a place and a turn; x, y and rotate count from a letter's left foot."""
        name = self._lettering(mark.lettering)
        xs: list[str] = []
        ys: list[str] = []
        turns: list[str] = []
        for letter, (px, py, turn) in zip(mark.text, mark.places, strict=True):
            x, y = place((px, py))
            half = mark.lettering.length(letter) / 2
            xs.append(_n((x - half * math.cos(math.radians(turn))) * _UNIT))
            ys.append(_n((y - half * math.sin(math.radians(turn))) * _UNIT))
            turns.append(f"{turn:g}")
        return f'<text class="{name}" x="{" ".join(xs)}" y="{" ".join(ys)}" rotate="{" ".join(turns)}">{escape(mark.text)}</text>'

    # ---- what is used

    def _style(self, style: Style) -> str:
        self.styles.setdefault(style.name, style)
        return f"s-{style.name}"

    def _lettering(self, lettering: Lettering) -> str:
        self.letterings.setdefault(lettering.name, lettering)
        return f"t-{lettering.name}"

    def _glyph(self, mark: Glyph) -> str:
        name = f"g-{mark.shape}-{mark.style.name}-{mark.size:g}".replace(".", "_").replace("_", "-")
        self.glyphs.setdefault(name, (mark.style, mark.shape, mark.size))
        return name

    def defs(self) -> str:
        f = self.page.frame
        box = f'x="{_n(f.left * _UNIT)}" y="{_n(f.top * _UNIT)}" width="{_n(f.width * _UNIT)}" height="{_n(f.height * _UNIT)}"'
        out = [f'<clipPath id="frame"><rect {box}/></clipPath>']
        for name, (style, shape, size) in sorted(self.glyphs.items()):
            pieces: list[str] = []
            for part in parts(shape):
                data = "".join(_path([(x * size, y * size) for x, y in ring], part.closed, 2) for ring in part.rings)
                fill = {"main": style.fill, "ground": style.ground, "line": None}[part.ink] or "none"
                line = f' stroke="{style.stroke}" stroke-width="{_n(style.width * _UNIT)}"' if part.edged or part.ink == "line" else ""
                pieces.append(f'<path fill="{fill}"{line} fill-rule="evenodd" stroke-linejoin="round" stroke-linecap="round" d="{data}"/>')
            out.append(f'<g id="{name}">{"".join(pieces)}</g>')
        return "\n".join(out)

    def css(self) -> str:
        faces = {lettering.face for lettering in self.letterings.values()}
        out = [_font_face(face) for face in FONTS if face in faces]
        out.append('text{font-family:"Cabin","Gill Sans",sans-serif;font-kerning:none;white-space:pre}')
        for name, style in sorted(self.styles.items()):
            rules = [f"fill:{style.fill or 'none'}"]
            if style.fill:
                rules.append("fill-rule:evenodd")
                if style.opacity < 1:
                    rules.append(f"fill-opacity:{style.opacity:g}")
            if style.stroke:
                rules += [f"stroke:{style.stroke}", f"stroke-width:{style.width * _UNIT:g}", "stroke-linejoin:round"]
                rules.append("stroke-linecap:" + ("round" if not style.dash or style.dash[0] == 0 else "butt"))
                if style.dash:
                    rules.append("stroke-dasharray:" + " ".join(f"{d * _UNIT:g}" for d in style.dash))
                if style.stroke_opacity < 1:
                    rules.append(f"stroke-opacity:{style.stroke_opacity:g}")
            out.append(f".s-{name}{{{';'.join(rules)}}}")
        for name, look in sorted(self.letterings.items()):
            _, weight, slant = FONTS[look.face]
            rules = [f"font-size:{look.size * _UNIT:g}px", f"font-weight:{weight}", f"font-style:{slant}", f"fill:{look.colour}"]
            if look.spacing:
                rules.append(f"letter-spacing:{look.spacing * _UNIT:g}px")
            if look.opacity < 1:
                rules.append(f"fill-opacity:{look.opacity:g}")
            if look.halo:
                rules += [f"stroke:{look.halo}", f"stroke-width:{look.halo_width * _UNIT:g}"]
                rules += ["stroke-linejoin:round", "paint-order:stroke fill"]
            out.append(f".t-{name}{{{';'.join(rules)}}}")
        return "\n".join(out)


def _font_face(face: FontFace) -> str:
    _, weight, slant = FONTS[face]
    data = base64.b64encode(font_file(face).read_bytes()).decode("ascii")
    source = f'url(data:font/otf;base64,{data}) format("opentype")'
    return f'@font-face{{font-family:"Cabin";font-weight:{weight};font-style:{slant};src:{source}}}'


def _path(points: list[Point], closed: bool, digits: int = 1) -> str:
    pieces = [f"{x * _UNIT:.{digits}f} {y * _UNIT:.{digits}f}" for x, y in points]
    return "M" + "L".join(pieces) + ("Z" if closed else "")
