"""18 August from the first screen: raids met, dogfights flown by cards and at one's own table, the results back in the war."""

from __future__ import annotations

import re
from typing import Any

from bob.day.scenarios.scenario import scenarios
from bob.words import Words
from tests.desk.driver import PATIENCE, Desk, Failed, Seen

DAY = "18_august_1940"
SEED = "hardest"
ORDERS_BEFORE_THE_KILL = 6
CAMPAIGNS = ("CardPanel", "HexPanel", "MiniaturePanel")
MANY = 60
"""More steps than any of these scenes needs."""

Entry = dict[str, Any]


def hardest_day(desk: Desk) -> None:
    """18 August against an officer, by keys: a raid met and flown by cards over a kill, the next fought at one's own table."""
    begin(desk)
    meet(desk)
    desk.picture("met")
    by_cards(desk)
    for _ in range(ORDERS_BEFORE_THE_KILL):
        order(desk)
    kill_in_the_dogfight(desk)
    order(desk)
    pilot_flies_the_rest(desk)
    account_of(desk)
    meet(desk)
    at_my_table(desk)
    account_of(desk)
    desk.quit()


def hardest_day_in_french(desk: Desk) -> None:
    """The same in French, the other way round: the first at one's own table, the next left to a pilot from the start."""
    desk.language = "fr"
    begin(desk)
    meet(desk)
    at_my_table(desk)
    account_of(desk)
    meet(desk)
    desk.picture("met-in-french")
    by_cards(desk)
    pilot_flies_the_rest(desk)
    account_of(desk)
    desk.quit()


# ---- what the scenes share


def say(desk: Desk, key: str, **values: Any) -> str:
    """The words of the desk's language, as a button shows them."""
    return Words(desk.language)(key, **values).replace("&", "")


def focus(desk: Desk) -> list[Seen]:
    """What has the keys."""
    return [seen for seen in desk.ask("widgets") or [] if seen.get("focus") and seen["kind"] != "QWidget"]


def has_keys(desk: Desk, name: str, kind: str = "") -> bool:
    """Whether something of that name, or with that text, has the keys."""
    return any((name in seen["name"] or seen["text"].startswith(name)) and kind in ("", seen["kind"]) for seen in focus(desk))


def tab_to(desk: Desk, name: str, kind: str = "") -> None:
    """Press Tab until something of that name has the keys. Raises Failed."""
    for _ in range(MANY):
        if has_keys(desk, name, kind):
            return
        before = focus(desk)
        desk.key("Tab")
        desk.wait("the keys elsewhere", lambda before=before: focus(desk) != before)
    raise Failed(f"Tab does not come to {name!r}")


def cells(desk: Desk, of: str) -> list[str]:
    """The lines that are seen of a list."""
    return [seen["text"] for seen in desk.look(kind="cell", of=of) if seen["column"] == 0]


def events(desk: Desk, code: str) -> list[dict[str, Any]]:
    """The data of the events of that code in the record."""
    return [event["data"] for entry in desk.entries() for event in entry["events"] if event["code"] == code]


def orders(desk: Desk, code: str, seat: str = "raf") -> list[Entry]:
    """The orders of that code that a seat has given."""
    return [entry["order"] for entry in desk.entries() if entry["seat"] == seat and (entry["order"] or {}).get("code") == code]


# ---- from the first screen to a fight


