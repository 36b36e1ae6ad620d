"""What bash, zsh and fish offer while a command line is typed: the shells
themselves, at a terminal where that matters."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from program import Home, binary, retold

# Names that shells take for more than names.
HARD = [
    "Swiss Miss",
    "Monty's ear",
    'say "hi"',
    "$HOME `id`",
    "back\\slash",
    "Fern: big=@",
    "star*?[a]",
    "👩‍🌾 Röschen",
    "~tilde#!",
    "semi;colon|&",
]


@pytest.fixture
def full(home: Home) -> Home:
    """Monty, Basil, hard names, a plant that left, and a room of two words."""
    plants = [
        {"type": "plant.added", "plant": name, "scientificName": "Ficus lyrata"}
        for name in [*HARD, "Gone one"]
    ]
    home.append(*plants)
    home.do("remove", "Gone one")
    return home


def complete(home: Home, shell: str, *words: str) -> list[str]:
    """What the program says may finish a line."""
    lines = home.do("complete", shell, "--", *words, now=None).text
    return [line.split("\t")[0] for line in lines.splitlines()]


# The program alone


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_values_of_every_kind_are_found(full: Home, shell: str) -> None:
    def offered(*words: str) -> list[str]:
        return complete(full, shell, *words)

    assert offered("wat") == ["water"]
    assert offered("room", "") == ["list", "add", "edit", "order", "delete"]
    assert offered("show", "Mon") == ["Monty", "Monty's ear"]
    assert offered("show", "mon") == ["monty", "monty's ear"]
    assert offered("water", "--room=Liv") == ["--room=Living Room"]
    assert offered("move", "Monty", "Bath") == ["Bathroom"]
    assert offered("snooze", "Monty", "w") == ["watering"]
    assert offered("snooze", "Monty", "watering", "1") == ["1w", "1m"]
    assert offered("remove", "Monty", "--reason", "s") == ["sold"]
    assert offered("task", "add", "Monty", "watering", "--due", "tom") == [
        "tomorrow"
    ]
    assert offered("calendar", "nov") == ["november"]
    assert offered("list", "--columns", "na") == ["name"]
    assert offered("list", "--columns", "name,ro") == ["name,room"]
    assert offered("settings", "set", "hook") == ["hookSeconds"]
    assert offered("settings", "set", "units", "") == ["metric", "imperial"]
    assert offered("settings", "set", "reminders", "f") == ["false"]
    assert offered("settings", "set", "pager", "") == []
    assert offered("help", "da") == ["dates"]
    assert offered("help", "schedule", "s") == ["show", "suggest", "set"]
    assert offered("nonsense", "") == []
    assert not offered("show", "Gone")
    assert offered("restore", "") == ["Gone one"]
    assert set(offered("show", "")) >= {*HARD, "Monty", "Basil"} - {"~x"}


def test_what_plants_are_like_is_found(sample: Home) -> None:
    def offered(*words: str) -> list[str]:
        return complete(sample, "zsh", *words)

    assert offered("list", "--tag", "f") == ["fussy"]
    assert offered("list", "--family", "Orc") == ["Orchidaceae"]
    assert offered("list", "--genus", "Mon") == ["Monstera"]
    sample.do("list", "--save", "shelf", "--favorite")
    assert offered("list", "--filter", "s") == ["shelf"]
    assert offered("list", "--forget", "s") == ["shelf"]
    tasks = [task for task in sample.json("task", "list")["tasks"]]
    assert len(offered("task", "done", "")) == len(tasks) > 1
    (task,) = offered("done", "--task", "fk")
    assert task in sample.do("task", "list").text


def test_the_catalogue_is_offered(empty: Home) -> None:
    def offered(*words: str) -> list[str]:
        return complete(empty, "zsh", *words)

    assert "Monstera deliciosa" in offered("add", "Monstera del")
    assert "swiss Cheese Plant" in offered("add", "swiss")
    assert "deliciosa" in offered("species", "monstera", "del")
    assert "Monstera deliciosa" in offered(
        "edit", "Monty", "--scientific", "Monstera de"
    )
    assert offered("browse", "Fer") == ["Fern", "Ferocactus"]
    assert "Hoya" in offered("browse", "Ho")
    assert offered("add", "") == []


def test_a_plant_is_found_by_its_other_names_and_short_id(full: Home) -> None:
    (monty,) = [
        plant
        for plant in full.json("list")["plants"]
        if plant["nickname"] == "Monty"
    ]
    assert complete(full, "zsh", "show", monty["shortId"][:4]) == [
        monty["shortId"]
    ]
    assert complete(full, "zsh", "show", "Monstera d") == ["Monstera deliciosa"]


def test_names_that_would_break_a_line_give_short_ids(
    full: Home, tmp_path: Path
) -> None:
    name = "A line cleared\x1b[2J"
    made = full.append(
        {"type": "plant.added", "plant": "Placeholder", "scientificName": "Ficus"}
    )
    short = made["made"][0]["shortId"]
    received = Home(tmp_path / "received")
    received.do("import", "events", now=None, text=retold(
        full.events(), {"Placeholder": name}))
    found = received.do("complete", "zsh", "--", "show", "", now=None).text
    assert "\x1b" not in found and f"\n{short}\t" in found


def test_an_empty_home_stays_empty(empty: Home) -> None:
    assert complete(empty, "fish", "show", "") == []
    assert complete(empty, "fish", "list", "--room", "K") == ["Kitchen"]
    assert not empty.path.exists()


# The shells


@pytest.fixture
def place(full: Home, tmp_path: Path) -> dict[str, str]:
    """The environment of a user who has the program and its completions."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "plantguide").symlink_to(binary())
    user = tmp_path / "user"
    fish = user / ".config" / "fish" / "completions"
    zsh = user / "zsh"
    for directory in [fish, zsh]:
        directory.mkdir(parents=True)
    for shell, script in [
        ("bash", user / "plantguide.bash"),
        ("zsh", zsh / "_plantguide"),
        ("fish", fish / "plantguide.fish"),
    ]:
        script.write_text(full.do("completions", shell, now=None).text)
    (user / "leaf.jsonl").touch()
    return {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOME": str(user),
        "PLANTGUIDE_HOME": str(full.path),
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "TZ": "Europe/Paris",
    }


