"""An evening in rooms, end to end, as new users have it: two desks under Xvfb and a browser play one raid while the line is cut twice; an
umpire with two browser rooms plays half a day by slips; a turn goes by post both ways.

    python tests/server/evening.py [--short] [--keep FOLDER] [PART ...]

`--short` stops each game after some turns. Prints what it does and its figures; 0 when all went well, 1 when not, 0 with `skipped` where
Xvfb, xdotool or chromium are missing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bob.core.codec import encode
from bob.day.telling.sentences import in_context
from bob.driver import Driver
from bob.games import games
from tests.desk.driver import ROOT, Desk, missing, screen
from tests.desk.driver import Failed as DeskFailed
from tests.server.hands import key_of_desk, press
from tests.server.in_browser import KEPT, Failed, Screen, check, chromium, clock, sit
from tests.server.in_browser import evening as hosted
from tests.server.wire import Wire

PATIENCE = 120.0
CODE = re.compile(r"[0-9A-Z]{5}(-[0-9A-Z]{5}){3}")
PRESS_DONE = """const button = document.querySelector('.closing button'), ready = document.querySelector('#owed .small');
if (button && !(ready && ready.textContent.includes('Keith'))) button.click();"""
FIRST_CUT, SECOND_CUT = 8, 16
TITLE = "Invite people to this game"


# ---- two desks and a browser


def two_desks_and_a_browser(short: bool) -> None:
    """One raid between two desks, a Sector of the RAF in a browser; the host falls, the line of one is cut, nobody misses anything."""
    with ExitStack() as people:
        host, guest = (desk(people, name) for name in ("host", "guest"))
        took = host_by_invite(host)
        code, link = invitation(host, "Luftwaffe")
        share = share_of_sector(host, "Kenley")
        url = link.partition("/join/")[0]
        print(f"  hosted {took:.1f} s after the press of the button, at {url}")
        wire = Wire(int(url.rpartition(":")[2]))
        people.callback(wire.close)
        print(f"  joined after {join_by_code(guest, f'127.0.0.1:{wire.port}', code, 'Albert'):.1f} s")
        page = Screen("tablet")
        people.callback(page.close)
        host.find("Albert (Luftwaffe) is there", kind="QLabel", patience=PATIENCE)
        host.picture("somebody-came")
        join_by_link(page, share, "Keith")
        for one in (host, guest):
            one.press("Room", kind="tab")
            one.find("● Keith, Fighter Command", kind="cell", patience=PATIENCE)
        host.picture("all-there")
        guest.picture("all-there")
        page.picture("sharer")

        record = host.games()[-1]
        seal(guest, lambda: host.turn(record) >= 1)
        by_faces(host, guest, page, record, 3)
        print("  the plan sealed and two turns played by the desks and the page")
        keys = [key_of_desk(host.home / "config"), key_of_page(page, url), key_of_desk(guest.home / "config")]

        pressed = press(url, keys, FIRST_CUT)
        the_host_falls(host, guest, page, record)
        by_faces(host, guest, page, record, host.turn(record) + 1)
        pressed += press(url, keys, SECOND_CUT)
        the_line_is_cut(host, guest, page, wire, record)
        last = 22 if short else 26
        pressed += press(url, keys, last)
        if not short:
            by_faces(host, guest, page, record, 37)
            for one in (host, guest):
                one.wait("the end of the day", lambda one=one: one.look(kind="Ending"), PATIENCE)
                one.picture("over")
            page.wait("the end of the day", lambda: not page.all(".closing button"), PATIENCE)
            page.picture("over", whole=True)
        print(f"  {pressed.orders} orders by hands in {pressed.seconds:.0f} s, {pressed.refused} refused; turn {host.turn(record)}")
        logs = {"raf": settled_log(host), "luftwaffe": settled_log(guest)}
        page_log = {int(n) for n in page.run("return [...document.querySelectorAll('#log [data-n]')].map(e => e.dataset.n)")}
        page.quiet()
        guest.quit()
        host.quit()
        compare(record, logs, page_log)


def desk(people: ExitStack, name: str) -> Desk:
    """A desk on a screen of its own, with a home of its own."""
    home = Path(people.enter_context(tempfile.TemporaryDirectory(prefix=f"bob-{name}-")))
    keep = None
    for folder in KEPT:
        keep = folder / name
        keep.mkdir(exist_ok=True)
    made = Desk(people.enter_context(screen("1440x900x24")), home, keep)

    def ended() -> None:
        if made.program is not None and made.program.poll() is None:
            made.picture("left")
            made.program.send_signal(signal.SIGTERM)
            try:
                made.program.wait(10)
            except subprocess.TimeoutExpired:
                made.kill()
        for pid in hosts_of(home):
            os.kill(pid, signal.SIGKILL)

    people.callback(ended)
    made.start()
    return made


def hosts_of(home: Path) -> list[int]:
    """The processes that host a game of that home."""
    found = subprocess.run(["pgrep", "-f", f"bob serve {home}"], capture_output=True, text=True, check=False).stdout
    return [int(pid) for pid in found.split()]


def host_by_invite(desk: Desk) -> float:
    """From the first page: two people, each at a screen; this one plays the RAF. The seconds until the codes are shown."""
    desk.click(desk.find("One raid", kind="cell"))
    desk.choose("Who plays", "Two people, each at a screen of his own")
    desk.choose("Dogfights", "all quickly")
    desk.picture("first-page")
    desk.press("Begin", kind="QPushButton")
    desk.focus(desk.wait("the box that hosts", lambda: desk.windows(TITLE), PATIENCE)[0])
    desk.choose("Which seat is mine", "I play Fighter Command")
    desk.choose("Who can reach it", "Only this machine can")
    desk.click(desk.find(kind="QLineEdit", name="Your name"))
    desk.key("ctrl+a")
    desk.type("Hugh")
    desk.picture("hosting")
    began = time.monotonic()
    desk.press("Host it", kind="QPushButton")
    desk.find(kind="ScanCode", patience=PATIENCE)
    desk.focus(desk.windows(TITLE)[0])
    desk.picture("codes")
    return time.monotonic() - began


def shown_invitation(desk: Desk) -> tuple[str, str]:
    """The code and the link that the box of invitations shows."""
    texts = [seen["text"] for seen in desk.look(kind="QLabel", window=TITLE)]
    return next((t for t in texts if CODE.fullmatch(t)), ""), next((t for t in texts if t.startswith("http")), "")


def invitation(desk: Desk, seat: str) -> tuple[str, str]:
    """The code and the link for a seat."""
    desk.click(desk.find(seat, kind="cell"))
    found: tuple[str, str] = desk.wait("its code", lambda: (s := shown_invitation(desk)) and all(s) and s)
    return found


def share_of_sector(desk: Desk, sector: str) -> str:
    """The link of a new invitation for a Sector of one's own side."""
    before = shown_invitation(desk)
    desk.press("", kind="QComboBox", name="What of the side")
    desk.type(sector)
    desk.key("Return")
    desk.find(sector, kind="QComboBox", name="What of the side")
    desk.press("New invitation for", kind="QPushButton")
    found: tuple[str, str] = desk.wait("another code", lambda: (s := shown_invitation(desk)) != before and all(s) and s)
    desk.picture("share")
    desk.press("Close", kind="QPushButton")
    desk.wait("the box gone", lambda: not desk.windows(TITLE))
    desk.focus(desk.window)
    return found[1]


