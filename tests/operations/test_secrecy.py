"""What a seat may not know is in neither its view nor its log (OPS-B5.8, OPS-B3.3)."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bob.codec import encode
from bob.dice import Stream
from bob.game import dumps, secret_free
from bob.match import Match
from bob.operations.detection import in_the_air
from bob.operations.position import LUFTWAFFE, RAF, Choice, DayPosition, Leg, Plot, ScoredPoints, Track, Vector
from bob.operations.world import world
from tests.operations.build import GAME, W, at, day, raid, squadron, step, track, unit

Change = Callable[[DayPosition, Stream], None]
SETTINGS = [("one_raid", {}), ("free", {"period": 2}), ("free", {"period": 3}), ("free", {"period": 4}), ("18_august_1940", {})]
FOUGHT = [
    ("one_raid", {"engagements": "ask"}),
    ("18_august_1940", {"engagements": {"small": "cards", "with_bombers": "cards", "others": "ask"}}),
]
"""Games whose engagements wait for somebody: the whole of one lies open only at the players' own table."""
HEXES = sorted(W.theatre.grounds)


def random_game(scenario: str, options: dict[str, Any], seed: int) -> Iterator[Match[DayPosition]]:
    """A random game whose RAF meets raids: it is given back after each order."""
    match: Match[DayPosition] = Match.new(GAME, scenario, f"secret/{seed}", options)
    stream = Stream.of(seed, "secrecy")
    while match.owing:
        seat = stream.choose(match.owing)
        match.play(seat, GAME.sample(match.position, seat, stream))
        yield match


# What the RAF cannot know


def _raid_places(p: DayPosition, s: Stream) -> None:
    for r in p.raids.values():
        r.hex, r.angels, r.leg, r.loiter, r.overcast_hexes = s.choose(HEXES), 2 * s.below(17), r.leg + 1, r.loiter + 1, 3
        for u in r.units:
            u.hex, u.angels = s.choose(HEXES), 2 * s.below(17)


def _raid_units(p: DayPosition, s: Stream) -> None:
    for r in p.raids.values():
        for u in r.units:
            u.strength, u.disruption, u.used, u.ammo, u.experience = max(1, u.strength - 1), 1, u.used + 2, "low", "green"
            u.unit, u.aircraft, u.role, u.base = f"X {u.unit}", "he_111p", "bomber", "Caffiers"
        r.units.reverse()


def _raid_plans(p: DayPosition, s: Stream) -> None:
    for r in p.raids.values():
        r.plan = dataclasses.replace(
            r.plan, type="feint", form_at=s.choose(HEXES), primary="Kenley", secondary=None, route=(Leg(s.choose(HEXES), 6),), form_angels=6
        )
        r.title = {"en": "Other", "fr": "Autre"}


def _raid_states(p: DayPosition, s: Stream) -> None:
    for r in p.raids.values():
        r.state = s.choose(("planned", "flying", "over_target", "returning", "ended"))
        r.form_turn += 2
        r.lost, r.decoyed, r.diverted, r.bombed = not r.lost, not r.decoyed, not r.diverted, not r.bombed


def _more_raids(p: DayPosition, s: Stream) -> None:
    p.raids["unheard_of"] = raid(s.choose(HEXES), unit("I./XY 1"), code="unheard_of")


def _fewer_raids(p: DayPosition, s: Stream) -> None:
    told = {t.raid for t in p.tracks.values()} | {q.tally for q in p.squadrons.values()}
    for code in [c for c in p.raids if c not in told]:
        del p.raids[code]


def _raid_codes(p: DayPosition, s: Stream) -> None:
    """The raids renamed throughout; the plots on the table stay as they are."""
    new = {code: f"other_{i}" for i, code in enumerate(p.raids)}
    p.raids = {new[code]: r for code, r in p.raids.items()}
    for code, r in p.raids.items():
        r.plan = dataclasses.replace(r.plan, code=code)
    p.tracks = {new[code]: dataclasses.replace(t, raid=new[code]) for code, t in p.tracks.items()}
    if p.combat.now is not None:
        engagement = p.combat.now.engagement
        p.combat.now.engagement = dataclasses.replace(engagement, raid=new.get(engagement.raid, engagement.raid))
    for q in p.squadrons.values():
        q.tally = new.get(q.tally, q.tally) if q.tally is not None else None


