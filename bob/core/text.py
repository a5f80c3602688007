"""Plain text for the terminal: names compared loosely, neat tables, numbers with their sign."""

from __future__ import annotations

import csv
import io
import shutil
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """A name without accents, case, hyphens and points: for comparing what people type."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c if c.isalnum() else " " for c in bare if not unicodedata.combining(c)).split())


def capital(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def signed(number: int | float) -> str:
    """A number with its sign, a true minus."""
    return f"+{number:g}" if number >= 0 else f"−{-number:g}"


def shift(columns: int) -> str:
    """A shift of columns: signed, but a plain 0."""
    return signed(columns) if columns else "0"


def of_a_kind(name: str, count: int) -> str:
    """A name and how many there are of it: `2 × Tight Turn`; one alone is only named."""
    return f"{count}\u00a0×\u00a0{name}" if count > 1 else name


def grouped(names: Iterable[str]) -> list[str]:
    """Names with how many there are of each, in the order in which they come first."""
    return [of_a_kind(name, count) for name, count in Counter(names).items()]


def width() -> int:
    """Return the number of characters of a line."""
    return min(shutil.get_terminal_size((100, 24)).columns, 160)


def neat(heads: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), limit: int | None = None) -> str:
    """A table with a rule under its heads. The columns of `right` are set to the right; the last column wraps at the limit."""
    limit = limit if limit is not None else width()
    last = len(heads) - 1
    widths = [max([len(head), *(len(row[i]) for row in rows)]) for i, head in enumerate(heads)]
    taken = sum(widths[:last]) + 2 * last
    room = max(20, limit - taken)
    widths[last] = min(widths[last], room)

    def line(cells: Sequence[str]) -> str:
        return "  ".join(
            cell.rjust(w) if i in right else cell.ljust(w) for i, (cell, w) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()

    out = [line(heads), "  ".join("─" * w for w in widths)] if any(heads) else []
    for row in rows:
        pieces = textwrap.wrap(row[last], widths[last]) or [""]
        out.append(line([*row[:last], pieces[0]]))
        out.extend(line([""] * last + [piece]) for piece in pieces[1:])
    return "\n".join(out)


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as CSV (RFC 4180, but for the ends of lines, which are the system's to write). A text that a spreadsheet would take for a
    formula gets an apostrophe in front."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    for row in rows:
        writer.writerow([_no_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def _no_formula(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") and not text[1:].replace(".", "", 1).isdigit() else text
