"""`stats care` on random journals says what a recount of the events says, and
calls on time what `audit` does."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from generator import ZONES, Generator
from model import View
from player import Player, check
from recount import Recount

TALLY = ["given", "onTime", "late", "missed", "skipped"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("zone", ZONES)
def test_the_report_is_a_recount(
    zone: str, seed: int, tmp_path: Path
) -> None:
    play = Generator(zone, seed).play()
    player = Player(play, tmp_path)
    player.perform()
    now = max(step.now for step in play.steps) + 60_000
    view = View(play.log)
    today = view.day(now)
    for since, until in [
        (today - timedelta(days=4000), today),
        (today - timedelta(days=100), today - timedelta(days=20)),
    ]:
        period = ["--since", str(since), "--until", str(until), "--json"]
        shown = json.loads(player.run("a", "stats", "care", *period, now=now))
        recount = Recount(view, since, until)
        question = f"seed {seed}, {since} to {until}"
        months = [
            {
                "month": month["month"],
                "given": {
                    kind["kind"]: kind["given"]
                    for kind in month["kinds"] if kind["given"]
                },
            }
            for month in shown["months"]
        ]
        check("months", months, recount.months(), question)
        compare_survival(shown, recount, question)
        compare_demand(shown, recount, question)
        if recount.kept:
            audits = json.loads(
                player.run("a", "audit", *recount.kept, *period, now=now)
            )
            compare_tallies(shown, audits["audits"], question)


def compare_survival(
    shown: dict[str, Any], recount: Recount, question: str
) -> None:
    survival = shown["survival"]
    found = {
        "kept": survival["kept"],
        "left": survival["left"],
        "species": {
            species["scientificName"]: (species["kept"], species["died"])
            for species in survival["species"]
        },
    }
    check("survival", found, recount.survival(), question)
    ages = {death["plant"]: death["ageDays"] for death in survival["deaths"]}
    check("ages", ages, recount.ages(), question)
    if survival["kept"]:
        died = survival["left"]["died"]
        assert survival["survivedShare"] == 1 - died / survival["kept"]


def compare_demand(
    shown: dict[str, Any], recount: Recount, question: str
) -> None:
    found = {
        plant["plant"]: (
            plant["given"], plant["daysKept"], plant["givenPerMonth"],
            plant["plannedPerMonth"],
        )
        for plant in shown["plants"]
    }
    expected = {plant: recount.demand(plant) for plant in recount.kept}
    check("plants", found, expected, question)
    order = [plant["givenPerMonth"] for plant in shown["plants"]]
    assert order == sorted(order, reverse=True), question


def compare_tallies(
    shown: dict[str, Any], audits: list[dict[str, Any]], question: str
) -> None:
    def summed(parts: list[dict[str, Any]]) -> dict[str, int]:
        return {name: sum(part[name] for part in parts) for name in TALLY}

    total = {name: shown["care"][name] for name in TALLY}
    counts = [
        audit
        | {
            "missed": len(audit["missed"]),
            "skipped": len(audit["skipped"]),
        }
        for audit in audits
    ]
    check("care", total, summed(counts), question)
    check("care by month", summed(shown["months"]), total, question)
    check("care by kind", summed(shown["kinds"]), total, question)
    asked = total["onTime"] + total["late"] + total["missed"]
    share = total["onTime"] / asked if asked else None
    assert shown["care"]["onTimeShare"] == share, question
