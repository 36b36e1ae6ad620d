"""Messages to any server, as JSON."""

from __future__ import annotations

import base64
import json
import stat
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator

from conftest import CANARY, add
from program import DONE, NETWORK, ROOT, USAGE, Home
from scripted_server import Reply, Server

HOSTILE = [
    "<b onmouseover=alert(1)>&amp;</b>", "a\r\nX-Injected: 1", "$(touch x)`id`",
    "' OR 1=1; --", "\u202eflip", "%0d%0aX: y", "{password}", "\x1b[31mred",
]


def validator() -> Draft202012Validator:
    path = ROOT / "schemas" / "reminder.schema.json"
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def test_a_message_is_one_object(home: Home) -> None:
    with Server(lambda _: Reply(204)) as server:
        home.do("channel", "add", f"webhook://{server.host}/hooks/x?a=b%20c")
        home.do("remind")
        (request,) = server.requests
        assert (request.method, request.target) == ("POST", "/hooks/x?a=b%20c")
        assert request.headers["content-type"] == "application/json"
        assert "authorization" not in request.headers
        message = json.loads(request.body)
        (task,) = message["tasks"]
        assert task["plantName"] == "Monty" and task["kind"] == "watering"
        assert not message["isTest"]


@pytest.mark.skipif(
    not (ROOT / "schemas" / "reminder.schema.json").exists(),
    reason="the schema of messages is not there",
)
def test_messages_follow_their_schema(home: Home) -> None:
    with Server(lambda _: Reply(200)) as server:
        home.do("channel", "add", f"webhook://{server.host}/")
        home.do("remind")
        home.do("channel", "test")
        for request in server.requests:
            validator().validate(json.loads(request.body))


@pytest.mark.parametrize(
    ("path", "options", "target", "header"),
    [
        ("/x", [], "/x", ("authorization", f"Bearer {CANARY}")),
        ("/x", ["--token-header", "X-Gotify-Key"], "/x",
         ("x-gotify-key", CANARY)),
        ("/bot{password}/send?a=1", [], f"/bot{CANARY}/send?a=1", None),
        ("/x?token={password}", [], f"/x?token={CANARY}", None),
    ],
)
def test_the_token_goes_where_it_is_to_go(
    home: Home, secret_file: Path, path: str, options: list[str], target: str,
    header: tuple[str, str] | None,
) -> None:
    with Server(lambda _: Reply(200)) as server:
        home.do("channel", "add", f"webhook://{server.host}{path}",
                "--password-file", str(secret_file), *options)
        home.do("channel", "test", "webhook")
        (request,) = server.requests
        assert request.target == target
        if header:
            assert request.headers[header[0]] == header[1]
        else:
            assert "authorization" not in request.headers


def test_a_place_for_a_secret_needs_one(home: Home) -> None:
    home.do("channel", "add", "webhooks://host.example/{password}")
    result = home.run("channel", "test", "webhook")
    assert result.code == USAGE, str(result)
    assert "PLANTGUIDE_WEBHOOK_PASSWORD" in result.message
    assert result.message.count("channel 'webhook'") == 1


@pytest.mark.parametrize("status", [301, 302, 400, 401, 403, 404, 500])
def test_refusals_fail(home: Home, status: int) -> None:
    headers = {"Location": "http://elsewhere.example/"} if status < 400 else {}
    body = json.dumps({"message": "why\r\nnot\x1b[31m"}).encode()
    with Server(lambda _: Reply(status, body, headers)) as server:
        home.do("channel", "add", f"webhook://{server.host}/")
        result = home.run("channel", "test", "webhook")
        assert result.code != DONE, str(result)
        assert str(status) in result.message
        assert "\x1b" not in result.message and "\r" not in result.message
        assert len(server.requests) == 1


def test_names_change_nothing_but_texts(home: Home) -> None:
    for name in HOSTILE:
        result = home.run(
            "add", "Monstera deliciosa", f"--name={name}", "--as-typed",
            "--every", "7d", now="2026-11-01T09:00:00+01:00")
        # What no command line takes comes by sync; test_forged_texts.py.
        assert result.code in (DONE, USAGE), str(result)
    add(home, "n" * 100)
    with Server(lambda _: Reply(200)) as server:
        home.do("channel", "add", f"webhook://{server.host}/x")
        home.do("remind")
        (request,) = server.requests
        assert "x-injected" not in request.headers
        message = json.loads(request.body)
        assert len(message["tasks"]) > 3
        assert len(message["text"].split("\n")) == len(message["tasks"])


def test_a_redirect_is_not_followed_and_told_without_the_secret(
    home: Home, secret_file: Path
) -> None:
    def detour(request) -> Reply:
        return Reply(308, headers={
            "Location": f"https://elsewhere.example{request.target}"})

    with Server(detour) as server:
        home.do("channel", "add", f"webhook://{server.host}/{{password}}",
                "--password-file", str(secret_file))
        result = home.run("channel", "test", "webhook")
        assert "elsewhere.example" in result.message, str(result)
        assert CANARY not in result.message
        assert "remote" not in result.message


@pytest.mark.parametrize(
    "address",
    ["webhooks://host/a|b", "webhooks://host/{secret}", "webhooks://host/\u00e4",
     "webhooks://host/a b", "webhooks://", "webhooks://host/a#b"],
)
def test_addresses_are_checked(home: Home, address: str) -> None:
    result = home.run("channel", "add", address)
    assert result.code == USAGE, str(result)


