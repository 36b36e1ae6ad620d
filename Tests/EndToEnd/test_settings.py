"""Settings: of the journal as events, of this machine as a file."""

from __future__ import annotations

import json
import stat
from typing import Any

import pytest

from program import DAMAGED, NOW, START, USAGE, Home, bytes_kept
from test_screens import plain_on_terminal


def rows(home: Home, *arguments: str) -> dict[str, Any]:
    answer = home.json("settings", "list", *arguments)
    return {row["key"]: row for row in answer["settings"]}


VALUES = [
    ("timeZone", "Asia/Tokyo", "Asia/Tokyo"),
    ("hemisphere", "Southern", "southern"),
    ("adjustForSeason", "no", False),
    ("groupWateringDays", "sat and Wednesday", "Wed,Sat"),
    ("graceDays", "3", 3),
    ("preferredTime", "07:30", "07:30"),
    ("journalName", "Ada's plants 🌱", "Ada's plants 🌱"),
    ("sitterContact", "Anna, +49 30 1234", "Anna, +49 30 1234"),
    ("reminders", "false", False),
    ("reminderDays", "30", 30),
    ("reminderTime", "07:30", "07:30"),
    ("reminderQuietHours", "22:00 - 07:00", "22:00-07:00"),
    ("reminderWeekdays", "sat and Monday", "Mon,Sat"),
    ("reminderForm", "Single", "single"),
    ("reminderRepeats", "3", 3),
    ("reminderSilentKinds", "misting, rotation", "misting,rotation"),
    ("reminderSilentPlants", "01f8bbf0-1350-4511-a51a-7c3784f59581",
     "01f8bbf0-1350-4511-a51a-7c3784f59581"),
    ("reminderPause", "2026-12-20 to 2027-01-03", "2026-12-20..2027-01-03"),
    ("reminderMachine", "laptop", "laptop"),
    ("reminderSound", "off", False),
    ("units", "imperial", "imperial"),
    ("photoFormat", "webp", "webp"),
    ("identificationMethod", "apionly", "apiOnly"),
    ("minimumConfidence", "0.7", "0.70"),
    ("offlineMode", "true", True),
    ("appearance", "dark", "dark"),
    ("color", "never", "never"),
    ("pager", "less -R", "less -R"),
    ("editor", "vi", "vi"),
    ("listOptions", "fern", "fern"),
    ("upcomingOptions", "--days=9", "--days=9"),
    ("searchOptions", "--language=de", "--language=de"),
    ("browseOptions", "--light=low", "--light=low"),
    ("hookSeconds", "3", 3),
    ("autoSync", "on", "on"),
    ("autoSyncSeconds", "90", 90),
    ("autoBackup", "weekly", "weekly"),
    ("autoBackupDirectory", "/mnt", "/mnt"),
    ("householdPage", "https://192.0.2.7:8714/", "https://192.0.2.7:8714"),
]


@pytest.mark.parametrize(("key", "typed", "value"), VALUES)
def test_a_value_is_set_shown_and_reset(
    home: Home, key: str, typed: str, value: Any
) -> None:
    before = rows(home)[key]
    # What looks like options of this command stands behind all that are.
    words, options = [typed], {}
    if typed.startswith("-"):
        words, options = ["--", typed], {"now": None}
    said = home.do("settings", "set", key, *words, **options).text
    assert f"set {key} to " in said and "undo with: plantguide " in said
    row = rows(home)[key]
    assert row["value"] == value
    assert row["from"] in {"journal", "machine"}
    shown = home.do("settings", "get", key).text.rstrip("\n")
    assert shown == (str(value).lower() if value in (True, False) else str(value))
    undo = said.split("undo with: plantguide ")[1].split()
    home.do(*undo)
    assert rows(home)[key] == before
    home.do("settings", "set", key, *words, **options)
    home.do("settings", "reset", key)
    assert rows(home)[key]["value"] == before["value"]


@pytest.mark.parametrize("key", [
    "reminderQuietHours", "reminderPause", "reminderSilentKinds"])
def test_none_switches_off(home: Home, key: str) -> None:
    before = rows(home)[key]["value"]
    value = next(typed for name, typed, _ in VALUES if name == key)
    home.do("settings", "set", key, value)
    home.do("settings", "set", key, "None")
    assert rows(home)[key]["value"] == before


