/// The facts about limits and freshness in the headers of an answer.
///
/// Services write them in several ways: as numbers with a time or a number of
/// seconds, or as structured fields (RFC 9651).
package struct AnswerHeaders {
  /// The requests in a period; `nil` if unknown.
  package private(set) var limit: Int?
  /// The requests that are left; `nil` if unknown.
  package private(set) var remaining: Int?
  /// The seconds since 1970 when the count starts again; `nil` if unknown.
  package private(set) var resetsAt: Int?
  /// The seconds to wait before another request; `nil` if unknown.
  package private(set) var waitSeconds: Int?
  /// The name of the structured policy, such as `dailyQuota`.
  private(set) var policy: String?
  /// The seconds for which the answer is fresh; `nil` if unknown.
  private(set) var maxAge: Int?
  /// A Boolean value that indicates whether nobody may keep the answer.
  private(set) var forbidsKeeping = false

  /// A greater number is a time rather than a number of seconds.
  private static let leastTime = 1_000_000_000
  /// The greatest number of seconds that counts, so that sums stay in range.
  fileprivate static let mostSeconds = 1 << 33

  /// Reads headers, whose names are in lower case.
  package init(_ headers: [String: String], now: Int) {
    func number(_ names: String...) -> Int? {
      for prefix in ["", "x-"] {
        for name in names {
          guard let text = headers[prefix + name] else { continue }
          // Some write "60, 60;w=60".
          let digits = text.drop { $0 == " " }.prefix { $0.isASCIIDigit }
          if let value = Int(digits) { return value }
        }
      }
      return nil
    }
    limit = number("ratelimit-limit")
    remaining = number("ratelimit-remaining")
    resetsAt = number("ratelimit-reset").map {
      switch $0 {
      case (Self.leastTime * 1_000)...: $0 / 1_000
      case Self.leastTime...: $0
      default: now + $0
      }
    }.flatMap { AnswerCache.moments.contains($0) ? $0 : nil }
    if let text = headers["ratelimit"] {
      let item = StructuredItem(text)
      policy = item.name
      remaining = item.number("r", "remaining") ?? remaining
      limit = item.number("limit") ?? limit
      resetsAt = item.number("t", "reset").map { now + $0 } ?? resetsAt
    }
    if let text = headers["ratelimit-policy"] {
      let item = StructuredItem(text)
      policy = policy ?? item.name
      limit = item.number("q") ?? limit
    }
    readWait(headers, now)
    for part in (headers["cache-control"] ?? "").split(separator: ",") {
      let word = part.drop { $0 == " " }.lowercased()
      if word.hasPrefix("max-age="), let seconds = Int(word.dropFirst(8)) {
        maxAge = min(max(0, seconds), Self.mostSeconds)
      }
      if word.hasPrefix("no-store") { forbidsKeeping = true }
    }
  }

  private mutating func readWait(_ headers: [String: String], _ now: Int) {
    if let text = headers["retry-after"] {
      if let seconds = Int(text) {
        waitSeconds = min(max(0, seconds), Self.mostSeconds)
      } else if let moment = HTTPDate.seconds(of: text) {
        let clock = headers["date"].flatMap(HTTPDate.seconds) ?? now
        waitSeconds = max(0, moment - clock)
      }
    } else if let resetsAt, remaining == 0 || remaining == nil {
      waitSeconds = max(0, resetsAt - now)
    }
    if resetsAt == nil, let waitSeconds { resetsAt = now + waitSeconds }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// The first item of a structured field with its parameters:
/// `"dailyQuota";r=416;t=3600`, or in older drafts `limit=100, remaining=50`.
private struct StructuredItem {
  let name: String?
  private var numbers: [String: Int] = [:]

  init(_ text: String) {
    let pieces = text.split { $0 == ";" || $0 == "," }
    var name: String?
    for piece in pieces {
      let word = piece.filter { $0 != " " && $0 != "\"" }
      let parts = word.split(separator: "=", maxSplits: 1)
      if parts.count == 2, let value = Int(parts[1]) {
        // What is negative is unknown.
        guard value >= 0 else { continue }
        // A second item may repeat a parameter.
        let key = parts[0].lowercased()
        if numbers[key] == nil {
          numbers[key] = min(value, AnswerHeaders.mostSeconds)
        }
      } else if name == nil, parts.count == 1 {
        name = word
      }
    }
    self.name = name
  }

  func number(_ names: String...) -> Int? {
    names.lazy.compactMap { numbers[$0] }.first
  }
}

/// The dates of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
  /// The short names of the months, folded.
  static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct",
    "nov", "dec",
  ]

  /// Returns the seconds since 1970; `nil` for another form.
  static func seconds(of text: String) -> Int? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
      1...31 ~= day,
      let month = months.firstIndex(of: parts[2].lowercased()),
      let year = Int(parts[3]), 1970...9999 ~= year
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, 0...23 ~= clock[0], 0...59 ~= clock[1],
      0...60 ~= clock[2]
    else { return nil }
    // Days since 1970 by years that begin in March.
    let fromMarch = (month + 10) % 12
    let march = month < 2 ? year - 1 : year
    let days =
      march * 365 + march / 4 - march / 100 + march / 400
      + (153 * fromMarch + 2) / 5 + day - 719_469
    return days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
  }
}
