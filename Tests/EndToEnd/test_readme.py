"""Every fenced block of README.md and of the pages in docs/ is run; where it
shows output, that is what the program prints, but for ids that no two runs have
in common.

A block that begins with a prompt shows commands and what they print; a word
before the prompt names one of several journals. A block of JSON Lines is
appended; of other blocks each line must succeed. Blocks in another language, which
they name, are for other programs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from examples import Printed, Scratch, normalised, short_ids
from program import DONE, ROOT, Home

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Their blocks are pictures and bytes and are not run.
ARCHITECTURE = [
    ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs/design").glob("*.md")),
]
PROMPT = re.compile(r"^(\w*)\$ +(.*)$")
# In a text that nobody made up, six such characters are a short id.
SHORT_ID = re.compile(r"\b(?=\w*\d)[0-9a-hjkmnp-tv-z]{6}\b")

# What has happened before a block, by its first line; else the sample journal
# has been loaded.
MONTY = [
    'plantguide add "Monstera deliciosa" --name Monty --room Kitchen --every 7d',
    "plantguide water Monty --at yesterday",
    "plantguide snooze Monty watering 2026-11-30",
]
GIVEN: dict[str, list[str]] = {
    f"$ {MONTY[0]}": [],
    "$ plantguide undo": [
        *(f"$ {line}" for line in MONTY),
        "$ plantguide note Monty 'a new leaf'",
    ],
    "desk$ plantguide remote add stick ~/stick/plants": [
        f"desk$ {MONTY[0]}",
        "desk$ for day in {1..16}; do plantguide water Monty; done",
        "desk$ plantguide note Monty 'a new leaf'",
        "desk$ plantguide log name Desk",
    ],
    "plantguide model add ~/models/plantnet-300k": [
        f"$ {MONTY[0]}",
        "$ mkdir ~/models && cp -r $SAMPLES/model ~/models/plantnet-300k",
        "$ cp $SAMPLES/leaf.jpg . && cp $SAMPLES/leaf.jpg flower.jpg",
    ],
}


@dataclass(frozen=True)
class Block:
    """A fenced block, its document and the line it begins on."""

    document: str
    line: int
    lines: list[str]

    @property
    def first(self) -> str:
        return self.lines[0]


@dataclass
class Step:
    """A command, the journal it works on, and what it prints."""

    place: str
    command: str
    output: str = ""

    def run(self, scratch: Scratch) -> Printed:
        home = str(scratch.folder / self.place)
        more = {"PLANTGUIDE_HOME": home} if self.place else {}
        return scratch.run(self.command, **more)


def steps(lines: list[str]) -> list[Step]:
    """The commands of a transcript."""
    found: list[Step] = []
    for line in lines:
        prompt = PROMPT.match(line)
        if prompt:
            found.append(Step(prompt[1], prompt[2]))
        else:
            found[-1].output += line + "\n"
    return found


def blocks() -> list[Block]:
    found: list[Block] = []
    for document in DOCUMENTS:
        begun: int | None = None
        lines = document.read_text().splitlines()
        for number, line in enumerate(lines):
            if not line.startswith("```"):
                continue
            if begun is None:
                begun = number
            else:
                text = lines[begun + 1 : number]
                if lines[begun] in ("```", "```console"):
                    found.append(Block(document.name, begun + 2, text))
                begun = None
    return found


@pytest.fixture
def scratch(kept_sample: Home, tmp_path: Path):
    def make(block: Block) -> Scratch:
        given = GIVEN.get(block.first)
        made = Scratch(tmp_path / "scratch", None if given is not None else kept_sample)
        for step in steps(given or []):
            done = step.run(made)
            assert done.code == DONE, str(done)
        return made

    return make


def those(test):
    kept = [block for block in blocks() if test(block)]
    ids = [f"{block.document} line {block.line}" for block in kept]
    return pytest.mark.parametrize("block", kept, ids=ids)


def is_transcript(block: Block) -> bool:
    return PROMPT.match(block.first) is not None


def is_input(block: Block) -> bool:
    return block.first.startswith("{")


def is_about_building(block: Block) -> bool:
    return block.first.startswith("make ")


@those(is_transcript)
def test_what_is_shown_is_what_is_printed(
    block: Block, scratch, kept_sample: Home
) -> None:
    made = scratch(block)
    sample = short_ids(kept_sample)
    for step in steps(block.lines):
        done = step.run(made)
        plants = made.made_plants(kept_sample)
        shown = set(SHORT_ID.findall(step.output)) - sample
        printed = normalised(done.text, plants, made.folder).rstrip()
        assert printed == normalised(step.output, shown).rstrip(), str(done)


@those(is_input)
def test_what_can_be_appended_is_appended(
    block: Block, empty: Home
) -> None:
    answer = empty.json("append", text="\n".join(block.lines))
    assert len(answer["actions"]) == len(block.lines)


@those(is_about_building)
def test_what_can_be_made_is_in_the_makefile(block: Block) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for line in block.lines:
        target = line.split()[1]
        assert re.search(rf"^{target}:.*##", makefile, re.MULTILINE), line


@those(
    lambda block: not (
        is_transcript(block) or is_input(block) or is_about_building(block)
    )
)
def test_what_can_be_copied_works(block: Block, scratch) -> None:
    made = scratch(block)
    for line in block.lines:
        done = made.run(line)
        assert done.code == DONE, str(done)


@pytest.mark.parametrize("document", ARCHITECTURE, ids=lambda path: path.name)
def test_the_files_that_the_architecture_names_are_there(
    document: Path,
) -> None:
    files = [ROOT / "Package.swift", *(ROOT / "Sources").rglob("*")]
    there = [str(path) for path in files]
    named = re.findall(r"`([\w/+]+\.(?:swift|c))`", document.read_text())
    missing = [
        name for name in named
        if not any(path.endswith(f"/{name}") for path in there)
    ]
    assert not missing
