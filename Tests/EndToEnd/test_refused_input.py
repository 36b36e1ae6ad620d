"""Input that says less, or something else, than its writer meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from program import NOTHING, NOW, USAGE, Home
from screen import on_terminal


def test_the_beginning_of_a_short_id_is_only_for_looking(empty: Home) -> None:
    # No letter of this name occurs in a short id, which chance makes: the
    # beginning of one is never that of the name.
    empty.do("add", "Αλόη", "--yes")
    short = empty.json("show", "Αλόη")["plant"]["shortId"]
    for length in range(1, 6):
        empty.refuse(
            "note", short[:length], "a leaf", code=NOTHING, says="no plant"
        )
    assert empty.json("show", short[:3])["plant"]["displayName"] == "Αλόη"
    assert empty.run("show", short[:2]).code == NOTHING
    empty.do("note", short, "a leaf")


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (["schedule", "set", "Monty", "wattering", "--every", "7d"], "watering"),
        (["done", "Monty", "-k", "wattering"], "watering"),
        (["task", "add", "Monty", "repoting", "--due", "5d"], "repotting"),
        (["done", "Monty", "-k", "pestcontrol"], "pestControl"),
    ],
)
def test_a_slip_makes_no_kind_of_care(
    home: Home, call: list[str], kind: str
) -> None:
    home.refuse(
        *call, code=USAGE, says=[f"did you mean {kind}?", "nothing was written"]
    )
    home.do(*call, "--yes")
    assert kind in json.dumps(home.history()[-1])


@pytest.mark.parametrize(
    "call",
    [
        ["task", "add", "Montyy"],
        ["task", "add", "montyy", "--title", "Look", "--due", "5d"],
        ["skip", "Montyy"],
        ["snooze", "montyy", "3d"],
    ],
)
def test_a_plant_that_is_mistyped_is_taken_for_no_kind(
    home: Home, call: list[str]
) -> None:
    home.refuse(*call, code=USAGE, says="did you mean Monty?")
    home.refuse(
        "snooze", "Nobody", "3d", code=NOTHING, says="no plant or open task is called")


def test_a_task_that_is_not_there_ends_with_what_came_of_it(
    home: Home,
) -> None:
    for call in [["task", "done", "abcdef"], ["task", "remove", "abcdef"]]:
        home.refuse(*call, code=NOTHING, says="; nothing was written")


def test_a_kind_of_ones_own_is_taken(home: Home) -> None:
    home.do("schedule", "set", "Monty", "neem-spray", "--every", "7d")
    # What a plant has already is no slip.
    home.append(
        {"type": "schedule.set", "plant": "Monty", "kind": "mistings",
         "intervalDays": 7}
    )
    home.do("done", "Monty", "-k", "mistings")


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("9999-01-01", "more than a year from now"),
        ("2028-01-01", "more than a year from now"),
        ("0001-01-01", "before the year 1900"),
    ],
)
def test_care_of_another_age_is_refused(home: Home, at: str, says: str) -> None:
    home.refuse("water", "Monty", "--at", at, code=USAGE, says=says)
    home.refuse(
        "append",
        code=USAGE,
        says=["line 1", says],
        text=json.dumps(
            {"type": "task.completed", "plant": "Monty", "kind": "watering",
             "at": f"{at}T12:00:00+01:00"}
        ),
    )


@pytest.mark.parametrize(
    "command", [
        ("water", "Monty"), ("done", "Monty"), ("task", "done", "Buy soil")])
def test_care_of_tomorrow_is_asked_about(
    home: Home, command: tuple[str, ...]
) -> None:
    home.do("task", "add", "--title", "Buy soil", "--due", "today")
    words = (*command, "--at", "tomorrow 18:30")
    question = "Sun 22 Nov 18:30 is yet to come. Record it as done then?"
    home.refuse(*words, code=USAGE, says=[question, "--yes"])
    home.do(*words, "--dry-run")
    before = home.events()
    typed = (*words, "--now", NOW)
    code, shown = on_terminal(home, *typed, answer=b"n\n")
    assert code == NOTHING and question.encode() in shown
    assert home.events() == before
    code, shown = on_terminal(home, *typed, answer=b"y\n")
    assert code == 0 and home.events() != before
    home.do("undo", "--yes")
    home.do(*words, "--yes")
    # What lies behind is nothing to ask about.
    home.do("water", "Basil", "--at", "today 9:00")


@pytest.mark.parametrize("day", ["2126-01-01", "0001-01-01"])
def test_a_table_with_care_of_another_age_is_refused_by_its_line(
    home: Home, tmp_path: Path, day: str
) -> None:
    path = tmp_path / "plants.csv"
    path.write_text(f"nickname,last watered\nFig,2026-03-01\nFern,{day}\n")
    home.refuse("import", "csv", str(path), code=USAGE, says="line 3")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"type": "room.created", "room": "A", "name": "B"}, "name"),
        ({"type": "plant.added", "plant": "A", "nickname": "B",
          "scientificName": "Hoya bella"}, "nickname"),
        ({"type": "plant.added", "scientificName": "Hoya bella",
          "id": "00000000-0000-0000-0000-000000000000"}, "nil"),
    ],
)
def test_a_line_that_contradicts_itself_is_refused(
    home: Home, line: dict[str, str], says: str
) -> None:
    home.refuse(
        "append", code=USAGE, says=["line 1", says], text=json.dumps(line)
    )


def test_a_nul_is_refused_in_plain_words(home: Home) -> None:
    line = '{"type":"plant.noted","plant":"Monty","text":"a\\u0000b"}'
    result = home.refuse("append", code=USAGE, says="\\u0000", text=line)
    assert "JSON_ALLOW_NUL" not in result.message


@pytest.mark.parametrize(("member", "value"), [
    ("scientificName", "a\x1b[2Jb"), ("commonNames", ["a\x1bb"]),
    ("family", "a\tb"),
])
def test_names_of_results_are_names(
    home: Home, member: str, value: str | list[str]
) -> None:
    line = {"type": "plant.identified", "plant": "Monty", "source": "onDevice"}
    result = {"scientificName": "Hoya", member: value}
    home.refuse("append", code=USAGE, says=f"topResults.{member}",
                text=json.dumps({**line, "topResults": [result]}))
    # The payload says so: nothing was recognized.
    home.do("append", text=json.dumps({**line, "topResults": []}))


def test_the_beginning_of_a_journal_says_why_it_stays(home: Home) -> None:
    writer = home.history()[0]["header"]["writer"]
    action = f"{writer[:4]}-1"
    home.refuse("undo", action, code=USAGE, says="everything later depends")


def test_more_than_all_is_no_confidence(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "plants.csv"
    path.write_text("nickname,species,confidence\nFig,Ficus lyrata,185%\n")
    home.refuse("import", "csv", str(path), code=USAGE, says="0 % to 100 %")


@pytest.mark.parametrize("contents", ["{", "{}"])
def test_a_broken_file_of_another_program_is_named(
    home: Home, tmp_path: Path, contents: str
) -> None:
    plants = tmp_path / "plants"
    plants.mkdir()
    (plants / "data.json").write_text(contents)
    result = home.refuse(
        "import", "hortusfox", str(tmp_path), code=USAGE,
        says="plants/data.json",
    )
    assert "each line" not in result.message


def test_an_event_of_no_format_is_not_called_newer(home: Home) -> None:
    lines = [json.loads(line) for line in home.events().splitlines()]
    header = lines[-1]["header"]
    # The format is the second byte.
    assert header.startswith("iwF")
    lines[-1]["header"] = "iwB" + header[3:]
    result = home.refuse(
        "import", "events", code=USAGE,
        says=[f"line {len(lines)}:", "event format 0 does not exist"],
        text="\n".join(map(json.dumps, lines)),
    )
    assert "newer" not in result.message
    # It is the input that is damaged, and not the journal.
    assert "verify" not in result.message and "backup" not in result.message
