"""A filter or a search that matches nothing exits 1 and says so plainly; what is
empty of itself is no error."""

from __future__ import annotations

import json

import pytest

from program import NOTHING, Home

MATCHLESS = [
    ["list", "fern"],
    ["list", "--tag", "thirsty"],
    ["list", "--due", "2026-01-01"],
    ["list", "--format", "{name}", "fern"],
    ["list", "--print0", "--genus", "Ficus"],
    ["today", "--kind", "neem-spray"],
    ["today", "--snoozed"],
    ["upcoming", "--kind", "neem-spray"],
    ["agenda", "--kind", "neem-spray"],
    ["sitter", "2026-11-24", "2026-11-30", "--kind", "neem-spray"],
    ["calendar", "--kind", "neem-spray"],
    ["calendar", "2026-03-15", "--kind", "neem-spray"],
    ["history", "--text", "snow"],
    ["history", "--type", "plant.noted"],
    ["history", "--until", "2025-01-01"],
    ["replay", "--tag", "thirsty"],
    ["audit", "--kind", "neem-spray"],
    ["audit", "--tag", "thirsty"],
    ["schedule", "show", "--tag", "thirsty"],
    ["show", "--tag", "thirsty"],
    ["task", "list", "--room", "Kitchen"],
    ["search", "qqqqqq"],
    ["browse", "qqqqqq"],
]

# JSON of what matches nothing is as empty as it is otherwise, where there is
# one document for all.
EMPTY_DOCUMENTS = {
    "list": {"plants": [], "toxicity": [], "matches": []},
    "upcoming": {"upcoming": []},
    "task": {"tasks": []},
}


@pytest.mark.parametrize("words", MATCHLESS, ids=" ".join)
def test_what_matches_nothing_is_told_by_the_exit_status(
    home: Home, words: list[str]
) -> None:
    result = home.refuse(*words, code=NOTHING, says="")
    assert "written" not in result.message
    if words[0] not in ("calendar", "audit"):
        assert result.output == b"", result


@pytest.mark.parametrize("command", EMPTY_DOCUMENTS)
def test_json_of_what_matches_nothing_is_whole(
    home: Home, command: str
) -> None:
    words = next(words for words in MATCHLESS if words[0] == command)
    result = home.refuse(*words, "--json", code=NOTHING, says="")
    assert json.loads(result.output) == EMPTY_DOCUMENTS[command]


@pytest.mark.parametrize(
    "words",
    [
        ["list"], ["list", "--removed"], ["today"], ["upcoming"], ["agenda"],
        ["calendar"], ["calendar", "today"],
        ["sitter", "2026-11-24", "2026-11-30"],
        ["history"], ["audit"], ["schedule", "show"], ["task", "list"],
        ["tag", "list"], ["stats"],
    ],
    ids=" ".join,
)
def test_an_empty_collection_is_no_error(
    empty: Home, words: list[str]
) -> None:
    assert empty.do(*words).text
    empty.do(*words, "--json")


def test_a_plant_without_tasks_is_found_all_the_same(home: Home) -> None:
    home.do("task", "list", "Monty")
    home.do("schedule", "clear", "Monty", "watering")
    home.do("schedule", "show", "Monty")
    assert "Nothing to show" in home.do("today", "Monty").text


@pytest.mark.parametrize(
    ("words", "answer", "empty_part"),
    [
        (
            ["upcoming", "--days", "2"],
            "Nothing is due in Kitchen until Mon 23 Nov.\n", "upcoming",
        ),
        (["today"], "Nothing to show", "today"),
        (["agenda", "--days", "2"], "Nothing to show", "upcoming"),
        (["sitter", "2026-11-22", "2026-11-23"], "Nothing is due on", "days"),
        (["calendar", "2026-11-22"], "Nothing is due or was done", "due"),
    ],
)
def test_a_room_in_which_nothing_is_due_is_no_error(
    home: Home, words: list[str], answer: str, empty_part: str
) -> None:
    home.do("water", "Monty", "--at", "yesterday")
    room = ["--room", "Kitchen"]
    assert answer in home.do(*words, *room).text
    assert home.json(*words, *room)[empty_part] == []
    # A room without plants is no mistake, a kind of care that none has is.
    home.do(*words, "--room", "Bedroom")
    assert home.json(*words, "--room", "Bedroom")[empty_part] == []
    home.refuse(*words, *room, "--kind", "misting", code=NOTHING, says="matches")
    home.refuse(*words, "--room", "Nowhere", code=NOTHING, says="Nowhere")
    home.do("remove", "Monty")
    home.do(*words, *room)
    home.refuse(*words, *room, "--tag", "rare", code=NOTHING, says="matches")


def test_a_task_of_the_home_is_one_that_a_filter_may_mean(empty: Home) -> None:
    empty.do("add", "Ficus lyrata", "--name", "Fred", "--as-typed")
    empty.do("task", "add", "--title", "buy soil", "--due", "9d")
    words = ["upcoming", "--days", "1", "--except", "Fred"]
    assert "Nothing is due" in empty.do(*words).text
    empty.refuse(
        "today", "--overdue", code=NOTHING, says="no task of this day matches")


def test_of_several_filters_none_is_named_as_a_room(home: Home) -> None:
    said = home.do("upcoming", "--days", "1", "--room", "kitchen", "--kind", "watering")
    assert said.text == "Nothing is due until Sun 22 Nov.\n"
    said = home.do("upcoming", "--days", "1", "--room", "other", "--room", "kitchen",
                   "--except", "Basil")
    assert said.text == "Nothing is due until Sun 22 Nov.\n"


def test_a_day_on_which_nothing_is_due_is_no_error(home: Home) -> None:
    home.do("water", "Monty", "Basil")
    before = home.events()
    for words in (["water", "--due"], ["done", "--due", "--yes"],
                  ["water", "--due", "--room", "Kitchen"]):
        assert home.do(*words).text == "nothing is due\n"
    answer = home.json("water", "--due")
    assert answer["actions"] == [] and answer["lines"] == ["nothing is due"]
    assert home.events() == before
    home.refuse(
        "water", "--due", "--tag", "thirsty", code=NOTHING,
        says="no plant matches")
