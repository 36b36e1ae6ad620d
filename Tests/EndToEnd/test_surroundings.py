"""What the program stands on when it starts: arguments, variables, descriptors
and system directories that are not as they usually are."""

from __future__ import annotations

import os
import resource
import subprocess
from pathlib import Path

import pytest

from campaign import among_own_mounts
from program import (
    DONE, SYSTEM, USAGE, Home, binary, environment, retold)
from screen import on_terminal


def test_arguments_are_known_where_no_file_can_be_opened(home: Home) -> None:
    """Without them the program would print its help, and end with 0."""
    done = subprocess.run(
        [binary(), "note", "Monty", "two"],
        env=environment(home.path),
        capture_output=True,
        check=False,
        # No more than the three that are open.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3)),
    )
    assert done.returncode != DONE, done
    assert b"usage" not in done.stdout, done


def test_arguments_are_known_without_proc(home: Home) -> None:
    done = subprocess.run(
        [*among_own_mounts("umount -l /proc"), binary(), "note", "Monty", "two"],
        env=environment(home.path),
        capture_output=True,
        check=False,
    )
    assert done.returncode == DONE, done
    assert home.history()[-1]["payload"]["text"] == "two"


def test_a_hook_gets_its_variables_without_proc(home: Home) -> None:
    hook = home.path / "hooks" / "on-append"
    hook.parent.mkdir(mode=0o700)
    hook.write_text(
        '#!/bin/sh\nprintf "$KEPT" | od -An -tx1\necho "$PLANTGUIDE_HOOK"\n'
    )
    hook.chmod(0o700)
    done = subprocess.run(
        [*among_own_mounts("umount -l /proc"), binary(), "water", "Monty"],
        env=environment(home.path, KEPT="\udcff"),
        capture_output=True,
        check=False,
    )
    assert done.stderr == b" ff\non-append\n", done


@pytest.mark.parametrize(
    "variable", ["PLANTGUIDE_HOME", "XDG_DATA_HOME", "HOME"]
)
def test_a_home_that_is_no_text_is_refused(
    tmp_path: Path, variable: str
) -> None:
    # Their bytes replaced, both would be one.
    homes = [tmp_path / os.fsdecode(name) for name in (b"a\xff", b"a\xfe")]
    for home in homes:
        variables = environment(home)
        del variables["PLANTGUIDE_HOME"]
        done = subprocess.run(
            [binary(), "add", "Ficus lyrata"],
            env=variables | {variable: str(home)},
            capture_output=True,
            check=False,
        )
        assert done.returncode == USAGE, done
        assert f"{variable} is not valid UTF-8".encode() in done.stderr, done
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("home", [None, "", "relative"])
def test_without_a_home_no_journal_lands_in_the_directory(
    tmp_path: Path, home: str | None
) -> None:
    variables = environment(tmp_path)
    del variables["PLANTGUIDE_HOME"]
    if home is not None:
        variables["HOME"] = home

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [binary(), *arguments],
            env=variables,
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )

    for call in (["add", "Ficus lyrata"], ["today"], ["list", "--json"]):
        done = run(*call)
        assert done.returncode == USAGE, done
        assert b"HOME" in done.stderr and b"PLANTGUIDE_HOME" in done.stderr
    for call in (["help", "water"], ["completions", "bash"], ["--version"]):
        done = run(*call)
        assert done.returncode == DONE and done.stderr == b"", done
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_is_no_text_gives_a_hook_its_own_home(
    home: Home, tmp_path: Path
) -> None:
    place = tmp_path / os.fsdecode(b"a\xff")
    place.mkdir(mode=0o700)
    done = subprocess.run(
        [binary(), "add", "Ficus lyrata"],
        env=environment(Path("./home")),
        cwd=place,
        capture_output=True,
        check=False,
    )
    assert done.returncode == SYSTEM, done
    assert [path.name for path in tmp_path.iterdir() if path != home.path] == [
        place.name
    ]


NOT_TEXT = b"caf\xe9 \xc3\xa9\xc3"


