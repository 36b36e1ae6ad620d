"""Pictures of species, with the real client on real sockets."""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import ssl
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from PIL import Image

from conftest import CANARY, LONG_AGO, Serve
from program import DONE, NETWORK, ROOT, Home, binary, environment
from replies import HTML, Trefle, as_json, species
from scripted_server import Reply, Request, Server

FETCH = ("picture", "fetch", "Monty")
DAY_LATER = "2026-11-22T13:00:00+01:00"


def problems(name: str, document: Any) -> list[str]:
    path = ROOT / "schemas" / "projections" / f"{name}.schema.json"
    validator = Draft202012Validator({"$ref": path.as_uri()})
    return [error.message for error in validator.iter_errors(document)]


def jpeg(seed: int = 1, size: tuple[int, int] = (960, 720)) -> bytes:
    """A noisy picture, which packs badly."""
    small = (size[0] // 8, size[1] // 8)
    noise = random.Random(seed).randbytes(small[0] * small[1] * 3)
    picture = Image.frombytes("RGB", small, noise).resize(size)
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=80)
    return file.getvalue()


PICTURE = jpeg()
CERTIFICATE = ROOT / "Tests" / "Transport" / "samples" / "server.crt"


class Wikimedia:
    """Wikidata with one plant, and Commons with its photo."""

    def __init__(self, **facts: str):
        self.names = {"Monstera deliciosa": "Q161077"}
        self.files = ["Monstera deliciosa2.jpg"]
        self.facts = {
            "Artist": '<a href="//x.example/wiki/User:Ann" title="U">Ann &amp; <b>Bo</b></a>',
            "LicenseShortName": "CC BY-SA 4.0",
            "LicenseUrl": "https://creativecommons.org/licenses/by-sa/4.0",
            **facts,
        }
        self.host = ""
        self.scheme = "http"
        self.picture: Callable[[Request], Reply] = lambda _: Reply(
            200, PICTURE, {"Content-Type": "image/jpeg"})

    def info(self, file: str) -> dict[str, Any]:
        name = file.replace(" ", "_")
        return {
            "size": 2345678, "width": 4000, "height": 3000,
            "thumburl": f"{self.scheme}://{self.host}/thumb/960px-{name}?utm_source=api",
            "thumbwidth": 960, "thumbheight": 720,
            "url": f"http://{self.host}/{name}", "mime": "image/jpeg",
            "descriptionurl": f"https://commons.wikimedia.org/wiki/File:{name}",
            "extmetadata": {
                key: {"value": value, "source": "commons-desc-page"}
                for key, value in self.facts.items()},
        }

    def __call__(self, request: Request) -> Reply:
        if request.path.startswith("/thumb/"):
            return self.picture(request)
        assert request.path == "/w/api.php", request.target
        assert request.headers["user-agent"].startswith("plantguide/")
        assert "authorization" not in request.headers
        query = request.query
        if query.get("list") == "search":
            (name,) = re.findall('haswbstatement:"P225=([^"]*)"', query["srsearch"])
            found = [self.names[name]] if name in self.names else []
            return as_json({
                "batchcomplete": True, "query": {
                    "searchinfo": {"totalhits": len(found)},
                    "search": [{"ns": 0, "title": item, "pageid": 1,
                                "snippet": ""} for item in found]}})
        if query["action"] == "wbgetclaims":
            return as_json({"claims": {"P18": [
                {"mainsnak": {
                    "snaktype": "value", "property": "P18", "datavalue": {
                        "value": file, "type": "string"},
                    "datatype": "commonsMedia"},
                 "type": "statement", "rank": "normal"}
                for file in self.files]} if self.files else {}})
        assert query["iiurlwidth"] == "960"
        return as_json({"batchcomplete": True, "query": {"pages": [
            {"ns": 6, "title": f"File:{file}", "missing": True, "known": True,
             "imagerepository": "shared", "imageinfo": [self.info(file)]}
            for file in self.files]}})

    def asked(self, server: Server) -> list[str]:
        return [each.path for each in server.requests
                if each.path.startswith("/thumb/")]


