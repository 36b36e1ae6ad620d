/// A share in whole hundredths: "92%".
enum Percentage {
  static func text(_ share: Double) -> String {
    "\(Int((share * 100).rounded()))%"
  }
}

/// A number with one digit after the point: "2.5".
enum Tenths {
  static func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
