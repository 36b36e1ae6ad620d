"""A browser, a server of a sample journal, and who is signed in there."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import random
import re
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
sys.path[:0] = [str(TESTS / "EndToEnd"), str(TESTS / "Peer")]

from PIL import Image

from program import NOW, SAMPLE, Home, binary
from server import Server, entry, token, write_tokens

CHROMIUM = shutil.which("chromium-headless-shell")
WEB = ROOT / "Resources" / "web"

if CHROMIUM:
    from playwright.sync_api import (
        expect,
        Browser, BrowserContext, ConsoleMessage, Page, sync_playwright,
    )

    # As for everything else that a busy machine is waited for.
    expect.set_options(timeout=15_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--campaign", choices=["short", "long"], default="short",
                     help="how many seeds are played")
    parser.addoption("--seed", type=int, default=20261122,
                     help="the first seed of the campaigns")


def pytest_ignore_collect(
    collection_path: Path, config: pytest.Config
) -> bool | None:
    """Other browsers than Chromium are for the long campaign."""
    is_short = config.getoption("--campaign") != "long"
    return True if is_short and collection_path.name == "test_engines.py" else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        first = metafunc.config.getoption("--seed")
        is_long = metafunc.config.getoption("--campaign") == "long"
        count = 500 if is_long else 10
        metafunc.parametrize("seed", range(first, first + count))
    if "pattern" in metafunc.fixturenames:
        metafunc.parametrize("pattern", patterns())


# The pages

# What parameters of addresses stand for; a page with another parameter needs a
# line here.
PARAMETERS = {
    "{plant}": "Monty", "{month}": "2026-11", "{year}": "2026",
    "{entry}": "Monstera deliciosa", "{day}": "2026-11-20",
}
# Other states of pages, which have no route of their own.
STATES = [
    "?select=true", "?show=overdue", "plants?select=true",
    "identify/{identification}?choose=1",
]


def patterns() -> list[str]:
    """The addresses of all pages, as their routes in Swift name them."""
    found: list[str] = []
    for path in sorted((ROOT / "Sources/JournalWeb/Pages").glob("PageRoute+*")):
        text = path.read_text(encoding="utf-8")
        found += re.findall(r'\.page\(\s*"([^"]*)"', text)
    assert "" in found
    return found + STATES


def address(pattern: str, served: Served) -> str:
    """An address that shows something; pages of photos need one."""
    def filled(part: str) -> str:
        if part == "{plant}":
            return served.plant("Monty")
        if part == "{action}":
            cares = served.ask("history?type=task.completed&limit=1")
            header = cares["events"][0]["header"]
            return f"{header['writer'][:4]}-{header['action']}"
        if part == "{identification}":
            if not can_identify():
                pytest.skip("there is no plantguide-identify")
            return served.identified()
        if part == "{photo}":
            return str(served.ask("photos")["photos"][0]["id"])
        return quote(PARAMETERS[part], safe="") if "{" in part else part
    if re.search("photo.*/", pattern) and not has_photos():
        pytest.skip("there is no plantguide-photo")
    path, mark, query = pattern.partition("?")
    return "/" + "/".join(map(filled, path.split("/"))) + mark + query


# The server

@dataclass
class Served:
    """A journal, its server, and who asks it."""

    home: Home
    server: Server
    names: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def ask(self, path: str) -> Any:
        status, _, body = self.server.ask("GET", f"/api/v1/{path}")
        assert status == 200, (status, body)
        return json.loads(body)

    def invite(self, person: str) -> str:
        """The link for a person's browser, below the server's address."""
        link: str = self.home.json(
            "serve", "invite", "--page", self.url, "--person", person,
            now=None)["link"]
        return link.removeprefix(self.url)

    def tokens(self) -> list[dict[str, Any]]:
        path = self.home.path / "tokens.json"
        found: list[dict[str, Any]] = json.loads(path.read_text())["tokens"]
        return found

    def revoke(self) -> None:
        """Revokes all tokens."""
        write_tokens(self.home.path, [
            one | {"revokedAt": "2026-11-20T10:00:00Z"} for one in self.tokens()])

    def expire(self) -> None:
        """As if the 90 days of all sessions had passed."""
        write_tokens(self.home.path, [
            one | ({"endsAt": "2026-11-20T10:00:00Z"} if "endsAt" in one else {})
            for one in self.tokens()])

    def session(self) -> str:
        """Signs a browser in, and returns its cookie."""
        link = self.url + self.invite("Bea")
        status, headers, body = self.server.ask(
            "POST", "/join", secret=None,
            raw=urlencode({"invitation": link, "device": "Test"}).encode(),
            headers={
                "Origin": self.url,
                "Content-Type": "application/x-www-form-urlencoded",
            })
        assert status == 303, (status, body)
        return headers["set-cookie"].split(";")[0]

    @cached_property
    def cookie(self) -> str:
        return self.session()

    def page(
        self, path: str, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Asks for a page as a browser does."""
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        return self.server.ask(
            "GET", path, secret=None, headers=sent | {"Cookie": self.cookie})

    def identified(self) -> str:
        """The name of a photo that the browser's person had identified, and that
        may be several plants."""
        page = self.page("/identify")[2].decode()
        found = re.search(r'data-key="([^"]*)"', page)
        assert found
        file = io.BytesIO()
        Image.new("RGB", (400, 300), "#788276").save(file, "png")
        status, _, body = self.server.ask(
            "POST", "/api/v1/identifications", secret=None, raw=file.getvalue(),
            headers={
                "Content-Type": "image/png", "Origin": self.url,
                "X-Form-Token": found[1], "Cookie": self.cookie})
        assert status == 200, (status, body)
        return str(json.loads(body)["id"])

    def plant(self, name: str) -> str:
        if not self.names:
            self.names = {
                plant["displayName"]: plant["id"]
                for plant in self.ask("plants")["plants"]}
        return self.names[name]

    def events(self, type: str) -> list[Any]:
        """The events of a type that count, in their order."""
        found: list[Any] = []
        cursor = ""
        while True:
            page = self.ask(f"history?type={type}&limit=200{cursor}")
            found += page["events"]
            if not page.get("next"):
                break
            cursor = f"&cursor={quote(page['next'])}"
        return [event for event in reversed(found) if not event["undone"]]

    def cares(self, name: str, kind: str = "watering") -> int:
        """How often a plant was cared for."""
        plant = self.plant(name)
        return sum(
            event["header"]["stream"] == plant
            and event["payload"].get("kind") == kind
            for event in self.events("task.completed"))

    def kill(self) -> None:
        self.server.process.kill()
        self.server.process.wait()

    def start(self) -> None:
        """Starts it again, unless a request that is still carried has done so."""
        if self.server.process.poll() is not None:
            self.server.__enter__()


