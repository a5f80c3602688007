"""Games by post at the desk: a sheet is opened, planned on, answered; what is forged, stale or of another game is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from pytestqt.qtbot import QtBot

from bob.core.errors import Refused
from bob.day.state.orders import Done, DropRaid, Scramble, Seal
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.panels.post.answer_box import AnswerBox
from bob.desk.panels.post.office_box import OfficeBox
from bob.desk.panels.post.session import PostSession
from bob.desk.window.window import DeskWindow, dropped
from tests.post.posted import Posted


@pytest.fixture
def post(tmp_path: Path) -> Posted:
    """A game by post whose plan is sealed: the RAF has its first sheet with a turn's orders."""
    made = Posted.begun(tmp_path / "game", "one_raid", "post")
    made.call()
    made.answer(LUFTWAFFE, [Seal()])
    made.call()
    return made


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game").mkdir(exist_ok=True)
    return tmp_path


def opened(window: DeskWindow, post: Posted, seat: str = RAF) -> PostSession:
    window.open_path(post.sheet_file(seat))
    session = window.session
    assert isinstance(session, PostSession), window.start.fault.text()
    return session


def write(window: DeskWindow, session: PostSession, path: Path) -> Path:
    box = AnswerBox(session, window.settings, window)
    box.file.setText(str(path))
    box.accept()
    assert box.written is not None, box.fault.text()
    return box.written


def ready(session: PostSession) -> Scramble:
    view = session.view(RAF)
    found = [Scramble(s.unit, 12, hex=view.squadrons[0].hex) for s in view.squadrons if s.box == "ready"]
    return next(order for order in found if session.check(RAF, order) is None)


@pytest.mark.slow
def test_a_sheet_is_planned_on_as_a_game_is_and_its_answer_is_taken(qtbot: QtBot, window: DeskWindow, post: Posted) -> None:
    session = opened(window, post)
    window.posting.write = lambda: None  # type: ignore[method-assign]
    assert session.seated == RAF and session.live and window.room is not None and window.room.decisions.queue
    order = ready(session)
    session.play(RAF, order)
    squadron = session.squadron(order.unit)
    assert squadron is not None and squadron.scrambling
    assert any(event.code == "scramble" for _, event in session.log(RAF)), "the log tells of it as it would"
    session.undo()
    squadron = session.squadron(order.unit)
    assert squadron is not None and not squadron.scrambling and not session.answering.orders
    session.play(RAF, order)
    with qtbot.waitSignal(session.said_all):
        session.play(RAF, Done())
    with pytest.raises(Refused) as closed:
        session.play(RAF, Done())
    assert closed.value.key == "post.desk.closed" and not session.is_written
    file = write(window, session, post.inbox)
    assert session.is_written and file.name == "raf-0001.orders.jsonl"
    before = len(list((post.out / RAF).glob("*.html")))
    post.call()
    driver = post.opened()
    assert [e.order for e in driver.match.entries if e.seat == RAF] == [order, Done()]
    driver.close()
    post.answer(LUFTWAFFE, [Done()])
    post.call()
    assert len(list((post.out / RAF).glob("*.html"))) == before + 1
    window.open_path(post.sheet_file(RAF))
    later = window.session
    assert isinstance(later, PostSession) and later.turn_file.head.sheet == 2 and not later.answering.orders
    assert later.squadron(order.unit) is not None and later.turn == session.turn_file.view.common.turn + 1


@pytest.mark.slow
def test_what_was_planned_is_there_again(window: DeskWindow, post: Posted) -> None:
    session = opened(window, post)
    order = ready(session)
    session.play(RAF, order)
    session.put_draft("notes", ["a"])
    window.close_game()
    again = opened(window, post)
    assert again.answering.orders == [order] and again.draft("notes") == ["a"] and not again.is_written
    squadron = again.squadron(order.unit)
    assert squadron is not None and squadron.scrambling
    assert all(path.stat().st_mode & 0o077 == 0 for path in window.posting.kept.folder.glob("*.json"))


