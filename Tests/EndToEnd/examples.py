"""Examples of help, of the manual page and of the README, run as they stand.

Each runs in bash, in a folder of its own with a copy of the sample journal.
What no two runs have in common is named instead of shown:

- `{action}-3`: the action that the writer's third event begins;
- `{plant}`: the short id of a plant that is not in the sample, `{task}`,
  `{room}`, `{photo}` and `{writer}` those of others;
- `{id}`: any other id that was made; `{hash}`: a hash;
- `{size}`: the bytes that LMDB uses, or that a disk has left;
- `{here}`: the directory in which the examples run;
- `{runs}`: the entries of the index of streams, which begin where hashes say;
- `{version}`: that of a library;
- `{address}`: an address of this machine;
- `{sheet}`: a line of a recovery sheet; `{token}`: a token, or its id.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from program import ROOT, SAMPLE, Home, binary

GOLDEN = ROOT / "Tests" / "Golden" / "examples"
FURTHER = Path(__file__).with_name("further_examples.txt")
SAMPLES = Path(__file__).with_name("samples")
HORTUSFOX = (
    ROOT / "Tests" / "JournalExchangeTests" / "Samples" / "hortusfox-5.6"
)

# The morning after the sample's last day, as in the README.
MORNING = "2026-11-21T09:00:00+01:00"

# What a golden file keeps of a long output.
MOST_LINES = 30

# What runs until it is ended, or needs another machine or a terminal; tests of
# their own run these.
SERVED = (
    "plantguide round",
    "plantguide serve --listen",
    "plantguide serve calendar phone",
    "plantguide serve invite --person",
    "plantguide serve invite --page",
    "plantguide join",
    "plantguide web",
    "plantguide sync --watch",
    "plantguide remote discover",
    "plantguide remind setup",
    "plantguide services test",
    "plantguide care refresh --all",
    "plantguide picture fetch --all",
)

# An encrypted remote.
FRIEND = [
    "echo 'correct horse battery' > ~/passphrase && chmod 600 ~/passphrase",
    "plantguide remote add friend ~/friend --encrypt --passphrase-file ~/passphrase",
    "plantguide sync friend",
]

# A photo of 8 November.
PHOTO = ["plantguide photo add Monty $SAMPLES/leaf.jpg"]

# A model that knows green leaves.
MODEL = ["plantguide model add $SAMPLES/model"]

# A channel that keeps its messages in a file.
PHONE = [
    r"mkdir -p ~/bin && printf '#!/bin/sh\ncat >> ~/said\n' > ~/bin/say"
    " && chmod 755 ~/bin/say",
    "plantguide channel add command:$HOME/bin/say --name phone",
]

# Answers of Trefle that are kept, so that nobody is asked.
KEPT = [
    "mkdir -p ~/.local/share/plantguide/cache",
    "cp -r $SAMPLES/services ~/.local/share/plantguide/cache/",
    "plantguide settings set offlineMode on",
]

# A picture that is kept, so that nobody is asked.
PICTURE = [
    "mkdir -p ~/.local/share/plantguide/cache",
    "cp -r $SAMPLES/pictures ~/.local/share/plantguide/cache/",
]

# What must have happened before an example makes sense.
PREPARATIONS = {
    "plantguide undo": ["plantguide note Monty 'A new leaf'"],
    "plantguide redo": ["plantguide note Monty 'A new leaf'", "plantguide undo"],
    "plantguide undo --plant": ["plantguide water Goldie Ping Monty"],
    "plantguide note edit": ["plantguide note Monty 'A new leaf'"],
    "plantguide note remove": ["plantguide note Monty 'A new leaf'"],
    "plantguide photo add": ["cp $SAMPLES/leaf.jpg ."],
    "plantguide photo import": ["mkdir photos && cp $SAMPLES/leaf.jpg 'photos/Monty 2.jpg'"],
    "plantguide photo list": PHOTO,
    "plantguide photo show": PHOTO,
    "plantguide photo open": PHOTO,
    "plantguide photo compare": PHOTO,
    "plantguide photo timelapse": [
        *PHOTO,
        "convert $SAMPLES/leaf.jpg -strip -negate November_20261120.jpg",
        "plantguide photo add Monty November_20261120.jpg",
    ],
    "plantguide photo edit": PHOTO,
    "plantguide photo move": PHOTO,
    "plantguide photo remove": PHOTO,
    "plantguide erase --plant Monty --photos": PHOTO,
    "plantguide export photos": PHOTO,
    "plantguide import photos": [*PHOTO, "plantguide export photos ~/pictures"],
    "plantguide identify leaf.jpg": ["cp $SAMPLES/leaf.jpg .", *MODEL],
    "plantguide identify history": [
        *MODEL, "plantguide identify $SAMPLES/leaf.jpg --plant Monty",
    ],
    "plantguide services set trefle --key-file": [
        "echo key > ~/.trefle-key && chmod 600 ~/.trefle-key",
    ],
    "plantguide model add": ["cp -r $SAMPLES/model ."],
    "plantguide model list": MODEL,
    "plantguide model check": MODEL,
    "plantguide model remove": MODEL,
    "plantguide restore": ["plantguide remove Monty"],
    "plantguide measure Monty": [
        "plantguide measure Monty --height 38cm --at 2026-09-01"
    ],
    "plantguide health Monty": [
        "plantguide health Monty 2 --at 2026-10-04",
        "plantguide health Monty 3 --at 2026-11-01",
    ],
    "plantguide amend": ["plantguide water Monty"],
    "plantguide edit Monty --set": ["plantguide field add price number EUR"],
    "plantguide field list": ["plantguide field add price number EUR"],
    "plantguide field remove": ["plantguide field add link"],
    "plantguide list --light": ["plantguide add 'Calathea orbifolia' --yes"],
    "plantguide log repair --from": [
        "plantguide remote add stick ~/stick", "plantguide backup",
    ],
    "plantguide log salvage": [
        "cp -r ~/.local/share/plantguide ~/damaged",
    ],
    "plantguide sync": ["plantguide remote add stick ~/stick"],
    "plantguide sync status": ["plantguide sync"],
    "plantguide remote key": FRIEND,
    "echo 'correct horse battery' | plantguide remote key": FRIEND,
    "plantguide remind": PHONE,
    "plantguide remind log": ["plantguide remind"],
    "plantguide remind answer": ["plantguide remind"],
    "plantguide remind unmute": ["plantguide remind mute Monty"],
    "plantguide channel list": PHONE,
    "plantguide channel test": PHONE,
    "plantguide channel remove": PHONE,
    "plantguide remote show": ["plantguide remote add stick ~/stick"],
    "plantguide remote rename": ["plantguide remote add stick ~/stick"],
    "plantguide remote remove": ["plantguide remote add stick ~/stick"],
    "plantguide log name": ["plantguide log name Desk"],
    "plantguide tag Monty gift --remove": ["plantguide tag Monty gift"],
    "plantguide favorite Monty": ["plantguide favorite Monty --off"],
    "plantguide favorite Monty --off": ["plantguide favorite Monty"],
    "plantguide room delete Greenhouse": ["plantguide room add Greenhouse"],
    "plantguide schedule clear Monty misting": [
        "plantguide schedule set Monty misting --every 3d"
    ],
    "plantguide species monstera deliciosa --online": KEPT,
    "plantguide adopt Monty --online": KEPT,
    "plantguide care refresh": KEPT,
    "plantguide cache": KEPT + PICTURE[1:],
    "plantguide picture fetch": PICTURE,
    "plantguide append --as-recorded": [
        "cp $SAMPLE journal.jsonl",
        "rm -r ~/.local/share/plantguide",
    ],
    "plantguide import events.jsonl": [
        "plantguide export events > events.jsonl"
    ],
    "plantguide import events events.jsonl": [
        "plantguide export events > events.jsonl"
    ],
    "plantguide import plants.csv": ["cp $SAMPLES/plants.csv ."],
    "plantguide import csv plants.csv": ["cp $SAMPLES/plants.csv ."],
    "plantguide import csv changes.csv": [
        "printf 'nickname,room,bought\\nMonty,Loft,25.12.2023\\n' "
        "> changes.csv"
    ],
    "plantguide import hortusfox hf_backup.zip": [
        "(cd $HORTUSFOX && python3 -m zipfile -c ~/hf_backup.zip *)",
        "mv ~/hf_backup.zip .",
    ],
    "plantguide import hortusfox ~/hf_backup": [
        "cp -r $HORTUSFOX ~/hf_backup"
    ],
    "plantguide catalogue import": ["cp -r $SAMPLES/checklist* ."],
    "plantguide catalogue remove": [
        "plantguide catalogue import $SAMPLES/checklist.csv"
    ],
    "plantguide backup list": [
        "plantguide backup",
        "plantguide backup ~/plant-backups",
    ],
    "plantguide backup verify": ["plantguide backup"],
    "plantguide backup restore": [
        "plantguide backup",
        "plantguide backup ~/plant-backups",
        "plantguide note Monty 'A new leaf'",
    ],
}


@cache
def definitions() -> dict[str, Any]:
    """What `help --definitions` says of every command."""
    done = subprocess.run(
        [binary(), "help", "--definitions"], capture_output=True, check=True
    )
    return json.loads(done.stdout)


def commands() -> list[dict[str, Any]]:
    return definitions()["commands"]


def name(command: dict[str, Any]) -> str:
    return " ".join(command["path"])


def takes(command: dict[str, Any], option: str) -> bool:
    return any(taken["name"] == option for taken in command["options"])


def further_examples() -> list[str]:
    """Command lines for options that no help needs to show."""
    lines = FURTHER.read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def command_lines(line: str) -> list[list[str]]:
    """The words after each `plantguide` in a line of shell."""
    words = shlex.split(line, comments=True)
    starts = [at + 1 for at, word in enumerate(words) if word == "plantguide"]
    return [words[start:] for start in starts]


def command_of(line: str) -> dict[str, Any] | None:
    """The command that a line of shell runs first."""
    lines = command_lines(line)
    return command_of_words(lines[0]) if lines else None


def command_of_words(words: Sequence[str]) -> dict[str, Any] | None:
    named = [c for c in commands() if c["path"] == list(words[: len(c["path"])])]
    return max(named, key=lambda c: len(c["path"]), default=None)


def with_option(line: str, command: dict[str, Any], *words: str) -> str:
    """The line with more words after its command."""
    start = f"plantguide {name(command)}"
    return line.replace(start, shlex.join(["plantguide", *command["path"], *words]), 1)


@cache
def wrapper() -> str:
    """A program that fixes the clock of the commands that have one."""
    lengths = " ".join(
        f"[{shlex.quote(name(command))}]={len(command['path'])}"
        for command in commands()
        if takes(command, "now")
    )
    return f"""#!/bin/bash
