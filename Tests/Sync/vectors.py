"""Makes the segments of schemas/vectors/segments, always the same ones.

A valid segment holds events whose payloads are the golden samples' or made
here. An invalid one is a valid one with one thing wrong, whose footer and name
are right again unless they are what is wrong: so a reader that leaves out the
check in question takes it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import cbor2
import zstandard

from segment import (
    EVENT_LIMIT,
    FOOTER_BYTES,
    FORMAT,
    JOURNAL_STREAM,
    MAGIC,
    NO_HASH,
    SIZE_LIMIT,
    STAMP_LIMIT,
    Event,
    Items,
    Name,
    digest,
    make_segment,
    sealed,
)

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "schemas" / "vectors" / "segments"
GOLDEN = ROOT / "Tests" / "Golden" / "events"
SEED = 20261123
HOUR = "2026112300"
# 2026-03-01T09:00:00Z
START = 1_772_355_600_000


@dataclass
class Vector:
    """A segment as it is found under a name, and what is right about it."""

    file: str
    about: str
    name: str
    data: bytes
    # What is wrong; `None` where nothing is.
    problem: str | None = None
    events: list[Event] = field(default_factory=list)

    @property
    def entry(self) -> dict[str, Any]:
        entry: dict[str, Any] = {
            "file": self.file,
            "about": self.about,
            "name": self.name,
            "problem": self.problem,
        }
        if self.problem is None:
            previous = self.events[0].previous
            entry["previous"] = previous.hex()
            entry["events"] = [event.hash.hex() for event in self.events]
        return entry


@dataclass
class Raw:
    """An event of which anything may be wrong: nothing here is checked."""

    writer: bytes
    sequence: int
    previous: bytes
    stamp: list[int]
    action: int
    stream: bytes
    type: Any
    payload: bytes | None
    recorded: int = START
    schema: int = 1
    version: int = 1
    payload_hash: bytes | None = None
    more: list[Any] = field(default_factory=list)
    # Changes the bytes of the header or of the event.
    bend_header: Callable[[bytes], bytes] = bytes
    bend: Callable[[bytes], bytes] = bytes

    @property
    def header_bytes(self) -> bytes:
        hashed = self.payload_hash or digest(self.payload or b"")
        return self.bend_header(
            cbor2.dumps(
                [
                    self.version,
                    self.writer,
                    self.sequence,
                    self.previous,
                    self.stamp,
                    self.recorded,
                    self.action,
                    self.stream,
                    self.type,
                    self.schema,
                    hashed,
                    *self.more,
                ]
            )
        )

    @property
    def data(self) -> bytes:
        return self.bend(cbor2.dumps([self.header_bytes, self.payload]))

    @property
    def hash(self) -> bytes:
        return digest(self.header_bytes)


class Maker:
    """Chains of events with ids and salts from one seed."""

    def __init__(self) -> None:
        self.chance = random.Random(SEED)
        self.journal, self.other_journal = self.id(), self.id()
        self.writer, self.other_writer = self.id(), self.id()
        self.plant = self.id()

    def id(self) -> bytes:
        return self.chance.randbytes(16)

    def salted(self, **fields: object) -> bytes:
        return self.id() + cbor2.dumps(
            {"at": "2026-03-01T10:00:00+01:00", **fields}, canonical=True
        )

    def started(self, writer: bytes, at: int = START) -> Raw:
        return Raw(
            writer,
            1,
            NO_HASH,
            [at, 0],
            1,
            JOURNAL_STREAM,
            "writer.started",
            self.salted(program="segment vectors 1"),
            recorded=at,
        )

    def created(self, before: Raw) -> Raw:
        return self.next(
            before,
            "journal.created",
            self.salted(journal=self.journal, timeZone="Europe/Berlin"),
            action=before.action,
            stream=JOURNAL_STREAM,
        )

    def note(self, before: Raw, text: str, **changes: Any) -> Raw:
        return self.next(
            before, "plant.noted", self.salted(text=text), **changes
        )

    def next(
        self, before: Raw, type: str, payload: bytes, **changes: Any
    ) -> Raw:
        """The event after another, a minute later and an action of its own."""
        made = Raw(
            before.writer,
            before.sequence + 1,
            before.hash,
            [before.stamp[0] + 60_000, 0],
            before.sequence + 1,
            self.plant,
            type,
            payload,
            recorded=before.recorded + 60_000,
        )
        return replace(made, **changes)

    def chain(self, writer: bytes, notes: int) -> list[Raw]:
        """A writer's start, the journal's, and notes."""
        run = [self.started(writer)]
        run.append(self.created(run[0]))
        for number in range(notes):
            run.append(self.note(run[-1], f"Note {number + 1}"))
        return run


def events_of(run: Iterable[Raw]) -> list[Event]:
    """Events as a segment's maker wants them, whatever is wrong with them."""
    return [
        Event(
            raw.data,
            raw.header_bytes,
            raw.payload,
            raw.writer,
            raw.sequence,
            raw.previous,
            tuple(raw.stamp),
            raw.action,
            raw.stream,
            raw.type,
            raw.schema,
            b"",
        )
        for raw in run
    ]


