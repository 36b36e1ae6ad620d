#!/usr/bin/env python3
"""Measures what identifying a plant takes, as whole processes on one core, beside
onnxruntime on the same network and photo.

usage: Benchmarks/identify.py [RUNS]
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "Tests" / "Identify")]

import models  # noqa: E402
import networks  # noqa: E402

BIN = ROOT / "bin"
CLASSES, EDGE = 1081, 224
# What onnxruntime does in a process of its own, as a program in Python.
JUDGE = """
import sys, numpy, onnxruntime
from PIL import Image
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
image = Image.open(sys.argv[2]).convert("RGB")
image.draft("RGB", (512, 512))
image = image.resize((224, 224))
values = (numpy.asarray(image, "float32") / 255 - 0.45) / 0.23
session = onnxruntime.InferenceSession(sys.argv[1], options)
session.run(None, {"x": values.transpose(2, 0, 1)[None].astype("float32")})
"""


def photo(place: Path, width: int, height: int) -> Path:
    """A photo with as much detail as a camera's, which makes decoding slow."""
    random = numpy.random.default_rng(1)
    small = random.integers(0, 256, (height // 16, width // 16, 3), dtype="uint8")
    image = Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC)
    noise = random.integers(-12, 12, (height, width, 1))
    pixels = numpy.clip(numpy.asarray(image).astype(int) + noise, 0, 255)
    Image.fromarray(pixels.astype("uint8")).save(place, quality=90)
    return place


def timed(runs: int, *words: str | Path, **environment: str) -> tuple[float, float]:
    """The median of milliseconds, and of those of the processor, on one core."""
    def once() -> tuple[float, float]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        subprocess.run(
            ["taskset", "-c", "0", *map(str, words)], check=True,
            stdout=subprocess.DEVNULL, env={**os.environ, **environment})
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
        return wall * 1000, used * 1000
    once()
    found = [once() for _ in range(runs)]
    return tuple(statistics.median(column) for column in zip(*found))


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        network = networks.mobile(CLASSES, EDGE)
        labels = [f"Genus species{number}" for number in range(CLASSES)]
        pixels = numpy.random.default_rng(3).integers(
            0, 256, (EDGE, EDGE, 3), dtype="uint8")
        models.make(
            folder / "model", network, labels=labels, name="mobile", edge=EDGE,
            pixels=pixels)
        home = {"PLANTGUIDE_HOME": str(folder / "home")}
        program = BIN / "plantguide"
        subprocess.run(
            [program, "model", "add", folder / "model"], check=True,
            env={**os.environ, **home}, stdout=subprocess.DEVNULL)
        print(f"network of {len(network) / 1e6:.1f} MB, {CLASSES} classes, one core, "
              f"median of {runs} runs")
        print("| whole process | ms | ms of processor |\n|---|--:|--:|")
        for name, width, height in [("224 × 224", 224, 224), ("1 MP", 1280, 800),
                                    ("12 MP", 4032, 3024)]:
            path = photo(folder / f"{width}.jpg", width, height)
            for title, words in [
                (f"identify, photo of {name}",
                 [program, "identify", "--json", path]),
                (f"onnxruntime in Python, {name}",
                 [sys.executable, "-c", JUDGE, folder / "model" / "network.onnx", path]),
            ]:
                wall, used = timed(runs, *words, **home)
                print(f"| {title} | {wall:.0f} | {used:.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
