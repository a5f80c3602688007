"""The elements of sounds: seeded noise, filters, resonators, envelopes. Samples are floats between -1 and 1. No Qt."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

RATE = 22050
"""Samples a second."""

Samples: TypeAlias = "array[float]"


def silence(seconds: float) -> Samples:
    return array("d", bytes(8 * round(seconds * RATE)))


class Noise:
    """White noise that is the same for the same seed on every machine."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2654435761 + 1) & 0xFFFFFFFF or 1

    def next(self) -> float:
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return x / 2147483648.0 - 1.0

    def between(self, low: float, high: float) -> float:
        return low + (self.next() + 1.0) / 2 * (high - low)

    def samples(self, seconds: float) -> Samples:
        return array("d", [self.next() for _ in range(round(seconds * RATE))])


def low_pass(samples: Samples, frequency: float) -> Samples:
    """Attenuate the frequencies above the given one, with two poles."""
    share = 1.0 - math.exp(-2 * math.pi * frequency / RATE)
    one = two = 0.0
    out = array("d", samples)
    for i, sample in enumerate(samples):
        one += share * (sample - one)
        two += share * (one - two)
        out[i] = two
    return out


def band_pass(samples: Samples, frequency: float, width: float) -> Samples:
    """Return a band around a frequency, of a width in hertz, with the same loudness at its middle."""
    turn = 2 * math.pi * frequency / RATE
    alpha = math.sin(turn) * math.sinh(math.asinh(width / (2 * frequency)))
    scale = 1 + alpha
    b0, a1, a2 = alpha / scale, -2 * math.cos(turn) / scale, (1 - alpha) / scale
    x1 = x2 = y1 = y2 = 0.0
    out = array("d", samples)
    for i, x in enumerate(samples):
        y = b0 * (x - x2) - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, x, y1, y
        out[i] = y
    return out


def rung(blows: Samples, partials: Iterable[tuple[float, float, float]]) -> Samples:
    """Return the resonance of blows: partials by frequency, loudness and the seconds in which each falls to a third."""
    out = array("d", bytes(8 * len(blows)))
    for frequency, loudness, falling in partials:
        r = math.exp(-1 / (falling * RATE))
        turn = 2 * math.pi * frequency / RATE
        a1, a2, gain = 2 * r * math.cos(turn), -r * r, math.sin(turn) * loudness
        y1 = y2 = 0.0
        for i, x in enumerate(blows):
            y = gain * x + a1 * y1 + a2 * y2
            y2, y1 = y1, y
            out[i] += y
    return out


def shaped(samples: Samples, points: Sequence[tuple[float, float]]) -> Samples:
    """With a loudness that goes from point to point, each a time in seconds and a factor; silent before the first and after the last."""
    out = array("d", bytes(8 * len(samples)))
    for (start, one), (end, other) in pairwise(points):
        first, last = round(start * RATE), min(len(samples), round(end * RATE))
        for i in range(first, last):
            out[i] = samples[i] * (one + (other - one) * (i - first) / max(1, last - first))
    return out


def laid(onto: Samples, what: Samples, at: float, loudness: float = 1.0) -> None:
    """Lay a sound over another from a time on."""
    start = round(at * RATE)
    for i in range(min(len(what), len(onto) - start)):
        onto[start + i] += what[i] * loudness


def echoed(samples: Samples, after: float, loudness: float) -> Samples:
    """With its echo."""
    out = array("d", samples)
    laid(out, samples, after, loudness)
    return out


def clipped(samples: Samples, drive: float) -> Samples:
    """Driven into a soft limit, as by a small loudspeaker."""
    return array("d", [math.tanh(sample * drive) for sample in samples])


def finished(samples: Samples, loudness: float, peak: float = 0.8, fade: float = 0.012) -> Samples:
    """As it is heard: without a constant part, as loud as asked (root mean square) as far as no peak goes beyond, silent at both ends."""
    middle = sum(samples) / len(samples)
    centred = array("d", [sample - middle for sample in samples])
    edge = round(fade * RATE)
    for i in range(edge):
        share = 0.5 - 0.5 * math.cos(math.pi * i / edge)
        centred[i] *= share
        centred[-1 - i] *= share
    level = math.sqrt(sum(sample * sample for sample in centred) / len(centred)) or 1.0
    most = max(abs(sample) for sample in centred) or 1.0
    gain = min(loudness / level, peak / most)
    return array("d", [sample * gain for sample in centred])
