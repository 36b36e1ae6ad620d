"""kill -9 at random moments: what was acknowledged stays."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from program import NOW, Home, event_hash, hashes_of, json_lines

BULK = 3000


@dataclass
class Attempt:
    """A command to kill, and what must hold when it is dead."""

    arguments: list[str]
    text: bytes = b""
    # Given whether the command answered: checks what is special to it.
    check: Callable[[bool], None] = lambda answered: None


@dataclass
class Campaign:
    home: Home
    donor: Path
    chance: random.Random
    acknowledged: set[str] = field(default_factory=set)
    totals: Counter[str] = field(default_factory=Counter)
    durations: dict[str, float] = field(default_factory=dict)

    def bulk(self, run: int) -> Attempt:
        """Thousands of notes in actions of many sizes."""
        lines = [
            {
                "type": "plant.noted",
                "plant": "Monty",
                "text": f"{run}/{index}",
                "action": str(index // (1 + run % 9)),
            }
            for index in range(BULK)
        ]

        def check(answered: bool) -> None:
            found = self.home.history("--text", f"{run}/")
            texts = [event["payload"]["text"] for event in found]
            whole = [f"{run}/{index}" for index in range(BULK)]
            mine = [text for text in texts if text.startswith(f"{run}/")]
            assert mine in ([], whole), f"{len(mine)} of {BULK} lines"
            assert mine or not answered

        return Attempt(["append"], json_lines(lines), check)

    def water(self, run: int) -> Attempt:
        return Attempt(["water", "Monty", "--note", f"run {run}"])

    def undo(self, run: int) -> Attempt:
        # All earlier actions may have been killed or taken back by now.
        self.home.do("note", "Monty", f"taken back by run {run}")
        return Attempt(["undo", "--yes"])

    def importing(self, run: int) -> Attempt:
        before = self.home.hashes()
        text = self.donor.read_bytes()
        offered = {
            event_hash(json.loads(line)["header"]) for line in text.splitlines()
        }

        def check(answered: bool) -> None:
            after = self.home.hashes()
            assert after in (before, before | offered)
            assert offered <= after or not answered

        return Attempt(["import", "--merge"], text, check)

    def rebuild(self, run: int) -> Attempt:
        before = self.home.export()

        def check(answered: bool) -> None:
            assert self.home.export() == before

        return Attempt(["log", "rebuild"], check=check)

    def kill(self, run: int) -> None:
        """Starts a command, kills it at some moment, and looks."""
        make = [self.bulk, self.water, self.undo, self.importing, self.rebuild][
            run % 5
        ]
        attempt = make(run)
        name = make.__name__
        process = self.home.start(
            *attempt.arguments, "--json", "--now", NOW, stdin=subprocess.PIPE
        )
        started = time.monotonic()
        # A little more than the command takes, so that some finish.
        delay = self.chance.random() * self.durations[name] * 1.2
        answer = self.talk(process, attempt.text, delay)
        if process.returncode == 0:
            self.durations[name] = time.monotonic() - started
        self.totals[
            f"{name}: {'killed' if process.returncode else 'done'}"
        ] += 1
        if answer and "actions" in answer:
            self.acknowledged |= hashes_of(answer)
        self.home.verify()
        missing = self.acknowledged - self.home.hashes()
        assert not missing, f"lost after {name}: {missing}"
        attempt.check(answer is not None)

    @staticmethod
    def talk(process: subprocess.Popen[bytes], text: bytes, delay: float):
        """The answer of a command that lives for `delay` seconds; what came
        out whole before the kill was acknowledged too."""
        try:
            output, errors = process.communicate(text, timeout=delay)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        assert process.returncode in (0, -9), errors
        return json.loads(output) if output.endswith(b"}\n") else None


@pytest.fixture
def donor(tmp_path: Path) -> Path:
    """The events of another journal, whose plant has another name."""
    home = Home(tmp_path / "donor")
    home.do("add", "Ficus lyrata", "--name", "Fig")
    home.append(
        *(
            {"type": "plant.noted", "plant": "Fig", "text": f"leaf {index}"}
            for index in range(BULK)
        )
    )
    path = tmp_path / "donor.jsonl"
    path.write_bytes(home.events())
    return path


def test_nothing_acknowledged_is_lost(
    home: Home,
    donor: Path,
    chance: random.Random,
    is_long: bool,
    tmp_path: Path,
) -> None:
    base = home.copy(tmp_path / "base")
    campaign = Campaign(home, donor, chance)
    runs = 200 if is_long else 40
    for run in range(runs):
        if run % 20 == 0:
            # A fresh journal now and then: old notes make the checks slow.
            campaign.home = base.copy(tmp_path / f"home{run}")
            campaign.acknowledged.clear()
            campaign.durations = (
                dict.fromkeys(
                    ["bulk", "water", "undo", "importing", "rebuild"], 0.05
                )
                | campaign.durations
            )
            campaign.home.do("note", "Monty", "the first here")
        campaign.kill(run)
    # What the killed processes left behind hinders nobody.
    campaign.home.do("water", "Monty")
    before = campaign.home.export()
    campaign.home.do("log", "rebuild")
    assert campaign.home.export() == before
    print(f"{runs} runs: {dict(sorted(campaign.totals.items()))}")


def test_a_killed_import_can_be_repeated(
    home: Home, donor: Path, chance: random.Random
) -> None:
    before = len(home.hashes())
    offered = len(donor.read_bytes().splitlines())
    for delay in sorted(chance.random() * 0.1 for _ in range(5)):
        process = home.start(
            "import", "--merge", "--json", stdin=subprocess.PIPE
        )
        Campaign.talk(process, donor.read_bytes(), delay)
    home.do("import", "--merge", text=donor.read_bytes())
    assert len(home.hashes()) == before + offered
    home.verify()
