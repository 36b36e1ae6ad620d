"""Reads the iCalendar export with two parsers of others: the package
`icalendar`, and libical, which checks every value."""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import random
import re
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import icalendar
import pytest

from conftest import Home

NOW = "2026-11-21T09:00:00+01:00"


@pytest.fixture
def garden(tmp_path: Path) -> Home:
    """Plants whose names hold all that iCalendar escapes."""
    home = Home(tmp_path / "garden")
    names = [
        "Semi; colon, comma \\ backslash", "زنبق السلام", "🌵 " * 30,
        "Monty",
    ]
    for name in names:
        home.run(
            "add", "Monstera deliciosa", "--name", name, "--room", "Kitchen",
            "--every", "7d", now="2026-11-01T09:00:00+01:00")
    home.run(
        "schedule", "set", "Monty", "misting", "--every", "2d", "--at",
        "18:30", now="2026-11-01T09:00:00+01:00")
    home.run(
        "photo", "remind", "Monty", "weekly", now="2026-11-01T09:00:00+01:00")
    return home


def export(home: Home, *arguments: str, now: str = NOW) -> bytes:
    return home.run("export", "ics", *arguments, now=now)


def entries(text: bytes) -> dict[str, icalendar.Component]:
    calendar = icalendar.Calendar.from_ical(text)
    found = {
        str(part["UID"]): part
        for part in calendar.walk() if part.name in ("VEVENT", "VTODO")}
    assert len(found) == text.count(b"\r\nUID:"), "a UID is used twice"
    return found


def libical() -> ctypes.CDLL:
    name = ctypes.util.find_library("ical")
    assert name, "libical3 is missing; 'make packages' installs it"
    library = ctypes.CDLL(name)
    library.icalparser_parse_string.restype = ctypes.c_void_p
    library.icalcomponent_as_ical_string.restype = ctypes.c_char_p
    for function in (
        library.icalcomponent_count_errors, library.icalrestriction_check,
        library.icalcomponent_as_ical_string, library.icalcomponent_free,
    ):
        function.argtypes = [ctypes.c_void_p]
    return library


def faults(text: bytes) -> list[str]:
    """What libical finds wrong."""
    library = libical()
    calendar = library.icalparser_parse_string(text)
    if not calendar:
        return ["not a calendar at all"]
    try:
        library.icalrestriction_check(calendar)
        marked = library.icalcomponent_as_ical_string(calendar).decode()
        found = re.findall("X-LIC-ERROR.*(?:\r\n .*)*", marked)
        assert len(found) == library.icalcomponent_count_errors(calendar)
        return found
    finally:
        library.icalcomponent_free(calendar)


@pytest.mark.parametrize(
    "arguments", [[], ["--todos", "--remind", "2"], ["--digest"],
                  ["--digest", "--todos"]])
def test_a_strict_parser_finds_no_fault(
    garden: Home, arguments: list[str]
) -> None:
    assert faults(export(garden, *arguments)) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (b"DTSTAMP:2", b"DTSTAMP:x"),
        (b"DATE-TIME:202611", b"DATE-TIME:X02611"),
    ],
)
def test_the_strict_parser_would_find_faults(
    garden: Home, right: bytes, wrong: bytes
) -> None:
    text = export(garden)
    assert right in text
    assert faults(text.replace(right, wrong))


@pytest.mark.parametrize(
    "arguments", [[], ["--todos"], ["--digest"], ["--todos", "--digest"]])
def test_components_have_what_they_must_have(
    garden: Home, arguments: list[str]
) -> None:
    calendar = icalendar.Calendar.from_ical(export(garden, *arguments))
    parts = calendar.walk()
    assert {part.name for part in parts} == {
        "VCALENDAR", "VTODO" if "--todos" in arguments else "VEVENT",
        "VALARM"}
    for part in parts:
        assert part.required, part.name
        for name in part.required:
            assert name in part, f"{part.name} without {name}"
        for name in part.singletons:
            assert not isinstance(part.get(name), list), name


