"""Machines let each other in by the program's own commands, and sync."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import jsonschema_rs
import pytest

import server as peers
from codes import code, is_drawn, on_screen
from program import (
    DONE, NETWORK, ROOT, SYSTEM, USAGE, Home, Result, binary, environment
)


def wrapper(network: str) -> list[str]:
    """What makes a program run in a network of its own."""
    return ["unshare", "--net", "sh", "-ec", network + ' exec "$@"', "sh"]


LOOPBACK = "ip link set lo up;"
# One link, whose other end is nowhere.
LINK = LOOPBACK + """
ip link add plants0 type veth peer name plants1;
ip link set plants0 up; ip link set plants1 up;
"""
SEVERAL = LINK + """
ip addr add 2001:db8::7/64 dev plants0 nodad;
ip addr add 192.0.2.7/24 dev plants0; ip addr add 198.51.100.7/24 dev plants0;
ip addr add 169.254.3.4/16 dev plants0;
"""
OTHERS = ["https://198.51.100.7:8714", "https://[2001:db8::7]:8714"]


class Machine:
    """A home, and the three programs side by side as they are installed."""

    def __init__(self, home: Home, programs: Path) -> None:
        self.home = home
        self.programs = programs

    def run(self, *arguments: str, text: str = "") -> Result:
        done = subprocess.run(
            [self.programs / "plantguide", *arguments],
            env=environment(self.home.path), input=text.encode(),
            capture_output=True, timeout=60, check=False,
        )
        return Result(arguments, done.returncode, done.stdout, done.stderr)

    def within(self, network: str, *arguments: str) -> Result:
        """Runs the program in a network of its own, which a script sets up."""
        done = subprocess.run(
            [*wrapper(network), self.programs / "plantguide", *arguments],
            env=environment(self.home.path), stdin=subprocess.DEVNULL,
            capture_output=True, timeout=60, check=False,
        )
        return Result(arguments, done.returncode, done.stdout, done.stderr)

    def do(self, *arguments: str, text: str = "") -> str:
        result = self.run(*arguments, text=text)
        assert result.code == DONE, str(result)
        return result.text

    def serve(
        self, *arguments: str, network: str = ""
    ) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*(wrapper(network) if network else []), self.programs / "plantguide", "serve", *arguments],
            env=environment(self.home.path), stderr=subprocess.PIPE,
        )
        for line in iter(process.stderr.readline, b""):
            if b"listening" in line:
                return process
        raise AssertionError("it does not listen")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    sync = os.environ.get("PLANTGUIDE_SYNC_BIN") or ROOT / "bin/plantguide-sync"
    for path, name in [
        (binary(), "plantguide"), (sync, "plantguide-sync"),
        (peers.binary(), "plantguide-serve"),
    ]:
        shutil.copy(path, folder / name)
    return folder


@pytest.fixture
def desk(sample: Home, programs: Path) -> Machine:
    return Machine(sample, programs)


@pytest.fixture
def phone(empty: Home, programs: Path) -> Machine:
    return Machine(empty, programs)


def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


@pytest.fixture
def address(desk: Machine) -> Iterator[str]:
    """Where the desk serves."""
    place = f"127.0.0.1:{port()}"
    process = desk.serve("--listen", place)
    yield place
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


def on_terminal(
    machine: Machine, *arguments: str, width: int, typed: str = "",
    network: str = "", **more: str
) -> str:
    """What comes out on a terminal, where an answer is typed once a question
    is asked."""
    return on_screen(
        [*(wrapper(network) if network else []),
         machine.programs / "plantguide", *arguments],
        environment(machine.home.path, **more), width, typed)


def invitation(machine: Machine, url: str, *options: str) -> str:
    return machine.do("serve", "invite", url, *options).splitlines()[0]


def test_an_invitation_lets_one_machine_in(
    desk: Machine, phone: Machine, address: str, tmp_path: Path
) -> None:
    line = invitation(desk, f"http://{address}", "--person", "Anna")
    assert re.fullmatch(r"plantguide:join\?[!-~]+", line)
    joined = phone.do(
        "join", line, "--name", "desk", "--device", "Phone", "--json")
    schema = ROOT / "schemas" / "projections" / "join.schema.json"
    jsonschema_rs.validate({"$ref": schema.as_uri()}, json.loads(joined))
    (outcome,) = json.loads(joined)["remotes"]
    assert outcome["complete"] and outcome["received"]
    assert phone.do("export", "events") == desk.do("export", "events")
    phone.do("water", "Monty")
    desk.do("note", "Monty", "A new leaf")
    phone.do("sync")
    assert phone.do("export", "events") == desk.do("export", "events")
    other = Machine(Home(tmp_path / "other"), desk.programs)
    refused = other.run("join", line)
    assert refused.code == NETWORK and "already used" in refused.message
    assert not (other.home.path / "remotes.json").exists()
    tokens = desk.do("serve", "token", "list")
    assert "Phone" in tokens and "Anna" in tokens


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_an_invitation_is_piped_in(
    desk: Machine, phone: Machine, address: str, arguments: list[str]
) -> None:
    line = invitation(desk, f"http://{address}")
    said = phone.do(
        "join", *arguments, "--name", "desk", text=f"\n {line}\r\n")
    assert "joined " in said and " events from " in said
    plants = len(json.loads(desk.do("list", "--json"))["plants"])
    assert f"now has the journal with {plants} plants" in said
    assert "desk: nothing new" in phone.do("sync", "desk")


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_an_invitation_is_typed_unseen(
    desk: Machine, phone: Machine, address: str, arguments: list[str]
) -> None:
    line = invitation(desk, f"http://{address}")
    shown = on_terminal(phone, "join", *arguments, width=80, typed=line)
    assert "Invitation:" in shown and "joined" in shown
    assert line not in shown and "token=" not in shown
    assert "events from" in shown


def test_joining_without_a_sync_fetches_nothing(
    desk: Machine, phone: Machine, address: str
) -> None:
    line = invitation(desk, f"http://{address}")
    said = phone.do("join", line, "--no-sync")
    assert "plantguide sync peer" in said
    assert phone.do("export", "events") == ""
    assert " events from " in phone.do("sync", "peer")


class Gate:
    """A way to a server that lets some connections pass and cuts all others."""

    def __init__(self, place: str, passing: int) -> None:
        self.target = place.rsplit(":", 1)
        self.passing = passing
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:  # the test is over
                return
            self.passing -= 1
            if self.passing < 0:
                near.close()
                continue
            far = socket.create_connection((self.target[0], int(self.target[1])))
            for ends in ((near, far), (far, near)):
                threading.Thread(
                    target=self._carry, args=ends, daemon=True).start()

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(1 << 16):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:  # the other side is closed
            pass


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_who_has_joined_stays_joined_if_the_sync_fails(
    desk: Machine, phone: Machine, address: str, options: list[str]
) -> None:
    gate = Gate(address, passing=1)
    line = invitation(desk, f"http://127.0.0.1:{gate.port}")
    failed = phone.run("join", line, "--name", "desk", *options)
    assert failed.code == NETWORK, str(failed)
    assert "you have joined, but" in failed.message
    assert "plantguide sync desk" in failed.message
    if options:
        answer = json.loads(failed.text)
        assert answer["remote"] == "desk" and answer["remotes"][0]["error"]
    else:
        assert "joined " in failed.text and "now has" not in failed.text
    gate.passing = 1_000
    assert " events from " in phone.do("sync", "desk")
    gate.listener.close()


def test_who_has_a_journal_is_told_how_to_make_both_one(
    desk: Machine, phone: Machine, address: str
) -> None:
    phone.do("add", "Ocimum basilicum", "--name", "Basil", "--as-typed")
    failed = phone.run(
        "join", invitation(desk, f"http://{address}"), "--name", "desk")
    assert failed.code == phone.run("sync", "desk").code != DONE
    assert "plantguide sync desk --merge" in failed.message
    assert " events from " in phone.do("sync", "desk", "--merge", "--yes")


def test_without_an_invitation_nobody_joins(phone: Machine) -> None:
    for arguments in ([], ["-"]):
        refused = phone.run("join", *arguments, text=" \n")
        assert refused.code == USAGE
        assert "no invitation was given" in refused.message
    assert not (phone.home.path / "remotes.json").exists()


needs_networks = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root makes networks")


def invited(result: Result) -> str:
    """The address in an invitation."""
    assert result.code == DONE, str(result)
    found = re.match(r"plantguide:join\?url=([^&]+)&", result.text)
    assert found, str(result)
    return found[1]


@needs_networks
def test_an_invitation_offers_the_addresses_of_this_machine(
    desk: Machine,
) -> None:
    made = desk.within(SEVERAL, "serve", "invite")
    assert invited(made) == "https://192.0.2.7:8714"
    assert f"other addresses of this machine: {' and '.join(OTHERS)}" in made.text
    assert "plantguide serve --listen 192.0.2.7:8714" in made.text
    assert "169.254" not in made.text and "fe80" not in made.text
    assert not made.message
    answer = json.loads(
        desk.within(SEVERAL, "serve", "invite", "--json").text)
    schema = ROOT / "schemas" / "projections" / "serve-invite.schema.json"
    jsonschema_rs.validate({"$ref": schema.as_uri()}, answer)
    assert answer["others"] == OTHERS
    shown = on_terminal(
        desk, "serve", "invite", width=100, typed="3", network=SEVERAL)
    assert "1 https://192.0.2.7:8714" in shown and "Which number?" in shown
    assert "url=https://[2001:db8::7]:8714&" in shown
    assert "other addresses" not in shown
    assert re.search("[█▀▄]", shown), "no code"


@needs_networks
def test_an_invitation_takes_the_address_of_the_server(desk: Machine) -> None:
    place = port()
    for host, url, others in [
        ("0.0.0.0", f"https://192.0.2.7:{place}", ["198.51.100.7"]),
        ("[::]", f"https://[2001:db8::7]:{place}", []),
        ("198.51.100.7", f"https://198.51.100.7:{place}", []),
    ]:
        process = desk.serve("--listen", f"{host}:{place}", network=SEVERAL)
        try:
            made = desk.within(SEVERAL, "serve", "invite")
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        assert invited(made) == url and "start the server" not in made.text
        assert [host in made.text for host in ("198.51", "192.0")] == [
            host in url or host + ".100.7" in others
            for host in ("198.51", "192.0")]
        # It is where it was before.
        again = desk.within(SEVERAL, "serve", "invite")
        assert invited(again) == url
        assert f"plantguide serve --listen {host}:{place}" in again.text


@needs_networks
def test_an_invitation_names_the_key_of_the_server(
    desk: Machine, phone: Machine, tmp_path: Path
) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout",
         key, "-out", certificate, "-days", "2", "-subj", "/CN=x"],
        check=True, capture_output=True,
    )
    process = desk.serve(
        "--listen", f"127.0.0.1:{port()}", "--tls-cert", str(certificate),
        "--tls-key", str(key))
    try:
        made = desk.run("serve", "invite")
        assert invited(made).startswith("https://127.0.0.1:")
        assert " events from " in phone.do("join", made.text.splitlines()[0])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


@needs_networks
def test_an_invitation_of_this_machine_alone_warns(desk: Machine) -> None:
    alone = desk.within(LOOPBACK, "serve", "invite")
    assert invited(alone) == "http://127.0.0.1:8714"
    assert "only this machine can use" in alone.message
    typed = desk.within(SEVERAL, "serve", "invite", "https://127.0.0.1:8714")
    assert "only this machine can use" in typed.message
    assert "plantguide serve --listen 192.0.2.7:8714" in typed.message
    # A server that runs for this machine alone.
    process = desk.serve("--listen", f"127.0.0.1:{(place := port())}")
    try:
        made = desk.within(SEVERAL, "serve", "invite")
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    assert invited(made) == f"http://127.0.0.1:{place}"
    assert "only this machine can use" in made.message
    # Once it has ended, it can be started for others.
    assert invited(desk.within(SEVERAL, "serve", "invite")).startswith(
        "https://192.0.2.7:")


def test_the_list_says_what_each_token_is_good_for(desk: Machine) -> None:
    url = "http://localhost:8714"
    early, late = "2026-11-20T10:00:00Z", "2026-11-22T10:00:00Z"
    for time, *options in [
        (early, "--person", "Ann"), (late, "--person", "Bea"),
        (late, "--person", "Cem", "--read-only"),
        (late, "--person", "Fay", "--role", "care"),
        (late, "--person", "Gus", "--role", "read", "--read-only"),
    ]:
        desk.do("serve", "invite", url, *options, "--now", time)
    for person, *options in [
        ("Dan",), ("Eve", "--read-only"), ("Hal", "--role", "Care"),
        ("Ida", "--role", "all"), ("Jan", "--role", "read"),
    ]:
        desk.do("serve", "token", "create", "phone", "--person", person,
                *options, "--now", late)
    lines = desk.do("serve", "token", "list", "--now", late).splitlines()
    for person, state in [
        ("Ann", "expired"), ("Bea", "join once"), ("Cem", "join once, read"),
        ("Fay", "join once, give care"), ("Gus", "join once, read"),
        ("Dan", "read and write"), ("Eve", "read"), ("Hal", "give care"),
        ("Ida", "read and write"), ("Jan", "read"),
    ]:
        (line,) = (line for line in lines if person in line)
        assert re.split(r" {2,}", line.partition(person)[2].strip())[0] == state
    told = json.loads(desk.do("serve", "token", "list", "--json"))
    schema = ROOT / "schemas" / "projections" / "serve-token-list.schema.json"
    jsonschema_rs.validate(json.loads(schema.read_text()), told)
    access = {each["person"]: each["access"] for each in told["tokens"]}
    assert access["Hal"] == access["Fay"] == "care"
    assert access["Ida"] == access["Ann"] == "read-write"
    assert access["Jan"] == access["Gus"] == "read-only"


@pytest.mark.parametrize("role", ["care", "all", "sing"])
def test_a_role_is_one_that_there_is(desk: Machine, role: str) -> None:
    options = [] if role == "sing" else ["--read-only"]
    for words in [["invite", "http://localhost:8714"], ["token", "create", "x"]]:
        refused = desk.run("serve", *words, "--role", role, *options)
        assert refused.code == USAGE
        assert "--role" in refused.message
    assert "Nobody" in desk.do("serve", "token", "list")


def test_unknown_events_go_from_peer_to_peer_unchanged(
    phone: Machine, programs: Path, tmp_path: Path
) -> None:
    # See Tests/EndToEnd/test_upgrade.py.
    archive = peers.ROOT / "Tests" / "Golden" / "homes" / "other-types.tar.gz"
    shutil.unpack_archive(archive, tmp_path / "other")
    other = Machine(Home(tmp_path / "other" / "home"), programs)
    written = other.do("export", "events")
    server = Machine(Home(tmp_path / "server"), programs)
    server.home.path.mkdir()
    place = f"127.0.0.1:{port()}"
    process = server.serve("--listen", place)
    for machine in (other, phone):
        text = machine.do("join", invitation(server, f"http://{place}"))
    assert "2 events of a kind that is unknown here" in text, text
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert server.do("export", "events") == written
    assert phone.do("export", "events") == written
    phone.home.verify()


def erasures(machine: Machine) -> list[dict]:
    """What its remotes, which are peers, have heard of what is erased."""
    status = json.loads(machine.do("sync", "status", "--json"))
    found = [remote["erasures"] for remote in status["remotes"]]
    # Old bytes are counted of stores alone.
    assert all(known["erasedThere"] is None for known in found)
    return found


def test_what_a_peer_erases_goes_while_the_server_runs(
    desk: Machine, phone: Machine, address: str
) -> None:
    desk.do("note", "Monty", "canary-7d1c")
    phone.do("join", invitation(desk, f"http://{address}"))
    phone.do("sync")
    data = desk.home.path / "lmdb" / "data.mdb"

    def holds() -> bool:
        return b"canary-7d1c" in data.read_bytes()

    assert holds()
    phone.do("erase", "--plant", "Monty", "--notes", "--yes")
    (known,) = erasures(phone)
    assert known["unheard"] == known["here"] > 0
    assert "is not known to have heard" in phone.do("sync", "status")
    phone.do("sync")
    assert erasures(phone) == [{**known, "unheard": 0}]
    assert "confirms the erasure of" in phone.do("sync", "status")
    end = time.monotonic() + 60
    while holds() or (data.parent / "erased").exists():
        assert time.monotonic() < end
        # Whoever asks meanwhile is answered.
        assert "nothing new" in phone.do("sync")
        time.sleep(1.5)
    phone.do("note", "Monty", "after that")
    phone.do("sync")
    assert "after that" in desk.do("history", "Monty")
    assert desk.do("export", "events") == phone.do("export", "events")
    desk.home.verify()


@pytest.mark.parametrize("role", ["read", "care"])
def test_who_may_only_read_brings_nothing(
    desk: Machine, phone: Machine, address: str, role: str
) -> None:
    phone.do(
        "join", invitation(desk, f"http://{address}", "--role", role),
        "--device", "Guest")
    phone.do("sync")
    before = desk.do("export", "events")
    phone.do("note", "Monty", "From a guest")
    assert "may only be read" in phone.do("sync")
    phone.do("erase", "--plant", "Monty", "--notes", "--yes")
    phone.do("sync")
    (known,) = erasures(phone)
    assert known["unheard"] == known["here"] > 0
    assert desk.do("export", "events") == before


def test_a_revoked_token_is_refused_at_once(
    desk: Machine, phone: Machine, address: str
) -> None:
    made = desk.do("serve", "token", "create", "phone", "--person", "Anna")
    secret, _ = made.splitlines()
    file = phone.home.path.parent / "token"
    file.write_text(secret)
    file.chmod(0o600)
    phone.do(
        "remote", "add", "desk", f"http://{address}", "--password-file",
        str(file))
    phone.do("sync")
    token = re.search(r"revoke (\w+)", made)[1]
    desk.do("serve", "token", "revoke", token)
    refused = phone.run("sync")
    assert refused.code == NETWORK, str(refused)
    assert secret not in refused.message
    assert secret.encode() not in b"".join(
        path.read_bytes() for path in desk.home.path.rglob("*")
        if path.is_file())
    unknown = desk.run("serve", "token", "revoke", "nothing")
    assert unknown.code == USAGE


def test_tls_is_pinned_by_the_invitation(
    desk: Machine, phone: Machine, tmp_path: Path
) -> None:
    place = f"127.0.0.1:{port()}"
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout",
         key, "-out", certificate, "-days", "2", "-subj", "/CN=x"],
        check=True, capture_output=True,
    )
    line = invitation(desk, f"https://{place}")
    # Another key than the invitation names.
    process = desk.serve(
        "--listen", place, "--tls-cert", str(certificate), "--tls-key",
        str(key))
    try:
        refused = phone.run("join", line)
        assert refused.code == NETWORK, str(refused)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


@pytest.mark.parametrize(
    "line", ["", "plantguide:join?", "plantguide:join?url=s3://x&token=y",
             "https://example.org", "plantguide:join?url=https://x&token=AAAA"])
def test_what_is_no_invitation_is_refused(phone: Machine, line: str) -> None:
    refused = phone.run("join", line)
    assert refused.code == USAGE and "not an invitation" in refused.message


@pytest.mark.parametrize(
    "url", ["example.org", "s3://bucket/x", "https://host:8714/?x"])
def test_a_bad_address_makes_no_invitation(desk: Machine, url: str) -> None:
    refused = desk.run("serve", "invite", url)
    assert refused.code == USAGE
    assert not (desk.home.path / "tokens.json").exists()


def test_without_the_server_there_is_no_invitation(desk: Machine) -> None:
    (desk.programs / "plantguide-serve").unlink()
    refused = desk.run("serve", "invite", "https://192.0.2.7:8714")
    assert refused.code == SYSTEM
    assert not (desk.home.path / "tokens.json").exists()


def test_without_a_certificate_there_is_no_invitation(desk: Machine) -> None:
    refused = desk.run(
        "serve", "invite", "https://192.0.2.7:8714", "--tls-cert", "/none",
        "--tls-key", "/none")
    assert refused.code == SYSTEM and "/none does not exist" in refused.message
    assert not (desk.home.path / "tokens.json").exists()


@pytest.mark.parametrize(
    ("variables", "options"),
    [({}, []), ({"NO_COLOR": "1", "COLORFGBG": "15;0"}, []),
     ({"COLORFGBG": "0;15"}, ["--color", "never"])],
    ids=["coloured", "dark", "light"],
)
def test_an_invitation_is_shown_as_a_code_that_cameras_read(
    desk: Machine, tmp_path: Path, variables: dict[str, str],
    options: list[str]
) -> None:
    if not shutil.which("zbarimg"):
        pytest.skip("zbar-tools is not installed")
    shown = on_terminal(
        desk, "serve", "invite", "https://192.0.2.7:8714", *options, width=80,
        **variables)
    read = code(
        shown, tmp_path / "code.pgm",
        is_light=variables.get("COLORFGBG") == "15;0")
    # The lines that the terminal broke.
    lines = shown.replace("\r\n", "\n").split("\n")
    printed = "".join(lines[: lines.index(next(filter(is_drawn, lines)))])
    assert read.startswith("plantguide:join?url=https://192.0.2.7:8714&pin=")
    assert read == re.sub(r"\s", "", printed)


def test_no_code_is_shown_where_it_would_not_fit(desk: Machine) -> None:
    for options in ({"width": 50}, {"width": 80, "LC_ALL": "C"}):
        shown = on_terminal(
            desk, "serve", "invite", "https://192.0.2.7:8714", **options)
        assert "plantguide:join" in shown
        assert not re.search("[█▀▄]", shown)
