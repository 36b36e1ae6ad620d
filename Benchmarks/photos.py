#!/usr/bin/env python3
"""Measures taking in 1,000 photos of 12 megapixels, beside libvips's own
program on the same files, and listing a gallery of 10,000.

Needs bin/plantguide and bin/plantguide-photo, vipsthumbnail (libvips-tools),
ImageMagick and 5 GB of disk. README.md says what is measured, and how.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
SEED = 20261123
SIZE = "4032x3024"
SCENES = 20
PLANTS = 100


@dataclass
class Taken:
    """What a program has taken, with those that it started."""

    seconds: float
    processor: float
    # The most resident memory that one of its processes had at a time, and
    # the most of all of them together.
    largest: int
    together: int


def memory(process: int) -> list[int]:
    """Bytes of memory of a process and of those that it started."""
    try:
        fields = Path(f"/proc/{process}/statm").read_text().split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    found = [int(fields[1]) * resource.getpagesize()]
    for child in children.split():
        found += memory(int(child))
    return found


def run(words: list[str], home: Path | None = None, **more: str) -> Taken:
    """Runs a program to its end."""
    environment = {"PATH": os.environ["PATH"], "TZ": "UTC", **more}
    if home:
        environment["PLANTGUIDE_HOME"] = str(home)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    process = subprocess.Popen(
        words, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL)
    largest = together = 0
    ended = threading.Event()

    def watch() -> None:
        nonlocal largest, together
        while not ended.wait(0.02):
            sizes = memory(process.pid)
            largest = max([largest, *sizes])
            together = max(together, sum(sizes))

    watcher = threading.Thread(target=watch)
    watcher.start()
    code = process.wait()
    seconds = time.monotonic() - started
    ended.set()
    watcher.join()
    assert code == 0, words[:4]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = sum(
        getattr(after, name) - getattr(before, name)
        for name in ("ru_utime", "ru_stime"))
    return Taken(seconds, processor, largest, together)


def scenes(folder: Path) -> list[bytes]:
    """Pictures with as much detail as photos have, of one seed."""
    found = []
    for number in range(SCENES):
        path = folder / f"scene{number}.jpg"
        subprocess.run(
            ["convert", "-seed", str(SEED + number), "-size", SIZE,
             "plasma:green-brown", "-attenuate", "0.08", "+noise", "Gaussian",
             "-quality", "90", path], check=True)
        found.append(path.read_bytes())
        path.unlink()
    return found


def with_comment(jpeg: bytes, text: str) -> bytes:
    """The same picture as another file."""
    comment = text.encode()
    return (
        jpeg[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big")
        + comment + jpeg[2:])


def photos(folder: Path, count: int) -> list[Path]:
    """Files of which each differs from all others, by a comment."""
    kinds = scenes(folder)
    paths = []
    for number in range(count):
        path = folder / f"IMG_{number:05}.jpg"
        kind = kinds[number % len(kinds)]
        path.write_bytes(with_comment(kind, f"photo {number}"))
        # Which is when it was taken, for what nothing else tells of: else
        # copies of one scene would be stored as one file.
        then = SEED * 50 + number * 3_600
        os.utime(path, (then, then))
        paths.append(path)
    megabytes = sum(path.stat().st_size for path in paths) / 1e6
    print(f"{count} photos of {SIZE}, {megabytes / count:.1f} MB each", flush=True)
    return paths


def vips(paths: list[Path], out: Path, is_split: bool) -> Taken:
    """The same by vipsthumbnail: one process with as many threads as there
    are processors, or a process of one thread for each."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    words = [
        "vipsthumbnail", "--size", "2048x2048", "--export-profile", "srgb",
        "-o", f"{out}/%s.jpg[Q=88,optimize_coding,strip]"]
    if not is_split:
        return run([*words, *map(str, paths)])
    (out / "list").write_bytes(b"\0".join(str(path).encode() for path in paths))
    return run(
        ["xargs", "-0", "-n", "25", "-P", str(os.cpu_count()), "-a",
         f"{out}/list", *words], VIPS_CONCURRENCY="1")


def row(name: str, count: int, taken: Taken, least: Taken | None = None) -> None:
    ratio = ""
    if least:
        ratio = (
            f"{taken.seconds / least.seconds:.2f} ×, processor "
            f"{taken.processor / least.processor:.2f} ×")
    print(
        f"| {name} | {taken.seconds:.1f} s | {count / taken.seconds:.1f} "
        f"| {taken.processor:.1f} s | {ratio} | {taken.largest / 1e6:.0f} MB, "
        f"together {taken.together / 1e6:.0f} MB |", flush=True)


