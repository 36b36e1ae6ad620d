"""A household: two people, a sitter and a guest share the plants of a flat.

Anna's laptop serves; the others sync with it alone. All that is told is asked
of the programs as they are installed.
"""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from program import NOTHING, Home
from test_commands import Machine, invitation, port, programs

__all__ = ["programs"]


class Member(Machine):
    """A machine of the household, which is asked at a moment."""

    def at(self, moment: str, *arguments: str) -> str:
        return self.do(*arguments, "--now", f"2026-11-{moment}:00+01:00")

    def json(self, moment: str, *arguments: str) -> dict:
        return json.loads(self.at(moment, *arguments, "--json"))


@pytest.fixture
def anna(programs: Path, tmp_path: Path) -> Member:
    return Member(Home(tmp_path / "anna"), programs)


@pytest.fixture
def url(anna: Member) -> Iterator[str]:
    """Where Anna's laptop serves."""
    anna.at("16T09:00", "add", "Monstera deliciosa", "--name", "Monty",
            "--every", "2d")
    anna.at("16T09:01", "add", "Ocimum basilicum", "--name", "Basil",
            "--every", "1d")
    place = f"127.0.0.1:{port()}"
    process = anna.serve("--listen", place)
    yield f"http://{place}"
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


@pytest.fixture
def join(anna: Member, url: str, programs: Path, tmp_path: Path):
    def join(name: str, *options: str, device: str = "phone") -> Member:
        member = Member(Home(tmp_path / name.replace(" ", "-")), programs)
        line = invitation(anna, url, "--person", name, *options)
        member.do("join", line, "--device", device)
        member.do("sync")
        return member

    return join


def test_a_week(anna: Member, join) -> None:
    # Alone, nobody is told who did what.
    anna.at("16T09:10", "water", "Monty")
    assert "  Monty  water  at 09:10" in anna.at("16T12:00", "today")
    assert " by " not in anna.at("16T12:00", "today")
    assert "by" not in anna.json("16T12:00", "today")["done"][0]
    anna.at("16T09:20", "log", "name", "laptop", "--person", "Anna")

    # Ben's phone joins, and takes its name with what it writes first.
    ben = join("Ben")
    assert "no name" in ben.do("log", "name")
    ben.at("17T08:10", "water", "Basil")
    anna.at("17T08:20", "water", "Monty")
    ben.at("17T08:30", "sync")
    assert "Ben's phone" in ben.do("log", "name")
    today = anna.at("17T12:00", "today")
    assert re.search(r" Basil +water +at 08:10  by Ben's phone ", today)
    assert re.search(r" Monty +water +at 08:20 +\w{6}\n", today)
    today = ben.at("17T12:00", "today")
    assert re.search(r" Basil +water +at 08:10 +\w{6}\n", today)
    assert re.search(r" Monty +water +at 08:20  by Anna's laptop ", today)
    told = {
        done["displayName"] if "displayName" in done else done["plant"]:
        done["by"] for done in ben.json("17T12:00", "today")["done"]}
    assert sorted((by["person"], by["name"], by["own"])
                  for by in told.values()) == [
        ("Anna", "laptop", False), ("Ben", "phone", True)]
    assert re.search(
        r"watering.* last Tue 17 Nov( 2026)? by Ben's phone", anna.do("show", "Basil"))

    # Both name something alike while they do not see each other.
    anna.at("18T09:00", "room", "add", "Attic")
    anna.at("18T09:01", "add", "Nephrolepis exaltata", "--name", "Fern",
            "--as-typed")
    ben.at("18T10:00", "room", "add", "attic")
    ben.at("18T10:01", "add", "Asplenium nidus", "--name", "fern",
           "--as-typed")
    said = ben.at("18T11:00", "sync")
    assert "received 2 events from Anna's laptop" in said
    assert re.search(r"2 plants have the nickname '[Ff]ern': ", said)
    assert "Nephrolepis exaltata" in said and "Asplenium nidus" in said
    assert re.search(r"2 rooms are called '[Aa]ttic': ", said)
    # What is said settles it.
    commands = re.findall(r"settle it with: plantguide ([^;\n]+)", said)
    assert len(commands) == 2
    assert said.count("; if both are one: plantguide merge ") == 2
    for command, name in zip(commands, ["Bird", "Loft"]):
        *words, last = command.split()
        assert last.isupper()
        ben.at("18T11:10", *words, name)
    said = ben.at("18T11:20", "sync")
    assert "nickname" not in said and "rooms are called" not in said
    assert "none" in anna.do("doctor").split("conflicts")[1].splitlines()[0]

    # The sitter comes, and a guest looks.
    sitter = join("the sitter")
    sitter.at("20T08:10", "water", "Basil")
    sitter.at("20T08:11", "water", "Monty")
    sitter.at("20T08:12", "sync")
    ben.at("20T09:00", "sync")
    for member in [anna, ben]:
        today = member.at("20T12:00", "today")
        for time in ["08:10", "08:11"]:
            assert f"at {time}  by the sitter's phone " in today
    guest = join("Eve", "--read-only", device="tablet")
    before = anna.do("export", "events")
    assert guest.do("export", "events") == before
    guest.at("20T13:00", "note", "Monty", "Looks well")
    assert "may only be read" in guest.at("20T13:01", "sync")
    assert anna.do("export", "events") == before

    # Who did how much.
    audit = anna.json("21T12:00", "audit", "--since", "2026-11-16")
    shares = [(who["person"], who["count"]) for who in audit["people"]]
    assert sorted(shares) == [("Anna", 2), ("Ben", 1), ("the sitter", 2)]
    assert [count for _, count in shares] == [2, 2, 1]
    words = anna.at("21T12:00", "audit", "--since", "2026-11-16")
    assert "WHO" in words and "the sitter 1" in words
    assert re.search(r"^  laptop, this home +2$", words, re.M)
    for name in ["the sitter", "THE SITTER'S PHONE"]:
        lines = anna.do("history", "--writer", name).splitlines()
        assert len(lines) == 4 and all(
            "by the sitter's phone" in line for line in lines), name
    for member in [ben, sitter]:
        member.do("sync")
    assert anna.do("export", "events") == ben.do("export", "events")
    assert anna.do("export", "events") == sitter.do("export", "events")


