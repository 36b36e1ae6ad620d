"""Notes on the desktop, shown by real daemons and by one that takes notes."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from desktop import (
    NAME, PLACE, USUAL, Desktop, desktop, message, needs, notify_program, stop,
    wait_until,
)
from program import DONE, NETWORK, SYSTEM, Home, binary

ANSWERS = [
    "done", "Done", "hour", "Snooze 1 hour", "tomorrow", "Until tomorrow"]
INVALID, NO_BUS, NO_DAEMON, REFUSED = range(2, 6)


@pytest.fixture
def desk() -> Iterator[Desktop]:
    with desktop() as made:
        yield made


@pytest.fixture
def mocked(desk: Desktop) -> Desktop:
    needs("dbusmock")
    desk.write_program()
    desk.mock()
    return desk


# Showing


def test_each_message_becomes_a_note_with_buttons(mocked: Desktop) -> None:
    names = mocked.show(
        message(), message("Monty and Jade", tasks=2), message(isTest=True))
    assert [name.split("/")[0] for name in names] == ["1", "2", "3"]
    assert len(set(names)) == 3
    first, digest, test = mocked.notes()
    assert first == [
        "PlantGuide", 0, "appointment-soon", "Plant care",
        "Monty needs water (250 ml, Kitchen)", ANSWERS,
        {"urgency": {"type": "y", "data": 1}}, 0]
    # One button does all that a digest names.
    assert digest[5][:2] == ["done", "All done"]
    # A test has nothing to be done.
    assert test[5] == []


def test_a_note_opens_the_page_of_today(mocked: Desktop) -> None:
    opened = mocked.place / "opened"
    browser = mocked.place / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" >"{opened}"\n')
    browser.chmod(0o755)
    page = "https://plants.example/today"
    done = mocked.run(
        "--program", str(mocked.program), BROWSER=str(browser),
        text=json.dumps(message(page=page)))
    assert done.returncode == 0
    assert mocked.notes()[0][5] == ["default", "Open", *ANSWERS]
    mocked.choose(1, "default")
    assert wait_until(
        lambda: opened.exists() and opened.read_text(), "a browser") == page
    mocked.wait_for_end()
    assert mocked.recorded() == []


@pytest.mark.parametrize("page", [
    "file:///etc/passwd", "--help", "https://plants.example/ x", "javascript:1"])
def test_nothing_but_a_web_address_is_opened(
    mocked: Desktop, page: str
) -> None:
    mocked.show(message(page=page))
    assert mocked.notes()[0][5] == ANSWERS


def test_a_daemon_that_keeps_notes_decides_how_long_they_show(
    desk: Desktop,
) -> None:
    needs("dbusmock")
    desk.mock(f"{USUAL} persistence")
    desk.show(message())
    assert desk.notes()[0][7] == -1


def test_a_daemon_without_buttons_gets_none(desk: Desktop) -> None:
    needs("dbusmock")
    desk.mock("body")
    desk.show(message("Salt & <Pepper> need watering"))
    assert desk.notes()[0][4:6] == ["Salt & <Pepper> need watering", []]
    # There is nothing to wait for.
    desk.wait_for_end()


def test_a_daemon_that_shows_titles_gets_all_in_one(desk: Desktop) -> None:
    needs("dbusmock")
    desk.mock("actions")
    desk.show(message("Monty needs water\nJade needs turning", tasks=2))
    assert desk.notes()[0][3:5] == [
        "Plant care: Monty needs water, Jade needs turning", ""]


def test_without_a_program_for_answers_there_are_no_buttons(
    mocked: Desktop,
) -> None:
    done = mocked.run(text=json.dumps(message()))
    assert done.returncode == 0
    assert mocked.notes()[0][5] == []
    mocked.wait_for_end()


def test_ten_notes_are_waited_for_by_one_process(mocked: Desktop) -> None:
    names = mocked.show(*[message(f"{number}") for number in range(10)])
    assert len(names) == 10
    assert len(mocked.waiting()) == 1


def test_nothing_to_show_is_nothing_to_wait_for(mocked: Desktop) -> None:
    assert mocked.show() == []
    mocked.wait_for_end()
    assert mocked.notes() == []


# Hostile texts


@pytest.mark.parametrize("text", [
    "<b>Monty</b> & \"Jade\" <a href='x'>", "</body>", "&amp;", "%s%n",
    "$(reboot) `reboot` ;reboot", "-h", "Zoë 🌱", "n" * 4_096,
    "a\nb\n\nc",
])
def test_a_text_is_shown_as_it_is(mocked: Desktop, text: str) -> None:
    mocked.show(message(text))
    shown = mocked.notes()[0][4]
    assert "<" not in shown and ">" not in shown
    plain = shown.replace("&lt;", "<").replace("&gt;", ">")
    assert plain.replace("&amp;", "&") == text


@pytest.mark.parametrize("name", ["", "--yes", "a b", "a;b", "x" * 65, 7, None])
def test_a_message_with_a_strange_name_has_no_buttons(
    mocked: Desktop, name: object
) -> None:
    mocked.show(message(id=name))
    assert mocked.notes()[0][5] == []


@pytest.mark.parametrize(("text", "words"), [
    ("hello", "the input is no list of messages: line 1: not the JSON"),
    ('{"title": "a"}', "a message has a title and a text"),
    ("[]", "a message has a title and a text"),
    ('{"title": "a", "text": "\\u0000"}', "\\u0000 is not allowed"),
    (b'{"title": "a", "text": "\xff"}', "line 1: not the JSON"),
])
def test_other_input_is_refused(
    mocked: Desktop, text: str | bytes, words: str
) -> None:
    good = json.dumps(message()).encode() + b"\n"
    for before in [b"", good]:
        done = mocked.run(
            text=before + (text.encode() if isinstance(text, str) else text))
        assert done.returncode == INVALID
        assert words.replace("line 1", f"line {1 + len(before) // len(good)}") \
            in done.stderr.decode()
    # All of it, or none.
    assert mocked.notes() == []


@pytest.mark.parametrize("arguments", [
    ["--program"], ["--program", "plantguide"], ["--stay", "-1"],
    ["--stay", "long"], ["--stay", "9999999999999999999999"], ["show"],
    ["close"], ["close", "7"], ["close", "0/:1.1/a"], ["close", "1/1.1/a"],
    ["close", "1/:1.1/"], ["close", "1/:1.1/a/b"], ["--help"],
])
def test_other_arguments_are_refused(desk: Desktop, arguments: list[str]) -> None:
    done = desk.run(*arguments)
    assert done.returncode == INVALID
    assert done.stderr.startswith(b"plantguide-notify: ")


# Answers


@pytest.mark.parametrize("answer", ["done", "hour", "tomorrow"])
def test_an_answer_is_recorded_and_its_outcome_shown(
    mocked: Desktop, answer: str
) -> None:
    mocked.write_program("echo 'watered <Monty>'; echo 'next due Friday'")
    mocked.show(message())
    mocked.choose(1, answer)
    mocked.wait_for_end()
    assert mocked.recorded() == [[
        f"{mocked.place}/home", "remind", "answer", "0123456789abcdef", answer]]
    outcome = mocked.notes()[1]
    assert outcome[3:6] == [
        "Plant care", "watered &lt;Monty&gt;\nnext due Friday", []]
    # It goes by itself, and the note that was answered is closed.
    assert outcome[6]["transient"] == {"type": "b", "data": True}
    assert outcome[7] == -1
    assert mocked.closed() == [1]


def test_an_answer_that_is_refused_is_reported_until_it_is_seen(
    mocked: Desktop,
) -> None:
    mocked.write_program("echo 'error: it was done already' >&2; exit 1")
    mocked.show(message())
    mocked.choose(1, "done")
    mocked.wait_for_end()
    outcome = mocked.notes()[1]
    assert outcome[4] == "error: it was done already"
    assert "transient" not in outcome[6]
    assert outcome[7] == 0


@pytest.mark.parametrize("script", ["exit 3", "kill -9 $$", None])
def test_an_answer_without_words_is_reported_too(
    mocked: Desktop, script: str | None
) -> None:
    mocked.write_program(script or "")
    if script is None:
        mocked.program.unlink()
    mocked.show(message())
    mocked.choose(1, "done")
    mocked.wait_for_end()
    words = mocked.notes()[1][4]
    if script is None:
        assert f"{mocked.program}: No such file" in words
    else:
        assert words == "The answer could not be recorded."


def test_a_program_that_says_much_holds_nobody_up(mocked: Desktop) -> None:
    mocked.write_program("yes 'a long story' | head -c 3000000; exit 0")
    mocked.show(message())
    mocked.choose(1, "done")
    mocked.wait_for_end()
    assert len(mocked.notes()[1][4]) <= 2_000


def test_a_second_answer_to_a_note_is_none(mocked: Desktop) -> None:
    mocked.show(message(), message(id="fedcba9876543210"))
    for key in ["done", "done", "tomorrow"]:
        mocked.choose(1, key)
    # An answer to nothing, and one that has no button.
    mocked.choose(77, "done")
    mocked.choose(2, "rm")
    mocked.wait_for_end()
    assert [words[3:] for words in mocked.recorded()] == [
        ["0123456789abcdef", "done"]]


def test_each_note_has_its_own_answer(mocked: Desktop) -> None:
    mocked.show(message(), message(id="fedcba9876543210"))
    mocked.choose(2, "hour")
    wait_until(mocked.recorded, "an answer")
    assert mocked.waiting()
    mocked.choose(1, "tomorrow")
    mocked.wait_for_end()
    assert [words[3:] for words in mocked.recorded()] == [
        ["fedcba9876543210", "hour"], ["0123456789abcdef", "tomorrow"]]


# The end of notes


@pytest.mark.parametrize("reason", [1, 2, 3, 4])
def test_waiting_ends_with_the_last_note(mocked: Desktop, reason: int) -> None:
    mocked.show(message(), message())
    mocked.report_end(1, reason)
    mocked.report_end(77, reason)
    assert mocked.waiting()
    mocked.report_end(2, reason)
    mocked.wait_for_end()
    assert mocked.recorded() == []


def test_at_the_limit_notes_are_closed(mocked: Desktop) -> None:
    mocked.show(message(), message(), arguments=("--stay", "1"))
    mocked.wait_for_end()
    assert sorted(mocked.closed()) == [1, 2]


def test_waiting_ends_with_the_daemon(mocked: Desktop) -> None:
    mocked.show(message())
    assert mocked.waiting()
    mocked.end_daemon()
    mocked.wait_for_end()


def test_waiting_ends_with_the_session(mocked: Desktop) -> None:
    mocked.show(message())
    assert mocked.waiting()
    mocked.bus.kill()
    mocked.bus.wait()
    mocked.wait_for_end()


def test_a_note_is_closed_by_its_name(mocked: Desktop) -> None:
    first, second = mocked.show(message(), message())
    assert mocked.run("close", second).returncode == 0
    wait_until(lambda: mocked.closed() == [2], "the second note's end")
    assert mocked.waiting()
    assert mocked.run("close", first, second).returncode == 0
    mocked.wait_for_end()


def test_a_note_of_an_earlier_daemon_or_session_is_left_alone(
    mocked: Desktop,
) -> None:
    name, = mocked.show(message())
    number, owner, bus = name.split("/")
    other = f"{number}/{owner}/{'0' * len(bus)}"
    assert mocked.run("close", other).returncode == 0
    assert mocked.closed() == []
    mocked.end_daemon()
    assert mocked.run("close", name).returncode == 0
    mocked.mock()
    mocked.show(message())
    assert mocked.run("close", name).returncode == 0
    assert mocked.closed() == []


# Where notes cannot be shown


def refused(done: subprocess.CompletedProcess[bytes]) -> str:
    assert done.stdout == b""
    words = done.stderr.decode()
    assert words.startswith("plantguide-notify: notes cannot be shown here: ")
    assert words.count("\n") == 1
    return words


def test_without_a_session_that_is_said(tmp_path: Path) -> None:
    for variables in [
        {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={tmp_path}/bus"},
        {"DBUS_SESSION_BUS_ADDRESS": "autolaunch:"},
        {"DBUS_SESSION_BUS_ADDRESS": "nonsense"},
        {"XDG_RUNTIME_DIR": str(tmp_path)},
    ]:
        done = subprocess.run(
            [notify_program()], input=json.dumps(message()).encode(),
            capture_output=True, check=False, env=variables, timeout=60)
        assert done.returncode == NO_BUS
        assert "there is no desktop session" in refused(done)


def test_a_bus_that_is_none_is_no_session() -> None:
    with (
        tempfile.TemporaryDirectory() as place,
        socket.socket(socket.AF_UNIX) as listener,
    ):
        listener.bind(f"{place}/bus")
        listener.listen()

        def be_rude() -> None:
            connection, _ = listener.accept()
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            connection.close()

        thread = threading.Thread(target=be_rude)
        thread.start()
        done = subprocess.run(
            [notify_program()], input=json.dumps(message()).encode(),
            capture_output=True, check=False, timeout=60,
            env={"DBUS_SESSION_BUS_ADDRESS": f"unix:path={place}/bus"})
        thread.join()
    assert done.returncode == NO_BUS
    refused(done)


def test_the_usual_place_of_the_bus_is_tried(desk: Desktop) -> None:
    """As for a job of cron, which has no address of a bus."""
    needs("dbusmock")
    desk.mock()
    done = subprocess.run(
        [notify_program()], input=json.dumps(message()).encode(),
        capture_output=True, check=False, timeout=60,
        env={"XDG_RUNTIME_DIR": str(desk.place)})
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(desk.notes()) == 1


def test_without_a_daemon_that_is_said(desk: Desktop) -> None:
    done = desk.run(text=json.dumps(message()))
    assert done.returncode == NO_DAEMON
    assert "no program shows notes" in refused(done)
    desk.wait_for_end()
    # Closing starts no daemon, and there is nothing to be closed.
    assert desk.run("close", "1/:1.1/0123").returncode == 0


def test_a_daemon_that_never_answers_is_none(mocked: Desktop) -> None:
    assert mocked.daemon is not None
    stop(mocked.daemon)
    done = mocked.run(text=json.dumps(message()))
    assert done.returncode == NO_DAEMON
    refused(done)
    mocked.wait_for_end()


def test_a_note_that_is_refused_is_told_and_the_others_are_waited_for(
    desk: Desktop,
) -> None:
    needs("dbusmock")
    desk.mock()
    desk.call(
        NAME, PLACE, "org.freedesktop.DBus.Mock", "AddMethod", "sssss", NAME,
        "Notify", "susssasa{sv}i", "u",
        "if 'bad' in args[4]:\n"
        "    raise dbus.exceptions.DBusException('too bad')\n"
        "ret = 5")
    desk.write_program()
    done = desk.run(
        "--program", str(desk.program),
        text="\n".join(json.dumps(message(text)) for text in ["a", "bad", "c"]))
    assert done.returncode == REFUSED
    assert done.stdout.decode().startswith("5/:")
    assert done.stdout.count(b"\n") == 1
    assert b"a note was refused: too bad" in done.stderr
    assert desk.waiting()


# The channel


@pytest.fixture
def journal(mocked: Desktop) -> Home:
    """A journal on that desktop, with two plants to be watered."""
    home = Home(mocked.place / "home", {
        "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": mocked.address,
        "TZ": "UTC"})
    week_ago = datetime.now(UTC) - timedelta(days=9)
    for name in ["Monty", "<Jade>"]:
        home.do("add", "Monstera deliciosa", "--as-typed", "--name", name,
                "--every", "7d", now=week_ago.strftime("%Y-%m-%dT%H:%M:%SZ"))
    home.do("settings", "set", "reminderTime", "00:00", now=None)
    home.do("channel", "add", "desktop:", now=None)
    return home


def due(home: Home) -> set[str]:
    return {task["plantName"] for task in home.json("today", now=None)["overdue"]}


@pytest.mark.parametrize(("key", "left"), [
    ("done", set()), ("tomorrow", set()), ("hour", {"Monty", "<Jade>"})])
def test_a_button_acts_on_the_journal(
    mocked: Desktop, journal: Home, key: str, left: set[str]
) -> None:
    journal.do("remind", now=None)
    note, = mocked.notes()
    assert "&lt;Jade&gt; needs water (Other, 2 days late)" in note[4]
    assert note[5] == ["done", "All done", *ANSWERS[2:]]
    # It is said once.
    journal.do("remind", now=None)
    assert len(mocked.notes()) == 1
    mocked.choose(1, key)
    mocked.wait_for_end()
    assert due(journal) == left
    words = mocked.notes()[1][4]
    assert ("in an hour" in words) if key == "hour" else "Monty" in words
    journal.do("remind", now=None)
    assert len(mocked.notes()) == 2


def test_a_note_goes_when_its_tasks_are_done_elsewhere(
    mocked: Desktop, journal: Home
) -> None:
    journal.do("remind", now=None)
    journal.do("water", "Monty", "<Jade>", now=None)
    journal.do("remind", now=None)
    wait_until(lambda: mocked.closed() == [1], "the note's end")
    mocked.wait_for_end()


def test_a_late_answer_changes_nothing_and_says_so(
    mocked: Desktop, journal: Home
) -> None:
    journal.do("remind", now=None)
    journal.do("water", "Monty", "<Jade>", now=None)
    before = journal.events()
    mocked.choose(1, "done")
    mocked.wait_for_end()
    assert "Nothing was changed" in mocked.notes()[1][4]
    assert journal.events() == before


def test_without_a_desktop_the_message_comes_later(
    mocked: Desktop, journal: Home
) -> None:
    away = replace(journal, extra={
        **journal.extra, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"})
    done = away.run("remind", now=None)
    assert done.code == NETWORK
    assert "channel 'desktop': notes cannot be shown here" in done.message
    assert "plantguide today" in done.message
    assert due(away) == {"Monty", "<Jade>"}
    journal.do("remind", now=None)
    assert len(mocked.notes()) == 1
    # Taking a note back needs no desktop: it went with its session.
    away.do("water", "Monty", "<Jade>", now=None)
    assert away.run("remind", now=None).code == DONE


def test_a_test_arrives_as_a_note(mocked: Desktop, journal: Home) -> None:
    journal.do("channel", "test", "desktop", now=None)
    note, = mocked.notes()
    assert note[4:6] == ["This is a test: reminders arrive here.", []]
    mocked.wait_for_end()


def test_the_program_for_notes_may_be_missing(
    mocked: Desktop, journal: Home, tmp_path: Path
) -> None:
    alone = tmp_path / "plantguide"
    alone.write_bytes(binary().read_bytes())
    alone.chmod(0o755)
    done = subprocess.run(
        [alone, "remind"], capture_output=True, check=False,
        env={**journal.extra, "PLANTGUIDE_HOME": str(journal.path)})
    assert done.returncode == SYSTEM
    assert b"the program for notes on the desktop is missing" in done.stderr


# A real daemon


DUNST = """
[global]
    monitor = 0
    follow = none
    idle_threshold = 0
    markup = full
    history_length = 20
    dmenu = {place}/menu
