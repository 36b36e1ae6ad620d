"""What other users of the machine put in a command's way: links, homes, files
that name programs, and what killed commands leave for them to find."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from datetime import datetime
from pathlib import Path

import pytest

from campaign import need, read_only
from drawing import picture
from program import DONE, NOW, SYSTEM, USAGE, Home, binary, environment
from screen import on_terminal
from test_erasure import CANARY, erase_notes, holding
from test_photos import LEAF, photos

SECRET = "alias ls=ls\n"
NOBODY = 12_345


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of the user's that no command may touch."""
    path = tmp_path / "own" / ".bashrc"
    path.parent.mkdir()
    path.write_text(SECRET)
    return path


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A directory into which all may write."""
    path = tmp_path / "shared"
    path.mkdir()
    path.chmod(0o777)
    return path


def old(path: Path, days: float = 2) -> Path:
    """A file that nobody has touched for days, whatever clock is asked."""
    path.write_bytes(b"half")
    now = datetime.fromisoformat(NOW).timestamp()
    then = min(time.time(), now) - days * 86_400
    os.utime(path, (then, then))
    return path


# Exports


@pytest.mark.parametrize("name", ["photos.json.tmp", "photos.json.part"])
def test_an_export_writes_through_no_link(
    home: Home, shared: Path, secret: Path, name: str
) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--note", "\ntouch ran\n")
    (shared / name).symlink_to(secret)
    home.do("export", "photos", str(shared))
    assert secret.read_text() == SECRET
    assert not (shared / "photos.json").is_symlink()
    assert (shared / name).is_symlink()
    home.do("export", "photos", str(shared))


def test_an_index_that_is_a_link_is_not_read(
    home: Home, shared: Path, secret: Path
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    (shared / "photos.json").symlink_to(secret)
    for command in ("export", "import"):
        home.refuse(
            command, "photos", str(shared), code=SYSTEM,
            says="photos.json is a link, which is not followed")
    assert secret.read_text() == SECRET


def test_a_plants_folder_that_is_a_link_is_refused(
    home: Home, shared: Path, secret: Path
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    home.do("photo", "add", "Basil", str(LEAF))
    (shared / "Monty").symlink_to(secret.parent)
    result = home.run("export", "photos", str(shared))
    assert result.code == USAGE, result
    assert "Monty is a link, which is not followed" in result.message
    assert [path.name for path in secret.parent.iterdir()] == [".bashrc"]
    assert len(list((shared / "Basil").iterdir())) == 1
    # Nor is a photo brought from there.
    (shared / "Monty").unlink()
    home.do("export", "photos", str(shared))
    (shared / "Monty").rename(secret.parent / "Monty")
    (shared / "Monty").symlink_to(secret.parent / "Monty")
    other = Home(shared.parent / "other")
    other.do("add", "Ficus lyrata", "--as-typed", "--name", "Monty")
    result = other.run("import", "photos", str(shared))
    assert "Monty is a link, which is not followed" in result.message, result
    assert not photos(other)


@pytest.mark.parametrize("name", ["photos.json", "Photos.JSON"])
def test_a_plant_may_be_called_as_the_index(
    home: Home, tmp_path: Path, name: str
) -> None:
    home.do("edit", "Monty", "--name", name)
    home.do("photo", "add", name, str(LEAF))
    place = tmp_path / "photos"
    for _ in range(2):
        home.do("export", "photos", str(place))
    names = {path.name for path in place.iterdir()}
    assert names == {"photos.json", f"_{name}"}
    other = home.copy(tmp_path / "other")
    other.do("erase", "--plant", name, "--photos", "--yes")
    other.do("import", "photos", str(place))
    assert len(photos(other)) == 1


@pytest.mark.parametrize("words", [
    ["photo", "timelapse", "Monty", "-o"],
    ["sitter", "2026-11-24", "2026-12-20", "--html"],
])
def test_what_is_made_at_a_path_gives_way_to_no_link(
    home: Home, shared: Path, secret: Path, words: list[str]
) -> None:
    for day in (1, 2):
        path = shared.parent / f"IMG_2026030{day}_100000.jpg"
        home.do("photo", "add", "Monty", str(picture(path, number=day)))
    place = shared / ("film.webp" if words[0] == "photo" else "sheet.html")
    place.symlink_to(secret)
    result = home.run(*words, str(place), "--force")
    assert result.code != DONE and place.is_symlink(), result
    assert secret.read_text() == SECRET


# Backups


@pytest.mark.parametrize("kind", ["backup", "data"])
def test_a_backup_removes_no_journal_behind_a_link(
    home: Home, shared: Path, tmp_path: Path, kind: str
) -> None:
    """What a killed one has left is removed by the next."""
    victim = home.copy(tmp_path / "victim")
    trap = shared / ".20261121T110000Z.4711.partial"
    if kind == "backup":
        trap.symlink_to(victim.path)
    else:
        trap.mkdir()
        (trap / "lmdb").symlink_to(victim.path / "lmdb")
        (trap / "manifest.json").write_text("{}")
    before = victim.events()
    home.do("backup", str(shared))
    assert victim.data_file.exists()
    assert victim.events() == before


# Homes of others


def untrusted(home: Home, name: str) -> str:
    return f"{home.path / name} is not trusted with programs and secrets"


def give(home: Home) -> None:
    """Has another user own a home, as a person who asks root for help."""
    need(root=True)
    for path in [home.path, *home.path.rglob("*")]:
        os.chown(path, NOBODY, NOBODY)


def weaken(home: Home, how: str) -> str:
    """Lets others change a home; what the error says then."""
    if how == "foreign":
        give(home)
        return f"as {home.path} belongs to another user"
    place = home.path if how == "home" else home.path / how
    place.chmod(0o777)
    return f"as {place} may be changed by others"


@pytest.mark.parametrize("how", ["home", "remotes.json", "foreign"])
@pytest.mark.parametrize("options", [
    ["--user", "anna", "--password-command"],
    ["--encrypt", "--passphrase-command"],
])
def test_no_command_of_a_remote_runs_that_others_may_change(
    home: Home, tmp_path: Path, how: str, options: list[str]
) -> None:
    ran = tmp_path / "ran"
    address = (str(tmp_path / "folder") if "--encrypt" in options
               else "webdav://localhost:1/x")
    home.do("remote", "add", "nas", address, *options,
            f"touch '{ran}'; echo correct horse battery")
    says = weaken(home, how)
    for words in (["sync"], ["sync", "--dry-run"]):
        result = home.run(*words)
        assert result.code == SYSTEM, result
        assert untrusted(home, "remotes.json") in result.message
        assert says in result.message
        assert ("chown" if how == "foreign" else "chmod go-w") in result.message
    assert not ran.exists()
    # The journal is read all the same.
    assert "Monty" in home.do("list").text
    assert "nas" in home.do("remote", "list").text
    if how != "foreign":
        home.path.chmod(0o700)
        (home.path / "remotes.json").chmod(0o600)
        home.run("sync")
        assert ran.exists()


def test_what_lies_above_a_home_counts_too_and_the_doctor_tells(
    home: Home, shared: Path
) -> None:
    there = home.twin(shared / "home")
    there.do("remote", "add", "nas", "webdav://localhost:1/x",
             "--password-command", f"touch '{shared}/ran'")
    result = there.run("sync")
    told = (f"{untrusted(there, 'remotes.json')}, "
            f"as {shared} may be changed by others")
    assert result.code == SYSTEM and told in result.message, result
    assert not (shared / "ran").exists()
    (found,) = [finding for finding in there.json("doctor")["findings"]
                if finding["message"] == told]
    assert (found["check"], found["level"]) == ("files", "warning")
    assert found["remedy"] == f"chmod go-w {shared}"


def test_no_password_of_the_environment_goes_where_others_say(
    home: Home, tmp_path: Path
) -> None:
    home.do("remote", "add", "nas", "webdav://localhost:1/x", "--user", "anna")
    says = weaken(home, "home")
    done = subprocess.run(
        [binary(), "sync"], capture_output=True, check=False,
        env=environment(home.path, PLANTGUIDE_NAS_PASSWORD="secret"))
    assert done.returncode == SYSTEM and says in done.stderr.decode(), done


def test_open_keys_are_not_used_where_others_may_change_them(
    home: Home, tmp_path: Path
) -> None:
    home.do("remote", "add", "friend", str(tmp_path / "friend"), "--encrypt",
            "--passphrase-command", "echo correct horse battery")
    home.do("sync")
    (key,) = (home.path / "keys").iterdir()
    key.chmod(0o622)
    result = home.run("sync")
    assert result.code == SYSTEM, result
    assert untrusted(home, f"keys/{key.name}") in result.message
    key.chmod(0o600)
    home.do("sync")


def test_a_file_with_a_password_is_not_read_where_others_may_exchange_it(
    home: Home, shared: Path
) -> None:
    password = shared / "password"
    password.write_text("secret\n")
    password.chmod(0o600)
    home.do("remote", "add", "nas", "webdav://localhost:1/x", "--user", "anna",
            "--password-file", str(password))
    result = home.run("sync")
    assert result.code == SYSTEM, result
    assert f"{password} is not trusted" in result.message
    assert f"as {shared} may be changed by others" in result.message


def test_a_plain_folder_needs_no_secret_and_is_synced(
    home: Home, tmp_path: Path
) -> None:
    home.do("remote", "add", "stick", str(tmp_path / "stick"))
    weaken(home, "home")
    home.do("sync")


@pytest.mark.parametrize("how", ["home", "settings.json", "foreign"])
def test_no_pager_runs_that_others_may_name(
    home: Home, tmp_path: Path, how: str
) -> None:
    ran = tmp_path / "ran"
    pager = tmp_path / "pager"
    pager.write_text(f"#!/bin/sh\ntouch '{ran}'\nexec cat\n")
    pager.chmod(0o755)
    for number in range(60):
        home.do("note", "Monty", f"leaf {number}")
    home.do("settings", "set", "pager", str(pager))
    on_terminal(home, "history", width=80, PAGER="cat")
    assert ran.exists()
    ran.unlink()
    says = weaken(home, how)
    code, shown = on_terminal(home, "history", width=250, PAGER="cat")
    told = b" ".join(shown.split()).decode()
    assert code == DONE and not ran.exists(), told
    assert untrusted(home, "settings.json") in told and says in told, told
    assert "leaf 0" in told and "leaf 59" in told


@pytest.mark.parametrize("how", ["home", "settings.json", "foreign"])
def test_no_editor_runs_that_others_may_name(
    home: Home, tmp_path: Path, how: str
) -> None:
    ran = tmp_path / "ran"
    home.do("settings", "set", "editor", f"touch '{ran}' && true")
    says = weaken(home, how)
    code, shown = on_terminal(home, "edit", "Monty", width=250)
    told = b" ".join(shown.split()).decode()
    assert code == SYSTEM and not ran.exists(), told
    assert untrusted(home, "settings.json") in told and says in told, told


@pytest.mark.parametrize("how", ["home", "tokens.json", "foreign"])
def test_nobody_is_let_in_whom_others_may_have_let_in(
    home: Home, how: str
) -> None:
    home.do("serve", "token", "create", "phone")
    says = weaken(home, how)
    for words in (
        ["serve", "token", "create", "other"],
        ["serve", "invite", "http://localhost:8714"],
    ):
        result = home.run(*words)
        assert result.code == SYSTEM, result
        assert untrusted(home, "tokens.json") in result.message
    done = subprocess.run(
        [binary(), "serve", "--listen", "127.0.0.1:0", "--hidden"],
        capture_output=True, check=False, timeout=60,
        env=environment(home.path))
    assert done.returncode == USAGE, done
    assert untrusted(home, "tokens.json") in done.stderr.decode()
    assert says in done.stderr.decode()


def test_no_invitation_is_used_up_in_a_home_that_others_may_change(
    home: Home, empty: Home
) -> None:
    line = home.json("serve", "invite", "http://localhost:1")["invitation"]
    empty.path.mkdir()
    empty.path.chmod(0o777)
    result = empty.run("join", line)
    assert result.code == SYSTEM, result
    assert untrusted(empty, "remotes.json") in result.message
    assert not (empty.path / "keys").exists()


# Folders that others write into


def planted(folder: Path, name: str, target: Path) -> Path:
    """A link in the place of a journal's directory of a folder."""
    (journal,) = folder.glob("v1/*")
    place = journal / name
    if place.exists():
        place.rename(folder / f"aside-{name}")
    place.symlink_to(target)
    return place


