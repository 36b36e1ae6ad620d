"""Every example is run, and what it prints is kept in Tests/Golden/examples.

RECORD_GOLDEN=1 rewrites those files, and fails, so that it cannot be left on.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples import (
    GOLDEN,
    SERVED,
    Scratch,
    command_lines,
    command_of,
    command_of_words,
    commands,
    definitions,
    further_examples,
    name,
    normalised,
    shortened,
    takes,
    with_option,
)
from program import DONE, NOTHING, Home

IS_RECORDING = os.environ.get("RECORD_GOLDEN") == "1"


def examples_by_file() -> dict[str, list[str]]:
    """The examples of each command and topic, under the names of the golden
    files that keep what they print."""
    files: dict[str, list[str]] = {}
    for command in commands():
        further = [
            line for line in further_examples() if command_of(line) == command
        ]
        file = "-".join(command["path"])
        files[file] = list(dict.fromkeys(command["examples"] + further))
    for topic in definitions()["topics"]:
        if topic["examples"]:
            files["topic-" + topic["name"]] = topic["examples"]
    return files


def plain_examples(command: dict) -> list[str]:
    """The examples of nothing but this command."""
    return [
        line
        for line in command["examples"]
        if not re.search("[|<>]", line) and not line.startswith(SERVED)
    ]


@pytest.mark.parametrize("file", examples_by_file())
def test_examples_print_what_they_printed(
    file: str, kept_sample: Home, tmp_path: Path
) -> None:
    printed = []
    for number, line in enumerate(examples_by_file()[file]):
        if line.startswith(SERVED):
            printed.append(f"$ {line}\n")
            continue
        scratch = Scratch(tmp_path / str(number), kept_sample)
        scratch.prepare(line)
        done = scratch.run(line)
        assert done.code == DONE, str(done)
        plants = scratch.made_plants(kept_sample)
        text = shortened(normalised(done.text, plants, scratch.folder))
        printed.append(f"$ {line}\n{text}")
    transcript = "\n".join(printed)
    golden = GOLDEN / f"{file}.txt"
    if IS_RECORDING:
        golden.write_text(transcript)
        pytest.fail(f"recorded {golden.name}; run again without RECORD_GOLDEN")
    assert golden.exists(), f"{golden.name} is not recorded"
    assert transcript == golden.read_text()


def test_no_golden_file_is_left_over() -> None:
    known = {f"{file}.txt" for file in examples_by_file()}
    assert {path.name for path in GOLDEN.iterdir()} <= known


# Options


def used_options(words: list[str]) -> Iterator[dict]:
    """The options in the words of a command line."""
    command = command_of_words(words)
    if command is None:
        return
    for word in words:
        for option in command["options"]:
            long = f"--{option['name']}"
            short = f"-{option['short']}" if option["short"] else long
            if word in (long, short) or word.startswith(long + "="):
                yield option


def command_lines_in_tests() -> Iterator[list[str]]:
    """Texts that stand side by side in a call or a list of a test, which are
    command lines where they begin with a command."""
    for path in Path(__file__).parent.parent.glob("*/test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                items = node.args
            elif isinstance(node, ast.List | ast.Tuple):
                items = node.elts
            else:
                continue
            yield [
                str(item.value) if isinstance(item, ast.Constant) else "?"
                for item in items
            ]


def meaning(option: dict) -> str:
    """What tells an option from others of its name: one that several commands
    explain alike is the same in all of them."""
    return f"--{option['name']}: {option['help']}"


def test_every_option_is_used() -> None:
    """Each in an example or a test of a command that takes it."""
    lines = [
        words
        for group in examples_by_file().values()
        for line in group
        for words in command_lines(line)
    ]
    used = {
        meaning(option)
        for words in [*lines, *command_lines_in_tests()]
        for option in used_options(words)
    }
    missing = [
        f"{name(command)} --{option['name']}"
        for command in commands()
        for option in command["options"]
        # Every run here fixes the clock.
        if option["name"] not in ("help", "now")
        and meaning(option) not in used
    ]
    assert not missing, (
        "give these an example, or a line in further_examples.txt: "
        + ", ".join(missing)
    )


def commands_with(option: str) -> list[str]:
    return [name(command) for command in commands() if takes(command, option)]


@pytest.fixture
def try_option(kept_sample: Home, tmp_path: Path):
    """Runs a command's first example, or another, with more words; nothing
    where all its examples are more than the command."""

    def run(path: str, *words: str, number: int = 0):
        command = command_of_words(path.split())
        if not plain_examples(command):
            pytest.skip("its examples are pipelines")
        line = plain_examples(command)[number]
        scratch = Scratch(tmp_path / "scratch", kept_sample)
        scratch.prepare(line)
        before = scratch.home.data_file.read_bytes()
        # Some examples write --json or --dry-run themselves.
        words = tuple(word for word in words if word not in line.split())
        return scratch, before, scratch.run(with_option(line, command, *words))

    return run


@pytest.mark.parametrize("path", commands_with("json"))
def test_json_is_what_its_option_says(path: str, try_option) -> None:
    _, _, done = try_option(path, "--json")
    assert done.code == DONE, str(done)
    for line in done.text.splitlines():
        json.loads(line)


@pytest.mark.parametrize("path", commands_with("dry-run"))
def test_a_dry_run_changes_nothing(path: str, try_option) -> None:
    scratch, before, done = try_option(path, "--dry-run")
    assert done.code == DONE, str(done)
    assert scratch.home.data_file.read_bytes() == before


@pytest.mark.parametrize("path", commands_with("as-of"))
def test_every_view_shows_the_past(path: str, try_option) -> None:
    # What a command has written, its last example shows.
    _, _, done = try_option(path, "--as-of", "2026-03-01", number=-1)
    assert done.code in (DONE, NOTHING), str(done)


@pytest.mark.parametrize("path", commands_with("color"))
def test_colour_can_be_refused(path: str, try_option) -> None:
    _, _, done = try_option(path, "--color", "never")
    assert done.code == DONE and "\x1b" not in done.text, str(done)


@pytest.mark.parametrize("path", [name(command) for command in commands()])
def test_help_is_found_in_every_way(path: str, empty: Home) -> None:
    words = path.split()
    asked = empty.do(*words, "--help", now=None).text
    assert asked == empty.do("help", *words, now=None).text
    assert asked == empty.do(*words, "-h", now=None).text
    assert asked.startswith(f"usage: plantguide {path}")
    assert not empty.path.exists()
