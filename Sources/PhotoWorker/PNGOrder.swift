/// The order of a PNG's chunks.
///
/// Some programs write the metadata of a PNG after its pixels; the library
/// reads a header up to the pixels only.
enum PNGOrder {
  private static let signatureLength = 8
  /// The length, the type and the check of a chunk.
  private static let frameLength = 12
  /// EXIF, and text, which XMP is.
  private static let said = ["eXIf", "iTXt"].map { Array($0.utf8) }
  private static let pixels = Array("IDAT".utf8)

  /// A file whose metadata after its first pixels is moved before them;
  /// unchanged if there is none, or the chunks do not fit the file.
  static func withWordsFirst(_ file: [UInt8]) -> [UInt8] {
    var place = signatureLength
    var firstPixels: Int?
    var moved: [Range<Int>] = []
    while place + frameLength <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = place + frameLength + length
      guard end <= file.count else { break }
      let type = file[place + 4..<place + 8]
      if firstPixels == nil {
        if type.elementsEqual(pixels) { firstPixels = place }
      } else if said.contains(where: type.elementsEqual) {
        moved.append(place..<end)
      }
      place = end
    }
    guard let firstPixels, !moved.isEmpty else { return file }
    var result = Array(file[..<firstPixels])
    result.reserveCapacity(file.count)
    for chunk in moved { result += file[chunk] }
    var rest = firstPixels
    for chunk in moved {
      result += file[rest..<chunk.lowerBound]
      rest = chunk.upperBound
    }
    return result + file[rest...]
  }
}
