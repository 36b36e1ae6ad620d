"""Input that cannot be taken: an error that helps, and nothing changed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from program import NOTHING, USAGE, Home, json_lines, retold


CONTROLS = ["\x1b[31m", "\x07", "\x7f", "\x9b"]


# Blanks, fillers and signs without a shape.
SHAPELESS = ["  ", "\u200b\u2060", "\u3164", "\u2800", "\ufe0f\u00a0"]


@pytest.mark.parametrize("name", SHAPELESS, ids=ascii)
def test_a_name_can_be_seen(home: Home, tmp_path: Path, name: str) -> None:
    for arguments in [
        ["add", "Hoya", "--name", name],
        ["edit", "Monty", "--name", name],
        ["room", "add", name],
        ["room", "edit", "Kitchen", "--name", name],
        ["tag", "Monty", name],
        ["log", "name", name],
    ]:
        home.refuse(*arguments, code=USAGE, says="empty")
    line = {"type": "plant.edited", "plant": "Monty", "nickname": name}
    home.refuse("append", code=USAGE, says="empty", text=json_lines([line]))
    # A joiner within a name belongs to its script or its emoji.
    home.do("edit", "Monty", "--name", "می\u200cخواهم 👩\u200d🌾")


@pytest.mark.parametrize("control", CONTROLS, ids=repr)
def test_what_drives_a_terminal_is_no_name_and_no_note(
    home: Home, tmp_path: Path, control: str
) -> None:
    bad = f"a{control}b"
    for arguments in [
        ["add", "Ficus", "--name", bad], ["add", bad, "--as-typed"],
        ["add", "Ficus", "--tag", bad], ["edit", "Monty", "--family", bad],
        ["room", "add", bad], ["room", "edit", "Kitchen", "--name", bad],
        ["tag", "Monty", bad], ["note", "Monty", bad],
        ["water", "Monty", "--note", bad],
        ["task", "add", "--title", bad, "--due", "5d"],
        ["settings", "set", "journalName", bad],
    ]:
        home.refuse(*arguments, code=USAGE, says="a control character")
    for line in [
        {"type": "plant.added", "plant": bad, "scientificName": "Ficus"},
        {"type": "plant.added", "plant": "New", "scientificName": bad},
        {"type": "room.created", "room": bad}, note(bad),
        {"type": "plant.noted", "plant": "Monty", "text": "x", "note": bad},
    ]:
        home.refuse(
            "append", code=USAGE, says="a control character",
            text=json.dumps(line) + "\n")
    table = tmp_path / "table.csv"
    table.write_text(f"species,nickname\nFicus,{bad}\n")
    home.refuse(
        "import", "csv", str(table), code=USAGE,
        says=["line 2, column 'nickname'", "a control character"])
    # Lines and tabs are of a note; and what others wrote is read as it is.
    home.do("note", "Monty", "a\n\tb")
    home.append({"type": "plant.noted", "plant": "Monty", "text": "Placeholder"})
    other = Home(tmp_path / "other")
    other.do("import", "events", now=None, text=retold(
        home.events(), {"Placeholder": bad}))
    assert bad in [
        (event["payload"] or {}).get("text") for event in other.history()]
    other.verify()


def note(text: str, **more: str) -> dict[str, str]:
    return {"type": "plant.noted", "plant": "Monty", "text": text, **more}


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["show", "Nobody"], NOTHING, "no plant is called 'Nobody'"),
        (["water", "Nobody"], NOTHING, "no plant is called 'Nobody'"),
        (["water"], USAGE, "no plant is named"),
        (["water", "--room", "Cellar"], NOTHING, "no room is called 'Cellar'"),
        (["water", "--room", "Bathroom"], NOTHING, "no plant matches"),
        (["water", "Monty", "--at", "2026-02-30"], USAGE, "2026-02-30"),
        (["water", "Monty", "--at", "2026-13-01"], USAGE, "2026-13-01"),
        (["water", "Monty", "--at", "25:00"], USAGE, "25:00"),
        (["water", "Monty", "--amount", "much"], USAGE, "'much'"),
        (["today", "--as-of", "2026-02-30"], USAGE, "2026-02-30"),
        (["add", "Ficus", "--every", "0"], USAGE, "'0'"),
        (["add", "Ficus", "--every", "0d"], USAGE, "'0d'"),
        (["add", "Ficus", "--every", "99999999999999999999d"], USAGE, "9999d"),
        (["add", "Ficus", "--name", "mONTY"], USAGE, "mONTY"),
        (["add", ""], USAGE, "must not be empty"),
        (["add", " \t"], USAGE, "must not be empty"),
        (["add", "x" * 201], USAGE, "201 characters"),
        (["add", "Ficus", "--family", "x" * 201], USAGE, "201 characters"),
        (["add", "Ficus", "--tag", "x" * 201], USAGE, "201 characters"),
        (["add", "Ficus", "--note", "x" * 65537], USAGE, "65537 characters"),
        (["add", "Ficus", "--acquired", "2025-02-29"], USAGE, "2025-02-29"),
        (["room", "add", "Kitchen"], USAGE, "Kitchen"),
        (["room", "add", "Hall", "--icon", "x" * 201], USAGE, "201 characters"),
        (["room", "add", "Hall", "--note", "x" * 65537], USAGE, "65537 characters"),
        (["room", "add", "Hall", "--order", "-1"], USAGE, "-1"),
        (["room", "delete", "Other"], USAGE, "Other"),
        (["move", "Monty", "Cellar"], NOTHING, "Cellar"),
        (["remove", "Monty", "--reason", "bored"], USAGE, "bored"),
        (["restore", "Monty"], NOTHING, "not removed"),
        (["note", "Monty", ""], USAGE, "must not be empty"),
        (["note", "Monty", "x" * 65537], USAGE, "65537 characters"),
        (["snooze", "Monty", "watering", "-3d"], USAGE, "-3"),
        (["schedule", "set", "Monty", "watering"], USAGE, "nothing to change"),
        (
            ["schedule", "set", "Monty", "Wässern", "--every", "7d"],
            USAGE,
            "Wässern",
        ),
        (
            [
                "schedule",
                "set",
                "Monty",
                "misting",
                "--every",
                "7d",
                "--months",
                "0-13",
            ],
            USAGE,
            "0-13",
        ),
        (
            ["schedule", "set", "Monty", "misting", "--every", "36501"],
            USAGE,
            "36501",
        ),
        (["schedule", "clear", "Monty", "misting"], NOTHING, "misting"),
        (["undo", "zzzz-1"], NOTHING, "zzzz-1"),
        (["undo", "latest"], USAGE, "latest"),
        (["undo", "-1"], USAGE, "-1"),
        (["history", "--limit", "0"], USAGE, "'0'"),
        (["list", "--json=maybe"], USAGE, "--json"),
        (["list", "--colour"], USAGE, "--colour"),
        (["list", "--color", "pink"], USAGE, "pink"),
        (["frobnicate"], USAGE, "frobnicate"),
        (["import", "/nowhere/at/all"], 5, "/nowhere/at/all"),
    ],
    ids=lambda value: " ".join(value)[:50] if isinstance(value, list) else "",
)
def test_a_wrong_command_line_is_refused(
    home: Home, arguments: list[str], code: int, says: str
) -> None:
    home.refuse(*arguments, code=code, says=says)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "line 2"),
        ("[1]", "not a JSON object"),
        ("null", "not a JSON object"),
        ('{"type":"plant.noted","plant":"Monty","text":"a"} x', "line 2"),
        (
            '{"type":"plant.noted","plant":"Monty","text":"a","text":"b"}',
            "text",
        ),
        ("[" * 100_000, "nested deeper"),
        ('{"type":' * 5_000 + "1" + "}" * 5_000, "nested deeper"),
        ('{"plant":"Monty"}', "'type'"),
        ('{"type":7}', "'type'"),
        ('{"type":"plant.sung","plant":"Monty"}', "'type'"),
        ('{"type":"journal.created"}', "'type'"),
        ('{"type":"action.undone"}', "'type'"),
        ('{"type":"plant.noted","text":"a"}', "'plant'"),
        ('{"type":"plant.noted","plant":7,"text":"a"}', "'plant'"),
        ('{"type":"plant.noted","plant":"Nobody","text":"a"}', "Nobody"),
        ('{"type":"plant.noted","plant":"Mont","text":"a"}', "Mont"),
        ('{"type":"plant.noted","plant":"Monty"}', "'text'"),
        ('{"type":"plant.noted","plant":"Monty","text":""}', "'text'"),
        (
            '{"type":"plant.noted","plant":"Monty","text":"a","mood":"good"}',
            "'mood'",
        ),
        (
            '{"type":"plant.noted","plant":"Monty","text":"a","at":"today"}',
            "'at'",
        ),
        (
            '{"type":"plant.noted","plant":"Monty","text":"a",'
            '"at":"2026-02-30T09:00:00Z"}',
            "'at'",
        ),
        (
            '{"type":"plant.noted","plant":"Monty","text":"a",'
            '"recordedAt":"2026-02-03T09:00:00Z"}',
            "--as-recorded",
        ),
        ('{"type":"plant.noted","plant":"Monty","text":"a","id":"7"}', "'id'"),
        (
            '{"type":"schedule.set","plant":"Monty","kind":"watering",'
            '"intervalDays":0}',
            "'intervalDays'",
        ),
        (
            '{"type":"schedule.set","plant":"Monty","kind":"watering",'
            '"intervalDays":7.5}',
            "'intervalDays'",
        ),
        (
            '{"type":"schedule.set","plant":"Monty","kind":"watering",'
            '"intervalDays":1e400}',
            "line 2",
        ),
        (
            '{"type":"schedule.set","plant":"Monty","kind":"watering",'
            '"intervalDays":99999999999999999999}',
            "line 2",
        ),
        (
            '{"type":"schedule.set","plant":"Monty","kind":"watering",'
            '"intervalDays":7,"activeMonths":[]}',
            "'activeMonths'",
        ),
        (
            '{"type":"schedule.set","plant":"Monty","kind":"watering",'
            '"intervalDays":7,"seasonalIntervalDays":{"monsoon":3}}',
            "monsoon",
        ),
        (
            '{"type":"task.added","plant":"Monty","kind":"watering",'
            '"due":"2026-04-31"}',
            "'due'",
        ),
        (
            '{"type":"task.completed","plant":"Monty","kind":"Watering"}',
            "'kind'",
        ),
        (
            '{"type":"plant.added","plant":"monty","scientificName":"Ficus"}',
            "monty",
        ),
        ('{"type":"plant.added","plant":"Fig"}', "'scientificName'"),
        (
            '{"type":"plant.added","plant":"Fig","scientificName":"Ficus",'
            '"confidence":1.5}',
            "'confidence'",
        ),
        (
            '{"type":"plant.added","plant":"Fig","scientificName":"Ficus",'
            '"parent":"Nobody"}',
            "Nobody",
        ),
        ('{"type":"plant.moved","plant":"Monty","room":"Cellar"}', "Cellar"),
        ('{"type":"room.created","room":"kitchen"}', "itchen"),
        ('{"type":"room.deleted","room":"Other"}', "Other"),
        (
            '{"type":"setting.changed","key":"timeZone","value":"Mars/Base"}',
            "Mars/Base",
        ),
        (
            '{"type":"setting.changed","key":"hemisphere","value":"eastern"}',
            "hemisphere",
        ),
        ('{"type":"setting.changed","key":"mood","value":"good"}', "mood"),
    ],
    ids=lambda value: value[:60],
)
def test_append_takes_all_lines_or_none(
    home: Home, line: str, says: str
) -> None:
    good = json.dumps(note("a good line"))
    for text in [
        f"{good}\n{line}\n",
        f"{good}\n{line}",
        f"{good}\r\n{line}\r\n",
    ]:
        home.refuse(
            "append",
            text=text,
            code=CODES.get(says, USAGE),
            says=["line 2", says],
        )


# Names that mean nothing are no wrong usage.
CODES = {"Nobody": NOTHING, "Mont": NOTHING, "Cellar": NOTHING}


@pytest.mark.parametrize(
    "data",
    [
        b"\xff",
        b"\xc3",
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\0",
    ],
    ids=repr,
)
def test_bytes_that_are_no_text_are_refused(home: Home, data: bytes) -> None:
    line = b'{"type":"plant.noted","plant":"Monty","text":"a' + data + b'b"}\n'
    home.refuse("append", text=line, code=USAGE, says="line 1")
    if data == b"\0":
        return
    home.refuse("note", b"Monty", data, code=USAGE, says="UTF-8")
    home.refuse(b"show", b"Monty" + data, code=USAGE, says="UTF-8")
    home.refuse(b"--" + data, code=USAGE, says="UTF-8")


def test_lone_surrogates_are_refused(home: Home) -> None:
    for escape in [r"\ud800", r"\udc00", r"\udc00\ud800"]:
        line = f'{{"type":"plant.noted","plant":"Monty","text":"{escape}"}}'
        home.refuse("append", text=line, code=USAGE, says="line 1")


def test_huge_notes_are_refused_by_their_size(home: Home) -> None:
    home.refuse(
        "append",
        code=USAGE,
        says=["line 1", "'text'", "10000000"],
        text=json.dumps(note("x" * 10_000_000)),
    )
    home.append(note("x" * 65_536))
    home.append(note("🌱" * 16_384))
    home.refuse(
        "append", code=USAGE, says="65537", text=json.dumps(note("x" * 65_537))
    )
    home.verify()


def test_files_without_end_are_not_read(home: Home, tmp_path: Path) -> None:
    for call in [
        ["edit", "Monty", "--form"], ["import"], ["import", "csv"],
        ["import", "events"], ["catalogue", "import"],
    ]:
        home.refuse(*call, "/dev/zero", code=USAGE, says="is a device")
    long = tmp_path / "form"
    long.touch()
    os.truncate(long, (1 << 20) + 1)
    home.refuse(
        "edit", "Monty", "--form", str(long), code=USAGE,
        says="longer than 1 MiB")
    os.truncate(long, (1 << 30) + 1)
    home.refuse(
        "import", str(long), code=USAGE, says="longer than 1 GiB")


def test_a_long_manifest_hides_no_other_backup(home: Home) -> None:
    place = Path(home.json("backup")["path"])
    home.do("backup", now="2026-11-21T13:00:00+01:00")
    os.truncate(place / "manifest.json", (1 << 24) + 1)
    listed = home.json("backup", "list")
    assert len(listed["backups"]) == len(listed["others"]) == 1
    home.do("backup", "verify", "latest")


def test_random_bytes_are_refused_by_append_and_import(
    home: Home, chance
) -> None:
    for _ in range(50):
        data = b"{" + chance.randbytes(chance.randrange(1, 400))
        home.refuse("append", text=data, code=USAGE, says="line ")
        home.refuse("import", "events", text=data, code=USAGE, says="line ")
        home.refuse("import", text=data, code=USAGE, says="line ")


def test_events_that_do_not_belong_are_not_imported(
    home: Home, empty: Home
) -> None:
    empty.do("add", "Ficus lyrata")
    lines = empty.events().splitlines(keepends=True)
    home.refuse("import", text=b"".join(lines), code=USAGE, says="journal")
    gap = b"".join(lines[:1] + lines[2:])
    home.refuse("import", "--merge", text=gap, code=USAGE, says="nothing was")
    event = json.loads(lines[2])
    event["payload"] = json.loads(lines[1])["payload"]
    bad = lines[0] + lines[1] + json.dumps(event).encode()
    home.refuse("import", "--merge", text=bad, code=USAGE, says=["line 3"])
    for field in (
        {"header": ""},
        {"header": "AA", "payload": None},
        {"header": "?", "payload": None},
        {"payload": None},
    ):
        result = home.run("import", "--merge", text=json.dumps(field))
        assert result.code in (USAGE, 3) and "line 1" in result.message
    home.verify()


def test_an_ambiguous_name_lists_the_candidates(home: Home) -> None:
    first = home.json("add", "Monstera adansonii", "--common", "Swiss cheese")
    second = home.json("add", "Monstera obliqua", "--common", "Swiss cheese")
    shorts = [answer["made"][0]["shortId"] for answer in (first, second)]
    for command in [["water"], ["show"], ["remove"], ["history"]]:
        home.refuse(*command, "swiss cheese", code=USAGE, says=shorts)
    home.refuse(
        "append",
        code=USAGE,
        says=["line 1", *shorts],
        text=json.dumps({**note("a"), "plant": "Swiss cheese"}),
    )
    home.do("water", shorts[0])


def test_names_mean_what_they_say(home: Home) -> None:
    home.do("add", "Ficus lyrata", "--name", "Fig")
    fig = home.json("show", "fig")["plant"]["id"]
    for name in ["Fig", "FIG", "fi", "lyrata", fig]:
        assert home.json("show", name)["plant"]["id"] == fig, name
    assert home.json("show", "Mnty") == home.json("show", "Monty")
    # Programs must say exactly what they mean.
    home.append(note("a"), {**note("b"), "plant": "monty"})
    for name in ["Mont", "Montyy", "Mon"]:
        home.refuse(
            "append",
            code=NOTHING,
            says=["line 1", name],
            text=json.dumps({**note("c"), "plant": name}),
        )


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (["snooze", "Monty", "3d"], ["which kind", "'Monty'", "watering"]),
        (["snooze", "Mont", "3d"], ["which kind", "'Monty'"]),
        (["snooze", "basil", "3d"], ["which kind", "'Basil'"]),
        (["snooze", "Basil", "Monty", "3d"], ["which kind", "'Basil'"]),
        (["snooze", "watering", "3d"], ["no plant is named"]),
        (["snooze", "--room", "Kitchen", "Monty", "3d"], ["not a kind"]),
        (["skip", "Monty"], ["which kind", "'Monty'", "watering"]),
        (["schedule", "set", "Monty", "--every", "7d"], ["which kind"]),
        (["schedule", "clear", "Monty"], ["which kind", "watering"]),
        (["note", "Monty"], ["what you saw of 'Monty'"]),
        (["note", "a new leaf"], ["no plant is named"]),
    ],
    ids=str,
)
def test_what_is_left_out_after_the_plants_is_asked_for(
    home: Home, call: list[str], says: list[str]
) -> None:
    # Where one task is due, no kind is asked for.
    home.do("schedule", "set", "Monty", "Basil", "misting", "--every", "3d",
            now="2026-03-08T19:00:00+01:00")
    home.refuse(*call, code=USAGE, says=says)


def test_a_removed_plant_gets_no_care(home: Home) -> None:
    home.do("remove", "Basil")
    home.refuse("water", "Basil", code=USAGE, says=["Basil", "restore"])
    home.refuse(
        "append",
        code=USAGE,
        says=["line 1", "Basil"],
        text='{"type":"task.completed","kind":"watering","plant":"Basil"}',
    )
    home.do("restore", "Basil")
    home.do("water", "Basil")


def test_who_is_restored_is_looked_for_among_the_removed(home: Home) -> None:
    def shown() -> set[str]:
        listed = home.json("list", "lily")["plants"]
        return {plant["id"] for plant in listed}

    home.do("add", "Lily")
    first = shown()
    home.do("remove", "Lily")
    home.do("add", "Lily")
    second = shown()
    assert first.isdisjoint(second)
    home.do("restore", "Lily")
    assert shown() == first | second
    home.refuse("restore", "Lily", code=USAGE, says="could be")
    home.do("remove", *first)
    home.do("remove", *second)
    home.refuse("restore", "Lily", code=USAGE, says="could be")
