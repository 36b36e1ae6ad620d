internal import CSodium
internal import Encodings
internal import JournalEvents

/// An open key of a remote, and the keys derived from it.
final class RemoteKey {
  let header: KeyHeader
  /// The key, then the derived keys, one for each use.
  private let secrets: SecretBytes

  /// The use of a key. No key has two uses.
  private enum Use: Int {
    /// Only derives the others.
    case root
    case sealing
    case nonces
    case names
    case commitments

    /// The message whose keyed hash is the key of the use.
    var context: String {
      switch self {
      case .root: ""
      case .sealing: "plantguide.sealed sealing"
      case .nonces: "plantguide.sealed nonces"
      case .names: "plantguide.sealed names"
      case .commitments: "plantguide.sealed commitments"
      }
    }

    static let derived: [Use] = [.sealing, .nonces, .names, .commitments]
  }

  static let commitmentByteCount = 32

  /// - Precondition: `secret` has 32 bytes.
  init(_ secret: SecretBytes, header: KeyHeader) {
    let count = AuthenticatedCipher.keyByteCount
    precondition(secret.count == count)
    self.header = header
    secrets = SecretBytes(count: count * (Use.derived.count + 1)) { room in
      secret.withBytes { root in
        room.update(from: root, count: count)
        for use in Use.derived {
          var key = Sodium.hash(
            Array(use.context.utf8), key: root, count: count)
          (room + use.rawValue * count).update(from: key, count: count)
          Sodium.wipe(&key)
        }
      }
    }
  }

