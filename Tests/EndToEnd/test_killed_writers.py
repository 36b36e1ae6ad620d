"""kill -9 of four writers and of what runs beside them.

What was acknowledged is in the journal, or in what was put away of it; no
command ever calls a journal damaged that only others were at work on.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from campaign import CATALOGUE, Stage, held_anywhere
from program import DAMAGED, DONE, NEWER, NOW, Home, hashes_of, json_lines

WRITERS = 4
BESIDE: dict[str, list[list[str]]] = {
    "rebuild": [["log", "rebuild"]],
    "compact": [["log", "compact"]],
    "backup": [["backup"]],
    "restore": [["backup", "restore", "latest", "--yes"]],
    "delete-all": [["delete-all", "--confirm", "Ours"]],
    "import": [["import", "--merge"]],
    "catalogue": [["catalogue", "import", CATALOGUE], ["catalogue", "remove"]],
    # All of them at once.
    "all": [
        ["log", "rebuild"],
        ["log", "compact"],
        ["backup"],
        ["backup", "restore", "latest", "--yes"],
        ["delete-all", "--confirm", "Ours"],
        ["import", "--merge"],
    ],
}


@dataclass
class Round:
    """Some time of writers at work, each killed now and then."""

    home: Home
    stage: Stage
    turns: int
    acknowledged: set[str] = field(default_factory=set)
    totals: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    is_over: bool = False

    def run(
        self, words: list[str], text: bytes, chance: random.Random
    ) -> int:
        """Runs a command to its end, or kills it at some moment."""
        process = self.home.start(
            *words, "--json", "--now", NOW, stdin=subprocess.PIPE
        )
        delay = chance.random() * 0.03 if chance.random() < 0.4 else 60
        try:
            output, errors = process.communicate(text, timeout=delay)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        code = process.returncode
        self.totals["killed" if code == -9 else f"status {code}"] += 1
        told = f"{words}: {code} {output[-200:]!r} {errors[-300:]!r}"
        if code != -9 and not DONE <= code <= NEWER or code == DAMAGED:
            self.wrong.append(told)
        # What came out whole before the kill was acknowledged, too.
        if code in (DONE, -9) and output.endswith(b"}\n"):
            answer = json.loads(output)
            if isinstance(answer, dict) and "actions" in answer:
                self.acknowledged |= hashes_of(answer)
        return code

    def write(self, number: int, chance: random.Random) -> None:
        for turn in range(self.turns):
            name = f"Plant {number}.{turn}"
            words, text = ["add", "Ficus lyrata", "--name", name], b""
            if turn % 3:
                words = ["append"]
                text = json_lines(
                    [
                        {
                            "type": "plant.added",
                            "plant": f"{name}.{index}",
                            "scientificName": "Ficus lyrata",
                        }
                        for index in range(chance.choice([1, 2, 30]))
                    ]
                )
            self.run(words, text, chance)

    def disturb(self, calls: list[list[str]], chance: random.Random) -> None:
        while not self.is_over:
            words = chance.choice(calls)
            text = self.stage.texts.get(tuple(words), b"")
            self.run(words, text, chance)
            if words[0] == "delete-all":
                # So that there is a journal of this name again.
                self.run(["settings", "set", "journalName", "Ours"], b"", chance)

    def go(self, calls: list[list[str]], chance: random.Random) -> None:
        writers = [
            threading.Thread(
                target=self.write, args=(number, random.Random(chance.random()))
            )
            for number in range(WRITERS)
        ]
        beside = threading.Thread(
            target=self.disturb, args=(calls, random.Random(chance.random()))
        )
        for thread in [*writers, beside]:
            thread.start()
        for thread in writers:
            thread.join()
        self.is_over = True
        beside.join()

    def check(self) -> None:
        assert not self.wrong, self.wrong[:5]
        missing = self.acknowledged - held_anywhere(self.home)
        assert not missing, f"lost: {missing}"
        self.home.do("add", "Hedera helix", "--name", "Next")
        self.home.verify()
        folded = self.home.folded()
        self.home.do("log", "rebuild")
        assert self.home.folded() == folded
        for writer in self.home.json("log", "status")["writers"]:
            assert len(writer["tips"]) == 1, writer


@pytest.mark.parametrize("beside", BESIDE)
def test_killed_writers_lose_nothing_acknowledged(
    beside: str,
    half: int,
    stage: Stage,
    seed: int,
    is_long: bool,
    tmp_path: Path,
) -> None:
    chance = random.Random(f"{seed} {beside} {half}")
    totals: Counter[str] = Counter()
    acknowledged = 0
    for number in range(6 if is_long else 1):
        home = stage.rich.twin(tmp_path / f"home{number}")
        one = Round(home, stage, 25 if is_long else 12)
        one.go(BESIDE[beside], chance)
        one.check()
        totals += one.totals
        acknowledged += len(one.acknowledged)
        shutil.rmtree(home.path)
    ends = dict(sorted(totals.items()))
    print(f"figures: {beside}: {ends}, {acknowledged} acknowledged")
    assert acknowledged > 0
