"""The pages of the squadrons' book, for the campaigns whose flights are flown by airmen with counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bob.campaigns.land.book import BookLine, TypeLine
from bob.campaigns.land.campaign_data import AirmanCounter
from bob.campaigns.land.telling import face_of, skills_text
from bob.campaigns.sides import SIDES
from bob.core.kit import seat_text
from bob.staff.advice.campaigns.room_state import PilotCard, SquadronLine, SquadronPage
from bob.words import Words


def better_off(words: Words, points: int) -> str:
    """Say by how many points a mission left the Axis better off than the Allies, or the Allies where they are below 0."""
    side = "axis" if points > 0 else "allied" if points < 0 else "neither"
    return words(f"desk_campaign.news.better.{side}", points=abs(points))


def met_text(words: Words, raid: str, defence: str) -> str:
    """Return the sentences on the aircraft of a raid and on those of its defence, which may be empty."""
    return words("desk_campaign.news.met", raid=raid, defence=defence) if defence else words("desk_campaign.news.met_nobody", raid=raid)


def under_text(words: Words, attacker: str, lost: int, shot: int) -> str:
    """Say how many aircraft a raid and its defence lost."""
    return words(f"desk_campaign.news.under.{attacker}", lost=lost, shot=shot) if lost or shot else words("desk_campaign.news.no_losses")


class BookWriter:
    """Writes a page for each side: its pilots and crews, and its aircraft by type. `flights` are the words for their numbers."""

    def __init__(self, words: Words, aircraft: Callable[[str], str], counters: Sequence[AirmanCounter], flights: str) -> None:
        self.words, self.aircraft, self.counters, self.flights = words, aircraft, counters, flights

    def pages(self, book: Sequence[BookLine], types: Sequence[TypeLine]) -> tuple[SquadronPage, ...]:
        """Return the pages; none before the first flight."""
        words = self.words
        heads = tuple([words(f"desk_campaign.book.{name}") for name in ("flown", "won", "damaged", "lost")])
        made = []
        for side in SIDES:
            pilots = tuple([self._pilot(line) for line in book if line.side == side])
            lines = tuple([self._type(line) for line in types if line.side == side])
            made.append(SquadronPage(side, words("desk_campaign.book.title", side=seat_text(words, side)), heads, lines, pilots))
        return tuple(made) if any(page.lines for page in made) else ()

    def _pilot(self, line: BookLine) -> PilotCard:
        words, face = self.words, face_of(self.counters, line.airman.key)
        aircraft = ", ".join(self.aircraft(code) for code in line.aircraft)
        kills = Counter(self.aircraft(code) for code in line.kills)
        skills = skills_text(words, face)
        lines = [face.name, " · ".join(part for part in (face.unit, aircraft) if part), *skills]
        lines.append(words(self.flights, missions=", ".join(map(str, line.missions))))
        if kills:
            lines.append(words("desk_air_war.pilot_kills", aircraft=", ".join(f"{count} {name}" for name, count in kills.items())))
        if line.shot_down:
            lines.append(words(f"{self.flights}_down", missions=", ".join(map(str, line.shot_down))))
        if line.away:
            lines.append(words("desk_air_war.pilot_away"))
        lost = line.away or (bool(line.shot_down) and line.shot_down[-1] == line.missions[-1])
        return PilotCard(
            line.side, face.name, skills, face.unit, aircraft, len(line.kills), len(line.missions), lost, line.ace, "\n".join(lines)
        )

    def _type(self, line: TypeLine) -> SquadronLine:
        name = self.aircraft(line.aircraft)
        figures = (line.flown, line.kills, line.damaged, line.lost)
        text = self.words("desk_campaign.book.told", name=name, flown=line.flown, won=line.kills, damaged=line.damaged, lost=line.lost)
        return SquadronLine(line.side, line.aircraft, name, tuple([str(f) if f else "·" for f in figures]), line.kills, hint=text)
