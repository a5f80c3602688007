"""How the scenarios of the miniatures dogfight stand between the sides, flown by sound pilots: a draw counts half.

python -m tests.sky_balance --games 1000 [--scenarios dogfight,escort] [--jobs 2]    # the long form; the tests run a short one
"""

from __future__ import annotations

from bob.tactical.miniatures.options import shipped_scenarios
from bob.tactical.miniatures.pilots.matches import all_flown
from tests.balances import print_balances

if __name__ == "__main__":
    print_balances(__doc__, "scenarios", {code: scenario.text["en"] for code, scenario in shipped_scenarios().items()}, all_flown)
