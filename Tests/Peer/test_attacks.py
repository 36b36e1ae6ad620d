"""Guests and strangers that want a server for themselves.

Each attack is made on a process that serves; what is counted are bytes, answers
and the processor's time, never how long something took.
"""

from __future__ import annotations

import os
import random
import re
import select
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cbor2
import pytest

from program import Home
from segment import NO_HASH, Event, make_event, make_segment
from server import Server, bring, entry, everything, token, write_tokens
from test_hostile import answer_of, statuses

ANSWER_LIMIT = 8 << 20
MEMORY_LIMIT = 64 << 20
# Of the processor, for an answer.
SECONDS_LIMIT = 0.2

FORKED, PACKABLE, UNPACKABLE = b"\x0f" * 16, b"\x0e" * 16, b"\x0d" * 16


@dataclass
class Hostile:
    """A home with events that are good for attacks."""

    home: Home
    # The first event of the forked writer, and its tips.
    first: list[Any]
    branches: list[list[Any]]
    # The last events of those whose answers are long.
    packable: list[Any]
    unpackable: list[Any]


def noted(
    writer: bytes, after: Event | None, text: str, stamp: tuple[int, int]
) -> Event:
    sequence = after.sequence + 1 if after else 1
    return make_event(
        writer=writer,
        sequence=sequence,
        previous=after.hash if after else NO_HASH,
        stamp=stamp,
        recorded=1,
        action=sequence,
        stream=b"\1" * 16,
        type="plant.noted",
        fields={"text": text},
        salt=os.urandom(16),
    )


def chain(writer: bytes, texts: list[str]) -> list[Event]:
    events: list[Event] = []
    for text in texts:
        last = events[-1] if events else None
        events.append(noted(writer, last, text, (1, len(events))))
    return events


def named(event: Event) -> list[Any]:
    return [event.sequence, event.hash]


