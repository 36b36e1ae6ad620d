"""Photos: added with their true dates, listed, annotated, taken away."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator
from PIL import Image

from campaign import need, read_only
from drawing import picture
from program import (
    NOTHING, ROOT, SYSTEM, USAGE, Home, Result, binary, environment)
from screen import on_terminal

LEAF = ROOT / "Tests" / "EndToEnd" / "samples" / "leaf.jpg"


def photos(home: Home, *arguments: str) -> list[dict]:
    answer = home.json("photo", "list", *(arguments or ("--all",)))
    check(answer, "photo-list")
    return [photo for plant in answer["plants"] for photo in plant["photos"]]


def thumbnails(home: Home) -> set[str]:
    """The hashes of the thumbnails that events name."""
    return {
        event["payload"]["thumbnailSha256"] for event in home.history()
        if event["header"]["type"] == "photo.captured"
        and "thumbnailSha256" in (event.get("payload") or {})}


def check(document: object, name: str) -> None:
    """Holds JSON against its schema."""
    path = ROOT / "schemas" / "projections" / f"{name}.schema.json"
    validator = Draft202012Validator({"$ref": path.as_uri()})
    assert not [problem.message for problem in validator.iter_errors(document)]


def test_a_photo_is_kept_true_to_its_date(home: Home) -> None:
    answer = home.json("photo", "add", "Monty", str(LEAF), "--note", "third leaf")
    assert [made["type"] for made in answer["made"]] == ["photo"]
    [photo] = photos(home)
    assert photo["takenAt"] == "2026-11-08T10:12:00+01:00"
    assert photo["dateSource"] == "original"
    assert photo["note"] == "third leaf"
    kept = Path(photo["path"]).read_bytes()
    assert hashlib.sha256(kept).hexdigest() == photo["sha256"]
    assert len(kept) == photo["bytes"]
    image = Image.open(io.BytesIO(kept))
    assert image.size == (photo["width"], photo["height"]) == (320, 240)
    shown = home.json("photo", "show", "Monty")
    check(shown, "photo")
    assert shown == photo
    [event] = [e for e in home.history() if e["header"]["type"] == "photo.captured"]
    assert event["payload"]["at"] == photo["takenAt"]
    assert event["payload"]["sourceSha256"] == hashlib.sha256(
        LEAF.read_bytes()).hexdigest()
    home.verify()


def test_a_plants_age_counts_from_the_day_it_came(home: Home) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    home.do("edit", "Monty", "--acquired", "2020-11-01")
    assert "6 years after it came" in home.do("photo", "show", "Monty").text


def test_a_given_time_counts_more_than_the_file(home: Home) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--at", "2026-03-01 08:00")
    [photo] = photos(home)
    assert photo["takenAt"] == "2026-03-01T08:00:00+01:00"
    assert photo["dateSource"] == "given"


def test_neither_place_nor_name_is_kept(home: Home, tmp_path: Path) -> None:
    source = picture(
        tmp_path / "CANARYNAME.jpg", taken="2026:03:01 09:00:00")
    assert b"CANARYCAM" in source.read_bytes()
    home.do("photo", "add", "Monty", str(source))
    exported = home.events() + home.do("export", "json").output
    held = [p.read_bytes() for p in home.path.rglob("*") if p.is_file()]
    for canary in (b"CANARYCAM", b"CANARYNAME", b"52.123"):
        assert not [place for place in [*held, exported] if canary in place]


def test_what_is_there_is_not_added_again(home: Home, tmp_path: Path) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    before = home.events()
    again = home.do("photo", "add", "Monty", str(LEAF))
    assert "already in the collection" in again.text
    assert home.events() == before
    small = tmp_path / "small.jpg"
    Image.open(LEAF).resize((200, 150)).save(small, "JPEG", quality=50)
    assert "looks the same" in home.do("photo", "add", "Monty", str(small)).text
    assert len(photos(home)) == 2


def test_a_lost_file_comes_back_with_its_photo(home: Home) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    [photo] = photos(home)
    kept = Path(photo["path"])
    content = kept.read_bytes()
    kept.unlink()
    assert photos(home)[0]["path"] is None
    again = home.do("photo", "add", "Monty", str(LEAF)).text
    assert photos(home) == [photo] and kept.read_bytes() == content
    told = f"brought back the file of photo {photo['shortId']}"
    assert told in again and "nothing changed" not in again
    # So does one that is damaged.
    kept.chmod(0o600)
    kept.write_bytes(content[:-1])
    assert told in home.do("photo", "add", "Monty", str(LEAF)).text
    assert kept.read_bytes() == content
    again = home.do("photo", "add", "Monty", str(LEAF)).text
    assert told not in again and "nothing changed" in again


def test_a_directory_at_the_place_of_a_file_is_told(home: Home) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    [photo] = photos(home)
    kept = Path(photo["path"])
    kept.unlink()
    kept.mkdir()
    assert photos(home)[0]["path"] is None
    told = home.do("doctor").text
    assert f"such as {kept}" in told and "move them away" in told
    home.refuse("photo", "add", "Monty", str(LEAF), code=SYSTEM,
                says="move the directory away")
    kept.rmdir()
    assert "brought back" in home.do("photo", "add", "Monty", str(LEAF)).text
    assert "such as" not in home.do("doctor").text


def test_an_original_can_be_kept_later(home: Home, tmp_path: Path) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    [photo] = photos(home)
    told = f"kept the file that photo {photo['shortId']} was made of"
    again = home.do("photo", "add", "Monty", str(LEAF), "--keep-original").text
    assert told in again and "nothing changed" not in again
    [original] = (home.path / "originals").iterdir()
    assert original.read_bytes() == LEAF.read_bytes()
    again = home.do("photo", "add", "Monty", str(LEAF), "--keep-original").text
    assert told not in again and "nothing changed" in again
    # Nothing would name what only becomes the same picture.
    other = tmp_path / "other.jpg"
    shutil.copy(LEAF, other)
    subprocess.run(
        ["exiftool", "-q", "-overwrite_original", "-Model=Other", other],
        check=True)
    assert "already in the collection" in home.do(
        "photo", "add", "Monty", str(other), "--keep-original").text
    assert list((home.path / "originals").iterdir()) == [original]


def test_an_original_that_another_photo_names_stays(
    home: Home, tmp_path: Path
) -> None:
    home.do("photo", "add", "Basil", str(LEAF))
    for name in ("Basil", "Monty"):
        (tmp_path / "inbox" / name).mkdir(parents=True)
        other = tmp_path / "inbox" / name / "other.jpg"
        shutil.copy(LEAF, other)
        subprocess.run(
            ["exiftool", "-q", "-overwrite_original", "-Model=Other", other],
            check=True)
    told = home.do(
        "photo", "import", str(tmp_path / "inbox"), "--keep-original", "--yes").text
    assert "already in the collection" in told and "added photo" in told
    [original] = (home.path / "originals").iterdir()
    assert original.read_bytes() == other.read_bytes()


def test_what_is_said_of_a_photo_that_is_there_is_not_lost_unsaid(
    home: Home,
) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--note", "third leaf")
    [photo] = photos(home)
    for more in (["--note", "a leaf"], ["--at", "2026-03-01 10:00"]):
        told = home.do("photo", "add", "Monty", str(LEAF), *more).text
        assert f"note: photo {photo['shortId']} stays as it was" in told
        assert "photo edit" in told
        assert photos(home) == [photo]
    told = home.do("photo", "add", "Monty", str(LEAF), "--note", "third leaf").text
    assert "stays as it was" not in told


def test_a_photo_of_tomorrow_is_told(home: Home, tmp_path: Path) -> None:
    told = home.do("photo", "add", "Monty", str(LEAF), "--at", "tomorrow").text
    assert told.count("is in the future") == 1
    told = home.do("photo", "edit", "Monty", "--at", "tomorrow").text
    assert "is in the future" in told
    told = home.do("photo", "edit", "Monty", "--at", "yesterday").text
    assert "is in the future" not in told


def test_another_day_keeps_the_time_of_day(home: Home) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--at",
            "2026-10-01T07:31:05+02:00")
    for at, taken in [
        ("yesterday", "2026-11-20T07:31:05+01:00"),
        ("2026-07-03", "2026-07-03T07:31:05+02:00"),
        ("2026-07-04 09:00", "2026-07-04T09:00:00+02:00"),
        ("today", "2026-11-21T09:00:00+01:00"),
        ("now", "2026-11-21T12:00:00+01:00"),
        # Where it was taken the clocks went otherwise.
        ("2026-07-04T05:06:07-03:00", "2026-07-04T05:06:07-03:00"),
        ("2026-11-19", "2026-11-19T05:06:07-03:00"),
    ]:
        home.do("photo", "edit", "Monty", "--at", at)
        [photo] = photos(home)
        assert photo["takenAt"] == taken, at


def test_pictures_without_a_line_are_not_called_alike(
    home: Home, tmp_path: Path
) -> None:
    for colour in ("red", "blue"):
        Image.new("RGB", (90, 90), colour).save(tmp_path / f"{colour}.png")
    told = home.do(
        "photo", "add", "Monty", *(str(path) for path in tmp_path.glob("*.png"))).text
    assert told.count("added photo") == 2 and "looks" not in told


def test_of_a_damaged_photo_the_thumbnail_is_shown(home: Home) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    [photo] = photos(home)
    assert "(damaged" not in home.do("photo", "show", "Monty").text
    kept = Path(photo["path"])
    kept.chmod(0o600)
    kept.write_bytes(kept.read_bytes()[:-1000])
    told = home.do("photo", "show", "Monty", "--pictures", "blocks").text
    assert "▀" in told and "(damaged; 'plantguide doctor'" in told


def test_lists_and_comparisons_mark_damaged_photos(
    home: Home, tmp_path: Path
) -> None:
    for number, day in enumerate(["2026-03-01", "2026-05-01", "2026-07-01"]):
        home.do("photo", "add", "Monty", str(picture(tmp_path / "a.jpg", number=number)),
                "--at", day)
    words = ("photo", "compare", "Monty", "2026-05", "2026-07")
    told = home.do("photo", "list", "Monty").text + home.do(*words).text
    assert "damaged" not in told
    assert not any("isDamaged" in photo for photo in photos(home))
    _, cut, flipped = (Path(photo["path"]) for photo in photos(home))
    for path in (cut, flipped):
        path.chmod(0o600)
    cut.write_bytes(cut.read_bytes()[:-1])
    flipped.write_bytes(flipped.read_bytes()[:-1] + b"x")
    # The length alone does not tell of a flipped byte, and reading does.
    assert [photo.get("isDamaged") for photo in photos(home)] == [None, True, None]
    assert home.do("photo", "list", "Monty").text.count("damaged") == 1
    assert "damaged" in home.do(
        "photo", "list", "Monty", "--pictures", "blocks").text
    for more in ([], ["--pictures", "blocks"]):
        assert home.do(*words, *more).text.count("damaged") == 2
    both = home.json(*words)
    for photo in both:
        check(photo, "photo")
        assert photo["isDamaged"]
    assert home.json("photo", "show", "Monty")["isDamaged"]
    flipped.unlink()
    told = home.do(*words).text
    assert "not here" in told and told.count("damaged") == 1


def test_a_receipt_that_is_not_printed_takes_no_photo_away(home: Home) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [binary(), "water", "Monty", "--photo", LEAF],
            env=environment(home.path), stdout=full, stderr=subprocess.PIPE,
            check=False)
    assert done.returncode == SYSTEM, done.stderr
    [photo] = photos(home)
    assert photo["path"] is not None
    assert Path(photo["path"]).stat().st_size == photo["bytes"]


def test_a_system_without_landlock_is_told_of(home: Home) -> None:
    def added(*arguments: str) -> subprocess.CompletedProcess[str]:
        need("strace")
        return subprocess.run(
            ["strace", "-f", "-qq", "-o", "/dev/null",
             "-e", "trace=landlock_create_ruleset", *arguments, binary(),
             "photo", "add", "Monty", LEAF, "--dry-run"],
            env=environment(home.path), capture_output=True, text=True,
            check=False)

    lacking = added("-e", "inject=landlock_create_ruleset:error=ENOSYS")
    assert lacking.returncode == 0, lacking.stderr
    assert "would add photo" in lacking.stdout
    assert "note: this system has no Landlock" in lacking.stdout
    rules = Path("/sys/kernel/security/lsm")
    if rules.exists() and "landlock" in rules.read_text():
        assert "Landlock" not in added().stdout


def test_a_file_that_is_cut_off_is_refused_in_plain_words(
    home: Home, tmp_path: Path
) -> None:
    content = picture(tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(content[: len(content) // 2])
    (tmp_path / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(99))
    for name, reason in [
        ("cut.jpg", "it is cut off"),
        ("bad.png", "it is damaged, or has an unsupported format"),
    ]:
        result = home.refuse(
            "photo", "add", "Monty", str(tmp_path / name), code=USAGE,
            says=f"{name}: {reason}")
        assert "ips" not in result.message.replace(str(tmp_path), "")


def test_files_that_are_refused_keep_no_other_out(
    home: Home, tmp_path: Path
) -> None:
    text = tmp_path / "no.jpg"
    text.write_text("no picture")
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "directory.jpg").mkdir()
    result = home.run(
        "photo", "add", "Monty", str(text), str(LEAF), str(tmp_path / "empty.jpg"),
        str(tmp_path / "missing.jpg"), str(tmp_path / "directory.jpg"))
    assert result.code == USAGE
    assert "4 files were not added" in result.message
    for reason in ("no.jpg: it is not a JPEG", "empty.jpg: it is empty",
                   "missing.jpg: No such file", "directory.jpg: it is not a file"):
        assert reason in result.message
    assert len(photos(home)) == 1
    home.refuse(
        "photo", "add", "Monty", str(text), code=USAGE, says="nothing was written")


def test_a_rehearsal_keeps_nothing(home: Home) -> None:
    answer = home.do("photo", "add", "Monty", str(LEAF), "--dry-run")
    assert "would add" in answer.text
    assert not list(home.path.glob("blobs/*"))
    assert not home.json("photo", "list", "--all")["plants"]


def test_annotations_last_and_undo(home: Home, tmp_path: Path) -> None:
    for number, day in enumerate(("2026:03:01", "2026:05:01")):
        home.do("photo", "add", "Monty", str(picture(
            tmp_path / f"{number}.jpg", number=number, taken=f"{day} 09:00:00")))
    home.do("photo", "edit", "Monty", "2026-03", "--cover", "--favorite",
             "--note", "the first")
    first, second = photos(home)
    assert first["isCover"] and first["isFavorite"] and first["note"] == "the first"
    assert not second["isCover"]
    home.do("photo", "edit", "Monty", "2026-05-01", "--cover")
    first, second = photos(home)
    assert second["isCover"] and not first["isCover"]
    home.do("photo", "edit", "Monty", first["shortId"], "--at", "2026-06-01 09:00",
             "--no-note", "--no-favorite")
    assert [p["id"] for p in photos(home)] == [second["id"], first["id"]]
    assert photos(home)[1]["note"] is None
    home.do("undo", "--yes")
    assert [p["id"] for p in photos(home)] == [first["id"], second["id"]]
    home.refuse("photo", "edit", "Monty", "--cover", "--no-cover", code=USAGE,
                 says="contradict")
    home.refuse("photo", "edit", "Monty", code=USAGE, says="nothing is to be changed")
    home.verify()


def test_photos_are_taken_away_and_brought_back(home: Home) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    home.refuse("photo", "remove", "Monty", "2026-03", code=NOTHING,
                 says="no photo of 2026-03-01 to 2026-03-31")
    home.do("photo", "remove", "Monty", "2026-11-08")
    assert not home.json("photo", "list", "Monty")["plants"]
    home.do("undo", "--yes")
    [photo] = photos(home)
    assert Path(photo["path"]).exists()


def test_reminders_are_settled_by_photos(home: Home) -> None:
    # A Sunday.
    home.do("photo", "remind", "Monty", "weekly", "--at", "2026-03-01 09:00")
    [task] = home.json("why", "Monty", "photo")["tasks"]
    assert (task["due"], task["basis"]["reason"]) == ("2026-03-08", "reminder")
    home.do("photo", "add", "Monty", str(LEAF), "--at", "2026-03-06 12:00",
             now="2026-03-06T13:00:00+01:00")
    [task] = home.json("why", "Monty", "photo")["tasks"]
    assert task["due"] == "2026-03-15"
    today = home.json("today", now="2026-03-15T09:00:00+01:00")
    kinds = [task["kind"] for room in today["today"] for task in room["tasks"]]
    assert "photo" in kinds
    home.do("photo", "remind", "Monty", "off")
    home.refuse("why", "Monty", "photo", code=NOTHING, says="no open task")
    home.refuse("photo", "remind", "Monty", "daily", code=USAGE, says="weekly")


def test_the_export_says_what_is_known_of_photos(
    home: Home, tmp_path: Path
) -> None:
    home.do("photo", "add", "Monty", str(LEAF), "--note", "third leaf")
    home.do("add", "Aloe vera", "--name", "Calla", "--yes")
    home.do("photo", "add", "Calla", str(picture(tmp_path / "a.jpg")))
    known = [
        {name: value for name, value in photo.items() if name != "path"}
        for photo in photos(home)]
    home.do("remove", "Calla", "--yes")

    def exported(*arguments: str) -> list[dict]:
        document = home.json("export", "json", *arguments)
        check(document, "export")
        return document["photos"]

    assert exported() == [p for p in known if p["note"] == "third leaf"]
    assert exported("--removed") == sorted(known, key=lambda p: p["plant"])
    assert len(known) == 2


def test_photos_reach_another_machine(home: Home, tmp_path: Path) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    folder = str(tmp_path / "folder")
    home.do("remote", "add", "stick", folder)
    home.do("sync", "--photos")
    other = Home(tmp_path / "other", home.extra)
    other.do("remote", "add", "stick", folder)
    other.do("sync")
    [photo] = photos(other)
    assert photo["path"] is None
    assert "not here" in other.do("photo", "list", "Monty").text
    other.do("sync", "--photos")
    [photo] = photos(other)
    [original] = photos(home)
    assert Path(photo["path"]).read_bytes() == Path(original["path"]).read_bytes()


def test_a_folder_that_may_only_be_read_gives_its_photos(
    home: Home, tmp_path: Path
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    folder = tmp_path / "folder"
    home.do("remote", "add", "stick", str(folder))
    home.do("sync", "--photos")
    other = Home(tmp_path / "other", home.extra)
    other.do("remote", "add", "stick", str(folder))
    other.do("sync", "--no-photos")
    other.do("photo", "add", "Monty", str(picture(tmp_path / "new.jpg", number=7)))
    other.do("sync", "--no-photos")
    # The event is there, its files are not.
    done = subprocess.run(
        [*read_only(folder), binary(), "sync", "--photos"],
        env=environment(other.path, **home.extra), capture_output=True,
        check=False)
    assert done.returncode == 0, done
    assert b"received 1 thumbnail and 1 photo" in done.stdout
    assert b"may only be read from here" in done.stdout
    assert "sent 1 thumbnail and 1 photo" in other.do("sync", "--photos").text


def test_thumbnails_go_alone_where_a_way_is_slow(home: Home, tmp_path: Path) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    folder = str(tmp_path / "folder")
    home.do("remote", "add", "stick", folder)
    # Events alone go where that is wanted.
    assert "photos" not in home.json("sync", "--no-photos")["remotes"][0]
    said = home.do("sync").text
    assert "sent 1 thumbnail\n" in said
    assert (
        "stick: 1 photo stayed behind (1 not sent); "
        "'plantguide sync --photos' brings them\n") in said
    other = Home(tmp_path / "other", home.extra)
    other.do("remote", "add", "stick", folder)
    answer = other.json("sync")
    check(answer, "sync")
    came = answer["remotes"][0]["photos"]
    assert (came["thumbnailsReceived"], came["received"], came["missing"]) == (1, 0, [])
    assert came["left"] == {"notHere": 1, "notThere": 0}
    assert "1 photo stayed behind (1 not here)" in other.do("sync", "--thumbnails").text
    other.refuse(
        "sync", "--photos", "--no-photos", code=USAGE, says="contradict")
    # It is drawn, large or small, though the photo itself is not here.
    assert [photo["path"] for photo in photos(other)] == [None]
    for command in (("photo", "list", "Monty"), ("photo", "show", "Monty")):
        assert "▀" in other.do(*command, "--pictures", "blocks").text
    assert "sent 1 photo\n" in home.do("sync", "--photos").text
    came = other.json("sync", "--photos")["remotes"][0]["photos"]
    assert (came["thumbnailsReceived"], came["received"]) == (0, 1)
    assert "left" not in came
    # Where nothing stays behind nothing is said of it.
    for machine in (home, other):
        assert machine.do("sync").text == "stick: nothing new\n"
    # One that is forged is refused, and the photo comes nevertheless.
    third = Home(tmp_path / "third", home.extra)
    third.do("remote", "add", "stick", folder)
    [small] = thumbnails(home)
    for path in Path(folder).rglob(small):
        path.write_bytes(b"another picture")
    answer = third.synced("--photos")
    came = answer["remotes"][0]["photos"]
    assert [refused["photo"] for refused in came["refused"]] == [small]
    assert (came["thumbnailsReceived"], came["received"]) == (0, 1)
    assert not (third.path / "blobs" / small).exists()


def left(told: Result | str) -> dict[str, str]:
    """The files that an import left, by name, and why."""
    text = told if isinstance(told, str) else told.text
    lines = [line for line in text.splitlines() if line.startswith("left: ")]
    named = [line.removeprefix("left: ").split(": ", 1) for line in lines]
    return {Path(path).name: reason for path, reason in named}


def test_a_directory_is_taken_in_by_names(home: Home, tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    (inbox / "Basil" / "older").mkdir(parents=True)
    (inbox / ".hidden").mkdir()
    picture(inbox / "monty_2026-03-01.jpg", number=1)
    picture(inbox / "Basil" / "older" / "IMG_20260402_100000.jpg", number=2)
    picture(inbox / "IMG_20260501_100000.jpg", number=3)
    picture(inbox / ".hidden" / "Monty.jpg", number=4)
    (inbox / "Monty.txt").write_text("no photo")
    (inbox / "Monty link.jpg").symlink_to(LEAF)
    rehearsed = home.do("photo", "import", str(inbox), "--dry-run")
    assert rehearsed.text.count("would add") == 2 and not list(home.path.glob("blobs/*"))
    told = home.do("photo", "import", str(inbox))
    assert left(told) == {
        "IMG_20260501_100000.jpg": "its plant is not known; taken Fri 1 May",
        "Monty link.jpg": "links are not followed",
        "Monty.txt": "its name has no extension of a photo",
    }
    assert [photo["takenAt"][:10] for photo in photos(home, "Basil")] == ["2026-04-02"]
    assert [photo["takenAt"][:10] for photo in photos(home, "Monty")] == ["2026-03-01"]
    again = home.do("photo", "import", str(inbox), "--plant", "Monty")
    assert left(again) == {
        "IMG_20260402_100000.jpg": "added before",
        "Monty link.jpg": "links are not followed",
        "Monty.txt": "its name has no extension of a photo",
        "monty_2026-03-01.jpg": "added before",
    }
    assert len(photos(home, "Monty")) == 2
    # Whoever has it done again and again is not told each time.
    assert "added before" not in home.do(
        "photo", "import", str(inbox), "--yes").text
    # What was removed does not come back.
    home.do("photo", "remove", "Monty", "2026-05")
    before = home.events()
    home.do("photo", "import", str(inbox), "--plant", "Monty")
    assert home.events() == before
    home.refuse("photo", "import", str(LEAF), code=USAGE, says="no directory")


def test_pictures_of_other_kinds_are_told_of(home: Home, tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for name in ("Monty.gif", "Monty.TIFF", "Monty 2.tiff"):
        Image.new("RGB", (8, 8)).save(inbox / name)
    told = home.do("photo", "import", str(inbox)).text
    assert "no photos" in told
    other = "a picture in another format; JPEG, PNG, WebP, HEIC and AVIF are accepted"
    names = ["Monty 2.tiff", "Monty.TIFF", "Monty.gif"]
    assert left(told) == dict.fromkeys(names, other)
    picture(inbox / "Monty.jpg")
    told = home.do("photo", "import", str(inbox)).text
    assert "added photo" in told and left(told) == dict.fromkeys(names, other)


def test_every_file_that_is_left_is_named(home: Home, tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for number in range(30):
        picture(inbox / f"{number}.jpg", number=number)
        (inbox / f"{number}.mp4").write_text("a film")
    (inbox / "README").write_text("no ending")
    os.mkfifo(inbox / "Monty.jpg")
    told = home.json("photo", "import", str(inbox))["lines"]
    assert len(left("\n".join(told))) == 62
    # A photo that is there, made otherwise, is told with its file.
    (inbox / "Monty.jpg").unlink()
    home.do("photo", "add", "Monty", str(LEAF))
    shutil.copy(LEAF, inbox / "Monty.jpg")
    subprocess.run(
        ["exiftool", "-q", "-overwrite_original", "-Model=Other",
         inbox / "Monty.jpg"], check=True)
    told = home.do("photo", "import", str(inbox)).text
    [line] = [line for line in told.splitlines() if "already in the collection" in line]
    assert line.endswith(f"from {inbox / 'Monty.jpg'}")


def test_what_an_inbox_passes_over_is_told(home: Home, tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    picture(inbox / "Monty.jpg")
    (inbox / "Basil.jpg").symlink_to(LEAF)
    (inbox / "elsewhere").symlink_to(tmp_path)
    (inbox / os.fsdecode(b"Monty \xff")).mkdir()
    with (inbox / "Monty 2.jpg").open("wb") as file:
        file.truncate(257 << 20)
    result = home.run("photo", "import", str(inbox))
    assert result.code == USAGE and "added photo" in result.text
    assert left(result) == dict.fromkeys(
        ["Basil.jpg", "elsewhere"], "links are not followed")
    assert "its name is not UTF-8" in result.message
    assert "it has 257 MiB" in result.message


def test_many_copies_of_one_picture_are_one_change(home: Home, tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    picture(inbox / "Monty 0.jpg")
    for number in range(1, 60):
        shutil.copy(inbox / "Monty 0.jpg", inbox / f"Monty {number}.jpg")
    told = home.do("photo", "import", str(inbox), "--yes").text
    assert told.count("added photo") == 1 and told.count("already in the collection") == 59
    assert "nothing changed" not in told


def test_an_inbox_brings_no_erased_photo_back(home: Home, tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    first = picture(inbox / "Monty 1.jpg", number=1)
    picture(inbox / "Basil 2.jpg", number=2)
    home.do("photo", "import", str(inbox))
    # Undone, a photo may come again: it may have been another plant's.
    home.do("undo", "--yes")
    assert not photos(home)
    home.do("photo", "import", str(inbox))
    assert len(photos(home)) == 2
    # Erased elsewhere, which this machine learns by a sync.
    folder = str(tmp_path / "folder")
    home.do("remote", "add", "stick", folder)
    home.do("sync", "--photos")
    other = Home(tmp_path / "other", home.extra)
    other.do("remote", "add", "stick", folder)
    other.do("sync")
    other.do("erase", "--plant", "Monty", "--photos", "--yes")
    other.do("sync")
    home.do("sync", "--photos")
    before = home.events()
    told = home.do("photo", "import", str(inbox), "--plant", "Monty").text
    assert left(told) == {
        "Basil 2.jpg": "added before",
        "Monty 1.jpg": "it was erased; 'photo add' would add it again",
    }
    assert home.events() == before
    # Who means it adds it.
    home.do("photo", "add", "Monty", str(first))
    assert len(photos(home, "Monty")) == 1
    # Nor does one come back that was no inbox's when it was added.
    home.do("erase", "--plant", "Monty", "--photos", "--yes")
    third = picture(tmp_path / "3.jpg", number=3)
    home.do("water", "Monty", "--photo", str(third))
    fourth = picture(tmp_path / "4.jpg", number=4)
    home.do("photo", "add", "Monty", str(fourth))
    home.do("erase", "--plant", "Monty", "--photos", "--yes")
    for photo in [third, fourth]:
        photo.rename(inbox / photo.name)
    told = home.do("photo", "import", str(inbox), "--plant", "Monty").text
    assert told.count("it was erased") == 3
    assert not photos(home, "Monty")
    # Nothing of that outlives the journal.
    name = home.json("delete-all", "--dry-run")["name"]
    home.do("delete-all", "--confirm", name)
    assert not (home.path / "imported").exists()


def test_one_picture_on_two_machines_is_one_file(home: Home, tmp_path: Path) -> None:
    folder = str(tmp_path / "folder")
    home.do("remote", "add", "stick", folder)
    home.do("sync")
    other = Home(tmp_path / "other", home.extra)
    other.do("remote", "add", "stick", folder)
    other.do("sync")
    copied = tmp_path / "copied.jpg"
    copied.write_bytes(LEAF.read_bytes())
    home.do("photo", "add", "Monty", str(LEAF))
    other.do("photo", "add", "Monty", str(copied))
    for machine in (home, other, home):
        machine.do("sync", "--photos")
    for machine in (home, other):
        both = photos(machine)
        assert len(both) == 2 and len({photo["sha256"] for photo in both}) == 1
        assert len(list((machine.path / "blobs").glob("?" * 64))) == 2
        told = machine.do("doctor").text
        names = " and ".join(sorted(photo["shortId"] for photo in both))
        assert f"1 photo added more than once: {names}" in told
    home.do("photo", "remove", "Monty", both[0]["shortId"])
    assert "more than once" not in home.do("doctor").text
    # Two plants may well be in one picture.
    home.do("photo", "add", "Basil", str(LEAF))
    assert "more than once" not in home.do("doctor").text


def test_little_room_in_a_folder_is_told(home: Home, tmp_path: Path) -> None:
    need(root=True)
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "none", disk], check=False)
    if mounted.returncode != 0:
        pytest.skip("no tmpfs can be mounted here")
    try:
        home.do("remote", "add", "stick", str(disk / "folder"))
        home.do("photo", "add", "Monty", str(LEAF))
        answer = home.json("sync", "--photos")
        check(answer, "sync")
        assert 7 << 20 < answer["remotes"][0]["photos"]["room"] < 8 << 20
        home.do("photo", "add", "Basil", str(LEAF), "--at", "2026-03-01")
        home.do("photo", "add", "Basil", str(picture(tmp_path / "one.jpg")))
        told = home.do("sync", "--photos").text
        assert re.search(r"has little room left: [78]\d\d\d KiB", told), told
        assert home.json("sync", "--photos")["remotes"][0]["photos"]["room"] is None
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def test_watching_adds_what_comes(home: Home, tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    watcher = home.start("photo", "import", str(inbox), "--watch")
    try:
        assert b"watching" in watcher.stdout.readline()
        picture(inbox / "Monty 1.jpg", number=1)
        (inbox / "Monty 2.jpg").write_text("no picture")
        assert b"added photo" in watcher.stdout.readline()
        told = [watcher.stderr.readline() for _ in range(2)]
        assert b"1 file was not added" in told[0] and b"Monty 2.jpg" in told[1]
        # What it has told of files that are left it does not tell again.
        picture(inbox / "Monty 3.jpg", number=3)
        while b"added photo" not in watcher.stdout.readline():
            pass
    finally:
        watcher.terminate()
    assert watcher.wait(30) == 0
    assert watcher.stderr.read() == b""
    assert len(photos(home)) == 2


def test_watching_goes_on_where_much_is_told(
    home: Home, tmp_path: Path
) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    # Each is told of with its path, which is more than is shown of errors.
    count = 60
    for number in range(count):
        (inbox / f"Monty {number:0190}.jpg").touch()
    errors = tmp_path / "errors"
    with errors.open("wb") as file:
        watcher = home.start(
            "photo", "import", str(inbox), "--watch", stderr=file)
    ending = threading.Timer(240, watcher.kill)
    ending.start()
    try:
        assert b"watching" in watcher.stdout.readline()
        ends = time.monotonic() + 120
        while "and more" not in errors.read_text():
            assert time.monotonic() < ends and watcher.poll() is None
            time.sleep(0.2)
        assert f"{count} files were not added" in errors.read_text()
        picture(inbox / "Monty.jpg")
        while b"added photo" not in watcher.stdout.readline():
            assert watcher.poll() is None, errors.read_text()[-200:]
        # A photo that does not come lets the reading wait: so the watch ends.
        ending.cancel()
    finally:
        watcher.terminate()
    assert watcher.wait(60) == 0
    assert len(photos(home)) == 1


def test_a_photo_is_taken_while_watering(home: Home, tmp_path: Path) -> None:
    (tmp_path / "no.jpg").write_text("no picture")
    home.refuse("water", "Monty", "--photo", str(tmp_path / "no.jpg"), code=USAGE,
                says="it is not a JPEG")
    answer = home.json("water", "Monty", "--photo", str(LEAF))
    assert [made["type"] for made in answer["made"]] == ["photo"]
    assert len(answer["actions"]) == 1
    [care] = [e for e in home.history() if e["payload"].get("photo") and "kind" in e["payload"]]
    assert care["payload"]["photo"] == photos(home)[0]["id"]
    told = home.do("history", "Monty").text
    assert f"watering done, photo {photos(home)[0]['shortId']}" in told
    # Of a picture that is already in the collection, that one is named.
    home.do("done", "Monty", "--kind", "fertilizing", "--photo", str(LEAF))
    assert home.history()[-1]["payload"]["photo"] == care["payload"]["photo"]
    assert len(photos(home)) == 1
    shown = home.json("show", "Monty")
    check(shown, "show")
    assert shown["photoCount"] == 1 and shown["cover"] == photos(home)[0]["id"]
    home.refuse("water", "--all", "--yes", "--photo", str(LEAF), code=USAGE,
                says="the one plant")


def test_an_answer_says_how_the_day_of_a_photo_was_guessed(
    home: Home, tmp_path: Path
) -> None:
    dated = picture(tmp_path / "a.jpg", number=1)
    os.utime(dated, (1_790_000_000, 1_790_000_000))
    assert "Mon 21 Sep (by the file's time)" in home.do(
        "photo", "add", "Monty", str(dated)).text
    # No camera was there in 1970.
    odd = picture(tmp_path / "b.jpg", number=2)
    os.utime(odd, (0, 0))
    said = home.do("photo", "add", "Monty", str(odd)).text
    assert "(when it was added; the file has no date)" in said


def test_a_photo_of_another_day_than_the_care_is_told(
    home: Home, tmp_path: Path
) -> None:
    taken = picture(tmp_path / "a.jpg", number=1, taken="2026:10:07 10:12:00")
    said = home.do(
        "water", "Monty", "--photo", str(taken), "--at", "2026-11-18").text
    assert (
        "note: the photo was taken Wed 7 Oct (by the camera), "
        "and is dated Wed 18 Nov as the care is") in said
    # The same day is none to tell of, nor is what only the file's time says.
    near = picture(tmp_path / "b.jpg", number=2, taken="2026:11:19 08:00:00")
    plain = picture(tmp_path / "c.jpg", number=3)
    for file in (near, plain):
        assert "was taken" not in home.do(
            "water", "Monty", "--photo", str(file), "--at",
            "2026-11-19 12:00").text


def test_films_are_made_of_photos(home: Home, tmp_path: Path) -> None:
    for number in range(3):
        home.do("photo", "add", "Monty", str(picture(
            tmp_path / f"IMG_2026030{number + 1}_100000.jpg", number=number)))
    film = tmp_path / "film.webp"
    home.do("photo", "timelapse", "Monty", "-o", str(film), "--speed", "0.5")
    image = Image.open(film)
    assert (image.n_frames, image.size) == (3, (400, 300))
    refused = home.run("photo", "timelapse", "Monty", "-o", str(film))
    assert refused.code == USAGE and "--force" in refused.message
    home.do("photo", "timelapse", "Monty", "-o", str(film), "--every", "2d", "--force")
    assert Image.open(film).n_frames == 2
    refused = home.run("photo", "timelapse", "Monty", "-o", "film.txt")
    assert refused.code == USAGE and ".webp" in refused.message
    assert not list(tmp_path.glob("*.part"))


# Ends where the first picture of a film is decoded, once.
ENDING = """#!/usr/bin/python3
import os, struct, subprocess, sys
real = [REAL, *sys.argv[1:]]
if os.path.exists(__file__ + ".ended"):
    os.execv(real[0], real)
