"""What is measured of the catalogue: finding, and how fast."""

from __future__ import annotations

import json
from pathlib import Path

import rows
from large_catalogue import write_large
from processes import Runner, Samples, Work
from rows import Row

SEED = 20261121
LARGE = 350_000
ROUNDS = 51

# The limits: seconds a search takes within the process, and as a process.
MEDIAN, WORST = 200e-6, 2e-3
LARGE_SEARCH = 20e-3
# The share of names with so many slips that must find their plant.
RECALL = {1: 0.97, 2: 0.90}

QUERIES = ["monstera deliciosa", "philo", "mosntera delicosa"]


class CatalogueSuite:
    """Runs the searches and gathers rows for the table."""

    def __init__(self, c_programs: Path, binaries: Path, folder: Path):
        self.rows: list[Row] = []
        self.samples: list[Samples] = []
        self._empty = Work("C empty", [str(c_programs / "empty")])
        self._plantguide = str(binaries / "plantguide")
        self._bench = str(binaries / "plantguide-catalogue-bench")
        self._folder = folder
        self._runner = Runner(folder)

    def run(self) -> None:
        for report in self._reports("recall"):
            self.rows.append(recall_row(report))
        for report in self._reports("queries"):
            self.rows += query_rows(report, "bundled", MEDIAN, WORST)
        self._processes()

    def _reports(self, *arguments: str) -> list[dict]:
        work = Work(arguments[0], [self._bench, *arguments])
        lines = self._runner.output(work).splitlines()
        return [json.loads(line) for line in lines]

    def _processes(self) -> None:
        small = self._folder / "small-catalogue"
        large = self._folder / "large-catalogue"
        table = self._folder / "large.csv"
        write_large(table, LARGE, SEED)
        loading = self._cli(large, "catalogue", "import", str(table))
        self._runner.run(loading)
        for report in self._reports("imported", str(large)):
            self.rows += query_rows(
                report, f"{LARGE:,} names", LARGE_SEARCH, LARGE_SEARCH
            )
        works = [self._empty]
        works += [self._search(small, "bundled", text) for text in QUERIES]
        works += [self._search(large, f"{LARGE:,}", text) for text in QUERIES]
        empty, *searches = self._runner.measure(works, ROUNDS)
        self.samples += [empty, *searches]
        for index, taken in enumerate(searches):
            is_large = index >= len(QUERIES)
            self.rows.append(process_row(empty, taken, is_large))

    def _search(self, home: Path, label: str, text: str) -> Work:
        return self._cli(home, "search", text, name=f"search {text}, {label}")

    def _cli(self, home: Path, *arguments: str, name: str = "") -> Work:
        return Work(name, [self._plantguide, *arguments], home=home)


def recall_row(report: dict) -> Row:
    share = report["found"] / report["names"]
    limit = RECALL[report["slips"]]
    slips = "one slip" if report["slips"] == 1 else "two slips"
    return Row(
        f"names with {slips} that find their plant",
        f"≥ {limit:.0%}",
        f"{share:.2%} of {report['names']:,}",
        "",
        share >= limit,
        "names that a slip makes into others",
    )


def query_rows(
    report: dict, catalogue: str, median: float, worst: float
) -> list[Row]:
    count = f"{report['queries']:,} searches, {catalogue}"
    return [
        Row(
            f"{count}, the {name}",
            f"≤ {rows.milliseconds(limit)}",
            rows.milliseconds(report[name]),
            "",
            report[name] <= limit,
            "comparing words letter by letter",
        )
        for name, limit in [("median", median), ("worst", worst)]
    ]


def process_row(empty: Samples, taken: Samples, is_large: bool) -> Row:
    limit = (
        rows.at_most(25, "empty", "comparing words")
        if is_large
        else rows.at_most(2, "empty", "starting, writing the lines")
    )
    if taken.error:
        return rows.missing_row(taken.name, limit.text, taken.error)
    return limit.row(taken.name, empty, taken)
