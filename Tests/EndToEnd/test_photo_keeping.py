"""Photos kept: in backups, swept, erased, checked, and carried elsewhere."""

from __future__ import annotations

import base64
import fcntl
import json
import resource
import shutil
import subprocess
import time
from hashlib import blake2b, sha256
from pathlib import Path

import cbor2
import pytest
from jsonschema_rs import Draft202012Validator

from campaign import age, need
from drawing import picture
from PIL import Image

from program import (
    DAMAGED, DONE, NEWER, NOTHING, NOW, ROOT, SYSTEM, USAGE, Home, binary, environment,
)
from test_photos import LEAF, check, photos, thumbnails


@pytest.fixture
def pictures(home: Home, tmp_path: Path) -> list[str]:
    """Two photos of Monty and one of Basil; their files' hashes."""
    for number, (plant, day) in enumerate(
        [("Monty", "2026:03:01"), ("Monty", "2026:05:01"), ("Basil", "2026:06:01")]
    ):
        home.do("photo", "add", plant, str(picture(
            tmp_path / f"{number}.jpg", number=number, taken=f"{day} 09:00:00")))
    names = [
        photo["sha256"]
        for photo in sorted(photos(home), key=lambda photo: photo["takenAt"])
    ]
    assert len(set(names)) == 3
    return names


def files(home: Home, folder: str = "blobs") -> set[str]:
    """The files there, but for the thumbnails that events name."""
    return {
        path.name for path in (home.path / folder).glob("?" * 64)} - thumbnails(home)


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


# Backups


def test_backups_share_the_files_of_photos(home: Home, pictures: list[str]) -> None:
    answer = home.json("backup")
    check(answer, "backup")
    assert (answer["photos"], answer["missingPhotos"]) == (3, 0)
    shared = home.path / "backups" / "photos"
    before = {path.name: path.stat().st_ino for path in shared.iterdir()}
    small = thumbnails(home)
    assert set(before) == {*pictures, *small} and len(small) == 3
    home.do("photo", "add", "Monty", str(LEAF))
    assert "events and 4 photos" in home.do("backup").text
    after = {path.name: path.stat().st_ino for path in shared.iterdir()}
    assert len(after) == 8 and before.items() <= after.items()
    listed = home.json("backup", "list")
    check(listed, "backup-list")
    assert [backup["photos"] for backup in listed["backups"]] == [3, 4]
    assert not listed["others"]
    manifest = json.loads((Path(answer["path"]) / "manifest.json").read_text())
    path = ROOT / "schemas" / "backup-manifest.schema.json"
    assert not list(Draft202012Validator({"$ref": path.as_uri()}).iter_errors(manifest))
    assert manifest["photos"] == sorted(pictures)
    assert manifest["thumbnails"] == sorted(small)
    assert "and 3 photos" in home.do("backup", "verify", answer["name"]).text


def test_photos_come_back_with_a_backup(
    home: Home, pictures: list[str], tmp_path: Path
) -> None:
    held = {name: (home.path / "blobs" / name).read_bytes() for name in pictures}
    place = home.json("backup", str(tmp_path / "stick"))["path"]
    empty = Home(tmp_path / "empty", home.extra)
    would = empty.json("backup", "restore", place, "--dry-run")
    assert would["photos"] == 3 and not files(empty)
    answer = empty.json("backup", "restore", place, "--yes")
    check(answer, "backup-restore")
    assert answer["photos"] == 3
    for photo in photos(empty):
        assert Path(photo["path"]).read_bytes() == held[photo["sha256"]]
    # One is gone, one damaged: both come back, and the journal stays.
    (home.path / "blobs" / pictures[0]).unlink()
    flip(home.path / "blobs" / pictures[1])
    home.do("water", "Monty")
    before = home.events()
    assert "brought the files of 2 photos" in home.do(
        "backup", "restore", place, "--photos").text
    assert home.events() == before
    for name, content in held.items():
        assert (home.path / "blobs" / name).read_bytes() == content


def test_what_a_backup_lacks_is_told_and_the_rest_restored(
    home: Home, pictures: list[str], tmp_path: Path
) -> None:
    place = home.json("backup", str(tmp_path / "stick"))["path"]
    shared = tmp_path / "stick" / "photos"
    (shared / pictures[0]).unlink()
    flip(shared / pictures[1])
    result = home.run("backup", "verify", place)
    assert result.code == DAMAGED
    for words in ("1 file of a photo is missing", "1 file of a photo is damaged",
                  pictures[0], pictures[1]):
        assert words in result.message
    empty = Home(tmp_path / "empty", home.extra)
    result = empty.do("backup", "restore", place, "--yes")
    assert pictures[1] in result.message
    assert files(empty) == {pictures[2]}
    assert empty.events() == home.events()


def test_a_backup_tells_of_photos_without_files(
    home: Home, pictures: list[str]
) -> None:
    (home.path / "blobs" / pictures[0]).unlink()
    flip(home.path / "blobs" / pictures[1])
    result = home.do("backup")
    assert "lacks the files of 2 photos" in result.message
    [backup] = home.json("backup", "list")["backups"]
    assert (backup["photos"], backup["missingPhotos"]) == (1, 2)
    assert "lacks 2 photos" in home.do("backup", "list").text
    home.do("backup", "verify", "latest")


