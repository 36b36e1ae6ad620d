"""Servers say on their network that they are there, and are found: with a real
Avahi, in networks that nothing else belongs to."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from program import DONE, SYSTEM, Home, binary, environment
from server import Server

PROGRAMS = ("avahi-daemon", "avahi-browse", "avahi-publish", "dbus-daemon", "setpriv")

BUS = """<busconfig><type>custom</type><listen>unix:path={bus}</listen>
<auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/><allow user="*"/></policy></busconfig>
"""

AVAHI = """[server]
host-name=greenhouse
use-ipv6=no
allow-interfaces=plants0
[wide-area]
enable-wide-area=no
[publish]
publish-workstation=no
"""

# A network of its own, with one link whose other end is nowhere; and a place
# of its own for the daemon's files.
NETWORK = """
set -e
ip link set lo up
ip link add plants0 type veth peer name plants1
ip addr add 192.0.2.7/24 dev plants0
ip link set plants0 up
ip link set plants1 up
mkdir -p /run/avahi-daemon
mount -t tmpfs none /run/avahi-daemon
dbus-daemon --config-file="$0/bus.conf" --fork --print-pid >&2
while [ ! -S "$0/bus" ]; do sleep 0.05; done
echo ready
exec sleep infinity
"""


class Lan:
    """A network in which Avahi can run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bus = folder / "bus"
        (folder / "bus.conf").write_text(BUS.format(bus=self.bus))
        (folder / "avahi.conf").write_text(AVAHI)
        self.variables = {
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.bus}"}
        self.started: list[subprocess.Popen[bytes]] = []
        # The bus ends with the first.
        self.process = subprocess.Popen(
            ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child",
             "sh", "-c", NETWORK, str(folder)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wait(self) -> None:
        """Waits until it is there, or skips the test."""
        assert self.process.stdout
        if self.process.stdout.readline() != b"ready\n":
            assert self.process.stderr
            pytest.skip(f"no network: {self.process.stderr.read().decode()}")

    @property
    def wrapper(self) -> list[str]:
        """What makes a program run in it, with the same root as here."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        inside = children.read_text().split()[0]
        return ["env", *(f"{name}={value}" for name, value in self.variables.items()),
                "nsenter", "-t", inside, "--net", "--mount", "--root"]

    def start(self, *arguments: str) -> None:
        self.started.append(
            subprocess.Popen(
                [*self.wrapper, *arguments], stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL))

    def run_avahi(self) -> None:
        self.start(
            "avahi-daemon", "-f", str(self.folder / "avahi.conf"),
            "--no-chroot", "--no-drop-root", "--no-rlimits")

    def discover(self, home: Home, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.wrapper, str(binary()), "remote", "discover", *arguments],
            env=environment(home.path) | {"PATH": os.environ["PATH"]},
            capture_output=True, text=True, timeout=60, check=False)

    def found(self, home: Home, count: int) -> list[dict[str, str | None]]:
        """So many servers, once as many are found."""
        peers = None
        for _ in range(40):
            done = self.discover(home, "--json")
            if done.returncode == DONE:
                peers = json.loads(done.stdout)["peers"]
                if len(peers) == count:
                    return peers
            time.sleep(0.25)
        raise AssertionError((peers, done.stderr))

    def end(self) -> None:
        for process in [*self.started, self.process]:
            process.kill()
            process.wait()


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Lan]:
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    if os.geteuid() != 0 or missing:
        pytest.skip(f"needs root and Avahi; missing: {missing}")
    # Paths of sockets are short. A test that is skipped leaves nothing either.
    with tempfile.TemporaryDirectory(prefix="plantguide-lan-") as place:
        folder = Path(place)
        folder.chmod(0o755)
        lan = Lan(folder)
        try:
            lan.wait()
            yield lan
        finally:
            lan.end()


def test_a_server_is_found_and_goes_again(
    lan: Lan, sample: Home, empty: Home
) -> None:
    refused = lan.discover(empty)
    assert refused.returncode == SYSTEM
    assert "Avahi does not answer" in refused.stderr
    lan.run_avahi()
    assert lan.found(empty, 0) == []
    assert lan.discover(empty).stdout == "Nobody on this network answers.\n"
    with Server(sample.path, listen="192.0.2.7:8714", wrapper=lan.wrapper) as server:
        (peer,) = lan.found(empty, 1)
        assert peer["url"] == "https://192.0.2.7:8714"
        assert peer["key"] == server.pinned()
        assert peer["remote"] is None
        announced = [line for line in server.lines if "announced" in line]
        assert announced[0].endswith(f"as {peer['name']}\n")
        # Nothing private: no id, name of a machine, person or plant.
        assert len(peer["name"] or "") == len("PlantGuide 123456")
        shown = lan.discover(empty).stdout
        assert peer["name"] in shown and "https://192.0.2.7:8714" in shown
        # Where it is known by its key, by whatever name and address.
        empty.do("remote", "add", "hall", "https://198.51.100.1:1")
        remotes = empty.path / "remotes.json"
        kept = json.loads(remotes.read_text())
        kept["remotes"][0]["pinnedKey"] = server.pinned()
        remotes.write_text(json.dumps(kept))
        (peer,) = lan.found(empty, 1)
        assert peer["remote"] == "hall"
        # What kills it takes it back as well.
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        assert lan.found(empty, 0) == []
    with Server(
        sample.path, "--hidden", listen="192.0.2.7:8714", wrapper=lan.wrapper
    ) as server:
        time.sleep(1)
        assert lan.found(empty, 0) == []
        assert not [line for line in server.lines if "announced" in line]


def test_what_strangers_say_is_only_said(lan: Lan, empty: Home) -> None:
    lan.run_avahi()
    lan.found(empty, 0)
    key = "A" * 43
    for port, (name, texts) in enumerate(
        [
            ("\x1b[31mred;\n\"x\" \\ é \u202e", ["key=\x1b]0;x\x07", "v=2"]),
            ("n" * 63, [f"key={key}", "x" * 200]),
            ("PlantGuide", ['x" "key=' + key, f"key={key}\nkey={key}"]),
        ],
        start=1,
    ):
        lan.start(
            "avahi-publish", "--service", name, "_plantguide._tcp",
            str(port), *texts)
    peers = lan.found(empty, 3)
    assert {peer["name"] for peer in peers} == {
        "\x1b[31mred;\n\"x\" \\ é \u202e", "n" * 63, "PlantGuide"}
    shown = lan.discover(empty)
    assert shown.returncode == DONE
    for character in "\x1b\x07\u202e":
        assert character not in shown.stdout
    assert "\n" not in shown.stdout.splitlines()[1]
    assert len(shown.stdout.splitlines()) == 5


def test_without_avahi_it_says_so(empty: Home, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(binary()), "remote", "discover"],
        env=environment(empty.path) | {"PATH": str(tmp_path)},
        capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == SYSTEM
    assert "not installed" in done.stderr and "avahi-utils" in done.stderr


def test_without_a_network_all_is_skipped_and_nothing_is_left(
    tmp_path: Path,
) -> None:
    refusing = tmp_path / "unshare"
    refusing.write_text("#!/bin/sh\necho no >&2\nexit 1\n")
    refusing.chmod(0o755)
    (tmp_path / "tmp").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", __file__, "-k", "found"],
        env=os.environ | {
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "TMPDIR": str(tmp_path / "tmp")},
        capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0 and "no network: no" in done.stdout, done.stdout
    assert "error" not in done.stdout
    assert not list((tmp_path / "tmp").glob("plantguide-lan-*"))
