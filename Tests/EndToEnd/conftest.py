"""Homes to run the program on, and the length of the campaigns."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from campaign import COMMANDS, Stage, some
from program import NOW, SAMPLE, START, Home


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--campaign",
        choices=["short", "long"],
        default="short",
        help="how many kills and bit flips the campaigns make",
    )
    parser.addoption(
        "--seed", type=int, default=20261122, help="the seed of the campaigns"
    )
    parser.addoption(
        "--lines",
        type=int,
        default=2_000,
        help="how many random command lines are run",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parts of a campaign, each with chance of its own, to be run side by
    side."""
    if "part" in metafunc.fixturenames:
        is_long = metafunc.config.getoption("--campaign") == "long"
        metafunc.parametrize("part", range(60 if is_long else 6))
    if "half" in metafunc.fixturenames:
        is_long = metafunc.config.getoption("--campaign") == "long"
        metafunc.parametrize("half", range(2 if is_long else 1))
    if "writing" in metafunc.fixturenames:
        chosen = COMMANDS
        if metafunc.config.getoption("--campaign") != "long":
            chance = random.Random(metafunc.config.getoption("--seed"))
            chosen = some(chance, COMMANDS, 12)
        metafunc.parametrize("writing", chosen, ids=str)


@pytest.fixture(scope="session")
def is_long(pytestconfig: pytest.Config) -> bool:
    return pytestconfig.getoption("--campaign") == "long"


@pytest.fixture
def seed(pytestconfig: pytest.Config) -> int:
    """The seed of a campaign, in the output of a test that fails."""
    seed = pytestconfig.getoption("--seed")
    print(f"seed {seed}")
    return seed


@pytest.fixture
def chance(seed: int) -> random.Random:
    return random.Random(seed)


@pytest.fixture
def empty(tmp_path: Path) -> Home:
    """A home in which nothing was ever written."""
    return Home(tmp_path / "empty")


@pytest.fixture(scope="session")
def kept_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The home of most tests; to be copied, never to be written."""
    home = Home(tmp_path_factory.mktemp("kept") / "home")
    home.do(
        "add",
        "Monstera deliciosa",
        # Its only schedule is its own: most tests count tasks.
        "--as-typed",
        "--common",
        "Swiss Cheese Plant",
        "--family",
        "Araceae",
        "--name",
        "Monty",
        "--room",
        "Kitchen",
        "--every",
        "7d",
        now=START,
    )
    home.do(
        "add",
        "Ocimum basilicum",
        "--as-typed",
        "--common",
        "Sweet Basil",
        "--family",
        "Lamiaceae",
        "--name",
        "Basil",
        "--every",
        "2d",
        now="2026-03-01T09:05:00+01:00",
    )
    home.do("water", "Monty", now="2026-03-08T18:20:00+01:00")
    return home


@pytest.fixture
def home(kept_home: Home, tmp_path: Path) -> Home:
    """Monty in the kitchen and Basil in no room, both with schedules."""
    return kept_home.twin(tmp_path / "home")


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


@pytest.fixture(scope="session")
def stage(
    kept_home: Home, tmp_path_factory: pytest.TempPathFactory
) -> Stage:
    """What the campaigns run their commands on."""
    return Stage.make(tmp_path_factory.mktemp("stage"), kept_home)
