"""Trefle's growth data as care, with the real client on real sockets."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from conftest import CANARY, Serve
from program import (
    DAMAGED, DONE, NETWORK, NOTHING, ROOT, SYSTEM, USAGE, Home, binary,
    environment)
from replies import HTML, GROWTH, Trefle, as_json, packed, page, row, species
from scripted_server import Reply, Request

ASK = ("species", "monstera deliciosa", "--online")


def problems(name: str, document: Any) -> list[str]:
    path = ROOT / "schemas" / "projections" / f"{name}.schema.json"
    validator = Draft202012Validator({"$ref": path.as_uri()})
    return [error.message for error in validator.iter_errors(document)]


def failure(home: Home, code: int = NETWORK) -> Any:
    """The error of a question that nothing can answer."""
    result = home.run(*ASK, "--json")
    assert result.code == code, str(result)
    return result.error()


def test_growth_data_becomes_care(home: Home, serve: Serve, trefle: Trefle) -> None:
    server = serve(trefle)
    document = home.json(*ASK)
    assert problems("species", document) == []
    online = document["online"]
    assert online["scientificName"] == "Monstera deliciosa"
    assert online["growth"]["light"] == 6
    assert online["ownNeeds"] == [
        "light", "watering", "temperature", "humidity", "fertilizer", "growth",
        "bloom"]
    assert online["otherNeeds"] in ("species", "genus")
    (picture,) = online["pictures"]
    assert (picture["author"], picture["licence"]) == ("Anna", "cc-by-sa")
    text = home.do(*ASK).text
    assert "every 4 days" in text and "(Trefle)" in text and "USDA" in text
    # The row whose common name matches is another plant.
    assert [request.path for request in server.requests] == [
        "/api/v1/plants/search", "/api/v1/species/monstera-deliciosa"]
    assert server.requests[0].headers["authorization"] == f"Bearer {CANARY}"
    assert CANARY not in server.requests[0].target


def test_care_is_recorded_with_its_sources(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    serve(trefle)
    lines = home.json("adopt", "Monty", "--online")["lines"]
    assert any("Trefle for light, watering" in line for line in lines)
    (profile,) = [
        event["payload"] for event in home.history()
        if event["header"]["type"] == "care.profiled"]
    assert profile["source"] == "trefle"
    assert profile["sourceURL"].endswith(
        "/species/monstera-deliciosa#light,watering,temperature,humidity,"
        "fertilizer,growth,bloom;genus")
    assert profile["watering"]["intervalDays"] == 4
    assert profile["fertilizer"]["intervalDays"] == 30
    assert profile["temperature"] == {
        "minimum": 10, "maximum": 35, "optimal": 22, "isFrostTolerant": False}
    # Soil is the catalogue's.
    assert profile["soil"]
    shown = home.do("show", "Monty").text
    assert "Trefle for light" in shown and "http" not in shown
    assert "nothing changed" in home.do("adopt", "Monty", "--online").text


def test_care_that_replaces_other_care_names_each_change(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    serve(trefle)
    home.do("adopt", "Monty")
    text = home.do("adopt", "Monty", "--online").text
    assert "kept their care, until you agree to replace it: 1 plant" in text
    assert "--yes" in text and "edit" not in text
    text = home.do("adopt", "Monty", "--online", "--yes").text
    assert "water every 4 days (was every " in text
    trefle.growth["soil_humidity"] = 2
    trefle.headers["ETag"] = '"other"'
    text = home.do("care", "refresh", "Monty").text
    assert "water every 7 days (was every 4 days" in text
    assert "light " not in text.split("(was")[0].split("; ", 1)[-1]


def test_refreshing_asks_again_and_moves_the_schedule(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    server = serve(trefle)
    home.do("adopt", "Monty", "--online")
    asked = len(server.requests)
    assert home.json("care", "refresh", "Monty")["actions"] == []
    again = server.requests[asked:]
    assert [request.path for request in again] == [
        "/api/v1/plants/search", "/api/v1/species/monstera-deliciosa"]
    assert again[1].headers["if-none-match"] == 'W/"abc"'
    trefle.growth["soil_humidity"] = 2
    trefle.headers["ETag"] = '"other"'
    home.do("care", "refresh", "Monty")
    (schedule,) = [
        each for each in home.json("schedule", "show", "Monty")["schedules"]
        if each["kind"] == "watering"]
    assert schedule["intervalDays"] == 7


def test_missing_growth_data_falls_to_the_catalogue(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    trefle.growth = {}
    document = species(trefle.name, {})
    document["data"]["specifications"] = None
    serve(lambda request: as_json(document) if "species" in request.path
          else trefle(request))
    lines = home.json("adopt", "Monty", "--online")["lines"]
    assert any("no growth data" in line for line in lines)
    assert any("its care is the catalogue's" in line for line in lines)
    (profile,) = [
        event["payload"] for event in home.history()
        if event["header"]["type"] == "care.profiled"]
    assert profile["source"] == "catalogue"


def test_values_out_of_range_are_refused(home: Home, serve: Serve) -> None:
    trefle = Trefle("new")
    trefle.growth = {
        "light": 14, "soil_humidity": "4", "soil_nutriments": 1,
        "minimum_temperature": {"deg_c": 40}, "maximum_temperature": {"deg_c": 5},
        "atmospheric_humidity": {"odd": True},
    }
    serve(trefle)
    online = home.json(*ASK)["online"]
    assert online["growth"]["light"] is None
    assert online["growth"]["soilHumidity"] == 4
    assert online["growth"]["minimumTemperature"] is None
    assert online["rejected"] == ["light 14", "temperature 40 to 5"]
    # Poor soil means no fertilizer, which is known.
    assert "fertilizer" in online["ownNeeds"]
    assert "cannot be right" in home.do(*ASK).text


def test_a_synonym_leads_to_the_accepted_species(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    trefle.rows = [row("Tornelia fragrans", synonyms=["Monstera deliciosa"])]
    answer = species("Tornelia fragrans", trefle.growth)
    serve(lambda request: as_json(answer) if "species" in request.path
          else trefle(request))
    text = home.do(*ASK).text
    assert "knows 'Monstera deliciosa' as Tornelia fragrans" in text


def test_pages_are_followed_by_relative_links(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    def answer(request: Request) -> Reply:
        if request.query.get("page") == "2" or "species" in request.path:
            return trefle(request)
        return as_json(
            {"data": [row("Monstera obliqua")], "meta": {"total": 3}, "links": {
                "next": "/api/v1/plants/search?page=2&q=monstera&token=x"}})

    server = serve(answer)
    assert home.json(*ASK)["online"]["scientificName"] == trefle.name
    assert [request.target for request in server.requests][1] == (
        "/api/v1/plants/search?page=2&q=monstera")


@pytest.mark.parametrize("link", [
    "https://evil.example/api/v1/plants/search?page=2",
    "//evil.example/api/v1/plants/search?page=2",
])
def test_links_to_other_hosts_are_refused(
    home: Home, serve: Serve, link: str
) -> None:
    server = serve(lambda _: as_json({"data": [], "links": {"next": link}}))
    error = failure(home)
    assert "another host" in error["message"] and len(server.requests) == 1


def test_redirects_to_other_hosts_are_refused(home: Home, serve: Serve) -> None:
    serve(lambda _: Reply(
        302, b"", {"Location": "http://evil.example/x?token=y"}))
    error = failure(home)
    assert "redirects to http://evil.example/x" in error["message"]
    assert not error["canRetry"]


# What Trefle refuses.


@pytest.mark.parametrize(("status", "code", "words", "title", "retry", "times"), [
    (401, "unauthorized", "Invalid access token", "Service Unavailable", False, 1),
    (404, "not_found", "can't find record", "Server Error", False, 1),
    (400, "bad_request", "bad", "Server Error", False, 1),
    (413, "too_large", "large", "Server Error", False, 1),
    (414, "too_long", "long", "Server Error", False, 1),
    (415, "unsupported", "type", "Server Error", False, 1),
    (422, "unprocessable_entity", "param is missing", "Server Error", False, 1),
    (500, "internal_server_error", "oops", "Server Error", True, 2),
    (503, "unavailable", "closed", "Service Unavailable", True, 2),
    (504, "late", "late", "Connection Timed Out", True, 2),
])
def test_errors_of_both_generations(
    home: Home, serve: Serve, trefle: Trefle, status: int, code: str,
    words: str, title: str, retry: bool, times: int,
) -> None:
    server = serve(lambda _: trefle.error(status, code, words))
    error = failure(home)
    assert (error["title"], error["canRetry"]) == (title, retry)
    assert error["suggestion"]
    assert len(server.requests) == times
    assert CANARY not in json.dumps(error)


def test_an_unknown_species_is_not_found(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    trefle.rows = [row("Monstera obliqua"), row("Monstera obliqua")]
    serve(trefle)
    error = failure(home, NOTHING)
    assert error["suggestion"].count("Monstera obliqua") == 1
    assert error["title"] == "Care Info Unavailable" and not error["canRetry"]
    assert "Monstera obliqua" in error["suggestion"]
    lines = home.json("adopt", "Monty", "--online")["lines"]
    assert any("does not know" in line for line in lines)


@pytest.mark.parametrize("status", [400, 404])
def test_a_broken_link_ends_the_search_for_one_plant(
    home: Home, serve: Serve, trefle: Trefle, status: int
) -> None:
    def answer(request: Request) -> Reply:
        if request.query.get("page"):
            return trefle.error(status, "not_found", "page 2 out of range")
        if request.query.get("q") == "Ficus lyrata":
            return as_json({"data": [row("Ficus elastica")], "links": {
                "next": "/api/v1/plants/search?page=2"}})
        return trefle(request)

    serve(answer)
    home.do("add", "Ficus lyrata", "--name", "Fig")
    error = failure_of(home, "species", "ficus lyrata", "--online")
    assert "does not know" in error["message"]
    assert "Ficus elastica" in error["suggestion"]
    # The others are asked about nevertheless.
    lines = home.json("care", "refresh", "--all")["lines"]
    assert any("does not know 'Ficus lyrata'" in line for line in lines)
    shown = home.do("show", "Monty").text
    assert "Trefle for light" in shown and "http" not in shown


NOW = 1795258800  # 2026-11-21T12:00:00+01:00, the moment of all runs.


@pytest.mark.parametrize(("headers", "until"), [
    ({"Retry-After": "90"}, "Sat 21 Nov 12:02"),
    ({"Retry-After": "Sat, 21 Nov 2026 11:02:00 GMT",
      "Date": "Sat, 21 Nov 2026 11:00:00 GMT"}, "Sat 21 Nov 12:02"),
    ({"RateLimit-Limit": "60", "RateLimit-Remaining": "0",
      "RateLimit-Reset": str(NOW + 120)}, "Sat 21 Nov 12:02"),
    ({"RateLimit-Limit": "60", "RateLimit-Remaining": "0",
      "RateLimit-Reset": "120"}, "Sat 21 Nov 12:02"),
    ({"X-RateLimit-Reset": f"{NOW + 120}000"}, "Sat 21 Nov 12:02"),
    ({"RateLimit-Policy": '"burst";q=60;w=60', "RateLimit": '"burst";r=0;t=120'},
     "Sat 21 Nov 12:02"),
    ({"RateLimit": "limit=60, remaining=0, reset=120"}, "Sat 21 Nov 12:02"),
    ({}, None),
])
def test_each_form_of_a_limit(
    home: Home, serve: Serve, headers: dict[str, str], until: str | None
) -> None:
    words = "Too many requests. Please visit https://docs.trefle.io"
    server = serve(lambda _: as_json(
        {"error": True, "message": words}, 429,
        **{name.replace("-", "_"): value for name, value in headers.items()}))
    error = failure(home)
    assert error["title"] == "Too Many Requests" and not error["canRetry"]
    assert (until or "later") in error["suggestion"]
    # The wait is longer than anybody would sit through.
    assert len(server.requests) == 1


def test_a_short_wait_is_waited_for(home: Home, serve: Serve, trefle: Trefle) -> None:
    first = [Reply(429, b"{}", {"Content-Type": "application/json",
                                "Retry-After": "1"})]
    server = serve(lambda request: first.pop() if first else trefle(request))
    assert home.json(*ASK)["online"] and len(server.requests) == 3


# What is no answer.


@pytest.mark.parametrize("reply", [
    page(), page(502), Reply(200, b"", {"Content-Type": "application/json"}),
    Reply(200, b'{"data": [', {"Content-Type": "application/json"}),
    Reply(200, b'"text"', {"Content-Type": "application/json"}),
    Reply(200, HTML, {"Content-Type": "application/json"}),
    Reply(200, b"[" * 5_000, {"Content-Type": "application/json"}),
    Reply(200, b"not gzip", {"Content-Type": "application/json",
                             "Content-Encoding": "gzip"}),
    as_json({"error": True, "message": "odd"}),
    Reply(200, b'{"data": []}', {"Content-Type": "application/json"}, cut=90),
    Reply(raw=b"220 mail.example ESMTP\r\n"),
])
def test_what_is_no_answer_ends_in_an_error(
    home: Home, serve: Serve, reply: Reply
) -> None:
    serve(lambda _: reply)
    error = failure(home)
    assert error["title"] in ("Server Error", "Service Unavailable",
                              "No Internet Connection")
    assert "<" not in error["message"]
    assert not (home.path / "cache" / "services").exists()


def test_an_endless_answer_is_given_up(home: Home, serve: Serve) -> None:
    serve(lambda _: Reply(
        200, b"[", {"Content-Type": "application/json"}, endless=True))
    assert "more than it should" in failure(home)["message"]


def test_a_packed_answer_that_grows_is_given_up(
    home: Home, serve: Serve
) -> None:
    bomb = packed(Reply(200, b'{"data":"' + b"x" * (40 << 20) + b'"}',
                        {"Content-Type": "application/json"}))
    serve(lambda _: bomb)
    assert "more than it should" in failure(home)["message"]


def test_packed_answers_are_unpacked(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    serve(lambda request: packed(trefle(request)))
    assert home.json(*ASK)["online"]["growth"]["light"] == 6


def test_a_mark_of_utf_8_is_skipped(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    def answer(request: Request) -> Reply:
        reply = trefle(request)
        reply.body = b"\xef\xbb\xbf" + reply.body
        return reply

    serve(answer)
    assert home.json(*ASK)["online"]["growth"]["light"] == 6


def test_a_silent_server_is_given_up(home: Home, serve: Serve) -> None:
    serve(lambda _: Reply(200, b"{}", cut=0, stalls=True), timeout="1")
    error = failure(home)
    assert (error["title"], error["canRetry"]) == ("Connection Timed Out", True)


def test_nobody_answers(home: Home) -> None:
    home.do("services", "set", "trefle", "--url", "http://127.0.0.1:9")
    error = failure(home)
    assert (error["title"], error["canRetry"]) == ("No Internet Connection", True)


# The cache.


def test_answers_are_kept_for_a_week(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    server = serve(trefle)
    home.do(*ASK)
    home.do(*ASK, now="2026-11-28T11:59:00+01:00")
    assert len(server.requests) == 2
    home.do(*ASK, now="2026-11-28T12:01:00+01:00")
    assert len(server.requests) == 4
    # The species was confirmed, so it is fresh again.
    home.do(*ASK, now="2026-12-05T12:00:00+01:00")
    assert len(server.requests) == 4
    status = home.json("cache", "status")
    assert problems("cache-status", status) == []
    assert status["answers"]["count"] == 2 and status["answers"]["bytes"] > 0
    assert CANARY.encode() not in b"".join(
        path.read_bytes() for path in home.path.rglob("*") if path.is_file())


@pytest.mark.parametrize("reply", [
    page(500), Reply(503), Reply(raw=b""), Reply(429),
])
def test_old_answers_stand_for_new_ones(
    home: Home, serve: Serve, trefle: Trefle, reply: Reply
) -> None:
    isClosed = []
    serve(lambda request: reply if isClosed else trefle(request))
    home.do(*ASK)
    isClosed.append(True)
    result = home.do(*ASK, now="2027-01-20T12:00:00+01:00")
    assert "the data is that of" in result.text
    document = home.json(*ASK, now="2027-01-20T12:00:00+01:00")
    assert document["online"]["isStale"]


def test_an_answer_that_nobody_may_keep_is_not_kept(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    trefle.headers["Cache-Control"] = "no-store"
    server = serve(trefle)
    home.do(*ASK)
    home.do(*ASK)
    assert len(server.requests) == 4


def test_damaged_files_of_the_cache_are_asked_for_again(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    server = serve(trefle)
    home.do(*ASK)
    for index, path in enumerate((home.path / "cache" / "services").iterdir()):
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2] if index else b"\xff" * 99)
    home.do(*ASK)
    assert len(server.requests) == 4


def test_the_cache_is_cleared_by_plant(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    serve(trefle)
    home.do("adopt", "Monty", "--online")
    home.do("add", "Ficus lyrata", "--name", "Fig", "--as-typed")
    assert home.json("cache", "clear", "Fig")["removed"] == 0
    cleared = home.json("cache", "clear", "Monty")
    assert problems("cache-clear", cleared) == [] and cleared["removed"] == 2
    home.do(*ASK)
    assert home.json("cache", "clear")["removed"] == 2
    assert "0 answers" in home.do("cache", "status").text


# Offline, and without a key.


def test_offline_answers_from_the_cache_alone(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    server = serve(trefle)
    home.do(*ASK)
    asked = len(server.requests)
    home.do("settings", "set", "offlineMode", "on")
    home.do(*ASK, now="2027-11-21T12:00:00+01:00")
    error = failure_of(home, "species", "ficus lyrata", "--online")
    assert error["title"] == "Service Unavailable" and not error["canRetry"]
    status = home.json("services", "status")
    assert status["offline"]
    assert {each["state"] for each in status["services"]} == {"notAsked"}
    assert len(server.requests) == asked


def failure_of(home: Home, *arguments: str) -> Any:
    result = home.run(*arguments, "--json")
    assert result.code != DONE, str(result)
    return result.error()


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is missing")
def test_offline_opens_no_connection(home: Home, tmp_path: Path) -> None:
    home.do("settings", "set", "offlineMode", "on")
    trace = tmp_path / "trace"
    for arguments in (
        ["services", "status"], ["services", "test", "trefle"], list(ASK),
        ["adopt", "Monty", "--online"], ["care", "refresh", "Monty"],
    ):
        subprocess.run(
            ["strace", "-f", "-o", trace, "-e", "trace=connect,socket,execve",
             binary(), *arguments],
            env=environment(home.path, **home.extra), capture_output=True,
            check=False, timeout=60)
        calls = trace.read_text()
        assert "execve" in calls
        assert "connect(" not in calls and "AF_INET" not in calls
        assert "plantguide-sync" not in calls


def test_without_a_key_nothing_is_asked(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    server = serve(trefle)
    bare = Home(home.path)
    error = failure_of(bare, *ASK)
    # The catalogue's page is there all the same.
    result = bare.run(*ASK)
    assert "Araceae" in result.text and "there is no key" in result.message
    document = json.loads(bare.run(*ASK, "--json").text)
    assert problems("species", document) == [] and "online" not in document
    assert "no key" in error["message"]
    assert "PLANTGUIDE_OPENPLANTBOOK_KEY" in error["suggestion"]
    status = bare.json("services", "status")
    assert problems("services-status", status) == []
    assert [each["key"] for each in status["services"]] == [None] * 4
    assert server.requests == []
    # What is kept is used without a key, also after its week.
    home.do(*ASK)
    for now in ("2026-11-22T12:00:00+01:00", "2027-01-01T12:00:00+01:00"):
        online = bare.json(*ASK, now=now)["online"]
        assert online["isStale"] == now.startswith("2027")
    assert "no key for Trefle" in bare.do(
        *ASK, now="2027-01-01T12:00:00+01:00").text
    # Everything else works as before.
    bare.do("adopt", "Monty")
    bare.do("species", "monstera deliciosa")


# Keys.


def test_keys_come_from_files_and_commands(
    home: Home, serve: Serve, trefle: Trefle, tmp_path: Path
) -> None:
    server = serve(trefle)
    bare = Home(home.path)
    key = tmp_path / "key"
    key.write_text("from-a-file\n")
    key.chmod(0o644)
    bare.do("services", "set", "trefle", "--key-file", str(key))
    bare.refuse("services", "test", "trefle", code=USAGE, says="other users can read")
    key.chmod(0o600)
    bare.do("services", "test", "trefle")
    assert server.requests[-1].headers["authorization"] == "Bearer from-a-file"
    bare.do("services", "set", "trefle", "--key-file", "",
            "--key-command", "echo from-a-command")
    bare.do("services", "test", "trefle")
    assert server.requests[-1].headers["authorization"].endswith("from-a-command")
    assert bare.json("services", "status")["services"][0]["key"] == "command"
    (home.path / "services.json").chmod(0o666)
    result = bare.run("services", "test", "trefle")
    assert result.code not in (DONE, NETWORK), str(result)


def test_a_key_goes_to_no_address_that_others_could_choose(
    home: Home, serve: Serve, trefle: Trefle, tmp_path: Path
) -> None:
    server = serve(trefle)
    choices = home.path / "services.json"
    choices.chmod(0o666)
    home.refuse("services", "test", "trefle", code=SYSTEM, says="not trusted")
    choices.chmod(0o600)
    authorities = tmp_path / "ca.pem"
    authorities.write_text("-----BEGIN CERTIFICATE-----\n")
    authorities.chmod(0o666)
    home.do("services", "set", "trefle", "--ca-file", str(authorities))
    home.refuse("services", "test", "trefle", code=SYSTEM, says="not trusted")
    assert server.requests == []


@pytest.mark.parametrize("key", ["two words", "usr-\u00e9", "usr-\x01x"])
def test_a_malformed_key_is_not_sent(
    home: Home, serve: Serve, trefle: Trefle, key: str
) -> None:
    server = serve(trefle)
    home.extra["PLANTGUIDE_TREFLE_KEY"] = key  # type: ignore[index]
    result = home.run("services", "test", "trefle")
    assert result.code == USAGE and "key of Trefle has" in result.message
    assert server.requests == []


def test_an_empty_key_is_none(home: Home) -> None:
    home.extra["PLANTGUIDE_TREFLE_KEY"] = ""  # type: ignore[index]
    state = home.json("services", "status")["services"][0]
    assert state["key"] is None and state["state"] == "notAsked"


def test_failures_of_keys_name_the_service(home: Home, tmp_path: Path) -> None:
    bare = Home(home.path)
    key = tmp_path / "none"
    key.write_text("K\n")
    bare.do("services", "set", "trefle", "--key-file", str(key))
    key.unlink()
    bare.do("services", "set", "openplantbook", "--key-command", "exit 3")
    text = bare.do("services", "status").text
    assert "which should hold the key of Trefle" in text
    assert "gave no key of Open Plantbook" in text
    (home.path / "services.json").chmod(0o666)
    text += bare.do("services", "status").text
    assert "Trefle: " in text and "password" not in text
    bare.refuse("services", "test", "openplantbook", code=SYSTEM,
                says="not trusted")


def test_a_key_goes_nowhere_in_the_clear(home: Home) -> None:
    address = "http://trefle.example/api/v1"
    home.refuse("services", "set", "trefle", "--url", address, code=USAGE,
                says="read it on its way")
    # A person could write it into the file.
    choices = home.path / "services.json"
    choices.write_text(json.dumps({"trefle": {"url": address}}))
    choices.chmod(0o600)
    home.refuse("services", "test", "trefle", code=USAGE, says="read it on its way")
    home.refuse("services", "set", "trefle", "--url", "ftp://x", code=USAGE,
                says="malformed")
    home.refuse("services", "set", "trefle", "--url", "https://a:b@x", code=USAGE,
                says="malformed")
    home.refuse("services", "test", "nothing", code=NOTHING, says="no service")


@pytest.mark.parametrize("option", [
    {"url": ["http://127.0.0.1:9"]}, {"proxy": 5}, {"caFile": None}, ["url"],
])
def test_no_key_is_sent_by_options_of_another_type(
    home: Home, serve: Serve, trefle: Trefle, option: object
) -> None:
    server = serve(trefle)
    choices = home.path / "services.json"
    known = json.loads(choices.read_text())["trefle"]
    value = {**known, **option} if isinstance(option, dict) else option
    choices.write_text(json.dumps({"trefle": value}))
    home.refuse("services", "test", "trefle", code=DAMAGED, says="services.json")
    ((level, message),) = [
        (finding["level"], finding["message"])
        for finding in home.json("doctor")["findings"]
        if finding["check"] == "services"]
    assert level == "warning" and "services.json" in message
    assert server.requests == []


def test_a_wrong_file_of_authorities_is_no_fault_of_the_server(
    home: Home, serve: Serve, trefle: Trefle, tmp_path: Path
) -> None:
    server = serve(trefle)
    authorities = tmp_path / "ca.pem"
    authorities.write_text("-----BEGIN CERTIFICATE-----\nnone\n")
    home.do("services", "set", "trefle", "--ca-file", str(authorities),
            "--url", f"https://{server.host}")
    home.refuse("services", "test", "trefle", code=USAGE,
                says="certificates to trust cannot be used")


@pytest.mark.parametrize("service", ["trefle", "plantnet"])
def test_the_key_shows_nowhere(home: Home, serve: Serve, service: str) -> None:
    words = f"the key {CANARY} is unknown"
    seen: list[str] = []

    def answer(request: Request) -> Reply:
        # While the request runs, everybody may look at the processes.
        seen.append(subprocess.run(
            ["ps", "axww", "-o", "args"], capture_output=True, text=True,
            check=False).stdout)
        return as_json({"error": True, "message": words}, 401)

    serve(answer, service)
    for arguments in (["--verbose"], ["--json"], ["--verbose", "--json"]):
        result = home.run("services", "test", service, *arguments)
        assert result.code == NETWORK
        assert CANARY.encode() not in result.output + result.errors
        assert "unknown" in result.message
    assert "services test" in "".join(seen) and CANARY not in "".join(seen)
    assert CANARY.encode() not in b"".join(
        path.read_bytes() for path in home.path.rglob("*") if path.is_file())


def test_the_network_program_gets_no_variable_with_a_secret(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    variables: list[bytes] = []

    def answer(request: Request) -> Reply:
        for process in Path("/proc").glob("[0-9]*"):
            try:
                name = (process / "cmdline").read_bytes().split(b"\0")[0]
                found = (process / "environ").read_bytes()
            except OSError:
                continue
            if (name.endswith(b"/plantguide-sync")
                    and str(home.path).encode() in found):
                variables.append(found)
        return trefle(request)

    home.extra.update({  # type: ignore[attr-defined]
        "PLANTGUIDE_CLOUD_PASSWORD": CANARY, "no_proxy": "127.0.0.1",
        "PLANTGUIDE_CLOUD_PASSPHRASE": CANARY})
    serve(answer)
    home.do(*ASK)
    assert variables and all(
        CANARY.encode() not in found and b"no_proxy=127.0.0.1" in found
        for found in variables)


def test_requests_are_reported(home: Home, serve: Serve, trefle: Trefle) -> None:
    serve(trefle)
    errors = home.do(*ASK, "--verbose").errors.decode().splitlines()
    assert len(errors) == 2 and all("GET http://127.0.0.1" in x for x in errors)
    assert errors[0].split(": ")[2].startswith("200, ")
    errors = home.do(*ASK, "--verbose").errors.decode()
    assert errors.count(": kept") == 2


# Status.


def test_the_state_of_services(home: Home, serve: Serve) -> None:
    trefle = Trefle("new")
    serve(trefle)
    day = {"day": "2026-11-21",
           "quota": {"identify": {"count": 84, "total": 500, "remaining": 416}}}
    server = serve(lambda _: as_json(day), "plantnet", "")
    document = home.json("services", "status")
    assert problems("services-status", document) == []
    first, bare, second, third = document["services"]
    assert (bare["name"], bare["state"]) == ("openplantbook", "notAsked")
    assert first["state"] == second["state"] == "reached"
    assert third["state"] == "notAsked"
    assert first["quota"]["remaining"] == 12 and first["key"] == "environment"
    assert second["quota"] == {
        "remaining": 416, "total": 500, "resetsAt": "2026-11-22T00:00:00Z"}
    assert server.requests[0].target == f"/v2/quota/daily?api-key={CANARY}"
    # 00:00 in London is an hour later in the home's zone.
    assert "until Sun 22 Nov 01:00" in home.do("services", "test", "plantnet").text
    assert "until Sun 22 Nov 01:00" in home.do("services", "status").text
    tested = home.json("services", "test", "plantnet")
    assert problems("services-test", tested) == []
    coloured = home.do("services", "status", "--color", "always").text
    # 80 % of Trefle's requests are used, 17 % of Pl@ntNet's.
    assert "12 of 60" in coloured and "416 of 500" in coloured
    (line,) = [x for x in coloured.splitlines() if "12 of 60" in x]
    (plain,) = [x for x in coloured.splitlines() if "416 of 500" in x]
    assert line.count("\x1b[") > plain.count("\x1b[")


@pytest.mark.parametrize(("headers", "title"), [
    ({"Retry_After": formatdate(NOW + 40_000, usegmt=True),
      "Date": formatdate(NOW, usegmt=True)}, "Daily Limit Reached"),
    ({"RateLimit": '"dailyQuota";r=0;t=60'}, "Daily Limit Reached"),
    ({"Retry_After": "30"}, "Too Many Requests"),
])
def test_the_quota_of_a_day(
    home: Home, serve: Serve, headers: dict[str, str], title: str
) -> None:
    serve(lambda _: as_json(
        {"statusCode": 429, "error": "Too Many Requests", "message": "wait"},
        429, **headers), "plantnet", "")
    error = failure_of(home, "services", "test", "plantnet")
    assert error["title"] == title and not error["canRetry"]
    # In words of the journal's zone, not as in the protocols.
    assert re.fullmatch(
        r"try again (later|after \w+ \d+ \w+ \d\d:\d\d)", error["suggestion"])


# Time.


def test_a_kept_answer_starts_no_program(
    home: Home, serve: Serve, trefle: Trefle, tmp_path: Path
) -> None:
    serve(trefle)
    home.do(*ASK)
    if not shutil.which("strace"):
        pytest.skip("strace is missing")
    trace = tmp_path / "trace"
    subprocess.run(
        ["strace", "-f", "-o", trace, "-e", "trace=execve,clone,clone3,vfork",
         binary(), *ASK, "--now", "2026-11-21T12:00:00+01:00"],
        env=environment(home.path, **home.extra), check=True,
        capture_output=True, timeout=60)
    calls = trace.read_text()
    assert calls.count("execve(") == 1 and "clone" not in calls
    assert "vfork" not in calls
