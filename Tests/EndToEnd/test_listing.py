"""Lists in every form, and plants found by what people type."""

from __future__ import annotations

import re
import shlex

import pytest

from program import NOTHING, USAGE, Home
from test_screens import plain_on_terminal


def names(home: Home, *arguments: str) -> list[str]:
    """The names of a list, in its order."""
    return home.do("list", "--format", "{name}", *arguments).text.splitlines()


@pytest.fixture
def shelf(home: Home) -> Home:
    """Five plants that differ in what a list can tell."""
    home.append(
        {
            "type": "plant.added",
            "plant": "Fern",
            "scientificName": "Asplenium nidus",
            "commonNames": ["Bird's nest"],
            "family": "Aspleniaceae",
            "genus": "Asplenium",
            "room": "Bathroom",
            "tags": ["Thirsty", "shade"],
            "acquiredOn": "2020-05-01",
        },
        {
            "type": "schedule.set",
            "plant": "Fern",
            "kind": "misting",
            "intervalDays": 2,
        },
        now="2026-11-20T09:00:00+01:00",
    )
    home.append(
        {
            "type": "plant.added",
            "plant": "Ficus",
            "scientificName": "Ficus lyrata",
            "family": "Moraceae",
            "genus": "Ficus",
            "tags": ["thirsty"],
        },
        {
            "type": "task.added",
            "plant": "Ficus",
            "kind": "repotting",
            "due": "2026-12-24",
        },
        now="2026-11-21T09:00:00+01:00",
    )
    home.do("add", "Ficus elastica", "--name", "Gone")
    home.do("remove", "Gone", "--reason", "died")
    home.do("favorite", "Ficus")
    home.append(
        {
            "type": "plant.identified",
            "plant": "Fern",
            "source": "onDevice",
            "confidence": 0.9,
            "topResults": [],
        },
        {
            "type": "care.profiled",
            "plant": "Fern",
            "light": 4,
            "source": "manual",
        },
    )
    home.do("edit", "Fern", "--category", "Ferns", "--location", "balcony")
    return home


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["Basil", "Fern", "Ficus", "Monty"]),
        (["--removed"], ["Gone"]),
        (["--all"], ["Basil", "Fern", "Ficus", "Gone", "Monty"]),
        (["fi"], ["Ficus"]),
        (["FICUS", "lyr"], ["Ficus"]),
        (["nest"], ["Fern"]),
        (["--room", "bath"], ["Fern"]),
        (["--family", "moraceae"], ["Ficus"]),
        (["--genus", "ficus", "--removed"], ["Gone"]),
        (["--genus", "ficus", "--all"], ["Ficus", "Gone"]),
        (["--category", "ferns"], ["Fern"]),
        (["--location", "balcony"], ["Fern"]),
        (["--location", "Balcony"], ["Fern"]),
        (["--tag", "thirsty"], ["Fern", "Ficus"]),
        (["--tag", "thirsty", "--tag", "SHADE"], ["Fern"]),
        (["--favorite"], ["Ficus"]),
        (["--light", "partialSHADE"], ["Fern"]),
        # The Ficus has no schedule, and needs it so by the catalogue.
        (["--watering", "weekly"], ["Ficus", "Monty"]),
        (["--watering", "1d..6d"], ["Basil"]),
        (["--source", "manual"], ["Basil", "Ficus", "Monty"]),
        (["--source", "onDevice"], ["Fern"]),
        (["--due", "today"], ["Basil", "Monty"]),
        (["--due", "tomorrow"], ["Basil", "Fern", "Monty"]),
        (["--due", "1m"], ["Basil", "Fern", "Monty"]),
        (["--due", "24 dec"], ["Basil", "Fern", "Ficus", "Monty"]),
        (["--due", "24 dec", "--kind", "repotting"], ["Ficus"]),
        (["--kind", "watering"], ["Basil", "Monty"]),
        (["--added-since", "yesterday"], ["Fern", "Ficus"]),
        (["--added-since", "2d"], ["Fern", "Ficus"]),
        (["--added-until", "2026-03-01"], ["Basil", "Monty"]),
        (
            ["--added-since", "yesterday", "--added-until", "yesterday"],
            ["Fern"],
        ),
        (["--sort", "next"], ["Basil", "Monty", "Fern", "Ficus"]),
        (["--sort=-next"], ["Ficus", "Fern", "Monty", "Basil"]),
        (["--sort", "acquired"], ["Fern", "Basil", "Ficus", "Monty"]),
        (["--sort", "due"], ["Basil", "Monty", "Fern", "Ficus"]),
        (["--sort", "identified"], ["Fern", "Basil", "Ficus", "Monty"]),
        (["--sort", "watering"], ["Basil", "Monty", "Ficus", "Fern"]),
        (["--sort", "light"], ["Fern", "Monty", "Ficus", "Basil"]),
        (["--sort=-name"], ["Monty", "Ficus", "Fern", "Basil"]),
        (["--sort=favorite,-name"], ["Ficus", "Monty", "Fern", "Basil"]),
        (["--sort", "room,name"], ["Monty", "Fern", "Basil", "Ficus"]),
        (["--sort", "last:days"], ["Monty", "Basil", "Fern", "Ficus"]),
        (["--limit", "2"], ["Basil", "Fern"]),
        (["--sort=-name", "--limit", "2"], ["Monty", "Ficus"]),
    ],
    ids=str,
)
def test_a_list_shows_what_was_asked_for(
    shelf: Home, arguments: list[str], expected: list[str]
) -> None:
    assert names(shelf, *arguments) == expected
    answer = shelf.json("list", *arguments)
    assert [plant["displayName"] for plant in answer["plants"]] == expected


