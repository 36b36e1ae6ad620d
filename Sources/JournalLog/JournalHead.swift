internal import Encodings
internal import POSIXKit

/// A record of the last commit, stored beside the data file. If the data file
/// is older, acknowledged commits are missing, even if the file is consistent.
///
/// The head is written after the commit and not flushed. After a crash, or if
/// two writers finished in another order, it may be older than the data, but
/// never newer.
public struct JournalHead: Sendable, Hashable {
  /// The inode of the data file; the head says nothing about another file.
  public let inode: UInt64
  /// The number of the commit.
  public let commit: UInt64
  /// The number of events in the log at that time.
  public let events: UInt64
  /// The sum of the digest of the writers' tips.
  public let tips: UInt64
  /// The number of the last commit that was found missing; 0 if none was.
  public let missing: UInt64

  /// Creates a head.
  public init(
    inode: UInt64, commit: UInt64, events: UInt64, tips: UInt64,
    missing: UInt64 = 0
  ) {
    self.inode = inode
    self.commit = commit
    self.events = events
    self.tips = tips
    self.missing = missing
  }

  private static let form: UInt64 = 1
  private static let byteCount = 6 * 8 + SealedValue.checksumByteCount

  /// Reads the head; `nil` if it is missing, torn or of another form.
  static func read(_ path: String) -> JournalHead? {
    guard let file = try? File(path, .readingAtOnce),
      let bytes = try? file.read(byteCount), bytes.count == byteCount
    else { return nil }
    return try? SealedValue.open(bytes.span.bytes, in: "head") { content in
      let words = (0..<6).map { content.bigEndian(at: $0 * 8, count: 8) }
      guard words[0] == form else { return nil }
      return JournalHead(
        inode: words[1], commit: words[2], events: words[3], tips: words[4],
        missing: words[5])
    }
  }

  /// Overwrites the head. Errors are ignored: without a head, only less damage
  /// is found.
  func write(_ path: String) {
    var content: [UInt8] = []
    content.reserveCapacity(Self.byteCount)
    for word in [Self.form, inode, commit, events, tips, missing] {
      content.append(bigEndian: word)
    }
    guard let file = try? File(path, .overwriting) else { return }
    try? file.write(SealedValue.seal(content)[...])
  }
}
