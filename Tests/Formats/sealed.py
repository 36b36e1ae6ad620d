"""Reads and makes what an encrypted remote holds, as schemas/sealed.cddl says.

Shares no code with the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b, sha256
from typing import Any

import cbor2
from nacl import bindings
from nacl.exceptions import CryptoError

KEY_MAGIC, SEALED_MAGIC, FORMAT = "plantguide.key", "plantguide.sealed", 1
FOOTER_BYTES = 32
OPERATIONS_LIMIT, MEMORY_LIMIT, WORK_LIMIT = 1024, 512 << 20, 3 << 30
LEAST_PADDED = 1024

NAME = re.compile(
    r"v1/(?P<journal>[0-9a-f]{32})/e/(?P<hour>[0-9]{10})/"
    r"(?P<hidden>[0-9a-f]{96})-(?P<hash>[0-9a-f]{32})\.sealed"
)
KEY_NAME = re.compile(
    r"v1/(?P<journal>[0-9a-f]{32})/keys/(?P<hash>[0-9a-f]{32})\.key"
)
BLOB_NAME = re.compile(r"v1/(?P<journal>[0-9a-f]{32})/b/(?P<hash>[0-9a-f]{64})")


class Refused(Exception):
    """Why something of a remote is not taken."""


def demand(holds: bool, text: str) -> None:
    if not holds:
        raise Refused(text)


def digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=32).digest()


def keyed(key: bytes, count: int, message: bytes) -> bytes:
    return blake2b(message, digest_size=count, key=key).digest()


def with_footer(data: bytes) -> bytes:
    return data + digest(data)


def encoded(items: Iterable[Any]) -> bytes:
    return cbor2.dumps(list(items), canonical=True)


def decoded(data: bytes, magic: str, types: list[Any]) -> list[Any]:
    """The items of an array with a footer: a type, or a number of bytes each."""
    demand(len(data) > FOOTER_BYTES, "too short")
    body = data[:-FOOTER_BYTES]
    demand(digest(body) == data[-FOOTER_BYTES:], "another footer")
    try:
        items = cbor2.loads(body)
    except (cbor2.CBORDecodeError, ValueError, TypeError) as error:
        raise Refused(f"no CBOR: {error}") from error
    demand(isinstance(items, list) and items[:1] == [magic], "another magic")
    demand(items[1:2] == [FORMAT] and items[1] is not True, "another format")
    demand(len(items) == len(types), "another count of items")
    for item, kind in zip(items, types, strict=True):
        if isinstance(kind, int):
            demand(
                isinstance(item, bytes) and len(item) == kind,
                f"not {kind} bytes",
            )
        else:
            demand(type(item) is kind, f"no {kind.__name__}")
    demand(encoded(items) == body, "not deterministic")
    return items


@dataclass(frozen=True)
class Run:
    """What a segment holds."""

    writer: bytes
    first: int
    last: int
    tip: bytes

    @staticmethod
    def of(segment: bytes) -> tuple[bytes, Run]:
        """The journal and the run of a segment's bytes."""
        demand(len(segment) > FOOTER_BYTES, "no segment")
        items = cbor2.loads(segment[:-FOOTER_BYTES])
        demand(
            isinstance(items, list) and items[:2] == ["plantguide.segment", 1],
            "no segment",
        )
        demand(
            digest(segment[:-FOOTER_BYTES]) == segment[-FOOTER_BYTES:],
            "another footer of the segment",
        )
        _, _, journal, writer, first, last, _, tip = items[:8]
        return journal, Run(writer, first, last, tip[:8])


@dataclass(frozen=True)
class Key:
    """An open key of a remote."""

    journal: bytes
    root: bytes
    # The footer of its header.
    header: bytes

    def use(self, name: str) -> bytes:
        return keyed(self.root, 32, f"{SEALED_MAGIC} {name}".encode())

    def subject(self, kind: str, *items: Any) -> bytes:
        return encoded(
            [SEALED_MAGIC, FORMAT, self.header, self.journal, kind, *items]
        )

    def segment_subject(self, run: Run) -> bytes:
        return self.subject("segment", run.writer, run.first, run.last, run.tip)

    def commitment(self, message: bytes) -> bytes:
        return keyed(self.use("commitments"), 32, message)

    def encrypted(self, padded: bytes, subject: bytes, nonce: bytes) -> bytes:
        return bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(
            padded, subject, nonce, self.use("sealing")
        )

    def nonce(self, content: bytes, subject: bytes) -> bytes:
        return keyed(self.use("nonces"), 24, subject + digest(content))

    def frame(self, content: bytes, subject: bytes) -> list[Any]:
        nonce = self.nonce(content, subject)
        return [
            SEALED_MAGIC,
            FORMAT,
            self.header,
            nonce,
            self.commitment(subject + nonce),
            self.encrypted(padded(content), subject, nonce),
        ]

    def sealed(self, content: bytes, subject: bytes) -> bytes:
        return with_footer(encoded(self.frame(content, subject)))

    def content(self, data: bytes, subject: bytes) -> bytes:
        """What is in a sealed object."""
        items = decoded(data, SEALED_MAGIC, [str, int, 32, 24, 32, bytes])
        _, _, header, nonce, commitment, ciphertext = items
        demand(header == self.header, "of another key")
        demand(commitment == self.commitment(subject + nonce), "commitment")
        try:
            content = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(
                ciphertext, subject, nonce, self.use("sealing")
            )
        except (CryptoError, ValueError, TypeError) as error:
            raise Refused("it does not open") from error
        return unpadded(content)

    # Names.

    def name(self, data: bytes, run: Run, hour: str) -> str:
        content = data[-FOOTER_BYTES:][:16]
        hidden = self.masked(plain(run), content)
        return (
            f"v1/{self.journal.hex()}/e/{hour}/"
            f"{hidden.hex()}-{content.hex()}.sealed"
        )

    def masked(self, hidden: bytes, content: bytes) -> bytes:
        mask = keyed(self.use("names"), 48, content)
        return bytes(a ^ b for a, b in zip(hidden, mask, strict=True))

    def blob_name(self, content: bytes) -> str:
        name = keyed(self.use("names"), 32, sha256(content).digest())
        return f"v1/{self.journal.hex()}/b/{name.hex()}"


