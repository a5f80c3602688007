"""The pilots of an engagement that is only tried out see no more of the enemy than those of the day: forecasts go to a seat."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.game import REFEREE, Choices, secret_free
from bob.core.kit import Decision
from bob.staff import fights
from bob.tactical.engagement import Engagement
from bob.tactical.slot import shipped
from tests.dogfight.forces import fight, force, german


class Enough(Exception):
    """The view that was wanted is had."""


def first_view(monkeypatch: pytest.MonkeyPatch, name: str, engagement: Engagement, seat: str) -> str:
    """What the pilot of a seat is shown when he is asked first."""
    kit, found = shipped()[name], list[Any]()
    real = type(kit).player

    class Spy:
        """Plays as the pilot of that seat, and keeps what he is shown."""

        def __init__(self, player: Any) -> None:
            self.player = player

        def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
            found.append(view)
            raise Enough

    def player(self: Any, flier: str, at: str, seed: str, game: Any) -> Any:
        made = real(self, flier, at, seed, game)
        return Spy(made) if at == seat else made

    with monkeypatch.context() as patch:
        patch.setattr(type(kit), "player", player)
        with pytest.raises(Enough):
            fights.resolve(engagement, SeededDice(Stream.of("7", "eyes")), kit)
    return secret_free(found[0])


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("name", list(shipped()))
@pytest.mark.parametrize("seat", ["raf", "luftwaffe"])
def test_two_enemies_that_differ_in_what_is_hidden_look_the_same(name: str, seat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own, foes = force(count=6), german(count=6)
    posture = "even" if seat == "raf" else "bounced"  # the pilot of the seat is asked first: nothing of the other's has shown in deeds
    plain = fight(own, foes, posture=posture)
    low = (
        (own, german(count=6, unit="III./JG 99", ammo="low")) if seat == "raf" else (force(count=6, unit="999 Squadron", ammo="low"), foes)
    )
    other = fight(*low, posture=posture)
    seen = [first_view(monkeypatch, name, engagement, seat) for engagement in (plain, other)]
    assert seen[0] == seen[1]
    assert "JG 99" not in seen[1] and "999 Squadron" not in seen[1]
    kit = shipped()[name]
    whole = [secret_free(kit.game.view(kit.begin(kit.drawn_up(e, dice), dice)[0], REFEREE)) for e in (plain, other) for dice in [thrown()]]
    assert whole[0] != whole[1], "the pair would tell a leak"


def thrown() -> SeededDice:
    return SeededDice(Stream.of("7", "eyes"))