def test_templates_print_every_field(shelf: Home) -> None:
    plant = shelf.json("show", "Fern")["plant"]
    template = (
        "{id}|{id:full}|{name}|{nickname}|{scientific}|{common}|{family}|"
        "{genus}|{category}|{room}|{location}|{tags}|{favorite}|{next}|{next:date}|"
        "{next:kind}|{next:days}|{last}|{added}|{acquired}|{source}|"
        "{removed}\\t\\{\\}\\\\"
    )
    text = shelf.do("list", "fern", "--format", template).text
    assert text == (
        f"{plant['shortId']}|{plant['id']}|Fern|Fern|Asplenium nidus|"
        "Bird's nest|Aspleniaceae|Asplenium|Ferns|Bathroom|balcony|"
        "Thirsty, shade||"
        "2026-11-22 misting|2026-11-22|misting|1||2026-11-20|2020-05-01|"
        "on the device|\t{}\\\n"
    )
    gone = shelf.do(
        "list", "gone", "--removed", "--format", "{removed} {removed:date}"
    )
    assert gone.text == "died 2026-11-21\n"


def test_a_place_to_grow_that_there_is_not_is_refused(shelf: Home) -> None:
    shelf.refuse(
        "list", "--location", "Kitchen", code=USAGE, says=["indoor", "balcony"])


def test_columns_of_a_table_are_chosen(shelf: Home) -> None:
    lines = shelf.do("list", "--columns", "name,next:days").text.splitlines()
    assert lines[0] == "NAME     NEXT DAYS"
    assert lines[2] == "Fern             1"
    assert lines[3] == "Ficus *         33"
    listed = shelf.do("list", "--columns", "help").text
    assert "scientific" in listed and "next:days" in listed


