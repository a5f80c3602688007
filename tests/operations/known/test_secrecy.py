"""What a seat may not know is in neither its view nor its log (OPS-B5.8, OPS-B3.3)."""

from __future__ import annotations

import itertools
import pickle
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.game import dumps, secret_free
from bob.core.match import Match
from bob.day import secret_changes
from bob.day.state.groups import seen_together
from bob.day.state.position import LUFTWAFFE, RAF, Choice, DayPosition
from bob.day.state.world import world
from bob.games import kit
from tests.operations.build import GAME, W, at, day, raid, squadron, step, track
from tests.sizes import WHOLE, enough, some

SETTINGS = [
    ("one_raid", {}),
    ("free", {"period": 2}),
    ("free", {"period": 3}),
    ("free", {"period": 4}),
    ("18_august_1940", {}),
    ("12_august_1940", {}),
]
FOUGHT = [
    ("one_raid", {"engagements": "ask"}),
    ("18_august_1940", {"engagements": {"small": "cards", "with_bombers": "cards", "others": "ask"}}),
]
"""Games whose engagements wait for somebody: the whole of one lies open only at the players' own table."""
HIDDEN = {seat: kit("day").hidden(GAME, seat) for seat in (RAF, LUFTWAFFE)}


def random_game(scenario: str, options: dict[str, Any], seed: int) -> Iterator[Match[DayPosition]]:
    """A random game whose RAF meets raids: it is given back after each order."""
    match: Match[DayPosition] = Match.new(GAME, scenario, f"secret/{seed}", options)
    stream = Stream.of(seed, "secrecy")
    while match.to_move:
        seat = stream.choose(match.to_move)
        match.play(seat, GAME.sample(match.position, seat, stream))
        yield match


def same_view(p: DayPosition, seat: str, seed: int) -> None:
    """Each change of what a seat cannot know leaves its view and its choices byte for byte as they were."""
    whole = pickle.dumps(p, protocol=5)
    before = secret_free(GAME.view(p, seat)), dumps(encode(GAME.choices(p, seat)))
    for name, change in HIDDEN[seat].items():
        other = pickle.loads(whole)
        change(other, Stream.of(seed, name))
        assert (secret_free(GAME.view(other, seat)), dumps(encode(GAME.choices(other, seat)))) == before, (name, seat)


@pytest.mark.slow
@pytest.mark.rule("OPS-B5.8")
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(("scenario", "options"), FOUGHT, ids=lambda v: str(v) if isinstance(v, str) else "")
def test_of_an_engagement_in_hand_a_seat_sees_no_more_than_can_be_seen(scenario: str, options: dict[str, Any]) -> None:
    looked = dict.fromkeys(("ask", "table", *GAME.slot), 0)
    least = 4 if WHOLE else 1
    for seed in range(30):
        for i, match in enumerate(random_game(scenario, options, 100 + seed)):
            now = match.position.combat.now
            if now is None or looked[now.how] >= 8 * least:
                continue
            if i % (29 if WHOLE else 97) and (now.battle is not None or looked[now.how] > 2 * least):
                continue
            looked[now.how] += 1
            for seat in HIDDEN:
                same_view(match.position, seat, i)
            if enough(min(looked[how] for how in ("ask", *GAME.slot)) >= least):
                break
        if min(looked[how] for how in ("ask", *GAME.slot)) >= least:
            break
    assert min(looked[how] for how in ("ask", *GAME.slot)) >= least, looked


@pytest.mark.slow
@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize(("scenario", "options"), SETTINGS, ids=lambda v: str(v) if isinstance(v, str) else "")
@pytest.mark.parametrize("seed", some(range(2)))
def test_what_a_seat_cannot_know_does_not_change_its_view(scenario: str, options: dict[str, Any], seed: int) -> None:
    choices = 0
    for another in range(6):  # not every day asks for a choice
        for i, match in enumerate(random_game(scenario, options, seed + 100 * another)):
            p = match.position
            if p.choices and choices < (4 if WHOLE else 2):
                choices += 1
            elif i % (37 if WHOLE else 111):
                continue
            for seat in HIDDEN:
                same_view(p, seat, i)
        if choices:
            break
    assert choices


def test_every_change_of_what_is_hidden_is_tried() -> None:
    tried = {*secret_changes.FROM_THE_RAF, *secret_changes.FROM_THE_LUFTWAFFE, *secret_changes.FROM_BOTH}
    made = {
        f
        for f in vars(secret_changes).values()
        if getattr(f, "__module__", "") == secret_changes.__name__ and "hexes" in f.__code__.co_varnames[:1]
    }
    assert made == tried


def of_a_fight(name: str) -> bool:
    """Whether what is hidden lies in an engagement that waits for somebody."""
    return name == "foes" or name.startswith("dogfight_")


