"""How the campaigns stand between the sides, by sound officers and pilots: a draw counts half.

python -m tests.campaign_balance --games 200 [--campaigns poland_1939,channel_battle] [--jobs 2]    # the long form
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bob.campaigns.carriers.kit import KIT as CARRIERS
from bob.campaigns.land.kit import KIT as AIR_WAR
from bob.campaigns.linked.kit import KIT as CAMPAIGN
from bob.campaigns.matches import campaigns_out
from bob.core.kit import Kit
from bob.tactical.matches import PilotMatch, PilotMatchResult
from bob.words import Words
from tests.balances import print_balances

WITHIN = (0.4, 0.6)
"""The share of the first side within which a campaign is balanced."""


def kits() -> Mapping[str, Kit]:
    """The kit of each shipped campaign of two sides."""
    return {code: kit for kit in (CAMPAIGN, AIR_WAR, CARRIERS) for code in kit.scenarios(Words("en"))}


def played_out(jobs: Sequence[PilotMatch], processes: int = 1) -> Iterator[PilotMatchResult]:
    """Play campaigns, all of one code, to their end."""
    return campaigns_out(kits()[jobs[0].scenario], jobs, processes)


def texts() -> Mapping[str, str]:
    """What the sheets say of themselves."""
    found = {}
    for code, kit in kits().items():
        brief = getattr(kit.make().campaigns[code] if kit is CAMPAIGN else kit.make().tables.campaigns[code], "brief", None)  # type: ignore[attr-defined]
        found[code] = brief["en"] if brief else ""
    return found


if __name__ == "__main__":
    print_balances(__doc__, "campaigns", texts(), played_out, WITHIN)
