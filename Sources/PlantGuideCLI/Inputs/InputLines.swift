internal import Encodings

/// The lines of an input that are not blank, with their numbers from 1.
struct InputLines: Sequence, IteratorProtocol {
  /// One line: where it lies, without its end.
  struct Line {
    let number: Int
    let range: Range<Int>

    /// The JSON value on the line.
    func json(in input: [UInt8]) throws -> JSONValue {
      try JSONReader.parse(input.span.bytes.extracting(range))
    }
  }

  private let input: [UInt8]
  private var offset = 0
  private var number = 0

  init(_ input: [UInt8]) {
    self.input = input
  }

  mutating func next() -> Line? {
    while offset < input.count {
      let end = input[offset...].firstIndex(of: 0x0a) ?? input.count
      let range = offset..<end
      number += 1
      offset = end + 1
      let isBlank = input[range].allSatisfy {
        $0 == 0x20 || $0 == 0x0d || $0 == 0x09
      }
      if !isBlank { return Line(number: number, range: range) }
    }
    return nil
  }
}
