"""The table that the benchmarks print."""

from __future__ import annotations

import platform
import shutil
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from processes import Samples
from rows import Row, duration


def table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rows = [heads, ["---"] * len(heads), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def limits_table(rows: Sequence[Row]) -> str:
    answers = {True: "yes", False: "**no**", None: "–"}
    return table(
        [
            "work",
            "limit",
            "measured",
            "C, in the same run",
            "holds?",
            "what the time goes to",
        ],
        [
            [
                row.work,
                row.limit,
                row.measured,
                row.least,
                answers[row.holds],
                row.limited_by,
            ]
            for row in rows
        ],
    )


def runs_table(samples: Sequence[Samples]) -> str:
    return table(
        ["program", "runs", "least", "median", "most"],
        [
            [
                taken.name,
                str(len(taken.seconds)),
                duration(min(taken.seconds)),
                duration(taken.median),
                duration(max(taken.seconds)),
            ]
            for taken in samples
            if taken.seconds
        ],
    )


# What other runs measured stays when the rest is measured again: what a log
# costs as it grows, and what `compare.py --count` said of changes.
GROWTH, COUNTED = "## Growth", "## Instructions"


def document(
    rows: Sequence[Row], samples: Sequence[Samples], repository: Path
) -> str:
    """All of it, as it stands in RESULTS.md."""
    _, growth, counted = former(repository)
    return f"""# Results

Written by `make bench`; `README.md` says how it measures.

{conditions(repository)}

{limits_table(rows)}

## The runs behind it

{runs_table(samples)}

{growth}{counted}"""


def with_growth(rows: Sequence[Row], repository: Path) -> str:
    """RESULTS.md, with the growth measured again."""
    before, _, counted = former(repository)
    return f"""{before}{GROWTH}

{conditions(repository)}

{limits_table(rows)}

{counted}"""


def former(repository: Path) -> tuple[str, str, str]:
    """RESULTS.md as it is: what stands before the growth, the growth, and
    what stands after it."""
    text = (repository / "Benchmarks/RESULTS.md").read_text()
    start, counted_head, counted = text.partition(COUNTED)
    before, growth_head, growth = start.partition(GROWTH)
    return before, growth_head + growth, counted_head + counted


def conditions(repository: Path) -> str:
    """Where and when this was measured, for later comparison."""
    today = datetime.now(UTC).date().isoformat()
    load = Path("/proc/loadavg").read_text().split()[0]
    return f"""- {today}, commit {commit(repository)}
- {processor()}
- Linux {platform.release()}, {file_system(repository)}, load {load} at the end
- {packages()}"""


def said(*command: str) -> str:
    """The first line a command prints, if it is there and prints one."""
    if not shutil.which(command[0]):
        return ""
    ended = subprocess.run(command, capture_output=True, text=True)
    lines = ended.stdout.splitlines()
    return lines[0] if ended.returncode == 0 and lines else ""


def commit(repository: Path) -> str:
    """The commit, and whether the files are others than it has."""
    git = ["git", "-C", str(repository)]
    name = said(*git, "rev-parse", "--short", "HEAD") or "unknown"
    others = ["--", ".", ":!Benchmarks/RESULTS.md"]
    changes = said(*git, "status", "--porcelain", *others)
    return f"{name} with changes" if changes else name


def processor() -> str:
    cores = 0
    model = platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "processor":
            cores += 1
        elif name.strip() == "model name":
            model = value.strip()
    return f"{model}, {cores} cores"


def file_system(repository: Path) -> str:
    target = str(repository)
    found = said("findmnt", "-n", "-o", "FSTYPE", "--target", target)
    return found or "unknown"


def packages() -> str:
    """The versions of what both sides are built with."""
    version = Path("/etc/debian_version")
    debian = version.read_text().strip() if version.exists() else "unknown"
    libraries = said(
        "dpkg-query",
        "--show",
        "--showformat=${Package} ${Version}, ",
        "liblmdb-dev",
        "libsodium-dev",
    )
    swift = said("swift", "--version") or "Swift unknown"
    return f"Debian {debian}, {libraries}{swift}"
