"""Holds the schemas themselves to their word; needs no program."""

from __future__ import annotations

import copy
import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import meta

from conftest import SAMPLE
from formats import (
    EVENT_VERSIONS,
    SCHEMAS,
    cddl_problem,
    same_json,
    schema_problems,
)
from journal_reader import StoredEvent, canonical, payload_json

AT = "2026-03-01T09:00:00+01:00"
ID = bytes(range(16))
HASH = bytes(range(32))

# The fullest map of each type.
FULL: dict[str, dict[str, Any]] = {
    "plant.added": {
        "scientificName": "Monstera deliciosa",
        "commonNames": ["Swiss cheese plant"],
        "family": "Araceae",
        "genus": "Monstera",
        "category": "foliage",
        "nickname": "Monty",
        "room": ID,
        "acquiredOn": "2024-02-29",
        "source": "hybrid",
        "confidence": 0.87,
        "parent": ID,
        "tags": ["big"],
    },
    "plant.favorited": {"isFavorite": True},
    "plant.moved": {"room": ID},
    "plant.removed": {"reason": "givenAway"},
    "plant.restored": {},
    "plant.merged": {"into": ID},
    "plant.noted": {"text": "A new leaf 🌱"},
    "plant.noted.2": {"text": "Two new leaves", "replaces": HASH},
    "plant.edited": {
        "scientificName": "Monstera adansonii",
        "commonNames": ["Monkey mask"],
        "family": "Araceae",
        "genus": "Monstera",
        "category": "climber",
        "nickname": "Holey",
        "acquiredOn": "2024-02-29",
        "source": "manual",
        "confidence": 0.5,
        "parent": ID,
        "tags": [],
        "location": "balcony",
    },
    "plant.measured": {"height": 42, "spread": 30, "leaves": 0, "pot": 14},
    "plant.measured.2": {
        "heightMm": 1524, "spreadMm": 305, "leaves": 0, "potMm": 140},
    "plant.measured.3": {
        "heightMm": 1524, "spreadMm": 305, "leaves": 0, "potMm": 140,
        "health": 4},
    "fact.set": {"name": "price", "value": "12.50"},
    "plant.identified": {
        "source": "plantNetAPI",
        "confidence": 0.87,
        "topResults": [{
            "scientificName": "Monstera deliciosa",
            "commonNames": ["Swiss cheese plant"],
            "family": "Araceae",
            "confidence": 1.0}],
    },
    "plant.identified.2": {
        "source": "plantNetAPI",
        "confidence": 0.87,
        "topResults": [{"scientificName": "Monstera deliciosa"}],
        "photo": ID,
    },
    "plant.identified.3": {
        "source": "onDevice",
        "confidence": 0.87,
        "topResults": [{"scientificName": "Monstera deliciosa"}],
        "photo": ID,
        "model": "plantnet-300k-resnet18",
        "modelVersion": "2021-10",
    },
    "plant.identified.4": {
        "source": "onDevice",
        "confidence": 0.87,
        "topResults": [{"scientificName": "Monstera deliciosa"}],
        "photo": ID,
        "place": {"latitude": 52.52, "longitude": -13.40512},
        "model": "plantnet-300k-resnet18",
        "modelVersion": "2021-10",
    },
    "care.profiled": {
        "light": 10,
        "watering": {
            "intervalDays": 7,
            "seasonalIntervalDays": {"winter": 14},
            "amount": "soak"},
        "temperature": {
            "minimum": -5,
            "maximum": 35,
            "optimal": 22,
            "isFrostTolerant": True},
        "humidity": 100,
        "fertilizer": {
            "intervalDays": 30,
            "type": "balanced",
            "activeMonths": [3, 4, 5]},
        "soil": "loose",
        "growth": "slow",
        "bloom": [6, 7],
        "source": "trefle",
        "sourceURL": "https://trefle.io/api/v1/species/monstera-deliciosa",
    },
    "care.profiled.2": {
        "light": 10,
        "watering": {
            "intervalDays": 7,
            "seasonalIntervalDays": {"winter": 14},
            "amount": "soak"},
        "temperature": {
            "minimum": -5,
            "maximum": 35,
            "optimal": 22,
            "isFrostTolerant": True},
        "humidity": 100,
        "fertilizer": {
            "intervalDays": 30,
            "type": "balanced",
            "activeMonths": [3, 4, 5]},
        "soil": "loose",
        "growth": "slow",
        "bloom": [6, 7],
        "source": "openPlantbook",
        "sourceURL": "https://open.plantbook.io/api/v1/plant/detail/x/",
    },
    "schedule.set": {
        "kind": "watering",
        "intervalDays": 7,
        "seasonalIntervalDays": {"winter": 14},
        "activeMonths": [3, 4, 5],
        "amount": "250ml",
        "fertilizer": "organic",
        "time": "09:00",
        "startOn": "2026-03-08",
    },
    "schedule.cleared": {"kind": "neem-spray"},
    "task.added": {"kind": "pruning", "task": ID, "due": "2026-03-08"},
    "task.added.2": {
        "kind": "other",
        "task": ID,
        "due": "2026-03-08",
        "every": "3mo",
        "title": "Buy soil 🌱",
    },
    "task.completed.2": {
        "kind": "other",
        "task": ID,
        "due": "2026-03-08",
        "title": "Buy soil 🌱",
        "amount": "250ml",
        "batch": "selection",
    },
    "task.completed.3": {
        "kind": "other",
        "task": ID,
        "due": "2026-03-08",
        "title": "Buy soil 🌱",
        "amount": "250ml",
        "batch": "selection",
        "photo": ID,
    },
    "task.completed.4": {
        "kind": "other",
        "task": ID,
        "due": "2026-03-08",
        "title": "Buy soil 🌱",
        "amount": "250ml",
        "batch": "selection",
        "photo": ID,
        "amends": {"writer": ID, "sequence": 12, "hash": HASH},
    },
    "task.skipped.2": {
        "kind": "other",
        "task": ID,
        "due": "9999-12-31",
        "title": "Buy soil 🌱",
    },
    "task.snoozed.2": {
        "kind": "other",
        "task": ID,
        "settled": None,
        "until": "2026-03-08",
        "title": "Buy soil 🌱",
    },
    "task.completed": {
        "kind": "watering",
        "task": ID,
        "amount": "soak",
        "batch": "room Kitchen",
    },
    "task.skipped": {"kind": "watering", "task": ID, "due": "2026-03-08"},
    "task.snoozed": {
        "kind": "watering",
        "task": ID,
        "settled": "2026-03-01",
        "until": "2026-03-11",
    },
    "photo.captured": {
        "photo": ID,
        "sha256": HASH,
        "bytes": 421337,
        "width": 1536,
        "height": 2048,
        "mediaType": "image/jpeg",
        "dateSource": "fileName",
        "sourceSha256": HASH,
        "dhash": "00f8c4e2a1b3d5f7",
    },
    "photo.captured.2": {
        "photo": ID,
        "sha256": HASH,
        "bytes": 421337,
        "width": 1536,
        "height": 2048,
        "mediaType": "image/jpeg",
        "dateSource": "fileName",
        "sourceSha256": HASH,
        "dhash": "00f8c4e2a1b3d5f7",
        "thumbnailSha256": HASH,
    },
    "photo.annotated": {
        "photo": ID,
        "caption": "Das dritte Blatt",
        "isCover": True,
        "takenAt": AT,
        "isFavorite": False,
    },
    "photo.removed": {"photo": ID},
    "photo.reminderSet": {"cadence": "biweekly"},
    "room.created": {"name": "Shelf", "icon": "books", "sortOrder": 7},
    "room.edited": {"name": "Shelf", "icon": "", "sortOrder": 7},
    "room.deleted": {},
    "room.merged": {"into": ID},
    "journal.created": {"journal": ID, "timeZone": "Europe/Paris"},
    "writer.started": {"program": "plantguide 1.0.0", "previous": ID},
    "writer.named": {"writer": ID, "name": "Laptop"},
    "writer.named.2": {"writer": ID, "name": "Laptop", "person": "Anna"},
    "setting.changed": {"key": "hemisphere", "value": "southern"},
    "action.undone": {
        "writer": ID,
        "sequence": 12,
        "hash": HASH,
        "undone": True,
    },
    "action.undone.2": {
        "writer": ID,
        "sequence": 12,
        "hash": HASH,
        "plant": ID,
        "undone": True,
    },
    "payload.erased": {"writer": ID, "sequence": 12, "hash": HASH},
}

