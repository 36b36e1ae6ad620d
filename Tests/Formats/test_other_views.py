"""Checks the JSON of the commands that no other file looks at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Home
from formats import schema_problems

VIEWS = [
    (["upcoming", "--json"], "upcoming"),
    (["upcoming", "--days", "365", "--json"], "upcoming"),
    (["why", "Monty", "--json"], "why"),
    (["why", "Basil", "watering", "--json"], "why"),
    (["measure", "Monty", "--json"], "measurements"),
    (["tag", "list", "--json"], "tag-list"),
    (["task", "list", "--json"], "task-list"),
    (["undo", "--dry-run", "--json"], "undo-preview"),
    (["log", "rebuild", "--json"], "log-rebuild"),
    (["audit", "--json"], "audit"),
    (["on-this-day", "--json"], "on-this-day"),
    (["lineage", "Monty", "--json"], "lineage"),
]


def printed(home: Home, *arguments: str, **options: Any) -> list[Any]:
    lines = home.run(*arguments, **options).splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(("arguments", "schema"), VIEWS)
def test_view_matches_its_schema(
    small_home: Home, arguments: list[str], schema: str
) -> None:
    (document,) = printed(small_home, *arguments)
    assert not schema_problems(f"projections/{schema}", document)


def test_each_step_of_a_replay_matches_its_schema(small_home: Home) -> None:
    steps = printed(small_home, "replay", "--json")
    assert any(step["changes"] for step in steps)
    assert any(step["undone"] for step in steps)
    for step in steps:
        assert not schema_problems("projections/replay-step", step)


def test_a_replay_has_a_step_for_each_event(small_home: Home) -> None:
    steps = printed(small_home, "replay", "--json")
    events = printed(small_home, "history", "--json", "--reverse")
    names = [(step["writer"], step["sequence"]) for step in steps]
    assert names == [
        (event["header"]["writer"], event["header"]["sequence"])
        for event in events
    ]


def test_the_result_of_an_import_matches_its_schema(
    small_home: Home, tmp_path: Path
) -> None:
    events = small_home.run("export", "events")
    (result,) = printed(
        Home(tmp_path / "copy"), "import", "--json", standard_input=events)
    assert not schema_problems("projections/import-result", result)
    assert result["received"] == len(events.splitlines())