def join_by_code(desk: Desk, address: str, code: str, name: str) -> float:
    """Join by an address and a code that somebody told; the seconds until the game is here."""
    desk.press("Join a game", kind="QPushButton")
    desk.focus(desk.wait("the box", lambda: desk.windows("Join a game"))[0])
    for field, text in (("Link or address", address), ("Code", code), ("Your name", name)):
        desk.click(desk.find(kind="QLineEdit", name=field))
        desk.key("ctrl+a")
        desk.type(text)
    desk.picture("joining")
    began = time.monotonic()
    desk.key("Return")
    desk.find(kind="PlottingTable", patience=PATIENCE)
    desk.focus(desk.window)
    return time.monotonic() - began


def join_by_link(page: Screen, link: str, name: str) -> None:
    page.driver.get(link)
    page.one("#name").send_keys(name)
    page.press("form button")
    page.wait("the room", lambda: "/room/" in page.driver.current_url, PATIENCE)


def key_of_page(page: Screen, url: str) -> dict[str, Any]:
    """What the browser keeps of its place in the room."""
    room = page.driver.current_url.rpartition("/room/")[2].partition("?")[0]
    cookie = page.driver.get_cookie(f"bob-key-{room}")
    check(cookie is not None, f"the browser keeps no key of {room} at {url}")
    body = page.one("body").get_attribute("class").split()
    seat = next(seat for seat in ("raf", "luftwaffe", "umpire") if seat in body)
    return {"room": room, "token": cookie["value"], "seat": "referee" if seat == "umpire" else seat}


