"""Networks give the scores of another runtime, operator by operator."""

from __future__ import annotations

import re

import numpy
import onnxruntime
import pytest

import networks
from identify_program import ROOT, Identify

NEAR = 1e-3
MEAN, DEVIATION = (0.4, 0.5, 0.6), (0.2, 0.25, 0.3)


def picture(edge: int = networks.EDGE, seed: int = 4) -> numpy.ndarray:
    return numpy.random.default_rng(seed).integers(
        0, 256, (edge, edge, 3), dtype="uint8")


def as_input(pixels: numpy.ndarray, *, last: bool = False) -> numpy.ndarray:
    values = ((pixels / 255 - MEAN) / DEVIATION).astype("float32")
    return (values if last else values.transpose(2, 0, 1))[None]


def judged(network: bytes, values: numpy.ndarray) -> numpy.ndarray:
    session = onnxruntime.InferenceSession(
        network, providers=["CPUExecutionProvider"])
    return session.run(None, {"x": values})[0].ravel()


def found(network: bytes, pixels: numpy.ndarray, **form: bool) -> numpy.ndarray:
    with Identify(network) as program:
        program.start()
        return program.scores(pixels, mean=MEAN, deviation=DEVIATION, **form)


@pytest.mark.parametrize("name", networks.OPERATORS)
def test_an_operator_gives_the_same_scores(name: str) -> None:
    network = networks.operator(name)
    pixels = picture()
    expected = judged(network, as_input(pixels))
    assert expected.std() > 1e-3, "scores that are all alike prove nothing"
    assert abs(found(network, pixels) - expected).max() < NEAR


def test_a_whole_network_gives_the_same_scores() -> None:
    network = networks.mobile()
    pixels = picture(224)
    expected = judged(network, as_input(pixels))
    assert abs(found(network, pixels) - expected).max() < NEAR


def test_colours_may_lie_side_by_side() -> None:
    network = networks.last_channels()
    pixels = picture()
    expected = judged(network, as_input(pixels, last=True))
    assert abs(found(network, pixels, last=True) - expected).max() < NEAR


def test_blue_may_come_first() -> None:
    network = networks.tiny()
    pixels = picture()
    expected = judged(network, as_input(pixels[..., ::-1]))
    assert abs(found(network, pixels, blue=True) - expected).max() < NEAR


def test_the_documents_and_the_program_list_these_operators() -> None:
    document = (ROOT / "docs" / "identify.md").read_text()
    listed = re.search(r"## Operators\n\n[^`]*\n\n((?:`[^\n]*\n)+)", document)
    assert listed and set(re.findall(r"`(\w+)`", listed[1])) == set(
        networks.OPERATORS)
    source = (
        ROOT / "Sources" / "JournalIdentification" / "ONNX" / "OperatorCheck.swift"
    ).read_text()
    supported = re.search(r"supported: Set = \[(.*?)\]", source, re.DOTALL)
    assert supported and set(re.findall(r'"(\w+)"', supported[1])) == set(
        networks.OPERATORS)
