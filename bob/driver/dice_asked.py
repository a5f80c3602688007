"""The request for dice to a person at the screen who throws and types them."""

from __future__ import annotations

from bob.core.dice import Throw
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names
from bob.driver.drawn_cards import DRAWS
from bob.words import Words

REAL = (4, 6, 8, 10, 12, 20)
"""The numbers of sides of real dice."""


def purpose_text(words: Words, purpose: str) -> str:
    """Return the purpose of a roll in words."""
    for key in (f"desk_dice.purpose.{purpose}", f"tables.title.{purpose}", purpose):
        if "." in key and words.has(key):
            return words(key)
    return purpose.replace("_", " ")


def head_text(words: Words, throw: Throw) -> str:
    """Return the side and the purpose of a roll in words."""
    text = purpose_text(words, throw.purpose)
    return words("desk.dice.whose", seat=_roller_name(words, throw.by), purpose=text) if throw.by in (RAF, LUFTWAFFE) else text


def _roller_name(words: Words, by: str) -> str:
    return words(f"desk.seat.{by}") if by in (RAF, LUFTWAFFE) else words("ops.seat.referee")


def subject_text(words: Words, names: Names, throw: Throw) -> str:
    """Return the subject of a roll in words: raid, unit, enemy, place; empty where nothing is known of it."""
    about = throw.about
    found = [names.raid(words, about["raid"])] if "raid" in about else []
    found += [about[key] for key in ("unit", "place") if key in about]
    if "track" in about:
        found.append(words("desk.dice.subject_track", track=names.track(int(about["track"]))))
    if whom := about.get("against"):
        found.append(words("desk.dice.subject_against", whom=names.raid(words, whom) if whom in names.titles else whom))
    if "hex" in about:
        found.append(names.at(words, about["hex"]))
    text = ", ".join(found)
    return text[:1].upper() + text[1:]


def dice_text(words: Words, throw: Throw) -> str:
    """Return the dice to throw and the side in words, or the way to get a number without such dice."""
    purpose, count, sides = throw.purpose, throw.count, throw.sides
    who = words(f"ops.seat.{throw.by}") if throw.by in (RAF, LUFTWAFFE) else words("ops.seat.referee")
    if purpose in DRAWS:
        return words("desk.dice.card", sides=sides)
    if sides == 100 and count == 1:
        key = "desk.dice.percent"
    elif sides not in REAL:
        key = "desk.dice.which" if purpose == "loss" else "desk.dice.number"
    else:
        key = "desk.dice.ask_one" if count == 1 else "desk.dice.ask"
    text = words(key, **{"count": count, "sides": sides, "who": who} if key == "desk.dice.ask" else {"sides": sides, "who": who})
    if key == "desk.dice.ask" and sides < 10:
        faces = [1 + (2 + 3 * i) % sides for i in range(count)]
        text = f"{text} {words('desk.dice.plain', close=''.join(map(str, faces)), apart=' '.join(map(str, faces)))}"
    about = f"desk.dice.about_{purpose}"
    return f"{text} {words(about)}" if words.has(about) else text
