public import ErrorKit

/// What one check found.
public struct Finding: Sendable, Hashable {
  /// What was looked at.
  public enum Check: String, Sendable {
    case home, volume, space, files
    case database, identity, zone, chain, folds, conflicts, collection, photos,
      events
    case clocks
    case settings, sync, hooks, backups, catalogue, decoder, clock
    case versions
  }

  /// How much it matters.
  public enum Level: String, Sendable, CaseIterable {
    /// All is as it should be.
    case ok
    /// Good to know.
    case note
    /// It may become a problem.
    case warning
    /// It is one.
    case problem
  }

  /// What was looked at.
  public let check: Check
  /// How much it matters.
  public let level: Level
  /// What was found.
  public let message: String
  /// What to do; `nil` where there is nothing to be done.
  public let remedy: Remedy?
  /// Which kind of fault a problem is; `nil` for what is none.
  public let kind: ErrorKind?

  /// Creates a finding.
  public init(
    _ check: Check, _ level: Level, _ message: String, _ remedy: Remedy? = nil,
    _ kind: ErrorKind? = nil
  ) {
    self.check = check
    self.level = level
    self.message = message
    self.remedy = remedy
    self.kind = kind
  }

  /// That all is as it should be.
  public static func ok(_ check: Check, _ message: String) -> Finding {
    Finding(check, .ok, message)
  }

  static func note(
    _ check: Check, _ message: String, _ remedy: Remedy? = nil
  ) -> Finding {
    Finding(check, .note, message, remedy)
  }

  /// That something may become a problem.
  public static func warning(
    _ check: Check, _ message: String, _ remedy: Remedy?
  ) -> Finding {
    Finding(check, .warning, message, remedy)
  }

  /// That something is one.
  public static func problem(
    _ check: Check, _ message: String, _ remedy: Remedy?, _ kind: ErrorKind
  ) -> Finding {
    Finding(check, .problem, message, remedy, kind)
  }

  /// The problem that an error tells of.
  public static func problem(_ check: Check, _ error: any Error) -> Finding {
    let facts = ErrorFacts(of: error)
    let outcome = facts.outcome.map { "; \($0.rawValue)" } ?? ""
    return .problem(
      check, facts.message + outcome + (facts.details.isEmpty ? "" : ":"),
      facts.remedy, facts.kind)
  }

  /// Runs a check whose own failure is a finding.
  static func guarded(
    _ check: Check, _ findings: () throws -> [Finding]
  ) -> [Finding] {
    do {
      return try findings()
    } catch {
      return [.problem(check, error)]
    }
  }
}

extension Int {
  /// `1 plant`, `2 plants`.
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
