internal import CSodium

/// Bytes that nobody else is to see: a key or a passphrase.
///
/// They lie in memory of their own that is kept out of swap and core dumps
/// where the system allows it, and are overwritten when they are let go. What
/// they were copied from is not known here; whoever reads a passphrase should
/// hand over its only copy.
public final class SecretBytes {
  private let start: UnsafeMutablePointer<UInt8>
  /// How many there are.
  public let count: Int

  /// Takes bytes over, and overwrites them where they were.
  public convenience init(taking bytes: inout [UInt8]) {
    let count = bytes.count
    self.init(count: count) { $0.update(from: bytes, count: count) }
    Sodium.wipe(&bytes)
    bytes = []
  }

  /// Creates so many bytes of zeros, and has them filled.
  init(count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    Sodium.start()
    guard let memory = sodium_malloc(max(count, 1)) else {
      // As with any other memory of the program.
      fatalError("no memory is left for a key")
    }
    start = memory.bindMemory(to: UInt8.self, capacity: count)
    start.initialize(repeating: 0, count: count)
    self.count = count
    fill(start)
  }

  deinit { sodium_free(start) }

  /// Random bytes of the system.
  static func random(count: Int) -> SecretBytes {
    SecretBytes(count: count) { randombytes_buf($0, count) }
  }

  /// Lends the bytes.
  func withBytes<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    withExtendedLifetime(self) { body(start) }
  }
}

/// What is used of libsodium.
enum Sodium {
  private static let isStarted = sodium_init() >= 0

  /// Has it find the fastest code for the processor, and its random source.
  static func start() { _ = isStarted }

  /// Overwrites bytes, also where nobody reads them afterwards.
  static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) }
  }

  /// Random bytes of the system.
  static func random(count: Int) -> [UInt8] {
    start()
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// Whether both are the same, in a time that does not tell where they differ.
  static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }

  /// The keyed BLAKE2b digest of `message`, of 16 to 64 bytes; the key has 32.
  static func hash(
    _ message: [UInt8], key: UnsafePointer<UInt8>, count: Int
  ) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: count)
    // Fails only for other lengths.
    _ = crypto_generichash(
      &digest, count, message, UInt64(message.count), key,
      AuthenticatedCipher.keyByteCount)
    return digest
  }

  /// The SHA-256 digest of `message`.
  static func sha256(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    _ = crypto_hash_sha256(&digest, message, UInt64(message.count))
    return digest
  }
}

/// XChaCha20-Poly1305 (libsodium's `crypto_aead_xchacha20poly1305_ietf`).
enum AuthenticatedCipher {
  static let keyByteCount = 32
  static let nonceByteCount = 24
  static let tagByteCount = 16

  /// The ciphertext of so many bytes of content, with its tag.
  static func seal(
    _ content: UnsafePointer<UInt8>, count: Int, with subject: [UInt8],
    nonce: [UInt8], key: UnsafePointer<UInt8>
  ) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: count + tagByteCount)
    _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, content, UInt64(count), subject, UInt64(subject.count),
      nil, nonce, key)
    return sealed
  }

  /// Writes the content of `sealed` to `output`; `false` where the key, the
  /// nonce or the subject are not those that it was sealed with.
  ///
  /// - Precondition: `output` has room for all but the tag.
  static func open(
    _ sealed: [UInt8], with subject: [UInt8], nonce: [UInt8],
    key: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    precondition(
      sealed.count >= tagByteCount && nonce.count == nonceByteCount)
    return crypto_aead_xchacha20poly1305_ietf_decrypt(
      output, nil, nil, sealed, UInt64(sealed.count), subject,
      UInt64(subject.count), nonce, key) == 0
  }
}
