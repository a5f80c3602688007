"""The parts of a side's sheet of a day, from its view and its log alone: the room in tables, the map, the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bob.chart.marks import ChartPage, Dots, Layer, Mark, Style
from bob.chart.palette import TABLE
from bob.core.game import Event
from bob.core.text import capital
from bob.day.state.view import LuftwaffeView, RafView, TrackView
from bob.day.state.world import World
from bob.day.telling.period_names import Names, code_word
from bob.day.telling.sentences import in_context, sentence
from bob.day.telling.view_tables import Boards, BoardTable, on_the_table
from bob.report.maps import raid_letters, sheet
from bob.report.merged_events import merge_alike
from bob.report.parts import Section, TablePart
from bob.report.story import Happening, RaidStory, SquadronStory, Story, TurnSpot, combats
from bob.words import Words

PostView = RafView | LuftwaffeView
RAF_TYPES = (
    *("scramble", "vector", "pancake", "ready", "available", "release", "engage", "hold", "split", "wing"),
    *("rule", "done"),
)
PLANNER_TYPES = ("plan", "again", "look", "drop", "seal")
LUFTWAFFE_TYPES = ("recall", "secondary", "higher", "lower", "lend", "sweep", "rule", "done")
"""The orders of the Luftwaffe, as they are typed."""
HELD = ("planned", "ended")
"""The states of a raid that is not in the air."""


class DayTables:
    """A writer, in one language, of all that a seat may know."""

    def __init__(self, view: PostView, log: Sequence[tuple[int, Event]], world: World, words: Words, names: Names) -> None:
        self.view, self.log, self.world, self.words, self.names = view, log, world, words, names
        names.learn(view)
        self.boards = Boards(words, names)

    # ---- lines

    @property
    def title(self) -> str:
        return self.words("report.title", title=self.words.of(self.view.common.title))

    @property
    def moment(self) -> str:
        """The time, and the state of the day."""
        return self.boards.head(self.view)

    def state(self) -> list[str]:
        """The weather, and the figures of the room."""
        return self.boards.state(self.view)

    def asked(self) -> list[str]:
        """The decision that is owed."""
        view, words = self.view, self.words
        if view.engagement is not None:
            return [words("post.asked.engagement")]
        if view.choice is not None:
            labels = {str(t.number): t.label for t in view.tracks} if isinstance(view, RafView) else {}
            options = ", ".join(labels.get(str(option), str(option)) for option in view.choice["options"])
            return [code_word(words, "choice", view.choice["kind"]), words("play.pick", count=view.choice["count"], options=options)]
        hour = isinstance(view, LuftwaffeView) and view.plan_open
        return [words(f"post.asked.{'planning' if view.phase == 'planning' else 'hour' if hour else view.seat}")]

    def usages(self) -> list[str]:
        """Return the notation of the orders that may be given now."""
        view = self.view
        if view.choice is not None:
            codes: tuple[str, ...] = ("pick",)
        elif isinstance(view, RafView):
            codes = RAF_TYPES
        else:
            codes = (*(PLANNER_TYPES if view.plan_open or view.phase == "planning" else ()), *LUFTWAFFE_TYPES)
            codes = PLANNER_TYPES if view.phase == "planning" else codes
        return [self.words(f"play.usage.{code}") for code in codes]

    def describe(self, since: int) -> list[tuple[str, list[str]]]:
        """Return the events of the seat since that number of its log, by the time of their turn."""
        clock, found = "", dict[str, list[tuple[int, Event]]]()
        for number, event in in_context(self.log):
            if event.code == "turn":
                clock = str(event.data["clock"])
            elif event.code != "dogfight" and number > since:
                found.setdefault(clock, []).append((number, event))
        return [(at, [sentence(self.words, event, self.names) for _, event in merge_alike(self.words, here)]) for at, here in found.items()]

    # ---- tables

    def sections(self) -> list[Section]:
        """The room in tables; those of nothing are left out."""
        boards, view = self.boards, self.view
        if isinstance(view, RafView):
            found = {"plots": boards.plots(view), "tote": boards.tote(view)}
        else:
            found = {"raids": self._raids(view), "reports": boards.reports(view)}
        found["convoys"] = boards.convoys(view)
        kept = {code: _table(board) for code, board in found.items() if board.rows}
        return [Section(code, self.words(f"post.section.{code}"), tables=(("", table),)) for code, table in kept.items()]

    def _raids(self, view: LuftwaffeView) -> BoardTable:
        """Return the raids, those in the air with their letter on the map."""
        letters, board = raid_letters(self.tale()), self.boards.raids(view)
        rows = [
            [f"{letters[code]} · {row[0]}" if (code := row[0].partition(" ")[0]) in letters else row[0], *row[1:]] for row in board.rows
        ]
        return replace(board, rows=rows)

    # ---- the map

    def map(self) -> ChartPage:
        """Return the map of the moment: raids plotted or in flight, and the engagements of the turn."""
        drawn = sheet(self.tale(), self.world.theatre, self.words)
        return replace(drawn, layers=(*drawn.layers, self.here()))

    def tale(self) -> Story:
        """Return the moment as a story without a past: raids faded or landed are not in it."""
        view, common = self.view, self.view.common
        hours, minutes = map(int, common.clock.split(":"))
        raids, squadrons = list[RaidStory](), list[SquadronStory]()
        tracks: tuple[TrackView, ...] = ()
        if isinstance(view, RafView):
            tracks = tuple(on_the_table(view))
            squadrons = [SquadronStory(s, [[TurnSpot(common.turn, s.hex, s.angels)]]) for s in view.squadrons if s.box == "airborne"]
        else:
            for raid in view.raids:
                path = [TurnSpot(common.turn, raid.hex, raid.angels)] if raid.state not in HELD else []
                if raid.state != "ended":
                    raids.append(
                        RaidStory(raid.code, raid.title, raid.plan, raid.form_turn, raid.state, raid.bombed, raid.units or (), path)
                    )
        happenings = [h for h in _happenings(self.log) if h.turn >= common.turn - 1]
        return Story(
            view.seat,
            common,
            hours * 60 + minutes - 5 * (common.turn - 1),
            None,
            view.score,
            (),
            raids,
            tracks,
            squadrons,
            list(combats(happenings)),
            happenings,
            [],
            common.turn,
            view,
        )

    def here(self) -> Layer:
        """Return the layer of the squadrons in the air."""
        view = self.view
        up = [s for s in view.squadrons if s.box == "airborne"] if isinstance(view, RafView) else []
        spots = tuple([self.world.theatre.middle(s.hex) for s in up])
        marks: tuple[Mark, ...] = (Dots(Style("post-squadron", stroke=TABLE.slate, width=1.9), spots),) if spots else ()
        return Layer("here", self.words("report.layer.squadrons"), marks, ())


def _table(board: BoardTable) -> TablePart:
    """A board of the room as a table of a page."""
    return TablePart(tuple(map(capital, board.heads)), tuple(map(tuple, board.rows)), board.right, wide=len(board.heads) - 1)


def _happenings(log: Sequence[tuple[int, Event]]) -> list[Happening]:
    turn, found = 1, list[Happening]()
    for number, event in log:
        if event.code == "turn":
            turn = int(event.data["turn"])
        found.append(Happening(turn, number, event))
    return found
