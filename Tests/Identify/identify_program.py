"""Speaks to `plantguide-identify` as its parent does."""

from __future__ import annotations

import os
import struct
import subprocess
from pathlib import Path

import cbor2
import numpy

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get(
    "PLANTGUIDE_IDENTIFY_BIN", str(ROOT / "bin" / "plantguide-identify")
)


class Refused(Exception):
    """What the program says of a network that it does not run."""


class Ended(Exception):
    """The program has ended."""


class Identify:
    """The program, started on the file of a network."""

    def __init__(
        self, network: Path | bytes, *, wrapper: tuple[str, ...] = (),
        errors: int | None = subprocess.DEVNULL, **options: object,
    ):
        if isinstance(network, bytes):
            held = os.memfd_create("network")
            os.write(held, network)
        else:
            held = os.open(network, os.O_RDONLY)
        try:
            # The program expects it as descriptor 3.
            self.process = subprocess.Popen(
                ["bash", "-c", f'exec "$@" 3<&{held}', "bash", *wrapper, PROGRAM],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                pass_fds=[held], **options)
        finally:
            os.close(held)

    def __enter__(self) -> Identify:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        try:
            self.process.wait(30)
        finally:
            self.process.kill()
            self.process.stdout.close()

    def start(self) -> int:
        """The guards, once the network is loaded."""
        return self.ask("ready", "start")[0]

    def send(self, *request: object) -> None:
        self.send_frame(cbor2.dumps(list(request), canonical=True))

    def send_frame(self, frame: bytes) -> None:
        try:
            self.process.stdin.write(struct.pack(">I", len(frame)) + frame)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Ended(self.process.wait(30)) from None

    def answer(self, word: str) -> list:
        head = self.process.stdout.read(4)
        if len(head) < 4:
            raise Ended(self.process.wait(30))
        answer = cbor2.loads(
            self.process.stdout.read(struct.unpack(">I", head)[0]))
        if answer[0] == "error":
            raise Refused(answer[1])
        assert answer[0] == word, answer
        return answer[1:]

    def ask(self, word: str, *request: object) -> list:
        self.send(*request)
        return self.answer(word)

    def scores(
        self, pixels: numpy.ndarray, *, last: bool = False, blue: bool = False,
        mean: tuple[float, ...] = (0.485, 0.456, 0.406),
        deviation: tuple[float, ...] = (0.229, 0.224, 0.225),
    ) -> numpy.ndarray:
        """The scores of pixels: rows of columns of three bytes."""
        height, width, _ = pixels.shape
        (scores,) = self.ask(
            "scores", "run", width, height, last, blue, list(mean),
            list(deviation), pixels.tobytes())
        return numpy.array(scores)
