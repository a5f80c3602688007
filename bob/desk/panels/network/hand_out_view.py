"""A hand-out at the desk: it can be read, printed and saved."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from PySide6.QtCore import QByteArray, QMarginsF, QSizeF, Qt, QUrl
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QTextDocument
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLabel, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from bob.chart.qt import pdf_of
from bob.core.atomic_files import put_files
from bob.core.errors import BobError
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.hand_out_letters import lettered
from bob.report.parts import TablePart
from bob.rooms.hand_outs import HandedPage

_WIDE = 1400
"""The dots of a map from side to side: enough for paper, too."""
_DPI = 300


def hand_out_html(page: HandedPage, quiet: str, line: str, width: int) -> str:
    """Return a hand-out as Qt's rich text, with drawings as resources `drawing:0` and so on."""
    out = [f"<p style='color:{quiet}'>{escape(page.whose)}</p>" if page.whose else "", f"<h2>{escape(page.title)}</h2>"]
    out.append(f"<p><b>{escape(page.moment)}</b></p>" if page.moment else "")
    for place, part in enumerate(page.parts):
        if part.code != "note":
            out.append(f"<h3>{escape(part.title)}</h3>")
        if part.drawing:
            out.append(f"<p><img src='drawing:{place}' width='{width}'></p>")
        out += [f"<p>{escape(text)}</p>" for text in part.lines if text.strip()]
        out += [_table(table, caption, line) for caption, table in part.tables]
    return "\n".join(out)


def _table(table: TablePart, caption: str, line: str) -> str:
    right = set(table.right)

    def row(cells: tuple[str, ...], tag: str) -> str:
        ways = ("right" if i in right else "left" for i in range(len(cells)))
        said = "".join(f"<{tag} align='{way}'><small>{escape(cell)}</small></{tag}>" for way, cell in zip(ways, cells, strict=True))
        return f"<tr>{said}</tr>"

    head = f"<p><b>{escape(caption)}</b></p>" if caption else ""
    rows = "".join(row(cells, "td") for cells in table.rows)
    look = f"border='1' style='border-color:{line}; border-collapse:collapse' cellpadding='2' width='100%'"
    return f"{head}<table {look}>{row(table.heads, 'th')}{rows}</table>"


def drawn(svg: str) -> QImage:
    """A drawing as a picture, on the paper that it is made for."""
    whole = re.sub(r'^<svg class="map" role="img" ', "<svg ", svg)
    renderer = QSvgRenderer(QByteArray(lettered(whole).encode()))
    size = renderer.viewBoxF().size() if not renderer.viewBoxF().isEmpty() else QSizeF(renderer.defaultSize())
    high = round(_WIDE * size.height() / max(1.0, size.width()))
    image = QImage(_WIDE, max(1, high), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    return image


class HandOutText(QTextBrowser):
    """Shows a hand-out."""

    def __init__(self, page: HandedPage, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page, self.settings = page, settings
        self.setOpenLinks(False)
        self.setAccessibleName(page.title)
        self._width = 0
        self.pictures = {place: drawn(part.drawing) for place, part in enumerate(page.parts) if part.drawing}
        self._lay(round(640 * settings.scale))

    def _lay(self, width: int) -> None:
        if width == self._width:
            return
        self._width = width
        document = QTextDocument(self)
        self.fill(document, width)
        self.setDocument(document)

    def fill(self, document: QTextDocument, width: int, *, paper: bool = False) -> None:
        """Put the hand-out into a document, for the screen or for paper."""
        tones = theme.look(self.settings)
        document.setDefaultFont(self.font())
        for place, picture in self.pictures.items():
            if not paper:  # Qt leaves out dots where it makes a picture smaller itself
                dots = self.devicePixelRatioF()
                picture = picture.scaledToWidth(round(width * dots), Qt.TransformationMode.SmoothTransformation)
                picture.setDevicePixelRatio(dots)
            document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(f"drawing:{place}"), picture)
        quiet, line = ("#555555", "#999999") if paper else (tones.quiet, tones.line)
        document.setHtml(hand_out_html(self.page, quiet, line, width))

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        if self.pictures:
            at = self.verticalScrollBar().value()
            self._lay(max(240, self.viewport().width() - 40))
            self.verticalScrollBar().setValue(at)


class HandOutView(QDialog):
    """A hand-out in a window of its own, which leaves the game free."""

    def __init__(self, page: HandedPage, by: str, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = settings.words
        self.settings, self.page = settings, page
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setModal(False)
        self.setWindowTitle(words.label(words("hand_out.from", name=by), page.title))
        self.text = HandOutText(page, settings, self)
        self.notice = QLabel()
        self.notice.setWordWrap(True)
        self.save, self.paper, self.away = (QPushButton(words(f"desk_join.sheet.{name}")) for name in ("save", "print", "close"))
        theme.kind(self.away, "primary")
        self.save.clicked.connect(self._save)
        self.paper.clicked.connect(self._print)
        self.away.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addWidget(self.save)
        row.addWidget(self.paper)
        row.addWidget(self.notice, 1)
        row.addWidget(self.away)
        body = QVBoxLayout(self)
        body.addWidget(self.text, 1)
        body.addLayout(row)
        theme.size_box(self, settings, 760, 640)

    def _document(self, layout: QPageLayout) -> QTextDocument:
        document = QTextDocument()
        size = layout.paintRect(QPageLayout.Unit.Point).size()
        document.setPageSize(size)
        self.text.fill(document, round(size.width()), paper=True)
        return document

    def write(self, file: Path) -> None:
        """Save it as PDF. Raises BobError."""

        def draw(writer: QPdfWriter) -> None:
            layout = QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF(40, 40, 40, 40))
            writer.setPageLayout(layout)
            self._document(layout).print_(writer)

        put_files({file: pdf_of(self.page.title, _DPI, draw)})

    def _save(self) -> None:
        words = self.settings.words
        title = re.sub(r"[^\w .-]+", " ", self.page.title).strip()[:60]
        usual = Path.home() / f"{title or 'sheet'}.pdf"
        name, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), str(usual), "PDF (*.pdf)")
        if name:
            try:
                self.write(Path(name))
            except BobError as error:
                self.notice.setText(error.describe(words))
            else:
                self.notice.setText(words("desk_join.sheet.kept", file=Path(name).name))

    def _print(self) -> None:
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter
        except ImportError:
            self.notice.setText(self.settings.words("desk.sheets.no_printer"))
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        if QPrintDialog(printer, self).exec() == QDialog.DialogCode.Accepted:
            self._document(printer.pageLayout()).print_(printer)
