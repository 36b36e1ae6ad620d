"""Words that are no plant's name must not write on one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from drawing import picture
from program import DONE, NOTHING, USAGE, Home

PLANTS = {
    "Monty": "Monstera deliciosa", "Tom": "Solanum lycopersicum",
    "Poly": "Peperomia polybotrya", "Kent": "Howea forsteriana",
    "Peace": "Spathiphyllum wallisii",
}


@pytest.fixture
def home(empty: Home) -> Home:
    empty.append(*(
        {"type": "plant.added", "plant": name, "scientificName": species}
        for name, species in PLANTS.items()))
    return empty


@pytest.mark.parametrize("yes", [[], ["--yes"], ["--dry-run"]])
@pytest.mark.parametrize("command", [
    ["move", "Monty", "om", "Kitchen"], ["remove", "to", "--reason", "died"],
    ["remove", "oly"], ["water", "ke"], ["water", "all"], ["remove", "all"],
    ["favorite", "and"], ["note", "onty", "A new leaf"], ["tag", "add", "gift", "wallisi"],
    ["skip", "for"], ["snooze", "the", "3d"], ["edit", "oly", "--name", "Polly"],
    ["water", "mnoty"], ["schedule", "set", "ent", "watering", "--every", "7d"],
])
def test_a_fragment_writes_nothing(
    home: Home, command: list[str], yes: list[str]
) -> None:
    before = home.events()
    result = home.run(*command, *yes)
    assert result.code in (NOTHING, USAGE), str(result)
    assert home.events() == before, str(result)


@pytest.mark.parametrize("name", ["\u0301", "\ufe0f", "\u0301\u0308"])
def test_a_name_of_marks_alone_is_no_name(home: Home, name: str) -> None:
    """No letter is left of it to look for."""
    before = home.events()
    result = home.run("water", name)
    assert result.code in (NOTHING, USAGE), str(result)
    assert home.events() == before


def test_a_plant_is_no_observation(home: Home) -> None:
    home.do("add", "Aloe vera", "--name", "Zazie")
    home.do("add", "Aloe vera", "--name", "Zazie 2")
    home.refuse(
        "note", "Zazie", "2", code=USAGE, says="say what you saw of 'Zazie 2'")
    home.refuse(
        "note", "Monty", "Tom", code=USAGE, says="say what you saw of 'Tom'")
    home.do("note", "Zazie", "2", "new", "leaves")
    assert "new leaves" in home.do("show", "Zazie 2").text


def test_all_is_no_plant(home: Home) -> None:
    home.refuse("water", "all", code=NOTHING, says="use --all")
    home.do("add", "Aloe vera", "--name", "all")
    assert "watered all" in home.do("water", "all").text


def test_a_joining_word_before_the_room_or_the_span(home: Home) -> None:
    assert home.do("move", "Monty", "to", "Kitchen").text.startswith(
        "moved Monty")
    home.do("schedule", "set", "Monty", "watering", "--every", "7d")
    assert "snoozed" in home.do("snooze", "Monty", "watering", "for", "30d").text
    home.do("add", "Aloe vera", "--name", "to")
    said = home.do("move", "Tom", "to", "Bedroom").text
    assert "Tom" in said and "to " in said


@pytest.mark.parametrize(
    "name, plant",
    [("mon", "Monty"), ("MONTY", "Monty"), ("deli", "Monty"), ("wall", "Peace"),
     ("howea forst", "Kent")])
def test_a_name_or_the_beginning_of_its_word_writes(
    home: Home, name: str, plant: str
) -> None:
    assert f"watered {plant}" in home.do("water", name).text


def test_who_looks_may_type_a_fragment(home: Home) -> None:
    assert "Poly" in home.do("show", "oly").text


@pytest.mark.parametrize("seed", range(4))
def test_no_other_word_ever_writes(home: Home, seed: int) -> None:
    chance = random.Random(31_000 + seed)
    words = [
        "".join(chance.choice("motaplykendwi") for _ in range(chance.randint(1, 4)))
        for _ in range(25)]
    starts = [
        part for pair in PLANTS.items() for text in pair
        for part in text.lower().split()] + [
        text.lower() for pair in PLANTS.items() for text in pair]
    for word in words:
        known = len(word) >= 3 and any(s.startswith(word) for s in starts)
        before = home.events()
        result = home.run("water", word, "--yes")
        if not known and word not in starts:
            assert result.code != DONE, f"seed {31_000 + seed}: {result}"
            assert home.events() == before, f"seed {31_000 + seed}: {result}"


def test_what_a_hint_says_to_type_is_taken(home: Home, tmp_path: Path) -> None:
    home.do("add", "Monstera deliciosa", "--name", "Monty 2", "--as-typed")
    home.do("room", "add", "Kitchenette")
    for title in ("Check mites", "Check roots"):
        home.do("task", "add", "Monty", "--title", title, "--due", "3d")
    for number in range(2):
        home.do(
            "photo", "add", "Monty", "--at", "2026-03-01",
            str(picture(tmp_path / "a.jpg", number=number)))
    for command in (["water", "monstera"], ["move", "Poly", "Kit"],
                    ["task", "done", "check"],
                    ["photo", "remove", "Monty", "2026-03-01"]):
        refusal = home.refuse(*command, code=USAGE, says="could be ")
        word = refusal.message.splitlines()[-1].split()[-1]
        assert f"({word})" in refusal.message or f"{word} of " in refusal.message
        assert home.do(*command[:-1], word, "--yes").text
