"""The sounds, each reckoned from nothing: a telephone, rakes on the table, voices without words, sirens, engines, bombs, guns. No Qt."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping

from bob.desk.base.sound.tones import RATE, Noise, Samples, band_pass, clipped, echoed, finished, laid, low_pass, rung, shaped, silence

CREW = 2650
"""Revolutions a minute of an engine at a climb."""
SOUND = 340.0
"""Metres a second."""


def telephone() -> Samples:
    """The double ring of an office telephone: two gongs, a clapper that strikes them by turns."""
    blows = silence(2.4)
    noise = Noise(3)
    for begin in (0.0, 0.62):
        for strike in range(9):
            blows[round((begin + strike * 0.046) * RATE)] = 1.0 + 0.15 * noise.next()
    gongs = [(1046.0, 1.0, 0.16), (1318.0, 0.9, 0.15), (2790.0, 0.5, 0.09), (3480.0, 0.42, 0.08), (5300.0, 0.16, 0.04)]
    return finished(rung(blows, gongs), 0.11)


def rake() -> Samples:
    """A plotter's rake: wood pushed over cloth, twice, and the block that comes to rest."""
    noise = Noise(11)
    out = silence(1.5)
    for at, length, tone in ((0.05, 0.42, 900.0), (0.66, 0.3, 1250.0)):
        slide = band_pass(noise.samples(length), tone, 1100)
        grain = low_pass(noise.samples(length), 38)
        slide = array("d", [s * (0.35 + min(1.0, abs(g) * 14)) for s, g in zip(slide, grain, strict=True)])
        laid(out, shaped(slide, ((0, 0), (length * 0.2, 1), (length * 0.7, 0.75), (length, 0))), at)
        blows = silence(0.3)
        blows[40], blows[700] = 1.0, 0.3
        laid(out, rung(blows, ((212.0, 1.0, 0.028), (437.0, 0.7, 0.018), (905.0, 0.35, 0.01))), at + length - 0.03, 0.45)
    return finished(out, 0.075)


VOWELS = ((730, 1090, 2440), (530, 1840, 2480), (270, 2290, 3010), (570, 840, 2410), (300, 870, 2240), (640, 1190, 2390))
"""The formants of vowels: speech without intelligible words."""


def voices() -> Samples:
    """Make two voices on the radio telephone, question and answer: the tune of speech, a narrow band, no words."""
    noise = Noise(29)
    out = silence(3.0)
    at = 0.22
    for pitch, syllables in ((118.0, 6), (152.0, 4)):
        for number in range(syllables):
            length = noise.between(0.1, 0.21)
            laid(out, _syllable(noise, pitch * noise.between(0.92, 1.1) * (1.06 - 0.03 * number), length), at)
            at += length * noise.between(0.82, 1.12)
        at += 0.3
    hiss = band_pass(noise.samples(3.0), 1500, 1700)
    sharp = array("d", [one - 0.82 * before for before, one in zip((0.0, *out[:-1]), out, strict=True)])
    heard = band_pass(clipped(sharp, 4.0), 1250, 2000)
    laid(heard, shaped(hiss, ((0.04, 0), (0.06, 0.11), (2.8, 0.09), (2.84, 0))), 0)
    click = silence(0.05)
    click[3], click[30] = 1.0, -0.6
    for when in (0.05, 2.8):
        laid(heard, band_pass(click, 1400, 1500), when, 0.9)
    return finished(heard, 0.085)


def _syllable(noise: Noise, pitch: float, length: float) -> Samples:
    """A vowel of a voice, at times with the breath of a consonant before it."""
    count = round(length * RATE)
    phase, saw = 0.0, array("d", bytes(8 * count))
    for i in range(count):
        phase += pitch * (1 + 0.05 * math.sin(math.pi * i / count)) / RATE
        phase -= phase >= 1.0
        saw[i] = 1.0 - 2 * phase
    saw = low_pass(saw, 900)
    vowel = VOWELS[int(noise.between(0, len(VOWELS) - 0.01))]
    out = silence(length)
    for formant, loudness in zip(vowel, (1.0, 0.55, 0.25), strict=True):
        laid(out, band_pass(saw, formant, 110), 0, loudness * 4)
    if noise.next() > 0:
        breath = band_pass(noise.samples(0.045), 2300, 1200)
        laid(out, shaped(breath, ((0, 0), (0.01, 0.5), (0.045, 0))), 0)
    return shaped(out, ((0, 0), (min(0.03, length / 3), 1), (length * 0.7, 0.8), (length, 0)))


def alert() -> Samples:
    """The siren that rises and falls, some streets away."""
    return _siren(7.4, lambda t: 235 + 205 * (0.5 - 0.5 * math.cos(2 * math.pi * t / 3.7)), 0.1)


