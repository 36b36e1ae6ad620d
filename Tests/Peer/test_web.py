"""People's way in, over a real network: invitations, cookies, and their ends.

What decides about a request has tests in `Tests/JournalWebTests/SiteTests.swift`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import jsonschema_rs
import pytest

from program import DONE, SYSTEM, Home, environment
from server import ROOT, Server
from test_commands import Machine, programs  # noqa: F401

PROJECTIONS = ROOT / "schemas" / "projections"


class Browser:
    """The cookie of a browser, and the forms that it sends."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookie = ""
        self.origin = f"{server.scheme}://{server.host}:{server.port}"

    def ask(
        self, method: str, path: str, fields: dict[str, str] | None = None,
        **headers: str,
    ) -> tuple[int, dict[str, str], str]:
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        raw = None
        if fields is not None:
            raw = urlencode(fields).encode()
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        if method != "GET":
            sent.setdefault("Origin", self.origin)
        if self.cookie:
            sent["Cookie"] = self.cookie
        status, found, body = self.server.ask(
            method, path, raw=raw, secret=None, headers=sent)
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].split(";")[0]
            if self.cookie.endswith("="):
                self.cookie = ""
        return status, found, body.decode()

    def join(self, link: str, **fields: str) -> tuple[int, dict[str, str], str]:
        return self.ask(
            "POST", "/join", {"invitation": link, "device": "Firefox"} | fields)


@pytest.fixture
def served(sample: Home) -> Iterator[Server]:
    with Server(sample.path) as server:
        yield server
        server.stop()


def link(home: Home, server: Server, *options: str) -> str:
    made = home.json(
        "serve", "invite", "--page",
        f"{server.scheme}://{server.host}:{server.port}", *options, now=None)
    schema = PROJECTIONS / "serve-invite.schema.json"
    jsonschema_rs.validate({"$ref": schema.as_uri()}, made)
    found = made["link"]
    assert re.fullmatch(rf"https?://.+/join#[A-Za-z0-9_-]{{43}}", found)
    return found


def tokens(home: Home) -> list[dict[str, Any]]:
    found = home.json("serve", "token", "list")
    schema = PROJECTIONS / "serve-token-list.schema.json"
    jsonschema_rs.validate({"$ref": schema.as_uri()}, found)
    return found["tokens"]


def signed_in(browser: Browser) -> bool:
    """Whether the browser's cookie counts, as the API says."""
    return browser.ask("GET", "/api/v1/today")[0] == 200


# By invitation


def test_a_link_signs_a_browser_in_once(sample: Home, served: Server) -> None:
    made = link(sample, served, "--person", "Bea", "--role", "care")
    browser = Browser(served)
    status, headers, page = browser.ask("GET", "/join")
    assert status == 200 and 'action="/join"' in page
    assert headers["cache-control"] == "private, no-store"
    assert "default-src 'none'" in headers["content-security-policy"]
    status, headers, _ = browser.join(made, back="/plants")
    assert (status, headers["location"]) == (303, "/plants")
    assert re.fullmatch(
        r"plantguide=[A-Za-z0-9_-]{43}; Path=/; Max-Age=7776000; HttpOnly; "
        r"SameSite=Strict", headers["set-cookie"])
    assert signed_in(browser)
    (session,) = [found for found in tokens(sample) if found["person"] == "Bea"]
    assert (session["device"], session["access"]) == ("Firefox", "care")
    assert session["endsAt"] and not session["revokedAt"]
    other = Browser(served)
    status, _, page = other.join(made)
    assert status == 403 and "already used" in page and not other.cookie
    # What is in the address bar reaches no server; what is in the file is a hash.
    secret = browser.cookie.split("=")[1]
    assert secret not in (sample.path / "tokens.json").read_text()
    assert secret not in "".join(served.lines)