@pytest.fixture(scope="session")
def kept_sample(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The sample journal; to be copied, never to be written."""
    folder = tmp_path_factory.mktemp("sample")
    home = Home(folder / "home")
    home.do("append", "--as-recorded", text=SAMPLE.read_bytes(), now=NOW)
    if has_photos():
        for month, height in enumerate([200, 260, 320, 380], 7):
            picture = Image.new("RGB", (400, 400), "#dfeddd")
            picture.paste("#2b6a3d", (180, 400 - height, 220, 400))
            path = folder / f"{height}.jpg"
            picture.save(path)
            home.do("photo", "add", "Monty", str(path), "--at",
                    f"2026-{month:02}-01", now=NOW)
    if can_identify():
        add_model(home, folder / "model")
    return home


def can_identify() -> bool:
    """Whether the programs that identify plants, and makers of models, are there."""
    programs = [binary().parent / f"plantguide-{name}" for name in ("identify", "photo")]
    return all(program.exists() for program in programs) and all(
        importlib.util.find_spec(name) for name in ("numpy", "onnxruntime"))


def add_model(home: Home, place: Path) -> None:
    """Adds a model that tells pictures by their colours."""
    sys.path.append(str(TESTS / "Identify"))
    import models
    home.do("model", "add", str(models.make(place, models.colours())), now=NOW)


def has_photos() -> bool:
    """Whether the program that decodes photos is there."""
    return (binary().parent / "plantguide-photo").exists()


def free_port() -> int:
    """A free port below those that the system gives to connections, which could
    take it while the server is away.
    """
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as place, contextlib.suppress(OSError):
            place.bind(("127.0.0.1", port))
            return port


def serve(home: Home) -> Iterator[Served]:
    # The same address after a restart.
    server = Server(home.path, listen=f"127.0.0.1:{free_port()}")
    write_tokens(home.path, [entry(server.secret, person="Bea")])
    with server:
        yield Served(home, server)


@pytest.fixture
def served(kept_sample: Home, tmp_path: Path) -> Iterator[Served]:
    """A server of the sample journal, for this test alone."""
    yield from serve(kept_sample.copy(tmp_path / "sample"))


@pytest.fixture(scope="module")
def shared(
    kept_sample: Home, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A server of the sample journal that tests only read."""
    yield from serve(kept_sample.copy(tmp_path_factory.mktemp("shared") / "home"))


# The browser

@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("there is no chromium-headless-shell")
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=CHROMIUM, args=[
                "--no-sandbox", "--use-fake-device-for-media-stream",
                "--use-fake-ui-for-media-stream",
            ])
        yield browser
        browser.close()


class Visit:
    """A browser that is signed in, and what it complains about."""

    def __init__(
        self, browser: Browser, served: Served, **options: Any
    ) -> None:
        options = {"viewport": {"width": 390, "height": 844}} | options
        self.served = served
        self.context = browser.new_context(base_url=served.url, **options)
        self.context.set_default_timeout(15_000)
        name, _, secret = served.session().partition("=")
        self.context.add_cookies(
            [{"name": name, "value": secret, "url": served.url}])
        self.complaints: list[str] = []
        # Without the server, the browser says so itself.
        self.is_away = False
        self.context.on("weberror", lambda error: self.fail(str(error.error)))
        self.context.on("console", self.note)

    def fail(self, error: str) -> None:
        # A test that looks at a page before its style sheet is there ends the
        # transition to it.
        if "ViewTransition opt-in disabled" not in error:
            self.complaints.append(error)

    def note(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        # The server asks a question.
        if "409 (Conflict)" in message.text:
            return
        if self.is_away and "Failed to load resource" in message.text:
            return
        self.complaints.append(f"{message.type}: {message.text}")

    def open(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.goto(path)
        if self.context_has_scripts:
            page.locator("html[data-ready]").wait_for(state="attached")
        return page

    context_has_scripts = True

    def keep(self, page: Page) -> None:
        """Waits until everything is kept for times without the server."""
        page.locator("html[data-kept]").wait_for(state="attached")

    def leave_server(self) -> None:
        self.is_away = True
        self.context.set_offline(True)

    def come_back(self) -> None:
        self.context.set_offline(False)


def until(page: Page, condition: str) -> None:
    """Waits until something holds that only a promise tells."""
    assert page.evaluate(f"""async () => {{
      for (let rest = 1200; rest > 0; rest -= 1) {{
        if ({condition}) return true;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }}
      return false;
    }}"""), condition


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Visit]:
    """A phone, signed in at a server of its own."""
    visit = Visit(browser, served)
    yield visit
    visit.context.close()
    assert visit.complaints == []


@pytest.fixture
def chance(seed: int) -> random.Random:
    return random.Random(seed)
