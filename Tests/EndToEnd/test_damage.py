"""Journals that are damaged or too new: an error, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from program import (
    DAMAGED,
    DONE,
    NEWER,
    NOTHING,
    READS,
    SAMPLE,
    WRITES,
    Home,
    bytes_kept,
    check_bytes,
)
from sealed import meta, set_meta, siphash

LINES = 400


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What commands that read standard input get."""
    home = Home(tmp_path_factory.mktemp("other") / "home")
    home.do("add", "Ficus lyrata", "--name", "Fig")
    return {
        "append": b'{"type":"plant.noted","plant":"Monty","text":"tall"}\n',
        "import": home.events(),
    }


@pytest.fixture
def whole(tmp_path: Path) -> Home:
    """The first months of the sample."""
    home = Home(tmp_path / "whole")
    lines = SAMPLE.read_bytes().splitlines(keepends=True)[:LINES]
    home.do("append", "--as-recorded", text=b"".join(lines))
    return home


def test_siphash_is_that_of_its_paper() -> None:
    key = bytes(range(16))
    assert siphash(bytes(range(15)), key).hex() == "e545be4961ca29a1"


@pytest.mark.parametrize("arguments", READS + WRITES, ids=" ".join)
def test_a_newer_format_is_left_alone(
    home: Home, arguments: list[str], inputs: dict[str, bytes]
) -> None:
    content = meta(home.path)
    set_meta(home.path, [2, "not yet known"])
    with bytes_kept(home.data_file):
        result = home.run(*arguments, text=inputs.get(arguments[0], b""))
    assert result.code == NEWER, str(result)
    assert "format 2" in result.message and "hint:" in result.message
    set_meta(home.path, content)
    home.verify()


def test_other_folds_are_made_anew(home: Home) -> None:
    before = home.export()
    version, reducer, *rest = meta(home.path)
    set_meta(home.path, [version, reducer + 1, *rest])
    assert home.export() == before
    assert meta(home.path)[1] == reducer


@pytest.mark.parametrize("share", [0.0, 0.01, 0.03, 0.2, 0.6, 0.95])
def test_a_truncated_file_is_an_error_or_shows_the_same(
    whole: Home, share: float, inputs: dict[str, bytes]
) -> None:
    right = {tuple(read): whole.do(*read).output for read in READS}
    data = whole.data_file.read_bytes()
    cut = data[: int(len(data) * share) // 512 * 512]
    for arguments in READS + WRITES:
        whole.data_file.write_bytes(cut)
        result = whole.run(*arguments, text=inputs.get(arguments[0], b""))
        if result.code == DONE:
            assert right.get(tuple(arguments)) in (None, result.output)
            continue
        assert result.code == DAMAGED, str(result)
        assert result.message.startswith("plantguide: error: "), str(result)
        assert "backup" in result.message, str(result)
        check_bytes(whole.data_file, cut, result)


def test_a_missing_file_is_no_new_journal(
    home: Home, inputs: dict[str, bytes]
) -> None:
    home.data_file.unlink()
    for arguments in READS + WRITES:
        result = home.run(*arguments, text=inputs.get(arguments[0], b""))
        assert result.code == DAMAGED, str(result)
        assert "data.mdb" in result.message
    assert not home.data_file.exists()


def test_a_file_of_something_else_is_refused(
    home: Home, inputs: dict[str, bytes]
) -> None:
    home.data_file.write_bytes(b"certainly no database " * 4096)
    for arguments in READS + WRITES:
        with bytes_kept(home.data_file):
            result = home.run(*arguments, text=inputs.get(arguments[0], b""))
        assert result.code == DAMAGED, str(result)
        assert "backup" in result.message, str(result)


def test_flipped_bits_never_crash_and_events_never_lie(
    whole: Home,
    seed: int,
    part: int,
    is_long: bool,
    inputs: dict[str, bytes],
) -> None:
    """Whatever bit flips: a documented exit, an unchanged file where a
    command fails, and from what reads events a right answer or none.

    The short campaign asks a third of what is not read of the log itself.
    """
    chance = random.Random(f"{seed} {part}")
    right = {tuple(read): whole.do(*read).output for read in READS}
    of_events = [read for read in READS if is_of_events(read)]
    others = [read for read in READS if not is_of_events(read)]
    data = whole.data_file.read_bytes()
    totals: Counter[str] = Counter()
    lies = []
    for _ in range(50):
        offset, bit = chance.randrange(len(data)), chance.randrange(8)
        flipped = bytearray(data)
        flipped[offset] ^= 1 << bit
        whole.data_file.write_bytes(flipped)
        verified = whole.run("log", "verify").code == DONE
        asked = others if is_long else chance.sample(others, len(others) // 3)
        for read in of_events + asked:
            result = whole.run(*read)
            check_bytes(whole.data_file, flipped, result)
            if result.code == NOTHING and "Monty" in read:
                # The bit was in a key of the index of names.
                totals["the name was lost"] += 1
            elif result.code != DONE:
                assert result.code == DAMAGED, (
                    f"bit {bit} at {offset}: {result}"
                )
                totals["refused"] += 1
            elif result.output == right[tuple(read)]:
                totals["right"] += 1
            elif not verified:
                totals["other output, reported by log verify"] += 1
            else:
                totals["other output"] += 1
                lies.append((read, offset, bit))
        write = chance.choice(WRITES)
        result = whole.run(*write, text=inputs.get(write[0], b""))
        if result.code != DONE:
            check_bytes(whole.data_file, flipped, result)
    print(dict(totals))
    # What is folded is derived: until 'log rebuild', a key that flips can hide
    # an entry or a name. What is read of the log itself never lies.
    print(lies)
    assert not [lie for lie in lies if is_of_events(lie[0])]


def is_of_events(read: list[str]) -> bool:
    """Whether what is read stands in the log itself."""
    return " ".join(read).startswith(("history --json", "log "))
