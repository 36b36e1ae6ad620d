"""The care profiles: their shape, their sense, and that all plants have one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from catalogue import RESOURCES, ROOT, parse, plants, profiles
from jsonschema_rs import Draft202012Validator

LIGHT_SCORES = {
    "fullShade": range(0, 3), "partialShade": range(3, 5),
    "partialSun": range(5, 7), "fullSun": range(7, 11),
}
LEVELS = {
    "species": "species", "genera": "genus", "families": "family",
    "categories": "category",
}

Profile = dict[str, Any]


def profile_of(plant: dict[str, Any]) -> Profile:
    """The most specific profile there is, as a program would look it up."""
    name = parse(plant["scientific_name"])
    keys = (
        ("species", plant["scientific_name"]), ("species", name.species),
        ("genera", name.genus), ("families", plant["family"]),
        ("categories", plant["category"]),
    )
    for level, key in keys:
        if key in profiles()[level]:
            return profiles()[level][key]
    raise LookupError(plant["scientific_name"])


def every() -> Iterator[tuple[str, Profile]]:
    for level in LEVELS:
        yield from profiles()[level].items()


def test_profiles_fit_their_schema() -> None:
    path = ROOT / "schemas" / "care-profiles.schema.json"
    validator = Draft202012Validator({"$ref": path.as_uri()})
    assert [
        (list(error.instance_path), error.message)
        for error in validator.iter_errors(profiles())
    ] == []


def test_profiles_are_what_their_tables_make() -> None:
    script = RESOURCES / "catalogue" / "make_care_profiles.py"
    run = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_every_plant_has_a_profile_of_its_genus_at_least() -> None:
    broad = [
        plant["scientific_name"] for plant in plants()
        if profile_of(plant)["level"] not in ("species", "genus")
    ]
    assert broad == []
    assert len(profiles()["genera"]) >= 250


def test_every_family_and_category_has_a_profile() -> None:
    """So that plants of a larger catalogue have one, too."""
    assert set(profiles()["families"]) == {p["family"] for p in plants()}
    assert set(profiles()["categories"]) == {p["category"] for p in plants()}


def test_profiles_are_of_listed_plants() -> None:
    named = {plant["scientific_name"] for plant in plants()}
    listed = named | {parse(name).species for name in named}
    assert [n for n in profiles()["species"] if n not in listed] == []
    assert set(profiles()["genera"]) == {parse(name).genus for name in named}


def test_a_profile_says_how_specific_it_is() -> None:
    wrong = [
        name for level, said in LEVELS.items()
        for name, profile in profiles()[level].items()
        if profile["level"] != said
    ]
    assert wrong == []


def test_light_classes_are_those_of_their_scores() -> None:
    classes = profiles()["lightClasses"]
    for name, scores in LIGHT_SCORES.items():
        assert classes[name]["scores"] == [scores[0], scores[-1]]
    hours = [classes[name]["hours"] for name in LIGHT_SCORES]
    assert [span[0] for span in hours[1:]] == [span[1] for span in hours[:-1]]
    wrong = [
        name for name, profile in every()
        if profile["light"]["score"]
        not in LIGHT_SCORES[profile["light"]["class"]]
    ]
    assert wrong == []


def test_plants_drink_less_in_their_rest() -> None:
    """Winter is dry, but for plants that rest in summer instead."""
    wrong = []
    for name, profile in every():
        days = profile["watering"]["intervalDays"]
        seasons = profile["watering"].get("seasonalIntervalDays", {})
        winter, summer = seasons.get("winter", days), seasons.get("summer", days)
        if winter < days or summer < days:
            wrong.append((name, "drinks more in a rest", days, seasons))
        if winter == days and summer == days:
            wrong.append((name, "never rests", days))
    grown_for_one_season = {"Hyacinthus", "Muscari", "Narcissus"}
    always_wet = {"Hydrocotyle", "Anubias"}
    rest = [w for w in wrong if w[0] not in grown_for_one_season | always_wet]
    assert rest == []


def test_spans_run_upwards() -> None:
    wrong = []
    for name, profile in every():
        humidity, warmth = profile["humidity"], profile["temperature"]
        if not humidity["minPercent"] < humidity["maxPercent"]:
            wrong.append((name, humidity))
        if not (
            warmth["minC"] < warmth["optimalMinC"] < warmth["optimalMaxC"]
            < warmth["maxC"]
        ):
            wrong.append((name, warmth))
    assert wrong == []


def test_frost_is_stood_below_freezing_only() -> None:
    wrong = [
        name for name, profile in every()
        if profile["temperature"]["frostTolerant"]
        != (profile["temperature"]["minC"] < 0)
    ]
    assert wrong == []


def test_soil_is_said_in_few_words_that_fit_the_care() -> None:
    """Each profile has one of few phrases, which suits how it is watered."""
    phrases = {profile["soil"] for _, profile in every()}
    assert 15 <= len(phrases) <= 25
    assert all(
        phrase == phrase.strip() and phrase[0].islower() and phrase[-1] != "."
        for phrase in phrases)
    wrong = []
    for name, profile in every():
        soil, days = profile["soil"], profile["watering"]["intervalDays"]
        if any(word in soil for word in ("gritty", "pumice")) and days < 6:
            wrong.append((name, "thirsty in grit", soil, days))
        if any(word in soil for word in ("wet", "moist", "water")) and days > 12:
            wrong.append((name, "dry in wet soil", soil, days))
        if ("no fertilizer" in soil) != ("fertilizer" not in profile):
            wrong.append((name, "fed or not", soil))
    assert wrong == []


def test_well_known_plants_stand_in_the_soil_they_are_sold_in() -> None:
    listed = {plant["scientific_name"]: plant for plant in plants()}
    for name, word in [
        ("Monstera deliciosa", "bark"), ("Phalaenopsis amabilis", "bark"),
        ("Kroenleinia grusonii", "gritty"), ("Crassula ovata", "grit"),
        ("Dionaea muscipula", "lime-free"), ("Nephrolepis exaltata", "moist"),
        ("Tillandsia ionantha", "no soil"), ("Ocimum basilicum", "fertile"),
        ("Salvia rosmarinus", "lean"), ("Gardenia jasminoides", "acid"),
        ("Maranta leuconeura", "humus"), ("Howea forsteriana", "palm"),
    ]:
        assert word in profile_of(listed[name])["soil"], name


def test_feeding_months_ascend() -> None:
    wrong = [
        name for name, profile in every()
        if "fertilizer" in profile
        and profile["fertilizer"]["activeMonths"]
        != sorted(set(profile["fertilizer"]["activeMonths"]))
    ]
    assert wrong == []


def test_carnivores_are_not_fed() -> None:
    carnivores = {
        "Nepenthaceae", "Droseraceae", "Sarraceniaceae", "Lentibulariaceae",
    }
    fed = [
        plant["scientific_name"] for plant in plants()
        if plant["family"] in carnivores and "fertilizer" in profile_of(plant)
    ]
    assert fed == []


def test_kinds_of_plants_are_cared_for_as_such() -> None:
    """Rough bounds that a slip in a table would cross."""
    wrong = []
    for plant in plants():
        profile = profile_of(plant)
        days = profile["watering"]["intervalDays"]
        light = profile["light"]["score"]
        humidity = profile["humidity"]["maxPercent"]
        dry = plant["family"] in ("Cactaceae", "Aizoaceae", "Crassulaceae")
        if dry and days < 7:
            wrong.append((plant["scientific_name"], "watered too often"))
        if plant["category"] == "Fern" and (days > 14 or humidity < 60):
            wrong.append((plant["scientific_name"], "too dry for a fern"))
        if plant["family"] == "Marantaceae" and (light > 6 or humidity < 70):
            wrong.append((plant["scientific_name"], "too bright or dry"))
        if plant["category"] == "Cactus" and light < 5:
            wrong.append((plant["scientific_name"], "too dark for a cactus"))
    assert wrong == []


def test_dangerous_plants_are_marked() -> None:
    toxic = {"Araceae", "Amaryllidaceae"}
    spared = {"Zephyranthes", "Cyrtanthus", "Tulbaghia"}
    unmarked = [
        plant["scientific_name"] for plant in plants()
        if plant["family"] in toxic
        and parse(plant["scientific_name"]).genus not in spared
        and profile_of(plant).get("toxicity", {}).get("cats") != "toxic"
    ]
    assert unmarked == []
    for name in ("Cycas", "Nerium", "Brugmansia", "Dieffenbachia"):
        assert profiles()["genera"][name]["toxicity"]["people"] == "toxic"


def test_edible_herbs_are_not_called_toxic_to_people() -> None:
    herbs = {"Ocimum", "Mentha", "Thymus", "Petroselinum", "Allium", "Salvia"}
    wrong = [
        name for name in herbs
        if profiles()["genera"][name]["toxicity"].get("people") != "nonToxic"
    ]
    assert wrong == []
