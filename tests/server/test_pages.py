"""The pages of a room: whole and well made for every game and seat, readable by everybody, and nothing in them that anybody else wrote
as anything but text."""

from __future__ import annotations

import contextlib
import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bob.cli.dogfight_books import book_of_table
from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.core.kit import seat_text
from bob.core.ranges import check_forms
from bob.games import kit, names
from bob.rooms import pages
from bob.rooms.pages import Looks, Situation, changed, digest, fragments, looks, page, reading
from bob.rooms.pages.plain_pages import error_page, invited_page, join_page, leave_page, start_page, withdrawn_page
from bob.words import LANGUAGES, Words
from tests.desk.table_views import busiest, referee
from tests.played_day import secrets_of
from tests.server.situations import Node, begun, filled, parsed, played, room_text, situation

NAMED = ("aria-label", "alt", "title")


def sound(html: str) -> Node:
    """A page taken apart, after all that must hold of any: well made, nothing inline or from elsewhere, everything to be pressed or
    filled in has a name."""
    tree = parsed(html)
    assert html.startswith("<!DOCTYPE html>\n<html lang=")
    nodes = list(tree.every())
    ids = [node["id"] for node in nodes if node["id"]]
    assert len(ids) == len(set(ids)), sorted(i for i in set(ids) if ids.count(i) > 1)
    labels = {node["for"] for node in nodes if node.tag == "label"}
    assert labels <= {*ids, ""}
    for node in nodes:
        assert not [name for name in node.attributes if name.startswith("on") or name == "style"], node.attributes
        assert node.tag != "style"
        if node.tag == "script":
            assert node["src"].startswith("/static/") and not node.text
        for name in ("href", "src", "action", "srcset"):
            if name in node.attributes:
                assert re.match(r"(/(?!/)|\?|#)", node[name]), node.attributes
        if node.tag in ("input", "select", "textarea") and node["type"] != "hidden":
            parents = [up.tag for up in above(node)]
            assert node["id"] in labels or node["aria-label"] or "label" in parents, node.attributes
        if node.tag in ("button", "a", "summary", "caption", "legend"):
            assert node.text.strip(), node.attributes
        if node.tag == "svg":
            assert node["role"] == "img" or node["aria-hidden"] == "true"
        if node.tag == "section":
            assert node["aria-label"] or any(True for _ in node.every("h2"))
    assert sum(node.tag == "main" for node in nodes) == 1
    assert "{" not in tree.text.replace("{'", "") and "None" not in tree.text
    return tree


def above(node: Node) -> list[Node]:
    found = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found


# ---- every game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_every_game_has_a_page_for_every_seat_all_the_way(name: str, language: str) -> None:
    seen = 0
    for match in played(name, 160, 40):
        for seat in (*match.game.seats(match.position), REFEREE):
            found = situation(match, seat, language)
            tree = sound(page(found))
            asked = [form for form in tree.every("form") if form["action"].endswith("/order")]
            if found.asked and seat != REFEREE and found.choices.listed:
                assert asked
            seen += bool(asked)
    assert seen


@pytest.mark.parametrize("name", names())
def test_an_order_that_is_listed_is_one_press_away(name: str) -> None:
    """Each listed order is a button, called as its teller calls it, and what the button sends is that order."""
    pressed = 0
    for match in played(name, 120, 30):
        for seat in match.to_move:
            found = situation(match, seat)
            buttons = [b for b in parsed(page(found)).every("button") if b["name"] == "listed"]
            orders = [match.game.order(reading("order", [("at", "7"), ("listed", b["value"])])["order"]) for b in buttons]
            assert sorted(map(repr, orders)) == sorted(map(repr, found.choices.listed))
            pressed += len(orders)
    assert pressed or name == "skies"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["day", "skies"])
def test_a_slip_that_is_filled_in_as_it_offers_is_an_order_that_fits(name: str) -> None:
    """What a described form takes is what its slip gives: an order of its kind, which the game may still refuse by its rules."""
    chance = Stream.of(4, "slips")
    codes = set()
    for match in played(name, 300, 9, "18_august_1940" if name == "day" else ""):
        for seat in match.to_move:
            found = situation(match, seat)
            described = found.choices.described
            for form in parsed(page(found)).every("form"):
                said = filled(form, chance)
                sent = dict(said)
                if form["action"] != "/room/7KQ2M/order" or "t.code" not in sent:
                    continue
                if sent.get("j.track") and "h.hex" in sent:  # a raid or a place, not both
                    said = [pair for pair in said if pair[0] != "h.hex"]
                order = reading("order", said)["order"]
                if (sent["t.code"] in ("form_wing", "lend_escorts") and not 2 <= len(order.get("units", ())) <= 5) or (
                    order.get("stance") == "wait"
                ) != ("waits_for" in order):
                    continue
                if sent["t.code"] == "plan_raid":
                    continue
                check_forms(described, order)
                match.game.order(order)
                codes.add(order["code"])
    assert codes >= ({"scramble", "vector", "pancake", "readiness", "stance", "engage"} if name == "day" else {"move"})


