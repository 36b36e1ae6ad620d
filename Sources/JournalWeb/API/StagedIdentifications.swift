internal import JournalIdentification
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import Synchronization

/// The photos between their identification and the decision of whoever asked.
///
/// They are held in memory alone, for half an hour at most. So a photo that
/// nobody adds never reaches the disk, and nothing is left when the server ends.
final class StagedIdentifications: Sendable {
  /// Photos that were sent to be identified.
  struct Entry: Sendable {
    let id: String
    /// The name of the guest, who alone may use them.
    let keeper: String
    /// The request under its key; `nil` without a key.
    let request: Request?
    /// The photos; none once they are in the journal.
    fileprivate(set) var photos: [PlantIdentifier.Photo]
    /// The names of the files, which may hold their dates.
    let names: [String]
    /// The first photo, small and without metadata, as JPEG.
    fileprivate(set) var picture: [UInt8]
    let expiresAt: Instant
    /// The result; `nil` while the identification may be tried again.
    var found: Identification?

    /// A Boolean value that indicates whether the photos are in the journal.
    var isUsed: Bool { photos.isEmpty }

    /// The number of bytes that it holds.
    var byteCount: Int {
      photos.reduce(picture.count) { $0 + $1.file.count }
    }
  }

  /// A request with a key, to recognize it if it is repeated.
  struct Request: Sendable, Hashable {
    /// The key alone.
    let name: RequestKey
    /// The key with everything that is asked for.
    let contents: RequestKey
  }

  /// The time for which photos are kept, in milliseconds.
  static let lifetime: Int64 = 30 * 60_000
  /// The greatest number of identifications of a guest, of all, and of their
  /// bytes. The oldest go first.
  private static let mostOwn = 3
  private static let mostAll = 24
  private static let mostBytes = 64 << 20

  private let entries = Mutex<[Entry]>([])

  /// Keeps the result of photos that were kept before, unless they were
  /// forgotten or used while the answer was waited for.
  func replace(_ entry: Entry) {
    entries.withLock { entries in
      let place = entries.firstIndex { $0.id == entry.id && !$0.isUsed }
      if let place { entries[place] = entry }
    }
  }

  /// Keeps a new entry. The oldest go if there are too many.
  func keep(_ entry: Entry) {
    entries.withLock { entries in
      entries.append(entry)
      while entries.count(where: { $0.keeper == entry.keeper }) > Self.mostOwn,
        let oldest = entries.firstIndex(where: { $0.keeper == entry.keeper })
      {
        entries.remove(at: oldest)
      }
      while entries.count > Self.mostAll
        || entries.count > 1
          && entries.reduce(0, { $0 + $1.byteCount }) > Self.mostBytes
      {
        entries.removeFirst()
      }
    }
  }

  /// Returns the entry of a guest by its id.
  ///
  /// - Throws: ``RequestError/identificationEnded``.
  func entry(
    _ id: String, of guest: WebGuest, at clock: Instant
  ) throws(RequestError) -> Entry {
    sweep(at: clock)
    let entry = entries.withLock { entries in
      entries.first { $0.id == id && $0.keeper == guest.keeper }
    }
    guard let entry else { throw .identificationEnded }
    return entry
  }

  /// Returns the result that a request got before; `nil` for a new one.
  ///
  /// - Throws: `OnceError` if another request used its key.
  func answered(_ request: Request?, at clock: Instant) throws -> Entry? {
    sweep(at: clock)
    guard let request else { return nil }
    let entry = entries.withLock { entries in
      entries.last {
        $0.request?.name == request.name && $0.found != nil && !$0.isUsed
      }
    }
    guard let entry else { return nil }
    guard entry.request == request else { throw OnceError.usedForAnother }
    return entry
  }

  /// Forgets photos that are in the journal now. Their page says so.
  func use(_ id: String) {
    entries.withLock { entries in
      for place in entries.indices where entries[place].id == id {
        entries[place].photos = []
        entries[place].picture = []
      }
    }
  }

  /// Forgets an entry.
  func remove(_ id: String) {
    entries.withLock { $0.removeAll { $0.id == id } }
  }

  /// The first moment at which the time of photos is over; `nil` for none.
  var firstEnd: Instant? {
    entries.withLock { $0.map(\.expiresAt).min() }
  }

  /// Forgets all photos whose time is over.
  func sweep(at clock: Instant) {
    entries.withLock { $0.removeAll { $0.expiresAt <= clock } }
  }
}
