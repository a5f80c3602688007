"""Schemas of the files that loaders walk through themselves: tables of the rules, cards, dashboards, the sheets of linked campaigns.

Their choices and bounds are the loaders' own names and figures, so that the two cannot part.
"""

from __future__ import annotations

from dataclasses import fields

from bob.campaigns.linked.campaign_data import KINDS, MIRRORED, OUTCOMES, SIZED, TARGET_TYPES
from bob.campaigns.sides import SIDES as CAMPAIGN_SIDES
from bob.data.table_files import FAR
from bob.data.units import SIDES
from bob.schemas.forms import (
    BOTH_LANGUAGES,
    FLAG,
    TEXT,
    WORD,
    Schema,
    many,
    mapping,
    needed,
    number,
    one_of,
    row,
    table,
    whole,
)
from bob.tactical.cards import data as cards
from bob.tactical.cards.flight import BOMB_RESULTS
from bob.tactical.cards_classic.data import CLASSIC_TITLES, MARGINS
from bob.tactical.hexes import data as hexes

ORIGIN = one_of(("designed", "source"))
INTEGER: Schema = {"type": "integer"}


def _condition(key: str, values: list[str], then: Schema) -> Schema:
    """Return the further conditions of a table in which a key has one of these values."""
    return {"if": {"properties": {key: {"enum": values}}, "required": [key]}, "then": then}


# ---- tables of the rules


def rules_table() -> Schema:
    """A table of tables/operations: rolled for, or a list."""
    span: Schema = {"type": "string", "pattern": r"^(-?[0-9]{1,4}|-?[0-9]{1,4}\.\.(-?[0-9]{1,4})?|\.\.-?[0-9]{1,4})$"}
    value: Schema = {"type": ["string", "integer", "boolean"]}
    wanted: Schema = {"anyOf": [value, many(value, 1), needed({"but": many(value, 1)})]}
    inner = mapping(wanted)
    condition = {"type": "object", "properties": {"any_of": inner, "none_of": inner}, "additionalProperties": wanted}
    figure: Schema = {"type": ["string", "number", "boolean"]}
    figures = mapping({"anyOf": [figure, many(figure)]})
    cell: Schema = {"anyOf": [{"type": ["string", "integer"]}, many(WORD, 1, distinct=True)]}
    reading = mapping(WORD)
    modifier = needed(
        {
            "rule": TEXT,
            "value": whole(-99, 99),
            "when": condition,
            "per": needed({"of": TEXT, "above": whole(0, 9999), "step": whole(1, 9999)}, ("above", "step")),
            "reading": reading,
            "origin": WORD,
        },
        ("when", "per", "reading", "origin"),
    )
    result: Schema = {"type": ["string", "integer"]}
    entry: Schema = {
        "type": "object",
        "properties": {"rule": TEXT, "code": TEXT},
        "required": ["rule", "code"],
        "additionalProperties": {"anyOf": [figure, many(figure)]},
    }
    row_of: Schema = {
        "type": "object",
        "properties": {"roll": span, "rule": WORD, "reading": reading},
        "additionalProperties": cell,
    }
    properties: dict[str, Schema] = {
        "name": TEXT,
        "kind": one_of(("rolled", "list")),
        "rule": TEXT,
        "notes": many(WORD),
        "dice": {"type": "string", "pattern": "^[1-9]d[1-9][0-9]{0,2}$"},
        "rows_by": TEXT,
        "columns_by": WORD,
        "acts_on": one_of(("roll", "column", "result")),
        "circumstances": many(WORD, distinct=True),
        "required": many(WORD, distinct=True),
        "defaults": mapping(value),
        "columns": mapping({"anyOf": [WORD, whole(-FAR, FAR), many(WORD, distinct=True)]}),
        "row": many(row_of),
        "results": mapping(figures),
        "split": many(WORD, distinct=True),
        "members": many(WORD, distinct=True),
        "take": WORD,
        "rolled_by": WORD,
        "switch": many(needed({"name": TEXT, "rule": TEXT, "readings": many(WORD, 2, distinct=True)})),
        "modifier": many(modifier),
        "becomes": many(needed({"result": result, "into": result, "when": condition, "rule": TEXT})),
        "face": many(needed({"face": whole(1, 999), "triggers": TEXT, "rule": TEXT})),
        "entry": many(entry),
    }
    made = table(properties, ("name", "kind", "rule"))
    return made | {
        "allOf": [
            _condition("kind", ["list"], {"required": ["entry"], "propertyNames": one_of(("name", "kind", "rule", "notes", "entry"))}),
            _condition("kind", ["rolled"], {"required": ["rows_by", "row"], "not": {"required": ["entry"]}}),
        ]
    }


# ---- cards


def _bomber_line() -> Schema:
    return table({"shot": INTEGER, "less": INTEGER, "plus": INTEGER, "stop_fuel_tank": FLAG})


