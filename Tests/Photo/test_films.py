"""Films: how many pictures, how large, how long, and that they show what was
given; Pillow reads them, and ffprobe what it does not."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from photo_program import Ended, Photo, Refused
from pictures import converted, saved

COLOURS = [(200, 40, 40), (40, 160, 60), (50, 60, 190), (230, 220, 90)]


def plain(colour: tuple[int, int, int], size: tuple[int, int]) -> bytes:
    return saved(Image.new("RGB", size, colour), "JPEG", quality=92)


def textured(seed: int, size: tuple[int, int] = (640, 480)) -> Image.Image:
    """Blots of many sizes, as leaves are."""
    chance = random.Random(seed)
    image = Image.new("RGB", size, (120, 120, 120))
    for _ in range(400):
        edge = chance.randint(4, 90)
        place = chance.randrange(size[0]), chance.randrange(size[1])
        colour = tuple(chance.randrange(256) for _ in range(3))
        image.paste(colour, (*place, place[0] + edge, place[1] + edge))
    return image


def shifted(image: Image.Image, right: int, down: int) -> Image.Image:
    return ImageChops.offset(image, right, down)


def frames(file: bytes) -> list[tuple[Image.Image, int]]:
    """The pictures of a film, and for how many milliseconds each is shown."""
    film = Image.open(io.BytesIO(file))
    found = []
    for number in range(film.n_frames):
        film.seek(number)
        film.load()
        found.append((film.convert("RGB"), round(film.info["duration"])))
    return found


def difference(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def is_near(one: tuple, other: tuple, tolerance: int) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(one, other))


@pytest.mark.parametrize("kind, tolerance", [("webp", 6), ("gif", 12)])
def test_a_film_has_all_pictures_for_their_time(
    kind: str, tolerance: int
) -> None:
    with Photo(texts=[]) as photo:
        film = photo.film(
            kind, [plain(c, (800, 600)) for c in COLOURS], milliseconds=250)
    found = frames(film.file)
    assert [m for _, m in found] == [250] * 4
    assert Image.open(io.BytesIO(film.file)).info["loop"] == 0
    for (image, _), colour in zip(found, COLOURS, strict=True):
        assert image.size == (320, 240)
        assert is_near(image.getpixel((160, 120)), colour, tolerance)
        assert is_near(image.getpixel((3, 3)), colour, tolerance)


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_pictures_fade_for_a_third_of_their_time(kind: str) -> None:
    with Photo(texts=[]) as photo:
        film = photo.film(
            kind, [plain(c, (800, 600)) for c in COLOURS[:3]], fades=True)
    found = frames(film.file)
    assert [m for _, m in found] == [300, 100, 200, 100, 200]
    half = tuple((a + b) // 2 for a, b in zip(*COLOURS[:2]))
    assert is_near(found[1][0].getpixel((160, 120)), half, 14)


def test_pieces_are_pixels_or_files() -> None:
    files = [plain(c, (800, 600)) for c in COLOURS]
    with Photo(texts=[]) as photo:
        pixels = photo.film("rgb", files, fades=True).pieces
        jpegs = photo.film("jpeg", files, width=200, height=150).pieces
    assert [len(p) for p in pixels] == [320 * 240 * 3] * 7
    assert is_near(tuple(pixels[2][:3]), COLOURS[1], 3)
    for file, colour in zip(jpegs, COLOURS, strict=True):
        image = Image.open(io.BytesIO(file))
        assert image.format == "JPEG" and image.size == (200, 150)
        assert is_near(image.getpixel((100, 75)), colour, 4)


def test_pictures_are_cut_a_little_or_stand_on_black() -> None:
    square = Image.new("RGB", (600, 600), (200, 40, 40))
    square.paste((40, 160, 60), (0, 75, 600, 525))
    high = plain(COLOURS[2], (400, 800))
    with Photo(texts=[]) as photo:
        cut, black = (
            Image.frombytes("RGB", (320, 240), piece)
            for piece in photo.film("rgb", [saved(square, "PNG"), high]).pieces
        )
    # Three quarters of the square are seen.
    for place in ((2, 4), (160, 120), (317, 235)):
        assert is_near(cut.getpixel(place), (40, 160, 60), 4)
    assert black.getpixel((20, 120)) == (0, 0, 0) == black.getpixel((300, 9))
    for place in ((160, 2), (160, 120), (160, 237)):
        assert is_near(black.getpixel(place), COLOURS[2], 4)


@pytest.mark.parametrize("right, down", [(20, -12), (-30, 9), (0, 0)])
def test_pictures_are_moved_upon_each_other(
    right: int, down: int, seed: int
) -> None:
    first = textured(seed)
    files = [saved(i, "PNG") for i in (first, shifted(first, right, down))]
    with Photo(texts=[]) as photo:
        film = photo.film("rgb", files, width=640, height=480, aligned=True)
    assert film.moves[0] == [0, 0]
    # To a pixel of the thumbnail that is compared.
    assert is_near(film.moves[1], (-right, -down), 3)
    one, two = (Image.frombytes("RGB", (640, 480), p) for p in film.pieces)
    middle = (64, 48, 576, 432)
    before = difference(first.crop(middle),
                        shifted(first, right, down).crop(middle))
    after = difference(one.crop(middle), two.crop(middle))
    assert after < 0.5 * before or before == after == 0


def test_what_differs_or_lies_far_off_is_not_moved(seed: int) -> None:
    first = textured(seed)
    for other in (textured(seed + 1), shifted(first, 90, 0),
                  Image.new("RGB", (640, 480), (9, 9, 9))):
        files = [saved(i, "PNG") for i in (first, other)]
        with Photo(texts=[]) as photo:
            film = photo.film("rgb", files, aligned=True)
        assert film.moves == [[0, 0], None]


@pytest.mark.parametrize("shade", [0, 90, 255])
def test_labels_can_be_read_on_any_ground(shade: int) -> None:
    ground = plain((shade,) * 3, (640, 480))
    texts = ["2026-03-01", "2026-03-02", "März <b> & 龜背竹", " "]
    with Photo(texts=texts) as photo:
        assert photo.guards & 2
        *labelled, blank, bare = (
            Image.frombytes("RGB", (640, 480), piece) for piece in photo.film(
                "rgb", [ground] * 5, width=640, height=480,
                texts=[0, 1, 2, 3, None],
            ).pieces
        )
    assert difference(bare, Image.new("RGB", (640, 480), (shade,) * 3)) < 1
    assert difference(blank, bare) == 0
    for image in labelled:
        box = ImageChops.difference(image, bare).convert("L").point(
            lambda v: 255 if v > 8 else 0).getbbox()
        left, top, right, bottom = box
        assert 0 <= left < 40 and 400 < top < 460 and 440 < bottom <= 480
        assert right <= 640
        darkest, brightest = image.crop(box).convert("L").getextrema()
        # Light letters, and dark beside them.
        assert brightest > 240 and darkest < 120
    one, two = (i.crop((0, 400, 200, 480)) for i in labelled[:2])
    assert difference(one, two) > 0.1
    # The days differ, and the rest is the same.
    assert difference(one.crop((0, 0, 90, 80)), two.crop((0, 0, 90, 80))) < 0.05


def test_labels_that_are_too_long_become_small() -> None:
    with Photo(texts=["the large one behind the door to the balcony " * 9]
               ) as photo:
        (piece,) = photo.film(
            "rgb", [plain((9, 9, 9), (640, 480))], texts=[0]).pieces
    image = Image.frombytes("RGB", (320, 240), piece)
    box = image.convert("L").point(lambda v: 255 if v > 40 else 0).getbbox()
    assert 0 < box[0] and 250 < box[2] < 320


@pytest.mark.skipif(
    os.getuid() != 0, reason="nobody but root can look into the program")
def test_fonts_are_read_for_films_alone() -> None:
    def maps(photo: Photo) -> str:
        return Path(f"/proc/{photo.process.pid}/maps").read_text()

    with Photo() as photo:
        assert ".ttf" not in maps(photo) and "fontconfig/" not in maps(photo)
        with pytest.raises(Refused):
            photo.ask("none", "write", ["2026"])
    with Photo(texts=["2026"]) as photo:
        assert ".ttf" in maps(photo)


def test_too_much_is_refused_before_it_is_decoded() -> None:
    with Photo(texts=[]) as photo:
        for width, height, count, fades in (
            (2_048, 2_048, 200, False), (720, 540, 2_100, False),
            (720, 540, 1_100, True), (16, 16, 4_001, False),
        ):
            for kind in ("webp", "gif"):
                with pytest.raises(Refused, match="too large.*choose fewer"):
                    photo.ask("filming", "film", kind, width, height, 300, 70,
                              count, False, fades)
            # Pictures that are handed on one by one are as many as one likes.
            photo.ask("filming", "film", "rgb", width, height, 300, 70, count,
                      False, fades)
        with pytest.raises(Refused, match="too large"):
            photo.ask("filming", "film", "gif", 480, 360, 300, 70, 410, False,
                      False)


def test_films_that_were_not_begun_have_no_pictures() -> None:
    file = converted("jpeg")
    with Photo(texts=["a"]) as photo:
        for request in (
            ["finish"], ["film", "avi", 64, 64, 300, 70, 1, False, False],
            ["film", "webp", 8, 64, 300, 70, 1, False, False],
            ["film", "webp", 64, 64, 300, 70, 1, 1, False], ["frame"],
            ["frame", None], ["write", ["b"]],
        ):
            with pytest.raises(Refused):
                photo.ask("none", *request)
        photo.ask("filming", "film", "webp", 64, 64, 300, 70, 2, False, False)
        with pytest.raises(Refused, match="no film"):
            photo.ask("none", "finish")
        photo.ask("filming", "film", "webp", 64, 64, 300, 70, 2, False, False)
        photo.open(file)
        with pytest.raises(Refused, match="no such text"):
            photo.ask("none", "frame", 1)
        with pytest.raises(Refused, match="no picture"):
            photo.ask("none", "frame", 0)
        # One that is broken leaves the others alone.
        photo.open(file)
        photo.ask("framed", "frame", 0)
        photo.open(file[: len(file) // 2])
        with pytest.raises(Refused):
            photo.ask("framed", "frame", 0)
        photo.open(file)
        photo.ask("framed", "frame", None)
        (film,) = photo.ask("filmed", "finish")
    assert len(frames(film)) in (1, 2)


def test_texts_that_are_none_end_the_program() -> None:
    for texts in ([1], "a", None):
        photo = Photo.__new__(Photo)
        with pytest.raises(Ended) as ending:
            Photo.__init__(photo, texts=texts if texts is not None else {})
        assert ending.value.args == (2,)


def peak(photo: Photo) -> int:
    """The most memory that it held, in KiB."""
    status = Path(f"/proc/{photo.process.pid}/status").read_text()
    return int(next(
        line for line in status.splitlines() if line.startswith("VmHWM")
    ).split()[1])


def noisy(chance: random.Random, size: tuple[int, int], share: int) -> bytes:
    """Noise, or a ground with some of it."""
    noise = Image.frombytes(
        "RGB", size, chance.randbytes(3 * size[0] * size[1]))
    ground = Image.new("RGB", size, (90, 140, 80))
    return saved(Image.blend(ground, noise, share / 100), "JPEG", quality=90)


def test_memory_stays_bounded(seed: int) -> None:
    """Noise is what takes the most: it is refused in the end."""
    file = noisy(random.Random(seed), (960, 720), 100)
    with Photo(texts=[]) as photo:
        photo.ask("filming", "film", "webp", 720, 540, 300, 70, 400, False,
                  False)
        for _ in range(400):
            photo.open(file)
            photo.ask("framed", "frame", None)
        assert peak(photo) < 300 << 10
        with pytest.raises(Refused, match="too large"):
            photo.ask("filmed", "finish")
        assert photo.store(converted("jpeg")).width == 800


@pytest.mark.parametrize("kind, width, height, count", [
    ("webp", 720, 540, 510), ("gif", 480, 360, 400),
])
def test_films_as_large_as_they_may_be_are_made(
    kind: str, width: int, height: int, count: int, seed: int, is_long: bool
) -> None:
    if not is_long:
        pytest.skip("part of the long campaign")
    chance = random.Random(seed)
    # GIF knows no noise: what it makes of that is no film any more.
    files = [noisy(chance, (800, 600), 12 if kind == "webp" else 8)
             for _ in range(7)]
    with Photo(texts=[]) as photo:
        photo.ask("filming", "film", kind, width, height, 300, 70, count,
                  False, False)
        for number in range(count):
            photo.open(files[number % 7])
            photo.ask("framed", "frame", None)
        (film,) = photo.ask("filmed", "finish")
        print(kind, len(film), "bytes, at most", peak(photo), "KiB")
    assert Image.open(io.BytesIO(film)).n_frames == count
