public import ErrorKit

/// Why an image cannot be read.
public enum ImageError: DescribedError, Sendable, Hashable {
  /// The bytes do not begin as an image does.
  case notAnImage
  /// The image is of a version that this program does not know.
  case otherVersion(found: UInt32, known: UInt32)
  /// A number in the image points outside of it, or the sum does not fit.
  case damaged

  public var facts: ErrorFacts {
    switch self {
    case .notAnImage, .damaged:
      .init(
        .damagedData, "the imported catalogue is damaged",
        .importCatalogueAgain)
    case .otherVersion(let found, let known):
      .init(
        found > known ? .newerFormat : .damagedData,
        "the imported catalogue has format \(found), and this program knows \(known)",
        .importCatalogueAgain)
    }
  }
}