OPTIONAL = {
    "plant.noted.2": {"text", "replaces"},
    "action.undone.2": {"plant"},
    "plant.added": {
        "category", "nickname", "room", "acquiredOn", "confidence", "parent"},
    "schedule.set": {
        "seasonalIntervalDays", "activeMonths", "amount", "fertilizer", "time",
        "startOn"},
    "task.completed": {"task", "amount", "batch"},
    "task.added.2": {"every", "title"},
    "task.completed.2": {"task", "due", "title", "amount", "batch"},
    "task.completed.3": {
        "task", "due", "title", "amount", "batch", "photo"},
    "task.completed.4": {
        "task", "due", "title", "amount", "batch", "photo", "amends"},
    "task.skipped.2": {"task", "title"},
    "task.snoozed.2": {"task", "title"},
    "task.skipped": {"task"},
    "task.snoozed": {"task"},
    "writer.started": {"previous"},
    "writer.named.2": {"person"},
    "plant.edited": set(FULL["plant.edited"]),
    "plant.measured": set(FULL["plant.measured"]),
    "plant.measured.2": set(FULL["plant.measured.2"]),
    "plant.measured.3": set(FULL["plant.measured.3"]),
    "plant.identified": {"confidence"},
    "plant.identified.2": {"confidence", "photo"},
    "plant.identified.3": {"confidence", "photo", "model", "modelVersion"},
    "plant.identified.4": {
        "confidence", "photo", "place", "model", "modelVersion"},
    "care.profiled": set(FULL["care.profiled"]) - {"source"},
    "care.profiled.2": set(FULL["care.profiled.2"]) - {"source"},
    "photo.captured": {"sourceSha256", "dhash"},
    "photo.captured.2": {"sourceSha256", "dhash", "thumbnailSha256"},
    "photo.annotated": set(FULL["photo.annotated"]) - {"photo"},
    "room.edited": set(FULL["room.edited"]),
}

