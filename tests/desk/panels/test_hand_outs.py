"""What the referee hands out: made from one side's eyes alone; the note goes into the log; nothing of the other side can be found."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from pytestqt.qtbot import QtBot

from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, secret_free
from bob.data.units import aircraft_types
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.widgets.background import BrokenOff
from bob.desk.map import PlottingTable
from bob.desk.panels.prints import export
from bob.desk.panels.referee import hand_outs
from bob.desk.panels.referee.hand_outs import HAND_OUTS, HandOutWish, hand_out, keep_wish, last_wish, lay_out, pile
from bob.desk.session.leaves import DocumentLeaves, Leaves
from bob.desk.session.seat_views import FrozenView
from bob.desk.session.session import DeskSession
from bob.desk.window.hand_out_box import HandOutBox
from bob.desk.window.window import DeskWindow
from bob.files import Save
from tests.desk.panels.test_sheets import text_of
from tests.desk.rooms import match_at, session_at, settings_in
from tests.desk.session.test_secrets import secrets_of
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

DAY, TURN = "15_september_1940", 67
SIDES = (RAF, LUFTWAFFE)
SHORT = {RAF: r"\b(?:KG|JG|StG|ZG|LG|KGr) ?\d+", LUFTWAFFE: r"\b\d+ Squadron|Hurricane|Spitfire|\b[HX]\d+\b"}
"""How the other side's units are written short on a map or in a sentence."""


def words_in(files: list[Path]) -> str:
    """Every text that can be read out of files, their names among it."""
    found = [str(Path(*file.parts[-2:])) for file in files]
    for file in files:
        if file.suffix == ".svg":
            drawing = ET.fromstring(file.read_text(encoding="utf-8"))
            found += [part.text or "" for part in drawing.iter() if not part.tag.endswith("style")]
        elif shutil.which("pdftotext") is not None:
            for tool in (["pdftotext", "-layout", str(file), "-"], ["pdfinfo", str(file)]):
                found.append(subprocess.run(tool, capture_output=True, text=True, check=True).stdout)
    return "\n".join(found)


def secrets_in(session: DeskSession, seat: str, text: str) -> list[str]:
    """What of the other side can be found in a text: names of units, codes and titles of raids, short names."""
    known = secret_free(session.match.view(seat)) + "".join(str(event) for _, event in session.match.log(seat))
    # The types that it met are told by their code, and may stand there by their name.
    met = [foes for _, event in session.match.log(seat) if event.code in ("met", "combat") for foes in event.data["foes"]]
    known += "".join(aircraft_types()[aircraft].name for aircraft, _, _ in met)
    found = [name for name in secrets_of(session, seat) if name in text and re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w./-])", text)]
    return found + [short for short in re.findall(SHORT[seat], text) if short not in known]


@pytest.fixture(scope="module")
def referee() -> DeskSession:
    return session_at(DAY, TURN, REFEREE)


@pytest.mark.slow
@pytest.mark.parametrize("seat", SIDES)
@pytest.mark.parametrize("form", some(["pdf", "svg"]))
@pytest.mark.parametrize("language", some(["en", "fr"]))
def test_no_secret_can_be_found_in_what_is_handed_out(referee: DeskSession, tmp_path: Path, seat: str, form: str, language: str) -> None:
    assert secrets_of(referee, seat)
    settings = settings_in(tmp_path, language)
    given = pile(referee, settings, seat, HAND_OUTS, "A word")
    files = hand_out([given], tmp_path / "out", form)
    assert len({file.name.partition("-")[0].partition(".")[0] for file in files}) == 5
    assert secrets_in(referee, seat, words_in(files)) == []
    for _, _, leaves in lay_out([given]):
        if isinstance(leaves, DocumentLeaves):
            assert secrets_in(referee, seat, text_of(leaves.document)) == []


@pytest.mark.slow
def test_the_referee_s_own_sheets_would_be_found_out(referee: DeskSession, tmp_path: Path) -> None:
    """The same search finds a great deal in what is made from the truth: it would see a leak."""
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext")
    settings = settings_in(tmp_path)
    for kind in ("log", "report"):
        text = words_in(export(kind, referee, tmp_path / f"{kind}.pdf", settings))
        for seat in SIDES:
            assert len(secrets_in(referee, seat, text)) > 3, (kind, seat)


