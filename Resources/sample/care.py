"""The rules of care, and a fold of journal lines as strict as `append`."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from typing import NamedTuple, Optional

from household import LAST_DAY, ZONE


def season(day):
    return ("winter", "spring", "summer", "autumn")[day.month % 12 // 3]


def interval(schedule, day):
    """The days until the next time, for care settled on `day` (rule 1)."""
    seasonal = schedule.get("seasonalIntervalDays", {})
    return timedelta(days=seasonal.get(season(day), schedule["intervalDays"]))


def into_active_month(schedule, day):
    """`day`, or the first day of the next active month (rule 4)."""
    months = schedule.get("activeMonths") or range(1, 13)
    while day.month not in months:
        day = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    return day


@dataclass
class Plant:
    id: str
    name: str  # what later lines call it: the nickname, else the id
    species: str
    added: date
    room: Optional[str]
    removed: bool = False
    schedules: dict = field(default_factory=dict)  # kind: its schedule.set
    first_set: dict = field(default_factory=dict)  # kind: day
    settled: dict = field(default_factory=dict)  # kind: greatest settled day
    snoozes: dict = field(default_factory=dict)  # kind or task: Snooze
    one_offs: dict = field(default_factory=dict)  # task: (kind, due day)

    def settle(self, kind, day):
        self.settled[kind] = max(day, self.settled.get(kind, day))

    def due(self, kind):
        """The due day of a scheduled kind before any snooze (rules 1 to 4)."""
        schedule = self.schedules[kind]
        settled = self.settled.get(kind)
        start = schedule.get("startOn")
        if start and (settled is None or settled < date.fromisoformat(start)):
            due = date.fromisoformat(start)
        else:
            rest = settled or max(self.added, self.first_set[kind])
            due = rest + interval(schedule, rest)
        return into_active_month(schedule, due)

    def snooze(self, kind, task=None):
        """The snooze in force (rule 5): newer care ends a scheduled one."""
        snooze = self.snoozes.get(task or kind)
        if snooze and task is None and snooze.settled != self.settled.get(kind):
            return None
        return snooze


class Snooze(NamedTuple):
    settled: Optional[date]
    until: date
    count: int


class Task(NamedTuple):
    plant: Plant
    kind: str
    id: Optional[str]
    due: date
    snoozed_until: Optional[date]
    snooze_count: int


COMMON = {"type", "at", "recordedAt", "action", "note"}
SCHEDULE = {"seasonalIntervalDays", "activeMonths", "amount", "time", "startOn"}
FIELDS = {  # type: (required, optional beside the common ones)
    "plant.added": (
        {"plant", "scientificName"},
        {"id", "commonNames", "family", "genus", "category", "nickname", "room",
         "acquiredOn", "source", "confidence", "parent", "tags"},
    ),
    "plant.favorited": ({"plant", "isFavorite"}, set()),
    "plant.moved": ({"plant", "room"}, set()),
    "plant.removed": ({"plant", "reason"}, set()),
    "plant.restored": ({"plant"}, set()),
    "plant.noted": ({"plant", "text"}, set()),
    "schedule.set": ({"plant", "kind", "intervalDays"}, SCHEDULE),
    "schedule.cleared": ({"plant", "kind"}, set()),
    "task.added": ({"plant", "kind", "due"}, {"task"}),
    "task.completed": ({"plant", "kind"}, {"task", "amount", "batch"}),
    "task.skipped": ({"plant", "kind", "due"}, {"task"}),
    "task.snoozed": ({"plant", "kind", "until"}, {"task", "settled"}),
    "room.created": ({"room"}, {"id", "name", "icon", "sortOrder"}),
    "room.deleted": ({"room"}, set()),
    "setting.changed": ({"key", "value"}, set()),
}
DEFAULT_ROOMS = ["Kitchen", "Living Room", "Bedroom", "Bathroom", "Office",
                 "Patio/Balcony", "Other"]


class Refused(Exception):
    """A line that `append --as-recorded` would not take."""


def require(condition, reason):
    if not condition:
        raise Refused(reason)


class State:
    """A fold of the lines, as strict as `append`.

    It leaves out what the sample never does: undo, grouped waterings at the
    end, seasons switched off, the southern hemisphere.
    """

    def __init__(self):
        self.plants = {}  # by name, ids too
        self.rooms = list(DEFAULT_ROOMS)
        self.stamp = datetime.min.replace(tzinfo=timezone.utc)

    def apply(self, line):
        self._check_fields(line)
        self._advance(line)
        subject = []
        if "plant" in line and line["type"] != "plant.added":
            subject = [self._subject(line)]
        handler = getattr(self, "_" + line["type"].replace(".", "_"), None)
        if handler:  # notes, favorites and settings change no due day
            handler(line, *subject)

    def _check_fields(self, line):
        require(line["type"] in FIELDS, f"unknown type {line['type']}")
        required, optional = FIELDS[line["type"]]
        require(required <= line.keys(), f"missing {required - line.keys()}")
        unknown = line.keys() - required - optional - COMMON
        require(not unknown, f"unknown fields {unknown}")

    def _subject(self, line):
        plant = self._plant(line["plant"])
        restored = line["type"] == "plant.restored"
        require(restored or not plant.removed, f"{plant.name} is removed")
        return plant

    def _advance(self, line):
        at = datetime.fromisoformat(line["at"])
        stamp = datetime.fromisoformat(line.get("recordedAt", line["at"]))
        require(at.utcoffset() == at.astimezone(ZONE).utcoffset(), "wrong offset")
        require(at <= stamp, "done after it was recorded")
        require(self.stamp <= stamp, "stamps decrease")
        require(stamp.date() <= LAST_DAY, "after the last day")
        self.stamp = stamp
        self.day = at.astimezone(ZONE).date()

    def _plant(self, name):
        require(name.casefold() in self.plants, f"no plant {name}")
        return self.plants[name.casefold()]

    def _room(self, name):
        require(name is None or name in self.rooms, f"no room {name}")
        return name

    def _plant_added(self, line):
        name = line["plant"]
        require(name.casefold() not in self.plants, f"second {name}")
        if "parent" in line:
            require(not self._plant(line["parent"]).removed, "parent is removed")
        plant = Plant(line["id"], name, line["scientificName"], self.day,
                      self._room(line.get("room")))
        self.plants[name.casefold()] = self.plants[plant.id] = plant

    def _plant_moved(self, line, plant):
        plant.room = self._room(line["room"])

    def _plant_removed(self, line, plant):
        plant.removed = True

    def _plant_restored(self, line, plant):
        require(plant.removed, "not removed")
        plant.removed = False

    def _schedule_set(self, line, plant):
        plant.schedules[line["kind"]] = line
        plant.first_set.setdefault(line["kind"], self.day)

    def _schedule_cleared(self, line, plant):
        require(line["kind"] in plant.schedules, "no such schedule")
        del plant.schedules[line["kind"]], plant.first_set[line["kind"]]

    def _task_added(self, line, plant):
        due = date.fromisoformat(line["due"])
        plant.one_offs[line["task"]] = (line["kind"], due)

    def _task_completed(self, line, plant):
        self._end_one_off(line, plant)
        plant.settle(line["kind"], self.day)

    def _task_skipped(self, line, plant):
        if not self._end_one_off(line, plant):
            due = date.fromisoformat(line["due"])
            plant.settle(line["kind"], max(due, self.day))

    def _task_snoozed(self, line, plant):
        kind, task = line["kind"], line.get("task")
        before = plant.snooze(kind, task)
        plant.snoozes[task or kind] = Snooze(
            plant.settled.get(kind), date.fromisoformat(line["until"]),
            before.count + 1 if before else 1,
        )

    def _end_one_off(self, line, plant):
        if "task" not in line:
            return False
        require(line["task"] in plant.one_offs, "no such one-off task")
        del plant.one_offs[line["task"]]
        return True

    def _room_created(self, line):
        require(line["room"] not in self.rooms, "second room of that name")
        self.rooms.append(line["room"])

    def _room_deleted(self, line):
        self.rooms.remove(self._room(line["room"]))

    # Views

    def living(self):
        """The plants that are not removed, in the order they came."""
        unique = {plant.id: plant for plant in self.plants.values()}
        return [plant for plant in unique.values() if not plant.removed]

    def shown_room(self, plant):
        return plant.room if plant.room in self.rooms else "Other"

    def open_tasks(self):
        """Every open task with its effective due day (rules 1 to 6)."""
        for plant in self.living():
            for kind in plant.schedules:
                yield self._task(plant, kind, None, plant.due(kind))
            for task, (kind, due) in plant.one_offs.items():
                yield self._task(plant, kind, task, due)

    def _task(self, plant, kind, task, due):
        snooze = plant.snooze(kind, task)
        if snooze is None:
            return Task(plant, kind, task, due, None, 0)
        return Task(plant, kind, task, max(due, snooze.until), snooze.until,
                    snooze.count)

    def today(self, day):
        """Overdue, due and snoozed tasks as Today shows them (rule 8)."""
        overdue, due, snoozed = [], [], []
        for task in self.open_tasks():
            if task.snoozed_until and task.snoozed_until > day:
                snoozed.append(task)
            elif task.due < day:
                overdue.append(task)
            elif task.due == day:
                due.append(task)
        return overdue, due, snoozed