# Values that may not stand in a field, beside those of a wrong type.
WRONG: list[tuple[str, str, Any]] = [
    ("plant.added", "source", "guessed"),
    ("plant.added", "confidence", 1.5),
    ("plant.added", "nickname", ""),
    ("plant.added", "acquiredOn", "2026-13-01"),
    ("plant.added", "tags", [""]),
    ("plant.added", "commonNames", ["name"] * 51),
    ("plant.noted", "text", ""),
    ("plant.noted", "at", "2026-03-01T09:00:00"),
    ("plant.noted", "at", "2026-03-01T09:00:00.000Z"),
    ("plant.noted", "at", "2026-03-01T24:00:00Z"),
    ("plant.noted.2", "text", ""),
    ("plant.noted.2", "replaces", ID),
    ("task.added.2", "every", "14"),
    ("task.added.2", "every", "0d"),
    ("task.added.2", "every", "2w"),
    ("task.added.2", "title", ""),
    ("task.completed.2", "title", "x" * 201),
    ("task.completed.2", "due", "2026-13-01"),
    ("task.completed.3", "photo", HASH),
    ("task.completed.4", "amends", HASH),
    ("task.completed.4", "amends", {"writer": ID, "hash": HASH}),
    ("plant.removed", "reason", "bored"),
    ("plant.edited", "scientificName", ""),
    ("plant.edited", "scientificName", None),
    ("plant.edited", "source", None),
    ("plant.edited", "family", ""),
    ("plant.edited", "location", "cellar"),
    ("plant.measured", "height", 0),
    ("plant.measured.2", "heightMm", 0),
    ("plant.measured.2", "heightMm", 4.5),
    ("plant.measured.3", "health", 0),
    ("plant.measured.3", "health", 6),
    ("fact.set", "value", ""),
    ("fact.set", "value", 12.5),
    ("plant.measured", "leaves", -1),
    ("plant.identified", "topResults", [{"confidence": 1.0}]),
    ("plant.identified", "topResults", [{"scientificName": ""}]),
    ("plant.identified.4", "place", {"latitude": 90.5, "longitude": 0.0}),
    ("plant.identified.4", "place", {"latitude": 0.0, "longitude": -180.5}),
    ("plant.identified.4", "place", {"latitude": 52.52}),
    ("plant.identified.4", "place", "52.52, 13.405"),
    ("care.profiled", "light", 11),
    ("care.profiled", "humidity", 101),
    ("care.profiled", "watering", {"amount": "soak"}),
    ("care.profiled", "watering", {"intervalDays": 0}),
    ("care.profiled", "temperature", {"minimum": -101}),
    ("care.profiled", "temperature", {"optimal": "warm"}),
    ("care.profiled", "fertilizer", {"intervalDays": 9, "type": "chalk"}),
    ("care.profiled", "bloom", []),
    ("care.profiled", "growth", "fast"),
    ("care.profiled", "source", "hearsay"),
    ("care.profiled", "sourceURL", "x" * 2049),
    ("photo.captured", "width", 0),
    ("photo.captured", "bytes", 0),
    ("photo.captured", "sha256", ID),
    ("photo.captured", "dateSource", "guess"),
    ("photo.captured", "mediaType", ""),
    ("photo.annotated", "caption", ""),
    ("photo.annotated", "isCover", None),
    ("photo.annotated", "takenAt", "2026-03-01"),
    ("photo.reminderSet", "cadence", "daily"),
    ("room.edited", "name", ""),
    ("room.edited", "sortOrder", None),
    ("schedule.set", "kind", "Watering"),
    ("schedule.set", "intervalDays", 0),
    ("schedule.set", "intervalDays", 36501),
    ("schedule.set", "seasonalIntervalDays", {"winter": 0}),
    ("schedule.set", "activeMonths", []),
    ("schedule.set", "activeMonths", [13]),
    ("schedule.set", "amount", "much"),
    ("schedule.set", "fertilizer", "chalk"),
    ("schedule.set", "time", "24:00"),
    ("room.created", "sortOrder", -1),
    ("setting.changed", "value", 0.5),
    ("action.undone", "sequence", 0),
    ("payload.erased", "sequence", 0),
]


