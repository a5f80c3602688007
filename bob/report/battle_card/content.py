"""The content of the battle card, in the words of one language, for any medium."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bob.data.units import SIDES, aircraft_types
from bob.day.telling.period_names import COMPASS, code_word
from bob.day.telling.sentences import date_text
from bob.report.battle_card import markings
from bob.report.battle_card.facts import Facts
from bob.report.battle_card.games import games, handicaps, turns_of_the_day
from bob.tactical import engagement_figures, fates
from bob.tactical.cards.flight import FlightHandicap
from bob.tactical.engagement import AMMO, BOMB_CARRIERS, Engagement, Force, enemy
from bob.tactical.engagement_figures import Shares
from bob.tactical.hexes.data import shipped as hex_tables
from bob.tactical.tabletop import Models, Tabletop, laid_out, tables, up_sun
from bob.tactical.tabletop_figures import figures
from bob.words import Words

BLANK, TICK, NEVER = "", "[ ]", "–"
"""Cells of the grid to fill in: room for a figure, a box to tick, and what cannot be."""


@dataclass(frozen=True, slots=True)
class ModelStack:
    """Aircraft of one type and height of a side, and the numbers of their models."""

    side: str
    aircraft: str
    name: str
    count: int
    angels: int
    fighter: bool
    models: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeafTable:
    """A table: its heads, with the title as the first, its rows, and the columns set to the right."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SidePart:
    """The part for one side only: its own forces in full, of the enemy types, numbers and heights; and its boxes to fill in."""

    side: str
    title: str
    lines: tuple[str, ...]
    own: LeafTable
    table: LeafTable
    fill: LeafTable


