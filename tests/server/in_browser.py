"""The rooms in a real browser: Debian's chromium, driven, against a host of its own.

    python tests/server/in_browser.py [--keep FOLDER] [SCENE ...]

Prints what it does; 0 when all went well, 1 when not, 0 with `skipped` where chromium or its driver are missing.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

PATIENCE = 30.0
SIZES = {"phone": (360, 740), "tablet": (1024, 768), "wall": (1920, 1080)}
KEPT: list[Path] = []


class Failed(Exception):
    """Something is not as it should be."""


def check(holds: bool, what: str) -> None:
    if not holds:
        raise Failed(what)


# ---- the host


class House:
    """A host in a folder, and the codes that it told."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.port = 0
        self.codes: dict[str, str] = {}
        self.room = ""
        self._start("--new", *options)

    def _start(self, *options: str) -> None:
        command = [sys.executable, "-m", "bob", "serve", str(self.folder), "--port", str(self.port), "--json", *options]
        self._errors = (self.folder / "errors.txt").open("a", encoding="utf-8")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._errors, text=True, env=os.environ | {"LC_ALL": "C.UTF-8"}
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        check(line.startswith("{"), f"the host does not start: {(self.folder / 'errors.txt').read_text(encoding='utf-8')[-600:]}")
        account = json.loads(line)
        self.port = account["port"]
        for room in account["rooms"]:
            self.room = room["room"]
            self.codes |= {made["seat"]: made["code"] for made in room["invitations"]}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def again(self) -> None:
        """Start it again where it was."""
        self._start()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=20)
        self._errors.close()
        text = (self.folder / "errors.txt").read_text(encoding="utf-8")
        check("Traceback" not in text, f"the host complained: {text[-1500:]}")


# ---- the browser


def steady(act: Callable[..., Any]) -> Callable[..., Any]:
    """Do it again where news swept the thing away in the midst of it."""

    @wraps(act)
    def done(*given: Any, **named: Any) -> Any:
        from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException

        for _ in range(20):
            try:
                return act(*given, **named)
            except (ElementClickInterceptedException, StaleElementReferenceException):
                continue
        return act(*given, **named)

    return done


