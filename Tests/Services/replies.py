"""The shapes that Trefle and Pl@ntNet are known to answer with."""

from __future__ import annotations

import gzip
import json
from typing import Any

from scripted_server import Reply, Request

HTML = b"<!DOCTYPE html><html><body><h1>500</h1>We are sorry.</body></html>"


def as_json(document: Any, status: int = 200, **headers: str) -> Reply:
    return Reply(
        status, json.dumps(document).encode(),
        {"Content-Type": "application/json; charset=utf-8",
         **{name.replace("_", "-"): value for name, value in headers.items()}})


def page(status: int = 200) -> Reply:
    return Reply(status, HTML, {"Content-Type": "text/html; charset=utf-8"})


def packed(reply: Reply) -> Reply:
    reply.body = gzip.compress(reply.body)
    reply.headers["Content-Encoding"] = "gzip"
    return reply


def row(name: str, **more: Any) -> dict[str, Any]:
    slug = name.lower().replace(" ", "-")
    return {
        "id": 182512, "common_name": None, "slug": slug,
        "scientific_name": name, "year": 1849, "bibliography": None,
        "author": "Liebm.", "status": "accepted", "rank": "species",
        "family_common_name": None, "family": "Araceae", "genus_id": 1,
        "genus": name.split()[0], "image_url": None, "synonyms": [],
        "links": {"self": f"/api/v1/species/{slug}"}, **more,
    }


GROWTH: dict[str, Any] = {
    "description": None, "sowing": None, "days_to_harvest": None,
    "row_spacing": {"cm": None}, "spread": {"cm": None}, "ph_maximum": None,
    "ph_minimum": None, "light": None, "atmospheric_humidity": None,
    "growth_months": None, "bloom_months": None, "fruit_months": None,
    "minimum_precipitation": {"mm": None},
    "maximum_precipitation": {"mm": None}, "minimum_root_depth": {"cm": None},
    "minimum_temperature": {"deg_f": None, "deg_c": None},
    "maximum_temperature": {"deg_f": None, "deg_c": None},
    "soil_nutriments": None, "soil_salinity": None, "soil_texture": None,
    "soil_humidity": None,
}


def species(name: str, growth: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "data": row(
            name,
            observations="Mexico", vegetable=False, duration=None,
            images={"": [{"id": 1, "image_url": "https://bs.example/o/1",
                          "copyright": "Taken May 1, 2019 by Anna (cc-by-sa)"}]},
            common_names={"eng": ["Swiss cheese plant"], "de": []},
            distributions={}, flower={"color": None}, foliage=None,
            specifications={"growth_rate": "Rapid", "toxicity": "high",
                            "average_height": {"cm": None}},
            growth={**GROWTH, **growth},
            synonyms=[{"id": 2, "name": "Philodendron pertusum"}],
            sources=[{"id": "x", "name": "USDA", "url": "https://usda.example",
                      "licence": "public domain", "citation": None}],
            links={}, **more),
        "meta": {"images_count": 1, "last_modified": "2026-09-01"},
        "something_new": {"nested": [1, {"deep": None}]},
    }


class Trefle:
    """Trefle with one species of full growth data."""

    def __init__(self, generation: str):
        self.generation = generation
        self.name = "Monstera deliciosa"
        self.growth: dict[str, Any] = {
            "light": 6, "atmospheric_humidity": 8, "soil_humidity": 5,
            "soil_nutriments": 8,
            "minimum_temperature": {"deg_c": 10} if generation == "old"
            else {"deg_f": 50, "deg_c": 10},
            "maximum_temperature": {"deg_c": 35},
            "bloom_months": ["jun", "jul"],
        }
        self.rows = [
            row("Epipremnum pinnatum", common_name="Monstera deliciosa"),
            row(self.name, common_name="Swiss cheese plant"),
        ]
        self.headers = {
            "ETag": 'W/"abc"', "Cache-Control": "max-age=604800, private",
        }
        if generation == "new":
            self.headers |= {
                "RateLimit-Limit": "60", "RateLimit-Remaining": "12",
                "RateLimit-Reset": "1795200000",
            }

    def error(self, status: int, code: str, words: str) -> Reply:
        if self.generation == "new":
            return as_json(
                {"error": True, "code": code, "message": words,
                 "messages": words, "details": None}, status)
        key = "messages" if status == 401 else "message"
        return as_json({"error": True, key: words}, status)

    def __call__(self, request: Request) -> Reply:
        if not request.headers.get("authorization", "").startswith("Bearer "):
            return self.error(401, "unauthorized", "Invalid access token")
        if request.path == "/api/v1/plants/search":
            return as_json(
                {"data": self.rows, "links": {
                    "self": request.target, "first": request.target,
                    "last": request.target},
                 "meta": {"total": len(self.rows)}}, **self.headers)
        if request.path.startswith("/api/v1/species/"):
            if request.headers.get("if-none-match") == self.headers["ETag"]:
                return Reply(304, b"", dict(self.headers))
            slug = request.path.rsplit("/", 1)[1]
            if slug == self.name.lower().replace(" ", "-"):
                return as_json(
                    species(self.name, self.growth), **self.headers)
        return self.error(404, "not_found", "can't find record: \"x\"")
