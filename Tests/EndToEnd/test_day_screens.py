"""The screens of a day, for a home of sixty plants in eight rooms whose names are
long, foreign or missing: golden pictures of text at four widths.

RECORD_GOLDEN=1 rewrites those files, and fails, so that it cannot be left on.
"""

from __future__ import annotations

import os
import random
import re
from datetime import date, timedelta
from typing import Any

import pytest

from examples import GOLDEN
from program import NOW as END
from program import Home
from test_screens import plain_on_terminal

SCREENS = GOLDEN.parent / "screens"
IS_RECORDING = os.environ.get("RECORD_GOLDEN") == "1"
SEED = 7
TODAY = date(2026, 11, 23)
NOW = f"{TODAY}T08:30:00+01:00"
ROOMS = [
    "Kitchen", "Living Room", "Bedroom", "Bathroom", "Office",
    "Patio/Balcony", "Other", "Großmutters Wintergarten im Obergeschoss",
]
NAMES = [
    "Monty", "Basil", "Calla", "Grünlilie", "日本の苔玉", "Ficus",
    "شجرة الزيتون", "Donaudampfschifffahrtskapitänsmützenpalme",
    "A very long name that somebody gave to a fern in the corner", "Zebra",
    "Spidey", "👩‍🌾 Farmer", "Olga", "Peperomia on the shelf", "Aloe", None,
]
SPECIES = [
    "Monstera deliciosa", "Epipremnum aureum", "Chlorophytum comosum",
    "Spathiphyllum wallisii", "Dracaena trifasciata",
]
INTERVALS = {
    "watering": [4, 5, 7, 10, 14], "fertilizing": [14, 30],
    "misting": [2, 3], "pestControl": [30], "rotation": [14],
    "cleaning": [30], "wrap-pot": [60], "repotting": [365],
}
VIEWS = {
    "today": ["today"],
    "today-flat": ["today", "--flat"],
    "today-kind": ["today", "--by", "kind", "--room", "Kitchen"],
    "agenda": ["agenda", "--room", "Bedroom"],
    "upcoming": ["upcoming", "--days", "2"],
    "sitter": [
        "sitter", "2026-11-24", "2026-11-30", "--room", "Bedroom", "--contact",
        "Anna from the second floor, who has the keys, +49 30 1234567"],
    "calendar": ["calendar"],
    "calendar-day": ["calendar", "2026-11-20"],
    "list": ["list"],
    "audit": ["audit", "--room", "Kitchen", "--kind", "watering"],
    "show": ["show", "Calla 2"],
    "caught-up": ["today", "--now", "2026-08-02T20:00:00+02:00"],
}
# Of the sample, at its end.
LOOKS_BACK = {
    "removed": ["list", "--removed"],
    "suggest": ["schedule", "suggest", "Monty", "--kind", "watering"],
}
WIDTHS = [40, 60, 80, 120]


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Whatever is random follows from the seed."""
    home = Home(tmp_path_factory.mktemp("day") / "home")
    chance = random.Random(SEED)
    added = "2026-08-01T09:00:00+02:00"
    lines = [
        {"type": "setting.changed", "key": "timeZone",
         "value": "Europe/Berlin"},
        {"type": "room.created", "room": ROOMS[7], "icon": "sun",
         "sortOrder": 7},
    ]
    for number in range(60):
        name = NAMES[number % 16]
        if name and number >= 16:
            name = f"{name} {number // 16 + 1}"
        # Ids make the short ids, and so the pictures, the same in each run.
        plant = f"00000000-0000-4000-8000-{number + 1000:012d}"
        lines.append({
            "type": "plant.added", "plant": plant, "at": added,
            "scientificName": SPECIES[number % 5],
            "room": ROOMS[number * 5 % 8],
            **({"nickname": name} if name else {})})
        for kind, intervals in INTERVALS.items():
            if kind != "watering" and chance.random() > 0.3:
                continue
            days = chance.choice(intervals)
            schedule = {
                "type": "schedule.set", "plant": plant, "kind": kind,
                "intervalDays": days, "at": added}
            if kind == "watering" and chance.random() < 0.7:
                schedule["amount"] = chance.choice(
                    ["250ml", "1000ml", "thorough", "80ml"])
            if chance.random() < 0.2:
                schedule["time"] = "18:30"
            if chance.random() < 0.1:
                schedule["note"] = "only with rainwater, from below"
            lines.append(schedule)
            day = TODAY - timedelta(
                days=days + chance.choice([0, 0, -1, -2, 1, 2, 5]))
            if date(2026, 8, 1) < day < TODAY:
                lines.append({
                    "type": "task.completed", "plant": plant, "kind": kind,
                    "at": f"{day}T08:{chance.randrange(60):02}:00+01:00"})
    home.append(*lines, now="2026-11-22T08:00:00+01:00")
    morning = f"{TODAY}T08:10:00+01:00"
    home.do("water", "Monty", "Basil", now=morning)
    for _ in range(3):
        home.do("snooze", "Calla 2", "watering", "3d", "--note",
                "soil still wet", now=morning)
    return home


def shown(home: Home, view: str, width: int, locale: str = "C.UTF-8") -> str:
    words = VIEWS[view]
    clock = [] if "--now" in words else ["--now", NOW]
    return plain_on_terminal(
        home, width, *words, *clock, LC_ALL=locale, PLANTGUIDE_PAGER="cat")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("view", LOOKS_BACK)
def test_what_looks_back_looks_as_it_should(
    kept_sample: Home, view: str, width: int
) -> None:
    check(
        plain_on_terminal(
            kept_sample, width, *LOOKS_BACK[view], "--now", END,
            LC_ALL="C.UTF-8", PLANTGUIDE_PAGER="cat"),
        view, width)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("view", VIEWS)
def test_the_screen_looks_as_it_should(
    garden: Home, view: str, width: int
) -> None:
    check(shown(garden, view, width), view, width)


def check(text: str, view: str, width: int) -> None:
    golden = SCREENS / f"{view}-{width}.txt"
    if IS_RECORDING:
        golden.write_text(text)
        pytest.fail(f"recorded {golden.name}")
    assert text == golden.read_text(), f"seed {SEED}"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("view", ["today", "today-flat", "list", "audit"])
def test_names_stay_whole_where_a_line_can_hold_them(
    garden: Home, view: str, width: int
) -> None:
    plants = garden.json("list", now=NOW)["plants"]
    whole = garden.do(*VIEWS[view], now=NOW).text
    text = " ".join(shown(garden, view, width).split())
    for plant in plants:
        name = plant["displayName"]
        if name in whole and max(map(len, name.split())) <= width - 2:
            assert name in text, name


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("view", ["today", "today-flat", "agenda"])
def test_no_word_is_broken(garden: Home, view: str, width: int) -> None:
    words = set(garden.do(*VIEWS[view], now=NOW).text.split())
    for word in re.findall(r"[A-Za-zäöüß]{3,}", shown(garden, view, width)):
        assert any(word in known for known in words), word


@pytest.mark.parametrize("view", VIEWS)
def test_plain_forms_are_ascii(garden: Home, view: str) -> None:
    text = shown(garden, view, 60, locale="C")
    assert text.isascii() and text
    assert all(len(line) <= 60 for line in text.splitlines())


def test_without_a_command_the_day_is_shown(empty: Home) -> None:
    begun = empty.do(now=None).text
    assert "No plants yet" in begun and "plantguide import csv" in begun
    assert begun.endswith("'plantguide help' lists all commands.\n")
    assert not empty.path.exists(), "looking makes no journal"
    empty.do(
        "add", "Hoya carnosa", "--name", "Monty", "--every", "1d", now=None)
    empty.do("task", "add", "Monty", "repotting", "--due", "today", now=None)
    shown = empty.do(now=None).text
    assert re.search("Monty.* repot", shown), shown
    assert shown.endswith("'plantguide help' lists all commands.\n")


def test_plants_without_a_schedule_are_counted(home: Home) -> None:
    def unscheduled(*words: str, **options: Any) -> int:
        said = home.do(*(words or ("today",)), **options).text
        lines = [
            line for line in said.splitlines()
            if line.endswith("no schedule: plantguide adopt --all")]
        return int(lines[0].split()[0]) if lines else 0

    assert unscheduled() == 0
    for name in ["Ivy", "Fig", "Moss"]:
        home.do("add", "Hedera helix", "--name", name, "--as-typed")
    assert (unscheduled(), unscheduled("agenda")) == (3, 3)
    assert "3 plants have no schedule" in home.do("today").text
    # A part of the day says nothing of the whole, and the past knew none.
    for words in [("today", "--room", "Kitchen"), ("today", "--overdue")]:
        assert unscheduled(*words) == 0
    assert unscheduled("today", "--as-of", "2026-11-20") == 0
    assert unscheduled("today", "--as-of", END) == 3
    # Each of these is an answer.
    home.do("task", "add", "Ivy", "watering", "--due", "3d", "--every", "1w")
    home.do("schedule", "set", "Fig", "misting", "--every", "2d")
    assert unscheduled() == 1
    assert "1 plant has no schedule" in home.do("today").text
    home.do("log", "rebuild")
    assert unscheduled() == 1
    home.do("remove", "Moss")
    assert unscheduled() == 0
    home.do("restore", "Moss")
    home.do("schedule", "clear", "Fig", "misting")
    assert unscheduled() == 2
    home.do("adopt", "--all")
    assert unscheduled() == 0
    # Whoever clears what was adopted is not told of it each day.
    for kind in home.json("schedule", "show", "Moss")["schedules"]:
        home.do("schedule", "clear", "Moss", kind["kind"])
    assert unscheduled() == 0
