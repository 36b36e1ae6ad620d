"""Power cuts: what was acknowledged is on the disk.

A control runs the same without flushes (strace answers for them), and must
lose what was acknowledged: else the campaign would prove nothing.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from campaign import COMMANDS, Case, Stage, need, some
from disks import Disk, disk_of
from program import DONE, NOW, Home, binary, environment, hashes_of, json_lines

WRITERS = 4
NO_FLUSHES = [
    "strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null",
    "-e", "signal=none",
    "-e", "trace=fsync,fdatasync,sync_file_range,msync,syncfs",
    "-e", "inject=fsync,fdatasync,sync_file_range,msync,syncfs:retval=0",
]


@dataclass
class Cut:
    """Writers on one disk until its power is cut."""

    disk: Disk
    home: Home
    chance: random.Random
    prefix: list[str]
    acknowledged: set[str] = field(default_factory=set)
    backups: list[str] = field(default_factory=list)
    is_cut: bool = False
    wrong: list[str] = field(default_factory=list)

    def write(self, number: int, chance: random.Random) -> None:
        for turn in range(1000):
            if self.is_cut:
                return
            words, text = self.words(number, turn, chance)
            done = subprocess.run(
                [*self.prefix, binary(), *words, "--json", "--now", NOW],
                input=text,
                capture_output=True,
                env=environment(self.home.path),
                timeout=120,
                check=False,
            )
            # The disk's end ends the map, which the program tells.
            if not 0 <= done.returncode <= 6:
                self.wrong.append(f"{words}: {done}")
            elif done.returncode == DONE:
                answer = json.loads(done.stdout)
                if words[0] == "backup":
                    self.backups.append(answer["path"])
                else:
                    self.acknowledged |= hashes_of(answer)

    @staticmethod
    def words(
        number: int, turn: int, chance: random.Random
    ) -> tuple[list[str], bytes]:
        name = f"Plant {number}"
        if turn == 0:
            return ["add", "Ficus lyrata", "--name", name, "--every", "7d"], b""
        kind = chance.randrange(5)
        if kind == 0:
            return ["water", name], b""
        if kind == 1:
            return ["undo", "--yes"], b""
        if kind == 2 and number == 0:
            return ["backup"], b""
        lines = [
            {"type": "plant.noted", "plant": name, "text": f"{turn}/{line}" * 9}
            for line in range(chance.choice([1, 1, 5, 200]))
        ]
        return ["append"], json_lines(lines)

    def run(self, delay: float) -> None:
        writers = [
            threading.Thread(
                target=self.write,
                args=(number, random.Random(self.chance.random())),
            )
            for number in range(WRITERS)
        ]
        for writer in writers:
            writer.start()
        time.sleep(delay)
        self.disk.cut_power()
        self.is_cut = True
        for writer in writers:
            writer.join()
        self.disk.return_power()

    def losses(self) -> list[str]:
        """What is not as it was acknowledged."""
        try:
            missing = self.acknowledged - self.home.hashes()
            found = [f"missing {len(missing)}"] if missing else []
            if self.home.path.exists():
                if (self.home.path / "lmdb").exists():
                    self.home.verify()
                self.home.do("add", "Hedera helix")
                self.home.verify()
                folded = self.home.folded()
                self.home.do("log", "rebuild")
                assert self.home.folded() == folded
                status = self.home.json("log", "status")
                for writer in status["writers"]:
                    assert len(writer["tips"]) == 1, writer
            for backup in self.backups:
                self.home.do("backup", "verify", backup)
            return found
        except (AssertionError, OSError) as error:
            return [str(error)[:400]]


def cuts(
    kind: str, count: int, chance: random.Random, place: Path, prefix: list[str]
) -> tuple[int, int, list[str]]:
    """Cuts the power so many times; how much was acknowledged, of how many
    backups, and what was lost."""
    need("strace")
    acknowledged = backups = 0
    lost: list[str] = []
    # A journal outlives some cuts.
    disk = Disk.make(kind, place)
    try:
        for number in range(count):
            home = Home(disk.root / f"home{number // 4}")
            cut = Cut(disk, home, chance, prefix)
            # Under strace all takes longer.
            cut.run((0.02 + chance.random() * 0.25) * (2 if prefix else 1))
            assert not cut.wrong, cut.wrong
            losses = cut.losses()
            if losses:
                lost.append(f"cut {number}: {losses}")
                if prefix:
                    break
            acknowledged += len(cut.acknowledged)
            backups += len(cut.backups)
            if number % 4 == 3:
                shutil.rmtree(home.path)
    finally:
        disk.remove()
    return acknowledged, backups, lost


@pytest.mark.parametrize("kind", ["ext4", "xfs"])
def test_a_power_cut_loses_nothing_acknowledged(
    kind: str, half: int, seed: int, is_long: bool, tmp_path: Path
) -> None:
    chance = random.Random(f"{seed} {half}")
    count = 75 if is_long else 2
    acknowledged, backups, lost = cuts(kind, count, chance, tmp_path, [])
    print(
        f"figures: {kind}: {count} cuts, {acknowledged} actions and "
        f"{backups} backups acknowledged, {len(lost)} lost"
    )
    assert not lost, "\n".join(lost)
    assert acknowledged > 0


@pytest.mark.parametrize("kind", ["ext4", "xfs"])
def test_a_power_cut_without_flushes_loses(
    kind: str, seed: int, is_long: bool, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    acknowledged, _, lost = cuts(kind, 8, chance, tmp_path, NO_FLUSHES)
    print(f"figures: {kind} without flushes: {lost}")
    assert lost, f"{acknowledged} acknowledged without a flush, none lost"


def is_on_disk(case: Case, disk: Disk, prefix: list[str]) -> bool:
    """Runs a command, goes back to what had reached the device when it ended,
    and tells whether its work is there; asserts that all else holds."""
    home = case.start(disk.root / "home")
    disk.settle()
    done = subprocess.run(
        [*prefix, binary(), *case.arguments, "--now", NOW],
        input=case.text,
        capture_output=True,
        env=environment(home.path),
        timeout=120,
        check=False,
    )
    assert done.returncode == DONE, done
    disk.go_back()
    try:
        case.check(home, DONE, case.command)
    except (AssertionError, OSError, UnicodeDecodeError) as error:
        if not prefix:
            raise
        return False
    finally:
        shutil.rmtree(home.path, ignore_errors=True)
    return True


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs"])
def test_what_ended_well_has_reached_the_device(
    kind: str, stage: Stage, seed: int, is_long: bool, tmp_path: Path
) -> None:
    chosen = some(random.Random(f"{seed} {kind}"), COMMANDS, None if is_long else 2)
    with disk_of(kind, tmp_path) as disk:
        for command in chosen:
            assert is_on_disk(stage.case(command), disk, [])
    print(f"figures: {kind}: {len(chosen)} commands, all on the device")


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs"])
def test_what_is_not_flushed_has_not_reached_the_device(
    kind: str, stage: Stage, seed: int, is_long: bool, tmp_path: Path
) -> None:
    need("strace")
    # Where LMDB's own way to write its meta page flushes the whole file, what
    # is left are renamed files.
    words = (
        {"backup", "delete-all", "settings set pager less"}
        if kind == "btrfs"
        else {"note", "water", "move", "add"}
    )
    losing = [
        command
        for command in COMMANDS
        if not words.isdisjoint({command.arguments[0], str(command)})
    ]
    chosen = some(random.Random(f"{seed} {kind}"), losing, None if is_long else 2)
    with disk_of(kind, tmp_path) as disk:
        kept = [
            str(command)
            for command in chosen
            if is_on_disk(stage.case(command), disk, NO_FLUSHES)
        ]
    print(f"figures: {kind} without flushes: {len(kept)} of {len(chosen)} kept")
    assert len(kept) < len(chosen), kept
