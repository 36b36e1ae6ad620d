"""Holds what the program shows against its schemas, and against itself."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest

from conftest import NOW, Home
from formats import same_json, schema_problems
from journal_reader import Journal, base64url, base64url_bytes
from name_order import name_order

VIEWS = {
    "today": ["today"],
    "stats": ["stats"],
    "list": ["list"],
    "room-list": ["room", "list"],
    "log-status": ["log", "status"],
    "log-verify": ["log", "verify"],
}
REPEATABLE = [
    "export json",
    "today --json",
    "stats --json",
    "list --json",
    "room list --json",
]
AS_OF = "2026-03-15"


@pytest.fixture(scope="session")
def export(home: Home) -> dict[str, Any]:
    return json.loads(home.run("export", "json"))


def test_export_matches_its_schema(export: dict[str, Any]) -> None:
    assert not schema_problems("projections/export", export)


@pytest.mark.parametrize("view", VIEWS)
def test_view_matches_its_schema(home: Home, view: str) -> None:
    document = home.json(*VIEWS[view])
    assert not schema_problems(f"projections/{view}", document)


def test_every_plant_can_be_shown(home: Home, export: dict[str, Any]) -> None:
    for plant in export["collection"]:
        shown = home.json("show", plant["shortId"])
        assert not schema_problems("projections/show", shown)
        assert same_json(shown["plant"], plant)
        schedules = home.json("schedule", "show", plant["shortId"])
        assert not schema_problems("projections/schedule-show", schedules)
        assert same_json(schedules["schedules"], shown["schedules"])
        if shown["tasks"]:
            why = home.json("why", plant["shortId"])
            assert not schema_problems("projections/why", why)
            assert [(task["kind"], task["due"]) for task in why["tasks"]] == [
                (task["kind"], task["due"]) for task in shown["tasks"]
            ]


# What views add for people, beside the id of a room that a list of tasks has.
NAMES = {
    "plantName", "shortId", "room", "roomName", "amount", "lastGiven",
    "remark", "snoozeRemark",
}


def without_names(value: Any) -> Any:
    """A view without what exports leave out."""
    if isinstance(value, list):
        return [without_names(item) for item in value]
    if not isinstance(value, dict):
        return value
    left_out = NAMES if "plant" in value else {"name"}
    return {
        name: without_names(item) for name, item in value.items()
        if name not in left_out
    }


def test_views_agree_with_the_export(
    home: Home, export: dict[str, Any]
) -> None:
    shown = home.json("today")
    del shown["next"]
    assert same_json(without_names(shown), export["today"])
    ahead = home.json("upcoming", "--days", "30")["upcoming"]
    assert same_json(without_names(ahead), export["upcoming"])
    assert same_json(home.json("stats"), export["statistics"])
    assert same_json(home.json("room", "list")["rooms"], export["rooms"])
    listed = sorted(home.json("list")["plants"], key=lambda item: item["id"])
    assert same_json(listed, export["collection"])


@pytest.mark.parametrize("moment", [[], ["--as-of", AS_OF]], ids=" ".join)
@pytest.mark.parametrize("command", REPEATABLE)
def test_two_runs_print_the_same_bytes(
    home: Home, command: str, moment: list[str]
) -> None:
    arguments = command.split() + moment
    assert home.run(*arguments) == home.run(*arguments)


def test_export_as_of_a_day_matches_its_schema(home: Home) -> None:
    past = json.loads(home.run("export", "json", "--as-of", AS_OF))
    assert not schema_problems("projections/export", past)
    assert past["asOf"] is not None


def test_vector_names_the_tips_of_the_log(
    export: dict[str, Any], journal: Journal
) -> None:
    tips = [
        {
            "writer": str(uuid.UUID(bytes=writer)),
            "tips": [
                {"sequence": chain[-1].sequence, "hash": chain[-1].hash.hex()}
            ],
        }
        for writer, chain in sorted(journal.chains.items())
    ]
    assert export["vector"] == tips


def test_collection_is_what_was_added_and_not_removed(
    export: dict[str, Any], journal: Journal
) -> None:
    present: dict[str, bool] = {}
    for event in journal.events:
        if event.type.startswith("plant.") and not journal.is_undone(event):
            plant = str(uuid.UUID(bytes=event.stream))
            if event.type in ("plant.added", "plant.restored"):
                present[plant] = True
            elif event.type == "plant.removed":
                present[plant] = False
    ids = [plant["id"] for plant in export["collection"]]
    assert ids == sorted(plant for plant, is_in in present.items() if is_in)
    statistics = export["statistics"]
    assert statistics["totalPlants"] == len(ids)
    assert statistics["removedPlants"] == len(present) - len(ids)


def test_removed_plants_show_when_asked_for(home: Home) -> None:
    everything = home.json("list", "--all")
    assert not schema_problems("projections/list", everything)
    removed = [p for p in everything["plants"] if p["removed"] is not None]
    assert len(removed) == home.json("stats")["removedPlants"]


def test_lists_have_the_order_they_promise(export: dict[str, Any]) -> None:
    names = {p["id"]: p["displayName"] for p in export["collection"]}

    def overdue_order(task: dict[str, Any]) -> tuple[Any, ...]:
        name = name_order(names[task["plant"]])
        return task["due"], name, task["plant"], task["kind"]

    overdue = export["today"]["overdue"]
    assert overdue == sorted(overdue, key=overdue_order)
    schedules = [(s["plant"], s["kind"]) for s in export["schedules"]]
    assert schedules == sorted(set(schedules))
    rooms = [room["sortOrder"] for room in export["rooms"]]
    assert rooms == sorted(rooms)
    dates = [day["date"] for day in export["upcoming"]]
    assert dates == sorted(set(dates))
    assert all(date > export["today"]["date"] for date in dates)
    assert dates, "nothing to look ahead to"


def test_references_lead_somewhere(export: dict[str, Any]) -> None:
    plants = {plant["id"] for plant in export["collection"]}
    rooms = {room["id"] for room in export["rooms"]}
    assert {plant["room"] for plant in export["collection"]} <= rooms
    assert {group["room"] for group in export["today"]["today"]} <= rooms
    assert {item["plant"] for item in export["schedules"]} <= plants
    for day in export["upcoming"]:
        assert {task["plant"] for task in day["tasks"]} <= plants


def test_numbers_follow_from_the_lists(export: dict[str, Any]) -> None:
    today = export["today"]
    due = sum(len(group["tasks"]) for group in today["today"])
    done, overdue = len(today["done"]), len(today["overdue"])
    assert today["badge"] == overdue
    assert today["progress"] == {"done": done, "total": done + due + overdue}
    statistics = export["statistics"]
    assert statistics["overdueTasks"] == overdue
    assert statistics["completedToday"] == done
    plants = export["collection"]
    favorites = [plant for plant in plants if plant["isFavorite"]]
    assert statistics["favoriteCount"] == len(favorites)
    families = statistics["familyDistribution"]
    assert sum(families.values()) == len(plants)
    assert sum(room["plantCount"] for room in export["rooms"]) == len(plants)


def test_log_status_counts_the_log(home: Home, journal: Journal) -> None:
    status = home.json("log", "status")
    assert status["events"] == len(journal.events)
    assert {writer["writer"] for writer in status["writers"]} == {
        str(uuid.UUID(bytes=writer)) for writer in journal.chains
    }


def test_log_verify_finds_no_fault(home: Home, journal: Journal) -> None:
    found = home.json("log", "verify")
    assert found == {"events": len(journal.events), "ok": True, "problems": []}


def test_exported_events_are_the_stored_bytes(
    home: Home, journal: Journal
) -> None:
    lines = home.lines("export", "events")
    assert len(lines) == len(journal.events)
    for event, line in zip(journal.events, lines, strict=True):
        assert not schema_problems("export-events-line", line)
        assert base64url_bytes(line["header"]) == event.header_bytes
        assert line["header"] == base64url(event.header_bytes)
        if event.payload_bytes is None:
            assert line["payload"] is None
        else:
            assert line["payload"] == base64url(event.payload_bytes)


def test_import_makes_the_same_journal_once(
    home: Home, journal: Journal, tmp_path: Path
) -> None:
    events = home.run("export", "events")
    copy = Home(tmp_path / "copy")
    for _ in range(2):
        copy.run("import", standard_input=events)
        assert copy.journal() == journal
        assert copy.run("export", "json") == home.run("export", "json")
        assert copy.run("export", "events") == events


def test_export_names_its_clock(export: dict[str, Any]) -> None:
    assert export["now"] == NOW
    assert export["today"]["date"] == NOW[:10]
    assert export["asOf"] is None
