"""Syncs that nobody asks for one by one: of a process that watches, and those
that follow what commands write."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from program import (
    DONE, NETWORK, NOTHING, ROOT, USAGE, Home, binary, environment
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "stick"


@pytest.fixture
def two(home: Home, folder: Path, tmp_path: Path) -> tuple[Home, Home]:
    """Two machines that sync through one folder."""
    other = Home(tmp_path / "second")
    for each in (home, other):
        each.do("remote", "add", "stick", str(folder))
        each.do("sync")
    return home, other


def until(what: Callable[[], object], why: str) -> None:
    """Waits for something that another process does."""
    end = time.monotonic() + 30
    while not what():
        assert time.monotonic() < end, f"it never came to pass that {why}"
        time.sleep(0.02)


class Watching:
    """A process that watches, and its lines."""

    def __init__(self, home: Home, *arguments: str, **more: str) -> None:
        self.path = home.path.with_suffix(".watched")
        self.process = subprocess.Popen(
            [binary(), "sync", "--watch", *arguments],
            stdin=subprocess.DEVNULL, stdout=self.path.open("wb"),
            stderr=subprocess.STDOUT,
            env=environment(home.path, **more),
        )

    @property
    def text(self) -> str:
        return self.path.read_text()

    def says(self, *texts: str) -> None:
        until(lambda: all(text in self.text for text in texts),
              f"{texts} are said: {self.text}")

    def end(self, number: int = signal.SIGTERM) -> str:
        self.process.send_signal(number)
        assert self.process.wait(20) == DONE, self.text
        return self.text


@pytest.fixture
def watch() -> Iterator[Callable[..., Watching]]:
    started: list[Watching] = []

    def start(*arguments: object, **more: str) -> Watching:
        started.append(Watching(*arguments, **more))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
            each.process.wait()


def test_what_changes_here_is_sent_and_what_comes_is_taken(
    two: tuple[Home, Home], watch: Callable[..., Watching]
) -> None:
    one, other = two
    watching = watch(one, "--every", "1h")
    watching.says("watching for changes")
    one.do("note", "Monty", "Written here")
    watching.says("stick: sent 1 event")
    other.do("note", "Monty", "Written there")
    other.do("sync")
    watching.says("stick: received 2 events from", "1 note")
    other.do("sync")
    assert other.events() == one.events()
    assert "could not" not in watching.end(signal.SIGINT)


POLL = {"x86_64": 7}.get(os.uname().machine)
"""The number of the system call, as far as that is known."""


@pytest.mark.skipif(POLL is None, reason="system calls have other numbers")
def test_a_watcher_that_has_nothing_to_do_does_nothing(
    two: tuple[Home, Home], watch: Callable[..., Watching], tmp_path: Path
) -> None:
    one, _ = two
    watching = watch(one, "--every", "1h")
    watching.says("watching")
    one.do("note", "Monty", "A new leaf")
    watching.says("sent 1 event")

    def waits_in_poll() -> int:
        """For how many milliseconds; none where it does something else."""
        call = Path(f"/proc/{watching.process.pid}/syscall").read_text()
        number, *words = call.split()
        if number != str(POLL):
            return 0
        # The upper half of the register is not the argument's.
        return int(words[2], 16) & 0xFFFFFFFF

    # It may look once more after what it has put there itself.
    until(lambda: waits_in_poll() > 600_000, "it comes to rest")
    open_files = os.listdir(f"/proc/{watching.process.pid}/fd")
    names = [
        os.readlink(f"/proc/{watching.process.pid}/fd/{number}")
        for number in open_files
    ]
    assert not any("mdb" in name for name in names), names
    # A file that another command replaces is followed.
    one.do("log", "compact")
    one.do("note", "Monty", "After that")
    watching.says("stick: sent 1 event")
    until(lambda: watching.text.count("sent 1 event") == 2, "it is sent")
    watching.end()


def test_a_remote_that_fails_is_told_once_and_again_when_it_works(
    two: tuple[Home, Home], folder: Path, watch: Callable[..., Watching]
) -> None:
    one, _ = two
    folder.rename(folder.with_name("away"))
    watching = watch(one, "--every", "1s")
    watching.says("stick: could not sync", "tried again")
    failures = next((one.path / "sync").glob("*.failures"))
    until(lambda: json.loads(failures.read_text() or "{}")
          .get("count", 0) > 2, "it is tried again")
    one.do("note", "Monty", "Meanwhile")
    assert "failed" in one.do("sync", "status").text
    folder.with_name("away").rename(folder)
    watching.says("stick: works again; sent 1 event")
    assert watching.end().count("could not sync") == 1
    assert not failures.exists()
    assert "failed" not in one.do("sync", "status").text


def test_a_remote_that_is_added_is_watched_too(
    two: tuple[Home, Home], tmp_path: Path, watch: Callable[..., Watching]
) -> None:
    one, _ = two
    watching = watch(one, "--every", "1h", "--json")
    one.do("remote", "add", "second", str(tmp_path / "more"))
    until(lambda: '"second"' in watching.text, "it is synced with")
    lines = watching.end().splitlines()
    assert [json.loads(line)["remote"] for line in lines] == ["second"]


def test_a_watcher_tells_of_conflicts_in_json_too(
    two: tuple[Home, Home], watch: Callable[..., Watching]
) -> None:
    one, other = two
    other.do("add", "Ficus lyrata", "--name", "Fern")
    watching = watch(one, "--every", "1h", "--json")
    one.do("add", "Ficus lyrata", "--name", "Fern")
    until(lambda: '"remote"' in watching.text, "it is sent")
    other.do("sync")
    until(lambda: '"conflicts"' in watching.text, "it is told")
    line = json.loads(watching.end().splitlines()[-1])
    (conflict,) = line["conflicts"]
    assert "have the nickname 'Fern'" in conflict["message"]
    assert conflict["remedy"].startswith("plantguide edit ")


def test_a_watcher_without_a_remote_is_not_started_again(home: Home) -> None:
    unit = Path("packaging/systemd/plantguide-watch.service")
    (line,) = re.findall(
        "^RestartPreventExitStatus=(.*)$",
        (ROOT / unit).read_text(), re.M)
    ended = home.run("sync", "--watch")
    assert str(ended.code) in line.split(), str(ended)


def test_what_cannot_be_watched_is_refused(two: tuple[Home, Home]) -> None:
    one, _ = two
    for words in (["--every", "5m"], ["--watch", "--dry-run"],
                  ["--watch", "--every", "0s"], ["--watch", "--every", "2d"],
                  ["--watch", "--every", "x"]):
        one.refuse("sync", *words, code=USAGE, says="hint: ")


# One process at a time


def test_a_second_sync_waits_for_the_first(
    two: tuple[Home, Home]
) -> None:
    one, _ = two
    lock = next((one.path / "sync").glob("*.lock"))
    holder = subprocess.Popen(
        ["flock", lock, "sh", "-c", "echo held; read line"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout and holder.stdin
    holder.stdout.readline()
    process = one.start("sync")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.3)
    one.do("sync", "--dry-run")
    holder.stdin.close()
    holder.wait()
    output, error = process.communicate(timeout=30)
    assert process.returncode == DONE, error
    assert b"nothing new" in output


# After a command that wrote


def record(home: Home) -> str:
    path = home.path / "sync" / "auto.log"
    return path.read_text() if path.exists() else ""


def is_at_rest(home: Home) -> bool:
    """Taking the lock to find that out would be in the way of those who want
    it."""
    lock = home.path / "sync" / "auto.lock"
    if not lock.exists():
        return True
    held = re.findall(r":(\d+) \d+ EOF$", Path("/proc/locks").read_text(), re.M)
    return str(lock.stat().st_ino) not in held


@pytest.fixture
def auto(two: tuple[Home, Home]) -> Iterator[tuple[Home, Home]]:
    """Two machines, of which the first syncs by itself."""
    one, other = two
    one.do("settings", "set", "autoSync", "on")
    one.do("settings", "set", "autoSyncSeconds", "1")
    yield one, other
    until(lambda: is_at_rest(one), "nothing runs any more")


def test_what_a_command_writes_is_sent_by_itself(
    auto: tuple[Home, Home]
) -> None:
    one, other = auto
    one.do("note", "Monty", "First")
    one.do("note", "Monty", "Second, at once after it")
    until(lambda: is_at_rest(one) and record(one).count("sent"), "it is sent")
    other.do("sync")
    assert other.events() == one.events()
    # A command that only reads starts nothing.
    before = record(one)
    one.do("today")
    one.do("note", "Monty", "A rehearsal", "--dry-run")
    assert is_at_rest(one) and record(one) == before


def test_what_writes_no_event_starts_nothing(auto: tuple[Home, Home]) -> None:
    one, _ = auto
    one.do("note", "Monty", "First")
    until(lambda: is_at_rest(one) and record(one).count("sent"), "it is sent")
    for words in (["log", "compact"], ["log", "rebuild"], ["backup"],
                  ["settings", "set", "color", "never"]):
        one.do(*words)
        until(lambda: is_at_rest(one), "nothing runs")
    one.do("note", "Monty", "The next that is sent")
    until(lambda: is_at_rest(one) and record(one).count("sent") == 2,
          "it is sent")
    # One process for each note, and no other.
    assert record(one).count("stick: ") == 2


def test_writers_at_once_leave_nothing_behind(auto: tuple[Home, Home]) -> None:
    one, other = auto
    processes = [one.start("note", "Monty", f"Note {n}") for n in range(12)]
    for process in processes:
        assert process.wait(60) == DONE
    until(lambda: is_at_rest(one), "nothing runs any more")
    other.do("sync")
    assert other.events() == one.events()


def test_how_it_failed_is_told_by_status_and_doctor(
    auto: tuple[Home, Home], folder: Path
) -> None:
    one, _ = auto
    away = folder.with_name("away")
    folder.rename(away)
    result = one.do("note", "Monty", "Nobody is told")
    assert result.message == ""
    until(lambda: "could not sync" in record(one), "it has failed")
    until(lambda: is_at_rest(one), "nothing runs any more")
    for command in (["sync", "status"], ["doctor"]):
        text = one.do(*command).text
        assert re.search(r"failed \d times? since", text), text
        assert "may not be mounted" in text
    (remote,) = one.json("sync", "status")["remotes"]
    assert remote["failures"]["count"] >= 1
    away.rename(folder)
    one.do("note", "Monty", "Once more")
    until(lambda: "sent 2 events" in record(one), "it works again")
    assert "none has failed" in one.do("doctor").text


def test_only_the_remotes_that_are_named_are_synced_with(
    auto: tuple[Home, Home], tmp_path: Path
) -> None:
    one, _ = auto
    for name in ("away", "second"):
        one.do("remote", "add", name, str(tmp_path / name))
    one.do("settings", "set", "autosync", "second, stick")
    assert one.do("settings", "get", "autoSync").text == "second,stick\n"
    one.do("remote", "rename", "second", "third")
    assert one.do("settings", "get", "autoSync").text == "third,stick\n"
    one.do("note", "Monty", "For two of three")
    until(lambda: "third: sent" in record(one), "it is sent")
    until(lambda: is_at_rest(one), "nothing runs any more")
    assert "away" not in record(one)
    one.refuse(
        "settings", "set", "autoSync", "thrid", code=NOTHING,
        says=["no remote 'thrid'", "third"])
    one.refuse(
        "settings", "set", "autoSync", "a/b", code=USAGE, says="on, off")
    one.do("remote", "remove", "third")
    assert "'third', which is not a remote" in one.do("doctor").text
    one.do("settings", "set", "autoSync", "off")


def test_it_keeps_nothing_open_that_the_command_had(
    auto: tuple[Home, Home], tmp_path: Path
) -> None:
    """Else a pipe would not end, a disk not be unmounted, a lock be kept."""
    one, _ = auto
    one.do("settings", "set", "autoSyncSeconds", "60")
    one.do("note", "Monty", "The first is sent at once")
    until(lambda: "sent" in record(one) and is_at_rest(one), "it is sent")
    place = tmp_path / "place"
    place.mkdir()
    done = subprocess.run(
        ["bash", "-c", 'exec 7>kept; "$0" note Monty "The second waits"',
         binary()],
        cwd=place, env=environment(one.path), capture_output=True,
        timeout=30, check=True)
    assert done.stderr == b""
    until(lambda: not is_at_rest(one), "it waits")
    (process,) = [
        path for path in Path("/proc").glob("[0-9]*")
        if b"PLANTGUIDE_AUTO_SYNC=1" in environment_of(path)
        and str(one.path).encode() in environment_of(path)
    ]
    files = [os.readlink(path) for path in (process / "fd").iterdir()]
    assert not any(str(place) in name for name in files), files
    assert os.readlink(process / "cwd") == "/"
    # By what people look for it.
    assert (process / "comm").read_text() == f"{binary().name}\n"
    assert os.getsid(int(process.name)) == int(process.name)
    os.kill(int(process.name), signal.SIGTERM)
    until(lambda: is_at_rest(one), "it ends")


def environment_of(process: Path) -> bytes:
    try:
        return (process / "environ").read_bytes()
    except OSError:
        return b""


def test_without_the_setting_nothing_is_started(
    two: tuple[Home, Home], tmp_path: Path
) -> None:
    one, _ = two
    trace = tmp_path / "trace"
    subprocess.run(
        ["strace", "-f", "-o", trace, binary(), "water", "Monty"],
        env=environment(one.path), capture_output=True, check=True)
    calls = trace.read_text()
    assert "execve(" in calls
    assert not re.search(r"\b(clone3?|v?fork)\(", calls)
    # Only whether the directory is a link is looked at.
    assert "remotes.json" not in calls and "/sync/" not in calls
    assert not re.search(r'open\w*\([^\n]*/sync"', calls)
    assert not (one.path / "sync" / "auto.lock").exists()


def test_a_lost_passphrase_is_a_failure_that_is_told(
    home: Home, tmp_path: Path
) -> None:
    home.do("remote", "add", "friend", str(tmp_path / "friend"), "--encrypt")
    home.do("settings", "set", "autoSync", "on")
    home.do("note", "Monty", "Nobody is asked")
    until(lambda: "is not open here" in record(home), "it is told")
    until(lambda: is_at_rest(home), "nothing runs any more")
    assert "is not open here" in home.do("sync", "status").text
    assert home.run("sync").code == USAGE
