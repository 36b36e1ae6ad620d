"""The model itself, on journals small enough to be worked out by hand."""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from events import Event, Log, Undoing
from generator import milliseconds
from model import View

PARIS = "Europe/Paris"


def moment(written: str) -> int:
    return milliseconds(datetime.fromisoformat(written))


class Story:
    """Events of the plant `p`, each an action, in the order told."""

    def __init__(self, zone: str = PARIS) -> None:
        self.log = Log(zone)

    def tell(
        self, type: str, at: str, subject: str | None = "p", **body: Any
    ) -> None:
        number = len(self.log.events)
        self.log.events.append(
            Event(
                type=type, place=(number, 0), recorded=number, at=moment(at),
                action=str(number), subject=subject, body=body,
            )
        )

    def water(self, at: str, plant: str = "p") -> None:
        self.tell("task.completed", at, plant, kind="watering")

    def set(self, key: str, value: Any) -> None:
        at = "2026-01-01T00:00:00+00:00"
        self.tell("setting.changed", at, None, key=key, value=value)

    def due(self, plant: str = "p") -> date:
        (task,) = View(self.log).open_tasks(plant)
        return task.due


def weekly(
    zone: str = PARIS, plant: str = "p", **schedule: Any
) -> Story:
    story = Story(zone)
    start = "2026-03-01T12:00:00+00:00"
    story.tell("plant.added", start, plant, scientificName="Hoya")
    body = {"kind": "watering", "intervalDays": 7} | schedule
    story.tell("schedule.set", start, plant, **body)
    return story


def test_care_late_in_the_evening_counts_for_the_local_day() -> None:
    story = weekly("Pacific/Apia")
    # Noon in UTC is the next day there.
    assert story.due() == date(2026, 3, 9)
    story.water("2026-03-09T09:30:00+00:00")
    assert story.due() == date(2026, 3, 16)
    story.water("2026-03-09T11:30:00+00:00")
    assert story.due() == date(2026, 3, 17)


def test_apia_had_no_thirtieth_of_december_in_2011() -> None:
    story = weekly("Pacific/Apia")
    view = View(story.log)
    assert view.day(moment("2011-12-30T09:59:00+00:00")) == date(2011, 12, 29)
    assert view.day(moment("2011-12-30T10:00:00+00:00")) == date(2011, 12, 31)


def test_seasons_turn_with_the_hemisphere() -> None:
    story = weekly(seasonalIntervalDays={"winter": 20})
    story.water("2026-06-15T12:00:00+00:00")
    assert story.due() == date(2026, 6, 22)
    story.set("hemisphere", "southern")
    assert story.due() == date(2026, 7, 5)
    story.set("adjustForSeason", False)
    assert story.due() == date(2026, 6, 22)


def test_a_snooze_ends_with_newer_care() -> None:
    story = weekly()
    story.tell(
        "task.snoozed", "2026-03-08T12:00:00+00:00", kind="watering",
        settled=None, until=date(2026, 3, 12),
    )
    assert story.due() == date(2026, 3, 12)
    story.water("2026-03-10T12:00:00+00:00")
    assert story.due() == date(2026, 3, 17)


def test_undone_care_never_happened() -> None:
    story = weekly()
    story.water("2026-03-05T12:00:00+00:00")
    story.log.undoings.append(Undoing((9, 0), 9, "2", True))
    assert story.due() == date(2026, 3, 8)
    story.log.undoings.append(Undoing((10, 0), 10, "2", False))
    assert story.due() == date(2026, 3, 12)


def test_waterings_are_gathered_on_the_first_due_day() -> None:
    story = weekly()
    for plant, day, every in [("q", 2, 8), ("r", 3, 7), ("s", 4, 7)]:
        at = f"2026-03-{day:02}T12:00:00+00:00"
        story.tell("plant.added", at, plant, scientificName="Hoya")
        story.tell(
            "schedule.set", at, plant, kind="watering", intervalDays=every
        )
    story.set("groupWateringDays", True)
    view = View(story.log)
    today = date(2026, 3, 7)
    found = {task.plant: task.due for task in view.foreseen(today)}
    # Due on the 8th, 10th, 10th and 11th, with 1, 2, 1 and 1 day to move.
    assert found == {
        "p": date(2026, 3, 8),
        "q": date(2026, 3, 8),
        "r": date(2026, 3, 10),
        "s": date(2026, 3, 10),
    }


