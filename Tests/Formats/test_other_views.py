"""Checks the JSON of the commands that no other file looks at."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import Home, program
from formats import schema_problems

VIEWS = [
    (["upcoming", "--json"], "upcoming"),
    (["upcoming", "--days", "365", "--json"], "upcoming"),
    (["agenda", "--json"], "agenda"),
    (["agenda", "--by", "kind", "--json"], "agenda"),
    (["status", "--json"], "status"),
    (["sitter", "2026-11-21", "2026-12-31", "--json"], "sitter"),
    (["sitter", "2026-11-28", "2026-12-31", "--contact", "Anna", "--json"],
     "sitter"),
    (["calendar", "2026-03-15", "--json"], "calendar"),
    (["calendar", "yesterday", "--json"], "calendar"),
    (["calendar", "tomorrow", "--json"], "calendar"),
    (["why", "Monty", "--json"], "why"),
    (["why", "Basil", "watering", "--json"], "why"),
    (["measure", "Monty", "--json"], "measurements"),
    (["list", "mont", "--json"], "list"),
    (["list", "montt", "--all", "--json"], "list"),
    (["list", "--room", "Kitchen", "--save", "shelf", "--json"], "write-result"),
    (["list", "--filters", "--json"], "list-filters"),
    (["tag", "list", "--json"], "tag-list"),
    (["field", "list", "--json"], "field-list"),
    (["health", "Monty", "--json"], "measurements"),
    (["list", "monstera/", "--json"], "list"),
    (["task", "list", "--json"], "task-list"),
    (["undo", "--dry-run", "--json"], "undo-preview"),
    (["erase", "--plant", "Monty", "--notes", "--dry-run", "--json"], "erase"),
    (["log", "rebuild", "--json"], "log-rebuild"),
    (["log", "compact", "--dry-run", "--json"], "log-compact"),
    (["log", "compact", "--json"], "log-compact"),
    (["settings", "list", "--json"], "settings"),
    (["doctor", "--json"], "doctor"),
    (["delete-all", "--dry-run", "--json"], "delete-all"),
    (["doctor", "--full", "--json"], "doctor"),
    (["settings", "get", "timeZone", "--json"], "setting"),
    (["settings", "set", "pager", "less -R", "--json"], "write-result"),
    (["settings", "set", "units", "imperial", "--json"], "write-result"),
    (["audit", "--json"], "audit"),
    (["schedule", "suggest", "--json"], "schedule-suggest"),
    (["schedule", "suggest", "--accept", "--yes", "--json"], "write-result"),
    (["stats", "care", "--json"], "stats-care"),
    (["stats", "care", "--since", "2025-01-01", "--json"], "stats-care"),
    (["calendar", "--json"], "calendar"),
    (["calendar", "2026-03", "--json"], "calendar"),
    (["on-this-day", "--json"], "on-this-day"),
    (["lineage", "Monty", "--json"], "lineage"),
    (["search", "philo", "--json"], "search"),
    (["search", "sansevieria trifascata", "--json"], "search"),
    (["species", "Monstera deliciosa", "--json"], "species"),
    (["browse", "--by", "family", "--json"], "browse"),
    (["browse", "--by", "category", "--json"], "browse"),
    (["browse", "Fern", "--json"], "browse"),
    (["browse", "--safe-for", "cats", "--json"], "browse"),
    (["suggest", "Monstera", "deliciosa", "--json"], "suggest"),
    (["search", "Araceae", "--json"], "search"),
    (["search", "--json"], "recent-searches"),
    (["catalogue", "status", "--json"], "catalogue-status"),
    (["services", "status", "--json"], "services-status"),
    (["services", "set", "trefle", "--timeout", "30", "--json"], "services-set"),
    (["cache", "status", "--json"], "cache-status"),
    (["cache", "clear", "--json"], "cache-clear"),
]


def printed(home: Home, *arguments: str, **options: Any) -> list[Any]:
    lines = home.run(*arguments, **options).splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(("arguments", "schema"), VIEWS)
def test_view_matches_its_schema(
    small_home: Home, arguments: list[str], schema: str
) -> None:
    (document,) = printed(small_home, *arguments)
    assert not schema_problems(f"projections/{schema}", document)


def test_recent_searches_match_their_schema(small_home: Home) -> None:
    # As a terminal's search writes it, of which there is none here.
    (small_home.path / "searches.json").write_text(
        '{"searches":[{"query":"hoya","at":"2026-11-20T09:00:00Z","total":2,'
        '"best":"Hoya carnosa"},{"query":"x","at":"2026-11-19T09:00:00.500Z",'
        '"total":0,"best":null}]}')
    (document,) = printed(small_home, "search", "--json")
    assert [search["total"] for search in document["searches"]] == [2, 0]
    assert not schema_problems("projections/recent-searches", document)


def test_the_definitions_of_help_match_their_schema() -> None:
    # Help depends on no journal and no clock.
    done = subprocess.run(
        [program(), "help", "--definitions"], capture_output=True, check=True
    )
    definitions = json.loads(done.stdout)
    assert not schema_problems("projections/help-definitions", definitions)


def test_each_step_of_a_replay_matches_its_schema(small_home: Home) -> None:
    steps = printed(small_home, "replay", "--json")
    assert any(step["changes"] for step in steps)
    assert any(step["undone"] for step in steps)
    for step in steps:
        assert not schema_problems("projections/replay-step", step)


def test_a_replay_has_a_step_for_each_event(small_home: Home) -> None:
    steps = printed(small_home, "replay", "--json")
    events = printed(small_home, "history", "--json", "--reverse")
    names = [(step["writer"], step["sequence"]) for step in steps]
    assert names == [
        (event["header"]["writer"], event["header"]["sequence"])
        for event in events
    ]


def test_the_result_of_an_import_matches_its_schema(
    small_home: Home, tmp_path: Path
) -> None:
    events = small_home.run("export", "events")
    (result,) = printed(
        Home(tmp_path / "copy"), "import", "--json", standard_input=events)
    assert not schema_problems("projections/import-result", result)
    assert result["received"] == len(events.splitlines())


PARTS = [
    "collection", "rooms", "schedules", "photos", "today", "upcoming",
    "statistics", "settings",
]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_the_export_matches_its_schema(
    small_home: Home, part: str
) -> None:
    (document,) = printed(small_home, "export", "json", "--only", part)
    assert not schema_problems("projections/export-part", document)
    assert schema_problems("projections/export", document)
    assert list(document)[-1] == part


def test_what_is_said_of_backups_matches_its_schemas(
    small_home: Home, tmp_path: Path
) -> None:
    directory = tmp_path / "backups"
    (made,) = printed(small_home, "backup", str(directory), "--json")
    assert not schema_problems("projections/backup", made)
    manifest = json.loads(Path(made["path"], "manifest.json").read_text())
    assert not schema_problems("backup-manifest", manifest)
    (directory / "broken").mkdir()
    (listed,) = printed(small_home, "backup", "list", str(directory), "--json")
    assert not schema_problems("projections/backup-list", listed)
    assert listed["backups"] == [made] and len(listed["others"]) == 1
    (whole,) = printed(small_home, "backup", "verify", made["path"], "--json")
    assert whole == made
    other = Home(tmp_path / "other")
    for options in [["--dry-run"], [], ["--yes"], ["--photos"]]:
        (done,) = printed(
            other, "backup", "restore", made["path"], "--json", *options)
        assert not schema_problems("projections/backup-restore", done)


def test_what_is_said_of_imported_plants_matches_its_schema(
    tmp_path: Path
) -> None:
    table = b"name,room,last watered\nFig,Attic,2026-11-01\n"
    home = Home(tmp_path / "home")
    for options in [["--dry-run"], []]:
        (result,) = printed(
            home, "import", "csv", "--json", *options, standard_input=table)
        assert not schema_problems("projections/write-result", result)
    table = b"name,room,tags\nFig,Loft,-\nFern,,\n"
    for options in [["--dry-run"], ["--yes"]]:
        (result,) = printed(
            home, "import", "csv", "--update", "--json", *options,
            standard_input=table)
        assert not schema_problems("projections/write-result", result)
        (difference,) = result["differences"]
        assert difference["fields"] == [
            {"column": "room", "old": "Attic", "new": "Loft"}
        ]
        broken = result | {"differences": [difference | {"fields": []}]}
        assert schema_problems("projections/write-result", broken)
    (result,) = printed(
        home, "import", "--json", "--dry-run",
        standard_input=home.run("export", "events"))
    assert not schema_problems("projections/import-result", result)


def test_what_sync_prints_matches_its_schema(home: Home, tmp_path: Path) -> None:
    (empty,) = printed(home, "remote", "list", "--json")
    (added,) = printed(
        home, "remote", "add", "stick", str(tmp_path / "stick"), "--user", "anna",
        "--netrc", "--json")
    assert not schema_problems("projections/remote", added)
    (rehearsed,) = printed(home, "sync", "--dry-run", "--json")
    (synced,) = printed(home, "sync", "--json")
    other = Home(tmp_path / "other")
    other.run("remote", "add", "stick", str(tmp_path / "stick"))
    (foreseen,) = printed(other, "sync", "--dry-run", "--json")
    assert foreseen["remotes"][0]["received"][0]["writer"]
    (taken,) = printed(other, "sync", "--json")
    assert taken["remotes"][0]["received"] and synced["remotes"][0]["sent"]
    for document in (rehearsed, foreseen, synced, taken):
        assert not schema_problems("projections/sync", document)
    (status,) = printed(other, "sync", "status", "--json")
    assert not schema_problems("projections/sync-status", status)
    (listed,) = printed(other, "remote", "list", "--json")
    for document in (empty, listed):
        assert not schema_problems("projections/remote-list", document)
    assert schema_problems("projections/sync", status)
    for machine, days in ((other, "3"), (home, "0")):
        machine.run("settings", "set", "graceDays", days)
    events = other.run("export", "events")
    home.run("sync")
    (taken,) = printed(other, "sync", "--json")
    lost = taken["remotes"][0]["lostEdits"]
    assert lost and not schema_problems("projections/sync", taken)
    third = Home(tmp_path / "third")
    third.run("import", standard_input=events)
    third.run("settings", "set", "graceDays", "2")
    (taken,) = printed(
        third, "import", "--json", standard_input=home.run("export", "events"))
    assert taken["lostEdits"]
    assert not schema_problems("projections/import-result", taken)
    (tmp_path / "stick").rename(tmp_path / "away")
    with pytest.raises(AssertionError, match="exited 4"):
        other.run("sync")
    (failed,) = printed(other, "sync", "status", "--json")
    assert failed["remotes"][0]["failures"]["count"] == 1
    assert not schema_problems("projections/sync-status", failed)


def test_what_is_printed_of_keys_matches_its_schemas(
    home: Home, tmp_path: Path
) -> None:
    passphrase = tmp_path / "passphrase"
    passphrase.write_text("correct horse battery")
    passphrase.chmod(0o600)
    for where in (home, Home(tmp_path / "other")):
        where.run(
            "remote", "add", "friend", str(tmp_path / "friend"), "--encrypt",
            "--passphrase-file", str(passphrase))
    home.run("sync", "friend")
    (exported,) = printed(home, "remote", "key", "export", "friend", "--json")
    (checked,) = printed(
        home, "remote", "key", "check", "friend", "--json",
        standard_input=passphrase.read_bytes())
    (unlocked,) = printed(
        where, "remote", "key", "unlock", "friend", "--json",
        standard_input="\n".join(exported["sheets"][0]["lines"]).encode())
    for document, schema in [
        (exported, "remote-key-export"), (checked, "remote-key-check"),
        (unlocked, "remote"),
    ]:
        assert not schema_problems(f"projections/{schema}", document)


def test_what_is_printed_of_tokens_matches_its_schemas(home: Home) -> None:
    (created,) = printed(
        home, "serve", "token", "create", "phone", "--person", "Anna", "--json")
    (invited,) = printed(
        home, "serve", "invite", "http://localhost:8714", "--read-only", "--json")
    (calendar,) = printed(
        home, "serve", "calendar", "desk", "http://localhost:8714", "--json")
    (listed,) = printed(home, "serve", "token", "list", "--json")
    assert len(listed["tokens"]) == 3
    (revoked,) = printed(
        home, "serve", "token", "revoke", created["id"], "--json")
    for document, schema in [
        (created, "serve-token-create"), (invited, "serve-invite"),
        (calendar, "serve-calendar"),
        (listed, "serve-token-list"), (revoked, "serve-token-revoke"),
    ]:
        assert not schema_problems(f"projections/{schema}", document)