def full(type_name: str) -> dict[str, Any]:
    return {"at": AT, "note": "n", **copy.deepcopy(FULL[type_name])}


UUID = str(uuid.UUID(bytes=ID))
TASK = {
    "plant": UUID, "kind": "watering", "task": None, "title": None,
    "every": None, "due": "2026-11-20",
    "overdueDays": 1, "snoozedUntil": None, "snoozeCount": 0, "time": "09:00"}
DUE = TASK | {"due": "2026-11-21", "overdueDays": 0}
EXPORT: dict[str, Any] = {
    "format": "plantguide.export/1",
    "asOf": None,
    "now": "2026-11-21T12:00:00+01:00",
    "timeZone": "Europe/Paris",
    "reducerVersion": 1,
    "vector": [
        {"writer": UUID, "tips": [{"sequence": 12, "hash": HASH.hex()}]}],
    "collection": [{
        "id": UUID, "shortId": "k7q", "displayName": "Monty",
        "nickname": "Monty", "scientificName": "Monstera deliciosa",
        "commonNames": [], "family": "", "genus": "Monstera",
        "category": None, "room": UUID, "isFavorite": False, "tags": [],
        "location": "indoor", "notes": ["A new leaf 🌱"],
        "measurements": [{
            "at": AT, "heightMm": 420, "spreadMm": None, "leaves": 3,
            "potMm": None, "note": None}],
        "acquiredOn": None, "addedAt": AT,
        "source": "manual", "confidence": 1, "parent": None,
        "identification": {
            "at": AT, "source": "onDevice", "confidence": None,
            "topResults": [{
                "scientificName": "Monstera deliciosa", "commonNames": [],
                "family": None, "confidence": 0.5}]},
        "careProfile": {
            "at": AT, "light": 6,
            "watering": {
                "intervalDays": 7, "seasonalIntervalDays": {},
                "amount": None},
            "temperature": {
                "minimum": 10, "maximum": None, "optimal": None,
                "isFrostTolerant": None},
            "humidity": None,
            "fertilizer": {
                "intervalDays": 30, "type": None, "activeMonths": []},
            "soil": None, "growth": None, "bloom": [], "source": "catalogue",
            "sourceURL": None},
        "removed": {
            "reason": "died", "at": AT, "note": "Too cold.", "ageDays": 30}}],
    "rooms": [{
        "id": UUID, "name": "Kitchen", "icon": "", "sortOrder": 0,
        "isDefault": True, "plantCount": 1}],
    "schedules": [{
        "plant": UUID, "kind": "watering", "intervalDays": 7,
        "seasonalIntervalDays": {}, "activeMonths": [], "amount": None,
        "fertilizer": None, "time": None, "startOn": None, "lastDone": None,
        "nextDue": "2026-11-20"}],
    "photos": [{
        "id": UUID, "shortId": "k7q", "plant": UUID, "takenAt": AT,
        "dateSource": "original", "note": None, "isCover": True,
        "isFavorite": False, "mediaType": "image/jpeg", "width": 2048,
        "height": 1536, "bytes": 400_000, "sha256": HASH.hex()}],
    "today": {
        "date": "2026-11-21",
        "overdue": [TASK],
        "today": [{"room": UUID, "tasks": [DUE]}],
        "home": [DUE | {
            "plant": None, "kind": "other", "task": UUID, "title": "Buy soil",
            "every": "3mo"}],
        "done": [DUE | {"time": None, "at": AT}],
        "snoozed": [DUE | {
            "due": "2026-11-23", "snoozedUntil": "2026-11-23",
            "snoozeCount": 1}],
        "progress": {"done": 1, "total": 4},
        "badge": 1},
    "upcoming": [
        {"date": "2026-11-22", "tasks": [DUE | {"due": "2026-11-22"}]}],
    "statistics": {
        "totalPlants": 1, "favoriteCount": 0,
        "familyDistribution": {"unknown": 1},
        "identificationSources": {"manual": 1}, "addedThisMonth": 0,
        "upcomingTasks": 1, "overdueTasks": 1, "removedPlants": 0,
        "completedToday": 1},
    "settings": {
        "timeZone": "Europe/Paris", "hemisphere": "northern",
        "adjustForSeason": True, "groupWateringDays": False,
        "preferredTime": None, "later": 3},
}


