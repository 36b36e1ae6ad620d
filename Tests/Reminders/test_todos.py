"""Tasks as to-dos of a calendar, in a real Radicale."""

from __future__ import annotations

import base64
import datetime as dt
import http.client
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import icalendar
import pytest
from jsonschema_rs import Draft202012Validator

from conftest import CANARY, add
from program import DONE, NETWORK, ROOT, SYSTEM, USAGE, Home
from scripted_server import Reply, Request, Server

LATER = "2026-11-21T13:00:00+01:00"
MUCH_LATER = "2026-11-22T13:00:00+01:00"


@dataclass
class Calendar:
    """A calendar in Radicale, read and changed as its other users do."""

    port: int
    path: str = "/anna/plants/"

    def ask(self, method: str, path: str, body: str = "", **headers: str):
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=30)
        proof = base64.b64encode(f"anna:{CANARY}".encode()).decode()
        connection.request(
            method, path, body.encode(),
            {"Authorization": f"Basic {proof}", **headers})
        response = connection.getresponse()
        content = response.read().decode()
        connection.close()
        return response.status, content, response.headers

    def make(self) -> None:
        assert self.ask("MKCALENDAR", self.path)[0] == 201

    def files(self) -> list[str]:
        status, content, _ = self.ask("PROPFIND", self.path, Depth="1")
        assert status == 207
        return [
            part.partition("</href>")[0]
            for part in content.split("<href>")[1:]
            if part.partition("</href>")[0].endswith(".ics")
        ]

    def todos(self) -> dict[str, icalendar.Todo]:
        """The to-dos by their lines."""
        found = {}
        for path in self.files():
            _, content, _ = self.ask("GET", path)
            (todo,) = icalendar.Calendar.from_ical(content).walk("VTODO")
            todo.path = path
            found[str(todo["SUMMARY"])] = todo
        return found

    def change(self, summary: str, change) -> None:
        todo = self.todos()[summary]
        _, content, headers = self.ask("GET", todo.path)
        calendar = icalendar.Calendar.from_ical(content)
        change(calendar.walk("VTODO")[0])
        status, _, _ = self.ask(
            "PUT", todo.path, calendar.to_ical().decode(),
            **{"Content-Type": "text/calendar", "If-Match": headers["ETag"]})
        assert status in (201, 204)

    def check_off(self, summary: str, at: str = "20261121T101500Z") -> None:
        """As Tasks.org and Home Assistant do."""

        def complete(todo: icalendar.Todo) -> None:
            todo["STATUS"] = "COMPLETED"
            todo["PERCENT-COMPLETE"] = 100
            todo.pop("COMPLETED", None)
            todo.add("COMPLETED", icalendar.vDDDTypes.from_ical(at))

        self.change(summary, complete)


