"""Models are added only if they give here what they should."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

import models
import networks
from formats import schema_problems
from program import NOTHING, USAGE, Home, binary, environment


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return models.make(tmp_path / "model", models.colours())


def refused(home: Home, model: Path, *says: str) -> None:
    """The model is refused for these reasons, and nothing of it stays."""
    result = home.run("model", "add", str(model))
    assert result.code == USAGE, str(result)
    for part in ["model not loaded: ", *says]:
        assert part in result.message, str(result)
    assert home.json("model", "list") == {"models": []}
    assert not (home.path / "models").exists()


def test_a_model_is_added_listed_checked_and_removed(home: Home, model: Path) -> None:
    added = home.json("model", "add", str(model))
    assert not schema_problems("projections/model-add", added)
    assert (added["name"], added["plants"], added["inCatalogue"]) == ("colours", 4, 3)
    assert added["operators"] == ["Flatten", "Gemm", "GlobalAveragePool"]
    assert not added["isReplaced"]
    listed = home.json("model", "list")
    assert not schema_problems("projections/model-list", listed)
    assert [entry["name"] for entry in listed["models"]] == ["colours"]
    checked = home.json("model", "check", "colours")
    assert not schema_problems("projections/model-check", checked)
    assert checked["models"][0]["difference"] < 1e-3
    # Nobody else can read it, and nothing else was made.
    (place,) = (home.path / "models").iterdir()
    assert place.stat().st_mode & 0o777 == 0o700
    assert not (home.path / "lmdb").exists()
    home.do("model", "remove", "colours")
    assert not (home.path / "models").exists()


def test_the_card_may_be_named_itself(home: Home, model: Path) -> None:
    (model / "model.json").rename(model / "card.json")
    home.do("model", "add", str(model / "card.json"))
    refused_card = home.run("model", "add", str(model / "network.onnx"))
    assert "is no card" in refused_card.message


def test_a_model_replaces_another_of_its_name(home: Home, model: Path) -> None:
    home.do("model", "add", str(model))
    models.make(model, models.colours(), version="2")
    assert home.json("model", "add", str(model))["isReplaced"]
    (entry,) = home.json("model", "list")["models"]
    assert entry["version"] == "2"


def failing(home: Home, calls: str, fault: str, *words: str) -> int:
    """Runs a command of which some calls fail or kill it."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    return subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}",
         "-e", f"inject={calls}:{fault}", binary(), *words],
        env=environment(home.path), capture_output=True).returncode


RENAMES = "rename,renameat,renameat2"


@pytest.mark.parametrize("fault", ["error=EIO", "error=ENOSPC", "signal=KILL"])
@pytest.mark.parametrize("calls", [RENAMES, "unlinkat"])
def test_a_model_stays_until_another_has_its_place(
    home: Home, model: Path, calls: str, fault: str
) -> None:
    home.do("model", "add", str(model))
    models.make(model, models.colours(), version="2")
    code = failing(home, calls, fault, "model", "add", str(model))
    assert (code == 0) == (calls == "unlinkat" and "error" in fault)
    (entry,) = home.json("model", "list")["models"]
    if code == 0 or calls == RENAMES:
        assert entry["version"] == ("2" if code == 0 else "1")
    home.do("model", "check", "colours")
    assert home.json("model", "add", str(model))["isReplaced"]


@pytest.mark.parametrize("fault", ["error=EIO", "signal=KILL"])
def test_a_model_is_removed_whole_or_not_at_all(
    home: Home, model: Path, fault: str
) -> None:
    home.do("model", "add", str(model))
    assert failing(home, RENAMES, fault, "model", "remove", "colours") != 0
    home.do("model", "check", "colours")
    failing(home, "unlinkat", fault, "model", "remove", "colours")
    assert home.json("model", "list") == {"models": []}
    assert not home.json("model", "add", str(model))["isReplaced"]
    assert [place.name for place in (home.path / "models").iterdir()] == ["colours"]


