"""Makes a catalogue as large as one of all plants, for measuring."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[1] / "Resources"

# Endings that turn one epithet into another, as botany's own do.
ENDINGS = [
    "", "ensis", "oides", "ata", "ella", "folia", "flora", "iana", "escens",
    "ifera", "opsis", "cola", "losa", "ulata", "aria", "phylla",
]


def write_large(path: Path, names: int, seed: int) -> None:
    """Writes a table with so many names, about a third of them synonyms.

    Genera and epithets are those of the bundled list, and as many again
    made from them, so that words repeat about as often as in a checklist.
    """
    chance = random.Random(seed)
    listed = json.loads((RESOURCES / "houseplants_list.json").read_text())
    words = [
        plant["scientific_name"].replace("× ", "").split(" ")
        for plant in listed["plants"]
    ]
    genera = _varied({word[0] for word in words}, 14_000, chance)
    epithets = _varied(
        {word[1] for word in words if len(word) > 1 and word[1].islower()},
        100_000,
        chance,
    )
    made: set[str] = set()
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["scientific_name", "family", "synonyms"])
        while len(made) < names:
            accepted = _name(genera, epithets, chance)
            synonyms = [
                _name(genera, epithets, chance)
                for _ in range(chance.choice([0, 0, 1, 1]))
            ]
            if made.isdisjoint([accepted, *synonyms]):
                made.update([accepted, *synonyms])
                family = f"{accepted.split(' ')[0][:5]}aceae"
                rows.writerow([accepted, family, ";".join(synonyms)])


def _name(genera: list[str], epithets: list[str], chance: random.Random) -> str:
    return f"{chance.choice(genera)} {chance.choice(epithets)}"


def _varied(words: set[str], count: int, chance: random.Random) -> list[str]:
    """The words, and others made from them until there are enough."""
    varied = sorted(words)
    known = set(varied)
    stems = [word[: max(4, len(word) - 2)] for word in varied]
    while len(varied) < count:
        word = chance.choice(stems) + chance.choice(ENDINGS)
        if chance.random() < 0.5:
            place = chance.randrange(1, len(word))
            word = word[:place] + chance.choice("aeioulnrst") + word[place:]
        if word not in known:
            known.add(word)
            varied.append(word)
    return varied
