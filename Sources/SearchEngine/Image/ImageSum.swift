/// The sum that tells whether an image is as it was written: FNV-1a over
/// words of eight bytes, and over the bytes that are left.
enum ImageSum {
  static func sum(of bytes: RawSpan) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    let wholeWords = bytes.byteCount / 8 * 8
    for offset in stride(from: 0, to: wholeWords, by: 8) {
      let word = bytes.unsafeLoadUnaligned(
        fromByteOffset: offset, as: UInt64.self)
      add(UInt64(littleEndian: word), to: &sum)
    }
    for offset in wholeWords..<bytes.byteCount {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      add(UInt64(byte), to: &sum)
    }
    return sum
  }

  // The rotation carries high bits down, which multiplying alone never does.
  private static func add(_ word: UInt64, to sum: inout UInt64) {
    sum = (sum ^ word) &* 0x0000_0100_0000_01b3
    sum = sum << 29 | sum >> 35
  }
}
