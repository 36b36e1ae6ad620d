"""Replicas that sync through folders agree, whatever is done to the folder."""

from __future__ import annotations

import os
import random
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from program import (
    DAMAGED, DONE, NETWORK, NOTHING, SYSTEM, USAGE, Home, binary, environment
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "stick"


def sync(home: Home, *arguments: str) -> dict:
    """What a sync with the only remote says."""
    (outcome,) = home.synced(*arguments)["remotes"]
    return outcome


def joined(path: Path, folder: Path) -> Home:
    """A new machine that has joined what lies in a folder."""
    home = Home(path)
    home.do("remote", "add", "stick", str(folder))
    sync(home)
    return home


@pytest.fixture
def two(home: Home, folder: Path, tmp_path: Path) -> tuple[Home, Home]:
    """Two machines that sync through one folder."""
    home.do("remote", "add", "stick", str(folder))
    sync(home)
    return home, joined(tmp_path / "second", folder)


def segments(folder: Path) -> list[Path]:
    return sorted(folder.glob("v1/*/s/*/*.seg"))


def received(outcome: dict) -> int:
    return sum(writer["events"] for writer in outcome["received"])


def agree(*homes: Home) -> None:
    """All hold the same events and show the same."""
    for _ in range(2):
        for home in homes:
            sync(home)
    first, *others = (home.events() for home in homes)
    for other in others:
        assert other == first
    views = [home.export() for home in homes]
    assert all(view == views[0] for view in views)
    for home in homes:
        home.verify()


def test_both_hold_what_either_has_written(two: tuple[Home, Home]) -> None:
    one, other = two
    one.do("log", "name", "Desk")
    one.do("water", "Monty")
    other.do("note", "Monty", "A new leaf")
    other.do("log", "name", "Phone of the sitter")
    other.do("remove", "Basil", "--reason", "died", "--yes")
    agree(one, other)
    assert "nothing new" in one.do("sync").text
    one.do("sync", "--dry-run")


def test_what_came_is_told_in_words(two: tuple[Home, Home]) -> None:
    one, other = two
    other.do("log", "name", "Sitter's phone")
    for _ in range(2):
        other.do("water", "Monty")
    other.do("note", "Monty", "A new leaf")
    other.do("remove", "Basil", "--reason", "died", "--yes")
    sync(other)
    text = one.do("sync").text
    assert "from Sitter's phone: 2 waterings, 1 device name, 1 note, " in text
    assert "Basil died" in text


def test_names_that_both_gave_are_told_with_what_settles_them(
    two: tuple[Home, Home]
) -> None:
    one, other = two
    for home in two:
        home.do("add", "Aloe vera", "--name", "Twin", "--as-typed")
        home.do("room", "add", "Shelf")
    sync(other)
    twin = one.twin(one.path.parent / "twin")
    plants, rooms = twin.json("sync")["conflicts"]
    assert plants["remedy"].startswith("plantguide edit ")
    assert rooms["remedy"].startswith("plantguide room edit ")
    text = one.do("sync").text
    assert "2 plants have the nickname 'Twin'" in text
    assert "2 rooms are called 'Shelf'" in text
    for line in text.splitlines():
        if line.startswith("settle it with: plantguide "):
            words = line.split("plantguide ")[1].split(";")[0].split()
            one.do(*words[:-1], "Other one")
    assert "have the nickname" not in one.do("doctor").text
    assert "rooms are called" not in one.do("doctor").text
    assert "Twin" in one.do("list").text


def at(minute: int) -> str:
    return f"2026-11-21T12:{minute:02}:00+01:00"


OFFICE = "00000000-0000-4000-8000-000000000005"

# What one machine says of something, what another says, and what the first
# home has to be asked for it.
CONTESTS = [
    (
        ["edit", "Monty", "--tag", "it's big", "--acquired", "2026-02-01"],
        ["edit", "Monty", "--tag", "small", "--acquired", "2026-02-02"],
        ["collection", "acquiredOn"],
    ),
    (["move", "Monty", "Bedroom"], ["move", "Monty", "Bathroom"], ["collection", "room"]),
    (
        ["schedule", "set", "Monty", "watering", "--every", "9d", "--winter",
         "21d", "--months", "Nov-Feb", "--amount", "250ml", "--at", "08:30",
         "--from", "2026-12-01"],
        ["schedule", "clear", "Monty", "watering"],
        ["schedules"],
    ),
    (
        ["schedule", "clear", "Monty", "watering"],
        ["schedule", "set", "Monty", "watering", "--every", "3d"],
        ["schedules"],
    ),
    (
        ["room", "edit", OFFICE, "--name", "Study", "--icon", "bed"],
        ["room", "edit", OFFICE, "--name", "Den", "--icon", "sofa"],
        ["rooms"],
    ),
    (["settings", "set", "hemisphere", "southern"],
     ["settings", "set", "hemisphere", "northern"], ["settings"]),
]


@pytest.mark.parametrize("way", ["sync", "import events"])
@pytest.mark.parametrize(("early", "late", "shown"), CONTESTS)
def test_who_lost_an_edit_is_told_what_brings_it_back(
    two: tuple[Home, Home],
    way: str,
    early: list[str],
    late: list[str],
    shown: list[str],
) -> None:
    one, other = two
    other.do("log", "name", "Ben's phone", now=at(0))

    sent: dict[str, bytes] = {}

    def told(home: Home, minute: int) -> list[dict]:
        if way == "sync":
            outcome = home.synced(now=at(minute))["remotes"][0]
        else:
            lines = sent[str((other if home is one else one).path)]
            outcome = home.json("import", "events", "-", text=lines, now=at(minute))
        return outcome.get("lostEdits", [])

    def send() -> None:
        sent.update((str(home.path), home.events()) for home in two)

    def state(home: Home) -> object:
        view = home.folded(now=at(59))
        if shown[0] == "collection":
            return {plant["displayName"]: [plant[shown[1]], plant["tags"]]
                    for plant in view["collection"]}
        return view[shown[0]]

    send()
    told(one, 1)
    one.do(*early, now=at(2))
    wanted = state(one)
    other.do(*late, now=at(3))
    if way == "sync":
        assert not told(one, 4)
    send()
    (replaced,) = told(other, 5)
    assert not replaced["isOwn"]
    (lost,) = told(one, 6)
    assert lost["isOwn"] and lost["lost"] == replaced["lost"]
    assert lost["command"] == replaced["command"]
    assert state(one) == state(other) != wanted
    words = shlex.split(lost["command"])
    assert words[0] == "plantguide"
    one.do(*words[1:], "--yes", now=at(7))
    assert state(one) == wanted
    # Whoever had seen the other's edit has decided.
    send()
    assert not told(one, 8) and not told(other, 9)
    other.do(*late, now=at(10))
    send()
    assert not told(other, 11) and not told(one, 12)
    agree(one, other)


def test_values_of_fields_that_lost_are_told(two: tuple[Home, Home]) -> None:
    one, other = two
    one.do("field", "add", "pot", now=at(0))
    for home in (one, other):
        home.synced(now=at(1))

    def told(home: Home, minute: int) -> list[tuple[str, str]]:
        outcome = home.synced(now=at(minute))["remotes"][0]
        return [(edit["lost"], edit["command"]) for edit in outcome["lostEdits"]]

    one.do("edit", "Monty", "--set", "pot=red clay", now=at(2))
    other.do("edit", "Monty", "--set", "pot=zinc", now=at(3))
    one.synced(now=at(4))
    lost = [("pot red clay", "plantguide edit Monty --set 'pot=red clay'")]
    assert told(other, 5) == told(one, 6) == lost
    one.do(*shlex.split(lost[0][1])[1:], now=at(7))
    assert "red clay" in one.do("show", "Monty").text
    for home in (one, other):
        home.synced(now=at(8))
    one.do("edit", "Monty", "--clear-field", "pot", now=at(9))
    other.do("edit", "Monty", "--set", "pot=zinc", now=at(10))
    one.synced(now=at(11))
    lost = [("no pot", "plantguide edit Monty --clear-field pot")]
    assert told(other, 12) == told(one, 13) == lost


def test_a_value_that_no_field_takes_any_more_has_no_way_back(
    two: tuple[Home, Home]
) -> None:
    one, other = two
    one.do("field", "add", "price", "number", "EUR", now=at(0))
    for home in (one, other):
        home.synced(now=at(1))
    one.do("edit", "Monty", "--set", "price=12.5", now=at(2))
    other.do("edit", "Monty", "--set", "price=13", now=at(3))
    one.synced(now=at(4))
    (edit,) = other.synced(now=at(5))["remotes"][0]["lostEdits"]
    assert edit["lost"] == "price 12.5 EUR" and edit["kept"] == "price 13 EUR"
    assert edit["command"] == "plantguide edit Monty --set price=12.5"
    one.do("field", "remove", "price", now=at(6))
    (edit,) = one.synced(now=at(7))["remotes"][0]["lostEdits"]
    assert edit["lost"] == "price 12.5" and edit["command"] is None


def test_lost_edits_are_told_in_few_words(two: tuple[Home, Home]) -> None:
    one, other = two
    other.do("log", "name", "Ben's phone", now=at(0))
    one.do("edit", "Monty", "--name", "Fred 's; `x`", now=at(2))
    other.do("edit", "Monty", "--name", "Bob", now=at(3))
    for index in range(14):
        name = f"Plant {index}"
        for home in two:
            home.do("add", "Aloe vera", "--name", name, "--as-typed", now=at(1))
    one.do("sync", now=at(4))
    text = other.do("sync", now=at(5)).text
    assert "your 'nickname Bob' replaced writer " in text
    text = one.do("sync", now=at(6)).text
    assert (
        "Bob: Ben's phone's 'nickname Bob' replaced your 'nickname Fred 's; `x`'; "
        r"bring yours back: plantguide edit Bob --name 'Fred '\''s; `x`'"
    ) in text
    for home, minute in [(one, 7), (other, 8)]:
        for index in range(14):
            plant = f"Plant {index}"
            home.do("settings", "list", now=at(minute))
            ids = home.json("list", now=at(minute))["plants"]
            first = min(p["id"] for p in ids if p["displayName"] == plant)
            home.do("move", first, ["Office", "Bedroom"][home is one], now=at(minute))
    one.do("sync", now=at(9))
    text = other.do("sync", now=at(10)).text
    assert text.count("bring that back: plantguide move") == 10
    assert "and 4 more edits replaced" in text


def test_a_dry_run_says_what_would_go_and_writes_nothing(
    home: Home, folder: Path
) -> None:
    home.do("remote", "add", "stick", str(folder))
    count = len(home.events().splitlines())
    assert f"would send {count} events" in home.do("sync", "--dry-run").text
    assert segments(folder) == []
    assert sum(entry["events"] for entry in sync(home)["sent"]) == count


def test_a_disk_that_is_not_mounted_is_no_empty_remote(
    two: tuple[Home, Home], folder: Path
) -> None:
    one, _ = two
    folder.rename(folder.with_name("elsewhere"))
    one.refuse("sync", code=NETWORK, says="may not be mounted")
    assert not folder.exists()
    folder.mkdir()
    one.refuse("sync", code=NETWORK, says="may not be mounted")
    assert list(folder.iterdir()) == []


def test_one_remote_that_fails_keeps_no_other_from_syncing(
    two: tuple[Home, Home], tmp_path: Path
) -> None:
    one, other = two
    gone = tmp_path / "gone"
    other.do("remote", "add", "gone", str(gone))
    other.do("note", "Monty", "A new leaf")
    (gone / "v1").rmdir()
    result = other.run("sync")
    assert result.code == NETWORK
    assert "stick: sent" in result.text and "gone: could not sync" in result.text
    assert received(sync(one)) > 0


def test_a_journal_joins_another_only_when_told(
    two: tuple[Home, Home], folder: Path, tmp_path: Path
) -> None:
    one, other = two
    stranger = Home(tmp_path / "stranger")
    stranger.do("add", "Aloe vera", "--name", "Stranger", "--yes")
    stranger.do("remote", "add", "stick", str(folder))
    stranger.refuse("sync", code=USAGE, says="belong to journal")
    before = segments(folder)
    stranger.refuse(
        "sync", "--merge", code=USAGE,
        says=["Make this journal with 1 plant (", "one of 'stick'", "--yes"])
    assert segments(folder) == before
    sync(stranger, "--merge", "--yes")
    assert len(segments(folder)) > len(before)
    sync(one, "--merge")
    assert "Stranger" in one.do("list").text
    sync(other, "--merge")
    assert one.events() == other.events() == stranger.events()


@pytest.mark.parametrize("case", range(8))
def test_damage_is_refused_while_healthy_segments_arrive(
    two: tuple[Home, Home], folder: Path, tmp_path: Path, seed: int, case: int
) -> None:
    one, other = two
    for day in range(4):
        other.do("note", "Monty", f"Note {day}")
        sync(other)
    chance = random.Random(seed + case)
    victim = chance.choice(segments(folder)[1:])
    whole = victim.read_bytes()
    place = chance.randrange(len(whole))
    kind = ["flip", "cut", "swap", "empty"][case % 4]
    damaged = {
        "flip": whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)])
        + whole[place + 1 :],
        "cut": whole[:place],
        "swap": segments(folder)[0].read_bytes(),
        "empty": b"",
    }[kind]
    victim.write_bytes(damaged)
    third = Home(tmp_path / "third")
    third.do("remote", "add", "stick", str(folder))
    outcome = sync(third)
    assert victim.name in outcome["refused"][0]["name"], (seed, case)
    assert not outcome["complete"]
    # Without JSON, too, and what came is told.
    fourth = Home(tmp_path / "fourth")
    fourth.do("remote", "add", "stick", str(folder))
    told = fourth.run("sync")
    assert told.code == DAMAGED, str(told)
    assert "not everything was synced with 'stick'" in told.message
    assert "received" in told.text and victim.name in told.text
    assert fourth.events() == third.events()
    third.verify()
    # Who holds all mends it, and the rest arrives.
    sync(other, "--check")
    sync(third)
    assert third.events() == other.events(), (seed, case)


