"""Saves of other rules than today's: they open at their last position, the past is looked at as it was kept, and the log says so."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bob.core.codec import encode
from bob.core.dice import Dice, Stream
from bob.core.errors import BobError
from bob.core.game import REFEREE, Event, Game, dumps
from bob.core.match import Match, first_difference
from bob.core.position_history import PositionHistory, packed
from bob.core.record import FormerOrder, NewRules
from bob.files import Save, SaveError, formats, recover
from bob.files.checksums import with_checksum
from bob.files.formats import meta_line, resealed
from tests.toy import GAMES, SEATS, TOY, Plan, Show, Strike, Toy, ToyPosition, Wait
from tools.attack.saves import contents


class Later(Toy):
    """The toy of a later version: three dice a blow, other events, a page with one more line, and no order to show a card."""

    rules: ClassVar[int] = 2
    order_types = (Plan, Strike, Wait)

    def apply(self, position: ToyPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        if isinstance(order, Strike):
            position.turn += 1
            position.points[seat] += dice.roll("heavier", 3, by=seat).total
            return [Event("struck_hard", {"seat": seat}, SEATS)]
        return super().apply(position, seat, order, dice)


LATER = Later()
NOW: Mapping[str, Game[Any]] = {"toy": LATER}


def kept(path: Path, orders: int = 150, seed: int = 3) -> Match[ToyPosition]:
    """A closed file of a game, and its match."""
    save, match = Save.begin(path, TOY, "long", seed)
    stream = Stream.of(seed, "player")
    with save:
        match.play("blue", Show(match.position.hands["blue"][0]))
        for _ in range(orders):
            match.play(match.to_move[0], TOY.sample(match.position, match.to_move[0], stream))
            if stream.below(9) == 0 and match.undo_refused() is None:
                match.undo()
    return match


def test_a_header_names_the_rules(tmp_path: Path) -> None:
    match = kept(tmp_path / "a", 3)
    save, again = Save.open(tmp_path / "a", GAMES)
    save.close()
    assert match.header.rules == again.header.rules == {"toy": 1}
    assert again.since == 0


def test_a_game_of_former_rules_goes_on_from_its_last_position(tmp_path: Path) -> None:
    path = tmp_path / "a"
    match = kept(path)
    with pytest.raises(BobError):
        Match.replayed(LATER, match.header, match.entries)
    save, again = Save.open(path, NOW)
    with save:
        count = len(match.entries)
        assert contents(again)[:count] == contents(match)
        assert LATER.dump(again.position) == TOY.dump(match.position)
        assert [e.seat for e in again.entries[count:]] == [REFEREE]
        assert again.entries[-1].order == NewRules({"toy": 2})
        assert again.since == count
        for seat in (*SEATS, REFEREE):
            *before, (number, event) = again.log(seat)
            assert dumps(encode(before)) == dumps(encode(match.log(seat)))
            assert (number, event.code, event.data) == (count, "new_rules", {"before": "1", "now": "2"})
        assert isinstance(again.entries[1].order, FormerOrder)
        again.play(again.to_move[0], Strike())
        assert again.undo_refused() == "game.undo_dice"
        again.play(again.to_move[0], Plan(1, "x"))
        again.undo()
        assert again.entries[-1].events[0].code == "struck_hard"
    save, once_more = Save.open(path, NOW)
    with save:
        assert contents(once_more) == contents(again)
        assert (once_more.since, once_more.position) == (count, again.position)
        assert once_more._stream.count == again._stream.count


def test_the_past_is_looked_at_as_it_was_kept(tmp_path: Path) -> None:
    match = kept(tmp_path / "a")
    save, again = Save.open(tmp_path / "a", NOW)
    again.play(again.to_move[0], Strike())
    save.close()
    for number in reversed(range(len(match.entries))):
        assert LATER.dump(again.at(number)) == TOY.dump(match.at(number))
    assert [LATER.dump(p) for p in again.positions()][: len(match.entries)] == [TOY.dump(p) for p in match.positions()]
    assert LATER.dump(list(again.positions())[-1]) == LATER.dump(again.position)


def test_what_can_no_longer_be_done_is_said(tmp_path: Path) -> None:
    match = kept(tmp_path / "a", 20)
    save, again = Save.open(tmp_path / "a", NOW)
    save.close()
    for header, entries in ((match.header, match.entries), (again.header, again.entries)):
        with pytest.raises(BobError) as error:
            first_difference(LATER, header, entries)
        assert error.value.key == "game.not_rolled_again"
    again.history = PositionHistory()
    with pytest.raises(BobError) as error:
        again.at(3)
    assert error.value.key == "game.past_not_kept"


def test_a_branch_from_before_the_break_goes_on_by_the_new_rules(tmp_path: Path) -> None:
    match = kept(tmp_path / "a", 40)
    save, again = Save.open(tmp_path / "a", NOW)
    save.close()
    branch = again.branch(20)
    assert LATER.dump(branch.position) == TOY.dump(match.at(20))
    Save.of(tmp_path / "b", branch).close()
    save, opened = Save.open(tmp_path / "b", NOW)
    with save:
        assert opened.entries[-1].order == NewRules({"toy": 2})
        opened.play(opened.to_move[0], Strike())
        assert LATER.dump(opened.at(20)) == TOY.dump(match.at(20))
    assert LATER.dump(again.branch(len(again.entries) - 1).position) == LATER.dump(again.position)


def test_a_watcher_sees_it_without_writing(tmp_path: Path) -> None:
    match = kept(tmp_path / "a", 20)
    before = (tmp_path / "a").read_bytes()
    save, again = Save.open(tmp_path / "a", NOW, read_only=True)
    with save:
        assert contents(again) == contents(match)
        assert again.since == len(again.entries)
    assert (tmp_path / "a").read_bytes() == before


def test_a_broken_game_of_former_rules_is_recovered_by_its_positions(tmp_path: Path) -> None:
    path, out = tmp_path / "a", tmp_path / "b"
    match = kept(path, 60)
    raw = path.read_bytes()
    at = raw.index(b"BOB1940 entry 40 ")
    at = raw.index(b"\n", at) + 8
    path.write_bytes(raw[:at] + b"~" + raw[at + 1 :])
    found = recover(path, out, NOW)
    assert (found.entries_kept, found.why is not None) == (40, True)
    save, again = Save.open(out, NOW)
    with save:
        assert contents(again)[:40] == contents(match)[:40]
        assert LATER.dump(again.at(39)) == TOY.dump(match.at(39))


def test_going_back_to_the_older_program_is_no_harm(tmp_path: Path) -> None:
    kept(tmp_path / "a", 20)
    Save.open(tmp_path / "a", NOW)[0].close()
    save, again = Save.open(tmp_path / "a", GAMES)
    with save:
        assert [e.order for e in again.entries[-2:]] == [NewRules({"toy": 2}), NewRules({"toy": 1})]
        again.play(again.to_move[0], Wait())


def test_a_game_inside_a_game_counts_and_one_that_was_not_there_yet_from_its_second_rules(tmp_path: Path) -> None:
    class Nested(Toy):
        inner: ClassVar[dict[str, int]] = {}

        def rules_by_game(self) -> dict[str, int]:
            return super().rules_by_game() | self.inner

    kept(tmp_path / "a", 5)
    game = Nested()
    game.inner = {"duel": 1}  # type: ignore[misc]
    save, again = Save.open(tmp_path / "a", {"toy": game}, read_only=True)
    save.close()
    assert again.since == 0
    game.inner = {"duel": 2}  # type: ignore[misc]
    save, again = Save.open(tmp_path / "a", {"toy": game}, read_only=True)
    save.close()
    assert again.since == len(again.entries)  # by its first rules it may have been played since
    game.inner = {"duel": 1}  # type: ignore[misc]
    save, match = Save.begin(tmp_path / "b", game, "long", 5)
    save.close()
    game.inner = {"duel": 2}  # type: ignore[misc]
    save, again = Save.open(tmp_path / "b", {"toy": game}, read_only=True)
    save.close()
    assert again.since == len(match.entries)


# ---- opening without playing again


def test_a_file_is_opened_without_playing_it_again(tmp_path: Path) -> None:
    match = kept(tmp_path / "a", 60)

    class Counting(Toy):
        played = 0

        def apply(self, position: ToyPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
            type(self).played += 1
            return super().apply(position, seat, order, dice)

    save, again = Save.open(tmp_path / "a", {"toy": Counting()})
    save.close()
    assert Counting.played == 0
    assert (contents(again), TOY.dump(again.position)) == (contents(match), TOY.dump(match.position))


@pytest.mark.parametrize("number", [0, 7, 20])
def test_a_position_that_was_changed_is_noticed(number: int, tmp_path: Path) -> None:
    path = tmp_path / "a"
    kept(path, 30)
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("UPDATE positions SET text = replace(text, 'runs', 'rums') WHERE number = ?", (number,))
    with pytest.raises(SaveError) as error:
        Save.open(path, GAMES)
    assert (error.value.key, error.value.values["number"]) == ("save.damaged_position", number)
    assert recover(path, tmp_path / "b", GAMES).entries_kept > 20
    Save.open(tmp_path / "b", GAMES)[0].close()


def test_a_position_of_another_entry_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    kept(path, 30)
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("UPDATE positions SET text = (SELECT text FROM positions WHERE number = 9) WHERE number = 10")
    with pytest.raises(SaveError) as error:
        Save.open(path, GAMES)
    assert error.value.key == "save.damaged_position"


@pytest.mark.parametrize(
    "page",
    ["", "{}", "[]", "null", '{"turn": 1}', '{"turn":-5,"rounds":9,"hands":{"blue":[],"red":[]},"points":{"blue":0,"red":0},"plans":{}}'],
)
def test_a_forged_position_is_an_error_that_says_where(page: str, tmp_path: Path) -> None:
    """Correctly sealed, and none that the game can have."""
    path = tmp_path / "a"
    match = kept(path, 5)
    last = len(match.entries) - 1
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        total = con.execute("SELECT text FROM entries WHERE number = ?", (last,)).fetchone()[0].split()[5]
        text = with_checksum("position", last, packed(None, page), total)[0]
        con.execute("UPDATE positions SET text = ? WHERE number = ?", (text, last))
    with pytest.raises(SaveError) as error:
        Save.open(path, GAMES)
    assert (error.value.key, error.value.values["number"]) == ("save.bad_position", last)
    assert recover(path, tmp_path / "b", GAMES).entries_kept == last + 1


# ---- conversions


def test_a_conversion_changes_header_entries_and_positions_before_anything_typed_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    match = kept(path, 30)

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            order = value.get("order")
            return value | ({"order": {"code": "pause"}} if order == {"code": "wait"} else {})
        return value

    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.text_factory = bytes
        resealed(con, header=lambda head: head | {"scenario": "endless"}, entry=renamed)
    with pytest.raises(SaveError):
        Save.open(path, GAMES)

    def back(con: sqlite3.Connection) -> None:
        def entry(value: Any) -> Any:
            return value | {"order": {"code": "wait"}} if value["order"] == {"code": "pause"} else value

        resealed(con, header=lambda head: head | {"scenario": "long"}, entry=entry)

    monkeypatch.setattr(formats, "FORMAT", formats.FORMAT + 1)
    monkeypatch.setattr("bob.files.game_file.FORMAT", formats.FORMAT)
    monkeypatch.setattr(formats, "CONVERSIONS", {**formats.CONVERSIONS, formats.FORMAT - 1: back})
    save, again = Save.open(path, GAMES)
    with save:
        assert contents(again) == contents(match)
        assert again.header.scenario == "long"
        again.play(again.to_move[0], Strike())
        line = meta_line(save._con, "format")
        assert line is not None and line.body == str(formats.FORMAT)
    Save.open(path, GAMES)[0].close()


# ---- the past, packed


@dataclass
class Typist:
    """Pages that change as positions do: a few figures, lines that come and go."""

    stream: Stream

    def next(self, page: list[str]) -> list[str]:
        lines = list(page)
        for _ in range(self.stream.below(6)):
            at = self.stream.below(len(lines) + 1)
            kind = self.stream.below(4)
            if kind == 0:
                lines.insert(at, f"line {self.stream.below(50)} – œuvre")
            elif lines and kind == 1:
                del lines[at % len(lines)]
            elif lines:
                lines[at % len(lines)] = f'"{self.stream.below(9)}": "' + "x" * self.stream.below(300)
        return lines


@pytest.mark.parametrize("seed", range(6))
def test_every_page_comes_back_as_it_was(seed: int) -> None:
    typist, history, pages = Typist(Stream.of(seed, "pages")), PositionHistory(), []
    lines = [f"line {n}" for n in range(20)]
    for number in range(200):
        lines = typist.next(lines)
        pages.append("\n".join(lines))
        history.put(number, history.next(number, pages[-1]))
        if number == 150:
            history.drop(140)
            for again in range(140, 151):
                history.put(again, history.next(again, pages[again]))
    order = list(range(200))
    typist.stream.shuffle(order)
    assert [history.page(n) for n in order] == [pages[n] for n in order]
    assert [PositionHistory({n: history.row(n) or {} for n in range(200)}).page(n) for n in (199, 0, 63, 64, 65)] == [
        pages[n] for n in (199, 0, 63, 64, 65)
    ]
    assert history.upto(70).last == 70 and history.upto(70).page(70) == pages[70]
    assert sum(len(dumps(history.row(n))) for n in range(200)) < sum(map(len, pages))


@pytest.mark.parametrize("row", [{}, {"runs": 1, "new": "", "whole": True}, {"runs": [[0, 9, 0]], "new": "", "whole": True}])
def test_a_row_that_is_none_is_unreadable(row: Any) -> None:
    with pytest.raises(BobError) as error:
        PositionHistory({0: row}).page(0)
    assert error.value.key == "game.past_unreadable"


def test_a_row_that_unpacks_without_end_is_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    row = packed(None, "x" * 100_000)
    monkeypatch.setattr("bob.core.position_history.MOST", 1000)
    with pytest.raises(BobError):
        PositionHistory({0: row}).page(0)
