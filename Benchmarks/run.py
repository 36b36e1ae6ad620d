#!/usr/bin/env python3
"""Measures PlantGuide against C programs that do the least possible work.

Needs bin/plantguide and bin/plantguide-bench, a C compiler, and the static
libraries of LMDB and libsodium. README.md says what is measured, and how.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from catalogue import CatalogueSuite
from pages import PageSuite
from peers import PeerSuite
from processes import ProcessFailed
from results import document, limits_table, runs_table, with_growth
from suite import Suite

BENCHMARKS = Path(__file__).resolve().parent
REPOSITORY = BENCHMARKS.parent
RESULTS = BENCHMARKS / "RESULTS.md"
OUT = BENCHMARKS / ".out"

C_PROGRAMS = ["empty", "commit", "put", "scan", "hash", "sqlite", "answer"]
C_FLAGS = ["-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror"]
LIBRARIES = ["-static", "-llmdb", "-lsodium"]
# SQLite warns when it is linked statically: it may load extensions. The server
# and the least one share the library that answers.
OTHER_LIBRARIES = {
    "sqlite": ["-llmdb", "-lsodium", "-lsqlite3"],
    "answer": ["-lmicrohttpd"],
}


def stop(reason: str, hint: str) -> None:
    sys.exit(f"run.py: error: {reason}\nhint: {hint}")


def check_binaries(folder: Path, are_for_pages: bool) -> None:
    names = ["plantguide", "plantguide-bench", "plantguide-serve"]
    names += ["plantguide-photo"]
    if not are_for_pages:
        names.append("plantguide-catalogue-bench")
    for name in names:
        if not os.access(folder / name, os.X_OK):
            stop(f"{folder / name} is missing", "`make bench` builds it")


def build_c_programs() -> None:
    OUT.mkdir(exist_ok=True)
    compiler = os.environ.get("CC", "cc")
    for program in C_PROGRAMS:
        source = str(BENCHMARKS / "c" / f"{program}.c")
        target = str(OUT / program)
        libraries = OTHER_LIBRARIES.get(program, LIBRARIES)
        command = [compiler, *C_FLAGS, "-o", target, source, *libraries]
        try:
            subprocess.run(command, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            stop(
                f"{source} was not built: {error}",
                "it needs gcc, liblmdb-dev, libsodium-dev, libsqlite3-dev "
                "and libmicrohttpd-dev",
            )


def measure(suite: Suite, is_quick: bool) -> None:
    print("run.py: making the journals", file=sys.stderr)
    journals = [suite.generate("10,000 events", 10_000, 1_000)]
    if not is_quick:
        for label, events in [
            ("100,000 events", 100_000),
            ("1 million events", 1_000_000),
        ]:
            journals.append(suite.generate(label, events, 10_000))
    ends = journals[:1] if is_quick else [journals[0], journals[-1]]
    print("run.py: measuring", file=sys.stderr)
    suite.reads(ends)
    suite.reminders(journals[0])
    suite.completions(journals[-1])
    suite.searches(journals[-1])
    suite.schedules(journals[-1].plants)
    suite.whole_log(journals[-1])
    suite.disk(journals[-1])
    suite.bulk(journals[-1])
    if not is_quick:
        suite.memory(journals)
    suite.appends(ends)


def measure_growth(suite: Suite) -> None:
    """What an event costs as the log grows."""
    print("run.py: making journals of up to 10 million events", file=sys.stderr)
    suite.growth(
        [
            ("10,000 events", 10_000, 1_000),
            ("1 million events", 1_000_000, 10_000),
            ("10 million events", 10_000_000, 10_000),
        ]
    )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Measures PlantGuide against the least possible work in C."
    )
    parser.add_argument(
        "--bin",
        type=Path,
        default=REPOSITORY / "bin",
        help="where the programs are (default: bin)",
    )
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument(
        "--quick", action="store_true", help="only 10,000 events"
    )
    scope.add_argument(
        "--growth",
        action="store_true",
        help="only the costs up to 10 million events, in RESULTS.md",
    )
    scope.add_argument(
        "--pages", action="store_true", help="only the pages of the server"
    )
    scope.add_argument(
        "--write", action="store_true", help="write Benchmarks/RESULTS.md"
    )
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    check_binaries(options.bin, options.pages)
    build_c_programs()
    # Beside the repository's files, so on the disk that is meant.
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        suite = Suite(OUT, options.bin.resolve(), Path(folder))
        try:
            binaries = options.bin.resolve()
            others = [PageSuite(OUT, binaries, Path(folder))]
            if options.growth:
                measure_growth(suite)
                others = []
            elif not options.pages:
                measure(suite, options.quick)
                others += [
                    CatalogueSuite(OUT, binaries, Path(folder)),
                    PeerSuite(binaries, Path(folder)),
                ]
            for other in others:
                other.run()
                suite.rows += other.rows
                suite.samples += other.samples
        except ProcessFailed as error:
            stop(str(error), "nothing can be measured without a journal")
    if options.growth:
        RESULTS.write_text(with_growth(suite.rows, REPOSITORY))
    if options.write:
        RESULTS.write_text(document(suite.rows, suite.samples, REPOSITORY))
    print(limits_table(suite.rows), runs_table(suite.samples), sep="\n\n")
    return 1 if suite.has_failures else 0


if __name__ == "__main__":
    sys.exit(main())