def test_a_listing_that_fails_is_not_an_empty_folder(
    two: tuple[Home, Home], folder: Path, tmp_path: Path
) -> None:
    one, _ = two
    one.do("note", "Monty", "A new leaf")
    third = Home(tmp_path / "third")
    third.do("remote", "add", "stick", str(folder))
    before = segments(folder)
    # Other directories that are listed are the home's.
    places = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    filters = [word for place in places for word in ("-P", str(place))]
    for home in (one, third):
        events = home.events()
        for when in ("1", "2+", "3+", "1+"):
            done = subprocess.run(
                ["strace", "-f", "-o", "/dev/null", *filters, "-e", "trace=getdents64",
                 "-e", f"inject=getdents64:error=EIO:when={when}", binary(),
                 "sync"],
                env=environment(home.path), capture_output=True, check=False,
            )
            assert done.returncode == SYSTEM, (when, done)
        assert home.events() == events
    assert segments(folder) == before
    assert sync(one)["complete"]


def test_links_in_a_folder_are_not_followed(
    two: tuple[Home, Home], folder: Path, tmp_path: Path
) -> None:
    one, other = two
    (hour,) = folder.glob("v1/*/s/*")
    outside = tmp_path / "outside"
    outside.mkdir()
    hour.rename(tmp_path / "moved")
    hour.symlink_to(outside)
    one.do("note", "Monty", "A new leaf")
    one.refuse("sync", code=NETWORK, says="no longer holds anything of this journal")
    hour.unlink()
    (tmp_path / "moved").rename(hour)
    stray = sorted(hour.iterdir())[0]
    stray.rename(outside / stray.name)
    stray.symlink_to(outside / stray.name)
    third = Home(tmp_path / "third")
    third.do("remote", "add", "stick", str(folder))
    outcome = sync(third)
    assert "is a link" in outcome["refused"][0]["reason"]
    assert list(outside.iterdir()) == [outside / stray.name]


