"""Disks that are full or may not be written."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from program import READS, SYSTEM, WRITES, Home, Result, binary, environment, json_lines


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MiB in memory."""
    path = tmp_path / "disk"
    path.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "none"]
    if os.geteuid() != 0 or subprocess.run([*command, path]).returncode != 0:
        pytest.skip("only root can mount a small disk")
    yield path
    subprocess.run(["umount", path], check=True)


def notes(count: int) -> bytes:
    return json_lines(
        [
            {"type": "plant.noted", "plant": "Monty", "text": "x" * 1000}
            for _ in range(count)
        ]
    )


def test_a_full_disk_stops_an_action_and_harms_nothing(
    home: Home, small_disk: Path
) -> None:
    disk = home.copy(small_disk / "home")
    disk.do("note", "Monty", "the first on this disk")
    written = 0
    while True:
        before = disk.events()
        result = disk.run("append", text=notes(200))
        if result.code != 0:
            break
        written += 1
        assert written < 50, "the disk never became full"
    assert written > 0
    assert result.code == SYSTEM, str(result)
    assert "space" in result.message and "hint:" in result.message
    assert disk.events() == before
    disk.verify()
    (small_disk / "filler").write_bytes(b"")
    for arguments in WRITES:
        kept = disk.events()
        if disk.run(*arguments, text=b"").code != 0:
            assert disk.events() == kept
    disk.verify()


def test_there_is_work_again_when_space_is(
    home: Home, small_disk: Path
) -> None:
    disk = home.copy(small_disk / "home")
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    before = disk.events()
    result = disk.run("append", text=notes(500))
    assert result.code == SYSTEM, str(result)
    assert disk.events() == before
    filler.unlink()
    disk.do("append", text=notes(500))
    disk.verify()


@pytest.mark.parametrize("disposition", [signal.SIG_DFL, signal.SIG_IGN])
def test_a_limit_on_files_is_an_error_and_no_signal(
    home: Home, disposition: signal.Handlers
) -> None:
    size = home.data_file.stat().st_size

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, disposition)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    before = home.events()
    result = subprocess.run(
        [binary(), "append"],
        input=notes(2000),
        capture_output=True,
        env=environment(home.path),
        preexec_fn=limit,
        restore_signals=False,
        check=False,
    )
    assert result.returncode == SYSTEM, result
    assert result.stderr.startswith(b"plantguide: error: ")
    assert home.events() == before
    home.verify()


def test_a_read_only_disk_shows_all_and_takes_nothing(
    home: Home, small_disk: Path
) -> None:
    disk = home.copy(small_disk / "home")
    right = {tuple(read): disk.do(*read).output for read in READS}
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    try:
        for read in READS:
            assert disk.do(*read).output == right[tuple(read)]
        for arguments in WRITES:
            result = disk.run(*arguments, text=notes(1))
            assert result.code == SYSTEM, str(result)
            assert "read-only" in result.message.lower(), str(result)
            assert "hint:" in result.message, str(result)
    finally:
        subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    disk.verify()


@pytest.fixture
def foreign() -> Iterator[Path]:
    """A directory that everybody may enter, with a copy of the program."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory)
        path.chmod(0o755)
        shutil.copy(binary(), path / "plantguide")
        yield path


def test_a_home_of_another_user_is_refused(home: Home, foreign: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can run a program as another user")
    theirs = home.copy(foreign / "home")
    before = theirs.events()
    for arguments in READS + WRITES:
        done = subprocess.run(
            [foreign / "plantguide", *arguments],
            input=notes(1),
            capture_output=True,
            env=environment(theirs.path),
            user=65534,
            group=65534,
            extra_groups=[],
            cwd="/",
            check=False,
        )
        result = Result(arguments, done.returncode, done.stdout, done.stderr)
        assert result.code == SYSTEM, str(result)
        assert "hint: " in result.message, str(result)
        assert str(theirs.path) in result.message, str(result)
    assert theirs.events() == before


def test_a_full_output_is_an_error(home: Home) -> None:
    for read in READS:
        with open("/dev/full", "wb") as full:
            result = subprocess.run(
                [binary(), *read],
                stdout=full,
                stderr=subprocess.PIPE,
                env=environment(home.path),
                check=False,
            )
        assert result.returncode == SYSTEM, f"{read}: {result}"
        assert b"space" in result.stderr
