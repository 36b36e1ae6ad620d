#!/usr/bin/env python3
"""Says which files import a module that their target does not depend on.

SwiftPM's own check lets pass what a dependency depends on, so that a command
could reach into storage unseen.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMPORT = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private)\s+)?"
    r"import\s+(?:(?:struct|enum|class|func|protocol|typealias|let|var)\s+)?(\w+)",
    re.MULTILINE)


def main() -> int:
    described = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, check=True,
        capture_output=True)
    targets = json.loads(described.stdout)["targets"]
    modules = {target["name"] for target in targets}
    faults = []
    for target in targets:
        kind = "Tests" if target["type"] == "test" else "Sources"
        folder = ROOT / (target.get("path") or f"{kind}/{target['name']}")
        known = {dependency["byName"][0] for dependency in target["dependencies"]}
        for file in sorted(folder.rglob("*.swift")):
            for name in IMPORT.findall(file.read_text()):
                if name in modules - known - {target["name"]}:
                    faults.append(
                        f"{file.relative_to(ROOT)}: imports {name}, which "
                        f"{target['name']} does not depend on")
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
