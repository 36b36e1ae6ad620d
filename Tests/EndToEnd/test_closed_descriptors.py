"""Standard input, output and error that are closed at the start."""

from __future__ import annotations

import itertools
import subprocess

import pytest

from program import Home, binary, environment

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