declare -A lengths=({lengths})
count=${{lengths["$1 $2"]:-${{lengths["$1"]:-0}}}}
case " $* " in *" --now"*) count=0 ;; esac
((count)) || exec {shlex.quote(str(binary()))} "$@"
exec {shlex.quote(str(binary()))} "${{@:1:count}}" --now "$NOW" "${{@:count+1}}"
"""


@dataclass(frozen=True)
class Printed:
    """What a line of shell printed, errors included, and how it ended."""

    line: str
    code: int
    text: str

    def __str__(self) -> str:
        return f"$ {self.line}\n{self.text}[exit {self.code}]"


class Scratch:
    """A folder in which examples run, one after the other."""

    def __init__(self, folder: Path, home: Home | None = None):
        """Begins with a copy of a journal, or with none."""
        self.folder = folder
        self.here = folder / "here"
        self.here.mkdir(parents=True)
        self._programs = folder / "programs"
        self._programs.mkdir()
        # The doctor tells of what others have left in the system's own.
        self._temporary = folder / "tmp"
        self._temporary.mkdir()
        program = self._programs / "plantguide"
        program.write_text(wrapper())
        program.chmod(0o755)
        self.home = Home(folder / "user" / ".local" / "share" / "plantguide")
        self.home.path.parent.mkdir(parents=True)
        if home:
            home.copy(self.home.path)

    def run(self, line: str, **more: str) -> Printed:
        """Runs a line of shell."""
        done = subprocess.run(
            ["bash", "--norc", "-o", "pipefail", "-c", line],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.here,
            env={
                "PATH": f"{self._programs}:{os.environ['PATH']}",
                "HOME": str(self.folder / "user"),
                "TMPDIR": str(self._temporary),
                "TZ": "Europe/Paris",
                "LC_ALL": "C.UTF-8",
                "NOW": MORNING,
                "SAMPLE": str(SAMPLE),
                "SAMPLES": str(SAMPLES),
                "HORTUSFOX": str(HORTUSFOX),
                **more,
            },
            timeout=120,
            check=False,
        )
        return Printed(line, done.returncode, done.stdout.decode())

    def prepare(self, line: str) -> None:
        """Does what an example builds on."""
        for start, preparations in PREPARATIONS.items():
            if not line.startswith(start):
                continue
            for preparation in preparations:
                done = self.run(preparation)
                assert done.code == 0, str(done)

    def made_plants(self, sample: Home) -> set[str]:
        """The short ids of the plants that the sample lacks."""
        data = self.home.data_file
        if data.exists() and data.read_bytes() == sample.data_file.read_bytes():
            return set()
        return short_ids(self.home) - sample_ids(sample.path)


@cache
def sample_ids(path: Path) -> set[str]:
    return short_ids(Home(path))


def short_ids(home: Home) -> set[str]:
    listed = home.json("list", "--all")
    return {plant["shortId"] for plant in listed["plants"]}


ACTION = re.compile(r"(?<![\w-])(?!20\d\d-[01]\d\b)[0-9a-f]{4,32}-(\d+)(?![\w-])")
ID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
JOURNAL = re.compile(r"'[0-9a-f]{8}'")
WRITER = re.compile(r"(?<=recorded by )[0-9a-f]{4}|(?<=\bwriter )[0-9a-f]{8}\b")
TASK = re.compile(r"(?<=, due )([\w ]+, task )\w{6}$", re.MULTILINE)
# A dry run makes plants that are gone after it.
ADDED = re.compile(r"^((?:added|would add) .* \()\w{6}(?=\))", re.MULTILINE)
PHOTO_ID = re.compile(
    r"(photo |^  id      |KiB  |\d [A-Z][a-z]{2} (?=\w{6}  \d+ \w+ after ))"
    r"[0-9a-hj-km-np-tv-z]{6}\b",
    re.MULTILINE,
)
ROOM = re.compile(r"^((?:made|would make) (?:the )?room .* \()\w{6}", re.MULTILINE)
RUNS = re.compile(r"(?<=streams: )\d+(?= entries)")
TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])|(?<=revoke )[0-9a-f]{8}")
OWN_ADDRESS = re.compile(r"(serve --listen )\S+(:8714, then)")
SHEET = re.compile(r"\b[0-9A-Z]{4}(-[0-9A-Z]{4}){3}\b")
SIZE = re.compile(
    r"\d+ KiB|\d+ bytes(?= an event)|[\d.]+ [MGT]iB(?= free)"
)
BACKUP = re.compile(r"^(\d{8}T\d{6}Z +\d+ +)\d+", re.MULTILINE)
LIBRARY = re.compile(r"(?<=LMDB )[\d.]+|(?<=libsodium )[\d.]+")
HASH = re.compile(r"\b[0-9a-f]{64}\b")


def normalised(text: str, plants: set[str], folder: Path | None = None) -> str:
    """The text without what no two runs have in common."""
    if folder:
        text = text.replace(str(folder / "user"), "~")
    text = text.replace("\r\n", "\n")
    text = ID.sub("{id}", text)
    text = JOURNAL.sub("'{id}'", text)
    text = WRITER.sub("{writer}", text)
    text = TASK.sub(r"\1{task}", text)
    text = ADDED.sub(r"\1{plant}", text)
    text = PHOTO_ID.sub(r"\1{photo}", text)
    text = ROOM.sub(r"\1{room}", text)
    text = re.sub(r"/\S*/here/", "{here}/", text)
    text = SIZE.sub("{size}", text)
    text = SHEET.sub("{sheet}", text)
    text = TOKEN.sub("{token}", text)
    text = OWN_ADDRESS.sub(r"\1{address}\2", text)
    text = RUNS.sub("{runs}", text)
    text = BACKUP.sub(r"\1{size}", text)
    text = LIBRARY.sub("{version}", text)
    text = HASH.sub("{hash}", text)
    text = ACTION.sub(r"{action}-\1", text)
    for plant in plants:
        text = re.sub(rf"\b{plant}\b", "{plant}", text)
    return text


def shortened(text: str) -> str:
    """The first lines of a long text, and how many there are."""
    lines = text.splitlines()
    if len(lines) <= MOST_LINES:
        return text
    kept = "\n".join(lines[:MOST_LINES])
    return f"{kept}\n({len(lines)} lines in all)\n"
