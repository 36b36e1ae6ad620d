"""What a plant keeper expects of schedules, one scenario a test."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from program import NOTHING, START, USAGE, Home

# The plants come on a Sunday in spring; nothing is due on the first day.
ADDED = date(2026, 3, 1)


def at(days: int, time: str = "12:00") -> str:
    """A moment so many days after the plants came."""
    day = ADDED + timedelta(days=days)
    # Paris sets its clocks forward on 2026-03-29 and back on 2026-10-25.
    summer = date(2026, 3, 29) <= day < date(2026, 10, 25)
    return f"{day}T{time}:00+{'02' if summer else '01'}:00"


def plant(home: Home, name: str = "Monty", **schedules: str) -> None:
    """A plant that comes on the first day, with a schedule for each kind, and
    none of the catalogue's."""
    home.do("add", "Monstera deliciosa", "--as-typed", "--name", name, now=START)
    for kind, every in schedules.items():
        home.do(
            "schedule", "set", name, kind, "--every", every, now=START
        )


def coming(home: Home, kind: str, on: int = 0) -> list[int]:
    """The days of the look-ahead with a task of a kind, from the first."""
    days = home.json("upcoming", "--days", "30", now=at(on))["upcoming"]
    return [
        (date.fromisoformat(day["date"]) - ADDED).days
        for day in days
        if any(task["kind"] == kind for task in day["tasks"])
    ]


def tasks(home: Home, on: int) -> list[dict[str, Any]]:
    """The open tasks that a day shows."""
    today = home.json("today", now=at(on))
    rooms = [task for room in today["today"] for task in room["tasks"]]
    return today["overdue"] + rooms


def test_daily_watering_comes_every_day(empty: Home) -> None:
    plant(empty, watering="daily")
    assert coming(empty, "watering") == list(range(1, 31))


def test_weekly_watering_comes_every_seven_days(empty: Home) -> None:
    plant(empty, watering="weekly")
    assert coming(empty, "watering") == [7, 14, 21, 28]


def test_monthly_fertilizer_is_every_thirty_days(empty: Home) -> None:
    plant(empty, fertilizing="monthly")
    assert coming(empty, "fertilizing") == [30]
    assert coming(empty, "fertilizing", on=1) == [30]
    assert coming(empty, "fertilizing", on=30) == [60]


def test_without_a_schedule_for_fertilizer_there_are_no_tasks(
    empty: Home,
) -> None:
    plant(empty, watering="weekly")
    assert coming(empty, "fertilizing") == []
    assert {task["kind"] for task in tasks(empty, 400)} == {"watering"}


def test_an_outdoor_plant_is_watered_less_in_winter(empty: Home) -> None:
    plant(empty)
    empty.do(
        "schedule", "set", "Monty", "watering", "--every", "4d",
        "--winter", "12d", now=START,
    )
    summer = (date(2026, 6, 1) - ADDED).days
    winter = (date(2026, 12, 1) - ADDED).days
    empty.do("water", "Monty", now=at(summer))
    assert coming(empty, "watering", on=summer)[0] == summer + 4
    empty.do("water", "Monty", now=at(winter))
    days = coming(empty, "watering", on=winter)
    assert days == [winter + 12, winter + 24]


def test_the_preferred_time_is_that_of_all_tasks_without_their_own(
    empty: Home,
) -> None:
    plant(empty, watering="daily", misting="2d", fertilizing="monthly")
    empty.do(
        "schedule", "set", "Monty", "pruning", "--every", "weekly",
        "--at", "18:30", now=START,
    )
    empty.append(
        {"type": "task.added", "plant": "Monty", "kind": "repotting",
         "due": str(ADDED + timedelta(days=3))},
        {"type": "setting.changed", "key": "preferredTime", "value": "09:00"},
        now=START,
    )
    days = empty.json("upcoming", "--days", "30", now=at(0))["upcoming"]
    times = {
        (task["kind"], task["time"]) for day in days for task in day["tasks"]
    }
    assert times == {
        ("watering", "09:00"), ("misting", "09:00"), ("fertilizing", "09:00"),
        ("repotting", "09:00"), ("pruning", "18:30"),
    }
    assert {task["time"] for task in tasks(empty, 1)} == {"09:00"}
    (pruning,) = [task for task in tasks(empty, 7) if task["kind"] == "pruning"]
    assert pruning["time"] == "18:30"


