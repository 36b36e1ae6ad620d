"""Photos of two machines through real stores, in the open and encrypted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sync_program import ROOT
from test_engines import Engine, running
from test_sync_on_stores import Machine

sys.path.insert(0, str(ROOT / "Tests" / "EndToEnd"))

from drawing import picture  # noqa: E402

DECODER = os.environ.get(
    "PLANTGUIDE_PHOTO_BIN", str(ROOT / "bin" / "plantguide-photo"))
FOLDER = "folder"


class Photographer(Machine):
    """A machine that decodes photos as well."""

    def __init__(self, path: Path, engine: Engine) -> None:
        super().__init__(path, engine)
        shutil.copy(DECODER, path / "bin" / "plantguide-photo")

    def add(self, number: int, *options: str) -> str:
        """Adds a photo of Monty; the name of its file."""
        source = picture(
            self.path / f"{number}.jpg", number=number,
            taken=f"2026:03:{number + 1:02} 09:00:00")
        before = set(self.photos())
        self.do("photo", "add", "Monty", str(source), *options)
        return larger(self.photos(), before)

    def photos(self) -> dict[str, bytes]:
        """The files that are here, by name, thumbnails among them."""
        return {
            path.name: path.read_bytes()
            for path in (self.path / "home" / "blobs").glob("?" * 64)
        }

    def sync(self, *options: str) -> dict:
        done = self.run("sync", "--photos", "--json", *options)
        (outcome,) = json.loads(done.stdout)["remotes"]
        is_refused = outcome["refused"] or outcome["photos"]["refused"]
        assert done.returncode == (3 if is_refused else 0), (options, done)
        return outcome

    def join(self, engine: Engine, is_encrypted: bool) -> None:
        if engine.script.name != FOLDER:
            return super().join(engine, is_encrypted)
        more = ["--encrypt"] if is_encrypted else []
        self.do("remote", "add", "store", str(engine.directory), *more)


def larger(files: dict[str, bytes], before: set[str]) -> str:
    """Of a photo and its thumbnail, which came to files before, the photo."""
    new = files.keys() - before
    assert len(new) == 2
    return max(new, key=lambda name: len(files[name]))


@contextmanager
def place(kind: str, path: Path) -> Iterator[Engine]:
    if kind == FOLDER:
        yield Engine(Path(FOLDER), path / FOLDER, "", {"password": "none"})
    else:
        with running(kind) as engine:
            yield engine


def stored(engine: Engine) -> dict[Path, bytes]:
    return {
        path: path.read_bytes()
        for path in engine.directory.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("is_encrypted", [False, True], ids=["open", "sealed"])
@pytest.mark.parametrize(
    "kind", [FOLDER, "webdav-nginx", "webdav-apache", "swift-s3"])
def test_photos_of_two_machines(
    kind: str, is_encrypted: bool, tmp_path: Path
) -> None:
    with place(kind, tmp_path) as engine:
        one = Photographer(tmp_path / "one", engine)
        other = Photographer(tmp_path / "other", engine)
        one.do("add", "Monstera deliciosa", "--name", "Monty", "--yes")
        names = [one.add(number) for number in range(2)]
        for machine in (one, other):
            machine.join(engine, is_encrypted)
            machine.sync()
        assert one.photos() == other.photos() and set(names) < set(one.photos())
        # Each adds some; then both have the same, byte for byte.
        names += [one.add(2), other.add(3)]
        for machine in (one, other, one):
            machine.sync()
        assert one.photos() == other.photos() and set(names) < set(one.photos())
        nothing = other.sync()
        assert nothing["complete"] and nothing["photos"] == {
            "received": 0, "sent": 0, "thumbnailsReceived": 0, "thumbnailsSent": 0,
            "room": None, "missing": [], "refused": []}
        if is_encrypted:
            for content in stored(engine).values():
                assert not any(photo in content for photo in one.photos().values())
        original_stays(engine, one, other)
        flipped(engine, one, other)
        erased(engine, is_encrypted, one, other, tmp_path / "third")


def original_stays(engine: Engine, one: Photographer, other: Photographer) -> None:
    """An original is shipped nowhere, and with it the place that it names."""
    one.add(4, "--keep-original")
    (original,) = (one.path / "home" / "originals").glob("?" * 64)
    content = original.read_bytes()
    assert content == (one.path / "4.jpg").read_bytes()
    # Which is a file as any other, for what puts files where they lack.
    for machine in (one, other):
        machine.sync("--check")
        machine.sync("--compact")
    assert not (other.path / "home" / "originals").exists()
    assert original.name not in other.photos()
    for path, held in stored(engine).items():
        assert original.name not in str(path)
        assert content not in held and b"CANARYCAM" not in held, path


def flipped(engine: Engine, one: Photographer, other: Photographer) -> None:
    """A photo that was changed in the store is taken by nobody, until one who
    has it puts it there again."""
    before = set(stored(engine))
    name = one.add(5)
    one.sync()
    # Events come in smaller objects.
    new = max(
        set(stored(engine)) - before, key=lambda path: path.stat().st_size)
    content = bytearray(new.read_bytes())
    content[len(content) // 2] ^= 1
    status = new.stat()
    new.write_bytes(content)
    os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))
    report = other.sync()["photos"]
    assert report["received"] == 0 and name not in other.photos()
    assert [missing["photo"] for missing in report["missing"]] == [name]
    one.sync("--check")
    assert other.sync()["photos"]["received"] == 1
    assert one.photos() == other.photos()


def erased(
    engine: Engine, is_encrypted: bool, one: Photographer, other: Photographer,
    path: Path,
) -> None:
    """Erased on one, no photo comes back: not from the store, and not from who
    brings its file late."""
    held = other.photos()
    one.do("erase", "--plant", "Monty", "--photos", "--yes")
    assert not one.photos()
    assert one.sync("--compact")["sweptFiles"] == len(held)
    other.sync()
    assert not other.photos()
    for name, content in held.items():
        (other.path / "home" / "blobs" / name).write_bytes(content)
    for machine in (other, one, other):
        machine.sync("--check")
    third = Photographer(path, engine)
    third.join(engine, is_encrypted)
    third.sync()
    assert not one.photos() and not third.photos()
    if not is_encrypted:
        for content in stored(engine).values():
            assert not any(photo in content for photo in held.values())
