"""What is measured of the pages: answers a second beside libmicrohttpd's empty
one, the longest time of a page, memory, sizes, and a browser."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self
from urllib.parse import quote, urlencode

from processes import Runner, Work, anonymous_memory, environment
from rows import Row

REPOSITORY = Path(__file__).resolve().parent.parent
SAMPLE = REPOSITORY / "Resources" / "sample" / "journal.jsonl"
ASSETS = REPOSITORY / "Resources" / "web"
BROWSER = REPOSITORY / "Benchmarks" / "browser.py"
PYTHON = REPOSITORY / ".venv" / "bin" / "python"

SEED = 20261128
# The server has one core, what asks it another.
SERVER, CLIENT = "0", "1"
ROUNDS, SECONDS = 5, 2
# Odd, so that a median is an answer that came.
ASKED = 21

# The limits: answers a second, seconds, KiB and bytes.
TODAY, UNCHANGED = 2_000, 10_000
PAGE, DELAY = 10e-3, 20e-3
MEMORY = 60e6 / 1024
FILES, SIZE = 40_000, 20_000

# What parameters of addresses stand for, besides a plant and a photo.
PARAMETERS = {"{month}": "2026-11", "{year}": "2026", "{day}": "2026-11-20"}


class Server:
    """A server on a home, and a browser's session there."""

    def __init__(self, binaries: Path, home: Path, *, core: str | None = SERVER):
        self.home = home
        self._program = str(binaries / "plantguide")
        pinned = ["taskset", "-c", core] if core else []
        # Whoever read a pipe would wake up for each answer.
        log = home.parent / f"{home.name}.log"
        self._process = subprocess.Popen(
            [
                *pinned,
                str(binaries / "plantguide-serve"),
                *("--home", str(home), "--listen", "127.0.0.1:0"),
                *("--rate", "1000000"),
            ],
            stderr=log.open("wb"),
            env=environment(home),
        )
        listening = re.compile(r"listening on (http://.+:(\d+))\n")
        while not (found := listening.search(log.read_text())):
            if self._process.poll() is not None:
                raise OSError("the server did not start")
            time.sleep(0.01)
        self.url, self.port = found[1], int(found[2])
        self.cookie = self._sign_in()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def process(self) -> int:
        return self._process.pid

    @property
    def memory(self) -> int:
        """KiB of its own."""
        return anonymous_memory(self._process.pid)

    def do(self, *arguments: str) -> str:
        """Runs a command on the server's home."""
        return subprocess.run(
            [self._program, *arguments],
            env=environment(self.home),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=True,
        ).stdout

    def _sign_in(self) -> str:
        link = json.loads(
            self.do("serve", "invite", "--page", self.url, "--json")
        )["link"]
        self.cookie = ""
        with Client(self) as client:
            form = urlencode({"invitation": link, "device": "Bench"}).encode()
            client.ask(
                "/join",
                f"Origin: {self.url}",
                "Content-Type: application/x-www-form-urlencoded",
                body=form,
            )
        return client.headers["set-cookie"].partition(";")[0]


class Client:
    """One connection, and the last answer on it."""

    def __init__(self, server: Server):
        self._server = server
        self._socket = socket.create_connection(("127.0.0.1", server.port))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def ask(self, path: str, *headers: str, body: bytes | None = None) -> float:
        """Asks for a path, and returns the seconds until the answer is there."""
        lines = [
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._server.port}",
            f"Cookie: {self._server.cookie}",
            "Accept-Encoding: gzip",
            *headers,
        ]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        sent = "\r\n".join([*lines, "", ""]).encode() + (body or b"")
        start = time.perf_counter()
        self._socket.sendall(sent)
        read = b""
        while b"\r\n\r\n" not in read:
            read += self._more()
        head, _, read = read.partition(b"\r\n\r\n")
        first, *fields = head.decode().split("\r\n")
        self.status = int(first.split()[1])
        self.headers = {
            name.lower(): value
            for name, _, value in (field.partition(": ") for field in fields)
        }
        count = int(self.headers.get("content-length", 0))
        while self.status != 304 and len(read) < count:
            read += self._more()
        self.body = read
        return time.perf_counter() - start

    def _more(self) -> bytes:
        read = self._socket.recv(1 << 16)
        if not read:
            raise OSError("the server has ended the connection")
        return read

    def page(self) -> bytes:
        """The answer, unpacked."""
        is_packed = self.headers.get("content-encoding") == "gzip"
        return gzip.decompress(self.body) if is_packed else self.body


