import Encodings
import JournalEvents
import JournalExchange
import JournalLog
import JournalTime
import TerminalKit
import Testing

@testable import PlantGuideCLI

/// Tests of messages about tables, other programs' data and backups.
struct DataErrorReportTests {
  private func text(_ error: any Error, isWriting: Bool = true) -> String {
    ErrorReport(
      describing: error, during: .init(command: nil, isWriting: isWriting)
    ).text(for: Terminal(isTerminal: false))
  }

  private func failure(of text: String) -> (any Error)? {
    do {
      _ = try PlantTable(csv: byteSource(of: Array(text.utf8)), zone: .utc)
      return nil
    } catch {
      return error
    }
  }

  @Test func badQuotingTellsWhereAndHowItIsDone() throws {
    let error = try #require(failure(of: "name\nFi\"g\n"))
    #expect(
      text(error) == """
        plantguide: error: line 2, column 3: a quote stands inside of an \
        unquoted field; nothing was written
        hint: a field that holds a quote stands in quotes, and the quote \
        twice: "say ""hello\"""

        """)
  }

  @Test func oneBadCellIsToldInTheMessage() throws {
    let error = try #require(failure(of: "name,acquired\nFig,soon\n"))
    #expect(
      text(error) == """
        plantguide: error: line 2, column 'acquired': holds 'soon', which is \
        not a date such as 2026-03-18; nothing was written
        hint: mend the input, then try again with --dry-run

        """)
  }

  @Test func manyBadCellsAreListed() throws {
    let rows = String(repeating: "Fig,soon\n", count: 30)
    let error = try #require(failure(of: "name,acquired\n" + rows))
    let lines = text(error).split(separator: "\n")
    #expect(
      lines.first
        == "plantguide: error: 30 errors were found; nothing was written:")
    #expect(lines.count == 1 + TableError.mostProblemsTold + 2)
    #expect(lines.dropLast().last == "  and 10 more")
  }

  @Test func aTableWithoutColumnsSendsToTheHelp() throws {
    let error = try #require(failure(of: "a,b\n"))
    #expect(
      text(error) == """
        plantguide: error: the first line names no known column, only a, \
        b; nothing was written
        hint: the first line names the columns: see 'plantguide help import \
        csv'

        """)
  }

  @Test func controlCharactersOfATableAreNeverShown() throws {
    let error = try #require(failure(of: "name,acquired\nFig,\u{1B}[2J\n"))
    #expect(text(error).contains("\\u{1B}[2J"))
    #expect(!text(error).contains("\u{1B}"))
  }

  @Test(arguments: [
    (BackupError.noManifest(path: "/b"), ExitCode.nothingMatched),
    (.badManifest(path: "/b", reason: "x"), .damagedData),
    (.otherData(path: "/b", reason: "x"), .damagedData),
    (.newerFormat(path: "/b", found: "plantguide.backup/2"), .newerFormat),
    (.notExchangeable(path: "/b"), .system),
  ])
  func everyBackupErrorHasItsExitCode(error: BackupError, code: ExitCode) {
    let report = ErrorReport(describing: error)
    #expect(report.exitCode == code)
    #expect(report.message.contains("/b"))
    #expect(report.hint != nil)
  }

  @Test func anArchiveIsReadFromAFile() {
    #expect(
      text(ImportInputError.archive) == """
        plantguide: error: a ZIP archive is read from a file, not from a pipe
        hint: name the file: plantguide import hortusfox hf_backup.zip

        """)
  }
}
