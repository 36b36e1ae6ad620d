"""Plants found by words, and filters kept under names."""

from __future__ import annotations

import pytest

from program import NOTHING, USAGE, Home


@pytest.fixture
def shelf(empty: Home) -> Home:
    """Plants that differ in where a word stands."""
    add = empty.do
    add("add", "Asplenium nidus", "--as-typed", "--name", "Herr Ö", "--room", "Bedroom")
    add("add", "Monstera deliciosa", "--as-typed", "--name", "Holey", "--common", "Swiss Cheese Plant")
    add("add", "Ficus lyrata", "--as-typed", "--name", "Fig", "--tag", "monster")
    add("add", "Hoya kerrii", "--as-typed", "--name", "Heart", "--room", "Living Room")
    add("note", "Heart", "Two new leaves\nand a monsteralike hole")
    add("note", "Fig", "dropped a leaf")
    return empty


def found(home: Home, *arguments: str) -> list[tuple[str, str, str]]:
    """Name, field and level of what a search finds, in order."""
    document = home.json("list", *arguments)
    names = [plant["displayName"] for plant in document["plants"]]
    return [
        (name, match["field"], match["level"])
        for name, match in zip(names, document["matches"], strict=True)
    ]


def test_every_text_of_a_plant_is_looked_through(shelf: Home) -> None:
    assert found(shelf, "monster") == [
        ("Fig", "tag", "exact"),
        ("Holey", "scientific", "prefix"),
        ("Heart", "note", "word"),
    ]
    assert found(shelf, "livng", "room") == [("Heart", "room", "fuzzy")]
    assert found(shelf, "cheese", "swiss") == [("Holey", "common", "word")]
    assert found(shelf, "herr o") == [("Herr Ö", "nickname", "exact")]
    assert found(shelf, "m.", "deliciosa") == [("Holey", "scientific", "word")]
    # Words may stand in several texts of one plant.
    assert found(shelf, "fig", "leaf")[0][0] == "Fig"


def test_a_plant_is_found_by_its_id(shelf: Home) -> None:
    plant = next(
        plant for plant in shelf.json("list")["plants"]
        if plant["displayName"] == "Heart"
    )
    short, whole = plant["shortId"], plant["id"]
    for words in ([short], [short.upper()], [short[:3]], [whole]):
        assert ("Heart", "id") in [row[:2] for row in found(shelf, *words)], words
    assert [row[0] for row in found(shelf, short, "hoya")] == ["Heart"]
    assert shelf.do("list", short, "--format", "{name}").text == "Heart\n"
    assert f"id: {short}" in shelf.do("list", short).text
    # Another id is another plant, however near.
    other = short[:5] + ("a" if short[5] != "a" else "b")
    for words in ([other], [short[:2]], [whole[:-1]]):
        result = shelf.run("list", *words)
        assert b"id: " not in result.output, words


def test_umlauts_may_be_spelled_out(shelf: Home) -> None:
    shelf.do("room", "add", "Küche")
    shelf.do("room", "add", "Straße")
    shelf.do("move", "Fig", "Küche")
    shelf.do("move", "Heart", "Straße")
    shelf.do("edit", "Holey", "--name", "Gru\u0308nling")
    for words in ("kueche", "KUECHE", "kuche", "Küche"):
        assert found(shelf, words) == [("Fig", "room", "exact")], words
    assert found(shelf, "strasse") == [("Heart", "room", "exact")]
    ((name, field, level),) = found(shelf, "gruenling")
    assert (field, level) == ("nickname", "exact")
    assert "Did you mean" not in shelf.do("list", "kueche").text
    # Plants are called so, too, without a question.
    shelf.do("water", "Gruenling")
    # So is a part of a name, and what has both ways of writing.
    shelf.do("edit", "Gruenling", "--name", "Küchenbasilikum süß")
    for words in ("kuechenb", "kuechenbasilikum süss", "küchenbasilikum suess"):
        assert "Küchenbasilikum" in shelf.do("water", words).text
    shelf.do("note", "Heart", "gelbe Blätter")
    assert ("Heart", "note", "word") in found(shelf, "blaetter")
    # Where there is no umlaut no letter is left out.
    shelf.do("edit", "Fig", "--name", "Blu")
    assert [row[2] for row in found(shelf, "blue")] in ([], ["fuzzy"])


