"""Listeners to changes, over a network."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPResponse
from pathlib import Path
from typing import Self

import pytest

from program import Home
from server import Server, entry, token
from test_api import ask

# Far longer than an event takes, on a machine that does much else.
PATIENCE = 20.0


@pytest.fixture
def served(sample: Home) -> Iterator[Server]:
    with Server(sample.path) as server:
        yield server
        server.stop()


class Listener:
    """A program that listens, and reads event after event."""

    def __init__(
        self, server: Server, *, secret: str = "", after: str = "",
        query: str = "",
    ) -> None:
        self.connection = server.connection()
        headers = {"Authorization": f"Bearer {secret or server.secret}"}
        if after:
            headers["Last-Event-ID"] = after
        self.connection.request(
            "GET", f"/api/v1/changes{query}", headers=headers)
        self.answer: HTTPResponse = self.connection.getresponse()
        self.id = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()
        self.connection.close()

    def block(self) -> dict[str, str]:
        """The lines to the next empty one; none at the end."""
        fields: dict[str, str] = {}
        while line := self.answer.readline().decode().rstrip("\n"):
            name, _, value = line.partition(":")
            fields[name] = value.strip()
        if "id" in fields:
            self.id = fields["id"]
        return fields

    def begin(self) -> Self:
        assert self.answer.status == 200
        assert self.answer.headers["content-type"] == "text/event-stream"
        assert self.block()["retry"]
        return self

    def event(self) -> tuple[str, dict[str, str]]:
        block = self.block()
        return block["event"], json.loads(block["data"])


# Changes


def test_what_another_process_does_is_told_at_once(
    sample: Home, served: Server
) -> None:
    with Listener(served).begin() as listener:
        began = time.monotonic()
        sample.do("water", "Monty")
        done = time.monotonic()
        assert listener.event()[0] == "change"
        seen = time.monotonic()
        print(
            f"{1000 * (seen - done):.0f} ms after the command, which took "
            f"{1000 * (done - began):.0f} ms")
        # Its data are the beginning of its id.
        sample.do("water", "Monty", "--at", "yesterday")
        name, data = listener.event()
        assert name == "change" and listener.id.startswith(data["version"])
        # So are changes of the API itself.
        water = {"plant": "Monty", "kind": "watering"}
        assert ask(served, "POST", "care", water)[0] == 200
        assert listener.event()[0] == "change"


def test_who_comes_again_misses_nothing(sample: Home, served: Server) -> None:
    with Listener(served).begin() as listener:
        known = listener.id
    sample.do("water", "Monty")
    for again in ({"after": known}, {"query": f"?after={known}"}):
        with Listener(served, **again).begin() as listener:
            assert listener.event()[0] == "change"
            assert listener.id != known
            current = listener.id
    with Listener(served, after=current).begin() as listener:
        assert listener.id == current
        sample.do("water", "Monty", "--at", "yesterday")
        assert listener.event()[0] == "change"


def test_listeners_hear_over_tls(sample: Home) -> None:
    with Server(sample.path, "--tls") as server:
        with Listener(server).begin() as listener:
            for number in range(3):
                sample.do("note", "Monty", f"leaf {number}")
                assert listener.event()[0] == "change"
        server.stop()


def test_another_journal_in_its_place_is_a_change(
    sample: Home, served: Server, tmp_path: Path
) -> None:
    sample.do("backup", str(tmp_path / "backups"))
    listed = sample.json("backup", "list", str(tmp_path / "backups"))
    with Listener(served).begin() as listener:
        sample.do("backup", "restore", listed["backups"][0]["path"], "--yes")
        assert listener.event()[0] == "change"
        sample.do("water", "Monty")
        assert listener.event()[0] == "change"


def test_the_stream_of_a_revoked_token_ends(sample: Home) -> None:
    secret = token()
    with Server(sample.path, tokens=[entry(secret)]) as server:
        with (
            Listener(server, secret=secret).begin() as listener,
            Listener(server).begin() as other,
        ):
            listed = sample.json("serve", "token", "list")["tokens"]
            sample.do("serve", "token", "revoke", listed[-1]["id"])
            # An end of the answer, not of its time.
            assert listener.answer.readline() == b""
            sample.do("water", "Monty")
            assert other.event()[0] == "change"
        server.stop()


def test_streams_end_with_the_server(sample: Home) -> None:
    with Server(sample.path) as server, Listener(server).begin() as listener:
        server.stop()
        with pytest.raises(Exception) as ended:
            if not listener.answer.readline():
                raise EOFError
        assert not isinstance(ended.value, TimeoutError)


def test_many_listeners_keep_nobody_out(sample: Home) -> None:
    guests = [token() for _ in range(25)]
    tokens = [entry(guest) for guest in guests]
    with Server(sample.path, tokens=tokens) as server, ExitStack() as stack:
        heard: list[Listener] = []
        refused = 0
        for number in range(200):
            try:
                listener = Listener(server, secret=guests[number % len(guests)])
            except OSError:
                refused += 1
                continue
            stack.enter_context(listener)
            if listener.answer.status == 200:
                heard.append(listener.begin())
            else:
                assert listener.answer.status == 503
                assert listener.answer.headers["retry-after"]
                refused += 1
        assert 1 <= len(heard) <= 32 and refused == 200 - len(heard)
        # Others ask, act, and hear.
        for _ in range(20):
            assert ask(server, "GET", "today")[0] == 200
        sample.do("water", "Monty")
        assert heard[-1].event()[0] == "change"
        server.stop()


def test_one_guest_has_a_few_streams(sample: Home, served: Server) -> None:
    with ExitStack() as stack:
        for _ in range(8):
            stack.enter_context(Listener(served)).begin()
        with Listener(served) as one_more:
            assert one_more.answer.status == 503
        with Listener(served, secret=served.guest).begin() as other:
            sample.do("water", "Monty")
            assert other.event()[0] == "change"
    # They are free again, once the server has seen that those have gone.
    until = time.monotonic() + PATIENCE
    while True:
        with Listener(served) as again:
            if again.answer.status == 200:
                break
        assert time.monotonic() < until


def test_listeners_outlive_the_time_of_idle_connections(sample: Home) -> None:
    """Others end in their time, as without listeners."""
    with Server(sample.path, "--idle", "1") as server:
        with Listener(server).begin() as listener:
            idle = server.connect()
            idle.sendall(server.head("GET", "/api/v1/rooms"))
            while idle.recv(1 << 16):
                pass
            idle.close()
            silent = server.connect()
            assert silent.recv(1) == b""
            silent.close()
            sample.do("water", "Monty")
            assert listener.event()[0] == "change"
        server.stop()
