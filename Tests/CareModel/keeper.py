"""A keeper's year through the commands, and what the model makes of it.

Sixty plants, care that is late, early, doubled, put down a day afterwards or
given to the wrong plant and taken back; plants that come and go, move, and get
other schedules; settings that change; and twice a sitter, who looks after them
on a home of their own that syncs through a folder. What a person does is a
command to the program and an event for the model, and every day both say what
is to do.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from events import Event, Log, Undoing
from generator import milliseconds
from model import DEFAULT_ROOMS, HOME, Task, View
from player import Disagreement, binary, first_difference

FIRST = date(2026, 1, 10)
DAYS = 365
PLANTS = 60
# Whom they look after, and when: first and last day away.
AWAY = [
    (date(2026, 5, 2), date(2026, 5, 16)),
    (date(2026, 10, 17), date(2026, 11, 1)),
]
ZONE = "Europe/Paris"
GENERA = ["Ficus", "Hoya", "Éranthis", "Aloe", "Zamia", "Calathea", "Über"]
KINDS = [("fertilizing", 30), ("misting", 4), ("cleaning", 21), ("neem-spray", 45)]
WAYS_OF_DOING = {"watering": "water", "fertilizing": "fertilize", "misting": "mist"}
ROOMS = {
    name: f"00000000-0000-4000-8000-{number + 1:012}"
    for number, name in enumerate(DEFAULT_ROOMS)
}
TASK_FIELDS = [
    "plant", "kind", "task", "due", "overdueDays", "snoozedUntil",
    "snoozeCount", "time", "title", "every",
]


@dataclass
class Household:
    """The homes of a keeper and a sitter, and the log that each holds."""

    seed: int
    folder: Path
    zone: ZoneInfo = ZoneInfo(ZONE)
    logs: dict[str, Log] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    seen: tuple[str, int, int] = ("", 0, 0)
    shown: View = field(default_factory=lambda: View(Log(ZONE)))
    commands: int = 0
    refused: int = 0
    serial: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(f"keeper {self.seed}")
        self.logs = {"keeper": Log(ZONE)}
        self.now = self.moment(FIRST, time(8))
        self.home = "keeper"
        # What the model calls an action, and the program's id of it.
        self.actions: list[tuple[str, str]] = []

    # Commands and the clock

    def moment(self, day: date, at: time) -> datetime:
        return datetime.combine(day, at, tzinfo=self.zone)

    @property
    def today(self) -> date:
        return self.now.date()

    @property
    def log(self) -> Log:
        return self.logs[self.home]

    @property
    def view(self) -> View:
        """What the home shows; made again once its log has grown."""
        grown = (self.home, len(self.log.events), len(self.log.undoings))
        if self.seen != grown:
            self.seen, self.shown = grown, View(self.log)
        return self.shown

    def run(self, *arguments: str, refused: bool = False) -> str:
        """Runs a command a little later than the one before."""
        self.now += timedelta(seconds=self.chance.randint(5, 60))
        self.commands += 1
        done = subprocess.run(
            [binary(), *arguments, "--now", self.now.isoformat()],
            capture_output=True,
            env={
                "PATH": os.environ["PATH"],
                "PLANTGUIDE_HOME": str(self.folder / self.home),
                "TZ": ZONE,
                "LC_ALL": "C.UTF-8",
            },
            stdin=subprocess.DEVNULL,
            timeout=120,
            check=False,
        )
        if (done.returncode != 0) != refused:
            raise Disagreement(
                f"{self.today}, {arguments}: status {done.returncode}, "
                + done.stderr.decode(errors="replace")
            )
        return done.stdout.decode()

    def act(
        self, arguments: list[str], *events: tuple[str, str | None, dict[str, Any]],
        at: datetime | None = None,
    ) -> dict[str, Any]:
        """Does something that is one action, and notes its events."""
        if at is not None:
            arguments = [*arguments, "--at", at.isoformat()]
        answer = json.loads(self.run(*arguments, "--json", "--yes"))
        (action,) = answer["actions"]
        self.note(action["shortId"], events, at)
        return answer

    def note(
        self, action: str, events: Any, at: datetime | None = None
    ) -> None:
        recorded = milliseconds(self.now)
        name = f"{self.home} {action}"
        self.actions.append((self.home, action))
        for type, subject, body in events:
            self.serial += 1
            self.log.events.append(
                Event(
                    type=type, place=(recorded, self.serial), recorded=recorded,
                    at=recorded if at is None else milliseconds(at),
                    action=name, subject=subject, body=body,
                )
            )

    def undo(self, home: str, action: str) -> None:
        self.run("undo", action, "--json", "--yes")
        self.serial += 1
        now = milliseconds(self.now)
        self.log.undoings.append(
            Undoing((now, self.serial), now, f"{home} {action}", True)
        )

    # What a person does

    def add_plant(self) -> None:
        number = len(self.names) + 1
        name = f"{self.chance.choice(GENERA)} {number}"
        species = f"{self.chance.choice(GENERA)} domestica"
        room = self.chance.choice(DEFAULT_ROOMS)
        days = self.chance.choice([3, 5, 7, 7, 10, 14, 21])
        arguments = [
            "add", species, "--name", name, "--room", room, "--as-typed",
            "--every", f"{days}d",
        ]
        answer = json.loads(self.run(*arguments, "--json", "--yes"))
        (plant,) = [made["id"] for made in answer["made"]]
        body = {
            "scientificName": species, "nickname": name, "room": ROOMS[room],
        }
        schedule = {"kind": "watering", "intervalDays": days}
        self.note(answer["actions"][0]["shortId"], [
            ("plant.added", plant, body), ("schedule.set", plant, schedule),
        ])
        self.names[plant] = name
        for kind, usual in KINDS:
            if self.chance.random() < 0.35:
                self.set_schedule(plant, kind, usual)

    def set_schedule(self, plant: str, kind: str, usual: int) -> None:
        days = max(1, usual + self.chance.randint(-usual // 3, usual // 3))
        body: dict[str, Any] = {"kind": kind, "intervalDays": days}
        arguments = [
            "schedule", "set", self.names[plant], kind, "--every", f"{days}d",
            "--anew",
        ]
        if self.chance.random() < 0.4:
            winter = min(days * 2, 300)
            body["seasonalIntervalDays"] = {"winter": winter}
            arguments += ["--winter", f"{winter}d"]
        if kind == "fertilizing" and self.chance.random() < 0.5:
            body["activeMonths"] = list(range(3, 11))
            arguments += ["--months", "Mar-Oct"]
        self.act(arguments, ("schedule.set", plant, body))

    def give_care(self, plant: str, kind: str, at: datetime | None) -> None:
        name = self.names[plant]
        way = WAYS_OF_DOING.get(kind)
        arguments = [way, name] if way else ["done", name, "--kind", kind]
        self.act(arguments, ("task.completed", plant, {"kind": kind}), at=at)

    def settle(self, task: Task) -> None:
        """Does what one-off tasks are for, or lets it be."""
        body = {"kind": task.kind, "task": task.task}
        if task.title:
            body["title"] = task.title
        named = (
            [task.title] if task.plant == HOME
            else [self.names[task.plant], "--task", task.task]
        )
        if self.chance.random() < 0.7:
            due = {"due": task.due} if task.every else {}
            self.act(
                ["done", *named], ("task.completed", task.plant, body | due))
        else:
            self.act(
                ["skip", *named],
                ("task.skipped", task.plant, body | {"due": task.due}))

    def snooze(self, task: Task) -> None:
        days = self.chance.randint(1, 5)
        until = self.today + timedelta(days=days)
        body = {
            "kind": task.kind, "until": until,
            "settled": self.view.settled(task.plant, task.kind),
        }
        self.act(
            ["snooze", self.names[task.plant], task.kind, f"{days}d"],
            ("task.snoozed", task.plant, body))

    def skip(self, task: Task) -> None:
        # The care of other plants may have moved it since the morning.
        view = self.view
        (due,) = [
            one.due for one in view.foreseen(self.today) if one.id == task.id
        ]
        body = {"kind": task.kind, "due": due}
        self.act(
            ["skip", self.names[task.plant], task.kind],
            ("task.skipped", task.plant, body))

    def water_room(self, tasks: list[Task]) -> None:
        """Waters all that is due in a room at once."""
        view = self.view
        due = [
            task for task in tasks
            if task.kind == "watering" and task.due <= self.today
        ]
        if not due:
            return
        room = view.room(self.chance.choice(due).plant)
        inside = [task.plant for task in due if view.room(task.plant) == room]
        self.act(
            ["water", "--room", room, "--due"],
            *(("task.completed", plant, {"kind": "watering"})
              for plant in inside))

    def plan_task(self, plant: str) -> None:
        """Plans something once, or again and again; of the plant, or of the
        home."""
        due = self.today + timedelta(days=self.chance.randint(0, 20))
        body: dict[str, Any] = {"kind": "repotting", "due": due}
        arguments = ["task", "add", "--due", str(due)]
        if self.chance.random() < 0.6:
            body["title"] = f"Errand {self.serial}"
            arguments += ["--title", body["title"]]
        if self.chance.random() < 0.4:
            body["every"] = self.chance.choice(["9d", "1mo"])
            arguments += ["--every", body["every"]]
        if "title" in body and self.chance.random() < 0.5:
            plant = HOME
            body["kind"] = "other"
        else:
            arguments += [self.names[plant], "repotting"]
        answer = json.loads(self.run(*arguments, "--json", "--yes"))
        (task,) = [made["id"] for made in answer["made"]]
        self.note(
            answer["actions"][0]["shortId"],
            [("task.added", plant, body | {"task": task})])

    def change_collection(self) -> None:
        """A plant comes, goes, returns, moves or is cared for otherwise."""
        view = self.view
        inside = sorted(view.plants, key=self.names.get)
        gone = [
            plant for plant in sorted(view.known_plants, key=self.names.get)
            if plant not in inside
        ]
        plant = self.chance.choice(inside)
        name = self.names[plant]
        which = self.chance.random()
        if which < 0.15:
            self.act(
                ["remove", name, "--reason", "died"],
                ("plant.removed", plant, {"reason": "died"}))
        elif which < 0.3 and gone:
            back = self.chance.choice(gone)
            self.act(
                ["restore", self.names[back]], ("plant.restored", back, {}))
        elif which < 0.5:
            self.add_plant()
        elif which < 0.7:
            room = self.chance.choice(DEFAULT_ROOMS)
            if ROOMS[room] != view.room(plant):
                self.act(
                    ["move", name, room],
                    ("plant.moved", plant, {"room": ROOMS[room]}))
        elif which < 0.85:
            self.plan_task(plant)
        else:
            self.set_schedule(plant, "watering", 8)

    def change_setting(self) -> None:
        key, values = self.chance.choice([
            ("groupWateringDays", [True, "Wed,Sat", False]),
            ("adjustForSeason", [True, False]),
            ("preferredTime", ["09:00", "18:30"]),
        ])
        value = self.chance.choice(values)
        if self.view.settings[key] == value:
            return
        typed = str(value).lower() if isinstance(value, bool) else value
        self.act(
            ["settings", "set", key, typed],
            ("setting.changed", None, {"key": key, "value": value}))

    def slip(self) -> None:
        """A mistake: another plant is watered, and it is taken back; or what
        is no plant is named."""
        if self.chance.random() < 0.4:
            self.run("water", "Nobody at all", refused=True)
            self.refused += 1
            return
        plants = sorted(self.view.plants, key=self.names.get)
        self.give_care(self.chance.choice(plants), "watering", None)
        self.undo(*self.actions.pop())

    def regret(self) -> None:
        """Takes back something of the last days."""
        self.undo(*self.actions.pop(-self.chance.randint(1, 12)))

    # Days

    def morning(self) -> list[Task]:
        """Compares Today with the model's. Returns the open tasks."""
        shown = json.loads(self.run("today", "--json"))
        view = self.view
        expected = view.today(milliseconds(self.now))
        self.check("today", bare(shown), expected)
        # In an order that the plants' ids, which are random, have no say in.
        return sorted(
            view.foreseen(self.today),
            key=lambda task: (
                task.due, self.names.get(task.plant, ""), task.title or "",
                task.kind, task.task is None))

    def survey(self) -> None:
        """Compares all that the model knows."""
        shown = json.loads(self.run("export", "json"))
        view, now = self.view, milliseconds(self.now)
        self.check("upcoming", shown["upcoming"], view.upcoming(now))
        self.check("schedules", shown["schedules"], view.schedule_list())
        counts = view.counts(now)
        found = {key: shown["statistics"][key] for key in counts}
        self.check("statistics", found, counts)
        plants = [[one["id"], one["room"]] for one in shown["collection"]]
        self.check(
            "collection", plants,
            [[plant, view.room(plant)] for plant in view.plants])

    def check(self, name: str, shown: Any, expected: Any) -> None:
        difference = first_difference(name, shown, expected)
        if difference:
            raise Disagreement(
                f"seed {self.seed}, {self.today}, {self.home}: {difference}")

    def care(self, tasks: list[Task]) -> None:
        """Gives what is due, or some of it, or what is not due yet."""
        if self.chance.random() < 0.25:
            self.water_room(tasks)
            tasks = [task for task in tasks if not self.was_given(task)]
        for task in tasks:
            late = (self.today - task.due).days
            which = self.chance.random()
            if late < 0:
                if which < 0.01 and late > -4 and task.task is None:
                    self.give_care(task.plant, task.kind, None)
            elif task.task is not None:
                if which < 0.4:
                    self.settle(task)
            elif which < 0.62:
                self.give_care(task.plant, task.kind, None)
                if which < 0.02:
                    # Twice on one day.
                    self.give_care(task.plant, task.kind, None)
            elif which < 0.68:
                yesterday = self.moment(
                    self.today - timedelta(days=1), time(18, 30))
                self.give_care(task.plant, task.kind, yesterday)
            elif which < 0.74:
                self.snooze(task)
            elif which < 0.77:
                self.skip(task)

    def was_given(self, task: Task) -> bool:
        return any(
            event.subject == task.plant and event.body["kind"] == task.kind
            and self.now.date() == datetime.fromtimestamp(
                event.at / 1000, self.zone).date()
            for event in self.log.events[-80:]
            if event.type == "task.completed"
        )

    def live(self, day: date) -> None:
        """A day: what is to do, and what is done about it."""
        # A day's commands end before midnight.
        hour = time(self.chance.randint(6, 20), self.chance.randint(0, 59))
        self.now = max(self.now + timedelta(seconds=1), self.moment(day, hour))
        tasks = self.morning()
        if self.chance.random() < 0.12:
            return
        self.care(tasks)
        chances: list[tuple[float, Callable[[], None]]] = [(0.1, self.slip)]
        if self.home == "keeper":
            chances += [
                (0.25, self.change_collection), (0.03, self.change_setting),
                (0.06, self.regret),
            ]
        for likely, do in chances:
            if self.chance.random() < likely:
                do()

    # The sitter

    def open_sitter(self) -> None:
        shelf = str(self.folder / "shelf")
        self.run("remote", "add", "shelf", shelf)
        self.run("sync")
        self.home = "sitter"
        self.run("remote", "add", "shelf", shelf)
        self.run("sync")
        self.logs["sitter"] = self.logs["keeper"].copy()

    def hand_over(self, to: str) -> None:
        """Both sync; then the other looks after the plants."""
        origin = self.home
        self.run("sync")
        self.home = to
        self.run("sync")
        self.log.receive(self.logs[origin])

    def year(self) -> None:
        for _ in range(PLANTS):
            self.add_plant()
        for number in range(DAYS):
            day = FIRST + timedelta(days=number)
            for leaves, returns in AWAY:
                if day == leaves and "sitter" not in self.logs:
                    self.open_sitter()
                elif day == leaves:
                    self.hand_over("sitter")
                elif day == returns:
                    self.hand_over("keeper")
                    self.actions.clear()
            self.live(day)
            if number % 14 == 13:
                self.survey()


def bare(today: dict[str, Any]) -> dict[str, Any]:
    """What the model knows of Today."""

    def task(shown: dict[str, Any]) -> dict[str, Any]:
        known = {key: shown[key] for key in TASK_FIELDS}
        if "at" in shown:
            at = datetime.fromisoformat(shown["at"])
            known["at"] = milliseconds(at)
        return known

    return {
        "date": today["date"],
        "home": [task(one) for one in today["home"]],
        "overdue": [task(one) for one in today["overdue"]],
        "today": [
            {"room": room["room"], "tasks": [task(one) for one in room["tasks"]]}
            for room in today["today"]
        ],
        "done": [task(one) for one in today["done"]],
        "snoozed": [task(one) for one in today["snoozed"]],
        "progress": today["progress"],
        "badge": today["badge"],
    }
