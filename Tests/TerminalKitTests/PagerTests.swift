import Glibc
import JournalTestSupport
import POSIXKit
import Testing

@testable import TerminalKit

@Suite(.serialized) struct PagerTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A pager that begins to read when it is told to, and keeps what it gets.
  private func pager(thatEnds: Bool = false) throws -> Pager {
    let script = "\(directory.path)/pager"
    let text =
      "#!/bin/sh\nread word < '\(directory.path)/go'\n"
      + (thatEnds ? "exit\n" : "exec cat > '\(directory.path)/shown'\n")
    try File.replace(script, with: Array(text.utf8))
    try #require(chmod(script, 0o700) == 0)
    try #require(mkfifo("\(directory.path)/go", 0o600) == 0)
    return Pager([script], rows: 24)
  }

  private func letRead() throws {
    try File("\(directory.path)/go", .replacing).write(Array("go\n".utf8)[...])
  }

  private let lines = Array(
    (0..<20_000).map { "line \($0)\n" }.joined().utf8)

  /// Whoever prints holds a transaction, and must not wait for a reader.
  @Test func whatThePagerDoesNotTakeWaitsForIt() throws {
    let pager = try pager()
    for _ in 0..<20 { #expect(try pager.show(lines)) }
    try letRead()
    pager.finish()
    let shown = try File.contents(
      of: "\(directory.path)/shown", atMost: .max)
    #expect(shown == Array(repeatElement(lines, count: 20).joined()))
  }

  @Test func aReaderWhoHasSeenEnoughEndsIt() throws {
    Output.turnSignalsIntoErrors()
    let pager = try pager(thatEnds: true)
    #expect(try pager.show(lines))
    try letRead()
    #expect(throws: OutputError.closed) {
      while true { _ = try pager.show(lines) }
    }
    pager.finish()
  }

  @Test func aScreenOfLinesNeedsNone() throws {
    let pager = Pager(["/none"], rows: 24)
    #expect(try !pager.show(Array("a\nb\n".utf8)))
    #expect(try !pager.show(lines))
  }
}
