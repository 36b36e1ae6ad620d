"""A round on a terminal: a key for each task, stored at once."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import termios
from pathlib import Path

import pytest

from program import DONE, NOTHING, NOW, USAGE, Home, binary, environment
from screen import on_terminal
from test_terminal import HOSTILE_NAME, STYLE, hostile  # noqa: F401

CLEARED = re.compile(rb"\r?\x1b\[\d*[AJH]")
PHOTO = Path(__file__).with_name("samples") / "leaf.jpg"


class Round:
    """The program on a terminal that a test types on."""

    def __init__(self, home: Home, *arguments: str, width: int = 80):
        self.leader, self.follower = pty.openpty()
        termios.tcsetwinsize(self.follower, (40, width))
        self.before = termios.tcgetattr(self.follower)
        self.shown = b""
        self.seen = 0
        self.process = subprocess.Popen(
            ["setsid", "--ctty", binary(), "round", "--now", NOW, *arguments],
            stdin=self.follower,
            stdout=self.follower,
            stderr=self.follower,
            env=environment(home.path, TERM="xterm-256color"),
        )

    def until(self, text: str) -> str:
        """Waits until that came since the last time, and gives all since."""
        while True:
            plain = CLEARED.sub(b"", STYLE.sub(b"", self.shown[self.seen:])).decode()
            if text in plain:
                self.seen = len(self.shown)
                return plain
            assert select.select([self.leader], [], [], 20)[0], plain
            self.shown += os.read(self.leader, 65536)

    def type(self, keys: str, text: str) -> str:
        os.write(self.leader, keys.encode())
        return self.until(text)

    def has_mode_of_before(self) -> bool:
        return termios.tcgetattr(self.follower) == self.before

    def end(self) -> str:
        """All that came after what was waited for, once it has ended."""
        code = self.process.wait(timeout=60)
        assert self.has_mode_of_before()
        os.close(self.follower)
        while True:
            try:
                part = os.read(self.leader, 65536)
            except OSError:
                break
            self.shown += part
        os.close(self.leader)
        rest = CLEARED.sub(b"", STYLE.sub(b"", self.shown[self.seen:])).decode()
        assert code == DONE, rest
        return rest


@pytest.fixture
def due(empty: Home) -> Home:
    """Two plants in rooms, with three tasks, and one task of the home."""
    empty.do(
        "add", "Aloe vera", "--as-typed", "--name", "Ally", "--room", "Bedroom",
        "--every", "7d", now="2026-11-10T09:00:00+01:00")
    empty.do(
        "add", "Ficus lyrata", "--as-typed", "--name", "Fig", "--room", "Kitchen",
        "--every", "5d", now="2026-11-16T09:00:00+01:00")
    empty.do("task", "add", "Fig", "--title", "Check for mites", "--due", NOW[:10])
    empty.do("task", "add", "--title", "Buy soil", "--due", NOW[:10])
    return empty


def told(home: Home) -> list[str]:
    """The types of the events that count, but for what was there before."""
    return [
        event["header"]["type"]
        for event in home.history()
        if not event["undone"] and event["header"]["type"].startswith(
            ("task.completed", "task.skipped", "task.snoozed", "plant.noted",
             "photo.captured"))
    ]


def test_each_key_does_what_it_says_at_once(due: Home) -> None:
    round = Round(due)
    first = round.until("? help")
    assert "Kitchen (1 of 4)" in first and "● water" in first
    assert round.type("?", "any key goes on").count("\n") > 9
    round.type("x", "(1 of 4)")
    shown = round.type("d", "(2 of 4)")
    assert "done watering: Fig" in shown and "Check for mites" in shown
    assert told(due) == ["task.completed"]
    # A note leaves the task where it is.
    round.type("n", "Note:")
    assert round.has_mode_of_before()
    assert "noted" in round.type("two new leaves\n", "(2 of 4)")
    assert "snooze until when?" in round.type("s", "not at all")
    shown = round.type("d", "(3 of 4)")
    assert "snoozed Check for mites of Fig" in shown and "Tue 24 Nov" in shown
    assert "Bedroom" in shown and "Ally" in shown and "4 days late" in shown
    assert "skipped watering of Ally" in round.type("k", "(4 of 4)")
    round.type("b", "(3 of 4)")
    assert told(due) == [
        "task.completed", "plant.noted", "task.snoozed", "task.skipped"]
    # What stands at hand is answered, so that is what goes.
    assert "skipped" in round.type("u", "(3 of 4)")
    assert told(due) == ["task.completed", "plant.noted", "task.snoozed"]
    round.type("b", "(2 of 4)")
    assert "that is answered" in round.type("d", "u undoes it")
    round.type("  ", "(4 of 4)")
    assert "done: Buy soil" in round.type("\r", "undo the last with")
    round.end()
    assert told(due) == [
        "task.completed", "plant.noted", "task.snoozed", "task.completed"]


def test_undo_goes_back_through_the_round(due: Home) -> None:
    round = Round(due)
    round.until("? help")
    round.type("ddd", "(4 of 4)")
    round.type("u", "(3 of 4)")
    round.type("u", "(2 of 4)")
    round.type("u", "(1 of 4)")
    assert "nothing is left to undo" in round.type("u", "(1 of 4)")
    assert told(due) == []
    assert "4 left open" in round.type("q", "left open")
    assert "undo" not in round.end()


def test_a_snooze_takes_any_day_and_tells_what_is_none(due: Home) -> None:
    round = Round(due, "--room", "Bedroom")
    round.until("(1 of 1)")
    round.type("so", "Until when?")
    assert "hint" not in round.type("nonsense\n", "(1 of 1)")
    round.type("so", "Until when?")
    assert "Tue 1 Dec" in round.type("1 Dec\n", "1 snoozed")
    round.end()
    assert told(due) == ["task.snoozed"]


def test_a_photo_is_added_and_does_the_task_that_asks_for_it(due: Home) -> None:
    due.do("photo", "remind", "Ally", "weekly", now="2026-11-10T09:00:00+01:00")
    round = Round(due, "--room", "Bedroom", "--kind", "photo")
    round.until("(1 of 1)")
    round.type("p", "File of the photo:")
    assert "missing.jpg" in round.type("/missing.jpg\n", "(1 of 1)")
    round.type("p", "File of the photo:")
    assert "1 done" in round.type(f"{PHOTO}\n", "1 done")
    round.end()
    assert told(due) == ["photo.captured"]


def test_nothing_is_lost_where_it_is_killed(due: Home) -> None:
    round = Round(due)
    round.until("? help")
    round.type("d", "(2 of 4)")
    round.process.send_signal(signal.SIGKILL)
    round.process.wait()
    os.close(round.leader)
    os.close(round.follower)
    assert told(due) == ["task.completed"]
    due.verify()


@pytest.mark.parametrize("way", ["\x03", "\x1c", "\x04", "TERM", "HUP", "INT"])
def test_however_it_ends_the_terminal_is_as_before(due: Home, way: str) -> None:
    round = Round(due)
    round.until("? help")
    round.type("d", "(2 of 4)")
    if len(way) == 1:
        os.write(round.leader, way.encode())
    else:
        round.process.send_signal(getattr(signal, f"SIG{way}"))
    assert "1 done, 3 left open" in round.until("undo with")
    round.end()


def test_a_line_is_given_up_by_ctrl_c(due: Home) -> None:
    round = Round(due)
    round.until("? help")
    round.type("n", "Note:")
    round.type("half a no\x03", "(1 of 4)")
    round.type("q", "left open")
    round.end()
    assert told(due) == []


def test_it_stops_and_goes_on_as_others_do(due: Home) -> None:
    leader, follower = pty.openpty()
    script = (
        f"set -m; {binary()} round --now {NOW}; stty -a; fg %1; echo ended"
    )
    process = subprocess.Popen(
        ["setsid", "--ctty", "dash", "-c", script],
        stdin=follower, stdout=follower, stderr=follower,
        env=environment(due.path, TERM="xterm-256color"))
    os.close(follower)
    shown = b""

    def until(text: bytes) -> bytes:
        nonlocal shown
        while text not in shown:
            assert select.select([leader], [], [], 20)[0], shown
            shown += os.read(leader, 65536)
        found, shown = shown.split(text, 1)
        return found

    until(b"help")
    os.write(leader, b"\x1a")
    # What the shell sees of the terminal while the round is stopped.
    modes = until(b"echoke").split()
    assert b"icanon" in modes and b"echo" in modes
    until(b"(1 of 4)")
    until(b"help")
    os.write(leader, b"dq")
    until(b"1 done, 3 left open")
    until(b"ended")
    os.close(leader)
    process.wait(timeout=60)
    assert told(due) == ["task.completed"]


def test_it_is_drawn_again_in_a_window_of_another_size(due: Home) -> None:
    round = Round(due)
    assert "Space later  q quit" in round.until("? help")
    termios.tcsetwinsize(round.follower, (24, 40))
    narrow = round.until("? help")
    assert "(1 of 4)" in narrow and "Space later  q quit" not in narrow
    answered = round.type("d", "? help")
    assert "done watering" in answered and "(2 of 4)" in answered
    lines = (narrow + answered).splitlines()
    assert max(len(line) for line in lines) <= 40
    termios.tcsetwinsize(round.follower, (24, 80))
    wide = round.until("? help")
    assert "(2 of 4)" in wide and "Space later  q quit" in wide
    round.type("q", "1 done, 3 left open")
    round.end()


def test_names_drive_no_terminal(hostile: Home) -> None:  # noqa: F811
    code, shown = on_terminal(hostile, "round", "--now", NOW, answer=b"d?xnabc\nq")
    assert code == DONE
    plain = CLEARED.sub(b"", STYLE.sub(b"", shown)).replace(b"\r\n", b"\n").decode()
    assert HOSTILE_NAME not in plain
    assert not [c for c in plain if ord(c) < 32 and c != "\n"]


def test_it_needs_a_terminal_and_something_due(due: Home) -> None:
    due.refuse("round", code=USAGE, says=["needs a terminal", "done --due"])
    code, shown = on_terminal(due, "round", "Fig", "--kind", "misting", "--now", NOW)
    assert code == NOTHING and b"matches" in shown
    due.do("done", "--due", "--all-kinds", "--yes")
    due.do("task", "done", "Buy soil")
    code, shown = on_terminal(due, "round", "--now", NOW)
    assert (code, shown) == (DONE, b"Nothing is due.\r\n")


def test_the_day_offers_it_where_somebody_looks(due: Home) -> None:
    _, shown = on_terminal(due)
    assert re.search(rb"\d tasks are due: plantguide round", shown)
    assert "plantguide round" not in due.do(now=None).text
