/// Appends JSON text to a byte buffer: no spaces, members in the caller's
/// order, one form for each number, so that equal values give equal bytes.
public struct JSONWriter: Sendable {
  /// The text written so far, as UTF-8.
  public var bytes: [UInt8]
  private var needsComma = false

  /// Creates an empty writer with room for `capacity` bytes.
  public init(capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// The text written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the writer and keeps its capacity.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Passes on the output so far if it is large, and forgets it: growing a
  /// whole document costs more in pages of memory than writing it.
  public mutating func handOn(_ take: ([UInt8]) throws -> Void) rethrows {
    guard bytes.count >= 1 << 16 else { return }
    try take(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Ends a line, so that the next value is a document of its own.
  public mutating func newline() {
    bytes.append(0x0a)
    needsComma = false
  }

  /// Writes an object; `write` writes its members.
  public mutating func object(
    _ write: (inout JSONWriter) throws -> Void
  ) rethrows {
    beginObject()
    try write(&self)
    endObject()
  }

  /// Begins an object; ``endObject()`` ends it. For code with typed errors,
  /// which closures would lose.
  public mutating func beginObject() { open(0x7b) }

  /// Ends the last object begun.
  public mutating func endObject() { close(0x7d) }

  /// Begins an array; ``endArray()`` ends it.
  public mutating func beginArray() { open(0x5b) }

  /// Ends the last array begun.
  public mutating func endArray() { close(0x5d) }

  /// Writes an array; `write` writes its items.
  public mutating func array(
    _ write: (inout JSONWriter) throws -> Void
  ) rethrows {
    beginArray()
    try write(&self)
    endArray()
  }

  /// Writes a member's name, with escapes; its value follows.
  public mutating func name(escaping name: String) {
    separate()
    quote(name)
    bytes.append(0x3a)
    needsComma = false
  }

  /// Writes a member's name, given as valid UTF-8; its value follows.
  public mutating func name(utf8 name: RawSpan) {
    string(utf8: name)
    bytes.append(0x3a)
    needsComma = false
  }

  /// Writes a member's name that needs no escapes; its value follows.
  public mutating func name(_ name: StaticString) {
    plain { bytes in name.withUTF8Buffer { bytes.append(contentsOf: $0) } }
    bytes.append(0x3a)
    needsComma = false
  }

  /// Writes a text.
  public mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// Writes a text, given as valid UTF-8.
  public mutating func string(utf8 value: RawSpan) {
    separate()
    value.withUnsafeBytes { quote($0) }
  }

  /// Writes a text that `append` appends as UTF-8 and that needs no escapes:
  /// an id, a hash.
  public mutating func plain(_ append: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(0x22)
    append(&bytes)
    bytes.append(0x22)
  }

  /// Writes a whole number.
  public mutating func integer(_ value: some BinaryInteger) {
    separate()
    guard var rest = UInt64(exactly: value.magnitude) else {
      bytes.append(contentsOf: String(value).utf8)
      return
    }
    if value < 0 { bytes.append(0x2d) }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var start = digits.count
    repeat {
      start -= 1
      digits[start] = 0x30 + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    digits.span.extracting(start...).withUnsafeBufferPointer {
      bytes.append(contentsOf: $0)
    }
  }

  /// Writes a number in the shortest form that reads back as the same number.
  /// NaN and infinities, which JSON lacks, become `null`.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    if value == value.rounded(), abs(value) < 1e15 {
      bytes.append(contentsOf: String(Int64(value)).utf8)
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a text of base64url.
  public mutating func base64URL(_ value: RawSpan) {
    plain { Base64URL.append(value, to: &$0) }
  }

  /// Writes a tree.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let items):
      array { writer in for item in items { writer.value(item) } }
    case .object(let members):
      object { writer in
        for member in members {
          writer.name(escaping: member.name)
          writer.value(member.value)
        }
      }
    }
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2c) }
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func quote(_ value: String) {
    var value = value
    value.withUTF8 { quote(UnsafeRawBufferPointer($0)) }
  }

  private mutating func quote(_ utf8: UnsafeRawBufferPointer) {
    bytes.append(0x22)
    var plain = 0
    var index = 0
    while index < utf8.count {
      if index + 8 <= utf8.count, Self.needsNoEscape(eightOf: utf8, at: index) {
        index += 8
        continue
      }
      if Self.needsEscape(utf8[index]) {
        bytes.append(contentsOf: utf8[plain..<index])
        escape(utf8[index])
        plain = index + 1
      }
      index += 1
    }
    bytes.append(contentsOf: utf8[plain...])
    bytes.append(0x22)
  }

  private static func needsEscape(_ unit: UInt8) -> Bool {
    unit < 0x20 || unit == 0x22 || unit == 0x5c || unit == 0x7f
  }

  /// Returns whether none of eight bytes needs an escape, testing all at once:
  /// testing each took a tenth of a history.
  private static func needsNoEscape(
    eightOf utf8: UnsafeRawBufferPointer, at index: Int
  ) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones << 7
    let word = utf8.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    // The high bits of the bytes below a limit. A borrow can only set the bit
    // of a byte above one that is below, so zero is certain.
    func below(_ limit: UInt64, _ word: UInt64) -> UInt64 {
      (word &- ones &* limit) & ~word & highs
    }
    let found =
      below(0x20, word) | below(1, word ^ ones &* 0x22)
      | below(1, word ^ ones &* 0x5c) | below(1, word ^ ones &* 0x7f)
    return found == 0
  }

