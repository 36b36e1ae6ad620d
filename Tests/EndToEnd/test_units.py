"""Measures are kept in metric units and shown in those that were chosen."""

from __future__ import annotations

import re
from datetime import date

from program import USAGE, Home


def test_lengths_are_read_and_shown_in_the_chosen_unit(home: Home) -> None:
    home.do("measure", "Monty", "--height", "42", "--pot", "6in")
    home.do("settings", "set", "units", "imperial")
    said = home.do("measure", "Monty", "--height", "18", "--spread", "50cm")
    assert "height 18 in, spread 19.7 in" in said.text
    for command in ("measure", "show"):
        shown = home.do(command, "Monty").text
        assert "16.5 in" in shown and "18 in (+1.5)" in shown, shown
        assert "6 in" in shown and "cm" not in shown, shown
    assert "measured: height 18 in" in home.do("history", "Monty").text
    # JSON has one unit, whatever people read.
    heights = [
        entry["heightMm"]
        for entry in home.json("measure", "Monty")["measurements"]
    ]
    assert heights == [420, 457]
    home.do("settings", "reset", "units")
    assert "45.7 cm (+3.7)" in home.do("measure", "Monty").text


def test_amounts_are_read_and_shown_in_the_chosen_unit(home: Home) -> None:
    home.do("settings", "set", "units", "imperial")
    said = home.do(
        "schedule", "set", "Monty", "watering", "--amount", "8").text
    assert "every 7 days, 8 fl oz" in said, said
    home.do("water", "Monty", "--amount", "250ml")
    for words in (
        ["show", "Monty"], ["schedule", "show", "Monty"], ["why", "Monty"],
    ):
        assert "8 fl oz" in home.do(*words).text
    assert "watering done, 8.5 fl oz" in home.do("history", "Monty").text
    schedules = home.json("schedule", "show", "Monty")["schedules"]
    amounts = {each["kind"]: each["amount"] for each in schedules}
    assert amounts["watering"] == "237ml"
    home.refuse(
        "water", "Monty", "--amount", "8 cups", code=USAGE, says="8floz")


def test_temperatures_are_shown_in_the_chosen_unit(home: Home) -> None:
    home.append(
        {"type": "care.profiled", "plant": "Monty", "source": "manual",
         "temperature": {"minimum": 15, "maximum": 30, "optimal": 20}})
    assert "15 to 30 °C" in home.do("show", "Monty").text
    home.do("settings", "set", "units", "imperial")
    shown = home.do("show", "Monty").text
    assert "59 to 86 °F" in shown and "best 68 °F" in shown, shown
    species = home.do("species", "Monstera deliciosa").text
    assert re.search(r"temperature +55 to 90 °F, best 64 to 82 °F", species)


def test_the_past_is_shown_in_the_units_of_then(home: Home) -> None:
    home.do(
        "measure", "Monty", "--height", "42",
        now="2026-04-01T09:00:00+02:00")
    home.do("settings", "set", "units", "imperial")
    assert "16.5 in" in home.do("show", "Monty").text
    assert "42 cm" in home.do("show", "Monty", "--as-of", "2026-05-01").text


def test_calendars_ring_as_the_settings_say(home: Home) -> None:
    def alarms(*arguments: str) -> set[tuple[int, str]]:
        """How many days before, and when in UTC: it is winter in Paris."""
        # In the morning, before it rings.
        text = home.do(
            "export", "ics", *arguments, now="2026-11-21T08:00:00+01:00"
        ).text
        found = set()
        for entry in text.split("BEGIN:VEVENT")[1:]:
            due = re.search(r"DTSTART;VALUE=DATE:(\d{8})", entry)[1]
            for day, time in re.findall(
                r"TRIGGER;VALUE=DATE-TIME:(\d{8})T(\d{6}Z)", entry
            ):
                early = date.fromisoformat(due) - date.fromisoformat(day)
                found.add((early.days, time))
        return found

    assert alarms() == {(0, "080000Z")}
    home.do("settings", "set", "reminderDays", "2")
    assert alarms() == {(0, "080000Z"), (2, "080000Z")}
    assert alarms("--remind", "0") == {(0, "080000Z")}
    home.do("settings", "set", "reminders", "false")
    assert alarms() == alarms("--remind", "1") == set()


def test_settings_without_effect_say_so(home: Home) -> None:
    rows = home.json("settings", "list")["settings"]
    unused = {row["key"] for row in rows if not row["isUsed"]}
    assert unused == {
        "reminderSound"}
    for line in home.do("settings", "list").text.splitlines():
        key = line.split()[0]
        assert ("not yet used" in line) == (key in unused), line


def test_feet_and_inches_are_lengths(home: Home) -> None:
    for text, millimetres in (
        ("3ft", 914), ("5'6\"", 1676), ("5'6", 1676), ("5ft6in", 1676),
        ("5 ft 6 in", 1676), ("5′6″", 1676), ("2.5ft", 762), ("1'", 305),
    ):
        home.do("measure", "Monty", "--height", text)
        entry = home.json("measure", "Monty")["measurements"][-1]
        assert entry["heightMm"] == millimetres, text
    for text in ("5ft13in", "5cm6", "5'6'", "6in5ft", "ft", "5'6\"1", "5''"):
        home.refuse(
            "measure", "Monty", "--height", text, code=USAGE, says="5ft6in")
