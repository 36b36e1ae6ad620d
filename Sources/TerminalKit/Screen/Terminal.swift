internal import Glibc

/// The properties of an output's destination.
package struct Terminal: Sendable, Equatable {
  /// A Boolean value that indicates whether the output is a terminal rather
  /// than a pipe or a file.
  package let isTerminal: Bool
  /// The columns of a line, at least 20.
  package let width: Int
  /// The lines of a screen, if known.
  package let height: Int?
  /// A Boolean value that indicates whether styles are written.
  package let usesColor: Bool
  /// The characters it can show.
  package let charset: Charset
  /// The colours of styles.
  package let palette: Palette

  /// Creates a description directly.
  package init(
    isTerminal: Bool, width: Int = 80, height: Int? = nil,
    usesColor: Bool = false, charset: Charset = .unicode,
    palette: Palette = .neutral
  ) {
    self.isTerminal = isTerminal
    self.width = max(20, width)
    self.height = height
    self.usesColor = usesColor
    self.charset = charset
    self.palette = palette
  }

  /// Derives the properties from the facts and the user's choice.
  ///
  /// `COLUMNS` precedes the terminal's own width, and 80 columns are the
  /// default. `NO_COLOR` precedes every choice.
  package init(
    _ facts: Facts, color: ColorChoice = .auto, appearance: String = "system"
  ) {
    let columns = facts.environment["COLUMNS"].flatMap { Int($0) }
    let usesColor =
      switch color {
      case .always: facts.allowsColor
      case .never: false
      case .auto: facts.isTerminal && facts.allowsColor && !facts.isDumb
      }
    self.init(
      isTerminal: facts.isTerminal,
      width: [columns, facts.windowColumns].compactMap(\.self)
        .first { 1...10_000 ~= $0 } ?? 80,
      height: facts.windowRows, usesColor: usesColor,
      charset: Charset(environment: facts.environment),
      palette: Palette(
        appearance: appearance, environment: facts.environment))
  }

  /// Returns `text` in a style, if styles are written.
  package func styled(_ text: String, _ style: Style) -> String {
    usesColor ? style.applied(to: text, in: palette) : text
  }
}

extension Terminal {
  /// The facts that the system reports of a file descriptor.
  package struct Facts: Sendable, Equatable {
    /// A Boolean value that indicates whether it is a terminal.
    package let isTerminal: Bool
    /// The columns of the terminal's window, if known.
    package let windowColumns: Int?
    /// The lines of the terminal's window, if known.
    package let windowRows: Int?
    /// A Boolean value that indicates whether the window's size in pixels is
    /// known.
    package let windowHasPixels: Bool
    /// The process's environment.
    package let environment: EnvironmentVariables

    /// Creates facts.
    package init(
      isTerminal: Bool, windowColumns: Int? = nil, windowRows: Int? = nil,
      windowHasPixels: Bool = false, environment: EnvironmentVariables = [:]
    ) {
      self.isTerminal = isTerminal
      self.windowColumns = windowColumns
      self.windowRows = windowRows
      self.windowHasPixels = windowHasPixels
      self.environment = environment
    }

    /// Asks the system about a descriptor (`isatty`, `TIOCGWINSZ`).
    package init(fileDescriptor: Int32, environment: EnvironmentVariables) {
      var size = winsize()
      let hasSize = ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0
      self.init(
        isTerminal: isatty(fileDescriptor) == 1,
        windowColumns: hasSize && size.ws_col > 0 ? Int(size.ws_col) : nil,
        windowRows: hasSize && size.ws_row > 0 ? Int(size.ws_row) : nil,
        windowHasPixels: hasSize && size.ws_xpixel > 0 && size.ws_ypixel > 0,
        environment: environment)
    }

    /// `NO_COLOR` counts if it is not empty (no-color.org).
    var allowsColor: Bool {
      environment["NO_COLOR"]?.isEmpty ?? true
    }

    var isDumb: Bool { environment["TERM"] == "dumb" }
  }
}
