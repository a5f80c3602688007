"""Fair dice: chains of links, matches that roll by them, and what a finished record proves."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.cli import main
from bob.core import fair
from bob.core.codec import encode
from bob.core.dice import Dice, ScriptedDice, TypedDice
from bob.core.errors import BobError
from bob.core.fair import LINKS, broken_link, follows, link, published, stream
from bob.core.game import Event
from bob.core.match import Match, first_difference
from bob.core.record import Entry, Header, entry_from_json
from bob.driver import Driver
from bob.files import Save
from bob.files.proof import committed, proofs
from bob.games import games
from tests.toy import Strike, Toy, ToyPosition

SECRETS = {"left": "of the left", "right": "of the right"}


@settings(deadline=None)
@given(st.integers(1, LINKS))
def test_each_link_hashes_to_the_one_before(number: int) -> None:
    assert follows(link("one", number), link("one", number - 1))
    assert not follows(link("two", number), link("one", number - 1))


def test_the_last_link_hashes_through_to_what_was_published() -> None:
    value = hashlib.sha256(b"one").digest()
    for _ in range(LINKS):
        value = hashlib.sha256(value).digest()
    assert value.hex() == link("one", 0)
    with pytest.raises(BobError):
        link("one", LINKS + 1)


def test_dice_hang_on_the_seed_and_on_every_link() -> None:
    given_links = fair.links(SECRETS, 1)
    base = [stream("7", given_links).die() for _ in range(1)]
    draws = {
        tuple(made.die() for _ in range(24))
        for made in (
            stream("7", given_links),
            stream("8", given_links),
            stream("7", given_links | {"left": link("other", 1)}),
            stream("7", fair.links(SECRETS, 2)),
        )
    }
    assert len(draws) == 4 and base
    assert published("7", SECRETS).keys() == {"program", "left", "right"}


def strikes(keep: Save | None = None, header: Header | None = None) -> Match[object]:
    game = Toy()
    match = Match.begun(game, header or Header.of(game, "long", "7", {}, SECRETS), keep)
    while match.to_move and len(match.entries) < 60:
        match.play(match.to_move[0], Strike())
    return match


def test_a_match_rolls_by_its_links_and_its_record_proves_it(tmp_path: Path) -> None:
    save = Save.create(tmp_path / "fair.bob1940", Header.of(Toy(), "long", "7", {}, SECRETS))
    match = strikes(save, save.header)
    save.close()
    rolled = [entry for entry in match.entries if entry.rolls]
    assert rolled and all(set(entry.links) == set(SECRETS) for entry in rolled)
    assert broken_link(committed(match), [(e.number, e.links) for e in rolled]) is None
    again, found = Save.open(tmp_path / "fair.bob1940", {"toy": Toy()})
    again.close()
    assert [e.as_json() for e in found.entries] == [e.as_json() for e in match.entries]
    assert all(proof.holds for proof in proofs(found))
    replayed = Match.replayed(
        match.game, match.header, [entry_from_json(json.loads(json.dumps(e.as_json())), match.game) for e in match.entries]
    )
    assert [e.as_json() for e in replayed.entries] == [e.as_json() for e in match.entries]


def test_other_links_or_faces_are_found_out() -> None:
    match = strikes()
    at = next(i for i, entry in enumerate(match.entries) if entry.rolls and i)
    entry: Entry = match.entries[at]
    match.entries[at] = replace(entry, links=fair.links({"left": "steered", "right": "of the right"}, 1))
    held = {proof.what: proof.holds for proof in proofs(match)}
    assert held["links"] is False
    match.entries[at] = replace(entry, rolls=tuple(replace(roll, faces=tuple(7 - f for f in roll.faces)) for roll in entry.rolls))
    assert {proof.what: proof.holds for proof in proofs(match)}["rolls_bad"] is False


def test_fair_dice_are_not_typed_and_who_says_so_is_found_out() -> None:
    match = strikes()
    match.play(match.to_move[0], Strike(), lambda seeded: TypedDice(lambda *_: pytest.fail("asked for fair dice"), seeded))
    at = next(i for i, entry in enumerate(match.entries) if entry.rolls and i)
    entry = match.entries[at]
    match.entries[at] = replace(entry, links={}, rolls=tuple(replace(roll, origin="typed") for roll in entry.rolls))
    assert {proof.what: proof.holds for proof in proofs(match)}["rolls_bad"] is False


def test_a_fair_game_that_goes_on_takes_no_typed_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "fair.bob1940")
    Driver.new(games()["day"], "lesson", "9", {}, {"raf": "human", "luftwaffe": "human"}, path, fair=True).close()
    assert main(["play", "day", "--open", path, "--dice", "typed"]) == 2
    assert "typed" in capsys.readouterr().err


def test_a_seed_changed_afterwards_is_found_out() -> None:
    match = strikes()
    match.header = replace(match.header, seed="8")
    assert {proof.what: proof.holds for proof in proofs(match)}["commitments"] is False


def test_a_match_without_fair_dice_says_so() -> None:
    match = Match.new(Toy(), "long", 7)
    assert committed(match) == {} and next(proof for proof in proofs(match) if proof.what == "fair").holds is None
    assert all(not entry.links for entry in match.entries)


def test_a_day_with_fair_dice_is_played_and_verified_at_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "fair.bob1940")
    seats = {"raf": "park", "luftwaffe": "kesselring"}
    driver = Driver.new(games()["day"], "lesson", "9", {}, seats, path, fair=True)
    marks = committed(driver.match)
    driver.close()
    assert main(["verify", path]) == 0
    text = capsys.readouterr().out
    assert not any(mark in text for mark in marks.values()), "a game that goes on is not laid open"
    assert "before it is" in text and "commit" not in text.replace("commitments and seals", "")
    driver = Driver.open(path, games())
    driver.advance()
    assert not driver.match.to_move
    for seat in seats:
        assert not any(secret in str(encode(driver.match.view(seat))) for secret in driver.match.header.fair.values())
    driver.close()
    assert main(["verify", path, "--json"]) == 0
    text = json.loads(capsys.readouterr().out)
    assert text["good"] and text["committed"] == marks and {row["what"] for row in text["proofs"]} == {
        "record", "commitments", "links", "rolls", "seals"
    }  # fmt: skip
    assert main(["verify", path, "--lang", "fr"]) == 0
    assert "jets qui retombent" in capsys.readouterr().out


def test_dice_that_the_program_rolled_beside_typed_ones_are_rolled_again() -> None:
    class Twice(Toy):
        """Strikes roll once more, for something else."""

        def apply(self, position: ToyPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
            dice.roll("wind", 2, by=seat)
            return super().apply(position, seat, order, dice)

    match = Match.new(Twice(), "long", 7)
    match.play(match.to_move[0], Strike(), lambda seeded: TypedDice(lambda throw: "6 6" if throw.purpose == "wind" else None, seeded))
    entry = match.entries[1]
    assert {roll.origin for roll in entry.rolls} == {"typed", "seeded"}
    assert first_difference(match.game, match.header, match.entries) is None
    for forged in ("typed", "seeded"):
        rolls = tuple(replace(r, faces=tuple(7 - f for f in r.faces)) if r.origin == forged else r for r in entry.rolls)
        made = Match.replayed(match.game, match.header, match.entries[:1])
        dice = ScriptedDice([face for roll in rolls for face in roll.faces])
        events = made.game.apply(made.position, entry.seat, entry.order, dice)
        entries = [match.entries[0], replace(entry, rolls=rolls, events=tuple(events))]
        assert first_difference(match.game, match.header, entries) == (None if forged == "typed" else 1)