def test_names_parted_by_nul_come_back_as_they_are(home: Home) -> None:
    odd = "two  blanks \u202e 苔"
    home.append(
        {"type": "plant.added", "plant": odd, "scientificName": "Ficus"}
    )
    raw = home.do("list", "--print0", "--format", "{name}").output
    assert raw.split(b"\0") == [b"Basil", b"Monty", odd.encode(), b""]
    safe = home.do("list", "--format", "{name}").text.splitlines()
    assert len(safe) == 3 and "\u202e" not in "".join(safe)
    ids = home.do("list", "--print0").output
    answer = home.json("favorite", "-", text=ids)
    assert len(answer["lines"]) == 3
    assert len(home.json("list", "--favorite")["plants"]) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--columns", "nmae"], ["'nmae'", "did you mean 'name'?"]),
        (["--sort", "nxt"], ["'nxt'", "did you mean 'next'?"]),
        (["--sort", "-next"], ["--sort=-next"]),
        (["--format", "{nam}"], ["'nam'", "did you mean 'name'?"]),
        (["--format", "{name"], ["not closed", "{name"]),
        (["--view", "tree"], ["'tree'", "list or grid"]),
        (["--limit", "0"], ["'0'"]),
        (["--json", "--print0"], ["--json and --print0"]),
        (["--due", "03/04/2026"], ["2026-04-03", "2026-03-04"]),
        (["--kind", "Wässern"], ["Wässern"]),
        (["--light", "dark"], ["'dark'", "fullShade"]),
        (["--source", "aunt"], ["'aunt'", "onDevice"]),
        (["--watering", "9d..5d"], ["ends before it begins"]),
        (["--watering", "often"], ["often"]),
        (["a " * 200], ["bytes"]),
        (
            ["--added-since", "today", "--added-until", "yesterday"],
            ["later than"],
        ),
    ],
    ids=str,
)
def test_what_a_list_cannot_do_is_said(
    shelf: Home, arguments: list[str], says: list[str]
) -> None:
    shelf.refuse("list", *arguments, code=USAGE, says=says)


def test_a_list_of_the_past_knows_what_was_undone_since(home: Home) -> None:
    home.do("add", "Ficus", "--name", "Ada", now="2026-04-01T09:00:00+02:00")
    home.do("undo", now="2026-04-03T09:00:00+02:00")
    assert names(home) == ["Basil", "Monty"]
    past = ["--as-of", "2026-04-02"]
    assert names(home, *past) == ["Ada", "Basil", "Monty"]
    assert names(home, *past, "--sort=-name", "--limit", "2") == [
        "Monty",
        "Basil",
    ]


# Several plants at once


def test_several_plants_are_shown_at_once(shelf: Home) -> None:
    lines = shelf.do("show", "Fern", "ficus", "--json").output.splitlines()
    assert len(lines) == 2
    text = shelf.do("show", "--tag", "thirsty").text
    heads = [part.split(" ")[0] for part in text.split("\n\n")]
    assert {"Fern", "Ficus"} < set(heads)
    piped = shelf.do("show", "-", text="Fern\n\nFicus\n").text
    assert piped == shelf.do("show", "Fern", "Ficus").text
    rows = shelf.json("schedule", "show", "Fern", "Monty")["schedules"]
    assert [row["kind"] for row in rows] == ["misting", "watering"]
    rows = shelf.json("schedule", "show", "--room", "Bathroom")["schedules"]
    assert [row["kind"] for row in rows] == ["misting"]
    shelf.refuse("show", code=USAGE, says="no plant is named")
    shelf.refuse("show", "--tag", "x", code=NOTHING, says="no plant matches")
    shelf.refuse("show", "Fern", "--all", code=USAGE, says="both named and selected")


def test_histories_are_chosen_like_plants(shelf: Home) -> None:
    fern = shelf.history("Fern")
    assert shelf.history("--family", "aspleniaceae") == fern
    both = shelf.history("Fern", "Ficus")
    assert shelf.history("--tag", "thirsty") == both and len(both) > len(fern)
    gone = shelf.history("--all")
    assert any(event["payload"].get("reason") == "died" for event in gone)
    steps = shelf.do("replay", "--tag", "shade", "--json").output.splitlines()
    assert len(steps) == len(fern)


def test_schedules_are_set_for_several_at_once(shelf: Home) -> None:
    answer = shelf.json(
        "schedule", "set", "--tag", "thirsty", "cleaning", "--every", "3 weeks"
    )
    assert len(answer["actions"]) == 1 and len(answer["lines"]) == 2
    rows = shelf.json("schedule", "show", "--tag", "thirsty")["schedules"]
    cleaning = [row for row in rows if row["kind"] == "cleaning"]
    assert [row["intervalDays"] for row in cleaning] == [21, 21]
    shelf.do("schedule", "clear", "Fern", "Ficus", "cleaning")
    shelf.refuse(
        "schedule",
        "clear",
        "--all",
        "cleaning",
        code=USAGE,
        says="needs an answer",
    )
    shelf.refuse(
        "schedule",
        "clear",
        "--all",
        "cleaning",
        "--yes",
        code=NOTHING,
        says="such a schedule",
    )
    shelf.refuse(
        "schedule", "clear", "Fern", "cleaning", code=NOTHING, says="Fern"
    )


