"""File systems of their own, to be filled, or cut off from their power."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from campaign import need

# What makes a file system, its least size in MiB, and how a copy of it is
# mounted.
KINDS: dict[str, tuple[list[str], int, str]] = {
    "ext4": (["mkfs.ext4", "-q", "-F"], 24, "loop"),
    "xfs": (["mkfs.xfs", "-q", "-f"], 304, "loop,nouuid"),
    "btrfs": (["mkfs.btrfs", "-q", "-f"], 128, "loop"),
}
SBIN = os.environ["PATH"] + ":/usr/sbin:/sbin"
FS_IOC_SHUTDOWN = 0x8004587D
NO_LOG_FLUSH = 2


def call(*words: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        words, env={"PATH": SBIN}, capture_output=True, check=False
    )


@dataclass
class Disk:
    """An image of a file system, and where it is mounted."""

    kind: str
    image: Path
    root: Path

    @staticmethod
    def make(kind: str, place: Path, megabytes: int = 0) -> Disk:
        """Makes and mounts a file system, or skips the test."""
        words, least, _ = KINDS[kind]
        need(words[0], root=True)
        disk = Disk(kind, place / f"{kind}.img", place / kind)
        disk.root.mkdir()
        with disk.image.open("wb") as file:
            file.truncate((megabytes or least) << 20)
        made = call(*words, disk.image)
        assert made.returncode == 0, made
        if not disk.mount():
            pytest.skip(f"no {kind} can be mounted on a loop device here")
        return disk

    def mount(self, more: str = "") -> bool:
        options = KINDS[self.kind][2] + more
        return call(
            "mount", "-t", self.kind, "-o", options, self.image, self.root
        ).returncode == 0

    def unmount(self) -> None:
        done = call("umount", self.root)
        if done.returncode != 0:
            call("umount", "--lazy", self.root)
        assert done.returncode == 0, done

    def settle(self) -> None:
        """Writes out what was prepared."""
        call("sync", "--file-system", self.root)

    def cut_power(self) -> None:
        """Ends the file system now: what it has not flushed is lost."""
        directory = os.open(self.root, os.O_RDONLY)
        try:
            fcntl.ioctl(
                directory, FS_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH)
            )
        finally:
            os.close(directory)

    def return_power(self) -> None:
        self.unmount()
        assert self.mount(), f"{self.image} cannot be mounted again"

    def go_back(self) -> None:
        """Makes the disk what of it had reached its device."""
        copy = self.image.with_suffix(".copy")
        done = call("cp", "--sparse=always", self.image, copy)
        assert done.returncode == 0, done
        self.unmount()
        copy.replace(self.image)
        assert self.mount(), f"the copy of {self.image} cannot be mounted"

    def remove(self) -> None:
        if os.path.ismount(self.root):
            self.unmount()
        with suppress(OSError):
            self.image.unlink()


@contextmanager
def disk_of(kind: str, place: Path, megabytes: int = 0) -> Iterator[Disk]:
    disk = Disk.make(kind, place, megabytes)
    try:
        yield disk
    finally:
        disk.remove()