@pytest.mark.parametrize("words", [
    ["photo", "add", "Monty", NOT_TEXT],
    ["photo", "import", NOT_TEXT],
    ["import", "csv", NOT_TEXT],
    ["import", NOT_TEXT],
    ["import", "photos", NOT_TEXT],
    ["export", "photos", NOT_TEXT],
    ["sitter", "today", "tomorrow", "--html", NOT_TEXT],
    ["photo", "timelapse", "Monty", b"--output=" + NOT_TEXT],
    ["remote", "add", "stick", NOT_TEXT],
    ["backup", NOT_TEXT],
    ["backup", "restore", NOT_TEXT],
], ids=lambda words: str(words[0]) + " " + str(words[1]))
def test_a_file_whose_name_is_no_text_is_refused(
    home: Home, tmp_path: Path, words: list[str | bytes]
) -> None:
    (tmp_path / os.fsdecode(NOT_TEXT)).write_bytes(b"name\nFig\n")
    before = sorted(tmp_path.rglob("*"))
    for more in ([], ["--json"]):
        done = home.refuse(
            *words, *more, code=USAGE, cwd=tmp_path,
            says=["caf\\xe9 é\\xc3', is not valid UTF-8", "rename"])
        assert done.output == b""
        assert done.errors.startswith(b"{") == bool(more)
    assert sorted(tmp_path.rglob("*")) == before


def test_names_that_are_no_text_are_told_where_they_are_found(
    home: Home, tmp_path: Path
) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / os.fsdecode(b"Monty \xe9.jpg")).write_bytes(b"")
    for more in ([], ["--json"]):
        home.refuse(
            "photo", "import", str(inbox), *more, code=USAGE,
            says="Monty \ufffd.jpg: a name in the path is not UTF-8; rename it")
    place = tmp_path / os.fsdecode(b"a\xff")
    place.mkdir(mode=0o700)
    home.refuse(
        "backup", "here", code=SYSTEM, cwd=place,
        says="a name in the path is not UTF-8; rename it")
    assert not list(place.iterdir())
    (tmp_path / "backups").mkdir()
    home.do("backup", str(tmp_path / "backups"))
    [made] = (tmp_path / "backups").glob("2*")
    made.rename(made.with_name(os.fsdecode(b"b\xff")))
    listed = home.json("backup", "list", str(tmp_path / "backups"))
    [other] = listed["others"]
    assert other["problem"] == "its name is not UTF-8; rename it"


@pytest.mark.parametrize("descriptor", ["2>/dev/full", "2>&-"])
def test_words_that_cannot_be_told_do_not_change_the_end(
    home: Home, descriptor: str
) -> None:
    hook = home.path / "hooks" / "on-append"
    hook.parent.mkdir(mode=0o700)
    hook.write_text("#!/bin/sh\necho heard\nexit 3\n")
    hook.chmod(0o700)
    (home.path / "settings.json").write_text("{")
    before = len(home.hashes())
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {descriptor}', binary(), "water", "Monty"],
        env=environment(home.path),
        capture_output=True,
        check=False,
    )
    assert done.returncode == DONE, done
    assert len(home.hashes()) == before + 1


def test_programs_read_warnings_too(home: Home) -> None:
    (home.path / "settings.json").write_text("{")
    result = home.run("water", "Nobody", "--json")
    warning, error = result.told()
    assert warning["severity"] == "warning" and warning["exitStatus"] == 0
    assert "settings.json" in warning["message"]
    assert error["severity"] == "error" and error["exitStatus"] == result.code
    assert home.run("list", "--json=5").error()["kind"] == "invalidInput"


def test_what_a_terminal_cannot_be_trusted_with_is_escaped(
    home: Home, tmp_path: Path
) -> None:
    """Views and exports, whose texts nobody made safe before."""
    text = "a\x9b31mb\u202ec\u2066d\U000e0041e\x1b]0;f\x07"
    home.append({"type": "plant.noted", "plant": "Monty", "text": "Placeholder"})
    received = Home(tmp_path / "received")
    received.do("import", "events", now=None, text=retold(
        home.events(), {"Placeholder": text}))
    home = received
    for call in (
        ["export", "json"],
        ["export", "csv"],
        ["export", "csv", "--what", "history"],
        ["export", "ics"],
        ["show", "Monty", "--json"],
        ["history", "--json"],
        ["replay", "--json"],
    ):
        _, shown = on_terminal(home, *call, PLANTGUIDE_PAGER="")
        for raw in ("\x9b", "\u202e", "\u2066", "\U000e0041", "\x1b", "\x07"):
            assert raw.encode() not in shown, (call, shown)
    _, shown = on_terminal(home, "export", "json", PLANTGUIDE_PAGER="")
    assert b"\\u202e" in shown and b"\\udb40\\udc41" in shown
    # Programs get it as it is.
    assert "\u202e".encode() in home.do("export", "csv").output
