"""Keeps what tests were skipped and why, for one list after all of them.

As a plugin of pytest it adds to the list; as a program it prints the list.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

LIST = Path(__file__).resolve().parent.parent / ".build" / "skipped"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reports = terminalreporter.stats.get("skipped", [])
    # A worker reports to the process that has started it.
    if not reports or hasattr(terminalreporter.config, "workerinput"):
        return
    LIST.parent.mkdir(exist_ok=True)
    with LIST.open("a") as file:
        for report in reports:
            reason = report.longrepr
            if isinstance(reason, tuple):
                reason = reason[2].removeprefix("Skipped: ")
            name = report.nodeid.partition("[")[0]
            file.write(f"{name}: {' '.join(str(reason).split())}\n")


def main() -> None:
    lines = LIST.read_text().splitlines() if LIST.exists() else []
    if not lines:
        print("No test was skipped.")
        return
    print(f"{len(lines)} tests were skipped:")
    for line, count in sorted(Counter(lines).items()):
        print(f"  {line}" + (f" ({count} times)" if count > 1 else ""))


if __name__ == "__main__":
    sys.exit(main())
