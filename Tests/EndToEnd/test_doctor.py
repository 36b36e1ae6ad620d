"""`doctor` finds what is wrong, changes nothing, and always ends."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from program import DAMAGED, DONE, NEWER, NOW, SYSTEM, Home, bytes_kept


def findings(home: Home, *arguments: str, **options: Any) -> list[Any]:
    result = home.run("doctor", "--json", *arguments, **options)
    answer = result.json()
    worst = {finding["level"] for finding in answer["findings"]}
    assert answer["ok"] == ("problem" not in worst)
    assert (result.code == DONE) == answer["ok"], str(result)
    return answer["findings"]


def found(home: Home, check: str, level: str, *arguments: str) -> str:
    """What a check says at a level, with its remedy."""
    said = [
        f"{finding['message']} -> {finding['remedy']}"
        for finding in findings(home, *arguments)
        if (finding["check"], finding["level"]) == (check, level)
    ]
    assert said, f"no {level} of {check}: {findings(home, *arguments)}"
    return "\n".join(said)


def tree(path: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below a directory; LMDB's locks hold nothing to keep."""
    return {
        str(file.relative_to(path)): (
            file.stat().st_mode,
            file.read_bytes() if file.is_file() else b"",
        )
        for file in sorted(path.rglob("*"))
        if file.name != "lock.mdb"
    }


@pytest.mark.parametrize("arguments", [[], ["--full"]])
def test_a_healthy_journal_is_called_so(
    home: Home, arguments: list[str]
) -> None:
    before = tree(home.path)
    listed = findings(home, *arguments)
    assert {finding["level"] for finding in listed} <= {"ok", "note", "warning"}
    checks = [finding["check"] for finding in listed]
    assert {
        "home", "volume", "space", "files", "database", "identity", "zone",
        "chain", "conflicts", "collection", "events", "clocks", "backups",
        "clock", "versions",
    } <= set(checks)
    assert ("folds" in checks) == ("--full" in arguments)
    assert tree(home.path) == before


def test_what_it_says_is_for_people(home: Home) -> None:
    said = home.do("doctor").text
    assert "ok       home        " in said
    assert "remedy: plantguide backup" in said


def test_without_a_home_it_makes_none(empty: Home) -> None:
    assert "does not exist yet" in found(empty, "home", "note")
    assert not empty.path.exists()


def test_an_open_home_is_warned_of(home: Home) -> None:
    home.path.chmod(0o755)
    assert "chmod 700" in found(home, "home", "warning")
    home.path.chmod(0o700)
    home.data_file.chmod(0o644)
    assert "chmod 600" in found(home, "files", "warning")


def test_a_file_in_place_of_the_home_is_a_problem(empty: Home) -> None:
    empty.path.write_text("x")
    result = empty.run("doctor")
    assert result.code == SYSTEM
    assert "is not a directory" in result.text
    assert "see the remedies above" in result.message


def test_a_link_that_leads_nowhere_is_a_problem(empty: Home) -> None:
    empty.path.symlink_to(empty.path.parent / "nowhere")
    assert "leads nowhere" in found(empty, "home", "problem")


@pytest.mark.parametrize("name", ["identity", "lmdb/data.mdb", "lmdb/lock.mdb"])
@pytest.mark.parametrize("kind", ["pipe", "directory"])
def test_what_is_no_file_is_not_waited_for(
    home: Home, name: str, kind: str
) -> None:
    path = home.path / name
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path, 0o600)
    else:
        path.mkdir()
    assert "is not a file" in found(home, "files", "problem")


def test_a_settings_file_that_is_a_pipe_is_not_waited_for(home: Home) -> None:
    os.mkfifo(home.path / "settings.json", 0o600)
    assert "settings.json" in found(home, "settings", "problem")


def test_a_missing_data_file_is_damage(home: Home) -> None:
    shutil.rmtree(home.path / "lmdb")
    assert home.run("doctor").code == DAMAGED
    assert "restore a backup" in found(home, "files", "problem")


def test_a_broken_identity_is_damage_and_the_rest_is_checked(
    home: Home,
) -> None:
    (home.path / "identity").write_text("x")
    assert "identity" in found(home, "identity", "problem")
    assert "whole" in found(home, "chain", "ok")