def test_two_additions_at_once_both_succeed(home: Home, model: Path) -> None:
    for _ in range(4):
        both = [
            subprocess.Popen(
                [binary(), "model", "add", str(model)], env=environment(home.path),
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            for _ in range(2)]
        for one in both:
            said, _ = one.communicate(timeout=60)
            assert one.returncode == 0, said
    home.do("model", "check", "colours")


def test_the_model_that_was_added_last_is_used(home: Home, tmp_path: Path) -> None:
    for name in ("zinnias", "asters"):
        home.do("model", "add", str(models.make(
            tmp_path / name, models.colours(), name=name)))
    used = {each["name"]: each["isUsed"] for each in home.json("model", "list")["models"]}
    assert used == {"asters": True, "zinnias": False}
    assert "'identify' uses asters" in home.do("model", "list").text


def test_a_rehearsal_checks_and_keeps_nothing(home: Home, model: Path) -> None:
    assert home.json("model", "add", str(model), "--dry-run")["dryRun"]
    assert not home.path.exists() or not (home.path / "models").exists()


def test_people_read_what_a_model_cannot_know(home: Home, tmp_path: Path) -> None:
    wild = ["Lactuca virosa", "Cirsium vulgare", "Papaver rhoeas", "Trifolium arvense",
            "Monstera deliciosa"]
    model = models.make(tmp_path / "wild", models.colours(), labels=wild, name="wild")
    output = home.do("model", "add", str(model)).text
    assert "knows 5 plants" in output
    assert "most of its plants are no house plants" in output


def test_other_scores_than_those_of_the_card_refuse_it(home: Home, model: Path) -> None:
    card = json.loads((model / "model.json").read_text())
    card["selfTest"]["scores"][0]["score"] -= 0.01
    (model / "model.json").write_text(json.dumps(card))
    refused(home, model, "its self-test gives 'Monstera deliciosa' ", "misname")


def test_labels_in_another_order_refuse_it(home: Home, model: Path) -> None:
    labels = (model / "labels.txt").read_text().splitlines()
    (model / "labels.txt").write_text("\n".join(sorted(labels)) + "\n")
    refused(home, model, "its self-test gives")


def test_the_number_of_labels_must_be_that_of_the_scores(home: Home, model: Path) -> None:
    with (model / "labels.txt").open("a") as file:
        file.write("Aloe vera\n")
    refused(home, model, "it gives 5 scores, and has 6 labels")


def pooled(**attributes: object) -> bytes:
    net = networks.Net(3)
    net.conv(3, 8, stride=2)
    net.add("AveragePool", kernel_shape=[3, 3], pads=[1, 1, 1, 1], **attributes)
    net.head(8)
    return net.bytes()


def behind(build: Callable[[networks.Net], object], opset: int = 13) -> bytes:
    net = networks.Net(3)
    net.conv(3, 8, stride=2)
    build(net)
    net.head(8)
    return net.bytes(opset=opset)


def averaged() -> bytes:
    net = networks.Net(5)
    net.conv(3, 8, stride=2)
    net.add("ReduceMean", net.constant([2, 3], "int64"), keepdims=0)
    net.gemm(8)
    return net.bytes(opset=18, ir=8)


def quantized(net: networks.Net) -> None:
    zero, scale = net.constant(128, "uint8"), net.constant(0.1, "float32")
    net.add("QuantizeLinear", scale, zero)
    net.add("DequantizeLinear", scale, zero)


def doubled() -> bytes:
    net = networks.Net(3)
    net.conv(3, 8, stride=2)
    net.add("GlobalAveragePool")
    net.add("Flatten")
    net.add("Gemm", net.weights(5, 8), net.weights(5), transB=1, alpha=0.5)
    return net.bytes()


# Networks that OpenCV 4.6 runs wrongly or not at all, and the operator.
WRONG = {
    "ReduceMean": averaged,
    "QuantizeLinear": lambda: behind(quantized),
    "AveragePool": lambda: pooled(count_include_pad=1),
    "MaxPool": lambda: behind(lambda net: net.add(
        "MaxPool", kernel_shape=[3, 3], dilations=[2, 2])),
    "Conv": lambda: behind(lambda net: net.add(
        "Conv", net.weights(8, 8, 3, 3), kernel_shape=[3, 3], strides=[2, 2],
        auto_pad="SAME_LOWER")),
    "Gemm": doubled,
    "Softmax": lambda: behind(lambda net: net.add("Softmax", axis=1), opset=10),
    "Clip": lambda: behind(lambda net: net.add(
        "Clip", net.constant(0, "float32"), net.constant(6, "float32"))),
    "Squeeze": lambda: behind(lambda net: (
        net.add("Squeeze", net.constant([0], "int64")),
        net.add("Unsqueeze", net.constant([0], "int64")))),
    "Gelu": lambda: behind(lambda net: net.add("Gelu"), opset=20),
}


@pytest.mark.parametrize("operator", WRONG)
def test_an_operator_that_is_run_wrongly_is_named(
    home: Home, tmp_path: Path, operator: str
) -> None:
    model = models.make(tmp_path / "model", WRONG[operator]())
    refused(home, model, f"{operator} ")


def test_half_precision_and_weights_elsewhere_are_refused(
    home: Home, tmp_path: Path
) -> None:
    model = models.make(tmp_path / "model", models.colours())
    import onnx
    network = onnx.load(model / "network.onnx")
    network.graph.initializer[0].data_type = onnx.TensorProto.FLOAT16
    onnx.save(network, model / "network.onnx")
    refused(home, model, "its weights are not all 32-bit numbers")
    network = onnx.load_from_string(models.colours())
    onnx.save(network, model / "network.onnx", save_as_external_data=True,
              size_threshold=0, location="weights")
    refused(home, model, "its weights are in other files")


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.99])
def test_a_file_that_is_cut_off_is_refused(home: Home, model: Path, part: float) -> None:
    network = (model / "network.onnx").read_bytes()
    (model / "network.onnx").write_bytes(network[:int(len(network) * part)])
    refused(home, model, "cut off")


