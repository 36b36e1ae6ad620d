/// All names: whose they are, their texts, and what ranks them.
///
/// A name takes four numbers: document, start and length of the text, and,
/// from the lowest byte up, word count, kind and weight.
struct NameTable: ~Escapable {
  static let numbersPerName = 4

  private let numbers: Column<UInt32>
  private let texts: Heap

  @_lifetime(copy image)
  init(_ image: borrowing ImageReader) throws(ImageError) {
    numbers = try image.column(SectionNumber.names)
    texts = try image.heap(SectionNumber.texts)
  }

  var count: Int { numbers.count / Self.numbersPerName }

  /// The document that a name belongs to.
  @inline(__always)
  func document(of name: Int) throws(ImageError) -> Int {
    try numbers.place(at: name * Self.numbersPerName)
  }

  /// A name's words, kind and weight.
  @inline(__always)
  func traits(of name: Int) throws(ImageError) -> NameTraits {
    NameTraits(
      rawValue: try numbers.value(at: name * Self.numbersPerName + 3))
  }

  /// A name as it was given.
  func text(of name: Int) throws(ImageError) -> String {
    let start = try numbers.place(at: name * Self.numbersPerName + 1)
    let length = try numbers.place(at: name * Self.numbersPerName + 2)
    return try texts.text(in: start..<(start + length))
  }
}

/// What of a name is needed to rank it.
struct NameTraits: RawRepresentable {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(wordCount: Int, kind: NameKind, weight: UInt8) {
    rawValue =
      UInt32(min(wordCount, 255)) | UInt32(kind.rawValue) << 8
      | UInt32(weight) << 16
  }

  var wordCount: Int { Int(rawValue & 0xff) }
  var kind: NameKind {
    NameKind(rawValue: UInt8(truncatingIfNeeded: rawValue >> 8))
  }
  /// How well known the document is: the higher is first.
  var weight: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
}
