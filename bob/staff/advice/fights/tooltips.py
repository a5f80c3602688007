"""The slips of paper beside the pointer, as HTML."""

from __future__ import annotations

import html
from collections.abc import Iterable

from bob.chart.tones import Look
from bob.words import Words


class TooltipWriter:
    """Writes the lines of slips in the words and tones of the moment."""

    def __init__(self, words: Words, look: Look) -> None:
        self.words, self.look = words, look

    def plain(self, text: str) -> str:
        """A slip's words without its dress, for those who listen."""
        out, inside = [], False
        for c in text.replace("<br>", "\n").replace("</tr>", "\n").replace("</td>", " ").replace("</div>", "\n"):
            inside = c == "<" or (inside and c != ">")
            if not inside and c != ">":
                out.append(c)
        return html.unescape("".join(out)).strip()

    def head(self, text: str) -> str:
        return f"<div><b>{html.escape(text)}</b></div>"

    def line(self, text: str, tone: str = "") -> str:
        dress = f" style='color:{tone}'" if tone else ""
        return f"<div{dress}>{html.escape(text)}</div>"

    def quiet(self, text: str) -> str:
        return self.line(text, self.look.quiet)

    def dice(self, head: str, rows: Iterable[tuple[int, str, str]]) -> str:
        """Dice with the reason for each and its rule."""
        text = "".join(
            f"<tr><td align='right'><b>{dice:+d}</b></td><td>&nbsp;{html.escape(reason)}</td>"
            f"<td style='color:{self.look.quiet}'>&nbsp;{rule}</td></tr>"
            for dice, reason, rule in rows
        )
        return f"<div>{html.escape(head)}</div><table cellspacing='0' cellpadding='0'>{text}</table>"


HELD = "\u00a0"
"""A blank at which no line ends."""


def percent(chance: float) -> str:
    """A chance in per cent, never rounded to certainty; figure and sign stay together."""
    part = round(chance * 100)
    if part == 0 and chance > 1e-9:
        return f"<1{HELD}%"
    if part == 100 and chance < 1 - 1e-9:
        return f">99{HELD}%"
    return f"{part}{HELD}%"