@pytest.mark.parametrize(("member", "value", "says"), [
    ("card", 2, "card must be from 1 to 1"),
    ("name", "../up", "small letters"),
    ("name", "", "name must be a text"),
    ("network", "../../etc/passwd", "network must be the name of a file"),
    ("labels", ".hidden", "labels must be the name of a file"),
    ("licence", None, "licence must be a text"),
    ("output", "percent", "output must be logits or probabilities"),
    ("output", "probabilities", "its scores are no probabilities"),
    ("input", {"width": 32}, "its card has no input.height"),
    ("selfTest", {"picture": "test.png", "scores": []}, "must begin with the best"),
])
def test_a_wrong_card_is_refused_by_its_member(
    home: Home, model: Path, member: str, value: object, says: str
) -> None:
    card = json.loads((model / "model.json").read_text())
    card[member] = value
    (model / "model.json").write_text(json.dumps(card))
    refused(home, model, says)


def test_a_card_that_is_no_json_is_refused(home: Home, model: Path) -> None:
    (model / "model.json").write_text("name: colours")
    refused(home, model, "its card is not JSON")
    (model / "model.json").unlink()
    refused(home, model, "there is no file")


def test_the_picture_must_have_the_size_of_the_input(home: Home, model: Path) -> None:
    (model / "test.png").write_bytes(models.png(numpy.zeros((33, 32, 3), "uint8")))
    refused(home, model, "must be a PNG of 32 × 32 pixels")


def test_a_pipe_or_a_directory_is_no_part_of_a_model(home: Home, model: Path) -> None:
    (model / "network.onnx").unlink()
    os.mkfifo(model / "network.onnx")
    refused(home, model, "network.onnx is not a file")
    (model / "network.onnx").unlink()
    (model / "network.onnx").mkdir()
    refused(home, model, "network.onnx is not a file")
    (model / "model.json").unlink()
    os.mkfifo(model / "model.json")
    refused(home, model, "model.json is not a file")


def test_a_missing_model_is_named(home: Home) -> None:
    for words in (["model", "check", "none"], ["model", "remove", "none"]):
        result = home.run(*words)
        assert result.code == NOTHING and "there is no model 'none'" in result.message
