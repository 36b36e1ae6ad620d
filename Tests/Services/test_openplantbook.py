"""The ranges of Open Plantbook as care, with the real client on real sockets."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from conftest import CANARY, Serve
from program import NETWORK, NOTHING, ROOT, Home
from replies import Trefle, as_json, page
from scripted_server import Reply, Request

ASK = ("species", "monstera deliciosa", "--online")
PLANT: dict[str, Any] = {
    "pid": "monstera deliciosa", "display_pid": "Monstera deliciosa",
    "alias": "swiss cheese plant", "category": "Araceae, Monstera",
    "max_light_mmol": 5000, "min_light_mmol": 1500, "max_light_lux": 15000,
    "min_light_lux": 800, "max_temp": 32, "min_temp": 12, "max_env_humid": 85,
    "min_env_humid": 30, "max_soil_moist": 60, "min_soil_moist": 15,
    "max_soil_ec": 2000, "min_soil_ec": 350,
    "image_url": "https://opb-img.example/monstera.jpg",
    "care": {"watering": "when dry"}, "something_new": [{"deep": None}],
}


class Plantbook:
    """Open Plantbook with some plants."""

    def __init__(self, *plants: dict[str, Any]):
        self.plants = {plant["pid"]: plant for plant in plants}

    def __call__(self, request: Request) -> Reply:
        if request.headers.get("authorization") != f"Token {CANARY}":
            return as_json({"detail": "Invalid token."}, 401)
        if request.path == "/api/v1/plant/search":
            asked = request.query["alias"]
            rows = [
                {key: plant[key]
                 for key in ("pid", "display_pid", "alias", "category")}
                for plant in self.plants.values()
                if asked.split()[0] in plant["pid"]]
            return as_json({"count": len(rows), "next": None, "previous": None,
                            "results": rows})
        for pid, plant in self.plants.items():
            if request.path == f"/api/v1/plant/detail/{pid}/":
                return as_json(plant)
        return as_json({"detail": "Not found."}, 404)


@pytest.fixture
def home(home: Home) -> Home:
    """The home of all tests, with keys of both services."""
    home.extra["PLANTGUIDE_OPENPLANTBOOK_KEY"] = CANARY  # type: ignore[index]
    return home


def test_ranges_become_care(home: Home, serve: Serve, trefle: Trefle) -> None:
    book = serve(Plantbook(PLANT), "openplantbook")
    other = serve(trefle)
    document = home.json(*ASK)
    path = ROOT / "schemas" / "projections" / "species.schema.json"
    validator = Draft202012Validator({"$ref": path.as_uri()})
    assert [error.message for error in validator.iter_errors(document)] == []
    online = document["online"]
    assert online["service"] == "openplantbook"
    # The middle between 800 and 15,000 lux on Trefle's scale.
    assert online["growth"]["light"] == 6
    assert online["growth"]["humidity"] == 57
    assert online["ownNeeds"] == ["light", "temperature", "humidity"]
    assert [tuple(each.values()) for each in online["ranges"]] == [
        ("light", 800, 15000), ("temperature", 12, 32), ("humidity", 30, 85),
        ("soilMoisture", 15, 60), ("soilConductivity", 350, 2000)]
    text = home.do(*ASK).text
    assert "On Open Plantbook" in text and "soil moisture 15 to 60 %" in text
    # One request, and the answer is kept.
    assert [request.path for request in book.requests] == [
        "/api/v1/plant/detail/monstera deliciosa/"]
    assert other.requests == [] and CANARY not in book.requests[0].target


def test_care_is_recorded_with_its_source(home: Home, serve: Serve) -> None:
    serve(Plantbook(PLANT), "openplantbook")
    home.do("adopt", "Monty", "--online")
    (event,) = [event for event in home.history()
                if event["header"]["type"] == "care.profiled"]
    assert event["header"]["schema"] == 2
    profile = event["payload"]
    assert profile["source"] == "openPlantbook"
    assert profile["sourceURL"].endswith(
        "/plant/detail/monstera%20deliciosa/#light,temperature,humidity;genus")
    assert profile["temperature"] == {
        "minimum": 12, "maximum": 32, "optimal": 22, "isFrostTolerant": False}
    # Watering and soil are the catalogue's.
    assert profile["watering"]["intervalDays"] > 2 and profile["soil"]
    assert "Open Plantbook for light, temperature and humidity" in (
        home.do("show", "Monty").text)
    assert "nothing changed" in home.do("adopt", "Monty", "--online").text


def test_what_it_does_not_know_trefle_may(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    adansonii = {**PLANT, "pid": "monstera adansonii",
                 "display_pid": "Monstera adansonii"}
    book = serve(Plantbook(adansonii), "openplantbook")
    serve(trefle)
    assert home.json(*ASK)["online"]["service"] == "trefle"
    assert [request.path for request in book.requests] == [
        "/api/v1/plant/detail/monstera deliciosa/", "/api/v1/plant/search"]
    # One that it learns later replaces Trefle's care.
    home.do("adopt", "Monty", "--online")
    serve(Plantbook(PLANT), "openplantbook")
    home.do("care", "refresh", "Monty")
    assert "Open Plantbook for light" in home.do("show", "Monty").text


def test_a_plant_with_another_address_is_found_from_what_is_kept(
    home: Home, serve: Serve
) -> None:
    plant = {**PLANT, "pid": "monstera deliciosa liebm"}
    book = serve(Plantbook(plant), "openplantbook")
    address = home.json(*ASK)["online"]["url"]
    assert address.endswith("/plant/detail/monstera%20deliciosa%20liebm/")
    asked = len(book.requests)
    assert asked == 3 and home.json(*ASK)["online"]["url"] == address
    assert len(book.requests) == asked
    # After the week, while the service is down, and offline.
    later = "2027-01-01T12:00:00+01:00"
    book.__exit__()
    online = home.json(*ASK, now=later)["online"]
    assert online["url"] == address and online["isStale"]
    home.do("settings", "set", "offlineMode", "on")
    assert home.json(*ASK, now=later)["online"]["url"] == address


def test_an_unknown_plant_is_asked_about_once_a_week(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    trefle.rows = []
    book = serve(Plantbook(), "openplantbook")
    serve(trefle)
    for _ in range(2):
        assert home.run(*ASK).code == NOTHING
    assert len(book.requests) == 2
    assert home.run(*ASK, now="2026-11-29T12:00:00+01:00").code == NOTHING
    assert len(book.requests) == 4
    home.do("cache", "clear", "Monty")
    home.run(*ASK)
    assert len(book.requests) == 6


def test_an_answer_about_another_plant_is_none(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    other = {**PLANT, "pid": "monstera obliqua",
             "display_pid": "Monstera obliqua"}
    serve(lambda request: as_json(other) if "detail" in request.path
          else as_json({"results": []}), "openplantbook")
    serve(trefle)
    assert home.json(*ASK)["online"]["service"] == "trefle"


def test_nobody_knows_it(home: Home, serve: Serve, trefle: Trefle) -> None:
    trefle.rows = []
    serve(Plantbook(), "openplantbook")
    serve(trefle)
    result = home.run(*ASK, "--json")
    assert result.code == NOTHING
    assert result.error()["title"] == "Care Info Unavailable"


def test_a_failure_is_told_and_changes_no_source(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    serve(lambda _: page(500), "openplantbook")
    other = serve(trefle)
    result = home.run("adopt", "Monty", "--online", "--json")
    assert result.code == NETWORK and result.error()["canRetry"]
    assert "Open Plantbook" in result.error()["message"]
    assert other.requests == []
    assert "care.profiled" not in {
        event["header"]["type"] for event in home.history()}


def test_ranges_that_cannot_be_are_ignored(
    home: Home, serve: Serve, trefle: Trefle
) -> None:
    trefle.rows = []
    serve(trefle)
    odd = {**PLANT, "min_temp": 40, "max_temp": 5, "max_env_humid": 400,
           "min_light_lux": "many", "max_soil_moist": None}
    serve(Plantbook(odd), "openplantbook")
    online = home.json(*ASK)["online"]
    assert online["rejected"] == ["temp 40 to 5", "max_env_humid 400"]
    assert [each["condition"] for each in online["ranges"]] == [
        "soilConductivity"]
    assert online["ownNeeds"] == []


def test_its_key_is_tested(home: Home, serve: Serve) -> None:
    serve(Plantbook(PLANT), "openplantbook")
    assert "accepts the key" in home.do("services", "test", "openplantbook").text
    home.extra["PLANTGUIDE_OPENPLANTBOOK_KEY"] = "other"  # type: ignore[index]
    error = home.run("services", "test", "openplantbook", "--json").error()
    assert error["title"] == "Service Unavailable"
    assert "Invalid token" in error["message"]