class Screen:
    """A browser with one page."""

    def __init__(self, size: str = "tablet", *, script: bool = True, dark: bool = False) -> None:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        options.binary_location = str(chromium())
        for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        if not script:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.refusals = 0
        self.size(size)
        self.dark(dark)

    def size(self, name: str) -> None:
        wide, high = SIZES[name]
        values = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": name == "phone"}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", values)

    def dark(self, on: bool) -> None:
        feature = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def join(self, house: House, seat: str, name: str) -> None:
        """Come in by the link of an invitation."""
        self.driver.get(f"{house.url}/join/{house.codes[seat]}")
        self.one("#name").send_keys(name)
        self.press("form button")
        self.wait("the room", lambda: f"/room/{house.room}" in self.driver.current_url)

    # ---- finding and doing

    def all(self, css: str) -> list[Any]:
        return list(self.driver.find_elements("css selector", css))

    def one(self, css: str) -> Any:
        found = self.all(css)
        check(bool(found), f"no {css} on the page of {self.driver.current_url}")
        return found[0]

    @steady
    def text(self, css: str) -> str:
        return " ".join(found.text for found in self.all(css))

    @steady
    def hidden_text(self, css: str) -> str:
        return str(self.one(css).get_attribute("textContent"))

    @steady
    def press(self, css: str) -> None:
        found = self.one(css)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
        found.click()

    @steady
    def choose(self, css: str, text: str) -> None:
        """Choose the first of a list that has this text in it."""
        from selenium.webdriver.support.ui import Select

        chosen = Select(self.one(css))
        option = next((option for option in chosen.options if text in option.text), None)
        check(option is not None, f"{css} does not offer {text}")
        chosen.select_by_visible_text(option.text)  # type: ignore[union-attr]

    @steady
    def write(self, css: str, text: str) -> None:
        found = self.one(css)
        found.clear()
        found.send_keys(text)

    @steady
    def open(self, ident: str) -> None:
        """Unfold a slip."""
        if self.one(f"#{ident}").get_attribute("open") is None:
            self.press(f"#{ident} > summary")

    def wait(self, what: str, holds: Callable[[], bool], patience: float = PATIENCE) -> float:
        """Wait until something holds; how long it took, in seconds."""
        from selenium.common.exceptions import StaleElementReferenceException

        start = time.monotonic()
        while time.monotonic() - start < patience:
            try:
                if holds():
                    return time.monotonic() - start
            except StaleElementReferenceException:
                continue
        raise Failed(f"{what} did not come; the page says: {self.text('#owed')} | {self.text('main')[:300]}")

    def run(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    # ---- looking

    def picture(self, name: str, *, whole: bool = False) -> None:
        for folder in KEPT:
            shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": whole, "format": "png"})
            (folder / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))

    def narrow_enough(self) -> None:
        wide, room = self.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        check(wide <= room, f"the page is {wide} wide on a screen of {room}")

    def paint(self) -> float:
        """Milliseconds from asking for the page to its first letters."""
        found = self.run("return performance.getEntriesByName('first-contentful-paint').map(e => e.startTime)")
        return float(found[0]) if found else 0.0

    def everything_has_a_name(self) -> int:
        """Whatever can be reached by the keyboard has a role and a name, as a screen reader gets them; how many there are."""
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        reached = 0
        for node in nodes:
            can = any(p["name"] == "focusable" and p["value"].get("value") for p in node.get("properties", ()))
            role = node.get("role", {}).get("value")
            if node.get("ignored") or not can or role in ("RootWebArea", "WebArea"):
                continue
            reached += 1
            check(bool(node.get("name", {}).get("value", "").strip()), f"a {role} has no name")
            check(role not in ("generic", "none"), f"something that can be reached has no role: {node.get('name')}")
        roles = {node.get("role", {}).get("value") for node in nodes}
        check({"main", "banner", "contentinfo", "complementary"} <= roles, f"landmarks are missing: {sorted(map(str, roles))}")
        return reached

    def quiet(self) -> None:
        """Nothing went wrong in the page but what was refused."""
        entries = [e for e in self.driver.get_log("browser") if e["level"] == "SEVERE" and "status of 409" not in e["message"]]
        lost = [e for e in entries if "ERR_CONNECTION" not in e["message"] and "ERR_INCOMPLETE" not in e["message"]]
        check(not lost, f"the browser complained: {lost[:2]}")

    def close(self) -> None:
        self.driver.quit()


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def evening(*options: str) -> Iterator[tuple[House, ExitStack]]:
    """A host, and whoever comes."""
    with tempfile.TemporaryDirectory(prefix="bob-rooms-") as folder, ExitStack() as people:
        house = House(Path(folder), *options)
        try:
            yield house, people
        finally:
            people.close()
            house.close()


def sit(people: ExitStack, house: House, seat: str, name: str, size: str = "tablet", *, script: bool = True, dark: bool = False) -> Screen:
    """A browser at a seat."""
    screen = Screen(size, script=script, dark=dark)
    people.callback(screen.close)
    screen.join(house, seat, name)
    return screen


def clock(screen: Screen) -> str:
    return screen.text("#head .now")


def readied(screen: Screen) -> float:
    """Bring a squadron to Ready by its slip; the milliseconds from the press to the news on the page, as the page itself saw them."""
    screen.run(
        """window.took = 0; window.pressed = 0;
        document.addEventListener('submit', () => { window.pressed = performance.now(); }, {capture: true, once: true});
        const log = document.getElementById('log');
        const seen = new MutationObserver(() => { window.took = performance.now() - window.pressed; seen.disconnect(); });
        seen.observe(log, {childList: true});"""
    )
    screen.open("slip-readiness")
    screen.run(
        """const units = document.getElementById('readiness-unit'), given = window.given = window.given || new Set();
        const next = [...units.options].find(o => o.text.includes('Available') && !given.has(o.value));
        given.add(next.value); units.value = next.value;"""
    )
    screen.press("#slip-readiness button")
    screen.wait("the order in the log", lambda: bool(screen.run("return window.took")) and "to Ready" in screen.text("#log li:first-child"))
    check("to Ready" in screen.hidden_text("#told"), "the news is not read out")
    return float(screen.run("return window.took"))


# ---- scenes


