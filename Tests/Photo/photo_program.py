"""Speaks to `plantguide-photo` as its parent does."""

from __future__ import annotations

import os
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

import cbor2

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get(
    "PLANTGUIDE_PHOTO_BIN", str(ROOT / "bin" / "plantguide-photo")
)
JPEG, WEBP = "jpeg", "webp"


class Refused(Exception):
    """What the program says of a picture that it does not take."""


class Ended(Exception):
    """The program has ended."""


@dataclass
class Opened:
    kind: str
    width: int
    height: int
    times: dict[str, str]


@dataclass
class Stored:
    width: int
    height: int
    hash: int
    brightness: int
    sharpness: int
    file: bytes
    thumbnail: bytes


class Photo:
    """The program, started."""

    def __init__(
        self, *, threads: int = 1, wrapper: tuple[str, ...] = (),
        texts: list[str] | None = None, errors: int | None = None,
        **options: object,
    ):
        self.process = subprocess.Popen(
            [*wrapper, PROGRAM, *([] if texts is None else ["films"])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            **options,
        )
        if texts is not None:
            self.send("write", texts)
        (self.guards,) = self.ask("ready", "start", threads)

    def __enter__(self) -> Photo:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()

    def send(self, *request: object) -> None:
        frame = cbor2.dumps(list(request))
        try:
            self.process.stdin.write(struct.pack(">I", len(frame)) + frame)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Ended(self.process.wait(10)) from None

    def ask(self, word: str, *request: object) -> list:
        self.send(*request)
        head = self.process.stdout.read(4)
        if len(head) < 4:
            raise Ended(self.process.wait(10))
        answer = cbor2.loads(
            self.process.stdout.read(struct.unpack(">I", head)[0])
        )
        if answer[0] == "error":
            raise Refused(answer[1])
        assert answer[0] == word, answer
        return answer[1:]

    def open(self, file: bytes) -> Opened:
        return Opened(*self.ask("opened", "open", file))

    def store(
        self, file: bytes, form: str = JPEG, *, edge: int = 2048,
        quality: int = 88, taken: str = "", offset: str = "",
    ) -> Stored:
        self.open(file)
        return Stored(*self.ask(
            "stored", "store", edge, form, quality, taken, offset
        ))

    def draw(self, file: bytes, width: int, height: int) -> list:
        self.open(file)
        return self.ask("drawn", "draw", width, height)

    def film(
        self, kind: str, files: list[bytes], *, width: int = 320,
        height: int = 240, milliseconds: int = 300, quality: int = 75,
        aligned: bool = False, fades: bool = False,
        texts: list[int | None] | None = None,
    ) -> Film:
        """A film of all kinds; `moves` say how each was aligned."""
        self.ask(
            "filming", "film", kind, width, height, milliseconds, quality,
            len(files), aligned, fades,
        )
        film = Film([], [], b"")
        for number, file in enumerate(files):
            self.open(file)
            text = texts[number] if texts else None
            move, pieces = self.ask("framed", "frame", text)
            film.moves.append(move)
            film.pieces += pieces
        if kind in ("webp", "gif"):
            (film.file,) = self.ask("filmed", "finish")
        return film


@dataclass
class Film:
    moves: list[list[int] | None]
    pieces: list[bytes]
    file: bytes
