"""Reads a journal's bytes as docs/design/storage.md and schemas/ describe them.

Shares no code with the program: LMDB, CBOR and BLAKE2b come from Python
packages, and every rule here is written a second time on purpose.
"""

from __future__ import annotations

import base64
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import cbor2
import lmdb

SALT_BYTES = 16
JOURNAL_STREAM = bytes(16)
FIRST_PREVIOUS = bytes(32)

ID_FIELDS = {
    "plant.added": {"room", "parent"},
    "plant.edited": {"parent"},
    "plant.moved": {"room"},
    "plant.merged": {"into"},
    "room.merged": {"into"},
    "task.added": {"task"},
    "task.completed": {"task", "photo"},
    "task.skipped": {"task"},
    "task.snoozed": {"task"},
    "plant.identified": {"photo"},
    "photo.captured": {"photo"},
    "photo.annotated": {"photo"},
    "photo.removed": {"photo"},
    "journal.created": {"journal"},
    "writer.started": {"previous"},
    "writer.named": {"writer"},
    "action.undone": {"writer", "plant"},
    "payload.erased": {"writer"},
}
HASH_FIELDS = {
    "action.undone": {"hash"},
    "payload.erased": {"hash"},
    "photo.captured": {"sha256", "sourceSha256", "thumbnailSha256"},
    "plant.noted": {"replaces"},
}


def digest(data: bytes) -> bytes:
    """BLAKE2b-256, the one hash of the format."""
    return blake2b(data, digest_size=32).digest()


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def base64url_bytes(text: str) -> bytes:
    return base64.b64decode(
        text + "=" * (-len(text) % 4), altchars=b"-_", validate=True
    )


def utc_instant(milliseconds: int) -> str:
    """RFC 3339 in UTC, with milliseconds where they are not zero."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(
        milliseconds=milliseconds
    )
    precision = "milliseconds" if milliseconds % 1000 else "seconds"
    return moment.isoformat(timespec=precision).replace("+00:00", "Z")


@dataclass(frozen=True)
class StoredEvent:
    """An event as the log holds it."""

    data: bytes

    @cached_property
    def parts(self) -> tuple[bytes, bytes | None]:
        header, payload = cbor2.loads(self.data)
        return header, payload

    @property
    def header_bytes(self) -> bytes:
        return self.parts[0]

    @property
    def payload_bytes(self) -> bytes | None:
        return self.parts[1]

    @cached_property
    def header(self) -> list[Any]:
        return cbor2.loads(self.header_bytes)

    @property
    def writer(self) -> bytes:
        return self.header[1]

    @property
    def sequence(self) -> int:
        return self.header[2]

    @property
    def previous(self) -> bytes:
        return self.header[3]

    @property
    def stamp(self) -> tuple[int, int]:
        milliseconds, counter = self.header[4]
        return milliseconds, counter

    @property
    def recorded(self) -> int:
        return self.header[5]

    @property
    def action(self) -> int:
        return self.header[6]

    @property
    def stream(self) -> bytes:
        return self.header[7]

    @property
    def type(self) -> str:
        return self.header[8]

    @property
    def schema(self) -> int:
        return self.header[9]

    @property
    def version(self) -> str:
        """What its version's rule, schema and samples are called."""
        return self.type if self.schema == 1 else f"{self.type}.{self.schema}"

    @property
    def payload_hash(self) -> bytes:
        return self.header[10]

    @cached_property
    def hash(self) -> bytes:
        return digest(self.header_bytes)

    @property
    def salt(self) -> bytes | None:
        return self.payload_bytes and self.payload_bytes[:SALT_BYTES]

    @property
    def map_bytes(self) -> bytes | None:
        return self.payload_bytes and self.payload_bytes[SALT_BYTES:]

    @cached_property
    def map(self) -> dict[str, Any] | None:
        return None if self.map_bytes is None else cbor2.loads(self.map_bytes)

    @property
    def order(self) -> tuple[int, int, bytes, int, bytes]:
        """The event's place in canonical order."""
        return (*self.stamp, self.writer, self.sequence, self.hash)

    @property
    def log_key(self) -> bytes:
        return self.writer + self.sequence.to_bytes(8) + self.hash[:8]

    @property
    def stream_key(self) -> bytes:
        milliseconds, counter = self.stamp
        place = milliseconds.to_bytes(6) + counter.to_bytes(2)
        return self.stream + place + self.log_key


