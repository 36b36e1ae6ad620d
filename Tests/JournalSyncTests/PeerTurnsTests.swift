import Testing

@testable import JournalSync

/// Tests of the order of answers, and of the room that guests hold meanwhile.
@Suite struct PeerTurnsTests {
  /// Takes the next jobs, until nobody may go on.
  private func taken(_ turns: inout PeerTurns<Int>) -> [Int] {
    var taken: [Int] = []
    while let next = turns.next() { taken.append(next.job) }
    return taken
  }

  @Test func guestsAreServedInTurn() {
    var turns = PeerTurns<Int>()
    for job in 0..<4 { turns.add(job, of: "phone") }
    turns.add(10, of: "desk")
    turns.add(20, of: "tablet")
    turns.add(11, of: "desk")
    #expect(taken(&turns) == [0, 10, 20, 1, 11, 2, 3])
    #expect(!turns.hasNext)
  }

  /// A long answer lets all others pass, but not later requests of the same
  /// guest.
  @Test func aLongAnswerLetsTheOthersPass() {
    var turns = PeerTurns<Int>()
    turns.add(0, of: "phone")
    turns.add(1, of: "phone")
    for job in 10..<13 { turns.add(job, of: "desk") }
    var order: [Int] = []
    for _ in 0..<4 {
      guard let next = turns.next() else { break }
      order.append(next.job)
      if next.job == 0 { turns.putBack(0, of: "phone") }
    }
    #expect(order == [0, 10, 0, 11])
  }

  @Test func theTimeOfARoundIsShared() {
    var turns = PeerTurns<Int>()
    turns.add(0, of: "phone")
    let alone = turns.next()?.budget.milliseconds
    for guest in 0..<6 { turns.add(guest, of: "\(guest)") }
    let shared = turns.next()?.budget.milliseconds
    #expect(alone == 40 && shared == 6)
  }

  /// A guest that does not fetch its answers waits for itself, and at most
  /// shortens those of others.
  @Test func whoDoesNotFetchItsAnswersWaitsForItself() {
    var turns = PeerTurns<Int>()
    var held = 0
    for guest in 0..<40 {
      for job in 0..<24 { turns.add(job, of: "\(guest)") }
    }
    while let next = turns.next() {
      // Each takes all it may.
      let guest = "\(held % 40)"
      held += 1
      turns.beginAnswer(next.budget.byteCount, of: guest)
      if held > 2_000 { break }
    }
    #expect(!turns.hasNext)
    turns.add(7, of: "honest")
    let next = turns.next()
    #expect(next?.job == 7 && next?.budget.byteCount == 1 << 16)
    // Until what it had is sent, or given up.
    turns.beginAnswer(5 << 20, of: "honest")
    turns.add(8, of: "honest")
    #expect(taken(&turns).isEmpty)
    turns.endAnswer(5 << 20, of: "honest")
    #expect(taken(&turns) == [8])
  }

  /// Twenty slow readers of one guest hold less than an answer may have in all.
  @Test func answersOfOneGuestAreBounded() {
    var turns = PeerTurns<Int>()
    for job in 0..<20 { turns.add(job, of: "slow") }
    var held = 0
    while let next = turns.next() {
      held += next.budget.byteCount
      turns.beginAnswer(next.budget.byteCount, of: "slow")
    }
    #expect(held <= 8 << 20)
  }

  @Test func roomForRequestsIsBounded() {
    var turns = PeerTurns<Int>()
    let (large, small) = (16 << 20, 1 << 20)
    func isTaken(_ count: Int, _ guest: String) -> Bool {
      let isBringing = guest != "sitter"
      return turns.makeRoom(for: count, of: guest, isBringing: isBringing)
        == nil
    }
    #expect(isTaken(large, "phone") && !isTaken(1 << 10, "phone"))
    // Who only reads sends little.
    #expect(!isTaken(large, "sitter"))
    #expect(isTaken(small, "sitter") && isTaken(small, "sitter"))
    #expect(!isTaken(1, "sitter"))
    #expect(!isTaken(large, "desk") && isTaken(small, "desk"))
    turns.endRequest(large, of: "phone")
    #expect(isTaken(15 << 20, "desk"))
  }

