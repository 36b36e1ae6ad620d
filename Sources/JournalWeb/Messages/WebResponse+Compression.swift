extension WebResponse {
  /// Returns the answer, compressed if that is worth it and the browser that
  /// sent the header `Accept-Encoding` reads it.
  func compressed(for encodings: String?) -> WebResponse {
    guard body.count > 1_024, headers["content-encoding"] == nil,
      let type = headers["content-type"], Self.compresses(type)
    else { return self }
    var response = self
    guard Self.readsGzip(encodings) else {
      response.headers["vary"] = "accept-encoding"
      return response
    }
    // More effort costs more time than a page takes to be made.
    if let gzip = Gzip.compress(body, effort: .least) {
      response.compress(to: gzip, for: encodings)
    }
    return response
  }

  /// Puts compressed bytes into the place of the body if the browser reads them.
  mutating func compress(to gzip: [UInt8], for encodings: String?) {
    headers["vary"] = "accept-encoding"
    guard Self.readsGzip(encodings) else { return }
    headers["content-encoding"] = "gzip"
    body = gzip
  }

  /// Returns a Boolean value that indicates whether a type is compressed; that of
  /// pictures is already.
  static func compresses(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.hasPrefix("application/manifest")
      || type == "image/svg+xml"
  }

  /// Returns whether a header names gzip, and not to refuse it.
  private static func readsGzip(_ encodings: String?) -> Bool {
    guard let encodings else { return false }
    return encodings.split(separator: ",").contains { part in
      let halves = part.lowercased().filter { $0 != " " }
        .split(separator: ";", maxSplits: 1)
      guard halves.first == "gzip" || halves.first == "*" else { return false }
      return halves.count == 1
        || !halves[1].dropFirst("q=".count).allSatisfy { "0.".contains($0) }
    }
  }
}