def test_originals_are_in_backups(home: Home, tmp_path: Path) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--keep-original")
    [original] = files(home, "originals")
    place = home.json("backup", str(tmp_path / "stick"))["path"]
    empty = Home(tmp_path / "empty", home.extra)
    empty.do("backup", "restore", place, "--yes")
    assert files(empty, "originals") == {original}
    assert (empty.path / "originals" / original).read_bytes() == LEAF.read_bytes()


def test_what_a_restore_puts_away_has_its_photos(
    home: Home, pictures: list[str], tmp_path: Path
) -> None:
    first = home.json("backup")["path"]
    home.do("photo", "add", "Monty", str(LEAF))
    latest = photos(home, "Monty")[-1]["sha256"]
    replaced = home.json("backup", "restore", first, "--yes")["replaced"]
    home.do("backup", "verify", replaced)
    shutil.rmtree(home.path / "blobs")
    home.do("backup", "restore", replaced, "--yes")
    assert files(home) == {*pictures, latest}


def test_deleting_all_removes_photos_after_a_backup(
    home: Home, pictures: list[str]
) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--keep-original")
    name = home.json("delete-all", "--dry-run")["name"]
    answer = home.json("delete-all", "--confirm", name)
    for folder in ("blobs", "originals", "cache"):
        assert not (home.path / folder).exists()
    home.do("backup", "restore", answer["backup"], "--yes")
    assert len(photos(home)) == 4
    assert all(Path(photo["path"]).exists() for photo in photos(home))
    assert len(files(home, "originals")) == 1


def test_deleting_all_waits_for_photos_before_it_keeps_others_away(
    home: Home, pictures: list[str]
) -> None:
    """Who sweeps photos has them alone, and opens the journal then."""
    name = home.json("delete-all", "--dry-run")["name"]
    with (home.path / "blobs" / "lock").open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        deleting = home.start("delete-all", "--confirm", name)
        with pytest.raises(subprocess.TimeoutExpired):
            deleting.wait(0.5)
        home.do("note", "Monty", "beside")
    deleting.communicate(timeout=60)
    assert deleting.returncode == DONE
    assert not (home.path / "blobs").exists()


def test_a_restore_that_waited_for_a_deletion_keeps_its_photos(
    home: Home, pictures: list[str]
) -> None:
    need("strace")
    backup = home.json("backup")["path"]
    name = home.json("delete-all", "--dry-run")["name"]
    photo = home.path / "blobs" / pictures[0]
    deleting = subprocess.Popen(
        ["strace", "-qq", "-o", "/dev/null", "-P", str(photo),
         "-e", "inject=unlink:delay_enter=3000000",
         binary(), "delete-all", "--confirm", name, "--now", NOW],
        env=environment(home.path), stdout=subprocess.PIPE)
    end = time.monotonic() + 30
    while (home.path / "lmdb" / "data.mdb").exists():
        assert time.monotonic() < end
    home.do("backup", "restore", backup, "--yes")
    deleting.communicate(timeout=60)
    assert deleting.returncode == DONE
    assert len(photos(home)) == 3
    assert all(Path(photo["path"]).exists() for photo in photos(home))


def test_a_photo_is_not_called_damaged_for_lack_of_memory(
    home: Home, tmp_path: Path
) -> None:
    path = picture(tmp_path / "leaf.jpg")
    codes = set()
    # How much a program needs depends on the machine's processors and libraries.
    for mebibytes in range(64, 1024, 8):
        limit = mebibytes << 20
        done = subprocess.run(
            [binary(), "photo", "add", "Monty", str(path), "--dry-run"],
            env=environment(home.path), capture_output=True, check=False,
            preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_AS, (limit, limit)))
        assert b"damaged" not in done.stderr, (mebibytes, done)
        codes.add(done.returncode)
        if done.returncode == DONE:
            break
    assert DONE in codes and len(codes) > 1, codes


def test_a_backup_mends_what_backups_share(home: Home, pictures: list[str]) -> None:
    home.do("backup")
    shared = home.path / "backups" / "photos"
    flip(shared / pictures[0])
    cut = shared / "plantguide-abcdef.part"
    cut.write_bytes(b"a kill left this")
    assert "made 1 damaged file again" in home.do("backup").text
    assert not cut.exists()
    for backup in home.json("backup", "list")["backups"]:
        home.do("backup", "verify", backup["name"])
    # It is whole in neither place.
    flip(shared / pictures[1])
    (home.path / "blobs" / pictures[1]).unlink()
    result = home.run("backup", "--json")
    assert result.code == DAMAGED and pictures[1] in result.message
    assert result.json()["missingPhotos"] == 1
    home.do("backup", "verify", result.json()["name"])
    assert len(home.json("backup", "list")["backups"]) == 3


