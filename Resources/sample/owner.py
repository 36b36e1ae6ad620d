"""The owner: what somebody with fifty plants does from day to day."""

import random
import uuid
from datetime import datetime, time, timedelta, timezone
from math import log

from care import SCHEDULE, State, season
from household import (
    AMOUNTS, AWAY, CARE, CARE_NOTES, FIRST_DAY, LAST_DAY, NEIGHBOUR_DAYS,
    NEIGHBOUR_ROOMS, OBSERVATIONS, ONE_OFFS, PLANTS, READING_DAY,
    SEASONAL_OBSERVATIONS, SPECIES, STORY, THIRSTY, USUAL_AMOUNTS, ZONE,
)

ONE_DAY = timedelta(days=1)
WINTER = (12, 1, 2)

# How the owner behaves. Chances are per day or per task.
BUSY_DAY = 0.10  # nobody looks at the plants
BUSY_SUNDAY = 0.08
BACK_DATED = 0.05  # done yesterday evening, written down today
EARLY = 0.06
WET_SOIL = 0.035  # a watering is snoozed
SKIPPED = {"watering": 0.012, "misting": 0.06, "repotting": 0.0}
SKIPPED_OTHERWISE = 0.04
BATCHED = 0.6  # three or more of a kind in a room go as one command
WITH_NOTE = 0.05
WITH_AMOUNT = 0.25
OBSERVATION = 0.40  # a plant.noted, per session
MEAN_DELAY = {  # days late on average
    "watering": 0.9, "misting": 0.6, "fertilizing": 1.6, "rotation": 2.0,
    "cleaning": 2.5, "repotting": 6.0, "neem-spray": 1.5,
}
WINTER_DELAY = 1.4  # everything takes longer in the dark months

# What the last evening leaves for the reading day.
OVERDUE_LEFT = 5
TODAY_LEFT = 8
SNOOZED_LEFT = 3


class Chance:
    """Seeded decisions, all drawn from `random()`."""

    def __init__(self, seed):
        self._next = random.Random(seed).random

    def happens(self, probability):
        return self._next() < probability

    def between(self, low, high):
        """A whole number, both ends included."""
        return low + int(self._next() * (high - low + 1))

    def pick(self, choices):
        return choices[self.between(0, len(choices) - 1)]

    def sample(self, choices, count):
        rest = list(choices)
        return [rest.pop(self.between(0, len(rest) - 1))
                for _ in range(min(count, len(rest)))]

    def delay(self, mean):
        """Whole days, gamma distributed (shape 2): mostly few, seldom many."""
        return round(-mean / 2 * log((1 - self._next()) * (1 - self._next())))

    def uuid(self):
        bits = 0
        for _ in range(4):
            bits = bits << 32 | self.between(0, 2**32 - 1)
        return str(uuid.UUID(int=bits, version=4))


class Journal:
    """Writes lines at a clock that only moves forward."""

    def __init__(self, chance):
        self.state = State()
        self.lines = []
        self._chance = chance
        self._clock = None  # UTC, so that days of 23 or 25 hours do no harm

    def begin_session(self, day, hour, minute):
        local = datetime.combine(day, time(hour, minute), ZONE)
        self._clock = local.astimezone(timezone.utc)

    def write(self, type, at=None, pause=(12, 55), **fields):
        """Writes one line; `at` is when it was done, if that was not now."""
        self._clock += timedelta(seconds=self._chance.between(*pause))
        now = self._clock.astimezone(ZONE)
        line = {"type": type}
        for name in ("plant", "room", "key"):  # the subject first
            if name in fields and name not in line:
                line[name] = fields.pop(name)
        line["at"] = (at or now).isoformat()
        if at:
            line["recordedAt"] = now.isoformat()
        action = fields.pop("action", None)
        line |= fields | ({"action": action} if action else {})
        self.state.apply(line)
        self.lines.append(line)

    def write_together(self, action, entries, at=None):
        """Writes the lines of one command: one action, one moment."""
        for index, entry in enumerate(entries):
            pause = (0, 0) if index else (12, 55)
            self.write(at=at, pause=pause, action=action, **entry)


