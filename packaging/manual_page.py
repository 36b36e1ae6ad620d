#!/usr/bin/env python3
"""Writes plantguide(1) in mdoc from the output of `help --definitions`.

usage: plantguide help --definitions | manual_page.py
"""

from __future__ import annotations

import json
import re
import sys

# The day of this version. The day of the build would make each build differ.
DATE = "November 21, 2026"
# The commands for the first days with a plant.
SHOWN = [
    "add", "today", "water", "snooze", "schedule set", "note", "history",
    "undo",
]  # fmt: skip
# The sections with conventional names in manual pages, and the macros that
# mark their terms.
CONVENTIONAL = {
    "environment": ("ENVIRONMENT", "Ev"),
    "files": ("FILES", "Pa"),
    "exit-codes": ("EXIT STATUS", "Sy"),
}
MARKS = {"\\": "\\e", "'": "\\(aq", '"': "\\(dq", "`": "\\(ga"}
# A bar alone is a delimiter of arguments.
TYPED = {"-": "\\-", "~": "\\(ti", "^": "\\(ha", "|": "\\&|"}


def escape(text: str, marks: dict[str, str]) -> str:
    """Returns the text in ASCII only."""
    return "".join(
        marks.get(mark) or (mark if mark.isascii() else f"\\[u{ord(mark):04X}]")
        for mark in text
    )


def literal(text: str) -> str:
    """Returns text to type, in which each character stays as it is."""
    return escape(text, MARKS | TYPED)


def running(words: list[str]) -> str:
    """Returns words as running text.

    A dash at the start of a word begins an option and must stay a minus sign;
    other dashes may become hyphens.
    """
    line = " ".join(
        literal(word) if word.startswith("-") else escape(word, MARKS)
        for word in words
    )
    return "\\&" + line if line.startswith(".") else line


class Page:
    """Writes the lines of a page."""

    def macro(self, line: str) -> None:
        print("." + line)

    def write(self, paragraph: str) -> None:
        """Adds text, one sentence per line, as mdoc requires."""
        line: list[str] = []
        for word in re.findall(r"[^ \n]+", paragraph):
            line.append(word)
            if word[-1] in ".:?":
                print(running(line))
                line = []
        if line:
            print(running(line))

    def display(self, command: str) -> None:
        self.macro("Dl " + literal(command))

    def head(self, program: str) -> None:
        for line in [
            f"Dd {DATE}",
            f"Dt {program.upper()} 1",
            "Os",
            "Sh NAME",
            f"Nm {program}",
            "Nd care journal for house plants",
            "Sh SYNOPSIS",
            "Nm",
            "Ar COMMAND",
            "Op Ar ARGUMENT...",
            "Op Ar OPTION...",
            "Nm",
            "Fl Fl version",
            "Sh DESCRIPTION",
            "Nm",
        ]:
            self.macro(line)
        self.write(
            "records what happens to your plants, for example an arrival, a "
            "watering, a move or a death. It keeps every event in an "
            "append-only log, and works out from the log what is due today. "
            "Nothing is ever overwritten, so you can undo any action, however "
            "old."
        )
        self.macro("Pp")
        self.write(
            "You can shorten commands and long options as long as they stay "
            "unique. Options can stand anywhere after the command. Words after "
            "-- are not options."
        )

    def commands(self, sections: list[str], commands: list[dict]) -> None:
        self.macro("Sh COMMANDS")
        for section in sections:
            members = [each for each in commands if each["section"] == section]
            if not members:
                continue
            self.macro("Ss " + section[:1].upper() + section[1:])
            self.macro("Bl -tag -width Ds")
            for command in members:
                self.command(command)
            self.macro("El")

    def command(self, command: dict) -> None:
        words = ["It Ic " + " ".join(command["path"])]
        for argument in command["arguments"]:
            dots = "..." if argument["repeatable"] else ""
            item = "Ar " + literal(argument["name"] + dots)
            words.append("Op " + item if argument["optional"] else item)
        self.macro(" ".join([*words, "Op Ar OPTION..."]))
        self.write(command["summary"] + ".")
        options = command["options"]
        self.options([each for each in options if each["group"] == "options"])
        for paragraph in command["discussion"].split("\n\n"):
            if paragraph:
                self.macro("Pp")
                self.write(paragraph)
        others = [
            "--" + each["name"] for each in options if each["group"] != "options"
        ]
        if others:
            self.macro("Pp")
            names = " and ".join(
                [", ".join(others[:-1])] * (len(others) > 1) + others[-1:]
            )
            self.write(f"Also accepts {names}.")
        for example in command["examples"]:
            self.macro("Pp")
            self.display(example)

    def options(self, options: list[dict]) -> None:
        if not options:
            return
        self.macro("Bl -tag -width Ds")
        for option in options:
            short = f"Fl {option['short']} , " if option["short"] else ""
            value = f" Ar {literal(option['value'])}" if option["value"] else ""
            dots = " ..." if option["repeatable"] else ""
            name = literal(option["name"])
            self.macro(f"It {short}Fl Fl {name}{value}{dots}")
            self.write(option["help"] + ".")
        self.macro("El")

    def common_options(self, commands: list[dict]) -> None:
        self.macro("Sh OPTIONS")
        self.write("Each command names the options below that it accepts:")
        common: dict[str, dict] = {}
        for command in commands:
            for option in command["options"]:
                if option["group"] == "common options":
                    common.setdefault(option["name"], option)
        self.options(list(common.values()))

    def topics(self, topics: list[dict]) -> None:
        named = {topic["name"]: topic for topic in topics}
        for name, topic in named.items():
            if name not in CONVENTIONAL:
                self.topic(topic, name.upper(), "Sy")
        for name, (heading, macro) in CONVENTIONAL.items():
            self.topic(named[name], heading, macro)

    def topic(self, topic: dict, heading: str, macro: str) -> None:
        self.macro("Sh " + heading)
        for index, block in enumerate(topic["blocks"]):
            if "paragraph" in block:
                if index > 0:
                    self.macro("Pp")
                self.write(block["paragraph"])
            elif "list" in block:
                self.macro("Bl -tag -width Ds")
                for entry in block["list"]:
                    self.macro(f"It {macro} {literal(entry['term'])}")
                    self.write(entry["meaning"] + ".")
                self.macro("El")
            else:
                for line in block["examples"]:
                    self.macro("Pp")
                    self.display(line)

    def examples(self, commands: list[dict]) -> None:
        self.macro("Sh EXAMPLES")
        named = {" ".join(command["path"]): command for command in commands}
        for index, name in enumerate(SHOWN):
            if index > 0:
                self.macro("Pp")
            self.write(named[name]["summary"] + ":")
            self.macro("Pp")
            self.display(named[name]["examples"][0])


def main() -> None:
    definitions = json.load(sys.stdin)
    commands = [each for each in definitions["commands"] if not each["hidden"]]
    page = Page()
    page.head(definitions["program"].split()[0])
    page.commands(definitions["sections"], commands)
    page.common_options(commands)
    page.topics(definitions["topics"])
    page.examples(commands)
    page.macro("Sh SEE ALSO")
    page.macro("Xr mdb_copy 1")


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")
    main()
