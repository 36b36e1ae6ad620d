"""The scripts and the HTML by themselves: types, rules, sizes, validity."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess

import html5lib
import pytest

from conftest import ROOT, WEB, Served, address

HERE = ROOT / "Tests" / "Pages"
TSC = shutil.which("tsc")
ESLINT = shutil.which("eslint")


@pytest.mark.parametrize("project", ["tsconfig.json", "tsconfig.worker.json"])
def test_types_fit(project: str) -> None:
    if not TSC:
        pytest.skip("there is no tsc (node-typescript)")
    run = subprocess.run(
        [TSC, "-p", HERE / project], capture_output=True, text=True)
    assert (run.stdout, run.returncode) == ("", 0)


def test_rules_are_kept() -> None:
    if not ESLINT:
        pytest.skip("there is no eslint")
    # Another Node than Debian's looks for modules elsewhere.
    run = subprocess.run(
        [ESLINT, "--no-eslintrc", "--config", HERE / "eslintrc.json",
         "--format", "json", "--max-warnings", "0", WEB],
        capture_output=True, text=True,
        env=os.environ | {"NODE_PATH": "/usr/share/nodejs"})
    assert run.stdout, run.stderr
    found = [
        f"{file['filePath']}:{fault['line']}: {fault['message']}"
        for file in json.loads(run.stdout) for fault in file["messages"]
    ]
    assert found == []


def test_scripts_and_styles_are_small(shared: Served) -> None:
    """As the server sends them: each file compressed by itself."""
    sizes = {}
    for path in WEB.iterdir():
        if path.suffix in (".js", ".css"):
            at = "" if path.stem == "service-worker" else "assets/-/"
            status, headers, body = shared.page(
                f"/{at}{path.name}", Accept_Encoding="gzip")
            assert (status, headers["content-encoding"]) == (200, "gzip")
            sizes[path.name] = len(body)
    assert sum(sizes.values()) <= 40_000, sizes


def test_all_files_are_in_the_program() -> None:
    text = (ROOT / "Sources/CWebAssets/assets.c").read_text(encoding="utf-8")
    for path in WEB.iterdir():
        if path.suffix != ".json":
            assert f'"../../Resources/web/{path.name}"' in text


def test_today_is_small(shared: Served) -> None:
    status, headers, body = shared.page("/", Accept_Encoding="gzip")
    assert status == 200
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "accept-encoding"
    assert len(body) <= 20_000
    assert gzip.decompress(body).startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("accepted", "is_short"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("*", True), ("", False),
     ("gzip;q=0", False), ("br", False), ("gzipped", False)])
def test_answers_are_compressed_for_those_who_read_it(
    shared: Served, accepted: str, is_short: bool
) -> None:
    for path in ["/", "/assets/-/base.css"]:
        _, plain, whole = shared.page(
            path, Accept_Encoding="identity")
        _, headers, body = shared.page(
            path, Accept_Encoding=accepted)
        assert "content-encoding" not in plain
        assert (headers.get("content-encoding") == "gzip") == is_short
        assert headers["vary"] == "accept-encoding"
        if is_short and path != "/":
            assert gzip.decompress(body) == whole


def test_pictures_are_not_compressed(shared: Served) -> None:
    _, headers, _ = shared.page(
        "/assets/-/icon-512.png", Accept_Encoding="gzip")
    assert "content-encoding" not in headers


def test_html_is_valid(shared: Served, pattern: str) -> None:
    status, _, body = shared.page(address(pattern, shared))
    assert status == 200, pattern
    parser = html5lib.HTMLParser(strict=True)
    page = parser.parse(body.decode(), )
    names = [
        element.get("id") for element in page.iter() if element.get("id")]
    assert len(names) == len(set(names)), "an id is there twice"
    headings = [
        element for element in page.iter() if element.tag.endswith("}h1")]
    assert len(headings) == 1


def test_the_manifest_can_be_installed(shared: Served) -> None:
    _, headers, body = shared.page("/manifest.webmanifest")
    assert headers["content-type"] == "application/manifest+json"
    manifest = json.loads(body)
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        status, _, _ = shared.page(icon["src"])
        assert status == 200, icon
