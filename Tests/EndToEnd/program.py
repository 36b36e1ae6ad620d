"""The program under test, run as its users run it: as a process on a home."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import cbor2
from jsonschema_rs import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "Resources" / "sample" / "journal.jsonl"

START = "2026-03-01T09:00:00+01:00"
NOW = "2026-11-21T12:00:00+01:00"

# The exit codes that people and programs rely on.
DONE, NOTHING, USAGE, DAMAGED, NETWORK, SYSTEM, NEWER = range(7)

# Read commands in every form, for tests that hold for all of them. Those that
# need no journal, as `search` does not, are not among them; nor is `doctor`,
# whose errors are its output.
READS: list[list[str]] = [
    ["today"],
    ["today", "--json"],
    ["upcoming"],
    ["upcoming", "--json"],
    ["agenda"],
    ["agenda", "--json"],
    ["status"],
    ["status", "--json"],
    ["sitter", "2026-11-24", "2026-12-20"],
    ["sitter", "2026-11-24", "2026-12-20", "--json"],
    ["remind", "list"],
    ["remind", "list", "--json"],
    ["why", "Monty"],
    ["why", "Monty", "watering", "--json"],
    ["list"],
    ["list", "--json", "--removed"],
    ["show", "Monty"],
    ["show", "Monty", "--json"],
    ["list", "--view", "grid"],
    ["list", "--columns", "id,name,last,tags", "--sort", "next"],
    ["measure", "Monty"],
    ["measure", "Monty", "--json"],
    ["tag", "list"],
    ["tag", "list", "--json"],
    ["field", "list"],
    ["field", "list", "--json"],
    ["task", "list"],
    ["task", "list", "--json"],
    ["room", "list"],
    ["room", "list", "--json"],
    ["schedule", "show"],
    ["schedule", "show", "--json"],
    ["audit"],
    ["audit", "Monty", "--json"],
    ["calendar"],
    ["calendar", "2026-03", "--json"],
    ["calendar", "2026-03-15"],
    ["calendar", "2026-03-15", "--json"],
    ["export", "ics"],
    ["on-this-day"],
    ["on-this-day", "--json"],
    ["lineage", "Monty"],
    ["lineage", "Monty", "--json"],
    ["photo", "list"],
    ["photo", "list", "--json"],
    ["identify", "history"],
    ["identify", "history", "--json"],
    ["stats"],
    ["stats", "--json"],
    ["stats", "care"],
    ["stats", "care", "--json"],
    ["history"],
    ["history", "--json"],
    ["replay"],
    ["replay", "--json"],
    ["export", "json"],
    ["export", "csv"],
    ["export", "csv", "--what", "schedules"],
    ["export", "csv", "--what", "history"],
    ["export", "events"],
    ["log", "status"],
    ["log", "status", "--json"],
    ["log", "verify"],
    ["log", "verify", "--json"],
    ["settings", "list"],
    ["settings", "list", "--json"],
    ["settings", "get", "timeZone"],
    ["species", "Monstera deliciosa"],
    ["species", "Monstera deliciosa", "--json"],
]

# One call of every kind of write, on a journal with Monty and Basil.
WRITES: list[list[str]] = [
    ["add", "Ficus lyrata", "--name", "Fig", "--every", "7d"],
    ["water", "Monty"],
    ["done", "Monty", "--kind", "pruning"],
    ["snooze", "Monty", "watering", "3d"],
    ["skip", "Monty", "watering"],
    ["edit", "Monty", "--family", "Araceae", "--tag", "gift"],
    ["duplicate", "Monty", "--name", "Twin"],
    ["adopt", "Monty"],
    ["measure", "Monty", "--height", "42cm"],
    ["health", "Monty", "4"],
    ["field", "add", "price", "number", "EUR"],
    ["tag", "Monty", "sunny"],
    ["task", "add", "Monty", "repotting", "--due", "5d"],
    ["move", "Monty", "Bedroom"],
    ["remind", "mute", "Monty"],
    ["note", "Monty", "a new leaf"],
    ["favorite", "Monty"],
    ["merge", "Monty", "Basil", "--yes"],
    ["remove", "Basil"],
    ["photo", "remind", "Monty", "weekly"],
    ["room", "add", "Shelf"],
    ["room", "edit", "Bathroom", "--icon", "sofa"],
    ["room", "edit", "Bedroom", "--name", "Loft"],
    ["room", "order", "Bathroom", "1"],
    ["room", "delete", "Office"],
    ["schedule", "set", "Monty", "misting", "--every", "2d"],
    ["schedule", "clear", "Monty", "watering"],
    ["settings", "set", "hemisphere", "southern"],
    ["settings", "set", "timeZone", "Asia/Tokyo"],
    ["log", "name", "Laptop"],
    ["undo", "--yes"],
    ["append"],
    ["import", "--merge"],
    ["log", "rebuild"],
    ["log", "compact"],
]

# Commands that are in neither list, as tests of their own hold them to more or
# other rules.
APART = {
    # They need a channel, something that was muted, or files beside the journal:
    # test_examples.py and Tests/Reminders.
    "remind", "remind answer", "remind log", "remind test", "remind unmute",
    "channel add", "channel list", "channel remove", "channel test",
    # It makes timers of the machine: Tests/Reminders/test_setup.py.
    "remind setup",
    # Care like any other: `water` and `done` stand for them.
    "feed", "prune", "repot", "turn", "mist", "clean", "check",
    # They are `undo` and `edit` in other words: test_vocabulary.py.
    "redo", "rename",
    # They need what Monty and Basil have not: a task, a note, care, a field, or
    # a plant that left.
    "task done", "task remove", "note edit", "note remove", "amend",
    "field remove", "restore",
    # It needs a terminal: test_round.py.
    "round",
    # It erases for good, and asks first: test_erasure.py.
    "erase",
    # It needs a history of care: test_suggestions.py.
    "schedule suggest",
    # They need a file, or a photo: test_photos.py.
    "photo add", "photo show", "photo open", "photo edit", "photo move",
    "photo remove", "photo compare", "photo timelapse", "photo import",
    # They need a model, or a photo: Tests/Identify.
    "identify", "model add", "model list", "model check", "model remove",
    # It appends nothing: test_photo_keeping.py.
    "photo gc", "export photos", "import photos",
    # It writes only where something was set; `settings set` stands for it.
    "settings reset",
    # They need a file, or write one.
    "import events", "import csv", "import hortusfox", "backup",
    "backup list", "backup verify", "backup restore", "delete-all",
    # They ask services, or say how: Tests/Services.
    "care refresh", "services status", "services test", "services set",
    "cache status", "cache clear", "picture fetch",
    # They need no journal.
    "search", "suggest", "browse", "catalogue status", "catalogue import",
    "catalogue remove", "help", "completions", "complete",
    # It reads what is damaged.
    "log salvage", "log repair",
    # Damage is what it reports, and no error.
    "doctor",
    # They need another place or machine: test_sync.py and Tests/Peer run them.
    "remote add", "remote discover", "remote key", "remote list", "remote remove",
    "remote rename", "remote show", "sync", "sync status", "serve",
    "serve calendar", "serve invite", "serve token", "join", "web",
}


@cache
def binary() -> Path:
    path = Path(
        os.environ.get("PLANTGUIDE_BIN", ROOT / "bin" / "plantguide")
    ).resolve()
    assert os.access(path, os.X_OK), (
        f"no program at {path}; build it or set PLANTGUIDE_BIN"
    )
    return path


def environment(home: Path, **more: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PLANTGUIDE_HOME": str(home),
        "TZ": "Europe/Paris",
        "LC_ALL": "C.UTF-8",
        **more,
    }


@cache
def error_form() -> Draft202012Validator:
    path = ROOT / "schemas" / "error.schema.json"
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def retold(
    lines: bytes, words: Mapping[str, str] | Mapping[bytes, bytes]
) -> bytes:
    """Exported events as another program could have written them, with other
    words or hashes in place of these: what nobody can type here may come from
    there."""

    def bytes_of(text: str) -> bytes:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

    def text_of(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    def other(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: other(held) for key, held in value.items()}
        if isinstance(value, list):
            return [other(held) for held in value]
        return words.get(value, value) if isinstance(value, str | bytes) else value

    def digest(data: bytes) -> bytes:
        return blake2b(data, digest_size=32).digest()

    made = []
    last: dict[bytes, bytes] = {}
    for line in lines.splitlines():
        parts = json.loads(line)
        header = cbor2.loads(bytes_of(parts["header"]))
        payload = bytes_of(parts["payload"])
        payload = payload[:16] + cbor2.dumps(
            other(cbor2.loads(payload[16:])), canonical=True)
        writer = header[1]
        header[3] = last.get(writer, header[3])
        header[10] = digest(payload)
        encoded = cbor2.dumps(header)
        last[writer] = digest(encoded)
        made.append(json.dumps(
            {"header": text_of(encoded), "payload": text_of(payload)}))
    return "\n".join(made).encode() + b"\n"


def told(error: Any) -> str:
    """The lines that people are told instead of an error's JSON."""
    lines = [f"plantguide: {error['severity']}: {error['message']}"]
    lines += [f"  {detail}" for detail in error["details"]]
    if error["suggestion"]:
        lines.append(f"hint: {error['suggestion']}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Result:
    """How a run ended and what it printed."""

    arguments: Sequence[str | bytes]
    code: int
    output: bytes
    errors: bytes

    @property
    def text(self) -> str:
        return self.output.decode()

    @property
    def message(self) -> str:
        """Standard error; that it is UTF-8 is part of every test.

        Errors and warnings for programs are held against their schema, and
        given in the form that people read.
        """
        errors = iter(self.told())
        return "".join(
            told(next(errors)) if line.startswith("{") else line
            for line in self.errors.decode().splitlines(keepends=True)
        )

    def told(self) -> list[Any]:
        """The warnings and errors of a command with `--json`."""
        found = [
            json.loads(line)
            for line in self.errors.splitlines()
            if line.startswith(b"{")
        ]
        for error in found:
            problems = [
                problem.message for problem in error_form().iter_errors(error)
            ]
            assert not problems, f"{self}: {problems}"
        return found

    def error(self) -> Any:
        """The error that a command with `--json` ended with."""
        error = self.told()[-1]
        assert error["severity"] == "error", f"{self}"
        assert error["exitStatus"] == self.code, f"{self}"
        return error

    def json(self) -> Any:
        return json.loads(self.output)

    def __str__(self) -> str:
        return (
            f"{self.arguments} exited {self.code}; "
            f"output {self.output[-300:]!r}, errors {self.errors[-600:]!r}"
        )


@dataclass(frozen=True)
class Home:
    """A journal's folder, and the program at work on it."""

    path: Path
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def data_file(self) -> Path:
        return self.path / "lmdb" / "data.mdb"

    def run(
        self,
        *arguments: str | bytes,
        now: str | None = NOW,
        text: str | bytes = b"",
        **options: Any,
    ) -> Result:
        """Runs the program to its end, which must be an exit of its own."""
        if isinstance(text, str):
            text = text.encode()
        clock = [] if now is None else ["--now", now]
        done = subprocess.run(
            [binary(), *arguments, *clock],
            input=text,
            capture_output=True,
            env=environment(self.path, **self.extra),
            timeout=120,
            check=False,
            **options,
        )
        result = Result(arguments, done.returncode, done.stdout, done.stderr)
        assert DONE <= result.code <= NEWER, f"no documented end: {result}"
        return result

    def do(self, *arguments: str | bytes, **options: Any) -> Result:
        """Runs what must succeed."""
        result = self.run(*arguments, **options)
        assert result.code == DONE, str(result)
        return result

    def json(self, *arguments: str, **options: Any) -> Any:
        return self.do(*arguments, "--json", **options).json()

    def synced(self, *arguments: str, **options: Any) -> Any:
        """What a sync says; its status tells whether anything was refused."""
        result = self.run("sync", *arguments, "--json", **options)
        assert result.code in (DONE, DAMAGED), str(result)
        answer = result.json()
        refused = [
            refusal
            for remote in answer["remotes"]
            for told in (remote, remote.get("photos") or {})
            for refusal in told.get("refused", [])
        ]
        assert result.code == (DAMAGED if refused else DONE), str(result)
        return answer

    def append(self, *lines: dict[str, Any], **options: Any) -> Any:
        """Appends objects as JSON Lines."""
        return self.json("append", text=json_lines(lines), **options)

    def refuse(
        self,
        *arguments: str | bytes,
        code: int,
        says: str | Sequence[str],
        **options: Any,
    ) -> Result:
        """Runs what must be refused, say why, and change nothing."""
        before = self.events()
        result = self.run(*arguments, **options)
        assert result.code == code, str(result)
        assert result.message.startswith("plantguide: error: "), str(result)
        for part in [says] if isinstance(says, str) else says:
            assert part in result.message, f"{part!r} is missing: {result}"
        assert self.events() == before, f"changed by {result}"
        return result

    def events(self) -> bytes:
        """Every stored event."""
        return self.do("export", "events", now=None).output

    def hashes(self) -> set[str]:
        """The hashes of all stored events."""
        return {
            event_hash(json.loads(line)["header"])
            for line in self.events().splitlines()
        }

    def history(self, *arguments: str) -> list[dict[str, Any]]:
        """Decoded events, the oldest first; none where none matches."""
        result = self.run("history", "--json", "--reverse", *arguments)
        assert result.code in (DONE, NOTHING), str(result)
        return [json.loads(line) for line in result.output.splitlines()]

    def export(self, *arguments: str, **options: Any) -> Any:
        return self.do("export", "json", *arguments, **options).json()

    def folded(self, *arguments: str, **options: Any) -> dict[str, Any]:
        """All that is folded of the log, which itself only grows."""
        document = self.export(*arguments, **options)
        del document["vector"]
        return document

    def verify(self) -> None:
        answer = self.json("log", "verify")
        assert answer["ok"] and not answer["problems"], answer

    def copy(self, path: Path) -> Home:
        """A copy at rest; as a copied journal it gets a writer of its own."""
        shutil.copytree(self.path, path)
        return Home(path, self.extra)

    def twin(self, path: Path) -> Home:
        """A copy that writes on as if it had been written where it lies: its
        identity names the copied file."""
        home = self.copy(path)
        identity = home.path / "identity"
        lines = identity.read_text().split("\n")
        assert lines[2] == str(self.data_file.stat().st_ino)
        lines[2] = str(home.data_file.stat().st_ino)
        identity.write_text("\n".join(lines))
        return home

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        """Starts the program without waiting."""
        return subprocess.Popen(
            [binary(), *arguments],
            stdout=subprocess.PIPE,
            env=environment(self.path, **self.extra),
            **{"stderr": subprocess.PIPE, **options},
        )


def json_lines(lines: Sequence[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def event_hash(header: str) -> str:
    """The hash of an exported header: BLAKE2b-256 over its bytes."""
    padded = header + "=" * (-len(header) % 4)
    data = base64.urlsafe_b64decode(padded)
    return blake2b(data, digest_size=32).hexdigest()


def hashes_of(answer: Any) -> set[str]:
    """The first events that a write says it stored."""
    return {action["hash"] for action in answer["actions"]}


@contextmanager
def bytes_kept(path: Path):
    """Checks that a file is the same before and after."""
    before = path.read_bytes()
    yield
    check_bytes(path, before, "was changed")


def check_bytes(path: Path, expected: bytes, reason: object) -> None:
    """Whether a file holds these bytes. Compared as a truth value: of
    megabytes pytest would look for the difference for ever."""
    is_expected = path.read_bytes() == expected
    assert is_expected, f"{path}: {reason}"
