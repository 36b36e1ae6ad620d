"""Plays a random journal with the program, and compares what both show."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

from generator import Generator, Play, Query, milliseconds, text
from model import View

ROOT = Path(__file__).resolve().parents[2]
UTC = ZoneInfo("UTC")


@cache
def binary() -> Path:
    path = Path(
        os.environ.get("PLANTGUIDE_BIN", ROOT / "bin" / "plantguide")
    ).resolve()
    assert os.access(path, os.X_OK), (
        f"no program at {path}; build it or set PLANTGUIDE_BIN"
    )
    return path


class Disagreement(AssertionError):
    """The program and the model show different things."""


@dataclass
class Player:
    """The replicas of one journal."""

    play: Play
    folder: Path
    program: Path = field(default_factory=binary)

    def run(
        self, replica: str, *arguments: str, now: int | None = None,
        input: bytes = b"",
    ) -> bytes:
        clock = [] if now is None else ["--now", text(now, UTC)]
        done = subprocess.run(
            [self.program, *arguments, *clock],
            input=input,
            capture_output=True,
            env={
                "PATH": os.environ["PATH"],
                "PLANTGUIDE_HOME": str(self.folder / replica),
                "TZ": self.play.zone,
                "LC_ALL": "C.UTF-8",
            },
            timeout=120,
            check=False,
        )
        if done.returncode != 0:
            message = done.stderr.decode(errors="replace")
            raise Disagreement(f"{arguments} was refused: {message}")
        return done.stdout

    def perform(self) -> None:
        """Does every step."""
        ids: dict[str, str] = {}
        for step in self.play.steps:
            if step.verb == "receive":
                events = self.run(step.target, "export", "events")
                self.run(step.replica, "import", input=events, now=step.now)
                continue
            if step.verb == "skip":
                self.run(
                    step.replica, "skip", *step.plants, step.target, "--yes",
                    now=step.now,
                )
                continue
            if step.verb == "amend":
                plants = [
                    word for plant in step.plants for word in ("--plant", plant)
                ]
                answer = self.run(
                    step.replica, "amend", ids[step.target], *plants, "--at",
                    text(step.at, UTC), "--yes", "--json", now=step.now,
                )
            elif step.verb == "append":
                lines = "".join(json.dumps(line) + "\n" for line in step.lines)
                answer = self.run(
                    step.replica, "append", "--as-recorded", "--json",
                    now=step.now, input=lines.encode(),
                )
            else:
                answer = self.run(
                    step.replica, "undo", ids[step.target], "--yes", "--json",
                    now=step.now,
                )
            actions = [
                f"{action['writer'][:8]}-{action['sequence']}"
                for action in json.loads(answer)["actions"]
            ]
            ids |= dict(zip(step.actions, actions))

    def compare(self) -> None:
        """Asks every question."""
        for query in self.play.queries:
            view = View(self.play.log, query.as_of)
            self.compare_export(query, view)
        query = self.play.queries[0]
        view = View(self.play.log)
        for plant in self.play.asked_plants:
            tasks = view.open_tasks(plant)
            if tasks:
                shown = json.loads(
                    self.run("a", "why", plant, "--json", now=query.now)
                )
                check("why", shown, view.why(plant, query.moment), query)

    def compare_export(self, query: Query, view: View) -> None:
        arguments = ["export", "json"]
        if query.as_of is not None:
            arguments += ["--as-of", text(query.as_of, UTC)]
        for replica in {step.replica for step in self.play.steps}:
            shown = json.loads(
                self.run(replica, *arguments, now=query.now)
            )
            for done in shown["today"]["done"]:
                done["at"] = milliseconds(datetime.fromisoformat(done["at"]))
            now = query.moment
            check("today", shown["today"], view.today(now), query)
            check("upcoming", shown["upcoming"], view.upcoming(now), query)
            check("schedules", shown["schedules"], view.schedule_list(), query)
            counts = view.counts(now)
            found = {key: shown["statistics"][key] for key in counts}
            check("statistics", found, counts, query)
            plants = [
                (plant["id"], plant["room"]) for plant in shown["collection"]
            ]
            expected = [(plant, view.room(plant)) for plant in view.plants]
            check("collection", plants, expected, query)


def check(name: str, shown: Any, expected: Any, query: Query) -> None:
    difference = first_difference(name, shown, expected)
    if difference:
        raise Disagreement(f"{query}: {difference}")


def first_difference(path: str, shown: Any, expected: Any) -> str | None:
    """Where two documents part."""
    if isinstance(shown, dict) and isinstance(expected, dict):
        for key in [*expected, *(key for key in shown if key not in expected)]:
            found = first_difference(
                f"{path}.{key}", shown.get(key), expected.get(key)
            )
            if found:
                return found
        return None
    if isinstance(shown, list) and isinstance(expected, list):
        for index, pair in enumerate(zip(shown, expected)):
            found = first_difference(f"{path}[{index}]", *pair)
            if found:
                return found
        if len(shown) != len(expected):
            return (
                f"{path}: the program has {len(shown)}, "
                f"the model {len(expected)}"
            )
        return None
    if shown == expected:
        return None
    return f"{path}: the program says {shown!r}, the model {expected!r}"


def disagreement(zone: str, seed: int) -> str | None:
    """Plays the journal of a seed; says where program and model differ."""
    play = Generator(zone, seed).play()
    with TemporaryDirectory(prefix="plantguide-care-") as folder:
        player = Player(play, Path(folder))
        try:
            player.perform()
            player.compare()
        except Disagreement as found:
            return f"zone {zone}, seed {seed}: {found}"
    return None
