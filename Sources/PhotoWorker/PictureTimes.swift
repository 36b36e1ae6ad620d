internal import Encodings

/// A picture's own times, by the names of their fields. The parent decides
/// which one counts.
struct PictureTimes {
  private(set) var texts: [String: String] = [:]

  /// The library's name of a field, and ours.
  private static let fields = [
    "exif-ifd2-DateTimeOriginal": "original",
    "exif-ifd2-OffsetTimeOriginal": "originalOffset",
    "exif-ifd2-DateTimeDigitized": "digitized",
    "exif-ifd2-OffsetTimeDigitized": "digitizedOffset",
    "exif-ifd2-OffsetTime": "offset",
    "exif-ifd3-GPSDateStamp": "gpsDate",
    "exif-ifd3-GPSTimeStamp": "gpsTime",
  ]
  /// In XML, the best first.
  private static let properties = [
    "DateTimeOriginal", "DateCreated", "CreateDate",
  ]
  private static let mostXMLBytes = 1 << 20
  private static let longest = 40

  init(of picture: Picture) {
    for (field, name) in Self.fields {
      if let text = picture.field(field), text.utf8.count <= Self.longest {
        texts[name] = text
      }
    }
    var found: [String: String] = [:]
    // Invalid XML has no times.
    try? XMLElements.read(picture.xmp, atMost: Self.mostXMLBytes) { event in
      switch event {
      case .start(_, let attributes):
        for name in Self.properties where found[name] == nil {
          found[name] = attributes[name]
        }
      case .end(let name, let text):
        if Self.properties.contains(name), found[name] == nil {
          found[name] = text
        }
      }
      return true
    }
    let best = Self.properties.lazy.compactMap { found[$0] }
      .first { $0.utf8.count <= Self.longest }
    texts["xmp"] = best
  }
}
