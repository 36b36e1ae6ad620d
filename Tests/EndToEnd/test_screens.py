"""Screens of several widths and locales, in a real terminal."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from program import DONE, NOTHING, NOW, USAGE, Home, binary, environment
from screen import Screen, on_terminal

NAMES = [
    "Monty",
    "👩‍🌾 Farmer",
    "🇫🇷 Fleur",
    "👍🏽 Thumb",
    "🌵 Cactus",
    "日本の苔玉",
    "한글 난초",
    "شجرة الزيتون",
    "עציץ קטן",
    "e\u0301le\u0301gance",
    "ไม้กำ",
    "तुलसी",
    "Grünlilie",
    "A name of many words that goes on and on until no terminal can hold it",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenpalmenzüchtung",
    "苔" * 60,
    "x" * 199,
]
NOTE = "A new leaf 🌱 " * 20 + "日本の苔玉" * 30

READS = [
    ["today"],
    ["list"],
    ["list", "--all", "--columns", "name,next,last,room,tags,scientific"],
    ["list", "--view", "grid"],
    ["list", "--format", "{name} ({id}) in {room}"],
    ["list", "--columns", "help"],
    ["show", "--all"],
    ["schedule", "show"],
    ["upcoming"],
    ["calendar"],
    ["why", "Monty"],
    ["audit"],
    ["lineage", "Monty"],
    ["measure", "Monty"],
    ["tag", "list"],
    ["task", "list"],
    ["settings", "list"],
    ["room", "list"],
    ["stats"],
    ["stats", "care"],
    ["stats", "care", "--since", "2020-01-01"],
    ["history"],
    ["history", "Monty", "--reverse"],
    ["replay"],
    ["log", "status"],
    ["log", "verify"],
    ["search", "monstera"],
    ["species", "monstera deliciosa"],
    ["browse", "Hoya"],
    ["show", "Nobody at all"],
    ["help"],
    ["help", "list"],
]
WIDTHS = [40, 80, 200]
LOCALES = ["C.UTF-8", "C"]
STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Names, rooms, tags and notes that are hard to lay out."""
    home = Home(tmp_path_factory.mktemp("garden") / "home")
    lines = [{"type": "room.created", "room": name[:40]} for name in NAMES]
    for number, name in enumerate(NAMES):
        lines += [
            {
                "type": "plant.added",
                "plant": name,
                "scientificName": NAMES[number - 1][:60],
                "commonNames": [NAMES[number - 2][:60]],
                "room": name[:40],
                "tags": [name[:50], "thirsty"],
            },
            {
                "type": "schedule.set",
                "plant": name,
                "kind": "watering",
                "intervalDays": number + 1,
            },
            {"type": "task.completed", "plant": name, "kind": "misting"},
            {"type": "plant.noted", "plant": name, "text": NOTE},
        ]
    home.append(*lines, now="2026-11-10T12:00:00+01:00")
    home.do("snooze", "Grünlilie", "watering", "3d")
    home.do("water", "Monty", "तुलसी", "--note", NOTE)
    home.do("remove", "🌵 Cactus", "--reason", "died")
    home.do("undo")
    return home


@pytest.fixture(scope="module", params=WIDTHS)
def screen(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Screen]:
    screen = Screen(tmp_path_factory.mktemp("screen"), request.param)
    yield screen
    screen.close()


def plain_on_terminal(
    home: Home, width: int, *arguments: str, **more: str
) -> str:
    """What the program writes to a terminal of a width, without styles."""
    _, shown = on_terminal(
        home, *arguments, width=width, TERM="screen-256color", **more
    )
    return STYLE.sub("", shown.replace(b"\r\n", b"\n").decode())


def bare(lines: list[str]) -> list[str]:
    """Lines as a terminal can give them back: it drops what ends a line, and
    some signs that have no columns of their own, such as a joiner after which
    one of its reads ends."""
    signs = re.compile("[\u200d\ufe0e\ufe0f]")
    lines = [signs.sub("", line).rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


# What people paste has a line of its own, which the terminal alone may break.
COMMAND = re.compile(" *'?plantguide [^ ]")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("read", READS, ids=" ".join)
def test_no_line_is_broken(
    garden: Home, screen: Screen, read: list[str], locale: str
) -> None:
    clock = [] if read[0] == "help" else ["--now", NOW]
    settings = {"LC_ALL": locale, "PLANTGUIDE_PAGER": "cat"}
    shown = screen.show(garden, *read, *clock, **settings)
    broken = [line for line in shown.joined if line not in shown.lines]
    assert all(map(COMMAND.match, broken)), f"the terminal broke {broken}"
    own = plain_on_terminal(garden, screen.width, *read, *clock, **settings)
    assert bare(shown.joined) == bare(own.split("\n"))
    assert len(shown.lines) > 0
    if locale == "C":
        assert own.isascii(), own


def test_columns_are_counted_as_the_terminal_counts(
    garden: Home, screen: Screen
) -> None:
    if screen.width < 200:
        pytest.skip("each name is looked at once")
    rows = garden.do("list", "--columns", "name,id").text.splitlines()[1:]
    # Longer names would not stand in one line of the terminal, and this one
    # shows a skin tone beside its thumb.
    names = set(sorted(NAMES, key=len)[:-4]) - {"👍🏽 Thumb"}
    found = set()
    for row in rows:
        name = row[: row.rindex(" ")]
        if name.rstrip().removesuffix(" *") in names:
            text = name.rstrip()
            blanks = len(name) - len(text)
            found.add(screen.column_after(text) + blanks)
    assert len(found) == 1, found


def test_a_pipe_gets_everything_and_no_styles(garden: Home) -> None:
    for read in READS:
        clock = {"now": None} if read[0] == "help" else {}
        for locale in LOCALES:
            home = Home(garden.path, {"LC_ALL": locale})
            result = home.run(*read, **clock)
            assert b"\x1b" not in result.output + result.errors, read
    home = Home(garden.path, {"LC_ALL": "C"})
    text = home.do("list", "--columns", "name").text
    assert all(name in text for name in NAMES if name != "🌵 Cactus")


def test_the_first_line_of_a_pipe_is_enough(garden: Home) -> None:
    for read in READS:
        command = f"{binary()} {' '.join(repr(word) for word in read)}"
        done = subprocess.run(
            ["bash", "-c", f"{command} | head -1; exit ${{PIPESTATUS[0]}}"],
            capture_output=True,
            env=environment(garden.path),
            check=False,
        )
        is_error = read == ["show", "Nobody at all"]
        assert done.returncode == (NOTHING if is_error else DONE), read
        assert bool(done.stderr) == is_error, read


# The pager


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Screen]:
    screen = Screen(tmp_path, width=80, height=12)
    yield screen
    screen.close()