def begin(desk: Desk, day: str = DAY) -> None:
    """At the first screen: the day, who plays, and that every dogfight is asked about; all by keys."""
    desk.start()
    title = Words(desk.language).of(scenarios()[day].title)
    desk.find(kind="StartScreen")
    for _ in range(MANY):
        if desk.look(title, kind="cell", chosen=True):
            break
        chosen = desk.look(kind="cell", chosen=True)
        desk.key("Down")
        desk.wait("another scenario", lambda chosen=chosen: desk.look(kind="cell", chosen=True) != chosen)
    desk.find(say(desk, "desk.start.way_raf"), kind="QComboBox", name=say(desk, "desk.start.label_way"))
    fights, ask = say(desk, "desk.start.label_fights"), say(desk, "desk_fights.new.ask")
    tab_to(desk, fights, "QComboBox")
    desk.key("Down")
    desk.find(say(desk, "desk_fights.new.bombers"), kind="QComboBox", name=fights)
    desk.key("Up")
    desk.find(ask, kind="QComboBox", name=fights)
    tab_to(desk, say(desk, "desk.start.label_seed"), "QLineEdit")
    desk.type(SEED)
    desk.picture("start")
    tab_to(desk, say(desk, "desk.start.go"), "QPushButton")
    desk.key("space")
    desk.find(kind="PlottingTable")
    desk.wait("the first turn", lambda: desk.turn() >= 1)
    print(f"  {title}")


def meet(desk: Desk) -> None:
    """Run until something happens, send squadrons from the tote to every raid that nobody goes to, until one is met."""
    for _ in range(MANY):
        if asked(desk):
            break
        if not scramble(desk):
            choose_or_run(desk)
    if not asked(desk):
        raise Failed("no raid is met")
    fight = [data for data in events(desk, "met") if "track" in data][-1]
    foes = ", ".join(f"{count} {kind}" for kind, count, _ in fight["foes"])
    print(f"  turn {desk.turn()}, {len(orders(desk, 'scramble'))} scrambles: {fight['units']} meet {foes}")


def asked(desk: Desk) -> bool:
    """Whether the sheet asks how an engagement is resolved, and has the keys."""
    return bool(desk.look(kind="AskPage"))


def idle(desk: Desk) -> bool:
    """Whether the desk waits for the person."""
    running = desk.look(kind="QToolButton", name=say(desk, "desk.action.run"), checked=True)
    return not running and (asked(desk) or bool(desk.look(kind="QPushButton", inside="Strip", enabled=True)))


def to_the_map(desk: Desk) -> None:
    """Go on from panel to panel until the plotting table has the keys. Raises Failed."""
    for _ in range(MANY):
        if has_keys(desk, "", "PlottingTable"):
            return
        before = focus(desk)
        desk.key("ctrl+Tab")
        desk.wait("the keys elsewhere", lambda before=before: focus(desk) != before)
    raise Failed("the keys do not come to the plotting table")


def choose_or_run(desk: Desk) -> None:
    """Answer a choice as the button proposes; else let the turns run."""
    before = len(desk.entries())
    take, back = say(desk, "desk.owed.pick_one", name="").strip(), say(desk, "desk_fights.owed.ask_button")
    enter = any(desk.look(text, kind="QPushButton", inside="Strip") for text in (take, back))
    if enter and any(seen["kind"] == "QLineEdit" for seen in focus(desk)):
        to_the_map(desk)  # Enter in a field ends the entry there
    desk.key("Return" if enter else "ctrl+Return")
    desk.wait("something done", lambda: len(desk.entries()) > before or asked(desk))
    desk.wait("the person’s say", lambda: idle(desk))


def scramble(desk: Desk) -> bool:
    """Send the squadron that the card offers first to meet the raid, from the tote; False when it offers nobody."""
    prefix = say(desk, "desk.owed.scramble", unit="|", minutes=0, angels=0).partition("|")[0]
    waiting = say(desk, "desk.owed.to_wait", told="")
    shown = desk.look(prefix, kind="QPushButton", inside="AnswerCard")
    offers = sorted((seen for seen in shown if not seen["text"].endswith(waiting)), key=lambda seen: seen["box"][1])
    if not offers:
        return False
    found = re.match(r"\w+", offers[0]["text"].removeprefix(prefix))
    assert found is not None
    raid = desk.wait("a raid on the card", lambda: named_first(desk))
    before = len(orders(desk, "scramble"))
    to_the_tote(desk, found.group())
    desk.key(say(desk, "desk_tote.key.scramble").lower())
    desk.wait("the keys in the goal", lambda: any("QComboBox" in seen["kind"] or "OrderStrip" in seen["inside"] for seen in focus(desk)))
    desk.type(raid)
    desk.key("Return")
    desk.wait("the scramble on the record", lambda: len(orders(desk, "scramble")) > before)
    desk.wait("the keys on the tote again", lambda: has_keys(desk, "", "ToteBoard"))
    return True


