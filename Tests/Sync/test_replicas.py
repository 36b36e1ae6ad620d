"""Replicas in memory that sync through folders."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from replica import Folder, Replica, export_line, hour_of
from segment import (
    FOOTER_BYTES,
    LASTING,
    NAME,
    Event,
    Name,
    Refused,
    digest,
    make_segment,
    read_segment,
)

NOW = 1_774_000_000_000
HOUR = hour_of(NOW)
PLANT = b"\x01" * 16


def note(text: str) -> tuple[bytes, str, dict]:
    return PLANT, "plant.noted", {"text": text}


def replica(seed: int, journal: bytes | None = None) -> Replica:
    return Replica(random.Random(seed), journal)


def folder(path: Path) -> Folder:
    path.mkdir(parents=True, exist_ok=True)
    # Nobody cuts the power here.
    return Folder(path, flushes=False)


def segments(path: Path) -> list[Path]:
    return sorted(path.glob("v1/*/s/*/*.seg"))


@pytest.fixture
def store(tmp_path: Path) -> Folder:
    return folder(tmp_path / "remote")


def written(seed: int, notes: int) -> Replica:
    """A replica that has written a journal's beginning and notes."""
    made = replica(seed)
    for number in range(notes):
        made.write(NOW + number, note(f"Note {number}"))
    return made


# One replica after another


def test_a_new_replica_joins_and_has_the_same_events(store: Folder) -> None:
    one, two = written(1, 5), replica(2)
    assert one.sync(store, HOUR).stored == 1
    assert two.sync(store, HOUR).received == 7
    assert two.export() == one.export()
    assert two.journal == one.journal
    two.write(NOW, note("from the other"))
    assert [event.type for event in two.log.events.values()][-2:] == [
        "writer.started",
        "plant.noted",
    ]
    assert two.sync(store, HOUR).stored == 1
    assert one.sync(store, HOUR).received == 2
    assert two.export() == one.export()


def test_a_sync_with_nothing_to_do_does_nothing(store: Folder) -> None:
    one = written(1, 3)
    one.sync(store, HOUR)
    before = segments(store.path)
    outcome = one.sync(store, "2099010100")
    assert (outcome.received, outcome.stored) == (0, 0)
    assert segments(store.path) == before


def test_events_of_a_machine_that_is_gone_are_relayed(tmp_path: Path) -> None:
    phone, laptop, other = written(1, 4), replica(2), replica(3)
    stick, share = folder(tmp_path / "stick"), folder(tmp_path / "share")
    phone.sync(stick, HOUR)
    laptop.sync(stick, HOUR)
    laptop.sync(share, HOUR)
    other.sync(share, HOUR)
    assert other.export() == phone.export()


def test_a_folder_of_two_journals_is_not_joined_by_guess(
    store: Folder,
) -> None:
    one, two = written(1, 1), written(2, 1)
    one.sync(store, HOUR)
    two.sync(store, HOUR)
    with pytest.raises(LookupError):
        replica(3).sync(store, HOUR)
    third = replica(4, two.journal)
    third.sync(store, HOUR)
    assert third.export() == two.export()


def test_the_folder_itself_is_never_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Folder(tmp_path / "unmounted")


def test_the_widest_segment_is_read_and_no_other(store: Folder) -> None:
    one = replica(1)
    for number in range(18):
        one.write(NOW + number, note(f"Note {number}"))
        one.sync(store, HOUR)
    assert len(segments(store.path)) == 18
    assert one.merge(store, HOUR) == 1
    assert one.merge(store, HOUR) == 0
    two = replica(2)
    two.sync(store, HOUR)
    assert two.export() == one.export()

    read = []

    class Watched(Folder):
        def get(self, name: Name) -> bytes:
            read.append(name.count)
            return super().get(name)

    three = replica(3)
    three.sync(Watched(store.path), HOUR)
    assert three.export() == one.export()
    # The first has three events, as it starts the writer and the journal.
    assert read == [20]


def test_narrow_segments_replace_a_wide_one_that_is_damaged(
    store: Folder,
) -> None:
    one = replica(1)
    for number in range(18):
        one.write(NOW + number, note(f"Note {number}"))
        one.sync(store, HOUR)
    one.merge(store, HOUR)
    [widest] = [
        path
        for path in segments(store.path)
        if NAME.fullmatch(path.relative_to(store.path).as_posix())["first"]
        != NAME.fullmatch(path.relative_to(store.path).as_posix())["last"]
        and path.stat().st_size > 2_000
    ]
    widest.write_bytes(widest.read_bytes()[:-40])
    two = replica(2)
    outcome = two.sync(store, HOUR)
    assert len(outcome.refused) == 1
    assert two.export() == one.export()


