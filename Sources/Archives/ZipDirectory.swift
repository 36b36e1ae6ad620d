/// The directory at the end of a ZIP archive.
struct ZipDirectory {
  /// The files by name; folders are left out.
  private(set) var entries: [String: ZipEntry] = [:]

  init(_ bytes: [UInt8]) throws(ZipError) {
    let end = try Self.end(of: bytes)
    let count = bytes.number16(at: end + 10)
    let size = bytes.number32(at: end + 12)
    let start = bytes.number32(at: end + 16)
    guard count < 0xffff, size < .max, start < .max else { throw .large }
    guard bytes.number16(at: end + 4) == 0, bytes.number16(at: end + 6) == 0,
      bytes.number16(at: end + 8) == count
    else { throw .split }
    guard Int(start) + Int(size) <= end else { throw .damagedDirectory }
    var place = Int(start)
    for _ in 0..<count {
      place = try add(bytes, at: place, before: Int(start) + Int(size))
    }
  }

  /// Where the record that ends an archive starts: before nothing but a
  /// comment of the length that it gives.
  private static func end(of bytes: [UInt8]) throws(ZipError) -> Int {
    let last = bytes.count - ZipLayout.endSize
    guard last >= 0 else { throw .truncated }
    let first = max(0, last - ZipLayout.longestComment)
    for place in stride(from: last, through: first, by: -1)
    where bytes.number32(at: place) == ZipLayout.endSignature
      && bytes.number16(at: place + 20) == last - place
    {
      return place
    }
    throw .truncated
  }

  /// Adds the file that is told of at `place`; returns where the next is.
  private mutating func add(
    _ bytes: [UInt8], at place: Int, before end: Int
  ) throws(ZipError) -> Int {
    guard place + ZipLayout.entrySize <= end,
      bytes.number32(at: place) == ZipLayout.entrySignature
    else { throw .damagedDirectory }
    let nameStart = place + ZipLayout.entrySize
    let nameEnd = nameStart + bytes.number16(at: place + 28)
    let next =
      nameEnd + bytes.number16(at: place + 30) + bytes.number16(at: place + 32)
    guard next <= end,
      let name = String(
        validating: bytes[nameStart..<nameEnd], as: UTF8.self)
    else { throw .damagedDirectory }
    guard !name.hasSuffix("/") else { return next }
    let sizes = (
      packed: bytes.number32(at: place + 20),
      whole: bytes.number32(at: place + 24),
      start: bytes.number32(at: place + 42)
    )
    guard sizes.packed < .max, sizes.whole < .max, sizes.start < .max else {
      throw .large
    }
    let entry = ZipEntry(
      method: bytes.number16(at: place + 10),
      isEncrypted: bytes.number16(at: place + 8) & 1 == 1,
      sum: bytes.number32(at: place + 16), packedCount: Int(sizes.packed),
      count: Int(sizes.whole), start: Int(sizes.start))
    guard entries.updateValue(entry, forKey: name) == nil else {
      throw .duplicate(name: name)
    }
    return next
  }
}
