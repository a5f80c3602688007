"""The visible contents of a campaign's room. A campaign makes them from its view; the widgets of the room show them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bob.campaigns.sides import SIDES
from bob.words import Words

PAST, NOW, COMING = "past", "now", "coming"
"""The states of a leaf of the calendar."""
OPEN, TAKEN, SPENT = "open", "taken", "spent"
"""The states of a card of the desk: available, chosen for this mission, used up."""
INTACT, DAMAGED, DESTROYED = "", "damaged", "destroyed"
"""The drawn states of a target."""
LOADED, ABOARD, ADDED, LEFT_BEHIND = "load", "crew", "aircraft", "behind"
"""The kinds of part beside a plan: loads and crews for its aircraft, aircraft that may join it, the place for those left behind."""


@dataclass(frozen=True, slots=True)
class CampaignTarget:
    """A target on the map. `side` is its owner, `holder` the owner of the marker on it; `circle` is the text in its circle."""

    code: str
    name: str
    symbol: str
    side: str
    at: tuple[float, float] | None
    """Latitude and longitude."""
    status: str = INTACT
    holder: str = ""
    circle: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CampaignRoute:
    """A way to a target. `order` is the order that chooses it, None when it cannot be chosen; `hint` describes it, with the reason if
    closed."""

    number: str
    side: str
    start: str
    """The code of the target that it begins at; empty for the side's own bases."""
    target: str
    is_open: bool
    order: Any = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CalendarLeaf:
    """A leaf of the calendar: a mission that was flown, is in hand, or is to come."""

    head: str
    title: str
    line: str
    state: str
    side: str = ""
    figure: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CampaignCard:
    """A card on the desk: an option, a Resource, a pattern. `order` is its order, None when it cannot be chosen now."""

    head: str
    title: str
    lines: tuple[str, ...]
    state: str
    side: str
    order: Any = None
    picture: str = ""
    hint: str = ""
    key: str = ""
    """The key that points at it; empty while it cannot be chosen."""
    useless: str = ""
    """The reason for its uselessness in this mission; empty where it is of use."""
    apart: bool = False
    """True where another choice begins with this card."""


