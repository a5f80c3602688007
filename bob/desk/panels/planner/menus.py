"""The menus of the planning table: actions on the whole plan, and radio calls to the chosen raid."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

import bob.desk  # noqa: F401
from bob.day.state.view import LuftwaffeView, RaidView
from bob.day.telling.sentences import refusal
from bob.desk.base.theme.greyed import greyed
from bob.desk.panels.planner.whole import PlanChanges
from bob.staff.advice.planning.radio_calls import calls
from bob.staff.raid_planner import PROFILES

KEYS = {"undo": "Ctrl+Z", "redo": "Ctrl+Y", "copy": "Ctrl+C", "paste": "Ctrl+V"}


def fill_plan_menu(planner: PlanChanges, menu: QMenu) -> None:
    """Fill the menu with the current actions on the whole plan, each with its keys."""
    words, view = planner.settings.words, planner.view()
    menu.clear()
    if view is None:
        return
    some = bool(planner.raids(view))
    entries = (
        ("undo", planner.undo, planner.may_undo),
        ("redo", planner.redo, planner.may_redo),
        ("copy", planner.copy_raid, planner.plan() is not None),
        ("paste", planner.paste_raid, True),
        ("clear", planner.clear_plan, some),
        ("save", planner.save_plan, some),
        ("load", planner.load_plan, True),
    )
    for name, do, may in entries:
        if name in ("copy", "save"):
            menu.addSeparator()
        action = menu.addAction(words(f"desk_planner.plan.{name}") + (f"\t{KEYS[name]}" if name in KEYS else ""))
        action.setToolTip(words(f"desk_planner.plan_tip.{name}"))
        action.setEnabled(may)
        action.triggered.connect(lambda _=False, do=do: do())
    menu.addSeparator()
    for officer in PROFILES:
        for whole in (False, True):
            key = "propose_all" if whole else "propose"
            action = menu.addAction(words(f"desk_planner.plan.{key}", officer=words(f"staff.officer.{officer}")))
            action.setToolTip(words(f"desk_planner.plan_tip.{key}"))
            action.setEnabled(not planner.is_proposing and (not whole or view.common.phase == "planning"))
            action.triggered.connect(lambda _=False, officer=officer, whole=whole: planner.propose(officer, whole=whole))


def fill_radio_menu(planner: PlanChanges, menu: QMenu, view: LuftwaffeView, raid: RaidView | None) -> None:
    """The calls to the raid chosen but the first, which has a button of its own; each with why it can't be made."""
    words = planner.settings.words
    menu.clear()
    found = list(calls(words, planner.names, view, raid)) if raid is not None and view.common.phase != "planning" else []
    for text, order in found[1:]:
        action = menu.addAction(text)
        refused = planner.session.check(planner.session.hand, order)
        greyed(action, text, refusal(words, refused, planner.names) if refused is not None else None)
        action.triggered.connect(lambda _=False, o=order: planner.call(o))
