"""What a screen says can be typed, and other words lead to the same."""

from __future__ import annotations

import json
import re

import pytest
from program import NOTHING, Home


@pytest.mark.parametrize("typed, kind", [
    ("feed", "fertilizing"), ("fertilize", "fertilizing"), ("turn", "rotation"),
    ("rotate", "rotation"), ("check", "pestControl"), ("repot", "repotting"),
    ("mist", "misting"), ("prune", "pruning"), ("clean", "cleaning"),
])
def test_each_verb_gives_its_kind_of_care(
    home: Home, typed: str, kind: str
) -> None:
    for command in ([typed, "Monty"], ["done", "Monty", typed]):
        home.do(*command)
        assert home.history()[-1]["payload"]["kind"] == kind


def test_a_screen_says_what_is_typed(home: Home) -> None:
    for kind in ("fertilizing", "rotation", "pestControl", "repotting"):
        home.do("schedule", "set", "Basil", kind, "--every", "7d", "--from", "2026-01-01")
    shown = home.do("today").text
    for word in ("feed", "turn", "check", "repot"):
        assert re.search(rf" {word}[ ,]", shown), shown


def test_several_kinds_follow_the_plants(home: Home) -> None:
    home.do("done", "Monty", "water", "feed")
    kinds = [event["payload"]["kind"] for event in home.history()[-2:]]
    assert sorted(kinds) == ["fertilizing", "watering"]
    unknown = home.run("done", "Monty", "bathe")
    assert unknown.code == NOTHING, str(unknown)


@pytest.mark.parametrize(
    "command", ["history", "audit", "today", "upcoming", "agenda"])
def test_a_kind_follows_the_plants_of_a_view(
    sample: Home, command: str
) -> None:
    named = sample.run(command, "Monty", "watering")
    option = sample.run(command, "Monty", "--kind", "watering")
    assert named.code == option.code
    assert named.output == option.output


def test_other_words_lead_to_the_command(sample: Home) -> None:
    assert sample.do("due").output == sample.do("today").output
    week = sample.do("upcoming", "--days", "7").output
    assert sample.do("week").output == week
    day = sample.do("upcoming", "--days", "1").output
    assert sample.do("tomorrow").output == day
    explained = sample.do("help", "fertilize", now=None).output
    assert explained == sample.do("help", "feed", now=None).output


def test_delete_and_died_remove_a_plant(home: Home) -> None:
    home.do("died", "Monty")
    assert home.history()[-1]["payload"]["reason"] == "died"
    home.do("delete", "Basil")
    assert home.history()[-1]["payload"]["reason"] == "other"


def test_rename_gives_another_nickname(home: Home) -> None:
    home.do("rename", "Monty", "Old Monty")
    assert "Old Monty" in home.do("list").text
    home.refuse("rename", "Basil", "Old Monty", code=2, says="Old Monty")


def test_redo_takes_undos_back_one_after_the_other(home: Home) -> None:
    start = home.folded()
    home.do("note", "Monty", "one leaf")
    home.do("note", "Monty", "two leaves")
    both = home.folded()
    home.refuse("redo", code=NOTHING, says="nothing to redo")
    home.do("undo")
    home.do("undo")
    assert home.folded() == start
    home.do("redo", "--dry-run")
    assert home.folded() == start
    home.do("redo")
    home.do("redo")
    assert home.folded() == both
    home.refuse("redo", code=NOTHING, says="nothing to redo")
    home.do("undo")
    home.do("water", "Monty")
    home.refuse("redo", code=NOTHING, says="nothing to redo")


def test_list_takes_several_rooms(sample: Home) -> None:
    def names(*rooms: str) -> set[str]:
        options = [word for room in rooms for word in ("--room", room)]
        shown = sample.do("list", *options, "--json").output
        return {plant["id"] for plant in json.loads(shown)["plants"]}

    assert names("Kitchen", "Bedroom") == names("Kitchen") | names("Bedroom")
