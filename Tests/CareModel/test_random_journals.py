"""The program and the model show the same for random journals."""

from __future__ import annotations

import pytest

from generator import ZONES
from player import disagreement

# So that all processes that test have something to do to the end.
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("zone", ZONES)
def test_program_and_model_agree(
    zone: str, part: int, pytestconfig: pytest.Config
) -> None:
    journals = pytestconfig.getoption("--journals")
    first = pytestconfig.getoption("--seed")
    count = -(-journals // len(ZONES))
    seeds = range(first + part, first + count, PARTS)
    found = [disagreement(zone, seed) for seed in seeds]
    differences = [text for text in found if text]
    assert not differences, (
        f"{len(differences)} of {len(seeds)} journals differ:\n"
        + "\n".join(differences[:5])
    )
