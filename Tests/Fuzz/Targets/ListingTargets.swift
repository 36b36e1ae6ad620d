internal import ObjectTransport

extension FuzzTarget {
  /// A store's answer to a listing: as S3 gives it after a first byte `s`, else
  /// as WebDAV does.
  static let listings = FuzzTarget("listings") { bytes in
    let body = Array(bytes.dropFirst())
    if bytes.first == UInt8(ascii: "s") {
      guard let page = try? S3Listing(body, host: "host") else { return }
      try hold(page.next?.isEmpty != true, "the next page has no name")
    } else {
      guard let list = try? DAVListing(body, of: "/dav/v1/", host: "host")
      else { return }
      let names = list.entries.map(\.name)
      try hold(
        names.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0x2f) },
        "what lies deeper is listed")
    }
  }
}
