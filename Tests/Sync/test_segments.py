"""Holds the vectors of segments, and the reader here, against the format."""

from __future__ import annotations

import json
import os
import random
from functools import cache
from typing import Any

import cbor2
import pycddl
import pytest
import zstandard

import segment
from formats import cddl_problem
from segment import (
    FOOTER_BYTES,
    NO_HASH,
    SEGMENT_LIMIT,
    SIZE_LIMIT,
    Event,
    Name,
    Refused,
    digest,
    make_event,
    make_segment,
    read_segment,
)
from vectors import ROOT, VECTORS, files

CDDL = pycddl.Schema(
    (ROOT / "schemas" / "segment.cddl").read_text(encoding="utf-8")
)
# What the array or its schema alone can tell.
NOT_BY_SCHEMA = {
    "footer",
    "name",
    "journal",
    "frame",
    "size",
    "count",
    "sequence",
    "writer",
    "previous",
    "stamp",
    "action",
    "payload",
    "tip",
    "event",
}


@cache
def entries() -> dict[str, dict[str, Any]]:
    index = json.loads((VECTORS / "index.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in index["vectors"]}


def data(file: str) -> bytes:
    return (VECTORS / f"{file}.seg").read_bytes()


FILES = sorted(entries()) if (VECTORS / "index.json").exists() else []
VALID = [file for file in FILES if entries()[file]["problem"] is None]
INVALID = [file for file in FILES if file not in VALID]


def read(file: str) -> segment.Segment:
    name = Name.parse(entries()[file]["name"])
    assert name is not None
    return read_segment(data(file), name, alone=True)


def test_vectors_are_those_that_are_made() -> None:
    """`RECORD_GOLDEN=1` writes them, and fails."""
    made = files()
    if os.environ.get("RECORD_GOLDEN"):
        VECTORS.mkdir(parents=True, exist_ok=True)
        for path in VECTORS.iterdir():
            path.unlink()
        for name, content in made.items():
            (VECTORS / name).write_bytes(content)
        pytest.fail("vectors were written")
    kept = {path.name: path.read_bytes() for path in VECTORS.iterdir()}
    assert sorted(kept) == sorted(made)
    stale = [name for name in made if kept[name] != made[name]]
    assert not stale, "stale; RECORD_GOLDEN=1 writes them"


@pytest.mark.parametrize("file", VALID)
def test_a_valid_segment_has_the_events_of_the_index(file: str) -> None:
    found, entry = read(file), entries()[file]
    assert [event.hash.hex() for event in found.events] == entry["events"]
    assert found.events[0].previous.hex() == entry["previous"]
    name = Name.parse(entry["name"])
    assert name and found.name(name.hour) == name.text


@pytest.mark.parametrize("file", VALID)
def test_a_valid_segment_matches_the_schemas(file: str) -> None:
    body = data(file)[:-FOOTER_BYTES]
    CDDL.validate_cbor(body)
    for event in read(file).events:
        assert cddl_problem("event", event.data) is None
        assert cddl_problem("event-header", event.header_bytes) is None


@pytest.mark.parametrize("file", VALID)
def test_a_valid_segment_is_read_alike_by_cbor2_and_zstandard(
    file: str,
) -> None:
    body, footer = data(file)[:-FOOTER_BYTES], data(file)[-FOOTER_BYTES:]
    assert digest(body) == footer
    items = cbor2.loads(body)
    assert cbor2.dumps(items, canonical=True) == body
    content = zstandard.ZstdDecompressor().decompressobj().decompress(items[9])
    assert len(content) == items[8]
    assert content == b"".join(event.data for event in read(file).events)
    for event in read(file).events:
        header, payload = cbor2.loads(event.data)
        assert cbor2.dumps([header, payload], canonical=True) == event.data
        assert cbor2.dumps(cbor2.loads(header), canonical=True) == header
        if payload is None:
            assert file == "erased"
        else:
            assert cbor2.loads(header)[10] == digest(payload)


@pytest.mark.parametrize("file", INVALID)
def test_an_invalid_segment_is_refused_for_what_is_wrong(file: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(file)
    assert refusal.value.problem == entries()[file]["problem"]


@pytest.mark.parametrize("file", INVALID)
def test_a_fault_of_the_array_is_found_by_the_schema(file: str) -> None:
    if entries()[file]["problem"] in NOT_BY_SCHEMA:
        return
    body = data(file)[:-FOOTER_BYTES]
    try:
        items = cbor2.loads(body)
        is_deterministic = cbor2.dumps(items, canonical=True) == body
        CDDL.validate_cbor(body)
    except (cbor2.CBORDecodeError, pycddl.ValidationError):
        return
    # What is left are faults that no schema can tell.
    is_ordered = items[4] <= items[5]
    is_newer_event = entries()[file]["problem"] == "newerFormat"
    assert not is_deterministic or not is_ordered or is_newer_event


def test_more_than_16_mib_stored_is_refused() -> None:
    """With all else right: random bytes, which zstd cannot make fewer."""
    chance = random.Random(1)
    events: list[Event] = []
    for number in range(1, 18):
        events.append(
            make_event(
                writer=bytes(16),
                sequence=number,
                previous=events[-1].hash if events else NO_HASH,
                stamp=(number, 0),
                recorded=number,
                action=number,
                stream=bytes(16),
                type="filler",
                fields={"": chance.randbytes((1 << 20) - 300)},
                salt=bytes(16),
            )
        )
    fits = make_segment(bytes(16), events[:-1])
    assert 15 << 20 < len(fits.data) < SEGMENT_LIMIT
    read_segment(fits.data, Name.parse(fits.name("2026112300")))
    large = make_segment(bytes(16), events)
    assert SEGMENT_LIMIT < len(large.data) < SIZE_LIMIT
    with pytest.raises(Refused) as refusal:
        read_segment(large.data, Name.parse(large.name("2026112300")))
    assert refusal.value.problem == "tooLarge"


def test_every_flip_of_a_bit_and_every_cut_is_refused() -> None:
    good = data("run")
    name = Name.parse(entries()["run"]["name"])
    assert name is not None
    for place in range(len(good)):
        for bit in range(8):
            bad = bytearray(good)
            bad[place] ^= 1 << bit
            with pytest.raises(Refused):
                read_segment(bytes(bad), name)
        with pytest.raises(Refused):
            read_segment(good[:place], name)


def test_no_flip_under_a_right_footer_is_read_as_other_events() -> None:
    """Of what a forger can write, only other forms of the same frame."""
    good = data("run")
    expected = [event.data for event in read("run").events]
    for place in range(len(good) - FOOTER_BYTES):
        for bit in range(8):
            body = bytearray(good[:-FOOTER_BYTES])
            body[place] ^= 1 << bit
            bad = bytes(body) + digest(bytes(body))
            text = entries()["run"]["name"].replace(
                good[-FOOTER_BYTES:][:16].hex(), bad[-FOOTER_BYTES:][:16].hex()
            )
            name = Name.parse(text)
            assert name is not None
            try:
                found = read_segment(bad, name)
            except Refused:
                continue
            assert [event.data for event in found.events] == expected


@pytest.mark.parametrize(
    "text",
    [
        "v1/x/s/2026112300/x.seg",
        "v1/{j}/s/2026112300/{w}-{a}-{a}-{t}-{h}.seg.tmp",
        "v1/{j}/s/2026112300/.{w}-{a}-{a}-{t}-{h}.seg",
        "v1/{j}/s/202611230/{w}-{a}-{a}-{t}-{h}.seg",
        "v1/{j}/s/2026112300/{W}-{a}-{a}-{t}-{h}.seg",
        "v1/{j}/s/2026112300/{w}-{z}-{a}-{t}-{h}.seg",
        "v1/{j}/s/2026112300/{w}-{b}-{a}-{t}-{h}.seg",
        "v1/{j}/s/2026112300/{w}-{z}-{z}-{t}-{h}.seg",
        "v1/{j}/s/2026112300/{w}-{a}-{m}-{t}-{h}.seg",
        "v1/{j}/s/2026113200/{w}-{a}-{a}-{t}-{h}.seg",
        "v1/{j}/s/2026112300/{w}-{a}-{a}-{t}-{h}.seg\n",
        "v1/{j}/s/２026112300/{w}-{a}-{a}-{t}-{h}.seg",
        "v1/{j}/photos/{h}",
    ],
)
def test_names_of_anything_else_are_passed_over(text: str) -> None:
    parts = {
        "j": "ab" * 16,
        "w": "cd" * 16,
        "W": "CD" * 16,
        "a": f"{1:020}",
        "b": f"{2:020}",
        "z": f"{0:020}",
        "m": "9" * 20,
        "t": "ef" * 8,
        "h": "01" * 16,
    }
    good = "v1/{j}/s/2026112300/{w}-{a}-{a}-{t}-{h}.seg"
    assert Name.parse(good.format(**parts)) is not None
    assert Name.parse(text.format(**parts)) is None
