"""The manual page, the installation, and the Debian package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from program import ROOT, binary

PACKAGING = ROOT / "packaging"


def pack(share: Path, directory: Path, *programs: Path) -> None:
    # Compressing well takes most of the time and shows nothing here.
    environment = {**os.environ, "DPKG_DEB_COMPRESSOR_LEVEL": "0"}
    run(PACKAGING / "deb.sh", binary(), share, directory, *programs,
        env=environment)


def programs_apart() -> list[Path]:
    """Those that are built."""
    places = [
        Path(os.environ.get(f"PLANTGUIDE_{name.upper()}_BIN")
             or ROOT / "bin" / f"plantguide-{name}")
        for name in ["sync", "serve", "notify", "photo", "identify"]
    ]
    return [place for place in places if place.exists()]


def run(*words: str | Path, **options) -> str:
    done = subprocess.run(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **options,
    )
    assert done.returncode == 0, f"{words}: {done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the program shares, as `make build` writes it."""
    directory = tmp_path_factory.mktemp("share")
    run(PACKAGING / "share.sh", binary(), directory)
    return directory


def files(directory: Path) -> set[str]:
    return {
        str(path.relative_to(directory))
        for path in directory.rglob("*")
        if path.is_file()
    }


# The manual page


def test_the_manual_page_is_well_formed(share: Path) -> None:
    page = share / "man" / "man1" / "plantguide.1"
    assert page.read_bytes().isascii()
    assert run("mandoc", "-T", "lint", "-W", "warning", page) == ""


def test_the_manual_page_has_what_people_look_for(share: Path) -> None:
    page = run("mandoc", "-T", "ascii", share / "man" / "man1" / "plantguide.1")
    plain = re.sub(".\b", "", page)
    headings = [line for line in plain.splitlines() if re.match("[A-Z]", line)]
    wanted = [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "COMMANDS",
        "OPTIONS",
        "ENVIRONMENT",
        "FILES",
        "EXIT STATUS",
        "EXAMPLES",
        "SEE ALSO",
    ]
    places = [headings.index(name) for name in wanted]
    assert places == sorted(places)
    for text in ["-r, --room ROOM", "PLANTGUIDE_HOME", "plantguide undo"]:
        assert text in plain


sys.path.insert(0, str(PACKAGING))
import manual_page as manual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("well-known", "well-known"),
        ("use --yes", "use \\-\\-yes"),
        (".profile", "\\&.profile"),
        ("it's a \"back\\slash\"", "it\\(aqs a \\(dqback\\eslash\\(dq"),
        ("7d … é 🌱", "7d \\[u2026] \\[u00E9] \\[u1F331]"),
    ],
)
def test_running_text_is_plain(text: str, expected: str) -> None:
    assert manual.running(text.split(" ")) == expected


def test_what_is_typed_keeps_its_characters() -> None:
    assert manual.literal("a -b | c > ~/d") == "a \\-b \\&| c > \\(ti/d"


def test_the_manual_page_shows_what_is_listed(share: Path) -> None:
    page = (share / "man" / "man1" / "plantguide.1").read_text()
    assert ".It Ic room add Ar NAME Op Ar OPTION...\n" in page
    assert ".Dl plantguide snooze \\-\\-room Kitchen" in page
    assert "Ic complete " not in page


# Installing


def test_make_installs_and_uninstalls(share: Path, tmp_path: Path) -> None:
    """The targets of the Makefile, on a program that is built already."""
    tree = tmp_path / "tree"
    shutil.copy(ROOT / "Makefile", tree.parent)
    (tmp_path / "bin").mkdir()
    shutil.copy(binary(), tmp_path / "bin" / "plantguide")
    shutil.copytree(share, tmp_path / "share")
    shutil.copytree(PACKAGING, tmp_path / "packaging")
    make = ["make", "-C", tmp_path, f"DESTDIR={tree}", "PREFIX=/usr"]
    run(*make, "install", "-o", "build")
    assert files(tree) == {
        "usr/bin/plantguide",
        "usr/share/man/man1/plantguide.1",
        "usr/share/bash-completion/completions/plantguide",
        "usr/share/zsh/site-functions/_plantguide",
        "usr/share/fish/vendor_completions.d/plantguide.fish",
    } | {f"usr/lib/systemd/user/{name}" for name in UNITS if "serve" not in name}
    # With the server comes its unit.
    shutil.copy(binary(), tmp_path / "bin" / "plantguide-serve")
    run(*make, "install", "-o", "build")
    assert files(tree) >= {
        "usr/libexec/plantguide/plantguide-serve",
        "usr/lib/systemd/user/plantguide-serve.service",
    }
    unit = tree / "usr/lib/systemd/user/plantguide-watch.service"
    assert "\nExecStart=/usr/bin/plantguide sync --watch\n" in unit.read_text()
    assert "plantguide" in run(tree / "usr/bin/plantguide", "--version")
    run(*make, "uninstall")
    assert not files(tree)


UNITS = [path.name for path in (PACKAGING / "systemd").iterdir()]


