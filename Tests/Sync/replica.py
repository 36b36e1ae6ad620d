"""A replica that keeps its events in memory and syncs with a folder.

Written from docs/design/ and schemas/ alone, it shares no code with the
program. It knows no care: it holds events of any type, relays them, and writes
a few of its own. As a command it is another machine:

    replica.py HOME sync FOLDER [--journal ID] [--check]
    replica.py HOME note PLANT TEXT
    replica.py HOME complete PLANT KIND
    replica.py HOME erase HASH
    replica.py HOME compact FOLDER
    replica.py HOME plants
    replica.py HOME export

HOME is a directory of its own form: `events.jsonl`, the lines of `export
events`, and `writer`, the writer that it writes as.
"""

from __future__ import annotations

import argparse
import base64
import errno
import json
import os
import random
import stat
import sys
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cbor2

from segment import (
    FULL,
    JOURNAL_STREAM,
    LASTING,
    NO_HASH,
    SEGMENT_LIMIT,
    STAMP_LIMIT,
    Event,
    Name,
    Refused,
    Segment,
    check_follows,
    cut,
    demand,
    make_event,
    make_segment,
    read_event,
    read_segment,
)

# A wall clock beyond 2200-01-01 is taken to be broken.
WALL_LIMIT = 7_258_118_400_000
# The end of time is kept free for those who had to absorb a stamp before it.
RESERVE = STAMP_LIMIT - (1 << 40)


class Conflict(Exception):
    """Other bytes are under a name that was to be put."""


class Folder:
    """A remote that is a directory: list, get, put if absent."""

    def __init__(self, path: Path, *, flushes: bool = True) -> None:
        self.flushes = flushes
        # Never made here: an unmounted disk is no empty remote.
        if not path.is_dir():
            raise FileNotFoundError(errno.ENOENT, "no such folder", str(path))
        self.path = path

    def journals(self) -> list[bytes]:
        """The journals of which there is anything."""
        found = self.path.glob("v1/" + "[0-9a-f]" * 32)
        return sorted(bytes.fromhex(path.name) for path in found)

    def names(self, journal: bytes) -> list[Name]:
        """The names of all segments, in order; what else lies there is not
        among them."""
        root = self.path / "v1" / journal.hex() / "s"
        found = (
            Name.parse(path.relative_to(self.path).as_posix())
            for path in root.glob("*/*.seg")
        )
        return sorted(filter(None, found), key=lambda name: name.text)

    def get(self, name: Name) -> bytes:
        """The bytes under a name; a byte more than allowed where there are
        more."""
        # Neither a link nor a pipe that somebody left there.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        try:
            file = os.open(self.path / name.text, flags)
        except OSError as error:
            raise Refused("absent", os.strerror(error.errno or 0)) from None
        try:
            is_file = stat.S_ISREG(os.fstat(file).st_mode)
            demand(is_file, "absent", "not a regular file")
            with open(file, "rb", closefd=False) as stream:
                return stream.read(SEGMENT_LIMIT + 1)
        finally:
            os.close(file)

    def put(self, name: str, data: bytes) -> bool:
        """Stores bytes under a name that is free, and returns whether it was.

        - raises Conflict: where other bytes are there.
        """
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.parent / f".tmp-{uuid.uuid4().hex}"
        try:
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                self._flush(file.fileno())
            try:
                self._publish(temporary, path)
            except FileExistsError:
                if self._found(name) != data:
                    raise Conflict(name) from None
                return False
        finally:
            temporary.unlink(missing_ok=True)
        for directory in path.parent, path.parent.parent:
            handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
            self._flush(handle)
            os.close(handle)
        return True

    def _flush(self, file: int) -> None:
        if self.flushes:
            os.fsync(file)

    def _found(self, text: str) -> bytes | None:
        name = Name.parse(text)
        assert name is not None, "not a name of ours"
        try:
            return self.get(name)
        except Refused:
            return None

    @staticmethod
    def _publish(temporary: Path, path: Path) -> None:
        try:
            os.link(temporary, path)
        except OSError as error:
            # File systems of sticks have no links.
            if error.errno not in (errno.EPERM, errno.ENOTSUP):
                raise
            if path.exists():
                raise FileExistsError from None
            temporary.rename(path)