def test_every_setting_has_a_value_here(home: Home) -> None:
    assert list(rows(home)) == [key for key, _, _ in VALUES]


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("timeZone", "europe/paris", "did you mean 'Europe/Paris'?"),
        ("timeZone", "Berlin", "did you mean 'Europe/Berlin'?"),
        ("timeZone", "Mars/Olympus", "give an IANA name"),
        ("timeZone", "../../etc/passwd", "no time zone"),
        ("hemisphere", "western", '"northern" or "southern"'),
        ("adjustForSeason", "2", "true or false"),
        ("groupWateringDays", "Caturday", 'days of the week such as "Wed,Sat"'),
        ("preferredTime", "9am", "09:00"),
        ("graceDays", "4", "0 to 3"),
        ("reminderDays", "31", "0 to 30"),
        ("minimumConfidence", "0.72", "steps of 0.05"),
        ("identificationMethod", "guess", "apiOnly"),
        ("color", "always", '"auto" or "never"'),
        ("hookSeconds", "0", "1 to 3600"),
        ("householdPage", "192.0.2.7:8714", "such as https://"),
        ("householdPage", "https://a.example/x", "such as https://"),
        ("pager", "", "a text"),
        ("timezon", "UTC", "did you mean 'timeZone'?"),
        ("moonPhase", "full", "settings list"),
    ],
)
def test_a_bad_value_is_refused(
    home: Home, key: str, value: str, says: str
) -> None:
    home.refuse("settings", "set", key, value, code=USAGE, says=says)
    assert not (home.path / "settings.json").exists()


def test_what_is_so_already_is_not_written(home: Home) -> None:
    home.do("settings", "set", "units", "imperial")
    before = home.events()
    assert "already" in home.do("settings", "set", "units", "imperial").text
    assert "already" in home.do("settings", "reset", "hemisphere").text
    assert home.events() == before


def test_another_hemisphere_keeps_the_months_and_says_so(home: Home) -> None:
    home.do(
        "schedule", "set", "Monty", "fertilizing", "--every", "30d",
        "--months", "Mar-Oct")
    said = home.do("settings", "set", "hemisphere", "southern").text
    assert "1 schedule keeps its months" in said
    assert "fertilizing of Monty (" in said and "): Mar-Oct" in said
    assert "schedule set PLANT KIND --months" in said
    (schedule,) = [
        schedule
        for schedule in home.json("schedule", "show", "Monty")["schedules"]
        if schedule["kind"] == "fertilizing"
    ]
    assert schedule["activeMonths"] == list(range(3, 11))
    home.do(
        "schedule", "set", "Monty", "fertilizing", "--months", "Nov-Feb,May")
    said = home.do("settings", "reset", "hemisphere").text
    assert "): May,Nov-Feb" in said
    home.do("schedule", "clear", "Monty", "fertilizing")
    said = home.do("settings", "set", "hemisphere", "southern").text
    assert "months" not in said


def test_a_snooze_survives_another_zone(home: Home) -> None:
    home.do("water", "Monty", now="2026-03-10T00:30:00+01:00")
    home.do(
        "snooze", "Monty", "watering", "2026-03-25",
        now="2026-03-10T09:00:00+01:00")
    now = "2026-03-12T12:00:00+01:00"
    home.do("settings", "set", "timeZone", "America/New_York", now=now)
    (snoozed,) = home.json("today", now=now)["snoozed"]
    assert snoozed["due"] == "2026-03-25"
    (schedule,) = home.json("schedule", "show", "Monty", now=now)["schedules"]
    assert schedule["lastDone"] == "2026-03-09"
    # As of the day before, the old zone holds.
    (past,) = home.json(
        "schedule", "show", "Monty", "--as-of", "2026-03-11", now=None
    )["schedules"]
    assert past["lastDone"] == "2026-03-10"


def test_a_zone_says_which_tasks_it_moves(home: Home) -> None:
    home.do("water", "Monty", now="2026-03-08T23:30:00+01:00")
    before = home.events()
    said = home.do("settings", "set", "timeZone", "Asia/Tokyo", "--dry-run")
    assert "2 tasks move" in said.text or "1 task moves" in said.text
    assert "watering of Monty" in said.text
    assert "dry run: nothing was written" in said.text
    assert home.events() == before
    home.do("settings", "set", "timeZone", "Asia/Tokyo")
    back = home.do("settings", "reset", "timeZone").text
    assert "watering of Monty" in back


