#!/usr/bin/env python3
"""Makes care_profiles.json from the tables beside this script.

usage: make_care_profiles.py [--check]

A kind of care (care-types.csv) gives all values; a row for a genus, species,
family or category names the kind and what differs from it. --check writes
nothing and fails if the file is not what the tables make.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "care_profiles.json"

SOURCE_DATE = "2026-11-24"
SOURCES = [
    "General horticultural knowledge, written for PlantGuide as a kind of "
    "care for each genus, with what differs for the genus and for some "
    "species.",
    "Toxicity: 'list' where a list of plants that are or are not toxic to "
    "pets names the genus or species, 'general' where it is general "
    "knowledge; absent where neither is known. Absence does not mean that a "
    "plant is safe.",
]

LIGHT_CLASSES = {
    "fullShade": {"scores": [0, 2], "hours": [0, 2]},
    "partialShade": {"scores": [3, 4], "hours": [2, 4]},
    "partialSun": {"scores": [5, 6], "hours": [4, 6]},
    "fullSun": {"scores": [7, 10], "hours": [6, 10]},
}
"""The scores of a class, and its hours of strong light a day."""

OVERRIDES = (
    "light", "water_days", "winter_days", "summer_days", "humidity_min",
    "humidity_max", "min_c",
)
"""What a row may set differently from its kind of care."""

Row = dict[str, str]


def read(name: str) -> list[Row]:
    with (HERE / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    text = rendered(profiles())
    if not arguments:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET.name} is not what the tables make", file=sys.stderr)
    return 1


def profiles() -> dict[str, dict[str, Any]]:
    """All profiles, by level and name."""
    kinds = {row["type"]: row for row in read("care-types.csv")}
    genera = {row["genus"]: row for row in read("genus-care.csv")}
    found: dict[str, dict[str, Any]] = {
        "species": {}, "genera": {}, "families": {}, "categories": {},
    }
    for row in read("species-care.csv"):
        whole = with_genus(row, genera[row["species"].split(" ")[0]])
        found["species"][row["species"]] = profile("species", whole, kinds)
    for name, row in genera.items():
        found["genera"][name] = profile("genus", row, kinds)
    plural = {"family": "families", "category": "categories"}
    for row in read("broad-care.csv"):
        level = row["level"]
        found[plural[level]][row["name"]] = profile(level, row, kinds)
    return found


def with_genus(species: Row, genus: Row) -> Row:
    """A species' row, filled up from its genus' where it is silent.

    Differences from a kind of care mean nothing for another kind, so they
    are taken over only where both are of one kind.
    """
    same_kind = species["type"] in ("", genus["type"])
    taken = dict(species)
    taken["type"] = species["type"] or genus["type"]
    if same_kind:
        for field in OVERRIDES:
            taken[field] = species[field] or genus[field]
    if not any(species[animal] for animal in ("cats", "dogs", "people")):
        for field in ("cats", "dogs", "people", "toxicity_basis"):
            taken[field] = genus[field]
    return taken


def profile(level: str, row: Row, kinds: dict[str, Row]) -> dict[str, Any]:
    """One profile: the kind's values with the row's differences."""
    values = dict(kinds[row["type"]])
    values |= {f: row[f] for f in OVERRIDES if row.get(f)}
    made: dict[str, Any] = {
        "level": level,
        "light": light(values),
        "watering": watering(values),
        "humidity": {
            "minPercent": int(values["humidity_min"]),
            "maxPercent": int(values["humidity_max"]),
        },
        "temperature": temperature(values),
    }
    if values["feed"] != "none":
        made["fertilizer"] = {
            "frequency": values["feed"],
            "type": values["feed_type"],
            "activeMonths": months(values["feed_months"]),
        }
    made["soil"] = values["soil"]
    toxicity = {
        animal: row[animal] for animal in ("cats", "dogs", "people")
        if row.get(animal)
    }
    if toxicity:
        made["toxicity"] = toxicity | {"basis": row["toxicity_basis"]}
    return made


def light(values: Row) -> dict[str, Any]:
    score = int(values["light"])
    for name, light_class in LIGHT_CLASSES.items():
        if score <= light_class["scores"][1]:
            return {"score": score, "class": name}
    raise ValueError(f"light {score} is above 10")


def watering(values: Row) -> dict[str, Any]:
    """The interval in the growing season, and those of other seasons."""
    days = int(values["water_days"])
    made: dict[str, Any] = {"intervalDays": days}
    seasons = {
        season: int(values[f"{season}_days"])
        for season in ("summer", "winter")
        if values[f"{season}_days"] and int(values[f"{season}_days"]) != days
    }
    if seasons:
        made["seasonalIntervalDays"] = seasons
    return made | {"amount": values["amount"]}


def temperature(values: Row) -> dict[str, Any]:
    """In °C. What stands frost is what stands less than 0 °C."""
    lowest = int(values["min_c"])
    return {
        "minC": lowest,
        "maxC": int(values["max_c"]),
        "optimalMinC": max(int(values["optimal_min_c"]), lowest + 2),
        "optimalMaxC": int(values["optimal_max_c"]),
        "frostTolerant": lowest < 0,
    }


def months(text: str) -> list[int]:
    """The months from one to another, ascending; 9-4 runs over New Year."""
    first, last = map(int, text.split("-"))
    if first <= last:
        return list(range(first, last + 1))
    return list(range(1, last + 1)) + list(range(first, 13))


def rendered(found: dict[str, dict[str, Any]]) -> str:
    """The file's text: one line for each profile, so that changes show."""
    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    lines = [
        "{",
        f'  "sourceDate": {line(SOURCE_DATE)},',
        '  "sources": [',
        ",\n".join(f"    {line(source)}" for source in SOURCES),
        "  ],",
        '  "lightClasses": {',
        ",\n".join(
            f"    {line(name)}: {line(light_class)}"
            for name, light_class in LIGHT_CLASSES.items()
        ),
        "  },",
    ]
    levels = [
        f"  {line(level)}: {{\n" + ",\n".join(
            f"    {line(name)}: {line(made)}" for name, made in named.items()
        ) + "\n  }"
        for level, named in found.items()
    ]
    return "\n".join(lines) + "\n" + ",\n".join(levels) + "\n}\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
