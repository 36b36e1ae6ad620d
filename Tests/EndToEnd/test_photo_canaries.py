"""Where a photo was taken, by whom and with what is nowhere, but in an original
that its keeper asked for."""

from __future__ import annotations

import base64
import json
import re
import struct
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from drawing import picture
from program import Home

# As a search finds them in text, and in EXIF as three fractions each.
TEXTS = [b"CANARY", b"47.123", b"47,123", b"8.765", b"47 deg", b"47\xc2\xb0"]
LATITUDE, LONGITUDE = "47.1234567", "8.7654321"
# Where exiftool finds nothing of a place, a person, a camera or a program.
TOLD = ("GPS", "CANARY", "Serial", "Model", "Owner", "Artist", "Creator", "XMP",
        "IPTC", "Comment", "Software")


def rational(value: str) -> list[bytes]:
    """Degrees and minutes as EXIF has them, in both orders of bytes."""
    degrees = float(value)
    pairs = (int(degrees), 1, int(degrees % 1 * 60), 1)
    return [struct.pack(f"{order}4I", *pairs) for order in ("<", ">")]


CANARIES = [*TEXTS, *rational(LATITUDE), *rational(LONGITUDE)]


def source(path: Path, number: int, day: str) -> Path:
    """A picture that says all that one can say."""
    picture(path, number=number)
    subprocess.run(
        [
            "exiftool", "-q", "-overwrite_original",
            f"-DateTimeOriginal={day} 09:00:00",
            f"-GPSLatitude={LATITUDE}", "-GPSLatitudeRef=N",
            f"-GPSLongitude={LONGITUDE}", "-GPSLongitudeRef=E",
            "-GPSAltitude=4321", "-GPSAreaInformation=CANARYAREA",
            "-GPSDateStamp=2026:03:01", "-GPSTimeStamp=08:00:00",
            "-Make=CANARYMAKE", "-Model=CANARYMODEL", "-Artist=CANARYARTIST",
            "-Copyright=CANARYCOPY", "-ImageDescription=CANARYTEXT",
            "-UserComment=CANARYUSER", "-SerialNumber=CANARYSERIAL",
            "-OwnerName=CANARYOWNER", "-LensModel=CANARYLENS",
            "-HostComputer=CANARYHOST", "-MakerNotes:all=CANARYMAKER",
            "-XMP:City=CANARYCITY", "-XMP:Creator=CANARYCREATOR",
            f"-XMP:GPSLatitude={LATITUDE}", f"-XMP:GPSLongitude={LONGITUDE}",
            "-XMP:Title=CANARYTITLE", "-XMP:PersonInImage=CANARYPERSON",
            "-IPTC:City=CANARYCITY", "-IPTC:By-line=CANARYLINE",
            "-IPTC:Caption-Abstract=CANARYCAPTION", "-Comment=CANARYCOMMENT",
            "-PhotoshopQuality=7", path,
        ],
        check=True,
    )
    content = path.read_bytes()
    # Each of them is found where it is.
    assert content.count(b"CANARY") >= 15
    for value in (LATITUDE, LONGITUDE):
        assert any(canary in content for canary in rational(value)), value
    told = subprocess.run(
        ["exiftool", "-n", path], capture_output=True, text=True, check=True)
    assert "47.123456" in told.stdout and "8.765432" in told.stdout
    return path


def is_picture(content: bytes) -> bool:
    return content[:2] == b"\xff\xd8" or content[:4] in (b"RIFF", b"GIF8")


def search(*places: Path, but: set[Path] = frozenset()) -> int:
    """Looks for what is nowhere to be; how many pictures were looked at."""
    pictures = 0
    for place in places:
        for path in [place, *place.rglob("*")]:
            if not path.is_file() or path in but:
                continue
            content = path.read_bytes()
            for canary in CANARIES:
                assert canary not in content, f"{canary!r} in {path}"
            assert not any(
                canary.decode("latin-1") in path.name for canary in TEXTS)
            if is_picture(content):
                pictures += 1
                says_nothing(path)
    return pictures


def says_nothing(path: Path) -> None:
    told = subprocess.run(
        ["exiftool", "-G1", "-a", "-u", "-j", path],
        capture_output=True, check=True)
    (tags,) = json.loads(told.stdout)
    for name, value in tags.items():
        # The file's own place and name are this test's.
        if name.startswith(("System:", "ExifTool:", "SourceFile")):
            continue
        for word in TOLD:
            assert word not in name and word not in str(value), (path, name)


