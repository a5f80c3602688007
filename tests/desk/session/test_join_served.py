"""Two desks and a real host between them: joined over HTTP, the line cut under way, and a game of a desk hosted for others."""

from __future__ import annotations

import datetime as dt
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from bob.core.errors import BobError
from bob.core.kit import HUMAN
from bob.day.state.orders import Done, Pick, Seal
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.panels.network import connection as lines
from bob.desk.panels.network.host_box import HostBox
from bob.desk.panels.network.hosting import Hosting, missing, program
from bob.desk.panels.network.invite_box import InviteBox, squares
from bob.desk.panels.network.join_box import JoinBox
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.panels.network.room_panel import RoomPanel
from bob.desk.panels.network.wire_talk import NotTrusted, Talk
from bob.desk.session.session import DeskSession, Setup
from bob.desk.window.window import DeskWindow
from bob.files import Save
from bob.games import games
from bob.rooms.book import BOOK, RoomBook
from bob.words import Words
from tests.desk.desks import settings_in

pytestmark = pytest.mark.skipif(missing() is not None, reason="the packages of the server are not installed")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "PAUSES", (50,))


@pytest.fixture
def other(qtbot: QtBot, tmp_path: Path) -> DeskWindow:
    """Another person's desk."""
    folder = tmp_path / "other"
    folder.mkdir()
    made = DeskWindow(settings_in(folder))
    qtbot.addWidget(made, before_close_func=lambda w: None)
    made.resize(1280, 800)
    made.show()
    return made


class Served:
    """A host of its own."""

    def __init__(self, folder: Path, *argv: str) -> None:
        self.folder = folder
        self.notice = self._start("--new", "day:one_raid", "--seats", "raf=human,luftwaffe=human", "--seed", "wire", "--port", "0", *argv)
        self.codes = {one["seat"]: one["code"] for one in self.notice["rooms"][0]["invitations"]}

    def _start(self, *argv: str) -> dict[str, Any]:
        command = [sys.executable, "-m", "bob", "serve", str(self.folder), "--json", *argv]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read() if self.process.stderr is not None else ""
        found: dict[str, Any] = json.loads(line)
        return found

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.communicate(timeout=60)

    def again(self) -> None:
        """The host comes back where it was."""
        self._start("--port", str(self.notice["port"]))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    made = Served(tmp_path / "rooms")
    yield made
    made.end()


def join(qtbot: QtBot, window: DeskWindow, link: str, code: str, name: str) -> JoinedSession:
    box = JoinBox(window.settings)
    qtbot.addWidget(box)
    box.address.setText(f"{link}/join/{code}")
    box.name.setText(name)
    box.joined.connect(window.joining.go)
    box.accept()
    qtbot.waitUntil(lambda: isinstance(window.session, JoinedSession))
    session = window.session
    assert isinstance(session, JoinedSession)
    qtbot.waitUntil(lambda: session.joined.line.up and bool(session.joined.room.members))
    return session


def answered(qtbot: QtBot, session: JoinedSession, seat: str) -> None:
    """Give the order that is asked for, when it is."""
    qtbot.waitUntil(lambda: not session.core.under_way)
    if seat not in session.to_move:
        return
    view = session.view(seat)
    choice = view.choice
    order = Pick(tuple(choice["options"][: choice["count"]])) if choice is not None else Seal() if view.phase == "planning" else Done()
    session.play(seat, order)
    qtbot.waitUntil(lambda: not session.core.under_way)


def until_turn(qtbot: QtBot, raf: JoinedSession, luftwaffe: JoinedSession, turn: int) -> None:
    for _ in range(200):
        if raf.turn >= turn and luftwaffe.turn >= turn:
            return
        answered(qtbot, luftwaffe, LUFTWAFFE)
        qtbot.waitUntil(lambda: RAF in raf.to_move or LUFTWAFFE in luftwaffe.to_move or raf.is_over)
        answered(qtbot, raf, RAF)
        qtbot.waitUntil(lambda: RAF in raf.to_move or LUFTWAFFE in luftwaffe.to_move or raf.is_over)
    raise AssertionError("the turns do not pass")


