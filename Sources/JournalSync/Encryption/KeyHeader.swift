internal import CSodium
internal import Encodings
public import JournalEvents

/// The cost of deriving a key from a passphrase (Argon2id, one lane).
///
/// A store can try passphrases on its copy; only this cost slows it down.
public struct PassphraseCost: Sendable, Hashable {
  /// The number of passes over the memory.
  public let operations: UInt64
  /// The number of bytes of memory.
  public let memory: Int

  /// The cost of new keys: libsodium's "moderate", 256 MiB and half a second on
  /// a laptop. As a passphrase is typed once on each machine, the "interactive"
  /// limits, an eighth of the time, would mainly help an attacker; the
  /// "sensitive" ones, 1 GiB, are more than small machines have.
  public static let moderate = PassphraseCost(
    operations: 3, memory: 256 << 20)

  init(operations: UInt64, memory: Int) {
    self.operations = operations
    self.memory = memory
  }

  /// A Boolean value that indicates whether a stored header may ask for this
  /// cost: up to twice the memory of ``moderate``, and four times its work.
  var isAccepted: Bool {
    8_192...(512 << 20) ~= memory
      && 1...UInt64(3 << 30) / UInt64(memory) ~= operations
      && operations <= 1_024
  }

  /// The memory of all passes, in bytes, of an accepted cost.
  var work: UInt64 { operations * UInt64(memory) }
}

/// A key in its stored form, encrypted under a passphrase.
///
/// The bytes are specified in `schemas/sealed.cddl`. A header is made once, and
/// never changed.
public struct KeyHeader: Sendable, Hashable {
  /// The journal whose events are sealed with it.
  public let journal: JournalID
  /// The cost of trying a passphrase.
  public let cost: PassphraseCost
  /// The hash of its bytes, which everything sealed with it names.
  public let footer: EventHash
  /// The stored bytes.
  public let bytes: [UInt8]
  private let fields: KeyHeaderFields

  /// The prefix of the names of all headers of a journal.
  static func prefix(of journal: JournalID) -> String {
    "v1/\(Hexadecimal.encode(journal.bytes))/keys/"
  }

  /// The suffix of the names of all headers.
  static let suffix = ".key"
  /// The greatest number of bytes of a header; new headers are shorter.
  static let maximumByteCount = 512

  /// The header's name in a store.
  public var name: String {
    let half = Hexadecimal.encode(Array(footer.bytes[..<16]))
    return Self.prefix(of: journal) + half + Self.suffix
  }

  fileprivate init(_ fields: KeyHeaderFields) {
    journal = fields.journal
    cost = fields.cost
    self.fields = fields
    var bytes = fields.encoded
    footer = EventHash(of: bytes.span.bytes)
    footer.append(to: &bytes)
    self.bytes = bytes
  }

  /// Reads a header that was found in a store.
  ///
  /// - Parameters:
  ///   - bytes: Its bytes.
  ///   - name: Its name there.
  /// - Throws: ``RemoteKeyError``, also if the header's cost is not accepted.
  public init(
    decoding bytes: [UInt8], named name: String
  ) throws(RemoteKeyError) {
    let end = bytes.count - EventHash.byteCount
    guard end > 0, bytes.count <= Self.maximumByteCount else {
      throw .damagedKey(name: name, nil)
    }
    let fields: KeyHeaderFields?
    do throws(CBORError) {
      fields = try KeyHeaderFields(
        reading: bytes.span.bytes.extracting(0..<end))
    } catch {
      throw .damagedKey(name: name, error)
    }
    guard let fields else { throw .newerKey(name: name) }
    // The bytes have one form only, so this compares the footer as well.
    let header = KeyHeader(fields)
    guard header.bytes == bytes, header.name == name else {
      throw .damagedKey(name: name, nil)
    }
    guard header.cost.isAccepted else { throw .costlyKey(name: name) }
    self = header
  }

  /// Returns the key in the header; `nil` if the passphrase is wrong.
  ///
  /// - Throws: ``RemoteKeyError/noMemory(byteCount:)``.
  func key(
    under passphrase: SecretBytes
  ) throws(RemoteKeyError) -> RemoteKey? {
    let wrapping = try fields.wrappingKey(passphrase)
    var isOpen = false
    let secret = SecretBytes(count: AuthenticatedCipher.keyByteCount) { room in
      isOpen = wrapping.withBytes {
        AuthenticatedCipher.open(
          fields.wrapped, with: fields.subject, nonce: fields.nonce, key: $0,
          to: room)
      }
    }
    return isOpen ? key(secret) : nil
  }

  /// Returns the key with a secret; `nil` if the header holds another key.
  ///
  /// The cipher alone does not show this: bytes can be made that open with two
  /// keys. The commitment in the header fits one key only.
  func key(_ secret: SecretBytes) -> RemoteKey? {
    guard secret.count == AuthenticatedCipher.keyByteCount else { return nil }
    let key = RemoteKey(secret, header: self)
    return Sodium.isEqual(key.commitment(to: fields.subject), fields.commitment)
      ? key : nil
  }
}

