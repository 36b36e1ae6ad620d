public import ErrorKit

/// The result of a check.
public struct Finding: Sendable, Hashable {
  /// The subject of a check.
  public enum Check: String, Sendable {
    case home, volume, space, files
    case database, identity, zone, chain, folds, conflicts, collection, photos,
      events
    case clocks
    case settings, sync, services, models, reminders, hooks, backups, catalogue,
      decoder, clock
    case versions
  }

  /// The severity of a finding.
  public enum Level: String, Sendable, CaseIterable {
    /// The check found no fault.
    case ok
    /// The finding is good to know.
    case note
    /// The finding may become a problem.
    case warning
    /// The finding is a problem.
    case problem
  }

  /// The subject of the check.
  public let check: Check
  /// The severity of the finding.
  public let level: Level
  /// The result in words.
  public let message: String
  /// The remedy; `nil` if there is nothing to do.
  public let remedy: Remedy?
  /// The kind of fault of a problem; `nil` for other findings.
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

  /// Creates a finding without a fault.
  public static func ok(_ check: Check, _ message: String) -> Finding {
    Finding(check, .ok, message)
  }

  static func note(
    _ check: Check, _ message: String, _ remedy: Remedy? = nil
  ) -> Finding {
    Finding(check, .note, message, remedy)
  }

  /// Creates a finding that may become a problem.
  public static func warning(
    _ check: Check, _ message: String, _ remedy: Remedy?
  ) -> Finding {
    Finding(check, .warning, message, remedy)
  }

  /// Creates a finding that is a problem.
  public static func problem(
    _ check: Check, _ message: String, _ remedy: Remedy?, _ kind: ErrorKind
  ) -> Finding {
    Finding(check, .problem, message, remedy, kind)
  }

  /// Creates the problem that an error describes.
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