@pytest.fixture
def bare(tmp_path: Path) -> Home:
    """A home with one plant and no key."""
    home = Home(tmp_path / "bare")
    home.do("add", "Monstera deliciosa", "--name", "Monty", "--as-typed",
            now=LONG_AGO)
    return home


@pytest.fixture
def home(bare: Home) -> Home:
    return bare


def start(serve: Serve, wikimedia: Wikimedia) -> Server:
    server = serve(wikimedia, "wikimedia", "/w")
    wikimedia.host = server.host
    return server


def files(home: Home) -> list[Path]:
    folder = home.path / "cache" / "pictures"
    return sorted(each for each in folder.glob("?" * 64))


def state(home: Home, *arguments: str, **options: Any) -> Any:
    document = home.json(*(arguments or FETCH), **options)
    assert problems("picture-fetch", document) == []
    return document["pictures"][0]


@pytest.mark.parametrize("trusts", [True, False])
def test_a_picture_with_tls_needs_a_trusted_authority(
    home: Home, trusts: bool
) -> None:
    """The authorities of the service hold for its pictures, too."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, CERTIFICATE.with_suffix(".key"))
    wikimedia = Wikimedia()
    wikimedia.scheme = "https"
    with Server(wikimedia, context) as server:
        wikimedia.host = f"localhost:{server.port}"
        home.do("services", "set", "wikimedia", "--url", f"https://{wikimedia.host}/w",
                *(["--ca-file", str(CERTIFICATE)] if trusts else []))
        result = home.run(*FETCH)
        assert result.code == (DONE if trusts else NETWORK), str(result)
        assert len(wikimedia.asked(server)) == (1 if trusts else 0)
        assert len(files(home)) == (2 if trusts else 0)


def test_a_picture_is_kept_with_author_and_licence(home: Home, serve: Serve) -> None:
    wikimedia = Wikimedia()
    server = start(serve, wikimedia)
    events = home.events()
    result = state(home)
    assert (result["state"], result["species"]) == ("fetched", "Monstera deliciosa")
    picture = result["picture"]
    assert picture["author"] == "Ann & Bo"
    assert picture["licence"] == "CC BY-SA 4.0"
    assert picture["licenceURL"] == "https://creativecommons.org/licenses/by-sa/4.0"
    assert picture["page"].startswith("https://commons.wikimedia.org/wiki/File:")
    assert max(picture["width"], picture["height"]) == 640
    # What is kept was made anew, in a file named by the address.
    url = picture["url"]
    kept = home.path / "cache" / "pictures" / hashlib.sha256(url.encode()).hexdigest()
    head, _, body = kept.read_bytes().partition(b"\n")
    assert json.loads(head)["url"] == url
    assert body != PICTURE and body.startswith(b"\xff\xd8\xff")
    assert picture["path"] == f"pictures/{kept.name}/{hashlib.sha256(body).hexdigest()}"
    assert Image.open(io.BytesIO(body)).size == (640, 480)
    # The journal did not grow, and nobody is asked again.
    assert home.events() == events
    asked = len(server.requests)
    assert state(home)["state"] == "kept"
    assert "already kept: Ann & Bo / Wikimedia Commons" in home.do(*FETCH).text
    assert len(server.requests) == asked
    shown = home.do("show", "Monty").text
    assert "Ann & Bo / Wikimedia Commons, CC BY-SA 4.0 (https://commons" in shown
    assert home.json("show", "Monty")["picture"] == picture
    assert problems("show", home.json("show", "Monty")) == []
    species = home.json("species", "monstera deliciosa")
    assert species["picture"] == picture and problems("species", species) == []
    assert "Ann & Bo" in home.do("species", "monstera deliciosa").text


def test_trefle_comes_first_if_it_has_a_key(bare: Home, serve: Serve) -> None:
    home = Home(bare.path, {"PLANTGUIDE_TREFLE_KEY": CANARY})
    wikimedia = Wikimedia()
    other = start(serve, wikimedia)
    trefle = Trefle("new")
    document = species(trefle.name, {})

    def answer(request: Request) -> Reply:
        if request.path.startswith("/o/"):
            # The key goes to the API alone.
            assert "authorization" not in request.headers
            assert CANARY not in request.target
            return Reply(200, PICTURE, {"Content-Type": "image/jpeg"})
        return as_json(document) if "species" in request.path else trefle(request)

    server = serve(answer)
    # One that is not free, one without an author, one elsewhere, and one more.
    document["data"]["images"] = {
        "flower": [{"id": 1, "image_url": "https://bs.example/o/f",
                    "copyright": "Taken by Eva (cc-by-nc)"},
                   {"id": 2, "image_url": "https://bs.example/o/g",
                    "copyright": "all rights reserved"}],
        "habit": [{"id": 3, "image_url": f"https://{server.host}/o/1",
                   "copyright": "(cc-by)"}],
    }
    result = state(home)
    assert result["picture"]["source"] == "Wikimedia Commons"
    assert wikimedia.asked(other) != []
    # Trefle names addresses with TLS alone, so this one is served without.
    home.do("cache", "clear")
    document["data"]["images"]["habit"][0]["copyright"] = (
        "Taken May 1, 2019 by Anna (cc-by-sa)")
    document["data"]["images"]["habit"][0]["image_url"] = "https://127.0.0.1:9/o/1"
    result = state(home)
    assert result["picture"]["source"] == "Wikimedia Commons"


def test_a_trefle_that_fails_is_passed_over(bare: Home, serve: Serve) -> None:
    home = Home(bare.path, {"PLANTGUIDE_TREFLE_KEY": CANARY})
    start(serve, Wikimedia())
    trefle = Trefle("new")
    serve(lambda _: trefle.error(401, "unauthorized", "Invalid access token"))
    document = home.json(*FETCH)
    assert document["pictures"][0]["state"] == "fetched"
    assert "does not accept the key" in document["trefleFailure"]["message"]
    assert problems("picture-fetch", document) == []


@pytest.mark.parametrize("facts", [
    {"LicenseShortName": "CC BY-NC 2.0"},
    {"LicenseShortName": "CC BY-ND 4.0"},
    {"LicenseShortName": "Fair use"},
    {"LicenseShortName": "", "License": ""},
    {"NonFree": "true"},
    {"Artist": ""},
])
def test_only_free_pictures_with_an_author_are_taken(
    home: Home, serve: Serve, facts: dict[str, str]
) -> None:
    wikimedia = Wikimedia(**facts)
    server = start(serve, wikimedia)
    assert state(home)["state"] == "none"
    assert wikimedia.asked(server) == []
    assert "no free picture" in home.do(*FETCH).text
    # It is not asked about again for a week.
    asked = len(server.requests)
    assert state(home)["state"] == "none"
    assert len(server.requests) == asked


@pytest.mark.parametrize("licence", ["Public domain", "CC0", "PD-USGov"])
def test_the_public_domain_needs_no_author(
    home: Home, serve: Serve, licence: str
) -> None:
    start(serve, Wikimedia(LicenseShortName=licence, Artist=""))
    assert state(home)["picture"]["author"] == ""


def test_an_unknown_species_has_none(home: Home, serve: Serve) -> None:
    wikimedia = Wikimedia()
    wikimedia.names = {}
    start(serve, wikimedia)
    assert state(home)["state"] == "none"


BROKEN: dict[str, tuple[Reply, str]] = {
    "page": (Reply(200, HTML, {"Content-Type": "text/html"}), "it is text/html"),
    "page that calls itself a picture": (
        Reply(200, HTML, {"Content-Type": "image/jpeg"}), "those of no picture"),
    "drawing": (
        Reply(200, b"<svg onload='x()'/>", {"Content-Type": "image/svg+xml"}),
        "it is image/svg+xml"),
    "without type": (Reply(200, PICTURE), "it has no type"),
    "half": (
        Reply(200, PICTURE[:len(PICTURE) // 2], {"Content-Type": "image/jpeg"}),
        ""),
    "empty": (Reply(200, b"", {"Content-Type": "image/jpeg"}), "no picture"),
    "too large": (
        Reply(200, PICTURE + bytes(9 << 20), {"Content-Type": "image/jpeg"}),
        "more than 8 MiB"),
    "endless": (
        Reply(200, PICTURE, {"Content-Type": "image/jpeg"}, endless=True),
        "more than 8 MiB"),
    "gone": (Reply(404, HTML, {"Content-Type": "text/html"}), "says 404"),
    "forbidden": (Reply(403), "says 403"),
    "elsewhere": (
        Reply(302, b"", {"Location": "https://other.example/1.jpg"}),
        "redirects to other.example"),
    "this machine": (
        Reply(302, b"", {"Location": "http://localhost:1/1.jpg"}),
        "none on the internet"),
    "numbers": (
        Reply(301, b"", {"Location": "https://192.168.0.1/1.jpg"}),
        "none on the internet"),
    "file": (Reply(302, b"", {"Location": "file:///etc/passwd"}), "malformed"),
    "nowhere": (Reply(302), "to nowhere"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_address_is_remembered_for_a_day(
    home: Home, serve: Serve, kind: str
) -> None:
    reply, words = BROKEN[kind]
    wikimedia = Wikimedia()
    server = start(serve, wikimedia)
    wikimedia.picture = lambda _: reply
    result = state(home)
    assert result["state"] == "none"
    (reason,) = result["reasons"]
    assert words in reason, reason
    asked = len(server.requests)
    assert state(home)["reasons"] == [reason]
    assert len(server.requests) == asked
    assert home.json("cache", "status")["pictures"]["count"] == 0
    # Then it is tried again.
    wikimedia.picture = Wikimedia().picture
    assert state(home, now=DAY_LATER)["state"] == "fetched"


def test_a_redirect_within_the_named_host_is_followed(
    home: Home, serve: Serve
) -> None:
    wikimedia = Wikimedia()
    server = start(serve, wikimedia)

    def picture(request: Request) -> Reply:
        if request.path == "/thumb/moved":
            return Reply(200, PICTURE, {"Content-Type": "image/jpeg"})
        return Reply(301, b"", {"Location": "/thumb/moved"})

    wikimedia.picture = picture
    assert state(home)["state"] == "fetched"
    assert wikimedia.asked(server)[-1] == "/thumb/moved"
    home.do("cache", "clear")
    wikimedia.picture = lambda request: Reply(
        302, b"", {"Location": request.target + "x"})
    assert "too often" in state(home)["reasons"][0]


def test_the_next_picture_stands_for_a_broken_one(home: Home, serve: Serve) -> None:
    wikimedia = Wikimedia()
    wikimedia.files = ["First.jpg", "Second.jpg"]
    start(serve, wikimedia)
    wikimedia.picture = lambda request: (
        Reply(404) if "First" in request.path else Wikimedia().picture(request))
    assert "Second.jpg" in state(home)["picture"]["url"]


@pytest.mark.parametrize("reply, title", [
    (Reply(429, b"", {"Retry-After": "4000"}), "Daily Limit Reached"),
    (Reply(429), "Too Many Requests"),
    (Reply(500), "Server Error"),
    (Reply(200, PICTURE, {"Content-Type": "image/jpeg"}, cut=900),
     "No Internet Connection"),
])
def test_what_may_pass_is_an_error_and_not_remembered(
    home: Home, serve: Serve, reply: Reply, title: str
) -> None:
    wikimedia = Wikimedia()
    start(serve, wikimedia)
    wikimedia.picture = lambda _: reply
    result = home.run(*FETCH, "--json")
    assert result.code == NETWORK and result.error()["title"] == title, result
    wikimedia.picture = Wikimedia().picture
    assert state(home)["state"] == "fetched"


def test_limits_and_errors_of_the_service(home: Home, serve: Serve) -> None:
    start(serve, Wikimedia())
    server = serve(
        lambda _: as_json({"error": {"code": "maxlag", "info": "Waiting"}}),
        "wikimedia", "/w")
    result = home.run(*FETCH, "--json")
    assert result.code == NETWORK
    assert result.error()["title"] == "Too Many Requests"
    assert len(server.requests) == 1


def test_many_processes_make_one_request(home: Home, serve: Serve) -> None:
    wikimedia = Wikimedia()
    server = start(serve, wikimedia)
    runs = [
        subprocess.Popen(
            [binary(), *FETCH, "--json"], stdout=subprocess.PIPE,
            env=environment(home.path))
        for _ in range(4)]
    states = [json.loads(run.communicate(timeout=60)[0])["pictures"][0]
              for run in runs]
    assert [run.returncode for run in runs] == [DONE] * 4
    assert sorted(each["state"] for each in states) == ["fetched"] + ["kept"] * 3
    assert len(wikimedia.asked(server)) == 1
    assert len({each["picture"]["path"] for each in states}) == 1


def test_offline_nothing_is_opened(home: Home, serve: Serve) -> None:
    wikimedia = Wikimedia()
    server = start(serve, wikimedia)
    home.do("settings", "set", "offlineMode", "on")
    result = home.run(*FETCH, "--json")
    assert result.code == NETWORK and "offline" in result.error()["message"]
    assert server.requests == []
    home.do("settings", "set", "offlineMode", "off")
    state(home)
    asked = len(server.requests)
    home.do("settings", "set", "offlineMode", "on")
    assert state(home)["state"] == "kept"
    assert "Ann & Bo" in home.do("show", "Monty").text
    assert len(server.requests) == asked


def test_a_picture_goes_with_the_last_plant_of_its_species(
    home: Home, serve: Serve
) -> None:
    start(serve, Wikimedia())
    home.do("add", "Monstera deliciosa", "--name", "Dolly", "--as-typed")
    state(home, "picture", "fetch", "--all")
    home.do("remove", "Monty")
    assert len(files(home)) == 2
    home.do("remove", "Dolly", "--dry-run")
    assert len(files(home)) == 2
    home.do("remove", "Dolly")
    assert files(home) == []
    assert home.json("cache", "status")["pictures"] == {
        "count": 0, "bytes": 0, "limit": 64 << 20}


def test_clearing_counts_pictures(home: Home, serve: Serve) -> None:
    start(serve, Wikimedia())
    state(home)
    status = home.json("cache", "status")
    assert problems("cache-status", status) == []
    assert status["pictures"]["count"] == 1
    assert status["pictures"]["bytes"] == sum(
        each.stat().st_size for each in files(home))
    assert "1 picture, " in home.do("cache", "status").text
    cleared = home.json("cache", "clear", "Monty")
    assert problems("cache-clear", cleared) == []
    assert (cleared["removed"], cleared["pictures"]) == (3, 1)
    assert files(home) == []
    assert "picture" not in home.json("show", "Monty")


def test_a_damaged_file_is_none(home: Home, serve: Serve) -> None:
    wikimedia = Wikimedia()
    start(serve, wikimedia)
    state(home)
    for file in files(home):
        file.write_bytes(file.read_bytes()[:-40])
    assert "picture" not in home.json("show", "Monty")
    assert state(home)["state"] == "fetched"


def test_hostile_words_stay_words(home: Home, serve: Serve) -> None:
    start(serve, Wikimedia(
        Artist="&lt;script&gt;x()&lt;/script&gt;\n\x1b[31mred\u202e " + "z" * 900,
        LicenseUrl="javascript:x()"))
    picture = state(home)["picture"]
    assert picture["author"].startswith("<script>x()</script> ")
    assert len(picture["author"]) <= 200 and "\n" not in picture["author"]
    assert picture["licenceURL"] == "https://creativecommons.org/licenses/by-sa/4.0/"
    shown = home.do("show", "Monty").text
    assert "\x1b" not in shown and "\u202e" not in shown


def test_the_status_names_wikimedia_without_asking_it(
    home: Home, serve: Serve
) -> None:
    server = start(serve, Wikimedia())
    status = home.json("services", "status")
    assert problems("services-status", status) == []
    assert server.requests == []
    assert "not needed" in home.do("services", "status").text
    home.do("services", "set", "wikimedia", "--proxy", "")