def test_a_backup_of_an_older_program_comes_back(home: Home, tmp_path: Path) -> None:
    place = Path(home.json("backup", str(tmp_path / "stick"))["path"])
    manifest = json.loads((place / "manifest.json").read_text())
    assert not {"photos", "originals", "missingPhotos"} & set(manifest)
    assert not (tmp_path / "stick" / "photos").exists()
    home.do("backup", "verify", str(place))
    Home(tmp_path / "empty").do("backup", "restore", str(place), "--yes")


# Sweeping


LATER = "2026-12-23T12:00:00+01:00"


def test_only_files_that_nothing_needs_are_swept(
    home: Home, pictures: list[str]
) -> None:
    orphan = home.path / "blobs" / ("ab" * 32)
    orphan.write_bytes(b"a kill left this")
    assert not home.json("photo", "gc")["files"]
    age(home, 2)
    age(home, 2, "cache")
    would = home.json("photo", "gc", "--dry-run")
    check(would, "photo-gc")
    assert [(f["sha256"], f["kind"], f["reason"]) for f in would["files"]] == [
        ("ab" * 32, "photo", "unnamed")]
    assert would["bytes"] == 16 and orphan.exists()
    assert "removed 1 file" in home.do("photo", "gc").text
    assert files(home) == set(pictures)


def test_photos_taken_away_are_swept_after_thirty_days(
    home: Home, pictures: list[str]
) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--keep-original")
    [original] = files(home, "originals")
    leaf = (files(home) - set(pictures)).pop()
    small = home.history()[-1]["payload"]["thumbnailSha256"]
    for folder in ("blobs", "originals", "cache"):
        age(home, 2, folder)
    home.do("photo", "remove", "Monty", "2026-11-08", now="2026-11-22T12:00:00+01:00")
    assert not home.json("photo", "gc", now="2026-12-20T12:00:00+01:00")["files"]
    swept = home.json("photo", "gc", now=LATER)["files"]
    assert {(f["sha256"], f["kind"], f["reason"]) for f in swept} == {
        (leaf, "photo", "removed"), (original, "original", "removed"),
        (leaf, "thumbnail", "removed"), (small, "thumbnail", "removed")}
    assert files(home) == set(pictures) and not files(home, "originals")
    # The event is brought back, its file is not.
    told = home.do("undo", "--yes", now=LATER).text
    assert "the files of 1 photo that come back are not here" in told
    assert [p["path"] for p in photos(home) if p["sha256"] == leaf] == [None]


def test_undone_photos_are_swept_and_shared_files_stay(
    home: Home, tmp_path: Path, pictures: list[str]
) -> None:
    home.do("photo", "add", "Basil", str(tmp_path / "0.jpg"))
    home.do("undo", "--yes")
    home.do("photo", "add", "Monty", str(LEAF))
    home.do("undo", "--yes")
    age(home, 2)
    swept = home.json("photo", "gc", now=LATER)["files"]
    kinds = [f["kind"] for f in swept if f["sha256"] not in pictures]
    assert "photo" in kinds and files(home) == set(pictures)


def test_photos_of_other_writers_and_forks_count(
    home: Home, tmp_path: Path, pictures: list[str]
) -> None:
    twin = home.twin(tmp_path / "twin")
    twin.do("photo", "add", "Monty", str(LEAF))
    home.do("water", "Monty")
    home.do("import", "events", "-", text=twin.events())
    [leaf] = files(twin) - set(pictures)
    shutil.copy(twin.path / "blobs" / leaf, home.path / "blobs")
    age(home, 2)
    assert len(home.json("log", "status")["writers"][0]["tips"]) == 2
    assert not [f for f in home.json("photo", "gc")["files"] if f["kind"] == "photo"]
    assert leaf in files(home)


def test_files_are_swept_that_no_backup_names(
    home: Home, pictures: list[str]
) -> None:
    (home.path / "blobs" / ("ab" * 32)).touch()
    age(home, 2)
    home.do("backup")
    listed = home.path / "backups" / "photos" / ("cd" * 32)
    listed.touch()
    age(home, 2, "backups/photos")
    swept = home.json("photo", "gc")["files"]
    assert {f["kind"] for f in swept} == {"photo", "backup"}
    assert not listed.exists()
    assert files(home, "backups/photos") == set(pictures)
    assert thumbnails(home) <= {path.name for path in (
        home.path / "backups" / "photos").iterdir()}
    broken = home.path / "backups" / "broken"
    broken.mkdir()
    (broken / "manifest.json").write_text("{}")
    listed.touch()
    age(home, 2, "backups/photos")
    assert not home.json("photo", "gc")["files"]