  /// Lends the key itself.
  func withRoot<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let count = AuthenticatedCipher.keyByteCount
    return withKey(for: .root) {
      body(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  private func withKey<R>(
    for use: Use, _ body: (UnsafePointer<UInt8>) -> R
  ) -> R {
    secrets.withBytes {
      body($0 + use.rawValue * AuthenticatedCipher.keyByteCount)
    }
  }

  private func hash(_ message: [UInt8], for use: Use, count: Int) -> [UInt8] {
    withKey(for: use) { Sodium.hash(message, key: $0, count: count) }
  }

  /// Returns a hash of `subject` that only this key gives.
  func commitment(to subject: [UInt8]) -> [UInt8] {
    hash(subject, for: .commitments, count: Self.commitmentByteCount)
  }

  /// Returns the mask that hides the name of an object.
  func nameMask(_ content: UUIDBits) -> [UInt8] {
    var message: [UInt8] = []
    message.append(bigEndian: [content.high, content.low])
    return hash(message, for: .names, count: SealedName.hiddenByteCount)
  }

  /// Returns the name of the blob with a SHA-256.
  func blobName(_ digest: [UInt8]) -> [UInt8] {
    hash(digest, for: .names, count: 32)
  }
}

// MARK: Sealing

extension RemoteKey {
  /// Returns the subject of a sealed segment: all that its name says, except
  /// for the hour and the hash.
  func subject(of run: SegmentRun) -> [UInt8] {
    var writer = subject("segment", count: 9)
    writer.byteString(run.writer.bytes)
    writer.unsigned(run.first)
    writer.unsigned(run.last)
    var prefix: [UInt8] = []
    prefix.append(bigEndian: run.tip.hashPrefix)
    writer.byteString(prefix)
    return writer.bytes
  }

  /// Returns the subject of a sealed blob.
  func subject(ofBlob digest: [UInt8]) -> [UInt8] {
    var writer = subject("blob", count: 6)
    writer.byteString(digest)
    return writer.bytes
  }

  private func subject(_ kind: StaticString, count: Int) -> CBORWriter {
    var writer = CBORWriter(capacity: 192)
    writer.array(count)
    writer.text(SealedFrame.magic)
    writer.unsigned(SealedFrame.version)
    writer.byteString(header.footer.bytes)
    writer.byteString(header.journal.bytes)
    writer.text(kind)
    return writer
  }

  /// Seals bytes.
  ///
  /// The nonce follows from the content and the subject. So two machines that
  /// seal the same content make the same object, and racing puts bring equal
  /// bytes. Anyone who has the store learns only that they were the same, as
  /// from names with a hash of the content. Other content or another subject
  /// give another nonce: 24 bytes of a keyed hash collide once in 2^96 objects.
  /// So no nonce is used twice for different content, which alone would be
  /// unsafe.
  ///
  /// - Parameters:
  ///   - content: The bytes.
  ///   - subject: The bytes' description, from ``subject(of:)``.
  /// - Returns: The object, and its footer.
  func seal(
    _ content: [UInt8], as subject: [UInt8]
  ) -> (bytes: [UInt8], footer: EventHash) {
    var message = subject
    EventHash(of: content.span.bytes).append(to: &message)
    let nonce = hash(
      message, for: .nonces, count: AuthenticatedCipher.nonceByteCount)
    let padded = SealedPadding.pad(content)
    let ciphertext = withKey(for: .sealing) {
      AuthenticatedCipher.seal(
        padded, count: padded.count, with: subject, nonce: nonce, key: $0)
    }
    let frame = SealedFrame(
      header: header.footer, nonce: nonce,
      commitment: commitment(to: subject + nonce), ciphertext: ciphertext)
    return frame.encoded
  }

  /// Returns the bytes in an object.
  ///
  /// - Parameters:
  ///   - frame: The object.
  ///   - subject: The expected description.
  /// - Returns: The sealed bytes.
  /// - Throws: ``SegmentError/badSeal`` for another subject or another key.
  func open(
    _ frame: SealedFrame, as subject: [UInt8]
  ) throws(SegmentError) -> [UInt8] {
    guard frame.header == header.footer,
      Sodium.isEqual(
        frame.commitment, commitment(to: subject + frame.nonce))
    else { throw .badSeal }
    let count = frame.ciphertext.count - AuthenticatedCipher.tagByteCount
    var content = [UInt8](repeating: 0, count: count)
    let isOpen = withKey(for: .sealing) {
      AuthenticatedCipher.open(
        frame.ciphertext, with: subject, nonce: frame.nonce, key: $0,
        to: &content)
    }
    guard isOpen else { throw .badSeal }
    guard SealedPadding.remove(from: &content) else {
      throw .malformed(CBORError(.outOfRange, at: 0))
    }
    return content
  }
}

/// A sealed object.
///
/// The bytes are specified in `schemas/sealed.cddl`.
struct SealedFrame {
  /// The footer of the key's header.
  let header: EventHash
  let nonce: [UInt8]
  let commitment: [UInt8]
  let ciphertext: [UInt8]

  static let magic = "plantguide.sealed"
  static let version: UInt64 = 1
  /// An upper bound of the bytes that sealing adds.
  static let overhead = 256

  init(
    header: EventHash, nonce: [UInt8], commitment: [UInt8],
    ciphertext: [UInt8]
  ) {
    self.header = header
    self.nonce = nonce
    self.commitment = commitment
    self.ciphertext = ciphertext
  }

  /// The object's bytes, with the footer, and the footer.
  var encoded: (bytes: [UInt8], footer: EventHash) {
    var writer = CBORWriter(capacity: ciphertext.count + 256)
    writer.array(6)
    writer.text(Self.magic)
    writer.unsigned(Self.version)
    writer.byteString(header.bytes)
    writer.byteString(nonce)
    writer.byteString(commitment)
    writer.byteString(ciphertext)
    let footer = EventHash(of: writer.bytes.span.bytes)
    footer.append(to: &writer.bytes)
    return (writer.bytes, footer)
  }

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - object: Its bytes.
  ///   - content: The first half of its footer, if its name says that.
  /// - Throws: ``SegmentError``; ``SegmentError/notSealed`` for any other
  ///   bytes.
  init(
    decoding object: [UInt8], content: UUIDBits? = nil
  ) throws(SegmentError) {
    let bytes = object.span.bytes
    let end = bytes.byteCount - EventHash.byteCount
    guard end > 0 else { throw .badLength }
    let body = bytes.extracting(0..<end)
    let footer = EventHash(of: body)
    guard
      footer == EventHash(bytes: bytes.extracting(end..<bytes.byteCount))
    else { throw .badFooter }
    guard content == nil || content == footer.firstHalf else {
      throw .otherName
    }
    var reader = CBORReader(body)
    guard let count = try? reader.array(), count > 1,
      (try? reader.text()) == Self.magic
    else { throw .notSealed }
    // Another version may have any form.
    guard (try? reader.unsigned()) == Self.version else { throw .newerFormat }
    let frame: SealedFrame
    do throws(CBORError) {
      guard count == 6 else { throw CBORError(.typeMismatch, at: 0) }
      frame = try Self.read(&reader)
    } catch {
      throw .malformed(error)
    }
    self = frame
  }

  private static func read(
    _ reader: inout CBORReader
  ) throws(CBORError) -> SealedFrame {
    let header = EventHash(bytes: try reader.byteString())
    let nonce = try reader.bytes(count: AuthenticatedCipher.nonceByteCount)
    let commitment = try reader.bytes(count: RemoteKey.commitmentByteCount)
    let ciphertext = try reader.byteString().copied
    try reader.finish()
    guard let header, ciphertext.count >= SealedPadding.minimum else {
      throw CBORError(.outOfRange, at: reader.offset)
    }
    return SealedFrame(
      header: header, nonce: nonce, commitment: commitment,
      ciphertext: ciphertext)
  }
}

/// Padding that hides the length of sealed bytes: a few events all have the
/// same length, and of longer content only a few high bits show.
enum SealedPadding {
  /// The least number of bytes: a segment of one event has half of it.
  static let minimum = 1_024

  /// Returns the number of bytes after padding: at most an eighth more, for
  /// large contents a few hundredths (Padmé, of Nikitin and others, "Reducing
  /// Metadata Leakage from Encrypted Files and Communication with PURBs",
  /// 2019).
  static func byteCount(of count: Int) -> Int {
    // One byte marks where the padding begins.
    let least = max(count + 1, minimum)
    let exponent = Int.bitWidth - 1 - least.leadingZeroBitCount
    let kept = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = 1 << (exponent - kept) - 1
    return (least + mask) & ~mask
  }

  static func pad(_ content: [UInt8]) -> [UInt8] {
    let count = byteCount(of: content.count)
    var padded: [UInt8] = []
    padded.reserveCapacity(count)
    padded += content
    padded.append(0x80)
    padded += repeatElement(0, count: count - padded.count)
    return padded
  }

  /// Removes the padding; `false` if it is malformed.
  static func remove(from padded: inout [UInt8]) -> Bool {
    guard let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 0x80,
      byteCount(of: end) == padded.count
    else { return false }
    padded.removeSubrange(end...)
    return true
  }
}