def all_clear() -> Samples:
    """The siren that holds its note."""
    return _siren(6.0, lambda t: 440 * min(1.0, 0.55 + t * 0.5) * (1.0 if t < 4.9 else 1.0 - (t - 4.9) * 0.35), 0.1)


def _siren(length: float, pitch: Callable[[float], float], loudness: float) -> Samples:
    """Make two rotors a minor third apart on one shaft; with distance the sound is muffled and echoes from the houses."""
    count = round(length * RATE)
    out = array("d", bytes(8 * count))
    low = high = 0.0
    for i in range(count):
        step = 2 * math.pi * pitch(i / RATE) / RATE
        low += step
        high += step * 1.2
        out[i] = math.sin(low) + 0.4 * math.sin(2 * low) + 0.85 * math.sin(high) + 0.35 * math.sin(2 * high) + 0.2 * math.sin(3 * low)
    heard = echoed(low_pass(out, 1400), 0.21, 0.35)
    return finished(shaped(heard, ((0, 0), (0.8, 1), (length - 1.2, 1), (length, 0))), loudness)


def merlin() -> Samples:
    """One engine of twelve cylinders that comes over: its firing, its propeller, nearer and away."""
    length, speed, height = 5.2, 115.0, 130.0
    count, noise = round(length * RATE), Noise(41)
    firing = CREW / 60 * 6
    blades = CREW / 60 * 0.477 * 3
    weights = [noise.between(0.25, 1.0) / k**0.75 for k in range(1, 11)]
    out = array("d", bytes(8 * count))
    rush = low_pass(noise.samples(length), 700)
    turn = spin = 0.0
    dull = 0.0
    for i in range(count):
        along = speed * (i / RATE - length * 0.48)
        far = math.hypot(along, height)
        pitch = 1 / (1 + speed * along / far / SOUND)
        turn += 2 * math.pi * firing / 2 * pitch / RATE
        spin += 2 * math.pi * blades * pitch / RATE
        engine = sum(w * math.sin(turn * k) for k, w in enumerate(weights, 1))
        propeller = math.sin(spin) + 0.6 * math.sin(2 * spin) + 0.35 * math.sin(3 * spin)
        near = height / far
        raw = (engine * (0.8 + 0.2 * math.sin(spin)) + propeller * 0.9 + rush[i] * 7) * near**1.3
        dull += (0.08 + 0.42 * near) * (raw - dull)
        out[i] = dull
    return finished(shaped(out, ((0, 0), (0.5, 1), (length - 0.7, 1), (length, 0))), 0.13)


def bombs() -> Samples:
    """Make a stick of bombs, some way off: for each the blow in the ground and the falling earth."""
    noise, out = Noise(57), silence(3.4)
    for at, near in ((0.05, 0.6), (0.5, 0.8), (0.92, 1.0), (1.42, 0.75)):
        length = 1.6
        roar = low_pass(noise.samples(length), 520)
        crack = low_pass(noise.samples(0.12), 1500)
        blow, phase = silence(length), 0.0
        for i in range(len(blow)):
            phase += 2 * math.pi * (34 + 46 * math.exp(-i / RATE * 9)) / RATE
            blow[i] = math.sin(phase)
        laid(out, shaped(roar, ((0, 0), (0.02, 3.4), (0.3, 1.5), (length, 0))), at, near)
        laid(out, shaped(blow, ((0, 0), (0.015, 1), (0.25, 0.5), (0.9, 0))), at, near * 0.5)
        laid(out, shaped(crack, ((0, 0), (0.004, 0.9), (0.12, 0))), at, near * near)
    return finished(out, 0.13)


def guns() -> Samples:
    """Eight machine guns, two bursts, high up: each round a short crack, none in step with another."""
    noise, out = Noise(73), silence(2.6)
    for begin, length in ((0.05, 0.95), (1.4, 0.6)):
        blows = silence(length + 0.25)
        for _ in range(8):
            gap, at = 1 / noise.between(18.5, 20.5), noise.between(0, 0.05)
            while at < length:
                blows[round((at + noise.between(0, 0.004)) * RATE)] += noise.between(0.5, 1.0)
                at += gap
        cracks = rung(blows, ((310.0, 0.7, 0.006), (760.0, 1.0, 0.004), (1650.0, 0.7, 0.0025)))
        rough = noise.samples(length + 0.25)
        laid(out, array("d", [c * (0.65 + 0.35 * n) for c, n in zip(cracks, rough, strict=True)]), begin)
    return finished(echoed(low_pass(out, 2200), 0.14, 0.25), 0.09)


MAKERS: Mapping[str, Callable[[], Samples]] = {
    "telephone": telephone,
    "rake": rake,
    "voices": voices,
    "alert": alert,
    "all_clear": all_clear,
    "merlin": merlin,
    "bombs": bombs,
    "guns": guns,
}
"""The sounds by their names."""
