"""A raid planned by its forecast, by mouse: read while drawing, an escort moved, sealed, played, and where the day fell."""

from __future__ import annotations

import html
import re
import time
from typing import Any

from bob.day.scenarios.scenario import scenarios
from bob.words import Words
from tests.desk.driver import Desk, Failed, Seen
from tests.desk.scenes_fights import MANY, SEED, say

FIRST_FIGURES = 120.0
"""Seconds in which the first figures come even where other programs take the processors: a forecast gives way to all of them."""
THE_DAY = 300.0
ENDINGS = ("svg", "pdf", "csv")
PANEL = "ForecastPanel"


def planned_by_forecast(desk: Desk) -> None:
    """By mouse: a raid on Biggin Hill read in its forecast, its escort moved and the gain seen, sealed, played, and where the day fell."""
    begin_planning(desk)
    desk.key("shift+F7")
    figures(desk)
    new_raid(desk)
    hold(desk)
    move_the_escort(desk)
    what_if(desk)
    save(desk)
    seal(desk)
    to_the_evening(desk)
    where_it_fell(desk)
    desk.quit()


def planned_by_forecast_in_french(desk: Desk) -> None:
    """The same in French, by night colours."""
    desk.language = "fr"
    desk.prefer(theme="night")
    planned_by_forecast(desk)


def begin_planning(desk: Desk) -> None:
    """One raid, planned by the person at the screen against an officer, dogfights by dice."""
    desk.start()
    title = Words(desk.language).of(scenarios()["one_raid"].title)
    desk.find(kind="StartScreen")
    desk.click(desk.find(title, kind="cell"))
    desk.choose(say(desk, "desk.start.label_way"), say(desk, "desk.start.way_luftwaffe"))
    seed = desk.find(kind="QLineEdit", name=say(desk, "desk.start.label_seed"))
    desk.click(seed)
    desk.type(SEED)
    desk.choose(say(desk, "desk.start.label_fights"), say(desk, "desk_fights.new.quick"))
    desk.press(say(desk, "desk.start.go"), kind="QPushButton")
    desk.find(kind="Planner")


def describe(desk: Desk) -> str:
    """All that the panel says, without its marks."""
    texts = [seen["text"] for seen in desk.look(kind="QLabel", inside=PANEL)]
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", text.replace("nbsp;", " ")) for text in texts))


def says(desk: Desk, key: str, patience: float = FIRST_FIGURES, **values: Any) -> str:
    """Wait until the panel says the words of a key, whatever figures stand in them; all that it says then."""
    pattern = words_of(desk, key, **values)
    found: str = desk.wait(f"{pattern!r} in the forecast", lambda: (t := describe(desk)) and re.search(pattern, t) and t, patience)
    return found


def words_of(desk: Desk, key: str, **values: Any) -> str:
    """A pattern for the words of a key; the values that are not given may be anything."""
    text = Words(desk.language)(key)
    marks = {name: f"XX{i}XX" for i, name in enumerate(re.findall(r"\{(\w+)\}", text))}
    return re.sub(r"XX\d+XX", ".+?", re.escape(text.format(**marks | values)))


def days(desk: Desk) -> int:
    """How many days the panel says are flown."""
    found = re.search(r"\d+", describe(desk))
    return int(found.group()) if found is not None else 0


def figures(desk: Desk, before: int | None = None) -> None:
    """The first figures of the plan that is drawn; of another one than that of which so many days had been flown `before`."""
    began = time.monotonic()
    if before is not None:
        again = words_of(desk, "desk_forecast.anew")
        desk.wait("another plan in the forecast", lambda: days(desk) < before or re.search(again, describe(desk)))
    says(desk, "desk_forecast.growing")
    print(f"  first figures after {time.monotonic() - began:.1f} s")


