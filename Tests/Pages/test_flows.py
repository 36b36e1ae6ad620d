"""What people do with the pages, in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from conftest import Served, Visit, patterns, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

try:
    from playwright.sync_api import expect
except ImportError:  # Then nothing here runs.
    pass


def row(page: Page, name: str) -> Locator:
    return page.locator("main .row:not(.is-done)").filter(
        has=page.get_by_role("link", name=name, exact=True)).first


def done(page: Page) -> Locator:
    return page.locator("main .row:not(.is-done) .done")


def first_name(page: Page) -> str:
    found = page.locator("main .row:not(.is-done):has(.done) .row-name").first
    return found.inner_text()


def test_a_tap_completes_a_task_in_place_and_undo_takes_it_back(
    visit: Visit
) -> None:
    page = visit.open()
    name = first_name(page)
    before = visit.served.cares(name)
    row(page, name).locator(".done").click()
    expect(page.locator("#news .toast")).to_contain_text(name)
    expect(page.locator(".row.is-ticked")).to_have_count(0)
    assert visit.served.cares(name) == before + 1
    # The page was never left.
    assert page.evaluate("history.length") == 2
    page.get_by_role("button", name="Undo").click()
    expect(row(page, name).locator(".done")).to_be_visible()
    expect(page.locator("#news")).to_contain_text("ndone")
    assert visit.served.cares(name) == before


def test_a_second_tap_at_the_same_place_does_nothing(visit: Visit) -> None:
    page = visit.open()
    page.locator("html[data-live]").wait_for(state="attached")
    name = first_name(page)
    before = len(visit.served.events("task.completed"))
    box = row(page, name).locator(".done").bounding_box()
    tasks = row(page, name).locator(".tag").count()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*place)
    # The server has answered, and yet the row has made room for no other.
    expect(page.locator("#news .toast")).to_contain_text(name)
    page.mouse.click(*place)
    expect(page.locator(".row.is-ticked")).to_have_count(0)
    expect(row(page, name).locator(".is-watering")).to_have_count(0)
    assert len(visit.served.events("task.completed")) == before + tasks


def test_one_of_several_kinds_is_done_alone(visit: Visit) -> None:
    page = visit.open()
    tags = page.locator("main .row:has(button.tag)").first.locator("button.tag")
    count = tags.count()
    assert count > 1
    before = len(visit.served.events("task.completed"))
    label = tags.first.get_attribute("aria-label") or ""
    tags.first.click()
    tags.first.click(force=True)
    expect(page.locator("#news .toast")).to_be_visible()
    expect(page.get_by_role("button", name=label, exact=True)).to_have_count(
        1 if count == 2 else 0)
    assert len(visit.served.events("task.completed")) == before + 1


def test_focus_goes_to_the_next_plant(visit: Visit) -> None:
    page = visit.open()
    second = done(page).nth(1).get_attribute("aria-label")
    done(page).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#news .toast")).to_be_visible()
    expect(page.locator(":focus")).to_have_attribute("aria-label", second or "")


def test_all_of_a_room_is_watered_at_once(visit: Visit) -> None:
    page = visit.open()
    button = page.get_by_role("button", name=re.compile(r"^Water [23] in")).first
    count = int(re.findall(r"\d", button.inner_text())[0])
    before = len(visit.served.events("task.completed"))
    button.click()
    expect(page.locator("#news .toast")).to_be_visible()
    assert len(visit.served.events("task.completed")) == before + count


def test_more_than_three_are_asked_about(visit: Visit) -> None:
    page = visit.open("/?select=true")
    boxes = page.get_by_role("checkbox")
    before = len(visit.served.events("task.completed"))
    button = page.locator("[data-counts]").first
    expect(button).to_be_disabled()
    for index in range(5):
        boxes.nth(index).check()
    expect(button).to_have_text("Complete (5)")
    button.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(
        re.compile("^(Do \\d+ tasks of [45] plants|[A-Z][a-z]+ [45] plants)\\?$"))
    # Each plant once, however many tasks it has.
    assert dialog.get_by_role("listitem").count() in (4, 5)
    expect(dialog).not_to_contain_text("ould ")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    assert len(visit.served.events("task.completed")) == before
    button.click()
    dialog.get_by_role("button", name=re.compile("[45] plants$")).click()
    page.wait_for_url("**/")
    expect(page.locator("#news .toast")).to_contain_text(
        re.compile("[45] plants"))
    assert len(visit.served.events("task.completed")) == before + 5


def test_another_process_is_seen_without_moving_focus(visit: Visit) -> None:
    page = visit.open()
    page.locator("html[data-live]").wait_for(state="attached")
    name = first_name(page)
    last = done(page).last
    label = last.get_attribute("aria-label")
    last.focus()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    place = page.evaluate("document.activeElement.getBoundingClientRect().top")
    visit.served.home.do("water", name, now=None)
    expect(row(page, name).locator(".tag.is-watering")).to_have_count(0)
    expect(page.locator(":focus")).to_have_attribute("aria-label", label or "")
    # Heights are no whole pixels, and a page scrolls by whole ones.
    assert page.evaluate(
        "document.activeElement.getBoundingClientRect().top") < place + 1


def test_a_sheet_snoozes_without_leaving_the_page(visit: Visit) -> None:
    if "plants/{plant}/tasks" not in patterns():
        pytest.skip("there is no page of tasks")
    page = visit.open()
    name = first_name(page)
    more = page.get_by_role("link", name=f"More for {name}", exact=True)
    more.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading").first).to_have_text(f"Tasks of {name}")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(more).to_be_focused()
    more.click()
    sheet.get_by_role("button", name=re.compile("1 day$")).first.click()
    expect(sheet).to_have_count(0)
    expect(page.locator("#news .toast")).to_contain_text(name)
    assert page.url == visit.served.url + "/"
    assert visit.served.events("task.snoozed")[-1]["header"]["stream"] == (
        visit.served.plant(name))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#news .toast")).to_contain_text("ndone")


def test_a_search_follows_the_typing(visit: Visit) -> None:
    if "plants" not in patterns():
        pytest.skip("there is no page of the collection")
    page = visit.open("/plants")
    visit.keep(page)
    field = page.get_by_role("searchbox").first
    plants = page.locator("main :is(.row-name, .card-name):visible")
    count = plants.count()
    field.press_sequentially("monty")
    expect(plants.first).to_have_text("Monty")
    assert plants.count() < count
    expect(field).to_be_focused()
    expect(field).to_have_value("monty")
    assert "monty" in page.url
    # Without the server, the list that is kept is looked through.
    page.goto("/plants")
    page.locator("html[data-ready]").wait_for(state="attached")
    visit.leave_server()
    page.get_by_role("searchbox").first.press_sequentially("monty")
    expect(plants).to_have_text(["Monty", "Monty's ear"])
    visit.come_back()


def test_nothing_changes_under_somebody_who_selects(visit: Visit) -> None:
    page = visit.open("/?select=true")
    page.get_by_role("checkbox").nth(1).check()
    page.evaluate("document.dispatchEvent(new CustomEvent('wish'))")
    visit.served.home.do("water", first_selectable(page), now=None)
    page.evaluate("document.dispatchEvent(new CustomEvent('wish'))")
    expect(page.get_by_role("checkbox").nth(1)).to_be_checked()


def first_selectable(page: Page) -> str:
    return page.locator("main .row:has(.tag.is-watering) .row-name").first.inner_text()


def test_what_is_done_offline_is_in_the_journal_once(visit: Visit) -> None:
    page = visit.open()
    visit.keep(page)
    name = first_name(page)
    before = visit.served.cares(name)
    visit.leave_server()
    row(page, name).locator(".done").click()
    expect(page.locator("#news")).to_contain_text("Kept here")
    expect(page.locator("#unsent")).to_contain_text("1 action waits")
    # It is still shown as done after the page is opened again.
    page.reload()
    expect(page.locator(".row.is-waiting .row-name")).to_have_text([name])
    page.goto("/offline")
    expect(page.locator("main [data-offline=waiting]")).to_contain_text(name)
    expect(page.locator("main [data-offline=kept] a").first).to_be_visible()
    page.goto("/")
    expect(page.locator(".row.is-waiting")).to_have_count(1)
    assert visit.served.cares(name) == before
    visit.come_back()
    expect(page.locator("#unsent")).to_be_empty()
    expect(page.locator(".row.is-waiting")).to_have_count(0)
    assert visit.served.cares(name) == before + 1


def test_what_waits_can_be_taken_back(visit: Visit) -> None:
    page = visit.open()
    visit.keep(page)
    name = first_name(page)
    before = visit.served.cares(name)
    visit.leave_server()
    row(page, name).locator(".done").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".row.is-waiting")).to_have_count(0)
    expect(page.locator("#unsent")).to_contain_text("You see what was kept")
    visit.come_back()
    expect(page.locator("#unsent")).to_be_empty()
    assert visit.served.cares(name) == before


def test_what_is_refused_later_stays_with_its_reason(visit: Visit) -> None:
    page = visit.open()
    visit.keep(page)
    name = first_name(page)
    visit.leave_server()
    row(page, name).locator(".done").click()
    expect(page.locator("#news")).to_contain_text("Kept here")
    visit.served.home.do("remove", name, now=None)
    visit.come_back()
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text(f"Not done: water {name}")
    refusal.get_by_role("button", name="Try again").click()
    expect(refusal).to_be_visible()
    page.reload()
    refusal.get_by_role("button", name="Discard").click()
    expect(refusal).to_have_count(0)
    visit.complaints[:] = [
        text for text in visit.complaints if "404" not in text]


def test_a_question_about_what_was_sent_late_names_the_plants(
    visit: Visit
) -> None:
    page = visit.open("/?select=true")
    visit.keep(page)
    boxes = page.get_by_role("checkbox")
    for index in range(5):
        boxes.nth(index).check()
    before = len(visit.served.events("task.completed"))
    visit.leave_server()
    page.locator("[data-counts]").first.click()
    expect(page.locator("#news")).to_contain_text("Kept here")
    visit.come_back()
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text("Not done: Complete (5)")
    question = refusal.locator("p").nth(1)
    expect(question).to_have_text(re.compile("[45] plants\\?$"))
    assert refusal.get_by_role("listitem").count() in (4, 5)
    answer = question.inner_text().removesuffix("?")
    refusal.get_by_role("button", name=answer).click()
    expect(refusal).to_have_count(0)
    assert len(visit.served.events("task.completed")) == before + 5


def test_a_link_is_copied_by_a_button(visit: Visit) -> None:
    page = visit.open("/household")
    page.get_by_label("Person").fill("Anna")
    page.get_by_role("button", name="Make an invitation").click()
    link = page.get_by_label("Link")
    expect(link).to_have_value(re.compile("/join#"))
    # All of it is shown.
    assert link.evaluate("(field) => field.scrollHeight <= field.clientHeight")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#news")).to_contain_text("Copied")


def test_the_message_about_a_form_is_in_view_and_has_the_focus(
    visit: Visit
) -> None:
    page = visit.open("/plants/new?species=Phalaenopsis%20amabilis")
    field = page.get_by_label("Water every")
    field.fill("abc")
    page.get_by_role("button", name="Add the plant").click()
    message = page.locator("#refusal")
    expect(message).to_contain_text("'abc' is not a number of days")
    expect(message).to_be_in_viewport()
    expect(message).to_be_focused()
    field.fill("")
    # If the server names the field, the message is beside it.
    place = page.get_by_label("Where does it grow?")
    place.evaluate("(field) => { field.options[1].value = 'moon' }")
    place.select_option("moon")
    page.get_by_role("button", name="Add the plant").click()
    expect(message).to_contain_text("The location must be one of")
    expect(message).to_be_in_viewport()
    expect(place).to_be_focused()
    expect(place).to_have_attribute("aria-invalid", "true")
    expect(place).to_have_accessible_description(message.inner_text())
    visit.complaints[:] = [
        text for text in visit.complaints if "400" not in text]


def test_nothing_personal_stays_after_revocation(visit: Visit) -> None:
    page = visit.open()
    visit.keep(page)
    assert page.evaluate("caches.keys()") != []
    visit.is_away = True
    visit.served.revoke()
    try:
        page.reload()
    except Exception:  # The answer is no page.
        pass
    # What the browser keeps is deleted by the worker, whatever is shown.
    until(page, "(await caches.keys()).length === 0"
                " && (await indexedDB.databases()).length === 0")
    visit.complaints.clear()


def test_keys_move_and_act(visit: Visit) -> None:
    page = visit.open()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Next and previous plant")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    names = page.locator("main .row .row-name")
    page.keyboard.press("j")
    expect(names.first).to_be_focused()
    page.keyboard.press("j")
    expect(names.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(names.first).to_be_focused()
    name = names.first.inner_text()
    before = len(visit.served.events("task.completed"))
    page.keyboard.press("d")
    expect(page.locator("#news .toast")).to_contain_text(name)
    assert len(visit.served.events("task.completed")) > before
    page.keyboard.press("z")
    expect(page.locator("#news .toast")).to_contain_text("ndone")
    assert len(visit.served.events("task.completed")) == before
    # The sheet of the row, the search, and the tabs.
    page.keyboard.press("j")
    page.keyboard.press("s")
    expect(dialog.get_by_role("heading").first).to_contain_text("Tasks of")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("/")
    page.wait_for_url("**/plants")
    page.locator("html[data-ready]").wait_for(state="attached")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox").first).to_be_focused()
    # It is a letter there.
    page.keyboard.press("1")
    expect(page.get_by_role("searchbox").first).to_have_value("1")
    for key, path in enumerate(["camera", "browse", "plants", "", "settings"], 1):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(str(key))
        page.wait_for_url(f"{visit.served.url}/{path}")
        page.locator("html[data-ready]").wait_for(state="attached")
    page.goto("/")
    page.locator("html[data-ready]").wait_for(state="attached")
    # They can be switched off.
    page.keyboard.press("?")
    dialog.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    expect(page.locator("body")).to_be_focused()


def test_pages_work_without_scripts(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, java_script_enabled=False)
    visit.context_has_scripts = False
    page = visit.open()
    name = first_name(page)
    before = served.cares(name)
    row(page, name).locator(".done").click()
    # The message is a part of the page, so it lies over nothing.
    expect(page.locator("main .happened")).to_contain_text(name)
    assert served.cares(name) == before + 1
    page.get_by_role("button", name="Undo").click()
    expect(row(page, name).locator(".done")).to_be_visible()
    assert served.cares(name) == before
    visit.context.close()
    assert visit.complaints == []


def test_a_refused_form_is_filled_in_again(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, java_script_enabled=False)
    visit.context_has_scripts = False
    page = visit.open("/plants/new?species=Monstera+deliciosa")
    page.get_by_label("What do you call it?").fill("Fritz")
    page.locator("summary", has_text="More").click()
    page.get_by_label("Remark").fill("from the market")
    page.get_by_label("Water every").fill("abc")
    page.get_by_role("button", name="Add the plant").click()
    every = page.get_by_label("Water every")
    expect(page.get_by_role("alert")).to_contain_text("'abc'")
    expect(every).to_be_focused()
    expect(every).to_have_value("abc")
    expect(page.get_by_label("What do you call it?")).to_have_value("Fritz")
    # What was unfolded is unfolded.
    expect(page.get_by_label("Remark")).to_be_visible()
    expect(page.get_by_label("Remark")).to_have_value("from the market")
    every.fill("9d")
    page.get_by_role("button", name="Add the plant").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fritz")
    visit.context.close()
    # The browser complains of the status.
    assert ["400" in complaint for complaint in visit.complaints] == [True]


def test_the_message_stays_while_somebody_is_at_it(visit: Visit) -> None:
    page = visit.context.new_page()
    page.clock.install()
    page.goto("/")
    done(page).first.click()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    undo.focus()
    page.clock.fast_forward(20_000)
    expect(undo).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(1, 1)
    page.clock.fast_forward(9_000)
    expect(undo).to_have_count(0)
