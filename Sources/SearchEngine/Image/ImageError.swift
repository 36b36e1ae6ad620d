/// Why an image cannot be read.
public enum ImageError: Error, Sendable, Hashable {
  /// The bytes do not begin as an image does.
  case notAnImage
  /// The image is of a version that this program does not know.
  case otherVersion(found: UInt32, known: UInt32)
  /// A number in the image points outside of it, or the sum does not fit.
  case damaged
}
