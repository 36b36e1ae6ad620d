import Testing

@testable import TerminalKit

/// Tests of reports of long work.
@Suite struct ProgressTests {
  /// A clock to be set and what was written.
  private final class Scene {
    var time = 100.0
    var written: [String] = []

    func progress(
      isTerminal: Bool = true, width: Int = 80, isQuiet: Bool = false
    ) -> Progress {
      Progress(
        Progress.Surroundings(
          terminal: Terminal(isTerminal: isTerminal, width: width),
          clock: { self.time }, write: { self.written.append($0) }),
        isQuiet: isQuiet)
    }
  }

  private let scene = Scene()

  @Test func shortWorkIsPassedOver() {
    let progress = scene.progress()
    progress.begin("reading", .bytes, of: 100)
    scene.time += 0.4
    progress.advance(to: 100)
    progress.end()
    #expect(scene.written.isEmpty)
  }

  @Test func longWorkTellsHowFarHowFastAndHowLong() {
    let progress = scene.progress()
    progress.begin("checking", .things("events"), of: 3_000_000)
    scene.time += 2
    progress.advance(to: 1_000_000)
    progress.end()
    #expect(
      scene.written == [
        "\r\u{1B}[Kchecking: 1,000,000 of 3,000,000 events (33 %), "
          + "500,000/s, 4 s left", "\r\u{1B}[K",
      ])
  }

  @Test func theLineChangesTenTimesASecondAtMost() {
    let progress = scene.progress()
    progress.begin("copying", .bytes)
    for step in 1...100 {
      scene.time += 0.01
      progress.advance(to: step << 20)
    }
    progress.end()
    #expect(scene.written.count <= 7)
    #expect(scene.written.last == "\r\u{1B}[K")
  }

  @Test func nothingIsSaidWhereNobodyLooks() {
    for progress in [
      scene.progress(isTerminal: false), scene.progress(isQuiet: true),
    ] {
      progress.begin("copying", .bytes)
      scene.time += 9
      progress.advance(to: 1)
      progress.end()
    }
    #expect(scene.written.isEmpty)
  }

  @Test func theLineFitsTheTerminal() {
    let progress = scene.progress(width: 20)
    progress.begin("checking", .things("events"), of: 3_000_000)
    scene.time += 2
    progress.advance(to: 1_000_000)
    #expect(scene.written == ["\r\u{1B}[Kchecking: 1,000,00…"])
  }

  @Test(arguments: [
    (0, "0 KiB"), (2_048, "2 KiB"), (1 << 20, "1.0 MiB"), (5 << 20, "5.0 MiB"),
  ])
  func bytesAreRounded(count: Int, text: String) {
    #expect(ProgressUnit.bytes.number(count) == text)
  }
}
