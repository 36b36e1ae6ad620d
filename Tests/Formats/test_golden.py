"""Reads the golden sample of every event type as a stranger would."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conftest import GOLDEN
from formats import (
    EVENT_VERSIONS,
    cddl_problem,
    same_json,
    schema_problems,
)
from journal_reader import StoredEvent, canonical, digest, payload_json


# A sample with every field, and one with the required ones alone.
SAMPLES = [f"{name}{end}" for name in EVENT_VERSIONS for end in ("", ".minimal")]


def golden(sample_name: str) -> tuple[dict[str, Any], StoredEvent]:
    path = GOLDEN / f"{sample_name}.json"
    assert path.exists(), f"no golden sample {sample_name}"
    sample = json.loads(path.read_text(encoding="utf-8"))
    return sample, StoredEvent(bytes.fromhex(sample["event"]))


def test_golden_samples_are_of_known_types() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(SAMPLES)


@pytest.mark.parametrize("sample_name", SAMPLES)
def test_golden_sample_has_its_layout(sample_name: str) -> None:
    sample, event = golden(sample_name)
    assert set(sample) == {"type", "event", "payload"}
    assert sample["event"] == event.data.hex()
    assert sample["type"] == event.type
    assert event.version == sample_name.removesuffix(".minimal")


@pytest.mark.parametrize("sample_name", SAMPLES)
def test_golden_bytes_match_the_cddl(sample_name: str) -> None:
    _, event = golden(sample_name)
    assert cddl_problem("event", event.data) is None
    assert cddl_problem("event-header", event.header_bytes) is None
    assert event.map_bytes is not None, "an erased sample shows nothing"
    assert cddl_problem(event.version, event.map_bytes) is None


@pytest.mark.parametrize("sample_name", SAMPLES)
def test_golden_bytes_are_deterministic(sample_name: str) -> None:
    _, event = golden(sample_name)
    assert canonical([event.header_bytes, event.payload_bytes]) == event.data
    assert canonical(event.header) == event.header_bytes
    assert canonical(event.map) == event.map_bytes
    assert digest(event.payload_bytes or b"") == event.payload_hash


@pytest.mark.parametrize("sample_name", SAMPLES)
def test_golden_payload_is_the_bytes_in_json(sample_name: str) -> None:
    sample, event = golden(sample_name)
    assert not schema_problems(f"events/{event.version}", sample["payload"])
    assert same_json(payload_json(event), sample["payload"])
