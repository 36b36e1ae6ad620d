"""The lines of the table: each limit, and what was measured against it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from processes import ProcessFailed, Samples

# What the limits on whole processes allow beside the C programs.
ALLOWED_MORE = 1e-3
# A few page faults down a deeper tree pass; one pass over a million events
# takes a hundred times as long even in C.
SAME_COST = 0.5e-3
# A person who typed a tab waits for it.
COMPLETION = 3e-3
# Of ten thousand plants, with their notes.
COLLECTION_SEARCH = 100e-3
# Memory may differ by what a heap rounds to.
SAME_MEMORY = 1.25
# The schedules of one plant, and their tasks of 30 days.
SCHEDULES = 10e-6


@dataclass
class Row:
    """A line of the table. `holds` is None where nothing was measured."""

    work: str
    limit: str
    measured: str
    least: str
    holds: bool | None
    limited_by: str


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def duration(seconds: float) -> str:
    return milliseconds(seconds) if seconds < 0.1 else f"{seconds:.2f} s"


def rate(events_per_second: float) -> str:
    return f"{events_per_second / 1e6:.3g} million/s"


def missing_row(work: str, limit: str, error: ProcessFailed) -> Row:
    said = f"not measured ({error})".replace("|", "\\|")
    return Row(work, limit, said, "", None, "")


def read_row(work: str, limit: str, empty: Samples, read: Samples) -> Row:
    more = read.median - empty.median
    return Row(
        work,
        limit,
        f"{milliseconds(read.median)}, {milliseconds(more)} more",
        f"{milliseconds(empty.median)} (empty)",
        more <= ALLOWED_MORE,
        "starting, opening the journal, writing the lines",
    )


def completion_row(
    work: str, limit: str, empty: Samples, completion: Samples
) -> Row:
    ratio = completion.median / empty.median
    return Row(
        work,
        limit,
        f"{milliseconds(completion.median)}, {ratio:.2f} × empty",
        f"{milliseconds(empty.median)} (empty)",
        completion.median < COMPLETION,
        "starting, opening the journal, reading the plants found",
    )


def collection_search_row(work: str, limit: str, found: Samples) -> Row:
    return Row(
        work,
        limit,
        milliseconds(found.median),
        "",
        found.median < COLLECTION_SEARCH,
        "reading plants and notes, comparing their words",
    )


def append_row(
    work: str, limit: str, empty: Samples, commit: Samples, append: Samples
) -> Row:
    more = append.median - empty.median - commit.median
    return Row(
        work,
        limit,
        f"{milliseconds(append.median)}, {milliseconds(more)} more",
        f"{milliseconds(empty.median)} (empty) + "
        f"{milliseconds(commit.median)} (commit)",
        more <= ALLOWED_MORE,
        "LMDB's two flushes, then starting and opening",
    )


def same_cost_row(work: str, limit: str, short: Samples, long: Samples) -> Row:
    more = long.median - short.median
    return Row(
        work,
        limit,
        f"{milliseconds(short.median)}, then {milliseconds(long.median)}",
        "",
        more <= SAME_COST,
        "a deeper tree",
    )


def rate_row(least: float, limited_by: str) -> Callable[..., Row]:
    """Makes a row for at least so many events a second."""

    def row(work: str, limit: str, scan: Samples, taken: Samples) -> Row:
        return Row(
            work,
            limit,
            f"{rate(taken.rate)} ({duration(taken.median)})",
            f"{rate(scan.rate)} (scan)",
            taken.rate >= least,
            limited_by,
        )

    return row


def verify_row(work: str, limit: str, hashes: Samples, verify: Samples) -> Row:
    ratio = verify.median / hashes.median
    return Row(
        work,
        limit,
        f"{ratio:.2f} × ({duration(verify.median)}, {rate(verify.rate)})",
        f"{duration(hashes.median)} (hash)",
        ratio <= 1.3,
        "BLAKE2b, then decoding headers",
    )


def bulk_row(work: str, limit: str, put: Samples, append: Samples) -> Row:
    ratio = append.median / put.median
    return Row(
        work,
        limit,
        f"{ratio:.2f} × ({duration(append.median)}, {rate(append.rate)})",
        f"{duration(put.median)} (put)",
        ratio <= 8,
        "two hashes an event, the streams index, the projections",
    )


def receive_row(
    work: str, limit: str, append: Samples, receive: Samples
) -> Row:
    ratio = receive.median / append.median
    return Row(
        work,
        limit,
        f"{ratio:.2f} × ({duration(receive.median)}, {rate(receive.rate)})",
        "",
        ratio <= 2,
        "checking hashes and chains, then what bulk append does",
    )


def schedules_row(work: str, limit: str, taken: Samples) -> Row:
    each = 1 / taken.rate
    return Row(
        work,
        limit,
        f"{each * 1e6:.2f} µs a plant ({duration(taken.median)})",
        "",
        each < SCHEDULES,
        "what days are those of months and seasons",
    )


def memory_row(work: str, limit: str, *samples: Samples) -> Row:
    peaks = [taken.peak_kib for taken in samples]
    shown = "; ".join(
        f"{taken.name.partition(', ')[2]}: {taken.peak_kib / 1024:.1f} MiB"
        for taken in samples
    )
    return Row(
        work,
        limit,
        shown,
        "",
        peaks[-1] <= SAME_MEMORY * peaks[-2],
        "folded plants, LMDB's dirty pages; not the map",
    )
