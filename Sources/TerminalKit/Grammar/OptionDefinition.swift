/// One option of a command: a flag, or a name with a value.
package struct OptionDefinition: Sendable {
  /// The long name without its dashes: `room`.
  package let name: String
  /// The short name, if it has one: `r`.
  package let short: Character?
  /// The placeholder of its value, in capitals; nil makes it a flag.
  package let value: String?
  /// What its value names.
  package let completion: Completion
  /// What it does, in one sentence.
  package let help: String
  /// Whether it may be given more than once.
  package let isRepeatable: Bool
  /// Under which heading help lists it.
  package let group: HelpSection

  package init(
    name: String, short: Character? = nil, value: String? = nil,
    completion: Completion = .none, help: String, isRepeatable: Bool = false,
    group: HelpSection = .own
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.completion = completion
    self.help = help
    self.isRepeatable = isRepeatable
    self.group = group
  }

  /// How the list of options shows it.
  package var label: String {
    let short = short.map { "-\($0), " } ?? ""
    let dots = isRepeatable ? "..." : ""
    return short + (value.map { "--\(name) \($0)" } ?? "--\(name)") + dots
  }

  /// The same option under another heading.
  package func grouped(_ group: HelpSection) -> OptionDefinition {
    OptionDefinition(
      name: name, short: short, value: value, completion: completion,
      help: help, isRepeatable: isRepeatable, group: group)
  }
}

extension OptionDefinition {
  /// What every command takes: it is explained instead of run.
  package static let help = OptionDefinition(
    name: "help", short: "h", help: "Show this help", group: .common)
}
