import Encodings
import JournalEvents

// Steps between the forms of a payload, short enough for a test's line.

let zeroSalt = UUIDBits(high: 0, low: 0)

/// The map of a stored payload, without its salt.
func pairs(of payload: EventPayload) throws -> [CBORItem.Pair] {
  let bytes = Array(
    payload.encoded(salt: zeroSalt).dropFirst(EventPayload.saltByteCount))
  guard case .map(let pairs) = try CBORItem(decoding: bytes.span.bytes) else {
    return []
  }
  return pairs
}

/// The stored bytes of a map, behind a salt of zeros.
func stored(_ pairs: [CBORItem.Pair]) -> [UInt8] {
  Array(repeating: 0, count: EventPayload.saltByteCount)
    + CBORItem.map(pairs).encoded
}

/// Decodes stored bytes as the newest schema of `type`.
func decode(
  _ bytes: [UInt8], as type: EventType
) throws(EventDecodingError) -> EventPayload? {
  try EventPayload(
    decoding: bytes.span.bytes, type: type, schema: type.currentSchema)
}

/// The text of the JSON form of stored bytes.
func jsonText(of bytes: [UInt8], type: String) -> String {
  var writer = JSONWriter()
  PayloadTranscoder.write(payload: bytes.span.bytes, type: type, to: &writer)
  return writer.text
}

/// The JSON form of stored bytes.
func json(of bytes: [UInt8], type: String) throws -> JSONValue {
  try JSONReader.parse(jsonText(of: bytes, type: type).utf8.span.bytes)
}

extension JSONValue {
  /// The members of an object, else none.
  var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }
}

extension PayloadParser {
  struct UnknownName: Error {}

  /// A parser that knows ids only, and takes names as events may hold them.
  static var idsOnly: PayloadParser {
    PayloadParser(
      namesAreNew: false,
      plant: { text in
        guard let id = PlantID(text) else { throw UnknownName() }
        return id
      },
      room: { text in
        guard let id = RoomID(text) else { throw UnknownName() }
        return id
      })
  }
}
