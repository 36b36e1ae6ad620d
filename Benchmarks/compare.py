#!/usr/bin/env python3
"""Times `today` and `water` of several builds of the program in turns.

    Benchmarks/compare.py [--rounds N] PROGRAM PROGRAM …

All run on copies of the sample journal, which the first program makes. Prints
the median of each, and what it takes more than the first. With `--count` the
instructions and the page faults of one run are counted instead (needs
valgrind), and those of a rebuild and of receiving all events into a new home
for each event: these do not depend on what else the machine does.

The programs are copied first, without debugging information. How a file came
into the page cache makes a third of a millisecond, whatever is in it; run as
root, this empties the cache before it begins, so that all are read from disk,
as after a start of the machine.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from processes import Runner, Work, environment

SAMPLE = Path(__file__).parent.parent / "Resources/sample/journal.jsonl"
NOW = "2026-11-21T12:00:00+01:00"
COMMANDS = {
    "today": ["today", "--now", NOW],
    "water": ["water", "Monty", "--now", NOW],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--count", action="store_true")
    options = parser.parse_args()
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        compare(options, Path(folder))


def compare(options: argparse.Namespace, folder: Path) -> None:
    programs = [copied(program, folder) for program in options.programs]
    homes = {program: folder / str(number)
             for number, program in enumerate(programs)}
    os.sync()
    if os.geteuid() == 0:
        Path("/proc/sys/vm/drop_caches").write_text("1")
    load_sample(programs[0], homes[programs[0]])
    for home in list(homes.values())[1:]:
        shutil.copytree(homes[programs[0]], home)
    for command, words in COMMANDS.items():
        works = [
            Work(program.name, [str(program), *words], homes[program])
            for program in programs
        ]
        runner = Runner(folder)
        if options.count:
            show(command, works, "million instructions",
                 [instructions(work) / 1e6 for work in works])
            show(command, works, "page faults",
                 [page_faults(work, runner) for work in works])
        else:
            show(command, works, "ms",
                 [taken.median * 1e3 for taken
                  in runner.measure(works, options.rounds)])
    if options.count:
        count_events(programs, homes, folder)


def count_events(
    programs: list[Path], homes: dict[Path, Path], folder: Path
) -> None:
    """Counts what works on all events of the sample journal."""
    exported = folder / "events.jsonl"
    with exported.open("wb") as file:
        subprocess.run(
            [programs[0], "export", "events"], check=True, stdout=file,
            env=environment(homes[programs[0]]))
    events = exported.read_bytes().count(b"\n")
    rebuilds = [
        Work(program.name, [str(program), "log", "rebuild"], homes[program])
        for program in programs
    ]
    show("rebuild", rebuilds, "instructions an event",
         [instructions(work) / events for work in rebuilds])
    receives = [
        Work(program.name, [str(program), "import", "events", str(exported)],
             folder / f"{number} received")
        for number, program in enumerate(programs)
    ]
    show("receive", receives, "instructions an event",
         [instructions(work, warm=False) / events for work in receives])


def show(
    command: str, works: list[Work], unit: str, figures: list[float]
) -> None:
    for work, figure in zip(works, figures, strict=True):
        print(f"{command}  {work.name:<16} {figure:9.3f} {unit} "
              f"{figure - figures[0]:+9.3f}", flush=True)


def copied(program: Path, folder: Path) -> Path:
    copy = folder / program.name
    subprocess.run(["objcopy", "--strip-debug", program, copy], check=True)
    return copy


def load_sample(program: Path, home: Path) -> None:
    with SAMPLE.open() as sample:
        subprocess.run(
            [program, "append", "--as-recorded", "--now", NOW],
            stdin=sample, env=environment(home), check=True,
            stdout=subprocess.DEVNULL)


def instructions(work: Work, warm: bool = True) -> int:
    """Those of one run, after one that fills the caches."""
    for _ in range(2 if warm else 1):
        result = subprocess.run(
            ["/usr/bin/valgrind", "--tool=callgrind",
             f"--callgrind-out-file={os.devnull}", *work.arguments],
            env=environment(work.home), check=True, capture_output=True,
            text=True)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if not found:
        raise SystemExit(f"valgrind counted nothing: {result.stderr}")
    return int(found[1])


def page_faults(work: Work, runner: Runner) -> int:
    """The least of five runs."""
    return min(
        os.wait4(runner.start(work), 0)[2].ru_minflt for _ in range(5))


if __name__ == "__main__":
    main()
