internal import CSodium

/// The secret bytes of a key or a passphrase.
///
/// They are kept in separate memory, out of swap and core dumps if the system
/// allows it, and overwritten on release. This type does not know the bytes
/// that they were copied from: a caller that reads a passphrase should pass its
/// only copy.
public final class SecretBytes {
  private let start: UnsafeMutablePointer<UInt8>
  /// The number of bytes.
  public let count: Int

  /// Takes bytes over, and overwrites the originals.
  public convenience init(taking bytes: inout [UInt8]) {
    let count = bytes.count
    self.init(count: count) { $0.update(from: bytes, count: count) }
    Sodium.wipe(&bytes)
    bytes = []
  }

  init(count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    Sodium.start()
    guard let memory = sodium_malloc(max(count, 1)) else {
      // The same as for any other memory of the program.
      fatalError("no memory is left for a key")
    }
    start = memory.bindMemory(to: UInt8.self, capacity: count)
    start.initialize(repeating: 0, count: count)
    self.count = count
    fill(start)
  }

  deinit { sodium_free(start) }

  static func random(count: Int) -> SecretBytes {
    SecretBytes(count: count) { randombytes_buf($0, count) }
  }

  func withBytes<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    withExtendedLifetime(self) { body(start) }
  }
}

/// The functions of libsodium that this module uses.
enum Sodium {
  private static let isStarted = sodium_init() >= 0

  /// Lets libsodium find the fastest code for the processor and its random
  /// source.
  static func start() { _ = isStarted }

  /// Overwrites bytes, even if nobody reads them afterwards.
  static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) }
  }

  static func random(count: Int) -> [UInt8] {
    start()
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// Returns whether both are equal, in a time that does not show where they
  /// differ.
  static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }

  /// Returns the keyed BLAKE2b digest of `message`, of 16 to 64 bytes; the key
  /// has 32.
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

  /// Returns the ciphertext of `count` bytes of content, with its tag.
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

  /// Writes the content of `sealed` to `output`; `false` if it was sealed with
  /// another key, nonce or subject.
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
