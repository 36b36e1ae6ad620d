internal import JournalEvents

/// The plants that a model knows, in the order of its scores.
package struct ModelLabels: Hashable, Sendable {
  /// The scientific names; `nil` for a class that is no plant.
  package let names: [String?]

  private static let most = 100_000
  private static let longest = 200
  private static let noPlants: Set = ["", "background", "none", "no plant"]

  /// Reads a file with a name on each line. An underscore stands for a blank;
  /// an empty line and "background" are no plants. The journal records these
  /// names, so they follow the rule for new ones.
  ///
  /// - Throws: ``ModelFault`` if the file cannot be one of labels.
  package init(_ file: [UInt8]) throws(ModelFault) {
    guard let text = String(validating: file, as: UTF8.self) else {
      throw ModelFault("its labels are not UTF-8")
    }
    var lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty, lines.count <= Self.most,
      lines.allSatisfy({ $0.utf8.count <= Self.longest })
    else { throw ModelFault("its labels are none, too many or too long") }
    names = try lines.map { line throws(ModelFault) -> String? in
      let name = String(line.map { $0 == "_" ? " " : $0 })
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard NewName.fault(of: name) == nil, !name.utf8.contains(0) else {
        throw ModelFault("a label holds a control character")
      }
      return Self.noPlants.contains(name.lowercased()) ? nil : name
    }
  }
}