def test_what_a_guest_does_on_a_page_names_that_person(
    sample: Home, served: Server
) -> None:
    browser = Browser(served)
    browser.join(link(sample, served, "--person", "Bea", "--role", "care"))
    water = json.dumps({"plant": "Monty", "kind": "watering"})
    for form_token, expected in [("", 403), ("A" * 43, 403)]:
        status, _, _ = served.ask(
            "POST", "/api/v1/care", raw=water.encode(), secret=None,
            headers={
                "Cookie": browser.cookie, "Origin": browser.origin,
                "Content-Type": "application/json",
                "X-Form-Token": form_token,
            })
        assert status == expected
    assert "Bea" not in sample.do("history", "--limit", "1").text


@pytest.mark.parametrize("way", ["sign-out", "revoke"])
def test_a_session_ends_with_the_next_request(
    sample: Home, served: Server, way: str
) -> None:
    browser = Browser(served)
    browser.join(link(sample, served, "--person", "Bea"))
    assert signed_in(browser)
    (session,) = [found for found in tokens(sample) if found["person"] == "Bea"]
    cookie = browser.cookie
    if way == "revoke":
        sample.do("serve", "token", "revoke", session["id"])
    else:
        status, headers, _ = browser.ask(
            "POST", "/sign-out", {"form-token": form_token(cookie)})
        assert status == 303 and headers["location"] == "/join"
        assert headers["clear-site-data"] == '"cache", "storage"'
        assert headers["set-cookie"].startswith("plantguide=; Path=/; Max-Age=0;")
        browser.cookie = cookie
    status, headers, _ = browser.ask("GET", "/")
    assert status == 401
    assert headers["clear-site-data"] == '"cache", "storage"'
    (session,) = [found for found in tokens(sample) if found["person"] == "Bea"]
    assert session["revokedAt"]


def form_token(cookie: str) -> str:
    """Computes the token of a session's forms, as docs/design/site.md says."""
    from base64 import urlsafe_b64decode, urlsafe_b64encode
    from hashlib import blake2b

    secret = urlsafe_b64decode(cookie.split("=")[1] + "=")
    found = blake2b(b"plantguide form token", key=secret, digest_size=32)
    return urlsafe_b64encode(found.digest()).decode().rstrip("=")


def test_over_tls_only_this_host_gets_the_cookie(sample: Home) -> None:
    with Server(sample.path, "--tls") as server:
        browser = Browser(server)
        status, headers, _ = browser.join(link(sample, server))
        assert status == 303
        assert re.fullmatch(
            r"__Host-plantguide=[A-Za-z0-9_-]{43}; Path=/; Max-Age=7776000; "
            r"HttpOnly; SameSite=Strict; Secure", headers["set-cookie"])
        assert signed_in(browser)
        assert "strict-transport-security" not in headers
        server.stop()


def test_a_cookie_and_a_token_do_not_stand_for_each_other(
    sample: Home, served: Server
) -> None:
    browser = Browser(served)
    browser.join(link(sample, served))
    secret = browser.cookie.split("=")[1]
    assert served.ask("GET", "/v1/journals")[0] == 200
    cookie = {"Cookie": browser.cookie}
    assert served.ask("GET", "/v1/journals", secret=None, headers=cookie)[0] == 401
    assert served.ask("GET", "/v1/journals", secret=secret)[0] == 401
    assert served.ask("GET", "/api/v1/today", secret=secret)[0] == 401
    other = {"Cookie": f"plantguide={served.secret}"}
    for path in ["/", "/api/v1/today"]:
        assert served.ask("GET", path, secret=None, headers=other)[0] == 401


# Limits


def test_strangers_are_limited(sample: Home) -> None:
    with Server(sample.path, "--rate", "1") as server:
        browser = Browser(server)
        statuses = [browser.ask("GET", "/join")[0] for _ in range(8)]
        assert statuses[:4] == [200] * 4 and statuses[-1] == 429
        _, headers, page = browser.ask("GET", "/join")
        assert headers["retry-after"] == "1" and "too many requests" in page
        _, headers, body = browser.ask("GET", "/", accept="application/json")
        assert headers["content-type"] == "application/problem+json"
        assert json.loads(body)["status"] == 429
        server.stop()


