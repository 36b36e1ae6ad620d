/// Numbers of bytes as people read them.
package enum ByteText {
  /// `count` in the largest unit of which there are ten, rounded down.
  package static func text(_ count: Int) -> String {
    var number = count
    var units = ["bytes", "KiB", "MiB", "GiB", "TiB"][...]
    while number >= 10 * 1_024, units.count > 1 {
      number /= 1_024
      units.removeFirst()
    }
    return "\(number) \(units.first ?? "")"
  }
}

/// A share in whole hundredths: "92%".
package enum Percentage {
  package static func text(_ share: Double) -> String {
    "\(Int((share * 100).rounded()))%"
  }
}

/// A number with one digit after the point: "2.5".
package enum Tenths {
  package static func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
