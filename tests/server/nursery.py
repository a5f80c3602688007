"""What a host needs, read once: whoever imports this has it when he is forked."""

from __future__ import annotations

from bob.games import games
from bob.operations.world import world

games()
world()
