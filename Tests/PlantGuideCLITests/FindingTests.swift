import Encodings
import ErrorKit
import POSIXKit
import TerminalKit
import Testing

@testable import JournalDoctor
@testable import PlantGuideCLI

struct FindingTests {
  private let findings: [Finding] = [
    .ok(.home, "yours alone"),
    Finding(.identity, .note, "copied"),
    .warning(.home, "a \"b\"\n", "chmod 700 'x y'"),
    .problem(.chain, "damaged", "restore a backup", .damagedData),
  ]

  private func lines(_ findings: [Finding]) -> [UInt8] {
    var writer = JSONWriter()
    for finding in findings {
      writer.handOver(finding, remedy: finding.remedy?.text())
    }
    return writer.bytes
  }

  @Test func aFindingIsReadAsItWasWritten() throws {
    for finding in findings {
      let value = try JSONReader.parse(lines([finding]).span.bytes)
      #expect(Finding(value) == finding)
    }
  }

  @Test func whatWasFoundBeforeACrashIsKept() {
    let begun = Array("{\"begins\":\"folds\"}\n".utf8)
    let read = StoreCheckProcess.read(
      lines(findings) + begun + Array("{\"che".utf8), .signalled(7))
    #expect(read.dropLast() == findings[...])
    #expect(read.last?.check == .folds)
    #expect(read.last?.kind == .damagedData)
  }

  @Test func whatEndsByItselfAddsNothing() {
    #expect(StoreCheckProcess.read(lines(findings), .exited(0)) == findings)
  }

  @Test func whatTakesTooLongIsToldApartFromDamage() {
    let read = StoreCheckProcess.read([], .timedOut)
    #expect(read.map(\.kind) == [.system])
  }

  @Test(arguments: [
    (0, "0 bytes"), (10_239, "10239 bytes"), (10_240, "10 KiB"),
    (64 << 20, "64 MiB"), (5 << 30, "5120 MiB"), (Int.max, "8388607 TiB"),
  ])
  func bytesAreToldInAUnitThatFits(count: Int, text: String) {
    #expect(ByteText.text(count) == text)
  }
}
