"""What other users of the machine put in a command's way: links, homes, files
that name programs, and what killed commands leave for them to find."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import time
from datetime import datetime
from pathlib import Path

import pytest

from campaign import need, read_only
from drawing import picture
from program import DONE, NOW, SYSTEM, USAGE, Home, binary, environment
from screen import on_terminal
from test_erasure import CANARY, erase_notes, holding
from test_photos import LEAF, photos

SECRET = "alias ls=ls\n"
NOBODY = 12_345


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of the user's that no command may touch."""
    path = tmp_path / "own" / ".bashrc"
    path.parent.mkdir()
    path.write_text(SECRET)
    return path


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A directory into which all may write."""
    path = tmp_path / "shared"
    path.mkdir()
    path.chmod(0o777)
    return path


def old(path: Path, days: float = 2) -> Path:
    """A file that nobody has touched for days, whatever clock is asked."""
    path.write_bytes(b"half")
    now = datetime.fromisoformat(NOW).timestamp()
    then = min(time.time(), now) - days * 86_400
    os.utime(path, (then, then))
    return path


# Exports


@pytest.mark.parametrize("name", ["photos.json.tmp", "photos.json.part"])
def test_an_export_writes_through_no_link(
    home: Home, shared: Path, secret: Path, name: str
) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--note", "\ntouch ran\n")
    (shared / name).symlink_to(secret)
    home.do("export", "photos", str(shared))
    assert secret.read_text() == SECRET
    assert not (shared / "photos.json").is_symlink()
    assert (shared / name).is_symlink()
    home.do("export", "photos", str(shared))


def test_an_index_that_is_a_link_is_not_read(
    home: Home, shared: Path, secret: Path
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    (shared / "photos.json").symlink_to(secret)
    for command in ("export", "import"):
        home.refuse(
            command, "photos", str(shared), code=SYSTEM,
            says="photos.json is a link, which is not followed")
    assert secret.read_text() == SECRET


def test_a_plants_folder_that_is_a_link_is_refused(
    home: Home, shared: Path, secret: Path
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    home.do("photo", "add", "Basil", str(LEAF))
    (shared / "Monty").symlink_to(secret.parent)
    result = home.run("export", "photos", str(shared))
    assert result.code == USAGE, result
    assert "Monty is a link, which is not followed" in result.message
    assert [path.name for path in secret.parent.iterdir()] == [".bashrc"]
    assert len(list((shared / "Basil").iterdir())) == 1
    # Nor is a photo brought from there.
    (shared / "Monty").unlink()
    home.do("export", "photos", str(shared))
    (shared / "Monty").rename(secret.parent / "Monty")
    (shared / "Monty").symlink_to(secret.parent / "Monty")
    other = Home(shared.parent / "other")
    other.do("add", "Ficus lyrata", "--as-typed", "--name", "Monty")
    result = other.run("import", "photos", str(shared))
    assert "Monty is a link, which is not followed" in result.message, result
    assert not photos(other)


@pytest.mark.parametrize("name", ["photos.json", "Photos.JSON"])
def test_a_plant_may_be_called_as_the_index(
    home: Home, tmp_path: Path, name: str
) -> None:
    home.do("edit", "Monty", "--name", name)
    home.do("photo", "add", name, str(LEAF))
    place = tmp_path / "photos"
    for _ in range(2):
        home.do("export", "photos", str(place))
    names = {path.name for path in place.iterdir()}
    assert names == {"photos.json", f"_{name}"}
    other = home.copy(tmp_path / "other")
    other.do("erase", "--plant", name, "--photos", "--yes")
    other.do("import", "photos", str(place))
    assert len(photos(other)) == 1


@pytest.mark.parametrize("words", [
    ["photo", "timelapse", "Monty", "-o"],
    ["sitter", "2026-11-24", "2026-12-20", "--html"],
])
def test_what_is_made_at_a_path_gives_way_to_no_link(
    home: Home, shared: Path, secret: Path, words: list[str]
) -> None:
    for day in (1, 2):
        path = shared.parent / f"IMG_2026030{day}_100000.jpg"
        home.do("photo", "add", "Monty", str(picture(path, number=day)))
    place = shared / ("film.webp" if words[0] == "photo" else "sheet.html")
    place.symlink_to(secret)
    result = home.run(*words, str(place), "--force")
    assert result.code != DONE and place.is_symlink(), result
    assert secret.read_text() == SECRET


# Backups


@pytest.mark.parametrize("kind", ["backup", "data"])
def test_a_backup_removes_no_journal_behind_a_link(
    home: Home, shared: Path, tmp_path: Path, kind: str
) -> None:
    """What a killed one has left is removed by the next."""
    victim = home.copy(tmp_path / "victim")
    trap = shared / ".20261121T110000Z.4711.partial"
    if kind == "backup":
        trap.symlink_to(victim.path)
    else:
        trap.mkdir()
        (trap / "lmdb").symlink_to(victim.path / "lmdb")
        (trap / "manifest.json").write_text("{}")
    before = victim.events()
    home.do("backup", str(shared))
    assert victim.data_file.exists()
    assert victim.events() == before
