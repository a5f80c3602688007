"""Everything that can lie in the folder of answers: none of it is given, none of it stands in the way, each is told in words."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.errors import BobError
from bob.post import PostError, SigningKey, read_invitation, read_turn_file
from bob.post.answer import answer_of, read_answer
from bob.post.keys import signed_by
from bob.post.letterbox import letters
from bob.post.signed import MOST
from bob.words import LANGUAGES, Words
from tests.post.posted import DONE, Posted, forged
from tests.sizes import fifth


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Posted:
    """A lesson at its first orders, which each test plays a copy of."""
    return Posted.begun(tmp_path_factory.mktemp("kept")).planned()


@pytest.fixture
def posted(kept: Posted, tmp_path: Path) -> Posted:
    shutil.copytree(kept.folder, tmp_path / "here")
    return Posted(tmp_path / "here")


def whys(posted: Posted) -> dict[str, str]:
    """What the office says of the files that it did not take; told in both languages."""
    found = {}
    for messages in posted.call():
        lines = [messages.describe(Words(language)) for language in LANGUAGES]
        assert all("{" not in text and "post." not in text.replace("-post.", "") for text in lines), lines
        if messages.key == "bad":
            found[messages.values["file"]] = messages.values["why"].key.removeprefix("post.bad.")
    return found


def raw(posted: Posted) -> bytes:
    """A good answer of the RAF, taken out of the folder again."""
    path = posted.answer("raf", [DONE], "good.jsonl")
    content = path.read_bytes()
    path.unlink()
    return content


BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", "half"),
    "blank": (lambda _: b"\n \r\n", "half"),
    "zeros": (lambda good: bytes(len(good)), "half"),
    "half zeros": (lambda good: good[:200] + bytes(len(good) - 200), "half"),
    "cut": (lambda good: good[: len(good) // 2], "half"),
    "without its end": (lambda good: b"\n".join(good.splitlines()[:-1]), "half"),
    "without its middle": (lambda good: b"\n".join([good.splitlines()[0], good.splitlines()[-1]]), "half"),
    "twice in one": (lambda good: good + good, "half"),
    "text": (lambda _: "Scramble everything! – Dowding".encode(), "no_lines"),
    "mail": (lambda good: b"From: a@b.c\nSubject: orders\n\n" + good, "no_lines"),
    "latin 1": (lambda _: "été".encode("latin-1"), "encoding"),
    "picture": (lambda _: b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "encoding"),
    "huge": (lambda good: good + b" " * MOST, "huge"),
    "other lines": (lambda good: good.replace(b"bob_post_answer", b"bob_post_sheet_"), "no_answer"),
    "later form": (lambda good: good.replace(b'"form":1', b'"form":2'), "form"),
    "a letter changed": (lambda good: good.replace(b'"code":"done"', b'"code":"Done"'), "signature"),
    "another sheet": (lambda good: good.replace(b'"sheet":1', b'"sheet":9'), "signature"),
    "another seat": (lambda good: good.replace(b'"seat":"raf"', b'"seat":"luftwaffe"'), "signature"),
    "a seat that there is not": (lambda good: good.replace(b'"seat":"raf"', b'"seat":"axis"'), "no_seat"),
    "nested": (lambda good: good.replace(b'{"code":"done"}', b"[" * 500 + b"]" * 500), "no_lines"),
    "nested without end": (lambda good: good.replace(b'{"code":"done"}', b"[" * 90000), "no_lines"),
    "a sheet": (lambda good: b"<!DOCTYPE html><html></html>", "no_lines"),
    "no object": (lambda good: good.replace(good.splitlines()[0], b"{}"), "no_answer"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_told_and_does_nothing(name: str, posted: Posted) -> None:
    spoil, why = BAD[name]
    good = raw(posted)
    spoilt = spoil(good)
    assert spoilt != good
    before = posted.entries()
    (posted.inbox / "bad.jsonl").write_bytes(spoilt)
    assert whys(posted) == {"bad.jsonl": why}
    assert posted.entries() == before
    assert (posted.inbox / "bad.jsonl").read_bytes() == spoilt, "nothing in the folder is changed"
    # It does not stand in the way of a good one, and what was half may be whole the next time.
    (posted.inbox / "bad.jsonl").write_bytes(good)
    assert whys(posted) == {} and len(posted.orders("raf")) == 1


GOOD: dict[str, Callable[[bytes], bytes]] = {
    "line ends of another system": lambda good: good.replace(b"\n", b"\r\n"),
    "old line ends": lambda good: good.replace(b"\n", b"\r"),
    "a mark of order": lambda good: b"\xef\xbb\xbf" + good,
    "UTF-16": lambda good: good.decode().encode("utf-16"),
    "blank lines": lambda good: b"\n\n" + good.replace(b"\n", b"\n \n"),
    "without the last line end": lambda good: good.rstrip(b"\n"),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_mail_and_editors_do_to_lines_does_not_matter(name: str, posted: Posted) -> None:
    changed = GOOD[name](raw(posted))
    (posted.inbox / "raf.txt").write_bytes(changed)
    assert whys(posted) == {} and len(posted.orders("raf")) == 1


def test_the_same_file_twice_late_and_in_copies_is_given_once(posted: Posted) -> None:
    good = raw(posted)
    for name in ("raf-0001.orders.jsonl", "raf-0001.orders (1).jsonl", "raf-0001.orders.sync-conflict-20260101.jsonl", "x"):
        (posted.inbox / name).write_bytes(good)
    posted.call()
    posted.answer("luftwaffe", [DONE])
    for _ in range(3):
        assert whys(posted) == {}
    assert len(posted.orders("raf")) == 1
    assert posted.sheet("raf").head.sheet == 2 and posted.sheet("raf").notes == ()


def test_answers_that_come_in_any_order_are_given_as_they_fit(posted: Posted) -> None:
    """The answers of three turns, kept away and then put there at once and in reverse, in a copy of the game of the beginning."""
    copy = posted.folder.parent / "copy"
    shutil.copytree(posted.folder, copy)
    kept = []
    for turn in range(3):
        kept += [posted.answer(seat, [DONE], f"{seat}-{turn}") for seat in ("raf", "luftwaffe")]
        posted.call()
    restored = Posted(copy)
    for number, path in enumerate(reversed(kept)):
        shutil.copyfile(path, restored.inbox / f"{number}")
    restored.call()
    assert restored.entries() == posted.entries()
    assert restored.sheet_file("raf").read_bytes() == posted.sheet_file("raf").read_bytes()


def test_an_answer_of_another_game_is_told(posted: Posted, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Posted.begun(tmp_path / "other").planned()
    path = other.answer("raf", [DONE])
    shutil.copyfile(path, posted.inbox / "other.jsonl")
    assert whys(posted) == {"other.jsonl": "game"}
    # Nor does its key open this game when somebody signs for it.
    forged(posted.inbox / "other.jsonl", other.invitation("raf").key, post=posted.invitation("raf").post)
    assert whys(posted) == {"other.jsonl": "signature"}
    forged(posted.inbox / "other.jsonl", posted.invitation("raf").key, post=posted.invitation("raf").post)
    assert whys(posted) == {"other.jsonl": "no_such_sheet"}
    with pytest.raises(PostError) as error:
        read_turn_file(other.sheet_file("raf"), posted.invitation("raf"))
    assert error.value.key == "post.bad.game"


def test_one_side_cannot_order_for_the_other(posted: Posted) -> None:
    path = posted.answer("raf", [DONE])
    forged(path, posted.invitation("luftwaffe").key)
    assert whys(posted) == {path.name: "signature"}
    forged(path, posted.invitation("luftwaffe").key, seat="luftwaffe")
    assert whys(posted) == {path.name: "no_such_sheet"}
    assert posted.orders("raf") == posted.orders("luftwaffe")[1:] == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_links_pipes_folders_and_hidden_files_are_not_followed(posted: Posted) -> None:
    good = raw(posted)
    (posted.folder / "outside").write_bytes(good)
    (posted.inbox / "link").symlink_to(posted.folder / "outside")
    (posted.inbox / "endless").symlink_to("/dev/zero")
    os.mkfifo(posted.inbox / "pipe")
    (posted.inbox / "folder").mkdir()
    (posted.inbox / "folder" / "in it").write_bytes(good)
    (posted.inbox / ".syncthing.raf.tmp").write_bytes(good)
    (posted.inbox / "~raf.tmp").write_bytes(good)
    assert whys(posted) == {"link": "no_file", "endless": "no_file", "pipe": "no_file"}
    assert posted.orders("raf") == []


def test_a_name_is_told_on_one_line(posted: Posted) -> None:
    name = "raf\n\x1b[2JLuftwaffe‮.jsonl"
    (posted.inbox / name).write_bytes(b"x")
    (found,) = whys(posted)
    assert found.isprintable() and "\n" not in found


def test_a_seat_is_told_of_the_files_in_its_own_folder_alone(posted: Posted) -> None:
    for seat in ("raf", "luftwaffe"):
        (posted.inbox / seat).mkdir()
        (posted.inbox / seat / f"bad of {seat}.jsonl").write_bytes(b"{")
    good = raw(posted)
    (posted.inbox / "raf" / "good.jsonl").write_bytes(good)
    posted.call()
    said = {seat: (posted.out / seat / f"{seat}-post.txt").read_text("utf-8") for seat in ("raf", "luftwaffe")}
    assert "bad of raf.jsonl was not taken: it is not whole" in said["raf"] and "good.jsonl: the answer to sheet 1 is taken" in said["raf"]
    assert "luftwaffe" not in said["raf"] and "raf" not in said["luftwaffe"] and "bad of luftwaffe" in said["luftwaffe"]


def test_folders_that_are_not_there_are_told_before_anything_is_done(posted: Posted) -> None:
    posted.answer("raf", [DONE])
    before = posted.entries()
    for lost in (posted.inbox, posted.out):
        lost.rename(posted.folder / "away")
        with pytest.raises(BobError, match="there is no folder"):
            posted.call()
        (posted.folder / "away").rename(lost)
    assert posted.entries() == before


def test_a_sheet_that_was_lost_or_spoilt_is_there_again(posted: Posted) -> None:
    path = posted.sheet_file("raf")
    whole = path.read_bytes()
    for spoilt in (None, b"", whole[:1000], whole.replace(b"RAF", b"raf")):
        path.unlink() if spoilt is None else path.write_bytes(spoilt)
        posted.call()
        assert path.read_bytes() == whole
    stamp = path.stat().st_mtime_ns
    posted.call()
    assert path.stat().st_mtime_ns == stamp, "a sheet that is right is not touched"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_somebody_puts_in_a_sheets_place_is_not_written_through(posted: Posted) -> None:
    """Whoever may write into a seat's folder can neither reach a file of the office's nor keep it, or the other side, from going on."""
    for seat in ("raf", "luftwaffe"):
        posted.answer(seat, [DONE])
    before = posted.file.read_bytes()
    (posted.out / "raf" / "raf-0002.html").symlink_to(posted.file)
    (posted.out / "raf" / "raf-post.txt").unlink()
    os.mkfifo(posted.out / "raf" / "raf-post.txt")
    lw = posted.out / "luftwaffe"
    (lw / "luftwaffe-0003.html").mkdir()
    messages = posted.call()
    assert [n.values["seat"] for n in messages if n.key == "undelivered"] == ["luftwaffe"]
    assert posted.sheet("raf").head.sheet == 2 and not (posted.out / "raf" / "raf-0002.html").is_symlink()
    assert posted.file.read_bytes()[:16] == before[:16] and len(posted.orders("raf")) == 1
    (lw / "luftwaffe-0003.html").rmdir()
    posted.call()
    assert posted.sheet("luftwaffe").head.sheet == 3
    if os.geteuid() != 0:
        (posted.inbox / "raf").mkdir(mode=0)
        assert whys(posted) == {"raf": "unread"}


# The readers


def test_a_forged_sheet_is_seen(posted: Posted) -> None:
    path, invitation = posted.sheet_file("raf"), posted.invitation("raf")
    whole = path.read_text("ascii")
    assert read_turn_file(path, invitation).seat == "raf"
    changes = {
        "the page": whole.replace("<h2>What is asked</h2>", "<h2>What is asked: land!</h2>"),
        "a figure on the page": whole.replace("turn 1 of", "turn 2 of", 1),
        "a line": whole.replace('"angels":0', '"angels":2', 1),
        "an event left out": "\n".join(line for line in whole.split("\n") if '"code":"sealed"' not in line),
    }
    for what, changed in changes.items():
        assert changed != whole, what
        path.write_text(changed, "ascii")
        with pytest.raises(PostError) as error:
            read_turn_file(path, invitation)
        assert error.value.key in ("post.bad.forged", "post.bad.half"), what
    # An office of one's own does not help.
    from bob.post.signed import opened, signed
    from bob.post.turn_file import BEGIN, END, KIND

    before, rest = whole.split(BEGIN)
    inner, after = rest.split(END)
    again, _ = signed(KIND, opened(KIND, inner).lines, SigningKey.fresh().sign)
    path.write_text(f"{before}{BEGIN}\n{again}{END}{after}", "ascii")
    with pytest.raises(PostError) as error:
        read_turn_file(path, invitation)
    assert error.value.key == "post.bad.forged"
    path.write_text(whole.replace("\n", "\r\n"), "ascii", newline="")
    assert read_turn_file(path, invitation).seat == "raf", "other line ends are no forgery"
    path.write_text(whole[: len(whole) // 2], "ascii")
    with pytest.raises(PostError):
        read_turn_file(path, invitation)
    with pytest.raises(PostError) as error:
        read_turn_file(posted.sheet_file("luftwaffe"), invitation)
    assert error.value.key == "post.bad.other_seat"


def test_an_invitation_that_is_none_is_told(posted: Posted, tmp_path: Path) -> None:
    path = posted.out / "raf" / "raf-invitation.json"
    data = json.loads(path.read_text())
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o077 == 0, "nobody else reads it"
    for changed in ({}, data | {"form": 2}, data | {"key": "00"}, data | {"key": "zz" * 32}, data | {"type": "x"}, [], data | {"more": 1}):
        path.write_text(json.dumps(changed))
        with pytest.raises(PostError) as error:
            read_invitation(path)
        assert str(path) in str(error.value.values["file"])
    with pytest.raises(PostError):
        read_invitation(tmp_path / "nowhere")
    with pytest.raises(PostError):
        read_invitation(tmp_path)


@settings(max_examples=fifth(400), deadline=None)
@given(st.binary(max_size=400))
def test_whatever_bytes_come_are_an_answer_or_a_post_error(raw: bytes) -> None:
    try:
        answer_of(raw)
    except PostError as error:
        assert all(error.describe(Words(language)) for language in LANGUAGES)


@settings(max_examples=fifth(400), deadline=None)
@given(data=st.data())
def test_a_spoilt_answer_is_never_taken_for_a_signed_one(kept: Posted, data: st.DataObject) -> None:
    """Some bytes changed, left out, or put in: the signature holds only where the lines say what they said."""
    path = kept.folder / "good.jsonl"
    if not path.exists():
        kept.answer("raf", [DONE, {"code": "readiness", "unit": "501 Squadron", "box": "ready"}], "../good.jsonl")
    good = path.read_bytes()
    truth, _ = read_answer(path)
    spoilt = bytearray(good)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(spoilt) - 1))
        spoilt[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try:
        answer, lines = answer_of(bytes(spoilt))
    except PostError:
        return
    public = SigningKey(kept.invitation("raf").key).public
    assert answer == truth or not signed_by(public, lines.message, lines.signature)


def test_letters_of_a_folder_are_told_apart_by_their_names(tmp_path: Path) -> None:
    for name in ("b", "a", "a (conflicted copy)", ".hidden", "~lock"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "raf").mkdir()
    (tmp_path / "raf" / "c").write_bytes(b"")
    assert [letter.name for letter in letters(tmp_path, ("raf", "luftwaffe"))] == ["a", "b", "a (conflicted copy)", "raf/c"]
