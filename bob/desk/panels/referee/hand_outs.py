"""Hand-outs of the referee to a side: sheets made from that side's view alone, in a folder named by turn and side."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bob.chart.view_camera import Camera
from bob.core.errors import BobError
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.base.widgets.background import TellsProgress, no_progress
from bob.desk.panels.prints import Leaves, kinds, prepare, prepare_note, write
from bob.desk.panels.prints.content import common_of
from bob.desk.panels.prints.export import Making
from bob.desk.session.seat_views import FrozenView, SeatViews
from bob.words import Words

HAND_OUTS = ("map", "state", "log", "report")
"""Sheets that can be handed out beside a note; `state` is squadron states for one side and raid orders for the other."""
FORMS = ("pdf", "svg", "paper")
_KEPT = "hand_out"


@dataclass(frozen=True, slots=True)
class HandOutWish:
    """A choice of sheets, sides and form. `framed`: of the map only the part on the referee's table."""

    seats: tuple[str, ...] = (RAF, LUFTWAFFE)
    sheets: tuple[str, ...] = ("map", "state", "log")
    framed: bool = False
    form: str = "pdf"
    folder: str = ""


def last_wish(settings: Settings) -> HandOutWish:
    """Return the last choice; the usual one when that cannot be read."""
    try:
        kept: Mapping[str, Any] = json.loads(settings.remembered(_KEPT) or "{}")
        return HandOutWish(
            tuple(seat for seat in (RAF, LUFTWAFFE) if seat in kept["seats"]),
            tuple(page for page in HAND_OUTS if page in kept["sheets"]),
            bool(kept["framed"]),
            kept["form"] if kept["form"] in FORMS else FORMS[0],
            str(kept["folder"]),
        )
    except (ValueError, KeyError, TypeError):
        return HandOutWish()


def keep_wish(settings: Settings, wish: HandOutWish) -> None:
    """Remember it for the next time."""
    settings.remember(_KEPT, json.dumps(asdict(wish)))


@dataclass(frozen=True, slots=True)
class Pile:
    """The sheets for one side by their names, recorded but not laid out yet."""

    seat: str
    name: str
    makings: tuple[tuple[str, Making], ...]


def pile(viewer: SeatViews, settings: Settings, seat: str, pages: Sequence[str], note: str = "", frame: Camera | None = None) -> Pile:
    """Record the sheets of a side from its own view. Call it on the interface's thread. Raises Refused for a view not allowed at this
    screen."""
    words = settings.words
    side = FrozenView(viewer, seat)
    found: list[tuple[str, Making]] = []
    if note:
        found.append((words("desk_sheets.kind.note"), prepare_note(side, settings, note)))
    for kind in kinds(side):
        if ("state" if kind in ("tote", "raids") else kind) in pages:
            found.append((words(f"desk_sheets.kind.{kind}"), prepare(kind, side, settings, frame=frame)))
    return Pile(seat, folder_name(side, words), tuple(found))


def folder_name(side: FrozenView, words: Words) -> str:
    """`Turn 07, 11.05, Fighter Command`."""
    common = common_of(side.view(side.seat))
    return words(
        "desk.hand_out.place", turn=f"{common.turn:02d}", clock=common.clock.replace(":", "."), seat=words(f"desk.seat.{side.seat}")
    )


def lay_out(piles: Sequence[Pile], tell: TellsProgress = no_progress) -> list[tuple[Pile, str, Leaves]]:
    """Lay the sheets out, on any thread."""
    return [(one, name, making(no_progress)) for one, name, making in _counted(piles, tell)]


def hand_out(piles: Sequence[Pile], folder: Path, form: str, tell: TellsProgress = no_progress) -> list[Path]:
    """Write the sheets into a folder of that folder for each side, a fresh one each time; the files. On any thread.

    Who breaks it off finds nothing of it. Raises BobError.
    """
    places: dict[str, Path] = {}
    files: list[Path] = []
    try:
        for one, name, making in _counted(piles, tell):
            if one.name not in places:
                places[one.name] = _new_folder(folder, one.name)
            files += write(making(no_progress), places[one.name] / f"{name}.{form}")
    except BaseException:
        for place in places.values():
            shutil.rmtree(place, ignore_errors=True)
        raise
    return files


def _counted(piles: Sequence[Pile], tell: TellsProgress) -> list[tuple[Pile, str, Making]]:
    """Return all sheets; each reports the progress when its turn comes."""
    whole = sum(len(one.makings) for one in piles)
    found: list[tuple[Pile, str, Making]] = []
    for one in piles:
        for name, making in one.makings:
            done = len(found)

            def counted(inner: TellsProgress, making: Making = making, done: int = done) -> Leaves:
                tell(done, whole)
                return making(inner)

            found.append((one, name, counted))
    return found


def _new_folder(folder: Path, name: str) -> Path:
    """A folder of that name that was not there. Raises BobError."""
    for number in range(1, 1000):
        place = folder / (name if number == 1 else f"{name} ({number})")
        try:
            place.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise BobError("error.write", path=str(place), why=error.strerror or str(error)) from error
        return place
    raise BobError("error.write", path=str(folder / name), why="-")
