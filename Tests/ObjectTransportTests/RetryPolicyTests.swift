import Testing

@testable import ObjectTransport

@Suite struct RetryPolicyTests {
  private let policy = RetryPolicy(retries: 4)

  @Test func waitsGrowAndThenEnd() {
    let longest = (0...4).map {
      policy.wait(afterAttempt: $0, chance: { $0 })
    }
    #expect(longest == [250, 500, 1_000, 2_000, nil])
    #expect(policy.wait(afterAttempt: 3, chance: { _ in 0 }) == 0)
    let many = RetryPolicy(retries: 20)
    #expect(many.wait(afterAttempt: 19, chance: { $0 }) == 20_000)
  }

  @Test func aServerSaysHowLongUpToAMinute() {
    let chance = { (_: Int) in 7 }
    func wait(_ requested: Int) -> Int? {
      policy.wait(afterAttempt: 0, requested: requested, chance: chance)
    }
    #expect(wait(0) == 7)
    #expect(wait(3) == 3_000)
    #expect(wait(60) == 60_000)
    #expect(wait(61) == nil)
  }

  @Test func retryAfterIsSecondsOrADate() {
    var response = HTTPResponse()
    func wait(_ text: String) -> Int? {
      response.headers["retry-after"] = text
      return response.retryAfter(now: 784_111_770)
    }
    #expect(wait("120") == 120)
    #expect(wait("-5") == 0)
    #expect(wait("Sun, 06 Nov 1994 08:49:37 GMT") == 7)
    #expect(wait("soon") == nil)
    // By the server's clock, where it tells it.
    response.headers["date"] = "Sun, 06 Nov 1994 08:49:27 GMT"
    #expect(wait("Sun, 06 Nov 1994 08:49:37 GMT") == 10)
    #expect(StoreHour.text(784_111_777) == "1994110608")
  }
}