def test_undo_takes_back_no_name_of_joining(anna: Member, join) -> None:
    ben = join("Ben")
    none = ben.run("undo")
    assert none.code == NOTHING and "nothing of yours to undo" in none.message
    ben.at("17T08:10", "water", "Basil")
    ben.at("17T08:20", "sync")
    name = ben.do("log", "name")
    assert "Ben's phone" in name
    # What Ben did is meant, not what his machine did after it.
    said = ben.at("17T08:30", "undo")
    assert "Basil  watering done" in said
    none = ben.run("undo")
    assert none.code == NOTHING and "nothing of yours to undo" in none.message
    assert "plantguide history" in none.message
    assert ben.do("log", "name") == name
    # A name that somebody typed is taken back, and so is the other by its id.
    ben.do("log", "name", "tablet")
    ben.do("undo")
    assert ben.do("log", "name") == name
    line, = (line for line in ben.do("history").splitlines()
             if "when this machine joined" in line)
    ben.do("undo", re.search(r"[0-9a-f]{4,}-\d+", line)[0])
    assert "no name" in ben.do("log", "name")


def test_names_drive_no_terminal(anna: Member, join) -> None:
    """A device that others named has no say in how lines look."""
    ben = join("Ben")
    ben.at("17T08:10", "water", "Basil")
    for name, person, shown in [
        # What writes from right to left; 'log name' refuses control characters.
        ("pho\u202ene", "Ben", "pho\\u{202E}"),
        ("x" * 200, "y" * 200, "y" * 60),
    ]:
        ben.do("log", "name", name, "--person", person)
        ben.do("sync")
        for words in [
            ["today"], ["history"], ["audit"], ["show", "Basil"],
            ["log", "status"],
        ]:
            said = anna.at("17T12:00", *words)
            assert shown in said and "y" * 61 not in said, words
            assert "x" * 61 not in said, words
            assert "\u202e" not in said, words
