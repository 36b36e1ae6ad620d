internal import JournalEvents

/// Months as runs: "Mar-Oct", as `--months` reads them.
enum MonthRuns {
  /// The runs of `months`, from 1 to 12 and ascending, by name; one may go on
  /// over the new year.
  static func text(_ months: [Int], name: (Int) -> String) -> String {
    guard months.count < 12 else { return "\(name(1))-\(name(12))" }
    let active = Set(months)
    let starts = months.filter { !active.contains(($0 + 10) % 12 + 1) }
    return starts.map { start in
      var end = start
      while active.contains(end % 12 + 1) { end = end % 12 + 1 }
      return start == end ? name(start) : "\(name(start))-\(name(end))"
    }.joined(separator: ",")
  }

  /// The runs of a schedule's months: "Mar-Oct".
  static func text(_ months: MonthSet) -> String {
    text(months.months) { MonthName.names[$0 - 1].prefix(3).capitalized }
  }
}

extension Substring {
  fileprivate var capitalized: String {
    prefix(1).uppercased() + dropFirst()
  }
}
