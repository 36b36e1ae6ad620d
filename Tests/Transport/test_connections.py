"""How a server is reached: peers, TLS, proxies, netrc, time-outs."""

from __future__ import annotations

import base64
import ipaddress
import socket
import ssl
import threading
from pathlib import Path

import pytest

from scripted_server import FaultyDAV, Reply, Server
from sync_program import Refused, Sync

SAMPLES = Path(__file__).parent / "samples"
CERTIFICATE = SAMPLES / "server.crt"
# Of the key in server.crt, as `curl --help` says to make it.
PIN = "sha256//xWhRMVwBqolB1FuKVpdWuI2sJRsES7GTrJ1XqBQLSaE="
OTHER_PIN = "sha256//" + base64.b64encode(bytes(32)).decode()


def request(sync: Sync, method: str, path: str, body: bytes = b"", **headers):
    word, status, answered, content = sync.ask(
        "request", method, path, headers, body, 1 << 20
    )
    assert word == "response"
    return status, answered, content


def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, SAMPLES / "server.key")
    return context


# Peers.


def test_a_peer_is_asked_what_the_parent_says() -> None:
    reply = Reply(203, b"answer", {"X-More": "1", "x-more": "2", "Empty": " "})
    with Server(lambda _: reply) as server, Sync() as sync:
        sync.open(f"http://{server.host}/base", token="the token")
        answer = request(sync, "POST", "v1/events?a=b%20c", b"body", Accept="x/y")
        assert answer[0] == 203 and answer[2] == b"answer"
        assert answer[1]["x-more"] == "1, 2"
        (seen,) = server.requests
        assert (seen.method, seen.target) == ("POST", "/base/v1/events?a=b%20c")
        assert seen.headers["authorization"] == "Bearer the token"
        assert seen.headers["accept"] == "x/y"
        assert seen.headers["content-type"] == "application/octet-stream"
        assert seen.body == b"body"
        request(sync, "GET", "/x")
        assert server.requests[-1].target == "/base/x"
        assert "content-length" not in server.requests[-1].headers


@pytest.mark.parametrize("status", [200, 304, 400, 401, 403, 404, 410, 500, 503])
def test_a_peers_refusals_are_handed_on(status: int) -> None:
    with Server(lambda _: Reply(status, b"why")) as server, Sync() as sync:
        sync.open(f"http://{server.host}", retries=1)
        body = b"" if status == 304 else b"why"
        assert request(sync, "POST", "x")[::2] == (status, body)
        # All that peers are asked can be sent again.
        each = 2 if status in (500, 503) else 1
        assert len(server.requests) == each
        assert request(sync, "PUT", "x", b"1")[0] == status
        assert len(server.requests) == 2 * each


def test_a_post_that_was_broken_off_is_sent_again() -> None:
    with Server(lambda _: Reply(cut=0)) as server, Sync() as sync:
        sync.open(f"http://{server.host}", retries=3)
        with pytest.raises(Refused) as refusal:
            request(sync, "POST", "x", b"body")
        assert refusal.value.kind == "network" and refusal.value.can_retry
        assert len(server.requests) == 4


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "../x", {}), ("GET", "a/../b", {}), ("GET", "a b", {}),
        ("GET", "a\r\nX: y", {}), ("GET", "a#b", {}), ("GET", "\u00e4", {}),
        ("get", "a", {}), ("TRACE", "a", {}), ("GET x", "a", {}), ("", "a", {}),
        ("GET", "a", {"A": "b\r\nC: d"}), ("GET", "a", {"A:": "b"}),
        ("GET", "a", {"": "b"}), ("GET", "a", {"A\n": "b"}),
        ("GET", "a", {"A": "b\0"}),
    ],
)
def test_requests_cannot_be_smuggled(method, path, headers) -> None:
    with Server(lambda _: Reply()) as server, Sync() as sync:
        sync.open(f"http://{server.host}")
        with pytest.raises(Refused) as refusal:
            sync.ask("request", method, path, headers, b"", 10)
        assert refusal.value.kind == "invalid"
        assert server.requests == []


