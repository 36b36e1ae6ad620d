#!/usr/bin/env python3
"""Reports comments, help, documents and schemas that are hard to read.

The comment of a declaration, and the description of a value in a schema, opens
with what it is or does. A sentence of help and guide has at most 22 words. Some
words have plainer ones.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HELP = ROOT / "Sources" / "PlantGuideCLI" / "Commands"
SCHEMAS = ROOT / "schemas"
DOCUMENTS = [ROOT / "README.md", ROOT / "docs" / "guide.md"]
# The number of comments in a hundred, or descriptions, that may open otherwise.
MOST_ODD = 3
MOST_WORDS = 22
ODD = re.compile(
    r"(?:What|How|Whether|Where|Why|Which|Those|That|There|Who|Whom|Whose|When|"
    r"One|Of|Its|All)\b")
# Words to avoid, and plainer ones.
PLAINER = {
    "anew": "again",
    "parted by": "separated by",
    "is told": "is reported",
    "that is there already": "existing",
    "as seen from": "relative to",
    "in force": "current",
}
# In JSON, or in YAML, which may begin it in the line after.
DESCRIPTION = re.compile(r'"?description"?: (?:\|\s+)?"?(.+)')
LITERAL = re.compile(
    r'"""\n(.*?)\n[ ]*"""|"((?:[^"\\\n]|\\.)*)"', re.DOTALL)


def comments() -> Iterator[tuple[str, str]]:
    """The first lines of the comments of declarations, with their places."""
    for file in sorted((ROOT / "Sources").rglob("*.swift")):
        before = ""
        for number, line in enumerate(file.read_text().splitlines(), 1):
            line = line.strip()
            if line.startswith("///") and not before.startswith("///"):
                yield f"{file.relative_to(ROOT)}:{number}", line[3:].strip()
            before = line


def descriptions() -> Iterator[tuple[str, str]]:
    """The first lines of the schemas' descriptions, with their places."""
    for file in (*sorted(SCHEMAS.rglob("*.json")), SCHEMAS / "openapi.yaml"):
        text = file.read_text()
        for found in DESCRIPTION.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{file.relative_to(ROOT)}:{line}", found[1]


def odd_openings(what: str, texts: Iterator[tuple[str, str]]) -> list[str]:
    """The texts that open in another way, if they are too many."""
    texts = list(texts)
    odd = [f"{place}: {text}" for place, text in texts if ODD.match(text)]
    if len(odd) * 100 <= len(texts) * MOST_ODD:
        return []
    return [*odd, f"{len(odd)} of {len(texts)} {what} open with a question "
            f"word or a pronoun, and {MOST_ODD} of 100 may"]


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
    """The sentences that are too long."""
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
    return faults


def hard_words() -> list[str]:
    """The words that have a plainer one."""
    return [
        f"{place}: say '{better}' for '{word}'"
        for place, text in (
            *texts_of_help(), *texts_of_documents(), *descriptions())
        for word, better in PLAINER.items()
        # An option may be called so.
        if text != word and re.search(rf"(?<![\w-]){word}\b", text)]


def main() -> int:
    faults = (
        odd_openings("comments", comments())
        + odd_openings("descriptions", descriptions())
        + hard_sentences() + hard_words())
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
