internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import POSIXKit

/// The files of which photos were made in a home, those of erased photos among
/// them: a directory that still holds one must not bring it back.
///
/// Of each the first half of its SHA-256 is kept: enough to know it again where
/// it lies, and nothing of what it shows.
struct ImportedFiles {
  private let path: String
  private var digests: Set<[UInt8]> = []

  private static let byteCount = 16

  /// Those that are known in a home; none where that cannot be read.
  init(of home: JournalHome) {
    path = home.importedFile
    guard let bytes = try? File.contents(of: path, atMost: 1 << 28),
      let content = try? SealedValue.open(
        bytes.span.bytes, in: path, { $0.copied })
    else { return }
    for start in stride(from: 0, to: content.count, by: Self.byteCount) {
      digests.insert(Array(content[start...].prefix(Self.byteCount)))
    }
  }

  func contains(_ file: BlobName) -> Bool {
    digests.contains(Array(file.digest.prefix(Self.byteCount)))
  }

  /// Keeps these, too. What fails is no reason to take in fewer.
  mutating func add(_ files: Set<BlobName>) {
    let before = digests.count
    for file in files {
      digests.insert(Array(file.digest.prefix(Self.byteCount)))
    }
    guard digests.count > before else { return }
    let sorted = digests.sorted { $0.lexicographicallyPrecedes($1) }
    try? File.replace(path, with: SealedValue.seal(sorted.flatMap(\.self)))
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
