"""Events, refusals and faults as sentences of the period, in either language."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bob.core.errors import BobError
from bob.core.game import Event
from bob.core.kit import record_event
from bob.core.text import capital
from bob.day.rules.planning import Fault
from bob.day.state.view import Common
from bob.day.telling.corrections_wording import thing_text, value_text
from bob.day.telling.period_names import (
    COMPASS,
    EVERY_ZONE,
    FAMILIES,
    Names,
    code_word,
    count,
    english,
    figure,
    foes_text,
    listed,
    place_name,
    small,
    station,
)
from bob.day.telling.plot_figures import bombers_text, height_text, joined, strength_text
from bob.tactical.engagement import Misfit, turned
from bob.tactical.slot import how_text
from bob.words import Words

# ---- events


def sentence(words: Words, event: Event, names: Names) -> str:
    """An event as one sentence. Raises KeyError for a code that has no words."""
    said = record_event(words, event)
    if said is not None:
        return said
    form = _FORMS.get(event.code)
    key, values = form(words, event, names) if form is not None else (f"log.{event.code}", {})
    plain_values = _plain_facts(words, event.data, names) if event.code != "dogfight" else {}  # whose figures are its game's own
    return capital(words(key, **{**plain_values, **values}))


def _plain_facts(words: Words, data: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The figures of an event as text, each as its name says."""
    values: dict[str, Any] = {}
    for key, value in data.items():
        tell = _FIELDS.get(key)
        values[key] = value if tell is None or value is None else tell(words, names, value)
    if data.get("hex") is not None:
        values["place"] = names.at(words, data["hex"])
    if "track" in data and data["track"] is None:
        values["track"] = words("log.raid.enemy")
    return values


_FIELDS: dict[str, Callable[[Words, Names, Any], str]] = {
    "raid": lambda words, names, v: names.raid(words, v),
    "met": lambda words, names, v: names.raid(words, v),
    "track": lambda _, names, v: names.track(v),
    "into": lambda _, names, v: names.track(v),
    "target": lambda words, names, v: names.target(words, v),
    "area": lambda words, names, v: names.guns(words, v),
    "station": lambda words, _, v: english(words, v),
    "field": lambda words, _, v: place_name(words, v),
    "base": lambda words, _, v: place_name(words, v),
    "convoy": lambda words, names, v: names.convoy(words, v),
    "ships": lambda words, _, v: count(words, "ship", v),
    "sunk": lambda words, _, v: count(words, "ship", v),
    "left": lambda words, _, v: count(words, "ship", v),
    "course": lambda words, _, v: f"{v:03d}°",
    "call": lambda words, _, v: words(f"log.call.{v}"),
    "box": lambda words, _, v: words(f"ops.box.{v}") if isinstance(v, str) else str(v),
    "zone": lambda words, _, v: words(f"tables.zone.{v}"),
    "weather": lambda words, _, v: words(f"ops.weather.{v}"),
    "aircraft": lambda words, _, v: count(words, "aircraft", v),
    "destroyed": lambda words, _, v: count(words, "aircraft", v),
    "back": lambda words, _, v: count(words, "aircraft", v),
    "levels": lambda words, _, v: count(words, "level", v),
    "flights": lambda words, _, v: listed(words, v),
}

_Facts = tuple[str, dict[str, Any]]


def date_text(words: Words, iso: str) -> str:
    """`18 August 1940`, `1er septembre 1940`."""
    date = dt.date.fromisoformat(iso)
    day = words("log.part.first_of_month") if date.day == 1 else date.day
    return words("log.part.date", day=day, month=words(f"log.month.{date.month}"))


def _begun(words: Words, event: Event, _: Names) -> _Facts:
    return "log.begun", {"date": date_text(words, event.data["date"])}


def _random_event(words: Words, event: Event, _: Names) -> _Facts:
    key = f"log.chance.{event.data['event']}"
    came = f"{key}_{event.data.get('came')}"
    return "log.random_event", {"story": words(came if words.has(came) else key)}


