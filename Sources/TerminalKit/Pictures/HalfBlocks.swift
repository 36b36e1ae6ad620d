/// Pictures as half blocks: a cell shows two pixels, one above the other, as
/// the colours of its character and its background.
enum HalfBlocks {
  /// The number of colours that a terminal shows.
  enum Depth: Sendable {
    /// 256 colours: a cube of six shades each and a ramp of greys.
    case palette
    /// Full colour.
    case full

    /// Derives the depth from the environment; `nil` for fewer colours.
    init?(environment: EnvironmentVariables) {
      let term = environment["TERM"] ?? ""
      let says = environment["COLORTERM"] ?? ""
      // GNU screen passes on others' values, and shows 256.
      let isScreen = environment["STY"] != nil && environment["TMUX"] == nil
      if says == "truecolor" || says == "24bit" || term.hasSuffix("-direct") {
        self = isScreen ? .palette : .full
      } else if !says.isEmpty || term.contains("256color")
        || environment["TMUX"] != nil || environment["TERM_PROGRAM"] != nil
        || ["xterm-kitty", "xterm-ghostty", "alacritty", "foot"].contains(term)
      {
        self = .palette
      } else {
        return nil
      }
    }
  }

  /// Returns the lines of a picture, with a cell for each column of pixels.
  ///
  /// - Parameters:
  ///   - pixels: The picture.
  ///   - depth: The number of colours to use.
  /// - Returns: The lines, each ending in the terminal's own colours.
  static func lines(
    _ pixels: PictureSheet.Pixels, _ depth: Depth
  ) -> [String] {
    let width = pixels.width
    return stride(from: 0, to: pixels.height, by: 2).map { row in
      var line = ""
      var colours = (front: "", back: "")
      for column in 0..<width {
        let upper = colour(pixels.bytes, row * width + column, depth)
        // If the height is odd, the last cells are half empty.
        let lower =
          row + 1 < pixels.height
          ? colour(pixels.bytes, (row + 1) * width + column, depth) : "9"
        if upper != colours.front { line += "\u{1B}[3\(upper)m" }
        if lower != colours.back { line += "\u{1B}[4\(lower)m" }
        colours = (upper, lower)
        line += "▀"
      }
      return line + "\u{1B}[0m"
    }
  }

  /// Returns the parameters of a pixel's colour after the 3 or 4 that selects
  /// text or background.
  private static func colour(
    _ pixels: [UInt8], _ index: Int, _ depth: Depth
  ) -> String {
    let (red, green, blue) = (
      Int(pixels[3 * index]), Int(pixels[3 * index + 1]),
      Int(pixels[3 * index + 2])
    )
    switch depth {
    case .full: return "8;2;\(red);\(green);\(blue)"
    case .palette:
      let shades = (shade(red), shade(green), shade(blue))
      let grey = min(23, max(0, ((red + green + blue) / 3 - 3) / 10))
      // Uses the nearer of cube and grey, but keeps dark leaves green.
      let isGreyish = max(red, green, blue) - min(red, green, blue) < 28
      func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
        (r - red) * (r - red) + (g - green) * (g - green)
          + (b - blue) * (b - blue)
      }
      let ramp = 8 + 10 * grey
      let cube = distance(
        level(shades.0), level(shades.1), level(shades.2))
      let index =
        isGreyish && distance(ramp, ramp, ramp) < cube
        ? 232 + grey : 16 + 36 * shades.0 + 6 * shades.1 + shades.2
      return "8;5;\(index)"
    }
  }

  /// Returns the nearest of the six shades of the cube.
  private static func shade(_ value: Int) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
  }

  /// Returns the brightness of a shade: 0, 95, 135, 175, 215 or 255.
  private static func level(_ shade: Int) -> Int {
    shade == 0 ? 0 : 55 + 40 * shade
  }
}
