"""Reads markup with html5lib, which stops at the first fault, and compares what
it finds with the trees that were to be written."""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import html5lib

BASE = "https://journal.example/plants/1?as-of=2026-11-01"
NAMES = "{http://www.w3.org/1999/xhtml}"


def tree(element: Any) -> list[Any]:
    """An element as a list of its name, its attributes and its content."""
    content: list[Any] = [element.text] if element.text else []
    for child in element:
        content.append(tree(child))
        if child.tail:
            content.append(child.tail)
    name = element.tag
    return [name.removeprefix(NAMES), dict(element.attrib), *content]


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    for case in cases:
        seed = f"seed {case['seed']}"
        parser = html5lib.HTMLParser(strict=True)
        try:
            page = parser.parse(case["html"].encode(), transport_encoding="utf-8")
        except html5lib.html5parser.ParseError as error:
            sys.exit(f"{seed}: {error} in {case['html']!r}")
        head, body = page
        titles = [child.text for child in head if child.tag == NAMES + "title"]
        assert titles == [case["title"] or None], f"{seed}: {titles}"
        (root,) = body
        found = tree(root)
        if found != case["tree"]:
            sys.exit(f"{seed}: {found!r} instead of {case['tree']!r}")
        for address in case["addresses"]:
            written = address["text"]
            there = urlsplit(urljoin(BASE, written))
            assert there[:2] == urlsplit(BASE)[:2], f"{seed}: {written}"
            assert [unquote(part) for part in there.path.split("/")[1:]] == (
                address["components"] or [""]), f"{seed}: {written}"
    print(len(cases))


main()
