"""Reads the iCalendar export as programs of others do: khal imports the file
again, vdirsyncer subscribes to it and carries it on to Radicale."""

from __future__ import annotations

import http.client
import http.server
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

import icalendar
import pytest

from conftest import Home

START = "2026-11-01T09:00:00+01:00"
BEFORE = "2026-11-21T10:00:00+01:00"
AFTER = "2026-11-21T11:00:00+01:00"


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def garden(tmp_path: Path) -> Home:
    home = Home(tmp_path / "garden")
    for name in ("Monty", "Brasil; the big, old one", "Zoë 🌵"):
        home.run(
            "add", "Monstera deliciosa", "--name", name, "--every", "7d",
            now=START)
    home.run(
        "schedule", "set", "Monty", "watering", "--every", "7d", "--note",
        "from below", now=START)
    return home


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A file and the address that it is served under."""
    folder = tmp_path / "served"
    folder.mkdir()
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Silent, directory=folder)
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder / "care.ics", (
            f"http://127.0.0.1:{server.server_address[1]}/care.ics")
        server.shutdown()


def tool(
    tmp_path: Path, *command: str
) -> subprocess.CompletedProcess[bytes]:
    result = subprocess.run(
        [sys.executable, "-m", *command], input=b"", capture_output=True,
        timeout=120, check=False,
        env={
            "PATH": os.environ["PATH"], "HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            "TZ": "Europe/Paris", "LC_ALL": "C.UTF-8",
            "LANG": "C.UTF-8",
        })
    assert result.returncode == 0, (result.stdout + result.stderr).decode()
    return result


def held(folder: Path) -> dict[str, tuple[date, str]]:
    """The names of the entries below a folder, their days and summaries."""
    found: dict[str, tuple[date, str]] = {}
    for path in sorted(folder.rglob("*.ics")):
        if ".Radicale.cache" in path.parts:
            continue
        calendar = icalendar.Calendar.from_ical(path.read_bytes())
        for entry in calendar.walk("VEVENT"):
            assert str(entry["UID"]) not in found, "an entry is there twice"
            found[str(entry["UID"])] = (
                entry["DTSTART"].dt, str(entry["SUMMARY"]))
    return found


def check_move(
    before: dict[str, tuple[date, str]], after: dict[str, tuple[date, str]]
) -> None:
    """Care moved the open task and those that follow it: none is stale, and
    no other entry is touched."""
    assert before.keys() == after.keys(), "an entry is new, or stayed behind"
    moved = {name for name in before if before[name] != after[name]}
    assert {before[name][1] for name in moved} == {"Monty needs water"}
    was = sorted(before[name][0] for name in moved)
    now = sorted(after[name][0] for name in moved)
    assert was[0] == date(2026, 11, 21), "an overdue task is today's"
    assert now[0] == date(2026, 11, 28)
    assert now[:-1] == was[1:]
    assert len(before) > 2 * len(moved)


@pytest.fixture
def radicale(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Radicale with a calendar: its files, and the calendar's address."""
    port = free_port()
    collections = tmp_path / "radicale"
    server = subprocess.Popen(
        [sys.executable, "-m", "radicale", "--config", "",
         "--server-hosts", f"127.0.0.1:{port}",
         "--storage-filesystem-folder", str(collections),
         "--auth-type", "none", "--rights-type", "authenticated"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request(
            "MKCALENDAR", "/keeper/plants/", None,
            {"Authorization": "Basic a2VlcGVyOmFueQ=="})
        assert connection.getresponse().status == 201
        connection.close()
        yield collections, f"http://127.0.0.1:{port}/keeper/plants/"
    finally:
        server.terminate()
        server.wait(30)


def configure(tmp_path: Path, name: str, text: str) -> None:
    folder = tmp_path / "config" / name
    folder.mkdir(parents=True)
    (folder / "config").write_text(text)


def test_a_calendar_that_imports_again_moves_entries(
    garden: Home, radicale: tuple[Path, str], tmp_path: Path
) -> None:
    """khal imports the file, and vdirsyncer carries what khal holds to
    Radicale."""
    calendars = tmp_path / "calendars"
    calendars.mkdir()
    collections, address = radicale
    configure(
        tmp_path, "khal",
        f"[calendars]\n[[plants]]\npath = {calendars}\n"
        "[default]\ndefault_calendar = plants\n"
        "[locale]\nlocal_timezone = Europe/Paris\n"
        "default_timezone = Europe/Paris\ntimeformat = %H:%M\n"
        "dateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
        "datetimeformat = %Y-%m-%d %H:%M\n"
        "longdatetimeformat = %Y-%m-%d %H:%M\n")
    configure(
        tmp_path, "vdirsyncer",
        f"""[general]
status_path = "{tmp_path}/status/"
[pair upload]
a = "khal"
b = "radicale"
collections = null
[storage khal]
type = "filesystem"
path = "{calendars}"
fileext = ".ics"
[storage radicale]
type = "caldav"
url = "{address}"
username = "keeper"
password = "any"
""")
    file = tmp_path / "care.ics"

    def imported(now: str) -> dict[str, tuple[date, str]]:
        file.write_bytes(garden.run("export", "ics", now=now))
        tool(tmp_path, "khal", "import", "--batch", str(file))
        tool(tmp_path, "vdirsyncer", "sync")
        entries = held(calendars)
        assert held(collections) == entries
        return entries

    file.write_bytes(b"")
    tool(tmp_path, "vdirsyncer", "discover")
    before = imported(BEFORE)
    assert imported(BEFORE) == before
    garden.run("water", "Monty", now=AFTER)
    check_move(before, imported(AFTER))
    shown = tool(
        tmp_path, "khal", "list", "--format",
        "{title}{description-separator}{description}", "2026-11-28", "1d"
    ).stdout.decode()
    assert shown.count("Monty needs water") == 1
    assert "from below" in shown
    assert "Brasil; the big, old one needs water" in shown


@pytest.mark.parametrize("form", [[], ["--digest"]])
def test_a_subscription_that_is_read_again_has_what_the_file_has(
    garden: Home, served: tuple[Path, str], tmp_path: Path, form: list[str]
) -> None:
    file, address = served
    folder = tmp_path / "local"
    folder.mkdir()
    configure(
        tmp_path, "vdirsyncer",
        f"""[general]
status_path = "{tmp_path}/status/"
[pair subscription]
a = "web"
b = "local"
collections = null
[storage web]
type = "http"
url = "{address}"
[storage local]
type = "filesystem"
path = "{folder}"
fileext = ".ics"
""")

    def read(now: str) -> list[tuple[date, str]]:
        file.write_bytes(garden.run("export", "ics", *form, now=now))
        if not (tmp_path / "status").exists():
            tool(tmp_path, "vdirsyncer", "discover")
        tool(tmp_path, "vdirsyncer", "sync")
        # It names entries by their content.
        exported = sorted(held(file.parent).values())
        assert sorted(held(folder).values()) == exported
        return exported

    before = read(BEFORE)
    garden.run("water", "Monty", now=AFTER)
    assert read(AFTER) != before


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port: int) -> None:
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail("Radicale does not start")

