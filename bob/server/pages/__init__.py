"""Pages for a browser: pure functions from a `Situation` to HTML. `page` is a whole document, `fragments` what of it changes, by region;
`plain_pages` has those without a game, `forms.read_order` reads what a slip said."""

from __future__ import annotations

from bob.server.pages.document import changed, digest, fragments, page
from bob.server.pages.reading import reading
from bob.server.pages.situation import Looks, Situation, Written, looks

__all__ = ["Looks", "Situation", "Written", "changed", "digest", "fragments", "looks", "page", "reading"]
