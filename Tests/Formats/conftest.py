"""Journals to look at, written by the program under test.

The program is `bin/plantguide` or what PLANTGUIDE_BIN names. Without it the
tests that need it fail rather than pass unseen.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from formats import ROOT, schema_problems
from journal_reader import Journal, read_journal

# The order of names is read by both independent readers.
sys.path.insert(0, str(ROOT / "Tests" / "CareModel"))

SAMPLE = ROOT / "Resources" / "sample" / "journal.jsonl"
GOLDEN = ROOT / "Tests" / "Golden" / "events"
NOW = "2026-11-21T12:00:00+01:00"

# A small journal as a user would write it: clock and arguments, in order. At
# its end the watering is undone, and a plant was removed and restored.
SESSION = [
    ("2026-03-01T09:00:00+01:00", [
        "add", "Monstera deliciosa", "--name", "Monty", "--room", "Kitchen",
        "--every", "7d"]),
    ("2026-03-01T09:05:00+01:00", [
        "add", "Ocimum basilicum", "--name", "Basil", "--every", "2d"]),
    ("2026-03-08T18:20:00+01:00", ["water", "Monty", "--at", "yesterday"]),
    ("2026-03-09T08:00:00.250+01:00", ["favorite", "Monty"]),
    ("2026-03-09T08:01:00+01:00", ["note", "Monty", "A new leaf 🌱"]),
    ("2026-03-14T10:00:00+01:00", ["snooze", "Monty", "watering", "3d"]),
    ("2026-03-14T10:01:00+01:00", ["skip", "Basil", "watering"]),
    ("2026-03-15T10:00:00+01:00", ["move", "Monty", "Bedroom"]),
    ("2026-03-18T09:00:00+01:00", ["water", "Basil", "--amount", "100ml"]),
    ("2026-03-18T09:01:00+01:00", ["amend", "--at", "yesterday"]),
    ("2026-03-18T09:02:00+01:00", ["amend", "--amount", "250ml"]),
    ("2026-03-20T10:00:00+01:00", ["remove", "Basil"]),
    ("2026-03-20T10:02:00+01:00", ["restore", "Basil"]),
    ("2026-03-20T11:00:00+01:00", [
        "edit", "Monty", "--location", "balcony", "--tag", "gift",
        "--clear", "genus"]),
    ("2026-03-20T11:01:00+01:00", [
        "measure", "Monty", "--height", "42cm", "--leaves", "12"]),
    ("2026-03-20T11:01:10+01:00", ["field", "add", "price", "number", "EUR"]),
    ("2026-03-20T11:01:20+01:00", [
        "edit", "Monty", "--set", "price=12.50"]),
    ("2026-03-20T11:01:30+01:00", ["edit", "Monty", "--set", "price=9,99"]),
    ("2026-03-20T11:01:40+01:00", ["field", "add", "link"]),
    ("2026-03-20T11:01:50+01:00", [
        "edit", "Monty", "--set", "link=https://example.org/monstera"]),
    ("2026-03-20T11:01:55+01:00", ["health", "Monty", "4", "--note", "leafy"]),
    ("2026-03-20T11:02:00+01:00", [
        "task", "add", "Monty", "repotting", "--due", "2026-12-01"]),
    ("2026-03-20T11:03:00+01:00", ["room", "order", "Bathroom", "Kitchen"]),
    ("2026-03-20T11:04:00+01:00", ["log", "name", "Laptop"]),
    ("2026-03-21T10:00:00+01:00", ["water", "Monty"]),
    ("2026-03-21T10:01:00+01:00", ["undo"]),
]


def program() -> Path:
    path = Path(
        os.environ.get("PLANTGUIDE_BIN", ROOT / "bin" / "plantguide")
    ).resolve()
    if not os.access(path, os.X_OK):
        pytest.fail(f"no program at {path}; build it or set PLANTGUIDE_BIN")
    return path


@dataclass(frozen=True)
class Home:
    """A journal's folder, and the program at work on it."""

    path: Path

    def run(
        self, *arguments: str, now: str = NOW, standard_input: bytes = b""
    ) -> bytes:
        """What the program prints; anything but success fails the test."""
        result = subprocess.run(
            [program(), *arguments, "--now", now],
            input=standard_input,
            capture_output=True,
            env={
                "PATH": os.environ["PATH"],
                "PLANTGUIDE_HOME": str(self.path),
                "TZ": "Europe/Paris",
                "LC_ALL": "C.UTF-8",
            },
            check=False,
            timeout=120,
        )
        assert result.returncode == 0, (
            f"{arguments} exited {result.returncode}: "
            f"{result.stderr.decode(errors='replace')}"
        )
        return result.stdout

    def json(self, *arguments: str, now: str = NOW) -> Any:
        return json.loads(self.run(*arguments, "--json", now=now))

    def lines(self, *arguments: str) -> list[Any]:
        return [json.loads(line) for line in self.run(*arguments).splitlines()]

    def write(self, *arguments: str, now: str, standard_input: bytes = b""):
        """Runs a command that writes, and checks what it says it did."""
        answer = json.loads(
            self.run(
                *arguments, "--json", now=now, standard_input=standard_input
            )
        )
        problems = schema_problems("projections/write-result", answer)
        assert not problems, f"{arguments}: {problems}"
        return answer

    def journal(self) -> Journal:
        return read_journal(self.path)


@pytest.fixture(scope="session")
def sample_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The sample journal: thousands of events of every kind of care."""
    home = Home(tmp_path_factory.mktemp("sample"))
    home.write(
        "append", "--as-recorded", now=NOW, standard_input=SAMPLE.read_bytes()
    )
    return home


@pytest.fixture(scope="session")
def small_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A journal written command by command."""
    home = Home(tmp_path_factory.mktemp("small"))
    for now, arguments in SESSION:
        home.write(*arguments, "--yes", now=now)
    return home


@pytest.fixture(scope="session", params=["sample_home", "small_home"])
def home(request: pytest.FixtureRequest) -> Home:
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def journal(home: Home) -> Journal:
    journal = home.journal()
    assert len(journal.events) > 10, "too few events to say anything"
    return journal
