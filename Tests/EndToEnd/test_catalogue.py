"""Searching, browsing and importing catalogues, and adding from them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from examples import SAMPLES
from program import (
    DAMAGED,
    DONE,
    NOTHING,
    ROOT,
    SYSTEM,
    USAGE,
    Home,
)
from screen import on_terminal

CHECKLIST = SAMPLES / "checklist"
PLANTS = json.loads(
    (ROOT / "Resources" / "houseplants_list.json").read_text()
)["plants"]


def found(home: Home, *query: str) -> list[str]:
    document = home.json("search", *query)
    return [result["scientificName"] for result in document["results"]]


@pytest.mark.parametrize(
    ("query", "plant"),
    [
        (["swiss", "cheese", "plant"], "Monstera deliciosa"),
        (["SNAKE PLANT"], "Dracaena trifasciata"),
        (["philo brasil"], "Philodendron hederaceum 'Brasil'"),
        (["pink princess"], "Philodendron erubescens 'Pink Princess'"),
        (["P.", "hederaceum"], "Philodendron hederaceum"),
        (["monsteradeliciosa"], "Monstera deliciosa"),
        (["Mosntera delicosa"], "Monstera deliciosa"),
        (["saintpaulia"], "Streptocarpus ionanthus"),
        (["Efeutute"], "Epipremnum aureum"),
        (["langue", "de", "belle", "mere"], "Dracaena trifasciata"),
    ],
)
def test_a_name_finds_its_plant(
    empty: Home, query: list[str], plant: str
) -> None:
    assert found(empty, *query)[0] == plant


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", NOTHING),
        (" ", NOTHING),
        ("qwertyuiop", NOTHING),
        (".*", NOTHING),
        ("../../etc/passwd", NOTHING),
        ("x" * 10_240, USAGE),
        ("a " * 100, USAGE),
    ],
)
def test_what_finds_nothing_says_so(
    empty: Home, query: str, code: int
) -> None:
    result = empty.run("search", query)
    assert (result.code, result.output) == (code, b"")
    assert "plantguide: error: " in result.message
    assert "hint: " in result.message


def test_a_near_name_is_only_proposed(empty: Home) -> None:
    assert "Did you mean" in empty.run("search", "mosntera").text
    assert "Did you mean" not in empty.run("search", "monstera").text


def test_a_former_name_is_shown(empty: Home) -> None:
    text = empty.run("search", "sansevieria").text
    assert "FORMERLY" in text
    assert "Sansevieria trifasciata" in text


@pytest.mark.parametrize("grouping", ["category", "family", "genus", "letter"])
def test_counts_add_up(empty: Home, grouping: str) -> None:
    document = empty.json("browse", "--by", grouping)
    assert document["total"] == len(PLANTS)
    assert sum(group["count"] for group in document["groups"]) == len(PLANTS)
    pictured = {bool(group["icon"]) for group in document["groups"]}
    assert pictured == {document["by"] == "category"}


@pytest.mark.parametrize("key", ["category", "family"])
def test_groups_are_those_of_the_list(empty: Home, key: str) -> None:
    document = empty.json("browse", "--by", key)
    for group in document["groups"]:
        plants = empty.json("browse", group["name"])["plants"]
        expected = {
            plant["scientific_name"]
            for plant in PLANTS
            if plant[key] == group["name"]
        }
        names = {plant["scientificName"] for plant in plants}
        assert names == expected
        assert group["count"] == len(expected)


def test_a_species_says_how_many_are_owned(empty: Home) -> None:
    empty.do("add", "Monstera deliciosa", "--name", "One")
    empty.do("add", "Monstera deliciosa", "--name", "Two")
    empty.do("add", "Monstera adansonii", "--name", "Three")
    empty.do("remove", "Two")
    document = empty.json("species", "monstera", "deliciosa")
    assert document["owned"] == 1
    assert document["careProfile"]["level"] in ("species", "genus")


def test_an_unclear_species_is_refused(empty: Home) -> None:
    result = empty.run("species", "philodendron")
    assert result.code == USAGE
    assert "Philodendron hederaceum" in result.message


def plant(home: Home, name: str) -> dict:
    plants = home.json("list")["plants"]
    return next(plant for plant in plants if plant["nickname"] == name)


def test_a_scientific_name_brings_its_names_and_care(empty: Home) -> None:
    empty.do("add", "monstera deliciosa", "--name", "Monty")
    monty = plant(empty, "Monty")
    assert monty["scientificName"] == "Monstera deliciosa"
    assert monty["family"] == "Araceae"
    assert monty["category"] == "Tropical Foliage"
    assert monty["source"] == "catalogue"
    assert "Swiss Cheese Plant" in monty["commonNames"]
    assert monty["careProfile"]["sourceURL"] == "plantguide:catalogue/genus"
    schedules = empty.json("schedule", "show")["schedules"]
    assert {s["kind"] for s in schedules} == {"watering", "fertilizing"}


def test_a_common_name_is_completed_when_agreed(empty: Home) -> None:
    empty.do("add", "swiss cheese", "--name", "Monty", "--yes")
    assert plant(empty, "Monty")["scientificName"] == "Monstera deliciosa"
    schedules = empty.json("schedule", "show")["schedules"]
    assert {s["kind"] for s in schedules} == {"watering", "fertilizing"}


def test_a_name_in_another_language_is_kept(empty: Home) -> None:
    empty.do("add", "einblatt", "--name", "Lily", "--yes")
    lily = plant(empty, "Lily")
    assert lily["scientificName"] == "Spathiphyllum wallisii"
    assert lily["commonNames"][:2] == ["Einblatt", "Peace Lily"]
    empty.do("water", "Einblatt")


def test_a_name_of_several_species_is_not_taken(empty: Home) -> None:
    empty.refuse(
        "add", "Pfennigbaum", "--name", "Penny", "--yes", code=USAGE,
        says="could be Crassula ovata or Crassula arborescens")
    empty.do("add", "Pfennigbaum", "--name", "Penny", "--as-typed")
    assert plant(empty, "Penny")["scientificName"] == "Pfennigbaum"


def test_plants_that_were_added_before_are_adopted_by_any_name(
    empty: Home,
) -> None:
    empty.do("add", "Bogenhanf", "--name", "Hemp", "--as-typed")
    empty.do("adopt", "Hemp", "--yes")
    assert plant(empty, "Hemp")["scientificName"] == "Dracaena trifasciata"


@pytest.mark.parametrize(
    ("typed", "name"),
    [("gruenlilie", "Chlorophytum comosum"), ("Grunlilie", "Chlorophytum comosum"),
     ("Ächmea fasciata", "Aechmea fasciata")],
)
def test_umlauts_may_be_spelled_out(empty: Home, typed: str, name: str) -> None:
    said = empty.run("search", typed).text
    assert "Did you mean" not in said
    assert found(empty, typed)[0] == name


def test_a_language_limits_the_names(empty: Home) -> None:
    def names(*words: str) -> list[str]:
        (result, *_) = empty.json("search", *words)["results"]
        return [n["name"] for n in result["names"] if n["language"] == "pl"]

    assert "Zielistka" in names("Zielistka")
    assert "Zielistka" in names("Zielistka", "--language", "de,pl")
    assert empty.run("search", "Zielistka", "--language", "de").code == NOTHING
    (match,) = empty.json("search", "zielistka")["results"]
    assert match["match"]["language"] == "pl"
    # English names always count.
    assert found(empty, "snake plant", "--language", "pl")
    rows = empty.do("search", "snake plant", "--language", "de").text
    assert "Snake Plant, Bogenhanf" in rows
    page = empty.do("species", "Falangio", "--language", "it").text
    assert "in Italian" in page and "in German" not in page
    listed = empty.json("browse", "--query", "gatenplant")["plants"]
    assert [p["scientificName"] for p in listed] == ["Monstera deliciosa"]
    others = empty.json(
        "browse", "--query", "gatenplant", "--language", "de"
    )["plants"]
    assert "Monstera deliciosa" not in [p["scientificName"] for p in others]
    refused = empty.run("search", "hoya", "--language", "tlh")
    assert refused.code == USAGE and b"de, fr, es" in refused.errors


def test_a_common_name_stays_as_typed_without_an_answer(empty: Home) -> None:
    empty.do("add", "swiss cheese", "--name", "Monty")
    monty = plant(empty, "Monty")
    assert monty["scientificName"] == "swiss cheese"
    assert monty["source"] == "manual"


def test_a_genus_alone_brings_its_family_and_care(empty: Home) -> None:
    said = empty.do("add", "phalaenopsis", "--name", "Moth", "--yes").text
    assert "browse Phalaenopsis" in said
    moth = plant(empty, "Moth")
    assert (moth["scientificName"], moth["genus"], moth["family"]) == (
        "Phalaenopsis", "Phalaenopsis", "Orchidaceae",
    )
    assert (moth["category"], moth["commonNames"]) == ("Orchid", [])
    assert moth["careProfile"]["source"] == "catalogue"
    kinds = {s["kind"] for s in empty.json("schedule", "show")["schedules"]}
    assert kinds == {"watering", "fertilizing"}


def test_nothing_of_a_genus_is_taken_as_typed(empty: Home) -> None:
    empty.do("add", "Hoya", "--name", "Typed", "--as-typed")
    assert plant(empty, "Typed")["family"] == ""
    assert empty.json("schedule", "show")["schedules"] == []


@pytest.mark.parametrize(
    "name",
    ["Monstera", "aloe", "Begonia sp.", "BEGONIA spp", "Ficus species",
     "Begonia  sp"],
)
@pytest.mark.parametrize("agreed", [True, False])
def test_a_genus_means_no_plant_of_it(
    empty: Home, name: str, agreed: bool
) -> None:
    genus = name.split()[0].capitalize()
    said = empty.do("add", name, "--name", "It", *["--yes"] * agreed).text
    it = plant(empty, "It")
    assert (it["scientificName"], it["genus"]) == (genus, genus)
    assert it["family"] and it["commonNames"] == []
    assert f"'plantguide browse {genus}' lists" in said
    assert it["careProfile"]["light"] is not None


def test_an_unknown_genus_does_not_become_a_species(empty: Home) -> None:
    for name in ["Sansevieria sp.", "Incognita sp."]:
        empty.do("add", name, "--name", name, "--yes")
        assert plant(empty, name)["scientificName"] == name


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Monsterra delicosa", "Monstera deliciosa"),
        ("ficus lirata", "Ficus lyrata"),
        ("peace lilly", "Spathiphyllum wallisii"),
        ("Monstrea", "Monstera"),
        ("Begonnia sp.", "Begonia"),
    ],
)
def test_a_slip_is_proposed_and_taken_when_agreed(
    empty: Home, typed: str, meant: str
) -> None:
    said = empty.do("add", typed, "--name", "Typed").text
    assert f"hint: did you mean {meant}" in said or (
        f"hint: did you mean the genus {meant}" in said), said
    assert plant(empty, "Typed")["scientificName"] == typed
    assert "hint: " not in empty.do("add", typed, "--name", "It", "--yes").text
    assert plant(empty, "It")["scientificName"] == meant
    assert plant(empty, "It")["careProfile"]


@pytest.mark.parametrize("name", ["orchid", "lily", "fern", "my plant pot"])
def test_what_could_be_several_is_as_typed_with_a_hint(
    empty: Home, name: str
) -> None:
    nearest = empty.run("search", name, "--json").json()["results"]
    for options in [[], ["--yes"], ["--dry-run"]]:
        said = empty.do("add", name, "--name", "-".join(["It", *options]),
                        *options).text
        if nearest:
            assert nearest[0]["scientificName"] in said
            assert "plantguide search" in said
    assert plant(empty, "It---yes")["scientificName"] == name


def test_a_dry_run_tells_of_the_catalogue(empty: Home) -> None:
    hint = "hint: the catalogue has Monstera deliciosa, Swiss Cheese Plant;"
    rehearsed = empty.do("add", "swis cheese", "--dry-run").text
    assert hint in rehearsed
    assert hint in empty.do("add", "swis cheese").text


@pytest.mark.parametrize("genus", ["Phalaenopsis", "Ficus", "Hoya"])
def test_a_genus_with_one_category_has_it(empty: Home, genus: str) -> None:
    empty.do("add", genus, "--name", "G")
    categories = {
        entry["category"]
        for entry in PLANTS
        if entry["scientific_name"].split(" ")[0] == genus
    }
    expected = categories.pop() if len(categories) == 1 else None
    assert plant(empty, "G")["category"] == expected


@pytest.mark.parametrize(
    "name", ["Unheardofia incognita", "Ficus", "fern", "x" * 200, ".*"]
)
def test_an_unknown_name_is_not_in_the_way(empty: Home, name: str) -> None:
    empty.do("add", name, "--name", "It", "--yes")
    assert plant(empty, "It")["scientificName"] == name


def test_what_is_typed_goes_before_the_catalogue(empty: Home) -> None:
    empty.do(
        "add", "Monstera deliciosa", "--name", "Monty", "--yes",
        "--family", "Mine", "--common", "Holey", "--every", "3d",
    )
    monty = plant(empty, "Monty")
    assert (monty["family"], monty["commonNames"]) == ("Mine", ["Holey"])
    intervals = {
        s["kind"]: s["intervalDays"]
        for s in empty.json("schedule", "show")["schedules"]
    }
    assert intervals["watering"] == 3


def test_nothing_is_taken_where_that_is_wished(empty: Home) -> None:
    empty.do("add", "Monstera deliciosa", "--name", "Monty", "--as-typed")
    monty = plant(empty, "Monty")
    assert (monty["family"], monty["commonNames"]) == ("", [])


def archive(folder: Path) -> Path:
    return shutil.copytree(CHECKLIST, folder)


@pytest.mark.parametrize("form", ["csv", "json", "archive"])
def test_every_form_of_catalogue_is_imported(
    empty: Home, tmp_path: Path, form: str
) -> None:
    if form == "archive":
        path = archive(tmp_path / "archive")
    elif form == "csv":
        path = SAMPLES / "checklist.csv"
    else:
        path = tmp_path / "plants.json"
        record = {
            "scientific_name": "Unheardofia incognita",
            "common_names": ["Never Seen"],
            "family": "Nowhereaceae",
            "synonyms": ["Olderia incognita"],
        }
        path.write_text(json.dumps({"plants": [record]}))
    empty.do("catalogue", "import", str(path))
    for query in ["never seen", "unheardofia", "olderia incognta"]:
        (result,) = empty.json("search", query)["results"]
        assert result["scientificName"] == "Unheardofia incognita"
        assert result["isImported"]
    assert empty.json("species", "Never Seen")["family"] == "Nowhereaceae"
    if form == "archive":
        (result, *_) = empty.json("search", "nie", "--language", "de")["results"]
        assert {"language": "de", "name": "Nie"} in result["names"]
    status = empty.json("catalogue", "status")
    assert status["imported"]["plants"] >= 1
    # A plant of both catalogues is shown once.
    assert found(empty, "Monstera deliciosa").count("Monstera deliciosa") == 1
    empty.do("catalogue", "remove")
    assert empty.run("search", "unheardofia").code == NOTHING
    assert empty.run("catalogue", "remove").code == NOTHING


@pytest.mark.parametrize(
    "contents",
    [b"", b"\n", b"a,b\n1,2\n", b"{", b'{"plants":[]}', b"\xff\xfe\x00",
     b'scientific_name\n"open\n', b"scientific_name\n"],
)
def test_what_is_no_catalogue_changes_nothing(
    empty: Home, tmp_path: Path, contents: bytes
) -> None:
    good = tmp_path / "good.csv"
    shutil.copy(SAMPLES / "checklist.csv", good)
    empty.do("catalogue", "import", str(good))
    bad = tmp_path / "bad"
    bad.write_bytes(contents)
    result = empty.run("catalogue", "import", str(bad))
    assert result.code == USAGE
    assert "nothing was imported" in result.message
    assert found(empty, "unheardofia") == ["Unheardofia incognita"]


def test_an_archive_cannot_read_outside_of_itself(
    empty: Home, tmp_path: Path
) -> None:
    folder = archive(tmp_path / "archive")
    meta = (CHECKLIST / "meta.xml").read_text().replace("taxon.txt", "../secret.txt")
    (folder / "meta.xml").write_text(meta)
    shutil.copy(CHECKLIST / "taxon.txt", tmp_path / "secret.txt")
    assert empty.run("catalogue", "import", str(folder)).code == USAGE


def test_a_missing_file_is_named(empty: Home) -> None:
    result = empty.run("catalogue", "import", "nowhere.csv")
    assert result.code == SYSTEM
    assert "nowhere.csv" in result.message


def test_a_damaged_import_is_noticed(empty: Home, tmp_path: Path) -> None:
    path = tmp_path / "plants.csv"
    shutil.copy(SAMPLES / "checklist.csv", path)
    empty.do("catalogue", "import", str(path))
    data = empty.path / "catalogue" / "data.mdb"
    contents = bytearray(data.read_bytes())
    place = contents.rindex(b"Unheardofia incognita")
    contents[place] ^= 1
    data.write_bytes(contents)
    assert empty.run("catalogue", "status").code == DAMAGED
    # Searching reads no more than it needs, and must answer or say why not.
    assert empty.run("search", "monstera").code in (DONE, DAMAGED)


def test_recent_searches_are_a_terminals(home: Home) -> None:
    before = {path.name for path in home.path.iterdir()}
    home.do("search", "hoya")
    home.run("search", "hoya", "--json")
    assert {path.name for path in home.path.iterdir()} == before
    assert "No recent searches" in home.do("search").text
    for words in [["hoya"], ["snake", "plant"], ["Araceae"], ["HOYA"]]:
        on_terminal(home, "search", *words)
    on_terminal(home, "search", "unheardofia")
    rows = home.do("search").text.splitlines()[1:]
    assert [row.split("  ")[0] for row in rows] == [
        "unheardofia", "HOYA", "Araceae", "snake plant"]
    searches = home.json("search", "--limit", "2")["searches"]
    assert [search["total"] > 0 for search in searches] == [False, True]
    # Nothing of it is an event, and a home that cannot be written to is
    # searched all the same.
    home.path.chmod(0o500)
    try:
        code, _ = on_terminal(home, "search", "fern")
        assert code == DONE
    finally:
        home.path.chmod(0o700)
    home.refuse("search", "fern", "--clear", code=USAGE, says=["--clear"])
    home.do("search", "--clear")
    assert "No recent searches" in home.do("search").text
