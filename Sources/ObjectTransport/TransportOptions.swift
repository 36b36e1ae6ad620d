internal import Encodings

/// The parent's options when it opens a remote.
struct TransportOptions {
  var url = ""
  /// The name of the user; for S3 the id of the access key.
  var user: Secret?
  /// The password; for S3 the secret access key.
  var password: Secret?
  /// The token of a peer, or of an S3 session.
  var token: Secret?
  /// The address of an S3 store other than Amazon's.
  var endpoint: String?
  /// The region of an S3 store.
  var region = "us-east-1"
  /// A file of certificates to trust instead of the system's.
  var caFile: String?
  /// The server's public key, as libcurl writes its hash. Alone it is trusted
  /// instead of any certificate, otherwise in addition to the file's.
  var pinnedKey: String?
  /// The URL of a proxy, which may contain a password.
  var proxy: Secret?
  /// A Boolean value that indicates whether to look up name and password in
  /// `.netrc`.
  var usesNetrc = false
  /// A Boolean value that indicates whether no connection may lead to this
  /// machine itself.
  var leavesMachine = false
  /// A Boolean value that indicates whether connections lead to public
  /// addresses alone.
  var isPublic = false
  /// A Boolean value that indicates whether redirects are answers, which the
  /// parent judges, and no errors.
  var tellsRedirects = false
  /// The number of seconds allowed for connecting.
  var connectTimeout = 10
  /// The number of seconds allowed without progress.
  var stallTimeout = 30
  /// The number of seconds allowed for a request, including repetitions: this
  /// ends the wait for a server that sends a few bytes now and then.
  var requestTimeout = 900
  /// The largest number of repetitions of a request.
  var retries = 4

  /// Reads the map of options.
  ///
  /// - Throws: ``TransportError`` for unknown options and for values out of
  ///   range, `CBORError` for other input.
  init(from reader: inout CBORReader) throws {
    for _ in 0..<(try reader.map()) {
      let key = try reader.text()
      switch key {
      case "url": url = try Self.text(&reader)
      case "user": user = try Secret(try reader.textBytes())
      case "password": password = try Secret(try reader.textBytes())
      case "token": token = try Secret(try reader.textBytes())
      case "endpoint": endpoint = try Self.text(&reader)
      case "region": region = try Self.text(&reader)
      case "caFile": caFile = try Self.text(&reader)
      case "pinnedKey": pinnedKey = try Self.text(&reader)
      case "proxy": proxy = try Secret(try reader.textBytes())
      case "netrc": usesNetrc = try reader.bool()
      case "elsewhere":
        leavesMachine = try Self.number(&reader, key, 0...1) == 1
      case "public": isPublic = try Self.number(&reader, key, 0...1) == 1
      case "redirects":
        tellsRedirects = try Self.number(&reader, key, 0...1) == 1
      case "connectTimeout":
        connectTimeout = try Self.number(&reader, key, 1...3_600)
      case "stallTimeout":
        stallTimeout = try Self.number(&reader, key, 1...3_600)
      case "requestTimeout":
        requestTimeout = try Self.number(&reader, key, 1...86_400)
      case "retries": retries = try Self.number(&reader, key, 0...20)
      default:
        throw TransportError(
          .invalid, "there is no option \(CurlHandle.safe(key))")
      }
    }
  }

  private static func text(_ reader: inout CBORReader) throws -> String {
    let text = try reader.text()
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw TransportError(.invalid, "an option contains control characters")
    }
    return text
  }

  private static func number(
    _ reader: inout CBORReader, _ key: String, _ range: ClosedRange<Int>
  ) throws -> Int {
    let value = Int(clamping: try reader.unsigned())
    guard range.contains(value) else {
      throw TransportError(
        .invalid,
        "\(key) is \(value), not from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return value
  }
}
