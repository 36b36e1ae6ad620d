"""With `--json` an error is one JSON object: every kind that can be had.

Other files hold single messages; `Result.message` checks the schema there.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from program import ROOT, USAGE, Home
from sealed import set_meta

FORM = json.loads((ROOT / "schemas" / "error.schema.json").read_text())

# No command speaks to another machine yet.
KINDS = set(FORM["properties"]["kind"]["enum"]) - {"network"}

PLANTS = ["Monty", "Fern", "Fig", "Ivy"]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    for name in PLANTS:
        home.do("add", "Ficus lyrata", "--name", name)
    return home


def damage(home: Home) -> None:
    (home.path / "identity").write_bytes(b"nobody")


def detach(home: Home) -> None:
    home.path.rename(home.path.with_name("elsewhere"))
    home.path.symlink_to("nowhere")


def outdate(home: Home) -> None:
    set_meta(home.path, [3, "not yet known"])


WAYS = {
    "nothingMatched": (None, ["show", "Nobody"]),
    "invalidInput": (None, ["list", "--sort", "sideways"]),
    "needsAnswer": (None, ["water", *PLANTS]),
    "conflict": (None, ["add", "Hoya bella", "--name", "Monty"]),
    "damagedData": (damage, ["note", "Monty", "tall"]),
    "system": (detach, ["water", "Monty"]),
    "newerFormat": (outdate, ["today"]),
}


def test_every_kind_is_provoked() -> None:
    assert set(WAYS) == KINDS


@pytest.mark.parametrize("kind", WAYS)
def test_an_error_for_programs_says_what_people_are_told(
    home: Home, kind: str
) -> None:
    prepare, arguments = WAYS[kind]
    if prepare:
        prepare(home)
    plain = home.run(*arguments)
    # People are also told how the command is called.
    lines = [
        line
        for line in plain.message.splitlines()
        if not line.startswith(("usage: ", "see 'plantguide help"))
    ]
    result = home.run(*arguments, "--json")
    assert result.error()["kind"] == kind, str(result)
    assert result.code == plain.code
    assert len(result.errors.splitlines()) == 1 and not result.output
    assert result.message.splitlines() == lines


def test_what_is_wrong_in_many_places_has_details(home: Home) -> None:
    table = "name,acquired\n" + "Fig,soon\n" * 3
    result = home.run("import", "csv", "--json", text=table)
    assert result.code == USAGE
    assert len(result.error()["details"]) == 3


@pytest.mark.parametrize(
    "arguments",
    [["--json"], ["list", "--bogus", "--json"], ["lst", "--json"]],
    ids=" ".join,
)
def test_a_line_that_is_not_understood_asks_for_json_too(
    home: Home, arguments: list[str]
) -> None:
    result = home.run(*arguments, now=None)
    assert result.error()["kind"] == "invalidInput"


def test_behind_two_dashes_nothing_asks_for_json(home: Home) -> None:
    result = home.run("show", now=None, *["--", "--json"])
    assert result.errors.startswith(b"plantguide: error: ")
