"""The pipe to the parent: what is malformed is refused, what is cut ends the
program, and it never outlives its parent."""

from __future__ import annotations

import itertools
import os
import random
import struct
import subprocess
import time
from pathlib import Path

import cbor2
import pytest

from scripted_server import FaultyS3, Reply, Server
from sync_program import PATIENCE, Refused, Sync, binary, frame

OPEN = {"url": "s3://plants", "endpoint": "http://127.0.0.1:1", "user": "the-user",
        "password": "pass-word", "retries": 0}


def run(text: bytes) -> tuple[int, list]:
    done = subprocess.run(
        [binary()], input=text, capture_output=True, timeout=PATIENCE,
        env={"PATH": "/usr/bin:/bin"}, check=False,
    )
    assert done.stderr == b""
    answers = []
    rest = done.stdout
    while rest:
        length = struct.unpack(">I", rest[:4])[0]
        answers.append(cbor2.loads(rest[4:4 + length]))
        rest = rest[4 + length:]
    return done.returncode, answers


def test_without_requests_it_ends_well() -> None:
    assert run(b"") == (0, [])
    code, answers = run(frame(["cost"]) + frame(["open", OPEN]) + frame(["cost"]))
    assert code == 0
    assert answers == [["cost", 0, 0, 0], ["opened"], ["cost", 0, 0, 0]]


def test_requests_cut_at_any_byte_end_the_program() -> None:
    whole = frame(["open", OPEN])
    for count in range(len(whole) + 1):
        code, answers = run(whole[:count])
        if count in (0, len(whole)):
            assert code == 0
        else:
            assert code == 2
            assert answers[0][1]["kind"] == "invalid"
            assert "pass-word" not in str(answers)


@pytest.mark.parametrize("length", [(1 << 26) + 1, 1 << 31, (1 << 32) - 1])
def test_lengths_beyond_the_limit_end_the_program(length: int) -> None:
    code, answers = run(struct.pack(">I", length) + b"x" * 100)
    assert code == 2
    assert answers[0][1]["kind"] == "invalid"


def test_a_long_length_takes_no_memory() -> None:
    with Sync() as sync:
        sync.ask("cost")
        before = memory(sync.process.pid)
        sync.process.stdin.write(struct.pack(">I", 1 << 26) + b"x")
        time.sleep(0.2)
        assert memory(sync.process.pid) - before < 1 << 20
        sync.process.stdin.close()
        assert sync.receive()[0] == "error"


def memory(pid: int) -> int:
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize(
    "item",
    [
        b"", b"\xff", b"\x80", b"\xa0", b"\x81\x01", b"\x81\x64cost\x00",
        b"\x18\x01", b"\x9f\x64cost\xff", b"\x81" * 5_000,
        b"\x9b" + b"\xff" * 8, b"\x81\x61\xff", b"\x82\x64list\x60",
    ] + [
        cbor2.dumps(item, canonical=True)
        for item in [
            ["COST"], ["cost", 1], ["open"], ["open", {}], ["open", []],
            ["open", {"url": "x"}], ["open", {"url": 1}],
            ["open", {"url": "s3://"}], ["open", {"url": "s3://a\nb"}],
            ["open", {"url": "ftp://host/"}], ["open", {"url": "webdav://"}],
            ["open", {"url": "webdav://u:pass-word@host/"}],
            ["open", {"url": "webdav://host/?pass-word"}],
            ["open", {"url": "http://ho st/"}],
            ["open", {"url": "http://host\0/"}],
            ["open", OPEN | {"unknown": 1}],
            ["open", OPEN | {"password": b"bytes"}],
            ["open", OPEN | {"password": "a\r\nInjected: 1"}],
            ["open", OPEN | {"retries": -1}], ["open", OPEN | {"retries": 99}],
            ["open", OPEN | {"retries": 1 << 63}],
            ["open", OPEN | {"connectTimeout": 0}],
            ["open", OPEN | {"region": "a:b"}],
            ["open", OPEN | {"endpoint": "ftp://x"}],
            ["open", OPEN | {"caFile": "a\0b"}],
            ["list", "v1", ""], ["list", "/v1/", ""], ["list", "v1/../", ""],
            ["get", "", 1], ["get", "v1/A", 1], ["get", "v1/.x", 1],
            ["get", "v1//x", 1], ["get", "/v1", 1], ["get", "v1/", 1],
            ["get", "x" * 1_000, 1], ["get", "v1/x", -1], ["get", "v1/x", "1"],
            ["put", "v1/x", "text"], ["put", "../x", b""], ["remove", ".."],
            ["get", "v1/x?y", 1], ["get", "v1/x%2e", 1], ["get", "v1/\u00e4", 1],
            ["request", "GET", "x", {}, b""],
            ["mail", "a@b", "c@d", b"\r\n"], ["mail", "a@b", ["c@d"]],
            ["mail", "a@b", [1], b"\r\n"], ["open", {"url": "smtp://u@host/"}],
        ]
    ],
)
def test_malformed_requests_are_refused_one_by_one(item: bytes) -> None:
    with Sync() as sync:
        sync.process.stdin.write(struct.pack(">I", len(item)) + item)
        answer = sync.receive()
        assert answer[0] == "error", answer
        assert answer[1]["kind"] == "invalid"
        assert not answer[1]["canRetry"]
        assert "pass-word" not in answer[1]["message"]
        assert sync.ask("cost") == ["cost", 0, 0, 0]


