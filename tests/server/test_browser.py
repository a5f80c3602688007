"""The rooms as a browser finds them: coming in, saying by forms, the stream of a page, and what other sites and strangers cannot."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bob.core.game import REFEREE
from bob.rooms.pages import assets
from tests.played_day import secrets_of
from tests.server.rooms import THREE, House, a_day, house
from tests.server.situations import Node, parsed

Play = Callable[[House], Awaitable[None]]
ALIEN = {"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.example"}


def run(folder: Path, play: Play, **host: Any) -> None:
    async def whole() -> None:
        async with house(folder, **host) as home:
            await play(home)

    asyncio.run(whole())


class Surfer:
    """A browser without a script."""

    def __init__(self, home: House) -> None:
        self.home = home
        self.session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), headers={"Accept": "text/html"})
        self.room = ""
        self.status = 0
        self.tree = Node("", {}, None)
        self.headers: Mapping[str, str] = {}

    async def get(self, path: str, **headers: str) -> Node:
        async with self.session.get(self.home.url + path, headers=headers) as answer:
            return await self._take(answer)

    async def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Node:
        async with self.session.post(self.home.url + path, data=fields, headers=headers) as answer:
            return await self._take(answer)

    async def _take(self, answer: aiohttp.ClientResponse) -> Node:
        self.status, self.headers = answer.status, answer.headers
        self.tree = parsed(await answer.text())
        return self.tree

    async def join(self, room: str, code: str, name: str = "Keith") -> Node:
        self.room = room
        tree = await self.get(f"/join/{code}")
        form = next(iter(tree.every("form")))
        fields = {field["name"]: field["value"] for field in form.every("input")} | {"name": name}
        return await self.post(form["action"], fields)

    async def say(self, saying: str, **fields: str) -> Node:
        return await self.post(f"/room/{self.room}/{saying}", fields)

    def cookies(self) -> dict[str, Any]:
        return {cookie.key: cookie for cookie in self.session.cookie_jar}

    @asynccontextmanager
    async def stream(self, query: str = "") -> AsyncIterator[Callable[[], Awaitable[tuple[str, Any]]]]:
        """The stream of the page: each event with its data, as it comes."""
        async with self.session.get(f"{self.home.url}/room/{self.room}/stream?{query}") as answer:
            assert answer.status == 200, await answer.text()

            async def event() -> tuple[str, Any]:
                kind = ""
                while line := (await asyncio.wait_for(answer.content.readline(), 30)).decode().rstrip("\n"):
                    if line.startswith("event: "):
                        kind = line[7:]
                    elif line.startswith("data: "):
                        data = json.loads(line[6:])
                return (kind, data) if kind else await event()

            yield event


@asynccontextmanager
async def surfing(home: House) -> AsyncIterator[Surfer]:
    surfer = Surfer(home)
    try:
        yield surfer
    finally:
        await surfer.session.close()


def text_of(tree: Node, ident: str) -> str:
    return next(node for node in tree.every() if node["id"] == ident).text


@pytest.mark.smoke
def test_one_comes_in_by_a_link_orders_and_leaves(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        async with surfing(home) as raf, surfing(home) as luftwaffe:
            tree = await raf.join(room, await home.invite(room, "raf"))
            assert raf.status == 200 and room in next(tree.every("title")).text
            key = raf.cookies()[f"bob-key-{room}"]
            assert key["httponly"] and key["samesite"] == "Lax"
            await luftwaffe.join(room, await home.invite(room, "luftwaffe"), "Adolf")
            seal = next(b for b in luftwaffe.tree.every("button") if "Seal" in b.text)
            tree = await luftwaffe.say("order", at="1", listed=seal["value"])
            assert luftwaffe.status == 200, tree.text
            tree = await raf.get(f"/room/{room}")
            assert "sealed its plan" in text_of(tree, "log") and "Adolf" in text_of(tree, "people")
            tree = await raf.get("/")
            assert f"/room/{room}" in {a["href"] for a in tree.every("a")}
            await raf.get(f"/room/{room}/leave")
            await raf.say("leave")
            assert f"bob-key-{room}" not in raf.cookies()
            await raf.get(f"/room/{room}")
            assert raf.status == 401

    run(tmp_path, play)


def test_what_is_refused_is_told_in_words_on_a_page_or_to_the_script(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        async with surfing(home) as raf:
            await raf.join(room, await home.invite(room, "raf"))
            said = {"t.code": "pancake", "j.unit": '"92 Squadron"'}
            tree = await raf.say("order", **said)
            assert raf.status == 409 and any(p["role"] == "alert" and "[OPS-" in p.text for p in tree.every("p")), tree.text
            assert f"/room/{room}" in {a["href"] for a in tree.every("a")}
            async with raf.session.post(f"{home.url}/room/{room}/order", data=said, headers={"Accept": "application/json"}) as answer:
                account = await answer.json()
            assert (answer.status, account["type"]) == (409, "refused") and account["rule"]
            for fields in ({"listed": "{"}, {"j.a.b": "1", "j.a": "2"}, {"t.code": "scramble", "h.hex": "Nowhere"}, {}):
                await raf.say("order", **fields)
                assert raf.status == 409
            await raf.say("nothing/of/the/kind")
            assert raf.status == 409
            await raf.get("/no/such/page")
            assert raf.status == 404 and list(raf.tree.every("main"))

    run(tmp_path, play)


def test_a_form_of_another_site_says_nothing(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        async with surfing(home) as raf:
            await raf.join(room, await home.invite(room, "raf"))
            for headers in (ALIEN, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://elsewhere.example"}):
                await raf.post(f"/room/{room}/note", {"to": "raf", "text": "forged"}, **headers)
                assert raf.status == 409
            await raf.post("/join", {"code": "x", "name": "y"}, **ALIEN)
            assert raf.status == 409
            await raf.post(f"/room/{room}/note", {"to": "raf", "text": "mine"}, **{"Sec-Fetch-Site": "same-origin"})
            tree = await raf.get(f"/room/{room}")
            assert "forged" not in tree.text and "mine" in text_of(tree, "notes")

    run(tmp_path, play)


def test_every_answer_bars_what_a_page_does_not_need(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        async with surfing(home) as raf:
            await raf.join(room, await home.invite(room, "raf"))
            for path in ("/", "/join", "/join/<script>", f"/room/{room}", f"/room/{room}/leave", "/nowhere", "/room/AAAAA"):
                await raf.get(path)
                policy = raf.headers["Content-Security-Policy"]
                assert "default-src 'self'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
                assert raf.headers["Cache-Control"] == "no-store" and raf.headers["X-Content-Type-Options"] == "nosniff"
            tree = await raf.get(f"/room/{room}")
            wanted = {node["src"] for node in tree.every("script", "img")} | {node["href"] for node in tree.every("link")}
            wanted |= {node["srcset"] for node in tree.every("source")}
            assert len(wanted) >= 6
            for address in wanted:
                async with raf.session.get(home.url + address.partition("#")[0]) as answer:
                    assert answer.status == 200 and "immutable" in answer.headers["Cache-Control"], address
                    assert await answer.read()

    run(tmp_path, play)


def test_wrong_codes_are_counted_and_a_name_is_only_a_name(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        async with surfing(home) as raf:
            wild = "\"><script>alert('x')</script>"
            tree = await raf.join(room, await home.invite(room, "raf"), wild)
            assert wild[:40] in text_of(tree, "people") and not [s for s in tree.every("script") if s.text]
        async with surfing(home) as stranger:
            statuses = []
            for _ in range(14):
                await stranger.post("/join", {"code": f"{room}-22222-22222", "name": wild})
                statuses.append(stranger.status)
                assert not [s for s in stranger.tree.every("script") if s.text]
            assert statuses[:5] == [409] * 5 and statuses[-1] == 429

    run(tmp_path, play)


def test_a_page_is_told_what_has_changed_of_it_and_nothing_else(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        async with surfing(home) as raf, surfing(home) as mate:
            tree = await raf.join(room, await home.invite(room, "raf"))
            await mate.join(room, await home.invite(room, "raf"), "Brand")
            tree = await raf.get(f"/room/{room}")
            body = next(tree.every("body"))
            async with raf.stream(f"seen={body['data-seen']}") as event:
                kind, data = await event()
                assert kind == "page" and set(data["fragments"]) == {"people"}, "he is here himself now"
                await mate.say("note", to="raf", text="Look <i>north</i>")
                kind, data = await event()
                assert (kind, set(data["fragments"])) == ("page", {"notes"})
                assert "Look &lt;i&gt;north&lt;/i&gt;" in data["fragments"]["notes"]
                seen = data["seen"]
            async with raf.stream(f"seen={seen}") as event:
                await mate.say("note", to="raf", text="again")
                found = await event()
                while "notes" not in found[1]["fragments"]:
                    found = await event()
                assert "again" in found[1]["fragments"]["notes"]
            async with raf.stream() as event:
                _, data = await event()
                assert {"head", "owed", "log", "notes", "plots"} <= set(data["fragments"]), "who knows nothing gets all"

    run(tmp_path, play)


def test_a_withdrawn_page_is_told_so(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        invitation, code = await home.host.do(room, lambda found: found.invite("raf"))
        async with surfing(home) as raf:
            await raf.join(room, code)
            async with raf.stream() as event:
                await event()
                await home.host.do(room, lambda found: found.withdraw(invitation.id))
                while (found := await event())[0] != "bye":
                    pass
                assert found[0] == "bye"
            tree = await raf.get(f"/room/{room}")
            assert raf.status == 401 and "no longer in this room" in tree.text

    run(tmp_path, play)


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["raf", "luftwaffe"])
def test_neither_a_page_nor_its_stream_says_what_its_seat_must_not_know(tmp_path: Path, seat: str) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE, "one_raid")
        other = "luftwaffe" if seat == "raf" else "raf"
        secrets = [text for text in secrets_of("one_raid", seat) if len(text) > 2]
        async with surfing(home) as mine, surfing(home) as theirs, surfing(home) as umpire:
            await mine.join(room, await home.invite(room, seat))
            await theirs.join(room, await home.invite(room, other), "Other")
            await umpire.join(room, await home.invite(room, REFEREE), "Ann")
            heard: list[str] = []

            async def listen() -> None:
                async with mine.stream() as event:
                    while True:
                        heard.append(json.dumps(await event(), ensure_ascii=False))

            listening = asyncio.create_task(listen())
            for _ in range(4):
                for screen in (theirs, mine):
                    tree = await screen.get(f"/room/{room}")
                    for button in [b for b in tree.every("button") if b["name"] == "listed"][:1]:
                        await screen.say("order", listed=button["value"])
                await theirs.say("note", to=other, text="quite secret")
                await umpire.say("note", to=other, text="secret too")
                await umpire.say("later", seat=other, text="a secret report", turn="40", sender="higher")
            tree = await mine.get(f"/room/{room}")
            listening.cancel()
            wording = "\n".join([*heard, tree.text])
            assert len(heard) > 2
            assert not [text for text in (*secrets, "quite secret", "secret too", "secret report") if text in wording]

    run(tmp_path, play)


def test_who_looks_on_sees_the_truth_later_and_orders_nothing(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, scenario="one_raid")
        async with surfing(home) as looker, surfing(home) as side:
            tree = await looker.join(room, await home.invite(room, "observer", delay=3))
            assert looker.status == 200 and not list(tree.every("form")) and "You look on" in tree.text
            await looker.say("order", listed='{"code":"done"}')
            assert looker.status == 409
            tree = await side.join(room, await home.invite(room, "observer", side="raf"), "Ann")
            assert "Raids on the table" in tree.text or "No plots" in tree.text
            assert not [text for text in secrets_of("one_raid", "raf") if text in tree.text]

    run(tmp_path, play)


def test_an_invitation_is_shown_once_with_its_link(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        async with surfing(home) as raf, surfing(home) as mate:
            await raf.join(room, await home.invite(room, "raf"))
            tree = await raf.say("invite", seat="raf", uses="1")
            code = re.search(r"[0-9A-Z]{5}(-[0-9A-Z]{5}){3}", tree.text)
            assert code is not None and f"{home.url}/join/{code[0]}" in tree.text
            await mate.join(room, code[0], "Brand")
            assert mate.status == 200
            await raf.say("invite", seat="luftwaffe", uses="1")
            assert raf.status == 409
            await raf.say("invite", seat="raf", uses="many")
            assert raf.status == 409

    run(tmp_path, play)


def test_looks_are_kept_and_no_other_file_is_given_away(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        async with surfing(home) as raf:
            await raf.join(room, await home.invite(room, "raf"))
            await raf.get(f"/room/{room}?lang=fr&theme=night&big=1")
            tree = await raf.get(f"/room/{room}")
            html = next(tree.every("html"))
            assert (html["lang"], html["data-theme"]) == ("fr", "night") and "wall" in next(tree.every("body"))["class"]
            for path in ("/static/..%2f..%2fpyproject.toml", "/static/style.css", "/static/", "/static/land-en-table-000000000000.svg"):
                await raf.get(path)
                assert raf.status == 404
            async with raf.session.get(home.url + assets.map_of("fr", "night").address) as answer:
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]

    run(tmp_path, play)
