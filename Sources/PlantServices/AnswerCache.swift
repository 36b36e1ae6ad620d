internal import Encodings
internal import Glibc
internal import JournalEvents
internal import JournalLog
package import POSIXKit

/// Answers and pictures of services on the disk, outside the journal.
///
/// Each is a file named by the SHA-256 of its address, with a line of JSON
/// before its bytes. The file's time of change is that of its last use; if the
/// files take too much room, those unused for longest go. Losing any of them
/// costs a request.
package struct AnswerCache {
  /// A stored answer.
  package struct Entry: Hashable, Sendable {
    /// The address, without a key.
    package var url: String
    /// The scientific name that was asked about, folded; empty for none.
    package var subject = ""
    /// The type of the content.
    package var type = ""
    /// The server's tag of this version.
    package var entityTag: String?
    /// The server's date of this version.
    package var lastModified: String?
    /// The seconds since 1970 when the server last confirmed it.
    package var storedAt: Int
    /// The seconds since 1970 until which it is fresh.
    package var freshUntil: Int
    /// The content.
    package var body: [UInt8] = []

    /// Creates an entry without content.
    package init(url: String, storedAt: Int, freshUntil: Int) {
      self.url = url
      self.storedAt = storedAt
      self.freshUntil = freshUntil
    }
  }

  /// The number of files and their bytes.
  package struct Size: Hashable, Sendable {
    package var count = 0
    package var bytes = 0
  }

  /// The directory.
  package let path: String
  /// The greatest number of bytes of all files.
  package let limit: Int
  /// The times that an entry may have, in seconds since 1970: up to the year
  /// 9999.
  static let moments = 0...253_402_300_799
  /// The longest line of JSON before the bytes.
  private static let mostHeadBytes = 1 << 14

  /// Creates the value for a directory, without touching it.
  package init(at path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// Returns the cache of the answers of services in a home.
  package static func answers(ofHomeAt home: String) -> AnswerCache {
    AnswerCache(
      at: JournalHome(path: home).cacheDirectory + "/services",
      limit: 32 << 20)
  }

  /// Returns the name of the file for an address.
  static func name(of url: String) -> String { name(of: Array(url.utf8)) }

  static func name(of bytes: [UInt8]) -> String { "\(BlobName(of: bytes))" }

  // MARK: Reading

  /// Returns the entry of an address, and notes its use; `nil` if there is none
  /// that can be read.
  package func entry(of url: String) -> Entry? {
    entry(named: Self.name(of: url)).flatMap { $0.url == url ? $0 : nil }
  }

  /// Returns the entry in the file of a name, and notes its use; `nil` if there
  /// is none that can be read.
  func entry(named name: String) -> Entry? {
    let file = "\(path)/\(name)"
    guard
      let bytes = try? File.contents(of: file, atMost: limit),
      let entry = Self.entry(in: bytes)
    else { return nil }
    FileSystem.touch(file)
    return entry
  }

  /// The files with the subject and the type of each.
  var heads: [(name: String, subject: String, type: String, bytes: Int)] {
    files.map { file in
      let place = "\(path)/\(file.name)"
      let head = (try? File(place, .reading).read(Self.mostHeadBytes)) ?? []
      let line = head.prefix { $0 != UInt8(ascii: "\n") }
      let json = try? JSONReader.parse(Array(line).span.bytes)
      return (
        file.name, json?.text("subject") ?? "", json?.text("type") ?? "",
        file.bytes
      )
    }
  }

  static func entry(in bytes: [UInt8]) -> Entry? {
    guard
      let end = bytes.prefix(mostHeadBytes).firstIndex(of: UInt8(ascii: "\n")),
      let json = try? JSONReader.parse(Array(bytes[..<end]).span.bytes),
      let url = json.text("url"), let storedAt = json["storedAt"]?.wholeNumber,
      let freshUntil = json["freshUntil"]?.wholeNumber,
      // Other programs may have damaged or forged the file.
      moments.contains(Int(storedAt)), moments.contains(Int(freshUntil))
    else { return nil }
    var entry = Entry(
      url: url, storedAt: Int(storedAt), freshUntil: Int(freshUntil))
    entry.subject = json.text("subject") ?? ""
    entry.type = json.text("type") ?? ""
    entry.entityTag = plain(json.text("entityTag"))
    entry.lastModified = plain(json.text("lastModified"))
    entry.body = Array(bytes[(end + 1)...])
    // A file that a power cut shortened is none.
    guard json["byteCount"]?.wholeNumber == Int64(entry.body.count) else {
      return nil
    }
    return entry
  }

  /// Returns a validator that can be sent back.
  static func plain(_ text: String?) -> String? {
    text.flatMap {
      $0.utf8.count <= 512 && $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
        ? $0 : nil
    }
  }

  /// The number of files and their bytes.
  package var size: Size {
    files.reduce(into: Size()) {
      $0.count += 1
      $0.bytes += $1.bytes
    }
  }

  /// Throws if the directory cannot be read, or is a link, which could lead to
  /// files that are no answers. A missing one is empty.
  ///
  /// - Throws: `FileSystemError`.
  package func check() throws(FileSystemError) {
    try refuseLink()
    _ = try FileSystem.names(in: path)
  }

  /// The reason why the directory cannot be read; `nil` if it can.
  package var fault: FileSystemError? {
    do {
      try check()
      return nil
    } catch {
      return error
    }
  }

  private func refuseLink() throws(FileSystemError) {
    guard !FileSystem.isLink(path) else {
      throw FileSystemError(operation: "open", path: path, code: ELOOP)
    }
  }

  private var files: [(name: String, bytes: Int, usedAt: Int)] {
    ((try? FileSystem.names(in: path)) ?? []).compactMap { name in
      guard BlobName(name) != nil,
        let status = try? FileStatus(
          of: "\(path)/\(name)", followsLinks: false),
        status.kind == .file
      else { return nil }
      return (name, status.byteCount, status.modifiedAt)
    }
  }

  // MARK: Writing

  /// Stores an entry as a whole, and makes room for it.
  ///
  /// - Throws: `FileSystemError`.
  package func store(_ entry: Entry) throws(FileSystemError) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("url", entry.url)
      writer.member("subject", entry.subject)
      writer.member("type", entry.type)
      writer.member("entityTag", entry.entityTag)
      writer.member("lastModified", entry.lastModified)
      writer.member("storedAt", entry.storedAt)
      writer.member("freshUntil", entry.freshUntil)
      writer.member("byteCount", entry.body.count)
    }
    writer.newline()
    let bytes = writer.bytes + entry.body
    guard bytes.count <= limit, writer.bytes.count < Self.mostHeadBytes else {
      return
    }
    let name = Self.name(of: entry.url)
    // Making room would remove files elsewhere.
    try refuseLink()
    try FileSystem.makeDirectory(path)
    try File.replace("\(path)/\(name)", with: bytes, isFlushed: false)
    makeRoom(for: name)
  }

  /// Removes the files that were unused for longest, without the one that was
  /// just stored: others may have been used in the same second.
  private func makeRoom(for stored: String) {
    let files = files.sorted { ($0.usedAt, $0.name) < ($1.usedAt, $1.name) }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    for file in files where bytes > limit && file.name != stored {
      _ = try? FileSystem.remove("\(path)/\(file.name)")
      bytes -= file.bytes
    }
  }

  /// Removes all entries, or those of some subjects.
  ///
  /// - Parameters:
  ///   - subjects: The folded names; `nil` for all.
  ///   - kept: The names of files that stay.
  /// - Returns: The number of files removed and their bytes.
  /// - Throws: `FileSystemError`.
  package func clear(
    subjects: Set<String>? = nil, except kept: Set<String> = []
  ) throws(FileSystemError) -> Size {
    try check()
    var removed = Size()
    // Without a choice, what cannot be read goes, too.
    let chosen =
      subjects.map { subjects in
        heads.filter { subjects.contains($0.subject) }
          .map { (name: $0.name, bytes: $0.bytes) }
      } ?? files.map { (name: $0.name, bytes: $0.bytes) }
    for file in chosen where !kept.contains(file.name) {
      if try FileSystem.remove("\(path)/\(file.name)") {
        removed.count += 1
        removed.bytes += file.bytes
      }
    }
    return removed
  }
}
