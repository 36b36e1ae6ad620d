"""Networks that are meant to do harm, or are broken: each ends in an error, or
ends the program, within its limits."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import subprocess
from pathlib import Path

import cbor2
import numpy
import pytest

import networks
from identify_program import ROOT, Ended, Identify, Refused

MEBIBYTE = 1 << 20
PICTURE = numpy.zeros((networks.EDGE, networks.EDGE, 3), dtype="uint8")


def outcome(network: bytes | Path) -> str:
    """What comes of a network and a picture, in a word."""
    with Identify(network) as program:
        try:
            program.start()
            program.scores(PICTURE)
        except Refused:
            return "refused"
        except Ended as end:
            assert end.args[0] != -signal.SIGKILL
            return "ended"
        return "ran"


def test_a_network_that_is_cut_off_is_refused(seed: int) -> None:
    network = networks.tiny()
    places = random.Random(seed).sample(range(1, len(network)), 25)
    assert {outcome(network[:place]) for place in places} <= {"refused", "ended"}


def test_changed_bytes_never_escape(seed: int, is_long: bool) -> None:
    chooser = random.Random(seed)
    network = networks.tiny()
    for _ in range(3000 if is_long else 40):
        changed = bytearray(network)
        for _ in range(chooser.randint(1, 8)):
            changed[chooser.randrange(len(changed))] = chooser.randrange(256)
        assert outcome(bytes(changed)) in {"ran", "refused", "ended"}


@pytest.mark.parametrize(
    "network", [b"\0", b"\xff" * 100, b"\x89PNG\r\n", os.urandom(1 << 16)],
    ids=["zero", "ones", "png", "noise"])
def test_what_is_no_network_is_refused(network: bytes) -> None:
    assert outcome(network) == "refused"


def test_an_empty_file_is_refused() -> None:
    with Identify(b"") as program, pytest.raises(Refused, match="empty"):
        program.start()


def test_a_directory_and_a_device_are_refused(tmp_path: Path) -> None:
    for path in [tmp_path, Path("/dev/zero")]:
        with Identify(path) as program, pytest.raises(Refused, match="no file"):
            program.start()


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.onnx"
    with large.open("wb") as file:
        file.truncate(129 * MEBIBYTE)
    with Identify(large) as program, pytest.raises(Refused, match="at most 128"):
        program.start()


def test_a_network_that_wants_all_memory_is_refused() -> None:
    net = networks.Net(1)
    net.add("Pad", net.constant([0, 0, 40000, 40000, 0, 0, 40000, 40000], "int64"),
            net.constant(0, "float32"))
    net.head(3)
    with Identify(net.bytes()) as program:
        program.start()
        with pytest.raises((Refused, Ended)):
            program.scores(PICTURE)


def test_a_network_that_takes_too_long_is_ended() -> None:
    """By its limit of processor time, whatever its parent does."""
    net = networks.Net(1)
    net.conv(3, 512)
    for _ in range(60):
        net.conv(512, 512)
    net.head(512)
    network = net.bytes()
    assert len(network) > 100 * MEBIBYTE
    edge = 512
    picture = numpy.zeros((edge, edge, 3), dtype="uint8")
    with Identify(network) as program:
        try:
            program.start()
            program.scores(picture)
        except (Refused, Ended):
            return
    pytest.skip("this machine is fast enough for it")


@pytest.mark.parametrize("frame", [
    b"", b"\xff", cbor2.dumps(["run"]), cbor2.dumps(["fly", 1]),
    cbor2.dumps(["run", 1 << 40, 8, False, False, [0.0] * 3, [1.0] * 3, b""]),
    cbor2.dumps(["run", 8, 8, False, False, [0.0] * 3, [1.0] * 3, b"short"]),
    cbor2.dumps(["run", 8, 8, False, False, [0.0] * 2, [1.0] * 3, b"\0" * 192]),
    cbor2.dumps(["run", 8, 8, False, False, [0.0] * 3, [0.0] * 3, b"\0" * 192]),
])
def test_a_broken_request_is_refused_and_the_next_answered(frame: bytes) -> None:
    with Identify(networks.tiny()) as program:
        program.start()
        program.send_frame(frame)
        with pytest.raises(Refused):
            program.answer("scores")
        assert program.scores(PICTURE).size == networks.CLASSES


def test_all_guards_hold() -> None:
    with Identify(networks.tiny()) as program:
        assert program.start() == 7


# MARK: A program that is taken over

# All that it can ask of the kernel, as the program for photos.
ALLOWED = {
    "read", "write", "brk", "madvise", "mmap", "mprotect", "mremap", "munmap",
    "clone", "exit", "exit_group", "futex", "restart_syscall", "rseq",
    "rt_sigprocmask", "rt_sigreturn", "sched_getaffinity", "set_robust_list",
    "clock_gettime", "getpid", "getrandom", "getrusage", "gettimeofday",
    "prlimit64",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("intruder") / "intruder.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-Wno-unused-result", "-o", made,
         ROOT / "Tests" / "Photo" / "intruder.c"], check=True)
    made.parent.chmod(0o755)
    return made


def passed(library: Path, deeds: str) -> list[str]:
    """What passed the filter, of what was tried from inside."""
    wrapper = ("env", f"LD_PRELOAD={library}", f"INTRUDER={deeds}")
    with Identify(
        networks.tiny(), wrapper=wrapper, errors=subprocess.PIPE
    ) as program:
        program.start()
        assert program.scores(PICTURE).size == networks.CLASSES
    *words, end = program.process.stderr.read().decode().splitlines()
    assert end == "done"
    return words


def test_no_file_and_no_network_can_be_reached(library: Path) -> None:
    name = ctypes.CDLL("libseccomp.so.2").seccomp_syscall_resolve_num_arch
    name.restype = ctypes.c_char_p
    native = ctypes.c_uint32(0)
    found = {
        (name(native, int(number)) or number.encode()).decode()
        for number in passed(library, "numbers")
    }
    assert found | {"exit", "exit_group", "clone", "rt_sigreturn"} == ALLOWED
    assert passed(library, "arguments") == []
