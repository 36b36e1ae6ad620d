internal import CCurl
internal import Glibc

/// What is asked of a server.
struct HTTPRequest {
  var method: String
  /// The whole URL, encoded.
  var url: String
  var headers: [(name: String, value: String)] = []
  var body: ArraySlice<UInt8>?
  /// How many bytes of an answer's body are read; more is an error.
  var limit = 1 << 20
  /// Whether sending it twice does what sending it once does.
  var isRepeatable = true
}

/// What a server answered.
struct HTTPResponse {
  var status = 0
  /// By the names in lower case; of several with a name, all, with commas
  /// between them.
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  /// Whether it takes a password as a digest alone.
  var wantsDigest: Bool {
    let schemes = headers["www-authenticate"]?.lowercased() ?? ""
    return schemes.contains("digest ") && !schemes.contains("basic ")
  }

  var isSuccess: Bool { (200..<300).contains(status) }

  /// When the server sent it, by its own clock, in seconds since 1970.
  var date: Int? { headers["date"].flatMap(Self.seconds) }

  /// The seconds that it asks to wait.
  func retryAfter(now: Int) -> Int? {
    guard let text = headers["retry-after"] else { return nil }
    if let seconds = Int(text) { return max(0, seconds) }
    return Self.seconds(of: text).map { max(0, $0 - (date ?? now)) }
  }

  /// The moment that a date of HTTP names.
  static func seconds(of text: String) -> Int? {
    let seconds = curl_getdate(text, nil)
    return seconds < 0 ? nil : seconds
  }
}

/// The hour of a store's clock, as names of objects hold it.
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
