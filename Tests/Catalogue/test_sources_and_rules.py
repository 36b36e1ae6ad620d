"""Where names are attested, and which rule puts a plant in its category."""

from __future__ import annotations

import re

from catalogue import (
    CATEGORIES, RESOURCES, common_key, document, parse, plants, rules, sources,
    synonyms,
)

KNOWN_CODE = re.compile(
    r"MF|HN|TI|CG|AG|LF|PG|NH|WC|VP|VS|SP|HP|T[1-9]|X[0-9]+"
)
COMMON_NAME = re.compile(r"file( [A-Z][A-Z0-9])+|general|composed|trade")


def category_of(name: str) -> str | None:
    """What the rules say: of the plant, else its species, else its genus."""
    by_key = {
        row["species"] or row["genus"]: row["category"] for row in rules()
    }
    parsed = parse(name)
    for key in (name, parsed.species, parsed.genus):
        if key in by_key:
            return by_key[key]
    return None


def test_every_plant_has_its_sources() -> None:
    assert [row["scientific_name"] for row in sources()] == [
        plant["scientific_name"] for plant in plants()
    ]


def test_sources_are_known_ones() -> None:
    bad = []
    for row in sources():
        codes = row["name_attested"].split(" ")
        if not all(KNOWN_CODE.fullmatch(code) for code in codes):
            bad.append((row["scientific_name"], row["name_attested"]))
        if row["family_attested"] not in ("VP", "APG", "PPG"):
            bad.append((row["scientific_name"], row["family_attested"]))
        if not COMMON_NAME.fullmatch(row["common_name_attested"]):
            bad.append((row["scientific_name"], row["common_name_attested"]))
    assert bad == []


def test_source_codes_are_explained() -> None:
    text = (RESOURCES / "catalogue" / "README.md").read_text("utf-8")
    codes = {
        code for row in sources() for code in row["name_attested"].split(" ")
    }
    lone = {code for code in codes if not re.match(r"[TX][0-9]", code)}
    assert [code for code in lone if not re.search(rf"\b{code}\b", text)] == []
    assert "T1 to T9" in text and "X and a number" in text


def test_a_species_alone_in_the_checklist_is_no_cultivar() -> None:
    """VS attests the species only, so a cultivar needs another source."""
    bare = [
        row["scientific_name"] for row in sources()
        if row["name_attested"] == "VS"
    ]
    assert bare == []


def test_every_genus_has_one_rule() -> None:
    ruled = [row["genus"] for row in rules() if not row["species"]]
    used = {parse(plant["scientific_name"]).genus for plant in plants()}
    assert len(ruled) == len(set(ruled))
    assert set(ruled) == used


def test_exceptions_are_plants_of_their_genus() -> None:
    listed = {parse(plant["scientific_name"]).species for plant in plants()}
    listed |= {plant["scientific_name"] for plant in plants()}
    bad = [
        row["species"] for row in rules() if row["species"] and (
            row["species"] not in listed
            or parse(row["species"]).genus != row["genus"]
        )
    ]
    assert bad == []


def test_exceptions_differ_from_their_rule() -> None:
    by_genus = {
        row["genus"]: row["category"] for row in rules() if not row["species"]
    }
    idle = [
        row["species"] for row in rules()
        if row["species"] and row["category"] == by_genus[row["genus"]]
    ]
    assert idle == []


def test_rules_give_reasons_and_known_categories() -> None:
    bad = [
        row for row in rules()
        if not row["reason"] or row["category"] not in CATEGORIES
    ]
    assert bad == []


def test_rules_give_every_plant_its_category() -> None:
    wrong = [
        plant["scientific_name"] for plant in plants()
        if category_of(plant["scientific_name"]) != plant["category"]
    ]
    assert wrong == []


def test_the_list_names_its_source_files() -> None:
    said = " ".join(document()["sources"])
    for name in ("catalogue-sources.csv", "catalogue-rules.csv"):
        assert name in said and (RESOURCES / name).is_file()


def test_former_names_lead_to_listed_plants() -> None:
    listed = {plant["scientific_name"] for plant in plants()}
    lost = [row for row in synonyms() if row["scientific_name"] not in listed]
    assert lost == []


def test_a_former_name_is_no_plant_of_the_list() -> None:
    listed = {common_key(plant["scientific_name"]) for plant in plants()}
    twice = [r for r in synonyms() if common_key(r["former_name"]) in listed]
    assert twice == []


def test_former_names_are_names_and_occur_once() -> None:
    former = [row["former_name"] for row in synonyms()]
    assert [parse(name).genus for name in former]
    assert former == sorted(set(former))
