import Glibc
import Testing

@testable import TerminalKit

/// Keys as a terminal hands them over.
@Suite struct KeyReaderTests {
  /// A terminal, by its two ends.
  private struct Pair: ~Copyable {
    var leader: Int32 = -1
    var follower: Int32 = -1

    init() { openpty(&leader, &follower, nil, nil, nil) }

    deinit {
      if leader >= 0 { close(leader) }
      close(follower)
    }

    /// Takes the terminal away from whoever reads it.
    mutating func hangUp() {
      if leader >= 0 { close(leader) }
      leader = -1
    }

    func type(_ text: String) {
      _ = Array(text.utf8).withUnsafeBytes {
        write(leader, $0.baseAddress, $0.count)
      }
    }

    /// A Boolean value that indicates whether lines are read and echoed.
    var isUsual: Bool {
      var mode = termios()
      tcgetattr(follower, &mode)
      let flags = tcflag_t(ICANON | ECHO)
      return mode.c_lflag & flags == flags
    }
  }

  @Test func keysAndSequencesAreRead() throws {
    let pair = Pair()
    let keys = try KeyReader(from: pair.follower)
    pair.type("dü水 ?\r\u{1b}[A\u{1b}OB\u{1b}[1;5Cx\u{1b}[3~y\u{4}")
    var found: [Key] = []
    while found.last != .end { found.append(keys.next()) }
    #expect(
      found == [
        .character("d"), .character("ü"), .character("水"), .character(" "),
        .character("?"), .enter, .back, .forward, .forward, .character("x"),
        .character("y"), .end,
      ])
    let isUsual = pair.isUsual
    #expect(isUsual)
  }

  @Test func theEscapeKeyAloneIsAKey() throws {
    let pair = Pair()
    let keys = try KeyReader(from: pair.follower)
    pair.type("\u{1b}")
    #expect(keys.next() == .escape)
  }

  @Test func aLineIsReadWhole() throws {
    let pair = Pair()
    let keys = try KeyReader(from: pair.follower)
    pair.type("a new leaf\nq")
    #expect(keys.line() == "a new leaf")
    #expect(keys.next() == .character("q"))
  }

  @Test func aTerminalThatIsGoneEnds() throws {
    var pair = Pair()
    let keys = try KeyReader(from: pair.follower)
    pair.hangUp()
    #expect(keys.next() == .end)
    #expect(keys.line() == nil)
  }
}
