"""The fortunes of each raid, as the Luftwaffe knows them: sent, met, bombed, lost, believed. From its own view and log alone. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from bob.core.game import Event
from bob.day.state.position import GroundReport
from bob.day.state.view import Common, LuftwaffeView, RaidView
from bob.day.telling.period_names import Names, count, listed
from bob.day.telling.sentences import ground_text
from bob.words import Words

PARTS = ("sent", "met", "bombed", "lost", "believed")


@dataclass(frozen=True, slots=True)
class RaidMeeting:
    """An engagement of a raid: time and place, the enemy met, its own losses, its crews' claims."""

    turn: int
    hex: str
    foes: tuple[tuple[str, int], ...]
    lost: int
    claims: int


@dataclass(slots=True)
class RaidAccount:
    """The course of a raid until now. `bombs` are turn, target and unit of every bombing, `home` its units that turned back without it."""

    raid: RaidView
    meetings: list[RaidMeeting] = field(default_factory=list)
    bombs: list[tuple[int, str, str]] = field(default_factory=list)
    jettisoned: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    reports: list[GroundReport] = field(default_factory=list)

    @property
    def begun(self) -> bool:
        return self.raid.state != "planned"

    @property
    def sent(self) -> int:
        return sum(u.sent for u in self.raid.units)

    @property
    def lost(self) -> int:
        return sum(u.sent - u.strength for u in self.raid.units)

    @property
    def claims(self) -> int:
        return sum(meeting.claims for meeting in self.meetings)


def accounts(view: LuftwaffeView, log: Iterable[tuple[int, Event]]) -> list[RaidAccount]:
    """Every raid on the plan, those under way first, then by the time at which they formed."""
    found = {raid.plan.code: RaidAccount(raid) for raid in view.raids}
    turn = 1
    for _, event in log:
        if event.code == "turn":
            turn = int(event.data["turn"])
        account = found.get(str(event.data.get("raid")))
        if account is not None:
            _take(account, turn, event.code, event.data)
    for report in view.reports:
        if report.raid in found:
            found[report.raid].reports.append(report)
    rank = {"planned": 1, "ended": 2}
    return sorted(found.values(), key=lambda f: (rank.get(f.raid.state, 0), f.raid.form_turn, f.raid.plan.code))


def _take(account: RaidAccount, turn: int, code: str, data: Any) -> None:
    if code == "combat":
        foes: dict[str, int] = {}
        for aircraft, many, _ in data["foes"]:
            foes[aircraft] = foes.get(aircraft, 0) + int(many)
        account.meetings.append(RaidMeeting(turn, data["hex"], tuple(foes.items()), sum(data["lost"].values()), int(data["claims"])))
    elif code == "bombs":
        account.bombs.append((turn, data["target"], data["unit"]))
    elif code == "jettisoned":
        account.jettisoned.append(data["unit"])
    elif code == "escort_left":
        account.turned.append(data["unit"])


def describe(account: RaidAccount, words: Words, names: Names, common: Common) -> list[tuple[str, str]]:
    """Return a raid's account: its parts, each with its text, every meeting in a line; parts that have not happened yet are left out."""
    found = [("sent", _sent_text(account, words, common))]
    if account.begun:
        found.append(("met", _meeting_text(account, words, names, common)))
        found.append(("bombed", _bombed(account, words, names, common)))
        found.append(("lost", _losses_text(account, words)))
        believed = [words.label(names.target(words, report.target), ground_text(words, asdict(report))) for report in account.reports]
        found.append(("believed", words.separated(believed) or words("desk_planner.fate.nothing_yet")))
    return found


def _sent_text(account: RaidAccount, words: Words, common: Common) -> str:
    units = [(u.unit, u.sent) for u in account.raid.units] or [(u.unit, u.aircraft) for u in account.raid.plan.units]
    parts = listed(words, [words("desk_planner.fate.unit", unit=name, count=many) for name, many in units])
    time, aircraft = common.time_of(account.raid.form_turn), sum(many for _, many in units)
    return words(f"desk_planner.fate.{'sent' if account.begun else 'to_send'}", aircraft=aircraft, units=parts, time=time)


def _meeting_text(account: RaidAccount, words: Words, names: Names, common: Common) -> str:
    if not account.meetings:
        return words("desk_planner.fate.met_nobody")
    return "\n".join(
        words(
            "desk_planner.fate.met",
            time=common.time_of(m.turn),
            place=names.at(words, m.hex),
            foes=listed(words, [f"{many} {names.aircraft(aircraft)}" for aircraft, many in m.foes]),
            lost=m.lost,
            claims=m.claims,
        )
        for m in account.meetings
    )


def _bombed(account: RaidAccount, words: Words, names: Names, common: Common) -> str:
    parts = []
    by_target: dict[tuple[int, str], list[str]] = {}
    for turn, target, unit in account.bombs:
        by_target.setdefault((turn, target), []).append(unit)
    for (turn, target), units in by_target.items():
        place, time = names.target(words, target), common.time_of(turn)
        parts.append(words("desk_planner.fate.bombed", target=place, time=time, units=listed(words, units)))
    if account.raid.diverted and account.raid.plan.secondary is not None:
        parts.append(words("desk_planner.fate.diverted"))
    if account.jettisoned:
        parts.append(words("desk_planner.fate.jettisoned", units=listed(words, account.jettisoned)))
    if account.turned:
        parts.append(words("desk_planner.fate.turned", units=listed(words, list(dict.fromkeys(account.turned)))))
    return " ".join(parts) or words("desk_planner.fate.no_bombs")


def _losses_text(account: RaidAccount, words: Words) -> str:
    units = [words("desk_planner.fate.unit", unit=u.unit, count=u.sent - u.strength) for u in account.raid.units if u.sent > u.strength]
    if not units:
        return words("desk_planner.fate.lost_none", claims=account.claims)
    return words(
        "desk_planner.fate.lost", aircraft=count(words, "aircraft", account.lost), units=listed(words, units), claims=account.claims
    )
