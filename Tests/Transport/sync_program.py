"""The program that carries objects, spoken to as its parent speaks to it."""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
import time
from functools import cache
from pathlib import Path
from typing import Any

import cbor2

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
# The most memory of a sync, whatever a store sends.
MEMORY_LIMIT = 100 << 20


@cache
def binary() -> Path:
    path = Path(
        os.environ.get("PLANTGUIDE_SYNC_BIN", ROOT / "bin" / "plantguide-sync")
    ).resolve()
    assert os.access(path, os.X_OK), (
        f"no program at {path}; build it or set PLANTGUIDE_SYNC_BIN"
    )
    return path


def frame(item: Any) -> bytes:
    encoded = cbor2.dumps(item, canonical=True)
    return struct.pack(">I", len(encoded)) + encoded


class Refused(Exception):
    """An answer that is an error."""

    def __init__(self, facts: dict[str, Any]):
        super().__init__(facts["message"])
        self.kind = facts["kind"]
        self.message = facts["message"]
        self.status = facts.get("status")
        self.can_retry = facts["canRetry"]
        assert set(facts) <= {"kind", "message", "status", "canRetry"}


class Sync:
    """A running program. All that it says is kept, to look for secrets in."""

    def __init__(self, **environment: str):
        self.output = bytearray()
        self.secrets: list[str] = []
        self.process = subprocess.Popen(
            [binary()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={"PATH": "/usr/bin:/bin", **environment},
        )

    def __enter__(self) -> Sync:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            pipe.close()
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.errors = self.process.stderr.read()
            self.process.stderr.close()
        assert self.errors == b"", self.errors
        for secret in self.secrets:
            assert secret.encode() not in self.output, "a secret was told"

    def peak_bytes(self) -> int:
        """The most memory that it has held."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def send(self, item: Any) -> None:
        self.process.stdin.write(frame(item))

    def read(self, count: int) -> bytes:
        bytes_ = b""
        end = time.monotonic() + PATIENCE
        while len(bytes_) < count:
            ready, _, _ = select.select(
                [self.process.stdout], [], [], max(0, end - time.monotonic())
            )
            assert ready, "no answer in a minute"
            piece = os.read(self.process.stdout.fileno(), count - len(bytes_))
            if not piece:
                raise EOFError(
                    f"the program ended with {self.process.wait(PATIENCE)}"
                )
            bytes_ += piece
        self.output += bytes_
        return bytes_

    def receive(self) -> list[Any]:
        length = struct.unpack(">I", self.read(4))[0]
        assert length <= 1 << 26
        encoded = self.read(length)
        answer = cbor2.loads(encoded)
        assert cbor2.dumps(answer, canonical=True) == encoded
        return answer

    def ask(self, *item: Any) -> list[Any]:
        """The answer to a request.

        Raises:
            Refused: Where the answer is an error.
        """
        self.send(list(item))
        answer = self.receive()
        if answer[0] == "error":
            raise Refused(answer[1])
        return answer

    # What is asked.

    def open(self, url: str, **options: Any) -> Sync:
        self.secrets += [
            options[name]
            for name in ("user", "password", "token", "proxy")
            if options.get(name)
        ]
        assert self.ask("open", {"url": url, **options}) == ["opened"]
        return self

    def list(self, prefix: str = "v1/", after: str = "") -> list[str]:
        names = []
        answer = self.ask("list", prefix, after)
        while answer[0] == "names":
            assert 0 < len(answer[1]) <= 1_000
            names += answer[1]
            answer = self.receive()
            if answer[0] == "error":
                raise Refused(answer[1])
        assert answer[0] == "listed"
        self.hour = answer[1]
        assert len(self.hour) == 10 and self.hour.isdigit()
        assert len(set(names)) == len(names)
        return sorted(names)

    def get(self, name: str, limit: int = 1 << 24) -> bytes | None:
        answer = self.ask("get", name, limit)
        if answer == ["absent"]:
            return None
        assert answer[0] == "object"
        return answer[1]

    def put(self, name: str, content: bytes) -> str:
        (answer,) = self.ask("put", name, content)
        assert answer in ("stored", "exists")
        return answer

    def remove(self, name: str) -> str:
        (answer,) = self.ask("remove", name)
        assert answer in ("removed", "absent")
        return answer

    def cost(self) -> tuple[int, int, int]:
        word, *numbers = self.ask("cost")
        assert word == "cost"
        return tuple(numbers)