def named_first(desk: Desk) -> str:
    """The track with which the words of the card begin."""
    lines = (re.match(r"[HX]\d+\b", seen["text"]) for seen in desk.look(kind="QLabel", inside="AnswerCard"))
    return next((track.group() for track in lines if track is not None), "")


def to_the_tote(desk: Desk, number: str) -> str:
    """Choose a squadron on the tote by keys: its number is typed, or one walks down to it. What a screen reader tells of it."""
    for _ in range(MANY):
        if has_keys(desk, "", "ToteBoard"):
            break
        before = focus(desk)
        desk.key("ctrl+Tab")
        desk.wait("the keys elsewhere", lambda before=before: focus(desk) != before)
    if not on_tote(desk, number):
        desk.type(number)
        try:
            desk.wait("the squadron typed", lambda: on_tote(desk, number), 0.5)
        except Failed:
            desk.key("Home")
    for _ in range(MANY):
        if text := on_tote(desk, number):
            return text
        before = desk.look(kind="cell", of="ToteBoard", chosen=True)
        desk.key("Down")
        desk.wait("the next row", lambda before=before: desk.look(kind="cell", of="ToteBoard", chosen=True) != before)
    raise Failed(f"{number} is not on the tote")


def on_tote(desk: Desk, number: str) -> str:
    """What is told of a squadron when it is the one chosen on the tote."""
    found = desk.look(kind="cell", of="ToteBoard", chosen=True, column=0)
    return str(found[0]["told"]) if found and found[0]["text"] == number else ""


# ---- by cards


def by_cards(desk: Desk) -> None:
    """Say by its key that this one is flown by cards."""
    flown = len(orders(desk, "resolve"))
    desk.key("c")
    desk.find(kind="CardPanel")
    owes(desk)
    if [order["how"] for order in orders(desk, "resolve")[flown:]] != ["cards"]:
        raise Failed("the record does not say that it is flown by cards")


def owes(desk: Desk) -> None:
    """Wait until the person has an order of the dogfight to give and everything on the sheet stands still."""
    before: Any = None

    def still() -> bool:
        nonlocal before
        last, before = before, (sheet(desk), len(desk.entries()))
        return (bool(cells(desk, "OrderList")) or not flown_on(desk)) and before == last

    desk.wait("an order to give", still, 90)


def sheet(desk: Desk) -> list[tuple[str, str, bool]]:
    """All words of the sheet of a dogfight, and which of the orders is chosen; but for the slip beside the pointer."""
    of = ("OrderList", "LogList")
    found = [s for s in desk.ask("widgets") or [] if set(CAMPAIGNS) & set(s.get("inside", ())) or s.get("of") in of]
    return sorted((s["kind"], s["text"], bool(s.get("chosen"))) for s in found if s["text"] and not s["text"].startswith("<"))


def flown_on(desk: Desk) -> str:
    """The sheet on which a dogfight is flown; empty while none is."""
    return next((kind for kind in CAMPAIGNS if desk.look(kind=kind)), "")


def order(desk: Desk) -> None:
    """Give the first order of the list by its key."""
    given = len(orders(desk, "fly"))
    first = min(desk.look(kind="cell", of="OrderList"), key=lambda seen: seen["row"])["text"]
    desk.key(first.split()[0])
    desk.wait(f"{first!r} on the record", lambda: len(orders(desk, "fly")) > given)
    owes(desk)