def test_a_body_is_limited(served: Server) -> None:
    browser = Browser(served)
    status, headers, page = browser.join("x" * (9 << 10))
    assert status == 413 and "too long" in page
    status, headers, body = served.ask(
        "POST", "/api/v1/care", raw=b" " * (2 << 20),
        headers={"Content-Type": "application/json"})
    assert headers["content-type"] == "application/problem+json"
    assert json.loads(body)["status"] == 413


def test_only_own_names_are_answered(sample: Home) -> None:
    with Server(sample.path, "--host", "plants.example") as server:
        browser = Browser(server)
        for host, status in [
            ("plants.example", 200), (f"localhost:{server.port}", 200),
            ("evil.example", 421), (f"127.0.0.1:{server.port}", 200),
        ]:
            assert browser.ask("GET", "/join", host=host)[0] == status
        server.stop()


def test_a_proxy_is_believed_only_if_there_is_one(sample: Home) -> None:
    forwarded = {
        "x_forwarded_proto": "https", "x_forwarded_host": "plants.example",
        "x_forwarded_for": "203.0.113.9",
    }
    for options, expected in [([], "plantguide"), (["--behind-proxy"], "__Host-")]:
        with Server(
            sample.path, "--host", "plants.example", *options
        ) as server:
            browser = Browser(server)
            if options:
                browser.origin = "https://plants.example"
            status, headers, _ = browser.ask(
                "POST", "/join", {"invitation": link(sample, server)},
                **forwarded)
            assert status == 303
            assert headers["set-cookie"].startswith(expected)
            assert ("strict-transport-security" in headers) == bool(options)
            server.stop()
            shown = any("203.0.113.9" in line for line in server.lines)
            assert shown == bool(options)


# The owner's browser


@pytest.fixture
def desk(sample: Home, programs: Path) -> Machine:  # noqa: F811
    return Machine(sample, programs)


