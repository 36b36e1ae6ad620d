"""The lines of the table: each limit, and what was measured against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from processes import Samples

# The limits on whole processes allow this much beside the C programs.
ALLOWED_MORE = 1e-3
# A few more page faults pass, down a deeper tree. One pass over the events
# that the longer journal has more takes a hundred times as long even in C.
SAME_COST = 0.5e-3


@dataclass
class Row:
    """A line of the table: a limit and what was measured against it."""

    work: str
    limit: str
    measured: str
    least: str
    holds: bool | None
    """None where there is nothing to hold."""
    limited_by: str


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def duration(seconds: float) -> str:
    return milliseconds(seconds) if seconds < 0.1 else f"{seconds:.2f} s"


def rate(events_per_second: float) -> str:
    return f"{events_per_second / 1e6:.2f} million/s"


def missing(work: str, limit: str, samples: Sequence[Samples]) -> Row | None:
    """The row that says what could not be measured; None if all was."""
    for taken in samples:
        if taken.error:
            said = f"not measured ({taken.error})".replace("|", "\\|")
            return Row(work, limit, said, "", None, "")
    return None


def read_row(work: str, limit: str, empty: Samples, read: Samples) -> Row:
    more = read.median - empty.median
    return Row(
        work, limit, f"{milliseconds(read.median)}, {milliseconds(more)} more",
        f"{milliseconds(empty.median)} (empty)", more <= 1e-3,
        "starting, opening the journal, formatting what is shown",
    )


def append_row(
    work: str, limit: str, empty: Samples, commit: Samples, append: Samples
) -> Row:
    least = empty.median + commit.median
    more = append.median - least
    return Row(
        work, limit,
        f"{milliseconds(append.median)}, {milliseconds(more)} more",
        f"{milliseconds(empty.median)} (empty) + "
        f"{milliseconds(commit.median)} (commit)",
        more <= 1e-3, "LMDB's two flushes, then starting and opening",
    )


def same_cost_row(
    work: str, limit: str, short: Samples, long: Samples
) -> Row:
    more = long.median - short.median
    return Row(
        work, limit,
        f"{milliseconds(short.median)}, then {milliseconds(long.median)}: "
        f"{more * 1e3:+.2f} ms",
        "", more <= SAME_COST, "a deeper tree, and as many lines",
    )


def bulk_row(work: str, limit: str, put: Samples, append: Samples) -> Row:
    ratio = append.median / put.median
    return Row(
        work, limit,
        f"{ratio:.1f} × ({duration(append.median)}, {rate(append.rate)})",
        f"{duration(put.median)} (put)", ratio <= 8,
        "three hashes an event, the streams index, and the projections",
    )


def receive_row(
    work: str, limit: str, append: Samples, receive: Samples
) -> Row:
    ratio = receive.median / append.median
    return Row(
        work, limit,
        f"{ratio:.2f} × ({duration(receive.median)}, {rate(receive.rate)})",
        "", ratio <= 2, "checking each chain, then what bulk append does",
    )


def verify_row(work: str, limit: str, hashes: Samples, verify: Samples) -> Row:
    ratio = verify.median / hashes.median
    return Row(
        work, limit,
        f"{ratio:.2f} × ({duration(verify.median)}, {rate(verify.rate)})",
        f"{duration(hashes.median)} (hash)", ratio <= 1.3,
        "BLAKE2b, then decoding headers",
    )


def rate_row(least: float, limited_by: str) -> Callable[..., Row]:
    def row(work: str, limit: str, scan: Samples, taken: Samples) -> Row:
        return Row(
            work, limit, f"{rate(taken.rate)} ({duration(taken.median)})",
            f"{rate(scan.rate)} (scan)", taken.rate >= least, limited_by,
        )

    return row