def a_side_by_itself() -> None:
    """Fighter Command on a tablet against an officer: orders by list and by place, a refusal in words, three turns by the keyboard."""
    with evening("day:one_raid", "--seats", "raf=human,luftwaffe=kesselring", "--seed", "3") as (house, people):
        raf = sit(people, house, "raf", "Keith")
        raf.driver.refresh()
        raf.wait("the first paint", lambda: raf.paint() > 0)
        print(f"  first paint after {raf.paint():.0f} ms, {raf.everything_has_a_name()} things to reach by the keyboard, all named")
        check(raf.paint() < 1000, "the first paint takes a second")
        begun = clock(raf)
        raf.press(".closing button")
        raf.wait("the next turn", lambda: clock(raf) != begun and bool(raf.all(".closing button")))
        times = sorted(readied(raf) for _ in range(5))
        print(f"  from order to page {times[0]:.0f} to {times[-1]:.0f} ms, {times[2]:.0f} in the middle")
        check(times[0] < 200, "an order takes too long to show")
        if raf.all("#slip-scramble form"):
            raf.open("slip-scramble")
            raf.write("#scramble-hex", "Calais")
            raf.press("#slip-scramble button")
            raf.wait("a refusal", lambda: bool(raf.all("#owed .said.refused")))
            check("[OPS-" in raf.text("#owed .said"), "a refusal without its rule")
            raf.write("#scramble-hex", "Nowhere at all")
            raf.press("#slip-scramble button")
            raf.wait("a refusal of the place", lambda: "Nowhere" in raf.text("#owed .said.refused"))
        for _ in range(3):
            before = clock(raf)
            raf.run("document.querySelector('.closing button').focus()")
            raf.driver.switch_to.active_element.send_keys("\ue007")
            raf.wait("the next turn", lambda before=before: clock(raf) != before or bool(raf.all(".ways button")))  # type: ignore[misc]
            if raf.all(".closing button"):
                raf.wait("the focus where it was", lambda: raf.run("return document.activeElement.tagName") == "BUTTON")
        check(clock(raf) > begun, "the clock stands")
        raf.picture("side-tablet", whole=True)
        raf.quiet()


def a_page_that_is_written_on_stays() -> None:
    """What somebody writes is not swept away by news, and the news comes when he is done."""
    with evening("day:one_raid", "--seats", "raf=human,luftwaffe=kesselring,referee=human", "--seed", "3") as (house, people):
        raf, umpire = sit(people, house, "raf", "Keith"), sit(people, house, "referee", "Ann")
        raf.open("slip-readiness")
        raf.run("document.getElementById('readiness-box').value = '\"released\"'; document.getElementById('readiness-box').focus()")
        umpire.press("#owing button")
        raf.wait("the hold", lambda: "holds the game" in raf.text("#head"))
        umpire.press("#owing button")
        raf.wait("going on", lambda: "holds the game" not in raf.text("#head"))
        check(raf.run("return document.getElementById('readiness-box').value") == '"released"', "what was chosen is gone")
        check(raf.run("return document.activeElement.id") == "readiness-box", "the focus is gone")
        raf.write("#note-text", "Where is everybody <b>?</b>")
        raf.choose("#note-to", "Referee")
        raf.press("#note-form button")
        umpire.wait("the note", lambda: "Where is everybody <b>?</b>" in umpire.text("#notes"))
        raf.quiet()
        umpire.quiet()


def without_a_script() -> None:
    """The same without any script: every order loads the page again."""
    with evening("day:one_raid", "--seats", "raf=human,luftwaffe=kesselring", "--seed", "3") as (house, people):
        raf = sit(people, house, "raf", "Keith", "phone", script=False)
        raf.narrow_enough()
        begun = clock(raf)
        raf.press(".closing button")
        raf.wait("the next turn", lambda: clock(raf) != begun)
        raf.press("[for=zoom-whole]")
        check(raf.one(".stack.second").is_displayed(), "the whole map is not shown")
        raf.press("[for=zoom-close]")
        table = raf.one(".stack.first").size
        check(table["width"] > 700, "closer is not closer")
        raf.open("slip-readiness")
        raf.choose("#readiness-unit", "Available")
        raf.press("#slip-readiness button")
        raf.wait("the log", lambda: "Squadron" in raf.text("#log li:first-child"))
        raf.driver.get(f"{house.url}/room/{house.room}/leave")
        raf.press("form button")
        raf.wait("the start", lambda: raf.driver.current_url == f"{house.url}/")
        raf.driver.get(f"{house.url}/room/{house.room}")
        check("no longer in this room" in raf.text("h1"), "who left is still in")


