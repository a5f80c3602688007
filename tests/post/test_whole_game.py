"""Whole games by post, both sides answered by officers who see nothing but their sheets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bob.core.codec import encode
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.files import Save
from bob.games import games
from bob.post import read_turn_file
from tests.post.posted import BOTH, DONE, Posted, officer, the


def played(posted: Posted, most: int = 400) -> int:
    """Play to the end, each side in its turn; how often the office was called."""
    answering = {seat: officer(seat) for seat in BOTH}
    posted.call()
    for calls in range(1, most):
        waiting = posted.waiting()
        if not waiting:
            return calls
        for seat in waiting:
            posted.answer(seat, answering[seat](posted.sheet(seat)))
        posted.call()
    raise AssertionError("the game does not end")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["lesson", "one_raid"])
def test_officers_play_a_whole_game_by_post(scenario: str, tmp_path: Path) -> None:
    posted = Posted.begun(tmp_path, scenario, languages={"luftwaffe": "fr"})
    played(posted)
    save, match = Save.open(posted.file, games(), read_only=True)
    save.close()
    assert match.game.outcome(match.position) is not None
    Match.replayed(the("day"), match.header, match.entries)
    for seat in BOTH:
        pages = sorted((posted.out / seat).glob("*.html"))
        read = [read_turn_file(path, posted.invitation(seat)) for path in pages]
        assert [s.head.sheet for s in read] == list(range(1, len(read) + 1))
        assert all(path.read_bytes().isascii() for path in pages)
        last = read[-1]
        assert last.over and last.outcome == match.game.outcome(match.position)
        # What a seat was told over the sheets, one after another, is its log: nothing twice, nothing left out.
        lines = [event for s in read for _, event in s.fresh]
        assert lines == [event for _, event in match.log(seat)]
        assert last.view == match.view(seat)
        own = [encode(entry.order) for entry in match.entries if entry.seat == seat]
        assert [encode(order) for _, order in last.orders] == own
        assert {s.head.language for s in read} == {"en" if seat == "raf" else "fr"}
    notes = [
        note
        for seat in BOTH
        for s in sorted((posted.out / seat).glob("*.html"))
        for note in read_turn_file(s, posted.invitation(seat)).notes
    ]
    assert all("Kept back" in note or "Not given" in note or "Non donné" in note or "Retenu" in note for note in notes)


@pytest.mark.smoke
def test_a_game_by_post_is_the_game_at_the_keyboard(tmp_path: Path) -> None:
    """The same orders in the same order give the same record."""
    posted = Posted.begun(tmp_path, "lesson")
    played(posted)
    save, match = Save.open(posted.file, games(), read_only=True)
    save.close()
    again: Match[object] = Match.new(the("day"), "lesson", "7", match.header.options)
    for entry in match.entries[1:]:
        again.play(entry.seat, entry.order)
    assert [e.as_json() for e in again.entries] == [e.as_json() for e in match.entries]


def test_one_side_is_played_by_an_officer_of_the_program(tmp_path: Path) -> None:
    posted = Posted.begun(tmp_path, "lesson", seats={"raf": "human", "luftwaffe": "kesselring"})
    messages = posted.call()
    assert [(found.key, found.values.get("seat")) for found in messages] == [("sheet", "raf"), ("waits", "raf")]
    assert not (posted.out / "luftwaffe").exists()
    first = posted.sheet("raf")
    posted.answer("raf", [DONE])
    posted.call()
    assert posted.sheet("raf").view.turn == first.view.turn + 1


def test_a_dogfight_goes_by_post_an_order_a_sheet(tmp_path: Path) -> None:
    """A game of which each order shows what the next hangs on: the rest is kept back and said."""
    posted = Posted.begun(tmp_path, "duel", game="hexes", seats=dict.fromkeys(the_seats("hexes", "duel"), "human"))
    posted.call()
    seat = next(seat for seat in the_seats("hexes", "duel") if posted.has_sheet(seat))
    for _ in range(6):
        turn_file = posted.sheet(seat)
        order = encode(turn_file.choices.listed[0])
        posted.answer(seat, [order])
        posted.call()
        assert (seat, order) in posted.orders()
        seat = next(s for s in the_seats("hexes", "duel") if f"Sheet {posted_number(posted, s)} waits" in receipt(posted, s))
    page = posted.sheet_file(seat).read_text("ascii")
    assert "<ol>" in page and json.dumps(seat) in page


def the_seats(game: str, scenario: str) -> tuple[str, ...]:
    found: Match[object] = Match.new(the(game), scenario, "7")
    return tuple(seat for seat in found.game.seats(found.position) if seat != REFEREE)


def posted_number(posted: Posted, seat: str) -> int:
    return posted.sheet(seat).head.sheet if posted.has_sheet(seat) else 0


def receipt(posted: Posted, seat: str) -> str:
    return (posted.out / seat / f"{seat}-post.txt").read_text("utf-8")
