"""Homes whose files are not what they should be: told, and left alone."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign import need
from program import (
    DAMAGED,
    NEWER,
    NOTHING,
    NOW,
    SYSTEM,
    USAGE,
    Home,
    binary,
    environment,
)


@pytest.mark.parametrize("depth", [0, 1])
@pytest.mark.parametrize(
    "call",
    [
        ["today"],
        ["list", "--json"],
        ["log", "verify"],
        ["add", "Ficus lyrata"],
        ["water", "Monty", "--dry-run"],
        ["undo"],
        ["undo", "--dry-run"],
        ["backup"],
        ["backup", "list"],
    ],
    ids=str,
)
def test_a_link_that_leads_nowhere_is_no_empty_journal(
    tmp_path: Path, depth: int, call: list[str]
) -> None:
    link = tmp_path / "disk"
    link.symlink_to(tmp_path / "not mounted")
    home = Home(link / "journal" if depth else link)
    result = home.run(*call)
    assert result.code == SYSTEM, str(result)
    assert f"{link} is a link that leads nowhere" in result.message
    assert "mount the disk" in result.message
    assert not (tmp_path / "not mounted").exists()


def test_doctor_does_not_advise_to_remove_the_link(tmp_path: Path) -> None:
    link = tmp_path / "disk"
    link.symlink_to(tmp_path / "not mounted")
    result = Home(link).run("doctor")
    assert result.code == SYSTEM
    assert "mount the disk" in result.text and "rm " not in result.text


def test_an_identity_of_a_newer_form_is_left_alone(home: Home) -> None:
    identity = home.path / "identity"
    contents = identity.read_text().replace("identity 1", "identity 9", 1)
    identity.write_text(contents)
    for call in [["water", "Monty"], ["backup", "restore", "latest", "--yes"]]:
        if call[0] == "backup":
            home.do("backup")
        result = home.run(*call)
        assert result.code == NEWER, str(result)
        assert "install the newer program" in result.message
        assert "remove" not in result.message
    assert home.run("doctor").code == NEWER
    assert identity.read_text() == contents


@pytest.mark.parametrize("has_lock", [True, False])
def test_no_journal_is_begun_over_an_empty_file(
    home: Home, has_lock: bool
) -> None:
    (home.path / "identity").unlink()
    home.data_file.write_bytes(b"")
    if not has_lock:
        (home.path / "lmdb" / "lock.mdb").unlink()
    for call in [["today"], ["add", "Ficus lyrata"], ["doctor"]]:
        assert home.run(*call).code == DAMAGED, call
    assert home.data_file.read_bytes() == b""
    # The remedy for a home in which there never was a journal.
    home.data_file.unlink()
    home.do("add", "Ficus lyrata")


def test_a_directory_in_place_of_the_data_is_named(home: Home) -> None:
    home.data_file.unlink()
    home.data_file.mkdir()
    for call in [["today"], ["water", "Monty"]]:
        result = home.run(*call)
        assert result.code == SYSTEM
        assert "data.mdb: Is a directory" in result.message


def test_a_settings_file_that_leads_nowhere_is_told_and_kept(
    home: Home, tmp_path: Path
) -> None:
    link = home.path / "settings.json"
    link.symlink_to(tmp_path / "nowhere")
    assert "leads nowhere" in home.do("today").message
    assert home.run("settings", "set", "pager", "less").code == DAMAGED
    assert link.is_symlink()


def test_a_settings_file_elsewhere_is_written_there(
    home: Home, tmp_path: Path
) -> None:
    link = home.path / "settings.json"
    place = tmp_path / "dotfiles.json"
    place.write_text('{"pager":"more"}')
    link.symlink_to(place)
    home.do("settings", "set", "pager", "less")
    assert link.is_symlink() and "less" in place.read_text()


@pytest.mark.parametrize("make, says", [
    (os.mkfifo, "is no file"), (os.mkdir, "is a directory")])
def test_what_is_no_settings_file_is_told(
    home: Home, make: Callable[[Path], None], says: str
) -> None:
    make(home.path / "settings.json")
    assert f"settings.json: {says}" in home.do("today").message
    home.refuse("settings", "set", "pager", "less", code=DAMAGED, says=says)


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        ("{", "is not JSON"), ('{"searches":"fern"}', "has no searches"),
        ('{"searches":[{"query":"fern"}]}', "has entries that are no searches"),
    ],
)
def test_damaged_searches_are_told(
    home: Home, contents: str, says: str
) -> None:
    (home.path / "searches.json").write_text(contents)
    assert f"searches.json: {says}" in home.do("search").message
    home.do("search", "--clear")
    assert not home.do("search").message


def test_a_zone_that_is_none_is_told_once(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", extra={"TZ": "Nowhere/Land"})
    result = home.do("add", "Ficus lyrata")
    assert "TZ is 'Nowhere/Land'" in result.message
    zone = home.json("settings", "get", "timeZone")["value"]
    assert zone in result.message
    assert not home.do("water", "Ficus").message


def manifest(home: Home) -> Path:
    (place,) = (home.path / "backups").iterdir()
    return place / "manifest.json"


@pytest.mark.parametrize("call", [["verify"], ["restore", "--yes"]])
@pytest.mark.parametrize(
    ("contents", "code"), [(None, NEWER), ("{", DAMAGED)]
)
def test_the_latest_backup_that_cannot_be_read_says_why(
    home: Home, call: list[str], contents: str | None, code: int
) -> None:
    home.do("backup")
    path = manifest(home)
    path.write_text(
        contents or path.read_text().replace("backup/1", "backup/9")
    )
    result = home.run("backup", call[0], "latest", *call[1:])
    assert result.code == code, str(result)


def test_a_backup_that_is_not_there_is_called_so(home: Home) -> None:
    result = home.run("backup", "verify", "20990101T000000Z")
    assert result.code == NOTHING
    assert "there is no backup" in result.message


@pytest.mark.parametrize("inner", ["", "deep/er"])
def test_no_backup_goes_into_the_journal(
    home: Home, tmp_path: Path, inner: str
) -> None:
    link = tmp_path / "link"
    link.symlink_to(home.path)
    before = sorted(os.listdir(home.path / "lmdb"))
    result = home.run("backup", str(link / "lmdb" / inner))
    assert result.code == USAGE, str(result)
    assert sorted(os.listdir(home.path / "lmdb")) == before


@pytest.mark.parametrize("call", ["flock", "newfstatat"])
@pytest.mark.parametrize("again", ["", "+"])
def test_a_backup_that_cannot_be_made_ends_and_leaves_nothing(
    home: Home, call: str, again: str
) -> None:
    """One look at a file fails, or all from one on."""
    need("strace")
    home.do("backup")
    backups = home.path / "backups"
    for number in range(1, 100):
        done = subprocess.run(
            [
                "strace", "-f", "-qq", "-o", home.path.parent / "trace",
                "--seccomp-bpf", "-e", f"trace={call}",
                "-e", f"inject={call}:error=EIO:when={number}{again}",
                binary(), "backup", "--now", NOW,
            ],
            capture_output=True,
            env=environment(home.path),
            timeout=60,
            check=False,
        )
        left = list(backups.glob(".*.partial"))
        # Where nothing can be looked at any more nothing can be removed.
        assert len(left) <= len(again), f"{number}: {done.stderr!r} {left}"
        for path in left:
            shutil.rmtree(path)
        if "INJECTED" not in (home.path.parent / "trace").read_text():
            break


def test_what_a_killed_restore_left_is_removed_or_explained(
    home: Home,
) -> None:
    home.do("backup")
    backups = home.path / "backups"
    (backup,) = backups.iterdir()
    # No process has this number.
    copy = backups / ".20261121T110000Z-replaced.4194305.partial"
    shutil.copytree(backup / "lmdb", copy / "lmdb")
    put_away = backups / "20261121T110000Z-replaced"
    shutil.copytree(backup / "lmdb", put_away / "lmdb")
    (other,) = home.json("backup", "list")["others"]
    assert "set aside by a restore and not checked" in other["problem"]
    home.do("backup", "restore", backup.name, "--yes")
    assert not copy.exists()
    assert put_away.exists()
