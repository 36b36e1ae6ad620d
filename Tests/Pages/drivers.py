"""Firefox by WebDriver BiDi and WebKit by WebDriver, in the few words that the
flows need. Neither needs a program besides the browser's own packages.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Driven(ABC):
    """A browser. Elements are found by selectors, and everything is waited
    for."""

    patience = 30.0

    @abstractmethod
    def goto(self, url: str) -> None: ...

    @abstractmethod
    def evaluate(self, expression: str, *arguments: str) -> Any:
        """The value of an expression of the page, whose `args` are texts."""

    @abstractmethod
    def act(self, source: dict[str, Any]) -> None:
        """Lets a mouse or a keyboard act, as both protocols name that."""

    def until(self, expression: str, *arguments: str) -> Any:
        """Waits until an expression is true; returns its value."""
        end = time.monotonic() + self.patience
        while True:
            found = None
            try:
                found = self.evaluate(expression, *arguments)
            except DriverError:  # The page is just being left.
                if time.monotonic() > end:
                    raise
            if found:
                return found
            assert time.monotonic() < end, (expression, arguments)
            time.sleep(0.05)

    def ready(self) -> None:
        self.until("document.documentElement.dataset.ready === 'true'")

    def shown(self, selector: str) -> None:
        self.until("document.querySelector(args[0]) !== null", selector)

    def gone(self, selector: str) -> None:
        self.until("document.querySelector(args[0]) === null", selector)

    def text(self, selector: str) -> str:
        return str(self.until(
            "document.querySelector(args[0])?.textContent.trim()", selector))

    def says(self, selector: str, words: str) -> None:
        self.until("document.querySelector(args[0])?.textContent"
                   ".includes(args[1])", selector, words)

    def click(self, selector: str) -> None:
        # Two equal places in turn: nothing moves it any more.
        place, before = None, False
        while place is None or place != before:
            before = place
            place = self.until("""(() => {
              const found = document.querySelector(args[0]);
              found?.scrollIntoView({ block: "center", behavior: "instant" });
              const box = found?.getBoundingClientRect();
              return box && box.width > 0 ? [Math.round(box.x + box.width / 2),
                Math.round(box.y + box.height / 2)] : null;
            })()""", selector)
        self.act({
            "type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "x": place[0], "y": place[1],
                 "duration": 0},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ]})

    def press(self, keys: str) -> None:
        self.act({"type": "key", "id": "keys", "actions": [
            {"type": kind, "value": key}
            for key in keys for kind in ["keyDown", "keyUp"]]})


class DriverError(Exception):
    """What a browser says that it cannot do."""


class BiDi(Driven):
    """A browser at the other end of a web socket."""

    def __init__(self, url: str) -> None:
        # Another library has a loop in this thread already.
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.count = 0
        self.run(self.connect(url))
        self.send("session.new", capabilities={})
        tree = self.send("browsingContext.getTree")
        self.context = tree["contexts"][0]["context"]

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    async def connect(self, url: str) -> None:
        import aiohttp
        self.client = aiohttp.ClientSession()
        self.socket = await self.client.ws_connect(url, max_msg_size=0)

    def send(self, method: str, **parameters: Any) -> Any:
        return self.run(self.ask(method, parameters))

    async def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        self.count += 1
        await self.socket.send_json(
            {"id": self.count, "method": method, "params": parameters})
        while True:
            answer = await self.socket.receive_json()
            if answer.get("id") == self.count:
                break
        if "error" in answer:
            raise DriverError(f"{answer['error']}: {answer['message']}")
        return answer["result"]

    def goto(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.context, url=url,
                  wait="complete")

    def evaluate(self, expression: str, *arguments: str) -> Any:
        answer = self.send(
            "script.callFunction", awaitPromise=True,
            functionDeclaration=f"(...args) => JSON.stringify({expression}) ?? 'null'",
            target={"context": self.context},
            arguments=[{"type": "string", "value": text} for text in arguments])
        if answer["type"] != "success":
            raise DriverError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def act(self, source: dict[str, Any]) -> None:
        self.send("input.performActions", context=self.context, actions=[source])


class WebDriver(Driven):
    """A browser behind the program that drives it by HTTP."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.path = "/session"
        answer = self.send("POST", "", {"capabilities": {"alwaysMatch": {}}})
        self.path = f"/session/{answer['sessionId']}"

    def send(self, method: str, path: str, body: Any = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(
            method, self.path + path, json.dumps(body) if body is not None else None,
            {"Content-Type": "application/json"})
        answer = connection.getresponse()
        value = json.loads(answer.read())["value"]
        connection.close()
        if answer.status != 200:
            raise DriverError(f"{value['error']}: {value['message']}")
        return value

    def goto(self, url: str) -> None:
        self.send("POST", "/url", {"url": url})

    def evaluate(self, expression: str, *arguments: str) -> Any:
        text = self.send("POST", "/execute/sync", {
            "script": "const args = Array.from(arguments);"
                      f" return JSON.stringify({expression}) ?? 'null'",
            "args": list(arguments)})
        return json.loads(text)

    def act(self, source: dict[str, Any]) -> None:
        self.send("POST", "/actions", {"actions": [source]})


@contextmanager
def firefox(folder: Path) -> Iterator[Driven]:
    process = subprocess.Popen(
        ["firefox-esr", "--headless", "--remote-debugging-port", "0",
         "--no-remote", "--profile", folder, "about:blank"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"HOME": str(folder)})
    try:
        for line in process.stderr or []:
            if found := re.search(r"BiDi listening on (ws://\S+)", line):
                break
        else:
            raise DriverError("Firefox does not listen")
        threading.Thread(
            target=(process.stderr or open(os.devnull)).read, daemon=True).start()
        yield BiDi(f"{found[1]}/session")
    finally:
        process.terminate()
        process.wait()


@contextmanager
def webkit(folder: Path) -> Iterator[Driven]:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = int(place.getsockname()[1])
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24",
         "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as name:
        display = f":{name.readline().strip()}"
    process = subprocess.Popen(
        ["WebKitWebDriver", f"--port={port}"], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"DISPLAY": display, "HOME": str(folder)})
    driven = None
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        driven = WebDriver(port)
        yield driven
    finally:
        if driven:
            driven.send("DELETE", "")
        for one in [process, screen]:
            one.terminate()
            one.wait()


ENGINES: dict[str, Callable[[Path], Any]] = {
    "firefox": firefox, "webkit": webkit}


def missing(engine: str) -> str:
    """Why a browser cannot be driven; an empty text if it can."""
    needed = {"firefox": ["firefox-esr"], "webkit": ["WebKitWebDriver", "Xvfb"]}
    absent = [name for name in needed[engine] if not shutil.which(name)]
    return f"there is no {' and no '.join(absent)}" if absent else ""
