"""Listeners to changes, and photos that are sent and shown, over a network."""

from __future__ import annotations

import hashlib
import io
import json
import random
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, Self

import pytest
from PIL import Image

from program import ROOT, Home, retold
from server import Server, binary, entry, token
from test_api import ask

LEAF = ROOT / "Tests" / "EndToEnd" / "samples" / "leaf.jpg"
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


def photo_ids(server: Server, plant: str = "Monty") -> list[str]:
    _, _, answer = ask(server, "GET", f"plants/{plant}/photos")
    return [
        photo["id"] for one in answer["plants"] for photo in one["photos"]]


def send(
    server: Server, picture: bytes, query: str = "plant=Monty",
    type: str = "image/jpeg", **options: Any,
) -> tuple[int, dict[str, str], Any]:
    headers = {"content-type": type} | options.pop("headers", {})
    status, found, body = server.ask(
        "POST", f"/api/v1/photos?{query}", raw=picture, headers=headers,
        **options)
    return status, found, json.loads(body) if body else body


def noise(width: int, height: int, seed: int = 1) -> bytes:
    """A picture that takes long to decode and to shrink."""
    content = random.Random(seed).randbytes(width * height // 16 * 3)
    image = Image.frombytes("RGB", (width // 4, height // 4), content)
    file = io.BytesIO()
    image.resize((width, height)).save(file, "JPEG", quality=95)
    return file.getvalue()


def forget_thumbnails(home: Home, photo: str) -> None:
    """Leaves this file of a photo, and no thumbnail."""
    for file in (home.path / "cache").iterdir():
        file.unlink()
    for file in (home.path / "blobs").glob("?" * 64):
        if file.name != photo:
            file.unlink()


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


# Photos


def test_a_photo_is_sent_and_shown(sample: Home, served: Server) -> None:
    before = set(photo_ids(served))
    status, _, receipt = send(
        served, LEAF.read_bytes(), secret=served.carer,
        headers={"idempotency-key": "tap"})
    assert status == 200, receipt
    [made] = [made["id"] for made in receipt["made"]]
    assert set(photo_ids(served)) == before | {made}
    again = send(
        served, LEAF.read_bytes(), secret=served.carer,
        headers={"idempotency-key": "tap"})
    assert again[0] == 200 and again[2] == receipt
    assert set(photo_ids(served)) == before | {made}
    for path, size in [("", (320, 240)), ("/thumbnail", (200, 200))]:
        status, headers, body = served.ask(
            "GET", f"/api/v1/photos/{made}{path}", secret=served.guest)
        assert status == 200 and headers["content-type"] == "image/jpeg"
        assert headers["cache-control"] == (
            "private, max-age=31536000, immutable")
        assert headers["x-content-type-options"] == "nosniff"
        assert Image.open(io.BytesIO(body)).size == size
        status, _, body = served.ask(
            "GET", f"/api/v1/photos/{made}{path}", secret=served.guest,
            headers={"if-none-match": headers["etag"]})
        assert (status, body) == (304, b"")
    # It is as `photo add` makes it.
    shown = sample.json("photo", "show", "Monty", made)
    assert shown["takenAt"].startswith("2026-11-08T10:12:00")
    assert shown["dateSource"] == "original"
    sample.verify()


def test_a_form_brings_photos(sample: Home, served: Server) -> None:
    body = (
        b"--x\r\nContent-Disposition: form-data; name=\"plant\"\r\n\r\nMonty"
        b"\r\n--x\r\nContent-Disposition: form-data; name=\"photo\";"
        b" filename=\"leaf.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        + LEAF.read_bytes() + b"\r\n--x--\r\n")
    type = "multipart/form-data; boundary=x"
    status, _, receipt = send(served, body, "", type, secret=served.carer)
    assert status == 200 and len(receipt["made"]) == 1, receipt


def test_who_may_not_add_sends_in_vain(served: Server) -> None:
    picture = LEAF.read_bytes()
    assert send(served, picture, secret=served.guest)[0] == 403
    assert send(served, picture, secret=token())[0] == 401
    # Only photos may be longer than other requests.
    for path, type, length in [
        ("photos?plant=Monty", "image/jpeg", 31 << 20),
        ("care", "image/jpeg", 2 << 20), ("photos/x", "image/jpeg", 2 << 20),
        ("plants", "application/json", 2 << 20),
    ]:
        connection = served.connection()
        connection.putrequest("POST", f"/api/v1/{path}")
        connection.putheader("Authorization", f"Bearer {served.secret}")
        connection.putheader("Content-Type", type)
        connection.putheader("Content-Length", str(length))
        connection.endheaders()
        assert connection.getresponse().status == 413, path
        connection.close()
    status, _, problem = send(served, b"\xff\xd8\xff" + bytes(29 << 20))
    assert status == 400, problem
    # A body whose length is not known is for others.
    with served.connect() as wire:
        head = served.head("POST", "/api/v1/photos?plant=Monty")
        wire.sendall(
            head[:-2] + b"Content-Type: image/jpeg\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n")
        assert wire.recv(1 << 12).startswith(b"HTTP/1.1 411 ")


def test_photos_of_a_role_that_may_not_bring_them_are_not_read(
    served: Server
) -> None:
    for path, secret in [
        ("plants", served.carer), ("plants", served.guest),
        ("photos", served.guest),
    ]:
        connection = served.connection()
        connection.putrequest("POST", f"/api/v1/{path}")
        connection.putheader("Authorization", f"Bearer {secret}")
        connection.putheader("Content-Type", "image/jpeg")
        connection.putheader("Content-Length", str(30 << 20))
        connection.endheaders()
        # Nothing of the body was sent.
        answer = connection.getresponse()
        assert answer.status == 403, path
        assert json.loads(answer.read())["title"] == "Not Allowed"
        connection.close()


def test_others_are_answered_while_a_photo_is_decoded(
    sample: Home, served: Server
) -> None:
    large = noise(6000, 4500)
    answers: list[int] = []
    outcome: list[tuple[int, Any, Any]] = []
    counts: list[int] = []

    def add() -> None:
        outcome.append(send(served, large))
        counts.append(len(answers))

    thread = threading.Thread(target=add)
    thread.start()
    while thread.is_alive():
        answers.append(ask(served, "GET", "today")[0])
    thread.join()
    assert outcome[0][0] == 200, outcome[0][2]
    assert set(answers) == {200}
    print(f"{counts[0]} answers during an upload")
    assert counts[0] >= 10
    # A thumbnail that is not kept is made of the photo.
    [made] = [made["id"] for made in outcome[0][2]["made"]]
    shown = sample.json("photo", "show", "Monty", made)
    forget_thumbnails(sample, shown["sha256"])
    answers.clear()
    counts.clear()

    def show() -> None:
        outcome.append(served.ask("GET", f"/api/v1/photos/{made}/thumbnail"))
        counts.append(len(answers))

    threads = [threading.Thread(target=show) for _ in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        answers.append(ask(served, "GET", "today")[0])
    assert [one[0] for one in outcome[1:]] == [200] * 3
    assert len({one[2] for one in outcome[1:]}) == 1
    print(f"{counts} answers while thumbnails were made")
    assert max(counts) >= 5 and set(answers) == {200}


def test_a_crowd_of_uploads_waits_or_is_refused(served: Server) -> None:
    pictures = [noise(1600, 1200, seed) for seed in range(16)]
    outcome: list[tuple[int, dict[str, str], Any]] = []

    def add(picture: bytes) -> None:
        # A connection that finds no place ends without an answer.
        with suppress(OSError):
            outcome.append(send(served, picture))

    threads = [
        threading.Thread(target=add, args=(picture,)) for picture in pictures]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    added = [one for one in outcome if one[0] == 200]
    assert added and {one[0] for one in outcome} <= {200, 503}
    assert all(
        one[1]["retry-after"] for one in outcome if one[0] == 503)
    assert len(photo_ids(served)) == len(added)
    # There is room again.
    assert send(served, LEAF.read_bytes())[0] == 200


def test_a_server_without_the_program_says_so(
    sample: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = tmp_path / "bin" / "plantguide-serve"
    alone.parent.mkdir()
    shutil.copy(binary(), alone)
    sample.do("photo", "add", "Monty", str(LEAF))
    monkeypatch.setenv("PLANTGUIDE_SERVE_BIN", str(alone))
    with Server(sample.path) as server:
        [photo] = photo_ids(server)
        assert server.ask("GET", f"/api/v1/photos/{photo}")[0] == 200
        kept = sample.json("photo", "show", "Monty", photo)["sha256"]
        forget_thumbnails(sample, kept)
        for path in ("", "/thumbnail"):
            status, _, body = server.ask(
                "GET", f"/api/v1/photos/{photo}{path}")
            assert status == 404 and b"plantguide-photo" in body
        status, _, problem = send(server, LEAF.read_bytes())
        assert status == 501 and "plantguide-photo" in problem["remedy"]
        server.stop()


@pytest.mark.parametrize("beginning", [
    b"<html><script>alert(1)</script>", b"\xff\xd8\xff\xe0 no picture",
    b"RIFF\0\0\0\0WEBPVP8 "], ids=["page", "jpeg", "webp"])
def test_what_a_member_calls_a_photo_is_shown_only_if_it_is(
    sample: Home, tmp_path: Path, beginning: bytes
) -> None:
    sample.do("photo", "add", "Monty", str(LEAF))
    [photo] = sample.json("photo", "list", "Monty")["plants"][0]["photos"]
    content = beginning.ljust(photo["bytes"])
    digest = hashlib.sha256(content).digest()
    member = Home(tmp_path / "member")
    member.do("import", "events", now=None, text=retold(
        sample.events(), {bytes.fromhex(photo["sha256"]): digest}))
    (member.path / "blobs").mkdir(0o700, exist_ok=True)
    (member.path / "blobs" / digest.hex()).write_bytes(content)
    with Server(member.path) as server:
        for path in ("", "/thumbnail"):
            status, headers, body = server.ask(
                "GET", f"/api/v1/photos/{photo['id']}{path}")
            assert status == 404 and b"is no picture" in body, body
            assert headers["content-type"] == "application/problem+json"
        server.stop()


def test_a_killed_server_adds_a_photo_once_or_never(
    sample: Home, chance: random.Random
) -> None:
    secret = token()

    def count() -> int:
        types = [line["header"]["type"] for line in sample.history()]
        return types.count("photo.captured")

    for number in range(4):
        key = {"idempotency-key": f"photo {number}"}
        before = count()
        file = noise(2400, 1800, seed=number)
        with Server(sample.path, tokens=[entry(secret)]) as server:
            connection = server.connection()
            connection.request(
                "POST", "/api/v1/photos?plant=Monty", file,
                {"content-type": "image/jpeg",
                 "Authorization": f"Bearer {secret}"} | key)
            connection.sock.settimeout(chance.uniform(0.05, 1.5))
            with suppress(TimeoutError):
                connection.getresponse().read()
            server.process.kill()
            server.process.wait()
        with Server(sample.path, tokens=[entry(secret)]) as server:
            status, _, receipt = send(
                server, file, secret=secret, headers=key)
            assert status == 200, receipt
            server.stop()
        assert count() == before + 1
    sample.verify()
