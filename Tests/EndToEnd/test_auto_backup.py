"""Backups that nobody asks for one by one: made in the background once a
command has written."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from program import Home
from screen import on_terminal


def until(what: Callable[[], object], why: str) -> None:
    """Waits for something that another process does."""
    end = time.monotonic() + 30
    while not what():
        assert time.monotonic() < end, f"it never came to pass that {why}"
        time.sleep(0.02)


def record(home: Home) -> str:
    """What became of the last one, once nobody makes one any more."""
    path = home.path / "backups" / ".auto"

    def is_at_rest() -> bool:
        if not path.exists():
            return False
        held = re.findall(
            r":(\d+) \d+ EOF$", Path("/proc/locks").read_text(), re.M)
        status = path.stat()
        return (
            str(status.st_ino) not in held
            and status.st_size > 0 and status.st_mtime > 0)

    until(is_at_rest, "a backup ends")
    return path.read_text()


def backups(place: Path) -> list[str]:
    return sorted(one.name for one in place.glob("2*"))


def make_due(home: Home) -> None:
    os.utime(home.path / "backups" / ".auto", (0, 0))


@pytest.fixture
def daily(home: Home) -> Home:
    home.do("settings", "set", "autoBackup", "daily")
    return home


def test_a_command_that_writes_makes_one_that_can_be_restored(
    daily: Home,
) -> None:
    daily.do("today", now=None)
    assert not (daily.path / "backups").exists()
    daily.do("note", "Monty", "First", now=None)
    assert record(daily) == "\n"
    (name,) = backups(daily.path / "backups")
    assert name.endswith("Z-auto")
    daily.do("note", "Monty", "Second", now=None)
    assert backups(daily.path / "backups") == [name]
    daily.do("backup", "verify", name)
    daily.do("backup", "restore", name, "--yes", now=None)
    said = daily.do("show", "Monty").text
    assert "First" in said and "Second" not in said


def test_one_is_made_again_once_it_is_due(daily: Home) -> None:
    daily.do("note", "Monty", "First", now=None)
    assert record(daily) == "\n"
    (first,) = backups(daily.path / "backups")
    make_due(daily)
    daily.do("note", "Monty", "Second", now=None)
    assert record(daily) == "\n"
    held = backups(daily.path / "backups")
    # Of a day the newest is kept; both may be of one second.
    assert any(name != first for name in held)
    make_due(daily)
    daily.do("settings", "set", "autoBackup", "off")
    daily.do("note", "Monty", "Third", now=None)
    assert (daily.path / "backups" / ".auto").stat().st_mtime == 0


def test_many_commands_at_once_make_one(daily: Home) -> None:
    writers = [
        daily.start("note", "Monty", f"{number}") for number in range(8)
    ]
    for writer in writers:
        assert writer.wait() == 0
    assert record(daily) == "\n"
    assert len(backups(daily.path / "backups")) == 1
    daily.verify()


def test_a_failure_is_told_once_and_the_command_succeeds(
    daily: Home, tmp_path: Path
) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    daily.do("settings", "set", "autoBackupDirectory", str(place))
    place.rmdir()
    daily.do("note", "Monty", "First", now=None)
    says = f"the directory {place} for backups does not exist"
    assert record(daily) == says + "\n"
    assert b"automatic" not in daily.do("today").message.encode()
    told = "the last automatic backup failed"
    code, shown = on_terminal(daily, "list", width=200)
    assert code == 0 and told.encode() in shown
    code, shown = on_terminal(daily, "list", width=200)
    assert code == 0 and told.encode() not in shown
    assert f"the last failed: {says}" in daily.run("doctor").text
    place.mkdir()
    make_due(daily)
    daily.do("note", "Monty", "Second", now=None)
    until(lambda: backups(place), "one is made")
    assert record(daily) == "\n"
    assert not backups(daily.path / "backups")


def test_what_only_looks_starts_nothing(daily: Home) -> None:
    for words in (["today"], ["list"], ["water", "Monty", "--dry-run"],
                  ["settings", "set", "pager", "less"]):
        daily.do(*words, now=None)
    assert not (daily.path / "backups").exists()


def test_erasing_names_those_of_another_directory(
    daily: Home, tmp_path: Path
) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    daily.do("settings", "set", "autoBackupDirectory", str(place))
    daily.do("note", "Monty", "secret", now=None)
    record(daily)
    (name,) = backups(place)
    said = daily.do("erase", "--plant", "Monty", "--notes", "--yes", now=None)
    assert f"still in the backup {place}/{name}" in said.text
