"""Pictures to take photos of."""

from __future__ import annotations

import subprocess
from pathlib import Path

from PIL import Image, ImageDraw


def picture(path: Path, *, number: int = 0, taken: str | None = None) -> Path:
    """A drawn picture that looks like no other number's."""
    image = Image.new("RGB", (400, 300), (200, 220, 190))
    draw = ImageDraw.Draw(image)
    for place in range(12):
        left = (place * 97 + number * 53) % 360
        top = (place * 61 + number * 131) % 260
        shade = (place * 40 + number * 90) % 255
        draw.rectangle((left, top, left + 60, top + 50), (shade, 90, 255 - shade))
    image.save(path, "JPEG", quality=90)
    if taken:
        subprocess.run(
            ["exiftool", "-q", "-overwrite_original", f"-DateTimeOriginal={taken}",
             "-GPSLatitude=52.1234567", "-GPSLatitudeRef=N", "-Model=CANARYCAM",
             path],
            check=True,
        )
    return path