def _foes(p: DayPosition, s: Stream) -> None:
    """Of the engagement in hand, who the enemies are, how fit, and their cards; not at the players' own table, where all lies open."""
    _other_foes(p, RAF)


def _british_foes(p: DayPosition, s: Stream) -> None:
    _other_foes(p, LUFTWAFFE)


def _other_foes(p: DayPosition, side: str) -> None:
    now = p.combat.now
    if now is None or now.how == "table":
        return
    worn = {"experience": "green", "disruption": 2, "ammo": "low", "fuel": 1, "fatigue": 3, "role": "other"}
    forces = [f if f.side == side else dataclasses.replace(f, unit=f"X {f.unit}", **worn) for f in now.engagement.forces]  # type: ignore[arg-type]
    own = {f.unit for f in now.engagement.of(side)}
    now.engagement = dataclasses.replace(now.engagement, forces=tuple(forces))
    now.models = tuple(unit if unit in own else f"X {unit}" for unit in now.models)
    if now.battle is not None:
        OTHER_HANDS[now.how](now.battle, side)


def _other_cards(battle: Any, side: str) -> None:
    for craft in battle.crafts:
        if battle.seats[craft.seat] != side:
            craft.hand = tuple("evasive" for _ in craft.hand)
    battle.pile.reverse()


def _other_actions(battle: Any, side: str) -> None:
    for i, seat in enumerate(battle.seats):
        if seat != side:
            battle.hands[i] = tuple("long_burst" for _ in battle.hands[i])
    battle.pile.reverse()
    battle.bag.reverse()
    for a in battle.aircraft:
        a.unseen = tuple("fire" for _ in a.unseen)


OTHER_HANDS = {"cards": _other_cards, "hexes": _other_actions}
"""What nobody but its holder sees of each tactical game in the day."""


def _patrols(p: DayPosition, s: Stream) -> None:
    p.patrols = [[unit("I./XY 2", "sweep")], [], [], [], [], [unit("I./XY 3", "sweep")]]


def _points(p: DayPosition, s: Stream) -> None:
    if p.phase != "over":
        p.points.append(ScoredPoints(p.turn, "OPS-A13.table", "bombing", 1, 7.0, "Kenley: I./XY 1"))


def _salt(p: DayPosition, s: Stream) -> None:
    p.salt = "another"


def _order_of_raids(p: DayPosition, s: Stream) -> None:
    p.raids = dict(reversed(p.raids.items()))


def _luftwaffe_choice(p: DayPosition, s: Stream) -> None:
    if p.choices and p.choices[0].seat == LUFTWAFFE:
        p.choices[0].options, p.choices[0].count, p.choices[0].raid = ["I./XY 1", "I./XY 2"], 2, "another"
    elif not p.choices:
        return
    else:
        p.choices.append(Choice(LUFTWAFFE, "half_escort", ["I./XY 1", "I./XY 2"], 1, "another"))


def _balloons(p: DayPosition, s: Stream) -> None:
    p.balloons += 3


def _checks(p: DayPosition, s: Stream) -> None:
    for t in p.tracks.values():
        t.raid = t.raid  # the raid behind a track is the referee's
    p.next_track += 5


HIDDEN_FROM_RAF: tuple[Change, ...] = (
    _raid_places,
    _raid_units,
    _raid_plans,
    _raid_states,
    _more_raids,
    _fewer_raids,
    _raid_codes,
    _patrols,
    _points,
    _salt,
    _order_of_raids,
    _luftwaffe_choice,
    _balloons,
    _checks,
    _foes,
)


# What the Luftwaffe cannot know


def _squadrons(p: DayPosition, s: Stream) -> None:
    for q in p.squadrons.values():
        q.strength, q.hex, q.angels, q.used, q.disruption, q.ammo = max(1, q.strength - 1), s.choose(HEXES), 2 * s.below(17), 3, 1, "low"
        q.vector = Vector("hex", s.choose(HEXES), 12) if q.box == "airborne" else None
        q.tally, q.engage, q.controlled, q.wing, q.committed, q.lost = None, not q.engage, not q.controlled, "w", not q.committed, 3


