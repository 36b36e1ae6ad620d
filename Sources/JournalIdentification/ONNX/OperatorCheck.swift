/// Finds what OpenCV 4.6 cannot run, or runs wrongly, before it is asked:
/// loading a network without an error proves nothing.
package enum OperatorCheck {
  /// The operators that are compared with another runtime in the tests.
  static let supported: Set = [
    "Add", "AveragePool", "BatchNormalization", "Clip", "Concat", "Constant",
    "Conv", "Div", "Dropout", "Elu", "Flatten", "Gemm", "GlobalAveragePool",
    "GlobalMaxPool", "HardSigmoid", "HardSwish", "Identity", "LRN",
    "LeakyRelu", "MatMul", "MaxPool", "Mul", "PRelu", "Pad", "ReduceMean",
    "Relu", "Reshape", "Sigmoid", "Slice", "Softmax", "Split", "Squeeze",
    "Sub", "Tanh", "Transpose", "Unsqueeze",
  ]

  /// The versions of the set of operators that are tested.
  static let versions = 7...17
  /// The types of weights: 32-bit numbers, and whole numbers for shapes.
  private static let weightTypes: Set<UInt64> = [1, 6, 7]

  /// Returns the reasons to refuse a network, each once, in the order of the
  /// network; none if it can be used.
  package static func faults(of model: ONNXModel) -> [String] {
    var faults: [String] = []
    func note(_ fault: String?) {
      if let fault, !faults.contains(fault) { faults.append(fault) }
    }
    if !versions.contains(model.operatorVersion) {
      note(
        "its operators are of version \(model.operatorVersion), not \(versions.lowerBound) to \(versions.upperBound)"
      )
    }
    if model.hasWeightsElsewhere { note("its weights are in other files") }
    if !model.weightTypes.isSubset(of: weightTypes) {
      note("its weights are not all 32-bit numbers")
    }
    for (index, node) in model.nodes.enumerated() {
      note(
        fault(
          of: node, version: model.operatorVersion,
          isLast: index == model.nodes.count - 1))
    }
    return faults
  }

  private static func fault(
    of node: ONNXModel.Node, version: Int, isLast: Bool
  ) -> String? {
    let kind = node.kind
    guard node.domain.isEmpty || node.domain == "ai.onnx" else {
      return "\(kind) is an operator of \(node.domain)"
    }
    let inputs = node.inputs.count { !$0.isEmpty }
    func isOther(_ name: String, than usual: Int64) -> Bool {
      node.numbers[name]?.contains { $0 != usual } == true
    }
    func isWrong(_ condition: String) -> String {
      "\(kind) is computed wrongly \(condition)"
    }
    switch kind {
    case "QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear":
      return isWrong("here: export the network without quantization")
    case "ReduceMean" where inputs > 1:
      return isWrong(
        "with its axes as an input: export the network with version 17 or lower"
      )
    case "Squeeze" where inputs > 1:
      return
        "Squeeze cannot be loaded with its axes as an input: export the network with version 12 or lower"
    case "Clip" where inputs > 1:
      return
        "Clip cannot be loaded with its bounds as inputs: export the network with version 10 or lower"
    case "AveragePool"
    where isOther("count_include_pad", than: 0) && isOther("pads", than: 0):
      return isWrong("if it counts what it pads")
    case "MaxPool" where isOther("dilations", than: 1):
      return isWrong("with dilations")
    case "Conv" where node.numbers["kernel_shape"] == nil:
      return "Conv cannot be loaded without its kernel_shape"
    case "AveragePool", "Conv", "MaxPool":
      return node.texts["auto_pad"] == "SAME_LOWER"
        ? isWrong("with auto_pad SAME_LOWER") : nil
    case "Gemm":
      return [node.fractions["alpha"], node.fractions["beta"]]
        .allSatisfy { $0 ?? 1 == 1 }
        ? nil : isWrong("with an alpha or beta other than 1")
    case "Softmax":
      // The scores of the end have one axis, whatever it says.
      return isLast || version >= 13 && node.numbers["axis"] != nil
        ? nil : isWrong("unless it comes last, or its axis is given")
    default:
      return supported.contains(kind) ? nil : "\(kind) is not supported"
    }
  }
}
