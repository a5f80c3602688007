"""A small campaign for the tests: of the aircraft of the sources' examples, with entries for each kind of mission."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from bob.campaigns.land.campaign_data import (
    PERFORMANCES,
    ROWS,
    AirmanCounter,
    CounterFace,
    DamageLevel,
    Flyers,
    LandCampaign,
    LandPeriod,
    LandResource,
    LandTarget,
    Performance,
    ResourceEffect,
    TargetCard,
    WarTables,
)
from bob.campaigns.land.campaign_files import shipped_war
from bob.campaigns.land.game import AirWar
from bob.campaigns.land.position import AircraftFate, AirWarPosition, AirWarTerms
from bob.campaigns.land.sequence import LandRun, row_of
from bob.core.dice import ScriptedDice
from bob.core.game import Event

TRIAL = "trial"


def both(text: str) -> dict[str, str]:
    return {"en": text, "fr": text}


def levels(*steps: tuple[int, int]) -> tuple[DamageLevel, ...]:
    return tuple(DamageLevel(f"level_{i}", both(f"level {i}"), least, vp) for i, (least, vp) in enumerate(steps))


POINTS = {"miss": 0, "hit": 1, "direct": 3, "vital": 5}
TARGETS = {
    "railway": TargetCard("railway", both("Railway"), 1, 3, POINTS, "designed", "test", levels((0, 0), (2, 1), (4, 3), (7, 6))),
    "docks": TargetCard("docks", both("Docks"), 1, 3, POINTS, "designed", "test", levels((0, 0), (4, 3), (8, 6), (12, 10))),
    "freighter": TargetCard(
        "freighter", both("Freighter"), 0, 1, POINTS, "designed", "test", levels((0, 0), (3, 1), (6, 3), (9, 5)), naval=True
    ),
    "ground": TargetCard("ground", both("Ground forces"), 0, 2, POINTS, "designed", "test", levels((0, 0), (2, 1), (4, 3), (6, 5))),
}


def entry(number: int, kind: str, turns: tuple[int, ...], attackers: Iterable[Flyers], **more: Any) -> LandTarget:
    values: dict[str, Any] = {"attacker": "axis", "altitude": "medium"} | more
    return LandTarget(number=number, name=both(f"entry {number}"), kind=kind, turns=turns, attackers=tuple(attackers), **values)


ENTRIES = (
    entry(1, "raid", (9, 8), [Flyers("ki_21", 4)], sheet="railway"),
    entry(2, "raid", (9, 8), [Flyers("ki_43", 2), Flyers("ki_30", 1, wingmen=False)], sheet="docks"),
    entry(3, "dogfight", (8,), [Flyers("ki_27")], defenders=(Flyers("buffalo_i"),)),
    entry(4, "raid", (8, 7), [Flyers("b5n2"), Flyers("d3a1")], sheet="freighter"),
    entry(5, "raid", (8, 7), [Flyers("b_17d", 2), Flyers("b_17e", 5)], sheet="docks", attacker="allied"),
    entry(6, "recon", (8, 7), [Flyers("ki_21", 1)], sheet="docks", award=3, looks_needed=2),
    entry(7, "scout", (4,), [Flyers("ki_21", 1)], defenders=(Flyers("p_40b"),), award=2),
    entry(8, "raid", (3, 4), [Flyers("ki_21", 2)], sheet="freighter"),
    entry(9, "rescue", (4,), [Flyers("ki_21", 2)], award=2),
)


def resource(side: str, number: int, *effects: ResourceEffect) -> LandResource:
    return LandResource(side, number, both(f"resource {side} {number}"), effects)


RESOURCES = (
    resource("axis", 1, ResourceEffect("elements", "ki_43")),
    resource("axis", 2, ResourceEffect("elements", "ki_21", 2)),
    resource("axis", 3, ResourceEffect("home_turns", amount=-2)),
    resource("axis", 4, ResourceEffect("elements", "a6m2"), ResourceEffect("pilot", pilot="honda")),
    resource("axis", 5, ResourceEffect("bomb_points", amount=1)),
    resource("axis", 6, ResourceEffect("elements", "ki_30", loaded=True)),
    resource("axis", 7, ResourceEffect("elements", "g4m", 2)),
    resource("axis", 8, ResourceEffect("clouds")),
    resource("allied", 1, ResourceEffect("elements", "p_40b", 2)),
    resource("allied", 2, ResourceEffect("out_turns", amount=2)),
    resource("allied", 3, ResourceEffect("clouds")),
    resource("allied", 4, ResourceEffect("flak", amount=-1)),
    resource("allied", 5, ResourceEffect("elements", "b_17e", 2)),
)


def face(name: str, nation: str, *skills: str) -> CounterFace:
    return CounterFace(name, nation, "", skills)


def counter(code: str, arm: str, faces: tuple[CounterFace, CounterFace], **more: Any) -> AirmanCounter:
    return AirmanCounter(code, arm, faces, "designed", "test", **more)


COUNTERS = (
    counter("paek", "japan", (face("Paek", "japan"), face("Ito", "japan"))),
    counter("sato", "japan", (face("Sato", "japan"), face("Mori", "japan"))),
    counter("abe", "japan", (face("Abe", "japan", "BM"), face("Kato", "japan")), type="b5n2", service="navy"),
    counter("ono", "japan", (face("Ono", "japan"), face("Ueda", "japan", "P")), type="b5n2", service="navy"),
    counter("honda", "japan", (face("Endo", "japan"), face("Honda", "japan", "A")), type="a6m2", service="navy"),
    counter("army", "japan", (face("Goto", "japan"), face("Hara", "japan")), service="army"),
    counter("kelly", "usa", (face("Kelly", "united_states", "A"), face("Kelly's second", "united_states", "NS")), type="b_17", crew=True),
    counter("plain_crew", "usa", (face("Crew", "united_states"), face("Crew", "united_states")), crew=True),
)

PANEL = LandCampaign(
    TRIAL,
    both("Trial"),
    both("A trial."),
    3,
    (
        LandPeriod(
            "first", both("first"), dt.date(1940, 7, 10), dt.date(1940, 7, 31), {row: 1 + i % len(ENTRIES) for i, row in enumerate(ROWS)}
        ),
        LandPeriod("second", both("second"), dt.date(1940, 8, 1), dt.date(1940, 8, 12), dict.fromkeys(ROWS, 3)),
    ),
    ENTRIES,
    RESOURCES,
    tuple(Performance(code, least) for code, least in zip(PERFORMANCES, (-999, -20, -4, 5, 21), strict=True)),
    "designed",
    "for the tests",
)


@cache
def trial() -> AirWar:
    """The game of the trial sheet."""
    game = AirWar()
    awards = shipped_war(game.classic.aircraft).awards
    return AirWar(WarTables({TRIAL: PANEL}, TARGETS, COUNTERS, awards), game.flights)


def with_sheet(**changed: Any) -> AirWar:
    """The trial game with its sheet changed."""
    game = trial()
    return AirWar(replace(game.tables, campaigns={TRIAL: replace(PANEL, **changed)}), game.flights)


def card_of(row: str, game: AirWar | None = None) -> int:
    """The face of the die that draws a card of a row of the Missions table."""
    deck = (game or trial()).classic.deck
    return next(i for i, code in enumerate(deck.whole, 1) if row_of(deck.faces[code]) == row)


def row_to(number: int) -> str:
    """A row of the trial's first period that leads to an entry."""
    return next(row for row, target in PANEL.period[0].missions.items() if target == number)


