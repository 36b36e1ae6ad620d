internal import Encodings

/// The parent's request in a frame.
enum PhotoRequest {
  /// Use this many threads, and report the active guards.
  case start(threads: Int)
  /// Read the header of a file.
  case open([UInt8])
  /// Make the stored forms of the open file.
  case store(Storing)
  /// Return the pixels of the open file, within this size.
  case draw(width: Int, height: Int)
  /// Draw texts as labels for a film's pictures; comes first, in a program
  /// started for it.
  case write([String])
  /// Begin a film.
  case film(Film.Form)
  /// Add the open file to the film, with one of the texts.
  case frame(text: Int?)
  /// Return the film.
  case finish

  /// The stored form of a picture.
  struct Storing {
    /// The longest edge, in pixels.
    let edge: Int
    let format: StoredFormat
    /// 1 to 100.
    let quality: Int
    /// In EXIF's form, "2026:03:01 09:00:00"; empty for none.
    let taken: String
    /// In EXIF's form, "+01:00".
    let offset: String
  }

  /// Reads a frame's one item.
  ///
  /// - Throws: `CBORError` or ``PictureFault`` for anything but a request.
  init(_ frame: [UInt8]) throws {
    var reader = CBORReader(frame.span.bytes)
    let count = try reader.array()
    switch (try reader.text(), count) {
    case ("start", 2): self = .start(threads: try Self.number(&reader, 1...16))
    case ("open", 2): self = .open(try reader.byteString().copied)
    case ("store", 6):
      self = .store(
        Storing(
          edge: try Self.number(&reader, 1...4_096),
          format: StoredFormat(rawValue: try reader.text()) ?? .jpeg,
          quality: try Self.number(&reader, 1...100),
          taken: try reader.text(), offset: try reader.text()))
    case ("draw", 3):
      self = .draw(
        width: try Self.number(&reader, 1...2_048),
        height: try Self.number(&reader, 1...2_048))
    case ("write", 2):
      var texts: [String] = []
      for _ in 0..<(try reader.array()) {
        texts.append(String(try reader.text().prefix(Film.longestText)))
      }
      self = .write(texts)
    case ("film", 9):
      guard let kind = Film.Kind(rawValue: try reader.text()) else {
        throw PictureFault("there is no such kind of film")
      }
      self = .film(
        Film.Form(
          kind: kind, width: try Self.number(&reader, 16...2_048),
          height: try Self.number(&reader, 16...2_048),
          milliseconds: try Self.number(&reader, 20...60_000),
          quality: try Self.number(&reader, 1...100),
          frames: try Self.number(&reader, 1...Int(Int32.max)),
          isAligned: try reader.bool(), fades: try reader.bool()))
    case ("frame", 2):
      self = .frame(
        text: reader.readNull()
          ? nil : try Self.number(&reader, 0...Film.mostFrames))
    case ("finish", 1): self = .finish
    default: throw PictureFault("there is no such request")
    }
    try reader.finish()
  }

  private static func number(
    _ reader: inout CBORReader, _ range: ClosedRange<Int>
  ) throws -> Int {
    let number = Int(clamping: try reader.unsigned())
    guard range.contains(number) else {
      throw PictureFault("\(number) is out of bounds")
    }
    return number
  }
}
