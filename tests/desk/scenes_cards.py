"""A dogfight by cards in a window of its own: cards carried by the mouse alone, orders given by the keys alone, in both languages."""

from __future__ import annotations

from typing import Any

from bob.driver.game_titles import start_text, title_of
from bob.words import Words
from tests.desk.driver import Desk, Failed
from tests.desk.scenes_fights import say

CARRIED, KEYED = 2, 5
"""So many cards are carried, and so many orders given by keys, in the end-to-end run."""
MOST = 600
"""More steps than a whole dogfight takes."""
SEED = "rake"
SMALL = (1280, 800)


def dogfight_by_cards(desk: Desk) -> None:
    """By the mouse alone: a dogfight by cards begun from the menu, cards carried to their targets, one to a wrong place, one put back."""
    open_battle(desk)
    play_by_mouse(desk, CARRIED)
    desk.picture("carried")
    leave(desk)


def dogfight_by_cards_in_french(desk: Desk) -> None:
    """By the keys alone, in French, night colours, large letters, on a small screen: a line opened that stands for many, orders given."""
    desk.language = "fr"
    desk.prefer(theme="night", text_size="150", animate="no")
    open_battle(desk, SMALL)
    play_by_keys(desk, KEYED)
    desk.picture("by-keys")
    leave(desk)


def open_battle(desk: Desk, size: tuple[int, int] | None = None) -> None:
    """Begin the first match against the program: found by its name, begun as it is proposed."""
    desk.start()
    desk.find(kind="StartScreen")
    desk.key("ctrl+k")
    words, title = Words(desk.language), say(desk, "desk_cards.setup.title")
    box = desk.wait("the search", lambda: desk.windows(say(desk, "desk.palette.title")))[0]
    desk.focus(box)
    desk.type(title_of(words, "cards"))
    desk.wait("the dogfight found", lambda: desk.look(start_text(words, "cards"), kind="cell"))
    desk.key("Return")
    desk.focus(desk.wait("what to fight", lambda: desk.windows(title))[0])
    desk.click(desk.find(kind="QLineEdit", inside="CardSetup", name=say(desk, "desk_game.setup.seed")))
    desk.type(SEED)
    desk.press(say(desk, "desk_cards.setup.go"), kind="QPushButton", inside="CardSetup")
    state = desk.wait("the air", lambda: desk.ask("dogfight"))
    window = desk.wait("its window", lambda: desk.windows(title_of(words, "cards")))[0]
    if size is not None:
        desk.tool("windowmove", "--sync", window, "0", "0")
        desk.tool("windowsize", "--sync", window, *map(str, size))
        desk.wait("the small window", lambda: (now := desk.ask("dogfight")) and now["size"][0] <= size[0] and now["size"][1] <= size[1])
    desk.focus(window)
    print(f"  a dogfight by cards, {len(state['aircraft'])} aircraft")


def asked(desk: Desk) -> dict[str, Any]:
    """The dogfight when the person has something to decide, or it is over."""
    found: dict[str, Any] = desk.wait(
        "an order to give", lambda: (now := desk.ask("dogfight")) and not now["thinking"] and (now["orders"] or now["over"]) and now
    )
    return found


def middle(box: list[int]) -> tuple[int, int]:
    return box[0] + box[2] // 2, box[1] + box[3] // 2


def seen_part(box: list[int]) -> tuple[int, int]:
    """A point of a card that no other card lies over."""
    return box[0] + 14, box[1] + 20


def play_by_mouse(desk: Desk, cards: int) -> int:
    """Carry so many cards to their targets, and click what needs no card; how many were carried before it was over."""
    carried = 0
    wrong = False
    for _ in range(MOST):
        now = asked(desk)
        if now["over"] or carried >= cards:
            return carried
        spots = {int(number): box for number, box in now["aircraft"].items()}
        held = {card["code"]: card["box"] for card in now["hand"]}
        offers = [order for order in now["orders"] if order["card"] in held and any(place in spots for place in order["places"])]
        if offers and not wrong:
            wrong = carry_wrongly(desk, now, held, spots)
            now = asked(desk)
        if not offers:
            click_line(desk, now)
            continue
        card, place = offers[0]["card"], next(place for place in offers[0]["places"] if place in spots)
        carry(
            desk, held[card], middle(spots[place]), now["given"], several=sum(place in o["places"] for o in offers if o["card"] == card) > 1
        )
        carried += 1
    raise Failed("the dogfight does not end")


def carry(desk: Desk, card: list[int], to: tuple[int, int], given: int, *, several: bool) -> None:
    """Take a card to a place and let go; of several meanings the first is taken from the menu that comes."""
    bar = [seen["text"] for seen in desk.look(kind="entry")]
    desk.drag(seen_part(card), to)
    if several:
        desk.click(desk.wait("what it may mean", lambda: [seen for seen in desk.look(kind="entry") if seen["text"] not in bar])[0])
    desk.wait("the order on the record", lambda: (now := desk.ask("dogfight")) and now["given"] > given)


def carry_wrongly(desk: Desk, now: dict[str, Any], held: dict[str, list[int]], spots: dict[int, list[int]]) -> bool:
    """Let a card go where it means nothing: it is told why, and nothing is ordered. Whether there was such a place."""
    for code, box in held.items():
        fitting = {place for order in now["orders"] if order["card"] == code for place in order["places"]}
        wrong = next((number for number in spots if number not in fitting), None)
        if wrong is not None:
            desk.drag(seen_part(box), middle(spots[wrong]))
            account = desk.wait("why not", lambda: (seen := desk.ask("dogfight")) and seen["notice"])
            if desk.ask("dogfight")["given"] != now["given"]:
                raise Failed("a card let go at a wrong place was played")
            print(f"  {account}")
            return True
    return False


def click_line(desk: Desk, now: dict[str, Any]) -> None:
    """Click the last line of the list, and the button below it."""
    lines = desk.look(kind="cell", of="OrderList")
    desk.click(max(lines, key=lambda seen: seen["row"]))
    desk.press(say(desk, "desk_game.go"), kind="GoButton")
    desk.wait("the order on the record", lambda: (then := desk.ask("dogfight")) and (then["given"] > now["given"] or then["over"]))


def play_by_keys(desk: Desk, orders: int) -> int:
    """Give so many orders by the keys of their lines, by turns the first and the last that is seen; how many before it was over."""
    for given in range(orders):
        now = asked(desk)
        if now["over"]:
            return given
        for _ in range(3):  # a line may stand for several, and open on them
            lines = sorted(desk.look(kind="cell", of="OrderList"), key=lambda seen: seen["row"])
            line = lines[0 if given % 3 else -1]
            key = str(line["text"]).split()[0]
            if len(key) != 1:
                raise Failed(f"no key: {line['text']!r}")
            before = [seen["text"] for seen in lines]
            desk.key("space" if key == "0" else key)
            desk.wait(
                f"{line['text']!r} given",
                lambda now=now, before=before: (
                    (then := desk.ask("dogfight"))
                    and (then["given"] > now["given"] or [s["text"] for s in desk.look(kind="cell", of="OrderList")] != before)
                ),
            )
            if desk.ask("dogfight")["given"] > now["given"]:
                break
    return orders


def leave(desk: Desk) -> None:
    """Close the window of the dogfight, and the program, as a person does."""
    desk.press(say(desk, "desk_game.close"), kind="QPushButton", inside="CardPanel")
    desk.wait("the window closed", lambda: not desk.look(kind="CardPanel"))
    desk.focus(desk.windows("1940")[0])
    desk.quit()
