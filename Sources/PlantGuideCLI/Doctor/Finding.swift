internal import Encodings
internal import JournalQueries
internal import TerminalKit

/// What one check of `doctor` found.
struct Finding: Sendable, Hashable {
  /// How much it matters.
  enum Level: String, Sendable, CaseIterable {
    /// All is as it should be.
    case ok
    /// Good to know.
    case note
    /// It may become a problem.
    case warning
    /// It is one.
    case problem
  }

  /// What was looked at, in one word.
  let check: String
  /// How much it matters.
  let level: Level
  /// What was found.
  let message: String
  /// A command that mends it, or what else to do; `nil` where there is
  /// nothing to be done.
  let remedy: String?
  /// Which exit status a problem leads to.
  let exitCode: ExitCode

  private init(
    _ check: String, _ level: Level, _ message: String, _ remedy: String?,
    _ exitCode: ExitCode = .done
  ) {
    self.check = check
    self.level = level
    self.message = message
    self.remedy = remedy
    self.exitCode = exitCode
  }

  static func ok(_ check: String, _ message: String) -> Finding {
    Finding(check, .ok, message, nil)
  }

  static func note(
    _ check: String, _ message: String, remedy: String? = nil
  ) -> Finding {
    Finding(check, .note, message, remedy)
  }

  static func warning(
    _ check: String, _ message: String, remedy: String?
  ) -> Finding {
    Finding(check, .warning, message, remedy)
  }

  static func problem(
    _ check: String, _ message: String, remedy: String?, _ code: ExitCode
  ) -> Finding {
    Finding(check, .problem, message, remedy, code)
  }

  /// The problem that an error tells of.
  static func problem(_ check: String, _ error: any Error) -> Finding {
    let report = ErrorReport(describing: error)
    return .problem(check, report.message, remedy: report.hint, report.exitCode)
  }

  /// Runs a check whose own failure is a finding.
  static func guarded(
    _ check: String, _ findings: () throws -> [Finding]
  ) -> [Finding] {
    do {
      return try findings()
    } catch {
      return [.problem(check, error)]
    }
  }
}

extension Finding {
  /// Reads a finding as ``JSONWriter/finding(_:)`` writes it; `nil` for
  /// anything else.
  init?(_ value: JSONValue) {
    guard case .string(let check) = value["check"],
      case .string(let word) = value["level"],
      let level = Level(rawValue: word),
      case .string(let message) = value["message"],
      case .integer(let number) = value["exitStatus"],
      let code = ExitCode(rawValue: Int32(clamping: number))
    else { return nil }
    var remedy: String?
    if case .string(let text) = value["remedy"] { remedy = text }
    self.init(check, level, message, remedy, code)
  }
}

extension JSONWriter {
  mutating func finding(_ finding: Finding) {
    object { writer in
      writer.member("check") { $0.string(finding.check) }
      writer.member("level") { $0.string(finding.level.rawValue) }
      writer.member("message") { $0.string(finding.message) }
      writer.member("remedy") { writer in
        writer.optional(finding.remedy) { $0.string($1) }
      }
      writer.member("exitStatus") { $0.integer(finding.exitCode.rawValue) }
    }
  }
}