@pytest.fixture
def sources(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "CANARYFOLDER"
    folder.mkdir()
    found = [
        source(folder / f"CANARYNAME{number}.jpg", number,
               f"2026:03:{number + 1:02}")
        for number in range(3)
    ]
    # The same by other formats.
    webp = folder / "CANARYNAME.webp"
    Image.open(source(folder / "CANARYNAME4.jpg", 4, "2026:03:05")).save(webp)
    subprocess.run(
        ["exiftool", "-q", "-overwrite_original", "-TagsFromFile",
         folder / "CANARYNAME4.jpg", "-EXIF:all", "-XMP:all", webp], check=True)
    assert b"CANARYMODEL" in webp.read_bytes()
    return [*found, webp]


def use(home: Home, out: Path) -> list[Path]:
    """Makes all that is made of photos; where it lies."""
    out.mkdir()
    folder = out / "remote"
    home.do("remote", "add", "stick", str(folder))
    home.do("sync", "--photos")
    home.do("sync", "--photos", "--check")
    home.do("export", "photos", str(out / "exported"))
    for ending in ("webp", "gif", "html", "mp4"):
        home.do(
            "photo", "timelapse", "Monty", "--dates",
            "-o", str(out / f"film.{ending}"))
    for name, words in {
        "events": ["export", "events"], "json": ["export", "json"],
        "csv": ["export", "csv", "--what", "history"],
        "ics": ["export", "ics"], "history": ["history", "--json"],
        "list": ["photo", "list", "--all", "--json"],
        "blocks": ["photo", "list", "Monty", "--pictures", "blocks"],
        "kitty": ["photo", "show", "Monty", "--pictures", "kitty"],
        "iterm": ["photo", "show", "Monty", "--pictures", "iterm"],
        "show": ["show", "Monty", "--json"], "doctor": ["doctor", "--full"],
    }.items():
        (out / name).write_bytes(home.run(*words).output)
    inlined(out / "iterm", b"File=")
    inlined(out / "film.html", b"base64,")
    return [out]


def inlined(path: Path, mark: bytes) -> None:
    """Puts the pictures within a file beside it, as files of their own."""
    content = path.read_bytes()
    found = re.findall(rb"(?:base64,|inline=1[^:]*:)([A-Za-z0-9+/=]{100,})", content)
    assert mark in content and found, path
    for number, text in enumerate(found):
        path.with_name(f"{path.name}-{number}.jpg").write_bytes(
            base64.b64decode(text))


def test_where_a_photo_was_taken_is_nowhere(
    home: Home, sources: list[Path], tmp_path: Path
) -> None:
    home.do("photo", "add", "Monty", *map(str, sources))
    home.do("settings", "set", "photoFormat", "webp")
    home.do("photo", "add", "Basil", str(sources[0]))
    # Four photos of Monty and one of Basil, each with a thumbnail in the cache, and
    # the four thumbnails that events name: one picture is in two of them.
    assert search(home.path) == 14
    home.do("backup")
    places = use(home, tmp_path / "out")
    # As pictures of their own: remote, export, two films, and those inlined.
    assert search(home.path, *places) > 14 + 9 + 5 + 2


def test_an_original_lies_in_one_place(
    home: Home, sources: list[Path], tmp_path: Path
) -> None:
    home.do("photo", "add", "Monty", *map(str, sources), "--keep-original")
    originals = home.path / "originals"
    kept = set(originals.glob("?" * 64))
    assert {path.read_bytes() for path in kept} == {
        path.read_bytes() for path in sources}
    places = use(home, tmp_path / "out")
    search(home.path, *places, but=kept)
    # A backup is the keeper's own, and has them as it says.
    backup = Path(home.json("backup", str(tmp_path / "stick"))["path"])
    manifest = json.loads((backup / "manifest.json").read_text())
    shared = {tmp_path / "stick" / "photos" / name for name in manifest["originals"]}
    assert {path.read_bytes() for path in shared} == {
        path.read_bytes() for path in sources}
    search(tmp_path / "stick", but=shared)
    # Who joins gets photos, and no original.
    other = Home(tmp_path / "other", home.extra)
    other.do("remote", "add", "stick", str(tmp_path / "out" / "remote"))
    other.do("sync", "--photos")
    assert len(list((other.path / "blobs").glob("?" * 64))) == 2 * len(sources)
    search(other.path)
    # Erased, they go with the photos.
    home.do("erase", "--plant", "Monty", "--photos", "--yes")
    assert not any(path.exists() for path in kept)
    search(home.path)
