"""Journals that are damaged or too new: an error, and nothing else."""

from __future__ import annotations

import random
import re
import shutil
import struct
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from program import (
    DAMAGED,
    DONE,
    NEWER,
    NOTHING,
    READS,
    SAMPLE,
    SYSTEM,
    WRITES,
    Home,
    binary,
    bytes_kept,
    check_bytes,
    environment,
)
from sealed import damage_first, meta, remove_meta, set_meta, siphash

LINES = 400


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What commands that read standard input get."""
    home = Home(tmp_path_factory.mktemp("other") / "home")
    home.do("add", "Ficus lyrata", "--name", "Fig")
    return {
        "append": b'{"type":"plant.noted","plant":"Monty","text":"tall"}\n',
        "import": home.events(),
    }


@pytest.fixture
def whole(tmp_path: Path) -> Home:
    """The first months of the sample."""
    home = Home(tmp_path / "whole")
    lines = SAMPLE.read_bytes().splitlines(keepends=True)[:LINES]
    home.do("append", "--as-recorded", text=b"".join(lines))
    return home


def test_siphash_is_that_of_its_paper() -> None:
    key = bytes(range(16))
    assert siphash(bytes(range(15)), key).hex() == "e545be4961ca29a1"


@pytest.mark.parametrize("arguments", READS + WRITES, ids=" ".join)
def test_a_newer_format_is_left_alone(
    home: Home, arguments: list[str], inputs: dict[str, bytes]
) -> None:
    content = meta(home.path)
    set_meta(home.path, [3, "not yet known"])
    with bytes_kept(home.data_file):
        result = home.run(*arguments, text=inputs.get(arguments[0], b""))
    assert result.code == NEWER, str(result)
    assert "format 3" in result.message and "hint:" in result.message
    with bytes_kept(home.data_file):
        assert home.run("log", "repair").code == NEWER
    set_meta(home.path, content)
    home.verify()


def test_other_folds_are_made_anew(home: Home) -> None:
    before = home.export()
    version, reducer, *rest = meta(home.path)
    set_meta(home.path, [version, reducer + 1, *rest])
    assert home.export() == before
    assert meta(home.path)[1] == reducer


def test_other_folds_are_made_anew_before_compacting(home: Home) -> None:
    before = home.export()
    version, reducer, *rest = meta(home.path)
    set_meta(home.path, [version, reducer + 1, *rest])
    home.do("log", "compact")
    assert meta(home.path)[1] == reducer
    assert home.export() == before
    home.verify()


def test_a_journal_without_its_record_is_damaged(home: Home) -> None:
    before = home.export()
    remove_meta(home.path)
    result = home.run("log", "verify")
    assert result.code == DAMAGED and "log rebuild" in result.message
    home.do("log", "rebuild")
    home.verify()
    assert home.export() == before


def test_a_damaged_log_is_not_folded_again(whole: Home) -> None:
    """It said that it had, and `log verify` sent people in a circle."""
    data = bytearray(whole.data_file.read_bytes())
    for found in re.finditer(rb"room\.created", bytes(data)):
        data[found.end() - 1] ^= 1
    whole.data_file.write_bytes(data)
    for command in ("rebuild", "verify"):
        with bytes_kept(whole.data_file):
            result = whole.run("log", command)
        assert result.code == DAMAGED, str(result)
        assert "plantguide: error: event " in result.message, str(result)
        assert "log repair" in result.message, str(result)
        assert "run 'plantguide log" not in result.message, str(result)


def test_what_is_imported_stays_where_names_are_damaged(
    home: Home, inputs: dict[str, bytes]
) -> None:
    """It was stored, and an error came of looking whose names are alike."""
    damage_first(home.path, "names")
    before = home.hashes()
    result = home.run("import", "--merge", text=inputs["import"])
    assert result.code == DONE, str(result)
    assert "log rebuild" in result.message and "warning" in result.message
    assert len(home.hashes() - before) == len(inputs["import"].splitlines())
    home.do("log", "rebuild")
    home.verify()


@pytest.mark.parametrize("name", ["meta", "plants", "log", "streams"])
def test_a_wrong_count_of_entries_is_found(home: Home, name: str) -> None:
    before = home.export()
    # A node of LMDB's list of databases, by its flags: the name, then eight
    # bytes, three numbers of pages, and that of entries.
    record = re.compile(
        struct.pack("<HH", 2, len(name)) + name.encode() + b".{32}", re.DOTALL
    )
    data = bytearray(home.data_file.read_bytes())
    places = [found.end() for found in record.finditer(data)]
    assert places
    for place in places:
        data[place] ^= 1
    home.data_file.write_bytes(data)
    result = home.run("log", "verify")
    assert result.code == DAMAGED, str(result)
    if name in ("meta", "plants"):
        assert "log rebuild" in result.message
        home.do("log", "rebuild")
        home.verify()
        assert home.export() == before


def test_a_last_page_beyond_any_map_ends_a_command(
    home: Home, inputs: dict[str, bytes]
) -> None:
    """It read as a map that another process lets grow, for ever."""
    data = bytearray(home.data_file.read_bytes())
    for page in range(2):
        data[page * PAGE + 143] = 0x80
    home.data_file.write_bytes(data)
    for arguments in READS + WRITES:
        with bytes_kept(home.data_file):
            result = home.run(*arguments, text=inputs.get(arguments[0], b""))
        assert result.code == DAMAGED, str(result)


def test_pages_of_no_size_end_a_command(
    home: Home, inputs: dict[str, bytes]
) -> None:
    """LMDB divides by their size."""
    data = bytearray(home.data_file.read_bytes())
    for page in range(2):
        data[page * PAGE + 40 : page * PAGE + 44] = bytes(4)
    home.data_file.write_bytes(data)
    for arguments in READS + WRITES:
        with bytes_kept(home.data_file):
            result = home.run(*arguments, text=inputs.get(arguments[0], b""))
        assert result.code == DAMAGED, str(result)


def test_bounds_are_looked_at_before_pages_are_copied(whole: Home) -> None:
    """LMDB trusts them when it compacts, and wrote over its own memory."""
    name = whole.json("log", "status")["journal"][:8]
    data = whole.data_file.read_bytes()
    found = 0
    for page in range(2, len(data) // PAGE):
        damaged = bytearray(data)
        damaged[page * PAGE + 13] = 84
        whole.data_file.write_bytes(damaged)
        results = [whole.run("log", "compact", "--dry-run")]
        if results[0].code == DAMAGED:
            found += 1
            results.append(whole.run("backup"))
            results.append(whole.run("delete-all", "--confirm", name))
            for result in results:
                assert result.code == DAMAGED, f"page {page}: {result}"
                # The log itself, or what is derived from it.
                assert re.search("plantguide log re(pair|build)", result.message)
            check_bytes(whole.data_file, bytes(damaged), results[0])
        assert results[0].code in (DONE, DAMAGED), f"page {page}: {results[0]}"
    assert found > 20


def test_a_damaged_list_of_free_pages_is_not_written_to(whole: Home) -> None:
    data = whole.data_file.read_bytes()
    metas = [data[page * PAGE : (page + 1) * PAGE] for page in range(2)]
    meta = max(metas, key=lambda page: struct.unpack_from("<Q", page, 144))
    (root,) = struct.unpack_from("<Q", meta, 80)
    for byte, value in [(12, 16), (13, 84), (14, 255), (15, 16), (17, 84)]:
        damaged = bytearray(data)
        damaged[root * PAGE + byte] = value
        whole.data_file.write_bytes(damaged)
        with bytes_kept(whole.data_file):
            result = whole.run("note", "Monty", "tall")
        assert result.code == DAMAGED, f"byte {byte}: {result}"
        assert "log repair" in result.message, str(result)


@pytest.mark.parametrize("name", ["rooms", "plants", "log"])
def test_a_wrong_count_of_pages_is_found(home: Home, name: str) -> None:
    """Of a database without entries, too, as `rooms` is there."""
    record = struct.pack("<HH", 2, len(name)) + name.encode()
    data = home.data_file.read_bytes()
    # After eight bytes the numbers of pages: branches, leaves and others.
    for number in range(3):
        damaged = bytearray(data)
        for found in re.finditer(re.escape(record), data):
            damaged[found.end() + 8 + number * 8] ^= 1
        home.data_file.write_bytes(damaged)
        result = home.run("log", "verify")
        assert result.code == DAMAGED, str(result)


@pytest.mark.parametrize("name", ["plants", "due", "log"])
@pytest.mark.parametrize("bit", range(8))
def test_flags_of_a_database_are_looked_at(
    home: Home, name: str, bit: int, tmp_path: Path
) -> None:
    """They say how keys are compared, and `today` showed an empty day."""
    record = struct.pack("<HH", 2, len(name)) + name.encode()
    count = len(home.hashes())
    data = bytearray(home.data_file.read_bytes())
    for found in re.finditer(re.escape(record), bytes(data)):
        data[found.end() + 4] ^= 1 << bit
    home.data_file.write_bytes(data)
    for arguments in [*FEW_READS, ["log", "verify"], ["water", "Monty"]]:
        with bytes_kept(home.data_file):
            result = home.run(*arguments)
        assert result.code == DAMAGED, str(result)
    saved = home.json("log", "salvage", str(home.path), str(tmp_path / "new"))
    assert saved["events"] == count


@pytest.mark.parametrize("name", ["meta", "plants", "log", "windows"])
def test_a_database_that_is_missing_is_not_made_again(
    home: Home, name: str, inputs: dict[str, bytes]
) -> None:
    data = home.data_file.read_bytes()
    length = struct.pack("<HH", 2, len(name))
    renamed = length + name.upper().encode()
    altered = data.replace(length + name.encode(), renamed)
    assert altered != data
    for arguments in READS + WRITES:
        home.data_file.write_bytes(altered)
        with bytes_kept(home.data_file):
            result = home.run(*arguments, text=inputs.get(arguments[0], b""))
        assert result.code == DAMAGED, str(result)


def test_an_altered_event_is_missing_from_what_is_saved(
    whole: Home, tmp_path: Path
) -> None:
    """With another type it verifies by itself, and is another event than the
    next one names."""
    count = len(whole.hashes())
    data = whole.data_file.read_bytes()
    altered = re.sub(rb"room\.created", b"room.createe", data)
    altered = re.sub(rb"plant\.noted", b"plant.notee", altered)
    assert altered != data
    whole.data_file.write_bytes(altered)
    saved = whole.json("log", "salvage", str(whole.path), str(tmp_path / "new"))
    missing = sum(
        sequences["last"] - sequences["first"] + 1
        for gap in saved["missing"]
        for sequences in gap["sequences"]
    )
    assert missing > 0
    assert saved["events"] + saved["apart"] + missing == count


def altered(home: Home) -> None:
    """Some events are others, which the next ones do not name."""
    data = home.data_file.read_bytes()
    for kind in (b"room.created", b"plant.noted"):
        data = data.replace(kind, kind[:-1] + b"e")
    home.data_file.write_bytes(data)


def torn(home: Home) -> None:
    """Pages are empty, as after a bad write."""
    data = bytearray(home.data_file.read_bytes())
    for page in range(9, len(data) // 4096, 11):
        data[page * 4096 : (page + 1) * 4096] = bytes(4096)
    home.data_file.write_bytes(data)


@pytest.mark.parametrize("damage", [altered, torn])
def test_one_command_repairs_a_damaged_journal(
    whole: Home, tmp_path: Path, damage: Callable[[Home], None]
) -> None:
    whole.do("remote", "add", "stick", str(tmp_path / "stick"))
    whole.do("sync")
    before = whole.hashes()
    damage(whole)
    broken = whole.data_file.read_bytes()
    assert whole.run("log", "verify").code == DAMAGED
    if damage is torn:
        for words in (["today"], ["water", "Monty"]):
            said = whole.run(*words).message
            assert "damaged" in said and "plantguide log repair" in said
    with bytes_kept(whole.data_file):
        shown = whole.do("log", "repair", "--dry-run")
        assert "dry run" in shown.text
    result = whole.json("log", "repair")
    assert (result["missing"], result["waiting"]) == ([], 0)
    assert before <= whole.hashes()
    kept = Path(result["replaced"]) / "lmdb" / "data.mdb"
    assert kept.read_bytes() == broken
    whole.verify()
    whole.do("water", "--due", "--yes")
    # There is nothing left to do.
    again = whole.json("log", "repair")
    assert (again["saved"], again["replaced"]) == (None, None)


def test_what_nobody_has_is_named_until_somebody_has_it(
    whole: Home, tmp_path: Path
) -> None:
    whole.do("backup", str(tmp_path / "apart"))
    (backup,) = (tmp_path / "apart").iterdir()
    before = whole.hashes()
    altered(whole)
    foretold = whole.do("log", "repair", "--dry-run").text.splitlines()
    assert len(set(foretold)) == len(foretold)
    assert any(line.startswith("missing") for line in foretold)
    assert any(line.startswith("waiting") for line in foretold)
    result = whole.run("log", "repair", "--json")
    assert result.code == DAMAGED
    answer = result.json()
    missing = sum(
        sequences["last"] - sequences["first"] + 1
        for gap in answer["missing"] for sequences in gap["sequences"])
    assert missing > 0 and answer["waiting"] > 0
    assert len(whole.hashes()) < len(before)
    # The journal is a journal again.
    whole.do("today")
    whole.do("log", "verify")
    said = whole.do("log", "repair", "--from", str(backup))
    assert "no event is known to be missing" in said.text
    assert before <= whole.hashes()
    whole.verify()


def test_what_was_acknowledged_last_is_missing_until_it_is_found(
    whole: Home, tmp_path: Path
) -> None:
    older = whole.data_file.read_bytes()
    whole.do("note", "Monty", "the last")
    before = whole.hashes()
    whole.do("backup", str(tmp_path / "apart"))
    (backup,) = (tmp_path / "apart").iterdir()
    whole.data_file.write_bytes(older)
    result = whole.run("log", "repair")
    assert result.code == DAMAGED and "acknowledged last" in result.text
    assert "missing" in whole.do("log", "repair", "--dry-run").text
    said = whole.do("log", "repair", "--from", str(backup)).text
    assert "no event is known to be missing" in said
    assert before <= whole.hashes()


def test_what_was_erased_stays_erased_after_a_repair(whole: Home) -> None:
    whole.do("note", "Monty", "kept for nobody")
    whole.do("erase", "--plant", "Monty", "--notes", "--yes")
    torn(whole)
    whole.run("log", "repair")
    for file in whole.path.rglob("*"):
        assert not file.is_file() or b"kept for nobody" not in file.read_bytes()


def test_a_repair_that_is_killed_loses_nothing(
    whole: Home, tmp_path: Path, seed: int, is_long: bool
) -> None:
    whole.do("remote", "add", "stick", str(tmp_path / "stick"))
    whole.do("sync")
    before = whole.hashes()
    torn(whole)
    chance = random.Random(seed)
    command = [binary(), "log", "repair"]
    for _ in range(100 if is_long else 12):
        home = whole.copy(tmp_path / "killed")
        process = subprocess.Popen(
            command, env=environment(home.path), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        # At any moment of its work, and sometimes after it.
        try:
            process.wait(chance.random() * 0.3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        home.do("log", "repair")
        assert before <= home.hashes()
        home.verify()
        shutil.rmtree(home.path)


def test_damage_outside_of_the_events_is_repaired_too(
    whole: Home, tmp_path: Path, chance: random.Random, is_long: bool
) -> None:
    """It called the log whole, and the hints of other commands led back to it."""
    before = whole.export()
    data = whole.data_file.read_bytes()
    pages = range(2, len(data) // PAGE)
    repaired = 0
    for number in pages if is_long else chance.sample(pages, 30):
        home = whole.copy(tmp_path / f"page {number}")
        damaged = bytearray(data)
        damaged[number * PAGE : number * PAGE + 300] = chance.randbytes(300)
        home.data_file.write_bytes(damaged)
        verified = home.run("log", "verify")
        if verified.code == DONE:
            continue
        for words in (("list",), ("today",), ("log", "verify")):
            result = home.run(*words)
            assert result.code in (DONE, DAMAGED), str(result)
            assert result.code == DONE or "log repair" in result.message
        foretold = home.json("log", "repair", "--dry-run")
        result = home.run("log", "repair", "--json")
        assert foretold["missing"] == result.json()["missing"]
        home.verify()
        if result.code == DONE:
            assert home.export()["collection"] == before["collection"]
            repaired += 1
        shutil.rmtree(home.path)
    assert repaired > 3


def test_a_rehearsed_repair_looks_into_the_backups(
    whole: Home, tmp_path: Path
) -> None:
    whole.do("remote", "add", "stick", str(tmp_path / "stick"))
    whole.do("backup")
    altered(whole)
    with bytes_kept(whole.data_file):
        told = whole.do("log", "repair", "--dry-run").text
    assert "missing events in" in told and "would ask stick" in told
    assert "no event is known to be missing" in told
    assert "missing    " not in told and "waiting" not in told


def test_a_repair_needs_a_journal(empty: Home, home: Home) -> None:
    assert empty.run("log", "repair").code == NOTHING
    home.data_file.write_bytes(bytes(len(home.data_file.read_bytes())))
    with bytes_kept(home.data_file):
        assert home.run("log", "repair").code == DAMAGED


def test_what_was_committed_last_is_known_to_be_missing(
    whole: Home, tmp_path: Path
) -> None:
    older = whole.data_file.read_bytes()
    whole.do("note", "Monty", "the last")
    whole.data_file.write_bytes(older)
    saved = whole.json("log", "salvage", str(whole.path), str(tmp_path / "new"))
    assert saved["missingCommits"] is True and saved["missing"] == []


@pytest.mark.parametrize("share", [0.0, 0.01, 0.03, 0.2, 0.6, 0.95])
def test_a_truncated_file_is_an_error_or_shows_the_same(
    whole: Home, share: float, inputs: dict[str, bytes]
) -> None:
    right = {tuple(read): whole.do(*read).output for read in READS}
    data = whole.data_file.read_bytes()
    cut = data[: int(len(data) * share) // 512 * 512]
    for arguments in READS + WRITES:
        whole.data_file.write_bytes(cut)
        result = whole.run(*arguments, text=inputs.get(arguments[0], b""))
        if result.code == DONE:
            assert right.get(tuple(arguments)) in (None, result.output)
            continue
        assert result.code == DAMAGED, str(result)
        assert result.message.startswith("plantguide: error: "), str(result)
        assert "backup" in result.message, str(result)
        check_bytes(whole.data_file, cut, result)


def test_a_missing_file_is_no_new_journal(
    home: Home, inputs: dict[str, bytes]
) -> None:
    home.data_file.unlink()
    for arguments in READS + WRITES:
        result = home.run(*arguments, text=inputs.get(arguments[0], b""))
        assert result.code == DAMAGED, str(result)
        assert "data.mdb" in result.message
    assert not home.data_file.exists()


def test_a_file_of_something_else_is_refused(
    home: Home, inputs: dict[str, bytes]
) -> None:
    home.data_file.write_bytes(b"certainly no database " * 4096)
    for arguments in READS + WRITES:
        with bytes_kept(home.data_file):
            result = home.run(*arguments, text=inputs.get(arguments[0], b""))
        assert result.code == DAMAGED, str(result)
        assert "backup" in result.message, str(result)


# Damage, a format that is not known, and a map that no system can make.
REFUSED = (DAMAGED, NEWER, SYSTEM)


class Damage:
    """A journal, what it shows while it is whole, and what it shows once its
    data file is damaged."""

    def __init__(
        self, home: Home, chance: random.Random, reads: list[list[str]]
    ) -> None:
        self.home = home
        self.chance = chance
        self.reads = reads
        self.right = {tuple(read): home.do(*read).output for read in READS}
        self.events = home.hashes()
        self.data = home.data_file.read_bytes()
        # What is kept beside the data, and a write would change.
        self.beside = {
            path: path.read_bytes()
            for path in (home.path / "identity", home.path / "lmdb" / "head")
            if path.exists()
        }
        self.totals: Counter[str] = Counter()
        self.lies: list[object] = []

    def lay(self, data: bytes | bytearray) -> None:
        """Over the file that is there, as a disk would: it stays the same
        file."""
        with self.home.data_file.open("r+b") as file:
            file.truncate(len(data))
            file.write(data)
        for path, content in self.beside.items():
            path.write_bytes(content)

    def asked(self, share: float) -> list[list[str]]:
        kept = [read for read in self.reads if is_of_events(read)]
        others = [read for read in self.reads if not is_of_events(read)]
        return kept + self.chance.sample(others, round(len(others) * share))

    def check(
        self, data: bytes | bytearray, what: object, share: float = 1.0
    ) -> None:
        """Found, or harmless: nothing that is shown is wrong once `log verify`
        was clean, and folding again mends what it is said to mend."""
        self.lay(data)
        verified = self.home.run("log", "verify")
        is_clean = verified.code == DONE
        assert is_clean or verified.code in REFUSED, f"{what}: {verified}"
        self.totals["harmless" if is_clean else "found"] += 1
        # What was found may show anything, so that a few reads are enough.
        wrong = self.wrong(share if is_clean else share * 0.3, data)
        self.totals["other answers, reported"] += 0 if is_clean else len(wrong)
        if is_clean and wrong:
            self.lies.append((what, wrong))
        if "run 'plantguide log rebuild'" in verified.message:
            self.mend(what)
        elif is_clean:
            self.write_on(what)

    def wrong(self, share: float, data: bytes | bytearray) -> list[str]:
        wrong = []
        for read in self.asked(share):
            result = self.home.run(*read)
            check_bytes(self.home.data_file, bytes(data), result)
            if result.code in REFUSED:
                self.totals["answers refused"] += 1
            elif shown(result.output) == shown(self.right[tuple(read)]):
                self.totals["right answers"] += 1
            else:
                wrong.append(" ".join(read))
        return wrong

    def mend(self, what: object) -> None:
        """Folding again gives what is right, or is refused."""
        result = self.home.run("log", "rebuild")
        if result.code != DONE:
            assert result.code in REFUSED, f"{what}: {result}"
            self.totals["not to be mended"] += 1
            return
        if self.home.run("log", "verify").code != DONE:
            self.totals["not mended, and said so"] += 1
            return
        self.totals["mended"] += 1
        wrong = [
            " ".join(read)
            for read in self.asked(0.3)
            # Folding again takes other pages.
            if read[:2] != ["log", "status"]
            and self.home.run(*read).output != self.right[tuple(read)]
        ]
        # What a stale meta page hides stays hidden, which was said before.
        if wrong and self.home.hashes() == self.events:
            self.lies.append((what, "after log rebuild", wrong))

    def write_on(self, what: object) -> None:
        """What was harmless does no harm to what is written next."""
        result = self.home.run("water", "Monty", "--at", "2026-11-21T11:00")
        if result.code != DONE:
            return
        after = self.home.run("log", "verify")
        if after.code == DONE and not self.home.hashes() > self.events:
            self.lies.append((what, "events are gone after a write"))
        self.totals["written on"] += 1


def test_flipped_bits_never_crash_and_never_lie(
    whole: Home,
    seed: int,
    part: int,
    is_long: bool,
    inputs: dict[str, bytes],
) -> None:
    """Whatever bit flips: a documented exit, an unchanged file where a
    command fails, and a right answer, or one that `log verify` warns of.

    The short campaign asks a third of what is not read of the log itself.
    """
    chance = random.Random(f"{seed} {part}")
    damage = Damage(whole, chance, READS)
    for _ in range(50):
        offset, bit = chance.randrange(len(damage.data)), chance.randrange(8)
        flipped = bytearray(damage.data)
        flipped[offset] ^= 1 << bit
        damage.check(flipped, (offset, bit), 1.0 if is_long else 0.3)
        damage.lay(flipped)
        write = chance.choice(WRITES)
        result = damage.home.run(*write, text=inputs.get(write[0], b""))
        if result.code != DONE:
            check_bytes(damage.home.data_file, bytes(flipped), result)
    print(dict(damage.totals))
    assert not damage.lies, damage.lies


PAGE = 4096


@pytest.mark.parametrize("kind", ["zeroed", "swapped", "misdirected", "stale"])
def test_pages_that_are_not_what_was_written_never_lie(
    whole: Home, kind: str, seed: int, part: int, is_long: bool
) -> None:
    """A page that was lost, exchanged with another, written to the place of
    another, or is still an older version of itself."""
    chance = random.Random(f"{seed} {part} {kind}")
    older = []
    for day in range(1, 9):
        older.append(whole.data_file.read_bytes())
        whole.do("water", "Monty", "--at", f"2026-11-1{day}T09:00")
        whole.do("note", "Monty", f"day {day}")
    damage = Damage(whole, chance, READS)
    data = damage.data
    pages = range(len(data) // PAGE)

    def page(content: bytes, number: int) -> bytes:
        return content[number * PAGE : (number + 1) * PAGE]

    def put(number: int, content: bytes) -> bytearray:
        damaged = bytearray(data)
        damaged[number * PAGE : (number + 1) * PAGE] = content
        return damaged

    trials: list[tuple[object, bytearray]] = []
    for number in pages:
        other = chance.choice([page for page in pages if page != number])
        match kind:
            case "zeroed":
                trials.append((number, put(number, bytes(PAGE))))
            case "swapped":
                swapped = put(number, page(data, other))
                swapped[other * PAGE : (other + 1) * PAGE] = page(data, number)
                trials.append(((number, other), swapped))
            case "misdirected":
                trials.append(((number, other), put(number, page(data, other))))
            case "stale":
                for age, content in enumerate(older):
                    before = page(content, number)
                    if len(before) == PAGE and before != page(data, number):
                        trials.append(((number, age), put(number, before)))
    # Each part has its share; the short campaign looks at some of them.
    share = trials[part :: 60 if is_long else 6]
    for what, damaged in share if is_long else chance.sample(
        share, min(len(share), 6)
    ):
        damage.check(damaged, (kind, what), 1.0 if is_long else 0.3)
    print(dict(damage.totals))
    assert not damage.lies, damage.lies


def test_every_byte_of_a_small_journal_is_covered(
    home: Home, seed: int, part: int, is_long: bool
) -> None:
    """One bit of every byte that a page holds, and of one in ten of those that
    it has left; the short campaign takes a few."""
    # What is kept of the last commit beside the data is of this file.
    home.do("note", "Monty", "written here")
    chance = random.Random(f"{seed} {part} bytes")
    damage = Damage(home, chance, FEW_READS)
    used = [
        number * PAGE + offset
        for number in range(len(damage.data) // PAGE)
        for offset in held(damage.data[number * PAGE : (number + 1) * PAGE])
    ]
    # Each part chooses the same.
    unused = random.Random(f"{seed} unused").sample(
        sorted(set(range(len(damage.data))) - set(used)),
        (len(damage.data) - len(used)) // 10,
    )
    share = (used + unused)[part :: 60 if is_long else 6]
    for offset in share if is_long else chance.sample(share, 20):
        flipped = bytearray(damage.data)
        flipped[offset] ^= 1 << chance.randrange(8)
        damage.check(flipped, offset)
    print(dict(damage.totals))
    assert not damage.lies, damage.lies


def held(page: bytes) -> list[int]:
    """The bytes of a page but for what LMDB left between the pointers to its
    entries and the entries; none of a page that was never written."""
    flags, lower, upper = struct.unpack_from("<HHH", page, 10)
    if not any(page):
        return []
    if not flags & (BRANCH | LEAF):
        return list(range(PAGE))
    return [*range(lower), *range(upper, PAGE)]


BRANCH, LEAF = 1, 2

# What shows all that is stored.
FEW_READS = [
    ["today", "--json"],
    ["list", "--json", "--removed"],
    ["show", "Monty", "--json"],
    ["stats", "--json"],
    ["export", "json"],
    ["history", "--json"],
    ["log", "status", "--json"],
]


def shown(output: bytes) -> bytes:
    """The output but for the size of the map, which is that of this process's
    map whatever the file says."""
    return re.sub(rb'"mapBytes":[0-9]+', b"", output)


def is_of_events(read: list[str]) -> bool:
    """Whether what is read stands in the log itself."""
    return " ".join(read).startswith(("history --json", "log "))
