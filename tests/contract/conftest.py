"""The game that lives in the tests alone is among the games here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bob.games import registered
from tests.pursuit.kit import KIT


@pytest.fixture(autouse=True)
def with_pursuit() -> Iterator[None]:
    with registered(KIT):
        yield
