extension HTMLWriter {
  /// The appearance of a page.
  public enum ColorScheme: String, Sendable, CaseIterable {
    /// The appearance that the reader's system has.
    case system
    case light
    case dark

    fileprivate var words: StaticString {
      switch self {
      case .system: "light dark"
      case .light: "light"
      case .dark: "dark"
      }
    }
  }

  /// The relations of a page to another file.
  public enum Link: String, Sendable, CaseIterable {
    case icon, manifest, modulepreload, next, prev, stylesheet
    case touchIcon = "apple-touch-icon"
  }

  /// Writes a whole page.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - language: The language of the page.
  ///   - colorScheme: The appearance.
  ///   - fillsScreen: Whether the style sheet itself keeps clear of a screen's
  ///     rounded corners and notches.
  ///   - head: Writes links, scripts and styles.
  ///   - body: Writes the content.
  public mutating func document(
    title: String, language: StaticString = "en",
    colorScheme: ColorScheme = .system, fillsScreen: Bool = false,
    head: (inout HTMLWriter) throws -> Void,
    body: (inout HTMLWriter) throws -> Void
  ) rethrows {
    markup("<!DOCTYPE html>\n")
    begin("html", [.word(.lang, language)])
    markup(
      """

      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1
      """)
    if fillsScreen { markup(", viewport-fit=cover") }
    markup("\">\n<meta name=\"color-scheme\" content=\"")
    markup(colorScheme.words)
    markup("\">\n<title>")
    text(title)
    markup("</title>\n")
    try head(&self)
    markup("</head>\n<body>\n")
    try body(&self)
    markup("\n</body>\n</html>\n")
  }

  /// Writes a link to another file of the server.
  public mutating func link(_ link: Link, _ path: PagePath) {
    begin(
      "link",
      [.init(name: "rel", value: .exact(link.rawValue)), .href(path)])
    newline()
  }

  /// Writes a script that the server has as a file.
  public mutating func script(module path: PagePath) {
    begin("script", [.word(.type, "module"), .path(.src, path)])
    end("script")
    newline()
  }

  // MARK: Pages that stand alone

  /// Writes a content security policy, for a page that no server sends.
  public mutating func policy(_ policy: StaticString) {
    begin(
      "meta",
      [
        .init(name: "http-equiv", value: .words("Content-Security-Policy")),
        .init(name: "content", value: .words(policy)),
      ])
    newline()
  }

  /// Writes a style sheet, for a page that no server sends.
  public mutating func style(_ sheet: StaticString) {
    raw("style", sheet)
  }

  /// Writes a script, for a page that no server sends.
  public mutating func script(_ source: StaticString) {
    raw("script", source)
  }

  private mutating func raw(_ name: String, _ source: StaticString) {
    assert(
      !"\(source)".contains("</"),
      "<\(name)> might end in its source")
    begin(name, [])
    newline()
    markup(source)
    newline()
    end(name)
    newline()
  }
}