def test_damage_stops_one_writer_and_no_other(store: Folder) -> None:
    one = written(1, 3)
    one.sync(store, HOUR)
    two = replica(2)
    two.sync(store, HOUR)
    two.write(NOW, note("healthy"))
    [first] = segments(store.path)
    two.sync(store, HOUR)
    first.write_bytes(first.read_bytes()[:-1] + b"\0")
    three = replica(3, one.journal)
    outcome = three.sync(store, HOUR)
    assert outcome.received == 2
    assert len(outcome.refused) == 1
    # Whoever has the events puts them again, and never over the damage.
    damaged = first.read_bytes()
    assert one.sync(store, HOUR, checks=True).stored == 1
    three.sync(store, HOUR)
    one.sync(store, HOUR)
    assert three.export() == one.export()
    assert first.read_bytes() == damaged


def test_a_segment_waits_for_the_one_before(store: Folder) -> None:
    one = written(1, 2)
    one.sync(store, HOUR)
    [first] = segments(store.path)
    one.write(NOW + 9, note("later"))
    one.sync(store, HOUR)
    hidden = store.path / "hidden"
    first.rename(hidden)
    two = replica(2, one.journal)
    outcome = two.sync(store, HOUR)
    assert (outcome.received, len(outcome.waiting)) == (0, 1)
    hidden.rename(first)
    assert two.sync(store, HOUR).received == 5


def test_both_branches_of_a_fork_arrive(store: Folder) -> None:
    one = written(1, 4)
    two = copy.deepcopy(one)
    two.chance = random.Random(99)
    one.write(NOW + 10, note("one branch"))
    two.write(NOW + 10, note("the other"))
    two.write(NOW + 11, note("and on"))
    one.sync(store, HOUR)
    two.sync(store, HOUR)
    one.sync(store, HOUR)
    three = replica(3)
    three.sync(store, HOUR)
    assert one.export() == two.export() == three.export()
    assert len(three.forked) == 1
    assert three.log.reach[next(iter(three.forked))] == 8
    # Neither writes on under the writer that both had.
    one.write(NOW + 20, note("again"))
    two.write(NOW + 20, note("again"))
    assert len({one.writer, two.writer} | three.forked) == 3


def test_what_lies_there_besides_segments_is_passed_over(
    store: Folder,
) -> None:
    one = written(1, 1)
    one.sync(store, HOUR)
    [good] = segments(store.path)
    hour = good.parent
    (hour / ".tmp-1").write_bytes(b"half")
    (hour / f"{good.name}.sync-conflict").write_bytes(b"")
    (hour.parent / "notes.txt").write_text("mine")
    # Names of segments under which there is none.
    as_if = good.name[:-36] + "%032x.seg"
    os.mkfifo(hour / (as_if % 1))
    (hour / (as_if % 2)).symlink_to("/dev/zero")
    (hour / (as_if % 3)).mkdir()
    (hour / (as_if % 4)).symlink_to(good)
    with (hour / (as_if % 5)).open("wb") as file:
        file.truncate(1 << 40)
    two = replica(2, one.journal)
    outcome = two.sync(store, HOUR, checks=True)
    assert len(outcome.refused) == 5
    assert two.export() == one.export()


def test_a_put_that_lost_the_race_changes_nothing(store: Folder) -> None:
    one = written(1, 2)
    assert one.journal is not None
    segment = make_segment(one.journal, list(one.log.events.values()))
    name = segment.name(HOUR)
    assert store.put(name, segment.data)
    assert not store.put(name, segment.data)
    assert [path.name for path in (store.path / name).parent.iterdir()] == [
        Path(name).name
    ]


def test_a_stamp_from_the_end_of_time_is_not_taken(store: Folder) -> None:
    one = written(1, 1)
    one.sync(store, HOUR)
    two = replica(2)
    two.sync(store, HOUR)
    two.log.latest = ((1 << 47) - 2, 0)
    two.write(NOW, note("poison"))
    two.sync(store, HOUR)
    outcome = one.sync(store, HOUR)
    assert outcome.received == 0
    assert len(outcome.refused) == 1


# What is erased


def texts(one: Replica) -> list[object]:
    return [
        event.fields and event.fields["text"]
        for event in one.log.events.values()
        if event.type == "plant.noted"
    ]