[soon]
    body = "*soon*"
    override_dbus_timeout = 1
"""


@pytest.fixture
def dunst(desk: Desktop) -> Desktop:
    needs("dunst", "Xvfb")
    (desk.place / "dunstrc").write_text(DUNST.format(place=desk.place))
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24",
         "-nolisten", "tcp"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, pass_fds=[writing])
    desk.others.append(screen)
    os.close(writing)
    with os.fdopen(reading) as number:
        display = f":{number.readline().strip()}"
    desk.daemon = desk.start(
        "dunst", "-conf", desk.place / "dunstrc", DISPLAY=display,
        HOME=str(desk.place))
    desk.wait_for_daemon()
    desk.write_program("echo recorded")
    return desk


def dunst_call(desk: Desktop, method: str, *words: str) -> list:
    return desk.call(NAME, PLACE, "org.dunstproject.cmd0", method, *words)


def displayed(desk: Desktop) -> int:
    done = subprocess.run(
        ["busctl", f"--address={desk.address}", "--json=short", "get-property",
         NAME, PLACE, "org.dunstproject.cmd0", "displayedLength"],
        capture_output=True, check=True)
    return json.loads(done.stdout)["data"]


def past_notes(desk: Desktop) -> list[dict]:
    return [
        {name: value["data"] for name, value in note.items()}
        for note in dunst_call(desk, "NotificationListHistory")[0]
    ]


def test_a_button_of_dunst_is_an_answer(dunst: Desktop) -> None:
    menu = dunst.place / "menu"
    menu.write_text(
        "#!/bin/sh\n"
        f"tee {dunst.place}/buttons | grep -m 1 ',tomorrow\\]'\n")
    menu.chmod(0o755)
    dunst.show(message("Salt & <Pepper> need watering"))
    dunst_call(dunst, "ContextMenuCall")
    wait_until(dunst.recorded, "an answer")
    assert [words[3:] for words in dunst.recorded()] == [
        ["0123456789abcdef", "tomorrow"]]
    dunst.wait_for_end()
    buttons = (dunst.place / "buttons").read_text()
    for label in ["Done", "Snooze 1 hour", "Until tomorrow"]:
        assert f"#{label} " in buttons
    shown = past_notes(dunst)[-1]
    assert shown["appname"] == "PlantGuide"
    assert "Salt &amp; &lt;Pepper&gt; need watering" in shown["message"]


def test_a_note_that_dunst_closes_is_waited_for_no_longer(
    dunst: Desktop,
) -> None:
    dunst.show(message())
    assert displayed(dunst) == 1
    dunst_call(dunst, "NotificationCloseLast")
    dunst.wait_for_end()
    assert dunst.recorded() == []


def test_a_note_of_dunst_stays_unless_its_rules_say_otherwise(
    dunst: Desktop,
) -> None:
    dunst.show(message())
    dunst.show(message("It goes soon"))
    wait_until(lambda: len(dunst.waiting()) == 1, "the end of the short one")
    assert displayed(dunst) == 1
    assert "It goes soon" in past_notes(dunst)[0]["message"]


def test_a_note_of_dunst_is_closed_by_its_name(dunst: Desktop) -> None:
    name, = dunst.show(message())
    assert dunst.run("close", name).returncode == 0
    dunst.wait_for_end()
    assert displayed(dunst) == 0


def test_waiting_ends_with_dunst(dunst: Desktop) -> None:
    dunst.show(message())
    dunst.end_daemon()
    dunst.wait_for_end()
