internal import Encodings
internal import ErrorKit
internal import JournalEvents

/// The segments of a journal, sealed with the keys of a remote.
///
/// It lists, opens and makes nothing but sealed objects.
struct SealedShelf: SegmentShelf {
  private let keys: RemoteKeys

  /// - Parameters:
  ///   - keys: The keys.
  ///   - isRehearsal: Whether nothing will be sealed.
  /// - Throws: ``RemoteKeyError/locked`` if none of the keys is open.
  init(
    _ keys: RemoteKeys, isRehearsal: Bool = false
  ) throws(RemoteKeyError) {
    guard keys.isOpen || isRehearsal else { throw .locked }
    self.keys = keys
  }

  var prefix: String { SealedName.prefix(of: keys.journal) }

  func entry(named text: String) -> ShelfEntry {
    guard let name = SealedName(text, of: keys.journal) else {
      guard text.hasSuffix(".seg") || text.hasSuffix(SealedName.suffix) else {
        return .other
      }
      return .unreadable(reason: SegmentError.notSealed.description)
    }
    for (index, key) in keys.open.enumerated() {
      guard let run = name.run(under: key) else { continue }
      return .segment(
        SegmentName(
          journal: keys.journal, hour: name.hour, run: run,
          content: name.content, key: index))
    }
    return .unreadable(reason: "its key is not open here, or it is damaged")
  }

  func text(of name: SegmentName) -> String {
    SealedName(hiding: name, under: key(of: name)).text(in: prefix)
  }

  /// The key that made a name. Keys are never removed, and only this type makes
  /// names.
  private func key(of name: SegmentName) -> RemoteKey {
    guard let index = name.key, keys.open.indices.contains(index) else {
      preconditionFailure("it has the name of an unencrypted segment")
    }
    return keys.open[index]
  }

  func opened(
    _ object: [UInt8], named name: SegmentName
  ) throws(SegmentError) -> (segment: [UInt8], name: SegmentName) {
    let frame = try SealedFrame(decoding: object, content: name.content)
    let key = key(of: name)
    let bytes = try key.open(frame, as: key.subject(of: name.run))
    // A segment's own name has the hash of the unsealed bytes.
    let span = bytes.span.bytes
    let end = max(0, span.byteCount - EventHash.byteCount)
    guard
      let footer = EventHash(bytes: span.extracting(end..<span.byteCount))
    else { throw .badLength }
    return (
      bytes,
      SegmentName(
        journal: name.journal, hour: name.hour, run: name.run, footer: footer)
    )
  }

  func object(
    of segment: [UInt8], footer: EventHash, holding run: SegmentRun
  ) throws -> ShelfObject {
    let index = try keys.sealingIndex()
    let key = keys.open[index]
    let made = key.seal(segment, as: key.subject(of: run))
    return ShelfObject(
      bytes: made.bytes, content: made.footer.firstHalf, key: index)
  }

  func refreshKeys(
    in store: any ObjectStore, isRehearsal: Bool
  ) throws -> Bool {
    try keys.refresh(in: store, isRehearsal: isRehearsal)
  }
}

/// The name of a sealed segment, as a store has it.
///
/// A keyed hash of the object's own hash, which differs for each object, hides
/// what a segment holds. So a store does not learn which objects are of one
/// writer, nor how many events there are; and anyone who has the key reads a
/// name with one hash. A changed name is detected when the object is opened, as
/// the seal is bound to what the name says.
struct SealedName {
  let hour: StoreHour
  let content: UUIDBits
  private let hidden: [UInt8]

  /// The number of hidden bytes: eight zeros that identify the key, the writer,
  /// the first and last sequence and the tip.
  static let hiddenByteCount = 48
  static let suffix = ".sealed"

  /// The prefix of the names of all sealed segments of a journal.
  static func prefix(of journal: JournalID) -> String {
    "v1/\(Hexadecimal.encode(journal.bytes))/e/"
  }

  init(hiding name: SegmentName, under key: RemoteKey) {
    hour = name.hour
    content = name.content
    var plain: [UInt8] = []
    plain.append(
      bigEndian: [
        0, name.run.writer.bits.high, name.run.writer.bits.low,
        name.run.first, name.run.last, name.run.tip.hashPrefix,
      ])
    hidden = zip(plain, key.nameMask(content)).map { $0 ^ $1 }
  }

  /// Reads a name; `nil` for any other text.
  init?(_ text: String, of journal: JournalID) {
    var reader = NameReader(text)
    guard reader.skips(Self.prefix(of: journal).utf8),
      let hour = reader.decimal(10).flatMap({ StoreHour(digits: $0) }),
      reader.skips("/".utf8)
    else { return nil }
    var hidden: [UInt8] = []
    hidden.reserveCapacity(Self.hiddenByteCount)
    for _ in 0..<(Self.hiddenByteCount / 8) {
      guard let word = reader.hexadecimal() else { return nil }
      hidden.append(bigEndian: word)
    }
    guard reader.skips("-".utf8), let content = reader.id(),
      reader.skips(Self.suffix.utf8), reader.isAtEnd
    else { return nil }
    self.hour = hour
    self.content = content
    self.hidden = hidden
  }

  func text(in prefix: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: [content.high, content.low])
    return
      "\(prefix)\(hour)/\(Hexadecimal.encode(hidden))-\(Hexadecimal.encode(bytes))\(Self.suffix)"
  }

  /// Returns the run in the object; `nil` if another key made the name.
  func run(under key: RemoteKey) -> SegmentRun? {
    let mask = key.nameMask(content)
    func word(_ index: Int) -> UInt64 {
      hidden.span.bytes.bigEndian(at: index * 8, count: 8)
        ^ mask.span.bytes.bigEndian(at: index * 8, count: 8)
    }
    guard word(0) == 0 else { return nil }
    let writer = WriterID(bits: UUIDBits(high: word(1), low: word(2)))
    return SegmentRun(
      first: word(3),
      tip: EventReference(
        writer: writer, sequence: word(4), hashPrefix: word(5)))
  }
}