def the_umpire_between_two_rooms() -> None:
    """Two sides hand slips in; the umpire changes one and turns one down, sends a false report and one for later, holds, goes back."""
    seats = "raf=human,luftwaffe=human,referee=human"
    with evening("day:one_raid", "--seats", seats, "--seed", "3", "--slips") as (house, people):
        umpire = sit(people, house, "referee", "Ann")
        raf = sit(people, house, "raf", "Keith", "phone")
        luftwaffe = sit(people, house, "luftwaffe", "Adolf")
        umpire.wait("who owes", lambda: "a decision" in umpire.text("#owing"))

        def passes() -> None:
            umpire.wait("a slip", lambda: bool(umpire.all("#inbox button[value=pass]")))
            waiting = len(umpire.all("#inbox button[value=pass]"))
            umpire.press("#inbox button[value=pass]")
            umpire.wait("it is passed on", lambda: len(umpire.all("#inbox button[value=pass]")) < waiting)

        luftwaffe.press(".closing button")
        passes()
        raf.wait("the first turn", lambda: bool(raf.all(".closing button")))
        raf.open("slip-readiness")
        raf.choose("#readiness-unit", "Available")
        raf.choose("#readiness-box", "Ready")
        raf.press("#slip-readiness button")
        took = umpire.wait("the slip", lambda: "Readiness" in umpire.text("#inbox"))
        print(f"  a slip lies before the umpire after {took * 1000:.0f} ms")
        umpire.picture("umpire", whole=True)
        umpire.press("#inbox details > summary")
        umpire.choose("#inbox select[name='j.box']", "Released")
        umpire.write("#inbox input[name=text]", "Let them sleep")
        passes()
        raf.wait("the answer", lambda: "Carried out" in raf.text("#handed") and "Let them sleep" in raf.text("#handed"))
        raf.choose("#readiness-unit", "Available")
        raf.choose("#readiness-box", "Ready")
        raf.press("#slip-readiness button")
        umpire.wait("another slip", lambda: bool(umpire.all("#inbox button[value=down]")))
        umpire.press("#inbox button[value=down]")
        raf.wait("the refusal", lambda: "Given back" in raf.text("#handed"))

        umpire.open("hand-out")
        umpire.choose("#now-seat", "RAF")
        umpire.write("#now-text", "Two hundred over Calais, climbing")
        umpire.press("#now-form button")
        raf.wait("the false report", lambda: "From the Filter Room: Two hundred over Calais" in raf.text("#log"))
        check("Two hundred" not in luftwaffe.text("body"), "the other side hears of it")
        umpire.open("delayed")
        umpire.choose("#later-seat", "RAF")
        umpire.write("#later-text", "They have turned back")
        umpire.choose("#later-turn", "turn 2")
        umpire.press("#later-form button")
        umpire.wait("it is to go out", lambda: "They have turned back" in umpire.text("#later"))

        umpire.press("#owing button")
        raf.wait("the hold", lambda: "holds the game" in raf.text("#head"))
        raf.press(".closing button")
        raf.wait("no order while it is held", lambda: bool(raf.all("#owed .said.refused")))
        umpire.press("#owing button")
        raf.wait("it goes on", lambda: "holds the game" not in raf.text("#head"))

        raf.press(".closing button")
        passes()
        luftwaffe.wait("its turn", lambda: bool(luftwaffe.all(".closing button")) and luftwaffe.one(".closing button").is_enabled())
        if luftwaffe.all(".closing button"):
            luftwaffe.press(".closing button")
            passes()
        raf.wait("the second turn and its report", lambda: "They have turned back" in raf.text("#log"))
        second = clock(raf)
        umpire.open("rewind")
        umpire.choose("#back-turn", "turn 1")
        umpire.press("#back-form button")
        raf.wait("going back", lambda: clock(raf) != second)
        umpire.press("#rewind form[action$=forward] button")
        raf.wait("forward again", lambda: clock(raf) == second)
        for screen in (umpire, raf, luftwaffe):
            check(screen.everything_has_a_name() > 10, "little can be reached")
            screen.quiet()


