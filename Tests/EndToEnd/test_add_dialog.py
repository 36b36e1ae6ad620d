"""Plants that are added by answering questions on a terminal."""

from __future__ import annotations

from typing import Any

from program import NOTHING, NOW, USAGE, Home
from screen import on_terminal


def asked(home: Home, *arguments: str, answers: list[str]) -> tuple[int, str]:
    """The exit code, and what a terminal shows."""
    typed = "".join(f"{answer}\n" for answer in answers).encode()
    code, shown = on_terminal(
        home, *arguments, "--now", NOW, width=300, answer=typed)
    return code, shown.decode()


def plant(home: Home, name: str) -> Any:
    return home.json("show", name)["plant"]


def schedules(home: Home, name: str) -> dict[str, int]:
    shown = home.json("schedule", "show", name)["schedules"]
    return {schedule["kind"]: schedule["intervalDays"] for schedule in shown}


def test_a_plant_is_added_by_answers(empty: Home) -> None:
    code, shown = asked(
        empty, "add", answers=["Monty", "swiss cheese", "1", "Kitchen", ""])
    assert code == 0, shown
    assert "1  Monstera deliciosa, Swiss Cheese Plant" in shown
    assert "In which room? Kitchen, Living Room, Bedroom" in shown
    assert "water it every 8 days, winter 13, thorough? [Y/n]" in shown
    assert "first due Sun 29 Nov: watering" in shown
    monty = plant(empty, "Monty")
    assert monty["scientificName"] == "Monstera deliciosa"
    assert monty["nickname"] == "Monty" and monty["family"] == "Araceae"
    assert "Kitchen" in empty.do("show", "Monty").text
    assert schedules(empty, "Monty")["watering"] == 8
    # One undo takes it back, as of any 'add'.
    empty.do("undo", "--yes")
    assert empty.run("show", "Monty").code == NOTHING


def test_a_wrong_answer_is_asked_for_again(home: Home) -> None:
    code, shown = asked(
        home, "add",
        answers=["Monty", "Fern", "", "fern", "7", "xyzzy", "", "Attic", "",
                 "often", "10d"])
    assert code == 0, shown
    assert "the nickname 'Monty' belongs to another plant" in shown
    assert "Enter for 'fern' as it is" in shown
    assert "The catalogue does not know 'xyzzy'." in shown
    assert "no room is called 'Attic'" in shown
    assert "first due Tue 1 Dec: watering" in shown
    assert plant(home, "Fern")["scientificName"] == "xyzzy"
    assert schedules(home, "Fern") == {"watering": 10}


def test_what_was_said_is_not_asked_for(empty: Home) -> None:
    code, shown = asked(
        empty, "add", "--name", "Fig", "--room", "Office", "--every", "5d",
        "--as-typed", answers=["Ficus"])
    assert code == 0, shown
    assert "What do you call it" not in shown and "which room" not in shown
    assert "catalogue" not in shown
    assert schedules(empty, "Fig") == {"watering": 5}


def test_a_dialogue_that_ends_adds_nothing(home: Home) -> None:
    before = home.events()
    code, shown = asked(home, "add", answers=["Fig", "\x04"])
    assert code == NOTHING and "the input ended" in shown
    assert home.events() == before
    # Nobody is asked where nobody can answer, or all is agreed to.
    home.refuse("add", code=USAGE, says=["'add' needs SPECIES", "usage: "])
    for words in (["--yes"], ["--json"]):
        code, shown = asked(home, "add", *words, answers=[])
        assert code == USAGE and "needs SPECIES" in shown
    assert home.events() == before


def test_enter_takes_the_care_of_what_is_certain(empty: Home) -> None:
    code, shown = asked(empty, "add", "Ficus lyrata", answers=[""])
    assert code == 0 and "[Y/n]" in shown
    assert "first due Mon 30 Nov: watering" in shown
    code, shown = asked(
        empty, "add", "Hedera helix", "--name", "Ivy", answers=["n"])
    assert code == 0 and schedules(empty, "Ivy") == {}
    short = plant(empty, "Ivy")["shortId"]
    assert (
        "nothing is due, as it has no schedule; give it a schedule: plantguide "
        f"schedule set '{short}' watering --every 7d") in shown
    code, shown = asked(
        empty, "add", "rubber plant", "--name", "Rubber", answers=[""])
    assert code == 0 and "[Y/n]" in shown and schedules(empty, "Rubber")
    # What is only a part of a name has to be agreed to.
    code, shown = asked(
        empty, "add", "swiss cheese", "--name", "Hole", answers=[""])
    assert code == 0 and "[y/N]" in shown and schedules(empty, "Hole") == {}


def test_a_name_that_nobody_knows_gets_care_for_unknown_plants(
    empty: Home
) -> None:
    name = "Unheardofia incognita"
    said = empty.do("add", name, "--name", "It", "--yes").text
    assert "unknown plants" in said and "first due" in said
    # It is the care that 'adopt' gives.
    empty.do("add", name, "--name", "Later")
    assert schedules(empty, "Later") == {}
    empty.do("adopt", "Later", "--yes")
    assert schedules(empty, "Later") == schedules(empty, "It") != {}
    code, shown = asked(empty, "add", name, "--name", "Asked", answers=[""])
    assert code == 0 and "[Y/n]" in shown and "nothing is known" in shown
    assert schedules(empty, "Asked") == schedules(empty, "It")
    code, _ = asked(empty, "add", name, "--name", "Not", answers=["n"])
    assert code == 0 and schedules(empty, "Not") == {}
    # A rhythm that was given leaves nothing to ask.
    said = empty.do("add", name, "--name", "Own", "--every", "3d", "--yes").text
    assert "nothing is known" not in said and len(schedules(empty, "Own")) == 1


def test_the_first_due_day_is_always_told(empty: Home) -> None:
    said = empty.do(
        "add", "Hoya carnosa", "--name", "Wax", "--as-typed", "--every", "7d")
    assert "first due Sat 28 Nov: watering" in said.text
    said = empty.do("add", "Hoya carnosa", "--name", "Wax 2", "--as-typed")
    assert "nothing is due, as it has no schedule" in said.text