# Dates as people write them


def test_days_are_written_as_people_say_them(home: Home) -> None:
    def watered(when: str) -> str:
        home.do("water", "Basil", "--at", when)
        return home.history("Basil")[-1]["payload"]["at"]

    assert watered("yesterday 18:00") == "2026-11-20T18:00:00+01:00"
    assert watered("last friday at 9am") == "2026-11-20T09:00:00+01:00"
    assert watered("2 hours ago") == "2026-11-21T10:00:00+01:00"
    assert watered("1 nov 08:30") == "2026-11-01T08:30:00+01:00"
    home.do("snooze", "Monty", "watering", "in 10 days")
    assert home.history("Monty")[-1]["payload"]["until"] == "2026-12-01"
    home.do("snooze", "Monty", "watering", "until saturday")
    assert home.history("Monty")[-1]["payload"]["until"] == "2026-11-28"
    for text in ["03/04/2026", "12-01", "12am", "30m ago", "midnight"]:
        home.refuse("water", "Basil", "--at", text, code=USAGE, says=text)


def test_the_past_is_asked_for_in_words(home: Home) -> None:
    for text in ["yesterday", "last friday", "20 nov", "1d ago", "1d"]:
        answer = home.json("stats", "--as-of", text)
        assert answer == home.json("stats", "--as-of", "2026-11-20"), text
    home.refuse("today", "--as-of", "soon", code=USAGE, says="soon")


def test_a_grid_says_in_words_what_its_colours_say(home: Home) -> None:
    home.do("favorite", "Monty")
    home.do("water", "Basil", now="2026-11-19T09:00:00+01:00")
    home.do("add", "Ficus lyrata", "--name", "Fig", "--every", "9d")
    home.do("add", "Ficus elastica", "--name", "Gum", "--every", "2d",
            now="2026-11-19T09:00:00+01:00")
    home.do("water", "Gum", now="2026-11-19T09:00:00+01:00")
    home.do("snooze", "Gum", "watering", "3d")
    home.do("add", "Hedera helix", "--name", "Ivy")
    home.do("remove", "Ivy")
    grid = home.do("list", "--view", "grid", "--all").text
    cells = {
        name: (star, standing)
        for name, star, standing in re.findall(
            r"(\w+)( \*)? \(\w{6}\)(?: (\w+))?(?=  |$)", grid, re.MULTILINE)
    }
    assert cells == {
        "Monty": (" *", "overdue"), "Basil": ("", "due"), "Fig": ("", ""),
        "Gum": ("", "snoozed"), "Ivy": ("", "left"),
    }, grid


def test_a_terminal_keeps_a_named_filter_and_an_order(home: Home) -> None:
    for name, room, day in [("Bert", "Office", 2), ("Alma", "Kitchen", 1)]:
        home.do(
            "add", "Hoya carnosa", "--name", name, "--room", room, "--at",
            f"2026-03-0{day}")

    def listed(*arguments: str) -> list[str]:
        shown = plain_on_terminal(home, 80, "list", *arguments)
        return re.findall("Alma|Bert", shown)

    assert listed() == ["Alma", "Bert"]
    plain_on_terminal(home, 80, "list", "--sort", "newest", "--remember")
    assert listed() == ["Bert", "Alma"]
    assert listed("--sort", "name") == ["Alma", "Bert"]
    home.do("list", "--save", "stove", "--room", "Kitchen")
    plain_on_terminal(home, 80, "list", "--filter", "stove", "--remember")
    assert listed() == ["Alma"]
    assert listed("--room", "Office") == ["Bert"]
    # Programs get what they ask for.
    assert "Bert" in home.do("list").text
    for setting, way in [("listFilter", "--filter"), ("listOrder", "--sort")]:
        home.refuse(
            "settings", "set", setting, "stove", code=USAGE,
            says=f"list {way} NAME --remember")


