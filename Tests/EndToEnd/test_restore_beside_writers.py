"""Restores and removals of a journal that others write to at that moment.

LMDB opens `lock.mdb` and `data.mdb` by their paths, one after the other. A
restore exchanges directories, so that a process could get the one file of the
old journal and the other of the new: two who write would then hold two locks.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from program import DONE, NOTHING, SYSTEM, Home, binary, environment

WRITERS = 4


@dataclass
class Notes:
    """What processes that write in a loop were told."""

    home: Home
    seed: int
    delayed: bool
    removing: bool
    acknowledged: dict[str, float] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def write(self, writer: int) -> None:
        chance = random.Random(self.seed * 100 + writer)
        number = 0
        while not self.ended.is_set():
            number += 1
            text = f"note {writer}/{number}"
            began = time.monotonic()
            code, message = self.note(text, chance)
            if code == DONE:
                self.acknowledged[text] = began
            elif not self.is_right(code, message):
                self.complaints.append(f"{text}: {code} {message}")

    def is_right(self, code: int, message: str) -> bool:
        """Whether a refusal is what the moment between two journals asks for:
        to ask again, or that there is no such plant."""
        if code == NOTHING and self.removing:
            return True
        return code == SYSTEM and "run the command again" in message

    def note(self, text: str, chance: random.Random) -> tuple[int, str]:
        """Writes one, with a pause before the data file is opened: by then the
        lock file is."""
        words = ["note", "Monty", text]
        if not self.delayed:
            result = self.home.run(*words)
            return result.code, result.message
        delay = chance.randrange(1, 40_000)
        done = subprocess.run(
            [
                "strace", "-qq", "-o", "/dev/null", "-e", "trace=openat",
                "-P", str(self.home.data_file.resolve()),
                "-e", f"inject=openat:delay_enter={delay}",
                binary(), *words,
            ],
            capture_output=True, env=environment(self.home.path), check=False,
        )
        return done.returncode, done.stderr.decode()


def texts(home: Home) -> set[str]:
    return {
        event["payload"]["text"]
        for event in home.history("--type", "plant.noted")
    }


def campaign(
    home: Home, seed: int, restores: int, delayed: bool, removing: bool = False
) -> None:
    backup = Path(home.json("backup")["path"])
    notes = Notes(home, seed, delayed, removing)
    threads = [
        threading.Thread(target=notes.write, args=(number,))
        for number in range(WRITERS)
    ]
    chance = random.Random(seed)
    for thread in threads:
        thread.start()
    kept = []
    try:
        for _ in range(restores):
            time.sleep(chance.random() * 0.03)
            if removing:
                name = home.json("log", "status")["journal"][:8]
                result = home.run("delete-all", "--confirm", name, "--json")
                if result.code == DONE:
                    kept.append(Path(result.json()["backup"]))
            answer = home.json("backup", "restore", str(backup), "--yes")
            if answer["replaced"] is not None:
                kept.append(Path(answer["replaced"]))
        last = time.monotonic()
        count = len(notes.acknowledged)
        while len(notes.acknowledged) < count + WRITERS * 3:
            time.sleep(0.01)
            assert time.monotonic() < last + 60, notes.complaints[-3:]
    finally:
        notes.ended.set()
        for thread in threads:
            thread.join()
    print(f"{len(notes.acknowledged)} acknowledged, {len(kept)} put away")
    assert not notes.complaints, notes.complaints[:3]
    home.verify()
    found = texts(home)
    late = {
        text for text, began in notes.acknowledged.items() if began > last
    }
    assert late and late <= found
    for place in kept:
        # The undo of each restore can be had.
        home.do("backup", "verify", str(place))
        found |= texts(Home(place))
    assert set(notes.acknowledged) <= found, sorted(
        set(notes.acknowledged) - found)


def test_each_event_is_in_the_journal_or_in_what_was_put_away(
    home: Home, seed: int, part: int, is_long: bool
) -> None:
    campaign(home, seed + part, 40 if is_long else 8, delayed=False)


@pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace makes the pause"
)
def test_a_pause_between_opening_the_files_loses_nothing(
    home: Home, seed: int, part: int, is_long: bool
) -> None:
    campaign(home, seed + part, 40 if is_long else 8, delayed=True)


def test_removals_beside_writers_lose_nothing(
    home: Home, seed: int, part: int, is_long: bool
) -> None:
    campaign(
        home, seed + part, 20 if is_long else 4, delayed=False, removing=True)
