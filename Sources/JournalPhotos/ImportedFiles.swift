internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import POSIXKit

/// The files from which a home made photos, including erased ones: a directory
/// that still holds such a file must not bring it back.
///
/// A line of digits holds the first half of each SHA-256: enough to recognise
/// the file, but nothing of its picture. Lines are only appended, so programs
/// that import at the same time lose none.
struct ImportedFiles {
  private let path: String
  private var known: Set<String> = []

  private static let digitCount = 32

  /// Reads the files of a home; none if they cannot be read.
  init(of home: JournalHome) {
    path = home.importedFile
    guard let bytes = try? File.contents(of: path, atMost: 1 << 28) else {
      return
    }
    // A line that a full disk cut short is no digest, and stays unused.
    for line in bytes.split(separator: UInt8(ascii: "\n"))
    where line.count == Self.digitCount {
      known.insert(String(decoding: line, as: UTF8.self))
    }
  }

  private static func digits(of file: BlobName) -> String {
    String(file.description.prefix(digitCount))
  }

  func contains(_ file: BlobName) -> Bool {
    known.contains(Self.digits(of: file))
  }

  /// Adds files. Errors are ignored, as they must not stop an import.
  mutating func add(_ files: Set<BlobName>) {
    let new = Set(files.map(Self.digits)).subtracting(known)
    guard !new.isEmpty, let file = try? File(path, .appending) else { return }
    known.formUnion(new)
    // This ends a line that was cut short before.
    let text = "\n" + new.sorted().joined(separator: "\n") + "\n"
    try? file.write(Array(text.utf8)[...])
  }

  /// Returns the files whose photos are erased now: they were imported once,
  /// and no event names them any more.
  func erased(
    of files: Set<BlobName>, in snapshot: borrowing Snapshot
  ) throws -> Set<BlobName> {
    let suspects = files.filter(contains)
    guard !suspects.isEmpty else { return [] }
    let named = try NamedPhotos(in: snapshot)
    // An older backup may have replaced the journal.
    guard named.erasedEvents > 0 else { return [] }
    return suspects.subtracting(named.originals)
  }
}