@dataclass(frozen=True)
class Journal:
    """The append-only part of a home's LMDB environment."""

    log: dict[bytes, bytes]
    streams: dict[bytes, bytes]

    @cached_property
    def events(self) -> list[StoredEvent]:
        """All events in canonical order."""
        events = [StoredEvent(data) for data in self.log.values()]
        return sorted(events, key=lambda event: event.order)

    @cached_property
    def chains(self) -> dict[bytes, list[StoredEvent]]:
        """Each writer's events by sequence."""
        chains: dict[bytes, list[StoredEvent]] = {}
        for event in self.events:
            chains.setdefault(event.writer, []).append(event)
        for chain in chains.values():
            chain.sort(key=lambda event: event.sequence)
        return chains

    @cached_property
    def undone(self) -> set[bytes]:
        """Hashes of the first events of all actions that are undone."""
        latest: dict[bytes, bool] = {}
        for event in self.events:
            if event.type == "action.undone" and event.map is not None:
                latest[event.map["hash"]] = event.map["undone"]
        return {first for first, undone in latest.items() if undone}

    @cached_property
    def amended(self) -> set[bytes]:
        """Hashes of events of care that an amendment stands for, and of
        amendments that do not count."""
        latest: dict[bytes, StoredEvent] = {}
        cares: dict[bytes, StoredEvent] = {}
        for event in self.events:
            if event.type != "task.completed" or event.map is None:
                continue
            if self.is_undone(event):
                continue
            amends = event.map.get("amends")
            if amends is None:
                cares[event.hash] = event
                continue
            care = cares.get(amends["hash"])
            named = (amends["writer"], amends["sequence"], event.stream)
            if care and named == (care.writer, care.sequence, care.stream):
                latest[care.hash] = event
        counting = {event.hash for event in latest.values()}
        return set(latest) | {
            event.hash for event in self.events
            if event.type == "task.completed" and event.map is not None
            and "amends" in event.map and not self.is_undone(event)
            and event.hash not in counting
        }

    def action_start(self, event: StoredEvent) -> StoredEvent:
        """The first event of an event's action, in a log without forks."""
        return self.chains[event.writer][event.action - 1]

    def is_undone(self, event: StoredEvent) -> bool:
        return self.action_start(event).hash in self.undone


def read_journal(home: Path) -> Journal:
    """Copies what the log and its stream index hold; nobody may write now."""
    with lmdb.open(
        str(home / "lmdb"), readonly=True, lock=False, max_dbs=32
    ) as environment:
        return Journal(
            log=_entries(environment, b"log"),
            streams=_stream_entries(_entries(environment, b"streams")),
        )


def _entries(environment: lmdb.Environment, name: bytes) -> dict[bytes, bytes]:
    database = environment.open_db(name, create=False)
    with environment.begin(database) as transaction:
        return dict(transaction.cursor())


def _stream_entries(runs: dict[bytes, bytes]) -> dict[bytes, bytes]:
    """The action of each event by its place: what runs of entries stand for."""
    entries = {}
    for key, value in runs.items():
        stream, writer = key[:16], key[24:40]
        time, counter, sequence, hash_start = (
            int.from_bytes(key[start:end])
            for start, end in [(16, 22), (22, 24), (40, 48), (48, 56)]
        )
        action, rest = int.from_bytes(value[:8]), BytesIO(value[8:])

        def number(count: int) -> int:
            part = rest.read(count)  # noqa: B023
            assert len(part) == count
            return int.from_bytes(part)

        entries[key] = value[:8]
        while head := rest.read(1):
            flags = number(1) if head[0] & 0x80 else 0
            time += number(head[0] & 7)
            step = number(head[0] >> 3 & 15)
            hash_start = number(8)
            counter = number(2) if flags & 1 else 0
            if flags & 2:
                writer, sequence = rest.read(16), 0
            sequence = (sequence + step) % 2**64
            if flags & 8:
                action = number(8)
            elif not flags & 4:
                action = hash_start
            place = time.to_bytes(6) + counter.to_bytes(2) + writer
            place += sequence.to_bytes(8) + hash_start.to_bytes(8)
            # Runs begin where a hash says so, and nowhere else.
            assert hash_start >> 59
            entries[stream + place] = action.to_bytes(8)
    return entries


def canonical(value: Any) -> bytes:
    """The one deterministic encoding of a decoded value."""
    return cbor2.dumps(value, canonical=True)


def maps_within(value: Any) -> Iterator[dict[Any, Any]]:
    """Every map in a decoded value, itself included."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from maps_within(item)


def payload_json(event: StoredEvent) -> dict[str, Any] | None:
    """The JSON form of an event's payload, null where it is erased."""
    if event.map is None:
        return None
    return {
        name: _field_json(event.type, name, value)
        for name, value in event.map.items()
    }


def _field_json(type_name: str, name: str, value: Any) -> Any:
    if name == "amends" and isinstance(value, dict):
        # It names an event as these do.
        return {
            key: _field_json("payload.erased", key, item)
            for key, item in value.items()
        }
    if not isinstance(value, bytes):
        return _value_json(value)
    if name in ID_FIELDS.get(type_name, ()) and len(value) == 16:
        return str(uuid.UUID(bytes=value))
    if name in HASH_FIELDS.get(type_name, ()):
        return value.hex()
    return base64url(value)


def _value_json(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64url(value)
    if isinstance(value, list):
        return [_value_json(item) for item in value]
    if isinstance(value, dict):
        return {name: _value_json(item) for name, item in value.items()}
    # JSON has one kind of number, so 1.0 is written 1.
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def header_json(event: StoredEvent) -> dict[str, Any]:
    """The JSON form of an event's header."""
    return {
        "version": event.header[0],
        "writer": str(uuid.UUID(bytes=event.writer)),
        "sequence": event.sequence,
        "previous": event.previous.hex(),
        "stamp": list(event.stamp),
        "recorded": utc_instant(event.recorded),
        "action": event.action,
        "stream": str(uuid.UUID(bytes=event.stream)),
        "type": event.type,
        "schema": event.schema,
        "payloadHash": event.payload_hash.hex(),
    }


def history_json(journal: Journal, event: StoredEvent) -> dict[str, Any]:
    """The line of `history --json` for an event."""
    amended = {"amended": True} if event.hash in journal.amended else {}
    return amended | {
        "header": header_json(event),
        "hash": event.hash.hex(),
        "undone": journal.is_undone(event),
        "payload": payload_json(event),
    }
