"""Undo, import and append from the outside."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from program import NOTHING, NOW, START, USAGE, Home, binary, json_lines
from screen import on_terminal


def short_id(home: Home, name: str) -> str:
    (short,) = [
        plant["shortId"]
        for plant in home.json("list", "--all")["plants"]
        if plant["displayName"] == name
    ]
    return short


def test_undo_goes_back_action_by_action(home: Home) -> None:
    states = [home.folded()]
    for arguments in [
        ["water", "Monty"],
        ["move", "Monty", "Bedroom"],
        ["remove", "Basil"],
    ]:
        home.do(*arguments)
        states.append(home.folded())
    for state in reversed(states[:-1]):
        home.do("undo")
        assert home.folded() == state
    home.verify()


def test_an_undo_can_be_undone_again_and_again(home: Home) -> None:
    before = home.folded()
    action = home.json("water", "Monty")["actions"][0]["shortId"]
    after = home.folded()
    undo = home.json("undo", action)["actions"][0]["shortId"]
    assert home.folded() == before
    redo = home.json("undo", undo)["actions"][0]["shortId"]
    assert home.folded() == after
    home.do("undo", redo)
    assert home.folded() == before
    home.refuse("undo", action, code=NOTHING, says="already undone")


def test_history_names_the_room_of_a_move_that_is_undone(home: Home) -> None:
    home.do("move", "Monty", "Office")
    home.do("undo")
    home.do("redo")
    lines = home.do("history", "--limit", "3").text.splitlines()
    assert "done again: moved to Office (Monty)" in lines[0]
    assert "undone: moved to Office (Monty)" in lines[1]


def test_undo_takes_a_whole_batch_back(sample: Home) -> None:
    before = sample.folded()
    answer = sample.json("water", "--room", "Kitchen", "--yes")
    assert sample.folded() != before
    sample.refuse("undo", code=USAGE, says="needs an answer")
    preview = sample.do("undo", "--dry-run").text
    assert preview.count("undo:") > 3
    sample.do("undo", answer["actions"][0]["shortId"], "--yes")
    assert sample.folded() == before


def test_an_addition_with_later_events_is_undone_only_once_it_is_agreed(
    home: Home,
) -> None:
    action = home.json("add", "Ficus lyrata", "--name", "Fred", "--yes")[
        "actions"][0]["shortId"]
    home.do("water", "Fred")
    before = home.events()
    refused = home.refuse("undo", action, code=USAGE, says="needs an answer")
    assert "note: with it 1 later event of Fred" in refused.text
    code, shown = on_terminal(home, "undo", action, answer=b"n\n")
    assert code == NOTHING and home.events() == before
    note, question = shown.index(b"out of sight"), shown.index(b"Undo it,")
    assert note < question
    code, shown = on_terminal(home, "undo", action, answer=b"y\n")
    assert code == 0 and b"undone" in shown[question:]
    home.refuse("show", "Fred", code=NOTHING, says="Fred")


def test_a_nickname_that_comes_back_to_another_plant_is_told(
    home: Home,
) -> None:
    def action(*words: str) -> str:
        return home.json(*words)["actions"][0]["shortId"]

    def told(undone: str) -> None:
        ids = {
            plant["shortId"]
            for plant in home.json("list", "--all", "--sort", "added")["plants"]
            if plant["displayName"] == "Monty"
        }
        said = "note: with it 2 plants have the nickname 'Monty': "
        before = home.events()
        for words in (["--dry-run"], []):
            (line,) = [
                line
                for line in home.do("undo", undone, *words).text.splitlines()
                if line.startswith(said)
            ]
            shown = line.removeprefix(said).split("; ")[0].split(" and ")
            assert set(shown) == ids and len(shown) == 2, (line, ids)
            assert f"plantguide edit {shown[0]} --name NAME" in line
            if words:
                assert home.events() == before
        # Now the other goes, and nobody shares anything.
        assert "have the nickname" not in home.do("undo", "--yes").text

    # A removal, a name, and an addition that is done again.
    removed = action("remove", "Monty")
    home.do("add", "Hoya kerrii", "--name", "Monty")
    told(removed)
    renamed = action("edit", "Monty", "--name", "Old")
    redo = action("undo", action("add", "Hoya kerrii", "--name", "Monty"))
    assert "have the nickname" not in home.do("undo", renamed).text
    answer = home.json("undo", redo)
    assert any("2 plants have the nickname" in line for line in answer["lines"])
    home.refuse("water", "Monty", code=USAGE, says="could be")
    both = [
        plant["shortId"] for plant in home.json("list")["plants"]
        if plant["displayName"] == "Monty"]
    # What changed something else of one of them has brought no name back.
    home.do("tag", both[0], "sunny")
    assert "have the nickname" not in home.do("undo").text
    # Of two that come back at once each counts.
    home.do("remove", *both, "--yes")
    assert "2 plants have the nickname 'Monty'" in home.do("undo").text


def test_care_is_amended_and_both_are_told(home: Home) -> None:
    before = home.folded()
    action = home.json("water", "Monty", "Basil", "--amount", "100ml")[
        "actions"][0]["shortId"]
    given = home.folded()
    said = home.do(
        "amend", "--plant", "Monty", "--at", "yesterday", "--amount", "250ml",
        "--note", "rain water").text
    assert "Fri 20 Nov 12:00 instead of Sat 21 Nov 12:00, " in said
    assert "250ml instead of 100ml, note: rain water; next due Fri" in said
    lines = [
        line for line in home.do("history", "Monty").text.splitlines()
        if "watering" in line and "scheduled" not in line]
    assert "watering amended, 250ml" in lines[0] and "rain water" in lines[0]
    assert lines[1].endswith(f"{action}  [amended]")
    events = home.history("Monty", "--type", "task.completed")
    assert [event.get("amended") for event in events] == [None, True, None]
    first = events[1]["header"]
    assert events[-1]["payload"]["amends"] == {
        "hash": events[1]["hash"], "writer": first["writer"],
        "sequence": first["sequence"]}
    table = home.do("export", "csv", "--what", "history").text.splitlines()
    assert [row for row in table if action in row and "Monty" in row][0].count(
        ",true,") == 1
    # The one that is named by the id of its amendment is the same.
    amended = home.json("amend", "--no-note", "--no-amount")
    assert any("no amount instead of 250ml, no note" in line
               for line in amended["lines"])
    for _ in range(2):
        home.do("undo")
    assert home.folded() == given
    home.do("undo")
    assert home.folded() == before
    home.verify()


def test_care_of_many_plants_is_amended_once_it_is_agreed(
    sample: Home,
) -> None:
    action = sample.json("water", "--room", "Kitchen", "--yes")["actions"][0][
        "shortId"]
    before = sample.events()
    sample.refuse("amend", "--at", "yesterday", code=USAGE,
                  says="needs an answer")
    plan = sample.do("amend", action, "--at", "yesterday", "--dry-run").text
    assert plan.count("would amend watering of") > 3
    assert sample.events() == before
    sample.do("amend", action, "--at", "yesterday", "--yes")
    shown = sample.json("today")["done"]
    assert not [done for done in shown if done["kind"] == "watering"
                and done["at"].startswith("2026-11-20")]
    sample.verify()


def test_what_is_no_care_is_not_amended(home: Home) -> None:
    action = home.json("move", "Monty", "Bedroom")["actions"][0]["shortId"]
    home.refuse("amend", action, "--at", "yesterday", code=USAGE,
                says="recorded no care")
    home.refuse("amend", "ffff-9", "--at", "yesterday", code=NOTHING,
                says="there is no action")
    home.do("water", "Monty")
    home.refuse("amend", code=USAGE, says="nothing is to be corrected")
    home.refuse("amend", "--note", "x", "--no-note", code=USAGE,
                says="contradict")
    home.refuse("amend", "--plant", "Basil", "--at", "yesterday", code=NOTHING,
                says="did nothing to 'Basil'")
    home.refuse("amend", "--at", "1850-01-01", code=USAGE, says="1900")


def test_amendments_by_two_homes_at_once_agree(
    home: Home, empty: Home
) -> None:
    action = home.json("water", "Monty")["actions"][0]["shortId"]
    empty.do("import", text=home.events())
    home.do("amend", action, "--at", "yesterday",
            now="2026-11-22T09:00:00+01:00")
    empty.do("amend", action, "--at", "2026-11-18",
             now="2026-11-22T10:00:00+01:00")
    for _ in range(2):
        home.do("import", text=empty.events())
        empty.do("import", text=home.events())
    assert home.folded() == empty.folded()
    later = "2026-11-22T11:00:00+01:00"
    (care,) = [
        entry for audit in empty.json("audit", "Monty", now=later)["audits"]
        if audit["kind"] == "watering" for entry in audit["care"]
        if entry["day"] > "2026-11-15"]
    assert care["day"] == "2026-11-18"


def test_lines_of_append_amend_care(home: Home) -> None:
    home.do("water", "Monty", "--amount", "100ml")
    event = home.history("Monty", "--type", "task.completed")[-1]
    header = event["header"]
    line = {
        "type": "task.completed", "plant": "Monty", "kind": "watering",
        "amount": "soak", "at": event["payload"]["at"],
        "amends": {"writer": header["writer"], "sequence": header["sequence"],
                   "hash": event["hash"]}}
    home.append(line)
    assert home.history("Monty", "--type", "task.completed")[-2]["amended"]
    for wrong in (
        {"kind": "misting"}, {"plant": "Basil"},
        {"amends": line["amends"] | {"hash": "0" * 64}},
    ):
        before = home.events()
        home.refuse("append", text=json_lines([line | wrong]), code=NOTHING,
                    says="no such care")
        assert home.events() == before


def test_undoing_what_was_done_to_a_plant_out_of_sight_says_so(
    home: Home, empty: Home
) -> None:
    home.do("water", "Monty")
    empty.do("import", text=home.events())
    empty.do("remove", "Monty")
    home.do("import", text=empty.events())
    short = short_id(home, "Monty")
    for words in (["--dry-run"], []):
        said = home.do("undo", *words).text
        assert "Monty  watering done" in said
        assert f"note: Monty ({short}) is removed, and stays so\n" in said
    added = home.json("add", "Ficus lyrata", "--name", "Fred")
    home.do("water", "Fred")
    home.do("undo", added["actions"][0]["shortId"], "--yes")
    said = home.do("undo", "--dry-run").text
    assert "Fred  watering done" in said
    assert (
        f"note: Fred ({added['made'][0]['shortId']}) is out of sight, and "
        "stays so: its addition is undone\n"
    ) in said
    # Of what brings a plant back that is not true.
    removed = home.json("remove", "Basil")["actions"][0]["shortId"]
    assert "stays so" not in home.do("undo", removed).text


# What is said of writes, {on} where it was.
WRITTEN_ON_A_DAY = {
    ("water", "Monty"): "watered Monty ({id}){on}, next due",
    ("done", "Monty", "--kind", "pruning"): "done pruning: Monty ({id}){on}\n",
    ("note", "Monty", "a leaf"): "noted: Monty ({id}){on}\n",
    ("measure", "Monty", "--height", "42cm"): "measured Monty ({id}){on}: height",
    ("move", "Monty", "Bedroom"): "moved Monty ({id}) to Bedroom{on}\n",
    ("favorite", "Monty"): "favourite: Monty ({id}){on}\n",
    ("edit", "Monty", "--tag", "x"): "edited Monty ({id}){on}: tags x",
    ("snooze", "Monty", "3d"): "snoozed watering of Monty ({id}){on}, due",
    ("remove", "Monty"): "removed Monty ({id}){on}\n",
    ("duplicate", "Monty", "--name", "Twin"): ", like Monty ({id}){on}\n",
    ("adopt", "Monty", "--yes"): "adopted Monty ({id}){on}: ",
    ("room", "delete", "Kitchen", "--yes"): "deleted the room Kitchen{on}\n",
}


@pytest.mark.parametrize("words", WRITTEN_ON_A_DAY, ids=" ".join)
def test_the_day_is_said_where_it_is_not_today(
    home: Home, words: tuple[str, ...]
) -> None:
    """It is a Saturday; "1 dec" was last year."""
    short = short_id(home, "Monty")
    said = WRITTEN_ON_A_DAY[words]

    def expected(on: str) -> str:
        return said.format(id=short, on=on)

    dry = home.do(*words, "--at", "1 dec", "--dry-run").text
    rest = expected(" on Mon 1 Dec 2025").partition(" ")[2]
    assert dry.startswith("would ") and rest in dry
    for at, on in [("8:00", ""), ("friday", " on Fri 20 Nov")]:
        answer = home.do(*words, "--at", at).text
        assert expected(on) in answer
        home.do("undo", "--yes")


def test_the_day_is_in_each_answer_that_has_others(home: Home) -> None:
    said = home.do(
        "task", "add", "Monty", "repotting", "--due", "5d", "--at", "friday"
    ).text
    assert " as of Fri 20 Nov, due Thu 26 Nov, task " in said
    said = home.do("skip", "Monty", "watering", "--at", "friday").text
    assert " on Fri 20 Nov, due " in said
    said = home.do(
        "add", "Ficus lyrata", "--as-typed", "--acquired", "1 dec", "--at",
        "friday").text
    assert ") on Fri 20 Nov, acquired Mon 1 Dec 2025\n" in said
    home.do("note", "Monty", "a leaf")
    said = home.do("note", "edit", "Monty", "two", "--at", "friday").text
    assert ", Sat 21 Nov, which is now Fri 20 Nov\n" in said
    said = home.do("note", "edit", "Monty", "three", "--at", "today").text
    assert ", Fri 20 Nov, which is now Sat 21 Nov\n" in said
    said = home.do("note", "edit", "Monty", "four", "--at", "today 7:00").text
    assert "which is now" not in said
    said = home.do("log", "name", "tablet", "--at", "friday").text
    assert " on Fri 20 Nov\n" in said
    (line,) = home.json("water", "Monty", "--at", "friday")["lines"]
    assert ") on Fri 20 Nov, next due" in line


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (["water"], "Record watering of 4 plants on Fri 20 Nov?"),
        (["note", "a leaf"], "Change 4 plants on Fri 20 Nov?"),
        (["snooze", "watering", "3d"], "Snooze watering of 4 plants on Fri 20 Nov?"),
    ],
)
def test_the_question_says_the_day(
    home: Home, words: list[str], question: str
) -> None:
    for name in ("Hoya", "Fig"):
        home.do("add", name, "--as-typed", "--every", "2d", now=START)
    before = home.events()
    command, *rest = words
    for at, asked in [
        ("friday", question), ("today", question.replace(" on Fri 20 Nov", "")),
    ]:
        code, shown = on_terminal(
            home, command, "--all", *rest, "--at", at, "--now", NOW,
            answer=b"n\n")
        assert code == NOTHING and asked in shown.decode()
    assert home.events() == before


def test_undoing_everything_leaves_nothing(home: Home) -> None:
    for _ in range(3):
        home.do("undo")
    home.refuse("undo", code=NOTHING, says="nothing of yours to undo")
    assert home.export()["collection"] == []
    before = home.export()
    home.do("log", "rebuild")
    assert home.export() == before


def test_importing_twice_changes_nothing(home: Home, empty: Home) -> None:
    events = home.events()
    first = empty.json("import", text=events)
    second = empty.json("import", text=events)
    count = len(events.splitlines())
    assert (first["received"], first["duplicates"]) == (count, 0)
    assert (second["received"], second["duplicates"]) == (0, count)
    assert empty.events() == events and empty.folded() == home.folded()
    empty.do("water", "Monty")
    home.do("import", text=empty.events())
    assert home.events() == empty.events() and home.folded() == empty.folded()


def test_another_journal_joins_only_when_asked(home: Home, empty: Home) -> None:
    empty.do("add", "Ficus lyrata", "--name", "Fig")
    home.refuse("import", text=empty.events(), code=USAGE, says="journal")
    home.do("import", "--merge", text=empty.events())
    names = [plant["nickname"] for plant in home.export()["collection"]]
    assert sorted(names) == ["Basil", "Fig", "Monty"]
    home.do("water", "Fig")
    home.verify()
    before = home.folded()
    home.do("log", "rebuild")
    assert home.folded() == before


def test_a_copied_home_writes_under_its_own_name(home: Home, tmp_path) -> None:
    copy = home.copy(tmp_path / "copy")
    home.do("note", "Monty", "here")
    copy.do("note", "Monty", "there")
    home.do("import", text=copy.events())
    copy.do("import", text=home.events())
    assert home.events() == copy.events() and home.folded() == copy.folded()
    texts = home.json("show", "Monty")["plant"]["notes"]
    assert sorted(texts) == ["here", "there"]
    status = home.json("log", "status")
    assert len(status["writers"]) == 2
    assert all(len(writer["tips"]) == 1 for writer in status["writers"])


def care(at: str | None = None, **more: str) -> dict[str, str]:
    line = {"type": "task.completed", "plant": "Monty", "kind": "watering"}
    return line | more | ({"at": at} if at else {})


def test_labels_join_neighbours_into_actions(home: Home) -> None:
    answer = home.append(
        care(action="a"),
        care(action="a"),
        care(),
        care(),
        care(action="a"),
        care(action="b"),
    )
    assert len(answer["actions"]) == 5


def test_later_lines_may_use_what_earlier_ones_made(empty: Home) -> None:
    answer = empty.append(
        {"type": "room.created", "room": "Shelf"},
        {
            "type": "plant.added",
            "plant": "Fig",
            "scientificName": "Ficus",
            "room": "Shelf",
        },
        {
            "type": "plant.added",
            "plant": "Figlet",
            "scientificName": "Ficus",
            "parent": "Fig",
        },
        {
            "type": "schedule.set",
            "plant": "Figlet",
            "kind": "watering",
            "intervalDays": 3,
        },
    )
    made = {made["name"]: made["id"] for made in answer["made"]}
    plants = {
        plant["nickname"]: plant for plant in empty.export()["collection"]
    }
    assert plants["Fig"]["room"] == made["Shelf"]
    assert plants["Figlet"]["parent"] == made["Fig"]


def test_a_loaded_history_keeps_its_times(home: Home) -> None:
    first, last = "2025-01-01T09:00:00+01:00", "2025-06-01T09:00:00+02:00"
    home.do(
        "append",
        "--as-recorded",
        text=json_lines([care(first), care(first), care(last)]),
    )
    recorded = [event["header"]["recorded"] for event in home.history()]
    assert (
        "2025-01-01T08:00:00Z" in recorded
        and "2025-06-01T07:00:00Z" in recorded
    )
    for lines, says in [
        ([care(last), care(first)], "earlier"),
        ([care("2027-01-01T00:00:00Z")], "later than now"),
        ([care()], "missing"),
        ([care("1969-12-31T23:59:59Z")], "1970"),
    ]:
        home.refuse(
            "append",
            "--as-recorded",
            text=json_lines(lines),
            code=USAGE,
            says=[f"line {len(lines)}", says],
        )
    home.append(care())
    home.verify()


def test_what_is_unusual_is_taken(home: Home) -> None:
    home.append(
        care("2020-01-01T00:00:00Z"),
        care(),
        care(),
        care(kind="neem-spray"),
        {
            "type": "task.skipped",
            "plant": "Monty",
            "kind": "watering",
            "due": "2027-01-01",
        },
        {
            "type": "task.snoozed",
            "plant": "Monty",
            "kind": "watering",
            "until": "2026-12-24",
        },
        {
            "type": "schedule.set",
            "plant": "Monty",
            "kind": "misting",
            "intervalDays": 36500,
            "startOn": "2001-01-01",
        },
        {"type": "setting.changed", "key": "hemisphere", "value": "northern"},
        {"type": "setting.changed", "key": "hemisphere", "value": "northern"},
    )
    home.verify()


def test_a_large_input_is_one_commit(home: Home) -> None:
    lines = [
        {"type": "plant.noted", "plant": "Monty", "text": str(index)}
        for index in range(20_000)
    ]
    answer = home.append(*lines)
    assert len(answer["actions"]) == len(lines)
    home.refuse(
        "append",
        text=json_lines([*lines, {"type": "nothing"}]),
        code=USAGE,
        says="line 20001",
    )
    before = home.export()
    home.do("log", "rebuild")
    assert home.export() == before


def test_the_program_is_one_static_file() -> None:
    result = subprocess.run(["ldd", binary()], capture_output=True, check=False)
    said = result.stdout + result.stderr
    assert b"not a dynamic executable" in said or b"statically linked" in said


def test_daily_commands_start_no_thread(home: Home) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    for arguments in (["today"], ["water", "Monty"]):
        traced = subprocess.run(
            [
                "strace",
                "-f",
                "-e",
                "trace=clone,clone3,fork,vfork",
                binary(),
                *arguments,
            ],
            capture_output=True,
            check=False,
            env={"PLANTGUIDE_HOME": str(home.path)},
        )
        assert traced.returncode == 0, traced
        assert b"clone" not in traced.stderr, traced.stderr
