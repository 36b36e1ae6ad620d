"""Photos are identified, and plants added or recorded by the result."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy
import pytest
from PIL import Image

import models
from formats import schema_problems
from program import (
    DONE, NOTHING, NOW, START, SYSTEM, USAGE, Home, binary, environment,
)
from screen import on_terminal

GREEN, BLUE, DULL = (40, 200, 40), (40, 40, 210), (120, 130, 118)


def photo(place: Path, colour: tuple[int, int, int], size: tuple[int, int] = (640, 480)) -> str:
    """A photo of hardly more than a colour."""
    noise = numpy.random.default_rng(sum(colour)).integers(-30, 30, (size[1], size[0], 1))
    pixels = numpy.clip(numpy.asarray(colour) + noise, 0, 255).astype("uint8")
    Image.fromarray(pixels).save(place, quality=90)
    return str(place)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    home.do("model", "add", str(models.make(tmp_path / "model", models.colours())))
    home.do("add", "Ficus lyrata", "--name", "Fig", "--yes", now=START)
    return home


@pytest.fixture
def green(tmp_path: Path) -> str:
    return photo(tmp_path / "green.jpg", GREEN)


@pytest.fixture
def dull(tmp_path: Path) -> str:
    return photo(tmp_path / "dull.jpg", DULL)


def test_a_sure_result_names_the_plant(home: Home, green: str) -> None:
    found = home.json("identify", green)
    assert not schema_problems("projections/identify", found)
    assert found["isSure"] and found["source"] == "onDevice"
    assert (found["model"], found["version"]) == ("colours", "1")
    (best,) = found["results"]
    assert best["scientificName"] == "Monstera deliciosa"
    assert best["isInCatalogue"] and best["family"] == "Araceae"
    assert best["confidence"] > 0.9
    text = home.do("identify", green).text
    assert text.startswith("Monstera deliciosa, ")
    assert "in the catalogue: Tropical Foliage, Araceae" in text


def test_an_unsure_result_asks_which_is_meant(home: Home, dull: str) -> None:
    found = home.json("identify", dull)
    assert not found["isSure"] and 1 < len(found["results"]) <= 5
    assert "Did you mean:" in home.do("identify", dull).text
    # The class that is no plant is never offered.
    assert all(entry["scientificName"] != "background" for entry in found["results"])


@pytest.mark.parametrize("width", [40, 60])
def test_names_stay_whole_on_a_narrow_terminal(home: Home, dull: str, width: int) -> None:
    home.do("identify", dull, "--plant", "Fig", "--choose", "2")
    for words in ["identify", dull, "--dry-run"], ["identify", "history"]:
        _, shown = on_terminal(home, *words, width=width, answer=b"\n", PLANTGUIDE_PAGER="cat")
        assert "Monstera" in shown.decode()
        assert not re.search(r"(Monstera|Dracaena)( \w*)?\u2026", shown.decode())


def test_former_names_and_authors_lead_to_the_catalogue(
    home: Home, tmp_path: Path
) -> None:
    (best,) = home.json("identify", photo(tmp_path / "blue.jpg", BLUE))["results"]
    # Labelled with its former name.
    assert best["scientificName"] == "Dracaena trifasciata"
    assert best["isInCatalogue"]


def test_the_minimum_decides_what_is_sure(home: Home, tmp_path: Path) -> None:
    picture = photo(tmp_path / "pale.jpg", (118, 140, 118))
    confidence = home.json("identify", picture)["results"][0]["confidence"]
    assert 0.5 < confidence < 0.95
    home.do("settings", "set", "minimumConfidence", "0.5")
    assert home.json("identify", picture)["isSure"]
    home.do("settings", "set", "minimumConfidence", "0.95")
    assert not home.json("identify", picture)["isSure"]


def test_several_photos_are_judged_together(home: Home, green: str, dull: str) -> None:
    alone = home.json("identify", dull)["results"][0]["confidence"]
    both = home.json(
        "identify", dull, green, "--organ", "leaf", "--organ", "auto")
    assert both["results"][0]["scientificName"] == "Monstera deliciosa"
    assert both["results"][0]["confidence"] > alone


def test_a_turned_photo_and_a_narrow_one_are_identified(
    home: Home, tmp_path: Path
) -> None:
    turned = tmp_path / "turned.jpg"
    image = Image.open(photo(tmp_path / "plain.jpg", GREEN))
    exif = image.getexif()
    exif[0x112] = 6
    image.save(turned, exif=exif)
    strip = photo(tmp_path / "strip.png", GREEN, (3000, 20))
    for path in [str(turned), strip]:
        best = home.json("identify", path)["results"][0]
        assert best["scientificName"] == "Monstera deliciosa"


def test_adding_brings_care_photo_and_identification(home: Home, green: str) -> None:
    done = home.json("identify", green, "--add", "--name", "Olga", "--room", "Kitchen")
    assert not schema_problems("projections/identify", done)
    assert [made["type"] for made in done["written"]["made"]] == ["plant", "photo"]
    shown = home.json("show", "Olga")
    plant = shown["plant"]
    assert plant["scientificName"] == "Monstera deliciosa"
    assert plant["source"] == "onDevice"
    assert plant["identification"]["model"] == "colours"
    assert plant["careProfile"] and shown["tasks"]
    (series,) = home.json("photo", "list", "Olga")["plants"]
    (listed,) = home.json("identify", "history")["identifications"]
    assert listed["photo"] == series["photos"][0]["id"]
    # All of it is one action.
    home.do("undo", "--yes")
    assert home.json("identify", "history")["identifications"] == []
    assert home.run("show", "Olga").code == NOTHING


def test_a_result_is_recorded_for_an_existing_plant(home: Home, green: str) -> None:
    text = home.do("identify", green, "--plant", "Fig").text
    assert "identified Fig" in text and "as Monstera deliciosa" in text
    plant = home.json("show", "Fig")["plant"]
    # Its names stay.
    assert plant["scientificName"] == "Ficus lyrata"
    (entry,) = home.json("identify", "history", "Fig")["identifications"]
    assert not schema_problems("projections/identify-history", {"identifications": [entry]})
    assert entry["results"][0]["scientificName"] == "Monstera deliciosa"
    assert (entry["source"], entry["model"], entry["modelVersion"]) == (
        "onDevice", "colours", "1")
    assert "Monstera deliciosa" in home.do("identify", "history").text
    # Once more: the photo is there already, and is named again.
    home.do("identify", green, "--plant", "Fig")
    again, first = home.json("identify", "history")["identifications"]
    assert again["photo"] == first["photo"]
    (series,) = home.json("photo", "list", "Fig")["plants"]
    assert len(series["photos"]) == 1


def test_a_place_is_recorded_only_if_it_is_given(
    home: Home, green: str, tmp_path: Path
) -> None:
    # A photo that says where it was taken.
    image = Image.open(green)
    exif = image.getexif()
    exif[0x8825] = {1: "N", 2: (48.0, 8.0, 0.0), 3: "E", 4: (11.0, 34.0, 0.0)}
    placed = str(tmp_path / "placed.jpg")
    image.save(placed, exif=exif)
    home.do("identify", placed, "--plant", "Fig")
    (entry,) = home.json("identify", "history")["identifications"]
    assert entry["place"] is None
    assert "place" not in home.json("show", "Fig")["plant"]["identification"]
    text = home.do(
        "identify", green, "--plant", "Fig", "--place", "52.5200049,13.405").text
    assert "at 52.52, 13.405" in text
    home.do("identify", green, "--add", "--name", "Olga", "--place=-33.86,151.2")
    history = home.json("identify", "history")
    assert not schema_problems("projections/identify-history", history)
    assert [entry["place"] for entry in history["identifications"]] == [
        {"latitude": -33.86, "longitude": 151.2},
        {"latitude": 52.52, "longitude": 13.405}, None]
    assert "-33.86, 151.2" in home.do("identify", "history").text
    assert "at -33.86, 151.2" in home.do("history", "Olga").text
    plant = home.json("show", "Olga")["plant"]
    assert plant["identification"]["place"]["latitude"] == -33.86
    exported = home.do("export", "json").text
    assert "151.2" in exported and "48.13" not in exported


def test_an_erased_place_is_gone(home: Home, green: str) -> None:
    home.do("identify", green, "--plant", "Fig", "--place", "52.52,13.405")
    (event,) = [
        line for line in home.history("Fig")
        if line["header"]["type"] == "plant.identified"]
    header = event["header"]
    assert "13.405" in home.do("export", "json").text
    home.do("erase", f"{header['writer'][:4]}-{header['sequence']}", "--yes")
    assert home.json("identify", "history")["identifications"] == []
    for command in (["export", "json"], ["export", "events"]):
        assert "13.405" not in home.do(*command).text


def test_a_rehearsal_writes_nothing(home: Home, green: str) -> None:
    before = home.events()
    for words in (["--add"], ["--plant", "Fig"]):
        assert "dry run" in home.do("identify", green, *words, "--dry-run").text
    assert home.events() == before
    blobs = home.path / "blobs"
    assert not blobs.exists() or not [
        path for path in blobs.rglob("*") if path.suffix]


def test_an_unsure_result_is_not_recorded_unasked(home: Home, dull: str) -> None:
    home.refuse("identify", dull, "--add", code=USAGE, says="not sure which plant")
    error = home.run("identify", dull, "--add", "--json").error()
    assert error["details"][0].startswith("1 ") and "%" in error["details"][0]
    home.do("identify", dull, "--plant", "Fig", "--choose", "2")
    second = home.json("identify", dull)["results"][1]["scientificName"]
    (entry,) = home.json("identify", "history")["identifications"]
    assert entry["results"][0]["scientificName"] == second
    home.refuse(
        "identify", dull, "--add", "--choose", "9", code=USAGE, says="at most 5")


@pytest.mark.parametrize("is_chosen", [True, False])
def test_a_person_chooses_by_a_number(
    home: Home, dull: str, is_chosen: bool
) -> None:
    """On a terminal; what is none of the results is asked about again, with the
    reason, three times in all."""
    code, output = on_terminal(
        home, "identify", dull, "--now", NOW, asked=b"Enter for none",
        answer=b"7\nx\n1\n" if is_chosen else b"7\nx\n0\n1\n")
    assert b"results is '7'" in output
    assert code == (DONE if is_chosen else NOTHING), output
    assert (b"added" in output) == is_chosen
    assert len(home.json("list")["plants"]) == (2 if is_chosen else 1)


def test_the_plant_that_was_named_is_meant_whatever_happens_to_its_name(
    home: Home, dull: str
) -> None:
    """While the question waits, another plant gets the name."""
    home.do("add", "Aloe vera", "--name", "Other")
    fig = home.json("show", "Fig")["plant"]["id"]

    def rename() -> None:
        home.do("rename", "Fig", "Old")
        home.do("rename", "Other", "Fig")

    code, output = on_terminal(
        home, "identify", dull, "--plant", "Fig", "--now", NOW,
        asked=b"Enter for none", answer=b"1\n", meanwhile=rename)
    assert code == DONE, output
    (entry,) = home.json("identify", "history")["identifications"]
    assert entry["plant"]["id"] == fig


@pytest.mark.parametrize(("words", "says"), [
    (["--add", "--plant", "Fig"], "contradict"),
    (["--place", "52.52,13.405"], "--place is for --add or --plant"),
    (["--plant", "Fig", "--place", "52.52"], "is not a place"),
    (["--plant", "Fig", "--place", "91,0"], "is not on the earth"),
    (["--organ", "leaf", "--organ", "leaf"], "an organ is needed for each"),
    (["--organ", "root"], "root"),
    (["--model", "other"], "there is no model 'other'"),
])
def test_what_cannot_be_meant_is_refused(
    home: Home, green: str, words: list[str], says: str
) -> None:
    result = home.run("identify", green, *words)
    assert result.code in (USAGE, NOTHING) and says in result.message, str(result)


def test_what_is_no_photo_is_refused(home: Home, tmp_path: Path, green: str) -> None:
    def says(content: bytes) -> str:
        path = tmp_path / "file.jpg"
        path.write_bytes(content)
        result = home.run("identify", str(path))
        assert result.code == USAGE, str(result)
        return result.message

    assert "is empty" in says(b"")
    assert "not a JPEG" in says(b"a text")
    assert "cut off" in says(Path(green).read_bytes()[:4000])
    assert home.run("identify", str(tmp_path / "none.jpg")).code == NOTHING
    assert "not a file" in home.refuse(
        "identify", str(tmp_path), code=USAGE, says=str(tmp_path)).message
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    home.refuse("identify", str(pipe), code=USAGE, says="pipe.jpg: it is not a file")
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(1 << 30)
    home.refuse("identify", str(large), code=USAGE, says="large.jpg: it has 1024 MiB")
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"a text")
    home.refuse("identify", green, str(bad), code=USAGE, says="bad.jpg: ")
    assert home.run("identify", *[green] * 6).code == USAGE


def test_without_a_model_people_learn_what_is_missing(tmp_path: Path, green: str) -> None:
    home = Home(tmp_path / "empty")
    result = home.run("identify", green)
    assert result.code == NOTHING
    assert "there is no model on this machine" in result.message
    home.do("settings", "set", "identificationMethod", "apiOnly")
    assert "no service" in home.run("identify", green).message


def test_a_damaged_model_is_not_used(home: Home, green: str) -> None:
    network = home.path / "models" / "colours" / "network.onnx"
    network.write_bytes(network.read_bytes()[:40])
    result = home.run("identify", green)
    assert result.code == USAGE and "model not loaded" in result.message


def test_a_damaged_model_is_reported_and_the_others_are_checked(
    home: Home, tmp_path: Path
) -> None:
    assert home.json("services", "status")["modelDoubt"] is None
    assert "model: colours\n" in home.do("services", "status").text
    home.do("model", "add", str(models.make(tmp_path / "good", models.colours(), name="good")))
    home.do("model", "add", str(tmp_path / "model"))
    network = home.path / "models" / "colours" / "network.onnx"
    network.write_bytes(network.read_bytes()[:40])
    status = home.json("services", "status")
    assert not schema_problems("projections/services-status", status)
    assert status["model"] == "colours"
    assert status["modelDoubt"] == "was changed since it was checked"
    result = home.run("model", "check")
    assert result.code == USAGE and "knows 4 plants" in result.text
    assert "1 model cannot be used: colours" in result.message
    result = home.run("model", "check", "--json")
    assert [each["name"] for each in json.loads(result.text)["models"]] == ["good"]
    (home.path / "models" / "colours" / "model.json").write_text("{")
    result = home.run("model", "check")
    assert result.code != 0 and "knows 4 plants" in result.text
    text = home.do("services", "status").text
    assert "model: colours cannot be read" in text
    assert "'plantguide model check colours'" in text


def test_the_program_that_runs_models_may_be_missing(
    home: Home, tmp_path: Path, green: str
) -> None:
    alone = tmp_path / "bin" / "plantguide"
    alone.parent.mkdir()
    shutil.copy(binary(), alone)
    (alone.parent / "plantguide-photo").symlink_to(binary().parent / "plantguide-photo")
    for words in (["identify", green], ["model", "check"]):
        done = subprocess.run(
            [alone, *words], capture_output=True, text=True,
            env=environment(home.path))
        assert done.returncode == SYSTEM
        assert "plantguide-identify" in done.stderr
        assert "remove" not in done.stderr


@pytest.mark.skipif(
    "PLANTGUIDE_MODEL" not in os.environ,
    reason="PLANTGUIDE_MODEL names no model, and PLANTGUIDE_MODEL_PHOTO no photo")
def test_a_real_model_knows_a_real_flower(tmp_path: Path) -> None:
    """A model is too large for a repository, and none can be installed."""
    home = Home(tmp_path / "home")
    home.do("model", "add", os.environ["PLANTGUIDE_MODEL"])
    found = home.json("identify", os.environ["PLANTGUIDE_MODEL_PHOTO"])
    assert found["results"][0]["scientificName"] == os.environ["PLANTGUIDE_MODEL_NAME"]


def doctored(home: Home) -> list[tuple[str, str]]:
    return [(finding["level"], finding["message"])
            for finding in home.json("doctor")["findings"]
            if finding["check"] == "models"]


def test_doctor_finds_models_that_are_not_as_they_were_tested(home: Home) -> None:
    assert doctored(home) == [("ok", "1 model, tested here")]
    place = home.path / "models" / "colours"
    network = place / "network.onnx"
    whole = network.read_bytes()
    for harm, words in [
        (lambda: network.write_bytes(whole + b"\0"), "changed since it was checked"),
        (network.unlink, "lacks its file network.onnx"),
        (lambda: (place / "model.json").write_text("{"), "cannot be read"),
    ]:
        harm()
        ((level, message),) = doctored(home)
        assert level == "warning" and words in message
    shutil.rmtree(home.path / "models")
    assert doctored(home) == []


def test_doctor_wants_models_tested_by_its_own_version(home: Home) -> None:
    note = home.path / "models" / "colours" / "checked.json"
    note.write_text(note.read_text().replace("plantguide 0", "plantguide 9"))
    ((level, message),) = doctored(home)
    assert level == "warning" and "this version of the program" in message
    home.do("model", "check")
    assert doctored(home) == [("ok", "1 model, tested here")]
