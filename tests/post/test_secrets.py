"""What a side gets by post tells nothing of what it cannot know: neither a sheet, nor its length, nor what lies in its folder and when."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.match import Match
from bob.day.state.orders import Done, Readiness, SendTo
from bob.driver import Driver
from bob.files.cipher import Cipher, ScryptCost
from bob.games import games, kit
from bob.post import SigningKey, office
from tests.played_day import secrets_of
from tests.post.posted import Posted
from tests.sizes import fifth
from tools.attack import worlds
from tools.attack.report import Report
from tools.attack.surfaces import by_post
from tools.fuzz import setting_of


def compared(name: str, rounds: int, get: worlds.Gets) -> Report:
    """Random games of a kind, at places spread over them, each beside a world that differs in what a seat cannot know."""
    report = Report("worlds", "post")
    for number in range(rounds):
        report.round = number
        setting = setting_of(kit(name).contest(), number)
        for match, stream in worlds.positions(name, setting, report, 6):
            for seat in match.game.seats(match.position):
                worlds.pair(report, match, seat, stream, asked=False, get=get)
    return report


@pytest.mark.slow
@pytest.mark.parametrize("name", ["day", "hexes", "campaign"])
def test_worlds_that_look_alike_to_a_seat_give_it_the_same_bytes(name: str) -> None:
    report = compared(name, fifth(10), by_post)
    assert [found.describe() for found in report.findings] == []
    assert report.tried["worlds compared"] >= fifth(10)


@pytest.mark.slow
def test_a_sheet_that_told_the_truth_would_be_found() -> None:
    def leaky(match: Match[Any], seat: str) -> dict[str, str]:
        return {"sheet": f"{by_post(match, seat)['by post en']}{len(match.game.dump(match.position))}"}

    assert compared("hexes", 1, leaky).findings


@pytest.mark.smoke
@pytest.mark.parametrize("seat", ["raf", "luftwaffe"])
def test_no_sheet_names_what_is_the_others(seat: str) -> None:
    match: Match[Any] = Match.new(worlds.made("day"), "one_raid", 3)
    match.play("luftwaffe", match.game.choices(match.position, "luftwaffe").listed[0])
    for text in by_post(match, seat).values():
        assert [secret for secret in secrets_of("one_raid", seat) if secret in text] == []


@pytest.fixture
def drawn_alike(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keys and the names of games that are the same in every game of a test."""
    numbers = count(1)
    monkeypatch.setattr(office, "fresh_seed", lambda: "0" * 32)
    monkeypatch.setattr(SigningKey, "fresh", classmethod(lambda cls: cls(f"{next(numbers) % 3:064x}")))
    yield


def folder(posted: Posted, seat: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((posted.out / seat).iterdir())}


@pytest.mark.slow
def test_what_the_other_side_orders_unheard_and_how_often_it_is_asked_changes_nothing(tmp_path: Path, drawn_alike: None) -> None:
    """One world in which the RAF ends its turn at once; others in which it gives orders that nobody hears of, has some refused, writes
    broken files, and needs several sheets."""
    games = []
    for number in range(3):
        (tmp_path / f"{number}").mkdir()
        games.append(Posted.begun(tmp_path / f"{number}").planned())
    quiet, busy, clumsy = games
    ready = [s.unit for s in quiet.sheet("raf").view.squadrons if s.box == "ready"]
    for posted in games:
        posted.answer("luftwaffe", [Done()])
        posted.call()
    before = [folder(posted, "luftwaffe") for posted in games]
    assert before[0] == before[1] == before[2]

    busy.answer("raf", [Readiness(ready[0], "available")])
    busy.call()
    assert folder(busy, "luftwaffe") == before[0]
    (clumsy.inbox / "raf").mkdir()
    (clumsy.inbox / "raf" / "broken.jsonl").write_bytes(b"{")
    clumsy.answer("raf", [SendTo(ready[0], 12, track=77), Done()])
    clumsy.call()
    assert clumsy.sheet("raf").notes != () and folder(clumsy, "luftwaffe") == before[0]
    for posted in games:
        posted.answer("raf", [Done()])
        posted.call()
    after = [folder(posted, "luftwaffe") for posted in games]
    assert after[0] == after[1] == after[2] != before[0]
    assert len({len(encode(posted.orders("raf"))) for posted in games}) == 2


def test_the_file_of_a_game_is_not_in_what_a_seat_gets(tmp_path: Path) -> None:
    posted = Posted.begun(tmp_path, seed="a very particular seed").planned()
    driver = posted.opened()
    assert driver.save is not None
    ledger = driver.save.draft("post")
    driver.close()
    secrets = ["a very particular seed", ledger["key"], str(posted.file), *(posted.invitation(seat).key for seat in ("raf", "luftwaffe"))]
    for seat, other in (("raf", "luftwaffe"), ("luftwaffe", "raf")):
        for name, content in folder(posted, seat).items():
            own = posted.invitation(seat).key if "invitation" in name else None
            assert [s for s in secrets if s != own and s.encode() in content] == [], name
        assert other not in "".join(folder(posted, seat))


def test_a_locked_game_keeps_the_keys_of_the_office_locked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cipher, "usual", ScryptCost(4))
    phrases = {"raf": "few were many", "luftwaffe": "adler und tag"}
    posted = Posted(tmp_path)
    for made in (posted.inbox, posted.out):
        made.mkdir()
    Driver.new(worlds.made("day"), "lesson", "7", {}, dict.fromkeys(phrases, "human"), posted.file, cipher=Cipher.made(phrases)).close()

    def called(*, new: bool = False) -> None:
        driver = Driver.open(posted.file, games(), key=phrases)
        if new:
            office.open_post(driver, {}, "en", posted.out)
        office.Office(driver).call(posted.inbox, posted.out)
        assert driver.save is not None
        keys.append(driver.save.draft("post")["key"])
        driver.close()

    keys: list[str] = []
    called(new=True)
    posted.answer("luftwaffe", [{"code": "seal"}])
    called()
    assert posted.sheet("raf").head.sheet == 1
    content = posted.file.read_bytes()
    assert keys[0] == keys[1] and keys[0].encode() not in content and b"bob_post" not in content
