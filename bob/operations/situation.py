"""The engagement in hand as a reader may know it and be told of it: one side's knowledge, or both sides' for the referee."""

from __future__ import annotations

from dataclasses import dataclass

from bob.dogfight.cards.position import Terms
from bob.dogfight.cards.view import TableView
from bob.dogfight.engagement import Engagement, Force, enemy
from bob.dogfight.scale import scale
from bob.game import REFEREE
from bob.operations.position import LUFTWAFFE, RAF
from bob.operations.telling import COMPASS, Names
from bob.operations.view import FoeView, LuftwaffeView, RafView, RefereeView
from bob.words import Words


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of an engagement. `seat` is whose knowledge it is; `left` is that seat's own side, or the RAF for the referee."""

    seat: str
    left: str
    number: int
    how: str
    clock: str
    hex: str
    track: int | None
    raid: str | None
    over_england: bool
    weather: str
    sun: float
    posture: str
    """As the left side has it."""
    surprise: str
    attackers: str
    aim: str
    minutes: int
    own: tuple[Force, ...]
    foes: tuple[Force | FoeView, ...]
    sheet: Engagement | None
    """The whole engagement, where it is no secret."""
    scale: int
    terms: Terms | None
    battle: TableView | None
    models: tuple[str | None, ...]

    @property
    def aircraft(self) -> tuple[int, int]:
        """How many aircraft the left side has in it, and the other."""
        return sum(f.count for f in self.own), sum(f.count for f in self.foes)

    @property
    def card_scale(self) -> int:
        """How many aircraft a card would stand for."""
        return scale(*self.aircraft)

    def place(self, words: Words, names: Names) -> str:
        """Where it is fought."""
        return names.at(words, self.hex)

    def against(self, words: Words, names: Names) -> str:
        """Whom the left side meets."""
        if self.seat == LUFTWAFFE:
            return words("engagement.british")
        if self.track is not None:
            return names.track(self.track)
        return names.raid(words, self.raid) if self.raid is not None else words("log.raid.enemy")


def situation(view: RafView | LuftwaffeView | RefereeView) -> Situation | None:
    """What a view tells of the engagement in hand, if there is one."""
    if isinstance(view, RefereeView):
        return _referee(view)
    found = view.engagement
    if found is None:
        return None
    return Situation(
        view.seat, view.seat, found.number, found.how, view.common.clock, found.hex, found.track, found.raid, found.over_england,
        found.weather, found.sun, found.posture, found.surprise, found.attackers, found.aim, found.minutes, found.own, found.foes,
        found.sheet, found.scale, found.terms, found.battle, found.models,
    )  # fmt: skip


def _referee(view: RefereeView) -> Situation | None:
    """Both sides, the RAF on the left."""
    raf, far, whole = view.raf.engagement, view.luftwaffe.engagement, view.engagement
    if raf is None or far is None or whole is None:
        return None
    models = tuple([one if one is not None else other for one, other in zip(raf.models, far.models, strict=True)])
    return Situation(
        REFEREE, RAF, raf.number, raf.how, view.raf.common.clock, raf.hex, raf.track, far.raid, raf.over_england,
        raf.weather, raf.sun, raf.posture, raf.surprise, raf.attackers, raf.aim, raf.minutes, raf.own, far.own,
        whole, raf.scale, raf.terms, view.battle, models,
    )  # fmt: skip


def party(s: Situation, words: Words) -> str:
    """The own units in short: `253 Squadron and 2 more`."""
    units = [f.unit for f in s.own]
    return units[0] if len(units) == 1 else words("engagement.units", unit=units[0], more=len(units) - 1)


def headline(s: Situation, words: Words, names: Names) -> str:
    """Who meets whom, and where: `253 Squadron against H3, over Kenley`."""
    return words("engagement.headline", who=party(s, words), foe=s.against(words, names), place=s.place(words, names))


def facts(s: Situation, words: Words) -> list[tuple[str, str]]:
    """What is known, each under its name; the last is what the attackers want."""
    whose = "referee" if s.seat == REFEREE else "own"
    if s.surprise == "none":
        seen = words("engagement.seen.both")
    elif s.seat == REFEREE:
        seen = words("engagement.seen.other", side=_side(words, enemy(s.surprise)), unseen=words(f"ops.seat.{s.surprise}"))
    else:
        seen = words("engagement.seen.unseen" if s.surprise == s.seat else "engagement.seen.surprised")
    weather = words(f"ops.weather.{s.weather}")
    return [
        (words("engagement.fact.posture"), words(f"engagement.posture_{whose}.{s.posture}")),
        (words("engagement.fact.seen"), seen),
        (words("engagement.fact.sun"), _capital(words(f"log.direction.{COMPASS[round(s.sun / 45) % 8]}"))),
        (words("engagement.fact.weather"), _capital(weather)),
        (words("engagement.fact.over"), words("engagement.over_england" if s.over_england else "engagement.over_sea")),
        (words("engagement.fact.minutes"), words("engagement.minutes", minutes=s.minutes)),
        (words("engagement.fact.aim"), words("engagement.aim", side=_side(words, s.attackers), aim=words(f"ops.aim.{s.aim}"))),
    ]


def _side(words: Words, side: str) -> str:
    return _capital(words(f"ops.seat.{side}"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
