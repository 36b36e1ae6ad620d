"""Moments, determinism and JSON."""

from __future__ import annotations

import json

import pytest

from examples import command_of_words, commands, name, takes
from program import APART, READS, START, WRITES, Home

LATE = "2026-11-21T12:00:00+01:00"


@pytest.mark.parametrize("read", READS, ids=" ".join)
def test_the_same_question_gets_the_same_bytes(
    sample: Home, read: list[str]
) -> None:
    shows_the_past = takes(command_of_words(read), "as-of")
    moments = ["--as-of", "2026-06-01"] if shows_the_past else []
    first = sample.do(*read, *moments).output
    assert sample.do(*read, *moments).output == first
    assert first, "nothing was printed"


def test_replicas_export_the_same_bytes(sample: Home, empty: Home) -> None:
    empty.do("import", text=sample.events())
    for moment in ["2025-12-24", "2026-06-01T12:00:00Z", "2026-11-20"]:
        arguments = ["export", "json", "--as-of", moment]
        assert (
            empty.do(*arguments, now=LATE).output
            == sample.do(*arguments, now=LATE).output
        )
    assert empty.export() == sample.export()
    assert empty.events() == sample.events()


def test_as_of_hides_what_was_recorded_later(home: Home) -> None:
    before = home.folded("--as-of", "2026-03-15", now=None)
    assert before["asOf"] and before["collection"]
    for name in ["Monty", "Basil"]:
        home.do("water", name, now="2026-03-16T10:00:00+01:00")
    home.do("add", "Ficus lyrata", now="2026-03-16T10:01:00+01:00")
    home.do("remove", "Basil", now="2026-03-17T10:01:00+01:00")
    after = home.folded("--as-of", "2026-03-15", now=None)
    assert after == before
    assert len(home.export("--as-of", "2026-03-16")["collection"]) == 3
    assert len(home.export("--as-of", "2026-03-17")["collection"]) == 2
    assert not home.export("--as-of", "2026-02-28")["collection"]


def test_upcoming_says_after_which_day_where_that_is_not_today(
    home: Home,
) -> None:
    heading = "After Fri 1 Jan 9999:\n"
    for words in (["upcoming"], ["upcoming", "--room", "Kitchen", "--days", "1"]):
        said = home.do(*words, "--as-of", "9999-01-01", now=None).text
        assert said.startswith(heading)
        assert " Jan" in said.removeprefix(heading)
    # With --now the day is the one that was typed.
    for words in ([], ["--as-of", "2026-06-01"]):
        assert "After" not in home.do("upcoming", *words).text


def test_today_says_of_which_day_the_past_is_shown(home: Home) -> None:
    said = home.do("today", "--as-of", "2026-03-20", now=None).text
    assert "Fri 20 Mar" in said
    assert "Only what was recorded by then counts.\n" in said
    said = home.do("today", "--as-of", "2026-03-20").text
    assert "recorded by Fri 20 Mar counts; days run to today.\n" in said


def test_show_tells_local_days_and_times(home: Home) -> None:
    # Another zone's evening is the next day in the journal's.
    home.do("note", "Monty", "a new leaf", "--at", "2026-03-09T20:30:00-05:00")
    home.do("remove", "Monty", "--at", "2026-07-01T20:30:00-05:00")
    text = home.do("show", "Monty").text
    assert "  added        Sun 1 Mar 09:00\n" in text
    assert "  removed      Thu 2 Jul 03:30 (other)\n" in text
    assert "NOTES\n  Tue 10 Mar  a new leaf\n" in text


def test_as_of_a_batch_shows_all_of_it_or_nothing(sample: Home) -> None:
    moment = "2026-11-21T10:00:00+01:00"
    sample.do("water", "--room", "Kitchen", "--yes", now=moment)
    before = sample.json("today", "--as-of", "2026-11-21T09:59:59.999+01:00")
    after = sample.json("today", "--as-of", moment)
    done = [task for task in after["done"] if task not in before["done"]]
    assert len(done) > 3 and not before["done"]


def test_now_says_which_day_is_today(home: Home) -> None:
    def due(now: str) -> list[str]:
        today = home.json("today", now=now)
        rooms = [task for room in today["today"] for task in room["tasks"]]
        return [task["due"] for task in today["overdue"] + rooms]

    assert due(START) == []
    assert due("2026-03-03T00:00:00+01:00") == ["2026-03-03"]
    assert due("2026-03-02T23:59:59+01:00") == []
    assert due("2026-03-15T23:00:00Z") == ["2026-03-03", "2026-03-15"]


@pytest.mark.parametrize(
    "read", [r for r in READS if "--json" in r], ids=" ".join
)
def test_json_is_one_value_or_one_a_line(sample: Home, read: list[str]) -> None:
    output = sample.do(*read).output
    lines = (
        output.splitlines() if read[0] in ("history", "replay") else [output]
    )
    for line in lines:
        assert isinstance(json.loads(line), dict)


def test_every_write_answers_with_its_action_and_its_undo(home: Home) -> None:
    for arguments in [
        ["add", "Ficus lyrata"],
        ["water", "Monty"],
        ["note", "Monty", "tall"],
        ["room", "add", "Shelf"],
        ["favorite", "Monty"],
        ["move", "Monty", "Bedroom"],
    ]:
        before = home.folded()
        answer = home.json(*arguments)
        assert len(answer["actions"]) == 1
        undo = answer["undo"].split()
        assert undo[0] == "plantguide"
        home.do(*undo[1:])
        assert home.folded() == before, arguments


def test_an_empty_home_answers_and_stays_empty(empty: Home) -> None:
    for read in READS:
        if "Monty" not in read:
            empty.do(*read)
    empty.refuse("show", "Monty", code=1, says="Monty")
    empty.refuse("why", "Monty", code=1, says="Monty")
    empty.refuse("undo", code=1, says="nothing of yours to undo")
    empty.do("append", text=b"\n \n")
    assert not empty.path.exists(), "reading made something"


def test_general_rules_are_tested_of_every_command() -> None:
    listed = {name(command_of_words(line)) for line in READS + WRITES}
    assert listed | APART == {name(command) for command in commands()}
    assert not listed & APART


def test_help_is_there_for_every_command(empty: Home) -> None:
    overview = empty.do("help", now=None).text
    assert overview == empty.do("--help", now=None).text
    commands = {name(command_of_words(read)) for read in READS}
    for command in commands:
        text = empty.do("help", *command.split(), now=None).text
        assert f"usage: plantguide {command}" in text
        assert text == empty.do(*command.split(), "--help", now=None).text
    assert not empty.path.exists()
