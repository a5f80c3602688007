"""Pursuit's kit: what the program knows of it before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bob.core.game import Outcome
from bob.core.kit import FACES, RANDOM, on_demand
from bob.tactical.slot import Tactical
from bob.words import Words

STEADY = "steady"
SHOWN: Mapping[str, Mapping[str, str]] = {
    "drawn_up": {"en": "{raf} against {luftwaffe}", "fr": "{raf} contre {luftwaffe}"},
    "braced": {"en": "braced by {by}", "fr": "prêt de {by}"},
    "shot_down": {"en": "{model} is shot down", "fr": "{model} est abattu"},
    "missed": {"en": "{model} gets away", "fr": "{model} s’échappe"},
    "shoot": {"en": "shoot at {target}", "fr": "tirer sur {target}"},
    "hold": {"en": "hold", "fr": "attendre"},
    "brace": {"en": "brace by {by}", "fr": "se préparer de {by}"},
    "pursuit.won": {"en": "the pursuit is won", "fr": "la poursuite est gagnée"},
    "pursuit.drawn": {"en": "the pursuit is drawn", "fr": "la poursuite est nulle"},
}


class PursuitKit(Tactical):
    """The half that needs no rules."""

    name: ClassVar[str] = "pursuit"
    usual: ClassVar[str] = "even"
    endings: ClassVar[tuple[str, ...]] = ("pursuit.won", "pursuit.drawn")
    plain: ClassVar[frozenset[str]] = frozenset(FACES)

    def players(self, seat: str) -> tuple[str, ...]:
        return (STEADY, RANDOM)

    def ended(self, words: Words, outcome: Outcome) -> str:
        return SHOWN[outcome.code][words.language]

    def title(self, words: Words) -> str:
        return {"en": "as a pursuit", "fr": "en poursuite"}[words.language]


KIT: Tactical = on_demand(PursuitKit, "tests.pursuit.loaded:LoadedPursuitKit")
