"""The terms of a room in words, for pages and desks alike."""

from __future__ import annotations

from bob.core.kit import seat_text
from bob.day.state.view import RefereeView
from bob.rooms.book import Terms
from bob.words import Words


def time_text(seconds: int) -> str:
    """A time as a clock shows it: 2:00, or 1:30:00."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def terms_text(words: Words, terms: Terms, *, referee: bool = True) -> list[str]:
    """Return each of the terms in words. Without a `referee` there are no slips to hand in, and only the program rolls."""
    lines = [words("room.terms.slips_on" if terms.slips else "room.terms.slips_off")] if referee else []
    lines.append(words(f"room.terms.clock_{terms.clock}", time=time_text(terms.seconds)))
    deputies = [
        words("room.terms.deputy", seat=seat_text(words, s), name=officer_text(words, n)) for s, n in sorted(terms.deputies.items())
    ]
    lines += [*deputies, words("room.terms.away", time=time_text(terms.away))] if deputies else [words("room.terms.no_deputies")]
    lines.append(words("room.terms.delay", turns=terms.delay))
    return [*lines, words(f"room.terms.dice_{terms.dice or 'program'}")] if referee else lines


def officer_text(words: Words, name: str) -> str:
    """Return an officer of the program in words."""
    return words(f"staff.officer.{name}") if words.has(f"staff.officer.{name}") else name.replace("_", " ").title()


def turn_text(words: Words, view: object, turn: int) -> str:
    """Return a turn in words: by its time of day for a viewer of a whole day, else by its number."""
    if not isinstance(view, RefereeView):
        return words("pages.turn_alone", turn=turn)
    return words("pages.turn_of", time=view.raf.common.time_of(turn), turn=turn) if turn else words("pages.turn_planning")