def compressed(content: bytes, **options: Any) -> bytes:
    return zstandard.ZstdCompressor(**{"level": 3, **options}).compress(
        content
    )


@cache
def vectors() -> list[Vector]:
    return [*_valid(), *_invalid()]


def _valid() -> Iterable[Vector]:
    make = Maker()

    def vector(
        file: str, about: str, run: list[Raw], frame: bytes | None = None
    ) -> Vector:
        events = events_of(run)
        segment = make_segment(make.journal, events)
        if frame is not None:
            size = sum(len(event.data) for event in events)
            data = sealed(make.journal, events, size, frame)
            segment = replace(segment, data=data)
        return Vector(
            file, about, segment.name(HOUR), segment.data, events=events
        )

    run = make.chain(make.writer, 8)
    content = b"".join(raw.data for raw in run[:6])
    yield vector("one-event", "a writer's first event alone", run[:1])
    yield vector("run", "a run of six events from the first on", run[:6])
    yield vector(
        "after-another", "the four that follow those of `run`", run[6:]
    )
    yield vector(
        "overlapping", "events that other segments have too", run[3:8]
    )

    branch = [
        make.note(run[4], "The other branch", stamp=[run[5].stamp[0], 1])
    ]
    for number in range(3):
        branch.append(make.note(branch[-1], f"Branch {number + 1}"))
    yield vector(
        "fork",
        "another branch of that writer: it leaves `run` after 5",
        branch,
    )
    yield vector(
        "fork-from-the-middle",
        "the same branch from an event before it parts",
        [*run[3:5], *branch],
    )

    golden = [make.started(make.other_writer)]
    for path in sorted(GOLDEN.glob("*.json")):
        stored = Items(
            bytes.fromhex(
                json.loads(path.read_text(encoding="utf-8"))["event"]
            ),
            "golden",
        )
        stored.array(2)
        header, payload = cbor2.loads(stored.bytes()), stored.bytes()
        golden.append(
            make.next(
                golden[-1],
                header[8],
                payload,
                stream=header[7],
                schema=header[9],
            )
        )
    yield vector("every-type", "the payloads of all golden samples", golden)

    one = make.id()
    unknown = [make.started(one)]
    unknown.append(
        make.next(
            unknown[-1],
            "greenhouse.heated",
            make.salted(degrees=[20.5, {"x": None}]),
        )
    )
    unknown.append(make.note(unknown[-1], "after it"))
    yield vector("unknown-type", "a type that nobody knows yet", unknown)
    unknown.append(make.note(unknown[-1], "newer", schema=9))
    yield vector(
        "unknown-schema",
        "a known type of a version that nobody knows yet",
        unknown[1:],
    )

    one = make.id()
    opaque = [make.started(one)]
    opaque.append(
        make.next(
            opaque[-1], "plant.noted", make.id() + b"\xbf\x64text\xff\xff"
        )
    )
    yield vector(
        "opaque-payload", "a payload that is no CBOR: kept as it is", opaque
    )

    one = make.id()
    odd = [make.started(one)]
    for type, payload in [
        ("", make.salted()),
        ("t" * 300, make.salted()),
        ("plant.noted", b""),
        ("plant.noted", make.id()),
        ("plant.noted", b"short"),
    ]:
        odd.append(make.next(odd[-1], type, payload))
    yield vector(
        "odd-events",
        "a type of no byte, one of 300, and payloads without a map",
        odd,
    )

    one = make.id()
    action = [make.started(one)]
    action.append(make.created(action[-1]))
    for number in range(5):
        action.append(
            make.note(
                action[-1],
                f"Same action {number}",
                action=3,
                stamp=[START + 120_000, number],
            )
        )
    yield vector(
        "action", "one action of five events, in one millisecond", action
    )
    yield vector(
        "within-an-action", "it begins within that action", action[4:]
    )

    one = make.id()
    clock = [make.started(one, at=0)]
    times = [
        [0, 1],
        [0, 65535],
        [1, 0],
        [4_102_444_800_000, 0],
        [4_102_444_800_000, 1],
    ]
    for number, stamp in enumerate(times):
        clock.append(
            make.note(
                clock[-1],
                f"Clock {number}",
                stamp=stamp,
                recorded=START - number,
            )
        )
    yield vector("clocks", "from 1970 to 2100, and `recorded` falls", clock)

    one = make.id()
    big = [make.started(one)]
    for _ in range(9):
        big.append(_filled(make, big[-1], EVENT_LIMIT))
    yield vector("largest-event", "an event of 1,048,576 bytes", big[:2])
    yield vector("full", "9 MiB of events: the last one goes past 8", big[1:])

    one = make.id()
    erased = [make.started(one)]
    secret = make.note(erased[-1], "A secret")
    erased.append(
        replace(
            secret, payload=None, payload_hash=digest(secret.payload or b"")
        )
    )
    erased.append(make.note(erased[-1], "after it"))
    erased.append(
        make.next(
            erased[-1],
            "payload.erased",
            make.salted(writer=one, sequence=2, hash=secret.hash),
            stream=JOURNAL_STREAM,
        )
    )
    yield vector(
        "erased",
        "an event without its payload, which a later one has erased",
        erased,
    )

    for file, about, frame in [
        (
            "level-19",
            "as `run`, compressed by another level",
            compressed(content, level=19),
        ),
        (
            "stored",
            "as `run`, in a frame that compresses nothing",
            _raw_frame(content),
        ),
        (
            "frame-checksum",
            "as `run`, with zstd's own checksum",
            compressed(content, write_checksum=True),
        ),
        (
            "frame-of-unknown-size",
            "as `run`; the frame does not say its size",
            compressed(content, write_content_size=False),
        ),
        (
            "wide-window",
            "as `run`; the frame asks for a window of 128 MiB",
            _wide_window(content),
        ),
    ]:
        yield vector(file, about, run[:6], frame)