def test_fish_offers_what_the_program_finds(place: dict[str, str]) -> None:
    def offered(line: str) -> list[str]:
        done = subprocess.run(
            ["fish", "--private", "-c", 'complete -C "$LINE"'],
            env={**place, "LINE": line},
            cwd=place["HOME"],
            capture_output=True,
            text=True,
            check=True,
        )
        return [found.split("\t")[0] for found in done.stdout.splitlines()]

    assert offered("plantguide wat") == ["water"]
    assert offered("plantguide show Mon") == ["Monty", "Monty's ear"]
    assert offered("plantguide show 'Monty\\'s e") == ["Monty's ear"]
    assert offered("plantguide show Swiss\\ M") == ["Swiss Miss"]
    assert offered("plantguide show \"Swiss M") == ["Swiss Miss"]
    assert offered("plantguide list --room=Liv") == ["--room=Living Room"]
    assert offered("plantguide list --room Liv") == ["Living Room"]
    assert offered("plantguide import l") == ["leaf.jsonl"]
    assert offered("plantguide restore G") == ["Gone one"]
    assert offered("true; plantguide show Mon")[0] == "Monty"


class Terminal:
    """A shell at a terminal, in which lines are typed."""

    def __init__(self, words: Sequence[str], place: dict[str, str]):
        self._process, self._side = pty.fork()
        if self._process == 0:
            os.chdir(place["HOME"])
            os.execvpe(words[0], list(words), place)
        self._count = 0

    def read(self, until: str) -> str:
        """What is shown up to a text."""
        shown = ""
        end = time.monotonic() + 60
        while until not in shown:
            assert time.monotonic() < end, f"no {until!r} in {shown!r}"
            if select.select([self._side], [], [], 1)[0]:
                shown += os.read(self._side, 65536).decode(errors="replace")
        return shown

    def type(self, keys: str) -> None:
        os.write(self._side, keys.encode())

    def run(self, line: str) -> str:
        """What a line prints that a shell function takes apart."""
        self._count += 1
        mark = f"end-{self._count}"
        # Split, so that the echo of the line does not hold it.
        self.type(f"{line}; echo en''d-{self._count}\r")
        return self.read(mark + "\r")

    def completed(self, begun: str) -> list[str]:
        """The arguments that a line has which is begun, and finished by the
        completion alone."""
        self.type(f"{begun}\t")
        # The shell has finished when it takes the next keys in.
        self.type("\r")
        shown = self.read("\x1d\r")
        (words,) = re.findall(r"\x1c(.*?)\x1d", shown, re.DOTALL)[-1:]
        return words.split("\x1f")[:-1]

    def close(self) -> None:
        os.close(self._side)
        os.waitpid(self._process, 0)


