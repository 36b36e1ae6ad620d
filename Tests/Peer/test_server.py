"""What a peer's server tells, takes and refuses."""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import cbor2
import pytest

from program import DONE, Home
from segment import NO_HASH, Event, make_event, make_segment
from server import (
    Server,
    binary,
    bring,
    digest,
    entry,
    everything,
    last_event,
    token,
    write_tokens,
)


def test_a_journal_goes_from_one_server_to_another(
    server: Server, empty: Home, sample: Home
) -> None:
    segments = everything(server)
    with Server(empty.path) as other:
        assert other.get("/v1/journals") == [[], []]
        outcomes = bring(other, segments)
        assert {outcome[0] for outcome in outcomes} == {"stored"}
        assert sum(outcome[1] for outcome in outcomes) == len(
            sample.events().splitlines()
        )
        # The acknowledgement was lost, and all is brought again.
        assert {tuple(outcome) for outcome in bring(other, segments)} == {
            ("stored", 0)
        }
        vector = f"/v1/{server.journal()}/vector"
        assert other.get(vector) == server.get(vector)
        other.stop()
    assert empty.do("log", "verify").code == DONE
    assert empty.events() == sample.events()


def test_what_follows_an_event_is_sent(server: Server) -> None:
    journal = server.journal()
    (writer, [tip]), *_ = server.get(f"/v1/{journal}/vector")
    [answer] = server.post(
        f"/v1/{journal}/ranges", [1, [[writer, None, tip]]]
    )
    first = last = last_event(answer[1])
    assert first[0] == 1
    # As many as there is time for.
    while last != tuple(tip):
        [answer] = server.post(
            f"/v1/{journal}/ranges", [1 << 24, [[writer, [*last], tip]]]
        )
        fields = cbor2.loads(answer[1][:-32])
        assert fields[4] == last[0] + 1
        assert fields[6] == last[1]
        last = last_event(answer[1])
    assert server.post(
        f"/v1/{journal}/ranges", [1, [[writer, tip, tip]]]
    ) == [["upToDate"]]
    unknown = [first[0], b"\0" * 32]
    for range_ in ([writer, unknown, tip], [writer, None, unknown]):
        assert server.post(f"/v1/{journal}/ranges", [1, [range_]]) == [
            ["unknown", [tip]]
        ]


def test_without_a_token_all_answers_are_the_same(server: Server) -> None:
    journal = server.journal()
    answers = set()
    for path in [
        "/v1/journals",
        f"/v1/{journal}/vector",
        f"/v1/{'0' * 32}/vector",
        f"/v1/{journal}/blobs/{'0' * 64}",
        "/v1/join",
        "/v1/",
        "/v1/etc/passwd",
    ]:
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "X"]:
            for secret in [None, "x", token()]:
                status, headers, body = server.ask(method, path, secret=secret)
                headers.pop("date")
                headers.pop("connection", None)
                answers.add((status, tuple(sorted(headers.items())), body))
    [(status, headers, body)] = answers
    assert status == 401
    assert body == b""
    names = {name for name, _ in headers}
    assert names <= {
        "www-authenticate",
        "content-length",
        "cache-control",
        "x-content-type-options",
    }


def test_tokens_are_looked_at_for_each_request(
    server: Server, sample: Home
) -> None:
    late = token()
    assert server.ask("GET", "/v1/journals", secret=late)[0] == 401
    write_tokens(sample.path, [entry(late)])
    assert server.ask("GET", "/v1/journals", secret=late)[0] == 200
    assert server.ask("GET", "/v1/journals")[0] == 401
    noted = json.loads((sample.path / "tokens.json").read_text())
    assert noted["tokens"][0]["usedAt"]
    write_tokens(sample.path, [entry(late, revokedAt="2026-11-23T00:00:01Z")])
    assert server.ask("GET", "/v1/journals", secret=late)[0] == 401


@pytest.mark.parametrize("role", ["guest", "carer"])
def test_a_guest_only_reads(server: Server, role: str) -> None:
    secret = getattr(server, role)
    journal = server.journal()
    segments = f"/v1/{journal}/segments"
    status, _, answer = server.ask("POST", segments, [], secret=secret)
    assert status == 403
    assert cbor2.loads(answer) == ["error", "this device may only read"]
    assert server.ask("POST", segments, [])[0] == 200
    blob = f"/v1/{journal}/blobs/{'0' * 64}"
    assert server.ask("PUT", blob, secret=secret, raw=b"")[0] == 403
    assert server.ask("GET", blob, secret=secret)[0] == 404
    vector = f"/v1/{journal}/vector"
    _, _, answer = server.ask("GET", vector, secret=secret)
    wanted = [
        [writer, None, tip]
        for writer, tips in cbor2.loads(answer)
        for tip in tips
    ]
    ranges = [1 << 20, wanted]
    path = f"/v1/{journal}/ranges"
    status, _, answer = server.ask("POST", path, ranges, secret=secret)
    assert status == 200
    assert {answer[0] for answer in cbor2.loads(answer)} == {"segment"}


