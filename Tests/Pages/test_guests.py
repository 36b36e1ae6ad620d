"""Somebody joins by the code on a screen, and may do what their role allows."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from codes import code, on_screen
from conftest import Served
from program import binary, environment

if TYPE_CHECKING:
    from playwright.sync_api import Browser

try:
    from playwright.sync_api import expect
except ImportError:  # Then nothing here runs.
    pass


@pytest.mark.skipif(
    not shutil.which("zbarimg"), reason="zbar-tools is not installed")
def test_a_guest_joins_by_the_code_and_may_only_care(
    browser: Browser, served: Served, tmp_path: Path
) -> None:
    shown = on_screen(
        [binary(), "serve", "invite", "--page", served.url, "--person", "Carl",
         "--role", "care"], environment(served.home.path))
    link = code(shown, tmp_path / "code.pgm")
    assert link.startswith(f"{served.url}/join#")
    context = browser.new_context(
        base_url=served.url, viewport={"width": 390, "height": 844})
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(link)
    # The secret is in the form, and no longer in the address.
    expect(page.get_by_label("Invitation", exact=True)).to_be_hidden()
    assert page.url == f"{served.url}/join"
    page.get_by_label("Name of this browser").fill("Carl's phone")
    page.get_by_role("button", name="Sign in").click()
    page.locator("html[data-ready]").wait_for(state="attached")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Carl")

    # Care is done, under the guest's name.
    task = page.locator("main .row:not(.is-done):has(.done)").first
    name = task.locator(".row-name").inner_text()
    task.locator(".done").click()
    expect(page.locator("#news .toast")).to_contain_text(name)
    page.goto("/history")
    expect(page.locator("main")).to_contain_text("Carl")

    # What a guest may not is neither offered nor done.
    page.goto("/rooms")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.locator("main form[action^='/do/rooms']").count() == 0
    plant = served.plant("Monty")
    before = served.events("plant.removed") + served.events("room.added")
    for path, body in [
        ("/do/rooms", {"name": "Attic"}),
        (f"/do/plants/{plant}", {"method": "DELETE", "sure": "true"}),
        ("/do/household", {"person": "Dora", "role": "all"}),
        ("/do/settings", {"hemisphere": "southern"}),
    ]:
        status, kind = page.evaluate("""async ([path, fields]) => {
          const answer = await fetch(path, {
            method: "POST", body: new URLSearchParams(fields),
            headers: {
              accept: "application/json",
              "x-form-token": document.getElementById("main").dataset.key,
            },
          });
          return [answer.status, (await answer.json()).title];
        }""", [path, body])
        assert status == 403, (path, status, kind)
    assert before == (
        served.events("plant.removed") + served.events("room.added"))
    # The link lets nobody in a second time.
    stranger = browser.new_context(base_url=served.url)
    second = stranger.new_page()
    second.goto(link)
    second.get_by_role("button", name="Sign in").click()
    expect(second.get_by_text("already used")).to_be_visible()
    stranger.close()
    context.close()
