"""Texts of an imported journal that are markup: they appear as text on every
page, and nothing of them runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from conftest import Served, Visit, patterns, serve
from program import NOW, Home

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MARKUP = '"><img src=/canary onerror=canary=1><script>canary=1</script>'
SHORT = "<img src=/canary>"


def hostile(text: str) -> str:
    return f"{text}{MARKUP}"




@pytest.fixture(scope="module")
def attacked(
    kept_sample: Home, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    home = kept_sample.copy(tmp_path_factory.mktemp("attacked") / "home")
    commands: list[list[str]] = [
        ["room", "add", hostile("Room")],
        ["add", hostile("Ficus"), "--name", hostile("Plant"), "--room",
         hostile("Room"), "--every", "1d", "--family", hostile("Moraceae"),
         "--tag", SHORT],
        ["water", hostile("Plant"), "--note", hostile("Remark"),
         "--at", "2026-11-15"],
        ["note", hostile("Plant"), hostile("Note")],
        ["task", "add", hostile("Plant"), "--title", hostile("Task"),
         "--due", "2026-11-19"],
        ["task", "add", "--title", hostile("Chore"), "--due", "2026-11-19"],
        ["log", "name", SHORT],
    ]
    for command in commands:
        home.do(*command, now=NOW)
    for served in serve(home):
        yield served


def test_markup_in_texts_stays_text(
    browser: Browser, attacked: Served
) -> None:
    visit = Visit(browser, attacked)
    asked: list[str] = []
    visit.context.on("request", lambda request: asked.append(request.url))
    visit.context.on("dialog", lambda dialog: dialog.dismiss())
    page = visit.open("/")
    plant = attacked.plant(hostile("Plant"))
    seen = ""
    for pattern in patterns():
        if "{photo}" in pattern or "{action}" in pattern:
            continue
        path = "/" + pattern.replace("{plant}", plant).replace(
            "{month}", "2026-11").replace("{entry}", "xyz").replace(
            "{day}", "2026-11-20").replace("{year}", "2026")
        response = page.goto(path)
        assert response and response.status in (200, 404), path
        page.locator("html[data-ready]").wait_for(state="attached")
        assert page.evaluate("typeof canary") == "undefined", path
        seen += page.locator("body").inner_text()
    for text in ["Plant", "Room", "Task", "Chore"]:
        assert hostile(text) in seen
    # A script writes texts, too: what happened, and a question.
    page.goto("/")
    row = page.locator(".row").filter(has_text=hostile("Plant")).first
    row.locator(".done").click()
    page.locator("#news .toast").wait_for()
    assert SHORT[:5] in page.locator("#news").inner_text()
    assert page.evaluate("typeof canary") == "undefined"
    assert not [url for url in asked if "canary" in url.partition("?")[0]
                and "/canary" in url]
    visit.context.close()
    # A page of two photos needs two.
    assert [one for one in visit.complaints if "404" not in one] == []
