"""Two plants, or two rooms, that are one: what both had shows as one's, however
the word of it travels."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import pytest

from campaign import age
from program import NOTHING, USAGE, Home
from test_photo_keeping import LATER
from test_photos import LEAF, photos
from test_sync import agree, joined, sync


def at(day: int, minute: int = 0) -> str:
    return f"2026-11-{day:02}T12:{minute:02}:00+01:00"


@pytest.fixture
def two(home: Home, tmp_path: Path) -> tuple[Home, Home]:
    """Two machines of a household, which sync through one folder."""
    folder = tmp_path / "stick"
    home.do("remote", "add", "stick", str(folder))
    home.do("log", "name", "Desk", "--person", "Anna")
    sync(home)
    other = joined(tmp_path / "second", folder)
    other.do("log", "name", "Phone", "--person", "Ben")
    return home, other


def plant(home: Home, name: str, **options: str) -> str:
    """The id of the plant that was added last by this home."""
    added = home.json(
        "add", "Aloe vera", "--name", name, "--as-typed", *options.pop("more", []),
        **options)
    return added["made"][0]["id"]


@pytest.fixture
def twins(two: tuple[Home, Home]) -> tuple[Home, Home, str, str]:
    """One plant that both machines have added, cared for and looked at."""
    one, other = two
    first = plant(one, "Twin", more=["--every", "7d"], now=at(1))
    second = plant(other, "Twin", more=["--tag", "gift"], now=at(1, 5))
    other.do("schedule", "set", second, "misting", "--every", "2d", now=at(1, 6))
    one.do("water", first, "--at", "2026-11-02", now=at(3))
    other.do("water", second, "--at", "2026-11-08", now=at(9))
    other.do("mist", second, "--at", "2026-11-08", now=at(9, 1))
    other.do("note", second, "A new leaf", now=at(9, 2))
    other.do("measure", second, "--height", "30cm", now=at(9, 3))
    other.do("task", "add", second, "repotting", "--due", "2026-11-30", now=at(9, 4))
    for home in (one, other, one):
        sync(home)
    return one, other, first, second


def collection(home: Home) -> set[str]:
    return {shown["id"] for shown in home.export()["collection"]}


def due(home: Home, plant: str) -> dict[str, str]:
    return {
        schedule["kind"]: schedule["nextDue"]
        for schedule in home.export()["schedules"]
        if schedule["plant"] == plant
    }


def given(home: Home, name: str) -> list[tuple[str, str]]:
    """What care a history tells of, and who gave it."""
    lines = home.do("history", name, "--reverse").text.splitlines()
    return [
        (next(word for word in ("watering", "misting") if word in line),
         "Ben" if "Ben" in line else "Anna")
        for line in lines if " done" in line
    ]


def test_what_both_had_shows_as_one_plants(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    before = one.folded()
    told = one.do("merge", first, second, "--yes", now=at(10)).text
    assert "merged Twin (" in told
    assert "2 care entries, 1 note, 1 measurement and 1 task" in told
    assert second not in collection(one) and first in collection(one)
    # Ben's watering is the later one; his misting had a schedule of its own.
    assert due(one, first) == {"watering": "2026-11-15", "misting": "2026-11-10"}
    shown = one.export()["collection"]
    (kept,) = (entry for entry in shown if entry["id"] == first)
    assert kept["notes"] == ["A new leaf"] and kept["tags"] == ["gift"]
    assert [m["heightMm"] for m in one.json("measure", first)["measurements"]] == [300]
    assert one.json("task", "list", now=at(10))["tasks"][0]["plant"] == first
    assert given(one, "Twin") == [
        ("watering", "Anna"), ("watering", "Ben"), ("misting", "Ben")]
    gone = one.json("show", second)["plant"]
    assert gone["removed"]["mergedInto"] == first
    assert "merged into" in one.do("show", second).text
    one.do("log", "rebuild")
    assert due(one, first) == {"watering": "2026-11-15", "misting": "2026-11-10"}
    agree(one, other)
    undone = one.do("undo", now=at(11)).text
    assert "undone" in undone
    assert one.folded() == before
    agree(one, other)


def test_nothing_counts_twice(twins: tuple[Home, Home, str, str]) -> None:
    one, _, first, second = twins

    def counts() -> tuple[object, ...]:
        care = one.json("stats", "care", "--since", "2026-11-01", now=at(10))
        days = one.json("calendar", "2026-11-08", now=at(10))
        return (
            {kind["kind"]: kind["given"] for kind in care["kinds"]},
            len(days["done"]),
            len(one.history("--type", "task.completed")),
        )

    before = counts()
    one.do("merge", first, second, "--yes", now=at(10))
    assert counts() == before
    audit = one.json("audit", first, "--since", "2026-11-01", now=at(10))
    assert {a["kind"]: a["given"] for a in audit["audits"]} == {
        "watering": 2, "misting": 1}


def test_care_that_comes_late_counts_for_the_plant_that_stays(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    one.do("merge", first, second, "--yes", now=at(10))
    sync(one)
    # Ben has not heard of it.
    other.do("water", second, now=at(12))
    other.do("edit", second, "--name", "Renamed", now=at(12, 1))
    agree(one, other)
    for home in (one, other):
        assert second not in collection(home)
        assert due(home, first)["watering"] == "2026-11-19"
    # A correction and a photo of the other's can be about what came from it.
    one.do("note", "edit", first, "Two new leaves", now=at(13))
    one.do("task", "done", one.json("task", "list")["tasks"][0]["task"], now=at(14))
    agree(one, other)
    notes = [p["notes"] for p in other.export()["collection"] if p["id"] == first]
    assert notes == [["Two new leaves"]]


def test_care_of_the_other_is_amended_as_the_ones(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    action = other.json("water", second, "--at", "2026-11-09", now=at(9, 5))[
        "actions"][0]["shortId"]
    sync(other)
    sync(one)
    one.do("merge", first, second, "--yes", now=at(10))
    merged = one.folded()
    # What Ben recorded, and Anna knows better.
    one.do("amend", action, "--plant", first, "--at", "2026-11-10", now=at(11))
    agree(one, other)
    for home in (one, other):
        audits = home.json("audit", first, "--since", "2026-11-01", now=at(12))
        assert {a["kind"]: a["given"] for a in audits["audits"]} == {
            "watering": 3, "misting": 1}
        events = home.history(first, "--type", "task.completed")
        assert [event.get("amended") for event in events].count(True) == 1
        home.do("log", "rebuild")
        assert due(home, first)["watering"] == "2026-11-17"
        past = home.export("--as-of", at(12), now=at(12))["schedules"]
        assert "2026-11-17" in [schedule["nextDue"] for schedule in past]
    # Taken apart, each has what was recorded of it.
    one.do("undo", now=at(13))
    assert one.folded() == merged


def test_fields_that_people_named_are_filled(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, _, first, second = twins
    one.do("field", "add", "price", "number", "EUR")
    one.do("field", "add", "pot")
    one.do("edit", first, "--set", "pot=clay")
    one.do("edit", second, "--set", "pot=plastic", "--set", "price=12")
    one.do("merge", first, second, "--yes", now=at(10))
    shown = one.do("show", first, now=at(10)).text
    assert "clay" in shown and "12 EUR" in shown and "plastic" not in shown


def test_merges_the_other_way_round_converge(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    one.do("merge", first, second, "--yes", now=at(10))
    # Stamps are above every one held, so this one sorts the other's word later.
    other.do("note", second, "The same plant?", now=at(10))
    other.do("merge", second, first, "--yes", now=at(11))
    agree(one, other)
    assert collection(one) & {first, second} == {second}
    assert due(one, second)["watering"] == "2026-11-15"
    # A third word settles it otherwise.
    other.do("undo", now=at(12))
    agree(one, other)
    assert collection(one) & {first, second} == {first}


def added(home: Home, plant: str) -> str:
    """The id of the action that added a plant."""
    (event,) = home.history(plant, "--type", "plant.added")
    return f"{event['header']['writer'][:8]}-{event['header']['sequence']}"


def test_a_plant_stays_if_the_one_it_became_was_a_mistake(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    one.do("merge", first, second, "--yes", now=at(10))
    other.do("remove", first, "--reason", "mistake", "--yes", now=at(11))
    agree(one, other)
    for home in (one, other):
        assert collection(home) & {first, second} == {second}
        assert due(home, second) == {"misting": "2026-11-10"}
        home.do("log", "rebuild")
        assert collection(home) & {first, second} == {second}
        past = home.export("--as-of", at(12), now=at(12))["collection"]
        assert [shown["id"] for shown in past if shown["id"] in (first, second)] == [
            second]
    # Once it is there, the merge counts.
    one.do("restore", first, "--name", "First", now=at(13))
    agree(one, other)
    for home in (one, other):
        assert collection(home) & {first, second} == {first}
        assert due(home, first)["watering"] == "2026-11-15"


def test_a_plant_stays_if_the_one_it_became_was_never_added(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    addition = added(other, second)
    one.do("merge", second, first, "--yes", now=at(10))
    other.do("undo", addition, "--yes", now=at(11))
    agree(one, other)
    for home in (one, other):
        assert collection(home) & {first, second} == {first}
        assert due(home, first)["watering"] == "2026-11-09"
    other.do("redo", "--yes", now=at(12))
    agree(one, other)
    assert collection(one) & {first, second} == {second}


def test_undoing_an_addition_hides_what_was_recorded_of_that_plant_alone(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, _, first, second = twins
    addition = added(one, first)
    one.do("merge", first, second, "--yes", now=at(10))
    told = one.do("undo", addition, "--dry-run", now=at(11)).text
    # Its watering and what the merge filled in: tags and a schedule.
    assert "with it 3 later events of Twin" in told
    one.do("undo", addition, "--yes", now=at(11))
    assert collection(one) & {first, second} == {second}


def test_an_undo_of_the_plant_that_stays_is_one_of_both(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    before = due(one, first)["watering"]
    action = one.json("water", first, second, now=at(9, 30))["actions"][0]["shortId"]
    one.do("merge", first, second, "--yes", now=at(10))
    assert due(one, first)["watering"] == "2026-11-16"
    told = one.do("undo", action, "--plant", first, now=at(11)).text
    assert "is removed" not in told
    assert due(one, first)["watering"] == "2026-11-15" != before
    one.refuse(
        "undo", action, "--plant", first, code=NOTHING,
        says="already undone", now=at(11))
    one.do("redo", now=at(12))
    assert due(one, first)["watering"] == "2026-11-16"
    # Care of the merged plant alone is shown by the one that stays.
    sync(one)
    alone = other.json("water", second, now=at(13))["actions"][0]["shortId"]
    agree(one, other)
    assert "is removed" not in one.do("undo", alone, now=at(14)).text


def test_care_is_audited_once(twins: tuple[Home, Home, str, str]) -> None:
    one, _, first, second = twins
    one.do("merge", first, second, "--yes", now=at(10))
    audits = one.json(
        "audit", first, second, "--since", "2026-11-01", now=at(10))["audits"]
    assert sum(a["given"] for a in audits if a["kind"] == "watering") == 2


def test_a_calendar_is_revised_by_each_change_of_a_merge(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, _, first, second = twins

    def revisions() -> dict[str, int]:
        text = one.do("export", "ics", now=at(10)).text
        return {
            event.split("UID:")[1].split()[0]: int(event.split("SEQUENCE:")[1].split()[0])
            for event in text.split("BEGIN:VEVENT")[1:] if first in event
        }

    found = [revisions()]
    merge = one.json("merge", first, second, "--yes", now=at(11))["actions"][0]
    found.append(revisions())
    one.do("undo", now=at(12))
    found.append(revisions())
    # That the plant was merged is known without the words of it.
    one.do("erase", merge["shortId"], "--yes", now=at(13))
    found.append(revisions())
    assert found[0]
    for entry in found[0]:
        numbers = [revisions[entry] for revisions in found]
        assert numbers == sorted(numbers)
    one.do("log", "rebuild")
    assert revisions() == found[-1]


def test_a_replay_tells_what_changed_of_both(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, _, first, second = twins
    one.do("edit", first, "--name", "First", now=at(10))
    one.do("merge", first, second, "--yes", now=at(10))
    one.do("water", first, "--at", "2026-11-10", now=at(11))

    def changes(home: Home, name: str) -> list[tuple[str, object, str, object]]:
        steps = map(json.loads, home.do("replay", name, "--json").text.splitlines())
        return [
            (step["type"], change.get("plant"), change["field"], change["after"])
            for step in steps for change in step["changes"]
        ]

    found = changes(one, second)
    assert ("plant.merged", None, "mergedInto", first) in found
    assert ("plant.merged", first, "watering.nextDue", "2026-11-15") in found
    assert ("task.completed", None, "watering.nextDue", "2026-11-17") in changes(
        one, first)
    assert "    First: watering next due: 2026-11-15, was" in one.do(
        "replay", second).text


@pytest.mark.parametrize("stays", ["where it is now", "where it was"])
def test_a_photo_that_moved_between_them_is_theirs(
    twins: tuple[Home, Home, str, str], stays: str
) -> None:
    one, other, first, second = twins
    one.do("photo", "add", second, str(LEAF), now=at(9, 10))
    one.do("photo", "move", second, "--to", first, now=at(9, 11))
    (before,) = photos(one, first)
    kept, gone = (first, second) if "now" in stays else (second, first)
    one.do("merge", kept, gone, "--yes", now=at(10))
    agree(one, other)
    for home in (one, other):
        (photo,) = photos(home, kept)
        assert photo["id"] == before["id"]
    age(one, 2)
    assert not one.json("photo", "gc", now=LATER)["files"]
    one.do("photo", "edit", kept, "--favorite", now=at(11))
    one.do("photo", "remove", kept, before["shortId"], now=at(12))
    assert not photos(one, kept)
    # The photo, and what was said of it, are of the plant to which it moved.
    one.do("undo", now=at(13))
    one.do("restore", gone, "--name", "Apart", now=at(14))
    (photo,) = photos(one, first)
    assert photo["isFavorite"] and photo["path"]
    assert not photos(one, second)


def test_a_photo_that_one_moves_while_the_other_merges_stays(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    other.do("photo", "add", second, str(LEAF), now=at(9, 10))
    for home in (other, one):
        sync(home)
    one.do("merge", first, second, "--yes", now=at(10))
    other.do("photo", "move", second, "--to", first, now=at(10))
    agree(one, other)
    for home in (one, other):
        assert len(photos(home, first)) == 1


def test_corrections_stay_with_what_they_correct(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    other.do("photo", "add", second, str(LEAF), now=at(9, 10))
    action = other.json("water", second, "--at", "2026-11-09", now=at(9, 11))[
        "actions"][0]["shortId"]
    other.do("task", "add", second, "pruning", "--due", "2026-11-20", now=at(9, 12))
    for home in (other, one):
        sync(home)
    one.do("merge", first, second, "--yes", now=at(10))
    one.do("note", "remove", first, "--yes", now=at(11))
    one.do("amend", action, "--at", "2026-11-07", now=at(11, 1))
    tasks = {task["kind"]: task["task"]
             for task in one.json("task", "list", now=at(11))["tasks"]}
    one.do("task", "done", tasks["repotting"], now=at(11, 2))
    one.do("snooze", first, "pruning", "2026-11-25", now=at(11, 3))
    (photo,) = photos(one, first)
    one.do("photo", "remove", first, photo["shortId"], now=at(11, 4))
    agree(one, other)
    one.do("restore", second, "--name", "Second", now=at(12))
    agree(one, other)
    for home in (one, other):
        (apart,) = (p for p in home.export()["collection"] if p["id"] == second)
        assert not apart["notes"]
        audits = home.json("audit", second, "--since", "2026-11-01", now=at(13))
        (audit,) = (a for a in audits["audits"] if a["kind"] == "watering")
        assert audit["given"] == 2
        days = home.json("calendar", "2026-11-07", now=at(13))["done"]
        assert "watering" in {done["kind"] for done in days}
        (task,) = home.json("task", "list", now=at(13))["tasks"]
        assert (task["plant"], task["due"]) == (second, "2026-11-25")
        assert not photos(home, second)


def test_what_is_erased_of_the_other_is_erased_with_its_corrections(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    one.do("merge", first, second, "--yes", now=at(10))
    one.do("note", "edit", first, "Two new leaves", now=at(11))
    one.do("erase", "--plant", second, "--notes", "--yes", now=at(12))
    agree(one, other)
    for home in (one, other):
        told = home.do("history", "--json").output
        assert b"A new leaf" not in told and b"Two new leaves" not in told


def test_children_that_come_late_are_those_of_the_plant_that_stays(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    one.do("edit", first, "--name", "First", now=at(10))
    one.do("merge", first, second, "--yes", now=at(10))
    # Ben has not heard of it.
    child = plant(other, "Offset", more=["--from", second], now=at(11))
    agree(one, other)
    for home in (one, other):
        assert "Offset" in home.do("lineage", first).text
        assert "First" in home.do("lineage", child).text
        assert "from" in home.do("show", child).text
        home.refuse(
            "edit", first, "--from", child, code=USAGE, says="from", now=at(12))
    one.do("restore", second, "--name", "Second", now=at(13))
    assert "Offset" not in one.do("lineage", first).text
    assert "Offset" in one.do("lineage", second).text


def test_chains_and_removals(twins: tuple[Home, Home, str, str]) -> None:
    one, other, first, second = twins
    third = plant(one, "Third", now=at(10))
    one.do("merge", first, second, "--yes", now=at(11))
    one.do("merge", third, first, "--yes", now=at(12))
    other.do("water", second, now=at(13))
    agree(one, other)
    assert collection(one) & {first, second, third} == {third}
    assert due(one, third) == {"watering": "2026-11-20", "misting": "2026-11-10"}
    one.do("remove", third, "--reason", "died", "--yes", now=at(14))
    agree(one, other)
    assert not collection(one) & {first, second, third}
    # Taken apart in the middle, both parts are there again.
    one.do("restore", third, now=at(15))
    one.do("restore", first, "--name", "First", now=at(16))
    agree(one, other)
    assert collection(one) & {first, second, third} == {first, third}
    assert due(one, first)["watering"] == "2026-11-20"
    assert len(given(one, "First")) == 4 and not given(one, "Third")


def test_what_is_erased_of_one_is_erased_of_both(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    one.do("merge", first, second, "--yes", now=at(10))
    one.do("erase", "--plant", first, "--notes", "--yes", now=at(11))
    agree(one, other)
    assert b"A new leaf" not in other.do("history", "--json").output


def test_rooms_become_one(home: Home) -> None:
    home.do("room", "add", "Shelf")
    home.do("move", "Basil", "Shelf")
    home.do("remove", "Basil", "--yes")
    home.do("move", "Monty", "Shelf")
    before = home.folded()
    told = home.do("merge", "Office", "Shelf", "--yes").text
    assert "merged the room Shelf into Office: 1 plant" in told
    rooms = {room["name"]: room["plantCount"] for room in home.export()["rooms"]}
    assert "Shelf" not in rooms and rooms["Office"] == 1
    home.do("undo")
    assert home.folded() == before
    home.do("merge", "Office", "Shelf", "--yes")
    home.do("restore", "Basil")
    assert home.export()["rooms"][4]["plantCount"] == 2
    home.refuse("merge", "Office", "Other", "--yes", code=USAGE, says="stays")


def test_it_is_asked_and_shown_first(twins: tuple[Home, Home, str, str]) -> None:
    one, _, first, second = twins
    one.refuse("merge", first, second, code=USAGE, says="Merge them?", now=at(10))
    shown = one.run("merge", first, second, now=at(10)).text
    assert "would merge Twin (" in shown and "would set watering" not in shown
    before = one.events()
    shown = one.do("merge", first, second, "--dry-run", now=at(10)).text
    assert "dry run" in shown and "would merge Twin (" in shown
    assert one.events() == before
    one.refuse("merge", first, first, "--yes", code=USAGE, says="both names mean")
    one.refuse("merge", first, "Nobody", "--yes", code=NOTHING, says="Nobody")
    one.refuse(
        "append", code=USAGE, says="merged into itself",
        text='{"type":"plant.merged","plant":"%s","into":"%s"}' % (first, first))


def test_what_settles_a_name_that_two_have_may_be_a_merge(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, _, _ = twins
    (finding,) = (
        line for line in one.do("doctor").text.splitlines() if "merge" in line)
    words = shlex.split(finding[finding.index("plantguide merge"):])
    one.do(*words[1:], "--yes")
    assert "have the nickname" not in one.do("doctor").text
    agree(one, other)


def rooms(home: Home) -> dict[str, list[str]]:
    """The names of the plants in each room that has any."""
    shown: dict[str, list[str]] = {}
    names = {room["id"]: room["name"] for room in home.export()["rooms"]}
    for plant in home.export()["collection"]:
        shown.setdefault(names[plant["room"]], []).append(plant["nickname"])
    return {name: sorted(plants) for name, plants in shown.items()}


def test_rooms_merged_the_other_way_round_converge(two: tuple[Home, Home]) -> None:
    one, other = two
    for name in ("Pantry", "Larder"):
        one.do("room", "add", name, now=at(1))
        plant(one, f"In {name}", more=["--room", name], now=at(1))
    agree(one, other)
    one.do("merge", "Pantry", "Larder", "--yes", now=at(22))
    other.do("merge", "Larder", "Pantry", "--yes", now=at(23))
    agree(one, other)
    for home in (one, other):
        home.do("log", "rebuild")
        assert rooms(home)["Larder"] == ["In Larder", "In Pantry"]
        assert "Pantry" not in home.do("room", "list").text
    # A third word settles it otherwise.
    other.do("undo", now=at(24))
    agree(one, other)
    assert rooms(one)["Pantry"] == ["In Larder", "In Pantry"]


def test_both_homes_hear_how_a_circle_of_rooms_ended(two: tuple[Home, Home]) -> None:
    one, other = two
    for name in ("Pantry", "Larder"):
        one.do("room", "add", name, now=at(1))
    agree(one, other)
    one.do("merge", "Pantry", "Larder", "--yes", now=at(22))
    other.do("merge", "Larder", "Pantry", "--yes", now=at(23))
    one.synced(now=at(24))
    text = other.run("sync", now=at(24, 1)).text
    assert (
        "Larder: your 'Pantry is part of Larder' replaced Anna's Desk's 'part of Pantry'"
    ) in text
    text = one.run("sync", now=at(24, 2)).text
    assert (
        "Larder: Ben's Phone's 'Pantry is part of Larder' replaced your 'part of Pantry'"
    ) in text
    assert "Pantry is now part of Larder" in text
    # What one has heard of is not told again.
    assert not told(one, at(26)) and not told(other, at(26))


def test_a_merged_room_is_back_if_the_other_is_deleted(two: tuple[Home, Home]) -> None:
    one, other = two
    for name in ("Pantry", "Larder"):
        one.do("room", "add", name, now=at(1))
        plant(one, f"In {name}", more=["--room", name], now=at(1))
    agree(one, other)
    one.do("merge", "Pantry", "Larder", "--yes", now=at(22))
    # Ben has not heard of it.
    other.do("room", "delete", "Pantry", now=at(23))
    agree(one, other)
    for home in (one, other):
        home.do("log", "rebuild")
        assert rooms(home)["Larder"] == ["In Larder"]
        assert "Pantry" not in rooms(home)
    other.do("undo", now=at(24))
    agree(one, other)
    for home in (one, other):
        assert rooms(home)["Pantry"] == ["In Larder", "In Pantry"]
    # Who knows of the merge deletes both.
    told = one.do("room", "delete", "Pantry", now=at(25)).text
    assert "2 plants" in told
    agree(one, other)
    for home in (one, other):
        assert "Larder" not in home.do("room", "list").text
        assert {"In Larder", "In Pantry"} <= set(rooms(home)["Other"])
    one.do("undo", now=at(26))
    agree(one, other)
    assert rooms(other)["Pantry"] == ["In Larder", "In Pantry"]


def test_a_plant_that_comes_late_to_a_merged_room_shows_in_the_other(
    two: tuple[Home, Home]
) -> None:
    one, other = two
    for name in ("Pantry", "Larder", "Attic"):
        one.do("room", "add", name, now=at(1))
    agree(one, other)
    ids = {room["name"]: room["id"] for room in one.export()["rooms"]}
    one.do("merge", "Pantry", "Larder", "--yes", now=at(2))
    one.do("merge", "Attic", "Pantry", "--yes", now=at(2, 1))
    # Ben has not heard of it.
    plant(other, "Late", more=["--room", "Larder"], now=at(3))
    other.do("move", "Basil", "Larder", now=at(3, 1))
    agree(one, other)
    for home in (one, other):
        assert rooms(home)["Attic"] == ["Basil", "Late"]
        names = [row["displayName"] for row in home.json(
            "list", "--room", "Attic")["plants"]]
        assert sorted(names) == ["Basil", "Late"]
        assert home.export("--as-of", at(4), now=at(4))["rooms"] == home.export()[
            "rooms"]
    assert "moved to Larder" in one.do("history", "Basil").text
    # An id of a merged room stands for the other, as in lines of scripts.
    one.do("append", text=(
        '{"type":"plant.moved","plant":"Monty","room":"%s"}' % ids["Larder"]))
    assert rooms(one)["Attic"] == ["Basil", "Late", "Monty"]
    one.refuse(
        "append", code=USAGE, says="merged into itself",
        text='{"type":"room.merged","room":"Attic","into":"%s"}' % ids["Larder"])


def test_the_room_that_an_undo_takes_away_keeps_no_plants(home: Home) -> None:
    action = home.json("room", "add", "Pantry")["actions"][0]["shortId"]
    home.do("room", "add", "Larder")
    home.do("move", "Basil", "Larder")
    home.do("merge", "Pantry", "Larder", "--yes")
    home.do("undo", action, "--yes")
    assert rooms(home)["Larder"] == ["Basil"]


def test_the_name_of_a_merged_room_means_the_one_it_is_part_of(home: Home) -> None:
    home.do("room", "add", "Kitchn")
    (room,) = (
        room["id"] for room in home.json("room", "list")["rooms"]
        if room["name"] == "Kitchn")
    action = home.json("merge", "Kitchen", "Kitchn", "--yes")["actions"][0]["shortId"]
    assert action in home.do("history", "--type", "room.merged").text
    for name in ("Kitchn", room):
        home.do("move", "Basil", "Office")
        assert "to Kitchen" in home.do("move", "Basil", name).text
    assert "Basil" in home.do("list", "--room", "kitchn").text
    home.refuse(
        "merge", "Kitchen", "Kitchn", "--yes", code=USAGE,
        says="'Kitchn' is part of 'Kitchen' already")
    home.refuse(
        "merge", "Monty", "Kitchen", "--yes", code=USAGE,
        says="'Monty' is a plant, and 'Kitchen' is a room")
    # A new room may have the name.
    home.do("room", "add", "Kitchn")
    assert "to Kitchn" in home.do("move", "Basil", "Kitchn").text


def test_an_icon_that_only_the_merged_room_has_is_kept(home: Home) -> None:
    home.do("room", "add", "Pantry")
    home.do("room", "add", "Larder", "--icon", "box")
    shown = home.do("merge", "Pantry", "Larder", "--dry-run").text
    assert "icon box" in shown
    home.do("merge", "Pantry", "Larder", "--yes")
    icons = {room["name"]: room["icon"] for room in home.export()["rooms"]}
    assert icons["Pantry"] == "box"


def test_a_misspelt_room_is_reported_as_a_room(home: Home) -> None:
    for names in (("Kitchen", "Ofice"), ("Ofice", "Kitchen")):
        home.refuse(
            "merge", *names, "--yes", code=NOTHING, says="no room is called 'Ofice'")
    home.refuse("merge", "Monty", "Kitchn", "--yes", code=NOTHING, says="Kitchn")
    offered = home.do("complete", "zsh", "--", "merge", "", now=None).text
    assert "Monty" in offered and "Kitchen" in offered


def test_the_name_of_a_merged_plant_means_the_one_it_is_part_of(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, _, first, second = twins
    one.do("edit", second, "--name", "Second", now=at(10))
    one.do("merge", first, second, "--yes", now=at(10, 1))
    for name in ("Second", second, one.json("show", second)["plant"]["shortId"]):
        told = one.do("water", name, now=at(11)).text
        assert "watered Twin (" in told and "is part of Twin (" in told
    assert due(one, first)["watering"] == "2026-11-18"
    told = one.do("note", "Second", "Seen", now=at(12)).text
    assert "noted: Twin (" in told and "left" not in told
    told = one.do("merge", "Basil", "Second", "--dry-run", now=at(12)).text
    assert "would merge Twin (" in told
    one.refuse(
        "merge", first, "Second", "--yes", code=USAGE,
        says="'Second' is part of 'Twin' already")
    plant(one, "Swiss cheese", now=at(12))
    plant(one, "Swiss army", now=at(12))
    (hint,) = (
        line for line in one.run("merge", first, "Swiss", "--yes").message.splitlines()
        if "hint" in line)
    assert "name one of them by its short id: " in hint
    assert "plantguide merge" not in hint
    # Lines of scripts name plants exactly.
    one.refuse(
        "append", code=USAGE,
        says=["'Second' is part of the plant ", "name that plant"],
        text='{"type":"task.completed","plant":"%s","kind":"watering"}' % second)
    # What is about the plant itself still finds it.
    assert "merged into" in one.do("show", "Second").text
    assert "Second" in one.do("history", "Second").text
    one.do("restore", "Second", now=at(13))
    assert second in collection(one)


def test_a_name_of_a_merged_plant_never_means_a_third_one(home: Home) -> None:
    """Its nickname was taken for the common name of another, unasked."""
    home.do(
        "add", "Chlorophytum", "--as-typed", "--name", "Spidey", "--common",
        "Spider plant", "--common", "Käseblatt")
    home.do("add", "Dracaena", "--as-typed", "--name", "Drago")
    home.do("add", "Aloe", "--as-typed", "--name", "Spider plant")
    home.do("add", "Aloe", "--as-typed", "--name", "Käseblätter")
    home.do("merge", "Drago", "Spider plant", "--yes")
    home.do("merge", "Drago", "Käseblätter", "--yes")
    for name in ("Spider plant", "spider Plant", "Kaseblatter"):
        told = home.do("water", name).text
        assert "watered Drago (" in told and "is part of Drago (" in told
    assert "watered Spidey (" in home.do("water", "Käseblatt").text
    assert "merged into" in home.do("show", "Spider plant").text
    home.refuse(
        "append", code=USAGE, says="'Spider plant' is part of the plant ",
        text='{"type":"task.completed","plant":"Spider plant","kind":"watering"}')
    # Once another plant has got the nickname, it means that one.
    home.do("edit", "Spidey", "--name", "Spider plant")
    assert "watered Spider plant (" in home.do("water", "Spider plant").text


def test_views_follow_the_name_of_a_merged_plant(
    twins: tuple[Home, Home, str, str]
) -> None:
    """They said that it was never measured, and has neither tasks nor photos."""
    one, _, first, second = twins
    one.do("edit", second, "--name", "Second", now=at(10))
    one.do("photo", "add", second, str(LEAF), now=at(10, 1))
    one.do("health", second, "4", now=at(10, 2))
    action = one.json("mist", second, now=at(10, 3))["actions"][0]["shortId"]
    one.do("merge", first, second, "--yes", now=at(11))
    for words in (
        ["measure"], ["health"], ["photo", "list"], ["photo", "show"], ["why"],
        ["audit"], ["schedule", "show"], ["task", "list"], ["stats", "care"],
        ["lineage"]
    ):
        shown = [one.do(*words, name, now=at(12)).text for name in (
            "Second", second, "Twin")]
        assert shown[0] == shown[1] == shown[2], words
    one.do("amend", action, "--plant", second, "--note", "mist", now=at(12))
    assert "merged into" in one.do("show", "Second", now=at(12)).text


def test_no_plant_comes_from_itself(two: tuple[Home, Home]) -> None:
    one, other = two
    mother = plant(one, "Mother")
    for name, parent in (("Child", "Mother"), ("Grandchild", "Child")):
        plant(one, name, more=["--from", parent])
    plant(one, "Big")
    plant(one, "Last")
    agree(one, other)
    one.do("merge", "Big", mother, "--yes", now=at(10))
    shown = one.do("merge", "Child", "Big", "--dry-run", now=at(11)).text
    assert "would edit Child (" in shown and "parent none" in shown
    one.do("merge", "Child", "Big", "--yes", now=at(11))
    assert "from" not in one.do("show", "Child").text.split("\n\n")[0]
    one.do("merge", "Last", "Child", "--yes", now=at(12))
    offspring = one.json("lineage", "Last")["offspring"]
    assert [entry["displayName"] for entry in offspring] == ["Grandchild"]
    # What comes from the plant that stays is its parent nowhere.
    one.do("undo", now=at(13))
    one.do("merge", "Child", "Grandchild", "--yes", now=at(13, 1))
    one.do("undo", now=at(14))
    shown = one.do("merge", "Mother", "Grandchild", "--yes", now=at(15)).text
    assert "parent" not in shown


def test_a_circle_of_parents_that_a_merge_closes_is_found(
    two: tuple[Home, Home]
) -> None:
    one, other = two
    first, second = plant(one, "First"), plant(one, "Second")
    agree(one, other)
    one.do("merge", "First", "Second", "--yes", now=at(10))
    # Ben has not heard of it.
    other.do("edit", "First", "--from", "Second", now=at(11))
    agree(one, other)
    page = one.do("show", "First").text
    assert "from" not in [line.split()[0] for line in page.splitlines() if line]
    (finding,) = (
        line for line in one.do("doctor").text.splitlines()
        if "come from themselves" in line)
    assert one.json("show", first)["plant"]["shortId"] in finding
    words = shlex.split(
        one.do("doctor").text.split("plantguide edit ")[1].splitlines()[0])
    one.do("edit", *words)
    assert "come from themselves" not in one.do("doctor").text
    assert second not in collection(one)


@pytest.mark.parametrize("later", ["the one that stays", "the other"])
def test_what_is_overdue_stays_so(home: Home, later: str) -> None:
    """A schedule that only the other has counted from the merge."""
    days = (5, 1) if later == "the one that stays" else (1, 5)
    plant(home, "Kept", now=at(days[0]))
    plant(home, "Gone", now=at(days[1]))
    for words in (["rotation", "--every", "9d"], ["cleaning", "--every", "20d"]):
        home.do("schedule", "set", "Gone", *words, now=at(days[1]))
    home.do("photo", "remind", "Gone", "monthly", now=at(days[1]))

    def tasks(name: str) -> dict[str, str]:
        why = home.json("why", name, now=at(20))["tasks"]
        return {task["kind"]: task["due"] for task in why}

    before = tasks("Gone")
    first = 9 + days[1]
    assert before["rotation"] == f"2026-11-{first:02}"
    assert before["cleaning"] == f"2026-11-{first + 11:02}"
    home.do("merge", "Kept", "Gone", "--yes", now=at(20))
    assert tasks("Kept") == before
    # Care of the other that comes late settles it.
    home.do("done", "Gone", "rotation", "--at", f"2026-11-{first + 1:02}", now=at(20))
    assert tasks("Kept")["rotation"] == f"2026-11-{first + 10:02}"
    if later == "the other":
        assert "Nov" in home.do("why", "Kept", "cleaning", now=at(20)).text


def test_a_sync_says_that_a_removed_plant_took_its_parts_along(
    twins: tuple[Home, Home, str, str]
) -> None:
    """Both plants were gone, and no line said so."""
    one, other, first, second = twins
    one.do("edit", first, "--name", "First", now=at(10))
    one.do("edit", second, "--name", "Second", now=at(10))
    agree(one, other)
    one.do("merge", "First", "Second", "--yes", now=at(11))
    # Ben has not heard of it, and tidies up the same duplicate.
    other.do("remove", "First", "--yes", now=at(12))
    short = one.json("show", first)["plant"]["shortId"]
    line = (
        "First was removed, and with it Second, which is part of it; bring all of "
        f"it back: plantguide restore {short}")
    one.synced(now=at(13))
    assert line in other.run("sync", now=at(13, 1)).text
    assert line in one.run("sync", now=at(13, 2)).text
    assert not collection(one) & {first, second}
    one.do("restore", short, now=at(14))
    agree(one, other)
    for home in (one, other):
        assert collection(home) & {first, second} == {first}
    # A mistake takes nothing along.
    told = one.do("remove", "First", "--reason", "mistake", "--yes", now=at(15)).text
    assert "note: Second (" in told and "stays in the collection" in told
    assert collection(one) & {first, second} == {second}


def test_what_does_not_come_along_is_named(home: Home) -> None:
    home.do("field", "add", "price", "number", "EUR")
    home.do("room", "add", "Shelf")
    for name, room, price in (("Kept", "Kitchen", 15), ("Gone", "Shelf", 12.5)):
        home.do(
            "add", "Ficus" if name == "Kept" else "Crassula", "--as-typed", "--name",
            name, "--room", room, "--common", f"Fig of {name}", "--acquired",
            "2026-01-01" if name == "Kept" else "2026-03-05")
        home.do("edit", name, "--set", f"price={price}")
    for name, every in (("Kept", "10d"), ("Gone", "8d")):
        home.do("schedule", "set", name, "watering", "--every", every)
    home.do("schedule", "set", "Gone", "misting", "--every", "2d")
    home.do("photo", "remind", "Kept", "weekly")
    home.do("photo", "remind", "Gone", "monthly")
    for kind in ("repotting", "pruning"):
        home.do("task", "add", "Gone", kind, "--due", "5d")
    home.do("snooze", "Gone", "misting", "9d")
    for words in (["--dry-run"], ["--yes"]):
        shown = home.do("merge", "Kept", "Gone", *words).text
        assert "2 tasks and 1 snooze" in shown
        behind = shown[shown.index("of Gone (") :]
        assert "stays behind, as Kept (" in behind
        for part in (
            "scientific name Crassula", "common names Fig of Gone", "acquired",
            "room Shelf", "price 12.5", "watering every 8 days", "photos every month"
        ):
            assert part in behind, part
        assert "misting" not in behind


def test_a_plant_of_no_known_species_takes_that_of_the_other(home: Home) -> None:
    """It lost its poison warning."""
    home.do("add", "green thing", "--as-typed")
    home.do("add", "Monstera deliciosa", "--yes", "--name", "Gone")
    assert "poisonous to" in home.do("show", "Gone").text
    shown = home.do("merge", "green thing", "Gone", "--dry-run").text
    assert "would edit green thing (" in shown
    assert "scientific name Monstera deliciosa" in shown
    home.do("merge", "green thing", "Gone", "--yes")
    # It is still found by what it was called.
    assert "poisonous to" in home.do("show", "green thing").text
    home.do("undo")
    # A species of its own stays, and the preview warns.
    home.do("add", "Chlorophytum comosum", "--yes", "--name", "Spidey")
    shown = home.do("merge", "Spidey", "Gone", "--dry-run").text
    assert "warning: Gone (" in shown and "poisonous to" in shown


def test_an_undo_says_whose_merge_still_holds(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    one.do("edit", first, "--name", "First", now=at(10))
    agree(one, other)
    one.do("merge", first, second, "--yes", now=at(11))
    other.do("merge", first, second, "--yes", now=at(12))
    agree(one, other)
    told = one.do("undo", now=at(13)).text
    assert "is still part of First (" in told and "Ben's Phone" in told
    assert collection(one) & {first, second} == {first}
    words = shlex.split(told.split("plantguide undo ")[1].splitlines()[0])
    told = one.do("undo", words[0], now=at(14)).text
    assert "still part" not in told
    assert collection(one) & {first, second} == {first, second}


def test_what_a_plant_takes_back_is_said(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, _, first, second = twins
    one.do("edit", first, "--name", "First", now=at(10))
    one.do("edit", second, "--name", "Second", now=at(10))
    one.do("merge", first, second, "--yes", now=at(11))
    one.do("water", second, now=at(12))
    for words in (["--dry-run"], []):
        told = one.do("restore", "Second", *words, now=at(13)).text
        assert "was part of First (" in told
        assert "2 care entries, 1 note, 1 measurement and 1 task" in told
        assert "stays there" in told


def test_tags_that_an_undo_leaves_are_named(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, _, first, second = twins
    merge = one.json("merge", first, second, "--yes", now=at(10))["actions"][0]
    one.do("tag", first, "new", now=at(11))
    told = one.do("undo", merge["shortId"], now=at(12)).text
    assert "keeps the tag gift, as its tags were edited since" in told
    words = shlex.split(told.split("plantguide tag ")[1].splitlines()[0])
    one.do("tag", *words, now=at(13))
    assert [p["tags"] for p in one.export()["collection"] if p["id"] == first] == [
        ["new"]]


def test_lists_and_numbers_tell_merged_plants_from_mistakes(home: Home) -> None:
    plant(home, "Kept")
    plant(home, "Gone")
    plant(home, "Slip")
    home.do("remove", "Slip", "--reason", "mistake", "--yes")
    home.do("merge", "Kept", "Gone", "--yes")
    lines = {
        name: line for line in home.do("list", "--removed").text.splitlines()
        for name in ("Gone", "Slip") if name in line}
    assert "merged into Kept" in lines["Gone"] and "mistake" not in lines["Gone"]
    assert "mistake" in lines["Slip"]
    numbers = dict(
        line.rsplit(maxsplit=1) for line in home.do("stats").text.splitlines()
        if line and line.rsplit(maxsplit=1)[-1].isdigit())
    assert {key.strip(): value for key, value in numbers.items()}.items() >= {
        "left the collection": "1", "merged into others": "1"}.items()


def test_a_history_tells_what_came_from_which_plant(home: Home) -> None:
    """Notes and measurements after the last edit had the name of the other."""
    plant(home, "Kept")
    plant(home, "Gone")
    home.do("water", "Gone")
    home.do("tag", "Gone", "office")
    home.do("note", "Gone", "hi")
    home.do("measure", "Gone", "--height", "30cm")
    home.do("merge", "Kept", "Gone", "--yes")
    home.do("note", "Kept", "both")
    lines = home.do("history", "Kept").text.splitlines()
    for part in ("watering done", "noted: hi", "measured"):
        (line,) = (line for line in lines if part in line)
        assert "Gone (now Kept)" in line, line
    (line,) = (line for line in lines if "both" in line)
    assert "Gone" not in line


def test_tasks_of_one_kind_are_told_apart_by_their_ids(home: Home) -> None:
    plant(home, "Kept", now=at(1))
    plant(home, "Gone", now=at(1))
    ids = [
        home.json("task", "add", name, "repotting", "--due", day, now=at(1))["made"][
            0]["shortId"]
        for name, day in (("Kept", "2026-11-02"), ("Gone", "2026-11-09"))]
    home.do("task", "add", "Gone", "pruning", "--due", "2026-11-09", now=at(1))
    before = home.do("today", now=at(10)).text
    assert not any(task in before for task in ids)
    home.do("merge", "Kept", "Gone", "--yes", now=at(10))
    shown = home.do("today", now=at(10)).text
    assert f"repot {ids[0]}" in shown and f"repot {ids[1]} (1 day late)" in shown
    home.do("task", "done", ids[1], now=at(10))
    shown = home.do("today", now=at(10)).text
    assert not any(task in shown for task in ids)


def test_a_table_from_before_the_merge_is_refused_with_the_reason(
    home: Home
) -> None:
    for name in ("Kept", "Gone"):
        plant(home, name, more=["--every", "7d"])
    table = home.do("export", "csv", "--what", "schedules").output
    home.do("merge", "Kept", "Gone", "--yes")
    result = home.run("import", "csv", "-", "--update", text=table)
    assert result.code == USAGE
    assert "since both plants were merged into 'Kept'" in result.message


def test_merged_twins_are_told_apart_in_words(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    ids = [one.json("show", plant)["plant"]["shortId"] for plant in (first, second)]
    assert "would add a note to Twin (" in one.do(
        "note", first, "hi", "--dry-run", now=at(10)).text
    one.do("merge", first, second, "--yes", now=at(11))
    one.synced(now=at(12))
    text = other.run("sync", now=at(12, 1)).text
    assert f"Twin ({ids[1]}) is now part of Twin ({ids[0]})" in text
    # Both add the same room before they hear of each other.
    rooms = [
        home.json("room", "add", "Pantry", now=at(13))["made"][0]["id"]
        for home in (one, other)]
    agree(one, other)
    told = one.do("merge", *rooms, "--yes", now=at(14)).text
    assert "merged the room Pantry (" in told and " into Pantry (" in told


def told(home: Home, now: str) -> list[tuple[str, str, str | None]]:
    """What a sync says that lost: the subject, the edit, and the way back."""
    outcome = home.synced(now=now)["remotes"][0]
    return [
        (edit["name"], edit["lost"], edit["command"])
        for edit in outcome.get("lostEdits", [])]


def test_edits_of_a_plant_that_was_merged_meanwhile_are_told(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    one.do("edit", first, "--name", "First", now=at(21))
    one.do("edit", second, "--name", "Second", now=at(21))
    agree(one, other)
    one.do("merge", "First", "Second", "--yes", now=at(22))
    # Ben has not heard of it.
    other.do("schedule", "set", "Second", "watering", "--every", "5d", now=at(23))
    other.do("move", "Second", "Bedroom", now=at(23, 1))
    other.do("edit", "Second", "--name", "Renamed", now=at(23, 2))
    one.synced(now=at(24))
    text = other.run("sync", now=at(24, 1)).text
    assert "Renamed is now part of First" in text
    assert (
        "Renamed: your 'nickname Renamed' counts no more, as Anna's Desk's merge made "
        "it part of First; bring yours back: plantguide edit First --name Renamed"
    ) in text
    lost = told(one, at(24, 2))
    assert {(name, edit) for name, edit, _ in lost} == {
        ("Renamed", "watering every 5 days"), ("Renamed", "room Bedroom"),
        ("Renamed", "nickname Renamed")}
    for _, _, command in sorted(lost, key=lambda edit: "nickname" in edit[1]):
        one.do(*shlex.split(command)[1:], now=at(25))
    assert due(one, first)["watering"] == "2026-11-13"
    assert "Bedroom" in one.do("show", "Renamed").text
    agree(one, other)
    # What one has heard of is not told again.
    assert not told(one, at(26)) and not told(other, at(26))


def test_merges_that_contradict_each_other_are_told(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    plant(one, "Third", now=at(20))
    one.do("edit", first, "--name", "First", now=at(21))
    one.do("edit", second, "--name", "Second", now=at(21))
    agree(one, other)
    one.do("merge", "First", "Second", "--yes", now=at(22))
    other.do("merge", "Third", "Second", "--yes", now=at(23))
    one.synced(now=at(24))
    lost = [("Second", "part of First", None)]
    assert [edit for edit in told(other, at(24, 1)) if "part" in edit[1]] == lost
    text = one.run("sync", now=at(24, 2)).text
    assert "Second is now part of Third" in text
    assert "Second: Ben's Phone's 'part of Third' replaced your 'part of First'" in text


def test_a_circle_of_merges_names_the_one_that_does_not_count(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    one.do("edit", first, "--name", "First", now=at(21))
    one.do("edit", second, "--name", "Second", now=at(21))
    agree(one, other)
    one.do("merge", "First", "Second", "--yes", now=at(22))
    other.do("merge", "Second", "First", "--yes", now=at(23))
    one.synced(now=at(24))
    lost = [edit for edit in told(other, at(24, 1)) if "part" in edit[1]]
    assert lost == [edit for edit in told(one, at(24, 2)) if "part" in edit[1]]
    ((name, text, command),) = lost
    assert (name, text) == ("Second", "part of First")
    one.do(*shlex.split(command)[1:], now=at(25))
    agree(one, other)
    assert collection(one) & {first, second} == {first}


def test_rooms_that_became_one_are_told(two: tuple[Home, Home]) -> None:
    one, other = two
    for name in ("Pantry", "Larder"):
        one.do("room", "add", name, now=at(21))
    agree(one, other)
    one.do("merge", "Pantry", "Larder", "--yes", now=at(22))
    other.do("room", "edit", "Larder", "--name", "Cellar", now=at(23))
    one.synced(now=at(24))
    text = other.run("sync", now=at(24, 1)).text
    assert "Cellar is now part of Pantry" in text
    assert "bring yours back: plantguide room edit Pantry --name Cellar" in text


def test_all_that_only_the_other_has_is_taken_over_and_shown(home: Home) -> None:
    home.do("field", "add", "price", "number", "EUR")
    home.do("add", "Ficus", "--as-typed", "--name", "Kept")
    home.do(
        "add", "Ficus", "--as-typed", "--name", "Gone", "--room", "Bedroom",
        "--tag", "gift")
    home.do(
        "edit", "Gone", "--family", "Moraceae", "--category", "Houseplant",
        "--common", "Fig", "--acquired", "2026-01-02", "--set", "price=12.5",
        "--location", "indoor")
    home.do("favorite", "Gone")
    home.do("photo", "remind", "Gone", "weekly")
    home.do(
        "schedule", "set", "Gone", "watering", "--every", "5d", "--note",
        "rain water")
    shown = home.do("merge", "Kept", "Gone", "--dry-run").text
    for part in (
        "family Moraceae", "common names Fig", "Bedroom", "favourite", "price",
        "photos of Kept", "watering of Kept", "tags gift", "acquired"
    ):
        assert part in shown, part
    home.do("merge", "Kept", "Gone", "--yes")
    page = home.do("show", "Kept").text
    for part in ("Moraceae", "Fig", "Bedroom", "12.5 EUR", "gift"):
        assert part in page, part
    assert "rain water" in home.do("why", "Kept", "watering").text


def test_more_tags_than_a_plant_can_have_are_refused(home: Home) -> None:
    for name in ("Kept", "Gone"):
        home.do(
            "add", "Ficus", "--as-typed", "--name", name,
            *(word for n in range(26) for word in ("--tag", f"{name} {n}")))
    home.refuse("merge", "Kept", "Gone", "--yes", code=USAGE, says="at most 50 tags")


def test_what_a_merge_brings_is_counted_once(
    twins: tuple[Home, Home, str, str]
) -> None:
    one, other, first, second = twins
    action = one.json("water", second, now=at(20))["actions"][0]["shortId"]
    one.do("amend", action, "--at", "2026-11-19", now=at(20, 1))
    one.do("note", second, "Another", now=at(20, 2))
    agree(one, other)
    for home in (one, other):
        home.do("note", "remove", second, now=at(21))
    agree(one, other)
    told = one.do("merge", first, second, "--dry-run", now=at(22)).text
    assert "3 care entries, 1 note, 1 measurement and 1 task" in told


def test_events_of_the_merged_plant_have_the_id_of_the_one_that_shows_them(
    home: Home,
) -> None:
    first, second = plant(home, "First"), plant(home, "Second")
    home.do("water", "Second")
    home.do("merge", "First", "Second", "--yes")
    table = home.do("export", "csv", "--what", "history").output.decode()
    (line,) = (
        line for line in table.splitlines()
        if "task.completed" in line and ",First," in line)
    assert first in line and second not in line
    years = home.json("on-this-day", now="2027-11-21T12:00:00+01:00")["years"]
    assert [
        event["plant"] for year in years for event in year["events"]
        if event["type"] == "task.completed" and "First" in event["text"]
    ] == [first]


def test_a_merge_outlives_a_table(
    twins: tuple[Home, Home, str, str], tmp_path: Path
) -> None:
    one, _, first, second = twins
    assert b"mergedInto" not in one.do("export", "csv", "--removed").output
    one.do("merge", first, second, "--yes", now=at(10))
    assert b"mergedInto" not in one.do("export", "csv").output
    exported = one.do("export", "csv", "--removed").output
    rows = {row["id"]: row for row in csv.DictReader(exported.decode().splitlines())}
    assert rows[second]["mergedInto"] == first and not rows[first]["mergedInto"]
    path = tmp_path / "plants.csv"
    path.write_bytes(exported)
    other = Home(tmp_path / "third")
    other.do("import", "csv", str(path), now=at(11))
    assert other.json("show", second)["plant"]["removed"]["mergedInto"] == first
    assert collection(other) & {first, second} == {first}
    assert other.do("export", "csv", "--removed").output == exported
    told = other.do("import", "csv", "--update", text=exported.decode()).text
    assert "nothing to change" in told
    one.refuse(
        "import", "csv", "--update", code=USAGE, says="is part of",
        text=exported.decode().replace(f"{first}\r\n", "-\r\n"))


def test_a_backup_keeps_a_merge(twins: tuple[Home, Home, str, str]) -> None:
    one, _, first, second = twins
    one.do("merge", first, second, "--yes", now=at(10))
    before = one.folded()
    one.do("backup", now=at(10, 1))
    one.do("undo", now=at(10, 2))
    assert second in collection(one)
    one.do("backup", "restore", "latest", "--yes", now=at(10, 3))
    assert one.folded() == before
    assert due(one, first)["watering"] == "2026-11-15"
    one.do("undo", "--yes", now=at(10, 4))
    assert second in collection(one)


def test_a_sitter_cares_for_one_plant(twins: tuple[Home, Home, str, str]) -> None:
    one, _, first, second = twins
    one.do("merge", first, second, "--yes", now=at(10))
    sheet = json.dumps(one.json("sitter", "2026-11-14", "2026-11-30", now=at(10)))
    assert first in sheet and second not in sheet
    told = one.do("sitter", "2026-11-14", "2026-11-30", now=at(10)).text
    # The task of the merged plant is the other's now.
    assert "repot" in told


def test_a_line_names_both_plants(home: Home) -> None:
    plant(home, "Newt")
    plant(home, "Copy")
    line = '{"type":"plant.merged","plant":"Copy","into":"%s"}'
    home.refuse("append", text=line % "Nobody", code=NOTHING, says="'Nobody'")
    home.do("append", text=line % "Newt")
    names = [row["nickname"] for row in home.json("list")["plants"]]
    assert "Newt" in names and "Copy" not in names