@dataclass
class Outcome:
    """What a sync did."""

    received: int = 0
    stored: int = 0
    # Names and why they were not taken.
    refused: dict[str, str] = field(default_factory=dict)
    # Names whose events before are not here.
    waiting: list[str] = field(default_factory=list)


class Unexplained(Refused):
    """Payloads are missing, and nothing that is known has erased them."""

    def __init__(self, keys: set[tuple[bytes, int, bytes]]) -> None:
        super().__init__("payload", "missing, and not erased")
        self.keys = keys


@dataclass
class Log:
    """The events that are held: each after the one it continues."""

    events: dict[tuple[bytes, int, bytes], Event] = field(default_factory=dict)
    # By the event before: several after a fork.
    following: dict[tuple[bytes, int, bytes], list[Event]] = field(
        default_factory=lambda: defaultdict(list)
    )
    # By writer, sequence and the first 8 bytes of the hash, as in names.
    places: dict[tuple[bytes, int, bytes], Event] = field(default_factory=dict)
    reach: dict[bytes, int] = field(default_factory=lambda: defaultdict(int))
    # What is erased, held or not.
    erased: set[tuple[bytes, int, bytes]] = field(default_factory=set)
    latest: tuple[int, int] = (-1, 0)

    def holds(self, name: Name) -> bool:
        return (name.writer, name.last, name.tip) in self.places

    def before(self, event: Event) -> Event | None:
        return self.events.get(
            (event.writer, event.sequence - 1, event.previous)
        )

    def is_next(self, event: Event) -> bool:
        """Whether the event before is held, or none is before it."""
        return event.sequence == 1 or self.before(event) is not None

    def receive(self, run: Iterable[Event]) -> int:
        """Takes events of which each continues what is held, all or none;
        returns how many were new."""
        new: dict[tuple[bytes, int, bytes], Event] = {}
        latest = self.latest
        for event in run:
            if event.key in self.events:
                continue
            if event.sequence > 1:
                key = (event.writer, event.sequence - 1, event.previous)
                before = new.get(key) or self.events.get(key)
                demand(
                    before is not None, "waiting", "the one before is missing"
                )
                check_follows(before, event)
            demand(
                event.stamp[0] < RESERVE or event.stamp[0] <= latest[0] + 1,
                "stamp",
                "a leap to the end of time",
            )
            latest = max(latest, event.stamp)
            new[event.key] = event
        erases = {event.erases for event in new.values() if event.erases}
        unexplained = {
            event.key
            for event in new.values()
            if event.payload is None
            and event.key not in self.erased | erases
        }
        if unexplained:
            raise Unexplained(unexplained)
        self.erased |= erases
        for event in new.values():
            is_erased = event.key in self.erased and event.type not in LASTING
            self._insert(event.erased if is_erased else event)
        for key in erases & self.events.keys():
            self._erase(self.events[key])
        return len(new)

    def _erase(self, event: Event) -> None:
        if event.type in LASTING:
            return
        self.events[event.key] = event.erased
        self.places[event.writer, event.sequence, event.hash[:8]] = (
            event.erased
        )
        after = self.following[event.writer, event.sequence - 1, event.previous]
        after[:] = [self.events[one.key] for one in after]

    def _insert(self, event: Event) -> None:
        self.events[event.key] = event
        key = (event.writer, event.sequence - 1, event.previous)
        self.following[key].append(event)
        self.places[event.writer, event.sequence, event.hash[:8]] = event
        self.reach[event.writer] = max(
            self.reach[event.writer], event.sequence
        )
        self.latest = max(self.latest, event.stamp)

    def back(self, name: Name) -> Iterator[Event]:
        """The events of a name whose tip is held, the last one first."""
        event: Event | None = self.places[name.writer, name.last, name.tip]
        while event is not None and event.sequence >= name.first:
            yield event
            event = self.before(event)

    def chain(self, writer: bytes) -> list[Event]:
        """The events of a writer without branches, by sequence."""
        held = (
            event for event in self.events.values() if event.writer == writer
        )
        return sorted(held, key=lambda event: event.sequence)

    def runs(self, without: set[bytes]) -> Iterator[list[Event]]:
        """The events whose hash is not among these, as runs of chains, what
        comes earlier in its chain first."""
        starts = sorted(
            (
                event
                for event in self.events.values()
                if event.hash not in without
                and not self._continues(event, without)
            ),
            key=lambda event: event.key,
        )
        for event in starts:
            run = [event]
            while after := self._after(run[-1], without):
                run.append(after)
            yield run

    def _after(self, event: Event, without: set[bytes]) -> Event | None:
        """The event that goes on with a run; other branches begin their own."""
        after = [
            event
            for event in self.following.get(event.key, ())
            if event.hash not in without
        ]
        return min(after, key=lambda event: event.hash, default=None)

    def _continues(self, event: Event, without: set[bytes]) -> bool:
        before = self.before(event)
        return (
            before is not None
            and before.hash not in without
            and self._after(before, without) == event
        )


