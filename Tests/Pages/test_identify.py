"""Which plant a photo shows: asked with the camera, with files, and of a service
that answers whatever it likes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from conftest import Served, TESTS, Visit, add_model, can_identify

sys.path += [str(TESTS / name) for name in ("Services", "Transport", "Formats")]

from replies import as_json
from scripted_server import Reply, Request, Server as Service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

try:
    from playwright.sync_api import expect
except ImportError:  # Then nothing here runs.
    pass

pytestmark = pytest.mark.skipif(
    not can_identify(), reason="there is no plantguide-identify")

HOSTILE = "<img src=https://evil.example/x onerror=alert(1)>\u202eplant"


def photo(place: Path, colour: str) -> Path:
    from PIL import Image
    Image.new("RGB", (640, 480), colour).save(place)
    return place


def asked(page: Page, file: Path) -> None:
    page.get_by_label("Take a photo").set_input_files(file)
    page.get_by_role("button", name="Identify").click()
    page.wait_for_url("**/identify/*-*")


@pytest.fixture
def plantnet(served: Served, tmp_path: Path) -> Iterator[Service]:
    """Pl@ntNet on this machine, with a hostile name first."""
    def answer(request: Request) -> Reply:
        names = [HOSTILE, "Monstera deliciosa", "Ficus lyrata"]
        return as_json({
            "bestMatch": HOSTILE, "version": "7.5",
            "remainingIdentificationRequests": 41,
            "results": [{
                "score": 0.5 - place / 10,
                "species": {
                    "scientificNameWithoutAuthor": name,
                    "commonNames": [f"common {HOSTILE}"],
                    "family": {"scientificNameWithoutAuthor": HOSTILE}},
                "images": [{
                    "organ": "leaf", "author": HOSTILE, "license": "cc-by",
                    "url": {"o": "https://evil.example/o.jpg"}}],
            } for place, name in enumerate(names)],
        })

    key = tmp_path / "key"
    key.write_text("c4naryK3y\n")
    key.chmod(0o600)
    with Service(answer) as service:
        served.home.do(
            "services", "set", "plantnet", "--key-file", str(key), "--url",
            f"http://{service.host}")
        yield service


def test_a_plant_goes_from_the_camera_into_the_collection(visit: Visit) -> None:
    visit.context.grant_permissions(["camera"])
    page = visit.open("/camera")
    page.get_by_role("link", name="What plant is this?").click()
    page.get_by_role("button", name="Use the camera").click()
    page.get_by_role("button", name="Take the photo").click()
    expect(page.get_by_text("The photo is in the form.")).to_be_visible()
    page.get_by_role("button", name="Identify").click()
    page.wait_for_url("**/identify/*-*")
    picture = page.get_by_alt_text("The photo that you sent")
    page.wait_for_function(
        "(photo) => photo.complete && photo.naturalWidth > 0",
        arg=picture.element_handle())
    page.locator("#results a").first.click()
    before = len(visit.served.events("photo.captured"))
    page.get_by_label("What do you call it?").fill("Newcomer")
    page.get_by_label("Or a new room").fill("Hall")
    page.get_by_role("button", name="Add to collection").click()
    page.wait_for_url("**/plants/*")
    expect(page.locator("#news .toast")).to_contain_text("Newcomer")
    identified = visit.served.events("plant.identified")[-1]
    photo = visit.served.events("photo.captured")[before:]
    assert [one["payload"]["photo"] for one in photo] == [
        identified["payload"]["photo"]]


def test_several_photos_of_the_camera_fill_the_form(visit: Visit) -> None:
    visit.context.grant_permissions(["camera"])
    page = visit.open("/identify")
    for number in range(2):
        page.get_by_role(
            "button", name="Begin again" if number else "Use the camera").click()
        page.get_by_role("button", name="Take the photo").click()
        expect(page.get_by_text("The photo is in the form.")).to_be_visible()
    assert page.locator("input[type=file]").evaluate_all(
        "(fields) => fields.map((field) => field.files.length)"
    ) == [1, 1, 0, 0, 0]


def test_the_place_of_the_browser_is_taken_after_a_tap(
    visit: Visit, tmp_path: Path
) -> None:
    visit.context.grant_permissions(["geolocation"])
    visit.context.set_geolocation({"latitude": 52.5200049, "longitude": -13.405})
    page = visit.open("/identify")
    asked(page, photo(tmp_path / "dull.png", "#788276"))
    page.get_by_role("link", name="Monstera deliciosa").click()
    form = page.locator("form").filter(
        has=page.get_by_role("button", name="Record it"))
    field = form.get_by_label("Place (latitude, longitude)")
    expect(field).to_have_value("")
    # The page may be shown anew before the browser knows where it is.
    page.evaluate("""() => {
      const { geolocation } = navigator;
      const ask = geolocation.getCurrentPosition.bind(geolocation);
      geolocation.getCurrentPosition = async (...rest) => {
        const page = document.querySelector("#add");
        document.dispatchEvent(new CustomEvent("wish"));
        while (page.isConnected) await new Promise((done) => setTimeout(done));
        ask(...rest);
      };
    }""")
    form.get_by_role("button", name="Use where I am").click()
    expect(field).to_have_value("52.52000, -13.40500")
    form.get_by_label("Plant", exact=True).select_option(label="Monty")
    form.get_by_role("button", name="Record it").click()
    page.wait_for_url("**/identify/history*")
    expect(page.locator("main")).to_contain_text("at 52.52, -13.405")


def test_without_scripts_a_result_is_recorded(
    browser: Browser, served: Served, tmp_path: Path
) -> None:
    visit = Visit(browser, served, java_script_enabled=False)
    visit.context_has_scripts = False
    page = visit.open("/identify")
    asked(page, photo(tmp_path / "dull.png", "#788276"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Did you mean?")
    page.get_by_role("link", name="Monstera deliciosa").click()
    page.get_by_label("Plant", exact=True).select_option(label="Monty")
    page.get_by_role("button", name="Record it").click()
    page.wait_for_url("**/identify/history*")
    expect(page.locator(".happened")).to_contain_text("Monty")
    expect(page.locator("main")).to_contain_text("Monstera deliciosa")
    visit.context.close()
    assert visit.complaints == []


def test_hostile_answers_are_text_and_load_nothing(
    visit: Visit, plantnet: Service, tmp_path: Path
) -> None:
    visit.served.home.do("settings", "set", "identificationMethod", "apiOnly")
    page = visit.open("/identify")
    foreign: list[str] = []
    page.on("request", lambda request: foreign.append(request.url)
            if not request.url.startswith(visit.served.url) else None)
    asked(page, photo(tmp_path / "leaf.png", "green"))
    expect(page.locator("#results")).to_contain_text("<img src=https://evil")
    assert "\u202e" not in page.locator("main").inner_text()
    expect(page.locator("main")).to_contain_text("Powered by Pl@ntNet")
    expect(page.locator("main")).to_contain_text("41 identifications left")
    assert page.locator("#results img").count() == 0
    # Its name is kept as text, too.
    page.locator("#results a").first.click()
    page.get_by_role("button", name="Add to collection").click()
    page.wait_for_url("**/plants/*")
    expect(page.get_by_role("heading", level=1)).to_contain_text("<img")
    assert foreign == []
    assert len(plantnet.requests) == 1


def test_a_slow_service_holds_nobody_up(
    visit: Visit, plantnet: Service, tmp_path: Path
) -> None:
    visit.served.home.do("settings", "set", "identificationMethod", "apiOnly")
    answer = plantnet.handler
    is_asked, may_answer = threading.Event(), threading.Event()

    def slow(request: Request) -> Reply:
        is_asked.set()
        assert may_answer.wait(50)
        return answer(request)

    plantnet.handler = slow
    page = visit.open("/identify")
    page.get_by_label("Take a photo").set_input_files(
        photo(tmp_path / "leaf.png", "green"))
    page.get_by_role("button", name="Identify").click(no_wait_after=True)
    assert is_asked.wait(30)
    other = visit.open("/camera")
    other.locator("#camera-file").set_input_files(
        photo(tmp_path / "new.png", "blue"))
    other.get_by_label("Plant").select_option(label="Monty")
    other.get_by_role("button", name="Add the photo").click()
    expect(other.locator("#news .toast")).to_contain_text("Monty")
    may_answer.set()
    page.wait_for_url("**/identify/*-*")


def test_a_failed_question_is_repeated_with_the_same_photo(
    browser: Browser, served: Served, plantnet: Service, tmp_path: Path
) -> None:
    visit = Visit(browser, served)
    visit.is_away = True
    served.home.do("settings", "set", "identificationMethod", "apiOnly")
    answer = plantnet.handler
    plantnet.handler = lambda request: Reply(503)
    page = visit.open("/identify")
    page.get_by_label("Take a photo").set_input_files(
        photo(tmp_path / "leaf.png", "green"))
    page.get_by_role("button", name="Identify").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Service Unavailable")
    plantnet.handler = answer
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url("**/identify/*-*")
    assert len(plantnet.requests) == 2
    visit.context.close()


def test_without_means_the_page_says_what_is_missing(
    browser: Browser, served: Served
) -> None:
    for model in served.home.json("model", "list")["models"]:
        served.home.do("model", "remove", model["name"])
    visit = Visit(browser, served)
    page = visit.open("/identify")
    expect(page.locator(".empty")).to_contain_text("plantguide model add")
    page.get_by_role("link", name="Open Settings").click()
    page.wait_for_url("**/settings#services")
    visit.context.close()


def test_the_settings_test_a_service_and_show_no_key(
    visit: Visit, plantnet: Service
) -> None:
    plantnet.handler = lambda request: as_json(
        {"quota": {"identify": {"total": 500, "remaining": 40}}})
    page = visit.open("/settings")
    expect(page.get_by_text("identifies plants", exact=True)).to_be_visible()
    row = page.locator(".row", has_text="Pl@ntNet")
    expect(row).to_contain_text("key in a file")
    expect(row).to_contain_text("not asked yet")
    row.get_by_role("button", name="Test").click()
    expect(page.locator("#news .toast")).to_contain_text("accepts the key")
    expect(row.locator(".tag.is-overdue")).to_have_text(
        "40 of 500 requests left")
    assert "c4naryK3y" not in page.content()
    page.goto("/identify")
    expect(page.locator("#identify")).to_contain_text("40 of 500 requests left")
    # A failure is the result of a test, and nothing waits to be sent again.
    plantnet.handler = lambda request: Reply(503)
    page.goto("/settings")
    row.get_by_role("button", name="Test").click()
    expect(page.locator("#news .toast")).to_contain_text("is not available (503)")
    page.reload()
    expect(row).to_contain_text("service unavailable")
    expect(page.get_by_text("to be sent")).to_have_count(0)
