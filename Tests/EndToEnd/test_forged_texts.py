"""Every text of every type of event, in a journal that another program forged,
and every command that shows something."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import cbor2
import pytest

from program import NOW, READS, WRITES, Home, retold
from screen import on_terminal
from test_terminal import raw_controls

SAMPLES = Path(__file__).parent.parent / "Golden" / "events"
FORGED = "a\x1b]0;owned\x07\x9b31m\u202eb"
SALT_BYTES = 16
# The plant and the room of the samples, and a plant that leaves.
PLANT = bytes.fromhex("3f1c8a5290d44e6b8f275a1b0c9d7e31")
LEAVER = bytes.fromhex("3f1c8a5290d44e6b8f275a1b0c9d7e32")
LEAVING = {"plant.removed", "plant.merged"}
FIRST = ["room.created", "plant.added"]


def forgeries(value: Any) -> Iterator[Any]:
    """Copies of a value, each with another of its texts forged."""
    if isinstance(value, str):
        yield FORGED
    elif isinstance(value, dict):
        for key, held in value.items():
            for forged in forgeries(held):
                yield {**value, key: forged}
    elif isinstance(value, list):
        for place, held in enumerate(value):
            for forged in forgeries(held):
                yield [*value[:place], forged, *value[place + 1 :]]


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=32).digest()


def samples() -> list[tuple[list[Any], Any]]:
    """The headers of all types and versions of events with their payloads; those
    that others need come first."""
    found = []
    for path in sorted(SAMPLES.glob("*.json")):
        parts = cbor2.loads(bytes.fromhex(json.loads(path.read_text())["event"]))
        header = cbor2.loads(parts[0])
        if header[8] not in {"journal.created", "writer.started"}:
            found.append((header, cbor2.loads(parts[1][SALT_BYTES:])))
    return sorted(
        found, key=lambda pair: [pair[0][8] != kind for kind in FIRST])


def forged_events(after: bytes) -> Iterator[str]:
    """Lines that go on with the exported events of a writer."""
    last = cbor2.loads(decoded(json.loads(after.splitlines()[-1])["header"]))
    previous = digest(cbor2.dumps(last))
    for sample, payload in samples():
        streams = [sample[7]]
        if sample[8] in LEAVING:
            streams = [LEAVER]
        elif sample[8] == "plant.added":
            streams = [PLANT, LEAVER]
        versions = [*forgeries(payload)]
        if sample[8] in FIRST:
            versions.insert(0, payload)
        for stream in streams:
            for version in versions:
                last = [
                    *last[:2], last[2] + 1, previous,
                    [last[4][0], last[4][1] + 1], last[5], last[2] + 1, stream,
                    sample[8], sample[9], None,
                ]
                body = bytes(SALT_BYTES) + cbor2.dumps(version, canonical=True)
                last[10] = digest(body)
                header = cbor2.dumps(last)
                previous = digest(header)
                yield json.dumps(
                    {"header": encoded(header), "payload": encoded(body)})


@pytest.fixture(scope="module")
def forged(
    kept_home: Home, tmp_path_factory: pytest.TempPathFactory
) -> Home:
    events = kept_home.events()
    # The first event names the journal's time zone.
    zone = kept_home.json("settings", "get", "timeZone")["value"]
    events = retold(events, {zone: FORGED})
    home = Home(tmp_path_factory.mktemp("forged") / "home")
    lines = [events.decode(), *forged_events(events)]
    home.do("import", "events", now=None, text="\n".join(lines))
    return home


def test_every_type_is_forged(forged: Home) -> None:
    lines = forged.do("history", "--json").output.splitlines()
    shown = [line["header"]["type"] for line in map(json.loads, lines)]
    kinds = {json.loads(path.read_text())["type"] for path in SAMPLES.glob("*")}
    assert kinds <= set(shown)
    assert len(shown) > 250


COMMANDS = [
    *READS,
    # Two read events from standard input.
    *([*words, "--dry-run"] for words in WRITES
      if words[0] not in {"append", "import"}),
    ["doctor"], ["doctor", "--json"], ["list", "--removed"],
    ["list", "--columns", "id,name,scientific,common,family,tags,location"],
    ["history", "--oldest"],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_no_forged_text_drives_a_terminal(
    forged: Home, arguments: list[str]
) -> None:
    _, shown = on_terminal(forged, *arguments, "--now", NOW)
    if arguments[0] == "export":
        # The terminal adds a return to the line breaks of a table or calendar.
        shown = shown.replace(b"\r\r\n", b"\r\n")
    assert not raw_controls(shown), shown
    if "--json" in arguments or arguments[0] == "export":
        return
    result = forged.run(*arguments)
    assert not raw_controls(result.output + result.errors), str(result)