def event_of_a_newer_program(home: Home) -> bytes:
    """An event of a type that nobody knows, after the last of the writer."""
    lines = [json.loads(line) for line in home.events().splitlines()]
    [tip] = home.json("log", "status")["writers"][0]["tips"]
    for line in lines:
        text = line["header"]
        header = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        fields = cbor2.loads(header)
        if blake2b(header, digest_size=32).hexdigest() == tip["hash"]:
            break
    payload = bytes(16) + cbor2.dumps({"file": bytes(32)})
    version, writer, sequence, _, (milliseconds, counter), recorded = fields[:6]
    new = cbor2.dumps(
        [version, writer, sequence + 1, bytes.fromhex(tip["hash"]),
         [milliseconds, counter + 1], recorded, sequence + 1, bytes(16),
         "film.captured", 1, blake2b(payload, digest_size=32).digest()],
        canonical=True)

    def text(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    line = {**lines[-1], "header": text(new), "payload": text(payload)}
    return json.dumps(line).encode() + b"\n"


def test_nothing_is_swept_where_an_event_is_not_understood(
    home: Home, pictures: list[str]
) -> None:
    (home.path / "blobs" / ("ab" * 32)).touch()
    age(home, 2)
    small = thumbnails(home)
    home.do("import", "events", "-", text=event_of_a_newer_program(home))
    home.refuse("photo", "gc", code=NEWER, says="1 event of a newer program")
    result = home.run("erase", "--plant", "Monty", "--photos", "--yes")
    assert result.code == NEWER and "may still be here" in result.message
    assert {*pictures, *small, "ab" * 32} == files(home) | small
    assert "gc" not in str(findings(home))


def test_what_killed_commands_left_is_swept(
    home: Home, tmp_path: Path, pictures: list[str]
) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--keep-original")
    killed(home, "fsync", 6, "photo", "add", "Monty", "--keep-original", str(
        picture(tmp_path / "next.jpg", number=7, taken="2026:07:01 09:00:00")))

    def left() -> list[Path]:
        return [path for folder in ("blobs", "originals")
                for path in (home.path / folder).glob("plantguide-*")]

    [part] = left()
    assert part.parent.name == "originals"
    assert "killed commands left half-written" in str(findings(home))
    # Another way that it is removed: a new photo, a sweep, an erasure.
    copies = [part.read_bytes()] * 2
    home.do("photo", "add", "Basil", str(LEAF))
    assert not left()
    for content, words in zip(copies, [
        ["photo", "gc"], ["erase", "--plant", "Basil", "--photos", "--yes"]
    ]):
        part.write_bytes(content)
        told = home.do(*words).text
        assert not left() and ("gc" not in words or "1 file that killed" in told)
    assert not files(home, "originals") - {path.name for path in (
        home.path / "originals").glob("?" * 64)}


def test_files_of_the_last_day_are_told(home: Home, pictures: list[str]) -> None:
    for folder in ("blobs", "originals"):
        (home.path / folder).mkdir(exist_ok=True)
        (home.path / folder / ("ab" * 32)).touch()
    (home.path / "cache" / ("cd" * 32 + ".jpg")).touch()
    told = home.do("photo", "gc").text
    assert "nothing to remove" in told
    assert "3 files that nothing needs stay until older than a day" in told
    answer = home.json("photo", "gc")
    check(answer, "photo-gc")
    assert (answer["young"], answer["parts"], answer["files"]) == (3, 0, [])
    messages = [finding["message"] for finding in findings(home)]
    assert [message.split(":")[0] for message in messages] == [
        "1 file that no event names", "1 original that no event names",
        "1 thumbnail that no event names"]
    assert "1 of them is kept until older than a day" in messages[0]
    for folder in ("blobs", "originals", "cache"):
        age(home, 2, folder)
    assert len(home.json("photo", "gc")["files"]) == 3


# Erasing


def killed(home: Home, call: str, when: int, *words: str) -> None:
    """Runs a command that is killed at one of its calls."""
    need("strace")
    done = subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}",
         "-e", f"inject={call}:signal=KILL:when={when}",
         binary(), *words, "--now", NOW],
        env=environment(home.path), capture_output=True, check=False)
    assert done.returncode == -9 or done.returncode == 137, done


@pytest.mark.parametrize("words", [
    ["erase", "--plant", "Monty", "--photos", "--yes"], ["photo", "gc"],
    ["water", "Basil"], ["sync"],
])
def test_an_erasure_that_was_killed_is_worked_off(
    home: Home, tmp_path: Path, pictures: list[str], words: list[str]
) -> None:
    home.do("remote", "add", "stick", str(tmp_path / "folder"))
    home.do("photo", "add", "Monty", str(LEAF), "--keep-original")
    erase = ["erase", "--plant", "Monty", "--photos", "--yes"]
    tried = 0
    while True:
        copy = home.copy(tmp_path / f"copy{tried}")
        tried += 1
        killed(copy, "unlink,unlinkat", tried, *erase)
        if len(files(copy)) < 4:
            break
    assert len(files(copy)) == 3, "not between files"
    assert "files of erased photos may still be here" in str(findings(copy))
    result = copy.run(*words)
    assert result.code == (NOTHING if words == erase else DONE)
    assert files(copy) == {pictures[2]} and not files(copy, "originals")
    assert {p.stem for p in (copy.path / "cache").iterdir()} == {pictures[2]}
    assert [f["level"] for f in findings(copy)] == ["ok"]