def test_what_is_erased_goes_everywhere_and_stays_away(store: Folder) -> None:
    one, two = written(1, 3), replica(2)
    one.sync(store, HOUR)
    two.sync(store, HOUR)
    [secret] = [
        event
        for event in one.log.events.values()
        if event.fields and event.fields.get("text") == "Note 1"
    ]
    two.erase(NOW, secret)
    two.sync(store, HOUR)
    one.sync(store, HOUR)
    assert texts(one) == texts(two) == ["Note 0", None, "Note 2"]
    assert one.compact(store, HOUR) == 1
    assert one.compact(store, HOUR) == 0
    third = replica(3)
    outcome = third.sync(store, HOUR)
    assert not outcome.refused and not outcome.waiting
    assert third.export() == one.export() == two.export()
    for file in segments(store.path):
        name = Name.parse(file.relative_to(store.path).as_posix())
        assert name
        for event in read_segment(file.read_bytes(), name).events:
            assert not event.fields or event.fields.get("text") != "Note 1"


def test_two_that_have_erased_each_others_wait_for_each_other(
    store: Folder,
) -> None:
    one = written(1, 1)
    two = replica(2, one.journal)
    one.sync(store, HOUR)
    two.sync(store, HOUR)
    two.write(NOW, note("Note 2"))
    two.sync(store, HOUR)
    one.sync(store, HOUR)
    notes = [e for e in one.log.events.values() if e.type == "plant.noted"]
    for eraser, event in (one, notes[1]), (two, notes[0]):
        eraser.erase(NOW, event)
    for eraser in one, two, one:
        eraser.sync(store, HOUR)
    one.compact(store, HOUR)
    third = replica(3)
    outcome = third.sync(store, HOUR)
    assert not outcome.refused and not outcome.waiting
    assert third.export() == one.export() == two.export()
    assert texts(third) == [None, None]


def test_a_null_that_nothing_erased_is_refused(store: Folder) -> None:
    one = written(1, 3)
    one.sync(store, HOUR)
    [file] = segments(store.path)
    events = list(one.log.events.values())
    events[3] = events[3].erased
    bad = make_segment(one.journal or b"", events)
    file.unlink()
    store.put(bad.name(HOUR), bad.data)
    two = replica(2, one.journal)
    outcome = two.sync(store, HOUR)
    assert len(outcome.refused) == 1 and not two.log.events
    good = make_segment(one.journal or b"", list(one.log.events.values()))
    store.put(good.name(HOUR), good.data)
    two.sync(store, HOUR)
    assert two.export() == one.export()


# Random journals