def test_waterings_are_gathered_on_days_of_the_week() -> None:
    story = weekly()
    for plant, day, every in [("q", 3, 8), ("r", 1, 8), ("s", 1, 20)]:
        at = f"2026-03-{day:02}T12:00:00+00:00"
        story.tell("plant.added", at, plant, scientificName="Hoya")
        story.tell(
            "schedule.set", at, plant, kind="watering", intervalDays=every
        )
    story.set("groupWateringDays", "Mon,Sat")
    view = View(story.log)
    today = date(2026, 3, 7)
    found = {task.plant: task.due for task in view.foreseen(today)}
    # Due on Sunday the 8th, Wednesday the 11th, Monday the 9th and Saturday the
    # 21st.
    assert found == {
        "p": date(2026, 3, 7),
        "q": date(2026, 3, 9),
        "r": date(2026, 3, 9),
        "s": date(2026, 3, 21),
    }


def test_a_snooze_survives_a_change_of_zone_but_not_newer_care() -> None:
    story = weekly()
    # In New York this is still the 7th.
    story.water("2026-03-08T00:30:00+01:00")
    story.tell(
        "task.snoozed", "2026-03-08T12:00:00+01:00", kind="watering",
        settled=date(2026, 3, 8), until=date(2026, 3, 20),
    )
    assert story.due() == date(2026, 3, 20)
    story.set("timeZone", "America/New_York")
    assert story.due() == date(2026, 3, 20)
    # In New York this is the 8th, the day that the snooze names.
    story.water("2026-03-09T00:30:00+01:00")
    assert story.due() == date(2026, 3, 15)


def test_the_next_rounds_are_gathered_as_the_first_one_is() -> None:
    story = weekly(intervalDays=5)
    story.set("groupWateringDays", "Wed,Sat")
    # A Thursday.
    story.water("2026-08-20T12:00:00+02:00")
    days = View(story.log).upcoming(moment("2026-08-20T13:00:00+02:00"), 20)
    assert [day["date"][5:] for day in days] == [
        "08-25", "08-29", "09-02", "09-07",
    ]


@pytest.mark.parametrize("gathering", [True, "Wed,Sat", "Sun"])
@pytest.mark.parametrize("seed", range(6))
def test_each_day_asks_for_what_was_foretold(
    seed: int, gathering: bool | str
) -> None:
    chance = random.Random(seed)
    start = date(2026, 1, 1) + timedelta(days=chance.randrange(365))

    def noon(day: date) -> str:
        return f"{day}T12:00:00+00:00"

    def near(first: int, last: int) -> date:
        return start + timedelta(days=chance.randint(first, last))

    story = Story()
    story.set("groupWateringDays", gathering)
    for number in range(chance.randint(2, 8)):
        plant = f"plant {number}"
        added, cared = near(-60, -20), near(-15, 0)
        story.tell("plant.added", noon(added), plant, scientificName="Hoya")
        schedule: dict[str, Any] = {"intervalDays": chance.randint(1, 20)}
        if chance.random() < 0.4:
            schedule["seasonalIntervalDays"] = {
                season: chance.randint(1, 20)
                for season in ("winter", "spring", "summer", "autumn")
            }
        if chance.random() < 0.3:
            schedule["activeMonths"] = sorted(
                chance.sample(range(1, 13), chance.randint(1, 9))
            )
        if chance.random() < 0.3:
            schedule["startOn"] = near(-5, 30)
        story.tell(
            "schedule.set", noon(added), plant, kind="watering", **schedule
        )
        if chance.random() < 0.8:
            story.water(noon(cared), plant)
        if chance.random() < 0.4:
            story.tell(
                "task.snoozed", noon(start), plant, kind="watering",
                settled=View(story.log).settled(plant, "watering"),
                until=near(1, 20),
            )
    foretold = View(story.log).upcoming(moment(noon(start)), 60)
    asked = []
    for number in range(61):
        day = start + timedelta(days=number)
        today = View(story.log).today(moment(noon(day)))
        tasks = today["overdue"] + [
            task for room in today["today"] for task in room["tasks"]
        ]
        for task in tasks:
            story.water(noon(day), task["plant"])
        if tasks and number:
            asked.append((str(day), sorted(task["plant"] for task in tasks)))
    assert asked == [
        (day["date"], sorted(task["plant"] for task in day["tasks"]))
        for day in foretold
    ]
