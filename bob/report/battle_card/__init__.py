"""The battle card: an engagement for the players' own table, to print, to play from and to fill in.

    save(engagement, Facts.of(view, world), words, path)    # .pdf, .svg or .txt
    text(engagement, Facts.of(view, world), words)

The card holds what both sides may read, and a slip for each side to cut or fold off, with what only that side knows.
"""

from __future__ import annotations

from bob.report.battle_card.facts import Facts
from bob.report.battle_card.writing import save, text

__all__ = ["Facts", "save", "text"]
