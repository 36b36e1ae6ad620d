"""`doctor` checks how services are set up, and asks none."""

from __future__ import annotations

from pathlib import Path

from program import Home


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


def test_a_damaged_file_is_one_finding(home: Home) -> None:
    (home.path / "services.json").write_text("{")
    (home.path / "services.json").chmod(0o600)
    ((level, _),) = doctored(home)
    assert level == "warning"