def test_strange_files_in_a_folder_harm_nobody(
    two: tuple[Home, Home], folder: Path, tmp_path: Path
) -> None:
    one, other = two
    (hour,) = folder.glob("v1/*/s/*")
    writer = segments(folder)[0].name[:32]
    zero, far = "0" * 20, "9" * 20
    names = [
        f"{writer}-{zero}-{zero}-{'0' * 16}-{'0' * 32}.seg",
        f"{writer}-{'1'.zfill(20)}-{far}-{'a' * 16}-{'0' * 32}.seg",
        f"{writer}-{'18446744073709551615'}-{'18446744073709551615'}-{'a' * 16}-{'0' * 32}.seg",
        "README.txt", "é.seg", ".hidden.seg", "x.part",
    ]
    for name in names:
        (hour / name).write_bytes(b"?")
    (hour.parent / "9999123123").mkdir()
    os.mkfifo(hour / f"{writer}-{'1'.zfill(20)}-{'77'.zfill(20)}-{'b' * 16}-{'1' * 32}.seg")
    (hour / f"{writer}-{'1'.zfill(20)}-{'78'.zfill(20)}-{'c' * 16}-{'1' * 32}.seg").symlink_to("/dev/zero")
    other.do("note", "Monty", "A new leaf")
    sync(other)
    sync(one)
    assert one.events() == other.events()
    third = joined(tmp_path / "third", folder)
    assert third.events() == one.events()