@pytest.fixture
def calendar(tmp_path: Path) -> Iterator[Calendar]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    users = tmp_path / "users"
    users.write_text(f"anna:{CANARY}\n")
    server = subprocess.Popen(
        [sys.executable, "-m", "radicale", "--config", "",
         "--server-hosts", f"127.0.0.1:{port}",
         "--storage-filesystem-folder", str(tmp_path / "radicale"),
         "--auth-type", "htpasswd", "--auth-htpasswd-filename", str(users),
         "--auth-htpasswd-encryption", "plain", "--auth-delay", "0"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                assert time.monotonic() < end
                time.sleep(0.05)
        yield Calendar(port)
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture
def linked(home: Home, calendar: Calendar, secret_file: Path) -> Home:
    """The home with the calendar as a channel."""
    home.do("channel", "add", f"caldav://anna@127.0.0.1:{calendar.port}"
            f"{calendar.path}", "--password-file", str(secret_file))
    return home


WATER = "Monty needs water"


def test_open_tasks_are_todos(linked: Home, calendar: Calendar) -> None:
    add(linked, "Basil", every="90d")
    linked.do("remind")
    # The calendar was made, and the second run changes nothing.
    todos = calendar.todos()
    assert len(todos) == 2
    todo = next(t for line, t in todos.items() if line.startswith(WATER))
    assert str(todo["STATUS"]) == "NEEDS-ACTION"
    assert todo["DUE"].dt.isoformat() == "2026-11-08"
    before = {t["UID"]: t["SEQUENCE"] for t in todos.values()}
    linked.do("remind", now=MUCH_LATER)
    after = {t["UID"]: t["SEQUENCE"] for t in calendar.todos().values()}
    assert before == after
    assert linked.json("channel", "test")["channels"][0]["name"] == "calendar"
    assert linked.json("remind", "log")["messages"] == []


def test_a_check_mark_is_care_once_at_its_time(
    linked: Home, calendar: Calendar
) -> None:
    linked.do("remind")
    (summary,) = calendar.todos()
    uid = calendar.todos()[summary]["UID"]
    calendar.check_off(summary)
    result = linked.do("remind")
    assert "Monty" in result.text
    (care,) = linked.history("--type", "task.completed")
    assert care["payload"]["at"].startswith("2026-11-21T11:15:00")
    (todo,) = calendar.todos().values()
    assert todo["UID"] == uid
    assert str(todo["STATUS"]) == "NEEDS-ACTION" and "COMPLETED" not in todo
    assert todo["DUE"].dt.isoformat() == "2026-11-28"
    for _ in range(2):
        linked.do("remind")
    assert len(linked.history("--type", "task.completed")) == 1


def test_care_that_was_cut_off_before_the_calendar_is_not_given_twice(
    linked: Home, calendar: Calendar
) -> None:
    linked.do("remind")
    (summary,) = calendar.todos()
    calendar.check_off(summary)
    # The same care was recorded here before the calendar was read.
    linked.do("water", "Monty", "--at", "2026-11-21T11:15:00+01:00")
    result = linked.do("remind")
    assert "done or due on another day" in result.text
    assert len(linked.history("--type", "task.completed")) == 1
    (todo,) = calendar.todos().values()
    assert todo["DUE"].dt.isoformat() == "2026-11-28"
    assert str(todo["STATUS"]) == "NEEDS-ACTION"


def test_what_others_add_stays(linked: Home, calendar: Calendar) -> None:
    linked.do("remind")
    (summary,) = calendar.todos()

    def note(todo: icalendar.Todo) -> None:
        todo.add("DESCRIPTION", "from below, always")
        todo.add("PRIORITY", 1)
        del todo["DUE"]
        todo.add("DUE", dt.date(2030, 12, 24))
        todo["SUMMARY"] = "Renamed"
        alarm = icalendar.Alarm()
        alarm.add("ACTION", "DISPLAY")
        alarm.add("DESCRIPTION", "bell")
        alarm["TRIGGER"] = "-PT15M"
        todo.add_component(alarm)

    calendar.change(summary, note)
    linked.do("remind")
    (todo,) = calendar.todos().values()
    # The journal decides its own part.
    assert str(todo["SUMMARY"]) == summary
    assert todo["DUE"].dt.isoformat() == "2026-11-08"
    assert todo["DESCRIPTION"] == "from below, always"
    assert todo["PRIORITY"] == 1
    assert len(todo.walk("VALARM")) == 1


def test_what_is_no_longer_open_goes_and_foreign_todos_stay(
    linked: Home, calendar: Calendar
) -> None:
    add(linked, "Basil")
    linked.do("remind")
    foreign = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\n"
        "UID:mine\r\nDTSTAMP:20261101T000000Z\r\nSUMMARY:Buy soil\r\n"
        "STATUS:COMPLETED\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    )
    assert calendar.ask("PUT", calendar.path + "mine.ics", foreign)[0] == 201
    linked.do("remove", "Basil", "--yes")
    linked.do("remind")
    assert len(calendar.todos()) == 2
    assert "Buy soil" in calendar.todos()
    assert not any("Basil" in line for line in calendar.todos())
    # A to-do that was deleted there comes back as long as its task is open.
    for path in calendar.files():
        calendar.ask("DELETE", path)
    linked.do("remind")
    (line,) = calendar.todos()
    assert line.startswith(WATER)


def test_hostile_names_stay_within_their_line(
    linked: Home, calendar: Calendar
) -> None:
    names = [
        "a;b,c\\n\\d:e", '"quoted"', "BEGIN:VALARM", "ü" * 90, "<x>&amp;</x>",
    ]
    for name in names:
        add(linked, name)
    linked.do("remind")
    lines = calendar.todos()
    assert len(lines) == len(names) + 1
    for name in names:
        assert any(line.startswith(f"{name} needs") for line in lines), name
    linked.do("remind")
    assert all(t["SEQUENCE"] == 0 for t in calendar.todos().values())


def test_two_journals_share_a_calendar(
    linked: Home, calendar: Calendar, tmp_path: Path, secret_file: Path
) -> None:
    linked.do("remind")
    other = Home(tmp_path / "other")
    add(other, "Cactus")
    other.do("channel", "add", f"caldav://anna@127.0.0.1:{calendar.port}"
             f"{calendar.path}", "--password-file", str(secret_file))
    for home in (other, linked, other):
        home.do("remind")
    assert len(calendar.todos()) == 2


class Meddler:
    """What stands before the calendar and has somebody else change it just
    before this program does."""

    def __init__(self, calendar: Calendar, times: int) -> None:
        self.calendar = calendar
        self.left = times
        self.puts: list[int] = []

    def __call__(self, request: Request) -> Reply:
        calendar = self.calendar
        if request.method == "PUT" and self.left:
            self.left -= 1
            (summary,) = calendar.todos()
            calendar.check_off(summary)
            # A server may know a version by its content.
            calendar.change(
                summary, lambda todo: todo.add("COMMENT", str(self.left)))
        names = ("content-type", "depth", "if-match", "if-none-match")
        headers = {
            name: value for name, value in request.headers.items()
            if name in names
        }
        status, content, answered = calendar.ask(
            request.method, request.target, request.body.decode(), **headers)
        if request.method == "PUT":
            self.puts.append(status)
        etag = answered["ETag"]
        return Reply(status, content.encode(), {"ETag": etag} if etag else {})


@pytest.mark.parametrize("times", [1, 9])
def test_changes_of_others_meanwhile_are_not_overwritten(
    home: Home, calendar: Calendar, times: int
) -> None:
    calendar.make()
    meddler = Meddler(calendar, 0)
    with Server(meddler) as server:
        home.do("channel", "add", f"caldav://{server.host}{calendar.path}")
        home.do("remind")
        home.do("edit", "Monty", "--name", "Moby")
        meddler.left = times
        meddler.puts.clear()
        result = home.run("remind", now=LATER)
        assert meddler.puts[0] == 412
        (care,) = home.history("--type", "task.completed")
        assert care["payload"]["at"].startswith("2026-11-21T11:15:00")
        if times > 1:
            # It gives up, and the next run settles it.
            assert result.code == USAGE, str(result)
            assert meddler.puts == [412] * 3
            meddler.left = 0
            result = home.run("remind", now=MUCH_LATER)
        assert not result.code, str(result)
    (todo,) = calendar.todos().values()
    assert str(todo["SUMMARY"]).startswith("Moby needs water")
    assert todo["DUE"].dt.isoformat() == "2026-11-28"
    assert str(todo["STATUS"]) == "NEEDS-ACTION"
    assert len(home.history("--type", "task.completed")) == 1


def test_a_refused_care_stays_checked_off_and_is_told(
    linked: Home, calendar: Calendar
) -> None:
    linked.do("remind")
    (summary,) = calendar.todos()
    # In the future: it counts as now.
    calendar.check_off(summary, "20301121T101500Z")
    linked.do("remind")
    (care,) = linked.history("--type", "task.completed")
    assert care["payload"]["at"].startswith("2026-11-21T12:00:00")


@pytest.mark.parametrize(
    "mark", ["19700101T000000Z", "00010101T000000Z", "20261101T070000Z"])
def test_a_check_mark_of_long_ago_counts_as_now(
    linked: Home, calendar: Calendar, mark: str
) -> None:
    linked.do("remind")
    (summary,) = calendar.todos()
    todo = calendar.todos()[summary]
    _, content, headers = calendar.ask("GET", todo.path)
    text = content.replace(
        "STATUS:NEEDS-ACTION", f"STATUS:COMPLETED\r\nCOMPLETED:{mark}")
    status, _, _ = calendar.ask(
        "PUT", todo.path, text,
        **{"Content-Type": "text/calendar", "If-Match": headers["ETag"]})
    assert status in (201, 204)
    linked.do("remind")
    (care,) = linked.history("--type", "task.completed")
    assert care["payload"]["at"].startswith("2026-11-21T12:00:00")


def test_a_machine_that_lags_does_not_put_the_old_task_back(
    linked: Home, calendar: Calendar, tmp_path: Path
) -> None:
    def due() -> str:
        (todo,) = calendar.todos().values()
        return todo["DUE"].dt.isoformat()

    shutil.copytree(linked.path, tmp_path / "lagging")
    lagging = Home(tmp_path / "lagging", linked.extra)
    linked.do("water", "Monty")
    linked.do("remind")
    assert due() == "2026-11-28"
    for home in (lagging, linked, lagging):
        home.do("remind")
        assert due() == "2026-11-28"
    # Events of its own about other things are no knowledge of this task.
    for number in range(5):
        add(lagging, f"Basil {number}")
    lagging.do("remind")
    assert max(
        todo["DUE"].dt.isoformat() for todo in calendar.todos().values()
        if "Monty" in todo["SUMMARY"]) == "2026-11-28"
    for todo in calendar.todos().values():
        if "Basil" in todo["SUMMARY"]:
            assert calendar.ask("DELETE", todo.path)[0] in (200, 204)
    # A machine that knows more may move a day back.
    linked.do("undo")
    linked.do("remind")
    assert due() == "2026-11-08"


def test_one_of_two_todos_with_one_name_is_removed(
    linked: Home, calendar: Calendar, tmp_path: Path
) -> None:
    linked.do("remind")
    (path,) = (
        path for path in (tmp_path / "radicale").rglob("*@plantguide.ics")
        if ".Radicale.cache" not in path.parts
    )
    shutil.copy(path, path.with_name("again.ics"))
    assert len(calendar.files()) == 2
    linked.do("remind")
    assert len(calendar.files()) == 1
    linked.do("remind")
    assert len(calendar.files()) == 1


@pytest.mark.parametrize("status", [404, 409])
def test_a_calendar_that_takes_no_todo_is_not_called_busy(
    home: Home, status: int
) -> None:
    def answer(request: Request) -> Reply:
        if request.method == "PUT":
            return Reply(status)
        return Reply(207, b'<multistatus xmlns="DAV:"/>')

    with Server(answer) as server:
        home.do("channel", "add", f"caldav://{server.host}/x/")
        result = home.run("remind")
        assert result.code == NETWORK, str(result)
        assert f"did not take a to-do into the calendar ({status})" in result.message
        assert [r.method for r in server.requests] == ["REPORT", "PUT"]


def test_a_wrong_password_is_told(linked: Home, secret_file: Path) -> None:
    secret_file.write_text("wrong\n")
    result = linked.run("remind")
    assert result.code == NETWORK, str(result)
    assert "401" in result.message
    (channel,) = linked.json("channel", "list")["channels"]
    assert "401" in channel["failure"]


def test_a_calendar_that_others_may_have_changed_is_not_used(
    linked: Home, calendar: Calendar
) -> None:
    (linked.path / "channels.json").chmod(0o666)
    result = linked.run("remind")
    assert result.code == SYSTEM and "chmod go-w" in result.message
    assert calendar.ask("PROPFIND", calendar.path, Depth="1")[0] == 404


def told(home: Home, code: int = DONE) -> dict:
    """What a run says of its only calendar."""
    result = home.run("remind", "--json")
    assert result.code == code, str(result)
    schema = ROOT / "schemas" / "projections" / "remind.schema.json"
    answer = result.json()
    Draft202012Validator({"$ref": schema.as_uri()}).validate(answer)
    assert answer["channels"] == []
    (outcome,) = answer["calendars"]
    return outcome


def test_a_run_is_told_as_json(
    linked: Home, calendar: Calendar, secret_file: Path
) -> None:
    add(linked, "Basil")
    quiet = {"name": "calendar", "put": 0, "removed": 0, "actions": [],
             "late": []}
    assert told(linked) == quiet | {"put": 2}
    summary = next(line for line in calendar.todos() if line.startswith(WATER))
    calendar.check_off(summary)
    outcome = told(linked)
    (action,) = outcome.pop("actions")
    assert action["hash"] == linked.history("--type", "task.completed")[0]["hash"]
    assert outcome["put"] == 1
    assert told(linked) == quiet
    summary = next(line for line in calendar.todos() if "Basil" in line)
    calendar.check_off(summary)
    linked.do("water", "Basil")
    assert told(linked) == quiet | {"put": 1, "late": [summary]}
    linked.do("remove", "Basil", "--yes")
    assert told(linked) == quiet | {"removed": 1}
    secret_file.write_text("wrong\n")
    assert "401" in told(linked, NETWORK)["error"]


def test_a_rehearsal_asks_nobody(home: Home) -> None:
    home.do("channel", "add", "caldav://127.0.0.1:1/x/")
    home.do("remind", "--dry-run")
    assert home.run("remind").code == NETWORK
