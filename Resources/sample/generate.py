#!/usr/bin/env python3
"""Makes journal.jsonl, the sample journal of a Paris flat full of plants.

    generate.py            write journal.jsonl beside this file
    generate.py --check    validate it, count its events, show its last Today

`household` is data: plants, schedules, what happened when. `owner` lives
through the days and sees due tasks as the program's user would, through
`care`, which folds every line written and derives due days by the rules of
care. The same seed gives the same bytes: only `random()` is drawn from, the
one function whose sequence Python promises not to change.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from care import Refused, State
from household import READING_DAY
from owner import Person

SEED = 20260921
LEAST_EVENTS = 5000
SPECIES_WANTED = 40
OUTPUT = Path(__file__).with_name("journal.jsonl")


def rendered(lines):
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        for line in lines
    )


def check(text):
    """Folds the file as `append` would and prints what is in it."""
    if text != rendered(Person(SEED).live()):
        sys.exit(f"{OUTPUT.name} is not what seed {SEED} makes")
    state, counts, species = State(), Counter(), set()
    for number, source in enumerate(text.splitlines(), 1):
        line = json.loads(source)
        try:
            state.apply(line)
        except Refused as refusal:
            sys.exit(f"line {number}: {refusal}")
        counts[line["type"]] += 1
        if line["type"] == "plant.added":
            species.add(line["scientificName"])
    if counts.total() < LEAST_EVENTS or len(species) != SPECIES_WANTED:
        sys.exit(f"{counts.total()} events of {len(species)} species")
    for type, count in sorted(counts.items()):
        print(f"{count:6} {type}")
    living = state.living()
    rooms = {state.shown_room(plant) for plant in living}
    print(f"{counts.total():6} events, {len(species)} species, "
          f"{counts['plant.added']} plants, {len(living)} living "
          f"in {len(rooms)} rooms")
    show_today(state)


def show_today(state):
    titles = ("overdue", "due", "snoozed")
    print(f"\nToday on {READING_DAY}")
    for title, tasks in zip(titles, state.today(READING_DAY)):
        print(f"  {title}: {len(tasks)}")
        for task in sorted(tasks, key=lambda task: (task.due, task.plant.name)):
            once = " (once)" if task.id else ""
            print(f"    {task.due} {task.kind}{once}: {task.plant.name}, "
                  f"{state.shown_room(task.plant)}")


def main(arguments):
    if arguments == ["--check"]:
        check(OUTPUT.read_text("utf-8"))
    elif arguments:
        sys.exit(__doc__)
    else:
        OUTPUT.write_text(rendered(Person(SEED).live()), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
