internal import Encodings

/// The address of the objects of an S3 remote.
struct S3Address {
  /// Host and port, for messages.
  let host: String
  /// The URL of the bucket, ending in a slash.
  private let bucket: String
  /// The beginning of every key; empty, or ending in a slash.
  private let prefix: String

  /// Reads `s3://bucket/prefix`. The prefix is taken as it is written.
  init(_ options: TransportOptions) throws(TransportError) {
    let rest = options.url.dropFirst("s3://".count)
    let name = String(rest.prefix { $0 != "/" })
    var prefix = String(rest.dropFirst(name.utf8.count + 1))
    if !prefix.isEmpty, !prefix.hasSuffix("/") { prefix += "/" }
    guard
      !name.isEmpty,
      name.utf8.allSatisfy({
        $0 > 0x20 && $0 < 0x7f && !"\"@?#%\\:".utf8.contains($0)
      })
    else {
      throw TransportError(
        .invalid, "the remote's URL names no bucket after s3://")
    }
    guard Self.isRegion(options.region) else {
      throw TransportError(
        .invalid, "\(CurlHandle.safe(options.region)) is not a region")
    }
    self.prefix = prefix
    let path = PercentEncoding.path(name.utf8)
    if let endpoint = options.endpoint {
      let address = try WebAddress(
        endpoint, schemes: ["https": "https", "http": "http"])
      host = address.host
      bucket = "\(address.text)\(path)/"
    } else {
      // A certificate for all buckets does not cover names with dots.
      let isPlain = !name.contains(".") && name.lowercased() == name
      let end = options.region.hasPrefix("cn-") ? "com.cn" : "com"
      let domain = "s3.\(options.region).amazonaws.\(end)"
      host = isPlain ? "\(name).\(domain)" : domain
      bucket = isPlain ? "https://\(host)/" : "https://\(domain)/\(path)/"
    }
  }

  private static func isRegion(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x41...0x5a).contains($0)
          || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
  }

  /// The URL of an object.
  func url(_ name: String) -> String {
    bucket + PercentEncoding.path((prefix + name).utf8)
  }

  /// The URL of one page of a listing, its parameters in the order that
  /// signatures want.
  func listing(_ names: String, after: String, token: String?) -> String {
    var query: [(String, String)] = [
      ("encoding-type", "url"), ("list-type", "2"), ("max-keys", "1000"),
      ("prefix", prefix + names),
    ]
    if let token {
      query.insert(("continuation-token", token), at: 0)
    } else if !after.isEmpty {
      query.append(("start-after", prefix + after))
    }
    return bucket + "?"
      + query.map { "\($0)=\(PercentEncoding.value($1))" }
      .joined(separator: "&")
  }

  /// The name of the object with a key, or `nil` if the key is another's.
  func name(ofKey key: String) -> String? {
    guard key.utf8.starts(with: prefix.utf8) else { return nil }
    return String(key.utf8.dropFirst(prefix.utf8.count))
  }
}

/// A page of a listing.
package struct S3Listing {
  static let mostBytes = 1 << 24
  /// The most bytes of a token, which goes into the next request's URL.
  private static let mostTokenBytes = 1 << 12

  /// Whole keys, decoded.
  package private(set) var keys: [String] = []
  /// The token that asks for the next page; `nil` on the last.
  package private(set) var next: String?

  /// Reads the body of an answer.
  package init(_ body: [UInt8], host: String) throws(TransportError) {
    var keys: [String] = []
    var token: String?
    var isCut = false
    var isEncoded = false
    var isListing = false
    var isInContents = false
    do throws(XMLError) {
      try XMLElements.read(body, atMost: Self.mostBytes) { event in
        switch event {
        case .start("ListBucketResult", _): isListing = true
        case .start("Contents", _): isInContents = true
        case .end("Contents", _): isInContents = false
        case .end("Key", let text) where isInContents: keys.append(text)
        case .end("NextContinuationToken", let text): token = text
        case .end("IsTruncated", let text): isCut = text == "true"
        case .end("EncodingType", let text): isEncoded = text == "url"
        default: break
        }
        return true
      }
    } catch {
      throw TransportError(
        .server, "the list of objects that \(host) sent \(error.reason)",
        canRetry: true)
    }
    let isTokenFit = 1...Self.mostTokenBytes ~= token?.utf8.count ?? 0
    guard isListing, !isCut || isTokenFit else {
      throw TransportError(
        .server, "\(host) sent no list of objects; check the endpoint",
        canRetry: true)
    }
    self.keys =
      isEncoded
      ? keys.map {
        String(
          decoding: PercentEncoding.decoded($0, plusIsBlank: true),
          as: UTF8.self)
      } : keys
    next = isCut ? token : nil
  }
}