def test_a_role_that_is_unknown_lets_nobody_in(
    server: Server, sample: Home
) -> None:
    """As one of a later program is: it gives no rights of another role."""
    late = token()
    write_tokens(
        sample.path, [entry(server.secret), entry(late, access="sing")])
    for secret in [late, server.secret]:
        for method, path in [("GET", "/v1/journals"), ("POST", "/v1/join")]:
            assert server.ask(method, path, secret=secret)[0] == 503
    write_tokens(sample.path, [entry(server.secret)])
    assert server.ask("GET", "/v1/journals")[0] == 200


def test_an_invitation_is_exchanged_once(sample: Home) -> None:
    invitation = token()
    open_until = entry(
        invitation,
        device=None,
        access="read-only",
        createdAt="2026-01-01T00:00:00Z",
        expiresAt="9999-01-01T00:00:00Z",
    )
    with Server(sample.path, tokens=[open_until]) as server:
        own = os.urandom(32)
        body = ["the sitter's phone", own]
        assert server.ask("GET", "/v1/journals", secret=invitation)[0] == 401
        for _ in range(2):
            status, _, answer = server.ask(
                "POST", "/v1/join", body, secret=invitation
            )
            assert status == 200
            assert cbor2.loads(answer)[0] == [bytes.fromhex(server.journal())]
        other = ["another", os.urandom(32)]
        assert (
            server.ask("POST", "/v1/join", other, secret=invitation)[0] == 401
        )
        from base64 import urlsafe_b64encode

        lasting = urlsafe_b64encode(own).decode().rstrip("=")
        assert server.ask("GET", "/v1/journals", secret=lasting)[0] == 200
        path = f"/v1/{server.journal()}/segments"
        assert server.ask("POST", path, [], secret=lasting)[0] == 403
        text = (sample.path / "tokens.json").read_text()
        assert lasting not in text
        assert digest(lasting) in text
        server.stop()


def test_another_journal_is_not_here(server: Server) -> None:
    segments = everything(server)
    for path in ["vector", f"blobs/{'0' * 64}"]:
        assert server.ask("GET", f"/v1/{'0' * 32}/{path}")[0] == 404
    status, _, answer = server.ask("POST", f"/v1/{'0' * 32}/segments", segments)
    assert status == 404
    assert cbor2.loads(answer) == ["error", "this server does not have this journal"]


def test_no_secret_is_in_the_records(sample: Home) -> None:
    with Server(sample.path) as server:
        check_records(server)


def check_records(server: Server) -> None:
    journal = server.journal()
    server.ask("GET", f"/v1/journals?token={server.secret}")
    server.ask("GET", f"/{server.secret}")
    server.ask("POST", f"/v1/{journal}/segments", [b"a canary"])
    server.ask("GET", "/\x1b[31m".replace("\x1b", "%1b"))
    server.stop()
    text = "".join(server.lines)
    assert server.secret not in text
    assert "canary" not in text
    assert journal not in text
    assert "\x1b" not in text
    assert digest(server.secret)[:8] in text
    requests = [line for line in server.lines if " bytes " in line]
    assert len(requests) == 5


def tell(server: Server, *names: str) -> None:
    """Brings photos with these files, as another replica does."""
    events: list[Event] = []
    writer = os.urandom(16)
    for name in names:
        last = events[-1] if events else None
        events.append(
            make_event(
                writer=writer, sequence=len(events) + 1,
                previous=last.hash if last else NO_HASH,
                stamp=(1, len(events)), recorded=1, action=len(events) + 1,
                stream=os.urandom(16), type="photo.captured",
                fields={
                    "at": "2026-11-23T10:00:00Z", "photo": os.urandom(16),
                    "sha256": bytes.fromhex(name), "bytes": 1, "width": 1,
                    "height": 1, "mediaType": "image/jpeg",
                    "dateSource": "original",
                },
                salt=os.urandom(16),
            )
        )
    journal = bytes.fromhex(server.journal())
    outcomes = bring(server, [make_segment(journal, events).data])
    assert outcomes == [["stored", len(names)]]


