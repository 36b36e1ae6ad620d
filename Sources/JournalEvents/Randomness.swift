internal import CSodium
internal import Encodings

/// A source of random bytes for ids and salts. It is passed as a value, so that
/// tests can repeat a run.
public struct Randomness: Sendable {
  private enum Source {
    case system
    case seeded(UInt64)
  }

  private var source: Source
  private var buffer: [UInt8] = []
  private var used = 0

  // One system call provides many salts; otherwise a bulk append would make one
  // per event. The first, small one suffices for everyday commands.
  private static let firstSize = 256
  private static let bufferSize = 4096

  private init(_ source: Source) {
    self.source = source
  }

  /// The system's generator, through libsodium.
  public static func system() -> Randomness {
    Randomness(.system)
  }

  /// A generator that returns the same bytes for the same seed; for tests and
  /// benchmarks only.
  public static func seeded(_ seed: UInt64) -> Randomness {
    Randomness(.seeded(seed))
  }

  /// Returns sixteen random bytes as two words.
  public mutating func bits() -> UUIDBits {
    if used + 16 > buffer.count { refill() }
    defer { used += 16 }
    let bytes = buffer.span.bytes
    return UUIDBits(
      high: bytes.bigEndian(at: used, count: 8),
      low: bytes.bigEndian(at: used + 8, count: 8))
  }

  /// Returns a new random id.
  public mutating func id<ID: UniqueID>() -> ID {
    ID(randomBits: bits())
  }

  private mutating func refill() {
    used = 0
    switch source {
    case .system:
      let size = buffer.isEmpty ? Self.firstSize : Self.bufferSize
      buffer = [UInt8](unsafeUninitializedCapacity: size) {
        if let start = $0.baseAddress { randombytes_buf(start, size) }
        $1 = size
      }
    case .seeded(var state):
      buffer.removeAll(keepingCapacity: true)
      for _ in 0..<(Self.bufferSize / 8) {
        buffer.append(bigEndian: Self.next(&state))
      }
      source = .seeded(state)
    }
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