def test_peers_and_stores_are_not_confused() -> None:
    with Server(lambda _: Reply()) as server, Sync() as sync:
        sync.open(f"http://{server.host}")
        with pytest.raises(Refused) as refusal:
            sync.list()
        assert refusal.value.kind == "invalid"
        sync.open(f"webdav://{server.host}")
        with pytest.raises(Refused) as refusal:
            request(sync, "GET", "x")
        assert refusal.value.kind == "invalid"
        assert server.requests == []


# TLS.


@pytest.mark.parametrize(
    ("host", "options", "says"),
    [
        ("localhost", {"caFile": str(CERTIFICATE)}, ""),
        ("127.0.0.1", {"caFile": str(CERTIFICATE)}, "right server"),
        ("localhost", {}, "right server"),
        ("127.0.0.1", {"pinnedKey": PIN}, ""),
        ("127.0.0.1", {"pinnedKey": OTHER_PIN}, "right server"),
        ("localhost", {"pinnedKey": PIN, "caFile": str(CERTIFICATE)}, ""),
        ("localhost", {"pinnedKey": OTHER_PIN, "caFile": str(CERTIFICATE)},
         "right server"),
        ("127.0.0.1", {"pinnedKey": PIN, "caFile": str(CERTIFICATE)},
         "right server"),
        ("localhost", {"caFile": "/nowhere"}, "certificates to trust"),
        ("localhost", {"caFile": "/etc/passwd"}, "certificates to trust"),
    ],
)
def test_only_the_right_server_is_told_anything(host, options, says) -> None:
    with Server(lambda _: Reply(200, b"x"), tls()) as server, Sync() as sync:
        sync.open(
            f"https://{host}:{server.port}", token="hidden", retries=2, **options
        )
        if not says:
            assert request(sync, "GET", "x")[2] == b"x"
            return
        with pytest.raises(Refused) as refusal:
            request(sync, "GET", "x")
        kind = "network" if says == "right server" else "options"
        assert refusal.value.kind == kind
        assert says in refusal.value.message
        assert not refusal.value.can_retry
        assert server.requests == []


def test_webdavs_is_https() -> None:
    store = FaultyDAV()
    store.scheme = "https"
    with Server(store, tls()) as server, Sync() as sync:
        sync.open(
            f"webdavs://localhost:{server.port}/dav", caFile=str(CERTIFICATE),
            user="keeper", password="hidden words",
        )
        assert sync.put("v1/a", b"1") == "stored"
        assert sync.list() == ["v1/a"]


# Names and passwords.


def test_netrc_is_read_where_it_is_to_be(tmp_path: Path) -> None:
    (tmp_path / ".netrc").write_text(
        "machine 127.0.0.1 login keeper password hidden-word\n"
    )
    store = FaultyDAV()
    expected = base64.b64encode(b"keeper:hidden-word").decode()
    with Server(store) as server:
        for uses in (True, False):
            with Sync(HOME=str(tmp_path)) as sync:
                sync.secrets.append("hidden-word")
                sync.open(f"webdav://{server.host}/dav", netrc=uses)
                assert sync.list() == []
                found = server.requests[-1].headers.get("authorization")
                assert found == (f"Basic {expected}" if uses else None)


