"""Photos kept: in backups, swept, erased, checked, and carried elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator

from program import DAMAGED, DONE, NEWER, NOTHING, ROOT, USAGE, Home
from test_photos import LEAF, check, photos, picture

DAY = 86_400


@pytest.fixture
def pictures(home: Home, tmp_path: Path) -> list[str]:
    """Two photos of Monty and one of Basil; their files' hashes."""
    for number, (plant, day) in enumerate(
        [("Monty", "2026:03:01"), ("Monty", "2026:05:01"), ("Basil", "2026:06:01")]
    ):
        home.do("photo", "add", plant, str(picture(
            tmp_path / f"{number}.jpg", number=number, taken=f"{day} 09:00:00")))
    names = [photo["sha256"] for photo in photos(home)]
    assert len(set(names)) == 3
    return names


def files(home: Home, folder: str = "blobs") -> set[str]:
    return {path.name for path in (home.path / folder).glob("*") if len(path.name) == 64}


def age(home: Home, days: float, folder: str = "blobs") -> None:
    """Makes the files so many days older than they are."""
    for path in (home.path / folder).glob("*"):
        then = time.time() - days * DAY
        os.utime(path, (then, then))


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


# Backups


def test_backups_share_the_files_of_photos(home: Home, pictures: list[str]) -> None:
    answer = home.json("backup")
    check(answer, "backup")
    assert (answer["photos"], answer["missingPhotos"]) == (3, 0)
    shared = home.path / "backups" / "photos"
    before = {path.name: path.stat().st_ino for path in shared.iterdir()}
    assert sorted(before) == sorted(pictures)
    home.do("photo", "add", "Monty", str(LEAF))
    assert "events and 4 photos" in home.do("backup").text
    after = {path.name: path.stat().st_ino for path in shared.iterdir()}
    assert len(after) == 4 and before.items() <= after.items()
    listed = home.json("backup", "list")
    check(listed, "backup-list")
    assert [backup["photos"] for backup in listed["backups"]] == [3, 4]
    assert not listed["others"]
    manifest = json.loads((Path(answer["path"]) / "manifest.json").read_text())
    path = ROOT / "schemas" / "backup-manifest.schema.json"
    assert not list(Draft202012Validator({"$ref": path.as_uri()}).iter_errors(manifest))
    assert manifest["photos"] == sorted(pictures)
    assert "and 3 photos" in home.do("backup", "verify", answer["name"]).text


def test_photos_come_back_with_a_backup(
    home: Home, pictures: list[str], tmp_path: Path
) -> None:
    held = {name: (home.path / "blobs" / name).read_bytes() for name in pictures}
    place = home.json("backup", str(tmp_path / "stick"))["path"]
    empty = Home(tmp_path / "empty", home.extra)
    would = empty.json("backup", "restore", place, "--dry-run")
    assert would["photos"] == 3 and not files(empty)
    answer = empty.json("backup", "restore", place, "--yes")
    check(answer, "backup-restore")
    assert answer["photos"] == 3
    for photo in photos(empty):
        assert Path(photo["path"]).read_bytes() == held[photo["sha256"]]
    # One is gone, one damaged: both come back, and the journal stays.
    (home.path / "blobs" / pictures[0]).unlink()
    flip(home.path / "blobs" / pictures[1])
    home.do("water", "Monty")
    before = home.events()
    assert "brought the files of 2 photos" in home.do(
        "backup", "restore", place, "--photos").text
    assert home.events() == before
    for name, content in held.items():
        assert (home.path / "blobs" / name).read_bytes() == content


def test_what_a_backup_lacks_is_told_and_the_rest_restored(
    home: Home, pictures: list[str], tmp_path: Path
) -> None:
    place = home.json("backup", str(tmp_path / "stick"))["path"]
    shared = tmp_path / "stick" / "photos"
    (shared / pictures[0]).unlink()
    flip(shared / pictures[1])
    result = home.run("backup", "verify", place)
    assert result.code == DAMAGED
    for words in ("1 file of a photo is missing", "1 file of a photo is damaged",
                  pictures[0], pictures[1]):
        assert words in result.message
    empty = Home(tmp_path / "empty", home.extra)
    result = empty.do("backup", "restore", place, "--yes")
    assert pictures[1] in result.message
    assert files(empty) == {pictures[2]}
    assert empty.events() == home.events()


def test_a_backup_tells_of_photos_without_files(
    home: Home, pictures: list[str]
) -> None:
    (home.path / "blobs" / pictures[0]).unlink()
    flip(home.path / "blobs" / pictures[1])
    result = home.do("backup")
    assert "lacks the files of 2 photos" in result.message
    [backup] = home.json("backup", "list")["backups"]
    assert (backup["photos"], backup["missingPhotos"]) == (1, 2)
    assert "lacks 2 photos" in home.do("backup", "list").text
    home.do("backup", "verify", "latest")


def test_originals_are_in_backups(home: Home, tmp_path: Path) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--keep-original")
    [original] = files(home, "originals")
    place = home.json("backup", str(tmp_path / "stick"))["path"]
    empty = Home(tmp_path / "empty", home.extra)
    empty.do("backup", "restore", place, "--yes")
    assert files(empty, "originals") == {original}
    assert (empty.path / "originals" / original).read_bytes() == LEAF.read_bytes()


def test_what_a_restore_puts_away_has_its_photos(
    home: Home, pictures: list[str], tmp_path: Path
) -> None:
    first = home.json("backup")["path"]
    home.do("photo", "add", "Monty", str(LEAF))
    latest = photos(home, "Monty")[-1]["sha256"]
    replaced = home.json("backup", "restore", first, "--yes")["replaced"]
    home.do("backup", "verify", replaced)
    shutil.rmtree(home.path / "blobs")
    home.do("backup", "restore", replaced, "--yes")
    assert files(home) == {*pictures, latest}


def test_deleting_all_removes_photos_after_a_backup(
    home: Home, pictures: list[str]
) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--keep-original")
    name = home.json("delete-all", "--dry-run")["name"]
    answer = home.json("delete-all", "--confirm", name)
    for folder in ("blobs", "originals", "cache"):
        assert not (home.path / folder).exists()
    home.do("backup", "restore", answer["backup"], "--yes")
    assert len(photos(home)) == 4
    assert all(Path(photo["path"]).exists() for photo in photos(home))
    assert len(files(home, "originals")) == 1


def test_a_backup_of_an_older_program_comes_back(home: Home, tmp_path: Path) -> None:
    place = Path(home.json("backup", str(tmp_path / "stick"))["path"])
    manifest = json.loads((place / "manifest.json").read_text())
    assert not {"photos", "originals", "missingPhotos"} & set(manifest)
    assert not (tmp_path / "stick" / "photos").exists()
    home.do("backup", "verify", str(place))
    Home(tmp_path / "empty").do("backup", "restore", str(place), "--yes")
