"""Names in other languages: whose they are, and where each was read."""

from __future__ import annotations

import gzip
import re
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from catalogue import RESOURCES, parse, plants, synonyms, table

LANGUAGES = ("de", "fr", "es", "it", "nl", "pl")
# How many names, and of how many plants, each language has at least.
AT_LEAST = {
    "de": (330, 160), "fr": (60, 55), "es": (50, 32), "it": (40, 40),
    "nl": (90, 70), "pl": (65, 50),
}
# The sources that are files of Debian packages.
DICTIONARIES = {
    "DI": "/usr/share/trans/de-en",
    "FD": "/usr/share/dictd/freedict-deu-spa.dict.dz",
    "FF": "/usr/share/dictd/freedict-fra-deu.dict.dz",
    "FN": "/usr/share/dictd/freedict-nld-spa.dict.dz",
    "FP": "/usr/share/dictd/freedict-pol-eng.dict.dz",
    "FQ": "/usr/share/dictd/freedict-pol-deu.dict.dz",
}


def names() -> list[dict[str, str]]:
    return table(RESOURCES / "catalogue-names.csv")


def folded(name: str) -> str:
    """Letters alone, without accents or case."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in parts if letter.isalnum())


def test_every_name_is_of_a_listed_plant() -> None:
    listed = {plant["scientific_name"] for plant in plants()}
    assert [row for row in names() if row["scientific_name"] not in listed] == []


def test_languages_are_known_and_none_is_thin() -> None:
    rows = names()
    assert {row["language"] for row in rows} == set(LANGUAGES)
    count = Counter(row["language"] for row in rows)
    of_plants = Counter(
        language for _, language in
        {(row["scientific_name"], row["language"]) for row in rows}
    )
    thin = {
        language: (count[language], of_plants[language])
        for language, (least, least_plants) in AT_LEAST.items()
        if count[language] < least or of_plants[language] < least_plants
    }
    assert thin == {}


def test_a_plant_has_each_name_once() -> None:
    keys = [
        (row["scientific_name"], row["language"], row["name"].casefold())
        for row in names()
    ]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


def test_names_stand_with_their_plants_in_the_lists_order() -> None:
    place = {p["scientific_name"]: i for i, p in enumerate(plants())}
    order = [
        (place[row["scientific_name"]], LANGUAGES.index(row["language"]))
        for row in names()
    ]
    assert order == sorted(order)


def test_names_are_plain_text() -> None:
    bad = [
        row["name"] for row in names()
        if row["name"] != unicodedata.normalize("NFC", row["name"]).strip()
        or "  " in row["name"] or not row["name"][0].isupper()
        or len(row["name"].encode()) > 200
        or any(unicodedata.category(c) in ("Cc", "Cf", "Co", "Cn", "Zl", "Zp")
               for c in row["name"])
        or not re.fullmatch(r"[\w' -]+", row["name"])
    ]
    assert bad == []


def test_a_name_is_no_genus() -> None:
    genera = {
        folded(parse(plant["scientific_name"]).genus) for plant in plants()
    }
    assert [r["name"] for r in names() if folded(r["name"]) in genera] == []


def test_sources_are_described() -> None:
    text = (RESOURCES / "catalogue" / "README.md").read_text("utf-8")
    codes = {code for row in names() for code in row["source"].split(" ")}
    assert [c for c in codes if not re.search(rf"^\| {c} \|", text, re.M)] == []


@cache
def accepted() -> dict[str, str]:
    return {row["former_name"]: row["scientific_name"] for row in synonyms()}


def latin_names(plant: str) -> list[str]:
    """What a source may call a plant: its name and its former ones."""
    return [plant] + [
        former for former, name in accepted().items() if name == plant
    ]


def has_name(code: str, text: str, name: str, plant: str) -> bool:
    """Whether a dictionary has a name beside one of a plant's."""
    latin = "|".join(
        re.escape(each).replace("×", "[×x]") for each in latin_names(plant)
    )
    word = re.escape(name)
    if code == "DI":
        # The German side, in which bars part the senses.
        beside = rf"(?:^|[|;]\s*|,\s*)(?:\([^()]*\)\s*)?{word}\b[^|\n]*\([^()|]*(?:{latin})"
    else:
        # A headword and the lines up to the next one.
        beside = rf"^{word} /(?:.*\n){{1,40}}?.*(?:{latin})"
    return re.search(beside, text, re.M | re.I) is not None


@pytest.mark.parametrize("code", DICTIONARIES)
def test_names_stand_in_the_dictionaries(code: str) -> None:
    path = Path(DICTIONARIES[code])
    if not path.exists():
        pytest.skip(f"{path} is not installed")
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".dz" else raw).decode()
    if code == "DI":
        text = "\n".join(
            line.split("::")[0] for line in text.splitlines()
            if "[bot.]" in line
        )
    missing = [
        (row["scientific_name"], row["name"]) for row in names()
        if code in row["source"].split(" ")
        and not has_name(code, text, row["name"], row["scientific_name"])
    ]
    assert missing == []