RADIO = ("good_conditions", "clear_radio")
"""The random events that switch a bonus of HF radio on, and off when they come again (OPS-A1.hf)."""
FOLLOWED = {"emergency_scramble": "emergency", "impromptu_detachment": "patrol_attack"}
"""The random events with an immediate follow-up if any unit is concerned."""


def in_context(events: Iterable[tuple[int, Event]]) -> Iterator[tuple[int, Event]]:
    """The events of a log from its beginning; each random event with what came of it (`came`): nothing, or a bonus that is over."""
    heard: Counter[str] = Counter()
    held: tuple[int, Event] | None = None
    for number, event in events:
        if held is not None:
            yield held if event.code == FOLLOWED[held[1].data["event"]] else (held[0], _as_arrival(held[1], "nothing"))
            held = None
        chance = event.data.get("event") if event.code == "random_event" else None
        if chance in FOLLOWED:
            held = number, event
            continue
        if chance in RADIO:
            heard[chance] += 1
            if heard[chance] % 2 == 0:
                event = _as_arrival(event, "over")
        yield number, event
    if held is not None:
        yield held[0], _as_arrival(held[1], "nothing")


def _as_arrival(event: Event, what: str) -> Event:
    return replace(event, data={**event.data, "came": what})


def _formation(words: Words, event: Event, _: Names) -> _Facts:
    result = event.data["result"]
    usual = f"tables.result.formation.{result}"
    return "log.formation", {"result": small(words(usual if words.has(usual) else f"tables.result.formation_special.{result}"))}


def _formed(words: Words, event: Event, _: Names) -> _Facts:
    return "log.formed", {"late": count(words, "formed", event.data["late"])}


def _escort_missed(words: Words, event: Event, _: Names) -> _Facts:
    return "log.escort_missed", {"units": listed(words, event.data["units"])}


def _navigation(words: Words, event: Event, _: Names) -> _Facts:
    result = event.data["result"]
    return "log.navigation" if result == "on_course" else f"log.form.navigation_{result}", {}


def _bombed(words: Words, event: Event, names: Names) -> _Facts:
    if event.data["target"] is None:
        return "log.form.bombed_astray", {"place": names.on(words, event.data["hex"])}
    return "log.bombed", {}


def _station_repaired(_words: Words, event: Event, _: Names) -> _Facts:
    result = event.data["result"]
    return "log.station_repaired" if result == "mended" else f"log.form.station_repaired_{result}", {}


def _convoy_attacked(_words: Words, event: Event, _: Names) -> _Facts:
    return "log.convoy_attacked" if event.data["sunk"] else "log.form.convoy_unhurt", {}


def _weather_turned(words: Words, event: Event, _: Names) -> _Facts:
    zones = [words(f"tables.zone.{zone}") for zone in event.data["zones"]]
    every = len(zones) == EVERY_ZONE
    return "log.form.weather_turned_everywhere" if every else "log.weather_turned", {"zones": listed(words, zones)}


def _wind_turned(words: Words, event: Event, _: Names) -> _Facts:
    wind, blows_from = event.data["wind"], event.data["blows_from"]
    direction = words(f"log.wind_from.{COMPASS[round(blows_from / 45) % 8]}")
    form = "log.form.wind_turned_head" if wind == "headwind" else "log.wind_turned"
    return form, {"wind": words(f"ops.wind.{wind}"), "direction": direction}


def wind_text(words: Words, common: Common) -> str:
    """The wind that blows: `headwind from the north-west, 2 hexes in four turns`."""
    text = code_word(words, "wind", common.wind)
    if common.head_wind is None:
        return text
    direction = words(f"log.wind_from.{COMPASS[round(common.head_wind.blows_from / 45) % 8]}")
    return words("log.part.head_wind", wind=text, direction=direction, count=common.head_wind.hexes)


def _plotted(words: Words, event: Event, names: Names) -> _Facts:
    level, strength, angels, source = (event.data[key] for key in ("level", "strength", "angels", "source"))
    return "log.plotted", {
        "track": names.track(event.data["track"], strength is not None),
        "strength": _strength(words, level, strength, event.data.get("bombers")),
        "height": words("log.height.none") if angels is None else words("log.height.told", figure=height_text(angels, level)),
        "source": words(f"log.source.{source}")
        if source in ("observer_corps", "tally")
        else words("log.source.station", name=station(words, source.removesuffix(" CHL"))),
    }


