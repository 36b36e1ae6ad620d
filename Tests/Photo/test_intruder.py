"""A decoder that is taken over can do what the list says, and nothing else: a
library is preloaded into the program, and tries it from inside."""

from __future__ import annotations

import ctypes
import fcntl
import os
import platform
import pty
import select
import signal
import subprocess
import termios
import tty
from pathlib import Path

import pytest

from photo_program import Ended, Photo
from pictures import converted

SOURCE = Path(__file__).with_name("intruder.c")
# All that a confined decoder can ask of the kernel.
ALLOWED = {
    # its pipes
    "read", "write",
    # memory
    "brk", "madvise", "mmap", "mprotect", "mremap", "munmap",
    # threads
    "clone", "exit", "exit_group", "futex", "restart_syscall", "rseq",
    "rt_sigprocmask", "rt_sigreturn", "sched_getaffinity", "set_robust_list",
    # what it is told, and its limit of time
    "clock_gettime", "getpid", "getrandom", "getrusage", "gettimeofday",
    "prlimit64",
}
NOBODY = 65_534


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("intruder") / "intruder.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-Wall", "-Werror", "-Wno-unused-result",
         "-o", made, SOURCE], check=True)
    made.parent.chmod(0o755)
    return made


def intruded(library: Path, deeds: str, **options: object) -> Photo:
    return Photo(
        wrapper=("env", f"LD_PRELOAD={library}", f"INTRUDER={deeds}"),
        **options)


def passed(library: Path, deeds: str) -> list[str]:
    """What passed the filter, of what was tried."""
    with intruded(library, deeds, errors=subprocess.PIPE) as photo:
        # It goes on afterwards.
        assert photo.store(converted("jpeg")).width == 800
    *words, end = photo.process.stderr.read().decode().splitlines()
    photo.process.stderr.close()
    assert end == "done"
    return words


def test_every_other_system_call_is_denied(library: Path) -> None:
    """Each is tried by its number, but for those that would end the attempt.
    `clone` passes only with the arguments that make a thread."""
    seccomp = ctypes.CDLL("libseccomp.so.2")
    name = seccomp.seccomp_syscall_resolve_num_arch
    name.restype = ctypes.c_char_p
    native = ctypes.c_uint32(0)
    found = {
        (name(native, int(number)) or number.encode()).decode()
        for number in passed(library, "numbers")
    }
    untried = {"exit", "exit_group", "clone", "rt_sigreturn"}
    assert found | untried == ALLOWED


def test_no_argument_makes_more_of_those_that_stay(library: Path) -> None:
    assert passed(library, "arguments") == []


@pytest.mark.skipif(platform.machine() != "x86_64", reason="has no other kinds")
@pytest.mark.parametrize("kind", ["x32", "i386"])
def test_calls_of_another_kind_end_it(library: Path, kind: str) -> None:
    with pytest.raises(Ended) as ending:
        intruded(library, kind)
    assert ending.value.args == (-signal.SIGSYS,)


def test_it_can_end_itself(library: Path) -> None:
    with pytest.raises(Ended) as ending:
        intruded(library, "abort")
    assert ending.value.args[0] < 0


def test_it_types_nothing_into_a_terminal(library: Path) -> None:
    """Not even into one that is its own, as it leads the session, so that it
    cannot leave it."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(slave, False)

    def take_terminal() -> None:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

    with intruded(
        library, "type", errors=slave, preexec_fn=take_terminal
    ) as photo:
        assert photo.store(converted("jpeg")).width == 800
    with pytest.raises(BlockingIOError):
        print("typed:", os.read(slave, 9))
    os.close(slave)
    assert b"done" in os.read(master, 99)
    os.close(master)


@pytest.mark.parametrize("texts", [None, ["2026-03-01", "a leaf"]])
def test_it_has_no_rights_nor_others(texts: list[str] | None) -> None:
    """Nor has a thread, whenever it was started."""
    spare = os.open("/etc/passwd", os.O_RDONLY)
    with Photo(texts=texts, threads=2, pass_fds=[spare]) as photo:
        assert photo.guards & 4
        place = Path(f"/proc/{photo.process.pid}")
        # That would have its name from before it was confined.
        assert "libvips worker" not in {
            (thread / "comm").read_text().strip()
            for thread in (place / "task").iterdir()}
        photo.store(converted("jpeg"))
        threads = [place, *(place / "task").iterdir()]
        assert len(threads) > 2
        for thread in threads:
            status = dict(
                line.split(":\t", 1)
                for line in (thread / "status").read_text().splitlines()
                if ":\t" in line)
            assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2"
            for kind in ("Inh", "Prm", "Eff", "Amb"):
                assert int(status[f"Cap{kind}"], 16) == 0
            if os.getuid() == 0:
                assert int(status["CapBnd"], 16) == 0
                for kind in ("Uid", "Gid"):
                    assert set(status[kind].split()) == {str(NOBODY)}
                assert not status["Groups"].split()
        stat = (place / "stat").read_text().rsplit(")", 1)[1].split()
        session, terminal = int(stat[3]), int(stat[4])
        assert session == photo.process.pid and terminal == 0
        # What cannot be looked into belongs to root.
        assert (place / "mem").stat().st_uid == 0
        if os.getuid() == 0:
            assert sorted(os.listdir(place / "fd")) == ["0", "1", "2"]
            assert os.readlink(place / "cwd") == "/"
    os.close(spare)


def test_it_lets_others_go_first() -> None:
    with Photo() as photo:
        photo.open(converted("jpeg"))
        place = Path(f"/proc/{photo.process.pid}")
        fields = (place / "stat").read_text().rsplit(")", 1)[1].split()
        assert fields[16] == "10"
        if (group := place / "autogroup").exists():
            assert group.read_text().split()[-1] == "10"


def test_a_thread_of_before_is_confined_too(library: Path) -> None:
    with intruded(library, "thread") as photo:
        tasks = list(Path(f"/proc/{photo.process.pid}/task").iterdir())
        assert len(tasks) == 2
        for task in tasks:
            assert "Seccomp:\t2" in (task / "status").read_text()


def test_it_ends_with_its_parent() -> None:
    """Also in the midst of a picture."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        photo = Photo()
        photo.send("open", converted("jpeg"))
        os.write(write, str(photo.process.pid).encode())
        photo.process.send_signal(signal.SIGSTOP)
        os._exit(0)
    os.waitpid(child, 0)
    # It can be read once the process has ended.
    with open(os.pidfd_open(int(os.read(read, 20)))) as ending:
        assert select.select([ending], [], [], 60)[0]
    os.close(read)
    os.close(write)