def test_a_short_data_file_is_damage(home: Home) -> None:
    size = home.data_file.stat().st_size
    os.truncate(home.data_file, size // 2)
    result = home.run("doctor", "--full")
    assert result.code == DAMAGED, str(result)
    assert "versions" in result.text


def test_no_flipped_byte_keeps_it_from_ending(
    home: Home, chance: Any, is_long: bool, tmp_path: Path
) -> None:
    whole = home.data_file.read_bytes()
    for trial in range(400 if is_long else 40):
        damaged = bytearray(whole)
        for _ in range(1 + trial % 3):
            place = chance.randrange(len(damaged))
            damaged[place] ^= 1 << chance.randrange(8)
        home.data_file.write_bytes(damaged)
        with bytes_kept(home.data_file):
            listed = findings(home, "--full")
        assert any(finding["check"] == "versions" for finding in listed)


def test_zeroed_pages_are_damage(home: Home) -> None:
    whole = home.data_file.read_bytes()
    pages = len(whole) // 4096
    codes = set()
    for page in range(pages):
        damaged = bytearray(whole)
        damaged[page * 4096 : (page + 1) * 4096] = bytes(4096)
        home.data_file.write_bytes(damaged)
        codes.add(home.run("doctor", "--full").code)
    assert codes <= {DONE, DAMAGED} and DAMAGED in codes


def test_a_wrong_fold_is_damage_that_a_rebuild_mends(home: Home) -> None:
    lmdb = pytest.importorskip("lmdb")
    environment = lmdb.open(str(home.path / "lmdb"), max_dbs=32)
    notes = environment.open_db(b"done")
    with environment.begin(write=True) as transaction:
        transaction.put(b"x" * 25, b"", db=notes)
    environment.close()
    said = found(home, "folds", "problem", "--full")
    assert "done" in said and "plantguide log rebuild" in said
    home.do("log", "rebuild")
    assert found(home, "folds", "ok", "--full")


def test_a_copied_journal_is_told(home: Home, tmp_path: Path) -> None:
    copy = home.copy(tmp_path / "copy")
    assert "copied or restored" in found(copy, "identity", "note")
    copy.do("water", "Monty")
    assert found(copy, "identity", "ok")


def test_two_plants_of_one_nickname_are_told(
    home: Home, tmp_path: Path
) -> None:
    other = home.copy(tmp_path / "other")
    home.do("add", "Ficus lyrata", "--name", "Twin")
    other.do("add", "Hedera helix", "--name", "twin")
    events = other.events()
    home.do("import", text=events, now=None)
    said = found(home, "conflicts", "warning")
    # In the spelling of the plant whose id comes first.
    assert "2 plants have the nickname 'twin'" in said.lower()
    assert "--name NAME" in said


def test_plants_of_a_deleted_room_are_told(home: Home) -> None:
    home.do("room", "delete", "Kitchen")
    assert "deleted room" in found(home, "collection", "note")


def test_plants_without_a_schedule_are_told(home: Home) -> None:
    assert "adopt" not in home.do("doctor").text
    home.do("add", "Hedera helix", "--name", "Ivy", "--as-typed")
    short = home.json("show", "Ivy")["plant"]["shortId"]
    said = found(home, "collection", "note")
    assert f"plants without a schedule: {short}" in said
    assert "plantguide adopt --all" in said
    assert "all consistent" in found(home, "collection", "ok")
    home.do("adopt", "--all")
    assert "adopt" not in home.do("doctor").text


def test_events_from_the_future_are_told(home: Home) -> None:
    home.do("water", "Monty", now="2030-01-01T00:00:00Z")
    assert "2030-01-01" in found(home, "clocks", "warning")
    assert "days ahead" in found(home, "clocks", "note")


def test_a_clock_that_was_never_set_is_told(home: Home) -> None:
    listed = findings(home, now="1970-01-01T00:00:05Z")
    assert any(
        finding["check"] == "clock" and finding["level"] == "warning"
        for finding in listed
    )


def test_settings_and_hooks_are_looked_at(home: Home) -> None:
    (home.path / "settings.json").write_text('{"pager":7}')
    assert "settings reset pager" in found(home, "settings", "warning")
    (home.path / "settings.json").write_text('{"listOptoins":"stove"}')
    said = found(home, "settings", "note")
    assert "listOptoins" in said and "listOptions" in said
    hook = home.path / "hooks" / "on-append"
    hook.parent.mkdir()
    hook.write_text("#!/bin/sh\n")
    assert "chmod u+x" in found(home, "hooks", "warning")


def test_remembered_options_are_looked_at(home: Home) -> None:
    home.do("upcoming", "--room", "Kitchen", "--remember")
    home.do("list", "--room", "Bathroom", "--remember")
    assert "valid" in found(home, "settings", "ok")
    home.do("room", "delete", "Kitchen")
    said = found(home, "settings", "warning")
    assert "'upcomingOptions' of this machine cannot be used" in said
    assert "its room 'Kitchen' was deleted" in said
    assert "plantguide settings reset upcomingOptions" in said
    home.do("settings", "reset", "upcomingOptions")
    (home.path / "settings.json").write_text('{"listOptions":"--sort height"}')
    said = found(home, "settings", "warning")
    assert "no column 'height'" in said
    assert "plantguide settings reset listOptions" in said


def test_settings_read_no_journal_that_has_a_problem(home: Home) -> None:
    home.do("upcoming", "--room", "Kitchen", "--remember")
    whole = home.data_file.read_bytes()
    codes = set()
    for page in range(len(whole) // 4096):
        damaged = bytearray(whole)
        damaged[page * 4096 : (page + 1) * 4096] = b"\x7f" * 4096
        home.data_file.write_bytes(damaged)
        result = home.run("doctor")
        assert "versions" in result.text, str(result)
        codes.add(result.code)
    assert codes == {DONE, DAMAGED}


def test_an_old_backup_is_told(home: Home) -> None:
    home.do("backup", now="2026-03-10T00:00:00Z")
    assert "days old" in found(home, "backups", "note")
    home.do("backup")
    assert found(home, "backups", "ok")


def test_automatic_backups_are_looked_at(home: Home, tmp_path: Path) -> None:
    home.do("settings", "set", "autoBackup", "weekly")
    assert "none was made yet" in home.run("doctor", now=None).text
    place = tmp_path / "disk"
    place.mkdir()
    home.do("settings", "set", "autoBackupDirectory", str(place))
    place.rmdir()
    (home.path / "backups").mkdir()
    record = home.path / "backups" / ".auto"
    record.write_text("the disk is full\n")
    assert (
        "automatic backups are weekly, and the last failed: the disk is full"
        in home.run("doctor", now=None).text)
    record.write_text("\n")
    assert f"none is in {place}" in home.run("doctor", now=None).text
    place.mkdir()
    home.do("backup", str(place), now=None)
    (backup,) = (one for one in place.iterdir() if one.name != "photos")
    backup.rename(place / "20260101T000000Z-auto")
    said = home.run("doctor", now=None).text
    assert (
        "ok       backups     automatic backups are weekly: the last is of "
        f"2026-01-01T00:00:00Z, in {place}, 1 kept" in said)
    os.utime(record, (0, 0))
    assert "one is overdue" in home.run("doctor", now=None).text


def test_a_newer_format_is_its_own_exit_status(home: Home) -> None:
    lmdb = pytest.importorskip("lmdb")
    sealed = pytest.importorskip("sealed")
    environment = lmdb.open(str(home.path / "lmdb"), max_dbs=32)
    meta = environment.open_db(b"meta")
    with environment.begin(write=True) as transaction:
        stored = transaction.get(b"meta", db=meta)
        content = bytearray(stored[:-8])
        assert content[1] == 2
        content[1] = 9
        transaction.put(b"meta", sealed.seal(bytes(content)), db=meta)
    environment.close()
    result = home.run("doctor")
    assert result.code == NEWER, str(result)
    assert "install the newer program" in result.text


@pytest.mark.skipif(os.geteuid() == 0, reason="root may do all")
def test_what_may_not_be_read_is_a_problem(home: Home) -> None:
    home.data_file.chmod(0)
    assert home.run("doctor").code == SYSTEM


def test_nothing_is_written_on_a_busy_journal(home: Home) -> None:
    assert found(home, "database", "ok")
    assert NOW[:4] in found(home, "clock", "ok")


def test_undone_additions_are_no_care_without_a_plant(home: Home) -> None:
    home.do("add", "Ficus lyrata", "--name", "Fig")
    home.do("water", "Fig")
    home.do("undo")
    home.do("undo")
    said = [finding["message"] for finding in findings(home)]
    assert not any("never added" in text for text in said), said
