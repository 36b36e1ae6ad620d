"""Segments that somebody makes up so that others get nothing from a folder."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from program import NOW, Home
from segment import NO_HASH, Event, make_event, make_segment
from test_program import HOUR, NOW_MILLISECONDS, lines

COUNT = 70


def note(
    chance: random.Random, writer: bytes, before: Event | None, text: str
) -> Event:
    sequence = before.sequence + 1 if before else 1
    return make_event(
        writer=writer, sequence=sequence,
        previous=before.hash if before else NO_HASH,
        stamp=(NOW_MILLISECONDS + sequence, 0), recorded=NOW_MILLISECONDS,
        action=sequence, stream=chance.randbytes(16), type="plant.noted",
        fields={"at": NOW, "text": text}, salt=chance.randbytes(16))


@pytest.fixture
def shared(tmp_path: Path) -> tuple[Home, Path]:
    """A home that has erased what it said, and its folder."""
    home, folder = Home(tmp_path / "home"), tmp_path / "stick"
    home.do("add", "Ficus", "--name", "Monty", "--every", "7d", "--yes")
    home.do("note", "Monty", "To be erased")
    home.do("remote", "add", "stick", str(folder))
    home.do("sync")
    home.do("water", "Monty")
    home.do("erase", "--plant", "Monty", "--notes", "--yes")
    home.do("sync", "--compact")
    return home, folder


@pytest.mark.parametrize("length", [1, 3])
def test_made_up_segments_hold_nothing_back(
    shared: tuple[Home, Path], tmp_path: Path, length: int
) -> None:
    """Texts without their payloads, which nothing erased, of writers whom
    nobody knows; and what follows them."""
    home, folder = shared
    chance = random.Random(7)
    [path] = folder.glob("v1/*")
    for _ in range(COUNT):
        # They come before everybody else.
        writer, last = bytes(4) + chance.randbytes(12), None
        for number in range(length):
            last = note(chance, writer, last, f"{number}")
            event = last if number else last.erased
            made = make_segment(bytes.fromhex(path.name), [event])
            place = folder / made.name(HOUR)
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(made.data)
    joining = Home(tmp_path / "joining")
    joining.do("remote", "add", "stick", str(folder))
    (outcome,) = joining.synced()["remotes"]
    assert lines(joining) == lines(home)
    assert len(outcome["refused"]) == COUNT
    told = {
        refusal["name"] for refusal in outcome["refused"]
        if "nothing says that it was erased" in refusal["reason"]
    }
    assert len(told) == COUNT
    # It goes on so, both ways.
    joining.do("water", "Monty", "--yes")
    joining.synced()
    home.synced()
    assert lines(home) == lines(joining)
    joining.verify()
