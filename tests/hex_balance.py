"""How the missions of the hex dogfight stand between the sides, flown by sound pilots: a draw counts half.

python -m tests.hex_balance --games 1000 [--missions duel,bombers] [--jobs 2]    # the long form; the tests run a short one
"""

from __future__ import annotations

from bob.tactical.hexes.options import shipped_missions
from bob.tactical.hexes.pilots.matches import results
from tests.balances import print_balances

if __name__ == "__main__":
    print_balances(__doc__, "missions", {code: mission.text["en"] for code, mission in shipped_missions().items()}, results)