def scrolled(desk: Desk, up: bool) -> None:
    """Turn the wheel over the panel as far as it goes."""
    x, y, width, height = desk.find(kind=PANEL)["box"]
    desk.tool("mousemove", str(x + width // 2), str(y + height - 12), "click", "--repeat", "40", "--delay", "5", "4" if up else "5")


def button(desk: Desk, key: str) -> Seen:
    """A button of the panel, which may have to be scrolled to."""
    scrolled(desk, up=True)
    return desk.find(say(desk, key), kind="QPushButton", inside=PANEL, enabled=True)


def new_raid(desk: Desk) -> None:
    """A raid on Biggin Hill from the first template, drawn up and put on the plan."""
    desk.press(say(desk, "desk_planner.button.new"), kind="QPushButton", inside="Planner")
    title = say(desk, "desk_planner.new.title")
    desk.focus(desk.wait("the box of a new raid", lambda: desk.windows(title))[0])
    desk.type("Biggin")
    desk.click(desk.find("Biggin Hill", kind="cell", of="_Goals"))
    before = days(desk)
    desk.press(say(desk, "desk_planner.new.take"), kind="QPushButton")
    desk.wait("the box gone", lambda: not desk.windows(title))
    desk.focus(desk.window)
    figures(desk, before)
    desk.picture("forecast-of-the-new-raid")
    desk.press(say(desk, "desk_planner.button.put"), kind="QPushButton")


def hold(desk: Desk) -> None:
    """The forecast held beside what is drawn next."""
    desk.click(button(desk, "desk_forecast.hold"))
    says(desk, "desk_forecast.side_by_side")


def move_the_escort(desk: Desk) -> None:
    """Another Gruppe in place of one that turns home too early, as the planner offers, and what the plan gains by it."""
    desk.click(desk.find("KG 3", kind="cell"))
    desk.press(say(desk, "desk_planner.mend.instead", unit="|", other="|").split("|")[1].strip(), kind="QPushButton", inside="Complaints")
    gains = words_of(desk, "desk_forecast.gains_over") + r"\s+([+−]\d+(?:[.,]\d)?) (±\d+[.,]\d)"

    def gained() -> str:
        found = re.search(gains, describe(desk))
        return (
            " ".join(found.groups()) if found is not None and found[2][1:] not in ("0.0", "0,0") else ""
        )  # it is held beside itself at first

    print(f"  the escort moved: {desk.wait('what it gains', gained, FIRST_FIGURES)} points")
    desk.picture("escort-moved")
    desk.press(say(desk, "desk_planner.button.put"), kind="QPushButton")


def what_if(desk: Desk) -> None:
    """Other plans by the same luck: the first of them has figures, the rest is broken off."""
    desk.click(button(desk, "desk_forecast.compare"))
    head = words_of(desk, "desk_forecast.what_if_luftwaffe")
    says(desk, "desk_forecast.what_if_luftwaffe")
    desk.wait("what the first of them gains", lambda: re.search(rf"{head}\D+[+−]\d+[.,]\d\s+±", describe(desk)), THE_DAY)
    desk.picture("what-if")
    scrolled(desk, up=True)
    for seen in desk.look(say(desk, "desk_forecast.stop"), kind="QPushButton", inside=PANEL):  # unless the last is flown
        desk.click(seen)
    button(desk, "desk_forecast.compare")


def save(desk: Desk) -> None:
    """The forecast as a picture, a page and figures."""
    title = say(desk, "desk_forecast.save")
    for ending in ENDINGS:
        path = desk.home / f"forecast.{ending}"
        desk.click(button(desk, "desk_forecast.save"))
        desk.focus(desk.wait("the box of files", lambda: desk.windows(title))[0])
        desk.key("ctrl+a")
        desk.type(str(path))
        desk.key("Return")
        desk.wait(f"the {ending}", lambda path=path: path.exists() and path.stat().st_size > 500)
        desk.focus(desk.window)
        says(desk, "desk_forecast.saved", path=path.name)
        print(f"  {path.name}: {path.stat().st_size} bytes")


def seal(desk: Desk) -> None:
    """Told first, then sealed; the forecast goes on with what is still to come."""
    desk.press(say(desk, "desk_planner.seal"), kind="QPushButton", inside="Planner")
    desk.press(say(desk, "desk_planner.seal_now"), kind="QPushButton")
    desk.wait("the first turn", lambda: desk.turn() >= 1)
    says(desk, "desk_forecast.to_come")


def to_the_evening(desk: Desk) -> None:
    """The double arrow until something is asked, the button of the strip for what is asked, until the day is over."""
    run = say(desk, "desk.action.run")
    for _ in range(10 * MANY):
        if desk.look(kind="Ending"):
            desk.picture("evening")
            return
        before = len(desk.entries())
        pressed = desk.look(name=run, enabled=True, open=True)
        hour = desk.look(say(desk, "desk.owed.hour_button"), kind="QPushButton", enabled=True)
        if pressed and not hour:
            desk.click((pressed[0]["box"][0] + before % 2 + 9, pressed[0]["box"][1] + 9))  # never twice the same place: the mouse must move
        else:
            desk.key("Return")
        soon = time.monotonic() + 2
        while len(desk.entries()) == before and time.monotonic() < soon:
            time.sleep(0.05)
    raise Failed("no evening comes")


def where_it_fell(desk: Desk) -> None:
    """Luck or decision: at once where the day fell in the forecast of its plan, then among those that it might have been."""
    desk.press(say(desk, "desk.ending.luck"), kind="QPushButton", inside="Ending")
    text = says(desk, "desk_forecast.foretold")
    print(f"  {re.search(words_of(desk, 'desk_forecast.foretold'), text).group()}")  # type: ignore[union-attr]
    desk.picture("where-the-day-fell")
    text = says(desk, "forecast.fell", THE_DAY)
    desk.picture("luck-or-decision")
    desk.click(button(desk, "desk_forecast.stop"))
