"""A session that ends while a page is open: the page says so, nothing of the
journal stays in the browser, and what waits stays for its person alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conftest import Served, Visit, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

try:
    from playwright.sync_api import expect
except ImportError:  # Then nothing here runs.
    pass

NOTHING = ("(await caches.keys()).length === 0"
           " && (await indexedDB.databases()).length === 0")
FREE = "main .row:not(.is-done, .is-waiting):has(.done)"


def sign_in(page: Page, served: Served, person: str) -> None:
    page.get_by_label("Invitation", exact=True).fill(served.url + served.invite(person))
    page.get_by_role("button", name="Sign in").click()
    page.locator("html[data-ready]").wait_for(state="attached")


def listening(visit: Visit, path: str = "/") -> Page:
    page = visit.open(path)
    visit.keep(page)
    page.locator("html[data-live]").wait_for(state="attached")
    return page


def wait_offline(visit: Visit, page: Page) -> str:
    """Completes a task that cannot be sent; returns its plant."""
    visit.leave_server()
    task = page.locator(FREE).first
    name = task.locator(".row-name").inner_text()
    task.locator(".done").click()
    expect(page.locator("#unsent")).to_contain_text("1 action waits")
    return name


def test_an_open_page_notices_that_its_session_was_revoked(visit: Visit) -> None:
    page = listening(visit, "/plants")
    other = visit.open("/")
    visit.is_away = True
    visit.served.revoke()
    for shown in [page, other]:
        # Only the page in front listens.
        shown.bring_to_front()
        expect(shown.get_by_role("status").filter(has_text="revoked").or_(
            shown.get_by_text("Nobody is signed in")).first).to_be_visible()
        expect(shown.get_by_role("button", name="Sign in")).to_be_visible()
        assert "Monty" not in shown.content()
    until(page, NOTHING)
    assert page.evaluate("localStorage.length") == 0
    # The page is shown again after signing in.
    sign_in(page, visit.served, "Bea")
    expect(page).to_have_url(visit.served.url + "/plants")
    visit.complaints.clear()


def test_what_waits_is_sent_after_the_same_person_signs_in(visit: Visit) -> None:
    page = listening(visit)
    name = wait_offline(visit, page)
    before = visit.served.cares(name)
    visit.served.expire()
    visit.come_back()
    notice = page.get_by_role("status").filter(has_text="has ended")
    expect(notice).to_contain_text("1 action waits here")
    # Files of the program say nothing of the journal.
    until(page, "!(await caches.has('pages')) && !(await caches.has('pictures'))")
    page.reload()
    expect(page.get_by_role("status").filter(
        has_text="1 action waits here")).to_be_visible()
    assert visit.served.cares(name) == before
    sign_in(page, visit.served, "Bea")
    until(page, "(await careQueue.all()).every((one) => one.doneAt)")
    assert visit.served.cares(name) == before + 1
    visit.complaints.clear()


def test_what_waits_is_never_sent_by_somebody_else(visit: Visit) -> None:
    page = listening(visit)
    name = wait_offline(visit, page)
    before = visit.served.cares(name)
    visit.served.expire()
    visit.come_back()
    expect(page.get_by_role("status").filter(
        has_text="1 action waits here")).to_be_visible()
    sign_in(page, visit.served, "Carl")
    until(page, "(await careQueue.all()).length === 0")
    expect(page.locator(FREE).first).to_be_visible()
    assert visit.served.cares(name) == before
    visit.complaints.clear()


def test_an_answer_lost_before_signing_in_again_counts_once(
    visit: Visit
) -> None:
    page = listening(visit)
    visit.is_away = True

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    visit.context.route("**/do/**", lose)
    # Nor does the worker send it meanwhile.
    page.evaluate("""Object.defineProperty(
      ServiceWorkerRegistration.prototype, "sync", { value: undefined })""")
    task = page.locator(FREE).first
    name = task.locator(".row-name").inner_text()
    before = visit.served.cares(name)
    task.locator(".done").click()
    expect(page.locator("#news")).to_contain_text("Kept here")
    assert visit.served.cares(name) == before + 1
    visit.served.kill()
    visit.served.expire()
    visit.served.start()
    expect(page.get_by_role("status").filter(
        has_text="1 action waits here")).to_be_visible()
    visit.context.unroute("**/do/**")
    sign_in(page, visit.served, "Bea")
    until(page, "(await careQueue.all()).every((one) => one.doneAt)")
    assert visit.served.cares(name) == before + 1
    visit.complaints.clear()


def test_a_second_tab_goes_on_after_a_new_sign_in(visit: Visit) -> None:
    page = listening(visit)
    other = visit.context.new_page()
    other.goto(visit.served.url + "/join")
    sign_in(other, visit.served, "Bea")
    other.close()
    page.bring_to_front()
    task = page.locator(FREE).first
    name = task.locator(".row-name").inner_text()
    before = visit.served.cares(name)
    task.locator(".done").click()
    # The page says what was done, although its first attempt was refused.
    undo = page.locator("#news").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    assert visit.served.cares(name) == before + 1
    visit.complaints.clear()


def test_signing_out_asks_about_what_waits(visit: Visit) -> None:
    page = listening(visit, "/")
    name = wait_offline(visit, page)
    # The server answers nothing but the page.
    visit.context.route("**/do/**", lambda route: route.abort())
    visit.context.set_offline(False)
    page.goto("/settings")
    page.locator("html[data-ready]").wait_for(state="attached")
    leave = page.get_by_role("button", name="Sign out")
    leave.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(name)
    dialog.get_by_role("button", name="Cancel").click()
    assert page.evaluate("careQueue.all().then((all) => all.length)") == 1
    leave.click()
    dialog.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/join")
    until(page, NOTHING)
    visit.complaints.clear()
