"""The controller's desk as a person uses it: Enter against what presses, menus by the right button, all squadrons, a patrol line."""

from __future__ import annotations

from bob.day.scenarios.scenario import scenarios
from tests.desk.driver import Desk, Failed, Seen
from tests.desk.scenes_fights import MANY, SEED, events, focus, has_keys, orders, say, to_the_tote


def controller(desk: Desk) -> None:
    """One raid by Enter until a raid presses; then the list of all squadrons, a height that holds, rules of engagement, a patrol line."""
    begin_quickly(desk)
    press_on(desk)
    everybody(desk)
    height_holds(desk)
    sector(desk)
    patrol_line(desk)
    desk.picture("controller")
    standing_page(desk)
    desk.quit()


def controller_in_french(desk: Desk) -> None:
    """In French: Enter against what presses, then by keys alone a standing order that is added on its page, acts, and says so."""
    desk.language = "fr"
    begin_quickly(desk)
    press_on(desk)
    by_keys(desk)
    desk.picture("controller-in-french")
    desk.quit()


def begin_quickly(desk: Desk) -> None:
    """One raid as Fighter Command, dogfights by dice, in a game of its own."""
    desk.start()
    title = scenarios()["one_raid"].title[desk.language]
    desk.find(kind="StartScreen")
    desk.click(desk.find(title, kind="cell"))
    desk.find(title, kind="cell", chosen=True)
    seed = desk.find(kind="QLineEdit", name=say(desk, "desk.start.label_seed"))
    desk.click(seed)
    desk.type(SEED)
    desk.choose(say(desk, "desk.start.label_fights"), say(desk, "desk_fights.new.quick"))
    desk.press(say(desk, "desk.start.go"), kind="QPushButton")
    desk.find(kind="PlottingTable")
    desk.wait("the first turn", lambda: desk.turn() >= 1)


def card_offers(desk: Desk) -> list[Seen]:
    """The offers of the card, from the top."""
    return sorted(desk.look(kind="QPushButton", inside="AnswerCard"), key=lambda seen: seen["box"][1])


def press_on(desk: Desk) -> None:
    """Enter, and only Enter, until it has sent squadrons. Raises Failed when it never does."""
    for given in range(1, MANY):
        before = len(desk.entries())
        desk.key("Return")
        desk.wait("something done, or passed over", lambda before=before: len(desk.entries()) > before or not desk.look(kind="AnswerCard"))
        if len(orders(desk, "scramble")) > 1:
            print(f"  turn {desk.turn()}: {given} times Enter, scrambled {[o['unit'] for o in orders(desk, 'scramble')]}")
            return
    raise Failed("Enter sends nobody")


def rung(desk: Desk) -> Seen:
    """The uppermost rung of the ladder."""
    return min(desk.look(kind="cell", of="LadderTable", column=0), key=lambda seen: seen["row"])


def everybody(desk: Desk) -> None:
    """The right button on a rung leads to the list of all squadrons; one that is found by typing is sent."""
    before = len(orders(desk, "scramble")) + len(orders(desk, "vector"))
    desk.click(rung(desk), button=3)
    desk.press(say(desk, "desk_orders.menu.every"), kind="entry")
    desk.focus(desk.wait("the list of all squadrons", lambda: desk.windows(say(desk, "desk_orders.who.title", goal="").strip()))[0])
    desk.find(kind="cell", of="QTableWidget", column=7)
    desk.picture("who-goes")
    able = [seen for seen in desk.look(kind="QPushButton", enabled=True) if seen["text"] == say(desk, "desk_orders.who.send")]
    if able:
        desk.click(able[0])
        desk.wait("somebody sent", lambda: len(orders(desk, "scramble")) + len(orders(desk, "vector")) > before)
    else:
        desk.key("Escape")
    desk.focus(desk.window)


