internal import CSodium
internal import Encodings

/// A BLAKE2b-256 digest, as four big-endian words.
public struct EventHash: Hashable, Comparable, Sendable,
  CustomStringConvertible
{
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The number of bytes in a digest.
  public static let byteCount = 32

  /// Thirty-two zero bytes: the predecessor of a writer's first event.
  public static let zero = EventHash(words: (0, 0, 0, 0))

  private init(words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = words
  }

  init(words: InlineArray<4, UInt64>) {
    self.words = (words[0], words[1], words[2], words[3])
  }

  /// Creates a hash from thirty-two bytes; `nil` if the length differs.
  public init?(bytes: RawSpan) {
    guard bytes.byteCount == Self.byteCount else { return nil }
    self.init(words: bytes)
  }

  private init(words bytes: RawSpan) {
    words = (
      bytes.bigEndian(at: 0, count: 8), bytes.bigEndian(at: 8, count: 8),
      bytes.bigEndian(at: 16, count: 8), bytes.bigEndian(at: 24, count: 8)
    )
  }

  /// Creates a hash from sixty-four hexadecimal digits.
  public init?(_ text: String) {
    self.init(lowerCase: text.lowercased())
  }

  /// Creates a hash from sixty-four lower-case hexadecimal digits.
  init?(lowerCase text: String) {
    let digits = text.utf8.span.bytes
    guard digits.byteCount == 2 * Self.byteCount else { return nil }
    var words = InlineArray<4, UInt64>(repeating: 0)
    for index in words.indices {
      let place = 16 * index
      guard
        let high = Hexadecimal.value(
          ofDigits: digits.bigEndian(at: place, count: 8)),
        let low = Hexadecimal.value(
          ofDigits: digits.bigEndian(at: place + 8, count: 8))
      else { return nil }
      words[index] = UInt64(high) << 32 | UInt64(low)
    }
    self.init(words: words)
  }

  /// The BLAKE2b-256 digest of `bytes` (libsodium's `crypto_generichash`).
  public init(of bytes: RawSpan) {
    _ = Self.isReady
    var digest = InlineArray<32, UInt8>(repeating: 0)
    var output = digest.mutableSpan
    output.withUnsafeMutableBufferPointer { output in
      bytes.withUnsafeBytes { input in
        let start = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        // Fails only for lengths outside of 16 to 64 bytes.
        if let output = output.baseAddress {
          _ = crypto_generichash(
            output, Self.byteCount, start, UInt64(input.count), nil, 0)
        }
      }
    }
    self.init(words: digest.span.bytes)
  }

  // libsodium selects the fastest code for the processor only if it is
  // initialized; otherwise a digest takes 1.5 times as long.
  private static let isReady = sodium_init() >= 0

  /// The first eight bytes, which end the event's storage key.
  public var prefix: UInt64 { words.0 }

  /// The thirty-two bytes, in order.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    append(to: &bytes)
    return bytes
  }

  /// Appends the thirty-two bytes to `buffer`.
  public func append(to buffer: inout [UInt8]) {
    buffer.append(bigEndian: [words.0, words.1, words.2, words.3])
  }

  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(Self.byteCount * 2)
    appendText(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends sixty-four hexadecimal digits to `text`.
  public func appendText(to text: inout [UInt8]) {
    Hexadecimal.append([words.0, words.1, words.2, words.3], to: &text)
  }

  public static func == (left: EventHash, right: EventHash) -> Bool {
    left.words == right.words
  }

  public static func < (left: EventHash, right: EventHash) -> Bool {
    left.words < right.words
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
  }
}

/// The libsodium that this program is linked with.
public enum SodiumVersion {
  /// The version, such as "1.0.18".
  public static var text: String {
    sodium_version_string().map { String(cString: $0) } ?? ""
  }
}
