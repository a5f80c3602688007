"""Rooms in a real PostgreSQL server: kept there, leased, taken over from the dead, and never played twice."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bob.core.codec import encode
from bob.core.errors import BobError, UsageError
from bob.driver import Driver
from bob.driver.game_plan import GamePlan
from bob.files import Save, SaveError
from bob.rooms.client.program import Caller, RefusedThere
from bob.rooms.database import DatabaseStore
from bob.rooms.store import FolderStore, StoredElsewhere
from tests.server.postgres import programs, server
from tests.server.rooms import TWO
from tests.server.test_serve import ended, served

pytestmark = pytest.mark.skipif(programs() is None, reason="no PostgreSQL server is installed")

DAY = GamePlan("day", "lesson", "database", TWO)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with server() as found:
        yield found


@pytest.fixture
def store(url: str) -> Iterator[DatabaseStore]:
    made = DatabaseStore(url)
    yield made
    made.close()


def opened(store: DatabaseStore, room: str) -> Driver:
    return store.open(room, lambda throw: None)


def drop(driver: Driver) -> Any:
    raid = driver.match.view("luftwaffe").raids[0].plan.code
    return driver.match.game.order({"code": "drop_raid", "raid": raid})


@pytest.mark.smoke
def test_a_game_goes_on_where_it_was_with_all_that_was_kept(store: DatabaseStore) -> None:
    room = store.create(DAY)
    driver = opened(store, room)
    driver.give("luftwaffe", drop(driver))
    driver.give("luftwaffe", driver.match.game.order({"code": "seal"}))
    driver.put_draft("raf", "plan", {"a": ["é", 1]})
    driver.undo("luftwaffe") if driver.undo_reason("luftwaffe") is None else None
    entries = [entry.as_json() for entry in driver.match.entries]
    views = {seat: encode(driver.match.view(seat)) for seat in ("raf", "luftwaffe", "referee")}
    driver.close()
    again = opened(store, room)
    assert [entry.as_json() for entry in again.match.entries] == entries
    assert {seat: encode(again.match.view(seat)) for seat in views} == views
    assert again.draft("raf", "plan") == {"a": ["é", 1]}
    assert again.seats == TWO
    again.close()


def test_an_order_taken_back_is_taken_out_of_the_database(store: DatabaseStore) -> None:
    room = store.create(DAY)
    driver = opened(store, room)
    driver.give("luftwaffe", drop(driver))
    driver.undo("luftwaffe")
    driver.close()
    again = opened(store, room)
    assert len(again.match.entries) == 1
    again.close()


def test_a_save_is_brought_in_once(store: DatabaseStore, tmp_path: Path) -> None:
    folder = FolderStore(tmp_path)
    room = folder.create(DAY)
    path = next(tmp_path.glob("*.bob1940"))
    assert store.bring(path) == room
    with pytest.raises(UsageError):
        store.bring(path)
    driver, kept = opened(store, room), Save.open(path, {"day": folder.open(room, lambda throw: None).match.game}, read_only=True)[1]
    assert [entry.as_json() for entry in driver.match.entries] == [entry.as_json() for entry in kept.entries]
    driver.close()


def test_one_process_has_a_room_and_who_lost_it_writes_nothing(url: str, store: DatabaseStore) -> None:
    room = store.create(DAY)
    first = opened(store, room)
    other = DatabaseStore(url, "http://other")
    try:
        with pytest.raises(StoredElsewhere):
            opened(other, room)
        assert other.elsewhere(room) is None  # it has not told where it is
        store.text_at("http://first")
        assert other.elsewhere(room) == "http://first" and store.elsewhere(room) is None
        with store._pool.connection() as connection:  # the first was held up for long: its heart stood still
            store._dead.set()
            store._heart.join()
            connection.execute("UPDATE bob_processes SET seen = now() - interval '1 minute' WHERE id = %s", (store.process,))
        second = opened(other, room)
        before = len(first.match.entries)
        with pytest.raises(SaveError):
            first.give("luftwaffe", drop(first))
        assert len(first.match.entries) == before
        second.give("luftwaffe", drop(second))
        second.close()
        first.close()
        third = opened(other, room)
        assert len(third.match.entries) == before + 1
        third.close()
    finally:
        other.close()


def test_what_is_out_of_reach_or_missing_is_told(store: DatabaseStore) -> None:
    with pytest.raises(UsageError):
        opened(store, "ZZZZZ")
    with pytest.raises(BobError) as found:
        DatabaseStore("postgresql://bob@127.0.0.1:9/none?connect_timeout=2")
    assert found.value.key == "room.no_database"


@pytest.mark.slow
def test_a_dead_process_is_taken_over_within_ten_seconds_and_any_process_serves(url: str) -> None:
    first, values = served("--store", url, "--new", "day:lesson")
    second, also = served("--store", url)
    codes = {made["seat"]: made["code"] for made in values["rooms"][0]["invitations"]}

    async def play() -> None:
        async with aiohttp.ClientSession() as session:
            caller = await Caller.join(session, also["links"][0], codes["luftwaffe"], "Kesselring")
            listening = asyncio.create_task(caller.listen())
            await caller.until(lambda c: bool(c.room))
            raids = [raid["plan"]["code"] for raid in caller.state["view"]["raids"]]
            await caller.say("order", order={"code": "drop_raid", "raid": raids[0]})
            assert await asyncio.to_thread(ended, first, signal.SIGKILL) == ""
            loop = asyncio.get_running_loop()
            died = loop.time()
            while True:
                try:
                    await caller.say("order", order={"code": "seal"})
                    break
                except (RefusedThere, aiohttp.ClientError):
                    assert loop.time() - died < 30
                    await asyncio.sleep(0.25)
            took = loop.time() - died
            await caller.until(lambda c: [item["order"]["code"] for item in c.state["items"] if "order" in item] == ["drop_raid", "seal"])
            listening.cancel()
            assert took < 10, f"{took:.1f} s"

    try:
        asyncio.run(play())
    finally:
        ended(second, signal.SIGTERM)
        first.kill()