def height_holds(desk: Desk) -> None:
    """A height ordered by the menu at a squadron in the air is kept when it is sent elsewhere by the keys."""
    for _ in range(MANY):
        if events(desk, "took_off"):
            break
        before = len(desk.entries())
        desk.click(desk.find(kind="QPushButton", inside="Strip", enabled=True))  # on the ladder Enter asks about its raid
        try:
            desk.wait("something done", lambda before=before: len(desk.entries()) > before, patience=2)
        except Failed:  # something was passed over
            continue
    else:
        raise Failed("nobody takes off")
    number = str(events(desk, "took_off")[-1]["unit"]).split()[0]
    row = desk.wait(f"{number} on the tote", lambda: [s for s in desk.look(number, kind="cell", of="ToteBoard") if s["text"] == number])[0]
    desk.click(row, button=3)
    desk.press(say(desk, "desk_orders.menu.patrol", place="|").partition("|")[0], kind="entry")
    shown = say(desk, "desk_orders.menu.height", angels="|", minutes=0, time="").partition("|")[0]
    plain = desk.wait("heights", lambda: [s for s in desk.look(shown, kind="entry", enabled=True) if "(" not in s["text"]])
    given = len(orders(desk, "vector"))
    desk.press(plain[-1]["text"], kind="entry")
    first = desk.wait("the order", lambda: orders(desk, "vector")[given:])[0]
    raid = rung(desk)["text"]
    to_the_tote(desk, number)
    desk.key(say(desk, "desk_tote.key.vector").lower())
    desk.wait("the keys in the goal", lambda: any("QComboBox" in seen["kind"] or "OrderStrip" in seen["inside"] for seen in focus(desk)))
    desk.type(raid)
    desk.key("Return")
    second = desk.wait("the next order", lambda: orders(desk, "vector")[given + 1 :])[0]
    if (second["unit"], second["angels"]) != (first["unit"], first["angels"]):
        raise Failed(f"the height does not hold: {first}, then {second}")
    print(f"  {first['unit']} at Angels {first['angels']}, and so against {raid}")


def sector(desk: Desk) -> None:
    """The right button on a Sector of the tote: rules of engagement for all of it, always."""
    head = desk.look(kind="cell", of="ToteBoard", column=0)[0]
    desk.click(head, button=3)
    desk.press(say(desk, "desk_orders.menu.engage"), kind="entry")
    first = say(desk, "desk_orders.menu.engage_always", stance="|").partition("|")[2]
    desk.press(first, kind="entry")
    print("  rules of engagement for a Sector, always")


def patrol_line(desk: Desk) -> None:
    """The right button on the map, the other end clicked, a height chosen."""
    desk.click(desk.place("Dungeness"), button=3)
    desk.press(say(desk, "desk_orders.menu.line"), kind="entry")
    desk.click(desk.place("Hawkinge"))
    desk.picture("patrol-height")
    desk.press(say(desk, "desk_orders.menu.line_height", angels=14), kind="entry")
    print("  a patrol line drawn")


def standing_page(desk: Desk) -> None:
    """The page has both, and switches all off."""
    desk.key("shift+F3")
    page = desk.wait("both on the page", lambda: (c := desk.look(kind="cell", of="StandingTable", column=2)) and len(c) == 2 and c)
    desk.picture("standing-orders")
    desk.press(say(desk, "desk_orders.standing.all_off"), kind="QPushButton")
    off = say(desk, "desk_orders.standing.is_off")
    desk.wait("all off", lambda: all(s["text"] == off for s in desk.look(kind="cell", of="StandingTable", column=0)))
    print(f"  {'; '.join(seen['text'] for seen in page)}")


def by_keys(desk: Desk) -> None:
    """A standing order is chosen, added and let act, all by keys."""
    desk.key("shift+F3")
    desk.wait("the page", lambda: desk.look(kind="StandingOrders"))
    for _ in range(MANY):
        if has_keys(desk, say(desk, "desk_orders.standing.add"), "QPushButton"):
            break
        before = focus(desk)
        if has_keys(desk, say(desk, "desk_orders.standing.what"), "QComboBox"):
            desk.key("Down")  # from patrols to readiness
        desk.key("Tab")
        desk.wait("the keys elsewhere", lambda before=before: focus(desk) != before)
    desk.key("space")
    desk.wait("it stands", lambda: desk.look(kind="cell", of="StandingTable", column=2))
    for _ in range(MANY):
        if has_keys(desk, "", "StandingTable"):
            break
        before = focus(desk)
        desk.key("shift+Tab")
        desk.wait("the keys elsewhere", lambda before=before: focus(desk) != before)
    given = len(orders(desk, "readiness"))
    desk.key("Return")
    desk.find(say(desk, "desk_orders.standing.acts"), kind="cell", of="StandingTable")
    desk.wait("it acts", lambda: len(orders(desk, "readiness")) > given)
    account = desk.wait("what it did", lambda: desk.look(kind="cell", of="QListWidget"))
    print(f"  {len(orders(desk, 'readiness')) - given} brought to Ready: {account[0]['text']}")
