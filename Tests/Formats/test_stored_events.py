"""Holds the bytes in LMDB against the format, without the program's help."""

from __future__ import annotations

import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from conftest import Home
from formats import (
    EVENT_VERSIONS,
    NEWEST_VERSIONS,
    cddl_problem,
    same_json,
    schema_problems,
)
from journal_reader import (
    FIRST_PREVIOUS,
    JOURNAL_STREAM,
    SALT_BYTES,
    Journal,
    StoredEvent,
    canonical,
    digest,
    history_json,
    maps_within,
)

JOURNAL_TYPES = {
    "journal.created",
    "writer.started",
    "writer.named",
    "setting.changed",
    "action.undone",
    "payload.erased",
}


def name(event: StoredEvent) -> str:
    """How a failure calls an event."""
    return f"{event.type} {event.writer.hex()[:4]}-{event.sequence}"


def failing(journal: Journal, is_right) -> list[str]:
    return [name(event) for event in journal.events if not is_right(event)]


def test_events_match_the_cddl(journal: Journal) -> None:
    problems = []
    for event in journal.events:
        problems.append(cddl_problem("event", event.data))
        problems.append(cddl_problem("event-header", event.header_bytes))
        if event.map_bytes is not None and event.version in EVENT_VERSIONS:
            problems.append(cddl_problem(event.version, event.map_bytes))
    assert not list(filter(None, problems))


def test_program_writes_known_types_of_the_newest_version(
    journal: Journal,
) -> None:
    # Of tasks the first that can say it, for programs that know no other.
    since: dict[str, list[set[str]]] = {
        "task.added": [{"title", "every"}],
        "task.completed": [{"title", "due"}, {"photo"}, {"amends"}],
        "task.skipped": [{"title"}],
        "task.snoozed": [{"title"}],
        "photo.captured": [{"thumbnailSha256"}],
        "plant.identified": [
            {"photo"}, {"model", "modelVersion"}, {"place"}],
        "plant.measured": [
            {"heightMm", "spreadMm", "leaves", "potMm", "health"}, {"health"}],
    }

    def is_as_it_should(event: StoredEvent) -> bool:
        if event.type == "care.profiled" and event.map is not None:
            is_new = event.map["source"] == "openPlantbook"
            return event.schema == (2 if is_new else 1)
        fields = since.get(event.type)
        if fields is None or event.map is None:
            return event.version in NEWEST_VERSIONS
        found = [
            version for version, added in enumerate(fields, start=2)
            if added & event.map.keys()]
        return event.schema == max(found, default=1)

    assert not failing(journal, is_as_it_should)


def test_bytes_are_deterministic_cbor(journal: Journal) -> None:
    def is_deterministic(event: StoredEvent) -> bool:
        return (
            canonical([event.header_bytes, event.payload_bytes]) == event.data
            and canonical(event.header) == event.header_bytes
            and (event.map is None or canonical(event.map) == event.map_bytes)
        )

    assert not failing(journal, is_deterministic)


def test_map_keys_are_texts_in_order_of_their_bytes(journal: Journal) -> None:
    def is_ordered(event: StoredEvent) -> bool:
        return all(
            all(isinstance(key, str) for key in fields)
            and list(fields) == sorted(fields, key=canonical)
            for fields in maps_within(event.map)
        )

    assert not failing(journal, is_ordered)


def test_log_keys_say_writer_sequence_and_hash(journal: Journal) -> None:
    wrong = [
        key.hex()
        for key, data in journal.log.items()
        if StoredEvent(data).log_key != key
    ]
    assert not wrong


def test_payloads_have_the_hash_that_the_header_says(journal: Journal) -> None:
    assert not failing(
        journal,
        lambda event: event.payload_bytes is None
        or digest(event.payload_bytes) == event.payload_hash,
    )


def test_salts_are_never_used_twice(journal: Journal) -> None:
    salts = Counter(event.salt for event in journal.events if event.salt)
    assert all(len(salt) == SALT_BYTES for salt in salts)
    assert max(salts.values()) == 1


def test_sequences_have_no_gaps(journal: Journal) -> None:
    for writer, chain in journal.chains.items():
        sequences = [event.sequence for event in chain]
        assert sequences == list(range(1, len(chain) + 1)), writer.hex()


