"""Names and care from the catalogue, toxicity, needs and finding by them."""

from __future__ import annotations

import json

import pytest

from program import NOTHING, USAGE, Home
from screen import on_terminal


def typed(home: Home, name: str, nickname: str) -> None:
    home.do("add", name, "--name", nickname, "--as-typed")


def plant(home: Home, name: str) -> dict:
    (line,) = home.do("show", name, "--json").output.splitlines()
    return json.loads(line)["plant"]


def test_certain_plants_are_taken_and_others_named(empty: Home) -> None:
    typed(empty, "Hoya carnosa", "Certain")
    typed(empty, "spider plant", "Likely")
    typed(empty, "rattlesnake plant", "Several")
    typed(empty, "Unheardofia incognita", "Unknown")
    before = empty.events()
    said = empty.do("adopt", "--all", "--dry-run").text
    assert "would adopt Certain" in said and empty.events() == before
    said = empty.do("adopt", "--all").text
    assert "adopted Certain" in said
    assert "care of the catalogue, for unknown plants" in said
    assert "'spider plant' could be Chlorophytum comosum" in said
    assert "Goeppertia insignis or Calathea crotalifera" in said
    assert plant(empty, "Likely")["careProfile"] is None
    assert "adopted Likely" in empty.do("adopt", "--all", "--yes").text
    assert plant(empty, "Likely")["family"] == "Asparagaceae"
    assert plant(empty, "Several")["careProfile"] is None
    empty.do("undo")
    assert plant(empty, "Likely")["family"] == ""
    assert plant(empty, "Certain")["family"] == "Apocynaceae"


def test_the_hint_of_an_unattended_addition_is_the_next_step(
    empty: Home
) -> None:
    assert "with --yes its names" in empty.do("add", "zz", "--dry-run").text
    said = empty.do("add", "zz").text
    assert "for its names and care: plantguide adopt zz --yes" in said
    said = empty.do("adopt", "zz").text
    assert "by name with --yes if only one plant is similar" in said, said
    # Of all plants, only names with one meaning are taken.
    said = empty.do("adopt", "--all", "--yes").text
    assert "by name with --yes" in said
    empty.do("adopt", "zz", "--yes")
    (row,) = empty.json("list")["plants"]
    assert row["scientificName"] == "Zamioculcas zamiifolia"
    said = empty.do("add", "jade", "--name", "J").text
    assert "To choose one on a terminal: plantguide adopt J;" in said
    # --yes would not help, and is not proposed.
    said = empty.do("adopt", "J", "--yes").text
    assert "adopt them on a terminal" in said and "with --yes" not in said


def test_a_table_takes_what_is_certain(empty: Home) -> None:
    table = (
        "name,species,watering every\nA,Hoya carnosa,3\nB,rattlesnake plant,\n"
    )
    said = empty.do("import", "csv", text=table).text
    assert "adopted what the catalogue has for 1 plant" in said
    assert "'rattlesnake plant' could be" in said
    watered = {
        row["kind"]: row["intervalDays"]
        for row in empty.json("schedule", "show", "A")["schedules"]
    }
    assert watered["watering"] == 3 and "fertilizing" in watered
    assert plant(empty, "B")["careProfile"] is None


def test_a_line_takes_care_where_it_says_so(empty: Home) -> None:
    line = {"type": "plant.added", "plant": "A", "care": "catalogue",
            "scientificName": "Hoya carnosa"}
    said = empty.do("append", text=json.dumps(line) + "\n").text
    assert "adopted care for 1 plant" in said
    assert plant(empty, "A")["careProfile"]["source"] == "catalogue"


def test_needs_have_the_lines_of_the_species(empty: Home) -> None:
    empty.do("add", "Hoya carnosa", "--name", "H")
    shown = empty.do("show", "H").text
    species = empty.do("species", "hoya carnosa").text
    for need in ("light", "water", "temperature", "humidity", "fertilizer",
                 "soil", "toxicity"):
        assert f"  {need}" in shown and f"\n{need}" in species
    assert "partial sun, 4 to 6 hours a day" in shown
    assert "from the catalogue, for its genus" in shown
    needs = empty.json("show", "H")["needs"]
    assert needs["soil"] in shown and needs["light"] == 6
    assert "advice of   the catalogue, for its genus" in empty.do(
        "why", "H", "watering").text
    (task,) = empty.json("why", "H", "watering")["tasks"]
    assert task["careProfile"] == {"source": "catalogue", "level": "genus"}
    typed(empty, "Hoya carnosa", "T")
    assert "'plantguide adopt" in empty.do("show", "T").text
    page = empty.json("show", "T")
    assert page["plant"]["careProfile"] is None
    assert page["needs"]["soil"] in empty.do("show", "T").text
    typed(empty, "Unheardofia incognita", "U")
    assert empty.json("show", "U")["needs"] is None
    shown = empty.do("show", "U").text
    assert "care data unavailable" in shown
    assert "not known, so it may not be safe" in shown