  /// The guest that has sent most gives way to others, and to nobody who has
  /// sent more.
  @Test func whoHasSentMostGivesWay() {
    var turns = PeerTurns<Int>()
    func givesWay(_ count: Int, _ guest: String) -> String? {
      turns.makeRoom(for: count, of: guest, isBringing: true)
    }
    #expect(givesWay(15 << 20, "slow") == nil)
    #expect(givesWay(4 << 20, "desk") == nil)
    #expect(givesWay(4 << 20, "phone") == "slow")
    turns.endRequest(15 << 20, of: "slow")
    #expect(givesWay(4 << 20, "phone") == nil)
    #expect(givesWay(13 << 20, "slow") == "slow")
    #expect(givesWay(12 << 20, "slow") == nil)
  }
}

/// Tests of the places for connections.
@Suite struct PeerPlacesTests {
  private var places = PeerPlaces<Int>()

  @Test mutating func strangersMakeRoomForEachOther() {
    // Few of one address, but those of two browsers.
    let first = (0..<14).map { enter($0, from: "192.0.2.1") }
    #expect(first == Array(repeating: nil, count: 12) + [0, 1])
    // And not many in all: who has most loses one.
    for number in 20..<40 {
      let place = enter(number, from: "192.0.2.\(100 + number % 3)")
      #expect(place == nil, "\(number)")
    }
    let crowded = [
      enter(50, from: "198.51.100.1"), enter(51, from: "198.51.100.2"),
    ]
    #expect(crowded == [2, 3])
  }

  private mutating func enter(_ number: Int, from address: String) -> Int? {
    places.enter(number, from: address, at: Int64(number))
  }

  /// Lets a guest ask on a new connection; returns whether it may, and which
  /// connection ends for it.
  private mutating func ask(_ number: Int, _ guest: String) -> [Int?]? {
    _ = enter(number, from: guest)
    let place = places.note(guest, on: number)
    return place.isAdmitted ? [place.ending] : nil
  }

  @Test mutating func guestsKeepTheirsWhateverStrangersDo() {
    #expect(ask(0, "phone") == [nil])
    places.rest(0, at: 1)
    var ended: Set<Int> = []
    for number in 1...500 {
      let place = enter(number, from: "192.0.2.\(number % 50)")
      if let place { ended.insert(place) }
    }
    #expect(ended.count == 500 - 32)
    #expect(!ended.contains(0))
    // A stranger that shows a token is one of them no more.
    #expect(ask(501, "desk") == [nil])
    let late = enter(502, from: "198.51.100.1")
    #expect(late == nil)
    // One whose token was revoked is one of them again.
    #expect(places.note(nil, on: 501).isAdmitted)
    let crowded = enter(503, from: "198.51.100.2")
    #expect(crowded != nil)
  }

  @Test mutating func aGuestKeepsNoOtherOut() {
    for number in 0..<12 { #expect(ask(number, "greedy") == [nil]) }
    // All are busy.
    #expect(ask(12, "greedy") == nil)
    places.rest(7, at: 100)
    #expect(ask(13, "greedy") == [7])
    #expect(ask(14, "honest") == [nil])
  }

  @Test mutating func whoHasMostLosesOneToANewGuest() {
    for number in 0..<48 {
      #expect(ask(number, "guest \(number % 5)") == [nil])
    }
    for number in 0..<48 { places.rest(number, at: 100 + Int64(number)) }
    // The first three have one more.
    #expect(ask(49, "honest") == [0])
  }

  /// Four guests send slowly on all connections that they may have.
  @Test mutating func busyGuestsKeepNoOtherOut() {
    for number in 0..<48 {
      #expect(ask(number, "guest \(number % 4)") == [nil])
    }
    #expect(ask(48, "honest") == [0])
  }

  /// A connection would have to make room among its guest's own.
  @Test mutating func aGuestsPlaceIsGoodForAnother() {
    for number in 0..<48 {
      #expect(ask(number, "guest \(number % 5)") == [nil])
    }
    for number in 0..<48 { places.rest(number, at: 100 + Int64(number)) }
    for guest in ["honest", "guest 1", nil] {
      let place = places.note(guest, on: 0)
      #expect(place.isAdmitted && place.ending == nil, "\(guest ?? "none")")
    }
  }
}
