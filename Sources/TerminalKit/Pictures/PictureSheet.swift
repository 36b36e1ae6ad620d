/// Pictures side by side, with lines of text below each, in bands as wide as
/// the terminal: a gallery, a pair to compare, or a large picture alone.
///
/// The sheet first gives the size of pictures; then it draws band after band,
/// so that only one is held in memory.
package struct PictureSheet: Sendable {
  /// Pixels of a picture in rows, three bytes each: red, green and blue.
  package struct Pixels: Sendable {
    package let width: Int
    package let height: Int
    package let bytes: [UInt8]

    /// Creates pixels; `nil` if the number of bytes does not fit.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
      guard width > 0, height > 0, bytes.count == 3 * width * height else {
        return nil
      }
      self.width = width
      self.height = height
      self.bytes = bytes
    }
  }

  /// A picture and its captions at a place of a band.
  package struct Place: Sendable {
    /// A picture in the form that the protocol takes.
    package enum Picture: Sendable {
      case pixels(Pixels)
      /// A JPEG file and its size in pixels.
      case file([UInt8], width: Int, height: Int)
      /// No picture: its place stays empty.
      case missing
    }

    let picture: Picture
    let captions: [Table.Cell]

    /// Creates a place; captions that are too long are cut.
    package init(_ picture: Picture, _ captions: [Table.Cell]) {
      self.picture = picture
      self.captions = captions
    }
  }

  /// The text of a band; see `Output`.
  package struct Band: Sendable {
    let text: String
    /// A Boolean value that indicates whether only the terminal itself can show
    /// it. Pagers accept colours, but would print the data of an image.
    let hasImages: Bool
  }

  /// The number of pictures side by side.
  package let perBand: Int
  /// The number of columns of each.
  package let columns: Int
  /// The largest number of rows of each.
  package let rows: Int
  private let terminal: Terminal
  private let kind: PictureProtocol
  private let depth: HalfBlocks.Depth

  private static let gap = 2
  private static let leastColumns = 24
  private static let mostColumns = 32
  /// The width of a cell in pixels if any number works: half its height, as
  /// with half blocks.
  private static let pixelsOfCell = 8
  /// The greatest useful number of pixels in a direction.
  private static let mostPixels = 2_048
  /// Lays out pictures for a terminal.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - kind: The protocol; not ``PictureProtocol/none``.
  ///   - environment: The environment's variables.
  ///   - perBand: The number of pictures side by side, each as large as the
  ///     screen allows; if omitted, they are squares and fill the line.
  ///   - otherRows: The lines of the screen kept for captions and other text.
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
      // Blocks are ordinary lines, which can scroll away.
      rows = kind == .blocks ? square : min(square, height ?? square)
    } else {
      columns = room
      rows = min(room, height ?? max(4, room / 2))
    }
  }

  /// A Boolean value that indicates whether it takes stored files, not pixels.
  package var takesFiles: Bool { kind.takesFiles }

  /// The largest size of a picture in pixels.
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
    // The lines are made first: if the picture scrolled while drawn, the cursor
    // would return to the wrong place.
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

  /// Returns the cells of a picture; a cell is twice as high as wide.
  private func cells(_ width: Int, _ height: Int) -> (columns: Int, rows: Int) {
    let scale = min(
      Double(columns) / Double(max(1, width)),
      2 * Double(rows) / Double(max(1, height)))
    return (
      max(1, Int((Double(width) * scale).rounded())),
      max(1, Int((Double(height) * scale / 2).rounded()))
    )
  }

  /// Returns the lines of the blocks of places, side by side.
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

  /// Returns the beginning that fits on any terminal; some show a joined
  /// character as several.
  private func cut(_ text: String, to most: Int) -> String {
    let text = terminal.charset.encoded(text)
    let rooms = stride(from: most, to: 0, by: -1).lazy
    return rooms.map {
      TextWidth.truncated(text, to: $0, ellipsis: terminal.charset.ellipsis)
    }.first { TextWidth.mostColumns(of: $0) <= most } ?? ""
  }
}

extension Output {
  /// Writes pictures without folding them; images bypass the pager.
  package mutating func write(
    _ band: PictureSheet.Band
  ) throws(OutputError) {
    if band.hasImages { leavePagerOut() }
    try write(drawn: band.text)
  }
}
