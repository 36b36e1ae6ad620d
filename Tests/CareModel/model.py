"""The rules of care, read word for word from their text.

Nothing here is fast or clever: each answer is looked for again among all
events of its plant, day by day where the text speaks of days. The numbers of rules are
those of docs/design/care.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

from events import Event, Log
from name_order import name_order

DEFAULT_ROOMS = [
    "Kitchen",
    "Living Room",
    "Bedroom",
    "Bathroom",
    "Office",
    "Patio/Balcony",
    "Other",
]
OTHER = "00000000-0000-4000-8000-000000000007"
# Of whom tasks are that are of no plant.
HOME = "00000000-0000-4000-8000-000000000100"
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
LOOK_AHEAD = 30
YEAR = timedelta(days=366)


@dataclass(frozen=True)
class Task:
    """An open task: at most one per plant and scheduled kind, and one-offs."""

    plant: str
    kind: str
    task: str | None
    due: date
    snoozed_until: date | None
    snooze_count: int
    time: str | None
    base_interval: int | None
    settles_from: date | None = None
    title: str | None = None
    every: str | None = None

    @property
    def id(self) -> tuple[str, str, str | None]:
        """What names it, whatever day it is due."""
        return self.plant, self.kind, self.task

    @property
    def gathers_from(self) -> date:
        """The first day of the window of rule 7: a quarter of the base
        interval before the due day, but never a day on which care would leave
        the task as it is."""
        first = self.due - timedelta(days=self.base_interval // 4)
        return max(first, self.settles_from)

    def delayed(self, until: date | None, count: int) -> Task:
        """The task with a snooze in force, which shows only where it moves the
        day (rule 5)."""
        if until is None or until <= self.due:
            return self
        return replace(self, due=until, snoozed_until=until, snooze_count=count)

    def is_snoozed(self, today: date) -> bool:
        """Whether a snooze keeps it from being gathered (rule 7)."""
        return self.snoozed_until is not None and self.snoozed_until > today

    def is_postponed(self, today: date) -> bool:
        """Whether it is in Today's snoozed list (rule 8): not where the snooze
        ends before the task is due anyway."""
        return self.is_snoozed(today) and self.snoozed_until == self.due

    def json(self, today: date) -> dict[str, Any]:
        return {
            "plant": None if self.plant == HOME else self.plant,
            "kind": self.kind,
            "task": self.task,
            "title": self.title,
            "every": self.every,
            "due": str(self.due),
            "overdueDays": max((today - self.due).days, 0),
            "snoozedUntil": text(self.snoozed_until),
            "snoozeCount": self.snooze_count,
            "time": self.time,
        }


@dataclass(frozen=True)
class Derivation:
    """A scheduled task's due day and how it came about."""

    basis: tuple[str, date]
    interval: tuple[int, str | None] | None
    counted: date
    active: date
    settled: date | None
    snoozes: list[Event]

    @property
    def until(self) -> date | None:
        return self.snoozes[-1].body["until"] if self.snoozes else None

    @property
    def due(self) -> date:
        return max(self.active, self.until or self.active)


def text(value: object | None) -> str | None:
    return None if value is None else str(value)


