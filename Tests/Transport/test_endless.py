"""Servers that always have more: a sync with them ends, and needs little
memory."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import cbor2

from scripted_server import Reply, Request, Server, listing
from sync_program import MEMORY_LIMIT
from test_sync_on_stores import Machine

sys.path.append(str(Path(__file__).resolve().parents[1] / "Sync"))

from segment import NO_HASH, make_event, make_segment  # noqa: E402

JOURNAL = bytes(range(16))
HOUR = "2026112300"
NETWORK = 4


# What a process has held counts for the child that it becomes, so a small one
# starts the program.
STARTER = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(done.returncode)
"""


def sync(machine: Machine, *arguments: str) -> tuple[int, str, int]:
    """The status of a sync, what it says, and the most memory that one of its
    programs took."""
    program = machine.path / "bin" / "plantguide"
    done = subprocess.run(
        [sys.executable, "-S", "-c", STARTER, program, "sync", *arguments],
        env={"PATH": os.environ["PATH"], "HOME": str(machine.path), "TZ": "UTC",
             "PLANTGUIDE_HOME": str(machine.path / "home")},
        capture_output=True, text=True, check=False)
    said, _, memory = done.stderr.rstrip().rpartition("\n")
    return done.returncode, done.stdout + said, int(memory) * 1024


def machine(path: Path, server: Server, *, is_peer: bool) -> Machine:
    options = {
        "user": "KEY", "password": "secret", "region": "us-east-1",
        "endpoint": f"http://{server.host}",
    }
    made = Machine(path / "machine", SimpleNamespace(options=options))
    secret = str(made.path / "secret")
    if is_peer:
        made.do("remote", "add", "peer", f"http://{server.host}",
                "--password-file", secret)
    else:
        made.do("remote", "add", "store", "s3://plants", "--user", "KEY",
                "--password-file", secret, "--endpoint", options["endpoint"],
                "--region", "us-east-1", "--journal",
                str(UUID(bytes=JOURNAL)))
    return made


def name(number: int) -> str:
    """A segment of a writer whom nobody knows, put later than all before."""
    return (
        f"v1/{JOURNAL.hex()}/s/{HOUR}/{number:032x}-{1:020}-{1:020}"
        f"-{number:016x}-{number:032x}.seg"
    )


def test_a_store_that_always_lists_another_segment_is_left(
    tmp_path: Path
) -> None:
    count = 0

    def answer(request: Request) -> Reply:
        nonlocal count
        prefix = request.query.get("prefix", "")
        if not prefix.endswith("/s/"):
            return Reply(200, listing([]))
        count += 1
        assert count < 1_000
        first = int(request.query.get("continuation-token", "0"))
        names = [name(first + number) for number in range(1_000)]
        return Reply(200, listing(names, str(first + 1_000)))

    with Server(answer) as server:
        status, said, memory = sync(machine(tmp_path, server, is_peer=False))
    assert status == NETWORK and "lists more than" in said, said
    print(memory >> 20, "MiB")
    assert memory < MEMORY_LIMIT


class Peer:
    """A peer whose vector a test makes."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, request: Request) -> Reply:
        self.count += 1
        place = urlsplit(request.target)
        if place.path == "/v1/journals":
            return Reply(200, cbor2.dumps([[JOURNAL], []]))
        if place.path.endswith("/vector"):
            after = parse_qs(place.query).get("after", ["0"])[0]
            return Reply(200, cbor2.dumps(self.vector(int(after, 16))))
        if place.path.endswith("/ranges"):
            limit, ranges = cbor2.loads(request.body)
            return Reply(200, cbor2.dumps(self.ranges(ranges)))
        return Reply(404)

    def vector(self, after: int) -> list:
        raise NotImplementedError

    def ranges(self, ranges: list) -> list:
        return [["unknown", []] for _ in ranges]


class EndlessVector(Peer):
    def vector(self, after: int) -> list:
        return [
            [(after + number).to_bytes(16), [[1, number.to_bytes(32)]]]
            for number in range(1, (1 << 14) + 1)
        ]


class FullVector(Peer):
    """As much as a sync listens to, and nothing of it comes."""

    def vector(self, after: int) -> list:
        count = 1 << 14 if after < 1 << 15 else 100
        return EndlessVector.vector(self, after)[:count]


class NullsWithoutEnd(Peer):
    """A chain of texts that are missing, each of which says that there are
    more."""

    def __init__(self) -> None:
        super().__init__()
        self.chance = random.Random(7)
        self.last = None

    def vector(self, after: int) -> list:
        return [[b"\1" * 16, [[1 << 50, b"\2" * 32]]]]

    def ranges(self, ranges: list) -> list:
        _, after, _ = ranges[0]
        if after is None:
            self.last = None
        events = []
        for _ in range(200):
            sequence = self.last.sequence + 1 if self.last else 1
            event = make_event(
                writer=b"\1" * 16, sequence=sequence,
                previous=self.last.hash if self.last else NO_HASH,
                stamp=(1_771_545_600_000 + sequence, 0), recorded=0,
                action=sequence, stream=self.chance.randbytes(16),
                type="plant.noted", fields={"text": "x"},
                salt=self.chance.randbytes(16))
            self.last = event
            events.append(event.erased)
        return [["segment", make_segment(JOURNAL, events).data]]


def test_a_vector_without_an_end_is_left(tmp_path: Path) -> None:
    peer = EndlessVector()
    with Server(peer) as server:
        status, said, memory = sync(machine(tmp_path, server, is_peer=True))
    assert status == NETWORK and "more writers than any journal" in said, said
    assert peer.count < 12
    print(memory >> 20, "MiB")
    assert memory < MEMORY_LIMIT


def test_a_vector_of_which_nothing_comes_takes_little_memory(
    tmp_path: Path
) -> None:
    peer = FullVector()
    with Server(peer) as server:
        status, said, memory = sync(machine(tmp_path, server, is_peer=True))
    assert status == 3 and "refused" in said, said
    print(memory >> 20, "MiB")
    assert memory < MEMORY_LIMIT


def test_nulls_without_an_end_are_left(tmp_path: Path) -> None:
    peer = NullsWithoutEnd()
    with Server(peer) as server:
        status, said, memory = sync(machine(tmp_path, server, is_peer=True))
    assert status == 3 and "too many events wait" in said, said
    assert peer.count < 2_000
    print(memory >> 20, "MiB")
    assert memory < MEMORY_LIMIT
    assert not list((tmp_path / "machine" / "home" / "sync").glob(".waiting*"))