class Replica:
    """A journal on a machine that is not really one."""

    def __init__(self, chance: random.Random, journal: bytes | None = None):
        self.chance = chance
        self.journal = journal
        self.log = Log()
        self.writer: bytes | None = None
        # The last event that this replica wrote itself.
        self.own: Event | None = None

    # What is held

    @property
    def journals(self) -> set[bytes]:
        """The journals that the events say they belong to."""
        return {
            event.fields["journal"]
            for event in self.log.events.values()
            if event.type == "journal.created" and event.fields
        }

    @property
    def plants(self) -> list[bytes]:
        return sorted(
            {
                event.stream
                for event in self.log.events.values()
                if event.type == "plant.added"
            }
        )

    @property
    def forked(self) -> set[bytes]:
        """Writers whose chain has branches."""
        return {
            key[0]
            for key, after in self.log.following.items()
            if len(after) > 1
        }

    def export(self) -> str:
        """The lines of `export events`."""
        ordered = sorted(
            self.log.events.values(), key=lambda event: event.order
        )
        return "".join(export_line(event) for event in ordered)

    def restore(self, lines: Iterable[str]) -> None:
        """Takes what an `export` wrote."""
        events = [read_line(line) for line in lines]
        # Canonical order has each chain in its order.
        self.log.receive(events)

    # What is written here

    def write(self, wall: int, *actions: tuple[bytes, str, dict]) -> None:
        """Writes one action: each event's stream, type and fields.

        - Parameter wall: milliseconds since 1970.
        """
        if self.writer is None:
            self._start(wall)
        first = self._append(wall, actions[0], None)
        for one in actions[1:]:
            self._append(wall, one, first.sequence)

    def _start(self, wall: int) -> None:
        """The action before the first: a writer, and where nothing is held a
        journal."""
        fields = {"program": "replica.py 1.0"}
        if self.own is not None:
            fields["previous"] = self.own.writer
        is_empty = not self.log.events
        self.writer, self.own = self.chance.randbytes(16), None
        self._append(wall, (JOURNAL_STREAM, "writer.started", fields), 1)
        if is_empty:
            self.journal = self.journal or self.chance.randbytes(16)
            created = {"journal": self.journal, "timeZone": "Europe/Berlin"}
            self._append(wall, (JOURNAL_STREAM, "journal.created", created), 1)

    def _append(
        self, wall: int, what: tuple[bytes, str, dict], action: int | None
    ) -> Event:
        stream, type, fields = what
        assert self.writer is not None
        sequence = self.own.sequence + 1 if self.own else 1
        event = make_event(
            writer=self.writer,
            sequence=sequence,
            previous=self.own.hash if self.own else NO_HASH,
            stamp=self._stamp(wall),
            recorded=max(wall, 0),
            action=action or sequence,
            stream=stream,
            type=type,
            fields={"at": instant(wall), **fields},
            salt=self.chance.randbytes(16),
        )
        self.log.receive([event])
        self.own = event
        return event

    def _stamp(self, wall: int) -> tuple[int, int]:
        """The least above every stamp held and not below the clock."""
        milliseconds, counter = self.log.latest
        after = (
            (milliseconds, counter + 1)
            if counter < 65_535
            else (milliseconds + 1, 0)
        )
        return max(after, (min(max(wall, 0), WALL_LIMIT), 0))

    # What is exchanged

    def sync(
        self, store: Folder, hour: str, *, checks: bool = False
    ) -> Outcome:
        """Fetches what is lacking here, then puts what is lacking there.

        `hour` is that under which segments are put, yyyymmddhh in UTC. With
        `checks` everything there is read, so that what is damaged is put again
        by those who have it.
        """
        outcome = Outcome()
        if self.journal is None:
            journals = store.journals()
            if len(journals) > 1:
                raise LookupError("several journals; name one")
            self.journal = journals[0] if journals else None
        if self.journal is not None:
            self.fetch(store, outcome, checks)
        if self.journal is not None:
            self.put(store, hour, outcome)
        return outcome

    def fetch(self, store: Folder, outcome: Outcome, checks: bool) -> None:
        assert self.journal is not None
        candidates = store.names(self.journal)
        for name in candidates if checks else ():
            try:
                read_segment(store.get(name), name)
            except Refused as refusal:
                outcome.refused[name.text] = str(refusal)
        # What was fetched and does not follow yet.
        aside: dict[str, Segment] = {}
        while chosen := self._choice(candidates, outcome, aside):
            try:
                segment = read_segment(store.get(chosen), chosen)
                if self.log.is_next(segment.events[0]):
                    self._take(segment.events, outcome)
                else:
                    aside[chosen.text] = segment
            except Unexplained:
                aside[chosen.text] = segment
            except Refused as refusal:
                outcome.refused[chosen.text] = str(refusal)
            self._take_waiting(aside, outcome)
            if not self._choice(candidates, outcome, aside):
                self._take_together(aside, outcome)
        outcome.waiting = sorted(aside) + [
            name.text
            for name in candidates
            if not self.log.holds(name)
            and name.text not in outcome.refused
            and name.text not in aside
        ]

    def _choice(
        self,
        candidates: list[Name],
        outcome: Outcome,
        aside: dict[str, Segment],
    ) -> Name | None:
        """Of what may follow, that which reaches furthest; of such, that which
        repeats least."""
        reach = self.log.reach.copy()
        for segment in aside.values():
            last = segment.events[-1]
            reach[last.writer] = max(reach[last.writer], last.sequence)
        following = (
            name
            for name in candidates
            if not self.log.holds(name)
            and name.text not in outcome.refused
            and name.text not in aside
            and name.first <= reach[name.writer] + 1
        )
        return max(
            following,
            key=lambda name: (name.last, name.first, name.text),
            default=None,
        )

    def _take_waiting(
        self, aside: dict[str, Segment], outcome: Outcome
    ) -> None:
        is_new = True
        while is_new:
            is_new = False
            for name, segment in list(aside.items()):
                if not self.log.is_next(segment.events[0]):
                    continue
                try:
                    self._take(segment.events, outcome)
                except Unexplained:
                    continue
                except Refused as refusal:
                    outcome.refused[name] = str(refusal)
                is_new = True
                del aside[name]

    def _take_together(
        self, aside: dict[str, Segment], outcome: Outcome
    ) -> None:
        """Takes what waits for each other: what erased a payload may stand in
        any of the segments. Those that nothing explains are refused."""
        while True:
            names, events, keys = [], [], set(self.log.events)
            for name, segment in sorted(
                aside.items(), key=lambda item: item[1].events[0].key
            ):
                first = segment.events[0]
                before = first.writer, first.sequence - 1, first.previous
                if first.sequence == 1 or before in keys:
                    names.append(name)
                    events += segment.events
                    keys |= {event.key for event in segment.events}
            if not events:
                return
            try:
                self._take(events, outcome)
            except Unexplained as unexplained:
                for name in names:
                    if any(
                        event.key in unexplained.keys and event.payload is None
                        for event in aside[name].events
                    ):
                        outcome.refused[name] = str(unexplained)
                        del aside[name]
                continue
            except Refused as refusal:
                # Damage among them is found one by one.
                outcome.refused[names[-1]] = str(refusal)
                del aside[names[-1]]
                continue
            for name in names:
                del aside[name]

    def _take(self, events: list[Event], outcome: Outcome) -> None:
        held = set(self.log.events) if self.writer else set()
        outcome.received += self.log.receive(events)
        if self.writer is not None and any(
            event.writer == self.writer and event.key not in held
            for event in events
        ):
            # A copy of this replica has written: its writer is used no more.
            self.writer = None

    def put(self, store: Folder, hour: str, outcome: Outcome) -> None:
        """Puts what the listing does not cover, of any writer."""
        for run in self.log.runs(self._covered(store, outcome)):
            for events in cut(run):
                try:
                    outcome.stored += self._put(store, hour, events)
                except Conflict as conflict:
                    outcome.refused[str(conflict)] = "damaged, as is another"

    def _covered(self, store: Folder, outcome: Outcome) -> set[bytes]:
        """The hashes of the events that the store has in segments which are
        not known to be damaged."""
        assert self.journal is not None
        covered: set[bytes] = set()
        for name in store.names(self.journal):
            if self.log.holds(name) and name.text not in outcome.refused:
                covered.update(event.hash for event in self.log.back(name))
        return covered

    def _put(self, store: Folder, hour: str, events: list[Event]) -> bool:
        assert self.journal is not None
        segment = make_segment(self.journal, events)
        try:
            return store.put(segment.name(hour), segment.data)
        except Conflict:
            # What has the name is damaged, and is left alone. Nobody overlooks
            # the hour before.
            before = segment.name(hour_before(hour))
            return store.put(before, segment.data)

    def erase(self, wall: int, event: Event) -> None:
        """Erases the payload of an event."""
        fields = {
            "writer": event.writer,
            "sequence": event.sequence,
            "hash": event.hash,
        }
        self.write(wall, (JOURNAL_STREAM, "payload.erased", fields))

    def compact(self, store: Folder, hour: str) -> int:
        """Puts segments again that hold erased payloads, without these, and
        then removes the old ones; returns how many."""
        assert self.journal is not None
        count = 0
        for name in store.names(self.journal):
            if not any(
                writer == name.writer and name.first <= sequence <= name.last
                for writer, sequence, _ in self.log.erased
            ):
                continue
            segment = read_segment(store.get(name), name)
            if not self.log.holds(name) or not any(
                event.payload is not None
                and self.log.events[event.key].payload is None
                for event in segment.events
            ):
                continue
            events = [self.log.events[event.key] for event in segment.events]
            self._put(store, hour, events)
            (store.path / name.text).unlink()
            count += 1
        return count

    def merge(self, store: Folder, hour: str) -> int:
        """Puts one segment for many small neighbours; returns how many were
        put. Forked writers write no more, so theirs stay as they are."""
        assert self.journal is not None
        spans: dict[bytes, list[tuple[int, int]]] = defaultdict(list)
        for name in store.names(self.journal):
            if self.log.holds(name) and name.writer not in self.forked:
                spans[name.writer].append((name.first, name.last))
        count = 0
        for writer, found in sorted(spans.items()):
            chain = self.log.chain(writer)
            for first, last in merges(cover(found), chain):
                count += self._put(store, hour, chain[first - 1 : last])
        return count