def test_a_sweep_beside_an_erasure_leaves_nothing(
    home: Home, tmp_path: Path, pictures: list[str]
) -> None:
    need("strace")
    eraser = subprocess.Popen(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync",
         "-e", "inject=fdatasync:delay_enter=3s:when=1",
         binary(), "erase", "--plant", "Monty", "--photos", "--yes", "--now", NOW],
        env=environment(home.path), stdout=subprocess.DEVNULL)
    mark = home.path / "blobs" / "erased"
    deadline = time.monotonic() + 60
    while not mark.exists() and eraser.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    # Its events are about to be erased.
    home.do("photo", "gc")
    assert eraser.wait() == 0
    assert files(home) == {pictures[2]} and not mark.exists()


def test_files_that_could_not_be_removed_go_with_a_sweep(
    home: Home, pictures: list[str]
) -> None:
    need("strace")
    path = home.path / "blobs" / pictures[0]
    done = subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-P", str(path),
         "-e", "trace=unlink,unlinkat", "-e", "inject=unlink,unlinkat:error=EPERM",
         binary(), "erase", "--plant", "Monty", "--photos", "--yes", "--now", NOW],
        env=environment(home.path), capture_output=True, check=False)
    assert done.returncode == SYSTEM and b"photo gc" in done.stderr
    assert path.exists()
    home.do("photo", "gc")
    assert files(home) == {pictures[2]}


def test_a_refused_erasure_leaves_no_mark(home: Home, pictures: list[str]) -> None:
    before = home.events()
    done = subprocess.run(
        ["sh", "-c", "ulimit -f 1; exec \"$@\"", "sh", binary(), "erase", "--plant",
         "Monty", "--photos", "--yes", "--now", NOW],
        env=environment(home.path), capture_output=True, check=False)
    assert done.returncode == SYSTEM and b"nothing was written" in done.stderr
    assert home.events() == before and files(home) == set(pictures)
    assert "erased" not in home.do("doctor").text


def test_photos_of_one_file_are_one_in_what_goes(
    home: Home, tmp_path: Path, pictures: list[str]
) -> None:
    home.do("photo", "remove", "Monty", "2026-03-01")
    home.do("photo", "add", "Monty", str(tmp_path / "0.jpg"))
    would = home.do("erase", "--plant", "Monty", "--photos", "--dry-run").text
    assert "the files of 2 photos go" in would


def test_erasing_photos_removes_their_files_at_once(
    home: Home, tmp_path: Path, pictures: list[str]
) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--keep-original", "--note", "CANARY")
    home.do("photo", "edit", "Monty", "--note", "CANARY too")
    home.do("photo", "remove", "Monty", "2026-03-01")
    # Basil shares a file.
    home.do("photo", "add", "Basil", str(tmp_path / "1.jpg"))
    home.refuse("erase", "--photos", code=USAGE, says="--photos needs a plant")
    home.refuse("erase", "--plant", "Monty", "--photos", "--notes", code=USAGE,
                says="--plant goes with")
    would = home.do("erase", "--plant", "Monty", "--photos", "--dry-run").text
    assert "the files of 3 photos go" in would and len(files(home)) == 4
    answer = home.json("erase", "--plant", "Monty", "--photos", "--yes")
    check(answer, "erase")
    assert sorted(e["type"] for e in answer["events"]) == [
        "photo.annotated", "photo.captured", "photo.captured", "photo.captured",
        "photo.removed"]
    assert files(home) == {pictures[1], pictures[2]}
    assert not files(home, "originals")
    assert {p.stem for p in (home.path / "cache").iterdir()} == {
        pictures[1], pictures[2]}
    assert not [p for p in home.path.rglob("*")
                if p.is_file() and b"CANARY" in p.read_bytes()]
    home.refuse("erase", "--plant", "Monty", "--photos", "--yes", code=NOTHING,
                says="no photo to erase")
    home.verify()


def test_erasing_an_action_removes_its_photos_file(
    home: Home, pictures: list[str]
) -> None:
    action = home.json("photo", "add", "Monty", str(LEAF))["actions"][0]["shortId"]
    assert len(files(home)) == 4
    home.do("erase", action, "--yes")
    assert files(home) == set(pictures)


@pytest.mark.parametrize("encrypted", [False, True])
def test_what_is_erased_never_comes_back(
    home: Home, tmp_path: Path, pictures: list[str], encrypted: bool
) -> None:
    folder = tmp_path / "folder"
    passphrase = tmp_path / "passphrase"
    passphrase.write_text("correct horse battery staple\n")
    passphrase.chmod(0o600)
    options = ["--encrypt", "--passphrase-file", str(passphrase)] if encrypted else []
    home.do("remote", "add", "stick", str(folder), *options)
    home.do("sync", "--photos")
    other = Home(tmp_path / "other", home.extra)
    other.do("remote", "add", "stick", str(folder), *options)
    other.do("sync", "--photos")
    third = other.copy(tmp_path / "third")
    assert files(other) == set(pictures)
    held = (other.path / "blobs" / pictures[0]).read_bytes()
    places = [p for p in folder.rglob("*") if p.is_file()
              and p.parent.name in ("photos", "b")]
    assert len(places) == 6
    home.do("erase", "--plant", "Monty", "--photos", "--yes")
    assert files(home) == {pictures[2]}
    home.do("sync", "--photos")
    other.do("sync", "--photos")
    assert files(other) == {pictures[2]}
    # A late file is neither sent nor taken.
    (other.path / "blobs" / pictures[0]).write_bytes(held)
    for path in places:
        path.unlink()
    other.do("sync", "--photos", "--check")
    assert len([p for p in places if p.exists()]) == 2
    third.do("sync", "--photos")
    assert files(third) == {pictures[2]}


