"""Zipped Darwin Core archives, good and bad."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from pathlib import Path

import pytest

from program import USAGE, Home

CHECKLIST = Path(__file__).parent / "samples" / "checklist"
FILES = {path.name: path.read_bytes() for path in CHECKLIST.iterdir()}


def zipped(
    files: dict[str, bytes] = FILES,
    method: int = zipfile.ZIP_DEFLATED,
    comment: bytes = b"",
) -> bytearray:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.comment = comment
        for name, contents in files.items():
            archive.writestr(name, contents)
    return bytearray(buffer.getvalue())


@pytest.fixture
def load(empty: Home, tmp_path: Path):
    """Imports the bytes of an archive."""

    def load(contents: bytes, name: str = "archive.zip"):
        path = tmp_path / name
        path.write_bytes(contents)
        return empty.run("catalogue", "import", str(path))

    return load


def in_folder(folder: str) -> dict[str, bytes]:
    return {f"{folder}/{name}": contents for name, contents in FILES.items()}


def streamed() -> bytes:
    """An archive whose sizes stand behind its files, as of a pipe."""

    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.contents = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, data) -> int:
            self.contents += bytes(data)
            return len(data)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in FILES.items():
            archive.writestr(name, contents)
    return bytes(pipe.contents)


@pytest.mark.parametrize(
    "contents",
    [
        zipped(),
        zipped(method=zipfile.ZIP_STORED),
        zipped(in_folder("checklist-1.2")),
        zipped(FILES | {"folder/": b"", "eml.xml": b"<eml/>"}),
        zipped(FILES | {"other/meta.xml": b"<archive/>"}),
        zipped(comment=b"made by hand"),
        streamed(),
    ],
    ids=["deflated", "stored", "folder", "more", "two", "comment", "streamed"],
)
def test_a_zipped_archive_is_imported(
    empty: Home, load, contents: bytes
) -> None:
    assert load(contents).code == 0
    for query in ["never seen", "unheardofia", "olderia incognta"]:
        (result,) = empty.json("search", query)["results"]
        assert result["scientificName"] == "Unheardofia incognita"


def test_the_large_kind_is_refused(
    load, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fields of 64 bits for everything, as beyond 4 GiB."""
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 0)
    archive = zipped()
    assert b"PK\x06\x06" in archive
    assert "4 GiB" in load(bytes(archive)).message


def test_an_archive_comes_through_a_pipe(empty: Home) -> None:
    contents = bytes(zipped())
    result = empty.do("catalogue", "import", "/dev/stdin", text=contents)
    assert "imported" in result.text


def test_the_name_of_the_file_does_not_matter(empty: Home, load) -> None:
    assert load(zipped(), "no-suffix").code == 0


# What is wrong with an archive is said, and nothing is imported


def patched(signature: bytes, offset: int, number: int, width: str) -> bytes:
    """An archive with another number in each record of a kind."""
    archive = zipped()
    place = archive.find(signature)
    while place >= 0:
        struct.pack_into(f"<{width}", archive, place + offset, number)
        place = archive.find(signature, place + 4)
    return bytes(archive)


LOCAL, ENTRY, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"


def with_two(name: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, FILES[name])
        with pytest.warns(UserWarning):
            archive.writestr(name, FILES[name])
    return buffer.getvalue()


def bomb() -> bytes:
    return bytes(zipped(FILES | {"taxon.txt": b"\0" * 50_000_000}))


def outside(name: str) -> bytes:
    meta = FILES["meta.xml"].replace(b"taxon.txt", name.encode())
    return bytes(zipped(FILES | {"meta.xml": meta, name: FILES["taxon.txt"]}))


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        (zipped()[:-20], "directory"),
        (zipped()[:100], "directory"),
        (b"PK\x03\x04", "directory"),
        (patched(ENTRY, 8, 1, "H"), "password"),
        (patched(ENTRY, 10, 12, "H"), "method 12"),
        (patched(ENTRY, 16, 7, "I"), "sum"),
        (patched(ENTRY, 24, 7, "I"), "sum"),
        (patched(ENTRY, 24, 0xFFFF_FFFF, "I"), "4 GiB"),
        (patched(ENTRY, 24, 0xFFFF_FFF0, "I"), "claims 4294967280 bytes"),
        (patched(ENTRY, 42, 0x00FF_FFFF, "I"), "sum"),
        (patched(ENTRY, 28, 0xFFFF, "H"), "directory"),
        (patched(END, 10, 4, "H"), "one part of several"),
        (patched(END, 4, 1, "H"), "one part of several"),
        (patched(END, 16, 0x00FF_FFFF, "I"), "directory"),
        (with_two("meta.xml"), "two files 'meta.xml'"),
        (zipped({"taxon.txt": FILES["taxon.txt"]}), "no meta.xml"),
        (zipped(in_folder("a") | in_folder("b")), "2 files meta.xml"),
        (zipped({"meta.xml": FILES["meta.xml"]}), "no file 'taxon.txt'"),
        (zipped({}), "directory"),
        (bomb(), "claims 50000000 bytes"),
        (outside("../taxon.txt"), "outside of it"),
        (outside("/etc/passwd"), "outside of it"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bad_archive_is_refused(
    empty: Home, load, contents: bytes, says: str
) -> None:
    assert load(zipped()).code == 0
    result = load(contents)
    assert result.code == USAGE
    assert says in result.message
    assert "nothing was imported" in result.message
    assert "hint: " in result.message
    assert empty.json("search", "unheardofia")["total"] == 1


def test_broken_archives_end_in_an_answer(load, chance: random.Random) -> None:
    whole = zipped()
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(4, len(broken))] = chance.randrange(256)
        if chance.random() < 0.3:
            del broken[chance.randrange(4, len(broken)) :]
        assert load(bytes(broken)).code in (0, USAGE)
