"""The program and the replica here, with each other's events.

They meet in a folder, each by its own code for segments and sync.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from datetime import datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import cbor2
import pytest

from program import DONE, NOW, Home, binary
from replica import (
    Folder,
    Replica,
    export_line,
    hour_of,
    line_of,
    read_line,
)
from segment import FOOTER_BYTES, unpack
from vectors import Vector, vectors

NOW_MILLISECONDS = int(datetime.fromisoformat(NOW).timestamp() * 1000)
HOUR = hour_of(NOW_MILLISECONDS)
# Wrong in their events, not in the segment around them.
WRONG_EVENTS = {"stamp", "action", "payload", "event", "newerFormat"}
WRONG_CHAINS = {"gap", "swapped", "spliced", "other-writer-inside"}


@cache
def has_sync() -> bool:
    definitions = subprocess.run(
        [binary(), "help", "--definitions"],
        check=True,
        capture_output=True,
        timeout=60,
    ).stdout
    return ["sync"] in [
        command["path"] for command in json.loads(definitions)["commands"]
    ]


@pytest.fixture
def sync(tmp_path: Path) -> Any:
    if not has_sync():
        pytest.skip("this program has no `plantguide sync`")


@pytest.fixture
def empty(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def home(empty: Home) -> Home:
    """A journal with two plants and some care."""
    for name in "Monty", "Basil":
        empty.do("add", "Ficus", "--name", name, "--every", "7d", "--yes")
    empty.do("water", "Monty")
    return empty


def lines(home: Home) -> list[str]:
    return home.events().decode().splitlines(keepends=True)


# Events, without sync


def test_the_program_takes_the_events_of_valid_segments(empty: Home) -> None:
    events = {
        event.hash: event for vector in vectors() for event in vector.events
    }
    text = "".join(export_line(event) for event in events.values())
    empty.do("import", "events", text=text)
    ordered = sorted(events.values(), key=lambda event: event.order)
    assert lines(empty) == [export_line(event) for event in ordered]
    empty.verify()


def as_lines(vector: Vector) -> str | None:
    """The vector's events as lines of `export events`; `None` where the fault
    is in what such lines do not have."""
    body = cbor2.loads(vector.data[:-FOOTER_BYTES])
    content = unpack(body[9], body[8])
    stream, text, again = BytesIO(content), "", b""
    try:
        while stream.tell() < len(content):
            header, payload = cbor2.CBORDecoder(stream).decode()
            again += cbor2.dumps([header, payload])
            text += line_of(header, payload)
    except (cbor2.CBORDecodeError, TypeError, ValueError):
        return None
    return text if again == content else None


def wrong() -> list[Any]:
    chosen = [
        vector
        for vector in vectors()
        if (vector.problem in WRONG_EVENTS or vector.file in WRONG_CHAINS)
        and vector.file != "newer-format"
        and as_lines(vector) is not None
    ]
    return [pytest.param(vector, id=vector.file) for vector in chosen]


@pytest.mark.parametrize("vector", wrong())
def test_the_program_refuses_the_events_that_the_reader_refuses(
    vector: Vector, empty: Home
) -> None:
    result = empty.run("import", "events", text=as_lines(vector) or "")
    assert result.code != DONE, str(result)


def test_the_reader_takes_the_events_of_the_program(home: Home) -> None:
    replica = Replica(random.Random(1))
    replica.restore(lines(home))
    assert replica.export().splitlines(keepends=True) == lines(home)


def test_the_program_takes_what_the_replica_writes(home: Home) -> None:
    replica = Replica(random.Random(1))
    replica.restore(lines(home))
    for number in range(3):
        replica.write(
            NOW_MILLISECONDS + number,
            (replica.plants[0], "plant.noted", {"text": f"Note {number}"}),
            (replica.plants[1], "task.completed", {"kind": "misting"}),
        )
    home.do("import", "events", text=replica.export())
    assert replica.export().splitlines(keepends=True) == lines(home)
    home.verify()


# Sync through a folder


class Pair:
    """A home of the program and a replica of the code here, with a folder
    between them."""

    def __init__(self, home: Home, path: Path, seed: int = 1) -> None:
        self.home = home
        self.replica = Replica(random.Random(seed))
        path.mkdir(exist_ok=True)
        self.folder = Folder(path, flushes=False)
        self.wall = NOW_MILLISECONDS
        home.do("remote", "add", "stick", f"file:{path}")

    def sync_home(self) -> Any:
        return self.home.synced("stick")

    def sync_replica(self) -> None:
        outcome = self.replica.sync(self.folder, HOUR)
        assert not outcome.refused, outcome.refused

    def write(self, *texts: str) -> None:
        self.wall += 60_000
        self.replica.write(
            self.wall,
            *(
                (self.replica.plants[0], "plant.noted", {"text": text})
                for text in texts
            ),
        )

    def assert_same(self) -> None:
        assert self.replica.export().splitlines(keepends=True) == lines(
            self.home
        )
        self.home.verify()


def test_the_replica_joins_the_programs_journal(
    sync: None, home: Home, tmp_path: Path
) -> None:
    pair = Pair(home, tmp_path / "stick")
    pair.sync_home()
    pair.sync_replica()
    pair.assert_same()
    pair.write("from the other machine")
    pair.sync_replica()
    pair.sync_home()
    pair.assert_same()
    texts = [event["payload"].get("text") for event in home.history()]
    assert "from the other machine" in texts


def test_the_program_joins_the_replicas_journal(
    sync: None, empty: Home, home: Home, tmp_path: Path
) -> None:
    first = Replica(random.Random(7))
    first.restore(lines(home))
    other = Home(tmp_path / "other")
    path = tmp_path / "stick"
    path.mkdir()
    [first.journal] = first.journals
    first.sync(Folder(path), HOUR)
    pair = Pair(other, path)
    pair.sync_home()
    assert lines(other) == lines(home)
    other.do("water", "Basil")
    pair.sync_home()
    pair.sync_replica()
    pair.assert_same()


@pytest.mark.parametrize("run", range(4))
def test_random_syncs_both_ways(
    sync: None,
    home: Home,
    tmp_path: Path,
    run: int,
    pytestconfig: pytest.Config,
) -> None:
    seed = pytestconfig.getoption("--seed") + run
    print(f"seed {seed}")
    chance = random.Random(seed)
    pair = Pair(home, tmp_path / "stick", seed)
    pair.sync_home()
    pair.sync_replica()
    for step in range(24):
        match chance.randrange(8):
            case 6:
                home.do("note", "Monty", f"To be erased {step}")
                home.do("erase", "--plant", "Monty", "--notes", "--yes")
                home.do("sync", "--compact", "stick")
            case 7:
                pair.sync_replica()
                [*notes] = [
                    event
                    for event in pair.replica.log.events.values()
                    if event.type == "plant.noted"
                ]
                if notes:
                    pair.wall += 60_000
                    pair.replica.erase(pair.wall, chance.choice(notes))
                    pair.replica.compact(pair.folder, HOUR)
            case 0:
                home.do("note", "Monty", f"Home {step}")
            case 1:
                home.do("water", "Basil", "--yes")
            case 2:
                pair.write(
                    *(
                        f"Replica {step}.{n}"
                        for n in range(chance.randint(1, 4))
                    )
                )
            case 3:
                pair.sync_home()
            case 4:
                pair.sync_replica()
            case 5:
                pair.replica.merge(pair.folder, HOUR)
    for _ in range(2):
        pair.sync_home()
        pair.sync_replica()
    pair.assert_same()
    before = sorted(path.name for path in (tmp_path / "stick").rglob("*"))
    pair.sync_home()
    assert (
        sorted(path.name for path in (tmp_path / "stick").rglob("*")) == before
    )


def test_what_is_damaged_is_refused_and_the_rest_arrives(
    sync: None, home: Home, tmp_path: Path
) -> None:
    pair = Pair(home, tmp_path / "stick")
    pair.sync_home()
    pair.sync_replica()
    pair.write("one")
    pair.sync_replica()
    third = Replica(random.Random(3))
    third.sync(pair.folder, HOUR)
    third.write(pair.wall, (third.plants[0], "plant.noted", {"text": "two"}))
    third.sync(pair.folder, HOUR)
    [damaged] = [
        path
        for path in (tmp_path / "stick").rglob("*.seg")
        if pair.replica.writer and pair.replica.writer.hex() in path.name
    ]
    whole = damaged.read_bytes()
    for bad in whole[:-1], whole[:40], whole + b"\0", b"", _flipped(whole):
        damaged.write_bytes(bad)
        home.run("sync", "stick")
        texts = [event["payload"].get("text") for event in home.history()]
        assert "two" in texts and "one" not in texts
        assert damaged.read_bytes() == bad
    damaged.write_bytes(whole)
    pair.sync_home()
    pair.replica.sync(pair.folder, HOUR)
    pair.assert_same()


def _flipped(data: bytes) -> bytes:
    changed = bytearray(data)
    changed[len(data) // 2] ^= 1
    return bytes(changed)


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector.file)
def test_the_program_reads_a_vector_as_the_reader_does(
    sync: None, vector: Vector, empty: Home, tmp_path: Path
) -> None:
    """The vector beside those of the same writer that come before it."""
    path = tmp_path / "stick"
    before = {
        "after-another": ["run"],
        "overlapping": ["run"],
        "fork": ["run"],
        "fork-from-the-middle": ["run"],
        "unknown-schema": ["unknown-type"],
        "within-an-action": ["action"],
        "full": ["largest-event"],
    }.get(vector.file, [])
    index = {one.file: one for one in vectors()}
    # `run` begins the journal, so that there is one to join.
    chosen = [index[file] for file in {"run": None, **dict.fromkeys(before)}]
    expected = {event.hash: event for one in chosen for event in one.events}
    for one in chosen:
        put(path, one)
    empty.do("remote", "add", "stick", f"file:{path}")
    empty.do("sync", "stick")
    put(path, vector)
    result = empty.run("sync", "stick")
    if vector.problem is None:
        assert result.code == DONE, str(result)
        expected.update({event.hash: event for event in vector.events})
    ordered = sorted(expected.values(), key=lambda event: event.order)
    found = [read_line(line).hash for line in lines(empty)]
    assert found == [event.hash for event in ordered]


def put(path: Path, vector: Vector) -> None:
    target = path / vector.name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(vector.data)


def test_two_processes_of_the_replica_meet_the_program(
    sync: None, home: Home, tmp_path: Path
) -> None:
    """As another machine would: by the command."""
    path = tmp_path / "stick"
    home.do("remote", "add", "stick", f"file:{path}")
    home.do("sync", "stick")

    def other(*arguments: str) -> str:
        return subprocess.run(
            [
                sys.executable,
                Path(__file__).with_name("replica.py"),
                tmp_path / "other",
                *arguments,
            ],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
            env={"PATH": os.environ["PATH"]},
        ).stdout

    other("sync", str(path))
    plant = other("plants").splitlines()[0]
    other("complete", plant, "misting")
    other("sync", str(path))
    home.do("sync", "stick")
    assert other("export") == home.events().decode()
