"""`doctor` checks how services are set up, and asks none."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from program import SYSTEM, USAGE, Home, binary, environment
from screen import on_terminal


def doctored(home: Home) -> list[tuple[str, str]]:
    return [(finding["level"], finding["message"])
            for finding in home.json("doctor")["findings"]
            if finding["check"] == "services"]


def test_keys_that_others_can_read_or_that_are_missing_are_found(
    home: Home, tmp_path: Path
) -> None:
    assert doctored(home) == []
    key = tmp_path / "key"
    key.write_text("c4nary\n")
    key.chmod(0o600)
    home.do("services", "set", "plantnet", "--key-file", str(key))
    assert doctored(home) == [("ok", "what is set up can be used")]
    key.chmod(0o644)
    ((level, message),) = doctored(home)
    assert level == "warning" and message.startswith("Pl@ntNet: ")
    assert "c4nary" not in message
    key.unlink()
    ((level, message),) = doctored(home)
    assert level == "warning" and str(key) in message


def test_commands_that_are_missing_are_found_and_not_run(
    home: Home, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    for command, level in [
        (f"touch {ran}", "ok"), ("no-such-program show plantnet", "warning"),
        (f"{tmp_path}/missing", "warning"), ("(anything; else)", "ok"),
    ]:
        home.do("services", "set", "trefle", "--key-command", command)
        ((found, message),) = doctored(home)
        assert found == level, message
    assert not ran.exists()


def test_what_a_key_command_says_drives_no_terminal(home: Home) -> None:
    command = "printf '\\033]0;title\\007\\033[2Jsaid\\n' >&2; exit 1"
    home.do("services", "set", "trefle", "--key-command", command)
    code, shown = on_terminal(home, "services", "test", "trefle")
    assert code == USAGE and b"\\u{1B}" in shown
    assert b"\x07" not in shown and b"\x1b]" not in shown
    assert b"\x1b[2J" not in shown


def test_a_full_output_says_that_the_change_is_recorded(home: Home) -> None:
    kept = home.path / "cache" / "services" / ("0" * 64)
    kept.parent.mkdir(parents=True)
    kept.write_text("kept")
    for arguments in (
        ["services", "set", "trefle", "--timeout", "20"], ["cache", "clear"],
    ):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [binary(), *arguments], stdout=full, stderr=subprocess.PIPE,
                env=environment(home.path), check=False, timeout=60)
        assert done.returncode == SYSTEM
        assert b"your change is recorded" in done.stderr
    assert not kept.exists()


@pytest.mark.parametrize("options", [
    ["--proxy", "foo"], ["--proxy", "proxy:3128"], ["--proxy", "http://"],
    ["--proxy", "ftp://proxy:3128"], ["--proxy", "http://proxy:0"],
    ["--proxy", "http://me:a%1db@proxy:1"], ["--proxy", "http://%00@proxy:1"],
    ["--proxy", "socks5h://me:a\x1db@proxy:1"], ["--proxy", "http://a@b@proxy"],
    ["--ca-file", "/nonexistent/ca.pem"], ["--ca-file", "/etc/passwd"],
    ["--ca-file", "/etc"], ["--key-file", "/nonexistent/key"],
    ["--key-file", "/etc"], ["--key-file", "/dev/null"],
    ["--url", "http://192.0.2.1/x"], ["--url", "http://h:99999/"],
    ["--url", "https://h:x/"], ["--url", "https://:443/"],
    ["--url", "https://[::1/"], ["--timeout", "601"], ["--timeout", "0"],
    ["--key-file", "a", "--key-command", "b"],
])
def test_what_can_never_work_is_refused(home: Home, options: list[str]) -> None:
    assert home.run("services", "set", "trefle", *options).code == USAGE
    assert not (home.path / "services.json").exists()


def test_what_can_work_is_taken(home: Home, tmp_path: Path) -> None:
    authorities = tmp_path / "ca.pem"
    authorities.write_text("text\n-----BEGIN TRUSTED CERTIFICATE-----\n")
    key = str(tmp_path / "key")
    Path(key).write_text("K\n")
    for options in (
        ["--proxy", "http://me:a%40b%@proxy.example:3128/"],
        ["--proxy", "socks5h://[::1]:1080"], ["--proxy", ""],
        ["--ca-file", str(authorities)], ["--url", "http://[::1]:65535/api"],
        ["--url", "https://trefle.example"], ["--timeout", "600"],
        ["--key-file", key], ["--key-file", "", "--key-command", "b"],
    ):
        home.do("services", "set", "trefle", *options)
    # One of both would never be used.
    home.refuse("services", "set", "trefle", "--key-file", key, code=USAGE,
                says="not from both")
    # A file that has gone meanwhile keeps no other option from being changed.
    authorities.unlink()
    home.do("services", "set", "trefle", "--timeout", "30")


def test_a_key_file_holds_only_the_key(home: Home, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("K\n" * 50_000)
    home.refuse("services", "set", "trefle", "--key-file", str(key), code=USAGE,
                says="too long to hold the key of Trefle")
    home.refuse("services", "set", "trefle", "--key-file", str(tmp_path),
                code=USAGE, says="is not a file")


@pytest.mark.parametrize(("option", "text", "says"), [
    ("url", "http://192.0.2.1/x", "on its way"), ("caFile", "/etc/passwd", "PEM"),
    ("keyFile", "/etc", "is not a file"), ("timeout", "long", "that long"),
    ("proxy", "http://u:%1d@proxy", "control character"),
])
def test_what_people_write_into_the_file_is_checked(
    home: Home, option: str, text: str, says: str
) -> None:
    choices = home.path / "services.json"
    choices.write_text(json.dumps({"trefle": {option: text}}))
    choices.chmod(0o600)
    ((level, message),) = doctored(home)
    assert level == "warning" and says in message


def test_a_damaged_file_is_one_finding(home: Home) -> None:
    (home.path / "services.json").write_text("{")
    (home.path / "services.json").chmod(0o600)
    ((level, _),) = doctored(home)
    assert level == "warning"


def test_the_state_is_whole_on_a_narrow_terminal(home: Home) -> None:
    home.do("settings", "set", "offlineMode", "on")
    _, shown = on_terminal(home, "services", "status", width=40)
    text = shown.decode()
    assert "Open Plantbook" in text and "not asked" in text
    assert "\u2026" not in text and "https://" not in text


def test_setting_a_service_says_what_is_set(home: Home, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("K\n")
    text = home.do(
        "services", "set", "trefle", "--key-file", str(tmp_path / "key"),
        "--proxy", "http://me:s3cret@proxy.example:3128").text
    assert f"key-file    {tmp_path}/key" in text
    assert "@proxy.example:3128" in text and "s3cret" not in text
    # Options that were set before are named, too.
    text = home.do("services", "set", "trefle", "--timeout", "20").text
    assert "key-file" in text and "timeout     20" in text
    text = home.do("services", "set", "trefle", "--timeout", "", "--proxy", "",
                   "--key-file", "").text
    assert "no option is set" in text


def test_what_is_set_is_told_without_secrets(home: Home) -> None:
    words = ["services", "set", "trefle", "--key-command", "echo s3cret",
             "--proxy", "http://me:s3cret@proxy.example:3128"]
    for more in ([], ["--json"]):
        text = home.do(*words, *more).text
        assert "s3cret" not in text and "@proxy.example:3128" in text
