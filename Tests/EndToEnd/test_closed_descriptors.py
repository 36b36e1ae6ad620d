"""Standard input, output and error that are closed at the start."""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from campaign import Command, Stage, some
from program import DONE, NEWER, NOW, Home, binary, environment

COMBINATIONS = [
    closed
    for count in range(1, 4)
    for closed in itertools.combinations(["0<&-", "1>&-", "2>&-"], count)
]


@pytest.mark.parametrize("closed", COMBINATIONS, ids=" ".join)
@pytest.mark.parametrize(
    "arguments",
    [["note", "Monty", "two"], ["water", "--all", "--yes", "--json"]],
    ids=lambda words: words[0],
)
def test_nothing_is_printed_into_the_journal(
    home: Home, closed: tuple[str, ...], arguments: list[str]
) -> None:
    hook = home.path / "hooks" / "on-append"
    hook.parent.mkdir(mode=0o700)
    hook.write_text("#!/bin/sh\necho printed by the hook\n")
    hook.chmod(0o700)
    events = len(home.events())
    subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {" ".join(closed)}', binary(), *arguments],
        env=environment(home.path),
        check=False,
        timeout=60,
    )
    assert home.do("log", "verify").code == 0
    assert len(home.events()) > events


def test_every_command_does_all_or_nothing(
    writing: Command, stage: Stage, seed: int, is_long: bool, tmp_path: Path
) -> None:
    case = stage.case(writing)
    chance = random.Random(f"{seed} {writing}")
    wrong = []
    for closed in some(chance, [(), *COMBINATIONS], None if is_long else 1):
        home = case.start(tmp_path / "home")
        script = f'exec "$0" "$@" {" ".join(closed)}'
        done = subprocess.run(
            ["sh", "-c", script, binary(), *case.arguments, "--now", NOW],
            input=case.text,
            capture_output=True,
            env=environment(home.path),
            timeout=60,
            check=False,
        )
        how = f"{writing} with {closed}: {done.returncode} {done.stderr!r}"
        try:
            assert DONE <= done.returncode <= NEWER, how
            case.check(home, done.returncode, how)
        except AssertionError as error:
            wrong.append(str(error)[:500])
        shutil.rmtree(home.path, ignore_errors=True)
    assert not wrong, "\n".join(wrong)