def stored(type_name: str, fields: dict[str, Any]) -> StoredEvent:
    *_, version = f"{type_name}.1".split(".")[:3]
    header = [
        1, ID, 12, HASH, [1772352000000, 3], 1772352000250, 11, ID,
        ".".join(type_name.split(".")[:2]), int(version), HASH]
    payload = bytes(16) + canonical(fields)
    return StoredEvent(canonical([canonical(header), payload]))


def problems(type_name: str, fields: dict[str, Any]) -> list[str]:
    """What the CDDL and the JSON Schema find wrong with a payload."""
    event = stored(type_name, fields)
    found = cddl_problem(type_name, canonical(fields))
    return ([found] if found else []) + schema_problems(
        f"events/{type_name}", payload_json(event)
    )


def test_every_schema_is_a_schema() -> None:
    paths = list(SCHEMAS.rglob("*.schema.json"))
    assert len(paths) > len(EVENT_VERSIONS)
    for path in paths:
        meta.validate(_read(path))


def test_every_reference_leads_somewhere() -> None:
    for path in SCHEMAS.rglob("*.schema.json"):
        for node in _objects(_read(path)):
            if isinstance(reference := node.get("$ref"), str):
                assert _leads_somewhere(path, reference), (path, reference)


def _leads_somewhere(path: Path, reference: str) -> bool:
    file, _, pointer = reference.partition("#")
    target = path.parent / file if file else path
    if not target.exists():
        return False
    place = _read(target)
    for step in filter(None, pointer.split("/")):
        if step not in place:
            return False
        place = place[step]
    return True


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_samples_are_there_for_every_type() -> None:
    assert sorted(FULL) == EVENT_VERSIONS


