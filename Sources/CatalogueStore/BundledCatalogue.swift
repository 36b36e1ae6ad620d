internal import CCatalogue
public import CatalogueKit
public import SearchEngine

/// The catalogue that is part of the program.
public enum BundledCatalogue {
  /// Its image, which is there as long as the program runs.
  public static var bytes: RawSpan {
    @_lifetime(immortal)
    get {
      let span = RawSpan(
        _unsafeStart: ccatalogue_image(),
        byteCount: ccatalogue_image_size())
      // The bytes are constants of the program.
      return _overrideLifetime(span, copying: ())
    }
  }

  /// The catalogue in it.
  ///
  /// - Throws: ``SearchEngine/ImageError`` where the program was built from
  ///   an image that is not one.
  @_lifetime(immortal)
  public static func catalogue() throws(ImageError) -> Catalogue {
    try Catalogue(bytes)
  }
}
