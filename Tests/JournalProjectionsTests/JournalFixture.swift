import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit

/// A journal in a directory of its own.
struct JournalFixture {
  let directory: TemporaryDirectory
  let journal: Journal

  init(directory: TemporaryDirectory? = nil) throws {
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    journal = try Self.open(directory.path)
  }

  static func open(_ path: String) throws -> Journal {
    try Journal.open(JournalHome(path: path), access: .readWrite)
  }

  /// Receives events as any sync would bring them.
  @discardableResult
  func receive(
    _ events: [RecordedEvent], merging: Bool = true
  ) throws -> ReceiveResult {
    try journal.receive(events, merging: merging)
  }

  /// Every entry but this home's record of itself.
  func dump(
    _ names: [String] = LogDatabase.all + ProjectionDatabase.rebuilt
  ) throws -> Dump {
    try journal.read { try $0.dump(names, of: journal.environment) }
  }

  /// The changes that a rebuild in place would make to the folded state.
  func rebuildDifferences() throws -> [String] {
    let before = try dump(ProjectionDatabase.rebuilt)
    _ = try journal.rebuild()
    return try dump(ProjectionDatabase.rebuilt).differences(from: before)
  }
}

extension Journal {
  @discardableResult
  func receive(
    _ events: [RecordedEvent], merging: Bool = true, expecting more: UInt64 = 0
  ) throws -> ReceiveResult {
    var index = 0
    return try receive(merging: merging, expecting: more) { isRepeated in
      if isRepeated { index = 0 }
      guard index < events.count else { return nil }
      defer { index += 1 }
      return events[index].encoded
    }
  }
}