def test_the_units_are_well_formed(tmp_path: Path) -> None:
    """And start commands that there are."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed")
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "plantguide"
    program.symlink_to(binary())
    units = tmp_path / "units"
    run(PACKAGING / "units.sh", program.parent, units, "plantguide-serve")
    # No manual page is installed here to be looked for.
    said = run(
        "systemd-analyze", "verify", "--user", "--man=no",
        *(units / name for name in UNITS),
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path),
             "SYSTEMD_UNIT_PATH": f"{units}:"})
    assert str(units) not in said and "plantguide" not in said, said
    for unit in units.glob("*.service"):
        (line,) = re.findall("^ExecStart=(.*)$", unit.read_text(), re.M)
        words = line.split()
        assert words[0] == str(program)
        # What a help line names, the program knows.
        assert "usage:" in run(*words[:2], "--help").lower()


# The Debian package


@pytest.fixture(scope="module")
def package(share: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    linked = subprocess.run(["ldd", binary()], capture_output=True, check=False)
    if linked.returncode == 0:
        pytest.skip("only the static program is packed")
    directory = tmp_path_factory.mktemp("deb")
    pack(share, directory)
    (made,) = directory.iterdir()
    return made


def test_the_package_says_what_it_is(package: Path) -> None:
    version = run(binary(), "--version").split()[1]
    architecture = run("dpkg", "--print-architecture").strip()
    assert package.name == f"plantguide_{version}_{architecture}.deb"
    fields = run("dpkg-deb", "--field", package)
    assert f"Version: {version}\n" in fields
    assert f"Architecture: {architecture}\n" in fields
    assert "Depends: tzdata\n" in fields


def test_the_programs_apart_bring_what_they_need(
    share: Path, tmp_path: Path
) -> None:
    programs = programs_apart()
    if len(programs) < 5 or not shutil.which("dpkg-shlibdeps"):
        pytest.skip(
            "a program for networks, notes, photos or models, or dpkg-dev, is missing")
    pack(share, tmp_path, *programs)
    (made,) = tmp_path.glob("*.deb")
    needed = run("dpkg-deb", "--field", made, "Depends")
    for library in ["libc6", "libcurl4", "libmicrohttpd12", "libgnutls30",
                    "libqrencode4", "libdeflate0", "libsystemd0", "tzdata"]:
        assert re.search(rf"\b{library}\b", needed), needed
    # Many, and the daily program works without.
    assert "libvips42" not in needed
    assert "libopencv" not in needed
    recommended = run("dpkg-deb", "--field", made, "Recommends")
    for library in ["libvips42", "libopencv-dnn406"]:
        assert re.search(rf"\b{library}\b", recommended), recommended
    run("lintian", "--allow-root", "--fail-on", "error,warning", made)
    place = tmp_path / "place"
    run("dpkg-deb", "--extract", made, place)
    assert {f"libexec/plantguide/{path.name}" for path in programs} <= files(
        place / "usr")
    assert {f"lib/systemd/user/{name}" for name in UNITS} <= files(
        place / "usr")
    # The installed program finds its sibling.
    home = {"PLANTGUIDE_HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
    program = place / "usr/bin/plantguide"
    run(program, "add", "Aloe vera", "--name", "Ally", "--yes", env=home)
    made = run(program, "serve", "invite", "https://192.0.2.7:8714", env=home)
    assert "plantguide:join?url=https://192.0.2.7:8714&pin=" in made
    leaf = ROOT / "Tests" / "EndToEnd" / "samples" / "leaf.jpg"
    run(program, "photo", "add", "Ally", leaf, env=home)
    run(program, "remote", "add", "nas", "webdavs://localhost:1/x", env=home)
    done = subprocess.run([program, "sync"], env=home, capture_output=True)
    assert b"could not reach localhost:1" in done.stderr, done


def test_lintian_finds_no_fault(package: Path) -> None:
    run("lintian", "--allow-root", "--fail-on", "error,warning", package)


def test_the_same_program_makes_the_same_package(
    package: Path, share: Path, tmp_path: Path
) -> None:
    pack(share, tmp_path)
    assert (tmp_path / package.name).read_bytes() == package.read_bytes()


def test_dpkg_installs_and_removes_it(package: Path, tmp_path: Path) -> None:
    """In a system of its own, which has nothing but a list of packages."""
    system = tmp_path / "system"
    (system / "var/lib/dpkg/info").mkdir(parents=True)
    (system / "var/lib/dpkg/updates").mkdir()
    for name in ["status", "available"]:
        (system / "var/lib/dpkg" / name).touch()
    dpkg = [
        "dpkg",
        f"--root={system}",
        "--force-not-root",
        "--force-depends",
        "--force-bad-path",
        f"--log={tmp_path}/log",
    ]
    run(*dpkg, "--install", package)
    program = system / "usr/bin/plantguide"
    home = {"PLANTGUIDE_HOME": str(tmp_path / "home"), "TZ": "Europe/Paris"}
    run(program, "add", "Monstera deliciosa", "--name", "Monty", env=home)
    assert "Monty" in run(program, "list", env=home)
    page = system / "usr/share/man/man1/plantguide.1.gz"
    assert "--room" in run("mandoc", "-T", "utf8", page).replace("\b-", "")
    script = system / "usr/share/bash-completion/completions/plantguide"
    assert "complete" in run("bash", "-c", f". {script}; complete -p plantguide")
    run(*dpkg, "--purge", "plantguide")
    assert not [file for file in files(system / "usr") if "plantguide" in file]