def test_a_proxy_is_used_and_its_password_is_not_told() -> None:
    with Server(lambda _: Reply(200, b"proxied")) as proxy:
        with Sync() as sync:
            sync.open(
                "http://far.example:81/base",
                proxy=f"http://me:hidden%20word@{proxy.host}",
            )
            assert request(sync, "GET", "x")[2] == b"proxied"
            (seen,) = proxy.requests
            assert seen.target == "http://far.example:81/base/x"
            assert base64.b64decode(
                seen.headers["proxy-authorization"].split()[1]
            ) == b"me:hidden word"
        with Sync(http_proxy=f"http://{proxy.host}") as sync:
            sync.open("http://far.example/")
            assert request(sync, "GET", "y")[2] == b"proxied"
    for bad in ("http://me:hidden@127.0.0.1:1", "bad://me:hidden@x",
                "http://me:hidden@nowhere.invalid", "me:hidden@:::"):
        with Sync() as sync:
            sync.secrets.append("hidden")
            sync.open("http://far.example/", proxy=bad, retries=0)
            with pytest.raises(Refused):
                request(sync, "GET", "x")
    # libcurl 7.88 would connect without these proxies.
    with Server(lambda _: Reply(200, b"direct")) as server:
        for scheme in ("http", "socks5h"):
            for login in ("me:hid%1dden", "m%00e:hidden", "m%0Ae"):
                bad = f"{scheme}://{login}@127.0.0.1:1"
                for options, variables in (
                    ({"proxy": bad}, {}), ({}, {"http_proxy": bad}),
                ):
                    with Sync(**variables) as sync:
                        with pytest.raises(Refused) as refusal:
                            sync.open(
                                f"http://{server.host}/", retries=0, **options)
                            request(sync, "GET", "x")
                        assert refusal.value.kind == "options"
                        assert "proxy" in refusal.value.message
        assert server.requests == []
    with Server(lambda _: Reply(407)) as proxy, Sync() as sync:
        sync.open("webdav://far.example/", proxy=f"http://{proxy.host}")
        with pytest.raises(Refused) as refusal:
            sync.list()
        assert refusal.value.kind == "credentials"
        assert "proxy" in refusal.value.message


def test_headers_that_are_too_long_are_told() -> None:
    for headers in (
        {"X-Long": "a" * (3 << 20)},
        {f"X-{number}": "a" * 50_000 for number in range(60)},
    ):
        with Server(lambda _: Reply(200, b"x", headers)) as server, Sync() as sync:
            sync.open(f"http://{server.host}/", retries=0)
            with pytest.raises(Refused) as refusal:
                request(sync, "GET", "x")
            assert refusal.value.kind == "server"
            assert "headers that are too long" in refusal.value.message


# What cannot be reached.


def test_names_that_nobody_knows_are_told() -> None:
    with Sync() as sync:
        sync.open("webdav://nowhere.invalid/x", retries=1)
        with pytest.raises(Refused) as refusal:
            sync.list()
        assert refusal.value.kind == "network" and refusal.value.can_retry
        assert "nowhere.invalid" in refusal.value.message


def test_a_handshake_that_stalls_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, Sync() as sync:
        port = silent.getsockname()[1]
        sync.open(f"https://127.0.0.1:{port}", connectTimeout=1, retries=0)
        with pytest.raises(Refused) as refusal:
            request(sync, "GET", "x")
        assert refusal.value.kind == "timeout" and refusal.value.can_retry
        assert "in time" in refusal.value.message


@pytest.mark.parametrize(
    ("drop", "options"),
    [(b"x", {"stallTimeout": 1, "retries": 0}),
     # Not so slow that it counts as stalled.
     (b"x" * 100, {"requestTimeout": 1})],
)
def test_a_server_that_sends_a_byte_now_and_then_is_given_up(
    drop: bytes, options: dict[str, int]
) -> None:
    def drip(listener: socket.socket, ended: threading.Event) -> None:
        connection, _ = listener.accept()
        connection.recv(1 << 16)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while not ended.wait(0.2):
            try:
                connection.sendall(drop)
            except OSError:
                return

    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener, Sync() as sync:
        thread = threading.Thread(target=drip, args=(listener, ended))
        thread.start()
        port = listener.getsockname()[1]
        sync.open(f"http://127.0.0.1:{port}", **options)
        with pytest.raises(Refused) as refusal:
            request(sync, "GET", "x")
        ended.set()
        thread.join()
        assert refusal.value.kind == "timeout"


