internal import Encodings
internal import HTMLKit
internal import JournalEvents
internal import JournalQueries
internal import JournalTime
internal import PlantServices
internal import Synchronization

/// The entity tags of what a journal shows. A tag changes with the journal, the
/// kept pictures, the day, the request, the guest and the program.
final class EntityTags: Sendable {
  private let journal: SharedJournal
  private let pictures: PictureShelf
  private let known = Mutex<Quarter?>(nil)

  /// Creates the tags of a journal.
  init(of journal: SharedJournal) {
    self.journal = journal
    pictures = PictureShelf(ofHomeAt: journal.path)
  }

  /// The state and the hour at a version of the journal, during a quarter of an
  /// hour: in every zone, hours and days begin with one.
  private struct Quarter {
    let version: SharedJournal.Version
    let number: Int64
    let state: ChangeFeed.State
    let hour: Int

    static func number(of clock: Instant) -> Int64 {
      clock.milliseconds / 900_000
    }
  }

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
    let quarter = try quarter(at: clock)
    let state = State(
      id: quarter.state.id, hour: hour ? quarter.hour : nil)
    var text = "\(state.id) \(guest.id) \(request.target)"
    if let hour = state.hour { text += " \(hour)" }
    text += " \(request.colorScheme.rawValue) \(WebAssets.version)"
    text += " \(journal.program)"
    text += " \(pictures.version)"
    let hash = EventHash(of: Array(text.utf8).span.bytes)
    return Tag(
      text: "\"\(Hexadecimal.encode(Array(hash.bytes.prefix(16))))\"",
      state: state)
  }

  /// Returns the state of the journal that everything shown depends on.
  func state(at clock: Instant) throws -> ChangeFeed.State {
    try quarter(at: clock).state
  }

  private func quarter(at clock: Instant) throws -> Quarter {
    let version = try journal.version()
    let number = Quarter.number(of: clock)
    if let known = known.withLock(\.self), known.version == version,
      known.number == number
    {
      return known
    }
    let zone = try journal.with(at: clock) { try $0.zone() }
    let found = Quarter(
      version: version, number: number,
      state: ChangeFeed.State(version, on: zone.localDay(of: clock)),
      hour: zone.timeOfDay(of: clock).hour)
    known.withLock { $0 = found }
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
