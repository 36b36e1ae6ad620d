internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import POSIXKit

/// The files of which photos were made in a home, those of erased photos among
/// them: a directory that still holds one must not bring it back.
///
/// Of each the first half of its SHA-256 is kept, a line of digits: enough to
/// know it again where it lies, and nothing of what it shows. Lines are only
/// ever added, so programs that take photos in at the same time lose none.
struct ImportedFiles {
  private let path: String
  private var known: Set<String> = []

  private static let digitCount = 32

  /// Those that are known in a home; none where that cannot be read.
  init(of home: JournalHome) {
    path = home.importedFile
    guard let bytes = try? File.contents(of: path, atMost: 1 << 28) else {
      return
    }
    // What a full disk has cut short is no digest, and stays unused.
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

  /// Keeps these, too. What fails is no reason to take in fewer.
  mutating func add(_ files: Set<BlobName>) {
    let new = Set(files.map(Self.digits)).subtracting(known)
    guard !new.isEmpty, let file = try? File(path, .appending) else { return }
    known.formUnion(new)
    // A line that was cut short before ends here.
    let text = "\n" + new.sorted().joined(separator: "\n") + "\n"
    try? file.write(Array(text.utf8)[...])
  }

  /// Which of these files were of photos that are erased now: they were made
  /// once, and no event tells of it any more.
  func erased(
    of files: Set<BlobName>, in snapshot: borrowing Snapshot
  ) throws -> Set<BlobName> {
    let suspects = files.filter(contains)
    guard !suspects.isEmpty else { return [] }
    let named = try NamedPhotos(in: snapshot)
    // A backup from before may have taken the place of the journal.
    guard named.erasedEvents > 0 else { return [] }
    return suspects.subtracting(named.originals)
  }
}
