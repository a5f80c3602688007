"""The handbook as a person opens it: F1 at the tote, in a dialog and in a dogfight, and a search."""

from __future__ import annotations

from bob.data.handbook import handbook
from tests.desk.driver import Desk, Failed
from tests.desk.scenes_cards import leave, open_battle
from tests.desk.scenes_fights import say
from tests.desk.scenes_orders import begin_quickly


def handbook_by_f1(desk: Desk) -> None:
    """By keys: the tote's with its rules, a search; then over a dialog."""
    begin_quickly(desk)
    desk.key("F2", "F2", "F1")  # away, and back with the keys
    shown(desk, "controller")
    if not any("OPS-B7.1" in seen["text"] for seen in desk.look(kind="QLabel", inside="HandbookPage")):
        raise Failed("the rules of the tote are not offered")
    desk.picture("tote")
    search(desk, "chits")
    desk.picture("searched")
    shut(desk)
    desk.focus(desk.window)
    desk.key("ctrl+comma")
    desk.focus(desk.wait("the settings", lambda: desk.windows(say(desk, "desk.settings.title")))[0])
    desk.key("F1")
    shown(desk, "desk")
    desk.picture("over-a-dialog")
    shut(desk)
    desk.focus(desk.windows(say(desk, "desk.settings.title"))[0])
    desk.key("Escape")
    desk.focus(desk.window)
    desk.quit()


def handbook_in_french(desk: Desk) -> None:
    """In French, in a dogfight with a window of its own: F1 opens the page of that game."""
    desk.language = "fr"
    open_battle(desk)
    desk.key("F1")
    shown(desk, "cards")
    desk.picture("cards")
    shut(desk)
    leave(desk)


def shown(desk: Desk, page: str) -> None:
    """The help has come up at that page. Raises Failed."""
    desk.focus(desk.wait("the help", lambda: desk.windows(say(desk, "desk.help.title")))[0])
    found = handbook(desk.language).page(page)
    if found is None or not desk.wait("the contents", lambda: desk.look(found.title, kind="cell", chosen=True)):
        raise Failed(f"the help does not show {page}")
    print(f"  F1: {found.title}")


def search(desk: Desk, text: str) -> None:
    """Type into the search of the handbook and take what it finds first."""
    desk.click(desk.find(kind="QLineEdit", inside="HandbookPage"))
    desk.type(text)
    wanted = handbook(desk.language).search(text)[0]
    desk.click(desk.find(f"{wanted.page.title} · {wanted.section.heading}", kind="cell"))


def shut(desk: Desk) -> None:
    desk.key("Escape")
    desk.wait("the help gone", lambda: not desk.windows(say(desk, "desk.help.title")))