@dataclass(frozen=True, slots=True)
class BattleCard:
    """The whole card. Everything outside the slips is for the eyes of both sides."""

    over_title: str
    title: str
    file_title: str
    number: str
    tag: str
    day: str
    clock: str
    place: str
    story: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    stacks: tuple[ModelStack, ...]
    set_title: str
    set_models: str
    games: tuple[tuple[str, str], ...]
    back_title: str
    back: tuple[str, ...]
    slips: tuple[SidePart, ...]
    close: tuple[tuple[str, tuple[str, ...]], ...]
    close_title: str
    hint: str
    cut: str
    imprint: str


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table of an engagement: its number, the count of all, the whole engagement, and the table by game."""

    number: int
    count: int
    whole: Engagement
    by_game: Mapping[str, Engagement]


def card(engagement: Engagement, where: Facts, words: Words, place: TablePlace | None = None) -> BattleCard:
    """The battle card of an engagement, or of one table of it."""
    return EngagementTeller(engagement, where, words, place).card()


def cards(engagement: Engagement, where: Facts, words: Words) -> list[tuple[Engagement, BattleCard]]:
    """The battle cards of an engagement, one for each of its tables (OPS-D1.1), with the aircraft on it as an engagement."""
    found = tables(engagement)
    places = [TablePlace(i, len(found), engagement, by_game) for i, by_game in enumerate(found, 1)]
    return [(place.by_game["cards"], card(place.by_game["cards"], where, words, place)) for place in places]


class EngagementTeller:
    """An engagement, or one table of it, in words."""

    def __init__(self, engagement: Engagement, where: Facts, words: Words, place: TablePlace | None = None) -> None:
        self.engagement = engagement
        self.where = where
        self.words = words
        self.place = place
        self.others = place.by_game if place is not None else {}
        self.table: Tabletop = laid_out(engagement, others=self.others)

    def card(self) -> BattleCard:
        """Return the whole card."""
        words, e, t = self.words, self.engagement, self.table
        several = self.place is not None and self.place.count > 1
        number = words("card.numbered", number=e.number, table=self.place.number) if self.place is not None and several else str(e.number)
        title, clock = words.of(self.where.title), self.where.clock
        spent = turns_of_the_day(words, e, t)
        return BattleCard(
            over_title=words("card.over_title"),
            title=words("card.title", number=number),
            file_title=words("card.file_title", number=number, title=title, clock=clock),
            number=number,
            tag=words("card.tag", number=number, clock=clock),
            day=self._day(),
            clock=clock,
            place=_capital(words.of(self.where.place)),
            story=tuple(self._story()),
            facts=tuple(self._facts()),
            stacks=self.stacks(),
            set_title=words("card.set.title_one") if t.scale == 1 else words("card.set.title", scale=t.scale),
            set_models=words("card.set.models", **{side: self._models_of(side) for side in SIDES}),
            games=tuple((words(f"card.game.{code}"), text) for code, text in games(words, e, t, self.others)),
            back_title=words("card.back.title"),
            back=tuple(self._rear_lines()),
            slips=tuple(self._slip(side) for side in SIDES),
            close=(
                (words("card.close.turns"), spent),
                (words("card.close.holds"), (*(_short_text(words, side) for side in SIDES), words("card.close.nobody"))),
            ),
            close_title=words("card.close.title"),
            hint=words("card.close.holds_hint"),
            cut=words("card.slip.cut"),
            imprint=words("card.imprint"),
        )

    # ---- for both

    def _day(self) -> str:
        """The day by its scenario's name and by its date, which often is that name or begins it."""
        words, title, date = self.words, self.words.of(self.where.title), self._date()
        return words("card.day", day=title if date in title else f"{title} · {date}", clock=self.where.clock)

    def _date(self) -> str:
        return date_text(self.words, self.where.date)

    def _seat(self, side: str) -> str:
        return code_word(self.words, "seat", side)

    def stacks(self) -> tuple[ModelStack, ...]:
        """The aircraft by height, as both sides see them, with their models."""
        found: dict[tuple[str, str, int], ModelStack] = {}
        numbers = dict.fromkeys(SIDES, 0)
        for m in self.table.models:
            f = m.force
            if not f.count:
                continue
            first = numbers[f.side]
            numbers[f.side] += m.count
            key = (f.side, f.aircraft, f.angels)
            before = found.get(key)
            own = tuple(range(first + 1, first + 1 + m.count))
            found[key] = ModelStack(
                f.side,
                f.aircraft,
                aircraft_types()[f.aircraft].name,
                f.count + (before.count if before is not None else 0),
                f.angels,
                f.fighter,
                (*(before.models if before is not None else ()), *own),
            )
        return tuple(sorted(found.values(), key=lambda s: (SIDES.index(s.side), -s.angels, s.aircraft)))

    def _flock(self, side: str) -> str:
        """`24 Hurricane I (Angels 14) and 12 Spitfire I (Angels 18)`."""
        words = self.words
        return _joined(
            words, [words("card.stack", count=s.count, aircraft=s.name, angels=s.angels) for s in self.stacks() if s.side == side]
        )

    def _story(self) -> Iterable[str]:
        words, e = self.words, self.engagement
        side, other = e.attackers, enemy(e.attackers)
        if self.place is not None and self.place.whole != e:
            yield self._on_table(self.place)
        yield _capital(words("card.story.attack", side=self._seat(side), own=self._flock(side), foes=self._flock(other)))
        if e.aim == "reach_bombers":
            yield words("card.story.reached") if e.bombers else words("card.story.between")
        else:
            yield words("card.story.protect") if e.aim == "protect" else words(f"card.story.sweep_{side}")
        gap = self._gap()
        reasons = [words("card.story.level") if not gap else words(f"card.story.{'above' if gap > 0 else 'below'}", feet=_feet(words, gap))]
        if up_sun(e) == side:
            reasons.append(words("card.story.sun"))
        if e.surprise != "none":
            reasons.append(words("card.story.unseen") if e.surprise == side else words("card.story.blind"))
        yield words(f"card.story.{e.posture_of(side)}", reasons=", ".join(reasons))

    def _on_table(self, place: TablePlace) -> str:
        """Describe the part of the fight, and how many are on this table."""
        words, e, whole = self.words, self.engagement, place.whole
        part = "attack" if e.bombers else "screen" if whole.bombers else "fighters"
        counts = {"own": e.aircraft(SIDES[0]), "foes": e.aircraft(SIDES[1])}
        counts |= {"all_own": whole.aircraft(SIDES[0]), "all_foes": whole.aircraft(SIDES[1])}
        text = words("engagement.table.on_referee", part=words(f"engagement.table.{part}"), **counts)
        return words("engagement.table.numbered", number=place.number, count=place.count, text=text) if place.count > 1 else _capital(text)

    def _gap(self) -> int:
        """Return the Angels from the target of the attack up to the highest attackers."""
        e = self.engagement
        theirs = e.of(enemy(e.attackers))
        bombers = [f.angels for f in theirs if not f.fighter]
        return max(f.angels for f in e.of(e.attackers)) - (min(bombers) if bombers else max(f.angels for f in theirs))

    def _facts(self) -> Iterable[tuple[str, str]]:
        words, e = self.words, self.engagement
        helped = up_sun(e)
        bearing = {"direction": words(f"card.direction.{COMPASS[round(e.sun / 45) % 8]}"), "bearing": f"{e.sun:.0f}"}
        sun = words("card.told.sun_idle", **bearing)
        if helped is not None:
            sun = words("card.told.sun_helps", side=self._seat(helped), **bearing)
        low, high = min(f.angels for f in e.forces), max(f.angels for f in e.forces)
        heights = words("card.angels", angels=low if low == high else f"{low}–{high}")
        postures = {side: code_word(words, "posture", e.posture_of(side)) for side in SIDES}
        yield words("card.fact.sun"), sun
        yield words("card.fact.weather"), words("card.told.weather", weather=code_word(words, "weather", e.weather), angels=heights)
        yield words("card.fact.length"), words("card.told.length", minutes=e.minutes)
        yield words("card.fact.posture"), words("card.told.posture", **postures)
        yield words("card.fact.place"), words("card.told.england") if e.over_england else words("card.told.elsewhere")

    def _models_of(self, side: str) -> str:
        """Return text like `4 × Hurricane I and 2 × Spitfire I`, with the substitute for a type without models."""
        words = self.words
        found: dict[str, int] = {}
        for m in self.table.of(side):
            found[m.force.aircraft] = found.get(m.force.aircraft, 0) + m.count
        lines = []
        for code, count in found.items():
            if not count:
                continue
            kind, name = figures().type_of(code), aircraft_types()[code].name
            if code in kind.stand_in:
                lines.append(words("card.set.stand_in", count=count, aircraft=name, type=kind.name))
            else:
                lines.append(words("card.set.model", count=count, aircraft=name))
        return _joined(words, lines)

    def _rear_lines(self) -> Iterable[str]:
        words, fig = self.words, engagement_figures.figures()
        if self.place is not None and self.place.count > 1:
            yield words("card.back.sum")
        scales = {drawn.scale for drawn in self.table.drawn.values()}
        if scales == {1}:
            yield words("card.back.fate_one", hit=fig.cards.damaged)
        else:
            yield words("card.back.behind")
            yield words("card.back.fate")
            shares = {code: found for code in self.table.drawn if (found := engagement_figures.shares_of(code)) is not None}
            yield " ".join(self._fates(code, found) for code, found in shares.items())
            if 1 in scales:
                yield words("card.back.single")
        yield words("card.back.crews", **{side: fates.crew_chance(side, self.engagement.over_england) for side in SIDES})
        yield words("card.back.after", shaken=f"{100 * fig.after.disrupt_share:g}", jettison=f"{100 * fig.after.jettison_share:g}")

    def _fates(self, game: str, shares: Shares) -> str:
        """Return the faces of the d100 for an aircraft behind a fallen fighter, behind a fallen bomber, and behind a model that was hit."""
        words = self.words
        kinds = {"fighters": shares.beyond_half(fighter=True), "bombers": shares.beyond_half(fighter=False), "hit": (0, shares.damaged)}
        if not self.engagement.bombers:
            del kinds["bombers"]
        lines = []
        for kind, (destroyed, damaged) in kinds.items():
            last = min(100, destroyed + damaged)
            faces = [words("card.back.destroyed", last=destroyed)] if destroyed else []
            faces += [words("card.back.damaged", first=destroyed + 1, last=last)] if last > destroyed else []
            lines.append(f"{words(f'card.back.{kind}')} {', '.join(faces)}")
        return words("card.back.by_game", game=words(f"card.game.{game}"), kinds=words.separated(lines))

    # ---- for one side

    def _slip(self, side: str) -> SidePart:
        words, e = self.words, self.engagement
        lines = [words("card.slip.foes", foes=self._flock(enemy(side)))]
        lines.append(words("card.slip.posture", posture=code_word(words, "posture", e.posture_of(side))))
        if e.surprise != "none":
            lines.append(words("card.slip.unseen") if e.surprise == side else words("card.slip.surprised"))
        lines.append(words("card.slip.spare"))
        return SidePart(
            side=side,
            title=words(f"card.slip.{side}"),
            lines=tuple(lines),
            own=self._own_table(side),
            table=self._at_table(side),
            fill=self._to_fill(side),
        )

    def _units(self, side: str) -> list[Force]:
        """The units of a side on this table, with all their aircraft."""
        here = {m.force.unit for m in self.table.of(side)}
        return [f for f in (self.place.whole if self.place is not None else self.engagement).of(side) if f.unit in here]

    def _own_table(self, side: str) -> LeafTable:
        names = ("own", "mark", "type", "count", "experience", "shaken", "ammo", "fuel", "angels", "role")
        rows = [self._force(f) for f in self._units(side)]
        return LeafTable(self._heads(names), tuple(rows), (3, 5, 7, 8))

    def _force(self, f: Force) -> tuple[str, ...]:
        words = self.words
        fuel = words("card.slip.minutes", minutes=str(5 * f.fuel).replace("-", "−"))
        return (
            f.unit,
            self._mark(f.unit),
            aircraft_types()[f.aircraft].name,
            str(f.count),
            code_word(words, "experience", f.experience),
            str(f.disruption),
            words(f"card.ammo.{f.ammo}"),
            fuel,
            str(f.angels),
            words(f"card.role.{f.role}"),
        )

    def _mark(self, unit: str) -> str:
        """The code letters, or the sign of a Gruppe, as they are painted; a flight has its squadron's."""
        found = markings.letters(unit) or markings.letters(unit.removesuffix(" A").removesuffix(" B"))
        sign = markings.sign(unit)
        return found or (self.words(f"card.mark.{sign}") if sign else NEVER)

    def _at_table(self, side: str) -> LeafTable:
        words, t = self.words, self.table
        heads = (*self._heads(("table", "models")), *(words(f"card.game.{code}") for code in ("cards", "hexes", "skies", "flight")))
        rows: list[tuple[str, ...]] = []
        number, given = 0, handicaps(t)
        for m in t.of(side):
            numbers = words(f"card.cards.model_{side}", number=number + 1 if m.count == 1 else f"{number + 1}–{number + m.count}")
            numbers = numbers if m.count else NEVER
            number += m.count
            if m.count or m.mounts or m.stands:
                flight = self._in_flight(m, given.get(m.force.unit))
                rows.append((m.force.unit, numbers, self._by_cards(m), self._by_hexes(m), self._in_skies(m), flight))
            else:
                rows.append((m.force.unit, words("card.slip.no_model"), NEVER, NEVER, NEVER, NEVER))
        hexes, skies = t.points(side)
        rows.append((words("card.slip.points"), "", "", str(hexes), str(skies), ""))
        return LeafTable(heads, tuple(rows))

    def _by_cards(self, m: Models) -> str:
        words = self.words
        if not m.count:
            return NEVER
        if m.force.fighter:
            return words("card.unit.hand", hand=m.hand, bursts=m.bursts)
        return words("card.unit.turrets", defence=m.turrets[0], support=m.turrets[1])

    def _number(self, by_cards: int, here: int) -> Iterable[str]:
        """Yield a unit's number of models in a game that has another one than by cards."""
        if here != by_cards:
            yield self.words("card.unit.models", count=here)

    def _by_hexes(self, m: Models) -> str:
        words = self.words
        if not m.mounts:
            return NEVER
        lead = m.mounts[0]
        lines = [*self._number(m.count, len(m.mounts)), words("card.unit.level", level=lead.level)]
        if lead.leader:
            lines.append(words(f"card.unit.leader_{lead.leader}"))
        if any(mount.wingman_of is not None for mount in m.mounts):
            lines.append(words("card.unit.wingman"))
        if lead.fuel:
            lines.append(words("card.unit.fuel", fuel=hex_tables().aircraft[lead.type].fuel + lead.fuel))
        if m.unarmed:
            lines.append(words("card.unit.no_guns"))
        elif lead.guns:
            alike = all(mount.guns == lead.guns for mount in m.mounts)
            lines.append(words(f"card.unit.{'dice' if alike else 'dice_second'}", dice=_signed(lead.guns)))
        return ", ".join(lines)

    def _in_skies(self, m: Models) -> str:
        words = self.words
        if not m.stands:
            return NEVER
        skill = words("card.unit.skill_ace", skill=m.skill) if m.ace else words("card.unit.skill", skill=m.skill)
        lines = [*self._number(m.count, len(m.stands)), skill]
        if m.leaves is not None:
            lines.append(words("card.unit.leaves", turn=m.leaves))
        if m.dice:
            lines.append(words("card.unit.dice_attack", dice=_signed(figures().skies.low_ammo)))
        if m.unarmed:
            lines.append(words("card.unit.no_guns"))
        return ", ".join(lines)

    def _in_flight(self, m: Models, given: FlightHandicap | None) -> str:
        words = self.words
        if m.unarmed:
            return words("card.unit.no_guns")
        values = {"performance": given.performance, "bursts": given.bursts, "cards": given.cards} if given is not None else {}
        lines = [words(f"card.unit.flight_{name}", value=_signed(value)) for name, value in values.items() if value]
        if not m.force.fighter and m.force.disruption:
            lines.append(words("card.unit.flight_loose", value=_signed(-m.force.disruption)))
        return ", ".join(lines) or NEVER

    def _to_fill(self, side: str) -> LeafTable:
        """The boxes in the order of the form: destroyed, damaged, crews lost, shaken, ammunition, jettisoned, broke off."""
        words = self.words
        names = ("fill", "destroyed", "damaged", "crews_lost", "shaken_by", "ammo_left", "jettisoned", "broke_off")
        rows = []
        for f in self._units(side):
            ammo = "  ".join(f"{TICK} {words(f'card.ammo.{code}')}" for code in reversed(AMMO[: AMMO.index(f.ammo) + 1]))
            bombs = TICK if f.side == "luftwaffe" and f.role in BOMB_CARRIERS else NEVER
            rows.append((f.unit, BLANK, BLANK, BLANK, BLANK, ammo, bombs, TICK))
        return LeafTable(self._heads(names), tuple(rows))

    def _heads(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple([self.words(f"card.column.{name}") for name in names])


def _short_text(words: Words, side: str) -> str:
    return words(f"cli.side.{side}")


def _joined(words: Words, items: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return items[0] if items else words("card.none")
    return words("card.and", first=", ".join(items[:-1]), last=items[-1])


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else f"+{value}"


def _feet(words: Words, angels: int) -> str:
    """Angels as feet: `4,000`."""
    return f"{1000 * abs(angels):,}".replace(",", " " if words.language == "fr" else ",")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
