internal import ObjectTransport

extension FuzzTarget {
  /// What a store answers that is asked for the objects it holds: after a first
  /// byte that says so, as S3 does, else as WebDAV.
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
