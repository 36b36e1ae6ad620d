/// The path of a resource, in which some components are parameters.
struct RoutePath: Sendable {
  /// A component of a path.
  enum Part: Sendable, Hashable {
    case word(String)
    /// Any component; the name is for descriptions.
    case parameter(String)
  }

  let parts: [Part]

  /// Reads a path such as `plants/{plant}`.
  init(_ path: String) {
    parts = path.split(separator: "/").map { part in
      part.hasPrefix("{")
        ? .parameter(String(part.dropFirst().dropLast()))
        : .word(String(part))
    }
  }

  /// The path with its first slash, and parameters in braces.
  var text: String {
    parts.map { part in
      switch part {
      case .word(let word): "/\(word)"
      case .parameter(let name): "/{\(name)}"
      }
    }.joined()
  }

  /// Returns the values of the parameters; `nil` if the path is another one.
  func parameters(in path: some Collection<String>) -> [String]? {
    guard path.count == parts.count else { return nil }
    var values: [String] = []
    for (part, component) in zip(parts, path) {
      switch part {
      case .word(let word): guard word == component else { return nil }
      case .parameter:
        guard !component.isEmpty else { return nil }
        values.append(component)
      }
    }
    return values
  }
}
