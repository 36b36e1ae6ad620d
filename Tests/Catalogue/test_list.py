"""The list of plants: its totals, its names, its families."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import pytest
from catalogue import (
    CATEGORIES, HERE, ROOT, BadName, common_key, document, parse, plants, table,
)
from jsonschema_rs import Draft202012Validator

REQUIRED = (
    "Monstera deliciosa",
    "Philodendron hederaceum 'Brasil'",
    "Philodendron erubescens 'Pink Princess'",
    "Epipremnum aureum",
    "Dracaena trifasciata",
)
"""Plants that the search promises to find."""

SERIES_LIMIT = 25
"""So many plants of one hybrid series stand for all of it."""

OWN_NAMES = 2_100
"""So many plants have an English name that no other plant of theirs gives."""

MERGED = (
    ("Dracaena marginata", "Dracaena reflexa var. angustifolia"),
    ("Euphorbia horrida", "Euphorbia polygona"),
    ("Euphorbia valida", "Euphorbia meloformis"),
    ("Hoya bella", "Hoya lanceolata"),
    ("Colocasia gigantea", "Leucocasia gigantea"),
    ("Curio repens", "Curio serpens"),
    ("Caputia tomentosa", "Senecio haworthii"),
)
"""Names of one plant, of which the catalogue has one."""

FORMER_GENERA = {
    "Sansevieria", "Calathea makoyana", "Saintpaulia", "Rosmarinus",
    "Hylocereus", "Dypsis", "Brassaia", "Zebrina", "Setcreasea", "Pleomele",
}
"""Genera that their plants have left."""


def names() -> list[str]:
    return [plant["scientific_name"] for plant in plants()]


def test_the_document_fits_its_schema() -> None:
    path = ROOT / "schemas" / "houseplants-list.schema.json"
    validator = Draft202012Validator(json.loads(path.read_text("utf-8")))
    assert [e.message for e in validator.iter_errors(document())] == []


def test_totals_are_those_of_the_design() -> None:
    assert document()["total_plants"] == len(plants()) == 2_278
    assert {plant["category"] for plant in plants()} == set(CATEGORIES)
    assert len({plant["family"] for plant in plants()}) == 50


def test_no_plant_occurs_twice() -> None:
    counted = Counter(common_key(name) for name in names())
    assert [name for name, count in counted.items() if count > 1] == []


def test_one_plant_is_not_listed_under_two_names() -> None:
    listed = set(names())
    assert [pair for pair in MERGED if listed.issuperset(pair)] == []


def test_plants_are_sorted_as_they_are_looked_up() -> None:
    genera = [parse(name).genus.removeprefix("×") for name in names()]
    assert genera == sorted(genera)


def test_scientific_names_are_spelled_by_the_rules() -> None:
    bad = []
    for name in names():
        try:
            parse(name)
        except BadName as error:
            bad.append(str(error))
    assert bad == []


@pytest.mark.parametrize("name", [
    "monstera deliciosa", "Monstera", "Monstera Deliciosa", "Monstera spp.",
    "Monstera deliciosa ‘Mint’", "Monstera 'mint'", "Citrus x limon",
    "Citrus ×", "Hoya 'A' carnosa", "Ficus natalensis ssp. leprieurii",
])
def test_a_name_that_breaks_the_rules_is_noticed(name: str) -> None:
    with pytest.raises(BadName):
        parse(name)


def test_former_genera_are_not_used() -> None:
    used = {parse(name).genus for name in names()} | set(names())
    assert used & FORMER_GENERA == set()


def test_promised_plants_are_there() -> None:
    assert [name for name in REQUIRED if name not in names()] == []


def test_every_well_known_house_plant_is_there() -> None:
    """`well-known.txt` names what any garden centre or keeper knows."""
    known = (HERE / "well-known.txt").read_text("utf-8").splitlines()
    listed = set(names())
    assert len(known) >= 600
    assert [name for name in known if name not in listed] == []


def test_snake_plants_are_found_by_that_name() -> None:
    snakes = [
        plant for plant in plants()
        if parse(plant["scientific_name"]).species == "Dracaena trifasciata"
    ]
    unnamed = [
        plant["scientific_name"] for plant in snakes
        if "Snake Plant" not in plant["common_names"]
    ]
    assert len(snakes) >= 10 and unnamed == []


def test_families_are_those_of_their_genera() -> None:
    families = {
        row["genus"]: row["family"]
        for row in table(HERE / "genus-families.csv")
    }
    wrong = [
        plant["scientific_name"] for plant in plants()
        if families.get(parse(plant["scientific_name"]).genus)
        != plant["family"]
    ]
    assert wrong == []


def test_english_names_are_clean() -> None:
    bad = []
    for plant in plants():
        given = plant["common_names"]
        folded = [name.casefold() for name in given]
        if len(set(folded)) != len(folded):
            bad.append((plant["scientific_name"], "the same name twice"))
        bad += [
            (plant["scientific_name"], name) for name in given
            if name != " ".join(name.split()) or not name[0].isupper()
            or any(mark in name for mark in "\"‘’;,()")
        ]
    assert bad == []


def test_no_plant_has_only_its_genus_as_a_name() -> None:
    bare = [
        plant["scientific_name"] for plant in plants()
        if all(
            name.casefold()
            == parse(plant["scientific_name"]).genus.lstrip("×").casefold()
            for name in plant["common_names"]
        )
    ]
    assert bare == []


def test_enough_plants_have_an_english_name_of_their_own() -> None:
    """A name is a plant's own unless its own species has it too."""
    of_species = {
        plant["scientific_name"]: {n.casefold() for n in plant["common_names"]}
        for plant in plants()
    }
    borrowed = []
    for plant in plants():
        name = parse(plant["scientific_name"])
        if name.cultivar is None:
            continue
        species = of_species.get(name.species, set())
        if {n.casefold() for n in plant["common_names"]} <= species:
            borrowed.append(plant["scientific_name"])
    assert len(plants()) - len(borrowed) >= OWN_NAMES, borrowed


