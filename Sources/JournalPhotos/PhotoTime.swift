public import JournalEvents
public import JournalTime

/// When a photo was taken, and how that is known.
public struct PhotoTime: Hashable, Sendable {
  /// What is known of a file of a photo.
  public struct Clues: Sendable {
    /// What the picture says of itself, by the names that
    /// `plantguide-photo` gives.
    public var texts: [String: String]
    /// The name of the file, without its directory.
    public var fileName: String
    /// When the file was last changed; `nil` where it is no file.
    public var modified: Instant?
    /// When it was first added to a collection of photos, where it comes from
    /// one; else it is added now.
    public var added: OffsetInstant?

    public init(
      texts: [String: String] = [:], fileName: String = "",
      modified: Instant? = nil, added: OffsetInstant? = nil
    ) {
      self.texts = texts
      self.fileName = fileName
      self.modified = modified
      self.added = added
    }
  }

  /// The moment, with the offset of the place where it was taken, as far as
  /// that is known; else with the journal's.
  public let at: OffsetInstant
  public let source: PhotoDateSource

  public init(at: OffsetInstant, source: PhotoDateSource) {
    self.at = at
    self.source = source
  }

  /// Finds out when a photo was taken. What cannot be, before 1990 or later
  /// than a day from now, is passed over: clocks of cameras begin anywhere.
  ///
  /// - Parameters:
  ///   - clues: What is known of its file.
  ///   - now: The present moment.
  ///   - zone: The journal's zone, in which clocks without an offset are read.
  public init(of clues: Clues, now: Instant, in zone: TimeZoneRules) {
    let reader = ClueReader(clues: clues, zone: zone)
    let latest = now.milliseconds + 86_400_000
    let found = Self.best.lazy.compactMap { source -> PhotoTime? in
      guard let at = reader.time(source),
        (Self.earliest...latest).contains(at.instant.milliseconds)
      else { return nil }
      return PhotoTime(at: at, source: source)
    }.first
    self =
      found
      ?? PhotoTime(
        at: clues.added ?? zone.offsetInstant(of: now), source: .added)
  }

  /// 1 January 1990.
  private static let earliest: Int64 = 631_152_000_000
  /// The sources of a file, the best first.
  private static let best: [PhotoDateSource] = [
    .original, .digitized, .xmp, .gps, .fileName, .fileTime,
  ]
}

/// Reads moments out of clues.
private struct ClueReader {
  let clues: PhotoTime.Clues
  let zone: TimeZoneRules

  func time(_ source: PhotoDateSource) -> OffsetInstant? {
    switch source {
    case .original: camera("original", "originalOffset")
    case .digitized: camera("digitized", "digitizedOffset")
    case .xmp: clues.texts["xmp"].flatMap(written)
    case .gps: satellite
    case .fileName: named
    case .fileTime: clues.modified.map(zone.offsetInstant)
    case .given, .added: nil
    }
  }

  /// A camera's `2026:03:01 09:00:00`, with the offset that stands apart.
  private func camera(_ name: String, _ offset: String) -> OffsetInstant? {
    guard let text = clues.texts[name] else { return nil }
    let offset = clues.texts[offset] ?? clues.texts["offset"] ?? ""
    return written(String(text.prefix(19)) + offset.trimmed)
  }

  /// `2026:03:01 09:00:00`, `2026-03-01T09:00:00.25` and the like, with an
  /// offset or without one.
  private func written(_ text: String) -> OffsetInstant? {
    guard text.utf8.count >= 19 else { return nil }
    var units = Array(text.utf8.map { UInt8($0) })
    for place in [4, 7] { units[place] = UInt8(ascii: "-") }
    units[10] = UInt8(ascii: "T")
    let whole = String(decoding: units, as: UTF8.self)
    return OffsetInstant(whole) ?? LocalTimestamp.instant(whole, in: zone)
      // An offset that is none says nothing.
      ?? LocalTimestamp.instant(String(whole.prefix(19)), in: zone)
  }

