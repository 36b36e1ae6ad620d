#!/usr/bin/env python3
"""Says where the style sheet of the pages has colours that tokens.json has not,
where text on its ground is too faint, and where an icon is drawn differently.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

WEB = Path(__file__).resolve().parent.parent / "Resources" / "web"
COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(")
TOKEN = re.compile(
    r"--([a-z-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
# What lies below a dialog is darker in both appearances.
BACKDROP = "::backdrop { background: rgb(0 0 0 / 0.4); }"
TEXT, CONTROL = 4.5, 3.0
GROUNDS = ("background", "surface", "raised")


def luminance(colour: str) -> float:
    parts = [int(colour[place:place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def faint(name: str, colours: dict[str, str]) -> list[str]:
    """The pairs of text or line and ground that are too much alike."""
    pairs = [("onAccent", "accent", TEXT)]
    for ground in GROUNDS:
        pairs += [(text, ground, TEXT) for text in ("text", "textSecondary")]
    for ground in ("background", "surface"):
        pairs += [("accent", ground, TEXT), ("overdue", ground, TEXT),
                  ("strongLine", ground, CONTROL)]
    pairs += [(soft.removesuffix("Soft"), soft, TEXT)
              for soft in colours if soft.endswith("Soft")]
    return [
        f"tokens.json: {one} on {other} has a contrast of {found:.2f} in the "
        f"{name} appearance; {least} is the least"
        for one, other, least in pairs
        if (found := contrast(colours[one], colours[other])) < least]


def colours() -> list[str]:
    tokens = json.loads((WEB / "tokens.json").read_text())
    faults = [fault for name in tokens for fault in faint(name, tokens[name])]
    wanted = {
        re.sub(r"[A-Z]", lambda letter: "-" + letter[0].lower(), name):
            (tokens["light"][name].lower(), tokens["dark"][name].lower())
        for name in tokens["light"]}
    sheet = (WEB / "base.css").read_text()
    found = {name: pair for name, *pair in TOKEN.findall(sheet)}
    for name in sorted(wanted.keys() | found.keys()):
        if tuple(found.get(name, ())) != wanted.get(name):
            faults.append(
                f"base.css: --{name} is {found.get(name)}, and tokens.json "
                f"says {wanted.get(name)}")
    rest = TOKEN.sub("", sheet).replace(BACKDROP, "")
    faults += [f"base.css: {colour} is no token"
               for colour in COLOUR.findall(rest)]
    known = set(re.findall(r"(--[a-z0-9-]+):", sheet))
    faults += [f"base.css: {name} has no value"
               for name in sorted(set(re.findall(r"var\((--[a-z0-9-]+)", sheet))
                                  - known)]
    return faults


def icons() -> list[str]:
    wanted = {
        "viewBox": "0 0 24 24", "stroke": "currentColor", "fill": "none",
        "stroke-width": "1.75"}
    return [
        f"icons.svg: {symbol.get('id')} has {name} {symbol.get(name)}, and "
        f"icons have {value}"
        for symbol in ElementTree.parse(WEB / "icons.svg").getroot()
        for name, value in wanted.items() if symbol.get(name) != value]


def main() -> int:
    faults = colours() + icons()
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
