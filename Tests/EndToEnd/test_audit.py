"""The care that was given, held against what the schedules asked for."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from program import NOTHING, USAGE, Home

END = "2026-03-31T12:00:00+02:00"


def audit(home: Home, *arguments: str) -> dict:
    document = home.json("audit", *arguments, now=END)
    return {entry["displayName"]: entry for entry in document["audits"]}


def test_care_on_the_day_and_late_is_told_apart(home: Home) -> None:
    # Monty was added on the 1st, watered on the 8th, every 7 days.
    home.do("water", "Monty", "--at", "2026-03-15 09:00", now=END)
    home.do("water", "Monty", "--at", "2026-03-25 09:00", now=END)
    monty = audit(home, "Monty")["Monty"]
    assert [care["due"] for care in monty["care"]] == [
        "2026-03-08", "2026-03-15", "2026-03-22"]
    assert (monty["onTime"], monty["late"]) == (2, 1)
    assert monty["missed"] == []
    assert monty["worstLateness"] == 3
    assert monty["longestGap"] == 10


def test_what_was_not_done_is_missed(home: Home) -> None:
    basil = audit(home, "Basil")["Basil"]
    assert basil["given"] == 0
    assert basil["overdueSince"] == "2026-03-03"
    assert basil["missed"][:2] == ["2026-03-03", "2026-03-05"]
    assert basil["onTimeShare"] == 0


def test_undone_care_does_not_count(home: Home) -> None:
    home.do("water", "Basil", "--at", "2026-03-03 09:00", now=END)
    assert audit(home, "Basil")["Basil"]["given"] == 1
    home.do("undo", now=END)
    assert audit(home, "Basil")["Basil"]["given"] == 0


def test_who_recorded_the_care_is_named(home: Home) -> None:
    (recorder,) = audit(home, "Monty")["Monty"]["recordedBy"]
    assert (recorder["name"], recorder["count"]) == (None, 1)
    home.do("log", "name", "Laptop", now=END)
    (named,) = audit(home, "Monty")["Monty"]["recordedBy"]
    assert named == recorder | {"name": "Laptop"}
    shown = home.do("audit", "Monty", now=END).text
    beginning = recorder["writer"][:4]
    assert f"recorded by Laptop ({beginning}), this home: 1" in shown
    # The name was not known then.
    document = home.json(
        "audit", "Monty", "--kind", "watering", "--as-of", "2026-03-30", now=None)
    assert document["audits"][0]["recordedBy"] == [recorder]


def test_a_past_moment_knows_only_what_was_recorded(home: Home) -> None:
    home.do("water", "Basil", "--at", "2026-03-03 09:00", now=END)
    document = home.json(
        "audit", "Basil", "--as-of", "2026-03-30", now=None)
    assert document["until"] == "2026-03-30"
    assert document["audits"][0]["given"] == 0


def test_the_period_is_checked(home: Home) -> None:
    for arguments, says in [
        (["--since", "2026-04-01"], "after the last"),
        (["--until", "2026-04-01"], "still to come"),
        (["--grace", "400"], "days from 0 to 365"),
    ]:
        home.refuse("audit", *arguments, code=USAGE, says=says, now=END)
    home.refuse("audit", "Nobody", code=NOTHING, says="no plant", now=END)


def test_the_worst_come_first(home: Home) -> None:
    home.do("water", "Monty", "--at", "2026-03-15 09:00", now=END)
    rows = home.do("audit", now=END).text.splitlines()[2:]
    # Basil was never watered.
    assert [row.split()[0] for row in rows] == ["Basil", "Monty"]


def test_grace_is_an_option_and_a_setting(home: Home) -> None:
    home.do("water", "Monty", "--at", "2026-03-16 09:00", now=END)
    assert audit(home, "Monty")["Monty"]["late"] == 1
    assert audit(home, "Monty", "--grace", "1")["Monty"]["late"] == 0
    home.do("settings", "set", "graceDays", "1", now=END)
    assert audit(home, "Monty")["Monty"]["late"] == 0
    assert audit(home, "Monty", "--grace", "0")["Monty"]["late"] == 1
    document = home.json("stats", "care", now=END)
    assert document["graceDays"] == 1


def test_one_device_has_done_what_it_recorded(
    home: Home, tmp_path: Path
) -> None:
    sitter = home.copy(tmp_path / "sitter")
    sitter.do("log", "name", "phone", "--person", "Sitter", now=END)
    sitter.do("water", "Monty", "--at", "2026-03-16 09:00", now=END)
    home.do("import", text=sitter.events(), now=END)
    for name in ["Sitter", "phone", "sitter's phone"]:
        found = audit(home, "--writer", name)
        assert found.keys() == {"Monty"}
        assert found["Monty"]["given"] == 1 and found["Monty"]["missed"] == []
    # A second watering of a day is that of who gave it, and no other's.
    home.do("water", "Monty", "--at", "2026-03-16 18:00", now=END)
    home.do("water", "Monty", "--at", "2026-03-20 09:00", now=END)
    sitter.do("water", "Monty", "--at", "2026-03-20 07:00", now=END)
    sitter.do("water", "Monty", "--at", "2026-03-20 08:00", now=END)
    home.do("log", "name", "desk", "--person", "Keeper", now=END)
    home.do("import", text=sitter.events(), now=END)
    for name, days in [
        ("Sitter", ["2026-03-16", "2026-03-20"]),
        ("Keeper", ["2026-03-08", "2026-03-16", "2026-03-20"]),
    ]:
        found = audit(home, "--writer", name)
        assert [care["day"] for care in found["Monty"]["care"]] == days
    assert audit(home, "Monty")["Monty"]["given"] == 3
    found = audit(home, "--writer", "Sitter")
    writer = found["Monty"]["recordedBy"][0]["writer"]
    assert audit(home, "--writer", writer[:8]) == found
    home.refuse("audit", "--writer", "Nobody", code=NOTHING,
                says="no device or person", now=END)


def test_history_goes_by_the_day_of_the_care(home: Home) -> None:
    home.do("note", "Monty", "dry", now="2026-03-20T09:00:00+01:00")
    home.do("water", "Basil", "--at", "2026-03-03 09:00", now=END)
    lines = home.do("history", "Monty", "Basil", now=END).text.splitlines()
    assert "Basil  watering done" in lines[0]
    assert "(recorded 28 days later, Tue 31 Mar 12:00)" in lines[0]
    lines = home.do(
        "history", "Monty", "Basil", "--by-date", now=END).text.splitlines()
    assert "noted: dry" in lines[0]
    days = [datetime.strptime(f"{line[:16]} 2026", "%a %d %b %H:%M %Y")
            for line in lines]
    assert days == sorted(days, reverse=True)
    day = ["--since", "2026-03-03", "--until", "2026-03-03"]
    (line,) = home.do(
        "history", "--by-date", *day, now=END).text.splitlines()
    assert "Basil  watering done" in line
    home.refuse("history", *day, code=NOTHING, says="no event", now=END)
    oldest = home.json("history", "--by-date", "--reverse", "--limit", "1",
                       now=END)
    assert oldest["header"]["type"] == "writer.started"


def test_lineage_shows_parents_and_offspring(home: Home) -> None:
    for name, parent in [("Ear", "Monty"), ("Tip", "Ear"), ("Leaf", "Ear")]:
        home.do("add", "Monstera deliciosa", "--name", name, "--from", parent)
    home.do("remove", "Tip", "--reason", "died")
    document = home.json("lineage", "Ear")
    assert [p["displayName"] for p in document["ancestors"]] == ["Monty"]
    offspring = document["offspring"]
    assert sorted((p["displayName"], p["removed"]) for p in offspring) == [
        ("Leaf", False), ("Tip", True)]
    # However many generations there are, JSON does not nest deeper.
    ear = document["plant"]["plant"]
    assert {(p["parent"], p["generation"]) for p in offspring} == {(ear, 1)}
    everything = home.json("lineage", "Monty")["offspring"]
    assert [p["generation"] for p in everything] == [1, 2, 2]
    shown = home.do("lineage", "Leaf").text.splitlines()
    assert [len(line) - len(line.lstrip()) for line in shown] == [0, 2, 4]


def test_on_this_day_shows_earlier_years(home: Home) -> None:
    shown = home.json("on-this-day", now="2027-03-08T12:00:00+01:00")
    (year,) = shown["years"]
    assert year["date"] == "2026-03-08"
    assert [event["type"] for event in year["events"]] == ["task.completed"]
    assert home.json(
        "on-this-day", now="2026-03-08T12:00:00+01:00") == {"years": []}


def test_days_are_under_the_month_that_is_shown(empty: Home) -> None:
    empty.do("add", "Monstera deliciosa", "--name", "Monty", "--every", "7d",
             now="2026-02-01T09:00:00+01:00")
    shown = empty.do(
        "audit", "Monty", "--since", "2026-03-01", "--until", "2026-03-31",
        now="2026-04-01T09:00:00+02:00").text
    assert "    Mar\n" in shown
    assert "Feb" not in shown