@pytest.fixture(scope="module")
def kept_hostile(
    kept_sample: Home,
    tmp_path_factory: pytest.TempPathFactory,
    is_long: bool,
) -> Hostile:
    home = kept_sample.copy(tmp_path_factory.mktemp("hostile") / "home")
    chance = random.Random(5)
    packable = chain(PACKABLE, ["a" * 900_000] * 7)
    letters = "".join(map(chr, range(0x20, 0x7F)))
    unpackable = chain(
        UNPACKABLE,
        ["".join(chance.choices(letters, k=900_000)) for _ in range(7)],
    )
    first = noted(FORKED, None, "shared", (1, 0))
    branches = [
        noted(FORKED, first, "apart", (2 + number // 60_000, number % 60_000))
        for number in range(20_000 if is_long else 3_000)
    ]
    with Server(home.path) as server:
        journal = bytes.fromhex(server.journal())
        segments = [
            make_segment(journal, events).data
            for events in [
                packable, unpackable, [first], *([one] for one in branches)
            ]
        ]
        for place in range(0, len(segments), 4_000):
            bring(server, segments[place : place + 4_000])
        server.stop()
    return Hostile(
        home,
        named(first),
        [named(event) for event in branches],
        named(packable[-1]),
        named(unpackable[-1]),
    )


@pytest.fixture
def hostile(kept_hostile: Hostile, tmp_path: Path) -> Hostile:
    home = kept_hostile.home.copy(tmp_path / "hostile")
    return Hostile(**{**vars(kept_hostile), "home": home})


@pytest.fixture
def attacked(hostile: Hostile) -> Iterator[Server]:
    with Server(hostile.home.path) as server:
        yield server
        peak = server.peak_bytes()
        print(f"peak {peak >> 20} MiB")
        server.stop()
        assert peak < MEMORY_LIMIT


def read_all(connection: socket.socket) -> bytes:
    with connection:
        return answer_of(connection)


def let_in(server: Server, head: bytes) -> socket.socket:
    """A connection on which a request was let in by its head."""
    connection = server.connect()
    connection.sendall(
        head.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")
    )
    found = b""
    while not found.endswith(b"\r\n\r\n"):
        piece = connection.recv(1_000)
        assert piece
        found += piece
    assert found.startswith(b"HTTP/1.1 100 ")
    return connection


# What a guest asks for


@pytest.mark.parametrize("kind", ["long", "unknown", "held", "from the first"])
def test_a_thousand_ranges_cost_no_more_than_one_answer(
    hostile: Hostile, attacked: Server, kind: str
) -> None:
    tips = [
        hostile.branches[number % len(hostile.branches)]
        for number in range(1_024)
    ]
    nobody = [1, os.urandom(32)]
    wanted = {
        "long": [[PACKABLE, None, hostile.packable]] * 1_024,
        "unknown": [[FORKED, nobody, tip] for tip in tips],
        "held": [[PACKABLE, hostile.packable, hostile.packable]] * 512
        + [[FORKED, tip, tip] for tip in tips[:512]],
        "from the first": [[FORKED, None, tip] for tip in tips],
    }[kind]
    path = f"/v1/{attacked.journal()}/ranges"
    answered = 0
    while wanted and answered < 5_000:
        before = attacked.seconds()
        status, _, body = attacked.ask(
            "POST", path, [1 << 30, wanted], secret=attacked.guest
        )
        used = attacked.seconds() - before
        answers = cbor2.loads(body)
        done = sum(answer != ["later"] for answer in answers)
        print(f"{kind}: {done} ranges, {len(body)} bytes, {used:.3f} s")
        assert status == 200
        assert len(body) <= ANSWER_LIMIT
        assert used < SECONDS_LIMIT
        # The first is always answered, and what is not is told.
        assert len(answers) == len(wanted)
        assert answers[0] != ["later"]
        wanted = [
            range_
            for range_, answer in zip(wanted, answers, strict=True)
            if answer == ["later"]
        ]
        answered += done
        if kind == "long" and answered > 8:
            break


def test_all_branches_are_there_for_who_goes_on_asking(
    hostile: Hostile, attacked: Server
) -> None:
    journal = attacked.journal()
    vector = dict(attacked.get(f"/v1/{journal}/vector"))
    assert sorted(map(tuple, vector[FORKED])) == sorted(
        map(tuple, hostile.branches)
    )
    # From the middle of a writer on.
    place = len(hostile.branches) // 2
    sequence, hash_ = vector[FORKED][place]
    rest = attacked.get(
        f"/v1/{journal}/vector?after={FORKED.hex()}"
        f"&tip={sequence}-{hash_.hex()}"
    )
    assert rest[0] == [FORKED, vector[FORKED][place + 1 :]]
    assert [writer for writer, _ in rest[1:]] == [
        writer for writer in vector if writer > FORKED
    ]
    assert len(everything(attacked)) >= len(hostile.branches)


def test_others_have_their_turn_between_a_guests_answers(
    hostile: Hostile, attacked: Server
) -> None:
    journal = attacked.journal()
    body = cbor2.dumps(
        [1 << 30, [[PACKABLE, None, hostile.packable]] * 10]
    )
    head = attacked.head(
        "POST", f"/v1/{journal}/ranges", len(body), secret=attacked.guest
    )
    connections = [let_in(attacked, head) for _ in range(6)]
    attacked.process.send_signal(signal.SIGSTOP)
    for connection in connections:
        connection.sendall(body)
    connections.append(attacked.connect())
    connections[-1].sendall(attacked.head("GET", f"/v1/{journal}/vector"))
    before = len(attacked.lines)
    attacked.process.send_signal(signal.SIGCONT)
    for connection in connections:
        assert statuses(read_all(connection)) == [200]
    requests = [
        line for line in attacked.lines[before:] if " bytes " in line
    ]
    labels = [line.split(" bytes ")[0].split()[-3] for line in requests]
    print("".join(requests))
    # After one of the six, and what was already begun.
    assert labels.index("vector") <= 2


def test_it_ends_while_requests_wait(
    hostile: Hostile, attacked: Server
) -> None:
    body = cbor2.dumps([1 << 30, [[PACKABLE, None, hostile.packable]]])
    path = f"/v1/{attacked.journal()}/ranges"
    head = attacked.head("POST", path, len(body))
    # Strangers from one address would end each other.
    connections = [let_in(attacked, head) for _ in range(10)]
    attacked.process.send_signal(signal.SIGSTOP)
    for connection in connections:
        connection.sendall(body)
    attacked.process.send_signal(signal.SIGCONT)
    assert statuses(answer_of(connections[0])) == [200]
    with attacked.connect() as late:
        late.sendall(head + body)
    # The fixture has it end, and what waits is given up.


def test_slow_readers_wait_for_themselves(
    hostile: Hostile, tmp_path: Path
) -> None:
    other = token()
    tokens = [entry(other, access="read-only")]
    with Server(
        hostile.home.path, "--idle", "1", tokens=tokens
    ) as server:
        journal = server.journal()
        body = cbor2.dumps([1 << 30, [[UNPACKABLE, None, hostile.unpackable]]])
        slow = []
        for number in range(24):
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            connection.connect((server.host, server.port))
            secret = [server.guest, other][number % 2]
            connection.sendall(
                server.head(
                    "POST", f"/v1/{journal}/ranges", len(body), secret=secret
                )
                + body
            )
            slow.append(connection)
        # A byte of each is read now and then, until a third are ended: each has
        # its own time once it is answered, and waits for room before.
        found = set()
        ended = 0
        for _ in range(1_500):
            for connection in slow:
                if select.select([connection], [], [], 0)[0]:
                    try:
                        connection.recv(1)
                    except OSError:
                        pass
            found.add(
                server.ask(
                    "POST",
                    f"/v1/{journal}/ranges",
                    [1 << 30, [[PACKABLE, None, hostile.packable]]],
                )[0]
            )
            ended = sum("cut off" in line for line in server.lines)
            if ended * 3 >= len(slow):
                break
            time.sleep(0.1)
        for connection in slow:
            connection.close()
        print(ended, found, f"peak {server.peak_bytes() >> 20} MiB")
        assert found == {200}
        assert server.peak_bytes() < MEMORY_LIMIT
        assert ended * 3 >= len(slow)
        server.stop()


def test_slow_writers_take_no_room_from_others(attacked: Server) -> None:
    path = f"/v1/{attacked.journal()}/ranges"
    slow = []
    for number in range(60):
        connection = attacked.connect(f"127.0.0.{2 + number % 2}")
        connection.sendall(
            attacked.head("POST", path, 1 << 20, secret=attacked.guest)
            + b"\x82" * 1_000
        )
        slow.append(connection)
    for _ in range(10):
        assert attacked.ask("POST", path, [1, []])[0] == 200
    segments = path.replace("ranges", "segments")
    assert attacked.ask("POST", segments, [b"x" * (12 << 20)])[0] == 200
    for connection in slow:
        connection.close()


@pytest.mark.parametrize("sent", [64 << 10, 15 << 20])
def test_a_slow_parcel_takes_no_room_from_others(
    hostile: Hostile, sent: int
) -> None:
    slow, phone = token(), token()
    with Server(
        hostile.home.path, tokens=[entry(slow), entry(phone)]
    ) as server:
        path = f"/v1/{server.journal()}/segments"
        # The longest body that there is, of which a part comes.
        held = server.connect()
        held.sendall(server.head("POST", path, (16 << 20) + 16, secret=slow))
        before = server.anonymous_bytes()
        held.sendall(b"\x9a" * sent)
        # Nothing else shows that it has arrived.
        for _ in range(10_000):
            if server.anonymous_bytes() - before > sent - (1 << 20):
                break
            server.get("/v1/journals")
        # Two parcels whose last bytes are on their way, and another one.
        body = cbor2.dumps([b"x" * (4 << 20)])
        parcels = []
        for secret in [server.secret, phone]:
            parcels.append(server.connect())
            head = server.head("POST", path, len(body), secret=secret)
            parcels[-1].sendall(head + body[:-1])
        assert server.ask("POST", path, raw=body)[0] == 200
        for connection in parcels:
            connection.sendall(body[-1:])
            assert statuses(read_all(connection)) == [200]
        long = cbor2.dumps([b"x" * (12 << 20)])
        assert server.ask("POST", path, raw=long, secret=phone)[0] == 200
        held.close()
        print(f"peak {server.peak_bytes() >> 20} MiB")
        assert server.peak_bytes() < MEMORY_LIMIT
        server.stop()


def test_a_request_of_many_segments_is_refused(attacked: Server) -> None:
    path = f"/v1/{attacked.journal()}/segments"
    # As many as there is room for: none has any bytes.
    count = 15 << 20
    body = b"\x9a" + count.to_bytes(4) + b"\x40" * count
    status, _, answer = attacked.ask("POST", path, raw=body)
    assert status == 400
    assert len(answer) < 100


# Strangers


def open_ones(connections: list[socket.socket]) -> int:
    """How many of them the server has not ended."""
    count = 0
    for connection in connections:
        connection.settimeout(0.05)
        try:
            count += connection.recv(1) != b""
        except TimeoutError:
            count += 1
        except ConnectionError:
            pass
    return count


def test_strangers_keep_nobody_out(server: Server) -> None:
    request = server.head("GET", "/v1/journals")
    guest = server.connect()
    guest.sendall(request)
    assert statuses(answer_of(guest)) == [200]
    # Of two addresses, and then of many.
    idle = [
        server.connect(f"127.0.0.{2 + number % 2}") for number in range(80)
    ]
    for source in ["127.0.0.1", "127.0.0.2", "127.0.0.9"]:
        late = server.connect(source)
        late.sendall(request)
        assert statuses(read_all(late)) == [200]
    idle += [server.connect(f"127.0.1.{number}") for number in range(1, 100)]
    for source in ["127.0.0.1", "127.0.2.1"]:
        late = server.connect(source)
        late.sendall(request)
        assert statuses(read_all(late)) == [200]
    assert open_ones(idle) <= 32
    # Who has shown a token has kept its place.
    guest.sendall(request)
    assert statuses(answer_of(guest)) == [200]
    for connection in [guest, *idle]:
        connection.close()


def test_connections_that_browsers_open_ahead_stay(server: Server) -> None:
    ahead = [server.connect() for _ in range(12)]
    time.sleep(0.5)
    assert open_ones(ahead) == 12
    for connection in ahead:
        connection.sendall(server.head("GET", "/v1/journals"))
        assert statuses(answer_of(connection)) == [200]
        connection.close()


def test_a_guest_keeps_no_other_out(server: Server) -> None:
    request = server.head("GET", "/v1/journals", secret=server.guest)
    greedy = []
    for _ in range(60):
        greedy.append(server.connect())
        greedy[-1].sendall(request)
        assert statuses(answer_of(greedy[-1])) == [200]
    assert open_ones(greedy) <= 12
    assert server.ask("GET", "/v1/journals")[0] == 200
    for connection in greedy:
        connection.close()


@pytest.mark.parametrize("count", [100, 2_000, 6_000])
@pytest.mark.parametrize("field", ["a", "a=b", "a%00="])
def test_a_long_query_is_answered(
    server: Server, count: int, field: str
) -> None:
    query = "&".join([field] * count)[:30_000]
    with server.connect() as connection:
        connection.sendall(server.head("GET", f"/v1/journals?{query}"))
        assert statuses(answer_of(connection)) == [404]
    with server.connect() as connection:
        connection.sendall(
            server.head("GET", f"/v1/journals?{query}", secret=token())
        )
        assert statuses(answer_of(connection)) == [401]


# Tokens


def test_who_has_waited_for_long_is_answered(sample: Home) -> None:
    with Server(sample.path, "--idle", "1") as server:
        body = cbor2.dumps([1, []])
        path = f"/v1/{server.journal()}/ranges"
        connection = let_in(server, server.head("POST", path, len(body)))
        while not server.is_asleep():
            pass
        server.process.send_signal(signal.SIGSTOP)
        connection.sendall(body)
        # For longer than a connection may be silent.
        assert not select.select([connection], [], [], 1.5)[0]
        server.process.send_signal(signal.SIGCONT)
        assert statuses(read_all(connection)) == [200]
        server.stop()


@pytest.mark.parametrize("kind", ["segments", "blob"])
def test_a_token_that_is_revoked_during_its_upload_brings_nothing(
    sample: Home, empty: Home, kind: str
) -> None:
    with Server(sample.path) as server:
        segments = everything(server)[:3]
        journal = server.journal()
        server.stop()
    with Server(empty.path) as server:
        before = token()
        write_tokens(empty.path, [entry(server.secret), entry(before)])
        if kind == "segments":
            body = cbor2.dumps(segments)
            head = server.head(
                "POST", f"/v1/{journal}/segments", len(body), secret=before
            )
        else:
            bring(server, segments)
            body = b"x" * 1_000
            head = server.head(
                "PUT",
                f"/v1/{journal}/blobs/{'0' * 64}",
                len(body),
                secret=before,
            ).replace(
                b"\r\n\r\n", b"\r\nContent-Range: bytes 0-999/1000\r\n\r\n"
            )
        vector = f"/v1/{journal}/vector"
        held = server.get(vector)
        with let_in(server, head) as connection:
            connection.sendall(body[:-1])
            write_tokens(
                empty.path,
                [
                    entry(server.secret),
                    entry(before, revokedAt="2026-11-23T00:00:01Z"),
                ],
            )
            connection.sendall(body[-1:])
            found = answer_of(connection)
        assert statuses(found) == [401]
        assert server.get(vector) == held
        assert not list(empty.path.glob("blobs/*"))
        server.stop()


def test_an_invitation_that_is_revoked_meanwhile_lets_nobody_in(
    sample: Home,
) -> None:
    invitation, own = token(), token()
    open_until = {
        "device": None,
        "createdAt": "2026-01-01T00:00:00Z",
        "expiresAt": "9999-01-01T00:00:00Z",
    }
    with Server(
        sample.path, tokens=[entry(invitation, **open_until)]
    ) as server:
        body = cbor2.dumps(["phone", os.urandom(32)])
        head = server.head("POST", "/v1/join", len(body), secret=invitation)
        with let_in(server, head) as connection:
            connection.sendall(body[:-1])
            revoked = open_until | {"revokedAt": "2026-11-23T00:00:01Z"}
            write_tokens(
                sample.path,
                [entry(server.secret), entry(invitation, **revoked)],
            )
            connection.sendall(body[-1:])
            found = answer_of(connection)
        assert statuses(found) == [401]
        server.stop()
    assert own not in (sample.path / "tokens.json").read_text()


# Behind a proxy, and beside a log


def proxied(address: str, *lines: str) -> bytes:
    head = [
        "Host: plants.example", "X-Forwarded-Proto: https",
        f"X-Forwarded-For: {address}", *lines, "", ""]
    return "\r\n".join(head).encode()


def test_a_stranger_behind_the_proxy_keeps_nobody_out(sample: Home) -> None:
    """As many slow bodies as there are connections, each a byte at a time."""
    session = token()
    with Server(
        sample.path, "--behind-proxy", "--host", "plants.example",
        tokens=[entry(session, endsAt="9999-01-01T00:00:00Z")],
    ) as server:
        slow = []
        for _ in range(120):
            connection = server.connect()
            connection.sendall(
                b"POST /join HTTP/1.1\r\n" + proxied(
                    "203.0.113.9", "Origin: https://plants.example",
                    "Content-Type: application/x-www-form-urlencoded",
                    "Content-Length: 8000") + b"a")
            slow.append(connection)
        with server.connect() as guest:
            guest.sendall(
                b"GET / HTTP/1.1\r\n" + proxied(
                    "198.51.100.7", f"Cookie: __Host-plantguide={session}"))
            assert statuses(guest.recv(1 << 10)) == [200]
        for connection in slow:
            connection.close()
        server.stop()


def test_the_last_of_several_forwarded_addresses_counts(sample: Home) -> None:
    """A proxy may add its line behind one that the client has sent."""
    with Server(
        sample.path, "--behind-proxy", "--host", "plants.example"
    ) as server:
        with server.connect() as guest:
            guest.sendall(
                b"GET /join HTTP/1.1\r\n" + proxied(
                    "192.0.2.4", "X-Forwarded-For: 203.0.113.9",
                    "Connection: close"))
            while guest.recv(1 << 14):
                pass
        server.stop()
        [line] = [line for line in server.lines if "GET page" in line]
        assert " 203.0.113.9 " in line


@pytest.mark.parametrize("head", [
    b"Content-Length: 2\r\nContent-Length: 3\r\n\r\nab",
    b"Content-Length: 30\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"0\r\n\r\nGET /join HTTP/1.1\r\n\r\n",
    b"Host: plants.example\r\n\r\n",
])
def test_what_others_could_read_as_other_requests_is_refused(
    sample: Home, head: bytes
) -> None:
    """The connection ends, so that nothing behind it is taken for a request."""
    with Server(sample.path) as server, server.connect() as connection:
        connection.sendall(b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head)
        answer = b""
        while part := connection.recv(1 << 12):
            answer += part
        assert statuses(answer) == [400]


def test_a_log_that_nobody_reads_stops_nothing(sample: Home) -> None:
    reading, writing = os.pipe()
    process = subprocess.Popen(Server(sample.path).arguments, stderr=writing)
    os.close(writing)
    try:
        told = b""
        while b"listening on" not in told or not told.endswith(b"\n"):
            told += os.read(reading, 1 << 12)
        found = re.search(rb"listening on http://127.0.0.1:(\d+)", told)
        assert found
        port = int(found[1])
        for _ in range(1_500):
            with socket.create_connection(("127.0.0.1", port), 60) as guest:
                guest.sendall(
                    b"GET /join HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    b"Connection: close\r\n\r\n")
                assert guest.recv(12) == b"HTTP/1.1 200"
    finally:
        process.kill()
        process.wait()
        os.close(reading)
