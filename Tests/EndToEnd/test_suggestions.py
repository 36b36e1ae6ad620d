"""Schedules that fit how often care is given."""

from __future__ import annotations

from program import NOTHING, Home

NOW = "2026-08-01T12:00:00+02:00"
START = "2026-03-01T09:00:00+01:00"


def watered(home: Home, name: str, *days: str) -> None:
    home.do("add", "Hoya carnosa", "--name", name, "--as-typed", "--every", "7d",
            now=START)
    for day in days:
        home.do("water", name, "--at", f"2026-{day} 09:00", now=NOW)


LATE = ("03-08", "03-16", "03-25", "04-02", "04-10", "05-20", "05-28")


def test_a_habit_is_told_with_its_numbers(empty: Home) -> None:
    watered(empty, "Late", *LATE)
    said = empty.do("schedule", "suggest", "Late", now=NOW).text
    assert "every 8.3 days on average, 6 of 6 times a day late" in said
    assert "set 8 instead of 7?" in said
    assert "median 8, mostly 8 to 9, of 6 intervals" in said
    (row,) = empty.json("schedule", "suggest", now=NOW)["suggestions"]
    assert row["command"] in said
    assert row["intervals"] == [8, 8, 8, 8, 9, 40]
    assert row["changedOn"] is None
    assert (row["suggestedDays"], row["usualLateness"]) == (8, 1)
    # What is printed does it.
    empty.do(*row["command"].split()[1:], now=NOW)
    said = empty.do("schedule", "suggest", "Late", now=NOW).text
    assert (
        "0 intervals since its schedule changed on Sat 1 Aug, so that 4 more "
        "are needed" in said)
    (row,) = empty.json("schedule", "suggest", now=NOW)["suggestions"]
    assert (row["changedOn"], row["suggestedDays"]) == ("2026-08-01", None)


def test_all_are_accepted_at_once(empty: Home) -> None:
    watered(empty, "Late", *LATE)
    watered(empty, "New", *LATE[:3])
    said = empty.do("schedule", "suggest", now=NOW).text
    assert "1 schedule has too little care yet" in said
    assert "2 more are needed" in empty.do(
        "schedule", "suggest", "New", now=NOW).text
    before = empty.events()
    empty.do("schedule", "suggest", "--accept", "--dry-run", now=NOW)
    assert empty.events() == before
    said = empty.do("schedule", "suggest", "--accept", now=NOW).text
    assert "set watering of Late" in said and "every 8 days" in said
    said = empty.do("schedule", "suggest", "--accept", now=NOW).text
    assert "nothing changed" in said
    empty.do("undo", now=NOW)
    (row,) = empty.json("schedule", "suggest", "Late", now=NOW)["suggestions"]
    assert row["intervalDays"] == 7
    empty.refuse(
        "schedule", "suggest", "Nobody", code=NOTHING, says="no plant", now=NOW)
