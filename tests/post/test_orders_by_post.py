"""What becomes of the orders of an answer: which are given, which are not, and what the side is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bob.core.errors import Refused, UsageError
from bob.core.game import REFEREE
from bob.day.state.orders import Correct, Done, Note, Readiness, Scramble, SendTo, WentBack
from bob.driver import Driver
from bob.post import PostError, answer_name, doubts, invite_again, open_post, write_answer
from tests.post.posted import BOTH, DONE, Posted, the

PICK = {"code": "pick"}


@pytest.fixture
def posted(tmp_path: Path) -> Posted:
    """A lesson at the orders of its first turn."""
    return Posted.begun(tmp_path).planned()


def box_of(posted: Posted, unit: str) -> str:
    found = posted.sheet("raf").view.squadron(unit)
    assert found is not None
    return str(found.box)


def available(posted: Posted) -> list[str]:
    return [s.unit for s in posted.sheet("raf").view.squadrons if s.box == "available" and s.becoming is None]


def ready(posted: Posted) -> list[str]:
    return [s.unit for s in posted.sheet("raf").view.squadrons if s.box == "ready"]


def test_a_turns_orders_are_given_in_their_order_up_to_done(posted: Posted) -> None:
    units = ready(posted)[:2]
    posted.answer(
        "raf", [Scramble(units[0], 14, hex=posted.sheet("raf").view.squadron(units[0]).hex), Readiness(units[1], "available"), Done()]
    )
    messages = posted.call()
    assert [(n.key, n.values.get("given"), n.values.get("refused")) for n in messages if n.key == "taken"] == [("taken", 3, 0)]
    assert [order["code"] for _, order in posted.orders("raf")] == ["scramble", "readiness", "done"]
    assert posted.waiting() == ["luftwaffe"]


def test_a_refused_order_is_told_and_the_others_are_given_but_the_turn_is_not_ended(posted: Posted) -> None:
    unit = ready(posted)[0]
    posted.answer("raf", [SendTo(unit, 12, track=77), Readiness(unit, "available"), Done()])
    posted.call()
    assert [order["code"] for _, order in posted.orders("raf")] == ["readiness"]
    turn_file = posted.sheet("raf")
    assert turn_file.head.sheet == 2 and not turn_file.over and turn_file.choices.listed == (Done(),)
    refused, kept_back = turn_file.notes
    assert refused.startswith("Not given: Vector") and "[OPS-" in refused
    assert kept_back.startswith("Kept back") and "No more orders" in kept_back
    assert refused in page_of(posted, "raf")
    posted.answer("raf", [DONE])
    posted.call()
    assert [order["code"] for _, order in posted.orders("raf")] == ["readiness", "done"]


def page_of(posted: Posted, seat: str) -> str:
    import html

    return html.unescape(posted.sheet_file(seat).read_text("ascii"))


def test_who_says_so_has_the_turn_go_on_all_the_same(posted: Posted) -> None:
    posted.answer("raf", [SendTo(ready(posted)[0], 12, track=77), Done()], go_on=True)
    posted.call()
    assert [order["code"] for _, order in posted.orders("raf")] == ["done"]
    posted.answer("luftwaffe", [DONE])
    posted.call()
    assert posted.sheet("raf").notes[0].startswith("Not given: Vector")


def test_what_comes_after_the_end_of_the_turn_is_not_given_and_told(posted: Posted) -> None:
    unit = ready(posted)[0]
    posted.answer("raf", [Done(), Readiness(unit, "available"), Done()])
    posted.call()
    posted.answer("luftwaffe", [DONE])
    posted.call()
    assert [order["code"] for _, order in posted.orders("raf")] == ["done"]
    assert [note[:30] for note in posted.sheet("raf").notes] == ["Not given, since it came after"] * 2


def test_no_order_of_the_game_is_told_as_it_stands(posted: Posted) -> None:
    turn_file, invitation = posted.sheet("raf"), posted.invitation("raf")
    with pytest.raises(Refused):
        write_answer(turn_file, [{"code": "fly_to_the_moon"}], posted.inbox / answer_name(turn_file), invitation)
    assert list(posted.inbox.glob("raf*")) == []
    from bob.post.answer import KIND
    from bob.post.keys import SigningKey
    from bob.post.signed import opened, signed

    path = posted.answer("raf", [DONE])
    head, _ = opened(KIND, path.read_text("ascii")).lines
    odd: list[Any] = [{"code": "fly_to_the_moon"}, 7, [[]], None, {"code": "readiness", "unit": ["<b>"], "box": {}}, {"code": "scramble"}]
    path.write_text(signed(KIND, [head, *({"order": o} for o in odd), {"order": DONE}], SigningKey(invitation.key).sign)[0])
    posted.call()
    assert posted.orders("raf") == []
    assert len(posted.sheet("raf").notes) == 7
    assert "<b>" not in posted.sheet_file("raf").read_text("ascii")


def test_both_sides_answers_in_one_call_end_the_turn(posted: Posted) -> None:
    turn = posted.sheet("raf").view.turn
    for seat in BOTH:
        posted.answer(seat, [DONE])
    posted.call()
    assert {posted.sheet(seat).view.turn for seat in BOTH} == {turn + 1}


def test_the_later_version_counts_as_long_as_none_was_taken(posted: Posted) -> None:
    unit = ready(posted)[0]
    path = posted.answer("raf", [DONE])
    older = path.read_bytes()
    posted.answer("raf", [Readiness(unit, "available"), Done()])
    (posted.inbox / "raf-0001.orders (conflicted copy).jsonl").write_bytes(older)
    messages = posted.call()
    assert [order["code"] for _, order in posted.orders("raf")] == ["readiness", "done"]
    assert [n.key for n in messages].count("second") == 1
    posted.answer("luftwaffe", [DONE])
    posted.call()
    assert [note[:22] for note in posted.sheet("raf").notes] == ["Another answer of your"]
    posted.call()
    posted.answer("raf", [DONE])
    posted.answer("luftwaffe", [DONE])
    posted.call()
    assert posted.sheet("raf").notes == (), "it is said once"


def test_an_answer_is_not_written_over_the_answer_to_another_sheet(posted: Posted) -> None:
    path = posted.answer("raf", [DONE], "mine.jsonl")
    before = path.read_bytes()
    posted.answer("luftwaffe", [DONE])
    posted.call()
    with pytest.raises(PostError, match="another sheet"):
        posted.answer("raf", [DONE], "mine.jsonl")
    assert path.read_bytes() == before
    turn_file = posted.sheet("raf")
    with pytest.raises(PostError, match="another game"):
        write_answer(turn_file, [DONE], posted.inbox / "x.jsonl", posted.invitation("luftwaffe"))


def test_doubts_are_what_the_game_then_refuses(posted: Posted) -> None:
    turn_file, unit = posted.sheet("raf"), ready(posted)[0]
    good, bad = Readiness(unit, "available"), SendTo(unit, 12, track=77)
    found = doubts(turn_file, [good, bad, Done()])
    assert [order for order, _ in found] == [bad]
    posted.answer("raf", [bad])
    posted.call()
    assert found[0][1].rule is not None and found[0][1].rule in posted.sheet("raf").notes[0]


# The referee meanwhile


def test_a_note_of_the_referee_takes_no_sheet_away(posted: Posted) -> None:
    driver = Driver.open(posted.file, {"day": the("day")})
    driver.match.play(REFEREE, Note("raf", "Fog over Tangmere"))
    driver.close()
    before = posted.sheet_file("raf").read_bytes()
    posted.answer("raf", [DONE])
    posted.answer("luftwaffe", [DONE])
    assert posted.sheet_file("raf").read_bytes() == before
    posted.call()
    assert any("Fog over Tangmere" in str(event.data) for _, event in posted.sheet("raf").fresh)


def test_a_sheet_is_replaced_when_the_referee_goes_back_and_what_answers_it_is_told(posted: Posted) -> None:
    for seat in BOTH:
        posted.answer(seat, [DONE])
    posted.call()
    late = posted.answer("raf", [DONE], "late.jsonl").read_bytes()
    (posted.inbox / "late.jsonl").unlink()
    second = posted.sheet("raf").head.sheet
    driver = Driver.open(posted.file, {"day": the("day")})
    driver.match.go_back(1, WentBack(False, tuple(BOTH)))
    driver.close()
    posted.call()
    again = posted.sheet("raf")
    assert again.head.sheet == second + 1 and again.view.turn == 1
    assert again.notes == (f"Sheet {second} does not count any more: this one takes its place.",)
    (posted.inbox / "late.jsonl").write_bytes(late)
    messages = posted.call()
    assert [n.key for n in messages if n.key not in ("sheet", "waits")] == ["replaced"]
    assert posted.orders("raf") == []


def test_what_the_referee_set_right_may_make_an_order_refused(posted: Posted) -> None:
    unit = ready(posted)[0]
    posted.answer("raf", [Scramble(unit, 14, hex=posted.sheet("raf").view.squadron(unit).hex), Done()])
    driver = Driver.open(posted.file, {"day": the("day")})
    driver.match.play(REFEREE, Correct("squadron_box", unit, "available", "as it was"))
    driver.close()
    posted.call()
    assert [order["code"] for _, order in posted.orders("raf")] == []
    assert [note.split(":")[0] for note in posted.sheet("raf").notes] == [
        "Not given",
        "Kept back, since an order before it was refused",
    ]


# Keys


def test_a_new_invitation_makes_the_old_key_worthless(posted: Posted) -> None:
    old = posted.invitation("raf")
    turn_file = posted.sheet("raf")
    driver = posted.opened()
    invite_again(driver, "raf", "en", posted.out)
    with pytest.raises(UsageError):
        invite_again(driver, "axis", "en", posted.out)
    with pytest.raises(UsageError):
        open_post(driver, {}, "en", posted.out)
    driver.close()
    new = posted.invitation("raf")
    assert new.key != old.key and (new.post, new.office) == (old.post, old.office)
    path = write_answer(turn_file, [DONE], posted.inbox / answer_name(turn_file), old)
    messages = posted.call()
    assert [n.values["why"].key for n in messages if n.key == "bad"] == ["post.bad.signature"]
    path.unlink()
    write_answer(turn_file, [DONE], posted.inbox / answer_name(turn_file), new)
    posted.call()
    assert len(posted.orders("raf")) == 1


def test_a_seat_whose_name_is_no_name_of_a_folder_is_refused(tmp_path: Path) -> None:
    players = [{"seat": seat, "side": side, "aircraft": [{"type": kind, "at": at, "facing": 2}]} for seat, side, kind, at in (
        ("../raf", "raf", "spitfire_i", "0803"), ("luftwaffe", "luftwaffe", "bf_109e", "1103"))]  # fmt: skip
    driver = Driver.new(the("hexes"), "duel", "7", {"players": players}, {"../raf": "human", "luftwaffe": "human"}, tmp_path / "a.bob1940")
    (tmp_path / "to").mkdir()
    with pytest.raises(UsageError) as error:
        open_post(driver, {}, "en", tmp_path / "to")
    driver.close()
    assert error.value.key == "post.seat_name" and list((tmp_path / "to").iterdir()) == [] and not (tmp_path / "raf").exists()
