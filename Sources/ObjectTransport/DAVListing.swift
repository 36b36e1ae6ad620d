internal import Encodings

/// An entry of a collection.
package struct DAVEntry {
  /// The name, decoded.
  package let name: String
  let isCollection: Bool
  /// The time of the last change, in seconds since 1970.
  let modified: Int?
}

/// The answer to a listing of a collection.
package struct DAVListing {
  static let mostBytes = 1 << 25
  /// The most entries of one answer, and the most bytes of their paths.
  private static let mostEntries = 1 << 17
  private static let mostPathBytes = 1 << 24
  /// The body of the request for a listing.
  static let question = Array(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <propfind xmlns="DAV:"><prop><resourcetype/><getlastmodified/></prop>\
    </propfind>
    """.utf8)

  /// The body of the request for the room that is left (RFC 4331).
  static let roomQuestion = Array(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <propfind xmlns="DAV:"><prop><quota-available-bytes/></prop></propfind>
    """.utf8)

  /// Returns the free bytes that an answer states; `nil` if it states none.
  static func room(in body: [UInt8]) -> Int? {
    var room: Int?
    try? XMLElements.read(body, atMost: 1 << 16) { event in
      if case .end("quota-available-bytes", let text) = event {
        room = Int(text).flatMap { $0 < 0 ? nil : $0 }
      }
      return true
    }
    return room
  }

  package let entries: [DAVEntry]

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - body: The answer.
  ///   - path: The path that was asked for. A server behind a proxy may know
  ///     the collection under another, which then is the shortest named.
  ///   - host: The server's host.
  /// - Throws: ``TransportError`` if the answer is not a listing.
  package init(
    _ body: [UInt8], of path: String, host: String
  ) throws(TransportError) {
    var found: [(path: [UInt8], isCollection: Bool, modified: Int?)] = []
    var pathByteCount = 0
    var isListing = false
    var isFull: Bool {
      found.count > Self.mostEntries || pathByteCount > Self.mostPathBytes
    }
    var current: (path: [UInt8]?, isCollection: Bool, modified: Int?) = (
      nil, false, nil
    )
    do throws(XMLError) {
      try XMLElements.read(body, atMost: Self.mostBytes) { event in
        switch event {
        case .start("multistatus", _): isListing = true
        case .start("response", _): current = (nil, false, nil)
        case .start("collection", _): current.isCollection = true
        case .end("href", let text) where current.path == nil:
          current.path = Self.path(of: text)
        case .end("getlastmodified", let text):
          current.modified = HTTPResponse.seconds(of: text)
        case .end("response", _):
          if let path = current.path {
            found.append((path, current.isCollection, current.modified))
            pathByteCount += path.count
          }
        default: break
        }
        return !isFull
      }
    } catch {
      throw TransportError(
        .server, "the list of files that \(host) sent \(error.reason)",
        canRetry: true)
    }
    guard isListing else {
      throw TransportError(
        .server, "\(host) sent no list of files; check the remote's URL",
        canRetry: true)
    }
    guard !isFull else {
      throw TransportError(
        .tooLarge,
        "\(host) lists more files in one folder than the program can read")
    }
    let asked = PercentEncoding.decoded(path).withoutSlash
    let own =
      found.contains { $0.path == asked }
      ? asked
      : found.map(\.path).min { $0.count < $1.count } ?? asked
    entries = found.compactMap { entry in
      guard
        entry.path.count > own.count + 1, entry.path.starts(with: own),
        entry.path[own.count] == UInt8(ascii: "/")
      else { return nil }
      let name = entry.path[(own.count + 1)...]
      guard !name.contains(UInt8(ascii: "/")) else { return nil }
      return DAVEntry(
        name: String(decoding: name, as: UTF8.self),
        isCollection: entry.isCollection, modified: entry.modified)
    }
  }

  /// The decoded path of an absolute URL or a path, without a slash at its end.
  private static func path(of href: String) -> [UInt8] {
    var text = Array(href.utf8).filter { $0 > 0x20 }[...]
    // After scheme and host.
    if text.first != UInt8(ascii: "/") {
      let parts = text.split(
        separator: UInt8(ascii: "/"), maxSplits: 3,
        omittingEmptySubsequences: false)
      text = parts.count == 4 ? [UInt8(ascii: "/")] + parts[3] : []
    }
    return PercentEncoding.decoded(String(decoding: text, as: UTF8.self))
      .withoutSlash
  }
}

extension [UInt8] {
  fileprivate var withoutSlash: [UInt8] {
    last == UInt8(ascii: "/") ? Array(dropLast()) : self
  }
}
