internal import Synchronization

/// The rules of one IANA time zone: what its clocks show at every instant.
///
/// The rules are read once, from a TZif file (RFC 8536), and then never change;
/// a program must restart to see an update of the system's zones.
///
///     let paris = try TimeZoneRules(identifier: "Europe/Paris")
///     let today = paris.localDay(of: now)
public struct TimeZoneRules: Sendable {
  /// The zone's IANA name.
  public let identifier: String

  private let contents: TZifContents

  /// UTC, which needs no file.
  public static let utc = TimeZoneRules()

  private init() {
    identifier = "UTC"
    contents = TZifContents()
  }

  /// Reads the zone from the system's files: the folder `$TZDIR`, or else
  /// `/usr/share/zoneinfo`. `UTC` is available even without files.
  ///
  /// - Throws: `TimeZoneError` if the name is invalid, or the file is missing,
  ///   unreadable or malformed.
  public init(identifier: String) throws(TimeZoneError) {
    if identifier == "UTC" {
      self = .utc
      return
    }
    if let latest = Self.latest.withLock({ $0 }),
      latest.identifier == identifier
    {
      self = latest
      return
    }
    let rules = try TimeZoneRules(
      identifier: identifier, tzif: Self.installedFile(of: identifier))
    Self.latest.withLock { $0 = rules }
    self = rules
  }

  // A command needs the journal's zone before it writes, and while it does.
  private static let latest = Mutex<TimeZoneRules?>(nil)

  /// Decodes the bytes of a TZif file.
  ///
  /// - Throws: `TimeZoneError.invalidName` or `.malformed`.
  public init(identifier: String, tzif: [UInt8]) throws(TimeZoneError) {
    try Self.check(identifier)
    do throws(TZifContents.Malformed) {
      contents = try TZifContents(tzif)
      self.identifier = identifier
    } catch {
      throw .malformed(identifier: identifier, reason: error.reason)
    }
  }

  /// Seconds east of UTC at an instant.
  ///
  /// - Complexity: O(log *n*) for the *n* transitions of the zone's file.
  public func offset(at instant: Instant) -> Int {
    offset(atSecond: instant.seconds)
  }

  /// Seconds east of UTC at a time in seconds since 1970.
  func offset(atSecond second: Int64) -> Int {
    let index = transitionIndex(after: second)
    if index == contents.transitions.count, let rule = contents.rule {
      return rule.offset(at: second)
    }
    return Int(
      index == 0 ? contents.initialOffset : contents.offsets[index - 1])
  }

  /// The first transition after a time in seconds since 1970, if there is one.
  func nextTransition(after second: Int64) -> Int64? {
    let index = transitionIndex(after: second)
    return index < contents.transitions.count
      ? contents.transitions[index]
      : contents.rule?.nextTransition(after: second)
  }

  /// The index of the first transition later than `second`.
  private func transitionIndex(after second: Int64) -> Int {
    contents.transitions.sortedIndex(after: { $0 <= second })
  }
}

extension TimeZoneRules: Hashable {
  /// Zones are equal if their names are.
  public static func == (left: TimeZoneRules, right: TimeZoneRules) -> Bool {
    left.identifier == right.identifier
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}
