/// Builds TZif files byte by byte, as RFC 8536 lays them out.
struct TZifFixture {
  var version = UInt8(ascii: "2")
  var transitions: [(second: Int64, type: UInt8)] = []
  var offsets: [Int32] = [0]
  var leapSeconds: UInt32 = 0
  /// The bytes after the last block of data.
  var footer = "\n\n"

  var bytes: [UInt8] {
    let narrow = block(timeSize: 4)
    return version == 0
      ? narrow : narrow + block(timeSize: 8) + Array(footer.utf8)
  }

  private func block(timeSize: Int) -> [UInt8] {
    let counts: [UInt32] = [
      0, 0, leapSeconds, UInt32(transitions.count), UInt32(offsets.count), 4,
    ]
    var bytes = Array("TZif".utf8) + [version]
    bytes += [UInt8](repeating: 0, count: 15)
    bytes += counts.flatMap(bigEndian)
    for transition in transitions {
      bytes += bigEndian(transition.second).suffix(timeSize)
    }
    bytes += transitions.map(\.type)
    for offset in offsets { bytes += bigEndian(offset) + [0, 0] }
    return bytes + Array("ABC\0".utf8)
  }

  private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
