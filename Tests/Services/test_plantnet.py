"""`identify` with Pl@ntNet: the real client and photo program on real sockets."""

from __future__ import annotations

import json
import shutil
import subprocess
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from conftest import CANARY, Serve
from program import NETWORK, NOTHING, ROOT, USAGE, Home
from replies import HTML, as_json, page
from scripted_server import Reply, Request

QUOTA = {"RateLimit-Policy": '"dailyQuota";q=500;w=86400',
         "RateLimit": '"dailyQuota";r=416;t=3600'}

pytestmark = pytest.mark.skipif(
    not (ROOT / "bin" / "plantguide-photo").exists(),
    reason="plantguide-photo is not built, as libvips is missing")


def found(*plants: tuple[str, str, float]) -> Reply:
    """An answer in the shape of version 2026-03-20 (7.5)."""
    return as_json({
        "query": {"project": "all", "images": ["5f1"], "organs": ["leaf"],
                  "includeRelatedImages": True, "noReject": False, "new": [1]},
        "predictedOrgans": [
            {"image": "5f1", "filename": "photo1.jpg", "organ": "leaf",
             "score": 0.9}],
        "language": "en", "preferedReferential": "k-world-flora",
        "bestMatch": f"{plants[0][0]} Liebm.",
        "results": [{
            "score": score,
            "species": {
                "scientificNameWithoutAuthor": name,
                "scientificNameAuthorship": "Liebm.",
                "scientificName": f"{name} Liebm.",
                "genus": {"scientificNameWithoutAuthor": name.split()[0]},
                "family": {"scientificNameWithoutAuthor": family},
                "commonNames": [],
            },
            "images": [{
                "organ": "leaf", "author": "Anna", "license": "cc-by-sa",
                "date": {"timestamp": 1, "string": "1 Jan"}, "citation": "Anna",
                "url": {"o": "https://bs.plantnet.org/o", "m": "", "s": ""}}],
            "gbif": {"id": 2868241}, "powo": {"id": "87470-1"}, "iucn": None,
        } for name, family, score in plants],
        "version": "2026-03-20 (7.5)", "remainingIdentificationRequests": 416,
    })


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photo of 2,400 × 1,800 pixels that tells where and when it was taken."""
    if not (shutil.which("convert") and shutil.which("exiftool")):
        pytest.skip("imagemagick or exiftool is missing")
    path = tmp_path / "leaf.jpg"
    subprocess.run(
        ["convert", "-size", "2400x1800", "plasma:green-brown", path], check=True)
    subprocess.run(
        ["exiftool", "-q", "-overwrite_original", "-GPSLatitude=47.5",
         "-GPSLatitudeRef=N", "-Artist=SecretArtist",
         "-DateTimeOriginal=2026:03:01 09:00:00", path], check=True)
    return path


def parts(request: Request) -> list[Message]:
    kind = request.headers["content-type"].encode()
    form = BytesParser().parsebytes(
        b"Content-Type: " + kind + b"\r\n\r\n" + request.body)
    return list(form.get_payload())  # type: ignore[arg-type]


def alone(serve: Serve, handler: Any) -> Any:
    return serve(handler, "plantnet", path="")


def test_photos_are_small_and_without_metadata(
    home: Home, serve: Serve, photo: Path, tmp_path: Path
) -> None:
    server = alone(serve, lambda _: found(("Monstera deliciosa", "Araceae", 0.91)))
    document = home.json(
        "identify", photo, photo, "--organ", "leaf", "--organ", "flower")
    path = ROOT / "schemas" / "projections" / "identify.schema.json"
    validator = Draft202012Validator({"$ref": path.as_uri()})
    assert [error.message for error in validator.iter_errors(document)] == []
    assert document["source"] == "plantNetAPI" and document["isSure"]
    assert document["remaining"] == 416
    assert document["credit"] == "Powered by Pl@ntNet"
    assert document["results"][0]["isInCatalogue"]
    assert document["results"][0]["pictures"][0]["author"] == "Anna"
    (request,) = server.requests
    assert (request.method, request.path) == ("POST", "/v2/identify/all")
    assert request.query["api-key"] == CANARY
    sent = parts(request)
    names = [part.get_param("name", header="content-disposition") for part in sent]
    assert names == ["images", "images", "organs", "organs"]
    assert [part.get_payload().strip() for part in sent[2:]] == ["leaf", "flower"]
    for part in sent[:2]:
        copy = tmp_path / "copy.jpg"
        copy.write_bytes(part.get_payload(decode=True))  # type: ignore[arg-type]
        told = subprocess.run(
            ["exiftool", "-json", copy], check=True, capture_output=True).stdout
        (facts,) = json.loads(told)
        assert (facts["ImageWidth"], facts["ImageHeight"]) == (1280, 960)
        assert b"SecretArtist" not in copy.read_bytes()
        assert not [key for key in facts if "GPS" in key or "DateTime" in key]


def test_a_sure_answer_adds_the_plant_with_its_photo(
    home: Home, serve: Serve, photo: Path
) -> None:
    server = alone(serve, lambda _: found(("Epipremnum aureum", "Araceae", 0.93)))
    text = home.do(
        "identify", photo, "--add", "--name", "Goldie", "--place", "52.52,13.405").text
    assert "93 % sure" in text and "Powered by Pl@ntNet" in text
    assert "416 identifications left today" in text
    (entry,) = home.json("identify", "history")["identifications"]
    assert entry["plant"]["name"] == "Goldie"
    # The place is for the journal alone.
    assert entry["place"] == {"latitude": 52.52, "longitude": 13.405}
    (request,) = server.requests
    assert "place" not in request.query
    sent = f"{request.path} {request.query} {request.headers} {request.body!r}"
    assert "52.52" not in sent and "13.405" not in sent
    assert "plantNetAPI" in json.dumps(entry) and "7.5" in json.dumps(entry)
    assert len(home.json("photo", "list", "Goldie")["plants"][0]["photos"]) == 1


def test_scores_near_each_other_are_a_question(
    home: Home, serve: Serve, photo: Path
) -> None:
    alone(serve, lambda _: found(
        ("Monstera deliciosa", "Araceae", 0.88), ("Monstera adansonii", "Araceae", 0.82)))
    assert "Did you mean" in home.do("identify", photo).text
    result = home.run("identify", photo, "--add", "--json")
    assert result.code != 0 and result.error()["title"] == "Uncertain Result"
    assert home.json("identify", "history")["identifications"] == []


@pytest.mark.parametrize(("words", "code", "says"), [
    (["--add", "--name", "Fig"], USAGE, "Fig"),
    (["--add", "--name", "x" * 2000], USAGE, "name"),
    (["--add", "--room", "Nowhere"], NOTHING, "Nowhere"),
    (["--add", "--at", "sometime"], USAGE, "sometime"),
    (["--add", "--note", "x" * 70_000], USAGE, "note"),
    (["--plant", "Fig", "--at", "2099-01-01"], USAGE, "more than a year"),
    (["--plant", "Nobody"], NOTHING, "Nobody"),
    (["--choose", "1"], USAGE, "--choose is for --add or --plant"),
    (["--add", "--choose", ""], USAGE, "at most 5"),
    (["--plant", "Fig", "--choose", "9"], USAGE, "at most 5"),
    (["--at", "yesterday"], USAGE, "--at is for --add or --plant"),
    (["--note", "x"], USAGE, "--note is for --add or --plant"),
    (["--name", "Olga"], USAGE, "--name is for --add"),
    (["--plant", "Fig", "--room", "Kitchen"], USAGE, "--room is for --add"),
    (["--model", "other"], NOTHING, "there is no model 'other'"),
])
def test_what_cannot_be_written_costs_no_question(
    home: Home, serve: Serve, photo: Path, words: list[str], code: int, says: str
) -> None:
    home.do("add", "Ficus lyrata", "--name", "Fig", "--yes")
    server = alone(serve, lambda _: found(("Monstera deliciosa", "Araceae", 0.9)))
    home.refuse("identify", photo, *words, code=code, says=says)
    assert server.requests == []


def test_a_read_only_home_costs_no_question(
    home: Home, serve: Serve, photo: Path
) -> None:
    home.do("add", "Ficus lyrata", "--name", "Fig", "--yes")
    server = alone(serve, lambda _: found(("Monstera deliciosa", "Araceae", 0.9)))
    home.path.chmod(0o500)
    try:
        result = home.run("identify", photo, "--add")
    finally:
        home.path.chmod(0o700)
    if result.code == 0:
        pytest.skip("the system lets this user write everywhere")
    assert server.requests == []


def test_a_method_without_models_and_a_named_one_contradict(
    home: Home, serve: Serve, photo: Path
) -> None:
    server = alone(serve, lambda _: found(("Monstera deliciosa", "Araceae", 0.9)))
    home.do("settings", "set", "identificationMethod", "apiOnly")
    home.refuse("identify", photo, "--model", "m", code=USAGE, says="apiOnly")
    assert server.requests == []


REFUSALS: list[tuple[str, Reply, int, str]] = [
    ("no plant", as_json({"statusCode": 404, "error": "Not Found",
                          "message": "Species not found"}, 404), NOTHING,
     "No Plant Detected"),
    ("unknown project", as_json({"statusCode": 404, "error": "Not Found",
                                 "message": "Project not found"}, 404), 0, ""),
    ("wrong key", as_json({"statusCode": 401, "error": "Unauthorized",
                           "message": f"{CANARY} is no key"}, 401), 0, ""),
    ("key of other places", as_json({"statusCode": 403, "error": "Forbidden",
                                     "message": "not from here"}, 403), 0, ""),
    ("too large", as_json({"statusCode": 413, "error": "Too large"}, 413), 0, ""),
    ("other kind", as_json({"statusCode": 415, "error": "Kind"}, 415), 0, ""),
    ("quota", Reply(429, b'{"message":"Too many requests"}', {
        "Content-Type": "application/json",
        "Retry-After": "Mon, 30 Nov 2026 00:00:00 GMT", **QUOTA}), 0, ""),
    ("outage", Reply(500, HTML, {"Content-Type": "text/html"}), NETWORK, ""),
    ("busy", Reply(503, b"", {}), NETWORK, ""),
    ("a page", page(), NETWORK, ""),
    ("cut off", Reply(200, b'{"results": [', {
        "Content-Type": "application/json"}, cut=60), NETWORK, ""),
]


@pytest.mark.parametrize(
    ("reply", "code", "title"), [one[1:] for one in REFUSALS],
    ids=[one[0] for one in REFUSALS])
def test_a_refusal_is_told_and_never_tried_again(
    home: Home, serve: Serve, photo: Path, reply: Reply, code: int, title: str
) -> None:
    server = alone(serve, lambda _: reply)
    before = home.do("history").text
    result = home.run("identify", photo, "--add", "--json", "--verbose")
    assert result.code != 0
    error = result.error()
    if code:
        assert result.code == code, str(result)
    if title:
        assert error["title"] == title
    assert error["message"] and error["title"]
    # Each attempt costs an identification.
    assert len(server.requests) == 1
    assert CANARY not in str(result)
    assert home.do("history").text == before


def test_offline_asks_nobody(home: Home, serve: Serve, photo: Path) -> None:
    server = alone(serve, lambda _: found(("Monstera deliciosa", "Araceae", 0.9)))
    home.do("settings", "set", "offlineMode", "true")
    home.do("settings", "set", "identificationMethod", "apiOnly")
    result = home.run("identify", photo, "--json")
    assert result.code != 0 and server.requests == []
    assert "model" in result.error()["message"]
