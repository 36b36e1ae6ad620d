import Glibc
import Synchronization
import Testing

@testable import LMDBKit

@Suite struct TransactionGateTests {
  let gate = TransactionGate()

  /// Whoever goes first, a correct gate passes; one that does not wait is
  /// given ten thousand chances to fail.
  @Test func exclusiveUseWaitsForLiveTransactions() throws {
    let isLive = Atomic<Bool>(true)
    let wasEarly = Atomic<Bool>(false)
    let gate = gate
    _ = try gate.enter(.read)
    try withThread {
      try gate.exclusively("test") {
        wasEarly.store(isLive.load(ordering: .acquiring), ordering: .releasing)
      }
    } during: {
      for _ in 0..<10_000 {
        // Must not wait for the one who waits for us.
        let isOutermost = try gate.enter(.read)
        #expect(!isOutermost)
        gate.leave()
        sched_yield()
      }
      isLive.store(false, ordering: .releasing)
      gate.leave()
    }
    let wasTooEarly = wasEarly.load(ordering: .acquiring)
    #expect(!wasTooEarly)
  }

  @Test func exclusiveUseInsideATransactionThrows() throws {
    _ = try gate.enter(.read)
    let error = #expect(throws: LMDBError.self) {
      try gate.exclusively("test") {}
    }
    #expect(error?.code == .nestedTransaction)
    gate.leave()
    try gate.exclusively("test") {}
  }

  @Test func exclusiveUseEndsWhenItThrows() throws {
    #expect(throws: LMDBError.self) {
      try gate.exclusively("test") { () throws(LMDBError) in
        throw LMDBError(code: .mapFull, operation: "test")
      }
    }
    let isOutermost = try gate.enter(.write)
    #expect(isOutermost)
    gate.leave()
  }

  private func withThread(
    _ body: @escaping @Sendable () throws -> Void, during: () throws -> Void
  ) throws {
    let thread = try Thread(body)
    try during()
    try thread.join()
  }
}
