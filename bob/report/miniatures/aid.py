"""The aid: a turn, moving, levels, shooting, multi-engined aircraft, cards and breaking off on one page, in our own words; of the
optional rules only those in force, or those that some aircraft needs."""

from __future__ import annotations

from collections.abc import Iterator

from bob.chart.marks import Box
from bob.report.miniatures.action_cards import mark_legend
from bob.report.miniatures.forces import SetOut
from bob.report.miniatures.roster import has_ace
from bob.report.pieces.aid import AidSection, aid_page
from bob.report.pieces.paper import PiecePage, PiecePages
from bob.tactical.miniatures.position import MiniatureTerms


def miniature_aid(pages: PiecePages, terms: MiniatureTerms, forces: tuple[SetOut, ...]) -> None:
    """Draw one page in two columns."""
    words = pages.words

    def cards(page: PiecePage, room: Box, size: float) -> float:
        return mark_legend(page, room[:2], size, words("sky_pieces.aid.cards.limit"), room[2]) + size * 0.42

    def section(name: str) -> AidSection:
        lines = tuple([("–" if key in _DASHED else "", words(f"sky_pieces.aid.{name}.{key}")) for key in _keys(name, terms, forces)])
        return AidSection(words(f"sky_pieces.aid.{name}.title"), lines, 4.0, cards if name == "cards" else None)

    columns = (("turn", "move", "height", "cards"), ("shoot", "guns", "multis", "bombs", "break"))
    aid_page(pages, [[section(name) for name in names if any(_keys(name, terms, forces))] for names in columns])


_DASHED = ("dive", "hard", "brake")
"""The lines that are choices of the line before them."""


def _keys(name: str, terms: MiniatureTerms, forces: tuple[SetOut, ...]) -> Iterator[str]:
    """The lines of a section that hold in this battle."""
    types = [type for out in forces for type in out.types]
    multis, guns = any(type.multi for type in types), any(type.weapons for type in types)
    strike = terms.strike
    bombs = strike is not None and any(model.mount.loaded for out in forces for model in out.models)
    holds = {
        "turn": {"order": True, "steps": terms.opening_shot, "steps_plain": not terms.opening_shot, "dice": True, "end": True},
        "move": dict.fromkeys(("ahead", "burn", "dive", "hard", "brake", "bases"), True),
        "height": dict.fromkeys(("climb", "outmanoeuvre", "tail"), True),
        "cards": {
            "deployment": terms.deck,
            "type": terms.deck,
            "ace": terms.deck and any(map(has_ace, forces)),
            "bonus": terms.deck,
            "keep": terms.deck,
            "draw": terms.deck,
        },
        "shoot": {
            "where": not terms.equal_level_shot,
            "where_equal": terms.equal_level_shot,
            "multi": multis,
            "cloud": bool(terms.clouds or terms.cloud_count),
            "dice": True,
            "head_on": True,
            "dodge": True,
            "hit": True,
            "saved": terms.saved_hit_chit,
        },
        "guns": {"defence": guns, "back": guns, "dice": guns, "formation": guns and terms.formation_fire},
        "multis": dict.fromkeys(("never", "hit", "damage"), multis),
        "bombs": {
            "bomb": bombs,
            "dived": bombs and any(type.dive_bomber for type in types),
            "strafe": strike is not None and strike.strafe,
        },
        "break": {
            "fighters": any(not type.multi for type in types),
            "multis": multis,
            "safe": bool(terms.exits),
        },
    }
    yield from (key for key, is_so in holds[name].items() if is_so)
