"""The hook that learns of every event, whatever it does with it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from program import DONE, Home, binary, json_lines
from screen import on_terminal


def install(home: Home, script: str, mode: int = 0o700) -> Path:
    hook = home.path / "hooks" / "on-append"
    hook.parent.mkdir(parents=True, exist_ok=True)
    hook.write_text(script)
    hook.chmod(mode)
    return hook


def keep(home: Home) -> Path:
    """A hook that keeps what it is told."""
    told = home.path / "told"
    install(home, f"#!/bin/sh\ncat >> '{told}'\n")
    return told


def lines(told: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in told.read_text().splitlines()]


def test_it_is_told_each_event_as_history_shows_it(home: Home) -> None:
    before = len(home.history())
    told = keep(home)
    home.do("water", "Monty")
    home.do("note", "Monty", "a new leaf 🌱")
    home.do("undo")
    events = home.history()[before:]
    # The note was told before it was undone.
    assert lines(told) == [event | {"undone": False} for event in events]


def test_the_first_action_brings_the_journals_beginning(empty: Home) -> None:
    told = keep(empty)
    empty.do("add", "Ficus lyrata", "--as-typed")
    types = [event["header"]["type"] for event in lines(told)]
    assert types == ["writer.started", "journal.created", "plant.added"]


def test_it_is_told_where_it_is_and_of_what(home: Home) -> None:
    told = home.path / "told"
    install(home, f"#!/bin/sh\nenv > '{told}'\n")
    answer = home.json("water", "Monty")
    variables = dict(
        line.split("=", 1) for line in told.read_text().splitlines()
    )
    assert variables["PLANTGUIDE_HOME"] == str(home.path.resolve())
    assert variables["PLANTGUIDE_ACTION"] == answer["actions"][-1]["shortId"]
    assert variables["PLANTGUIDE_HOOK"] == "on-append"
    assert variables["TZ"] == "Europe/Paris"


def test_its_words_do_not_mix_with_the_output(home: Home) -> None:
    install(home, "#!/bin/sh\necho heard\n")
    result = home.do("water", "Monty", "--json")
    assert result.json()["lines"]
    assert result.message == "heard\n"


def test_its_words_drive_no_terminal(home: Home) -> None:
    install(home, "#!/bin/sh\nprintf 'red\\033[31m\\ttab\\r\\nend' >&2\n")
    code, shown = on_terminal(home, "water", "Monty")
    assert code == DONE and b"\x1b[31m" not in shown, shown
    assert b"red\\u{1B}[31m\ttab\r\r\nend\r\n" in shown, shown


def test_its_words_are_bounded(home: Home) -> None:
    # More than a pipe holds, and before it reads what it is told.
    install(home, "#!/bin/sh\nyes | head -c 1000000\ncat > /dev/null\n")
    result = home.do("water", "Monty")
    lines = result.message.splitlines()
    assert lines[-1] == "… and 934464 bytes more of the hook's output"
    assert lines[:-1] == ["y"] * 32768


def test_what_it_says_before_it_fails_is_shown(home: Home) -> None:
    install(home, "#!/bin/sh\necho oops\nexit 3\n")
    message = home.do("water", "Monty").message
    assert message.startswith("oops\nplantguide: warning: "), message


def test_what_it_leaves_in_the_background_is_not_waited_for(
    home: Home,
) -> None:
    home.do("settings", "set", "hookSeconds", "100")
    install(home, "#!/bin/sh\necho begun\nsleep 110 &\n")
    # The runs of these tests end by themselves after a shorter time.
    assert home.do("water", "Monty").message == "begun\n"


@pytest.mark.parametrize(
    ("script", "mode", "says"),
    [
        ("#!/bin/sh\nexit 3\n", 0o700, "ended with status 3"),
        ("#!/bin/sh\nkill -9 $$\n", 0o700, "was ended by signal 9"),
        ("#!/bin/sh\ntrue\n", 0o600, "is not executable"),
        ("#!/bin/sh\ntrue\n", 0o720, "can be changed by other users"),
        ("#!/nowhere/sh\n", 0o700, "could not be started"),
        ("no program", 0o700, "could not be started"),
    ],
)
def test_its_failure_is_told_and_loses_nothing(
    home: Home, script: str, mode: int, says: str
) -> None:
    install(home, script, mode)
    before = home.hashes()
    result = home.do("water", "Monty")
    assert "plantguide: warning: the hook" in result.message
    assert says in result.message and "is recorded" in result.message
    assert "watered Monty" in result.text
    assert len(home.hashes() - before) == 1


def test_a_directory_in_its_place_is_told(home: Home) -> None:
    (home.path / "hooks" / "on-append").mkdir(parents=True)
    assert "is not a file" in home.do("water", "Monty").message


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_another_users_hook_does_not_run(home: Home) -> None:
    os.chown(install(home, "#!/bin/sh\necho run\n"), 12345, 12345)
    message = home.do("water", "Monty").message
    assert "belongs to another user" in message and "run\n" not in message


def test_one_that_does_not_end_is_stopped_with_what_it_started(
    home: Home,
) -> None:
    home.do("settings", "set", "hookSeconds", "1")
    install(
        home, "#!/bin/sh\ntrap '' TERM\nwhile :; do sleep 600; done\n"
    )
    # The run ends only when nothing of the hook holds its output any more.
    result = home.do("water", "Monty")
    assert "did not end within 1 seconds" in result.message


def test_one_that_reads_nothing_is_no_fault(home: Home) -> None:
    install(home, "#!/bin/sh\nexit 0\n")
    notes = [
        {"type": "plant.noted", "plant": "Monty", "text": "x" * 4000}
        for _ in range(100)
    ]
    result = home.do("append", text=json_lines(notes))
    assert result.message == ""


def test_a_long_input_reaches_it_whole(home: Home) -> None:
    told = keep(home)
    notes = [
        {"type": "plant.noted", "plant": "Monty", "text": f"{n} " * 500}
        for n in range(500)
    ]
    home.do("append", text=json_lines(notes))
    assert [event["payload"]["text"] for event in lines(told)] == [
        note["text"] for note in notes
    ]


def test_one_that_writes_the_journal_is_not_told_of_that(home: Home) -> None:
    count = home.path / "count"
    install(
        home,
        f"#!/bin/sh\necho run >> '{count}'\n"
        f"'{binary()}' note Monty 'from the hook'\n",
    )
    home.do("water", "Monty")
    assert count.read_text() == "run\n"
    assert home.history()[-1]["payload"]["text"] == "from the hook"


def test_it_does_not_run_where_nothing_is_written(home: Home) -> None:
    told = keep(home)
    home.do("water", "Monty", "--dry-run")
    home.run("water", "Nobody")
    home.do("today")
    home.do("settings", "set", "pager", "less")
    assert not told.exists()


def test_no_shell_reads_what_it_is_told(home: Home) -> None:
    told = keep(home)
    text = "$(touch pwned) `touch pwned` ; touch pwned | '\"\\"
    home.do("note", "Monty", text, cwd=home.path)
    assert lines(told)[0]["payload"]["text"] == text
    assert not (home.path / "pwned").exists()


def test_a_path_with_blanks_and_quotes_is_its_own(tmp_path: Path) -> None:
    home = Home(tmp_path / "it's a home; $(x)")
    told = home.path / "told"
    home.path.mkdir(mode=0o700)
    install(home, '#!/bin/sh\ncat > "$PLANTGUIDE_HOME/told"\n')
    assert home.do("add", "Ficus", "--as-typed").code == DONE
    assert len(lines(told)) == 3


def test_output_that_nobody_reads_does_not_keep_it_from_running(
    home: Home,
) -> None:
    told = keep(home)
    process = home.start("water", "Monty")
    assert process.stdout is not None
    process.stdout.close()
    process.wait(timeout=60)
    assert len(lines(told)) == 1
