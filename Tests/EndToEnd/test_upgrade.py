"""Journals that earlier programs wrote.

`folds-1` is the home of a program that folded by version 1 and did not know
`plant.edited` and `plant.measured`; it had received one of each.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from program import DONE, ROOT, Home


@pytest.fixture
def old(tmp_path: Path) -> Home:
    archive = ROOT / "Tests" / "Golden" / "homes" / "folds-1.tar.gz"
    # Not by `tarfile`: its `filter` is wanted by Python 3.14 and unknown to
    # 3.11.2.
    shutil.unpack_archive(archive, tmp_path / "home")
    return Home(tmp_path / "home")


def test_a_read_folds_an_old_journal_anew(old: Home) -> None:
    plants = {plant["nickname"]: plant for plant in old.json("list")["plants"]}
    assert plants.keys() == {"Otto", "Zoë"}, "the edit folds after an upgrade"
    otto = plants["Otto"]
    assert otto["location"] == "balcony"
    assert [entry["height"] for entry in otto["measurements"]] == [42]
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