def test_what_matched_is_said_and_marked(shelf: Home) -> None:
    text = shelf.do("list", "leaves").text
    assert "note: Two new leaves and a monsteralike hole" in text
    (match,) = shelf.json("list", "leaves")["matches"]
    (start, end), = match["ranges"]
    assert match["text"].encode()[start:end] == b"leaves"
    marked = shelf.do("list", "leaves", "--color", "always").text
    assert "Two new \x1b[1mleaves\x1b[" in marked


def test_words_filters_and_orders_go_together(shelf: Home) -> None:
    assert found(shelf, "lea", "--room", "Living Room") == [
        ("Heart", "note", "word")
    ]
    names = [row[0] for row in found(shelf, "monster", "--sort", "name")]
    assert names == ["Fig", "Heart", "Holey"]
    assert [row[0] for row in found(shelf, "monster", "--limit", "1")] == ["Fig"]
    columns = shelf.do("list", "monster", "--columns", "match,name").text
    assert columns.splitlines()[1].startswith("tag: monster")


@pytest.mark.parametrize("words", ["xyzzy", "!", "", ".*", "../.."])
def test_what_nothing_matches_says_so(shelf: Home, words: str) -> None:
    result = shelf.run("list", "--", words)
    assert (result.code, result.output) == (NOTHING, b"")
    assert "no plant matches" in result.message
    assert "hint: " in result.message
    result = shelf.run("list", "--json", "--", words)
    assert result.code == NOTHING
    assert b'"matches":[]' in result.output


def test_near_spellings_are_proposed_but_not_handed_on(shelf: Home) -> None:
    assert "Did you mean" in shelf.do("list", "holley").text
    for form in (["--print0"], ["--format", "{name}"]):
        result = shelf.run("list", "holley", *form)
        assert (result.code, result.output) == (NOTHING, b"")
        assert "did you mean 'Holey'?" in result.message


def test_notes_that_were_undone_are_not_found(shelf: Home) -> None:
    shelf.do("note", "Fig", "an unheardof thing")
    assert found(shelf, "unheardof") == [("Fig", "note", "word")]
    shelf.do("undo")
    assert shelf.run("list", "unheardof").code == NOTHING


def test_the_past_is_searched(shelf: Home) -> None:
    shelf.do("edit", "Heart", "--name", "Valentine", now="2026-12-01T09:00:00Z")
    assert shelf.run("list", "valentine").code == 0
    past = ["--as-of", "2026-11-30"]
    assert shelf.run("list", "valentine", *past).code == NOTHING
    assert found(shelf, "heart", *past)[0][:2] == ("Heart", "nickname")


# Named filters


def test_a_filter_is_kept_and_used(shelf: Home) -> None:
    saved = shelf.do("list", "--save", "Nook", "--room", "living", "--sort=-name")
    assert "--room living --sort=-name" in saved.text
    assert "undo with: plantguide undo" in saved.text
    names = shelf.do("list", "--filter", "nook", "--format", "{name}").text
    assert names == "Heart\n"
    # What is typed goes before what was saved, and words come together.
    wide = shelf.do(
        "list", "--filter", "nook", "--room", "Other", "--format", "{name}"
    )
    assert wide.text == "Holey\nFig\n"
    assert found(shelf, "--filter", "nook", "leaves")[0][0] == "Heart"
    assert shelf.json("list", "--filters")["filters"] == [
        {"name": "nook", "arguments": "--room 'Living Room' --sort=-name"}
    ]


def test_a_filter_holds_words_and_odd_characters(shelf: Home) -> None:
    words = ["it's", "a \"monster\"", "-"]
    shelf.do("edit", "Fig", "--name", "It's a monster")
    shelf.do("list", "--save", "odd", "--tag", "monster", *words)
    (kept,) = shelf.json("list", "--filters")["filters"]
    assert kept["arguments"] == (
        "--tag monster -- 'it'\\''s' 'a \"monster\"' -"
    )
    assert found(shelf, "--filter", "odd")[0][0] == "It's a monster"


