#!/usr/bin/env python3
"""Measures PlantGuide against C programs that do the least possible work.

Needs bin/plantguide and bin/plantguide-bench, a C compiler, and the static
libraries of LMDB and libsodium. README.md says what is measured, and how.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from processes import ProcessFailed, Report, Runner, Samples, Work
from results import (
    Row, document, duration, limits_table, milliseconds, missing, rate,
    runs_table,
)

BENCHMARKS = Path(__file__).resolve().parent
REPOSITORY = BENCHMARKS.parent
OUT = BENCHMARKS / ".out"
C_PROGRAMS = ["empty", "commit", "put", "scan", "hash"]
C_FLAGS = "-std=gnu17 -O2 -Wall -Wextra -Wpedantic -Werror -static".split()

def build_c_programs() -> None:
    OUT.mkdir(exist_ok=True)
    compiler = os.environ.get("CC", "cc")
    for program in C_PROGRAMS:
        source = BENCHMARKS / "c" / f"{program}.c"
        target = OUT / program
        subprocess.run(
            [compiler, *C_FLAGS, "-o", target, source, "-llmdb", "-lsodium"],
            check=True,
        )


def check_binaries(folder: Path) -> None:
    for name in ("plantguide", "plantguide-bench"):
        if not os.access(folder / name, os.X_OK):
            sys.exit(
                f"run.py: error: {folder / name} is missing\n"
                "hint: build it first; `make bench` does"
            )


def measure(bench: Bench, is_quick: bool) -> None:
    print("run.py: making journals …", file=sys.stderr)
    plants = 1_000
    journals = [bench.generate("10,000 events", 10_000, plants)]
    if not is_quick:
        plants = 10_000
        # As many plants as the last, so that memory shows the log's length.
        journals.append(bench.generate("100,000 events", 100_000, plants))
        journals.append(bench.generate("1 million events", 1_000_000, plants))
    ends = journals if is_quick else [journals[0], journals[-1]]
    for step in (
        lambda: bench.reads(ends),
        lambda: bench.whole_log(journals[-1]),
        lambda: bench.bulk(journals[-1], plants),
        lambda: None if is_quick else bench.memory(journals),
        # Last, as it lengthens the journals.
        lambda: bench.appends(ends),
    ):
        step()


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--bin", type=Path, default=REPOSITORY / "bin",
        help="where the programs are (default: bin)",
    )
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument(
        "--quick", action="store_true", help="only 10,000 events"
    )
    scope.add_argument(
        "--write", action="store_true", help="write Benchmarks/RESULTS.md"
    )
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    check_binaries(options.bin)
    build_c_programs()
    # Beside the repository's files, so on the disk that is meant.
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        bench = Bench(options.bin.resolve(), Path(folder))
        try:
            measure(bench, options.quick)
        except ProcessFailed as error:
            sys.exit(f"run.py: error: {error}")
    print(limits_table(bench.rows), runs_table(bench.samples), sep="\n\n")
    if options.write:
        text = document(bench.rows, bench.samples, REPOSITORY)
        (BENCHMARKS / "RESULTS.md").write_text(text)
    failed = [
        taken.error
        for taken in bench.samples
        if taken.error and not taken.error.is_usage
    ]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
