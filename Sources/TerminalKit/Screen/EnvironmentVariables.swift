internal import POSIXKit

/// The variables of an environment, looked up by name.
///
/// Variables of the system are read one at a time. A daily command reads a
/// handful, but a table of all costs as much as opening the journal.
package enum EnvironmentVariables: Sendable, Equatable {
  /// The variables of this process.
  case system
  /// The variables of a table, and no others.
  case table([String: String])

  /// The value of a variable; `nil` if it is not set, or not text.
  package subscript(name: String) -> String? {
    switch self {
    case .system: ProcessEnvironment[name]
    case .table(let values): values[name]
    }
  }

  /// Returns whether a variable has a value that is not text.
  package func isUnreadable(_ name: String) -> Bool {
    switch self {
    case .system: ProcessEnvironment.isUnreadable(name)
    case .table: false
    }
  }
}

extension EnvironmentVariables: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, String)...) {
    self = .table(Dictionary(elements) { _, last in last })
  }
}
