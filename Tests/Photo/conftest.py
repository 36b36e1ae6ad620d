"""What tests of photos share."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--campaign",
        choices=["short", "long"],
        default="short",
        help="long: a hundred times as many changed pictures",
    )
    parser.addoption(
        "--seed", type=int, default=20261123, help="the seed of the tests"
    )


@pytest.fixture
def is_long(pytestconfig: pytest.Config) -> bool:
    return pytestconfig.getoption("--campaign") == "long"


@pytest.fixture
def seed(pytestconfig: pytest.Config) -> int:
    seed = pytestconfig.getoption("--seed")
    print(f"seed {seed}")
    return seed
