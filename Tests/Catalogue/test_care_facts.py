"""The care profiles against facts that others published.

`care-facts.csv` has what two plant lists say of plants that are listed here:
light from 0 to 10, humidity from 0 to 10, how far the soil dries (words) or
days between waterings (numbers), the least temperature, and whether the plant
is toxic to cats and dogs. Profiles are not made from them, so they may differ,
but only within the tolerances below.
"""

from __future__ import annotations

import pytest
from catalogue import HERE, plants, table
from test_care_profiles import Profile, profile_of

LIGHT = 3
"""Steps of ten: indoors, "bright" spans about that much."""

HUMIDITY = 3
"""Steps of ten per cent, from the middle of the profile's span."""

INTERVAL_RATIO = 2.5
"""Pots, mixes and rooms differ about that much."""

LEAST_TEMPERATURE = 8
"""°C: lists give what hurts, or what kills."""

DRYNESS_DAYS = {
    "moist": range(1, 9), "top dry": range(2, 13),
    "half dry": range(5, 21), "dry": range(9, 61),
}
"""Days in which a pot dries so far in the growing season."""

DISAGREED = {
    ("Nerium oleander", "watering"): "in a pot it drinks much in summer",
    ("Origanum syriacum", "watering"): "in a pot it dries within a week",
}
"""Where the profile stands against a fact, and why."""


def disagreements(fact: dict[str, str], profile: Profile) -> list[str]:
    """What the profile says otherwise than the fact, beyond tolerance."""
    found = []
    days = profile["watering"]["intervalDays"]
    if fact["light"] and abs(
        profile["light"]["score"] - int(fact["light"])
    ) > LIGHT:
        found.append("light")
    if fact["humidity"]:
        span = profile["humidity"]
        middle = (span["minPercent"] + span["maxPercent"]) / 20
        if abs(middle - int(fact["humidity"])) > HUMIDITY:
            found.append("humidity")
    if fact["watering"].isdigit():
        ratio = days / int(fact["watering"])
        if not 1 / INTERVAL_RATIO <= ratio <= INTERVAL_RATIO:
            found.append("watering")
    elif days not in DRYNESS_DAYS[fact["watering"]]:
        found.append("watering")
    if fact["min_c"] and abs(
        profile["temperature"]["minC"] - int(fact["min_c"])
    ) > LEAST_TEMPERATURE:
        found.append("temperature")
    toxicity = profile.get("toxicity", {})
    if fact["pets"] and {
        toxicity.get("cats"), toxicity.get("dogs")
    } != {fact["pets"]}:
        found.append("toxicity")
    return found


def test_profiles_agree_with_published_facts() -> None:
    listed = {plant["scientific_name"]: plant for plant in plants()}
    found = {
        (fact["scientific_name"], what)
        for fact in table(HERE / "care-facts.csv")
        for what in disagreements(
            fact, profile_of(listed[fact["scientific_name"]])
        )
    }
    assert found == set(DISAGREED)


def test_there_are_facts_enough_to_mean_something() -> None:
    facts = table(HERE / "care-facts.csv")
    assert len(facts) >= 300
    assert sum(1 for fact in facts if fact["pets"]) >= 100


@pytest.mark.parametrize(("field", "value", "what"), [
    ("light", "0", "light"), ("humidity", "0", "humidity"),
    ("watering", "60", "watering"), ("watering", "dry", "watering"),
    ("min_c", "-20", "temperature"), ("pets", "nonToxic", "toxicity"),
])
def test_a_wrong_fact_is_noticed(field: str, value: str, what: str) -> None:
    monstera = next(
        plant for plant in plants()
        if plant["scientific_name"] == "Monstera deliciosa"
    )
    fact = {
        "light": "5", "humidity": "6", "watering": "7", "min_c": "13",
        "pets": "toxic",
    }
    profile = profile_of(monstera)
    assert disagreements(fact, profile) == []
    assert disagreements(fact | {field: value}, profile) == [what]
