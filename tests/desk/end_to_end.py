"""The desk as a person uses it, under Xvfb with xdotool, scene by scene: each begins at the first screen of a new home.

    python tests/desk/end_to_end.py [--short] [--jobs N] [--keep FOLDER] [SCENE ...]

Prints what it does; 0 when all went well, 1 when not, 0 with `skipped` where Xvfb or xdotool are missing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.desk import (
    scenes_campaign,
    scenes_cards,
    scenes_fights,
    scenes_forecast,
    scenes_help,
    scenes_hexes,
    scenes_lessons,
    scenes_orders,
    scenes_referee,
    scenes_skies,
)
from tests.desk.driver import Desk, Failed, missing, screen

NEW_RAID = "main_1"


def fighter_command(desk: Desk) -> None:
    """By keys alone: a new game as Fighter Command, three turns against an officer, closed as it should be."""
    print(f"  window up after {desk.start():.2f} s")
    desk.find("One raid", kind="cell", chosen=True)
    desk.key("Return")
    desk.wait("the first turn", lambda: desk.turn() >= 1)
    desk.find(kind="PlottingTable")
    desk.play_to(4)
    print(f"  three turns played, {len(desk.entries())} entries")
    desk.quit()


def newcomer_plans_a_raid(desk: Desk) -> None:
    """A raid planned on the map by mouse and sealed, ten turns against Fighter Command, a kill, going on, a PDF."""
    desk.start()
    begin_as_luftwaffe(desk)
    draw_a_raid(desk)
    seal(desk)
    desk.play_to(11)
    desk.picture("ten-turns")
    print(f"  ten turns played, {len(desk.entries())} entries")
    kill_and_go_on(desk)
    export(desk)
    desk.quit()


def begin_as_luftwaffe(desk: Desk) -> None:
    """At the first screen: one raid, planned by the person at the screen, met by an officer."""
    desk.click(desk.find("One raid", kind="cell"))
    desk.choose("Who plays", "I plan the Luftwaffe’s raids")
    desk.find("a person at this screen", kind="QComboBox", name="Luftwaffe")
    desk.choose("Dogfights", "all quickly")
    desk.picture("start")
    desk.press("Begin", kind="QPushButton")
    desk.wait("the game on the disk", desk.games)
    desk.find(kind="Planner")
    print("  a new game as the Luftwaffe")


def draw_a_raid(desk: Desk) -> None:
    """A new raid: its way out clicked on the map, its target, a way-point dragged, units, an escort, a height."""
    desk.press("New raid", kind="QPushButton")
    desk.focus(desk.wait("the box of a new raid", lambda: desk.windows("New raid"))[0])
    desk.click(desk.find("Empty: main raid", kind="cell"))
    desk.press("Draw it on the map", kind="QPushButton")
    desk.wait("the box gone", lambda: not desk.windows("New raid"))
    desk.focus(desk.window)
    way(desk, 2)
    desk.click(desk.place("Dungeness"))
    way(desk, 3)
    desk.click(desk.place("Kenley"))
    desk.picture("drawing")
    desk.press("Bomb Kenley", kind="entry")
    way(desk, 4)
    desk.press("Add ", kind="QPushButton")  # the mending offered: a raid needs bombers
    desk.find("No faults", kind="QLabel")
    desk.press("Escort by", kind="QPushButton")
    desk.press("Units", kind="tab")
    desk.wait("bombers and their escort", lambda: len(desk.look("/", kind="cell", column=0)) >= 2)
    add_units(desk)
    before = way(desk, 4)
    desk.drag(desk.hex(before[1]["hex"]), desk.place("Beachy Head"))
    desk.wait("the way-point elsewhere", lambda: desk.ask("way")[1]["hex"] != before[1]["hex"])
    set_height(desk, 14)
    mend(desk)
    desk.picture("drawn")
    desk.press("Put on the plan", kind="QPushButton")
    desk.wait("the raid on the plan", lambda: any(plan["code"] == NEW_RAID for plan in plans(desk)))
    print("  a raid drawn, mended and on the plan")


def add_units(desk: Desk) -> None:
    """A second escort from the order of battle, found by typing; Enter goes to the list, another one adds what is chosen."""
    desk.press("Add units", kind="QPushButton")
    field = desk.find(kind="QLineEdit", name="Unit, type or field")
    desk.click(field)
    desk.type("JG 54")
    desk.find("JG 54", kind="cell", of="_List")
    desk.key("Return")
    desk.find("JG 54", kind="cell", of="_List", chosen=True)
    desk.key("Return")
    desk.wait(
        "one unit more", lambda: any(s["text"].endswith("./JG 54") for s in desk.look("JG 54", kind="cell", column=0, of="EditTable"))
    )


def set_height(desk: Desk, angels: int) -> None:
    """The height of the first way-point, typed into its field."""
    desk.press("Route", kind="tab")
    field = desk.find(kind="AngelsBox", name="1: ")
    x, y, _, height = field["box"]
    desk.click((x + 12, y + height // 2))
    desk.key("ctrl+a")
    desk.type(str(angels))
    desk.key("Tab")
    desk.wait("the new height", lambda: desk.ask("way")[1]["angels"] == angels)


def mend(desk: Desk) -> None:
    """Take the first mending that is offered until there is no fault. Raises Failed when there is none to take."""
    for _ in range(8):
        if desk.look("No faults", kind="QLabel", inside="Complaints"):
            return
        faults = describe(desk)
        offers = desk.wait("an offer to mend", lambda: desk.look(kind="QPushButton", inside="Complaints", open=True))
        desk.click(offers[0])
        desk.wait("something mended", lambda before=faults: describe(desk) != before)
    raise Failed("the faults are not mended")


def describe(desk: Desk) -> list[str]:
    """What the planner says is wrong."""
    return [label["text"] for label in desk.look(kind="QLabel", inside="Complaints")]


def way(desk: Desk, points: int) -> list[dict[str, object]]:
    """The way-points on the table once there are so many."""
    found: list[dict[str, object]] = desk.wait(f"{points} way-points", lambda: (w := desk.ask("way")) and len(w) == points and w)
    return found


def plans(desk: Desk) -> list[dict[str, object]]:
    """The plans that the record holds."""
    return [entry["order"]["plan"] for entry in desk.entries() if "plan" in (entry["order"] or {})]


def seal(desk: Desk) -> None:
    """Seal the plan: told first, then done."""
    desk.press("Seal the plan", kind="QPushButton")
    desk.press("Seal it now", kind="QPushButton")
    desk.wait("the first turn", lambda: desk.turn() >= 1 and len(desk.entries()) > 1)
    print("  sealed")


def kill_and_go_on(desk: Desk) -> None:
    """kill -9, start again, go on with what was open: the record is the same, with the plan in it, and grows."""
    before = desk.entries()
    desk.kill()
    desk.start()
    desk.find("Go on", kind="QPushButton")
    desk.picture("after-the-kill")
    desk.key("ctrl+r")
    desk.find(kind="PlottingTable")
    after = desk.entries()
    if after[: len(before)] != before:
        raise Failed("the record is not what it was")
    if not any(plan["code"] == NEW_RAID for plan in plans(desk)):
        raise Failed("the plan is not in the record")
    desk.play_to(desk.turn() + 1)
    if desk.entries()[: len(before)] != before:
        raise Failed("the game does not go on from where it was")
    print("  killed, started again, gone on")


def export(desk: Desk) -> None:
    """The raid orders as a PDF."""
    desk.key("ctrl+p")
    desk.focus(desk.wait("the box of sheets", lambda: desk.windows("Print or export"))[0])
    desk.choose("Sheet", "Raid orders")
    desk.press("Write it", kind="QPushButton")
    page = desk.wait("the PDF", lambda: list((desk.home / "data").rglob("*.pdf")))[0]
    desk.wait("all of the PDF", lambda: page.read_bytes().rstrip().endswith(b"%%EOF"))
    desk.find("Written", kind="QLabel")
    desk.picture("exported")
    print(f"  exported {page.name}, {page.stat().st_size} bytes")
    desk.key("Escape")
    desk.wait("the box gone", lambda: not desk.windows("Print or export"))
    desk.focus(desk.window)


SCENES: dict[str, Callable[[Desk], None]] = {
    "attack_on_airfields_by_miniatures": scenes_skies.attack_on_airfields_by_miniatures,
    "fighter_command": fighter_command,
    "newcomer_plans_a_raid": newcomer_plans_a_raid,
    "planned_by_forecast": scenes_forecast.planned_by_forecast,
    "planned_by_forecast_in_french": scenes_forecast.planned_by_forecast_in_french,
    "controller": scenes_orders.controller,
    "controller_in_french": scenes_orders.controller_in_french,
    "umpires_evening": scenes_referee.umpires_evening,
    "two_at_one_screen_in_french": scenes_referee.two_at_one_screen_in_french,
    "lessons": scenes_lessons.lessons,
    "dogfight_by_cards": scenes_cards.dogfight_by_cards,
    "dogfight_by_cards_in_french": scenes_cards.dogfight_by_cards_in_french,
    "hardest_day": scenes_fights.hardest_day,
    "hardest_day_in_french": scenes_fights.hardest_day_in_french,
    "hardest_day_by_hexes": scenes_hexes.hardest_day_by_hexes,
    "handbook_by_f1": scenes_help.handbook_by_f1,
    "handbook_in_french": scenes_help.handbook_in_french,
    "channel_battle_in_french": scenes_campaign.channel_battle_in_french,
}
"""The scenes by name, the longest first; a new one is a function of the desk, put here; those of engagements lie in scenes_fights.py."""


APART = {"planned_by_forecast_in_french"}
"""Scenes that are played only when they are named: long, and like another but for language and size."""
USUAL = [name for name in SCENES if name not in APART]
SHORT = (
    "newcomer_plans_a_raid",
    "controller",
    "umpires_evening",
    "two_at_one_screen_in_french",
    "dogfight_by_cards",
    "fighter_command",
    "handbook_by_f1",
    "channel_battle_in_french",
)
"""What CI plays: of every kind of hand and every seat one. What the others do is held without a screen, too: forecasts in
test_forecast_panel, engagements in test_fights, test_hex_rooms and test_miniature_rooms, the lessons in test_lessons, French everywhere."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parts = f"scenes to play: {', '.join(SCENES)}; when none is named all but {', '.join(sorted(APART))}"
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=parts)
    parser.add_argument("--short", action="store_true", help=f"only {', '.join(SHORT)}")
    parser.add_argument("--keep", type=Path, help="a folder for pictures of the screen")
    parser.add_argument("--jobs", type=int, default=1, help="how many scenes at once, each on a screen of its own")
    given = parser.parse_args()
    if lacking := missing():
        print(f"skipped: {', '.join(lacking)} not installed")
        return 0
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    scenes = given.scenes or (SHORT if given.short else USUAL)
    if given.jobs > 1:
        return side_by_side(scenes, given.keep, given.jobs)
    for name in scenes:
        began = time.monotonic()
        print(f"{name}: {(SCENES[name].__doc__ or '').strip()}")
        with tempfile.TemporaryDirectory(prefix="bob-desk-") as folder, screen() as display:
            desk = Desk(display, Path(folder), given.keep)
            try:
                SCENES[name](desk)
            except Failed as error:
                desk.picture("failed")
                print(f"FAILED: {name}: {error}", file=sys.stderr)
                return 1
            finally:
                if desk.program is not None and desk.program.poll() is None:
                    desk.kill()
        print(f"  {time.monotonic() - began:.0f} s")
    return 0


def side_by_side(names: Sequence[str], keep: Path | None, jobs: int) -> int:
    """Play so many scenes at once, each by a process of its own; 1 when one of them failed."""

    def played(name: str) -> int:
        kept = ["--keep", str(keep)] if keep is not None else []
        done = subprocess.run([sys.executable, __file__, name, *kept], capture_output=True, text=True, check=False)
        print(done.stdout + done.stderr, end="", flush=True)
        return done.returncode

    with ThreadPoolExecutor(jobs) as pool:
        return max(pool.map(played, names))


if __name__ == "__main__":
    sys.exit(main())