  private mutating func escape(_ unit: UInt8) {
    bytes.append(0x5c)
    switch unit {
    case 0x22, 0x5c: bytes.append(unit)
    case 0x0a: bytes.append(0x6e)
    case 0x0d: bytes.append(0x72)
    case 0x09: bytes.append(0x74)
    default:
      bytes.append(contentsOf: "u00".utf8)
      Hexadecimal.append(unit, to: &bytes)
    }
  }
}

/// The members of objects.
extension JSONWriter {
  /// Writes a value, or `null`.
  public mutating func optional<Value>(
    _ value: Value?, _ write: (inout JSONWriter, Value) throws -> Void
  ) rethrows {
    if let value { try write(&self, value) } else { null() }
  }

  /// Writes the member `name`; `write` writes its value.
  public mutating func member(
    _ name: StaticString, _ write: (inout JSONWriter) throws -> Void
  ) rethrows {
    self.name(name)
    try write(&self)
  }

  /// Writes the member `name`: `write` writes the value, or it is `null`.
  public mutating func member<Value>(
    _ name: StaticString, _ value: Value?,
    _ write: (inout JSONWriter, Value) throws -> Void
  ) rethrows {
    self.name(name)
    try optional(value, write)
  }

  /// Writes a member that is text, or `null`.
  public mutating func member(_ name: StaticString, _ text: String?) {
    member(name, text) { $0.string($1) }
  }

  /// Writes a member that is a whole number, or `null`.
  public mutating func member(_ name: StaticString, _ number: Int?) {
    member(name, number) { $0.integer($1) }
  }

  /// Writes a member that is a whole number.
  public mutating func member(
    _ name: StaticString, _ number: some BinaryInteger
  ) {
    self.name(name)
    integer(number)
  }

  /// Writes a member that is a number, or `null`.
  public mutating func member(_ name: StaticString, fraction: Double?) {
    member(name, fraction) { $0.number($1) }
  }

  /// Writes a member that is true or false.
  public mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    bool(value)
  }

  /// Writes a member that is a list of texts.
  public mutating func member(_ name: StaticString, _ texts: [String]) {
    list(name, texts) { $0.string($1) }
  }

  /// Writes a member that is a list of ranges, each as a list of its start
  /// and its end.
  public mutating func member(_ name: StaticString, _ ranges: [Range<Int>]) {
    list(name, ranges) { writer, range in
      writer.array { writer in
        writer.integer(range.lowerBound)
        writer.integer(range.upperBound)
      }
    }
  }

  /// Writes a member that is an object; `write` writes its members.
  public mutating func object(
    _ name: StaticString, _ write: (inout JSONWriter) throws -> Void
  ) rethrows {
    self.name(name)
    try object(write)
  }

  /// Writes a list; `write` writes each item.
  public mutating func list<Items: Sequence>(
    _ items: Items, _ write: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    try array { writer in
      for item in items { try write(&writer, item) }
    }
  }

  /// Writes a list of objects, one for each item; `write` writes the members.
  public mutating func objects<Items: Sequence>(
    _ items: Items, _ write: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    try list(items) { writer, item in
      try writer.object { try write(&$0, item) }
    }
  }

  /// Writes a member that is a list; `write` writes each item.
  public mutating func list<Items: Sequence>(
    _ name: StaticString, _ items: Items,
    _ write: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    self.name(name)
    try list(items, write)
  }

  /// Writes a member that is a list of objects, one for each item; `write`
  /// writes the members.
  public mutating func objects<Items: Sequence>(
    _ name: StaticString, _ items: Items,
    _ write: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    self.name(name)
    try objects(items, write)
  }
}