def test_unknown_is_never_safe(empty: Home) -> None:
    for name, nickname in [("Monstera deliciosa", "Toxic"),
                           ("Calathea orbifolia", "Safe"),
                           ("Unheardofia incognita", "Unknown")]:
        typed(empty, name, nickname)
    said = empty.do("list", "--toxic", "cats").text
    assert "Toxic" in said.splitlines()[1]
    assert "Safe" not in said
    assert "Not known of Unknown" in said
    both = empty.do("list", "--toxic", "dogs,cats").text
    assert "Toxic" in both.splitlines()[1] and "Not known of Unknown" in both
    # It is known not to harm cats, and nothing more.
    assert "Safe" not in both
    assert "Not known of Safe" in empty.do("list", "--toxic", "cats,humans").text
    empty.refuse("list", "--toxic", "cats,birds", code=USAGE, says="humans")
    harms = {
        row["cats"] for row in empty.json("list", "--toxic", "cats")["toxicity"]
    }
    assert harms == {"toxic"}
    rows = empty.do("list", "--columns", "name,toxic").text.splitlines()[1:]
    told = dict(row.split(maxsplit=1) for row in rows)
    assert told["Unknown"] == "unknown"
    assert told["Toxic"] == "cats, dogs, humans" and told["Safe"] == "humans?"
    document = empty.json("browse", "--safe-for", "cats,dogs")
    assert document["total"] == len(document["plants"]) > 100
    assert all(
        plant["toxicity"][whom] == "nonToxic"
        for plant in document["plants"] for whom in ("cats", "dogs"))


def test_filters_go_by_the_needs_that_show_prints(empty: Home) -> None:
    empty.do("add", "Monstera deliciosa", "--name", "Own", "--yes")
    empty.do("schedule", "set", "Own", "watering", "--every", "20d")
    for name, nickname in [("Monstera deliciosa", "Listed"),
                           ("Hoya carnosa", "Other"),
                           ("Unheardofia incognita", "Unknown")]:
        typed(empty, name, nickname)

    def found(*options: str) -> set[str]:
        return {row.split()[0] for row in empty.run(
            "list", "--columns", "name", *options).text.splitlines()[1:]}

    classes = ["fullShade", "partialShade", "partialSun", "fullSun"]
    for name in ["Own", "Listed", "Other", "Unknown"]:
        needs = empty.do("show", name).text.split("NEEDS")[1]
        listing = [light for light in classes if name in found("--light", light)]
        assert ("light " in needs) == (len(listing) == 1), name
        column = empty.do("list", name, "--columns", "light,watering").text
        for word in column.splitlines()[1].split()[:1] if listing else []:
            assert word in needs.split("light ")[1].splitlines()[0]
    assert "Own" in found("--watering", "20d")
    [row] = empty.do(
        "list", "Listed", "--columns", "name,watering").text.splitlines()[1:]
    days = row.split()[1]
    assert f"every {days} days" in empty.do("show", "Listed").text
    assert "Listed" in found("--watering", f"{days}d")


def test_plants_are_browsed_by_light_and_words(empty: Home) -> None:
    document = empty.json(
        "browse", "Palm", "--light", "low", "--query", "parlor")
    names = [plant["scientificName"] for plant in document["plants"]]
    assert names[0] == "Chamaedorea elegans"
    assert all(
        plant["category"] == "Palm" and plant["light"] == "partialShade"
        for plant in document["plants"])
    result = empty.run("browse", "--query", "qwertyuiop")
    assert result.code == NOTHING
    empty.refuse("browse", "--light", "dim", code=USAGE, says="partialShade")


def test_a_frequency_means_its_days(empty: Home) -> None:
    for days in (4, 5, 7, 9, 10, 20, 21):
        empty.do("add", "Ficus", "--name", f"F{days}", "--every", f"{days}d",
                 "--as-typed")

    def found(*words: str) -> set[str]:
        plants = empty.json("list", *words)["plants"]
        return {plant["nickname"] for plant in plants}

    assert found("--watering", "weekly") == {"F5", "F7", "F9"}
    assert found("--watering", "7d") == {"F7"}
    assert found("--watering", "twiceWeekly,biweekly") == {"F4", "F10", "F20"}
    assert found("--watering", "monthly,5d..7d") == {"F21", "F5", "F7"}
    empty.refuse("list", "--watering", "weekly,", code=USAGE, says="comma")
    empty.do("edit", "F4", "--family", "Moraceae")
    empty.do("edit", "F5", "--family", "Araceae")
    assert found("--family", "araceae,Moraceae") == {"F4", "F5"}


@pytest.mark.parametrize(
    ("answer", "name"),
    [(b"1\n", "Goeppertia insignis"), (b"2\n", "Calathea crotalifera"),
     (b"\n", "rattlesnake plant"), (b"7\ny\n\n", "rattlesnake plant")],
)
def test_several_plants_are_chosen_from_on_a_terminal(
    empty: Home, answer: bytes, name: str
) -> None:
    typed(empty, "rattlesnake plant", "R")
    _, shown = on_terminal(empty, "adopt", "R", answer=answer)
    # The line is broken where the terminal ends.
    asked = b" ".join(shown.split())
    assert b"1 Goeppertia insignis or 2 Calathea crotalifera" in asked
    assert plant(empty, "R")["scientificName"] == name