def test_a_filter_finds_a_room_under_its_new_name(shelf: Home) -> None:
    shelf.do("list", "--save", "nook", "--room", "Living Room")
    shelf.do("room", "edit", "Living Room", "--name", "Salon")
    names = shelf.do("list", "--filter", "nook", "--format", "{name}").text
    assert names == "Heart\n"
    (kept,) = shelf.json("list", "--filters")["filters"]
    assert kept["arguments"] == "--room Salon"


def test_a_filter_is_replaced_removed_and_undone(shelf: Home) -> None:
    shelf.do("list", "--save", "best", "--favorite")
    assert "replaced" in shelf.do("list", "--save", "best", "--due", "today").text
    shelf.do("list", "--forget", "BEST")
    result = shelf.run("list", "--filter", "best")
    assert result.code == NOTHING
    shelf.do("undo")
    shelf.do("undo")
    (kept,) = shelf.json("list", "--filters")["filters"]
    assert kept == {"name": "best", "arguments": "--favorite"}
    assert "filter best saved: --favorite" in shelf.do("history").text
    # Filters are no settings to be set one by one.
    assert "filter" not in shelf.do("settings", "list").text
    result = shelf.run("list", "--filter", "bets")
    assert "did you mean 'best'?" in result.message


def test_a_filter_comes_along_to_other_replicas(
    shelf: Home, tmp_path
) -> None:
    shelf.do("list", "--save", "best", "--favorite")
    lines = shelf.do("export", "events").output
    other = Home(tmp_path / "other")
    other.do("import", "-", text=lines)
    assert other.json("list", "--filters") == shelf.json("list", "--filters")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--save", "a b", "--favorite"], "'a b'"),
        (["--save", "", "--favorite"], "''"),
        (["--save", "x" * 61, "--favorite"], "60 bytes"),
        (["--save", "x"], "nothing to save"),
        (["--save", "x", "--forget", "x"], "--save and --forget"),
        (["--save", "x", "--due", "soon"], "soon"),
        (["--save", "x", "--room", "Nowhere"], "Nowhere"),
        (["--save", "x", "--sort", "nxt"], "'nxt'"),
        (["--save", "x", "--tag", "y" * 3000], "2000 bytes"),
    ],
    ids=str,
)
def test_a_filter_that_cannot_be_kept_changes_nothing(
    shelf: Home, arguments: list[str], says: str
) -> None:
    before = shelf.events()
    result = shelf.run("list", *arguments)
    assert result.code in (NOTHING, USAGE)
    assert says in result.message
    assert shelf.events() == before


def test_a_filter_that_cannot_be_read_is_named(shelf: Home) -> None:
    shelf.append(
        {"type": "setting.changed", "key": "filter.odd", "value": "--colour 'x"},
        {"type": "setting.changed", "key": "filter.new", "value": "--unheard x"},
    )
    for name in ("odd", "new"):
        result = shelf.run("list", "--filter", name)
        assert result.code == USAGE
        assert f"--forget {name}" in result.message
    assert len(shelf.json("list", "--filters")["filters"]) == 2
    shelf.refuse("settings", "set", "filter.odd", "x", code=USAGE, says="filter")


def test_a_filter_tells_of_its_room_by_name(home: Home) -> None:
    home.do("list", "--room", "Kitchen", "--save", "shelf")
    said = "filter shelf saved: --room Kitchen"
    assert said in home.do("history", "--limit", "1").text
    assert said in home.do("undo", "--dry-run").text
    home.do("room", "delete", "Kitchen")
    assert "--room Kitchen" in home.do("list", "--filters").text
    assert said in home.do("history").text
    home.refuse(
        "list", "--filter", "shelf", code=USAGE,
        says=["the filter 'shelf'", "its room 'Kitchen' was deleted",
              "plantguide list --forget shelf"])
    # Another room takes its place, and before it was deleted it was there.
    assert "Basil" in home.do(
        "list", "--filter", "shelf", "--room", "Other").text


def test_a_deleted_room_keeps_its_name(home: Home) -> None:
    home.do("room", "edit", "Kitchen", "--name", "Galley")
    home.do("room", "delete", "Galley")
    assert "Galley  room deleted" in home.do("undo", "--dry-run").text
    assert "Galley  room deleted" in home.do("history", "--limit", "1").text
    assert "Galley  room deleted" in home.do("undo").text