@pytest.mark.parametrize("type_name", EVENT_VERSIONS)
def test_full_and_least_payloads_are_accepted(type_name: str) -> None:
    fields = full(type_name)
    assert not problems(type_name, fields)
    for optional in OPTIONAL.get(type_name, set()) | {"note"}:
        del fields[optional]
    assert not problems(type_name, fields)


@pytest.mark.parametrize("type_name", EVENT_VERSIONS)
def test_fields_of_later_versions_are_accepted(type_name: str) -> None:
    later = {"later": [b"\xff", {"x": None}], "sooner": 1.5}
    assert not problems(type_name, full(type_name) | later)


@pytest.mark.parametrize("type_name", EVENT_VERSIONS)
def test_a_missing_field_is_refused(type_name: str) -> None:
    spare = OPTIONAL.get(type_name, set()) | {"note"}
    for field in full(type_name).keys() - spare:
        fields = full(type_name)
        del fields[field]
        event = stored(type_name, fields)
        assert cddl_problem(type_name, canonical(fields)), field
        assert schema_problems(f"events/{type_name}", payload_json(event))


@pytest.mark.parametrize("type_name", EVENT_VERSIONS)
def test_a_field_of_a_wrong_type_is_refused(type_name: str) -> None:
    for field in full(type_name):
        assert problems(type_name, full(type_name) | {field: [[]]}), field


@pytest.mark.parametrize(("type_name", "field", "value"), WRONG)
def test_a_wrong_value_is_refused(
    type_name: str, field: str, value: Any
) -> None:
    assert problems(type_name, full(type_name) | {field: value})


@pytest.mark.parametrize(
    ("type_name", "field"),
    [("plant.moved", "room"), ("task.snoozed", "settled"),
     ("setting.changed", "value"), ("writer.named", "name"),
     ("writer.named.2", "name"),
     ("plant.edited", "commonNames"), ("plant.edited", "family"),
     ("plant.edited", "genus"), ("plant.edited", "tags"),
     ("plant.edited", "category"), ("plant.edited", "nickname"),
     ("plant.edited", "acquiredOn"), ("plant.edited", "confidence"),
     ("plant.edited", "parent"), ("plant.edited", "location"),
     ("photo.annotated", "caption")],
)
def test_null_is_accepted_where_it_means_something(
    type_name: str, field: str
) -> None:
    assert not problems(type_name, full(type_name) | {field: None})


def test_ids_and_hashes_have_their_length() -> None:
    assert problems("plant.moved", full("plant.moved") | {"room": ID[1:]})
    undone = full("action.undone")
    assert problems("action.undone", undone | {"hash": HASH[1:]})


