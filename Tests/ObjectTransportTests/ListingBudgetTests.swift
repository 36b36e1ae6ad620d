import Testing

@testable import ObjectTransport

@Suite struct ListingBudgetTests {
  /// Answers without names, too many names, and answers too long.
  @Test(arguments: [(0, 100), (1 << 16, 1 << 20), (1, 1 << 24)])
  func aListingEnds(names: Int, bytes: Int) {
    var budget = ListingBudget(host: "box", answers: 1_000)
    #expect(throws: TransportError.self) {
      for _ in 0...1_000 { try budget.take(names: names, bytes: bytes) }
    }
  }

  @Test func aJournalOfManyYearsIsListed() throws {
    var budget = ListingBudget(host: "box", answers: 1 << 12)
    for _ in 0..<500 { try budget.take(names: 1_000, bytes: 400_000) }
  }
}