@pytest.mark.parametrize("is_twin", [False, True])
def test_a_copied_home_loses_nothing(
    two: tuple[Home, Home], tmp_path: Path, is_twin: bool
) -> None:
    """A copy with an identity of the file it lies in writes under the same
    writer, as after a restored disk image."""
    one, other = two
    make = one.twin if is_twin else one.copy
    clone = make(tmp_path / "clone")
    one.do("note", "Monty", "Written here")
    clone.do("note", "Monty", "Written there")
    sync(one)
    told = clone.do("sync").text
    assert ("has written in two places" in told) == is_twin
    agree(one, clone, other)
    texts = one.do("history", "--limit", "9").text
    assert "Written here" in texts and "Written there" in texts
    for home in (one, clone):
        home.do("note", "Monty", "After it")
    agree(one, clone, other)
    assert "two places" not in one.do("sync").text


def test_a_restored_backup_takes_back_what_it_had_sent(
    two: tuple[Home, Home], tmp_path: Path
) -> None:
    one, other = two
    one.do("backup", str(tmp_path / "backup"))
    (place,) = (tmp_path / "backup").iterdir()
    one.do("note", "Monty", "After the backup")
    sync(one)
    one.do("backup", "restore", str(place), "--yes")
    assert "After the backup" not in one.do("history", "--limit", "3").text
    sync(one)
    assert "After the backup" in one.do("history", "--limit", "3").text
    one.do("note", "Monty", "After the restore")
    agree(one, other)


