"""Random command lines never crash, and change nothing where they fail.

Valid, nearly valid and nonsense lines are made of what help says there is.
Each either succeeds, or leaves every event and setting as it was and says why
on standard error. `--lines` and `--seed` make more or others.
"""

from __future__ import annotations

import random
import shlex
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from examples import commands
from program import DONE, Home

# They would take a line's whole time, or wait for nobody.
LEFT_OUT = [["backup"], ["backup", "restore"], ["serve"], ["web"]]

NAMES = ["Monty", "Basil", "mont", "bas", "Fig", "Nobody", "1", "Kitchen"]
VALUES: dict[str, list[str]] = {
    "PLANT": NAMES,
    "ROOM": ["Kitchen", "bath", "Other", "Cellar", "Büro", ""],
    "KIND": ["watering", "misting", "prune", "neem-spray", "Wässern", "-"],
    "WHEN": ["yesterday", "2026-11-01", "2026-02-30", "today 18:00", "soon"],
    "DAY": ["tomorrow", "3d", "2w", "2026-12-01", "monday", "-3d", "0d"],
    "SPAN": ["3d", "1m", "9999999999d", "0", "every day"],
    "DAYS": ["7", "30", "0", "-1", "x"],
    "COUNT": ["1", "5", "0", "-1", "1e3", "99999999999999999999"],
    "INSTANT": ["2026-11-21T12:00:00Z", "2026-11-21", "never"],
    "NAME": ["Fig", "Monty", "x" * 201, "🌵", "a\tb", ""],
    "TEXT": ["a new leaf", "", "x" * 70_000, "\u202e", "$(true)", "é"],
    "WORD": ["leaf", "mont", "mnoty", "xyzzy", "a " * 20, "-", "*"],
    "LIGHT": ["fullSun", "partialshade", "dark", ""],
    "SOURCE": ["manual", "CATALOGUE", "aunt"],
    "SETTING": ["units", "timeZone", "reminderDays", "pager", "moon", ""],
    "VALUE": ["metric", "Asia/Tokyo", "7", "true", "0.70", "less", "?"],
    "ACTION": ["0000-1", "abcd-99999999999999999999", "x", "----"],
    "FILE": ["/dev/null", "/nonexistent", ".", "-"],
    "DIRECTORY": ["/nonexistent/at/all", "/dev/null"],
    "BACKUP": ["latest", "/nonexistent", ""],
    "REASON": ["died", "sold", "bored"],
    "COLOR": ["auto", "always", "never", "red"],
}
NONSENSE = [
    "", "-", "--", "---", "-x", "-yy", "--=", "--yes=no", "--nothing", "=",
    "\\", "'", '"', "\n", "\x01", "\x7f", "a" * 5_000, "ﬁ", "e\u0301", "🌿",
    "%s%n", "../..", "*", "?", "[a-z]", "~", "0", "-1", "NaN", "\ufeff",
]


class Lines:
    """Command lines of every degree of sense."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.commands = [
            command for command in commands() if command["path"] not in LEFT_OUT
        ]

    def line(self) -> list[str]:
        command = self.chance.choice(self.commands)
        line = [*command["path"], *self.arguments(command)]
        # A command that watches runs until it is ended.
        options = [
            option for option in command["options"] if option["name"] != "watch"
        ]
        for option in self.chance.sample(
            options, k=min(len(options), self.few())
        ):
            if option["name"] != "help" or self.chance.random() < 0.1:
                line += self.option(option)
        # Nearly valid: one step away from what would be understood.
        for _ in range(self.chance.choice([0, 0, 1, 1, 2, 4])):
            self.spoil(line)
        return [word.replace("\0", "") for word in line]

    def few(self) -> int:
        return self.chance.choice([0, 0, 1, 1, 2, 3])

    def value(self, placeholder: str) -> str:
        known = VALUES.get(placeholder, NAMES)
        return self.chance.choice(known)

    def arguments(self, command: dict[str, Any]) -> list[str]:
        words = []
        for argument in command["arguments"]:
            least = 0 if argument["optional"] else 1
            most = 3 if argument["repeatable"] else 1
            words += [
                self.value(argument["name"])
                for _ in range(self.chance.randint(least, most))
            ]
        return words

    def option(self, option: dict[str, Any]) -> list[str]:
        name = f"--{option['name']}"
        if option["value"] is None:
            return [name]
        value = self.value(option["value"])
        if self.chance.random() < 0.3:
            return [f"{name}={value}"]
        return [name, value]

    def spoil(self, line: list[str]) -> None:
        place = self.chance.randrange(len(line) + 1)
        match self.chance.randrange(5):
            case 0:
                line.insert(place, self.chance.choice(NONSENSE))
            case 1 if len(line) > 1:
                del line[min(place, len(line) - 1)]
            case 2 if place < len(line) and line[place]:
                cut = self.chance.randrange(len(line[place]))
                line[place] = line[place][:cut]
            case 3 if place < len(line):
                line.append(line[place])
            case _:
                self.chance.shuffle(line)


def state(home: Home) -> dict[str, bytes]:
    """Every byte that a command may change and a failing one must not.

    LMDB's locks say nothing, and an identity may be written before a refusal:
    a writer that appended nothing does no harm.
    """
    return {
        str(path.relative_to(home.path)): path.read_bytes()
        for path in home.path.rglob("*")
        if path.is_file() and path.name not in {"lock.mdb", "identity"}
    }


def test_no_line_crashes_or_changes_anything_where_it_fails(
    home: Home, pytestconfig: pytest.Config, seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    lines = Lines(chance)
    inputs = [
        b"", b"{}\n", b"Monty\n", b"\xff\xfe\n", b"\0" * 10,
        b'{"type":"plant.noted","plant":"Monty","text":"x"}\n',
        b'{"type":"plant.added","plant":"Fig","scientificName":"Ficus"}\n{',
    ]
    ends: Counter[int] = Counter()
    whole = home.copy(tmp_path / "whole")
    before = state(home)
    for number in range(pytestconfig.getoption("--lines")):
        line = lines.line()
        told = f"line {number} of seed {seed}: {shlex.join(line)}"
        # Ends with a documented status and by no signal, or fails in here.
        result = home.run(
            *(word.encode("utf-8", "surrogateescape") for word in line),
            now=None, text=chance.choice(inputs), cwd=tmp_path,
        )
        ends[result.code] += 1
        after = state(home)
        if result.code == DONE:
            assert not result.errors.startswith(b"plantguide: error:"), told
        else:
            # A program that it starts may have spoken first.
            assert "plantguide: error: " in result.message, told
            assert after == before, f"changed by {told}"
        before = after
        if "lmdb/data.mdb" not in before:
            # The whole journal was deleted, as was asked.
            home = whole.copy(tmp_path / f"again{number}")
            before = state(home)
    print(f"ends: {dict(sorted(ends.items()))}")
    assert ends[DONE] and len(ends) > 2, f"lines of one kind alone: {ends}"
    home.verify()
