"""Backups: made, listed, checked, put back; and what a kill leaves."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from hashlib import blake2b
from pathlib import Path

import pytest

from campaign import held_anywhere, need
from program import (
    DAMAGED, DONE, NEWER, NOTHING, NOW, SYSTEM, USAGE, Home, binary, environment,
    json_lines,
)


def made(home: Home, *arguments: str) -> Path:
    return Path(home.json("backup", *arguments)["path"])


def writers(home: Home) -> list[str]:
    status = home.json("log", "status")
    return [entry["writer"] for entry in status["writers"]]


def test_a_backup_says_what_it_holds(home: Home) -> None:
    answer = home.json("backup")
    place = Path(answer["path"])
    assert place == home.path / "backups" / "20261121T110000Z"
    data = (place / "lmdb" / "data.mdb").read_bytes()
    manifest = json.loads((place / "manifest.json").read_text())
    assert manifest["format"] == "plantguide.backup/1"
    assert manifest["createdAt"] == "2026-11-21T11:00:00Z"
    assert manifest["bytes"] == len(data) == answer["bytes"]
    assert manifest["hash"] == blake2b(data, digest_size=32).hexdigest()
    assert manifest["events"] == len(home.events().splitlines())
    status = home.json("log", "status")
    assert manifest["journals"] == [status["journal"]]
    assert manifest["vector"] == [
        {"writer": entry["writer"], "tips": entry["tips"]}
        for entry in status["writers"]
    ]
    assert sorted(path.name for path in place.iterdir()) == [
        "lmdb", "manifest.json"]
    assert [path.name for path in (place / "lmdb").iterdir()] == ["data.mdb"]


def test_a_backup_is_a_home_to_look_into(home: Home) -> None:
    place = made(home)
    assert Home(place).export() == home.export()


def test_backups_of_one_second_have_names_of_their_own(home: Home) -> None:
    names = [made(home).name for _ in range(3)]
    stamp = "20261121T110000Z"
    assert names == [stamp, f"{stamp}-2", f"{stamp}-3"]
    listed = home.json("backup", "list")
    assert [backup["name"] for backup in listed["backups"]] == names
    assert names[2] in home.do("backup", "list").text


def test_a_backup_goes_where_it_is_told(home: Home, tmp_path: Path) -> None:
    place = made(home, str(tmp_path / "a" / "stick"))
    assert place.parent == tmp_path / "a" / "stick"
    home.do("backup", "verify", str(place))
    assert home.json("backup", "list", str(place.parent))["backups"]
    assert not home.json("backup", "list")["backups"]


def test_a_backup_comes_back(home: Home) -> None:
    before = home.events()
    place = made(home)
    home.do("water", "Monty")
    home.do("backup", "verify", place.name)
    answer = home.json("backup", "restore", "latest", "--yes")
    assert home.events() == before
    home.verify()
    replaced = Path(answer["replaced"])
    assert Home(replaced).history("--limit", "1")
    home.do("backup", "verify", str(replaced))


def test_what_was_replaced_comes_back_too(home: Home) -> None:
    place = made(home)
    home.do("water", "Monty")
    newer = home.events()
    answer = home.json("backup", "restore", str(place), "--yes")
    home.do("backup", "restore", answer["replaced"], "--yes")
    assert home.events() == newer


def test_the_latest_is_none_that_a_restore_put_away(home: Home) -> None:
    events = home.export()
    made(home)
    home.do("water", "Monty")
    for _ in range(2):
        # At another second, where what was put away looks the younger one.
        home.do(
            "backup", "restore", "latest", "--yes",
            now="2026-11-21T12:00:05+01:00")
        assert home.export() == events
    listed = home.do("backup", "list").text
    assert listed.count("set aside by a restore") == 2
    (home.path / "backups" / "20261121T110000Z" / "manifest.json").unlink()
    home.refuse(
        "backup", "restore", "latest", code=NOTHING,
        says=["there is no backup", "backup list"])


def test_a_restored_home_has_a_new_writer(home: Home) -> None:
    old = writers(home)
    place = made(home)
    home.do("water", "Monty")
    home.do("backup", "restore", str(place), "--yes")
    home.do("water", "Monty")
    assert len(writers(home)) == len(old) + 1
    # Both copies join without a fork.
    later = Home(next((home.path / "backups").glob("*-replaced")))
    home.do("import", text=later.events())
    status = home.json("log", "status")
    assert all(len(entry["tips"]) == 1 for entry in status["writers"])


def test_a_backup_makes_a_home(home: Home, empty: Home) -> None:
    place = made(home)
    answer = empty.json("backup", "restore", str(place))
    assert answer["replaced"] is None
    assert empty.events() == home.events()
    empty.do("water", "Monty")
    empty.verify()
    assert len(writers(empty)) == 2


def test_a_journal_is_replaced_only_on_demand(home: Home) -> None:
    place = made(home)
    home.do("water", "Monty")
    home.refuse(
        "backup", "restore", str(place), code=USAGE, says="needs an answer")
    before = sorted(home.path.rglob("*"))
    result = home.do("backup", "restore", str(place), "--dry-run")
    assert "nothing was written" in result.text
    assert sorted(home.path.rglob("*")) == before


def test_a_damaged_journal_is_replaced_and_kept(home: Home) -> None:
    place = made(home)
    events = home.events()
    with home.data_file.open("r+b") as file:
        file.truncate(3 * 4096)
    damage = home.data_file.read_bytes()
    answer = home.json("backup", "restore", str(place), "--yes")
    assert home.events() == events
    assert answer["canUndo"] is False
    kept = Path(answer["replaced"])
    assert (kept / "lmdb" / "data.mdb").read_bytes() == damage
    assert not (kept / "manifest.json").exists()
    others = home.json("backup", "list")["others"]
    assert [entry["name"] for entry in others] == [kept.name]


@pytest.mark.parametrize("content", [b"", b"\0" * 65536, b"x" * 65536])
def test_nonsense_for_a_journal_is_replaced(
    home: Home, content: bytes
) -> None:
    place = made(home)
    events = home.events()
    home.data_file.write_bytes(content)
    home.do("backup", "restore", str(place), "--yes")
    assert home.events() == events


def test_a_lost_journal_comes_back(home: Home) -> None:
    place = made(home)
    events = home.events()
    home.data_file.unlink()
    (home.path / "identity").write_text("nonsense")
    home.do("backup", "restore", str(place), "--yes")
    assert home.events() == events
    home.do("water", "Monty")


def test_a_damaged_backup_is_not_restored(home: Home) -> None:
    place = made(home)
    data = place / "lmdb" / "data.mdb"
    whole = data.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    for content, says in [
        (bytes(flipped), "not the one that was copied"),
        (whole[:-4096], "should have"),
    ]:
        data.write_bytes(content)
        home.refuse("backup", "verify", str(place), code=DAMAGED, says=says)
        home.refuse(
            "backup", "restore", str(place), "--yes", code=DAMAGED, says=says)
    data.unlink()
    home.refuse(
        "backup", "verify", str(place), code=DAMAGED, says="is missing")
    assert not list((home.path / "backups").glob("*-replaced"))


def test_manifests_that_are_none(home: Home, tmp_path: Path) -> None:
    place = made(home)
    manifest = place / "manifest.json"
    good = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(good | {"format": "plantguide.backup/2"}))
    home.refuse("backup", "verify", str(place), code=NEWER, says="backup/2")
    for bad in [{"hash": "x"}, {"events": -1}, {"vector": [1]}, {"bytes": "1"}]:
        manifest.write_text(json.dumps(good | bad))
        home.refuse(
            "backup", "verify", str(place), code=DAMAGED, says="manifest")
    manifest.write_text(json.dumps(good | {"events": 1}))
    home.refuse(
        "backup", "verify", str(place), code=DAMAGED, says="other events")
    home.refuse(
        "backup", "verify", str(tmp_path), code=NOTHING, says="no manifest")
    home.refuse("backup", "verify", "latest", code=DAMAGED, says="other")


def test_no_backup_of_nothing(empty: Home, home: Home) -> None:
    result = empty.run("backup")
    assert result.code == NOTHING and not empty.path.exists()
    assert empty.run("backup", "list").code == DONE
    home.refuse(
        "backup", "verify", "latest", code=NOTHING, says="there is no backup")
    home.refuse(
        "backup", "/proc/nowhere", code=SYSTEM, says="/proc/nowhere")


def test_a_writer_that_waits_does_not_write_to_the_old_file(
    home: Home, sample: Home
) -> None:
    place = made(sample)
    notes = json_lines(
        [
            {"type": "plant.noted", "plant": "Monty", "text": f"note {index}"}
            for index in range(3)
        ]
    )
    chance = random.Random(7)
    for _ in range(10):
        writing = home.start("append", "--json", stdin=subprocess.PIPE)
        assert writing.stdin
        time.sleep(chance.random() * 0.02)
        writing.stdin.write(notes)
        restoring = home.start("backup", "restore", str(place), "--yes")
        writing.communicate(timeout=60)
        restoring.communicate(timeout=60)
        assert restoring.returncode == 0
        # What was acknowledged is in the journal or in what it replaced.
        held = home.hashes()
        for kept in (home.path / "backups").glob("*-replaced*"):
            held |= Home(kept).hashes()
        if writing.returncode == 0:
            texts = [
                event["payload"]["text"]
                for place_ in [home.path, *(home.path / "backups").iterdir()]
                for event in Home(place_).history("--type", "plant.noted")
            ]
            assert "note 2" in texts
        else:
            assert writing.returncode in (NOTHING, SYSTEM)
        home.verify()


def test_a_kill_leaves_the_old_journal_or_the_new(
    home: Home, chance: random.Random, is_long: bool
) -> None:
    home.append(
        *(
            {"type": "plant.noted", "plant": "Monty", "text": f"leaf {index}"}
            for index in range(3000)
        )
    )
    old = made(home)
    home.do("water", "Monty")
    new = made(home)
    states = {place: Home(place).hashes() for place in (old, new)}
    started = time.monotonic()
    home.do("backup", "restore", str(old), "--yes")
    lasts = time.monotonic() - started
    ends = set()
    for run in range(120 if is_long else 30):
        target = new if home.hashes() == states[old] else old
        before = home.hashes()
        process = home.start("backup", "restore", str(target), "--yes")
        time.sleep(chance.random() * lasts * 1.3)
        process.kill()
        process.communicate()
        after = home.hashes()
        assert after in (before, states[target]), f"run {run}"
        ends.add((process.returncode, after == before))
        home.verify()
        home.do("water", "Monty", "--dry-run")
    assert len(ends) > 1, f"every run ended alike: {ends}"


def test_a_killed_backup_leaves_no_half(
    sample: Home, chance: random.Random
) -> None:
    started = time.monotonic()
    sample.do("backup")
    lasts = time.monotonic() - started
    for _ in range(15):
        process = sample.start("backup")
        time.sleep(chance.random() * lasts)
        process.kill()
        process.communicate()
    listed = sample.json("backup", "list")
    assert not listed["others"]
    for backup in listed["backups"]:
        sample.do("backup", "verify", backup["path"])
    sample.do("backup")
    hidden = [
        name
        for name in os.listdir(sample.path / "backups")
        if name.startswith(".")
    ]
    assert not hidden


def test_a_backup_says_that_commits_were_missing(home: Home) -> None:
    """The journal that is restored from it cannot know."""
    said = "commits that were acknowledged were missing"
    older = home.data_file.read_bytes()
    home.do("note", "Monty", "the last")
    home.data_file.write_bytes(older)
    result = home.do("backup")
    assert said in result.message and "import the events" in result.message
    place = home.path / "backups" / "20261121T110000Z"
    manifest = json.loads((place / "manifest.json").read_text())
    assert manifest["missingCommits"] is True
    assert "commits were missing" in home.do("backup", "list").text
    for arguments in (["verify"], ["restore", "--dry-run"], ["restore", "--yes"]):
        result = home.do("backup", arguments[0], str(place), *arguments[1:])
        assert said in result.message, str(result)
    # What was replaced has its head still.
    [replaced] = (home.path / "backups").glob("*-replaced")
    manifest = json.loads((replaced / "manifest.json").read_text())
    assert manifest["missingCommits"] is True
    assert "missingCommits" in home.json("backup", "verify", str(replaced))
    result = home.do("backup")
    assert not result.message


def test_a_gap_that_was_accepted_is_not_told_of(home: Home) -> None:
    older = home.data_file.read_bytes()
    home.do("note", "Monty", "the last")
    home.data_file.write_bytes(older)
    home.do("log", "rebuild")
    assert not home.do("backup").message


@pytest.mark.parametrize("number", range(1, 17))
def test_a_look_that_fails_loses_no_journal(home: Home, number: int) -> None:
    """A place that cannot be looked at may hold the journal that is replaced."""
    need("strace")
    backup = made(home)
    home.do("note", "Monty", "since then")
    before = home.hashes()
    subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=access",
         "-e", f"inject=access:error=EIO:when={number}",
         binary(), "backup", "restore", str(backup), "--yes", "--now", NOW],
        env=environment(home.path), capture_output=True, check=False)
    assert before <= held_anywhere(home)