def seal(desk: Desk, sealed: Callable[[], bool]) -> None:
    """Seal the plan as it stands: told first, then done."""
    desk.press("Seal the plan…", kind="QPushButton")
    desk.press("Seal it now", kind="QPushButton")
    desk.wait("the first turn", sealed, PATIENCE)


def by_faces(host: Desk, guest: Desk, page: Screen, record: Path, turn: int) -> None:
    """Turns ended by Enter at both desks, and on the page by its button, until that turn or the end. Raises Failed."""
    until = time.monotonic() + PATIENCE
    while host.turn(record) < turn and not over(host, record):
        for one in (guest, host):
            one.key("Return")
        page.run(PRESS_DONE)
        time.sleep(0.2)
        if time.monotonic() > until:
            raise Failed(f"turn {turn} does not come by the faces; the record is at {host.turn(record)}")


def over(desk: Desk, record: Path) -> bool:
    return any(event["code"] == "over" for entry in desk.entries(record)[-1:] for event in entry["events"])


def lamp(desk: Desk) -> str:
    """What the lamp of the line says."""
    return next((seen["text"] for seen in desk.look("Line lost", kind="QPushButton")), "")


def the_host_falls(host: Desk, guest: Desk, page: Screen, record: Path) -> None:
    """The host is killed: all three say so; it is there again by itself, and so are they."""
    (pid,) = hosts_of(host.home)
    before = len(host.entries(record))
    began = time.monotonic()
    os.kill(pid, signal.SIGKILL)
    for name, one in (("host", host), ("guest", guest)):
        one.wait(f"the lamp of the line at the {name}", lambda one=one: "Line lost" in lamp(one))
    page.wait("word that the line is down", lambda: page.one("#line").is_displayed())
    noticed = time.monotonic() - began
    for one in (host, guest):
        one.picture("line-lost")
    page.picture("line-lost")
    for one in (host, guest):
        one.wait("the line again", lambda one=one: "Line lost" not in lamp(one), PATIENCE)
    desks = time.monotonic() - began
    page.wait("the line again", lambda: not page.one("#line").is_displayed(), PATIENCE)
    check(len(host.entries(record)) >= before, "the record is shorter than it was")
    there = f"both desks there again after {desks:.1f} s, the page after {time.monotonic() - began:.1f} s"
    print(f"  the host killed: told everywhere after {noticed:.1f} s, {there}")


def the_line_is_cut(host: Desk, guest: Desk, page: Screen, wire: Wire, record: Path) -> None:
    """The line of the guest alone is cut; what he orders meanwhile goes out when it is mended."""
    turn = host.turn(record)
    wire.cut()
    guest.wait("the lamp of the line", lambda: "Line lost" in lamp(guest))
    host.find("○ Albert, Luftwaffe", kind="cell", patience=PATIENCE)
    guest.key("Return")
    host.key("Return")
    page.run(PRESS_DONE)
    guest.picture("cut")
    host.picture("other-cut")
    check("Line lost" not in lamp(host), "the host's own line is lost, too")
    began = time.monotonic()
    wire.mend()
    guest.wait("the line again", lambda: "Line lost" not in lamp(guest), PATIENCE)
    back = time.monotonic() - began
    by_faces(host, guest, page, record, turn + 1)
    print(f"  the line of the guest cut and mended: there again after {back:.1f} s, the turn done after {time.monotonic() - began:.1f} s")


