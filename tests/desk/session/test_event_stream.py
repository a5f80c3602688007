"""Events of a stream, however it is cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.rooms.client import event_stream
from bob.rooms.client.event_stream import EventStream, StreamEvent, TooLong

TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\n\0"), max_size=12)
EVENTS = st.lists(st.builds(StreamEvent, TEXTS.map(lambda text: text.strip() or "news"), TEXTS, TEXTS.map(str.strip)), max_size=5)


def written(events: list[StreamEvent], end: str, bom: bool) -> bytes:
    lines = []
    for event in events:
        lines += [": a comment", f"id: {event.id}", f"event: {event.type}", f"data: {event.data}", "retry: 3", ""]
    return (b"\xef\xbb\xbf" if bom else b"") + "".join(line + end for line in lines).encode()


@given(EVENTS, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans(), st.lists(st.integers(0, 400), max_size=12))
def test_events_are_the_same_however_the_stream_is_cut(events: list[StreamEvent], end: str, bom: bool, cuts: list[int]) -> None:
    whole = written(events, end, bom)
    places = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    stream = EventStream()
    found = [event for a, b in pairwise(places) for event in stream.feed(whole[a:b])]
    assert found == events


def test_data_of_several_lines_is_one_and_what_is_half_waits() -> None:
    stream = EventStream()
    assert stream.feed(b"data: a\ndata:b\n\nid: 7\ndata: ") == [StreamEvent("message", "a\nb", "")]
    assert stream.feed(b"c\n") == [] and stream.feed(b"\n") == [StreamEvent("message", "c", "7")]
    assert stream.feed(b"event: bare\n\n:\n\n") == []


def test_an_event_without_end_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "LARGEST", 100)
    stream = EventStream()
    with pytest.raises(TooLong):
        for _ in range(20):
            stream.feed(b"data: 1234567890\n")
