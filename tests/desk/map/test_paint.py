"""Charts painted by Qt: PNG and PDF, without a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bob.chart import chart
from bob.chart.marks import ChartPage
from bob.core.errors import BobError, UsageError
from bob.data.theatre import Theatre
from bob.words import LANGUAGES, Words
from tests.sizes import some

pytest.importorskip("PySide6.QtGui")

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def sheet() -> ChartPage:
    return chart(Theatre.load(), Words("en"), ("coast", "sectors", "towns", "airfields", "rdf"))


@pytest.mark.slow
def test_a_png_is_as_wide_as_asked_and_has_the_map_on_it(sheet: ChartPage, tmp_path: Path) -> None:
    from PySide6.QtGui import QImage

    from bob.chart.qt import save_png

    path = tmp_path / "map.png"
    save_png(sheet, path, width=800)
    image = QImage(str(path))
    assert image.width() == 800
    assert image.height() == round(sheet.height * 800 / sheet.width)
    shades = {image.pixelColor(x, y).name() for x in range(0, 800, 7) for y in range(0, image.height(), 7)}
    assert {"#c8d2cc", "#efe6cf", "#e2d6b8", sheet.paper.lower()} <= shades
    assert len(shades) > 60
    assert image.pixelColor(2, 2).name() == sheet.paper.lower()


@pytest.mark.slow
def test_the_same_sheet_gives_the_same_picture(sheet: ChartPage, tmp_path: Path) -> None:
    from bob.chart.qt import save_png

    for name in ("a.png", "b.png"):
        save_png(sheet, tmp_path / name, width=400)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


@pytest.mark.parametrize(("page", "points"), [("a2", (1191, 1684)), ("A4", (595, 842))])
def test_a_pdf_has_one_page_of_that_size_with_its_fonts(sheet: ChartPage, tmp_path: Path, page: str, points: tuple[int, int]) -> None:
    from bob.chart.qt import save_pdf

    path = tmp_path / "map.pdf"
    save_pdf(sheet, path, page=page)
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b"/FontDescriptor\n") + data.count(b"/FontFile2") >= 4
    box = data[data.index(b"/MediaBox [") :].split(b"]")[0].split(b"[")[1].split()
    assert abs(float(box[2]) - points[0]) < 2
    assert abs(float(box[3]) - points[1]) < 2
    assert len(data) > 100_000


def test_letters_are_as_wide_in_qt_as_in_the_metrics(sheet: ChartPage) -> None:
    from PySide6.QtGui import QFontMetricsF

    from bob.chart.marks import Lettering
    from bob.chart.qt import font

    for face in ("regular", "italic", "semibold", "bold"):
        look = Lettering("x", face, 100.0, "#000000")
        for text in ("Biggin Hill", "Évreux", "Pas de Calais 1940"):
            assert QFontMetricsF(font(look)).horizontalAdvance(text) == pytest.approx(look.length(text), rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_what_cannot_be_written_is_refused_in_words(sheet: ChartPage, tmp_path: Path, language: str) -> None:
    from bob.chart.qt import save_pdf, save_png

    words = Words(language)
    with pytest.raises(UsageError) as caught:
        save_png(sheet, tmp_path / "x.png", width=10)
    assert "10" in caught.value.describe(words)
    with pytest.raises(UsageError) as caught:
        save_pdf(sheet, tmp_path / "x.pdf", page="b5")
    assert "a1, a2, a3, a4" in caught.value.describe(words)
    for save in (save_png, save_pdf):
        with pytest.raises(BobError) as failed:
            save(sheet, tmp_path / "none" / "x")
        assert failed.value.key == "error.write"
        assert failed.value.describe(words)
    assert not (tmp_path / "x.png").exists()


def test_without_qt_the_error_says_what_to_do(sheet: ChartPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bob.chart.qt import save_png

    monkeypatch.setitem(sys.modules, "PySide6.QtGui", None)
    with pytest.raises(BobError) as caught:
        save_png(sheet, tmp_path / "x.png")
    assert caught.value.key == "map.no_qt"
    for language in LANGUAGES:
        assert "libegl1" in caught.value.describe(Words(language))


@pytest.mark.slow
def test_a_fresh_program_without_a_screen_prints_nothing(tmp_path: Path) -> None:
    code = (
        "import sys; from bob.chart import chart; from bob.chart.qt import save_png, save_pdf; from bob.data.theatre import Theatre;"
        "from bob.words import Words; s = chart(Theatre.load(), Words('fr'));"
        "save_png(s, sys.argv[1], width=900); save_pdf(s, sys.argv[2], page='a3'); save_png(s, sys.argv[1], width=300)"
    )
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "QT_QPA_PLATFORM")}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "a.png"), str(tmp_path / "a.pdf")], capture_output=True, text=True, check=False, env=env
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
