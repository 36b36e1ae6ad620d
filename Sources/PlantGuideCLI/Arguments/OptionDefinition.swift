/// One option of a command: a flag, or a name with a value.
struct OptionDefinition: Sendable {
  /// The long name without its dashes: `room`.
  let name: String
  /// The short name, if it has one: `r`.
  let short: Character?
  /// The placeholder of its value, in capitals; nil makes it a flag.
  let value: String?
  /// What its value names.
  let completion: Completion
  /// What it does, in one sentence.
  let help: String
  /// Whether it may be given more than once.
  let isRepeatable: Bool
  /// Under which heading help lists it.
  let group: OptionGroup

  init(
    name: String, short: Character? = nil, value: String? = nil,
    completion: Completion = .none, help: String, isRepeatable: Bool = false,
    group: OptionGroup = .own
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
  var label: String {
    let short = short.map { "-\($0), " } ?? ""
    let dots = isRepeatable ? "..." : ""
    return short + (value.map { "--\(name) \($0)" } ?? "--\(name)") + dots
  }

  /// The same option under another heading.
  func grouped(_ group: OptionGroup) -> OptionDefinition {
    OptionDefinition(
      name: name, short: short, value: value, completion: completion,
      help: help, isRepeatable: isRepeatable, group: group)
  }
}
