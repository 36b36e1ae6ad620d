"""Whatever happens between a tap and its answer, each action is in the journal
once, in the order of the taps.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from conftest import Served, Visit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

FREE = "main .row[data-plant]:not(.is-waiting, .is-ticked):has(.done)"


def items(page: Page, index: int) -> list[str]:
    """The tasks that a row's button completes."""
    # At once, as the page may change: one row's count would meet another's items.
    found: list[str] = page.locator(FREE).nth(index).locator(
        "input[name=item]").evaluate_all("all => all.map((one) => one.value)")
    return found


class Taps:
    def __init__(self, visit: Visit, chance: random.Random) -> None:
        self.visit = visit
        self.chance = chance
        self.pages = [visit.open(), visit.open()]
        for page in self.pages:
            visit.keep(page)
        self.expected: list[list[str]] = []
        self.visit.is_away = True
        self.fault = ""
        visit.context.route("**/do/**", self.carry)

    def carry(self, route: Route) -> None:
        """Loses a request or its answer, or ends the server after it."""
        fault, self.fault = self.fault, ""
        if fault == "lose request":
            route.abort()
        elif fault in ("lose answer", "kill"):
            try:
                route.fetch()
            except Exception:  # The server is away already.
                pass
            if fault == "kill":
                self.visit.served.kill()
                self.visit.served.start()
            route.abort()
        else:
            try:
                route.continue_()
            except Exception:
                pass

    def tap(self) -> None:
        page = self.chance.choice(self.pages)
        page.bring_to_front()
        # A tab that has not heard of the other's taps would repeat them, as two
        # people would: then it is opened again.
        page.reload()
        page.locator("html[data-ready]").wait_for(state="attached")
        page.locator("html[data-marked]").wait_for(state="attached")
        free = page.locator(FREE)
        count = min(free.count(), 12)
        for index in self.chance.sample(range(count), count):
            found = items(page, index)
            if not found or found in self.expected:
                continue
            # Changes by others may move the row meanwhile.
            task = f"{FREE}:has(input[value='{found[0]}'])"
            page.locator(f"{task} .done").click()
            # What is shown as done must not get lost any more.
            page.locator(task).wait_for(state="detached")
            self.expected.append(found)
            break

    def step(self) -> None:
        what = self.chance.choice([
            "plain", "plain", "lose answer", "lose request", "kill", "offline",
            "online", "reload", "stop server",
        ])
        context = self.visit.context
        if what in ("lose answer", "lose request", "kill"):
            self.fault = what
        if what == "offline":
            context.set_offline(True)
        if what == "online":
            context.set_offline(False)
        if what == "stop server":
            self.visit.served.kill()
        self.tap()
        if what == "reload":
            self.chance.choice(self.pages).reload()
        if what == "stop server":
            self.visit.served.start()

    def end(self) -> None:
        self.fault = ""
        context = self.visit.context
        context.set_offline(False)
        page = self.pages[0]
        page.bring_to_front()
        page.reload()
        page.locator("html[data-ready]").wait_for(state="attached")
        until(page, "(await careQueue.all()).every((one) => one.doneAt)")


def completed(served: Served, old: int) -> list[list[str]]:
    """What was done in each action, in the order of the actions."""
    actions: dict[tuple[str, int], list[str]] = {}
    events: list[Any] = served.events("task.completed")[old:]
    for event in events:
        header, payload = event["header"], event["payload"]
        done = f"{header['stream']}:{payload.get('task') or payload['kind']}"
        actions.setdefault((header["writer"], header["action"]), []).append(done)
    return [sorted(done) for done in actions.values()]


def test_each_tap_counts_once(
    browser: Browser, served: Served, seed: int, chance: random.Random
) -> None:
    old = len(served.events("task.completed"))
    visit = Visit(browser, served)
    taps = Taps(visit, chance)
    for _ in range(chance.randint(4, 8)):
        taps.step()
    taps.end()
    visit.context.close()
    # A row names its tasks with their days.
    expected = [sorted(one.rpartition(":")[0] for one in found)
                for found in taps.expected]
    assert completed(served, old) == expected, f"seed {seed}"
