"""What people see of remotes on a terminal, and what others must not do to
it."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
from pathlib import Path

import pytest

from campaign import read_only
from program import DONE, NETWORK, USAGE, Home, binary, environment
from screen import on_terminal

PASSPHRASE = "correct horse battery"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "stick"


@pytest.fixture
def sealed(home: Home, tmp_path: Path) -> Home:
    """A home with an encrypted remote that was synced with."""
    home.do("remote", "add", "friend", str(tmp_path / "friend"), "--encrypt")
    result = subprocess.run(
        [binary(), "sync"], capture_output=True, check=False,
        env=environment(home.path, PLANTGUIDE_FRIEND_PASSPHRASE=PASSPHRASE))
    assert result.returncode == DONE, result
    return home


# What programs say


@pytest.mark.parametrize("command", [
    "printf '\\033]0;title\\007\\033[2Jsaid\\n' >&2; exit 1",
    "head -c 1000000 /dev/zero | tr '\\0' '\\033' >&2; echo secret",
])
def test_what_a_password_command_says_drives_no_terminal(
    home: Home, command: str
) -> None:
    home.do("remote", "add", "nas", "webdavs://localhost:1/x", "--user", "anna",
            "--password-command", command)
    code, shown = on_terminal(home, "sync")
    assert code in (USAGE, NETWORK)
    assert b"\x07" not in shown and b"\x1b]" not in shown
    assert b"\x1b[2J" not in shown and b"\\u{1B}" in shown
    assert len(shown) < 200_000


# Folders that others use, too


def test_what_is_put_into_a_folder_others_may_read(
    home: Home, folder: Path
) -> None:
    before = os.umask(0o022)
    try:
        home.do("remote", "add", "stick", str(folder))
        home.do("sync")
    finally:
        os.umask(before)
    for path in [folder, *folder.rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o755 if path.is_dir() else 0o644), path
    for path in (home.path / "sync").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_folder_that_may_only_be_read_is_read(
    home: Home, folder: Path, tmp_path: Path
) -> None:
    home.do("remote", "add", "stick", str(folder))
    home.do("sync")
    other = Home(tmp_path / "other")
    other.do("remote", "add", "stick", str(folder))
    other.do("sync")
    home.do("note", "Monty", "From here")
    home.do("sync")
    other.do("note", "Monty", "From there")
    before = sorted(folder.rglob("*"))
    done = subprocess.run(
        [*read_only(folder), binary(), "sync"],
        env=environment(other.path), capture_output=True, check=False)
    assert done.returncode == DONE, done
    assert b"received 1 event from" in done.stdout
    assert b"may only be read from here" in done.stdout
    assert sorted(folder.rglob("*")) == before
    assert "sent" in other.do("sync").text


# Keys


def test_a_rehearsal_of_the_first_sealed_sync_says_what_it_would_send(
    home: Home, tmp_path: Path
) -> None:
    home.do("remote", "add", "friend", str(tmp_path / "friend"), "--encrypt")
    count = len(home.events().splitlines())
    assert f"would send {count} events" in home.do("sync", "--dry-run").text
    assert [path for path in (tmp_path / "friend").rglob("*")
            if path.is_file()] == []


def test_a_sheet_is_asked_for_line_by_line(
    sealed: Home, tmp_path: Path
) -> None:
    lines = sealed.do("remote", "key", "export", "friend").text.split("\n")[1:]
    other = Home(tmp_path / "other")
    other.do("remote", "add", "friend", str(tmp_path / "friend"), "--encrypt")
    other.refuse("sync", code=USAGE, says="is not open here")
    code, shown = on_terminal(
        other, "remote", "key", "unlock", "friend",
        answer="\n".join(lines).encode())
    assert code == DONE, shown
    assert b"Line 4 of the recovery sheet of 'friend':" in shown
    assert "received" in other.do("sync").text


# Lists


@pytest.mark.parametrize("width", [40, 60, 80])
def test_lists_of_remotes_fit_the_terminal(
    home: Home, tmp_path: Path, width: int
) -> None:
    home.do("log", "name", "Anna's phone with quite a long name")
    home.do("remote", "add", "stick", str(tmp_path / "a-rather-long-name"))
    home.do("remote", "add", "a-remote-with-a-long-name", str(tmp_path / "b"))
    home.do("sync")
    home.do("note", "Monty", "A new leaf")
    home.do("serve", "token", "create", "Anna's new laptop", "--person", "Anna")
    for command, texts in [
        (["remote", "list"], ["NAME", "SYNCED", "stick", "Sat 21 Nov 12:00"]),
        (["sync", "status"], ["THERE", "TO SEND", "stick, synced"]),
        (["serve", "token", "list"], ["MAY", "read", "Anna"]),
        (["remote", "show", "stick"], ["address", "to send"]),
    ]:
        code, shown = on_terminal(
            home, *command, width=width, NO_COLOR="1")
        text = shown.decode().replace("\r\n", "\n")
        assert code == DONE
        assert max(map(len, text.splitlines())) <= width, text
        for part in texts:
            assert part in text, (command, text)


def test_status_marks_this_home_and_tells_of_gaps(
    home: Home, folder: Path, tmp_path: Path
) -> None:
    home.do("remote", "add", "stick", str(folder))
    for number in range(3):
        home.do("note", "Monty", f"Note {number}")
        home.do("sync")
    # The second segment is lost, and whoever comes next finds a gap.
    middle = sorted(folder.glob("v1/*/s/*/*.seg"))[1]
    middle.unlink()
    other = Home(tmp_path / "other")
    other.do("remote", "add", "stick", str(folder))
    other.do("sync")
    status = other.do("sync", "status").text
    assert "lacks events" in status and "so later ones wait" in status
    (remote,) = other.json("sync", "status")["remotes"]
    assert len(remote["missing"]) == 1
    assert not any(writer["own"] for writer in remote["writers"])
    home.do("sync")
    other.do("sync")
    assert "lacks events" not in other.do("sync", "status").text
    assert "this home (" in home.do("sync", "status").text


def test_two_journals_become_one_only_after_a_question(
    home: Home, folder: Path, tmp_path: Path
) -> None:
    home.do("remote", "add", "stick", str(folder))
    home.do("sync")
    stranger = Home(tmp_path / "stranger")
    stranger.do("add", "Aloe vera", "--name", "Stranger", "--yes")
    stranger.do("remote", "add", "stick", str(folder))
    stranger.refuse("sync", code=USAGE, says=["belong to", "add --merge"])
    code, shown = on_terminal(stranger, "sync", "--merge", answer=b"n\n")
    assert code != DONE and b"with 1 plant (" in shown
    assert "Monty" not in stranger.do("list").text
    stranger.do("sync", "--merge", "--dry-run")
    code, shown = on_terminal(stranger, "sync", "--merge", answer=b"y\n")
    assert code == DONE, shown
    assert "Monty" in stranger.do("list").text
