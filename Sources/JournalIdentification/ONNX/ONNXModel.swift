/// The operators and the forms of a network in an ONNX file, without its
/// weights.
package struct ONNXModel {
  /// An operator.
  struct Node {
    var kind = ""
    /// The set that it belongs to; empty for ONNX's own.
    var domain = ""
    /// The names of its inputs; an empty one is left out.
    var inputs: [String] = []
    /// The attributes with whole numbers, one or several.
    var numbers: [String: [Int64]] = [:]
    /// The attributes with one number.
    var fractions: [String: Float] = [:]
    /// The attributes with a text.
    var texts: [String: String] = [:]
  }

  /// The version of ONNX's own operators; 0 if it is missing.
  private(set) var operatorVersion = 0
  private(set) var nodes: [Node] = []
  /// The types of the weights, by ONNX's numbers.
  private(set) var weightTypes: Set<UInt64> = []
  /// A Boolean value that indicates whether weights are in other files.
  private(set) var hasWeightsElsewhere = false

  private static let mostNodes = 20_000

  /// Reads a file.
  ///
  /// - Throws: ``ModelFault`` if it is no network.
  package init(_ file: [UInt8]) throws(ModelFault) {
    do {
      var hasGraph = false
      try ProtobufMessage(file).forEachField { field, value in
        switch (field, value) {
        case (7, .message(let graph)):
          hasGraph = true
          try read(graph: graph)
        case (8, .message(let set)): try read(operatorSet: set)
        default: break
        }
      }
      guard hasGraph, !nodes.isEmpty else { throw ProtobufMessage.Fault() }
    } catch let fault as ModelFault {
      throw fault
    } catch {
      throw ModelFault("its file is not ONNX, or is cut off")
    }
  }

  private mutating func read(operatorSet: ProtobufMessage) throws {
    var domain = ""
    var version = 0
    try operatorSet.forEachField { field, value in
      switch (field, value) {
      case (1, .message(let text)): domain = text.text
      case (2, .number(let number)): version = Int(clamping: number)
      default: break
      }
    }
    if domain.isEmpty || domain == "ai.onnx" { operatorVersion = version }
  }

  private mutating func read(graph: ProtobufMessage) throws {
    try graph.forEachField { field, value in
      switch (field, value) {
      case (1, .message(let node)):
        guard nodes.count < Self.mostNodes else {
          throw ModelFault(
            "its network has more than \(Self.mostNodes) operators")
        }
        nodes.append(try Self.node(node))
      case (5, .message(let weights)): try read(weights: weights)
      case (15, _):
        // Sparse weights.
        weightTypes.insert(0)
      default: break
      }
    }
  }

  private mutating func read(weights: ProtobufMessage) throws {
    try weights.forEachField { field, value in
      switch (field, value) {
      case (2, .number(let type)): weightTypes.insert(type)
      case (13, _), (14, .number(1)): hasWeightsElsewhere = true
      default: break
      }
    }
  }

  private static func node(_ message: ProtobufMessage) throws -> Node {
    var node = Node()
    try message.forEachField { field, value in
      switch (field, value) {
      case (1, .message(let name)): node.inputs.append(name.text)
      case (4, .message(let kind)): node.kind = kind.text
      case (5, .message(let attribute)):
        try read(attribute: attribute, into: &node)
      case (7, .message(let domain)): node.domain = domain.text
      default: break
      }
    }
    return node
  }

  private static func read(
    attribute: ProtobufMessage, into node: inout Node
  ) throws {
    var name = ""
    var numbers: [Int64] = []
    var fraction: Float?
    var text: String?
    try attribute.forEachField { field, value in
      switch (field, value) {
      case (1, .message(let part)): name = part.text
      case (2, .fixed(let bits)): fraction = Float(bitPattern: bits)
      case (4, .message(let part)): text = part.text
      case (3, .number(let number)), (8, .number(let number)):
        numbers.append(Int64(bitPattern: number))
      case (8, .message(let packed)):
        numbers += try packed.numbers().map { Int64(bitPattern: $0) }
      default: break
      }
    }
    if !numbers.isEmpty { node.numbers[name] = numbers }
    node.fractions[name] = fraction
    node.texts[name] = text
  }
}
