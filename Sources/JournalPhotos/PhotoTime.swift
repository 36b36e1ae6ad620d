public import JournalEvents
public import JournalTime

/// The time when a photo was taken, and its source.
public struct PhotoTime: Hashable, Sendable {
  /// The known facts of a photo's file.
  public struct Clues: Sendable {
    /// The metadata of the picture, by the names of `plantguide-photo`.
    public var texts: [String: String]
    /// The name of the file, without its directory.
    public var fileName: String
    /// The time of the file's last change; `nil` if it is no file.
    public var modified: Instant?
    /// The time when it was first added to a collection of photos, if it comes
    /// from one; otherwise it is added now.
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

  /// The time, with the offset of the place of the photo, if known; otherwise
  /// with the journal's.
  public let at: OffsetInstant
  public let source: PhotoDateSource

  public init(at: OffsetInstant, source: PhotoDateSource) {
    self.at = at
    self.source = source
  }

  /// Determines when a photo was taken. It skips impossible times, before 1990
  /// or later than a day from now, as clocks of cameras may start anywhere.
  ///
  /// - Parameters:
  ///   - clues: The known facts of its file.
  ///   - now: The current time.
  ///   - zone: The journal's zone, for clocks without an offset.
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

/// The reading of times from clues.
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

  /// Returns the time of a camera's `2026:03:01 09:00:00`, with a separate
  /// offset.
  private func camera(_ name: String, _ offset: String) -> OffsetInstant? {
    guard let text = clues.texts[name] else { return nil }
    let offset = clues.texts[offset] ?? clues.texts["offset"] ?? ""
    return written(String(text.prefix(19)) + offset.trimmed)
  }

  /// Returns the time of `2026:03:01 09:00:00`, `2026-03-01T09:00:00.25` and
  /// the like, with or without an offset.
  private func written(_ text: String) -> OffsetInstant? {
    guard text.utf8.count >= 19 else { return nil }
    var units = Array(text.utf8.map { UInt8($0) })
    for place in [4, 7] { units[place] = UInt8(ascii: "-") }
    units[10] = UInt8(ascii: "T")
    let whole = String(decoding: units, as: UTF8.self)
    return OffsetInstant(whole) ?? LocalTimestamp.instant(whole, in: zone)
      // An invalid offset is ignored.
      ?? LocalTimestamp.instant(String(whole.prefix(19)), in: zone)
  }

  /// The time of satellites: the day and, as fractions, the time, both in UTC.
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

  /// Returns a time in UTC, with the offset of the journal's zone.
  private func universal(_ text: String) -> OffsetInstant? {
    written(text + "Z").map { zone.offsetInstant(of: $0.instant) }
  }

  /// The time in names such as `IMG_20240315_142207.jpg`,
  /// `PXL_20240315_132207123.jpg` (whose clock is UTC),
  /// `IMG-20240315-WA0001.jpg`, `signal-2024-03-15-14-22-07-123.jpg` and
  /// `WhatsApp Image 2024-03-15 at 14.22.07.jpeg`.
  private var named: OffsetInstant? {
    let name = clues.fileName
    var digits: [(place: Int, value: UInt8)] = []
    for (place, unit) in name.utf8.enumerated()
    where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit) {
      digits.append((place, unit))
    }
    for start in digits.indices {
      // Adjacent digits before it would belong to another number.
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

  /// Returns the eight digits of a day, with at most one character between, and
  /// the six of a clock, if they follow likewise or after a word of two
  /// letters, which is "at" in English.
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

  /// Returns whether a word of two letters and a digit follow a place.
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
