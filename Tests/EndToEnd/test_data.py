"""Tables and other programs' data: in, out, and refused."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from program import DONE, NOTHING, ROOT, USAGE, Home

HORTUSFOX = ROOT / "Tests" / "JournalExchangeTests" / "Samples" / "hortusfox-5.6"

ODD = [
    'say "hello", then go',
    "two  blanks",
    "🌱👩‍🌾 שלום مرحبا",
    "=HYPERLINK(\"x\")",
    "'=quoted",
    "a;b,c\\d",
    "- dash",
]


def table(output: bytes) -> list[dict[str, str]]:
    text = io.StringIO(output.decode(), newline="")
    return list(csv.DictReader(text))


def write_table(path: Path, rows: list[dict[str, str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def plants(home: Home) -> list[dict[str, Any]]:
    """The collection without what an import cannot keep: the ids of rooms
    that it made, and care profiles, for which tables have no column."""
    document = home.export("--removed")
    names = {room["id"]: room["name"] for room in document["rooms"]}
    collection = document["collection"]
    for plant in collection:
        plant["room"] = names[plant["room"]]
        del plant["careProfile"]
    return collection


def odd_collection(home: Home) -> None:
    home.append(
        {"type": "room.created", "room": "Shelf, \"upper\" 🌿"},
        *(
            {
                "type": "plant.added",
                "plant": f"{index} {name}",
                "scientificName": name,
                "commonNames": [name, "x"],
                "family": name,
                "genus": name,
                "category": name,
                "room": "Shelf, \"upper\" 🌿",
                "acquiredOn": "2024-02-29",
                "source": "hybrid",
                "confidence": 0.875,
                "tags": [name],
            }
            for index, name in enumerate(ODD)
        ),
        *(
            {"type": "plant.noted", "plant": f"{index} {name}", "text": text}
            for index, name in enumerate(ODD)
            for text in (name, "---", f"{name}\n---\n{name}")
        ),
        {"type": "plant.favorited", "plant": f"0 {ODD[0]}", "isFavorite": True},
        {"type": "plant.removed", "plant": f"1 {ODD[1]}", "reason": "sold"},
    )


def test_a_collection_survives_the_way_through_a_table(
    home: Home, empty: Home, tmp_path: Path
) -> None:
    odd_collection(home)
    exported = home.do("export", "csv", "--removed").output
    path = tmp_path / "plants.csv"
    path.write_bytes(exported)
    empty.do("import", "csv", str(path))
    assert plants(empty) == plants(home)
    assert empty.do("export", "csv", "--removed").output == exported


def test_fields_of_ones_own_survive_the_way_through_a_table(
    home: Home, empty: Home, tmp_path: Path
) -> None:
    values = {"price": "12.50", "label": "=1+1", "cut on": "2026-02-03"}
    for one in (home, empty):
        one.do("field", "add", "price", "number", "EUR")
        one.do("field", "add", "label")
        one.do("field", "add", "cut on", "day")
    home.do("edit", "Monty", *(
        word for name, value in values.items()
        for word in ("--set", f"{name}={value}")))
    exported = home.do("export", "csv").output
    [row] = [row for row in table(exported) if row["nickname"] == "Monty"]
    assert {name: row[name].removeprefix("'") for name in values} == values
    path = tmp_path / "plants.csv"
    path.write_bytes(exported)
    empty.do("import", "csv", str(path))
    assert empty.do("export", "csv").output == exported
    assert "2 there already" in empty.do("import", "csv", str(path)).text
    # A cell changes its value, and '-' clears it.
    path.write_bytes(exported.replace(b"12.50", b'"9,99"').replace(
        b"2026-02-03", b"-"))
    said = empty.do("import", "csv", str(path), "--update", "--yes").text
    assert "price" in said
    (facts,) = [
        plant["facts"] for plant in empty.export()["collection"]
        if plant["displayName"] == "Monty"]
    assert facts == {"label": "=1+1", "price": 9.99}
    path.write_bytes(exported.replace(b"12.50", b"dear"))
    empty.refuse("import", "csv", str(path), "--update", "--yes", code=USAGE,
                 says="not a number such as 12.50")


def test_a_reader_of_another_program_sees_the_same_plants(home: Home) -> None:
    odd_collection(home)
    rows = table(home.do("export", "csv", "--removed").output)
    found = {row["id"]: row for row in rows}
    for plant in plants(home):
        row = found[plant["id"]]
        assert row["family"].removeprefix("'") in (
            plant["family"], plant["family"].removeprefix("'"))
        assert row["room"] == plant["room"]
        assert row["isFavorite"] == json.dumps(plant["isFavorite"])


def test_nothing_that_is_exported_is_a_formula(home: Home) -> None:
    odd_collection(home)
    for what in ["plants", "schedules", "rooms", "history"]:
        output = home.do("export", "csv", "--what", what).output
        for row in csv.reader(io.StringIO(output.decode(), newline="")):
            assert not [cell for cell in row if cell[:1] in "=+-@" and cell]


def test_a_table_of_a_person_is_taken_over(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(
        b"\xef\xbb\xbfPlant;Species;Location;Last watered;Watering every;Pot\r\n"
        b"Figgy;Ficus lyrata;Winter garden;2026-11-18;9;20 cm\r\n"
    )
    result = home.do("import", str(path))
    assert "added Figgy" in result.text
    assert "made room Winter garden" in result.text
    assert "columns not known: 'Pot'" in result.text
    assert "undo with: plantguide undo" in result.text
    (schedule,) = [
        entry
        for entry in home.export()["schedules"]
        if entry["intervalDays"] == 9
    ]
    assert (schedule["lastDone"], schedule["nextDue"]) == (
        "2026-11-18", "2026-11-27")


def test_a_whole_import_is_undone_at_once(home: Home, tmp_path: Path) -> None:
    before = home.export()
    path = write_table(
        tmp_path / "new.csv",
        [{"name": f"New {index}", "room": "Attic"} for index in range(50)])
    home.do("import", "csv", str(path))
    assert len(home.export()["collection"]) == len(before["collection"]) + 50
    home.do("undo", "--yes")
    after = home.export()
    for part in ["collection", "rooms", "schedules"]:
        assert after[part] == before[part]


def test_a_dry_run_shows_and_writes_nothing(
    home: Home, empty: Home, tmp_path: Path
) -> None:
    path = write_table(tmp_path / "new.csv", [{"name": "Fig", "room": "Attic"}])
    before = home.events()
    result = home.do("import", "csv", str(path), "--dry-run")
    assert "would make room Attic" in result.text
    assert "nothing was written" in result.text
    answer = home.json("import", "csv", str(path), "--dry-run")
    assert answer["dryRun"] and answer["undo"] is None
    assert home.events() == before
    empty.do("import", "csv", str(path), "--dry-run")
    assert not empty.path.exists()


def test_an_import_twice_changes_nothing(home: Home) -> None:
    exported = home.do("export", "csv").output
    before = home.events()
    result = home.do("import", "csv", text=exported)
    assert "added 0 plants; 2 there already" in result.text
    assert home.events() == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('name\n"Fig', "line 2, column 1: this quote is never closed"),
        ("name\nFi\"g\n", "line 2, column 3: a quote"),
        (b"name\nF\xefg\n", "line 2, column 1: the field is not UTF-8"),
        ("a,b\n1,2\n", "names no known column"),
        ("name,acquired\nFig,tomorrow\n", "line 2, column 'acquired'"),
        ("name,room\nMonty,Office\n",
         "'Monty' is already in the collection, and differs in room"),
        ("name\nFig\nfig\n", "line 2 has the nickname 'fig', too"),
        ("name,name\nFig,x\n", "mean the same"),
    ],
)
def test_a_bad_table_changes_nothing(
    home: Home, text: str | bytes, says: str
) -> None:
    home.refuse("import", "csv", code=USAGE, says=says, text=text)


def test_every_bad_cell_is_told_at_once(home: Home) -> None:
    result = home.refuse(
        "import", "csv", code=USAGE, says="4 errors were found",
        text="name,acquired,confidence\na,x,2\nb,y,-1\nc,,\n")
    lines = result.message.splitlines()
    assert len([line for line in lines if line.startswith("  line ")]) == 4


def test_ten_thousand_lines_are_taken(empty: Home, tmp_path: Path) -> None:
    path = write_table(
        tmp_path / "many.csv",
        [
            {
                "name": f"Plant {index}",
                "species": "Ficus elastica",
                "room": f"Room {index % 20}",
                "tags": "big; green",
                "notes": "from a list",
                "watering every": "7",
            }
            for index in range(10_000)
        ],
    )
    result = empty.do("import", "csv", str(path))
    assert "added 10000 plants" in result.text
    empty.verify()
    assert len(table(empty.do("export", "csv").output)) == 10_000


def test_inputs_of_other_kinds_are_named(home: Home, tmp_path: Path) -> None:
    rows = HORTUSFOX / "plants" / "data.json"
    home.refuse("import", str(rows), code=USAGE, says="import hortusfox")
    document = tmp_path / "export.json"
    document.write_bytes(home.do("export", "json").output)
    home.refuse(
        "import", str(document), code=USAGE, says="export events")
    home.refuse(
        "import", str(tmp_path), code=NOTHING, says="no backup of HortusFox")
    home.refuse(
        "import", "csv", str(tmp_path), code=5, says=str(tmp_path))


def test_events_are_still_imported(home: Home, empty: Home) -> None:
    events = home.events()
    rehearsed = empty.json("import", "--dry-run", text=events)
    assert rehearsed["dryRun"] and rehearsed["received"] > 0
    assert not empty.path.exists()
    empty.do("import", text=events)
    assert empty.events() == events
    home.do("import", "events", "--dry-run", text=events)


def test_parts_of_the_document(home: Home) -> None:
    whole = home.export()
    heads = ["format", "asOf", "now", "timeZone", "reducerVersion", "vector"]
    for part in whole.keys() - heads:
        alone = home.export("--only", part)
        assert alone == {name: whole[name] for name in [*heads, part]}
    both = home.export("--only", "rooms", "--only", "today")
    assert list(both) == [*heads, "rooms", "today"]
    result = home.run("export", "json", "--only", "plants")
    assert result.code == USAGE and "collection" in result.message


def test_other_tables(home: Home) -> None:
    rows = table(home.do("export", "csv", "--what", "schedules").output)
    assert [(row["kind"], row["intervalDays"]) for row in rows] == [
        (entry["kind"], str(entry["intervalDays"]))
        for entry in home.export()["schedules"]
    ]
    rows = table(home.do("export", "csv", "--what", "rooms").output)
    assert [row["name"] for row in rows] == [
        room["name"] for room in home.export()["rooms"]]
    rows = table(home.do("export", "csv", "--what", "history").output)
    events = home.history()
    assert [row["type"] for row in rows] == [
        event["header"]["type"] for event in events]
    assert [json.loads(row["payload"]) for row in rows] == [
        event["payload"] for event in events]
    assert home.run("export", "csv", "--what", "all").code == USAGE


def test_tables_as_they_were(home: Home) -> None:
    early = home.do("export", "csv", "--as-of", "2026-02-28", now=None)
    assert table(early.output) == []
    assert early.code == DONE


def test_schedules_survive_the_way_through_a_table(
    home: Home, empty: Home, tmp_path: Path
) -> None:
    home.append(
        {
            "type": "schedule.set", "plant": "Monty", "kind": "fertilizing",
            "intervalDays": 30,
            "seasonalIntervalDays": {"winter": 60, "summer": 14},
            "activeMonths": [3, 4, 10], "amount": "250ml",
            "fertilizer": "organic", "time": "09:05", "startOn": "2026-12-01",
        },
        {
            "type": "schedule.set", "plant": "Basil", "kind": "neem-spray",
            "intervalDays": 1,
        },
    )
    for what in ["plants", "schedules"]:
        output = home.do("export", "csv", "--what", what).output
        empty.do("import", "csv", text=output)
    fields = {"lastDone", "nextDue"}
    (before, after) = (
        [
            {name: entry[name] for name in entry.keys() - fields}
            for entry in one.export()["schedules"]
        ]
        for one in (home, empty)
    )
    assert after == before
    held = empty.events()
    again = empty.do("import", text=output)
    assert "set 0 schedules; 4 there already" in again.text
    assert empty.events() == held
    for row, says in [
        ("Monty,watering,9", "'Monty' has another schedule for watering"),
        ("Nobody,watering,9", "no plant is called 'Nobody'"),
        ("Monty,misting,", "the interval is missing"),
        ("Monty,Misting!,3", "column 'kind'"),
    ]:
        empty.refuse(
            "import", "csv", code=USAGE, says=says,
            text=f"plant,kind,days\n{row}\n")


def test_random_tables_end_as_documented(home: Home, chance) -> None:
    signs = [b'"', b",", b"\n", b"\r", b";", b"a", b"=", b"\xff", b"---"]
    for _ in range(60):
        cells = b"".join(chance.choices(signs, k=chance.randrange(1, 60)))
        before = home.events()
        result = home.run("import", text=b"name,notes,tags\n" + cells)
        assert result.code in (DONE, USAGE), str(result)
        if result.code == USAGE:
            assert home.events() == before
    home.verify()


@pytest.mark.parametrize("what", ["rooms", "history"])
@pytest.mark.parametrize("command", [["import"], ["import", "csv"]])
def test_a_table_without_plants_is_refused_in_a_sentence(
    sample: Home, what: str, command: list[str]
) -> None:
    exported = sample.do("export", "csv", "--what", what).output
    result = sample.refuse(
        *command, text=exported, code=USAGE,
        says="only plants and schedules are imported; nothing was written")
    lines = result.message.splitlines()
    assert len(lines) == 2 and lines[1].startswith("hint: ")


def test_an_import_sums_up_what_came(home: Home, tmp_path: Path) -> None:
    home.do("add", "Hoya carnosa", "--name", "Venus")
    sitter = home.copy(tmp_path / "sitter")
    sitter.do("log", "name", "phone", "--person", "Sitter")
    for day in ["09", "16", "23"]:
        sitter.do("water", "Monty", "Basil", "--at", f"2026-03-{day} 09:00")
    sitter.do("remove", "Venus", "--reason", "died")
    for side in [home, sitter]:
        side.do("add", "Ficus lyrata", "--name", "Olga", "--as-typed")
    events = sitter.events()
    said = home.do("import", "--dry-run", text=events).text
    assert "6 waterings" in said and "Venus died" in said
    said = home.do("import", "events", text=events).text.splitlines()
    (line,) = [line for line in said if line.startswith("Sitter's phone: ")]
    assert line.startswith("Sitter's phone: 6 waterings, ")
    assert line.endswith(", Venus died") and "1 plant added" in line
    assert "2 plants have the nickname 'Olga'" in "\n".join(said)
    # The same again brings nothing.
    result = home.json("import", text=events)
    assert result["news"] == [] and "conflicts" not in result
