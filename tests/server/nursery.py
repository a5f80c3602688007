"""What a host needs, read once: whoever imports this has it when he is forked."""

from __future__ import annotations

from bob.day.state.world import world
from bob.games import games

games()
world()
