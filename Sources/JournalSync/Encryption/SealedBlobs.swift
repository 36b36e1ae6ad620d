internal import Encodings
internal import JournalEvents

/// Files that an encrypted remote keeps by their content, such as photos.
public struct SealedBlobs {
  private let keys: RemoteKeys
  private let store: any ObjectStore

  /// How many bytes a SHA-256 has, by which a file is known.
  public static let digestByteCount = 32

  /// - Throws: ``RemoteKeyError/locked`` where none of the keys is open.
  public init(
    in store: any ObjectStore, under keys: RemoteKeys
  ) throws(RemoteKeyError) {
    guard keys.isOpen else { throw .locked }
    self.keys = keys
    self.store = store
  }

  /// What the names of all blobs of a journal begin with.
  static func prefix(of journal: JournalID) -> String {
    "v1/\(Hexadecimal.encode(journal.bytes))/b/"
  }

  /// The names that a file may have, the one that new ones get among them.
  static func names(of digest: [UInt8], under keys: RemoteKeys) -> [String] {
    keys.open.map {
      prefix(of: keys.journal) + Hexadecimal.encode($0.blobName(digest))
    }
  }

  private func name(_ digest: [UInt8], under key: RemoteKey) -> String {
    Self.prefix(of: keys.journal) + Hexadecimal.encode(key.blobName(digest))
  }

  /// Keeps a file.
  ///
  /// - Returns: Its SHA-256.
  /// - Throws: `StoreError`.
  @discardableResult
  public func put(_ content: [UInt8]) throws -> [UInt8] {
    let digest = Sodium.sha256(content)
    let key = keys.open[try keys.sealingIndex()]
    let object = key.seal(content, as: key.subject(ofBlob: digest))
    _ = try store.put(object.bytes, as: name(digest, under: key))
    return digest
  }

  /// A file, by its SHA-256; `nil` where the remote does not have it.
  ///
  /// - Parameters:
  ///   - digest: The 32 bytes.
  ///   - limit: How many bytes it may have.
  /// - Returns: Its bytes.
  /// - Throws: `StoreError`; ``SegmentError`` where what has its name is
  ///   anything else.
  public func content(
    of digest: [UInt8], atMost limit: Int
  ) throws -> [UInt8]? {
    let room = SealedPadding.byteCount(of: limit) + SealedFrame.overhead
    for key in keys.open {
      guard
        let object = try store.object(name(digest, under: key), atMost: room)
      else { continue }
      let content = try key.open(
        SealedFrame(decoding: object), as: key.subject(ofBlob: digest))
      guard content.count <= limit, Sodium.sha256(content) == digest else {
        throw SegmentError.otherName
      }
      return content
    }
    return nil
  }
}