def started(desk: Machine, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Starts `plantguide web`, and returns its link."""
    process = subprocess.Popen(
        [desk.programs / "plantguide", "web", *options],
        env=environment(desk.home.path), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )
    assert process.stdout
    return process, process.stdout.readline().strip()


def end(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == DONE, said
    return said


class Running:
    """The server behind a link."""

    scheme = "http"

    def __init__(self, address: str) -> None:
        found = re.match(r"http://(127\.0\.0\.1):(\d+)/join#", address)
        assert found, address
        self.host, self.port = found[1], int(found[2])

    connection = Server.connection
    ask = Server.ask


def test_the_owner_signs_in_at_once(desk: Machine) -> None:
    process, address = started(desk, "--no-open")
    browser = Browser(Running(address))  # type: ignore[arg-type]
    assert address.endswith(";now")
    assert browser.join(address)[0] == 303
    assert signed_in(browser)
    # A second call finds the server, and makes a link of its own.
    again = json.loads(desk.do("web", "--json"))
    schema = PROJECTIONS / "web.schema.json"
    jsonschema_rs.validate({"$ref": schema.as_uri()}, again)
    assert again["link"].split("#")[0] == address.split("#")[0]
    assert again["link"] != address
    other = Browser(browser.server)
    assert other.join(again["link"])[0] == 303
    plants = json.loads(browser.ask("GET", "/api/v1/plants?limit=1")[2])
    plant = plants["plants"][0]["id"]
    done = browser.server.ask(
        "POST", "/api/v1/care", secret=None,
        raw=json.dumps({"plant": plant, "kind": "watering"}).encode(),
        headers={
            "Cookie": browser.cookie, "Origin": browser.origin,
            "Content-Type": "application/json",
            "X-Form-Token": form_token(browser.cookie),
        })
    assert done[0] == 200, done
    writers = json.loads(desk.do("log", "status", "--json"))["writers"]
    # It was the home's own user.
    assert not any("Firefox" in json.dumps(writer) for writer in writers)
    assert "Ctrl-C" in end(process)


def test_another_port_is_taken_if_the_usual_one_is_in_use(desk: Machine) -> None:
    try:
        holder = socket.create_server(("127.0.0.1", 8714))
    except OSError:
        holder = None
    process, said = started(desk, "--json")
    address = json.loads(said)["link"]
    assert ":8714/" not in address
    assert Browser(Running(address)).join(address)[0] == 303  # type: ignore[arg-type]
    end(process)
    if holder:
        holder.close()


def test_the_browser_is_opened(desk: Machine, tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    os.mkfifo(asked)
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$@" >{asked}\n')
    program.chmod(0o755)
    process = subprocess.Popen(
        [desk.programs / "plantguide", "web"],
        env=environment(desk.home.path, BROWSER=f"{program} --new %s"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    option, address = asked.read_text().split()
    assert option == "--new"
    assert Browser(Running(address)).join(address)[0] == 303  # type: ignore[arg-type]
    end(process)


def test_a_missing_server_is_told(desk: Machine) -> None:
    (desk.programs / "plantguide-serve").unlink()
    result = desk.run("web", "--no-open")
    assert result.code == SYSTEM
    assert "plantguide-serve is missing" in result.message
    assert "install it beside this program" in result.message


# Behind Caddy, as the guide says


def test_caddy_passes_requests_on(sample: Home, tmp_path: Path) -> None:
    if not shutil.which("caddy"):
        pytest.skip("caddy is not installed")
    with Server(
        sample.path, "--behind-proxy", "--host", "plants.example"
    ) as server, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        free.close()
        file = tmp_path / "Caddyfile"
        # Its own certificate stands for one of the internet.
        file.write_text(f"""
            {{
              admin off
              auto_https disable_redirects
              skip_install_trust
            }}
            https://plants.example:{port} {{
              tls internal
              reverse_proxy 127.0.0.1:{server.port}
            }}
        """)
        caddy = subprocess.Popen(
            ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"],
            env=os.environ | {
                "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path),
            }, stderr=subprocess.PIPE, text=True)
        try:
            assert caddy.stderr
            for line in caddy.stderr:
                if "serving initial configuration" in line:
                    break
            else:
                raise AssertionError("caddy does not start")
            made = link(sample, server)
            head, _ = through_caddy(port, "GET", "/join", {})
            assert head.startswith("HTTP/1.1 200")
            assert "Strict-Transport-Security: max-age=31536000" in head
            head, _ = through_caddy(
                port, "POST", "/join", {"invitation": made})
            assert head.startswith("HTTP/1.1 303"), head
            assert "Set-Cookie: __Host-plantguide=" in head
            # What a browser says of itself does not count.
            head, _ = through_caddy(
                port, "GET", "/join", {}, "X-Forwarded-Host: evil.example")
            assert head.startswith("HTTP/1.1 200")
            # Far more than the four connections of a stranger.
            with ThreadPoolExecutor(12) as pool:
                heads = list(pool.map(
                    lambda _: through_caddy(port, "GET", "/join", {})[0],
                    range(60)))
            assert {head.split()[1] for head in heads} == {"200"}
        finally:
            caddy.terminate()
            caddy.communicate(timeout=60)
        server.stop()


def through_caddy(
    port: int, method: str, path: str, fields: dict[str, str], *lines: str
) -> tuple[str, str]:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    body = urlencode(fields)
    name = f"plants.example:{port}"
    head = [
        f"{method} {path} HTTP/1.1", f"Host: {name}", "Connection: close",
        f"Origin: https://{name}", *lines,
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}", "", body,
    ]
    with socket.create_connection(("127.0.0.1", port), 60) as plain:
        with context.wrap_socket(plain, server_hostname="plants.example") as tls:
            tls.sendall("\r\n".join(head).encode())
            answer = b""
            while part := tls.recv(1 << 16):
                answer += part
    found, _, rest = answer.decode().partition("\r\n\r\n")
    # Caddy writes names of headers as it likes.
    return re.sub(r"(?m)^[\w-]+:", lambda name: name[0].title(), found), rest