@pytest.mark.parametrize(
    ("answer", "name"),
    [(b"1\n", "Goeppertia insignis"), (b"2\n", "Calathea crotalifera"),
     (b"\n", None)],
)
def test_a_name_of_several_species_is_asked_about(
    empty: Home, answer: bytes, name: str | None
) -> None:
    code, shown = on_terminal(
        empty, "species", "rattlesnake", "plant", answer=answer)
    asked = b" ".join(shown.split())
    assert b"1 Goeppertia insignis, 2 Calathea crotalifera" in asked
    assert (code == NOTHING) == (name is None)
    assert name is None or name.encode() in shown.split(b"number?")[1]
    code, shown = on_terminal(
        empty, "add", "rattlesnake plant", answer=answer + b"y\n")
    assert b"could be 1 Goeppertia insignis" in b" ".join(shown.split())
    plants = empty.json("list")["plants"]
    assert [plant["scientificName"] for plant in plants] == (
        [name] if name else [])


def test_a_name_near_several_plants_is_asked_about(empty: Home) -> None:
    code, shown = on_terminal(empty, "add", "jade", answer=b"1\ny\n")
    assert code == 0 and b"'jade' could be 1 " in shown
    (row,) = empty.json("list")["plants"]
    assert row["scientificName"] != "jade" and row["careProfile"]
    code, shown = on_terminal(empty, "add", "jade", answer=b"\n")
    assert code == NOTHING and b"--as-typed keeps the name" in shown
    assert len(empty.json("list")["plants"]) == 1


def test_a_name_of_several_species_is_never_taken(empty: Home) -> None:
    could = "could be Goeppertia insignis or Calathea crotalifera"
    empty.refuse("species", "rattlesnake plant", code=USAGE, says=could)
    for more in [], ["--yes"], ["--dry-run"]:
        empty.refuse("add", "rattlesnake plant", *more, code=USAGE, says=could)
    assert empty.json("list")["plants"] == []
    empty.do("add", "rattlesnake plant", "--as-typed", "--name", "R")


def test_each_doubtful_plant_of_all_is_asked_about(empty: Home) -> None:
    typed(empty, "rattlesnake plant", "Several")
    typed(empty, "Monstera delicosa", "Slip")
    typed(empty, "Ficus lyrata", "Certain")
    _, shown = on_terminal(empty, "adopt", "--all", answer=b"2\nn\n")
    asked = b" ".join(shown.split())
    assert b"'Monstera delicosa': is it Monstera deliciosa?" in asked
    assert b"could be 1 Goeppertia insignis or 2" in asked
    assert b"until you say what they are: 1 plant Slip" in asked
    assert {
        name: plant(empty, name)["scientificName"]
        for name in ("Several", "Slip", "Certain")
    } == {"Several": "Calathea crotalifera", "Slip": "Monstera delicosa",
          "Certain": "Ficus lyrata"}


def test_words_are_found_inside_of_others_and_in_groups(empty: Home) -> None:
    empty.do("add", "Monstera deliciosa", "--name", "Monty", "--room", "Kitchen")
    empty.do("add", "Dracaena trifasciata", "--name", "Sam")

    def found(*words: str) -> list[tuple[str, str]]:
        document = empty.json("list", *words)
        names = [plant["nickname"] for plant in document["plants"]]
        return list(zip(names, [m["field"] for m in document["matches"]]))

    assert found("icios") == [("Monty", "scientific")]
    assert found("sansevieria") == [("Sam", "former")]
    assert found("araceae") == [("Monty", "family")]
    assert found("kitchen") == [("Monty", "room")]
    assert found("tropical foliage")[0][1] == "category"
    assert empty.do("list", "").text == empty.do("list").text
    (first, *_) = empty.json("search", "icios")["results"]
    assert first["scientificName"] == "Monstera deliciosa"
    assert first["match"]["level"] == "inside"
    (group,) = empty.json("search", "araceae")["groups"]
    assert (group["by"], group["name"]) == ("family", "Araceae")
    said = empty.do("search", "Araceae").text
    assert "Araceae is a family of 298 plants" in said
    row = empty.do("search", "snake plant").text.splitlines()[1]
    assert "Dracaena trifasciata" in row and row.endswith("Sansevieria")


def test_a_name_is_suggested_by_its_confidence(empty: Home) -> None:
    weak = empty.json(
        "suggest", "Monstera", "delicosa", "--confidence", "0.6")
    assert weak["exact"] is None and len(weak["others"]) == 5
    assert "Did you mean" in empty.do(
        "suggest", "Monstera delicosa", "--confidence", "0.69").text
    sure = empty.json(
        "suggest", "Monstera", "deliciosa", "--confidence", "0.7")
    assert sure["exact"]["scientificName"] == "Monstera deliciosa"
    assert all(
        other["scientificName"].startswith("Monstera deliciosa '")
        for other in sure["others"])
    empty.refuse(
        "suggest", "Hoya", "--confidence", "7", code=USAGE, says="0 to 1")
    assert empty.run("suggest", "qwertyuiop").code == NOTHING
