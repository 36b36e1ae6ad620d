"""Servers to ask, and the length of the campaigns."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "EndToEnd"), str(TESTS / "Sync")]

from program import NOW, SAMPLE, Home
from server import Server


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--campaign",
        choices=["short", "long"],
        default="short",
        help="how many malformed requests are made",
    )
    parser.addoption(
        "--seed", type=int, default=20261122, help="the seed of the campaigns"
    )


@pytest.fixture(scope="session")
def is_long(pytestconfig: pytest.Config) -> bool:
    return pytestconfig.getoption("--campaign") == "long"


@pytest.fixture
def chance(pytestconfig: pytest.Config) -> random.Random:
    """Chance, whose seed is in the output of a test that fails."""
    seed = pytestconfig.getoption("--seed")
    print(f"seed {seed}")
    return random.Random(seed)


@pytest.fixture(scope="session")
def kept_sample(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The sample journal; to be copied, never to be written."""
    home = Home(tmp_path_factory.mktemp("sample") / "home")
    home.do("append", "--as-recorded", text=SAMPLE.read_bytes(), now=NOW)
    return home


@pytest.fixture
def sample(kept_sample: Home, tmp_path: Path) -> Home:
    """The sample journal, for this test alone."""
    return kept_sample.copy(tmp_path / "sample")


@pytest.fixture
def empty(tmp_path: Path) -> Home:
    """A home in which nothing was ever written."""
    home = Home(tmp_path / "empty")
    home.path.mkdir(mode=0o700)
    return home


@pytest.fixture
def server(sample: Home) -> Iterator[Server]:
    """A server of the sample journal, and a device that may do all there."""
    with Server(sample.path) as server:
        yield server
        server.stop()
