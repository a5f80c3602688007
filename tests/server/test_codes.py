"""Codes of invitations: what it costs to come in by one, and what a wrong one finds out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.core.seeds import fresh_letters
from bob.rooms import invitations
from bob.rooms.book import SeatInvitation
from bob.rooms.codes import LETTERS, code_digest, fresh_salt, is_name
from bob.rooms.room import GameRoom
from tests.server.test_cheats import a_room

SEATS = ("raf", "luftwaffe", REFEREE)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The codes and salts that were tried, each at the cost of one scrypt."""
    found = list[tuple[str, str]]()

    def counted(code: str, salt: str) -> str:
        found.append((code, salt))
        return code_digest(code, salt)

    monkeypatch.setattr(invitations, "code_digest", counted)
    return found


@contextmanager
def wrong() -> Iterator[None]:
    with pytest.raises(UsageError) as error:
        yield
    assert error.value.key == "room.wrong_code" and not error.value.values


def invited(room: GameRoom, count: int) -> list[str]:
    return [room.invite(SEATS[n % 3])[1] for n in range(count)]


def with_old(room: GameRoom, count: int) -> list[str]:
    """Put invitations into a room as they were made before codes held them; their codes."""
    made = [(f"{room.name}-{fresh_letters(5, LETTERS)}-{fresh_letters(5, LETTERS)}", fresh_salt()) for _ in range(count)]
    old = [SeatInvitation(f"i{n + 1}", SEATS[n % 3], salt, code_digest(code, salt)) for n, (code, salt) in enumerate(made)]
    room.book = replace(room.book, count=count, invitations=(*old, *room.book.invitations))
    return [code for code, _ in made]


def other(code: str, part: int) -> str:
    """A code that differs in one part."""
    parts = code.split("-")
    parts[part] = next(text for text in ("22222", "33333") if text != parts[part])
    return "-".join(parts)


@pytest.mark.parametrize("count", [1, 60])
def test_coming_in_costs_one_scrypt(tried: list[Any], count: int) -> None:
    room = a_room(dict.fromkeys(SEATS, "human"))
    codes = invited(room, count)
    for code in (codes[0], codes[-1]) if count > 1 else codes:
        tried.clear()
        member, _ = room.join(code.lower().replace("-", " "), "Keith")
        assert len(tried) == 1 and member.invitation == code.split("-")[1]


@pytest.mark.parametrize("count", [0, 1, 60])
@pytest.mark.parametrize("old", [0, 3])
def test_a_wrong_code_costs_one_scrypt_whatever_is_wrong(tried: list[Any], count: int, old: int) -> None:
    room = a_room(dict.fromkeys(SEATS, "human"))
    codes = invited(room, count)
    with_old(room, old)
    code = codes[-1] if codes else f"{room.name}-W8F3C-XH4DV-9TRPN"
    gone, made = room.invite("raf"), room.invite("raf")
    room.withdraw(gone[0].id)
    room.book = replace(
        room.book, invitations=tuple(replace(i, withdrawn=True) if i.id == made[0].id else i for i in room.book.invitations)
    )
    for each in (other(code, 0), other(code, 1), other(code, 2), other(code, 3), gone[1], made[1]):
        tried.clear()
        with wrong():
            room.join(each, "Keith")
        assert len(tried) == 1, each


def test_old_codes_still_open_and_are_tried_on_old_invitations_alone(tried: list[Any]) -> None:
    room = a_room(dict.fromkeys(SEATS, "human"))
    new = invited(room, 30)
    codes = with_old(room, 3)
    tried.clear()
    member, _ = room.join(codes[1], "Keith")
    assert (member.seat, member.invitation) == ("luftwaffe", "i2") and len(tried) == 3
    with pytest.raises(UsageError) as error:
        room.join(codes[1], "Albert")
    assert error.value.key == "room.used_up"
    for code in (other(codes[0], 2), f"{room.name}-{new[0][-11:]}"):
        tried.clear()
        with wrong():
            room.join(code, "Keith")
        assert len(tried) == 3
    room.withdraw("i1")
    with wrong():
        room.join(codes[0], "Keith")


def test_without_old_invitations_an_old_code_costs_one_scrypt(tried: list[Any]) -> None:
    room = a_room()
    code = room.invite("raf")[1]
    tried.clear()
    with wrong():
        room.join(f"{room.name}-{code[-11:]}", "Keith")
    assert len(tried) == 1


def test_no_name_tells_how_many_were_invited() -> None:
    quiet, loud = a_room(), a_room()
    for _ in range(20):
        loud.invite("luftwaffe")
    members = [room.join(room.invite("raf")[1], "Keith")[0] for room in (quiet, loud)]
    assert members[0].id == members[1].id
    names = [i.id for i in loud.book.invitations]
    assert len(set(names)) == 21 and all(is_name(name) for name in names) and names != sorted(names)


def test_no_two_invitations_of_a_room_have_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["AAAAA", "AAAAA", "BBBBB"])
    monkeypatch.setattr(invitations, "fresh_invitation", lambda: next(drawn))
    room = a_room()
    assert [room.invite("raf")[0].id for _ in range(2)] == ["AAAAA", "BBBBB"]