program = subprocess.Popen(real, stdin=subprocess.PIPE)
while head := sys.stdin.buffer.read(4):
    frame = sys.stdin.buffer.read(struct.unpack(">I", head)[0])
    if b"frame" in frame[:8]:
        open(__file__ + ".ended", "w").close()
        program.kill()
        break
    program.stdin.write(head + frame)
    program.stdin.flush()
"""


def test_a_first_photo_that_ends_the_program_ends_no_film(
    home: Home, tmp_path: Path
) -> None:
    for number in range(3):
        home.do("photo", "add", "Monty", str(picture(
            tmp_path / f"IMG_2026030{number + 1}_100000.jpg", number=number)))
    programs = tmp_path / "bin"
    programs.mkdir()
    shutil.copy(binary(), programs / "plantguide")
    real = os.environ.get(
        "PLANTGUIDE_PHOTO_BIN", str(binary().parent / "plantguide-photo"))
    ending = programs / "plantguide-photo"
    ending.write_text(ENDING.replace("REAL", repr(real)))
    ending.chmod(0o755)
    film = tmp_path / "film.webp"
    done = subprocess.run(
        [programs / "plantguide", "photo", "timelapse", "Monty", "-o", film],
        env=environment(home.path), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "left out: 2026-03-01: decoding it crashed the program" in done.stdout
    assert Image.open(film).n_frames == 2


def test_photos_that_are_only_near_are_told_of(home: Home, tmp_path: Path) -> None:
    for number, day in enumerate(["2026-03-01", "2026-05-01"]):
        home.do("photo", "add", "Monty", str(picture(tmp_path / "a.jpg", number=number)),
                "--at", day)
    done = home.run("photo", "compare", "Monty", "2025-01", "2025-02")
    assert "no photo of 2025-01: the nearest is of Sun 1 Mar" in done.message
    assert "no photo of 2025-02: the nearest is of Sun 1 Mar" in done.message
    assert "both are the same photo" in done.text and "apart" not in done.text
    done = home.run("photo", "compare", "Monty", "2026-03", "2026-05")
    assert "61 days apart" in done.text and not done.message


@pytest.mark.parametrize("kind", ["pipe", "link", "directory"])
def test_only_files_give_way_to_what_is_made(
    home: Home, tmp_path: Path, kind: str
) -> None:
    page, other = tmp_path / "page.html", tmp_path / "other"
    other.write_text("mine")
    if kind == "pipe":
        os.mkfifo(page)
    elif kind == "link":
        page.symlink_to(other)
    else:
        page.mkdir()
    before = page.lstat()
    for number in range(2):
        home.do("photo", "add", "Monty", str(picture(tmp_path / "a.jpg", number=number)),
                "--at", f"2026-03-0{number + 1}")
    for words in (["sitter", "today", "tomorrow", "--html"],
                  ["photo", "timelapse", "Monty", "-o"]):
        for force in ([], ["--force"]):
            home.refuse(*words, str(page), *force, code=USAGE,
                        says="is not a file that can be replaced")
    after = page.lstat()
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert other.read_text() == "mine"


def test_a_terminal_shows_pictures(home: Home) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    drawn = home.do("photo", "list", "Monty", "--pictures", "blocks").text
    assert "▀" in drawn and "Sun 8 Nov" in drawn
    plain = home.do("photo", "list", "Monty").text
    assert "▀" not in plain and photos(home)[0]["path"] in plain
    # Where a line is too short a path stands below, whole.
    code, shown = on_terminal(
        home, "photo", "list", "Monty", width=400, TERM="dumb")
    assert code == 0 and photos(home)[0]["path"].encode() in shown
    both = home.do("photo", "compare", "Monty", "2026-11", "--pictures", "blocks").text
    assert both.count("Sun 8 Nov") == 2 and "▀" in both
    assert "\x1b_G" in home.do("photo", "show", "Monty", "--pictures", "kitty").text
    assert "]1337;File=" in home.do("photo", "show", "Monty", "--pictures", "iterm").text
    assert "▀" in home.do("show", "Monty", "--pictures", "blocks").text
    bare = Home(home.path, {"PATH": "/nowhere"})
    bare.refuse("photo", "show", "Monty", "--pictures", "sixel", code=USAGE,
                says="'chafa', which makes sixels, is not installed")


def test_images_go_past_the_pager(home: Home, tmp_path: Path) -> None:
    for number in range(4):
        home.do(
            "photo", "add", "Monty",
            str(picture(tmp_path / f"{number}.jpg", number=number)))
    for way, image in [("kitty", b"\x1b_G"), ("iterm", b"]1337;File=")]:
        code, shown = on_terminal(
            home, "photo", "list", "Monty", "--pictures", way, width=30,
            PLANTGUIDE_PAGER="sed s/^/PAGED/")
        assert code == 0 and shown.count(image) >= 4
        assert b"PAGED" not in shown
    # Blocks are colours, which a pager shows.
    code, shown = on_terminal(
        home, "photo", "list", "Monty", "--pictures", "blocks", width=30,
        PLANTGUIDE_PAGER="sed s/^/PAGED/")
    assert code == 0 and b"PAGED" in shown


def test_a_setting_stores_photos_as_webp(home: Home) -> None:
    home.do("settings", "set", "photoFormat", "webp")
    home.do("photo", "add", "Monty", str(LEAF))
    [photo] = photos(home)
    assert photo["mediaType"] == "image/webp"
    assert Image.open(photo["path"]).format == "WEBP"


def test_a_photo_that_names_nobody_is_asked_about(home: Home, tmp_path: Path) -> None:
    (tmp_path / "inbox").mkdir()
    picture(tmp_path / "inbox" / "who.jpg")
    code, shown = on_terminal(
        home, "photo", "import", str(tmp_path / "inbox"), answer=b"Monty\ny\n")
    assert code == 0, shown
    assert len(photos(home)) == 1
    # What is no photo is not asked about, and not counted.
    for number in range(7):
        picture(tmp_path / "inbox" / f"Basil {number}.jpg", number=number + 1)
    (tmp_path / "inbox" / "Basil.jpg").write_text("no picture")
    (tmp_path / "inbox" / "nobody.jpg").write_text("no picture")
    code, shown = on_terminal(
        home, "photo", "import", str(tmp_path / "inbox"), answer=b"y\n")
    assert b"Add 7 photos of 1 plant?" in shown and code == USAGE, shown
    assert b"2 files were not added" in shown
    assert len(photos(home)) == 8


@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_what_is_no_file_gives_way_to_a_photo(
    home: Home, tmp_path: Path, kind: str
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    home.do("remote", "add", "stick", str(tmp_path / "folder"))
    home.do("sync", "--photos")
    kept = Path(photos(home)[0]["path"])
    kept.unlink()
    if kind == "pipe":
        os.mkfifo(kept)
    else:
        kept.symlink_to(LEAF)
    home.do("sync", "--photos", "--check")
    assert kept.is_file() and not kept.is_symlink()
    assert photos(home)[0]["path"] == str(kept)
