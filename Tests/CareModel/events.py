"""What the model reads: events as people wrote them, in canonical order.

Instants are milliseconds since 1970, days are `datetime.date`, ids are texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
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


@dataclass
class Log:
    """The events that a replica holds."""

    first_zone: str
    events: list[Event] = field(default_factory=list)
    undoings: list[Undoing] = field(default_factory=list)

    def copy(self) -> Log:
        return Log(self.first_zone, list(self.events), list(self.undoings))

    def receive(self, other: Log) -> None:
        """Takes in what another replica holds."""
        self.events = _merged(self.events, other.events)
        self.undoings = _merged(self.undoings, other.undoings)

    def in_force(self, moment: int | None) -> list[Event]:
        """Events recorded by `moment` whose action is not undone by then."""
        undone: dict[str, bool] = {}
        for undoing in _known(self.undoings, moment):
            undone[undoing.action] = undoing.undone
        return [
            event
            for event in _known(self.events, moment)
            if not undone.get(event.action, False)
        ]


def _known(items: Iterable[Any], moment: int | None) -> list[Any]:
    known = [
        item for item in items if moment is None or item.recorded <= moment
    ]
    return sorted(known, key=lambda item: item.place)


def _merged(own: list[Any], others: list[Any]) -> list[Any]:
    held = {item.place for item in own}
    return own + [item for item in others if item.place not in held]
