"""Saves as a bad disk leaves them: bytes flipped, cut, blanked, swapped, filled with noise."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from bob.core.dice import Stream
from tools.attack import saves
from tools.attack.report import Report

Damage = Callable[[bytearray, Stream], None]
PAGE = 65536
FILES, SHORT_FILES, ORDERS = 40, 8, 130


def used(raw: bytes | bytearray) -> list[int]:
    """The places of the bytes that are not zero, where damage is felt."""
    return [place for place, byte in enumerate(raw) if byte]


def flip(raw: bytearray, stream: Stream) -> None:
    place = stream.below(len(raw)) if stream.below(4) == 0 else stream.choose(used(raw))
    raw[place] ^= 1 << stream.below(8)


def flip_header(raw: bytearray, stream: Stream) -> None:
    raw[stream.below(100)] ^= 1 << stream.below(8)


def flip_schema(raw: bytearray, stream: Stream) -> None:
    raw[stream.choose([place for place in used(raw[:PAGE]) if place >= 100])] ^= 1 << stream.below(8)


def flip_page_heads(raw: bytearray, stream: Stream) -> None:
    raw[PAGE * (1 + stream.below(len(raw) // PAGE - 1)) + stream.below(60)] ^= 1 << stream.below(8)


def cut(raw: bytearray, stream: Stream) -> None:
    del raw[stream.below(len(raw)) :]


def blank(raw: bytearray, stream: Stream) -> None:
    start, size = stream.below(len(raw)), stream.choose((1, 16, 512, 4096, PAGE))
    raw[start : start + size] = bytes(len(raw[start : start + size]))


def swap(raw: bytearray, stream: Stream) -> None:
    """Two pages change places."""
    a, b = (PAGE * stream.below(len(raw) // PAGE) for _ in range(2))
    raw[a : a + PAGE], raw[b : b + PAGE] = raw[b : b + PAGE], raw[a : a + PAGE]


def noise(raw: bytearray, stream: Stream) -> None:
    start = stream.choose(used(raw))
    for place in range(start, min(len(raw), start + stream.choose((4, 512, 4096)))):
        raw[place] = stream.below(256)


DAMAGES: tuple[Damage, ...] = (flip, flip_header, flip_schema, flip_page_heads, cut, blank, swap, noise)


def attack(report: Report) -> None:
    """One round: a game's file damaged in every way."""
    name = saves.GAMES[report.round % len(saves.GAMES)]
    whole, stream = _whole(name), Stream.of(report.key, "damaged")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(SHORT_FILES if report.short else FILES):
            damage = DAMAGES[number % len(DAMAGES)]
            broken = bytearray(whole.raw)
            damage(broken, stream)
            for fault in saves.faults(Path(folder) / f"{number}.bob1940", bytes(broken), whole, verify=bool(number % 2)):
                report.found(f"{name}, {damage.__name__} number {number}: {fault}")
            report.tried[f"damaged files of {name}"] += 1


@lru_cache
def _whole(name: str) -> saves.Kept:
    with tempfile.TemporaryDirectory() as folder:
        return saves.played(Path(folder) / "whole.bob1940", name, ORDERS, "damaged")
