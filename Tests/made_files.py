#!/usr/bin/env python3
"""Says where files are made elsewhere than in POSIXKit.

What makes a file where others may write must not follow a link that they have
put there: POSIXKit's Folder sees to that, and nothing else asks the system. LMDB
makes the files of its environment itself, below a directory of ours.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What makes files, and what opens them with flags that may. Nobody puts links into
# /proc.
CALL = re.compile(
    r"(?<![\w.])(?:Glibc\s*\.\s*)?"
    r"(?:(?:creat|fopen|freopen|mkstemps?|mkostemps?|mkdtemp|tmpfile|mknod|mkfifo)"
    r"(?:64|at)?\s*\(|open(?:64|at)?\s*\((?!.?/proc/self/)[^;{}]*?\bO_[A-Z])"
    r"|\bO_(?:CREAT|TMPFILE)\b")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def main() -> int:
    faults = []
    for file in sorted((ROOT / "Sources").rglob("*")):
        module = file.relative_to(ROOT / "Sources").parts[0]
        if file.suffix not in {".swift", ".c", ".h"} or module in {
                "POSIXKit", "CPOSIXShims"}:
            continue
        # Lines keep their numbers.
        text = COMMENT.sub(
            lambda comment: "\n" * comment[0].count("\n"), file.read_text())
        faults += [
            f"{file.relative_to(ROOT)}:{text.count(chr(10), 0, call.start()) + 1}: "
            "makes or opens a file, which is POSIXKit's to do"
            for call in CALL.finditer(text)]
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
