/// The most that one listing of a store brings.
///
/// A store decides how many answers a listing takes. Without a bound, one that
/// always has another page would keep a sync for ever.
struct ListingBudget {
  private let host: String
  private var answers: Int
  private var names = 1 << 19
  private var bytes = 1 << 30

  /// Creates a budget of so many answers.
  init(host: String, answers: Int) {
    self.host = host
    self.answers = answers
  }

  /// Takes one answer from the budget.
  ///
  /// - Parameters:
  ///   - names: The number of names in the answer, of whatever kind.
  ///   - bytes: The length of the answer.
  /// - Throws: ``TransportError`` if more is asked for than is left.
  mutating func take(names: Int, bytes: Int) throws(TransportError) {
    answers -= 1
    self.names -= names
    self.bytes -= bytes
    guard answers >= 0, self.names >= 0, self.bytes >= 0 else {
      throw TransportError(
        .server,
        "\(host) lists more than any journal has, so the listing was stopped; "
          + "check the remote's URL")
    }
  }
}
