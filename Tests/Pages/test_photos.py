"""Photos under a browser's hands: a comparison, a film, and the camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from conftest import Visit, has_photos, patterns

if TYPE_CHECKING:
    from playwright.sync_api import Page

try:
    from playwright.sync_api import expect
except ImportError:  # Then nothing here runs.
    pass

pytestmark = pytest.mark.skipif(
    not has_photos(), reason="there is no plantguide-photo")


def opened(visit: Visit, pattern: str) -> Page:
    if pattern not in patterns():
        pytest.skip(f"there is no page {pattern}")
    return visit.open("/" + pattern.format(plant=visit.served.plant("Monty")))


def test_a_slider_shows_more_of_one_photo(visit: Visit) -> None:
    page = opened(visit, "plants/{plant}/photos/compare")
    slider = page.locator(".comparison input")
    expect(slider).to_be_visible()
    over = page.locator(".stack .is-over")
    expect(over).to_have_css("clip-path", "inset(0px 0px 0px 50%)")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(over).to_have_css("clip-path", "inset(0px 0px 0px 51%)")
    box = page.locator(".stack").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 4, box["y"] + 9)
    expect(slider).to_have_value("25")


def test_a_slider_stays_where_it_is_when_others_change_something(
    visit: Visit
) -> None:
    page = opened(visit, "plants/{plant}/photos/compare")
    page.locator("html[data-live]").wait_for(state="attached")
    slider = page.locator(".comparison input")
    box = page.locator(".stack").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 4, box["y"] + 9)
    expect(slider).to_have_value("25")
    state = page.locator("main").get_attribute("data-state")
    assert state
    visit.served.home.do("note", "Monty", "A new leaf")
    expect(page.locator("main")).not_to_have_attribute("data-state", state)
    expect(slider).to_have_value("25")
    expect(page.locator(".stack .is-over")).to_have_css(
        "clip-path", "inset(0px 0px 0px 25%)")


def test_photos_are_played_as_a_film(visit: Visit) -> None:
    page = opened(visit, "plants/{plant}/photos/timelapse")
    canvas = page.locator("canvas")
    date = page.locator("main output")
    expect(canvas).to_have_attribute("data-shown", "0")
    first = date.inner_text()
    page.get_by_role("button", name="Next").click()
    expect(canvas).to_have_attribute("data-shown", "1")
    expect(date).not_to_have_text(first)
    page.get_by_role("slider", name="Speed").fill("5")
    page.get_by_role("button", name="Play").click()
    # It ends with the latest photo.
    expect(canvas).to_have_attribute("data-shown", "3")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_role("slider", name="Photo").fill("0")
    expect(date).to_have_text(first)


def test_arrow_keys_turn_to_other_photos(visit: Visit) -> None:
    page = opened(visit, "plants/{plant}/photos")
    page.locator("main a:has(img)").first.click()
    page.locator("html[data-ready]").wait_for(state="attached")
    figure = page.locator("main figure[data-photo]")
    before = figure.get_attribute("data-photo")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(figure).not_to_have_attribute("data-photo", "")
    steps = page.locator("main a[data-step]")
    steps.first.click()
    expect(figure).not_to_have_attribute("data-photo", before or "")


def test_a_photo_goes_from_the_camera_to_the_page_of_the_plant(visit: Visit) -> None:
    visit.context.grant_permissions(["camera"])
    page = opened(visit, "camera")
    page.get_by_role("button", name="Use the camera").click()
    page.get_by_role("button", name="Take the photo").click()
    expect(page.get_by_text("The photo is in the form.")).to_be_visible()
    assert page.locator("input[type=file]").evaluate(
        "(field) => field.files[0].type") == "image/jpeg"
    before = len(visit.served.events("photo.captured"))
    page.get_by_label("Plant").select_option(label="Monty")
    page.get_by_role("button", name="Add the photo").click()
    expect(page.locator("#news .toast")).to_contain_text("Monty")
    assert len(visit.served.events("photo.captured")) == before + 1
    photo = visit.served.events("photo.captured")[-1]
    page.goto(f"/plants/{visit.served.plant('Monty')}")
    shown = page.locator(f"main img[src*='{photo['payload']['photo']}']").first
    shown.scroll_into_view_if_needed()
    # The fake camera's picture, decoded by the sibling and by the browser.
    page.wait_for_function(
        "(photo) => photo.complete && photo.naturalWidth > 0",
        arg=shown.element_handle())
