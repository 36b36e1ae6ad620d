internal import Encodings
internal import ErrorKit
internal import JournalDoctor
internal import JournalPhotos
internal import JournalQueries
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let doctor = Command(
    definition: CommandDefinition(
      path: ["doctor"],
      summary: "Check the home, the journal and this machine",
      options: [.full] + GlobalOptions.inspecting,
      examples: ["plantguide doctor", "plantguide doctor --full"],
      discussion: """
        The command changes nothing. Notes are good to know, and warnings may \
        become problems. If there are problems, the exit status is 3 for \
        damage, 6 for a newer format, else 5.
        """,
      section: .program, warnings: .notOfSettings)
  ) { context in
    if context.process.environment[StoreCheckProcess.variable] != nil {
      return try context.checkStore()
    }
    let isFull = context.arguments[.full]
    let decoder = CommandContext.photoProgram
    let findings = try Doctor(
      home: context.journal.homePath, now: try context.now()
    ).findings(
      of: context.journal, check: context.check(_:of:),
      timer: try? context.reminderTimer(),
      runsModels: FileSystem.isExecutable(
        ChildProcess.sibling("plantguide-identify")),
      decoderLack: FileSystem.isExecutable(decoder)
        ? { try PhotoStudio(program: decoder).lentGuards().lack } : nil
    ) {
      try context.storeFindings(isFull: isFull)
    }
    try context.show(findings, isFull: isFull)
    let problems = findings.filter { $0.level == .problem }
    guard problems.isEmpty else { throw DoctorError(problems) }
  }
}

extension OptionDefinition {
  fileprivate static let full = Flag(
    "full",
    help: "Also check every hash, and derive everything again in a copy")
}

extension CommandContext {
  fileprivate func storeFindings(isFull: Bool) throws -> [Finding] {
    var arguments = ["doctor", "--now", try now().rfc3339]
    if isFull { arguments.append("--full") }
    return try StoreCheckProcess.findings(
      arguments: arguments, isFull: isFull)
  }

  /// Does the work of ``StoreCheckProcess``: prints the name of each check and
  /// its findings.
  fileprivate mutating func checkStore() throws {
    let doctor = Doctor(home: journal.homePath, now: try now())
    let store: StoreChecks
    do {
      store = try doctor.storeChecks(isFull: arguments[.full])
    } catch {
      return try tell([.problem(.database, error)])
    }
    for check in store.checks {
      try printJSON { writer in
        writer.object { $0.member("begins", check.name.rawValue) }
      }
      try output.flush()
      try tell(store.findings(of: check))
    }
  }

  private mutating func tell(_ findings: [Finding]) throws {
    var writer = JSONWriter()
    for finding in findings {
      writer.handOver(finding, remedy: finding.remedy?.text())
    }
    try output.write(bytes: writer.bytes)
    try output.flush()
  }

  fileprivate mutating func show(
    _ findings: [Finding], isFull: Bool
  ) throws {
    if try printedJSON({ $0.doctor(findings, isFull: isFull) }) { return }
    for finding in findings {
      let level = TextWidth.padded(finding.level.rawValue, to: 8)
      let check = TextWidth.padded(finding.check.rawValue, to: 10)
      let message = SafeText.shown(finding.message)
      try print(
        terminal.styled(level, finding.level.style) + " \(check)  \(message)")
      guard let remedy = finding.remedy?.text() else { continue }
      let label = terminal.styled("remedy:", .hint)
      try print("                     \(label) \(SafeText.shown(remedy))")
    }
  }
}

extension Finding.Level {
  fileprivate var style: Style {
    switch self {
    case .ok: .done
    case .note: .plain
    case .warning: .due
    case .problem: .overdue
    }
  }
}

extension JSONWriter {
  private mutating func finding(_ finding: Finding) {
    object { writer in
      writer.member("check", finding.check.rawValue)
      writer.member("level", finding.level.rawValue)
      writer.member("message", finding.message)
      writer.member("remedy", finding.remedy?.text())
      writer.member(
        "exitStatus", Int(finding.kind.map { ExitCode($0).rawValue } ?? 0))
    }
  }

  fileprivate mutating func doctor(_ findings: [Finding], isFull: Bool) {
    object { writer in
      writer.member("ok", findings.allSatisfy { $0.level != .problem })
      writer.member("full", isFull)
      writer.list("findings", findings) { $0.finding($1) }
      let versions = Versions()
      writer.object("versions") { writer in
        writer.member("program", ProcessFacts.program)
        writer.member("format", Int(versions.format))
        writer.member("folds", Int(versions.folds))
        writer.member("lmdb", versions.lmdb)
        writer.member("libsodium", versions.sodium)
      }
    }
  }
}

/// The error that ends `doctor` after it has reported problems.
struct DoctorError: DescribedError, Sendable, Hashable {
  private let count: Int
  /// The gravest problem's kind: damage, then a newer format, then the rest.
  private let kind: ErrorKind

  init(_ problems: [Finding]) {
    count = problems.count
    kind =
      [.damagedData, .newerFormat].first { kind in
        problems.contains { $0.kind == kind }
      } ?? .system
  }

  var facts: ErrorFacts {
    .init(
      kind,
      count == 1 ? "there is a problem" : "there are \(count) problems",
      "see the remedies above", canRetry: false)
  }
}
