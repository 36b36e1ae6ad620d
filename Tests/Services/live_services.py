"""The real services, where the keys are in the environment: `make live`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from program import Home

KEYS = ["PLANTGUIDE_TREFLE_KEY", "PLANTGUIDE_PLANTNET_KEY",
        "PLANTGUIDE_OPENPLANTBOOK_KEY"]


def live(tmp_path: Path, key: str) -> Home:
    if not os.environ.get(key):
        pytest.skip(f"{key} is not set")
    return Home(tmp_path / "home", {key: os.environ[key]})


@pytest.mark.parametrize("key", KEYS)
def test_the_key_is_accepted(tmp_path: Path, key: str) -> None:
    home = live(tmp_path, key)
    home.do("services", "test", key.split("_")[1].lower(), now=None)


@pytest.mark.parametrize("name", ["sorbus aucuparia", "monstera deliciosa"])
def test_trefle_knows_a_species(tmp_path: Path, name: str) -> None:
    home = live(tmp_path, KEYS[0])
    document = home.json("species", name, "--online", now=None)
    assert document["online"]["scientificName"].lower() == name
    # The second time, nothing is asked.
    home.extra.clear()  # type: ignore[attr-defined]
    home.do("species", name, "--online", now=None)


def test_open_plantbook_knows_a_house_plant(tmp_path: Path) -> None:
    home = live(tmp_path, KEYS[2])
    document = home.json("species", "monstera deliciosa", "--online", now=None)
    assert document["online"]["service"] == "openplantbook"
    assert document["online"]["ranges"]