def test_compacting_a_remote_removes_files_that_no_event_names(
    home: Home, tmp_path: Path, pictures: list[str]
) -> None:
    folder = tmp_path / "folder"
    home.do("remote", "add", "stick", str(folder))
    home.do("sync", "--photos")

    def held() -> set[str]:
        return {path.name for path in folder.rglob("photos/*")}

    assert held() == set(pictures) | thumbnails(home)
    home.do("photo", "remove", "Basil", "2026-06-01")
    home.do("erase", "--plant", "Monty", "--photos", "--yes")
    answer = home.json("sync", "--compact", "--photos")
    assert answer["remotes"][0]["sweptFiles"] == 4
    assert held() == {pictures[2]} | thumbnails(home)


# Doctor


def findings(home: Home, *options: str) -> list[dict]:
    answer = home.run("doctor", "--json", *options).json()
    check(answer, "doctor")
    return [f for f in answer["findings"] if f["check"] == "photos"]


def test_doctor_names_what_is_missing_damaged_or_needless(
    home: Home, tmp_path: Path, pictures: list[str]
) -> None:
    folder = str(tmp_path / "folder")
    home.do("remote", "add", "stick", folder)
    home.do("sync", "--photos")
    [finding] = findings(home, "--full")
    assert (finding["level"], finding["message"]) == (
        "ok", "3 photos, all files as they were written")
    (home.path / "blobs" / pictures[0]).unlink()
    flip(home.path / "blobs" / pictures[1])
    (home.path / "blobs" / ("ab" * 32)).touch()
    assert [f["level"] for f in findings(home)] == ["note", "note"]
    told = findings(home, "--full")
    assert [f["level"] for f in told] == ["problem", "note", "note"]
    for finding, name, remedy in zip(
        told, [pictures[1], pictures[0], "ab" * 32],
        ["sync --photos --check", "sync --photos --check", "photo gc"]
    ):
        assert name[:12] in finding["message"] and remedy in finding["remedy"]
    assert home.run("doctor", "--full").code == DAMAGED
    home.do("sync", "--photos", "--check")
    age(home, 2)
    home.do("photo", "gc")
    [finding] = findings(home, "--full")
    assert finding["level"] == "ok"
    # What the remote does not have stays as it is.
    with (home.path / "blobs" / pictures[1]).open("ab") as file:
        file.write(b"x")
    for path in Path(folder).rglob("photos/*"):
        path.unlink()
    home.run("sync", "--photos", "--check")
    assert pictures[1] in files(home)
    assert findings(home)[0]["level"] == "problem"


# Out and back


def told(home: Home) -> list[dict]:
    """What is known of photos, but for their ids and places."""
    known = sorted(photos(home), key=lambda photo: photo["takenAt"])
    for photo in known:
        for name in ("id", "shortId", "path", "plant"):
            del photo[name]
    return known


def index(folder: Path) -> dict:
    document = json.loads((folder / "photos.json").read_text())
    path = ROOT / "schemas" / "photo-index.schema.json"
    assert not list(Draft202012Validator({"$ref": path.as_uri()}).iter_errors(document))
    return document


@pytest.fixture
def exported(home: Home, tmp_path: Path, pictures: list[str]) -> Path:
    home.do("photo", "edit", "Monty", "2026-03-01", "--cover", "--favorite",
             "--note", "naïve: \u202e „first“")
    home.do("photo", "edit", "Monty", "2026-05-01", "--at", "2026-05-02 08:00")
    home.do("edit", "Basil", "--name", "../B:a/s?il.")
    folder = tmp_path / "out"
    answer = home.json("export", "photos", str(folder))
    check(answer, "export-photos")
    assert (answer["brought"], answer["there"], answer["refused"]) == (3, 0, [])
    return folder


def test_exported_photos_lie_in_plain_folders(
    home: Home, exported: Path, pictures: list[str]
) -> None:
    known = {photo["id"]: photo for photo in photos(home)}
    entries = index(exported)["photos"]
    assert {entry["id"] for entry in entries} == set(known)
    for entry in entries:
        photo = known[entry["id"]]
        assert (exported / entry["file"]).read_bytes() == Path(photo["path"]).read_bytes()
        for name in ("sha256", "takenAt", "dateSource", "note", "isFavorite", "isCover",
                     "width", "height", "mediaType", "bytes"):
            assert entry[name] == photo[name]
    names = sorted(entry["file"] for entry in entries)
    assert [name.rsplit(" ", 1)[0] for name in names] == [
        "Monty/2026-03-01 0900", "Monty/2026-05-02 0800", "_.._B_a_s_il/2026-06-01 0900"]
    listed = [p for p in exported.rglob("*") if p.is_file()]
    assert len(listed) == 4