def pager(folder: Path, ends_with: int = 0) -> Path:
    """A pager that keeps what it gets."""
    path = folder / "pager"
    path.write_text(f'#!/bin/sh\ncat > "{folder}/paged"\nexit {ends_with}\n')
    path.chmod(0o755)
    return path


def test_long_output_goes_through_the_pager(
    garden: Home, small: Screen, tmp_path: Path
) -> None:
    paged = tmp_path / "paged"
    settings = {"PLANTGUIDE_PAGER": str(pager(tmp_path, ends_with=3))}
    shown = small.show(garden, "history", **settings)
    assert shown.code == DONE and not shown.lines
    own = plain_on_terminal(garden, 80, "history", PLANTGUIDE_PAGER="cat")
    assert STYLE.sub("", paged.read_text()) == own
    paged.unlink()
    # What a screen holds is printed, as is what must not wait.
    for read in [
        ["list", "--limit", "2"],
        ["history", "--limit", "2"],
        ["history", "--no-pager"],
        ["favorite", "--all", "--yes"],
    ]:
        shown = small.show(garden, *read, **settings)
        assert shown.code == DONE and shown.lines, read
        assert not paged.exists(), read
    # An error is said after the pager has ended, and keeps its code.
    shown = small.show(garden, "list", "--sort", "nmae", **settings)
    assert shown.code == USAGE and "nmae" in shown.lines[0]


def test_without_its_pager_output_is_printed(
    garden: Home, small: Screen, tmp_path: Path
) -> None:
    plain = small.show(garden, "history", PLANTGUIDE_PAGER="cat")
    for missing in ["no-such-pager -R", str(tmp_path), ""]:
        shown = small.show(garden, "history", PLANTGUIDE_PAGER=missing)
        assert shown.code == DONE, missing
        assert bare(shown.lines) == bare(plain.lines), missing
    assert len(plain.lines) > 12


def test_less_ends_when_its_reader_has_seen_enough(
    sample: Home, small: Screen
) -> None:
    """The reader leaves long before the end; that is no error."""
    small.start(sample, "history", PAGER="less -FRX")
    small.until(lambda lines: any(line.startswith(":") for line in lines))
    small.keys("q")
    shown = small.wait()
    assert shown.code == DONE and len(shown.lines) < 30


# Near names


def test_a_near_name_is_asked_about_before_it_is_written_on(
    home: Home, small: Screen
) -> None:
    for answer in ([], ["--yes"], ["--dry-run"]):
        home.refuse("water", "Mnoty", *answer, code=USAGE, says="mean Monty?")
    before = home.events()
    for answer, code in [("n", NOTHING), ("", NOTHING), ("y", DONE)]:
        assert home.events() == before
        small.start(home, "water", "Mnoty")
        question = " ".join(
            small.until(lambda lines: any("[y/N]" in line for line in lines))
        )
        assert "No plant is called 'Mnoty'. Did you mean Monty (" in question
        small.keys(answer, "Enter")
        assert small.wait().code == code, answer
    assert home.events() != before
    count = len(home.history())
    home.do("water", "Mon")
    assert len(home.history()) == count + 1


@pytest.mark.parametrize(
    "columns", ["1", "2", "19", "0", "-1", "9" * 30, "10000", "", "wide"]
)
def test_no_number_of_columns_is_too_odd(
    home: Home, columns: str
) -> None:
    said = int(columns) if columns.isdecimal() else 0
    # 80 are assumed where COLUMNS cannot be meant and nothing else says it.
    width = max(20, said) if 1 <= said <= 10_000 else 80
    for words in (*READS, ["help", "dates"]):
        shown = plain_on_terminal(
            home, 0, *words, COLUMNS=columns, PLANTGUIDE_PAGER="cat")
        assert shown, words
        for line in shown.splitlines():
            assert len(line) <= width or COMMAND.match(line), (words, line)