def test_a_raid_is_planned_on_a_slip() -> None:
    """The longest form: rows that are left empty are no rows, and a list that may be empty is one."""
    match = begun("day", "lesson")
    found = situation(match, "luftwaffe")
    standing = next(iter(match.view("luftwaffe").raids)).plan
    form = next(f for f in parsed(page(found)).every("form") if any(c["value"] == "plan_raid" for c in f.every("input")))
    data = encode(standing)
    given: dict[str, str] = {}

    def write(value: Any, path: str) -> None:
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            at = f"{path}.{name}"
            if isinstance(part, dict | list):
                write(part, at)
            else:
                given[at] = "" if part is None else part if isinstance(part, str) else str(part).lower()

    write(data, "plan")
    said = []
    for control in form.every("input", "select", "textarea"):
        how, _, path = control["name"].partition(".")
        value = given.get(path, "")
        if how == "j" and value and not re.fullmatch(r"-?\d+|true|false", value):
            value = f'"{value}"'
        said.append((control["name"], control["value"] if control["type"] == "hidden" else value))
    order = match.game.order(reading("order", said)["order"])
    assert order.plan == standing


def test_a_place_may_be_said_by_its_name(theatre: Any) -> None:
    label = theatre.find("Dover").near.label
    for said in ("Dover", "dover", label):
        order = reading("order", [("t.code", "vector"), ("h.hex", said), ("j.angels", "12")], theatre)["order"]
        assert order == {"code": "vector", "hex": label, "angels": 12}


# ---- what others wrote


HOSTILE = (
    '"><script>alert(1)</script>',
    "</title><b>",
    "' onfocus='x",
    "<!--",
    "&lt;&amp;",
    "{0}",
    "‮evil",
    "javascript:alert(1)",
    "]]>",
    "\x00",
)
texts = st.one_of(st.sampled_from(HOSTILE), st.text(min_size=1, max_size=60))


def shape(html: str) -> list[tuple[str, tuple[str, ...]]]:
    """The elements of a page, whatever they say."""
    return [(node.tag, tuple(node.attributes)) for node in parsed(html).every()]


def told_room(text: str, name: str, seat: str) -> dict[str, Any]:
    """A room in which everything that a person may write is that text."""
    slip = {"number": 4, "by": "m3", "name": name, "seat": "raf", "text": text, "state": "waiting", "answer": text, "given": None}
    order = {"code": "pancake", "unit": text, "field": None}
    return room_text(
        seat,
        name,
        notes=[{"number": 1, "name": name, "seat": "raf", "to": "raf", "text": text}],
        slips=[slip | {"order": None}, slip | {"number": 5, "order": order}, slip | {"number": 6, "order": order, "state": "refused"}],
        undo={"name": name, "seat": "raf", "answer": True},
        ready=["m1"],
        later=[{"seat": "raf", "text": text, "turn": 3, "sender": "higher"}],
        held=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["raf", REFEREE])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=texts, name=texts)
def test_what_people_write_is_text_and_nothing_else(seat: str, text: str, name: str) -> None:
    match = begun("day", "one_raid")
    plain, wild = (
        page(situation(match, seat, room=told_room(t, n, seat), said=("refused", t), name=n)) for t, n in (("a", "b"), (text, name))
    )
    assert shape(wild) == shape(plain)
    assert "<script>alert" not in wild