@pytest.mark.parametrize(
    ("place", "value"),
    [(0, 2), (1, ID[1:]), (2, 0), (3, HASH[1:]), (4, [2**47, 0]),
     (4, [0, 2**16]), (4, [0]), (5, -1), (5, 253402300800000), (6, 0),
     (7, None), (8, b"plant.added"), (9, 0),
     (10, b"")],
)
def test_a_wrong_header_is_refused(place: int, value: Any) -> None:
    header = stored("plant.restored", {"at": AT}).header
    assert cddl_problem("event-header", canonical(header)) is None
    header[place] = value
    assert cddl_problem("event-header", canonical(header))


def test_an_event_is_a_header_and_a_payload_or_null() -> None:
    header = stored("plant.restored", {"at": AT}).header_bytes
    assert cddl_problem("event", canonical([header, bytes(17)])) is None
    assert cddl_problem("event", canonical([header, b""])) is None
    assert cddl_problem("event", canonical([header, None])) is None
    assert cddl_problem("event", canonical([header, "text"]))
    assert cddl_problem("event", canonical([header]))
    assert cddl_problem("event", canonical([None, None]))


def test_json_form_names_ids_hashes_and_unknown_bytes() -> None:
    fields = full("action.undone") | {"later": b"\xff\xfe", "whole": 1.0}
    form = payload_json(stored("action.undone", fields))
    assert form is not None
    assert form["writer"] == str(uuid.UUID(bytes=ID))
    assert form["hash"] == HASH.hex()
    assert form["later"] == "__4"
    assert same_json(form["whole"], 1)


def test_comparing_documents_tells_numbers_from_truth() -> None:
    assert same_json({"a": 1.0, "b": []}, {"b": [], "a": 1})
    assert not same_json(1, True)
    assert not same_json({"a": None}, {})


def test_sample_journal_is_input_for_append() -> None:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 5000
    for number, line in enumerate(lines, start=1):
        found = schema_problems("append-line", json.loads(line))
        assert not found, f"line {number}: {found}"


@pytest.mark.parametrize(
    "line",
    [
        {"type": "plant.painted", "plant": "Monty"},
        {"type": "plant.restored"},
        {"type": "plant.restored", "plant": "Monty", "color": "red"},
        {"type": "plant.added", "plant": "Monty"},
        {"type": "plant.noted", "plant": "Monty", "text": "x", "at": "today"},
        {"type": "room.created", "icon": "books"},
        {"type": "setting.changed", "key": "hemisphere", "value": "eastern"},
        {"type": "setting.changed", "key": "colour", "value": "red"},
        {"type": "action.undone", "undone": True},
        {"type": "payload.erased", "sequence": 1},
        {"type": "plant.edited", "plant": "Monty"},
        {"type": "plant.edited", "plant": "Monty", "room": "Kitchen"},
        {"type": "plant.measured", "plant": "Monty", "note": "none"},
        {"type": "care.profiled", "plant": "Monty", "source": "manual",
         "temperature": {"hot": 40}},
        {"type": "room.edited", "room": "Shelf"},
    ],
)
def test_append_line_refuses(line: dict[str, Any]) -> None:
    assert schema_problems("append-line", line)


@pytest.mark.parametrize(
    "line",
    [
        {"type": "plant.added", "scientificName": "Hedera helix"},
        {"type": "plant.moved", "plant": "Monty", "room": None},
        {"type": "task.added", "plant": "Monty", "kind": "photo",
         "due": "2026-03-08"},
        {"type": "task.snoozed", "plant": "Monty", "kind": "watering",
         "until": "2026-03-18", "recordedAt": "2026-03-14T10:00:00.5Z"},
        {"type": "schedule.set", "plant": "Monty", "kind": "fertilizing",
         "intervalDays": 30, "fertilizer": "organic"},
        {"type": "room.created", "room": "Shelf", "action": "a"},
        {"type": "plant.edited", "plant": "Monty", "nickname": None,
         "parent": "Mother"},
        {"type": "plant.measured", "plant": "Monty", "leaves": 0},
        {"type": "plant.identified", "plant": "Monty", "source": "onDevice",
         "place": {"latitude": 52, "longitude": 13.405},
         "topResults": [{"scientificName": "Hedera helix"}]},
        {"type": "care.profiled", "plant": "Monty", "source": "manual",
         "temperature": {"minimum": -5}},
        {"type": "room.edited", "room": "Shelf", "icon": ""},
        {"type": "writer.named", "name": "Laptop"},
        {"type": "setting.changed", "key": "timeZone", "value": None},
    ],
)
def test_append_line_accepts(line: dict[str, Any]) -> None:
    assert not schema_problems("append-line", line)


