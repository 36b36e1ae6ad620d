"""`delete-all` asks, backs up, says where, and only then removes."""

from __future__ import annotations

import os
import pty
import random
import subprocess
import time
from pathlib import Path

import pytest

from drawing import picture
from program import DONE, NOTHING, USAGE, Home, binary, environment
from test_photos import LEAF, check, photos


def name_of(home: Home) -> str:
    return home.json("log", "status")["journal"][:8]


def events_in_backups(home: Home) -> bytes | None:
    """The events of a whole backup; `None` for none."""
    for place in sorted((home.path / "backups").glob("[!.]*")):
        if home.run("backup", "verify", str(place)).code == DONE:
            return Home(place).events()
    return None


def test_it_is_removed_backed_up_and_comes_back(home: Home) -> None:
    before = home.events()
    home.do("settings", "set", "pager", "less")
    result = home.do("delete-all", "--confirm", name_of(home))
    assert "2 plants and " in result.text
    assert "backed up " in result.text and "removed the journal" in result.text
    assert sorted(path.name for path in home.path.iterdir()) == [
        "backups", "settings.json",
    ]
    assert home.do("list").text.strip()
    assert home.events() == b""
    restore = result.text.split("restore with: plantguide ")[1].split()
    home.do(*restore)
    assert home.events() == before
    home.do("water", "Monty")
    home.verify()


def test_it_says_where_photos_go(home: Home, tmp_path: Path) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--keep-original")
    home.do("photo", "add", "Basil", str(picture(tmp_path / "a.jpg")))
    stick = tmp_path / "stick"
    home.do("remote", "add", "stick", str(stick))
    home.do("sync", "--photos")
    held = {path.name: path.read_bytes() for path in stick.rglob("*") if path.is_file()}
    files = [path for folder in ("blobs", "originals")
             for path in (home.path / folder).iterdir() if len(path.name) == 64]
    size = sum(path.stat().st_size for path in files)
    told = home.do("delete-all", "--dry-run").text
    assert (
        f"The files of 2 photos, {size >> 10} KiB, move from {home.path}/blobs "
        f"to the backup, in {home.path}/backups/photos.") in told
    assert f"The remote 'stick' keeps what it has, at file:{stick}." in told
    [damaged] = [path for path in files if path.parent.name == "originals"]
    damaged.chmod(0o600)
    damaged.write_bytes(b"x")
    answer = home.json("delete-all", "--confirm", name_of(home))
    check(answer, "delete-all")
    assert answer["photos"] == 2 and answer["remotes"] == ["stick"]
    assert answer["photoBytes"] == size - LEAF.stat().st_size + 1
    # What no backup has is not removed.
    assert answer["photoFilesLeft"] == 1 and damaged.exists()
    assert not (home.path / "blobs").exists()
    assert held == {
        path.name: path.read_bytes() for path in stick.rglob("*") if path.is_file()}
    home.do("backup", "restore", "latest")
    assert len(photos(home)) == 2
    told = home.do("delete-all", "--confirm", name_of(home)).text
    assert "and the files of its photos" in told
    assert "1 damaged file of photos stayed" in told


def test_a_journal_with_a_name_is_removed_by_it(home: Home) -> None:
    home.do("settings", "set", "journalName", "Ada's plants")
    home.refuse(
        "delete-all", "--confirm", name_of(home), code=USAGE,
        says=["is not the journal's name", "Ada's plants"],
    )
    answer = home.json("delete-all", "--confirm", "Ada's plants")
    assert answer["removed"] and Path(answer["backup"]).is_dir()


@pytest.mark.parametrize("more", [[], ["--yes"]])
def test_without_a_terminal_the_name_must_be_given(
    home: Home, more: list[str]
) -> None:
    home.refuse(
        "delete-all", *more, code=USAGE,
        says=["nothing was removed", f"--confirm {name_of(home)}"],
    )
    assert not (home.path / "backups").exists()


def test_a_rehearsal_removes_nothing(home: Home) -> None:
    before = home.events()
    assert "nothing was removed" in home.do("delete-all", "--dry-run").text
    assert home.events() == before
    assert not (home.path / "backups").exists()


def test_without_a_journal_there_is_nothing_to_remove(empty: Home) -> None:
    assert empty.run("delete-all", "--confirm", "x").code == NOTHING
    assert not empty.path.exists()


def typed(home: Home, answer: str) -> tuple[int, str]:
    """What the command does on a terminal where `answer` is typed."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [binary(), "delete-all"], stdin=child, stdout=child, stderr=child,
        env=environment(home.path), close_fds=True,
    )
    os.close(child)
    said = b""
    while b"type its name" not in said:
        said += os.read(parent, 4096)
    os.write(parent, answer.encode() + b"\n")
    while True:
        try:
            said += os.read(parent, 4096)
        except OSError:
            break
    os.close(parent)
    return process.wait(timeout=60), " ".join(said.decode().split())


def test_a_person_types_the_name(home: Home) -> None:
    code, said = typed(home, "yes")
    assert code == USAGE and "nothing was removed" in said
    assert home.events()
    code, said = typed(home, name_of(home))
    assert code == DONE and "restore with" in said
    assert home.events() == b""


def test_a_backup_that_cannot_be_made_keeps_everything(home: Home) -> None:
    before = home.events()
    (home.path / "backups").write_text("in the way")
    home.refuse("delete-all", "--confirm", name_of(home), code=5, says="backups")
    assert home.events() == before


def test_a_kill_leaves_everything_or_the_backup(
    kept_sample: Home, tmp_path: Path, chance: random.Random, is_long: bool
) -> None:
    whole = kept_sample.events()
    name = name_of(kept_sample)
    removed = 0
    for trial in range(200 if is_long else 25):
        home = kept_sample.copy(tmp_path / f"{trial}")
        process = home.start("delete-all", "--confirm", name)
        time.sleep(chance.random() * 0.15)
        process.kill()
        process.communicate(timeout=60)
        if home.run("list").code == DONE and home.events() == whole:
            continue
        removed += 1
        assert home.events() == b""
        assert events_in_backups(home) == whole
    print(f"{removed} removed")


def test_what_others_write_meanwhile_is_not_lost(
    home: Home, chance: random.Random
) -> None:
    """Each note that was acknowledged is in the backup or in a journal."""
    name = name_of(home)
    writers = [home.start("note", "Monty", f"note {n}") for n in range(12)]
    deleting = home.start("delete-all", "--confirm", name)
    acknowledged = []
    for number, process in enumerate(writers):
        process.communicate(timeout=60)
        if process.returncode == DONE:
            acknowledged.append(f"note {number}")
    deleting.communicate(timeout=60)
    texts = set()
    for place in [home.path, *(home.path / "backups").glob("[!.]*")]:
        for event in Home(place).history("--type", "plant.noted"):
            texts.add(event["payload"]["text"])
    assert set(acknowledged) <= texts
