"""System calls that fail, or at which the program is killed, where a command
has just begun or has just done its work."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from drawing import picture
from program import DONE, NOTHING, NOW, SYSTEM, Home, binary, environment

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace makes the calls fail"
)

ADD = ["add", "Ficus lyrata", "--name", "Fig"]


def injected(
    home: Home, words: Sequence[str], call: str, what: str, *more: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command of which one call fails."""
    return subprocess.run(
        [
            "strace", "-qq", "-o", "/dev/null", *more, "-e", f"trace={call}",
            "-e", f"inject={call}:{what}", binary(), *words, "--now", NOW,
        ],
        capture_output=True, env=environment(home.path), timeout=120,
        check=False,
    )


@pytest.mark.parametrize("fault", ["signal=KILL", "error=ENOSPC", "error=EIO"])
@pytest.mark.parametrize(
    "call",
    ["mkdir", "fallocate", "pwrite64", "writev", "fsync", "fdatasync", "rename",
     "renameat", "unlinkat"],
)
def test_a_first_command_that_fails_leaves_nothing_in_the_way(
    tmp_path: Path, call: str, fault: str
) -> None:
    table = tmp_path / "table.csv"
    table.write_text("scientific_name\nFicus lyrata\n")
    catalogue = ["catalogue", "import", str(table)]
    for words, read in [(ADD, ["list"]), (catalogue, ["catalogue", "status"])]:
        for number in range(1, 20):
            home = Home(tmp_path / f"{words[0]}{number}")
            done = injected(home, words, call, f"{fault}:when={number}")
            # What is asked next is answered, and the command can be repeated.
            assert home.run(*read).code in (DONE, NOTHING)
            if done.returncode != DONE:
                home.do(*words)
            if words is ADD:
                home.verify()
                assert sorted(os.listdir(home.path)) == ["identity", "lmdb"]
                data = set(os.listdir(home.path / "lmdb"))
                assert data <= {"data.mdb", "lock.mdb", "head"}
            if done.returncode == DONE:
                break
        else:
            pytest.fail("there was always another call")


@pytest.mark.parametrize("number", range(1, 9))
def test_a_fault_after_a_restore_says_that_it_was_done(
    home: Home, number: int, tmp_path: Path
) -> None:
    """And which photos the backup lacks."""
    leaf = str(picture(tmp_path / "leaf.jpg", number=1))
    home.do("photo", "add", "Monty", leaf)
    backup = home.json("backup")["path"]
    before = home.events()
    home.do("water", "Monty")
    [plant] = home.json("photo", "list", "--all")["plants"]
    [photo] = plant["photos"]
    for folder in (home.path / "blobs", home.path / "backups" / "photos"):
        (folder / photo["sha256"]).unlink()
    words = ["backup", "restore", backup, "--yes"]
    done = injected(
        home, words, "fsync", f"error=EIO:when={number}", "-P", str(home.path))
    told = done.stderr.decode()
    assert done.returncode in (DONE, SYSTEM), told
    is_restored = home.events() == before
    assert is_restored == (done.returncode == DONE or "the backup is restored" in told)
    assert is_restored == ("1 file of a photo is missing" in told)
    home.do("water", "Monty")
    home.verify()


@pytest.mark.parametrize("number", range(1, 5))
def test_a_fault_after_a_removal_says_that_it_was_done(
    home: Home, number: int
) -> None:
    name = home.json("log", "status")["journal"][:8]
    words = ["delete-all", "--confirm", name]
    done = injected(
        home, words, "fsync", f"error=EIO:when={number}", "-P", str(home.path))
    told = done.stderr.decode()
    assert done.returncode in (DONE, SYSTEM), told
    is_removed = home.events() == b""
    assert is_removed == (done.returncode == DONE or "is removed" in told)
    backups = home.json("backup", "list")["backups"]
    assert len(backups) == (1 if is_removed else 0)


@pytest.mark.parametrize(
    "words",
    [["backup"], ["log", "rebuild"], ["settings", "set", "pager", "less"],
     ["catalogue", "import", "table.csv"], ["water", "Monty"]],
)
def test_lost_output_says_that_the_work_was_done(
    home: Home, tmp_path: Path, words: list[str]
) -> None:
    table = tmp_path / "table.csv"
    table.write_text("scientific_name\nFicus lyrata\n")
    words = [str(table) if word == table.name else word for word in words]
    done = subprocess.run(
        ["/bin/sh", "-c", '"$@" >&-', "sh", str(binary()), *words],
        stderr=subprocess.PIPE, env=environment(home.path), check=False,
    )
    assert done.returncode == SYSTEM
    assert b"is recorded, but" in done.stderr
    assert (b"history" in done.stderr) == (words[0] == "water")


def test_two_containers_with_one_process_number_wait_for_each_other(
    home: Home,
) -> None:
    container = ["unshare", "-p", "-f", "--mount-proc"]
    if subprocess.run([*container, "true"], check=False).returncode != 0:
        pytest.skip("making a container needs privileges")
    own = environment(home.path)
    parent, child = pty.openpty()
    first = subprocess.Popen(
        [*container, binary(), "delete-all"], stdin=child, stdout=child,
        stderr=child, env=own)
    os.close(child)
    said = b""
    while b"type its name" not in said:
        said += os.read(parent, 4096)
    # It has the journal open, and asks.
    second = subprocess.Popen(
        [*container, binary(), "water", "Monty"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=own)
    with pytest.raises(subprocess.TimeoutExpired):
        second.wait(timeout=0.3)
    os.write(parent, b"no\n")
    first.wait(timeout=60)
    os.close(parent)
    _, errors = second.communicate(timeout=60)
    assert second.returncode == DONE, errors
    home.verify()