@pytest.mark.slow
def test_two_desks_play_over_a_host_that_is_killed_under_way(qtbot: QtBot, window: DeskWindow, other: DeskWindow, served: Served) -> None:
    (link, *_) = served.notice["links"]
    raf = join(qtbot, window, link, served.codes[RAF], "Keith")
    luftwaffe = join(qtbot, other, link, served.codes[LUFTWAFFE], "Albert")
    until_turn(qtbot, raf, luftwaffe, 3)
    panel = window.room.panels["room"] if window.room is not None else None
    assert isinstance(panel, RoomPanel)
    there = ["● Keith, Fighter Command", "● Albert, Luftwaffe"]
    qtbot.waitUntil(lambda: [panel.people.item(i).text() for i in range(panel.people.count())] == there)
    panel.line.setText("Angels fifteen")
    panel.line.returnPressed.emit()
    qtbot.waitUntil(lambda: [note.text for note in raf.joined.room.notes] == ["Angels fifteen"])
    assert luftwaffe.joined.room.notes == ()
    turn = raf.turn
    served.end(signal.SIGKILL)
    qtbot.waitUntil(lambda: "Line lost" in window.strip.line.text())
    if RAF in raf.to_move and raf.view(RAF).choice is None:
        raf.play(RAF, Done())
    served.again()
    qtbot.waitUntil(lambda: raf.joined.line.up and luftwaffe.joined.line.up)
    until_turn(qtbot, raf, luftwaffe, turn + 2)
    assert window.strip.line.isHidden()
    raf.look(0)
    qtbot.waitUntil(lambda: raf.looking_back)
    assert raf.view(RAF).common.turn <= 1


