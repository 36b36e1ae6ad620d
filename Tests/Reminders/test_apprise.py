"""Messages by the program apprise, which gets its address over a pipe."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from conftest import CANARY, add
from program import NETWORK, SYSTEM, USAGE, Home
from scripted_server import Reply, Server

PROGRAM = shutil.which("apprise", path=os.path.dirname(sys.executable)) or (
    shutil.which("apprise"))
pytestmark = pytest.mark.skipif(not PROGRAM, reason="apprise is not installed")


def with_apprise(home: Home, **more: str) -> Home:
    path = f"{os.path.dirname(PROGRAM or '')}:{os.environ['PATH']}"
    return Home(home.path, {"PATH": path, "HOME": str(home.path.parent), **more})


def test_a_message_arrives(home: Home, secret_file: Path) -> None:
    home = with_apprise(home)
    add(home, "<i>*Ü*</i> $HOME `id`")
    with Server(lambda _: Reply(200)) as server:
        home.do("channel", "add", f"apprise:json://{server.host}/{{password}}",
                "--password-file", str(secret_file))
        home.do("remind")
        (request,) = server.requests
        assert request.target.rstrip("/") == f"/{CANARY}"
        message = json.loads(request.body)
        assert message["title"] == "Plant care"
        assert "Monty needs water" in message["message"]
        assert "<i>*Ü*</i> $HOME `id`" in message["message"]


def test_all_of_an_address_can_be_secret(home: Home) -> None:
    with Server(lambda _: Reply(200)) as server:
        url = f"json://anna:{CANARY}@{server.host}/x"
        home = with_apprise(home, PLANTGUIDE_APPRISE_PASSWORD=url)
        home.do("channel", "add", "apprise:")
        home.do("channel", "test", "apprise")
        assert len(server.requests) == 1
        assert "json" not in home.do("channel", "list").text


def test_a_failure_is_told_without_the_address(
    home: Home, tmp_path: Path
) -> None:
    seen = b""

    def look(_: object) -> Reply:
        nonlocal seen
        for place in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                seen += place.read_bytes()
            except OSError:
                continue
        return Reply(500)

    with Server(look) as server:
        for url in (f"json://anna:{CANARY}@{server.host}/{CANARY}",
                    f"unknown://{CANARY}"):
            other = with_apprise(home, PLANTGUIDE_A_PASSWORD=url)
            if not other.json("channel", "list")["channels"]:
                other.do("channel", "add", "apprise:", "--name", "a")
            result = other.run("remind")
            assert result.code == NETWORK, str(result)
            assert CANARY.encode() not in result.output + result.errors
        assert server.requests and b"apprise" in seen
        assert CANARY.encode() not in seen
        assert home.json("remind", "log")["messages"] == []


def test_a_missing_program_is_told(home: Home) -> None:
    home = Home(home.path, {"PATH": "/nowhere", "PLANTGUIDE_APPRISE_PASSWORD": "x"})
    home.do("channel", "add", "apprise:")
    result = home.run("channel", "test", "apprise")
    assert result.code == SYSTEM, str(result)
    assert "apprise" in result.message


def test_addresses_are_checked(home: Home) -> None:
    for address in ("apprise:x", "apprise:json://a b", "apprise:json://a\nb"):
        result = home.run("channel", "add", address)
        assert result.code == USAGE, str(result)


@pytest.mark.parametrize(
    "words",
    ["no service for pa/s", "no service for pa%2Fs", "no token tok1",
     "-" * 198 + CANARY],
)
def test_no_part_of_an_address_is_told(
    home: Home, tmp_path: Path, words: str
) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    program = folder / "apprise"
    program.write_text(f"#!/bin/sh\nprintf %s '{words}'\nexit 1\n")
    program.chmod(0o700)
    home = Home(home.path, {
        "PATH": f"{folder}:{os.environ['PATH']}",
        "PLANTGUIDE_APPRISE_PASSWORD":
            f"json://anna:pa%2Fs@host.example/tok1/{CANARY}"})
    home.do("channel", "add", "apprise:")
    result = home.run("channel", "test", "apprise")
    assert result.code == NETWORK, str(result)
    assert "did not send the message" in result.message
    for part in ("pa/s", "pa%2Fs", "tok1", CANARY[:2]):
        assert part not in result.message
