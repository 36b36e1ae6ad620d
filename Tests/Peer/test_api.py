"""The API for programs, asked over a network.

Its views and actions have tests in `Tests/JournalWebTests`; here are the server's
part, the description in `schemas/openapi-api.yaml`, and what happens once.
"""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
import yaml
from hypothesis import HealthCheck, Phase, settings

from program import Home
from server import ROOT, Server, entry, token
from test_openapi import checks

# Fields hold the words of the command line, which no schema can list.
EXCLUDED = checks("positive_data_acceptance")

SCHEMAS = ROOT / "schemas"
DESCRIPTION = yaml.safe_load((SCHEMAS / "openapi-api.yaml").read_text())
JSON = {"content-type": "application/json"}


def ask(
    server: Server,
    method: str,
    path: str,
    body: Any = None,
    **options: Any,
) -> tuple[int, dict[str, str], Any]:
    headers = JSON | options.pop("headers", {})
    raw = b"" if body is None else json.dumps(body).encode()
    status, found, answer = server.ask(
        method, f"/api/v1/{path}", raw=raw, headers=headers, **options)
    is_json = found.get("content-type", "").endswith("json")
    return status, found, json.loads(answer) if is_json and answer else answer


@pytest.fixture
def served(sample: Home) -> Iterator[Server]:
    with Server(sample.path) as server:
        yield server
        server.stop()