def test_the_look_ahead_has_thirty_days_from_tomorrow(empty: Home) -> None:
    plant(empty, watering="daily")
    export = empty.export(now=at(5))
    days = [day["date"] for day in export["upcoming"]]
    assert days[0] == str(ADDED + timedelta(days=6))
    assert days[-1] == str(ADDED + timedelta(days=35))
    assert len(days) == 30


def test_a_completion_schedules_the_next(empty: Home) -> None:
    plant(empty, watering="weekly")
    assert [task["due"] for task in tasks(empty, 7)] == [str(date(2026, 3, 8))]
    empty.do("water", "Monty", now=at(7))
    assert tasks(empty, 7) == []
    assert coming(empty, "watering", on=7)[0] == 14


def test_a_deletion_removes_all_tasks_and_undo_brings_them_back(
    empty: Home,
) -> None:
    plant(empty, watering="weekly", misting="2d")
    plant(empty, "Basil", watering="daily")
    before = empty.json("today", now=at(9))
    ahead = empty.json("upcoming", "--days", "30", now=at(9))
    empty.do("remove", "Monty", "--yes", now=at(9, "13:00"))
    left = tasks(empty, 9)
    assert [task["kind"] for task in left] == ["watering"]
    assert coming(empty, "misting", on=9) == []
    empty.do("undo", now=at(9, "14:00"))
    assert empty.json("today", now=at(9)) == before
    assert empty.json("upcoming", "--days", "30", now=at(9)) == ahead


def test_snoozes_are_counted_until_the_task_is_done(empty: Home) -> None:
    plant(empty, watering="weekly")
    for count, day in enumerate([7, 9, 10], start=1):
        empty.do("snooze", "Monty", "watering", "3d", now=at(day))
        (snoozed,) = empty.json("today", now=at(day))["snoozed"]
        assert snoozed["snoozeCount"] == count
        assert snoozed["snoozedUntil"] == str(ADDED + timedelta(days=day + 3))
    empty.do("water", "Monty", now=at(13))
    (next_time,) = tasks(empty, 20)
    assert next_time["snoozeCount"] == 0


def test_the_badge_counts_overdue_tasks_only(empty: Home) -> None:
    plant(empty, watering="weekly", misting="4d")
    plant(empty, "Basil", watering="8d")
    today = empty.json("today", now=at(8))
    kinds = [task["kind"] for task in today["overdue"]]
    assert kinds == ["misting", "watering"]
    assert sum(len(room["tasks"]) for room in today["today"]) == 1
    assert today["badge"] == 2


def test_a_batch_of_seven_logs_seven(empty: Home) -> None:
    for number in range(7):
        empty.do(
            "add", "Ficus lyrata", "--name", f"Fig {number}",
            "--room", "Kitchen", "--every", "7d", now=START,
        )
    empty.do(
        "add", "Ficus lyrata", "--name", "elsewhere", "--room", "Office",
        "--every", "7d", now=START,
    )
    before = len(empty.history())
    written = empty.json("water", "--room", "Kitchen", "--yes", now=at(7))
    assert len(written["actions"]) == 1
    cared = empty.history()[before:]
    types = [event["header"]["type"] for event in cared]
    assert types == ["task.completed"] * 7
    assert len({event["header"]["stream"] for event in cared}) == 7
    assert len(empty.json("today", now=at(7))["done"]) == 7
    empty.do("undo", "--yes", now=at(7, "13:00"))
    assert empty.json("today", now=at(7))["done"] == []
    assert len(tasks(empty, 7)) == 8


