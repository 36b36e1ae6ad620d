internal import Encodings
public import JournalEvents

extension MonthSet {
  /// The months as users write them, in ranges: "Mar-Oct" or "Apr,Jun-Aug". A
  /// range may extend over the new year, as in "Nov-Feb".
  public var text: String {
    guard self != .all else { return "Jan-Dec" }
    let active = Set(months)
    let starts = months.filter { !active.contains(($0 + 10) % 12 + 1) }
    return starts.map { start in
      var end = start
      while active.contains(end % 12 + 1) { end = end % 12 + 1 }
      return start == end
        ? Self.names[start - 1]
        : "\(Self.names[start - 1])-\(Self.names[end - 1])"
    }.joined(by: ",")
  }

  private static let names = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
    "Nov", "Dec",
  ]
}
