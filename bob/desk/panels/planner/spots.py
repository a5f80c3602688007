"""Actions for a raid at a hex of the map: bomb a target there, fly over it, form there. A menu at the place itself."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QWidget

from bob.core.hexes import Hex
from bob.core.text import capital
from bob.day.rules.convoys import SIGHTED
from bob.day.rules.raid_goals import first_aim
from bob.day.rules.victory import grades_under
from bob.day.state.raid_plan import RaidPlan
from bob.desk.panels.planner.fields import target_entries
from bob.desk.panels.planner.orders import BOMBING_TYPES, TARGET_TYPES, PlanOrders

MOST = 6
"""Targets of a hex that are named in its menu."""


def targets_at(planner: PlanOrders, h: Hex) -> list[tuple[str, str]]:
    """Return the targets of a hex as entries: the name shown, and the name in plans."""
    found = [(name, place) for name, place in planner.session.world.targets.items() if place.hex == h]
    view, world = planner.view(), planner.session.world
    wanted = grades_under(world, view.directive) if view is not None and view.directive is not None else None
    return target_entries(planner.settings.words, found, wanted)[:MOST]


def spot_menu(planner: PlanOrders, h: Hex, plan: RaidPlan, parent: QWidget) -> QMenu:
    """The menu of a hex; it is empty where nothing can be done."""
    words = planner.settings.words
    menu = QMenu(parent)
    at = planner.names.at(words, h.label)
    menu.addAction(capital(at)).setEnabled(False)
    menu.addSeparator()
    targets = targets_at(planner, h) if plan.type in TARGET_TYPES else []
    first = "bomb" if plan.type in BOMBING_TYPES else "look"
    view = planner.view()
    for seen in view.convoys if view is not None and plan.type in BOMBING_TYPES else ():
        if seen.hex == h and seen.number != plan.convoy:
            text, name = words("log.part.sighted", number=seen.number), f"{SIGHTED}{seen.number}"
            menu.addAction(words("desk_planner.spot.bomb", target=text)).triggered.connect(lambda _=False, name=name: planner.aim_at(name))
    for text, name in targets:
        if name != plan.primary:
            action = menu.addAction(words(f"desk_planner.spot.{first}", target=text))
            action.triggered.connect(lambda _=False, name=name: planner.aim_at(name))
    if first_aim(plan) is not None and plan.type in BOMBING_TYPES:
        for text, name in targets:
            if name not in (plan.primary, plan.secondary):
                action = menu.addAction(words("desk_planner.spot.second", target=text))
                action.triggered.connect(lambda _=False, name=name: planner.aim_at(name, second=True))
    menu.addAction(words("desk_planner.spot.point")).triggered.connect(lambda: planner.draw_to(h))
    if not planner.session.world.ground(h).british:
        menu.addAction(words("desk_planner.spot.form")).triggered.connect(lambda: planner.form_over(h))
    return menu
