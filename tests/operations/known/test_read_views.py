"""Views of a day are read again as they were written, with the dogfight in hand as its own game's (OPS-B8.4)."""

from __future__ import annotations

import json

import pytest

from bob.core.codec import CodecError, encode
from tests.golden_saves import files_of, opened
from tests.operations.build import GAME, day, raid, squadron

SEATS = ("raf", "luftwaffe", "referee")


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("seat", SEATS)
def test_a_view_is_read_as_it_was_written(seat: str) -> None:
    plain, fought = day(raids=[raid()], squadrons=[squadron()]), opened(files_of("day_in_a_dogfight")[-1]).position
    for p in (plain, fought):
        view = GAME.view(p, seat)
        data = json.loads(json.dumps(encode(view)))
        again = GAME.read_view(data)
        assert again == view and type(again) is type(view)
        if p is fought:
            assert type(again.engagement.battle) is type(view.engagement.battle) is not dict
            data["engagement"]["how"] = "chess"
            with pytest.raises(CodecError) as error:
                GAME.read_view(data)
            assert error.value.place == "how" and error.value.found == "chess"


def test_a_view_of_nobody_is_refused() -> None:
    for data in ({"seat": "pilot"}, {}, [], None):
        with pytest.raises(CodecError) as error:
            GAME.read_view(data)
        assert error.value.place == "seat"
