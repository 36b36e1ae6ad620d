internal import CSodium
internal import JournalEvents

/// A BLAKE2b-256 digest of bytes that arrive in pieces (libsodium's
/// `crypto_generichash_init`, `_update` and `_final`).
struct FileDigest: ~Copyable {
  // Swift does not import a structure of this alignment.
  private let memory: UnsafeMutableRawPointer
  private var state: OpaquePointer { OpaquePointer(memory) }

  init() {
    // The state must lie on a multiple of 64 bytes.
    memory = UnsafeMutableRawPointer.allocate(
      byteCount: crypto_generichash_statebytes(), alignment: 64)
    // It fails only for lengths outside of 16 to 64 bytes.
    _ = crypto_generichash_init(state, nil, 0, EventHash.byteCount)
  }

  deinit {
    memory.deallocate()
  }

  func update(_ bytes: RawSpan) {
    bytes.withUnsafeBytes { input in
      let start = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
      _ = crypto_generichash_update(state, start, UInt64(input.count))
    }
  }

  /// Returns the digest of all bytes.
  consuming func finish() -> EventHash {
    var digest = [UInt8](repeating: 0, count: EventHash.byteCount)
    _ = crypto_generichash_final(state, &digest, digest.count)
    return EventHash(bytes: digest.span.bytes) ?? .zero
  }
}
