"""The lines of the table: each limit, and what was measured against it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from processes import ProcessFailed, Samples

# A few page faults down a deeper tree pass; one pass over a million events
# takes a hundred times as long even in C.
SAME_COST = 0.5e-3
# Of whatever reads or writes a log of any length, in KiB.
MEMORY = 100e6 / 1024
# The schedules of one plant, and their tasks of 30 days.
SCHEDULES = 10e-6
# On the disk, for each event, projections included.
DISK = 300


@dataclass
class Row:
    """A line of the table. `holds` is None where nothing was measured."""

    work: str
    limit: str
    measured: str
    least: str
    holds: bool | None
    limited_by: str


@dataclass(frozen=True)
class Limit:
    """A limit as it is written, and what makes a row of the samples."""

    text: str
    row: Callable[..., Row]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def duration(seconds: float) -> str:
    return milliseconds(seconds) if seconds < 0.1 else f"{seconds:.2f} s"


def rate(events_per_second: float) -> str:
    return f"{events_per_second / 1e6:.3g} million/s"


def missing_row(work: str, limit: str, error: ProcessFailed) -> Row:
    said = f"not measured ({error})".replace("|", "\\|")
    return Row(work, limit, said, "", None, "")


def at_most(most: float, least: str, limited_by: str) -> Limit:
    """No more than so many times what the programs before it take together;
    `least` names them."""

    def row(work: str, *samples: Samples) -> Row:
        *bases, taken = samples
        ratio = taken.median / sum(base.median for base in bases)
        measured = f"{ratio:.2f} × ({duration(taken.median)}"
        if taken.report:
            measured += f", {rate(taken.rate)}"
        return Row(
            work,
            limit,
            measured + ")",
            " + ".join(
                f"{duration(base.median)} ({base.name.removeprefix('C ')})"
                for base in bases
            ),
            ratio <= most,
            limited_by,
        )

    limit = f"≤ {most:g} × {least}"
    return Limit(limit, row)


def at_least_times(times: float, limited_by: str) -> Limit:
    """So many times faster than the peer on the same work."""

    def row(work: str, taken: Samples, peer: Samples) -> Row:
        ratio = peer.median / taken.median
        return Row(
            work,
            limit,
            f"{ratio:.2f} × as fast ({duration(taken.median)})",
            f"{duration(peer.median)} ({peer.name})",
            ratio >= times,
            limited_by,
        )

    limit = f"≥ {times:g} × as fast"
    return Limit(limit, row)


def at_least(least: float, limited_by: str) -> Limit:
    """At least so many events a second."""

    def row(work: str, scan: Samples, taken: Samples) -> Row:
        return Row(
            work,
            limit,
            f"{rate(taken.rate)} ({duration(taken.median)})",
            f"{rate(scan.rate)} (scan)",
            taken.rate >= least,
            limited_by,
        )

    limit = f"≥ {rate(least)}"
    return Limit(limit, row)


def same_cost() -> Limit:
    """On a long journal what it takes on a short one."""

    def row(work: str, short: Samples, long: Samples) -> Row:
        return Row(
            work,
            limit,
            f"{duration(short.median)}, then {duration(long.median)}",
            "",
            long.median - short.median <= SAME_COST,
            "a deeper tree",
        )

    limit = f"the same, give or take {duration(SAME_COST)}"
    return Limit(limit, row)


def schedules() -> Limit:
    def row(work: str, taken: Samples) -> Row:
        each = 1 / taken.rate
        return Row(
            work,
            limit,
            f"{each * 1e6:.2f} µs a plant ({duration(taken.median)})",
            "",
            each < SCHEDULES,
            "what days are those of months and seasons",
        )

    limit = f"under {SCHEDULES * 1e6:.0f} µs"
    return Limit(limit, row)


def messages(count: int) -> Limit:
    """Messages to one server, each sent and recorded after the one before."""

    def row(work: str, taken: Samples) -> Row:
        each = taken.median / count if count else 0
        return Row(
            work,
            limit,
            f"{count} in {duration(taken.median)}, "
            f"10 in {duration(10 * each)}",
            "",
            0 < 10 * each < 1,
            "a durable record of each before the next",
        )

    limit = "10 in under a second"
    return Limit(limit, row)


def memory() -> Limit:
    def row(work: str, *samples: Samples) -> Row:
        shown = "; ".join(
            f"{taken.name.partition(', ')[2]}: {taken.peak_kib / 1024:.1f} MiB"
            for taken in samples
        )
        return Row(
            work,
            limit,
            shown,
            "",
            all(taken.peak_kib <= MEMORY for taken in samples),
            "folded plants, LMDB's dirty pages; not the map",
        )

    limit = "under 100 MB, whatever the log's length"
    return Limit(limit, row)


def growth() -> Limit:
    """What an event costs, and the memory that all of them take."""

    def row(work: str, *samples: Samples) -> Row:
        shown = "; ".join(
            f"{taken.name}: {1e6 / taken.rate:.2f} µs an event, "
            f"{taken.peak_kib / 1024:.0f} MiB"
            for taken in samples
        )
        # Bulk append is one transaction, which holds what it changed.
        is_bounded = all(taken.peak_kib <= MEMORY for taken in samples)
        return Row(
            work,
            limit,
            shown,
            "",
            is_bounded,
            "deeper trees, pages that the system's cache no longer holds",
        )

    limit = "under 100 MB, whatever the log's length"
    return Limit(limit, row)


def disk_row(label: str, size: int, events: int, event_bytes: int) -> Row:
    each = size / events
    return Row(
        f"the disk, {label}",
        f"≤ {DISK} bytes an event",
        f"{each:.0f} bytes an event",
        f"{event_bytes} bytes (the event)",
        each <= DISK,
        "keys, the index of streams, pages that are not full",
    )
