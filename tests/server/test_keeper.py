"""Somebody hosts and plays: what he may do with the other side's places, who may look on, and what a cheat gets of it."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.errors import Refused, UsageError
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.driver import Driver
from bob.games import kit
from bob.rooms.agreements import AWAY, LEAST_DELAY
from bob.rooms.book import OBSERVER, Member, RoomBook
from bob.rooms.commands import say
from bob.rooms.invitations import MOST_DOINGS
from bob.rooms.room import GameRoom

BOTH = {"raf": "human", "luftwaffe": "human"}


class Line:
    def __init__(self, member: Member) -> None:
        self.member = member.id
        self.last: Any = None
        self.notice: list[Any] = []

    def send(self, *messages: Any) -> None:
        self.notice += messages


class Evening:
    """Hugh hosts and plays the RAF; Albert has come for the Luftwaffe."""

    def __init__(self, seats: dict[str, str] = BOTH) -> None:
        self.room = GameRoom(Driver.new(kit("day").make(), "one_raid", "keeper", {}, seats), RoomBook("7KQ2M"))
        _, own = self.room.invite("raf", keeper=True)
        self.offer, self.code = self.room.invite("luftwaffe")
        self.hugh, _ = self.room.join(own, "Hugh")
        self.albert, self.key = self.room.join(self.code, "Albert")
        self.room.tick(0.0)

    def come(self, member: Member) -> Line:
        line = Line(member)
        self.room.come(line, None)
        return line

    def says(self, member: Member, name: str, **data: Any) -> dict[str, Any]:
        return say(self.room, member, name, data)

    def refused(self, member: Member, name: str, **data: Any) -> str:
        with pytest.raises((Refused, UsageError)) as found:
            self.says(member, name, **data)
        return found.value.key

    @property
    def register(self) -> list[tuple[str, str, str, str]]:
        return [(d.what, d.name, d.whose, d.by) for d in self.room.book.register]

    @property
    def names(self) -> list[str]:
        return [member.name for member in self.room.book.members]


def test_the_one_who_hosts_asks_before_the_other_side_goes() -> None:
    evening = Evening()
    line = evening.come(evening.albert)
    assert evening.says(evening.hugh, "withdraw", invitation=evening.offer.id) == {"type": "accepted", "asked": True}
    assert evening.names == ["Hugh", "Albert"]
    assert evening.room.room_of(evening.albert)["asked"] == [{"kind": "away", "name": "Hugh", "seat": "raf", "delay": 0, "answer": True}]
    for now in (10.0, AWAY + 20, 10 * AWAY):
        assert not evening.room.tick(now), "who is there and says nothing stays"
    evening.says(evening.albert, "withdraw/answer", agree=False)
    assert evening.names == ["Hugh", "Albert"] and evening.register[-1] == ("declined", "Albert", "luftwaffe", "Hugh")
    evening.says(evening.hugh, "withdraw", invitation=evening.offer.id)
    evening.says(evening.albert, "withdraw/answer", agree=True)
    assert evening.names == ["Hugh"] and line.notice[-1] == {"type": "bye", "by": "Hugh", "seat": "raf"}
    assert evening.room.member_of(evening.key) is None and evening.room.sent_away(evening.key) is not None
    _, code = evening.room.invite("luftwaffe", by=evening.hugh)
    evening.room.join(code, "Albert")
    account = evening.room.room_of(evening.room.book.members[-1])["register"]
    assert [d["what"] for d in account] == ["came", "came", "asked", "declined", "asked", "withdrawn", "invited", "came"]


def test_who_has_lost_his_key_is_gone_after_a_while_and_not_sooner() -> None:
    evening = Evening()
    line = evening.come(evening.albert)
    evening.says(evening.hugh, "withdraw", invitation=evening.offer.id)
    evening.room.tick(100.0)
    evening.room.go(line)
    assert not evening.room.tick(100.0 + AWAY - 1) and "Albert" in evening.names
    assert evening.room.tick(100.0 + AWAY + 1) and evening.names == ["Hugh"]
    assert evening.register[-1] == ("withdrawn", "Albert", "luftwaffe", "Hugh")
    assert evening.refused(evening.albert, "note", to="luftwaffe", text="still here") == "room.no_member"


def test_no_spy_is_let_in_while_the_other_side_is_there() -> None:
    evening = Evening()
    assert evening.refused(evening.hugh, "invite", seat="luftwaffe") == "room.seat_invited"
    assert evening.refused(evening.albert, "invite", seat="raf") == "room.may_not_invite"
    assert evening.refused(evening.albert, "withdraw", invitation=evening.room.book.invitations[0].id) == "room.may_not_withdraw"
    own = evening.hugh.invitation
    assert evening.refused(evening.hugh, "withdraw", invitation=own) == "room.may_not_withdraw"
    evening.room.leave(evening.albert)
    assert evening.refused(evening.hugh, "invite", seat="luftwaffe") == "room.seat_invited", "his invitation stands still"
    evening.says(evening.hugh, "withdraw", invitation=evening.offer.id)
    code = evening.says(evening.hugh, "invite", seat="luftwaffe")["code"]
    spy, _ = evening.room.join(code, "Nobody")
    evening.room.leave(spy)
    albert, _ = evening.room.join(code, "Albert")
    account = evening.room.room_of(albert)["register"]
    assert [(d["what"], d["name"]) for d in account if d["name"] == "Nobody"] == [("came", "Nobody"), ("left", "Nobody")], (
        "he sees who was here"
    )


def test_where_a_referee_sits_the_host_is_a_player_like_others() -> None:
    evening = Evening(BOTH | {REFEREE: "human"})
    assert evening.refused(evening.hugh, "withdraw", invitation=evening.offer.id) == "room.may_not_withdraw"
    evening.room.leave(evening.albert)
    assert evening.refused(evening.hugh, "invite", seat="luftwaffe") == "room.may_not_invite"


def test_a_player_lets_others_look_on_at_his_own_side_and_at_nothing_else() -> None:
    evening = Evening()
    for data in ({"side": "luftwaffe"}, {"side": "luftwaffe", "delay": 900}, {"side": "raf", "share": ["Kenley"]}):
        assert evening.refused(evening.hugh, "invite", seat=OBSERVER, **data) == "room.may_not_invite"
    for data in ({}, {"delay": LEAST_DELAY}, {"delay": 1000}):
        assert evening.refused(evening.hugh, "invite", seat=OBSERVER, **data) == "room.no_gallery"
    made = evening.says(evening.hugh, "invite", seat=OBSERVER, side="raf")
    watcher, _ = evening.room.join(made["code"], "Mary")
    line = evening.come(watcher)
    assert next(m for m in line.notice if m["type"] == "state")["seat"] == "raf"
    assert evening.refused(watcher, "invite", seat=OBSERVER, side="raf") == "room.may_not_invite"
    assert evening.refused(evening.albert, "withdraw", invitation=made["invitation"]) == "room.may_not_withdraw"
    evening.says(evening.hugh, "withdraw", invitation=made["invitation"])
    assert line.notice[-1]["type"] == "bye"


def test_the_truth_is_looked_on_at_by_leave_of_both_sides_alone() -> None:
    evening = Evening()
    assert evening.refused(evening.hugh, "gallery", delay=LEAST_DELAY - 1) == "room.gallery_delay"
    assert evening.says(evening.hugh, "gallery", delay=12)["asked"]
    assert evening.refused(evening.hugh, "gallery/answer", agree=True) == "room.nobody_asks", "nobody agrees with himself"
    evening.says(evening.albert, "gallery/answer", agree=False)
    assert evening.refused(evening.hugh, "invite", seat=OBSERVER, delay=12) == "room.no_gallery"
    evening.says(evening.hugh, "gallery", delay=12)
    evening.says(evening.albert, "gallery/answer", agree=True, delay=12)
    assert evening.refused(evening.hugh, "invite", seat=OBSERVER, delay=11) == "room.no_gallery"
    made = evening.says(evening.hugh, "invite", seat=OBSERVER, delay=12)
    mary, _ = evening.room.join(made["code"], "Mary")
    line = evening.come(mary)
    assert {m["type"] for m in line.notice} == {"room"}, "of a day that begins there is nothing to be seen twelve turns late"
    assert evening.refused(mary, "note", to="raf", text="they come by Dover") == "room.no_reader"
    assert ("invited", "", OBSERVER, "Hugh") in evening.register
    evening.says(evening.albert, "gallery", delay=0)
    assert line.notice[-1]["type"] == "bye" and evening.room.book.gallery == 0 and "Mary" not in evening.names


def test_a_part_of_a_side_agrees_to_nothing_for_it() -> None:
    evening = Evening()
    view = evening.room.driver.view("luftwaffe")
    part = sorted({unit.unit.rpartition("/")[2] for raid in view.raids for unit in raid.plan.units})[0]
    made = evening.says(evening.albert, "invite", seat="luftwaffe", share=[part])
    helper, _ = evening.room.join(made["code"], "Erhard")
    evening.says(evening.hugh, "gallery", delay=12)
    assert evening.refused(helper, "gallery/answer", agree=True) == "room.nobody_asks"
    assert evening.refused(helper, "gallery", delay=12) == "room.may_not_invite"
    assert evening.refused(helper, "withdraw/answer", agree=True) == "room.nobody_asks"


def test_nobody_agrees_for_another_to_go() -> None:
    evening = Evening()
    evening.room.leave(evening.albert)
    evening.says(evening.hugh, "withdraw", invitation=evening.offer.id)
    assert evening.refused(evening.hugh, "invite", seat="luftwaffe", uses=2) == "room.uses", "the second place would be his own"
    offer, code = evening.room.invite("luftwaffe", uses=2)
    albert, spy = evening.room.join(code, "Albert")[0], evening.room.join(code, "Nobody")[0]
    line = evening.come(albert)
    evening.says(evening.hugh, "withdraw", invitation=offer.id)
    evening.says(spy, "withdraw/answer", agree=True)
    assert evening.room.member_of(evening.key) is None and "Albert" in evening.names and line.notice[-1]["type"] != "bye"
    assert [one["answer"] for one in evening.room.room_of(spy)["asked"]] == [False]
    assert not evening.room.tick(10 * AWAY) and "Albert" in evening.names, "he is there, and has not said yes"
    evening.says(albert, "withdraw/answer", agree=True)
    assert evening.names == ["Hugh"]


def test_who_agrees_to_be_looked_on_agrees_to_what_he_was_asked() -> None:
    evening = Evening()
    evening.says(evening.hugh, "gallery", delay=24)
    evening.says(evening.hugh, "gallery", delay=LEAST_DELAY)  # in the moment before the answer to the first comes
    assert evening.refused(evening.albert, "gallery/answer", agree=True, delay=24) == "room.nobody_asks"
    assert evening.room.book.gallery == 0
    evening.says(evening.albert, "gallery/answer", agree=True, delay=LEAST_DELAY)
    assert evening.room.book.gallery == LEAST_DELAY


@pytest.mark.slow
def test_nobody_strikes_what_he_did_by_coming_and_going() -> None:
    evening = Evening()
    evening.says(evening.hugh, "withdraw", invitation=evening.offer.id)
    evening.says(evening.albert, "withdraw/answer", agree=True)
    code = evening.says(evening.hugh, "invite", seat="raf", uses=100)["code"]
    for number in range(MOST_DOINGS + 1):
        evening.room.leave(evening.room.join(code, f"Friend {number}")[0])
    assert ("withdrawn", "Albert", "luftwaffe", "Hugh") in evening.register
    assert len([line for line in evening.register if line[2] == "raf"]) == MOST_DOINGS


def test_who_hosts_lets_no_officer_order_for_the_other_side() -> None:
    evening = Evening()
    terms: dict[str, Any] = {"clock": "turn", "seconds": 0, "deputies": {"luftwaffe": "kesselring"}}
    assert evening.refused(evening.hugh, "terms", terms=terms) == "room.not_their_deputy"
    evening.says(evening.hugh, "terms", terms={"deputies": {"raf": "park"}})
    evening.room.leave(evening.albert)
    held = {"deputies": {"luftwaffe": "kesselring"}, "away": 600}
    evening.says(evening.hugh, "terms", terms=held)
    evening.room.join(evening.code, "Albert")
    for more in ({"away": 5}, terms, {"clock": "turn", "seconds": 1}):
        assert evening.refused(evening.hugh, "terms", terms=held | more) == "room.not_their_deputy"
    evening.says(evening.hugh, "terms", terms=held | {"away": 900})
    evening.says(evening.hugh, "terms", terms=terms | {"deputies": {}})


def test_who_hosts_wins_no_time_by_new_terms() -> None:
    evening = Evening()
    seat = evening.room.driver.asked_seats[0]
    one = evening.hugh if seat == "raf" else evening.albert
    evening.come(one)
    evening.says(evening.hugh, "terms", terms={"clock": "turn", "seconds": 300})
    evening.room.tick(10.0)
    for minute in range(1, 4):
        evening.room.tick(60.0 * minute)
        evening.says(evening.hugh, "terms", terms={"clock": "turn", "seconds": 300, "away": 100 + minute})
    clock = evening.room.room_of(one)["clock"]
    assert clock is not None and clock["since"] == 10.0


# ---- teams


class TeamEvening(Evening):
    """Two against two: Hugh hosts and plays for the Axis, Albert has come for the Allies; a seat of each side is empty."""

    def __init__(self) -> None:
        game, players = kit("air_war").make(), {"axis_players": 2, "allied_players": 2}
        seats = dict.fromkeys(("axis", "axis_2", "allied", "allied_2"), "human")
        self.room = GameRoom(Driver.new(game, "london", "keeper", {"missions": 2, **players}, seats), RoomBook("7KQ2M"))
        _, own = self.room.invite("axis", keeper=True)
        self.offer, self.code = self.room.invite("allied")
        self.hugh, _ = self.room.join(own, "Hugh")
        self.albert, self.key = self.room.join(self.code, "Albert")
        self.room.tick(0.0)


def test_who_hosts_gets_nobody_to_an_empty_seat_of_the_other_team() -> None:
    evening = TeamEvening()
    assert evening.refused(evening.hugh, "invite", seat="allied_2") == "room.seat_invited"
    evening.room.leave(evening.albert)
    assert evening.refused(evening.hugh, "invite", seat="allied_2") == "room.seat_invited", "Albert can still come back"


def test_each_player_of_a_team_invites_one_partner_to_an_empty_seat() -> None:
    evening = TeamEvening()
    assert evening.refused(evening.albert, "invite", seat="axis_2") == "room.may_not_invite"
    assert evening.refused(evening.albert, "invite", seat="allied_2", uses=2) == "room.uses"
    first = evening.says(evening.albert, "invite", seat="allied_2")
    assert evening.refused(evening.albert, "invite", seat="allied_2") == "room.seat_invited"
    assert not evening.says(evening.albert, "withdraw", invitation=first["invitation"])["asked"], "an unused invitation"
    made = evening.says(evening.albert, "invite", seat="allied_2")
    erhard, _ = evening.room.join(made["code"], "Erhard")
    assert erhard.seat == "allied_2" and ("invited", "", "allied_2", "Albert") in evening.register
    assert evening.says(evening.albert, "withdraw", invitation=made["invitation"])["asked"], "Erhard is asked"
    evening.says(evening.hugh, "invite", seat="axis_2")


def test_who_hosts_lets_no_officer_order_for_an_empty_seat_of_the_other_team() -> None:
    evening = TeamEvening()
    assert evening.refused(evening.hugh, "terms", terms={"deputies": {"allied_2": "random"}}) == "room.not_their_deputy"
    evening.says(evening.hugh, "terms", terms={"deputies": {"axis_2": "random"}})


def test_an_invitation_at_the_machine_to_a_team_that_has_come_is_in_the_register() -> None:
    evening = TeamEvening()
    evening.room.invite("allied_2")
    assert ("invited", "", "allied_2", "") in evening.register


@pytest.mark.parametrize(
    ("name", "scenario", "options", "sides"),
    [
        ("air_war", "london", {"axis_players": 2, "allied_players": 3}, {2, 3}),
        ("carriers", "midway", {"allied_players": 3}, {1, 3}),
        ("hexes", "six_players", {}, {3}),
        ("cards", "teams", {}, {2, 3}),
        ("cards", "free_for_all", {}, {1}),
    ],
)
def test_a_game_knows_the_seats_of_a_side(name: str, scenario: str, options: dict[str, Any], sides: set[int]) -> None:
    match: Match[Any] = Match.new(kit(name).make(), scenario, 1, options)
    game, position = match.game, match.position
    seats = game.seats(position)
    found = {seat: game.allies(position, seat) for seat in seats}
    assert {len(side) for side in found.values()} == sides
    assert all(seat in side and all(found[other] == side for other in side) for seat, side in found.items())
