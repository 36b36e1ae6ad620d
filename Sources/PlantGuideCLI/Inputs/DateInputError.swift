/// A day, an instant or a span that is not understood.
struct DateInputError: Error, Sendable, Hashable {
  /// What was typed.
  let text: String
  /// What is wrong with it, as the end of a sentence.
  let reason: String
  /// What can be typed instead.
  let hint: String
}

extension DateInputError: CustomStringConvertible {
  var description: String { "'\(text)' \(reason)" }
}

extension DateInputError {
  static func notADay(_ text: String) -> DateInputError {
    DateInputError(
      text: text,
      reason: impossibleDate(text) ?? "is not a day",
      hint: "write today, yesterday, monday, 3d, 2w, 3d ago or 2026-03-01")
  }

  static func notAnInstant(_ text: String) -> DateInputError {
    let day = String(text.prefix(10))
    return DateInputError(
      text: text,
      reason: impossibleDate(day) ?? "is not a point in time",
      hint: "write yesterday, 18:00, 'yesterday 18:00', 2026-03-01, "
        + "'2026-03-01 09:00' or 2026-03-01T09:00:00+01:00")
  }

  static func notExact(_ text: String) -> DateInputError {
    DateInputError(
      text: text,
      reason: impossibleDate(String(text.prefix(10)))
        ?? "is not an instant with its offset",
      hint: "write it as 2026-03-01T09:00:00+01:00 or 2026-03-01T08:00:00Z")
  }

  static func notAMoment(_ text: String) -> DateInputError {
    DateInputError(
      text: text,
      reason: impossibleDate(String(text.prefix(10)))
        ?? "is neither a date nor an instant",
      hint: "write it as 2026-03-01 or 2026-03-01T09:00:00+01:00")
  }

  static func notASpan(_ text: String) -> DateInputError {
    DateInputError(
      text: text, reason: "is not a number of days from 1 to 36500",
      hint: "write daily, weekly, monthly, 7d, 2w, 1m (30 days) or 10")
  }

  /// Says so where a date is well written and no calendar has it.
  private static func impossibleDate(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.joined().utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    return text.isRealDate ? nil : "is a date that no calendar has"
  }
}
