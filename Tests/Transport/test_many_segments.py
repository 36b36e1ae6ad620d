"""A store that holds 1,000 writers and 100,000 segments: an event more costs a
few requests, whichever way it goes.

A wide segment of each writer is real; the narrow ones that it stands for are
names alone, as nobody needs to fetch them.
"""

from __future__ import annotations

import json
import random
import sys
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

from scripted_server import LargeS3, Server
from test_sync_on_stores import Machine

sys.path.append(str(Path(__file__).resolve().parents[1] / "Sync"))

from segment import NO_HASH, Event, make_event, make_segment  # noqa: E402

WRITERS, EVENTS = 1_000, 100
# The daily full listing apart.
MOST_REQUESTS = 5


class Writer:
    """Who writes a chain of notes and waterings."""

    def __init__(self, chance: random.Random, journal: bytes) -> None:
        self.chance, self.journal = chance, journal
        self.id = chance.randbytes(16)
        self.events: list[Event] = []

    def write(self, stream: bytes, type: str, **fields: object) -> Event:
        last = self.events[-1] if self.events else None
        at = 1_771_545_600_000 + len(self.events) * 3_600_000
        event = make_event(
            writer=self.id, sequence=len(self.events) + 1,
            previous=last.hash if last else NO_HASH, stamp=(at, 0),
            recorded=at, action=len(self.events) + 1, stream=stream,
            type=type, fields={"at": "2026-02-20T12:00:00Z", **fields},
            salt=self.chance.randbytes(16))
        self.events.append(event)
        return event


def hours_ago(hours: int) -> str:
    then = datetime.now(timezone.utc) - timedelta(hours=hours)
    return then.strftime("%Y%m%d%H")


def filled(chance: random.Random) -> tuple[LargeS3, list[Writer]]:
    store = LargeS3()
    journal = chance.randbytes(16)
    writers = [Writer(chance, journal) for _ in range(WRITERS)]
    for number, writer in enumerate(writers):
        if number == 0:
            writer.write(
                bytes(16), "journal.created", journal=journal, timeZone="UTC")
        plant = chance.randbytes(16)
        writer.write(
            plant, "plant.added", scientificName="Hoya", commonNames=[],
            family="", genus="", nickname=f"Plant {number}", source="manual",
            tags=[])
        while len(writer.events) < EVENTS:
            writer.write(plant, "task.completed", kind="watering")
        wide = make_segment(journal, writer.events)
        store.add(wide.name(hours_ago(24)), wide.data)
        for event in writer.events[:-1]:
            store.objects[
                f"v1/{journal.hex()}/s/{hours_ago(24 + EVENTS - event.sequence)}"
                f"/{writer.id.hex()}-{event.sequence:020}-{event.sequence:020}"
                f"-{event.hash[:8].hex()}-{chance.randbytes(16).hex()}.seg"
            ] = b"never fetched"
    store.sorted = sorted(store.objects)
    return store, writers


def test_an_event_more_costs_a_few_requests(
    tmp_path: Path, chance: random.Random
) -> None:
    store, writers = filled(chance)
    assert len(store.objects) == WRITERS * EVENTS
    with Server(store) as server:
        options = {
            "user": "KEY", "password": "secret", "region": "us-east-1",
            "endpoint": f"http://{server.host}",
        }
        place = SimpleNamespace(url="s3://plants", options=options)
        machine = Machine(tmp_path / "one", place)
        machine.join(place, False)

        def sync() -> dict:
            start = time.monotonic()
            outcome = machine.sync()
            print(outcome["cost"], f"{time.monotonic() - start:.2f} s")
            return outcome

        first = sync()
        assert sum(one["events"] for one in first["received"]) == len(
            writers) * EVENTS
        # All names twice, to find the journal and its segments, and the widest
        # segment of each writer.
        pages = WRITERS * EVENTS // store.page
        assert first["cost"]["requests"] <= 2 * pages + WRITERS + 5
        kept = (tmp_path / "one" / "home" / "sync").iterdir()
        state, = (path for path in kept if not path.suffix)
        print(state.stat().st_size, "bytes are kept of what it holds")

        nothing = sync()
        assert nothing["cost"]["requests"] <= 2, nothing
        machine.do("water", "Plant 7")
        put = sync()
        assert sum(one["events"] for one in put["sent"]) > 0
        assert put["cost"]["requests"] <= MOST_REQUESTS, put
        # Somebody else's.
        writer = writers[8]
        more = make_segment(
            writer.journal,
            [writer.write(writer.events[-1].stream, "plant.favorited",
                          isFavorite=True)])
        store.add(more.name(hours_ago(0)), more.data)
        got = sync()
        assert sum(one["events"] for one in got["received"]) == 1, got
        assert got["cost"]["requests"] <= MOST_REQUESTS, got
        assert json.loads(machine.do("show", "Plant 8", "--json"))["plant"][
            "isFavorite"]
    assert store.overwritten == [] and store.removed == []
