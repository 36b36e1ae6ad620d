"""Random journals over several years, the same for the same seed.

A journal is a list of steps for one or two replicas, and at the same time the
events that the model reads. What a step may say depends on what its replica
holds, since the program refuses what makes no sense; the model is asked.
"""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

from events import Amendment, Event, Log, Undoing
from model import EPOCH, HOME, View

ZONES = [
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Europe/Paris",
    "America/New_York",
    "America/Santiago",
]
SOUTHERN = {"Australia/Lord_Howe", "Pacific/Apia", "America/Santiago"}
KINDS = [*["watering"] * 3, "fertilizing", "misting", "neem-spray"]
INTERVALS = [1, 2, 3, 7, 10, 14, 21, 30, 90, 182]
NAMES = ["Basil", "Zamia", "Éva", "aloe", "Ficus", "Ficus", "水仙", "Über"]
REASONS = ["died", "givenAway", "sold", "mistake", "other"]
TITLES = ["Check for mites", "Läuse?", "check for mites", "水やり"]
RHYTHMS = ["7d", "1mo", "1d", "14d", "3mo", "2d", "45d"]
DAY = 86_400_000


@dataclass
class Step:
    """Something that a replica does."""

    replica: str
    verb: str  # append, undo, skip, amend, receive
    now: int
    lines: list[dict[str, Any]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    target: str = ""
    plants: list[str] = field(default_factory=list)
    at: int = 0


@dataclass(frozen=True)
class Query:
    """A moment at which replicas are asked what they show."""

    now: int | None
    as_of: int | None

    @property
    def moment(self) -> int:
        return self.as_of if self.now is None else self.now


@dataclass
class Play:
    """A random journal: what is done, what is asked, and what is held."""

    zone: str
    steps: list[Step]
    queries: list[Query]
    asked_plants: list[str]
    log: Log


def text(instant: int, zone: ZoneInfo) -> str:
    """RFC 3339 in a zone, whose offset is of whole minutes."""
    moment = (EPOCH + timedelta(milliseconds=instant)).astimezone(zone)
    return moment.isoformat(timespec="milliseconds")


class Generator:
    """Makes one journal."""

    def __init__(self, zone: str, seed: int) -> None:
        self.chance = random.Random(f"{zone} {seed}")
        self.zone = zone
        self.last = self._end()
        self.first = self.last - self.chance.randint(200, 1500) * DAY
        self.steps: list[Step] = []
        self.logs = {"a": Log(zone)}
        self.serial = 0

    def _end(self) -> int:
        days = self.chance.randint(0, 364)
        if self.zone == "Pacific/Apia" and self.chance.random() < 0.7:
            # About the day that was left out there, 2011-12-30.
            year, days = 2011, 363 + self.chance.randint(-20, 30)
        else:
            year = self.chance.randint(2012, 2032)
        start = datetime(year, 1, 1, tzinfo=timezone.utc)
        return milliseconds(start) + days * DAY + self.chance.randrange(DAY)

    def play(self) -> Play:
        middle = self.chance.randint(self.first + DAY, self.last - 40 * DAY)
        self._write("a", self.first, middle, opening=True)
        self._amend_some("a", middle + 600)
        self._undo_some("a", middle + 1000)
        start, end = middle + DAY, self.last
        if self.chance.random() < 0.2:
            self.logs["b"] = self.logs["a"].copy()
            self._receive("b", "a", start)
            self._write("b", start, end)
            self._amend_some("b", end + 6_000)
            self._undo_some("b", end + 7_000)
        self._write("a", start, end)
        self._amend_some("a", end + 600)
        self._undo_some("a", end + 1_000)
        self._skip_shown("a", end + 5_500)
        if "b" in self.logs:
            self._receive("a", "b", end + 60_000)
            self._receive("b", "a", end + 60_000)
        log = self.logs["a"]
        plants = View(log).plants
        asked = self.chance.sample(plants, min(len(plants), 2))
        return Play(self.zone, self.steps, self._queries(), asked, log)

    def _queries(self) -> list[Query]:
        """The present first; then the past, as it was known then or not."""
        present = self.last + self.chance.randint(-12 * DAY, 6 * DAY)
        past = self.chance.randint(self.first + 5 * DAY, self.last)
        queries = [Query(present, None)]
        if self.chance.random() < 0.7:
            now = past + self.chance.randint(0, 20) * DAY
            queries.append(Query(self.chance.choice([None, None, now]), past))
        else:
            queries.append(Query(past, None))
        if self.chance.random() < 0.5:
            near = self.last - self.chance.randint(0, 10 * DAY)
            queries.append(Query(None, near))
        return queries

    # Steps

    def _receive(self, to: str, origin: str, now: int) -> None:
        self.steps.append(Step(to, "receive", now, target=origin))
        self.logs[to].receive(self.logs[origin])

    def _undo_some(self, replica: str, now: int) -> None:
        """Undoes some actions, and takes some of these undoings back."""
        if self.chance.random() < 0.5:
            return
        log = self.logs[replica]
        held = sorted(
            {event.action for event in [*log.events, *log.amendments]})
        undone: dict[str, bool] = {}
        for undoing in sorted(log.undoings, key=lambda item: item.place):
            undone[undoing.action] = undoing.undone
        free = [action for action in held if action not in undone]
        for action in self.chance.sample(free, min(len(free), 2)):
            now = self._undoing(replica, action, True, now)
            if self.chance.random() < 0.25:
                now = self._undoing(replica, action, False, now)

    def _undoing(
        self, replica: str, action: str, undone: bool, now: int
    ) -> int:
        self.logs[replica].undoings.append(
            Undoing((now, 0), now, action, undone)
        )
        self.steps.append(
            Step(
                replica,
                "undo",
                now,
                # An undoing is taken back by undoing it in turn.
                target=action if undone else f"undo of {action}",
                actions=[f"undo of {action}"] if undone else [],
            )
        )
        return now + 1_000

    def _amend_some(self, replica: str, now: int) -> None:
        """Corrects when care was given; some of it again."""
        # Of its own, so that seeds keep their journals.
        chance = random.Random(f"amend {self.zone} {self.serial}")
        log = self.logs[replica]
        known = View(log).known_plants
        cares = [
            event
            for event in log.in_force(None)
            if event.type == "task.completed" and event.subject in known
        ]
        recent = cares[-12:]
        for _ in range(chance.choice([0, 1, 2, 3])):
            if not cares:
                return
            event = chance.choice(chance.choice([cares, recent]))
            days = chance.choice([-1, 1, -2, chance.randint(-12, 3)])
            at = event.at + days * DAY + chance.randint(-2, 2) * 3_600_000
            subjects = {event.subject}
            if chance.random() < 0.4:
                subjects = {
                    other.subject for other in cares
                    if other.action == event.action
                }
            self.serial += 1
            action = str(uuid.UUID(int=chance.getrandbits(128), version=4))
            log.amendments.append(
                Amendment(
                    (now, self.serial), now, action, event.action,
                    frozenset(subjects), at))
            self.steps.append(
                Step(
                    replica, "amend", now, actions=[action],
                    target=event.action, plants=sorted(subjects), at=at))
            now += 10

    def _skip_shown(self, replica: str, now: int) -> None:
        """Skips tasks on the days on which they are shown, all looked at
        before."""
        # Of its own, so that seeds keep their journals.
        chance = random.Random(f"skip {self.zone} {self.serial}")
        log = self.logs[replica]
        view = View(log)
        kind = chance.choice(["watering", "watering", "misting"])
        tasks = [
            task
            for task in view.foreseen(view.day(now))
            if task.kind == kind and task.task is None
        ]
        if not tasks:
            return
        skipped = chance.sample(tasks, chance.randint(1, min(3, len(tasks))))
        action = str(uuid.UUID(int=chance.getrandbits(128), version=4))
        for task in skipped:
            self.serial += 1
            body = {"kind": kind, "due": task.due}
            log.events.append(
                Event(
                    type="task.skipped", place=(now, self.serial),
                    recorded=now, at=now, action=action, subject=task.plant,
                    body=body,
                )
            )
        plants = [task.plant for task in skipped]
        self.steps.append(
            Step(replica, "skip", now, plants=plants, target=kind)
        )

    def _write(
        self, replica: str, start: int, end: int, opening: bool = False
    ) -> None:
        """One append of lines recorded between two moments."""
        writer = Appender(self, replica, start, end)
        if opening:
            writer.open()
        count = self.chance.randint(8, 30)
        late = max(start, end - 45 * DAY)
        moments = [
            self.chance.randint(self.chance.choice([start, late]), end)
            for _ in range(count)
        ]
        rounds = {
            self.chance.randint(max(start, end - 12 * DAY), end)
            for _ in range(self.chance.randint(0, 4))
        }
        for moment in sorted([*moments, *rounds]):
            writer.write_at(moment, is_round=moment in rounds)
        self.steps.append(
            Step(replica, "append", end + 500, writer.lines, writer.actions)
        )


class Appender:
    """Writes the lines of one append, and the events that they become."""

    def __init__(
        self, generator: Generator, replica: str, start: int, end: int
    ) -> None:
        self.generator = generator
        self.chance = generator.chance
        self.replica = replica
        self.log = generator.logs[replica]
        self.recorded = start
        self.end = end
        self.lines: list[dict[str, Any]] = []
        self.actions: list[str] = []
        self.label: str | None = None

    @property
    def view(self) -> View:
        return View(self.log)

    def open(self) -> None:
        """The plants, rooms and settings that a journal begins with."""
        if self.chance.random() < 0.6:
            self.setting(
                "groupWateringDays",
                self.chance.choice([True, True, "Sat", "Wed,Sat"]))
        if self.chance.random() < 0.15:
            self.setting("adjustForSeason", False)
        if self.generator.zone in SOUTHERN and self.chance.random() < 0.8:
            self.setting("hemisphere", "southern")
        for _ in range(self.chance.randint(0, 2)):
            self.create_room()
        for _ in range(self.chance.randint(2, 7)):
            self.add_plant()
        for plant in self.view.plants:
            if self.chance.random() < 0.9:
                self.set_schedule(plant, "watering")

    def write_at(self, moment: int, is_round: bool) -> None:
        """A line or a few that are recorded at a moment; or a round, in which
        most plants get their care, so that their next days lie near."""
        # Distinct among replicas: each writes at milliseconds of its own.
        moment = moment // 2 * 2 + (self.replica == "b")
        self.recorded = max(self.recorded, moment)
        if self.chance.random() < 0.15:
            self.label = self.new_id()
        if is_round:
            view = self.view
            for plant in view.plants:
                for kind in view.schedules(plant):
                    if self.chance.random() < 0.7:
                        self.complete(plant, kind, at=self.recorded)
        else:
            for _ in range(self.chance.choice([1, 1, 1, 2, 3])):
                self.write_one()
        self.label = None

    def write_one(self) -> None:
        view = self.view
        plants = view.plants
        acts: list[tuple[int, Any]] = [
            (1, self.add_plant), (2, self.change_setting), (1, self.create_room)
        ]
        rooms = [
            room for _, _, room in view.rooms() if not room.endswith("0007")
        ]
        if rooms:
            acts.append((1, lambda: self.delete_room(rooms)))
        removed = [p for p in view.known_plants if p not in plants]
        if removed:
            acts.append((3, lambda: self.restore(removed)))
        if plants:
            plant = self.chance.choice(plants)
            kind = self.chance.choice(view.schedules(plant) or KINDS)
            acts += [
                (22, lambda: self.complete(plant, kind)),
                (9, lambda: self.snooze(view, plant, kind)),
                (6, lambda: self.skip(view, plant, kind)),
                (5, lambda: self.set_schedule(plant)),
                (1, lambda: self.clear_schedule(plant, kind)),
                (4, lambda: self.add_task(plant)),
                (2, lambda: self.move(view, plant)),
                (1, lambda: self.remove(plant)),
            ]
            tasks = view.one_off_tasks(plant) + view.one_off_tasks(HOME)
            if tasks:
                task = self.chance.choice(tasks)
                acts.append((12, lambda: self.settle_task(task)))
        weights, choices = zip(*acts)
        self.chance.choices(choices, weights)[0]()

    # Lines

    def write(
        self, type: str, subject: str | None, body: dict[str, Any],
        input: dict[str, Any] | None = None, at: int | None = None,
    ) -> None:
        """Notes an event. `input` is what the line says where it differs."""
        at = self.recorded if at is None else at
        line = {"type": type} | (body if input is None else input)
        if type in ("plant.added", "room.created"):
            line["id"] = subject
        elif subject is not None:
            line["room" if type == "room.deleted" else "plant"] = subject
        line["recordedAt"] = text(self.recorded, self.random_zone())
        line["at"] = text(at, self.random_zone())
        if self.label is None or self.label not in self.actions:
            self.actions.append(self.label or self.new_id())
        if self.label:
            line["action"] = self.label
        self.lines.append(line | days_as_text(line))
        self.generator.serial += 1
        self.log.events.append(
            Event(
                type=type,
                place=(self.recorded, self.generator.serial),
                recorded=self.recorded,
                at=at,
                action=self.actions[-1],
                subject=subject,
                body=body,
            )
        )

    def new_id(self) -> str:
        return str(uuid.UUID(int=self.chance.getrandbits(128), version=4))

    def random_zone(self) -> ZoneInfo:
        zones = ["UTC", "Asia/Kolkata", "Asia/Tokyo"]
        return ZoneInfo(self.chance.choice(zones))

    def given_at(self) -> int:
        """When care was given: mostly just now, or back-dated, or to come;
        often close to midnight or to a change of the clocks."""
        kind = self.chance.random()
        at = self.recorded
        if kind < 0.25:
            at -= self.chance.randint(0, 10 * DAY)
        elif kind < 0.3:
            at -= self.chance.randint(0, 400 * DAY)
        elif kind < 0.36:
            at += self.chance.randint(0, 40 * DAY)
        where = self.chance.random()
        if where < 0.3:
            at = self.near(self.midnight(at))
        elif where < 0.45:
            at = self.near(self.clock_change(at))
        return at

    def near(self, instant: int) -> int:
        offsets = [-1, 0, 1, -60_000, self.chance.randint(-3, 3) * 3_600_000,
                   self.chance.randint(-7_200_000, 7_200_000)]
        return instant + self.chance.choice(offsets)

    def midnight(self, instant: int) -> int:
        """The start of the local day of an instant, or about it."""
        zone = self.view.zone
        local = (EPOCH + timedelta(milliseconds=instant)).astimezone(zone)
        start = local.replace(hour=0, minute=0, second=0, microsecond=0)
        return milliseconds(start)

    def clock_change(self, instant: int) -> int:
        """The next change of the clocks within a year; else the instant."""
        zone = self.view.zone

        def offset(moment: int) -> timedelta | None:
            at = EPOCH + timedelta(milliseconds=moment)
            return at.astimezone(zone).utcoffset()

        low, step = instant, 7 * DAY
        for _ in range(53):
            if offset(low) != offset(low + step):
                while step > 1000:
                    step //= 2
                    if offset(low) == offset(low + step):
                        low += step
                return low + step
            low += step
        return instant

    def day_near(self, base: date, earliest: int, latest: int) -> date:
        return base + timedelta(days=self.chance.randint(earliest, latest))

    def local_day(self) -> date:
        return self.view.day(self.recorded)

    def add_plant(self) -> None:
        body: dict[str, Any] = {
            "scientificName": self.chance.choice(NAMES) + " domestica"
        }
        if self.chance.random() < 0.8:
            body["commonNames"] = [self.chance.choice(NAMES)]
        rooms = [room for _, _, room in self.view.rooms()]
        if self.chance.random() < 0.7:
            body["room"] = self.chance.choice(rooms)
        at = self.recorded
        if self.chance.random() < 0.3:
            at = self.given_at()
        self.write("plant.added", self.new_id(), body, at=at)

    def change_setting(self) -> None:
        zones = [*ZONES, "UTC", self.generator.zone]
        key, values = self.chance.choice([
            ("timeZone", [*zones, None]),
            ("hemisphere", ["northern", "southern", None]),
            ("adjustForSeason", [True, False, None]),
            ("groupWateringDays", [True, True, False, None, "Sun", "Mon,Thu", "Wed,Sat",
                                   "Mon,Tue,Wed,Thu,Fri,Sat,Sun"]),
            ("preferredTime", ["09:00", "18:30", None]),
        ])
        self.setting(key, self.chance.choice(values))

    def setting(self, key: str, value: Any) -> None:
        self.write("setting.changed", None, {"key": key, "value": value})

    def create_room(self) -> None:
        name = f"{self.chance.choice(NAMES)} {self.generator.serial}"
        place = self.chance.randint(0, 9)
        self.write(
            "room.created", self.new_id(), {"name": name, "sortOrder": place}
        )

    def delete_room(self, rooms: list[str]) -> None:
        self.write("room.deleted", self.chance.choice(rooms), {})

    def move(self, view: View, plant: str) -> None:
        rooms = [room for _, _, room in view.rooms()]
        self.write(
            "plant.moved", plant, {"room": self.chance.choice([*rooms, None])}
        )

    def remove(self, plant: str) -> None:
        # Not by chance, so that seeds keep their journals.
        reason = REASONS[self.generator.serial % len(REASONS)]
        self.write("plant.removed", plant, {"reason": reason})

    def restore(self, removed: list[str]) -> None:
        self.write("plant.restored", self.chance.choice(removed), {})

    def set_schedule(self, plant: str, kind: str | None = None) -> None:
        odd = self.chance.randint(1, self.chance.choice([40, 60, 900]))
        interval = self.chance.choice([*INTERVALS, odd, odd])
        body: dict[str, Any] = {
            "kind": kind or self.chance.choice(KINDS), "intervalDays": interval
        }
        if self.chance.random() < 0.4:
            seasons = ["spring", "summer", "autumn", "winter"]
            chosen = self.chance.sample(seasons, self.chance.randint(1, 4))
            body["seasonalIntervalDays"] = {
                season: self.chance.randint(1, 40) for season in chosen
            }
        if self.chance.random() < 0.25:
            months = self.chance.sample(range(1, 13), self.chance.randint(1, 9))
            body["activeMonths"] = sorted(months)
        if self.chance.random() < 0.3:
            hour, minute = divmod(self.chance.randrange(24 * 60), 60)
            body["time"] = f"{hour:02}:{minute:02}"
        if self.chance.random() < 0.25:
            body["startOn"] = self.day_near(self.local_day(), -30, 60)
        at = self.recorded if self.chance.random() < 0.8 else self.given_at()
        self.write("schedule.set", plant, body, at=at)

    def clear_schedule(self, plant: str, kind: str) -> None:
        self.write("schedule.cleared", plant, {"kind": kind})

    def add_task(self, plant: str) -> None:
        body = {
            "kind": self.chance.choice([*KINDS, "repotting"]),
            "task": self.new_id(),
            "due": self.day_near(self.local_day(), -5, 40),
        }
        # Not by chance, so that seeds keep their journals.
        number = self.generator.serial
        subject = HOME if number % 5 == 0 else plant
        if subject == HOME or number % 3 == 0:
            body["title"] = TITLES[number % len(TITLES)]
        if number % 2 == 0:
            body["every"] = RHYTHMS[number % len(RHYTHMS)]
        self.write("task.added", subject, body)

    def complete(
        self, plant: str, kind: str, at: int | None = None
    ) -> None:
        at = self.given_at() if at is None else at
        self.write("task.completed", plant, {"kind": kind}, at=at)
        if self.chance.random() < 0.1:
            # Twice on one day.
            self.write("task.completed", plant, {"kind": kind}, at=at + 60_000)

    def skip(self, view: View, plant: str, kind: str) -> None:
        task = view.scheduled_task(plant, kind)
        base = task.due if task else self.local_day()
        due = base if self.chance.random() < 0.6 else self.day_near(base, -9, 9)
        at = self.recorded if self.chance.random() < 0.7 else self.given_at()
        self.write("task.skipped", plant, {"kind": kind, "due": due}, at=at)

    def snooze(self, view: View, plant: str, kind: str) -> None:
        """One snooze or several; `settled` is mostly left to the program."""
        for _ in range(self.chance.choice([1, 1, 2, 3])):
            settled = view.settled(plant, kind)
            task = view.scheduled_task(plant, kind)
            bases = [self.local_day(), task.due if task else self.local_day()]
            body = {
                "kind": kind,
                "settled": settled,
                "until": self.day_near(self.chance.choice(bases), -4, 25),
            }
            if self.chance.random() < 0.7:
                given = {k: v for k, v in body.items() if k != "settled"}
                self.write("task.snoozed", plant, body, input=given)
            else:
                base = settled or self.local_day()
                body["settled"] = self.chance.choice(
                    [settled, None, self.day_near(base, -10, 10)]
                )
                self.write("task.snoozed", plant, body)

    def settle_task(self, task: Any) -> None:
        """Completes, skips or snoozes a one-off task. What the program adds by
        itself the line leaves out."""
        body = {"kind": task.kind, "task": task.task}
        added = {"title": task.title} if task.title else {}
        view = self.view
        choice = self.chance.random()
        if choice < 0.35:
            at = self.given_at()
            if task.every:
                own = view.planned_tasks(task.plant)[task.task]
                added["due"] = own.due
            self.write(
                "task.completed", task.plant, body | added, input=body, at=at)
        elif choice < 0.5:
            due = self.day_near(task.due, -1, 30)
            if task.every and self.generator.serial % 7 == 0:
                due = date.max
            skipped = body | {"due": due}
            self.write(
                "task.skipped", task.plant, skipped | added, input=skipped)
        else:
            until = self.day_near(self.local_day(), -2, 20)
            snoozed = body | {"until": until}
            settled = (
                view.round_settled(task.plant, task.task)
                if task.every else None
            )
            self.write(
                "task.snoozed", task.plant,
                snoozed | {"settled": settled} | added, input=snoozed,
            )


def milliseconds(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(milliseconds=1)


def days_as_text(line: dict[str, Any]) -> dict[str, str]:
    """The days of a line, as JSON has them."""
    return {
        key: str(value)
        for key, value in line.items()
        if isinstance(value, date)
    }
