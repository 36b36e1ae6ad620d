"""Catalogues that are damaged, or were never good."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

import pytest

from examples import SAMPLES
from program import DAMAGED, DONE, USAGE, Home

CHECKLIST = SAMPLES / "checklist"
REMEDY = "plantguide catalogue remove"


@pytest.fixture
def imported(empty: Home) -> Home:
    """A home without a journal, with an imported catalogue."""
    empty.do("catalogue", "import", str(SAMPLES / "checklist.csv"))
    return empty


def halve(contents: bytes) -> bytes:
    return contents[: len(contents) // 2]


def zero(contents: bytes) -> bytes:
    return bytes(len(contents))


def zero_the_tree(contents: bytes) -> bytes:
    return contents[:8192] + bytes(len(contents) - 8192)


def empty_it(contents: bytes) -> bytes:
    return b""


def scramble(contents: bytes) -> bytes:
    return random.Random(1).randbytes(len(contents))


@pytest.mark.parametrize(
    "damage", [halve, zero, zero_the_tree, empty_it, scramble]
)
def test_a_damaged_catalogue_is_passed_over_and_told(
    imported: Home, damage
) -> None:
    data = imported.path / "catalogue" / "data.mdb"
    data.write_bytes(damage(data.read_bytes()))
    for call in [
        ["search", "monstera"],
        ["species", "Monstera deliciosa"],
        ["add", "Monstera deliciosa", "--yes"],
    ]:
        result = imported.do(*call)
        assert "warning: the imported catalogue is damaged" in result.message
        assert REMEDY in result.message
        assert result.message.count("warning") == 1
    plant = imported.json("show", "Monstera deliciosa")["plant"]
    assert plant["family"] == "Araceae"
    assert not imported.do("browse").message
    assert not imported.do(
        "complete", "bash", "plantguide", "search", "mon", now=None
    ).message
    doctor = imported.run("doctor", "--json")
    assert doctor.code == DAMAGED
    (found,) = [
        finding
        for finding in doctor.json()["findings"]
        if finding["check"] == "catalogue"
    ]
    assert (found["level"], found["remedy"]) == ("problem", REMEDY)
    assert imported.run("catalogue", "status").code == DAMAGED
    imported.do("catalogue", "remove")
    assert not imported.do("search", "monstera").message


def test_a_damaged_catalogue_is_replaced_by_a_good_one(imported: Home) -> None:
    data = imported.path / "catalogue" / "data.mdb"
    data.write_bytes(zero(data.read_bytes()))
    imported.do("catalogue", "import", str(SAMPLES / "checklist.csv"))
    assert not imported.do("search", "unheardofia").message
    assert "whole" in imported.do("doctor").text


def numbered(meta: str, number: str) -> list[str]:
    """The description with each of its numbers in turn replaced."""
    parts = meta.split('="')
    changed = []
    for index, part in enumerate(parts):
        value, _, rest = part.partition('"')
        if index and value.isdigit():
            changed.append(
                '="'.join([*parts[:index], f'{number}"{rest}', *parts[index + 1 :]])
            )
    return changed


@pytest.mark.parametrize(
    "number", ["-1", "-9223372036854775808", "9223372036854775807", "1e3", ""]
)
def test_a_number_that_no_archive_has_is_refused(
    empty: Home, tmp_path: Path, number: str
) -> None:
    metas = numbered((CHECKLIST / "meta.xml").read_text(), number)
    assert len(metas) > 3
    for place, meta in enumerate(metas):
        folder = shutil.copytree(CHECKLIST, tmp_path / str(place))
        (folder / "meta.xml").write_text(meta)
        result = empty.run("catalogue", "import", str(folder))
        assert result.code == USAGE, str(result)
        assert f'="{number}"' in result.message
        assert "nothing was imported" in result.message


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (b"A\x00b", "control character"),
        (b"A\x1b[2Jb", "control character"),
        (b"A\x7fb", "control character"),
        (b"A\xff b", "not UTF-8"),
        (b"x" * 201, "201 bytes"),
        (b"x" * 100_000, "100000 bytes"),
    ],
)
@pytest.mark.parametrize("form", ["scientific", "common", "archive", "names"])
def test_a_name_that_no_plant_can_have_is_refused_by_its_line(
    empty: Home, tmp_path: Path, form: str, name: bytes, says: str
) -> None:
    if form in ("scientific", "common"):
        path = tmp_path / "plants.csv"
        cells = [name, b"Foo"] if form == "scientific" else [b"Foo bar", name]
        path.write_bytes(
            b"scientific_name,common_names\nHoya bella,Wax\n"
            + b",".join(cells) + b"\n"
        )
    else:
        path = shutil.copytree(CHECKLIST, tmp_path / "archive")
        file = path / ("taxon.txt" if form == "archive" else "names.csv")
        old = b"Unheardofia incognita" if form == "archive" else b"Never Seen"
        contents = file.read_bytes()
        assert old in contents
        file.write_bytes(contents.replace(old, name))
    result = empty.run("catalogue", "import", str(path))
    assert result.code == USAGE, str(result)
    assert "line " in result.message and says in result.message
    assert not (empty.path / "catalogue").exists()


def test_a_long_name_of_a_json_list_is_refused_by_its_place(
    empty: Home, tmp_path: Path
) -> None:
    path = tmp_path / "plants.json"
    path.write_text(
        json.dumps({"plants": [{"scientific_name": "A\u0007b"}]})
    )
    result = empty.run("catalogue", "import", str(path))
    assert result.code == USAGE and "plants[0]" in result.message


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        (b'[{"scientific_name":"A b"}]', "an object with a list 'plants'"),
        (b'\xef\xbb\xbf[1]', "not JSON"),
        (b'[{"scientific_na', "not JSON"),
        (b'{"plants":[{"scientific_na', "not JSON"),
    ],
)
def test_json_that_is_no_catalogue_is_called_so(
    empty: Home, tmp_path: Path, contents: bytes, says: str
) -> None:
    path = tmp_path / "plants.json"
    path.write_bytes(contents)
    result = empty.run("catalogue", "import", str(path))
    assert result.code == USAGE and says in result.message, str(result)


def test_a_directory_without_a_description_is_no_archive(
    empty: Home, tmp_path: Path
) -> None:
    result = empty.run("catalogue", "import", str(tmp_path))
    assert result.code == USAGE
    assert "there is no meta.xml in the directory" in result.message
    folder = shutil.copytree(CHECKLIST, tmp_path / "archive")
    os.unlink(folder / "taxon.txt")
    result = empty.run("catalogue", "import", str(folder))
    assert result.code == USAGE and "taxon.txt" in result.message


def test_an_empty_path_is_called_so(empty: Home) -> None:
    result = empty.run("catalogue", "import", "")
    assert result.code == USAGE
    assert "the path is empty" in result.message
    assert empty.run("search", "monstera").code == DONE
