"""A server that is started, and a plain client of it.

The tokens are written by hand, and segments are read by hand: this shares no
code with the program.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import signal
import socket
import ssl
import subprocess
import threading
from base64 import urlsafe_b64encode
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self

import cbor2

ROOT = Path(__file__).resolve().parents[2]


def binary() -> str:
    return os.environ.get("PLANTGUIDE_SERVE_BIN") or str(
        ROOT / "bin" / "plantguide-serve"
    )


def token() -> str:
    return urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


def digest(secret: str) -> str:
    padded = secret + "=" * (-len(secret) % 4)
    from base64 import urlsafe_b64decode

    return blake2b(urlsafe_b64decode(padded), digest_size=32).hexdigest()


def entry(secret: str, **other: Any) -> dict[str, Any]:
    return {
        "hash": digest(secret),
        "device": "a test",
        "person": None,
        "access": "read-write",
        "createdAt": "2026-11-23T00:00:00Z",
        "usedAt": None,
        "revokedAt": None,
        "expiresAt": None,
        "exchangedFor": None,
    } | other


def write_tokens(home: Path, entries: list[dict[str, Any]]) -> None:
    """As the program does: another file takes the place."""
    path = home / "tokens.json"
    new = home / "tokens.json.new"
    new.touch(0o600)
    new.write_text(json.dumps({"version": 1, "tokens": entries}))
    new.replace(path)


class Server:
    """A process of `plantguide-serve` on a home."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        tokens: list[dict[str, Any]] | None = None,
        listen: str = "127.0.0.1:0",
        wrapper: list[str] | None = None,
    ) -> None:
        self.home = home
        self.secret = token()
        self.guest = token()
        self.carer = token()
        write_tokens(
            home,
            [
                entry(self.secret),
                entry(self.guest, access="read-only"),
                entry(self.carer, access="care"),
                *(tokens or []),
            ],
        )
        self.arguments = [
            *(wrapper or []),
            binary(),
            *("--home", str(home), "--listen", listen, "--rate", "100000"),
            *arguments,
        ]
        self.lines: list[str] = []

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            self.arguments, stderr=subprocess.PIPE, text=True
        )
        for line in self.process.stderr or []:
            self.lines.append(line)
            found = re.search(r"listening on (https?)://(.+):(\d+)$", line)
            if found:
                self.scheme, self.host = found[1], found[2].strip("[]")
                self.port = int(found[3])
                break
        else:
            raise AssertionError("".join(self.lines))
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        return self

    def _read(self) -> None:
        for line in self.process.stderr or []:
            self.lines.append(line)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ends it as systemd does."""
        assert self.process.poll() is None, "".join(self.lines)
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0, "".join(self.lines)
        self.reader.join(10)
        assert self.lines[-1].endswith("ended\n")

    def pinned(self) -> str:
        for line in self.lines:
            if "the key is " in line:
                return line.split()[-1]
        raise AssertionError("no key")

    def anonymous_bytes(self) -> int:
        """How much memory it holds that is no file's."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"RssAnon:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def peak_bytes(self) -> int:
        """The most memory that it ever held, files that it reads included."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def seconds(self) -> float:
        """How long the processor worked for it."""
        path = Path(f"/proc/{self.process.pid}/schedstat")
        return int(path.read_text().split()[0]) / 1e9

    def is_asleep(self) -> bool:
        """Whether it waits for something to do."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return "State:\tS" in status

    # Asking

    def connect(self, source: str = "") -> socket.socket:
        return socket.create_connection(
            (self.host, self.port), 60, (source, 0) if source else None
        )

    def connection(self) -> http.client.HTTPConnection:
        if self.scheme == "https":
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            return http.client.HTTPSConnection(
                self.host, self.port, timeout=60, context=context
            )
        return http.client.HTTPConnection(self.host, self.port, timeout=60)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        secret: str | None = "",
        headers: dict[str, str] | None = None,
        raw: bytes | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        connection = self.connection()
        sent = dict(headers or {})
        if secret is not None:
            sent["Authorization"] = f"Bearer {secret or self.secret}"
        content = raw if raw is not None or body is None else cbor2.dumps(body)
        connection.request(method, path, content, sent)
        answer = connection.getresponse()
        found = answer.read()
        connection.close()
        return (
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            found,
        )

    def get(self, path: str) -> Any:
        status, _, body = self.ask("GET", path)
        assert status == 200, (status, body)
        return cbor2.loads(body)

    def post(self, path: str, body: Any) -> Any:
        status, _, answer = self.ask("POST", path, body)
        assert status == 200, (status, answer)
        return cbor2.loads(answer)

    def journal(self) -> str:
        journals, _ = self.get("/v1/journals")
        return journals[0].hex()

    def head(
        self,
        method: str,
        path: str,
        length: int | None = None,
        *,
        secret: str = "",
    ) -> bytes:
        """The head of a request, as it goes over the wire."""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"Authorization: Bearer {secret or self.secret}",
        ]
        if length is not None:
            lines.append(f"Content-Length: {length}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


def everything(server: Server) -> list[bytes]:
    """All segments that a server has, by asking as a new replica does."""
    journal = server.journal()
    wanted = [
        [writer, None, tip]
        for writer, tips in server.get(f"/v1/{journal}/vector")
        for tip in tips
    ]
    segments = []
    while wanted:
        asked, rest = wanted[:512], wanted[512:]
        answers = server.post(f"/v1/{journal}/ranges", [1 << 22, asked])
        for (writer, after, tip), answer in zip(asked, answers, strict=True):
            match answer:
                case ["segment", content]:
                    segments.append(content)
                    last, hash_ = last_event(content)
                    if last < tip[0]:
                        rest.append([writer, [last, hash_], tip])
                case ["later"]:
                    rest.append([writer, after, tip])
                case _:
                    raise AssertionError(answer)
        wanted = rest
    return segments


def last_event(segment: bytes) -> tuple[int, bytes]:
    """The sequence and hash of a segment's last event."""
    assert blake2b(segment[:-32], digest_size=32).digest() == segment[-32:]
    fields = cbor2.loads(segment[:-32])
    assert fields[:2] == ["plantguide.segment", 1]
    return fields[5], fields[7]


def bring(server: Server, segments: list[bytes]) -> list[Any]:
    """Brings segments to a server, as often as it asks for them again."""
    journal = cbor2.loads(segments[0][:-32])[2].hex()
    outcomes = []
    while segments:
        answers, _ = server.post(f"/v1/{journal}/segments", segments)
        assert answers[0] != ["later"]
        outcomes += [answer for answer in answers if answer != ["later"]]
        segments = [
            segment
            for segment, answer in zip(segments, answers, strict=True)
            if answer == ["later"]
        ]
    return outcomes
