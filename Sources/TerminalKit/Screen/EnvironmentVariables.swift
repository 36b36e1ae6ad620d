internal import POSIXKit

/// The variables of an environment, looked up by name.
///
/// The system's are asked for one at a time: a daily command looks at a
/// handful, and a table of them costs as much as opening the journal.
package enum EnvironmentVariables: Sendable, Equatable {
  /// Those of this process.
  case system
  /// Those of a table, and no others.
  case table([String: String])

  /// The value of a variable; `nil` where it is not set, or is no text.
  package subscript(name: String) -> String? {
    switch self {
    case .system: ProcessEnvironment[name]
    case .table(let values): values[name]
    }
  }

  /// Whether a variable is set to what is no text.
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
