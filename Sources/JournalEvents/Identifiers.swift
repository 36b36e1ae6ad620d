internal import Encodings

/// A permanent id of sixteen bytes, as two big-endian words.
public struct UUIDBits: Hashable, Comparable, Sendable {
  /// The first eight bytes.
  public let high: UInt64
  /// The last eight bytes.
  public let low: UInt64

  /// Creates the bits from two words.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Half of the bits are enough for a hash table.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(low)
  }

  public static func < (left: UUIDBits, right: UUIDBits) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// An id of sixteen bytes, shown as a lower-case hyphenated UUID.
///
/// Each kind of entity has its own type, so that a room's id cannot be passed
/// as a plant's.
public protocol UniqueID: Hashable, Comparable, Sendable,
  CustomStringConvertible
{
  /// The sixteen bytes.
  var bits: UUIDBits { get }
  /// Creates an id from its sixteen bytes.
  init(bits: UUIDBits)
}

extension UniqueID {
  /// The number of bytes in an id.
  public static var byteCount: Int { 16 }

  public static func < (left: Self, right: Self) -> Bool {
    left.bits < right.bits
  }

  /// Creates an id from sixteen bytes; `nil` if the length differs.
  public init?(bytes: RawSpan) {
    guard bytes.byteCount == 16 else { return nil }
    self.init(
      bits: UUIDBits(
        high: bytes.bigEndian(at: 0, count: 8),
        low: bytes.bigEndian(at: 8, count: 8)))
  }

  /// Creates an id from UUID text with hyphens, in either case.
  public init?(_ text: String) {
    let units = Array(text.utf8)
    guard units.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for (index, unit) in units.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard unit == 0x2d else { return nil }
        continue
      }
      guard let value = Hexadecimal.value(of: unit) else { return nil }
      if digits < 16 {
        words.0 = words.0 << 4 | UInt64(value)
      } else {
        words.1 = words.1 << 4 | UInt64(value)
      }
      digits += 1
    }
    self.init(bits: UUIDBits(high: words.0, low: words.1))
  }

  /// Creates a version 4 UUID (RFC 9562) from sixteen random bytes.
  public init(randomBits: UUIDBits) {
    self.init(
      bits: UUIDBits(
        high: randomBits.high & ~0xf000 | 0x4000,
        low: randomBits.low & ~(3 << 62) | 2 << 62))
  }

  /// The sixteen bytes, in order.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    append(to: &bytes)
    return bytes
  }

  /// Appends the sixteen bytes to `buffer`.
  public func append(to buffer: inout [UInt8]) {
    buffer.append(bigEndian: [bits.high, bits.low])
  }

  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    appendText(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the UUID's text to `text`.
  public func appendText(to text: inout [UInt8]) {
    func digits(_ word: UInt64) -> UInt64 {
      Hexadecimal.digits(of: UInt32(truncatingIfNeeded: word))
    }
    let second = digits(bits.high)
    let third = digits(bits.low >> 32)
    let fourth = digits(bits.low)
    // Eight characters per word: 01234567 -89ab-cd ef-0123- 456789ab cdef.
    text.append(
      bigEndian: [
        digits(bits.high >> 32),
        0x2d << 56 | (second >> 32) << 24 | 0x2d << 16 | second >> 16 & 0xffff,
        second << 48 | 0x2d << 40 | (third >> 32) << 8 | 0x2d,
        third << 32 | fourth >> 32,
      ])
    text.append(bigEndian: fourth, count: 4)
  }
}

/// The id of a stream: all events of one plant, of one room or of the journal
/// itself. A plant or room has the same id as its stream.
public struct StreamID: UniqueID {
  public let bits: UUIDBits

  public init(bits: UUIDBits) {
    self.bits = bits
  }

  /// The journal's own stream: sixteen zero bytes.
  public static let journal = StreamID(bits: UUIDBits(high: 0, low: 0))

  /// The stream of the home, for tasks without a plant:
  /// `00000000-0000-4000-8000-000000000100`. It is folded like a plant's
  /// stream, but contains only tasks.
  public static let home = StreamID(
    bits: UUIDBits(high: 0x4000, low: 0x8000_0000_0000_0100))
}

/// The id of a plant.
public typealias PlantID = StreamID

/// The id of a room.
public typealias RoomID = StreamID

/// The random id of an installation, new for each incarnation.
public struct WriterID: UniqueID {
  public let bits: UUIDBits

  public init(bits: UUIDBits) {
    self.bits = bits
  }
}

/// The id of a journal, the same on all its replicas.
public struct JournalID: UniqueID {
  public let bits: UUIDBits

  public init(bits: UUIDBits) {
    self.bits = bits
  }
}

/// The id of a one-off task.
public struct TaskID: UniqueID {
  public let bits: UUIDBits

  public init(bits: UUIDBits) {
    self.bits = bits
  }
}

/// The id of a photo.
public struct PhotoID: UniqueID {
  public let bits: UUIDBits

  public init(bits: UUIDBits) {
    self.bits = bits
  }
}

/// The short ids that people type: six letters and digits derived from an id
/// alone, so that they never change and are equal on all replicas.
///
/// A short id has thirty bits of a hash. One in 2,000 journals of 1,000 plants
/// contains two equal short ids. Those are ambiguous; the full ids are not.
public enum ShortID {
  /// The number of characters in a short id.
  public static let length = 6

  // Crockford's base 32: no i, l, o or u to misread.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// Returns whether `text` has the form of a short id.
  public static func isForm(of text: String) -> Bool {
    text.utf8.count == length && text.utf8.allSatisfy(alphabet.contains)
  }

  /// Returns the short id of `id`.
  public static func text(of id: some UniqueID) -> String {
    let words: InlineArray<2, UInt64> = [
      id.bits.high.bigEndian, id.bits.low.bigEndian,
    ]
    let hash = EventHash(of: words.span.bytes).prefix
    return String(unsafeUninitializedCapacity: length) { units in
      for position in 0..<length {
        units.initializeElement(
          at: position,
          to: alphabet[Int(hash >> UInt64(59 - 5 * position) & 31)])
      }
      return length
    }
  }
}
