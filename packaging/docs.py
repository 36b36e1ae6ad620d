#!/usr/bin/env python3
"""Writes the pages of the library from what the build knows of its modules.

usage: docs.py MODULES OUTPUT, where MODULES is the directory of the build.

To a reader the library is one module: a type of one is extended by others, and
links lead from each to each. So the symbols of all are put into one graph, and
the first page lists the types of each module. Fails at a public symbol without
a comment, at code of an article that is not the example's, and at each warning.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = "PlantGuideJournal"
CATALOGUE = ROOT / "docs" / f"{PRODUCT}.docc"
# The modules of the product, and those whose types their functions take and
# give; docs/design/modules.md says why no more.
MODULES = [
    "JournalActions", "JournalQueries", "JournalFormats", "JournalCare",
    "JournalTime", "JournalEvents", "JournalProjections", "Encodings", "ErrorKit",
]  # fmt: skip
ARTICLES = {"KeepOnePlant.md": "Examples/OnePlant/main.swift"}
CODE = re.compile(r"^```swift\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SWIFT = Path(shutil.which("swift") or "swift").resolve().parent


def extract(build: Path, graphs: Path) -> None:
    """Has the compiler write the graph of each module's public symbols."""
    machine = subprocess.run(
        [SWIFT / "swiftc", "-print-target-info"], check=True,
        capture_output=True)
    target = json.loads(machine.stdout)["target"]["unversionedTriple"]
    # C's modules lie beside their maps.
    maps = [*ROOT.glob("Sources/C*/module.modulemap"),
            *build.glob("C*.build/module.modulemap")]
    for module in MODULES:
        subprocess.run(
            [SWIFT / "swift-symbolgraph-extract", "-module-name", module,
             "-target", target, "-I", build / "Modules",
             *(word for file in maps for word in ("-I", file.parent)),
             "-minimum-access-level", "public", "-skip-synthesized-members",
             "-output-dir", graphs], check=True)


def merged(graphs: Path) -> tuple[dict, dict[str, list[str]], list[str]]:
    """One graph of all, the types of each module, and what has no comment."""
    whole: dict = {"symbols": [], "relationships": []}
    types: dict[str, list[str]] = {}
    bare = []
    for module in MODULES:
        names = set()
        for file in sorted(graphs.glob(f"{module}[.@]*")):
            graph = json.loads(file.read_text())
            whole = {**graph, "module": {**graph["module"], "name": PRODUCT},
                     "symbols": whole["symbols"] + graph["symbols"],
                     "relationships":
                         whole["relationships"] + graph["relationships"]}
            for symbol in graph["symbols"]:
                path = symbol["pathComponents"]
                if len(path) == 1:
                    names.add(path[0])
                if "docComment" not in symbol:
                    place = symbol["location"]
                    file_name = place["uri"].removeprefix(f"file://{ROOT}/")
                    bare.append(f"{file_name}:{place['position']['line'] + 1}: "
                                f"{'.'.join(path)} has no comment")
        types[module] = sorted(names)
    return whole, types, bare


def stale() -> list[str]:
    """The articles whose code, put together, is not the example's."""
    return [
        f"{CATALOGUE.relative_to(ROOT) / article}: its code is not {example}"
        for article, example in ARTICLES.items()
        if "\n".join(CODE.findall((CATALOGUE / article).read_text()))
        != (ROOT / example).read_text()
    ]


def main() -> int:
    build, output = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(output, ignore_errors=True)
    graphs, graph = output / "modules", output / "graph"
    graphs.mkdir(parents=True)
    graph.mkdir()
    extract(build, graphs)
    whole, types, faults = merged(graphs)
    faults += stale()
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 1
    (graph / f"{PRODUCT}.symbols.json").write_text(json.dumps(whole))
    catalogue = output / CATALOGUE.name
    shutil.copytree(CATALOGUE, catalogue)
    with (catalogue / f"{PRODUCT}.md").open("a") as page:
        for module, names in types.items():
            page.write(f"\n### import {module}\n\n")
            page.writelines(f"- ``{name}``\n" for name in names)
    return subprocess.run(
        [SWIFT / "docc", "convert", catalogue, "--warnings-as-errors",
         "--additional-symbol-graph-dir", graph,
         "--fallback-default-module-kind", "Library",
         "--output-path", output / "pages"]).returncode


if __name__ == "__main__":
    sys.exit(main())
