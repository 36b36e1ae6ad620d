internal import JournalPages
internal import JournalQueries
internal import JournalSync

/// A page, with its address.
struct PageRoute: Sendable {
  let pattern: RoutePath
  /// The right that a visitor needs.
  let right: WebRight
  /// A Boolean value that indicates whether the page follows from the journal,
  /// the day and the request alone.
  var dependsOnJournalAlone = true
  /// Reads what the page shows.
  let content: @Sendable (inout APICall) throws -> Content

  /// The answer to a visitor.
  enum Content {
    /// A page.
    case page(any Page)
    /// A file to keep.
    case file(WebResponse)
  }

  /// Creates a route.
  static func page(
    _ path: String, _ right: WebRight = .read,
    dependsOnJournalAlone: Bool = true,
    _ page: @escaping @Sendable (inout APICall) throws -> any Page
  ) -> PageRoute {
    PageRoute(
      pattern: RoutePath(path), right: right,
      dependsOnJournalAlone: dependsOnJournalAlone
    ) { .page(try page(&$0)) }
  }

  /// Creates the route of a file that a visitor may keep.
  static func file(
    _ path: String, _ right: WebRight = .read,
    _ file: @escaping @Sendable (inout APICall) throws -> WebResponse
  ) -> PageRoute {
    PageRoute(
      pattern: RoutePath(path), right: right, dependsOnJournalAlone: false
    ) { .file(try file(&$0)) }
  }

  /// All pages.
  static let all: [PageRoute] =
    tasks + collection + plant + identification + days + household

  /// Returns the route of a path, and the values of its parameters; `nil` if no
  /// page has the path. A path in words comes before one with parameters.
  static func route(of path: [String]) -> (PageRoute, [String])? {
    let components = path == [""] ? [] : path
    for route in all {
      if let parameters = route.pattern.parameters(in: components) {
        return (route, parameters)
      }
    }
    return nil
  }
}
