internal import JournalCare
package import JournalQueries
package import JournalTime
internal import SearchEngine
internal import TextKit

/// The readers of conditions for lists of plants.
package enum ListInput {
  /// Returns the days between waterings: `weekly` for the whole frequency, `7d`
  /// for that interval alone, `5d..10d` for a range; several separated by
  /// commas.
  package static func waterings(
    _ text: String
  ) throws -> [ClosedRange<Int>] {
    try SelectionInput.parts(text).map(watering)
  }

  private static func watering(_ text: String) throws -> ClosedRange<Int> {
    if let frequency = Frequency(named: text) { return frequency.intervals }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty else {
      let days = try ScheduleInput.interval(text)
      return days...days
    }
    let first = try ScheduleInput.interval(String(parts[0]))
    let last = try ScheduleInput.interval(String(parts[2]))
    guard first <= last else {
      throw InputError("the range '\(text)' ends before it begins")
    }
    return first...last
  }

  /// Reads `price`, `price=9.99`, `price>=10`.
  package static func condition(
    _ text: String
  ) throws(InputError) -> FactCondition {
    let start = text.firstIndex { "<>=".contains($0) } ?? text.endIndex
    let field = String(text[..<start])
    guard FactField.name(typed: field) != nil else {
      throw InputError(
        "'\(text)' names no field",
        hint: "write its name, and what its value is to be: 'price>10'")
    }
    let rest = text[start...]
    let comparison = FactCondition.Comparison.allCases.first {
      rest.hasPrefix($0.rawValue)
    }
    return FactCondition(
      field,
      comparison.map { ($0, String(rest.dropFirst($0.rawValue.count))) })
  }

  /// Returns the time between two moments as typed; `nil` for an open end.
  ///
  /// - Parameters:
  ///   - since: The first moment.
  ///   - until: The last moment.
  ///   - reversed: The error if it ends before it begins.
  /// - Returns: The time, which the clock of the request completes.
  package static func added(
    since: String?, until: String?, reversed: any Error
  ) -> Timed<ClosedRange<Instant>> {
    Timed { clock in
      let first = try since.map {
        try DateInput.bound($0, .start, now: clock.now, zone: clock.zone)
      }
      let last = try until.map {
        try DateInput.bound($0, .end, now: clock.now, zone: clock.zone)
      }
      let start = first ?? Instant(milliseconds: .min)
      let end = last ?? Instant(milliseconds: .max)
      guard start <= end else { throw reversed }
      return start...end
    }
  }
}

extension ListOrder {
  /// The removed plants, the latest first.
  package static let latestRemoved = ListOrder([
    Criterion(ListField(.removed, .date), isDescending: true)
  ])

  /// Reads `next,-name`.
  package init(_ text: String) throws(InputError) {
    var criteria: [Criterion] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard part != "newest" else {
        criteria.append(Criterion(ListField(.added), isDescending: true))
        continue
      }
      let isDescending = part.first == "-"
      let name = String(isDescending ? part.dropFirst() : part)
      criteria.append(
        Criterion(try ListField(name), isDescending: isDescending))
    }
    self.init(criteria)
  }
}

extension ListField {
  /// Reads `name` or `next:date`.
  package init(_ text: String) throws(InputError) {
    let halves = text.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves.first ?? "")
    guard let column = ListColumn(rawValue: name), column != .own else {
      // The journal knows whether people named it so.
      if halves.count == 1, let own = FactField.name(typed: name) {
        self.init(own: own)
        return
      }
      throw Self.unknown(
        text, among: ListColumn.named.map(\.rawValue), like: name)
    }
    guard halves.count == 2 else {
      self.init(column)
      return
    }
    guard let part = Part(rawValue: String(halves[1])),
      column.parts.contains(part)
    else {
      throw Self.unknown(
        text,
        among: [column.rawValue]
          + column.parts.map { "\(column.rawValue):\($0.rawValue)" },
        like: text)
    }
    self.init(column, part)
  }

  private static func unknown(
    _ text: String, among names: [String], like word: String
  ) -> InputError {
    let guess = Suggestion.nearest(to: word, among: names).first
    let all = "there are \(Phrase.list(names, joinedBy: "and"))"
    return InputError(
      "there is no column '\(text)'",
      hint: guess.map { "did you mean '\($0)'? \(all)" } ?? all)
  }
}