def card_deck() -> Schema:
    """deck.toml of the card dogfight."""
    card = needed(
        {
            "code": TEXT,
            "title": one_of(cards.TITLES),
            "subtitle": WORD,
            "type": one_of(cards.TYPES),
            "manoeuvre": whole(0, 4),
            "action": one_of(cards.ACTIONS),
            "bursts": whole(1, 6),
            "hits": whole(0, 9),
            "fuel_tank": FLAG,
            "react_to": many(one_of(("any", "manoeuvre", *cards.TITLES))),
            "bomber": _bomber_line(),
            "copies": needed({theatre: whole(0, 55) for theatre in cards.THEATRES}),
            "origin": one_of(cards.ORIGINS),
        },
        ("subtitle", "bursts", "hits", "fuel_tank", "react_to", "bomber"),
    )
    shooting = _condition("action", ["attack"], {"required": ["bursts", "hits"], "properties": {"title": one_of(("ims", "oots"))}})
    return needed({"cards": whole(1, 1000), "per_theatre": whole(1, 1000), "card": many(card | {"allOf": [shooting]})})


def card_aircraft() -> Schema:
    """aircraft.toml of the card dogfight."""
    figures = {
        "speed": whole(0, 9),
        "airframe": whole(1, 30),
        "performance": whole(0, 15),
        "horsepower": row([whole(0, 9), whole(0, 9)]),
        "bursts": whole(0, 9),
        "firepower": whole(-5, 5),
        "gunner": INTEGER,
        "traits": many(one_of(cards.TRAITS)),
        "dt": whole(0, 12),
        "st": whole(0, 12),
        "bombs": whole(0, 99),
    }
    common, fighter, bomber = ("speed", "airframe"), ("performance", "horsepower", "bursts", "firepower"), ("dt", "st")
    side = table(figures, common)
    of_fighter = {"required": list(fighter), "propertyNames": one_of(k for k in figures if k not in bomber)}
    of_bomber = {"required": list(bomber), "propertyNames": one_of((*common, *bomber, "bombs"))}
    ratings = sorted({"horsepower", "traits", *(f.name for f in fields(cards.Ratings))})
    named = ["name", "nation", "year", "vp", "altitude", "traits", *(f"{at}.{name}" for at in ("front", "back") for name in ratings)]
    aircraft = needed(
        {
            "code": TEXT,
            "name": TEXT,
            "kind": one_of(("fighter", "bomber")),
            "nation": one_of(cards.NATIONS),
            "year": whole(1914, 1953),
            "vp": whole(0, 99),
            "altitude": one_of(cards.ALTITUDES),
            "front": side,
            "back": side,
            "from_source": many(one_of(named)),
            "origin": ORIGIN,
            "source": TEXT,
        },
        ("altitude", "from_source"),
    )
    sides: dict[str, Schema] = {
        "fighter": {"properties": {"front": of_fighter, "back": of_fighter}, "not": {"required": ["altitude"]}},
        "bomber": {"properties": {"front": of_bomber, "back": of_bomber}, "required": ["altitude"]},
    }
    return table({"aircraft": many(aircraft | {"allOf": [_condition("kind", [kind], then) for kind, then in sides.items()]})})


def classic_deck() -> Schema:
    """classic_deck.toml."""
    face = needed(
        {"bombing": one_of(BOMB_RESULTS), "strafing": one_of(("miss", "hit")), "margin": one_of(MARGINS), "copies": whole(1, 110)},
        ("copies",),
    )
    card = needed(
        {
            "code": TEXT,
            "title": one_of(CLASSIC_TITLES),
            "answers": many(one_of(("any", *CLASSIC_TITLES))),
            "sa": FLAG,
            "bursts": whole(1, 6),
            "damage": whole(1, 9),
            "faces": many(face),
            "origin": one_of(cards.ORIGINS),
        },
        ("answers", "sa", "bursts", "damage"),
    )
    shooting = _condition("title", ["ims", "oots"], {"required": ["bursts", "damage"]})
    return needed({"cards": whole(1, 1000), "origin": WORD, "card": many(card | {"allOf": [shooting]})})


# ---- the hex dogfight

_CODE: Schema = {"type": "string", "pattern": "^[a-z0-9_]*[a-z0-9][a-z0-9_]*$"}


def hex_aircraft() -> Schema:
    """aircraft.toml of the hex dogfight."""
    special = needed(
        {
            "when": one_of(("attack", "dodge")),
            "counts": one_of((hexes.DAMAGE, hexes.CRITICAL)),
            "most": whole(1, 99),
            "within": whole(1, 4),
            "against": one_of(("bomber",)),
            "arc": one_of(hexes.ARCS),
        },
        ("most", "within", "against", "arc"),
    )
    dashboard = needed(
        {
            "code": _CODE,
            "name": TEXT,
            "side": one_of(SIDES),
            "bomber": FLAG,
            "speed": whole(1, 12),
            "guns": table({arc: whole(1, 9) for arc in hexes.ARCS}),
            "rotation": whole(1, 9),
            "manoeuvres": table({name: whole(1, 9) for name in hexes.MANOEUVRES}),
            "structure": whole(1, 20),
            "armour": whole(0, 9),
            "quick": whole(0, 9),
            "fuel": whole(1, 60),
            "points": whole(1, 99),
            "special": special,
            "steady": FLAG,
            "flies_for": many(WORD, distinct=True),
            "origin": ORIGIN,
            "source": TEXT,
        },
        ("special", "steady"),
    )
    return table({"aircraft": many(dashboard)})