def cover(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of spans of sequences, the fewest that hold the same ones."""
    chosen: list[tuple[int, int]] = []
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if chosen and span[1] <= chosen[-1][1]:
            continue
        if len(chosen) > 1 and span[0] <= chosen[-2][1] + 1:
            chosen.pop()
        chosen.append(span)
    return chosen


def merges(
    spans: list[tuple[int, int]], chain: list[Event]
) -> Iterator[tuple[int, int]]:
    """Spans that many small neighbours should become."""
    for size in 16, 256, 4_096, 65_536:
        stretch: list[tuple[int, int]] = []
        for span in [*spans, None]:
            if span is not None and span[1] - span[0] + 1 < size:
                first = stretch[0][0] if stretch else span[0]
                is_next = not stretch or span[0] <= stretch[-1][1] + 1
                run = chain[first - 1 : span[1]]
                if is_next and sum(len(event.data) for event in run) <= FULL:
                    stretch.append(span)
                    continue
            parts = [
                one for one in stretch if one[1] - one[0] + 1 >= size / 16
            ]
            if len(parts) >= 16:
                yield stretch[0][0], stretch[-1][1]
            is_small = span is not None and span[1] - span[0] + 1 < size
            stretch = [span] if is_small else []


def hour_before(hour: str) -> str:
    moment = datetime.strptime(hour, "%Y%m%d%H") - timedelta(hours=1)
    return moment.strftime("%Y%m%d%H")


def instant(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return moment.isoformat().replace("+00:00", "Z")


def hour_of(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime(
        "%Y%m%d%H"
    )


def export_line(event: Event) -> str:
    """An event's line of `export events`."""
    return line_of(event.header_bytes, event.payload)


def line_of(header: bytes, payload: bytes | None) -> str:
    def text(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    line = {
        "header": text(header),
        "payload": None if payload is None else text(payload),
    }
    return json.dumps(line, separators=(",", ":")) + "\n"


def read_line(line: str) -> Event:
    def data(text: str) -> bytes:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

    parts = json.loads(line)
    payload = parts["payload"]
    return read_event(
        cbor2.dumps(
            [data(parts["header"]), None if payload is None else data(payload)]
        )
    )


def load(home: Path) -> Replica:
    replica = Replica(random.SystemRandom())  # type: ignore[arg-type]
    lines = home / "events.jsonl"
    if lines.exists():
        replica.restore(lines.read_text().splitlines())
        state = json.loads((home / "state.json").read_text())
        replica.journal = state["journal"] and bytes.fromhex(state["journal"])
        if state["writer"] is not None:
            replica.writer = bytes.fromhex(state["writer"])
            replica.own = max(
                (
                    event
                    for event in replica.log.events.values()
                    if event.writer == replica.writer
                ),
                key=lambda event: event.sequence,
            )
    return replica


def save(replica: Replica, home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "events.jsonl").write_text(replica.export())
    state = {
        "journal": replica.journal and replica.journal.hex(),
        "writer": replica.writer and replica.writer.hex(),
    }
    (home / "state.json").write_text(json.dumps(state))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("home", type=Path)
    commands = parser.add_subparsers(dest="command", required=True)
    sync = commands.add_parser("sync")
    sync.add_argument("folder", type=Path)
    sync.add_argument("--journal", type=bytes.fromhex)
    sync.add_argument("--check", action="store_true")
    note = commands.add_parser("note")
    note.add_argument("plant", type=uuid.UUID)
    note.add_argument("text")
    complete = commands.add_parser("complete")
    complete.add_argument("plant", type=uuid.UUID)
    complete.add_argument("kind")
    erase = commands.add_parser("erase")
    erase.add_argument("hash", type=bytes.fromhex)
    compact = commands.add_parser("compact")
    compact.add_argument("folder", type=Path)
    commands.add_parser("plants")
    commands.add_parser("export")
    given = parser.parse_args()

    replica = load(given.home)
    wall = int(datetime.now(UTC).timestamp() * 1000)
    match given.command:
        case "sync":
            replica.journal = given.journal or replica.journal
            outcome = replica.sync(
                Folder(given.folder), hour_of(wall), checks=given.check
            )
            print(json.dumps(vars(outcome)))
        case "note":
            replica.write(
                wall, (given.plant.bytes, "plant.noted", {"text": given.text})
            )
        case "complete":
            replica.write(
                wall,
                (given.plant.bytes, "task.completed", {"kind": given.kind}),
            )
        case "erase":
            [event] = [
                event
                for event in replica.log.events.values()
                if event.hash == given.hash
            ]
            replica.erase(wall, event)
        case "compact":
            count = replica.compact(Folder(given.folder), hour_of(wall))
            print(json.dumps({"rewritten": count}))
        case "plants":
            for plant in replica.plants:
                print(uuid.UUID(bytes=plant))
        case "export":
            sys.stdout.write(replica.export())
    if given.command not in ("plants", "export"):
        save(replica, given.home)


if __name__ == "__main__":
    main()
