internal import JournalQueries
internal import JournalSync

/// A resource of the API with one of its methods.
struct APIRoute: Sendable {
  let method: WebRequest.Method
  /// The path below `/api/v1`.
  let pattern: RoutePath
  /// The right that a guest needs.
  let right: WebRight
  /// A Boolean value that indicates whether the answer follows from the
  /// journal, the day and the request alone.
  var dependsOnJournalAlone = true
  /// The lane of an answer that takes long; `nil` for one that is given at once.
  var lane: WorkLane?
  /// A Boolean value that indicates whether a request may bring photos.
  var takesPhotos = false
  /// Returns the answer.
  let answer: @Sendable (inout APICall) throws -> WebResponse

  /// The path below `/api/v1`, with parameters in braces.
  var path: String { pattern.text }

  /// Returns the values of the parameters; `nil` if the path is another one.
  func parameters(in path: ArraySlice<String>) -> [String]? {
    pattern.parameters(in: path)
  }

  /// Creates a route that reads.
  static func get(
    _ path: String, dependsOnJournalAlone: Bool = true,
    _ answer: @escaping @Sendable (inout APICall) throws -> WebResponse
  ) -> APIRoute {
    APIRoute(
      method: .get, pattern: RoutePath(path), right: .read,
      dependsOnJournalAlone: dependsOnJournalAlone, answer: answer)
  }

  /// Creates a route that acts.
  static func act(
    _ method: WebRequest.Method, _ path: String, _ right: WebRight,
    lane: WorkLane? = nil, takesPhotos: Bool = false,
    _ answer: @escaping @Sendable (inout APICall) throws -> WebResponse
  ) -> APIRoute {
    APIRoute(
      method: method, pattern: RoutePath(path), right: right, lane: lane,
      takesPhotos: takesPhotos, answer: answer)
  }
}

/// The lanes of answers that take long. They do not wait for each other: an answer
/// of another machine may take a minute.
public enum WorkLane: UInt8, CaseIterable, Sendable {
  case photos, services
}
