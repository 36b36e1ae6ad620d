"""The collection in numbers, and what care it got."""

from __future__ import annotations

import os

import pytest

from examples import GOLDEN
from program import NOTHING, NOW, USAGE, Home
from test_screens import LOCALES, WIDTHS, plain_on_terminal

SCREENS = GOLDEN.parent / "screens"
IS_RECORDING = os.environ.get("RECORD_GOLDEN") == "1"
END = "2026-03-31T12:00:00+02:00"


def care(home: Home, *arguments: str, **options: str) -> dict:
    return home.json("stats", "care", *arguments, **{"now": END} | options)


def test_care_is_counted_by_month_and_kind(home: Home) -> None:
    home.do("mist", "Monty", "--at", "2026-02-27 09:00", now=END)
    home.do("water", "Monty", "--at", "2026-03-15 09:00", now=END)
    report = care(home)
    assert (report["since"], report["until"]) == ("2025-04-01", "2026-03-31")
    assert len(report["months"]) == 12
    by_month = {
        month["month"]: {kind["kind"]: kind["given"] for kind in month["kinds"]}
        for month in report["months"]
    }
    assert by_month["2026-02"] == {"misting": 1}
    assert by_month["2026-03"]["watering"] == 2
    audited = home.json("audit", "--since", "2025-04-01", now=END)["audits"]
    assert report["care"]["onTime"] == sum(a["onTime"] for a in audited)
    assert report["care"]["missed"] == sum(len(a["missed"]) for a in audited)


def test_the_dead_are_told_from_the_given_away(home: Home) -> None:
    home.do("remove", "Basil", "--reason", "died", now=END)
    survival = care(home)["survival"]
    kept = survival["kept"]
    assert survival["left"]["died"] == 1
    assert survival["survivedShare"] == pytest.approx(1 - 1 / kept)
    (death,) = survival["deaths"]
    assert (death["displayName"], death["day"]) == ("Basil", "2026-03-31")
    home.do("undo", now=END)
    home.do("remove", "Basil", "--reason", "givenAway", now=END)
    survival = care(home)["survival"]
    assert survival["left"]["givenAway"] == 1
    assert survival["deaths"] == [] and survival["survivedShare"] == 1
    home.do("undo", now=END)
    home.do("remove", "Basil", "--reason", "mistake", now=END)
    assert care(home)["survival"]["kept"] == kept - 1


def test_plants_are_chosen_as_elsewhere(home: Home) -> None:
    def names(*arguments: str) -> set[str]:
        report = care(home, *arguments)
        return {plant["displayName"] for plant in report["plants"]}

    everyone = names()
    assert {"Monty", "Basil"} <= everyone
    assert names("Monty") == {"Monty"}
    home.do("tag", "Basil", "thirsty", now=END)
    assert names("--tag", "thirsty") == {"Basil"}
    assert names("--all") == everyone
    home.do("remove", "Basil", "--reason", "died", now=END)
    assert names("--tag", "thirsty") == {"Basil"}, "it was here in the period"
    home.refuse(
        "stats", "care", "--tag", "none", code=NOTHING, says="none of these",
        now=END)
    home.do("stats", "care", "--until", "0001-01-01", now=END)
    home.refuse(
        "stats", "care", "--since", "2026-05-01", code=USAGE,
        says="after the last", now=END)


def test_a_past_moment_knows_only_what_was_recorded(home: Home) -> None:
    before = care(home, "--as-of", "2026-03-30", now=None)
    home.do("water", "Basil", "--at", "2026-03-03 09:00", now=END)
    home.do("remove", "Basil", "--reason", "died", now=END)
    assert care(home, "--as-of", "2026-03-30", now=None) == before
    assert care(home)["care"]["given"] == before["care"]["given"] + 1


def test_an_empty_home_has_nothing_to_report(empty: Home) -> None:
    assert empty.do("stats", "care", now=END).text.splitlines()[1:] == [
        "No plant was kept then."]
    assert care(empty)["plants"] == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_report_is_drawn_to_fit(
    sample: Home, width: int, locale: str
) -> None:
    shown = plain_on_terminal(
        sample, width, "stats", "care", "--now", NOW, LC_ALL=locale,
        PLANTGUIDE_PAGER="cat")
    assert max(map(len, shown.splitlines())) <= width
    golden = SCREENS / f"stats-care-{width}-{locale}.txt"
    if IS_RECORDING:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(shown)
        pytest.fail(f"recorded {golden.name}")
    assert shown == golden.read_text()
