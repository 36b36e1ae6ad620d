public import CatalogueKit
internal import LMDBKit
internal import POSIXKit
internal import SearchEngine

/// An imported, larger catalogue in an LMDB environment of its own beside the
/// journal's. It can be imported again, so it is not backed up, nor shared with
/// other replicas.
///
/// Its image is one value, which is read in place in the map.
public struct ImportedCatalogue: Sendable {
  private static let databaseName = "catalogue"
  private static let key = Array("image".utf8)

  /// The environment's directory.
  public let directory: String

  /// The catalogue in a journal's home, which need not exist.
  public init(home: String) {
    directory = home + "/catalogue"
  }

  /// A Boolean value that indicates whether a catalogue was imported, by the
  /// cheapest test.
  public var exists: Bool { FileSystem.exists(directory + "/data.mdb") }

  /// Lends the catalogue to `body`.
  ///
  /// Broken pages of its file end the process that reads them, and nothing
  /// depends on a catalogue, so a child process reads first.
  ///
  /// - Returns: The result of `body`; `nil` if no catalogue was imported.
  /// - Throws: `ImageError`, also for a damaged file; `LMDBError` or
  ///   `FileSystemError` for what the system refuses; and the errors of `body`.
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
    // A child cannot use an environment that its parent has open.
    defer { try? environment.close() }
    let database = environment.database(Self.databaseName)
    return try environment.read { transaction in
      try transaction.get(Self.key.span.bytes, in: database) { bytes in
        try body(Catalogue(bytes))
      }
    }
  }

  /// Stores a catalogue in place of the present one, damaged or not.
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
      // Other files there are not ours, and then the directory stays.
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

  // Room for two images, as the old one stays until the commit.
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
  /// A Boolean value that indicates whether the cause is the file's content
  /// rather than the system.
  fileprivate var isDamage: Bool {
    let circumstances: [Code] = [.mapFull, .readersFull, .networkFileSystem]
    return errno == nil && !circumstances.contains(code)
  }
}