def hex_deck() -> Schema:
    """deck.toml of the hex dogfight."""
    card = needed(
        {"code": one_of(hexes.CARDS), "timing": one_of(hexes.TIMINGS), "copies": whole(0, 99), "value": whole(0, 9)},
        ("value",),
    )
    early = _condition("code", list(hexes.CARDS[:3]), {"properties": {"timing": one_of((hexes.INITIATIVE,))}})
    late = _condition("code", list(hexes.CARDS[3:]), {"properties": {"timing": one_of(hexes.TIMINGS[1:])}})
    die = many(one_of(hexes.FACES)) | {"minItems": 6, "maxItems": 6}
    return needed({"origin": ORIGIN, "source": TEXT, "die": die, "card": many(card | {"allOf": [early, late]})})


def hex_markers() -> Schema:
    """markers.toml of the hex dogfight."""
    marker = needed({"code": one_of(hexes.MARKERS), "copies": whole(0, 99)})
    return needed({"origin": ORIGIN, "source": TEXT, "marker": many(marker)})


def hex_leaders() -> Schema:
    """leaders.toml of the hex dogfight."""
    rank = needed(
        {
            "code": one_of(hexes.CLASSES),
            "points": whole(0, 99),
            "card": one_of(("draw", "choose")),
            "dodge": whole(0, 9),
            "rotation": whole(0, 9),
            "manoeuvre": whole(0, 9),
            "structure": whole(0, 9),
            "aircraft": whole(1, 2),
            "origin": ORIGIN,
        }
    )
    leader = needed(
        {
            "code": _CODE,
            "name": TEXT,
            "side": one_of(SIDES),
            "aircraft": many(WORD, distinct=True),
            "rule": one_of(hexes.RULES),
            "origin": ORIGIN,
            "source": TEXT,
        }
    )
    return table({"wingman": whole(0, 99), "class": many(rank), "leader": many(leader)})


# ---- linked campaigns


def campaign_schema() -> Schema:
    """A sheet of tables/campaigns."""
    origin = {"origin": one_of(cards.ORIGINS), "why": TEXT, "from_source": many(WORD, distinct=True)}
    may = ("why", "from_source")
    because = [_condition("origin", ["designed"], {"required": ["why"]}), _condition("origin", ["source"], {"not": {"required": ["why"]}})]
    flights = many(needed({"aircraft": TEXT, "count": whole(1, 12)}))
    side = one_of(CAMPAIGN_SIDES)
    target = {
        "code": TEXT,
        "name": BOTH_LANGUAGES,
        "type": one_of(TARGET_TYPES),
        "place": {"anyOf": [row([number(-90, 90), number(-180, 180)]), {"maxItems": 0}]},
        "bombs": row([whole(1, 199), whole(2, 200)]),
        "flak": whole(0, 12),
        "interceptors": flights | {"minItems": 1},
        **origin,
    }
    arrow = {
        "number": whole(1, 99),
        "side": side,
        "from": TEXT,
        "target": TEXT,
        "bombers": flights | {"minItems": 1},
        "escorts": flights,
        **origin,
    }
    effect = needed(
        {
            "kind": one_of(KINDS),
            "whose": one_of(("own", "enemy", "both")),
            "amount": whole(1, max(SIZED.values())),
            "aircraft": TEXT,
            "count": whole(1, 12),
            "pilot": TEXT,
        },
        ("whose", "amount", "aircraft", "count", "pilot"),
    )
    effect["allOf"] = [
        _condition("kind", list(MIRRORED), {"required": ["whose"]}),
        *(_condition("kind", [kind], {"required": ["amount"], "properties": {"amount": whole(1, most)}}) for kind, most in SIZED.items()),
        _condition("kind", ["aircraft"], {"required": ["aircraft", "count"]}),
        _condition("kind", ["pilot"], {"required": ["aircraft", "pilot"]}),
    ]
    option = {"number": whole(1, 99), "side": side, "name": BOTH_LANGUAGES, "effects": many(effect, 1), **origin}
    victory = {**{code: whole(-999, 999) for code in OUTCOMES[1:]}, **origin}
    return needed(
        {
            "code": TEXT,
            "name": BOTH_LANGUAGES,
            "missions": whole(1, 40),
            "turns": whole(1, 12),
            "initiative": side,
            "victory": needed(victory, may) | {"allOf": because},
            "target": many(needed(target, ("place", *may)) | {"allOf": because}),
            "arrow": many(needed(arrow, ("escorts", *may)) | {"allOf": because}),
            "option": many(needed(option, may) | {"allOf": because}),
            **origin,
        },
        may,
    ) | {"allOf": because}
