"""Terminals in which the program runs: a bare one, and a pane of tmux."""

from __future__ import annotations

import os
import pty
import select
import shlex
import subprocess
import termios
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from program import Home, binary, environment


def on_terminal(
    home: Home,
    *arguments: str,
    width: int | None = None,
    answer: bytes = b"",
    asked: bytes = b"",
    meanwhile: Callable[[], object] | None = None,
    **more: str,
) -> tuple[int, bytes]:
    """The exit code and everything that came out on a terminal. The answer is
    typed once that was asked, and something has happened meanwhile."""
    leader, follower = pty.openpty()
    if width is not None:
        termios.tcsetwinsize(follower, (50, width))
    process = subprocess.Popen(
        [binary(), *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
        env=environment(home.path, **{"TERM": "xterm-256color", **more}),
    )
    os.close(follower)
    shown = b""
    while asked not in shown:
        ready, _, _ = select.select([leader], [], [], 60)
        assert ready, shown
        shown += os.read(leader, 65536)
    if meanwhile is not None:
        meanwhile()
    if answer:
        os.write(leader, answer)
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        shown += part
    os.close(leader)
    return process.wait(), shown


@dataclass(frozen=True)
class Shown:
    """What stands on the screen after a command."""

    lines: list[str]
    """The rows of the screen, those that scrolled away included."""
    joined: list[str]
    """The lines, with what the terminal had to break put together again."""
    code: int


class Screen:
    """A pane of a given size, with a server of its own."""

    def __init__(self, folder: Path, width: int, height: int = 50):
        self._folder = folder
        self._socket = folder / "tmux"
        self._changes = folder / "changes"
        os.mkfifo(self._changes)
        self._tmux(
            "new-session", "-d", "-x", str(width), "-y", str(height), "cat"
        )
        self._tmux("set-option", "-g", "history-limit", "50000")
        self._tmux("set-option", "-g", "status", "off")
        self._tmux("set-option", "-g", "remain-on-exit", "on")
        self.width = width

    def close(self) -> None:
        self._tmux("kill-server")
        # Writers that nobody read from still wait for a reader.
        os.close(os.open(self._changes, os.O_RDONLY | os.O_NONBLOCK))

    def start(self, home: Home, *arguments: str, **more: str) -> None:
        """Runs a command in the pane and does not wait for it."""
        variables = environment(home.path, TERM="screen-256color", **more)
        lines = [f"unset {name}" for name in ("LANG", "LC_CTYPE", "LC_ALL")]
        lines += [
            f"export {name}={shlex.quote(value)}"
            for name, value in variables.items()
        ]
        lines += [
            self._call("wait-for", "go"),
            shlex.join([str(binary()), *arguments]),
            f"echo $? > {self._folder}/code",
            self._call("wait-for", "-S", "done"),
            "exec cat",
        ]
        script = self._folder / "script"
        script.write_text("\n".join(lines) + "\n")
        # A new pane has the history limit that is set by now.
        self._tmux("new-window", "-k", "-t", ":1", f"exec sh {script}")
        self._tmux("pipe-pane", f"exec cat > {self._changes}")
        self._tmux("wait-for", "-S", "go")

    def until(self, is_reached: Callable[[list[str]], bool]) -> list[str]:
        """Waits until the screen shows something, looking at each change."""
        with self._changes.open("rb", buffering=0) as changes:
            while True:
                lines = self._tmux("capture-pane", "-p").split("\n")
                if is_reached(lines):
                    return lines
                if not changes.read(65536):
                    raise AssertionError(f"the pane ended with {lines}")

    def wait(self) -> Shown:
        """Waits for the command's end."""
        self._tmux("wait-for", "done")
        return Shown(
            self._capture(),
            self._capture("-J"),
            int((self._folder / "code").read_text()),
        )

    def show(self, home: Home, *arguments: str, **more: str) -> Shown:
        """Runs a command in the pane to its end."""
        self.start(home, *arguments, **more)
        return self.wait()

    def keys(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def column_after(self, text: str) -> int:
        """The column in which the cursor stands behind a text."""
        (self._folder / "text").write_text(text)
        self._tmux(
            "new-window",
            "-k",
            "-t",
            ":1",
            f'printf %s "$(cat {self._folder}/text)"; '
            + self._call("wait-for", "-S", "done")
            + "; exec cat",
        )
        self._tmux("wait-for", "done")
        return int(self._tmux("display-message", "-p", "#{cursor_x}"))

    def _capture(self, *options: str) -> list[str]:
        text = self._tmux("capture-pane", "-p", "-S", "-", *options)
        lines = [line.rstrip() for line in text.split("\n")]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def _call(self, *arguments: str) -> str:
        """A call of tmux from within the pane."""
        return shlex.join(["tmux", "-S", str(self._socket), *arguments])

    def _tmux(self, *arguments: str) -> str:
        return run_tmux(self._socket, arguments)


def run_tmux(socket: Path, arguments: Sequence[str]) -> str:
    """Calls tmux without the user's configuration, in UTF-8."""
    done = subprocess.run(
        ["tmux", "-u", "-f", "/dev/null", "-S", str(socket), *arguments],
        capture_output=True,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm"},
        timeout=60,
        check=True,
    )
    return done.stdout.decode()
