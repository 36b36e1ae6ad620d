#!/usr/bin/env python3
"""Measures what syncing a journal of a million events takes: between two
replicas, and for one of 10, 100 and 1,000 that share an S3 store or a peer.

Needs bin/plantguide, -sync, -serve and -bench, and the tests' Python packages.
README.md says what is measured, and how.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

REPOSITORY = Path(__file__).resolve().parent.parent
BINARIES = REPOSITORY / "bin"
sys.path[:0] = [
    str(REPOSITORY / "Tests" / name) for name in ("Transport", "Sync")
]

import cbor2  # noqa: E402
import zstandard  # noqa: E402

from scripted_server import LargeS3, Server  # noqa: E402
from segment import FULL, NO_HASH, digest, sealed  # noqa: E402

SEED = 20261123
PLANTS = 10_000
REPLICAS = (10, 100, 1_000)


# Memory


def anonymous(process: int) -> int:
    """Bytes of a process that are no file's, and of those that it started."""
    total = 0
    try:
        status = Path(f"/proc/{process}/status").read_text()
        found = re.search(r"RssAnon:\s+(\d+) kB", status)
        total += int(found[1]) * 1024 if found else 0
        children = Path(f"/proc/{process}/task/{process}/children")
        for child in children.read_text().split():
            total += anonymous(int(child))
    except OSError:
        pass
    return total


class Peak:
    """The most memory that processes held while it lasted."""

    def __init__(self, *processes: int) -> None:
        self.most = dict.fromkeys(processes, 0)
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.poll)

    def poll(self) -> None:
        while not self.ended.wait(0.01):
            for process in self.most:
                self.most[process] = max(
                    self.most[process], anonymous(process))

    def __enter__(self) -> Peak:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()


# Programs


@dataclass
class Taken:
    """What a sync has taken."""

    seconds: float
    memory: int
    requests: int
    sent: int
    received: int
    # Of the peer server, where one answered.
    serving: int = 0

    def row(self, name: str) -> str:
        memory = f"{self.memory / 1e6:.0f} MB"
        if self.serving:
            memory += f", server {self.serving / 1e6:.0f} MB"
        return (
            f"| {name} | {self.requests:,} | {size(self.sent)} "
            f"| {size(self.received)} | {self.seconds:.2f} s | {memory} |"
        )


def size(count: int) -> str:
    if count < 10_000:
        return f"{count:,} bytes"
    return f"{count / 1e3:,.0f} kB" if count < 1e6 else f"{count / 1e6:,.1f} MB"


