"""The schemas, ready to check with."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pycddl
from jsonschema_rs import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "schemas"
CDDL = (SCHEMAS / "event.cddl").read_text(encoding="utf-8")

# The types, and those of further versions: "plant.noted", "plant.noted.2".
EVENT_VERSIONS = sorted(
    path.name.removesuffix(".schema.json")
    for path in (SCHEMAS / "events").glob("*.*.schema.json")
    if not path.name.startswith("header.")
)
# The last of each type; numbers of one digit are sorted as texts are.
NEWEST_VERSIONS = {
    ".".join(name.split(".")[:2]): name for name in EVENT_VERSIONS
}.values()


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator for `schemas/<name>.schema.json`."""
    path = SCHEMAS / f"{name}.schema.json"
    return Draft202012Validator(
        {"$ref": path.as_uri()}, validate_formats=True
    )


def schema_problems(name: str, document: Any) -> list[str]:
    """What a schema finds wrong with a document."""
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}"
        for error in validator(name).iter_errors(document)
    ]


@cache
def _cddl(rule: str) -> pycddl.Schema:
    # The first rule of a text is the one that is checked.
    return pycddl.Schema(f"checked = {rule}\n{CDDL}")


def cddl_problem(rule: str, data: bytes) -> str | None:
    """What a rule of `event.cddl` finds wrong with bytes."""
    try:
        _cddl(rule).validate_cbor(data)
    except pycddl.ValidationError as error:
        return f"{rule}: {error}"
    return None


def same_json(left: Any, right: Any) -> bool:
    """Whether two documents are equal, `true` and 1 held apart."""
    return _comparable(left) == _comparable(right)


def _comparable(document: Any) -> str:
    # One form for 1 and 1.0, as JSON has one kind of number.
    text = json.dumps(document)
    whole = json.loads(text, parse_float=lambda digits: _number(float(digits)))
    return json.dumps(whole, sort_keys=True)


def _number(value: float) -> float | int:
    return int(value) if value.is_integer() else value
