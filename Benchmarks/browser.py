#!/usr/bin/env python3
"""Opens Today in Chromium and prints, as JSON, when the largest part was
painted, how far the layout moved, and how long a tap takes to show.

Needs the tests' Python packages: `browser.py URL COOKIE`.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys

from playwright.sync_api import Page, sync_playwright

ROUNDS = 7

# Both are known once they were observed; a tap on nothing ends the observation
# of the largest paint.
WATCH = """
  window.largest = 0; window.shift = 0; window.taps = [];
  const watch = (type, take, options = {}) => new PerformanceObserver((list) =>
    list.getEntries().forEach(take)).observe({type, buffered: true, ...options});
  watch("largest-contentful-paint", (entry) => { largest = entry.startTime; });
  watch("layout-shift", (entry) => { shift += entry.value; });
"""

# From the tap to the second frame after it has changed the row: what changed
# is painted by then.
TAP = """async () => {
  const button = [...document.querySelectorAll("main form button.done")]
    .find((found) => found.checkVisibility());
  const row = button.closest(".row");
  const before = row.outerHTML;
  const start = performance.now();
  const shown = new Promise((resolve) => {
    const look = () => {
      if (!row.isConnected || row.outerHTML !== before) {
        requestAnimationFrame(() => resolve(performance.now() - start));
      } else {
        requestAnimationFrame(look);
      }
    };
    requestAnimationFrame(look);
  });
  button.click();
  return shown;
}"""


def opened(page: Page) -> Page:
    page.goto("/")
    page.locator("html[data-ready]").wait_for(state="attached")
    page.wait_for_timeout(300)
    return page


def main() -> None:
    url, cookie = sys.argv[1:]
    name, _, secret = cookie.partition("=")
    paints, shifts, taps = [], [], []
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"),
            args=["--no-sandbox"])
        context = browser.new_context(
            base_url=url, viewport={"width": 390, "height": 844})
        context.add_cookies([{"name": name, "value": secret, "url": url}])
        context.add_init_script(WATCH)
        for _ in range(ROUNDS):
            page = opened(context.new_page())
            paints.append(page.evaluate("largest"))
            shifts.append(page.evaluate("shift"))
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            taps.append(page.evaluate(TAP))
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            page.wait_for_timeout(300)
            page.close()
        browser.close()
    print(json.dumps({
        "largest paint of Today": statistics.median(paints),
        "layout shift of Today": max(shifts),
        "a tap answered on screen, processor throttled 4 times":
            statistics.median(taps),
    }))


if __name__ == "__main__":
    main()
