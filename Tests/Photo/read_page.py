"""Reads a page of a time-lapse as a browser would, by Python's own parser,
and says what it holds; what must not be there ends it with an error."""

from __future__ import annotations

import base64
import struct
import sys
from html.parser import HTMLParser

EMPTY = {"meta", "img", "input"}


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, attributes: list) -> None:
        self.elements.append((tag, dict(attributes)))
        if tag not in EMPTY:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def handle_data(self, text: str) -> None:
        if self.open:
            self.texts[self.open[-1]][-1] += text

    def all(self, tag: str) -> list[dict[str, str]]:
        return [found for name, found in self.elements if name == tag]


def size(jpeg: bytes) -> tuple[int, int]:
    assert jpeg[:3] == b"\xff\xd8\xff" and jpeg[-2:] == b"\xff\xd9"
    place = 2
    while jpeg[place + 1] not in (0xC0, 0xC2):
        place += 2 + struct.unpack_from(">H", jpeg, place + 2)[0]
    height, width = struct.unpack_from(">HH", jpeg, place + 5)
    return width, height


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    assert text.startswith("<!DOCTYPE html>")
    page = Page()
    page.feed(text)
    page.close()
    assert not page.open, page.open
    # Nothing is fetched, and nothing but the page's own script is run.
    for tag, attributes in page.elements:
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name not in ("href", "srcset", "data", "action")
            if name == "src":
                assert tag == "img" and value.startswith("data:image/jpeg;")
    assert {tag for tag, _ in page.elements} <= {
        "html", "head", "meta", "title", "style", "body", "main", "h1", "div",
        "figure", "img", "figcaption", "button", "label", "input", "output",
        "p", "script",
    }
    (script,) = page.texts["script"]
    for word in ("http", "fetch", "import", "innerHTML", "eval"):
        assert word not in script, word
    policy = [m["content"] for m in page.all("meta") if "http-equiv" in m]
    assert policy and policy[0].startswith("default-src 'none'")
    # All can be named and reached.
    assert page.all("html")[0]["lang"] == "en"
    labelled = {label["for"] for label in page.all("label")}
    sliders = page.all("input")
    assert {s["id"] for s in sliders} == labelled == {"position", "speed"}
    assert all(s["type"] == "range" for s in sliders)
    (speed,) = (s for s in sliders if s["id"] == "speed")
    # 0.3 seconds a photo are in the middle.
    assert float(speed["min"]) == -float(speed["max"]) == -1.0
    assert "300 * Math.pow(6, -speed.value)" in script
    assert page.all("button")[0]["type"] == "button"
    assert page.texts["title"] == page.texts["h1"]
    print("title", page.texts["title"][0])
    pictures = page.all("img")
    captions = page.texts["figcaption"]
    assert [p["alt"] for p in pictures] == [f"Photo, {c}" for c in captions]
    print("pictures", len(pictures))
    sizes = set()
    for picture in pictures:
        kind, digits = picture["src"].split(",")
        assert kind == "data:image/jpeg;base64"
        found = size(base64.b64decode(digits, validate=True))
        assert found == (int(picture["width"]), int(picture["height"]))
        sizes.add(found)
    for width, height in sizes:
        print(f"size {width}x{height}")
    for caption in captions:
        print("label", caption)


main()
