"""Channels that are programs, and what may be wrong with them and their files."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import add
from program import (
    DAMAGED, NOTHING, NOW, SYSTEM, USAGE, Home, binary, environment,
)

SAY = "#!/bin/sh\ncat >> '{said}'\n"


@pytest.fixture
def said(tmp_path: Path) -> Path:
    return tmp_path / "said"


@pytest.fixture
def say(tmp_path: Path, said: Path) -> Path:
    path = tmp_path / "say"
    path.write_text(SAY.format(said=said))
    path.chmod(0o700)
    return path


def test_a_program_gets_one_object_for_each_message(
    home: Home, say: Path, said: Path
) -> None:
    hostile = "A\"b\\c <i>&\u202e'; touch /tmp/x; $(id)"
    add(home, hostile)
    home.do("settings", "set", "reminderForm", "single")
    home.do("channel", "add", f"command:{say}")
    home.do("remind", now="2026-11-08T08:00:00+01:00")
    messages = [json.loads(line) for line in said.read_text().splitlines()]
    assert len(messages) == 2
    # Signs that turn a text's direction are shown as what they are.
    shown = hostile.replace("\u202e", "\\u{202E}")
    assert shown in [message["tasks"][0]["plantName"] for message in messages]


def test_a_program_gets_no_password(home: Home, say: Path, said: Path) -> None:
    say.write_text(f"#!/bin/sh\nenv > '{said}'\n")
    home.do("channel", "add", f"command:{say}", "--name", "phone")
    secrets = {"PLANTGUIDE_PUSH_PASSWORD": "s3cret", "TOKEN": "s3cret"}
    replace(home, extra={**home.extra, **secrets}).do("channel", "test")
    found = dict(
        line.split("=", 1) for line in said.read_text().splitlines())
    assert found["PLANTGUIDE_CHANNEL"] == "phone"
    assert found["PLANTGUIDE_HOME"] == str(home.path)
    assert found["TZ"] == "Europe/Paris" and "PATH" in found
    assert not secrets.keys() & found.keys()


def test_the_program_for_notes_gets_no_password(
    home: Home, said: Path, tmp_path: Path
) -> None:
    program = tmp_path / "plantguide"
    program.write_bytes(binary().read_bytes())
    program.chmod(0o755)
    notify = tmp_path / "plantguide-notify"
    notify.write_text(f"#!/bin/sh\nenv > '{said}'\n")
    notify.chmod(0o755)
    home.do("channel", "add", "desktop:")
    subprocess.run(
        [program, "channel", "test"], check=True,
        env=environment(
            home.path, PLANTGUIDE_PUSH_PASSWORD="s3cret",
            DBUS_SESSION_BUS_ADDRESS="unix:path=/none"))
    found = said.read_text()
    assert "PASSWORD" not in found
    assert f"PLANTGUIDE_HOME={home.path}\n" in found
    assert "DBUS_SESSION_BUS_ADDRESS=unix:path=/none\n" in found


@pytest.mark.parametrize("body, says", [
    ("#!/bin/sh\nexit 3\n", "ended with status 3"),
    ("#!/bin/sh\nkill -9 $$\n", "ended by signal 9"),
    ("no program", "could not be started"),
])
def test_what_a_program_does_not_take_is_sent_again(
    home: Home, say: Path, said: Path, body: str, says: str
) -> None:
    home.do("channel", "add", f"command:{say}", "--name", "phone")
    good = say.read_text()
    say.write_text(body)
    result = home.run("remind")
    assert result.code == SYSTEM
    assert "channel 'phone'" in result.message and says in result.message
    assert says in home.do("channel", "list").text
    say.write_text(good)
    home.do("remind")
    assert len(said.read_text().splitlines()) == 1
    assert "failed" not in home.do("channel", "list").text


def test_a_program_that_others_may_change_does_not_run(
    home: Home, say: Path, said: Path
) -> None:
    home.do("channel", "add", f"command:{say}")
    say.chmod(0o777)
    result = home.run("remind")
    assert result.code == SYSTEM and "can be changed by other users" in result.message
    say.chmod(0o700)
    (home.path / "channels.json").chmod(0o666)
    result = home.run("remind")
    assert result.code == SYSTEM and "chmod go-w" in result.message
    assert "channels.json" in home.do("doctor").text
    assert not said.exists()


def test_one_run_speaks_at_a_time(home: Home, say: Path, said: Path) -> None:
    say.write_text("#!/bin/sh\ntouch '{0}.began'\nsleep 2\ncat >> '{0}'\n".format(said))
    home.do("channel", "add", f"command:{say}")
    first = home.start("remind", "--now", NOW)
    for _ in range(200):
        if Path(f"{said}.began").exists():
            break
        time.sleep(0.02)
    result = home.run("remind")
    assert result.code == USAGE and "at work" in result.message
    assert first.wait(timeout=20) == 0
    assert len(said.read_text().splitlines()) == 1


@pytest.mark.parametrize("file", ["channels.json", "reminders.json"])
@pytest.mark.parametrize("text", [
    "[", "[]", '{"phone":1}', '{"phone":{"address":"nowhere:"}}',
    '{"phone":{"given":[{"key":"x"}]}}',
])
def test_a_damaged_file_is_named_and_left_alone(
    home: Home, say: Path, said: Path, file: str, text: str
) -> None:
    home.do("channel", "add", f"command:{say}", "--name", "phone")
    path = home.path / file
    path.write_text(text)
    path.chmod(0o600)
    result = home.run("remind")
    assert result.code == DAMAGED and file in result.message
    assert path.read_text() == text and not said.exists()


def test_a_missing_program_is_named(home: Home, say: Path) -> None:
    home.do("channel", "add", f"command:{say}")
    say.unlink()
    result = home.run("remind")
    assert result.code == SYSTEM, str(result)
    assert f"there is no program at {say}" in result.message
    assert "interpreter" not in result.message


def test_an_unknown_address_is_answered_with_the_kinds(home: Home) -> None:
    for address, kind in [
        ("slack://x", "ntfys://host/topic"), ("slack://x", "command:/path"),
        ("https://h.example/x", "webhooks://"), ("http://h/x", "ntfy://"),
    ]:
        home.refuse("channel", "add", address, code=USAGE, says=kind)
    home.do("channel", "add", "desktop")
    (channel,) = home.json("channel", "list")["channels"]
    assert channel["address"] == "desktop:"


def test_wrong_words_are_refused(home: Home, say: Path) -> None:
    for address in ["say", "command:", "command:say", "gopher://x"]:
        home.refuse("channel", "add", address, code=USAGE, says=address)
    home.do("channel", "add", f"command:{say}", "--name", "phone")
    home.refuse("channel", "add", f"command:{say}", "--name", "phone",
                code=USAGE, says="phone")
    home.refuse("channel", "add", f"command:{say}", "--name", "a b",
                code=USAGE, says="a b")
    for proxy in ["ftp://proxy", "http://u:a b@proxy", "http://u:%1d@proxy"]:
        home.refuse("channel", "add", "ntfys://host.example/topic", "--proxy",
                    proxy, code=USAGE, says="proxy")
    home.refuse("channel", "remove", "tablet", code=NOTHING, says="phone")
    home.refuse("remind", "test", "tablet", code=NOTHING, says="phone")
    home.refuse("remind", "answer", "0123", "done", code=NOTHING, says="0123")
    home.refuse("remind", "answer", "0123", "perhaps", code=USAGE, says="perhaps")


def test_answers_count_once_and_late_ones_change_nothing(
    home: Home, say: Path, said: Path
) -> None:
    home.do("channel", "add", f"command:{say}")
    home.do("remind")
    message = json.loads(said.read_text())["id"]
    rehearsed = home.json("remind", "answer", message, "done", "--dry-run")
    assert rehearsed["dryRun"]
    first = home.do("remind", "answer", message, "done").text
    assert "Monty" in first and "undo with" in first
    events = home.events()
    for answer in ["done", "tomorrow", "hour"]:
        text = home.do("remind", "answer", message, answer).text
        assert "Nothing was changed" in text
    assert home.events() == events


def test_deleting_all_forgets_what_was_said(
    home: Home, say: Path
) -> None:
    home.do("channel", "add", f"command:{say}")
    home.do("remind")
    assert (home.path / "reminders.json").exists()
    refused = home.run("delete-all")
    name = refused.message.split("--confirm ")[1].split()[0]
    home.do("delete-all", "--confirm", name)
    assert not (home.path / "reminders.json").exists()


def test_nothing_to_say_starts_no_program(home: Home, say: Path) -> None:
    home.do("channel", "add", f"command:{say}")
    home.do("remind")
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    subprocess.run(
        ["strace", "-f", "-e", "trace=execve", "-o", str(say.with_name("trace")),
         binary(), "remind", "--now", NOW],
        env=environment(home.path), check=True, capture_output=True)
    calls = say.with_name("trace").read_text()
    assert calls.count("execve(") == 1