@pytest.mark.slow
def test_a_desk_hosts_its_game_and_brings_it_home(
    qtbot: QtBot, window: DeskWindow, other: DeskWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hosted.bob1940"
    window.show_game(DeskSession.new(Setup("one_raid", "wire", {RAF: HUMAN, LUFTWAFFE: "kesselring"}, {}), path))
    shown: list[bool] = []
    monkeypatch.setattr(InviteBox, "exec", lambda self: shown.append(True))
    assert window.joining.may_not_invite() is None
    before = {RAF: HUMAN, LUFTWAFFE: "kesselring"}
    window.joining.host(path, "127.0.0.1", RAF, before, dict.fromkeys(before, HUMAN), port=0)
    qtbot.waitUntil(lambda: isinstance(window.session, JoinedSession) and bool(shown))
    raf, hosting = window.session, window.joining.hosting
    assert isinstance(raf, JoinedSession) and hosting is not None
    box = InviteBox(raf.joined, window.settings, hosting.links, dict(window.joining._offers))
    qtbot.addWidget(box)
    (offer,) = window.joining._offers.values()
    assert offer.seat == LUFTWAFFE and box.link.text() == f"{hosting.links[0]}/join/{offer.code}" and not box.scan.isHidden()
    luftwaffe = join(qtbot, other, hosting.links[0], offer.code, "Albert")
    until_turn(qtbot, raf, luftwaffe, 2)
    qtbot.waitUntil(lambda: bool(raf.joined.room.you))
    box.make.click()
    qtbot.waitUntil(lambda: len(box.known) == 2)
    fresh = next(one for one in box.known.values() if one.seat == RAF)
    assert box.code.text() == fresh.code
    qtbot.waitUntil(lambda: fresh.id in {one.id for one in raf.joined.room.invitations})
    box.withdraw.click()
    qtbot.waitUntil(lambda: fresh.id not in box.known)
    window.joining.end_hosting()
    qtbot.waitUntil(lambda: window.session is not None and not isinstance(window.session, JoinedSession))
    home = window.session
    assert home is not None and home.save is not None and home.save.path == path and home.seats == before
    qtbot.waitUntil(lambda: "Line lost" in other.strip.line.text())
    assert home.turn >= 2
    window.joining.host(path, "127.0.0.1", RAF, before, dict.fromkeys(before, HUMAN), port=hosting.port)
    qtbot.waitUntil(lambda: isinstance(window.session, JoinedSession))
    qtbot.waitUntil(lambda: luftwaffe.joined.line.up)
    assert window.session is not None and isinstance(window.session, JoinedSession)
    assert window.session.joined.membership.member == raf.joined.membership.member, "the same member as before"
    window.joining.close()


@pytest.mark.slow
def test_each_at_a_screen_of_his_own_from_the_first_page(qtbot: QtBot, window: DeskWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[list[str]] = []

    def asked(box: HostBox) -> bool:
        chosen.append([str(box.own.itemData(i)) for i in range(box.own.count())])
        box.own.setCurrentIndex(box.own.findData(RAF))
        box.reach.setCurrentIndex(box.reach.findData("127.0.0.1"))
        return True

    monkeypatch.setattr(HostBox, "exec", asked)
    monkeypatch.setattr(InviteBox, "exec", lambda self: True)
    start = window.start
    start.way.setCurrentIndex(start.way.findData("rooms"))
    start.way.activated.emit(start.way.currentIndex())
    start.begin()
    qtbot.waitUntil(lambda: isinstance(window.session, JoinedSession))
    assert sorted(chosen[0]) == [LUFTWAFFE, RAF]
    raf, hosting = window.session, window.joining.hosting
    assert isinstance(raf, JoinedSession) and raf.joined.membership.seat == RAF and hosting is not None
    assert {offer.seat for offer in window.joining._offers.values()} == {LUFTWAFFE}
    qtbot.waitUntil(lambda: raf.joined.line.up)
    os.kill(hosting._process.processId(), signal.SIGKILL)
    qtbot.waitUntil(lambda: not raf.joined.line.up)
    qtbot.waitUntil(lambda: raf.joined.line.up)
    assert window.joining.hosting is hosting, "the host is there again by itself"
    box = InviteBox(raf.joined, window.settings, hosting.links, dict(window.joining._offers))
    qtbot.addWidget(box)
    assert box.code.text() in {offer.code for offer in hosting.offers if offer.seat == LUFTWAFFE}
    window.joining.close()


@pytest.mark.slow
def test_a_port_that_is_taken_leaves_no_invitation(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "hosted.bob1940"
    DeskSession.new(Setup("one_raid", "wire", {RAF: HUMAN, LUFTWAFFE: HUMAN}, {}), path).close()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        hosting = Hosting(path)
        hosting.start("127.0.0.1", (RAF, LUFTWAFFE), taken)
        with qtbot.waitSignal(hosting.ready):
            pass
    assert hosting.port != taken and len(hosting.offers) == 2
    hosting.stop_now()
    save, _ = Save.open(path, games(), verify=False)
    book = save.draft_of_kind(BOOK, RoomBook)
    save.close()
    assert book is not None and [one.id for one in book.invitations] == [offer.id for offer in hosting.offers]


@pytest.mark.slow
def test_a_host_that_cannot_begin_gives_the_game_back(qtbot: QtBot, window: DeskWindow, tmp_path: Path) -> None:
    path = tmp_path / "hosted.bob1940"
    window.show_game(DeskSession.new(Setup("one_raid", "wire", {RAF: HUMAN, LUFTWAFFE: "kesselring"}, {}), path))
    seats = {RAF: HUMAN, LUFTWAFFE: "kesselring"}
    window.joining.host(path, "203.0.113.7", RAF, seats, seats, port=0)
    qtbot.waitUntil(lambda: window.session is not None and not isinstance(window.session, JoinedSession))
    assert window.room is not None and "could not be hosted" in window.room.notice.text.text()
    assert window.joining.hosting is None


def certificate(folder: Path) -> tuple[str, str]:
    """A certificate that nobody vouches for, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + dt.timedelta(days=2))
    pem = serialization.Encoding.PEM
    files = folder / "cert.pem", folder / "key.pem"
    files[0].write_bytes(made.sign(key, hashes.SHA256()).public_bytes(pem))
    files[1].write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return str(files[0]), str(files[1])


@pytest.mark.slow
def test_a_certificate_that_nobody_vouches_for_is_told_in_words(qtbot: QtBot, tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    served = Served(tmp_path / "rooms", "--cert", cert, "--key", key)
    try:
        (link, *_) = served.notice["links"]
        assert link.startswith("https://")
        talk = Talk(link, "", "fr", QCoreApplication.instance())  # a reply that goes later must not take it along
        heard: list[object] = []
        talk.post("/api/join", {"code": served.codes[RAF], "name": "Keith"}, lambda status, found: heard.append(found))
        qtbot.waitUntil(lambda: bool(heard))
        assert isinstance(heard[0], NotTrusted) and heard[0].unsent
        assert heard[0].describe(Words("fr")).startswith("Le certificat de l’hôte n’est pas digne de confiance (")
        talk.deleteLater()
    finally:
        served.end()


def test_what_hosts_is_the_program_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert program() == (sys.executable, ["-m", "bob"])
    for name in ("bob-1940.exe", "bob.exe"):
        (tmp_path / name).touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bob-1940.exe"))
    assert program() == (str(tmp_path / "bob.exe"), [])
    (tmp_path / "bob.exe").unlink()
    assert program() == (str(tmp_path / "bob-1940.exe"), [])


def test_a_code_to_scan_has_its_quiet_border() -> None:
    rows = squares("http://192.168.1.7:1940/join/7KQ2M-XH4D-9TRP")
    assert len(rows) == len(rows[0]) and not any(any(row) for row in rows[:4]) and any(rows[4])


@pytest.mark.slow
def test_what_the_process_says_is_read_strictly(qtbot: QtBot, tmp_path: Path) -> None:
    hosting = Hosting(tmp_path / "x.bob1940")
    with pytest.raises((KeyError, TypeError, ValueError)):
        hosting._take({"rooms": []})
    heard: list[BobError] = []
    hosting.failed.connect(heard.append)
    hosting.start("127.0.0.1", (), 0)
    qtbot.waitUntil(lambda: bool(heard))
    assert "x.bob1940" in str(heard[0])
