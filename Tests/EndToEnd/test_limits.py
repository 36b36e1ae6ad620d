"""Little of what a process needs: descriptors, bytes of a file, memory, stack,
/proc, and signals that its parent ignores.

A command does all of its work or none of it, says which, and leaves a home
that the next one can use.
"""

from __future__ import annotations

import random
import resource
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign import Case, Command, Stage, among_own_mounts, some
from program import DONE, NEWER, NOW, binary, environment

MEBIBYTE = 1 << 20

# Each value of a limit is tried; what a process without memory or stack does
# is not its own to decide, so that signals are right then.
LIMITS: dict[str, tuple[int, list[int], bool]] = {
    "NOFILE": (resource.RLIMIT_NOFILE, list(range(3, 16)), False),
    "FSIZE": (
        resource.RLIMIT_FSIZE,
        [0, 1, 100, 4096, *range(8192, 300_000, 8192)],
        False,
    ),
    "AS": (
        resource.RLIMIT_AS,
        [count * MEBIBYTE for count in [*range(4, 64, 4), *range(64, 160, 8)]],
        True,
    ),
    "STACK": (
        resource.RLIMIT_STACK,
        [count * 1024 for count in [8, 16, 32, 64, 96, 128, 256, 512, 1024]],
        True,
    ),
    "NPROC": (resource.RLIMIT_NPROC, [1], False),
}


def meet(
    case: Case,
    place: Path,
    totals: Counter[str],
    how: str,
    may_be_killed: bool = False,
    before: Callable[[], None] | None = None,
    prefix: list[str] | None = None,
    **options: object,
) -> list[str]:
    """Runs a command so and looks; what was wrong."""
    home = case.start(place / "home")
    how = f"{case.command} with {how}"
    try:
        done = subprocess.run(
            [*(prefix or []), binary(), *case.arguments, "--now", NOW],
            input=case.text,
            capture_output=True,
            env=environment(home.path),
            preexec_fn=before,
            restore_signals=False,
            timeout=60,
            check=False,
            **options,
        )
        code = done.returncode
        totals["done" if code == DONE else "not done"] += 1
        told = f"{how}: {code} {done.stderr[-300:]!r}"
        # A program with shared libraries may not even begin.
        has_begun = b"error while loading shared libraries" not in done.stderr
        may_be_killed = may_be_killed or not has_begun
        is_fine = DONE <= code <= NEWER or (may_be_killed and code != DONE)
        assert is_fine, f"no documented end: {told}"
        assert b"damaged" not in done.stderr, f"nothing is: {told}"
        if code != DONE and not may_be_killed:
            assert b"plantguide: error: " in done.stderr, f"no word: {told}"
        # Who looks whether a journal that was put away is sound may be killed
        # as well, and then it is kept as it is.
        is_less = may_be_killed and b"-replaced/lmdb/data.mdb" in done.stderr
        case.check(home, code or is_less, told)
    except AssertionError as error:
        return [str(error)[:700]]
    finally:
        shutil.rmtree(home.path, ignore_errors=True)
    return []


def test_a_command_meets_limits(
    writing: Command, stage: Stage, seed: int, is_long: bool, tmp_path: Path
) -> None:
    chance = random.Random(f"{seed} {writing}")
    case = stage.case(writing)
    totals: Counter[str] = Counter()
    wrong = []
    for name, (which, values, may_be_killed) in LIMITS.items():
        for value in some(chance, values, None if is_long else 1):

            def limit() -> None:
                resource.setrlimit(which, (value, value))

            wrong += meet(
                case, tmp_path, totals, f"{name}={value}", may_be_killed, limit
            )
    print(f"figures: {writing}: {dict(totals)}")
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong)


def test_a_command_of_a_parent_that_ignores_signals(
    writing: Command, stage: Stage, seed: int, is_long: bool, tmp_path: Path
) -> None:
    signals = [
        signal.SIGCHLD, signal.SIGPIPE, signal.SIGTERM, signal.SIGXFSZ,
        signal.SIGBUS, signal.SIGSEGV, signal.SIGALRM,
    ]

    def ignore(ignored: list[signal.Signals]) -> None:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)

    chance = random.Random(f"{seed} {writing}")
    case = stage.case(writing)
    totals: Counter[str] = Counter()
    wrong = []
    cases = [signals, *([number] for number in signals)]
    for ignored in some(chance, cases, None if is_long else 1):
        names = " ".join(number.name for number in ignored)
        wrong += meet(
            case, tmp_path, totals, f"{names} ignored",
            before=lambda: ignore(ignored),
        )
    assert totals["not done"] == 0 or wrong, totals
    print(f"figures: {writing}: {dict(totals)}")
    assert not wrong, "\n".join(wrong)


def test_a_command_without_proc(
    writing: Command, stage: Stage, tmp_path: Path
) -> None:
    prefix = among_own_mounts("mount -t tmpfs none /proc")
    totals: Counter[str] = Counter()
    # Swift's own start may give up then, by a signal, but not in silence.
    wrong = meet(
        stage.case(writing), tmp_path, totals, "no /proc", True, prefix=prefix
    )
    assert not wrong, wrong
