"""Every game can be played by post: its sheets are made, read back as they were, and answered, in both languages."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.match import Match
from bob.day.state.orders import Fly, Resolve
from bob.driver import Driver
from bob.games import kit, names
from bob.post import Office, answer_name, open_post, read_turn_file, write_answer
from tests.played import FIGHTERS, kept_at
from tests.post.posted import Posted, the
from tests.sizes import fifth
from tools.fuzz import setting_of

ROUND = 1


def bare(view: Any) -> Any:
    """A view but for who else owes something: a sheet that waits is not written anew for that."""
    return {key: value for key, value in encode(view).items() if key != "owing"}


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_a_game_goes_by_post(name: str, tmp_path: Path) -> None:
    setting = setting_of(kit(name).contest(), ROUND)
    seats = Match.new(the(name), setting.scenario, "1940", setting.options)
    playing = tuple(seats.game.seats(seats.position))
    posted = Posted(tmp_path)
    posted.inbox.mkdir()
    posted.out.mkdir()
    driver = Driver.new(the(name), setting.scenario, "1940", setting.options, dict.fromkeys(playing, "human"), posted.file)
    open_post(driver, {playing[0]: "fr"}, "en", posted.out)
    stream, answered = Stream.of("1940", name), 0
    for _ in range(fifth(60)):
        office = Office(driver)
        office.call(posted.inbox, posted.out)
        waiting = [seat for seat, post in office.ledger.seats.items() if post.waits]
        if not waiting:
            break
        for seat in waiting:
            path = posted.sheet_file(seat)
            turn_file = read_turn_file(path, posted.invitation(seat))
            assert bare(turn_file.view) == bare(driver.match.view(seat)) and turn_file.choices == driver.choices(seat)
            page = path.read_text("ascii")
            assert f'lang="{"fr" if seat == playing[0] else "en"}"' in page
            text = unescape(re.sub(r"<style>.*?</style>|<svg.*?</svg>|<pre.*?</pre>|<code>.*?</code>|<[^>]+>", " ", page, flags=re.S))
            assert not re.search(r"\bpost\.|\bNone\b|\bTrue\b|\{\w+\}", text), re.search(
                r".*(?:\bpost\.|\bNone\b|\bTrue\b|\{\w+\}).*", text
            )
            order = the(name).sample(driver.match.position, seat, stream)
            write_answer(turn_file, [order], posted.inbox / answer_name(turn_file), posted.invitation(seat))
            answered += 1
    given = [encode(entry.order) for entry in driver.match.entries if entry.order is not None]
    assert len(given) >= answered - len(playing) > 0
    driver.close()


@pytest.mark.slow
def test_a_dogfight_inside_a_day_goes_by_post(tmp_path: Path) -> None:
    """The word on it, then its orders, one a sheet; pilots may fly for both, and then no sheet asks for them."""
    posted = Posted(tmp_path)
    posted.inbox.mkdir()
    posted.out.mkdir()
    kept_at(posted.file, FIGHTERS)
    driver = posted.opened()
    open_post(driver, {}, "en", posted.out)
    office = Office(driver)

    def answer(seat: str, order: Any) -> None:
        path = posted.sheet_file(seat)
        turn_file = read_turn_file(path, posted.invitation(seat))
        write_answer(turn_file, [order], posted.inbox / answer_name(turn_file), posted.invitation(seat))
        office.call(posted.inbox, posted.out)

    office.call(posted.inbox, posted.out)
    (chooser,) = [seat for seat, post in office.ledger.seats.items() if post.waits]
    page = posted.sheet_file(chooser).read_text("ascii")
    assert "A word on the engagement" in page and "<ol>" in page
    answer(chooser, Resolve("cards"))
    flown = 0
    while flown < 8:
        (seat, *_) = [seat for seat, post in office.ledger.seats.items() if post.waits]
        turn_file = posted.sheet(seat)
        assert turn_file.view.engagement.battle == driver.match.view(seat).engagement.battle
        answer(seat, turn_file.choices.listed[0])
        flown += 1
    assert len([entry for entry in driver.match.entries if isinstance(entry.order, Fly)]) >= 8
    for seat in ("raf", "luftwaffe"):
        driver.let_fly(seat, "sound", always=True)
    office.call(posted.inbox, posted.out)
    waiting = [seat for seat, post in office.ledger.seats.items() if post.waits]
    assert waiting and all(
        posted.sheet(seat).view.engagement is None or posted.sheet(seat).view.engagement.battle is None for seat in waiting
    )
    driver.close()
