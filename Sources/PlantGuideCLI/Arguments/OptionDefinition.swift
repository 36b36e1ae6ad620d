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

  init(
    name: String, short: Character? = nil, value: String? = nil,
    completion: Completion = .none, help: String, isRepeatable: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.completion = completion
    self.help = help
    self.isRepeatable = isRepeatable
  }

  /// How the usage line shows it.
  var usage: String {
    let text = value.map { "--\(name) \($0)" } ?? "--\(name)"
    return isRepeatable ? "[\(text)]..." : "[\(text)]"
  }

  /// How the list of options shows it.
  var label: String {
    let short = short.map { "-\($0), " } ?? ""
    return short + (value.map { "--\(name) \($0)" } ?? "--\(name)")
  }
}
