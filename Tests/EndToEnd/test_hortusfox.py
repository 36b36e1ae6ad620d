"""Backups of HortusFox, as a user takes them over."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from program import NOTHING, ROOT, USAGE, Home
from screen import on_terminal

SAMPLES = ROOT / "Tests" / "JournalExchangeTests" / "Samples"
BACKUP = SAMPLES / "hortusfox-5.6"
LATER = SAMPLES / "hortusfox-5.6-later"


def archive(folder: Path, sample: Path) -> str:
    """The ZIP archive that HortusFox would have made."""
    return shutil.make_archive(str(folder / "hf_backup"), "zip", sample)


def zipped(**files: str) -> bytes:
    """An archive of the tables of this name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, contents in files.items():
            file.writestr(f"{name}/data.json", contents)
    return out.getvalue()


def test_the_archive_is_taken_as_it_is(empty: Home, tmp_path: Path) -> None:
    answer = empty.json("import", "hortusfox", archive(tmp_path, BACKUP))
    assert [made["name"] for made in answer["made"]] == [
        "Monstera", "Monstera", "Fern", "Fern"]
    assert any("photos of the gallery (2)" in line for line in answer["lines"])
    assert "Wintergarten 🌴" in empty.do("room", "list").text
    assert empty.json("show", "Monstera")["plant"]["acquiredOn"] == "2023-05-06"
    before = empty.events()
    # Its directory holds the same, and 'import' sees what both are.
    empty.do("import", str(BACKUP))
    empty.do("import", archive(tmp_path, BACKUP))
    assert empty.events() == before


def test_a_folder_that_was_packed_again_is_taken(
    empty: Home, tmp_path: Path
) -> None:
    shutil.copytree(BACKUP, tmp_path / "in" / "hf_backup")
    path = archive(tmp_path, tmp_path / "in")
    assert len(empty.json("import", "hortusfox", path)["made"]) == 4


def test_a_later_backup_updates_and_one_undo_takes_it_back(
    empty: Home,
) -> None:
    empty.do("import", "hortusfox", str(BACKUP))
    before = empty.export("--removed")
    count = len(empty.history())
    shown = empty.do("import", "hortusfox", str(LATER), "--dry-run").text
    assert len(empty.history()) == count
    empty.refuse(
        "import", "hortusfox", str(LATER), code=USAGE, says="--yes")
    assert "move Monstera" in shown
    assert len(empty.history()) == count
    lines = empty.do(
        "import", "hortusfox", str(LATER), "--yes").text.splitlines()
    assert lines[-1].startswith("undo with: ")
    for line in lines[:-1]:
        assert line.split(" ", 1)[1] in shown
    moves = [line for line in lines if line.startswith("moved Monstera")]
    assert len(moves) == 1 and moves[0].endswith("to Conservatory")
    assert any(line.startswith("added 1 care event to Monst") for line in lines)
    after = empty.events()
    again = empty.do("import", "hortusfox", str(LATER)).text
    assert "0 changed, 5 unchanged" in again and empty.events() == after
    empty.do("undo", "--yes")
    for part in ["collection", "rooms", "schedules"]:
        assert empty.export("--removed")[part] == before[part]


def test_an_older_backup_is_taken_only_where_that_is_wanted(
    empty: Home,
) -> None:
    empty.do("import", "hortusfox", str(LATER))
    before = empty.events()
    for command in [("import", "hortusfox"), ("import",)]:
        empty.refuse(
            *command, str(BACKUP), code=USAGE,
            says=["is older than one that was taken over", "--older"])
    assert empty.events() == before
    said = empty.do(
        "import", "hortusfox", str(BACKUP), "--older", "--yes").text
    assert "2 changed" in said


