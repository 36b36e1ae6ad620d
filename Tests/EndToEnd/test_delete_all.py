"""`delete-all` asks, backs up, says where, and only then removes."""

from __future__ import annotations

import os
import pty
import random
import subprocess
import time
from pathlib import Path

import pytest

from program import DONE, NOTHING, USAGE, Home, binary, environment


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
