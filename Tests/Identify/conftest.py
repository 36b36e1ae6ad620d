"""What tests of identification share."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from identify_program import PROGRAM, ROOT

# The program under test, and photos.
sys.path += [
    str(ROOT / "Tests" / name) for name in ("EndToEnd", "Formats", "Photo")]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--campaign", choices=["short", "long"], default="short",
        help="long: a hundred times as many changed networks")
    parser.addoption(
        "--seed", type=int, default=20261129, help="the seed of the tests")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not Path(PROGRAM).exists():
        missing = pytest.mark.skip(
            reason="plantguide-identify is not built, as OpenCV is missing")
        for item in items:
            item.add_marker(missing)


@pytest.fixture
def is_long(pytestconfig: pytest.Config) -> bool:
    return pytestconfig.getoption("--campaign") == "long"


@pytest.fixture
def seed(pytestconfig: pytest.Config) -> int:
    seed = pytestconfig.getoption("--seed")
    print(f"seed {seed}")
    return seed