@pytest.mark.slow
def test_the_luftwaffe_plans_in_the_planner(window: DeskWindow, folder: Path) -> None:
    made = Posted.begun(folder / "game", "one_raid", "post")
    made.call()
    session = opened(window, made, LUFTWAFFE)
    code = session.view(LUFTWAFFE).raids[0].code
    session.play(LUFTWAFFE, DropRaid(code))
    assert not any(raid.code == code for raid in session.view(LUFTWAFFE).raids)
    assert window.docks.has("planner")


def refused(window: DeskWindow, path: Path) -> str:
    window.open_path(path)
    assert window.session is None
    return window.start.fault.text()


@pytest.mark.slow
def test_what_is_forged_stale_or_of_another_game_is_refused(window: DeskWindow, post: Posted, folder: Path, tmp_path: Path) -> None:
    first = post.sheet_file(RAF)
    forged = first.with_name("raf-0009.html")
    forged.write_text(first.read_text("utf-8").replace("</body>", "<p>Bomber Command</p></body>"), encoding="utf-8")
    assert "changed or forged" in refused(window, forged)
    forged.unlink()
    opened(window, post)
    window.close_game()
    post.answer(RAF, [Done()])
    post.answer(LUFTWAFFE, [Done()])
    post.call()
    opened(window, post)
    window.close_game()
    assert "sheet 1" in refused(window, first) and "sheet 2" in window.start.fault.text()
    other = tmp_path / "other"
    other.mkdir()
    strange = Posted.begun(other, "one_raid", "other")
    strange.call()
    asked: list[str] = []
    window.posting.ask_invitation = lambda seat: asked.append(seat) or post.out / RAF / "raf-invitation.json"
    alone = tmp_path / "luftwaffe-0001.html"
    alone.write_bytes(strange.sheet_file(LUFTWAFFE).read_bytes())
    assert "another game" in refused(window, alone) and asked == [LUFTWAFFE]
    page = tmp_path / "page.html"
    page.write_text("<html>nothing</html>", encoding="utf-8")
    assert "no sheet of a game by post" in refused(window, page)


@pytest.mark.slow
def test_an_invitation_of_another_office_takes_nobodys_place(window: DeskWindow, post: Posted, tmp_path: Path) -> None:
    opened(window, post)
    window.close_game()
    known = (post.out / RAF / "raf-invitation.json").read_text("utf-8")
    other = tmp_path / "other"
    other.mkdir()
    strange = Posted.begun(other, "one_raid", "other")
    liar = tmp_path / "raf-invitation.json"
    liar.write_text(known.replace(post.invitation(RAF).office, strange.invitation(RAF).office), encoding="utf-8")
    assert "another office" in refused(window, liar)
    assert window.posting.kept.invitation(post.invitation(RAF).post, RAF) == post.invitation(RAF)


def test_a_file_is_dropped_on_the_window(post: Posted, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(post.sheet_file(RAF)))])
    assert dropped(data) == post.sheet_file(RAF)
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.txt"))])
    assert dropped(data) is None


def test_the_office_is_kept_at_the_desk_and_shows_nothing(qtbot: QtBot, window: DeskWindow, folder: Path) -> None:
    made = Posted.begun(folder / "game", "one_raid", "post")
    box = OfficeBox(window.files, window.settings, window)
    qtbot.addWidget(box)
    for field, path in ((box.game, made.file), (box.folders["inbox"], made.inbox), (box.folders["out"], made.out)):
        field.setText(str(path))
    with qtbot.waitSignal(box.clerk.ready, timeout=60_000):
        box.call.click()
    lines = [box.news.item(row).text() for row in range(box.news.count())]
    assert any("luftwaffe-0001.html" in line for line in lines) and box.fault.isHidden()
    assert window.session is None
    again = OfficeBox(window.files, window.settings, window)
    qtbot.addWidget(again)
    assert again.folders["out"].text() == str(made.out) and again.game.text() == str(made.file)
    again.folders["out"].setText(str(folder / "nowhere"))
    again.call.click()
    assert "nowhere" in again.fault.text() and not again.fault.isHidden()