def test_on_a_terminal_the_difference_is_shown_and_asked_about(
    empty: Home,
) -> None:
    empty.do("import", "hortusfox", str(BACKUP))
    before = empty.events()
    command = ("import", "hortusfox", str(LATER))
    code, shown = on_terminal(empty, *command, answer=b"n\n")
    assert code == NOTHING and b"would move Monstera" in shown
    assert b"Take this over? [y/N]" in shown and empty.events() == before
    code, shown = on_terminal(empty, *command, answer=b"y\n")
    assert code == 0 and empty.events() != before
    # Where nothing is new nobody is asked.
    code, shown = on_terminal(empty, *command)
    assert code == 0 and b"Take this over?" not in shown


def added(home: Home) -> str:
    """When the plant of the sample was added, as JSON has it."""
    return home.json("show", "Monstera")["plant"]["addedAt"]


def test_the_zone_is_named_asked_for_or_said(home: Home, empty: Home) -> None:
    home.do("import", "hortusfox", str(BACKUP), "--zone", "Asia/Tokyo")
    assert added(home) == "2025-08-01T10:01:00+09:00"
    home.refuse(
        "import", "hortusfox", str(BACKUP), code=USAGE,
        says=["time zone", "+09:00", "--zone"])
    home.refuse(
        "import", "hortusfox", str(BACKUP), "--zone", "Mars", code=USAGE,
        says="Mars")
    said = Home(empty.path, extra={"TZ": "America/Lima"}).do(
        "import", "hortusfox", str(BACKUP), "--dry-run")
    assert "times are read as those of America/Lima" in said.text
    code, shown = on_terminal(
        empty, "import", "hortusfox", str(BACKUP),
        answer=b"Europe/Berlin\ny\n", TZ="America/Lima")
    assert code == 0 and b"[America/Lima]" in shown
    assert added(empty) == "2025-08-01T10:01:00+02:00"


def bomb() -> bytes:
    """A table that claims to be a thousand times as long as it is packed."""
    return zipped(plants="[" + " " * 50_000_000 + "]")


def leading_out() -> bytes:
    return zipped(**{"plants": "[]", "../../etc": "[]"})


def absolute() -> bytes:
    return zipped(**{"plants": "[]", "/etc": "[]"})


def with_wrong_sum() -> bytes:
    whole = zipped(plants=json.dumps([{"id": 1, "name": "Fig"}] * 50))
    # The sum of the first file, in its own header and in the directory.
    sum_of = whole[14:18]
    return whole.replace(sum_of, bytes(4))


def cut_short() -> bytes:
    return zipped(plants=json.dumps([{"id": 1, "name": "Fig"}]))[:-30]


def without_tables() -> bytes:
    return zipped(somewhere="[]")


def there_twice() -> bytes:
    return zipped(**{"plants": "[]", "backup/plants": "[]"})


@pytest.mark.parametrize(
    ("make", "code", "says"),
    [
        (bomb, USAGE, "claims"),
        (leading_out, USAGE, "leads out of it"),
        (absolute, USAGE, "leads out of it"),
        (with_wrong_sum, USAGE, "not what its sum says"),
        (cut_short, USAGE, "directory at the end is missing"),
        (without_tables, NOTHING, "no backup of HortusFox"),
        (there_twice, USAGE, "two files"),
    ],
)
def test_a_bad_archive_is_refused(
    empty: Home, tmp_path: Path, make: Callable[[], bytes], code: int,
    says: str,
) -> None:
    path = tmp_path / "hf_backup.zip"
    path.write_bytes(make())
    empty.refuse("import", "hortusfox", str(path), code=code, says=says)
    assert not empty.path.exists()


def test_what_is_no_archive_is_refused(empty: Home, tmp_path: Path) -> None:
    path = tmp_path / "hf_backup.zip"
    path.write_text("[]")
    empty.refuse("import", "hortusfox", str(path), code=USAGE, says="archive")
    empty.refuse(
        "import", text=zipped(plants="[]"), code=USAGE, says="from a file")
    assert not empty.path.exists()