def settled_log(desk: Desk) -> list[dict[str, Any]]:
    """All that the log of a desk holds when nothing more comes."""
    last: list[list[dict[str, Any]]] = [[]]

    def still() -> list[dict[str, Any]] | None:
        found = desk.ask("log") or []
        before, last[0] = last[0], found
        time.sleep(0.5)
        return found if found and len(found) == len(before) else None

    found: list[dict[str, Any]] = desk.wait("the log at rest", still, PATIENCE)
    return found


def compare(record: Path, logs: Mapping[str, list[dict[str, Any]]], page_log: set[int]) -> None:
    """What each heard is what the record says that he heard, one for one."""
    driver = Driver.open(record, games())
    try:
        for seat, found in logs.items():
            wanted = [encode(event) for _, event in in_context(driver.log(seat))]
            got = [line["event"] for line in found]
            first = next((n for n, (a, b) in enumerate(zip(got, wanted, strict=False)) if a != b), min(len(got), len(wanted)))
            at = f"{len(got)} of {len(wanted)}, from {first} on: {got[first : first + 1]} for {wanted[first : first + 1]}"
            check(got == wanted, f"the log of {seat} is not the record's: {at}")
            print(f"  the log of {seat}: {len(got)} things, as the record has them")
        numbers = [number for number, _ in driver.log("raf")]
        missed = {number for number in numbers if number >= min(page_log)} - page_log
        check(page_log <= set(numbers), "the page tells what was not heard")
        print(f"  the page tells of {len(page_log)} of them; {len(missed)} belong to lines that tell of several")
    finally:
        driver.close()


# ---- the umpire


def the_umpires_half_day(short: bool) -> None:
    """10 July by slips from two phones: changed, passed on, turned down; a false report, a delayed one; half a day to its end."""
    seats = ("--seats", "raf=human,luftwaffe=human,referee=human")
    with hosted("day:10_july_1940", *seats, "--seed", "3", "--slips", "--engagements", "quick") as (house, people):
        umpire = sit(people, house, "referee", "Ann", "tablet")
        raf, luftwaffe = (sit(people, house, seat, name, "phone") for seat, name in (("raf", "Keith"), ("luftwaffe", "Albert")))
        luftwaffe.press(".closing button")
        pass_on(umpire)
        raf.wait("the first turn", lambda: bool(raf.all(".closing button")), PATIENCE)
        by_slips(umpire, raf)
        print("  slips: one passed on as it was, one changed, one turned down")
        reports(umpire, raf, luftwaffe, 6)
        keys = [key_of_page(page, house.url) for page in (raf, luftwaffe, umpire)]
        pressed = press(house.url, keys, 10)
        raf.wait("the delayed report", lambda: LATE in raf.text("#log"), PATIENCE)
        scramble(umpire, raf)
        pressed += press(house.url, keys, 16 if short else 10**6)
        for name, page in (("umpire", umpire), ("raf", raf), ("luftwaffe", luftwaffe)):
            if not short:
                page.wait(
                    "the end of the day", lambda page=page: bool(page.all("#owed .ask")) and not page.all(".closing button"), PATIENCE
                )
            page.picture(f"half-day-{name}", whole=True)
            page.quiet()
        took = f"{pressed.orders} slips passed on by hands in {pressed.seconds:.0f} s, {pressed.refused} turned down"
        print(f"  {took}; the clock stands at {clock(umpire)}: {umpire.text('#owed .ask')}")
        people.close()
        house.close()
        describe(next(house.folder.glob("*.bob1940")))


FALSE, LATE = "Two hundred over Calais, climbing", "They have turned back"


def slip(page: Screen, box: str, which: int) -> None:
    """Hand in that one of the squadrons at Available is to change its readiness."""
    page.open("slip-readiness")
    offered = page.run("return [...document.querySelectorAll('#readiness-unit option')].map(o => o.text)")
    page.choose("#readiness-unit", [text for text in offered if "Available" in text][which])
    page.choose("#readiness-box", box)
    page.press("#slip-readiness button")


