"""Care, survival and demand, counted anew from the events of a journal."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, timedelta
from typing import Any

from events import Event
from model import View

MISTAKE = "mistake"


class Recount:
    """What a report of care must say of a period."""

    def __init__(self, view: View, since: date, until: date) -> None:
        self.view = view
        self.since = since
        self.until = until

    def removal(self, plant: str) -> Event | None:
        """Why and when a plant left; none where it came back."""
        moves = self.view.of_type(
            "plant.added", "plant.removed", "plant.restored", plant=plant
        )
        last = list(moves)[-1]
        return last if last.type == "plant.removed" else None

    def left_on(self, plant: str) -> date | None:
        removal = self.removal(plant)
        return None if removal is None else self.view.day(removal.at)

    def stay(self, plant: str) -> tuple[date, date] | None:
        """The days of the period on which a plant was there."""
        removal = self.removal(plant)
        if removal is not None and removal.body["reason"] == MISTAKE:
            return None
        first = max(self.view.day(self.view.added(plant).at), self.since)
        last = min(self.left_on(plant) or self.until, self.until)
        return (first, last) if first <= last else None

    @property
    def kept(self) -> list[str]:
        return [p for p in self.view.known_plants if self.stay(p)]

    def cares(self, plant: str) -> set[tuple[date, str]]:
        """The days and kinds of a plant's care."""
        return {
            (self.view.day(event.at), event.body["kind"])
            for event in self.view.of_type("task.completed", plant=plant)
            if self.since <= self.view.day(event.at) <= self.until
        }

    def months(self) -> list[dict[str, Any]]:
        """How much care of each kind was given in each month."""
        given: dict[str, Counter[str]] = defaultdict(Counter)
        for plant in self.kept:
            for day, kind in self.cares(plant):
                given[str(day)[:7]][kind] += 1
        day, names = self.since, []
        while day <= self.until:
            if str(day)[:7] not in names:
                names.append(str(day)[:7])
            day += timedelta(days=1)
        return [{"month": name, "given": dict(given[name])} for name in names]

    def survival(self) -> dict[str, Any]:
        left: Counter[str] = Counter()
        species: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for plant in self.kept:
            name = self.view.added(plant).body["scientificName"]
            species[name][0] += 1
            gone = self.left_on(plant)
            if gone is None or gone > self.until:
                continue
            reason = self.removal(plant).body["reason"]
            left[reason] += 1
            species[name][1] += reason == "died"
        return {
            "kept": len(self.kept),
            "left": {
                reason: left[reason]
                for reason in ["died", "givenAway", "sold", "other"]
            },
            "species": {name: tuple(two) for name, two in species.items()},
        }

    def ages(self) -> dict[str, int]:
        """How old the plants were that died."""
        return {
            plant: max(
                0, (gone - self.view.day(self.view.added(plant).at)).days
            )
            for plant in self.kept
            if (gone := self.left_on(plant)) and gone <= self.until
            and self.removal(plant).body["reason"] == "died"
        }

    def demand(self, plant: str) -> tuple[int, int, float, float | None]:
        """Care given, days kept, and both sorts of care in 30 days."""
        first, last = self.stay(plant)
        days = (last - first).days + 1
        given = len(self.cares(plant))
        gone = self.left_on(plant)
        planned = None
        if gone is None or gone > self.until:
            rounds = sum(
                self._rounds(plant, kind) for kind in self.view.schedules(plant)
            )
            planned = rounds * 30 / 365
        return given, days, given * 30 / max(days, 30), planned

    def _rounds(self, plant: str, kind: str) -> int:
        """How often a schedule comes round in the year after the period."""
        schedule = self.view.schedule(plant, kind)[0].body
        day, count = self.until, 0
        while True:
            days, _ = self.view.interval(schedule, day)
            day = self.view.active_day(schedule, day + timedelta(days=days))
            if day > self.until + timedelta(days=365):
                return count
            count += 1
