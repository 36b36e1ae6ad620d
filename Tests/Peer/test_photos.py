"""Photos of two machines of which one serves."""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path

from drawing import picture
from program import DAMAGED, DONE, ROOT, Home
from server import Server
from test_commands import Machine, invitation, port, programs

__all__ = ["programs"]
DECODER = os.environ.get(
    "PLANTGUIDE_PHOTO_BIN", str(ROOT / "bin" / "plantguide-photo"))


def photos(machine: Machine) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in (machine.home.path / "blobs").glob("?" * 64)
    }


def add(machine: Machine, place: Path, number: int, *options: str) -> str:
    """Adds a photo of Monty; the name of its file."""
    before = set(photos(machine))
    source = picture(place / f"{number}.jpg", number=number)
    machine.do("photo", "add", "Monty", str(source), *options)
    held = photos(machine)
    new = held.keys() - before
    # It and its thumbnail.
    assert len(new) == 2
    return max(new, key=lambda name: len(held[name]))


def sync(machine: Machine, *options: str) -> dict:
    result = machine.run("sync", "--photos", "--json", *options)
    (outcome,) = json.loads(result.output)["remotes"]
    is_refused = outcome["refused"] or outcome["photos"]["refused"]
    assert result.code == (DAMAGED if is_refused else DONE), str(result)
    return outcome


def test_photos_go_both_ways(programs: Path, tmp_path: Path) -> None:
    shutil.copy(DECODER, programs / "plantguide-photo")
    desk = Machine(Home(tmp_path / "desk"), programs)
    phone = Machine(Home(tmp_path / "phone"), programs)
    desk.do("add", "Monstera deliciosa", "--name", "Monty", "--yes")
    names = [add(desk, tmp_path, 0), add(desk, tmp_path, 1, "--keep-original")]
    place = f"127.0.0.1:{port()}"
    server = desk.serve("--listen", place)
    try:
        said = phone.do("join", invitation(desk, f"http://{place}"))
        assert "received 2 thumbnails" in said
        sync(phone)
        assert photos(phone) == photos(desk) and set(names) < set(photos(desk))
        names.append(add(phone, tmp_path, 2))
        sync(phone)
        assert photos(phone) == photos(desk) and set(names) < set(photos(desk))
        assert not (phone.home.path / "originals").exists()

        # One that is changed where it lies there is not taken.
        name = add(desk, tmp_path, 3)
        path = desk.home.path / "blobs" / name
        whole = path.read_bytes()
        path.chmod(0o600)
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        report = sync(phone)["photos"]
        assert [refusal["photo"] for refusal in report["refused"]] == [name]
        assert name not in photos(phone)
        path.write_bytes(whole)
        assert sync(phone)["photos"]["received"] == 1

        # What one erases never comes back, also where its file comes late.
        held = photos(phone)
        phone.do("erase", "--plant", "Monty", "--photos", "--yes")
        assert not photos(phone)
        sync(phone)
        desk.do("photo", "gc")
        for name, content in held.items():
            late = desk.home.path / "blobs" / name
            late.unlink(missing_ok=True)
            late.write_bytes(content)
        sync(phone, "--check")
        assert not photos(phone)
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0


def test_a_removed_photo_is_given_to_nobody_until_it_is_back(
    programs: Path, tmp_path: Path
) -> None:
    shutil.copy(DECODER, programs / "plantguide-photo")
    desk = Machine(Home(tmp_path / "desk"), programs)
    phone = Machine(Home(tmp_path / "phone"), programs)
    desk.do("add", "Monstera deliciosa", "--name", "Monty", "--yes")
    kept = add(desk, tmp_path, 0)
    name = add(desk, tmp_path, 1)
    [plant] = json.loads(desk.do("photo", "list", "--all", "--json"))["plants"]
    [photo] = [
        photo["id"] for photo in plant["photos"] if photo["sha256"] == name
    ]
    with Server(desk.home.path) as server:
        journal = server.journal()
        files = set(photos(desk))

        def given() -> set[str]:
            paths = {file: f"/v1/{journal}/blobs/{file}" for file in files}
            return {
                file
                for file, path in paths.items()
                if server.ask("GET", path, secret=server.guest)[0] == 200
            }

        assert given() == files
        desk.do("photo", "remove", "Monty", photo, "--yes")
        assert set(photos(desk)) == files
        assert kept in given() and name not in given()
        assert len(given()) == 2
        desk.do("undo", "--yes")
        assert given() == files
        desk.do("photo", "remove", "Monty", photo, "--yes")
        server.stop()
    # A replica that never had the file gets it once the photo is back.
    place = f"127.0.0.1:{port()}"
    process = desk.serve("--listen", place)
    try:
        phone.do("join", invitation(desk, f"http://{place}"))
        sync(phone)
        assert set(photos(phone)) < files and name not in photos(phone)
        desk.do("undo", "--yes")
        sync(phone)
        assert set(photos(phone)) == files
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
