#!/usr/bin/env python3
"""Lists what the daily commands touch in the program, for the linker.

A start pays for each page that it touches, about a thousandth of a
millisecond. The linker puts what is listed side by side, so that the daily
commands find theirs on a third of the pages. What the list names and the
program no longer has is passed over: it grows old, and never wrong.

usage: start_order.py PROGRAM LIST

Needs valgrind and binutils. PROGRAM is left as it is; LIST is written again.
"""

from __future__ import annotations

import bisect
import itertools
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterable, Iterator, NamedTuple

SAMPLE = Path(__file__).parent.parent / "Resources/sample/journal.jsonl"
NOW = "2026-11-21T12:00:00+01:00"
DAILY = [
    ["today"],
    ["water", "Monty"],
    ["undo", "--yes"],
    ["show", "Monty"],
    ["snooze", "Monty", "watering", "2d"],
    ["note", "Monty", "a new leaf"],
    ["list"],
    ["upcoming"],
    ["history", "Monty"],
    ["search", "philodendron"],
    ["complete", "fish", "--", "show", "Mo"],
]
# What a program can lay out in another order: its code, and the values that
# it changes.
SECTIONS = [".text", ".data", ".bss"]


class Symbol(NamedTuple):
    start: int
    size: int
    name: str


def lines(*command: str | Path) -> list[str]:
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    return result.stdout.splitlines()


def symbols(program: Path) -> list[Symbol]:
    """The symbols of the sections that count, by address."""
    ranges = []
    for line in lines("readelf", "-SW", program):
        found = re.match(r" *\[ *\d+\] (\S+) +\S+ +(\w+) \w+ (\w+)", line)
        if found and found[1] in SECTIONS:
            start = int(found[2], 16)
            ranges.append(range(start, start + int(found[3], 16)))
    result = []
    for line in lines("nm", "-n", "-S", "--defined-only", program):
        fields = line.split(None, 3)
        if len(fields) == 4 and len(fields[2]) == 1:
            start, size = int(fields[0], 16), int(fields[1], 16)
            if any(start in section for section in ranges):
                result.append(Symbol(start, size, fields[3]))
    return result


def touched(trace: Path) -> set[int]:
    """The words of eight bytes that a trace of lackey names."""
    words = set()
    with trace.open() as file:
        for line in file:
            # `I  0401af40,3` and ` L 1ffeffe7e0,8`.
            if line[:2] in ("I ", " L", " S", " M"):
                address = int(line[3:].split(",")[0], 16)
                words.add(address // 8)
    return words


def run(
    call: list[str | Path], home: Path, text: bytes = b""
) -> None:
    """Runs a command line on a home."""
    subprocess.run(
        call,
        check=True,
        env={
            "PATH": "/usr/bin:/bin",
            "PLANTGUIDE_HOME": str(home),
            "LC_ALL": "C.UTF-8",
        },
        input=text,
        stdout=subprocess.DEVNULL,
    )


def traced(program: Path, home: Path, command: list[str]) -> set[int]:
    """The words that the program touches while it runs a command."""
    trace = home.parent / "trace"
    lackey = ["valgrind", "--tool=lackey", "--trace-mem=yes"]
    clock = [] if command[0] == "complete" else ["--now", NOW]
    run([*lackey, f"--log-file={trace}", program, *command, *clock], home)
    return touched(trace)


def holding(words: Iterable[int], table: list[Symbol]) -> Iterator[Symbol]:
    """The symbols in which the words lie."""
    starts = [symbol.start for symbol in table]
    for address in itertools.chain.from_iterable(
        range(8 * word, 8 * word + 8) for word in words
    ):
        index = bisect.bisect(starts, address) - 1
        if index >= 0 and address < starts[index] + table[index].size:
            yield table[index]


def variants(names: list[str], table: list[Symbol]) -> Iterator[str]:
    """The names, and beside each of the C library's that is made for one kind
    of processor those for the others."""
    kind = re.compile(r"__(\w+?)_(?:avx|evex|sse)\w*$")
    likes: dict[str, set[str]] = {}
    for symbol in table:
        if found := kind.match(symbol.name):
            likes.setdefault(found[1], set()).add(symbol.name)
    for name in names:
        yield name
        if found := kind.match(name):
            yield from sorted(likes[found[1]])


def main() -> None:
    program, order = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    table = symbols(program)
    users: dict[Symbol, list[int]] = {}
    with tempfile.TemporaryDirectory() as directory:
        # valgrind cannot read the newest form of debugging information.
        bare = Path(directory) / "plantguide"
        subprocess.run(
            ["objcopy", "--strip-debug", program, bare], check=True
        )
        home = Path(directory) / "home"
        run([bare, "append", "--as-recorded"], home, SAMPLE.read_bytes())
        for number, command in enumerate(DAILY):
            for symbol in set(holding(traced(bare, home, command), table)):
                users.setdefault(symbol, []).append(number)
    # What all commands touch comes first, then what the same ones do.
    found = sorted(users, key=lambda each: (-len(users[each]), users[each], each))
    names = dict.fromkeys(variants([symbol.name for symbol in found], table))
    order.write_text("".join(f"{name}\n" for name in names))
    size = sum(symbol.size for symbol in found)
    print(f"{order}: {len(names)} symbols of {size} bytes")


if __name__ == "__main__":
    main()