def test_a_folder_that_was_rolled_back_gets_it_again(
    two: tuple[Home, Home], folder: Path
) -> None:
    one, other = two
    one.do("note", "Monty", "A new leaf")
    sync(one)
    segments(folder)[-1].unlink()
    outcome = sync(one)
    assert outcome["lost"][0]["events"] == 1
    assert outcome["sent"][0]["events"] == 1
    assert received(sync(other)) == 1


def test_killed_syncs_lose_nothing(
    sample: Home, folder: Path, tmp_path: Path, chance: random.Random
) -> None:
    sample.do("remote", "add", "stick", str(folder))
    second = Home(tmp_path / "second")
    second.do("remote", "add", "stick", str(folder))
    for _ in range(8):
        for home in (sample, second):
            process = home.start("sync")
            time.sleep(chance.uniform(0, 0.05))
            process.send_signal(signal.SIGKILL)
            process.communicate()
    sync(sample)
    sync(second)
    assert second.events() == sample.events()
    second.verify()


def test_syncs_at_once_agree(two: tuple[Home, Home]) -> None:
    one, other = two
    one.do("note", "Monty", "Here")
    other.do("note", "Monty", "There")
    processes = [home.start("sync") for home in (one, other) * 3]
    for process in processes:
        _, error = process.communicate(timeout=60)
        assert process.returncode == DONE, error
    agree(one, other)


