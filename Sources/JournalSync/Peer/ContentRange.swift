/// The part of a file that a request brings: `bytes 0-1048575/4194304`, or
/// `bytes */4194304` for none (RFC 9110 §14.4).
struct ContentRange: Equatable {
  /// The offset of its first byte; `nil` if it brings none.
  let offset: Int?
  /// The number of bytes of the file.
  let total: Int

  /// Reads the header of a request with `count` bytes; `nil` if the two
  /// disagree.
  init?(_ text: String?, count: Int) {
    guard let text, text.hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let total = Int(digits: parts[1]), total > 0
    else { return nil }
    self.total = total
    if parts[0] == "*" {
      guard count == 0 else { return nil }
      offset = nil
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(digits: ends[0]),
      let last = Int(digits: ends[1]), first <= last, last < total,
      last - first + 1 == count
    else { return nil }
    offset = first
  }
}

/// The requested part of a file: `bytes=1048576-` or `bytes=0-99`.
///
/// It omits the forms of RFC 9110 §14.2 that count from the end or name several
/// parts.
struct ByteRange: Equatable {
  let first: Int
  let last: Int?

  init?(_ text: String) {
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(
      separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(digits: ends[0]) else { return nil }
    self.first = first
    guard !ends[1].isEmpty else {
      last = nil
      return
    }
    guard let last = Int(digits: ends[1]), last >= first else { return nil }
    self.last = last
  }

  /// Returns the part of a file of `count` bytes; `nil` if it begins after the
  /// end.
  func clamped(to count: Int) -> Range<Int>? {
    guard first < count else { return nil }
    return first..<min(last.map { $0 < count ? $0 + 1 : count } ?? count, count)
  }
}

extension Int {
  /// Reads a number of at most eighteen decimal digits, and nothing else.
  fileprivate init?(digits: Substring) {
    guard 1...18 ~= digits.utf8.count,
      digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let value = Int(digits)
    else { return nil }
    self = value
  }
}
