#!/usr/bin/env python3
"""Says where comments, help and documents are harder to read than they need be.

A comment of a declaration opens with what the declaration is or does, a sentence
of help and guide has at most 22 words, and some words have plainer ones.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HELP = ROOT / "Sources" / "PlantGuideCLI" / "Commands"
DOCUMENTS = [ROOT / "README.md", ROOT / "docs" / "guide.md"]
# Of every hundred comments, so many may open in another way.
MOST_ODD = 3
MOST_WORDS = 22
ODD = re.compile(
    r"(?:What|How|Whether|Where|Why|Which|Those|That|Who|When|One|Its|All)\b")
# What is not said, and what is.
PLAINER = {
    "anew": "again",
    "parted by": "separated by",
    "is told": "is reported",
    "that is there already": "existing",
    "as seen from": "relative to",
    "in force": "current",
}
LITERAL = re.compile(
    r'"""\n(.*?)\n[ ]*"""|"((?:[^"\\\n]|\\.)*)"', re.DOTALL)


def odd_openings() -> list[str]:
    """The comments that open in another way, if they are too many."""
    odd, count = [], 0
    for file in sorted((ROOT / "Sources").rglob("*.swift")):
        before = ""
        for number, line in enumerate(file.read_text().splitlines(), 1):
            line = line.strip()
            if line.startswith("///") and not before.startswith("///"):
                count += 1
                if ODD.match(line[3:].strip()):
                    odd.append(f"{file.relative_to(ROOT)}:{number}: {line}")
            before = line
    if len(odd) * 100 <= count * MOST_ODD:
        return []
    return [*odd, f"{len(odd)} of {count} comments open with a question word "
            f"or a pronoun, and {MOST_ODD} of 100 may"]


def texts_of_help() -> Iterator[tuple[str, str]]:
    """The texts of the commands' sources, with their places."""
    for file in sorted(HELP.rglob("*.swift")):
        source = re.sub(r"^\s*//.*$", "", file.read_text(), flags=re.MULTILINE)
        text, end, place = "", 0, ""
        for literal in LITERAL.finditer(source):
            # What is added to a text belongs to it.
            if source[end:literal.start()].strip() != "+":
                yield place, text
                text = ""
                line = source.count("\n", 0, literal.start()) + 1
                place = f"{file.relative_to(ROOT)}:{line}"
            end = literal.end()
            whole = literal[1] or literal[2] or ""
            for pattern, plain in ((r"\\\n\s*", ""), (r"\\n", "\n"),
                                   (r"\\\([^)]*\)", "X")):
                whole = re.sub(pattern, plain, whole)
            text += whole
        yield place, text


def texts_of_documents() -> Iterator[tuple[str, str]]:
    """The paragraphs of the documents that are no examples or tables."""
    for file in DOCUMENTS:
        text = re.sub(
            r"^```.*?^```$", lambda block: "\n" * block[0].count("\n"),
            file.read_text(), flags=re.DOTALL | re.MULTILINE)
        line = 1
        for paragraph in re.split(r"(?<=\n)(?=\s*\n|[-|#]|\d+\. )", text):
            if not paragraph.lstrip().startswith("|"):
                yield f"{file.relative_to(ROOT)}:{line}", paragraph
            line += paragraph.count("\n")


def hard_sentences() -> list[str]:
    """The sentences that are too long or have a word that is not used."""
    faults = []
    for place, text in (*texts_of_help(), *texts_of_documents()):
        # An example in a sentence is one word of it.
        plain = re.sub(r"`[^`]*`|'[^'\n]{3,60}'", "X", text)
        for sentence in re.split(r"(?<=[.:;?!])\s+|\n\s*\n", plain):
            words = re.findall(r"[\w’'-]+", sentence)
            if len(words) > MOST_WORDS:
                faults.append(
                    f"{place}: a sentence of {len(words)} words: "
                    + " ".join(sentence.split())[:60])
        faults += [
            f"{place}: say '{better}' for '{word}'"
            for word, better in PLAINER.items()
            # An option may be called so.
            if text != word and re.search(rf"(?<![\w-]){word}\b", text)]
    return faults


def main() -> int:
    faults = odd_openings() + hard_sentences()
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
