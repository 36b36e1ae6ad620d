"""Messages to a topic of ntfy, with the answers that its server gives."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from conftest import CANARY, add
from program import NETWORK, USAGE, Home
from scripted_server import Reply, Server


def taken(request) -> Reply:
    """What ntfy 2.14 answers to a message that it took."""
    body = {
        "id": "sPs71M8A2T", "time": 1795259400, "expires": 1795302600,
        "event": "message", "topic": "plants", "message": "x",
    }
    return Reply(200, json.dumps(body).encode())


def refusal(status: int, code: int, words: str, **headers: str) -> Reply:
    body = {
        "code": code, "http": status, "error": words,
        "link": "https://ntfy.sh/docs/publish/#limitations",
    }
    return Reply(status, json.dumps(body).encode(), headers)


def added(home: Home, server: Server, path: str = "/plants", *options: str):
    home.do("channel", "add", f"ntfy://{server.host}{path}", *options)


def test_a_message_goes_to_the_root_once(home: Home) -> None:
    with Server(taken) as server:
        added(home, server)
        home.do("remind")
        (request,) = server.requests
        assert (request.method, request.target) == ("POST", "/")
        assert request.headers["content-type"] == "application/json"
        message = json.loads(request.body)
        assert message["topic"] == "plants"
        assert message["title"] == "Plant care"
        assert message["message"].startswith("Monty needs water")
        (sent,) = home.json("remind", "log")["messages"]
        assert request.headers["x-sequence-id"] == sent["id"]
        home.do("remind")
        assert len(server.requests) == 1
        # It is withdrawn after the care.
        home.do("water", "Monty")
        home.do("remind")
        (_, request) = server.requests
        assert (request.method, request.target) == (
            "DELETE", f"/plants/{sent['id']}")
        home.do("remind")
        assert len(server.requests) == 2


def test_a_server_below_a_path_gets_it_there(home: Home) -> None:
    with Server(taken) as server:
        added(home, server, "/push/plants")
        home.do("channel", "test", "ntfy")
        (request,) = server.requests
        assert request.target == "/push/"
        assert json.loads(request.body)["topic"] == "plants"


@pytest.mark.parametrize(
    ("options", "proof"),
    [
        ([], f"Bearer {CANARY}"),
        (["--user", "anna"],
         "Basic " + base64.b64encode(f"anna:{CANARY}".encode()).decode()),
    ],
)
def test_a_secret_proves_who_asks(
    home: Home, secret_file: Path, options: list[str], proof: str
) -> None:
    with Server(taken) as server:
        added(home, server, "/plants", "--password-file", str(secret_file),
              *options)
        home.do("channel", "test", "ntfy")
        assert server.requests[0].headers["authorization"] == proof


def test_a_variable_and_a_command_have_secrets(home: Home) -> None:
    with Server(taken) as server:
        added(home, server, "/plants", "--name", "my-phone")
        other = Home(home.path, {"PLANTGUIDE_MY_PHONE_PASSWORD": CANARY})
        other.do("channel", "test", "my-phone")
        added(home, server, "/plants", "--name", "two", "--password-command",
              f"echo {CANARY}")
        home.do("channel", "test", "two")
        for request in server.requests:
            assert request.headers["authorization"] == f"Bearer {CANARY}"


def test_a_limit_is_told_with_the_servers_words_and_tried_again(
    home: Home,
) -> None:
    replies = [
        refusal(429, 42908, "limit reached: daily message quota reached"),
        refusal(429, 42901, "limit reached: too many requests",
                **{"Retry-After": "30"}),
        refusal(507, 50701, "cannot publish to UnifiedPush topic"),
    ]
    with Server(lambda _: replies.pop(0) if replies else taken(_)) as server:
        added(home, server)
        for words in ("daily message quota", "in 30 seconds", "507"):
            result = home.run("remind")
            assert result.code == NETWORK, str(result)
            assert words in result.message, str(result)
            assert home.json("remind", "log")["messages"] == []
            (channel,) = home.json("channel", "list")["channels"]
            assert channel["failure"]
        home.do("remind")
        # The server was asked once by each run.
        assert len(server.requests) == 4
        assert len(home.json("remind", "log")["messages"]) == 1
        (channel,) = home.json("channel", "list")["channels"]
        assert "failure" not in channel


def test_texts_stay_below_the_limits_of_servers(home: Home) -> None:
    # More names than a message has lines, each as long as names can be.
    for number in range(25):
        add(home, f"{number} " + '"\\' + "\U0001f331" * 48)
    with Server(taken) as server:
        added(home, server)
        home.do("remind")
        (request,) = server.requests
        # A server refuses twice the length of a message.
        assert len(request.body) <= 8_192
        message = json.loads(request.body)["message"]
        assert 100 < len(message.encode()) <= 4_096


def test_a_lost_answer_is_not_a_success(home: Home) -> None:
    with Server(lambda _: Reply(cut=0)) as server:
        added(home, server)
        result = home.run("remind")
        assert result.code == NETWORK, str(result)
        assert len(server.requests) == 1
        assert home.json("remind", "log")["messages"] == []


@pytest.mark.parametrize(
    "address",
    [
        "ntfy://host", "ntfy://host/", "ntfys://host/to pic", "ntfy:topic",
        "ntfys://host/topic?x", "ntfys://host/topic#x", "ntfys:///topic",
        "ntfys://host/" + "t" * 65, "ntfys://@host/topic", "ntfys://ho%st/t",
        "ntfys://host/../topic", "ntfys://host/t\u00f6pic", "nfty://host/topic",
        "ntfys://" + "h" * 3_000 + "/topic",
    ],
)
def test_addresses_are_checked(home: Home, address: str) -> None:
    result = home.run("channel", "add", address)
    assert result.code == USAGE, str(result)
    assert home.json("channel", "list")["channels"] == []


@pytest.mark.parametrize(
    "address",
    [
        f"ntfys://anna:{CANARY}@host/topic", f"ntfys://tk_{CANARY}@host/topic",
        f"mailtos://anna:{CANARY}@host?to=a@b", f"webhooks://:{CANARY}@host/x",
        f"caldavs://anna:{CANARY}@host/x/", f"apprise:mailto://a:{CANARY}@host",
    ],
)
def test_a_password_in_an_address_is_refused_and_not_repeated(
    home: Home, address: str
) -> None:
    result = home.run("channel", "add", address)
    assert result.code == USAGE, str(result)
    for source in ("--password-file", "--password-command",
                   "PLANTGUIDE_NAME_PASSWORD"):
        assert source in result.message
    assert CANARY not in result.message + result.text


def test_no_secret_leaves_this_machine_without_tls(
    home: Home, secret_file: Path
) -> None:
    for number, address in enumerate(
        ["ntfy://plants.example/x", "webhook://10.0.0.1/x",
         "caldav://[2001:db8::1]:5232/x/", "ntfy://127.0.0.1.example/x"]
    ):
        home.do("channel", "add", address, "--name", f"c{number}",
                "--password-file", str(secret_file))
        result = home.run("channel", "test", f"c{number}")
        assert result.code == USAGE, str(result)
        assert "TLS" in result.message