@pytest.mark.parametrize("due", [["water"], ["done"]], ids=" ".join)
def test_what_is_due_is_what_today_shows(empty: Home, due: list[str]) -> None:
    """Where waterings are gathered, those that a group day takes count."""
    plant(empty, watering="weekly")
    plant(empty, "Basil", watering="8d")
    empty.append(
        {"type": "setting.changed", "key": "groupWateringDays", "value": True},
        now=START,
    )
    assert len(tasks(empty, 7)) == 2
    empty.do(*due, "--due", "--yes", now=at(7))
    assert tasks(empty, 7) == []
    assert len(empty.json("today", now=at(7))["done"]) == 2


def test_weeks_are_gathered_on_days_of_the_week(empty: Home) -> None:
    for number, interval in enumerate((7, 9, 12, 14, 20, 28)):
        plant(empty, f"Plant {number}", watering=f"{interval}d")
    empty.do(
        "settings", "set", "groupWateringDays", "Sat and Wed", now=START)
    answer = empty.json("upcoming", "--days", "30", now=START)["upcoming"]
    for day in answer:
        assert f"{date.fromisoformat(day['date']):%a}" in ("Wed", "Sat")
    first: dict[str, date] = {}
    for day in answer:
        for task in day["tasks"]:
            first.setdefault(
                task["plantName"], date.fromisoformat(task["due"]))
    for number, interval in enumerate((7, 9, 12, 14, 20, 28)):
        due = ADDED + timedelta(days=interval)
        week = [due - timedelta(days=days) for days in range(7)]
        gathered = [day for day in week if f"{day:%a}" in ("Wed", "Sat")]
        assert first[f"Plant {number}"] == gathered[0]
        [why] = empty.json("why", f"Plant {number}", now=START)["tasks"]
        assert why["due"] == str(first[f"Plant {number}"])
    # Done on the common day, it does not come back.
    day = min(first.values())
    names = [name for name, due in first.items() if due == day]
    days = (day - ADDED).days
    assert {task["plantName"] for task in tasks(empty, days)} == set(names)
    empty.do("water", *names, "--yes", now=at(days))
    assert tasks(empty, days) == []


def test_a_skip_skips_the_day_that_today_shows(empty: Home) -> None:
    plant(empty, "Monty", watering="8d")
    plant(empty, "Basil", watering="10d")
    empty.do("settings", "set", "groupWateringDays", "true", now=START)
    shown = {task["due"] for task in tasks(empty, 8)}
    assert shown == {str(ADDED + timedelta(days=8))}
    empty.do("skip", "Basil", "watering", now=at(8))
    assert [task["kind"] for task in tasks(empty, 8)] == ["watering"]
    # One interval from the common day, as the look-ahead had said.
    due = empty.json("schedule", "show", "Basil", now=at(8))["schedules"]
    assert due[0]["nextDue"] == str(ADDED + timedelta(days=18))


def test_a_skip_of_what_is_not_due_is_refused(empty: Home) -> None:
    plant(empty, watering="weekly")
    before = empty.events()
    empty.refuse(
        "skip", "Monty", "misting", code=NOTHING, says="misting", now=at(8))
    assert empty.events() == before


def test_a_batch_of_skips_is_of_one_day(empty: Home) -> None:
    plant(empty, "Monty", watering="8d")
    plant(empty, "Basil", watering="10d")
    empty.do("settings", "set", "groupWateringDays", "true", now=START)
    # Monty's skip alone would leave Basil with a day of its own.
    empty.do("skip", "Monty", "Basil", "watering", now=at(5))
    skipped = [
        event["payload"]["due"]
        for event in empty.history()
        if event["header"]["type"] == "task.skipped"
    ]
    assert skipped == [str(ADDED + timedelta(days=8))] * 2


def test_care_names_the_one_off_that_it_leaves_open(empty: Home) -> None:
    plant(empty, watering="weekly")
    task = empty.json(
        "task", "add", "Monty", "watering", "--due", "2026-03-08",
        now=at(1))["made"][0]
    empty.do(
        "task", "add", "Monty", "watering", "--due", "2026-03-20", now=at(1))
    answer = empty.do("water", "Monty", now=at(7)).text
    assert "one-off watering of Monty" in answer
    assert answer.count("note:") == 1, "the other is not due yet"
    assert f"'plantguide task done {task['shortId']}' ends it" in answer
    empty.do("undo", now=at(7))
    answer = empty.do("done", "--due", "--yes", now=at(7)).text
    assert "note:" not in answer
    assert tasks(empty, on=7) == []


