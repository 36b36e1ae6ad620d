"""How many journals are played, and which."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--journals", type=int, default=1_000,
        help="how many random journals are played, over all zones",
    )
    parser.addoption(
        "--years", type=int, default=1, help="how many keepers' years are played"
    )
    parser.addoption(
        "--seed", type=int, default=0, help="the seed of the first journal"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A year takes longest, so it begins first."""
    items.sort(key=lambda item: item.path.name != "test_year.py")
