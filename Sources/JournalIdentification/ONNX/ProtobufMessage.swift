/// A message of Protocol Buffers within the bytes of a file, read field by
/// field. No input, however broken, traps.
struct ProtobufMessage {
  /// The value of a field.
  enum Value {
    case number(UInt64)
    /// A text, bytes, or a message of its own.
    case message(ProtobufMessage)
    /// Four bytes, or the lower four of eight.
    case fixed(UInt32)
  }

  /// An error of the form.
  struct Fault: Error {}

  let bytes: [UInt8]
  let range: Range<Int>

  init(_ bytes: [UInt8]) { self.init(bytes, bytes.indices) }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// The message as text; broken parts are replaced.
  var text: String { String(decoding: bytes[range], as: UTF8.self) }

  /// Passes the number and the value of each field, in order.
  func forEachField(_ body: (Int, Value) throws -> Void) throws {
    var place = range.lowerBound
    while place < range.upperBound {
      let tag = try number(at: &place)
      guard let field = Int(exactly: tag >> 3), field > 0 else {
        throw Fault()
      }
      switch tag & 7 {
      case 0: try body(field, .number(try number(at: &place)))
      case 1: try body(field, try fixed(8, at: &place))
      case 2:
        let count = try number(at: &place)
        guard count <= UInt64(range.upperBound - place) else { throw Fault() }
        let end = place + Int(count)
        try body(field, .message(ProtobufMessage(bytes, place..<end)))
        place = end
      case 5: try body(field, try fixed(4, at: &place))
      default: throw Fault()
      }
    }
  }

  /// The numbers of a field that packs them.
  func numbers() throws -> [UInt64] {
    var place = range.lowerBound
    var numbers: [UInt64] = []
    while place < range.upperBound { numbers.append(try number(at: &place)) }
    return numbers
  }

  private func number(at place: inout Int) throws -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 64, by: 7) {
      guard place < range.upperBound else { throw Fault() }
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    throw Fault()
  }

  private func fixed(_ count: Int, at place: inout Int) throws -> Value {
    guard range.upperBound - place >= count else { throw Fault() }
    var number: UInt32 = 0
    for index in (0..<4).reversed() {
      number = number << 8 | UInt32(bytes[place + index])
    }
    place += count
    return .fixed(number)
  }
}
