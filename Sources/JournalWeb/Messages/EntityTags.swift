internal import Encodings
internal import JournalEvents
internal import JournalQueries
internal import JournalTime
internal import Synchronization

/// The entity tags of what a journal shows. A tag changes with the journal, the
/// day, the request, the guest and the program.
final class EntityTags: Sendable {
  private let journal: SharedJournal
  /// The zone in which days are counted, as of a version of the journal.
  private let zone = Mutex<
    (version: SharedJournal.Version, zone: TimeZoneRules)?
  >(nil)

  /// Creates the tags of a journal.
  init(of journal: SharedJournal) { self.journal = journal }

  /// Returns the tag of what a guest asks for.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - guest: The guest, whose own actions look different.
  ///   - clock: The moment that is now.
  ///   - hour: Whether it also changes with the hour, for texts that greet.
  /// - Returns: The tag, in its quotes.
  /// - Throws: The errors of opening the journal for writing; where it can only
  ///   be read, nothing has a tag.
  func tag(
    of request: WebRequest, for guest: WebGuest, at clock: Instant,
    hour: Bool = false
  ) throws -> String {
    let version = try journal.version()
    let zone = try zone(at: version, clock)
    let state = ChangeFeed.State(version, on: zone.localDay(of: clock))
    var text = "\(state.id) \(guest.id) \(request.target)"
    if hour { text += " \(zone.timeOfDay(of: clock).hour)" }
    text += " \(request.colorScheme) \(WebAssets.version) \(journal.program)"
    let hash = EventHash(of: Array(text.utf8).span.bytes)
    return "\"\(Hexadecimal.encode(Array(hash.bytes.prefix(16))))\""
  }

  /// Returns the state of the journal that everything shown depends on.
  func state(at clock: Instant) throws -> ChangeFeed.State {
    let version = try journal.version()
    return ChangeFeed.State(
      version, on: try zone(at: version, clock).localDay(of: clock))
  }

  private func zone(
    at version: SharedJournal.Version, _ clock: Instant
  ) throws -> TimeZoneRules {
    if let known = zone.withLock(\.self), known.version == version {
      return known.zone
    }
    let found = try journal.with(at: clock) { try $0.zone() }
    zone.withLock { $0 = (version, found) }
    return found
  }
}

extension WebRequest {
  /// Returns whether the sender has what a tag names.
  func knows(_ tag: String) -> Bool {
    guard let header = headers["if-none-match"] else { return false }
    return header.split(separator: ",").contains { part in
      let name = part.filter { $0 != " " }
      return name == tag || name == "W/\(tag)"
    }
  }
}