def test_an_export_goes_on_and_writes_over_nothing(
    home: Home, tmp_path: Path, exported: Path
) -> None:
    [first, second, third] = sorted(exported.rglob("*.jpg"))
    first.unlink()
    second.write_bytes(b"mine")
    before = third.stat()
    result = home.run("export", "photos", str(exported))
    assert result.code == USAGE and "another file already has that name" in result.message
    assert first.exists() and second.read_bytes() == b"mine"
    assert third.stat().st_mtime_ns == before.st_mtime_ns
    # Others stay in the index.
    part = tmp_path / "part"
    home.do("export", "photos", str(part), "Monty")
    assert len(index(part)["photos"]) == 2
    home.do("export", "photos", str(part), "../B:a/s?il.")
    assert len(index(part)["photos"]) == 3
    home.do("export", "photos", str(part))
    assert len(index(part)["photos"]) == 3
    (part / "photos.json").write_text('{"mine": 1}')
    home.refuse("export", "photos", str(part), code=USAGE, says="not an index of photos")
    assert (part / "photos.json").read_text() == '{"mine": 1}'


def test_photos_come_back_into_the_same_journal_without_loss(
    home: Home, tmp_path: Path, exported: Path, pictures: list[str]
) -> None:
    before, told_before = photos(home), told(home)
    events = home.events()
    answer = home.json("import", "photos", str(exported))
    check(answer, "import-photos")
    assert (answer["brought"], answer["there"]) == (0, 3)
    assert home.events() == events
    # Their events without their files.
    other = Home(tmp_path / "other", home.extra)
    other.do("import", "events", "-", text=events)
    other.do("import", "photos", str(exported))
    assert other.events() == events and files(other) == set(pictures)
    # Taken away, they come back as new ones.
    home.do("photo", "remove", "Monty", "2026-03-01")
    assert home.json("import", "photos", str(exported))["brought"] == 1
    after = photos(home)
    assert [p["sha256"] for p in after] == [p["sha256"] for p in before]
    assert told(home) == told_before
    home.verify()


