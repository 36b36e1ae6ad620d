"""A command stopped at one of its system calls while another runs.

Where two processes could meet wrongly, some stop shows it, without any luck:
nothing acknowledged may be gone, nothing may be called damaged, and the home
must be of use afterwards.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from campaign import (
    BACKUP, CATALOGUE, PICTURE, Command, Stage, check_photos, hashes_in,
    held_anywhere, need, some,
)
from program import (
    DAMAGED, DONE, NEWER, NOW, Home, binary, environment, hashes_of,
)

PAUSED = [
    Command(("note", "Monty", "a new leaf")),
    Command(("water", "Monty"), is_copied=True),
    Command(("import", "--merge")),
    Command(("list",)),
    Command(("log", "rebuild")),
    Command(("log", "compact")),
    Command(("backup",)),
    Command(("backup", "restore", "latest", "--yes")),
    Command(("delete-all", "--confirm", "Ours")),
    Command(("delete-all", "--confirm", "Ours"), is_copied=True),
    Command(("catalogue", "import", CATALOGUE)),
    Command(("photo", "add", "Monty", PICTURE)),
    Command(("photo", "gc")),
    Command(("add", "Ficus lyrata", "--name", "Fig"), True),
]
READER = Command(("export", "events"))
# These take events away, from where a reader looks.
TAKING = {("backup", "restore"), ("delete-all", "--confirm")}
BESIDE = [
    READER,
    Command(("note", "Monty", "beside it")),
    Command(("log", "rebuild")),
    Command(("log", "compact")),
    Command(("backup",)),
    Command(("backup", "restore", "latest", "--yes")),
    Command(("delete-all", "--confirm", "Ours")),
    Command(("import", "--merge")),
    Command(("catalogue", "remove")),
    Command(("photo", "add", "Monty", PICTURE)),
    Command(("photo", "gc")),
]
BESIDE_FIRST = [
    Command(("add", "Ficus elastica", "--name", "Gum")),
    Command(("import",)),
    Command(("append",)),
    Command(("backup", "restore", BACKUP)),
    Command(("catalogue", "import", CATALOGUE)),
]
THIRD = Command(("add", "Pilea cadierei"))
# After these, all is as it was after the call before.
USELESS = {
    "brk", "close", "exit_group", "geteuid", "getpid", "getrandom", "gettid",
    "lseek", "munmap", "readlink", "rt_sigaction", "statfs", "uname",
}
# How long what runs beside may take until it is clear that it waits.
PATIENCE = 0.1


def ignore_children() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


@dataclass(frozen=True)
class Stop:
    """After which call of a name, counted from 1."""

    call: str
    number: int


@dataclass
class Meeting:
    """A command that is stopped, and one that runs meanwhile."""

    stage: Stage
    paused: Command
    beside: Command
    place: Path
    chance: random.Random
    totals: Counter[str]

    def home(self) -> Home:
        path = self.place / "home"
        if self.paused.is_first:
            return Home(path)
        rich = self.stage.rich
        return rich.copy(path) if self.paused.is_copied else rich.twin(path)

    def start(self, home: Home, *strace: str) -> subprocess.Popen[bytes]:
        (self.place / "trace").write_bytes(b"")
        (self.place / "text").write_bytes(self.stage.text(self.paused))
        with (self.place / "text").open("rb") as text:
            return subprocess.Popen(
                [
                    "strace", "-o", self.place / "trace", *strace,
                    binary(), *self.stage.arguments(self.paused), "--json",
                    "--now", NOW,
                ],
                stdin=text,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(home.path),
            )

    def stops(self) -> list[Stop]:
        """All calls from the first on that has to do with the home."""
        home = self.home()
        process = self.start(home)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == DONE, errors
        counts: Counter[str] = Counter()
        stops = []
        is_begun = False
        trace = (self.place / "trace").read_text(errors="replace")
        for line in trace.splitlines():
            is_begun = is_begun or str(home.path) in line
            found = re.match(r"(\w+)\(", line)
            if found:
                counts[found[1]] += 1
                if is_begun and found[1] not in USELESS:
                    stops.append(Stop(found[1], counts[found[1]]))
        shutil.rmtree(home.path, ignore_errors=True)
        return stops

    def stopped(self, process: subprocess.Popen[bytes], count: int) -> int | None:
        """The process that strace has stopped so often; none if it has
        ended, or waits for a lock."""
        trace = self.place / "trace"
        deadline = time.monotonic() + 10
        while process.poll() is None and time.monotonic() < deadline:
            stops = trace.read_bytes().count(b"--- stopped by SIGSTOP ---")
            if stops >= count:
                children = f"/proc/{process.pid}/task/{process.pid}/children"
                return int(Path(children).read_text())
            time.sleep(0.002)
        return None

    def beginning(self, home: Home, words: Command) -> subprocess.Popen[bytes]:
        """Starts a command beside, and waits until it has ended or clearly
        waits itself."""
        (self.place / "beside").write_bytes(self.stage.text(words))
        is_deaf = self.chance.random() < 0.5
        with (self.place / "beside").open("rb") as text:
            process = subprocess.Popen(
                [
                    binary(), *self.stage.arguments(words),
                    *([] if words == READER else ["--json"]), "--now", NOW,
                ],
                stdin=text,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(home.path),
                # A parent that ignores this hides from a program how its own
                # children ended.
                preexec_fn=ignore_children if is_deaf else None,
            )
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.totals["waited"] += 1
        return process

    def meet(self, stop: Stop) -> None:
        home = self.home()
        if not self.paused.is_first and self.chance.random() < 0.5:
            # LMDB's meta pages take turns.
            home.do("note", "Monty", "one more")
        held = held_anywhere(home)
        shown = home.hashes()
        is_killed = self.chance.random() < 0.5
        calls = dict([("fdatasync", 1), (stop.call, stop.number)])
        process = self.start(
            home, "-e", f"trace={','.join(calls)}",
            *(
                word
                for call, number in calls.items()
                for word in ["-e", f"inject={call}:signal=STOP:when={number}"]
            ),
        )
        tracee = self.stopped(process, 1)
        self.totals["stopped" if tracee else "not met"] += 1
        processes = [process, self.beginning(home, self.beside)]
        if tracee and is_killed:
            os.kill(tracee, signal.SIGKILL)
        elif tracee:
            os.kill(tracee, signal.SIGCONT)
            # Before it commits, a third one comes, if it may.
            if len(calls) > 1 and self.stopped(process, 2):
                processes.append(self.beginning(home, THIRD))
                os.kill(tracee, signal.SIGCONT)
        for ended in processes:
            output, errors = ended.communicate(timeout=60)
            how = f"{ended.returncode} {output[-200:]!r} {errors[-300:]!r}"
            if ended is not process or not is_killed:
                assert DONE <= ended.returncode <= NEWER, how
                assert ended.returncode != DAMAGED, f"false damage: {how}"
            if ended.args[1:3] == list(READER.arguments):
                is_taken = self.paused.arguments[:2] in TAKING
                if ended.returncode == DONE and not is_taken:
                    missed = shown - hashes_in(output)
                    assert not missed, f"a reader missed {len(missed)}: {how}"
            elif ended.returncode == DONE:
                answer = json.loads(output)
                if isinstance(answer, dict) and "actions" in answer:
                    held |= hashes_of(answer)
                self.totals["acknowledged"] += 1
        missing = held - held_anywhere(home)
        assert not missing, f"acknowledged and gone: {len(missing)}"
        if (home.path / "backups").exists():
            for backup in home.json("backup", "list")["backups"]:
                home.do("backup", "verify", backup["name"])
        check_photos(home, "afterwards")
        home.do("add", "Hedera helix", "--name", "Next")
        home.verify()
        folded = home.folded()
        home.do("log", "rebuild")
        assert home.folded() == folded
        status = home.json("log", "status")
        for writer in status["writers"]:
            assert len(writer["tips"]) == 1, writer
        shutil.rmtree(home.path)


@pytest.mark.parametrize("paused", PAUSED, ids=str)
def test_a_paused_command_and_one_beside_it(
    paused: Command,
    stage: Stage,
    seed: int,
    is_long: bool,
    tmp_path: Path,
) -> None:
    need("strace")
    chance = random.Random(f"{seed} {paused}")
    totals: Counter[str] = Counter()
    wrong = []
    besides = BESIDE_FIRST if paused.is_first else BESIDE
    stops = Meeting(stage, paused, paused, tmp_path, chance, totals).stops()
    # Each stop meets some of the others, and each other some of the stops.
    pairs = [
        (stop, beside)
        for stop in some(chance, stops, None if is_long else 5)
        for beside in some(chance, besides, 3 if is_long else 1)
    ]
    for stop, beside in pairs:
        meeting = Meeting(stage, paused, beside, tmp_path, chance, totals)
        try:
            meeting.meet(stop)
        except AssertionError as error:
            wrong.append(f"{stop}, {beside}: {str(error)[:300]}")
            shutil.rmtree(tmp_path / "home", ignore_errors=True)
    print(f"figures: {paused}: {dict(totals)}")
    assert not wrong, f"{len(wrong)} of {totals}:\n" + "\n".join(wrong)


@pytest.mark.parametrize("number", range(2, 6))
def test_a_reader_whose_journal_goes_finds_no_damage(
    number: int, stage: Stage, tmp_path: Path
) -> None:
    """It had seen that something was there, and found no identity when it
    opened the files."""
    need("strace")
    reader = Command(("list",))
    removal = Command(("delete-all", "--confirm", "Ours"))
    for seed in range(4):
        Meeting(
            stage, reader, removal, tmp_path, random.Random(seed), Counter()
        ).meet(Stop("access", number))


def test_a_writer_whose_journal_goes_is_told(stage: Stage, tmp_path: Path) -> None:
    """Its directory was there when the data was looked for, and gone when the
    path was resolved, which was an error of the system."""
    need("strace")
    writer = Command(("note", "Monty", "tall"))
    removal = Command(("delete-all", "--confirm", "Ours"))
    meeting = Meeting(
        stage, writer, removal, tmp_path, random.Random(0), Counter())
    home = meeting.home()
    meeting.start(home, "-e", "trace=readlink").communicate(timeout=60)
    trace = (tmp_path / "trace").read_text().splitlines()
    [last] = [
        number for number, line in enumerate(trace)
        if f'"{home.path}/lmdb"' in line
    ]
    shutil.rmtree(home.path)
    home = meeting.home()
    process = meeting.start(
        home, "-e", "trace=readlink",
        "-e", f"inject=readlink:signal=STOP:when={last}")
    tracee = meeting.stopped(process, 1)
    assert tracee
    beside = meeting.beginning(home, removal)
    assert beside.wait(60) == DONE
    os.kill(tracee, signal.SIGCONT)
    _, errors = process.communicate(timeout=60)
    assert b"run the command again" in errors, errors
    assert not home.data_file.exists()
