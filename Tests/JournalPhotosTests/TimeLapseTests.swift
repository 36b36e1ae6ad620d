import JournalTime
import POSIXKit
import Testing

@testable import JournalPhotos

/// Films, made by the program that decodes.
@Suite struct TimeLapseTests {
  private typealias Candidate = TimeLapse.Candidate<String>

  // MARK: Choosing

  private func candidate(
    _ text: String, isFavorite: Bool = false, hour: Int64 = 12
  ) throws -> Candidate {
    let day = try #require(Day(String(text.prefix(10))))
    let noon = Int64(day.number) * 86_400_000 + hour * 3_600_000
    return Candidate(
      text, taken: Instant(milliseconds: noon), day: day,
      isFavorite: isFavorite)
  }

  private func choice(
    _ candidates: [Candidate], _ pace: String = "day", from: String? = nil,
    to: String? = nil
  ) throws -> [String] {
    TimeLapse.choice(
      of: candidates, every: try #require(TimeLapse.Pace(pace)),
      from: from.flatMap { Day($0) }, to: to.flatMap { Day($0) }
    ).map(\.photo)
  }

  @Test func aDayHasOnePhotoAndAFavouriteGoesBeforeOthers() throws {
    let photos = [
      try candidate("2026-03-02 b", hour: 15),
      try candidate("2026-03-02 a", hour: 9),
      try candidate("2026-03-01 c", hour: 18),
      try candidate("2026-03-01 favourite", isFavorite: true, hour: 20),
      try candidate("2026-03-01 later", isFavorite: true, hour: 21),
      try candidate("2026-02-27 d"),
    ]
    #expect(
      try choice(photos)
        == ["2026-02-27 d", "2026-03-01 favourite", "2026-03-02 a"])
    #expect(try choice([]) == [])
  }

  @Test func weeksAreCountedFromTheFirstPhoto() throws {
    let photos = try [
      "2026-03-01", "2026-03-07", "2026-03-08", "2026-03-14", "2026-03-22",
    ].map { try candidate($0) }
    #expect(
      try choice(photos, "week") == ["2026-03-01", "2026-03-08", "2026-03-22"])
    #expect(
      try choice(photos, "week", from: "2026-03-07")
        == ["2026-03-07", "2026-03-14", "2026-03-22"])
    #expect(
      try choice(photos, "14d", to: "2026-03-14") == ["2026-03-01"])
    #expect(try choice(photos, "day", from: "2027-01-01") == [])
  }

  @Test func monthsAreThoseOfTheCalendar() throws {
    let photos = [
      try candidate("2026-01-31"), try candidate("2026-02-01"),
      try candidate("2026-02-20", isFavorite: true),
      try candidate("2026-02-28"), try candidate("2027-02-01"),
    ]
    #expect(
      try choice(photos, "month")
        == ["2026-01-31", "2026-02-20", "2027-02-01"])
  }

  @Test func whatIsNoPaceIsNone() {
    #expect(TimeLapse.Pace("3d") == .days(3))
    for text in ["", "d", "0d", "-1d", "year", "3", "99999999999999999999d"] {
      #expect(TimeLapse.Pace(text) == nil)
    }
  }

  @Test func theFilesNameSaysWhatItIs() {
    #expect(TimeLapse.Form(fileName: "monty.WebP") == .webp)
    #expect(TimeLapse.Form(fileName: "a.b/monty.html") == .html)
    #expect(TimeLapse.Form(fileName: "monty.mp4") == .mp4)
    #expect(TimeLapse.Form(fileName: "monty") == nil)
    #expect(TimeLapse.Form(fileName: "monty.avi") == nil)
  }

  // MARK: Making

  /// A film and its bytes.
  private func make(
    _ form: TimeLapse.Form, _ frames: [TimeLapse.Frame],
    _ settings: TimeLapse.Settings = .init(), title: String = "Monty",
    videoProgram: String = "ffmpeg"
  ) throws -> (outcome: TimeLapse.Outcome, bytes: [UInt8]) {
    let film = TimeLapse(
      program: PhotoStudioTests.program ?? "", videoProgram: videoProgram,
      title: title, settings: settings)
    let file = try File.temporary()
    var done: [Int] = []
    let outcome = try film.make(form, of: frames, into: file) {
      done.append($0)
    }
    #expect(done.elementsEqual(1...frames.count))
    return (outcome, try file.read(1 << 24, at: 0))
  }

  private static let colours: [[UInt8]] = [
    [200, 40, 40], [40, 160, 60], [50, 60, 190],
  ]

  private static var frames: [TimeLapse.Frame] {
    colours.enumerated().map { index, colour in
      TimeLapse.Frame(label: "2026-03-0\(index + 1)") {
        PNG.file(of: colour, width: 64, height: 49)
      }
    }
  }

  /// Photos of which some cannot be shown.
  private static var mixed: [TimeLapse.Frame] {
    [
      .init(label: "broken") { [0xff, 0xd8, 0xff, 0xe0] }, frames[0],
      .init(label: "missing") { throw PhotoFault.strange },
      .init(label: "nothing") { [] }, frames[1],
    ]
  }

  private static let needsProgram = PhotoStudioTests.program != nil

  private func count(_ word: String, in bytes: [UInt8]) -> Int {
    let word = Array(word.utf8)
    return bytes.indices.count { bytes[$0...].starts(with: word) }
  }

  @Test(.enabled(if: needsProgram))
  func anAnimatedPictureHasEachPhoto() throws {
    let webp = try make(.webp, Self.frames, .init(showsLabels: true))
    #expect(webp.bytes.starts(with: Array("RIFF".utf8)))
    #expect(count("ANMF", in: webp.bytes) == 3)
    #expect(webp.outcome.shown == 3 && webp.outcome.leftOut.isEmpty)
    // No larger than the photos; even.
    #expect((webp.outcome.width, webp.outcome.height) == (64, 50))
    let gif = try make(.gif, Self.frames, .init(edge: 32, fades: true))
    #expect(gif.bytes.starts(with: Array("GIF89a".utf8)))
    #expect((gif.outcome.width, gif.outcome.height) == (32, 24))
  }

  @Test(.enabled(if: needsProgram), arguments: [TimeLapse.Form.webp, .html])
  func whatCannotBeShownIsLeftOut(form: TimeLapse.Form) throws {
    let (outcome, bytes) = try make(
      form, Self.mixed, .init(showsLabels: true, aligns: true))
    #expect(outcome.shown == 2)
    #expect(outcome.unaligned == 1)
    #expect(outcome.leftOut.map(\.label) == ["broken", "missing", "nothing"])
    #expect(outcome.leftOut.allSatisfy { !$0.reason.isEmpty })
    #expect(!bytes.isEmpty)
  }

  @Test(.enabled(if: needsProgram), arguments: TimeLapse.Form.allCases)
  func aFilmOfNothingIsNone(form: TimeLapse.Form) throws {
    #expect(throws: PhotoFault.nothingToShow) {
      try make(form, [Self.mixed[0], Self.mixed[2]])
    }
  }

  @Test(.enabled(if: needsProgram))
  func tooLargeAFilmIsRefusedBeforeItIsDecoded() throws {
    var asked = 0
    let frames = (0..<5_000).map { index in
      TimeLapse.Frame(label: "\(index)") {
        asked += 1
        return PNG.file(of: [1, 2, 3], width: 64, height: 64)
      }
    }
    let film = TimeLapse(
      program: PhotoStudioTests.program ?? "", title: "Monty")
    do {
      _ = try film.make(.webp, of: frames, into: File.temporary())
      Issue.record("it was taken")
    } catch PhotoFault.tooLarge(let reason) {
      #expect(reason.contains("5000 pictures"))
    }
    #expect(asked == 1)
    #expect(throws: PhotoFault.self) {
      try make(.mp4, frames, .init(showsLabels: true))
    }
    #expect(asked == 1)
  }

  // MARK: Pages

  @Test(.enabled(if: needsProgram)) func aPageStandsAlone() throws {
    let names = ["<b>1 & \"2\"</b>", "</script><script>alert(1)", "2026-03-03"]
    let frames = zip(names, Self.frames).map {
      TimeLapse.Frame(label: $0.0, file: $0.1.file)
    }
    let (outcome, bytes) = try make(
      .html, frames, .init(seconds: 0.5, fades: true),
      title: "Monty </title><img src=http://example.org>")
    #expect(outcome.shown == 3)
    let said = try reading(bytes)
    #expect(
      said == [
        "title Monty </title><img src=http://example.org>", "pictures 3",
        "size 64x50",
      ] + names.map { "label \($0)" })
  }

  /// The findings of a reader of pages in another language.
  private func reading(_ page: [UInt8]) throws -> [String] {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/page.html"
      try #require(try File.make(path, with: page))
      let script =
        #filePath.split(separator: "/").dropLast(2)
        .map { "/" + $0 }.joined() + "/Photo/read_page.py"
      return try output(of: "python3", [script, path])
    }
  }

  private func output(
    of program: String, _ arguments: [String]
  ) throws -> [String] {
    let pipe = try Pipe()
    let child = try ChildProcess.start(
      program, arguments: arguments,
      descriptors: [.init(own: pipe.writingEnd.descriptor, inChild: 1)])
    let bytes = pipe.keepingReadingEnd().contents(
      until: Deadline(seconds: 60))
    #expect(child.wait() == .exited(0))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  // MARK: Videos

  private static func isInstalled(_ name: String) -> Bool {
    (ProcessEnvironment["PATH"] ?? "").split(separator: ":").contains {
      FileSystem.isExecutable("\($0)/\(name)")
    }
  }

  @Test(
    .enabled(if: needsProgram),
    .enabled(
      if: isInstalled("ffmpeg") && isInstalled("ffprobe"),
      "ffmpeg is not installed"),
    arguments: [TimeLapse.Form.mp4, .webm], [false, true])
  func aVideoHasEachPhoto(form: TimeLapse.Form, fades: Bool) throws {
    let (outcome, bytes) = try make(
      form, Self.frames, .init(seconds: 0.5, showsLabels: true, fades: fades))
    #expect(outcome.shown == 3)
    let lines = try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/film"
      try #require(try File.make(path, with: bytes))
      return try output(
        of: "ffprobe",
        [
          "-v", "error", "-count_frames", "-select_streams", "v:0",
          "-show_entries",
          "stream=codec_name,width,height,nb_read_frames:format=duration",
          "-of", "default=noprint_wrappers=1", path,
        ])
    }
    #expect(lines.contains("codec_name=\(form == .mp4 ? "h264" : "vp9")"))
    #expect(lines.contains("width=64") && lines.contains("height=50"))
    #expect(lines.contains("nb_read_frames=\(fades ? 9 : 3)"))
    #expect(lines.contains { $0.hasPrefix("duration=1.5") })
  }

  @Test(.enabled(if: needsProgram)) func withoutItsProgramThereIsNoVideo() {
    #expect(throws: PhotoFault.noVideoProgram("/nowhere/ffmpeg")) {
      try make(.mp4, Self.frames, videoProgram: "/nowhere/ffmpeg")
    }
    #expect(throws: PhotoFault.noVideo("no reason is given")) {
      try make(.mp4, Self.frames, videoProgram: "false")
    }
  }
}

/// Pictures of one colour, as PNG without compression.
private enum PNG {
  static func file(of colour: [UInt8], width: Int, height: Int) -> [UInt8] {
    var rows: [UInt8] = []
    for _ in 0..<height {
      rows.append(0)
      for _ in 0..<width { rows += colour }
    }
    let low = UInt8(rows.count & 0xff)
    let high = UInt8(rows.count >> 8)
    var stream: [UInt8] = [0x78, 0x01, 1, low, high, ~low, ~high]
    stream += rows
    stream += big(adler(rows))
    let head = big(UInt32(width)) + big(UInt32(height))
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += chunk("IHDR", head + [8, 2, 0, 0, 0])
    file += chunk("IDAT", stream)
    file += chunk("IEND", [])
    return file
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value >> UInt32($0))
    }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    return big(UInt32(content.count)) + checked + big(crc(checked))
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1
      }
    }
    return ~sum
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