def test_blobs_come_in_parts(server: Server, sample: Home) -> None:
    content = os.urandom(5_000_000)
    name = sha256(content).hexdigest()
    path = f"/v1/{server.journal()}/blobs/{name}"
    assert server.ask("GET", path)[0] == 404
    half = 2_000_000
    # Nothing names it yet.
    start = {"Content-Range": f"bytes 0-{half - 1}/5000000"}
    for where, body in [
        (start, content[:half]), ({"Content-Range": "bytes */5000000"}, b""),
    ]:
        status, _, answer = server.ask("PUT", path, raw=body, headers=where)
        assert status == 409
        assert cbor2.loads(answer) == ["error", "no event here names this file"]
    assert not list((sample.path / "blobs").glob(f"{name}*"))
    tell(server, name, "0" * 64)

    def put(first: int, last: int) -> tuple[int, int]:
        status, _, answer = server.ask(
            "PUT",
            path,
            raw=content[first:last],
            headers={"Content-Range": f"bytes {first}-{last - 1}/5000000"},
        )
        return status, cbor2.loads(answer)[0]

    assert put(0, half) == (202, half)
    # Twice the same, and what leaves a gap.
    assert put(0, half) == (202, half)
    assert put(half + 1, half + 2) == (202, half)
    where = {"Content-Range": "bytes */5000000"}
    status, _, answer = server.ask("PUT", path, raw=b"", headers=where)
    assert (status, cbor2.loads(answer)) == (202, [half])
    assert server.ask("GET", path)[0] == 404
    assert put(half, 5_000_000) == (201, 5_000_000)
    assert put(half, 5_000_000) == (200, 5_000_000)
    status, headers, start = server.ask(
        "GET", path, headers={"Range": "bytes=0-"}
    )
    assert status == 206
    assert headers["content-range"] == f"bytes 0-{len(start) - 1}/5000000"
    status, _, rest = server.ask(
        "GET", path, headers={"Range": f"bytes={len(start)}-"}
    )
    assert start + rest == content
    far = {"Range": "bytes=5000000-"}
    assert server.ask("GET", path, headers=far)[0] == 416
    bad = f"/v1/{server.journal()}/blobs/{'0' * 64}"
    one = {"Content-Range": "bytes 0-0/1"}
    assert server.ask("PUT", bad, raw=b"x", headers=one)[0] == 422
    assert server.ask("GET", bad)[0] == 404


def test_what_the_program_writes_is_seen_at_once(
    server: Server, sample: Home
) -> None:
    vector = f"/v1/{server.journal()}/vector"
    before = server.get(vector)
    sample.do("note", "--all", "seen by a peer", "--yes")
    after = server.get(vector)
    assert before != after


def test_a_journal_that_takes_the_place_is_served(
    server: Server, sample: Home
) -> None:
    before = server.journal()
    shutil.rmtree(sample.path / "lmdb")
    (sample.path / "identity").unlink()
    assert server.get("/v1/journals") == [[], []]
    sample.do("add", "Monstera deliciosa", "--name", "Other")
    assert server.journal() != before


def test_it_ends_between_commits(server: Server, empty: Home) -> None:
    segments = everything(server)
    for signal_ in ["TERM", "INT", "KILL"]:
        with Server(empty.path) as other:

            def write(other: Server = other) -> None:
                for segment in segments:
                    try:
                        bring(other, [segment])
                    except OSError:
                        return

            writer = threading.Thread(target=write)
            writer.start()
            time.sleep(0.02)
            subprocess.run(
                ["kill", f"-{signal_}", str(other.process.pid)], check=True
            )
            status = other.process.wait(60)
            assert status == (-9 if signal_ == "KILL" else 0)
            writer.join()
        if (empty.path / "identity").exists() or empty.events():
            assert empty.do("log", "verify").code == DONE
    with Server(empty.path) as other:
        bring(other, segments)
        vector = f"/v1/{server.journal()}/vector"
        assert other.get(vector) == server.get(vector)


# TLS


def spki_pin(certificate: str) -> str:
    key = subprocess.run(
        ["openssl", "x509", "-pubkey", "-noout"],
        input=certificate.encode(),
        capture_output=True,
        check=True,
    ).stdout
    der = subprocess.run(
        ["openssl", "pkey", "-pubin", "-outform", "der"],
        input=key,
        capture_output=True,
        check=True,
    ).stdout
    return "sha256//" + b64encode(sha256(der).digest()).decode()