def pass_on(umpire: Screen) -> None:
    umpire.wait("a slip", lambda: bool(umpire.all("#inbox button[value=pass]")), PATIENCE)
    waiting = len(umpire.all("#inbox button[value=pass]"))
    umpire.press("#inbox button[value=pass]")
    umpire.wait("it is passed on", lambda: len(umpire.all("#inbox button[value=pass]")) < waiting, PATIENCE)


def by_slips(umpire: Screen, raf: Screen) -> None:
    """One passed on as it is, one changed, one turned down with a word."""
    slip(raf, "Ready", 1)
    umpire.wait("the slip", lambda: "Readiness" in umpire.text("#inbox"), PATIENCE)
    umpire.picture("umpire-a-slip", whole=True)
    pass_on(umpire)
    raf.wait("the order in the log", lambda: "to Ready" in raf.text("#log"), PATIENCE)
    slip(raf, "Ready", 2)
    umpire.wait("the slip", lambda: bool(umpire.all("#inbox article details > summary")), PATIENCE)
    umpire.press("#inbox article details > summary")
    umpire.choose("#inbox select[name='j.box']", "Released")
    umpire.write("#inbox input[name=text]", "Let them sleep")
    umpire.picture("umpire-changes", whole=True)
    pass_on(umpire)
    raf.wait("the answer", lambda: "Let them sleep" in raf.text("#handed") and "Released" in raf.text("#log"), PATIENCE)
    slip(raf, "Ready", 3)
    umpire.wait("the slip", lambda: bool(umpire.all("#inbox button[value=down]")), PATIENCE)
    umpire.write("#inbox input[name=text]", "Not before noon")
    umpire.press("#inbox button[value=down]")
    raf.wait("the refusal", lambda: "Given back" in raf.text("#handed") and "Not before noon" in raf.text("#handed"), PATIENCE)
    raf.picture("raf-slips", whole=True)


def reports(umpire: Screen, raf: Screen, luftwaffe: Screen, turn: int) -> None:
    """A report that is not true at once, and one that goes out with a turn to come; the other side hears of neither."""
    umpire.open("hand-out")
    umpire.choose("#now-seat", "RAF")
    umpire.write("#now-text", FALSE)
    umpire.press("#now-form button")
    took = raf.wait("the false report", lambda: FALSE in raf.text("#latest"), PATIENCE)
    raf.picture("raf-false-report")
    umpire.open("delayed")
    umpire.choose("#later-seat", "RAF")
    umpire.write("#later-text", LATE)
    umpire.choose("#later-turn", f"turn {turn}")
    umpire.press("#later-form button")
    umpire.wait("it is to go out", lambda: LATE in umpire.text("#later"), PATIENCE)
    umpire.picture("umpire-reports", whole=True)
    check(FALSE not in luftwaffe.text("body"), "the other side hears of it")
    check(LATE not in raf.text("body"), "it is there before its time")
    print(f"  the false report is on the RAF’s phone after {took * 1000:.0f} ms")


def scramble(umpire: Screen, raf: Screen) -> None:
    """A squadron sent up from the phone."""
    raf.wait("its turn", lambda: bool(raf.all(".closing button")), PATIENCE)
    raf.open("slip-scramble")
    raf.write("#scramble-hex", "Dover")
    raf.press("#slip-scramble button")
    umpire.wait("the slip", lambda: "cramble" in umpire.text("#inbox"), PATIENCE)
    pass_on(umpire)
    raf.wait("the scramble passed on", lambda: "cramble" in raf.text("#handed li:first-child"), PATIENCE)
    raf.picture("raf-scramble", whole=True)


def describe(record: Path) -> None:
    """Both reports are in what the RAF heard, the late one in its turn, and in nothing that the Luftwaffe heard."""
    driver = Driver.open(record, games())
    try:
        heard = {seat: [event for _, event in driver.log(seat)] for seat in ("raf", "luftwaffe")}
    finally:
        driver.close()
    turn, found = 0, {}
    for event in heard["raf"]:
        turn = event.data["turn"] if event.code == "turn" else turn
        found |= {text: turn for text in (FALSE, LATE) if text in str(event.data)}
    check(found == {FALSE: 1, LATE: 6}, f"the reports went out at {found}")
    check(not any(text in str(event.data) for event in heard["luftwaffe"] for text in found), "the Luftwaffe heard of a report")


