"""What others change, as an open page gets to know it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest

from conftest import Served, Visit, free_port, has_photos, until
from server import Server, entry, write_tokens

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from program import Home

try:
    from playwright.sync_api import expect
except ImportError:  # Then nothing here runs.
    pass

FREE = "main .row[data-plant]:not(.is-done, .is-waiting):has(.tag.is-watering)"


def first(page: Page) -> tuple[str, str]:
    """The name and the id of the first plant that wants water."""
    task = page.locator(FREE).first
    return (task.locator(".row-name").inner_text(),
            task.get_attribute("data-plant") or "")


def wants_water(page: Page, plant: str) -> Any:
    return page.locator(
        f".row[data-plant='{plant}']:not(.is-done) .tag.is-watering")


def test_a_change_between_the_page_and_its_stream_is_shown(visit: Visit) -> None:
    """The stream begins later than the page; what came between is told."""
    streams: list[str] = []

    def delay(route: Any) -> None:
        if not streams:
            visit.served.home.do("water", name, now=None)
        streams.append(route.request.url)
        route.continue_()

    first_visit = visit.open()
    name, plant = first(first_visit)
    first_visit.close()
    visit.context.route("**/api/v1/changes*", delay)
    page = visit.open()
    expect(wants_water(page, plant)).to_have_count(0)
    assert "after=" in streams[0]


def test_a_change_while_the_stream_is_cut_off_is_shown(visit: Visit) -> None:
    page = visit.open()
    page.locator("html[data-live]").wait_for(state="attached")
    name, plant = first(page)
    visit.leave_server()
    visit.served.home.do("water", name, now=None)
    visit.come_back()
    expect(wants_water(page, plant)).to_have_count(0)


def test_a_fault_of_a_script_is_not_called_offline(visit: Visit) -> None:
    page = visit.open()
    visit.keep(page)
    page.evaluate("""document.addEventListener("beforepage", () => {
      document.getElementById("main").removeAttribute("class");
      Document.prototype.adoptNode = () => { throw new RangeError("a fault"); };
    })""")
    page.locator(FREE).first.locator(".done").click()
    expect(page.locator("#news .toast")).to_be_visible()
    page.wait_for_function("() => document.getElementById('main').className === ''")
    expect(page.locator("#unsent")).to_be_empty()
    assert any("a fault" in one for one in visit.complaints)
    # The fault comes each time that the page would change.
    visit.context.close()
    visit.complaints.clear()


@pytest.mark.skipif(not has_photos(), reason="there is no plantguide-photo")
def test_a_film_goes_on_after_a_change(visit: Visit) -> None:
    page = visit.open(
        f"/plants/{visit.served.plant('Monty')}/photos/timelapse")
    page.locator("html[data-live]").wait_for(state="attached")
    canvas = page.locator("canvas")
    expect(canvas).to_have_attribute("data-shown", "0")
    button = page.get_by_role("button", name="Next")
    page.get_by_role("slider", name="Speed").fill("2")
    button.click()
    expect(canvas).to_have_attribute("data-shown", "1")
    page.evaluate("""document.addEventListener("page",
      () => document.documentElement.dataset.again = "true")""")
    visit.served.home.do("water", "Monty", now=None)
    page.locator("html[data-again]").wait_for(state="attached")
    expect(canvas).to_have_attribute("data-shown", "1")
    expect(button).to_be_focused()
    expect(page.get_by_role("slider", name="Speed")).to_have_value("2")
    # Another one comes in place of the focus, too.
    page.evaluate("document.activeElement.blur()"
                  ", delete document.documentElement.dataset.again")
    visit.served.home.do("note", "Monty", "a leaf", now=None)
    page.locator("html[data-again]").wait_for(state="attached")
    expect(page.locator("canvas")).to_have_count(1)
    expect(canvas).to_have_attribute("data-shown", "1")
    button.click()
    expect(canvas).to_have_attribute("data-shown", "2")


@pytest.mark.skipif(not has_photos(), reason="there is no plantguide-photo")
def test_a_slow_photo_holds_up_its_own_plant_alone(visit: Visit) -> None:
    page = visit.open()
    visit.keep(page)
    own, own_plant = first(page)
    rows = page.locator(FREE)
    other = rows.nth(rows.count() - 1).locator(".row-name").inner_text()
    held: list[Any] = []
    visit.context.route("**/do/photos", lambda route: held.append(route))
    sender = visit.open("/camera")
    sender.locator("#camera-file").set_input_files({
        "name": "leaf.jpg", "mimeType": "image/jpeg", "buffer": picture()})
    sender.get_by_label("Plant").select_option(label=own)
    before = {name: visit.served.cares(name) for name in [own, other]}
    with sender.expect_request("**/do/photos"):
        sender.get_by_role("button", name="Add the photo").click()
    page.bring_to_front()
    for name in [own, other]:
        task = page.locator(FREE).filter(
            has=page.get_by_role("link", name=name, exact=True)).first
        task.locator(".done").click()
    # The other plant does not wait for the photo; its own does.
    until(page, "(await careQueue.all()).filter((one) => one.doneAt).length === 1")
    assert visit.served.cares(other) == before[other] + 1
    assert visit.served.cares(own) == before[own]
    photos = len(visit.served.events("photo.captured"))
    held[0].continue_()
    until(page, "(await careQueue.all()).every((one) => one.doneAt)")
    assert visit.served.cares(own) == before[own] + 1
    assert len(visit.served.events("photo.captured")) == photos + 1
    kinds = [event["header"]["type"] for event in visit.served.ask(
        f"history?plant={own_plant}")["events"][:2]]
    assert kinds == ["task.completed", "photo.captured"]


def picture() -> bytes:
    from io import BytesIO

    from PIL import Image
    file = BytesIO()
    Image.new("RGB", (64, 64), "#2b6a3d").save(file, "JPEG")
    return file.getvalue()


@pytest.fixture
def offset(tmp_path: Path) -> Path:
    """The file that says how many seconds the server's clock is ahead."""
    if not shutil.which("gcc"):
        pytest.skip("there is no gcc")
    path = tmp_path / "offset"
    path.write_text("0")
    return path