def _boxes(p: DayPosition, s: Stream) -> None:
    for q in p.squadrons.values():
        q.box = s.choose(("released", "available", "ready", "landed", "rearm_1", "rearm_2"))
        q.vector, q.due, q.becoming = None, p.turn + 2, "available"
    p.emergency = sorted(p.squadrons)[:3]


def _fewer_squadrons(p: DayPosition, s: Stream) -> None:
    for name in sorted(p.squadrons)[::2]:
        del p.squadrons[name]


def _tracks(p: DayPosition, s: Stream) -> None:
    for t in p.tracks.values():
        t.level, t.faded = (t.level + 1) % 5, not t.faded
        t.plots.append(Plot(p.turn, s.choose(HEXES), 2, 30, 12, "Dover"))
    for code in p.raids:
        p.tracks.setdefault(code, Track(code, 90 + len(p.tracks), 1, [Plot(p.turn, s.choose(HEXES), 1, None, None, "Rye")]))
    for r in p.raids.values():
        r.tallied_by = ["79 Squadron"]


def _fields(p: DayPosition, s: Stream) -> None:
    for f in p.airfields.values():
        f.damage, f.used = f.capacity, 1
    p.damaged_stations, p.rooms_hit = ["chain_home:Dover"], ["Biggin Hill"]


def _raf_events(p: DayPosition, s: Stream) -> None:
    p.radio_events, p.scramble_bonus, p.check_detected, p.scramble_limit, p.response_level = ["clear_radio"], 2, True, 9, 1


def _raf_choice(p: DayPosition, s: Stream) -> None:
    if p.choices and p.choices[0].seat == RAF:
        p.choices[0] = Choice(RAF, "turnaround", ["1 Squadron", "2 Squadron"])


HIDDEN_FROM_LUFTWAFFE: tuple[Change, ...] = (
    _squadrons,
    _boxes,
    _fewer_squadrons,
    _tracks,
    _fields,
    _raf_events,
    _raf_choice,
    _points,
    _salt,
    _balloons,
    _british_foes,
)


def same_view(p: DayPosition, changes: tuple[Change, ...], seat: str, seed: int) -> None:
    """Each change by itself leaves the seat's view and its choices byte for byte as they were."""
    whole = pickle.dumps(p, protocol=5)
    before = secret_free(GAME.view(p, seat)), dumps(encode(GAME.choices(p, seat)))
    for change in changes:
        other = pickle.loads(whole)
        change(other, Stream.of(seed, change.__name__))
        assert (secret_free(GAME.view(other, seat)), dumps(encode(GAME.choices(other, seat)))) == before, (change.__name__, seat)


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(("scenario", "options"), FOUGHT, ids=lambda v: str(v) if isinstance(v, str) else "")
def test_of_an_engagement_in_hand_a_seat_sees_no_more_than_can_be_seen(scenario: str, options: dict[str, Any]) -> None:
    looked = dict.fromkeys(("ask", "table", *GAME.slot), 0)
    for seed in range(30):
        for i, match in enumerate(random_game(scenario, options, 100 + seed)):
            now = match.position.combat.now
            if now is None or (i % 29 and (now.battle is not None or looked[now.how] > 6)):
                continue
            looked[now.how] += 1
            same_view(match.position, HIDDEN_FROM_RAF, RAF, i)
            same_view(match.position, HIDDEN_FROM_LUFTWAFFE, LUFTWAFFE, i)
        if min(looked[how] for how in ("ask", *GAME.slot)) > 3:
            break
    assert min(looked[how] for how in ("ask", *GAME.slot)) > 3, looked


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize(("scenario", "options"), SETTINGS, ids=lambda v: str(v) if isinstance(v, str) else "")
@pytest.mark.parametrize("seed", range(2))
def test_what_a_seat_cannot_know_does_not_change_its_view(scenario: str, options: dict[str, Any], seed: int) -> None:
    choices = 0
    for another in range(6):  # not every day asks for a choice
        for i, match in enumerate(random_game(scenario, options, seed + 100 * another)):
            p = match.position
            if p.phase == "choice" and choices < 4:
                choices += 1
            elif i % 37:
                continue
            same_view(p, HIDDEN_FROM_RAF, RAF, i)
            same_view(p, HIDDEN_FROM_LUFTWAFFE, LUFTWAFFE, i)
        if choices:
            break
    assert choices


