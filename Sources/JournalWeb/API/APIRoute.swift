internal import JournalSync

/// A resource of the API with one of its methods.
struct APIRoute: Sendable {
  /// A component of a path.
  enum Part: Sendable, Hashable {
    case word(String)
    /// Any component; the name is for the API's description.
    case parameter(String)
  }

  let method: WebRequest.Method
  let parts: [Part]
  /// The right that a guest needs.
  let right: AccessTokens.WebRight
  /// A Boolean value that indicates whether the answer follows from the
  /// journal, the day and the request alone.
  var dependsOnJournalAlone = true
  /// Returns the answer.
  let answer: @Sendable (inout APICall) throws -> WebResponse

  /// The path below `/api/v1`, with parameters in braces.
  var path: String {
    parts.map { part in
      switch part {
      case .word(let word): "/\(word)"
      case .parameter(let name): "/{\(name)}"
      }
    }.joined()
  }

  /// Returns the values of the parameters; `nil` if the path is another one.
  func parameters(in path: ArraySlice<String>) -> [String]? {
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

  /// Creates a route that reads.
  static func get(
    _ path: String, dependsOnJournalAlone: Bool = true,
    _ answer: @escaping @Sendable (inout APICall) throws -> WebResponse
  ) -> APIRoute {
    APIRoute(
      method: .get, parts: parts(of: path), right: .read,
      dependsOnJournalAlone: dependsOnJournalAlone, answer: answer)
  }

  /// Creates a route that acts.
  static func act(
    _ method: WebRequest.Method, _ path: String, _ right: AccessTokens.WebRight,
    _ answer: @escaping @Sendable (inout APICall) throws -> WebResponse
  ) -> APIRoute {
    APIRoute(
      method: method, parts: parts(of: path), right: right, answer: answer)
  }

  /// Reads a path such as `plants/{plant}`.
  private static func parts(of path: String) -> [Part] {
    path.split(separator: "/").map { part in
      part.hasPrefix("{")
        ? .parameter(String(part.dropFirst().dropLast()))
        : .word(String(part))
    }
  }
}
