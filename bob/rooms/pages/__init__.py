"""Pages for a browser: pure functions from a `Situation` to HTML. `page` is a whole document, `fragments` its changing parts by region;
`plain_pages` has the pages without a game, `forms.read_order` reads the order of a form."""

from __future__ import annotations

from bob.rooms.pages.document import changed, digest, fragments, page
from bob.rooms.pages.reading import reading
from bob.rooms.pages.situation import GameWriter, Looks, Situation, looks

__all__ = ["GameWriter", "Looks", "Situation", "changed", "digest", "fragments", "looks", "page", "reading"]
