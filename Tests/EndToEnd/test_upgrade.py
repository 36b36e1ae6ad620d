"""Journals that earlier and later programs wrote.

`folds-1` is the home of a program that folded by version 1 and did not know
`plant.edited` and `plant.measured`; it had received one of each.

`other-types` is from a program that says `plant.sketched` where this one says
`plant.measured` (built with that one word of `EventType.swift` changed), so that
each knows a type that the other does not. It had received a measurement of this
program's from a folder, wrote two sketches of its own, and put all of it into
another folder: `home` is its home, `stick` that folder.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from program import DONE, ROOT, Home


def unpacked(name: str, path: Path) -> Path:
    archive = ROOT / "Tests" / "Golden" / "homes" / f"{name}.tar.gz"
    # Not by `tarfile`: its `filter` is wanted by Python 3.14 and unknown to
    # 3.11.2.
    shutil.unpack_archive(archive, path)
    return path


@pytest.fixture
def old(tmp_path: Path) -> Home:
    return Home(unpacked("folds-1", tmp_path / "home"))


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return unpacked("other-types", tmp_path / "other")


def test_a_read_folds_an_old_journal_anew(old: Home) -> None:
    plants = {plant["nickname"]: plant for plant in old.json("list")["plants"]}
    assert plants.keys() == {"Otto", "Zoë"}, "the edit folds after an upgrade"
    otto = plants["Otto"]
    assert otto["location"] == "balcony"
    assert [entry["heightMm"] for entry in otto["measurements"]] == [420]
    assert otto["notes"] == ["A new leaf 🌱"]
    assert otto["tags"] == ["gift"] and otto["family"] == "Araceae"
    assert old.json("log", "status")["reducerVersion"] > 1
    old.verify()


def test_a_doctor_finds_an_old_journal_sound(old: Home) -> None:
    for arguments in [["doctor"], ["doctor", "--full"]]:
        result = old.run(*arguments)
        assert result.code == DONE and b"problem" not in result.output, result


def test_what_is_folded_anew_is_what_a_rebuild_folds(old: Home) -> None:
    upgraded = old.export()
    old.do("log", "rebuild", now=None)
    assert old.export() == upgraded


def test_an_old_journal_is_written_on(old: Home) -> None:
    before = old.hashes()
    old.do("edit", "zoe\u0308", "--name", "Zoë II")
    old.do("undo", "--yes")
    old.do("water", "Otto")
    assert before < old.hashes()
    assert old.json("show", "Zoë")["plant"]["isFavorite"]
    old.verify()


def test_what_a_program_did_not_know_is_folded_by_one_that_does(
    other: Path,
) -> None:
    home = Home(other / "home")
    monty, = [
        plant for plant in home.json("list")["plants"]
        if plant["nickname"] == "Monty"
    ]
    assert [entry["heightMm"] for entry in monty["measurements"]] == [420]
    home.verify()
    folded = home.folded()
    home.do("log", "rebuild", now=None)
    assert home.folded() == folded


def test_unknown_events_are_shipped_on_unchanged(
    other: Path, tmp_path: Path
) -> None:
    written = Home(other / "home").events()

    home = Home(tmp_path / "home")
    home.do("remote", "add", "stick", str(other / "stick"))
    text = home.do("sync").text
    assert "2 events of a kind that is unknown here" in text, text
    assert home.events() == written
    # The sketches fold to nothing, and what went through a program that did
    # not know it does.
    heights = {
        plant["nickname"]: [one["heightMm"] for one in plant["measurements"]]
        for plant in home.json("list")["plants"]
    }
    assert heights == {"Monty": [420], "Otto": []}
    home.verify()

    home.do("remote", "add", "onward", str(tmp_path / "onward"))
    home.do("sync", "onward")
    third = Home(tmp_path / "third")
    third.do("remote", "add", "onward", str(tmp_path / "onward"))
    (outcome,) = third.json("sync")["remotes"]
    counts = [writer["types"] for writer in outcome["received"]]
    assert sum(each.get("plant.sketched", 0) for each in counts) == 2, outcome
    assert third.events() == written
