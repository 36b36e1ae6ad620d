"""Changing the collection from the outside: edits, measures, rooms, tasks."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from program import NOTHING, NOW, USAGE, Home, json_lines


def plant(home: Home, name: str = "Monty") -> dict:
    return home.json("show", name)["plant"]


def test_every_field_can_be_set_and_cleared(home: Home) -> None:
    before = home.folded()
    home.do(
        "edit", "Monty", "--name", "Zoë", "--scientific", "Hoya carnosa",
        "--common", "Wax plant", "--common", "Porzellanblume",
        "--family", "Apocynaceae", "--category", "climber",
        "--acquired", "2026-02-01", "--location", "balcony",
        "--from", "Basil", "--source", "hybrid", "--confidence", "0.5",
        "--tag", "gift", "--tag", "südfenster")
    changed = plant(home, "Zoë")
    assert changed["displayName"] == "Zoë"
    assert changed["scientificName"] == "Hoya carnosa"
    assert changed["genus"] == "Hoya", "it followed the name before"
    assert changed["commonNames"] == ["Wax plant", "Porzellanblume"]
    assert changed["family"] == "Apocynaceae"
    assert changed["category"] == "climber"
    assert changed["acquiredOn"] == "2026-02-01"
    assert changed["location"] == "balcony"
    assert changed["parent"] == plant(home, "Basil")["id"]
    assert (changed["source"], changed["confidence"]) == ("hybrid", 0.5)
    assert changed["tags"] == ["gift", "südfenster"]
    statistics = home.json("stats")
    assert statistics["familyDistribution"]["Apocynaceae"] == 1
    assert statistics["identificationSources"]["hybrid"] == 1
    fields = ["name", "common", "family", "genus", "category", "acquired",
              "location", "from", "confidence", "tag"]
    clear = [word for field in fields for word in ("--clear", field)]
    home.do("edit", "Zoë", *clear)
    cleared = plant(home, "Hoya carnosa")
    for field in ("nickname", "category", "acquiredOn", "location", "parent",
                  "confidence"):
        assert cleared[field] is None, field
    assert cleared["commonNames"] == cleared["tags"] == []
    assert cleared["family"] == cleared["genus"] == ""
    home.do("undo")
    assert plant(home, "Zoë") == changed
    home.do("undo")
    assert home.folded() == before
    home.verify()


def test_what_is_so_already_is_no_event(home: Home) -> None:
    events = home.events()
    result = home.do("edit", "Monty", "--name", "Monty", "--untag", "none")
    assert result.text.startswith("nothing changed: Monty")
    assert home.events() == events
    assert home.json("edit", "Monty", "--name", "Monty")["actions"] == []


def test_a_rename_reaches_everything_that_names_the_plant(home: Home) -> None:
    home.do("edit", "Monty", "--name", "Otto")
    today = home.do("today").text
    assert "Otto" in today and "Monty" not in today
    home.refuse("water", "Monty", code=NOTHING, says="no plant is called")
    home.do("water", "otto")
    home.do("log", "rebuild", now=None)
    assert plant(home, "Otto")["nickname"] == "Otto"


def test_nicknames_are_compared_without_case_and_composition(
    home: Home,
) -> None:
    home.do("edit", "Monty", "--name", "Zoe\u0308")
    assert plant(home, "ZOË")["id"] == plant(home, "zoe\u0308")["id"]
    home.refuse(
        "edit", "Basil", "--name", "zoë", code=USAGE, says="another plant")
    home.refuse(
        "add", "Hoya", "--name", "ZOE\u0308", code=USAGE, says="another plant")
    home.do("edit", "Basil", "--name", "Straße")
    assert plant(home, "STRASSE")["nickname"] == "Straße"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["edit", "Monty"], USAGE, "say what changes"),
        (["edit", "Monty", "--clear", "scientific"], USAGE, "cannot be clear"),
        (["edit", "Monty", "--clear", "source"], USAGE, "cannot be cleared"),
        (["edit", "Monty", "--clear", "colour"], USAGE, "no field 'colour'"),
        (["edit", "Monty", "--name", "A", "--clear", "name"], USAGE,
         "cleared at once"),
        (["edit", "Monty", "Basil", "--name", "A"], USAGE, "one plant's"),
        (["edit", "Monty", "--name", "basil"], USAGE, "another plant"),
        (["edit", "Monty", "--name", " "], USAGE, "must not be empty"),
        (["edit", "Monty", "--name", "-"], USAGE, "standard input"),
        (["add", "Ficus", "--name", "-"], USAGE, "standard input"),
        (["duplicate", "Monty", "--name", "-"], USAGE, "standard input"),
        (["edit", "Monty", "--tag", "gift", "--untag", "Gift"], USAGE,
         "added and taken away at once"),
        (["edit", "Monty", "--family", "x" * 201], USAGE, "at most 200"),
        (["edit", "Monty", "--location", "cellar"], USAGE, "greenhouse"),
        (["edit", "Monty", "--confidence", "2"], USAGE, "from 0 to 1"),
        (["edit", "Monty", "--confidence", "1e-1"], USAGE, "from 0 to 1"),
        (["edit", "Monty", "--from", "Monty"], USAGE, "from itself"),
        (["edit", "Monty", "--from", "nobody"], NOTHING, "nobody"),
        (["edit", "Nobody", "--name", "A"], NOTHING, "Nobody"),
        (["measure", "Monty", "--height", "0.4mm"], USAGE, "1mm to 1000m"),
        (["measure", "Monty", "--height", "tall"], USAGE, "42cm"),
        (["measure", "Monty", "--height", "1e3cm"], USAGE, "42cm"),
        (["measure", "Monty", "--leaves", "1.5"], USAGE, "whole number"),
        (["measure", "Monty", "--pot", "14", "--as-of", "today"], USAGE,
         "looks back"),
        (["tag", "gift"], USAGE, "no plant is named"),
        (["room", "edit", "Office"], USAGE, "say what changes"),
        (["room", "edit", "Office", "--name", "kitchen"], USAGE, "already"),
        (["room", "order", "Office"], USAGE, "say where"),
        (["room", "order", "Office", "8"], USAGE, "1 to 7"),
        (["room", "order", "Office", "Kitchen", "office"], USAGE, "twice"),
        (["task", "add", "Monty", "repotting"], USAGE, "when it is due"),
        (["task", "done", "000000"], NOTHING, "no open task"),
        (["done", "Monty", "--task", "000000"], NOTHING, "no open task"),
        (["remove", "Monty", "--reason", "bored"], USAGE, "given away"),
        (["log", "name", "X", "--writer", "zz"], NOTHING, "no writer"),
        (["log", "name", "a\x1b[31mb"], USAGE, "holds a control character"),
        (["log", "name", "X", "--person", "a\x9bb"], USAGE, "control"),
    ],
)
def test_what_cannot_be_is_refused(
    home: Home, arguments: list[str], code: int, says: str
) -> None:
    home.refuse(*arguments, code=code, says=says)


def test_a_form_has_all_that_changes(home: Home, tmp_path: Path) -> None:
    form = tmp_path / "form"
    form.write_text("name: Otto\n")
    for option in ["--tag", "--name", "--clear", "--from"]:
        home.refuse(
            "edit", "Monty", "--form", str(form), option, "family",
            code=USAGE, says=["--form", option, "at once"])


def test_a_hint_names_the_option_that_it_is_about(home: Home) -> None:
    for name in ["Ear", "Tip"]:
        home.do("add", "Ficus lyrata", "--name", name)
    for words in [["edit", "Monty"], ["add", "Ficus elastica"]]:
        result = home.refuse(
            *words, "--from", "Ficus lyrata", code=USAGE, says="could be")
        reference = plant(home, "Ear")["shortId"]
        assert f"short id: --from {reference}\n" in result.message


def test_a_plant_comes_back_under_another_name(home: Home) -> None:
    home.do("add", "Hoya", "--name", "Zebra")
    short_id = plant(home, "Zebra")["shortId"]
    home.do("remove", "Zebra")
    home.do("edit", "Monty", "--name", "Zebra")
    way_out = f"plantguide restore {short_id} --name "
    home.refuse("restore", short_id, code=USAGE, says=way_out)
    home.refuse(
        "restore", short_id, "--name", "basil", code=USAGE, says=way_out)
    home.refuse("edit", short_id, "--name", "Zoe", code=USAGE,
                says=f"plantguide restore {short_id}\n")
    answer = home.json("restore", short_id, "--name", "Zoe")
    assert answer["lines"] == [f"restored Zoe ({short_id}), formerly Zebra"]
    assert len(answer["actions"]) == 1
    assert plant(home, "Zoe")["shortId"] == short_id
    home.do("undo")
    assert "Zoe" not in home.do("list").text
    home.do("remove", "Zebra")
    home.refuse("restore", short_id, "Basil", "--name", "X", code=USAGE,
                says="one plant's")
    home.do("restore", short_id)
    assert plant(home, "Zebra")["shortId"] == short_id


def test_a_lineage_is_no_circle(home: Home, tmp_path: Path) -> None:
    home.do("add", "Ficus lyrata", "--name", "Ear", "--from", "Monty")
    home.do("add", "Ficus lyrata", "--name", "Tip", "--from", "Ear")
    ear, tip = (plant(home, name)["shortId"] for name in ["Ear", "Tip"])
    home.refuse("edit", "Monty", "--from", "Tip", code=USAGE,
                says=[f"the plant {tip} comes from this one",
                      f"plantguide edit {tip} --clear from"])
    line = {"type": "plant.edited", "plant": "Monty", "parent": "Ear"}
    home.refuse("append", text=json_lines([line]), code=USAGE,
                says=f"the plant {ear} comes from this one")
    home.do("edit", "Tip", "--clear", "from")
    home.do("edit", "Ear", "--clear", "from")
    # Each half is right where it is said; together they make a circle.
    other = home.copy(tmp_path / "other")
    home.do("edit", "Monty", "--from", "Ear")
    other.do("edit", "Ear", "--from", "Monty")
    home.do("import", text=other.events())
    for name in ["Monty", "Ear"]:
        shown = home.do("lineage", name).text.splitlines()
        assert len(shown) == 2, shown
    home.do("edit", "Monty", "--clear", "from")
    home.verify()


def test_a_nickname_hides_no_short_id(home: Home, tmp_path: Path) -> None:
    other = home.copy(tmp_path / "other")
    home.do("add", "Ficus lyrata", "--name", "Fig")
    fig = plant(home, "Fig")
    for words in [["edit", "Monty"], ["add", "Hoya"], ["duplicate", "Monty"]]:
        home.refuse(*words, "--name", fig["shortId"].upper(), code=USAGE,
                    says="is the short id of another plant")
    # A replica that does not have the plant cannot know.
    other.do("edit", "Monty", "--name", fig["shortId"])
    home.do("import", text=other.events())
    home.refuse("water", fig["shortId"], code=USAGE,
                says=f"by its id: plantguide water {fig['id']}")
    home.do("water", fig["id"])


def test_removed_plants_are_not_edited(home: Home) -> None:
    home.do("remove", "Basil", "--reason", "given away")
    assert home.json("list", "--removed")["plants"]
    home.refuse("edit", "Basil", "--tag", "x", code=USAGE, says="removed")


def test_why_a_plant_left_is_told(home: Home) -> None:
    home.do("edit", "Basil", "--acquired", "2024-01-01")
    home.do("remove", "Basil", "--reason", "died", "--note", "It froze.",
            "--at", "2026-03-08 18:00")
    shown = home.do("show", "Basil").text
    assert "removed      Sun 8 Mar 18:00 (died)\n" in shown
    assert "age          2 y 2 mo when it left" in shown
    assert "remark       It froze." in shown
    removed = home.json("show", "Basil")["plant"]["removed"]
    assert (removed["note"], removed["ageDays"]) == ("It froze.", 797)
    listed = home.json("list", "--all")["plants"]
    assert [plant["removed"] for plant in listed] == [removed, None]
    assert home.json("list", "--removed")["plants"] == listed[:1]
    text = home.do("list", "--all", "--sort=-age", "--format",
                   "{name} {age:days}").text
    assert text.startswith("Basil 797\n")
    # What is undone says nothing.
    home.do("undo")
    home.do("remove", "Basil", "--reason", "sold")
    assert "It froze" not in home.do("show", "Basil").text


def test_plants_that_left_are_listed_with_age_day_and_reason(
    home: Home,
) -> None:
    home.do("add", "Hoya", "--name", "Gone")
    home.do("remove", "Gone", "--reason", "sold", "--at", "2026-03-07")
    home.do("edit", "Basil", "--acquired", "2024-01-01")
    home.do("remove", "Basil", "--reason", "died", "--at", "2026-03-08 18:00")
    head, basil, gone = home.do("list", "--removed").text.splitlines()
    assert re.split(" {2,}", head) == [
        "NAME", "SCIENTIFIC NAME", "AGE", "LEFT", "REASON", "ID"]
    assert re.split(" {2,}", basil)[:5] == [
        "Basil", "Ocimum basilicum", "2 y 2 mo", "Sun 8 Mar", "died"]
    assert re.split(" {2,}", gone)[3:5] == ["Sat 7 Mar", "sold"]
    # Beside those that are there, these are told.
    monty = home.do("list", "--all", "--sort", "name").text.splitlines()[-1]
    assert re.split(" {2,}", monty)[3:5] == ["-", "living"]
    home.do("restore", "Basil", "Gone")
    assert home.do("list", "--removed").text == "No plant has left.\n"


def test_plants_that_left_are_noted(home: Home) -> None:
    home.do("remove", "Basil", "--reason", "died")
    text = home.do("note", "Basil", "It froze on the sill").text
    assert "Basil" in text and "which left on" in text
    assert "It froze on the sill" in home.do("show", "Basil").text
    home.do("note", "edit", "Basil", "It froze")
    assert home.json("show", "Basil")["plant"]["notes"] == ["It froze"]


def test_history_has_the_names_of_then(home: Home) -> None:
    home.do("edit", "Monty", "--name", "Lisa")
    home.do("water", "Lisa", "Basil")
    home.do("undo")
    home.do("room", "add", "Loggia")
    home.do("move", "Basil", "Loggia")
    home.do("room", "edit", "Loggia", "--name", "Balcony")
    assert "moved to Loggia (now Balcony)" in home.do("history", "Basil").text
    home.do("room", "delete", "Balcony")
    said = home.do("history").text
    assert "Monty (now Lisa)  watering done" in said
    assert "Monty (now Lisa)  edited: nickname Lisa" in said
    assert "  Lisa  watering done  " in said
    assert "  undone: watering done (Lisa) and 1 more event  " in said
    assert "moved to Loggia (now Balcony) (deleted since)" in said
    assert "selection" not in said
    # A name that was taken back never was.
    home.do("undo", home.json("edit", "Basil", "--name", "Tmp")["actions"][0][
        "shortId"])
    assert "Tmp)" not in home.do("history", "Basil").text


def test_a_replay_is_told_in_words(home: Home) -> None:
    home.do("edit", "Monty", "--name", "Lisa")
    home.do("task", "add", "Lisa", "repotting", "--due", "2026-12-05")
    said = home.do("replay", "Lisa").text
    assert "Monty (now Lisa)  added, Monstera deliciosa" in said
    assert "    nickname: Lisa, was Monty" in said
    assert "    room: Kitchen" in said
    assert "    watering next due: 2026-03-15, was 2026-03-08" in said
    assert not re.search("[0-9a-f]{8}-|task[.]|[a-z][A-Z]|->", said), said


def test_several_plants_are_edited_as_one_action(home: Home) -> None:
    answer = home.json("edit", "Monty", "Basil", "--location", "outdoor")
    assert len(answer["actions"]) == 1
    edited = [line for line in answer["lines"] if line.startswith("edited")]
    assert len(edited) == 2
    assert answer["lines"][2].startswith("note: watering stays as it is")
    assert answer["lines"][2].endswith("for 2 plants")
    assert plant(home, "Basil")["location"] == "outdoor"
    home.do("undo")
    assert plant(home, "Basil")["location"] is None


def test_a_dry_run_edits_nothing(home: Home) -> None:
    before = home.events()
    assert "Otto" in home.do("edit", "Monty", "--name", "Otto", "--dry-run").text
    home.do("room", "order", "Office", "1", "--dry-run")
    home.do("task", "add", "Monty", "repot", "--due", "3d", "--dry-run")
    assert home.events() == before


def test_measurements_are_a_series_by_date(home: Home) -> None:
    home.do("measure", "Monty", "--height", "0.5m", "--leaves", "12")
    home.do("measure", "Monty", "--height", "420mm", "--at", "2026-05-01",
            "--note", "from the soil")
    home.do("measure", "Monty", "--pot", "6in", "--leaves", "9")
    series = home.json("measure", "Monty")["measurements"]
    assert [entry["heightMm"] for entry in series] == [420, 500, None]
    assert [entry["potMm"] for entry in series] == [None, None, 152]
    assert series == plant(home)["measurements"]
    lines = home.do("measure", "Monty").text.splitlines()
    assert "from the soil" in lines[1]
    assert "50 cm (+8)" in lines[2] and "9 (-3)" in lines[3]
    past = home.json("measure", "Monty", "--as-of", "2026-03-05")
    assert past["measurements"] == []
    home.do("undo")
    assert len(plant(home)["measurements"]) == 2
    home.do("settings", "set", "units", "imperial")
    home.do("measure", "Monty", "--height", "60in")
    assert "60 in (+40.3)" in home.do("measure", "Monty").text


def test_tags_are_put_taken_and_counted(home: Home) -> None:
    home.do("tag", "Monty", "Basil", "Sunny")
    home.do("tag", "Monty", "gift")
    home.do("tag", "Monty", "SUNNY")
    assert home.json("tag", "list")["tags"] == [
        {"tag": "gift", "count": 1}, {"tag": "Sunny", "count": 2}]
    home.do("tag", "--tag", "sunny", "--remove", "sunny")
    assert plant(home)["tags"] == ["gift"]
    assert home.json("tag", "list")["tags"] == [{"tag": "gift", "count": 1}]


def test_a_kind_is_no_word_of_a_title_where_a_task_is_added(home: Home) -> None:
    home.do("task", "add", "--title", "Repotting day", "--due", "tomorrow")
    home.do("task", "add", "repotting", "--title", "Buy pots", "--due", "tomorrow")
    titles = [task["title"] for task in home.json("task", "list")["tasks"]]
    assert sorted(filter(None, titles)) == ["Buy pots", "Repotting day"]


def test_who_looks_at_a_task_looks_at_its_plant(home: Home) -> None:
    home.do("task", "add", "Monty", "--title", "Mix soil", "--due", "saturday")
    home.do("task", "add", "--title", "Buy pots", "--due", "saturday")
    wanted = plant(home)["id"]
    for command in ["show", "history"]:
        assert home.do(command, "Mix soil").text == (
            home.do(command, "Monty").text
        )
    assert plant(home, "soil")["id"] == wanted
    # The home is no plant, and names never write this way.
    assert home.run("show", "Buy pots").code == NOTHING
    assert home.run("remove", "Mix soil", "--yes").code == NOTHING
    # A plant's name comes first.
    home.do("task", "add", "Monty", "--title", "Ficus day", "--due", "saturday")
    home.do("add", "Ficus lyrata", "--name", "Ficus day")
    assert plant(home, "Ficus day")["id"] != wanted


def test_a_duplicate_has_all_but_nickname_and_history(home: Home) -> None:
    home.do("edit", "Monty", "--tag", "gift", "--location", "greenhouse")
    home.do("favorite", "Monty")
    home.do("measure", "Monty", "--height", "9")
    home.do("task", "add", "Monty", "repotting", "--due", "5d")
    home.append(
        {"type": "care.profiled", "plant": "Monty", "source": "manual",
         "light": 6, "watering": {"intervalDays": 7}})
    made = home.json("duplicate", "Monty", "--name", "Twin")["made"][0]
    original, copy = plant(home), plant(home, made["shortId"])
    for field in ("scientificName", "room", "tags", "location", "isFavorite",
                  "genus", "acquiredOn"):
        assert copy[field] == original[field], field
    assert copy["careProfile"]["light"] == 6
    assert copy["nickname"] == "Twin"
    assert copy["measurements"] == copy["notes"] == []
    shown = home.json("show", "Twin")
    assert [s["intervalDays"] for s in shown["schedules"]] == [7]
    assert shown["schedules"][0]["lastDone"] is None
    assert [task["task"] for task in shown["tasks"]] == [None]


def test_rooms_are_found_without_their_accents(home: Home) -> None:
    home.do("room", "add", "Küche")
    for name in ["kueche", "Kuche", "KÜCHE"]:
        home.do("move", "Monty", "Office")
        home.do("move", "Monty", name)
        assert "Küche" in home.do("show", "Monty").text
    home.refuse("move", "Monty", "kuechen", code=NOTHING, says="room")


def test_rooms_are_renamed_and_put_in_order(home: Home) -> None:
    def names() -> list[str]:
        return [room["name"] for room in home.json("room", "list")["rooms"]]

    home.do("room", "edit", "Office", "--name", "Étude", "--icon", "")
    home.do("room", "order", "étude", "1")
    assert names()[:2] == ["Étude", "Kitchen"]
    answer = home.json("room", "order", "Bedroom", "Étude")
    assert len(answer["actions"]) == 1
    assert names()[:3] == ["Bedroom", "Étude", "Kitchen"]
    assert sorted(names())[0] == "Bathroom"
    listed = home.do("room", "list").text.splitlines()
    short_id = listed[2].split()[0]
    home.do("move", "Monty", short_id)
    assert home.do("show", "Monty").text.count("Étude") == 1
    for _ in range(4):
        home.do("undo", "--yes")
    assert names()[:2] == ["Kitchen", "Living Room"]


def test_one_off_tasks_go_by_short_ids(home: Home) -> None:
    first = home.json(
        "task", "add", "Monty", "repot", "--due", "2026-12-24")["made"][0]
    second = home.json(
        "task", "add", "Monty", "repot", "--due", "2026-12-01")["made"][0]
    listed = home.json("task", "list")["tasks"]
    assert [task["task"] for task in listed] == [second["id"], first["id"]]
    assert first["shortId"] in home.do("task", "list", "Monty").text
    assert first["shortId"] in home.do("show", "Monty").text
    home.refuse(
        "snooze", "Monty", "repotting", "1w", code=USAGE,
        says=["2 open tasks", first["shortId"]])
    home.do("snooze", "Monty", "repotting", "2w", "--task", first["shortId"])
    home.do("task", "remove", second["id"][:8])
    home.do("done", "Monty", "--task", first["shortId"])
    assert home.json("task", "list")["tasks"] == []


def test_a_named_machine_is_shown_in_history(home: Home) -> None:
    home.do("log", "name", "Küchen-Laptop")
    assert "by Küchen-Laptop" in home.do("history").text
    assert home.json("log", "status")["writers"][0]["name"] == "Küchen-Laptop"
    home.do("undo")
    assert "by Küchen-Laptop" not in home.do("history").text
    home.do("log", "name", "Other")
    events = home.events()
    assert home.do("log", "name").text == "this machine is called Other\n"
    assert home.json("log", "name")["lines"] == ["this machine is called Other"]
    assert home.events() == events
    home.do("log", "name", "--clear")
    assert home.json("log", "status")["writers"][0]["name"] is None
    assert home.do("log", "name").text == "this machine has no name\n"
    home.do("log", "name", "Other")
    home.do("log", "name", "")
    assert home.json("log", "status")["writers"][0]["name"] is None
    home.refuse(
        "log", "name", "Other", "--clear", code=USAGE, says="at once")


def test_before_there_is_a_journal_a_machine_has_no_name(empty: Home) -> None:
    assert empty.do("log", "name").text == "this machine has no name\n"


def test_append_takes_the_new_events(empty: Home) -> None:
    at = {"at": "2026-03-01T09:00:00+01:00"}
    empty.append(
        {"type": "plant.added", "plant": "Monty", "scientificName": "Hoya"},
        {"type": "plant.edited", "plant": "Monty", "nickname": None,
         "commonNames": ["Wax plant"], "location": "indoor", **at},
        {"type": "plant.measured", "plant": "Wax plant", "heightMm": 90},
        {"type": "plant.identified", "plant": "Wax plant",
         "source": "plantNetAPI", "confidence": 0.75,
         "topResults": [{"scientificName": "Hoya carnosa"}]},
        {"type": "care.profiled", "plant": "Wax plant", "source": "trefle",
         "light": 7, "humidity": 60, "temperature": {"minimum": -5},
         "sourceURL": "https://trefle.io/x"},
        {"type": "room.edited", "room": "Office", "name": "Study"},
        {"type": "writer.named", "name": "Laptop"},
    )
    told = plant(empty, "Wax plant")
    assert told["nickname"] is None and told["location"] == "indoor"
    assert told["identification"]["topResults"][0]["confidence"] is None
    assert told["scientificName"] == "Hoya", "an identification only tells"
    assert told["careProfile"]["temperature"]["minimum"] == -5
    text = empty.do("show", "Wax plant").text
    assert re.search(r"light +7 of 10, full sun, 6 to 10 hours a day", text)
    assert "Hoya carnosa, 75 %" in text
    types = [line["header"]["type"] for line in empty.history()]
    assert "care.profiled" in types and "writer.named" in types
    empty.verify()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"type": "plant.edited"}, "names no field"),
        ({"type": "plant.edited", "scientificName": None}, "must not be null"),
        ({"type": "plant.edited", "room": "Kitchen"}, "is not a field"),
        ({"type": "plant.edited", "nickname": "Basil"}, "another plant"),
        ({"type": "plant.measured"}, "nothing was measured"),
        ({"type": "plant.measured", "heightMm": 0}, "1 to 1000000"),
        ({"type": "plant.measured", "height": 42}, "is not a field"),
        ({"type": "plant.identified", "source": "onDevice",
          "topResults": [{}]}, "topResults.scientificName"),
        ({"type": "plant.identified", "source": "onDevice",
          "topResults": ["Hoya"]}, "a list of objects"),
        ({"type": "care.profiled", "source": "manual",
          "watering": {"every": 3}}, "watering.every"),
        ({"type": "care.profiled", "source": "manual", "temperature": {}},
         "must not be empty"),
        ({"type": "care.profiled", "light": 3}, "'source' is missing"),
    ],
)
def test_append_refuses_what_is_malformed(
    home: Home, line: dict, says: str
) -> None:
    text = json.dumps({**line, "plant": "Monty"})
    home.refuse("append", text=text, code=USAGE, says=["line 1", says])


def test_a_pipe_in_place_of_the_identity_is_not_waited_for(
    home: Home,
) -> None:
    (home.path / "identity").unlink()
    os.mkfifo(home.path / "identity")
    result = home.run("water", "Monty", now=NOW)
    assert "is not an identity file" in result.message


def test_deleting_a_room_tells_where_its_plants_show(empty: Home) -> None:
    for name in ("Ann", "Bob", "Cas"):
        empty.do("add", "Ficus lyrata", "--name", name, "--room", "Kitchen")
    shown = empty.do("room", "delete", "Kitchen", "--dry-run").text
    assert "3 plants would show in Other" in shown
    shown = empty.do("room", "delete", "Kitchen").text
    assert "deleted the room Kitchen" in shown
    assert "3 plants now show in Other" in shown
    empty.do("undo")
    empty.do("add", "Ficus lyrata", "--name", "Dot", "--room", "Kitchen")
    empty.refuse(
        "room", "delete", "Kitchen", code=USAGE,
        says=["Delete the room Kitchen?", "4 plants will show in Other"])
    assert "4 plants now show in Other" in empty.do(
        "room", "delete", "Kitchen", "--yes").text
    assert "show" not in empty.do("room", "delete", "Office").text


def test_what_is_so_already_writes_nothing(home: Home) -> None:
    home.do("favorite", "Monty")
    before = home.events()
    for words in (
        ["favorite", "Monty"],
        ["favorite", "Basil", "--off"],
        ["move", "Monty", "Kitchen"],
        ["move", "Basil", "Other"],
    ):
        assert home.do(*words).text.startswith("nothing changed: "), words
    assert home.json("favorite", "Monty")["actions"] == []
    assert home.events() == before
    # Of several only those change that are not so yet.
    shown = home.do("favorite", "Monty", "Basil").text
    assert "nothing changed: Monty" in shown
    assert "favourite: Basil" in shown
    assert shown.count("undo with") == 1
    assert len(home.history("--type", "plant.favorited")) == 2


def test_a_new_species_brings_its_family_from_the_catalogue(
    home: Home,
) -> None:
    home.do("add", "Anthurium andraeanum", "--name", "Flo")
    said = home.do("edit", "Flo", "--scientific", "Ficus lyrata").text
    assert "family Moraceae" in said and "genus Ficus" in said, said
    assert "taken from the catalogue" in said
    said = home.do(
        "edit", "Flo", "--scientific", "Monstera deliciosa",
        "--family", "Mine").text
    assert "family Mine" in said and "family," not in said, said
    # What the catalogue does not know keeps what was said of the old name.
    said = home.do("edit", "Flo", "--scientific", "Planta ignota").text
    assert "genus Planta" in said
    assert "family and category stay as they were" in said
    assert "--family and --category" in said
    # Who names it anew does not lose a family of their own.
    home.do("edit", "Flo", "--scientific", "Ficus lyrata", "--family", "Mine")
    assert "nothing changed" in home.do(
        "edit", "Flo", "--scientific", "Ficus lyrata").text


def test_a_day_of_acquisition_to_come_is_remarked(home: Home) -> None:
    for words in (
        ["edit", "Monty", "--acquired", "2999-01-01"],
        ["add", "Ficus lyrata", "--acquired", "2999-01-01"],
    ):
        assert "note: Tue 1 Jan 2999 is in the future" in home.do(*words).text
    assert "future" not in home.do(
        "edit", "Monty", "--acquired", "yesterday").text


def test_fields_that_cannot_be_cleared_are_not_proposed(home: Home) -> None:
    home.refuse("edit", "Monty", "--clear", "source", code=USAGE,
                says="the source cannot be cleared")
    result = home.refuse(
        "edit", "Monty", "--clear", "color", code=USAGE, says="category")
    assert "source" not in result.message, result.message


BLANKS = "  Den \t"
BROKEN = ["Up\nstairs", "Up\tstairs", "Up\u2028stairs"]


def test_blanks_around_names_are_not_kept(home: Home) -> None:
    home.do("room", "add", BLANKS)
    home.do("room", "edit", "Den", "--name", " The Den ")
    home.do("add", " Ficus lyrata ", "--name", " Fig ", "--tag", " big ",
            "--room", "The Den")
    home.append(
        {"type": "room.created", "room": " Attic "},
        {"type": "plant.added", "plant": " Ivy ", "tags": [" green "],
         "scientificName": " Hedera helix ", "room": "Attic"},
    )
    table = 'nickname,room,tags\n" Joe "," Attic ",\\ green\n'
    home.do("import", "csv", "-", text=table)
    rooms = [room["name"] for room in home.export()["rooms"]]
    assert "The Den" in rooms and rooms.count("Attic") == 1, rooms
    plants = {plant["nickname"]: plant for plant in home.json("list")["plants"]}
    assert {"Fig", "Ivy", "Joe"} <= set(plants)
    assert plants["Fig"]["tags"] == ["big"]
    assert plants["Ivy"]["tags"] == plants["Joe"]["tags"] == ["green"]
    assert plants["Fig"]["scientificName"] == "Ficus lyrata"


@pytest.mark.parametrize("name", BROKEN, ids=repr)
def test_names_are_of_one_line(home: Home, name: str) -> None:
    says = "line break or a tab"
    for words in (
        ["room", "add", name],
        ["room", "edit", "Kitchen", "--name", name],
        ["add", "Ficus lyrata", "--name", name],
        ["edit", "Monty", "--name", name],
        ["tag", "Monty", name],
    ):
        home.refuse(*words, code=USAGE, says=says)
    for line in (
        {"type": "room.created", "room": name},
        {"type": "plant.added", "plant": name, "scientificName": "Ficus"},
        {"type": "plant.edited", "plant": "Monty", "tags": [name]},
        {"type": "room.edited", "room": "Kitchen", "name": name},
    ):
        home.refuse("append", text=json.dumps(line), code=USAGE, says=says)
    for column in ("nickname", "room", "tags"):
        home.refuse(
            "import", "csv", "-", text=f'species,{column}\nFicus,"{name}"\n',
            code=USAGE, says=says)


@pytest.mark.parametrize("name", ["", "   ", "\t\n"], ids=repr)
def test_names_of_blanks_alone_are_refused(home: Home, name: str) -> None:
    for words in (["room", "add", name], ["edit", "Monty", "--name", name]):
        home.refuse(*words, code=USAGE, says="must not be empty")
    line = {"type": "room.created", "room": name}
    home.refuse(
        "append", text=json.dumps(line), code=USAGE, says="must not be empty")


def test_notes_of_several_lines_are_readable(home: Home) -> None:
    home.do("note", "Monty", "two\nlines\n\n  and more")
    shown = home.do("show", "Monty").text
    assert (
        "  Sat 21 Nov  two\n              lines\n\n"
        "                and more\n") in shown, shown
    line = "noted: two ⏎ lines ⏎  ⏎   and more"
    assert line in home.do("history", "Monty").text
    assert line in home.do("undo", "--dry-run").text
    home.do("water", "Monty", "--note", "dry\r\nvery")
    assert "- dry ⏎ very" in home.do("history", "Monty").text


def test_ligatures_need_not_be_typed(home: Home) -> None:
    home.do("add", "Ceropegia woodii", "--name", "Cœur")
    home.do("add", "Ficus lyrata", "--name", "Petit cœur")
    home.do("add", "Ficus elastica", "--name", "Strauß Ærø")
    assert home.do("show", "coeur").text.startswith("Cœur")
    assert home.do("show", "petit coeur").text.startswith("Petit cœur")
    assert home.do("show", "strauss").text.startswith("Strauß")
    assert home.do("show", "aero").text.startswith("Strauß")
    assert "watered Cœur" in home.do("water", "COEUR").text


def test_rows_of_commas_alone_are_no_plants(home: Home) -> None:
    table = 'species,room,tags\nFicus lyrata,Kitchen,\n,,\n ,"",\n,,,\n'
    home.do("import", "csv", "-", text=table)
    assert len(home.json("list")["plants"]) == 3


def notes(home: Home) -> list[str]:
    return plant(home, "Monty")["notes"]


def test_a_note_is_corrected_and_its_history_stays(home: Home) -> None:
    home.do("note", "Monty", "A new leef", "--at", "2026-03-01")
    home.do("note", "Monty", "Dry")
    first = home.history("--type", "plant.noted")[-2]
    action = f"{first['header']['writer'][:8]}-{first['header']['action']}"
    home.do("note", "edit", "Monty", "Dry soil")
    assert notes(home)[-2:] == ["A new leef", "Dry soil"]
    home.do("note", "edit", "Monty", "A new leaf", "--id", action)
    assert notes(home)[-2:] == ["A new leaf", "Dry soil"]
    correction = home.history("--type", "plant.noted")[-1]
    assert correction["header"]["schema"] == 2
    assert correction["payload"]["replaces"] == first["hash"]
    assert correction["payload"]["at"] == first["payload"]["at"]
    told = home.do("history", "Monty", "--type", "plant.noted").text
    assert "noted: A new leef" in told
    assert "note corrected: A new leaf" in told
    assert "Sun 1 Mar  A new leaf" in home.do("show", "Monty").text
    # A correction of a correction is one of the first note, too.
    home.do("note", "edit", "Monty", "Two leaves", "--id",
            f"{first['header']['writer'][:8]}-"
            f"{correction['header']['action']}")
    again = home.history("--type", "plant.noted")[-1]
    assert again["payload"]["replaces"] == first["hash"]
    assert notes(home)[-2:] == ["Two leaves", "Dry soil"]
    home.do("undo")
    assert notes(home)[-2:] == ["A new leaf", "Dry soil"]
    assert "Monty" in home.do("list", "leaf").text
    assert "leef" not in home.do("list", "leef").text


def test_a_note_is_removed_and_comes_back(home: Home) -> None:
    before = notes(home)
    home.do("note", "Monty", "Mistaken")
    told = home.do("note", "remove", "Monty", "--dry-run").text
    assert "would remove the note of Monty" in told
    assert notes(home) == [*before, "Mistaken"]
    home.do("note", "remove", "Monty")
    assert notes(home) == before
    assert "note removed" in home.do("history", "Monty").text
    home.do("undo")
    assert notes(home) == [*before, "Mistaken"]
    home.do("note", "edit", "Monty", "Mistaken")
    assert len(home.history("--type", "plant.noted")) == len(before) + 2


def test_corrections_can_be_appended(home: Home) -> None:
    home.do("note", "Monty", "A leef")
    noted = home.history("--type", "plant.noted")[-1]["hash"]
    line = {"type": "plant.noted", "plant": "Monty", "replaces": noted}
    home.do("append", text=json_lines([line | {"text": "A leaf"}]))
    assert notes(home)[-1] == "A leaf"
    home.do("append", text=json_lines([line]))
    assert "A leaf" not in notes(home)


def test_only_notes_that_are_shown_are_corrected(home: Home) -> None:
    for words in [("edit", "Basil", "Green"), ("remove", "Basil")]:
        home.refuse("note", *words, code=NOTHING, says="no note of Basil")
    home.do("note", "Basil", "Green")
    basil = home.history("--type", "plant.noted")[-1]["header"]
    action = f"{basil['writer'][:8]}-{basil['action']}"
    home.refuse("note", "remove", "Monty", "--id", action, code=NOTHING,
                says="wrote no note of Monty")


def own_fields(home: Home) -> None:
    """Fields of each kind, and a plant that has a value of each."""
    home.do("field", "add", "Price", "number", "EUR")
    home.do("field", "add", "cutting month", "choice", "Feb,Mar,Sep")
    home.do("field", "add", "bought", "day")
    home.do("field", "add", "link")
    home.do(
        "edit", "Monty", "--set", "price=12,50", "--set", "Cutting Month=MAR",
        "--set", "bought=yesterday", "--set", "link=https://example.org/m")


def test_fields_of_ones_own_are_set_shown_and_cleared(home: Home) -> None:
    own_fields(home)
    shown = home.do("show", "Monty").text
    for line in ["price         12.50 EUR", "cutting month Mar",
                 "bought        Fri 20 Nov",
                 "link          https://example.org/m"]:
        assert f"  {line}\n" in shown
    facts = {"bought": "2026-11-20", "cutting month": "Mar",
             "link": "https://example.org/m", "price": 12.5}
    assert home.json("show", "Monty")["plant"]["facts"] == facts
    collection = home.export()["collection"]
    assert [plant["facts"] for plant in collection if "facts" in plant] == [facts]
    assert list(facts) == sorted(facts)
    before = home.events()
    assert "nothing changed" in home.do(
        "edit", "Monty", "--set", "price=12.50").text
    told = home.do("edit", "Basil", "--set", "price=8", "--dry-run").text
    assert "Basil" in told and ": price 8 EUR\n" in told
    assert home.events() == before
    answer = home.json("field", "list")["fields"]
    assert [(field["name"], field["plants"]) for field in answer] == [
        ("bought", 1), ("cutting month", 1), ("link", 1), ("price", 1)]
    home.do("edit", "Monty", "--clear-field", "link", "--clear-field", "bought")
    assert set(home.json("show", "Monty")["plant"]["facts"]) == {
        "cutting month", "price"}
    history = home.do("history", "Monty", "--limit", "2").text
    assert "link none" in history and "bought none" in history
    # A field that goes takes no value along.
    said = home.do("field", "remove", "PRICE").text
    assert "removed the field 'price'; 1 plant had a value" in said
    assert "price" not in home.json("show", "Monty")["plant"]["facts"]
    home.do("undo")
    assert home.json("show", "Monty")["plant"]["facts"]["price"] == 12.5
    home.do("duplicate", "Monty", "--name", "Twin")
    assert home.json("show", "Twin")["plant"]["facts"] == home.json(
        "show", "Monty")["plant"]["facts"]
    home.verify()


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["field", "add", "room"], USAGE, "every plant has 'room' already"),
        (["field", "add", "a=b"], USAGE, "cannot be a field's name"),
        (["field", "add", "x", "colour"], USAGE, "is not text, number, day"),
        (["field", "add", "x", "choice", "one"], USAGE, "2 to 20"),
        (["field", "add", "x", "choice"], USAGE, "words of the choice"),
        (["field", "add", "x", "day", "UTC"], USAGE, "no unit"),
        (["field", "remove", "x"], NOTHING, "no field 'x'"),
        (["edit", "Monty", "--set", "price=1,250"], USAGE, "not a value of"),
        (["edit", "Monty", "--set", "price"], USAGE, "no value is given"),
        (["edit", "Monty", "--set", "prise=1"], NOTHING, "no field 'prise'"),
        (["edit", "Monty", "--set", "price=1", "--clear-field", "price"],
         USAGE, "set or cleared twice"),
        (["edit", "Monty", "--set", "bought=often"], USAGE, "often"),
        (["list", "--columns", "name,prise"], USAGE,
         ["no column 'prise'", "did you mean 'price'?"]),
        (["list", "--sort", "prise"], USAGE, "no column 'prise'"),
        (["list", "--format", "{prise}"], USAGE, "no column 'prise'"),
        (["list", "--field", "prise>1"], USAGE, "no column 'prise'"),
        (["list", "--field", "price>dear"], USAGE, "not a value of 'price'"),
        (["list", "--field", ">1"], USAGE, "names no field"),
    ],
)
def test_what_no_field_can_have_is_refused(
    home: Home, arguments: list[str], code: int, says: str
) -> None:
    own_fields(home)
    home.refuse(*arguments, code=code, says=says)


def test_fields_of_ones_own_are_columns_filters_and_searched(
    home: Home,
) -> None:
    own_fields(home)
    home.do("edit", "Basil", "--set", "price=9.99")
    head, *rows = home.do(
        "list", "--columns", "name,price,cutting month", "--sort=-price"
    ).text.splitlines()
    assert re.split(" {2,}", head) == ["NAME", "PRICE", "CUTTING MONTH"]
    assert [re.split(" {2,}", row) for row in rows] == [
        ["Monty", "12.50 EUR", "Mar"], ["Basil", "9.99 EUR"]]
    assert home.do("list", "--format", "{name} {price} {bought}").text == (
        "Basil 9.99 \nMonty 12.50 2026-11-20\n")
    for condition, names in [
        ("price", ["Basil", "Monty"]), ("price>10", ["Monty"]),
        ("price<=9,99", ["Basil"]), ("link=EXAMPLE", ["Monty"]),
        ("cutting month>=mar", ["Monty"]), ("bought<2026-11-21", ["Monty"]),
    ]:
        found = home.json("list", "--field", condition)["plants"]
        assert [plant["displayName"] for plant in found] == names, condition
    home.refuse("list", "--field", "price>100", code=NOTHING, says="no plant")
    (match,) = home.json("list", "example.org")["matches"]
    assert (match["field"], match["text"]) == ("fact", "https://example.org/m")
    assert "price          your own: number in EUR" in home.do(
        "list", "--columns", "help").text


def test_an_editor_changes_fields_of_ones_own(home: Home, tmp_path: Path) -> None:
    own_fields(home)
    form = tmp_path / "form"
    form.write_text("price: 8\nlink:\ncutting month: Sep\n")
    home.do("edit", "Monty", "--form", str(form))
    assert home.json("show", "Monty")["plant"]["facts"] == {
        "bought": "2026-11-20", "cutting month": "Sep", "price": 8}
    form.write_text("price: dear\n")
    home.refuse("edit", "Monty", "--form", str(form), code=USAGE,
                says="line 1: 'dear' is not a value of 'price'")


def test_two_homes_agree_on_fields_and_values(home: Home, empty: Home) -> None:
    own_fields(home)
    empty.do("import", text=home.events())
    home.do("edit", "Monty", "--set", "price=1",
            now="2026-11-22T09:00:00+01:00")
    empty.do("edit", "Monty", "--set", "price=2", "--clear-field", "link",
             now="2026-11-22T10:00:00+01:00")
    home.do("field", "add", "price", "number", "CHF",
            now="2026-11-22T11:00:00+01:00")
    for _ in range(2):
        home.do("import", text=empty.events())
        empty.do("import", text=home.events())
    assert home.folded() == empty.folded()
    shown = empty.do("show", "Monty", now="2026-11-22T12:00:00+01:00").text
    assert "2 CHF" in shown and "example.org" not in shown


def test_lines_of_append_name_fields_and_give_values(home: Home) -> None:
    home.append(
        {"type": "setting.changed", "key": "field.pot", "value": "choice S,M,L",
         "action": "a"},
        {"type": "fact.set", "plant": "Monty", "name": "pot", "value": "M",
         "action": "a"})
    assert home.json("show", "Monty")["plant"]["facts"] == {"pot": "M"}
    for line, says in [
        ({"type": "fact.set", "plant": "Monty", "name": "pot", "value": "XL"},
         "not a value of 'pot'"),
        ({"type": "fact.set", "plant": "Monty", "name": "pan", "value": "M"},
         "no field 'pan'"),
        ({"type": "setting.changed", "key": "field.pot", "value": "colour"},
         "must be"),
        ({"type": "setting.changed", "key": "field.Pot", "value": "text"},
         "no name of a field"),
    ]:
        before = home.events()
        result = home.run("append", text=json_lines([line]))
        assert result.code in (NOTHING, USAGE) and says in result.message
        assert home.events() == before
    home.append({"type": "fact.set", "plant": "Monty", "name": "pot",
                 "value": None})
    assert "facts" not in home.json("show", "Monty")["plant"]


def test_health_has_a_trend(home: Home) -> None:
    said = home.do("health", "Monty").text
    assert "Nobody wrote down how well Monty" in said
    home.do("health", "Monty", "3", "--at", "2026-11-01", "--note", "root rot")
    home.do("health", "Monty", "4")
    home.do("health", "Monty", "2", "--at", "2026-10-01")
    shown = home.do("health", "Monty").text.splitlines()
    assert shown[0].endswith("4 of 5 on Sat 21 Nov, up from 3")
    assert [re.split(" {2,}", line)[:2] for line in shown[2:]] == [
        ["Thu 1 Oct", "2"], ["Sun 1 Nov", "3 (+1)"], ["Sat 21 Nov", "4 (+1)"]]
    assert "root rot" in shown[3]
    assert "health       4 of 5 on Sat 21 Nov, up from 3" in home.do(
        "show", "Monty").text
    levels = [entry["health"] for entry in home.json("health", "Monty")[
        "measurements"]]
    assert levels == [2, 3, 4]
    home.do("health", "Basil", "1")
    assert home.do("list", "--format", "{name} {health}", "--sort", "health"
                   ).text == "Basil 1\nMonty 4\n"
    home.do("undo")
    home.refuse("health", "Monty", "6", code=USAGE, says="no level of health")
    home.do("measure", "Monty", "--height", "42cm")
    assert "health" not in home.json("measure", "Monty")["measurements"][-1]
    home.verify()


def test_measures_of_one_day_have_their_times(home: Home) -> None:
    for at, height in [
        ("2026-09-01", "38cm"), ("2026-09-02 08:00", "39cm"),
        ("2026-09-02 18:30", "40cm"),
    ]:
        home.do("measure", "Monty", "--height", height, "--at", at)
    rows = home.do("measure", "Monty").text.splitlines()
    assert [row.split("  ")[0] for row in rows if " Sep" in row] == [
        "Tue 1 Sep", "Wed 2 Sep 08:00", "Wed 2 Sep 18:30"]
