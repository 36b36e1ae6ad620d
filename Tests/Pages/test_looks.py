"""Every page in every state: nothing clipped, overlapping or scrolling
sideways, nothing that axe finds, and nothing that the browser complains about.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from conftest import Served, Visit, address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GEOMETRY = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
WIDTHS = [320, 390, 768, 1280]
# What a page looks like depends on these alone; names and roles do not.
SEEN = {"runOnly": ["color-contrast", "target-size"]}


def geometry(page: Page, state: str) -> list[str]:
    return [f"{state}: {fault}" for fault in page.evaluate(GEOMETRY)]


def axe(page: Page, state: str, options: dict[str, Any]) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe
    # So high that no bar lies on a part of the page.
    size = page.viewport_size or {"width": 390, "height": 844}
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": height})
    found = Axe().run(
        page, options={"resultTypes": ["violations"]} | options)
    page.set_viewport_size(size)
    return [
        f"{state}: {fault['id']}: {node['html'][:150]} {node['failureSummary']}"
        for fault in found.response["violations"]
        for node in fault["nodes"][:3]
    ]


def test_a_page_looks_right_in_all_states(
    browser: Browser, shared: Served, pattern: str,
    request: pytest.FixtureRequest
) -> None:
    pytest.importorskip("axe_playwright_python")
    is_long = request.config.getoption("--campaign") == "long"
    visit = Visit(browser, shared, reduced_motion="reduce")
    page = visit.open(address(pattern, shared))
    faults: list[str] = []
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            faults += geometry(page, f"{scheme} {width}")
            if width == 390 or is_long:
                options = {} if scheme == "light" or is_long else SEEN
                faults += axe(page, f"{scheme} {width}", options)
        for name, state in [
            ("forced colours", {"forced_colors": "active"}),
            ("more contrast", {"contrast": "more"}),
        ]:
            page.set_viewport_size({"width": 390, "height": 844})
            page.emulate_media(color_scheme=scheme, **state)
            faults += geometry(page, f"{scheme} {name}")
            if "contrast" in state:
                faults += axe(page, f"{scheme} {name}", SEEN)
            page.emulate_media(forced_colors="none", contrast="no-preference")
        page.emulate_media(color_scheme=scheme, reduced_motion="no-preference")
        faults += geometry(page, f"{scheme} with motion")
        page.emulate_media(reduced_motion="reduce")
        page.set_viewport_size({"width": 320, "height": 700})
        page.evaluate(
            "document.documentElement.style"
            ".setProperty('font-size', '200%', 'important')")
        faults += geometry(page, f"{scheme} 320 with large text")
        page.evaluate(
            "document.documentElement.style.removeProperty('font-size')")
    visit.context.close()
    assert faults == []
    assert visit.complaints == []


def test_the_first_paint_moves_nothing(browser: Browser, shared: Served) -> None:
    """Layout shifts, as the browser itself counts them."""
    visit = Visit(browser, shared)
    page = visit.open()
    page.locator("html.is-settled").wait_for(state="attached")
    shift = page.evaluate("""() => new Promise((resolve) => {
      let sum = 0;
      const watch = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += entry.value;
      });
      watch.observe({ type: "layout-shift", buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
    })""")
    visit.context.close()
    assert shift == 0


def test_titles_begin_at_the_same_place(visit: Visit) -> None:
    page = visit.open()
    page.set_viewport_size({"width": 1280, "height": 900})
    places = {}
    for path in ["/", "/plants", "/history", "/settings", "/stats", "/browse"]:
        page.goto(path)
        places[path] = page.evaluate(
            "document.querySelector('h1').getBoundingClientRect().left")
    assert len(set(places.values())) == 1, places


def test_only_a_list_and_its_form_lie_side_by_side(visit: Visit) -> None:
    page = visit.open()
    page.set_viewport_size({"width": 1280, "height": 900})
    for path, columns in [
        ("/", 1), ("/upcoming", 1), ("/history", 1), ("/stats", 1), ("/audit", 1),
        ("/tasks", 2), ("/rooms", 2),
    ]:
        page.goto(path)
        lefts = page.evaluate("""() => [...new Set(
          [...document.querySelectorAll("main > :is(.room, .group)")]
            .map((part) => part.getBoundingClientRect().left))]""")
        assert len(lefts) == columns, path


def test_bars_fill_their_cards_and_headings_keep_away(visit: Visit) -> None:
    page = visit.open("/stats")
    page.set_viewport_size({"width": 1280, "height": 900})
    faults = page.evaluate("""() => {
      const faults = [];
      for (const bar of document.querySelectorAll(".numbers .bar")) {
        const card = bar.closest("li").getBoundingClientRect();
        const gap = card.right - bar.getBoundingClientRect().right;
        if (gap > 20) faults.push(`bar: ${gap}`);
      }
      for (const heading of document.querySelectorAll(".room > h2")) {
        const next = heading.nextElementSibling?.getBoundingClientRect();
        const gap = (next?.top ?? 99) - heading.getBoundingClientRect().bottom;
        if (gap < 8) faults.push(`${heading.textContent}: ${gap}`);
      }
      return faults;
    }""")
    assert faults == []


def test_what_scripts_add_looks_right(browser: Browser, served: Served) -> None:
    """A question, the keys, a message, and what waits."""
    pytest.importorskip("axe_playwright_python")
    visit = Visit(browser, served, reduced_motion="reduce")
    page = visit.open("/?select=true")
    visit.keep(page)
    faults: list[str] = []

    def look(state: str) -> None:
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            for width in [320, 1280]:
                page.set_viewport_size({"width": width, "height": 700})
                faults.extend(geometry(page, f"{state} {scheme} {width}"))
            page.set_viewport_size({"width": 390, "height": 844})
            faults.extend(axe(page, f"{state} {scheme}", {}))
        page.set_viewport_size({"width": 320, "height": 700})
        page.evaluate(
            "document.documentElement.style"
            ".setProperty('font-size', '200%', 'important')")
        faults.extend(geometry(page, f"{state} 320 with large text"))
        page.evaluate(
            "document.documentElement.style.removeProperty('font-size')")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 390, "height": 844})
        if folder := os.environ.get("PICTURES"):
            page.screenshot(path=f"{folder}/{state.replace(' ', '-')}.png")

    for index in range(5):
        page.get_by_role("checkbox").nth(index).check()
    look("selection")
    page.locator("[data-counts]").first.click()
    page.get_by_role("dialog").wait_for()
    look("question")
    page.keyboard.press("Escape")
    page.goto("/")
    page.locator("html[data-ready]").wait_for(state="attached")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    look("keys")
    page.keyboard.press("Escape")
    page.locator(".done").first.click()
    page.locator("#news .toast").wait_for()
    look("message")
    visit.leave_server()
    name = page.locator("main .row:has(.done) .row-name").first.inner_text()
    page.locator(".done").first.click()
    page.locator("#unsent .notice").wait_for()
    look("offline")
    served.home.do("remove", name, now=None)
    page.goto("/offline")
    page.locator("main [data-offline=kept] a").first.wait_for()
    look("offline page")
    visit.come_back()
    page.locator(".refusal").wait_for()
    look("refusal")
    visit.context.close()
    assert faults == []
