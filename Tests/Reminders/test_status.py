"""The line for a prompt or a bar."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from program import NOW, ROOT, SAMPLE, USAGE, Home

EVERY = [
    "due", "overdue", "today", "upcoming", "next", "plant", "room", "when",
    "state"]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home in which nothing was ever written."""
    return Home(tmp_path / "home")


@pytest.fixture
def sample(home: Home) -> Home:
    """The sample journal."""
    home.do("append", "--as-recorded", text=SAMPLE.read_bytes(), now=NOW)
    return home


def line(home: Home, text: str, *options: str, **more: Any) -> str:
    return home.do("status", "--format", text, *options, **more).text


def test_the_numbers_are_those_of_the_views(sample: Home) -> None:
    today = sample.json("today")
    overdue = len(today["overdue"])
    due = sum(len(room["tasks"]) for room in today["today"])
    due += len(today["home"])
    coming = sum(
        len(day["tasks"]) for day in sample.json("upcoming")["upcoming"])
    assert overdue and due and coming
    shown = line(sample, "{overdue} {today} {due} {upcoming} {state}")
    assert shown == f"{overdue} {due} {overdue + due} {coming} overdue\n"
    status = sample.json("status")
    assert [status[name] for name in ["overdue", "today", "upcoming"]] == [
        overdue, due, coming]
    # The most overdue task comes next.
    assert status["next"] in today["overdue"]
    assert status["next"]["overdueDays"] == max(
        task["overdueDays"] for task in today["overdue"])


def test_the_next_task_is_named_with_its_day(home: Home) -> None:
    home.do("add", "Monstera deliciosa", "--as-typed", "--name", "Monty",
            "--room", "Kitchen", "--every", "7d", now="2026-03-01T09:00:00+01:00")
    text = "{next}, {plant}, {room}, {when}, {state}"
    for day, words in [
        ("01", "water Monty, Monty, Kitchen, in 7 d, clear"),
        ("08", "water Monty, Monty, Kitchen, today, due"),
        ("10", "water Monty, Monty, Kitchen, 2 days late, overdue"),
    ]:
        moment = f"2026-03-{day}T12:00:00+01:00"
        assert line(home, text, now=moment) == words + "\n"


def test_a_quiet_day_prints_nothing_if_asked_to(home: Home) -> None:
    home.do("add", "Monstera deliciosa", "--as-typed", "--every", "7d",
            now="2026-03-01T09:00:00+01:00")
    for words in [["--format", "x"], [], ["--json"]]:
        quiet = home.do("status", "--if-due", *words,
                        now="2026-03-02T09:00:00+01:00")
        assert (quiet.output, quiet.errors) == (b"", b"")
        assert home.do("status", "--if-due", *words,
                       now="2026-03-08T09:00:00+01:00").output


def test_a_home_without_anything_is_clear(home: Home) -> None:
    text = "|".join("{%s}" % name for name in EVERY)
    assert line(home, text) == "0|0|0|0|||||clear\n"
    assert home.do("status").text == "nothing due, 0 in 7 days\n"
    assert home.json("status")["next"] is None


@pytest.mark.parametrize(("text", "shown"), [
    ("", ""), ("plain", "plain"), (r"a\nb\tc\\n", "a\nb\tc\\n"),
    (r"\{due}", "{due}"), ("{ due }", "{ due }"), ('{"a":{due}}', '{"a":0}'),
    ("{{due}}", "{0}"), ("{due", "{due"), ("{}", "{}"), ("}{", "}{"),
    ("\\", "\\"), (r"\x", r"\x"), ("%d $(x) `y`", "%d $(x) `y`"),
    ("🌱{due}", "🌱0"), ("{DUE}", "{DUE}"),
])
def test_what_is_no_placeholder_stays(home: Home, text: str, shown: str) -> None:
    assert line(home, text) == shown + "\n"


def test_a_placeholder_that_does_not_exist_is_refused(home: Home) -> None:
    done = home.run("status", "--format", "{due} {late}")
    assert done.code == USAGE
    assert "there is no placeholder {late}" in done.message
    assert "{due}" in done.message and "{state}" in done.message
    assert home.run("status", "--format", "x", "--json").code == USAGE


def test_names_control_no_terminal(home: Home) -> None:
    home.do("add", "Monstera deliciosa", "--as-typed", "--name",
            "Mon\u202ety\u200b", "--every", "1d", "--room", "Kitchen",
            now="2026-03-01T09:00:00+01:00")
    shown = line(home, "{next}|{plant}")
    assert shown == (
        "water Mon\\u{202E}ty\\u{200B}|Mon\\u{202E}ty\\u{200B}\n")


def test_the_past_has_its_own_status(sample: Home) -> None:
    assert sample.json("status", "--as-of", "2026-03-01") != sample.json(
        "status")


def examples() -> list[str]:
    """The formats of the page about status lines."""
    page = (ROOT / "docs" / "status-line.md").read_text()
    return re.findall(r"""plantguide status[^\n]*?--format (["'].*?["'])""", page)


def test_the_examples_of_the_page_show_numbers(sample: Home) -> None:
    found = examples()
    assert len(found) >= 4
    for example in found:
        text = example[1:-1].replace("\\\\n", "\\n")
        shown = line(sample, text)
        assert re.search(r"\d", shown) and "{" not in shown, shown


def test_the_page_names_every_placeholder(home: Home) -> None:
    page = (ROOT / "docs" / "status-line.md").read_text()
    text = home.do("help", "status", now=None).text
    for name in EVERY:
        assert "{%s}" % name in page and "{%s}" % name in text
