"""`docs/protocol.md` holds: what it says can be said is said so, and nothing else can be; its examples are taken as they stand."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import decode
from bob.core.game import REFEREE
from bob.rooms.codes import code_read
from bob.rooms.commands import SAYINGS
from tests.server.rooms import THREE, House, a_day
from tests.server.test_rooms import run

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
ROWS = [
    (name, json.loads(said.replace("{…}", '{"code": "done"}')))
    for names, said in re.findall(r"^\| ((?:`[a-z_/]+`(?:, )?)+) \| `(\{.*?\})` \| ", PAGE, re.M)
    for name in re.findall(r"`([a-z_/]+)`", names)
]


def test_all_that_can_be_said_is_told_and_nothing_else() -> None:
    assert sorted(name for name, _ in ROWS) == sorted([*SAYINGS, "dice"])


@pytest.mark.parametrize(("name", "said"), [row for row in ROWS if row[0] != "dice"], ids=[name for name, _ in ROWS if name != "dice"])
def test_the_examples_are_read(name: str, said: dict[str, Any]) -> None:
    kind = SAYINGS[name][0]
    decode(kind, said)
    assert set(said) <= set(kind.__dataclass_fields__)


def test_the_codes_on_the_page_have_the_form_of_codes() -> None:
    codes = re.findall(r"7KQ2M-[A-Z0-9-]+", PAGE)
    assert codes and all(code_read(code)[0] == "7KQ2M" for code in codes)


def test_what_is_told_has_the_names_on_the_page(tmp_path: Path) -> None:
    """Each event has the fields that its row names, and the answer to joining is that of the page."""

    def named(kind: str) -> set[str]:
        row = re.search(rf"^\| `{kind}` \| (.*) \|$", PAGE, re.M)
        assert row is not None
        return set(re.findall(r"`([a-z]+)`", row[1]))

    async def play(home: House) -> None:
        room = a_day(home.host, THREE)
        umpire = await home.caller(room, REFEREE)
        example = json.loads(re.search(r"^200 +(\{.*\})$", PAGE, re.M)[1])  # type: ignore[index]
        assert set(umpire.joined) == set(example)
        messages: list[Any] = []
        umpire.heard = messages.append
        luftwaffe = await home.caller(room, "luftwaffe")
        await luftwaffe.say("order", order={"code": "seal"})
        await umpire.until(lambda c: any(message["type"] == "news" for message in messages))
        assert named("state") <= set(umpire.state) and named("room") <= set(umpire.room)
        account = next(message for message in messages if message["type"] == "news")
        assert {"items", "changes", "entries"} <= set(account) and set(account["changes"]) <= named("news")

    run(tmp_path, play)


def test_a_line_of_comment_keeps_the_stream_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bob.rooms.web._COMMENT", 0.05)

    async def play(home: House) -> None:
        raf = await home.caller(a_day(home.host), "raf")
        async with home.session.get(f"{raf.url}/stream", headers=raf.headers) as response, asyncio.timeout(30):
            assert response.headers["Content-Type"] == "text/event-stream"
            async for line in response.content:
                if line == b": \n":
                    return

    run(tmp_path, play)