def _filled(make: Maker, before: Raw, size: int) -> Raw:
    """An event of a type that nobody knows, of so many bytes."""
    made = make.next(before, "filler", b"")
    salt = make.id()
    made.payload = salt + bytes(size - 300)
    made.payload += bytes(size - len(made.data))
    assert len(made.data) == size
    return made


def _raw_frame(content: bytes) -> bytes:
    """A frame of one raw block, written by hand (RFC 8878)."""
    assert 256 <= len(content) < 65536 + 256
    head = b"\x28\xb5\x2f\xfd\x60" + (len(content) - 256).to_bytes(2, "little")
    return head + (1 | len(content) << 3).to_bytes(3, "little") + content


def _invalid() -> Iterable[Vector]:
    make = Maker()
    run = make.chain(make.writer, 4)
    other = make.chain(make.other_writer, 4)
    events = events_of(run)
    content = b"".join(event.data for event in events)
    good = make_segment(make.journal, events)
    name = good.name(HOUR)

    def bent(
        file: str, problem: str, about: str, changed: list[Raw], **fields: Any
    ) -> Vector:
        """A segment of events that are not right, or of wrong fields, which
        the name repeats."""
        made = events_of(changed)
        bytes_inside = b"".join(event.data for event in made)
        first, last = made[0], made[-1]
        items = {
            "magic": MAGIC,
            "format": FORMAT,
            "journal": make.journal,
            "writer": run[0].writer,
            "first": first.sequence,
            "last": last.sequence,
            "previous": first.previous,
            "tip": last.hash,
            "size": len(bytes_inside),
            "frame": compressed(bytes_inside),
            **fields,
        }
        return whole(file, problem, about, cbor2.dumps(list(items.values())))

    def whole(file: str, problem: str, about: str, body: bytes) -> Vector:
        """A segment of any body, with the footer and name that it should
        have."""
        data = body + digest(body)
        footer = data[-FOOTER_BYTES:][:16].hex()
        try:
            items = cbor2.loads(body)
            writer, first, last, tip = (items[at] for at in (3, 4, 5, 7))
            text = (
                f"v1/{make.journal.hex()}/s/{HOUR}/{writer.hex()}-{first:020}-"
                f"{last:020}-{tip[:8].hex()}-{footer}.seg"
            )
        except (cbor2.CBORDecodeError, IndexError, TypeError):
            text = ""
        if Name.parse(text) is None:
            text = name.replace(good.data[-FOOTER_BYTES:][:16].hex(), footer)
        return Vector(file, about, text, data, problem)

    def named(file: str, problem: str, about: str, text: str) -> Vector:
        """A good segment under a name that is not its own."""
        assert text != name
        return Vector(file, about, text, good.data, problem)

    def found(file: str, problem: str, about: str, data: bytes) -> Vector:
        """Damaged bytes under the good segment's name."""
        return Vector(file, about, name, data, problem)

    def flipped(data: bytes, place: int, bit: int = 1) -> bytes:
        changed = bytearray(data)
        changed[place] ^= bit
        return bytes(changed)

    def framed(file: str, problem: str, about: str, frame: bytes) -> Vector:
        return bent(file, problem, about, run, frame=frame)

    # What a disk or a network does.
    data = good.data
    yield found(
        "flip-in-footer", "footer", "a bit of the footer", flipped(data, -1)
    )
    yield found(
        "flip-in-fields",
        "footer",
        "a bit of the journal's id",
        flipped(data, 25),
    )
    yield found(
        "flip-in-events",
        "footer",
        "a bit of the frame",
        flipped(data, len(data) // 2, 64),
    )
    yield found("truncated", "footer", "the last byte is missing", data[:-1])
    yield found(
        "cut-in-half",
        "footer",
        "the second half is missing",
        data[: len(data) // 2],
    )
    yield found("empty", "footer", "no byte at all", b"")
    yield found(
        "trailing-byte", "footer", "a byte after the footer", data + b"\0"
    )
    yield found("zeros", "footer", "as many zeros", bytes(len(data)))
    frame = compressed(content, write_checksum=True)
    again = sealed(make.journal, events, len(content), frame)
    yield found(
        "other-content",
        "name",
        "whole, but of another hash than its name's",
        again,
    )

    # Whole segments under names that are not theirs.
    yield named(
        "name-of-other-journal",
        "journal",
        "found among another journal's",
        name.replace(make.journal.hex(), make.other_journal.hex()),
    )
    yield named(
        "name-of-other-writer",
        "name",
        "the name says another writer",
        name.replace(make.writer.hex(), make.other_writer.hex()),
    )
    yield named(
        "name-of-other-first",
        "name",
        "the name says another first event",
        name.replace(f"-{1:020}-", f"-{2:020}-"),
    )
    yield named(
        "name-of-other-last",
        "name",
        "the name says another last event",
        name.replace(f"-{6:020}-", f"-{7:020}-"),
    )
    yield named(
        "name-of-other-tip",
        "name",
        "the name says another tip",
        name.replace(events[-1].hash[:8].hex(), events[0].hash[:8].hex()),
    )
    yield named(
        "name-of-other-hash",
        "name",
        "the name says another footer",
        name.replace(data[-32:-16].hex(), again[-32:-16].hex()),
    )

    # The array.
    body = data[:-FOOTER_BYTES]
    yield whole(
        "no-segment",
        "form",
        "another magic",
        cbor2.dumps(["plantguide.fragment", *cbor2.loads(body)[1:]]),
    )
    yield whole(
        "newer-format",
        "newerFormat",
        "format 2, of a program to come",
        cbor2.dumps([MAGIC, 2, *cbor2.loads(body)[2:], "more"]),
    )
    yield whole(
        "eleven-items",
        "form",
        "an item more",
        cbor2.dumps([*cbor2.loads(body), 0]),
    )
    yield whole(
        "nine-items",
        "form",
        "an item less",
        cbor2.dumps(cbor2.loads(body)[:-1]),
    )
    for count in 9, 11:
        yield whole(
            f"head-of-{count}-items",
            "form",
            f"the head of an array of {count} items before ten",
            bytes([0x80 | count]) + body[1:],
        )
    yield whole(
        "trailing-item",
        "form",
        "bytes between the array and the footer",
        body + b"\0",
    )
    yield whole(
        "long-head",
        "form",
        "the format in two bytes, so not deterministic",
        body.replace(b"segment\x01", b"segment\x18\x01", 1),
    )
    yield whole(
        "long-array",
        "form",
        "the array's head in two bytes",
        b"\x98" + flipped(body, 0, 0x80),
    )
    yield whole(
        "indefinite-array",
        "form",
        "an array of indefinite length",
        b"\x9f" + body[1:] + b"\xff",
    )
    yield whole(
        "tagged", "form", "a tag before the array", b"\xd9\xd9\xf7" + body
    )
    yield bent("first-zero", "form", "first is 0", run, first=0)
    yield bent(
        "last-zero", "form", "first and last are 0", run, first=0, last=0
    )
    yield bent(
        "ends-before-it-begins",
        "form",
        "last is below first",
        run,
        first=6,
        last=1,
    )
    yield bent(
        "short-id",
        "form",
        "a writer of 15 bytes",
        run,
        writer=make.writer[:15],
    )

    # The frame.
    yield bent(
        "size-too-small",
        "size",
        "size is a byte less than the frame holds",
        run,
        size=len(content) - 1,
    )
    yield bent(
        "size-too-large",
        "size",
        "size is a byte more than the frame holds",
        run,
        size=len(content) + 1,
    )
    unsized = compressed(content, write_content_size=False)
    yield bent(
        "unsized-too-long",
        "frame",
        "more than size, in a frame that does not say so",
        run,
        size=len(content) - 1,
        frame=unsized,
    )
    yield bent(
        "unsized-too-short",
        "size",
        "less than size, in a frame that does not say so",
        run,
        size=len(content) + 1,
        frame=unsized,
    )
    yield bent(
        "size-of-18-mib",
        "tooLarge",
        "size is a byte beyond 17 MiB",
        run,
        size=SIZE_LIMIT + 1,
    )
    yield framed(
        "bomb",
        "frame",
        "the frame holds 64 MiB and does not say so",
        compressed(bytes(64 << 20), write_content_size=False),
    )
    yield bent(
        "bomb-that-says-so",
        "size",
        "the frame holds 64 MiB",
        run,
        frame=compressed(bytes(64 << 20)),
    )
    yield framed("no-frame", "frame", "the events uncompressed", content)
    yield framed(
        "frame-cut",
        "frame",
        "the frame lacks its last byte",
        compressed(content)[:-1],
    )
    yield framed(
        "frame-flipped",
        "frame",
        "a bit of the frame, under a right footer",
        flipped(compressed(content), 9, 2),
    )
    yield framed(
        "two-frames",
        "size",
        "the events in two frames",
        b"".join(
            compressed(part, write_content_size=False)
            for part in (content[:700], content[700:])
        ),
    )
    yield framed(
        "byte-after-frame",
        "frame",
        "a byte after the frame",
        compressed(content) + b"\0",
    )
    skippable = b"\x50\x2a\x4d\x18\x04\x00\x00\x00skip"
    yield framed(
        "skippable-before",
        "frame",
        "a skippable frame before it",
        skippable + compressed(content),
    )
    yield framed(
        "skippable-after",
        "frame",
        "a skippable frame after it",
        compressed(content) + skippable,
    )
    words = zstandard.ZstdCompressionDict(b"plant.noted writer.started " * 16)
    yield framed(
        "dictionary",
        "frame",
        "a frame that names a dictionary",
        _with_dictionary(compressed(content, dict_data=words)),
    )

    # The chain.
    yield bent(
        "swapped",
        "sequence",
        "the third and the fourth event swapped",
        [*run[:2], run[3], run[2], *run[4:]],
    )
    yield bent(
        "gap", "sequence", "the third event is missing", [*run[:2], *run[3:]]
    )
    yield bent(
        "twice", "sequence", "the third event twice", [*run[:3], *run[2:]]
    )
    yield bent(
        "too-few",
        "count",
        "the last event is missing",
        run[:-1],
        last=6,
        tip=run[-1].hash,
    )
    yield bent(
        "too-many",
        "count",
        "an event after the last one",
        [*run, make.note(run[-1], "One more")],
        last=6,
        tip=run[-1].hash,
    )
    yield bent(
        "no-events",
        "form",
        "no event, and size 0",
        run,
        size=0,
        frame=compressed(b""),
    )
    yield bent(
        "first-differs",
        "sequence",
        "it says to begin with the second event",
        run,
        first=2,
        last=7,
    )
    yield bent(
        "previous-differs",
        "previous",
        "previous is not that of its first event",
        run[2:],
        previous=run[0].hash,
    )
    yield bent(
        "first-with-previous",
        "previous",
        "the writer's first event names one before",
        [replace(run[0], previous=run[3].hash)],
    )
    yield bent(
        "tip-differs",
        "tip",
        "tip is not the hash of the last event",
        run,
        tip=run[-2].hash,
    )
    strange = make.note(run[2], "Another fourth")
    yield bent(
        "spliced",
        "previous",
        "the fourth event of another branch",
        [*run[:3], strange, *run[4:]],
    )
    foreign = replace(other[3], previous=run[2].hash)
    yield bent(
        "other-writer-inside",
        "writer",
        "the last event is of another writer",
        [*run[:3], foreign],
    )
    yield bent(
        "of-another-writer",
        "writer",
        "the events are of another writer than it says",
        other,
    )
    later = run[3].stamp[0]
    for file, about, stamp in [
        (
            "stamp-equal",
            "an event has the stamp of the one before",
            [later, 0],
        ),
        ("stamp-falls", "an event has a stamp before that", [later - 1, 9]),
    ]:
        yield bent(
            file,
            "stamp",
            about,
            [*run[:4], make.note(run[3], "Late", stamp=stamp)],
        )
    yield bent(
        "action-of-another",
        "action",
        "an action that ended before",
        [*run[:4], make.note(run[3], "Back", action=3)],
    )
    yield bent(
        "action-to-come",
        "action",
        "an action that begins later",
        [*run[:4], make.note(run[3], "Ahead", action=6)],
    )
    yield bent(
        "action-to-come-first",
        "action",
        "its first event is of an action that begins later",
        [make.note(run[3], "Ahead", action=6)],
    )

    # The events.
    def last(**changes: Any) -> list[Raw]:
        return [*run[:5], replace(run[5], **changes)]

    payload = run[5].payload or b""
    hashed = digest(payload)
    yield bent(
        "payload-changed",
        "payload",
        "a bit of a payload",
        last(payload=flipped(payload, -1), payload_hash=hashed),
    )
    yield bent(
        "salt-changed",
        "payload",
        "a bit of a payload's salt",
        last(payload=flipped(payload, 0), payload_hash=hashed),
    )
    yield bent(
        "payload-missing",
        "payload",
        "a payload is null, and nothing erased it",
        last(payload=None, payload_hash=hashed),
    )
    yield bent(
        "payloads-swapped",
        "payload",
        "two events have each other's payload",
        [*run[:4], *_swapped(make, run)],
    )
    yield bent(
        "newer-header", "newerFormat", "a header of version 2", last(version=2)
    )
    yield bent(
        "header-of-12-items",
        "event",
        "an item more in a header",
        last(more=[0]),
    )
    yield bent(
        "header-long-head",
        "event",
        "a header's version in two bytes",
        last(
            bend_header=lambda header: header.replace(
                b"\x8b\x01", b"\x8b\x18\x01", 1
            )
        ),
    )
    yield bent(
        "header-trailing-byte",
        "event",
        "a byte after a header's array",
        last(bend_header=lambda header: header + b"\0"),
    )
    yield bent(
        "event-long-head",
        "event",
        "an event's array in two bytes",
        last(bend=lambda data: b"\x98\x02" + data[1:]),
    )
    yield bent(
        "event-indefinite",
        "event",
        "an event's array of indefinite length",
        last(bend=lambda data: b"\x9f" + data[1:] + b"\xff"),
    )
    yield bent(
        "header-in-chunks",
        "event",
        "a header of indefinite length",
        last(
            bend=lambda data: (
                b"\x82\x5f" + data[1:].replace(b"\x58\x6d", b"\xff\x58\x6d", 1)
            )
        ),
    )
    yield bent(
        "event-of-3-items",
        "event",
        "a third item in an event",
        last(bend=lambda data: b"\x83" + data[1:] + b"\0"),
    )
    yield bent(
        "undefined-payload",
        "event",
        "undefined instead of null",
        last(payload=None, bend=lambda data: data[:-1] + b"\xf7"),
    )
    yield bent(
        "too-long-event",
        "event",
        "an event of 1,048,577 bytes",
        [*run, _filled(make, run[-1], EVENT_LIMIT + 1)],
    )
    yield bent(
        "stamp-corrupt",
        "event",
        "a stamp of 2^47 milliseconds",
        last(stamp=[STAMP_LIMIT, 0]),
    )
    yield bent(
        "counter-corrupt",
        "event",
        "a counter of 65,536",
        last(stamp=[run[5].stamp[0], 65_536]),
    )
    yield bent(
        "recorded-corrupt",
        "event",
        "recorded after the year 9999",
        last(recorded=253_402_300_800_000),
    )
    yield bent(
        "sequence-zero",
        "event",
        "a sequence of 0",
        [replace(run[0], sequence=0)],
        first=1,
        last=1,
    )
    yield bent("schema-zero", "event", "version 0 of a type", last(schema=0))
    yield bent(
        "type-not-text", "event", "a type of bytes", last(type=b"plant.noted")
    )
    yield bent(
        "type-not-utf-8",
        "event",
        "a type that is not UTF-8",
        last(
            bend_header=lambda header: header.replace(
                b"plant.noted", b"plant.n\xffted"
            )
        ),
    )
    yield bent(
        "trailing-in-frame",
        "count",
        "a byte after the last event",
        last(bend=lambda data: data + b"\0"),
    )


def _swapped(make: Maker, run: list[Raw]) -> list[Raw]:
    one, two = run[4].payload or b"", run[5].payload or b""
    first = replace(run[4], payload=two, payload_hash=digest(one))
    second = replace(run[5], payload=one, payload_hash=digest(two))
    assert first.hash == run[4].hash and second.hash == run[5].hash
    return [first, second]


def _with_dictionary(frame: bytes) -> bytes:
    """The frame with a dictionary's number in its header (RFC 8878)."""
    about = zstandard.get_frame_parameters(frame)
    if about.dict_id:
        return frame
    # One byte for it; a single segment has no byte for the window before.
    assert frame[4] & 0b100011 == 0b100000
    return frame[:4] + bytes([frame[4] | 1]) + b"\x07" + frame[5:]


def _wide_window(content: bytes) -> bytes:
    frame = compressed(content, write_content_size=False)
    # Neither size nor single segment: the window's byte follows, exponent 17.
    assert frame[4] == 0
    return frame[:5] + bytes([17 << 3]) + frame[6:]


def index() -> bytes:
    """What `index.json` says of the files."""
    entries = [
        json.dumps(vector.entry, ensure_ascii=False, separators=(",", ":"))
        for vector in vectors()
    ]
    return (
        '{"seed":%d,"vectors":[\n%s\n]}\n' % (SEED, ",\n".join(entries))
    ).encode()


def files() -> dict[str, bytes]:
    """All files of the folder, by name."""
    made = {f"{vector.file}.seg": vector.data for vector in vectors()}
    assert len(made) == len(vectors()), "two vectors of one name"
    return {**made, "index.json": index()}
