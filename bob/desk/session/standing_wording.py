"""Standing orders in words: their contents, and their past or proposed deeds."""

from __future__ import annotations

from collections.abc import Mapping

from bob.day.telling.period_names import Names
from bob.desk.session.standing import StandingOrder
from bob.staff.advice.fighter_command.stance_choices import stance_text
from bob.staff.advice.map.counters import short
from bob.words import Words


def standing_text(words: Words, names: Names, order: StandingOrder) -> str:
    """Describe a standing order, without its Sector."""
    if order.kind == "stance":
        return words("desk_orders.says.stance", stance=stance_text(words, order.stance, None))
    if order.kind == "patrol" and order.a is not None:
        a = names.at(words, order.a.label)
        key, b = ("point", a) if order.b in (None, order.a) or order.b is None else ("line", names.at(words, order.b.label))
        text = words(f"desk_orders.says.{key}", a=a, b=b, angels=order.angels)
        return words("desk_orders.says.by", told=text, unit=order.unit) if order.unit else text
    return words(f"desk_orders.says.{order.kind}", number=order.number, minutes=5 * order.number)


def wish_text(words: Words, names: Names, what: str, values: Mapping[str, str | int]) -> str:
    """Describe a deed of a standing order."""
    facts = dict(values)
    if "hex" in facts:
        facts["place"] = names.at(words, str(facts["hex"]))
    if "stance" in facts:
        facts["stance"] = stance_text(words, str(facts["stance"]), None)
    if "raid" in facts:
        facts["raid"] = names.raid(words, str(facts["raid"]))
    return words(f"desk_orders.does.{what}", **facts)


def line_text(words: Words, order: StandingOrder) -> str:
    """Return the label of a patrol line on the table."""
    return words("desk_orders.says.on_table", unit=short(order.unit) if order.unit else order.sector, angels=order.angels)
