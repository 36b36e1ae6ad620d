"""Pictures for tests, made by the programs that people's pictures go through:
ImageMagick, libheif's and exiftool. Their readers judge what comes out."""

from __future__ import annotations

import io
import json
import struct
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

# A top left corner of red, right of it green, below it blue: which way up a
# picture is can be seen.
CORNERS = {(0, 0): (220, 30, 30), (1, 0): (30, 200, 30), (0, 1): (30, 30, 220)}


def run(*arguments: str | Path, content: bytes | None = None) -> bytes:
    return subprocess.run(
        [str(a) for a in arguments], check=True, capture_output=True,
        input=content,
    ).stdout


@cache
def drawn(width: int = 800, height: int = 600, mode: str = "RGB") -> bytes:
    """A picture whose corners have the colours above, as PNG."""
    image = Image.new("RGB", (width, height), (128, 128, 128))
    for (column, row), colour in CORNERS.items():
        box = (
            column * width // 2, row * height // 2,
            (column + 1) * width // 2, (row + 1) * height // 2,
        )
        image.paste(colour, box)
    return saved(image.convert(mode), "PNG")


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


@cache
def converted(
    suffix: str, *options: str, width: int = 800, height: int = 600
) -> bytes:
    """The drawn picture as ImageMagick writes it."""
    return run(
        "convert", "png:-", *options, f"{suffix}:-",
        content=drawn(width, height),
    )


@cache
def heif(*options: str, suffix: str = "heic") -> bytes:
    """The drawn picture as libheif's own program writes it."""
    with TemporaryDirectory() as place:
        source, target = Path(place, "a.png"), Path(place, "a." + suffix)
        source.write_bytes(drawn())
        run("heif-enc", *options, source, "-o", target)
        return target.read_bytes()


def display_p3() -> bytes:
    """An ICC profile with the primaries of Display P3 (adapted to D50) and a
    gamma of 2.2."""
    def number(value: float) -> int:
        return round(value * 65_536)

    def point(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + struct.pack(">3i", *map(number, values))

    curve = b"curv\0\0\0\0" + struct.pack(">IHxx", 1, round(2.2 * 256))
    text = b"Display P3\0"
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text
        + bytes(78),
        b"cprt": b"text\0\0\0\0" + b"none\0",
        b"wtpt": point(0.9642, 1.0, 0.8249),
        b"rXYZ": point(0.5151, 0.2412, -0.0011),
        b"gXYZ": point(0.2919, 0.6922, 0.0419),
        b"bXYZ": point(0.1571, 0.0666, 0.7841),
        b"rTRC": curve, b"gTRC": curve, b"bTRC": curve,
    }
    start = 128 + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        table += struct.pack(">4sII", name, start + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    head = struct.pack(
        ">I4sI4s4s4s12s4s", start + len(data), b"none", 0x02400000, b"mntr",
        b"RGB ", b"XYZ ", bytes(12), b"acsp")
    head += bytes(68 - len(head)) + struct.pack(
        ">3i", *map(number, (0.9642, 1.0, 0.8249)))
    return head.ljust(128, b"\0") + table + data


def tagged(file: bytes, *tags: str, suffix: str = "jpg") -> bytes:
    """A picture of which exiftool says more."""
    with TemporaryDirectory() as place:
        path = Path(place, "a." + suffix)
        path.write_bytes(file)
        run("exiftool", "-q", "-overwrite_original", *tags, path)
        return path.read_bytes()


def told(file: bytes) -> dict[str, object]:
    """What exiftool finds in a picture, by group and name."""
    found = json.loads(run("exiftool", "-j", "-G", "-n", "-", content=file))[0]
    return {
        name: value for name, value in found.items()
        if not name.startswith(("File:", "ExifTool:", "Source"))
    }


def words_last(file: bytes) -> bytes:
    """A PNG of which all that it says of itself stands behind its pixels."""
    chunks, place = [], 8
    while place < len(file):
        (length,) = struct.unpack(">I", file[place:place + 4])
        chunks.append(file[place:place + 12 + length])
        place += 12 + length
    said = [c for c in chunks if c[4:8] in (b"eXIf", b"iTXt", b"tEXt")]
    assert said
    rest = [c for c in chunks if c not in said]
    return file[:8] + b"".join(rest[:-1] + said + rest[-1:])


def corners(file: bytes) -> dict[tuple[int, int], tuple[int, ...]]:
    """The colours in the middle of each quarter, as Pillow reads them."""
    image = Image.open(io.BytesIO(file))
    image.load()
    assert image.mode == "RGB"
    return {
        (column, row): image.getpixel((
            image.width * (1 + 2 * column) // 4,
            image.height * (1 + 2 * row) // 4,
        ))
        for column in (0, 1) for row in (0, 1)
    }


def is_upright(file: bytes, tolerance: int = 12) -> bool:
    found = corners(file)
    return all(
        abs(part - wanted) <= tolerance
        for place, colour in CORNERS.items()
        for part, wanted in zip(found[place], colour)
    )