def test_files_of_photos_that_are_there_do_not_stay(
    home: Home, tmp_path: Path
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    home.do("export", "photos", str(tmp_path / "out"))
    # The same photo in another form, whose thumbnail is another one, too.
    other = Home(tmp_path / "other", home.extra)
    other.do("add", "Monstera deliciosa", "--name", "Monty", "--yes")
    other.do("settings", "set", "photoFormat", "webp")
    other.do("photo", "add", "Monty", str(LEAF))
    before = sorted((other.path / "blobs").iterdir())
    assert other.json("import", "photos", str(tmp_path / "out"))["there"] == 1
    assert sorted((other.path / "blobs").iterdir()) == before


def test_photos_come_into_another_journal_by_nickname(
    home: Home, tmp_path: Path, exported: Path
) -> None:
    other = Home(tmp_path / "other", home.extra)
    other.do("add", "Monstera deliciosa", "--name", "Monty", "--yes")
    result = other.run("import", "photos", str(exported), "--dry-run")
    assert "would import 2 photos" in result.text and not files(other)
    assert not other.json("photo", "list", "--all")["plants"]
    result = other.run("import", "photos", str(exported))
    assert result.code == USAGE
    assert "1 photo was left out" in result.message and "B:a" in result.message
    assert told(other) == [p for p in told(home) if p["takenAt"] < "2026-06"]
    other.do("add", "Ocimum basilicum", "--name", "../B:a/s?il.", "--yes")
    other.do("import", "photos", str(exported))
    assert told(other) == told(home)
    assert files(other) == files(home)
    # The index has no thumbnails: they are made again, for slow ways.
    small = [
        event["payload"]["thumbnailSha256"]
        for event in other.history("--type", "photo.captured")]
    assert len(set(small)) == 3
    for name in small:
        with Image.open(other.path / "blobs" / name) as image:
            assert image.size == (200, 200)
    other.verify()


def test_files_that_the_index_does_not_name_are_refused(
    home: Home, tmp_path: Path, exported: Path, pictures: list[str]
) -> None:
    other = Home(tmp_path / "other", home.extra)
    other.do("import", "events", "-", text=home.events())
    other.do("erase", "--plant", "Monty", "--photos", "--yes")
    document = index(exported)
    first, second, third = document["photos"]
    flip(exported / first["file"])
    (tmp_path / "elsewhere.jpg").write_bytes((exported / second["file"]).read_bytes())
    second["file"] = "../elsewhere.jpg"
    third["file"] = "missing.jpg"
    (exported / "photos.json").write_text(json.dumps(document))
    result = other.run("import", "photos", str(exported))
    assert result.code == USAGE
    for words in ("its contents do not match", "its path leads elsewhere",
                  "its file is missing"):
        assert words in result.message
    assert not files(other)
    other.refuse("import", "photos", str(tmp_path), code=USAGE, says="no index of photos")
    document["photos"][0]["takenAt"] = "yesterday"
    (exported / "photos.json").write_text(json.dumps(document))
    other.refuse("import", "photos", str(exported), code=USAGE,
                 says=[f"photo 1, {first['file']}: its 'takenAt' is invalid"])
    # It could not be written again.
    home.refuse("export", "photos", str(exported), code=USAGE,
                says="its 'takenAt' is invalid")


def test_an_export_keeps_what_this_machine_lacks(
    home: Home, exported: Path, pictures: list[str]
) -> None:
    before = index(exported)
    (home.path / "blobs" / pictures[0]).unlink()
    flip(home.path / "blobs" / pictures[1])
    home.do("photo", "edit", "Monty", "2026-03-01", "--note", "another")
    answer = home.json("export", "photos", str(exported))
    assert (answer["brought"], answer["there"]) == (0, 3)
    after = index(exported)
    assert sorted(p["file"] for p in after["photos"]) == sorted(
        p["file"] for p in before["photos"])
    assert "another" in [p["note"] for p in after["photos"]]
    # Nothing leaves the index, even where its file is whole nowhere.
    [first] = [p for p in after["photos"] if p["sha256"] == pictures[0]]
    flip(exported / first["file"])
    result = home.run("export", "photos", str(exported))
    assert result.code == USAGE and "its file is missing here" in result.message
    assert first in index(exported)["photos"]


WRONG: list[tuple[dict[str, object], str]] = [
    ({"width": 1_000_000}, "'width'"),
    ({"height": 0}, "'height'"),
    ({"takenAt": "1800-01-01T00:00:00Z"}, "before the year 1900"),
    ({"note": "x" * 900_000}, "the note is 900000 characters long"),
    ({"dhash": "0" * 1_000}, "'dhash'"),
    ({"mediaType": "image/jpeg\u001b[2J"}, "it is image/jpeg"),
    ({"mediaType": "image/webp"}, "it is image/jpeg"),
    ({"bytes": -1}, "its contents do not match"),
    ({"plant": 5}, "its 'plant' is invalid"),
    ({"note": 5}, "its 'note' is invalid"),
]


@pytest.mark.parametrize("change, says", WRONG, ids=[str(list(w[0])[0]) for w in WRONG])
def test_an_impossible_photo_keeps_no_other_from_coming(
    home: Home, tmp_path: Path, exported: Path, pictures: list[str],
    change: dict[str, object], says: str,
) -> None:
    other = Home(tmp_path / "other", home.extra)
    other.do("add", "Monstera deliciosa", "--name", "Monty", "--yes")
    other.do("add", "Ocimum basilicum", "--name", "../B:a/s?il.", "--yes")
    document = index(exported)
    wrong = document["photos"][1]
    wrong |= change
    (exported / "photos.json").write_text(json.dumps(document))
    result = other.run("import", "photos", str(exported))
    assert result.code == USAGE
    assert wrong["file"] in result.message and says in result.message
    assert "imported 2 photos" in result.text
    assert files(other) == {photo["sha256"] for photo in photos(other)}
    assert wrong["sha256"] not in files(other)
    other.verify()


@pytest.mark.parametrize("content, says", [
    (b"no picture at all", "it is neither a JPEG nor a WebP picture"),
    (b"\xff\xd8\xff but no more", ""),
])
def test_what_is_no_picture_is_not_imported(
    home: Home, tmp_path: Path, exported: Path, content: bytes, says: str
) -> None:
    other = Home(tmp_path / "other", home.extra)
    other.do("add", "Monstera deliciosa", "--name", "Monty", "--yes")
    document = index(exported)
    document["photos"] = [p for p in document["photos"] if p["name"] == "Monty"][:1]
    [photo] = document["photos"]
    (exported / photo["file"]).unlink()
    (exported / photo["file"]).write_bytes(content)
    photo |= {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
    (exported / "photos.json").write_text(json.dumps(document))
    result = other.run("import", "photos", str(exported))
    assert result.code == USAGE and "imported 0 photos" in result.text
    assert photo["file"] in result.message and says in result.message
    assert not files(other)


def test_two_photos_of_one_id_are_not_both_imported(
    home: Home, tmp_path: Path, exported: Path
) -> None:
    other = Home(tmp_path / "other", home.extra)
    other.do("add", "Monstera deliciosa", "--name", "Monty", "--yes")
    document = index(exported)
    first, second = [p for p in document["photos"] if p["name"] == "Monty"]
    second["id"] = first["id"]
    (exported / "photos.json").write_text(json.dumps({**document, "photos": [first, second]}))
    result = other.run("import", "photos", str(exported))
    assert result.code == USAGE and "imported 1 photo" in result.text
    assert f"{second['file']}: another photo has this id" in result.message
    assert files(other) == {first["sha256"]}
    # Nor is one that the journal has of that id taken for it.
    (exported / "photos.json").write_text(json.dumps({**document, "photos": [second]}))
    result = other.run("import", "photos", str(exported))
    assert result.code == USAGE and "another photo has this id" in result.message
    assert files(other) == {first["sha256"]}