def is_away(day):
    return any(first <= day <= last for first, last in AWAY)


class Person:
    """Keeps the flat's plants, roughly on time."""

    def __init__(self, seed):
        self.chance = Chance(seed)
        self.ids = Chance(seed + 1)  # apart, so that habits change no id
        self.journal = Journal(self.chance)
        self.state = self.journal.state
        self.delays = {}  # (plant, kind, due): days late, drawn once
        self.arrivals = [(row, self.ids.uuid()) for row in PLANTS]
        self.task_ids = {row: self.ids.uuid() for row in ONE_OFFS}

    def live(self):
        """Lives through the whole period and returns the lines."""
        day = FIRST_DAY
        while day <= LAST_DAY:
            if not is_away(day):
                self._live_day(day)
            day += ONE_DAY
        return self.journal.lines

    def _live_day(self, day):
        plans = self._plans(day)
        sunday = day.weekday() == 6
        busy = self.chance.happens(BUSY_SUNDAY if sunday else BUSY_DAY)
        leaving, returning = is_away(day + ONE_DAY), is_away(day - ONE_DAY)
        if busy and not (plans or leaving or returning or day == LAST_DAY):
            return
        self._begin_session(day, sunday)
        if returning:
            self._record_neighbour(day)
        for plan in plans:
            plan()
        if day == LAST_DAY:
            return self._last_evening(day)
        self._care(day, self._wanted(day, sunday or returning, leaving))
        if self.chance.happens(OBSERVATION):
            self._observe(day)

    def _begin_session(self, day, sunday):
        if day == FIRST_DAY:
            self.journal.begin_session(day, 9, 40)
            self.journal.write("setting.changed", key="timeZone", value=ZONE.key)
        elif sunday:
            self.journal.begin_session(day, 10, self.chance.between(0, 59))
        elif day != LAST_DAY and self.chance.happens(0.3):
            self.journal.begin_session(day, 7, self.chance.between(5, 59))
        else:
            hour = self.chance.between(18, 20)
            self.journal.begin_session(day, hour, self.chance.between(0, 59))

    # What is planned for a day

    def _plans(self, day):
        """The story of a day, in order: rooms, plants, events, one-offs."""
        name = day.isoformat()
        story = [line for on, line in STORY if on == name]
        story.sort(key=lambda line: line["type"] != "room.created")
        rooms = [line for line in story if line["type"] == "room.created"]
        return (
            [lambda line=line: self._tell(line) for line in rooms]
            + [lambda row=row, id=id: self._add(day, row, id)
               for row, id in self.arrivals if row.added == name]
            + [lambda line=line: self._tell(line) for line in story[len(rooms):]]
            + [lambda row=row: self._add_one_off(row) for row in ONE_OFFS
               if row.added == name]
            + [lambda row=row: self._end_one_off(row) for row in ONE_OFFS
               if row.settled == name]
        )

    def _tell(self, line):
        self.journal.write(**line)

    def _add(self, day, row, id):
        species = SPECIES[row.species]
        line = {
            "plant": row.nickname or id,
            "id": id,
            "scientificName": row.species,
            "commonNames": species.common_names,
            "family": species.family,
            "genus": row.species.split()[0],
            "category": species.category,
            "source": row.source,
        }
        self.journal.write("plant.added", **line, room=row.room,
                           **self._origin(day, row))
        for schedule in self._schedules(row, species.category):
            self.journal.write("schedule.set", pause=(4, 15), plant=line["plant"],
                               **schedule)

    def _origin(self, day, row):
        """Where and since when a plant is in the flat."""
        origin = {}
        if row.parent:
            origin["parent"] = row.parent
        elif day > FIRST_DAY:
            origin["acquiredOn"] = day.isoformat()
        elif self.chance.happens(0.7):
            years_ago = timedelta(days=self.chance.between(40, 2200))
            origin["acquiredOn"] = (day - years_ago).isoformat()
        if row.source not in ("manual", "catalogue"):
            origin["confidence"] = self.chance.between(71, 98) / 100
        if row.tags:
            origin["tags"] = list(row.tags)
        return origin

    def _schedules(self, row, category):
        """The category's care, watering a day more or less by the spot."""
        for schedule in CARE[category] + list(row.extra):
            if schedule["kind"] == "watering" and schedule["intervalDays"] > 5:
                shift = self.chance.between(-1, 1)
                schedule = schedule | {
                    "intervalDays": schedule["intervalDays"] + shift
                }
            yield schedule

    def _add_one_off(self, row):
        self.journal.write("task.added", plant=row.plant, kind=row.kind,
                           task=self.task_ids[row], due=row.due)

    def _end_one_off(self, row):
        fields = {"plant": row.plant, "kind": row.kind, "task": self.task_ids[row]}
        if row.note:
            fields["note"] = row.note
        if row.outcome == "done":
            self.journal.write("task.completed", **fields)
        else:
            self.journal.write("task.skipped", **fields, due=row.due)

    # What is done because it is due

    def _wanted(self, day, round, leaving):
        """The scheduled tasks that get attention on a day.

        A round (Sundays, or coming home) takes all waterings due by tomorrow;
        before leaving, all due before the return are taken.
        """
        ahead = day + ONE_DAY if round else day
        if leaving:
            ahead = next(last for first, last in AWAY if first == day + ONE_DAY)
        for task in self.state.open_tasks():
            if task.id or (task.snoozed_until and task.snoozed_until > day):
                continue
            in_round = task.kind == "watering" and task.due <= ahead
            if (round or leaving) and in_round or self._is_time(day, task):
                yield task

    def _is_time(self, day, task):
        key = (task.plant.id, task.kind, task.due)
        if key not in self.delays:
            self.delays[key] = self._draw_delay(task)
        return task.due + timedelta(days=self.delays[key]) <= day

    def _draw_delay(self, task):
        if task.plant.schedules[task.kind]["intervalDays"] > 4:
            if self.chance.happens(EARLY):
                return -self.chance.between(1, 2)
        slow = WINTER_DELAY if task.due.month in WINTER else 1
        return self.chance.delay(MEAN_DELAY[task.kind] * slow)

    def _care(self, day, tasks):
        """Goes from room to room, kind by kind."""
        groups = {}
        for task in tasks:
            room = self.state.shown_room(task.plant)
            groups.setdefault((room, task.kind), []).append(task)
        rooms = self.state.rooms
        for (room, kind), group in sorted(
            groups.items(), key=lambda item: (rooms.index(item[0][0]), item[0][1])
        ):
            group = [task for task in group if not self._put_off(day, task)]
            if self._is_batch(day, kind, group):
                self._complete_together(day, room, kind, group)
            else:
                for task in group:
                    self._complete(day, task)

    def _is_batch(self, day, kind, group):
        if kind == "watering" and day.weekday() == 6:
            return len(group) >= 2
        return len(group) >= 3 and self.chance.happens(BATCHED)

    def _put_off(self, day, task):
        """Snoozes or skips a task now and then; tells whether it did."""
        if task.kind == "watering" and self.chance.happens(WET_SOIL):
            self._snooze(day, task)
            return True
        skipped = SKIPPED.get(task.kind, SKIPPED_OTHERWISE)
        if task.due <= day and self.chance.happens(skipped):
            self.journal.write("task.skipped", plant=task.plant.name,
                               kind=task.kind, due=task.due.isoformat())
            return True
        return False

    def _snooze(self, day, task):
        days = self.chance.pick([3, 3, 3, 3, 7, 7, 7, 14])
        until = max(day, task.due) + timedelta(days=days)
        self.journal.write("task.snoozed", plant=task.plant.name, kind=task.kind,
                           until=until.isoformat(), note="soil still wet")
        if task.snooze_count:
            self._water_less(task.plant)

    def _water_less(self, plant):
        """Twice too wet for the same watering: the interval was too short."""
        old = plant.schedules["watering"]
        fields = {name: old[name] for name in SCHEDULE & old.keys()}
        self.journal.write(
            "schedule.set", plant=plant.name, kind="watering",
            intervalDays=old["intervalDays"] + 2,
            **dict(sorted(fields.items())), note="keeps being wet",
        )

    def _complete(self, day, task):
        fields = {"plant": task.plant.name, "kind": task.kind}
        if task.kind == "watering" and self.chance.happens(WITH_AMOUNT):
            category = SPECIES[task.plant.species].category
            fields["amount"] = self.chance.pick(AMOUNTS.get(category, USUAL_AMOUNTS))
        if task.kind in CARE_NOTES and self.chance.happens(WITH_NOTE):
            fields["note"] = self.chance.pick(CARE_NOTES[task.kind])
        self.journal.write("task.completed", at=self._when(day, [task]), **fields)

    def _complete_together(self, day, room, kind, group):
        entries = [
            {"type": "task.completed", "plant": task.plant.name, "kind": kind,
             "batch": f"room {room}"}
            for task in group
        ]
        self.journal.write_together(f"{day} {kind} {room}", entries,
                                    at=self._when(day, group))

    def _when(self, day, tasks):
        """Yesterday evening for care that was written down late, else None."""
        yesterday = day - ONE_DAY
        settled = [task.plant.settled.get(task.kind) for task in tasks]
        added = [task.plant.added for task in tasks]
        if (
            is_away(yesterday)
            or any(rest >= yesterday for rest in settled if rest)
            or any(start >= yesterday for start in added)
            or not self.chance.happens(BACK_DATED)
        ):
            return None
        return self._evening(yesterday)

    def _evening(self, day):
        hour, minute = self.chance.between(18, 21), self.chance.between(0, 11) * 5
        return datetime.combine(day, time(hour, minute), ZONE)

    def _record_neighbour(self, day):
        """Writes down, on coming home, what the neighbour has watered."""
        (left, _), = [away for away in AWAY if away[1] == day - ONE_DAY]
        for visit in NEIGHBOUR_DAYS:
            if not left <= visit < day:
                continue
            plants = [
                plant for plant in self.state.living()
                if self.state.shown_room(plant) in NEIGHBOUR_ROOMS
                and plant.schedules["watering"]["intervalDays"] <= THIRSTY
            ]
            entries = [
                {"type": "task.completed", "plant": plant.name,
                 "kind": "watering", "batch": "neighbour", "note": "Mme Petit"}
                for plant in plants
            ]
            self.journal.write_together(f"{visit} neighbour", entries,
                                        at=self._evening(visit))

    def _observe(self, day):
        texts = OBSERVATIONS + SEASONAL_OBSERVATIONS[season(day)] * 3
        text = self.chance.pick(texts).format(n=self.chance.between(2, 9))
        plant = self.chance.pick(self.state.living())
        self.journal.write("plant.noted", plant=plant.name, text=text)

    # The last evening

    def _last_evening(self, day):
        """Tidies up, leaving a Today that is lively but plausible."""
        overdue, _, snoozed = self.state.today(READING_DAY)
        scheduled = [task for task in overdue if not task.id]
        for _ in range(SNOOZED_LEFT - len(snoozed)):
            wet = self.chance.pick(
                [task for task in scheduled if task.kind == "watering"]
            )
            self._snooze(day, wet)
            scheduled.remove(wet)
        once = sum(1 for task in overdue if task.id)
        left = self._leave_some(scheduled, OVERDUE_LEFT - once)
        self._do_all(day, [task for task in scheduled if task not in left])
        _, due, _ = self.state.today(READING_DAY)
        early = [task for task in due if not task.id]
        self._do_all(day, self.chance.sample(early, len(due) - TODAY_LEFT))

    def _leave_some(self, tasks, count):
        """Some tasks of different plants, no kind more than twice."""
        left = []
        for task in self.chance.sample(tasks, len(tasks)):
            kinds = [other.kind for other in left]
            plants = [other.plant.id for other in left]
            if kinds.count(task.kind) < 2 and task.plant.id not in plants:
                left.append(task)
        return left[:max(count, 0)]

    def _do_all(self, day, tasks):
        for task in tasks:
            self._complete(day, task)
