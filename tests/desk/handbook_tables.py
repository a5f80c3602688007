"""Writes what the handbook looks up anew, the keys and the glossary, from the desk itself: `python tests/desk/handbook_tables.py`.

In `keys.md` the table below each heading has the keys of the actions of that group, in `glossary.md` the one table has the terms.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.desk.screenshots import settle  # isort: skip # noqa: F401 - it says where Qt draws, before any Qt

from bob.desk.app import application
from bob.desk.base.settings import Settings
from bob.desk.session.actions import Actions
from bob.desk.window.help.box import terms
from bob.desk.window.window import DeskWindow
from bob.words import LANGUAGES, Words

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "handbook"


def key_tables(actions: Actions) -> dict[str, list[tuple[str, str]]]:
    """What is done by a key, group by group, in the language that the desk has now."""
    found: dict[str, list[tuple[str, str]]] = {}
    for entry in actions:
        if entry.keys:
            text = entry.text().replace("&", "").rstrip("…")
            found.setdefault(entry.group, []).append((actions.keys(entry.code), text))
    return found


def glossary_table(words: Words) -> dict[str, list[tuple[str, str]]]:
    return {"terms": [(f"**{term}**", text) for term, text in terms(words)]}


def with_tables(page: str, tables: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """A page with the rows of its tables made anew: of each heading with such an anchor, what stands below the table's head."""
    for anchor, rows in tables.items():
        lines = "".join(f"| {one.replace('|', '&#124;')} | {other} |\n" for one, other in rows)
        head = re.compile(rf"(\{{#{anchor}\}}\n(?:(?!##|\|).*\n)*\|.*\n\| --- \| --- \|\n)(?:\|.*\n)*")
        page, count = head.subn(lambda found, lines=lines: found[1] + lines, page)
        if count != 1:
            raise SystemExit(f"there is no table below {{#{anchor}}}")
    return page


def main() -> int:
    application()
    with tempfile.TemporaryDirectory() as home:
        settings = Settings.in_file(Path(home) / "settings.ini")
        window = DeskWindow(settings)
        for language in LANGUAGES:
            settings.set_language(language)
            for name, tables in (("keys", key_tables(window.actions_)), ("glossary", glossary_table(settings.words))):
                path = FOLDER / language / f"{name}.md"
                path.write_text(with_tables(path.read_text("utf-8"), tables).replace("\u00a0", " "), "utf-8")
        window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
