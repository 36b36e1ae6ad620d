extension [String] {
  /// The texts with `separator` between them.
  ///
  /// The standard library's `joined(separator:)` searches all conformances of
  /// the program at its first use, which takes an eighth of the instructions of
  /// `show`. This has another name, so that a missing import does not silently
  /// select that one.
  public func joined(by separator: String) -> String {
    var joined = first ?? ""
    for text in dropFirst() {
      joined += separator
      joined += text
    }
    return joined
  }
}
