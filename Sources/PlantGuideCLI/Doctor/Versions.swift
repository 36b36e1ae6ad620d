internal import Encodings
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

/// The versions that matter to a journal.
struct Versions {
  /// The program's own.
  let program: String
  /// The newest storage layout that it knows.
  let format: UInt64
  /// That of its folds.
  let folds: UInt64
  /// The store's library.
  let lmdb: String
  /// The library that hashes.
  let sodium: String

  /// Those of this program.
  static var current: Versions {
    Versions(
      program: ProcessFacts.program, format: Journal.formatVersion,
      folds: Journal.reducerVersion, lmdb: LMDBVersion.text,
      sodium: SodiumVersion.text)
  }

  /// All in a line.
  var text: String {
    "\(program), format \(format), folds \(folds), LMDB \(lmdb), libsodium \(sodium)"
  }
}

extension JSONWriter {
  mutating func versions(_ versions: Versions) {
    object { writer in
      writer.member("program") { $0.string(versions.program) }
      writer.member("format") { $0.integer(versions.format) }
      writer.member("folds") { $0.integer(versions.folds) }
      writer.member("lmdb") { $0.string(versions.lmdb) }
      writer.member("libsodium") { $0.string(versions.sodium) }
    }
  }
}
