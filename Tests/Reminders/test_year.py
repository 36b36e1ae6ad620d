"""A year of a household with two machines, of which one reminds: what each
`remind` says is recorded, some are killed after they have said something, and
the machine is off, its clock set back, the zone moved, and the other machine
gives care that arrives by sync.
"""

from __future__ import annotations

import datetime as dt
import json
import random
import signal
import subprocess
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from program import DONE, Home, binary, environment

SEEDS = range(1, 3)
CAMPAIGN = 20
FIRST, LAST = dt.date(2026, 1, 10), dt.date(2027, 1, 10)
PLANTS = {"Monty": 7, "Jade": 5, "Fern": 3, "Cactus": 21, "Ivy": 4}
ZONES = ["Europe/Berlin", "America/New_York"]
# Says what it gets; where the file `deadly` is, it kills who has started it, as
# a loss of power just then would.
PROGRAM = """#!/bin/sh
cat >> '{folder}/said'
if [ -e '{folder}/deadly' ]; then rm '{folder}/deadly'; kill -9 $PPID; fi
"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        is_long = metafunc.config.getoption("--campaign") == "long"
        first = metafunc.config.getoption("--seed") * CAMPAIGN + 1
        metafunc.parametrize(
            "seed", range(first, first + CAMPAIGN) if is_long else SEEDS)


class Household:
    def __init__(self, folder: Path, seed: int):
        self.folder = folder
        self.chance = random.Random(seed)
        self.zone = ZONES[0]
        self.now = dt.datetime(
            FIRST.year, FIRST.month, FIRST.day, 6, tzinfo=ZoneInfo("UTC"))
        self.laptop, self.phone = Home(folder / "laptop"), Home(folder / "phone")
        script = folder / "say"
        script.write_text(PROGRAM.format(folder=folder))
        script.chmod(0o700)
        (folder / "said").touch()
        for name, days in PLANTS.items():
            self.do("add", "Monstera deliciosa", "--name", name, "--as-typed",
                    "--every", f"{days}d")
        self.do("settings", "set", "timeZone", self.zone)
        self.do("log", "name", "Laptop")
        self.do("settings", "set", "reminderMachine", "Laptop")
        self.hour = self.chance.randrange(6, 22)
        self.do("settings", "set", "reminderTime", f"{self.hour:02}:15")
        self.do("settings", "set", "reminderForm",
                self.chance.choice(["digest", "single"]))
        start = FIRST + dt.timedelta(days=self.chance.randrange(40, 200))
        self.pause = (start, start + dt.timedelta(days=9))
        self.do("settings", "set", "reminderPause",
                "..".join(str(day) for day in self.pause))
        self.do("remote", "add", "stick", str(folder / "stick"))
        self.do("channel", "add", f"command:{script}", "--name", "say")
        self.do("sync")
        self.do("remote", "add", "stick", str(folder / "stick"), home=self.phone)
        self.do("sync", "--yes", home=self.phone)
        # It reminds of nothing, as the setting names the other.
        self.do("channel", "add", f"command:{script}", "--name", "say",
                home=self.phone)
        self.kills: dict[str, int] = {}
        self.said: dict[str, int] = {}

    def do(self, *words: str, home: Home | None = None) -> str:
        result = (home or self.laptop).run(*words, now=self.now.isoformat())
        assert result.code == DONE, str(result)
        return result.text

    @property
    def local(self) -> dt.datetime:
        return self.now.astimezone(ZoneInfo(self.zone))

    def heard(self) -> list[dict]:
        """What was said since the last look."""
        path = self.folder / "said"
        messages = [json.loads(line) for line in path.read_text().splitlines()]
        path.write_text("")
        return messages

    def remind(self) -> None:
        deadly = self.folder / "deadly"
        is_deadly = self.chance.random() < 0.15
        if is_deadly:
            deadly.touch()
        code = subprocess.run(
            [binary(), "remind", "--now", self.now.isoformat()],
            env=environment(self.laptop.path), stdout=subprocess.DEVNULL,
            timeout=60, check=False,
        ).returncode
        messages = self.heard()
        if is_deadly and messages:
            assert code == -signal.SIGKILL
            # What it had said last is not recorded.
            for task in messages[-1]["tasks"]:
                key = task["key"]
                self.kills[key] = self.kills.get(key, 0) + 1
        else:
            assert code == DONE
            deadly.unlink(missing_ok=True)
        for message in messages:
            assert not self.pause[0] <= self.local.date() <= self.pause[1]
            for task in message["tasks"]:
                key = task["key"]
                self.said[key] = self.said.get(key, 0) + 1
                assert self.said[key] <= 1 + self.kills.get(key, 0), key
                assert task["due"] <= str(self.local.date())

    def nothing_is_lost(self) -> None:
        today = self.local.date()
        if self.pause[0] <= today <= self.pause[1] or self.kills_open():
            return
        view = json.loads(self.do("today", "--json"))
        for task in view["overdue"]:
            due = dt.date.fromisoformat(task["due"])
            first = max(due, due if due < self.pause[0] or due > self.pause[1]
                        else self.pause[1] + dt.timedelta(days=1))
            if first < today:
                key = f"{task['plant']}:{task['kind']}:{task['due']}"
                assert key in self.said, (key, today)

    def kills_open(self) -> bool:
        return (self.folder / "deadly").exists()

    def live(self) -> None:
        """Somebody does what is due, on one of the machines."""
        home = self.chance.choice([self.laptop, self.phone])
        view = json.loads(self.do("today", "--json", home=home))
        due = view["overdue"] + [
            task for room in view["today"] for task in room["tasks"]]
        for task in due:
            choice = self.chance.random()
            if choice < 0.5:
                self.do("water", task["plantName"], home=home)
            elif choice < 0.6:
                self.do("snooze", task["plantName"], "watering", "2d", home=home)

    def pass_year(self) -> None:
        while self.now.date() < LAST:
            away = self.chance.random() < 0.05
            self.now += dt.timedelta(
                minutes=self.chance.randrange(3_000, 9_000) if away
                else self.chance.randrange(200, 1_100))
            if self.chance.random() < 0.02:
                right = self.now
                self.now -= dt.timedelta(days=self.chance.randrange(1, 3))
                self.remind()
                self.now = right
            if self.chance.random() < 0.01:
                self.zone = ZONES[self.zone == ZONES[0]]
                self.do("settings", "set", "timeZone", self.zone)
            if self.chance.random() < 0.4:
                self.live()
            if self.chance.random() < 0.3:
                self.do("sync", home=self.phone)
                self.do("sync")
            self.remind()
            if self.chance.random() < 0.2:
                assert "nother machine" in self.do("remind", home=self.phone)
                assert not self.heard()
            self.nothing_is_lost()


def test_a_year_of_reminders(tmp_path: Path, seed: int) -> None:
    print(f"seed {seed}")
    household = Household(tmp_path, seed)
    household.pass_year()
    assert len(household.said) > 100
    assert household.kills
