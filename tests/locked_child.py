"""The child that is killed: it keeps a locked toy game and tells the number of each entry that is kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bob.core.dice import Stream
from bob.files import Cipher, Save
from bob.files.cipher import ScryptCost
from tests.files.test_save_locked import BOTH
from tests.toy import GAMES, TOY


def main(path: Path) -> None:
    Cipher.usual = ScryptCost(4, 8, 1)
    save, match = Save.open(path, GAMES, key=BOTH) if path.exists() else Save.begin(path, TOY, "long", 3, cipher=Cipher.made(BOTH))
    stream = Stream.of(len(match.entries), "player")
    with save:
        while match.to_move:
            match.play(match.to_move[0], TOY.sample(match.position, match.to_move[0], stream))
            os.write(1, f"{len(match.entries) - 1}\n".encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
