"""Real stores keep what the transport promises."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from sync_program import ROOT, Refused, Sync

ENGINES = ROOT / "Tests" / "Engines"
FOLDER = "v1/" + "0" * 32 + "/s/2026112300/"


@dataclass
class Engine:
    """A store that runs."""

    script: Path
    directory: Path
    url: str
    options: dict[str, str]

    def open(self, **more) -> Sync:
        return Sync().open(self.url, **{**self.options, **more})

    def act(self, *action: str) -> None:
        subprocess.run([self.script, self.directory, *action], check=True)


# What each needs of the machine, and how long its names of ports run on.
KINDS = {
    "webdav-nginx": ["nginx", "curl"],
    "webdav-apache": ["apache2", "curl"],
    "webdav-rclone": ["rclone", "curl"],
    "swift-s3": ["swift-proxy-server", "memcached", "curl"],
    "ceph-s3": ["ceph-mon", "ceph-osd", "radosgw", "curl"],
}


def free_ports() -> int:
    """The first of 100 ports that nobody listens on."""
    for first in range(21_000 + os.getpid() % 100 * 100, 60_000, 100):
        try:
            for port in range(first, first + 50):
                socket.create_server(("127.0.0.1", port)).close()
            return first
        except OSError:
            continue
    raise AssertionError("no port is free")


@contextmanager
def running(kind: str, **more: str) -> Iterator[Engine]:
    path = os.environ["PATH"] + ":/usr/sbin"
    for program in KINDS[kind]:
        if not shutil.which(program, path=path):
            pytest.skip(f"{program} is not installed; 'make engines' does that")
    is_dav = kind.startswith("webdav")
    # A server that gives up root passes no home. Stores want a real disk.
    place = None if is_dav else ROOT / ".build"
    directory = Path(tempfile.mkdtemp(prefix="engine-", dir=place))
    directory.chmod(0o755)
    script = ENGINES / f"{kind}.sh"
    first = free_ports()
    environment = {
        **os.environ,
        "DAV_PORT": str(first), "S3_PORT": str(first),
        "NODE_PORT": str(first + 2), "MON_PORT": str(first + 1),
        "OSD_PORT": str(first + 10),
        **more,
    }
    if not is_dav:
        try:
            os.setxattr(directory, "user.test", b"1")
        except OSError:
            pytest.skip(f"{directory} takes no extended attributes")
    try:
        told = subprocess.run(
            [script, directory], check=True, capture_output=True, text=True,
            env=environment, timeout=180,
        ).stdout
        said = dict(line.split("=", 1) for line in told.splitlines())
        if is_dav:
            url = said["DAV_ENDPOINT"].replace("http", "webdav") + "/"
            options = {
                "user": said["DAV_USER"], "password": said["DAV_PASSWORD"]
            }
        else:
            url = "s3://plants/My garden+ä"
            options = {
                "user": said["S3_ACCESS_KEY"], "endpoint": said["S3_ENDPOINT"],
                "password": said["S3_SECRET_KEY"], "region": said["S3_REGION"],
            }
        yield Engine(script, directory, url, options)
    finally:
        subprocess.run(
            [script, directory, "stop"], env=environment, check=False
        )
        shutil.rmtree(directory, ignore_errors=True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_real_store(kind: str, pytestconfig, chance) -> None:
    is_long = pytestconfig.getoption("--campaign") == "long"
    if kind == "ceph-s3" and not is_long:
        pytest.skip("takes long to start; 'make soak' runs it")
    with running(kind) as engine:
        objects = keeps_what_it_is_given(engine, chance)
        # A page of S3 has 1,000.
        lists(engine, objects, 1_100 if is_long else 120)
        tells_who_may(engine)
        takes_the_same_from_many(engine, chance)
        goes_on_after_a_program_was_killed(engine, chance)
        if kind == "ceph-s3":
            loses_a_disk(engine, chance)


def test_a_password_is_told_as_a_digest_where_that_is_wanted() -> None:
    with running("webdav-apache", AUTH="digest") as engine:
        with engine.open() as sync:
            assert sync.put(FOLDER + "x", b"1" * 2_000_000) == "stored"
            assert sync.get(FOLDER + "x") == b"1" * 2_000_000
            assert sync.list() == [FOLDER + "x"]
        with engine.open(password="wrong-word") as sync:
            with pytest.raises(Refused) as refusal:
                sync.list()
            assert refusal.value.kind == "credentials"


def keeps_what_it_is_given(engine: Engine, chance) -> dict[str, bytes]:
    objects = {
        f"v1/{journal:032x}/s/20261123{hour:02}/{number}.seg":
            chance.randbytes(size)
        for journal in range(2)
        for hour in range(2)
        for number, size in enumerate((0, 1, 70_000))
    }
    objects[FOLDER + "large.seg"] = chance.randbytes(9 << 20)
    with engine.open() as sync:
        assert sync.list("v1/") == []
        for name, content in objects.items():
            assert sync.get(name) is None
            assert sync.put(name, content) == "stored"
            assert sync.put(name, content) == "exists"
            for other in (content + b"x", content[1:] + b"\1", b""):
                if other == content:
                    continue
                with pytest.raises(Refused) as refusal:
                    sync.put(name, other)
                assert refusal.value.kind == "conflict"
            assert sync.get(name) == content
        with pytest.raises(Refused) as refusal:
            sync.get(FOLDER + "large.seg", 1 << 20)
        assert refusal.value.kind == "tooLarge"
        name = FOLDER + "gone"
        sync.put(name, b"1")
        assert sync.remove(name) == "removed"
        assert sync.remove(name) == "absent"
        assert sync.get(name) is None
    return objects


def lists(engine: Engine, objects: dict[str, bytes], count: int) -> None:
    with engine.open() as sync:
        for number in range(count):
            name = f"v1/{9:032x}/s/2026112305/{number:04}.seg"
            sync.put(name, b"")
            objects[name] = b""
        names = sorted(objects)
        assert sync.list("v1/") == names
        assert sync.list("v1/none/") == []
        prefix = f"v1/{9:032x}/s/"
        inner = [name for name in names if name.startswith(prefix)]
        assert sync.list(prefix) == inner
        assert sync.list(prefix, prefix + "2026112304") == inner
        assert sync.list(prefix, prefix + "2026112306") == []
        assert sync.list(prefix, inner[100]) == inner[101:]
        assert sync.hour.startswith("20")


def tells_who_may(engine: Engine) -> None:
    for wrong in ({"password": "wrong-word"}, {"user": "nobody-here"}):
        with engine.open(**wrong) as sync:
            for ask in (lambda: sync.list(), lambda: sync.put(FOLDER + "x", b"")):
                with pytest.raises(Refused) as refusal:
                    ask()
                assert refusal.value.kind == "credentials"
    missing = (
        "s3://no-such-bucket" if "s3" in engine.script.name
        else engine.url + "missing"
    )
    with Sync().open(missing, **engine.options) as sync:
        for ask in (lambda: sync.list(), lambda: sync.put(FOLDER + "x", b"")):
            with pytest.raises(Refused) as refusal:
                ask()
            # Some tell nobody which buckets there are.
            assert refusal.value.kind in ("notFound", "credentials")


def takes_the_same_from_many(engine: Engine, chance) -> None:
    """Several put the same objects at once: each is there, whole, once."""
    # Each in a place of its own, which all of them make.
    objects = {
        f"v1/{7:032x}/s/20261123{hour:02}/{hour}.seg": chance.randbytes(5_000)
        for hour in range(10)
    }
    faults: list[Exception] = []

    def put_all() -> None:
        try:
            with engine.open() as sync:
                for name, content in objects.items():
                    sync.put(name, content)
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=put_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with engine.open() as sync:
        assert sync.list(f"v1/{7:032x}/") == sorted(objects)
        for name, content in objects.items():
            assert sync.get(name) == content


def goes_on_after_a_program_was_killed(engine: Engine, chance) -> None:
    content = chance.randbytes(4 << 20)
    for number in range(6):
        name = f"v1/{8:032x}/s/2026112308/{number}.seg"
        victim = engine.open()
        victim.send(["put", name, content])
        # It may not have begun, or be in the midst, or be done.
        with pytest.raises(subprocess.TimeoutExpired):
            victim.process.wait(chance.random() * 0.1)
        victim.process.kill()
        victim.process.wait()
        for pipe in ("stdin", "stdout", "stderr"):
            getattr(victim.process, pipe).close()
        with engine.open() as sync:
            assert sync.get(name) in (None, content)
            assert sync.put(name, content) in ("stored", "exists")
            assert sync.get(name) == content
            assert name in sync.list(f"v1/{8:032x}/s/")


def loses_a_disk(engine: Engine, chance) -> None:
    """One of three storage daemons is killed while objects are stored."""
    objects = {
        f"v1/{6:032x}/s/2026112309/{number}.seg": chance.randbytes(65_536)
        for number in range(300)
    }
    with engine.open(retries=8) as sync:
        for number, (name, content) in enumerate(objects.items()):
            if number == 100:
                engine.act("kill-osd", "1")
            if number == 200:
                engine.act("start-osd", "1")
            assert sync.put(name, content) in ("stored", "exists")
        for name, content in objects.items():
            assert sync.get(name) == content
        assert sync.list(f"v1/{6:032x}/") == sorted(objects)
