"""Tables that go out, are changed in a spreadsheet, and come back."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from program import NOTHING, USAGE, Home
from screen import on_terminal


def changed(table: bytes, **cells: dict[str, str]) -> str:
    """A table with other cells in the rows of some nicknames."""
    rows = list(csv.DictReader(io.StringIO(table.decode(), newline="")))
    for row in rows:
        row.update(cells.get(row["nickname"], {}))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def test_what_was_exported_changes_nothing(home: Home) -> None:
    for arguments in (["--removed"], ["--what", "schedules"]):
        table = home.do("export", "csv", *arguments).output
        held = home.events()
        for more in ([], ["--yes"], ["--dry-run"], ["--json"]):
            again = home.do("import", "csv", "--update", *more, text=table)
            assert "nothing to change; " in again.text
        assert home.events() == held


def test_cells_that_changed_change_plants_and_undo_takes_all_back(
    home: Home,
) -> None:
    before = home.export()
    table = home.do("export", "csv").output
    text = changed(
        table, Monty={"room": "Loft", "tags": "tall"},
        Basil={"nickname": "Old Basil", "acquiredOn": "25.12.2023"})
    rehearsed = home.json(
        "import", "csv", "--update", "--dry-run", text=text)
    assert home.export() == before
    written = home.json("import", "csv", "--update", "--yes", text=text)
    assert rehearsed["differences"] == written["differences"]
    (monty,) = (
        one for one in written["differences"] if one["name"] == "Monty")
    assert {
        (field["column"], field["new"]) for field in monty["fields"]
    } == {("room", "Loft"), ("tags", "tall")}
    assert len(written["actions"]) == 1
    after = {plant["nickname"]: plant for plant in home.export()["collection"]}
    assert after["Old Basil"]["acquiredOn"] == "2023-12-25"
    assert after["Monty"]["tags"] == ["tall"]
    home.do("undo")
    assert home.export()["collection"] == before["collection"]
    assert home.export()["rooms"] == before["rooms"]


def test_it_asks_with_old_and_new_before(home: Home) -> None:
    table = home.path.with_suffix(".csv")
    table.write_text("name,tags,room\nMonty,tall,Loft\n")
    home.refuse(
        "import", "csv", table, "--update", code=USAGE,
        says="Change 1 plant?")
    held = home.events()
    words = ("import", "csv", str(table), "--update")
    code, shown = on_terminal(home, *words, answer=b"n\n")
    assert code == NOTHING
    assert b"tags: tall (new)" in shown
    assert b"room: Kitchen -> Loft" in shown
    assert b"would make room Loft" in shown
    assert home.events() == held
    code, shown = on_terminal(home, *words, answer=b"y\n")
    assert code == 0
    assert shown.count(b"tall (new)") == 1
    assert b"changed 1 plant" in shown
    assert home.events() != held


def test_lines_and_emptied_fields_are_shown_in_words(home: Home) -> None:
    text = 'name,tags,notes\nMonty,tall,"Dry.\nVery."\n'
    said = home.do("import", "csv", "--update", "--yes", text=text).text
    assert "notes: Dry. / Very. (new)" in said, said
    said = home.do(
        "import", "csv", "--update", "--yes", text="name,tags\nMonty,-\n").text
    assert "tags: tall (cleared)" in said, said


def test_all_that_is_wrong_is_told_and_nothing_written(home: Home) -> None:
    table = home.do("export", "csv", "--removed").output
    rows = list(csv.reader(io.StringIO(table.decode(), newline="")))
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows + rows[1:3])
    refused = home.refuse(
        "import", "csv", "--update", "--yes", code=USAGE,
        says="2 errors were found", text=text.getvalue())
    assert refused.message.count(" has the same plant") == 2
    home.refuse(
        "import", "csv", "--update", "--yes", code=USAGE,
        says="could be 2023-04-03 or 2023-03-04",
        text="name,bought\nMonty,03/04/2023\n")


def test_a_nickname_of_two_plants_is_not_guessed(
    home: Home, tmp_path: Path
) -> None:
    other = home.copy(tmp_path / "other")
    home.do("add", "Ficus lyrata", "--name", "Twin")
    other.do("add", "Hedera helix", "--name", "twin")
    home.do("import", text=other.events(), now=None)
    words = ("import", "csv", "--update", "--yes")
    home.refuse(
        *words, code=USAGE, text="name,tags\nTwin,a\n",
        says="'Twin' could be 2 plants; write the id of one")
    (one, _) = (
        plant for plant in home.export()["collection"]
        if plant["nickname"].lower() == "twin")
    home.do(*words, text=f"id,tags\n{one['id']},a\n")


def test_whom_no_row_names_is_added(home: Home) -> None:
    report = home.do(
        "import", "csv", "--update", "--yes",
        text="Nickname,Plant,Watering every\nVera,Aloe vera,every 2 weeks\n"
        "Monty,,\n")
    assert "added 1 plant; 1 there already" in report.text
    (vera,) = (
        one for one in home.export()["collection"] if one["nickname"] == "Vera"
    )
    assert vera["scientificName"] == "Aloe vera"
