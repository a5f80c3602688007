"""Learning and the evening: the lesson by Enter and its help, the dogfight and the planner from the first page, a day’s end."""

from __future__ import annotations

from tests.desk.driver import Desk, Failed


def lessons(desk: Desk) -> None:
    """By keys: the first raid to its end, and its evening; by mouse: the dogfight to its first shot, the planner's raid to its seal."""
    desk.start()
    first_raid(desk)
    evening(desk)
    desk.key("ctrl+n")
    dogfight(desk)
    desk.focus(desk.window)
    planning(desk)
    desk.quit()


def learn(desk: Desk, entry: str) -> None:
    """Choose a lesson on the first page."""
    desk.press("Learn it", kind="QPushButton")
    desk.press(entry, kind="entry")


def describe(desk: Desk, kind: str) -> list[str]:
    """All that the coach says."""
    return [seen["text"] for seen in desk.look(kind="QLabel", inside=kind)]


def on(desk: Desk, kind: str, until: str, most: int = 60) -> int:
    """Press Enter, and take the coach's help where Enter changes nothing, until the sheet with that heading; how often. Raises Failed."""
    for count in range(most):
        before = describe(desk, kind)
        if until in before:
            return count
        entries = len(desk.entries())
        desk.key("Return")
        try:
            desk.wait(
                "something new", lambda said=before, n=entries: describe(desk, kind) != said or len(desk.entries()) != n, patience=0.8
            )
        except Failed:
            for button in desk.look("Do it for me", kind="QPushButton", inside=kind):
                desk.click(button)
    raise Failed(f"the lesson does not come to {until!r}")


def first_raid(desk: Desk) -> None:
    """The lesson of the first raid by Enter and the coach's help."""
    learn(desk, "A first raid")
    desk.find("You are the controller", kind="QLabel")
    desk.picture("lesson")
    count = on(desk, "Lesson", "That was a raid")
    desk.picture("lesson-ends")
    print(f"  the first raid after {count} keys")


def evening(desk: Desk) -> None:
    """The evening over the room: claims and truth, the film and back, the report as one file, and by its own button."""
    desk.find("Claims and truth", kind="tab")
    desk.press("To the desk", kind="QPushButton")
    desk.press("Film of the day", kind="QPushButton")
    desk.find("Hold", kind="QToolButton")
    desk.press("Luftwaffe", kind="QToolButton", inside="TimeBar")
    desk.press("Back to now", kind="QPushButton", inside="TimeBar")
    desk.press("Share as one file", kind="QPushButton")
    page = desk.wait("the report", lambda: list((desk.home / "data").rglob("*.html")))[0]
    desk.wait("all of the report", lambda: page.read_text("utf-8").rstrip().endswith("</html>"))
    desk.find("Written, and on the clipboard", kind="QLabel")
    desk.picture("evening")
    desk.press("Report", kind="QPushButton", inside="Ending")
    desk.focus(desk.wait("the report's own box", lambda: desk.windows("Print or export"))[0])
    desk.press("Write it", kind="QPushButton")
    desk.find("Written", kind="QLabel", inside="PrintBox")
    desk.picture("report")
    desk.key("Escape")
    desk.wait("the box gone", lambda: not desk.windows("Print or export"))
    desk.focus(desk.window)
    kept = sorted(path.name for path in (desk.home / "data").rglob("*.*") if path.suffix in (".html", ".pdf"))
    print(f"  the evening, shared as {page.name}, {page.stat().st_size} bytes; in the folder: {', '.join(kept)}")
    desk.key("Escape")


def dogfight(desk: Desk) -> None:
    """The dogfight of the cards to its first shot, by its suggestions."""
    learn(desk, "A dogfight by cards")
    window = desk.wait("the window of the fight", lambda: desk.windows("dogfight"))[0]
    desk.focus(window)
    desk.find("A Spitfire against an Emil", kind="QLabel")
    count = on(desk, "CardCoach", "Fire")
    desk.picture("dogfight-lesson")
    desk.press("Leave the lesson", kind="QPushButton")
    desk.press("Close", kind="QPushButton", inside="CardPanel")
    print(f"  the first shot after {count} keys")


def planning(desk: Desk) -> None:
    """A raid on an airfield drawn, put on the plan and sealed."""
    learn(desk, "Planning a raid")
    desk.find("You plan the raids", kind="QLabel")
    count = on(desk, "PlanningLesson", "See it go")
    desk.picture("planning-lesson")
    if not any("plan" in (entry["order"] or {}) for entry in desk.entries()):
        raise Failed("no raid is on the plan")
    print(f"  sealed after {count} keys")
