"""The squadron of a side: its aircraft with pilots and points, boxes for Boom chits, and, for its own player, its deck."""

from __future__ import annotations

from bob.core.text import capital
from bob.report.miniatures.action_cards import counted
from bob.report.miniatures.cards_of_types import HIGH, WIDE, type_card
from bob.report.miniatures.counters import SPARE
from bob.report.miniatures.forces import FlownModel, SetOut, deck_of
from bob.report.pieces.naming import side_name
from bob.report.pieces.paper import QUIET, RED, SLATE, PiecePage, PiecePages, dark, ground
from bob.report.pieces.rows import ROW, PieceRow, row_table
from bob.tactical.miniatures.data import ACE
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.position import FIGHTERS, MULTIS, SKY_LEVELS
from bob.tactical.miniatures.telling import spots_text
from bob.words import Words

_BOX = 6.4


def roster(pages: PiecePages, out: SetOut, names: MiniatureNames, deck: bool) -> bool:
    """A page, or more where many fly; `deck`: with the cards of its deck. Whether there was room for the cards of its types, too."""
    words = pages.words
    page = pages.begin("roster")
    page.y = 18.0
    page.box(page.left, page.y, page.right, page.y + 8.0, dark(out.side), None)
    page.emblem(out.models[0].type.side, (page.left + 5.0, page.y + 4.0), 5.2)
    title = words("sky_pieces.roster.title", side=side_name(words, out.force.seat), points=out.points)
    page.write(title, (page.left + 10.0, page.y + 1.0, page.right - 2.0, page.y + 7.0), 4.8, "bold", "#FFFFFF")
    page.y += 10.0
    rows = [PieceRow(_row(model, names), ground(out.side)) for model in out.models]
    sums = [str(sum(costs)) for costs in zip(*((m.cost.aircraft, m.cost.pilot, m.cost.points) for m in out.models), strict=True)]
    rows.append(PieceRow(["", words("sky_pieces.roster.total"), "", "", "", *sums], bold=True))
    page = row_table(pages, page, words("sky_pieces.roster.columns").split("|"), rows, right=(5, 6, 7))
    page.y += 2.5
    for ace in dict.fromkeys(model.mount.ace for model in out.models if model.mount.ace):
        if ace in names.tables.aces:
            text = names.signature(names.tables.aces[ace])
            page.y = page.write(text, (page.left, page.y, page.right, page.y + 5), 3.0, "semibold", up=0.0) + 1.2
    for which in (FIGHTERS, MULTIS):
        page = _chits(pages, page, out, which, words)
    if deck:
        page = _deck(pages, page, out, names)
    return _types(pages, page, out, names)


def _row(model: FlownModel, names: MiniatureNames) -> list[str]:
    words, mount, cost = names.words, model.mount, model.cost
    type = words("sky_pieces.roster.loaded", type=model.type.name) if mount.loaded else model.type.name
    pilot = words("sky_pieces.roster.pilot", skill=mount.skill, name=names.ace(mount.ace) if mount.ace else names.skill(mount.skill))
    start = words("sky_pieces.roster.to_place")
    if mount.at is not None:
        start = words("sky_pieces.roster.at", at=spots_text(words, [mount.at.spot]), heading=mount.heading)
    level = names.level(SKY_LEVELS.index(mount.level))
    return [model.label, type, pilot, start, level, str(cost.aircraft), str(cost.pilot), str(cost.points)]


def _chits(pages: PiecePages, page: PiecePage, out: SetOut, which: int, words: Words) -> PiecePage:
    """When a squadron breaks off, and a box for each Boom chit; those past its strength at the start are red."""
    mine = [model for model in out.models if model.type.multi == (which == MULTIS)]
    if not mine:
        return page
    strength = sum(model.type.engines if which == MULTIS else 1 for model in mine)
    count, per = strength + SPARE, int((page.right - page.left) / _BOX)
    if page.y + 7.0 + -(-count // per) * _BOX > page.height - 16:
        page = pages.begin("roster")
        page.y = 20.0
    squadron = words(f"skies.squadron.{which}")
    text = words(f"sky_pieces.roster.breaks_{'multis' if which == MULTIS else 'fighters'}", squadron=capital(squadron), count=strength)
    page.y = page.write(text, (page.left, page.y, page.right, page.y + 5), 3.0, up=0.0) + 1.2
    for number in range(1, count + 1):
        left, top = page.left + (number - 1) % per * _BOX, page.y + (number - 1) // per * _BOX
        over = number > strength
        ink = RED if over else QUIET
        page.box(left, top, left + _BOX - 0.8, top + _BOX - 0.8, "#F6DFD6" if over else "#FBF9F1", ink, 0.25)
        page.write(str(number), (left + 0.5, top + 0.5, left + _BOX - 1.3, top + _BOX - 1.3), 2.8, "semibold", ink, "middle")
    page.y += -(-count // per) * _BOX + 2.0
    return page


def _deck(pages: PiecePages, page: PiecePage, out: SetOut, names: MiniatureNames) -> PiecePage:
    words = pages.words
    sure, pools = deck_of(out.force, names.tables)
    none = words("sky_pieces.roster.none")
    rows: list[PieceRow] = []
    for held, count in counted(sure).items():
        card = names.tables.card(held)
        bonus = names.card(card.bonus) if card.bonus is not None else none
        rows.append(PieceRow([str(count), names.card(held), names.kind(held), names.retention(held), bonus]))
    for pool in pools:
        text = words("sky_pieces.roster.dealt", kind=words(f"skies.kind.{pool.kind}"))
        rows.append(PieceRow([str(pool.dealt), text, words(f"skies.kind.{pool.kind}"), none, none]))
    if page.y + 8.0 + ROW * min(6, len(rows)) > page.height - 16:
        page = pages.begin("roster")
        page.y = 20.0
    page.y += 1.5
    page.write(words("sky_pieces.roster.deck"), (page.left, page.y, page.left + 60, page.y + 5), 3.4, "semibold", SLATE)
    page.y += 6.0
    return row_table(pages, page, words("sky_pieces.roster.deck_columns").split("|"), rows)


def _types(pages: PiecePages, page: PiecePage, out: SetOut, names: MiniatureNames) -> bool:
    """The cards of the types that it flies, if all go in below."""
    per = int((page.right - page.left + 0.01) / WIDE)
    top = page.y + 6.0
    if top + -(-len(out.types) // per) * HIGH > page.height - 16:
        return False
    for number, type in enumerate(out.types):
        left, y = page.left + number % per * WIDE, top + number // per * HIGH
        type_card(page, (left, y, left + WIDE, y + HIGH), out.side, type, names)
    return True


def has_ace(out: SetOut) -> bool:
    """Return whether a pilot of the force is an Ace."""
    return any(model.mount.skill == ACE for model in out.models)
