"""The pages without a game: the entrance, and the error page."""

from __future__ import annotations

from bob.rooms.pages.document import document, looks_links
from bob.rooms.pages.forms import button, labelled
from bob.rooms.pages.markup import AttributeValue, Inside, el
from bob.rooms.pages.situation import Looks


def _plain_page(looks: Looks, title: str, *inside: Inside) -> str:
    body = el("main", el("h1", title), inside, id="main")
    return document(looks, title, body, kind="plain", foot=looks_links(looks.words, looks), script=False)


def join_page(looks: Looks, code: str = "", name: str = "", refused: str = "") -> str:
    """Return the entrance page, with fields for a name and a code. `refused` gives the reason of a refusal."""
    words = looks.words
    said: dict[str, AttributeValue] = {"type": "text", "required": True, "maxlength": 40}
    named = el("input", name="name", id="name", value=name, autofocus=not name, autocomplete="nickname", **said)
    coded = el("input", name="code", id="code", value=code, autocomplete="off", autocapitalize="characters", spellcheck="false", **said)
    form = el(
        "form",
        labelled(words("pages.name"), "name", named),
        labelled(words("pages.code"), "code", coded),
        button(words("pages.come_in"), class_="strong"),
        method="post",
        action="/join",
        class_="fields",
    )
    markup = el("p", refused, class_="said refused", role="alert") if refused else None
    return _plain_page(looks, words("pages.join_title"), markup, el("p", words("pages.join_about")), form)


def start_page(looks: Looks, rooms: tuple[tuple[str, str], ...] = ()) -> str:
    """The first page of a host: the rooms that this browser has a key for, by code and title, and the way in."""
    words = looks.words
    known = el("ul", [el("li", el("a", words("pages.back_in", room=code, title=title), href=f"/room/{code}")) for code, title in rooms])
    way = el("p", el("a", words("pages.join_link"), href="/join", class_="button"))
    return _plain_page(looks, words("pages.start_title"), el("p", words("pages.start_about")), known if rooms else None, way)


def invited_page(looks: Looks, room: str, seat: str, code: str, link: str) -> str:
    """A fresh invitation, which is shown once."""
    words = looks.words
    lines = [
        el("p", words("pages.invited", seat=seat)),
        el("p", code, class_="code"),
        el("p", link, class_="text"),
        el("p", words("pages.shown_once")),
    ]
    return _plain_page(looks, words("pages.invite"), lines, el("p", el("a", words("pages.go_back"), href=f"/room/{room}", class_="button")))


def leave_page(looks: Looks, room: str) -> str:
    """Return the page that asks for confirmation before a member leaves."""
    words = looks.words
    form = el("form", button(words("pages.leave"), class_="strong"), method="post", action=f"/room/{room}/leave", class_="fields")
    return _plain_page(
        looks,
        words("pages.leave"),
        el("p", words("pages.leave_about")),
        form,
        el("p", el("a", words("pages.go_back"), href=f"/room/{room}")),
    )


def withdrawn_page(looks: Looks) -> str:
    """Return the page for a former member."""
    words = looks.words
    way = el("p", el("a", words("pages.join_link"), href="/join", class_="button"))
    return _plain_page(looks, words("pages.withdrawn_title"), el("p", words("pages.withdrawn_about")), way)


def error_page(looks: Looks, text: str, back: str = "/") -> str:
    """Return a page with an error and a link back."""
    words = looks.words
    return _plain_page(
        looks,
        words("pages.error_title"),
        el("p", text, class_="said refused", role="alert"),
        el("p", el("a", words("pages.go_back"), href=back)),
    )