@pytest.mark.parametrize(("name", "words"), [
    (name, [*words, "--photos"])
    for name in ("s", "photos") for words in (
        ["sync"], ["sync", "--dry-run"], ["sync", "--check"],
        ["sync", "--compact"])
])
def test_a_folder_leads_no_sync_elsewhere(
    home: Home, shared: Path, tmp_path: Path, name: str, words: list[str]
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    home.do("remote", "add", "stick", str(shared))
    home.do("sync", "--photos")
    own = tmp_path / "own"
    (own / "deep").mkdir(parents=True)
    kept = [
        old(own / "film.part"), old(own / "deep" / "plantguide-aB3xYz.part"),
        old(own / "deep" / "0"),
    ]
    planted(shared, name, own)
    home.do("note", "Monty", "a new leaf")
    home.do("photo", "add", "Monty", str(picture(tmp_path / "new.jpg")))
    result = home.run(*words)
    # A rehearsal asks nothing of photos that were never sent.
    if (name, words[1]) != ("photos", "--dry-run"):
        told = result.text + result.message
        assert "is a link, which is not followed" in told, result
    assert all(path.read_bytes() == b"half" for path in kept), kept
    assert len(list(own.rglob("*"))) == 4


def test_keys_of_a_folder_are_not_read_through_a_link(
    home: Home, shared: Path, tmp_path: Path
) -> None:
    home.do("remote", "add", "stick", str(shared), "--encrypt",
            "--passphrase-command", "echo correct horse battery")
    home.do("sync")
    own = tmp_path / "own"
    own.mkdir()
    kept = old(own / "film.part")
    planted(shared, "keys", own)
    other = Home(tmp_path / "other")
    other.do("remote", "add", "stick", str(shared), "--encrypt",
             "--passphrase-command", "echo correct horse battery")
    result = other.run("sync")
    assert "is a link, which is not followed" in result.message, result
    assert list(own.iterdir()) == [kept]


def test_a_sync_that_nobody_asked_for_follows_no_link_either(
    home: Home, shared: Path, tmp_path: Path
) -> None:
    home.do("remote", "add", "stick", str(shared))
    home.do("sync")
    own = tmp_path / "own"
    own.mkdir()
    kept = old(own / "film.part")
    planted(shared, "s", own)
    home.do("settings", "set", "autoSync", "on")
    home.do("water", "Monty")
    end = time.monotonic() + 60
    failures = home.path / "sync"
    while not list(failures.glob("*.failures")):
        assert time.monotonic() < end
    assert "is a link, which is not followed" in home.do("sync", "status").text
    assert list(own.iterdir()) == [kept]


def test_only_own_parts_go_from_a_folder_and_none_in_a_rehearsal(
    home: Home, shared: Path
) -> None:
    home.do("remote", "add", "stick", str(shared))
    home.do("sync")
    (journal,) = shared.glob("v1/*")
    (hour,) = (journal / "s").iterdir()
    (journal / "else").mkdir()
    own = old(hour / "plantguide-aB3xYz.part")
    young = old(hour / "plantguide-aB3xY0.part", days=0.5)
    others = [young] + [old(path) for path in (
        hour / "film.part", hour / "plantguide-aB3xY.part",
        hour / "plantguide-aB3-Yz.part", journal / "plantguide-aB3xYz.part",
        journal / "else" / "plantguide-aB3xYz.part",
        shared / "v1" / "plantguide-aB3xYz.part",
        shared / "plantguide-aB3xYz.part")]
    home.do("sync", "--dry-run")
    assert own.exists()
    home.do("sync")
    assert not own.exists()
    assert all(path.exists() for path in others), others


# What others put into a home


@pytest.mark.parametrize("place", [
    "lmdb", "lmdb/data.mdb", "blobs", "originals", "cache", "backups", "sync",
    "keys"])
def test_no_link_that_others_put_into_a_home_is_followed(
    home: Home, tmp_path: Path, place: str
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    path, elsewhere = home.path / place, tmp_path / "elsewhere"
    if path.exists():
        path.rename(elsewhere)
    else:
        elsewhere.mkdir()
    path.symlink_to(elsewhere)
    held = sorted(elsewhere.rglob("*")), elsewhere.stat().st_size
    # Only oneself could have put it there.
    home.do("list")
    path.parent.chmod(0o777)
    for command in (["water", "Monty"], ["photo", "add", "Monty", str(LEAF)],
                    ["list"], ["backup"], ["erase", "--plant", "Monty", "--notes"]):
        result = home.run(*command)
        assert result.code == SYSTEM, str(result)
        assert f"{place} is a link and is not followed" in result.message
        assert f"chmod go-w {path.parent}" in result.message
    assert (sorted(elsewhere.rglob("*")), elsewhere.stat().st_size) == held


def test_a_folder_without_a_bottom_is_not_followed_down(
    home: Home, shared: Path
) -> None:
    """A directory was held open at each step."""
    home.do("remote", "add", "stick", str(shared))
    home.do("sync")
    (segments,) = shared.glob("v1/*/s")
    place = os.open(segments, os.O_RDONLY)
    for _ in range(1_500):
        os.mkdir("a", dir_fd=place)
        below = os.open("a", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = below
    os.close(place)
    try:
        home.do("add", "Aloe vera", "--name", "Later")
        home.do("sync")
        assert len(list(segments.glob("2*/*.seg"))) == 2
    finally:
        # Python's own way of removing it is recursive.
        subprocess.run(["rm", "-rf", segments / "a"], check=True)


def test_a_remote_may_itself_be_reached_by_a_link(
    home: Home, shared: Path, tmp_path: Path
) -> None:
    way = tmp_path / "way"
    way.symlink_to(shared)
    home.do("remote", "add", "stick", str(way))
    home.do("sync")
    assert list(shared.glob("v1/*/s/*/*.seg"))


# What killed commands leave


def ended(home: Home, place: Path, *words: str) -> None:
    """Runs a command that a signal ends before it tidies up."""
    need("strace")
    subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null",
         "-e", "trace=unlink,unlinkat,rmdir",
         "-e", "inject=unlink,unlinkat,rmdir:signal=KILL:when=1",
         binary(), *words],
        env=environment(home.path, TMPDIR=str(place)), capture_output=True,
        check=False)


@pytest.mark.parametrize("words", [
    ["doctor", "--full"], ["log", "compact", "--dry-run"],
])
def test_erasing_reaches_what_a_killed_trial_left(
    home: Home, tmp_path: Path, words: list[str]
) -> None:
    home.do("note", "Monty", CANARY)
    place = tmp_path / "tmp"
    place.mkdir()
    ended(home, place, *words)
    assert holding(place) == []
    # It was cut off while the copy was there.
    (left,) = home.path.glob(".trial.*.partial")
    assert holding(left)
    told = home.do("doctor", now=None).text
    assert f"a killed command left {left.name}" in told
    erase_notes(home)
    assert holding(home.path) == [] and not left.exists()


@pytest.mark.parametrize("words", [
    ["doctor", "--full"], ["log", "compact", "--dry-run"],
])
def test_the_next_trial_removes_what_a_killed_one_left(
    home: Home, tmp_path: Path, words: list[str]
) -> None:
    before = sorted(path.name for path in home.path.iterdir())
    ended(home, tmp_path, *words)
    assert list(home.path.glob(".trial.*.partial"))
    home.do(*words)
    assert sorted(path.name for path in home.path.iterdir()) == before


def test_a_home_that_may_only_be_read_is_tried_elsewhere(
    home: Home, tmp_path: Path
) -> None:
    place = tmp_path / "tmp"
    place.mkdir()
    done = subprocess.run(
        [*read_only(home.path), binary(), "log", "compact", "--dry-run"],
        env=environment(home.path, TMPDIR=str(place)), capture_output=True,
        check=False)
    assert done.returncode == DONE, done
    assert list(place.iterdir()) == []


def test_the_doctor_tells_of_copies_that_earlier_versions_left(
    home: Home, tmp_path: Path
) -> None:
    place = tmp_path / "tmp"
    place.mkdir()
    left = place / "plantguide-aB3xYz"
    shutil.copytree(home.path / "lmdb", left / "lmdb")
    # A home that somebody keeps there, and what others made.
    home.copy(place / "plantguide-aB3xY0")
    shutil.copytree(home.path / "lmdb", place / "plantguide-own" / "lmdb")
    there = Home(home.path, {"TMPDIR": str(place)})
    findings = there.json("doctor")["findings"]
    (told,) = [f for f in findings if "left a copy" in f["message"]]
    assert told["message"].startswith(f"a killed command left a copy of a journal in {left}")
    assert told["level"] == "warning"
    assert told["remedy"] == f"rm -r {left}"


# Inboxes


def test_a_photo_that_became_a_link_is_not_taken_in(
    home: Home, shared: Path, tmp_path: Path
) -> None:
    """Somebody exchanges it between the look at the inbox and the taking."""
    own = tmp_path / "own.jpg"
    picture(own, number=7)
    (shared / "plants").mkdir()
    picture(shared / "who.jpg")
    picture(shared / "plants" / "which.jpg", number=2)

    def exchange() -> None:
        (shared / "who.jpg").unlink()
        (shared / "who.jpg").symlink_to(own)
        (shared / "plants").rename(tmp_path / "plants")
        (shared / "plants").symlink_to(tmp_path / "plants")

    # All were looked at once it asks.
    code, shown = on_terminal(
        home, "photo", "import", str(shared), asked=b"whose photo is that?",
        answer=b"Monty\nMonty\ny\n", meanwhile=exchange)
    assert code != DONE
    told = b" ".join(shown.split()).decode()
    assert told.count("is a link, which is not followed") == 2, told
    assert photos(home) == []