def plain(run: Run) -> bytes:
    return (
        bytes(8)
        + run.writer
        + run.first.to_bytes(8)
        + run.last.to_bytes(8)
        + run.tip
    )


def padded_length(count: int) -> int:
    least = max(count + 1, LEAST_PADDED)
    exponent = least.bit_length() - 1
    step = 1 << exponent - exponent.bit_length()
    return -(-least // step) * step


def padded(content: bytes) -> bytes:
    return (content + b"\x80").ljust(padded_length(len(content)), b"\0")


def unpadded(data: bytes) -> bytes:
    content = data.rstrip(b"\0")
    demand(content[-1:] == b"\x80", "not filled up")
    demand(padded(content[:-1]) == data, "filled up to another length")
    return content[:-1]


# Keys.


def key_subject(
    journal: bytes, salt: bytes, operations: int, memory: int, nonce: bytes
) -> bytes:
    return encoded(
        [KEY_MAGIC, FORMAT, journal, salt, operations, memory, nonce]
    )


def wrapping_key(
    passphrase: bytes, salt: bytes, operations: int, memory: int
) -> bytes:
    return bindings.crypto_pwhash_alg(
        32,
        passphrase,
        salt,
        operations,
        memory,
        bindings.crypto_pwhash_ALG_ARGON2ID13,
    )


def header_items(
    journal: bytes,
    passphrase: bytes,
    root: bytes,
    salt: bytes,
    nonce: bytes,
    operations: int = 1,
    memory: int = 8192,
) -> list[Any]:
    subject = key_subject(journal, salt, operations, memory, nonce)
    wrapped = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(
        root,
        subject,
        nonce,
        wrapping_key(passphrase, salt, operations, memory),
    )
    return [
        KEY_MAGIC,
        FORMAT,
        journal,
        salt,
        operations,
        memory,
        nonce,
        wrapped,
        Key(journal, root, b"").commitment(subject),
    ]


def key_name(journal: bytes, header: bytes) -> str:
    half = header[-FOOTER_BYTES:][:16].hex()
    return f"v1/{journal.hex()}/keys/{half}.key"


def open_key(data: bytes, name: str, passphrase: bytes) -> Key:
    """The key in a header."""
    parts = KEY_NAME.fullmatch(name)
    demand(parts is not None, "no name of a key")
    items = decoded(data, KEY_MAGIC, [str, int, 16, 16, int, int, 24, 48, 32])
    _, _, journal, salt, operations, memory, nonce, wrapped, commitment = items
    demand(name == key_name(journal, data), "another name")
    demand(1 <= operations <= OPERATIONS_LIMIT, "too much time, or none")
    demand(8192 <= memory <= MEMORY_LIMIT, "too much memory, or too little")
    demand(operations * memory <= WORK_LIMIT, "too much time")
    subject = key_subject(journal, salt, operations, memory, nonce)
    try:
        root = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(
            wrapped,
            subject,
            nonce,
            wrapping_key(passphrase, salt, operations, memory),
        )
    except CryptoError as error:
        raise Refused("another passphrase") from error
    key = Key(journal, root, data[-FOOTER_BYTES:])
    demand(key.commitment(subject) == commitment, "another commitment")
    return key


# Objects of a remote.


def read_segment(keys: list[Key], data: bytes, name: str) -> bytes:
    """The segment in an object that was found under a name."""
    parts = NAME.fullmatch(name)
    demand(parts is not None, "no name of a sealed segment")
    content = bytes.fromhex(parts["hash"])
    demand(data[-FOOTER_BYTES:][:16] == content, "another name")
    for key in keys:
        hidden = key.masked(bytes.fromhex(parts["hidden"]), content)
        if hidden[:8] != bytes(8) or key.journal.hex() != parts["journal"]:
            continue
        run = Run(
            hidden[8:24],
            int.from_bytes(hidden[24:32]),
            int.from_bytes(hidden[32:40]),
            hidden[40:],
        )
        segment = key.content(data, key.segment_subject(run))
        demand(Run.of(segment) == (key.journal, run), "another segment")
        return segment
    raise Refused("no key made its name")


def read_blob(keys: list[Key], data: bytes, name: str, wanted: bytes) -> bytes:
    """A blob that is looked for by its SHA-256."""
    for key in keys:
        own = keyed(key.use("names"), 32, wanted).hex()
        if name != f"v1/{key.journal.hex()}/b/{own}":
            continue
        content = key.content(data, key.subject("blob", wanted))
        demand(sha256(content).digest() == wanted, "another content")
        return content
    raise Refused("no key made its name")