def test_a_terminal_lists_as_was_remembered(home: Home) -> None:
    for name, room, day in [("Bert", "Office", 2), ("Alma", "Kitchen", 1)]:
        home.do(
            "add", "Hoya carnosa", "--name", name, "--room", room, "--at",
            f"2026-03-0{day}")

    def listed(*arguments: str) -> list[str]:
        shown = plain_on_terminal(home, 80, "list", *arguments)
        return re.findall("Alma|Bert", shown)

    plain = home.do("list").text
    said = home.do(
        "list", "--sort", "newest", "--view", "grid", "--remember").text
    assert "settings reset listOptions" in said
    assert listed() == ["Bert", "Alma"]
    assert "SCIENTIFIC" not in plain_on_terminal(home, 80, "list")
    assert listed("--sort", "name") == ["Alma", "Bert"]
    assert "SCIENTIFIC" in plain_on_terminal(home, 80, "list", "--view", "list")
    # Programs get what they ask for, also on a terminal.
    assert home.do("list").text == plain
    assert listed("--format", "{name}") == ["Alma", "Bert"]
    assert listed("--json")[0] == "Alma"

    said = home.do("list", "--room", "Kitchen", "--remember").text
    assert "--room Kitchen; it was --sort newest --view grid" in said
    assert "listOptions -- '--sort newest --view grid'" in said
    home.do("room", "edit", "Kitchen", "--name", "Galley")
    shown = plain_on_terminal(home, 80, "list")
    assert "Alma" in shown and "Bert" not in shown
    assert "--room Galley" in shown and "list --reset" in shown
    assert listed("--room", "Office") == ["Bert"]
    assert set(listed("Bert")) == {"Bert"}
    home.do("room", "delete", "Galley", "--yes")
    shown = plain_on_terminal(home, 80, "list")
    assert "Alma" in shown and "Bert" in shown
    assert shown.count("list --reset") == 1 and "Galley" in shown
    # What is not taken again is no way back.
    assert "undo with" not in home.do("list", "--reset").text
    assert listed() == ["Alma", "Bert"]
    assert "already" in home.do("list", "--reset").text

    home.refuse("list", "--remember", code=USAGE, says=["nothing to remember"])
    home.refuse(
        "list", "--remember", "--reset", code=USAGE, says=["go together"])
    home.refuse(
        "list", "--room", "Cellar", "--remember", code=NOTHING,
        says=["Cellar"])
    home.refuse(
        "settings", "set", "listOptions", "--", "--sort height", now=None,
        code=USAGE, says=["no column 'height'"])
    (home.path / "settings.json").write_text('{"listOptions":"--sort height"}')
    shown = plain_on_terminal(home, 80, "list")
    assert "'listOptions' cannot be used" in shown, shown
    home.do("list", "--reset")
    for odd in ["it's; $(x)", "-x", "a  b"]:
        home.do("add", "Ficus lyrata", f"--tag={odd}")
        home.do("list", f"--tag={odd}", "--remember")
        (undo,) = [
            line.removeprefix("undo with: plantguide ")
            for line in home.do("list", "--reset").text.splitlines()
            if line.startswith("undo with: ")]
        home.do(*shlex.split(undo), now=None)
        held = home.json("settings", "get", "listOptions")["value"]
        assert odd.replace("'", "'\\''") in held, held
        home.do("list", "--reset")


def test_the_id_goes_after_all_but_the_room(home: Home) -> None:
    home.do(
        "add", "Philodendron hederaceum", "--name", "Philodendron of the hall",
        "--room", "Kitchen", "--every", "7d")
    for width, columns in [
        (40, ["NAME", "NEXT"]), (60, ["NAME", "ROOM", "NEXT"]),
        (72, ["NAME", "ROOM", "NEXT", "ID"]),
    ]:
        heading = plain_on_terminal(home, width, "list").splitlines()[0]
        assert heading.split() == columns, heading


