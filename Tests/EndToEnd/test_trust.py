"""Every write says what it did, names it, and how to take it back."""

from __future__ import annotations

import re

import pytest

from program import Home

# Each with the words that it answers, on a journal with Monty and Basil.
WRITES: list[tuple[list[str], str]] = [
    (["add", "Ficus lyrata", "--name", "Fig"], "added Fig ("),
    (["done", "Monty", "--kind", "pruning"], "Monty ("),
    (["water", "Monty"], "watered Monty ("),
    (["feed", "Monty"], "fed Monty ("),
    (["fertilize", "Monty"], "fed Monty ("),
    (["prune", "Monty"], "pruned Monty ("),
    (["repot", "Monty"], "repotted Monty ("),
    (["turn", "Monty"], "turned Monty ("),
    (["rotate", "Monty"], "turned Monty ("),
    (["check", "Monty"], "checked Monty ("),
    (["mist", "Monty"], "misted Monty ("),
    (["clean", "Monty"], "cleaned Monty ("),
    (["snooze", "Monty", "watering", "3d"], "snoozed watering of Monty ("),
    (["skip", "Monty", "watering"], "skipped watering of Monty ("),
    (["move", "Monty", "Bedroom"], "moved Monty ("),
    (["note", "Monty", "a new leaf"], "Monty ("),
    (["favorite", "Monty"], "Monty ("),
    (["remove", "Basil"], "removed Basil ("),
    (["room", "add", "Shelf"], "made the room Shelf"),
    (["room", "delete", "Office"], "deleted the room Office"),
    (["schedule", "set", "Monty", "misting", "--every", "2d"], "Monty ("),
    (["schedule", "clear", "Monty", "watering"], "Monty ("),
    (["settings", "set", "hemisphere", "southern"], "set hemisphere to"),
    (["settings", "set", "journalName", "Ada"], "set journalName to Ada"),
    (["task", "add", "Monty", "repotting", "--due", "3d"], "Monty ("),
    (["edit", "Monty", "--name", "Max"], "edited Max ("),
    (["duplicate", "Monty"], "like Monty ("),
    (["measure", "Monty", "--height", "42cm"], "measured Monty ("),
    (["tag", "Monty", "gift"], "edited Monty ("),
    (["room", "edit", "Office", "--name", "Study"], "edited Study ("),
    (["room", "order", "Bathroom", "1"], "edited Bathroom ("),
    (["log", "name", "Laptop"], "called this machine Laptop"),
    (["undo"], "undone"),
]


@pytest.mark.parametrize(("arguments", "says"), WRITES)
def test_a_write_says_what_it_did_and_how_to_undo_it(
    home: Home, arguments: list[str], says: str
) -> None:
    before = home.export()
    result = home.do(*arguments)
    assert says in result.text
    match = re.search(r"^undo with: plantguide (undo \S+)$", result.text, re.M)
    assert match, result.text
    made = home.export()
    home.do(*match[1].split(), "--yes")
    after = home.export()
    for part in before:
        if part not in {"vector", "now"}:
            assert after[part] == before[part], f"{part} of {arguments}"
    assert made["vector"] != before["vector"]


def test_an_undo_shows_first_what_will_change(home: Home) -> None:
    home.do("water", "Monty")
    home.do("note", "Monty", "a new leaf")
    before = home.events()
    shown = home.do("undo", "--dry-run").text
    assert "undo: " in shown and "a new leaf" in shown
    assert home.events() == before
    lines = home.do("undo").text.splitlines()
    assert "would " + lines[0] == shown.splitlines()[0]
    assert "undone" in lines[1]
