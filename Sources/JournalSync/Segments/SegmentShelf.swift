internal import JournalEvents

/// The layout of one journal's segments in a store: plain or sealed.
protocol SegmentShelf {
  /// The prefix of the names of all its objects; the hour follows.
  var prefix: String { get }

  /// Returns the meaning of an object's name under ``prefix``.
  func entry(named text: String) -> ShelfEntry

  /// Returns the name of an object in the store.
  func text(of name: SegmentName) -> String

  /// Returns the segment in an object, and the segment's own name.
  func opened(
    _ object: [UInt8], named name: SegmentName
  ) throws(SegmentError) -> (segment: [UInt8], name: SegmentName)

  /// Returns the object for a segment.
  ///
  /// - Parameters:
  ///   - segment: The segment's bytes.
  ///   - footer: Its footer.
  ///   - run: The events it holds.
  /// - Returns: The object, to be put as ``text(of:)`` of its name.
  /// - Throws: `RemoteKeyError` if no key is open.
  func object(
    of segment: [UInt8], footer: EventHash, holding run: SegmentRun
  ) throws -> ShelfObject

  /// Looks for new keys in the store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isRehearsal: Whether nothing may be put there.
  /// - Returns: Whether there are new keys, so that more names can be read.
  /// - Throws: `StoreError`, `RemoteKeyError`.
  func refreshKeys(
    in store: any ObjectStore, isRehearsal: Bool
  ) throws -> Bool
}

extension SegmentShelf {
  /// Returns the segment in an object, after a check that it matches its name.
  func segment(
    in object: [UInt8], named name: SegmentName
  ) throws(SegmentError) -> Segment {
    let (bytes, name) = try opened(object, named: name)
    return try Segment(decoding: bytes.span.bytes, named: name)
  }
}

/// The meaning of a name in a store.
enum ShelfEntry {
  case segment(SegmentName)
  /// A name of a segment that cannot be read here.
  case unreadable(reason: String)
  /// Another name, such as of an object that is being put.
  case other
}

/// An object to put into a store.
struct ShelfObject {
  let bytes: [UInt8]
  /// The first half of the object's footer.
  let content: UUIDBits
  /// The key that sealed it.
  var key: Int?

  func name(
    in journal: JournalID, hour: StoreHour, run: SegmentRun
  ) -> SegmentName {
    SegmentName(
      journal: journal, hour: hour, run: run, content: content, key: key)
  }
}

/// The segments of a journal, unencrypted.
struct PlainShelf: SegmentShelf {
  let journal: JournalID

  var prefix: String { SegmentName.prefix(of: journal) }

  func entry(named text: String) -> ShelfEntry {
    SegmentName(text, of: journal).map(ShelfEntry.segment) ?? .other
  }

  func text(of name: SegmentName) -> String { name.text }

  func opened(
    _ object: [UInt8], named name: SegmentName
  ) -> (segment: [UInt8], name: SegmentName) {
    (object, name)
  }

  func object(
    of segment: [UInt8], footer: EventHash, holding run: SegmentRun
  ) -> ShelfObject {
    ShelfObject(bytes: segment, content: footer.firstHalf)
  }

  /// - Throws: ``RemoteKeyError/encrypted`` if there are keys: nothing
  ///   unencrypted may be put there.
  func refreshKeys(
    in store: any ObjectStore, isRehearsal: Bool
  ) throws -> Bool {
    guard try !RemoteKeys.isEncrypted(store, of: journal) else {
      throw RemoteKeyError.encrypted
    }
    return false
  }
}
