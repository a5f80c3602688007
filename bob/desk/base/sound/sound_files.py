"""The sounds as files in the user's cache: each made on first use, and again after a change of its making. No Qt."""

from __future__ import annotations

import hashlib
import io
import sys
import wave
from array import array
from pathlib import Path

from bob.core.atomic_files import put_file
from bob.desk.base.sound import makers
from bob.desk.base.sound.tones import RATE, Samples

DEEP = 32767
"""The loudest sample of 16 bits."""


def wave_of(samples: Samples) -> bytes:
    """Samples as a WAV file: one channel of 16 bits."""
    whole = array("h", [round(max(-1.0, min(1.0, sample)) * DEEP) for sample in samples])
    if sys.byteorder == "big":
        whole.byteswap()
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(whole.tobytes())
    return out.getvalue()


def edition() -> str:
    """Return a short digest of the makers' sources: a change gives another edition."""
    sources = b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in ("makers", "tones"))
    return hashlib.sha256(sources).hexdigest()[:12]


def sound_file(folder: Path, name: str) -> Path:
    """The file of a sound in a folder, made if it is not there. Raises KeyError for an unknown one, BobError when it cannot be written."""
    make = makers.MAKERS[name]
    path = folder / edition() / f"{name}.wav"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        put_file(path, wave_of(make()))
    return path