class Replica:
    """A home, and the programs at work on it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def start(self, *arguments: str, **more: object) -> subprocess.Popen:
        return subprocess.Popen(
            [BINARIES / "plantguide", *arguments],
            env={"PATH": os.environ["PATH"], "TZ": "UTC",
                 "HOME": str(self.path), "PLANTGUIDE_HOME": str(self.path)},
            **more)

    def do(self, *arguments: str) -> str:
        process = self.start(
            *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        output, errors = process.communicate()
        if process.returncode:
            sys.exit(f"{arguments}: {errors.decode()}")
        return output.decode()

    def sync(self, *arguments: str, server: int | None = None) -> Taken:
        start = time.monotonic()
        process = self.start(
            "sync", "--json", *arguments, stdout=subprocess.PIPE)
        watched = [process.pid] + ([server] if server else [])
        with Peak(*watched) as peak:
            output, _ = process.communicate()
        seconds = time.monotonic() - start
        (outcome,) = json.loads(output)["remotes"]
        if process.returncode or not outcome.get("complete"):
            sys.exit(f"sync: {outcome}")
        cost = outcome["cost"]
        return Taken(
            seconds, peak.most[process.pid], cost["requests"],
            cost["bytesSent"], cost["bytesReceived"],
            peak.most[server] if server else 0)


class Serving:
    """A peer server of a home."""

    def __init__(self, replica: Replica) -> None:
        self.replica = replica

    def __enter__(self) -> Serving:
        self.process = self.replica.start(
            "serve", "--listen", "127.0.0.1:8719",
            stderr=subprocess.PIPE)
        for line in iter(self.process.stderr.readline, b""):
            if b"listening" in line:
                break
        else:
            sys.exit("plantguide serve did not start")
        threading.Thread(
            target=self.process.stderr.read, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def pid(self) -> int:
        # `plantguide serve` becomes the server, or starts it.
        children = Path(
            f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int((children.read_text().split() or [self.process.pid])[0])

    def invite(self) -> str:
        return self.replica.do(
            "serve", "invite", "http://127.0.0.1:8719").splitlines()[0]


# Two replicas


def measure_two(folder: Path, events: int) -> list[str]:
    """A whole journal by way of a folder, and of a peer."""
    one = Replica(folder / "one")
    made = subprocess.run(
        [BINARIES / "plantguide-bench", "generate", one.path, str(events),
         str(PLANTS), str(SEED)],
        check=True, capture_output=True)
    append = json.loads(made.stdout)["seconds"]
    rows = [f"| bulk append, for comparison | | | | {append:.2f} s | |"]

    def noted(name: str, taken: Taken) -> Taken:
        rows.append(taken.row(name))
        return taken

    one.do("remote", "add", "folder", str(folder / "folder"))
    put = noted("put into a folder", one.sync())
    noted("with nothing to do", one.sync())
    other = Replica(folder / "other")
    other.do("remote", "add", "folder", str(folder / "folder"))
    take = noted("taken from it", other.sync())
    shutil.rmtree(folder / "folder")
    shutil.rmtree(other.path)
    one.do("remote", "remove", "folder")
    with Serving(one) as server:
        other.do("join", server.invite())
        asked = noted("asked of a peer", other.sync(server=server.pid))
        noted("with nothing to do", other.sync(server=server.pid))
    shutil.rmtree(one.path)
    one.path.mkdir()
    # The other way round, into an empty home.
    other.do("remote", "remove", "peer")
    with Serving(one) as server:
        other.do("join", server.invite())
        brought = noted("brought to a peer", other.sync(server=server.pid))
    shutil.rmtree(one.path)
    shutil.rmtree(other.path)
    for name, seconds in [
        ("folder, both ways", put.seconds + take.seconds),
        ("asked of a peer", asked.seconds),
        ("brought to a peer", brought.seconds),
    ]:
        rows.append(
            f"| {name}, against bulk append | | | "
            f"| {seconds / append:.2f} × (limit 1.5) | |")
    return rows


# Many replicas


class Chain:
    """A writer, whose events are made by what is cheap alone."""

    def __init__(self, chance: random.Random, journal: bytes) -> None:
        self.chance, self.journal = chance, journal
        self.id = chance.randbytes(16)
        self.sequence, self.hash = 0, NO_HASH

    def segments(self, bodies: list[tuple]) -> list[tuple[str, bytes]]:
        """The next events, each `(milliseconds, stream, type, map)`, in
        segments, each with its name after the hour."""
        made = []
        run, size, before, first = [], 0, self.hash, self.sequence + 1
        for at, stream, type, fields in bodies:
            self.sequence += 1
            payload = self.chance.randbytes(16) + fields
            header = cbor2.dumps([
                1, self.id, self.sequence, self.hash, [at, 0], at,
                self.sequence, stream, type, 1, digest(payload)])
            self.hash = digest(header)
            event = cbor2.dumps([header, payload])
            run.append(event)
            size += len(event)
            if size > FULL:
                made.append(self.sealed(run, size, before, first))
                run, size, before = [], 0, self.hash
                first = self.sequence + 1
        if run:
            made.append(self.sealed(run, size, before, first))
        return made

    def sealed(
        self, run: list[bytes], size: int, before: bytes, first: int
    ) -> tuple[str, bytes]:
        frame = zstandard.ZstdCompressor(level=3).compress(b"".join(run))
        ends = [
            SimpleNamespace(writer=self.id, sequence=first, previous=before),
            SimpleNamespace(sequence=self.sequence, hash=self.hash),
        ]
        data = sealed(self.journal, ends, size, frame)
        return (
            f"{self.id.hex()}-{first:020}-{self.sequence:020}-"
            f"{self.hash[:8].hex()}-{data[-32:-16].hex()}.seg", data)


class Household:
    """A store, and the many who write into it."""

    def __init__(self, events: int, replicas: int) -> None:
        chance = random.Random(SEED)
        self.journal = chance.randbytes(16)
        self.chains = [
            Chain(chance, self.journal) for _ in range(replicas)]
        self.plants = [chance.randbytes(16) for _ in range(PLANTS)]
        self.store = LargeS3()
        now = datetime.now(timezone.utc)
        self.now = int(now.timestamp() * 1000)
        for number, chain in enumerate(self.chains):
            bodies = [
                self.body(index, events)
                for index in range(number, events, replicas)]
            if number == 0:
                bodies.insert(0, (
                    0, bytes(16), "journal.created",
                    self.fields(0, journal=self.journal, timeZone="UTC")))
            self.put(chain, bodies, hours_ago=48)

    def put(self, chain: Chain, bodies: list, hours_ago: int = 0) -> None:
        hour = datetime.now(timezone.utc) - timedelta(hours=hours_ago)
        for name, data in chain.segments(bodies):
            self.store.add(
                f"v1/{self.journal.hex()}/s/{hour:%Y%m%d%H}/{name}", data)

    def fields(self, at: int, **fields: object) -> bytes:
        moment = datetime.fromtimestamp(at / 1000, timezone.utc)
        return cbor2.dumps(
            {"at": f"{moment:%Y-%m-%dT%H:%M:%SZ}", **fields}, canonical=True)

    def body(self, index: int, events: int) -> tuple:
        at = self.now - (events - index) * 60_000
        plant = index % PLANTS
        match index // PLANTS:
            case 0:
                kind, fields = "plant.added", self.fields(
                    at, scientificName="Monstera deliciosa", commonNames=[],
                    family="Araceae", genus="Monstera", source="manual",
                    nickname=f"Plant {plant}", tags=[])
            case 1:
                kind, fields = "schedule.set", self.fields(
                    at, kind="watering", intervalDays=120, activeMonths=[],
                    seasonalIntervalDays={})
            case _:
                kind, fields = "task.completed", self.fields(
                    at, kind="watering")
        return at, self.plants[plant], kind, fields

    def write(self) -> None:
        """Lets each but the first write an event."""
        for number, chain in enumerate(self.chains[1:]):
            self.now += 1
            self.put(chain, [(
                self.now, self.plants[number % PLANTS], "plant.favorited",
                self.fields(self.now, isFavorite=True))])


def measure_many(folder: Path, events: int, replicas: int) -> list[str]:
    """What one of many replicas of a journal needs."""
    household = Household(events, replicas)
    rows: list[str] = []

    def noted(name: str, taken: Taken) -> None:
        rows.append(taken.row(f"{replicas:,}: {name}"))
        print(rows[-1], flush=True)

    one, other = Replica(folder / "one"), Replica(folder / "other")
    (folder / "secret").write_text("secret\n")
    (folder / "secret").chmod(0o600)
    with Server(household.store) as server:
        one.do(
            "remote", "add", "store", "s3://plants", "--user", "KEY",
            "--password-file", str(folder / "secret"),
            "--endpoint", f"http://{server.host}")
        noted("join by the store", one.sync())
        noted("nothing to do", one.sync())
        one.do("water", "Plant 7")
        noted("one event of its own", one.sync())
        household.write()
        noted("one of each other", one.sync())
        for _ in range(15):
            household.write()
        noted("15 of each other", one.sync())
        noted("all listed, and merged", one.sync("--all"))
        kept = sum(
            path.stat().st_size for path in (one.path / "sync").iterdir())
        print(f"{kept:,} bytes kept, {len(household.store.objects):,} objects")
        household.write()
        with Serving(one) as peer:
            other.do("join", peer.invite())
            noted("join by a peer", other.sync(server=peer.pid))
            noted("nothing to do", other.sync(server=peer.pid))
            one.sync()
            noted("one of each other", other.sync(server=peer.pid))
    shutil.rmtree(one.path)
    shutil.rmtree(other.path)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument(
        "--part", choices=["two", "many", "all"], default="all")
    options = parser.parse_args()
    head = "| sync | requests | sent | received | seconds | memory |"
    line = "| --- | --- | --- | --- | --- | --- |"
    with tempfile.TemporaryDirectory(dir=REPOSITORY / ".build") as name:
        folder = Path(name)
        if options.part != "many":
            print(head, line, *measure_two(folder, options.events), sep="\n")
        if options.part != "two":
            print(head, line, sep="\n")
            for replicas in REPLICAS:
                measure_many(folder, options.events, replicas)


if __name__ == "__main__":
    main()
