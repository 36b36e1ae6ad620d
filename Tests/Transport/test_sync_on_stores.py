"""Two machines sync through real stores, in the open and encrypted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from sync_program import ROOT, binary
from test_engines import Engine, running

CANARY = "Canaryanthus secretus"
PASSPHRASE = "correct horse battery"


class Machine:
    """A home, and the programs side by side as they are installed."""

    def __init__(self, path: Path, engine: Engine) -> None:
        self.path = path
        secret = engine.options["password"]
        path.mkdir()
        (path / "secret").write_text(secret + "\n")
        (path / "secret").chmod(0o600)
        (path / "bin").mkdir()
        shutil.copy(plantguide(), path / "bin" / "plantguide")
        shutil.copy(binary(), path / "bin" / "plantguide-sync")

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.path / "bin" / "plantguide", *arguments],
            env={
                "PATH": os.environ["PATH"], "HOME": str(self.path),
                "PLANTGUIDE_HOME": str(self.path / "home"),
                "PLANTGUIDE_STORE_PASSPHRASE": PASSPHRASE, "TZ": "UTC",
            },
            capture_output=True, text=True, timeout=120, check=False,
        )

    def do(self, *arguments: str) -> str:
        done = self.run(*arguments)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout

    def sync(self) -> dict:
        (outcome,) = json.loads(self.do("sync", "--json"))["remotes"]
        assert outcome["complete"], outcome
        return outcome

    def join(self, engine: Engine, is_encrypted: bool) -> None:
        options = engine.options
        more = ["--encrypt"] if is_encrypted else []
        if "endpoint" in options:
            more += ["--endpoint", options["endpoint"]]
            more += ["--region", options["region"]]
        self.do(
            "remote", "add", "store", engine.url.rstrip("/"),
            "--user", options["user"],
            "--password-file", str(self.path / "secret"), *more)


def plantguide() -> Path:
    return Path(
        os.environ.get("PLANTGUIDE_BIN") or ROOT / "bin" / "plantguide")


@pytest.mark.parametrize("is_encrypted", [False, True], ids=["open", "sealed"])
@pytest.mark.parametrize("kind", ["webdav-nginx", "webdav-apache", "swift-s3"])
def test_two_machines_agree(
    kind: str, is_encrypted: bool, tmp_path: Path
) -> None:
    with running(kind) as engine:
        one = Machine(tmp_path / "one", engine)
        other = Machine(tmp_path / "other", engine)
        one.do("add", CANARY, "--name", "Canary", "--as-typed", "--every", "7d")
        for machine in (one, other):
            machine.join(engine, is_encrypted)
            machine.sync()
        for number in range(20):
            one.do("note", "Canary", f"{CANARY} {number}")
            other.do("water", "Canary")
            (one if number % 2 else other).sync()
        for machine in (one, other, one):
            machine.sync()
        events = one.do("export", "events")
        assert events == other.do("export", "events")
        assert len(events.splitlines()) > 40
        nothing = one.sync()
        assert nothing["sent"] == [] and nothing["received"] == []
        # Lists of what came since, and no more.
        assert nothing["cost"]["requests"] <= 5, nothing["cost"]
        stored = b"".join(
            path.read_bytes()
            for path in engine.directory.rglob("*") if path.is_file()
        )
        names = "\n".join(
            str(path) for path in engine.directory.rglob("*"))
        writers = {
            writer["writer"] for writer in json.loads(
                one.do("sync", "status", "--json"))["remotes"][0]["writers"]
        }
        assert len(writers) == 2
        if is_encrypted:
            assert CANARY.encode() not in stored
            for writer in writers:
                assert writer.replace("-", "") not in names
                assert bytes.fromhex(writer.replace("-", "")) not in stored
        erase(engine, is_encrypted, one, other, tmp_path / "third")
        secret = engine.options["password"].encode()
        for machine in (one, other):
            for path in (machine.path / "home").rglob("*"):
                assert not path.is_file() or secret not in path.read_bytes()


def erase(
    engine: Engine, is_encrypted: bool, one: Machine, other: Machine,
    path: Path,
) -> None:
    """What one erases goes from the store, and nobody who joins gets it."""
    before = {p for p in engine.directory.rglob("*") if p.is_file()}
    one.do("erase", "--plant", "Canary", "--notes", "--yes")
    assert one.sync()["erasedThere"] == 20
    (rewritten,) = json.loads(
        one.do("sync", "--compact", "--json"))["remotes"]
    assert rewritten["rewritten"] > 0 and rewritten["erasedThere"] == 0
    after = {p for p in engine.directory.rglob("*") if p.is_file()}
    assert before - after
    assert other.sync()["erased"] == 20
    third = Machine(path, engine)
    third.join(engine, is_encrypted)
    assert third.sync()["erased"] == 0
    events = one.do("export", "events")
    assert events == other.do("export", "events")
    assert events == third.do("export", "events")


def test_what_a_store_refuses_is_told(tmp_path: Path) -> None:
    with running("webdav-nginx") as engine:
        machine = Machine(tmp_path / "one", engine)
        machine.do("add", "Aloe vera", "--name", "Aloe", "--yes")
        machine.join(engine, False)
        (machine.path / "secret").write_text("wrong-word\n")
        done = machine.run("sync")
        assert done.returncode == 4
        assert "does not accept" in done.stderr
        assert "wrong-word" not in done.stdout + done.stderr
        engine.act("stop")
        done = machine.run("sync")
        assert done.returncode == 4 and "could not reach" in done.stderr
