"""Reads the golden sample of every event type as a stranger would."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conftest import GOLDEN
from formats import EVENT_TYPES, cddl_problem, same_json, schema_problems
from journal_reader import StoredEvent, canonical, digest, payload_json


def golden(type_name: str) -> tuple[dict[str, Any], StoredEvent]:
    path = GOLDEN / f"{type_name}.json"
    assert path.exists(), f"no golden sample for {type_name}"
    sample = json.loads(path.read_text(encoding="utf-8"))
    return sample, StoredEvent(bytes.fromhex(sample["event"]))


def test_golden_samples_are_of_known_types() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.json")) == EVENT_TYPES


@pytest.mark.parametrize("type_name", EVENT_TYPES)
def test_golden_sample_has_its_layout(type_name: str) -> None:
    sample, event = golden(type_name)
    assert set(sample) == {"type", "event", "payload"}
    assert sample["event"] == event.data.hex()
    assert sample["type"] == event.type == type_name


@pytest.mark.parametrize("type_name", EVENT_TYPES)
def test_golden_bytes_match_the_cddl(type_name: str) -> None:
    _, event = golden(type_name)
    assert cddl_problem("event", event.data) is None
    assert cddl_problem("event-header", event.header_bytes) is None
    assert event.map_bytes is not None, "an erased sample shows nothing"
    assert cddl_problem(type_name, event.map_bytes) is None


@pytest.mark.parametrize("type_name", EVENT_TYPES)
def test_golden_bytes_are_deterministic(type_name: str) -> None:
    _, event = golden(type_name)
    assert canonical([event.header_bytes, event.payload_bytes]) == event.data
    assert canonical(event.header) == event.header_bytes
    assert canonical(event.map) == event.map_bytes
    assert digest(event.payload_bytes or b"") == event.payload_hash


@pytest.mark.parametrize("type_name", EVENT_TYPES)
def test_golden_payload_is_the_bytes_in_json(type_name: str) -> None:
    sample, event = golden(type_name)
    assert not schema_problems(f"events/{type_name}", sample["payload"])
    assert same_json(payload_json(event), sample["payload"])
