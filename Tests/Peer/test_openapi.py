"""The server held to `schemas/openapi.yaml`, by schemathesis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cbor2
import jsonschema_rs
import pytest
import schemathesis
import yaml
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS, load_all_checks

from program import Home
from server import ROOT, Server

load_all_checks()


def checks(*names: str) -> list[Any]:
    """The checks of these names."""
    return [
        check
        for check in CHECKS.get_all()
        if getattr(check, "__name__", "") in names
    ]


# Ids and hashes have a length, which a format of texts cannot say.
EXCLUDED = checks("positive_data_acceptance")
# What was wrong may be all that was put right.
EXCLUDED_OF_MENDED = EXCLUDED + checks("negative_data_rejection")


def as_bytes(value: Any) -> Any:
    """What schemathesis made of a schema, with byte strings for `binary`."""
    match value:
        case list():
            return [as_bytes(item) for item in value]
        case dict():
            return {str(key): as_bytes(item) for key, item in value.items()}
        case None | bool() | int() | float() | str() | bytes():
            return value
        case _:
            return bytes(getattr(value, "data", b""))


def as_text(value: Any) -> Any:
    """What the server has answered, with texts for byte strings."""
    match value:
        case list():
            return [as_text(item) for item in value]
        case bytes():
            return value.decode("latin-1")
        case _:
            return value


@schemathesis.serializer("application/cbor")
def serialize(context: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else cbor2.dumps(as_bytes(value))


@schemathesis.deserializer("application/cbor")
def deserialize(context: Any, response: Any) -> Any:
    return as_text(cbor2.loads(response.content))


@pytest.fixture(scope="module")
def described(
    kept_sample: Home, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    home = kept_sample.copy(tmp_path_factory.mktemp("described") / "home")
    with Server(home.path) as server:
        yield server
        server.stop()


DESCRIPTION = yaml.safe_load((ROOT / "schemas" / "openapi.yaml").read_text())


def loosened(value: Any) -> Any:
    """The description without `prefixItems`, which schemathesis 4.32 turns
    into a form that it then refuses: any item may be any of them."""
    match value:
        case list():
            return [loosened(item) for item in value]
        case {"prefixItems": places, **rest}:
            return loosened(rest | {"items": {"anyOf": places}})
        case dict():
            return {name: loosened(item) for name, item in value.items()}
        case _:
            return value


def check_exactly(case: schemathesis.Case, response: Any) -> None:
    """What `loosened` lost."""
    if not response.content:
        return
    answers = DESCRIPTION["paths"][case.operation.path][case.method.lower()]
    answer = answers["responses"][str(response.status_code)]
    if "$ref" in answer:
        name = answer["$ref"].rpartition("/")[2]
        answer = DESCRIPTION["components"]["responses"][name]
    if "application/cbor" not in answer["content"]:
        return
    expected = answer["content"]["application/cbor"]["schema"]
    jsonschema_rs.validate(
        expected | {"components": DESCRIPTION["components"]},
        as_text(cbor2.loads(response.content)),
    )


schema = schemathesis.openapi.from_dict(loosened(DESCRIPTION))


@schema.parametrize()
@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_the_server_is_as_described(
    case: schemathesis.Case, described: Server
) -> None:
    # Half of them name the journal that is there.
    excluded = EXCLUDED
    if "journal" in (case.path_parameters or {}) and len(case.id) % 2 == 0:
        case.path_parameters["journal"] = described.journal()
        excluded = EXCLUDED_OF_MENDED
    response = case.call_and_validate(
        base_url=f"http://{described.host}:{described.port}",
        headers={"Authorization": f"Bearer {described.secret}"},
        excluded_checks=excluded,
    )
    if case.method.lower() in DESCRIPTION["paths"][case.operation.path]:
        check_exactly(case, response)
