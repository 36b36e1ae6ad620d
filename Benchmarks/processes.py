"""Starts programs and takes their time, with as little in between as can be."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

# The status with which the programs refuse a command they do not know.
WRONG_USAGE = 2


class ProcessFailed(Exception):
    """A program ended with an error."""

    def __init__(self, arguments: Sequence[str], code: int, errors: str):
        lines = errors.strip().splitlines()
        said = f": {lines[0]}" if lines else ""
        name = Path(arguments[0]).name
        super().__init__(f"{name} ended with {code}{said}")
        self.is_usage = code == WRONG_USAGE


@dataclass
class Report:
    """What a program said about its own work, in one line of JSON."""

    seconds: float
    events: int
    bytes: int = 0

    @staticmethod
    def parse(output: str) -> Report:
        said = json.loads(output)
        return Report(said["seconds"], said["events"], said.get("bytes", 0))


@dataclass
class Work:
    """A program to run again and again."""

    name: str
    arguments: list[str]
    home: Path | None = None
    reports: bool = False
    """Whether it prints a report, whose seconds then count instead of those
    of the whole process."""
    prepare: Callable[[], None] = lambda: None
    """Done before each run and not counted."""


@dataclass
class Samples:
    """What the runs of one work took."""

    name: str
    seconds: list[float] = field(default_factory=list)
    report: Report | None = None
    peak_kib: int = 0
    error: ProcessFailed | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def is_measured(self) -> bool:
        return self.error is None

    @property
    def rate(self) -> float:
        """Events a second."""
        return self.report.events / self.median if self.report else 0


class Runner:
    """Runs programs one after the other, their output in a folder's files."""

    def __init__(self, folder: Path):
        self._output = folder / "stdout"
        self._errors = folder / "stderr"

    def run(self, work: Work) -> float:
        """Runs a program to its end and returns the seconds from its start."""
        start = time.perf_counter()
        _, status = os.waitpid(self.start(work), 0)
        seconds = time.perf_counter() - start
        self.check(work, status)
        return seconds

    def start(self, work: Work) -> int:
        """Starts a program and returns its process."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        return os.posix_spawn(
            work.arguments[0],
            work.arguments,
            environment(work.home),
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, str(self._output), flags, 0o600),
                (os.POSIX_SPAWN_OPEN, 2, str(self._errors), flags, 0o600),
            ],
        )

    def check(self, work: Work, status: int) -> None:
        """Raises what went wrong, if anything did."""
        code = os.waitstatus_to_exitcode(status)
        if code != 0:
            errors = self._errors.read_text(errors="replace")
            raise ProcessFailed(work.arguments, code, errors)

    def output(self, work: Work) -> str:
        """Runs a program for what it prints."""
        self.run(work)
        return self._output.read_text()

    def report(self) -> Report:
        """What the last program said of its work."""
        return Report.parse(self._output.read_text())

    def measure(self, works: Sequence[Work], rounds: int) -> list[Samples]:
        """Runs the works in turns, so that what slows the machine for a while
        slows them all. A first round, to fill the caches, is not counted."""
        samples = [Samples(work.name) for work in works]
        for turn in range(rounds + 1):
            for work, taken in zip(works, samples, strict=True):
                if taken.is_measured:
                    self._sample(work, taken, is_counted=turn > 0)
        return samples

    def _sample(self, work: Work, taken: Samples, is_counted: bool) -> None:
        try:
            work.prepare()
            seconds = self.run(work)
        except ProcessFailed as error:
            taken.error = error
            return
        if work.reports:
            taken.report = self.report()
            seconds = taken.report.seconds
        if is_counted:
            taken.seconds.append(seconds)

    def peak_memory(self, work: Work) -> int:
        """The most memory of its own that a program had, in KiB.

        Sampled each millisecond. Pages of the map are left out: they belong to
        the system's cache, which takes them back when it wants them.
        """
        work.prepare()
        process = self.start(work)
        peak = 0
        while True:
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                self.check(work, status)
                return peak
            peak = max(peak, anonymous_memory(process))
            time.sleep(0.001)


def environment(home: Path | None) -> dict[str, str]:
    """The same small environment for all, so that runs can be compared."""
    variables = {
        "PATH": "/usr/bin:/bin",
        "HOME": "/",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
    }
    if home:
        variables["PLANTGUIDE_HOME"] = str(home)
    return variables


def anonymous_memory(process: int) -> int:
    """KiB of memory that no file stands behind; 0 once the process ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except ProcessLookupError:
        return 0
    for line in status.splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1])
    return 0