PICTURE = r"base64,[\w+/=\s]*"


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG without Qt's numbers for its patterns: its strokes, all their measures, the pictures in it."""

    strokes: str
    measures: list[float]
    pictures: list[str]


def drawn(file: Path) -> Drawing:
    """What an SVG draws."""
    text = re.sub(r"texpattern_\w+", "", file.read_text(encoding="utf-8"))
    bare, number = re.sub(PICTURE, "", text), r"-?\d+\.?\d*(?:e-?\d+)?"
    return Drawing(re.sub(number, "#", bare), [float(found) for found in re.findall(number, bare)], re.findall(PICTURE, text))


def alike(one: Drawing, two: Drawing) -> bool:
    """Whether two drawings are the same but for how letters are rounded."""
    same = one.strokes == two.strokes and one.pictures == two.pictures
    return same and all(a == b or abs(a - b) < 0.06 for a, b in zip(one.measures, two.measures, strict=True))


def other_truth(seat: str) -> DeskSession:
    """The same game, but that what a side cannot know is otherwise: the other side's strength, heights and names."""
    session = session_at(DAY, TURN, REFEREE)
    position = session.match.position
    if seat == RAF:
        for raid in position.raids.values():
            raid.title = {"en": "Otherwise", "fr": "Autrement"}
            for unit in raid.units:
                unit.strength = max(1, unit.strength - 5)
    else:
        for squadron in position.squadrons.values():
            squadron.strength, squadron.angels = max(1, squadron.strength - 5), 4
    session.match.snapshot()
    return session


@pytest.mark.slow
@pytest.mark.parametrize("seat", some(SIDES))
def test_the_truth_has_no_part_in_what_is_handed_out(referee: DeskSession, tmp_path: Path, seat: str) -> None:
    """With another truth behind the same view and log every sheet of a side is the same to the last stroke; the referee's are not."""
    settings, other = settings_in(tmp_path), other_truth(seat)
    assert secret_free(other.match.view(seat)) == secret_free(referee.match.view(seat))
    made = []
    for i, session in enumerate((referee, other)):
        files = hand_out([pile(session, settings, seat, HAND_OUTS, "A word")], tmp_path / str(i), "svg")
        made.append([(file.name, drawn(file)) for file in files])
    assert [name for name, _ in made[0]] == [name for name, _ in made[1]]
    for (name, one), (_, two) in zip(*made, strict=True):
        assert alike(one, two), name
    truth = [drawn(export("map", session, tmp_path / f"{i}.svg", settings)[0]) for i, session in enumerate((referee, other))]
    assert not alike(*truth)


@pytest.mark.slow
@pytest.mark.parametrize("seat", SIDES)
def test_the_map_is_that_side_s(referee: DeskSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seat: str) -> None:
    shown: list[Any] = []
    real = PlottingTable.show_view

    def spy(self: PlottingTable, view: Any) -> None:
        shown.append(view)
        real(self, view)

    monkeypatch.setattr(PlottingTable, "show_view", spy)
    pile(referee, settings_in(tmp_path), seat, ("map",))
    assert [view.seat for view in shown] == [seat]


def test_one_side_s_eyes_see_nothing_else(referee: DeskSession) -> None:
    for seat, other in (SIDES, SIDES[::-1]):
        side = FrozenView(referee, seat)
        for hidden in (other, REFEREE):
            with pytest.raises(Refused):
                side.view(hidden)
            with pytest.raises(Refused):
                side.log(hidden)
        assert side.view(seat) == referee.match.view(seat)
        assert side.log(seat) == referee.match.log(seat)


def test_a_player_cannot_hand_out_the_other_side_s(tmp_path: Path) -> None:
    session = session_at("lesson", 2, RAF)
    with pytest.raises(Refused):
        pile(session, settings_in(tmp_path), LUFTWAFFE, HAND_OUTS)


