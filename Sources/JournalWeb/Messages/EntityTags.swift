internal import Encodings
internal import JournalEvents
internal import JournalQueries
internal import JournalTime
internal import PlantServices
internal import Synchronization

/// The entity tags of what a journal shows. A tag changes with the journal, the
/// kept pictures, the day, the request, the guest and the program.
final class EntityTags: Sendable {
  private let journal: SharedJournal
  /// The zone in which days are counted, as of a version of the journal.
  private let zone = Mutex<
    (version: SharedJournal.Version, zone: TimeZoneRules)?
  >(nil)

  /// Creates the tags of a journal.
  init(of journal: SharedJournal) { self.journal = journal }

  /// The state of the journal, and the hour if the tag changes with it.
  struct State: Hashable {
    fileprivate let id: String
    fileprivate let hour: Int?
  }

  /// A tag, and the state that it belongs to.
  struct Tag {
    let text: String
    let state: State
  }

  /// Returns the tag of what a guest asks for.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - guest: The guest, whose own actions look different.
  ///   - clock: The moment that is now.
  ///   - hour: Whether it also changes with the hour, for texts that greet.
  /// - Returns: The tag, in its quotes, and its state.
  /// - Throws: The errors of opening the journal for writing; where it can only
  ///   be read, nothing has a tag.
  func tag(
    of request: WebRequest, for guest: WebGuest, at clock: Instant,
    hour: Bool = false
  ) throws -> Tag {
    let version = try journal.version()
    let zone = try zone(at: version, clock)
    let day = ChangeFeed.State(version, on: zone.localDay(of: clock))
    let state = State(
      id: day.id, hour: hour ? zone.timeOfDay(of: clock).hour : nil)
    var text = "\(state.id) \(guest.id) \(request.target)"
    if let hour = state.hour { text += " \(hour)" }
    text += " \(request.colorScheme) \(WebAssets.version) \(journal.program)"
    text += " \(PictureShelf(ofHomeAt: journal.path).version)"
    let hash = EventHash(of: Array(text.utf8).span.bytes)
    return Tag(
      text: "\"\(Hexadecimal.encode(Array(hash.bytes.prefix(16))))\"",
      state: state)
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
    return header.headerParts(by: ",").contains { part in
      part == tag || part == "W/\(tag)"
    }
  }
}