OWN_HOSTS = [
    "127.0.0.1", "127.9.9.9", "localhost", "0.0.0.0", "127.1", "0x7f000001",
    "2130706433", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
]


@pytest.mark.skipif(
    not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
@pytest.mark.parametrize("host", OWN_HOSTS)
def test_who_leaves_the_machine_reaches_no_server_of_it(host: str) -> None:
    with Server(lambda _: Reply(200), address="::") as server:
        place = f"http://{host}:{server.port}"
        with Sync() as sync, pytest.raises(Refused) as refusal:
            sync.open(place, elsewhere=1, retries=0)
            request(sync, "POST", "x", b"body")
        assert refusal.value.kind in ("network", "invalid")
        assert server.requests == []
        # It would be reached otherwise.
        with Sync() as sync:
            sync.open(place, retries=0)
            assert request(sync, "POST", "x", b"body")[0] == 200


def test_who_leaves_the_machine_reaches_its_network() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no network")
        address = probe.getsockname()[0]
    if address.startswith("127."):
        pytest.skip("this machine has no address but its own")
    with Server(lambda _: Reply(200), address=address) as server, Sync() as sync:
        sync.open(f"http://{server.host}", elsewhere=1)
        assert request(sync, "POST", "x", b"body")[0] == 200


@pytest.mark.parametrize("host", OWN_HOSTS)
def test_who_stays_public_reaches_no_server_of_the_machine(host: str) -> None:
    with Server(lambda _: Reply(200), address="::") as server:
        with Sync() as sync, pytest.raises(Refused) as refusal:
            sync.open(f"http://{host}:{server.port}", public=1, retries=0)
            request(sync, "GET", "x")
        assert refusal.value.kind in ("network", "invalid")
        assert server.requests == []


@pytest.mark.parametrize("host", [
    "10.0.0.1", "100.64.0.1", "100.127.255.255", "172.16.0.1", "172.31.255.255",
    "192.0.0.1", "192.168.1.1", "169.254.169.254", "198.18.0.1",
    "198.19.255.255", "224.0.0.1", "255.255.255.255", "192.0.2.1",
    "198.51.100.1", "203.0.113.1", "[fe80::1]", "[fd00::1]",
    "[ff02::1]", "[64:ff9b::10.0.0.1]", "[2002:0a00:0001::1]",
    "[::ffff:192.168.1.1]", "[::10.0.0.1]", "[64:ff9b:1::1]",
])
def test_who_stays_public_reaches_no_private_address(host: str) -> None:
    with Sync() as sync, pytest.raises(Refused) as refusal:
        sync.open(f"http://{host}:9", public=1, retries=0, connectTimeout=5)
        request(sync, "GET", "x")
    # No connection is tried, so none can time out.
    assert refusal.value.kind == "network"


def test_who_stays_public_does_not_reach_its_network() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no network")
        address = probe.getsockname()[0]
    if not ipaddress.ip_address(address).is_private:
        pytest.skip("this machine has a public address")
    with Server(lambda _: Reply(200), address=address) as server:
        with Sync() as sync, pytest.raises(Refused):
            sync.open(f"http://{server.host}", public=1, retries=0)
            request(sync, "GET", "x")
        assert server.requests == []


def test_redirects_are_answers_if_the_parent_wants_them() -> None:
    reply = Reply(302, b"", {"Location": "https://other.example/"})
    with Server(lambda _: reply) as server:
        with Sync() as sync:
            sync.open(f"http://{server.host}", redirects=1, retries=0)
            status, headers, _ = request(sync, "GET", "x")
            assert (status, headers["location"]) == (302, "https://other.example/")
        with Sync() as sync, pytest.raises(Refused):
            sync.open(f"http://{server.host}", retries=0)
            request(sync, "GET", "x")
        assert [each.path for each in server.requests] == ["/x", "/x"]
