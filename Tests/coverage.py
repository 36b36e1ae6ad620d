#!/usr/bin/env python3
"""Prints how many lines of each module the Swift tests run.

usage: coverage.py FILE

FILE is the JSON that `llvm-cov export` writes.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "Sources"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    report = json.loads(Path(sys.argv[1]).read_text())
    lines: Counter[str] = Counter()
    covered: Counter[str] = Counter()
    for file in report["data"][0]["files"]:
        path = Path(file["filename"])
        if not path.is_relative_to(SOURCES):
            continue
        module = path.relative_to(SOURCES).parts[0]
        lines[module] += file["summary"]["lines"]["count"]
        covered[module] += file["summary"]["lines"]["covered"]
    if not lines:
        sys.exit(f"coverage.py: {sys.argv[1]} names no file of Sources")
    width = max(map(len, lines))
    for module in sorted(lines):
        print_row(module, width, covered[module], lines[module])
    print_row("all", width, covered.total(), lines.total())


def print_row(name: str, width: int, covered: int, lines: int) -> None:
    print(f"{name:<{width}}  {covered:>6} of {lines:>6}  {covered / lines:6.1%}")


if __name__ == "__main__":
    main()