def test_no_hybrid_series_crowds_out_others() -> None:
    series = Counter(
        name.species for name in map(parse, names())
        if name.cultivar is not None
        and (" " not in name.species or "×" in name.species)
    )
    of_species = Counter(
        name.species for name in map(parse, names()) if name.cultivar
    )
    genus_wide = {"Echeveria", "Aglaonema", "Philodendron"}
    crowded = {
        name: count for name, count in (series | of_species).items()
        if count > SERIES_LIMIT and name not in genus_wide
    }
    assert crowded == {}


def test_sources_say_whose_selection_it_is() -> None:
    said = " ".join(document()["sources"])
    assert "own selection" in said
    assert "2,278 plants in 11 categories and 50 families" in said


def test_families_have_plants_of_their_own_habit() -> None:
    """Families of one habit stay in the category named after it."""
    homes = {
        "Orchidaceae": {"Orchid"}, "Cactaceae": {"Cactus"},
        "Arecaceae": {"Palm"}, "Bromeliaceae": {"Bromeliad", "Air Plant"},
        "Polypodiaceae": {"Fern"}, "Pteridaceae": {"Fern"},
        "Aspleniaceae": {"Fern"}, "Nephrolepidaceae": {"Fern"},
        "Davalliaceae": {"Fern"},
    }
    found: dict[str, set[str]] = defaultdict(set)
    for plant in plants():
        found[plant["family"]].add(plant["category"])
    assert {family: found[family] for family in homes} == homes
    named = {"Orchid", "Cactus", "Palm", "Bromeliad", "Air Plant", "Fern"}
    strays = {
        family for family, categories in found.items()
        if family not in homes and categories & named
    }
    assert strays == set()