@dataclass(frozen=True, slots=True)
class ForceRow:
    """Aircraft of one type: their number and notes."""

    aircraft: str
    name: str
    count: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class CampaignForce:
    """The forces of one side."""

    side: str
    title: str
    rows: tuple[ForceRow, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class LevelBox:
    """A level of damage: the hits for it, and whether it has been reached. `before` replaces `points` until all has been shown."""

    name: str
    points: str
    reached: bool = False
    before: str = ""


@dataclass(frozen=True, slots=True)
class MissionProspect:
    """A prospect as a bar from 0 to 1: `sure` filled, `at_best` hatched, marks across it; `grave` for a danger."""

    title: str
    said: str
    sure: float
    at_best: float = 0.0
    marks: tuple[float, ...] = ()
    grave: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PlannedMission:
    """The mission in hand, or the one that is being looked at."""

    head: str
    title: str
    symbol: str
    said: str
    boxes: tuple[LevelBox, ...]
    forces: tuple[CampaignForce, ...]
    prospects: tuple[MissionProspect, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrackStep:
    """A stretch of the victory track, from its least total on; the first begins anywhere."""

    least: int | None
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class VictoryMarker:
    """The total of the campaign on its track, and its meaning if the campaign ended now."""

    total: int
    steps: tuple[TrackStep, ...]
    said: str
    hint: str = ""

    def towards(self, side: str) -> VictoryMarker:
        """Return the track with the victory of `side` at its right end and the total from its side."""
        if self.steps[-1].side == side:
            return self
        ends = [step.least for step in self.steps[1:]] + [None]
        turned = [replace(step, least=None if end is None else 1 - end) for step, end in zip(self.steps, ends, strict=True)]
        return replace(self, total=-self.total, steps=tuple(reversed(turned)))


def own_side(seat: str) -> str:
    """Return the side whose points count upwards at a seat: its own, at a referee's the Allies."""
    return seat if seat in SIDES else SIDES[1]


def track_hint(words: Words, seat: str) -> str:
    """Return the explanation of a victory track as that seat reads it."""
    return words(f"desk_campaign.track_told.{'own' if seat in SIDES else 'allied'}")


@dataclass(frozen=True, slots=True)
class NewsColumn:
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class NewsPage:
    """A page about a mission."""

    paper: str
    date: str
    headline: str
    under: str
    columns: tuple[NewsColumn, ...]
    table: tuple[tuple[str, ...], ...]
    """Rows of figures, the first of them the heads."""
    symbol: str
    status: str
    raiders: tuple[str, ...]
    """The types of aircraft in the picture."""


SHOT_CARD, BOMB_CARD, ANSWER_CARD = "shot", "bomb", "answer"
"""The kinds of card drawn over a target: a shot of the flak, a bomb or a burst on the target, the answer to a shot."""


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card drawn over a target, with its text; `struck` if it does harm."""

    kind: str
    hint: str
    struck: bool = False


@dataclass(frozen=True, slots=True)
class BombRun:
    """A bomber over the target, as seen: its approach, the fire of the guns, its hits."""

    aircraft: str
    name: str
    way: str
    hits: int
    fate: str
    """Empty, `damaged` or `down`."""
    bombs: int | None
    said: str
    cards: tuple[SceneCard, ...] = ()
    """The cards drawn, where bombing goes by cards, in their order."""

    @property
    def shots(self) -> int:
        """Return the hits without a card: they are shown one by one."""
        return 0 if self.cards else self.hits


@dataclass(frozen=True, slots=True)
class BombScene:
    """The bombing of a mission, bomber by bomber, and what came of it."""

    title: str
    symbol: str
    flak: str
    runs: tuple[BombRun, ...]
    boxes: tuple[LevelBox, ...]
    result: str
    status: str
    guns: int = 0
    """The strength of the flak, for the bursts in the sky."""


@dataclass(frozen=True, slots=True)
class PilotCard:
    """A pilot or a crew: name, aircraft, victories as marks in pencil; `lost` once shot down for good."""

    side: str
    name: str
    skills: tuple[str, ...]
    unit: str
    aircraft: str
    victories: int
    missions: int
    lost: bool = False
    ace: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PlanToken:
    """Aircraft that are planned: in which band (from the lowest up; None for one not known), and what dragging it to others orders."""

    number: str
    side: str
    aircraft: str
    name: str
    count: int
    band: int | None
    note: str = ""
    airman: str = ""
    orders: tuple[tuple[int, Any], ...] = ()
    """The bands that it may be moved to, each with its order."""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PlanPart:
    """Something beside the plan. A load or a crew is dragged onto aircraft, `drops` giving for each token the orders, one for each of
    its aircraft where that matters; an aircraft that may join is dragged anywhere on the plan (token ""); whoever stays behind is dragged
    here."""

    kind: str
    name: str
    drops: tuple[tuple[str, tuple[Any, ...]], ...]
    aircraft: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class SquadronLine:
    """A line of the squadron book: an aircraft type, a pilot or a crew. `marks` are victories in pencil."""

    side: str
    aircraft: str
    name: str
    cells: tuple[str, ...]
    marks: int = 0
    lost: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class SquadronPage:
    """A page of the squadron book."""

    side: str
    title: str
    heads: tuple[str, ...]
    lines: tuple[SquadronLine, ...]
    pilots: tuple[PilotCard, ...] = ()


@dataclass(frozen=True, slots=True)
class CampaignState:
    """All that the room shows at a moment."""

    title: str = ""
    targets: tuple[CampaignTarget, ...] = ()
    routes: tuple[CampaignRoute, ...] = ()
    chosen: str = ""
    """The code of the target of the mission in hand."""
    leaves: tuple[CalendarLeaf, ...] = ()
    cards_title: str = ""
    cards: tuple[CampaignCard, ...] = ()
    mission: PlannedMission | None = None
    is_over: bool = False
    """True if the campaign has ended."""
    track: VictoryMarker | None = None
    news: tuple[NewsPage, ...] = ()
    scenes: tuple[BombScene | None, ...] = ()
    """The bombing of each mission that was flown; None for one without."""
    book: tuple[SquadronPage, ...] = ()
    plan: tuple[PlanToken, ...] = ()
    """The aircraft of the mission in hand, while their plan is made."""
    bands: tuple[str, ...] = ()
    """The places of the plan's aircraft, from the lowest up: bands of altitude, or targets."""
    plan_title: str = ""
    parts: tuple[PlanPart, ...] = ()
    """The parts beside the plan."""
    parts_title: str = ""
    plan_unknown: str = ""
    """The label over aircraft with an unknown or undecided place."""
    flying: bool = False
    """True while a mission is in the air."""
