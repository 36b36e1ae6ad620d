internal import Encodings
internal import JournalEvents
internal import JournalInput
internal import TerminalKit
internal import TextKit

/// Kinds of care that people type.
enum KindInput {
  private static let verbs: [String: TaskKind] = [
    "water": .watering, "fertilize": .fertilizing, "prune": .pruning,
    "repot": .repotting, "rotate": .rotation, "mist": .misting,
    "clean": .cleaning, "feed": .fertilizing, "feeding": .fertilizing,
    "pest control": .pestControl, "turn": .rotation,
  ]

  /// Whether a text is a kind that everybody has, or its verb.
  static func isStandard(_ text: String) -> Bool {
    verbs[text] != nil || TaskKind(text).map(TaskKind.standard.contains) == true
  }

  static func kind(_ text: String) throws -> TaskKind {
    if let known = verbs[text] { return known }
    guard let kind = TaskKind(text) else {
      throw UsageError(
        "'\(SafeText.shown(text))' is not a kind of care; there are "
          + TaskKind.standard.map(\.name).joined(by: ", ")
          + ", or one of your own such as neem-spray")
    }
    return kind
  }
}

extension ArgumentDefinition {
  static let kind = ArgumentDefinition(
    name: "KIND", completion: .kind, help: "The kind of care")
  static let meantKind = ArgumentDefinition(
    name: "KIND", isOptional: true, completion: .kind,
    help: "The kind of care; the only task that is due or open by default")
}

/// The parts of a schedule that people type.
enum ScheduleInput {
  static func interval(_ text: String) throws -> Int {
    let days = try DateInput.span(text)
    guard (1...ScheduleSet.maximumInterval).contains(days) else {
      throw UsageError(
        "an interval is 1 to \(ScheduleSet.maximumInterval) days, not \(days)")
    }
    return days
  }
}