class View:
    """A journal as it was known at a moment, or as it is known now."""

    def __init__(self, log: Log, moment: int | None = None) -> None:
        self.events = log.in_force(moment)
        self.by_subject: dict[str | None, list[Event]] = defaultdict(list)
        for event in self.events:
            self.by_subject[event.subject].append(event)
        self.settings = {
            "timeZone": log.first_zone,
            "hemisphere": "northern",
            "adjustForSeason": True,
            "groupWateringDays": False,
            "preferredTime": None,
        }
        defaults = dict(self.settings)
        for event in self.of_type("setting.changed"):
            key, value = event.body["key"], event.body["value"]
            self.settings[key] = defaults[key] if value is None else value
        self.zone = ZoneInfo(self.settings["timeZone"])

    def of_type(
        self, *types: str, plant: str | None = None
    ) -> Iterator[Event]:
        """Events of some types, those of one plant where it is given."""
        events = self.events if plant is None else self.by_subject[plant]
        return (event for event in events if event.type in types)

    def day(self, instant: int) -> date:
        """The local day of an instant."""
        moment = EPOCH + timedelta(milliseconds=instant)
        return moment.astimezone(self.zone).date()

    # Plants and rooms

    @property
    def known_plants(self) -> list[str]:
        """Plants that were ever added, sorted by id."""
        return sorted(
            {event.subject for event in self.of_type("plant.added")}
        )

    @property
    def plants(self) -> list[str]:
        """Plants that are in the collection, sorted by id."""
        return [plant for plant in self.known_plants if self.is_in(plant)]

    def is_in(self, plant: str) -> bool:
        moves = self.of_type(
            "plant.added", "plant.removed", "plant.restored", plant=plant
        )
        last = [event.type for event in moves][-1]
        return last != "plant.removed"

    def added(self, plant: str) -> Event:
        return list(self.of_type("plant.added", plant=plant))[-1]

    def display_name(self, plant: str) -> str:
        body = self.added(plant).body
        names = body.get("commonNames") or [body["scientificName"]]
        return body.get("nickname") or names[0]

    def rooms(self) -> list[tuple[int, str, str]]:
        """The rooms that can be seen, in room order: place, name, id."""
        rooms = {
            f"00000000-0000-4000-8000-{number + 1:012}": (number, name)
            for number, name in enumerate(DEFAULT_ROOMS)
        }
        for event in self.of_type("room.created", "room.deleted"):
            if event.type == "room.created":
                rooms[event.subject] = (
                    event.body["sortOrder"],
                    event.body["name"],
                )
            elif event.subject != OTHER:
                rooms.pop(event.subject, None)
        ordered = [(place, name, room) for room, (place, name) in rooms.items()]
        return sorted(
            ordered, key=lambda room: (room[0], room[1].encode(), room[2])
        )

    def room(self, plant: str) -> str:
        """The room in which a plant shows."""
        last = list(self.of_type("plant.added", "plant.moved", plant=plant))[-1]
        own = last.body.get("room")
        seen = {room for _, _, room in self.rooms()}
        return own if own in seen else OTHER

    # Rules 1 to 6

    def schedule(self, plant: str, kind: str) -> tuple[Event, Event] | None:
        """The schedule in force, and the first since it was last cleared."""
        in_force: tuple[Event, Event] | None = None
        for event in self.of_type(
            "schedule.set", "schedule.cleared", plant=plant
        ):
            if event.body["kind"] != kind:
                continue
            if event.type == "schedule.cleared":
                in_force = None
            else:
                in_force = (event, in_force[1] if in_force else event)
        return in_force

    def schedules(self, plant: str) -> list[str]:
        """The kinds for which a plant has a schedule, sorted."""
        kinds = {
            event.body["kind"]
            for event in self.of_type("schedule.set", plant=plant)
        }
        return sorted(kind for kind in kinds if self.schedule(plant, kind))

    def interval(
        self, schedule: dict[str, Any], day: date
    ) -> tuple[int, str | None]:
        """Rule 1: the days from `day` on, and the season that says so."""
        northern = {
            12: "winter", 1: "winter", 2: "winter",
            3: "spring", 4: "spring", 5: "spring",
            6: "summer", 7: "summer", 8: "summer",
            9: "autumn", 10: "autumn", 11: "autumn",
        }
        month = day.month
        if self.settings["hemisphere"] == "southern":
            month = (month + 5) % 12 + 1
        season = northern[month]
        seasonal = schedule.get("seasonalIntervalDays", {})
        if self.settings["adjustForSeason"] and season in seasonal:
            return seasonal[season], season
        return schedule["intervalDays"], None

    def settled_days(self, plant: str, kind: str) -> list[tuple[date, str]]:
        """Rule 3: each settled day, and by what."""
        days: list[tuple[date, str]] = []
        for event in self.of_type(
            "task.completed", "task.skipped", plant=plant
        ):
            if event.body["kind"] != kind:
                continue
            local = self.day(event.at)
            if event.type == "task.completed":
                days.append((local, "care"))
            elif event.body.get("task") is None:
                days.append((max(event.body["due"], local), "skip"))
        return days

    def settled(self, plant: str, kind: str) -> date | None:
        """E of rule 3."""
        days = self.settled_days(plant, kind)
        return max((day for day, _ in days), default=None)

    def settlement(
        self, plant: str, kind: str, before: Event | None = None,
        task: str | None = None,
    ) -> tuple[int | None, date | None]:
        """The latest care or skip and the greatest day that is named; of all,
        or of what precedes an event; of a kind, or of a task that repeats."""
        if task is None:
            events = [
                event
                for event in self.of_type(
                    "task.completed", "task.skipped", plant=plant
                )
                if event.body["kind"] == kind
                and (
                    event.type == "task.completed"
                    or not event.body.get("task")
                )
            ]
        else:
            events = self.rounds(plant, task)
        events = [
            event for event in events
            if before is None or event.place < before.place
        ]
        skipped = [
            event.body["due"] for event in events
            if event.body.get("due") is not None
            and (task is not None or event.type == "task.skipped")
        ]
        return (
            max((event.at for event in events), default=None),
            max(skipped, default=None),
        )

    def rests(
        self, snooze: Event, plant: str, kind: str, settled: date | None,
        task: str | None = None,
    ) -> bool:
        """Rule 5: whether a snooze belongs to the task that rests on a day,
        though the zone in which it was made may have been another."""
        named = snooze.body.get("settled")
        known = self.settlement(plant, kind, before=snooze, task=task)
        at, skipped = known
        days = [skipped] if skipped else []
        if at is not None:
            days.append(self.day(at))
        if named is None or not days or abs((named - max(days)).days) > 1:
            return named == settled
        return (
            known == self.settlement(plant, kind, task=task)
            or max(days) == settled
        )

    def active_day(self, schedule: dict[str, Any], day: date) -> date:
        """Rule 4."""
        months = schedule.get("activeMonths") or range(1, 13)
        while day.month not in months:
            day += timedelta(days=1)
        return day

    def derive(self, plant: str, kind: str) -> Derivation | None:
        """Rules 1 to 5."""
        found = self.schedule(plant, kind)
        if found is None:
            return None
        schedule, first = found[0].body, found[1]
        settled = self.settled(plant, kind)
        start = schedule.get("startOn")
        interval = None
        if start is not None and (settled is None or settled < start):
            basis = ("startOn", start)
            counted = start
        else:
            if settled is not None:
                by = {
                    by
                    for day, by in self.settled_days(plant, kind)
                    if day == settled
                }
                basis = ("care" if "care" in by else "skip", settled)
            else:
                added = self.day(self.added(plant).at)
                scheduled = self.day(first.at)
                basis = (
                    ("added", added)
                    if added > scheduled
                    else ("scheduled", scheduled)
                )
            interval = self.interval(schedule, basis[1])
            counted = basis[1] + timedelta(days=interval[0])
        snoozes = [
            event
            for event in self.of_type("task.snoozed", plant=plant)
            if event.body["kind"] == kind
            and event.body.get("task") is None
            and self.rests(event, plant, kind, settled)
        ]
        return Derivation(
            basis=basis,
            interval=interval,
            counted=counted,
            active=self.active_day(schedule, counted),
            settled=settled,
            snoozes=snoozes,
        )

    def scheduled_task(self, plant: str, kind: str) -> Task | None:
        derivation = self.derive(plant, kind)
        if derivation is None:
            return None
        schedule = self.schedule(plant, kind)[0].body
        return Task(
            plant=plant,
            kind=kind,
            task=None,
            due=derivation.active,
            snoozed_until=None,
            snooze_count=0,
            time=schedule.get("time") or self.settings["preferredTime"],
            base_interval=schedule["intervalDays"],
            settles_from=(
                derivation.basis[1]
                if derivation.basis[0] == "startOn"
                else derivation.basis[1] + timedelta(days=1)
            ),
        ).delayed(derivation.until, len(derivation.snoozes))

    def one_off_tasks(self, plant: str) -> list[Task]:
        """Rule 6, sorted by id."""
        return [
            task.delayed(*self.snooze_of(plant, id))
            for id, task in sorted(self.planned_tasks(plant).items())
        ]

    def snooze_of(self, plant: str, task: str) -> tuple[date | None, int]:
        """Until when a one-off task was last snoozed, and how often."""
        added = self.task_added(plant, task)
        snoozes = [
            event
            for event in self.of_type("task.snoozed", plant=plant)
            if event.body.get("task") == task and event.place > added.place
        ]
        if added.body.get("every"):
            settled = self.round_settled(plant, task)
            snoozes = [
                event for event in snoozes
                if self.rests(event, plant, event.body["kind"], settled, task)
            ]
        until = snoozes[-1].body["until"] if snoozes else None
        return until, len(snoozes)

    def task_added(self, plant: str, task: str) -> Event:
        return [
            event
            for event in self.of_type("task.added", plant=plant)
            if event.body["task"] == task
        ][-1]

    def rounds(self, plant: str, task: str) -> list[Event]:
        """What was done and skipped of a task since it was added."""
        added = self.task_added(plant, task)
        return [
            event
            for event in self.of_type(
                "task.completed", "task.skipped", plant=plant
            )
            if event.body.get("task") == task and event.place > added.place
        ]

    def round_settled(self, plant: str, task: str) -> date | None:
        """Rule 6: the greatest day that is settled of a task that repeats."""
        days = [
            max(self.day(event.at), event.body.get("due") or date.min)
            for event in self.rounds(plant, task)
        ]
        return max(days, default=None)

    def round_day(
        self, added: Event, settled: date | None
    ) -> date:
        """Rule 6: the first of a task's days that is not settled, each counted
        from the first."""
        day = first = added.body["due"]
        rounds = 0
        while settled is not None and day <= settled:
            rounds += 1
            day = later(first, added.body["every"], rounds)
        return day

    def planned_tasks(self, plant: str) -> dict[str, Task]:
        """The open one-off tasks, each on its own day."""
        open_tasks: dict[str, Task] = {}
        for event in self.of_type(
            "task.added", "task.completed", "task.skipped", plant=plant
        ):
            task = event.body.get("task")
            if task is None:
                continue
            if event.type == "task.added":
                open_tasks[task] = Task(
                    plant, event.body["kind"], task, event.body["due"], None, 0,
                    self.settings["preferredTime"], None,
                    title=event.body.get("title"),
                    every=event.body.get("every"),
                )
            elif task in open_tasks and (
                not open_tasks[task].every
                or event.body.get("due") == date.max
            ):
                open_tasks.pop(task)
        return {
            id: replace(
                task,
                due=self.round_day(
                    self.task_added(plant, id), self.round_settled(plant, id)
                ),
            ) if task.every else task
            for id, task in open_tasks.items()
        }

    def open_tasks(self, plant: str) -> list[Task]:
        """By kind, one-off tasks last; none of a removed plant (rule 11)."""
        if not self.is_in(plant):
            return []
        scheduled = [
            self.scheduled_task(plant, kind) for kind in self.schedules(plant)
        ]
        return scheduled + self.one_off_tasks(plant)

    def all_tasks(self) -> list[Task]:
        return [
            task for plant in self.plants for task in self.open_tasks(plant)
        ] + self.one_off_tasks(HOME)

    # Rule 7

    def grouped(self, tasks: list[Task], today: date) -> list[Task]:
        """The tasks that are to be done on a day, as they are shown on it."""
        gathering = self.settings["groupWateringDays"]
        waterings = [
            task
            for task in tasks
            if task.kind == "watering"
            and task.task is None
            and not task.is_snoozed(today)
        ]
        taken = []
        if isinstance(gathering, str):
            chosen = gathering.split(",")
            taken = [
                task for task in waterings
                if self.weekday_of(task, chosen) == today
            ]
        elif gathering and any(task.due <= today for task in waterings):
            taken = [task for task in waterings if task.gathers_from <= today]
        # What is overdue stays so.
        return [
            replace(task, due=min(task.due, today))
            for task in tasks
            if task.due <= today or task in taken
        ]

    def weekday_of(self, task: Task, chosen: list[str]) -> date:
        """The last of these days of the week up to a watering's due day; but
        where it waits less than a week, none before its window, and else none
        in the first half of the wait, whose end it then is."""
        last = next(
            day for day in (task.due - timedelta(days=n) for n in range(7))
            if f"{day:%a}" in chosen
        )
        wait = (task.due - task.settles_from).days + 1
        if wait < 7:
            return last if last >= task.gathers_from else task.due
        return max(last, task.due - timedelta(days=wait // 2))

    # Rule 8

    def done(self, today: date) -> list[dict[str, Any]]:
        latest: dict[tuple[str, str, str], int] = {}
        for plant in [HOME, *self.plants]:
            for event in self.of_type("task.completed", plant=plant):
                if self.day(event.at) != today:
                    continue
                # Where titles are looked for, no further than a month back.
                if self.has_titles(plant) and self.day(
                    event.recorded
                ) < today - timedelta(days=31):
                    continue
                title = event.body.get("title") or ""
                key = (plant, event.body["kind"], title)
                latest[key] = max(latest.get(key, event.at), event.at)
        return [
            {
                "plant": None if plant == HOME else plant, "kind": kind,
                "task": None, "title": title or None, "every": None,
                "due": str(today), "overdueDays": 0, "snoozedUntil": None,
                "snoozeCount": 0, "time": None, "at": at,
            }
            for (plant, kind, title), at in sorted(latest.items())
        ]

    def has_titles(self, plant: str) -> bool:
        return any(
            event.body.get("title")
            for event in self.of_type(
                "task.added", "task.completed", plant=plant
            )
        )

    def shown_name(self, task: Task) -> str:
        if task.plant == HOME:
            return task.title
        return self.display_name(task.plant)

    def today(self, now: int) -> dict[str, Any]:
        today = self.day(now)
        every = self.all_tasks()
        tasks = self.grouped(every, today)
        overdue = sorted(
            (task for task in tasks if task.due < today),
            key=lambda task: (
                task.due, name_order(self.shown_name(task)), *order(task),
            ),
        )
        due = sorted((task for task in tasks if task.due == today), key=order)
        rooms = []
        for _, _, room in self.rooms():
            inside = [
                task for task in due
                if task.plant != HOME and self.room(task.plant) == room
            ]
            if inside:
                shown = [task.json(today) for task in inside]
                rooms.append({"room": room, "tasks": shown})
        snoozed = sorted(
            (task for task in every if task.is_postponed(today)), key=order
        )
        done = self.done(today)
        return {
            "date": str(today),
            "overdue": [task.json(today) for task in overdue],
            "today": rooms,
            "home": [
                task.json(today)
                for task in sorted(
                    (task for task in due if task.plant == HOME),
                    key=lambda task: (name_order(task.title), *order(task)),
                )
            ],
            "done": done,
            "snoozed": [task.json(today) for task in snoozed],
            "progress": {
                "done": len(done),
                "total": len(done) + len(due) + len(overdue),
            },
            "badge": len(overdue),
        }

    # Rule 9

    def rounds_ahead(
        self, today: date, last: date
    ) -> Iterator[tuple[Task, Task, date]]:
        """Each task that is done where every day's are, what it was as an open
        one, and the day, from today on."""
        left = {task: task for task in self.all_tasks()}
        day = today
        while day <= last:
            for task in self.grouped(list(left), day):
                (open_task,) = (one for one in left if one.id == task.id)
                first = left.pop(open_task)
                yield task, first, day
                following = self.following(open_task, day)
                if following:
                    left[following] = first
            day += timedelta(days=1)

    def following(self, task: Task, day: date) -> Task | None:
        """The task that care on a day leaves."""
        if task.task is None:
            schedule = self.schedule(task.plant, task.kind)[0].body
            days, _ = self.interval(schedule, day)
            due = self.active_day(schedule, day + timedelta(days=days))
        elif task.every is None:
            return None
        else:
            due = self.round_day(self.task_added(task.plant, task.task), day)
        return replace(
            task, due=due, snoozed_until=None, snooze_count=0,
            settles_from=day + timedelta(days=1),
        )

    def foreseen(self, today: date) -> list[Task]:
        """The open tasks on the days on which they are to be done; further
        than a year ahead, on their own."""
        tasks = self.all_tasks()
        left = {
            task for task in tasks
            if task.kind == "watering" and task.task is None
            and self.settings["groupWateringDays"]
            and task.due <= today + YEAR
        }
        days = {task: task.due for task in tasks}
        for task, first, _ in self.rounds_ahead(today, today + YEAR):
            if first in left:
                days[first] = task.due
                left.remove(first)
            if not left:
                break
        return [replace(task, due=days[task]) for task in tasks]

    def upcoming(self, now: int, length: int = LOOK_AHEAD) -> list[dict]:
        today = self.day(now)
        last = today + timedelta(days=length)
        coming = [
            task
            for task, _, day in self.rounds_ahead(today, last)
            if day > today
        ]
        days = sorted({task.due for task in coming})
        return [
            {
                "date": str(day),
                "tasks": [
                    task.json(today)
                    for task in sorted(coming, key=order)
                    if task.due == day
                ],
            }
            for day in days
        ]

    # What exports hold beside

    def schedule_list(self) -> list[dict[str, Any]]:
        """The schedules of the plants in the collection, `nextDue` by rules
        1 to 5."""
        return [
            self.schedule_json(plant, kind)
            for plant in self.plants
            for kind in self.schedules(plant)
        ]

    def schedule_json(self, plant: str, kind: str) -> dict[str, Any]:
        schedule = self.schedule(plant, kind)[0].body
        care = [
            event.at
            for event in self.of_type("task.completed", plant=plant)
            if event.body["kind"] == kind
        ]
        last = self.day(max(care)) if care else None
        return {
            "plant": plant,
            "kind": kind,
            "intervalDays": schedule["intervalDays"],
            "seasonalIntervalDays": schedule.get("seasonalIntervalDays", {}),
            "activeMonths": schedule.get("activeMonths", []),
            "amount": None,
            "fertilizer": None,
            "time": schedule.get("time"),
            "startOn": text(schedule.get("startOn")),
            "lastDone": text(last),
            "nextDue": str(self.scheduled_task(plant, kind).due),
        }

    def counts(self, now: int) -> dict[str, int]:
        """The statistics that follow from the rules."""
        today = self.day(now)
        last = today + timedelta(days=LOOK_AHEAD)
        tasks = self.foreseen(today)
        return {
            "upcomingTasks": sum(today <= task.due <= last for task in tasks),
            "overdueTasks": sum(task.due < today for task in tasks),
            "completedToday": len(self.done(today)),
        }

    def why(self, plant: str, now: int) -> dict[str, Any]:
        today = self.day(now)
        effective = {
            task.id: task.due for task in self.foreseen(today)
        }
        explained = []
        for task in self.open_tasks(plant):
            due = effective[task.id]
            explained.append(
                self._explained(task)
                | {
                    "groupDay": None if due == task.due else str(due),
                    "due": str(due),
                }
            )
        return {"plant": plant, "date": str(today), "tasks": explained}

    def _explained(self, task: Task) -> dict[str, Any]:
        if task.task is not None:
            own = self.planned_tasks(task.plant)[task.task].due
            settled = None
            reason = "fixed"
            if task.every:
                settled = self.round_settled(task.plant, task.task)
                first = self.task_added(task.plant, task.task).body["due"]
                if settled is not None and settled >= first:
                    reason = "repeated"
            return {
                "kind": task.kind,
                "task": task.task,
                "title": task.title,
                "every": task.every,
                "scheduledOn": None,
                "basis": {"reason": reason, "day": str(own)},
                "interval": None,
                "countedDay": str(own),
                "activeDay": str(own),
                "snooze": snooze_json(
                    settled, *self.snooze_of(task.plant, task.task)
                ),
            }
        derivation = self.derive(task.plant, task.kind)
        first = self.schedule(task.plant, task.kind)[1]
        reason, day = derivation.basis
        interval = derivation.interval
        return {
            "kind": task.kind,
            "task": None,
            "title": None,
            "every": None,
            "scheduledOn": str(self.day(first.at)),
            "basis": {"reason": reason, "day": str(day)},
            "interval": interval
            and {"days": interval[0], "season": interval[1]},
            "countedDay": str(derivation.counted),
            "activeDay": str(derivation.active),
            "snooze": snooze_json(
                derivation.settled, derivation.until, len(derivation.snoozes)
            ),
        }


def later(first: date, every: str, rounds: int) -> date:
    """The day so many rounds after the first; where a month is too short, its
    last."""
    if every.endswith("d"):
        return first + timedelta(days=int(every[:-1]) * rounds)
    months = first.year * 12 + first.month - 1 + int(every[:-2]) * rounds
    for day in range(first.day, 0, -1):
        try:
            return date(months // 12, months % 12 + 1, day)
        except ValueError:
            pass
    raise AssertionError(first)


def snooze_json(
    settled: date | None, until: date | None, count: int
) -> dict[str, Any] | None:
    if until is None:
        return None
    return {"settled": text(settled), "until": str(until), "count": count}


def order(task: Task) -> tuple[Any, ...]:
    """The order in which every list ends: plant, kind, one-off task."""
    return task.plant, task.kind, task.task is not None, task.task or ""
