internal import CCurl
internal import Glibc

/// A request to a server.
struct HTTPRequest {
  var method: String
  /// The whole URL, encoded.
  var url: String
  var headers: [(name: String, value: String)] = []
  var body: ArraySlice<UInt8>?
  /// The largest accepted body of an answer in bytes; more is an error.
  var limit = 1 << 20
  /// A Boolean value that indicates whether the server may pack the answer,
  /// which is then unpacked. The limit holds for the unpacked body.
  var acceptsPacked = false
  /// A Boolean value that indicates whether repeating it does no harm.
  var isRepeatable = true
}

/// The answer of a server.
struct HTTPResponse {
  var status = 0
  /// The values by lower-case names; several with a name are separated by
  /// commas.
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  /// A Boolean value that indicates whether it takes passwords only as digests.
  var wantsDigest: Bool {
    let schemes = headers["www-authenticate"]?.lowercased() ?? ""
    return schemes.contains("digest ") && !schemes.contains("basic ")
  }

  var isSuccess: Bool { (200..<300).contains(status) }

  /// The time of sending, by the server's clock, in seconds since 1970.
  var date: Int? { headers["date"].flatMap(Self.seconds) }

  /// Returns the number of seconds to wait, if the answer gives it.
  func retryAfter(now: Int) -> Int? {
    guard let text = headers["retry-after"] else { return nil }
    if let seconds = Int(text) { return max(0, seconds) }
    return Self.seconds(of: text).map { max(0, $0 - (date ?? now)) }
  }

  /// The time of an HTTP date, in seconds since 1970.
  static func seconds(of text: String) -> Int? {
    let seconds = curl_getdate(text, nil)
    return seconds < 0 ? nil : seconds
  }
}

/// The hour of a store's clock, as in the names of objects.
enum StoreHour {
  /// A moment in seconds since 1970, as yyyymmddhh in UTC.
  static func text(_ seconds: Int) -> String {
    var moment = seconds
    var parts = tm()
    gmtime_r(&moment, &parts)
    let digits = [
      (Int(parts.tm_year) + 1_900, 4), (Int(parts.tm_mon) + 1, 2),
      (Int(parts.tm_mday), 2), (Int(parts.tm_hour), 2),
    ]
    return digits.map { value, width in
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }.reduce("", +)
  }

  /// This machine's clock.
  static var now: Int { time(nil) }
}
