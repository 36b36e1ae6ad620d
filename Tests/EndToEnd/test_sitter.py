"""The sheet for somebody who looks after the plants: it says what the look-ahead
says, tells what is poisonous, and is a page that holds hostile names."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta
from html.parser import HTMLParser
from pathlib import Path

import html5lib
import pytest

from program import DONE, NOTHING, USAGE, Home

TODAY = date(2026, 11, 23)
NOW = f"{TODAY}T08:30:00+01:00"
ADDED = "2026-08-01T09:00:00+02:00"
HOSTILE = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "Tom & Jerry's \\ &lt;b&gt;", "\u202etxet desrever", "شجرة الزيتون",
    "]]> --> <!-- ${x} {{x}}",
]


def garden(path: Path, seed: int, *, gathers: bool | str) -> Home:
    """Whatever is random follows from the seed."""
    chance = random.Random(seed)
    home = Home(path / "home")
    lines: list[dict[str, object]] = [
        {"type": "setting.changed", "key": "timeZone",
         "value": "Europe/Berlin"},
        {"type": "setting.changed", "key": "groupWateringDays",
         "value": gathers},
    ]
    for number in range(12):
        plant = f"00000000-0000-4000-8000-{number + 1000:012d}"
        lines.append({
            "type": "plant.added", "plant": plant, "at": ADDED,
            "scientificName": chance.choice(
                ["Monstera deliciosa", "Chlorophytum comosum", "Planta nova"]),
            "nickname": f"Plant {number}",
            "room": chance.choice(["Kitchen", "Bathroom", "Bedroom"])})
        for kind in ("watering", "misting", "fertilizing"):
            days = chance.choice([1, 3, 7, 9, 14, 30])
            lines.append({
                "type": "schedule.set", "plant": plant, "kind": kind,
                "intervalDays": days, "at": ADDED})
            day = TODAY - timedelta(days=chance.randrange(days + 3))
            lines.append({
                "type": "task.completed", "plant": plant, "kind": kind,
                "at": f"{day}T08:00:00+01:00"})
        if chance.random() < 0.3:
            lines.append({
                "type": "task.added", "plant": plant, "kind": "repotting",
                "task": f"00000000-0000-4000-8000-{number + 5000:012d}",
                "due": str(TODAY + timedelta(days=chance.randrange(-2, 20)))})
    home.append(*lines, now=NOW)
    return home


@pytest.mark.parametrize("gathers", [False, True, "Wed,Sat"])
@pytest.mark.parametrize("seed", range(3))
def test_the_sheet_says_what_the_look_ahead_says(
    tmp_path: Path, seed: int, gathers: bool | str
) -> None:
    home = garden(tmp_path, seed, gathers=gathers)
    agenda = home.json("agenda", "--days", "40", now=NOW)
    today = agenda["today"]
    due = {
        (t["plant"], t["kind"], t["task"], str(TODAY))
        for t in today["overdue"]
        + [t for room in today["today"] for t in room["tasks"]]
    } | {
        (t["plant"], t["kind"], t["task"], day["date"])
        for day in agenda["upcoming"] for t in day["tasks"]}
    overdue = {(t["plant"], t["kind"], t["task"]) for t in today["overdue"]}
    assert overdue
    for start, end in [(0, 0), (0, 10), (-5, 3), (1, 7), (8, 40)]:
        first, last = (TODAY + timedelta(days=days) for days in (start, end))
        sheet = home.json("sitter", str(first), str(last), now=NOW)
        assert sheet["from"] == str(max(first, TODAY))
        said = [
            (plant["plant"], task["kind"], task["task"], day)
            for room in sheet["rooms"] for plant in room["plants"]
            for task in plant["tasks"] for day in task["days"]]
        wanted = {
            task for task in due if sheet["from"] <= task[3] <= str(last)}
        assert sorted(said, key=str) == sorted(wanted, key=str), f"seed {seed}"
        assert sum(day["taskCount"] for day in sheet["days"]) == len(said)
        assert [day["date"] for day in sheet["days"]] == sorted(
            {task[3] for task in said})
        check_leaving(sheet, due, overdue, first, last, seed)


def check_leaving(
    sheet: dict[str, object], due: set[tuple[str, ...]],
    overdue: set[tuple[str, ...]], first: date, last: date, seed: int,
) -> None:
    leaving = sheet["beforeLeaving"]
    eve = max(first - timedelta(days=1), TODAY)
    assert leaving["day"] == str(eve)
    on_eve = {
        (t["plant"], t["kind"], t["task"]) for t in leaving["due"]}
    assert on_eve == (
        {t[:3] for t in due if t[3] == str(eve)} | overdue
        if first > TODAY else set()
    ), f"seed {seed}"
    while_away = {
        t[:3] for t in due
        if t[1] == "watering" and str(max(first, TODAY)) <= t[3] <= str(last)}
    assert {
        (t["plant"], t["kind"], t["task"]) for t in leaving["waterings"]
    } == while_away - on_eve, f"seed {seed}"


@pytest.mark.parametrize("gathers", [False, True, "Wed,Sat"])
@pytest.mark.parametrize(("seed", "eve"), [(0, 0), (1, 0), (2, 4), (3, 6)])
def test_what_lasts_does_and_what_does_not_falls_due(
    tmp_path: Path, seed: int, eve: int, gathers: bool | str
) -> None:
    """If all is done through the last day at home."""
    home = garden(tmp_path, seed, gathers=gathers)
    first, until = (str(TODAY + timedelta(days=eve + n)) for n in (1, 6))
    leaving = home.json("sitter", first, until, now=NOW)["beforeLeaving"]
    told = leaving["due"] + leaving["waterings"]
    assert {task["lasts"] for task in told} == {True, False}
    for days in range(eve + 1):
        now = f"{TODAY + timedelta(days=days)}T08:30:00+01:00"
        home.run("done", "--due", "--yes", now=now)
    for task in told:
        if not task["task"]:
            home.do(
                "done", task["plantName"], "--kind", task["kind"], "--yes",
                now=now)
    sheet = home.json("sitter", first, until, now=now)
    still = {
        (plant["plant"], task["kind"], task["task"])
        for room in sheet["rooms"] for plant in room["plants"]
        for task in plant["tasks"]}
    for task in told:
        if not task["task"]:
            key = (task["plant"], task["kind"], None)
            assert (key in still) != task["lasts"], f"seed {seed}: {task}"


def test_before_leaving_one_goes_from_room_to_room(tmp_path: Path) -> None:
    home = garden(tmp_path, 1, gathers=False)
    for title in ("Fill the cans", "Close the windows"):
        home.do("task", "add", "--title", title, "--due", str(TODAY), now=NOW)
    words = ["sitter", "2026-11-24", "2026-11-30"]
    leaving = home.json(*words, now=NOW)["beforeLeaving"]
    text = home.do(*words, now=NOW).text
    parts = text.split("Before leaving, ")[1:]
    rooms = [part.split(" (")[0] for part in parts]
    assert rooms == ["Kitchen", "Bedroom", "Bathroom", "home"]
    for room, part in zip(rooms, parts):
        shown = [line[2:].split("  ")[0] for line in part.splitlines()[1:]]
        names = [
            task["plantName"] or task["title"]
            for task in leaving["due"] + leaving["waterings"]
            if (task["roomName"] or "home") == room]
        assert sorted(name for name in shown if name) == sorted(names)
        assert part.startswith(f"{room} ({len(names)})\n")
        numbers = [
            int(name.split()[1]) for name in shown
            if name.startswith("Plant ")]
        assert numbers == sorted(numbers)
    page = tmp_path / "sheet.html"
    home.do(*words, "--html", str(page), now=NOW)
    keeper = page.read_text().split("Before leaving")[1]
    assert [
        part.split("</bdi>")[0] for part in keeper.split("<h3><bdi>")[1:]
    ] == ["Kitchen", "Bedroom", "Bathroom", "Home"]


def test_poison_is_told_and_unknown_is_never_safe(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    for species, name in [
        ("Monstera deliciosa", "Monty"), ("Chlorophytum comosum", "Spidey"),
        ("Planta nova", "Novum"),
    ]:
        home.do("add", species, "--name", name, "--every", "7d", now=ADDED)
    days = ["2026-11-24", "2026-12-30"]
    sheet = home.json("sitter", *days, "--kind", "watering", now=NOW)
    toxicity = {
        plant["plantName"]: plant["toxicity"]
        for room in sheet["rooms"] for plant in room["plants"]}
    assert toxicity["Monty"]["cats"] == "toxic"
    assert toxicity["Novum"]["cats"] == "unknown"
    home.do(
        "sitter", *days, "--kind", "watering", "--html",
        str(tmp_path / "x.html"), now=NOW)
    page = (tmp_path / "x.html").read_text()
    for text in (
        home.do("sitter", *days, "--kind", "watering", now=NOW).text, page):
        # The days name the plants as well.
        rows = {
            name: [text[found.start():][:160] for found in re.finditer(name, text)]
            for name in ("Monty", "Novum")}
        assert any("poisonous to cats and dogs" in row for row in rows["Monty"])
        assert any("may be poisonous" in row for row in rows["Novum"])
    assert "may be poisonous to humans" in page, "of Spidey it is not known"


def test_whom_to_ask_is_kept_or_said(tmp_path: Path) -> None:
    home = garden(tmp_path, 2, gathers=False)
    days = ["2026-11-24", "2026-11-30"]
    assert home.json("sitter", *days, now=NOW)["contact"] is None
    home.do("settings", "set", "sitterContact", "Anna, 1234", now=NOW)
    assert "\nAsk: Anna, 1234\n" in home.do("sitter", *days, now=NOW).text
    answer = home.json("sitter", *days, "--contact", "Ben", now=NOW)
    assert answer["contact"] == "Ben"


class Elements(HTMLParser):
    """The elements that a page has, their attributes and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.words = ""
        self.feed(page)

    def handle_starttag(
        self, tag: str, attrs: list[tuple[str, str | None]]
    ) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_is_valid_needs_nothing_and_holds_any_name(
    tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    for number, name in enumerate(HOSTILE):
        home.do(
            "add", "Monstera deliciosa", "--name", name, "--every", "3d",
            "--room", "Kitchen", now=ADDED)
        home.do(
            "schedule", "set", name, "watering", "--every",
            f"{number + 2}d", "--note", f"with <care> & {name}", now=ADDED)
    home.do("room", "edit", "Kitchen", "--name", HOSTILE[0], now=ADDED)
    home.do("settings", "set", "journalName", HOSTILE[1], now=NOW)
    file = tmp_path / "sheet.html"
    answer = home.do(
        "sitter", "tomorrow", "2026-12-06", "--html", str(file), "--contact",
        HOSTILE[2], now=NOW)
    assert answer.text == f"wrote {file}\n"
    page = file.read_text()
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(page)
    elements = Elements(page)
    for name in HOSTILE:
        name = name.replace("\u202e", "\\u{202E}")
        assert name in elements.words
        assert f"with <care> & {name}" in elements.words
    assert not elements.names & {
        "script", "img", "link", "iframe", "object", "form", "a"}
    assert elements.attributes <= {
        "lang", "charset", "name", "content", "class", "scope", "http-equiv"}
    assert "http://" not in page and "https://" not in page
    assert "url(" not in page
    assert "prefers-color-scheme: dark" in page and "@media print" in page


def test_what_is_refused(tmp_path: Path) -> None:
    home = garden(tmp_path, 1, gathers=False)
    file = tmp_path / "sheet.html"
    days = ["2026-11-24", "2026-11-30"]
    home.do("sitter", *days, "--html", str(file), now=NOW)
    file.write_text("mine")
    for words, code in [
        (["sitter", "2026-11-30", "2026-11-24"], USAGE),
        (["sitter", "2026-11-24", "2099-11-24"], USAGE),
        (["sitter", "2026-11-01", "2026-11-22"], NOTHING),
        (["sitter", *days, "--kind", "neem-spray"], NOTHING),
        (["sitter", *days, "--html", str(file)], USAGE),
        (["sitter", *days, "--html", str(tmp_path / "b"), "--json"], USAGE),
        (["sitter", "2026-11-24"], USAGE),
    ]:
        answer = home.run(*words, now=NOW)
        assert answer.code == code, (words, answer)
    assert file.read_text() == "mine"
    answer = home.run("sitter", *days, "--html", str(file), "--force",
                      now=NOW)
    assert answer.code == DONE and file.read_text().startswith("<!DOCTYPE")