def kill_in_the_dogfight(desk: Desk) -> None:
    """kill -9 while the dogfight is flown, start again, go on: the sheet is back as it was, and so is the record."""
    before, seen, kind = desk.entries(), sheet(desk), flown_on(desk)
    desk.picture("before-the-kill")
    desk.kill()
    desk.start()
    desk.find(say(desk, "desk.start.rescue_button"), kind="QPushButton")
    desk.key("ctrl+r")
    desk.find(kind=kind)
    owes(desk)
    desk.picture("after-the-kill")
    if desk.entries() != before:
        raise Failed("the record is not what it was")
    if sheet(desk) != seen:
        raise Failed(f"the sheet is not as it was: {set(sheet(desk)) ^ set(seen)}")
    print(f"  killed after {len(orders(desk, 'fly'))} orders, {len(before)} entries; back")


def pilot_flies_the_rest(desk: Desk, *, mouse: bool = False) -> None:
    """Let a pilot fly on, without pauses, until the dogfight is over; by keys, or by the mouse where Tab goes through the aircraft."""
    before, own = desk.entries(), len(orders(desk, "fly"))
    fought = len(events(desk, "combat"))
    if mouse:
        desk.press(say(desk, "desk_fights.fast"), kind="QToolButton")
    else:
        tab_to(desk, say(desk, "desk_fights.fast"), "QToolButton")
        desk.key("space")
    desk.find(say(desk, "desk_fights.fast"), kind="QToolButton", checked=True)
    if mouse:
        desk.click(desk.find(kind="StickBox"))
        desk.key("Down", "Return")
    else:
        tab_to(desk, say(desk, "desk_fights.stick.name"), "StickBox")
        desk.key("Down")
    desk.wait("the end of the dogfight", lambda: len(events(desk, "combat")) > fought, 4 * PATIENCE)
    desk.wait("the sheet closed", lambda: not flown_on(desk))
    if desk.entries()[: len(before)] != before:
        raise Failed("the record does not go on from where it was")
    if not orders(desk, "fly", "luftwaffe") or len(orders(desk, "fly")) <= own:
        raise Failed("nobody has flown")
    print(f"  flown: {len(orders(desk, 'fly'))} orders of the RAF, {len(orders(desk, 'fly', 'luftwaffe'))} of the Luftwaffe")


# ---- at one's own table


def at_my_table(desk: Desk) -> None:
    """Say by its key that it is fought at one's own table, keep the battle card as a PDF, fill the form in by keys, enter it."""
    desk.key("t")
    desk.find(kind="OwnTablePage")
    save_card(desk)
    form = "engagement.form."
    tab_to(desk, say(desk, form + "cell", unit="", what=say(desk, form + "destroyed")).lstrip(": "), "QSpinBox")
    unit = next(seen["name"] for seen in focus(desk) if seen["kind"] == "QSpinBox").partition(":")[0].strip()
    enter = say(desk, "desk_fights.table.enter")
    type_into(desk, unit, "destroyed", 90)
    desk.find(enter, kind="QPushButton", enabled=False)
    type_into(desk, unit, "destroyed", 2)
    type_into(desk, unit, "damaged", 1)
    type_into(desk, unit, "crews", 1)
    desk.find(enter, kind="QPushButton", enabled=True)
    desk.picture("form")
    desk.key("ctrl+Return")
    desk.wait("the result on the record, or a question", lambda: orders(desk, "enter_result") or confirming(desk))
    if not orders(desk, "enter_result"):
        desk.key("ctrl+Return")
    entered = desk.wait("the result on the record", lambda: orders(desk, "enter_result"))[-1]
    desk.wait("the sheet closed", lambda: not desk.look(kind="OwnTablePage"))
    fight = [data for data in events(desk, "combat") if "track" in data][-1]
    if fight["resolver"] != "table" or fight["lost"].get(unit) != 2 or fight["damaged"].get(unit) != 1 or fight["crews_lost"] != 1:
        raise Failed(f"the war does not have what was entered: {fight}")
    print(f"  {unit} at one's own table, {len(entered['losses'])} units entered")


