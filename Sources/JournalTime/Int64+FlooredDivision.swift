extension Int64 {
  /// Divides towards negative infinity, so that instants before 1970 fall into
  /// the day and second that contain them.
  ///
  /// `divisor` must be positive; the remainder is never negative.
  func flooredDivision(
    by divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0
      ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Seconds in a day without a zone's transition.
let secondsPerDay: Int64 = 86_400

/// Milliseconds in a day without a zone's transition.
let millisecondsPerDay: Int64 = 86_400_000
