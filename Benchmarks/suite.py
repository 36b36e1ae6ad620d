"""What is measured: the programs, and the journals they work on."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import rows
from processes import ProcessFailed, Report, Runner, Samples, Work
from rows import Limit, Row

SEED = 20261121
# What people look at: a screen of lines, and the most that one scrolls through.
SCREEN_LINES, SHOWN_LINES = 60, 200

# Odd, so that a median is a run that happened.
SHORT_ROUNDS = 51
LONG_ROUNDS = 5

STARTING = "starting, opening the journal, writing the lines"


@dataclass(frozen=True)
class Journal:
    """A generated journal."""

    label: str
    home: Path
    events: int
    plants: int
    bytes_per_event: int

    @property
    def lmdb(self) -> str:
        return str(self.home / "lmdb")


class Suite:
    """Runs the programs and gathers the rows of the table.

    The C programs are looked for in one folder and PlantGuide's in another;
    whatever is written goes below `folder`.
    """

    def __init__(self, c_programs: Path, binaries: Path, folder: Path):
        self.rows: list[Row] = []
        self.samples: list[Samples] = []
        self._c_programs = c_programs
        self._plantguide = str(binaries / "plantguide")
        self._bench = str(binaries / "plantguide-bench")
        self._folder = folder
        self._runner = Runner(folder)

    def generate(self, label: str, events: int, plants: int) -> Journal:
        """Makes a journal to measure on."""
        home = self._folder / f"journal-{events}"
        self._runner.run(self._generation(home, events, plants))
        log = self._report(self._c("scan", str(home / "lmdb")))
        return Journal(label, home, events, plants, log.bytes // log.events)

    @property
    def has_failures(self) -> bool:
        """Whether a program failed at what it knows."""
        errors = (taken.error for taken in self.samples)
        return any(error and not error.is_usage for error in errors)

    # Commands, as whole processes

    def reads(self, journals: Sequence[Journal]) -> None:
        """`today`, `show` and `list` against an empty program."""
        works = [self._c("empty", reports=False)]
        for journal in journals:
            works += self._read_works(journal)
        empty, *reads = self._measure(works, SHORT_ROUNDS)
        for read in reads:
            is_screen = int(read.name.rpartition(" ")[2]) <= SCREEN_LINES
            limit = rows.at_most(2 if is_screen else 3.5, "empty", STARTING)
            self._add(read.name, limit, [empty, read])
        self._add_same_cost(reads, journals)

    def _read_works(self, journal: Journal) -> list[Work]:
        return [
            *self._today(journal, SCREEN_LINES),
            self._counted(journal, "show", self._plant_name(journal)),
            *self._today(journal, SHOWN_LINES),
            self._counted(journal, "list", "--limit", str(SHOWN_LINES)),
        ]

    def _today(self, journal: Journal, most: int) -> list[Work]:
        """`today` on the last day with no more lines than that, if the journal
        has one."""
        day = last_day(lambda day: self._lines_today(journal, day), most)
        if day is None:
            return []
        return [self._counted(journal, "today", "--now", noon(day))]

    def _counted(self, journal: Journal, *arguments: str) -> Work:
        """A command whose name says how many lines it shows."""
        work = self._cli(journal, *arguments)
        work.name += f", lines: {self._lines(work)}"
        return work

    def _lines_today(self, journal: Journal, day: date) -> int:
        return self._lines(self._cli(journal, "today", "--now", noon(day)))

    def _lines(self, work: Work) -> int:
        return len(self._output(work).splitlines())

    def _plant_name(self, journal: Journal) -> str:
        """A name that only one plant has."""
        work = self._cli(journal, "list", "--limit", str(SHOWN_LINES), "--json")
        output = self._output(work)
        plants = json.loads(output)["plants"] if output else []
        names = [plant["nickname"] or plant["shortId"] for plant in plants]
        return names[0] if names else "nobody"

    def _output(self, work: Work) -> str:
        """What a command prints; nothing where it fails, as measuring it
        will then say."""
        try:
            return self._runner.output(work)
        except ProcessFailed:
            return ""

    def reminders(self, journal: Journal) -> None:
        """`remind` without anything to say and `status` against `today`, and
        messages to a server on this machine."""
        day = last_day(
            lambda day: self._lines_today(journal, day), SCREEN_LINES)
        if day is None:
            return
        home = self._folder / "reminding"
        shutil.copytree(journal.home, home)
        own = replace(journal, home=home)
        now = ["--now", noon(day)]
        self._output(self._cli(own, "channel", "add", "command:/bin/true"))
        self._output(self._cli(own, "remind", *now))
        today, *others = self._measure(
            [self._cli(own, name, *now) for name in ("today", "remind", "status")],
            SHORT_ROUNDS,
        )
        for other in others:
            limit = rows.at_most(1.5, "today", "reading the open tasks")
            self._add(other.name, limit, [today, other])
        self._output(self._cli(own, "channel", "remove", "command"))
        self._output(self._cli(own, "settings", "set", "reminderForm", "single"))
        with message_server() as (address, received):
            self._output(self._cli(own, "channel", "add", address))
            work = self._cli(own, "remind", *now)
            work.prepare = lambda: (home / "reminders.json").unlink(True)
            (taken,) = self._measure([work], LONG_ROUNDS)
            # A first round is not counted.
            count = len(received) // (len(taken.seconds) + 1)
        self._add("messages to a webhook", rows.messages(count), [taken])
        remove(home)

    def completions(self, journal: Journal) -> None:
        """What a shell asks for while a plant's name is typed: by no letter,
        by some, and by the whole name, whose index has all plants."""
        works = [self._c("empty", reports=False)]
        for typed in ["", "Plant 12", self._plant_name(journal)]:
            work = self._cli(journal, "complete", "zsh", "--", "show", typed)
            work.name = f"complete '{typed}' of {journal.plants} plants"
            work.name += f", found: {self._lines(work)}"
            works.append(work)
        empty, *completions = self._measure(works, SHORT_ROUNDS)
        limit = rows.at_most(3.5, "empty", STARTING)
        for completion in completions:
            self._add(completion.name, limit, [empty, completion])

    def searches(self, journal: Journal) -> None:
        """Plants found by words: by a name, by a note, and with typing
        errors, for which every text of every plant is looked at."""
        works = [self._c("empty", reports=False)]
        for words in ["plant 1234", "soil dry", "soli leaff"]:
            limit = ["--limit", str(SHOWN_LINES)]
            work = self._cli(journal, "list", words, *limit)
            work.name = f"list {words} of {journal.plants} plants"
            work.name += f", lines: {self._lines(work)}"
            works.append(work)
        empty, *searches = self._measure(works, SHORT_ROUNDS)
        limit = rows.at_most(
            60, "empty", "reading plants and notes, comparing their words"
        )
        for found in searches:
            self._add(found.name, limit, [empty, found])

    def appends(self, journals: Sequence[Journal]) -> None:
        """One durable event from the command line. Lengthens the journals."""
        directory = self._folder / "commit"
        directory.mkdir()
        size = str(journals[-1].bytes_per_event)
        works = [
            self._c("empty", reports=False),
            self._c("commit", str(directory), size),
        ]
        for journal in journals:
            name = self._plant_name(journal)
            works.append(self._cli(journal, "water", name))
        empty, commit, *appends = self._measure(works, SHORT_ROUNDS)
        limit = rows.at_most(
            2,
            "(empty + commit)",
            "LMDB's two flushes, then starting and opening",
        )
        for append in appends:
            self._add(append.name, limit, [empty, commit, append])
        self._add_same_cost(appends, journals)

    def _add_same_cost(
        self, commands: Sequence[Samples], journals: Sequence[Journal]
    ) -> None:
        """Holds the commands on the longer journal against the shorter."""
        if len(journals) < 2:
            return
        last = {
            taken.name.partition(",")[0]: taken
            for taken in commands
            if journals[1].label in taken.name
        }
        for short in commands:
            name = short.name.partition(",")[0]
            long = last.get(name)
            if not long or journals[0].label not in short.name:
                continue
            self._add(
                f"{name}: {journals[0].label}, then {journals[1].label}",
                rows.same_cost(),
                [short, long],
            )

    # The whole log, in one process

    def whole_log(self, journal: Journal) -> None:
        """What reads every event."""
        rebuild = self._swift("rebuild", journal)
        rebuild.prepare = os.sync
        samples = self._measure(
            [
                self._c("scan", journal.lmdb),
                self._c("hash", journal.lmdb),
                rebuild,
                self._swift("verify", journal),
                self._swift("export-events", journal),
                self._swift("history-json", journal),
            ],
            LONG_ROUNDS,
        )
        scan, hashes, rebuilt, verified, exported, history = samples
        for work, least, taken, limited_by in [
            ("rebuild", 1.5e6, rebuilt, "decoding and folding each event"),
            ("export events", 1e6, exported, "decoding, and writing JSON"),
            ("history --json", 5e5, history, "decoding, and writing JSON"),
        ]:
            self._add(work, rows.at_least(least, limited_by), [scan, taken])
        verify = rows.at_most(1.3, "hash", "BLAKE2b, then decoding headers")
        self._add("log verify", verify, [hashes, verified])

    def schedules(self, plants: int) -> None:
        """From what is known of a species to its tasks of 30 days."""
        work = Work(
            f"schedules of {plants} plants",
            [self._bench, "schedules", str(plants)],
            reports=True,
        )
        samples = self._measure([work], LONG_ROUNDS)
        self._add("schedules of a plant", rows.schedules(), samples)

    def bulk(self, journal: Journal) -> None:
        """Appending all events, receiving them from another journal, and the
        same work done by SQLite."""
        put, sqlite = self._folder / "put", self._folder / "sqlite"
        appended = self._folder / "appended"
        c_put = self._c("put", journal.lmdb, str(put))
        c_put.prepare = lambda: make_empty(put)
        c_sqlite = self._c("sqlite", journal.lmdb, str(sqlite / "journal"))
        c_sqlite.name = "SQLite"
        c_sqlite.prepare = lambda: make_empty(sqlite)
        works = [
            c_put,
            self._generation(appended, journal.events, journal.plants),
            self._receive(journal),
            c_sqlite,
        ]
        filled, append, receive, peer = self._measure(works, LONG_ROUNDS)
        bulk = rows.at_most(
            8,
            "put",
            "two hashes an event, the streams index, the projections",
        )
        self._add("bulk append", bulk, [filled, append])
        receiving = rows.at_most(
            1.5,
            "bulk append",
            "checking hashes and chains, then what bulk append does",
        )
        self._add("receive from a local journal", receiving, [append, receive])
        peers = rows.at_least_times(4, "as bulk append")
        self._add("bulk append, and SQLite", peers, [append, peer])
        for directory in [put, sqlite, appended]:
            remove(directory)

    def disk(self, journal: Journal) -> None:
        """What the journal takes of the disk."""
        size = (journal.home / "lmdb" / "data.mdb").stat().st_blocks * 512
        each = journal.bytes_per_event
        self.rows.append(
            rows.disk_row(journal.label, size, journal.events, each)
        )

    # Memory

    def memory(self, journals: Sequence[Journal]) -> None:
        """Memory as the log grows. The last two journals have as many plants,
        so that only the log's length differs."""
        rebuilds = [self._swift("rebuild", each) for each in journals]
        receipts = [self._receive(each) for each in journals]
        self._add_memory("rebuild", rebuilds)
        self._add_memory("receive", receipts)
        remove(self._folder / "received")

    def _add_memory(self, name: str, works: Sequence[Work]) -> None:
        samples = [self._peak(work) for work in works]
        self.samples += samples
        self._add(f"memory of {name}", rows.memory(), samples)

    def _peak(self, work: Work) -> Samples:
        taken = Samples(work.name)
        try:
            taken.peak_kib = self._runner.peak_memory(work)
        except ProcessFailed as error:
            taken.error = error
        return taken

    def growth(self, sizes: Sequence[tuple[str, int, int]]) -> None:
        """What an event costs in journals of a label, so many events and so
        many plants each; every work is run once, since each takes minutes."""
        taken: dict[str, list[Samples]] = {}
        for label, events, plants in sizes:
            home = self._folder / f"journal-{events}"
            generating = self._generation(home, events, plants)
            taken.setdefault("bulk append", []).append(
                self._once(generating, label)
            )
            log = self._report(self._c("scan", str(home / "lmdb")))
            each = log.bytes // log.events
            journal = Journal(label, home, events, plants, each)
            for work in [
                self._receive(journal),
                self._swift("rebuild", journal),
                self._swift("verify", journal),
                self._swift("export-events", journal),
                self._swift("history-json", journal),
            ]:
                name = work.name.partition(",")[0]
                taken.setdefault(name, []).append(self._once(work, label))
                remove(self._folder / "received")
            self.disk(journal)
            remove(home)
        for name, samples in taken.items():
            self._add(name, rows.growth(), samples)

    def _once(self, work: Work, label: str) -> Samples:
        """One run, its time and its memory."""
        taken = self._peak(work)
        taken.name = label
        if taken.is_measured:
            taken.report = self._runner.report()
            taken.seconds.append(taken.report.seconds)
        return taken

    # Programs

    def _c(self, name: str, *arguments: str, reports: bool = True) -> Work:
        program = str(self._c_programs / name)
        return Work(f"C {name}", [program, *arguments], reports=reports)

    def _swift(self, name: str, journal: Journal, *arguments: str) -> Work:
        return Work(
            f"{name}, {journal.label}",
            [self._bench, name, str(journal.home), *arguments],
            reports=True,
        )

    def _generation(self, home: Path, events: int, plants: int) -> Work:
        sizes = [str(events), str(plants), str(SEED)]
        return Work(
            "bulk append",
            [self._bench, "generate", str(home), *sizes],
            reports=True,
            prepare=lambda: remove(home),
        )

    def _receive(self, journal: Journal) -> Work:
        received = self._folder / "received"
        work = self._swift("receive", journal, str(received))
        work.prepare = lambda: remove(received)
        return work

    def _cli(self, journal: Journal, *arguments: str) -> Work:
        return Work(
            f"{arguments[0]}, {journal.label}",
            [self._plantguide, *arguments],
            home=journal.home,
        )

    def _report(self, work: Work) -> Report:
        return Report.parse(self._runner.output(work))

    def _measure(self, works: Sequence[Work], rounds: int) -> list[Samples]:
        samples = self._runner.measure(works, rounds)
        self.samples += samples
        return samples

    def _add(
        self, work: str, limit: Limit, samples: Sequence[Samples]
    ) -> None:
        """Adds a row made from samples, or the one that says what lacks."""
        error = next((taken.error for taken in samples if taken.error), None)
        if error:
            self.rows.append(rows.missing_row(work, limit.text, error))
        else:
            self.rows.append(limit.row(work, *samples))


