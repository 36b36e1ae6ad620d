"""Every page in every state: nothing clipped, overlapping or scrolling
sideways, nothing that axe finds, and nothing that the browser complains about.
"""

from __future__ import annotations

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
    found = Axe().run(
        page, options={"resultTypes": ["violations"]} | options)
    return [
        f"{state}: {fault['id']}: {node['html'][:150]} {node['failureSummary']}"
        for fault in found.response["violations"]
        for node in fault["nodes"][:3]
    ]


def test_a_page_looks_right_in_all_states(
    browser: Browser, shared: Served, pattern: str
) -> None:
    pytest.importorskip("axe_playwright_python")
    visit = Visit(browser, shared, reduced_motion="reduce")
    page = visit.open(address(pattern, shared))
    faults: list[str] = []
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            faults += geometry(page, f"{scheme} {width}")
            if width == 390:
                options = {} if scheme == "light" else SEEN
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
