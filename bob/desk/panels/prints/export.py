"""Sheets of the view of the seat at the screen: made at once, then laid out and written on any thread, as PDF, SVG or on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from bob.chart.palette import BY_NAME
from bob.chart.view_camera import Camera
from bob.core.errors import BobError, UsageError
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.widgets.background import TellsProgress, no_progress
from bob.desk.map import PlottingTable, PrintOptions
from bob.desk.panels.prints import content
from bob.desk.session.leaves import DocumentLeaves, Leaves, recorded, write
from bob.desk.session.print_page import Art, Document, room
from bob.desk.session.seat_views import Shown

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

KINDS = ("map", "tote", "raids", "log", "report")
Making = Callable[[TellsProgress], Leaves]
"""A function that lays out a sheet. It holds all contents, and asks the game for nothing more."""


def kinds(viewer: Shown) -> tuple[str, ...]:
    """The sheets that a seat can have now."""
    view = viewer.view(viewer.seat)
    lacking = {"tote": content.raf_of(view) is None, "raids": content.luftwaffe_of(view) is None}
    return tuple(kind for kind in KINDS if not lacking.get(kind))


def endings(kind: str) -> tuple[str, ...]:
    """Return the file formats of a sheet."""
    return ("pdf", "html", "svg") if kind == "report" else ("pdf", "svg")


def check(kind: str, viewer: Shown, file: FilePath) -> None:
    """Raise UsageError for a kind of sheet that the seat cannot have, or a file of another kind than it can be."""
    if kind not in kinds(viewer):
        raise UsageError("desk_sheets.unknown", kind=kind, choices=", ".join(kinds(viewer)))
    if file.suffix.lower().removeprefix(".") not in endings(kind):
        raise UsageError(f"desk_sheets.ending{'_report' if kind == 'report' else ''}", path=str(file))


def prepare(kind: str, viewer: Shown, settings: Settings, table: PlottingTable | None = None, frame: Camera | None = None) -> Making:
    """Take down the contents of a sheet now. Call it on the interface's thread; the result may be called on any.

    `table` is the plotting table whose map is printed as seen; without one it is the whole map, or the part in `frame`.
    """
    if kind == "report":
        return viewer.report(settings.words)
    document = make(kind, viewer, settings, table, frame)
    return lambda _: DocumentLeaves(document)


def prepare_note(viewer: Shown, settings: Settings, text: str) -> Making:
    """The same of a note to the seat."""
    document = content.note(viewer, settings.words, text)
    return lambda _: DocumentLeaves(document)


def export(kind: str, viewer: Shown, path: FilePath | str, settings: Settings, table: PlottingTable | None = None) -> list[FilePath]:
    """Write a sheet as PDF or SVG by the ending of the path; the files written (an SVG has one for each page).

    Raises UsageError for an unknown kind or ending, BobError when it cannot be written.
    """
    file = FilePath(path)
    check(kind, viewer, file)
    return write(prepare(kind, viewer, settings, table)(no_progress), file)


def make(kind: str, viewer: Shown, settings: Settings, table: PlottingTable | None = None, frame: Camera | None = None) -> Document:
    """The sheet of a kind, but for the report, which has pages of its own."""
    words, names = settings.words, Names(viewer.world.theatre)
    if kind == "map":
        return _map(viewer, settings, table, frame)
    makers = {"tote": content.tote, "raids": content.raids, "log": content.log}
    return makers[kind](viewer, words, names)


def _map(viewer: Shown, settings: Settings, table: PlottingTable | None, frame: Camera | None) -> Document:
    """Return the map as seen on the table; without one all of it, or the part in the frame. In the colours of paper."""
    shown = table
    if shown is None:
        shown = PlottingTable(viewer.world, settings)
        shown.resize(*((frame.width, frame.height) if frame is not None else (1400, 900)))
        shown.show_view(viewer.view(viewer.seat))
        shown.fit()
        if frame is not None:
            shown.settle()
            shown.zoom_freely(frame.scale / shown.camera.scale, (frame.width / 2, frame.height / 2))
            shown.centre_on(frame.x, frame.y)
    whole = table is None and frame is None
    options = PrintOptions(whole=whole, palette=BY_NAME["contrast"] if settings.theme == "contrast" else BY_NAME["table"])
    across = not whole and shown.width() > shown.height()

    def draw(painter: QPainter, box: QRectF) -> None:
        shown.render_to(painter, box, options)

    art = Art(0.0, recorded(room(across=across), draw))
    if table is None:
        shown.deleteLater()
    return content.document("map", viewer, settings.words, (art,), across=across)


# ---- the printer


def preview(leaves: Leaves, parent: QWidget | None = None) -> bool:
    """Show pages as the printer will print them, and print them from there. Return False when this Qt cannot print. Raises BobError."""
    try:
        from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
    except ImportError:
        return False
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(leaves.layout)
    dialog = QPrintPreviewDialog(printer, parent)
    dialog.setWindowTitle(leaves.title)
    failed: list[BobError] = []

    def paint(device: QPrinter) -> None:
        try:
            print_on(leaves, device)
        except BobError as error:
            failed.append(error)

    dialog.paintRequested.connect(paint)
    dialog.resize(900, 760)
    dialog.exec()
    if failed:
        raise failed[0]
    return True


def print_on(leaves: Leaves, printer: QPrinter) -> None:
    """Print leaves; where the printer is a file, write it as every file of ours is written. Raises BobError."""
    file = printer.outputFileName()
    if file:
        write(leaves, FilePath(file).with_suffix(".pdf"))
    else:
        leaves.draw(printer, float(printer.resolution()))
