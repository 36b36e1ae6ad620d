internal import JournalIdentification

extension FuzzTarget {
  /// A file of a model: its card after a first byte `c`, its labels after `l`,
  /// else its network.
  static let models = FuzzTarget("models") { bytes in
    let file = Array(bytes.dropFirst())
    switch bytes.first {
    case UInt8(ascii: "c"):
      guard let card = try? ModelCard(file) else { return }
      try hold(
        !card.network.contains("/") && !card.name.hasPrefix("."),
        "the card leads elsewhere")
      try hold(!card.expected.isEmpty, "nothing is expected of the self-test")
    case UInt8(ascii: "l"):
      guard let labels = try? ModelLabels(file) else { return }
      try hold(!labels.names.isEmpty, "there are no labels")
    default:
      guard let model = try? ONNXModel(file) else { return }
      let faults = OperatorCheck.faults(of: model)
      try hold(Set(faults).count == faults.count, "a fault is told twice")
    }
  }
}