def test_nothing_can_be_asked_before_something_is_open() -> None:
    with Sync() as sync:
        for item in (
            ["list", "v1/", ""], ["get", "v1/x", 1], ["put", "v1/x", b""],
            ["remove", "v1/x"], ["request", "GET", "x", {}, b"", 1],
            ["mail", "a@b", ["c@d"], b"\r\n"],
        ):
            with pytest.raises(Refused) as refusal:
                sync.ask(*item)
            assert refusal.value.kind == "invalid"


def test_garbage_is_refused_or_ends_the_program(chance: random.Random) -> None:
    valid = [
        frame(item)
        for item in [
            ["cost"], ["open", OPEN], ["list", "v1/", ""],
            ["put", "v1/x", b"content"],
            ["request", "GET", "x", {"A": "b"}, b"", 1],
        ]
    ]
    for _ in range(100):
        text = bytearray(b"".join(chance.choices(valid, k=3)))
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(text))
            match chance.randrange(3):
                case 0: text[place] ^= 1 << chance.randrange(8)
                case 1: del text[place:place + chance.randrange(1, 9)]
                case _: text[place:place] = chance.randbytes(3)
        code, answers = run(bytes(text))
        assert code in (0, 2), (code, bytes(text))
        for answer in answers:
            assert answer[0] in ("cost", "opened", "error")


@pytest.mark.parametrize(
    "closed",
    [c for n in range(4) for c in itertools.combinations(range(3), n)],
)
def test_closed_descriptors_end_the_program(
    closed: tuple[int, ...], tmp_path: Path
) -> None:
    shell = "".join(f" {n}{'<' if n == 0 else '>'}&-" for n in closed)
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0"{shell}', str(binary())],
        input=frame(["cost"]), capture_output=True, timeout=PATIENCE,
        cwd=tmp_path, check=False,
    )
    # Without input nothing was asked; without output nobody was told.
    assert done.returncode == (4 if 1 in closed else 2 if 0 in closed else 0)
    assert list(tmp_path.iterdir()) == []
    if not closed:
        assert done.stdout == frame(["cost", 0, 0, 0])


def test_answers_come_after_the_last_request() -> None:
    with Server(FaultyS3()) as server, Sync() as sync:
        options = OPEN | {"endpoint": f"http://{server.host}"}
        sync.send(["open", options])
        for number in range(50):
            sync.send(["put", f"v1/{number}", bytes(1_000)])
        sync.process.stdin.close()
        assert sync.receive() == ["opened"]
        for _ in range(50):
            assert sync.receive() == ["stored"]
        assert sync.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("moment", ["stalled", "waiting", "listing"])
def test_it_does_not_outlive_its_parent(moment: str) -> None:
    store = FaultyS3(page=1)
    with Server(store) as server:
        sync = Sync()
        sync.open(**OPEN | {"endpoint": f"http://{server.host}",
                            "stallTimeout": 3_600, "retries": 20})
        if moment == "stalled":
            store.once("GET", Reply(200, cut=10, stalls=True))
        elif moment == "waiting":
            store.once(
                "GET", Reply(503, headers={"Retry-After": "60"}), times=99
            )
        else:
            store.objects = {f"v1/{n:04}": b"" for n in range(3_000)}
        sync.send(["list", "v1/", ""])
        end = time.monotonic() + PATIENCE
        while not server.requests and time.monotonic() < end:
            time.sleep(0.01)
        # All that a killed parent leaves is closed.
        sync.process.stdin.close()
        sync.process.stdout.close()
        assert sync.process.wait(PATIENCE) == 4
        sync.process.stderr.close()


def test_secrets_are_not_told_and_not_dumped() -> None:
    with Sync() as sync:
        sync.open(**OPEN)
        directory = Path(f"/proc/{sync.process.pid}")
        for name in ("cmdline", "environ"):
            assert b"pass-word" not in (directory / name).read_bytes()
        limits = (directory / "limits").read_text()
        (line,) = [
            line for line in limits.splitlines() if "core file" in line
        ]
        assert line.split()[4:6] == ["0", "0"]
        with pytest.raises(Refused) as refusal:
            sync.list()
        assert refusal.value.kind == "network" and refusal.value.can_retry
        assert "127.0.0.1:1" in refusal.value.message


def test_another_remote_can_be_opened() -> None:
    first, second = FaultyS3(), FaultyS3(bucket="garden")
    with Server(first) as one, Server(second) as two, Sync() as sync:
        sync.open(**OPEN | {"endpoint": f"http://{one.host}"})
        sync.put("v1/a", b"1")
        sync.open("s3://garden", user="v", password="other",
                  endpoint=f"http://{two.host}")
        assert sync.put("v1/a", b"2") == "stored"
        assert sync.cost()[0] == 2
        assert (first.objects, second.objects) == ({"v1/a": b"1"}, {"v1/a": b"2"})
