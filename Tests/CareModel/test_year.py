"""A year of a keeper, day by day, as the model has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from keeper import DAYS, Household


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    first = metafunc.config.getoption("--seed")
    count = metafunc.config.getoption("--years")
    metafunc.parametrize("seed", range(first, first + count))


def test_today_is_the_models_on_each_day(seed: int, tmp_path: Path) -> None:
    household = Household(seed, tmp_path)
    household.year()
    # The year was one with all that belongs to it.
    assert household.commands > 5 * DAYS
    assert household.refused > 5
    assert household.logs["sitter"].events
    assert household.log.undoings
