"""Pictures of all kinds come out upright, in sRGB, in bounds, and say nothing
but when they were taken; readers that share no code with the program judge."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from photo_program import WEBP, Photo
from pictures import (
    CORNERS, converted, corners, display_p3, drawn, heif, is_upright, saved,
    tagged, told, words_last,
)

CANARY = "Canary8f3a"
TAKEN, OFFSET = "2024:03:15 14:22:07", "+01:00"


def turned(orientation: int) -> bytes:
    """A JPEG that has to be turned to stand upright."""
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    image = Image.open(io.BytesIO(drawn()))
    if orientation in undo:
        image = image.transpose(undo[orientation])
    return tagged(
        saved(image, "JPEG", quality=95), f"-Orientation#={orientation}"
    )


@pytest.fixture(scope="module")
def photo():
    with Photo() as program:
        yield program


@pytest.mark.parametrize("orientation", range(1, 9))
def test_jpegs_are_turned(photo: Photo, orientation: int) -> None:
    stored = photo.store(turned(orientation))
    assert (stored.width, stored.height) == (800, 600)
    assert is_upright(stored.file)
    assert is_upright(stored.thumbnail, 20)
    assert "EXIF:Orientation" not in told(stored.file) or (
        told(stored.file)["EXIF:Orientation"] == 1
    )


MADE = {
    "jpeg": lambda: converted("jpeg", "-quality", "95"),
    "progressive jpeg": lambda: converted(
        "jpeg", "-quality", "95", "-interlace", "JPEG"),
    "CMYK jpeg": lambda: converted(
        "jpeg", "-quality", "95", "-colorspace", "CMYK"),
    "grey jpeg": lambda: converted("jpeg", "-colorspace", "Gray"),
    "png": lambda: drawn(),
    "16 bit png": lambda: converted("png", "-depth", "16"),
    "png of a palette": lambda: drawn(mode="P"),
    "webp": lambda: converted("webp", "-quality", "95"),
    "heic": lambda: heif("-q", "95"),
    "avif": lambda: heif("-A", "-q", "95", suffix="avif"),
}


@pytest.mark.parametrize("kind", MADE)
def test_kinds_are_read(photo: Photo, kind: str) -> None:
    file = MADE[kind]()
    opened = photo.open(file)
    assert opened.kind == "image/" + kind.split()[-1].replace(
        "palette", "png")
    stored = photo.store(file)
    assert (stored.width, stored.height) == (800, 600)
    image = Image.open(io.BytesIO(stored.file))
    assert image.format == "JPEG" and image.mode == "RGB"
    if kind == "CMYK jpeg":
        # Inks are no colours of a screen, but red ink is red.
        for place, colour in CORNERS.items():
            found = corners(stored.file)[place]
            assert found.index(max(found)) == colour.index(max(colour))
    elif kind == "grey jpeg":
        assert len(set(image.getpixel((10, 10)))) == 1
    else:
        # A palette has few colours.
        assert is_upright(stored.file, 30 if "palette" in kind else 12)
    small = Image.open(io.BytesIO(stored.thumbnail))
    assert (small.size, small.format) == ((200, 200), "JPEG")


def test_what_is_transparent_is_white(photo: Photo) -> None:
    image = Image.new("RGBA", (400, 300), (0, 0, 0, 0))
    image.paste((200, 0, 0, 255), (0, 0, 200, 300))
    stored = photo.store(saved(image, "PNG"))
    result = Image.open(io.BytesIO(stored.file))
    assert min(result.getpixel((300, 150))) > 250
    assert result.getpixel((100, 150))[0] > 190


def test_wide_colours_become_those_of_screens(photo: Photo) -> None:
    """The same numbers are a stronger red in Display P3 than in sRGB."""
    image = Image.new("RGB", (64, 64), (180, 60, 60))
    wide = photo.store(saved(image, "PNG", icc_profile=display_p3()))
    plain = photo.store(saved(image, "PNG"))
    red, green, _ = Image.open(io.BytesIO(wide.file)).getpixel((32, 32))
    assert 190 < red < 200 and 40 < green < 52
    assert Image.open(io.BytesIO(plain.file)).getpixel((32, 32))[0] < 184
    assert not any("ICC" in name for name in told(wide.file))


@pytest.mark.parametrize(
    "width, height, wanted",
    [
        (3000, 1500, (2048, 1024)), (1500, 3000, (1024, 2048)),
        (2048, 2048, (2048, 2048)), (2049, 10, (2048, 10)), (1, 1, (1, 1)),
        (20_000, 1, (2048, 1)), (7, 5, (7, 5)),
    ],
)
def test_no_edge_is_longer_than_asked(
    photo: Photo, width: int, height: int, wanted: tuple[int, int]
) -> None:
    image = Image.new("RGB", (width, height), (90, 120, 90))
    stored = photo.store(saved(image, "PNG"))
    assert (stored.width, stored.height) == wanted
    assert Image.open(io.BytesIO(stored.file)).size == wanted
    assert Image.open(io.BytesIO(stored.thumbnail)).size == (200, 200)


@pytest.mark.parametrize("kind", ["jpeg", "png", "webp", "heic", "avif"])
@pytest.mark.parametrize("form", ["jpeg", WEBP])
def test_nothing_is_said_but_when_it_was_taken(
    photo: Photo, kind: str, form: str
) -> None:
    suffix = {"jpeg": "jpg"}.get(kind, kind)
    file = tagged(
        MADE[kind](), f"-Artist={CANARY}", f"-XMP:Creator={CANARY}",
        f"-ImageDescription={CANARY}", "-GPSLatitude=48.8566",
        "-GPSLatitudeRef=N", "-GPSLongitude=2.3522", "-GPSLongitudeRef=E",
        f"-XMP:City={CANARY}", "-SerialNumber=" + CANARY,
        f"-DateTimeOriginal={TAKEN}", f"-OffsetTimeOriginal={OFFSET}",
        suffix=suffix,
    )
    opened = photo.open(file)
    assert opened.times["original"] == TAKEN
    assert opened.times["originalOffset"] == OFFSET
    stored = photo.store(file, form, taken=TAKEN, offset=OFFSET)
    for result in (stored.file, stored.thumbnail):
        assert CANARY.encode() not in result
        assert not any("GPS" in name or "XMP" in name for name in told(result))
    found = told(stored.file)
    assert found["EXIF:DateTimeOriginal"] == TAKEN
    assert found["EXIF:OffsetTimeOriginal"] == OFFSET
    assert "EXIF:DateTimeOriginal" not in told(stored.thumbnail)
    assert Image.open(io.BytesIO(stored.file)).format == form.upper()


def test_times_are_told_by_where_they_stand(photo: Photo) -> None:
    file = converted("jpeg")
    assert photo.open(file).times == {}
    assert photo.open(tagged(
        file, f"-CreateDate={TAKEN}", f"-OffsetTimeDigitized={OFFSET}",
        f"-OffsetTime={OFFSET}", "-GPSDateStamp=2024:03:15",
        "-GPSTimeStamp=13:22:07",
    )).times == {
        "digitized": TAKEN, "digitizedOffset": OFFSET, "offset": OFFSET,
        "gpsDate": "2024:03:15", "gpsTime": "13/1 22/1 7/1",
    }
    only_xmp = tagged(file, "-XMP-exif:DateTimeOriginal=2024:03:15 14:22:07")
    assert photo.open(only_xmp).times == {"xmp": "2024-03-15T14:22:07"}
    best = tagged(
        file, "-XMP-xmp:CreateDate=2020:01:01 00:00:00",
        "-XMP-photoshop:DateCreated=2024:03:15 14:22:07+01:00",
    )
    assert photo.open(best).times["xmp"] == "2024-03-15T14:22:07+01:00"


def test_what_a_png_says_behind_its_pixels_is_read(photo: Photo) -> None:
    file = tagged(
        drawn(), f"-DateTimeOriginal={TAKEN}", f"-OffsetTimeOriginal={OFFSET}",
        "-XMP-exif:DateTimeOriginal=2020:01:01 00:00:00", suffix="png")
    said = photo.open(file).times
    assert said == {
        "original": TAKEN, "originalOffset": OFFSET,
        "xmp": "2020-01-01T00:00:00"}
    assert photo.open(words_last(file)).times == said
    # How it is to be turned is read there, too.
    lying = words_last(tagged(drawn(), "-Orientation#=6", suffix="png"))
    stored = photo.store(lying)
    assert (stored.width, stored.height) == (600, 800)


@pytest.mark.parametrize(
    "text", ["0000:00:00 00:00:00", "2024:13:45 99:99:99", "    :  :     :  :  ",
             "yesterday", "x" * 200],
)
def test_times_that_cannot_be_are_told_as_they_are(
    photo: Photo, text: str
) -> None:
    """Whoever asks decides; a text without bounds is left out."""
    file = tagged(converted("jpeg"), f"-DateTimeOriginal#={text}")
    assert photo.open(file).times.get("original") in (text, text[:19], None)
    assert photo.store(file).width == 800


def test_alike_pictures_have_hashes_alike(photo: Photo) -> None:
    source = Image.effect_mandelbrot((900, 700), (-2, -1, 1, 1), 60)
    source = source.convert("RGB")
    first = photo.store(saved(source, "PNG"))

    def distance(image: Image.Image, **options: object) -> int:
        other = photo.store(saved(image, "JPEG", **options))
        return (first.hash ^ other.hash).bit_count()

    assert distance(source, quality=40) <= 4
    assert distance(source.resize((450, 350)), quality=90) <= 4
    assert distance(source.point(lambda value: value * 7 // 10)) <= 4
    assert distance(Image.open(io.BytesIO(drawn())).convert("RGB")) > 9


def test_brightness_and_sharpness_are_told(photo: Photo) -> None:
    for grey in (10, 128, 240):
        image = Image.new("RGB", (300, 300), (grey,) * 3)
        assert abs(photo.store(saved(image, "PNG")).brightness - grey) <= 2
    from PIL import ImageFilter

    noise = Image.effect_noise((1600, 1600), 120).convert("RGB")
    sharp = photo.store(saved(noise.resize((400, 400)), "PNG"))
    soft = photo.store(saved(
        noise.resize((400, 400)).filter(ImageFilter.GaussianBlur(6)), "PNG"))
    assert sharp.sharpness > 10 * soft.sharpness


def test_pixels_are_drawn_within_bounds(photo: Photo) -> None:
    width, height, pixels = photo.draw(turned(6), 80, 80)
    assert (width, height) == (80, 60)
    image = Image.frombytes("RGB", (width, height), pixels)
    assert is_upright(saved(image, "PNG"))


def test_the_same_bytes_with_more_threads(photo: Photo) -> None:
    with Photo(threads=2) as other:
        file = converted("jpeg", width=4000, height=3000)
        assert other.store(file) == photo.store(file)
