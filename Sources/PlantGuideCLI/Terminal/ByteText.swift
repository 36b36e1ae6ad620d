/// Numbers of bytes as people read them.
enum ByteText {
  /// `count` in the largest unit of which there are ten, rounded down.
  static func text(_ count: Int) -> String {
    var number = count
    var units = ["bytes", "KiB", "MiB", "GiB", "TiB"][...]
    while number >= 10 * 1_024, units.count > 1 {
      number /= 1_024
      units.removeFirst()
    }
    return "\(number) \(units.first ?? "")"
  }
}