def _strength(words: Words, level: int, strength: int | None, bombers: int | None) -> str:
    if strength is None:
        return words("log.strength.none")
    text = words("log.strength.one" if strength == 1 else "log.strength.told", figure=strength_text(strength, level))
    return joined(text, bombers_text(words, strength, bombers))


def _readiness_ordered(words: Words, event: Event, _: Names) -> _Facts:
    return "log.readiness_ordered", {"wait": count(words, "wait", event.data["turns"])}


def _sent(words: Words, event: Event, names: Names) -> _Facts:
    track, label = event.data["track"], event.data["hex"]
    if track is None:
        return f"log.{event.code}", {"goal": names.goal(words, label)}
    return f"log.{event.code}", {"goal": words("log.goal.track", track=names.track(track), place=names.at(words, label))}


def _stance(words: Words, event: Event, _: Names) -> _Facts:
    data = event.data
    return "log.stance", {"stance": words(f"log.stance_of.{data['stance']}", other=data["waits_for"] or "")}


def _wing_broken(words: Words, event: Event, _: Names) -> _Facts:
    return "log.wing_broken", {"units": listed(words, event.data["units"])}


def _wing_formed(words: Words, event: Event, _: Names) -> _Facts:
    units = event.data["units"]
    return "log.wing_formed" if len(units) <= 3 else "log.form.wing_formed_balbo", {"units": listed(words, units)}


def _request_answered(words: Words, event: Event, _: Names) -> _Facts:
    form = "log.request_answered" if event.data["sent"] else "log.form.request_refused"
    return form, {"units": listed(words, event.data["units"]), "group": str(event.data["group"])}


def _lost_landing(words: Words, event: Event, _: Names) -> _Facts:
    late = event.data["late"]
    return ("log.form.lost_landing_late", {"late": count(words, "late", late)}) if late else ("log.lost_landing", {})


def _patrol_attack(words: Words, event: Event, _: Names) -> _Facts:
    if "units" not in event.data:
        return "log.form.patrol_attack_luftwaffe", {}
    return "log.patrol_attack", {"units": listed(words, event.data["units"])}


def _combat(words: Words, event: Event, _: Names) -> _Facts:
    data = event.data
    raf = "track" in data
    lost = [words("log.part.lost", unit=unit, count=n) for unit, n in data["lost"].items() if n]
    return "log.combat" if raf else "log.form.combat_luftwaffe", {
        "units": listed(words, [words("log.part.strength", unit=unit, count=n) for unit, n in data["units"]]),
        "posture": words(f"log.posture.{data['posture'] if raf else turned(data['posture'])}"),
        "lost": listed(words, lost),
        "claims": data["claims"] or words("log.part.none"),
    }


def _met(words: Words, event: Event, names: Names) -> _Facts:
    data = event.data
    raf = "track" in data
    foes = [foes_text(words, n, names.aircraft(aircraft), angels) for aircraft, n, angels in data["foes"]]
    return "log.met" if raf else "log.form.met_luftwaffe", {
        "units": listed(words, [words("log.part.strength", unit=unit, count=n) for unit, n in data["units"]]),
        "foes": listed(words, foes),
        "posture": words(f"log.posture.{data['posture'] if raf else turned(data['posture'])}"),
    }


def _resolver(words: Words, event: Event, names: Names) -> _Facts:
    return "log.resolver", {"how": how_text(words, event.data["how"], names.slot)}


def _engage(words: Words, event: Event, names: Names) -> _Facts:
    data = event.data
    values = {name: how_text(words, data[name], names.slot) for name in ("small", "with_bombers", "others")}
    if len({data["with_bombers"], data["others"], data["small"] if data["small_most"] else data["others"]}) == 1:
        return "log.form.engage_all", values
    return "log.engage" if data["small_most"] else "log.form.engage_no_small", values


def _dogfight(words: Words, event: Event, names: Names) -> _Facts:
    data = {key: value for key, value in event.data.items() if key not in ("game", "what")}
    teller = names.slot[event.data["game"]].dogfight_teller(words, lambda number: names.model(words, number))
    return "log.dogfight", {"told": teller.event(Event(event.data["what"], data))}


