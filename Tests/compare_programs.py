#!/usr/bin/env python3
"""Compares what two programs say of the same journals, byte for byte.

    Tests/compare_programs.py OLD NEW      says where they differ
    Tests/compare_programs.py PROGRAM      prints a digest per journal

Journals are the seeded ones of `CareModel`, the sample journal and the golden
homes. Each is looked at in three ways:

- read: the first program's journal, copied for each program;
- received: a journal that each program folds itself, of the first's events;
- written: a journal that each program wrote itself. What is drawn at random
  as it is written, writers and hashes, is numbered before it is compared.

`--views` compares what `today`, `list` and others print, too. `--but PATTERN`
leaves out what a change is meant to change: `--but '"reducerVersion":[0-9]+'`.
Exits with 1 where the programs differ. Only Python's standard library is
needed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "CareModel"))

from generator import ZONES, Generator, text  # noqa: E402
from player import UTC, Player  # noqa: E402

SAMPLE = ROOT / "Resources" / "sample" / "journal.jsonl"
GOLDEN = ROOT / "Tests" / "Golden" / "homes"
NOW = "2026-11-21T12:00:00+01:00"

EXPORTS = [
    ["export", "csv"],
    ["export", "csv", "--what", "schedules"],
    ["export", "csv", "--what", "history"],
    ["export", "ics"],
    ["history", "--json"],
]
VIEWS = [
    [*words, *form]
    for words in [
        ["today"], ["upcoming"], ["list"], ["list", "--removed"], ["audit"],
        ["calendar"], ["stats"], ["stats", "care"], ["on-this-day"],
        ["replay"], ["room", "list"], ["tag", "list"], ["task", "list"],
        ["schedule", "show"], ["settings", "list"], ["history"],
    ]
    for form in [[], ["--json"]]
]
# Ids, hashes and short names of writers, in JSON and in calendars.
RANDOM = re.compile(
    rb"[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    rb"|\b[0-9a-f]{4,8}(?=-[0-9]+\b(?!-))"
)
VECTOR = re.compile(rb'(?<="vector":\[).*?(?=\],"collection")')


@dataclass(frozen=True)
class Subject:
    """A journal: where it comes from, and the moments it is looked at."""

    name: str
    zone: str = "Europe/Paris"
    # Exports as JSON, by `--now` and `--as-of`.
    moments: tuple[tuple[str, str | None], ...] = (
        (NOW, None), (NOW, "2026-03-08T18:20:00+01:00"),
    )
    seed: int | None = None
    archive: Path | None = None

    def write(self, program: Path, home: Path) -> None:
        """Makes the journal by a program."""
        if self.archive is not None:
            shutil.unpack_archive(self.archive, home)
        elif self.seed is not None:
            play = Generator(self.zone, self.seed).play()
            with TemporaryDirectory(prefix="plantguide-play-") as folder:
                Player(play, Path(folder), program).perform()
                shutil.copytree(Path(folder) / "a", home)
        else:
            self.ask(
                program, home, ["append", "--as-recorded"],
                SAMPLE.read_bytes(),
            )

    def questions(self, views: bool) -> Iterator[list[str]]:
        for now, as_of in self.moments:
            past = [] if as_of is None else ["--as-of", as_of]
            yield ["export", "json", *past, "--now", now]
        now, _ = self.moments[0]
        for words in [*EXPORTS, *(VIEWS if views else [])]:
            yield [*words, "--now", now]

    def answers(
        self, program: Path, home: Path, views: bool
    ) -> dict[str, bytes]:
        return {
            " ".join(words): self.ask(program, home, words)
            for words in self.questions(views)
        }

    def ask(
        self, program: Path, home: Path, words: list[str], input: bytes = b""
    ) -> bytes:
        done = subprocess.run(
            [program, *words],
            input=input,
            capture_output=True,
            env={
                "PATH": os.environ["PATH"],
                "PLANTGUIDE_HOME": str(home),
                "TZ": self.zone,
                "LC_ALL": "C.UTF-8",
            },
            timeout=120,
            check=False,
        )
        # 1 says that there is nothing to show.
        if done.returncode not in (0, 1):
            message = done.stderr.decode(errors="replace")
            return f"exited {done.returncode}: {message}".encode()
        return done.stdout


@dataclass
class Comparison:
    """What programs say of one journal."""

    name: str
    # By the program's place and the way.
    digests: dict[tuple[int, str], str] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)


def seeded(number: int) -> Subject:
    """A journal that is looked at as `CareModel` looks at it, which asks some
    of the past as it is known now, and some as it was known then."""
    zone, seed = ZONES[number % len(ZONES)], number // len(ZONES)
    play = Generator(zone, seed).play()
    moments = tuple(
        (
            text(query.moment if query.now is None else query.now, UTC),
            None if query.as_of is None else text(query.as_of, UTC),
        )
        for query in play.queries
    )
    return Subject(f"{zone} {seed}", zone, moments, seed=seed)


def numbered(output: bytes) -> bytes:
    """The output with random ids numbered as they come.

    A vector is in the order of its writers' ids, which is random too.
    """
    output = VECTOR.sub(
        lambda found: b",".join(
            sorted(
                re.findall(rb'{"writer":.*?]}', found[0]),
                key=partial(RANDOM.sub, b""),
            )
        ),
        output,
    )
    numbers: dict[bytes, bytes] = {}
    return RANDOM.sub(
        lambda found: numbers.setdefault(
            found[0], b"<%d>" % (len(numbers) + 1)
        ),
        output,
    )


def compare(
    subject: Subject | int, programs: list[Path], views: bool,
    but: list[str],
) -> Comparison:
    if isinstance(subject, int):
        subject = seeded(subject)
    result = Comparison(subject.name)
    with TemporaryDirectory(prefix="plantguide-compare-") as scratch:
        folder = Path(scratch)
        origin = folder / "origin"
        subject.write(programs[0], origin)
        events = subject.ask(programs[0], origin, ["export", "events"])
        for way in ["read", "received", "written"]:
            answers = []
            for place, program in enumerate(programs):
                home = folder / f"{way}{place}"
                if way == "read":
                    shutil.copytree(origin, home)
                elif way == "received":
                    words = ["import", "--now", subject.moments[0][0]]
                    subject.ask(program, home, words, events)
                else:
                    subject.write(program, home)
                answer = subject.answers(program, home, views)
                for pattern in but:
                    for asked, said in answer.items():
                        answer[asked] = re.sub(pattern.encode(), b"", said)
                if way == "written":
                    # It is sorted by, and names, writers, which are random.
                    for asked in [key for key in answer if "audit" in key]:
                        del answer[asked]
                alike = {key: numbered(out) for key, out in answer.items()}
                result.digests[place, way] = digest(alike)
                answers.append(alike if way == "written" else answer)
            for asked in answers[0]:
                said = [answer[asked] for answer in answers]
                if said[0] != said[-1]:
                    result.differences.append(
                        f"{subject.name}, {way}: {asked}\n"
                        + first_difference(said[0], said[-1])
                    )
    return result


def digest(answers: dict[str, bytes]) -> str:
    whole = b"".join(
        b"%s\0%d\0%s" % (asked.encode(), len(said), said)
        for asked, said in answers.items()
    )
    return blake2b(whole, digest_size=8).hexdigest()


def first_difference(old: bytes, new: bytes) -> str:
    common = len(os.path.commonprefix([old, new]))
    start = max(0, common - 60)
    return (
        f"  byte {common}\n  old {old[start:common + 100]!r}\n"
        f"  new {new[start:common + 100]!r}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("programs", nargs="+", type=Path, metavar="PROGRAM")
    parser.add_argument("--journals", type=int, default=200)
    parser.add_argument("--views", action="store_true")
    parser.add_argument("--shown", type=int, default=5, metavar="DIFFERENCES")
    parser.add_argument(
        "--but", action="append", default=[], metavar="PATTERN"
    )
    options = parser.parse_args()
    programs = [path.resolve() for path in options.programs]
    for path in programs:
        if len(programs) > 2 or not os.access(path, os.X_OK):
            parser.error(f"one program or two are compared; see {path}")
    subjects: list[Subject | int] = [
        Subject("sample journal"),
        *(
            Subject(f"golden {path.name}", archive=path)
            for path in sorted(GOLDEN.glob("*.tar.gz"))
        ),
        *range(options.journals),
    ]
    differences: list[str] = []
    with ProcessPoolExecutor() as pool:
        work = partial(
            compare, programs=programs, views=options.views, but=options.but
        )
        for result in pool.map(work, subjects):
            last = len(programs) - 1
            print(
                result.name,
                *(
                    f"{way} {code}"
                    for (place, way), code in result.digests.items()
                    if place == last
                ),
                *["DIFFERS"] * bool(result.differences),
                sep="\t",
                flush=True,
            )
            differences += result.differences
    for difference in differences[: options.shown]:
        print(difference, file=sys.stderr)
    if len(programs) == 2:
        print(
            f"{len(differences)} answers differ of {len(subjects)} journals",
            file=sys.stderr,
        )
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