@pytest.fixture
def shifted(
    kept_sample: Home, tmp_path: Path, offset: Path
) -> Iterator[Served]:
    """A server whose clock can be set."""
    library = tmp_path / "clock.so"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-o", library,
         Path(__file__).with_name("clock.c"), "-ldl"], check=True)
    home = kept_sample.copy(tmp_path / "sample")
    server = Server(
        home.path, listen=f"127.0.0.1:{free_port()}",
        wrapper=["env", f"LD_PRELOAD={library}", f"CLOCK_OFFSET={offset}"])
    write_tokens(home.path, [entry(server.secret, person="Bea")])
    with server:
        yield Served(home, server)


def test_an_open_page_rolls_over_at_midnight(
    browser: Browser, shifted: Served, offset: Path
) -> None:
    zone = ZoneInfo(shifted.home.do(
        "settings", "get", "timeZone", now=None).text.split()[-1])
    now = datetime.now(zone)
    evening = (now + timedelta(days=1)).replace(
        hour=23, minute=58, second=0, microsecond=0)
    ahead = int((evening - now).total_seconds())
    visit = Visit(browser, shifted)
    offset.write_text(str(ahead))
    page = visit.open()
    page.locator("html[data-live]").wait_for(state="attached")
    head = page.locator("main header p").first
    expect(head).to_have_text(f"{evening:%A} {evening.day} {evening:%B}")
    page.locator(".done").nth(2).focus()
    page.evaluate("globalThis.isSame = true")
    offset.write_text(str(ahead + 180))
    morning = evening + timedelta(days=1)
    expect(head).to_have_text(f"{morning:%A} {morning.day} {morning:%B}")
    assert page.evaluate("globalThis.isSame && document.activeElement.matches('.done')")
    visit.context.close()
    assert visit.complaints == []