def _flak(words: Words, event: Event, names: Names) -> _Facts:
    at_home = names.spot(event.data["hex"]).name == event.data["area"] and names.spot(event.data["hex"]).kind == "over"
    return "log.form.flak_at_home" if at_home else "log.flak", {"destroyed": count(words, "shot", event.data["destroyed"])}


def _corrected(words: Words, event: Event, names: Names) -> _Facts:
    what, name, value, was = (str(event.data.get(key, "")) for key in ("what", "name", "value", "was"))
    values = {"what": words(f"log.what.{what}"), "value": value_text(words, names, what, value)}
    if what == "points":
        return "log.form.corrected_points", values
    if name:
        values |= {"name": thing_text(words, names, what, name)}
    if not was:
        return "log.corrected" if name else "log.form.corrected_day", values
    return "log.set_right" if name else "log.form.set_right_day", values | {"was": value_text(words, names, what, was)}


def _note(words: Words, event: Event, _: Names) -> _Facts:
    return f"log.form.note_{event.data['sender']}_{event.data['seat']}", {}


def _in_name(words: Words, event: Event, _: Names) -> _Facts:
    return "log.in_name", {"seat": code_word(words, "seat", event.data["seat"])}


def _over_facts(words: Words, event: Event, _: Names) -> _Facts:
    return "log.over", {
        "points": words("log.part.vp", points=figure(words, event.data["points"])),
        "band": words(f"ops.band.{event.data['band']}"),
    }


def _short_seal(digest: str) -> str:
    """Enough of a seal to compare by eye; the event holds the whole."""
    return digest[:16]


def _sealed(words: Words, event: Event, _: Names) -> _Facts:
    return "log.form.sealed_hour" if event.rule == "OPS-C4.1" else "log.sealed", {"digest": _short_seal(event.data["digest"])}


def _escorts_lent(words: Words, event: Event, _: Names) -> _Facts:
    return "log.escorts_lent", {"units": listed(words, event.data["units"])}


def ground_text(words: Words, report: Mapping[str, Any]) -> str:
    """Describe a report of its target: `capacity lost 1, aircraft destroyed on the ground 3`."""
    looked = report["by"] == "reconnaissance"
    parts = []
    if (lost := report["lost"]) is not None:
        parts.append(words("log.ground.lost" if lost else "log.ground.unhurt", count=lost))
    if (off := report["off"]) is not None:
        parts.append(words("log.ground.off" if off else "log.ground.sound"))
    if (aircraft := report["aircraft"]) is not None and (aircraft or not parts or looked):
        parts.append(words("log.ground.there" if looked else "log.ground.destroyed" if aircraft else "log.ground.nothing", count=aircraft))
    if (ships := report["ships"]) is not None:
        parts.append(words("log.ground.ships" if looked else "log.ground.sunk", count=ships))
    if (harm := report.get("harm")) is not None:
        parts.append(words(f"log.ground.harm_{harm}"))
    return ", ".join(parts) or words("log.ground.bombed")


def _ground_report(words: Words, event: Event, _: Names) -> _Facts:
    form = "log.form.ground_report_reconnaissance" if event.data["by"] == "reconnaissance" else "log.ground_report"
    return form, {"told": ground_text(words, event.data)}


def _revealed(words: Words, event: Event, _: Names) -> _Facts:
    seals: Iterable[tuple[str, str]] = event.data["seals"].items()
    form = {True: "log.revealed", False: "log.form.revealed_false"}.get(event.data["kept"], "log.form.revealed_unsealed")
    lines = [words("log.part.seal", seat=words(f"ops.seat.{seat}"), digest=_short_seal(digest)) for seat, digest in seals]
    return form, {"seals": listed(words, lines)}


