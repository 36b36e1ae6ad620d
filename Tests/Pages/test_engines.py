"""The core flows in Firefox and WebKit, which 'make soak' plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Served
from drivers import ENGINES, Driven, missing

FREE = "main .row:not(.is-done, .is-waiting, .is-leaving):has(.done)"


@pytest.fixture(params=sorted(ENGINES))
def driven(
    request: pytest.FixtureRequest, served: Served, tmp_path: Path
) -> Iterator[Driven]:
    """A browser that has opened a link for Bea."""
    if reason := missing(request.param):
        pytest.skip(reason)
    folder = tmp_path / "browser"
    folder.mkdir()
    with ENGINES[request.param](folder) as driven:
        driven.goto(served.url + served.invite("Bea"))
        driven.until("document.getElementById('invitation')?.value")
        driven.click("#join button")
        driven.ready()
        yield driven


def test_a_tap_and_its_undo(driven: Driven, served: Served) -> None:
    name = driven.text(f"{FREE} .row-name")
    before = served.cares(name)
    driven.click(f"{FREE} .done")
    driven.says("#news .toast", name)
    assert served.cares(name) == before + 1
    driven.click("#news .toast button")
    driven.says("#news", "ndone")
    assert served.cares(name) == before


def test_another_process_is_seen(driven: Driven, served: Served) -> None:
    driven.until("document.documentElement.dataset.live === 'true'")
    plant = driven.until(
        "document.querySelector(args[0])?.dataset.plant",
        f"{FREE}:has(.tag.is-watering)")
    name = driven.text(f".row[data-plant='{plant}'] .row-name")
    served.home.do("water", name, now=None)
    driven.gone(f".row[data-plant='{plant}']:not(.is-done) .tag.is-watering")


def test_a_search_and_a_sheet(driven: Driven, served: Served) -> None:
    driven.click("main .row [data-sheet]")
    driven.says("dialog[open] h2", "Tasks of")
    driven.click("dialog[open] .icon-button")
    driven.gone("dialog[open]")
    driven.goto(served.url + "/plants")
    driven.ready()
    driven.click("main input[type=search]")
    driven.press("monty")
    driven.until("location.search.includes('monty')")
    driven.says("main :is(.row-name, .card-name)", "Monty")


def test_keys(driven: Driven, served: Served) -> None:
    driven.press("j")
    driven.until("document.activeElement.matches('.row-name')")
    before = len(served.events("task.completed"))
    driven.press("d")
    driven.shown("#news .toast")
    assert len(served.events("task.completed")) > before
    driven.press("z")
    driven.says("#news", "ndone")
    assert len(served.events("task.completed")) == before


def test_without_the_server_an_action_waits(
    driven: Driven, served: Served
) -> None:
    driven.until("document.documentElement.dataset.kept === 'true'"
                 " || !('serviceWorker' in navigator)")
    name = driven.text(f"{FREE} .row-name")
    before = served.cares(name)
    served.kill()
    driven.click(f"{FREE} .done")
    driven.says("#news", "Kept here")
    driven.says("#unsent", "1 action waits")
    if driven.evaluate("!!navigator.serviceWorker?.controller"):
        driven.goto(served.url + "/")
        driven.ready()
        driven.says(".row.is-waiting .row-name", name)
    served.start()
    driven.gone(".row.is-waiting")
    driven.gone("#unsent *")
    assert served.cares(name) == before + 1


def test_a_session_that_ends(driven: Driven, served: Served) -> None:
    driven.until("document.documentElement.dataset.live === 'true'")
    served.revoke()
    driven.says("main", "Sign in")
    driven.gone("main .row")
