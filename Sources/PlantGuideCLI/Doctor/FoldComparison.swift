internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import LMDBKit
internal import POSIXKit

/// Compares what is folded with what folding the log again gives, in a copy:
/// the journal itself is only read.
enum FoldComparison {
  /// The databases that differ, sorted by name.
  static func differences(of journal: Journal) throws -> [String] {
    try FileSystem.withTemporaryDirectory { path in
      let home = JournalHome(path: path)
      try journal.environment.copy(to: home.dataDirectory, compact: false)
      let copy = try Journal.open(home, access: .readWrite)
      let stored = try copy.read { try copy.projectionDigests(in: $0) }
      _ = try copy.rebuild()
      let folded = try copy.read { try copy.projectionDigests(in: $0) }
      try copy.environment.close()
      return stored.keys.filter { stored[$0] != folded[$0] }.sorted()
    }
  }
}