class PageSuite:
    """Asks the server, and gathers rows for the table."""

    def __init__(self, c_programs: Path, binaries: Path, folder: Path):
        self.rows: list[Row] = []
        self.samples = []
        self._answer = str(c_programs / "answer")
        self._binaries = binaries
        self._folder = folder
        self._runner = Runner(folder)

    def run(self) -> None:
        for part in [
            self._rates,
            self._pages,
            self._photo,
            self._browser,
        ]:
            try:
                part()
            except (OSError, subprocess.SubprocessError, KeyError) as error:
                said = f"not measured ({error})".replace("|", "\\|")
                name = part.__name__.strip("_")
                self.rows.append(Row(f"pages: {name}", "", said, "", None, ""))

    # Answers a second

    def _rates(self) -> None:
        if not shutil.which("wrk"):
            raise OSError("wrk is not installed")
        home = self._sample()
        with (
            Server(self._binaries, home) as server,
            self._least() as (process, port),
        ):
            plants = len(json.loads(server.do("list", "--json"))["plants"])
            with Client(server) as client:
                client.ask("/")
                etag = client.headers["etag"]
                size = len(client.body)
                files = self._files(client)
                self._add_size("scripts and styles", FILES, files)
                self._add_size("Today without photos", SIZE, size)
            cookie = f"Cookie: {server.cookie}"
            packed = "Accept-Encoding: gzip"
            own = server.process
            works = {
                "answer": (process, [f"http://127.0.0.1:{port}/"]),
                "304": (own, [server.url, "-H", cookie, "-H",
                              f"If-None-Match: {etag}"]),
                "today": (own, [server.url, "-H", cookie, "-H", packed]),
                "anew": (own, ["-s", self._script(), server.url, "-H", cookie,
                               "-H", packed]),
            }
            rates = {name: [] for name in works}
            for turn in range(ROUNDS + 1):
                for name, work in works.items():
                    rate = self._rate(*work)
                    if turn:
                        rates[name].append(rate)
            memory = server.memory
        least = rates["answer"]
        self._add_rate("304 of Today", UNCHANGED, rates["304"], least,
                       "the library; session and version are looked up")
        name = f"Today, {plants} plants"
        self._add_rate(name, TODAY, rates["today"], least,
                       "as 304, and the bytes")
        self._add_rate(f"{name}, made again", None, rates["anew"], least,
                       "reading plants, writing HTML, compressing it")
        self._add_memory("much use of Today", memory)

    def _rate(self, process: int, arguments: list[str]) -> tuple[float, float]:
        """The answers of a process, by a second of its core and of the clock."""
        before = core_seconds(process)
        done = subprocess.run(
            ["taskset", "-c", CLIENT, "wrk", "-t1", "-c1", f"-d{SECONDS}s",
             *arguments],
            stdout=subprocess.PIPE, text=True, check=True,
        ).stdout
        if "Non-2xx" in done and "If-None-Match" not in str(arguments):
            raise OSError("the server refused requests")
        taken = core_seconds(process) - before
        count = re.search(r"(\d+) requests in", done)
        rate = re.search(r"Requests/sec:\s+([\d.]+)", done)
        return int(count[1]) / max(taken, 1e-3), float(rate[1])

    def _script(self) -> str:
        """What lets wrk ask for another address each time, so that no answer is
        one that was kept."""
        path = self._folder / "anew.lua"
        path.write_text(
            "local n = 0\n"
            "request = function()\n"
            "  n = n + 1\n"
            f'  return wrk.format(nil, "/?did=" .. n .. "-{os.getpid()}")\n'
            "end\n"
        )
        return str(path)

    @contextlib.contextmanager
    def _least(self) -> Iterator[tuple[int, int]]:
        """The C program that answers with nothing: its process and its port."""
        with subprocess.Popen(
            ["taskset", "-c", SERVER, self._answer],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as process:
            yield process.pid, int(process.stdout.readline())
            process.stdin.close()

    def _sample(self) -> Path:
        home = self._folder / "sample"
        if not home.exists():
            subprocess.run(
                [str(self._binaries / "plantguide"), "append", "--as-recorded"],
                stdin=SAMPLE.open("rb"), stdout=subprocess.DEVNULL,
                env=environment(home), check=True,
            )
        return home

    def _files(self, client: Client) -> int:
        """The compressed bytes of all scripts and styles."""
        count = 0
        for file in ASSETS.iterdir():
            if file.suffix in (".css", ".js"):
                client.ask(f"/assets/any/{file.name}")
                count += len(client.body)
        return count

    # The pages of a large journal

    def _pages(self) -> None:
        events, plants = 100_000, 500
        home = self._folder / "pages"
        self._runner.run(
            Work(
                "pages",
                [str(self._binaries / "plantguide-bench"), "generate",
                 str(home), str(events), str(plants), str(SEED)],
            )
        )
        with Server(self._binaries, home) as server, Client(server) as client:
            plant = json.loads(server.do("list", "--limit", "1", "--json"))
            care = json.loads(
                server.do("history", "--type", "task.completed", "--limit",
                          "1", "--json").splitlines()[0])

            def asked(path: str) -> float:
                """The seconds that a core works for an answer."""
                before = core_seconds(server.process)
                client.ask(path)
                if client.status != 200:
                    raise OSError(f"{path} is answered with {client.status}")
                return core_seconds(server.process) - before

            taken = {}
            head = care["header"]
            action = f"{head['writer'][:4]}-{head['action']}"
            for path in addresses(plant["plants"][0]["id"], action):
                first = asked(path)
                mark = "&" if "?" in path else "?"
                again = statistics.median(
                    asked(f"{path}{mark}did={turn}") for turn in range(ASKED)
                )
                taken[path] = (again, first)
            memory = server.memory
        name = f"{plants} plants, {events:,} events"
        slowest = sorted(taken, key=lambda path: -taken[path][0])
        shown = "; ".join(
            f"`{path.replace(plant['plants'][0]['id'], 'ID')}` "
            f"{taken[path][0] * 1e3:.1f} ms" for path in slowest[:5])
        self.rows.append(
            Row(f"every page, {name}, made again",
                f"≤ {PAGE * 1e3:.0f} ms of a core", f"{shown} (of {len(taken)})", "",
                taken[slowest[0]][0] <= PAGE, "folding what they show"))
        first = max(taken, key=lambda path: taken[path][1])
        self.rows.append(
            Row(f"the slowest first answer after the start, {name}", "",
                f"`{first}` {taken[first][1] * 1e3:.1f} ms", "", None,
                "folding the care of all plants once"))
        self._add_memory(f"all pages, {name}", memory)

    # A photo beside

    def _photo(self) -> None:
        """The longest time of other answers while a photo is decoded."""
        photo = self._folder / "photo.jpg"
        subprocess.run(
            ["vips", "gaussnoise", str(self._folder / "noise.v"), "4000", "3000",
             "--sigma", "40", "--mean", "128"], check=True)
        subprocess.run(
            ["vips", "cast", str(self._folder / "noise.v"), str(photo), "uchar"],
            check=True)
        body = photo.read_bytes()
        with Server(self._binaries, self._sample(), core=None) as server:
            plants = json.loads(server.do("list", "--json"))["plants"]
            with Client(server) as client, Client(server) as other:
                client.ask("/")
                key = re.search(
                    rb'<main[^>]*data-key="([^"]+)"', client.page())
                path = f"/api/v1/photos?plant={quote(plants[0]['id'])}"
                headers = [
                    f"Origin: {server.url}", f"X-Form-Token: {key[1].decode()}",
                    "Content-Type: image/jpeg",
                ]
                alone = [client.ask("/") for _ in range(200)]
                answered = threading.Event()

                def add() -> None:
                    try:
                        other.ask(path, *headers, body=body)
                    finally:
                        answered.set()

                thread = threading.Thread(target=add)
                start = time.perf_counter()
                thread.start()
                beside = []
                while not answered.is_set():
                    beside.append(client.ask("/"))
                    time.sleep(0.001)
                thread.join()
                seconds = time.perf_counter() - start
                if other.status != 200:
                    raise OSError(f"the photo was refused: {other.status}")
        delay = max(beside) - statistics.median(alone)
        self.rows.append(
            Row("another answer while a photo of 12 megapixels is added",
                f"≤ {DELAY * 1e3:.0f} ms later",
                f"{delay * 1e3:.1f} ms later, of {len(beside)} in "
                f"{seconds:.2f} s", f"{statistics.median(alone) * 1e3:.2f} ms "
                "(alone)", delay <= DELAY,
                "the same thread takes the bytes; the decoder has the other"))

    # A browser

    def _browser(self) -> None:
        if not PYTHON.exists() or not shutil.which("chromium-headless-shell"):
            raise OSError("needs .venv and chromium-headless-shell")
        with Server(self._binaries, self._sample(), core=None) as server:
            said = json.loads(
                subprocess.run(
                    [str(PYTHON), str(BROWSER), server.url, server.cookie],
                    stdout=subprocess.PIPE, text=True, check=True,
                ).stdout)
        for name, unit, limit, cause in [
            ("largest paint of Today", "ms", 300, "the browser's own start"),
            ("layout shift of Today", "", 0, "sizes are known beforehand"),
            ("a tap answered on screen, processor throttled 4 times", "ms", 100,
             "the browser's frame"),
        ]:
            value = said[name]
            unit = f" {unit}" if unit else ""
            self.rows.append(
                Row(f"Chromium: {name}", f"≤ {limit}{unit}",
                    f"{value:.3g}{unit}", "", value <= limit, cause))

    # Rows

    def _add_rate(
        self,
        name: str,
        limit: int | None,
        rates: list[tuple[float, float]],
        least: list[tuple[float, float]],
        limited_by: str,
    ) -> None:
        """A core's second counts, as other work on the machine takes none of
        it; the second rate is that of one connection by the clock."""
        core, clock = map(statistics.median, zip(*rates))
        least_core, least_clock = map(statistics.median, zip(*least))
        self.rows.append(
            Row(name, f"≥ {limit:,}/s of a core" if limit else "",
                f"{core:,.0f}/s ({clock:,.0f}/s by the clock)",
                f"{least_core:,.0f}/s ({least_clock:,.0f}/s, answer)",
                core >= limit if limit else None, limited_by))

    def _add_memory(self, after: str, memory: int) -> None:
        self.rows.append(
            Row(f"memory of the server after {after}", "≤ 60 MB",
                f"{memory * 1024 / 1e6:.1f} MB", "", memory <= MEMORY,
                "kept pages, the catalogue's words; not the map"))

    def _add_size(self, name: str, limit: int, size: int) -> None:
        self.rows.append(
            Row(f"{name}, compressed", f"≤ {limit / 1e3:.0f} kB",
                f"{size / 1e3:.1f} kB", "", size <= limit, "gzip"))


def core_seconds(process: int) -> float:
    """The seconds that a core has worked for a process."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(
        int((task / "schedstat").read_text().split()[0]) for task in tasks
    ) / 1e9


def addresses(plant: str, action: str) -> list[str]:
    """The addresses of all pages that need no photo and no identification, as
    their routes in Swift name them."""
    found = []
    for path in sorted(
        (REPOSITORY / "Sources/JournalWeb/Pages").glob("PageRoute+*")
    ):
        found += re.findall(r'\.page\(\s*"([^"]*)"', path.read_text())
    known = PARAMETERS | {
        "{plant}": plant, "{entry}": quote("Monstera deliciosa"),
        "{action}": action,
    }
    filled = [
        "/" + "/".join(known.get(part, part) for part in pattern.split("/"))
        for pattern in found
        if "photos/" not in pattern and "{identification}" not in pattern
    ]
    return [*filled, "/?select=true", "/?show=overdue", "/plants?view=list"]