# Prints its arguments, so that what the shell makes of a completed line is
# seen instead of how it looks.
SHOW = r"plantguide() { printf '\034'; printf '%s\037' \"$@\"; printf '\035\n'; }"


@pytest.fixture
def bash(place: dict[str, str]):
    start = Path(place["HOME"]) / ".bashrc"
    start.write_text(
        "PS1='ready> '\nset +H\nbind 'set bell-style none'\n"
        ". ~/plantguide.bash\n" + SHOW.replace('\\"', '"') + "\n"
    )
    terminal = Terminal(["bash", "--rcfile", str(start), "-i"], place)
    terminal.read("ready> ")
    yield terminal
    terminal.close()


@pytest.fixture
def zsh(place: dict[str, str]):
    start = Path(place["HOME"]) / ".zshrc"
    start.write_text(
        "PS1='ready> '\nunsetopt beep\nfpath=(~/zsh $fpath)\n"
        "autoload -U compinit\ncompinit -u -D\nunsetopt menu_complete\n"
        + SHOW.replace('\\"', '"')
        + "\n"
    )
    terminal = Terminal(["zsh", "-i"], {**place, "ZDOTDIR": place["HOME"]})
    terminal.read("ready> ")
    yield terminal
    terminal.close()


# What is typed before the tab, and the arguments that it becomes.
TYPED = [
    ("plantguide wat", ["water"]),
    ("plantguide show Bas", ["show", "Basil"]),
    ("plantguide show bas", ["show", "basil"]),
    ("plantguide show Swiss\\ M", ["show", "Swiss Miss"]),
    ('plantguide show "Swiss M', ["show", "Swiss Miss"]),
    ("plantguide show 'Swiss M", ["show", "Swiss Miss"]),
    ("plantguide show Sw", ["show", "Swiss Miss"]),
    ("plantguide show Monty\\'", ["show", "Monty's ear"]),
    ('plantguide show "Monty\'', ["show", "Monty's ear"]),
    ("plantguide show say", ["show", 'say "hi"']),
    ('plantguide show "say', ["show", 'say "hi"']),
    ("plantguide show back", ["show", "back\\slash"]),
    ("plantguide show '$H", ["show", "$HOME `id`"]),
    ("plantguide show \\$H", ["show", "$HOME `id`"]),
    ("plantguide show Fern", ["show", "Fern: big=@"]),
    ("plantguide show Fern:\\ b", ["show", "Fern: big=@"]),
    ("plantguide show star", ["show", "star*?[a]"]),
    ("plantguide show 👩", ["show", "👩‍🌾 Röschen"]),
    ("plantguide show \\~", ["show", "~tilde#!"]),
    ("plantguide show semi", ["show", "semi;colon|&"]),
    ("plantguide list --room Liv", ["list", "--room", "Living Room"]),
    ("plantguide list --room=Liv", ["list", "--room=Living Room"]),
    ("plantguide snooze Basil wat", ["snooze", "Basil", "watering"]),
    ("plantguide import le", ["import", "leaf.jsonl"]),
    ("plantguide restore Gon", ["restore", "Gone one"]),
    ("true; plantguide show Bas", ["show", "Basil"]),
]


def test_bash_completes_what_is_typed(bash: Terminal) -> None:
    for begun, words in TYPED:
        assert bash.completed(begun) == words, begun


def test_zsh_completes_what_is_typed(zsh: Terminal) -> None:
    for begun, words in TYPED:
        assert zsh.completed(begun) == words, begun