def take_in(folder: Path, program: Path, count: int, part: int) -> None:
    """Adds photos in turns with vipsthumbnail, so many at a time; a last
    home gets all by one command."""
    paths = photos(folder, count)
    print("| work | time | photos a second | processor | ratio | memory |")
    print("| --- | --- | --- | --- | --- | --- |")
    ratios = []
    for turn in range(3):
        some = paths[turn * part:(turn + 1) * part]
        least = min(
            (vips(some, folder / "out", is_split) for is_split in (False, True)),
            key=lambda taken: taken.seconds)
        row(f"vipsthumbnail, {part}", part, least)
        own = add(folder / f"home{turn}", program, some)
        row(f"photo add, {part}", part, own, least)
        ratios.append(
            (own.seconds / least.seconds, own.processor / least.processor))
    if count > part:
        row(f"photo add, {count}", count, add(folder / "all", program, paths))
    middle = [statistics.median(values) for values in zip(*ratios)]
    print(
        f"against vipsthumbnail: {middle[0]:.2f} × the time, "
        f"{middle[1]:.2f} × the processor time", flush=True)


def add(home: Path, program: Path, paths: list[Path]) -> Taken:
    run([str(program), "add", "Aloe vera", "--name", "Monty", "--yes"], home)
    taken = run(
        [str(program), "photo", "add", "Monty", *map(str, paths)], home)
    listed = subprocess.run(
        [program, "photo", "list", "--all", "--json"], check=True,
        capture_output=True, env={"PLANTGUIDE_HOME": str(home)}).stdout
    (plant,) = json.loads(listed)["plants"]
    assert len(plant["photos"]) == len(paths)
    shutil.rmtree(home)
    return taken


def gallery(folder: Path, program: Path, count: int) -> None:
    """Lists photos that came with their index."""
    home, exported = folder / "gallery", folder / "exported"
    exported.mkdir()
    chance = random.Random(SEED)
    names = [f"Plant {number}" for number in range(PLANTS)]
    for name in names:
        run([str(program), "add", "Aloe vera", "--name", name, "--yes"], home)
    picture = subprocess.run(
        ["convert", "-size", "64x48", "plasma:green-brown", "jpg:-"],
        check=True, capture_output=True).stdout
    entries = []
    for number in range(count):
        content = with_comment(picture, f"photo {number}")
        (exported / f"{number}.jpg").write_bytes(content)
        day = f"{2016 + number * 10 // count}-{number % 12 + 1:02}-{number % 28 + 1:02}"
        entries.append({
            "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)),
            "plant": str(uuid.UUID(int=number % PLANTS, version=4)),
            "name": names[number % PLANTS], "nickname": names[number % PLANTS],
            "file": f"{number}.jpg",
            "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content),
            "width": 64, "height": 48, "mediaType": "image/jpeg",
            "takenAt": f"{day}T09:00:00+01:00", "dateSource": "original",
            "sourceSha256": chance.randbytes(32).hex(),
            "dhash": chance.randbytes(8).hex(),
            "note": "a new leaf" if number % 10 == 0 else None,
            "isFavorite": False, "isCover": False,
        })
    document = {"format": "plantguide.photos/1", "photos": entries}
    (exported / "photos.json").write_text(json.dumps(document))
    run([str(program), "import", "photos", str(exported)], home)
    for words in (["photo", "list", "--all"], ["photo", "list", "--all", "--json"],
                  ["photo", "list", "Plant 7"], ["list"]):
        times = [run([str(program), *words], home).seconds for _ in range(21)]
        print(
            f"{' '.join(words)}, {count} photos: median "
            f"{statistics.median(times) * 1e3:.1f} ms, least "
            f"{min(times) * 1e3:.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=1_000)
    parser.add_argument("--turn", type=int, default=100)
    parser.add_argument("--gallery", type=int, default=10_000)
    parser.add_argument("--program", type=Path,
                        default=REPOSITORY / "bin" / "plantguide")
    parser.add_argument(
        "--part", choices=["add", "list", "all"], default="all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=REPOSITORY / ".build") as name:
        if options.part != "list":
            take_in(Path(name), options.program, options.photos, options.turn)
        if options.part != "add":
            gallery(Path(name), options.program, options.gallery)


if __name__ == "__main__":
    main()