def test_history_line_checks_the_payload_of_its_type() -> None:
    line = {
        "header": {
            "version": 1, "writer": str(uuid.UUID(bytes=ID)), "sequence": 1,
            "previous": "0" * 64, "stamp": [1, 0],
            "recorded": "2026-03-01T08:00:00Z", "action": 1,
            "stream": str(uuid.UUID(bytes=ID)), "type": "plant.favorited",
            "schema": 1, "payloadHash": "0" * 64},
        "hash": "0" * 64,
        "undone": False,
        "payload": {"at": AT, "isFavorite": True},
    }
    assert not schema_problems("history-line", line)
    assert not schema_problems("history-line", line | {"payload": None})
    wrong = {"at": AT, "isFavorite": 1}
    assert schema_problems("history-line", line | {"payload": wrong})
    line["header"]["type"] = "plant.painted"
    assert not schema_problems("history-line", line | {"payload": wrong})


def test_export_is_accepted_as_designed() -> None:
    assert not schema_problems("projections/export", EXPORT)
    without_names = schema_problems("projections/today", EXPORT["today"])
    assert without_names and all(
        problem.endswith("is a required property")
        for problem in without_names)
    assert not schema_problems("projections/stats", EXPORT["statistics"])


def test_every_name_of_an_export_is_checked() -> None:
    for place in _objects(EXPORT):
        for field in place.keys() - {"unknown", "manual", "later"}:
            value = place.pop(field)
            assert schema_problems("projections/export", EXPORT), field
            place[field] = value
    assert not schema_problems("projections/export", EXPORT)


def _objects(document: Any) -> list[dict[str, Any]]:
    """Every object within a document, itself included."""
    inner = document.values() if isinstance(document, dict) else document
    found = [document] if isinstance(document, dict) else []
    for value in inner:
        if isinstance(value, (dict, list)):
            found += _objects(value)
    return found


def test_a_misspelt_name_of_an_export_is_refused() -> None:
    for place in _objects(EXPORT):
        if place is EXPORT["settings"] or "manual" in place:
            continue
        place["misspelt"] = "x"
        assert schema_problems("projections/export", EXPORT), list(place)
        del place["misspelt"]


def test_write_result_is_accepted_as_designed() -> None:
    position = {"writer": UUID, "sequence": 12, "hash": HASH.hex()}
    result = {
        "actions": [position | {"shortId": "7c1e-12"}],
        "made": [
            {"type": "plant", "id": UUID, "shortId": "k7q", "name": "Monty"},
            {"type": "task", "id": UUID}],
        "undo": "plantguide undo 7c1e-12",
        "lines": ["added Monty (k7q)"],
    }
    assert not schema_problems("projections/write-result", result)
    nothing = {
        "dryRun": True, "actions": [], "made": [], "undo": None, "lines": []}
    assert not schema_problems("projections/write-result", nothing)
    assert schema_problems("projections/write-result", result | {"undo": "no"})


def test_log_verify_is_not_ok_with_problems() -> None:
    problem = {
        "writer": UUID, "sequence": 3, "hash": HASH.hex(), "problem": "torn"}
    bad = {"events": 5, "ok": False, "problems": [problem]}
    assert not schema_problems("projections/log-verify", bad)
    assert schema_problems("projections/log-verify", bad | {"ok": True})
    assert schema_problems("projections/log-verify", bad | {"problems": []})