  /// The satellites tell the day and, as fractions, the time, both in UTC.
  private var satellite: OffsetInstant? {
    guard let date = clues.texts["gpsDate"], let time = clues.texts["gpsTime"]
    else { return nil }
    let numbers = time.split { $0 == " " || $0 == ":" }.map { part -> Int? in
      let fraction = part.split(separator: "/").map { Int($0) }
      guard fraction.count == 2 else { return Int(part) }
      guard let over = fraction[0], let under = fraction[1], under > 0 else {
        return nil
      }
      return over / under
    }
    guard numbers.count == 3, let hour = numbers[0], let minute = numbers[1],
      let second = numbers[2]
    else { return nil }
    let clock = [hour, minute, second].map { ($0 < 10 ? "0" : "") + "\($0)" }
    return universal("\(date) \(clock[0]):\(clock[1]):\(clock[2])")
  }

  /// A clock of UTC, with the offset of the journal's zone.
  private func universal(_ text: String) -> OffsetInstant? {
    written(text + "Z").map { zone.offsetInstant(of: $0.instant) }
  }

  /// Names such as `IMG_20240315_142207.jpg`, `PXL_20240315_132207123.jpg`
  /// (whose clock is UTC), `IMG-20240315-WA0001.jpg`,
  /// `signal-2024-03-15-14-22-07-123.jpg` and
  /// `WhatsApp Image 2024-03-15 at 14.22.07.jpeg`.
  private var named: OffsetInstant? {
    let name = clues.fileName
    var digits: [(place: Int, value: UInt8)] = []
    for (place, unit) in name.utf8.enumerated()
    where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit) {
      digits.append((place, unit))
    }
    for start in digits.indices {
      // Digits before it would belong to another number.
      guard start == 0 || digits[start - 1].place < digits[start].place - 1,
        let time = moment(digits[start...])
      else { continue }
      let text = time.prefix(19)
      return name.hasPrefix("PXL_") && text.utf8.count == 19
        ? universal(String(text))
        : LocalTimestamp.instant(String(text), in: zone)
    }
    return nil
  }

  /// Eight digits of a day, with no more than one character between, and six
  /// of a clock, if they follow likewise or after a word of two letters, which
  /// is "at" in English.
  private func moment(
    _ digits: ArraySlice<(place: Int, value: UInt8)>
  ) -> String? {
    let run = Array(digits.prefix(14))
    let gaps = zip(run, run.dropFirst()).map { $1.place - $0.place }
    guard run.count >= 8, gaps.prefix(7).allSatisfy({ $0 <= 2 }) else {
      return nil
    }
    let text = String(decoding: run.map(\.value), as: UTF8.self)
    func part(_ range: Range<Int>) -> String {
      String(text.dropFirst(range.lowerBound).prefix(range.count))
    }
    let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    guard Day(day) != nil, day.hasPrefix("19") || day.hasPrefix("20") else {
      return nil
    }
    guard run.count == 14, gaps[7] <= 2 || isWord(after: run[7].place),
      gaps.dropFirst(8).allSatisfy({ $0 <= 2 }),
      TimeOfDay("\(part(8..<10)):\(part(10..<12))") != nil,
      (0..<60).contains(Int(part(12..<14)) ?? 60)
    else { return day }
    return "\(day) \(part(8..<10)):\(part(10..<12)):\(part(12..<14))"
  }

  /// Whether a word of two letters and a digit follow a place of the name.
  private func isWord(after place: Int) -> Bool {
    let next = Array(clues.fileName.utf8.dropFirst(place + 1).prefix(5))
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let space = UInt8(ascii: " ")
    return next.count == 5 && next[0] == space && next[3] == space
      && next[1...2].allSatisfy { $0 != space } && digits.contains(next[4])
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.prefix { $0 != " " })
  }
}
