"""A day in the terminal: pages out, short commands in, for one seat or for two who take turns at the keyboard."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from bob.cli.keyboard import COMMON, Keyboard, usage
from bob.cli.terminal.books import FlownSeat, chosen, numbered
from bob.cli.terminal.day_orders import LineParser, ParsedLine
from bob.cli.terminal.day_text import DayScreens, outcome
from bob.cli.terminal.fights_text import Chronicle
from bob.cli.terminal.result_text import ResultReader, result_text
from bob.core.errors import BobError, UsageError
from bob.core.game import REFEREE, Outcome
from bob.core.text import plain, width
from bob.day.game import OperationalDay
from bob.day.state.orders import EnterResult, Fly
from bob.day.state.view import EngagementView, LuftwaffeView, RafView
from bob.day.telling.briefings import Briefed, briefed
from bob.day.telling.sentences import fault_mend, fault_place, fault_text, misfit_text, refusal, says_where
from bob.driver import Driver
from bob.games import kit
from bob.report.battle_card import Facts, save, text
from bob.staff.fliers import pilot_text
from bob.tactical.result_draft import ResultDraft
from bob.words import LANGUAGES, Words, chapter

DRAFT = "own_table"
"""The draft of a seat's result that is not entered yet."""


class Terminal(Keyboard):
    """Plays a day at the keyboard."""

    def __init__(self, driver: Driver, words: Words) -> None:
        from bob.cli.commands.play import bare_terminal, terminal_colour

        super().__init__(driver, words)
        day = driver.match.game
        assert isinstance(day, OperationalDay)
        self.day = day
        self.pages = DayScreens(day.world, words, day.slot, colour=terminal_colour(), bare=bare_terminal())
        self.chronicle = Chronicle(driver.view_at, words, self.pages.names, self.pages.fights)
        self.line_parser = LineParser(self.pages.world, words, self.pages.names.slot)
        self.results = ResultReader(words)
        self._draft: ResultDraft | None = None
        self._carded = -1
        self._rule: str | None = None
        self._briefed: set[str] = set()
        position = driver.match.position
        self._over_before = position.engagements - (position.combat.now is not None)
        """The number of the last engagement that was over when the game was opened."""

    # ---- what is shown

    def seat_name(self, seat: str) -> str:
        return self.words(f"play.seat.{seat}")

    def room(self, seat: str) -> str:
        return self.words(f"play.room.{seat}")

    def state(self, seat: str) -> object:
        view = self.driver.match.view(seat)
        s = view.engagement
        fight = (s.number, s.how, self.driver.number(seat) if s.battle is not None else 0) if s is not None else None
        return view.common.turn, view.common.phase, str(view.choice), fight

    def page(self, seat: str, *, whole: bool = False) -> None:
        view = self.driver.match.view(seat)
        s = view.engagement
        if seat not in self._briefed:
            self._brief(seat, view.raf if seat == REFEREE else view)
        if s is None:
            print(self.pages.page(view))
            return
        listed = self.driver.choices(seat).listed
        if s.sheet is not None and self._carded != s.number:
            self._carded = s.number
            print(text(s.sheet, Facts.of(view, self.pages.world), self.words, width()))
        print(self.pages.fights.text(s, whole=whole))
        print()
        if s.battle is not None:
            orders = [fly.order for fly in listed]
            print(self.pages.fights.listing(orders, numbered(self.pages.fights, orders, seat)))
            return
        if s.sheet is not None:
            print(result_text(self.words, self.pages.names, self._written(seat, s)))
            print()
        self.print([self.words(f"play.fight.{'asked' if s.sheet is None else 'at_table'}"), *self.pages.fights.ways(s, listed)])

    def _brief(self, seat: str, view: RafView | LuftwaffeView) -> None:
        """Show a seat once the briefing of its side, as long as the day is young."""
        self._briefed.add(seat)
        own = briefed(self.words, view.common.scenario, seat, self.day.days, Briefed.on(view))
        if own and view.common.turn == 1:
            self.print(list(own))
            print()

    def describe(self, seat: str, since: int = 0) -> list[str]:
        self.pages.names.learn(self.driver.match.view(seat))
        piloted, old = self.driver.piloted, self._over_before
        return self.chronicle.describe(seat, self.driver.log(seat), since, lambda number: number > old and (seat, number) not in piloted)

    def history(self, seat: str) -> list[str]:
        s = self.driver.match.view(seat).engagement
        now = s.number if s is not None and s.battle is not None else -1
        return self.chronicle.describe(seat, self.driver.log(seat), 0, lambda number: number == now)

    def ended(self, result: Outcome) -> list[str]:
        return [outcome(self.words, result)]

    def kept(self, file: object) -> str:
        return self.words("play.report_it", file=file)

    # ---- one line

    def obey(self, seat: str, line: str) -> None:
        view = self.driver.match.view(seat)
        order = chosen(line, self.driver.choices(seat).listed) if view.engagement is not None else None
        if order is not None:
            if isinstance(order, Fly):
                self.driver.piloted.discard((seat, view.engagement.number))
            self.driver.give(seat, order)
            return
        if self._fly_line(seat, line, view.engagement):
            return
        asked = self.line_parser.read(line, view)
        if asked.note is not None:
            print(asked.note)
        if asked.orders:
            self._order(seat, asked)
        else:
            self._command(seat, asked)

    def _fly_line(self, seat: str, line: str, s: EngagementView | None) -> bool:
        """Carry out a line that only the game of a dogfight knows; return False without a dogfight, or for any other line."""
        if s is None or s.battle is None:
            return False
        driver = self.driver

        def battle() -> Any:
            now = driver.match.view(seat).engagement
            return now.battle if now is not None and now.number == s.number else None

        def listed() -> list[Any]:
            return [fly.order for fly in driver.choices(seat).listed if isinstance(fly, Fly)]

        def give(order: Any) -> None:
            driver.piloted.discard((seat, s.number))
            driver.give(seat, Fly(s.how, order))

        return self.pages.fights.obey(s, FlownSeat(battle, listed, give, self.print), line)

    def refused(self, error: BobError) -> None:
        self._rule = error.rule or self._rule
        self.print([refusal(self.words, error, self.pages.names)])
        words = self.words
        for fault in getattr(error, "faults", []):
            mend = fault_mend(words, fault)
            why = fault_text(words, fault, self.pages.names)
            text = why if says_where(words, fault, why) else words.label(fault_place(words, fault), why)
            print(f"  – {text} [{fault.rule}]" + (f" ({mend})" if mend else ""))
        self.print([f"– {misfit_text(words, misfit)}" for misfit in getattr(error, "misfits", [])[1:]])

    def _order(self, seat: str, asked: ParsedLine) -> None:
        for order in asked.orders:
            self.driver.give(seat, order)
            if asked.command == "done":
                print(self.words("play.done"))
                return

    def _command(self, seat: str, asked: ParsedLine) -> None:
        pages, name, rest = self.pages, asked.command, asked.rest
        view = self.driver.match.view(seat)
        if name == "page":
            self.page(seat, whole=True)
        elif name in COMMON:
            self.common(seat, name, rest)
        elif name == "why":
            self._show_rule(seat, rest)
        elif name == "map":
            print(pages.map(view, rest))
        elif name == "raids":
            print(pages.raids(view))
        elif name == "tote":
            print(pages.tote(view))
        elif name == "reports":
            print(pages.reports(view))
        elif name == "rule":
            self.print([pages.rule(view)])
        elif name == "fly":
            self._fly(seat, rest)
        elif name == "card":
            self._card(seat, rest)
        elif name == "pieces":
            self._pieces(seat, rest)
        elif name == "result":
            self._result(seat, rest)
        else:
            self._enter(seat, rest)

    def help(self, seat: str, about: str) -> None:
        view = self.driver.match.view(seat)
        print(self.pages.help(seat, about, view.common.phase))
        if view.engagement is not None and view.engagement.battle is not None:
            self.print([usage(self.words, command) for command in self.pages.fights.commands])

    def _show_rule(self, seat: str, rest: str) -> None:
        """Show the rule asked for, else the one broken last, else that of the last news."""
        heard = [event.rule for _, event in self.driver.log(seat) if event.rule is not None]
        rule = rest or self._rule or (heard[-1] if heard else "")
        folded = {key.removeprefix("rules.").casefold(): key for key in chapter("rules")}
        key = folded.get(rule.casefold())
        if key is None:
            raise UsageError("play.no_rule", text=rule[:40] or "-")
        head = key.removeprefix("rules.")
        print(textwrap.fill(self.words(key), width(), initial_indent=f"{head}  ", subsequent_indent=" " * (len(head) + 2)))

    # ---- engagements

    def _fly(self, seat: str, rest: str) -> None:
        """`fly me`, `fly sound`, `fly strong always`: set the pilot in dogfights for this seat; alone, show the pilot."""
        driver, words = self.driver, self.words
        said = plain(rest).split()
        known = kit(driver.match.game.name).pilots(driver.match.game)
        if said:
            always = said[-1] in _names("play.fight.always") and bool(said.pop())
            name = said[0] if len(said) == 1 else ""
            if name not in (*known, *_names("play.fight.me")):
                raise UsageError("play.fight.no_pilot", text=rest[:40], choices=", ".join(known))
            driver.let_fly(seat, name if name in known else None, always=always)
        pilot = driver.pilot_of(seat)
        if pilot is None:
            self.print([words("play.fight.you_fly")])
        else:
            always = driver.match.view(seat).engagement is None or driver.fliers.always(seat) is not None
            self.print([words("play.fight.flies_always" if always else "play.fight.flies", pilot=pilot_text(words, pilot))])

    def _at_table(self, seat: str) -> EngagementView:
        """The engagement at the players' own table. Raises UsageError when there is none."""
        s: EngagementView | None = self.driver.match.view(seat).engagement
        if s is None or s.sheet is None:
            raise UsageError("play.fight.no_table")
        return s

    def _written(self, seat: str, s: EngagementView) -> ResultDraft:
        """Return the sheet of the result, kept in the file as long as it is not entered."""
        assert s.sheet is not None
        if self._draft is None or self._draft.engagement.number != s.number:
            self._draft = ResultDraft(s.sheet, self.driver.draft(seat, DRAFT))
        return self._draft

    def _card(self, seat: str, rest: str) -> None:
        s = self._at_table(seat)
        assert s.sheet is not None
        where = Facts.of(self.driver.match.view(seat), self.pages.world)
        if not rest or "\0" in rest:
            print(text(s.sheet, where, self.words, width()))
            return
        save(s.sheet, where, self.words, Path(rest).expanduser())
        self.print([self.words("play.fight.card_kept", file=rest)])

    def _pieces(self, seat: str, rest: str) -> None:
        """Write the pieces to print and cut out, to fight this engagement at one's own table."""
        from bob.report.pieces import save_fought
        from bob.report.registry import for_engagements

        s = self._at_table(seat)
        assert s.sheet is not None
        if not rest or "\0" in rest:
            raise UsageError("play.write", usage=usage(self.words, "pieces"))
        where = Facts.of(self.driver.match.view(seat), self.pages.world)
        count = save_fought(for_engagements()[0], s.sheet, where, self.words, Path(rest).expanduser())
        self.print([self.words("pieces.written", path=rest, pages=count)])

    def _result(self, seat: str, rest: str) -> None:
        """Note a result by units; without an argument, ask unit by unit."""
        draft = self._written(seat, self._at_table(seat))
        if rest:
            self.results.read(draft, rest)
        else:
            self._ask(draft)
        self.driver.put_draft(seat, DRAFT, draft.draft())
        print(result_text(self.words, self.pages.names, draft))
        self.print([self.words("play.fight.then_enter")] if not draft.faults else [])

    def _ask(self, draft: ResultDraft) -> None:
        """Ask for each unit in a line; an empty line leaves it unchanged, a point ends the questions."""
        self.print([self.words("play.fight.ask_how")])
        for force in draft.engagement.forces:
            aircraft = self.pages.names.aircraft(force.aircraft)
            while True:
                loss = draft.loss(force.unit)
                values = {"destroyed": loss.destroyed, "damaged": loss.damaged}
                question = self.words("play.fight.ask_unit", unit=force.unit, count=force.count, aircraft=aircraft, **values)
                line = input(f"  {question} ")
                if line.strip() == ".":
                    return
                if not line.strip():
                    break
                try:
                    self.results.read(draft, line, force.unit)
                except UsageError as error:
                    self.refused(error)
                    continue
                wrong = [m for m in draft.faults if m.unit == force.unit]
                self.print([f"– {misfit_text(self.words, m)}" for m in wrong])
                if not wrong:
                    break

    def _enter(self, seat: str, rest: str) -> None:
        """Enter the result; ask for confirmation of doubtful figures first."""
        draft = self._written(seat, self._at_table(seat))
        sure = plain(rest) in _names("play.fight.yes")
        if draft.asks and not sure:
            self.print([*(f"– {misfit_text(self.words, m)}" for m in draft.asks), self.words("play.fight.sure")])
            return
        self.driver.give(seat, EnterResult(draft.losses, draft.turns))
        self.driver.put_draft(seat, DRAFT, None)
        self._draft = None


def _names(key: str) -> list[str]:
    """All that is said for one thing, in all languages."""
    return [plain(name) for language in LANGUAGES for name in Words(language)(key).split("|")]
