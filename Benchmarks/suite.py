"""What is measured: the programs, and the journals they work on."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from processes import ProcessFailed, Report, Runner, Samples, Work
from rows import (
    Row, append_row, bulk_row, milliseconds, missing, rate_row, read_row,
    receive_row, same_cost_row, verify_row, SAME_COST,
)

SEED = 20261121
SHOWN_LINES = 200

# Odd, so that a median is a run that happened.
SHORT_ROUNDS = 51
LONG_ROUNDS = 5

# Memory may differ by what a heap rounds to, and not grow with the log.
SAME_MEMORY = 1.25


@dataclass(frozen=True)
class Journal:
    """A generated journal."""

    label: str
    home: Path
    report: Report

    @property
    def lmdb(self) -> str:
        return str(self.home / "lmdb")


class Bench:
    """The programs, the journals and a runner for them."""

    def __init__(self, binaries: Path, folder: Path):
        self.folder = folder
        self.runner = Runner(folder)
        self.plantguide = str(binaries / "plantguide")
        self.bench = str(binaries / "plantguide-bench")
        self.samples: list[Samples] = []
        self.rows: list[Row] = []

    def generate(self, label: str, events: int, plants: int) -> Journal:
        home = self.folder / f"journal-{events}"
        report = self.runner.report(self._generation(home, events, plants))
        return Journal(label, home, report)

    def _generation(self, home: Path, events: int, plants: int) -> Work:
        sizes = [str(events), str(plants), str(SEED)]
        return Work(
            "bulk append",
            [self.bench, "generate", str(home), *sizes],
            reports=True,
            prepare=lambda: renew(home),
        )

    def c(self, program: str, *arguments: str, reports: bool = True) -> Work:
        return Work(
            f"C {program}", [str(OUT / program), *arguments], reports=reports
        )

    def swift(self, command: str, journal: Journal, *arguments: str) -> Work:
        return Work(
            command,
            [self.bench, command, str(journal.home), *arguments],
            reports=True,
        )

    def cli(self, journal: Journal, *arguments: str) -> Work:
        return Work(
            f"plantguide {arguments[0]}, {journal.label}",
            [self.plantguide, *arguments],
            home=journal.home,
        )

    def measure(self, works: list[Work], rounds: int) -> list[Samples]:
        samples = self.runner.measure(works, rounds)
        self.samples += samples
        return samples

    def add(
        self,
        work: str,
        limit: str,
        samples: list[Samples],
        row: Callable[..., Row],
    ) -> None:
        """Adds a row made from samples, or the one that says what lacks."""
        self.rows.append(
            missing(work, limit, samples) or row(work, limit, *samples)
        )

    # Commands, as whole processes

    def reads(self, journals: list[Journal]) -> None:
        """`today`, `show` and `list` against an empty program."""
        works = [self.c("empty", reports=False)]
        for journal in journals:
            works += self._read_works(journal)
        empty, *reads = self.measure(works, SHORT_ROUNDS)
        limit = "within 1 ms of an empty program"
        for read in reads:
            self.add(read.name, limit, [empty, read], read_row)
        self._same_cost(reads)

    def _read_works(self, journal: Journal) -> list[Work]:
        day = last_short_day(lambda day: self._lines_today(journal, day))
        name = self._plant_name(journal)
        return [
            self.cli(journal, "today", "--now", noon(day)),
            self.cli(journal, "show", name),
            self.cli(journal, "list", "--limit", str(SHOWN_LINES)),
        ]

    def _lines_today(self, journal: Journal, day: date) -> int:
        work = self.cli(journal, "today", "--now", noon(day))
        return len(self.runner.output(work).splitlines())

    def _plant_name(self, journal: Journal) -> str:
        """A name that only one plant has."""
        work = self.cli(
            journal, "list", "--limit", str(SHOWN_LINES), "--json"
        )
        plants = json.loads(self.runner.output(work))["plants"]
        names = [plant["nickname"] for plant in plants if plant["nickname"]]
        return names[0] if names else plants[0]["shortId"]

    def appends(self, journals: list[Journal]) -> None:
        """One durable event from the command line."""
        directory = self.folder / "commit"
        directory.mkdir()
        bytes_per_event = self._bytes_per_event(journals[-1])
        works = [
            self.c("empty", reports=False),
            self.c("commit", str(directory), str(bytes_per_event)),
        ]
        for journal in journals:
            works.append(self.cli(journal, "water", self._plant_name(journal)))
        empty, commit, *appends = self.measure(works, SHORT_ROUNDS)
        limit = "within 1 ms of an empty program and a bare commit"
        for append in appends:
            self.add(append.name, limit, [empty, commit, append], append_row)
        self._same_cost(appends)

    def _bytes_per_event(self, journal: Journal) -> int:
        report = self.runner.report(self.c("scan", journal.lmdb))
        return report.bytes // max(1, report.events)

    def _same_cost(self, commands: list[Samples]) -> None:
        """Holds the commands on the last journal against the first."""
        count = len(commands) // 2
        for short, long in zip(commands, commands[count:]):
            name = short.name.partition(",")[0]
            self.add(
                f"{name}, 100 times the events",
                f"the same cost (within {milliseconds(SAME_COST)})",
                [short, long],
                same_cost_row,
            )

    # The whole log, in one process

    def bulk(self, journal: Journal, plants: int) -> None:
        """Appending all events, and receiving them from another journal."""
        appended = self.folder / "appended"
        put = self.folder / "put"
        events = journal.report.events
        works = [
            self.c("put", journal.lmdb, str(put)),
            self._generation(appended, events, plants),
            self._receive(journal),
        ]
        works[0].prepare = lambda: renew(put, is_made=True)
        c_put, append, receive = self.measure(works, LONG_ROUNDS)
        for left in (put, appended, self.folder / "received"):
            renew(left)
        self.add("bulk append", "≤ 8 × C put", [c_put, append], bulk_row)
        self.add(
            "receive from a local journal",
            "≤ 2 × bulk append",
            [append, receive],
            receive_row,
        )

    def _receive(self, journal: Journal) -> Work:
        received = self.folder / "received"
        work = self.swift("receive", journal, str(received))
        work.prepare = lambda: renew(received)
        return work

    def whole_log(self, journal: Journal) -> None:
        """What reads every event."""
        commands = ["rebuild", "verify", "export-events", "history-json"]
        works = [self.c("scan", journal.lmdb), self.c("hash", journal.lmdb)]
        works += [self.swift(command, journal) for command in commands]
        works[2].prepare = os.sync
        scan, hashes, rebuild, verify, export, history = self.measure(
            works, LONG_ROUNDS
        )
        self.add(
            "rebuild",
            "≥ 2 million events/s",
            [scan, rebuild],
            rate_row(2e6, "decoding and folding each event once"),
        )
        self.add(
            "log verify", "≤ 1.3 × C hash", [hashes, verify], verify_row
        )
        self.add(
            "export events",
            "≥ 1 million events/s",
            [scan, export],
            rate_row(1e6, "encoding headers and payloads as JSON"),
        )
        self.add(
            "history --json",
            "≥ 0.3 million events/s",
            [scan, history],
            rate_row(3e5, "canonical order, decoding, and JSON"),
        )

    # Memory

    def memory(self, journals: list[Journal]) -> None:
        """Memory of rebuild and receive as the log grows."""
        for name, make in [
            ("rebuild", lambda journal: self.swift("rebuild", journal)),
            ("receive", self._receive),
        ]:
            self.rows.append(self._memory_row(name, journals, make))
        renew(self.folder / "received")

    def _memory_row(
        self,
        name: str,
        journals: list[Journal],
        make: Callable[[Journal], Work],
    ) -> Row:
        work = f"memory of {name}"
        limit = "bounded, whatever the log's length"
        try:
            peaks = [self.runner.peak_memory(make(each)) for each in journals]
        except ProcessFailed as error:
            failed = Samples(name, error=error)
            return missing(work, limit, [failed]) or Row(
                work, limit, "", "", None, ""
            )
        shown = "; ".join(
            f"{peak / 1024:.1f} MiB at {journal.label}"
            for peak, journal in zip(peaks, journals)
        )
        return Row(
            work, limit, shown, "", peaks[-1] <= SAME_MEMORY * peaks[-2],
            "folded plants and LMDB's dirty pages; the map is not counted",
        )


def noon(day: date) -> str:
    return f"{day.isoformat()}T12:00:00Z"


def last_short_day(lines: Callable[[date], int]) -> date:
    """A day on which `today` shows as much as counts, and no more.

    Care that nobody gives piles up, so the days are halved between one before
    the journal and one long after it.
    """
    early, late = date(2000, 1, 1).toordinal(), date(2100, 1, 1).toordinal()
    if lines(date.fromordinal(late)) <= SHOWN_LINES:
        return date.fromordinal(late)
    while late - early > 1:
        middle = (early + late) // 2
        if lines(date.fromordinal(middle)) <= SHOWN_LINES:
            early = middle
        else:
            late = middle
    return date.fromordinal(early)


def renew(directory: Path, is_made: bool = False) -> None:
    """Removes a directory, and lets the disk come to rest."""
    shutil.rmtree(directory, ignore_errors=True)
    if is_made:
        directory.mkdir()
    os.sync()
