"""The program that decodes photos is given nothing but photos, and what it says
is shown so that it does no harm; what is no photo reaches no other program."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from PIL import Image

from campaign import need
from program import NOW, ROOT, SYSTEM, USAGE, Home, binary, environment, retold
from screen import on_terminal
from test_doctor import found

LEAF = ROOT / "Tests" / "EndToEnd" / "samples" / "leaf.jpg"

WEBP = io.BytesIO()
Image.new("RGB", (320, 240)).save(WEBP, "WEBP")

# Tells what it was given, in a file beside it, and says what drives a terminal.
CURIOUS = """#!/usr/bin/python3 -I
import json, os, sys
seen = {
    "variables": open("/proc/self/environ").read(),
    "started": sys.argv,
    "descriptors": {n: os.readlink("/proc/self/fd/" + n)
                    for n in os.listdir("/proc/self/fd")[:-1]},
}
with open(__file__ + ".seen", "w") as file:
    json.dump(seen, file)
os.write(2, b"\\x1b]0;title\\x07 no \\xff library\\nat all")
"""


def with_decoder(directory: Path, text: str) -> Path:
    """The program with a script beside it that is to decode."""
    directory.mkdir()
    shutil.copy(binary(), directory / "plantguide")
    decoder = directory / "plantguide-photo"
    decoder.write_text(text)
    decoder.chmod(0o755)
    return decoder


def test_it_gets_no_variable_and_no_terminal(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoder = with_decoder(tmp_path / "bin", CURIOUS)
    monkeypatch.setenv("PLANTGUIDE_BIN", str(decoder.with_name("plantguide")))
    binary.cache_clear()
    try:
        code, shown = on_terminal(
            home, "photo", "add", "Monty", str(LEAF), "--now", NOW,
            AWS_SECRET_ACCESS_KEY="secret", LD_PRELOAD="libm.so.6")
    finally:
        binary.cache_clear()
    seen = json.loads(Path(f"{decoder}.seen").read_text())
    assert seen["variables"] == ""
    assert seen["started"] == [str(decoder)]
    assert set(seen["descriptors"]) == {"0", "1", "2"}
    for target in seen["descriptors"].values():
        assert target.startswith("pipe:")
    assert code == SYSTEM
    assert b"\x1b]" not in shown and b"\x07" not in shown
    assert (
        "cannot decode photos: \\u{1B}]0;title\\u{7} no \ufffd library; at all"
        in shown.decode().replace("\r\n", "\n").replace("\n  ", " "))


def test_what_ends_it_is_shown_as_one_line(home: Home, tmp_path: Path) -> None:
    real = os.environ.get(
        "PLANTGUIDE_PHOTO_BIN", str(binary().parent / "plantguide-photo"))
    decoder = with_decoder(tmp_path / "bin", f"""#!/usr/bin/python3
import os, struct, subprocess, sys
program = subprocess.Popen([{real!r}], stdin=subprocess.PIPE)
head = sys.stdin.buffer.read(4)
program.stdin.write(head + sys.stdin.buffer.read(struct.unpack(">I", head)[0]))
program.stdin.flush()
sys.stdin.buffer.read(4)
os.write(2, b"\\x1b[2Jit\\nfell")
program.kill()
""")
    done = subprocess.run(
        [decoder.with_name("plantguide"), "photo", "add", "Monty", LEAF],
        env=environment(home.path), capture_output=True, text=True, check=False)
    assert done.returncode == USAGE
    assert (
        "decoding it crashed the program; it said: "
        "\\u{1B}[2Jit; fell" in done.stderr)


def test_doctor_tells_what_confines_it(home: Home, tmp_path: Path) -> None:
    def lacking(*options: str) -> str:
        need("strace")
        return subprocess.run(
            ["strace", "-f", "-qq", "-o", "/dev/null", *options, binary(),
             "doctor"],
            env=environment(home.path), capture_output=True, text=True,
            check=True).stdout

    assert "can reach nothing else" in found(home, "decoder", "ok")
    assert "warning  decoder     this system has no Landlock to confine" in lacking(
        "-e", "inject=landlock_create_ruleset:error=ENOSYS")
    assert "no seccomp to confine" in lacking("-e", "inject=seccomp:error=ENOSYS")
    decoder = with_decoder(tmp_path / "bin", "#!/bin/sh\necho no libvips >&2\n")
    told = subprocess.run(
        [decoder.with_name("plantguide"), "doctor"],
        env=environment(home.path), capture_output=True, text=True, check=True)
    assert f"{decoder} cannot decode photos: no libvips" in told.stdout
    # Who has none is told nothing.
    decoder.unlink()
    told = subprocess.run(
        [decoder.with_name("plantguide"), "doctor"],
        env=environment(home.path), capture_output=True, text=True, check=True)
    assert "decoder" not in told.stdout


@pytest.mark.parametrize("beginning, reason", [
    (b"<html><script>alert(1)</script>", "it is not a JPEG, PNG, WebP, HEIC or AVIF picture"),
    (b"\xff\xd8\xff<html><script>alert(1)</script>", "it is damaged, or has an"),
    (WEBP.getvalue(), "it is image/webp, not image/jpeg"),
], ids=["a page", "a page that begins as a JPEG", "of another kind"])
def test_what_a_member_calls_a_photo_is_opened_only_if_it_is(
    home: Home, tmp_path: Path, beginning: bytes, reason: str
) -> None:
    home.do("photo", "add", "Monty", str(LEAF))
    [photo] = home.json("photo", "list", "Monty")["plants"][0]["photos"]
    content = beginning.ljust(photo["bytes"])
    digest = hashlib.sha256(content).digest()
    # The member's journal and file come over a folder as any do.
    member = Home(tmp_path / "member", home.extra)
    member.do("import", "events", now=None, text=retold(
        home.events(), {bytes.fromhex(photo["sha256"]): digest}))
    (member.path / "blobs").mkdir(0o700, exist_ok=True)
    (member.path / "blobs" / digest.hex()).write_bytes(content)
    other = Home(tmp_path / "other", home.extra)
    for machine in (member, other):
        machine.do("remote", "add", "stick", str(tmp_path / "folder"))
        machine.do("sync", "--photos")
    assert (other.path / "blobs" / digest.hex()).read_bytes() == content
    for machine in (member, other):
        refusal = machine.refuse(
            "photo", "open", "Monty", "--program", "echo", code=USAGE,
            says=f"is not opened: {reason}")
        assert not refusal.output
        marked = "cannot be shown" in machine.do(
            "photo", "list", "Monty", "--pictures", "blocks").text
        assert marked == (beginning != WEBP.getvalue())
    opened = home.do("photo", "open", "Monty", "--program", "echo")
    assert opened.text == f"{photo['path']}\n"
