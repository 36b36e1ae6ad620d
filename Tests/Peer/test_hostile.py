"""Requests that nobody should make, and clients that nobody should be."""

from __future__ import annotations

import random
import select
import socket
import struct
import time
from hashlib import blake2b

import cbor2

from program import Home
from server import Server, everything

# What the program and its libraries need, and the most that is held at once.
MEMORY_LIMIT = 64 << 20


def answer_of(connection: socket.socket, patience: float = 20) -> bytes:
    """All bytes until the other side ends, or says nothing for so many
    seconds."""
    found = b""
    try:
        while select.select([connection], [], [], patience)[0]:
            piece = connection.recv(65536)
            if not piece:
                break
            found += piece
            head, end, body = found.partition(b"\r\n\r\n")
            if end and b"100 Continue" not in head:
                length = 0
                for line in head.split(b"\r\n"):
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                if len(body) >= length:
                    break
    except ConnectionError:
        pass
    return found


def wait_for(server: Server) -> None:
    """Waits until the server lets more connections in."""
    for _ in range(200):
        try:
            assert server.get("/v1/journals")
            return
        except ConnectionError:
            time.sleep(0.05)
    raise AssertionError("nobody gets in any more")


def statuses(found: bytes) -> list[int]:
    return [
        int(line.split()[1])
        for line in found.split(b"\r\n")
        if line.startswith(b"HTTP/1.1 ")
    ]


def healthy(server: Server) -> list[bytes]:
    """Requests that make sense, as they go over the wire."""
    journal = server.journal()
    vector = server.get(f"/v1/{journal}/vector")
    ranges = [1 << 16, [[writer, None, tips[0]] for writer, tips in vector]]
    bodies = {
        f"/v1/{journal}/ranges": cbor2.dumps(ranges),
        f"/v1/{journal}/segments": cbor2.dumps(everything(server)[:2]),
        "/v1/join": cbor2.dumps(["device", b"\0" * 32]),
    }
    requests = [
        server.head("GET", "/v1/journals"),
        server.head("GET", f"/v1/{journal}/vector"),
        server.head("GET", f"/v1/{journal}/vector?after={'0' * 32}"),
        server.head("HEAD", f"/v1/{journal}/blobs/{'0' * 64}"),
    ]
    for path, body in bodies.items():
        requests.append(server.head("POST", path, len(body)) + body)
        chunked = server.head("POST", path).replace(
            b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        requests.append(
            chunked + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        )
    put = server.head("PUT", f"/v1/{journal}/blobs/{'0' * 64}", 3).replace(
        b"\r\n\r\n", b"\r\nContent-Range: bytes 0-2/3\r\n\r\n"
    )
    return [*requests, put + b"abc"]


TOKENS = [
    b"\r\n",
    b"\0",
    b" ",
    b"%00",
    b"../",
    b"Content-Length: 99999999999999999999\r\n",
    b"Content-Length: -1\r\n",
    b"Content-Length: 1\r\nContent-Length: 2\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: gzip, chunked\r\n",
    b"Expect: 100-continue\r\n",
    b"Connection: upgrade\r\n",
    b"Range: bytes=0-0,1-1\r\n",
    b"Host: a\r\nHost: b\r\n",
    b"ffffffffffffffff\r\n",
    b"\xff\xfe",
    b"A" * 5_000,
    b"X: " + b"y" * 40_000 + b"\r\n",
]


def malformed(chance: random.Random, request: bytes) -> bytes:
    wrong = bytearray(request)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(wrong) + 1)
        match chance.randrange(6):
            case 0 if place < len(wrong):
                wrong[place] ^= 1 << chance.randrange(8)
            case 1:
                wrong[place:] = b""
            case 2:
                del wrong[place : place + chance.randint(1, 40)]
            case 3:
                wrong[place:place] = chance.choice(TOKENS)
            case 4:
                wrong[place:place] = chance.randbytes(chance.randint(1, 60))
            case 5:
                end = chance.randrange(len(wrong) + 1)
                wrong[place:place] = wrong[min(place, end) : max(place, end)]
    return bytes(wrong)


def test_malformed_requests_do_no_harm(
    server: Server, sample: Home, chance: random.Random, is_long: bool
) -> None:
    requests = healthy(server)
    events = sample.events()
    seen: dict[int, int] = {}
    most = 0
    for number in range(10_000 if is_long else 1_000):
        wrong = malformed(chance, chance.choice(requests))
        with server.connect() as connection:
            try:
                connection.sendall(wrong)
            except OSError:
                pass
            # Of some the server waits for the rest.
            found = answer_of(connection, 0.03)
        assert len(found) < 9 << 20
        for status in statuses(found):
            seen[status] = seen.get(status, 0) + 1
        assert server.process.poll() is None, (number, wrong)
        if number % 100 == 0:
            most = max(most, server.anonymous_bytes())
            assert server.get("/v1/journals")[0]
    print(seen, most)
    assert all(status < 500 or status == 505 for status in seen), seen
    assert most < MEMORY_LIMIT
    assert sample.events() == events


