"""The weak pilot, for learners: flies at the enemy and fires, ignores guns, burns no advantage and plays only the cards that it must."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.kit import Decision
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.candidates import COARSE
from bob.tactical.miniatures.pilots.sound import SoundMiniaturePilot, said
from bob.tactical.miniatures.position import THROW, MiniaturePosition


class WeakMiniaturePilot(SoundMiniaturePilot):
    """Flies at the enemy and fires, and no more."""

    wary = False
    burns = False
    fine = COARSE

    def _card(self, position: MiniaturePosition, side: int, stage: str, listed: Sequence[Any]) -> Decision:
        return said(o.ThrowAway() if stage == THROW else o.NoMore(), "keeps_cards")
