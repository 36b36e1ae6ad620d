"""A month of days, and what they hold."""

from __future__ import annotations

import json

import pytest

from program import USAGE, Home

TODAY = "2026-03-16T12:00:00+01:00"


def month(home: Home, *arguments: str, now: str = TODAY) -> dict:
    view = home.json("calendar", *arguments, now=now)
    return {day["date"]: day for day in view["days"]}


def test_days_hold_what_was_done_and_what_comes(home: Home) -> None:
    # Monty: watered on the 8th, every 7 days; Basil: every 2 days since the
    # 1st, never done.
    days = month(home)
    assert days["2026-03-08"] == {
        "date": "2026-03-08", "done": 1, "due": 0, "overdue": 0}
    assert days["2026-03-16"]["overdue"] == 2
    # Both done today: Basil again on the 18th, Monty on the 23rd.
    assert days["2026-03-18"]["due"] == 1
    assert [date for date, day in days.items() if day["due"] == 1] == [
        "2026-03-18", "2026-03-20", "2026-03-22", "2026-03-23", "2026-03-24",
        "2026-03-26", "2026-03-28"]
    assert days["2026-03-30"]["due"] == 2


def test_it_agrees_with_the_look_ahead(sample: Home) -> None:
    now = "2026-11-21T09:00:00+01:00"
    days = month(sample, "2026-12", now=now)
    upcoming = sample.json("upcoming", "--days", "40", now=now)["upcoming"]
    wanted = {
        day["date"]: len(day["tasks"]) for day in upcoming
        if day["date"].startswith("2026-12")}
    assert {date: day["due"] for date, day in days.items()} == wanted


def test_a_past_month_holds_what_was_done(sample: Home) -> None:
    now = "2026-11-21T09:00:00+01:00"
    events = [
        event for event in map(
            json.loads,
            sample.do("history", "--json", "--type", "task.completed").text
            .splitlines())
        if not event["undone"]]
    wanted: dict[str, set] = {}
    for event in events:
        day = event["payload"]["at"][:10]
        if day.startswith("2026-05"):
            wanted.setdefault(day, set()).add(
                (event["header"]["stream"], event["payload"]["kind"]))
    days = month(sample, "2026-05", now=now)
    assert {d: day["done"] for d, day in days.items()} == {
        d: len(cares) for d, cares in wanted.items()}


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_every_line_fits(sample: Home, columns: str) -> None:
    home = Home(sample.path, {"COLUMNS": columns})
    for line in home.do("calendar").text.splitlines():
        assert len(line) <= int(columns)


def test_filters_narrow_it(home: Home) -> None:
    assert "2026-03-20" in month(home)
    assert "2026-03-20" not in month(home, "--room", "Kitchen")


def test_what_is_no_month_is_refused(home: Home) -> None:
    for text in ["2026-13", "someday", "", "2026-1"]:
        home.refuse(
            "calendar", text, code=USAGE, says="is not a month", now=TODAY)


def test_care_counts_on_its_day_if_noted_within_a_month(home: Home) -> None:
    noted = "2026-09-01T12:00:00+02:00"
    near = ["2026-08-01", "2026-08-20", "2026-09-20", "2026-10-02"]
    far = ["2026-03-20", "2026-12-05"]
    for day in near + far:
        home.do("water", "Monty", "--at", f"{day} 09:00", "--yes", now=noted)
    later = "2027-12-31T12:00:00+01:00"
    for day in near + far:
        is_near = day in near
        done = month(home, day[:7], now=later).get(day, {"done": 0})["done"]
        assert done == is_near, day
        years = home.json("on-this-day", f"2027{day[4:]}", now=later)["years"]
        assert bool(years) == is_near, day
    stats = home.json(
        "stats", "care", "--since", "2026-08-01", "--until", "2026-10-31",
        now=later)
    for entry in stats["months"]:
        given = sum(kind["given"] for kind in entry["kinds"])
        days = month(home, entry["month"], now=later)
        assert given == sum(day["done"] for day in days.values()), entry