def test_a_terminal_keeps_options_of_other_commands(home: Home) -> None:
    for name, room in [("Alma", "Kitchen"), ("Bert", "Office")]:
        home.do(
            "add", "Hoya carnosa", "--name", name, "--room", room, "--every",
            "7d")

    def shown(*arguments: str) -> str:
        return plain_on_terminal(home, 80, *arguments)

    said = home.do("upcoming", "--room", "Kitchen", "--days", "9",
                   "--remember").text
    assert "set upcomingOptions to --room Kitchen --days 9" in said
    said = home.do("upcoming", "--room", "Kitchen", "--days", "9",
                   "--remember").text
    assert "set so already: --room Kitchen --days 9" in said
    coming = shown("upcoming")
    assert "Alma" in coming and "Bert" not in coming
    assert "--room Kitchen --days 9" in coming and "upcoming --reset" in coming
    # Programs get what they ask for, and who names plants gets these.
    assert "Bert" in home.do("upcoming").text
    assert "Bert" in shown("upcoming", "--json")
    coming = shown("upcoming", "Bert")
    assert "Bert" in coming and "Alma" not in coming and "--days 9" in coming
    assert "Bert" in shown("upcoming", "--room", "Office")
    home.do("room", "edit", "Kitchen", "--name", "Galley")
    coming = shown("upcoming")
    assert "Alma" in coming and "--room Galley" in coming
    home.do("room", "delete", "Galley", "--yes")
    assert "'upcomingOptions' cannot be used" in shown("upcoming")
    assert "Bert" in shown("upcoming", "--room", "Office")
    assert "undo with" not in home.do("upcoming", "--reset").text
    assert "Bert" in shown("upcoming")

    home.do("browse", "--safe-for", "cats", "--remember")
    ferns = shown("browse", "lily")
    assert "--safe-for cats" in ferns
    assert "--safe-for" not in shown("browse", "--by", "category")
    home.do("search", "--language", "de", "--remember")
    assert "Ficus elastica" in shown("search", "gummibaum")
    assert "--language de" in shown("search", "gummibaum")
    assert "--language" not in shown("search", "ficus", "--language", "fr")

    for command, words, told in [
        ("upcoming", ["--remember"], "nothing to remember"),
        ("browse", ["--remember", "--reset"], "go together"),
        ("search", ["ficus", "--language", "de", "--remember"], "it names plants or words"),
        ("upcoming", ["--days", "many", "--remember"], "many"),
        ("browse", ["--light", "dim", "--remember"], "dim"),
    ]:
        home.refuse(command, *words, code=USAGE, says=[told])
    home.refuse(
        "upcoming", "--room", "Cellar", "--remember", code=NOTHING,
        says=["Cellar"])
    for key, text, told in [
        ("upcomingOptions", "--days many", "many"),
        ("browseOptions", "--by genus", "--by"),
        ("searchOptions", "ficus", "it names plants or words"),
        ("searchOptions", "--what 1", "'search' has no option '--what'"),
    ]:
        home.refuse(
            "settings", "set", key, "--", text, now=None, code=USAGE,
            says=[told])


def test_what_is_not_kept_is_refused_not_dropped(home: Home) -> None:
    for command, words, told in [
        ("search", ["--clear", "--language", "de"], ["--clear", "--language"]),
        ("search", ["--language", "de", "--limit", "3"], ["--limit"]),
        ("upcoming", ["--days", "3", "--as-of", "yesterday"],
         ["--as-of", "--room", "--kind", "--days"]),
        ("browse", ["--light", "low", "--by", "genus"], ["--by", "--light"]),
        ("list", ["--room", "Kitchen", "--json"], ["--json", "--view"]),
        ("list", ["--room", "Kitchen", "--save", "x"], ["--save", "--room"]),
        ("list", ["--columns", "name", "--view", "grid"],
         ["do not go together"]),
        ("list", ["--due", "soon"], ["soon"]),
        ("list", ["--columns", "help"], ["is no list"]),
    ]:
        home.refuse(command, *words, "--remember", code=USAGE, says=told)
    home.refuse(
        "search", "--clear", "--reset", code=USAGE, says=["--reset"])
    home.refuse("search", "ficus", "--reset", code=USAGE, says=["--reset"])
    assert not (home.path / "settings.json").exists()