def begun(number: int, game: AirWar | None = None, terms: Mapping[str, Any] | None = None) -> AirWarPosition:
    """A trial campaign whose first mission is that of an entry, with Resources to be chosen."""
    game = game or trial()
    position, _ = game.setup(TRIAL, {"quick": True, **(terms or {})}, ScriptedDice([card_of(row_to(number), game)]))
    return position


def flow(position: AirWarPosition, faces: Iterable[int] = (), game: AirWar | None = None) -> LandRun:
    """An order about to be carried out, with dice that fall so."""
    game = game or trial()
    return LandRun(position, game.tables, game.classic, game.flights, ScriptedDice(faces))


def made_up(number: int, axis: int | None = None, allied: int | None = None, **terms: Any) -> AirWarPosition:
    """A mission of an entry with its groups and turns, these Resources being shown, and nobody drawn from the cup."""
    from bob.campaigns.land import mission as m

    game = trial()
    position = AirWarPosition(TRIAL, AirWarTerms(quick=True, **terms), mission=1, target=number, card=row_to(number))
    position.picks = {"axis": axis, "allied": allied}
    position.used = {side: () if pick is None else (pick,) for side, pick in position.picks.items()}
    position.groups = m.groups(position, game.tables, game.classic.aircraft)
    position.turns = m.turns(position, game.tables, game.classic.aircraft)
    return position


def fate(side: str, aircraft: str, what: str = "whole", **more: Any) -> AircraftFate:
    card = trial().classic.aircraft[aircraft]
    return AircraftFate(more.pop("group", 0), side, aircraft, card.kind, more.pop("role", "leader"), what, **more)


def codes(events: Iterable[Event]) -> list[str]:
    return [event.code for event in events]