def test_where_a_value_comes_from_is_told(home: Home) -> None:
    home.do("settings", "set", "units", "imperial", now=NOW)
    row = rows(home)["units"]
    assert row["recorded"] == NOW
    assert any(
        event["header"]["sequence"] == int(row["action"].split("-")[1])
        and event["header"]["writer"] == row["writer"]
        for event in home.history("--type", "setting.changed")
    )
    past = rows(home, "--as-of", START)
    assert past["units"]["value"] == "metric"
    assert past["timeZone"]["from"] == "beginning"


def test_what_a_newer_program_set_is_listed_and_kept(home: Home) -> None:
    file = home.path / "settings.json"
    file.write_text('{"theme":{"leaf":[1,null]},"pager":7,"beat":12}')
    home.do("settings", "set", "editor", "ed")
    kept = json.loads(file.read_text())
    assert kept == {
        "theme": {"leaf": [1, None]}, "pager": 7, "beat": 12, "editor": "ed",
    }
    listed = rows(home)
    assert listed["beat"]["value"] == 12 and not listed["beat"]["isKnown"]
    assert listed["pager"]["refused"] == 7
    assert listed["pager"]["value"] is None


def test_a_machines_setting_is_no_event_and_its_owners_alone(
    home: Home, empty: Home
) -> None:
    before = home.events()
    home.do("settings", "set", "appearance", "dark")
    assert home.events() == before
    mode = (home.path / "settings.json").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    # No journal is made for it.
    empty.do("settings", "set", "appearance", "dark")
    assert [path.name for path in empty.path.iterdir()] == ["settings.json"]


def test_a_broken_file_stops_settings_and_nothing_else(home: Home) -> None:
    file = home.path / "settings.json"
    file.write_text("{")
    with bytes_kept(file):
        for words in (["list"], ["set", "pager", "less"]):
            home.refuse(
                "settings", *words, code=DAMAGED, says="settings.json"
            )
        for words in (["today"], ["list", "--json"], ["water", "Monty"]):
            message = home.do(*words).message
            assert message.count("plantguide: warning: ") == 1, message
            assert "goes on with the defaults" in message, message
            assert "hint: correct it, or remove it" in message, message
        # Nobody wants it in the line that is being typed.
        assert home.do(
            "complete", "zsh", "--", "water", "Mo", now=None
        ).message == ""


def test_two_machines_settings_set_at_once_are_both_kept(home: Home) -> None:
    keys = ["pager", "editor"] * 10
    running = [
        home.start("settings", "set", key, f"program {index}")
        for index, key in enumerate(keys)
    ]
    for process in running:
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert set(json.loads((home.path / "settings.json").read_text())) == {
        "pager", "editor",
    }


def test_a_setting_without_a_value_prints_no_text(home: Home) -> None:
    assert home.do("settings", "get", "pager").text == "\n"
    assert home.do("settings", "get", "units").text == "metric\n"


def test_a_value_of_no_use_is_marked_until_it_is(home: Home) -> None:
    home.do("upcoming", "--room", "Kitchen", "--remember")
    assert {row["fault"] for row in rows(home).values()} == {None}
    assert "cannot be used" not in home.do("settings", "list").text
    # A program gets the id, which a new name does not change.
    assert "--room Kitchen " in home.do("settings", "list").text
    assert "--room Kitchen" not in home.do("settings", "get", "upcomingOptions").text
    home.do("room", "delete", "Kitchen", "--yes")
    listed = {
        line.split()[0]: line
        for line in home.do("settings", "list").text.splitlines()}
    assert listed["upcomingOptions"].endswith(
        "this machine; cannot be used: its room 'Kitchen' was deleted")
    # On a terminal, which alone follows it, nothing of that is cut off.
    shown = " ".join(plain_on_terminal(home, 80, "settings", "list").split())
    for word in ("cannot", "Kitchen", "deleted"):
        assert word in shown, shown
    assert rows(home)["upcomingOptions"]["value"].startswith("--room ")
    # What the past says of rooms does not matter to this machine's settings.
    past = rows(home, "--as-of", START)
    assert "Kitchen" in past["upcomingOptions"]["fault"]
    home.do("upcoming", "--reset")
    assert {row["fault"] for row in rows(home).values()} == {None}


def test_a_setting_that_does_nothing_is_listed_only_once_it_is_set(
    home: Home
) -> None:
    assert "reminderSound" not in home.do("settings", "list").text
    assert "reminderSound" in rows(home)
    home.do("settings", "set", "reminderSound", "off")
    assert "reminderSound" in home.do("settings", "list").text
