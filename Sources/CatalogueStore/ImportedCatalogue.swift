public import CatalogueKit
internal import LMDBKit
internal import POSIXKit
internal import SearchEngine

/// A larger catalogue that was loaded, in an LMDB environment of its own
/// beside the journal's: it can be loaded again, so it is not in backups, and
/// it is not shared with other replicas.
///
/// Its image is one value, which is read in the map, in place.
public struct ImportedCatalogue: Sendable {
  private static let databaseName = "catalogue"
  private static let key = Array("image".utf8)

  /// Where the environment lies.
  public let directory: String

  /// The catalogue in a journal's home, which need not exist.
  public init(home: String) {
    directory = home + "/catalogue"
  }

  /// Whether one was loaded: the cheapest question that tells.
  public var exists: Bool { FileSystem.exists(directory + "/data.mdb") }

  /// Lends the catalogue to `body`.
  ///
  /// Broken pages of its file end the process that looks at them, and nothing
  /// depends on a catalogue: so a child looks first.
  ///
  /// - Returns: What `body` returned; `nil` where none was loaded.
  /// - Throws: `ImageError`, which damage of the file is, too; `LMDBError` or
  ///   `FileSystemError` for what the system refuses; and what `body` throws.
  public func read<R>(
    _ body: (borrowing Catalogue) throws -> R
  ) throws -> R? {
    guard exists else { return nil }
    let trial = try ChildTrial.outcome { _ = try lend { _ in } }
    guard trial != .ended else { throw ImageError.damaged }
    do {
      return try lend(body)
    } catch let error as LMDBError where error.isDamage {
      throw ImageError.damaged
    }
  }

  private func lend<R>(
    _ body: (borrowing Catalogue) throws -> R
  ) throws -> R? {
    let environment = try open(.readOnly, size: 0)
    // A child cannot look into what its parent has open.
    defer { try? environment.close() }
    let database = environment.database(Self.databaseName)
    return try environment.read { transaction in
      try transaction.get(Self.key.span.bytes, in: database) { bytes in
        try body(Catalogue(bytes))
      }
    }
  }

  /// Stores a catalogue in place of the one that is there, damaged or not.
  public func replace(with image: [UInt8]) throws {
    if isDamaged { _ = try remove() }
    let environment = try open(.readWrite, size: image.count)
    let database = environment.database(Self.databaseName)
    try environment.write { transaction in
      try transaction.put(
        Self.key.span.bytes, image.span.bytes, in: database)
    }
  }

  /// Removes the catalogue's files.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `FileSystemError`.
  public func remove() throws -> Bool {
    guard exists else { return false }
    return try Environment.whileUnused(directory: directory) {
      for name in ["data.mdb", "data.mdb.new", "lock.mdb"] {
        try FileSystem.remove("\(directory)/\(name)")
      }
      try FileSystem.flush(directory)
      // What else lies there is somebody else's, and then it stays.
      FileSystem.removeDirectoryIfEmpty(directory)
      return true
    } ?? false
  }

  private var isDamaged: Bool {
    do {
      _ = try read { _ in }
      return false
    } catch {
      return error is ImageError
    }
  }

  // Room for the image twice, as the old one stays until the commit.
  private func open(
    _ access: Environment.Access, size: Int
  ) throws -> Environment {
    try Environment.open(
      directory: directory, databases: [Self.databaseName], access: access,
      expectsData: access == .readOnly,
      mapSize: max(64 << 20, (size * 3) & ~0xffff))
  }
}

extension LMDBError {
  /// Whether it comes of what the file holds, rather than of the system.
  fileprivate var isDamage: Bool {
    let circumstances: [Code] = [.mapFull, .readersFull, .networkFileSystem]
    return errno == nil && !circumstances.contains(code)
  }
}
