"""Files that are meant to do harm, or are broken, get an error within bounds;
the program goes on, or ends alone; nothing that it must not do is possible."""

from __future__ import annotations

import io
import random
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from photo_program import Ended, Photo, Refused
from pictures import converted, drawn, heif, saved, tagged, words_last

# In as many parts, which run side by side; the long campaign has 25,000.
PARTS = 4
MUTATIONS = 250


def png(width: int, height: int, depth: int = 8, colour: int = 2,
        rows: bytes = b"") -> bytes:
    """A PNG that says of itself what it likes."""
    def chunk(name: bytes, content: bytes) -> bytes:
        check = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(
            ">I", check)

    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    )


def jpeg_of_size(width: int, height: int) -> bytes:
    """A small JPEG whose header claims another size."""
    file = bytearray(converted("jpeg"))
    place = file.index(b"\xff\xc0") + 5
    file[place:place + 4] = struct.pack(">HH", height, width)
    return bytes(file)


HOSTILE = {
    "nothing": lambda: b"",
    "a word": lambda: b"plant",
    "zeros": lambda: bytes(1 << 20),
    "noise": lambda: random.Random(1).randbytes(1 << 20),
    "only a JPEG's first bytes": lambda: b"\xff\xd8\xff\xe0",
    "half a JPEG": lambda: converted("jpeg")[: len(converted("jpeg")) // 2],
    "a JPEG without its end": lambda: converted("jpeg", "-quality", "95")[:-200],
    "half a PNG": lambda: drawn()[: len(drawn()) // 2],
    "half a WebP": lambda: converted("webp")[: len(converted("webp")) // 2],
    "half a HEIC": lambda: heif()[: len(heif()) // 2],
    "PNG of 50,000 squared": lambda: png(50_000, 50_000),
    "PNG of 50,000 squared, one bit": lambda: png(50_000, 50_000, 1, 0),
    "PNG of 65,535 by 1": lambda: png(65_535, 1),
    "PNG without rows": lambda: png(1_000, 1_000),
    "PNG of no pixels": lambda: png(0, 0),
    "JPEG of 65,500 squared": lambda: jpeg_of_size(65_500, 65_500),
    "SVG": lambda: b'<svg xmlns="http://www.w3.org/2000/svg"><image '
    b'href="file:///etc/passwd"/></svg>',
    "SVG that begins as a JPEG": lambda: b"\xff\xd8\xff<svg/>",
    "PDF": lambda: b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n",
    "PostScript": lambda: b"%!PS-Adobe-3.0\nquit\n",
    "MVG": lambda: b"push graphic-context\nimage over 0,0 0,0 '/etc/passwd'\n",
    "MSL": lambda: b'<?xml version="1.0"?><image><read filename="/etc/passwd"/>'
    b"</image>",
    "PPM": lambda: b"P6\n1 1\n255\n\0\0\0",
    "a matrix": lambda: b"2 2\n1 2\n3 4\n",
    "GIF": lambda: saved(Image.new("P", (8, 8)), "GIF"),
    "TIFF": lambda: saved(Image.new("RGB", (8, 8)), "TIFF"),
    "BMP": lambda: saved(Image.new("RGB", (8, 8)), "BMP"),
    "ICO": lambda: saved(Image.new("RGB", (16, 16)), "ICO"),
    "JPEG 2000": lambda: b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(64),
    "JPEG XL": lambda: b"\xff\x0a" + bytes(64),
    "QuickTime": lambda: b"\0\0\0\x14ftypqt  " + bytes(64),
    "HEIC of its brand alone": lambda: b"\0\0\0\x18ftypheic" + bytes(64),
    "AVIF of its brand alone": lambda: b"\0\0\0\x18ftypavif" + bytes(64),
    "WebP of its name alone": lambda: b"RIFF\0\0\0\0WEBPVP8 " + bytes(64),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_picture_is_refused(kind: str) -> None:
    with Photo() as photo:
        with pytest.raises(Refused) as refusal:
            photo.store(HOSTILE[kind]())
        message = str(refusal.value)
        assert message and message.isprintable() and len(message) < 600
        # And the next one is taken.
        assert photo.store(converted("jpeg")).width == 800


LARGE = {
    "flat PNG of 98 megapixels": lambda: png(
        9_900, 9_900, 8, 2, b"".join(b"\0" + bytes(29_700) for _ in range(9_900))
    ),
    "progressive JPEG of 98 megapixels": lambda: saved(
        Image.new("RGB", (9_900, 9_900), (9, 99, 9)), "JPEG", progressive=True),
    "a strip": lambda: saved(Image.new("RGB", (1, 20_000)), "PNG"),
    "much behind the picture": lambda: converted("jpeg") + bytes(40 << 20),
}


@pytest.mark.parametrize("kind", LARGE)
def test_large_ones_are_taken_or_refused_in_bounds(kind: str) -> None:
    with Photo() as photo:
        file = LARGE[kind]()
        try:
            assert max(photo.store(file).width, 1) <= 2_048
        except Refused as refusal:
            assert "memory" in str(refusal) or "too many" in str(refusal)
        status = Path(f"/proc/{photo.process.pid}/status").read_text()
        peak = next(
            line for line in status.splitlines() if line.startswith("VmHWM")
        )
        assert int(peak.split()[1]) < 600 << 10, peak
        assert photo.store(converted("jpeg")).width == 800


def test_more_threads_take_hardly_more_memory() -> None:
    """As each reserved some for itself, photos were refused by chance."""
    picture = Image.frombytes(
        "RGB", (1_500, 1_125), random.Random(1).randbytes(1_500 * 1_125 * 3))
    large = saved(picture.resize((6_000, 4_500)), "JPEG", quality=95)
    with Photo(threads=4, wrapper=("prlimit", f"--as={400 << 20}")) as photo:
        for _ in range(3):
            assert photo.store(large).width == 2_048


@pytest.mark.parametrize("part", range(PARTS))
def test_pictures_that_were_changed_anywhere(
    part: int, seed: int, is_long: bool
) -> None:
    """Each is taken or refused; what ends the program is counted, and is no
    more than a few in a thousand: it ends alone."""
    count = MUTATIONS * (25 if is_long else 1)
    chance = random.Random(f"{seed} {part}")
    sources = [
        converted("jpeg"), drawn(), converted("webp"), heif(),
        heif("-A", suffix="avif"), converted("jpeg", "-interlace", "JPEG"),
        words_last(tagged(drawn(), "-Artist=Ann", suffix="png")),
    ]
    counts = {"taken": 0, "refused": 0, "ended": 0}
    photo = Photo()
    for number in range(count):
        file = bytearray(chance.choice(sources))
        for _ in range(chance.randint(1, 12)):
            place = chance.randrange(len(file))
            match chance.randrange(4):
                case 0:
                    file[place] = chance.randrange(256)
                case 1:
                    del file[place:place + chance.randint(1, 64)]
                case 2:
                    file[place:place] = chance.randbytes(chance.randint(1, 64))
                case 3:
                    # Headers are where lengths and sizes are.
                    file[place % 256] = chance.choice([0, 1, 127, 128, 255])
            if not file:
                break
        try:
            if number % 4:
                stored = photo.store(bytes(file), edge=256)
                assert max(stored.width, stored.height) <= 256, (
                    seed, part, number)
                Image.open(io.BytesIO(stored.file)).load()
            else:
                (piece,) = photo.film(
                    "rgb", [bytes(file)], width=64, height=48, aligned=True
                ).pieces
                assert len(piece) == 3 * 64 * 48, (seed, part, number)
            counts["taken"] += 1
        except Refused:
            counts["refused"] += 1
        except Ended:
            counts["ended"] += 1
            photo = Photo()
    photo.process.stdin.close()
    photo.process.wait(10)
    print(f"part {part}: {counts}")
    assert counts["refused"] > 0 < counts["taken"]
    assert counts["ended"] <= count // 100


def test_a_cut_picture_is_never_taken_by_several_threads() -> None:
    """The last part fails in one thread as the other one ends well."""
    file = png(1, 1, rows=b"\0\xff\0\0")
    pixels = file[: file.index(b"IDAT") + 8]
    with Photo(threads=2) as photo:
        for _ in range(300):
            with pytest.raises(Refused):
                photo.draw(pixels, 1, 1)
        photo.draw(file, 1, 1)


def test_nonsense_for_requests_is_refused() -> None:
    with Photo() as photo:
        for request in (
            ["open"], ["open", 1], ["store"], ["draw", 1], ["fly", 1], [], [1],
            ["store", 2048, "jpeg", 0, "", ""], ["draw", 1 << 40, 1],
            ["store", 2048, "jpeg", 88, "", ""],
        ):
            with pytest.raises(Refused):
                photo.ask("none", *request)
        assert photo.store(converted("jpeg")).width == 800


def test_the_guards_are_in_force() -> None:
    """1 is Landlock, 2 seccomp: where the kernel has both, both are used."""
    with Photo() as photo:
        assert photo.guards & 2
        rules = Path("/sys/kernel/security/lsm")
        if rules.exists() and "landlock" in rules.read_text():
            assert photo.guards & 1
        status = Path(f"/proc/{photo.process.pid}/status").read_text()
        assert "Seccomp:\t2" in status
        limits = Path(f"/proc/{photo.process.pid}/limits").read_text()
        for name, value in {
            "Max address space": 768 << 20, "Max core file size": 0,
            "Max file size": 0,
        }.items():
            assert f"{name:26}{value:<21}" in limits, limits
