"""What the tests of sync share: seeds, and the independent readers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]

# The program as a process on a home, and the schemas.
sys.path[:0] = [str(TESTS / "EndToEnd"), str(TESTS / "Formats")]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seeds", type=int, default=40, help="how many random runs are made"
    )
    parser.addoption(
        "--seed", type=int, default=20261123, help="the seed of the first run"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        first = metafunc.config.getoption("--seed")
        count = metafunc.config.getoption("--seeds")
        metafunc.parametrize("seed", range(first, first + count))
