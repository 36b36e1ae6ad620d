"""The form of `edit`, changed by editors that are scripts, on a terminal."""

from __future__ import annotations

import re
import stat
import textwrap
from pathlib import Path

import pytest

from program import DONE, SYSTEM, USAGE, Home, binary
from screen import on_terminal


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    """The directory for temporary files, to see what is left in it."""
    path = tmp_path / "it's temporary"
    path.mkdir()
    return path


@pytest.fixture
def edit(home: Home, tmp_path: Path, drafts: Path):
    """Runs `edit Monty` with an editor whose body is Python: it gets `text`
    and the number of its `call`, and writes what `text` is then."""

    def run(body: str, *arguments: str, answer: bytes = b"") -> tuple[int, str]:
        editor = tmp_path / "editor"
        editor.write_text(
            textwrap.dedent("""\
            #!/usr/bin/env python3
            import os, pathlib, re, subprocess, sys
            path = pathlib.Path(sys.argv[-1])
            assert path.stat().st_mode & 0o777 == 0o600
            counter = pathlib.Path(sys.argv[0]).with_suffix(".calls")
            call = int(counter.read_text()) + 1 if counter.exists() else 1
            counter.write_text(str(call))
            text = path.read_text()
            pathlib.Path(f"{counter}.{call}").write_text(text)
            """)
            + textwrap.dedent(body)
            + "\npath.write_text(text)\n",
            encoding="utf-8",
        )
        editor.chmod(editor.stat().st_mode | stat.S_IXUSR)
        code, shown = on_terminal(
            home, "edit", "Monty", *arguments, answer=answer,
            EDITOR=str(editor), TMPDIR=str(drafts))
        return code, shown.decode()

    return run


def kept(drafts: Path) -> list[str]:
    return [path.read_text() for path in drafts.iterdir()]


def test_changed_lines_are_taken_and_the_draft_goes(
    home: Home, edit, drafts: Path
) -> None:
    code, shown = edit("""
        text = text.replace("name: Monty", "name: Otto \\\\u{1F331}")
        text = text.replace("tag:", "tag: gift\\ntag: süd: fenster")
        text = re.sub("(?m)^acquired:.*", "acquired: 2026-02-01", text)
    """)
    assert code == DONE and "edited Otto" in shown, shown
    plant = home.json("show", "Otto 🌱")["plant"]
    assert plant["tags"] == ["gift", "süd: fenster"]
    assert plant["acquiredOn"] == "2026-02-01"
    assert plant["scientificName"] == "Monstera deliciosa"
    assert kept(drafts) == []


def test_a_new_species_brings_its_names_as_options_do(
    home: Home, edit
) -> None:
    code, shown = edit("""
        text = re.sub("(?m)^scientific:.*", "scientific: Ficus lyrata", text)
    """)
    assert code == DONE and "taken from the catalogue" in shown, shown
    home.do("add", "Monstera deliciosa", "--name", "Twin")
    home.do("edit", "Twin", "--scientific", "Ficus lyrata")
    formed, given = (home.json("show", name)["plant"]
                     for name in ("Monty", "Twin"))
    for field in ("family", "genus", "category"):
        assert formed[field] == given[field] != "", field
    assert "Fiddle-Leaf Fig" in given["commonNames"]
    assert formed["commonNames"] == ["Swiss Cheese Plant"], "its own ones stay"


@pytest.mark.parametrize(
    "body", ["", "text = ''", "text = '# nothing\\n'", "text += '\\n\\n'"]
)
def test_nothing_changed_is_no_event(
    home: Home, edit, drafts: Path, body: str
) -> None:
    events = home.events()
    code, shown = edit(body)
    assert code == DONE and "nothing changed" in shown, shown
    assert home.events() == events and kept(drafts) == []


def test_a_bad_form_says_line_and_reason_and_opens_again(
    home: Home, edit, drafts: Path, tmp_path: Path
) -> None:
    code, shown = edit("""
        if call == 1:
            text = text.replace("location:", "location: cellar")
            text = text.replace("genus:", "gnus:")
        else:
            text = text.replace("cellar", "balcony").replace("gnus", "genus")
    """, answer=b"y\n")
    assert code == DONE, shown
    assert re.search(r"line \d+: there is no field 'gnus'", shown), shown
    second = (tmp_path / "editor.calls.2").read_text()
    assert second.startswith("#! there is no field 'gnus'"), second
    assert home.json("show", "Monty")["plant"]["location"] == "balcony"
    assert kept(drafts) == []