def test_tls_with_a_key_of_its_own(sample: Home) -> None:
    pins = set()
    for _ in range(2):
        with Server(sample.path, "--tls") as server:
            assert server.scheme == "https"
            assert server.get("/v1/journals")[0]
            pins.add(server.pinned())
            certificate = ssl.get_server_certificate((server.host, server.port))
            if shutil.which("openssl"):
                assert spki_pin(certificate) == server.pinned()
            old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            old.check_hostname = False
            old.verify_mode = ssl.CERT_NONE
            old.set_ciphers("ALL:@SECLEVEL=0")
            old.minimum_version = ssl.TLSVersion.TLSv1
            old.maximum_version = ssl.TLSVersion.TLSv1_1
            with server.connect() as plain, pytest.raises(OSError):
                old.wrap_socket(plain)
            # No TLS at all is answered by nothing.
            with server.connect() as plain:
                plain.sendall(b"GET /v1/journals HTTP/1.1\r\n\r\n")
                try:
                    assert b"HTTP" not in plain.recv(100)
                except ConnectionResetError:
                    pass
            server.stop()
    assert len(pins) == 1
    path = sample.path / "serve" / "key-and-certificate.pem"
    assert path.stat().st_mode & 0o777 == 0o600
    shown = subprocess.run(
        [binary(), "--home", sample.path, "--show-key"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert {shown.strip()} == pins


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--home"],
        ["--home", "/nowhere"],
        ["--home", "HOME", "--listen", "8714"],
        ["--home", "HOME", "--listen", "localhost:0"],
        ["--home", "HOME", "--listen", "127.0.0.1:70000"],
        ["--home", "HOME", "--listen", "192.0.2.99:0"],
        ["--home", "HOME", "--tls-cert", "x"],
        ["--home", "HOME", "--tls-cert", "/x", "--tls-key", "/x"],
        ["--home", "HOME", "--token", "x"],
    ],
    ids=" ".join,
)
def test_wrong_options_are_refused(empty: Home, arguments: list[str]) -> None:
    words = [str(empty.path) if word == "HOME" else word for word in arguments]
    done = subprocess.run(
        [binary(), *words], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert "plantguide-serve: error: " in done.stderr
    # The usage keeps its lines.
    assert "?" not in done.stderr


def can_isolate() -> bool:
    done = subprocess.run(
        ["unshare", "-n", "ip", "link", "set", "lo", "up"],
        capture_output=True,
    )
    return done.returncode == 0


CLIENT = """
import http.client, ssl, sys
host, port, secret = sys.argv[1:]
context = ssl._create_unverified_context()
for token, expected in ((None, 401), (secret, 200)):
    connection = http.client.HTTPSConnection(
        host, int(port), context=context, timeout=30)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    connection.request("GET", "/v1/journals", headers=headers)
    assert connection.getresponse().status == expected
plain = http.client.HTTPConnection(host, int(port), timeout=30)
try:
    plain.request("GET", "/v1/journals",
                  headers={"Authorization": f"Bearer {secret}"})
    status = plain.getresponse().status
except (OSError, http.client.HTTPException):
    status = 0
assert status == 0, status
"""


@pytest.mark.parametrize(
    "listen", ["192.0.2.7:8714", "0.0.0.0:8714", "[2001:db8::7]:8714"]
)
def test_elsewhere_tls_and_a_token_are_demanded(
    sample: Home, listen: str
) -> None:
    """In a network of its own, with an address that others could reach."""
    if os.geteuid() != 0 or not can_isolate():
        pytest.skip("needs the rights to make a network namespace")
    setup = (
        "ip link set lo up && ip addr add 192.0.2.7/32 dev lo"
        " && ip addr add 2001:db8::7/128 dev lo nodad"
        ' && exec "$0" "$@"'
    )
    wrapper = ["unshare", "-n", "sh", "-c", setup]
    with Server(sample.path, listen=listen, wrapper=wrapper) as server:
        assert server.scheme == "https"
        host = "192.0.2.7" if server.host == "0.0.0.0" else server.host
        # Outside of that network nobody reaches it.
        with pytest.raises(OSError):
            socket.create_connection((host, 8714), 1)
        subprocess.run(
            [
                *("nsenter", "-t", str(server.process.pid), "-n"),
                *(sys.executable, "-c", CLIENT),
                *(host, str(server.port), server.secret),
            ],
            check=True,
            timeout=120,
        )
        server.stop()
