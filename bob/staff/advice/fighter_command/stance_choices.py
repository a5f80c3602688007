"""Rules of engagement at the desk (OPS-C3.3): the possible stances of a squadron, and their words."""

from __future__ import annotations

from typing import get_args

from bob.day.state.orders import Stance
from bob.day.state.position import StanceKind
from bob.day.state.view import RafView, SquadronView
from bob.day.telling.period_names import code_word
from bob.words import Words

MOST = 8
"""Limit of squadrons offered to wait for: of the Group, those of its Sector first."""


def stances(view: RafView, s: SquadronView) -> list[Stance]:
    """Return the possible stances of a squadron, waiting for others last."""
    found = [Stance(s.unit, kind) for kind in get_args(StanceKind) if kind != "wait"]
    up = [o for o in view.squadrons if o.unit != s.unit and (o.box == "airborne" or o.scrambling) and o.group == s.group]
    others = sorted((o for o in up if o.wing is None or o.wing != s.wing), key=lambda o: (o.sector != s.sector, o.unit))
    return found + [Stance(s.unit, "wait", o.unit) for o in others[:MOST]]


def stance_text(words: Words, kind: str, waits_for: str | None) -> str:
    """The rules of engagement in a word or two."""
    return words("desk_tote.waits_for", other=waits_for) if waits_for is not None else code_word(words, "stance", kind)