def confirming(desk: Desk) -> bool:
    """Whether the form asks whether it is really so."""
    return bool(desk.look(say(desk, "desk_fights.table.confirm"), kind="QPushButton"))


def save_card(desk: Desk) -> None:
    """The battle card as a PDF, beside the game, under the name proposed."""
    button = say(desk, "desk_fights.table.save")
    tab_to(desk, button, "QPushButton")
    desk.key("space")
    desk.focus(desk.wait("the box of files", lambda: desk.windows(button.rstrip("…")))[0])
    desk.key("Return")
    card = desk.wait("the battle card", lambda: list((desk.home / "data").rglob("*.pdf")))[0]
    desk.wait("all of the battle card", lambda: card.read_bytes().rstrip().endswith(b"%%EOF"))
    desk.focus(desk.window)
    desk.find(say(desk, "desk_fights.table.saved", name=card.name), kind="QLabel")
    print(f"  {card.name}, {card.stat().st_size} bytes")


def type_into(desk: Desk, unit: str, what: str, value: int) -> None:
    """Type a figure into a cell of the form."""
    name = say(desk, "engagement.form.cell", unit=unit, what=say(desk, f"engagement.form.{what}"))
    tab_to(desk, name, "QSpinBox")
    desk.key("ctrl+a")
    desk.type(str(value))
    desk.find(str(value), kind="QSpinBox", name=name)


# ---- what came of it


def account_of(desk: Desk) -> None:
    """How it ended: on the sheet, on the tote, in the log; all as the record has it."""
    fights = [data for data in events(desk, "combat") if "track" in data]
    fight = fights[-1]
    desk.wait("the sheet that tells of it", lambda: desk.look(kind="AfterPage") or asked(desk))
    desk.picture("after")
    page = "AfterPage" if desk.look(kind="AfterPage") else "AskPage"
    for unit, _ in fight["units"] if page == "AfterPage" else ():
        desk.find(unit, kind="QLabel", inside=page)
    desk.key("Return" if page == "AfterPage" else "m")
    desk.wait("the table again", lambda: not desk.look(kind=page))
    for unit, sent in fight["units"]:
        lost = sum(data["lost"].get(unit, 0) for data in fights)
        text = to_the_tote(desk, unit.split()[0])
        left = sent - fight["lost"].get(unit, 0)
        wanted = say(desk, "desk_tote.tip.strength", strength=left, full=12, lost=lost, experience="|").partition("|")[0]
        if wanted not in text:
            raise Failed(f"the tote tells {text!r}, not {wanted!r}")
        line = in_the_log(desk, say(desk, "log.part.strength", unit=unit, count=sent), fight)
        print(f"  {line}")


def in_the_log(desk: Desk, part: str, fight: dict[str, Any]) -> str:
    """The line of a combat, searched for in the log; with the losses as the record has them. Raises Failed."""
    search = say(desk, "desk.log.search")
    for _ in range(MANY):
        if has_keys(desk, "", "LogList"):
            break
        before = focus(desk)
        desk.key("ctrl+Tab")
        desk.wait("the keys elsewhere", lambda before=before: focus(desk) != before)
    tab_to(desk, search, "QLineEdit")
    desk.key("ctrl+a")
    desk.type(part)
    losses = [say(desk, "log.part.lost", unit=unit, count=n) for unit, n in fight["lost"].items() if n]

    def found() -> list[str]:
        lines = [text for text in cells(desk, "LogList") if part in text]
        return [text for text in lines if str(fight["claims"] or "") in text and all(loss in text for loss in losses)]

    wording: str = desk.wait(f"{part} and {losses} in the log", found)[-1]
    desk.key("ctrl+a", "Delete")
    return wording
