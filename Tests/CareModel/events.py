"""What the model reads: events as people wrote them, in canonical order.

Instants are milliseconds since 1970, days are `datetime.date`, ids are texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

# The canonical order of the events of these journals: by the wall clock that
# stamps them; what one replica wrote within a millisecond keeps its order.
Place = tuple[int, int]


@dataclass(frozen=True)
class Event:
    """An event about a plant, a room or a setting."""

    type: str
    place: Place
    recorded: int
    at: int
    action: str
    subject: str | None = None
    body: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Undoing:
    """That an action is undone, or is not any more."""

    place: Place
    recorded: int
    action: str
    undone: bool


@dataclass(frozen=True)
class Amendment:
    """That an action's care of some plants was given at another time."""

    place: Place
    recorded: int
    action: str
    amended: str
    subjects: frozenset[str]
    at: int

    def is_of(self, event: Event) -> bool:
        return (
            event.type == "task.completed"
            and event.action == self.amended
            and event.subject in self.subjects
        )


@dataclass
class Log:
    """The events that a replica holds."""

    first_zone: str
    events: list[Event] = field(default_factory=list)
    undoings: list[Undoing] = field(default_factory=list)
    amendments: list[Amendment] = field(default_factory=list)

    def copy(self) -> Log:
        return Log(
            self.first_zone, list(self.events), list(self.undoings),
            list(self.amendments),
        )

    def receive(self, other: Log) -> None:
        """Takes in what another replica holds."""
        self.events = _merged(self.events, other.events)
        self.undoings = _merged(self.undoings, other.undoings)
        self.amendments = _merged(self.amendments, other.amendments)

    def in_force(self, moment: int | None) -> list[Event]:
        """Events recorded by `moment` whose action is not undone by then; care
        as it was amended last."""
        undone: dict[str, bool] = {}
        for undoing in _known(self.undoings, moment):
            undone[undoing.action] = undoing.undone
        events = [
            event
            for event in _known(self.events, moment)
            if not undone.get(event.action, False)
        ]
        for amendment in _known(self.amendments, moment):
            if not undone.get(amendment.action, False):
                events = [
                    replace(event, at=amendment.at)
                    if amendment.is_of(event) else event
                    for event in events
                ]
        return events


def _known(items: Iterable[Any], moment: int | None) -> list[Any]:
    known = [
        item for item in items if moment is None or item.recorded <= moment
    ]
    return sorted(known, key=lambda item: item.place)


def _merged(own: list[Any], others: list[Any]) -> list[Any]:
    held = {item.place for item in own}
    return own + [item for item in others if item.place not in held]
