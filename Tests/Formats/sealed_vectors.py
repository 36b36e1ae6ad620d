"""Makes schemas/vectors/sealed: keys and sealed objects, whole and broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Any

import cbor2

from formats import SCHEMAS
from sealed import (
    FOOTER_BYTES,
    Key,
    Run,
    encoded,
    header_items,
    key_name,
    padded,
    with_footer,
)

VECTORS = SCHEMAS / "vectors" / "sealed"
HOUR = "2026112301"
PASSPHRASE = "correct horse battery staple"
# The bytes of a passphrase are those of its text in UTF-8.
OTHER_PASSPHRASE = "Grüße an die Pflanzen"
# What is sealed: vectors of segments.
SEGMENTS = ("one-event", "run")


@dataclass(frozen=True)
class Vector:
    kind: str  # "key", "segment" or "blob"
    file: str
    about: str
    name: str
    data: bytes
    # What it holds, or how; nothing where it must be refused.
    facts: dict[str, Any] | None = None

    @property
    def line(self) -> dict[str, Any]:
        line = {
            "kind": self.kind,
            "file": self.file,
            "about": self.about,
            "name": self.name,
            "valid": self.facts is not None,
        }
        return line | (self.facts or {})


@cache
def plain(name: str) -> bytes:
    return (VECTORS / f"{name}.seg").read_bytes()


def journal() -> bytes:
    return Run.of(plain("run"))[0]


def header(number: int, passphrase: str = PASSPHRASE, **costs: int) -> list[Any]:
    """A header of which nothing is random."""
    return header_items(
        journal(),
        passphrase.encode(),
        digest_of("root", number),
        digest_of("salt", number)[:16],
        digest_of("nonce", number)[:24],
        **costs,
    )


def digest_of(what: str, number: int) -> bytes:
    return sha256(f"{what} {number}".encode()).digest()


def key(number: int, passphrase: str = PASSPHRASE, **costs: int) -> Key:
    data = with_footer(encoded(header(number, passphrase, **costs)))
    return Key(journal(), digest_of("root", number), data[-FOOTER_BYTES:])


def vectors() -> Iterator[Vector]:
    yield from keys()
    yield from broken_keys()
    yield from segments()
    yield from broken_segments()
    yield from blobs()


def key_vector(
    file: str, about: str, data: bytes, facts: dict[str, Any] | None = None
) -> Vector:
    name = key_name(journal(), data)
    return Vector("key", file, about, name, data, facts)


def keys() -> Iterator[Vector]:
    for number, file, about, passphrase, costs in (
        (1, "key", "a key", PASSPHRASE, {}),
        (2, "other-key", "a key of the same passphrase", PASSPHRASE, {}),
        (
            3,
            "costlier-key",
            "a key with other limits and letters in its passphrase",
            OTHER_PASSPHRASE,
            {"operations": 3, "memory": 1 << 20},
        ),
    ):
        data = with_footer(encoded(header(number, passphrase, **costs)))
        facts = {
            "passphrase": passphrase,
            "key": digest_of("root", number).hex(),
        }
        yield key_vector(file, about, data, facts)


def broken_keys() -> Iterator[Vector]:
    good = header(1)

    def changed(file: str, about: str, index: int, item: Any) -> Vector:
        items = list(good)
        items[index] = item
        return key_vector(file, about, with_footer(encoded(items)))

    yield changed("key-no-passes", "no pass of Argon2id", 4, 0)
    yield changed("key-many-passes", "1025 passes", 4, 1025)
    yield changed("key-most-passes", "as many as there are", 4, 2**64 - 1)
    yield changed("key-small-memory", "8191 bytes of memory", 5, 8191)
    yield changed("key-large-memory", "512 MiB and a byte", 5, (512 << 20) + 1)
    yield changed("key-most-memory", "as much as there is", 5, 2**64 - 1)
    items = header(1)
    items[4:6] = [7, 512 << 20]
    yield key_vector(
        "key-much-work", "7 passes of 512 MiB", with_footer(encoded(items))
    )
    yield changed("key-other-salt", "another salt", 3, bytes(16))
    yield changed("key-other-nonce", "another nonce", 6, bytes(24))
    yield changed("key-other-passes", "2 passes where it is 1", 4, 2)
    yield changed("key-other-wrapped", "another wrapped key", 7, bytes(48))
    yield changed("key-other-commitment", "another commitment", 8, bytes(32))
    yield changed("key-short-salt", "a salt of 15 bytes", 3, bytes(15))
    yield changed("key-format-2", "a format to come", 1, 2)
    yield changed("key-magic", "another magic", 0, "plantguide.kez")
    yield key_vector(
        "key-8-items", "no commitment", with_footer(encoded(good[:-1]))
    )
    yield key_vector(
        "key-10-items", "an item more", with_footer(encoded([*good, 0]))
    )
    body = encoded(good)
    yield key_vector(
        "key-trailing", "a byte after the array", with_footer(body + b"\0")
    )
    yield key_vector(
        "key-long-head", "a head that is not short", with_footer(
            b"\x98\x09" + body[1:]
        )
    )
    yield key_vector("key-footer", "another footer", body + bytes(32))
    whole = with_footer(body)
    yield key_vector("key-cut", "the last byte is missing", whole[:-1])
    yield replace(
        key_vector("key-name", "another name", whole),
        name=key_name(journal(), bytes(32)),
    )
    yield replace(
        key_vector("key-journal", "under another journal", whole),
        name=key_name(bytes(16), whole),
    )


def segment_vector(
    file: str,
    about: str,
    data: bytes,
    run: Run,
    facts: dict[str, Any] | None = None,
    number: int = 1,
) -> Vector:
    name = key(number).name(data, run, HOUR)
    return Vector("segment", file, about, name, data, facts)


def segments() -> Iterator[Vector]:
    for name in SEGMENTS:
        _, run = Run.of(plain(name))
        for number, prefix in ((1, ""), (2, "other-")):
            made = key(number)
            data = made.sealed(plain(name), made.segment_subject(run))
            yield segment_vector(
                f"{prefix}{name}",
                f"{name}.seg under the {prefix}key",
                data,
                run,
                {"holds": f"{name}.seg", "key": f"{prefix}key.key"},
                number,
            )


def broken_segments() -> Iterator[Vector]:
    one = key(1)
    content = plain("run")
    _, run = Run.of(content)
    subject = one.segment_subject(run)
    good = one.frame(content, subject)

    def framed(file: str, about: str, items: list[Any]) -> Vector:
        return segment_vector(file, about, with_footer(encoded(items)), run)

    def changed(file: str, about: str, index: int, item: Any) -> Vector:
        items = list(good)
        items[index] = item
        return framed(file, about, items)

    yield segment_vector("plain", "a segment in the open", content, run)
    yield changed("format-2", "a format to come", 1, 2)
    yield changed("magic", "another magic", 0, "plantguide.sealer")
    yield changed("key-of-other", "names another key", 2, key(2).header)
    yield changed("unknown-key", "names a key that is not there", 2, bytes(32))
    yield changed("nonce", "another nonce", 3, bytes(24))
    nonce = bytes(24)
    items = list(good)
    items[3:5] = [nonce, one.commitment(subject + nonce)]
    yield framed("nonce-committed", "another nonce, committed to", items)
    yield changed("commitment", "another commitment", 4, bytes(32))
    ciphertext = good[5]
    yield changed("no-tag", "the tag is missing", 5, ciphertext[:-16])
    yield changed("short-nonce", "a nonce of 12 bytes", 3, bytes(12))
    yield changed("empty", "no ciphertext", 5, b"")
    yield framed("5-items", "no ciphertext item", good[:-1])
    yield framed("7-items", "an item more", [*good, 0])
    body = encoded(good)
    for file, about, data in (
        ("trailing", "a byte after the array", with_footer(body + b"\0")),
        (
            "long-head",
            "a head that is not short",
            with_footer(b"\x98\x06" + body[1:]),
        ),
        ("footer", "another footer", body + bytes(32)),
    ):
        yield segment_vector(file, about, data, run)
    whole = with_footer(body)
    yield segment_vector("cut", "the last byte is missing", whole[:-1], run)

    # Names.
    for file, about, other in (
        ("as-other-writer", "another writer's", replace(run, writer=bytes(16))),
        ("as-other-first", "from another event", replace(run, first=2)),
        ("as-other-last", "to another event", replace(run, last=run.last + 1)),
        ("as-other-tip", "of another branch", replace(run, tip=bytes(8))),
        ("as-nothing", "of no event", replace(run, first=0)),
    ):
        yield segment_vector(file, f"its name says: {about}", whole, other)
    named = segment_vector("", "", whole, run).name
    # The first digit of what is hidden.
    place = len(named) - 136
    digit = "0" if named[place] != "0" else "1"
    yield Vector(
        "segment",
        "name-digit",
        "a digit of its name changed",
        named[:place] + digit + named[place + 1 :],
        whole,
    )
    yield Vector(
        "segment",
        "name-hash",
        "its name has the hash of another",
        one.name(bytes(32), run, HOUR),
        whole,
    )
    yield segment_vector(
        "name-of-other-key", "its name made with another key", whole, run,
        number=2,
    )

    # What a member could seal.
    def sealed(
        file: str, about: str, content: bytes, filled: bytes, said: Run
    ) -> Vector:
        subject = one.segment_subject(said)
        items = one.frame(content, subject)
        items[5] = one.encrypted(filled, subject, items[3])
        return segment_vector(file, about, with_footer(encoded(items)), said)

    other = replace(run, writer=bytes(16))
    yield sealed(
        "seals-other-writer",
        "sealed as another writer's",
        content,
        padded(content),
        other,
    )
    _, small = Run.of(plain("one-event"))
    yield sealed(
        "seals-other-run", "sealed as another run", content, padded(content),
        small,
    )
    journal_of = cbor2.loads(content[:-FOOTER_BYTES])
    journal_of[2] = bytes(16)
    foreign = with_footer(encoded(journal_of))
    yield sealed(
        "seals-other-journal", "a segment of another journal", foreign,
        padded(foreign), run,
    )
    for file, about, filled in (
        ("not-filled", "nothing follows the content", content),
        ("filled-short", "not filled up enough", content + b"\x80"),
        ("filled-long", "filled up too much", padded(content) + bytes(64)),
        (
            "filled-zeros",
            "filled up with zeros alone",
            content.ljust(len(padded(content)), b"\0"),
        ),
        ("filled-only", "zeros and nothing else", bytes(1024)),
    ):
        yield sealed(file, about, content, filled, run)
    yield sealed("seals-nothing", "of no byte", b"", padded(b""), run)
    blob = one.sealed(content, one.subject("blob", sha256(content).digest()))
    yield segment_vector("blob-as-segment", "sealed as a blob", blob, run)


def blobs() -> Iterator[Vector]:
    one = key(1)
    for file, content in (
        ("photo", b"\xff\xd8\xff" + b"a photo of a plant" * 100),
        ("empty-photo", b""),
    ):
        wanted = sha256(content).digest()
        data = one.sealed(content, one.subject("blob", wanted))
        facts = {"holds": content.hex(), "key": "key.key"}
        yield Vector(
            "blob", file, "a file", one.blob_name(content), data, facts
        )
    lie = one.sealed(b"another", one.subject("blob", wanted))
    yield Vector(
        "blob", "photo-other", "another file's", one.blob_name(b""), lie
    )


def files() -> dict[str, bytes]:
    """All files of the folder but the segments that are sealed."""
    made = {}
    lines = []
    for vector in vectors():
        suffix = {"key": "key", "segment": "sealed", "blob": "blob"}
        line = vector.line
        line["file"] += f".{suffix[vector.kind]}"
        assert line["file"] not in made, line["file"]
        made[line["file"]] = vector.data
        lines.append(
            json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        )
    text = '{"vectors":[\n' + ",\n".join(lines) + "\n]}\n"
    return made | {"index.json": text.encode()}
