"""What is erased is gone: from homes, and from remotes on request."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from program import DAMAGED, DONE, NOTHING, USAGE, Home
from screen import on_terminal

CANARY = "canary-5e1f"


def holding(place: Path, text: str = CANARY) -> list[Path]:
    """The files below a place that hold a text, in any of its bytes."""
    needle = text.encode()
    return sorted(
        path
        for path in place.rglob("*")
        if path.is_file() and needle in path.read_bytes()
    )


def event_id(event: dict) -> str:
    header = event["header"]
    return f"{header['writer'][:4]}-{header['sequence']}"


@pytest.fixture
def told(home: Home) -> Home:
    """A home in which something was noted, corrected and taken back."""
    home.do("note", "Monty", f"{CANARY} one")
    home.do("note", "edit", "Monty", f"{CANARY} two")
    home.do("note", "Monty", f"{CANARY} three")
    home.do("undo")
    home.do("water", "Monty", "--note", "a remark")
    return home


def erase_notes(home: Home) -> dict:
    return home.json("erase", "--plant", "Monty", "--notes", "--yes")


def test_no_byte_of_it_is_left_in_the_home(told: Home) -> None:
    # Many writes, so that pages are freed and used again.
    for number in range(40):
        told.do("note", "Monty", f"{CANARY} {number} " + "x" * (number * 90))
        told.do("edit", "Monty", "--tag", f"tag{number}")
    assert holding(told.path)
    before = told.export()
    erased = erase_notes(told)
    assert len(erased["events"]) == 43
    assert holding(told.path) == []
    after = told.export()
    (plant,) = [p for p in after["collection"] if p["nickname"] == "Monty"]
    assert plant["notes"] == []
    assert after["schedules"] == before["schedules"]
    told.verify()
    assert told.do("log", "rebuild")
    assert told.export() == after
    assert "(erased)" in told.do("history").text
    assert "(erased)" in told.do("replay").text
    assert f"{43} events whose payload was erased" in told.do("doctor").text


def test_it_asks_always_and_a_dry_run_shows_what_would_go(told: Home) -> None:
    events = told.events()
    told.refuse(
        "erase", "--plant", "Monty", "--notes", code=USAGE,
        says="Nothing brings",
    )
    shown = told.do("erase", "--plant", "Monty", "--notes", "--dry-run").text
    assert f"{CANARY} one" in shown and "a remark" in shown
    assert "stays: " in shown
    rehearsed = told.json("erase", "--plant", "Monty", "--notes", "--dry-run")
    assert rehearsed["dryRun"] and len(rehearsed["events"]) == 3
    assert [event["type"] for event in rehearsed["remarks"]] == [
        "task.completed"
    ]
    assert told.events() == events


def test_what_comes_while_it_asks_is_not_erased(told: Home) -> None:
    code, shown = on_terminal(
        told, "erase", "--plant", "Monty", "--notes",
        asked=b"Nothing brings it back", answer=b"y\n",
        meanwhile=lambda: told.do("note", "Monty", "nobody asked about this"))
    assert code == DONE, shown
    assert b"what 3 events said" in shown
    assert holding(told.path) == []
    (plant,) = [
        p for p in told.export()["collection"] if p["nickname"] == "Monty"]
    assert plant["notes"] == ["nobody asked about this"]


def test_an_id_means_an_action_or_one_event_of_it(home: Home) -> None:
    home.do("note", "--all", f"{CANARY} all", "--yes")
    notes = home.history("--type", "plant.noted")
    assert len(notes) == 2
    one = home.json("erase", event_id(notes[1]), "--single", "--yes")
    assert [event["id"] for event in one["events"]] == [event_id(notes[1])]
    assert len(holding(home.path)) == 1
    # The id of the first event is that of its action, as history shows it.
    rest = home.json("erase", event_id(notes[0]), "--yes")
    assert [event["id"] for event in rest["events"]] == [event_id(notes[0])]
    assert holding(home.path) == []
    for again in (event_id(notes[0]), "--plant=Monty"):
        arguments = [again, "--notes"] if again.startswith("--") else [again]
        home.refuse("erase", *arguments, "--yes", code=NOTHING, says="")
    home.verify()


def test_what_has_nothing_to_erase_is_refused(told: Home) -> None:
    erased = erase_notes(told)
    erasure = erased["actions"][0]["shortId"]
    for arguments, says in [
        ([erasure], "cannot be erased"),
        ([event_id(told.history()[0])], "cannot be erased"),
        (["zzzz-1"], "no action"),
        (["12"], "is not an action's id"),
        ([], "nothing to erase"),
        (["--notes"], "--notes needs a plant"),
        (["--plant", "Monty"], "--plant goes with --notes"),
    ]:
        result = told.run("erase", *arguments, "--yes")
        assert result.code in (USAGE, NOTHING), str(result)
        assert says in result.message, str(result)
    told.verify()


def test_what_a_killed_compaction_left_goes_too(told: Home) -> None:
    erase_notes(told)
    left = told.path / ".compact.123.partial" / "lmdb"
    left.mkdir(parents=True)
    (left / "data.mdb").write_text(CANARY)
    told.do("import", "events", text=told.events(), now=None)
    assert holding(told.path) == []
    told.verify()


def test_undo_does_not_take_it_back(told: Home) -> None:
    erased = erase_notes(told)
    told.refuse(
        "undo", erased["actions"][0]["shortId"], code=USAGE,
        says="what it erased is gone",
    )
    told.refuse(
        "undo", erased["events"][0]["id"], code=NOTHING, says="it was erased"
    )
    # Nor does it take back what was before, which nobody means by now.
    told.do("note", "Monty", "a new leaf")
    last = told.json("water", "Monty")["actions"][0]["shortId"]
    told.json("note", "Monty", "dry")
    told.do("undo")
    erased = told.json("erase", "--plant", "Monty", "--notes", "--yes")
    result = told.refuse("undo", code=USAGE, says=[
        "what it erased is gone", f"hint: 'plantguide undo {last}' undoes"])
    assert "undoes" not in told.refuse(
        "undo", erased["actions"][0]["shortId"], code=USAGE,
        says="what it erased is gone").message
    hint = result.message.splitlines()[-1]
    told.do(*hint.split("'")[1].split()[1:])
    told.verify()


def test_append_takes_no_erasure(home: Home) -> None:
    home.refuse(
        "append", code=USAGE, says="cannot be appended",
        text='{"type":"payload.erased","sequence":1}\n',
    )


def test_copies_that_are_out_of_reach_are_named(
    told: Home, tmp_path: Path
) -> None:
    told.do("backup")
    told.do("remote", "add", "stick", str(tmp_path / "stick"))
    told.do("remote", "add", "other", str(tmp_path / "other"))
    told.do("sync", "stick")
    (backup,) = (told.path / "backups").iterdir()
    erased = erase_notes(told)
    assert erased["copies"] == {"backups": [str(backup)], "remotes": ["stick"]}
    assert holding(told.path) == [backup / "lmdb" / "data.mdb"]
    told.do("backup")
    told.do("note", "Monty", f"{CANARY} later")
    assert erase_notes(told)["copies"]["backups"] == []


def test_it_goes_from_replicas_and_from_a_remote_on_request(
    told: Home, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    second = Home(tmp_path / "second")
    for home in (told, second):
        home.do("remote", "add", "stick", str(stick))
        home.do("sync")
    assert "".join(sorted(second.export())) and holding(second.path)
    erase_notes(told)
    assert "may still hold what 3 erased events said" in told.do("sync").text
    assert "erased here what 3 events said" in second.do("sync").text
    assert holding(second.path) == []
    # Objects are compressed: what they hold is seen by who takes it.
    late = Home(tmp_path / "late")
    late.do("remote", "add", "stick", str(stick))
    before = sorted(stick.rglob("*.seg"))
    rewritten = told.do("sync", "--compact").text
    assert "rewrote" in rewritten and "may still hold" not in rewritten
    assert set(before) - set(stick.rglob("*.seg"))
    assert "nothing new" in told.do("sync").text
    late.do("sync")
    assert holding(late.path) == []
    assert late.events() == told.events() == second.events()
    for home in (told, second, late):
        home.verify()


def test_what_a_remote_has_heard_of_it_is_told(
    told: Home, tmp_path: Path
) -> None:
    def status() -> tuple[dict, str]:
        (remote,) = told.json("sync", "status")["remotes"]
        return remote["erasures"], told.do("sync", "status").text

    told.do("remote", "add", "stick", str(tmp_path / "stick"))
    told.do("sync")
    known, said = status()
    assert known == {"here": 0, "unheard": 0, "erasedThere": 0}
    assert "erasure" not in said
    answer = told.do("erase", "--plant", "Monty", "--notes", "--yes").text
    assert "still in the remote stick, until 'plantguide sync" in answer
    assert "'plantguide sync status' tells which remotes have heard" in answer
    known, said = status()
    assert known == {"here": 3, "unheard": 3, "erasedThere": 3}
    assert "is not known to have heard of the erasure of 3 of 3 events" in said
    assert "may still hold what 3 erased events said" in said
    told.do("sync")
    known, said = status()
    assert known == {"here": 3, "unheard": 0, "erasedThere": 3}
    assert (
        "holds the erasure of 3 events; which machines have taken it from"
        " there is not known" in said)
    assert "'plantguide sync --compact stick' rewrites it" in said
    told.do("sync", "--compact")
    known, said = status()
    assert known == {"here": 3, "unheard": 0, "erasedThere": 0}
    assert "may still hold" not in said


def test_a_backup_that_is_restored_brings_nothing_back(told: Home) -> None:
    told.do("backup")
    (backup,) = (told.path / "backups").iterdir()
    told.do("water", "Basil")
    erase_notes(told)
    assert "dry run" in told.do(
        "backup", "restore", str(backup), "--dry-run").text
    said = told.do("backup", "restore", str(backup), "--yes").text
    assert "erased again what 3 events said" in said
    assert holding(told.path / "lmdb") == []
    # Nothing else has come along.
    (plant,) = [
        p for p in told.export()["collection"] if p["nickname"] == "Monty"]
    assert plant["notes"] == []
    assert len(told.history()) > 3 and not any(
        event["type"] == "task.completed" and event["subject"] == "Basil"
        for event in told.history() if "subject" in event)
    told.verify()
    # The one that was there knew of nothing else.
    again = told.json("backup", "restore", str(backup), "--yes")
    assert again["erasedAgain"] == 3
    told.verify()
    replaced = told.json("backup", "restore", again["replaced"], "--yes")
    assert replaced["erasedAgain"] == 0
    told.verify()


def test_a_remote_brings_the_erasures_that_a_home_has_lost(
    told: Home, tmp_path: Path
) -> None:
    told.do("remote", "add", "stick", str(tmp_path / "stick"))
    told.do("backup")
    (backup,) = (told.path / "backups").iterdir()
    erase_notes(told)
    told.do("sync", "--compact")
    # Nobody knows here any more what was erased.
    data = told.path / "lmdb" / "data.mdb"
    data.write_bytes(bytes(data.stat().st_size))
    result = told.do("backup", "restore", str(backup), "--yes")
    assert "may be back" in result.message, str(result)
    assert holding(told.path / "lmdb")
    assert "erased here what 3 events said" in told.do("sync").text
    assert holding(told.path / "lmdb") == []
    told.verify()


def test_an_export_is_taken_over_with_its_erasures(
    told: Home, tmp_path: Path
) -> None:
    whole = told.events()
    erase_notes(told)
    lines = told.events().splitlines(keepends=True)
    assert sum(json.loads(line)["payload"] is None for line in lines) == 3
    other = Home(tmp_path / "other")
    other.do("import", "events", "-", text=b"".join(lines))
    assert other.events() == told.events()
    # Without what erased them, the nulls are not taken.
    cut = Home(tmp_path / "cut")
    cut.refuse(
        "import", "events", "-", code=USAGE, text=b"".join(lines[:-3]),
        says="comes without its payload",
    )
    # An older export brings nothing back, and what it held is erased there.
    other.do("import", "events", "-", text=whole)
    assert other.events() == told.events()
    old = Home(tmp_path / "old")
    old.do("import", "events", "-", text=whole)
    assert "erased what 3 events said" in old.do(
        "import", "events", "-", text=b"".join(lines)
    ).text
    assert old.events() == told.events() and holding(old.path) == []


def test_what_is_salvaged_keeps_its_erasures(
    told: Home, tmp_path: Path
) -> None:
    for number in range(30):
        told.do("note", "Basil", f"filler {number}")
    erase_notes(told)
    damaged = tmp_path / "damaged"
    shutil.copytree(told.path, damaged)
    saved = Home(tmp_path / "saved")
    saved.do("log", "salvage", str(damaged), str(saved.path))
    assert saved.events() == told.events()
    # A page of the tree is lost; nothing that was erased comes up again.
    data = damaged / "lmdb" / "data.mdb"
    content = bytearray(data.read_bytes())
    content[8192:12288] = bytes(4096)
    data.write_bytes(content)
    again = Home(tmp_path / "again")
    result = again.run("log", "salvage", str(damaged), str(again.path))
    assert result.code in (DONE, NOTHING, DAMAGED), str(result)
    if result.code == DONE:
        again.verify()
    assert holding(again.path) == []


def test_bytes_that_could_not_be_removed_are_told_and_removed_later(
    told: Home,
) -> None:
    (told.path / "lmdb" / "erased").touch()
    assert "may still hold bytes" in told.do("doctor").text
    told.do("log", "compact")
    assert "may still hold bytes" not in told.do("doctor").text