def test_a_round_leaves_what_needs_a_deed_of_its_own(empty: Home) -> None:
    plant(empty, watering="weekly")
    empty.do("photo", "remind", "Monty", "weekly", now=at(1))
    for title, kind in [("Check for mites", []), ("Soak", ["watering"])]:
        empty.do(
            "task", "add", "Monty", *kind, "--title", title, "--due",
            "2026-03-08", now=at(1))
    said = empty.do("done", "--due", "--yes", now=at(8)).text
    assert "done watering: Monty" in said
    [start] = [n for n, line in enumerate(said.splitlines())
               if line == "left open, because you have to record each by itself:"]
    left = said.splitlines()[start + 1:start + 5]
    assert sorted(line.split(" of ")[0].strip() for line in left[:3]) == [
        "Check for mites", "Soak", "photo"]
    assert left[3] == "'plantguide done --due --all-kinds' records them, too"
    kinds = sorted(task["title"] or task["kind"] for task in tasks(empty, on=8))
    assert kinds == ["Check for mites", "Soak", "photo"]
    # Only what is left is due now.
    assert "nothing is due" not in empty.do(
        "done", "--due", "--yes", now=at(8)).text
    empty.refuse(
        "done", "Monty", "--all-kinds", code=USAGE, says="goes with --due")
    # Whoever names a kind means all of it.
    said = empty.do("done", "--due", "--kind", "photo", "--yes", now=at(8)).text
    assert "done photo: Monty" in said and "left" not in said
    said = empty.do("done", "--due", "--all-kinds", "--yes", now=at(8)).text
    assert "done: Soak" in said and "done: Check for mites" in said
    assert tasks(empty, on=8) == []


@pytest.mark.parametrize(
    ("command", "moved"),
    [
        (["skip", "--all", "watering"], ["Due"]),
        (["skip", "--all", "watering", "--due", "2026-03-09"],
         ["Due", "Tomorrow"]),
        (["snooze", "--all", "watering", "1d"], ["Due"]),
        (["snooze", "--all", "watering", "3d"], ["Due", "Tomorrow"]),
        (["skip", "Later", "watering"], ["Later"]),
        (["snooze", "Later", "watering", "3w"], ["Later"]),
    ])
def test_a_selection_postpones_only_what_is_due(
    empty: Home, command: list[str], moved: list[str]
) -> None:
    for name, every in {"Due": "7d", "Tomorrow": "8d", "Later": "20d"}.items():
        plant(empty, name, watering=every)

    names = {
        plant["id"]: plant["nickname"]
        for plant in empty.json("list")["plants"]}

    def due() -> dict[str, str]:
        return {
            names[schedule["plant"]]: schedule["nextDue"]
            for schedule in empty.json("schedule", "show", now=at(7))[
                "schedules"]}

    before = due()
    empty.do(*command, "--yes", now=at(7))
    after = due()
    assert {n for n in before if after[n] != before[n]} == set(moved)
    empty.refuse(
        "skip", "--all", "misting", "--yes", now=at(7), code=NOTHING,
        says="none of these plants has such a task")


def test_a_span_of_a_snooze_counts_from_the_day_of_at(empty: Home) -> None:
    plant(empty, watering="weekly")
    empty.do("snooze", "Monty", "watering", "3d", "--at", "2026-03-08",
             now=at(9))
    assert [task["due"] for task in tasks(empty, on=10)] == ["2026-03-11"]
    empty.refuse(
        "snooze", "Monty", "watering", "2026-03-08", "--at", "2026-03-08",
        now=at(9), code=USAGE, says="not after 2026-03-08, the day of the snooze")


