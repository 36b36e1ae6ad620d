"""What an encrypted remote holds, read by code that is not the program's."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from typing import Any

import pycddl
import pytest

import sealed
from formats import SCHEMAS
from sealed import FOOTER_BYTES, Key, Refused, Run
from sealed_vectors import SEGMENTS, VECTORS, files

SCHEMA = pycddl.Schema((SCHEMAS / "sealed.cddl").read_text(encoding="utf-8"))


def entries() -> list[dict[str, Any]]:
    text = (VECTORS / "index.json").read_text(encoding="utf-8")
    return json.loads(text)["vectors"]


def data(entry: dict[str, Any]) -> bytes:
    return (VECTORS / entry["file"]).read_bytes()


def keys() -> list[Key]:
    """All keys that are to be opened, each by its own passphrase."""
    return [
        sealed.open_key(data(entry), entry["name"], entry["passphrase"].encode())
        for entry in entries()
        if entry["kind"] == "key" and entry["valid"]
    ]


def read(entry: dict[str, Any]) -> bytes:
    if entry["kind"] == "segment":
        return sealed.read_segment(keys(), data(entry), entry["name"])
    wanted = bytes.fromhex(entry.get("holds", ""))
    return sealed.read_blob(
        keys(), data(entry), entry["name"], sha256(wanted).digest()
    )


def test_the_files_are_those_that_the_maker_makes() -> None:
    made = files()
    if os.environ.get("RECORD_GOLDEN"):
        for name, content in made.items():
            (VECTORS / name).write_bytes(content)
        pytest.fail("recorded; run again without RECORD_GOLDEN")
    held = {
        path.name: path.read_bytes()
        for path in VECTORS.iterdir()
        if path.suffix != ".seg"
    }
    assert sorted(held) == sorted(made)
    assert [name for name in made if made[name] != held[name]] == []


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry["file"])
def test_a_vector_is_read_or_refused(entry: dict[str, Any]) -> None:
    if entry["kind"] == "key":
        passphrase = entry.get("passphrase", "correct horse battery staple")
        if not entry["valid"]:
            with pytest.raises(Refused):
                sealed.open_key(data(entry), entry["name"], passphrase.encode())
            return
        key = sealed.open_key(data(entry), entry["name"], passphrase.encode())
        assert key.root.hex() == entry["key"]
        with pytest.raises(Refused):
            sealed.open_key(data(entry), entry["name"], b"another passphrase")
    elif not entry["valid"]:
        with pytest.raises(Refused):
            read(entry)
    elif entry["kind"] == "segment":
        assert read(entry) == (VECTORS / entry["holds"]).read_bytes()
    else:
        assert read(entry) == bytes.fromhex(entry["holds"])


@pytest.mark.parametrize(
    "entry",
    [entry for entry in entries() if entry["valid"]],
    ids=lambda entry: entry["file"],
)
def test_the_schema_takes_what_is_valid(entry: dict[str, Any]) -> None:
    SCHEMA.validate_cbor(data(entry)[:-FOOTER_BYTES])


@pytest.mark.parametrize(
    "file",
    [
        "key-no-passes.key", "key-many-passes.key", "key-small-memory.key",
        "key-large-memory.key", "key-short-salt.key", "key-format-2.key",
        "key-magic.key", "key-8-items.key", "key-10-items.key", "plain.sealed",
        "format-2.sealed", "magic.sealed", "short-nonce.sealed",
        "5-items.sealed", "7-items.sealed",
    ],
)
def test_the_schema_refuses_faults_of_the_array(file: str) -> None:
    with pytest.raises(pycddl.ValidationError):
        SCHEMA.validate_cbor((VECTORS / file).read_bytes()[:-FOOTER_BYTES])


@pytest.mark.parametrize("name", SEGMENTS)
def test_every_flip_and_cut_is_refused(name: str) -> None:
    (entry,) = (e for e in entries() if e["file"] == f"{name}.sealed")
    good, opened = data(entry), keys()
    for index in range(len(good)):
        flipped = bytearray(good)
        flipped[index] ^= 1 << index % 8
        for broken in (bytes(flipped), good[:index]):
            with pytest.raises(Refused):
                sealed.read_segment(opened, broken, entry["name"])


def test_lengths_are_those_of_the_paper() -> None:
    # From Figure 1 and section 4.3 of the paper on PURBs: at most 12 % more.
    assert sealed.padded_length(0) == 1024
    assert sealed.padded_length(1023) == 1024
    assert sealed.padded_length(1024) == 1088
    for count in range(1, 1 << 22, 997):
        length = sealed.padded_length(count)
        assert count < length <= max(1024, (count + 1) * 1.12)


def test_segments_that_are_sealed_are_segments() -> None:
    for name in SEGMENTS:
        journal, run = Run.of((VECTORS / f"{name}.seg").read_bytes())
        assert len(journal) == 16
        assert 1 <= run.first <= run.last