@settings(max_examples=40, deadline=None)
@given(text=texts)
def test_the_plain_pages_take_any_text_as_text(text: str) -> None:
    found = Looks("fr")
    for made in (
        lambda t: join_page(found, t, t, t),
        lambda t: error_page(found, t),
        lambda t: start_page(found, ((t, t),)),
        lambda t: invited_page(found, "7KQ2M", t, t, t),
    ):
        assert shape(made(text)) == shape(made("a"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plain_pages_are_sound(language: str) -> None:
    found = Looks(language)
    for html in (
        join_page(found),
        join_page(found, "7KQ2M", "Ann", "No."),
        start_page(found, (("7KQ2M", "18 August"),)),
        leave_page(found, "7KQ2M"),
        withdrawn_page(found),
        error_page(found, "No."),
        invited_page(found, "7KQ2M", "RAF", "7KQ2M-W8F3C-XH4D9-TRPWE", "http://host/join/7KQ2M-W8F3C-XH4D9-TRPWE"),
    ):
        tree = sound(html)
        assert not list(tree.every("script")), "they work without"


# ---- the busiest turn


def busy(seat: str, view: Any, lang: str = "en", *, big: bool = False) -> Situation:
    """A seat's page in the busiest turn."""
    return situation(begun("day", "15_september_1940"), seat, lang, view=view, looks=Looks(lang, big=big))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_busiest_turn_is_whole_and_small(language: str) -> None:
    raf, luftwaffe, _ = busiest()
    for seat, view in (("raf", raf), ("luftwaffe", luftwaffe), (REFEREE, referee())):
        for big in (False, True):
            found = busy(seat, view, language, big=big)
            html = page(found)
            sound(html)
            assert len(html) < 160_000
            assert not big or not list(parsed(html).every("form")), "a wall has nothing to press"
            values = fragments(found)
            assert len(values["plots"]) < 60_000


def test_every_plot_on_the_table_is_drawn_and_told() -> None:
    raf, _, _ = busiest()
    drawn = fragments(busy("raf", raf))["plots"]
    for track in raf.tracks:
        shown = not track.faded and track.level > 0
        assert (f">{track.label} " in drawn) is shown, track.label
    flying = {s.hex for s in raf.squadrons if s.box == "airborne"}
    assert drawn.count('class="friend"') == len(flying)


@pytest.mark.parametrize("seat", ["raf", "luftwaffe"])
def test_no_page_says_what_its_seat_must_not_know(seat: str) -> None:
    secrets = secrets_of("one_raid", seat)
    for match in played("day", 60, 6, "one_raid"):
        html = page(situation(match, seat))
        assert not [text for text in secrets if text in html.replace("JavaScript", "")]


# ---- parts


def test_only_what_has_changed_is_sent_again() -> None:
    match = begun("day", "one_raid")
    before = fragments(situation(match, "raf"))
    after = fragments(situation(match, "raf", room=room_text(notes=[{"number": 1, "name": "A", "seat": "raf", "to": "raf", "text": "x"}])))
    assert set(changed(before, after)) == {"notes"} and changed(after, after) == {}
    assert digest(before) != digest(after) and digest(before) == digest(dict(reversed(before.items())))


def test_a_region_lies_in_the_page_as_it_is_sent() -> None:
    match = begun("day", "one_raid")
    for seat in ("raf", "luftwaffe", REFEREE):
        found = situation(match, seat)
        html = page(found)
        regions = {node["data-region"] for node in parsed(html).every() if node["data-region"]}
        values = fragments(found)
        assert regions == set(values)
        assert all(text in html for text in values.values())


def test_whoever_looks_on_can_say_nothing() -> None:
    match = begun("day", "one_raid")
    for seat in ("raf", REFEREE):
        tree = sound(page(situation(match, seat, observes=True)))
        assert not list(tree.every("form"))


def test_orders_go_to_the_referee_where_slips_were_agreed() -> None:
    match = next(m for m in played("day", 40, 1, "one_raid") if "raf" in m.to_move)
    room = room_text("raf", terms={"slips": True})
    tree = parsed(page(situation(match, "raf", room=room)))
    assert "Hand in" in {button.text for button in tree.every("button")}
    assert not [form for form in tree.every("form") if form["action"].endswith("/undo")]


def test_the_referee_passes_a_slip_on_changed_or_not_or_turns_it_down() -> None:
    match = begun("day", "one_raid")
    order = {"code": "vector", "unit": "92 Squadron", "angels": 16, "hex": "4926", "track": None}
    slip = {
        "number": 9,
        "by": "m1",
        "name": "Keith",
        "seat": "raf",
        "order": order,
        "text": "",
        "state": "waiting",
        "answer": "",
        "given": None,
    }
    tree = parsed(page(situation(match, REFEREE, room=room_text(REFEREE, slips=[slip]))))
    form = next(f for f in tree.every("form") if f["action"].endswith("/slip/answer"))
    said = filled(form, Stream.of(1, "slips"), {c["name"]: c["value"] for c in form.every("input", "select") if c["name"]})
    wanted = {name: value for name, value in order.items() if value is not None}
    assert reading("slip/answer", [*said, ("verdict", "pass")]) == {"slip": 9, "order": wanted, "text": ""}
    higher = [(name, "20" if name == "j.angels" else value) for name, value in said]
    assert reading("slip/answer", [*higher, ("verdict", "pass")])["order"] == wanted | {"angels": 20}
    assert reading("slip/answer", [*said, ("verdict", "down")]) == {"slip": 9, "order": None, "text": ""}


def test_a_slip_is_changed_by_lists_of_what_its_seat_may_order() -> None:
    match = next(m for m in played("day", 40, 1, "one_raid") if "raf" in m.to_move and m.position.phase == "orders")
    described = match.game.choices(match.position, "raf").described
    (units,) = {part.kind.choices for form in described if form.code == "scramble" for part in form.fields if part.name == "unit"}
    order = {"code": "scramble", "unit": units[1], "angels": 15, "hex": "4926", "track": None}
    slip = {
        "number": 9,
        "by": "m1",
        "name": "K",
        "seat": "raf",
        "order": order,
        "text": "",
        "state": "waiting",
        "answer": "",
        "given": None,
    }

    def fields(**more: Any) -> dict[str, Node]:
        room = room_text(REFEREE, slips=[slip | {"order": order | more}])
        account = situation(match, REFEREE, room=room, offered=lambda seat: match.game.choices(match.position, seat))
        (form,) = [f for f in parsed(page(account)).every("form") if f["action"].endswith("/slip/answer")]
        return {node["name"]: node for node in form.every("select", "input") if node["name"]}

    def chosen(found: Node) -> list[str | None]:
        return [option["value"] for option in found.every("option") if "selected" in option.attributes]

    found = fields()
    assert {option["value"] for option in found["j.unit"].every("option")} == {json.dumps(unit) for unit in units}
    assert chosen(found["j.unit"]) == [json.dumps(units[1])] and found["j.angels"]["value"] == "15"
    assert found["h.hex"]["list"] == "places"
    assert json.dumps("92 Squadron of old") in chosen(fields(unit="92 Squadron of old")["j.unit"]), "what was handed in is gone"
    assert fields(angels=77)["j.angels"]["value"] == "77"


def test_the_umpire_chooses_a_turn_by_its_time() -> None:
    match = next(m for m in played("day", 400, 1, "one_raid") if m.position.turn == 3)
    for lang, text in (("en", "10:35, turn 2"), ("fr", "10:35, tour 2")):
        tree = parsed(page(situation(match, REFEREE, lang)))
        turns = {
            node["id"]: [(o["value"], o.text) for o in node.every("option")] for node in tree.every("select") if node["name"] == "turn"
        }
        assert [value for value, _ in turns["back-turn"]] == ["3", "2", "1", "0"] and turns["back-turn"][1][1] == text
        assert turns["later-turn"][0][0] == "4" and turns["later-turn"][-1][0] == str(match.view("raf").common.turns)


def test_a_wall_lists_its_hand_outs() -> None:
    values = {"en": "The weather", "fr": "La météo"}
    one = {"id": "h1", "to": "raf", "by": "Ann", "title": values, "moment": values, "sheets": ["weather"], "eyes": "raf", "beyond": False}
    for seat in ("raf", REFEREE):
        looks, room = Looks("fr", big=True), room_text(seat, hand_outs=[one])
        tree = parsed(page(situation(begun("day", "one_raid"), seat, room=room, looks=looks)))
        assert [a.text for a in tree.every("a") if a["data-sheet"]] == ["La météo"]
        assert not list(tree.every("form")), "a wall has nothing to press"
    assert ".wall .of-sheets" not in (Path(pages.__file__).parent / "static" / "style.css").read_text("utf-8")


def test_what_a_form_says_is_what_the_protocol_wants() -> None:
    assert reading("note", [("to", "raf"), ("text", "Mind Kenley")]) == {"to": "raf", "text": "Mind Kenley"}
    assert reading("later", [("seat", "raf"), ("sender", "higher"), ("text", "x"), ("turn", "12")])["turn"] == 12
    assert reading("back", [("turn", "3")]) == {"turn": 3} and reading("hold", []) == {}
    assert reading("undo/answer", [("agree", "1"), ("seat", "raf")]) == {"agree": True, "seat": "raf"}
    assert reading("undo/answer", [("agree", "0")]) == {"agree": False, "seat": ""}
    assert reading("dice", [("id", "4"), ("faces", "3, 4 6")]) == {"id": 4, "faces": [3, 4, 6]}
    assert reading("invite", [("seat", "raf"), ("uses", "2")]) == {"seat": "raf", "uses": 2}
    same = [("at", "41"), ("t.code", "done")]
    assert reading("order", same) == reading("order", same) != reading("order", [("at", "42"), ("t.code", "done")])
    assert reading("order", [*same, ("key", "mine")]) == {"order": {"code": "done"}, "key": "mine"}, (
        "a page that runs says it by its own key"
    )
    assert "key" not in reading("note", [("to", "raf"), ("text", "Up"), ("key", "mine")])


@pytest.mark.parametrize(
    ("saying", "fields"),
    [
        ("order", [("listed", "{")]),
        ("order", [("j.a", "1"), ("j.a", "2")]),
        ("order", [("j.a", "1"), ("j.a.b", "2")]),
        ("order", [("j..", "1")]),
        ("order", [("j." + ".".join("a" * 40), "1")]),
        ("order", [("j.a", "[" * 100_000)]),
        ("order", [("l.a", "1")] * 999),
        ("order", [("x", "1")] * 3000),
        ("slip/answer", [("slip", "x")]),
        ("back", [("turn", "-1")]),
        ("dice", [("id", "1"), ("faces", "six")]),
    ],
)
def test_a_form_that_no_page_made_is_refused_in_words(saying: str, fields: list[tuple[str, str]]) -> None:
    with pytest.raises(UsageError):
        reading(saying, fields)


@given(st.lists(st.tuples(st.text(max_size=12), st.text(max_size=12)), max_size=8))
def test_any_form_is_read_or_refused(fields: list[tuple[str, str]]) -> None:
    for saying in ("order", "slip", "slip/answer", "note", "dice", "later"):
        with contextlib.suppress(UsageError):
            assert isinstance(reading(saying, fields), dict)


def test_looks_are_asked_for_kept_or_taken_from_the_browser() -> None:
    assert looks({}) == Looks("en", "auto", big=False)
    assert looks({}, "", "fr-FR,fr;q=0.9,en;q=0.8").lang == "fr" and looks({}, "", "de,en").lang == "en"
    kept = looks({"lang": "fr", "theme": "night", "big": "1"})
    assert looks({}, kept.cookie) == kept == Looks("fr", "night", big=True)
    assert looks({"big": "0", "lang": "xx", "theme": "<b>"}, kept.cookie) == Looks("fr", "night", big=False)
    assert looks({}, "..;<>.") == Looks()


def test_a_page_calls_its_seat_by_its_name() -> None:
    match = begun("day", "one_raid")
    found = situation(match, "raf", "fr")
    title = next(parsed(page(found)).every("title")).text
    assert seat_text(found.words, "raf") in title and "7KQ2M" in title


# ---- the table as the terminal writes it


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_a_game_s_table_is_shown_as_it_is_written(name: str) -> None:
    """Games that are no day, and the dogfights of a day, are shown in the lines of the terminal, and their buttons are told apart."""
    shown = 0
    options = {"engagements": "cards"} if name == "day" else {}
    for match in played(name, 400 if name == "day" else 90, 6, "one_raid" if name == "day" else "", **options):
        for seat in match.to_move:
            view = match.view(seat)
            writer = book_of_table(Words("en"), match, view)
            if writer is None:
                continue
            tree = sound(page(situation(match, seat, written=writer)))
            block = next(node for node in tree.every("div") if node["class"] == "wide written")
            lines = [line for text in writer.blocks(view) for line in text.splitlines()]
            assert lines and all(line in block.text for line in lines)
            if name != "day":
                log = [item.text for item in tree.every("li") if item["data-n"]]
                texts = [text for _, text in writer.describe(situation(match, seat).items)]
                assert [text.lower() for text in log] == [text.lower() for text in reversed(texts[-len(log) :])][: len(log)]
            buttons = [b.text for b in tree.every("button") if b["name"] == "listed"]
            assert len(buttons) == len(set(buttons))
            shown += 1
    assert shown


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_a_page_is_the_same_in_two_worlds_that_look_alike_to_its_seat(name: str) -> None:
    """Whatever a seat cannot know is changed in the game under its page, and not a letter of the page changes."""
    stream, changed_worlds = Stream.of(3, "worlds"), 0
    for match in played(name, 120, 24, "one_raid" if name == "day" else ""):
        for seat in match.game.seats(match.position):
            before = page(situation(match, seat, written=book_of_table(Words("en"), match, match.view(seat))))
            position = pickle.dumps(match.position)
            for change in kit(name).hidden(match.game, seat).values():
                change(match.position, stream)
                assert page(situation(match, seat, written=book_of_table(Words("en"), match, match.view(seat)))) == before
                changed_worlds += match.position != pickle.loads(position)
                match.position = pickle.loads(position)
    assert changed_worlds or name == "low_raid", "nobody plays against that seat"
