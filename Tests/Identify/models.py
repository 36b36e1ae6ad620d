"""Makes models: directories with a card, a network, labels and a picture."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy
import onnxruntime
from PIL import Image

import networks

LABELS = [
    "Monstera deliciosa", "Ficus_lyrata", "Sansevieria trifasciata",
    "Lactuca virosa L.", "background",
]
MEAN, DEVIATION = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]


def png(pixels: numpy.ndarray) -> bytes:
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "png")
    return file.getvalue()


def probabilities(scores: numpy.ndarray) -> numpy.ndarray:
    powers = numpy.exp(scores - scores.max())
    return powers / powers.sum()


def judged(network: bytes, pixels: numpy.ndarray) -> numpy.ndarray:
    """The scores by another runtime."""
    values = ((pixels / 255 - MEAN) / DEVIATION).astype("float32")
    session = onnxruntime.InferenceSession(
        network, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return session.run(None, {name: values.transpose(2, 0, 1)[None]})[0].ravel()


def colours(sureness: float = 4) -> bytes:
    """A network that tells pictures by their mean colours: much green is the
    first plant, much red the second, much blue the third."""
    net = networks.Net(2)
    net.add("GlobalAveragePool")
    net.add("Flatten")
    weights = numpy.array([
        [-1, 2, -1], [2, -1, -1], [-1, -1, 2], [0.1, 0.1, 0.1], [-1, -1, -1],
    ], "float32") * sureness
    net.add("Gemm", net.constant(weights),
            net.constant(numpy.zeros(5, "float32")), transB=1)
    return net.bytes()


def make(
    place: Path, network: bytes, *, labels: list[str] = LABELS,
    name: str = "colours", edge: int = networks.EDGE, output: str = "logits",
    pixels: numpy.ndarray | None = None, **changes: Any,
) -> Path:
    """A model's directory. `changes` replace members of its card."""
    place.mkdir(parents=True, exist_ok=True)
    if pixels is None:
        pixels = numpy.zeros((edge, edge, 3), "uint8")
        pixels[:, :, 1] = 160
        pixels[: edge // 3, :, 0] = 90
    scores = judged(network, pixels)
    if output == "logits":
        scores = probabilities(scores)
    best = numpy.argsort(-scores)[: min(5, len(labels))]
    (place / "network.onnx").write_bytes(network)
    (place / "labels.txt").write_text("".join(f"{label}\n" for label in labels))
    (place / "test.png").write_bytes(png(pixels))
    card = {
        "card": 1, "name": name, "version": "1", "licence": "CC0-1.0",
        "source": "made by Tests/Identify/models.py",
        "network": "network.onnx", "labels": "labels.txt", "output": output,
        "input": {
            "width": edge, "height": edge, "shorterSide": edge,
            "layout": "NCHW", "colours": "RGB", "mean": MEAN,
            "deviation": DEVIATION},
        "selfTest": {
            "picture": "test.png",
            "scores": [
                {"label": labels[i], "score": round(float(scores[i]), 5)}
                for i in best if labels[i] != "background"]},
    }
    (place / "model.json").write_text(json.dumps({**card, **changes}, indent=2) + "\n")
    return place


def sample(place: Path) -> Path:
    """The model that the examples of help use: it knows green leaves."""
    return make(place, colours(), name="tiny-leaves", version="2026-11",
                source="made by Tests/Identify/models.py")


if __name__ == "__main__":
    import sys
    sample(Path(sys.argv[1]))
