"""The program and the model show the same for random journals."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest

from generator import ZONES
from player import disagreement


@pytest.mark.parametrize("zone", ZONES)
def test_program_and_model_agree(
    zone: str, pytestconfig: pytest.Config
) -> None:
    journals = pytestconfig.getoption("--journals")
    first = pytestconfig.getoption("--seed")
    count = -(-journals // len(ZONES))
    seeds = range(first, first + count)
    with ProcessPoolExecutor(2) as pool:
        found = pool.map(partial(disagreement, zone), seeds, chunksize=4)
        differences = [text for text in found if text]
    assert not differences, (
        f"{len(differences)} of {count} journals differ:\n"
        + "\n".join(differences[:5])
    )
