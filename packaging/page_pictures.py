#!/usr/bin/env python3
"""Makes the pictures of docs/pages.md from the real pages of the sample journal.

usage: page_pictures.py PROGRAMS DIRECTORY

Needs the programs, Debian's chromium-headless-shell, and the pinned Python tools
of the tests. The days of the sample are moved, so that it ended yesterday.
"""

from __future__ import annotations

import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "Resources" / "sample" / "journal.jsonl"
NEXT_DAY = datetime.date(2026, 11, 21)
PHONE, DESK = (390, 844), (1200, 800)

# The name, the address, the size and the appearance of each picture.
PICTURES: list[tuple[str, str, tuple[int, int], str]] = [
    ("today", "/", PHONE, "light"),
    ("today-dark", "/", PHONE, "dark"),
    ("today-desk", "/", DESK, "light"),
    ("collection", "/plants", PHONE, "light"),
    ("plant", "/plants/Monty", PHONE, "light"),
    ("tasks", "/plants/Monty/tasks", PHONE, "light"),
    ("calendar", "/calendar", PHONE, "light"),
    ("history", "/history", PHONE, "dark"),
    ("browse", "/browse", PHONE, "light"),
    ("audit", "/audit", PHONE, "light"),
]


def run(program: Path, *arguments: str, home: Path, text: bytes = b"") -> bytes:
    return subprocess.run(
        [program, *arguments],
        env=os.environ | {"PLANTGUIDE_HOME": str(home)}, input=text,
        check=True, stdout=subprocess.PIPE).stdout


def moved(lines: str) -> str:
    """The lines with all days later by as much as the sample is old."""
    late = datetime.date.today() - NEXT_DAY
    return re.sub(
        r"\b(20\d\d-\d\d-\d\d)(?=[T\"])",
        lambda day: str(datetime.date.fromisoformat(day[0]) + late), lines)


def take(browser: Browser, link: str, folder: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    page.wait_for_url(lambda url: "/join" not in url)
    base = page.url.rstrip("/")
    state = context.storage_state()
    context.close()
    for name, path, (width, height), scheme in PICTURES:
        context = browser.new_context(
            storage_state=state, color_scheme=scheme, reduced_motion="reduce",
            service_workers="block", device_scale_factor=1.5,
            viewport={"width": width, "height": height})
        page = context.new_page()
        page.goto(base + path)
        page.locator("html[data-ready]").wait_for(state="attached")
        target = folder / f"{name}.png"
        page.screenshot(path=target)
        context.close()
        # Few colours are enough for flat areas and text.
        with Image.open(target) as picture:
            small = picture.convert("RGB").quantize(64, dither=Image.Dither.NONE)
        small.save(target, optimize=True)


def main() -> int:
    programs, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        home = Path(place) / "home"
        run(programs / "plantguide", "append", "--as-recorded", home=home,
            text=moved(SAMPLE.read_text(encoding="utf-8")).encode())
        command = [
            programs / "plantguide-serve", "--home", home, "--listen",
            "127.0.0.1:0"]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            assert server.stderr
            for line in server.stderr:
                if "listening" in line:
                    break
            found = run(programs / "plantguide", "web", "--no-open", "--json",
                        home=home)
            with sync_playwright() as play:
                browser = play.chromium.launch(
                    executable_path="/usr/bin/chromium-headless-shell",
                    args=["--no-sandbox"] if os.geteuid() == 0 else [])
                take(browser, json.loads(found)["link"], folder)
                browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
