"""A disk that becomes full at each write of each command.

It has so many pages left, one more each time, until the command succeeds. One
that does not says why, and leaves a home of which nothing is missing and which
the next command can use once there is space.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from campaign import Command, Stage, need, some
from disks import call, disk_of
from program import DONE, NEWER, NOW, binary, environment

PAGE = 4096
# More than any of the commands needs.
MOST = 400


@dataclass
class SmallDisk:
    """A disk of which some pages are left."""

    root: Path

    @contextmanager
    def left(self, pages: int) -> Iterator[None]:
        """Leaves so many pages free."""
        filler = self.root / "filler"
        with filler.open("wb", buffering=0) as file:
            for size in [256 * PAGE, 32 * PAGE, 4 * PAGE, PAGE]:
                with suppress(OSError):
                    while True:
                        file.write(bytes(size))
                        os.fsync(file.fileno())
            file.truncate(max(0, file.tell() - pages * PAGE))
            os.fsync(file.fileno())
        try:
            yield
        finally:
            filler.unlink()


@contextmanager
def small_disk(kind: str, place: Path) -> Iterator[SmallDisk]:
    if kind == "ext4":
        # None of it is reserved for root.
        with disk_of(kind, place) as disk:
            call("tune2fs", "-r", "0", disk.image)
            disk.return_power()
            yield SmallDisk(disk.root)
        return
    need(root=True)
    root = place / "tmpfs"
    root.mkdir()
    done = call("mount", "-t", "tmpfs", "-o", "size=8m,mode=700", "none", root)
    if done.returncode != 0:
        pytest.skip("no tmpfs can be mounted here")
    try:
        yield SmallDisk(root)
    finally:
        call("umount", "--lazy", root)


@pytest.mark.parametrize("kind", ["tmpfs", "ext4"])
def test_a_disk_that_is_full_at_each_write(
    writing: Command,
    kind: str,
    stage: Stage,
    seed: int,
    is_long: bool,
    tmp_path: Path,
) -> None:
    chance = random.Random(f"{seed} {writing}")
    case = stage.case(writing)
    totals: Counter[str] = Counter()
    wrong = []
    pages = range(MOST) if is_long else sorted(chance.sample(range(12), 2))
    with small_disk(kind, tmp_path) as disk:
        for count in pages:
            home = case.start(disk.root / "home")
            with disk.left(count):
                done = subprocess.run(
                    [binary(), *case.arguments, "--now", NOW],
                    input=case.text,
                    capture_output=True,
                    env=environment(home.path),
                    timeout=60,
                    check=False,
                )
            code = done.returncode
            totals["done" if code == DONE else "not done"] += 1
            how = f"{writing} with {count} pages: {code} {done.stderr[-300:]!r}"
            try:
                assert DONE <= code <= NEWER, f"no documented end: {how}"
                assert code == DONE or b"space" in done.stderr, f"why? {how}"
                case.check(home, code, how)
            except AssertionError as error:
                wrong.append(str(error)[:500])
            finally:
                shutil.rmtree(home.path, ignore_errors=True)
            if code == DONE:
                break
    if is_long:
        assert totals["done"] == 1, totals
    print(f"figures: {kind}, {writing}: {dict(totals)}")
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong)
