"""Homes with something to be reminded of."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "EndToEnd"), str(TESTS / "Transport")]

from program import Home

# Long before the moment of all runs, so that everything is due by then.
LONG_AGO = "2026-11-01T09:00:00+01:00"
CANARY = "c4nary-53cret"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--campaign", choices=["short", "long"], default="short",
        help="long: with what takes long",
    )
    parser.addoption(
        "--seed", type=int, default=0, help="what the long campaign begins with"
    )


def add(home: Home, name: str, every: str = "7d") -> None:
    home.do(
        "add", "Monstera deliciosa", "--name", name, "--as-typed",
        "--every", every, now=LONG_AGO,
    )


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home whose one plant needs water."""
    home = Home(tmp_path / "home")
    add(home, "Monty")
    return home


@pytest.fixture
def secret_file(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_text(CANARY + "\n")
    path.chmod(0o600)
    return path