@pytest.mark.slow
def test_the_part_that_the_referee_s_table_shows(referee: DeskSession, tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    table = PlottingTable(referee.world, settings)
    table.resize(900, 500)
    table.show_view(referee.view(REFEREE))
    table.settle()
    table.zoom(2.0)
    table.settle()
    whole = lay_out([pile(referee, settings, RAF, ("map",))])[0][2]
    framed = lay_out([pile(referee, settings, RAF, ("map",), frame=table.camera)])[0][2]
    assert isinstance(whole, DocumentLeaves) and isinstance(framed, DocumentLeaves)
    assert (whole.document.across, framed.document.across) == (False, True)
    table.deleteLater()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "sheets", "names"),
    [
        (RAF, HAND_OUTS, ["Log", "Report of the day", "Squadron states", "The table"]),
        (LUFTWAFFE, ("map", "state"), ["Raid orders", "The table"]),
        (LUFTWAFFE, ("report",), ["Report of the day"]),
        (RAF, (), []),
    ],
)
def test_each_side_has_a_folder_named_by_turn_and_side(
    referee: DeskSession, tmp_path: Path, seat: str, sheets: tuple[str, ...], names: list[str]
) -> None:
    settings = settings_in(tmp_path)
    files = hand_out([pile(referee, settings, seat, sheets)], tmp_path / "out", "pdf")
    assert sorted(file.stem for file in files) == names
    called = {RAF: "Turn 67, 14.30, Fighter Command", LUFTWAFFE: "Turn 67, 14.30, Luftwaffe"}[seat]
    assert {file.parent.name for file in files} <= {called}
    again = hand_out([pile(referee, settings, seat, ("log",) if sheets else ())], tmp_path / "out", "pdf")
    assert {file.parent.name for file in again} <= {f"{called} (2)"}


@pytest.mark.slow
def test_what_is_broken_off_leaves_nothing(referee: DeskSession, tmp_path: Path) -> None:
    piles = [pile(referee, settings_in(tmp_path), seat, ("map", "log")) for seat in SIDES]
    lines: list[tuple[int, int]] = []

    def tell(done: int, whole: int) -> None:
        lines.append((done, whole))
        if done == 3:
            raise BrokenOff

    out = tmp_path / "out"
    out.mkdir()
    with pytest.raises(BrokenOff):
        hand_out(piles, out, "pdf", tell)
    assert lines == [(0, 4), (1, 4), (2, 4), (3, 4)]
    assert list(out.iterdir()) == []


def test_a_folder_that_cannot_be_made(referee: DeskSession, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BobError):
        hand_out([pile(referee, settings_in(tmp_path), RAF, ("log",))], tmp_path / "file", "pdf")


@pytest.mark.parametrize(
    ("kept", "found"),
    [
        ("", HandOutWish()),
        ("{", HandOutWish()),
        ("[]", HandOutWish()),
        ('{"seats": ["raf", "nobody"], "sheets": ["log", "truth"], "framed": true, "form": "png", "folder": "/x"}',
         HandOutWish((RAF,), ("log",), True, "pdf", "/x")),
    ],
)  # fmt: skip
def test_the_last_wish_is_remembered(tmp_path: Path, kept: str, found: HandOutWish) -> None:
    settings = settings_in(tmp_path)
    settings.remember("hand_out", kept)
    assert last_wish(settings) == found
    keep_wish(settings, HandOutWish((LUFTWAFFE,), ("map",), False, "svg", str(tmp_path)))
    assert last_wish(settings) == HandOutWish((LUFTWAFFE,), ("map",), False, "svg", str(tmp_path))


# ---- the box


@pytest.fixture
def window(window: DeskWindow, tmp_path: Path) -> DeskWindow:
    window.settings.set_games_folder(tmp_path)
    session = session_at("lesson", 3, match_at("lesson", 3).to_move[0])
    session.core.save = Save.create(tmp_path / "game.bob1940", session.match.header)
    window.show_game(session)
    window.hand_over(REFEREE)
    window.blank.button.click()
    return window


def box_of(window: DeskWindow, qtbot: QtBot) -> HandOutBox:
    assert window.session is not None and window.room is not None
    box = HandOutBox(window.session, window.settings, window.room.table, window)
    qtbot.addWidget(box)
    box.show()
    return box