def test_the_changes_are_changes_that_the_other_side_and_the_referee_see() -> None:
    """Otherwise the property would hold of anything."""
    seen: set[tuple[str, str]] = set()
    for i, match in enumerate(random_game("free", {"period": 3}, 1)):
        p = match.position
        if i % 5 and p.phase != "choice":
            continue
        for changes, seat in ((HIDDEN_FROM_RAF, LUFTWAFFE), (HIDDEN_FROM_LUFTWAFFE, RAF)):
            for change in changes:
                if (change.__name__, seat) in seen:
                    continue
                other = copy.deepcopy(p)
                change(other, Stream.of(1, change.__name__))
                if secret_free(GAME.view(other, seat)) != secret_free(GAME.view(p, seat)):
                    seen.add((change.__name__, seat))
    told_to_nobody = {"_salt", "_points", "_balloons", "_checks"}
    for changes, seat in ((HIDDEN_FROM_RAF, LUFTWAFFE), (HIDDEN_FROM_LUFTWAFFE, RAF)):
        missing = {c.__name__ for c in changes} - {name for name, s in seen if s == seat} - told_to_nobody
        assert missing <= {"_luftwaffe_choice", "_foes", "_british_foes"}, (seat, missing)


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-B5.8")
def test_while_the_luftwaffe_chooses_the_raf_sees_what_it_sees_while_the_luftwaffe_gives_its_orders() -> None:
    p = day(raids=[raid()], squadrons=[squadron()], done=["raf"])
    waiting = secret_free(GAME.view(p, RAF))
    p.done.append(LUFTWAFFE)
    p.phase, p.choices = "choice", [Choice(LUFTWAFFE, "half_escort", ["a", "b"], 1, "raid")]
    assert secret_free(GAME.view(p, RAF)) == waiting
    assert GAME.view(p, LUFTWAFFE).choice == {"kind": "half_escort", "options": ["a", "b"], "count": 1}
    assert GAME.view(p, LUFTWAFFE).common.owing == (LUFTWAFFE,)


@pytest.mark.rule("OPS-B4.1")
def test_no_side_sees_whether_the_other_has_given_its_orders() -> None:
    for side, other in ((RAF, LUFTWAFFE), (LUFTWAFFE, RAF)):
        p = day(raids=[raid()], squadrons=[squadron()])
        before = secret_free(GAME.view(p, side))
        p.done.append(other)
        assert secret_free(GAME.view(p, side)) == before
        assert GAME.view(p, side).common.owing == (side,) and GAME.view(p, other).common.owing == (side,)


# The texts that a seat reads


def found_in(words: set[str], text: str) -> list[str]:
    """The words that stand whole in a text."""
    return sorted(w for w in words if w in text and re.search(rf"(?<![\w./-]){re.escape(w)}(?![\w./-])", text))


