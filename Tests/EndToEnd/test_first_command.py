"""The first command of a home: what is refused leaves nothing behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from program import DONE, NOW, USAGE, Home, json_lines

REFUSED: list[tuple[list[str], bytes]] = [
    (["water", "Nobody"], b""),
    (["add", "Ficus", "--room", "Nowhere"], b""),
    (["add", "x" * 201], b""),
    (["room", "add", "Kitchen"], b""),
    (["append"], b"{}\n"),
    (["append"], b'{"type":"plant.added","plant":"A"}\nx\n'),
    (["append", "--as-recorded"], b'{"type":"plant.moved","plant":"A"}\n'),
    (["import"], b"{}\n"),
    (["import", "--merge"], b'{"header":"AA","payload":null}\n'),
    (["undo"], b""),
    (["settings", "set", "timeZone", "Mars/Olympus"], b""),
]


@pytest.mark.parametrize(("arguments", "text"), REFUSED)
def test_a_refused_first_command_leaves_nothing(
    empty: Home, arguments: list[str], text: bytes
) -> None:
    assert empty.run(*arguments, text=text).code != DONE
    assert not empty.path.exists()


@pytest.mark.parametrize(("arguments", "text"), REFUSED)
def test_a_directory_that_was_there_stays_empty(
    empty: Home, arguments: list[str], text: bytes
) -> None:
    empty.path.mkdir()
    (empty.path / "mine").write_text("x")
    assert empty.run(*arguments, text=text).code != DONE
    assert [path.name for path in empty.path.iterdir()] == ["mine"]


def test_one_that_is_refused_harms_none_that_runs_beside_it(
    empty: Home,
) -> None:
    for trial in range(20):
        home = Home(empty.path.parent / f"trial{trial}")
        running = [
            home.start("add", "Ficus lyrata", "--name", "Fig"),
            *(home.start("append") for _ in range(3)),
        ]
        for process in running:
            process.communicate(
                b"{}\n" if process is not running[0] else b"", timeout=60
            )
        if running[0].returncode == DONE:
            assert home.json("show", "Fig", now=NOW)["plant"]
        else:
            # It waited for the lock of a journal that was taken away.
            assert not home.path.exists() or "Fig" not in home.do("list").text


def test_a_journal_joined_must_say_which_it_is(
    home: Home, empty: Home, tmp_path: Path
) -> None:
    other = Home(tmp_path / "other")
    other.do("add", "Hedera helix")
    lines = [json.loads(line) for line in other.events().splitlines()]
    # Without the second event, its creation, the chain would break: so the
    # one that is given has none, being the start of a second writer.
    second = other.copy(tmp_path / "second")
    second.do("add", "Ficus lyrata")
    held = {line["header"] for line in lines}
    cut = [
        line
        for line in map(json.loads, second.events().splitlines())
        if line["header"] not in held
    ]
    for words in (["import"], ["import", "--merge"]):
        home.refuse(
            *words, text=json_lines(cut), now=None, code=USAGE,
            says="do not say which journal",
        )
        assert empty.run(*words, text=json_lines(cut), now=None).code == USAGE
        assert not empty.path.exists()
    home.do("import", "--merge", text=second.events(), now=None)
