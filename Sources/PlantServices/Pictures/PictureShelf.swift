internal import Encodings
internal import JournalEvents
internal import JournalLog
package import POSIXKit

/// The pictures of species that are kept in a home, outside its journal.
///
/// A picture is a file named by the SHA-256 of its address. A record for each
/// species names its picture, or says that none was found. Both are entries of
/// an ``AnswerCache``, so any of them may be lost.
package struct PictureShelf {
  /// The state of the picture of a species.
  enum Finding {
    /// The picture is here.
    case kept(SpeciesPicture)
    /// The sources were asked a short time ago and have none.
    case none
  }

  /// The files.
  package let cache: AnswerCache

  /// The greatest number of bytes of all pictures of a home.
  package static let mostBytes = 64 << 20
  /// The seconds for which a species without a picture is not asked about.
  private static let secondsWithout = 7 * 86_400
  /// The seconds for which an address that gave no picture is not tried.
  private static let secondsBroken = 86_400

  /// Creates the shelf of a home, without touching it.
  package init(ofHomeAt home: String) {
    self.init(
      AnswerCache(
        at: JournalHome(path: home).cacheDirectory + "/pictures",
        limit: Self.mostBytes))
  }

  init(_ cache: AnswerCache) { self.cache = cache }

  /// A Boolean value that indicates whether no picture was ever kept, so that
  /// none needs to be looked for.
  package var isEmpty: Bool { !FileSystem.isDirectory(cache.path) }

  /// A text that changes whenever a picture is added or removed.
  package var version: String {
    guard let status = try? FileStatus(of: cache.path) else { return "" }
    return "\(status.modifiedAt).\(status.modifiedNanoseconds)"
  }

  private static func recordName(of subject: String) -> String {
    "species:\(subject)"
  }

  // MARK: Reading

  /// Returns the picture of a species, whose scientific name may be in any
  /// case; `nil` if none is kept.
  package func picture(of species: String) -> SpeciesPicture? {
    guard
      case .kept(let picture) = finding(
        about: FoldedName.of(species), at: .max)
    else { return nil }
    return picture
  }

  /// Returns the kept pictures of species, by the names that are given.
  package func pictures(
    of species: some Sequence<String>
  ) -> [String: SpeciesPicture] {
    guard !isEmpty else { return [:] }
    return species.reduce(into: [:]) { $0[$1] = picture(of: $1) }
  }

  /// Returns what is known of the picture of a species; `nil` if the sources
  /// have to be asked.
  func finding(about subject: String, at now: Int) -> Finding? {
    guard let entry = cache.entry(of: Self.recordName(of: subject)) else {
      return nil
    }
    guard let json = try? JSONReader.parse(entry.body.span.bytes),
      let picture = SpeciesPicture(json, fetchedAt: entry.storedAt)
    else { return now < entry.freshUntil ? Finding.none : nil }
    guard FileSystem.exists("\(cache.path)/\(picture.name)") else {
      return nil
    }
    return .kept(picture)
  }

  /// Returns the file of a picture, by the SHA-256 of its address and that of
  /// the file; `nil` if it is not kept any more.
  package func file(named name: String, content: String) -> [UInt8]? {
    guard BlobName(name) != nil, let entry = cache.entry(named: name),
      entry.type == Self.mediaType,
      "\(BlobName(of: entry.body))" == content
    else { return nil }
    return entry.body
  }

  /// The media type of all kept pictures.
  package static let mediaType = "image/jpeg"

  /// Returns the reason why an address gave no picture a short time ago; `nil`
  /// if it may be tried.
  func fault(of url: String, at now: Int) -> String? {
    guard let entry = cache.entry(of: url), entry.type != Self.mediaType,
      now < entry.freshUntil
    else { return nil }
    return String(decoding: entry.body, as: UTF8.self)
  }

  // MARK: Writing

  /// Waits until no other process looks for a picture, and keeps others from
  /// it until the file is closed.
  ///
  /// - Throws: `FileSystemError`.
  func locked() throws(FileSystemError) -> File {
    try FileSystem.makeDirectory(cache.path)
    return try File.locked(cache.path + "/lock", .keeping)
  }

  /// Keeps a picture and its file.
  ///
  /// - Throws: `FileSystemError`.
  func keep(
    _ picture: SpeciesPicture, _ file: [UInt8], about subject: String
  ) throws(FileSystemError) {
    var entry = AnswerCache.Entry(
      url: picture.credit.url, storedAt: picture.fetchedAt,
      freshUntil: AnswerCache.moments.upperBound)
    entry.subject = subject
    entry.type = Self.mediaType
    entry.body = file
    try cache.store(entry)
    try note(
      picture.record, about: subject, at: picture.fetchedAt,
      until: AnswerCache.moments.upperBound)
  }

  /// Notes that the sources have no picture of a species.
  func noteNone(about subject: String, at now: Int) {
    try? note(
      Array("{}".utf8), about: subject, at: now,
      until: now + Self.secondsWithout)
  }

  private func note(
    _ body: [UInt8], about subject: String, at now: Int, until end: Int
  ) throws(FileSystemError) {
    var entry = AnswerCache.Entry(
      url: Self.recordName(of: subject), storedAt: now, freshUntil: end)
    entry.subject = subject
    entry.type = "application/json"
    entry.body = body
    try cache.store(entry)
  }

  /// Notes that an address gave no picture.
  func noteFault(
    _ reason: String, of url: String, about subject: String, at now: Int
  ) {
    var entry = AnswerCache.Entry(
      url: url, storedAt: now, freshUntil: now + Self.secondsBroken)
    entry.subject = subject
    entry.type = "text/plain"
    entry.body = Array(reason.utf8)
    try? cache.store(entry)
  }

  // MARK: Removing

  /// The species of which something is kept, folded.
  var subjects: Set<String> { Set(cache.heads.map(\.subject)) }

  /// The number of pictures, and the bytes of all files.
  package var size: AnswerCache.Size {
    cache.heads.reduce(into: AnswerCache.Size()) {
      if $1.type == Self.mediaType { $0.count += 1 }
      $0.bytes += $1.bytes
    }
  }

  /// Throws if the directory cannot be read, or is a link.
  ///
  /// - Throws: `FileSystemError`.
  package func check() throws(FileSystemError) { try cache.check() }

  /// Removes all pictures, or those of some species. A file that another
  /// species shows, too, stays.
  ///
  /// - Returns: The number of pictures removed and the bytes of all files.
  /// - Throws: `FileSystemError`.
  package func clear(
    subjects: Set<String>? = nil
  ) throws(FileSystemError) -> AnswerCache.Size {
    let former = size
    try remove(subjects)
    let rest = size
    return AnswerCache.Size(
      count: max(0, former.count - rest.count),
      bytes: max(0, former.bytes - rest.bytes))
  }

  private func remove(_ subjects: Set<String>?) throws(FileSystemError) {
    guard let subjects else {
      _ = try cache.clear()
      return
    }
    var shown: Set<String> = []
    for subject in self.subjects.subtracting(subjects) {
      if case .kept(let picture)? = finding(about: subject, at: .max) {
        shown.insert(picture.name)
      }
    }
    _ = try cache.clear(subjects: subjects, except: shown)
  }
}