@contextlib.contextmanager
def message_server() -> Iterator[tuple[str, list[bytes]]]:
    """A server that takes messages; its address, and what it took."""
    received: list[bytes] = []

    class Taker(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            received.append(
                self.rfile.read(int(self.headers["content-length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"webhook://127.0.0.1:{server.server_port}/", received
    finally:
        server.shutdown()
        server.server_close()


def noon(day: date) -> str:
    return f"{day.isoformat()}T12:00:00Z"


def last_day(lines: Callable[[date], int], most: int) -> date | None:
    """The last day on which `today` shows no more lines than that.

    Care that nobody gives piles up, so the days are halved between one before
    the journal and one long after it.
    """
    early, late = date(2000, 1, 1).toordinal(), date(2100, 1, 1).toordinal()
    if lines(date.fromordinal(late)) <= most:
        return date.fromordinal(late)
    if lines(date.fromordinal(early)) > most:
        return None
    while late - early > 1:
        middle = (early + late) // 2
        if lines(date.fromordinal(middle)) <= most:
            early = middle
        else:
            late = middle
    return date.fromordinal(early)


def remove(directory: Path) -> None:
    """Removes what an earlier run wrote, and lets the disk come to rest."""
    shutil.rmtree(directory, ignore_errors=True)
    os.sync()


def make_empty(directory: Path) -> None:
    remove(directory)
    directory.mkdir()