def test_chains_hold(journal: Journal) -> None:
    for chain in journal.chains.values():
        expected = FIRST_PREVIOUS
        for event in chain:
            assert event.previous == expected, name(event)
            expected = event.hash


def test_stamps_rise_within_a_writer(journal: Journal) -> None:
    for chain in journal.chains.values():
        for before, after in pairwise(chain):
            assert before.stamp < after.stamp, name(after)


def test_stamps_are_not_below_the_clock(journal: Journal) -> None:
    assert not failing(
        journal, lambda event: event.stamp[0] >= event.recorded
    )


def test_actions_are_runs_named_by_their_first_event(journal: Journal) -> None:
    for chain in journal.chains.values():
        assert chain[0].action == 1
        for before, after in pairwise(chain):
            assert after.action in (before.action, after.sequence), name(after)


def test_events_lie_in_a_stream_of_their_kind(journal: Journal) -> None:
    assert not failing(
        journal,
        lambda event: (event.stream == JOURNAL_STREAM)
        == (event.type in JOURNAL_TYPES),
    )


def test_journal_begins_with_an_action_of_its_own(journal: Journal) -> None:
    beginning = [
        event for event in journal.events if event.action == 1
    ]
    types = {event.type for event in beginning}
    assert types == {"writer.started", "journal.created"}
    assert len(beginning) == 2


def test_streams_index_has_one_entry_for_each_event(journal: Journal) -> None:
    expected = {
        event.stream_key: journal.action_start(event).hash[:8]
        for event in journal.events
    }
    assert journal.streams == expected


def test_undone_actions_exist(journal: Journal) -> None:
    starts = {
        event.hash
        for event in journal.events
        if event.action == event.sequence
    }
    assert journal.undone <= starts


def test_small_journal_has_an_undone_watering(small_home: Home) -> None:
    journal = small_home.journal()
    undone = [event for event in journal.events if journal.is_undone(event)]
    assert [event.type for event in undone] == ["task.completed"]


def test_history_says_what_the_bytes_say(home: Home, journal: Journal) -> None:
    lines = home.lines("history", "--json", "--reverse")
    assert len(lines) == len(journal.events)
    for event, line in zip(journal.events, lines, strict=True):
        expected = history_json(journal, event)
        assert same_json(line, expected), f"{name(event)}: {line}"


def test_history_matches_its_schemas(home: Home) -> None:
    for line in home.lines("history", "--json", "--reverse"):
        assert not schema_problems("history-line", line), line["header"]


# What is erased


@pytest.fixture
def erased_home(small_home: Home, tmp_path: Path) -> Home:
    """A copy of the small journal in which a note and a name were erased."""
    home = Home(tmp_path / "erased")
    shutil.copytree(small_home.path, home.path)
    (note,) = home.lines("history", "--json", "--type", "plant.noted")
    named = home.lines("history", "--json", "--type", "writer.named")
    for line in [note, *named]:
        header = line["header"]
        answer = home.json(
            "erase", f"{header['writer'][:4]}-{header['sequence']}",
            "--single", "--yes",
        )
        assert not schema_problems("projections/erase", answer)
    return home


def test_payloads_are_null_exactly_where_they_are_erased(
    erased_home: Home, small_home: Home
) -> None:
    journal, before = erased_home.journal(), small_home.journal()
    erased = {
        (event.map["writer"], event.map["sequence"], event.map["hash"])
        for event in journal.events
        if event.type == "payload.erased" and event.map is not None
    }
    assert len(erased) == 2
    nulls = {
        (event.writer, event.sequence, event.hash)
        for event in journal.events
        if event.payload_bytes is None
    }
    assert nulls == erased
    # Headers stay, and with them chains, types and times.
    hashes = [event.hash for event in before.events]
    assert [event.hash for event in journal.events][: len(hashes)] == hashes
    for event, line in zip(
        journal.events,
        erased_home.lines("history", "--json", "--reverse"),
        strict=True,
    ):
        assert not schema_problems("history-line", line), line["header"]
        assert (line["payload"] is None) == (event.payload_bytes is None)


def test_no_byte_of_what_is_erased_is_in_the_data_file(
    erased_home: Home, small_home: Home
) -> None:
    canary = "A new leaf 🌱".encode()
    assert canary in (small_home.path / "lmdb" / "data.mdb").read_bytes()
    assert canary not in (erased_home.path / "lmdb" / "data.mdb").read_bytes()
