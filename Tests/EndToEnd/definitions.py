"""The program's commands, as its own help lists them."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from functools import cache

from program import binary


@dataclass(frozen=True)
class Option:
    """An option of a command: a flag, or a name with a value."""

    name: str
    value: str | None


@dataclass(frozen=True)
class Command:
    """What a command takes."""

    words: tuple[str, ...]
    arguments: tuple[str, ...]
    options: tuple[Option, ...] = field(default=())


def _help(*words: str) -> str:
    return subprocess.run(
        [binary(), "help", *words],
        capture_output=True, check=True, text=True, timeout=60,
        env={"COLUMNS": "10000"},
    ).stdout


@cache
def commands() -> tuple[Command, ...]:
    """Every command that help lists, with what its usage line takes."""
    found = []
    for line in _help().splitlines():
        match = re.match(r"  ([a-z-]+(?: [a-z-]+)?)(?:  |$)", line)
        if match and not line.startswith("    "):
            found.append(_command(tuple(match[1].split())))
    assert len(found) > 30, "help lists its commands in another form"
    return tuple(found)


def _command(words: tuple[str, ...]) -> Command:
    text = _help(*words)
    usage = text.split("\n\n")[0].replace("\n", " ")
    assert usage.startswith("usage: plantguide"), text
    head = usage.split("[--")[0].removeprefix("usage: plantguide")
    arguments = tuple(re.findall(r"\[?[A-Z][A-Z-]*\b(?:\.\.\.)?\]?", head))
    options = {
        name: Option(name, value or None)
        for name, value in re.findall(
            r"^ +(?:-\w, )?--([a-z][a-z-]*)(?: ([A-Z]+))?", text, re.M
        )
    }
    return Command(words, arguments, tuple(options.values()))
