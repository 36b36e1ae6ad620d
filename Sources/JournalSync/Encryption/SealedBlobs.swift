internal import Encodings
internal import JournalEvents

/// The files, such as photos, that an encrypted remote keeps by content.
public struct SealedBlobs {
  private let keys: RemoteKeys
  private let store: any ObjectStore

  /// The number of bytes of a SHA-256, which identifies a file.
  public static let digestByteCount = 32

  /// - Throws: ``RemoteKeyError/locked`` if none of the keys is open.
  public init(
    in store: any ObjectStore, under keys: RemoteKeys
  ) throws(RemoteKeyError) {
    guard keys.isOpen else { throw .locked }
    self.keys = keys
    self.store = store
  }

  /// The prefix of the names of all blobs of a journal.
  static func prefix(of journal: JournalID) -> String {
    "v1/\(Hexadecimal.encode(journal.bytes))/b/"
  }

  /// The possible names of a file, including the name for new files.
  static func names(of digest: [UInt8], under keys: RemoteKeys) -> [String] {
    keys.open.map {
      prefix(of: keys.journal) + Hexadecimal.encode($0.blobName(digest))
    }
  }

  private func name(_ digest: [UInt8], under key: RemoteKey) -> String {
    Self.prefix(of: keys.journal) + Hexadecimal.encode(key.blobName(digest))
  }

  /// Puts a file into the remote.
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

  /// Returns the file with a SHA-256; `nil` if the remote does not have it.
  ///
  /// - Parameters:
  ///   - digest: The 32 bytes.
  ///   - limit: The greatest number of bytes.
  /// - Returns: Its bytes.
  /// - Throws: `StoreError`; ``SegmentError`` if the name belongs to other
  ///   bytes.
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
