"""Taskwarrior on the work that both do, on as many tasks as plants."""

from __future__ import annotations

import csv
import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import rows
from processes import ProcessFailed, Runner, Samples, Work
from rows import Row

COUNT = 10_000
SHOWN = 200
ROUNDS = 5
LIMITED_BY = "Taskwarrior reads all of its tasks for each command"
IMPORT_LIMITED_BY = (
    "five events a plant, with care and two schedules; Taskwarrior takes a task"
)
EXPORT_LIMITED_BY = "2 kB a plant, with its care and days to come"


class PeerSuite:
    """Runs both programs in turns and gathers rows for the table."""

    def __init__(self, binaries: Path, folder: Path):
        self.rows: list[Row] = []
        self.samples: list[Samples] = []
        self._plantguide = str(binaries / "plantguide")
        self._task = shutil.which("task")
        self._folder = folder
        self._home = folder / "peer-home"
        self._runner = Runner(folder)

    def run(self) -> None:
        if not self._task:
            limit = rows.at_least_times(1, LIMITED_BY).text
            missing = Row(
                "Taskwarrior", limit, "not measured (not installed)", "", None, ""
            )
            self.rows.append(missing)
            return
        plants, tasks = self._folder / "plants.csv", self._folder / "tasks.json"
        write_plants(plants)
        tasks.write_text(json.dumps(all_tasks()))
        self._import(plants, tasks)
        for name, ours, theirs, limited_by in [
            (
                f"list, lines: {SHOWN}",
                ["list", "--limit", str(SHOWN)],
                ["list", f"limit:{SHOWN}"],
                LIMITED_BY,
            ),
            (
                "a task added",
                ["task", "add", "Plant 77", "pruning", "--due", "2030-01-01"],
                ["add", "Prune", "due:2030-01-01"],
                LIMITED_BY,
            ),
            ("an export", ["export", "json"], ["export"], EXPORT_LIMITED_BY),
        ]:
            works = [self._cli(name, ours), self._peer(ours[0], theirs)]
            self._compare(f"{name}, {COUNT:,} plants", works, limited_by)

    def _import(self, plants: Path, tasks: Path) -> None:
        """Into an empty home each time; the last one is used from then on."""
        ours = self._cli("import", ["import", "csv", str(plants)])
        theirs = self._peer("import", ["import", str(tasks)])
        ours.prepare = lambda: empty(self._home)
        theirs.prepare = lambda: empty(self._folder / "task")
        name = f"an import, {COUNT:,} plants"
        self._compare(name, [ours, theirs], IMPORT_LIMITED_BY)

    def _compare(self, name: str, works: list[Work], limited_by: str) -> None:
        samples = self._runner.measure(works, ROUNDS)
        self.samples += samples
        limit = rows.at_least_times(1, limited_by)
        error = next((taken.error for taken in samples if taken.error), None)
        self.rows.append(
            rows.missing_row(name, limit.text, error)
            if isinstance(error, ProcessFailed)
            else limit.row(name, *samples)
        )

    def _cli(self, name: str, arguments: list[str]) -> Work:
        return Work(name, [self._plantguide, *arguments], home=self._home)

    def _peer(self, name: str, arguments: list[str]) -> Work:
        settings = [
            "rc:/dev/null",
            f"rc.data.location={self._folder / 'task'}",
            "rc.confirmation=no",
            "rc.verbose=nothing",
            "rc.defaultwidth=80",
        ]
        return Work(
            f"Taskwarrior {name}", [str(self._task), *settings, *arguments]
        )


def write_plants(path: Path) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["scientificName", "nickname", "room"])
        for number in range(COUNT):
            writer.writerow(["Monstera deliciosa", f"Plant {number}", "Kitchen"])


def all_tasks() -> list[dict[str, str]]:
    """A task for each plant, due on the days of a month."""
    start = datetime(2026, 11, 21, tzinfo=UTC)
    return [
        {
            "description": f"Water plant {number}",
            "project": "Kitchen",
            "due": f"{start + timedelta(days=number % 30):%Y%m%dT%H%M%SZ}",
        }
        for number in range(COUNT)
    ]


def empty(directory: Path) -> None:
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    os.sync()