# ---- by post


def by_post(short: bool) -> None:
    """A turn by post both ways, each sheet read in the browser."""
    with ExitStack() as people:
        home = Path(people.enter_context(tempfile.TemporaryDirectory(prefix="bob-post-")))
        page = Screen("tablet")
        people.callback(page.close)
        for name in ("from", "to"):
            (home / name).mkdir()
        office = ("far.bob1940", "--in", "from", "--out", "to")
        said = post(home, *office, "--new", "one_raid")
        known: set[str] = set()
        while known != {"raf", "luftwaffe"}:
            for seat in ("luftwaffe", "raf"):
                newest = max((home / "to" / seat).glob("*.html"), default=None)
                if newest is not None and f"waits for {SEATS[seat]}" in said:
                    turn = answered(page, home, seat, newest)
                    known |= {seat} if turn >= 2 else set()
            said = post(home, *office)
        print(f"  {said.strip().splitlines()[0]}")
        page.quiet()


SEATS = {"raf": "RAF", "luftwaffe": "Luftwaffe"}


def answered(page: Screen, home: Path, seat: str, leaf: Path) -> int:
    """A sheet is read in the browser and answered in the terminal: a squadron to Available in the first turn, then no more orders, or the
    first of what is offered. Its turn."""
    page.driver.get(leaf.as_uri())
    check(bool(page.text("h1")), f"{leaf.name} shows nothing")
    page.picture(f"post-{leaf.stem}", whole=True)
    key = ("--key", f"to/{seat}/{seat}-invitation.json")
    read = json.loads(post(home, "--read", str(leaf), *key, "--json"))
    view, listed = read["view"], read["choices"]["listed"]
    last = next((order for order in listed if order["code"] in ("done", "seal")), listed[0])
    lines = [json.dumps(last)]
    if seat == "raf" and last["code"] == "done":
        unit = next(squadron["unit"] for squadron in view["squadrons"] if squadron["box"] == "ready")
        lines.insert(0, f"available {unit.removesuffix(' Squadron')}")
    (home / "orders.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    post(home, "--answer", str(leaf), *key, "--orders", "orders.txt", "--out", "from")
    return int(view["common"]["turn"])


def post(home: Path, *said: str) -> str:
    """`bob post`, typed in a terminal. Raises Failed when it complains."""
    env = os.environ | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    done = subprocess.run([sys.executable, "-m", "bob", "post", *said], cwd=home, env=env, capture_output=True, text=True, check=False)
    check(done.returncode == 0 and not done.stderr, f"bob post {' '.join(said)}: {done.stdout}{done.stderr}")
    return done.stdout


PARTS: tuple[Callable[[bool], None], ...] = (two_desks_and_a_browser, the_umpires_half_day, by_post)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(part.__name__ for part in PARTS))
    parser.add_argument("--short", action="store_true", help="some turns of each game")
    parser.add_argument("--keep", type=Path, help="a folder for pictures")
    asked = parser.parse_args()
    lacking = [
        *missing(),
        *(name for name in ("chromium", "chromedriver") if (chromium() if name == "chromium" else shutil.which(name)) is None),
    ]
    if lacking:
        print(f"skipped: {', '.join(lacking)} not installed")
        return 0
    if asked.keep is not None:
        asked.keep.mkdir(parents=True, exist_ok=True)
        KEPT.append(asked.keep)
    failed = 0
    for part in PARTS:
        if asked.parts and part.__name__ not in asked.parts:
            continue
        print(part.__name__.replace("_", " "), flush=True)
        began = time.monotonic()
        try:
            part(asked.short)
        except (Failed, DeskFailed) as error:
            failed += 1
            print(f"  FAILED: {error}", flush=True)
        else:
            print(f"  done in {time.monotonic() - began:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
