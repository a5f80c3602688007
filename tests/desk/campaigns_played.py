"""Campaigns played at the desk to their end as a person plays them, by mouse and keys, in a real window; by hand, for they take minutes.

    python -m tests.desk.campaigns_played channel --keep FOLDER [--lang fr] [--size 1920x1080] [--theme night] [--seed 7]

A campaign of the Channel battle is killed once in the middle of a bomb turn and gone on with. 0 when all went well, 1 when not.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from bob.core.dice import Stream
from bob.core.kit import seat_text
from bob.driver.game_titles import start_text, title_of
from bob.words import Words
from tests.desk.driver import ROOT, Desk, Failed, screen
from tests.desk.scenes_campaign import bombs_fall
from tests.desk.scenes_fights import cells

PAGES = ("BombingScene", "Newspaper", "SquadronBook")
PATIENT = 120.0
"""Seconds that an officer or a pilot of the program may think."""
MOST = 3000
"""More orders than any of the campaigns takes."""


@dataclass(frozen=True, slots=True)
class Played:
    """The usual campaign of a game: its dialog, its room, numbers that are set, whether it is killed in a bomb turn."""

    game: str
    setup: str
    room: str
    spins: dict[str, int] = field(default_factory=dict)
    killed: bool = False


CAMPAIGNS = {
    "channel": Played("air_war", "LandSetup", "LandPanel", {"missions": 3}, killed=True),
    "convoy": Played("carriers", "CarrierSetup", "CarrierPanel", {"turns": 3}),
    "croydon": Played("low_raid", "LowRaidSetup", "LowRaidPanel"),
}


class Player:
    """Plays one campaign to its end, with its own choices drawn from a seed."""

    def __init__(self, desk: Desk, played: Played, seed: str, size: tuple[int, int], sits: str) -> None:
        self.desk, self.played, self.size, self.seed = desk, played, size, seed
        self.sits = sits
        self.words = Words(desk.language)
        self.draws = Stream.of("player", seed)
        self.seen: set[str] = set()
        self.began = time.monotonic()
        self.given = 0
        self.killed = False

    def say(self, text: str) -> None:
        print(f"  {time.monotonic() - self.began:6.1f} s  {text}", flush=True)

    # ---- beginning

    def begin(self) -> None:
        desk, words, game = self.desk, self.words, self.played.game
        self.say(f"window up after {desk.start():.1f} s")
        desk.press(start_text(words, game), kind="QPushButton")
        dialog = desk.wait("the dialog", lambda: desk.windows(title_of(words, game)))[0]
        desk.focus(dialog)
        for name, count in self.played.spins.items():
            self.spin(name, count)
        if self.sits == "axis" and self.played.game != "low_raid":
            for seat, who in (("axis", words("desk_game.setup.human")), ("allied", words("desk_campaign.officer.sound"))):
                desk.choose(seat_text(words, seat), who)
        desk.click(desk.find(kind="QLineEdit", inside=self.played.setup, name=words("desk_game.setup.seed")))
        desk.type(self.seed)
        self.desk.picture("set-up")
        desk.press(words("desk_game.setup.go"), kind="QPushButton", inside=self.played.setup)
        self.to_the_room()

    def spin(self, name: str, count: int) -> None:
        desk = self.desk
        text = self.words(f"{'desk_' if self.played.game == 'carriers' else ''}{self.played.game}.option.{name}")
        found = desk.find(kind="QSpinBox", name=text[:1].upper() + text[1:])
        x, y, _, height = found["box"]
        desk.click((x + 12, y + height // 2))
        desk.key("ctrl+a")
        desk.type(str(count))
        desk.key("Tab")

    def to_the_room(self) -> None:
        desk = self.desk
        window = desk.wait("the campaign’s window", lambda: desk.windows(f"{title_of(self.words, self.played.game)} – "))[0]
        desk.tool("windowmove", window, "0", "0", "windowsize", "--sync", window, *map(str, self.size))
        desk.focus(window)
        desk.find(kind=self.played.room)
        desk.wait("something to decide", self.ready, PATIENT)

    # ---- playing

    def ready(self) -> str:
        """What waits for the person: a page over the desk, an order, the end."""
        desk = self.desk
        found = desk.ask("widgets") or []
        kinds = {seen["kind"] for seen in found if "FlightPanel" not in seen.get("inside", ())}
        inside = {name for seen in found for name in seen.get("inside", ())}
        for page in PAGES:
            if page in kinds:
                return page
        if any(seen.get("of") == "OrderList" for seen in found):
            return "flight" if "FlightPanel" in inside else "desk"
        if self.over():
            return "over"
        return ""

    def over(self) -> bool:
        return any(
            event["code"].endswith(("campaign_over", "raid_over")) for entry in self.desk.entries()[-2:] for event in entry["events"]
        )

    def play(self) -> None:
        """Until the campaign is over."""
        for _ in range(MOST):
            now = self.desk.wait("the person’s say", self.ready, PATIENT)
            if now == "over":
                return
            if now in PAGES:
                self.put_away(now)
                continue
            self.order(now)
        raise Failed(f"not over after {MOST} orders")

    def put_away(self, page: str) -> None:
        desk = self.desk
        time.sleep(2.5 if page == "BombingScene" else 0.3)
        self.say(f"{page}, {len(desk.entries())} entries")
        self.desk.picture(page.lower())
        for _ in range(8):
            if (now := self.ready()) not in ("", page):
                return
            if now == page:
                desk.key("Return")
            time.sleep(0.4)

    def order(self, where: str) -> None:
        desk = self.desk
        rows = [seen for seen in desk.look(kind="cell", of="OrderList") if seen["column"] == 0]
        leaves = self.words("desk_flight.line.quit", aircraft="|").partition("|")[2]
        keyed = [seen["text"].split()[0] for seen in rows if len(seen["text"].split()[0]) == 1 and leaves not in seen["text"]]
        title = self.asked()
        if title not in self.seen:
            self.seen.add(title)
            self.desk.picture(where)
            self.say(f"{where}: {title} | {len(rows)} orders: {rows[0]['text'] if rows else '-'}")
        if self.played.killed and not self.killed and where == "flight" and bombs_fall(desk):
            self.kill()
            return
        before = len(desk.entries())
        wish = self.draws.unit()
        key = "Return" if wish < 0.4 or not keyed else self.draws.choose(keyed[:6])
        desk.key(key)
        self.given += 1
        if self.given % 25 == 0:
            self.say(f"{self.given} orders given, {before} entries")
        try:
            desk.wait("an entry", lambda: len(desk.entries()) > before, 4)
        except Failed:
            if key == "Return":
                desk.key("Down")  # where nothing is chosen until a person points at it
            desk.key("Return")
            try:
                desk.wait("an entry", lambda: len(desk.entries()) > before or self.ready() not in (where,), 6)
            except Failed:
                self.desk.picture("stuck")
                raise Failed(f"{key!r} gives no order: {title}, {[seen['text'] for seen in rows]}") from None

    def asked(self) -> str:
        found = [seen for seen in self.desk.look(kind="QLabel") if any(name.endswith("Column") for name in seen["inside"])]
        return " / ".join(seen["text"] for seen in found[:2])

    def kill(self) -> None:
        desk, self.killed = self.desk, True
        self.desk.picture("before-the-kill")
        before, shown = desk.entries(), sorted(cells(desk, "OrderList"))
        desk.kill()
        desk.start()
        desk.key("ctrl+r")
        self.to_the_room()
        after = desk.entries()
        self.desk.picture("after-the-kill")
        if after[: len(before)] != before:
            raise Failed("the record is not what it was")
        again = sorted(cells(desk, "OrderList"))
        if again != shown:
            raise Failed(f"the orders are not what they were: {shown}, now {again}")
        self.say(f"killed in a bomb turn after {len(before)} entries, gone on with {len(after)}")

    # ---- the end

    def end(self) -> None:
        desk = self.desk
        time.sleep(1.0)
        self.desk.picture("over")
        for page in ("ctrl+5", "ctrl+4", "ctrl+1"):
            desk.key(page)
            time.sleep(0.6)
            self.desk.picture(f"over-{page[-1]}")
        game = desk.games()[-1]
        out = desk.home / "report.html"
        for ending in ("html", "pdf"):
            out = (desk.keep or desk.home) / f"report.{ending}"
            command = [sys.executable, "-m", "bob", "--lang", desk.language, "report", str(game), "--out", str(out)]
            account = subprocess.run(command, cwd=ROOT, env=desk.env, capture_output=True, text=True, check=False)
            if account.returncode != 0 or not out.exists():
                raise Failed(f"no report as {ending}: {account.stdout} {account.stderr[-300:]}")
            self.say(f"report {out.name}, {out.stat().st_size} bytes")
        if desk.keep:
            (desk.keep / "game.bob1940").write_bytes(game.read_bytes())
        desk.press(self.words("desk_game.close"), kind="QPushButton", inside=self.played.room)
        desk.wait("the window closed", lambda: not desk.windows(f"{title_of(self.words, self.played.game)} – "))
        desk.focus(desk.window)
        desk.quit()
        self.say(f"over after {self.given} orders")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("campaign", choices=CAMPAIGNS)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--theme", default="")
    parser.add_argument("--sits", default="allied", choices=("allied", "axis"))
    parser.add_argument("--seed", default="1940")
    given = parser.parse_args()
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    size = tuple(map(int, given.size.split("x")))
    with tempfile.TemporaryDirectory(prefix="bob-played-") as folder, screen(f"{given.size}x24") as display:
        desk = Desk(display, Path(folder), given.keep.absolute() if given.keep else None)
        desk.language = given.lang
        if given.theme:
            desk.prefer(theme=given.theme)
        player = Player(desk, CAMPAIGNS[given.campaign], given.seed, (size[0], size[1]), given.sits)
        try:
            player.begin()
            player.play()
            player.end()
        except Failed as error:
            desk.picture("failed")
            if desk.keep and desk.games():
                (desk.keep / "game.bob1940").write_bytes(desk.games()[-1].read_bytes())
            print(f"FAILED: {given.campaign}: {error}", file=sys.stderr)
            return 1
        finally:
            if desk.program is not None and desk.program.poll() is None:
                desk.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
