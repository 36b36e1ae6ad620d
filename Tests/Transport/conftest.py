"""What tests of the transport share."""

from __future__ import annotations

import random

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--campaign",
        choices=["short", "long"],
        default="short",
        help="long: with the engines that take long to start",
    )
    parser.addoption(
        "--seed", type=int, default=20261123, help="the seed of the tests"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # What takes longest begins first.
    items.sort(key=lambda item: "-s3]" not in item.nodeid)


@pytest.fixture
def chance(pytestconfig: pytest.Config) -> random.Random:
    seed = pytestconfig.getoption("--seed")
    print(f"seed {seed}")
    return random.Random(seed)