_FORMS: dict[str, Callable[[Words, Event, Names], _Facts]] = {
    "begun": _begun,
    "random_event": _random_event,
    "formation": _formation,
    "formed": _formed,
    "escort_missed": _escort_missed,
    "navigation": _navigation,
    "bombed": _bombed,
    "plotted": _plotted,
    "station_repaired": _station_repaired,
    "convoy_attacked": _convoy_attacked,
    "weather_turned": _weather_turned,
    "wind_turned": _wind_turned,
    "readiness_ordered": _readiness_ordered,
    "scramble": _sent,
    "vector": _sent,
    "stance": _stance,
    "wing_formed": _wing_formed,
    "wing_broken": _wing_broken,
    "lost_landing": _lost_landing,
    "request_answered": _request_answered,
    "patrol_attack": _patrol_attack,
    "met": _met,
    "resolver": _resolver,
    "engage": _engage,
    "dogfight": _dogfight,
    "combat": _combat,
    "flak": _flak,
    "corrected": _corrected,
    "note_from": _note,
    "set_right": _corrected,
    "in_name": _in_name,
    "over": _over_facts,
    "escorts_lent": _escorts_lent,
    "ground_report": _ground_report,
    "sealed": _sealed,
    "revealed": _revealed,
}
"""The events that take more than their figures put into one sentence."""


# ---- refusals and faults


RAIDS = ("raid", "other", "others")
"""The values of a sentence that name raids."""


def titled(words: Words, values: dict[str, Any], names: Names | None) -> dict[str, Any]:
    """Return the values of a sentence with the raids by their titles where they are known, for a reader who does not type their codes."""
    if names is None:
        return values

    def title(code: str) -> str:
        found = names.titles.get(code)
        return words.of(found) if found is not None else code

    facts = {key: ", ".join(map(title, value.split(", "))) for key, value in values.items() if key in RAIDS and isinstance(value, str)}
    return values | facts


def fault_text(words: Words, fault: Fault, names: Names | None = None) -> str:
    """Describe a fault of a plan, without its place."""
    values = titled(words, dict(fault.values), names)
    if found := re.fullmatch(r"patrol_(\d+)", str(values.get("raid"))):
        values["raid"] = words("log.raid.patrol", box=found[1])
    return words(fault.key, **values)


def fault_place(words: Words, fault: Fault) -> str:
    """Describe the place of a fault on the plan: formation, a way-point, a unit, a target."""
    kind, colon, name = fault.place.partition(":")
    if colon:
        return name if kind == "unit" else words("plan.place.leg", number=int(name) + 1)
    return words(f"plan.place.{kind}")


def says_where(words: Words, fault: Fault, text: str) -> bool:
    """Return whether the text of a fault begins with its place, so that it need not be repeated."""
    return text.startswith(fault_place(words, fault))


def fault_mend(words: Words, fault: Fault) -> str | None:
    """Describe the remedy of a fault in a word or two."""
    return None if fault.mend is None else words(f"plan.mend.{fault.mend}")


def misfit_text(words: Words, misfit: Misfit) -> str:
    """Describe an inconsistency or a doubt in a result as a sentence."""
    values = dict(misfit.values)
    if "side" in values:
        values["side"] = code_word(words, "seat", values["side"])
    return capital(words(misfit.key, **({"unit": misfit.unit} if misfit.unit else {}), **values))


def refusal(words: Words, error: BobError, names: Names | None = None) -> str:
    """Return an error's text with its codes as words and its rule in brackets; use it in place of `error.told` where games are played.
    With `names`, raids are named as their side names them."""
    values = {name: value.describe(words) if isinstance(value, BobError) else value for name, value in error.values.items()}
    values = titled(words, values, names)
    for key, family in (("seat", "seat"), ("box", "box"), ("wanted", "box"), ("kind", "choice")):
        if error.key.startswith("ops.refused.") and values.get(key) in FAMILIES[family]:
            values[key] = code_word(words, family, values[key])
    faults: list[Fault] = getattr(error, "faults", [])
    if faults:
        wording = fault_text(words, faults[0], names)
        values["first"] = wording if says_where(words, faults[0], wording) else f"{fault_place(words, faults[0])}, {wording}"
    misfits: list[Misfit] = getattr(error, "misfits", [])
    if misfits:
        values["first"] = misfit_text(words, misfits[0])
    text = words(error.key, **values)
    return f"{text} [{error.rule}]" if error.rule else text
