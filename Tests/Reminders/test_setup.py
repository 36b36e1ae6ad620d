"""Setting up reminders: questions, timers of systemd and cron, doctor."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from program import (
    DONE, NETWORK, NOTHING, NOW, ROOT, SYSTEM, USAGE, Home, binary,
)
from screen import on_terminal

UNITS = ["plantguide-remind.service", "plantguide-remind.timer"]
REMINDED = "sent to "


class Machine:
    """A home on a machine whose tools are scripts that note their calls."""

    def __init__(self, place: Path, name: str = "home"):
        self.place = place
        self.tools = place / "tools"
        self.tools.mkdir(parents=True)
        self.calls = place / "calls"
        self.calls.write_text("")
        self.table = place / "crontab"
        self.messages = place / "messages"
        self.channel = place / "say"
        self.channel.write_text(f'#!/bin/sh\ncat >>"{self.messages}"\n')
        self.channel.chmod(0o755)
        self.home = Home(place / name, {
            # No tool of the machine on which the tests run.
            "PATH": f"{self.tools}:{place}/basics",
            "XDG_CONFIG_HOME": f"{place}/config",
            # No session of that machine, either.
            "XDG_RUNTIME_DIR": f"{place}/run",
        })
        basics = place / "basics"
        basics.mkdir()
        for tool in ["cat", "sh", "rm", "cp", "grep"]:
            (basics / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")

    def tool(self, name: str, script: str) -> None:
        path = self.tools / name
        path.write_text(
            f'#!/bin/sh\necho "{name} $*" >>"{self.calls}"\n{script}\n')
        path.chmod(0o755)

    def with_systemd(self, linger: str = "yes") -> None:
        state = self.place / "enabled"
        self.tool("systemctl", f"""case "$2" in
          enable) echo yes >"{state}";;
          disable) rm -f "{state}";;
          is-enabled) [ -e "{state}" ] || exit 1;;
        esac""")
        self.tool("loginctl", f"echo {linger}")

    def with_cron(self) -> None:
        self.tool("crontab", f"""if [ "$1" = - ]; then
          cat >"{self.table}"
        elif [ -e "{self.table}" ]; then
          cat "{self.table}"
        else
          echo "no crontab for anna" >&2; exit 1
        fi""")

    @property
    def called(self) -> list[str]:
        return self.calls.read_text().splitlines()

    def unit(self, name: str) -> Path:
        return self.place / "config" / "systemd" / "user" / name

    def set_up(self, *options: str, **more: Any) -> Any:
        return self.home.do(
            "remind", "setup", "--yes", "--channel", f"command:{self.channel}",
            *options, **more)

    def findings(self, **more: Any) -> list[tuple[str, str]]:
        """What doctor finds of reminders."""
        said = self.home.run("doctor", "--json", now=None, **more).json()
        return [
            (finding["level"], finding["message"])
            for finding in said["findings"] if finding["check"] == "reminders"
        ]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


# Timers


def test_units_of_systemd_are_written_and_enabled(machine: Machine) -> None:
    machine.with_systemd()
    said = machine.set_up("--time", "18:30", "--form", "single", "--quiet", "none")
    assert "reminders at 18:30, a message for each task, no quiet hours" in said.text
    assert "systemd runs 'plantguide remind' every quarter of an hour" in said.text
    assert "sent a test to command" in said.text
    assert "There is nothing to be reminded of yet." in said.text
    assert [call for call in machine.called if "show" not in call][:2] == [
        "systemctl --user daemon-reload",
        "systemctl --user enable --now plantguide-remind.timer"]
    service = machine.unit(UNITS[0]).read_text()
    assert f'ExecStart="{binary()}" remind\n' in service
    assert f'Environment="PLANTGUIDE_HOME={machine.home.path}"\n' in service
    assert "KillMode=process\n" in service
    timer = machine.unit(UNITS[1]).read_text()
    assert "Persistent=true\n" in timer and "OnCalendar=*:0/15\n" in timer
    message = machine.messages.read_text()
    assert '"isTest":true' in message.replace(" ", "")
    settings = machine.home.do("settings", "list").text
    for words in [r"reminderTime\s+18:30", r"reminderForm\s+single"]:
        assert re.search(words, settings), settings


def test_systemd_takes_the_units(machine: Machine) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze not installed")
    machine.with_systemd()
    machine.set_up()
    for name in UNITS:
        done = subprocess.run(
            ["systemd-analyze", "verify", "--user", "--man=no",
             machine.unit(name)],
            capture_output=True, text=True, check=False,
            env={**os.environ, "XDG_RUNTIME_DIR": str(machine.place)})
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
    # The moments are those meant.
    found = subprocess.run(
        ["systemd-analyze", "calendar", "--iterations=1", "*:0/15"],
        capture_output=True, text=True, check=True)
    assert "Normalized form: *-*-* *:00/15:00" in found.stdout


@pytest.mark.parametrize("name", [
    "a b", "100%", "a\"b", "a'b", "a\\b", "$HOME", "ü🌱", "%h"])
def test_a_home_of_any_name_is_named_rightly(tmp_path: Path, name: str) -> None:
    machine = Machine(tmp_path, name)
    machine.with_systemd()
    machine.set_up()
    # What was written names this home again.
    assert "systemd runs 'remind'" in machine.findings()[0][1]
    machine.home.do("remind", now=None)
    assert [level for level, _ in machine.findings()] == ["ok"]
    # And for cron, whose line a shell runs.
    machine.with_cron()
    machine.set_up("--timer", "cron")
    assert [level for level, _ in machine.findings()] == ["ok"]
    line, = machine.table.read_text().splitlines()
    command = line.removeprefix("*/15 * * * * ")
    assert "%" not in command.replace("\\%", "")
    asked = subprocess.run(
        ["/bin/sh", "-c", command.replace("\\%", "%").replace(
            " remind >", " log status >").replace("/dev/null", "/dev/stdout")],
        capture_output=True, check=False, env={"PATH": "/usr/bin:/bin"})
    assert asked.returncode == DONE, asked


def test_a_home_that_no_line_can_name_is_refused(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "a\nb")
    machine.with_systemd()
    machine.home.do("room", "add", "Attic")
    done = machine.home.run(
        "remind", "setup", "--yes", "--channel", f"command:{machine.channel}")
    assert done.code == USAGE
    assert "a timer cannot use the path" in done.message
    assert not machine.unit(UNITS[0]).exists()


def test_without_systemd_a_line_of_the_crontab_does(machine: Machine) -> None:
    machine.tool("systemctl", "exit 1")
    machine.with_cron()
    machine.table.write_text("MAILTO=anna\n0 3 * * * backup\n")
    for _ in range(2):
        assert "cron runs" in machine.set_up().text
    lines = machine.table.read_text().splitlines()
    assert lines[:2] == ["MAILTO=anna", "0 3 * * * backup"]
    assert len(lines) == 3
    assert lines[2].startswith("*/15 * * * * PLANTGUIDE_HOME=")
    assert "removed the timer" in machine.home.do("remind", "setup", "--remove").text
    assert machine.table.read_text().splitlines() == lines[:2]
    assert "no timer" in machine.home.do("remind", "setup", "--remove").text


def test_a_crontab_that_cannot_be_read_is_left_alone(machine: Machine) -> None:
    table = b"MAILTO=anna\n0 3 * * * backup\n"
    machine.table.write_bytes(table)
    for script in [
        "echo 'crontab: cannot lock' >&2; exit 1",
        "cat \"$T\"; exit 1", "kill -9 $$",
        "echo 'no crontab for anna' >&2; exit 2",
        # More than is read.
        "cat \"$T\"; i=0; while [ $i -lt 5000 ]; do i=$((i + 1)); "
        f"echo '{'#' * 70}'; done"
    ]:
        machine.tool("crontab", f"""T="{machine.table}"
          if [ "$1" = - ]; then cat >"$T"; else {script}; fi""")
        for options in [["--yes", "--timer", "cron", "--channel",
                         f"command:{machine.channel}"], ["--remove"]]:
            done = machine.home.run("remind", "setup", *options)
            assert done.code == SYSTEM, (script, done.text)
            assert "crontab" in done.message
            assert machine.table.read_bytes() == table
            assert "crontab -" not in machine.called


def test_units_need_no_right_to_a_crontab(machine: Machine) -> None:
    machine.with_systemd()
    machine.tool("crontab", "echo 'you are not allowed' >&2; exit 1")
    machine.set_up()
    assert machine.unit(UNITS[1]).exists()
    machine.home.do("remind", now=None)
    assert [level for level, _ in machine.findings()] == ["ok"]


@pytest.mark.parametrize("table", [
    b"\n\n# a\n\n0 3 * * * backup \xff\xfe\r\n\n\n", b"A=b\n0 3 * * * c", b"\n", b""])
def test_other_lines_of_the_crontab_stay(machine: Machine, table: bytes) -> None:
    machine.with_cron()
    machine.table.write_bytes(table)
    machine.set_up("--timer", "cron")
    machine.set_up("--timer", "cron")
    found = machine.table.read_bytes()
    whole = table + (b"\n" if table and not table.endswith(b"\n") else b"")
    assert found.startswith(whole)
    assert found.count(b"plantguide-remind\n") == 1
    machine.home.do("remind", "setup", "--remove")
    assert machine.table.read_bytes() == whole


def test_one_timer_takes_the_place_of_the_other(machine: Machine) -> None:
    machine.with_systemd()
    machine.with_cron()
    machine.set_up("--timer", "cron")
    assert machine.table.read_text().count("remind") > 0
    machine.set_up("--timer", "systemd")
    assert machine.table.read_text() == ""
    assert machine.unit(UNITS[1]).exists()
    machine.set_up("--timer", "cron")
    assert not machine.unit(UNITS[1]).exists()
    assert not machine.unit(UNITS[0]).exists()


def test_removing_ends_units_and_keeps_channels(machine: Machine) -> None:
    machine.with_systemd()
    machine.set_up()
    assert machine.home.json("remind", "setup", "--remove") == {"removed": True}
    assert "systemctl --user disable --now plantguide-remind.timer" in machine.called
    assert not any(machine.unit(name).exists() for name in UNITS)
    assert len(machine.home.json("channel", "list")["channels"]) == 1
    assert machine.home.json("remind", "setup", "--remove") == {"removed": False}


def test_a_machine_without_timers_is_set_up_without(machine: Machine) -> None:
    assert "have something else run" in machine.set_up("--dry-run").text
    assert not machine.home.path.exists()
    said = machine.set_up("--time", "07:15")
    assert "Neither systemd nor cron runs jobs here" in said.text
    assert "'plantguide remind' every quarter of an hour" in said.text
    assert "sent a test to command" in said.text
    assert "07:15" in machine.home.do("settings", "list").text
    assert machine.set_up("--json").json()["timer"] is None


@pytest.mark.parametrize("kind", ["systemd", "cron"])
def test_the_timer_of_another_journal_is_not_removed(
    machine: Machine, tmp_path: Path, kind: str
) -> None:
    machine.with_systemd()
    machine.with_cron()
    machine.set_up("--timer", kind)
    first = machine.home
    machine.home = replace(first, path=tmp_path / "other")
    assert machine.home.json("remind", "setup", "--remove") == {"removed": False}
    said = machine.home.do("remind", "setup", "--remove").text
    assert ("There is no timer for this journal; the one here is for "
            f"{first.path}.") in said
    assert machine.unit(UNITS[1]).exists() == (kind == "systemd")
    assert machine.table.exists() == (kind == "cron")
    # It can be replaced, which is said.
    assert f"would replace the timer of the journal in {first.path}" in (
        machine.set_up("--dry-run").text)
    assert (f"The timer of the journal in {first.path} was replaced."
            in machine.set_up().text)
    assert "was replaced" not in machine.set_up().text
    assert "is for" in first.do("remind", "setup", "--remove").text
    assert "removed" in machine.home.do("remind", "setup", "--remove").text


def test_a_secret_that_the_timer_lacks_is_reported(
    machine: Machine, tmp_path: Path
) -> None:
    machine.with_systemd()
    secret = tmp_path / "secret"
    secret.write_text("s3cret\n")
    secret.chmod(0o600)
    address = "ntfy://localhost:1/plants"
    machine.home.do("channel", "add", address, "--name", "push")
    machine.home.do(
        "channel", "add", "ntfy://localhost:1/others", "--name", "others",
        "--password-file", str(secret))
    words = "the timer has no variable PLANTGUIDE_PUSH_PASSWORD"
    arguments = ["remind", "setup", "--yes", "--channel"]
    assert words not in machine.home.run(*arguments, address).message
    machine.home = replace(machine.home, extra={
        **machine.home.extra, "PLANTGUIDE_PUSH_PASSWORD": "s3cret",
        "PLANTGUIDE_OTHERS_PASSWORD": "s3cret"})
    said = machine.home.run(*arguments, address)
    assert words in said.message and "--password-file" in said.message
    said = machine.home.run(*arguments, "ntfy://localhost:1/others")
    assert "has no variable" not in said.message


@pytest.mark.parametrize(("tool", "script"), [
    ("systemctl", "[ $2 = show-environment ] || { echo 'no way' >&2; exit 1; }"),
    ("crontab", "[ $1 = -l ] || { echo 'no way' >&2; exit 1; }"),
])
def test_a_timer_that_is_refused_is_reported(
    machine: Machine, tool: str, script: str
) -> None:
    machine.tool(tool, script)
    done = machine.home.run(
        "remind", "setup", "--yes", "--channel", f"command:{machine.channel}")
    assert done.code == SYSTEM
    assert f"{tool} refused: no way" in done.message


def test_a_dry_run_shows_the_timer_and_changes_nothing(machine: Machine) -> None:
    machine.with_systemd()
    machine.with_cron()
    said = machine.set_up("--dry-run").text
    assert "ExecStart=" in said and "OnCalendar=" in said
    assert "dry run: nothing was" in said
    assert "*/15 * * * *" in machine.set_up(
        "--dry-run", "--timer", "cron").text
    assert not machine.home.path.exists()
    assert not machine.unit(UNITS[0]).exists() and not machine.table.exists()
    assert not machine.messages.exists()


# Questions


def asked(
    machine: Machine, *arguments: str, answers: list[str]
) -> tuple[int, str]:
    typed = "".join(f"{answer}\n" for answer in answers).encode()
    code, shown = on_terminal(
        machine.home, "remind", "setup", *arguments, "--now", NOW, width=300,
        answer=typed, **machine.home.extra)
    return code, shown.decode()


def test_four_answers_set_reminders_up(machine: Machine) -> None:
    machine.with_systemd()
    (machine.place / "run").mkdir()
    (machine.place / "run" / "bus").touch()
    code, shown = asked(
        machine, answers=[
            "7pm", "19:00", "both", "single", "late", "21:30 - 06:00",
            "phone", f"command:{machine.channel}"])
    assert code == DONE, shown
    assert "When do you want to be reminded? [08:00]" in shown
    assert "write a time such as 09:00" in shown
    assert "At which hours is nothing to be sent? [22:00-07:00]" in shown
    assert "By which channel? Its address or name: [desktop:]" in shown
    assert "there is no channel 'phone'" in shown
    assert shown.count("ntfys://SERVER/TOPIC") == 1
    assert "reminders at 19:00, a message for each task, quiet 21:30-06:00" in shown
    # What was chosen is proposed the next time, and Enter takes it.
    code, shown = asked(machine, answers=["", "", "", ""])
    assert code == DONE, shown
    assert "[19:00]" in shown and "[single]" in shown
    assert f"[command:{machine.channel}]" in shown
    assert machine.messages.read_text().count("isTest") == 2
    assert len(machine.home.json("channel", "list")["channels"]) == 1


def test_without_a_session_no_channel_is_proposed(machine: Machine) -> None:
    machine.with_systemd()
    done = machine.home.run("remind", "setup", "--yes")
    assert done.code == USAGE and "no desktop session" in done.message
    assert "such as --channel ntfys://" in done.message
    # Without a terminal, the error names all that is lacking.
    done = machine.home.run("remind", "setup")
    assert done.code == USAGE and "add --yes --channel ntfys:" in done.message
    assert not machine.home.path.exists()
    code, shown = asked(
        machine, answers=["", "", "", "", f"command:{machine.channel}"])
    assert code == DONE, shown
    assert "[desktop:]" not in shown
    # With one of another variable, it is.
    machine.home = replace(machine.home, path=machine.place / "other", extra={
        **machine.home.extra, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"})
    said = machine.home.do("remind", "setup", "--yes", "--dry-run").text
    assert "channel desktop: desktop:" in said


def test_a_channel_is_chosen_by_its_name(machine: Machine) -> None:
    machine.with_systemd()
    address = f"command:{machine.channel}"
    for name in ["first", "second"]:
        machine.home.do("channel", "add", address, "--name", name)
    code, shown = asked(machine, answers=["", "", "", "second"])
    assert code == DONE, shown
    assert "sent a test to second" in shown
    options = ["remind", "setup", "--yes", "--channel"]
    assert "sent a test to second" in machine.home.do(*options, "second").text
    assert machine.home.run(*options, "third").code == NOTHING
    assert len(machine.home.json("channel", "list")["channels"]) == 2


def test_questions_that_end_set_nothing_up(machine: Machine) -> None:
    machine.with_systemd()
    code, shown = asked(machine, answers=["19:00", "\x04"])
    assert code == NOTHING and "the input ended" in shown
    assert not machine.home.path.exists()
    assert not machine.unit(UNITS[0]).exists()
    # Nobody is asked where nobody can answer.
    done = machine.home.run("remind", "setup", "--time", "19:00")
    assert done.code == USAGE and "--yes" in done.message


def test_the_timer_of_another_journal_is_asked_about(
    machine: Machine, tmp_path: Path
) -> None:
    machine.with_systemd()
    machine.set_up()
    other = replace(machine.home, path=tmp_path / "other")
    machine.home = other
    answers = ["", "", "", f"command:{machine.channel}"]
    code, shown = asked(machine, answers=[*answers, "n"])
    assert code == NOTHING, shown
    assert "Replace it? [y/N]" in shown
    assert str(other.path) not in machine.unit(UNITS[0]).read_text()
    code, shown = asked(machine, answers=[*answers, "y"])
    assert code == DONE, shown
    assert str(other.path) in machine.unit(UNITS[0]).read_text()


@pytest.mark.parametrize(("option", "value"), [
    ("--time", "25:00"), ("--form", "both"), ("--quiet", "at night"),
    ("--channel", "carrier-pigeon:"), ("--timer", "at")])
def test_other_answers_are_refused(
    machine: Machine, option: str, value: str
) -> None:
    machine.with_systemd()
    assert machine.home.run(
        "remind", "setup", "--yes", option, value).code == USAGE
    assert not machine.home.path.exists()


# What is said at the end


def test_the_next_message_is_named(machine: Machine) -> None:
    machine.with_systemd()
    machine.home.do(
        "add", "Monstera deliciosa", "--as-typed", "--every", "7d",
        now="2026-03-01T09:00:00+01:00")
    said = machine.set_up("--time", "18:30", now="2026-03-01T09:05:00+01:00")
    assert re.search(r"The next message comes .*8 Mar.* 18:30\.", said.text), said
    said = machine.set_up(now="2026-03-09T09:05:00+01:00")
    assert "the first message comes within a quarter of an hour" in said.text


def test_a_channel_that_fails_is_reported_after_all_is_set_up(
    machine: Machine,
) -> None:
    machine.with_systemd()
    machine.channel.write_text("#!/bin/sh\nexit 7\n")
    done = machine.home.run(
        "remind", "setup", "--yes", "--channel", f"command:{machine.channel}")
    assert done.code == SYSTEM and "channel 'command'" in done.message
    assert "every quarter of an hour" in done.text
    assert "Settings, channel and timer are kept." in done.text
    assert "plantguide channel test command" in done.text
    assert machine.unit(UNITS[1]).exists()


def test_who_is_not_always_logged_in_is_told_of_it(machine: Machine) -> None:
    machine.with_systemd(linger="no")
    assert "loginctl enable-linger" in machine.set_up().text
    machine.with_systemd(linger="yes")
    assert "linger" not in machine.set_up().text


def test_the_answer_for_programs_has_all(machine: Machine) -> None:
    machine.with_systemd()
    said = machine.set_up("--time", "07:15", "--json").json()
    assert said == {
        "time": "07:15", "form": "digest", "quietHours": "22:00-07:00",
        "channel": "command", "address": f"command:{machine.channel}",
        "timer": "systemd", "next": None, "error": None}


SETUP_SCHEMA = Draft202012Validator({
    "$ref": (ROOT / "schemas/projections/remind-setup.schema.json").as_uri()})


@pytest.mark.parametrize("timer", ["systemd", "cron", None])
def test_answers_for_programs_follow_their_schema(
    machine: Machine, timer: str | None
) -> None:
    if timer == "systemd":
        machine.with_systemd()
    elif timer == "cron":
        machine.with_cron()
    for more in (["--dry-run"], ["--quiet", "none"], ["--remove"]):
        channel = [] if more == ["--remove"] else [
            "--channel", f"command:{machine.channel}"]
        SETUP_SCHEMA.validate(machine.home.run(
            "remind", "setup", "--yes", "--json", *channel, *more).json())
    machine.channel.write_text("#!/bin/sh\nexit 7\n")
    SETUP_SCHEMA.validate(machine.home.run(
        "remind", "setup", "--yes", "--json", "--channel",
        f"command:{machine.channel}").json())


# Doctor


def test_doctor_says_nothing_of_reminders_that_nobody_wants(
    machine: Machine,
) -> None:
    machine.with_systemd()
    machine.home.do("room", "add", "Attic")
    assert machine.findings() == []


def test_doctor_finds_what_keeps_reminders_away(machine: Machine) -> None:
    machine.with_systemd()
    machine.set_up()
    # It need not have run yet.
    ok = [("ok", "1 channel, none has failed; systemd runs 'remind'")]
    assert machine.findings() == ok
    unit = machine.unit(UNITS[1])
    os.utime(unit, (unit.stat().st_atime, unit.stat().st_mtime - 1_000))
    assert machine.findings() == [
        ("warning",
         "'plantguide remind' has not run yet, though it has a timer")]
    machine.home.do("remind", now=None)
    assert machine.findings() == ok
    # Runs that were missed.
    lock = machine.home.path / "reminders.json.lock"
    os.utime(lock, (lock.stat().st_atime, lock.stat().st_mtime - 90_000))
    (level, words), = machine.findings()
    assert level == "warning" and "has not run since " in words
    os.utime(unit)
    assert machine.findings() == ok
    # A unit that is not enabled.
    (machine.place / "enabled").unlink()
    assert machine.findings() == [
        ("warning", "the timer plantguide-remind.timer is not enabled")]
    # No unit at all.
    machine.home.do("remind", "setup", "--remove")
    assert machine.findings() == [
        ("warning", "nothing runs 'plantguide remind' on this machine")]
    machine.home.do("remind", now=None)
    # Something else runs it, it seems.
    assert [level for level, _ in machine.findings()] == ["ok"]


def test_doctor_waits_for_a_new_line_of_the_crontab(machine: Machine) -> None:
    machine.with_cron()
    machine.set_up()
    assert [level for level, _ in machine.findings()] == ["ok"]
    file, = machine.home.path.glob("channels*.json")
    os.utime(file, (file.stat().st_atime, file.stat().st_mtime - 1_000))
    assert [level for level, _ in machine.findings()] == ["warning"]


def test_doctor_finds_dead_channels(machine: Machine) -> None:
    machine.with_systemd()
    # At whatever time the tests run.
    machine.set_up("--time", "00:00", "--quiet", "none")
    machine.home.do(
        "add", "Monstera deliciosa", "--as-typed", "--every", "1d",
        now="2026-03-01T09:00:00+01:00")
    machine.channel.write_text("#!/bin/sh\nexit 7\n")
    assert machine.home.run("remind", now=None).code == SYSTEM
    (level, words), = machine.findings()
    assert level == "warning" and words.startswith("channel 'command' failed at ")
    machine.home.do("channel", "remove", "command")
    levels = dict(machine.findings())
    assert "a timer runs, but there is no channel" in levels.values()


def test_doctor_finds_that_nobody_reminds(machine: Machine) -> None:
    machine.with_systemd()
    machine.set_up()
    machine.home.do("remind", now=None)
    machine.home.do("settings", "set", "reminderMachine", "cellar")
    (level, words), = machine.findings()
    assert level == "warning"
    assert words.startswith("no machine reminds: 'reminderMachine' names 'cellar'")


def test_doctor_finds_that_two_machines_may_remind(
    machine: Machine, tmp_path: Path
) -> None:
    machine.with_systemd()
    machine.set_up()
    machine.home.do("remind", now=None)
    other = Home(tmp_path / "elsewhere", machine.home.extra)
    other.do("import", "-", text=machine.home.do("export", "events").output)
    other.do("room", "add", "Attic")
    machine.home.do("import", "-", text=other.do("export", "events").output)
    assert machine.findings() == [
        ("note", "each machine with channels sends every message")]
