"""The weak pilot, for learners: flies at the enemy and fires, ignores guns, burns no advantage and plays only the cards that it must."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.dogfight.skies import orders as o
from bob.dogfight.skies.candidates import COARSE
from bob.dogfight.skies.pilots.sound import SoundSkyPilot, said
from bob.dogfight.skies.position import THROW, SkyPosition
from bob.kit import Decision


class WeakSkyPilot(SoundSkyPilot):
    """Flies at the enemy and fires, and no more."""

    wary = False
    burns = False
    fine = COARSE

    def _card(self, position: SkyPosition, side: int, stage: str, listed: Sequence[Any]) -> Decision:
        return said(o.ThrowAway() if stage == THROW else o.NoMore(), "keeps_cards")