def test_what_is_kept_is_told_only_where_it_is_used(home: Home) -> None:
    home.do("search", "--language", "de", "--remember")
    home.do("browse", "--safe-for", "cats", "--remember")
    home.do("list", "--room", "Kitchen", "--view", "grid", "--remember")

    def told(*arguments: str) -> bool:
        return "--remember" in plain_on_terminal(home, 80, *arguments)

    assert told("search", "ficus")
    assert not told("search")
    assert not told("search", "--clear")
    assert told("browse", "lily") and not told("browse", "--by", "category")
    assert told("list") and told("list", "--room", "Office")
    for words in [["--columns", "help"], ["--filters"], ["--removed"],
                  ["Basil"], ["--json"], ["--print0"], ["--as-of", "today"]]:
        assert not told("list", *words), words
    # Columns and a view are one choice, and so is which plants are meant.
    shown = plain_on_terminal(home, 80, "list", "--columns", "name,id")
    assert "--room Kitchen;" in shown
    shown = plain_on_terminal(home, 80, "list", "--favorite")
    assert "--view grid;" in shown


def test_what_cannot_be_used_any_more_is_told_and_passed_over(
    home: Home,
) -> None:
    (home.path / "settings.json").write_text(
        '{"upcomingOptions":"--days many","searchOptions":"ficus",'
        '"browseOptions":"--by genus","listOptions":"--limit 3"}')
    for command, words, told in [
        ("upcoming", [], "many"), ("search", ["ficus"], "it names plants or words"),
        ("browse", ["lily"], "--by"), ("list", [], "--limit"),
    ]:
        shown = plain_on_terminal(home, 200, command, *words)
        assert f"'{command}Options' cannot be used" in shown, shown
        assert told in shown and f"plantguide {command} --reset" in shown
        assert "goes on without" in shown and len(shown.splitlines()) > 3
        row = home.json("settings", "get", f"{command}Options")
        assert told in row["fault"] and row["refused"] is None


def test_who_left_is_told_from_who_lives(home: Home) -> None:
    home.do("remove", "Basil", "--reason", "died", "--at", "2026-11-20")
    home.do("add", "Hedera helix", "--name", "Ivy", "--room", "Kitchen")
    home.do("remove", "Ivy")

    def row(name: str, *arguments: str) -> list[str]:
        lines = home.do("list", "--all", *arguments).text.splitlines()
        [line] = [line for line in lines if line.startswith(name)]
        return re.split("  +", line)

    assert row("Monty")[3:5] == ["-", "living"]
    assert row("Basil")[3:5] == ["Fri 20 Nov", "died"]
    assert row("Ivy")[3:5] == ["Sat 21 Nov", "other"]
    # No table leaves it open: one that was searched for, one of few columns.
    assert row("Monty", "--columns", "name,room")[0] == "Monty"
    for arguments in [("--columns", "name,room"), ("kitchen",)]:
        assert row("Ivy", *arguments)[0] == "Ivy (left, Sat 21 Nov)"
    assert row("Basil", "basil")[0] == "Basil (died, Fri 20 Nov)"
    assert row("Basil", "--columns", "name,next")[0] == "Basil"
    # Programs get names alone.
    assert home.do(
        "list", "ivy", "--removed", "--format", "{name}").text == "Ivy\n"
    grid = home.do("list", "--view", "grid", "--all").text
    assert re.search(r"Basil \(\w{6}\) died", grid)


def test_a_remark_on_a_removal_is_shown_where_there_is_room(home: Home) -> None:
    home.do("remove", "Basil", "--reason", "died", "--note", "It froze outside.")
    head, basil = home.do("list", "--removed").text.splitlines()
    assert head.endswith("  REMARK") and basil.endswith("  It froze outside.")
    wide = plain_on_terminal(home, 120, "list", "--removed")
    assert "It froze outside." in wide
    narrow = plain_on_terminal(home, 60, "list", "--removed")
    assert "REMARK" not in narrow and "died" in narrow
    shown = home.do(
        "list", "--removed", "--format", "{name}: {removed:remark}").text
    assert shown == "Basil: It froze outside.\n"
    # It is that of the last removal, and sorts.
    home.do("restore", "Basil")
    home.do("remove", "Basil", "--reason", "sold")
    home.do("remove", "Monty", "--note", "To Ben.")
    shown = home.do(
        "list", "--removed", "--sort", "removed:remark", "--columns",
        "name,removed:remark").text
    assert [line.split() for line in shown.splitlines()[1:]] == [
        ["Monty", "To", "Ben."], ["Basil"]]
    home.do("undo")
    assert "REMARK" not in home.do("list", "--removed").text
