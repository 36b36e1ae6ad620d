import Encodings
import POSIXKit
import Testing

@testable import TerminalKit

/// Pictures on terminals.
struct PictureTests {
  // MARK: Which way

  private static let colours = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8",
  ]

  private func way(
    _ changes: [String: String], isTerminal: Bool = true,
    hasPixels: Bool = true, choice: PictureProtocol? = nil
  ) -> PictureProtocol {
    let variables = Self.colours.merging(changes) { _, new in new }
    let facts = Terminal.Facts(
      isTerminal: isTerminal, windowHasPixels: hasPixels,
      environment: .table(variables))
    return PictureProtocol(facts, choice: choice)
  }

  @Test(
    arguments: [
      ([:], .blocks), (["TERM": "dumb"], .none), (["NO_COLOR": "1"], .none),
      (["NO_COLOR": ""], .blocks), (["LANG": "C"], .none),
      (["TERM": "vt100"], .none), (["TERM": "linux"], .none),
      (["TERM": "xterm", "COLORTERM": "truecolor"], .blocks),
      (["TERM": "xterm-kitty"], .kitty), (["KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM": "xterm-ghostty"], .kitty),
      (["TERM_PROGRAM": "ghostty"], .kitty),
      (["TERM_PROGRAM": "WezTerm"], .iterm),
      (["TERM_PROGRAM": "iTerm.app"], .iterm),
      (["LC_TERMINAL": "iTerm2"], .iterm),
      (["TERM_PROGRAM": "vscode"], .blocks),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux"], .blocks),
      (["TERM_PROGRAM": "iTerm.app", "TERM": "screen"], .blocks),
      (["TERM": "screen", "LC_TERMINAL": "iTerm2"], .none),
      (["TERM": "foot", "PATH": "/nowhere"], .blocks),
    ] as [([String: String], PictureProtocol)])
  func theEnvironmentSaysHowPicturesAreShown(
    changes: [String: String], expected: PictureProtocol
  ) {
    #expect(way(changes) == expected)
  }

  @Test func aFileShowsNoneUnlessItIsChosen() {
    #expect(way(["TERM": "xterm-kitty"], isTerminal: false) == .none)
    for choice in PictureProtocol.allCases {
      #expect(
        way(["NO_COLOR": "1"], isTerminal: false, choice: choice) == choice)
    }
  }

  @Test func colorsAreAsManyAsTheTerminalHas() {
    func depth(_ variables: [String: String]) -> HalfBlocks.Depth? {
      HalfBlocks.Depth(environment: .table(variables))
    }
    #expect(depth(["TERM": "xterm-256color"]) == .palette)
    #expect(depth(["COLORTERM": "24bit"]) == .full)
    #expect(depth(["TERM": "xterm-direct"]) == .full)
    #expect(depth(["COLORTERM": "truecolor", "STY": "1.pts"]) == .palette)
    #expect(
      depth(["COLORTERM": "truecolor", "STY": "1", "TMUX": "a"]) == .full)
    #expect(depth(["TERM": "xterm"]) == nil)
  }

  // MARK: Sheets

  private static let red: [UInt8] = [255, 0, 0]
  private static let white: [UInt8] = [255, 255, 255]

  private func sheet(
    _ width: Int, _ kind: PictureProtocol = .blocks, perBand: Int? = nil,
    height: Int? = nil, charset: Charset = .unicode, depth: String = "24bit"
  ) -> PictureSheet {
    PictureSheet(
      for: Terminal(
        isTerminal: true, width: width, height: height, charset: charset),
      as: kind, environment: ["COLORTERM": depth], perBand: perBand)
  }

  private func pixels(
    _ width: Int, _ height: Int, _ bytes: [UInt8]? = nil
  ) throws -> PictureSheet.Pixels {
    try #require(
      PictureSheet.Pixels(
        width: width, height: height,
        bytes: bytes ?? [UInt8](repeating: 9, count: 3 * width * height)))
  }

  @Test func blocksShowTwoPixelsInACell() throws {
    let picture = try pixels(
      2, 3,
      Self.red + Self.white + Self.red
        + Self.red + Self.white + Self.white)
    #expect(
      HalfBlocks.lines(picture, .full) == [
        "\u{1B}[38;2;255;0;0m\u{1B}[48;2;255;0;0m▀"
          + "\u{1B}[38;2;255;255;255m▀\u{1B}[0m",
        "\u{1B}[38;2;255;255;255m\u{1B}[49m▀▀\u{1B}[0m",
      ])
    #expect(
      HalfBlocks.lines(picture, .palette) == [
        "\u{1B}[38;5;196m\u{1B}[48;5;196m▀\u{1B}[38;5;231m▀\u{1B}[0m",
        "\u{1B}[38;5;231m\u{1B}[49m▀▀\u{1B}[0m",
      ])
  }

  @Test(arguments: [
    (0, 16), (3, 16), (8, 232), (95, 59), (128, 244), (238, 255),
    (246, 255), (247, 231), (255, 231),
  ])
  func greysAreTheNearestOfThePalette(value: UInt8, index: Int) throws {
    let picture = try pixels(1, 1, [value, value, value])
    #expect(
      HalfBlocks.lines(picture, .palette)
        == ["\u{1B}[38;5;\(index)m\u{1B}[49m▀\u{1B}[0m"])
  }

  @Test(
    arguments: [
      // A beige is nearer to a grey than to yellow.
      ([240, 235, 225], 255), ([30, 160, 40], 34), ([176, 92, 60], 131),
      // A dark green is nearer to a grey, and stays green.
      ([45, 74, 45], 22),
    ] as [([UInt8], Int)])
  func coloursAreTheNearestOfThePalette(bytes: [UInt8], index: Int) throws {
    let line = HalfBlocks.lines(try pixels(1, 1, bytes), .palette).first
    #expect(line == "\u{1B}[38;5;\(index)m\u{1B}[49m▀\u{1B}[0m")
  }

  @Test func pixelsMustBeAsManyAsTheirSizeSays() {
    #expect(PictureSheet.Pixels(width: 2, height: 1, bytes: [1]) == nil)
    #expect(PictureSheet.Pixels(width: 0, height: 0, bytes: []) == nil)
  }

  @Test(arguments: [
    (20, 1, 20), (40, 2, 19), (60, 2, 29), (80, 3, 25), (120, 4, 28),
    (200, 7, 26), (35, 1, 32),
  ])
  func aGalleryFillsTheTerminal(width: Int, count: Int, columns: Int) {
    let gallery = sheet(width)
    #expect(gallery.perBand == count)
    #expect(gallery.columns == columns)
    #expect(gallery.pixels == (columns, 2 * ((columns + 1) / 2)))
    #expect(sheet(width, .kitty).pixels.width == 8 * columns)
  }

  @Test func whatIsLargeLeavesRoomForItsWords() {
    let two = sheet(80, perBand: 2, height: 24)
    #expect((two.columns, two.rows) == (39, 20))
    #expect(sheet(80, perBand: 1, height: 8).rows == 4)
    #expect(sheet(80, perBand: 1).rows == 40)
    #expect(sheet(400, .kitty, perBand: 1).pixels.width == 2_048)
    // What is drawn over lines must not scroll away meanwhile.
    #expect(sheet(80, .kitty, height: 12).rows == 8)
    #expect(sheet(80, height: 12).rows == 13)
  }

  @Test(arguments: [20, 40, 60, 80, 120])
  func noLineIsLongerThanTheTerminal(width: Int) throws {
    let names = [
      "Monty", "the large one behind the door to the balcony",
      "龜背竹在廚房的窗台上面很大很大很大很大", "👩🏽‍🌾🌿🪴👩🏽‍🌾🌿🪴👩🏽‍🌾🌿🪴👩🏽‍🌾🌿🪴",
      "e\u{301}cheve\u{301}ria \u{202E}desrever", "देवनागरी ไทย",
    ]
    let gallery = sheet(width)
    for start in names.indices {
      let places = try (0..<gallery.perBand).map { index in
        PictureSheet.Place(
          .pixels(try pixels(gallery.columns, gallery.columns)),
          [
            .init("2026-03-01"), .init(names[(start + index) % names.count]),
          ])
      }
      let text = gallery.band(places).text
      let lines = text.split(separator: "\n").map(String.init)
      #expect(lines.count == (gallery.columns + 1) / 2 + 2)
      for line in lines {
        let bare = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(TextWidth.mostColumns(of: bare) <= width, "\(bare)")
      }
    }
  }

  @Test func captionsStandUnderTheirPictures() throws {
    let gallery = sheet(40)
    let text = gallery.band([
      .init(.missing, [.init("2026-03-01"), .init("龜背竹")]),
      .init(
        .pixels(try pixels(1, 2, Self.red + Self.red)),
        [.init("2026-03-08"), .init("Monty behind the door")]),
    ]).text
    #expect(
      text == """
                             \u{1B}[38;2;255;0;0m\u{1B}[48;2;255;0;0m▀\u{1B}[0m
        2026-03-01           2026-03-08
        龜背竹               Monty behind the d…

        """)
    let plain = sheet(40, charset: .ascii).band([
      .init(.missing, [.init("Monty behind the door")])
    ]).text
    #expect(plain == "Monty behind the...\n")
  }

  // MARK: Pixels and files

  @Test func kittyGetsPixelsInPieces() throws {
    let picture = try pixels(
      40, 40, (0..<4_800).map { UInt8(truncatingIfNeeded: $0 * 7) })
    let text = TerminalImage.kitty(picture, columns: 20, rows: 10)
    let pieces = text.split(separator: "\u{1B}\\").map(String.init)
    #expect(pieces.count == 2)
    #expect(
      pieces[0].hasPrefix(
        "\u{1B}_Ga=T,f=24,s=40,v=40,c=20,r=10,C=1,q=2,m=1;"))
    #expect(pieces[1].hasPrefix("\u{1B}_Gq=2,m=0;"))
    let digits = pieces.map { $0.split(separator: ";")[1] }
    #expect(digits[0].utf8.count == 4_096)
    let url = digits.joined().replacing("+", with: "-")
      .replacing("/", with: "_")
    #expect(Base64URL.decode(url) == picture.bytes)
  }

  @Test func imagesAreDrawnWhereRoomWasMade() throws {
    let gallery = sheet(120, .iterm)
    let file: [UInt8] = [0xff, 0xd8, 0xff]
    let text = gallery.band([
      .init(.file(file, width: 200, height: 200), [.init("a")]),
      .init(.file(file, width: 200, height: 100), [.init("b")]),
    ]).text
    let image = "\u{1B}]1337;File=inline=1;size=3;width=28;height="
    #expect(
      text == String(repeating: "\n", count: 14) + "\u{1B}[14A"
        + "\u{1B}7\(image)14:/9j/\u{07}\u{1B}8"
        + "\u{1B}7\u{1B}[30C\(image)7:/9j/\u{07}\u{1B}8"
        + "\u{1B}[14Ba" + String(repeating: " ", count: 29) + "b\n")
    // What the protocol does not take is not drawn.
    let kitty = sheet(60, .kitty).band([
      .init(.file(file, width: 9, height: 9), [.init("a")])
    ])
    #expect(kitty.text == "a\n")
  }

  @Test func outputTakesBandsAsTheyAre() throws {
    var output = Output()
    output.fit(Terminal(isTerminal: true, width: 20))
    let picture = try pixels(20, 20)
    let band = sheet(20, .kitty).band([.init(.pixels(picture), [])])
    try output.write(band)
    #expect(output.text == band.text)
  }

  /// A PNG of one red pixel.
  private static let pixel: [UInt8] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d,
    0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01,
    0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00,
    0x0c, 0x49, 0x44, 0x41, 0x54, 0x08, 0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0x18, 0xdd, 0x8d, 0xb0, 0x00, 0x00, 0x00,
    0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
  ]

  @Test(
    .enabled(if: SixelProgram.isInstalled(.system), "chafa is not installed"))
  func anotherProgramMakesSixels() throws {
    let image = try #require(
      SixelProgram.sequence(Self.pixel, columns: 10, rows: 5))
    #expect(image.hasPrefix("\u{1B}P") && image.hasSuffix("\u{1B}\\"))
    #expect(
      way(["TERM": "foot", "PATH": ProcessEnvironment["PATH"] ?? ""]) == .sixel)
    #expect(
      way(
        ["TERM": "foot", "PATH": ProcessEnvironment["PATH"] ?? ""],
        hasPixels: false) == .blocks)
    let place = PictureSheet.Place(
      .file(Self.pixel, width: 1, height: 1), [.init("a")])
    #expect(sheet(20, .sixel).band([place]).text.contains("\u{1B}P"))
  }

  @Test func whatCannotBeDrawnLeavesItsCaption() {
    let place = PictureSheet.Place(
      .file([1, 2, 3], width: 1, height: 1), [.init("a")])
    #expect(sheet(20, .sixel).band([place]).text == "a\n")
  }
}
