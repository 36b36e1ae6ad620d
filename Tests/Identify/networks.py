"""Makes networks as ONNX files, with weights that are the same each time."""

from __future__ import annotations

from collections.abc import Callable

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

CLASSES = 5
EDGE = 32


class Net:
    """A network that grows from its input, `x`, to its scores."""

    def __init__(self, seed: int = 1, shape: tuple[int, ...] = (1, 3, EDGE, EDGE)):
        self.random = numpy.random.default_rng(seed)
        self.shape = shape
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self.last = "x"

    def weights(self, *shape: int, scale: float | None = None) -> str:
        fan = numpy.prod(shape[1:]) if len(shape) > 1 else 1
        scale = (2 / fan) ** 0.5 if scale is None else scale
        return self.constant(
            (self.random.standard_normal(shape) * scale).astype("float32"))

    def constant(self, values: object, kind: str | None = None) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(
            numpy_helper.from_array(numpy.asarray(values, kind), name))
        return name

    def add(self, kind: str, *more: str, outputs: int = 1,
            after: str | None = None, **attributes: object) -> str:
        """Adds an operator on the last values; returns the name of its own."""
        names = [f"v{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(
            kind, [after or self.last, *more], names, **attributes))
        self.last = names[0]
        return names[0]

    def conv(self, channels: int, into: int, *, kernel: int = 3, stride: int = 1,
             groups: int = 1, **attributes: object) -> str:
        return self.add(
            "Conv", self.weights(into, channels // groups, kernel, kernel),
            self.weights(into, scale=0.1), kernel_shape=[kernel, kernel],
            strides=[stride, stride], group=groups,
            **(attributes or {"pads": [kernel // 2] * 4}))

    def gemm(self, channels: int, classes: int = CLASSES, scale: float = 1) -> str:
        return self.add(
            "Gemm", self.weights(classes, channels, scale=scale),
            self.weights(classes, scale=0.1), transB=1)

    def head(self, channels: int, classes: int = CLASSES, scale: float = 1) -> None:
        self.add("GlobalAveragePool")
        self.add("Flatten")
        self.gemm(channels, classes, scale)

    def model(self, opset: int = 13, classes: int = CLASSES, ir: int = 8,
              domain: str = "") -> onnx.ModelProto:
        graph = helper.make_graph(
            self.nodes, "net",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, self.shape)],
            [helper.make_tensor_value_info(
                self.last, TensorProto.FLOAT, [self.shape[0], classes])],
            self.constants)
        made = helper.make_model(
            graph, opset_imports=[helper.make_opsetid(domain, opset)],
            producer_name="plantguide-tests")
        made.ir_version = ir
        return made

    def bytes(self, **options: object) -> bytes:
        model = self.model(**options)
        onnx.checker.check_model(model)
        return model.SerializeToString()


def tiny(seed: int = 1) -> bytes:
    """A network of six operators, whose scores are probabilities."""
    net = Net(seed)
    net.conv(3, 8, stride=2)
    net.add("Relu")
    net.head(8, scale=3)
    net.add("Softmax", axis=1)
    return net.bytes()


def mobile(classes: int = 1081, edge: int = 224) -> bytes:
    """A network of the size and the operators of MobileNetV2, as it is exported
    with the bounds of Clip as attributes."""
    net = Net(7, (1, 3, edge, edge))

    def clip() -> None:
        net.add("Clip", min=0.0, max=6.0)

    net.conv(3, 32, stride=2)
    clip()
    channels = 32
    for factor, into, count, stride in (
            (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2),
            (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)):
        for index in range(count):
            before, wide = net.last, channels * factor
            if factor > 1:
                net.conv(channels, wide, kernel=1)
                clip()
            net.conv(wide, wide, stride=stride if index == 0 else 1, groups=wide)
            clip()
            net.conv(wide, into, kernel=1)
            if index > 0:
                net.add("Add", before)
            channels = into
    net.conv(320, 1280, kernel=1)
    clip()
    net.head(1280, classes, scale=0.05)
    return net.bytes(opset=10, classes=classes)


def _behind_conv(build: Callable[[Net], None]) -> Callable[[], Net]:
    def make() -> Net:
        net = Net(3)
        net.conv(3, 8, stride=2)
        build(net)
        net.head(8)
        return net
    return make


def _simple(kind: str, **attributes: object) -> Callable[[], Net]:
    return _behind_conv(lambda net: net.add(kind, **attributes))


def _norm(net: Net) -> None:
    scale, shift, mean = (net.weights(8, scale=0.3) for _ in range(3))
    variance = net.constant(numpy.abs(net.random.standard_normal(8)) + 0.5, "float32")
    net.add("BatchNormalization", scale, shift, mean, variance)


def _silu(net: Net) -> None:
    before = net.last
    net.add("Sigmoid")
    net.add("Mul", before)


def _residual(kind: str) -> Callable[[Net], None]:
    def build(net: Net) -> None:
        before = net.last
        net.conv(8, 8)
        net.add(kind, before)
    return build


def _with_constant(kind: str) -> Callable[[Net], None]:
    return lambda net: net.add(kind, net.constant([1.7], "float32"))


def _squeeze_excite(net: Net) -> None:
    before = net.last
    net.add("GlobalAveragePool")
    net.conv(8, 4, kernel=1)
    net.add("Relu")
    net.conv(4, 8, kernel=1)
    net.add("HardSigmoid")
    gate = net.last
    net.add("Mul", gate, after=before)


def _shuffle(net: Net) -> None:
    net.add("Reshape", net.constant([1, 2, 4, 16, 16], "int64"))
    net.add("Transpose", perm=[0, 2, 1, 3, 4])
    net.add("Reshape", net.constant([1, 8, 16, 16], "int64"))


def _slice(net: Net) -> None:
    before = net.last
    first = net.add("Slice", *(
        net.constant(values, "int64") for values in ([0], [4], [1])))
    second = net.add("Slice", *(
        net.constant(values, "int64") for values in ([4], [8], [1])), after=before)
    net.add("Concat", first, after=second, axis=1)


def _split(net: Net) -> None:
    first = net.add("Split", net.constant([4, 4], "int64"), outputs=2, axis=1)
    net.add("Concat", first, after=first.replace("_0", "_1"), axis=1)


def _pad(net: Net) -> None:
    net.add("Pad", net.constant([0, 0, 1, 1, 0, 0, 1, 1], "int64"),
            net.constant(0, "float32"))


def _constant(net: Net) -> None:
    before = net.last
    net.nodes.append(helper.make_node("Constant", [], ["half"], value=
        numpy_helper.from_array(numpy.asarray([0.5], "float32"))))
    net.add("Mul", "half", after=before)


def _squeezed() -> Net:
    net = Net(10)
    net.conv(3, 8, stride=2)
    net.add("GlobalAveragePool")
    net.add("Squeeze", axes=[2, 3])
    net.gemm(8)
    return net


def _unsqueezed() -> Net:
    net = _squeezed()
    net.nodes.pop()
    net.last = net.nodes[-1].output[0]
    net.add("Unsqueeze", axes=[2])
    net.add("Flatten")
    net.gemm(8)
    return net


def _matmul() -> Net:
    net = Net(4)
    net.conv(3, 8, stride=2)
    net.add("GlobalAveragePool")
    net.add("Flatten")
    net.add("MatMul", net.weights(8, CLASSES, scale=1))
    net.add("Add", net.weights(CLASSES, scale=0.1))
    return net


def _reduced() -> Net:
    net = Net(5)
    net.conv(3, 8, stride=2)
    net.add("ReduceMean", axes=[2, 3], keepdims=0)
    net.gemm(8)
    return net


def _reshaped() -> Net:
    net = Net(6)
    net.conv(3, 8, stride=2)
    net.add("GlobalAveragePool")
    net.add("Reshape", net.constant([1, 8], "int64"))
    net.gemm(8)
    return net


def _softmax() -> Net:
    net = _matmul()
    net.add("Softmax", axis=-1)
    return net


def _last_channels() -> Net:
    """As TensorFlow has pictures: the colours of a pixel side by side."""
    net = Net(8, (1, EDGE, EDGE, 3))
    net.add("Transpose", perm=[0, 3, 1, 2])
    net.conv(3, 8, stride=2)
    net.add("Relu")
    net.head(8)
    return net


# A network for each operator that docs/identify.md lists, by its name.
OPERATORS: dict[str, Callable[[], Net]] = {
    "Add": _behind_conv(_residual("Add")),
    "AveragePool": _simple("AveragePool", kernel_shape=[2, 2], strides=[2, 2]),
    "BatchNormalization": _behind_conv(_norm),
    "Clip": _simple("Clip", min=0.0, max=6.0),
    "Concat": _behind_conv(_slice),
    "Constant": _behind_conv(_constant),
    "Conv": _behind_conv(lambda net: net.conv(8, 8, groups=8)),
    "Div": _behind_conv(_with_constant("Div")),
    "Dropout": _simple("Dropout"),
    "Elu": _simple("Elu", alpha=0.7),
    "Flatten": _simple("Identity"),
    "Gemm": _simple("Relu"),
    "GlobalAveragePool": _simple("Tanh"),
    "GlobalMaxPool": lambda: _global_max(),
    "HardSigmoid": _behind_conv(_squeeze_excite),
    "HardSwish": _simple("HardSwish"),
    "Identity": _simple("Identity"),
    "LRN": _simple("LRN", size=5, alpha=0.01, beta=0.75, bias=1.0),
    "LeakyRelu": _simple("LeakyRelu", alpha=0.1),
    "MatMul": _matmul,
    "MaxPool": _simple("MaxPool", kernel_shape=[3, 3], strides=[2, 2],
                       pads=[1, 1, 1, 1]),
    "Mul": _behind_conv(_silu),
    "PRelu": _behind_conv(lambda net: net.add(
        "PRelu", net.constant(numpy.full((8, 1, 1), 0.2), "float32"))),
    "Pad": _behind_conv(_pad),
    "ReduceMean": _reduced,
    "Relu": _simple("Relu"),
    "Reshape": _reshaped,
    "Sigmoid": _simple("Sigmoid"),
    "Slice": _behind_conv(_slice),
    "Softmax": _softmax,
    "Split": _behind_conv(_split),
    "Squeeze": _squeezed,
    "Sub": _behind_conv(_with_constant("Sub")),
    "Tanh": _simple("Tanh"),
    "Transpose": _behind_conv(_shuffle),
    "Unsqueeze": _unsqueezed,
}
# Versions of the operators at which these have their form above; 14 for others.
VERSIONS = {"Clip": 10, "Dropout": 14, "Squeeze": 12, "Unsqueeze": 12}


def _global_max() -> Net:
    net = Net(9)
    net.conv(3, 8, stride=2)
    net.add("GlobalMaxPool")
    net.add("Flatten")
    net.gemm(8)
    return net


def last_channels() -> bytes:
    return _last_channels().bytes()


def operator(name: str) -> bytes:
    return OPERATORS[name]().bytes(opset=VERSIONS.get(name, 14))
