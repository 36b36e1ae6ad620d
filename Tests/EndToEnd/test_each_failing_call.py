"""Every system call of every command that writes, failed once and killed once.

strace makes one call fail, by an error that the seed chooses, or kills the
program at it. The command then does all of its work or none of it; it never
says that it did what it did not; it never leaves a home that the next command
cannot use.
"""

from __future__ import annotations

import random
import re
import shutil
import signal
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from campaign import Case, Command, Stage, need, some
from program import DONE, NEWER, NOW, Home, binary, environment

# Without memory a program in Swift ends, by a signal or otherwise.
MEMORY = {"brk", "mmap", "mprotect", "mremap"}
# The most faults of one command: one that decodes photos starts a program with
# a hundred libraries, each of which takes some calls to load.
MOST = 1_400
# The errors of calls that look, and of calls that change something; others
# cannot fail, or are about the terminal.
LOOKING = ["EIO", "ENOMEM", "EACCES"]
CHANGING = ["EIO", "ENOSPC", "ENOMEM", "EINTR"]
WRITING = [*CHANGING, "EDQUOT", "EFBIG"]
ERRORS = {
    **dict.fromkeys(MEMORY, ["ENOMEM"]),
    **dict.fromkeys(
        ["access", "newfstatat", "statfs", "fstatfs", "readlink", "lseek",
         "getdents64", "ioctl", "dup2", "uname"],
        LOOKING,
    ),
    **dict.fromkeys(
        ["read", "pread64", "fsync", "fdatasync", "mkdir", "mkdirat", "unlink",
         "unlinkat", "rmdir", "rename", "renameat", "linkat", "ftruncate",
         "chmod", "fchmod", "flock"],
        CHANGING,
    ),
    **dict.fromkeys(["write", "pwrite64", "writev", "pwritev"], WRITING),
    "openat": [*CHANGING, "EMFILE", "EACCES"],
    "fallocate": ["EIO", "ENOSPC", "EINTR", "EOPNOTSUPP"],
    "renameat2": [*CHANGING, "EINVAL", "ENOSYS"],
    "fcntl": ["EIO", "EAGAIN", "ENOLCK", "EINTR"],
    "close": ["EIO", "EINTR"],
    "getrandom": ["EINTR"],
    "clone": ["EAGAIN", "ENOMEM"],
    "pipe2": ["EMFILE"],
    "poll": ["EINTR", "ENOMEM"],
    "wait4": ["EINTR", "ECHILD"],
}


@dataclass(frozen=True)
class Fault:
    """What happens at which call of a name, counted from 1."""

    call: str
    number: int
    what: str

    def __str__(self) -> str:
        return f"{self.call}:{self.what}:when={self.number}"


@dataclass
class Campaign:
    case: Case
    place: Path
    totals: Counter[str]

    def run(self, home: Home, *strace: str) -> tuple[int, str]:
        """Runs the command under strace, and gives how it ended and the
        trace."""
        trace = self.place / "trace"
        done = subprocess.run(
            [
                "strace", "-f", "-qq", "-o", trace, "-e", "signal=none",
                *strace, binary(), *self.case.arguments, "--now", NOW,
            ],
            input=self.case.text,
            capture_output=True,
            env=environment(home.path),
            timeout=60,
            check=False,
        )
        self.said = done.stderr
        return done.returncode, trace.read_text(errors="replace")

    def faults(self, chance: random.Random) -> list[Fault]:
        home = self.case.start(self.place / "counted")
        code, trace = self.run(home)
        assert code == DONE, self.said
        shutil.rmtree(home.path)
        # Each process counts its own calls.
        calls: Counter[tuple[str, str]] = Counter()
        for line in trace.splitlines():
            found = re.match(r"(\d+) +(\w+)\(", line)
            if found:
                calls[found[1], found[2]] += 1
        most: dict[str, int] = {}
        for (_, call), count in calls.items():
            most[call] = max(most.get(call, 0), count)
        faults = []
        for call, count in most.items():
            errors = ERRORS.get(call, [])
            for number in range(1, count + 1):
                if call != "execve":
                    faults.append(Fault(call, number, "signal=KILL"))
                if errors:
                    error = chance.choice(errors)
                    faults.append(Fault(call, number, f"error={error}"))
        return faults

    def meet(self, fault: Fault) -> None:
        home = self.case.start(self.place / "home")
        is_kill = fault.what == "signal=KILL"
        # Quicker, but strace does not send signals by it.
        quick = [] if is_kill else ["--seccomp-bpf"]
        code, trace = self.run(
            home, *quick, "-e", f"trace={fault.call}", "-e", f"inject={fault}"
        )
        how = f"{self.case.command} with {fault}: {code} {self.said[-300:]!r}"
        if is_kill:
            self.totals["killed" if code == -signal.SIGKILL else "not met"] += 1
        else:
            self.totals["failed" if "INJECTED" in trace else "not met"] += 1
            self.totals["succeeded"] += code == DONE
            # Before the program itself begins, Swift's start may give up, or
            # where it is built for debugging, the loader of libraries.
            is_fine = (
                DONE <= code <= NEWER
                or (fault.call in MEMORY and code != DONE)
                or b"Unable to obtain Swift runtime path" in self.said
                or b"error while loading shared libraries" in self.said
            )
            assert is_fine, f"no documented end: {how}"
        # Folding all again is dear, and most of these folded nothing.
        self.case.check(
            home, code, how, is_thorough=fault.number % 4 == 0, said=self.said)
        shutil.rmtree(home.path, ignore_errors=True)


def test_a_command_survives_each_failing_call(
    writing: Command,
    stage: Stage,
    seed: int,
    is_long: bool,
    tmp_path: Path,
) -> None:
    need("strace")
    chance = random.Random(f"{seed} {writing}")
    totals: Counter[str] = Counter()
    campaign = Campaign(stage.case(writing), tmp_path, totals)
    all_faults = campaign.faults(chance)
    wrong = []
    for fault in some(chance, all_faults, MOST if is_long else 4):
        try:
            campaign.meet(fault)
        except AssertionError as error:
            wrong.append(f"{fault}: {str(error)[:600]}")
            shutil.rmtree(tmp_path / "home", ignore_errors=True)
    print(f"figures: {writing}: {dict(totals)} of {len(all_faults)}")
    assert not wrong, f"{len(wrong)} of {totals}:\n" + "\n".join(wrong)
