"""Backups of HortusFox, as a user takes them over."""

from __future__ import annotations

import io
import hashlib
import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drawing import picture
from program import NOTHING, ROOT, USAGE, Home, binary, environment
from screen import on_terminal
from test_photos import photos

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
        "Monstera", "Monstera 2", "Fern", "Fern 2"]
    assert "added 3 photos" in answer["lines"]
    assert "Wintergarten 🌴" in empty.do("room", "list").text
    assert empty.json("show", "Monstera")["plant"]["acquiredOn"] == "2023-05-06"
    before = empty.events()
    # Its directory holds the same, and 'import' sees what both are.
    empty.do("import", str(BACKUP))
    empty.do("import", archive(tmp_path, BACKUP))
    assert empty.events() == before


def with_tasks(folder: Path, *rows: dict[str, Any]) -> str:
    """A backup with tasks, each of which is due on 25 November."""
    path = backup(folder)
    common = {
        "description": "", "due_date": "2026-11-25 00:00:00", "done": 0,
        "created_at": "2025-09-01 10:00:00",
    }
    (path / "tasks" / "data.json").write_text(json.dumps(
        [{**common, "id": 10 + n, **row} for n, row in enumerate(rows)]))
    return str(path)


def test_tasks_are_no_plants_and_none_is_lost(
    empty: Home, tmp_path: Path
) -> None:
    path = with_tasks(
        tmp_path,
        {"title": "Repot the Fern", "description": "With moss\nand bark"},
        {"title": "Buy soil", "recurring_time": 672,
         "recurring_scope": "months"},
        {"title": "Clean the gutters"}, {"title": "Dream", "due_date": None})
    said = empty.do("import", "hortusfox", path).text
    assert "added 4 plants; 0 changed, 0 unchanged\n" in said
    assert "tasks without a title or a day (1)" in said
    assert "HortusFox has no schedules; 'plantguide adopt --all'" in said
    tasks = empty.json("task", "list")["tasks"]
    assert {task["title"]: task["every"] for task in tasks} == {
        None: None, "Buy soil": "1mo", "Clean the gutters": None}
    for command in [("task", "list"), ("show", "Fern"), ("today",)]:
        shown = empty.do(*command, now="2026-11-25T12:00:00+01:00").text
        assert "\\u{A}" not in shown
        assert "Repot the Fern ⏎ With moss ⏎ and bark" in shown
    # A backup that brings no plant has nothing to say of schedules.
    again = empty.do("import", "hortusfox", path).text
    assert "adopt" not in again and "0 changed, 4 unchanged" in again


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
            says=["is older than one that you imported", "--older"])
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
    assert "times are read in the time zone America/Lima" in said.text
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


def backup(folder: Path) -> Path:
    """A copy of the backup that may be changed."""
    return Path(shutil.copytree(BACKUP, folder / "changed"))


def test_photos_come_once_with_their_dates(empty: Home, tmp_path: Path) -> None:
    home = Home(empty.path, extra={"TZ": "Europe/Berlin"})
    home.do("import", "hortusfox", archive(tmp_path, BACKUP))
    cover, labelled, other = photos(home)
    # The plant has had its picture since it was added.
    assert cover["takenAt"] == "2025-08-01T10:01:00+02:00" and cover["isCover"]
    assert labelled["takenAt"] == "2025-10-01T10:00:00+02:00"
    assert labelled["note"] == "New leaf" and other["note"] is None
    assert {photo["dateSource"] for photo in photos(home)} == {"added"}
    [source] = [
        event["payload"]["sourceSha256"] for event in home.history()
        if event["header"]["type"] == "photo.captured"
        and event["payload"]["photo"] == labelled["id"]]
    assert source == hashlib.sha256(
        (BACKUP / "gallery" / "img" / "a.jpg").read_bytes()).hexdigest()
    shown = home.do("import", "hortusfox", str(LATER), "--dry-run").text
    assert "would add 1 photo\n" in shown and len(photos(home)) == 3
    home.do("import", "hortusfox", str(LATER), "--yes")
    [seedling] = photos(home, "Basil")
    assert seedling["isCover"] and seedling["note"] == "Seedling"
    assert len(photos(home)) == 4
    home.do("undo", "--yes")
    assert len(photos(home)) == 3
    home.do("import", "hortusfox", str(LATER), "--yes")
    assert len(photos(home)) == 4
    home.verify()