# Remotes


def test_remotes_are_kept_and_named(home: Home, folder: Path) -> None:
    home.do("remote", "add", "stick", str(folder))
    home.refuse(
        "remote", "add", "stick", str(folder), code=USAGE, says="already")
    home.refuse("remote", "add", "a b", str(folder), code=USAGE, says="cannot be the name")
    home.refuse(
        "remote", "add", "status", str(folder), code=USAGE, says="cannot be the name")
    home.do("remote", "rename", "stick", "blue")
    home.refuse("sync", "stick", code=NOTHING, says="no remote 'stick'")
    sync(home, "blue")
    home.do("remote", "remove", "blue")
    home.refuse("sync", code=NOTHING, says="no remote to sync with")
    assert segments(folder)


@pytest.mark.parametrize(
    "address, says",
    [
        ("webdavs://anna:secret@host/x", "cannot contain a user"),
        ("http://example.org:8714", "only with TLS"),
        ("gopher://host/x", "neither a path nor a URL"),
        ("s3://", "names no host"),
        ("webdavs:host", "names no host"),
        ("file:", "names no folder"),
        ("s3://bucket/x?y", "has a query"),
        ("webdavs://ho\x1bst/", "control characters"),
    ],
)
def test_bad_addresses_are_refused(
    home: Home, address: str, says: str
) -> None:
    result = home.refuse(
        "remote", "add", "bad", address,
        code=USAGE, says=says)
    assert "secret" not in result.message
    assert home.json("remote", "list")["remotes"] == []


def test_passwords_come_from_safe_places_only(
    home: Home, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hunter2\n")
    secret.chmod(0o644)
    home.do(
        "remote", "add", "nas", "webdavs://localhost:1/x", "--user", "anna",
        "--password-file", str(secret))
    home.refuse("sync", code=USAGE, says="other users can read")
    secret.chmod(0o600)
    home.do("remote", "remove", "nas")
    home.do(
        "remote", "add", "nas", "webdavs://localhost:1/x", "--user", "anna",
        "--password-command", "false")
    home.refuse("sync", code=USAGE, says="gave no password")
    for command in ("head -c 100000 /dev/zero | tr '\\0' x", "yes", "sleep 100 & echo x"):
        home.do("remote", "remove", "nas")
        home.do(
            "remote", "add", "nas", "webdavs://localhost:1/x", "--user", "anna",
            "--password-command", command)
        assert home.run("sync").code in (USAGE, SYSTEM, NETWORK)
    assert b"hunter2" not in (home.path / "remotes.json").read_bytes()


def test_without_the_program_for_networks_it_says_so(home: Home) -> None:
    home.do("remote", "add", "nas", "webdavs://localhost:1/x")
    result = home.run("sync")
    assert result.code in (SYSTEM, NETWORK), str(result)


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"remotes":1}', '{"remotes":[{}]}',
     '{"remotes":[{"name":"a","url":"gopher:","id":"x"}]}',
     '{"remotes":[{"name":"a","url":"/x","id":"../../x"}]}'],
)
def test_a_damaged_list_of_remotes_is_told(home: Home, text: str) -> None:
    (home.path / "remotes.json").write_text(text)
    result = home.run("sync")
    assert result.code in (DAMAGED, USAGE), str(result)
    assert result.message.startswith("plantguide: error: ")
    assert (home.path / "remotes.json").read_text() == text


