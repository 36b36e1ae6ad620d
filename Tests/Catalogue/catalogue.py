"""The catalogue's files, read once, and how its names are taken apart."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
RESOURCES = ROOT / "Resources"
HERE = Path(__file__).resolve().parent

CATEGORIES = (
    "Air Plant", "Bromeliad", "Cactus", "Fern", "Flowering Houseplant",
    "Herb", "Orchid", "Palm", "Succulent", "Trailing/Climbing",
    "Tropical Foliage",
)

LOWER = "[a-zà-ÿ]"
GENUS = re.compile(rf"×?[A-Z]{LOWER}+(?:-{LOWER}+)?")
EPITHET = re.compile(rf"{LOWER}+(?:-{LOWER}+)*")
RANKS = {"subsp.", "var.", "f."}


class Name(NamedTuple):
    """A scientific name in parts. `species` has no cultivar."""

    genus: str
    species: str
    cultivar: str | None


class BadName(ValueError):
    """A scientific name that is not spelled by the rules."""


def parse(name: str) -> Name:
    """Takes a scientific name apart, or says what is wrong with it."""
    species, cultivar = _without_cultivar(name)
    words = species.split(" ")
    if not GENUS.fullmatch(words[0]):
        raise BadName(f"{name}: {words[0]!r} is no genus")
    rest = words[1:]
    if rest[:1] == ["×"]:
        rest = rest[1:]
        if not rest:
            raise BadName(f"{name}: nothing after the hybrid sign")
    if rest and not EPITHET.fullmatch(rest[0]):
        raise BadName(f"{name}: {rest[0]!r} is no epithet")
    ranked = rest[1:]
    if ranked and not (
        len(ranked) == 2 and ranked[0] in RANKS and EPITHET.fullmatch(ranked[1])
    ):
        raise BadName(f"{name}: cannot read {' '.join(ranked)!r}")
    if not rest and cultivar is None:
        raise BadName(f"{name}: a genus alone")
    return Name(words[0], species, cultivar)


def _without_cultivar(name: str) -> tuple[str, str | None]:
    found = re.fullmatch(r"([^']*[^' ]) '(.+)'", name)
    if not found:
        if "'" in name:
            raise BadName(f"{name}: a cultivar stands last, in single quotes")
        return name, None
    species, cultivar = found.groups()
    if cultivar != cultivar.strip() or not (
        cultivar[0].isupper() or cultivar[0].isdigit()
    ):
        raise BadName(f"{name}: a cultivar begins with a capital")
    return species, cultivar


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys occur once each."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key!r} occurs twice in one object")
        found[key] = value
    return found


@cache
def document() -> dict[str, Any]:
    return read_json(RESOURCES / "houseplants_list.json")


@cache
def profiles() -> dict[str, Any]:
    return read_json(RESOURCES / "care_profiles.json")


def read_json(path: Path) -> dict[str, Any]:
    text = path.read_text(encoding="utf-8")
    return json.loads(text, object_pairs_hook=unique_keys)


def plants() -> list[dict[str, Any]]:
    return document()["plants"]


@cache
def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def sources() -> list[dict[str, str]]:
    return table(RESOURCES / "catalogue-sources.csv")


def rules() -> list[dict[str, str]]:
    return table(RESOURCES / "catalogue-rules.csv")


def synonyms() -> list[dict[str, str]]:
    return table(RESOURCES / "catalogue-synonyms.csv")


def common_key(name: str) -> str:
    """One spelling of a scientific name for comparisons."""
    return re.sub(r"\s+", " ", name.replace("×", "× ")).strip().casefold()
