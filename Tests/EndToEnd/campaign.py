"""What campaigns share: one call of every command that writes, homes for it,
and what must hold however the call ended."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest

from examples import SAMPLES
from drawing import picture
from program import DONE, NOTHING, SAMPLE, WRITES, Home, event_hash, json_lines

T = TypeVar("T")

NOTES = json_lines(
    [
        {"type": "plant.noted", "plant": "Monty", "text": f"leaf {index}"}
        for index in range(3)
    ]
)
HISTORY = b"".join(SAMPLE.read_bytes().splitlines(keepends=True)[:12]).replace(
    b'"Monty"', b'"Veteran"'
)
PLANTS = b"nickname,scientificName\nIvy,Hedera helix\nFern,Nephrolepis exaltata\n"
CATALOGUE = str(SAMPLES / "checklist.csv")
LATER = "2026-11-21T12:30:00+01:00"

# Stand for the paths of a backup, a picture, a directory of some, and of what
# 'export photos' made.
BACKUP = "BACKUP"
PICTURE = "PICTURE"
INBOX = "INBOX"
EXPORTED = "EXPORTED"

FURTHER = [
    ["fertilize", "Monty"],
    ["note", "edit", "Monty", "an old leaf"],
    ["note", "remove", "Monty", "--yes"],
    ["erase", "--plant", "Monty", "--notes", "--yes"],
    ["restore", "Old"],
    ["water", "--all", "--yes"],
    ["settings", "set", "pager", "less"],
    ["settings", "reset", "journalName"],
    ["append", "--as-recorded"],
    ["import", "csv"],
    ["backup"],
    ["backup", "restore", "latest", "--yes"],
    ["delete-all", "--confirm", "Ours"],
    ["catalogue", "import", CATALOGUE],
    ["catalogue", "remove"],
    ["photo", "add", "Monty", PICTURE, "--keep-original"],
    ["photo", "import", INBOX, "--yes"],
    ["photo", "edit", "Monty", "--cover", "--note", "the third leaf"],
    ["photo", "remove", "Monty", "2026-03-01"],
    ["photo", "gc"],
    ["water", "Monty", "--photo", PICTURE],
    ["import", "photos", EXPORTED],
    ["erase", "--plant", "Monty", "--photos", "--yes"],
]
FIRST = [
    ["add", "Ficus lyrata", "--name", "Fig", "--every", "7d"],
    ["import"],
    ["append", "--as-recorded"],
    ["import", "csv"],
    ["settings", "set", "hemisphere", "southern"],
    ["settings", "set", "pager", "less"],
    ["catalogue", "import", CATALOGUE],
    ["backup", "restore", BACKUP],
]


@dataclass(frozen=True)
class Command:
    """A command that writes."""

    arguments: tuple[str, ...]
    # Whether it is the first of its home.
    is_first: bool = False
    # Whether the home was copied, so that the command becomes a new writer.
    is_copied: bool = False

    def __str__(self) -> str:
        words = " ".join(Path(word).name for word in self.arguments)
        if self.is_first:
            return f"first {words}"
        return f"{words} in a copy" if self.is_copied else words


COMMANDS = [
    *(Command(tuple(words)) for words in [*WRITES, *FURTHER]),
    *(Command(tuple(words), True) for words in FIRST),
]


@dataclass(frozen=True)
class State:
    """What commands change, as far as it is equal in equal runs."""

    events: tuple[str, ...]
    settings: str
    has_catalogue: bool
    backups: int

    @staticmethod
    def of(home: Home) -> State:
        settings = home.path / "settings.json"
        has_catalogue = (home.path / "catalogue").exists() and (
            home.json("catalogue", "status").get("imported") is not None
        )
        backups = 0
        if (home.path / "backups").exists():
            backups = len(home.json("backup", "list")["backups"])
        return State(
            types_in(home),
            settings.read_text() if settings.exists() else "",
            has_catalogue,
            backups,
        )


def types_in(home: Home) -> tuple[str, ...]:
    """What kind of events there are, the oldest first.

    But for new writers: a command becomes one where it cannot tell whether the
    home was copied, and may.
    """
    types = [event["header"]["type"] for event in home.history()]
    return tuple(name for name in types if name != "writer.started")


@dataclass
class Case:
    """A command with the home it starts from, and what it makes of it."""

    command: Command
    source: Home
    arguments: tuple[str, ...]
    text: bytes
    before: State
    after: State

    def start(self, place: Path) -> Home:
        """A home as the command finds it."""
        if self.command.is_first:
            return Home(place)
        return self.source.twin(place)

    def check(
        self, home: Home, code: int, how: object, is_thorough: bool = True,
        said: bytes = b"",
    ) -> None:
        """That the command did all or nothing, what it said, and that the
        home is as good as it was. Negative codes are those of signals."""
        state = State.of(home)
        self.check_state(state, code, how)
        if state.events:
            home.verify()
        if state.events and is_thorough:
            folded = home.folded()
            home.do("log", "rebuild")
            assert home.folded() == folded, f"{how}: not what is folded"
        if (home.path / "backups").exists():
            self.check_backups(home, code, how)
        # Which files of photos a backup lacks is told, and the rest restored.
        if b"of a photo" not in said:
            check_photos(home, how)
        # The next command works, and what it writes is there.
        home.do("add", "Hedera helix", "--name", "Next", now=LATER)
        added = types_in(home)[len(state.events):]
        assert "plant.added" in added, how
        home.verify()

    def check_state(self, state: State, code: int, how: object) -> None:
        if code == DONE:
            assert state == self.after, (
                f"false success: {how}: {state} and not {self.after}"
            )
        for part in ["events", "settings", "has_catalogue"]:
            assert getattr(state, part) in (
                getattr(self.before, part), getattr(self.after, part)
            ), f"neither done nor not done: {how}: {part} of {state}"
        assert state.backups >= self.before.backups, how

    def check_backups(self, home: Home, code: int, how: object) -> None:
        listed = home.json("backup", "list")
        for backup in listed["backups"]:
            home.do("backup", "verify", backup["name"])
        if code == DONE:
            assert not listed["others"], f"{how}: {listed['others']}"


@dataclass
class Stage:
    """The homes that commands start from, and what they are given."""

    place: Path
    rich: Home
    texts: dict[tuple[str, ...], bytes]

    @staticmethod
    def make(place: Path, kept: Home) -> Stage:
        other = Home(place / "other")
        other.do("add", "Ficus lyrata", "--name", "Fig")
        rich = kept.twin(place / "rich")
        for words in [
            ["note", "Monty", "a first leaf"],
            ["add", "Aloe vera", "--name", "Old"],
            ["remove", "Old"],
            ["settings", "set", "journalName", "Ours"],
            ["catalogue", "import", CATALOGUE],
        ]:
            rich.do(*words)
        inbox = place / "inbox"
        inbox.mkdir()
        for number, (path, day) in enumerate([
            # One of several may fail, and the others are added.
            (place / PICTURE, 1), (inbox / "Basil.jpg", 1),
            (place / "old", 1), (place / "older", 2),
        ]):
            picture(path, number=number, taken=f"2026:03:{day:02} 09:00:00")
        for name in ("old", "older"):
            rich.do("photo", "add", "Monty", str(place / name))
        rich.do("export", "photos", str(place / EXPORTED))
        # Which 'import photos' brings again.
        rich.do("photo", "remove", "Monty", "2026-03-02")
        rich.do("backup")
        (rich.path / "blobs" / ("ab" * 32)).write_bytes(b"a kill left this")
        age(rich, 2)
        rich.do("water", "Monty")
        texts = {
            ("append",): NOTES,
            ("append", "--as-recorded"): HISTORY,
            ("import",): other.events(),
            ("import", "--merge"): other.events(),
            ("import", "csv"): PLANTS,
        }
        return Stage(place, rich, texts)

    def arguments(self, command: Command) -> tuple[str, ...]:
        (manifest,) = (self.rich.path / "backups").glob("*/manifest.json")
        paths = {name: self.place / name for name in (PICTURE, EXPORTED)}
        paths |= {BACKUP: manifest.parent, INBOX: self.place / "inbox"}
        return tuple(str(paths.get(word, word)) for word in command.arguments)

    def text(self, command: Command) -> bytes:
        return self.texts.get(command.arguments, b"")

    def case(self, command: Command) -> Case:
        """Runs a command in peace, so as to know what it does."""
        arguments = self.arguments(command)
        text = self.text(command)
        case = Case(
            command, self.rich, arguments, text, *[State((), "", False, 0)] * 2
        )
        with TemporaryDirectory(dir=self.place) as place:
            home = case.start(Path(place) / "home")
            case.before = State.of(home)
            home.do(*arguments, text=text)
            case.after = State.of(home)
        return case


def age(home: Home, days: float, folder: str = "blobs") -> None:
    """Makes the files so many days older than they are."""
    for path in (home.path / folder).glob("*"):
        then = time.time() - days * 86_400
        os.utime(path, (then, then))


def check_photos(home: Home, how: object) -> set[str]:
    """That no photo is without its file; the names of the files."""
    if not (home.path / "blobs").exists():
        return set()
    listed = home.run("photo", "list", "--all", "--json")
    # A home that was emptied has no plants.
    assert listed.code in (DONE, NOTHING), str(listed)
    plants = listed.json()["plants"] if listed.code == DONE else []
    photos = [photo for plant in plants for photo in plant["photos"]]
    for photo in photos:
        assert photo["path"], f"{how}: no file of {photo}"
        content = Path(photo["path"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == photo["sha256"], how
    # Thumbnails are of no photo that was taken away, as far as that is told.
    shown = {photo["id"] for photo in photos}
    small = {
        event["payload"].get("thumbnailSha256") for event in home.history()
        if event["header"]["type"] == "photo.captured"
        and (event["payload"] or {}).get("photo") in shown
    } if photos else set()
    # Where nothing could decode a photo it has none.
    return {photo["sha256"] for photo in photos} | (small - {None})


def some(chance: random.Random, items: Sequence[T], count: int | None) -> list[T]:
    """As many of the items, by chance, or all; in their order."""
    if count is None or count >= len(items):
        return list(items)
    return [items[at] for at in sorted(chance.sample(range(len(items)), count))]


def need(*programs: str, root: bool = False) -> None:
    """Skips a test for which something is missing."""
    if root and os.geteuid() != 0:
        pytest.skip("only root can do this")
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    for program in programs:
        if not shutil.which(program, path=path):
            pytest.skip(f"{program} is not installed: make test-packages")


def among_own_mounts(script: str, place: str | Path = "") -> list[str]:
    """What runs a command after a script that mounts or unmounts something,
    where `$0` is a place, for that command alone; or skips a test."""
    need("unshare", root=True)
    prefix = [
        "unshare", "--mount", "sh", "-c", f'{script} && exec "$@"', str(place)
    ]
    if subprocess.run([*prefix, "true"], check=False).returncode != 0:
        pytest.skip("no namespace of mounts can be made here")
    return prefix


def read_only(place: Path) -> list[str]:
    """What runs a command that may only read there. Root may write whatever
    modes say."""
    return among_own_mounts(
        'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"', place)


def held_anywhere(home: Home) -> set[str]:
    """The hashes of all events in a home and in what was put away in it."""
    places = sorted((home.path / "backups").glob("*/lmdb/data.mdb"))
    places += sorted((home.path / "backups").glob(".*/lmdb/data.mdb"))
    found = home.hashes()
    for place in places:
        # What a killed command was still copying may be of no use.
        result = Home(place.parent.parent).run("export", "events", now=None)
        assert result.code == DONE or place.parent.parent.name[0] == ".", result
        found |= hashes_in(result.output)
    return found


def hashes_in(exported: bytes) -> set[str]:
    """The hashes of exported events."""
    lines = map(json.loads, exported.splitlines())
    return {event_hash(line["header"]) for line in lines}
