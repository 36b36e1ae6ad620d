"""Services on this machine that answer as the real ones do, and did."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "EndToEnd"), str(TESTS / "Transport")]

from program import Home
from replies import Trefle
from scripted_server import Reply, Request, Server

CANARY = "usr-c4naryK3y_4711"
LONG_AGO = "2026-11-01T09:00:00+01:00"

Serve = Callable[[Callable[[Request], Reply]], "Server"]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with one plant, and keys in the environment."""
    home = Home(
        tmp_path / "home",
        {"PLANTGUIDE_TREFLE_KEY": CANARY, "PLANTGUIDE_PLANTNET_KEY": CANARY},
    )
    home.do(
        "add", "Monstera deliciosa", "--name", "Monty", "--as-typed",
        now=LONG_AGO,
    )
    return home


@pytest.fixture
def serve(home: Home) -> Iterator[Serve]:
    """Serves a function as a service of the home."""
    servers: list[Server] = []

    def start(
        handler: Callable[[Request], Reply], name: str = "trefle",
        path: str = "/api/v1", **options: str,
    ) -> Server:
        server = Server(handler)
        servers.append(server)
        more = [f"--{key.replace('_', '-')}={value}"
                for key, value in options.items()]
        home.do(
            "services", "set", name, "--url", f"http://{server.host}{path}",
            *more)
        return server

    yield start
    for server in servers:
        server.__exit__()


@pytest.fixture(params=["old", "new"])
def trefle(request: pytest.FixtureRequest) -> Trefle:
    """Trefle in the generation of errors until 2025 and in that since 2026."""
    return Trefle(request.param)
