/// Pictures side by side, each with lines of text under it, in bands as wide
/// as the terminal: a gallery, two to compare, or a large one alone.
///
/// What is asked of it at first is how large pictures are to be; then it draws
/// one band after another, so that no more than one is held.
package struct PictureSheet: Sendable {
  /// Pixels of a picture in rows, three bytes each: red, green and blue.
  package struct Pixels: Sendable {
    package let width: Int
    package let height: Int
    package let bytes: [UInt8]

    /// Creates pixels; `nil` where the bytes are not that many.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
      guard width > 0, height > 0, bytes.count == 3 * width * height else {
        return nil
      }
      self.width = width
      self.height = height
      self.bytes = bytes
    }
  }

  /// What is shown in one place of a band.
  package struct Place: Sendable {
    /// A picture in the form that the protocol takes.
    package enum Picture: Sendable {
      case pixels(Pixels)
      /// A JPEG of so many pixels.
      case file([UInt8], width: Int, height: Int)
      /// None: its place stays empty.
      case missing
    }

    let picture: Picture
    let captions: [Table.Cell]

    /// Creates a place; the captions are cut where they are too long.
    package init(_ picture: Picture, _ captions: [Table.Cell]) {
      self.picture = picture
      self.captions = captions
    }
  }

  /// What a band is written as; see `Output`.
  package struct Band: Sendable {
    let text: String
    /// Whether only the terminal itself can show it: pagers take colours, and
    /// would print what an image is made of.
    let hasImages: Bool
  }

  /// How many pictures stand side by side.
  package let perBand: Int
  /// The columns that each has.
  package let columns: Int
  /// The most rows that each has.
  package let rows: Int
  private let terminal: Terminal
  private let kind: PictureProtocol
  private let depth: HalfBlocks.Depth

  private static let gap = 2
  private static let leastColumns = 24
  private static let mostColumns = 32
  /// How many pixels a cell is wide, where it can show any number: half of
  /// what it is high, as half blocks are.
  private static let pixelsOfCell = 8
  /// More are of no use, and are not made.
  private static let mostPixels = 2_048
  /// Lays out pictures for a terminal.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - kind: How it shows pictures; not ``PictureProtocol/none``.
  ///   - environment: The environment's variables.
  ///   - perBand: How many are to stand side by side, each as large as the
  ///     screen allows; where it is left out they are squares, and as many as
  ///     have room.
  ///   - otherRows: Lines that the screen keeps for captions, and for what else
  ///     is shown.
  package init(
    for terminal: Terminal, as kind: PictureProtocol,
    environment: EnvironmentVariables, perBand: Int? = nil,
    otherRows: Int = 4
  ) {
    self.terminal = terminal
    self.kind = kind
    depth = HalfBlocks.Depth(environment: environment) ?? .palette
    let width = terminal.width
    let fitting = (width + Self.gap) / (Self.leastColumns + Self.gap)
    let count = perBand ?? max(width < 36 ? 1 : 2, fitting)
    let room = max(1, (width - Self.gap * (count - 1)) / count)
    self.perBand = count
    let height = terminal.height.map { max(4, $0 - otherRows) }
    if perBand == nil {
      columns = min(room, Self.mostColumns)
      let square = (columns + 1) / 2
      // Blocks are lines like others, and may scroll away.
      rows = kind == .blocks ? square : min(square, height ?? square)
    } else {
      columns = room
      rows = min(room, height ?? max(4, room / 2))
    }
  }

  /// Whether it takes files as they are stored, and not pixels.
  package var takesFiles: Bool { kind.takesFiles }

  /// The most pixels that a picture is to have.
  package var pixels: (width: Int, height: Int) {
    let scale = kind == .blocks ? 1 : Self.pixelsOfCell
    return (
      min(Self.mostPixels, columns * scale),
      min(Self.mostPixels, 2 * rows * scale)
    )
  }

  // MARK: Drawing

  /// Draws at most ``perBand`` places.
  package func band(_ places: [Place]) -> Band {
    let places = places.prefix(perBand)
    return Band(
      text: pictures(of: places) + captions(of: places),
      hasImages: kind != .blocks)
  }

  private func pictures(of places: ArraySlice<Place>) -> String {
    if kind == .blocks {
      return lines(
        places.map { place in
          guard case .pixels(let pixels) = place.picture,
            pixels.width <= columns
          else { return ([], 0) }
          return (HalfBlocks.lines(pixels, depth), pixels.width)
        })
    }
    let images = places.map { image(of: $0.picture) }
    let height = images.map(\.rows).max() ?? 0
    guard height > 0 else { return "" }
    // Room is made first: what scrolled while it is drawn would not be where
    // the cursor is put back to.
    var text = String(repeating: "\n", count: height) + "\u{1B}[\(height)A"
    for (index, image) in images.enumerated() where !image.text.isEmpty {
      let start = index * (columns + Self.gap)
      let step = start > 0 ? "\u{1B}[\(start)C" : ""
      text += "\u{1B}7\(step)\(image.text)\u{1B}8"
    }
    return text + "\u{1B}[\(height)B"
  }

  private func image(of picture: Place.Picture) -> (text: String, rows: Int) {
    switch picture {
    case .pixels(let pixels) where kind == .kitty:
      let cells = self.cells(pixels.width, pixels.height)
      let text = TerminalImage.kitty(
        pixels, columns: cells.columns, rows: cells.rows)
      return (text, cells.rows)
    case .file(let bytes, let width, let height) where kind == .iterm:
      let cells = self.cells(width, height)
      let text = TerminalImage.iterm(
        bytes, columns: cells.columns, rows: cells.rows)
      return (text, cells.rows)
    case .file(let bytes, let width, let height) where kind == .sixel:
      let cells = self.cells(width, height)
      let text = SixelProgram.sequence(
        bytes, columns: cells.columns, rows: cells.rows)
      return (text ?? "", text == nil ? 0 : cells.rows)
    case .pixels, .file, .missing: return ("", 0)
    }
  }

  /// The cells that a picture takes, which are twice as high as they are wide.
  private func cells(_ width: Int, _ height: Int) -> (columns: Int, rows: Int) {
    let scale = min(
      Double(columns) / Double(max(1, width)),
      2 * Double(rows) / Double(max(1, height)))
    return (
      max(1, Int((Double(width) * scale).rounded())),
      max(1, Int((Double(height) * scale / 2).rounded()))
    )
  }

  /// Lines of the blocks of places, side by side.
  private func lines(_ blocks: [(lines: [String], columns: Int)]) -> String {
    let height = blocks.map(\.lines.count).max() ?? 0
    var text = ""
    for row in 0..<height {
      var blanks = 0
      for block in blocks {
        let isThere = row < block.lines.count
        if isThere {
          text += String(repeating: " ", count: blanks) + block.lines[row]
          blanks = 0
        }
        blanks += columns - (isThere ? block.columns : 0) + Self.gap
      }
      text += "\n"
    }
    return text
  }

  private func captions(of places: ArraySlice<Place>) -> String {
    let height = places.map(\.captions.count).max() ?? 0
    var text = ""
    for row in 0..<height {
      var blanks = 0
      var taken = 0
      for place in places {
        var columns = 0
        if row < place.captions.count {
          let caption = place.captions[row]
          let room = terminal.width - taken - blanks
          let words = cut(caption.text, to: min(self.columns, room))
          text += String(repeating: " ", count: blanks)
          text += terminal.styled(words, caption.style)
          taken += blanks + TextWidth.mostColumns(of: words)
          columns = TextWidth.columns(of: words)
          blanks = 0
        }
        blanks += self.columns - columns + Self.gap
      }
      text += "\n"
    }
    return text
  }

  /// The beginning that fits on any terminal, of which some show what others
  /// join in one place as several.
  private func cut(_ text: String, to most: Int) -> String {
    let text = terminal.charset.encoded(text)
    let rooms = stride(from: most, to: 0, by: -1).lazy
    return rooms.map {
      TextWidth.truncated(text, to: $0, ellipsis: terminal.charset.ellipsis)
    }.first { TextWidth.mostColumns(of: $0) <= most } ?? ""
  }
}

extension Output {
  /// Adds pictures, which nothing folds, and of which images go past the
  /// pager.
  package mutating func write(
    _ band: PictureSheet.Band
  ) throws(OutputError) {
    if band.hasImages { leavePagerOut() }
    try write(drawn: band.text)
  }
}
