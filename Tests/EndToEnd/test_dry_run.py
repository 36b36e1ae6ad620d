"""What --dry-run says: what would happen, never that it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from program import WRITES, Home

# What is done, as reports say it.
DONE_ALREADY = re.compile(
    r"(?m)^(added|adopted|appended|called|cleared|cleaned|deleted|done|dropped|edited"
    r"|fertilized|made|measured|misted|moved|noted|planned|pruned|received"
    r"|removed|repotted|reset|restored|rotated|skipped|snoozed|undone|watered"
    r"|set)\b")

INPUT = '{"type":"plant.noted","plant":"Monty","text":"new leaf"}\n'

REHEARSED = [
    words for words in WRITES
    if words[0] != "import"
    # They bring no event.
    and words not in (["log", "rebuild"], ["log", "compact"])
]


@pytest.mark.parametrize("words", REHEARSED, ids=" ".join)
def test_a_dry_run_tells_what_would_happen(
    home: Home, words: list[str]
) -> None:
    before = home.events()
    text = INPUT if words == ["append"] else ""
    said = home.do(*words, "--dry-run", text=text).text
    assert home.events() == before
    assert said.startswith("would "), said
    assert not DONE_ALREADY.search(said), said
    assert said.endswith("dry run: nothing was written\n"), said
    done = home.do(*words, text=text).text
    assert "would " not in done and home.events() != before, done


def test_a_rehearsed_import_tells_what_would_come(
    home: Home, empty: Home, tmp_path: Path
) -> None:
    events, plants = tmp_path / "events.jsonl", tmp_path / "plants.csv"
    events.write_bytes(home.events())
    plants.write_bytes(home.do("export", "csv").output)
    backup = tmp_path / "backup"
    home.do("backup", str(backup))
    for words in (
        ["import", str(events)],
        ["import", str(plants)],
        ["backup", "restore", str(next(backup.iterdir()))],
    ):
        said = empty.do(*words, "--dry-run").text
        assert said.startswith("would "), said
        assert not DONE_ALREADY.search(said), said


def test_a_name_that_it_has_already_is_no_event(home: Home) -> None:
    home.do("log", "name", "Laptop")
    before = home.events()
    assert "has that name already" in home.do("log", "name", "Laptop").text
    assert home.events() == before
    home.do("log", "name", "--clear")
    before = home.events()
    assert "has no name already" in home.do("log", "name", "").text
    assert home.events() == before