@pytest.mark.slow
def test_the_changes_are_changes_that_the_other_side_and_the_referee_see() -> None:
    """Otherwise the property would hold of anything."""
    told_to_nobody = {"ground", "salt", "points", "balloons", "track_numbers_to_come", "own_places", "x_plots", "merged", "weather_to_come"}
    nobodys = {"dogfight_pile", "dogfight_bag", "dogfight_markers", "dogfight_order"}
    seldom = {"luftwaffe_choice", "dogfight_picks", "dogfight_altitudes", "dogfight_formation", "dogfight_offered", "dogfight_quality"}
    others = {RAF: LUFTWAFFE, LUFTWAFFE: RAF}
    unseen = {seat: set(changes) - told_to_nobody - nobodys - seldom for seat, changes in HIDDEN.items()}
    assert all({"foes", "dogfight_hands", "dogfight_crews", "dogfight_steps"} <= names for names in unseen.values())
    days = (("12_august_1940", {}), ("free", {"period": 3}), FOUGHT[1], ("one_raid", {"engagements": "skies"}))
    for seed, (scenario, options) in itertools.product((3, 1, 2, *range(4, 13)), days):  # not every day fights all that may be fought
        for i, match in enumerate(random_game(scenario, options, seed)):
            p = match.position
            if i % (5 if p.combat.now is None else 11) and not p.choices:
                continue
            fought = p.combat.now is not None
            tried = {seat: sorted(n for n in names if fought or not of_a_fight(n)) for seat, names in unseen.items()}
            if not any(tried.values()):
                if "engagements" not in options:
                    break
                continue
            whole = pickle.dumps(p, protocol=5)
            for seat, names in unseen.items():
                had = secret_free(GAME.view(p, others[seat])) if tried[seat] else ""
                for name in tried[seat]:
                    other = pickle.loads(whole)
                    HIDDEN[seat][name](other, Stream.of(i, name))
                    if secret_free(GAME.view(other, others[seat])) != had:
                        names.discard(name)
            if not any(unseen.values()):
                return
    raise AssertionError(unseen)


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


@pytest.mark.smoke
@pytest.mark.rule("OPS-B5.8")
@pytest.mark.rule("OPS-B3.3")
@pytest.mark.parametrize(("scenario", "options"), [*SETTINGS, *FOUGHT], ids=lambda v: str(v) if isinstance(v, str) else "")
@pytest.mark.parametrize("seed", some(range(2, 5)))
def test_the_views_and_logs_of_a_game_name_nothing_of_the_other_side(scenario: str, options: dict[str, Any], seed: int) -> None:
    read = 0
    bombed: set[str] = set()
    for i, match in enumerate(random_game(scenario, options, seed)):
        p = match.position
        if not match.to_move:
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
@pytest.mark.parametrize("seed", some(range(5, 9)))
def test_targets_are_not_named_to_the_raf_before_they_are_bombed(seed: int) -> None:
    """A target that is no airfield of its own and no station stands in no text of the RAF until bombs fall on it."""
    bombed: set[str] = set()
    for match in random_game("free", {"period": 1 + seed % 5}, seed):
        p = match.position
        if not match.to_move:
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
@pytest.mark.rule("OPS-C2.2")
@pytest.mark.rule("OPS-C2.5")
def test_every_plot_that_the_raf_is_told_stands_on_its_table_and_no_other() -> None:
    """The log and the table agree, and a plot comes only from a sensor or a tally of a raid that flies."""
    plotted = dict.fromkeys(range(4), 0)
    for seed in plotted:
        for match in random_game("free", {"period": 3}, seed):
            p = match.position
            flying = {g.code for g in seen_together(p)}
            numbers = {t.number for t in p.tracks}
            assert [t.number for t in p.tracks] == sorted(numbers), "a number came twice, or out of turn"
            stood = [code for t in p.tracks for code in t.groups]
            assert len(stood) == len(set(stood)), "one raid on two tracks"
            for event in match.entries[-1].events:
                if event.code in ("plotted", "tally", "track_faded", "track_lost", "track_identified") and event.data["track"] is not None:
                    assert event.data["track"] in numbers
                    plotted[seed] += 1
            landed = {u.group for r in p.raids.values() for u in r.units if u.state in ("landed", "lost")}
            assert flying | landed >= {code for t in p.tracks if t.plots[-1].turn == p.turn for code in t.groups}
    assert sum(found > 0 for found in plotted.values()) > 2, "a lone raid may come unseen, not most"


@pytest.mark.rule("OPS-B5.8")
def test_refusals_of_the_raf_hang_only_on_its_own_table() -> None:
    from bob.day.state.orders import Scramble, SendTo
    from tests.operations.build import refusal

    for unseen in ([], [raid(at("Biggin Hill"))], [raid(step(at("Biggin Hill"), 0, 30))]):
        p = day(raids=unseen, squadrons=[squadron(), squadron("2", "ready")])
        if unseen:
            p.tracks = [track("raid", 1, 0, faded=True)]
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
