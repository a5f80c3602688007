"""What somebody who knows the program would try in a room: to see more, to order more, to count what is hidden, to shut others out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.errors import BobError, UsageError
from bob.core.game import REFEREE
from bob.driver import Driver
from bob.games import kit
from bob.rooms import web
from bob.rooms.book import OBSERVER, Member, RoomBook
from bob.rooms.browser import situation_of
from bob.rooms.client.program import Caller, RefusedThere
from bob.rooms.commands import say
from bob.rooms.invitations import MOST_INVITATIONS
from bob.rooms.pages import Looks, page
from bob.rooms.room import MOST_SLIPS, GameRoom
from bob.rooms.room_base import MOST_NOTES
from bob.rooms.shares import CLOSING
from tests.server.rooms import THREE, TWO, House, a_day
from tests.server.test_browser import surfing
from tests.server.test_hostile import raw
from tests.server.test_rooms import refused, run

LW = "luftwaffe"


class Ear:
    """A line to a member, with what came over it."""

    def __init__(self, member: Member) -> None:
        self.member = member.id
        self.last: Any = None
        self.heard: list[Any] = []

    def send(self, *messages: Any) -> None:
        self.heard += messages


def a_room(seats: dict[str, str] | None = None, scenario: str = "lesson") -> GameRoom:
    return GameRoom(Driver.new(kit("day").make(), scenario, "cheats", {}, seats or TWO), RoomBook("22222"))


def comes(room: GameRoom, seat: str, **more: Any) -> tuple[Member, Ear]:
    """Somebody who has come, and listens."""
    member, _ = room.join(room.invite(seat, **more)[1], seat)
    ear = Ear(member)
    room.come(ear, None)
    room.spread()
    return member, ear


@contextmanager
def barred(key: str) -> Iterator[None]:
    """What is said meanwhile is refused by that key."""
    with pytest.raises(BobError) as found:
        yield
    assert found.value.key == key


# ---- seeing more


@pytest.mark.parametrize("wanted", [{}, {"side": LW}, {"side": "raf"}, {"delay": 9}])
def test_who_looks_on_invites_nobody_to_see_more_than_he(wanted: dict[str, Any]) -> None:
    room = a_room()
    looker, _ = comes(room, OBSERVER, side="raf")
    raf, _ = comes(room, "raf")
    with barred("room.may_not_invite"):
        say(room, looker, "invite", {"seat": OBSERVER, **wanted})
    assert room.room_of(looker)["invitations"] == []
    if wanted.get("side") != "raf":
        with barred("room.may_not_invite" if "side" in wanted else "room.no_gallery"):
            say(room, raf, "invite", {"seat": OBSERVER, **wanted})


def test_who_looks_on_throws_no_other_out() -> None:
    room = a_room()
    looker, _ = comes(room, OBSERVER, side="raf")
    other, _ = comes(room, OBSERVER, side=LW)
    with barred("room.may_not_withdraw"):
        say(room, looker, "withdraw", {"invitation": other.invitation})
    assert other in room.book.members


def test_a_share_of_a_side_is_never_more_by_inviting_oneself_again() -> None:
    room = a_room(scenario="18_august_1940")
    kenley, _ = comes(room, "raf", share=["Kenley"])
    for share in (["Hornchurch"], ["Kenley", "Hornchurch"]):
        with barred("room.may_not_invite"):
            say(room, kenley, "invite", {"seat": "raf", "share": share})
    code = say(room, kenley, "invite", {"seat": "raf"})["code"]
    assert room.join(code, "Again")[0].share == ("Kenley",)


def test_nobody_withdraws_the_invitation_of_who_invited_him() -> None:
    room = a_room(scenario="18_august_1940")
    whole, _ = comes(room, "raf")
    friend, _ = comes(room, "raf")
    kenley, _ = comes(room, "raf", share=["Kenley"])
    for by, of in ((friend, whole), (friend, friend), (kenley, whole), (kenley, friend)):
        with barred("room.may_not_withdraw"):
            say(room, by, "withdraw", {"invitation": of.invitation})
    say(room, whole, "withdraw", {"invitation": kenley.invitation})
    assert kenley not in room.book.members and friend in room.book.members


# ---- counting what is hidden


def test_hidden_orders_leave_no_trace_with_who_waits_to_take_one_back() -> None:
    room = a_room()
    raf, ear = comes(room, "raf")
    luftwaffe, _ = comes(room, LW)
    give_all_and_begin(room, luftwaffe, raf)
    last = room.driver.match.last_order("raf")
    assert last is not None
    assert say(room, raf, "undo", {})["asked"] == [LW]
    room.spread()
    before = room.room_of(raf)
    assert before["undo"] is not None
    ear.heard.clear()
    heard = room.driver.number("raf")
    say(room, luftwaffe, "order", {"order": {"code": "done"}})
    room.spread()
    assert room.driver.number("raf") == heard, "the other side's word that it is done is not heard"
    assert room.room_of(raf) == before and ear.heard == []
    say(room, luftwaffe, "undo/answer", {"agree": True})
    assert room.driver.match.last_order("raf") != last and room.room_of(raf)["undo"] is None


def give_all_and_begin(room: GameRoom, luftwaffe: Member, raf: Member) -> None:
    """The plan is sealed, and a turn is played in which both order."""
    say(room, luftwaffe, "order", {"order": {"code": "seal"}})
    for _ in range(40):
        to_move = room.driver.asked_seats
        turn = room.driver.match.view("raf").common.turn
        if turn >= 2 and set(to_move) == {"raf", LW}:
            return
        for seat, member in (("raf", raf), (LW, luftwaffe)):
            if seat in to_move:
                listed = room.driver.choices(seat).listed
                code = next(order.code for order in listed if order.code in ("seal", "done"))
                say(room, member, "order", {"order": {"code": code}})
                break
    raise AssertionError("no turn came in which both are asked")


def test_that_the_other_side_is_done_takes_nobodys_word_back() -> None:
    room = a_room(scenario="18_august_1940")
    luftwaffe, _ = comes(room, LW)
    kenley, ear = comes(room, "raf", share=["Kenley"])
    comes(room, "raf", share=["Hornchurch"])
    begin_shared(room, luftwaffe)
    assert say(room, kenley, "order", {"order": {"code": "done"}}).get("ready") is True
    room.spread()
    assert room.room_of(kenley)["ready"] == [kenley.id]
    ear.heard.clear()
    say(room, luftwaffe, "order", {"order": {"code": "done"}})
    room.spread()
    assert LW not in room.driver.asked_seats
    assert room.room_of(kenley)["ready"] == [kenley.id] and ear.heard == []


def begin_shared(room: GameRoom, luftwaffe: Member) -> None:
    """On to where both sides are asked."""
    for _ in range(40):
        to_move = room.driver.asked_seats
        if set(to_move) == {"raf", LW}:
            return
        seat = to_move[0]
        code = next(order.code for order in room.driver.choices(seat).listed if order.code in ("seal", "done"))
        room.driver.give(seat, room.driver.match.game.order({"code": code}))
    raise AssertionError("no turn came in which both are asked")


def test_numbers_of_slips_and_notes_do_not_count_the_others() -> None:
    quiet, loud = a_room(THREE), a_room(THREE)
    lines = []
    for room in (quiet, loud):
        umpire, _ = comes(room, REFEREE)
        raf, _ = comes(room, "raf")
        luftwaffe, _ = comes(room, LW)
        numbers = []
        for _ in range(3):
            numbers.append(say(room, raf, "slip", {"text": "a word"})["slip"])
            say(room, raf, "note", {"to": "raf", "text": "x"})
            say(room, umpire, "note", {"to": "raf", "text": "x"})
            if room is loud:
                for _ in range(5):
                    say(room, luftwaffe, "slip", {"order": {"code": "seal"}})
                    say(room, luftwaffe, "note", {"to": REFEREE, "text": "x"})
                    say(room, umpire, "note", {"to": LW, "text": "x"})
        lines.append((numbers, [note["number"] for note in room.room_of(raf)["notes"]], room.room_of(raf)["slips"]))
        every = [slip.number for slip in room.book.slips]
        assert len(set(every)) == len(every), "the referee answers by them"
    assert lines[0] == lines[1]


def test_slips_and_notes_of_one_side_leave_the_others_their_room() -> None:
    room = a_room(THREE)
    raf, ear = comes(room, "raf")
    luftwaffe, _ = comes(room, LW)
    for _ in range(MOST_SLIPS):
        say(room, luftwaffe, "slip", {"text": "x"})
    with barred("room.too_many_slips"):
        say(room, luftwaffe, "slip", {"text": "x"})
    say(room, raf, "slip", {"text": "ours"})
    for _ in range(MOST_NOTES):
        say(room, raf, "note", {"to": "raf", "text": "x"})
    room.spread()
    before = room.room_of(raf)
    ear.heard.clear()
    for _ in range(MOST_NOTES + 1):
        say(room, luftwaffe, "note", {"to": LW, "text": "x"})
    room.spread()
    assert room.room_of(raf) == before and ear.heard == []


def test_what_may_be_asked_for_ever_is_answered_after_one_and_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prompt_answers: float
) -> None:
    monkeypatch.setattr(web, "_EVEN", prompt_answers)

    async def play(home: House) -> None:
        raf = await home.caller(a_day(home.host), "raf")
        number = str(raf.state["items"][0]["number"])

        async def looks() -> None:
            async with raf.session.get(f"{raf.url}/view", params={"number": number}, headers=raf.headers) as answer:
                assert answer.status == 200

        async def reads() -> None:
            async with raf.session.get(f"{raf.url}/hand_out", params={"id": "hAAAAAAAAA"}, headers=raf.headers) as answer:
                assert answer.status == 409

        asks = (looks, reads, lambda: refused(raf.say("order", order={"code": "done"}, number=9999), "sitting.late"))
        for ask in asks:
            began = time.monotonic()
            await ask()
            assert time.monotonic() - began >= 0.15, "how busy the room was is not to be seen by it"

    run(tmp_path, play)


# ---- ordering more


def test_nobody_takes_back_what_another_ordered_of_his_own_share() -> None:
    room = a_room(scenario="18_august_1940")
    comes(room, LW)
    kenley, _ = comes(room, "raf", share=["Kenley"])
    hornchurch, _ = comes(room, "raf", share=["Hornchurch"])
    begin_shared(room, kenley)
    unit = next(s.unit for s in room.driver.match.view("raf").squadrons if s.sector == "Kenley" and s.box == "available")
    say(room, kenley, "order", {"order": {"code": "readiness", "unit": unit, "box": "ready"}})
    with barred("room.not_yours"):
        say(room, hornchurch, "undo", {})
    assert say(room, kenley, "undo", {})["type"] == "accepted"


# ---- shutting others out


def test_one_slip_cannot_break_the_room() -> None:
    room = a_room(THREE)
    umpire, ear = comes(room, REFEREE)
    raf, _ = comes(room, "raf")
    order: Any = {"code": "done"}
    for depth in range(1, 400):
        order = {"code": "in_name", "seat": "raf", "order": order}
        if depth in (2, 3, 330, 399):
            with pytest.raises(BobError):
                say(room, raf, "slip", {"order": order, "text": "read this"})
    assert room.book.slips == ()
    say(room, raf, "slip", {"order": order["order"] and {"code": "in_name", "seat": "raf", "order": {"code": "done"}}})
    room.spread()
    assert page(situation_of(room, umpire, Looks("en"))) and ear.heard[-1]["slips"]


def test_strangers_who_guess_shut_nobody_out_who_has_a_key(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf = await home.caller(room, "raf")
        cheat = Caller(home.session, home.url, {**raf.joined, "token": "0" * 48})
        for _ in range(10):
            await refused(cheat.say("note", to="raf", text="x"), "room.no_member", 401)
        await refused(cheat.say("note", to="raf", text="x"), "room.too_often", 429)
        assert (await raf.say("note", to="raf", text="mine"))["type"] == "accepted"

    run(tmp_path, play)


def test_a_key_in_no_letters_is_a_wrong_key(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        await home.invite(room, "raf")
        heads = [f"GET /api/rooms/{room}/view?number=1", f"GET /room/{room}/leave", f"GET /room/{room}"]
        for head in heads:
            keys = f"Authorization: Bearer \xff\xfe\r\nCookie: bob-key-{room}=\xff\xfe\r\n"
            parts = f"{head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{keys}\r\n"
            reader, writer = await raw(home, parts.encode("latin-1"))
            assert (await asyncio.wait_for(reader.readline(), 10)).split()[1] == b"401", head
            writer.close()

    run(tmp_path, play)


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded; charset=none-such", "multipart/form-data", "multipart/form-data; boundary=a"],
)
def test_a_form_that_cannot_be_read_is_refused_in_words(tmp_path: Path, kind: str) -> None:
    async def play(home: House) -> None:
        async with home.session.post(
            f"{home.url}/join", data=b"--a\r\ngarbage", headers={"Content-Type": kind, "Accept": "text/html"}
        ) as answer:
            assert answer.status == 409 and "</html>" in await answer.text()

    run(tmp_path, play)


def test_invitations_are_not_heaped_up() -> None:
    room = a_room()
    raf, _ = comes(room, "raf")
    luftwaffe, _ = comes(room, LW)
    for _ in range(MOST_INVITATIONS - 1):
        made = say(room, raf, "invite", {"seat": "raf"})
    with barred("room.too_many_invitations"):
        say(room, raf, "invite", {"seat": "raf"})
    assert say(room, luftwaffe, "invite", {"seat": LW})["code"]
    say(room, raf, "withdraw", {"invitation": made["invitation"]})
    assert say(room, raf, "invite", {"seat": "raf"})["code"]
    assert len(room.book.invitations) == MOST_INVITATIONS + 1 + 1


def test_one_members_keys_push_out_no_others_answer() -> None:
    room = a_room(THREE)
    umpire, _ = comes(room, REFEREE)
    raf, _ = comes(room, "raf")
    luftwaffe, _ = comes(room, LW)
    say(room, umpire, "terms", {"terms": {"slips": True}})
    seal = {"order": {"code": "seal"}, "key": "k"}
    first = say(room, luftwaffe, "order", seal)
    say(room, umpire, "slip/answer", {"slip": first["slip"], "order": {"code": "seal"}})
    for _ in range(20):
        if "raf" in room.driver.asked_seats:
            break
        room.driver.give(LW, room.driver.choices(LW).listed[-1])
    for number in range(210):
        slip = say(room, raf, "order", {"order": {"code": "done"}, "key": f"{number}" * 1000})["slip"]
        say(room, umpire, "slip/answer", {"slip": slip, "text": "no"})
    assert say(room, luftwaffe, "order", seal) == first
    assert sum(len(key) for _, key in room._answers) < 10_000


def test_who_floods_with_letters_or_questions_has_to_wait(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        raf = await home.caller(a_day(home.host), "raf")
        with pytest.raises(RefusedThere) as found:
            for _ in range(100):
                await raf.say("note", to="raf", text="x")
        assert found.value.status == 429
        number = raf.state["items"][0]["number"]
        seen = set()
        for _ in range(4):
            asks = [raf.session.get(f"{raf.url}/view", params={"number": str(number)}, headers=raf.headers) for _ in range(60)]
            seen |= {answer.status for answer in await asyncio.gather(*asks)}
        assert seen == {200, 429}

    run(tmp_path, play)


# ---- in a browser


def test_a_page_that_will_not_say_whose_it_is_says_nothing(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        code = await home.invite(room, "raf")
        async with surfing(home) as raf:
            assert await raf.post("/join", {"code": code, "name": "Keith"}, Origin="null") and raf.status == 409
            await raf.join(room, code)
            assert raf.headers["Referrer-Policy"] == "same-origin", "so that a browser says of our forms that they are ours"
            await raf.post(f"/room/{room}/note", {"to": "raf", "text": "forged"}, Origin="null")
            assert raf.status == 409
            await raf.post(f"/room/{room}/note", {"to": "raf", "text": "mine"}, Origin=home.url)
            assert "forged" not in raf.tree.text and "mine" in raf.tree.text

    run(tmp_path, play)


def test_the_first_page_tells_no_stranger_what_rooms_there_are(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        async with surfing(home) as stranger:
            shown = []
            for name in (room, "AAAAA"):
                tree = await stranger.get("/", Cookie=f"bob-key-{name}=x")
                shown.append(tree.text.replace(name, "ROOM"))
            assert shown[0] == shown[1]

    run(tmp_path, play)


# ---- what others read


@pytest.mark.parametrize("name", ["Keith\u3164", "\u2800Keith", "Kei\ufe0fth", "Keith\U000e0100", "K\u034feith"])
def test_no_two_are_called_alike_by_letters_that_nobody_sees(name: str) -> None:
    room = a_room()
    code = room.invite("raf", uses=3)[1]
    room.join(code, "Keith")
    assert all(letter.isascii() for letter in room.join(code, name)[0].name)
    with pytest.raises(UsageError):
        room.join(code, "\u3164\ufe0f\u2800")


@pytest.mark.parametrize("code", ["\x1b[2J", "a\u202eb", "a\nb", " "])
def test_a_raids_name_can_be_read_as_it_stands(code: str) -> None:
    room = a_room()
    luftwaffe, _ = comes(room, LW)
    plan = encode(room.driver.match.view(LW).raids[0].plan)
    with pytest.raises(BobError) as found:
        say(room, luftwaffe, "order", {"order": {"code": "plan_raid", "plan": {**plan, "code": code}}})
    assert "plan.code" in [fault.key for fault in getattr(found.value, "faults", ())]


# ---- time


@pytest.mark.parametrize("kind", ["turn", "day"])
def test_orders_taken_back_win_no_time(kind: str) -> None:
    room = a_room(THREE)
    umpire, _ = comes(room, REFEREE)
    luftwaffe, _ = comes(room, LW)
    say(room, umpire, "terms", {"terms": {"clock": kind, "seconds": 100}})
    room.tick(1000.0)
    begun = room.room_of(luftwaffe)["clock"]
    assert begun == {"kind": kind, "left": 100, "since": 1000.0}
    code = room.driver.match.view(LW).raids[0].plan.code
    for now in range(1001, 1040):
        say(room, luftwaffe, "order", {"order": {"code": "drop_raid", "raid": code}})
        say(room, luftwaffe, "undo", {})
        say(room, umpire, "order", {"order": {"code": "note", "seat": LW, "text": "make haste"}})
        room.tick(float(now))
    assert room.room_of(luftwaffe)["clock"] == begun
    say(room, luftwaffe, "order", {"order": {"code": "seal"}})
    assert room.book.spent == ({LW: 39} if kind == "day" else {})


# ---- looking on


@pytest.mark.parametrize("scenario", ["one_raid", "lesson"])
def test_who_sees_the_truth_late_sees_nothing_of_how_a_day_begins(scenario: str) -> None:
    room = a_room(scenario=scenario)
    raid = room.driver.view(LW).raids[0].plan
    late, ear = comes(room, OBSERVER, delay=2)

    def seen() -> str:
        lines = [message for message in ear.heard if message["type"] != "room"]
        return "\n".join([str(lines), *(page(situation_of(room, late, Looks(lang))) for lang in ("en", "fr"))])

    turns = 0
    while turns < 2:
        assert not [secret for secret in (raid.primary, raid.units[0].unit) if secret and secret in seen()]
        assert "nothing to be seen" in seen()
        for seat in room.driver.asked_seats:
            closing = (order for order in room.driver.choices(seat).listed if order.code in CLOSING)
            room.driver.give(seat, next(closing, room.driver.company.anything(seat)))
        turns = room.hindsight.turns.now
        room.spread()
    assert raid.units[0].unit in seen() and "nothing to be seen" not in seen()
    assert next(m["type"] for m in ear.heard if m["type"] != "room") == "state"


def test_what_the_other_side_asks_of_the_referee_ends_no_question() -> None:
    room = a_room(THREE)
    room.agree_on_slips()
    referee, _ = comes(room, REFEREE)
    (raf, ear), (luftwaffe, _) = comes(room, "raf"), comes(room, LW)
    room.driver.give(LW, room.driver.company.anything(LW))
    while not all(room.driver.match.last_order(seat) for seat in ("raf", LW)):
        for seat in room.driver.asked_seats:
            room.driver.give(seat, room.driver.company.anything(seat))
    room.spread()
    assert say(room, raf, "undo", {})["asked"] == [REFEREE]
    room.spread()
    ear.heard.clear()
    assert say(room, luftwaffe, "undo", {})["asked"] == [REFEREE]
    room.spread()
    assert not ear.heard and room.room_of(raf)["undo"]["seat"] == "raf"
    say(room, referee, "undo/answer", {"agree": False, "seat": LW})
    room.spread()
    assert not ear.heard and room.room_of(luftwaffe)["undo"] is None and room.room_of(referee)["undo"]["seat"] == "raf"
    with barred("room.nobody_asks"):
        say(room, referee, "undo/answer", {"agree": True, "seat": LW})


# ---- at the door


def test_without_a_name_nobody_learns_of_a_room_or_wakes_it(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        for there in (room, "22222"):
            with pytest.raises(RefusedThere) as found:
                await Caller.join(home.session, home.url, f"{there}-22222-22222", " ")
            assert found.value.answer["key"] == "room.no_name"
        assert not home.host.is_awake(room)

    run(tmp_path, play)


@pytest.mark.slow
def test_who_comes_and_goes_without_end_has_to_wait(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf, code = await home.caller(room, "raf"), await home.invite(room, LW)
        with pytest.raises(RefusedThere) as found:
            for _ in range(300):
                await (await Caller.join(home.session, home.url, code, "Nobody")).say("leave")
        assert found.value.status == 429
        await raf.say("note", to="raf", text="still here")

    run(tmp_path, play)