class World:
    """Three replicas, each with a folder of its own, and somebody who carries
    files between the folders, often only halves of them."""

    def __init__(self, seed: int, path: Path) -> None:
        self.chance = random.Random(seed)
        self.folders = [folder(path / str(number)) for number in range(3)]
        journal = self.chance.randbytes(16)
        self.replicas = [
            replica(self.chance.getrandbits(32), journal) for _ in range(3)
        ]
        self.clocks = [
            self.chance.choice([NOW, 0, 4_102_444_800_000, NOW - 86_400_000])
            for _ in range(3)
        ]
        self.written: dict[tuple[bytes, int, bytes], Event] = {}

    def step(self) -> None:
        chance, one = self.chance, self.chance.randrange(3)
        match chance.randrange(13):
            case 12:
                self.erase(one)
            case 0 | 1 | 2 | 3:
                self.write(one)
            case 4 | 5 | 6:
                self.sync(one)
            case 7 | 8 | 9:
                self.carry(one, chance.randrange(3), chance.randint(1, 6))
            case 10:
                self.repeat(one)
            case 11 if chance.random() < 0.3:
                self.copy(one, chance.randrange(3))
            case 11:
                journal = self.replicas[one].journal
                if self.replicas[one].log.events and journal:
                    self.replicas[one].merge(self.folders[one], self.hour())

    def hour(self) -> str:
        return hour_of(NOW + self.chance.randrange(5) * 3_600_000)

    def write(self, one: int) -> None:
        chance = self.chance
        self.clocks[one] += chance.choice([0, 1, 60_000, -60_000, 86_400_000])
        for _ in range(chance.choice([1, 1, 1, 2, 20])):
            self.replicas[one].write(
                self.clocks[one],
                *(
                    note(f"Note {chance.getrandbits(64):x}")
                    for _ in range(chance.randint(1, 3))
                ),
            )
        self.note()

    def erase(self, one: int) -> None:
        """Any event, also one that cannot be erased."""
        replica = self.replicas[one]
        if replica.log.events:
            events = sorted(
                replica.log.events.values(), key=lambda event: event.key
            )
            replica.erase(self.clocks[one], self.chance.choice(events))
            self.note()
            if self.chance.random() < 0.3 and replica.journal:
                self.sync(one)
                with contextlib.suppress(Refused):
                    replica.compact(self.folders[one], self.hour())

    def note(self) -> None:
        """Notes what is held anywhere, also what is erased by now."""
        for replica in self.replicas:
            for event in replica.log.events.values():
                held = self.written.get(event.key)
                if held is None or event.payload is None:
                    self.written[event.key] = event

    def sync(self, one: int) -> None:
        self.replicas[one].sync(self.folders[one], self.hour())

    def copy(self, one: int, other: int) -> None:
        """A machine is replaced by a copy of another one: both go on. What it
        wrote is in its folder."""
        if one != other:
            self.replicas[other].sync(
                self.folders[other], self.hour(), checks=True
            )
            self.replicas[other] = copy.deepcopy(self.replicas[one])
            self.replicas[other].chance = random.Random(
                self.chance.getrandbits(32)
            )

    def carry(
        self, one: int, other: int, count: int, *, whole: bool = False
    ) -> None:
        """Files reach another folder, in any order; what was cut before is
        replaced by more of it."""
        files = segments(self.folders[one].path)
        self.chance.shuffle(files)
        for file in files[:count]:
            name = file.relative_to(self.folders[one].path)
            target = self.folders[other].path / name
            # A half is never carried further than it came.
            if not is_whole(file) or is_whole(target):
                continue
            data = file.read_bytes()
            if not whole and self.chance.random() < 0.3:
                data = data[: self.chance.randrange(len(data))]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)

    def repeat(self, one: int) -> None:
        """A segment is there a second time, in another hour."""
        if files := segments(self.folders[one].path):
            file = self.chance.choice(files)
            target = file.parents[1] / self.hour() / file.name
            target.parent.mkdir(exist_ok=True)
            if not target.exists():
                target.write_bytes(file.read_bytes())

    def settle(self) -> None:
        """All is carried everywhere, whole, until nothing is new."""
        for _ in range(2):
            for one in range(3):
                self.replicas[one].sync(
                    self.folders[one], self.hour(), checks=True
                )
            for one in range(3):
                for other in range(3):
                    self.carry(one, other, 1 << 30, whole=True)


def is_whole(file: Path) -> bool:
    if not file.exists():
        return False
    data = file.read_bytes()
    return digest(data[:-FOOTER_BYTES]) == data[-FOOTER_BYTES:]


def test_random_replicas_come_to_hold_the_same(
    seed: int, tmp_path: Path
) -> None:
    print(f"seed {seed}")
    world = World(seed, tmp_path)
    # The first to write makes the journal that the others join.
    world.write(0)
    for _ in range(60):
        world.step()
    for one in world.replicas:
        check(one)
    world.settle()
    exports = {one.export() for one in world.replicas}
    assert len(exports) == 1, f"seed {seed}"
    erased = world.replicas[0].log.erased
    assert set(exports.pop().splitlines(keepends=True)) == {
        export_line(
            event.erased
            if event.key in erased and event.type not in LASTING
            else event
        )
        for event in world.written.values()
    }, f"seed {seed}"
    for one in range(3):
        outcome = world.replicas[one].sync(world.folders[one], HOUR)
        assert outcome.received == outcome.stored == 0, f"seed {seed}"
        assert not outcome.waiting, f"seed {seed}"


def check(one: Replica) -> None:
    """What holds of a replica at any time."""
    for event in one.log.events.values():
        assert event.hash == digest(event.header_bytes)
        before = one.log.before(event)
        assert (before is None) == (event.sequence == 1)
        assert before is None or before.stamp < event.stamp


# The command


def test_the_command_is_another_machine(tmp_path: Path) -> None:
    remote = folder(tmp_path / "remote")
    plant = "01010101-0101-0101-0101-010101010101"

    def run(home: str, *arguments: str) -> str:
        return subprocess.run(
            [
                sys.executable,
                Path(__file__).with_name("replica.py"),
                tmp_path / home,
                *arguments,
            ],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout

    run("one", "note", plant, "first")
    run("one", "sync", str(remote.path))
    answer = json.loads(run("two", "sync", str(remote.path)))
    assert answer["received"] == 3
    run("two", "complete", plant, "watering")
    run("two", "note", plant, "second")
    run("two", "sync", str(remote.path))
    run("one", "sync", str(remote.path))
    assert run("one", "export") == run("two", "export")
    assert len(run("one", "export").splitlines()) == 6
