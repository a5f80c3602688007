"""Pages of positions that older versions kept, made such as today's rules read: on plain values, before anything typed sees them."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

from bob.core.codec import encode
from bob.day.state.settings import settings_of


def of_today(page: dict[str, Any]) -> dict[str, Any]:
    """A page of any version as one of today's. Raises KeyError, TypeError or AttributeError for what no version wrote.

    Pages until rules 2 have tracks of raids, the flag `engage` and one sealing; until rules 4 miscounted ships; until rules 7 no settings.
    """
    if isinstance(page.get("tracks"), dict):
        _from_raids_to_groups(page)
        _to_rules_of_engagement(page)
    if "sealings" not in page:
        _one_sealing(page)
    for convoy in page.get("convoys", {}).values():
        convoy.pop("wrong", None)  # until rules 4 by how much its ships were miscounted; now only the count is kept
    if "settings" not in page:  # until rules 7 the calendar acted; only the orders for the bombers had a name (OPS-D4.13)
        usual, directive = settings_of(dt.date.fromisoformat(page["date"])), page.get("directive")
        page["settings"] = encode(usual if directive is None else replace(usual, orders=directive["orders"]))
    return page


def _from_raids_to_groups(page: dict[str, Any]) -> None:
    """Until rules 2 a track was of a raid, whoever had left it, and a number came back."""
    tracks = []
    for code, track in page["tracks"].items():
        gone = track["faded"] or track["level"] == 0
        rest = {"number": track["number"], "plots": track["plots"]}
        tracks.append({"groups": [] if gone else [code], "level": 0 if gone else track["level"], "faded": gone, **rest})
    page["tracks"] = sorted(tracks, key=lambda track: track["number"])
    for raid in page["raids"].values():
        raid.pop("overcast_hexes")
        tallied = bool(raid.pop("tallied_by"))
        for unit in raid["units"]:
            unit["tallied"] = tallied
    combat = page["combat"]
    now = [combat["now"]["arranged"]] if combat["now"] is not None else []
    for arranged in (*combat["met"], *combat["queue"], *now):
        arranged["group"] = arranged["raid"]


def _to_rules_of_engagement(page: dict[str, Any]) -> None:
    """Convert the flag `engage`: until rules 2 a squadron attacked all enemies in sight, or none."""
    for squadron in page["squadrons"].values():
        squadron["stance"] = "any_enemy" if squadron.pop("engage") else "avoid"


def _one_sealing(page: dict[str, Any]) -> None:
    """Until rules 2 the plan was sealed once, and the Response Level was settled at each take-off (OPS-A15.5)."""
    page["sealings"] = [{"turn": 1, "salt": page["salt"], "digest": digest} for digest in page["seals"].values()]
    page["commitments"] = [{"unit": s["unit"], "flight": s["flight"]} for s in page["squadrons"].values() if s["committed"]]
    if page["phase"] != "over":
        page["points"] = [point for point in page["points"] if not point["code"].endswith("_beyond_response")]