extension RemoteKey {
  /// Makes a key.
  ///
  /// - Parameters:
  ///   - journal: The journal whose events it is to seal.
  ///   - passphrase: The passphrase that is to open it.
  ///   - cost: The cost of trying a passphrase.
  /// - Returns: The key, open, with its header.
  /// - Throws: ``RemoteKeyError/noMemory(byteCount:)``.
  static func make(
    for journal: JournalID, under passphrase: SecretBytes,
    cost: PassphraseCost
  ) throws(RemoteKeyError) -> RemoteKey {
    try make(
      for: journal, under: passphrase, cost: cost,
      secret: .random(count: AuthenticatedCipher.keyByteCount),
      salt: Sodium.random(count: Int(crypto_pwhash_SALTBYTES)),
      nonce: Sodium.random(count: AuthenticatedCipher.nonceByteCount))
  }

  /// Makes a key from values that are random otherwise.
  static func make(
    for journal: JournalID, under passphrase: SecretBytes,
    cost: PassphraseCost, secret: SecretBytes, salt: [UInt8], nonce: [UInt8]
  ) throws(RemoteKeyError) -> RemoteKey {
    var fields = KeyHeaderFields(
      journal: journal, salt: salt, cost: cost, nonce: nonce)
    let wrapping = try fields.wrappingKey(passphrase)
    fields.wrapped = secret.withBytes { secret in
      wrapping.withBytes {
        AuthenticatedCipher.seal(
          secret, count: AuthenticatedCipher.keyByteCount,
          with: fields.subject, nonce: nonce, key: $0)
      }
    }
    fields.commitment =
      RemoteKey(secret, header: KeyHeader(fields)).commitment(
        to: fields.subject)
    return RemoteKey(secret, header: KeyHeader(fields))
  }
}

/// The fields of a header, in the order of its bytes.
private struct KeyHeaderFields: Sendable, Hashable {
  let journal: JournalID
  let salt: [UInt8]
  let cost: PassphraseCost
  let nonce: [UInt8]
  var wrapped: [UInt8] = []
  var commitment: [UInt8] = []

  private static let magic = "plantguide.key"
  private static let version: UInt64 = 1

  init(
    journal: JournalID, salt: [UInt8], cost: PassphraseCost, nonce: [UInt8]
  ) {
    self.journal = journal
    self.salt = salt
    self.cost = cost
    self.nonce = nonce
  }

  /// Reads a header without its footer; `nil` for one of another version.
  init?(reading bytes: RawSpan) throws(CBORError) {
    var reader = CBORReader(bytes)
    guard try reader.array() > 1, try reader.text() == Self.magic else {
      throw CBORError(.typeMismatch, at: 0)
    }
    guard try reader.unsigned() == Self.version else { return nil }
    journal = try reader.id()
    salt = try reader.bytes(count: Int(crypto_pwhash_SALTBYTES))
    let operations = try reader.unsigned()
    guard let memory = Int(exactly: try reader.unsigned()), memory > 0 else {
      throw CBORError(.outOfRange, at: reader.offset)
    }
    cost = PassphraseCost(operations: operations, memory: memory)
    nonce = try reader.bytes(count: AuthenticatedCipher.nonceByteCount)
    wrapped = try reader.bytes(
      count: AuthenticatedCipher.keyByteCount
        + AuthenticatedCipher.tagByteCount)
    commitment = try reader.bytes(count: RemoteKey.commitmentByteCount)
    try reader.finish()
  }

  /// The stored bytes without the footer.
  var encoded: [UInt8] {
    var writer = CBORWriter(capacity: 256)
    writer.array(9)
    append(to: &writer)
    writer.byteString(wrapped)
    writer.byteString(commitment)
    return writer.bytes
  }

  /// The fields before the wrapped key, as an array; the key is bound to it.
  var subject: [UInt8] {
    var writer = CBORWriter(capacity: 128)
    writer.array(7)
    append(to: &writer)
    return writer.bytes
  }

  private func append(to writer: inout CBORWriter) {
    writer.text(Self.magic)
    writer.unsigned(Self.version)
    writer.byteString(journal.bytes)
    writer.byteString(salt)
    writer.unsigned(cost.operations)
    writer.unsigned(UInt64(cost.memory))
    writer.byteString(nonce)
  }

  /// The key that wraps the header's.
  func wrappingKey(
    _ passphrase: SecretBytes
  ) throws(RemoteKeyError) -> SecretBytes {
    var status: Int32 = -1
    let count = AuthenticatedCipher.keyByteCount
    let byteCount = passphrase.count
    let key = SecretBytes(count: count) { output in
      status = passphrase.withBytes { passphrase in
        passphrase.withMemoryRebound(to: CChar.self, capacity: byteCount) {
          crypto_pwhash(
            output, UInt64(count), $0, UInt64(byteCount), salt,
            cost.operations, cost.memory, crypto_pwhash_ALG_ARGON2ID13)
        }
      }
    }
    guard status == 0 else { throw .noMemory(byteCount: cost.memory) }
    return key
  }
}

extension CBORReader {
  /// Reads a byte string of exactly so many bytes.
  mutating func bytes(count: Int) throws(CBORError) -> [UInt8] {
    let start = offset
    let bytes = try byteString().copied
    guard bytes.count == count else { throw CBORError(.outOfRange, at: start) }
    return bytes
  }
}
