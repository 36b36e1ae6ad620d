"""What reaches a terminal or a pipe, and how the program asks."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from program import DONE, NOTHING, READS, USAGE, Home, retold
from screen import on_terminal

HOSTILE = (
    "Mon\x1b]0;owned\x07ty\x1b[2J\u202egnp.exe\u2066\u009b31m\u200b\x7f\r"
    "\ufeff\U000e0041\u2028end"
)
# A name is of one line; but a note holds all that.
HOSTILE_NAME = HOSTILE.replace("\r", "").replace("\u2028", "")
# What stands for them where events are made.
NAME, NOTE, LINES = "Placeholder", "A remark", "Two lines"
STYLE = re.compile(rb"\x1b\[[0-9;]*m")


def raw_controls(shown: bytes) -> list[str]:
    """What would drive a terminal, or hides in it."""
    text = STYLE.sub(b"", shown).replace(b"\r\n", b"\n").decode()
    bad = re.compile(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069"
        "\ufeff\U000e0000-\U000e007f]"
    )
    return [hex(ord(found)) for found in bad.findall(text)]


@pytest.fixture
def hostile(home: Home, tmp_path: Path) -> Home:
    """The same name everywhere: in plants, rooms, tags and notes. Nobody can
    type it; but it comes with events of others."""
    room = {"type": "room.created", "room": NAME, "icon": NAME}
    plant = {
        "type": "plant.added",
        "plant": NAME,
        "room": NAME,
        "scientificName": NAME,
        "commonNames": [NAME],
        "family": NAME,
        "category": NAME,
        "tags": [NAME],
    }
    schedule = {
        "type": "schedule.set",
        "plant": NAME,
        "kind": "watering",
        "intervalDays": 1,
        "note": NOTE,
    }
    note = {"type": "plant.noted", "plant": NAME, "text": LINES}
    done = {
        "type": "task.completed",
        "plant": NAME,
        "kind": "misting",
        "batch": NAME,
        "note": NOTE,
    }
    home.append(room, plant, schedule, note, done)
    received = Home(tmp_path / "received")
    received.do("import", "events", now=None, text=retold(
        home.events(), {NAME: HOSTILE_NAME, NOTE: HOSTILE, LINES: HOSTILE + "\nb"}))
    return received


COMMANDS: list[Sequence[str]] = [
    *(read for read in READS if "--json" not in read and read[0] != "export"),
    ["show", HOSTILE_NAME],
    ["list", "--room", HOSTILE_NAME],
    ["history", HOSTILE_NAME],
    ["replay", HOSTILE_NAME],
    ["schedule", "show", HOSTILE_NAME],
    ["show", HOSTILE_NAME + "?"],
    ["water", HOSTILE_NAME],
    ["move", "Monty", HOSTILE_NAME],
    ["room", "add", HOSTILE_NAME],
    ["add", HOSTILE_NAME, "--name", HOSTILE_NAME],
    ["undo", "--dry-run"],
    ["undo", HOSTILE_NAME],
    ["today", "--as-of", HOSTILE_NAME],
    [HOSTILE_NAME],
    ["list", "--" + HOSTILE_NAME],
    ["list", "--color", HOSTILE_NAME],
    ["snooze", "Monty", HOSTILE_NAME, "3d"],
    ["import", HOSTILE_NAME],
    ["history", "--type", HOSTILE_NAME],
    ["room", "delete", HOSTILE_NAME],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=repr)
def test_names_drive_no_terminal(
    hostile: Home, arguments: Sequence[str]
) -> None:
    _, shown = on_terminal(hostile, *arguments)
    assert not raw_controls(shown), shown
    result = hostile.run(*arguments, now=None)
    for piped in (result.output, result.errors):
        assert b"\x1b" not in piped, str(result)
        assert not raw_controls(piped), str(result)


def test_json_escapes_what_drives_terminals(hostile: Home) -> None:
    for read in READS:
        if "--json" in read:
            _, shown = on_terminal(hostile, *read)
            assert b"\x1b" not in shown and b"\x07" not in shown, read
    names = [plant["nickname"] for plant in hostile.export()["collection"]]
    assert HOSTILE_NAME in names


def test_colour_is_for_terminals_that_want_it(home: Home) -> None:
    def is_styled(*arguments: str, **more: str) -> bool:
        return b"\x1b[" in on_terminal(home, "today", *arguments, **more)[1]

    assert is_styled()
    assert not is_styled(NO_COLOR="1")
    assert not is_styled("--color", "never")
    assert not is_styled(TERM="dumb")
    def is_styled_error(*arguments: str) -> bool:
        shown = on_terminal(home, "water", "nobody", *arguments)[1]
        assert b"nobody" in shown
        return b"\x1b[" in shown

    assert is_styled_error()
    assert not is_styled_error("--color", "never")
    assert not is_styled_error("--color=never")
    assert b"\x1b[" not in home.do("today").output
    assert b"\x1b[" in home.do("today", "--color", "always").output
    assert (
        b"\x1b[" not in home.do("today", "--json", "--color", "always").output
    )


def test_colours_fit_the_background(home: Home) -> None:
    def shown(**more: str) -> bytes:
        return on_terminal(home, "today", **more)[1]

    assert b"\x1b[1;35m" in shown() and b"\x1b[1;95m" not in shown()
    assert b"\x1b[1;95m" in shown(COLORFGBG="15;0")
    home.do("settings", "set", "appearance", "light")
    assert b"\x1b[1;35m" in shown(COLORFGBG="15;0")
    home.do("settings", "set", "appearance", "dark")
    assert b"\x1b[1;95m" in shown()


def test_a_closed_pipe_ends_quietly(sample: Home) -> None:
    for read in READS:
        process = sample.start(*read)
        process.stdout.read(1)
        process.stdout.close()
        errors = process.stderr.read()
        assert process.wait() == DONE and errors == b"", (read, errors)


def test_a_batch_asks_before_it_acts(home: Home) -> None:
    for name in "ABC":
        home.do("add", "Ficus lyrata", "--name", name, "--room", "Kitchen")
    home.refuse(
        "water",
        "--room",
        "Kitchen",
        code=USAGE,
        says=["needs an answer", "--yes"],
    )
    before = home.events()
    for answer in [b"n\n", b"\n", b"\x04"]:
        code, shown = on_terminal(
            home, "water", "--room", "Kitchen", answer=answer
        )
        assert code == NOTHING and b"[y/N]" in shown, shown
        assert home.events() == before
    code, shown = on_terminal(home, "water", "--room", "Kitchen", answer=b"y\n")
    assert code == DONE and home.events() != before, shown
    # The room goes by its name, however it was typed.
    answer = home.json("water", "--room", "kit", "--yes")
    assert len(answer["actions"]) == 1
    last = home.history("--type", "task.completed")[-4:]
    assert len({event["header"]["action"] for event in last}) == 1
    assert {event["payload"]["batch"] for event in last} == {"room Kitchen"}
    # Three are not yet a batch.
    home.do("water", "A", "B", "C")


def test_which_of_several_is_asked_by_number(home: Home) -> None:
    for title in ["Clean the windows of the room", "Clean pots"]:
        home.do("task", "add", "--title", title, "--due", "tomorrow")
    home.do("task", "add", "Monty", "--title", "Clean leaves", "--due", "today")
    for words in [["snooze", "clean", "3d"], ["done", "clean"],
                  ["skip", "clean"], ["why", "clean"],
                  ["task", "remove", "clean"]]:
        home.refuse(*words, code=USAGE, says=[
            "could be", "task 'Clean pots' of the home ("])
    held = home.events()
    for answer in [b"\n", b"4\n", b"x\n"]:
        code, shown = on_terminal(home, "done", "clean", answer=answer)
        assert code == NOTHING and b"Which number?" in shown, shown
    assert home.events() == held
    code, shown = on_terminal(
        home, "snooze", "clean", "3d", width=60, answer=b"3\n")
    assert code == DONE, shown
    asked = shown[:shown.index(b"Which")]
    assert max(map(len, asked.splitlines())) <= 60, shown
    code, shown = on_terminal(home, "task", "remove", "clean", answer=b"1\n")
    assert code == DONE, shown
    tasks = home.json("task", "list")["tasks"]
    assert len(tasks) == 2
    # A name that several plants have is chosen in the same way.
    home.do("add", "Ficus lyrata", "--name", "Mont Blanc")
    code, shown = on_terminal(home, "water", "Mont", answer=b"1\n")
    assert code == DONE and b"watered Mont" in shown, shown


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("Monsterra delicosa", b"but Monstera deliciosa"),
        ("swis chese plant", b"but Monstera deliciosa"),
        ("swiss cheese", b"The catalogue has Monstera deliciosa"),
    ],
)
def test_what_the_catalogue_may_mean_is_asked(
    empty: Home, typed: str, asked: bytes
) -> None:
    def names() -> list[str]:
        plants = empty.json("list")["plants"]
        return sorted(plant["scientificName"] for plant in plants)

    code, shown = on_terminal(empty, "add", typed, "--dry-run")
    assert code == DONE and b"would ask: The catalogue has " in shown
    assert asked in shown and b"hint: " not in shown
    code, shown = on_terminal(empty, "add", typed, answer=b"n\n")
    assert code == DONE and asked in shown and names() == [typed]
    on_terminal(empty, "add", typed, answer=b"y\n")
    assert names() == sorted([typed, "Monstera deliciosa"])


def test_what_is_refused_anyway_is_not_asked_about(empty: Home) -> None:
    code, shown = on_terminal(
        empty, "add", "swiss cheese", "--room", "Attic", answer=b"y\n")
    assert code == NOTHING and b"no room is called 'Attic'" in shown
    assert b"The catalogue has" not in shown


def test_what_an_undo_does_is_shown_before_it_asks(home: Home) -> None:
    for name in "ABCD":
        home.do("add", "Ficus lyrata", "--name", name)
    home.do("tag", "A", "B", "C", "D", "odd", "--yes")
    code, shown = on_terminal(home, "undo", answer=b"n\n")
    assert code == NOTHING, shown
    assert -1 < shown.find(b"undo: ") < shown.find(b"[y/N]"), shown


def test_what_is_to_be_pasted_is_never_wrapped(home: Home) -> None:
    def lines(*words: str, code: int = DONE) -> list[str]:
        ended, shown = on_terminal(
            home, *words, width=40, PLANTGUIDE_PAGER="cat")
        assert ended == code, shown
        return STYLE.sub(b"", shown).decode().split("\r\n")

    editor = "vim --noplugin  -c 'set textwidth=40' -c 'set nowrap'"
    home.do("settings", "set", "editor", editor)
    shown = lines("settings", "reset", "editor")
    (undo,) = [line for line in shown if "plantguide" in line]
    assert shown[shown.index(undo) - 1] == "undo with:"
    program, *command = shlex.split(undo)
    assert program == "plantguide"
    home.do(*command)
    assert editor in home.do("settings", "get", "editor").text
    # An invitation is one line, too.
    secret = lines("serve", "token", "create", "phone")[0]
    assert len(secret) > 40 and " " not in secret, secret
    # Nor is a command parted that stands in a sentence.
    shown = lines("today", "--overdue", "--room", "Bathroom", code=NOTHING)
    assert any("'plantguide today'" in line for line in shown), shown
    assert all(len(line) <= 40 for line in shown), shown