def test_a_dry_run_keeps_no_file(empty: Home) -> None:
    empty.do("import", "hortusfox", str(BACKUP), "--dry-run")
    assert not empty.path.exists()


def test_what_the_camera_wrote_down_counts_more(
    empty: Home, tmp_path: Path
) -> None:
    changed = backup(tmp_path)
    # Its name is a random number, which may look like a day.
    name = "20110203040506.jpg"
    picture(changed / "gallery" / "img" / name)
    picture(
        changed / "gallery" / "img" / "b.jpg", number=4,
        taken="2025:10:30 08:00:00")
    rows = changed / "gallery" / "data.json"
    rows.write_text(rows.read_text().replace("a.jpg", name))
    empty.do("import", "hortusfox", str(changed))
    assert [(p["takenAt"][:10], p["dateSource"]) for p in photos(empty)] == [
        ("2025-08-01", "added"), ("2025-10-01", "added"),
        ("2025-10-30", "original")]


def test_a_photo_that_was_taken_away_or_erased_stays_away(empty: Home) -> None:
    empty.do("import", "hortusfox", str(BACKUP))
    _, labelled, _ = photos(empty)
    empty.do("photo", "remove", "Monstera", labelled["shortId"])
    empty.do("import", "hortusfox", str(BACKUP))
    assert len(photos(empty)) == 2
    empty.run("erase", "--plant", "Monstera", "--photos", "--yes")
    assert photos(empty) == []
    said = empty.do("import", "hortusfox", str(BACKUP)).text
    assert "photos that were erased here (3)" in said
    assert photos(empty) == []


def test_pictures_that_cannot_be_taken_are_told(
    empty: Home, tmp_path: Path
) -> None:
    changed = backup(tmp_path)
    images = changed / "gallery" / "img"
    (images / "a.jpg").write_text("no picture")
    # A link may lead to anybody's picture.
    (changed / "plants" / "img" / "0f1e_thumb.jpg").unlink()
    (changed / "plants" / "img" / "0f1e_thumb.jpg").symlink_to(
        BACKUP / "gallery" / "img" / "a.jpg")
    rows = json.loads((changed / "gallery" / "data.json").read_text())
    added = {"plant": 1, "label": "", "created_at": "2025-11-02 10:00:00"}
    outside = "../../../../" + str(BACKUP / "gallery" / "img" / "a.jpg")
    rows += [
        {**added, "id": 3, "original": outside, "thumb": outside},
        {**added, "id": 4, "original": "https://example.org/leaf.jpg",
         "thumb": "https://example.org/leaf.jpg"},
        {**added, "id": 5, "original": "a.jpg", "thumb": "a.jpg", "plant": 99},
        {**added, "id": 6, "original": "b.jpg", "thumb": "b.jpg",
         "label": "x" * 100_000},
    ]
    (changed / "gallery" / "data.json").write_text(json.dumps(rows))
    for path in [str(changed), archive(tmp_path, changed)]:
        said = empty.do("import", "hortusfox", path, "--dry-run").text
        assert "gallery/img/a.jpg: is skipped: " in said
        assert "links to photos (2)" in said
        assert "photos of plants that are not in the backup (1)" in said
        assert "gallery/data.json, entry 6: is skipped: 'label'" in said
    said = empty.do("import", "hortusfox", str(changed)).text
    assert "photos whose files are not in it (1)" in said
    assert "added 1 photo\n" in said
    assert [photo["takenAt"][:10] for photo in photos(empty)] == ["2025-11-01"]
    # Nothing is kept of what was refused: the photo and its thumbnail.
    kept = [p for p in (empty.path / "blobs").iterdir() if len(p.name) == 64]
    assert len(kept) == 2


def test_without_the_photo_program_photos_are_counted(
    empty: Home, tmp_path: Path
) -> None:
    alone = Path(shutil.copy(binary(), tmp_path / "plantguide"))
    done = subprocess.run(
        [alone, "import", "hortusfox", BACKUP],
        env=environment(empty.path), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "no photo was taken: the program that decodes photos is missing" in (
        done.stdout)
    assert "then import again" in done.stdout and "photos (3)" in done.stdout
    assert photos(empty) == []
    # With it they come, and nothing else.
    assert "added 3 photos" in empty.do(
        "import", "hortusfox", str(BACKUP), "--yes").text
