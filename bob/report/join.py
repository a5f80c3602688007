"""Joins PDFs of one page each, as Qt writes them, into one PDF, the same bytes for the same pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_UNUSED = re.compile(rb"<<\s*/Type /(?:Metadata|Catalog|Pages)\b")
"""The catalogue, page tree and metadata of a file of one page, left out of the joined one; metadata hold the time and a random number."""
_DATES = re.compile(rb"/(?:CreationDate|ModDate) \(D:[0-9Z+'-]*\)\s*")
_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")


def joined(files: Sequence[bytes]) -> bytes:
    """Return one PDF with the pages of all. Raises ValueError for a file that is not of the form that Qt writes."""
    bodies: list[bytes] = []
    pages: list[int] = []
    info = 0
    for raw in files:
        offsets, trailer = _index(raw)
        base = len(bodies) + 2
        ordered = sorted(offsets.values())
        found = re.search(rb"/Info (\d+) 0 R", trailer)
        info_number = int(found[1]) if found else 0
        for number in sorted(offsets):
            start = offsets[number]
            following = next((o for o in ordered if o > start), raw.rindex(b"xref", 0, raw.rindex(b"startxref")))
            body = raw[start:following]
            body = body[body.index(b"obj") + 3 : body.rindex(b"endobj")].strip(b"\r\n")
            if re.match(rb"<<\s*/Type /Page\b(?!s)", body):
                pages.append(base + number)
                body = re.sub(rb"/Parent \d+ 0 R", b"/Parent @ 0 R", body)
            bodies.append(b"null" if _UNUSED.match(body) else _moved(_DATES.sub(b"", body) if number == info_number else body, base))
        missing = max(offsets) - len(offsets)
        if missing:
            raise ValueError("an object is missing")
        info = info or (base + info_number if info_number else 0)
    objects = [b"<<\n/Type /Catalog\n/Pages 2 0 R\n>>"]
    objects.append(b"<<\n/Type /Pages\n/Kids [" + b" ".join(b"%d 0 R" % n for n in pages) + b"]\n/Count %d\n>>" % len(pages))
    objects += [body.replace(b"/Parent @ 0 R", b"/Parent 2 0 R") for body in bodies]
    return _as_text(objects, info)


def _index(raw: bytes) -> tuple[dict[int, int], bytes]:
    """Return the offset of each object of a file, and its trailer."""
    start = _START.search(raw[-64:])
    if start is None:
        raise ValueError("no end")
    at = int(start[1])
    table, _, trailer = raw[at:].partition(b"trailer")
    lines = table.split(b"\n")
    if lines[0].strip() != b"xref":
        raise ValueError("no table")
    first, count = map(int, lines[1].split())
    found = {first + i: int(line[:10]) for i, line in enumerate(lines[2 : 2 + count]) if line[17:18] == b"n"}
    return found, trailer


def _moved(body: bytes, base: int) -> bytes:
    """Return an object with its references moved on; the content of a stream stays as it is."""
    head, mark, stream = body.partition(b"stream\n")
    return _REFERENCE.sub(lambda m: b"%d 0 R" % (int(m[1]) + base), head) + mark + stream


def _as_text(objects: Sequence[bytes], info: int) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<<\n/Size %d\n/Root 1 0 R\n" % (len(objects) + 1) + (b"/Info %d 0 R\n" % info if info else b"")
    out += b">>\nstartxref\n%d\n%%%%EOF\n" % start
    return bytes(out)
