import Encodings

/// The bytes that `text` spells in hexadecimal, spaces aside.
func hex(_ text: String) -> [UInt8] {
  guard let bytes = Hexadecimal.decode(text.filter { $0 != " " }) else {
    preconditionFailure("'\(text)' is not hexadecimal")
  }
  return bytes
}

/// The fault that decoding `bytes` as one CBOR item finds, or `nil`.
func fault(of bytes: [UInt8]) -> CBORError.Code? {
  do throws(CBORError) {
    _ = try CBORItem(decoding: bytes.span.bytes)
    return nil
  } catch {
    return error.code
  }
}
