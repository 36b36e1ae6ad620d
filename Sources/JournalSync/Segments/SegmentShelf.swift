internal import JournalEvents

/// How the segments of one journal lie in a store: as they are, or sealed.
protocol SegmentShelf {
  /// What the names of all its objects begin with; the hour follows.
  var prefix: String { get }

  /// What the name of an object under ``prefix`` says.
  func entry(named text: String) -> ShelfEntry

  /// The name of an object as the store has it.
  func text(of name: SegmentName) -> String

  /// The bytes of the segment in an object, and the name that the segment has.
  func opened(
    _ object: [UInt8], named name: SegmentName
  ) throws(SegmentError) -> (segment: [UInt8], name: SegmentName)

  /// The object that holds a segment.
  ///
  /// - Parameters:
  ///   - segment: The segment's bytes.
  ///   - footer: Its footer.
  ///   - run: What it holds.
  /// - Returns: The object, to be put under ``text(of:)`` of its name.
  /// - Throws: `RemoteKeyError` where no key is open.
  func object(
    of segment: [UInt8], footer: EventHash, holding run: SegmentRun
  ) throws -> ShelfObject

  /// Looks for keys that came into the store since.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isRehearsal: Whether nothing may be put there.
  /// - Returns: Whether there are some, so that names say more than before.
  /// - Throws: `StoreError`, `RemoteKeyError`.
  func refreshKeys(
    in store: any ObjectStore, isRehearsal: Bool
  ) throws -> Bool
}

extension SegmentShelf {
  /// The segment in an object, which must be the one that its name says.
  func segment(
    in object: [UInt8], named name: SegmentName
  ) throws(SegmentError) -> Segment {
    let (bytes, name) = try opened(object, named: name)
    return try Segment(decoding: bytes.span.bytes, named: name)
  }
}

/// What a name in a store says.
enum ShelfEntry {
  case segment(SegmentName)
  /// It should be a segment, and none can be made of it here.
  case unreadable(reason: String)
  /// It is something else, such as an object that is being put.
  case other
}

/// An object to be put.
struct ShelfObject {
  let bytes: [UInt8]
  /// The first half of its footer.
  let content: UUIDBits
  /// The key that it was sealed with.
  var key: Int?

  /// Its name.
  func name(
    in journal: JournalID, hour: StoreHour, run: SegmentRun
  ) -> SegmentName {
    SegmentName(
      journal: journal, hour: hour, run: run, content: content, key: key)
  }
}

/// Segments as they are.
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

  /// - Throws: ``RemoteKeyError/encrypted`` where there are keys: nothing may
  ///   be put there in the open.
  func refreshKeys(
    in store: any ObjectStore, isRehearsal: Bool
  ) throws -> Bool {
    guard try !RemoteKeys.isEncrypted(store, of: journal) else {
      throw RemoteKeyError.encrypted
    }
    return false
  }
}