def test_requests_and_answers_are_cut_at_every_byte(
    server: Server, empty: Home
) -> None:
    journal = server.journal()
    vector = f"/v1/{journal}/vector"
    (writer, [tip]), *_ = server.get(vector)
    [(_, first)] = server.post(
        f"/v1/{journal}/ranges", [1, [[writer, None, tip]]]
    )
    body = cbor2.dumps([first])
    with Server(empty.path) as other:
        request = other.head("POST", f"/v1/{journal}/segments", len(body)) + body
        for place in range(len(request)):
            # Those that were cut off before are gone.
            if place % 16 == 0:
                wait_for(other)
            with other.connect() as connection:
                connection.sendall(request[:place])
        assert other.get(vector) == []
        answer_length = 0
        with other.connect() as connection:
            connection.sendall(request)
            answer_length = len(answer_of(connection))
        stored = other.get(vector)
        assert len(stored) == 1
        # All was done at the first; it is only not told to the others.
        for place in range(answer_length):
            if place % 16 == 0:
                wait_for(other)
            with other.connect() as connection:
                connection.sendall(request)
                left = place
                while left > 0:
                    left -= len(connection.recv(left)) or left
        assert other.get(vector) == stored
        other.stop()


def test_slow_clients_are_ended_and_hold_up_nobody(sample: Home) -> None:
    with Server(sample.path, "--idle", "1") as server:
        head = server.head("GET", "/v1/journals")
        slow = [server.connect() for _ in range(20)]
        for connection in slow:
            connection.sendall(head[:10])
        # A byte now and then, so that none of them is ever idle.
        ended = 0
        place = 10
        for _ in range(150):
            time.sleep(0.1)
            for connection in [*slow]:
                try:
                    connection.sendall(b"X")
                    if select.select([connection], [], [], 0)[0]:
                        raise OSError
                except OSError:
                    slow.remove(connection)
                    connection.close()
                    ended += 1
            place += 1
            assert server.get("/v1/journals")[0]
            if not slow:
                break
        assert ended == 20
        # And one who never reads.
        journal = server.journal()
        deaf = server.connect()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        request = server.head("GET", f"/v1/{journal}/vector")
        try:
            deaf.settimeout(2)
            for _ in range(100_000):
                deaf.sendall(request * 100)
        except OSError:
            pass
        assert server.get("/v1/journals")[0]
        assert server.anonymous_bytes() < MEMORY_LIMIT
        deaf.close()
        server.stop()


def bomb(journal: bytes, size: int) -> bytes:
    """A segment that says it has `size` bytes of events: zeros."""
    frame = b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", size)
    left = size
    while left > 0:
        count = min(left, 128 << 10)
        left -= count
        # A block that repeats one byte.
        header = (left == 0) | 1 << 1 | count << 3
        frame += struct.pack("<I", header)[:3] + b"\0"
    body = cbor2.dumps(
        [
            "plantguide.segment",
            1,
            journal,
            b"\1" * 16,
            1,
            size // 200,
            b"\0" * 32,
            b"\2" * 32,
            size,
            frame,
        ]
    )
    return body + blake2b(body, digest_size=32).digest()


def test_what_unpacks_to_much_is_refused(server: Server, sample: Home) -> None:
    journal = bytes.fromhex(server.journal())
    events = sample.events()
    largest = (16 << 20) + (1 << 20)
    path = f"/v1/{journal.hex()}/segments"
    for size, count in [(largest, 1), (largest, 10_000), (1 << 31, 100)]:
        segments = [bomb(journal, size)] * count
        answers, _ = server.post(path, segments)
        kinds = [answer[0] for answer in answers]
        assert kinds[0] == "refused"
        assert set(kinds) <= {"refused", "later"}
        # Not all of it was unpacked.
        assert kinds.count("refused") <= 10
        assert server.anonymous_bytes() < MEMORY_LIMIT
    assert sample.events() == events


def test_many_large_requests_are_put_off(server: Server) -> None:
    journal = server.journal()
    length = 16 << 20
    held = []
    put_off = 0
    for _ in range(30):
        connection = server.connect()
        connection.sendall(
            server.head("POST", f"/v1/{journal}/segments", length)
        )
        connection.settimeout(0.5)
        try:
            found = connection.recv(1000)
            assert statuses(found) == [503]
            assert b"retry-after" in found.lower()
            put_off += 1
            connection.close()
        except TimeoutError:
            connection.settimeout(20)
            connection.sendall(b"\0" * (length - 1))
            held.append(connection)
    assert put_off > 0
    assert held
    assert server.anonymous_bytes() < MEMORY_LIMIT
    # Small ones are still answered.
    assert server.get("/v1/journals")[0]
    for connection in held:
        connection.close()
    for _ in range(50):
        if server.ask("POST", f"/v1/{journal}/segments", [])[0] == 200:
            break
        time.sleep(0.1)
    else:
        raise AssertionError("what was held is not given back")
    assert server.anonymous_bytes() < 60 << 20


def test_connections_are_limited(server: Server) -> None:
    waiting = [server.connect() for _ in range(100)]
    refused = 0
    for connection in waiting:
        connection.settimeout(0.05)
        try:
            refused += connection.recv(1) == b""
        except TimeoutError:
            pass
        except ConnectionError:
            refused += 1
    assert refused >= 60
    for connection in waiting:
        connection.close()
    wait_for(server)


def test_who_asks_too_often_waits(sample: Home) -> None:
    with Server(sample.path, "--rate", "5") as server:
        found = [server.ask("GET", "/v1/journals")[0] for _ in range(60)]
        assert found[0] == 200
        assert set(found) == {200, 429}
        # Another device is not concerned.
        guest = server.ask("GET", "/v1/journals", secret=server.guest)
        assert guest[0] == 200
        server.stop()
