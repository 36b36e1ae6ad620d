"""Values with their checksum, made without the program.

SipHash-2-4 is written after its paper (Aumasson and Bernstein, 2012).
"""

from __future__ import annotations

from pathlib import Path

import cbor2
import lmdb

KEY = b"plantguide value"
_MASK = 2**64 - 1


def _rotate(value: int, bits: int) -> int:
    return (value << bits | value >> 64 - bits) & _MASK


def _rounds(v: list[int], count: int) -> None:
    for _ in range(count):
        v[0] = (v[0] + v[1]) & _MASK
        v[2] = (v[2] + v[3]) & _MASK
        v[1] = _rotate(v[1], 13) ^ v[0]
        v[3] = _rotate(v[3], 16) ^ v[2]
        v[0] = _rotate(v[0], 32)
        v[2] = (v[2] + v[1]) & _MASK
        v[0] = (v[0] + v[3]) & _MASK
        v[1] = _rotate(v[1], 17) ^ v[2]
        v[3] = _rotate(v[3], 21) ^ v[0]
        v[2] = _rotate(v[2], 32)


def siphash(data: bytes, key: bytes = KEY) -> bytes:
    """The eight bytes of SipHash-2-4."""
    k0, k1 = (int.from_bytes(half, "little") for half in (key[:8], key[8:]))
    v = [
        k0 ^ 0x736F6D6570736575,
        k1 ^ 0x646F72616E646F6D,
        k0 ^ 0x6C7967656E657261,
        k1 ^ 0x7465646279746573,
    ]
    whole = len(data) // 8 * 8
    last = data[whole:].ljust(7, b"\0") + bytes([len(data) % 256])
    for start in range(0, whole + 8, 8):
        block = data[start : start + 8] if start < whole else last
        word = int.from_bytes(block, "little")
        v[3] ^= word
        _rounds(v, 2)
        v[0] ^= word
    v[2] ^= 0xFF
    _rounds(v, 4)
    return (v[0] ^ v[1] ^ v[2] ^ v[3]).to_bytes(8, "little")


def seal(content: bytes) -> bytes:
    return content + siphash(content)


def meta(home: Path) -> list:
    """What a journal says of itself."""
    with _environment(home) as environment:
        database = environment.open_db(b"meta", create=False)
        with environment.begin(database) as transaction:
            value = transaction.get(b"meta")
    assert siphash(value[:-8]) == value[-8:]
    return cbor2.loads(value[:-8])


def set_meta(home: Path, content: list) -> None:
    with _environment(home) as environment:
        database = environment.open_db(b"meta", create=False)
        with environment.begin(database, write=True) as transaction:
            transaction.put(b"meta", seal(cbor2.dumps(content)))


def remove_meta(home: Path) -> None:
    with _environment(home) as environment:
        database = environment.open_db(b"meta", create=False)
        with environment.begin(database, write=True) as transaction:
            transaction.delete(b"meta")


def damage_first(home: Path, name: str) -> None:
    """Changes the last byte of a database's first value."""
    with _environment(home) as environment:
        database = environment.open_db(name.encode(), create=False)
        with environment.begin(database, write=True) as transaction:
            with transaction.cursor() as cursor:
                assert cursor.first()
                key, value = cursor.item()
            transaction.put(key, value[:-1] + bytes([value[-1] ^ 1]))


def _environment(home: Path) -> lmdb.Environment:
    return lmdb.open(str(home / "lmdb"), max_dbs=32)
