"""Much of one thing."""

from __future__ import annotations

from program import Home, json_lines


def test_many_tasks_of_one_plant_are_shown(home: Home) -> None:
    count = 8_000
    tasks = [
        {
            "type": "task.added",
            "plant": "Monty",
            "kind": "repotting",
            "due": f"2026-12-{1 + number % 20:02d}",
        }
        for number in range(count)
    ]
    home.do("append", text=json_lines(tasks))
    calendar = home.do("export", "ics").text
    assert calendar.count("BEGIN:VEVENT") >= count
    shown = home.do("upcoming", "--days", "400", "--room", "Kitchen", "--json").json()
    assert sum(len(day["tasks"]) for day in shown["upcoming"]) >= count