def test_a_form_that_is_given_up_is_kept_and_can_be_taken_later(
    home: Home, edit, drafts: Path
) -> None:
    events = home.events()
    code, shown = edit("""
        text = text.replace("name: Monty", "name: Basil")
        text = text.replace("tag:", "tag: gift")
    """, answer=b"n\n")
    assert code == USAGE and "belongs to another plant" in shown, shown
    path = next(drafts.iterdir())
    assert path.name in shown, shown
    plant = home.json("show", "Monty")["plant"]["shortId"]
    assert f"plantguide edit {plant} --form" in " ".join(shown.split()), shown
    assert home.events() == events
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text(path.read_text().replace("name: Basil", "name: Otto"))
    home.do("edit", "Monty", "--form", str(path))
    assert home.json("show", "Otto")["plant"]["tags"] == ["gift"]


@pytest.mark.parametrize(
    ("end", "says"),
    [("os.kill(os.getpid(), 9)", "signal 9"), ("sys.exit(3)", "status 3")],
)
def test_an_editor_that_dies_loses_nothing(
    home: Home, edit, drafts: Path, end: str, says: str
) -> None:
    events = home.events()
    code, shown = edit(f"""
        text = text.replace("tag:", "tag: gift")
        path.write_text(text)
        {end}
    """)
    assert code == SYSTEM and "nothing was written" in shown, shown
    # The shell that runs the editor tells a signal as 128 more than it is.
    assert says in shown or "137" in shown, shown
    assert home.events() == events
    assert "tag: gift" in kept(drafts)[0]


def test_an_editor_that_dies_untouched_leaves_no_draft(
    edit, drafts: Path
) -> None:
    code, _ = edit("sys.exit(1)")
    assert code == SYSTEM and kept(drafts) == []


def test_an_editor_that_removes_the_form_is_said(
    home: Home, edit, drafts: Path
) -> None:
    code, shown = edit("""
        path.unlink()
        sys.exit()
    """)
    said = " ".join(shown.split())
    plant = home.json("show", "Monty")["plant"]["shortId"]
    assert code == USAGE and kept(drafts) == []
    assert "has removed the form, so no text is kept" in said, said
    assert f"plantguide edit {plant}" in said and "--form" not in said, said


def test_another_command_meanwhile_is_not_taken_back(
    home: Home, edit
) -> None:
    code, shown = edit(f"""
        subprocess.run(
            [{str(binary())!r}, "edit", "Monty", "--family", "Araceae",
             "--tag", "new"], check=True, stdout=subprocess.DEVNULL)
        text = text.replace("name: Monty", "name: Otto")
    """)
    assert code == DONE, shown
    plant = home.json("show", "Otto")["plant"]
    assert plant["family"] == "Araceae" and plant["tags"] == ["new"]


def test_the_same_field_changed_meanwhile_is_asked_about(
    home: Home, edit
) -> None:
    code, shown = edit(f"""
        if call == 1:
            subprocess.run(
                [{str(binary())!r}, "edit", "Monty", "--name", "Zoë"],
                check=True, stdout=subprocess.DEVNULL)
            text = text.replace("name: Monty", "name: Otto")
    """, answer=b"y\n")
    assert code == DONE, shown
    assert "'name' is 'Zoë' now" in shown, shown
    assert home.json("show", "Otto")["plant"]["nickname"] == "Otto"


def test_a_plant_removed_meanwhile_is_not_edited(
    home: Home, edit, drafts: Path
) -> None:
    code, shown = edit(f"""
        subprocess.run(
            [{str(binary())!r}, "remove", "Monty"],
            check=True, stdout=subprocess.DEVNULL)
        text = text.replace("tag:", "tag: gift")
    """, answer=b"n\n")
    assert code == USAGE and "was removed" in shown, shown
    assert "tag: gift" in kept(drafts)[0]


def test_what_an_editor_would_spoil_comes_back_as_it_was(
    home: Home, edit, drafts: Path
) -> None:
    odd = "\\ two\\nlines \u202e# :"
    home.append(
        {"type": "plant.edited", "plant": "Monty",
         "commonNames": [odd, "plain"], "tags": ["#1", ":"]})
    code, shown = edit("""
        text = "\\r\\n".join(line.rstrip() for line in text.split("\\n"))
        text = text.replace("common: plain", "common: changed")
    """)
    assert code == DONE, shown
    plant = home.json("show", "Monty")["plant"]
    assert plant["commonNames"] == [odd, "changed"]
    assert plant["tags"] == ["#1", ":"]


def test_a_missing_editor_is_said(home: Home, drafts: Path) -> None:
    code, shown = on_terminal(
        home, "edit", "Monty", EDITOR="/nowhere/editor", TMPDIR=str(drafts))
    assert code == SYSTEM and b"set EDITOR" in shown, shown
    assert kept(drafts) == []
