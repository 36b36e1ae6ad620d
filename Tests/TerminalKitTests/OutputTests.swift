import Glibc
import JournalTestSupport
import POSIXKit
import Testing

@testable import TerminalKit

struct OutputTests {
  /// A sink that takes a few bytes at a time and is interrupted in between.
  private final class Reluctant {
    var taken: [UInt8] = []
    var calls = 0

    func write(
      _ bytes: UnsafeRawBufferPointer
    ) -> Result<Int, Output.SystemFailure> {
      calls += 1
      guard calls % 2 == 0 else { return .failure(.init(errno: EINTR)) }
      taken += bytes.prefix(3)
      return .success(min(3, bytes.count))
    }
  }

  @Test func everythingArrivesInOrderThroughInterruptions() throws {
    let sink = Reluctant()
    var output = Output(sink: sink.write)
    try output.write("Grün")
    try output.writeLine("lilie")
    try output.write(bytes: Array("ok".utf8))
    #expect(sink.taken.isEmpty)
    try output.flush()
    #expect(String(decoding: sink.taken, as: UTF8.self) == "Grünlilie\nok")
    let calls = sink.calls
    try output.flush()
    #expect(sink.calls == calls)
  }

  @Test func muchOutputDoesNotWaitForTheEnd() throws {
    let sink = Reluctant()
    var output = Output(sink: sink.write)
    try output.write(String(repeating: "x", count: 1 << 16))
    #expect(sink.taken.count == 1 << 16)
  }

  @Test func aFullDiskIsReported() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var output = Output(fileDescriptor: descriptor)
    try output.write("x")
    #expect(throws: OutputError.failed(errno: ENOSPC)) { try output.flush() }
  }

  @Test func aReaderThatWentAwayIsNoFault() throws {
    Output.turnSignalsIntoErrors()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    var output = Output(fileDescriptor: ends[1])
    try output.write("x")
    #expect(throws: OutputError.closed) { try output.flush() }
  }

  /// Whoever prints holds a transaction.
  @Test(.timeLimit(.minutes(1)))
  func aReaderOfAPipeWhoPausesIsNotWaitedFor() throws {
    let directory = try TemporaryDirectory()
    let pipe = try Pipe()
    var output = Output(fileDescriptor: pipe.writingEnd.descriptor)
    let lines = (0..<200_000).map { "line \($0)\n" }
    for line in lines { try output.write(line) }
    let all = Array(lines.joined().utf8)
    let reader = try ChildProcess.start(
      "sh",
      arguments: [
        "-c", "head -c \(all.count) > '\(directory.path)/taken'",
      ], variables: [:],
      descriptors: [
        .init(own: pipe.readingEnd.descriptor, inChild: STDIN_FILENO)
      ])
    try output.flush()
    reader.wait()
    let taken = try File.contents(
      of: "\(directory.path)/taken", atMost: .max)
    #expect(taken == all)
  }

  private let hostile = "a\u{1B}]0;b\u{7}c\u{9B}d\u{202E}e\u{2066}\rf👩‍🌾\n"

  @Test func nothingDrivesATerminalWhoeverWroteIt() throws {
    var output = Output()
    output.fit(Terminal(isTerminal: true))
    try output.write("\u{1B}[1;35mx\u{1B}[0m " + hostile)
    try output.write(bytes: Array("\"\(hostile)".utf8))
    #expect(
      output.text == "\u{1B}[1;35mx\u{1B}[0m a\\u{1B}]0;b\\u{7}c\\u{9B}d"
        + "\\u{202E}e\\u{2066}\\u{D}f👩‍🌾\n"
        + "\"a\\u001b]0;b\\u0007c\\u009bd\\u202ee\\u2066\\u000df👩‍🌾\n")
  }

  @Test func dataForProgramsHasNoStylesOnATerminal() throws {
    var output = Output()
    output.fit(Terminal(isTerminal: true))
    try output.write(bytes: Array("\u{1B}[1m\u{E0041}\t\r\n".utf8))
    #expect(output.text == "\\u001b[1m\\udb40\\udc41\t\r\n")
  }

  @Test func pipesGetSafeTextAndUnchangedData() throws {
    var output = Output()
    output.fit(Terminal(isTerminal: false))
    try output.write(hostile)
    try output.write(bytes: Array(hostile.utf8))
    #expect(
      output.text == "a\\u{1B}]0;b\\u{7}c\\u{9B}d"
        + "\\u{202E}e\\u{2066}\\u{D}f👩‍🌾\n" + hostile)
  }

  @Test func memoryKeepsTheText() throws {
    var output = Output()
    try output.writeLine("a")
    try output.flush()
    #expect(output.text == "a\n")
  }
}
