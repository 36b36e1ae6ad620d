"""What every view foretells where waterings are gathered, held against what
`today` asks for on each of the days, if all of it is done."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import icalendar
import pytest

from program import Home

TODAY = date(2026, 8, 20)
DAYS = 60
# A task of a plant on a day.
Asked = tuple[str, str, str]


def noon(day: date) -> str:
    return f"{day}T12:00:00+02:00"


def near(chance: random.Random, first: int, last: int) -> date:
    return TODAY + timedelta(days=chance.randint(first, last))


def garden(path: Path, seed: int, gathering: bool | str) -> Home:
    """Whatever is random follows from the seed."""
    chance = random.Random(seed)
    home = Home(path / "home")
    lines: list[dict[str, Any]] = [
        {"type": "setting.changed", "key": "timeZone",
         "value": "Europe/Paris"},
        {"type": "setting.changed", "key": "groupWateringDays",
         "value": gathering},
    ]
    snoozes = []
    for number in range(9):
        plant = f"00000000-0000-4000-8000-{number + 1000:012d}"
        added, cared = near(chance, -60, -20), near(chance, -15, 0)
        lines.append({
            "type": "plant.added", "plant": plant, "at": noon(added),
            "scientificName": "Hoya carnosa", "nickname": f"Plant {number}",
            "room": chance.choice(["Kitchen", "Bathroom"])})
        for kind in ("watering", "misting")[:chance.randint(1, 2)]:
            schedule: dict[str, Any] = {
                "type": "schedule.set", "plant": plant, "kind": kind,
                "intervalDays": chance.randint(1, 15), "at": noon(added)}
            if chance.random() < 0.3:
                schedule["seasonalIntervalDays"] = {
                    "autumn": chance.randint(1, 20)}
            if chance.random() < 0.3:
                schedule["activeMonths"] = [
                    8, *sorted(chance.sample([9, 10, 11], 2))]
            if chance.random() < 0.2:
                schedule["startOn"] = str(near(chance, -2, 30))
            lines.append(schedule)
            lines.append({
                "type": "task.completed", "plant": plant, "kind": kind,
                "at": noon(cared)})
        if chance.random() < 0.4:
            snoozes.append((f"Plant {number}", near(chance, 1, 15)))
    home.append(*lines, now=noon(TODAY))
    for name, until in snoozes:
        home.do(
            "snooze", name, "watering", str(until), now=noon(TODAY))
    return home


def asked_today(home: Home, day: date) -> list[Asked]:
    shown = home.json("today", now=noon(day))
    tasks = shown["overdue"] + [
        task for room in shown["today"] for task in room["tasks"]]
    return sorted((str(day), task["plant"], task["kind"]) for task in tasks)


def calendar_days(home: Home) -> list[Asked]:
    """The entries of the calendar of schedules, within the days."""
    text = home.do(
        "export", "ics", "--days", str(DAYS), now=noon(TODAY)).output
    found = []
    for event in icalendar.Calendar.from_ical(text).walk("VEVENT"):
        plant, kind = str(event["UID"]).split("@")[0].split(".")[:2]
        day = event.decoded("DTSTART")
        if day <= TODAY + timedelta(days=DAYS):
            found.append((str(day), plant, kind))
    return sorted(found)


@pytest.mark.parametrize("gathering", [True, "Wed,Sat", "Sun"])
@pytest.mark.parametrize("seed", range(2))
def test_every_view_foretells_what_today_asks_for(
    tmp_path: Path, seed: int, gathering: bool | str
) -> None:
    home = garden(tmp_path, seed, gathering)
    plants = {
        plant["nickname"]: plant["id"]
        for plant in home.json("list", now=noon(TODAY))["plants"]}
    foretold = sorted(
        (day["date"], task["plant"], task["kind"])
        for day in home.json(
            "upcoming", "--days", str(DAYS), now=noon(TODAY))["upcoming"]
        for task in day["tasks"])
    calendar = calendar_days(home)
    last = TODAY + timedelta(days=DAYS)
    sheet = home.json("sitter", str(TODAY), str(last), now=noon(TODAY))
    sitter = sorted(
        (day, plant["plant"], task["kind"])
        for room in sheet["rooms"] for plant in room["plants"]
        for task in plant["tasks"] for day in task["days"])
    months = {
        day["date"]: day["due"]
        for month in ("2026-09", "2026-10")
        for day in home.json("calendar", month, now=noon(TODAY))["days"]}
    reasons = {
        (plant, task["kind"]): max(task["due"], str(TODAY))
        for name, plant in plants.items()
        for task in home.json("why", name, now=noon(TODAY))["tasks"]}
    skipped = {
        plant: home.do(
            "skip", name, "watering", "--dry-run", now=noon(TODAY)).text
        for name, plant in plants.items()}

    todays = asked_today(home, TODAY)
    followed = []
    for number in range(DAYS + 1):
        day = TODAY + timedelta(days=number)
        asked = asked_today(home, day)
        followed += asked
        home.append(
            *({"type": "task.completed", "plant": plant, "kind": kind,
               "at": noon(day)} for _, plant, kind in asked),
            now=noon(day))
    assert sorted(todays + foretold) == followed
    assert sitter == followed
    assert calendar == followed
    counts = Counter(day for day, _, _ in followed)
    for day, count in counts.items():
        if day in months:
            assert months[day] == count
    for (plant, kind), due in reasons.items():
        days = [day for day, *task in followed if task == [plant, kind]]
        assert due == days[0] if days else due > str(last)
        if kind == "watering" and days and due > str(TODAY):
            day = date.fromisoformat(due)
            assert f" due {day:%a} {day.day} {day:%b}," in skipped[plant]


def test_the_days_of_the_week_hold_in_every_round(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    start = "2026-08-01T12:00:00+02:00"
    home.do("add", "Planta nova", "--name", "Monty", "--every", "5d", now=start)
    home.do("settings", "set", "groupWateringDays", "Wed,Sat", now=start)
    # A Thursday.
    home.do("water", "Monty", now=noon(TODAY))
    foretold = [
        day["date"] for day in home.json(
            "upcoming", "--days", "23", now=noon(TODAY))["upcoming"]]
    assert foretold == [
        "2026-08-25", "2026-08-29", "2026-09-02", "2026-09-07", "2026-09-12"]
    asked = []
    for number in range(1, 24):
        day = TODAY + timedelta(days=number)
        for asked_on, *_ in asked_today(home, day):
            asked.append(asked_on)
            home.do("water", "Monty", now=noon(day))
    assert asked == foretold


def test_what_comes_next_is_named_on_the_day_of_its_round(
    tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    start = "2026-08-20T12:00:00+02:00"
    home.do("add", "Planta nova", "--name", "Monty", "--every", "10d", now=start)
    home.do("settings", "set", "groupWateringDays", "Wed,Sat", now=start)
    # Due on Sunday the 30th.
    shown = home.do("today", now="2026-08-28T12:00:00+02:00").text
    assert shown.endswith("Next: Sat 29 Aug, in 1 d: water Monty\n"), shown
