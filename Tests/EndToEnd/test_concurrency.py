"""Processes that write at the same time."""

from __future__ import annotations

import fcntl
import signal
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import pytest

from program import NOW, Home, hashes_of, json_lines

PROCESSES = 16
ROUNDS = 6
NOTES = 20


def notes(label: str) -> bytes:
    """Two actions, of many events and of one."""
    lines = [
        {
            "type": "plant.noted",
            "plant": "Monty",
            "text": f"{label}/{index}",
            "action": label,
        }
        for index in range(NOTES)
    ]
    last = {"type": "plant.noted", "plant": "Monty", "text": f"{label}/alone"}
    return json_lines([*lines, last])


def test_no_action_is_lost_torn_or_interleaved(home: Home) -> None:
    labels = [
        f"{one}.{two}" for one in range(PROCESSES) for two in range(ROUNDS)
    ]
    with ThreadPoolExecutor(PROCESSES) as pool:
        answers = list(
            pool.map(
                lambda label: home.json("append", text=notes(label)), labels
            )
        )
    home.verify()
    assert all(len(answer["actions"]) == 2 for answer in answers)
    assert set().union(*map(hashes_of, answers)) <= home.hashes()

    actions = defaultdict(list)
    sequences = defaultdict(list)
    for event in home.history():
        header = event["header"]
        sequences[header["writer"]].append(header["sequence"])
        if header["type"] == "plant.noted":
            key = header["writer"], header["action"]
            actions[key].append((header["sequence"], event["payload"]["text"]))
    for writer, found in sequences.items():
        assert found == list(range(1, len(found) + 1)), writer
    wholes = []
    for (_, first), events in actions.items():
        assert [sequence for sequence, _ in events] == list(
            range(first, first + len(events))
        )
        wholes.append([text for _, text in events])
    expected = [
        whole
        for label in labels
        for whole in (
            [f"{label}/{index}" for index in range(NOTES)],
            [f"{label}/alone"],
        )
    ]
    assert sorted(wholes) == sorted(expected)


def test_many_first_actions_make_one_journal(empty: Home) -> None:
    names = [f"Plant {index}" for index in range(12)]
    with ThreadPoolExecutor(len(names)) as pool:
        list(
            pool.map(
                lambda name: empty.do("add", "Ficus", "--name", name), names
            )
        )
    empty.verify()
    assert {plant["nickname"] for plant in empty.export()["collection"]} == set(
        names
    )
    created = empty.history("--type", "journal.created")
    assert len(created) == 1


def test_only_one_of_many_gets_a_nickname(empty: Home) -> None:
    with ThreadPoolExecutor(8) as pool:
        results = list(
            pool.map(
                lambda _: empty.run("add", "Ficus", "--name", "Fig"), range(8)
            )
        )
    assert sorted(result.code for result in results) == [0] + [2] * 7
    assert len(empty.export()["collection"]) == 1


def test_readers_see_whole_actions_while_others_write(home: Home) -> None:
    def write(label: str) -> None:
        home.do("append", text=notes(label))

    def count(_: int) -> int:
        texts = [
            event["payload"]["text"]
            for event in home.history("--type", "plant.noted")
        ]
        return sum(not text.endswith("/alone") for text in texts)

    with ThreadPoolExecutor(8) as pool:
        writes = [pool.submit(write, str(index)) for index in range(30)]
        counts = list(pool.map(count, range(60)))
        for done in writes:
            done.result()
    assert all(found % NOTES == 0 for found in counts), counts
    assert home.export(now=NOW)["format"] == "plantguide.export/1"


@pytest.mark.parametrize("is_blocked", [False, True], ids=["", "blocked"])
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["words", "json"])
def test_who_waits_for_a_stopped_program_says_so(
    home: Home, form: tuple[str, ...], is_blocked: bool
) -> None:
    def block() -> None:
        if is_blocked:
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])

    with home.data_file.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        waiting = home.start("note", "Monty", "late", *form, preexec_fn=block)
        assert waiting.stderr is not None
        told = waiting.stderr.readline()
        assert waiting.poll() is None
        assert b"waiting for another program" in told
        assert told.startswith(b"{") == bool(form)
        fcntl.flock(file, fcntl.LOCK_UN)
        assert waiting.wait() == 0, waiting.stderr.read()
    assert home.history("Monty")[-1]["payload"]["text"] == "late"


@pytest.mark.parametrize("command", [["today"], ["note", "Monty", "late"]])
def test_who_waits_for_one_that_opens_the_files_says_so(
    home: Home, command: list[str]
) -> None:
    """LMDB's lock, which the first who opens its files has for a moment."""
    with (home.path / "lmdb" / "lock.mdb").open("r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX, 1)
        waiting = home.start(*command)
        assert waiting.stderr is not None
        told = waiting.stderr.readline()
        assert waiting.poll() is None
        assert b"waiting for another program" in told
        fcntl.lockf(file, fcntl.LOCK_UN, 1)
        assert waiting.wait() == 0, waiting.stderr.read()