def test_another_place_hints_at_another_schedule(empty: Home) -> None:
    empty.do("add", "Olea europaea", "--name", "Olive", "--yes", now=START)
    empty.do("schedule", "set", "Olive", "watering", "--anew", now=START)
    indoors = empty.json("schedule", "show", now=START)["schedules"]
    said = empty.do("edit", "Olive", "--location", "outdoor", now=START).text
    assert "note: watering stays as it is" in said
    command = said.split("'")[1].split()
    assert command[:3] == ["plantguide", "schedule", "set"]
    assert command[-1] == "--anew"
    empty.do(*command[1:], now=START)
    outdoors = empty.json("schedule", "show", now=START)["schedules"]
    assert outdoors != indoors
    assert "note:" not in empty.do(
        "edit", "Olive", "--location", "balcony", now=START).text


def test_what_fell_due_in_its_months_stays_due_after_them(
    empty: Home
) -> None:
    plant(empty)
    empty.do(
        "schedule", "set", "Monty", "fertilizing", "--every", "30d",
        "--months", "Mar", now=START)
    assert [task["due"] for task in tasks(empty, on=60)] == ["2026-03-31"]
    empty.do("skip", "Monty", "fertilizing", now=at(60))
    assert tasks(empty, on=200) == []


def test_a_first_day_is_not_drawn_nearer(empty: Home) -> None:
    """Care before it would not count, so it would come back."""
    empty.do("settings", "set", "groupWateringDays", "true", now=START)
    plant(empty, "Monty", watering="8d")
    plant(empty, "Basil")
    empty.do(
        "schedule", "set", "Basil", "watering", "--every", "30d",
        "--from", str(ADDED + timedelta(days=9)), now=START,
    )
    assert coming(empty, "watering") == [8, 9, 16, 24]
    assert [task["due"] for task in tasks(empty, 8)] == ["2026-03-09"]
    empty.do("water", "--due", "--yes", now=at(8))
    assert tasks(empty, 8) == []
    assert [task["due"] for task in tasks(empty, 9)] == ["2026-03-10"]
    empty.do("skip", "Basil", "watering", now=at(9))
    assert tasks(empty, 9) == []


def test_a_day_before_the_task_is_due_cannot_be_skipped(empty: Home) -> None:
    plant(empty, watering="5d")
    empty.refuse(
        "skip", "Monty", "watering", "--due", "2025-01-01", code=USAGE,
        says="would move nothing", now=at(8))
    empty.do("skip", "Monty", "watering", "--due", "2026-03-06", now=at(8))
    assert coming(empty, "watering", on=8)[0] == 13
    assert "watering skipped, overdue since Fri 6 Mar" in empty.do(
        "history", "Monty", now=at(8)).text


def test_a_snooze_that_moves_nothing_is_not_listed(empty: Home) -> None:
    plant(empty, watering="9d")
    empty.do("snooze", "Monty", "watering", "2026-03-08", now=at(3))
    assert empty.json("today", now=at(4))["snoozed"] == []
    assert "SNOOZED" not in empty.do("today", now=at(4)).text
    empty.do("snooze", "Monty", "watering", "2026-03-12", now=at(4))
    (task,) = empty.json("today", now=at(4))["snoozed"]
    assert task["due"] == task["snoozedUntil"] == "2026-03-12"


def test_only_a_snooze_that_moves_a_watering_keeps_it_apart(empty: Home) -> None:
    empty.do("settings", "set", "groupWateringDays", "true", now=START)
    plant(empty, "Monty", watering="8d")
    plant(empty, "Basil", watering="9d")
    expected = [8, 16, 24]
    assert coming(empty, "watering") == expected
    empty.do("snooze", "Basil", "watering", "2026-03-10", now=at(7))
    assert "moves nothing" in empty.do("why", "Basil", now=at(7)).text
    assert coming(empty, "watering") == expected
    empty.do("snooze", "Basil", "watering", "2026-03-11", now=at(7))
    shown = empty.do("why", "Basil", now=at(7)).text
    assert "2 times, until Wed 11 Mar" in shown
    assert coming(empty, "watering") != expected
