"""Reads and makes segments as schemas/segment.cddl and event.cddl say.

Shares no code with the program. The CBOR of segments, events and headers must
be deterministic and has five kinds of items; the reader here knows those alone,
so that nothing else is taken. Payloads are opaque, as they are to a replica
that does not know their type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from hashlib import blake2b

import cbor2
import zstandard

MAGIC, FORMAT = "plantguide.segment", 1
FOOTER_BYTES = 32
NO_HASH = bytes(32)
JOURNAL_STREAM = bytes(16)
SALT_BYTES = 16
# What the journal, its chains and erasures rest on.
LASTING = {
    "journal.created", "writer.started", "action.undone", "payload.erased",
}

EVENT_LIMIT = 1 << 20
SEGMENT_LIMIT = 16 << 20
# A maker ends a segment with the event that takes it past this.
FULL = 8 << 20
SIZE_LIMIT = SEGMENT_LIMIT + EVENT_LIMIT
FRAME_MAGIC = b"\x28\xb5\x2f\xfd"

STAMP_LIMIT = 1 << 47
# RFC 3339 has no instants beyond the year 9999.
LATEST_RECORDED = 253_402_300_799_999

NAME = re.compile(
    r"v1/(?P<journal>[0-9a-f]{32})/s/(?P<hour>[0-9]{10})/"
    r"(?P<writer>[0-9a-f]{32})-(?P<first>[0-9]{20})-(?P<last>[0-9]{20})-"
    r"(?P<tip>[0-9a-f]{16})-(?P<hash>[0-9a-f]{32})\.seg"
)


def digest(*parts: bytes) -> bytes:
    """BLAKE2b-256, the one hash of the formats."""
    state = blake2b(digest_size=32)
    for part in parts:
        state.update(part)
    return state.digest()


class Refused(Exception):
    """Why bytes are no segment or no event to be taken.

    `problem` is a word of the vectors' index; the text is for people.
    """

    def __init__(self, problem: str, text: str) -> None:
        super().__init__(f"{problem}: {text}")
        self.problem = problem


def demand(holds: bool, problem: str, text: str) -> None:
    if not holds:
        raise Refused(problem, text)


class Items:
    """Reads deterministic CBOR, item by item."""

    def __init__(self, data: bytes, problem: str) -> None:
        self.data = data
        self.offset = 0
        self.problem = problem

    def expect(self, holds: bool, text: str) -> None:
        demand(holds, self.problem, f"{text} at byte {self.offset}")

    def take(self, count: int) -> bytes:
        self.expect(count <= len(self.data) - self.offset, "cut short")
        self.offset += count
        return self.data[self.offset - count : self.offset]

    def head(self, major: int) -> int:
        """The number in the head of an item, in its shortest form."""
        first = self.take(1)[0]
        self.expect(first >> 5 == major, f"not of major type {major}")
        if (low := first & 31) < 24:
            return low
        self.expect(low < 28, "of indefinite length")
        width = 1 << low - 24
        number = int.from_bytes(self.take(width))
        least = 24 if width == 1 else 1 << 4 * width
        self.expect(number >= least, "not in the shortest form")
        return number

    def unsigned(self) -> int:
        return self.head(0)

    def ordinal(self) -> int:
        number = self.unsigned()
        self.expect(number > 0, "zero")
        return number

    def bytes(self, count: int | None = None) -> bytes:
        length = self.head(2)
        self.expect(count in (None, length), f"not of {count} bytes")
        return self.take(length)

    def text(self) -> str:
        try:
            return self.take(self.head(3)).decode()
        except UnicodeDecodeError:
            raise Refused(self.problem, "not UTF-8") from None

    def array(self, count: int) -> None:
        self.expect(self.head(4) == count, f"not an array of {count}")

    def is_null(self) -> bool:
        return self.data[self.offset : self.offset + 1] == b"\xf6"

    def end(self) -> None:
        self.expect(self.offset == len(self.data), "more follows")


@dataclass(frozen=True)
class Event:
    """An event: its bytes, and what a replica reads of its header."""

    data: bytes
    header_bytes: bytes
    payload: bytes | None
    writer: bytes
    sequence: int
    previous: bytes
    stamp: tuple[int, int]
    action: int
    stream: bytes
    type: str
    schema: int
    payload_hash: bytes

    @cached_property
    def hash(self) -> bytes:
        return digest(self.header_bytes)

    @property
    def key(self) -> tuple[bytes, int, bytes]:
        """What names the event."""
        return self.writer, self.sequence, self.hash

    @property
    def order(self) -> tuple[int, int, bytes, int, bytes]:
        """The event's place in canonical order."""
        return (*self.stamp, *self.key)

    @property
    def fields(self) -> dict[str, object] | None:
        """The payload's map; `None` where it cannot be read."""
        try:
            found = cbor2.loads((self.payload or b"")[SALT_BYTES:])
        except (cbor2.CBORDecodeError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    @property
    def erases(self) -> tuple[bytes, int, bytes] | None:
        """The key of the event whose payload this one erases."""
        fields = self.fields
        if (
            (self.type, self.schema) != ("payload.erased", 1)
            or self.stream != JOURNAL_STREAM
            or fields is None
        ):
            return None
        return fields["writer"], fields["sequence"], fields["hash"]

    @property
    def erased(self) -> Event:
        """The event without its payload."""
        data = cbor2.dumps([self.header_bytes, None])
        return replace(self, data=data, payload=None)


def read_event(data: bytes) -> Event:
    """Reads an event's bytes, and checks its payload against its header."""
    demand(len(data) <= EVENT_LIMIT, "event", "longer than 1 MiB")
    items = Items(data, "event")
    event = next_event(items)
    items.end()
    return event


def next_event(items: Items) -> Event:
    """The event that follows among items."""
    start = items.offset
    items.array(2)
    header_bytes = items.bytes()
    payload = None
    if items.is_null():
        items.offset += 1
    else:
        payload = items.bytes()
    data = items.data[start : items.offset]
    items.expect(len(data) <= EVENT_LIMIT, "an event longer than 1 MiB")

    header = Items(header_bytes, "event")
    header.expect(header.head(4) == 11, "not a header of 11 items")
    demand(header.unsigned() == 1, "newerFormat", "another version of header")
    writer, sequence, previous = (
        header.bytes(16),
        header.ordinal(),
        header.bytes(32),
    )
    header.array(2)
    stamp = header.unsigned(), header.unsigned()
    recorded, action = header.unsigned(), header.ordinal()
    stream, name = header.bytes(16), header.text()
    schema, payload_hash = header.ordinal(), header.bytes(32)
    header.end()
    header.expect(stamp[0] < STAMP_LIMIT and stamp[1] < 1 << 16, "bad stamp")
    header.expect(recorded <= LATEST_RECORDED, "recorded after the year 9999")
    demand(action <= sequence, "action", "an action that begins later")
    if sequence == 1:
        demand(
            previous == NO_HASH, "previous", "a first event with one before"
        )
    event = Event(
        data,
        header_bytes,
        payload,
        writer,
        sequence,
        previous,
        stamp,
        action,
        stream,
        name,
        schema,
        payload_hash,
    )
    if payload is None:
        demand(name not in LASTING, "payload", "a payload that must be there")
    else:
        demand(
            digest(payload) == payload_hash,
            "payload",
            "not the header's payload",
        )
    return event


def check_follows(before: Event, after: Event) -> None:
    """Whether an event continues another one's chain."""
    demand(after.writer == before.writer, "writer", "another writer")
    demand(
        after.sequence == before.sequence + 1, "sequence", "not the next one"
    )
    demand(after.previous == before.hash, "previous", "not the event before")
    demand(after.stamp > before.stamp, "stamp", "a stamp that does not rise")
    demand(
        after.action in (after.sequence, before.action),
        "action",
        "neither a new action nor that of the event before",
    )


@dataclass(frozen=True)
class Name:
    """The name of an object that should be a segment."""

    text: str
    journal: bytes
    hour: str
    writer: bytes
    first: int
    last: int
    tip: bytes
    hash: bytes

    @classmethod
    def parse(cls, text: str) -> Name | None:
        """`None` for the name of anything else, which readers pass over."""
        found = NAME.fullmatch(text)
        if found is None:
            return None
        part = found.groupdict()
        name = cls(
            text,
            bytes.fromhex(part["journal"]),
            part["hour"],
            bytes.fromhex(part["writer"]),
            int(part["first"]),
            int(part["last"]),
            bytes.fromhex(part["tip"]),
            bytes.fromhex(part["hash"]),
        )
        try:
            datetime.strptime(name.hour, "%Y%m%d%H")
        except ValueError:
            return None
        return name if 1 <= name.first <= name.last < 1 << 64 else None

    @property
    def count(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True)
class Segment:
    """A segment that was checked, or that was made."""

    data: bytes
    journal: bytes
    events: list[Event]

    def name(self, hour: str) -> str:
        first, last = self.events[0], self.events[-1]
        return (
            f"v1/{self.journal.hex()}/s/{hour}/{first.writer.hex()}-"
            f"{first.sequence:020}-{last.sequence:020}-{last.hash[:8].hex()}-"
            f"{self.data[-FOOTER_BYTES:][:16].hex()}.seg"
        )


def read_segment(
    data: bytes, name: Name, *, alone: bool = False
) -> Segment:
    """Reads the bytes that were found under a name.

    All of them hold together afterwards; what is left is whether the first
    event follows one that the reader has, and whether payloads that are
    missing are erased. Of a segment `alone` its own events have to say that.
    """
    demand(len(data) <= SEGMENT_LIMIT, "tooLarge", "more than 16 MiB stored")
    body, footer = data[:-FOOTER_BYTES], data[-FOOTER_BYTES:]
    demand(
        footer == digest(body), "footer", "not the hash of what is before it"
    )
    demand(footer[:16] == name.hash, "name", "a name with another hash")

    items = Items(body, "form")
    items.expect(items.head(4) > 1 and items.text() == MAGIC, "no segment")
    demand(items.unsigned() == FORMAT, "newerFormat", "another format")
    items.offset = 0
    items.array(10)
    items.text(), items.unsigned()
    journal, writer = items.bytes(16), items.bytes(16)
    first, last = items.ordinal(), items.ordinal()
    previous, tip = items.bytes(32), items.bytes(32)
    size, frame = items.ordinal(), items.bytes()
    items.end()
    demand(first <= last, "form", "it ends before it begins")

    demand(journal == name.journal, "journal", "of another journal")
    demand(
        (writer, first, last, tip[:8])
        == (name.writer, name.first, name.last, name.tip),
        "name",
        "a name that says something else",
    )
    demand(size <= SIZE_LIMIT, "tooLarge", "more than 17 MiB of events")
    content = unpack(frame, size)

    inside = Items(content, "event")
    events: list[Event] = []
    while inside.offset < size:
        demand(
            len(events) <= last - first, "count", "more events than it says"
        )
        events.append(next_event(inside))
        if len(events) > 1:
            check_follows(*events[-2:])
        else:
            demand(
                events[0].sequence == first, "sequence", "not the first one"
            )
            demand(events[0].previous == previous, "previous", "not its own")
        demand(events[-1].writer == writer, "writer", "another writer's event")
    demand(
        len(events) == last - first + 1, "count", "fewer events than it says"
    )
    demand(events[-1].hash == tip, "tip", "not the hash of the last event")
    erased = {event.erases for event in events}
    demand(
        not alone
        or all(
            event.payload is not None or event.key in erased
            for event in events
        ),
        "payload",
        "an event without its payload",
    )
    return Segment(data, journal, events)


def unpack(frame: bytes, size: int) -> bytes:
    """What a frame holds, which must be of this size and all that is there."""
    demand(frame[:4] == FRAME_MAGIC, "frame", "not a frame of zstd")
    try:
        about = zstandard.get_frame_parameters(frame)
        demand(about.dict_id == 0, "frame", "it needs a dictionary")
        demand(
            about.content_size in (zstandard.CONTENTSIZE_UNKNOWN, size),
            "size",
            "the frame says another size",
        )
        # Whatever window it asks for, no more is filled than its content.
        unpacker = zstandard.ZstdDecompressor(max_window_size=1 << 31)
        content = unpacker.decompress(
            frame, max_output_size=size, allow_extra_data=False
        )
    except zstandard.ZstdError as error:
        raise Refused("frame", str(error)) from None
    demand(len(content) == size, "size", "not as many bytes as it says")
    return content


def make_segment(journal: bytes, events: list[Event]) -> Segment:
    """A segment of events that follow each other."""
    content = b"".join(event.data for event in events)
    # Any level will do; it tells the size of the content.
    frame = zstandard.ZstdCompressor(level=3).compress(content)
    data = sealed(journal, events, len(content), frame)
    return Segment(data, journal, events)


def sealed(
    journal: bytes, events: list[Event], size: int, frame: bytes
) -> bytes:
    """The bytes of a segment around a frame."""
    first, last = events[0], events[-1]
    body = cbor2.dumps(
        [
            MAGIC,
            FORMAT,
            journal,
            first.writer,
            first.sequence,
            last.sequence,
            first.previous,
            last.hash,
            size,
            frame,
        ]
    )
    return body + digest(body)


def cut(events: Iterable[Event]) -> Iterator[list[Event]]:
    """A chain's events in runs that fill a segment each."""
    run: list[Event] = []
    size = 0
    for event in events:
        run.append(event)
        size += len(event.data)
        if size > FULL:
            yield run
            run, size = [], 0
    if run:
        yield run


def make_event(
    *,
    writer: bytes,
    sequence: int,
    previous: bytes,
    stamp: tuple[int, int],
    recorded: int,
    action: int,
    stream: bytes,
    type: str,
    fields: object,
    salt: bytes,
    schema: int = 1,
) -> Event:
    """An event of a writer, its payload hashed into its header."""
    payload = salt + cbor2.dumps(fields, canonical=True)
    header = cbor2.dumps(
        [
            1,
            writer,
            sequence,
            previous,
            list(stamp),
            recorded,
            action,
            stream,
            type,
            schema,
            digest(payload),
        ]
    )
    return read_event(cbor2.dumps([header, payload]))