def finger(page: Page, *places: tuple[int, int]) -> None:
    """A finger that touches the screen, moves and is lifted."""
    session = page.context.new_cdp_session(page)
    for index, (x, y) in enumerate(places):
        session.send("Input.dispatchTouchEvent", {
            "type": "touchMove" if index else "touchStart",
            "touchPoints": [{"x": x, "y": y}]})
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_pulling_the_page_down_loads_it_again(
    browser: Browser, served: Served
) -> None:
    visit = Visit(browser, served, has_touch=True, is_mobile=True)
    # Without the stream, nothing else loads the page again.
    visit.context.route("**/api/v1/changes*", lambda route: route.fulfill(
        status=200, content_type="text/event-stream", body="retry: 99999999\n\n"))
    page = visit.open()
    page.evaluate("""document.addEventListener("page", () => {
      document.documentElement.dataset.again = "true"; })""")
    name, plant = first(page)
    served.home.do("water", name, now=None)
    # A short pull is none.
    finger(page, (200, 200), (200, 230), (200, 260))
    expect(page.locator(".pull")).to_have_count(0)
    assert page.locator("html[data-again]").count() == 0
    finger(page, (200, 200), (200, 260), (200, 320), (200, 380))
    expect(wants_water(page, plant)).to_have_count(0)
    expect(page.locator(".pull")).to_have_count(0)
    visit.context.close()
    assert visit.complaints == []


@pytest.mark.skipif(not has_photos(), reason="there is no plantguide-photo")
def test_swiping_turns_to_other_photos(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, has_touch=True, is_mobile=True)
    page = visit.open(f"/plants/{served.plant('Monty')}/photos")
    page.locator("main a:has(img)").first.click()
    figure = page.locator("main figure[data-photo]")
    figure.wait_for()
    page.locator("html[data-ready]").wait_for(state="attached")
    shown = [figure.get_attribute("data-photo")]
    steps = page.locator("main a[data-step]")
    way = -1 if steps.first.get_attribute("data-step") == "next" else 1
    for side in [way, -way]:
        box = figure.bounding_box()
        assert box
        x, y = int(box["x"] + box["width"] / 2), int(box["y"] + 100)
        # That is too short.
        finger(page, (x, y), (x + 20 * side, y), (x + 50 * side, y))
        expect(figure).to_have_attribute("data-photo", shown[-1] or "")
        finger(page, (x - 50 * side, y), (x, y), (x + 60 * side, y + 4))
        expect(figure).not_to_have_attribute("data-photo", shown[-1] or "")
        page.locator("html[data-ready]").wait_for(state="attached")
        shown.append(figure.get_attribute("data-photo"))
    assert shown[0] == shown[2] != shown[1]
    visit.context.close()
    assert visit.complaints == []


def test_what_waits_is_sent_without_a_page(visit: Visit) -> None:
    """What the worker does when Background Sync wakes it."""
    page = visit.open()
    visit.keep(page)
    visit.is_away = True
    visit.context.route("**/do/**", lambda route: route.abort())
    name, _ = first(page)
    before = visit.served.cares(name)
    page.locator(FREE).first.locator(".done").click()
    expect(page.locator("#news")).to_contain_text("Kept here")
    worker = visit.context.service_workers[0]
    page.goto("about:blank")
    visit.context.unroute("**/do/**")
    assert visit.served.cares(name) == before
    # Headless browsers have Background Sync off, so the test wakes the worker.
    assert worker.evaluate("""async () => {
      let end;
      const wake = Object.assign(new Event("sync"), {
        tag: "queue", waitUntil: (promise) => { end = promise; },
      });
      dispatchEvent(wake);
      await end;
      return (await careQueue.all()).every((one) => one.doneAt);
    }""")
    assert visit.served.cares(name) == before + 1
    # A page that is opened later sends nothing again.
    page = visit.open()
    until(page, "(await careQueue.all()).every((one) => one.doneAt)")
    assert visit.served.cares(name) == before + 1