def a_dogfight_by_cards() -> None:
    """A duel at the card table in two browsers, by its buttons alone."""
    with evening("cards", "--seed", "3") as (house, people):
        seats = [sit(people, house, seat, name, "phone") for seat, name in (("axis", "Adolf"), ("allied", "Keith"))]
        orders = 0
        while orders < 12:
            for screen in seats:
                if screen.all("#owed .choices button"):
                    before = screen.text("#log li:first-child") + screen.text("#owed")
                    screen.press("#owed .choices button")
                    screen.wait("the order", lambda s=screen, b=before: s.text("#log li:first-child") + s.text("#owed") != b)  # type: ignore[misc]
                    orders += 1
        check("hits" in seats[0].text("#fight") or "cards" in seats[0].text("#fight").lower(), "no table is shown")
        for screen in seats:
            screen.narrow_enough()
            screen.quiet()
        seats[0].picture("cards-phone", whole=True)


def a_host_that_falls() -> None:
    """The host is killed and comes back: the page says so, comes back by itself and misses nothing."""
    with evening("day:one_raid", "--seats", "raf=human,luftwaffe=kesselring", "--seed", "3") as (house, people):
        raf = sit(people, house, "raf", "Keith")
        begun = clock(raf)
        raf.press(".closing button")
        raf.wait("the next turn", lambda: clock(raf) != begun)
        now = clock(raf)
        house.kill()
        raf.wait("word that the line is down", lambda: raf.one("#line").is_displayed())
        house.again()
        raf.wait("the line again", lambda: not raf.one("#line").is_displayed(), 60)
        check(clock(raf) == now, "time was lost")
        raf.press(".closing button")
        raf.wait("a turn after it", lambda: clock(raf) != now)


def on_every_screen() -> None:
    """Phone, tablet and wall, English and French, light, dark and in high contrast: nothing sticks out, everything is named."""
    with evening("day:18_august_1940", "--seats", "raf=human,luftwaffe=kesselring", "--seed", "3") as (house, people):
        raf = sit(people, house, "raf", "Keith")
        page = f"{house.url}/room/{house.room}"
        slowest = 0.0
        for size in SIZES:
            for lang in ("en", "fr"):
                for theme, dark in (("auto", False), ("auto", True), ("contrast", False)):
                    raf.size(size)
                    raf.dark(dark)
                    raf.driver.get(f"{page}?lang={lang}&theme={theme}&big={int(size == 'wall')}")
                    raf.wait("the paint", lambda: raf.paint() > 0)
                    slowest = max(slowest, raf.paint())
                    raf.narrow_enough()
                    check(raf.run("return document.documentElement.lang") == lang, "the language is another")
                    check(
                        bool(raf.run("return [...document.images].filter(i => i.offsetParent).every(i => i.complete && i.naturalWidth)")),
                        "no land",
                    )
                    raf.everything_has_a_name()
                    raf.picture(f"{size}-{lang}-{theme}{'-dark' if dark else ''}")
        print(f"  18 pages, the slowest painted after {slowest:.0f} ms")
        check(slowest < 1000, "a page takes a second")
        raf.quiet()


SCENES: tuple[Callable[[], None], ...] = (
    a_side_by_itself,
    a_page_that_is_written_on_stays,
    without_a_script,
    the_umpire_between_two_rooms,
    a_dogfight_by_cards,
    a_host_that_falls,
    on_every_screen,
)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", type=Path, help="a folder for pictures")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(scene.__name__ for scene in SCENES))
    asked = parser.parse_args()
    if chromium() is None or shutil.which("chromedriver") is None:
        print("skipped: no chromium, or no driver for it")
        return 0
    if asked.keep is not None:
        asked.keep.mkdir(parents=True, exist_ok=True)
        KEPT.append(asked.keep)
    failed = 0
    for scene in SCENES:
        if asked.scenes and scene.__name__ not in asked.scenes:
            continue
        print(scene.__name__.replace("_", " "), flush=True)
        start = time.monotonic()
        try:
            scene()
        except Failed as error:
            failed += 1
            print(f"  FAILED: {error}", flush=True)
        else:
            print(f"  done in {time.monotonic() - start:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
