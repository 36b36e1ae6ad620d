"""What a command shows on a terminal, and the QR code that it draws there."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path


def on_screen(
    command: Sequence[str | Path], variables: Mapping[str, str],
    width: int = 80, typed: str = "",
) -> str:
    """What comes out on a terminal, where an answer is typed once a question
    is asked."""
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (50, width))
    process = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower,
        start_new_session=True,
        env={"TERM": "xterm-256color", **variables},
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            shown += os.read(leader, 1 << 16)
        except OSError:  # the other side is closed
            break
        if typed and shown.endswith((b": ", b"? ")):
            os.write(leader, typed.encode() + b"\n")
            typed = ""
    os.close(leader)
    assert process.wait() == 0, shown
    return shown.decode()


def code(shown: str, picture: Path, *, is_light: bool = False) -> str:
    """The text of the QR code on a screen, as zbarimg reads it. Ink is dark on
    a coloured or a light ground, and light on a dark one."""
    drawn = [
        re.sub("\x1b\\[[0-9;]*m", "", line)
        for line in shown.replace("\r\n", "\n").split("\n") if is_drawn(line)
    ]
    width = max(map(len, drawn))
    inked = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = []
    for line in drawn:
        halves = [inked[mark] for mark in line.ljust(width)]
        rows += [[half[0] for half in halves], [half[1] for half in halves]]
    size = 6
    dark = 0 if is_light else 1
    body = b"".join(
        bytes(0 if dot == dark else 255 for dot in row for _ in range(size))
        * size
        for row in rows
    )
    picture.write_bytes(
        b"P5 %d %d 255\n" % (width * size, len(rows) * size) + body)
    return subprocess.run(
        ["zbarimg", "--quiet", "--raw", picture], capture_output=True,
        text=True, check=True).stdout.strip()


def is_drawn(line: str) -> bool:
    """Whether a line is one of a code."""
    return bool(re.search("[█▀▄]", line)) or line.startswith("\x1b[30;107m")