def test_lines_are_folded_as_the_standard_says(garden: Home) -> None:
    text = export(garden)
    assert text.endswith(b"END:VCALENDAR\r\n")
    lines = text.split(b"\r\n")
    assert all(b"\n" not in line and len(line) <= 75 for line in lines)
    assert any(line.startswith(b" ") for line in lines)
    for line in lines:
        line.decode()


def test_names_come_back_as_they_are(garden: Home) -> None:
    summaries = {str(e["SUMMARY"]) for e in entries(export(garden)).values()}
    assert "Semi; colon, comma \\ backslash needs water" in summaries
    assert "زنبق السلام needs water" in summaries
    assert ("🌵 " * 30).strip() + " needs water" in summaries


def test_every_task_of_the_look_ahead_is_there(garden: Home) -> None:
    document = json.loads(garden.run("export", "json", now=NOW))
    today = document["today"]["date"]
    wanted = [
        (task["plant"], task["kind"], max(task["due"], today))
        for task in document["today"]["overdue"]
        + [t for room in document["today"]["today"] for t in room["tasks"]]
        + [t for day in document["upcoming"] for t in day["tasks"]]]
    found = entries(export(garden))
    written = [
        (*name.removesuffix("@plantguide").split(".")[:2],
         str(entry["DTSTART"].dt))
        for name, entry in found.items()]
    # As many rounds as thirty days can hold at most, so that their number
    # stays as days pass.
    last = str(date.fromisoformat(today) + timedelta(days=30))
    assert sorted(wanted) == sorted(e for e in written if e[2] <= last)
    for plant, kind, _ in wanted:
        count = len([e for e in written if e[:2] == (plant, kind)])
        assert count == (30 // 2 if kind == "misting" else 30 // 7) + 1
    rounds: dict[str, list[date]] = {}
    for entry in found.values():
        day = entry["DTSTART"].dt
        assert type(day) is date
        assert entry["DTEND"].dt - day == timedelta(days=1)
        plant, kind, *number = (
            str(entry["UID"]).removesuffix("@plantguide").split("."))
        days = rounds.setdefault(f"{plant} {kind}", [])
        assert int(number[0] if number else "0") == len(days)
        assert not days or days[-1] < day
        days.append(day)


@pytest.mark.parametrize("gathering", ["off", "quarter", "Wed,Sat", "Sun"])
def test_no_entry_comes_or_goes_as_days_pass_and_care_is_given(
    garden: Home, gathering: str
) -> None:
    """What a calendar imported once is all there in each later file."""
    garden.run("settings", "set", "groupWateringDays", gathering, now=NOW)
    names = entries(export(garden)).keys()
    assert len(names) > 30
    day = date(2026, 11, 22)
    for days in range(0, 60, 4):
        now = f"{day + timedelta(days=days)}T10:00:00+01:00"
        assert entries(export(garden, now=now)).keys() == names, now
        garden.run("water", "Monty", now=now)
        if days % 8:
            garden.run("done", "Monty", "--kind", "misting", now=now)
        assert entries(export(garden, now=now)).keys() == names, now


PARIS = ZoneInfo("Europe/Paris")


def rings(entry: icalendar.Component) -> list[datetime]:
    """When the alarms of an entry ring, as clocks in Paris show it."""
    found = [alarm["TRIGGER"].dt for alarm in entry.walk("VALARM")]
    assert all(trigger.tzinfo is not None for trigger in found)
    return [
        trigger.astimezone(PARIS).replace(tzinfo=None) for trigger in found]


@pytest.mark.parametrize("form", [[], ["--todos"]])
@pytest.mark.parametrize("hour", ["08:59:00", "09:00:00", "18:31:00"])
def test_alarms_ring_at_the_time_of_the_task_and_never_in_the_past(
    garden: Home, form: list[str], hour: str
) -> None:
    now = datetime.fromisoformat(f"2026-11-21T{hour}")
    found = entries(
        export(garden, "--remind", "1", *form, now=f"{now}+01:00".replace(
            " ", "T")))
    late = 0
    for entry in found.values():
        ends_late = str(entry["SUMMARY"]).endswith("misting")
        day = entry["DUE" if form else "DTSTART"].dt
        at = time(18, 30) if ends_late else time(9)
        if not form:
            assert day >= date(2026, 11, 21), "an overdue task is today's"
        late += "due since" in str(entry.get("DESCRIPTION", ""))
        due = datetime.combine(max(day, date(2026, 11, 21)), at)
        early = due - timedelta(days=1)
        if due <= now:
            due += timedelta(days=1)
        assert rings(entry) == [due] + [early] * (early > now)
    assert late, "nothing is overdue"


@pytest.mark.parametrize("day", ["2027-03-28", "2026-10-25"])
def test_alarms_ring_in_time_on_days_when_clocks_change(
    tmp_path: Path, day: str
) -> None:
    home = Home(tmp_path / "home")
    now = f"{day}T00:10:00+00:00"
    home.run("settings", "set", "timeZone", "Europe/Paris", now=now)
    home.run("add", "Monstera deliciosa", "--name", "Monty", now=now)
    home.run(
        "schedule", "set", "Monty", "misting", "--every", "1d", "--from", day,
        now=now)
    wanted = date.fromisoformat(day)
    found = [
        entry
        for entry in entries(export(home, "--remind", "1", now=now)).values()
        if wanted <= entry["DTSTART"].dt <= wanted + timedelta(days=1)]
    assert len(found) == 2
    for entry in found:
        due = datetime.combine(entry["DTSTART"].dt, time(9))
        assert rings(entry)[0] == due
        assert rings(entry)[1:] in ([], [due - timedelta(days=1)])


def test_what_has_not_changed_is_written_as_before(garden: Home) -> None:
    before = entries(export(garden))
    garden.run("water", "Monty", now=NOW)
    after = entries(export(garden, now="2026-11-21T12:00:00+01:00"))
    others = {
        name for name, entry in before.items()
        if not str(entry["SUMMARY"]).startswith("Monty")}
    assert others
    for name in others:
        assert before[name].to_ical() == after[name].to_ical()
    moved = before.keys() - others
    assert moved == after.keys() - others, "an entry stayed behind"
    for name in moved:
        if str(after[name]["SUMMARY"]) == "Monty needs water":
            assert after[name]["DTSTART"].dt > before[name]["DTSTART"].dt
            assert after[name]["SEQUENCE"] > before[name]["SEQUENCE"]


def test_a_one_off_keeps_its_name_when_a_snooze_moves_it(
    garden: Home
) -> None:
    task = "01234567-89ab-4cde-8f01-23456789abcd"
    line = {
        "type": "task.added", "plant": "Monty", "kind": "repotting",
        "task": task, "due": "2026-11-25"}
    garden.run(
        "append", now=NOW, standard_input=json.dumps(line).encode() + b"\n")
    before = entries(export(garden))[f"{task}@plantguide"]
    garden.run("snooze", "Monty", "repotting", "2026-11-30", now=NOW)
    after = entries(export(garden))[f"{task}@plantguide"]
    assert after["SEQUENCE"] == before["SEQUENCE"] + 1000
    assert str(after["DTSTART"].dt) == "2026-11-30"
    later = "2026-11-21T10:00:00+01:00"
    garden.run("undo", "--yes", now=later)
    undone = entries(export(garden))[f"{task}@plantguide"]
    assert str(undone["DTSTART"].dt) == "2026-11-25"
    assert undone["SEQUENCE"] > after["SEQUENCE"]
    assert str(undone["DTSTAMP"].dt) == "2026-11-21 09:00:00+00:00"


def revisions(home: Home) -> dict[str, tuple[int, object]]:
    return {
        name: (entry["SEQUENCE"], entry["DTSTAMP"].dt)
        for name, entry in entries(export(home)).items()}


def of(home: Home, part: str) -> set[str]:
    """The entries in whose summary this stands."""
    return {
        name for name, entry in entries(export(home)).items()
        if part in str(entry["SUMMARY"])}


LATER = "2026-11-21T09:30:00+01:00"


@pytest.mark.parametrize(
    ("command", "revised"),
    [
        # What bears on the entries of one plant, of one kind, or of all
        # without a time of their own.
        (["edit", "Monty", "--name", "Old Monty"], ["Monty needs "]),
        (["move", "Monty", "Bathroom"], ["Monty needs "]),
        (["schedule", "set", "Monty", "misting", "--every", "2d", "--at",
          "20:00"], ["Monty needs misting"]),
        (["settings", "set", "preferredTime", "07:00"],
         [" needs water", " needs feeding", " needs a photo"]),
        (["settings", "set", "timeZone", "Asia/Tokyo"], [""]),
        (["room", "edit", "Kitchen", "--name", "Galley"], [""]),
        (["merge", "Bathroom", "Kitchen", "--yes"], [""]),
        # What bears on none.
        (["note", "Monty", "A new leaf"], []),
        (["edit", "Monty", "--tag", "gift"], []),
        (["room", "edit", "Bathroom", "--name", "Spa"], []),
        (["done", "Monty", "--kind", "rotation"], []),
    ])
def test_numbers_rise_where_an_entry_changes_and_only_there(
    garden: Home, command: list[str], revised: list[str]
) -> None:
    before = revisions(garden)
    expected = set().union(*(of(garden, part) for part in revised))
    if revised:
        assert expected
    garden.run(*command, now=LATER)
    after = revisions(garden)
    assert before.keys() == after.keys()
    assert {n for n in before if after[n] != before[n]} == expected
    for name in expected:
        assert after[name][0] > before[name][0]
        assert after[name][1] > before[name][1]
    garden.run("undo", "--yes", now="2026-11-21T09:40:00+01:00")
    undone = revisions(garden)
    for name in before:
        if name in expected:
            assert undone[name][0] > after[name][0]
            assert undone[name][1] > after[name][1]
        else:
            assert undone[name] == before[name]


def test_a_move_out_of_a_room_with_a_past_lets_no_number_fall(
    garden: Home
) -> None:
    for name in ("Galley", "Cookery", "Kitchen"):
        old = "Kitchen" if name == "Galley" else last
        garden.run("room", "edit", old, "--name", name, now=NOW)
        last = name
    before = revisions(garden)
    garden.run("move", "Monty", "Office", now=LATER)
    after = revisions(garden)
    assert all(after[name][0] >= before[name][0] for name in before)
    assert any(after[name][0] > before[name][0] for name in before)


def test_a_merge_of_rooms_lets_no_number_fall(garden: Home) -> None:
    for name in ("Spa", "Sauna", "Bathroom"):
        old = "Bathroom" if name == "Spa" else last
        garden.run("room", "edit", old, "--name", name, now=NOW)
        last = name
    minutes = iter(range(30, 60))

    def rises(*command: str) -> bytes:
        before = revisions(garden)
        told = garden.run(*command, now=f"2026-11-21T09:{next(minutes)}:00+01:00")
        after = revisions(garden)
        assert all(after[name][0] > before[name][0] for name in before)
        return told

    told = json.loads(rises(
        "merge", "Bathroom", "Kitchen", "--note", "a slip", "--yes", "--json"))
    rises("room", "edit", "Bathroom", "--name", "Spa")
    rises("undo", "--yes")
    rises("undo", "--yes")
    rises("erase", told["actions"][0]["shortId"], "--yes")


def test_a_merge_of_plants_concerns_their_entries_alone(garden: Home) -> None:
    garden.run(
        "add", "Monstera deliciosa", "--name", "Twin", "--every", "5d", "--room",
        "Bathroom", now="2026-11-01T09:00:00+01:00")
    for day in ("05", "10", "15"):
        garden.run("water", "Twin", now=f"2026-11-{day}T09:00:00+01:00")
    theirs = of(garden, "Monty") | of(garden, "Twin")
    others = {
        name: entry.to_ical() for name, entry in entries(export(garden)).items()
        if name not in theirs}
    assert others
    minutes = iter(range(30, 60))
    last = revisions(garden)

    def run(*command: str) -> bytes:
        """Runs a command that changes the entries of both."""
        told = garden.run(*command, now=f"2026-11-21T09:{next(minutes)}:00+01:00")
        found = revisions(garden)
        common = theirs & last.keys() & found.keys()
        assert common
        for name in common:
            assert found[name][0] > last[name][0], (command, name)
            assert found[name][1] > last[name][1], (command, name)
        last.update(found)
        shown = entries(export(garden))
        assert {name: shown[name].to_ical() for name in others} == others
        return told

    merge = json.loads(run("merge", "Monty", "Twin", "--yes", "--json"))
    run("water", "Monty")
    run("undo", "--yes")
    run("undo", "--yes")
    run("water", "Twin")
    # An erased merge no longer says with which plant.
    garden.run("erase", merge["actions"][0]["shortId"], "--yes", now=LATER)
    found = revisions(garden)
    assert all(found[name][0] >= last[name][0] for name in found.keys() & last.keys())


NAMES = ["Swiss cheese plant", "Fruit salad plant"]
FORMS = [
    [], ["--todos"], ["--digest"], ["--digest", "--todos"],
    ["--remind", "1"], ["--remind", "2"], ["--remind", "0"],
    ["--digest", "--remind", "1"], ["--digest", "--room", "Kitchen"],
    ["--digest", "--kind", "watering"],
]


def test_each_form_of_the_calendar_names_its_entries_apart(
    garden: Home
) -> None:
    names: set[str] = set()
    for form in FORMS:
        found = entries(export(garden, *form)).keys()
        assert found and not names & found, form
        names |= found


def test_the_calendar_is_called_as_the_journal_is(garden: Home) -> None:
    def names() -> list[bytes]:
        return [
            line.split(b":", 1)[1] for line in export(garden).split(b"\r\n")
            if line.startswith((b"NAME:", b"X-WR-CALNAME:"))]

    assert names() == [b"Plant care"] * 2
    garden.run("settings", "set", "journalName", "Flat; 3rd, left", now=NOW)
    assert names() == [b"Flat\\; 3rd\\, left"] * 2


def test_amounts_and_remarks_are_in_the_description(garden: Home) -> None:
    garden.run(
        "schedule", "set", "Monty", "watering", "--every", "7d", "--amount",
        "250ml", "--note", "from below; not the leaves", now=NOW)
    garden.run(
        "snooze", "Monty", "watering", "3d", "--note", "still wet", now=NOW)
    found = entries(export(garden))
    texts = [
        str(entry["DESCRIPTION"]) for entry in found.values()
        if str(entry["SUMMARY"]) == "Monty needs water"]
    assert len(texts) > 1
    for index, text in enumerate(texts):
        lines = text.split("\n")
        assert "amount: 250ml" in lines
        assert "from below; not the leaves" in lines
        assert ("still wet" in lines) == (index == 0)
    digests = "\n".join(
        str(entry["DESCRIPTION"])
        for entry in entries(export(garden, "--digest")).values())
    assert (
        "Monty needs water (250ml), Kitchen: from below; not the leaves: "
        "still wet") in digests.split("\n")


def test_a_digest_has_one_entry_for_each_day_with_tasks(garden: Home) -> None:
    last = date(2026, 12, 21)
    tasks = [
        entry for entry in entries(export(garden)).values()
        if entry["DTSTART"].dt <= last]
    days = entries(export(garden, "--digest")).values()
    assert {e["DTSTART"].dt for e in tasks} == {e["DTSTART"].dt for e in days}
    assert len(days) == len({e["DTSTART"].dt for e in days})
    for day in days:
        listed = str(day["DESCRIPTION"]).split("\n")
        wanted = [
            str(entry["SUMMARY"]) for entry in tasks
            if entry["DTSTART"].dt == day["DTSTART"].dt]
        assert len(listed) == len(wanted)
        for summary in wanted:
            assert any(line.startswith(summary) for line in listed), summary
        assert len(rings(day)) == 1
    first = min(days, key=lambda entry: entry["DTSTART"].dt)
    assert str(first["SUMMARY"]).endswith(" and 1 more need care")


@pytest.mark.parametrize("seed", range(6))
def test_what_changes_has_a_higher_number_and_none_ever_falls(
    tmp_path: Path, seed: int
) -> None:
    """Care, mistakes, settings and the mere passing of time, over weeks: an
    entry with the same name is the same, or has a higher number."""
    chance = random.Random(seed)
    home = Home(tmp_path / "home")
    now = datetime.fromisoformat("2026-11-01T08:00:00+01:00")
    for name, every in (("Monty", "7d"), ("Brasil", "12d"), ("Basil", "1d")):
        home.run(
            "add", "Monstera deliciosa", "--name", name, "--room",
            chance.choice(["Kitchen", "Bathroom"]), "--every", every,
            now=now.isoformat())
    known: dict[str, tuple[int, list[str]]] = {}
    changed = done = 0
    for _ in range(50):
        now += timedelta(minutes=chance.choice([1, 20, 300, 900, 1440, 4000]))
        plant = chance.choice(["Monty", "Brasil", "Basil"])
        command = chance.choice([
            [], [], ["water", plant], ["water", plant],
            ["snooze", plant, "watering", chance.choice(["1d", "5d"])],
            ["skip", plant, "watering"], ["undo", "--yes"],
            ["move", plant, chance.choice(["Kitchen", "Office"])],
            ["schedule", "set", plant, "watering", "--every",
             chance.choice(["3d", "20d"]), "--summer", "9d", "--amount",
             chance.choice(["250ml", "soak"])],
            ["schedule", "set", plant, "misting", "--every", "4d", "--at",
             "18:30"],
            ["task", "add", plant, "repotting", "--due", "10d"],
            ["photo", "remind", plant, "weekly"],
            ["edit", plant, "--common", chance.choice(NAMES)],
            ["settings", "set", "preferredTime",
             chance.choice(["07:00", "20:15"])],
            ["settings", "set", "timeZone",
             chance.choice(["Asia/Tokyo", "Europe/Paris"])],
            ["settings", "set", "units", chance.choice(["metric", "imperial"])],
            ["room", "edit", "Kitchen", "--icon", chance.choice(["sun", "bed"])],
            ["settings", "set", "reminderDays", chance.choice("012")],
            ["settings", "set", "hemisphere",
             chance.choice(["northern", "southern"])],
            ["settings", "set", "groupWateringDays",
             chance.choice(["true", "false", "Wed,Sat"])],
        ])
        if command[:1] == ["undo"]:
            # The plants stay.
            command = command if done else []
            done -= 2 if done else 0
        if command:
            done += 1
            home.run(*command, now=now.isoformat())
        for form in chance.sample(FORMS, 3):
            for name, entry in entries(
                export(home, *form, now=now.isoformat())).items():
                assert rings(entry)
                assert all(
                    ring > now.astimezone(PARIS).replace(tzinfo=None)
                    for ring in rings(entry)), f"seed {seed}: {name} is past"
                content = [
                    line for line in entry.to_ical().decode().splitlines()
                    if not line.startswith(("SEQUENCE", "DTSTAMP"))]
                number, before = known.get(name, (-1, []))
                if content != before:
                    assert entry["SEQUENCE"] > number, (
                        f"seed {seed}, {now}, {command}: {name} {before} "
                        f"-> {content}")
                    changed += number >= 0
                assert entry["SEQUENCE"] >= number, f"seed {seed}: {name}"
                known[name] = (entry["SEQUENCE"], content)
    assert changed > 20