class Watched:
    """A server that looks at all processes while it is asked, and repeats the
    secret in its answers."""

    def __init__(self) -> None:
        self.seen = b""

    def __call__(self, request) -> Reply:
        for place in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                self.seen += place.read_bytes()
            except OSError:
                continue
        body = json.dumps({"error": f"no {CANARY} here"}).encode()
        return Reply(401, body)


@pytest.mark.parametrize(
    ("kind", "path", "options"),
    [
        ("ntfy", "/topic", []), ("ntfy", "/topic", ["--user", "anna"]),
        ("webhook", "/x", []), ("webhook", "/{password}", []),
        ("webhook", "/x", ["--token-header", "X-Key"]),
        ("caldav", "/x/", ["--user", "anna"]),
    ],
)
def test_a_secret_is_nowhere(
    home: Home, secret_file: Path, kind: str, path: str, options: list[str]
) -> None:
    watched = Watched()
    with Server(watched) as server:
        home.do("channel", "add", f"{kind}://{server.host}{path}", "--name", "x",
                "--password-file", str(secret_file), *options)
        said = b""
        for command in (
            ["channel", "test", "x"], ["remind"], ["channel", "list"],
            ["channel", "list", "--json"], ["remind", "log"], ["doctor"],
        ):
            result = home.run(*command)
            said += result.output + result.errors
        assert server.requests and b"plantguide-sync" in watched.seen
        assert CANARY.encode() not in said
        assert CANARY.encode() not in watched.seen
        for file in home.path.rglob("*"):
            if file.is_file():
                assert CANARY.encode() not in file.read_bytes(), file
        channels = home.path / "channels.json"
        assert stat.S_IMODE(channels.stat().st_mode) == 0o600


@pytest.mark.parametrize("login", ["", "anna:", "\0anna\0"])
@pytest.mark.parametrize("padding", [True, False])
def test_a_login_that_a_server_repeats_is_hidden(
    home: Home, secret_file: Path, login: str, padding: bool
) -> None:
    form = base64.b64encode(f"{login}{CANARY}".encode()).decode()
    form = form if padding else form.rstrip("=")
    body = json.dumps({"error": f"no {form} here"}).encode()
    with Server(lambda _: Reply(400, body)) as server:
        home.do("channel", "add", f"ntfy://{server.host}/x", "--user", "anna",
                "--password-file", str(secret_file), "--name", "x")
        result = home.run("channel", "test", "x")
        assert "no … here" in result.message, str(result)


def test_a_secret_that_others_can_read_is_not_used(
    home: Home, secret_file: Path
) -> None:
    secret_file.chmod(0o644)
    with Server(lambda _: Reply(200)) as server:
        home.do("channel", "add", f"webhook://{server.host}/",
                "--password-file", str(secret_file))
        result = home.run("channel", "test", "webhook")
        assert result.code == USAGE, str(result)
        assert f"chmod 600 {secret_file}" in result.message
        assert server.requests == []
        secret_file.unlink()
        result = home.run("channel", "test", "webhook")
        assert result.code == USAGE, str(result)
        assert f"there is no file {secret_file}" in result.message
        assert "chmod" not in result.message


def test_a_missing_server_is_told(home: Home) -> None:
    home.do("channel", "add", "webhook://127.0.0.1:1/")
    result = home.run("remind")
    assert result.code == NETWORK, str(result)
    assert "127.0.0.1:1" in result.message


def test_each_channel_that_fails_is_told(home: Home) -> None:
    with Server(lambda _: Reply(200)) as server:
        home.do("channel", "add", "webhook://127.0.0.1:1/", "--name", "one")
        home.do("channel", "add", "webhook://127.0.0.1:2/", "--name", "two")
        home.do("channel", "add", f"webhook://{server.host}/")
        result = home.run("remind")
        assert result.code == NETWORK, str(result)
        assert "2 channels failed" in result.message
        assert "channel 'one': " in result.message and ":1" in result.message
        assert "channel 'two': " in result.message and ":2" in result.message
        assert len(server.requests) == 1


def test_an_entry_that_cannot_be_read_silences_no_other(home: Home) -> None:
    with Server(lambda _: Reply(200)) as server:
        home.do("channel", "add", f"webhook://{server.host}/")
        path = home.path / "channels.json"
        channels = json.loads(path.read_text())
        channels["later"] = {"address": "pigeon://loft"}
        path.write_text(json.dumps(channels))
        result = home.run("remind")
        assert result.code != DONE and "'later' was skipped" in result.message
        assert len(server.requests) == 1
        assert "'later'" in home.do("channel", "list").text
        assert home.json("channel", "list")["unreadable"] == ["later"]
        assert "'later'" in home.run("doctor").text
        result = home.run("channel", "test", "later")
        assert result.code != DONE and "'later'" in result.message
        home.do("channel", "test", "webhook")
        home.do("channel", "remove", "later")
        home.do("remind")


def test_two_channels_do_not_share_a_password(
    home: Home, secret_file: Path
) -> None:
    home.do("channel", "add", "desktop:", "--name", "a-b")
    for name in ("a_b", "A-B"):
        result = home.run("channel", "add", "desktop:", "--name", name)
        assert result.code == USAGE, str(result)
        assert "PLANTGUIDE_A_B_PASSWORD" in result.message
