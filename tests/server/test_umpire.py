"""What the umpire of a room does beside slips: hand-outs that he looks at before he hands them out, terms that hold for all, reports."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.rooms.book import Member, Terms
from bob.rooms.commands import begin_look
from bob.rooms.hand_outs import DAY_HAND_OUTS
from bob.rooms.pages.terms import terms_said
from bob.rooms.terms_wording import terms_text
from bob.words import Words
from tests.played_day import secrets_of
from tests.server.rooms import THREE, TWO, House, a_day
from tests.server.test_browser import ALIEN, run, surfing
from tests.server.test_rooms import end_turn, refused

ALL_OF = list(DAY_HAND_OUTS)


async def fetched(caller: Any, ident: str) -> dict[str, Any]:
    """A hand-out as a program fetches it."""
    async with caller.session.get(f"{caller.url}/hand_out?id={ident}", headers=caller.headers) as answer:
        found: dict[str, Any] = await answer.json()
        return found


def test_what_is_handed_out_is_what_was_looked_at_and_lies_there_after_a_sleep(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE, "one_raid")
        umpire, raf, luftwaffe = [await home.caller(room, seat) for seat in (REFEREE, "raf", "luftwaffe")]
        look = await umpire.say("hand_out/look", to="all", sheets=ALL_OF, title="Morning", text="Good hunting")
        assert [one["head"]["to"] for one in look["hand_outs"]] == ["luftwaffe", "raf"] and not raf.room["hand_outs"]
        await end_turn(luftwaffe, raf)  # the game goes on; what was looked at stays as it was
        await umpire.say("hand_out", look=look["look"])
        await raf.until(lambda c: bool(c.room["hand_outs"]))
        (head,) = raf.room["hand_outs"]
        assert head["title"]["en"] == "Morning" and "turn 1 of" in head["moment"]["en"] and not head["beyond"]
        found = await fetched(raf, head["id"])
        assert found["pages"] == look["hand_outs"][1]["pages"]
        assert {part["code"] for part in found["pages"]["fr"]["parts"]} >= {"note", "map", "state", "tote", "weather", "briefing"}
        await home.host.sleep(room)
        assert (await fetched(raf, head["id"]))["pages"] == found["pages"]
        assert (await fetched(luftwaffe, head["id"]))["key"] == "hand_out.none"
        await refused(umpire.say("hand_out", look=look["look"]), "hand_out.no_look")
        await umpire.say("hand_out/take_back", id=head["id"])
        await raf.until(lambda c: not c.room["hand_outs"])
        assert (await fetched(raf, head["id"]))["key"] == "hand_out.none"

    run(tmp_path, play)


def played_on(room: Any, orders: int) -> None:
    """Let whoever is asked order something, so many times."""
    for _ in range(orders):
        room.driver.advance()
        for seat in room.driver.asked_seats:
            room.driver.give(seat, room.driver.company.anything(seat))


def test_others_order_between_the_pages_of_a_look_which_are_of_one_moment(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE, "one_raid")
        umpire, luftwaffe, _ = [await home.caller(room, seat) for seat in (REFEREE, "luftwaffe", "raf")]
        began: list[int] = []

        def begin(found: Any) -> Any:
            member = next(one for one in found.book.members if one.seat == REFEREE)
            return begin_look(found, member, {"to": "all", "sheets": ALL_OF})

        look = await home.host.do(room, begin)
        assert await home.host.do(room, lambda found: found.looked_on(look)) is None and len(look.pages) == 1
        await luftwaffe.say("order", order={"code": "seal"})
        while (answer := await home.host.do(room, lambda found: found.looked_on(look))) is None:
            began.append(len(look.pages))
        assert look.begun == 2 and began == [1, 2, 3, 4]
        at_once = await umpire.say("hand_out/look", to="all", sheets=ALL_OF)
        assert [one["pages"] for one in answer["hand_outs"]] == [one["pages"] for one in at_once["hand_outs"]]
        await umpire.say("hand_out", look=answer["look"])

    run(tmp_path, play)


def test_a_look_that_the_game_outruns_is_made_at_one_go(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE, "one_raid")
        await home.caller(room, REFEREE)

        def outrun(found: Any) -> None:
            member = next(one for one in found.book.members if one.seat == REFEREE)
            look = begin_look(found, member, {"to": "raf", "sheets": ["state"]})
            answers = []
            for _ in range(3):
                answers.append(found.looked_on(look))
                played_on(found, 1)
            assert [answer is None for answer in answers] == [True, True, False]

        await home.host.do(room, outrun)

    run(tmp_path, play)


def known_by(room: Any, seat: str) -> Any:
    """All that a seat sees, and has heard: in a fight one learns whom one met."""
    return [encode(room.driver.match.view(seat)), [encode(event) for _, event in room.driver.match.log(seat)]]


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["raf", "luftwaffe"])
def test_a_hand_out_of_ones_own_eyes_holds_no_secret(tmp_path: Path, seat: str) -> None:
    """Every sheet, at some turns of a fought day, in both languages, as a program gets it and as a page."""

    async def play(home: House) -> None:
        room = a_day(home.host, {"raf": "park", "luftwaffe": "kesselring", REFEREE: "human"} | {seat: "human"}, "one_raid")
        umpire, player = await home.caller(room, REFEREE), await home.caller(room, seat)
        async with surfing(home) as page:
            await page.join(room, await home.invite(room, seat))
            most = 0
            for _ in range(3):
                await home.host.do(room, lambda found: played_on(found, 8))
                look = await umpire.say("hand_out/look", to=seat, sheets=ALL_OF)
                (ident,) = (await umpire.say("hand_out", look=look["look"]))["hand_outs"]
                text = json.dumps(await fetched(player, ident), ensure_ascii=False)
                texts = [text, *[(await page.get(f"/room/{room}/sheet/{ident}?lang={code}")).text for code in ("en", "fr")]]
                known = json.dumps(await home.host.do(room, lambda found: known_by(found, seat)), ensure_ascii=False)
                hidden = [secret for secret in secrets_of("one_raid", seat) if secret not in known]
                most = max(most, len(hidden))
                drawn_by_lot = re.compile("|".join(map(re.escape, (ident, room))))  # names that may hold two letters of a secret
                for secret in hidden:
                    assert not [text for text in texts if secret in drawn_by_lot.sub("", text)], secret
            assert most > 3

    run(tmp_path, play)


def test_more_than_a_seat_may_see_is_handed_out_only_when_that_is_said(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE, "one_raid")
        umpire, raf, luftwaffe = [await home.caller(room, seat) for seat in (REFEREE, "raf", "luftwaffe")]
        for viewer in (REFEREE, "luftwaffe"):
            look = await umpire.say("hand_out/look", to="raf", sheets=["state"], eyes=viewer)
            assert look["hand_outs"][0]["head"]["beyond"]
            await refused(umpire.say("hand_out", look=look["look"]), "hand_out.beyond")
            assert not raf.room["hand_outs"]
        await umpire.say("hand_out", look=look["look"], beyond=True)
        await raf.until(lambda c: bool(c.room["hand_outs"]))
        assert raf.room["hand_outs"][0]["beyond"] and not luftwaffe.room["hand_outs"]
        for said, key in (
            ({"to": "raf"}, "hand_out.empty"),
            ({"to": "moon", "text": "x"}, "hand_out.no_reader"),
            ({"to": "raf", "sheets": ["salt"]}, "hand_out.no_sheet"),
            ({"to": "raf", "sheets": ["map"], "eyes": "salt"}, "room.no_seat"),
            ({"to": "observer", "sheets": ["map"]}, "hand_out.no_eyes"),
        ):
            await refused(umpire.say("hand_out/look", **said), key)
        for saying, body in (
            ("hand_out/look", {"to": "raf", "text": "x"}),
            ("hand_out", {"look": "x"}),
            ("hand_out/take_back", {"id": "x"}),
        ):
            await refused(raf.say(saying, **body), "room.referee_only")

    run(tmp_path, play)


def test_to_one_person_alone_and_to_who_looks_on(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE, "one_raid")
        umpire, keith, ann = (
            await home.caller(room, REFEREE),
            await home.caller(room, "raf", "Keith"),
            await home.caller(room, "raf", "Ann"),
        )
        wall = await home.caller(room, "observer", delay=6)
        look = await umpire.say("hand_out/look", to=keith.room["you"], sheets=["state"], text="For you alone")
        assert look["hand_outs"][0]["head"]["eyes"] == "raf" and not look["hand_outs"][0]["head"]["beyond"]
        await umpire.say("hand_out", look=look["look"])
        await keith.until(lambda c: bool(c.room["hand_outs"]))
        look = await umpire.say("hand_out/look", to="all", text="Tea at four")
        await umpire.say("hand_out", look=look["look"])
        await wall.until(lambda c: bool(c.room["hand_outs"]))
        await ann.until(lambda c: bool(c.room["hand_outs"]))
        assert len(ann.room["hand_outs"]) == 1 and wall.room["hand_outs"][0]["moment"] == {"en": "", "fr": ""}

    run(tmp_path, play)


def test_a_page_chooses_looks_hands_out_and_reads(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE, "one_raid")
        async with surfing(home) as umpire, surfing(home) as phone:
            await umpire.join(room, await home.invite(room, REFEREE))
            await phone.join(room, await home.invite(room, "raf"), "Keith")
            form = next(f for f in umpire.tree.every("form") if f["id"] == "sheet-form")
            tree = await umpire.get(f"{form['action']}?to=raf&eyes=referee&sheets=map&sheets=weather&title=<b>Truth</b>")
            assert umpire.status == 200 and "more than the seat may see" in tree.text
            frame, go = next(iter(tree.every("iframe"))), next(iter(tree.every("form")))
            shown = await umpire.get(frame["src"])
            assert "<b>Truth</b>" in shown.text and "frame-ancestors 'self'" in umpire.headers["Content-Security-Policy"]
            assert "script" not in umpire.headers["Content-Security-Policy"]
            key = next(field["value"] for field in go.every("input") if field["name"] == "look")
            assert (await umpire.post(go["action"], {"look": key, "beyond": "1"}, **ALIEN)) and umpire.status == 409
            await umpire.post(go["action"], {"look": key, "beyond": "1"})
            assert umpire.status == 200
            page = await phone.get(f"/room/{room}")
            (link,) = [a for a in page.every("a") if a["data-sheet"]]
            got = await phone.get(link["href"])
            assert phone.status == 200 and got.text == shown.text and "<b>Truth</b>" in got.text
            await phone.get(f"/room/{room}/hand_out?to=raf&text=x")
            assert phone.status == 409
            await phone.get(frame["src"])
            assert phone.status == 409

    run(tmp_path, play)


# ---- terms


def test_terms_are_seen_by_all_set_by_the_referee_and_told(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE, "one_raid")
        umpire, raf = await home.caller(room, REFEREE), await home.caller(room, "raf")
        await refused(raf.say("terms", terms={"slips": True}), "room.referee_only")
        assert raf.room["terms"]["dice"] == "program" and not raf.room["may_agree"] and umpire.room["may_agree"]
        said = {"slips": True, "clock": "turn", "seconds": 90, "deputies": {"raf": "park"}, "away": 60, "delay": 2, "dice": "referee"}
        await umpire.say("terms", terms=said)
        await raf.until(lambda c: c.room["terms"] == said)
        (note,) = raf.room["notes"]
        assert note["terms"] == said and note["text"] == "" and note["to"] == "all"
        assert await home.host.do(room, lambda found: found.driver.typed)
        await home.host.sleep(room)
        assert await home.host.do(room, lambda found: (found.driver.typed, found.terms.delay)) == (True, 2)
        await umpire.say("terms", terms={**said, "dice": "program"})
        await home.host.sleep(room)
        assert not await home.host.do(room, lambda found: found.driver.typed)
        await refused(umpire.say("terms", terms={**said, "delay": 5000}), "room.delay")

    run(tmp_path, play)


def test_who_looks_on_falls_behind_as_far_as_is_agreed(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE)
        umpire, raf, luftwaffe = [await home.caller(room, seat) for seat in (REFEREE, "raf", "luftwaffe")]
        wall = await home.caller(room, "observer")
        for _ in range(4):
            await end_turn(luftwaffe, raf)
        turn = umpire.state["view"]["raf"]["common"]["turn"]
        await wall.until(lambda c: c.state["view"]["raf"]["common"]["turn"] == turn)
        await umpire.say("terms", terms={"delay": 2})
        await wall.until(lambda c: c.state["view"]["raf"]["common"]["turn"] == turn - 2)
        await end_turn(luftwaffe, raf)
        await wall.until(lambda c: c.state["view"]["raf"]["common"]["turn"] == turn - 1)

    run(tmp_path, play)


def test_where_nobody_is_the_referee_whoever_keeps_the_game_sets_the_terms(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, TWO)

        def owned(found: Any) -> str:
            _, code = found.invite("raf", keeper=True)
            return str(code)

        host = await home.caller(room, "raf")
        await refused(host.say("terms", terms={"clock": "turn", "seconds": 60}), "room.host_only")
        code = await home.host.do(room, owned)
        async with surfing(home) as page:
            await page.join(room, code, "Host")
            form = next(f for f in page.tree.every("form") if f["action"].endswith("/terms"))
            assert not [f for f in form.every("select") if f["name"] in ("slips", "dice")]
            await page.post(
                form["action"], {"clock": "turn", "minutes": "1:30", "away": "2", "delay": "0", "deputy.luftwaffe": "kesselring"}
            )
            assert page.status == 200
        await host.until(lambda c: c.room["terms"]["seconds"] == 90 and c.room["terms"]["deputies"] == {"luftwaffe": "kesselring"})

    run(tmp_path, play)


def test_terms_are_told_in_words_and_read_from_a_form() -> None:
    terms = Terms(True, "turn", 90, {"raf": "park"}, 120, 3, "referee")
    lines = terms_text(Words("en"), terms)
    assert "Clock: 1:30 for each decision" in lines and any("Park" in line for line in lines) and "Dice: the umpire rolls" in lines
    assert not [line for line in terms_text(Words("fr"), terms, referee=False) if "arbitre" in line]
    assert terms_said([("slips", "1"), ("clock", "day"), ("minutes", "90"), ("away", "1:05"), ("delay", "2"), ("dice", "program")]) == {
        "terms": {"slips": True, "clock": "day", "seconds": 5400, "away": 65, "delay": 2, "deputies": {}, "dice": "program"}
    }
    for wrong in ({"minutes": "soon"}, {"away": "1:2:3"}, {"delay": "-1"}, {"delay": "²"}):
        with pytest.raises(UsageError):
            terms_said(list(wrong.items()))


def test_a_late_report_can_be_dropped(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE)
        umpire, raf = await home.caller(room, REFEREE), await home.caller(room, "raf")
        await umpire.say("later", seat="raf", text="Plot at Mardyck", turn=5, sender="filter_room")
        await refused(raf.say("later/drop", seat="raf", text="Plot at Mardyck", turn=5), "room.referee_only")
        await umpire.say("later/drop", seat="raf", text="Plot at Mardyck", turn=5)
        await umpire.until(lambda c: not c.room["later"])
        await refused(umpire.say("later/drop", seat="raf", text="Plot at Mardyck", turn=5), "room.no_later")

    run(tmp_path, play)


def test_only_so_many_hand_outs_are_kept_of_each_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bob.rooms import handing_out

    monkeypatch.setattr(handing_out, "MOST_HAND_OUTS", 2)

    async def play(home: House) -> None:
        room = a_day(home.host, THREE)
        umpire, raf = await home.caller(room, REFEREE), await home.caller(room, "raf")
        made = []
        for n in range(4):
            look = await umpire.say("hand_out/look", to="raf", text=f"note {n}")
            made += (await umpire.say("hand_out", look=look["look"]))["hand_outs"]
        await raf.until(lambda c: [one["id"] for one in c.room["hand_outs"]] == made[2:])

        def drafts(found: Any) -> list[str]:
            return [key for key in found.driver.save.drafts() if key.startswith("hand_out ")]

        assert sorted(await home.host.do(room, drafts)) == sorted(f"hand_out {ident}" for ident in made[2:])
        with pytest.raises(UsageError):
            await home.host.do(room, lambda found: found.handed(Member("x", "x", "luftwaffe", "", ""), made[3]))

    run(tmp_path, play)
