"""A desktop's session: a bus of its own, and programs that show notes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Debian's own Python, which has dbusmock.
PYTHON = "/usr/bin/python3"
PATIENCE = 60
NAME = "org.freedesktop.Notifications"
PLACE = "/org/freedesktop/Notifications"
# The capabilities of a usual daemon.
USUAL = "actions body body-markup"

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={place}/bus</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@cache
def notify_program() -> Path:
    path = Path(
        os.environ.get("PLANTGUIDE_NOTIFY_BIN", ROOT / "bin" / "plantguide-notify")
    ).resolve()
    assert os.access(path, os.X_OK), (
        f"no program at {path}; build it or set PLANTGUIDE_NOTIFY_BIN"
    )
    return path


@cache
def missing_programs(*names: str) -> list[str]:
    missing = [name for name in names if shutil.which(name) is None]
    if "dbusmock" in missing:
        found = subprocess.run(
            [PYTHON, "-c", "import dbusmock"], capture_output=True, check=False)
        if found.returncode == 0:
            missing.remove("dbusmock")
    return missing


def needs(*names: str) -> None:
    if missing := missing_programs(*names):
        pytest.skip(f"{', '.join(missing)} not installed")


def wait_until(condition: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.02)
    return found


class Desktop:
    """A bus, and what runs on it."""

    def __init__(self, place: Path, bus: subprocess.Popen[bytes]):
        self.place = place
        self.bus = bus
        self.address = f"unix:path={place}/bus"
        self.daemon: subprocess.Popen[bytes] | None = None
        self.others: list[subprocess.Popen[bytes]] = []
        # What records answers, and what it was given.
        self.program = place / "plantguide"
        self.answers = place / "answers"

    @property
    def variables(self) -> dict[str, str]:
        return {
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": self.address,
            "PLANTGUIDE_HOME": f"{self.place}/home",
        }

    def start(self, *words: str | Path, **variables: str) -> subprocess.Popen[bytes]:
        log = (self.place / "log").open("ab")
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            env={**self.variables, **variables})

    def call(self, *words: str) -> list[Any]:
        """The values of a method's answer."""
        done = subprocess.run(
            ["busctl", f"--address={self.address}", "--json=short", "call",
             *words],
            capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return json.loads(done.stdout)["data"] if done.stdout.strip() else []

    def has_daemon(self) -> bool:
        return self.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus",
            "org.freedesktop.DBus", "NameHasOwner", "s", NAME) == [True]

    def wait_for_daemon(self) -> None:
        wait_until(self.has_daemon, "a daemon for notes")

    # What is on the bus

    def mock(self, capabilities: str = USUAL) -> None:
        """Starts a daemon that notes what it is asked for."""
        self.daemon = self.start(
            PYTHON, "-m", "dbusmock", "--template", "notification_daemon", "-p",
            json.dumps({"capabilities": capabilities}))
        self.wait_for_daemon()

    def end_daemon(self) -> None:
        assert self.daemon is not None
        self.daemon.kill()
        self.daemon.wait()
        self.daemon = None

    def asked(self, method: str) -> list[list[Any]]:
        """The arguments of each call of a method of the mock."""
        calls = self.call(
            NAME, PLACE, "org.freedesktop.DBus.Mock", "GetMethodCalls", "s",
            method)
        return [
            [argument["data"] for argument in arguments]
            for _, arguments in calls[0]
        ]

    def notes(self) -> list[list[Any]]:
        return self.asked("Notify")

    def closed(self) -> list[int]:
        return [arguments[0] for arguments in self.asked("CloseNotification")]

    def choose(self, note: int, key: str) -> None:
        self.call(
            NAME, PLACE, "org.freedesktop.DBus.Mock", "EmitSignal", "sssav",
            NAME, "ActionInvoked", "us", "2", "u", str(note), "s", key)

    def report_end(self, note: int, reason: int) -> None:
        self.call(
            NAME, PLACE, "org.freedesktop.DBus.Mock", "EmitSignal", "sssav",
            NAME, "NotificationClosed", "uu", "2", "u", str(note), "u",
            str(reason))

    # The program

    def write_program(self, script: str = "echo recorded") -> None:
        self.program.write_text(
            "#!/bin/sh\n"
            f'printf "%s|" "$PLANTGUIDE_HOME" "$@" >>"{self.answers}"\n'
            f'echo >>"{self.answers}"\n'
            f"{script}\n")
        self.program.chmod(0o755)

    def recorded(self) -> list[list[str]]:
        """The home and the arguments of each answer."""
        if not self.answers.exists():
            return []
        lines = self.answers.read_text().splitlines()
        return [line.removesuffix("|").split("|") for line in lines]

    def run(
        self, *arguments: str, text: str | bytes = b"", **variables: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Runs the program; returns when it, and nothing else, is over."""
        return subprocess.run(
            [notify_program(), *arguments],
            input=text.encode() if isinstance(text, str) else text,
            capture_output=True, check=False, timeout=PATIENCE,
            env={**self.variables, **variables})

    def show(
        self, *messages: dict[str, Any], arguments: tuple[str, ...] = ()
    ) -> list[str]:
        """Shows messages; returns the names of the notes."""
        done = self.run(
            "--program", str(self.program), *arguments,
            text="".join(json.dumps(each) + "\n" for each in messages))
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode().splitlines()

    def waiting(self) -> list[int]:
        """The processes of the program that are at work for this desktop."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if (
                    (place / "exe").readlink() == notify_program()
                    and self.address.encode() in (place / "environ").read_bytes()
                ):
                    found.append(int(place.name))
            except OSError:
                continue
        return found

    def wait_for_end(self) -> None:
        wait_until(lambda: not self.waiting(), "the end of waiting for answers")

    def end(self) -> None:
        for process in [*self.others, self.daemon, self.bus]:
            if process is not None:
                process.kill()
                process.wait()
        # Nothing outlives its bus.
        self.wait_for_end()


def answers(place: Path) -> bool:
    """Whether somebody listens at a socket, which exists before that."""
    with socket.socket(socket.AF_UNIX) as caller:
        return caller.connect_ex(str(place)) == 0


@contextmanager
def desktop() -> Iterator[Desktop]:
    needs("dbus-daemon", "busctl")
    # The path of a socket has at most 107 bytes.
    place = Path(tempfile.mkdtemp(prefix="desk"))
    try:
        (place / "bus.conf").write_text(CONFIGURATION.format(place=place))
        bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={place}/bus.conf", "--nofork"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        made = Desktop(place, bus)
        try:
            wait_until(lambda: answers(place / "bus"), "the bus")
            yield made
        finally:
            made.end()
    finally:
        shutil.rmtree(place, ignore_errors=True)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGSTOP)


def message(
    text: str = "Monty needs water (250 ml, Kitchen)", *, tasks: int = 1,
    **members: Any,
) -> dict[str, Any]:
    """A message as `remind` sends it."""
    return {
        "id": "0123456789abcdef", "title": "Plant care", "text": text,
        "tasks": [{"plantName": "Monty", "kind": "watering"}] * tasks,
        "badge": 0, "day": "2026-11-21", "isDigest": tasks != 1,
        "isTest": False, **members,
    }