@pytest.mark.slow
def test_the_note_goes_into_the_log_of_the_side_and_no_other(qtbot: QtBot, window: DeskWindow, tmp_path: Path) -> None:
    session = window.session
    assert session is not None
    assert window.actions_["hand_out"].isEnabled() and window.actions_.keys("hand_out")
    box = box_of(window, qtbot)
    assert box.folder.text() == str(tmp_path / "game")
    for seat, chosen in box.seats.items():
        chosen.setChecked(seat == RAF)
    for page, chosen in box.hand_outs.items():
        chosen.setChecked(page == "log")
    box.note.setPlainText("Something builds up behind the Cape.\nWatch it.")
    with qtbot.waitSignal(box.done_with):
        box.go.click()
    assert [file.name for file in box.files_written] == ["Note.pdf", "Log.pdf"]
    heard = {seat: [e for _, e in session.match.log(seat) if e.code == "note"] for seat in SIDES}
    assert [e.data["text"] for e in heard[RAF]] == ["Something builds up behind the Cape.\nWatch it."]
    assert heard[LUFTWAFFE] == []
    if shutil.which("pdftotext") is not None:
        assert all("Something builds up" in words_in([file]) for file in box.files_written), "the log that is handed out has it too"
    assert box.note.toPlainText() == "" and box.show_folder.isVisible()
    assert last_wish(window.settings).seats == (RAF,)
    again = box_of(window, qtbot)
    assert again.wish() == HandOutWish((RAF,), ("log",), False, "pdf", str(tmp_path / "game"))


@pytest.mark.smoke
@pytest.mark.parametrize(("seats", "sheets", "told"), [((), ("log",), "nobody"), ((RAF,), (), "nothing")])
def test_nothing_chosen(qtbot: QtBot, window: DeskWindow, seats: tuple[str, ...], sheets: tuple[str, ...], told: str) -> None:
    box = box_of(window, qtbot)
    for name, chosen in (*box.seats.items(), *box.hand_outs.items()):
        chosen.setChecked(name in seats or name in sheets)
    box.go.click()
    assert box.notice.text() == window.settings.words(f"desk.hand_out.{told}")
    assert not box.clerk.busy


@pytest.mark.slow
def test_onto_paper(qtbot: QtBot, window: DeskWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printers: list[QPrinter] = []

    class Dialog:
        DialogCode = QPrintDialog.DialogCode

        def __init__(self, printer: QPrinter, parent: object) -> None:
            printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
            printer.setOutputFileName(str(tmp_path / "paper.pdf"))
            printers.append(printer)

        def exec(self) -> Any:
            return QPrintDialog.DialogCode.Accepted

    monkeypatch.setattr("PySide6.QtPrintSupport.QPrintDialog", Dialog)
    drawn: list[str] = []
    real = DocumentLeaves.draw

    def spy(self: DocumentLeaves, *given: Any) -> None:
        drawn.append(printers[0].docName())
        real(self, *given)

    monkeypatch.setattr(DocumentLeaves, "draw", spy)
    box = box_of(window, qtbot)
    box.form.setCurrentIndex(box.form.findData("paper"))
    assert not box.folder.isEnabled()
    with qtbot.waitSignal(box.done_with):
        box.go.click()
    assert box.printed == len(drawn) == 6
    assert drawn[0].startswith("Turn 03") and "Fighter Command" in drawn[0] and "Luftwaffe" in drawn[-1]
    written = sorted(tmp_path.glob("paper, *.pdf"))  # a file for each sheet
    assert len(written) == 6 and all(path.stat().st_size > 2000 for path in written)


@pytest.mark.slow
def test_only_the_referee_hands_out(qtbot: QtBot, window: DeskWindow) -> None:
    session = window.session
    assert session is not None
    session.look(0)
    window.actions_.refresh()
    assert not window.actions_["hand_out"].isEnabled(), "notes belong to the present"
    session.look(None)
    window.hand_over(RAF)
    assert not window.actions_["hand_out"].isEnabled()
    window.blank.button.click()
    assert not window.actions_["hand_out"].isEnabled()


@pytest.mark.slow
def test_the_leaves_are_a_protocol_that_all_keep(referee: DeskSession, tmp_path: Path) -> None:
    for _, name, leaves in lay_out([pile(referee, settings_in(tmp_path), RAF, HAND_OUTS, "Note")]):
        kept: Leaves = leaves
        assert kept.title and kept.layout.isValid(), name
    assert set(hand_outs.FORMS) == {"pdf", "svg", "paper"}
