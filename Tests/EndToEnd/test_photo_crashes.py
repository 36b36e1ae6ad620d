"""kill -9 while photos are taken in: no event without its file, nothing that
was acknowledged is lost, and what is left over is found and swept."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from campaign import age, check_photos
from drawing import picture
from program import NOW, Home, binary, environment, hashes_of

# How many photos one action of an import holds.
BATCH = 50


@dataclass
class Campaign:
    home: Home
    place: Path
    chance: random.Random
    acknowledged: set[str] = field(default_factory=set)
    totals: Counter[str] = field(default_factory=Counter)
    durations: dict[str, float] = field(default_factory=dict)
    # How many files were found that no event names.
    orphans: int = 0
    drawn: int = 0

    def pictures(self, count: int, directory: Path) -> list[str]:
        """Pictures that were never there, of Monty by their names."""
        directory.mkdir()
        self.drawn += count
        return [
            str(picture(directory / f"Monty {number}.jpg", number=number))
            for number in range(self.drawn - count, self.drawn)
        ]

    def words(self, run: int, is_long: bool) -> list[str]:
        inbox = self.place / f"pictures{run}"
        match run % 4:
            case 0:
                return ["photo", "add", "Monty", *self.pictures(3, inbox)]
            case 1:
                # Now and then more than one action.
                many = BATCH + 10 if is_long and run % 20 == 1 else 6
                self.pictures(many, inbox)
                return ["photo", "import", str(inbox), "--yes"]
            case 2:
                (path,) = self.pictures(1, inbox)
                return ["water", "Monty", "--photo", path]
            case _:
                paths = self.pictures(2, inbox)
                return ["photo", "add", "Monty", *paths, "--keep-original"]

    def kill(self, run: int, is_long: bool) -> None:
        """Starts a command, kills it at some moment, and looks."""
        words = self.words(run, is_long)
        name = " ".join(words[:2]) + f", {len(words)} words"
        process = subprocess.Popen(
            [binary(), *words, "--json", "--now", NOW],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment(self.home.path),
            start_new_session=True,
        )
        started = time.monotonic()
        # A little more than the command takes, so that some finish.
        delay = self.chance.random() * self.durations.get(name, 0.3) * 1.2
        try:
            output, errors = process.communicate(timeout=delay)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        assert process.returncode in (0, -9), errors
        if process.returncode == 0:
            self.durations[name] = time.monotonic() - started
        how = "killed" if process.returncode else "done"
        self.totals[f"{' '.join(words[:2])}: {how}"] += 1
        # What decodes ends with it.
        deadline = time.monotonic() + 10
        while is_running(process.pid):
            assert time.monotonic() < deadline, f"run {run}: still decoding"
            time.sleep(0.01)
        if output.endswith(b"}\n"):
            self.acknowledged |= hashes_of(json.loads(output))
        self.home.verify()
        missing = self.acknowledged - self.home.hashes()
        assert not missing, f"lost after {words}: {missing}"
        check_photos(self.home, f"run {run}: {words}")

    def sweep(self) -> None:
        """What is left over is told of, and goes."""
        named = check_photos(self.home, "before the sweep")
        blobs = {path.name for path in self.files("blobs")}
        self.orphans += len(blobs - named)
        answer = self.home.run("doctor", "--full", "--json").json()
        found = [f for f in answer["findings"] if f["check"] == "photos"]
        assert all(finding["level"] != "problem" for finding in found), found
        if blobs - named:
            assert "photo gc" in str(found), found
        for folder in ("blobs", "originals"):
            age(self.home, 2, folder)
        self.home.do("photo", "gc")
        blobs = {path.name for path in self.files("blobs")}
        assert blobs == named
        sources = {
            event["payload"]["sourceSha256"] for event in self.home.history()
            if event["header"]["type"] == "photo.captured"
        }
        assert {path.name for path in self.files("originals")} <= sources
        # Files that were being written go with the next photo, in a week.
        for folder in ("blobs", "originals"):
            age(self.home, 8, folder)
        (path,) = self.pictures(1, self.place / f"next{self.drawn}")
        self.home.do("photo", "add", "Monty", path, "--keep-original")
        for folder in ("blobs", "originals"):
            rest = set(os.listdir(self.home.path / folder)) - {"lock"}
            assert rest == {path.name for path in self.files(folder)}, rest

    def files(self, folder: str) -> list[Path]:
        return list((self.home.path / folder).glob("?" * 64))


def is_running(group: int) -> bool:
    """Whether any process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_photo_that_was_acknowledged_is_lost(
    home: Home, chance: random.Random, is_long: bool, tmp_path: Path
) -> None:
    base = home.copy(tmp_path / "base")
    campaign = Campaign(home, tmp_path, chance)
    runs = 200 if is_long else 32
    for run in range(runs):
        if run % 16 == 0 and run > 0:
            campaign.sweep()
            # A fresh journal now and then: many photos make the checks slow.
            campaign.home = base.copy(tmp_path / f"home{run}")
            campaign.acknowledged.clear()
        campaign.kill(run, is_long)
    campaign.sweep()
    print(
        f"figures: {runs} runs: {dict(sorted(campaign.totals.items()))}, "
        f"{campaign.orphans} files without an event"
    )
    assert any("killed" in name for name in campaign.totals)