@schemathesis.serializer("application/jsonl")
def serialize(context: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


# Who may ask


def test_nobody_asks_without_a_token(served: Server) -> None:
    for method, path in [("GET", "today"), ("POST", "care"), ("GET", "nothing")]:
        for secret in (None, token()):
            status, _, body = ask(served, method, path, {}, secret=secret)
            assert (status, body["status"]) == (401, 401)


def test_a_token_decides_and_its_person_is_named(sample: Home) -> None:
    sitter, revoked = token(), token()
    tokens = [
        entry(sitter, access="care", person="Bea"),
        entry(revoked, revokedAt="2026-11-23T00:00:00Z"),
    ]
    with Server(sample.path, tokens=tokens) as server:
        plant = ask(server, "GET", "plants?limit=1")[2]["plants"][0]["id"]
        water = {"plant": plant, "kind": "watering"}
        assert ask(server, "POST", "care", water, secret=revoked)[0] == 401
        assert ask(server, "POST", "care", water, secret=server.guest)[0] == 403
        assert ask(server, "POST", "rooms", {"name": "x"}, secret=sitter)[0] == 403
        assert ask(server, "POST", "care", water, secret=sitter)[0] == 200
        server.stop()
    shown = sample.do("history", "--limit", "1").text
    assert "Bea" in shown


def test_a_revoked_token_ends_with_the_next_request(sample: Home) -> None:
    secret = token()
    with Server(sample.path, tokens=[entry(secret)]) as server:
        assert ask(server, "GET", "today", secret=secret)[0] == 200
        listed = sample.json("serve", "token", "list")["tokens"]
        sample.do("serve", "token", "revoke", listed[-1]["id"])
        assert ask(server, "GET", "today", secret=secret)[0] == 401
        server.stop()


# Beside other processes


def test_what_the_command_line_does_is_seen_at_once(
    sample: Home, served: Server
) -> None:
    _, headers, _ = ask(served, "GET", "plants")
    tag = {"if-none-match": headers["etag"]}
    assert ask(served, "GET", "plants", headers=tag)[0] == 304
    sample.do("add", "Aloe vera", "--name", "Newcomer", "--as-typed")
    status, _, answer = ask(served, "GET", "plants", headers=tag)
    assert status == 200
    assert "Newcomer" in [plant["nickname"] for plant in answer["plants"]]


def test_another_journal_in_its_place_is_served(
    sample: Home, served: Server, tmp_path: Path
) -> None:
    assert ask(served, "GET", "plants")[2]["plants"]
    backup = tmp_path / "backups"
    sample.do("backup", str(backup))
    sample.do("add", "Aloe vera", "--name", "Later", "--as-typed")
    assert "Later" in json.dumps(ask(served, "GET", "plants")[2])
    made = sample.json("backup", "list", str(backup))["backups"][0]["path"]
    sample.do("backup", "restore", made, "--yes")
    assert "Later" not in json.dumps(ask(served, "GET", "plants")[2])


# Once


def test_killed_servers_and_lost_answers_repeat_nothing(
    sample: Home, chance: random.Random, is_long: bool
) -> None:
    """Each tap is sent until it is answered, whatever happens to the server."""
    plant = sample.json("list")["plants"][0]["id"]
    before = len(sample.history())
    secret = token()
    taps = 200 if is_long else 25
    for number in range(taps):
        note = {"plant": plant, "text": f"tap {number}"}
        key = {"idempotency-key": f"tap {number}"}
        answers = []
        while not answers or (chance.random() < 0.3 and len(answers) < 3):
            with Server(sample.path, tokens=[entry(secret)]) as server:
                fate = chance.choice(["answered", "lost", "killed"])
                if fate != "answered":
                    lose(
                        server, secret, note, key, chance,
                        kills=fate == "killed")
                if server.process.poll() is None:
                    status, _, body = ask(
                        server, "POST", "notes", note, headers=key,
                        secret=secret)
                    assert status == 200, body
                    answers.append(body)
    texts = [
        line["payload"]["text"]
        for line in sample.history()
        if line["header"]["type"] == "plant.noted"
        and line["payload"]["text"].startswith("tap ")
    ]
    assert sorted(texts) == sorted(f"tap {number}" for number in range(taps))
    # Besides, the home's writer began, and that of the token's device.
    others = [line["header"]["type"] for line in sample.history()]
    others = others[before:]
    assert len(others) - taps == 3
    assert {*others} == {"plant.noted", "writer.started", "writer.named"}
    sample.verify()


def lose(
    server: Server,
    secret: str,
    body: Any,
    headers: dict[str, str],
    chance: random.Random,
    *,
    kills: bool,
) -> None:
    """Sends a request, and never reads its answer."""
    connection = server.connection()
    content = json.dumps(body).encode()
    connection.request(
        "POST",
        "/api/v1/notes",
        content,
        JSON | headers | {"Authorization": f"Bearer {secret}"},
    )
    if chance.random() < 0.5:
        connection.getresponse().read()
    if kills:
        server.process.kill()
        server.process.wait()
    connection.close()


# The description


@pytest.fixture(scope="module")
def described(
    kept_sample: Home, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    home = kept_sample.copy(tmp_path_factory.mktemp("described") / "home")
    with Server(home.path) as server:
        yield server
        server.stop()


def without_files(value: Any) -> Any:
    """The description without the schemas in other files, which are checked
    apart."""
    match value:
        case list():
            return [without_files(item) for item in value]
        case {"$ref": str(name)} if not name.startswith("#"):
            return {}
        case dict():
            return {name: without_files(item) for name, item in value.items()}
        case _:
            return value


def with_paths(value: Any) -> Any:
    """The description whose references to files are absolute."""
    match value:
        case list():
            return [with_paths(item) for item in value]
        case {"$ref": str(name)} if not name.startswith("#"):
            return {"$ref": (SCHEMAS / name).as_uri()}
        case dict():
            return {name: with_paths(item) for name, item in value.items()}
        case _:
            return value


schema = schemathesis.openapi.from_dict(without_files(DESCRIPTION))


def described_settings(count: int) -> settings:
    return settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


@schema.exclude(path="/changes").parametrize()
@described_settings(20)
def test_the_server_is_as_described(
    case: schemathesis.Case, described: Server
) -> None:
    check_case(case, described)


# An example ends with the first event after its time.
@schema.include(path="/changes").parametrize()
@described_settings(3)
def test_the_changes_are_as_described(
    case: schemathesis.Case, described: Server
) -> None:
    ended = threading.Event()

    def change() -> None:
        note = {"plant": "Monty", "text": "a new leaf"}
        while not ended.wait(0.3):
            assert ask(described, "POST", "notes", note)[0] == 200

    thread = threading.Thread(target=change)
    thread.start()
    try:
        check_case(case, described, timeout=1)
    finally:
        ended.set()
        thread.join()


def check_case(
    case: schemathesis.Case, described: Server, timeout: float = 60
) -> None:
    case.path_parameters = {
        name: "Monty" if name == "plant" and len(case.id) % 2 else value
        for name, value in (case.path_parameters or {}).items()
    }
    response = case.call_and_validate(
        base_url=f"http://{described.host}:{described.port}/api/v1",
        headers={"Authorization": f"Bearer {described.secret}"},
        excluded_checks=EXCLUDED,
        timeout=timeout,
    )
    methods = DESCRIPTION["paths"][case.operation.path]
    if response.status_code == 200 and case.method.lower() in methods:
        check_schema(methods[case.method.lower()], response)


def check_schema(operation: dict[str, Any], response: Any) -> None:
    answer = operation["responses"]["200"]
    if "$ref" in answer:
        answer = DESCRIPTION["components"]["responses"]["Receipt"]
    content = answer["content"].get("application/json")
    if content:
        jsonschema_rs.validate(
            with_paths(content["schema"] | {
                "components": DESCRIPTION["components"]}),
            response.json(),
        )