def raf_words(p: DayPosition) -> set[str]:
    """Names and codes of the Luftwaffe that the RAF is never told during play: units, raids and their targets' keys."""
    names = set(world().luftwaffe(p.date)) | {u.unit for r in p.raids.values() for u in r.plan.units}
    return (names | {code for code in p.raids if "_" in code}) - set(p.sky.zones)


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.rule("OPS-B3.3")
@pytest.mark.parametrize(("scenario", "options"), [*SETTINGS, *FOUGHT], ids=lambda v: str(v) if isinstance(v, str) else "")
@pytest.mark.parametrize("seed", range(2, 5))
def test_the_views_and_logs_of_a_game_name_nothing_of_the_other_side(scenario: str, options: dict[str, Any], seed: int) -> None:
    read = 0
    bombed: set[str] = set()
    for i, match in enumerate(random_game(scenario, options, seed)):
        p = match.position
        if not match.owing:
            break
        last = match.entries[-1]
        bombed |= {str(e.data["target"]) for e in last.events if e.code == "bombed"}
        for event in last.events:
            body = dumps(encode(event.data))
            if RAF in event.to:
                assert found_in(raf_words(p), body) == [], event
                assert not {"raid", "target", "primary", "secondary", "plan"} & set(event.data) or event.code in ("bombed", "dogfight"), (
                    event
                )
            if LUFTWAFFE in event.to:
                assert found_in(set(p.squadrons), body) == [], event
                assert not {"track", "box", "field", "level", "source"} & set(event.data) or event.code.startswith(
                    ("patrol", "dogfight")
                ), event
        if i % 23 == 0 and not (p.combat.now is not None and p.combat.now.how == "table"):
            read += 1
            mine, theirs = secret_free(GAME.view(p, RAF)), secret_free(GAME.view(p, LUFTWAFFE))
            assert found_in(raf_words(p), mine) == []
            assert found_in(set(p.squadrons), theirs) == []
            for key in ("rooms_hit", "damaged_stations", "airfields", "fields", "tracks", "tallied_by", "radio", "salt"):
                assert f'"{key}"' not in theirs, key
            for key in ("raids", "patrols", "plan", "route", "primary", "salt", "tallied"):
                assert f'"{key}"' not in mine, key
            assert p.salt not in mine and p.salt not in theirs
    assert read > 3


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("seed", range(5, 9))
def test_targets_are_not_named_to_the_raf_before_they_are_bombed(seed: int) -> None:
    """A target that is no airfield of its own and no station stands in no text of the RAF until bombs fall on it."""
    bombed: set[str] = set()
    for match in random_game("free", {"period": 1 + seed % 5}, seed):
        p = match.position
        if not match.owing:
            break
        own = set(p.airfields) | {s.station for s in p.squadrons.values()} | {s.split(":")[-1] for s in W.stations} | set(W.stations)
        targets = {t for r in p.raids.values() for t in (r.plan.primary, r.plan.secondary) if t is not None}
        secret = {t for t in targets if t.split(":")[-1] not in own and t not in bombed}
        for event in match.entries[-1].events:
            if event.code == "bombed":
                bombed.add(str(event.data["target"]))
                secret.discard(str(event.data["target"]))
        for event in match.entries[-1].events:
            if RAF in event.to:
                assert found_in(secret, dumps(encode(event.data))) == [], event


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("seed", range(3))
def test_every_plot_that_the_raf_is_told_stands_on_its_table_and_no_other(seed: int) -> None:
    """The log and the table agree, and a plot comes only from a sensor or a tally of a raid that flies."""
    told = 0
    for match in random_game("free", {"period": 3}, seed):
        p = match.position
        flying = {r.plan.code for r in in_the_air(p)}
        numbers = {t.number for t in p.tracks.values()}
        for event in match.entries[-1].events:
            if event.code in ("plotted", "tally", "track_faded") and event.data["track"] is not None:
                assert event.data["track"] in numbers
                told += 1
        assert flying >= {t.raid for t in p.tracks.values() if t.plots[-1].turn == p.turn and p.raids[t.raid].state == "flying"} - {
            r.plan.code for r in p.raids.values() if not any(u.state == "with_raid" for u in r.units)
        }
    assert told


@pytest.mark.rule("OPS-B5.8")
def test_refusals_of_the_raf_hang_only_on_its_own_table() -> None:
    from bob.operations.orders import Scramble, SendTo
    from tests.operations.build import refusal

    for hidden in ([], [raid(at("Biggin Hill"))], [raid(step(at("Biggin Hill"), 0, 30))]):
        p = day(raids=hidden, squadrons=[squadron(), squadron("2", "ready")])
        if hidden:
            p.tracks["raid"] = track("raid", 1, 0, faded=True)
        assert refusal(p, RAF, SendTo("79 Squadron", 16, track=1)) == ("no_track", "OPS-B5.8")
        assert refusal(p, RAF, Scramble("2", 16, track=1)) == ("no_track", "OPS-B5.8")
        GAME.check(p, RAF, SendTo("79 Squadron", 16, hex=at("Lympne")))


@pytest.mark.rule("OPS-B5.8")
def test_the_rolls_of_a_record_are_nobodys_log() -> None:
    match = next(random_game("one_raid", {}, 1))
    for seat in (RAF, LUFTWAFFE):
        for _, event in match.log(seat):
            assert seat in event.to
    assert {e.code for _, e in match.log("referee")} >= {e.code for _, e in match.log(RAF)}