def test_what_is_kept_of_a_remote_is_only_a_cache(
    two: tuple[Home, Home]
) -> None:
    one, other = two
    (state,) = [
        path for path in (one.path / "sync").iterdir() if not path.suffix]
    whole = state.read_bytes()
    for bytes_ in (b"", whole[:-1], bytes([whole[0] ^ 1]) + whole[1:]):
        state.write_bytes(bytes_)
        one.do("note", "Monty", f"With {len(bytes_)}")
        assert sync(one)["complete"]
        assert received(sync(other)) > 0


def test_an_action_of_each_branch_of_a_fork_is_undone_by_a_longer_id(
    home: Home, tmp_path: Path
) -> None:
    home.do("add", "Aloe vera", "--name", "Aly")
    other = home.twin(tmp_path / "twin")
    ids = []
    for twin, text in [(home, "left"), (other, "right")]:
        ids += re.findall(r"undo (\S+)$", twin.do("note", "Aly", text).text)
    assert ids[0] == ids[1], "the same writer and sequence"
    home.do("import", text=other.events(), now=None)
    result = home.refuse(
        "undo", ids[0], code=USAGE, says="on each branch of a fork")
    longer = re.findall(rf"{ids[0]}-\w+", result.message)
    assert len(set(longer)) == 2, result.message
    home.do("undo", longer[0], "--yes")
    notes = home.do("show", "Aly").text
    assert ("left" in notes) != ("right" in notes)
    home.do("undo", longer[1], "--yes")
    notes = home.do("show", "Aly").text
    assert "left" not in notes and "right" not in notes


def test_a_restore_says_what_the_next_sync_brings_back(
    two: tuple[Home, Home], folder: Path
) -> None:
    home, _ = two
    before = home.json("list")["plants"]
    home.do("backup")
    home.do("remove", "Monty", "--yes")
    home.do("note", "Basil", "A new leaf")
    # Nothing of that is in the remote yet.
    rehearsal = home.do("backup", "restore", "latest", "--dry-run")
    assert "next sync" not in rehearsal.message
    sync(home)
    told = "the next sync brings back what the backup lacks: 2 events from 'stick'"
    for options in [["--dry-run"], ["--yes"]]:
        restored = home.do("backup", "restore", "latest", *options)
        assert told in restored.message, restored
        assert "plantguide remote remove stick" in restored.message
    assert home.json("list")["plants"] == before
    # The same holds of a plant that is restored meanwhile.
    home.do("remove", "Basil", "--yes")
    said = home.do("restore", "Basil").message
    assert "the next sync brings events that are not here" in said
    assert "2 events from 'stick'" in said and "plantguide sync" in said
    sync(home)
    assert len(home.json("list")["plants"]) == len(before) - 1
    home.do("remove", "Basil", "--yes")
    assert not home.do("restore", "Basil").message
    # A remote that is gone brings nothing back.
    home.do("remote", "remove", "stick")
    assert "next sync" not in home.do(
        "backup", "restore", "latest", "--yes").message


def test_a_restore_is_asked_about_after_it_says_so(
    two: tuple[Home, Home]
) -> None:
    home, _ = two
    home.do("backup")
    home.do("note", "Basil", "A new leaf")
    sync(home)
    events = home.do("export", "events").output
    refused = home.run("backup", "restore", "latest")
    assert refused.code == USAGE and "needs an answer" in refused.message
    assert "the next sync brings back" in refused.message
    assert home.do("export", "events").output == events
